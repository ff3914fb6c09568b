# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The exported patterns in the engines they are exported for, each the real one.

Every engine gets the text of uri_abnf's `pattern(rule, NAME)` as it stands and the same strings, and
is asked for its verdict in the way its users ask: a CHECK constraint, `rlike`, an <input pattern>,
grep. Engines that read portable patterns get the library's `pattern(rule)`, too, between anchors.

    python3 uri-abnf/evidence/engines.py            all engines that are there
    python3 uri-abnf/evidence/engines.py --only duckdb,polars,node-v
    python3 uri-abnf/evidence/engines.py --quick    fewer strings, for CI

The expected verdicts are those of evidence/automata.py, made of the RFCs' ABNF without uri_regex and
uri_abnf. `pip install -r evidence/requirements.txt` installs the modules of that folder, too.

The strings: what tells every two states of a rule's automaton apart (proof.py's own tests), random
derivations of the rule, mutations of these, and a list made by hand: 100,000 characters valid and not,
line ends, NUL, non-ASCII digits and letters. All rules of RFC 3986 are run, URI, URI-reference, host
and IPv6address with the most strings; the IRI rules of RFC 3987; rules of other RFCs, whose patterns
are rewritten for engines that backtrack; classes and a literal that no RFC has;
a template of compose; and policies, for which `is_valid` of the library says what is right. No string
holds surrogates: few engines can be given one.

A wrong verdict makes the exit status 1, unless it is a known bug of that engine: these are listed
with their strings, too. An engine that is not there is named with the way to install it. Each engine
of uri_abnf's own table has to be one of these, or in NOT_RUN with the reason.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import os
import platform
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import models
import standards
from automata import as_written, oracle
from proof import Suite, grammar_of
from texts import PRINTABLE, derive, judged, long_texts, mutate

import uri_abnf
import uri_regex

SEED = 3986
MAIN = "URI", "URI-reference", "host", "IPv6address"
IRI = "IRI", "IRI-reference", "ihost"
# Rules whose patterns are rewritten for engines that backtrack
REWRITTEN = {"accept": "Accept", "sip-uri": "SIP-URI", "urn": "namestring"}
BEYOND_ASCII = ("RFC3987", "accept")
OF_LIBRARY = "uri_regex "  # before a grammar: the library's, not uri_abnf's

JUDGED = judged(400, SEED)

# ---- Other people's programs, as they are found, started, and asked --------------------------------


class Missing(Exception):
    """The program is not there; the text says how to install it."""


def needed(module: str, package: str = "") -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise Missing(f"pip install {package or module}") from None


def tool(*names: str, install: str) -> str:
    places = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
    for name in names:
        path = shutil.which(name, path=places)
        if path:
            return path
    raise Missing(install)


def output(command: Sequence[str], **options: Any) -> str:
    """What the command prints; its last words, if it fails."""
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", **options
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]}: status {done.returncode}: {done.stderr[-600:].strip()}")
    return done.stdout


def in_postgresql(*command: str) -> list[str]:
    """A command with a server of its own, an empty one, to which `psql` connects in it."""
    server = tool("pg_virtualenv", install="apt-get install postgresql")
    settings = ["-t", "-c", "--locale=C --encoding=UTF8", "-o", "fsync=off"]
    # The first line that it prints and the last one are of the server.
    shell = ["bash", "-o", "pipefail", "-c", "\"$@\" | sed '1d;$d'", "bash"]
    return [*shell, server, *settings, *command]


# ---- The strings -----------------------------------------------------------------------------

# Classes of every kind of character that some engine reads its own way in one, alone and in ranges,
# and a text of all that could end a literal: what no rule of an RFC has.
CLASSES = (
    "^-", "]^", "]-", "]^-", "a^", "a-", "a]", "a]^-", "]^_", "+,-", "-./", "\\x", "\\^", "\\]",
    "\\^-", "[\\]", "XYZ[\\", "\\]^_`a", "\\n", "\\/", "/\\", "(){}|", "&-.", "--", "&~", "# \"'",
    PRINTABLE[1:],
)  # fmt: skip
CLASS_OF_N = f"class-{CLASSES.index(chr(92) + 'n')}"
HARD = PRINTABLE + "(?:a|[b]){2}\\1$&#{c}@d~//*"


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


def own() -> list[Texts]:
    """The grammar above: every printable character in each class, every change of a character."""
    found = []
    for n, chars in enumerate(CLASSES):
        pairs = [chars[0] + char for char in PRINTABLE]
        texts = ["", *PRINTABLE, *pairs]
        one = [len(text) == 1 and text in chars for text in texts]
        many = [not text.strip(chars) for text in texts]
        found.append(Texts("OWN", f"class-{n}", texts, one))
        found.append(Texts("OWN", f"class-{n}s", texts, many))
    texts = []
    for at, right in enumerate(HARD):
        before, behind = HARD[:at], HARD[at + 1 :]
        texts += [before + behind, before + "x" + behind, before + right + behind]
    valid = [text == HARD for text in texts]
    return [*found, Texts("OWN", "hard", texts, valid)]


def strings(grammar: str, rule: str, size: int) -> Texts:
    """About `size` strings for a rule: half of them proof.py's, half derived and mutated."""
    dfa, rules = oracle(grammar, rule), standards.RULES[grammar]
    rng = random.Random(f"{SEED} {rule}")
    tested = [text for text, _ in Suite(grammar, rule, as_written(grammar, rule)).texts(size // 4)]
    derived = [derive(("ref", rule.lower()), rules, rng) for _ in range(size // 6)]
    pairs = [(rng.choice(derived), rng.choice(derived)) for _ in range(size // 3)]
    mutated = [mutate(text, rng, other=other) for text, other in pairs]
    long = long_texts(100_000) if rule in (*MAIN, *IRI) else ()
    texts = [
        text
        for text in dict.fromkeys(chain(JUDGED, long, tested, derived, mutated))
        if not re.search("[\ud800-\udfff]", text)
    ]
    return Texts(grammar, rule, texts, [dfa.matches(text) for text in texts])


def in_template(size: int) -> Texts:
    """A template of `compose`: a request line, with the verdicts of the rule in it."""
    references = strings("RFC3986", "URI-reference", size)
    some = references.texts[:99]
    lines = [f"GET {text} HTTP/1.1" for text in references.texts]
    wrong = [f"GET  {text} HTTP/1.1" for text in some] + some
    valid = [*references.valid, *(False for _ in wrong)]
    return Texts("RFC3986", r"GET (?&URI-reference) HTTP/1[.][01]", lines + wrong, valid)


# Policies as a pattern. What is right is what `is_valid` says.
POLICIES: dict[str, dict[str, Any]] = {
    "policy: schemes": {"schemes": ["https", "db"]},
    "policy: hosts": {"hosts": [".a.example", "1.2.3.4", "localhost"]},
    "policy: hosts below": {"hosts": ["*.a.example"], "schemes": ["http", "https"]},
    "policy: ports": {"ports": ["", 443, 8080]},
    "policy: a range of ports": {"ports": range(80, 8081), "schemes": ["http", "a.b"]},
    "policy: forbid": {"forbid": ["userinfo", "port"]},
    "policy: a host": {"forbid": ["host"]},
    "policy: all": {
        "schemes": ["http", "https", "db"],
        "hosts": [".a.example", ""],
        "ports": ["", 443],
        "forbid": ["password", "fragment"],
    },
}


LIKELY_HOSTS = ("a.example", "B.A.example.", "1.2.3.4", "LocalHost", "b.c.a.example", "")


def likely(parts: models.Parts, rng: random.Random) -> models.Parts:
    """The parts, half of them with what the policies allow."""
    if parts.host is None or rng.random() < 0.5:
        return parts
    scheme, host = rng.choice(("https", "HTTP", "db")), rng.choice(LIKELY_HOSTS)
    return parts._replace(scheme=scheme, host=host, port=rng.choice((None, "443", "0443", "8080")))


def policies(size: int) -> list[Texts]:
    """URIs of parts that quarrel, and what others make of them."""
    found = []
    for rule, given in POLICIES.items():
        rng = random.Random(f"{SEED} {rule}")
        made = [str(likely(models.make_parts(rng), rng)) for _ in range(size)]
        made += [mutate(rng.choice(made), rng, PRINTABLE) for _ in range(size // 4)]
        texts = [text for text in dict.fromkeys([*made, *JUDGED]) if text.isascii()]
        valid = [uri_regex.is_valid(text, **given) for text in texts]
        found.append(Texts("POLICY", rule, texts, valid))
    return found


# ---- What an engine is -----------------------------------------------------------------------


class Job(NamedTuple):
    pattern: str
    literal: str  # the pattern as `pattern --quoted` prints it
    texts: list[str]


# A character for each text: 1, 0, or E where the engine gave an error
Verdicts = str
# The version, and the verdicts of each job; the folder is empty, and to use
Run = Callable[[Sequence[Job], Path], tuple[str, list[Verdicts]]]


class Engine(NamedTuple):
    """`run` gets jobs whose patterns are exports under `export`, and an empty folder to use."""

    key: str
    name: str
    export: str
    run: Run
    # Which strings it cannot be given: those in which this is found, and those that are too long
    not_given: str = r"\A(?!)"
    most_for_library: int = 1_000_000  # for the library's patterns
    iri: bool = True  # whether it can be given rules with characters beyond ASCII, too
    # Its own bug: what it is, and whether a wrong verdict (rule, text, verdict) is of that kind
    bug: str = ""
    is_bug: Callable[[str, str, str], bool] = lambda rule, text, verdict: False


def as_verdicts(answers: Iterable[object]) -> Verdicts:
    """1 for each true answer, 0 for each false one."""
    return "".join("1" if answer else "0" for answer in answers)


def asked(job: Job, ask: Callable[[str], object]) -> Verdicts:
    """The answers of a call that takes one text; what it raises is an error on that text."""

    def verdict(text: str) -> str:
        try:
            return "1" if ask(text) else "0"
        except Exception:  # whatever it is, it is no verdict
            return "E"

    return "".join(map(verdict, job.texts))


def python_library(package: str, compiled: Callable[[Any, str], Callable[[str], object]]) -> Run:
    """What `compiled` makes of the package's module and a pattern is asked."""

    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
        module = needed(MODULES.get(package, package), package)
        version = importlib.metadata.version(package)
        return version, [asked(job, compiled(module, job.pattern)) for job in jobs]

    return run


# ---- Engines that are Python packages --------------------------------------------------------


def run_re(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    return platform.python_version(), [asked(job, re.compile(job.pattern).search) for job in jobs]


def run_fullmatch(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    if sys.version_info < (3, 11, 5):
        raise Missing("Python 3.11.5 or later, with possessive quantifiers that are right")
    verdicts = [asked(job, re.compile(job.pattern).fullmatch) for job in jobs]
    return platform.python_version(), verdicts


MODULES = {"google-re2": "re2"}


def compile_jsonschema(jsonschema: Any, pattern: str) -> Callable[[str], object]:
    schema = {"type": "string", "pattern": pattern}
    valid: Callable[[str], object] = jsonschema.Draft202012Validator(schema).is_valid
    return valid


def xsd_schema(pattern: str) -> str:
    return (
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="t"><xs:simpleType>'
        f'<xs:restriction base="xs:string"><xs:pattern {uri_abnf.quote(pattern, "xsd")}/>'
        "</xs:restriction></xs:simpleType></xs:element></xs:schema>"
    )


def run_polars(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    polars = needed("polars")
    verdicts = [as_verdicts(polars.Series(job.texts).str.contains(job.pattern)) for job in jobs]
    return polars.__version__, verdicts


def run_duckdb(call: str) -> Run:
    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
        duckdb = needed("duckdb")
        verdicts = []
        with duckdb.connect() as base:  # in memory
            for job in jobs:
                table = "(SELECT unnest(range(len($t))) AS i, unnest($t) AS t)"
                select = f"SELECT {call}(t, {job.literal}) FROM {table} ORDER BY i"
                rows = base.execute(select, {"t": job.texts}).fetchall()
                verdicts.append(as_verdicts(valid for (valid,) in rows))
        return duckdb.__version__, verdicts

    return run


def run_sqlite(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    def regexp(pattern: str, text: str) -> bool:
        return re.search(pattern, text) is not None

    verdicts = []
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.create_function("regexp", 2, regexp, deterministic=True)
        for job in jobs:
            base.execute("CREATE TABLE texts (i INTEGER PRIMARY KEY, t TEXT)")
            base.executemany("INSERT INTO texts VALUES (?, ?)", enumerate(job.texts))
            rows = base.execute(f"SELECT t REGEXP {job.literal} FROM texts ORDER BY i")
            verdicts.append(as_verdicts(valid for (valid,) in rows))
            base.execute("DROP TABLE texts")
    return f"{sqlite3.sqlite_version}, Python's re", verdicts


# ---- Engines that are programs ---------------------------------------------------------------
#
# In a program's source LITERALS are the patterns, as `pattern --quoted` prints them. For each of them
# it reads a file: a line for each text, in base64 of UTF-8, so that it can hold anything. It prints a
# line of verdicts for each file.


def program(names: str, install: str, suffix: str, source: str, *options: str) -> Run:
    """A language: its command, the program, and the options with which it is run."""

    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
        command = tool(*names.split(), install=f"apt-get install {install}")
        told = output([command, "--version"], stdin=subprocess.DEVNULL)
        found = re.search(r"[0-9]+[.][0-9.]+", told)
        file = folder / f"Verdicts{suffix}"
        literals = ",\n".join(job.literal for job in jobs)
        file.write_text(source.replace("LITERALS", literals), encoding="utf-8")
        arguments = [str(file)]
        for n, job in enumerate(jobs):
            data = folder / f"texts{n}"
            data.write_bytes(b"".join(b64encode(text.encode()) + b"\n" for text in job.texts))
            arguments.append(str(data))
        verdicts = output([command, *options, *arguments])
        return found[0] if found else "?", verdicts.split("\n")[:-1]

    return run


JAVA = r"""
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import static java.nio.charset.StandardCharsets.UTF_8;

class Verdicts {
    static final String[] PATTERNS = {
        LITERALS
    };

    static char verdict(Pattern pattern, String text) {
        try {
            return pattern.matcher(text).find() ? '1' : '0';
        } catch (StackOverflowError e) {
            return 'E';
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < args.length; i++) {
            var pattern = Pattern.compile(PATTERNS[i]);
            var found = new StringBuilder();
            for (var line : Files.readAllLines(Path.of(args[i]))) {
                found.append(verdict(pattern, new String(Base64.getDecoder().decode(line), UTF_8)));
            }
            System.out.println(found);
        }
    }
}
"""

NODE = r"""
const { readFileSync } = require("fs");
[
LITERALS
].forEach((literal, n) => {
  const pattern = new RegExp(literal.source, "FLAG");
  const lines = readFileSync(process.argv[n + 2], "ascii").split("\n").slice(0, -1);
  console.log(lines.map((line) => {
    const text = Buffer.from(line, "base64").toString("utf8");
    try { return pattern.test(text) ? "1" : "0"; } catch { return "E"; }
  }).join(""));
});
"""

PERL = r"""
use strict; use warnings; no warnings 'utf8'; use utf8;
use MIME::Base64; use Encode;
for my $pattern (
LITERALS
) {
    open my $in, '<', shift or die;
    print decode('UTF-8', decode_base64($_)) =~ $pattern ? '1' : '0' while <$in>;
    print "\n";
}
"""


def run_node(flag: str) -> Run:
    install, source = "nodejs (v takes version 20)", NODE.replace("FLAG", flag)
    return program("node nodejs", install, ".cjs", source)


JDK = "default-jdk-headless (Java 17 or later)"
run_java = program("java", JDK, ".java", JAVA, "-Dfile.encoding=UTF-8")
run_perl = program("perl", "perl", ".pl", PERL)


def filters(name: str, script: str, arguments: Sequence[str]) -> Run:
    """A filter of lines, which prints the numbers of those that it takes.

    `arguments` names two files, SCRIPT and TEXTS; in the script, PATTERN is the pattern and LITERAL
    the literal of `pattern --quoted`. Each text is ended by NUL, so that a line feed can be in it.
    """

    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
        path = tool(name, install=f"apt-get install {name}")
        found = re.search(r"\d+[.]\d[\d.]*", output([path, "--version"]))
        version = found[0] if found else "?"
        file, data = folder / "script", folder / "texts"
        places = {"SCRIPT": str(file), "TEXTS": str(data)}
        command = [path, *(places.get(argument, argument) for argument in arguments)]
        # Ranges are of code points in the C locales alone
        locale = {**os.environ, "LC_ALL": "C.UTF-8" if "-P" in arguments else "C"}
        verdicts = []
        for job in jobs:
            written = script.replace("PATTERN", job.pattern).replace("LITERAL", job.literal)
            file.write_text(written, encoding="utf-8")
            data.write_bytes("".join(f"{text}\0" for text in job.texts).encode())
            done = subprocess.run(command, capture_output=True, env=locale)
            if done.stderr or done.returncode not in (0, 1):
                raise RuntimeError(done.stderr.decode(errors="replace").strip())
            lines = done.stdout.split(b"\0")[:-1]
            taken = {int(line.partition(b":")[0]) for line in lines}
            verdicts.append(as_verdicts(n in taken for n in range(1, len(job.texts) + 1)))
        return version, verdicts

    return run


# ---- A throw-away server ---------------------------------------------------------------------


def write_table(file: Path, texts: Sequence[str]) -> None:
    """Write the texts with their numbers, as COPY reads them."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        for i, text in enumerate(texts):
            for char, escape in ("\\", r"\\"), ("\n", r"\n"), ("\r", r"\r"), ("\t", r"\t"):
                text = text.replace(char, escape)
            stream.write(f"{i}\t{text}\n")


# An error on one text, as for want of memory, must not end the answers to all.
POSTGRESQL = r"""
CREATE TABLE texts (i int, t text);
\copy texts FROM {file}
SELECT string_agg(verdict(t, {pattern}), '' ORDER BY i) FROM texts;
DROP TABLE texts;
"""
VERDICT = r"""
CREATE FUNCTION verdict(t text, pattern text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN (t ~ pattern)::int::text;
EXCEPTION
  WHEN OTHERS THEN RETURN 'E';
END $$;
"""


def run_postgresql(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    script = ["SHOW server_version;", VERDICT]
    for n, job in enumerate(jobs):
        file = folder / f"texts{n}"
        write_table(file, job.texts)
        script.append(POSTGRESQL.format(file=file, pattern=job.literal))
    ask = in_postgresql(*"psql -d postgres -qAtX -v ON_ERROR_STOP=1".split())
    version, *verdicts = output(ask, input="\n".join(script)).splitlines()
    return version.split()[0], verdicts


# ---- The engines -----------------------------------------------------------------------------


GREP = "-a", "-z", "-n", "-f", "SCRIPT", "TEXTS"
GREP_P = filters("grep", "PATTERN", ("-P", *GREP))
GREP_E = filters("grep", "PATTERN", ("-E", *GREP))
SED = filters("sed", "LITERAL=", ("-z", "-n", "-E", "-f", "SCRIPT", "TEXTS"))
REGEX = python_library("regex", lambda m, pattern: m.compile(pattern).fullmatch)
RE2 = python_library("google-re2", lambda m, pattern: m.compile(pattern).search)
JSONSCHEMA = python_library("jsonschema", compile_jsonschema)
XMLSCHEMA = python_library(
    "xmlschema", lambda m, pattern: m.XMLSchema(xsd_schema(pattern)).elements["t"].type.is_valid
)
# What cannot be given: XML has no such character
IN_XML = "[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
# In Java, the library's patterns need much of the stack. PyPI `regex` takes quadratic time for their
# loops of triplets.
NO_LONG_ONES = 10_000
DOLLAR = "its `$` is that of Python's `re`, which lets a final newline in; ECMA 262's does not"
READS_N = r"it reads [\\n], a backslash or an n, as a line feed"

ENGINES = (
    Engine("re", "Python `re`", "python", run_re),
    Engine("regex", "PyPI `regex`", "regex", REGEX, most_for_library=NO_LONG_ONES),
    Engine("possessive", "PyPI `regex`, possessive", "possessive", REGEX),
    Engine("re-possessive", "Python `re.fullmatch`", "re", run_fullmatch),
    Engine("re2", "google-re2", "re2", RE2),
    Engine("duckdb", "DuckDB `regexp_matches`", "duckdb", run_duckdb("regexp_matches")),
    Engine("polars", "Polars `str.contains`", "polars", run_polars),
    Engine("java", "Java", "java", run_java, most_for_library=NO_LONG_ONES),
    Engine("node", "Node.js, no flag", "javascript", run_node(""), iri=False),
    Engine("node-u", "Node.js, `u`", "javascript", run_node("u")),
    Engine("node-v", "Node.js, `v`", "javascript", run_node("v")),
    Engine("jsonschema", "python-jsonschema", "json-schema", JSONSCHEMA, bug=DOLLAR,
           is_bug=lambda rule, text, verdict: verdict == "1" and text.endswith("\n")),
    Engine("perl", "Perl", "perl", run_perl),
    Engine("grep-p", "`grep -P`", "pcre", GREP_P, "\0"),
    Engine("grep-e", "`grep -E`", "posix", GREP_E, "\0", iri=False),
    Engine("sed", "`sed -E`", "sed", SED, "\0", iri=False),
    Engine("postgresql", "PostgreSQL `~`", "postgresql", run_postgresql, "\0"),
    Engine("sqlite", "SQLite `REGEXP`", "sqlite", run_sqlite),
    Engine("xmlschema", "xmlschema (XSD)", "xsd", XMLSCHEMA, IN_XML, bug=READS_N,
           is_bug=lambda rule, text, verdict: verdict == "0" and rule.startswith(CLASS_OF_N)),
)  # fmt: skip


# Exports that are not run here
NOT_RUN = {
    "hyperscan": "its patterns are those of RE2, above",
    "php": "its engine is PCRE2, above as `grep -P`",
    "portable": "no engine; the library's patterns, run above, are of that kind",
    "pyarrow": "its engine is RE2, above",
    "html": "a browser; Chromium's engine is that of Node.js, above with `v`",
    "bash": "its engine is the C library's, as that of `sed -E`, above",
    "dotnet": "an engine of its own; PyPI has only .NET 3.1, which is out of support",
    "jq": "its engine is Oniguruma; pages.py runs an example of docs/ in it",
    "ruby": "its engine came from Oniguruma, which jq has",
    "mariadb": "a server; its engine is PCRE2, above as `grep -P`",
    "bigquery": "a service; its engine is RE2, above as google-re2",
    "clickhouse": "a database of 530 MB; its engine is RE2, above as google-re2",
    "gawk": "its engine is that of `grep -E`, above; pages.py runs an example of docs/ in it",
    "go": "an engine of its own, whose syntax is RE2's, above",
    "haproxy": "a server; its engine is PCRE2, above as `grep -P`",
    "nginx": "a server; its engine is PCRE2, and pages.py runs an example of docs/ in it",
    "ripgrep": "its engine is that of Polars, above; pages.py runs an example of docs/ in it",
    "rust": "its engine is that of Polars, above",
    "spark": "its engine is Java's, above",
    "mysql": "a server; its engine is ICU, which Python has only with a compiler",
}


def engines_without_a_run() -> list[str]:
    """The engines of uri_abnf's table that are neither run here nor in NOT_RUN with a reason."""
    run = (
        {engine.export for engine in ENGINES} | {engine.key for engine in ENGINES} | NOT_RUN.keys()
    )
    return sorted(set(uri_abnf.ENGINES) - run)


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


def judge(engine: Engine, all_texts: Sequence[Texts]) -> bool:
    """Whether one engine is right on all strings that it can be given."""
    questions = [question_for(engine, texts) for texts in all_texts if is_asked(engine, texts)]
    version, answers = answered(engine, [question.job for question in questions])
    wrong, known = mistakes(engine, questions, answers)
    count = sum(len(question.valid) for question in questions)
    row = f"{engine.name} | {version} | `{engine.export}` | {count:,} | {len(wrong)} | {len(known)}"
    print(f"| {row} |", flush=True)
    tell_shortest(engine, known, f"its own bug: {engine.bug}")
    tell_shortest(engine, wrong, "WRONG")
    return not wrong


def is_asked(engine: Engine, texts: Texts) -> bool:
    """Whether the engine reads the pattern of a rule or a template."""
    if texts.grammar.endswith(BEYOND_ASCII) and not engine.iri:
        return False
    if "(?&" in texts.rule or not texts.grammar.startswith(OF_LIBRARY):
        return True
    # Portable patterns are not in POSIX's and XSD's syntax.
    return uri_abnf.find_engine(engine.export).style.opening != "("


def question_for(engine: Engine, texts: Texts) -> Question:
    """The strings that the engine can be given, with the pattern."""
    is_of_library = texts.grammar.startswith(OF_LIBRARY)
    taken = []
    for text, valid in zip(texts.texts, texts.valid):
        is_too_long = is_of_library and len(text) > engine.most_for_library
        if not is_too_long and not re.search(engine.not_given, text):
            taken.append((text, valid))
    pattern = pattern_for(engine, texts)
    job = Job(pattern, uri_abnf.quote(pattern, engine.export), [text for text, _ in taken])
    return Question(texts.rule, job, [valid for _, valid in taken])


def pattern_for(engine: Engine, texts: Texts) -> str:
    anchored = uri_abnf.find_engine(engine.export).anchored
    if texts.grammar.startswith(OF_LIBRARY):
        rules = getattr(uri_regex, texts.grammar[len(OF_LIBRARY) :])
        return str(anchored.replace("…", rules.pattern(texts.rule)))
    if texts.rule in POLICIES:
        return uri_abnf.policy_pattern(engine.export, **POLICIES[texts.rule])
    grammar = OWN if texts.grammar == "OWN" else grammar_of(texts.grammar)
    if "(?&" in texts.rule:  # the anchors are the template's own
        return str(anchored.replace("…", grammar.compose(texts.rule, engine.export)))
    return str(grammar.pattern(texts.rule, engine.export))


def answered(engine: Engine, jobs: Sequence[Job]) -> tuple[str, list[Verdicts]]:
    """The engine's version, and an answer to each job."""
    folder = Path(tempfile.mkdtemp(prefix="uri_regex-"))
    try:
        version, answers = engine.run(jobs, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if [len(answer) for answer in answers] != [len(job.texts) for job in jobs]:
        raise RuntimeError(f"{len(answers)} answers, or some too short, to {len(jobs)} questions")
    return version, answers


def mistakes(
    engine: Engine, questions: Sequence[Question], answers: Sequence[Verdicts]
) -> tuple[list[Mistake], list[Mistake]]:
    """The wrong verdicts: those that nobody expects, and those of the engine's known bug."""
    wrong: list[Mistake] = []
    known: list[Mistake] = []
    for (rule, job, valid), answer in zip(questions, answers):
        for text, expected, verdict in zip(job.texts, as_verdicts(valid), answer):
            if verdict == expected:
                continue
            mistake = Mistake(rule, text, verdict)
            if engine.is_bug(rule, text, verdict):
                known.append(mistake)
            else:
                wrong.append(mistake)
    return wrong, known


def tell_shortest(engine: Engine, found: Sequence[Mistake], kind: str) -> None:
    if found:
        print(f"{engine.name}: {len(found):,} wrong verdicts ({kind}). The shortest:")
    for rule, text, verdict in sorted(found, key=lambda mistake: len(mistake.text))[:8]:
        print(f"    {rule} {shown(text)} is {SAYS[verdict]}")


def shown(text: str) -> str:
    """The text as ASCII on one line; a long one by its ends."""
    if len(text) <= 100:
        return ascii(text)
    return f"{text[:40]!a}…{text[-20:]!a} ({len(text):,})"


def all_strings(quick: bool) -> list[Texts]:
    """The strings of every rule."""
    few, many = (150, 1_000) if quick else (900, 12_000)
    found = []
    for rule in standards.rule_names("RFC3986"):
        found.append(strings("RFC3986", rule, many if rule in MAIN else few))
    for rule in IRI:
        found.append(strings("RFC3987", rule, few))
    for grammar, rule in REWRITTEN.items():
        found.append(strings(grammar, rule, few))
    for texts in list(found):
        if texts.rule in (*MAIN, *IRI):
            found.append(texts._replace(grammar=OF_LIBRARY + texts.grammar))
    return [*found, *own(), in_template(few), *policies(few)]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The exported patterns in the real engines.")
    keys = [engine.key for engine in ENGINES]
    parser.add_argument("--only", metavar="NAME,…", help=", ".join(keys))
    parser.add_argument("--quick", action="store_true", help="a tenth of the strings")
    options = parser.parse_args(argv)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that files go, too
    chosen = options.only.split(",") if options.only else keys
    if unknown := set(chosen) - set(keys):
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(keys)}")
    if lacking := engines_without_a_run():
        parser.error(f"no run of {', '.join(lacking)}: add it to ENGINES or to NOT_RUN")

    all_texts = all_strings(options.quick)
    count, rules = sum(len(texts.texts) for texts in all_texts), len(all_texts)
    print(f"{len(uri_abnf.ENGINES)} engines of uri_abnf, {len(ENGINES)} runs.")
    print(f"{count:,} strings for {rules} rules.\n")
    print("| engine | version | pattern | strings | wrong | its own bugs |")
    print("|---|---|---|--:|--:|--:|", flush=True)
    failed = []
    for engine in ENGINES:
        if engine.key not in chosen:
            continue
        try:
            is_right = judge(engine, all_texts)
        except Missing as error:
            print(f"SKIPPED {engine.name}: {error}")
            continue
        except Exception as error:  # one engine's breakdown must not hide the others' results
            print(f"{engine.name}: {type(error).__name__}: {error}")
            is_right = False
        if not is_right:
            failed.append(engine.name)
    for name, why in NOT_RUN.items():
        print(f"NOT RUN {name}: {why}")
    if failed:
        print(f"\nNOT right: {', '.join(failed)}")
        return 1
    print("\nAll is right, but for what is listed as an engine's own.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
