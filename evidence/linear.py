# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What a call costs: its time and its memory, over the length of the text; and the time of patterns
that uri_abnf has rewritten, in four engines.

    python3 evidence/linear.py                       all of it, this interpreter
    python3 evidence/linear.py --only find --quick
    python3 evidence/linear.py --part memory         or time, or patterns

**Time.** A hostile text is a prefix, a piece that is repeated, and an ending that makes it wrong, or
right at the last moment. Every function sees them all at 1,000 and 8,000 characters; those that took
longest, and those that grew most, are measured at seven sizes up to a million. The slope is that of log
time over log size, by least squares, over the sizes that take more than a millisecond: 1 is linear, 2
is quadratic. A slope above 1.1 is measured once more with more sizes and runs, and larger texts, before
it counts: a text that no longer fits a cache, or for which memory has to be mapped, costs more a
character, too, but only once. So it is with `re` before 3.11: it notes each round of a loop, and from
some 700,000 characters on, where the notes take more than 32 MB, glibc maps fresh memory for each
call. Time is the processor's, so that other programs count for little.

**Memory.** The most that a call holds at once, in bytes for each character of its texts, without the
texts themselves, with the result, and with the message of an error: what tracemalloc counts of Python's
own allocators. The bound is 80. Texts with an early dot-segment and then short segments of all widths
are tried, since removing dot-segments takes a list, in which an emoji between two "/" is an object of
its own; and texts whose parts are drawn at random from what has a meaning for some function. All are
tried at 2,000 characters, the worst at 100,000. On Python 3.9 and 3.10 `re` takes more: `--most`. Kept:
what is there after policies with 26 different lists of 40,000 hosts, which must be at most 30 MB.

**Patterns.** Some 300 loops of each rewritten pattern, or all if there are fewer, are repeated to
100,000 characters, with an ending that may match and with one that can't, in Python's `re`, PyPI
`regex`, Node.js, and Perl. No text may take more than a second. A planted pattern, which takes
exponential time, must do so.

Exit status: 1 for what is above its bound, and for a function that takes more than `TOO_LONG` seconds
at a size that a linear one does not.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import random
import shutil
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from ambiguity import Ambiguous, pumps
from proof import grammar_of, last_value

import uri_abnf
import uri_regex as u

try:
    import regex
except ImportError:
    regex = None  # the second engine is left out

LIMIT = 1.1
FLOOR = 0.001  # seconds; below, the call itself and the clock count for too much
TOO_LONG = 10.0
QUICK = 0.3
SMALL, LARGE = 1_000, 8_000  # for all shapes
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


class Shape(NamedTuple):
    prefix: str
    piece: str
    ending: str

    def text(self, size: int) -> str:
        count = (size - len(self.prefix) - len(self.ending)) // len(self.piece)
        return self.prefix + self.piece * max(count, 1) + self.ending

    def __str__(self) -> str:
        parts = ascii(self.prefix)[1:-1], f"({ascii(self.piece)[1:-1]})*", ascii(self.ending)[1:-1]
        return " ".join(part for part in parts if part).replace("|", "\\|")


# Percent-encoded URIs with and without a password, escapes of terminals and JSON, and brackets
ENCODED = "a%3A%2F%2Fb%3Ac %252F%252Fa%253Ab%2540 %40 %2525252540 \\/\\/a:b &a=b %26a%3D".split(" ")
ESCAPES = "\x1b[3 \x1b[36m \\x1b[ \\u001b[1 \\n \\".split(" ")
FOUND = "http://a/) http://a/(( [a](http://a) http:/ ws: sip: sip:a:b u:p@".split(" ")
PIECES = (
    "a 1 %41 %4 % @ : / // /. /.. ../ . 1. a. a- - ? [ [:: 1: a: a:a@ //a:b //a:b@ <a: <a:b <a:b> "
    "<http://a \"a:b http://a. ( ) http://a/( www. mailto: mailto:a@b URL: <URL: *** é %C3%BC \u200e "
    "25 %E2%80%AE data:, a.b:"
).split(" ") + [" ", "\n", " a: ", "< ", " :", *ENCODED, *ESCAPES, *FOUND]  # fmt: skip
FRAMES = [("", ""), ("", "%\n"), ("http://", "^"), ("http://a/b", "/../\x7f"), ("http://[", "]:")]
FRAMES += [("http://a:", "@"), ("<a:", " >"), ("www.", "a")]
SHAPES = [Shape(a, piece, z) for piece in PIECES for a, z in FRAMES]

Call = Callable[[Any], object]


def percent_encode(component: str, text: str) -> object:
    return u.percent_encode(text, component)


def replace(part: str, text: str) -> object:
    return str(u.parse("http://u@a/b").replace(**{part: text}))


def resolve_rfc2396(above: str, text: str) -> object:
    return u.resolve_rfc2396("http://a/b/c/" + text, text, above_root=above)


def resolve_base_rfc2396(text: str) -> object:
    return u.resolve_rfc2396("http://a/b/c/" + text, "../x")


def of_host(check: Call, text: str) -> object:
    return check(f"http://{text}/")


class Case(NamedTuple):
    name: str
    call: Call
    most: int = 1_000_000
    shapes: Any = None
    texts: int = 1  # as many as the call gets


def quiet(call: Call) -> Call:
    """The call, whose documented errors are results, too."""

    def run(text: str) -> object:
        try:
            return call(text)
        except (u.URIError, uri_abnf.GrammarError) as error:
            return str(error)

    return run


ABNF_PIECES = '"a" |a = "x"\n|a =/ "x"\n|; c\n|\n |(|[|1*|"|%x41.|/ "a" '.split("|")
ABNF_FRAMES = ("a = ", ""), ("", ""), ("a = ", "!"), ('a = "x"\n', " )")
ABNF_SHAPES = [Shape(start, piece, end) for piece in ABNF_PIECES for start, end in ABNF_FRAMES]
# Rules that between them have each repeat of their grammars
LIBRARY = {
    "RFC3986": "URI URI-reference authority host IPv6address IPvFuture path path-noscheme scheme",
    "RFC3987": "IRI IRI-reference iauthority ihost ipath",
    "RFC2396": "URI-reference absoluteURI authority hostname server path_segments opaque_part",
}
OF_URI_ABNF = {"RFC3986": "URI host", "RFC2396": "URI-reference hostname server", "RFC6874": "URI"}
OWN = uri_abnf.Grammar(
    # Each text can be read in many ways. For the last one, no pattern that is linear is short enough.
    'ways = *( "a" / "aa" / *"%" ) "b"\nnest = *( *( *"a" "-" ) "-" )\ntail = *"a" *"a" *"a" "!"\n'
    'far = *( "a" / "b" ) "a" 12( "a" / "b" ) *( "aa" / "a" )\n'
)


def cases() -> Iterator[Case]:
    yield from cases_of_functions()
    for title, rules in LIBRARY.items():
        for rule in rules.split():
            yield from cases_of_rule(title, rule)
    for title, rules in OF_URI_ABNF.items():
        for rule in rules.split():
            yield from cases_of_grammar(title, rule)
    for rule in OWN.rules:
        yield from cases_of_verdicts("ambiguous", OWN, rule)
    yield Case("Grammar(abnf)", uri_abnf.Grammar, shapes=ABNF_SHAPES)


POLICIES: dict[str, dict[str, Any]] = {
    "five": {
        "schemes": ["http", "a"],
        "hosts": ["a", "b"],
        "ports": [80, ""],
        "require": ["host", "path"],
        "forbid": ["userinfo", "password", "fragment"],
    },
    "hosts": {"hosts": [".a", "[::1]"]},
    "domains": {"require": ["domain / ifqdn"], "forbid": ["IPv4address", "reg-name"]},
}


# Functions of one text
PLAIN = """is_uri is_uri_reference is_absolute_uri is_relative_ref split parse validate normalize
    remove_dot_segments percent_decode iri_to_uri uri_to_iri requote redact"""


def cases_of_functions() -> Iterator[Case]:
    for name in PLAIN.split():
        yield Case(name, getattr(u, name))
    yield Case("parse, URI-reference", lambda t: u.parse(t, rule="URI-reference"))
    yield Case("parse, IRI-reference", lambda t: u.parse(t, rule="IRI-reference"))
    yield Case("the parts of the authority", lambda t: u.split("//" + t).host)
    yield Case("host_type", lambda t: u.split("//" + t).host_type)
    for name, policies in POLICIES.items():
        check = partial(u.validate, rule="IRI-reference", **policies)
        yield Case(f"validate, {name}", check)
        yield Case(f"validate a host, {name}", partial(of_host, check))
    yield Case("redact, users", partial(u.redact, users=True))
    yield Case("redact, queries", partial(u.redact, queries=["a", "b"]))
    yield Case("redact, keep_length", partial(u.redact, keep_length=True))
    yield Case("requote, iri", partial(u.requote, iri=True))
    yield Case("recompose", lambda t: u.recompose(u.split(t)))
    yield Case("recompose, any parts", lambda t: u.recompose(u.URI("a", None, t, t, t)), texts=3)
    yield Case("merge", lambda t: u.merge(u.split(t), t))
    yield Case("resolve, the base", lambda t: u.resolve(t, "../../g?y"))
    yield Case("resolve, the reference", lambda t: u.resolve("http://a/b/c/d;p?q", t, strict=False))
    yield Case("resolve, both", lambda t: u.resolve(t, t), texts=2)
    for above in ("keep", "remove", "error"):
        yield Case(f"resolve_rfc2396, {above}", partial(resolve_rfc2396, above), texts=2)
    yield Case("resolve_rfc2396, the base", resolve_base_rfc2396)
    yield Case("relativize, the base", lambda t: u.relativize(t, "http://a/b"))
    yield Case("relativize, the target", lambda t: u.relativize("http://a/b/c", t))
    yield Case("relativize, both", lambda t: u.relativize(t, t + "/x"), texts=2)
    yield Case(
        "relativize, down", lambda t: u.relativize("http://a/" + t, "http://a/b/" + t), texts=2
    )
    yield Case("normalize, scheme_based", lambda t: u.normalize(t, scheme_based=True))
    yield Case("equivalent", lambda t: u.equivalent(t, t + "A"), texts=2)
    for component in ("unreserved", "path"):
        yield Case(f"percent_encode, {component}", partial(percent_encode, component))
    yield Case("percent_decode, replace", lambda t: u.percent_decode(t, "replace"))
    for part in ("path", "query", "userinfo", "host"):
        yield Case(f"replace, {part}", partial(replace, part))
    yield Case("find", lambda t: len(list(u.find(t))))
    yield Case("find, www", lambda t: len(list(u.find(t, www=True))))
    yield Case("find, iri", lambda t: len(list(u.find(t, www=True, iri=True))))
    yield Case("find, schemes", lambda t: len(list(u.find(t, schemes=["http", "a", "mailto"]))))


def cases_of_verdicts(title: str, rules: Any, rule: str) -> Iterator[Case]:
    for name in ("matches", "validate", "partial"):
        yield Case(f"{title} {rule}: {name}", partial(getattr(rules, name), rule))


def cases_of_rule(title: str, rule: str) -> Iterator[Case]:
    rules = getattr(u, title)
    yield from cases_of_verdicts(title, rules, rule)
    if regex:
        match = regex.compile(rules.compile(rule).pattern).fullmatch
        yield Case(f"{title} {rule}: regex", match)


def cases_of_grammar(title: str, rule: str) -> Iterator[Case]:
    grammar = getattr(uri_abnf, title)
    title = f"uri_abnf {title}"
    yield from cases_of_verdicts(title, grammar, rule)
    # It keeps each character's rules
    yield Case(f"{title} {rule}: captures", partial(grammar.captures, rule), most=100_000)


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
    size_before, spent_before = 1, 0.0
    for size in sizes:
        text = shape.text(size)
        gc.collect()
        try:
            spent = seconds(call, text, runs)
        except MemoryError:  # of `regex`, which keeps so much and no more
            if size <= max(SIZES):
                raise
            break
        points.append((size, spent))
        if spent > TOO_LONG:  # slow, or only long? A linear one takes as much a character as before
            hung = spent > 2 * max(spent_before, FLOOR) * size / size_before
            return Row(shape, size, spent, slope(points), hung)
        if spent > 3:
            break
        size_before, spent_before = size, spent
    return Row(shape, *points[-1], slope(points))


class Sight(NamedTuple):
    """A shape at first sight."""

    spent: float
    growth: float
    shape: Any


def worst(case: Case, fast: bool) -> Row:
    """The row of the worst shape, of those that look bad at first sight."""
    call = quiet(case.call)
    call("a")  # compiles, outside the measurement
    sights: list[Sight] = []
    for shape in case.shapes or SHAPES:
        small = seconds(call, shape.text(SMALL), 1)
        if small > 1:  # hopeless
            return Row(shape, SMALL, small, None, hung=True)
        large = seconds(call, shape.text(LARGE), 1)
        sights.append(Sight(large, large / max(small, FLOOR / 10), shape))
        if large > 4:
            break
    how_many, top = 2, case.most
    if fast:
        how_many, top = 1, min(case.most, 100_000)
    longest = sorted(sights, key=lambda sight: -sight.spent)[:how_many]
    steepest = sorted(sights, key=lambda sight: -sight.growth)[:how_many]
    sizes = (*[size for size in SIZES if size < top], top)
    rows = []
    for sight in dict.fromkeys([*longest, *steepest]):
        row = measured(call, sight.shape, sizes)
        rows.append(row)
        if row.hung:
            break
    return max(rows, key=lambda row: row.rank)


def measured(call: Call, shape: Any, sizes: tuple[int, ...]) -> Row:
    """The row of a shape; if it is too steep, the better one of two measurements."""
    row = measure(call, shape, sizes)
    if row.hung or row.slope is None or row.slope <= LIMIT:
        return row
    start = row.size
    if row.spent >= QUICK:
        start = row.size // 8
    larger = tuple(int(start * 2 ** (i / 2)) for i in range(7))
    again = measure(call, shape, larger, 7)
    if again.hung or again.slope is None or again.slope < row.slope:
        return again
    return row


def print_head() -> None:
    version = ".".join(map(str, sys.version_info[:3]))
    engine = "no regex: it is left out"
    if regex:
        engine = f"regex {regex.__version__}"
    print(f"\n## {sys.implementation.name} {version}, {engine}\n")
    print("| function | worst shape | size | ms | slope |")
    print("|---|---|---:|---:|---:|")


def print_row(name: str, row: Row, steep: bool) -> None:
    shown = "< 1 ms" if row.slope is None else f"{row.slope:.2f}"
    if row.hung:
        shown = "hangs"
    if steep:
        shown = f"**{shown}**"
    print(
        f"| {name} | `{row.shape}` | {row.size:,} | {row.spent * 1000:,.1f} | {shown} |", flush=True
    )


def time_of_functions(only: str, fast: bool) -> list[str]:
    """Print a row for each function; the names of those that are too slow."""
    print_head()
    failed: list[str] = []
    count = 0
    steepest = 0.0
    gc.disable()  # the collector's work depends on all that lives, not on the text
    for case in cases():
        if only not in case.name:
            continue
        count += 1
        try:
            row = worst(case, fast)
        except Exception as error:
            print(f"| {case.name} | {error!r} | | | **raises** |", flush=True)
            failed.append(case.name)
            continue
        steepest = max(steepest, row.slope or 0.0)
        steep = row.hung or (row.slope is not None and row.slope > LIMIT)
        print_row(case.name, row, steep)
        if steep:
            failed.append(case.name)
    gc.enable()
    print(
        f"\n{count} functions, the steepest {steepest:.2f}; {len(failed)} above {LIMIT}", flush=True
    )
    return failed


# ---- Memory --------------------------------------------------------------------------------------

MOST = 80  # bytes a character
ROUGH, EXACT = 2_000, 100_000  # characters
EXACTLY = 3  # shapes
SEED = 3986
EARLY_DOTS = ("/./", "./", "a/../", "http://a/./", "http://a/%2e/", "x:/a/.//", "//a/..")
# Latin-1 and beyond: one, two and four bytes a character
SEGMENTS = "a ab é € \U0001f600 \U0001f600é %41".split(" ")
FRAGMENTS = (
    "http: // / . ./ ../ /./ /../ : @ [ ] ? # & = % %25 %2e %2F %3A %40 %41 %C3%A9 %F0%9F%98%80 a b 1 "
    '0 é 中 \U0001f600 中\u200d xn-- www. mailto: data:, u:p@ http://a :: ( ) < > " * - ; , \\ \\/'
).split(" ") + [" ", "\n"]  # fmt: skip


# What has been found by a longer search
KNOWN = (
    Shape("http:", "/", "@"),
    Shape("http%3A", "%2F", "%40"),
    Shape("%3A", "\\", "@%40"),
    Shape("./", "/\U0001f600", "?"),
    Shape("http://a:", "\U0001f600", "?"),
    Shape("1u:p@", "\n\U0001f600", "/"),
)


def memory_shapes(drawn: int) -> Iterator[Shape]:
    """Early dot-segments before short segments; and as many as are to be drawn at random."""
    yield from KNOWN
    for early, segment, end in product(EARLY_DOTS, SEGMENTS, ("", "/..")):
        yield Shape(early, f"{segment}/", end)
        yield Shape(early, f"/{segment}", end)
    rng = random.Random(SEED)

    def text(least: int, most: int) -> str:
        return "".join(rng.choices(FRAGMENTS, k=rng.randint(least, most)))

    for _ in range(drawn):
        yield Shape(text(0, 4), text(1, 3), text(0, 3))


MEMORY_OF_ABNF = [
    Shape("a = %x61\n", "\n", ""),
    Shape("a = %x61", " ", "\n"),
    Shape("a = %x61 ;", "c", "\n"),
    Shape('a = "', "c", '"\n'),
    Shape("a = %x61", " / %x61", "\n"),
]
MOST_OF_ABNF = 500  # of reading it: a set for each character of a literal
LISTS, HOSTS, MOST_KEPT = 26, 40_000, 30_000_000


def peak(case: Case, text: str) -> float:
    """The bytes that the call holds at once, for each character of its texts."""
    call = quiet(case.call)
    call(text[:200])  # compiles, outside the measurement
    tracemalloc.start()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    call(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (most - held) / (len(text) * case.texts)


def peaks(case: Case, shapes: list[Shape], size: int) -> list[tuple[float, Shape]]:
    """The largest first."""
    found = [(round(peak(case, shape.text(size)), 1), shape) for shape in shapes]
    return sorted(found, reverse=True)


def kept() -> int:
    """The bytes that policies with long lists of hosts leave behind."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(LISTS):
        hosts = [f"host{i}.list{number}.example" for i in range(HOSTS)]
        u.is_valid("http://a.example/", hosts=hosts)
    del hosts
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return after - before


def memory_cases() -> Iterator[Case]:
    yield from cases_of_functions()
    yield from cases_of_verdicts("RFC2396", u.RFC2396, "URI-reference")
    yield Case("Grammar(abnf)", uri_abnf.Grammar, shapes=MEMORY_OF_ABNF)


def memory_of_functions(only: str, fast: bool, most: float) -> list[str]:
    """Print a row for each function; the names of those that hold too much."""
    print("\n| function | bytes a character | with | bound |\n|---|---:|---|---:|")
    failed = []
    all_shapes = list(memory_shapes(400 if fast else 4_000))
    for case in memory_cases():
        if only not in case.name:
            continue
        bound = MOST_OF_ABNF if case.shapes else most
        sights = peaks(case, case.shapes or all_shapes, ROUGH)[:EXACTLY]
        size, shape = peaks(case, [shape for _, shape in sights], EXACT)[0]
        shown = f"**{size:.1f}**" if size > bound else f"{size:.1f}"
        print(f"| {case.name} | {shown} | `{shape}` | {bound:g} |", flush=True)
        if size > bound:
            failed.append(case.name)
    if only in "lists of hosts":
        size = kept()
        print(f"\nKept after {LISTS} lists of {HOSTS:,} hosts: {size / 1e6:.1f} MB.")
        if size > MOST_KEPT:
            failed.append("lists of hosts")
    return failed


# ---- Patterns of other grammars, which are rewritten -----------------------------------------------

REWRITTEN = {
    "accept": "Accept",
    "addr-spec": "addr-spec",
    "sip-uri": "SIP-URI",
    "urn": "namestring",
    "RFC2396": "server",
}
LONG = 100_000  # characters
MOST_SECONDS = 1.0
WRONG = "\U0010ffff"  # in none of these grammars
IN_PYTHON = """
import json, sys, time
import MODULE as engine
pattern = engine.compile(LITERAL)
for line in sys.stdin:
    prefix, piece, ending = json.loads(line)
    text = prefix + piece * (LONG // len(piece)) + ending
    start = time.process_time()
    pattern.search(text)
    print(time.process_time() - start, flush=True)
"""
IN_NODE = """
const pattern = LITERAL;
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [prefix, piece, ending] = JSON.parse(line);
  const text = prefix + piece.repeat(LONG / piece.length) + ending;
  const start = process.cpuUsage();
  pattern.test(text);
  const spent = process.cpuUsage(start);
  console.log((spent.user + spent.system) / 1e6);
});
"""
IN_PERL = r"""
use strict; use warnings; no warnings 'utf8'; use utf8; use JSON::PP;
$| = 1;
my $pattern = LITERAL;
while (my $line = <STDIN>) {
    my ($prefix, $piece, $ending) = @{JSON::PP->new->utf8->decode($line)};
    my $text = $prefix . $piece x (LONG / length($piece)) . $ending;
    my $start = (times)[0];
    my $found = $text =~ $pattern;
    print +(times)[0] - $start, "\n";
}
"""


class Engine(NamedTuple):
    command: list[str]  # to which the program is added
    program: str
    export: str  # the name in uri_abnf's table


PATTERN_ENGINES = {
    "re": Engine([sys.executable, "-c"], IN_PYTHON.replace("MODULE", "re"), "python"),
    "regex": Engine([sys.executable, "-c"], IN_PYTHON.replace("MODULE", "regex"), "regex"),
    "node": Engine(["node", "-e"], IN_NODE, "javascript"),
    "perl": Engine(["perl", "-C0", "-e"], IN_PERL, "perl"),
}
PATTERN_ENGINES["re, source"] = PATTERN_ENGINES["re"]
Text = tuple[str, str, str]


def slowest(engine: Engine, pattern: str, texts: list[Text], timeout: float) -> tuple[float, Text]:
    """The seconds of the text that takes longest; infinite for one at which the engine hangs."""
    program = engine.program.replace("LITERAL", uri_abnf.quote(pattern, engine.export))
    program = program.replace("LONG", str(LONG))
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    try:
        done = subprocess.run(
            [*engine.command, program], input=lines.encode(), capture_output=True, timeout=timeout
        )
        told = done.stdout
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace")[-300:])
    except subprocess.TimeoutExpired as error:
        told = (error.stdout or b"") + f"{math.inf}\n".encode()
    spent = list(map(float, told.split()))
    return max(zip(spent, texts))


def texts_of(pattern: str, fast: bool) -> list[Text]:
    """Each loop of a pattern, with an ending that may match, and with one that can't."""
    loops = pumps(pattern)
    loops = loops[:: max(1, len(loops) // (30 if fast else 300))]  # a sample, of all parts
    return [(prefix, piece, ending) for prefix, piece in loops for ending in ("", WRONG)]


def time_of_patterns(only: str, fast: bool) -> list[str]:
    """Print a row for each pattern in each engine; those that are slow."""
    print("\n| pattern | engine | texts | slowest | ms |\n|---|---|---:|---|---:|")
    failed = []
    for name, engine in PATTERN_ENGINES.items():
        if not shutil.which(engine.command[0]):
            print(f"SKIPPED {name}: it is not installed")
            continue
        if name == "regex" and not regex:
            print("SKIPPED regex: pip install regex")
            continue
        for title, rule in REWRITTEN.items():
            if only not in f"pattern {rule}":
                continue
            grammar = grammar_of(title)
            try:
                texts = texts_of(grammar.pattern(rule), fast)
            except Ambiguous as error:
                failed.append(f"{rule}: {error}")
                continue
            pattern = grammar.pattern(rule, engine.export)
            if name == "re, source":
                pattern = rf"\A(?:{last_value(grammar.source(rule))})\Z"
            spent, text = slowest(engine, pattern, texts, 60 + MOST_SECONDS * len(texts) / 10)
            row = f"| {rule} | {name} | {len(texts)} | `{Shape(*text)}` | {spent * 1000:,.1f} |"
            print(row, flush=True)
            if spent > MOST_SECONDS:
                failed.append(f"{rule} in {name}")
    planted, _ = slowest(PATTERN_ENGINES["re"], r"\A(?:a|aa)*b\Z", [("", "a", WRONG)], timeout=3)
    print(f"\nThe planted pattern: {planted} s")
    if planted < MOST_SECONDS:
        failed.append("the planted pattern, which was not found")
    return failed


# ---- The command line ------------------------------------------------------------------------------


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Time and memory over the length of a text.")
    parser.add_argument("--only", default="", metavar="TEXT", help="what has it in its name")
    parser.add_argument("--part", choices=("time", "memory", "patterns"), help="this one only")
    parser.add_argument("--quick", action="store_true", help="to 100,000 characters, fewer shapes")
    parser.add_argument("--most", type=float, default=MOST, help=f"bytes a character ({MOST})")
    args = parser.parse_args(argv)
    failed = []
    if args.part in (None, "time"):
        failed += time_of_functions(args.only, args.quick)
    if args.part in (None, "memory"):
        failed += memory_of_functions(args.only, args.quick, args.most)
    if args.part in (None, "patterns"):
        failed += time_of_patterns(args.only, args.quick)
    print(f"\nNOT right: {'; '.join(failed)}." if failed else "\nAll is right.")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
