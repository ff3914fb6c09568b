# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Modules that `uri-regex cut` writes answer as the library does.

    python3 evidence/cut_modules.py                       two minutes
    python3 evidence/cut_modules.py --quick               few texts
    python3 evidence/cut_modules.py --python FILE         on another Python, too; may be repeated

Each answer has to be the library's: results, and errors with all that they tell. standalone/is_uri.py
is asked, too. Modules for the rules of a grammar are those of micropython.py. On another Python, in
whose environment this checkout is installed, what is cut has to be the same to the byte.
"""

from __future__ import annotations

import argparse
import hashlib
import inspect
import random
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import texts

import uri_regex

ROOT = Path(__file__).resolve().parent.parent
RULES = ("RFC2396", "RFC3986", "RFC3987", "Rules")
# The public names that are functions, or what functions give and raise.
OPERATIONS = sorted({*uri_regex.__all__}.difference(RULES, ["main"]))
# What an error tells.
TOLD = ("text", "rule", "part", "offset", "code", "details", "reason", "hint")
# What a URI tells, beside its parts.
PROPERTIES = ("userinfo", "user", "password", "host", "port", "host_type", "address")
MODULES = (
    "is_uri",
    "is_valid",
    "is_uri split resolve normalize",
    "split resolve merge remove_dot_segments recompose",
    "parse validate",
    "find redact",
    " ".join([*OPERATIONS, "URI.replace"]),
)
IS_URI = "uri-abnf/standalone/is_uri.py"


def texts_of(number: int) -> list[str]:
    """Return the texts that are judged, alone and in a line, and others up to a number."""
    rng = random.Random(7)
    known = [*texts.judged(400, 7), *texts.NORMAL, *texts.RESOLUTIONS]
    found = known + [f'log: "{text}", <{text}>.' for text in known]
    found += rng.sample(texts.hostile(), min(number // 10, len(texts.hostile())))
    while len(found) < number:
        text = texts.assembled(rng)
        found += [text, texts.mutate(text, rng)]
    return found


# ---- Cutting and calling ----


def load(source: str) -> dict[str, Any]:
    """The names of a module with this source; loaded under a name, so that its classes pickle."""
    module = types.ModuleType("cut")
    sys.modules["cut"] = module
    exec(compile(source, "cut.py", "exec"), module.__dict__)
    return module.__dict__


def outcome(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What a call gives: a result in plain types, or an error with all that it tells."""
    try:
        result = function(*args, **options)
        if isinstance(result, Iterator):
            return [tuple(found) for found in result]
    except Exception as error:  # of a URIError without the message: its text may be masked more
        told = [getattr(error, name, None) for name in TOLD]
        return type(error).__name__, told if hasattr(error, "offset") else str(error)
    if type(result).__name__ == "URI":
        told = [outcome(getattr, result, name) for name in PROPERTIES]
        return tuple(result), str(result), told
    return result


def cut(*arguments: str) -> str:
    """What `uri-regex cut ARGUMENTS` prints. Raises ValueError with what it says instead."""
    command = [sys.executable, "-m", "uri_abnf", "cut", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return done.stdout


# ---- Questions ----

ALONE = {  # the functions of one text, with their other options
    "is_uri": [], "is_uri_reference": [], "is_absolute_uri": [], "is_relative_ref": [], "split": [],
    "remove_dot_segments": [], "iri_to_uri": [], "uri_to_iri": [], "redact": [],
    "normalize": [{"scheme_based": True}],
    "percent_encode": [{"component": "path"}, {"component": "query"}],
    "percent_decode": [{"errors": "replace"}],
    "requote": [{"component": "fragment"}, {"iri": True}],
    "is_valid": [{"rule": "host"}, {"hosts": [".example"]}, {"require": ["host"], "ports": [80]}],
    "find": [{"www": True}, {"iri": True}],
    "parse": [{"rule": "IRI-reference"}, {"schemes": ["https"], "forbid": ["userinfo"]}],
    "validate": [{"rule": "IRI-reference"}, {"rule": "host"}, {"require": ["host"], "ports": [80]}],
}  # fmt: skip
PAIRS: dict[str, list[dict[str, Any]]] = {  # the functions of a base and a text
    "resolve": [{"strict": False}], "relativize": [], "equivalent": [], "resolve_rfc2396": [],
}  # fmt: skip


Options = dict[str, list[dict[str, Any]]]  # with which each function of one text is called


def options_for(module: dict[str, Any], names: list[str]) -> Options:
    """Return the options that a module knows, which may have been cut without some."""
    found: Options = {}
    for name in names:
        known = set(inspect.signature(module[name]).parameters)
        found[name] = [{}] if name in ALONE else []
        for options in ALONE.get(name, []):
            is_of_iris = options.get("rule") == "IRI-reference" or "iri" in options
            if known.issuperset(options) and ("IRI_REFERENCE" in module or not is_of_iris):
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
    if "URI" in asked and hasattr(module["URI"], "replace"):
        yield outcome(module["split"](text).replace, scheme="x", fragment=other)


def is_same(here: Any, there: Any) -> bool:
    """Whether two outcomes are equal. A module without redact takes more for a password."""
    if here == there or type(here) is not tuple or type(there) is not tuple or len(here) != 2:
        return bool(here == there)
    (_, one), (_, other) = here, there
    return one[:4] == other[:4] and str(one[4]).startswith("password")  # as in TOLD


def compare_functions(source: str, texts: list[str]) -> tuple[int, list[str]]:
    """Return how many answers a module gave, and the texts to which one is not the library's."""
    module = load(source)
    asked = options_for(module, [name for name in module["__all__"] if name != "URIError"])
    count = 0
    wrong = []
    other = ""
    if "IREG_NAME" not in module:  # a non-ASCII host has neither a type nor an address
        texts = [text for text in texts if (uri_regex.split(text).host or "").isascii()]
    for text in texts:
        here = list(answers(module, asked, text, other))
        there = list(answers(vars(uri_regex), asked, text, other))
        count += len(there)
        if not all(map(is_same, here, there)):
            wrong.append(text)
        other = text
    return count, wrong


# ---- Modules ----


class Module(NamedTuple):
    what: str
    source: str
    answers: int
    wrong: list[str]

    def row(self) -> str:
        """What each Python prints of a module, and what has to be alike."""
        digest = hashlib.sha256(self.source.encode()).hexdigest()[:12]
        return f"{digest} {self.answers:9,} answers, {len(self.wrong)} wrong: {self.what}"


def modules(number: int) -> Iterator[Module]:
    """Yield each module, with what came of the questions."""
    asked = texts_of(number)
    for names in MODULES:
        source = cut(*names.split())
        yield Module(names, source, *compare_functions(source, asked))
    source = (ROOT / IS_URI).read_text(encoding="utf-8")
    yield Module(IS_URI, source, *compare_functions(source, asked))


def main() -> int:
    parser = argparse.ArgumentParser(description="Cut modules beside the library.")
    parser.add_argument("--quick", action="store_true", help="few texts")
    parser.add_argument("--texts", type=int, default=12_000, help="for each module")
    parser.add_argument("--python", action="append", default=[], help="another Python to run it")
    args = parser.parse_args()
    number = 1_000 if args.quick else args.texts
    made, faults = [], []
    print("sha256, answers, and how many texts have one that differs, of each module", flush=True)
    for module in modules(number):
        made.append(module)
        print(module.row(), flush=True)
        faults += [f"{module.what}: {text[:200]!a}" for text in module.wrong]
    for python in args.python:
        command = [python, __file__, "--texts", str(number)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        is_same = ran.stdout.splitlines()[1:] == [module.row() for module in made]
        print(f"{python}: {'the same' if is_same else 'differs'}", flush=True)
        if not is_same:
            faults.append(f"{python}: {ran.stdout}{ran.stderr}")
    for fault in faults[:50]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
