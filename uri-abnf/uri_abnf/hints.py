# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What people write in ABNF who are used to regular expressions or EBNF, and what they meant."""

from __future__ import annotations

import re
from typing import NamedTuple

# A class, [a-z], perhaps with a quantifier; the quantifier; and what it stands behind.
_CLASS = re.compile(r"""\[(\^?)([^\]\[\s"^]+)\](\*|\+|\?|\{[0-9]*,?[0-9]*\})?""")
_QUANTIFIER = re.compile(
    r"""([A-Za-z][A-Za-z0-9_-]*|"[^"\n]*"|[)\]])?[ \t]*([+?*]|\{[0-9]*,?[0-9]*\})"""
)
_NEAR = 1_000  # characters around a wrong token that are looked at, in quadratic time
_RANGE_NAME = r"(?:[A-Za-z0-9]-[A-Za-z0-9])+_?-?"
_EBNF = r"<?[A-Za-z][A-Za-z0-9_-]*>?[ \t]*(::=|:=|:|->|→|<-|←)"
_IN_ANGLES = r"<[A-Za-z][A-Za-z0-9_-]*>[ \t]*="
_CODE_POINT = re.compile(r"[Uu]\+([0-9A-Fa-f]{2,6})")
_HEXADECIMAL = r"[xX]([0-9A-Fa-f]{2,6}(?:-[0-9A-Fa-f]{2,6})?)"  # of 0x41, after the repeat 0
_QUOTED = re.compile("['‘’“”„«]([^'\"\n‘’“”„«»]*)['‘’“”»]")
# A name with a character that no name has, as in urn:isbn = DIGIT; but not := and the like.
_WRONG_NAME = r'[A-Za-z][A-Za-z0-9_-]*([^\sA-Za-z0-9_=;"<>-])[^\s=;"<>]*(?<!:)[ \t]*=(?![=>])'


class Hint(NamedTuple):
    """What to say, and of which offset."""

    message: str
    offset: int


_AFTER_REPEAT = "an element must follow the repeat, without a space"
# What to say of a token that can't stand where it does, by what it begins with.
_TOKENS = {
    r"\\d": r"\d is not ABNF; write DIGIT",
    r"\\w": r'\w is not ABNF; write ( ALPHA / DIGIT / "_" )',
    r"\\s": r"\s is not ABNF; write WSP",
    r"\\[ntr]": "a line break is %x0A, LF, or CRLF; a tab is HTAB",
    r"\\": r'a "\" escapes nothing in ABNF; a character is in double quotes, or a number as in %x5C',
    r"[$^]": "a rule always matches the whole text: it needs no anchor",
    r"-": 'ABNF has no "-" for "all but"; list what may stand here',
    r"[0-9*#]": _AFTER_REPEAT,
    r"\.": '"." is not ABNF; any visible character is VCHAR, any character at all %x0-10FFFF',
    r":[A-Za-z]": 'a name has no ":"',
    r",": "elements follow one another without a comma",
    r"%": 'a "%" begins a number, as in %x41, %d65 or %b1000001, or a string, as in %s"a"',
    r'"': "the string is not closed, or contains more than printable ASCII",
    r"<": "prose that is not closed",
    r"=": "a rule has to begin a line",
    r"['‘’“”„«]": "strings are in double quotes",
}


def explain_token(text: str, offset: int) -> Hint | None:
    """Return what was meant by a token that cannot stand where it does, if it is known."""
    start = max(text.rfind("\n", 0, offset) + 1, offset - _NEAR)
    for match in _CLASS.finditer(text, start, offset + _NEAR):
        if match.start() <= offset <= match.end() and (match[1] or "-" in match[2]):
            return Hint(_say_class(match), match.start())
    for match in _CODE_POINT.finditer(text, start, offset + _NEAR):
        if match.start() <= offset <= match.end():
            return Hint(_say_number(match), match.start())
    for match in _QUANTIFIER.finditer(text, start, offset + _NEAR):
        if match.start(2) <= offset <= match.end(2):
            return Hint(_say_quantifier(match), match.start(2))
    if string := _QUOTED.match(text, offset):
        return Hint(f'strings are in double quotes: "{string[1]}"', offset)
    for pattern, message in _TOKENS.items():
        if re.compile(pattern).match(text, offset):
            return Hint(message, offset)
    return None


def explain_name(name: str) -> str:
    """Return what was meant by a name that no rule has, as in [a-z], or ""."""
    if number := re.fullmatch(_HEXADECIMAL, name):
        return f"; {_say_number(number)}"
    if re.fullmatch(_RANGE_NAME, name):
        return f"; one of these characters is {_members(name)}"
    return ""


def explain_definition(words: str) -> str:
    """Return what was meant by words that are no rule, or ""."""
    if wrong := re.match(_WRONG_NAME, words):
        return f'; a name has no "{wrong[1]}"'
    if re.match(_IN_ANGLES, words):
        return '; in a definition, the name has no "<" and ">"'
    if match := re.match(_EBNF, words):
        return f'; in a definition, ABNF has "=" for "{match[1]}"'
    return ""


def _say_class(match: re.Match[str]) -> str:
    if match[1]:
        return f"{match[0]}: ABNF has no class of all but these; list what may stand here"
    members = _members(match[2])
    if match[3] and "/" in members:
        members = f"( {members} )"
    return f"{match[0]} is not ABNF; write {_repeat(match[3] or '')}{members}"


def _members(text: str) -> str:
    """Return what stands in a class, as ABNF."""
    members = []
    for low, high in re.findall(r"\\?(.)(?:-(.))?", text):
        members.append(f"%x{ord(low):02X}")
        if high:
            members[-1] += f"-{ord(high):02X}"
    return " / ".join(members)


def _say_number(match: re.Match[str]) -> str:
    return f"the character is %x{match[1].upper()}"


def _say_quantifier(match: re.Match[str]) -> str:
    element = match[1] or ""
    if not element and match[2] == "*":
        return _AFTER_REPEAT
    if element in (")", "]", ""):
        element = "( … )"
    message = f"in ABNF, a repeat comes first: {_repeat(match[2])}{element}"
    if re.search("[ \t][+]$", match[0]):
        message += '; if this joins them, leave out the "+"'
    return message


def _repeat(quantifier: str) -> str:
    """Return a quantifier as the repeat of ABNF."""
    return {"+": "1*", "?": "*1"}.get(quantifier, quantifier.strip("{}").replace(",", "*"))
