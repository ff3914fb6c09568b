# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What README.md and RECIPES.md show, so that the tests and clients.py can run it.

A recipe is a block of code, with what it prints in the next block. A line of a table that has code on
both sides is a comparison: `left`, what it gives, `right`, what it gives.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

MOVING = "## Moving from another library\n"
_BLOCK = re.compile(r"(?ms)^```(python|bash)\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?")
_TITLE = re.compile(r"(?m)^##+ (.*)\n")
_CODE = re.compile("`([^`]*)`")


class Recipe(NamedTuple):
    title: str
    line: int
    language: str  # python or bash
    needs: list[str]  # packages and programs
    code: str
    printed: str | None


class Comparison(NamedTuple):
    left: str
    left_gives: str
    right: str
    right_gives: str


def recipes(text: str) -> Iterator[Recipe]:
    for match in _BLOCK.finditer(text):
        language, code, printed = match.groups()
        before = text[: match.start()]
        title = _TITLE.findall(before)[-1]
        first_line = re.match("# needs (.*)\n", code)
        needs = first_line[1].split(", ") if first_line else []
        yield Recipe(title, before.count("\n") + 1, language, needs, code, printed)


def run(recipe: Recipe, folder: Path, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run a recipe in a folder."""
    program = [sys.executable, "-"] if recipe.language == "python" else ["bash", "-eu"]
    return subprocess.run(
        program,
        input=recipe.code,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=environment,
    )


def section(text: str, title: str) -> str:
    """Return what stands below a title, up to the next one."""
    _, _, below = text.partition(f"# {title}\n")
    return _TITLE.split(below)[0]


def comparisons(text: str) -> list[Comparison]:
    """Return the lines of a text's tables that compare code.

    An empty cell on the left continues the line above: another way, which is looked at alone. In a
    table of three columns, both sides give what the third one says.
    """
    found = []
    for line in text.split("\n"):
        cells = line.strip().strip("|").split(" | ")
        codes = [code[1] if (code := _CODE.fullmatch(cell.strip())) else "" for cell in cells]
        if len(codes) == 3 and all(codes):
            left, right, both = codes
            found.append(Comparison(left, both, right, both))
        if len(codes) == 4 and codes[2] and codes[3]:
            found.append(Comparison(*codes))
    return found


def names(*blocks: Recipe) -> dict[str, Any]:
    """Return the names that blocks of Python define, one after another."""
    defined: dict[str, Any] = {}
    for block in blocks:
        exec(block.code, defined)
    return defined


def gives(code: str, names: dict[str, Any]) -> str:
    """Return what an expression gives, as it is written, or the name of the error that it raises."""
    try:
        return repr(eval(code, names))
    except Exception as error:
        return type(error).__name__


def wrong(comparison: Comparison, names: dict[str, Any]) -> list[str]:
    """Return what a comparison says that is not so."""
    left, left_gives, right, right_gives = comparison
    found = []
    for code, expected in ((left, left_gives), (right, right_gives)):
        if code and gives(code, names) != expected:
            found.append(f"{code} gives {gives(code, names)}, not {expected}")
    return found
