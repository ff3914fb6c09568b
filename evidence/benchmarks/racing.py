# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module: how calls are timed, and how figures are written. Everybody has a turn in each round, so
that ratios are of the same moment.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

Call = Callable[..., Any]
Times = dict[str, list[float]]  # name -> nanoseconds a call, one figure a round
TURN = 0.05  # seconds that a turn takes, more or less
FEWEST = 20  # texts in a turn, however slow the call is


def run_all(call: Call, data: Sequence[Any]) -> int:
    """Call with each item, of which a tuple is several arguments; return how many are refused."""
    refused = 0
    if type(data[0]) is tuple:  # not a URI, which is a tuple, too
        for arguments in data:
            try:
                call(*arguments)
            except Exception:
                refused += 1
    else:
        for item in data:
            try:
                call(item)
            except Exception:
                refused += 1
    return refused


def share_of(call: Call, data: Sequence[Any]) -> Sequence[Any]:
    """As many of the texts as a turn has time for, evenly taken."""
    fastest = float("inf")
    for start in (0, 5, 10):
        few = data[start : start + 5]
        if few:
            begin = time.process_time()
            run_all(call, few)
            # The least: a slow trial must not leave so few texts that a cache holds them.
            fastest = min(fastest, (time.process_time() - begin) / len(few))
    count = max(FEWEST, int(TURN / max(fastest, 1e-9)))
    return data[:: max(1, len(data) // count)]


def race(calls: dict[str, Call], data: dict[str, Sequence[Any]], rounds: int) -> Times:
    """Nanoseconds a call of each, round by round, on texts of its own."""
    shares = {name: share_of(call, data[name]) for name, call in calls.items()}
    for name, call in calls.items():  # warmed up
        run_all(call, shares[name])
    times: Times = {name: [] for name in calls}
    names = list(calls)
    gc.collect()
    gc.freeze()  # what is there by now need not be looked at again in each turn
    for turn in range(rounds):
        start = turn % len(names)
        for name in names[start:] + names[:start]:
            gc.collect()
            gc.disable()  # as timeit does: a collection would hit whoever has the turn
            begin = time.process_time()
            run_all(calls[name], shares[name])
            spent = time.process_time() - begin
            gc.enable()
            times[name].append(1e9 * spent / len(shares[name]))
    gc.unfreeze()
    return times


def ratio(times: Times, over: str, under: str) -> float:
    """The median of the rounds' ratios, which is not the ratio of medians."""
    return statistics.median([a / b for a, b in zip(times[over], times[under])])


def spell(nanoseconds: float) -> str:
    """456 ns, 1.2 µs, 12.3 ms"""
    figure = nanoseconds
    for unit in ("ns", "µs", "ms"):
        if figure < 999.5 or unit == "ms":
            break
        figure /= 1000
    return f"{figure:,.0f} {unit}" if unit == "ns" or figure > 99.9 else f"{figure:.1f} {unit}"


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print Markdown, with figures to the right."""
    print(f"| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join([cell.replace('|', chr(92) + '|') for cell in row])} |")
    print(flush=True)
