# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cuts modules out of uri_regex, and asks each of them what it asks the library.

    python3 conformance/cut_modules.py [--quick] [--texts NUMBER] [--python EXE]…
    python3 conformance/cut_modules.py --recut     # writes the modules of standalone/ again

Each answer has to be the library's: results, and errors with all that they tell. Modules for rules of
a grammar are asked beside the grammar. The texts are those of the benchmarks, and others that are put
together from parts, or that a grammar leads through. With --python, the same runs on other Pythons,
too, and what is cut there has to be the same to the byte. Then ruff and mypy read each module, and it
is printed what each weighs. What is not there of the two is named and skipped.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "conformance")]

from micropython import Walk, assembled, hostile, mutated  # noqa: E402
from modules import OPERATIONS, load, outcome  # noqa: E402
from weight import code_lines  # noqa: E402

import uri_abnf  # noqa: E402
import uri_regex  # noqa: E402
from benchmarks import texts  # noqa: E402
from uri_abnf.command_line import main as uri_abnf_main  # noqa: E402
from uri_abnf.cutting import GRAMMARS, Request, command_in, cut  # noqa: E402

MODULES = {
    "is_uri": ["is_uri"],
    "is_uri split resolve normalize": ["is_uri", "split", "resolve", "normalize"],
    "split resolve merge remove_dot_segments recompose": [
        "split", "resolve", "merge", "remove_dot_segments", "recompose",
    ],
    "parse validate": ["parse", "validate"],
    "find redact": ["find", "redact"],
    "all operations": OPERATIONS,
}  # fmt: skip
READY_MADE = [ROOT / "standalone" / "is_uri.py", ROOT / "standalone" / "uri.py"]
OWN_ABNF = """date = 4DIGIT "-" 2DIGIT "-" 2DIGIT
word = 1*( ALPHA / %xC4-24F / %x400-44F / %x1F600-1F64F )
many = 30( "x" / "yz" )
slow = *( *"a" "b" / *"a" ) "c"
path = %x22 "\\" "{" date "}" *( "/" word )
"""


class Rules(NamedTuple):
    """Rules of a grammar that a module is cut for; a slow one is read by its states alone."""

    grammar: str
    names: tuple[str, ...]


OF_GRAMMARS = [
    Rules("rfc3986", ("host",)),
    Rules("rfc3986", ("URI", "IPv6address", "dec-octet", "path-empty")),
    Rules("rfc3987", ("IRI-reference", "iuserinfo")),
    Rules("rfc2396", ("hostname", "absoluteURI")),
    Rules("rfc6874", ("IP-literal",)),
    Rules("own", ("date", "word", "many", "slow", "path", "URI")),
]


# ---- Texts ----


def texts_of(number: int) -> list[str]:
    """Return the texts of the benchmarks, alone and in a line, and others up to a number."""
    rng = random.Random(7)
    known = [text for text, *_ in texts.verdicts()] + [*texts.NORMAL, *texts.RESOLUTIONS]
    found = known + [f'log: "{text}", <{text}>.' for text in known]
    found += rng.sample(hostile(), min(number // 10, len(hostile())))
    while len(found) < number:
        text = assembled(rng)
        found += [text, mutated(text, rng)]
    return found


# ---- Questions ----

ALONE = {  # the functions of one text, with their other options
    "is_uri": [], "is_uri_reference": [], "is_absolute_uri": [], "is_relative_ref": [], "split": [],
    "remove_dot_segments": [], "iri_to_uri": [], "uri_to_iri": [], "redact": [],
    "normalize": [{"scheme_based": True}],
    "percent_encode": [{"component": "path"}, {"component": "query"}],
    "percent_decode": [{"errors": "replace"}],
    "requote": [{"component": "fragment"}],
    "find": [{"www": True}, {"iri": True}],
    "parse": [{"rule": "IRI-reference"}, {"schemes": ["https"], "forbid": ["userinfo"]}],
    "validate": [{"rule": "IRI-reference"}, {"rule": "host"}, {"require": ["host"], "ports": [80]}],
}  # fmt: skip
POLICIES = {"schemes", "hosts", "ports", "require", "forbid"}
PAIRS = {  # the functions of a base and a text
    "resolve": [{"strict": False}], "relativize": [], "equivalent": [], "resolve_rfc2396": [],
}  # fmt: skip


Options = dict[str, list[dict[str, Any]]]  # with which each function of one text is called


def options_for(module: dict[str, Any], names: list[str]) -> Options:
    """Return the options that a module knows, which may have been cut without some."""
    found: Options = {}
    for name in names:
        found[name] = [{}] if name in ALONE else []
        for options in ALONE.get(name, []):
            has_policies = "_POLICIES" in module or POLICIES.isdisjoint(options)
            has_iris = "IRI_REFERENCE" in module or options.get("rule") != "IRI-reference"
            if has_policies and has_iris:
                found[name].append(options)
    return found


def answers(module: dict[str, Any], asked: Options, text: str, other: str) -> Iterator[Any]:
    """Yield what the functions answer to a text, and to the one before it."""
    for name, alone in asked.items():
        for options in alone:
            yield outcome(module[name], text, **options)
        for options in [{}, *PAIRS[name]] if name in PAIRS else []:
            yield outcome(module[name], "http://a/b/c/d;p?q", text, **options)
            yield outcome(module[name], other, text, **options)
    if "recompose" in asked and "split" in asked:
        yield outcome(module["recompose"], module["split"](text))
    if "merge" in asked and "split" in asked:
        yield outcome(module["merge"], module["split"](other), text)
    if "URI" in asked and "split" in asked:
        yield outcome(module["split"](text).replace, scheme="x", fragment=other)


def compare_functions(source: str, names: list[str], texts: list[str]) -> tuple[int, list[str]]:
    """Return how many answers a module gave, and the texts to which one is not the library's."""
    module = load(source)
    asked = options_for(module, names)
    count = 0
    wrong = []
    other = ""
    for text in texts:
        here = list(answers(module, asked, text, other))
        there = list(answers(vars(uri_regex), asked, text, other))
        count += len(there)
        if here != there:
            wrong.append(text)
        other = text
    return count, wrong


def offset_of(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Return the result, or the offset of the error and what was expected there."""
    try:
        return function(*args, **options)
    except uri_regex.URIError as error:
        return error.offset, error.expected
    except ValueError as error:  # that of a module
        return vars(error)["offset"], vars(error)["expected"]


def compare_rules(source: str, rules: Rules, number: int) -> tuple[int, list[str]]:
    """Return the same of a module for rules, beside their grammar."""
    grammar = grammar_of(rules)
    module = load(source)
    # A module has no words about zone identifiers.
    told = offset_of if rules.grammar == "rfc6874" else outcome
    rng = random.Random(8)
    walk = Walk(grammar, rules.names, rng)
    count = 0
    wrong = []
    for _ in range(number // len(rules.names)):
        for rule in rules.names:
            text = walk.text(rule)
            for each in (text, mutated(text, rng)):
                count += 2
                here = module["matches"](each, rule=rule), told(module["validate"], each, rule=rule)
                there = grammar.matches(rule, each), told(grammar.validate, rule, each)
                if here != there:
                    wrong.append(each)
    return count, wrong


def grammar_of(rules: Rules) -> uri_abnf.Grammar:
    if rules.grammar == "own":
        return uri_abnf.RFC3986.extend(OWN_ABNF)
    return GRAMMARS[rules.grammar]


# ---- Modules ----


class Module(NamedTuple):
    what: str
    source: str
    answers: int
    wrong: list[str]


def modules(number: int) -> Iterator[Module]:
    """Yield each module, with what came of the questions."""
    asked = texts_of(number)
    for what, names in MODULES.items():
        source = cut(Request(names), " ".join(names))
        yield Module(what, source, *compare_functions(source, names, asked))
    for path in READY_MADE:
        source = path.read_text(encoding="utf-8")
        names = [name for name in load(source)["__all__"] if name != "URIError"]
        what = str(path.relative_to(ROOT))
        yield Module(what, source, *compare_functions(source, names, asked))
    for rules in OF_GRAMMARS:
        what = f"matches validate of {', '.join(rules.names)} ({rules.grammar})"
        request = Request(["matches", "validate"], rules.names, grammar_of(rules))
        source = cut(request, "matches validate")
        yield Module(what, source, *compare_rules(source, rules, number))


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()[:12]


def row_of(module: Module) -> str:
    """Return what each Python prints of a module, and what has to be alike."""
    wrong = f"{len(module.wrong)} wrong"
    return f"{digest(module.source)} {module.answers:9,} answers, {wrong}: {module.what}"


# ---- Linters, and what a module weighs ----

# What is called first in a fresh process.
CALLS = {
    "is_uri": "is_uri('http://a/b')",
    "split": "split('http://a/b')",
    "parse": "parse('http://a/b')",
    "find": "list(find('see http://a/b.'))",
    "matches": "matches('2026-11-21')",
}
TIMED = """if True:
    import re, sys, time
    sys.dont_write_bytecode = {fresh}
    start = time.perf_counter()
    import cut
    there = time.perf_counter()
    eval({call!r}, vars(cut))
    called = time.perf_counter()
    print((there - start) * 1e3, (called - start) * 1e3)
"""


def linted(folder: Path) -> list[str]:
    """Return what ruff and mypy say against the module, and those of the two that are not there."""
    said = []
    shutil.copy(ROOT / "pyproject.toml", folder)
    for tool, *options in (["ruff", "format", "--check"], ["ruff", "check"], ["mypy", "--strict"]):
        command = [sys.executable, "-m", tool, *options, "cut.py"]
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if "No module named" in ran.stderr:
            said.append(f"{tool} is not installed: skipped")
        elif ran.returncode:
            lines = ran.stdout.strip().splitlines()
            said.append(f"{tool}: {lines[0]} … {lines[-1]}")
    return said


def timed(folder: Path, call: str, fresh: bool, times: int) -> str:
    """Return the least milliseconds of the import, and of it and a first call."""
    rows = []
    code = TIMED.format(fresh=fresh, call=call)
    command = [sys.executable, "-S", "-s", "-W", "error", "-c", code]
    for _ in range(times):
        if fresh:
            shutil.rmtree(folder / "__pycache__", ignore_errors=True)
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        rows.append([float(word) for word in ran.stdout.split()])
    imported, called = (min(column) for column in zip(*rows))
    return f"{imported:6.2f} {called:6.2f}"


def weigh(module: Module, times: int) -> list[str]:
    """Print what a module weighs, and return what ruff and mypy say."""
    called = load(module.source)["__all__"]
    call = next(CALLS[name] for name in CALLS if name in called)
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root)
        (folder / "cut.py").write_text(module.source, encoding="utf-8")
        timed(folder, call, False, 1)  # which writes the bytecode
        with_bytecode = timed(folder, call, False, times)
        without = timed(folder, call, True, times)
        said = linted(folder)
    size = len(module.source.encode())
    lines = len(code_lines(module.source))
    print(f"{size:7,} {lines:5} {with_bytecode}  {without}  {module.what}")
    return said


# ---- The command ----


def recut() -> int:
    """Run the command that each ready-made module names in its docstring."""
    status = 0
    for path in sorted((ROOT / "standalone").rglob("*.py")):
        _, argv = command_in(path)
        status = max(status, uri_abnf_main(["cut", *argv, "-o", str(path)]))
        print(f"{path.stat().st_size:6,}  {path.relative_to(ROOT)}")
    return status


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="few texts, and each timed three times"
    )
    parser.add_argument("--texts", type=int, default=12_000, help="for each module")
    parser.add_argument("--python", action="append", default=[], help="another Python to run it")
    parser.add_argument("--answers", action="store_true", help="no linters, no times")
    parser.add_argument("--recut", action="store_true", help="write the ready-made modules again")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    if args.recut:
        return recut()
    number = 1_000 if args.quick else args.texts
    made = []
    rows = []
    faults = []
    print("sha256, answers, and how many texts have one that differs, of each module", flush=True)
    for module in modules(number):
        made.append(module)
        rows.append(row_of(module))
        print(rows[-1], flush=True)
        faults += [f"{module.what}: {text[:200]!a}" for text in module.wrong]
    for python in args.python:
        command = [python, __file__, "--answers", "--texts", str(number)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        same = ran.stdout.splitlines()[1:] == rows and not ran.returncode
        print(f"{python}: {'the same' if same else 'differs'}", flush=True)
        if not same:
            faults.append(f"{python}: {ran.stdout}{ran.stderr}")
    if not args.answers:
        print(
            "\nbytes, code lines; ms of the import, and with a first call; the same without bytecode"
        )
        for module in made:
            said = weigh(module, 3 if args.quick else 15)
            faults += [f"{module.what}: {line}" for line in said if not line.endswith("skipped")]
            for line in said:
                if line.endswith("skipped"):
                    print(f"    {line}")
    for fault in faults[:50]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
