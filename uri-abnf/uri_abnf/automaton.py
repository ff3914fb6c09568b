# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""An automaton of a rule: offsets, captures, and verdicts where a pattern could backtrack.

It is nondeterministic, with counters, and becomes deterministic as texts are read: it reads a text
once, and remembers each state that it comes to. It is made from the rules as read, not from a pattern,
so that each is a check on the other. Its steps refer to one another by their numbers.

A thread is (step, idle, counts). There is one count for each repeat that it is in, from the outermost
inward. A count begins at -low and goes up with each round: below 0 one more is required, at high - low
none is allowed; without a limit it stays at 1. `idle` is how many of its rounds, from the innermost
outward, have not taken a character yet: an optional round has to take one. `walk` takes threads on to
all steps that wait for a character, and `over` takes those over one. A state is the threads that a text
leads to, without those that others cover. Only captures need the threads themselves, in the grammar's
order (`match`).

port-part = [ ":" *DIGIT ] has these steps; a text is read from 9 on:

    0  wait for the end                   5  DIGIT begins, target 4
    1  port-part ends, target 0           6  enter, target 2
    2  repeat, body 5, target 1           7  wait for ":", target 6
    3  DIGIT ends, target 2               8  fork, targets 7 and 1
    4  wait for 0-9, target 3             9  port-part begins, target 8

To read ":8", a thread walks from 9 over 8 to 7, and another over 1 to 0: the first state. ":" leads
from 7 to 6, where a count begins, and to 2. From there one goes round to 4, and one leaves to 0: the
state of (4, 0, (1,)) and (0, 0, ()). "8" leads to it again. At 0 the end may come: the text matches.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from operator import le
from typing import Any, NamedTuple, Optional

from .charset import AT_END, Ranges, edges, is_within
from .nodes import Cat, Node, Ref, Rep, Set, branches_of, is_option
from .ruleset import HasRules

# Threads that an automaton remembers, some 50 MB.
_MAX_REMEMBERED = 200_000
# Expectations that are compared with each other; more take long.
_MOST_COMPARED = 200

_AT_THE_END = (0, 0, ())  # the thread that waits for the end of the text

Counts = tuple[int, ...]
Thread = tuple[int, int, Counts]
Mark = tuple[str, bool]  # a rule, and whether it begins
# Of a way: the last one first, (mark, marks before it), or None.
Marks = Optional[tuple[Mark, Any]]
Way = tuple[Thread, Marks]
Expected = tuple[Ranges, str]  # characters, and what the grammar calls them


class Span(NamedTuple):
    """Where a rule matched, and how many rules it stands in."""

    rule: str
    start: int
    end: int
    depth: int


# ---- Steps ----

# A step that waits for nothing has `ways`: the threads that follow, the first one last.


@dataclass
class Wait:
    """Waits for one of these characters, or for the end of the text."""

    ranges: Ranges
    expected: Expected
    target: int
    kinds: Container[int] = ()


@dataclass
class Fork:
    """Goes on in each of these ways, the first one first."""

    targets: list[int]

    def ways(self, idle: int, counts: Counts) -> Iterator[Thread]:
        for target in reversed(self.targets):
            yield target, idle, counts


@dataclass
class RuleMark(Fork):
    """Is where a rule begins or ends."""

    mark: Mark


@dataclass
class Enter:
    """Begins a repeat, its target."""

    low: int
    target: int

    def ways(self, idle: int, counts: Counts) -> Iterator[Thread]:
        yield self.target, idle + 1, (*counts, -self.low)  # as after a round


@dataclass
class Repeat:
    """Goes round once more, or leaves."""

    low: int
    high: int | None
    target: int
    body: int = 0

    def ways(self, idle: int, counts: Counts) -> Iterator[Thread]:
        *outer, count = counts
        # The last round took no character, and was not required.
        if idle and count >= 1:
            return
        idle = max(idle - 1, 0)
        if count >= 0:
            yield self.target, idle, tuple(outer)
        if self.high is None or count < self.high - self.low:
            yield self.body, idle + 1, (*outer, min(count + 1, self.high or 1))


class Builder:
    """Makes the steps of a grammar's rule."""

    def __init__(self, grammar: HasRules) -> None:
        self.grammar = grammar
        self.steps: list[Any] = [Wait(AT_END, (AT_END, "<end of text>"), 0)]

    def add(self, step: object) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def build(self, node: Node, target: int, expected: Expected | None) -> int:
        """Return the number where a tree is entered that goes on to `target`.

        `expected` is what all its characters are called: those of HEXDIG are expected as HEXDIG.
        """
        if isinstance(node, Set):
            return self.add(Wait(node.ranges, expected or (node.ranges, node.name), target))
        if isinstance(node, Ref):
            return self.build_rule(node.name, target, expected)
        if isinstance(node, Cat):
            for part in reversed(node.parts):
                target = self.build(part, target, expected)
            return target
        if isinstance(node, Rep) and not is_option(node):
            return self.build_repeat(node, target, expected)
        return self.add(Fork([self.build(part, target, expected) for part in branches_of(node)]))

    def build_repeat(self, node: Rep, target: int, expected: Expected | None) -> int:
        repeat = Repeat(node.low, node.high, target)
        number = self.add(repeat)
        # It is there before its body, which leads back to it.
        repeat.body = self.build(node.body, number, expected)
        return self.add(Enter(node.low, number))

    def build_rule(self, name: str, target: int, expected: Expected | None) -> int:
        rule, tree = self.grammar.rule(name), self.grammar.tree(name)
        if isinstance(tree, Set):  # a rule of one character
            expected = expected or (tree.ranges, rule.name)
        end = self.add(RuleMark([target], (rule.name, False)))
        inner = self.build(rule.node, end, expected)
        return self.add(RuleMark([inner], (rule.name, True)))


# ---- Threads that cover others ----


class Seen:
    """Threads, of which one that can go on in no way that others cannot is left out.

    It cannot if one was at its step, required as many rounds, and had used no more of the optional
    ones. So few threads are left of *998( *"a" ), which can be in any of its rounds.
    """

    def __init__(self) -> None:
        self.places: dict[tuple[int, Counts], list[Counts]] = {}

    def add(self, thread: Thread) -> bool:
        """Note a thread, and return whether it was needed."""
        number, idle, counts = thread
        used = (idle, *counts)
        place = number, tuple([min(count, 0) for count in counts])
        others = self.places.setdefault(place, [])
        if any(_uses_no_more(other, used) for other in others):
            return False
        self.places[place] = [other for other in others if not _uses_no_more(used, other)]
        self.places[place].append(used)
        return True


def _uses_no_more(a: Counts, b: Counts) -> bool:
    return all(map(le, a, b))


# ---- States ----


class State:
    """What a text leads to: threads that wait for a character, and the states that follow."""

    __slots__ = ("expected", "is_final", "successors", "threads")

    def __init__(self, threads: tuple[Thread, ...]) -> None:
        self.threads = threads
        self.is_final = _AT_THE_END in threads  # the text may end here
        self.expected = ""  # once it is worked out
        self.successors: dict[int, State] = {}


class Automaton:
    """A rule that reads texts. It makes its states as texts reach them."""

    def __init__(self, grammar: HasRules, rule: str) -> None:
        builder = Builder(grammar)
        self.entry: Thread = (builder.build(Ref(rule), 0, None), 0, ())
        self.steps = builder.steps
        waits = [step for step in self.steps if isinstance(step, Wait)]
        sets = {wait.ranges for wait in waits}
        # From one cut to the next all characters are of one kind, so that a state has few successors.
        self.cuts = sorted(set().union(*map(edges, sets)) - {-1, sys.maxunicode + 1})
        kinds_in = {ranges: self.kinds_in(ranges) for ranges in sets}
        for wait in waits:
            wait.kinds = kinds_in[wait.ranges]
        # A table for bytes.translate, which is ten times faster than a search for each character.
        self.ascii_kinds = bytes(map(self.kind_of, range(128))).ljust(256)
        self.forget()

    @property
    def start(self) -> State:
        return self.state((self.entry,))

    def forget(self) -> None:
        self.remembered = 0
        self.states: dict[tuple[Thread, ...], State] = {}
        self.onward: dict[tuple[Thread, int], list[Way]] = {}

    def remember(self, size: int) -> None:
        """Make room for so many threads more.

        When it is too much, all is forgotten, which few texts lead to. Who still reads goes on in it.
        """
        if self.remembered > _MAX_REMEMBERED:
            self.forget()
        self.remembered += size + 1

    # Characters

    def kind_of(self, code: int) -> int:
        """Return the kind of a character, which is the cut before it."""
        # The first cut is 0, which follows the end of the text, -1.
        return self.cuts[bisect_right(self.cuts, code) - 1]

    def kinds_in(self, ranges: Ranges) -> set[int]:
        """Return the kinds of the characters in some ranges."""
        kinds = {low for low, _ in ranges}  # of the end, -1, which is no cut
        for low, high in ranges:
            kinds.update(self.cuts[bisect_left(self.cuts, low) : bisect_right(self.cuts, high)])
        return kinds

    def kinds(self, text: str) -> list[int]:
        """Return the kind of each character, and of the end."""
        if text.isascii():
            return [*text.encode("ascii").translate(self.ascii_kinds), -1]
        return [*map(self.kind_of, map(ord, text)), -1]

    # Threads

    def walk(self, threads: Sequence[Thread], for_verdict: bool = False) -> Iterator[Way]:
        """Yield the threads that these lead to before the next character, in the grammar's order.

        Each comes with the marks on its way. For a verdict neither order nor marks count, so what an
        earlier thread covers is left out. Otherwise nested repeats of what can be empty would multiply.
        """
        fewest_idle: dict[Any, int] = {}
        covered = Seen()
        stack: list[Way] = [(thread, None) for thread in reversed(threads)]
        while stack:
            thread, marks = stack.pop()
            number, idle, counts = thread
            place = (number, counts) if for_verdict else thread
            if fewest_idle.get(place, idle + 1) <= idle:
                continue
            fewest_idle[place] = idle
            step = self.steps[number]
            if isinstance(step, Wait):
                yield (number, 0, counts), marks
            elif not isinstance(step, Repeat) or not for_verdict or covered.add(thread):
                if isinstance(step, RuleMark):
                    marks = (step.mark, marks)
                stack += [(way, marks) for way in step.ways(idle, counts)]

    def over(self, threads: Iterable[Thread], kind: int) -> list[Thread]:
        """Return those of these threads that wait for a character of this kind, each after it."""
        after = []
        for number, _, counts in threads:
            step = self.steps[number]
            if kind in step.kinds:
                after.append((step.target, 0, counts))
        return after

    # Verdicts and offsets

    def state(self, threads: tuple[Thread, ...]) -> State:
        """Return the state of these threads, once they have walked on, without the needless ones."""
        if known := self.states.get(threads):
            return known
        waiting = list(dict.fromkeys(thread for thread, _ in self.walk(threads, for_verdict=True)))
        # Once in either order, as a thread may cover one before it.
        for _ in range(2):
            seen = Seen()
            waiting = list(filter(seen.add, reversed(waiting)))
        key = tuple(waiting)
        self.remember(len(threads) + len(key))
        state = self.states.setdefault(key, State(key))
        self.states[threads] = state
        return state

    def step(self, state: State, kind: int) -> State:
        """Return the state after a character of this kind; it has no threads if none can be there."""
        if known := state.successors.get(kind):
            return known
        successor = self.state(tuple(self.over(state.threads, kind)))
        state.successors[kind] = successor
        return successor

    def read(self, text: str) -> tuple[int, State]:
        """Return how many characters a match can begin with, the end being one, and the state there."""
        state = self.start
        for offset, kind in enumerate(self.kinds(text)):
            successor = state.successors.get(kind) or self.step(state, kind)
            if not successor.threads:
                return offset, state
            state = successor
        return len(text) + 1, state

    def matches(self, text: str) -> bool:
        """Return whether the whole text matches."""
        return self.read(text)[0] > len(text)

    def expected(self, state: State) -> str:
        """Return what can stand at a state, as ABNF; what another alternative covers is left out."""
        if state.expected:
            return state.expected
        all_expected = dict.fromkeys(self.steps[number].expected for number, _, _ in state.threads)
        pairs = permutations(islice(dict([*all_expected]), _MOST_COMPARED), 2)  # of ranges
        covered = {a for a, b in pairs if is_within(a, b)}
        labels = dict.fromkeys(label for ranges, label in all_expected if ranges not in covered)
        state.expected = " / ".join(sorted(labels, key=lambda label: label == "<end of text>"))
        return state.expected

    # Captures

    def spans(self, text: str) -> list[Span]:
        """Return the rules in a match, in the order of their beginnings."""
        spans = []
        # Of the rules that stand open, as the match is read from its end.
        ends: list[int] = []
        path = self.match(self.kinds(text))
        for offset in reversed(range(len(path))):
            marks = path[offset]
            while marks:
                (rule, begins), marks = marks
                if begins:
                    spans.append(Span(rule, offset, ends.pop(), len(ends)))
                else:
                    ends.append(offset)
        spans.reverse()
        return spans

    def match(self, kinds: Sequence[int]) -> list[Marks]:
        """Return the marks before each character of a text that matches, and before its end.

        At each choice it is the first way that leads to the end, as in a backtracking match. But a
        thread that did not lead there is not tried again, so that the time is linear.
        """
        path: list[Way] = [(self.entry, None)]  # the way over each character
        untried: list[Iterator[Way]] = []  # the other ways over it
        # The threads that led to no match, by their place in the path.
        failed: dict[int, Seen] = {}
        while len(path) <= len(kinds):
            thread, _ = path[-1]
            if len(untried) < len(path):
                untried.append(iter(self.ways_over(thread, kinds[len(untried)])))
            failed_here = failed.get(len(path))
            for way in untried[-1]:
                if failed_here is None or failed_here.add(way[0]):
                    path.append(way)
                    break
            else:
                untried.pop()
                path.pop()
                failed.setdefault(len(path), Seen()).add(thread)
        return [marks for _, marks in path[1:]]

    def ways_over(self, thread: Thread, kind: int) -> list[Way]:
        """Return the threads after a character of this kind, in order, with the marks before it."""
        key = thread, kind
        known = self.onward.get(key)
        if known is None:
            ways = self.walk([thread])
            known = [(after, marks) for way, marks in ways for after in self.over([way], kind)]
            self.remember(len(known))
            self.onward[key] = known
        return known
