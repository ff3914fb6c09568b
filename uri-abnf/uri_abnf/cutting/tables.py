# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""An automaton as source, as templates/grammar_rules.py reads it."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..dfa import DEAD, Frozen
from ..python_writer import WIDTH

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
