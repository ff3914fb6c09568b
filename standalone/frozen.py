# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The smallest automaton that reads rules of a grammar, as plain data."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any, NamedTuple

from uri_regex import Grammar

DEAD = 0  # the state from which no text can become a match
END = "<end of text>"
MAX_STATES = 5_000  # of one rule, before equal ones are merged


class Frozen(NamedTuple):
    """An automaton. A text matches a rule if it leads from the rule's start to a state that ends.

    The characters from cuts[i] up to the next cut are all of kinds[i]. The state after a character of
    a kind is states[state][kind]. expected[state] is what can stand there, as ABNF; it ends with
    END where a match may end.
    """

    starts: dict[str, int]
    cuts: list[int]
    kinds: list[int]
    states: list[list[int]]
    expected: list[str]

    def ends(self, state: int) -> bool:
        return self.expected[state].endswith(END)


def rule_name(grammar: Grammar, rule: str) -> str:
    """Return a rule's name as its grammar writes it. Raises GrammarError for an unknown one."""
    name: str = grammar._rule(rule).name
    return name


def freeze(grammar: Grammar, rules: list[str], *, words: bool = True) -> Frozen:
    """Return the smallest automaton that reads each of the rules.

    Without `words`, `expected` is END or nothing, and so states are merged that differ in words alone.
    Raises ValueError if a rule has too many states.
    """
    automata = [grammar._automaton(rule) for rule in rules]
    cuts = sorted({0}.union(*[automaton.cuts for automaton in automata]))
    starts = {}
    states = [[DEAD] * len(cuts)]
    expected = [""]
    for rule, automaton in zip(rules, automata):
        starts[rule] = len(states)
        _explore(automaton, cuts, states, expected)
    if not words:
        expected = [text[-len(END) :] if text.endswith(END) else "" for text in expected]
        expected[DEAD] = "<dead>"
    return _smallest(starts, cuts, states, expected)


def _explore(automaton: Any, cuts: list[int], states: list[list[int]], expected: list[str]) -> None:
    """Add an automaton's states. Only here is anything known of how a grammar's automaton works."""
    first = automaton.start
    before = len(states)
    numbers = {(): DEAD, first.threads: before}  # a state is known by its threads
    waiting = deque([first])
    while waiting:
        state = waiting.popleft()
        row = []
        for cut in cuts:
            after = automaton.step(state, cut)
            if after.threads not in numbers:
                numbers[after.threads] = before + len(numbers) - 1
                waiting.append(after)
            row.append(numbers[after.threads])
        states.append(row)
        expected.append(automaton.expected(state))
        if len(numbers) > MAX_STATES + 1:
            raise ValueError(f"a rule has more than {MAX_STATES:,} states to write out")


def _smallest(
    starts: dict[str, int], cuts: list[int], states: list[list[int]], expected: list[str]
) -> Frozen:
    """Return the automaton with equal states merged, and equal neighbors among the characters."""
    blocks = _blocks(states, expected)
    numbers: dict[int, int] = {}  # each block's, in the order of their first states
    merged = []
    for state, block in enumerate(blocks):
        if block not in numbers:
            numbers[block] = len(numbers)
            merged.append(state)
    columns = []
    for column in zip(*[states[state] for state in merged]):
        columns.append(tuple([numbers[blocks[after]] for after in column]))

    kind_of: dict[tuple[int, ...], int] = {}
    kept_cuts = []
    kinds: list[int] = []
    for cut, column in zip(cuts, columns):
        kind = kind_of.setdefault(column, len(kind_of))
        if not kinds or kind != kinds[-1]:
            kept_cuts.append(cut)
            kinds.append(kind)
    return Frozen(
        {rule: numbers[blocks[start]] for rule, start in starts.items()},
        kept_cuts,
        kinds,
        [list(row) for row in zip(*kind_of)],
        [expected[state] for state in merged],
    )


def _blocks(states: list[list[int]], expected: list[str]) -> list[int]:
    """Return each state's block: states of one block lead to matches by the same texts and words.

    As Hopcroft did (1971): blocks are split until all states of a block lead to the same blocks. The
    largest part of a block keeps its number. So a state moves to another block at most log2(n) times,
    and only states that lead to one that moved are looked at again.
    """
    leading_to: list[set[int]] = [set() for _ in states]
    for state, row in enumerate(states):
        for after in row:
            leading_to[after].add(state)
    number_of: dict[str, int] = {}
    blocks = [number_of.setdefault(text, len(number_of)) for text in expected]
    members: list[set[int]] = [set() for _ in number_of]
    for state, block in enumerate(blocks):
        members[block].add(state)

    waiting = set(range(len(states)))
    while waiting:
        parts: dict[int, dict[tuple[int, ...], set[int]]] = defaultdict(lambda: defaultdict(set))
        for state in waiting:
            way = tuple([blocks[after] for after in states[state]])
            parts[blocks[state]][way].add(state)
        waiting = set()
        for block, by_way in parts.items():
            for part in by_way.values():
                members[block] -= part
            # Those that did not wait lead where they did before, and none that waited leads there.
            *smaller, members[block] = sorted([members[block], *by_way.values()], key=len)
            for part in filter(None, smaller):
                for state in part:
                    blocks[state] = len(members)
                    waiting |= leading_to[state]
                members.append(part)
    return blocks
