# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The exported patterns in the engines they are exported for, each the real one.

Every engine gets the text of uri_abnf's `pattern(rule, NAME)` as it stands and the same strings, and
is asked for its verdict in the way its users ask: a CHECK constraint, `rlike`, an <input pattern>,
grep. Those that read portable patterns get the library's `pattern(rule)`, too, between NAME's anchors.

    python3 conformance/engines.py                     all engines that are there, but Spark
    python3 conformance/engines.py --spark             Spark, too (it starts a JVM)
    python3 conformance/engines.py --only duckdb,polars,node-v
    python3 conformance/engines.py --quick             fewer strings, for CI

The expected verdicts are not those of uri_regex: they are those of automata.py, made of the RFCs'
ABNF by a reader of its own.

The strings: what tells every two states of a rule's automaton apart (proof.py's own tests), random
derivations of the rule, the same with characters put in, taken out and exchanged, and a list made
by hand: 100,000 characters valid and not, line ends, NUL, digits and letters that are not ASCII.
All rules of RFC 3986 are run, URI, URI-reference, host and IPv6address with the most strings; the
IRI rules of RFC 3987; classes and a literal that no RFC has, and two templates of compose. No string
holds surrogates: few engines can be given one.

MB/s is for the rule URI on a column of realistic URIs, 1 % of them broken, in UTF-8, the best of
three rounds, compilation and transport left out where the engine allows it; those verdicts count.

A wrong verdict makes the exit status 1, unless it is a known bug of that engine: these are listed
with their strings, too. An engine that is not there is named with the way to install it.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import functools
import importlib
import importlib.metadata
import json
import os
import platform
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))  # the module of this checkout, not an installed one

import standards  # noqa: E402
from automata import as_written, oracle  # noqa: E402
from programs import (  # noqa: E402
    Missing,
    local_spark,
    machine,
    needed,
    output,
    postgresql,
    serving,
    tool,
    unprivileged,
)
from proof import SUSPICIOUS, Suite  # noqa: E402

import uri_abnf  # noqa: E402
import uri_abnf.engines  # noqa: E402
import uri_regex  # noqa: E402

SEED = 3986
MAIN = "URI", "URI-reference", "host", "IPv6address"
IRI = "IRI", "IRI-reference", "ihost"
OF_LIBRARY = "uri_regex "  # before a grammar: the library's, not the workshop's

# ---- The strings -----------------------------------------------------------------------------

# Every printable ASCII character, then what slips through: line ends, NUL, controls, what \d, \w,
# \s and case folding take for ASCII (KELVIN SIGN, LONG S, digits, full-width letters).
ALPHABET = "".join(map(chr, range(0x20, 0x7F))) + "".join(
    char for char in SUSPICIOUS if not "\ud800" <= char <= "\udfff"
)

BY_HAND = (
    "",
    "http://a/\n",
    "http://a/\r",
    "http://a/\r\n",
    "\nhttp://a/",
    "http://a/\nhttp://b/",
    "x\nhttp://a/",
    "http://a/\0",
    "http://a/\0b",
    "http:\n//a",
    "\u212aey:x",
    "ma\u0131lto:x",
    "http://a:\u0661",
    "http://a:\uff18\uff10",
    "http://1.2.3.\u0664",
    "\uff48ttp://a",
    "http://\u212a",
    "http://a/%\uff12\uff10",
    "http://a/%\u0662\u0660",
    "http://[\uff41::1]/",
    "http://a/\xe9",
    "http://a/\U0001f600",
    "http://a/\ufeff",
    "\ufeffhttp://a/",
    "http://a/%zz",
    "http://a/%4",
    "http://a/%",
    "http://a/%25%32%35",
    "x://[::1]y",
    "x://[::1]",
    "x://[::1]:",
    "x://[::1]:65536/",
    "x://[v1.a:b]",
    "x://[v.a]",
    "x://[::ffff:1.2.3.4]",
    "x://[::1.2.3.256]",
    "x://[1:2:3:4:5:6:7:8:9]",
    "x://[1::2::3]",
    "x://[fe80::1%25eth0]",
    "x://1.2.3.4.5",
    "x://1.2.3.4x",
    "x://256.256.256.256",
    "x://u:p@h:1/p?q#f",
    "x://u@p@h",
    "x://a:b:c@h",
    "x://h:80a",
    "x:a#b#c",
    "x:?#",
    "x:",
    "x:/",
    "x://",
    "x:///",
    "x:a//b",
    ":",
    "1:a",
    "./1:a",
    "//",
    "a:b:c",
    "+a:b",
    "a+-.1:b",
    "a_:b",
    "x:^",
    "x:`",
    "x:|",
    "x:\\",
    "x:{}",
    'x:"',
    "x:<>",
    "x:[",
    "x:]",
    "x: ",
    "x:\x7f",
    "x:\t",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "1:2:3:4:5:6::8",
    "1:2:3:4:5:6:1.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4",
    "1::3:4:5:6:7:8",
    "1::3:4:5:6:7:8:9",
    "::",
    ":::",
    "::1.2.3.04",
    "12345::",
    "[::]",
    "[::]\n",
    "1.2.3.4\n",
    "01.2.3.4",
)


def long_texts(length: int) -> Iterator[str]:
    """Texts as long as that, valid and not: an engine may overflow, give up, or take forever."""
    for head, unit in (
        ("x:", "a"),
        ("x:", "%41"),
        ("x:", "a%41"),
        ("x:", "/a"),
        ("x://", "a"),
        ("x://", "%41"),
        ("x://u", ":"),
        ("x://h:", "1"),
        ("x://1.2.3.4", ".5"),
        ("x://[v1.", "a"),
        ("x:?", "?"),
        ("x:#", "%41"),
        ("a", "+"),
        ("", "a"),
        ("", "%41"),
        ("[v1.", "a"),
    ):
        text = head + unit * ((length - len(head)) // len(unit))
        yield text
        for end in ("\n", "^", "%4", "\xe9", "]", "]\n"):
            yield text + end


def derive(tree: standards.Tree, rules: standards.Rules, rng: random.Random) -> str:
    """A random text of the tree's language; both ends of a range are likely, surrogates left out."""
    kind, content = tree[:2]
    if kind == "set":
        low, high = rng.choice(content)
        point: int = rng.choice((low, high, rng.randint(low, high)))
        if 0xD800 <= point <= 0xDFFF:
            return chr(low)
        return chr(point)
    if kind == "ref":
        return derive(rules[content], rules, rng)
    if kind == "alt":
        return derive(rng.choice(content), rules, rng)
    if kind == "cat":
        return "".join(derive(part, rules, rng) for part in content)
    _, _, least, most, _ = tree
    count = least
    if most is None:
        while rng.random() < 0.6:
            count += 1
    else:
        while count < most and rng.random() < 0.5:
            count += 1
    return "".join(derive(content, rules, rng) for _ in range(count))


def mutate(text: str, other: str, rng: random.Random) -> str:
    """The text with one to three characters put in, taken out, exchanged, or another's end on it."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randint(0, len(text))
        before, behind = text[:at], text[at:]
        change = rng.choice(("insert", "delete", "replace", "delimit", "double", "another's end"))
        if change == "insert":
            text = before + rng.choice(ALPHABET) + behind
        elif change == "delete":
            text = before + behind[1:]
        elif change == "replace":
            text = before + rng.choice(ALPHABET) + behind[1:]
        elif change == "delimit":
            text = before + rng.choice(":/?#[]@%.") + behind
        elif change == "double":
            text = before + behind[:4] + behind
        else:
            text = before + other[rng.randint(0, len(other)) :]
    return text


# Classes of every kind of character that some engine reads its own way in one, alone and in ranges,
# and a text of all that could end a literal: what no rule of an RFC has.
PRINTABLE = [chr(point) for point in range(32, 127)]
CLASSES = (
    "^-", "]^", "]-", "]^-", "a^", "a-", "a]", "a]^-", "]^_", "+,-", "-./", "\\x", "\\^", "\\]",
    "\\^-", "[\\]", "XYZ[\\", "\\]^_`a", "\\n", "\\/", "/\\", "(){}|", "&-.", "--", "&~", "# \"'",
    "".join(PRINTABLE[1:]),
)  # fmt: skip
CLASS_OF_N = f"class-{CLASSES.index(chr(92) + 'n')}"
HARD = "".join(PRINTABLE) + "(?:a|[b]){2}\\1$&#{c}@d~//*"


def abnf_of(text: str, between: str) -> str:
    return between.join(f"%x{ord(char):02X}" for char in text)


def own_abnf() -> str:
    lines = [f"class-{n} = {abnf_of(chars, ' / ')}" for n, chars in enumerate(CLASSES)]
    lines += [f"class-{n}s = *class-{n}" for n in range(len(CLASSES))]
    lines.append(f"hard = {abnf_of(HARD, ' ')}")
    return "\n".join(lines)


OWN = uri_abnf.Grammar(own_abnf())


class Texts(NamedTuple):
    """What is to be judged by one rule, and the verdicts of the rule's automaton."""

    grammar: str
    rule: str
    texts: list[str]
    valid: list[bool]
    rounds: int  # 0: is not timed


def own() -> list[Texts]:
    """The grammar above: every printable character in each class, every change of a character."""
    found = []
    for n, chars in enumerate(CLASSES):
        pairs = [chars[0] + char for char in PRINTABLE]
        texts = ["", *PRINTABLE, *pairs]
        one = [len(text) == 1 and text in chars for text in texts]
        many = [not text.strip(chars) for text in texts]
        found.append(Texts("OWN", f"class-{n}", texts, one, 0))
        found.append(Texts("OWN", f"class-{n}s", texts, many, 0))
    texts = []
    for at, right in enumerate(HARD):
        before, behind = HARD[:at], HARD[at + 1 :]
        texts += [before + behind, before + "x" + behind, before + right + behind]
    valid = [text == HARD for text in texts]
    return [*found, Texts("OWN", "hard", texts, valid, 0)]


def strings(grammar: str, rule: str, size: int) -> Texts:
    """About `size` strings for a rule: half of them proof.py's, half derived and mutated."""
    dfa, rules = oracle(grammar, rule), standards.RULES[grammar]
    rng = random.Random(f"{SEED} {rule}")
    tested = [text for text, _ in Suite(grammar, rule, as_written(grammar, rule)).texts(size // 4)]
    derived = [derive(("ref", rule.lower()), rules, rng) for _ in range(size // 6)]
    mutated = [mutate(rng.choice(derived), rng.choice(derived), rng) for _ in range(size // 3)]
    long = long_texts(100_000) if rule in (*MAIN, *IRI) else ()
    texts = [
        text
        for text in dict.fromkeys(chain(BY_HAND, long, tested, derived, mutated))
        if not re.search("[\ud800-\udfff]", text)
    ]
    return Texts(grammar, rule, texts, [dfa.matches(text) for text in texts], 0)


def in_templates(size: int) -> list[Texts]:
    """Templates of `compose`, their strings, and the verdicts of the rules in them."""
    return [request_lines(size), hosts_with_ports(size)]


def request_lines(size: int) -> Texts:
    references = strings("RFC3986", "URI-reference", size)
    some = references.texts[:99]
    lines = [f"GET {text} HTTP/1.1" for text in references.texts]
    two_spaces = [f"GET  {text} HTTP/1.1" for text in some]
    wrong = two_spaces + some
    valid = [*references.valid, *(False for _ in wrong)]
    return Texts("RFC3986", r"GET (?&URI-reference) HTTP/1[.][01]", lines + wrong, valid, 0)


def hosts_with_ports(size: int) -> Texts:
    v4 = strings("RFC3986", "IPv4address", size)
    v6 = strings("RFC3986", "IPv6address", size)
    ports = strings("RFC3986", "port", size)
    texts: list[str] = []
    valid: list[bool] = []
    for before, hosts, behind in ("", v4, ""), ("[", v6, "]"):
        all_ports = cycle(zip(ports.texts, ports.valid))
        for host, host_valid, (port, port_valid) in zip(hosts.texts, hosts.valid, all_ports):
            if not before and ":" in host:  # whose end might be a port
                continue
            host = before + host + behind
            texts += [host, f"{host}:{port}"]
            valid += [host_valid, host_valid and port_valid]
    template = r"((?&IPv4address)|\[(?&IPv6address)\])(:(?&port))?"
    return Texts("RFC3986", template, texts, valid, 0)


def column(rows: int) -> Texts:
    """The timed column: realistic URIs, all distinct, 1 % of them broken."""
    rng = random.Random(SEED)
    hosts = ("example.com", "www.example.org", "192.0.2.7", "[2001:db8::7]", "cdn.example.net:8443")
    places = ("blog", "docs/en", "img/caf%C3%A9", "api/v1/items", "a%20b", "~ann/x,y")
    broken = (" ", "%zz", "^", "\xe9", "{id}", "|", "[0]", "%", "\\", '"')
    texts = []
    for i in range(rows):
        if i % 20 == 0:
            text = f"urn:example:item:{i:09}"
        elif i % 20 == 1:
            text = f"mailto:user{i}@example.org"
        else:
            text = f"https://{rng.choice(hosts)}/{rng.choice(places)}/{i}?id={i}&lang=en#s{i % 9}"
        if i % 100 == 99:
            text += rng.choice(broken)
        texts.append(text)
    dfa = oracle("RFC3986", "URI")
    return Texts("RFC3986", "URI", texts, [dfa.matches(text) for text in texts], 3)


# ---- What an engine is -----------------------------------------------------------------------


class Job(NamedTuple):
    pattern: str
    literal: str  # the pattern as `pattern --quoted` prints it
    texts: list[str]
    rounds: int


class Answer(NamedTuple):
    verdicts: str  # a character for each text: 1, 0, or E where the engine gave an error
    seconds: float  # the best round


Run = Callable[[Sequence[Job], Path], tuple[str, list[Answer]]]  # the version, the answers


class Engine(NamedTuple):
    """`run` gets jobs whose patterns are exports under `export`, and an empty folder to use."""

    key: str
    name: str
    export: str
    run: Run
    # Which strings it can be given, and what the others are called
    takes: Callable[[str], bool] = lambda text: True
    left_out: str = ""
    # Which of them it can be given with the library's patterns, if it takes these at all
    library_takes: Callable[[str], bool] = lambda text: True
    library: bool = True
    iri: bool = True  # whether it can be given IRI rules, too
    rows: int | None = None  # of the timed column, where all would take minutes
    # Its own bug: what it is, and whether a wrong verdict (rule, text, verdict) is of that kind
    bug: str = ""
    is_bug: Callable[[str, str, str], bool] = lambda rule, text, verdict: False


def as_verdicts(answers: Iterable[object]) -> str:
    """1 for each true answer, 0 for each false one."""
    return "".join("1" if answer else "0" for answer in answers)


def best_time(rounds: int, call: Callable[..., object], *arguments: object) -> float:
    """The seconds of the best round; infinite if there is none."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        call(*arguments)
        best = min(best, time.perf_counter() - start)
    return best


def asked(job: Job, ask: Callable[[str], object]) -> Answer:
    """The answers of a call that takes one text; what it raises is an error on that text."""

    def ask_all() -> None:
        for text in job.texts:
            ask(text)

    def verdict(text: str) -> str:
        try:
            return "1" if ask(text) else "0"
        except Exception:  # whatever it is, it is no verdict
            return "E"

    seconds = best_time(job.rounds, ask_all)
    return Answer("".join(map(verdict, job.texts)), seconds)


def asked_once(job: Job, ask: Callable[[], Sequence[object]]) -> Answer:
    """The answers of a call that takes the column as a whole."""
    best = float("inf")
    for _ in range(job.rounds or 1):
        start = time.perf_counter()
        found = ask()
        best = min(best, time.perf_counter() - start)
    return Answer(as_verdicts(found), best)


def python_library(
    package: str, compiled: Callable[[str], Callable[[str], object]], module: str = ""
) -> Run:
    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
        needed(module or package.replace("-", "_"), package)
        version = importlib.metadata.version(package)
        return version, [asked(job, compiled(job.pattern)) for job in jobs]

    return run


# ---- Engines that are Python packages --------------------------------------------------------


def run_re(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    return platform.python_version(), [asked(job, re.compile(job.pattern).search) for job in jobs]


def compile_regex(pattern: str) -> Callable[[str], object]:
    import regex

    fullmatch: Callable[[str], object] = regex.compile(pattern).fullmatch
    return fullmatch


def compile_icu(pattern: str) -> Callable[[str], object]:
    import icu

    # As MySQL's REGEXP has it for a column whose collation ignores case
    compiled = icu.RegexPattern.compile(pattern, icu.URegexpFlag.CASE_INSENSITIVE)
    return lambda text: compiled.matcher(text).find()


def run_icu(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    icu = needed("icu", "PyICU (after apt-get install g++ pkg-config libicu-dev)")
    return f"ICU {icu.ICU_VERSION}", [asked(job, compile_icu(job.pattern)) for job in jobs]


def compile_re2(pattern: str) -> Callable[[str], object]:
    import re2

    search: Callable[[str], object] = re2.compile(pattern).search
    return search


def compile_jsonschema(pattern: str) -> Callable[[str], object]:
    import jsonschema

    schema = {"type": "string", "pattern": pattern}
    valid: Callable[[str], object] = jsonschema.Draft202012Validator(schema).is_valid
    return valid


def xsd_schema(pattern: str) -> str:
    return (
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="t"><xs:simpleType>'
        f'<xs:restriction base="xs:string"><xs:pattern {literal(pattern, "xsd")}/>'
        "</xs:restriction></xs:simpleType></xs:element></xs:schema>"
    )


def compile_xmlschema(pattern: str) -> Callable[[str], object]:
    import xmlschema

    valid: Callable[[str], object] = (
        xmlschema.XMLSchema(xsd_schema(pattern)).elements["t"].type.is_valid
    )
    return valid


def compile_lxml(pattern: str) -> Callable[[str], object]:
    from lxml import etree

    schema = etree.XMLSchema(etree.fromstring(xsd_schema(pattern)))
    element = etree.Element("t")

    def valid(text: str) -> object:
        element.text = text
        return schema.validate(element)

    return valid


def run_lxml(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    etree = needed("lxml.etree", "lxml")
    libxml2 = ".".join(map(str, etree.LIBXML_VERSION))
    version = f"{importlib.metadata.version('lxml')}, libxml2 {libxml2}"
    return version, [asked(job, compile_lxml(job.pattern)) for job in jobs]


def run_dotnet(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    install = "pythonnet dotnetcore2"
    root = Path(needed("dotnetcore2", install).__file__).parent / "bin"
    loader, pythonnet = needed("clr_loader", install), needed("pythonnet", install)
    version = next((root / "shared" / "Microsoft.NETCore.App").iterdir()).name
    runtime = {"framework": {"name": "Microsoft.NETCore.App", "version": version}}
    settings = folder / "runtimeconfig.json"
    settings.write_text(json.dumps({"runtimeOptions": {"tfm": "netcoreapp3.1", **runtime}}))
    os.environ["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1"  # it asks for libicu otherwise
    pythonnet.load(loader.get_coreclr(runtime_config=str(settings), dotnet_root=str(root)))
    importlib.import_module("clr").AddReference("System.Text.RegularExpressions")
    regex = importlib.import_module("System.Text.RegularExpressions").Regex
    return version, [asked(job, regex(job.pattern).IsMatch) for job in jobs]


def compile_hyperscan(pattern: str) -> Callable[[str], object]:
    import hyperscan

    base = hyperscan.Database()
    # Without UTF8 its classes are of bytes; a match is told once, without what it spans
    flags = hyperscan.HS_FLAG_UTF8 | hyperscan.HS_FLAG_SINGLEMATCH
    base.compile(expressions=[pattern.encode()], flags=[flags])
    found: list[int] = []

    def note(pattern_id: int, *_: object) -> None:
        found.append(pattern_id)

    def matches(text: str) -> object:
        found.clear()
        base.scan(text.encode(), match_event_handler=note)
        return found

    matches.base = base  # type: ignore[attr-defined]  # which must live as long
    return matches


def run_polars(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    polars = needed("polars")
    answers = []
    for job in jobs:
        texts = polars.Series(job.texts)
        ask = functools.partial(texts.str.contains, job.pattern)
        answers.append(asked_once(job, ask))
    return polars.__version__, answers


def run_pyarrow(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    pyarrow, compute = needed("pyarrow"), needed("pyarrow.compute", "pyarrow")
    answers = []
    for job in jobs:
        texts = pyarrow.array(job.texts)
        answer = asked_once(
            job, functools.partial(compute.match_substring_regex, texts, job.pattern)
        )
        # Its scalars are all true, the false ones, too
        found = compute.match_substring_regex(texts, job.pattern).to_pylist()
        answers.append(Answer(as_verdicts(found), answer.seconds))
    return pyarrow.__version__, answers


def run_duckdb(call: str) -> Run:
    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
        duckdb = needed("duckdb")
        answers = []
        with duckdb.connect() as base:  # in memory

            def select(what: str) -> list[tuple[Any, ...]]:
                rows: list[tuple[Any, ...]] = base.execute(f"SELECT {what}").fetchall()
                return rows

            for job in jobs:
                base.execute(
                    "CREATE OR REPLACE TABLE texts AS SELECT unnest(range(len($t))) AS i,"
                    " unnest($t) AS t",
                    {"t": job.texts},
                )
                where = f"{call}(t, {job.literal})"
                best = best_time(job.rounds, select, f"count(*) FROM texts WHERE {where}")
                rows = select(f"{where} FROM texts ORDER BY i")
                answers.append(Answer(as_verdicts(valid for (valid,) in rows), best))
        return duckdb.__version__, answers

    return run


def run_clickhouse(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    needed("chdb")
    from chdb.session import Session

    answers = []
    with contextlib.closing(Session(str(folder / "base"))) as base:
        for n, job in enumerate(jobs):
            file = folder / f"{n}.json"
            lines = (json.dumps({"i": i, "t": text}) for i, text in enumerate(job.texts))
            file.write_text("\n".join(lines), encoding="ascii")
            base.query(
                f"CREATE TABLE texts{n} ENGINE = Memory AS SELECT * FROM"
                f" file({quoted(str(file))}, 'JSONEachRow', 'i UInt32, t String')"
            )
            where = f"match(t, {job.literal})"
            count = f"SELECT count() FROM texts{n} WHERE {where}"
            best = best_time(job.rounds, base.query, count)
            rows = base.query(f"SELECT {where} FROM texts{n} ORDER BY i", "CSV").bytes().split()
            answers.append(Answer(b"".join(rows).decode(), best))
        version = base.query("SELECT version()", "TSV").bytes().decode().strip()
    return version, answers


def quoted(text: str) -> str:
    """As an SQL string."""
    return "'" + text.replace("'", "''") + "'"


def run_sqlite(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    def regexp(pattern: str, text: str) -> bool:
        return re.search(pattern, text) is not None

    answers = []
    with contextlib.closing(sqlite3.connect(":memory:")) as base:

        def select(what: str) -> list[tuple[int, ...]]:
            return base.execute(f"SELECT {what}").fetchall()

        base.create_function("regexp", 2, regexp, deterministic=True)
        for job in jobs:
            where = f"t REGEXP {job.literal}"
            base.execute("CREATE TABLE texts (i INTEGER PRIMARY KEY, t TEXT)")
            base.executemany("INSERT INTO texts VALUES (?, ?)", enumerate(job.texts))
            best = best_time(job.rounds, select, f"count(*) FROM texts WHERE {where}")
            rows = select(f"{where} FROM texts ORDER BY i")
            answers.append(Answer(as_verdicts(valid for (valid,) in rows), best))
            base.execute("DROP TABLE texts")
    return f"{sqlite3.sqlite_version}, Python's re", answers


def run_spark(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    needed("pyspark")
    tool("java", install="apt-get install default-jre-headless (Java 17 or later)")
    spark = local_spark(folder)
    from pyspark.sql.functions import col

    answers = []
    try:
        for n, job in enumerate(jobs):
            # JSON lines: they can hold every text, and take no package beside pyspark
            lines = (json.dumps({"i": i, "t": text}) for i, text in enumerate(job.texts))
            file = folder / f"{n}.json"
            file.write_text("\n".join(lines), encoding="ascii")
            frame = spark.read.schema("i INT, t STRING").json(str(file)).cache()
            found = frame.filter(col("t").rlike(job.pattern))
            valid = {row.i for row in found.select("i").collect()}
            best = best_time(job.rounds, found.count)
            verdicts = as_verdicts(i in valid for i in range(len(job.texts)))
            answers.append(Answer(verdicts, best))
            frame.unpersist()
        java = spark.sparkContext._jvm.System.getProperty("java.version")
        return f"{spark.version}, Java {java}", answers
    finally:
        gateway = spark.sparkContext._gateway
        spark.stop()
        gateway.shutdown()
        gateway.proc.stdin.close()  # ends the JVM, which would stay until we end


# ---- Engines that are programs ---------------------------------------------------------------
#
# In a program's source LITERALS are the patterns, as `pattern --quoted` prints them. It reads a file:
# for each job a line with its rounds and the number of its texts, and a line for each text, in base64
# of UTF-8, so that it can hold anything. It prints a line for each job: the seconds of the best round,
# a space, the verdicts.


def program(
    command: Sequence[str],
    suffix: str,
    source: str,
    jobs: Sequence[Job],
    folder: Path,
    names_source: bool = True,
    **options: Any,
) -> list[Answer]:
    file, data = folder / f"Verdicts{suffix}", folder / "jobs"
    literals = ",\n".join(job.literal for job in jobs)
    file.write_text(source.replace("LITERALS", literals), encoding="utf-8")
    with data.open("wb") as stream:
        for job in jobs:
            stream.write(b"%d %d\n" % (job.rounds, len(job.texts)))
            for text in job.texts:
                stream.write(base64.b64encode(text.encode()) + b"\n")
    arguments = [str(file), str(data)] if names_source else [str(data)]
    return read_answers(output([*command, *arguments], **options).splitlines())


def read_answers(lines: Sequence[str]) -> list[Answer]:
    """From lines of seconds, a space, and verdicts."""
    pairs = (line.partition(" ") for line in lines)
    return [Answer(verdicts, float(seconds)) for seconds, _, verdicts in pairs]


JAVA = r"""
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import static java.nio.charset.StandardCharsets.UTF_8;

class Verdicts {
    static final String[] PATTERNS = {
        LITERALS
    };

    static String text(String line) { return new String(Base64.getDecoder().decode(line), UTF_8); }

    static char verdict(Pattern pattern, String text) {
        try {
            return pattern.matcher(text).find() ? '1' : '0';
        } catch (StackOverflowError e) {
            return 'E';
        }
    }

    public static void main(String[] args) throws Exception {
        try (var in = Files.newBufferedReader(Path.of(args[0]))) {
            int n = 0;
            for (String head; (head = in.readLine()) != null; n++) {
                int rounds = Integer.parseInt(head.split(" ")[0]);
                var texts = new String[Integer.parseInt(head.split(" ")[1])];
                var pattern = Pattern.compile(PATTERNS[n]);
                for (int i = 0; i < texts.length; i++) texts[i] = text(in.readLine());
                double best = 1e9;
                var found = new StringBuilder();
                for (int round = 0; round < Math.max(rounds, 1); round++) {
                    found.setLength(0);
                    long start = System.nanoTime();
                    for (var text : texts) found.append(verdict(pattern, text));
                    best = Math.min(best, (System.nanoTime() - start) / 1e9);
                }
                System.out.println(best + " " + found);
            }
        }
    }
}
"""

NODE = r"""
const lines = require("fs").readFileSync(process.argv[2], "ascii").split("\n");
const patterns = [
LITERALS
];
const text = (line) => Buffer.from(line, "base64").toString("utf8");
for (let at = 0; at < lines.length - 1; ) {
  const [rounds, count] = lines[at].split(" ").map(Number);
  const pattern = new RegExp(patterns.shift().source, "FLAG");
  const texts = lines.slice(at + 1, at + 1 + count).map(text);
  at += 1 + count;
  let best = 1e9, found;
  for (let round = 0; round < Math.max(rounds, 1); round++) {
    found = [];
    const start = process.hrtime.bigint();
    for (const t of texts) {
      try { found.push(pattern.test(t) ? "1" : "0"); } catch { found.push("E"); }
    }
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e9);
  }
  console.log(best + " " + found.join(""));
}
"""

PERL = r"""
use strict; use warnings; no warnings 'utf8'; use utf8;
use MIME::Base64; use Encode; use Time::HiRes 'time';
open my $in, '<', $ARGV[0] or die;
sub text { my $line = <$in>; return decode('UTF-8', decode_base64($line)) }
for my $pattern (
LITERALS
) {
    my ($rounds, $count) = split ' ', <$in>;
    my @texts = map { text() } 1 .. $count;
    my ($best, $found) = (1e9, '');
    for (1 .. $rounds || 1) {
        $found = '';
        my $start = time;
        $found .= $_ =~ $pattern ? '1' : '0' for @texts;
        my $spent = time - $start;
        $best = $spent if $spent < $best;
    }
    print "$best $found\n";
}
"""

RUBY = r"""
def text(line) = line.unpack1("m").force_encoding("UTF-8")
now = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
File.open(ARGV[0]) do |file|
  [
LITERALS
  ].each do |literal|
    rounds, count = file.gets.split.map(&:to_i)
    pattern = Regexp.new(literal)
    texts = Array.new(count) { text(file.gets) }
    best, found = 1e9, ""
    [rounds, 1].max.times do
      start = now.call
      found = texts.map { |t| t.match?(pattern) ? "1" : "0" }
      best = [best, now.call - start].min
    end
    puts "#{best} #{found.join}"
  end
end
"""

PHP = r"""<?php
ini_set("memory_limit", "-1");
$in = fopen($argv[1], "r");
function text($in) { return base64_decode(fgets($in)); }
foreach ([
LITERALS
] as $pattern) {
    [$rounds, $count] = array_map("intval", explode(" ", fgets($in)));
    $texts = [];
    for ($i = 0; $i < $count; $i++) $texts[] = text($in);
    $best = 1e9;
    for ($round = 0; $round < max($rounds, 1); $round++) {
        $found = "";
        $start = microtime(true);
        foreach ($texts as $t) {
            $verdict = preg_match($pattern, $t);
            $found .= $verdict === false ? "E" : $verdict;
        }
        $best = min($best, microtime(true) - $start);
    }
    echo "$best $found\n";
}
"""


GO = r"""package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

var patterns = []string{
LITERALS,
}

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	in := bufio.NewReader(file)
	text := func() string {
		line, _ := in.ReadString('\n')
		decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(line))
		if err != nil {
			panic(err)
		}
		return string(decoded)
	}
	for _, literal := range patterns {
		head, _ := in.ReadString('\n')
		var rounds, count int
		fmt.Sscanf(head, "%d %d", &rounds, &count)
		pattern := regexp.MustCompile(literal)
		texts := make([]string, count)
		for i := range texts {
			texts[i] = text()
		}
		best := 1e9
		var found []byte
		for round := 0; round == 0 || round < rounds; round++ {
			found = found[:0]
			start := time.Now()
			for _, t := range texts {
				if pattern.MatchString(t) {
					found = append(found, '1')
				} else {
					found = append(found, '0')
				}
			}
			if spent := time.Since(start).Seconds(); spent < best {
				best = spent
			}
		}
		fmt.Println(best, string(found))
	}
}
"""


RUST = r"""
use std::io::BufRead;

const PATTERNS: &[&str] = &[
LITERALS
];

fn main() {
    let file = std::fs::File::open(std::env::args().nth(1).unwrap()).unwrap();
    let mut lines = std::io::BufReader::new(file).lines().map(|line| line.unwrap());
    let text = |line: String| String::from_utf8(base64::decode(line).unwrap()).unwrap();
    for literal in PATTERNS {
        let head = lines.next().unwrap();
        let numbers: Vec<usize> = head.split(' ').map(|n| n.parse().unwrap()).collect();
        let pattern = regex::Regex::new(literal).unwrap();
        let texts: Vec<String> = lines.by_ref().take(numbers[1]).map(text).collect();
        let (mut best, mut found) = (1e9, String::new());
        for _ in 0..numbers[0].max(1) {
            let start = std::time::Instant::now();
            found = texts.iter().map(|t| if pattern.is_match(t) { '1' } else { '0' }).collect();
            best = start.elapsed().as_secs_f64().min(best);
        }
        println!("{} {}", best, found);
    }
}
"""

CARGO = """
[package]
name = "verdicts"
version = "0.0.0"
edition = "2021"

[[bin]]
name = "verdicts"
path = "Verdicts.rs"

[dependencies]
regex = "1"
base64 = "0.13"
"""


def run_rust(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    crates = [f"librust-{name}-dev" for name in ("regex", "aho-corasick", "memchr", "base64")]
    install = f"apt-get install cargo {' '.join(crates)}"
    cargo, registry = tool("cargo", install=install), Path("/usr/share/cargo/registry")
    found = sorted(registry.glob("regex-[0-9]*"))
    if not found:
        raise Missing(install)
    (folder / "Cargo.toml").write_text(CARGO, encoding="ascii")
    settings = ('source.crates-io.replace-with="debian"', f'source.debian.directory="{registry}"')
    options = [part for setting in settings for part in ("--config", setting)]
    # Debian's crates are enough, so nothing is fetched
    command = [cargo, "run", "--release", "--offline", "--quiet", *options, "--"]
    answers = program(command, ".rs", RUST, jobs, folder, cwd=folder, names_source=False)
    return found[-1].name.replace("regex-", ""), answers


def run_java(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    java = tool("java", install="apt-get install default-jdk-headless (Java 17 or later)")
    listed = output([java, "-XshowSettings:properties", "--version"], stdin=subprocess.DEVNULL)
    return listed.split()[1], program([java, "-Dfile.encoding=UTF-8"], ".java", JAVA, jobs, folder)


def run_node(flag: str) -> Run:
    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
        node = tool("node", "nodejs", install="apt-get install nodejs (v takes version 20)")
        source = NODE.replace("FLAG", flag)
        return output([node, "--version"])[1:].strip(), program(
            [node], ".cjs", source, jobs, folder
        )

    return run


def run_go(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    go = tool("go", install="apt-get install golang-go")
    # Its standard library is enough, so nothing is fetched; its build cache goes with the folder
    own = {"GOCACHE": str(folder / "cache"), "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    version = output([go, "env", "GOVERSION"]).strip().replace("go", "")
    return version, program([go, "run"], ".go", GO, jobs, folder, env={**os.environ, **own})


def run_perl(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    perl = tool("perl", install="apt-get install perl")
    return output([perl, "-e", 'printf "%vd", $^V']), program([perl], ".pl", PERL, jobs, folder)


def run_ruby(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    ruby = tool("ruby", install="apt-get install ruby")
    return output([ruby, "-e", "print RUBY_VERSION"]), program([ruby], ".rb", RUBY, jobs, folder)


def run_php(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    php = tool("php", install="apt-get install php-cli")
    version = output([php, "-n", "-r", 'echo PHP_VERSION, ", PCRE2 ", PCRE_VERSION;'])
    return version.rpartition(" ")[0], program([php, "-n"], ".php", PHP, jobs, folder)


def filters(
    name: str, package: str, script: str, arguments: Sequence[str], ended: str = "\0"
) -> Run:
    """A filter of lines, which prints the numbers of those that it takes.

    `arguments` names two files, SCRIPT and TEXTS; in the script, PATTERN is the pattern and LITERAL
    the literal of `pattern --quoted`. Each text is ended by NUL, so that a line feed can be in it,
    where the filter can read such lines.
    """

    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
        path = tool(name, install=f"apt-get install {package}")
        found = re.search(r"\d+[.]\d[\d.]*", output([path, "--version"]))
        version = found[0] if found else "?"
        file, data = folder / "script", folder / "texts"
        places = {"SCRIPT": str(file), "TEXTS": str(data)}
        command = [path, *(places.get(argument, argument) for argument in arguments)]
        # Ranges are of code points in the C locales alone
        locale = {**os.environ, "LC_ALL": "C"}
        if "-P" in arguments:
            locale["LC_ALL"] = "C.UTF-8"
        answers = []
        for job in jobs:
            written = script.replace("PATTERN", job.pattern).replace("LITERAL", job.literal)
            file.write_text(written, encoding="utf-8")
            data.write_bytes("".join(text + ended for text in job.texts).encode())
            answers.append(filtered(job, command, locale, ended.encode()))
        return version, answers

    return run


def filtered(job: Job, command: Sequence[str], locale: dict[str, str], ended: bytes) -> Answer:
    """The answers of a filter whose files are written: it prints the numbers of what it takes."""
    best = float("inf")
    for _ in range(job.rounds or 1):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, env=locale)
        best = min(best, time.perf_counter() - start)
    if done.stderr or done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode(errors="replace").strip())
    taken = set()
    for line in done.stdout.split(ended)[:-1]:
        number, _, _ = line.partition(b":")
        taken.add(int(number))
    return Answer(as_verdicts(n in taken for n in range(1, len(job.texts) + 1)), best)


BASH = r"""
pattern=LITERAL
n=0
while IFS= read -r -d '' line; do
  n=$((n + 1))
  if [[ $line =~ $pattern ]]; then printf '%d\0' "$n"; fi
done < "$1"
"""
GAWK = r"""
BEGIN { RS = "\0" }
$0 ~ LITERAL { printf "%d%c", NR, 0 }
"""


def run_jq(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    jq = tool("jq", install="apt-get install jq")
    script, data = folder / "script", folder / "texts"

    def ask() -> list[bool]:
        verdicts = output([jq, "-j", "-f", str(script), str(data)])
        return [verdict == "1" for verdict in verdicts]

    answers = []
    for job in jobs:
        script.write_text(f'.[] | if test({job.literal}) then "1" else "0" end', encoding="utf-8")
        data.write_text(json.dumps(job.texts), encoding="ascii")
        answers.append(asked_once(job, ask))
    return output([jq, "--version"]).strip().replace("jq-", ""), answers


# ---- An HTML form in a browser ---------------------------------------------------------------

# The patterns stand in the markup, as an author would write them.
HTML = r"""<!doctype html><meta charset="utf-8"><body>
%s
<script id="jobs" type="application/json">%s</script>
<pre id="answers"></pre>
<script>
const answers = JSON.parse(document.getElementById("jobs").textContent).map(([rounds, texts], n) => {
  const input = document.getElementById("p" + n);
  let best = 1e9, found;
  for (let round = 0; round < Math.max(rounds, 1); round++) {
    const start = performance.now();
    found = texts.map((text) => { input.value = text; return input.checkValidity() ? "1" : "0"; });
    best = Math.min(best, (performance.now() - start) / 1e3);
  }
  return best + " " + found.join("");
});
document.getElementById("answers").textContent = answers.join("\n");
</script>
"""


def run_html(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    browser = tool(
        *("chromium", "chromium-browser", "google-chrome"), install="apt-get install chromium"
    )
    inputs = (f'<input id="p{n}" {job.literal}>' for n, job in enumerate(jobs))
    data = json.dumps([(job.rounds, job.texts) for job in jobs]).replace("<", "\\u003c")
    page = folder / "page.html"
    page.write_text(HTML % ("\n".join(inputs), data), encoding="utf-8")
    dump = output(
        [
            browser,
            *("--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
            "--host-resolver-rules=MAP * ~NOTFOUND",  # nothing but the page
            f"--user-data-dir={folder / 'profile'}",
            page.as_uri(),
        ],
        env={**os.environ, "HOME": str(folder)},
    )
    found = re.search(r'<pre id="answers">([^<]*)', dump)
    if not found or not found[1]:
        raise RuntimeError("the browser has printed no answers")
    answers = read_answers(found[1].split("\n"))
    version = re.search(r"\d[\d.]+", output([browser, "--version"]))
    return f"Chromium {version[0] if version else '?'}", answers


# ---- Throw-away servers ----------------------------------------------------------------------


def tabbed(file: Path, texts: Sequence[str]) -> str:
    """The texts with their numbers, as COPY and LOAD DATA read them; the file's name in SQL."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        for i, text in enumerate(texts):
            for char, escape in ("\\", r"\\"), ("\n", r"\n"), ("\r", r"\r"), ("\t", r"\t"):
                text = text.replace(char, escape)
            stream.write(f"{i}\t{text}\n")
    file.chmod(0o644)
    return quoted(str(file))


# The verdict is the constraint's: a row is valid if it can be inserted.
POSTGRESQL = r"""
CREATE TABLE texts{n} (i int, t text);
COPY texts{n} FROM {file};
CREATE TABLE valid{n} (i int, t text CHECK (t ~ {pattern}));
DO $$
DECLARE r record;
BEGIN
  FOR r IN SELECT * FROM texts{n} LOOP
    BEGIN
      INSERT INTO valid{n} VALUES (r.i, r.t);
    EXCEPTION
      WHEN check_violation THEN NULL;
      WHEN OTHERS THEN INSERT INTO failed VALUES ({n}, r.i);
    END;
  END LOOP;
END $$;
DO $$
DECLARE start timestamptz; best float := 1e9;
BEGIN
  FOR round IN 1..{rounds} LOOP
    start := clock_timestamp();
    PERFORM count(*) FROM texts{n} WHERE t ~ {pattern};
    best := least(best, extract(epoch FROM clock_timestamp() - start));
  END LOOP;
  INSERT INTO times VALUES ({n}, best);
END $$;
SELECT (SELECT seconds FROM times WHERE n = {n}), string_agg(
  CASE WHEN v.i IS NOT NULL THEN '1' WHEN f.i IS NOT NULL THEN 'E' ELSE '0' END, '' ORDER BY t.i)
FROM texts{n} t LEFT JOIN valid{n} v USING (i) LEFT JOIN failed f ON f.n = {n} AND f.i = t.i;
DROP TABLE texts{n}, valid{n};
"""


def run_postgresql(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    script = ["CREATE TABLE times (n int, seconds float);", "CREATE TABLE failed (n int, i int);"]
    with postgresql(folder) as ask:
        for n, job in enumerate(jobs):
            file = tabbed(folder / f"texts{n}", job.texts)
            values = {"file": file, "pattern": job.literal, "rounds": job.rounds}
            script.append(POSTGRESQL.format(n=n, **values))
        version = output([*ask, "-c", "SHOW server_version"]).split()[0]
        lines = output([*ask, "-F", " "], input="\n".join(script)).splitlines()
    return version, read_answers(lines)


# A CHECK that is NULL holds, and REGEXP is NULL where it gives up: hence IS TRUE.
MARIADB = r"""
CREATE TABLE texts (i int, t mediumtext) CHARACTER SET utf8mb4;
LOAD DATA INFILE FILE INTO TABLE texts CHARACTER SET utf8mb4;
CREATE TABLE valid (i int, t mediumtext CHECK ((t REGEXP PATTERN) IS TRUE)) CHARACTER SET utf8mb4;
INSERT IGNORE INTO valid SELECT * FROM texts;
SET @start = SYSDATE(6);
SELECT 'taken', count(*) FROM texts WHERE t REGEXP PATTERN;
SELECT 'time', TIMESTAMPDIFF(MICROSECOND, @start, SYSDATE(6));
SELECT 'error', i FROM texts WHERE (t REGEXP PATTERN) IS NULL;
SELECT 'valid', i FROM valid;
DROP TABLE texts, valid;
"""


def run_mariadb(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    install = "apt-get install mariadb-server"
    sbin = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
    found = [
        shutil.which(name, path=sbin) for name in ("mariadb-install-db", "mariadbd", "mariadb")
    ]
    setup, server, client = (path or "" for path in found)
    if not all(found):
        raise Missing(install)
    options = unprivileged(folder, "mysql")
    places = ["--no-defaults", f"--datadir={folder / 'data'}"]
    output(
        [setup, *places, "--auth-root-authentication-method=normal", "--skip-test-db"], **options
    )
    socket = folder / "socket"
    ask = [client, "--no-defaults", f"--socket={socket}", "--user=root", "--skip-column-names"]
    ask += ["--batch", "--default-character-set=utf8mb4"]
    command = [server, *places, f"--socket={socket}", "--skip-networking"]
    answers = []
    with serving(command, socket.exists, **options):
        output([*ask, "-e", "CREATE DATABASE texts"])
        for n, job in enumerate(jobs):
            file = tabbed(folder / f"texts{n}", job.texts)
            script = MARIADB.replace("FILE INTO", f"{file} INTO").replace("PATTERN", job.literal)
            best = float("inf")
            verdicts = ["0" for _ in job.texts]
            for line in output([*ask, "texts"], input=script).splitlines():
                kind, value = line.split("\t")
                if kind == "time":
                    best = int(value) / 1e6
                elif kind == "valid":
                    verdicts[int(value)] = "1"
                elif kind == "error":
                    verdicts[int(value)] = "E"
            answers.append(Answer("".join(verdicts), best))
        version = output([*ask, "-e", "SELECT version()"]).partition("-")[0].strip()
    return version, answers


# A text is the value of an argument, as it stands in the request, or of a header.
REQUESTS = {
    "argument": b"GET /%d?uri=%s HTTP/1.1\r\nHost: a\r\n\r\n",
    "header": b"GET /%d HTTP/1.1\r\nHost: a\r\nX-Uri: %s\r\n\r\n",
}


def over_http(kind: str, jobs: Sequence[Job], port: int) -> list[Answer]:
    """Each text in a request: the path is the job's number, the body of the response the verdict."""

    def get(n: int, text: str) -> bool:
        connection.sendall(REQUESTS[kind] % (n, text.encode()))
        head, size = stream.readline(), 0
        for line in iter(stream.readline, b"\r\n"):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        body = stream.read(size)
        if b" 200 " not in head:
            raise RuntimeError(head)
        return body == b"1"

    connection = socket.create_connection(("127.0.0.1", port))
    with connection, connection.makefile("rb") as stream:
        return [asked(job, functools.partial(get, n)) for n, job in enumerate(jobs)]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def answers_on(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


NGINX = """
daemon off; master_process off; pid {folder}/pid; error_log stderr; worker_rlimit_nofile 64;
events {{ worker_connections 64; }}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};
  fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
  large_client_header_buffers 4 1m; keepalive_requests 100000000; keepalive_timeout 1h;
  {maps}
  server {{ listen 127.0.0.1:{port}; {locations} }}
}}
"""


def run_nginx(kind: str) -> Run:
    variable = {"argument": "$arg_uri", "header": "$http_x_uri"}[kind]

    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
        path = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
        nginx = shutil.which("nginx", path=path)
        if not nginx:
            raise Missing("apt-get install nginx-light")
        maps, locations, port = [], [], free_port()
        for n, job in enumerate(jobs):
            # In a map the ~ of a regular expression is within its quotes
            maps.append(f'map {variable} $valid{n} {{ "~{job.literal[1:]} 1; default 0; }}')
            locations.append(f"location = /{n} {{ return 200 $valid{n}; }}")
        values = {"folder": folder, "port": port}
        settings = NGINX.format(maps="\n".join(maps), locations=" ".join(locations), **values)
        (folder / "nginx.conf").write_text(settings, encoding="utf-8")
        options = unprivileged(folder, "www-data")
        command = [nginx, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", "stderr"]
        with serving(command, lambda: answers_on(port), **options):
            answers = over_http(kind, jobs, port)
        done = subprocess.run([nginx, "-v"], capture_output=True, encoding="utf-8")
        return done.stderr.partition("/")[2].split()[0], answers

    return run


HAPROXY = """
global
  tune.bufsize 1048576
defaults
  mode http
  timeout client 1h
  timeout server 1h
  timeout connect 1h
frontend texts
  bind 127.0.0.1:{port}
{rules}
"""


def run_haproxy(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Answer]]:
    path = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
    haproxy = shutil.which("haproxy", path=path)
    if not haproxy:
        raise Missing("apt-get install haproxy")
    rules, port = [], free_port()
    for n, job in enumerate(jobs):
        taken = f"{{ path /{n} }} {{ req.fhdr(x-uri) -m reg {job.literal} }}"
        for answer, condition in (1, taken), (0, f"{{ path /{n} }}"):
            rule = "http-request return status 200 content-type text/plain string"
            rules.append(f"  {rule} {answer} if {condition}")
    settings = HAPROXY.format(port=port, rules="\n".join(rules))
    (folder / "haproxy.cfg").write_text(settings, encoding="utf-8")
    command = [haproxy, "-f", str(folder / "haproxy.cfg"), "-db"]
    with serving(command, lambda: answers_on(port), **unprivileged(folder, "haproxy")):
        answers = over_http("header", jobs, port)
    return output([haproxy, "-v"]).split()[2].partition("-")[0], answers


# ---- The engines -----------------------------------------------------------------------------


def short(text: str) -> bool:
    return len(text) <= 1_000


def in_stack(text: str) -> bool:
    return len(text) <= 80_000


def in_small_stack(text: str) -> bool:
    return len(text) <= 10_000


def no_nul(text: str) -> bool:
    return "\0" not in text


def in_xml(text: str) -> bool:
    return not re.search("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)


def no_line_feed(text: str) -> bool:
    return "\n" not in text


def in_form(text: str) -> bool:
    return text != "" and not re.search("[\r\n]", text)


def in_argument(text: str) -> bool:
    return not re.search("[\0- \x7f&#]", text)


def in_header(text: str) -> bool:
    return text == text.strip(" \t") and not re.search("[\0\r\n]", text)


RIPGREP = "--no-config", "-a", "-N", "-n", "--encoding", "none", "-f", "SCRIPT", "TEXTS"
GREP = "-a", "-z", "-n", "-f", "SCRIPT", "TEXTS"
NGINX_EMPTY = "a map does not give an empty value to its expressions; `if` and `location` do"
HEADERS = "that no header holds: with NUL, line ends, white space at an end"
LONG = "of more than 1,000 characters: this form is for reading, and takes memory by the character"
STACK = "of more than 80,000 characters: ICU's stack, of 8 MB if nobody sets it, is too small"
# uri_abnf's patterns for these engines are possessive, and get the long texts.
DEEP = "of more than 10,000 characters with the library's patterns, whose loops need a large stack"
LINES = "with NUL, which ends a text here"
LINE_FEED = "with a line feed, which ends a line"
NUL = "with NUL, which its text type refuses"
FORM = "that are empty or have line ends: no form control holds such a value"
ARGUMENT = "that no argument can hold: with controls, space, & or #"
XML = "that XML cannot hold: with NUL, most controls, U+FFFE, U+FFFF"

# What libxml2 takes and should refuse: of any rule, and of URI-reference
MISCOUNTED = r"[0-9A-Fa-f]{4}\.|[0-9A-Fa-f]{5}"
MIXED_UP = r"[A-Za-z][^:/?#]*%[0-9A-Fa-f]{2}[^:/?#]*:"


# Whether a wrong verdict is by the bug that the table below tells of an engine
def is_final_newline(rule: str, text: str, verdict: str) -> bool:
    return verdict == "1" and text.endswith("\n")


def is_empty_value(rule: str, text: str, verdict: str) -> bool:
    return verdict == "0" and text == ""


def is_class_of_n(rule: str, text: str, verdict: str) -> bool:
    return verdict == "0" and rule.startswith(CLASS_OF_N)


def is_of_libxml2(rule: str, text: str, verdict: str) -> bool:
    if verdict != "1":
        return False
    if re.search(MISCOUNTED, text):
        return True
    return rule == "URI-reference" and re.match(MIXED_UP, text) is not None


ENGINES = (
    Engine("re", "Python `re`", "python", run_re),
    Engine("regex", "PyPI `regex`", "possessive", python_library("regex", compile_regex)),
    Engine(
        "regex-named",
        "PyPI `regex`, named",
        "regex",
        python_library("regex", compile_regex),
        takes=short,
        left_out=LONG,
        rows=2_000,
    ),
    Engine("re2", "google-re2", "re2", python_library("google-re2", compile_re2, "re2")),
    Engine("go", "Go", "go", run_go),
    Engine("duckdb", "DuckDB `regexp_matches`", "duckdb", run_duckdb("regexp_matches")),
    Engine(
        "duckdb-full", "DuckDB `regexp_full_match`", "portable", run_duckdb("regexp_full_match")
    ),
    Engine("clickhouse", "ClickHouse `match`", "clickhouse", run_clickhouse),
    Engine("pyarrow", "pyarrow `match_substring_regex`", "pyarrow", run_pyarrow),
    Engine("polars", "Polars `str.contains`", "polars", run_polars),
    # Before Rust's regex 1.8, as in ripgrep 13, no "\/" of the library's classes is taken
    Engine("rust", "Rust's `regex`", "rust", run_rust, library=False),
    Engine(
        "ripgrep",
        "ripgrep",
        "ripgrep",
        filters("rg", "ripgrep", "PATTERN", RIPGREP, ended="\n"),
        takes=no_line_feed,
        left_out=LINE_FEED,
        library=False,
    ),
    Engine(
        "hyperscan",
        "Hyperscan, as Vectorscan",
        "hyperscan",
        python_library("hyperscan", compile_hyperscan),
    ),
    Engine("dotnet", ".NET", "dotnet", run_dotnet, iri=False),
    Engine(
        "spark",
        "Spark `rlike`, local mode",
        "spark",
        run_spark,
        library_takes=in_small_stack,
        left_out=DEEP,
    ),
    Engine("java", "Java", "java", run_java, library_takes=in_small_stack, left_out=DEEP),
    Engine("node", "Node.js, no flag", "javascript", run_node(""), iri=False),
    Engine("node-u", "Node.js, `u`", "javascript", run_node("u")),
    Engine("node-v", "Node.js, `v`", "javascript", run_node("v")),
    Engine("html", "HTML `pattern`", "html", run_html, takes=in_form, left_out=FORM),
    Engine(
        "jsonschema",
        "python-jsonschema",
        "json-schema",
        python_library("jsonschema", compile_jsonschema),
        bug="its `$` is that of Python's `re`, which lets a final newline in; ECMA 262's does not",
        is_bug=is_final_newline,
    ),
    Engine("perl", "Perl", "perl", run_perl),
    Engine("perl-named", "Perl, named", "regex", run_perl, takes=short, left_out=LONG, rows=2_000),
    Engine("php", "PHP", "php", run_php, library_takes=in_small_stack, left_out=DEEP),
    Engine("php-named", "PHP, named", "regex", run_php, takes=short, left_out=LONG, rows=2_000),
    Engine("ruby", "Ruby", "ruby", run_ruby),
    Engine("icu", "ICU, as in MySQL", "mysql", run_icu, takes=in_stack, left_out=STACK),
    Engine(
        "grep-p",
        "`grep -P`",
        "pcre",
        filters("grep", "grep", "PATTERN", ("-P", *GREP)),
        takes=no_nul,
        left_out=LINES,
    ),
    Engine(
        "grep-e",
        "`grep -E`",
        "posix",
        filters("grep", "grep", "PATTERN", ("-E", *GREP)),
        takes=no_nul,
        left_out=LINES,
        iri=False,
    ),
    Engine(
        "bash",
        "bash `[[ =~ ]]`",
        "bash",
        filters("bash", "bash", BASH, ("SCRIPT", "TEXTS")),
        takes=no_nul,
        left_out=LINES,
        iri=False,
        rows=2_000,
    ),
    Engine(
        "gawk",
        "gawk",
        "gawk",
        filters("gawk", "gawk", GAWK, ("-f", "SCRIPT", "TEXTS")),
        takes=no_nul,
        left_out=LINES,
        iri=False,
    ),
    Engine(
        "sed",
        "`sed -E`",
        "sed",
        filters("sed", "sed", "LITERAL=", ("-z", "-n", "-E", "-f", "SCRIPT", "TEXTS")),
        takes=no_nul,
        left_out=LINES,
        iri=False,
    ),
    Engine("jq", "jq", "jq", run_jq, rows=20_000),
    Engine(
        "nginx-argument",
        "nginx `map`, an argument",
        "nginx",
        run_nginx("argument"),
        takes=in_argument,
        left_out=ARGUMENT,
        iri=False,
        rows=20_000,
        bug=NGINX_EMPTY,
        is_bug=is_empty_value,
    ),
    Engine(
        "nginx-header",
        "nginx `map`, a header",
        "nginx",
        run_nginx("header"),
        takes=in_header,
        left_out=HEADERS,
        iri=False,
        rows=20_000,
        bug=NGINX_EMPTY,
        is_bug=is_empty_value,
    ),
    Engine(
        "haproxy",
        "HAProxy `-m reg`",
        "haproxy",
        run_haproxy,
        takes=in_header,
        # The stack that PCRE2 has there is small
        library_takes=in_small_stack,
        left_out=f"{HEADERS}, and those {DEEP}",
        iri=False,
        rows=20_000,
    ),
    Engine("mariadb", "MariaDB `CHECK`", "mariadb", run_mariadb),
    Engine(
        "postgresql",
        "PostgreSQL `CHECK`",
        "postgresql",
        run_postgresql,
        takes=no_nul,
        left_out=NUL,
    ),
    Engine("sqlite", "SQLite `REGEXP`", "sqlite", run_sqlite),
    Engine(
        "xmlschema",
        "xmlschema (XSD)",
        "xsd",
        python_library("xmlschema", compile_xmlschema),
        takes=in_xml,
        left_out=XML,
        rows=20_000,
        bug=r"it reads [\\n], a backslash or an n, as a line feed",
        is_bug=is_class_of_n,
    ),
    Engine(
        "lxml",
        "lxml (XSD)",
        "xsd",
        run_lxml,
        takes=in_xml,
        left_out=XML,
        bug="libxml2 miscounts {m,n}: it takes more digits than the 4 of h16, the 3 of dec-octet; and "
        "mixes up loops of alternatives: of (:([a:]|1)*|(a|1)*) it takes 'a:', and of URI-reference "
        'a ":" behind a triplet',
        is_bug=is_of_libxml2,
    ),
)


# Exports that no engine here stands for
NOT_RUN = {
    "bigquery": "a service; its engine is RE2, above as google-re2",
    "mysql": "the server itself; its engine is ICU, above",
}


# ---- Running them ----------------------------------------------------------------------------


class Question(NamedTuple):
    """What an engine is asked by one rule, and what it should answer."""

    rule: str
    job: Job
    valid: list[bool]


class Mistake(NamedTuple):
    rule: str
    text: str
    verdict: str


SAYS = {"0": "refused", "1": "taken", "E": "an error"}  # what an engine says by its verdict


class Report(NamedTuple):
    row: str
    notes: list[str]
    failed: bool


def judged(engine: Engine, all_texts: Sequence[Texts]) -> Report:
    """One engine over all strings that it can be given."""
    questions: list[Question] = []
    notes: list[str] = []
    left_out = 0
    for texts in all_texts:
        try:
            pattern = pattern_for(engine, texts)
        except ValueError as error:
            notes.append(f"{engine.name}: {error}")
            continue
        if pattern is None:
            continue
        rows = rows_for(engine, texts)
        takes = engine.takes
        if texts.grammar.startswith(OF_LIBRARY):
            takes = engine.library_takes
        taken = [(text, valid) for text, valid in rows if engine.takes(text) and takes(text)]
        left_out += len(rows) - len(taken)
        literal = literal_for(engine, pattern)
        job = Job(pattern, literal, [text for text, _ in taken], texts.rounds)
        questions.append(Question(texts.rule, job, [valid for _, valid in taken]))

    version, answers = answered(engine, [question.job for question in questions])
    wrong, known = mistakes(engine, questions, answers)
    notes += shortest(engine, known, f"its own bug: {engine.bug}")
    notes += shortest(engine, wrong, "WRONG")
    if left_out:
        notes.append(f"{engine.name}: {left_out:,} strings left out, those {engine.left_out}.")
    count = sum(len(question.job.texts) for question in questions)
    how_many = f"{len(wrong):,}"
    if known:
        how_many += f" + {len(known):,} its own"
    speed = speed_of(questions, answers)
    row = f"| {engine.name} | {version} | `{engine.export}` | {count:,} | {how_many} | {speed} |"
    return Report(row, notes, bool(wrong))


def pattern_for(engine: Engine, texts: Texts) -> str | None:
    """The pattern of a rule or a template; None where this engine is not asked."""
    if texts.grammar.endswith("RFC3987") and not engine.iri:
        return None
    if texts.grammar.startswith(OF_LIBRARY):
        return library_pattern(engine, texts)
    grammar = OWN
    if texts.grammar != "OWN":
        grammar = getattr(uri_abnf, texts.grammar)
    if "(?&" not in texts.rule:
        return grammar.pattern(texts.rule, engine.export)
    if engine.export == "regex":
        return None  # a template is not a grammar
    # The anchors are the template's own
    return anchored(engine, grammar.compose(texts.rule, engine.export))


def library_pattern(engine: Engine, texts: Texts) -> str | None:
    """The library's pattern, where the engine reads portable ones: not in POSIX's and XSD's syntax.

    What reads named sub-patterns has been asked as another engine.
    """
    style = uri_abnf.engines.engine_called(engine.export).style
    if style.opening == "(" or style.calls or not engine.library:
        return None
    rules = getattr(uri_regex, texts.grammar[len(OF_LIBRARY) :])
    return anchored(engine, rules.pattern(texts.rule))


def anchored(engine: Engine, pattern: str) -> str:
    return uri_abnf.engines.engine_called(engine.export).anchored.replace("…", pattern)


def rows_for(engine: Engine, texts: Texts) -> list[tuple[str, bool]]:
    """The strings and their verdicts; of the timed column as many as the engine is fast for."""
    rows = list(zip(texts.texts, texts.valid))
    if texts.rounds:
        return rows[: engine.rows]
    return rows


def literal_for(engine: Engine, pattern: str) -> str:
    of = engine.export
    if of in ("regex", "portable"):
        # These exports are for several engines: the literal is that of the engine
        of, _, _ = engine.key.partition("-")
    return literal(pattern, of)


def literal(pattern: str, name: str) -> str:
    """A pattern as a literal of the language from which the engine of this name is used."""
    return uri_abnf.engines.quote(pattern, uri_abnf.engines.engine_called(name))


def answered(engine: Engine, jobs: Sequence[Job]) -> tuple[str, list[Answer]]:
    """The engine's version, and an answer to each job."""
    folder = Path(tempfile.mkdtemp(prefix="uri_regex-"))
    try:
        version, answers = engine.run(jobs, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if len(answers) != len(jobs):
        raise RuntimeError(f"{len(answers)} answers to {len(jobs)} questions")
    return version, answers


def mistakes(
    engine: Engine, questions: Sequence[Question], answers: Sequence[Answer]
) -> tuple[list[Mistake], list[Mistake]]:
    """The wrong verdicts: those that nobody expects, and those of the engine's known bug."""
    wrong: list[Mistake] = []
    known: list[Mistake] = []
    for (rule, job, valid), answer in zip(questions, answers):
        if len(answer.verdicts) != len(job.texts):
            raise RuntimeError(f"{len(answer.verdicts)} verdicts on {len(job.texts)} strings")
        for text, expected, verdict in zip(job.texts, as_verdicts(valid), answer.verdicts):
            if verdict == expected:
                continue
            mistake = Mistake(rule, text, verdict)
            if engine.is_bug(rule, text, verdict):
                known.append(mistake)
            else:
                wrong.append(mistake)
    return wrong, known


def shortest(engine: Engine, found: Sequence[Mistake], kind: str) -> list[str]:
    """How many mistakes there are, and the shortest of them; nothing if there are none."""
    if not found:
        return []
    lines = [f"{engine.name}: {len(found):,} wrong verdicts ({kind}). The shortest:"]
    by_length = sorted(found, key=lambda mistake: (len(mistake.text), mistake.text))
    for rule, text, verdict in by_length[:8]:
        lines.append(f"    {rule} {shown(text)} is {SAYS[verdict]}")
    return lines


def shown(text: str) -> str:
    """The text as ASCII on one line; a long one by its ends."""
    if len(text) <= 100:
        return ascii(text)
    return f"{text[:40]!a}…{text[-20:]!a} ({len(text):,})"


def speed_of(questions: Sequence[Question], answers: Sequence[Answer]) -> str:
    """MB/s on the timed column; nothing if the engine has not run it."""
    for question, answer in zip(questions, answers):
        if question.job.rounds:
            size = sum(len(text.encode()) for text in question.job.texts)
            rate = size / answer.seconds / 1e6
            if rate < 10:
                return f"{rate:.1f}"
            return f"{rate:.0f}"
    return ""


def reported(engine: Engine, all_texts: Sequence[Texts]) -> Report:
    """As judged, but one engine's breakdown must not hide the others' results."""
    try:
        return judged(engine, all_texts)
    except Missing:
        raise
    except Exception as error:
        row = f"| {engine.name} | | `{engine.export}` | | FAILED | |"
        return Report(row, [f"{engine.name}: {type(error).__name__}: {error}"], True)


def all_strings(quick: bool, rows: int) -> list[Texts]:
    """The strings of every rule, and last the timed column, of so many rows if they are given."""
    few, many, default_rows = 900, 12_000, 200_000
    if quick:
        few, many, default_rows = 150, 1_000, 20_000
    found = []
    for rule in standards.rule_names("RFC3986"):
        size = many if rule in MAIN else few
        found.append(strings("RFC3986", rule, size))
    for rule in IRI:
        found.append(strings("RFC3987", rule, few))
    for texts in list(found):
        if texts.rule in (*MAIN, *IRI):
            found.append(texts._replace(grammar=OF_LIBRARY + texts.grammar))
    return [*found, *own(), *in_templates(few), column(rows or default_rows)]


def print_head(all_texts: Sequence[Texts]) -> None:
    rules = len(all_texts) - 1  # the timed column is of one that is there already
    count = sum(len(texts.texts) for texts in all_texts)
    valid = sum(sum(texts.valid) for texts in all_texts)
    print(f"{count:,} strings for {rules} rules, {valid:,} of them valid. {machine()}.\n")
    print("| engine | version | pattern | strings | wrong | MB/s |")
    print("|---|---|---|--:|--:|--:|", flush=True)


def print_foot(
    notes: Sequence[str], skipped: Sequence[str], not_run: dict[str, str], failed: bool
) -> None:
    print()
    for line in notes:
        print(line)
    for line in skipped:
        print(f"SKIPPED {line}")
    for name, why in not_run.items():
        print(f"NOT RUN {name}: {why}")
    if failed:
        print("\nNOT right.")
    else:
        print("\nAll is right, but for what is listed as an engine's own.")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The exported patterns in the real engines.")
    keys = [engine.key for engine in ENGINES]
    parser.add_argument("--only", metavar="NAME,…", help=", ".join(keys))
    parser.add_argument("--quick", action="store_true", help="a tenth of the strings")
    parser.add_argument("--spark", action="store_true", help="Spark, too")
    parser.add_argument("--rows", type=int, default=0, help="of the timed column (200,000)")
    options = parser.parse_args(argv)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that servers and files go, too
    chosen = options.only.split(",") if options.only else keys
    unknown = [key for key in chosen if key not in keys]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(keys)}")

    all_texts = all_strings(options.quick, options.rows)
    print_head(all_texts)
    notes: list[str] = []
    skipped: list[str] = []
    failed = False
    for engine in ENGINES:
        if engine.key not in chosen:
            continue
        if engine.key == "spark" and not options.spark and not options.only:
            skipped.append(f"{engine.name}: pip install pyspark, then --spark")
            continue
        try:
            report = reported(engine, all_texts)
        except Missing as error:
            skipped.append(f"{engine.name}: {error}")
            continue
        print(report.row, flush=True)
        notes += report.notes
        failed = failed or report.failed
    not_run = {} if options.only else NOT_RUN
    print_foot(notes, skipped, not_run, failed)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
