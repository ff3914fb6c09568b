# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What tells two rules apart."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from .automaton import Automaton, State
from .errors import GrammarError

# This many pairs of states take some seconds, or minutes if counted repeats are nested. No two rules
# of the RFCs have so many.
_MOST_PAIRS = 20_000
# Of the characters that are alike to both rules, the first of these is shown.
_LIKED = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.:/@?#[]%!$&'()*+,;=_~ "


class Comparison(NamedTuple):
    """The shortest texts that only one of two rules matches; None is that there is none."""

    only_first: str | None
    only_second: str | None

    @property
    def is_same(self) -> bool:
        """Whether both rules match the same texts."""
        return self.only_first is None and self.only_second is None


def compare_automata(first: Automaton, second: Automaton) -> Comparison:
    """Compare two rules, state by state, texts that are shorter first."""
    characters = _characters(first, second)
    start = (first.start, second.start)
    texts = {start: ""}
    # By whether the first rule is the one that matches.
    found: dict[bool, str] = {}
    queue = deque([start])
    while queue and len(found) < 2:
        pair = queue.popleft()
        of_first, of_second = pair
        if of_first.is_final != of_second.is_final:
            found.setdefault(of_first.is_final, texts[pair])
        for char, in_first, in_second in characters:
            after = (first.step(of_first, in_first), second.step(of_second, in_second))
            if after not in texts and _may_tell(after, found):
                texts[after] = texts[pair] + char
                queue.append(after)
        if len(texts) > _MOST_PAIRS:
            raise GrammarError(f"the rules are too large to compare: over {_MOST_PAIRS:,} states")
    return Comparison(found.get(True), found.get(False))


def _may_tell(pair: tuple[State, State], found: dict[bool, str]) -> bool:
    """Return whether a text of which nothing was found yet can go on from two states."""
    of_first, of_second = pair
    if not of_first.threads:
        return bool(of_second.threads) and False not in found
    return bool(of_second.threads) or True not in found


def _characters(first: Automaton, second: Automaton) -> list[tuple[str, int, int]]:
    """Return a character of each kind that two automata tell apart, as either calls it."""
    kinds: dict[tuple[int, int], str] = {}
    for code in [*map(ord, _LIKED), *first.cuts, *second.cuts]:
        kinds.setdefault((first.kind_of(code), second.kind_of(code)), chr(code))
    return [(char, *both) for both, char in kinds.items()]
