# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The smallest automaton that reads rules of a grammar, as plain data."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

from .automaton import Automaton

Row = tuple[int, ...]  # the state after a character of each kind
# The state from which no text can become a match.
DEAD = 0
END = "<end of text>"
# Of one rule, before equal states are merged. More take minutes, and fill a module.
MAX_STATES = 5_000


class Frozen(NamedTuple):
    """An automaton. A text matches a rule if it leads from the rule's start to a state that ends.

    The characters from cuts[i] up to the next cut are all of kinds[i]. The state after a character of
    a kind is states[state][kind]. expected[state] is what can stand there, as ABNF; it ends with
    END where a match may end.
    """

    starts: dict[str, int]
    cuts: list[int]
    kinds: list[int]
    states: list[Row]
    expected: list[str]


def freeze(automata: Mapping[str, Automaton], *, words: bool = True) -> Frozen:
    """Return the smallest automaton that reads texts of each rule, as the rule's automaton does.

    Without `words`, `expected` only tells where a match may end, and so more states are equal.
    Raises ValueError if a rule has too many states.
    """
    cuts = sorted({0}.union(*[automaton.cuts for automaton in automata.values()]))
    large = Frozen({}, cuts, list(range(len(cuts))), [tuple([DEAD for _ in cuts])], [""])
    for rule, automaton in automata.items():
        large.starts[rule] = len(large.states)
        _explore(automaton, large, words)
    return smallest(large)


def _explore(automaton: Automaton, large: Frozen, words: bool) -> None:
    """Add the states of a grammar's automaton. Nothing else here knows how that works."""
    first = automaton.start
    before = len(large.states)
    numbers = {(): DEAD, first.threads: before}  # a state is known by its threads
    waiting = deque([first])
    kinds = list(map(automaton.kind_of, large.cuts))
    while waiting:
        state = waiting.popleft()
        row = []
        for kind in kinds:
            after = automaton.step(state, kind)
            if after.threads not in numbers:
                numbers[after.threads] = before + len(numbers) - 1
                waiting.append(after)
            row.append(numbers[after.threads])
        large.states.append(tuple(row))
        expected = automaton.expected(state)
        if not words:
            expected = END if expected.endswith(END) else "more"
        large.expected.append(expected)
        if len(numbers) > MAX_STATES + 1:
            raise ValueError(f"a rule has more than {MAX_STATES:,} states to write out")


def smallest(large: Frozen) -> Frozen:
    """Return the automaton with states and characters merged that no text tells apart."""
    # Rows of fewer kinds are faster to compare, and equal states make more kinds equal.
    return _merge_kinds(_merge_states(_merge_kinds(large)))


# ---- Equal states ----


def _merge_states(large: Frozen) -> Frozen:
    """Return the automaton with equal states merged, in the order of the first of each."""
    block_of = _find_blocks(large)
    firsts: dict[int, int] = {}  # the first state of each block
    for state, block in enumerate(block_of):
        firsts.setdefault(block, state)
    numbers = {block: number for number, block in enumerate(firsts)}
    merged = [numbers[block] for block in block_of]
    states = [tuple([merged[after] for after in large.states[state]]) for state in firsts.values()]
    expected = [large.expected[state] for state in firsts.values()]
    starts = {rule: merged[start] for rule, start in large.starts.items()}
    return large._replace(starts=starts, states=states, expected=expected)


def _find_blocks(large: Frozen) -> list[int]:
    """Return the block of each state. States of one lead to matches by the same texts and words.

    As Hopcroft did (1971): states that expect the same are one block, until a character leads only
    some of them to a block. Of two halves only the smaller is looked at again, which takes n log n
    steps.
    """
    words = list(dict.fromkeys(large.expected))
    block_of = list(map(words.index, large.expected))
    blocks: list[set[int]] = [set() for _ in words]
    for state, block in enumerate(block_of):
        blocks[block].add(state)
    befores = _find_befores(large)
    waiting = list(range(len(blocks)))
    while waiting:
        targets = [*blocks[waiting.pop()]]
        for before in befores:
            leading: dict[int, set[int]] = {}  # the states that lead to the targets, by block
            for state in chain(*[before[target] for target in targets]):
                leading.setdefault(block_of[state], set()).add(state)
            for block, states in leading.items():
                others = blocks[block] - states
                if others:
                    blocks[block], smaller = sorted((states, others), key=len, reverse=True)
                    for state in smaller:
                        block_of[state] = len(blocks)
                    waiting.append(len(blocks))
                    blocks.append(smaller)
    return block_of


def _find_befores(large: Frozen) -> list[list[list[int]]]:
    """Return, for each kind of characters, the states before each state."""
    befores: list[list[list[int]]] = [[[] for _ in large.states] for _ in large.states[DEAD]]
    for state, row in enumerate(large.states):
        for before, after in zip(befores, row):
            before[after].append(state)
    return befores


# ---- Equal characters ----


def _merge_kinds(automaton: Frozen) -> Frozen:
    """Return the automaton in which characters that no state tells apart are of one kind."""
    kind_of: dict[Row, int] = {}
    cuts = []
    kinds: list[int] = []
    columns = list(zip(*automaton.states))
    for cut, old in zip(automaton.cuts, automaton.kinds):
        kind = kind_of.setdefault(columns[old], len(kind_of))
        if not kinds or kind != kinds[-1]:
            cuts.append(cut)
            kinds.append(kind)
    return automaton._replace(cuts=cuts, kinds=kinds, states=list(zip(*kind_of)))
