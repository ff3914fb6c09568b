# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
r"""A rule as Python source: named sub-patterns, each below its ABNF, composed of those above it.

What makes a pattern fast is across the borders of rules: that all characters of a loop are one class,
and that its runs are taken at once. So a rule of single characters is a class, the text between "[" and
"]", of which classes are composed; and a rule such as pchar, single characters or something else, is
written out in a loop, with a class of its own:

    PCHAR = rf"{UNRESERVED}{SUB_DELIMS}:@"
    SEGMENT = rf"[{PCHAR}]*+(?:{PCT_ENCODED}[{PCHAR}]*+)*+"

All other rules stand by their names, unless that would keep an alternation from sharing its tail, two
loops from being one, or a proven rule from being linear. The ABNF of a rule that is written out stands
below that of the rule that has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import chain
from textwrap import dedent, indent

from .backtracking import are_decided, is_proven
from .charset import AT_END, Ranges, count, edges, is_within, union
from .engines import POSSESSIVE, Style
from .nodes import (
    EMPTY,
    Alt,
    Block,
    Cat,
    Named,
    Node,
    Ref,
    Rep,
    Set,
    bare,
    branches_of,
    followed,
    is_loop,
    items_of,
    nodes_of,
)  # fmt: skip
from .regex_writer import RegexWriter, write_members
from .ruleset import HasRules, Rule
from .simplify import choose, concatenate, factor_tails, repeat

WIDTH = 100  # of a line of Python source
_TAKEN = ("re", "None", "True", "False")  # what no constant may be called
_WARNING = "# Not proven: on some texts, this may take very long."
# What is not broken over lines: a class, a range, a name, an escape; each with its quantifier.
_ESCAPE = r"\\x..|\\u....|\\U........|\\."
_CHARACTER = rf"(?:{_ESCAPE}|[^\\])"
_END = rf"(?:{_ESCAPE}|[^][()|{{}}\\])"  # of a range
_UNBROKEN = rf"""(?x)
(?: \[ (?: \\. | [^]\\] ){{0,70}} \] | {_END} - {_END} | \{{ \w+ \}} | \(\?: | {_CHARACTER} )
(?: (?: [*+?] | \{{\{{ [0-9,]+ \}}\}} ) [+]? )?
"""


# Named rules: the tree, and what can come after it anywhere.
_Calls = dict[str, tuple[Node, Ranges]]


def _find_calls(node: Node, after: Ranges, calls: _Calls) -> None:
    """Note for each named rule in a tree its own tree, and all that can come after it anywhere."""
    if isinstance(node, Named):
        _, known = calls.get(node.name, (node, ()))
        after = union(known, after)
        if after == known:
            return
        calls[node.name] = node.parts[0], after
    for part, follow in followed(node, after):
        _find_calls(part, follow, calls)


class _Source:
    """The constants of some rules, by the rules' names: each the text, and the rules in it.

    `tree` has the trees of the grammar's rules, in which other rules stand by their names.
    """

    def __init__(
        self, grammar: HasRules, rules: Sequence[str], taken: Collection[str], style: Style
    ) -> None:
        self.grammar = grammar
        self.tree = cache(self.build_tree)
        self.style = style
        self.calls: _Calls = {}
        roots = [grammar.rule(rule).name for rule in rules]
        for name in roots:
            _find_calls(Named((self.tree(name),), name), AT_END, self.calls)
        # What a constant is called, and its text: of an f-string, if it has others in it.
        self.identifiers: dict[str, str] = {}
        self.taken = {*_TAKEN, *taken}
        self.texts: dict[str, str] = {}
        self.formatted: set[str] = set()
        for name in roots:
            self.write(name)

    # Trees

    def build_tree(self, name: str) -> Node:
        tree = self.build(self.grammar.rule(name).node)
        has_blocks = Block in map(type, nodes_of(tree))
        if (has_blocks or not is_proven(tree)) and self.grammar.plan(name).is_linear:
            # In which no name is left, so that it is linear.
            return self.grammar.plan(name).tree
        return tree

    def build(self, node: Node, in_loop: bool = False) -> Node:
        if isinstance(node, Set):
            return Set(node.ranges)
        if isinstance(node, Ref):
            return self.build_reference(node, in_loop)
        if isinstance(node, Cat):
            return _concatenate_opened(list(map(self.build, node.parts)))
        if isinstance(node, Rep):
            body = self.build(node.body, in_loop or node.high != 1)
            if is_loop(bare(body)):
                body = bare(body)
            return repeat(body, node.low, node.high)
        return _choose_opened([self.build(part, in_loop) for part in node.parts])

    def build_reference(self, node: Ref, in_loop: bool) -> Node:
        tree = self.tree(node.name)
        if isinstance(tree, Set) or tree == EMPTY:
            return tree
        rule = self.grammar.rule(node.name)
        if in_loop and self.class_of(rule.name):
            return self.build(rule.node, in_loop)
        return Named((tree,), rule.name)

    def class_of(self, name: str) -> Ranges:
        """Return the single characters of a rule that loops write out, or () if it is none."""
        tree = self.tree(name)
        if isinstance(tree, Alt) and are_decided(tree.parts):
            tree = tree.parts[0]
        return tree.ranges if isinstance(tree, Set) else ()

    # Texts

    def classes_in(self, name: str) -> dict[str, Ranges]:
        """Return the rules that a rule may have in its classes, those with most characters first."""
        others = _written_out(self.grammar, name, {*self.calls, name})  # those are patterns
        found = {rule.name: self.class_of(rule.name) for rule in others}
        return dict(sorted(found.items(), key=lambda item: -count(item[1])))

    def write(self, name: str) -> None:
        """Write a rule, after those that it needs."""
        if name in self.texts:
            return
        writer = _Writer(self.style, self.classes_in(name), self.identify)
        if name in self.calls:
            text = writer.write_apart(*self.calls[name])
        else:
            text = writer.write_members(self.class_of(name))
        for used in writer.used:
            self.write(used)
        if writer.used:
            self.formatted.add(name)
        else:
            text = _without_doubles(text)
        self.identify(name)
        self.texts[name] = text

    def identify(self, name: str) -> str:
        """Return what the constant of a rule is called."""
        if name not in self.identifiers:
            identifier = name.replace("-", "_").upper()
            while identifier in self.taken:
                identifier += "_"
            self.taken.add(identifier)
            self.identifiers[name] = identifier
        return self.identifiers[name]


def _choose_opened(nodes: Sequence[Node]) -> Node:
    """Return one of the alternatives, of which named ones are opened if they share a tail."""
    opened = list(chain.from_iterable(map(branches_of, map(bare, nodes))))
    if len(factor_tails(opened)) < len(opened):
        return choose(opened)
    return choose(nodes)


def _concatenate_opened(nodes: Sequence[Node]) -> Node:
    """Return a sequence, in which segment *( "/" segment ) is one loop, if a segment is one."""
    opened = []
    for node in nodes:
        if is_loop(bare(node)) and node.can_be_empty:
            node = bare(node)
        if isinstance(node, Rep) and isinstance(node.body, Cat):
            body = concatenate(map(bare, node.body.parts))
            node = repeat(body, node.low, node.high)
        opened.append(node)
    plain, other = concatenate(nodes), concatenate(opened)
    return other if len(items_of(other)) < len(items_of(plain)) else plain


def _without(ranges: Ranges, others: Ranges) -> Ranges:
    """Return ranges without others, which are within them."""
    left = sorted(edges(ranges) ^ edges(others))
    return tuple([(start, end - 1) for start, end in zip(left[::2], left[1::2])])


class _Writer(RegexWriter):
    """Writes a rule for an f-string, with other rules by their constants, in classes, too.

    `used` notes them. A brace of the pattern is written twice.
    """

    def __init__(
        self, style: Style, classes: dict[str, Ranges], identify: Callable[[str], str]
    ) -> None:
        super().__init__(style)
        self.classes = classes
        self.identify = identify
        self.used: dict[str, None] = {}

    def call(self, name: str) -> str:
        self.used[name] = None
        return f"{{{self.identify(name)}}}"

    def write_members(self, ranges: Ranges) -> str:
        called = ""
        for name, members in self.classes.items():
            if members and is_within(members, ranges):
                called += self.call(name)
                ranges = _without(ranges, members)
        return called + _doubled(write_members(ranges, self.style))

    def write_set(self, node: Set) -> str:
        for members in self.classes.values():
            if members and is_within(members, node.ranges):
                return f"[{self.write_members(node.ranges)}]"
        return _doubled(super().write_set(node))

    def write_quantifier(self, node: Rep) -> str:
        return _doubled(super().write_quantifier(node))

    def write(self, node: Node, after: Ranges = AT_END) -> str:
        if isinstance(node, Named):
            return self.call(node.name)
        return super().write(node, after)


def _doubled(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _without_doubles(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def write_source(
    grammar: HasRules, rules: Sequence[str], taken: Collection[str] = (), style: Style = POSSESSIVE
) -> tuple[str, dict[str, str]]:
    """Return the source of some rules, and the names of their constants.

    No constant has a name that is `taken`; it gets a "_" at its end.
    """
    source = _Source(grammar, rules, taken, style)
    shown = set(source.texts)
    blocks = []
    for name, text in source.texts.items():
        lines = [_comment(grammar.rule(name))]
        lines += map(_comment, _written_out(grammar, name, shown))
        if not grammar.plan(name).is_linear:
            lines.append(_WARNING)
        prefix = "rf" if name in source.formatted else "r"
        lines.append(_assign(source.identify(name), text, prefix))
        blocks.append("\n".join(lines))
    return "\n".join(blocks), {rule: source.identify(grammar.rule(rule).name) for rule in rules}


def _written_out(grammar: HasRules, name: str, shown: set[str]) -> Iterator[Rule]:
    """Yield the rules that a rule needs and that have no constant, unless they were shown before."""
    stack = [name]
    while stack:
        rule = grammar.rule(stack.pop())
        if rule.name not in shown:
            shown.add(rule.name)
            yield rule
        elif rule.name != name:
            continue
        stack += reversed(rule.refs)


def _comment(rule: Rule) -> str:
    return indent(_escape(dedent(rule.text)), "# ")


def _escape(text: str) -> str:
    return re.sub("[^\n -~]", lambda match: ascii(match[0])[1:-1], text)


def _assign(identifier: str, pattern: str, prefix: str) -> str:
    """Return the assignment of a pattern to a name."""
    text = _escape(pattern).replace('"', r"\x22")
    whole = f'{identifier} = {prefix}"{text}"'
    if len(whole) <= WIDTH:
        return whole
    parts = re.findall(_UNBROKEN, text)
    literals = [f'    {prefix}"{line}"\n' for line in _break(parts, WIDTH - 8)]
    return f"{identifier} = (\n{''.join(literals)})"


def _break(parts: Sequence[str], width: int) -> list[str]:
    """Return a pattern in lines: a line for each alternative that is not in a group.

    Other items share lines; the inside of a group that is too long is broken in the same way.
    """
    if len("".join(parts)) <= width:
        return ["".join(parts)]
    lines = [""]
    for item in _items_of(parts):
        text = "".join(item)
        if len(text) > width and len(item) > 2:
            inside = _break(item[1:-1], width)
            inside[0] = item[0] + inside[0]
            inside[-1] += item[-1]
            lines += inside
        elif text == "|" or len(lines[-1] + text) > width:
            lines.append(text)
        else:
            lines[-1] += text
    return list(filter(None, lines))


def _items_of(parts: Sequence[str]) -> Iterator[list[str]]:
    """Yield groups, each with all that is in it, and what is in none."""
    item: list[str] = []
    depth = 0
    for part in parts:
        item.append(part)
        if part == "(?:":
            depth += 1
        elif part.startswith(")"):
            depth -= 1
        if depth == 0:
            yield item
            item = []
