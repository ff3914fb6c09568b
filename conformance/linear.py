# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Linear time: each public function on texts made to be slow, at 1,000 to 1,000,000 characters.

    python3 conformance/linear.py                       this interpreter
    python3 conformance/linear.py --python python3.9 --python python3.13
    python3 conformance/linear.py --only find --fast

A hostile text is a prefix, a piece that is repeated, and an ending that makes it wrong, or right at
the last moment. Every function sees them all at 1,000 and 8,000 characters; those that took longest,
and those that grew most, are measured at seven sizes up to a million. The slope is that of log time
over log size, by least squares, over the sizes that take more than a millisecond: 1 is linear, 2 is
quadratic. A slope above 1.1 is measured once more with more sizes and runs, and larger texts, before
it counts: a text that no longer fits a cache, or for which memory has to be mapped, costs more a
character, too, but only once. So it is with `re` before 3.11: it notes each round of a loop, and from
some 700,000 characters on, where the notes take more than 32 MB, glibc maps fresh memory for each
call. Time is the processor's, so that other programs count for little.

It prints a Markdown table with the worst shape of each function. Exit status: 1 for a slope above
1.1, and for a function that takes more than `TOO_LONG` seconds at a size that a linear one does not.
"""

from __future__ import annotations

import argparse
import gc
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import uri_regex as u

try:
    import regex
except ImportError:
    regex = None  # captures, partial and the second engine are left out

LIMIT = 1.1
FLOOR = 0.001  # seconds; below, the call itself and the clock count for too much
TOO_LONG = 10.0
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


class Shape(NamedTuple):
    prefix: str
    piece: str
    ending: str

    def text(self, size: int) -> str:
        count = (size - len(self.prefix) - len(self.ending)) // len(self.piece)
        return self.prefix + self.piece * max(count, 1) + self.ending

    def __str__(self) -> str:
        parts = (
            ascii(self.prefix)[1:-1],
            f"({ascii(self.piece)[1:-1]})*",
            ascii(self.ending)[1:-1],
        )
        return " ".join(part for part in parts if part).replace("|", "\\|")


PIECES = (
    "a 1 %41 %4 % @ : / // /. /.. ../ . 1. a. a- - ? [ [:: 1: a: a:a@ //a:b //a:b@ <a: <a:b <a:b> "
    "<http://a \"a:b http://a. ( ) http://a/( www. mailto: mailto:a@b URL: <URL: *** é %C3%BC \u200e "
    "25 %E2%80%AE data:, a.b:"
).split(" ") + [" ", "\n", " a: ", "< ", " :"]  # fmt: skip
FRAMES = (
    ("", ""),
    ("", "%\n"),
    ("http://", "^"),
    ("http://a/b", "/../\x7f"),
    ("http://[", "]:"),
    ("http://a:", "@"),
    ("<a:", " >"),
    ("www.", "a"),
)
SHAPES = [Shape(a, piece, z) for piece in PIECES for a, z in FRAMES]

ABNF_SHAPES = [
    Shape(prefix, piece, ending)
    for piece in (
        '"a" ', 'a = "x"\n', 'a =/ "x"\n', "; c\n", "\n", " ", "\n ", "\r\n ", "(", "[", "( ", "a ",
        "a", "a-", "1", "*", "1*", '"', '"a', '%s"', "%x41.", "%x41", "%d1", ".41", "0", "<", "<a>",
        "<a ", "/", '/ "a" ', "\t", ";", ";\n ", "\n;", "=", "a=", "a\n", "a ;\n ", "é", ")", "%",
        '"a" ; c\n ', '[ "a" ] ', '*"a" ', '( "a" ) ', '*( "a" / "b" ) ',
    )
    for prefix, ending in (
        ("a = ", ""), ("", ""), ("a = ", "!"), ('a = "x"\n', " )"), ("a = b", "\n")
    )
]  # fmt: skip


class Rules(NamedTuple):
    """ABNF of many rules, numbered: what refers to what is made by `line`."""

    title: str
    line: Callable[[int, int], str]

    def text(self, size: int) -> str:
        count = max(size // 16, 2)
        return "".join([self.line(i, count) for i in range(count)])

    def __str__(self) -> str:
        return self.title


MANY_RULES = [
    Rules("rules in a chain", lambda i, n: f"r{i} = {f'r{i + 1}' if i + 1 < n else 'CR'}\n"),
    Rules("rules that refer to the first", lambda i, n: f'r{i} = "a"{" r0" * (i > 0)}\n'),
    Rules("rules in a circle", lambda i, n: f"r{i} = r{(i + 1) % n}\n"),
    Rules("short rules", lambda i, n: f'r{i} = "ab"\n'),
    Rules("a rule in lines", lambda i, n: f'    / "{i:x}"\n' if i else 'r = "a"\n'),
    Rules("an alternative a line", lambda i, n: f'r =/ "{i:x}"\n' if i else 'r = "a"\n'),
]  # fmt: skip

Call = Callable[[str], object]


def percent_encode(component: str, text: str) -> object:
    return u.percent_encode(text, component)


def resolve_rfc2396(above: str, text: str) -> object:
    return u.resolve_rfc2396("http://a/b/c/" + text, text, above_root=above)


class Case(NamedTuple):
    name: str
    call: Call
    most: int = 1_000_000
    shapes: Any = None


def quiet(call: Call) -> Call:
    """The call, whose documented errors are results, too."""

    def run(text: str) -> object:
        try:
            return call(text)
        except (u.URIError, u.GrammarError) as error:
            return str(error)

    return run


GRAMMARS = {
    "RFC3986": "URI URI-reference authority host IPv6address path",
    "RFC3987": "IRI-reference ihost",
    "RFC2396": "URI-reference hostname server abs_path",
    "RFC6874": "URI",
}
OWN = u.Grammar(
    # Nothing is proven here: each text can be read in many ways.
    'ways = *( "a" / "aa" / *"%" ) "b"\nnest = *( *( *"a" "-" ) "-" )\ntail = *"a" *"a" *"a" "!"\n'
)


def cases() -> Iterator[Case]:
    for name in (
        "is_uri",
        "is_uri_reference",
        "is_absolute_uri",
        "is_relative_ref",
        "split",
        "parse",
    ):
        yield Case(name, getattr(u, name))
    yield Case("parse, IRI-reference", lambda t: u.parse(t, "IRI-reference"))
    yield Case("the parts of the authority", lambda t: u.split("//" + t)._inside())
    yield Case("host_type", lambda t: u.split("//" + t).host_type)
    yield Case("validate", u.validate)
    yield Case(
        "validate, policies",
        lambda t: u.validate(
            t,
            "URI-reference",
            schemes=["http", "a"],
            hosts=["a", "b"],
            ports=[80, ""],
            require=["host", "path"],
            forbid=["userinfo", "password", "fragment"],
        ),
    )
    yield Case("recompose", lambda t: u.recompose(u.split(t)))
    yield Case("recompose, any parts", lambda t: u.recompose(u.URI("a", None, t, t, t)))
    yield Case("remove_dot_segments", u.remove_dot_segments)
    yield Case("merge", lambda t: u.merge(u.split(t), t))
    yield Case("resolve, the base", lambda t: u.resolve(t, "../../g?y"))
    yield Case("resolve, the reference", lambda t: u.resolve("http://a/b/c/d;p?q", t, strict=False))
    yield Case("resolve, both", lambda t: u.resolve(t, t))
    for above in ("keep", "remove", "error"):
        yield Case(
            f"resolve_rfc2396, {above}",
            partial(resolve_rfc2396, above),
        )
    yield Case("relativize, the base", lambda t: u.relativize(t, "http://a/b"))
    yield Case("relativize, the target", lambda t: u.relativize("http://a/b/c", t))
    yield Case("relativize, both", lambda t: u.relativize(t, t + "/x"))
    yield Case("relativize, down", lambda t: u.relativize("http://a/" + t, "http://a/b/" + t))
    yield Case("normalize", u.normalize)
    yield Case("normalize, scheme_based", lambda t: u.normalize(t, scheme_based=True))
    yield Case("equivalent", lambda t: u.equivalent(t, t + "A"))
    for component in ("unreserved", "path"):
        yield Case(f"percent_encode, {component}", partial(percent_encode, component))
    yield Case("percent_decode", u.percent_decode)
    yield Case("percent_decode, replace", lambda t: u.percent_decode(t, "replace"))
    yield Case("iri_to_uri", u.iri_to_uri)
    yield Case("uri_to_iri", u.uri_to_iri)
    yield Case("redact", u.redact)
    yield Case("find", lambda t: len(list(u.find(t))))
    yield Case("find, suffix", lambda t: len(list(u.find(t, suffix=True))))
    yield Case("find, schemes", lambda t: len(list(u.find(t, schemes=["http", "a", "mailto"]))))
    for title, rules in GRAMMARS.items():
        grammar = getattr(u, title)
        for rule in rules.split():
            yield Case(f"{title} {rule}: matches", partial(grammar.matches, rule))
            yield Case(f"{title} {rule}: validate", partial(grammar.validate, rule))
            if regex:
                yield Case(f"{title} {rule}: partial", partial(grammar.partial, rule))
                if grammar.proven(rule):
                    match = grammar.compile(rule, engine="regex").fullmatch
                    yield Case(f"{title} {rule}: regex", match)
                yield Case(
                    f"{title} {rule}: captures",
                    partial(grammar.captures, rule),
                    100_000,  # it keeps each character's rules
                )
    for engine in ("re", "regex") if regex else ("re",):
        names = ["scheme", "userinfo", "host", "port", "path-abempty", "query", "fragment"]
        for rule in ("URI", "URI-reference"):
            named = u.RFC3986.compile(rule, capture=names, engine=engine).fullmatch
            yield Case(f"compile({rule!r}, capture=…), {engine}", named)
    for rule in OWN.rules:
        yield Case(f"unproven {rule}: matches", partial(OWN.matches, rule))
        yield Case(f"unproven {rule}: validate", partial(OWN.validate, rule))
        if regex:
            yield Case(f"unproven {rule}: partial", partial(OWN.partial, rule))
    yield Case("Grammar(abnf)", u.Grammar, shapes=ABNF_SHAPES + MANY_RULES)
    yield Case("extend", u.RFC3986.extend, shapes=ABNF_SHAPES + MANY_RULES)


def seconds(call: Call, text: str, runs: int = 3) -> float:
    """The best of several runs, or of one that takes long."""
    best = math.inf
    for _ in range(runs):
        start = time.process_time()
        call(text)
        best = min(best, time.process_time() - start)
        if best > 0.5:
            break
    return best


def slope(points: list[tuple[int, float]]) -> float | None:
    """Of log time over log size, by least squares."""
    logs = [(math.log(size), math.log(spent)) for size, spent in points if spent > FLOOR]
    if len(logs) < 2:
        return None
    mean_x, mean_y = (sum(axis) / len(logs) for axis in zip(*logs))
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    return float(sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread)


class Row(NamedTuple):
    shape: Any
    size: int
    spent: float
    slope: float | None
    hung: bool = False

    @property
    def rank(self) -> tuple[bool, float, float]:
        return self.hung, self.slope or 0.0, self.spent


def measure(call: Call, shape: Any, sizes: tuple[int, ...], runs: int = 3) -> Row:
    points: list[tuple[int, float]] = []
    for size in sizes:
        text = shape.text(size)
        gc.collect()
        try:
            points.append((len(text), seconds(call, text, runs)))
        except MemoryError:  # of `regex`, which keeps so much and no more
            if size <= max(SIZES):
                raise
            break
        (before, less), (now, spent) = points[-2:] if len(points) > 1 else ((1, 0.0), points[0])
        if spent > TOO_LONG:  # slow, or only long? A linear one takes as much a character as before
            hung = spent > 2 * max(less, FLOOR) * now / before
            return Row(shape, now, spent, slope(points), hung)
        if spent > 3:
            break
    return Row(shape, *points[-1], slope(points))


def worst(case: Case, fast: bool) -> Row:
    call = quiet(case.call)
    call("a")  # compiles, outside the measurement
    first: list[tuple[float, float, Any]] = []
    for shape in case.shapes or SHAPES:
        small = seconds(call, shape.text(1_000), 1)
        if small > 1:  # hopeless
            return Row(shape, 1_000, small, None, True)
        large = seconds(call, shape.text(8_000), 1)
        first.append((large, large / max(small, FLOOR / 10), shape))
        if large > 4:
            break
    longest = sorted(first, key=lambda f: -f[0])[: 1 if fast else 2]
    steepest = sorted(first, key=lambda f: -f[1])[: 1 if fast else 2]
    top = min(case.most, 100_000 if fast else case.most)
    sizes = tuple(size for size in SIZES if size <= top)
    rows = []
    for _, _, shape in dict.fromkeys([*longest, *steepest]):
        row = measure(call, shape, sizes)
        if row.slope is not None and row.slope > LIMIT and not row.hung:
            start = row.size if row.spent < 0.3 else row.size // 8
            again = measure(call, shape, tuple(int(start * 2 ** (i / 2)) for i in range(7)), 7)
            if again.hung or again.slope is None or again.slope < row.slope:
                row = again
        rows.append(row)
        if row.hung:
            break
    return max(rows, key=lambda row: row.rank)


def run(only: str, fast: bool) -> int:
    version = ".".join(map(str, sys.version_info[:3]))
    engine = (
        f"regex {regex.__version__}" if regex else "no regex: captures and partial are left out"
    )
    print(f"\n## {sys.implementation.name} {version}, {engine}\n")
    print("| function | worst shape | characters | ms | slope |\n|---|---|---:|---:|---:|")
    failed, count, steepest = [], 0, 0.0
    gc.disable()  # the collector's work depends on all that lives, not on the text
    for case in cases():
        if only not in case.name:
            continue
        count += 1
        try:
            row = worst(case, fast)
        except Exception as error:
            print(f"| {case.name} | {type(error).__name__} | | | **raises** |", flush=True)
            failed.append(case.name)
            continue
        steepest = max(steepest, row.slope or 0.0)
        shown = "hangs" if row.hung else "< 1 ms" if row.slope is None else f"{row.slope:.2f}"
        bad = row.hung or (row.slope is not None and row.slope > LIMIT)
        print(
            f"| {case.name} | `{row.shape}` | {row.size:,} | {row.spent * 1000:,.1f} "
            f"| {'**' * bad}{shown}{'**' * bad} |",
            flush=True,
        )
        if bad:
            failed.append(case.name)
    verdict = f"above {LIMIT}: {', '.join(failed)}" if failed else f"none above {LIMIT}"
    print(f"\n{count} functions, the steepest {steepest:.2f}; {verdict}", flush=True)
    return 1 if failed else 0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Time over size, for each function.")
    parser.add_argument("--python", action="append", metavar="PYTHON", help="run in it; repeatable")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="functions with it in their name"
    )
    parser.add_argument("--fast", action="store_true", help="to 100,000 characters, fewer shapes")
    args = parser.parse_args(argv)
    if not args.python:
        return run(args.only, args.fast)
    status = 0
    for python in args.python:
        command = [python, __file__, "--only", args.only, *["--fast"] * args.fast]
        status |= subprocess.run(command).returncode != 0
    return status


if __name__ == "__main__":
    sys.exit(main())
