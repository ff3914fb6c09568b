# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Sets of characters: ranges of code points."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

# Code points, both ends included, sorted, never touching.
Ranges = tuple[tuple[int, int], ...]

# The end of the text, as if it were a character.
AT_END: Ranges = ((-1, -1),)
_MAX_RANGES = 200  # that a choice is decided by; more are slow


def union(*all_ranges: Ranges) -> Ranges:
    merged: list[tuple[int, int]] = []
    end = -9
    for low, high in sorted(chain(*all_ranges)):
        if low > end + 1:
            merged.append((low, high))
            end = high
        elif high > end:
            merged[-1] = (merged[-1][0], high)
            end = high
    return tuple(merged)


def count(ranges: Ranges) -> int:
    """Return how many characters there are in ranges."""
    return sum([high - low + 1 for low, high in ranges])


def edges(ranges: Iterable[tuple[int, int]]) -> set[int]:
    """Return the characters at which ranges begin, and those that follow their ends."""
    return {edge for low, high in ranges for edge in (low, high + 1)}


def are_disjoint(*all_ranges: Ranges) -> bool:
    """Return whether no character is in two of them."""
    return count(union(*all_ranges)) == sum(map(count, all_ranges))


def is_within(ranges: Ranges, others: Ranges) -> bool:
    """Return whether all characters of ranges are in others."""
    return union(ranges, others) == others


def coarsened(ranges: Ranges) -> Ranges:
    """Return no more than _MAX_RANGES ranges, the last of them joined, which only add characters."""
    if len(ranges) <= _MAX_RANGES:
        return ranges
    return (*ranges[:_MAX_RANGES], (ranges[_MAX_RANGES][0], ranges[-1][1]))
