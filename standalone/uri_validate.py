# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 1.0.0 by: python3 standalone/cut.py parse validate"""

from __future__ import annotations

import re
import sys
from collections import namedtuple
from functools import cache, lru_cache, partial

# Only type checkers read `typing`, which takes long to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any, NamedTuple

__all__ = [
    "URIError",
    "parse",
    "validate",
]


# ---- Errors ----

# A password begins after the first ":" that is not that of a scheme, an IPv6 address or a port, and
# the last "@" ends it (3.2.1). They are %3A and %40 in a URI inside another one, and \u003a and \u0040
# in JSON. What stands before the user is taken as a whole: (?=(…))\1.
_PASSWORD = (
    r"(?s)(?=((?:mailto:|[^:/?#]*:(?=//|\\+/\\+/)(?://\[[0-9A-Fa-f:.]*\](?=[:/?#]))?)?))\1"
    r".*?(?::|%(?:25)*3[Aa]|\\u003[Aa])(?![0-9]+[/?#])"
    r"((?:.*(?=@|%(?:25)*40|\\u0040))?)"
)


def _masked(text: str, rule: str = "") -> str:
    """Return the text for a message, with a "*" for each character of a password in it."""
    user, colon, password = text.partition(":")
    if rule.lower() in ("userinfo", "iuserinfo") and not password.startswith("//"):
        return user + colon + "*" * len(password)
    if "@" not in text and "40" not in text:
        return text
    match = re.match(_PASSWORD, text)
    if match is None:
        return text
    start, end = match.span(2)
    return text[:start] + "*" * (end - start) + text[end:]


def _found(text: str, rule: str, offset: int) -> str:
    """Return what is at an offset, in words. A character of a password is not shown."""
    found = text[offset : offset + 1]
    if not found:
        return "the end"
    if found != " " and found != _masked(text, rule)[offset]:
        return "a masked character"
    return f"'{found}'" if found.isprintable() else repr(found)


class URIError(ValueError):
    """A text that does not match a rule of the grammar, or that a policy does not allow.

    `rule` names the rule, or the part, of the `text`. `offset` is the index of the first wrong
    character, or the text's length if it ends too early; for a policy, it is where the part begins.
    `expected` is what could stand there, as ABNF. `reason` says what is wrong. It and the message mask
    passwords with "*" (RFC 3986 7.5); `text` and `args` keep them.
    """

    def __init__(self, text: str, rule: str, offset: int, expected: str, reason: str = "") -> None:
        super().__init__(text, rule, offset, expected, reason)  # so pickle and copy work
        self.text = text
        self.rule = rule
        self.offset = offset
        self.expected = expected
        self.reason = reason or f"expected {expected}, found {_found(text, rule, offset)}"

    def __str__(self) -> str:
        # A long text is shown around the offset.
        start = max(self.offset - 40, 0)
        shown = _clip(_masked(self.text, self.rule)[start:], self.offset + 40 - start)
        if start:
            shown = f"…{shown}"
        if self.args[4]:
            return f"{self.reason} (at offset {self.offset}): {shown!r}"
        found = _found(self.text, self.rule, self.offset)
        wrong = f"expected {self.expected} at offset {self.offset}, found {found}"
        if not self.reason.startswith("expected "):
            wrong = f"{self.reason} ({wrong})"
        return f"not a valid {self.rule}: {wrong}: {shown!r}"

    def __repr__(self) -> str:  # ValueError's shows the password
        return f"<{type(self).__name__}: {self}>"


def _clip(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _not_str(value: object, what: str = "text") -> TypeError:
    return TypeError(f"{what} must be str, not {type(value).__name__}")


def _str(value: Any, what: str = "text") -> str:
    if not isinstance(value, str):
        raise _not_str(value, what)
    return str.__str__(value)  # a member of an Enum is formatted otherwise


def _as_tuple(values: Any, what: str, kinds: tuple[type, ...] = (str,)) -> tuple[Any, ...]:
    """Return several strings or ports as a tuple; a lone string is one item."""
    if isinstance(values, (str, int, bytes, bytearray)) or not hasattr(values, "__iter__"):
        values = (values,)
    for value in (items := tuple(values)):
        if not isinstance(value, kinds) or isinstance(value, bool):
            names = " or ".join([kind.__name__ for kind in kinds])
            raise TypeError(f"{what} must be {names}, not {type(value).__name__}")
    return items


# ---- Patterns ----


def _compile_re(pattern: str) -> re.Pattern[str]:
    """Compile a pattern: before Python 3.11 without possessive loops, which only save time."""
    if sys.version_info < (3, 11):
        pattern = re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)
    return re.compile(pattern, re.DOTALL)


# ---- Errors in plain words ----

# The rules whose texts begin with a scheme, and all whose texts Appendix B splits.
_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
_REFERENCE_RULES = (
    *_WITH_SCHEME, "URI-reference", "relative-ref", "IRI-reference", "irelative-ref", "relativeURI",
)  # fmt: skip
# What no relative-ref has, or only one with an IP-literal, a userinfo or a port.
_NOT_RELATIVE = r"#.*#|\A//[^/?#]*[:@]|[^!#-;=?-Z_a-z~]|%(?![0-9A-Fa-f]{2})"
# What stands where a port would: after a ":" that no userinfo and no IP-literal holds.
_PORT = r"(?:[^:/?#]*:)?//(?:[^/?#]*@)?(?:\[[^]/?#@]*\]|[^][/?#@:]*):([^@/?#]*)(?![^/?#])"


def _no_scheme(text: str, rule: str) -> str:
    """Return the words for a text without the scheme that it has to begin with."""
    if not text:
        return "it is empty"
    advice = 'it has to begin with a scheme, such as "https:"'
    if rule != "absoluteURI" and not re.search(_NOT_RELATIVE, text):
        advice += f'; for a relative reference, use rule="{rule[-3:]}-reference"'
    return advice


def _is_in_host(text: str, rule: str, offset: int) -> bool:
    """Return whether an offset is in a text's host or port."""
    if rule in ("authority", "iauthority"):
        text, offset = f"//{text}", offset + 2
    elif rule not in _REFERENCE_RULES:
        return rule in ("host", "ihost", "reg-name", "ireg-name")
    host = re.match("(?:[^:/?#]*:)?//(?:[^/?#]*@)?([^/?#@]*)", text)
    return host is not None and host.start(1) <= offset < host.end(1)


def _cause(text: str, rule: str, offset: int, could_be: Collection[str]) -> str:
    """Return in plain words why a text does not match a rule, or "" if the ABNF says it best."""
    before, found = text[:offset], text[offset : offset + 1]
    if found == " " and offset == 0:
        return "a space at the beginning of the text is not allowed"
    if rule in _WITH_SCHEME and not re.match("[^:/?#]*:", text):
        return _no_scheme(text, rule)
    if found == " " and text[offset:].strip(" ") == "":
        return "a space at the end of the text is not allowed"
    if could_be == ["HEXDIG"] and "%" in before[-2:]:
        return '"%" has to be followed by two hex digits; write %25 for a "%" itself'
    in_literal = "[" in before[before.rfind("]") + 1 :]
    if in_literal and found in ("", "/", "?", "#"):
        return 'the "[" is not closed'
    if in_literal and found == "%":
        return "a zone identifier is not allowed here; the grammar RFC6874 has them"
    port = re.match(_PORT, text)
    if port and port.start(1) <= offset <= port.end(1) and port[1].strip("0123456789"):
        return "the port is not a number"
    if not found or '"%"' not in could_be or {"unreserved", "iunreserved"}.isdisjoint(could_be):
        return ""  # a triplet would not help
    return _not_allowed(text, rule, offset, "unreserved" in could_be)


def _not_allowed(text: str, rule: str, offset: int, in_uri: bool) -> str:
    """Return the words for a character that has to be a triplet."""
    found, what = text[offset], _found(text, rule, offset)
    if what == "a masked character":
        return f"{what} is not allowed here; percent-encode it"
    if not found.isascii():
        if not in_uri or not found.isprintable():
            return ""
        return f"{what} is not ASCII; an IRI may contain it: see iri_to_uri, or IDNA for a host"
    if found == "\\":
        return 'a backslash is not allowed here; did you mean "/"?'
    if found == " ":
        what = "a space"
    elif found == "#" and "#" in text[:offset]:
        what = 'a second "#"'
    if _is_in_host(text, rule, offset):
        return f"{what} is not allowed in a host"
    if not found.isprintable():
        return f"{what} is not allowed here"
    return f"{what} is not allowed here; write %{ord(found):02X}"


def _invalid(text: str, rule: str, offset: int, expected: str) -> URIError:
    """Return the error for a text that does not match a rule of this file."""
    error = URIError(text, rule, offset, _clip(expected, 300))
    error.reason = _cause(text, rule, offset, expected.split(" / ")) or error.reason
    return error


# ---- Verdicts: RFC 3986 sections 3 and 4 ----

_RE_H16 = "[0-9A-Fa-f]{1,4}"
_WIDE_1 = (
    r"\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030"
    r"000-\U0003fffd\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd\U0007000"
    r"0-\U0007fffd\U00080000-\U0008fffd\U00090000-\U0009fffd\U000a0000-\U000afffd\U000b0000-"
    r"\U000bfffd\U000c0000-\U000cfffd\U000d0000-\U000dfffd\U000e1000-\U000efffd"
)
_RE_QUERY = "[!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+"
_RE_PATH_ABEMPTY = "(?:/[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?"
_RE_REG_NAME = "[!$&-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-9;=A-Z_a-z~]*+)*+"
_RE_PATH_ROOTLESS = (
    "(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;="
    "@-Z_a-z~]*+)*+"
)
_RE_IPV4ADDRESS = (
    "(?:(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])[.]){3}(?:[1-9]?[0-9]|1[0-9]{2}|"
    "2[0-4][0-9]|25[0-5])"
)
_RE_PATH_ABSOLUTE = rf"/(?:{_RE_PATH_ROOTLESS})?"
_RE_IPV6ADDRESS = (
    rf"(?:(?:{_RE_H16}:){{6}}|::(?:{_RE_H16}:){{5}}|(?:{_RE_H16})?::(?:{_RE_H16}:){{4}}|(?:"
    rf"(?:{_RE_H16}:)?{_RE_H16})?::(?:{_RE_H16}:){{3}}|(?:(?:{_RE_H16}:){{0,2}}{_RE_H16})?::"
    rf"(?:{_RE_H16}:){{2}}|(?:(?:{_RE_H16}:){{0,3}}{_RE_H16})?::{_RE_H16}:|(?:(?:{_RE_H16}:)"
    rf"{{0,4}}{_RE_H16})?::)(?:{_RE_H16}:{_RE_H16}|{_RE_IPV4ADDRESS})|(?:(?:{_RE_H16}:)"
    rf"{{0,5}}{_RE_H16})?::{_RE_H16}|(?:(?:{_RE_H16}:){{0,6}}{_RE_H16})?::"
)
_RE_AUTHORITY = (
    r"(?:[!$&-.0-;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=A-Z_a-z~]*+)*+@)?(?:\[(?:"
    rf"{_RE_IPV6ADDRESS}|[Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++)\]|{_RE_REG_NAME})(?::[0-9"
    "]*+)?"
)

_IPV6ADDRESS = rf"(?:{_RE_IPV6ADDRESS})"
_URI = (
    rf"[A-Za-z][+\-.0-9A-Za-z]*+:(?://{_RE_AUTHORITY}{_RE_PATH_ABEMPTY}|{_RE_PATH_ABSOLUTE}|"
    rf"{_RE_PATH_ROOTLESS})?(?:[?]{_RE_QUERY})?(?:[#]{_RE_QUERY})?"
)
# URI-reference (4.1): Appendix B, where each part is what its rule says. The path depends on what is
# before it (3.3): (?(2)…) asks for an authority, and (?(1)…) for a scheme, which is not given back,
# because no relative-ref has a ":" in its first segment.
_REFERENCE = (
    rf"(?:([A-Za-z][+\-.0-9A-Za-z]*+):)?+(?://({_RE_AUTHORITY}))?((?(2){_RE_PATH_ABEMPTY}|(?:"
    rf"{_RE_PATH_ABSOLUTE}|(?(1){_RE_PATH_ROOTLESS}|(?:[!$&-.0-9;=@-Z_a-z~]|%[0-9A-Fa-f]{{2}}"
    rf")[!$&-.0-9;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{{2}}[!$&-.0-9;=@-Z_a-z~]*+)*+{_RE_PATH_ABEMPTY}"
    rf"))?))(?:\?({_RE_QUERY}))?(?:#({_RE_QUERY}))?"
)


class _Patterns(dict[str, re.Pattern[str]]):
    """Patterns, each compiled when it is first asked for."""

    def __missing__(self, text: str) -> re.Pattern[str]:
        self[text] = pattern = _compile_re(text)
        return pattern


_pattern = _Patterns()


def _match(template: str, text: str, what: str = "text") -> Any:
    """Return the match of a pattern with the whole of a text, or None."""
    try:
        return _pattern[template].fullmatch(text)
    except TypeError:
        raise _not_str(text, what) from None


_RULES = {"URI": _URI, "URI-reference": _REFERENCE}
_STARTS = {"URI": 123, "URI-reference": 124}
_EXPECTED = """
HEXDIG / ":" / "." / "]"
HEXDIG / ":" / "::"
unreserved / "%" / sub-delims / ":" / "/" / "?" / "#" / <end of text>
HEXDIG
HEXDIG / ":" / "]"
HEXDIG / "]"
HEXDIG / ":" / "." / "::"
HEXDIG / ":"
":" / "::"
"." / DIGIT
":" / "]"
":" / "/" / "?" / "#" / unreserved / "%" / sub-delims / <end of text>
DIGIT
unreserved / "%" / sub-delims / ":" / "@" / "/" / "?" / "#" / <end of text>
"]" / DIGIT
"."
"." / %x30-35
":" / "/" / "?" / "#" / <end of text>
unreserved / "%" / sub-delims / ":" / "@" / "/" / "?" / <end of text>
DIGIT / "/" / "?" / "#" / <end of text>
"]"
"[" / unreserved / "%" / sub-delims / ":" / "/" / "?" / "#" / <end of text>
unreserved / "%" / sub-delims / "@" / "/" / "?" / "#" / <end of text>
unreserved / "%" / sub-delims / ":" / "@"
ALPHA / DIGIT / "+" / "-" / "." / ":"
"//" / "/" / unreserved / "%" / sub-delims / ":" / "@" / "?" / "#" / <end of text>
"/" / unreserved / "%" / sub-delims / ":" / "@" / "?" / "#" / <end of text>
HEXDIG / "::" / "v"
HEXDIG / "."
unreserved / sub-delims / ":" / "]"
":" / unreserved / "%" / sub-delims / "@" / "/" / "?" / "#" / <end of text>
ALPHA
"//" / "/" / unreserved / "%" / sub-delims / "@" / "?" / "#" / <end of text>
unreserved / "%" / sub-delims / ":" / "@" / "[" / "/" / "?" / "#" / <end of text>
":"
unreserved / sub-delims / ":"
"]" / %x30-35
"""
_CUTS = """
0 33 34 35 36 37 38 43 44 45 46 47 48 49 50 51 53 54 58 59 60 61 62 63 64 65 71 86 87 91 92 93 94
95 96 97 103 118 119 123 126 127
"""
_CLASSES = """
- hkoqsuvwyEHIL - b hkoqsuvwyEHIL i hkoqsuvwyEHIL hkoqsuvwxyHIL hkoqsuvwyEHIL hkoqsuvwxyHIL
hkorsuvxyHL ahz dhjklqsvxyBHJ ehjklqsvxyBHJ fhjklqsvxyBHJ ghjklqsvxyBHJ ghjklqsvxyCHJ
ghjklqsvxyDHIKL chuvy hkoqsuvwyEHIL - hkoqsuvwyEHIL - ahyG hstyEH hklmoqsuvwxyFIKL hkoqsuvwxyFIL
hkoqsuvwxyAFIL hkoqsuvwxyFIL p - n - hkoqsuvwyEHIL - hklmoqsuvwxyFIKL hkoqsuvwxyFIL hkoqsuvwxyAFIL
hkoqsuvwxyFIL - hkoqsuvwyEHIL -
"""
_STATES = """
17a3b2c4 12d33e161f162g55 18h2i125 13h3b2i48 19a3b2j4 2a3b2k5i6c4 3l136 3d68e69f70g71m72
3d80e81f82g83m79 3d89e90f91g92m93 3d98e99f100g101m102 3d107e108f109g110m111 3l59 7c14l59 20n0
2a3b2o5i6c4d30e140f141g53 2a3b2o5i6c4d32e155f156g54 4n0c7l34 4n0c8l36 2a3b2o5i6c4d37e167f168g56
12d38e173f174g57 4n0c9l40 12d14e183f184g58 4n0c10l42 4n0c11l44 4n0c12l45 1c13l46
21a3b2p65o5i6d28e130f131g52c4 2a3b2q5i6c4r15 7l143c144 2a3b2q5i6c4r16 7l158c159 2a3b2q5i6c4r19
15r20 4n0c7l85 7l170c171 4n0c8l88 11a3b2k5i6c4 15r22 7l180c181 4n0c9l97 7l189c190 4n0c10l106
7d195e196f197g198c199m200 4n0c11l115 4n0c12l120 1c13l121 22a3b2s47i60 3l126 13a3b2k49i64c50t27
13a3b2j50t27u51i66 23t27v51i66 2a3b2w5i6j28c4r15 2a3b2w5i6c4j30r16 2a3b2w5i6c4j32r19 9j33r20
11a3b2o5i6c4j37 9j38r22 14n0j14 5n0l204 3l206 24x61c62 25y3b2i48z63 26y3b2i48z127 3l129
27l132c133A134 3l135 28l67r150 0n0r1l18c8 0n0r1m18c8j76 0n0r1m18c8B76C160D77 0n0r1m18c8j77
4n0l18c8 0n0r1c7m34j78 0n0r1c7l34 29n0v75 0n0r1c8m36j84 0n0r1c8l36 0n0r1c7l85 4n0l21c9 0n0r1l21c9
0n0r1m21c9j86 0n0r1m21c9B86C172D87 0n0r1m21c9j87 0n0r1c8l88 10n0c7 0n0r1c9m40j94 0n0r1c9l40 10n0c8
0n0r1l23c10 0n0r1m23c10j95 0n0r1m23c10B95C182D96 0n0r1m23c10j96 4n0l23c10 0n0r1c9l97
0n0r1c10m42j103 0n0r1c10l42 10n0c9 0n0r1l24c11 0n0r1m24c11j104 0n0r1m24c11B104C191D105
0n0r1m24c11j105 4n0l24c11 0n0r1c10l106 0n0r1c11m44j112 0n0r1c11l44 10n0c10 0n0r1l25c12
0n0r1m25c12j113 0n0r1m25c12B113C201D114 0n0r1m25c12j114 4n0l25c12 0n0r1c11l115 0n0r1c12m45j118
0n0r1c12l45 10n0c11 6r1c13m46j119 6r1c13l46 0n0r1c12l120 6r1c13l121 10n0c12 8c13
30c62a3b2E47i60x122 31F61 32G3b2z63H47i60F122 3l128 3l3 33a3b2k49i64c50t27p65 3l2 3l49
2a3b2w5i6j52c4r15 2a3b2w5i6D28B52c4r15C137 1l138c29 34c139 3l67 3l51 3l5 2a3b2I5i6J28c4r15
1c29l142 5d145e146f147g148m149n0 2a3b2w5i6c4j53r16 2a3b2w5i6c4D30B53r16C151 1c29l152 1l153c31
5n0d68e69f70g71m72 0n0r1l17c7 0n0r1m17c7j73 0n0r1m17c7B73C154D74 0n0r1m17c7j74 4n0l17c7 35v75
2a3b2I5i6c4J30r16 8c29 1c31l157 0n0r1c7K34J78 2a3b2w5i6c4j54r19 2a3b2w5i6c4D32B54r19C163 1c31l164
1l165c35 5n0d80e81f82g83m79 0n0r1c8K36J84 9j55r20 9D33B55r20C166 2a3b2I5i6c4J32r19 8c31 1c35l169
16J33r20 11a3b2o5i6c4j56 11a3b2o5i6c4D37B56C175 1c35l176 1l177c39 5n0d89e90f91g92m93 0n0r1c9K40J94
9j57r22 9D38B57r22C178 11a3b2L5i6c4J37 8c35 1c39l179 16J38r22 1c39l185 1l186c41
5n0d98e99f100g101m102 0n0r1c10K42J103 14n0j58 14n0D14B58C187 8c39 1c41l188 36n0J14 1c41l192
1l193c43 5n0d107e108f109g110m111 0n0r1c11K44J112 8c41 1c43l194 1c43l202 6r1l26c13 6r1m26c13j116
6r1m26c13B116C203D117 6r1m26c13j117 5n0l59 1l26c13 0n0r1c12K45J118 8c43 6r1c13K46J119 5n0l205
5n0l14 3l47
"""


def _rule_of(name: str) -> str:
    for rule in _RULES:
        if rule.lower() == _str(name, "rule").lower():
            return rule
    raise ValueError(f"there is no rule {name!r} among {', '.join(_RULES)}")


def _matches(text: str, rule: str) -> bool:
    return _match(_RULES[rule], text) is not None


@cache
def _automaton() -> Any:
    """Return what finds a character's place, the classes there, and the states."""
    from bisect import bisect_right

    expected = _EXPECTED.strip().split("\n")
    states = []
    for row in _STATES.split():
        (_, line), *steps = re.findall("([^0-9]?)([0-9]+)", row)
        states.append((expected[int(line)], {name: int(after) for name, after in steps}))
    place = partial(bisect_right, [int(cut) for cut in _CUTS.split()])
    return place, ["", *_CLASSES.split()], states


def _read(text: str, rule: str) -> tuple[int, str]:
    """Return how far a match of the rule can come, and what can stand there."""
    place, classes, states = _automaton()
    expected, steps = states[_STARTS[rule]]
    for offset, char in enumerate(text):
        after = [steps[name] for name in classes[place(ord(char))] if name in steps]
        if not after:
            return offset, expected
        expected, steps = states[after[0]]
    return len(text), expected


def _validated(text: str, rule: str) -> str:
    """Return the text, if it matches the rule; else raise a URIError."""
    rule = _rule_of(rule)
    if _matches(text, rule):
        return text
    raise _invalid(text, rule, *_read(text, rule))


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

# Appendix B, possessive: no part has the delimiter that ends it. With re.DOTALL, a fragment keeps "\n".
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
# [ userinfo "@" ] host [ ":" port ] (3.2) of any text: the last "@" counts, and the last ":digits".
_AUTHORITY = r"(?:(.*)@)?(\[[^\]]*\]|[^:]*|.*?)(?::([0-9]*))?"
# host (3.2.2), with a group for each type; the last is RFC 3987's. Policies know domains, too.
_HOST = (
    rf"\[(?:((?:{_RE_IPV6ADDRESS}))|([Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++))\]|("
    rf"{_RE_IPV4ADDRESS})|({_RE_REG_NAME})|([!$&-.0-9;=A-Z_a-z~{_WIDE_1}]*+(?:%[0-9A-Fa-f]"
    rf"{{2}}[!$&-.0-9;=A-Z_a-z~{_WIDE_1}]*+)*+)"
)
_HOST_KINDS = ("IPv6address", "IPvFuture", "IPv4address", "reg-name", "ireg-name", "domain")

if TYPE_CHECKING:

    class _Parts(NamedTuple):
        scheme: str | None = None
        authority: str | None = None
        path: str = ""
        query: str | None = None
        fragment: str | None = None
else:
    _FIELDS = "scheme authority path query fragment"
    _Parts = namedtuple("URI", _FIELDS, defaults=(None, None, "", None, None))


def _host_type(host: str) -> str | None:
    match = _match(_HOST, host)
    if match is None:
        return None
    return _HOST_KINDS[match.lastindex - 1]


_TO_LOWER = dict(zip(range(65, 91), range(97, 123)))


def _lower(text: str) -> str:
    """Return the text with A to Z in lower case: the "K" of kelvin stays."""
    if text.isascii():
        return text.lower()
    return text.translate(_TO_LOWER)


def _ipv6_text(host: str) -> str:
    """Return an IP-literal in lower case, and an IPv6address as RFC 5952 writes it."""
    literal = _lower(host)
    if not _pattern[_IPV6ADDRESS].fullmatch(literal, 1, len(literal) - 1):
        return literal
    import ipaddress

    address = ipaddress.IPv6Address(literal[1:-1])
    if address.ipv4_mapped:
        return f"[::ffff:{address.ipv4_mapped}]"
    return f"[{address}]"


def _bracketed(host: str) -> str:
    """Return a host, an IPv6 address in the brackets that a URI needs (3.2.2)."""
    if _pattern[_IPV6ADDRESS].fullmatch(host):
        return f"[{host}]"
    return host


def _part_error(text: str, part: str, offset: int) -> URIError:
    """Return the error for a wrong part."""
    reason = f"{_found(text, part, offset)} is not allowed here in the {part}"
    return URIError(text, part, offset, part, reason)


def _guarded(scheme: str | None, path: str) -> str:
    """Return a path with "/." or "./" before it, if it would be misread (3.3, 4.2)."""
    if path[:2] == "//":
        return "/." + path
    if scheme is None and 0 < path.find(":") < (path + "/").find("/"):
        return "./" + path
    return path


def _recomposed(scheme: Any, authority: Any, path: str, query: Any, fragment: Any) -> str:
    """Return the text of the parts (5.3), with a guarded path."""
    if authority is None:
        text = _guarded(scheme, path)
    else:
        text = f"//{authority}{path}"
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    if fragment is not None:
        text = f"{text}#{fragment}"
    return text


def _checked_text(uri: URI) -> str:
    """Return the text of parts, with a guarded path; raise an error for parts that no text has."""
    parts: list[Any] = [*uri]
    for i, name in enumerate(URI._fields):
        if parts[i] is not None or name == "path":
            parts[i] = _str(parts[i], name)
    # A part cannot have what ends it; a scheme is not empty; after an authority, "/" begins a path.
    ends = [r"[:/?#]|\A\Z", "[/?#]", r"[?#]|\A[^/]", "#"]
    if parts[1] is None:
        parts[2] = _guarded(parts[0], parts[2])
        ends[2] = "[?#]"
    text = _recomposed(*parts)
    for i, (name, end) in enumerate(zip(URI._fields, ends)):
        wrong = parts[i] is not None and re.search(end, parts[i])
        if wrong:
            before: Any = [*parts[:i], "", *URI()[i + 1 :]]
            start = len(_recomposed(*before)) if i else 0
            raise _part_error(text, name, start + wrong.start())
    return text


def recompose(uri: URI) -> str:
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts.

    A path that would read as an authority or a scheme has "/." or "./" put before it (3.3, 4.2).
    Raises URIError for parts that no text has, such as a path with a "?".
    """
    if type(uri) is not URI and (not isinstance(uri, tuple) or len(uri) != 5):
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    if isinstance(uri[2], str):
        text = _recomposed(*uri)
        if _pattern[_APPENDIX_B].fullmatch(text).groups() == uri:  # type: ignore[union-attr]
            return text
    return _checked_text(uri)  # a guarded path, or parts of no text


class URI(_Parts):
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty.

    `str(uri)` recomposes it. `userinfo`, `host`, `port` (its digits) and `host_type` are read from the
    authority. An IP-literal has its brackets.
    """

    __slots__ = ()

    __str__ = recompose

    def _inside(self) -> tuple[str | Any, ...]:
        """Return userinfo, host and port."""
        if self.authority is None:
            return None, None, None
        return _match(_AUTHORITY, self.authority, "authority").groups()  # type: ignore[no-any-return]

    @property
    def userinfo(self) -> str | None:
        """What is before the "@" (3.2.1)."""
        return self._inside()[0]

    @property
    def host(self) -> str | None:
        """The host (3.2.2)."""
        return self._inside()[1]

    @property
    def port(self) -> str | None:
        """The digits after the host and ":" (3.2.3)."""
        return self._inside()[2]

    @property
    def host_type(self) -> str | None:
        """The rule of 3.2.2 that the host fits first, RFC 3987's "ireg-name", or None."""
        return None if self.host is None else _host_type(self.host)


_new = tuple.__new__  # URI._make, without its check of the length


def split(text: str) -> URI:
    """Return the parts of any text, by the regular expression of RFC 3986 Appendix B.

    Nothing is validated and nothing is lost: recompose(split(text)) == text.
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


def parse(text: str, *, rule: str = "URI") -> URI:
    """Return the parts of a valid text, as split does (RFC 3986 4.1).

    Raises URIError for a text that does not match the rule, which is one of RFC 3986 or 3987, and
    GrammarError for an unknown rule.
    """
    if rule in ("URI", "URI-reference"):
        match = _match(_REFERENCE, text)
        if match:
            parts = match.groups()
            if parts[0] is not None or rule == "URI-reference":
                return _new(URI, parts)
    return split(_validated(text, rule))


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----

# Each part that a policy can name, by Appendix B and _AUTHORITY.
_PLACES = r"""(?x)
(?: (?P<scheme> [^:/?#]++ ) : )?+
(?: // (?P<authority>
    (?: (?= [^@/?#]*+ @ ) (?P<userinfo> [^:/?#]* (?: : (?P<password> [^/?#]* ) )? ) @ )?+
    (?P<host> \[ [^\]/?#]* \] | [^:/?#]*+ | [^/?#]*? )
    (?: : (?P<port> [0-9]* ) )?+
) (?! [^/?#] ) )?+
(?P<path> [^?#]*+ )
(?: \? (?P<query> [^#]*+ ) )?+
(?: \# (?P<fragment> .*+ ) )?+
"""
# 6.2.3: schemes whose default port is known, and whose empty path is "/".
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
# RFC 1123 2.1: labels in lower case.
_DOMAIN = r"(?=.{1,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:[.](?!\Z)|\Z))+"
_SCHEME = r"[A-Za-z][+\-.0-9A-Za-z]*+"
_UNRESERVED = r"[\-.0-9A-Z_a-z~]"
# A triplet after a stray "%" stays as it is: decoded, "%4%41" would be the triplet "%4A".
_TRIPLET = "%(?<!%%)(?<!%[0-9A-Fa-f]%)[0-9A-Fa-f]{2}"


@cache
def _normal_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _pattern[_UNRESERVED].fullmatch(char) else triplet.upper()


def _normal_triplets(part: str) -> str:
    """Return the part with each triplet in its normal form (6.2.2.1, 6.2.2.2)."""
    if "%" not in part:
        return part
    return re.sub(_TRIPLET, lambda match: _normal_triplet(match[0]), part)


def _comparable_host(host: str) -> str:
    """Return a host as policies compare it, in its normal form."""
    host = _normal_triplets(host)
    if host.startswith("["):
        return _ipv6_text(host)
    return _lower(host).removesuffix(".")


def _mapped(host: str) -> str:
    """Return a host as IDNA maps it (3.2.2): %EF%BC%91 is "1". Return "/" if it is too long."""
    if host.isascii() and "%" not in host:
        return host
    if len(host) > 2_277:  # 253 triplets
        return "/"
    import unicodedata
    from urllib.parse import unquote

    return _comparable_host(unicodedata.normalize("NFKC", unquote(host)).replace("\u3002", "."))


def _is_number(label: str) -> bool:
    """Return whether resolvers may read the last label as a number (7.4)."""
    if label.isascii():
        return re.fullmatch("[0-9]+|0x[0-9a-f]*", label) is not None
    # IDNA leaves out U+115F and some that are not letters.
    return not any(char.isalpha() and char not in "abcdefx\u115f\u1160" for char in label)


def _comparable_port(port: str) -> str:
    """Return a port without leading zeros."""
    return port.lstrip("0") or port[:1]


def _allowed_scheme(value: str) -> str:
    """Return an allowed scheme as it is compared."""
    if not _pattern[_SCHEME].fullmatch(value):
        raise ValueError(f"schemes: not a scheme: {_clip(_masked(value))!r}")
    return _lower(value)


def _allowed_host(value: str) -> str:
    host = _comparable_host(_bracketed(value))
    is_dots = value != "" and host in ("", ".")
    if is_dots or "*" in host or _host_type(host.removeprefix(".")) is None:
        hint = '".a.example" is a.example and all below it'
        raise ValueError(f"hosts: not a host: {_clip(_masked(value))!r}; {hint}")
    return host


def _allowed_port(value: int | str) -> str:
    if not isinstance(value, str):
        value = str(int(value))
    if value.strip("0123456789"):
        raise ValueError(f"ports: not a port: {_clip(_masked(value))!r}")
    return _comparable_port(value)


# How a part is compared, of a text and of an allowed value.
_FORMS = {"scheme": _lower, "host": _comparable_host, "port": _comparable_port}
_ALLOWED: Any = {"scheme": _allowed_scheme, "host": _allowed_host, "port": _allowed_port}


@lru_cache(maxsize=32)
def _allowed_forms(name: str, values: tuple[Any, ...]) -> tuple[dict[str, None], tuple[str, ...]]:
    """Return the allowed values as they are compared, and which of them are domains."""
    forms = dict.fromkeys(map(_ALLOWED[name], values))
    return forms, tuple([form for form in forms if form[:1] == "."])


def _part_of(places: re.Match[str], name: str) -> str:
    """Return the part that a policy is about: the host, for a type of host."""
    if name in _HOST_KINDS:
        return "host"
    if name not in places.re.groupindex:
        names = ", ".join([*places.re.groupindex, *_HOST_KINDS])
        raise ValueError(f"unknown part {_clip(_masked(name))!r}: {names}")
    return name


def _refused(places: re.Match[str], part: str, name: str, expected: str, reason: str) -> URIError:
    """Return the error of a policy, at where the part begins or would begin."""
    path_start, path_end = places.span("path")
    outside = {"scheme": 0, "query": path_end, "fragment": len(places.string)}
    offset = outside.get(part, path_start)
    if part in ("userinfo", "password") and places["authority"] is not None:
        offset = max(places.start("authority"), places.end("userinfo"))
    if places[part] is not None:
        offset = places.start(part)
    return URIError(places.string, name, offset, _clip(expected, 300), reason)


def _allow(places: re.Match[str], name: str, values: tuple[Any, ...]) -> None:
    """Raise a URIError unless a part is one of the values."""
    part = places[name]
    allowed, domains = _allowed_forms(name, values)
    if name == "port" and not part:
        if "" in allowed:
            return
        part = _DEFAULT_PORTS.get(_lower(places["scheme"] or ""))
    found = "missing"
    if part is not None:
        form = _FORMS[name](part)
        if form in allowed:
            return
        if f".{form}".endswith(domains):
            # evil.example%2F.a.example may end early (7.6).
            mapped = _mapped(form)
            if mapped == form or (_host_type(mapped) and not re.search("%[0-7]", form + mapped)):
                return
        start, end = places.span(name)
        found = repr(_clip(_masked(places.string)[start:end] or part))
    expected = " / ".join([f'"{form}"' for form in allowed])
    reason = f"the {name} is {found}; allowed: {_clip(expected) or 'none'}"
    raise _refused(places, name, name, expected, reason)


def _kinds(host: str, kind: str) -> set[str | None]:
    """Return a host's types in all its forms: %31.2.3.4 is a reg-name and an IPv4address."""
    normal = _comparable_host(host)
    mapped = _mapped(normal)
    is_number = _is_number(mapped.rpartition(".")[2])
    if kind == "domain" and not is_number and _pattern[_DOMAIN].fullmatch(normal):
        return {kind}
    kinds = {_host_type(host), _host_type(normal)}
    if is_number:
        kinds.add("IPv4address")
    elif _host_type(mapped) is None:
        kinds.add(None)
    return kinds


def _require(places: re.Match[str], name: str, part: str) -> None:
    """Raise a URIError unless the text has this part, or a host of this type."""
    value = places[part]
    if value is None or (value == "" and part in ("host", "port", "path")):
        raise _refused(places, part, name, name, f"the {part} is missing")
    if part != name and _kinds(value, name) != {name}:
        raise _refused(places, part, name, name, f"the host is not of type {name}")


def _forbid(places: re.Match[str], name: str, part: str) -> None:
    """Raise a URIError if the text has this part, or a host that may be of this type."""
    value = places[part]
    reason = f"{name} is not allowed"
    no_host = not places["host"] and _lower(places["scheme"] or "") in _DEFAULT_PORTS
    if no_host and part not in ("scheme", "path", "query", "fragment"):
        reason += ", and the host is missing"  # browsers read http:/a as http://a
    elif value is None or (value == "" and part == "path"):
        return
    elif part != name:
        kinds = _kinds(value, name)
        if None in kinds:
            reason += ", and the host may be one: it is of no known type"
        elif name not in kinds:
            return
    raise _refused(places, part, name, f"<no {name}>", reason)


_CHECKS = {"require": _require, "forbid": _forbid}


def _apply_policies(text: str, **policies: Any) -> None:
    """Raise a URIError unless validate's policies allow a text of one of _REFERENCE_RULES."""
    places = _match(_PLACES, text)
    for policy, values in policies.items():
        if policy in _CHECKS:
            if values == ():
                continue
            for name in _as_tuple(values, policy):
                _CHECKS[policy](places, name, _part_of(places, name))
        elif values is not None:
            kinds = (int, str) if policy == "ports" else (str,)
            _allow(places, policy[:-1], _as_tuple(values, policy, kinds))


def validate(
    text: str,
    *,
    rule: str = "URI",
    schemes: Iterable[str] | None = None,
    hosts: Iterable[str] | None = None,
    ports: Iterable[int | str] | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
) -> str:
    """Return the text itself, if it matches a rule of RFC 3986 or 3987, and the policies allow it.

    `schemes`, `hosts` and `ports` list the allowed values. ".a.example" allows a.example and all hosts
    below it. Hosts are compared in their normal form (6.2.2), without a final dot: EX%61MPLE.com. is
    example.com. IPv6 addresses are compared as addresses, but ::ffff:1.2.3.4 is not 1.2.3.4. An
    undefined or empty port is the scheme's default (3.2.3), and "".

    `require` names the parts that must be there, and `forbid` those that must not: scheme, authority,
    userinfo, password, host, port, path, query, fragment. Both take types of hosts, too: IPv4address,
    IPv6address, IPvFuture, reg-name, ireg-name, and domain: labels as in RFC 1123, the last not a
    number. What resolvers may read as an IPv4address, such as 0x7f.1, counts as one (7.4). A required
    host, port or path must not be empty; a forbidden path may be.

    Raises URIError; its offset for a policy is where the part begins or would. Raises GrammarError
    for an unknown rule, and ValueError for an unknown part, for policies with a rule without such
    parts, and for a value that no URI has there, such as "http:" or a wildcard.
    """
    if schemes is None and hosts is None and ports is None and require == forbid == ():
        return _validated(text, rule)
    if rule not in _REFERENCE_RULES:
        names = ", ".join(_REFERENCE_RULES)
        if _str(rule, "rule").lower() not in map(str.lower, _REFERENCE_RULES):
            raise ValueError(f"policies are for {names}, not for {_clip(_masked(rule))!r}")
    _validated(text, rule)
    _apply_policies(text, schemes=schemes, hosts=hosts, ports=ports, require=require, forbid=forbid)
    return text
