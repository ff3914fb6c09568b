# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""An automaton as source for `own_rules`: a table of its states, as text."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .smallest import DEAD, Frozen

if TYPE_CHECKING:
    from typing import TypeVar

    _Thing = TypeVar("_Thing", int, str)

WIDTH = 98
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MORE_LETTERS = 0x4E00  # 20,992 ideographs follow this one


def write_states(frozen: Frozen) -> str:
    """Return the source of the tables that own_rules reads, and explains."""
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
