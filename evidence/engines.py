# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The exported patterns in the engines they are exported for, each the real one.

Every engine gets the text of uri_abnf's `pattern(rule, NAME)` as it stands and the same strings, and
is asked for its verdict in the way its users ask: a CHECK constraint, `rlike`, an <input pattern>,
grep. Engines that read portable patterns get the library's `pattern(rule)`, too, between anchors.

    python3 evidence/engines.py                     all engines that are there
    python3 evidence/engines.py --only duckdb,polars,node-v
    python3 evidence/engines.py --quick             fewer strings, for CI

The expected verdicts are those of automata.py, made of the RFCs' ABNF without uri_regex and uri_abnf.

The strings: what tells every two states of a rule's automaton apart (proof.py's own tests), random
derivations of the rule, mutations of these, and a list made by hand: 100,000 characters valid and not,
line ends, NUL, non-ASCII digits and letters. All rules of RFC 3986 are run, URI, URI-reference, host
and IPv6address with the most strings; the IRI rules of RFC 3987; classes and a literal that no RFC has;
a template of compose. No string holds surrogates: few engines can be given one.

MB/s is for the rule URI on a column of realistic URIs, 1 % of them broken, in UTF-8; to load the column
and to fetch the verdicts is included, to start the engine is not. Those verdicts count.

A wrong verdict makes the exit status 1, unless it is a known bug of that engine: these are listed
with their strings, too. An engine that is not there is named with the way to install it. Each engine
of uri_abnf's own table has to be one of these, or in NOT_RUN with the reason.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import json
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
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import standards
from automata import as_written, oracle
from proof import Suite
from services import (
    Missing,
    machine,
    mariadb,
    needed,
    output,
    postgresql,
    tool,
)
from texts import PRINTABLE, derive, long_texts, mutate, uris, verdicts

import uri_abnf
import uri_regex

SEED = 3986
MAIN = "URI", "URI-reference", "host", "IPv6address"
IRI = "IRI", "IRI-reference", "ihost"
OF_LIBRARY = "uri_regex "  # before a grammar: the library's, not the workshop's

# ---- The strings -----------------------------------------------------------------------------

BY_HAND = [text for text, *_ in verdicts()]

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
        for text in dict.fromkeys(chain(BY_HAND, long, tested, derived, mutated))
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


def column(rows: int) -> Texts:
    """The timed column: realistic URIs, all distinct, 1 % of them broken."""
    broken = ' |%zz|^|\xe9|{id}|<|[0]|%|\\|"'.split("|")
    texts = uris(rows, SEED)
    for i in range(99, rows, 100):
        texts[i] += broken[i // 100 % len(broken)]
    dfa = oracle("RFC3986", "URI")
    return Texts("RFC3986", "URI", texts, [dfa.matches(text) for text in texts])


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
    # Which strings it cannot be given: those in which this is found, and those longer than that
    not_given: str = r"\A(?!)"
    most: int = 1_000_000
    most_for_library: int = 1_000_000  # with the library's patterns, whose loops take more stack
    library: bool = True
    iri: bool = True  # whether it can be given IRI rules, too
    rows: int | None = None  # of the timed column, where all would take minutes
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


MODULES = {"google-re2": "re2", "PyICU": "icu", "lxml": "lxml.etree"}


def compile_icu(icu: Any, pattern: str) -> Callable[[str], object]:
    # As MySQL's REGEXP has it for a column whose collation ignores case
    compiled = icu.RegexPattern.compile(pattern, icu.URegexpFlag.CASE_INSENSITIVE)
    return lambda text: compiled.matcher(text).find()


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


def compile_lxml(etree: Any, pattern: str) -> Callable[[str], object]:
    schema = etree.XMLSchema(etree.fromstring(xsd_schema(pattern)))
    element = etree.Element("t")

    def valid(text: str) -> object:
        element.text = text
        return schema.validate(element)

    return valid


def run_dotnet(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
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


def compile_hyperscan(hyperscan: Any, pattern: str) -> Callable[[str], object]:
    base = hyperscan.Database()
    # Without UTF8 its classes are of bytes; a match is told once, without what it spans
    flags = hyperscan.HS_FLAG_UTF8 | hyperscan.HS_FLAG_SINGLEMATCH
    base.compile(expressions=[pattern.encode()], flags=[flags])
    found: list[tuple[object, ...]] = []

    def matches(text: str) -> object:
        found.clear()
        base.scan(text.encode(), match_event_handler=lambda *match: found.append(match))
        return found

    return matches


def run_polars(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    polars = needed("polars")
    verdicts = [as_verdicts(polars.Series(job.texts).str.contains(job.pattern)) for job in jobs]
    return polars.__version__, verdicts


def run_pyarrow(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    pyarrow, compute = needed("pyarrow"), needed("pyarrow.compute", "pyarrow")
    verdicts = []
    for job in jobs:
        found = compute.match_substring_regex(pyarrow.array(job.texts), job.pattern)
        verdicts.append(as_verdicts(found.to_pylist()))  # its scalars are all true
    return pyarrow.__version__, verdicts


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


def quoted(text: str) -> str:
    """As an SQL string."""
    return "'" + text.replace("'", "''") + "'"


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


def program(
    names: str,
    install: str,
    version: Sequence[str],
    options: Sequence[str],
    suffix: str,
    source: str,
) -> Run:
    """A language: the command, how it tells its version, how it runs a file, and the program."""

    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
        command = tool(*names.split(), install=f"apt-get install {install}")
        # What Go builds goes with the folder; its standard library is enough, so nothing is fetched
        own = {"GOCACHE": str(folder / "cache"), "GOPROXY": "off", "GOTOOLCHAIN": "local"}
        environment = {**os.environ, **own}
        told = output([command, *version], env=environment, stdin=subprocess.DEVNULL)
        found = re.search(r"[0-9]+[.][0-9.]+", told)
        file = folder / f"Verdicts{suffix}"
        literals = ",\n".join(job.literal for job in jobs)
        file.write_text(source.replace("LITERALS", literals), encoding="utf-8")
        arguments = [str(file)]
        for n, job in enumerate(jobs):
            data = folder / f"texts{n}"
            data.write_bytes(b"".join(b64encode(text.encode()) + b"\n" for text in job.texts))
            arguments.append(str(data))
        verdicts = output([command, *options, *arguments], env=environment)
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

RUBY = r"""
[
LITERALS
].each do |literal|
  pattern = Regexp.new(literal)
  texts = File.readlines(ARGV.shift).map { |line| line.unpack1("m").force_encoding("UTF-8") }
  puts texts.map { |text| text.match?(pattern) ? "1" : "0" }.join
end
"""

PHP = r"""<?php
ini_set("memory_limit", "-1");
foreach ([
LITERALS
] as $n => $pattern) {
    foreach (file($argv[$n + 1]) as $line) {
        $verdict = preg_match($pattern, base64_decode($line));
        echo $verdict === false ? "E" : $verdict;
    }
    echo "\n";
}
"""

GO = r"""package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"regexp"
	"strings"
)

var patterns = []string{
LITERALS,
}

func main() {
	for n, literal := range patterns {
		pattern := regexp.MustCompile(literal)
		data, _ := os.ReadFile(os.Args[n+1])
		for _, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
			text, _ := base64.StdEncoding.DecodeString(line)
			if pattern.Match(text) {
				fmt.Print("1")
			} else {
				fmt.Print("0")
			}
		}
		fmt.Println()
	}
}
"""


def run_node(flag: str) -> Run:
    install, source = "nodejs (v takes version 20)", NODE.replace("FLAG", flag)
    return program("node nodejs", install, ["--version"], [], ".cjs", source)


run_java = program(
    "java", "default-jdk-headless (Java 17 or later)", ["--version"], ["-Dfile.encoding=UTF-8"],
    ".java", JAVA,
)  # fmt: skip
run_go = program("go", "golang-go", ["env", "GOVERSION"], ["run"], ".go", GO)
run_perl = program("perl", "perl", ["--version"], [], ".pl", PERL)
run_ruby = program("ruby", "ruby", ["--version"], [], ".rb", RUBY)
run_php = program("php", "php-cli", ["--version"], ["-n"], ".php", PHP)


def filters(
    name: str, package: str, script: str, arguments: Sequence[str], ended: str = "\0"
) -> Run:
    """A filter of lines, which prints the numbers of those that it takes.

    `arguments` names two files, SCRIPT and TEXTS; in the script, PATTERN is the pattern and LITERAL
    the literal of `pattern --quoted`. Each text is ended by NUL, so that a line feed can be in it,
    where the filter can read such lines.
    """

    def run(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
        path = tool(name, install=f"apt-get install {package}")
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
            data.write_bytes("".join(text + ended for text in job.texts).encode())
            done = subprocess.run(command, capture_output=True, env=locale)
            if done.stderr or done.returncode not in (0, 1):
                raise RuntimeError(done.stderr.decode(errors="replace").strip())
            lines = done.stdout.split(ended.encode())[:-1]
            taken = {int(line.partition(b":")[0]) for line in lines}
            verdicts.append(as_verdicts(n in taken for n in range(1, len(job.texts) + 1)))
        return version, verdicts

    return run


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


def run_jq(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    jq = tool("jq", install="apt-get install jq")
    script, data = folder / "script", folder / "texts"
    verdicts = []
    for job in jobs:
        script.write_text(f'.[] | if test({job.literal}) then "1" else "0" end', encoding="utf-8")
        data.write_text(json.dumps(job.texts), encoding="ascii")
        verdicts.append(output([jq, "-j", "-f", str(script), str(data)]))
    return output([jq, "--version"]).strip().replace("jq-", ""), verdicts


# ---- An HTML form in a browser ---------------------------------------------------------------

# The patterns stand in the markup, as an author would write them.
HTML = r"""<!doctype html><meta charset="utf-8"><body>
%s
<script id="jobs" type="application/json">%s</script>
<pre id="answers"></pre>
<script>
const answers = JSON.parse(document.getElementById("jobs").textContent).map((texts, n) => {
  const input = document.getElementById("p" + n);
  const ask = (text) => { input.value = text; return input.checkValidity() ? "1" : "0"; };
  return texts.map(ask).join("");
});
document.getElementById("answers").textContent = answers.join("\n");
</script>
"""
HEADLESS = (
    "--headless --no-sandbox --disable-gpu --dump-dom --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


def run_html(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    names = "chromium", "chromium-browser", "google-chrome"
    browser = tool(*names, install="apt-get install chromium")
    inputs = (f'<input id="p{n}" {job.literal}>' for n, job in enumerate(jobs))
    data = json.dumps([job.texts for job in jobs]).replace("<", "\\u003c")
    page = folder / "page.html"
    page.write_text(HTML % ("\n".join(inputs), data), encoding="utf-8")
    options = [f"--user-data-dir={folder / 'profile'}", "--host-resolver-rules=MAP * ~NOTFOUND"]
    home = {**os.environ, "HOME": str(folder)}
    dump = output([browser, *HEADLESS, *options, page.as_uri()], env=home)
    found = re.search(r'<pre id="answers">([^<]*)', dump)
    if not found or not found[1]:
        raise RuntimeError("the browser has printed no answers")
    version = re.search(r"\d[\d.]+", output([browser, "--version"]))
    return f"Chromium {version[0] if version else '?'}", found[1].split("\n")


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


# An error on one text, as for want of memory, must not end the answers to all.
POSTGRESQL = r"""
CREATE TABLE texts (i int, t text);
COPY texts FROM {file};
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
    script = [VERDICT]
    with postgresql(folder) as ask:
        for n, job in enumerate(jobs):
            file = tabbed(folder / f"texts{n}", job.texts)
            script.append(POSTGRESQL.format(file=file, pattern=job.literal))
        version = output([*ask, "-c", "SHOW server_version"]).split()[0]
        verdicts = output(ask, input="\n".join(script)).splitlines()
    return version, verdicts


# REGEXP is NULL where it gives up.
MARIADB = r"""
CREATE TABLE texts (i int, t mediumtext) CHARACTER SET utf8mb4;
LOAD DATA INFILE FILE INTO TABLE texts CHARACTER SET utf8mb4;
SELECT IFNULL(t REGEXP PATTERN, 'E') FROM texts ORDER BY i;
DROP TABLE texts;
"""


def run_mariadb(jobs: Sequence[Job], folder: Path) -> tuple[str, list[Verdicts]]:
    answers = []
    with mariadb(folder) as ask:
        for n, job in enumerate(jobs):
            file = tabbed(folder / f"texts{n}", job.texts)
            script = MARIADB.replace("FILE INTO", f"{file} INTO").replace("PATTERN", job.literal)
            answers.append("".join(output([*ask, "texts"], input=script).split()))
        version = output([*ask, "-e", "SELECT version()"]).partition("-")[0].strip()
    return version, answers


# ---- The engines -----------------------------------------------------------------------------


# What libxml2 takes and should refuse: more digits than the 4 of h16 and the 3 of dec-octet; and of
# URI-reference a ":" behind a triplet
MISCOUNTED = r"[0-9A-Fa-f]{4}\.|[0-9A-Fa-f]{5}"
MIXED_UP = r"[A-Za-z][^:/?#]*%[0-9A-Fa-f]{2}[^:/?#]*:"


def is_of_libxml2(rule: str, text: str, verdict: str) -> bool:
    if verdict != "1":
        return False
    if re.search(MISCOUNTED, text):
        return True
    return rule == "URI-reference" and re.match(MIXED_UP, text) is not None


GREP = "-a", "-z", "-n", "-f", "SCRIPT", "TEXTS"
LINES = "--no-config", "-a", "-N", "-n", "--encoding", "none", "-f", "SCRIPT", "TEXTS"
RIPGREP = filters("rg", "ripgrep", "PATTERN", LINES, ended="\n")
GREP_P = filters("grep", "grep", "PATTERN", ("-P", *GREP))
GREP_E = filters("grep", "grep", "PATTERN", ("-E", *GREP))
IN_BASH = filters("bash", "bash", BASH, ("SCRIPT", "TEXTS"))
IN_GAWK = filters("gawk", "gawk", GAWK, ("-f", "SCRIPT", "TEXTS"))
SED = filters("sed", "sed", "LITERAL=", ("-z", "-n", "-E", "-f", "SCRIPT", "TEXTS"))
REGEX = python_library("regex", lambda m, pattern: m.compile(pattern).fullmatch)
RE2 = python_library("google-re2", lambda m, pattern: m.compile(pattern).search)
ICU = python_library("PyICU", compile_icu)
HYPERSCAN = python_library("hyperscan", compile_hyperscan)
JSONSCHEMA = python_library("jsonschema", compile_jsonschema)
XMLSCHEMA = python_library(
    "xmlschema", lambda m, pattern: m.XMLSchema(xsd_schema(pattern)).elements["t"].type.is_valid
)
LXML = python_library("lxml", compile_lxml)
# What cannot be given: a form has no such value, XML no such character
IN_FORM = r"\A\Z|[\r\n]"
IN_XML = "[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
# Stacks are as large as they come: ICU's holds 80,000 characters; in Java and PHP, the library's
# patterns need much of it.
STACK, SMALL_STACK = 80_000, 10_000
DOLLAR = "its `$` is that of Python's `re`, which lets a final newline in; ECMA 262's does not"
READS_N = r"it reads [\\n], a backslash or an n, as a line feed"
MISCOUNTS = "libxml2 miscounts {m,n} and mixes up loops of alternatives"

ENGINES = (
    Engine("re", "Python `re`", "python", run_re),
    Engine("regex", "PyPI `regex`", "regex", REGEX),
    Engine("possessive", "PyPI `regex`, possessive", "possessive", REGEX),
    Engine("re-possessive", "Python `re.fullmatch`", "re", run_fullmatch),
    Engine("re2", "google-re2", "re2", RE2),
    Engine("go", "Go", "go", run_go),
    Engine("duckdb", "DuckDB `regexp_matches`", "duckdb", run_duckdb("regexp_matches")),
    Engine("duckdb-full", "DuckDB `regexp_full_match`", "portable", run_duckdb("regexp_full_match")),
    Engine("pyarrow", "pyarrow `match_substring_regex`", "pyarrow", run_pyarrow),
    Engine("polars", "Polars `str.contains`", "polars", run_polars),
    # Before Rust's regex 1.8, as in ripgrep 13, no "\/" of the library's classes is taken
    Engine("ripgrep", "ripgrep", "ripgrep", RIPGREP, "\n", library=False),
    Engine("hyperscan", "Hyperscan, as Vectorscan", "hyperscan", HYPERSCAN),
    Engine("dotnet", ".NET", "dotnet", run_dotnet, iri=False),
    Engine("java", "Java", "java", run_java, most_for_library=SMALL_STACK),
    Engine("node", "Node.js, no flag", "javascript", run_node(""), iri=False),
    Engine("node-u", "Node.js, `u`", "javascript", run_node("u")),
    Engine("node-v", "Node.js, `v`", "javascript", run_node("v")),
    Engine("html", "HTML `pattern`", "html", run_html, IN_FORM),
    Engine("jsonschema", "python-jsonschema", "json-schema", JSONSCHEMA, bug=DOLLAR,
           is_bug=lambda rule, text, verdict: verdict == "1" and text.endswith("\n")),
    Engine("perl", "Perl", "perl", run_perl),
    Engine("php", "PHP", "php", run_php, most_for_library=SMALL_STACK),
    Engine("ruby", "Ruby", "ruby", run_ruby),
    Engine("icu", "ICU, as in MySQL", "mysql", ICU, most=STACK),
    Engine("grep-p", "`grep -P`", "pcre", GREP_P, "\0"),
    Engine("grep-e", "`grep -E`", "posix", GREP_E, "\0", iri=False),
    Engine("bash", "bash `[[ =~ ]]`", "bash", IN_BASH, "\0", iri=False, rows=2_000),
    Engine("gawk", "gawk", "gawk", IN_GAWK, "\0", iri=False),
    Engine("sed", "`sed -E`", "sed", SED, "\0", iri=False),
    Engine("jq", "jq", "jq", run_jq, rows=20_000),
    Engine("mariadb", "MariaDB `REGEXP`", "mariadb", run_mariadb),
    Engine("postgresql", "PostgreSQL `~`", "postgresql", run_postgresql, "\0"),
    Engine("sqlite", "SQLite `REGEXP`", "sqlite", run_sqlite),
    Engine("xmlschema", "xmlschema (XSD)", "xsd", XMLSCHEMA, IN_XML, rows=20_000, bug=READS_N,
           is_bug=lambda rule, text, verdict: verdict == "0" and rule.startswith(CLASS_OF_N)),
    Engine("lxml", "lxml (XSD)", "xsd", LXML, IN_XML, bug=MISCOUNTS, is_bug=is_of_libxml2),
)  # fmt: skip


# Exports that no engine here stands for
NOT_RUN = {
    "bigquery": "a service; its engine is RE2, above as google-re2",
    "clickhouse": "a database of 530 MB; its engine is RE2, above as google-re2",
    "haproxy": "a server; its engine is PCRE2, above as `grep -P`",
    "nginx": "a server; its engine is PCRE2, and pages.py runs an example of docs/ in it",
    "rust": "its engine is that of Polars and ripgrep, above",
    "spark": "its engine is Java's, above",
    "mysql": "the server itself; its engine is ICU, above",
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


def judge(engine: Engine, all_texts: Sequence[Texts], rows: int) -> bool:
    """Whether one engine is right on all strings that it can be given, and on the timed column."""
    questions = [question_for(engine, texts) for texts in all_texts if is_asked(engine, texts)]
    version, answers = answered(engine, [question.job for question in questions])
    timed, answer, speed = timed_column(engine, rows)
    wrong, known = mistakes(engine, [*questions, timed], [*answers, answer])
    count = sum(len(question.valid) for question in [*questions, timed])
    row = f"{engine.name} | {version} | `{engine.export}` | {count:,} | {len(wrong)} | {len(known)}"
    print(f"| {row} | {speed} |", flush=True)
    tell_shortest(engine, known, f"its own bug: {engine.bug}")
    tell_shortest(engine, wrong, "WRONG")
    return not wrong


def is_asked(engine: Engine, texts: Texts) -> bool:
    """Whether the engine reads the pattern of a rule or a template."""
    if texts.grammar.endswith("RFC3987") and not engine.iri:
        return False
    if "(?&" in texts.rule or not texts.grammar.startswith(OF_LIBRARY):
        return True
    # Portable patterns are not in POSIX's and XSD's syntax.
    return engine.library and uri_abnf.find_engine(engine.export).style.opening != "("


def question_for(engine: Engine, texts: Texts) -> Question:
    """The strings that the engine can be given, with the pattern."""
    most = engine.most
    if texts.grammar.startswith(OF_LIBRARY):
        most = min(most, engine.most_for_library)
    taken = []
    for text, valid in zip(texts.texts, texts.valid):
        if len(text) <= most and not re.search(engine.not_given, text):
            taken.append((text, valid))
    pattern = pattern_for(engine, texts)
    job = Job(pattern, literal_for(engine, pattern), [text for text, _ in taken])
    return Question(texts.rule, job, [valid for _, valid in taken])


def timed_column(engine: Engine, rows: int) -> tuple[Question, Verdicts, str]:
    """The column, the verdicts, and MB/s; what the engine takes for one row is its start."""
    question = question_for(engine, column(min(rows, engine.rows or rows)))
    texts = question.job.texts
    seconds = []
    for some in (texts[:1], texts):
        start = time.perf_counter()
        _, (answer,) = answered(engine, [question.job._replace(texts=some)])
        seconds.append(time.perf_counter() - start)
    size = sum(len(text.encode()) for text in texts)
    spent = seconds[1] - seconds[0]
    if spent < 0.01:
        return question, answer, "too few rows"
    rate = size / spent / 1e6
    return question, answer, f"{rate:.1f}" if rate < 10 else f"{rate:.0f}"


def pattern_for(engine: Engine, texts: Texts) -> str:
    anchored = uri_abnf.find_engine(engine.export).anchored
    if texts.grammar.startswith(OF_LIBRARY):
        rules = getattr(uri_regex, texts.grammar[len(OF_LIBRARY) :])
        return str(anchored.replace("…", rules.pattern(texts.rule)))
    grammar = OWN if texts.grammar == "OWN" else getattr(uri_abnf, texts.grammar)
    if "(?&" in texts.rule:  # the anchors are the template's own
        return str(anchored.replace("…", grammar.compose(texts.rule, engine.export)))
    return str(grammar.pattern(texts.rule, engine.export))


def literal_for(engine: Engine, pattern: str) -> str:
    of = engine.export
    if of == "portable":
        # This export is for several engines: the literal is that of the engine
        of, _, _ = engine.key.partition("-")
    return uri_abnf.quote(pattern, of)


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
    for texts in list(found):
        if texts.rule in (*MAIN, *IRI):
            found.append(texts._replace(grammar=OF_LIBRARY + texts.grammar))
    return [*found, *own(), in_template(few)]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The exported patterns in the real engines.")
    keys = [engine.key for engine in ENGINES]
    parser.add_argument("--only", metavar="NAME,…", help=", ".join(keys))
    parser.add_argument("--quick", action="store_true", help="a tenth of the strings")
    parser.add_argument("--rows", type=int, default=0, help="of the timed column (200,000)")
    options = parser.parse_args(argv)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that servers and files go, too
    chosen = options.only.split(",") if options.only else keys
    if unknown := set(chosen) - set(keys):
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(keys)}")
    if lacking := engines_without_a_run():
        parser.error(f"no run of {', '.join(lacking)}: add it to ENGINES or to NOT_RUN")

    all_texts = all_strings(options.quick)
    count, rules = sum(len(texts.texts) for texts in all_texts), len(all_texts)
    print(f"{len(uri_abnf.ENGINES)} engines of uri_abnf, {len(ENGINES)} runs. {machine()}.")
    print(f"{count:,} strings for {rules} rules.\n")
    print("| engine | version | pattern | strings | wrong | its own bugs | MB/s |")
    print("|---|---|---|--:|--:|--:|--:|", flush=True)
    failed = []
    for engine in ENGINES:
        if engine.key not in chosen:
            continue
        try:
            is_right = judge(
                engine, all_texts, options.rows or (20_000 if options.quick else 200_000)
            )
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
