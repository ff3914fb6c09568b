# SPDX-License-Identifier: MIT
"""A module: how run.py measures. Everybody has a turn in each round; ratios are of a round."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

Call = Callable[..., Any]
Times = dict[str, list[float]]  # peer -> nanoseconds a call, one figure a round
TURN = 0.05  # seconds that a turn takes, more or less
FEWEST = 20  # texts in a turn, however slow the peer is


def quartiles(figures: Sequence[float]) -> tuple[float, float, float]:
    if len(figures) == 1:
        return figures[0], figures[0], figures[0]
    low, middle, high = statistics.quantiles(figures, n=4, method="inclusive")
    return low, middle, high


def by_round(times: Times, over: str, under: str) -> list[float]:
    """The ratio of each round; none if one of the two was not there."""
    if over not in times or under not in times:
        return []
    return [a / b for a, b in zip(times[over], times[under])]


def ratios(times: Times, over: str, under: str) -> tuple[float, float, float]:
    """Quartiles of the rounds' ratios, not ratios of quartiles."""
    return quartiles(by_round(times, over, under))


def one_by_one(call: Call, data: Sequence[Any]) -> int:
    """How many it refused: that must not end the race. `try` is free from Python 3.11 on."""
    refused = 0
    for item in data:
        try:
            call(item)
        except Exception:
            refused += 1
    return refused


def pair_by_pair(call: Call, data: Sequence[tuple[Any, Any]]) -> int:
    """The same for a call of two arguments."""
    refused = 0
    for first, second in data:
        try:
            call(first, second)
        except Exception:
            refused += 1
    return refused


def loop_of(data: Sequence[Any]) -> Callable[[Call, Sequence[Any]], int]:
    if type(data[0]) is tuple:  # not a URI, which is a tuple, too, but one argument
        return pair_by_pair
    return one_by_one


def race(
    runs: dict[str, Callable[[], Any]], rounds: int, clock: Callable[[], float] = time.process_time
) -> Times:
    """Nanoseconds of each, round by round; the caller has warmed them up."""
    times: Times = {name: [] for name in runs}
    names = list(runs)
    gc.collect()
    gc.freeze()  # what is there by now need not be looked at again in each turn
    for turn in range(rounds):
        start = turn % len(names)
        for name in names[start:] + names[:start]:
            gc.collect()
            gc.disable()  # as timeit does: a collection would hit whoever has the turn
            begin = clock()
            runs[name]()
            end = clock()
            gc.enable()
            times[name].append(1e9 * (end - begin))
    gc.unfreeze()
    return times


def share_of(call: Call, data: Sequence[Any]) -> Sequence[Any]:
    """As many of the texts as a turn has time for, evenly taken."""
    loop = loop_of(data)
    fastest = float("inf")
    for start in (0, 5, 10):
        few = data[start : start + 5]
        if few:
            begin = time.process_time()
            loop(call, few)
            seconds = (time.process_time() - begin) / len(few)
            # The least: a slow trial must not leave so few texts that a cache holds them.
            fastest = min(fastest, seconds)
    count = max(FEWEST, int(TURN / fastest))
    step = max(1, len(data) // count)
    return data[::step]


def timed(
    calls: dict[str, Call], data: dict[str, Sequence[Any]], rounds: int, say: Callable[[str], None]
) -> Times:
    """Nanoseconds a call of each, on texts of its own; `say` is told what refuses some."""
    runs: dict[str, Callable[[], Any]] = {}
    sizes: dict[str, int] = {}
    for name, call in calls.items():
        share = share_of(call, data[name])
        loop = loop_of(share)
        refused = loop(call, share)
        if refused:
            say(f"- {name} refuses {refused:,} of {len(share):,}; its time is with that")
        runs[name] = partial(loop, call, share)
        sizes[name] = len(share)
    times = race(runs, rounds)
    return {name: [figure / sizes[name] for figure in times[name]] for name in times}
