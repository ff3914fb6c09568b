# SPDX-License-Identifier: MIT
"""uri_regex beside the libraries that people use today: time, memory, wrong answers.

    python benchmarks/run.py                 # everything; also into README.md, and the chart
    python benchmarks/run.py --quick         # small inputs, few rounds: where are we, roughly
    python benchmarks/run.py --task resolve  # one task (may be repeated), no chart

README.md says what is called and how it is measured. The status of a full run is 0 if every bar
was measured and met.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib.metadata
import importlib.util
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import texts
from peers import PACKAGES, PEERS, Call, Peer, generate, load, read

HERE = Path(__file__).resolve().parent
CHART, README = HERE / "benchmarks.svg", HERE / "README.md"
MARK = "<!-- The rest is what run.py printed. -->\n\n"
sys.path.insert(0, str(HERE.parent))  # the module of this checkout, not an installed one
sys.path.append(str(HERE.parent / "conformance"))  # weight.py counts code lines

SAID: list[str] = []  # for the end of README.md
Times = dict[str, list[float]]  # peer -> nanoseconds a call, one figure a round

# ---------------------------------------------------------------------------------------------
# Measuring
# ---------------------------------------------------------------------------------------------


class Run:
    """How much to measure, and what was found: for the bars and the chart."""

    def __init__(self, quick: bool) -> None:
        self.count = 1_000 if quick else 10_000
        self.lines = 50_000 if quick else 1_000_000
        self.chars = 50_000 if quick else 300_000
        self.rounds = 5 if quick else 25
        self.starts = 3 if quick else 15
        self.times: dict[str, Times] = {}  # nanoseconds a call
        self.wrong: dict[str, dict[str, list[int]]] = {}
        self.figures: dict[str, list[float]] = {}
        self.newest: dict[str, Any] = {}  # what this script found on the newest Python


def quartiles(figures: Sequence[float]) -> tuple[float, float, float]:
    low, middle, high = statistics.quantiles(figures, n=4, method="inclusive")
    return low, middle, high


def ratios(times: Times, over: str, under: str) -> tuple[float, float, float]:
    """Quartiles of the rounds' ratios, not ratios of quartiles."""
    return quartiles([a / b for a, b in zip(times[over], times[under])])


def one_by_one(call: Call, data: Sequence[Any]) -> int:
    """How many it refused: that must not end the race. `try` is free from Python 3.11 on."""
    refused = 0
    for text in data:
        try:
            call(text)
        except Exception:
            refused += 1
    return refused


def pair_by_pair(call: Call, data: Sequence[tuple[str, str]]) -> int:
    refused = 0
    for base, ref in data:
        try:
            call(base, ref)
        except Exception:
            refused += 1
    return refused


def race(
    runs: dict[str, Callable[[], Any]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
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


def timed(loaded: dict[Peer, Call], data: Sequence[Any], rounds: int) -> Times:
    """Nanoseconds a call. Who is slow gets fewer texts: some 50 ms a round, but at least 20."""
    loop = pair_by_pair if isinstance(data[0], tuple) else one_by_one
    runs: dict[str, Callable[[], Any]] = {}
    sizes: dict[str, int] = {}
    for peer, call in loaded.items():
        trials = []
        for few in filter(None, (data[:5], data[5:10], data[10:15])):
            begin = time.process_time()
            loop(call, few)
            trials.append((time.process_time() - begin) / len(few))
        # The least of them: one slow trial must not leave so few texts that a cache holds them.
        share = data[:: max(1, len(data) // max(20, int(0.05 / min(trials))))]
        refused = loop(call, share)
        if refused:
            say(f"- {peer.name} refuses {refused:,} of {len(share):,}; its time is with that")
        runs[peer.name], sizes[peer.name] = partial(loop, call, share), len(share)
    times = race(runs, rounds)
    return {name: [figure / sizes[name] for figure in times[name]] for name in times}


# ---------------------------------------------------------------------------------------------
# Tables
# ---------------------------------------------------------------------------------------------


def say(text: str) -> None:
    SAID.append(text + "\n\n")
    print(text + "\n", flush=True)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Markdown; figures to the right."""
    from tabulate import tabulate

    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    align = ("left", *["right"] * (len(head) - 1))
    say(tabulate(cells, head, tablefmt="github", colalign=align, disable_numparse=True))


def spell(nanoseconds: float) -> str:
    """456 ns, 1.23 µs, 12.3 ms"""
    for unit in ("ns", "µs", "ms"):
        if nanoseconds < 999.5 or unit == "ms":
            break
        nanoseconds /= 1000
    return f"{nanoseconds:.{0 if unit == 'ns' or nanoseconds > 99.9 else 1}f} {unit}"


def spread(low: float, middle: float, high: float) -> str:
    return f"{middle:.2f} ({low:.2f} to {high:.2f})" if high < 100 else f"{middle:,.0f}"


# ---------------------------------------------------------------------------------------------
# Tasks
# ---------------------------------------------------------------------------------------------

# task -> what judges an answer, and the names of what it counts
JUDGES: dict[str, tuple[Call, Sequence[str]]] = {
    "validate": (partial(texts.verdict, 0), ("invalid accepted", "valid refused")),
    "iri": (partial(texts.verdict, 2), ("invalid accepted", "valid refused")),
    "parse": (partial(texts.verdict, 1), ("invalid accepted", "valid refused")),
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
    "resolve-one-base": ("Resolve all the links of a page", texts.on_one_base, 3988),
    "normalize-normal": ("Normalize what is normal", texts.web_uris, 3989),
    "normalize-not-normal": ("Normalize what is not normal", texts.not_normal, 3990),
    "find-prose": ("Find in plain prose, without URIs", texts.prose, 3991),
    "find-technical": ("Find in prose full of colons, without URIs", texts.technical, 3993),
    "find-mixed": ("Find in prose with a URI in every third line", texts.mixed, 3995),
    "find-dense": ("Find one URI after another", texts.dense, 3992),
}


def task_of(race: str) -> str:
    return race.partition("-")[0]


def measure(run: Run, key: str) -> dict[Peer, Call]:
    """Time a task's peers on the same texts, and judge their answers."""
    _, make, seed = RACES[key]
    task = task_of(key)
    judge = JUDGES[task][0]
    data = make(run.chars if task == "find" else run.count, seed)
    if task == "find":
        text, planted = data
        data, judge = [text], partial(judge, text, planted)
    loaded = load(PEERS[task], say)
    run.wrong[key] = {peer.name: judge(call) for peer, call in loaded.items()}
    run.times[key] = timed(loaded, data, run.rounds)
    if task == "find":
        for name, times in run.times[key].items():
            run.figures[f"{key} {name}"] = [1000 * len(text) / one for one in times]
    return loaded


def task_race(run: Run, key: str) -> None:
    say(f"### {RACES[key][0]}")
    marks = {peer.name: f"{peer.name} {peer.mark}".strip() for peer in measure(run, key)}
    times, wrong = run.times[key], run.wrong[key]
    ours = next(iter(times))
    marks[ours] = f"**{ours}**"
    rows = [(marks[name], name, times, wrong) for name in times]
    there = run.newest.get(key, {"times": {}})
    for name in there["times"]:
        if name.startswith("urllib"):
            shown = f"{marks[name]}, CPython {run.newest['version']}"
            rows.append((shown, name, there["times"], there["wrong"]))
    rows.sort(key=lambda row: statistics.median(row[2][row[1]]))
    cells = []
    for shown, name, times, wrong in rows:
        speed = run.figures.get(f"{key} {name}")
        what = (
            f"{statistics.median(speed):,.1f}" if speed else spell(statistics.median(times[name]))
        )
        cells.append([shown, what, spread(*ratios(times, name, ours)), *map(str, wrong[name])])
    unit = "characters/µs" if key.startswith("find") else "per call"
    table(("", unit, "time ÷ ours", *JUDGES[task_of(key)][1]), cells)


# A new process: ms of the import and of the first call, KiB that it grew at its peak, its files.
# "Cold" is without bytecode but for the standard library's, as a fresh container has it.
CHILD = """
import os, re, sys, time
sys.path[:0] = {path!r}
t = "http://user@example.com:8042/over/there?name=ferret#nose"
stdlib = os.path.dirname(os.__file__)
def own(path):
    return not path.startswith(stdlib) or "-packages" in path
if {cold}:
    loader = type(re.__spec__.loader)
    stats = loader.path_stats
    def path_stats(self, path):
        if own(path):
            raise OSError
        return stats(self, path)
    loader.path_stats = path_stats
def peak():
    if not os.path.exists("/proc/self/status"):
        return 0
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
peak()
size = peak()
before = set(sys.modules)
a = time.process_time()
import {module}
b = time.process_time()
{call}
c = time.process_time()
size = peak() - size
new = [sys.modules[name] for name in set(sys.modules) - before]
files = {{getattr(module, "__file__", None) or stdlib for module in new}}
print([1000 * (b - a), 1000 * (c - b), size, sorted(filter(own, files))])
"""


def child(peer: Peer, cold: bool) -> tuple[float, float, float, list[str]]:
    code = CHILD.format(path=sys.path[:2], module=peer.module, call=peer.call, cold=cold)
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    if done.returncode:
        raise ImportError(done.stderr.strip().rpartition("\n")[2])
    said: tuple[float, float, float, list[str]] = ast.literal_eval(done.stdout)
    return said


def task_start(run: Run) -> None:
    say("### Size, import, first call, memory: each in processes of its own, over `import re`")
    from weight import code_lines

    said: dict[Peer, dict[bool, list[Any]]] = {}
    for peer in read(PEERS["start"]):
        try:
            child(peer, False)  # also writes the bytecode
            said[peer] = {False: [], True: []}
        except ImportError as error:
            say(peer.missing(error))
    for turn in range(run.starts):
        for peer, both in said.items():
            for cold, samples in both.items():
                if turn < 5 or samples[0][0] < 300:
                    samples.append(child(peer, cold))
    starts: Times = {}
    cells = {}
    for peer, both in said.items():
        files = [Path(path) for path in both[False][0][3]]
        size = sum(path.stat().st_size for path in files) / 1000
        sources = [path.read_text("utf-8") for path in files if path.suffix == ".py"]
        code = sum(len(code_lines(source)) for source in sources)
        run.figures[f"size {peer.name}"] = [size] * 2
        cells[peer.name] = [f"{size:,.1f}", f"{code:,}"]
        for cold, samples in both.items():
            imports, calls, sizes, _ = zip(*samples)
            starts[peer.name] = starts.get(peer.name, [a + b for a, b in zip(imports, calls)])
            temper = "cold" if cold else "warm"
            run.figures[f"{temper} import {peer.name}"] = imports
            run.figures[f"{temper} start {peer.name}"] = [a + b for a, b in zip(imports, calls)]
            cells[peer.name] += [f"{statistics.median(one):.2f}" for one in (imports, calls)]
            cells[peer.name] += [f"{statistics.median(sizes) / 1024:.1f}"]
    names = sorted(starts, key=lambda name: statistics.median(starts[name]))
    rows = [[name, *cells[name], spread(*ratios(starts, name, "uri_regex"))] for name in names]
    figures = ("import, ms", "first call, ms", "memory, MiB")
    cold = [f"cold {figure}" for figure in figures]
    table(("", "kB", "code lines", *figures, *cold, "both, ÷ uri_regex"), rows)


BARE_LOOP = """import sys
sys.path.insert(0, {here!r})
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


def task_check(run: Run) -> None:
    say("### `check` on a file, beside a bare loop of `fullmatch` over the same file")
    both = {
        "uri_regex check": [str(HERE.parent / "uri_regex.py"), "check"],
        "bare loop": ["-c", BARE_LOOP.format(here=str(HERE.parent))],
    }
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "lines.txt")
        for key, every in (("check", run.lines), ("check-invalid", 100)):
            with file.open("w", encoding="utf-8", newline="\n") as out:
                for i, text in enumerate(texts.uris(run.lines, 3994)):
                    out.write(text + ("\n" if i % every else "%zz\n"))
            # Both did the work: a line out for each invalid one, or their number.
            said = {name: run_on(command, file, subprocess.PIPE) for name, command in both.items()}
            invalid = run.lines // every
            if said["uri_regex check"].count("\n") != invalid or int(said["bare loop"]) != invalid:
                raise SystemExit(f"check and the bare loop do not agree on {invalid} invalid lines")
            runs = {
                name: partial(run_on, command, file, subprocess.DEVNULL)
                for name, command in both.items()
            }
            times = run.times[key] = race(runs, min(run.rounds, 7), time.perf_counter)
            for name in times:
                seconds = f"{statistics.median(times[name]) / 1e9:.2f} s"
                factor = spread(*ratios(times, name, "bare loop"))
                rows.append(
                    [f"{name}, {invalid:,} of {run.lines:,} lines invalid", seconds, factor]
                )
    table(("", "time", "× bare loop"), rows)


# ---------------------------------------------------------------------------------------------
# Bars
# ---------------------------------------------------------------------------------------------

# (race, ours, theirs, the most that ours may take of theirs)
RATIOS = (
    ("validate", "uri_regex.is_uri", "bare fullmatch", 1.35),
    ("validate", "uri_regex.is_uri", "rfc3986-validator", 0.35),
    ("validate", "uri_regex.is_uri", "pydantic_core.Url", 1.0),
    ("parse", "uri_regex.parse", "uritools.urisplit", 1.0),
    ("split", "uri_regex.split", "uritools.urisplit", 0.8),
    ("resolve", "uri_regex.resolve", "ada_url.join_url", 1.0),
    ("resolve", "uri_regex.resolve", "uritools.urijoin", 0.6),
    ("normalize-normal", "uri_regex.normalize", "ada_url.normalize_url", 1.0),
    ("normalize-not-normal", "uri_regex.normalize", "ada_url.normalize_url", 1.7),
    ("check", "uri_regex check", "bare loop", 1.3),
    ("find-prose", "uri_regex.find", "linkify-it-py", 1 / 20),
)
# (what, figure, limit, unit); at least the limit for what is not in ms or kB
LIMITS = (
    ("`find` in plain prose", "find-prose uri_regex.find", 30, "million characters/s"),
    ("import, over `import re`", "warm import uri_regex", 3, "ms"),
    ("import and first `is_uri`, over `import re`", "warm start uri_regex", 6, "ms"),
    ("generated `is_uri`", "size generated: is_uri", 3.2, "kB"),
    ("generated `is_uri`, import", "warm import generated: is_uri", 0.5, "ms"),
    ("generated `is_uri`, import and first call, cold", "cold start generated: is_uri", 5, "ms"),
    (
        "generated `is_uri split resolve normalize`",
        "size generated: is_uri split resolve normalize",
        18,
        "kB",
    ),
    ("generated `parse validate`", "size generated: parse validate", 32, "kB"),
)


def bars(run: Run, whole: bool) -> bool:
    """Whether all that was asked for holds; after a run of some tasks, what these measured."""
    rows = []
    for key, ours, theirs, most in RATIOS:
        times = run.times.get(key, {})
        there = ours in times and theirs in times
        if there or whole:
            figures = ratios(times, ours, theirs) if there else None
            met = figures is not None and figures[1] <= most
            rows.append((f"{key}: `{ours}` / `{theirs}`", f"≤ {most:.2f}", figures, met))
    for what, figure, limit, unit in LIMITS:
        if figure in run.figures or whole:
            figures = quartiles(run.figures[figure]) if figure in run.figures else None
            less = unit in ("ms", "kB")
            met = figures is not None and (figures[1] <= limit if less else figures[1] >= limit)
            rows.append((what, f"{'≤' if less else '≥'} {limit:g} {unit}", figures, met))
    ours = ("uri_regex", "generated")
    judged = [pair for of in run.wrong.values() for pair in of.items() if pair[1]]
    named = [pair for pair in judged if pair[0].startswith(ours)]
    if named:
        wrong = sum(sum(counts) for _, counts in named)
        rows.append(("wrong answers of `uri_regex`", "≤ 0", (wrong,) * 3, wrong == 0))
    cells = []
    for what, limit, figures, met in rows:
        words = [f"{one:.3g}" if one < 1000 else f"{one:,.0f}" for one in figures or ()]
        low, middle, high = words or "–––"
        cells.append([what, limit, middle, f"{low} to {high}", "yes" if met else "**no**"])
    if rows:
        say("## The bars")
        table(("", "bar", "median", "quartiles", "met"), cells)
    return all(met for *_, met in rows)


# ---------------------------------------------------------------------------------------------
# The run
# ---------------------------------------------------------------------------------------------

# In the chart: race -> its title, and how many answers were judged; `peers` says who is shown
SHOWN = {
    "validate": ("Is it a URI?", len(texts.verdicts())),
    "parse": ("Validate, take apart", len(texts.verdicts())),
    "normalize-not-normal": ("Normalize", len(texts.NORMAL)),
}


def draw_chart(run: Run, file: Path) -> None:
    import chart

    panels = []
    for key, (title, count) in SHOWN.items():
        times, wrong = run.times[key], run.wrong[key]
        bars = [
            chart.Bar(
                f"{peer.label} {peer.mark}",
                peer.label == "uri_regex",
                statistics.median(times[peer.name]),
                spell(statistics.median(times[peer.name])),
                sum(wrong[peer.name]),
            )
            for peer in read(PEERS[task_of(key)])
            if peer.shown and peer.name in times
        ]
        panels.append((title, count, bars))
    chart.draw(panels, file)


def end_readme() -> None:
    """The bars first, then the tables."""
    tables, heading, bars = "".join(SAID).partition("## The bars")
    text = README.read_text("utf-8").partition(MARK)[0] + MARK + heading + bars + tables
    README.write_text(text.rstrip() + "\n", encoding="utf-8")


def newest() -> str:
    """The newest CPython of this machine, if it is newer than this one."""
    paths = [shutil.which(f"python3.{minor}") for minor in range(sys.version_info[1] + 1, 99)]
    paths += map(str, Path.home().glob(".pyenv/versions/3.*/bin/python"))
    best, found = sys.version_info[:3], ""
    ask = "import sys; print(sys.implementation.name, *sys.version_info[:3])"
    for path in filter(None, paths):
        said = subprocess.run([path, "-c", ask], capture_output=True, text=True).stdout.split()
        if said[:1] == ["cpython"] and tuple(map(int, said[1:])) > best:
            best, found = tuple(map(int, said[1:])), path
    return found


def on_newest(python: str, keys: Sequence[str], quick: bool) -> dict[str, Any]:
    """The races with urllib.parse, run by that Python: ours beside it, in the same rounds."""
    keys = [key for key in keys if "urllib" in PEERS.get(task_of(key), "")]
    command = [python, __file__, "--json", *keys, *(["--quick"] if quick else [])]
    if not keys or not python:
        return {}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"{python} ended with {done.returncode}")
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return said


def machine() -> str:
    versions = [f"{platform.python_implementation()} {platform.python_version()}"]
    for package in PACKAGES.values():
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            versions.append(f"{package} {importlib.metadata.version(package)}")
    return f"{platform.machine()}, " + ", ".join(versions)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="uri_regex beside other libraries.")
    tasks = [*PEERS, "check"]
    parser.add_argument("--quick", action="store_true", help="small inputs, few rounds")
    parser.add_argument("--task", action="append", choices=tasks, help="may be repeated")
    parser.add_argument("--newest", metavar="PYTHON", help="for urllib.parse (default: found)")
    parser.add_argument("--chart", metavar="FILE", help="instead of README.md and its own")
    parser.add_argument("--json", nargs="+", metavar="RACE", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.chart and options.task:
        parser.error("the chart takes a run of all tasks")
    if options.quick and options.chart and Path(options.chart).resolve() == CHART:
        parser.error("a quick run does not overwrite the chart that README.md shows")
    if options.newest and not shutil.which(options.newest):
        parser.error(f"no such Python: {options.newest}")
    sys.stdout.reconfigure(encoding="utf-8")  # the tables have × and µ, whatever the locale
    whole = not options.task
    keys = [key for key in RACES if whole or task_of(key) in options.task]
    run = Run(options.quick)
    with tempfile.TemporaryDirectory() as folder:
        generate(folder)
        if options.json:
            for key in options.json:
                measure(run, key)
            found = {key: {"times": run.times[key], "wrong": run.wrong[key]} for key in run.times}
            print(json.dumps({"version": platform.python_version(), **found}))
            return 0
        if not all(map(importlib.util.find_spec, ("matplotlib", "tabulate"))):
            parser.error("pip install -r benchmarks/requirements.txt")
        verdicts, references, forms = texts.verdicts(), texts.RESOLUTIONS, texts.NORMAL
        say(f"## The tables\n\n{machine()}.")
        say(f"Judged: {len(verdicts):,} texts, {len(references)} references, {len(forms)} forms.")
        run.newest = on_newest(options.newest or newest(), keys, options.quick)
        for key in keys:
            task_race(run, key)
        for task, work in (("start", task_start), ("check", task_check)):
            if whole or task in options.task:
                work(run)
    fine = bars(run, whole)
    if options.chart:
        draw_chart(run, Path(options.chart))
    elif whole and not options.quick:
        draw_chart(run, CHART)
        end_readme()
    if options.quick:
        say("Too small and too few rounds to judge by: a run without `--quick` does.")
    return 0 if fine or options.quick else 1


if __name__ == "__main__":
    sys.exit(main())
