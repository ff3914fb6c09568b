# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""uri_regex beside other libraries, and beside older copies of itself: time, and wrong answers.

    cd evidence
    python3 -m benchmarks.run                            all tasks with other libraries, ten minutes
    python3 -m benchmarks.run --task resolve             one task; may be repeated
    python3 -m benchmarks.run --mark OLD.py              beside an older uri_regex.py; may be repeated
    python3 -m benchmarks.run --quick                    too few texts and rounds to quote

It prints Markdown. README.md, next to it, says what is called and how it is measured.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import peers
import texts
from automata import oracle

from . import marks
from .racing import Call, print_table, race, ratio, spell


class Amount(NamedTuple):
    """How much is measured."""

    texts: int
    chars: int  # of the text for `find`
    rounds: int


WHOLE = Amount(texts=10_000, chars=300_000, rounds=15)
QUICK = Amount(texts=1_000, chars=50_000, rounds=5)

# ---- Judges: each counts the wrong answers of a call ---------------------------------------------


def answer(call: Call, *arguments: str) -> Any:
    """What it says; None, which counts as wrong or as "not valid", where it raises."""
    try:
        return call(*arguments)
    except Exception:
        return None


def verdicts(rule: str, call: Call) -> list[int]:
    """Invalid texts accepted, valid ones refused, by the automaton of a rule."""
    accepted = refused = 0
    for text in texts.judged(1_000, 3986):
        said = answer(call, text)
        is_accepted = said is not None and said is not False  # `==` of some peers' classes raises
        is_valid = oracle("RFC3986", rule).matches(text)
        accepted += is_accepted and not is_valid
        refused += is_valid and not is_accepted
    return [accepted, refused]


def resolved(call: Call) -> list[int]:
    return [sum(answer(call, texts.BASE, ref) != out for ref, out in texts.RESOLUTIONS.items())]


def normalized(call: Call) -> list[int]:
    return [sum(answer(call, text) != right for text, right in texts.NORMAL.items())]


def found(text: str, planted: Sequence[str], call: Call) -> list[int]:
    got, wanted = set(call(text)), set(planted)
    return [len(wanted - got), len(got - wanted)]


# ---- Races: the peers of a task on the same texts ------------------------------------------------


class Race(NamedTuple):
    task: str
    title: str
    make: Callable[[int, int], Any]  # of a number, and a seed
    judge: Callable[[Call], list[int]] = lambda call: []
    counted: tuple[str, ...] = ()  # what the judge counts


VALIDITY = ("invalid accepted", "valid refused")
RACES = (
    Race("validate", "Is it a URI?", texts.uris, partial(verdicts, "URI"), VALIDITY),
    Race(
        "parse", "Validate a URI reference and take it apart", texts.uris,
        partial(verdicts, "URI-reference"), VALIDITY,
    ),
    Race("resolve", "Resolve a reference, no base twice", texts.pairs, resolved, ("wrong",)),
    Race("normalize", "Normalize what is normal", texts.web_uris, normalized, ("wrong",)),
    Race("normalize", "Normalize what is not normal", texts.not_normal, normalized, ("wrong",)),
    Race("find", "Find in plain prose, without URIs", texts.prose, counted=("missed", "extra")),
    Race("find", "Find one URI after another", texts.dense, counted=("missed", "extra")),
)  # fmt: skip


def run_race(one: Race, amount: Amount) -> None:
    print(f"### {one.title}\n")
    loaded = dict(peers.load(one.task))
    calls = {peer.name: call for peer, call in loaded.items()}
    judge = one.judge
    if one.task == "find":
        text, planted = one.make(amount.chars, 3986)
        data, judge = [text], partial(found, text, planted)
    else:
        data = one.make(amount.texts, 3986)
    times = race(calls, dict.fromkeys(calls, data), amount.rounds)
    ours = next(iter(calls))
    rows = []
    for peer, call in loaded.items():
        name = f"**{peer.name}**" if peer.name == ours else f"{peer.name} {peer.mark}".strip()
        median = statistics.median(times[peer.name])
        cells = [name, spell(median), f"{ratio(times, peer.name, ours):,.2f}"]
        rows.append((median, cells + [str(count) for count in judge(call)]))
    rows.sort()
    print_table(["", "per call", "÷ ours", *one.counted], [cells for _, cells in rows])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="uri_regex beside other libraries, and older files."
    )
    parser.add_argument("--quick", action="store_true", help="small inputs, few rounds")
    parser.add_argument("--task", action="append", choices=peers.PEERS, help="may be repeated")
    help_ = "compare with an older file of uri_regex instead; may be repeated"
    parser.add_argument("--mark", action="append", type=Path, metavar="FILE", help=help_)
    options = parser.parse_args(argv)
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # whatever the locale
    amount = QUICK if options.quick else WHOLE
    print(f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}\n")
    if options.mark:
        marks.compare(options.mark, amount.texts // 5, amount.rounds)
    if options.task or not options.mark:
        for one in RACES:
            if one.task in (options.task or peers.PEERS):
                run_race(one, amount)
    return 0


if __name__ == "__main__":
    sys.exit(main())
