# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""How often an engine may have to retry a tree on one text.

`tries` is a bound. If it is at most MAX_TRIES, a tree is "proven": its pattern takes linear time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain, starmap
from math import inf, prod
from typing import NamedTuple

from .charset import AT_END, Ranges, are_disjoint, union
from .nodes import Alt, Block, Cat, Node, Rep, Set, first, followed, nodes_of

# How often a match may start over; RFC 6874 needs the most here, 85,248.
MAX_TRIES = 100_000


class Plan(NamedTuple):
    """What a rule's pattern is written from, and whether that takes linear time."""

    tree: Node
    is_linear: bool


def tries(node: Node, after: Ranges = AT_END) -> float:
    """Return a bound on how often an engine has to retry a tree: 1 if the next character decides.

    `after` is what can follow. The next character decides a choice where it can begin one branch
    alone (LL(1)). Where it decides every unbounded loop, the bound is a number that the pattern has,
    however long the text is.
    """
    if isinstance(node, Set):
        return 1
    if isinstance(node, Block):
        if are_disjoint(node.goes_on, after):
            return 1
        return inf
    of_parts = list(starmap(tries, followed(node, after)))
    if isinstance(node, Cat):
        return prod(of_parts, start=1.0)  # of floats, so it does not overflow
    if isinstance(node, Rep):
        return _tries_of_repeat(node, of_parts[0], after)
    if are_disjoint(*map(partial(first, after), node.parts)):
        return max(of_parts)
    return sum(of_parts)


def is_proven(tree: Node) -> bool:
    """Return whether a tree backtracks a bounded number of times, whatever the text."""
    return tries(tree) <= MAX_TRIES


def _tries_of_repeat(node: Rep, of_body: float, after: Ranges) -> float:
    if of_body == 1 and are_disjoint(first(after, node.body), after):
        return 1
    if node.high is None:
        return inf
    if of_body == 1:
        return float(node.high - node.low + 1)
    return float(min(of_body, 1e9) ** min(node.high, 30))  # which is past any bound


def are_decided(nodes: Iterable[Node]) -> bool:
    """Return whether the next character tells alternatives apart, so that their order says nothing."""
    sets, others = [], []
    for node in nodes:
        if isinstance(node, Set):
            sets.append(node.ranges)
        else:
            others.append(first(AT_END, node))
    # Two sets may overlap, as one class takes their place. With AT_END, none can be empty.
    return are_disjoint(AT_END, union(*sets), *others)


def gives_nothing_back(node: Rep, after: Ranges) -> bool:
    """Return whether a loop may be possessive, and still match the same texts.

    The next character has to decide every choice in the loop, and where it ends; so it takes linear
    time. And no alternative that can be empty may stand before another: in *( "," ( *"a" / "b" ) ) an
    engine takes the empty *"a" before a "b", and only a second look finds the "b".
    """
    if node.high is not None or tries(node, after) != 1:
        return False
    before_others = [inner.parts[:-1] for inner in nodes_of(node) if isinstance(inner, Alt)]
    return not any(part.can_be_empty for part in chain(*before_others))
