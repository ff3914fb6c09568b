# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The nodes of a tree: what a rule matches, and what each part of it can begin with.

`port-part = [ ":" *DIGIT ]` is a Rep from 0 to 1 of a Cat of a Set (":") and a Rep of a Ref.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import accumulate
from operator import attrgetter

from .charset import Ranges, coarsened, count, union


class Node:
    """A tree. Two trees are equal if they are written alike.

    A tree can begin with the characters in `begins`; where it `can_be_empty`, it begins with what
    follows it, too.
    """

    parts: tuple[Node, ...]

    @cached_property
    def begins(self) -> Ranges:
        return coarsened(union(*[part.begins for part in self.parts]))

    @cached_property
    def can_be_empty(self) -> bool:
        return any(part.can_be_empty for part in self.parts)

    @cached_property
    def size(self) -> int:
        """How many nodes it has."""
        return 1 + sum([part.size for part in self.parts])

    @cached_property
    def length(self) -> int:
        """About how many characters it has, once it is written."""
        return 3 + sum([part.length for part in self.parts])

    @cached_property
    def depth(self) -> int:
        deepest: int = max(map(attrgetter("depth"), self.parts), default=0)
        return deepest + 1

    def with_parts(self, parts: Iterable[Node]) -> Node:
        return replace(self, parts=tuple(parts)) if self.parts else self  # type: ignore[type-var]


@dataclass(frozen=True)
class Set(Node):
    """One character of these. `name` is how the grammar wrote it, or "" in a tree for a pattern."""

    parts = ()
    ranges: Ranges
    name: str = ""

    @cached_property
    def begins(self) -> Ranges:
        return self.ranges

    @cached_property
    def length(self) -> int:
        characters = count(self.ranges)
        if characters == 1:
            return 1
        return 2 + min(characters, 3 * len(self.ranges))  # of a range, two and a "-"


@dataclass(frozen=True)
class Ref(Node):
    """What another rule matches. A tree for a pattern has none."""

    parts = ()
    name: str


@dataclass(frozen=True)
class Cat(Node):
    """All parts, one after another: none, or at least two."""

    parts: tuple[Node, ...] = ()

    @cached_property
    def length(self) -> int:
        return sum([part.length for part in self.parts])

    @cached_property
    def begins(self) -> Ranges:
        return reduce(first, reversed(self.parts), ())

    @cached_property
    def can_be_empty(self) -> bool:
        return all(part.can_be_empty for part in self.parts)


@dataclass(frozen=True)
class Alt(Node):
    """One of its parts, of which there are at least two."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Rep(Node):
    """Its one part, `low` to `high` times; None is no limit."""

    parts: tuple[Node, ...]
    low: int
    high: int | None

    @property
    def body(self) -> Node:
        return self.parts[0]

    @cached_property
    def can_be_empty(self) -> bool:
        return self.low == 0 or self.body.can_be_empty


@dataclass(frozen=True)
class Named(Node):
    """A rule in a tree for a pattern, which is written by its name: a sub-pattern."""

    parts: tuple[Node, ...]
    name: str


@dataclass(frozen=True)
class Block(Node):
    """A tree of states, in which each text has one way. `goes_on` is what can follow a match in it."""

    parts: tuple[Node, ...]
    goes_on: Ranges


EMPTY = Cat()


def nodes_of(*nodes: Node) -> list[Node]:
    """Return trees and all that is in them."""
    found: list[Node] = []
    stack = list(nodes)
    while stack:
        top = stack.pop()
        found.append(top)
        stack += top.parts
    return found


def bare(node: Node) -> Node:
    """Return what a sub-pattern or a block stands for."""
    while isinstance(node, (Block, Named)):
        node = node.parts[0]
    return node


def is_loop(node: Node) -> bool:
    """Return whether a tree is *x or 1*x."""
    return isinstance(node, Rep) and node.low < 2 and node.high is None


def is_option(node: Node) -> bool:
    return isinstance(node, Rep) and node.low == 0 and node.high == 1


def items_of(node: Node) -> tuple[Node, ...]:
    """Return what a tree adds to the sequence that it is a part of."""
    return node.parts if isinstance(node, Cat) else (node,)


def branches_of(node: Node) -> tuple[Node, ...]:
    """Return what a tree adds to the alternatives that it is one of."""
    if is_option(node):  # [ x ] = x / ""
        return (*branches_of(node.parts[0]), EMPTY)
    return node.parts if isinstance(node, Alt) else (node,)


def join(kind: type[Cat | Alt], nodes: Sequence[Node]) -> Node:
    """Return a node of these parts, without an identity; one alone needs none."""
    return nodes[0] if len(nodes) == 1 else kind(tuple(nodes))


# ---- What comes after what ----


def first(after: Ranges, node: Node) -> Ranges:
    """Return the characters that a tree can begin with; where it is empty, those of `after`."""
    if not node.can_be_empty:
        return node.begins
    return coarsened(union(node.begins, after))


def followed(node: Node, after: Ranges) -> list[tuple[Node, Ranges]]:
    """Return the parts of a tree, each with the characters that can follow it."""
    # What is repeated can follow itself; to one character that does not matter.
    if isinstance(node, Rep) and node.high != 1 and not isinstance(node.body, Set):
        after = union(first(after, node.body), after)
    if not isinstance(node, Cat):
        return [(part, after) for part in node.parts]
    follows = list(accumulate(reversed(node.parts[1:]), first, initial=after))
    return list(zip(node.parts, reversed(follows)))
