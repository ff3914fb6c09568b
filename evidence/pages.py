# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What the pages show, and whether it is so.

    python3 evidence/pages.py               all examples whose packages and programs are there
    python3 evidence/pages.py --others      but those that need Python alone, which pytest runs
    python3 evidence/pages.py docs/logs.md  these pages

A page is a *.md at the top level, or in docs/, uri-abnf/, and evidence/. Its
examples are: blocks of Python and of shell, with what they print in the next block, of `text`;
doctests; and lines of tables that have code on both sides: `left`, what it gives, `right`, what it
gives. A block that needs anything else than Python begins with "# needs NAME, …", and one that other
blocks of its page import with "# NAME.py". Blocks with types must pass `mypy --strict`, if it is
installed. prose.py looks at links and at some tables.

What is not installed is named with the way to install it. The exit status is 1 if anything is not so.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

from prose import CODE, ROOT, pages, read, wrong_prose

BLOCK = re.compile(r"(?ms)^```(python|bash|sh)\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?")
INSTALLS = re.compile("pip install|-m venv|git clone")
TITLE = re.compile(r"(?m)^##+ (.*)\n")
COMMANDS = {
    "python": [sys.executable, "-"],
    "bash": ["bash", "-eu"],
    "sh": ["bash", "-u"],  # a command whose status may be 1
}


# What a block's first line can ask for, besides packages
PROGRAMS = {
    "nginx": "apt-get install nginx-light",
    "pg_virtualenv": "apt-get install postgresql",
    "java": "apt-get install default-jre-headless",
    "jq": "apt-get install jq",
    "rg": "apt-get install ripgrep",
    "gawk": "apt-get install gawk",
    "curl": "apt-get install curl",
    "uri-regex": "pip install . ./uri-abnf",
}
PACKAGES = {"rest_framework": "djangorestframework"}  # where the name is another one


class Recipe(NamedTuple):
    page: str
    line: int
    language: str  # python, bash or sh
    needs: list[str]  # packages and programs
    code: str
    printed: str | None

    @property
    def name(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def module(self) -> str:
        """The file that other blocks of the page import, or ""."""
        found = re.match(r"# (\w+\.py)\n", self.code)
        return found[1] if found else ""


class Comparison(NamedTuple):
    left: str
    left_gives: str
    right: str
    right_gives: str


# ---- Blocks of code ------------------------------------------------------------------------------


def recipes(page: str) -> list[Recipe]:
    """The blocks of a page, but doctests, commands that install, and those of which nothing is said."""
    text = read(page)
    found = []
    for match in BLOCK.finditer(text):
        language, code, printed = match.groups()
        if code.startswith(">>> ") or INSTALLS.search(code):
            continue
        if (
            language == "sh" and printed is None
        ):  # any status is right, and nothing is to be printed
            continue
        first_line = re.match("# needs (.*)\n", code)
        needs = first_line[1].split(", ") if first_line else []
        line = text.count("\n", 0, match.start()) + 1
        found.append(Recipe(page, line, language, needs, code, printed))
    return found


def in_postgresql(command: Sequence[str]) -> list[str]:
    """A command with a server of its own, an empty one, to which `psql` connects in it."""
    settings = ["-t", "-c", "--locale=C --encoding=UTF8", "-o", "fsync=off"]
    # The first line that it prints and the last one are of the server.
    shell = ["bash", "-o", "pipefail", "-c", "\"$@\" | sed '1d;$d'", "bash"]
    return [*shell, "pg_virtualenv", *settings, *command]


def write_modules(page: str, folder: str) -> None:
    """Write the blocks of a page that others import."""
    for recipe in recipes(page):
        if recipe.module:
            Path(folder, recipe.module).write_text(recipe.code, encoding="utf-8")


def run(recipe: Recipe, folder: Path, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run a recipe in a folder."""
    program = COMMANDS[recipe.language]
    if "pg_virtualenv" in recipe.needs:
        program = in_postgresql(program)
    return subprocess.run(
        program,
        input=recipe.code,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=environment,
    )


def missing_for(needs: Sequence[str], path: str) -> list[str]:
    """Return how to install what a recipe needs and is not there."""
    found = []
    for need in needs:
        is_there = shutil.which(need, path=path) is not None
        if need not in PROGRAMS and not is_there:
            is_there = importlib.util.find_spec(need) is not None
        if not is_there:
            found.append(PROGRAMS.get(need, f"pip install {PACKAGES.get(need, need)}"))
    return found


@cache
def all_type_errors() -> Mapping[str, str]:
    """Return what mypy, which is asked once for all, has against each recipe with types."""
    typed = [one for page in pages() for one in recipes(page) if " -> " in one.code]
    typed = [one for one in typed if one.language == "python"]
    if not importlib.util.find_spec("mypy"):
        return {}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "uri_regex.py", folder)
        for page in pages():
            write_modules(page, folder)
        for number, one in enumerate(typed):
            Path(folder, f"recipe_{number}.py").write_text(one.code, encoding="utf-8")
        command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
        # Django has no types.
        command += ["--disable-error-code=import-untyped", "--allow-subclassing-any"]
        command += [f"recipe_{number}.py" for number in range(len(typed))]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    told: dict[str, str] = {}
    for line in done.stdout.splitlines():
        if found := re.match(r"recipe_(\d+)\.py:\d+: (error: .*)", line):
            name = typed[int(found[1])].name
            told[name] = f"{told.get(name, '')}{found[2]}\n"
    return told


def search_path() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"], "/usr/sbin"])


def wrong_recipe(recipe: Recipe) -> str:
    """What is not as a recipe says, or "". It runs in a folder of its own."""
    environment = {**os.environ, "PATH": search_path(), "PYTHONUTF8": "1"}
    environment.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    environment.update(PYTHONWARNINGS="ignore")
    # Python may keep what it compiles: the program of uri-abnf is started often.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("uri_regex.py", "test_uri_regex.py"):
            if name in recipe.code:
                shutil.copy(ROOT / name, folder)
        write_modules(recipe.page, folder)
        ran = run(recipe, Path(folder), environment)
    if ran.returncode and recipe.language != "sh":
        return f"status {ran.returncode}: {ran.stderr.strip()[-300:]}"
    if recipe.printed is not None and recipe.printed not in (ran.stdout, ran.stdout + ran.stderr):
        return f"it printed {ran.stdout!r}"
    return all_type_errors().get(recipe.name, "") if " -> " in recipe.code else ""


# ---- Doctests, tables ---------------------------------------------------------------------------


def wrong_doctests(page: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as told:
        failed, _ = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    return told.getvalue() if failed else ""


def comparisons(text: str) -> list[Comparison]:
    """Return the lines of a text's tables that compare code.

    An empty cell on the left continues the line above: another way, which is looked at alone. In a
    table of three columns, both sides give what the third one says.
    """
    found = []
    for line in text.split("\n"):
        cells = re.split(r" \|(?= |\Z)", line.strip())[:-1]
        codes = [code[1] if (code := CODE.fullmatch(cell.strip("| "))) else "" for cell in cells]
        if len(codes) == 3 and all(codes):
            left, right, both = codes
            found.append(Comparison(left, both, right, both))
        if len(codes) == 4 and codes[2] and codes[3]:
            found.append(Comparison(*codes))
    return found


def tables(page: str) -> Iterator[tuple[str, list[str], list[Comparison]]]:
    """The sections of a page that compare code: the title, what is needed, and the comparisons."""
    title, text = "", read(page)
    for part in re.split("(?m)^(?=##)", text):
        title = part.partition("\n")[0].strip("# ")
        found = comparisons(part)
        needs = re.findall("(?m)^# needs (.*)$", part)
        if found:
            yield title, needs[0].split(", ") if needs else [], found


def names_of(page: str, title: str) -> dict[str, Any]:
    """The names that the first block of Python of a page defines, and the one below a title."""
    defined: dict[str, Any] = {}
    blocks = list(BLOCK.finditer(read(page)))
    _, _, below = read(page).partition(f"# {title}\n")
    own = BLOCK.search(re.split("(?m)^##", below)[0])
    for block in [*blocks[:1], *([own] if own else [])]:
        if block[1] == "python" and not block[2].startswith(">>> "):
            exec(block[2], defined)
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


# ---- The run -------------------------------------------------------------------------------------


def is_lone(recipe: Recipe) -> bool:
    return not recipe.needs


def results(chosen: Sequence[str], others: bool) -> Iterator[tuple[str, str]]:
    """How it went, and what: of each recipe, each table, and each page's doctests and links."""
    for page in chosen:
        if not others:
            for told in wrong_prose(page):
                yield "FAILED", f"{page}: {told}"
            if told := wrong_doctests(page):
                yield "FAILED", f"{page}: {told}"
        for recipe in recipes(page):
            if others and is_lone(recipe):
                continue
            if lacking := missing_for(recipe.needs, search_path()):
                yield "SKIPPED", f"{recipe.name}: {'; '.join(lacking)}"
                continue
            told = wrong_recipe(recipe)
            yield "FAILED" if told else "right", f"{recipe.name} {told}"
        for title, needs, rows in tables(page):
            if others and not needs:
                continue
            if lacking := missing_for(needs, search_path()):
                yield "SKIPPED", f"{page}, {title}: {'; '.join(lacking)}"
                continue
            names = names_of(page, title)
            found = [fault for row in rows for fault in wrong(row, names)]
            yield "FAILED" if found else "right", f"{page}, {title}: {len(rows)} rows {found or ''}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The examples of the pages.")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="default: all")
    parser.add_argument("--others", action="store_true", help="but what needs Python alone")
    options = parser.parse_args(argv)
    counts = {"right": 0, "SKIPPED": 0, "FAILED": 0}
    for state, line in results(options.pages or pages(), options.others):
        counts[state] += 1
        print(f"{state:8}{line}", flush=True)
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return int(bool(counts["FAILED"]))


if __name__ == "__main__":
    sys.exit(main())
