# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""An automaton as source: text for templates/grammar_rules.py, bytes for templates/micropython.py."""

from __future__ import annotations

import textwrap
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .dfa import DEAD, Frozen

if TYPE_CHECKING:
    from typing import TypeVar

    _Thing = TypeVar("_Thing", int, str)


# ---- A table of states, as text ----

WIDTH = 98
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MORE_LETTERS = 0x4E00  # 20,992 ideographs follow this one


def write_states(frozen: Frozen) -> str:
    """Return the source of the tables that the template reads, and explains."""
    uses = [*frozen.starts.values()]
    for row in frozen.states:
        uses += {*row} - {DEAD}
    numbers = _numbered_by_use(uses)
    lines = _numbered_by_use([frozen.expected[state] for state in numbers])
    classes = _Classes()
    states = []
    for state in numbers:
        written = str(lines[frozen.expected[state]])
        for after, name in classes.steps(frozen.states[state]):
            written += f"{name}{numbers[after]}"
        states.append(written)

    starts = ", ".join([f'"{rule}": {numbers[start]}' for rule, start in frozen.starts.items()])
    expected = "\n".join([text or "-" for text in lines])
    expected = expected.replace("\\", r"\\").replace('"""', r"\"\"\"")
    return "".join(
        [
            f"_STARTS = {{{starts}}}\n",
            f'_EXPECTED = """\n{expected}\n"""\n',
            _table("_CUTS", map(str, frozen.cuts)),
            _table("_CLASSES", map(classes.names_of, frozen.kinds)),
            _table("_STATES", states),
        ]
    )


class _Classes:
    """The kinds of characters that lead on together from some state: classes, each with a name."""

    def __init__(self) -> None:
        self.names: dict[frozenset[int], str] = {}

    def steps(self, row: tuple[int, ...]) -> list[tuple[int, str]]:
        """Return the states that follow one, each with the class of characters that lead there."""
        found = []
        for after in sorted({*row} - {DEAD}):
            kinds = frozenset([kind for kind, target in enumerate(row) if target == after])
            count = len(self.names)
            letter = LETTERS[count : count + 1] or chr(MORE_LETTERS + count)
            found.append((after, self.names.setdefault(kinds, letter)))
        return found

    def names_of(self, kind: int) -> str:
        return "".join([name for kinds, name in self.names.items() if kind in kinds]) or "-"


def _numbered_by_use(uses: Iterable[_Thing]) -> dict[_Thing, int]:
    """Return a number for each thing, the shortest for what is used most."""
    return {thing: number for number, (thing, _) in enumerate(Counter(uses).most_common())}


def _table(name: str, words: Iterable[str]) -> str:
    return f'{name} = """\n{textwrap.fill(" ".join(words), WIDTH, break_long_words=False)}\n"""\n'


# ---- Tables of bytes ----
# A byte tells at most 256 states apart, so rules that together have more get tables of their own; a
# rule that alone has more gets a tuple of numbers.

ASCII = 128
MAX_BYTE = 256
SHORT_ESCAPES = {"\t": r"\t", "\n": r"\n", "\r": r"\r", '"': r"\"", "\\": r"\\"}
# Kinds of characters have the numbers of these, and of what follows them. So most are written as one
# printable character, and rows of a table begin that far from its start.
FIRST_KIND = ord("#")


class Tables(NamedTuple):
    """Statements, and for each rule an expression that the template reads as a rule."""

    source: str
    rules: dict[str, str]


def write_tables(frozen: Frozen, name: str) -> Tables:
    """Return the source of the tables, whose names begin with a given one."""
    source = ""
    rules = {}
    for count, (group, states) in enumerate(_groups(frozen), 1):
        table = f"{name}_{count}"
        numbers = _numbers(frozen, states)
        reader, fields = _fields(frozen, numbers)
        source += f"{table} = (\n    " + ",\n    ".join(fields) + ",\n)\n"
        for rule in group:
            rules[rule] = f"({reader}, {numbers[frozen.starts[rule]]}, {table})"
    return Tables(source, rules)


def _groups(frozen: Frozen) -> list[tuple[list[str], set[int]]]:
    """Return which rules share a table, and the states of each table."""
    groups: list[tuple[list[str], set[int]]] = []
    for rule, start in frozen.starts.items():
        own = _reached(frozen, start)
        for rules, states in groups:
            if len(states | own) <= MAX_BYTE:
                rules.append(rule)
                states |= own
                break
        else:
            groups.append(([rule], own))
    return groups


def _reached(frozen: Frozen, start: int) -> set[int]:
    reached = {start, DEAD}
    waiting = [start]
    while waiting:
        for after in frozen.states[waiting.pop()]:
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    return reached


def _numbers(frozen: Frozen, states: set[int]) -> dict[int, int]:
    """Return the number of each state: those that a table has most often are short to write."""
    often = Counter(dict.fromkeys(states, 0))
    for state in states:
        often.update(frozen.states[state])
    if len(states) > MAX_BYTE:
        octets = list(range(len(states)))
    else:
        octets = sorted(range(len(states)), key=lambda octet: len(_escaped(octet)))
    ordered = sorted(states, key=lambda state: (-often[state], state))
    return dict(zip(ordered, octets))


def _fields(frozen: Frozen, numbers: dict[int, int]) -> tuple[str, list[str]]:
    """Return what reads a table, and the fields of the table, as the template describes them."""
    states = sorted(numbers, key=lambda state: numbers[state])
    columns: dict[tuple[int, ...], int] = {}  # with the kind of the characters that have each
    kinds = []  # at each cut
    for kind in frozen.kinds:
        column = tuple([numbers[frozen.states[state][kind]] for state in states])
        kinds.append(columns.setdefault(column, FIRST_KIND + len(columns)))

    def kind_of(code: int) -> int:
        return kinds[bisect_right(frozen.cuts, code) - 1]

    after = list(b" " * FIRST_KIND)
    for row in zip(*columns):
        after += row
    final = [numbers[state] for state in states if frozen.ends(state)]
    fields = [
        str(len(columns)),
        str(numbers[DEAD]),
        _literal(final, len(states)),
        _literal(map(kind_of, range(ASCII)), MAX_BYTE),
        _literal(after, len(states)),
    ]
    cuts = [ASCII, *filter(lambda cut: cut > ASCII, frozen.cuts)]
    beyond = [kind_of(cut) for cut in cuts]
    dead_kinds = {kind for column, kind in columns.items() if {*column} == {numbers[DEAD]}}
    if dead_kinds.issuperset(beyond):
        return "_stop_in_ascii", fields
    fields.append(str(tuple(cuts)))
    fields.append(_literal(beyond, max(beyond) + 1))
    return "_stop", fields


def _literal(numbers: Iterable[int], limit: int) -> str:
    """Return a literal with these items: bytes, if all numbers below a limit are small enough."""
    if limit > MAX_BYTE:
        return str(tuple(numbers))
    return 'b"' + "".join(map(_escaped, numbers)) + '"'


def _escaped(octet: int) -> str:
    char = chr(octet)
    if char in SHORT_ESCAPES:
        return SHORT_ESCAPES[char]
    if " " <= char <= "~":
        return char
    return f"\\x{octet:02x}"
