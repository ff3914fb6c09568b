# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What the prose of the pages says, and whether it is so; pages.py runs this.

 - Each link leads to a file or to a heading.
 - Each name in code is one of the library, of uri_abnf, or of a program; a code of an error; a
   file; a name in the page's own examples, which pages.py runs; or in OTHERS.
 - Each policy, such as `hosts=["a.example"]`, is one that `is_valid` takes.
 - Each figure with a unit is printed by a script that its section names.
 - docs/api.md has every public name with its parameters, and docs/errors.md every code and sentence.

It needs the library and uri_abnf.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import inspect
import io
import keyword
import pydoc
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import uri_abnf.program
import uri_regex

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (".", "docs", "uri-abnf", "uri-abnf/standalone", "evidence", "evidence/benchmarks")
CODE = re.compile("`([^`]*)`")
# Names that are not ours, and that no example of their page has
OTHERS = frozenset(
    """
    ada-url allow_origin_regex Authorization collections error fullmatch furl help httpx
    hyperlink iri_reference linkify-it-py localhost Location {m,n} mip parse_qs parse_qsl Path
    pip protected-files pytest regexp.MustCompile(LITERAL).MatchString(text) rfc3986
    rfc3986-validator rfc3987 rfc3987-syntax stack_info Token uritools
    url_has_allowed_host_and_scheme urlencode urllib validators Validator vendoring yarl
    --import-mode=importlib -OO -rs src
""".split()
)
OTHER_COMMAND = re.compile(r"(?:pip|git|mpy-cross|zipapp) .*")
EXAMPLE = re.compile(r"(?ms)^```.*?^```$|^\|(?: (?:`[^`\n]*` )?\|){3,}$")
FILE = re.compile(r"(?!/)[\w./-]*(?:\.(?:md|py|json|toml|txt)|\w/)")
POLICY = re.compile(r"(?:rule|schemes|hosts|ports|require|forbid)=[^=…]+")
COMMAND = re.compile(
    r"(?:uri-regex|python3 (?:uri_regex|evidence/\w+)\.py|python3 -m uri_abnf)(?: .*)?|--.*"
)
# What can be read as a name, but is data: a host, or what is no ASCII
DATA = re.compile(r".*\.(?:com|org|net|de|example)|.*[^\0-\x7f…].*")
FIGURE = re.compile(r"(?<![\w.,%])[0-9][0-9.,]*[ -](?:bytes?|KB|MB|ms|s|seconds?|minutes?|times)\b")
SCRIPT = re.compile(r"`(?:evidence/)?(\w+\.py)`")
# What a name stands for in `error.code` and the like
OWNERS = {
    "error": uri_regex.URIError("", "URI", 0),
    "uri": uri_regex.URI(),
    "uri_regex": uri_regex,
    "RFC3986": uri_regex.RFC3986,
    "grammar": uri_abnf.RFC3986,
}
# How the scripts print their figures within seconds
PRINT_FIGURES = {"sizes.py": [], "memory.py": ["--help"], "linear.py": ["--help"]}
CHANGELOG = "docs/CHANGELOG.md"


def pages() -> list[str]:
    found = [file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*.md"))]
    return [file.relative_to(ROOT).as_posix() for file in found]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


# ---- Links ----


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


# ---- Names, figures, and tables that have to be complete ----


def prose(page: str) -> str:
    """Return the text of a page without its examples."""
    return EXAMPLE.sub("", read(page))


def examples(page: str) -> str:
    """Return what pages.py runs: blocks of code, and rows of tables that have only code."""
    return "".join([found[0] for found in EXAMPLE.finditer(read(page))])


def sentence(code: str) -> str:
    """Return the sentence of a code, with the names of its details in braces, or the code itself.

    >>> sentence("encode"), sentence("shape")
    ('{char} is not allowed here; write {encoded}', 'shape')
    """
    details: dict[str, str] = {}
    while True:
        try:
            return uri_regex.URIError("", "URI", 0, code, details).reason
        except KeyError as missing:
            details[missing.args[0]] = f"{{{missing.args[0]}}}"


@cache
def sentences() -> dict[str, str]:
    """Return all codes: each word of the library's source that has a sentence."""
    words = dict.fromkeys(re.findall("[a-z0-9]+(?:-[a-z0-9]+)*", read("uri_regex.py")))
    return {word: sentence(word) for word in words if sentence(word) != word}


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
    found = {*OTHERS, *dir(builtins), *keyword.kwlist, *sentences(), "uri_regex", "uri_abnf"}
    found |= {"uri-abnf", "uri-regex", *dir(uri_regex.Rules), "args"}
    found |= {name for name in dir(uri_regex) if re.match("[^_]|__", name)}
    for module in (uri_regex, uri_abnf):
        found |= public_names(module)
    for grammar in (*uri_abnf.GRAMMARS.values(), uri_regex.RFC2396):
        found |= {*grammar.rules, *grammar}
    return frozenset(found | options() | {*uri_abnf.ENGINES})


@cache
def options() -> frozenset[str]:
    """Return the options and commands of the programs, and the options of scripts."""

    def help_of(main: Callable[[list[str]], int], *words: str) -> str:
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")) as told:
            main([*words, "--help"])
            told.seek(0)
            return told.read()

    main = uri_abnf.program.main
    commands = set(re.findall("(?m)^ {2,4}([a-z]+)", help_of(main)))
    shown = "".join([help_of(uri_regex.main), *[help_of(main, command) for command in commands]])
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "evidence").rglob("*.py")]
    quoted = re.findall(r'"(--[a-z][a-z-]*)"', "".join(sources))
    return frozenset({*re.findall(r"--?[a-z][a-z-]*", shown), *quoted, *commands, "--version"})


def names_in(code: str) -> set[str]:
    """Return the names in a span of code that has a name, a call, or a command.

    >>> sorted(names_in('is_valid(text, *, rule="URI", …)')), names_in("http://a/"), names_in("no-host")
    (['is_valid', 'rule', 'text'], set(), {'no-host'})
    """
    if DATA.fullmatch(code) or OTHER_COMMAND.fullmatch(code):
        return set()
    if COMMAND.fullmatch(code):
        return set(re.findall(r"(?<= )--[a-z-]+|^--[a-z-]+|(?<=^uri-regex )[a-z]+", code))
    if re.fullmatch("[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?", code):
        return {code}
    plain = code.replace("…", "_")
    signature = re.sub(r"^\w+\.", "", plain)  # of a method
    with contextlib.suppress(SyntaxError):
        return identifiers(ast.parse(plain, mode="eval"))
    with contextlib.suppress(SyntaxError):
        return identifiers(ast.parse(f"def {signature}: pass"))
    return set()


def identifiers(tree: ast.AST) -> set[str]:
    fields = ("id", "attr", "arg", "name")
    found = {getattr(node, field, None) for node in ast.walk(tree) for field in fields}
    return {name for name in found if name and name != "_"}


def is_file(code: str, page: str) -> bool:
    """Return whether a file is there: from the top, beside the page, or by its name in evidence/."""
    places = (ROOT, (ROOT / page).parent, ROOT / "evidence", ROOT / "uri-abnf")
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
    for code in dict.fromkeys(CODE.findall(text)):
        if FILE.fullmatch(code):
            if not is_file(code, page) and code not in examples(page):
                yield f"there is no file {code}"
        elif POLICY.fullmatch(code) and wrong_policy(code):
            yield f"`{code}`: {wrong_policy(code)}"
        elif code not in OTHERS:
            unknown = names_in(code) - names_of_python(code) - known_names()
            for name in sorted((unknown | missing_attribute(code)) - own):
                if not is_argument(name):
                    yield f"`{code}`: nobody has the name {name!r}"


def missing_attribute(code: str) -> set[str]:
    """Return the attribute that a URIError, a URI, a module, or a grammar does not have.

    >>> missing_attribute("error.code"), missing_attribute("error.expected")
    (set(), {'expected'})
    """
    found = re.match(r"(\w+)\.(\w+)", code)
    if found and found[1] in OWNERS and not hasattr(OWNERS[found[1]], found[2]):
        return {found[2]}
    return set()


def is_argument(name: str) -> bool:
    """Return whether a name is a part, a type of host, or a component.

    >>> is_argument("userinfo"), is_argument("segment"), is_argument("user-info")
    (True, True, False)
    """
    with contextlib.suppress(ValueError):
        uri_regex.percent_encode("", name)
        return True
    return not wrong_policy(f"require=[{name!r}]")


def names_of_python(code: str) -> set[str]:
    """Return the names of a dotted name, if it is that of something in a module.

    >>> sorted(names_of_python("functools.partial(print, 1)")), names_of_python("functools.parted")
    (['functools', 'partial'], set())
    """
    dotted = re.match(r"\w+(?:\.[A-Za-z]\w*)+", code)
    if dotted and pydoc.locate(dotted[0]) is not None:
        return set(dotted[0].split("."))
    return set()


@cache
def figures_of(script: str) -> str:
    """Return what a script prints."""
    command = [sys.executable, str(ROOT / "evidence" / script), *PRINT_FIGURES[script]]
    return subprocess.run(command, capture_output=True, encoding="utf-8").stdout


def wrong_figures(page: str) -> Iterator[str]:
    """Yield each figure of a page that no script prints which its section names."""
    for section in re.split("(?m)^(?=##)", prose(page)):
        scripts = [name for name in SCRIPT.findall(section) if name in PRINT_FIGURES]
        for figure in FIGURE.findall(re.sub("`[^`\n]*`", "", section)):
            number = re.split("[ -]", figure)[0]
            if not any(re.search(rf"\b{number}\b", figures_of(script)) for script in scripts):
                yield f"no script that is named beside it prints {figure!r}"


def missing_in_reference(text: str) -> Iterator[str]:
    """Yield each public name or parameter that the text of docs/api.md does not have in code."""
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
