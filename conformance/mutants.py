# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Change the library in one place at a time, and see whether its tests notice.

A mutant is uri_regex.py with one character of a hand-written rule changed, left out or added, or
with one operator or constant of its code changed. The tests run on a copy, until one fails. What
none of them notices is printed.

    python3 conformance/mutants.py --sample 100            100 mutants, half of them of the rules
    python3 conformance/mutants.py --sample 20 --seed 7    others
    python3 conformance/mutants.py --what rules            of the rules alone (or: code)

The tests of the section that was changed run first, each time in a process of its own, forked off
one that has made the automata of the RFCs' ABNF. A mutant that makes the tests hang is noticed, too.
Status 1 if more than 2 of 100 survive.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import importlib
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
LIBRARY, TESTS = "uri_regex.py", "test_uri_regex.py"
OPTIONS = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", TESTS]

# How an operator is flipped
FLIPPED = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in", "and": "or", "or": "and",
    "+": "-", "-": "+",
}  # fmt: skip
# Words in headings of the library's sections, and the section of the tests that is about them
SECTIONS = [
    ("Errors in plain", 4), ("Errors", 1), ("Characters", 2), ("Compiled", 3), ("Where a text", 4),
    ("Rules", 3), ("Verdicts", 3), ("Parts", 5), ("Valid", 6), ("Polic", 6), ("Resolution", 7),
    ("Normal", 8), ("Percent", 9), ("Password", 10), ("Redact", 10), ("Find", 10), ("command", 11),
]  # fmt: skip


class Mutant(NamedTuple):
    start: int  # where the change is, in the library's octets
    old: str
    new: str
    line: int


def offsets(source: bytes) -> list[int]:
    """Return where each line begins."""
    starts = [0]
    for line in source.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def is_rule(node: ast.stmt) -> bool:
    """Return whether a statement gives a rule or a class its pattern: a name in capitals."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    return re.fullmatch("[A-Z][A-Z0-9_]*", node.targets[0].id) is not None and not any(
        isinstance(part, ast.Dict) for part in ast.walk(node.value)
    )


def changed_characters(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield a place, what is there, and what is instead: of the text of a pattern."""
    for place, char in enumerate(text):
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        if char == "\\":
            yield place, char + after, ""
        elif before == "\\" or char in "{}()[]" or (char == "+" and before in ("*", "+", "?")):
            continue  # done, an f-string's braces, and "possessive", which changes no language
        elif char.isdigit():
            yield place, char, str((int(char) + 1) % 10)
        elif char.isalpha() and char.isascii():
            yield place, char, chr(ord(char) + (1 if char in "Aa" else -1))
        else:
            yield place, char, {"*": "+", "+": "*"}.get(char, "") if after == "+" else ""


def rule_mutants(tree: ast.Module, source: bytes, starts: list[int]) -> Iterator[Mutant]:
    for node in tree.body:
        if not is_rule(node) or not isinstance(node, ast.Assign):
            continue
        begin = starts[node.value.lineno - 1] + node.value.col_offset
        end = starts[(node.value.end_lineno or 1) - 1] + (node.value.end_col_offset or 0)
        text = source[begin:end].decode()
        for literal in re.finditer(r'(?s)[rf]*"((?:\\.|[^"\\])*)"', text):
            inside = re.sub(r"\{[A-Z0-9_]+\}", lambda m: "{" * len(m[0]), literal[1])
            for place, old, new in changed_characters(inside):
                at = literal.start(1) + place
                yield Mutant(begin + len(text[:at].encode()), old, new, node.lineno)


def code_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what runs: no docstrings, no annotations, no rules, nothing for type checkers alone."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        for name, field in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            children = field if isinstance(field, list) else [field]
            for i, child in enumerate(children):
                is_docstring = name == "body" and i == 0 and isinstance(child, ast.Expr)
                is_typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
                is_left_out = isinstance(child, ast.stmt) and is_rule(child)
                if isinstance(child, ast.AST) and not (is_docstring or is_typing or is_left_out):
                    todo.append(child)


def code_mutants(tree: ast.Module, source: bytes, starts: list[int]) -> Iterator[Mutant]:
    def span(node: ast.AST) -> tuple[int, int]:
        line, column = node.lineno, node.col_offset  # type: ignore[attr-defined]
        end_line, end_column = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
        return starts[line - 1] + column, starts[end_line - 1] + end_column

    def between(left: ast.AST, right: ast.AST) -> Iterator[Mutant]:
        begin, end = span(left)[1], span(right)[0]
        text = source[begin:end].decode()
        operator = re.search(r"not in|is not|[a-z]+|[-+=!<>]+", text)
        if operator and operator[0] in FLIPPED:
            at = begin + operator.start()
            yield Mutant(at, operator[0], FLIPPED[operator[0]], left.lineno)  # type: ignore[attr-defined]

    for node in code_nodes(tree):
        if isinstance(node, ast.Compare):
            yield from between(node.left, node.comparators[0])
        elif isinstance(node, ast.BoolOp):
            yield from between(node.values[0], node.values[1])
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            yield from between(node.left, node.right)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield Mutant(span(node)[0], "not ", "", node.lineno)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            old = source[slice(*span(node))].decode()
            new = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
            yield Mutant(span(node)[0], old, new, node.lineno)


def tests_by_section(source: str) -> dict[int, list[str]]:
    """Return the names of the tests of each numbered section."""
    sections: dict[int, list[str]] = {}
    number = 0
    for line in source.split("\n"):
        if heading := re.match("# ---- ([0-9]+)[.] ", line):
            number = int(heading[1])
        elif test := re.match(r"def (test_\w+)\(", line):
            sections.setdefault(number, []).append(test[1])
    return sections


def section_of(source: str, line: int) -> int:
    """Return the number of the tests' section about a line of the library, or 0."""
    before = [x for x in source.split("\n")[:line] if x.startswith("# ---- ")]
    for word, number in SECTIONS:
        if before and word.lower() in before[-1].lower():
            return number
    return 0


class Order:
    """A plugin of pytest: the tests of one section first."""

    def __init__(self, first: list[str]) -> None:
        self.first = first

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items.sort(key=lambda item: item.originalname not in self.first)


def passes(folder: Path, first: list[str], options: list[str], limit: int) -> bool:
    """Return whether all tests pass, in a process of their own, which has the automata already."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return status == 0
    status = 1
    try:
        signal.alarm(limit)
        os.chdir(folder)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        sys.path.insert(0, str(folder))
        warm = sys.modules.pop("test_uri_regex")
        del sys.modules["uri_regex"]
        tests = importlib.import_module("test_uri_regex")
        for name in ("machine", "boundaries", "definitions"):  # which do not know the library
            setattr(tests, name, getattr(warm, name))
        status = int(pytest.main([*OPTIONS, *options], plugins=[Order(first)]))
    finally:
        os._exit(status)


def shown(mutant: Mutant, text: str) -> str:
    line = text.count("\n", 0, len(text.encode()[: mutant.start].decode()))
    return f"line {line + 1}: {mutant.old!r} -> {mutant.new!r}: {text.splitlines()[line].strip()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=100, help="how many mutants (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--what", choices=("rules", "code", "both"), default="both")
    parser.add_argument("--deselect", action="append", default=[], help="a test to leave out")
    parser.add_argument("--limit", type=int, default=240, help="seconds for a run of the tests")
    parser.add_argument(
        "--trust", action="store_true", help="do not run them without a mutant first"
    )
    args = parser.parse_args()
    source = (ROOT / LIBRARY).read_bytes()
    text = source.decode()
    tree, starts = ast.parse(source), offsets(source)
    kinds = {"rules": rule_mutants, "code": code_mutants}
    names = [args.what] if args.what != "both" else [*kinds]
    mutants: list[Mutant] = []
    for name in names:
        found = sorted(kinds[name](tree, source, starts))
        size = min(len(found), args.sample // len(names))
        mutants += random.Random(args.seed).sample(found, size)
        print(f"{name}: {size} of {len(found)} mutants", flush=True)
    leave_out = [option for test in args.deselect for option in ("--deselect", f"{TESTS}::{test}")]
    sections = tests_by_section((ROOT / TESTS).read_text(encoding="utf-8"))
    sys.path.insert(0, str(ROOT))
    warm: Any = importlib.import_module("test_uri_regex")
    warm.boundaries = functools.cache(warm.boundaries.__wrapped__)
    for grammar, rule in warm.OWN_RULES:
        warm.boundaries(grammar, rule)
    gc.freeze()  # so that children share it
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in (LIBRARY, TESTS, "README.md"):
            shutil.copy(ROOT / file, folder / file)
        if not args.trust and not passes(folder, [], leave_out, args.limit):
            print("the tests fail as it is")
            return 2
        for number, mutant in enumerate(mutants, 1):
            end = mutant.start + len(mutant.old.encode())
            assert source[mutant.start : end] == mutant.old.encode()
            mutated = source[: mutant.start] + mutant.new.encode() + source[end:]
            (folder / LIBRARY).write_bytes(mutated)
            first = sections.get(section_of(text, mutant.line), [])
            if passes(folder, first, leave_out, args.limit):
                survivors += 1
                print(f"{number}: {shown(mutant, text)}", flush=True)
            elif number % 10 == 0:
                print(f"{number}: {survivors} so far", flush=True)
    print(f"{survivors} of {len(mutants)} mutants survived")
    return int(survivors * 50 > len(mutants))


if __name__ == "__main__":
    sys.exit(main())
