# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What README.md and RECIPES.md show, and whether it is so.

    python3 conformance/documents.py

It runs the README's examples, calls and commands, and the recipes that need Python alone. It compares
the sizes and the table for who moves here, and follows each link from page to page. clients.py runs
all recipes and tables, with the packages that they need. The exit status is 1 if anything is not so.

A recipe is a block of code, with what it prints in the next block. A line of a table that has code on
both sides is a comparison: `left`, what it gives, `right`, what it gives.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "RECIPES.md", "CHANGELOG.md", "SECURITY.md", "standalone/README.md")
MOST_BYTES = 10_000  # of the README
MOVING = "## Moving from another library\n"
_BLOCK = re.compile(r"(?ms)^```(python|bash|sh)\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?")
_TITLE = re.compile(r"(?m)^##+ (.*)\n")
_CODE = re.compile("`([^`]*)`")
_PROGRAMS = {
    "python": [sys.executable, "-"],
    "bash": ["bash", "-eu"],
    "sh": ["bash", "-u"],  # a command whose status may be 1
}


class Recipe(NamedTuple):
    title: str
    line: int
    language: str  # python, bash or sh
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
        title = ["", *_TITLE.findall(before)][-1]
        first_line = re.match("# needs (.*)\n", code)
        needs = first_line[1].split(", ") if first_line else []
        yield Recipe(title, before.count("\n") + 1, language, needs, code, printed)


def run(recipe: Recipe, folder: Path, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run a recipe in a folder."""
    program = _PROGRAMS[recipe.language]
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


# ---- Whether it is so ----


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    titles = re.findall("(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", text))
    return {re.sub("[^\\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(page: str) -> Iterator[str]:
    """Yield each link of a page that leads to no file, or to no heading."""
    text = re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", read(page))
    for link in re.findall(r"\]\(([^()\s]+)\)", text):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        if not target.exists():
            yield f"{page}: there is no {path}"
        elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            yield f"{page}: {path or page} has no #{anchor}"


def wrong_readme() -> Iterator[str]:
    size = len(read("README.md").encode())
    if size > MOST_BYTES:
        yield f"README.md has {size} bytes"
    with contextlib.redirect_stdout(io.StringIO()) as told:
        failed, tried = doctest.testfile(
            str(ROOT / "README.md"), module_relative=False, encoding="utf-8"
        )
    if failed or not tried:
        yield f"README.md: {failed} of {tried} examples fail\n{told.getvalue()}"


def written_sizes() -> list[tuple[str, int]]:
    """Return the files of the README's table for who installs it, and the kilobytes that it says."""
    found = []
    for line in section(read("README.md"), "Install").split("\n"):
        cells = line.split(" | ")
        sizes = re.findall("([0-9]+) KB", line)
        if len(cells) > 1 and sizes:
            names = re.findall("`([a-z_/]+(?:[.]py|/))`", cells[0])
            found += list(zip(names, map(int, sizes)))
    return found


def wrong_sizes() -> Iterator[str]:
    """Compare the sizes, to a kilobyte or 2 percent."""
    written = written_sizes()
    if len(written) != 5:
        yield f"README.md: sizes of {len(written)} files, not 5"
    for name, kilobytes in written:
        path = ROOT / name
        files = [path] if path.is_file() else [*path.glob("*.py")]
        size = sum(file.stat().st_size for file in files) / 1000
        if abs(size - kilobytes) > max(1, size / 50):
            yield f"README.md: {name} has {size:.1f} KB, not {kilobytes}"


def wrong_calls(folder: Path) -> Iterator[str]:
    """Run each call and each command of the table "What to call"."""
    import uri_regex

    file = folder / "lines"
    file.write_text("https://www.a.example/b\n", encoding="utf-8")
    words = {"FILE": str(file), "TEXT": "http://a", "BASE": "http://a", "REF": "b"}
    names = {**vars(uri_regex), "x": "https://www.a.example/b", "uri": uri_regex.split("http://a")}
    names.update(text="http://a/b", base="http://a/b", ref="c", target="http://a/c")
    names.update(a="http://a", b="http://b")
    calls = commands = 0
    lines = section(read("README.md"), "What to call").split("\n")
    _heading, *rows = [line for line in lines if line.startswith("| ")]
    for row in rows:
        _, _, called, commanded, _ = row.split("|")
        for call in re.findall(r"`([^`]*\([^`]*|uri\.[a-z]+)`", called):
            calls += 1
            with contextlib.suppress(uri_regex.URIError):
                eval(call, dict(names))
        for command in re.findall("`([^`]*)`", commanded):
            commands += 1
            argv = [words.get(word, word) for word in shlex.split(command)]
            with contextlib.ExitStack() as silent:
                silent.enter_context(contextlib.redirect_stdout(io.StringIO()))
                silent.enter_context(contextlib.redirect_stderr(io.StringIO()))
                status = uri_regex.main(argv)
            if status not in (0, 1):
                yield f"README.md: {command}: status {status}"
    if calls < 20 or commands < 12:
        yield f"README.md: only {calls} calls and {commands} commands"


def wrong_moves() -> Iterator[str]:
    """Compare what the README and the recipes say of urllib.parse."""
    _, _, moving = read("RECIPES.md").partition(MOVING)
    shared, urllib_parse, *_ = recipes(MOVING + moving)
    defined = names(shared, urllib_parse)
    of_recipes = comparisons(section(moving, "urllib.parse"))
    text = section(read("README.md"), "Moving from urllib.parse")
    of_readme = comparisons(text)
    if len(of_recipes) < 20 or len(of_readme) < 4:
        yield f"only {len(of_recipes)} and {len(of_readme)} comparisons with urllib.parse"
    for each in of_recipes:
        yield from wrong(each, defined)
    defined["x"] = re.findall("`x` is `(.*?)`", text)[0]
    for each in of_readme:
        yield from wrong(each, defined)


def lone_recipes() -> list[Recipe]:
    """Return the recipes that need Python alone, and what the README has on a command line."""
    of_recipes = [recipe for recipe in recipes(read("RECIPES.md")) if not recipe.needs]
    of_readme = [recipe for recipe in recipes(read("README.md")) if recipe.printed]
    if sys.platform == "win32":
        of_recipes = [recipe for recipe in of_recipes if recipe.language == "python"]
        of_readme = []
    return of_readme + of_recipes


def wrong_recipe(recipe: Recipe, folder: Path) -> Iterator[str]:
    """Run a recipe where the library is."""
    shutil.copy(ROOT / "uri_regex.py", folder)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    ran = run(recipe, folder, environment)
    if ran.returncode and recipe.language != "sh":
        yield f"{recipe.title}: status {ran.returncode}: {ran.stderr.strip()[-300:]}"
    elif recipe.printed is not None and recipe.printed not in (ran.stdout, ran.stdout + ran.stderr):
        yield f"{recipe.title}: it printed {ran.stdout!r}"


def problems() -> Iterator[str]:
    """Yield what the pages say that is not so."""
    for page in PAGES:
        yield from broken_links(page)
    yield from wrong_readme()
    yield from wrong_sizes()
    yield from wrong_moves()
    with tempfile.TemporaryDirectory() as folder:
        yield from wrong_calls(Path(folder))
    for recipe in lone_recipes():
        with tempfile.TemporaryDirectory() as folder:
            yield from wrong_recipe(recipe, Path(folder))


def main() -> int:
    sys.path.insert(0, str(ROOT))  # the module of this checkout, not an installed one
    found = 0
    for problem in problems():
        found += 1
        print(problem)
    print(f"{found} wrong." if found else f"All is so; {len(lone_recipes())} recipes ran.")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
