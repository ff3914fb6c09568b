# SPDX-License-Identifier: MIT
"""uri_regex beside the libraries that people use today: time, memory, wrong answers.

    cd evidence
    python -m benchmarks.run                 # everything; also into results.md, and the chart
    python -m benchmarks.run --quick         # small inputs, few rounds: where are we, roughly
    python -m benchmarks.run --task resolve  # one task (may be repeated), no chart

README.md says what is called and how it is measured. The status of a full run is 0 if every bar
was measured and met.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import importlib.util
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import texts

import uri_regex

from . import peers
from .racing import Call, Times, by_round, quartiles, race, ratios, timed

HERE = Path(__file__).resolve().parent
CHART, RESULTS = HERE / "benchmarks.svg", HERE / "results.md"
HEAD = "<!-- Printed by benchmarks.run. README.md says what is measured. -->\n\n"


class Bar(NamedTuple):
    """What the project asks of itself."""

    what: str
    limit: str
    figures: tuple[float, float, float] | None  # quartiles; None if it could not be measured
    met: bool


class Amount(NamedTuple):
    """How much is measured."""

    texts: int
    lines: int  # of the file for `check`
    chars: int  # of the text for `find`
    rounds: int


WHOLE = Amount(texts=10_000, lines=1_000_000, chars=300_000, rounds=15)
QUICK = Amount(texts=1_000, lines=50_000, chars=50_000, rounds=5)


class Run:
    """How much to measure, and what was found."""

    def __init__(self, amount: Amount) -> None:
        self.amount = amount
        self.times: dict[str, Times] = {}  # race -> peer -> nanoseconds a call
        self.wrong: dict[str, dict[str, list[int]]] = {}  # race -> peer -> wrong answers
        self.bars: list[Bar] = []
        self.said: list[str] = []  # for results.md

    def say(self, text: str) -> None:
        self.said.append(text + "\n\n")
        print(text + "\n", flush=True)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Markdown; figures to the right."""
        from tabulate import tabulate

        cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
        align = ["left"] + ["right"] * (len(head) - 1)
        self.say(tabulate(cells, head, tablefmt="github", colalign=align, disable_numparse=True))

    def at_most(self, what: str, most: float, figures: Sequence[float], unit: str = "") -> None:
        """A bar for the median of these figures. No figures: not measured, and so not met."""
        limit = f"≤ {most:g} {unit}".strip()
        if figures:
            low, median, high = quartiles(figures)
            self.bars.append(Bar(what, limit, (low, median, high), median <= most))
        else:
            self.bars.append(Bar(what, limit, None, False))


# ---- How figures are written ---------------------------------------------------------------------


def spell(nanoseconds: float) -> str:
    """12.3 ns, 456 ns, 1.2 µs, 12.3 ms"""
    figure = nanoseconds
    for unit in ("ns", "µs", "ms"):
        if figure < 999.5 or unit == "ms":
            break
        figure /= 1000
    if figure > 99.9:
        return f"{figure:,.0f} {unit}"
    return f"{figure:.1f} {unit}"


def short(figure: float) -> str:
    return f"{figure:.3g}" if figure < 1000 else f"{figure:,.0f}"


def spread(low: float, middle: float, high: float) -> str:
    if high >= 100:
        return f"{middle:,.0f}"
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


# ---- Races: the peers of a task on the same texts ------------------------------------------------

# task -> what judges an answer, and the names of what it counts
VALIDITY = ("invalid accepted", "valid refused")
JUDGES: dict[str, tuple[Call, Sequence[str]]] = {
    "validate": (partial(texts.verdict, 0), VALIDITY),
    "iri": (partial(texts.verdict, 2), VALIDITY),
    "parse": (partial(texts.verdict, 1), VALIDITY),
    "split": (lambda call: [], ()),
    "resolve": (texts.resolved, ("wrong",)),
    "normalize": (texts.normalized, ("wrong",)),
    "find": (texts.found, ("missed", "extra")),
}
# The first word of a race is its task.
RACES: dict[str, tuple[str, Call, int]] = {
    "validate": ("Is it a URI?", texts.uris, 3986),
    "iri": ("Is it an IRI?", texts.iris, 3985),
    "parse": ("Validate a URI reference and take it apart", texts.uris, 3986),
    "split": ("Take apart without validating", texts.uris, 3987),
    "resolve": ("Resolve a reference, no base twice", texts.pairs, 3988),
    "normalize-normal": ("Normalize what is normal", texts.web_uris, 3989),
    "normalize-not-normal": ("Normalize what is not normal", texts.not_normal, 3990),
    "find-prose": ("Find in plain prose, without URIs", texts.prose, 3991),
    "find-technical": ("Find in prose full of colons, without URIs", texts.technical, 3993),
    "find-dense": ("Find one URI after another", texts.dense, 3992),
}
# (race, ours, theirs, the most that ours may take of theirs)
RATIOS = (
    ("validate", "uri_regex.is_uri", "rfc3986-validator", 0.35),
    ("validate", "uri_regex.is_uri", "pydantic_core.Url", 1.0),
    ("parse", "uri_regex.parse", "uritools.urisplit", 1.0),
    ("split", "uri_regex.split", "uritools.urisplit", 0.8),
    ("resolve", "uri_regex.resolve", "ada_url.join_url", 1.0),
    ("resolve", "uri_regex.resolve", "uritools.urijoin", 0.6),
    ("normalize-normal", "uri_regex.normalize", "ada_url.normalize_url", 1.0),
    ("normalize-not-normal", "uri_regex.normalize", "ada_url.normalize_url", 1.7),
    ("find-prose", "uri_regex.find", "linkify-it-py", 0.05),
)


def task_of(key: str) -> str:
    return key.partition("-")[0]


def measure(run: Run, key: str) -> dict[str, int]:
    """Time a task's peers on the same texts, and judge their answers; how many characters a call
    has, where that is what counts."""
    _, make, seed = RACES[key]
    task = task_of(key)
    judge, _ = JUDGES[task]
    loaded = peers.load(peers.PEERS[task], run.say)
    calls = {peer.name: call for peer, call in loaded.items()}
    if task == "find":
        text, planted = make(run.amount.chars, seed)
        data, judge = [text], partial(judge, text, planted)
        sizes = dict.fromkeys(calls, len(text))
    else:
        data = make(run.amount.texts, seed)
        sizes = {}
    run.wrong[key] = {name: judge(call) for name, call in calls.items()}
    run.times[key] = timed(calls, dict.fromkeys(calls, data), run.amount.rounds, run.say)
    return sizes


def race_rows(times: Times, wrong: dict[str, list[int]]) -> dict[str, list[str]]:
    """name -> the cells behind it"""
    ours = next(iter(times))
    rows = {}
    for name in times:
        counts = [str(count) for count in wrong[name]]
        rows[name] = [spread(*ratios(times, name, ours)), *counts]
    return rows


def shown_speed(nanoseconds: float, characters: int | None) -> str:
    if characters is None:
        return spell(nanoseconds)
    return f"{1000 * characters / nanoseconds:,.1f}"


def task_race(run: Run, key: str) -> None:
    run.say(f"### {RACES[key][0]}")
    sizes = measure(run, key)
    times, wrong = run.times[key], run.wrong[key]
    ours = next(iter(times))
    shown = {peer.name: f"{peer.name} {peer.mark}".strip() for peer in peers.PEERS[task_of(key)]}
    shown[ours] = f"**{ours}**"
    rows = []
    for name, cells in race_rows(times, wrong).items():
        median = statistics.median(times[name])
        rows.append((median, [shown[name], shown_speed(median, sizes.get(name)), *cells]))
    rows.sort()
    unit = "characters/µs" if sizes else "per call"
    _, counted = JUDGES[task_of(key)]
    run.table(("", unit, "time ÷ ours", *counted), [cells for _, cells in rows])
    for race_key, over, under, most in RATIOS:
        if race_key == key:
            run.at_most(f"{key}: `{over}` / `{under}`", most, by_round(times, over, under))


# ---- Errors ----------------------------------------------------------------------------------------

# The most that an error with its message may take of the verdict of the same text
MOST_OUTSIDE, MOST_INSIDE = 40, 250  # of an IP-literal


def message_of(text: str) -> str:
    """Return the message of the error."""
    try:
        uri_regex.validate(text)
    except uri_regex.URIError as error:
        return str(error)
    raise ValueError(f"valid: {text}")


def wrong_literals(count: int, seed: int) -> list[str]:
    """Return URIs with a wrong character in each place of an IP-literal in turn."""
    made = []
    for number, text in enumerate(texts.ipv6_uris(count, seed)):
        start, end = text.index("["), text.index("]")
        at = start + 1 + number % (end - start)
        made.append(text[:at] + "gz/:."[number % 5] + text[at + 1 :])
    return [text for text in made if not uri_regex.is_uri(text)]


def task_errors(run: Run) -> None:
    run.say("### Errors with their message, beside the verdict of the same texts")
    outside = [text for text in texts.invalid_uris(run.amount.texts, 13) if "[" not in text]
    inside = wrong_literals(run.amount.texts, 14)
    rows = []
    for what, data, most in (
        ("an error", outside, MOST_OUTSIDE),
        ("an error in an IP-literal", inside, MOST_INSIDE),
    ):
        both: dict[str, Call] = {"error": message_of, "is_uri": uri_regex.is_uri}
        times = timed(both, dict.fromkeys(both, data), run.amount.rounds, lambda text: None)
        run.at_most(f"{what} / `is_uri`", most, by_round(times, "error", "is_uri"))
        medians = [spell(statistics.median(times[name])) for name in both]
        rows.append([what, *medians, spread(*ratios(times, "error", "is_uri"))])
    run.table(("", "error", "`is_uri`", "ratio"), rows)


# ---- The command `check` -------------------------------------------------------------------------

BARE_LOOP = """import sys
import uri_regex
fullmatch = uri_regex.RFC3986.compile("URI").fullmatch
bad = 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        if not fullmatch(line[:-1]):
            bad += 1
print(bad)
"""


def run_on(command: Sequence[str], file: Path, out: int) -> str:
    done = subprocess.run(
        [sys.executable, *command, str(file)], stdout=out, stderr=subprocess.PIPE, encoding="utf-8"
    )
    if done.returncode not in (0, 1):  # 1 is its answer where a line is invalid
        raise SystemExit(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout or ""


def write_lines(file: Path, count: int, every: int) -> None:
    """So many URIs, of which every hundredth, say, is not valid."""
    with file.open("w", encoding="utf-8", newline="\n") as out:
        for i, text in enumerate(texts.uris(count, 3994)):
            if i % every == 0:
                text += "%zz"
            out.write(f"{text}\n")


def task_check(run: Run) -> None:
    run.say("### `uri-regex check FILE`, beside a bare loop of `fullmatch` over the same file")
    ours, bare = "uri-regex check", "bare loop"
    program = ["-m", "uri_abnf", "check"]
    commands = {ours: program, bare: ["-c", BARE_LOOP]}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "lines.txt")
        for every, most in ((run.amount.lines, 1.3), (100, 1.4)):
            write_lines(file, run.amount.lines, every)
            invalid = run.amount.lines // every
            # Both did the work: a line out for each invalid one, or their number.
            said = {
                name: run_on(command, file, subprocess.PIPE) for name, command in commands.items()
            }
            if said[ours].count("\n") != invalid or int(said[bare]) != invalid:
                raise SystemExit(
                    f"the file and the bare loop do not agree on {invalid} invalid lines"
                )
            runs: dict[str, Callable[[], Any]] = {}
            for name, command in commands.items():
                runs[name] = partial(run_on, command, file, subprocess.DEVNULL)
            times = race(runs, min(run.amount.rounds, 5), time.perf_counter)
            what = f"{invalid:,} of {run.amount.lines:,} lines invalid"
            for name in times:
                seconds = f"{statistics.median(times[name]) / 1e9:.2f} s"
                rows.append([f"{name}, {what}", seconds, spread(*ratios(times, name, bare))])
            run.at_most(f"`{ours} FILE` / bare loop, {what}", most, by_round(times, ours, bare))
    run.table(("", "time", "× bare loop"), rows)


# ---- Bars, chart, results ------------------------------------------------------------------------


def bar_of_answers(run: Run) -> None:
    ours = ("uri_regex", "standalone/")
    wrong = 0
    for counts in run.wrong.values():
        for name, count in counts.items():
            if name.startswith(ours):
                wrong += sum(count)
    run.at_most("wrong answers of `uri_regex`", 0, [wrong])


def bars(run: Run) -> bool:
    """Whether all that was asked for holds."""
    run.say("## The bars")
    if run.wrong:
        bar_of_answers(run)
    rows = []
    for bar in run.bars:
        median, spanned = "–", "–"
        if bar.figures:
            low, median, high = map(short, bar.figures)
            spanned = f"{low} to {high}"
        met = "yes" if bar.met else "**no**"
        rows.append([bar.what, bar.limit, median, spanned, met])
    run.table(("", "bar", "median", "quartiles", "met"), rows)
    missed = [bar for bar in run.bars if not bar.met]
    run.say(f"{len(run.bars) - len(missed)} of {len(run.bars)} are met.")
    return not missed


# In the chart: race -> its title, and how many answers were judged; `peers` says who is shown
SHOWN = {
    "validate": ("Is it a URI?", len(texts.verdicts())),
    "parse": ("Validate, take apart", len(texts.verdicts())),
    "normalize-not-normal": ("Normalize", len(texts.NORMAL)),
}


def draw_chart(run: Run, file: Path) -> None:
    from . import chart

    panels = []
    for key, (title, count) in SHOWN.items():
        drawn = []
        for peer in peers.PEERS[task_of(key)]:
            if peer.shown and peer.name in run.times[key]:
                median = statistics.median(run.times[key][peer.name])
                ours = peer.label == "uri_regex"
                wrong = sum(run.wrong[key][peer.name])
                name = f"{peer.label} {peer.mark}"
                drawn.append(chart.Bar(name, ours, median, spell(median), wrong))
        panels.append((title, count, drawn))
    chart.draw(panels, file)


def write_results(run: Run) -> None:
    """The bars first, then the tables."""
    tables, heading, bars = "".join(run.said).partition("## The bars")
    text = "# Results\n\n" + HEAD + heading + bars + tables
    RESULTS.write_text(text.rstrip() + "\n", encoding="utf-8")


# ---- The run -------------------------------------------------------------------------------------

TASKS: dict[str, Callable[[Run], None]] = {"errors": task_errors, "check": task_check}


def machine() -> str:
    """The processor's kind, the Python, and the version of each library that is there."""
    packages = set()
    for of_task in peers.PEERS.values():
        packages |= {peer.label for peer in of_task}
    versions = [f"{platform.python_implementation()} {platform.python_version()}"]
    for package in sorted(packages - {"uri_regex"}):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            versions.append(f"{package} {importlib.metadata.version(package)}")
    return f"{platform.machine()}, " + ", ".join(versions)


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="uri_regex beside other libraries.")
    parser.add_argument("--quick", action="store_true", help="small inputs, few rounds")
    tasks = [*peers.PEERS, *TASKS]
    parser.add_argument("--task", action="append", choices=tasks, help="may be repeated")
    options = parser.parse_args(argv)
    if not all(map(importlib.util.find_spec, ("matplotlib", "tabulate"))):
        parser.error("pip install -r evidence/requirements.txt")
    return options


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # whatever the locale
    whole = not options.task
    keys = [key for key in RACES if whole or task_of(key) in options.task]
    run = Run(QUICK if options.quick else WHOLE)
    run.say(f"## The tables\n\n{machine()}.")
    judged = len(texts.verdicts()), len(texts.RESOLUTIONS), len(texts.NORMAL)
    run.say("Judged: {:,} texts, {} references, {} forms.".format(*judged))
    for key in keys:
        task_race(run, key)
    for name, task in TASKS.items():
        if whole or name in options.task:
            task(run)
    fine = bars(run)
    if whole and not options.quick:
        draw_chart(run, CHART)
        write_results(run)
    if options.quick:
        run.say("Too small and too few rounds to judge by: a run without `--quick` does.")
    return 0 if fine or options.quick else 1


if __name__ == "__main__":
    sys.exit(main())
