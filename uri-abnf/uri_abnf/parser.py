# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Reading ABNF: RFC 5234 and RFC 7405, "|" and "_" as RFC 2396 writes them, and lists of RFC 9110.

A text is cut into definitions: a line that begins with a name and "=", and the lines below it that
are indented more. Each is parsed by itself, so a fault in one is one problem, and the others can
still be read. Each becomes a tree; a `RuleSet` has the rules of a text and of its base.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from uri_regex import redact

from .charset import union
from .errors import Place, Problem, clip
from .hints import explain_definition, explain_token
from .nodes import EMPTY, Alt, Cat, Node, Ref, Rep, Set, join, nodes_of

NAME = "[A-Za-z][A-Za-z0-9_-]*"  # RFC 2396 has "_" in names
_EQUALS = r"[ \t]*(?:(?:;.*)?\n[ \t]+){0,99}="  # may stand in a line below the name
_CHUNK_TEMPLATE = r"""(?xm)
^ (?P<indent> [ \t]* )
(?: (?P<name> NAME ) EQUALS (?P<more> /? )
  | (?P<words> [^ \t\n;] .* ) )
(?s: .*? )                                                  # up to the end, another definition,
(?= \Z | \n [ \t]* NAME EQUALS
  | \n (?(name) (?! (?P=indent) [ \t] ) [ \t]* [^ \t\n;]    # or what is not indented more;
        | [ \t]* $ ) )                                      # words, up to an empty line
"""
_CHUNK = _CHUNK_TEMPLATE.replace("NAME", NAME).replace("EQUALS", _EQUALS)
# Of the comments below a definition, those directly below it belong to it.
_TRIMMED = r"([ \t]*)(?s:.*\n)?[ \t]*[^ \t\n;].*(?:\n\1[ \t]+;.*){0,999}"
_PAGE = r"""(?xm)
^ \f? (?: [^\s=;"<] [^=;"<\n]* \[Page[ ][0-9]+\]            # the foot of an RFC's page,
        | (?: RFC[ ][0-9]+ | Internet-Draft ) [ ]{2} .* [ ][12][0-9]{3} )   # and the head: not ABNF
  [ \t\f]* $
| ^ \f                                                      # the break between them
| \f $
| \A \ufeff                                                 # a byte order mark
"""
# A string may be %s"…" or %i"…" (RFC 7405). A number is looked at more closely by _read_number.
_TOKEN = r"""(?x)
[ \t\n]*
(?:
  (?P<comment> ;.* )
| (?P<name>    [A-Za-z][A-Za-z0-9_-]* )
| (?P<list>    [0-9]* \# [0-9]* )
| (?P<repeat>  [0-9]* \* [0-9]* | [0-9]+ )
| (?P<string>  (?: %[SsIi] )? "[ !#-~]*" )
| (?P<number>  %[BbDdXx] [.0-9A-Za-z]+ (?: - [.0-9A-Za-z]+ )? )
| (?P<prose>   <[ -=?-~]*> )
| (?P<mark>    [\s\S]? )
)
"""
# RFC 9110: <URI-reference, see [URI], Section 4.1>.
_PROSE = rf"<({NAME})(?: *,[ -=?-~]*)?>"
_CLOSING = {"(": ")", "[": "]"}
_MAX_GROUPS = 30  # nested groups in the text
# Characters of a rule with its repeats written out: `re` takes 1 µs for each.
MAX_SIZE = 100_000
_MAX_REPEAT = 65_535  # PCRE's limit; RE2's is 1,000


class Definition(NamedTuple):
    """A definition, of which the right side begins at `start` in its text."""

    name: str
    is_more: bool  # "=/", which adds alternatives (RFC 5234 3.3)
    place: Place
    text: str
    start: int


class _Token(NamedTuple):
    kind: str
    text: str
    place: Place
    offset: int


class Fault(Exception):
    """What is wrong with a definition: the message and the place."""


# ---- Definitions and tokens ----


def read_definitions(abnf: str, problems: list[Problem]) -> Iterator[Definition]:
    """Yield the definitions of a text. A paragraph that is not one is a problem."""
    abnf = re.sub(_PAGE, "", abnf.replace("\r\n", "\n"))
    line, at = 1, 0
    for chunk in re.finditer(_CHUNK, abnf):
        line += abnf.count("\n", at, chunk.start())
        at = chunk.start()
        place = Place(line, len(chunk["indent"]) + 1)
        if words := chunk["words"]:
            message = f"this is neither a rule nor an indented line of one: {clip(redact(words))!r}"
            message += explain_definition(words)
            problems.append(Problem(line, None, message, place.column))
            continue
        whole = re.match(_TRIMMED, chunk[0])
        text = whole[0] if whole else chunk[0]
        start = chunk.end("more") - at
        yield Definition(chunk["name"], chunk["more"] == "/", place, text, start)


def _tokens(definition: Definition) -> Iterator[_Token]:
    """Yield the tokens of the right side, without comments; the last one is empty."""
    lines = [0, *map(re.Match.end, re.finditer("\n", definition.text))]  # where each begins
    for match in re.compile(_TOKEN).finditer(definition.text, definition.start):
        kind = str(match.lastgroup)
        if kind != "comment":
            offset = match.start(kind)
            row = bisect_right(lines, offset) - 1
            place = Place(definition.place.line + row, offset - lines[row] + 1)
            yield _Token(kind, match[kind], place, offset)


# ---- A definition ----


class _Parser:
    """The right side of a definition (RFC 5234 section 4), token by token.

    Each method reads what its docstring says, in ABNF, and returns its tree. `refs` has the place of
    each name that it met. `prose` tells what a prose-val stands for.
    """

    def __init__(self, definition: Definition, prose: Prose) -> None:
        self.source = definition
        self.tokens = _tokens(definition)
        self.token = next(self.tokens)
        self.prose = prose
        self.refs: dict[str, Place] = {}
        self.open: list[_Token] = []  # brackets
        self.size = 0  # characters and names

    def take(self) -> _Token:
        """Return the token in hand, and go on to the next."""
        token, self.token = self.token, next(self.tokens)
        return token

    def unreadable(self) -> Fault:
        """Return the error for a token that cannot stand where it does."""
        token = self.token
        if hint := explain_token(self.source.text, token.offset):
            place = Place(token.place.line, token.place.column + hint.offset - token.offset)
            return Fault(hint.message, place)
        message = "the rule ends too early"
        if token.text:
            message = f"{token.text!r} is not allowed here"
        if self.open and token.text in ("", ")", "]"):
            bracket = self.open[-1]
            line, column = bracket.place
            message += f'; the "{bracket.text}" of line {line}, column {column} is not closed'
        elif not token.text:
            message += ": an element is missing"
        return Fault(message, token.place)

    def alternation(self) -> Node:
        """concatenation *( "/" concatenation )"""
        alternatives = [self.concatenation()]
        while self.token.text in ("/", "|"):
            self.take()
            alternatives.append(self.concatenation())
        return join(Alt, alternatives)

    def concatenation(self) -> Node:
        """1*repetition"""
        items = [self.repetition()]
        while self.token.text not in ("/", "|", ")", "]", ""):
            items.append(self.repetition())
        return join(Cat, items)

    def repetition(self) -> Node:
        """[ repeat ] element / list"""
        if self.token.kind == "list":
            return self.list_of()
        if self.token.kind != "repeat":
            return self.element()
        low, high = _read_repeat(self.take())
        if self.token.kind == "prose" and high == 0:  # 0<pchar>
            self.take()
            return Rep((EMPTY,), low, high)
        return Rep((self.element(),), low, high)

    def list_of(self) -> Node:
        """[ number ] "#" [ number ] element

        As a sender writes it: 2#3x = x 1*2( OWS "," OWS x ), and #x = [ 1#x ] (RFC 9110 5.6.1.1).
        """
        token = self.take()
        low, high = _read_repeat(token)
        item, spaces = self.element(), Ref("OWS")
        self.refs.setdefault("OWS", token.place)
        if high == 0:
            return Rep((EMPTY,), 0, 0)
        if high is not None:
            high -= 1
        another = Cat((spaces, _read_string('","'), spaces, item))
        items = Cat((item, Rep((another,), max(low - 1, 0), high)))
        if low == 0:
            return Rep((items,), 0, 1)
        return items

    def element(self) -> Node:
        """rulename / group / option / char-val / num-val / prose-val"""
        token = self.token
        if token.text in _CLOSING:
            return self.group()
        self.size += _measure(token)
        if self.size > MAX_SIZE:  # found before so many nodes are made
            message = f"{clip(self.source.name)} is too large for a pattern"
            raise Fault(message, self.source.place)
        if token.kind == "name":
            node: Node = Ref(token.text)
        elif token.kind == "string":
            node = _read_string(token.text)
        elif token.kind == "number":
            node = _read_number(token)
        elif token.kind == "prose":
            node = self.prose.tree_of(token, self.source.name)
        else:
            raise self.unreadable()
        for inner in nodes_of(node):
            if isinstance(inner, Ref):
                self.refs.setdefault(inner.name, token.place)
        self.take()
        return node

    def group(self) -> Node:
        """( "(" alternation ")" ) / ( "[" alternation "]" )"""
        opening = self.token
        if len(self.open) == _MAX_GROUPS:
            raise Fault(f"groups are more than {_MAX_GROUPS} deep", opening.place)
        self.open.append(self.take())
        node = self.alternation()
        if self.token.text != _CLOSING[opening.text]:
            raise self.unreadable()
        self.open.pop()
        self.take()
        if opening.text == "[":
            return Rep((node,), 0, 1)
        return node


def _measure(token: _Token) -> int:
    """Return how many characters a string or a number stands for, and 1 for other tokens."""
    if token.kind == "string":
        return len(token.text.partition('"')[2]) - 1
    return 1 + token.text.count(".")


def _read_string(token: str) -> Node:
    """RFC 5234 2.3 and 7405: ASCII letters match both cases, unless it is %s."""
    prefix, _, text = token[:-1].partition('"')
    is_exact = prefix.lower() == "%s"
    start = '%s"' if is_exact else '"'
    sets = []
    for i, char in enumerate(text):
        other = char if is_exact else char.swapcase()
        ranges = union(((ord(char), ord(char)),), ((ord(other), ord(other)),))
        # Named after what is expected there.
        sets.append(Set(ranges, f'{start}{clip(text[i : i + 61])}"'))
    return join(Cat, sets)


def _read_number(token: _Token) -> Node:
    """RFC 5234 2.3 and 3.4: %x41, %x41.42.43, %x41-5A."""
    text = token.text
    base = {"x": 16, "d": 10, "b": 2}[text[1].lower()]
    is_range = "-" in text
    digits = text[2:].split("-" if is_range else ".")
    try:
        # 22 digits are beyond all, even if binary.
        points = [int(x.lstrip("0")[:22] or x[:1], base) for x in digits]
    except ValueError:
        raise Fault(f"not a number: {clip(text)}", token.place) from None
    if max(points) > sys.maxunicode:
        raise Fault(f"beyond the last code point, %x10FFFF: {clip(text)}", token.place)
    if not is_range:
        return join(Cat, [Set(((x, x),), f"%x{x:02X}") for x in points])
    low, high = points
    if high < low:
        raise Fault(f"a range whose end is before its start: {clip(text)}", token.place)
    return Set(((low, high),), text)


def _read_repeat(token: _Token) -> tuple[int, int | None]:
    """RFC 5234 3.6 and 3.7: *X, 1*X, *4X, 1*4X, 2X. Of a list, #X, 1#X, #4X, 1#4X."""
    bounds = [int(digits.lstrip("0")[:9] or "0") for digits in re.split("[*#]", token.text)]
    low, high = bounds[0], bounds[-1]
    shown = clip(token.text)
    if max(bounds) > _MAX_REPEAT:  # as nine digits are
        raise Fault(f"a repeat of more than {_MAX_REPEAT}: {shown}", token.place)
    if token.text.endswith(("*", "#")):
        return low, None
    if high < low:
        raise Fault(f"a repeat whose maximum is below its minimum: {shown}", token.place)
    return low, high


class Prose:
    """What prose stands for: the rule that it names, as the base has it.

    RFC 9110 has `uri-host = <host, see [URI], Section 3.2.2>` beside a rule `Host` of its own. So in a
    tree of the base, rules that the text redefines are written out, and those that refer to them, too.
    A name that the base does not have is a rule of the text in brackets (RFC 5234 2.1).
    """

    def __init__(self, definitions: Iterable[Definition], base: Mapping[str, Node]) -> None:
        self.base = base
        self.redefined: set[str] = set()
        # What stands for a reference in a tree of the base.
        self.stand_ins: dict[str, Node] = {}
        for definition in definitions:
            key = definition.name.lower()
            right = definition.text[definition.start :]
            self.redefined.add(key)
            if self.named(right.strip()) == key:  # host = <host, see [URI]>
                self.stand_ins[key] = Ref(key)

    def named(self, prose: str) -> str:
        """Return the rule of the base that prose names, in lower case, or ""."""
        match = re.fullmatch(_PROSE, prose)
        if match and match[1].lower() in self.base:
            return match[1].lower()
        return ""

    def as_in_base(self, node: Node) -> Node:
        if not isinstance(node, Ref):
            return node.with_parts(map(self.as_in_base, node.parts))
        key = node.name.lower()
        if key not in self.stand_ins:
            own = self.base[key]
            tree = self.as_in_base(own)
            self.stand_ins[key] = tree if key in self.redefined or tree != own else node
        return self.stand_ins[key]

    def tree_of(self, token: _Token, definition: str) -> Node:
        """Return the tree that prose stands for. Raises Fault where it is only prose."""
        if key := self.named(token.text):
            return self.as_in_base(self.base[key])
        if re.fullmatch(f"<{NAME}>", token.text):
            return Ref(token.text[1:-1])
        advice = f"define {clip(definition)} in ABNF, or pass the grammar that has it as base"
        raise Fault(f"prose is no rule: {clip(redact(token.text))}; {advice}", token.place)


def read_definition(definition: Definition, prose: Prose) -> tuple[Node, dict[str, Place]]:
    """Return the tree of a definition, and the names in it. Raises Fault where it can't be read."""
    parser = _Parser(definition, prose)
    node = parser.alternation()
    if parser.token.text:
        raise parser.unreadable()
    return node, parser.refs
