# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What the pages show, and whether it is so.

    python3 evidence/pages.py               all examples whose packages and programs are there
    python3 evidence/pages.py --lone        those that need Python alone, as pytest does
    python3 evidence/pages.py docs/logs.md  these pages

A page is a *.md at the top level, or in docs/, workshop/, and evidence/. Its
examples are: blocks of Python and of shell, with what they print in the next block, of `text`;
doctests; and lines of tables that have code on both sides: `left`, what it gives, `right`, what it
gives. A block that needs anything else than Python begins with "# needs NAME, …". Blocks with types
must pass `mypy --strict`, if it is installed.

The prose is looked at, too:

 - Each link has to lead to a file or a heading.
 - Each name in code has to be one of the library, the workshop, or a program; a file; a name in the
   page's own examples; or in OTHERS. Each policy, such as `hosts=["a.example"]`, has to be accepted.
 - Each figure with a unit has to be printed by a script that its section names.
 - docs/api.md has every public name with its parameters, and docs/errors.md every code and sentence.

What is not installed is named with the way to install it. The exit status is 1 if anything is not so.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import doctest
import importlib.util
import inspect
import io
import keyword
import os
import pydoc
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

from services import postgresql

import uri_regex

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (".", "docs", "workshop", "workshop/standalone", "evidence", "evidence/benchmarks")
BLOCK = re.compile(r"(?ms)^```(python|bash|sh)\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?")
INSTALLS = re.compile("pip install|-m venv|git clone")
TITLE = re.compile(r"(?m)^##+ (.*)\n")
CODE = re.compile("`([^`]*)`")
COMMANDS = {
    "python": [sys.executable, "-"],
    "bash": ["bash", "-eu"],
    "sh": ["bash", "-u"],  # a command whose status may be 1
}


# What a block's first line can ask for, besides packages
PROGRAMS = {
    "nginx": "apt-get install nginx-light",
    "postgres": "apt-get install postgresql",
    "java": "apt-get install default-jre-headless",
    "jq": "apt-get install jq",
    "rg": "apt-get install ripgrep",
    "gawk": "apt-get install gawk",
    "curl": "apt-get install curl",
    "uri-regex": "pip install . ./workshop",
}


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


class Comparison(NamedTuple):
    left: str
    left_gives: str
    right: str
    right_gives: str


def pages() -> list[str]:
    found = [file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*.md"))]
    return [file.relative_to(ROOT).as_posix() for file in found]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


# ---- Blocks of code ------------------------------------------------------------------------------


def recipes(page: str) -> list[Recipe]:
    """The blocks of a page, but doctests, and but commands that install."""
    text = read(page)
    found = []
    for match in BLOCK.finditer(text):
        language, code, printed = match.groups()
        if code.startswith(">>> ") or INSTALLS.search(code):
            continue
        first_line = re.match("# needs (.*)\n", code)
        needs = first_line[1].split(", ") if first_line else []
        line = text.count("\n", 0, match.start()) + 1
        found.append(Recipe(page, line, language, needs, code, printed))
    return found


def run(recipe: Recipe, folder: Path, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run a recipe in a folder."""
    program = COMMANDS[recipe.language]
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
            found.append(PROGRAMS.get(need, f"pip install {need}"))
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
        for number, one in enumerate(typed):
            Path(folder, f"recipe_{number}.py").write_text(one.code, encoding="utf-8")
        command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
        command += [f"recipe_{number}.py" for number in range(len(typed))]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    told: dict[str, str] = {}
    for line in done.stdout.splitlines():
        if found := re.match(r"recipe_(\d+)\.py:\d+: (error: .*)", line):
            name = typed[int(found[1])].name
            told[name] = f"{told.get(name, '')}{found[2]}\n"
    return told


def search_path() -> str:
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    scripts = str(Path(sys.executable).parent)
    return os.pathsep.join([scripts, os.environ["PATH"], "/usr/sbin", *map(str, servers)])


def wrong_recipe(recipe: Recipe) -> str:
    """What is not as a recipe says, or "". It runs in a folder of its own, beside the library."""
    environment = {**os.environ, "PATH": search_path(), "PYTHONUTF8": "1"}
    environment.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    environment.update(PYTHONWARNINGS="ignore")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        shutil.copy(ROOT / "uri_regex.py", folder)
        if "postgres" in recipe.needs:
            cluster = folder / "cluster"
            cluster.mkdir()
            folder.chmod(0o755)  # the server is another user's
            stack.enter_context(postgresql(cluster))
            environment.update(PGHOST=str(cluster), PGUSER="postgres", PGDATABASE="postgres")
        ran = run(recipe, folder, environment)
    if ran.returncode and recipe.language != "sh":
        return f"status {ran.returncode}: {ran.stderr.strip()[-300:]}"
    if recipe.printed is not None and recipe.printed not in (ran.stdout, ran.stdout + ran.stderr):
        return f"it printed {ran.stdout!r}"
    return all_type_errors().get(recipe.name, "") if " -> " in recipe.code else ""


# ---- Doctests, tables, links ---------------------------------------------------------------------


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
            yield f"there is no {path}"
        elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            yield f"{path or page} has no #{anchor}"


# ---- Names, figures, and tables that have to be complete -------------------------------------------

# Names that are not ours, and that no example of their page has
OTHERS = frozenset(
    "ada-url cosmic-ray error fullmatch furl help httpx hyperlink linkify-it-py localhost parse_qsl pip"
    " pytest rfc3986 rfc3986-validator rfc3987 rfc3987-syntax uritools urlencode urllib validators"
    " Validator vendoring yarl".split()
)
FILE = re.compile(r"(?!/)[\w./-]*(?:\.(?:md|py|json|toml|txt)|\w/)")
POLICY = re.compile(r"(?:rule|schemes|hosts|ports|require|forbid)=[^=…]+")
COMMAND = re.compile(
    r"(?:uri-regex|python3 (?:uri_regex|evidence/\w+)\.py|python3 -m uri_abnf)(?: .*)?|--.*"
)
# What can be read as a name, but is data: a host, or what is no ASCII
DATA = re.compile(r".*\.(?:com|org|net|de|example)|.*[^\0-\x7f…].*")
FIGURE = re.compile(r"(?<![\w.,%])[0-9][0-9.,]*[ -](?:bytes?|KB|MB|ms|s|seconds?|minutes?|times)\b")
SCRIPT = re.compile(r"`(?:evidence/)?(\w+\.py)`")
# How the scripts print their figures within seconds
PRINT_FIGURES = {"sizes.py": [], "memory.py": ["--help"], "linear.py": ["--help"]}
CHANGELOG = "docs/CHANGELOG.md"
GENERATED = ("evidence/benchmarks/results.md",)  # run.py writes this page, and its figures


def prose(page: str) -> str:
    return re.sub(r"(?ms)^```.*?^```$", "", read(page))


def examples(page: str) -> str:
    return "\n".join(re.findall(r"(?ms)^```.*?^```$", read(page)))


@cache
def sentences() -> dict[str, str]:
    """Return the sentence of each code. They have no public name: they are read in the source."""
    for node in ast.walk(ast.parse(read("uri_regex.py"))):
        if isinstance(node, ast.Dict) and any(
            ast.unparse(key) == "'no-scheme'" for key in node.keys if key
        ):
            return dict(ast.literal_eval(node))
    raise LookupError("uri_regex.py has no sentence for no-scheme")


def parameters(value: object) -> set[str]:
    """Return the names of the parameters of a function, or of a class."""
    with contextlib.suppress(TypeError, ValueError):
        names = set(inspect.signature(value).parameters)  # type: ignore[arg-type]
        return names - {"self", "args", "kwargs"}
    return set()


def public_names(module: Any) -> set[str]:
    """Return the public names of a module, with their parameters, methods, and attributes."""
    found = set(module.__all__)
    for value in (getattr(module, name) for name in module.__all__):
        found |= parameters(value)
        for one in getattr(value, "__mro__", ()):
            if one.__module__.partition(".")[0] == module.__name__:
                own = {name for name in vars(one) if name[0] != "_"}
                found |= own.union(*[parameters(getattr(one, name)) for name in own])
    return found | set(vars(uri_regex.URIError("", "URI", 0)))


@cache
def known_names() -> frozenset[str]:
    """Return all names that pages can use, for whatever they are."""
    import uri_abnf

    found = {*OTHERS, *dir(builtins), *keyword.kwlist, *sentences(), "uri_regex", "uri_abnf"}
    found |= {"uri-abnf", "uri-regex", *dir(uri_regex), *dir(uri_regex.Rules), "args"}
    for module in (uri_regex, uri_abnf):
        found |= public_names(module)
    for grammar in (*uri_abnf.GRAMMARS.values(), uri_regex.RFC2396):
        found |= {*grammar.rules, *grammar}
    # Parts, types of hosts, and components: words in the docstrings that list them
    for documented in (uri_regex.validate, uri_regex.percent_encode):
        found |= set(re.findall(r"[\w-]+", documented.__doc__ or ""))
    return frozenset(found | options() | {*uri_abnf.ENGINES})


@cache
def options() -> frozenset[str]:
    """Return the options and commands of the programs, and the options of scripts."""
    import uri_abnf.program

    def help_of(main: Callable[[list[str]], int], *words: str) -> str:
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")) as told:
            main([*words, "--help"])
            told.seek(0)
            return told.read()

    main = uri_abnf.program.main
    commands = set(re.findall(r"(?m)^    ([a-z]+)", help_of(main)))
    shown = "".join([help_of(uri_regex.main), *[help_of(main, command) for command in commands]])
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "evidence").rglob("*.py")]
    quoted = re.findall(r'"(--[a-z][a-z-]*)"', "".join(sources))
    return frozenset({*re.findall(r"--?[a-z][a-z-]*", shown), *quoted, *commands, "--version"})


def names_in(code: str) -> set[str]:
    """Return the names in a span of code that has a name, a call, or a command.

    >>> sorted(names_in('is_valid(text, *, rule="URI", …)')), names_in("http://a/"), names_in("no-host")
    (['is_valid', 'rule', 'text'], set(), {'no-host'})
    """
    if DATA.fullmatch(code):
        return set()
    if COMMAND.fullmatch(code):
        return set(re.findall(r"(?<= )--[a-z-]+|^--[a-z-]+|(?<=^uri-regex )[a-z]+", code))
    if re.fullmatch("[A-Za-z][A-Za-z0-9-]*", code):
        return {code}
    plain = code.replace("…", "_")
    with contextlib.suppress(SyntaxError):
        return identifiers(ast.parse(plain, mode="eval"))
    with contextlib.suppress(SyntaxError):
        return identifiers(ast.parse(f"def {plain}: pass"))
    return set()


def identifiers(tree: ast.AST) -> set[str]:
    fields = ("id", "attr", "arg", "name")
    found = {getattr(node, field, None) for node in ast.walk(tree) for field in fields}
    return {name for name in found if name and name != "_"}


def is_file(code: str, page: str) -> bool:
    """Return whether a file is there: from the top, beside the page, or by its name in evidence/."""
    places = (ROOT, (ROOT / page).parent, ROOT / "evidence", ROOT / "workshop")
    return any((place / code).exists() for place in places)


def wrong_policy(code: str) -> str:
    """Return why a policy is a ValueError, or "".

    >>> wrong_policy('require=["hosts"]')
    "require: unknown part 'hosts'; did you mean 'host'?"
    """
    try:
        eval(f"uri_regex.is_valid('a:', {code})")
    except (ValueError, TypeError) as error:
        return str(error)
    except (NameError, SyntaxError):  # of a longer example
        return ""
    return ""


def wrong_names(page: str) -> Iterator[str]:
    """Yield each span of code in the prose of a page with a name that nobody has."""
    text = prose(page)
    if page == CHANGELOG:
        text = re.sub(r"(?m)^\| [^|]* \|", "|", text)  # what is gone
    own = set(re.findall(r"[\w-]+", examples(page)))
    compared = {code for row in comparisons(text) for code in row}
    for code in dict.fromkeys(CODE.findall(text)):
        if FILE.fullmatch(code):
            if not is_file(code, page) and code not in examples(page):
                yield f"there is no file {code}"
        elif POLICY.fullmatch(code) and wrong_policy(code):
            yield f"`{code}`: {wrong_policy(code)}"
        elif code not in compared and code not in OTHERS and not is_of_python(code):
            for name in sorted(names_in(code) - known_names() - own):
                yield f"`{code}`: nobody has the name {name!r}"


def is_of_python(code: str) -> bool:
    """Return whether a dotted name is that of a public module, or of something in one."""
    is_dotted = re.fullmatch(r"\w+(?:\.[A-Za-z]\w*)+", code)
    return bool(is_dotted) and pydoc.locate(code) is not None


@cache
def figures_of(script: str) -> str:
    """Return what a script prints."""
    command = [sys.executable, str(ROOT / "evidence" / script), *PRINT_FIGURES[script]]
    return subprocess.run(command, capture_output=True, encoding="utf-8").stdout


def wrong_figures(page: str) -> Iterator[str]:
    """Yield each figure of a page that no script prints which its section names."""
    for section in re.split("(?m)^(?=##)", "" if page in GENERATED else prose(page)):
        scripts = [name for name in SCRIPT.findall(section) if name in PRINT_FIGURES]
        for figure in FIGURE.findall(re.sub("`[^`\n]*`", "", section)):
            number = re.split("[ -]", figure)[0]
            if not any(re.search(rf"\b{number}\b", figures_of(script)) for script in scripts):
                yield f"no script that is named beside it prints {figure!r}"


def missing_in_reference(text: str) -> Iterator[str]:
    """Yield each public name or parameter that the text of docs/api.md does not have in code."""
    import uri_abnf

    shown = set(re.findall(r"\w+", " ".join(CODE.findall(text))))
    for name in sorted(public_names(uri_regex) | public_names(uri_abnf)):
        if name not in shown:
            yield f"{name} is missing"


def wrong_codes(text: str) -> Iterator[str]:
    """Yield each code for which the text of docs/errors.md has no row, or another sentence."""
    rows = dict(re.findall(r"(?m)^\| `([a-z0-9-]+)` \| (.*) \|$", text))
    for code in {**sentences(), **rows}:
        if rows.get(code) != sentences().get(code):
            yield f"{code}: {rows.get(code)!r} is not {sentences().get(code)!r}"


def wrong_prose(page: str) -> list[str]:
    """Return all that is not so in the prose of a page."""
    found = [*broken_links(page), *wrong_names(page), *wrong_figures(page)]
    if page == "docs/api.md":
        found += missing_in_reference(prose(page))
    if page == "docs/errors.md":
        found += wrong_codes(prose(page))
    return found


# ---- The run -------------------------------------------------------------------------------------


def is_lone(recipe: Recipe) -> bool:
    return not recipe.needs


def results(chosen: Sequence[str], lone: bool) -> Iterator[tuple[str, str]]:
    """How it went, and what: of each recipe, each table, and each page's doctests and links."""
    for page in chosen:
        for told in wrong_prose(page):
            yield "FAILED", f"{page}: {told}"
        if told := wrong_doctests(page):
            yield "FAILED", f"{page}: {told}"
        for recipe in recipes(page):
            if lone and not is_lone(recipe):
                continue
            if lacking := missing_for(recipe.needs, search_path()):
                yield "SKIPPED", f"{recipe.name}: {'; '.join(lacking)}"
                continue
            told = wrong_recipe(recipe)
            yield "FAILED" if told else "right", f"{recipe.name} {told}"
        for title, needs, rows in tables(page):
            if lone and needs:
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
    parser.add_argument("--lone", action="store_true", help="what needs Python alone")
    options = parser.parse_args(argv)
    counts = {"right": 0, "SKIPPED": 0, "FAILED": 0}
    for state, line in results(options.pages or pages(), options.lone):
        counts[state] += 1
        print(f"{state:8}{line}", flush=True)
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return int(bool(counts["FAILED"]))


if __name__ == "__main__":
    sys.exit(main())
