# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Reading ABNF: RFC 5234 and RFC 7405, and "|" and "_" as RFC 2396 writes them.

A text is cut into definitions: a line that begins with a name and "=", and the lines below it that
are indented more. Each is parsed by itself, so a fault in one is one problem, and the others can
still be read. Each becomes a tree; a `Reading` has the rules of a text and of its base.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import NamedTuple, Protocol

from uri_regex import _clip as clip
from uri_regex import redact

from .errors import Place, Problem
from .hints import explain_definition, explain_name, explain_token
from .nodes import EMPTY, Alt, Cat, Node, Ref, Rep, Set, joined, nodes_of

NAME = "[A-Za-z][A-Za-z0-9_-]*"  # RFC 2396 has "_" in names
_EQUALS = r"[ \t]*(?:(?:;.*)?\n[ \t]+){0,99}="  # may stand in a line below the name
_CHUNK_TEMPLATE = r"""(?xm)
^ (?P<indent> [ \t]* )
(?: (?P<name> NAME ) EQUALS (?P<incremental> /? )
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
(?P<blank> [ \t\n]* )
(?:
  (?P<comment> ;.* )
| (?P<name>    [A-Za-z][A-Za-z0-9_-]* )
| (?P<repeat>  [0-9]* \* [0-9]* | [0-9]+ )
| (?P<string>  (?: %[SsIi] )? "[ !#-~]*" )
| (?P<number>  %[BbDdXx] [.0-9A-Za-z]+ (?: - [.0-9A-Za-z]+ )? )
| (?P<prose>   <[ -=?-~]*> )
| (?P<mark>    [\s\S]? )
)
"""
_PROSE = rf"<({NAME})(?: *,[ -=?-~]*)?>"  # RFC 9110: <URI-reference, see [URI], Section 4.1>
_CLOSING = {"(": ")", "[": "]"}
_MAX_GROUPS = 30  # nested groups in the text
_MAX_DEPTH = 100  # of a tree with rules written out: far from what Python and `re` can recurse
_MAX_SIZE = 100_000  # characters of a rule with its repeats written out: `re` takes 1 µs for each
_MAX_REPEAT = 65_535  # PCRE's limit; RE2's is 1,000


class Definition(NamedTuple):
    """A definition, of which the right side begins at `start` in its text."""

    name: str
    is_incremental: bool  # "=/", which adds alternatives (RFC 5234 3.3)
    place: Place
    text: str
    start: int


class Rule(NamedTuple):
    """A rule as read. The place is None where it is inherited."""

    name: str
    node: Node
    refs: dict[str, Place]  # the names in it, each where it stands first
    place: Place | None
    text: str


class HasRules(Protocol):
    """What other rooms ask of a grammar."""

    def _rule(self, name: str) -> Rule: ...
    def _tree(self, name: str) -> Node: ...
    def proven(self, rule: str) -> bool: ...
    def matches(self, rule: str, text: str) -> bool: ...


class _Token(NamedTuple):
    kind: str
    text: str
    place: Place
    offset: int


class _Fault(Exception):
    """What is wrong with a definition: the message and the place."""


# ---- Definitions and tokens ----


def _definitions(abnf: str, problems: list[Problem]) -> Iterator[Definition]:
    """Yield the definitions of a text. A paragraph that is not one is a problem."""
    line, at = 1, 0
    for chunk in re.finditer(_CHUNK, abnf):
        line += abnf.count("\n", at, chunk.start())
        at = chunk.start()
        place = Place(line, len(chunk["indent"]) + 1)
        if chunk["words"]:
            words = chunk["words"]
            message = f"this is neither a rule nor an indented line of one: {clip(redact(words))!r}"
            message += explain_definition(words)
            problems.append(Problem(line, None, message, place.column))
            continue
        whole = re.match(_TRIMMED, chunk[0])
        text = whole[0] if whole else chunk[0]
        start = chunk.end("incremental") - at
        yield Definition(chunk["name"], chunk["incremental"] == "/", place, text, start)


def _tokens(definition: Definition) -> Iterator[_Token]:
    """Yield the tokens of the right side, without comments; the last one is empty."""
    text, start = definition.text, definition.start
    line = definition.place.line + text.count("\n", 0, start)
    line_start = text.rfind("\n", 0, start) + 1
    for match in re.compile(_TOKEN).finditer(text, start):
        if newlines := match["blank"].count("\n"):
            line += newlines
            line_start = text.rfind("\n", 0, match.end("blank")) + 1
        kind = str(match.lastgroup)
        offset = match.start(kind)
        if kind != "comment":
            yield _Token(kind, match[kind], Place(line, offset - line_start + 1), offset)


# ---- A definition ----


class _Parser:
    """The right side of a definition (RFC 5234 section 4), token by token.

    Each method reads what its docstring says, in ABNF, and returns its tree. `refs` has the place of
    each name that it met. `prose` tells what a prose-val stands for.
    """

    def __init__(self, definition: Definition, prose: _Prose) -> None:
        self.source = definition
        self.tokens = _tokens(definition)
        self.token = next(self.tokens)
        self.prose = prose
        self.refs: dict[str, Place] = {}
        self.open: list[_Token] = []  # brackets

    def take(self) -> _Token:
        """Return the token in hand, and go on to the next."""
        token, self.token = self.token, next(self.tokens)
        return token

    def unreadable(self) -> _Fault:
        """Return the error for a token that cannot stand where it does."""
        token = self.token
        habit = explain_token(self.source.text, token.offset)
        if habit:
            place = Place(token.place.line, token.place.column + habit.offset - token.offset)
            return _Fault(habit.message, place)
        message = "the rule ends too early"
        if token.text:
            message = f"{token.text!r} cannot stand here"
        if self.open and token.text in ("", ")", "]"):
            bracket = self.open[-1]
            line, column = bracket.place
            message += f'; the "{bracket.text}" of line {line}, column {column} is not closed'
        elif not token.text:
            message += ": an element is missing"
        return _Fault(message, token.place)

    def definition(self) -> Node:
        """alternation, up to the end"""
        node = self.alternation()
        if self.token.text:
            raise self.unreadable()
        return node

    def alternation(self) -> Node:
        """concatenation *( "/" concatenation )"""
        alternatives = [self.concatenation()]
        while self.token.text in ("/", "|"):
            self.take()
            alternatives.append(self.concatenation())
        return joined(Alt, alternatives)

    def concatenation(self) -> Node:
        """1*repetition"""
        items = [self.repetition()]
        while self.token.text not in ("/", "|", ")", "]", ""):
            items.append(self.repetition())
        return joined(Cat, items)

    def repetition(self) -> Node:
        """[ repeat ] element"""
        if self.token.kind != "repeat":
            return self.element()
        low, high = _read_repeat(self.take())
        if self.token.kind == "prose" and high == 0:  # 0<pchar>
            self.take()
            return Rep((EMPTY,), low, high)
        return Rep((self.element(),), low, high)

    def element(self) -> Node:
        """rulename / group / option / char-val / num-val / prose-val"""
        token = self.token
        if token.text in _CLOSING:
            return self.group()
        if token.kind == "name":
            node: Node = Ref(token.text)
        elif token.kind == "string":
            node = _read_string(token.text)
        elif token.kind == "number":
            node = _read_number(token)
        elif token.kind == "prose":
            node = self.prose_val(token)
        else:
            raise self.unreadable()
        for inner in nodes_of(node):
            if isinstance(inner, Ref):
                self.refs.setdefault(inner.name, token.place)
        self.take()
        return node

    def prose_val(self, token: _Token) -> Node:
        """ "<" *( %x20-3D / %x3F-7E ) ">" """
        node = self.prose.tree_of(token.text)
        if node is None:
            name = clip(self.source.name)
            advice = f"define {name} in ABNF, or pass the grammar that has it as base"
            raise _Fault(f"prose is no rule: {clip(redact(token.text))}; {advice}", token.place)
        return node

    def group(self) -> Node:
        """( "(" alternation ")" ) / ( "[" alternation "]" )"""
        opening = self.token
        if len(self.open) == _MAX_GROUPS:
            raise _Fault(f"groups are more than {_MAX_GROUPS} deep", opening.place)
        self.open.append(self.take())
        node = self.alternation()
        if self.token.text != _CLOSING[opening.text]:
            raise self.unreadable()
        self.open.pop()
        self.take()
        if opening.text == "[":
            return Rep((node,), 0, 1)
        return node


def _read_string(token: str) -> Node:
    """RFC 5234 2.3 and 7405: ASCII letters match both cases, unless it is %s."""
    prefix, _, text = token[:-1].partition('"')
    upper, lower, start = text.upper(), text.lower(), '"'
    if prefix.lower() == "%s":
        upper, lower, start = text, text, '%s"'
    sets = []
    for i, cases in enumerate(zip(upper, lower)):
        ranges = tuple([(ord(case), ord(case)) for case in sorted(set(cases))])
        # Named after what is expected there.
        sets.append(Set(ranges, f'{start}{clip(text[i : i + 61])}"'))
    return joined(Cat, sets)


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
        raise _Fault(f"not a number: {clip(text)}", token.place) from None
    if max(points) > sys.maxunicode:
        raise _Fault(f"beyond the last code point, %x10FFFF: {clip(text)}", token.place)
    if not is_range:
        return joined(Cat, [Set(((x, x),), f"%x{x:02X}") for x in points])
    low, high = points
    if high < low:
        raise _Fault(f"a range whose end is before its start: {clip(text)}", token.place)
    return Set(((low, high),), text)


def _read_repeat(token: _Token) -> tuple[int, int | None]:
    """RFC 5234 3.6 and 3.7: *X, 1*X, *4X, 1*4X, 2X."""
    bounds = [int(digits.lstrip("0")[:9] or "0") for digits in token.text.split("*")]
    low, high = bounds[0], bounds[-1]
    shown = clip(token.text)
    if max(bounds) > _MAX_REPEAT:  # as nine digits are
        raise _Fault(f"a repeat of more than {_MAX_REPEAT}: {shown}", token.place)
    if token.text.endswith("*"):
        return low, None
    if high < low:
        raise _Fault(f"a repeat whose maximum is below its minimum: {shown}", token.place)
    return low, high


class _Prose:
    """What prose stands for: the rule that it names, as the base has it.

    RFC 9110 has `uri-host = <host, see [URI], Section 3.2.2>` beside a rule `Host` of its own. So in a
    tree of the base, rules that the text redefines are written out, and those that refer to them, too.
    A name that the base does not have is a rule of the text in brackets (RFC 5234 2.1).
    """

    def __init__(self, definitions: Iterable[Definition], base: dict[str, Rule]) -> None:
        self.base = base
        self.redefined: set[str] = set()
        self.stand_ins: dict[str, Node] = {}  # what stands for a reference in a tree of the base
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
            own = self.base[key].node
            tree = self.as_in_base(own)
            self.stand_ins[key] = tree if key in self.redefined or tree != own else node
        return self.stand_ins[key]

    def tree_of(self, prose: str) -> Node | None:
        """Return the tree that prose stands for, or None where it is only prose."""
        if key := self.named(prose):
            return self.as_in_base(self.base[key].node)
        if re.fullmatch(f"<{NAME}>", prose):
            return Ref(prose[1:-1])
        return None


# ---- The rules of a text ----


class Reading:
    """The rules of a text and of its base, by lower-case name (RFC 5234 2.1), and all that is wrong.

    `rules` can be read, and those in `works` do work: each comes after those that it refers to.
    `faulty` says why another does not. `listed` has the keys of all but the core rules, as defined.
    """

    def __init__(self, abnf: str, base: Reading | None) -> None:
        self.rules: dict[str, Rule] = {}
        self.works: dict[str, Rule] = {}
        self.faulty: dict[str, Problem] = {}
        self.listed: dict[str, None] = {}
        self.problems: list[Problem] = []
        if base:
            self.inherit(base)
        abnf = re.sub(_PAGE, "", abnf.replace("\r\n", "\n"))
        definitions = list(_definitions(abnf, self.problems))
        if not definitions and not self.problems:
            self.problems.append(Problem(1, None, "there is no rule", 1))
        self.read(definitions, _Prose(definitions, base.works if base else {}))
        self.check()
        self.problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))

    def inherit(self, base: Reading) -> None:
        """Take a base's rules, which are checked again, because the text may define what they lack.

        None as the place marks what is inherited.
        """
        self.listed.update(base.listed)
        for key, rule in base.rules.items():
            self.rules[key] = rule._replace(place=None)
        for key, why in base.faulty.items():
            if key not in self.rules:
                self.faulty[key] = why._replace(line=None, column=None)

    def report(self, name: str, message: str, place: Place | None) -> None:
        """Note what is wrong with a rule, so that it does not work."""
        line, column = place or (None, None)
        problem = Problem(line, name, clip(message, 300), column)
        self.problems.append(problem)
        self.faulty.setdefault(name.lower(), problem)

    def read(self, definitions: Iterable[Definition], prose: _Prose) -> None:
        """Read the definitions, those of one rule together."""
        of_rules: dict[str, list[Definition]] = {}
        for definition in definitions:
            of_rules.setdefault(definition.name.lower(), []).append(definition)
        for key, own in of_rules.items():
            rule = self.read_rule(key, own, prose)
            if rule:
                self.rules[key] = rule
                self.listed[key] = None
                self.faulty.pop(key, None)
            else:
                self.rules.pop(key, None)
                self.listed.pop(key, None)
                self.faulty[key] = self.problems[-1]

    def read_rule(self, key: str, definitions: list[Definition], prose: _Prose) -> Rule | None:
        """Return the rule of these definitions, "=" and then "=/", or None if it cannot be read.

        Of several with "=", the first that can be read counts: RFCs repeat definitions in their prose.
        """
        parts: list[Rule] = []
        if definitions[0].is_incremental and key in self.rules:
            parts.append(self.rules[key]._replace(place=definitions[0].place))
        lacks_some = False
        for definition in definitions:
            try:
                _add_part(parts, definition, prose)
            except _Fault as fault:
                self.report(definition.name, *fault.args)
                lacks_some = lacks_some or definition.is_incremental
        return _join(parts) if parts and not lacks_some else None

    def check(self) -> None:
        """Find rules that are undefined, recursive or too large, and those that refer to a faulty one.

        A recursive rule is not regular.
        """
        measures: dict[str, tuple[int, int]] = {}
        for key in self.in_order():
            rule = self.rules[key]
            for ref, place in rule.refs.items():
                if ref.lower() not in self.rules and ref.lower() not in self.faulty:
                    message = f"{clip(rule.name)} refers to {clip(ref)}, which is not defined"
                    self.report(rule.name, message + explain_name(ref), rule.place and place)
            causes = [self.faulty[ref.lower()] for ref in rule.refs if ref.lower() in self.faulty]
            if causes:
                line, column = rule.place or (None, None)
                why = causes[0]._replace(line=line, column=column, rule=rule.name)
                self.faulty.setdefault(key, why)
            elif key not in self.faulty:
                self.check_size(key, rule, measures)

    def check_size(self, key: str, rule: Rule, measures: dict[str, tuple[int, int]]) -> None:
        measures[key] = size, depth = _measure(rule.node, measures)
        if size > _MAX_SIZE:
            self.report(rule.name, f"{clip(rule.name)} is too large for a pattern", rule.place)
        elif depth > _MAX_DEPTH:
            self.report(rule.name, f"{clip(rule.name)} nests too deeply for a pattern", rule.place)
        else:
            self.works[key] = rule

    def in_order(self) -> Iterator[str]:
        """Yield each rule after those that it refers to, and report those that lead to themselves.

        By hand, because a chain of rules may be longer than Python recurses.
        """
        done: set[str] = set()
        own_first = sorted(self.rules, key=lambda key: not self.rules[key].place)
        # The rules that lead to the one in hand, each with its references that are left. "" is the
        # root, whose references are all rules.
        path: dict[str, Iterator[str]] = {"": iter(own_first)}
        while path:
            key = next(reversed(path))
            ref = next(path[key], None)
            if ref is None:
                del path[key]
                done.add(key)
                if key:
                    yield key
            elif ref.lower() in path:
                self.report_cycle(path, ref)
            elif ref.lower() in self.rules and ref.lower() not in done:
                path[ref.lower()] = iter(self.rules[ref.lower()].refs)

    def report_cycle(self, path: dict[str, Iterator[str]], ref: str) -> None:
        """Report that the last rule on a path refers to one that is on it."""
        key = ref.lower()
        # Of a long cycle, the last ones are shown.
        keys = list(takewhile(lambda other: other != key, islice(reversed(path), 9)))
        names = [clip(self.rules[other].name) for other in keys[:8]]
        if len(keys) == 9:
            names.append("…")
        name = clip(self.rules[key].name)
        cycle = " > ".join([name, *reversed(names), name])
        last = self.rules[next(reversed(path))]
        place = self.rules[key].place or (last.place and last.refs[ref])
        self.report(self.rules[key].name, f"{name} is recursive: {cycle}", place)


def _add_part(parts: list[Rule], definition: Definition, prose: _Prose) -> None:
    """Read a definition of a rule. Raises _Fault where it cannot be read, or differs from the first."""
    name, place, is_more = clip(definition.name), definition.place, definition.is_incremental
    if is_more and not parts:
        raise _Fault(f"=/ adds to {name}, which is not defined", place)
    parser = _Parser(definition, prose)
    node = parser.definition()
    if is_more or not parts:
        parts.append(Rule(definition.name, node, parser.refs, place, definition.text))
    elif node != parts[0].node:
        raise _Fault(f"{name} is defined twice; the first counts", place)


def _join(rules: list[Rule]) -> Rule:
    """Return the rule whose alternatives these are."""
    refs: dict[str, Place] = {}
    for rule in rules:
        refs.update(rule.refs)
    node = joined(Alt, [rule.node for rule in rules])
    return rules[0]._replace(node=node, refs=refs, text="\n".join([rule.text for rule in rules]))


def _measure(node: Node, measures: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Return a tree's size with every rule and repeat written out, and its depth."""
    if isinstance(node, Ref):
        size, depth = measures[node.name.lower()]
        return size, depth + 1
    parts = [_measure(part, measures) for part in node.parts]
    size = sum([size for size, _ in parts]) or 1
    if isinstance(node, Rep):
        size *= max(node.high or node.low, 1)
    return size, max([depth + 1 for _, depth in parts], default=0)
