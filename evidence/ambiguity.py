# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Whether a pattern is unambiguous: each text has one way through it at most.

An engine that backtracks then comes to each place of the pattern at most once for each beginning of a
text: two ways there would be two ways for a text that goes on to a match. So it takes at most as many
steps as the pattern has places, times the characters of the text.

    python3 evidence/ambiguity.py '[a-z]*(?:-[a-z]+)*'     whether this pattern is unambiguous
    python3 evidence/ambiguity.py --self-test              plant ambiguous ones, which must all be found

The places of a pattern are its characters and classes, with a repeat written out; which can begin a
match, end it, and follow which is worked out for each group from those in it (Glushkov, 1961). Where
two ways lead from one place to another without a character between them, as in `(?:a*)*`, these are
two ways. All others show in a walk of two places at once that read the same characters: they part, and
come to one place again or both to the end.

It shares no code with uri_abnf. Patterns are read by automata.py.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from automata import Kinds, Pattern
from standards import Ranges, Tree

START = -1  # in the place of a place: before the first character


class Ambiguous(Exception):
    """Two ways for one text; the message is such a text, or where they part."""


class Part(NamedTuple):
    """What a tree is to those around it."""

    is_empty: bool  # whether it matches the empty text
    first: list[int]
    last: list[int]


class Places:
    """The places of a pattern. Ambiguous is raised for two ways without a character between them."""

    def __init__(self, pattern: str) -> None:
        self.sets: list[Ranges] = []
        self.follow: dict[int, list[int]] = {}
        whole = self.part(Pattern(pattern, possessive=True).tree)
        self.follow[START] = whole.first
        self.last = set(whole.last)
        kinds = Kinds(self.sets)
        self.chars = kinds.characters()
        self.kinds = [kinds.within[ranges] for ranges in self.sets]

    def part(self, tree: Tree) -> Part:
        kind, content, *counts = tree
        if kind == "set":
            place = len(self.sets)
            self.sets.append(content)
            self.follow[place] = []
            return Part(False, [place], [place])
        if kind == "alt":
            return self.choice(map(self.part, content))
        if kind == "cat":
            row = Part(True, [], [])
            for part in map(self.part, content):
                row = self.joined(row, part)
            return row
        least, most, _ = counts
        return self.repeat(content, least, most)

    def choice(self, parts: Iterable[Part]) -> Part:
        first: list[int] = []
        last: list[int] = []
        empty = 0
        for part in parts:
            empty += part.is_empty
            first += part.first
            last += part.last
        if empty > 1:
            raise Ambiguous("two alternatives match the empty text")
        return Part(empty == 1, first, last)

    def joined(self, left: Part, right: Part) -> Part:
        self.link(left.last, right.first)
        first = left.first + right.first if left.is_empty else left.first
        last = left.last + right.last if right.is_empty else right.last
        return Part(left.is_empty and right.is_empty, first, last)

    def repeat(self, body: Tree, least: int, most: int | None) -> Part:
        """Rounds one behind the other; those that may be left out are left out from the last one on."""
        row = Part(True, [], [])
        last: list[int] = []  # of the rounds behind which it can end
        rounds = max(least, 1) if most is None else most
        for number in range(1, rounds + 1):
            part = self.part(body)
            if part.is_empty and (least, most) != (1, 1):
                raise Ambiguous("a round of a repeat matches the empty text")
            row = self.joined(row, part)
            if number >= least:
                last += part.last
        if most is None:
            self.link(part.last, part.first)
        return Part(least == 0 or row.is_empty, row.first, last)

    def link(self, befores: list[int], afters: list[int]) -> None:
        for before, after in product(befores, afters):
            if after in self.follow[before]:
                raise Ambiguous("two ways lead from one character to the next one")
            self.follow[before].append(after)

    def chars_of(self, *places: int) -> Iterator[str]:
        """A character of each kind that all these places read."""
        for kind in set.intersection(*[self.kinds[place] for place in places]):
            yield self.chars[kind]


def two_ways(pattern: str) -> str | None:
    """A text with two ways through a pattern, up to where they meet again; None if there is none."""
    try:
        places = Places(pattern)
    except Ambiguous as error:
        return str(error)
    texts = shortest_texts(places)
    pairs: dict[tuple[int, int], str] = {}  # with a text that leads to both places
    queue: deque[tuple[int, int]] = deque()

    def visit(some: Iterable[tuple[int, int]], text: str) -> None:
        for one, other in some:
            pair = min(one, other), max(one, other)
            char = next(places.chars_of(*pair), None)
            if char is not None and pair not in pairs:
                pairs[pair] = text + char
                queue.append(pair)

    for place, text in texts.items():
        visit(combinations(places.follow[place], 2), text)
    while queue:
        one, other = pair = queue.popleft()
        if one == other or {one, other} <= places.last:
            return pairs[pair]
        visit(product(places.follow[one], places.follow[other]), pairs[pair])
    return None


def shortest_texts(places: Places, start: int = START) -> dict[int, str]:
    """A shortest text from a place to each place that can be reached from it."""
    found = {start: ""}
    queue = deque([start])
    while queue:
        place = queue.popleft()
        for after in places.follow[place]:
            if after not in found:
                found[after] = found[place] + next(places.chars_of(after))
                queue.append(after)
    return found


def pumps(pattern: str) -> list[tuple[str, str]]:
    """What leads into a loop of an unambiguous pattern, and a round of it: for each place in one."""
    places = Places(pattern)
    found: dict[tuple[str, str], None] = {}
    for place, text in shortest_texts(places).items():
        ways = [shortest_texts(places, after) for after in places.follow[place]]
        for after, way in zip(places.follow[place], ways):
            if place in way:
                piece = next(places.chars_of(after)) + way[place]
                found[text, piece] = None
    return list(found)


# ---- Planted faults ------------------------------------------------------------------------------

AMBIGUOUS = (
    "a*a*", "a?a?", "a|a", "(?:a|ab)(?:c|bc)", "(?:a*)*", "(?:a*)?", "(?:a|)*", "a{0,2}a{0,2}", "(?:|)",
    "(?:ab?)*b?", "(?:a|aa)*", "(?:a+)*b", "[ab]*a[ab]*", "(?:ab|a)*b*", "[a-c]|[c-d]", "(?:a?){2}",
    "(?:a|b)*(?:a|c)*", "(?:;[a-z]+|;a[a-z]?)*", "(?:a{2}|a{3})*", "a++a?", "(?:x*y?)(?:y*)",
    "(?:a{1,2}){2}",
)  # fmt: skip
UNAMBIGUOUS = (
    "a*b*", "a*ba*", "a|b", "(?:a|ab)c", "(?:ab)*a?", "[a-z]*(?:-[a-z]+)*", "a{2,5}", "(?:a{2}){3}",
    "(?:a|)", "", "a*+(?:ba*+)*+", "[ab]*a", "(?:aa|b)*(?:a|)", "[ab]*a[ab]{3}", "(?:a?b)*",
    "(?:a)?+b?",
)  # fmt: skip


def self_test() -> int:
    """Whether each ambiguous pattern is found, and no other one."""
    missed = [pattern for pattern in AMBIGUOUS if two_ways(pattern) is None]
    accused = [pattern for pattern in UNAMBIGUOUS if two_ways(pattern) is not None]
    for pattern in missed:
        print(f"NOT FOUND: {pattern}")
    for pattern in accused:
        print(f"UNAMBIGUOUS: {pattern}")
    print(f"{len(AMBIGUOUS) - len(missed)} of {len(AMBIGUOUS)} ambiguous patterns were found,")
    print(f"and {len(accused)} of {len(UNAMBIGUOUS)} others.")
    return int(bool(missed or accused))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Whether a pattern is unambiguous.")
    parser.add_argument("pattern", nargs="*", metavar="PATTERN")
    parser.add_argument("--self-test", action="store_true", help="plant ambiguous ones")
    options = parser.parse_args(argv)
    if options.self_test or not options.pattern:
        return self_test()
    told = {pattern: two_ways(pattern) for pattern in options.pattern}
    for pattern, text in told.items():
        print(f"{pattern}: {'unambiguous' if text is None else f'two ways, {text!a}'}")
    return int(any(text is not None for text in told.values()))


if __name__ == "__main__":
    sys.exit(main())
