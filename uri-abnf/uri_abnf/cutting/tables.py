# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""An automaton as source: text for templates/grammar_rules.py, bytes for templates/micropython.py."""

from __future__ import annotations

import textwrap
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from ..dfa import DEAD, END, Frozen
from ..python_writer import WIDTH

# ---- A table of states, as text ----

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MORE_LETTERS = 0x4E00  # 20,992 ideographs follow this one


def write_states(frozen: Frozen) -> str:
    """Return the source of the tables that the template reads, and explains."""
    uses = [*frozen.starts.values()]
    for row in frozen.states:
        uses += {*row} - {DEAD}
    numbers = _numbered_by_use(uses)
    lines = _numbered_by_use([frozen.expected[state] for state in numbers])
    letters = LETTERS + "".join(map(chr, range(MORE_LETTERS, MORE_LETTERS + len(frozen.cuts))))
    states = []
    for state in numbers:
        row = frozen.states[state]
        written = str(lines[frozen.expected[state]])
        for after in sorted({*row} - {DEAD}):
            kinds = [letter for letter, target in zip(letters, row) if target == after]
            written += f"{''.join(kinds)}{numbers[after]}"
        states.append(written)

    starts = ", ".join([f'"{rule}": {numbers[start]}' for rule, start in frozen.starts.items()])
    expected = "\n".join([text or "-" for text in lines])
    expected = expected.replace("\\", r"\\").replace('"""', r"\"\"\"")
    source = f'_STARTS = {{{starts}}}\n_EXPECTED = """\n{expected}\n"""\n'
    source += _table("_CUTS", map(str, frozen.cuts))
    source += _table("_KINDS", [letters[kind] for kind in frozen.kinds])
    return source + _table("_STATES", states)


def _numbered_by_use(uses: Iterable[Any]) -> dict[Any, int]:
    """Return a number for each thing, the shortest for what is used most."""
    return {thing: number for number, (thing, _) in enumerate(Counter(uses).most_common())}


def _table(name: str, words: Iterable[str]) -> str:
    lines = textwrap.fill(" ".join(words), WIDTH - 2, break_long_words=False)
    return f'{name} = """\n{lines}\n"""\n'


# ---- A table of bytes ----

ASCII = 128
# A table with more states has a tuple of numbers.
MAX_BYTE = 256
# Kinds of characters have the numbers of these, and of what follows them. So most are written as one
# printable character, and rows of a table begin that far from its start.
FIRST_KIND = ord("#")


def write_table(frozen: Frozen) -> tuple[str, dict[str, int]]:
    """Return the source of the table that the template describes, and where each rule begins in it."""
    numbers = _short_numbers(frozen)
    states = sorted(numbers, key=lambda state: numbers[state])
    after = list(b" " * FIRST_KIND)
    for state in states:
        after += [numbers[target] for target in frozen.states[state]]

    def kind_of(code: int) -> int:
        return FIRST_KIND + frozen.kinds[bisect_right(frozen.cuts, code) - 1]

    final = [numbers[state] for state in states if frozen.expected[state].endswith(END)]
    cuts = frozen.cuts[bisect_right(frozen.cuts, ASCII) :]
    beyond = list(map(kind_of, (ASCII, *cuts)))
    fields = [
        str(len(frozen.states[DEAD])),
        str(numbers[DEAD]),
        _literal(final, len(states)),
        _literal(map(kind_of, range(ASCII)), MAX_BYTE),
        _literal(after, len(states)),
        str(tuple(cuts)),
        _literal(beyond, max(beyond) + 1),
    ]
    source = "_TABLE = (\n    " + ",\n    ".join(fields) + ",\n)\n"
    return source, {rule: numbers[start] for rule, start in frozen.starts.items()}


def _short_numbers(frozen: Frozen) -> dict[int, int]:
    """Return the number of each state: those that a table has most often are short to write."""
    count = len(frozen.states)
    octets = sorted(range(count), key=lambda octet: len(ascii(chr(octet))))
    often = _numbered_by_use([*range(count), *chain.from_iterable(frozen.states)])
    return dict(zip(often, octets))


def _literal(numbers: Iterable[int], limit: int) -> str:
    """Return a literal with these items: bytes, if all numbers below a limit are small enough."""
    if limit > MAX_BYTE:
        return str(tuple(numbers))
    return repr(bytes(numbers))
