# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
r"""A rule as Python source: named sub-patterns, each below its ABNF, composed of those above it.

What makes a pattern fast is across the borders of rules: that all characters of a loop are one class,
and that its runs are taken at once. So a rule of single characters is a class, the text between "[" and
"]", of which classes are composed; and a rule such as pchar, single characters or something else, is
written out in a loop, with a class of its own:

    PCHAR = rf"{UNRESERVED}{SUB_DELIMS}:@"
    SEGMENT = rf"[{PCHAR}]*+(?:{PCT_ENCODED}[{PCHAR}]*+)*+"

All other rules stand by their names, unless that would keep an alternation from sharing its tail, or a
proven rule from being linear.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from textwrap import dedent, indent
from typing import Protocol

from .reading import Rule
from .rendering import STYLES, Renderer, Style, find_calls, group, group_name, write_members
from .tree import (
    AT_END,
    EMPTY,
    MAX_TRIES,
    Alt,
    Cat,
    Named,
    Node,
    Ranges,
    Ref,
    Rep,
    Set,
    are_decided,
    bare,
    branches_of,
    choose,
    concatenate,
    factor_tails,
    is_loop,
    is_within,
    nodes_of,
    repeat,
    tries,
)

_WIDTH = 100  # of a line
_TAKEN = ("re", "None", "True", "False")  # what no constant may be called
_WARNING = "# Not proven: on some texts, this takes exponential time."
# A call in what is written, but not in "\(?&x\)".
_CALL = r"(?<!\\)((?:\\\\)*)\(\?&([^)]+)\)"
# What is not broken over lines: a class, a range, a name, an escape; each with its quantifier.
_CHARACTER = r"(?:\\x..|\\u....|\\U........|\\.|[^\\])"
_UNBROKEN = rf"""(?x)
(?: \[ (?: \\. | [^]\\] )* \] | {_CHARACTER} - {_CHARACTER} | \{{ \w+ \}} | \(\?: | {_CHARACTER} )
(?: (?: [*+?] | \{{\{{ [0-9,]+ \}}\}} ) [+]? )?
"""


class _HasRules(Protocol):
    """What is asked of a grammar."""

    def _rule(self, name: str) -> Rule: ...
    def _tree(self, name: str) -> Node: ...
    def proven(self, rule: str) -> bool: ...


class _Trees:
    """The trees of a grammar's rules, in which other rules stand by their names."""

    def __init__(self, grammar: _HasRules) -> None:
        self.grammar = grammar
        self.known: dict[str, Node] = {}
        self.inlined: set[str] = set()  # rules in which no name is left, so that they are linear

    def tree(self, name: str) -> Node:
        rule = self.grammar._rule(name)
        if rule.name not in self.known:
            tree = self.build(rule.node)
            if tries(tree) > MAX_TRIES and self.grammar.proven(name):
                tree = self.grammar._tree(name)
                self.inlined.add(rule.name)
            self.known[rule.name] = tree
        return self.known[rule.name]

    def build(self, node: Node, in_loop: bool = False) -> Node:
        if isinstance(node, Set):
            return Set(node.ranges)
        if isinstance(node, Ref):
            return self.build_reference(node, in_loop)
        if isinstance(node, Cat):
            return concatenate(map(self.build, node.parts))
        if isinstance(node, Rep):
            body = self.build(node.body, in_loop or node.high != 1)
            return repeat(bare(body) if is_loop(bare(body)) else body, node.low, node.high)
        return _choose_opened([self.build(part, in_loop) for part in node.parts])

    def build_reference(self, node: Ref, in_loop: bool) -> Node:
        tree = self.tree(node.name)
        if isinstance(tree, Set) or tree == EMPTY:
            return tree
        rule = self.grammar._rule(node.name)
        if in_loop and self.class_of(rule.name):
            return self.build(rule.node, in_loop)
        return Named((tree,), rule.name)

    def class_of(self, name: str) -> Ranges:
        """Return the single characters of a rule that loops write out, or () if it is none."""
        tree = self.tree(name)
        if isinstance(tree, Set):
            return tree.ranges
        if isinstance(tree, Alt) and isinstance(tree.parts[0], Set) and are_decided(tree.parts):
            return tree.parts[0].ranges
        return ()

    def classes_in(self, name: str) -> dict[str, Ranges]:
        """Return the rules that a rule may have in its classes, those with most characters first."""
        found: dict[str, Ranges] = {}
        stack = [name]
        while stack:
            rule = self.grammar._rule(stack.pop())
            for ref in rule.refs:
                other = self.grammar._rule(ref).name
                ranges = self.class_of(other)
                if other not in found and (ranges or name in self.inlined):
                    found[other] = ranges
                    stack.append(other)
        return dict(sorted(found.items(), key=lambda item: -_count(item[1])))


def _count(ranges: Ranges) -> int:
    return sum([high - low + 1 for low, high in ranges])


def _choose_opened(nodes: Sequence[Node]) -> Node:
    """Return one of the alternatives, of which named ones are opened if they share a tail."""
    if not are_decided(nodes):
        opened = [branch for node in nodes for branch in branches_of(bare(node))]
        if len(factor_tails(opened)) < len(opened):
            return choose(opened)
    return choose(nodes)


def _without(ranges: Ranges, others: Ranges) -> Ranges:
    """Return ranges without others, which are within them."""
    left = list(ranges)
    for low, high in others:
        for start, end in left:
            if start <= low <= end:
                left.remove((start, end))
                left += [(start, low - 1)] if start < low else []
                left += [(high + 1, end)] if high < end else []
                break
    return tuple(sorted(left))


class _Writer(Renderer):
    """Writes a rule with calls, (?&name), of other rules, in classes, too. `used` notes them."""

    def __init__(self, style: Style, classes: dict[str, Ranges]) -> None:
        super().__init__(style)
        self.classes = classes
        self.used: dict[str, None] = {}

    def write_members(self, ranges: Ranges) -> str:
        names = []
        for name, members in self.classes.items():
            if members and is_within(members, ranges):
                names.append(name)
                ranges = _without(ranges, members)
        self.used.update(dict.fromkeys(names))
        return "".join([f"(?&{name})" for name in names]) + write_members(ranges, self.style)

    def write_set(self, node: Set) -> str:
        members = self.write_members(node.ranges)
        return f"[{members}]" if "(?&" in members else super().write_set(node)

    def write_named(self, node: Named, after: Ranges) -> str:
        self.used[node.name] = None
        return f"(?&{node.name})"

    def needs_group(self, body: Node) -> bool:
        # A constant that is an alternation is grouped.
        return super().needs_group(body) or (isinstance(body, Named) and not isinstance(bare(body), Alt))


class _Source:
    """The constants of some rules, by the rules' names: each the text, and the rules in it."""

    def __init__(self, grammar: _HasRules, rules: Sequence[str], style: Style) -> None:
        self.trees = _Trees(grammar)
        self.style = style
        roots = [grammar._rule(rule).name for rule in rules]
        self.calls: dict[str, tuple[Node, Ranges]] = {}
        for name in roots:
            find_calls(Named((self.trees.tree(name),), name), AT_END, self.calls)
        self.texts: dict[str, str] = {}
        for name in roots:
            self.write(name)

    def write(self, name: str) -> None:
        """Write a rule, after those that it needs."""
        if name in self.texts:
            return
        classes = self.trees.classes_in(name)
        for other in self.calls:
            classes.pop(other, None)  # it is a pattern
        writer = _Writer(self.style, classes)
        if name in self.calls:
            tree, after = self.calls[name]
            text = writer.write(tree, after)
            if isinstance(tree, Alt):
                text = group(text, self.style)
        else:
            text = writer.write_members(self.trees.class_of(name))
        for used in writer.used:
            self.write(used)
        self.texts[name] = text


def write_source(
    grammar: _HasRules,
    rules: Sequence[str],
    taken: Collection[str] = (),
    style: Style = STYLES["re"],
) -> tuple[str, dict[str, str]]:
    """Return the source of some rules, and the names of their constants.

    No constant has a name that is `taken`; it gets a "_" at its end.
    """
    source = _Source(grammar, rules, style)
    names = _identifiers(source.texts, {*_TAKEN, *taken})
    blocks = []
    for name, text in source.texts.items():
        lines = [indent(_escape(dedent(grammar._rule(name).text)), "# ")]
        if not grammar.proven(name):
            lines.append(_WARNING)
        lines.append(_assign(names[name], text, names))
        blocks.append("\n".join(lines))
    return "\n".join(blocks), {rule: names[grammar._rule(rule).name] for rule in rules}


def _identifiers(rules: Iterable[str], taken: set[str]) -> dict[str, str]:
    identifiers = {}
    for rule in rules:
        identifier = group_name(rule).upper()
        while identifier in taken:
            identifier += "_"
        taken.add(identifier)
        identifiers[rule] = identifier
    return identifiers


def _escape(text: str) -> str:
    return re.sub("[^\n -~]", lambda match: ascii(match[0])[1:-1], text)


def _assign(identifier: str, pattern: str, names: dict[str, str]) -> str:
    """Return the assignment of a pattern to a name. `names` are those of the rules in it."""
    prefix, text = "r", _escape(pattern).replace('"', r"\x22")
    in_braces = text.replace("{", "{{").replace("}", "}}")
    called, calls = re.subn(_CALL, lambda call: f"{call[1]}{{{names[call[2]]}}}", in_braces)
    if calls:
        prefix, text = "rf", called
    whole = f'{identifier} = {prefix}"{text}"'
    if len(whole) <= _WIDTH:
        return whole
    literals = [f'    {prefix}"{line}"\n' for line in _break(text, _WIDTH - 8)]
    return f"{identifier} = (\n{''.join(literals)})"


def _break(text: str, width: int) -> Iterator[str]:
    """Yield a pattern in lines: a line for each alternative, and those that are too long in several."""
    line, depth = "", 0
    for match in re.finditer(_UNBROKEN, text):
        part = match[0]
        if len(line + part) > width or (part == "|" and depth <= 1):
            yield line
            line = ""
        line += part
        depth += (part == "(?:") - part.startswith(")")
    yield line
