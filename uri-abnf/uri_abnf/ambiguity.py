# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Whether a text can be read in two ways.

The places of a tree, each a character of it with repeats written out, are the states of an automaton
(Glushkov, 1961). Two ways that read the same text are two places that follow the same place, and go on
with the same characters until both come to one place, or both to an end. A tree without such a pair is
unambiguous: of any text, one way at most leads to each place. So an engine that backtracks comes to a
place at most once for each character, and takes linear time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from .charset import Ranges, are_disjoint
from .nodes import Cat, Node, Rep, Set


class TooLarge(Exception):
    """It would take too much work."""


class Work:
    """A number of steps, the same on every machine. Who takes more gets a TooLarge."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, steps: int) -> None:
        if steps > self.left:
            raise TooLarge
        self.left -= steps


class _Ends(NamedTuple):
    """Whether a part of a tree can be empty, and the places at which it begins and ends."""

    can_be_empty: bool
    first: list[int]
    last: list[int]


class Places:
    """The places of a tree: the characters of each, and the places that can follow it.

    `is_ambiguous` notes two ways from one place to another, as in *( *"a" ).
    """

    def __init__(self, tree: Node, work: Work) -> None:
        self.work = work
        self.is_ambiguous = False
        self.sets: list[Ranges] = []
        self.follow: list[set[int]] = []
        self.can_be_empty, self.first, self.last = self.build(tree)

    def build(self, node: Node) -> _Ends:
        if isinstance(node, Set):
            return self.build_place(node)
        if isinstance(node, Cat):
            return self.build_row(node)
        if isinstance(node, Rep):
            return self.build_repeat(node)
        return self.build_choice(node)

    def build_place(self, node: Set) -> _Ends:
        self.work.spend(1)
        self.sets.append(node.ranges)
        self.follow.append(set())
        place = [len(self.sets) - 1]
        return _Ends(False, place, place)

    def build_choice(self, node: Node) -> _Ends:
        choice = _Ends(False, [], [])
        for part in map(self.build, node.parts):
            self.is_ambiguous |= choice.can_be_empty and part.can_be_empty
            can_be_empty = choice.can_be_empty or part.can_be_empty
            choice = _Ends(can_be_empty, choice.first + part.first, choice.last + part.last)
        return choice

    def build_row(self, node: Cat) -> _Ends:
        row = _Ends(True, [], [])
        for part in map(self.build, node.parts):
            self.link(row.last, part.first)
            can_be_empty = row.can_be_empty and part.can_be_empty
            first, last = row.first, part.last
            if row.can_be_empty:
                first = first + part.first
            if part.can_be_empty:
                last = row.last + last
            row = _Ends(can_be_empty, first, last)
        return row

    def build_repeat(self, node: Rep) -> _Ends:
        """A round begins only where the one before it ended. One that can be empty is not needed."""
        low = node.low
        if node.body.can_be_empty:
            self.is_ambiguous = True
            low = 0
        part = _Ends(False, [], [])
        first: list[int] = []
        last: list[int] = []
        for number in range(1, (node.high or max(low, 1)) + 1):
            before, part = part, self.build(node.body)
            self.link(before.last, part.first)
            first = first or part.first
            if number >= low:
                last = last + part.last
        if node.high is None:
            self.link(part.last, part.first)
        return _Ends(low == 0, first, last)

    def link(self, befores: Iterable[int], afters: list[int]) -> None:
        for before in befores:
            self.work.spend(len(afters))
            self.is_ambiguous |= not self.follow[before].isdisjoint(afters)
            self.follow[before].update(afters)


@cache
def _can_meet(ranges: Ranges, others: Ranges) -> bool:
    return not are_disjoint(ranges, others)


def is_unambiguous(tree: Node, work: Work) -> bool:
    """Return whether each text has one way through a tree at most. Raises TooLarge."""
    places = Places(tree, work)
    if places.is_ambiguous:
        return False
    seen: set[tuple[int, int]] = set()
    waiting: list[tuple[int, int]] = []

    def meet(pairs: Iterable[tuple[int, int]]) -> None:
        for one, other in pairs:
            work.spend(1)
            pair = (min(one, other), max(one, other))
            if pair not in seen and _can_meet(places.sets[one], places.sets[other]):
                seen.add(pair)
                waiting.append(pair)

    for row in (places.first, *places.follow):
        meet(combinations(row, 2))
    last = set(places.last)
    while waiting:
        one, other = waiting.pop()
        after_one, after_other = places.follow[one], places.follow[other]
        if after_one & after_other or (one in last and other in last):
            return False
        meet(product(after_one, after_other))
    return True
