# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What has to be right on the pages, besides their examples; pages.py runs this.

- Each link leads to a file or to a heading.
- In a table with a column "lines" or "size", a module that can be copied has the size that footprint.py
  finds, or is less than a tenth off.
- docs/api.md has every public name with its parameters, and docs/errors.md every code and sentence.
"""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from footprint import Footprint, footprints

import uri_abnf
import uri_regex

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    *(".", "docs", "uri-abnf", "uri-abnf/standalone", "uri-abnf/evidence"),
    *("evidence", "evidence/benchmarks"),
)
CODE = re.compile("`([^`]*)`")
EXAMPLE = re.compile(r"(?ms)^```.*?^```$|^\|(?: (?:`[^`\n]*` )?\|){3,}$")


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


# ---- Tables that have to be complete ----


def prose(page: str) -> str:
    """Return the text of a page without its examples."""
    return EXAMPLE.sub("", read(page))


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
    attributes = vars(uri_regex.URIError("", "URI", 0))
    return found | {name for name in attributes if name[0] != "_"}


def missing_in_reference(text: str) -> Iterator[str]:
    """Yield each public name or parameter that the text of docs/api.md does not have in code."""
    shown = set(re.findall(r"\w+", " ".join(CODE.findall(text))))
    for name in sorted(public_names(uri_regex) | public_names(uri_abnf)):
        if name not in shown:
            yield f"{name} is missing"


def wrong_codes(text: str) -> Iterator[str]:
    """Yield each code for which the text of docs/errors.md has no row, or another sentence."""
    rows = dict(re.findall(r"(?m)^\| `([a-z0-9-]+)` \| (.*) \|$", text))
    for code in {**uri_regex.REASONS, **rows}:
        if rows.get(code) != uri_regex.REASONS.get(code):
            yield f"{code}: {rows.get(code)!r} is not {uri_regex.REASONS.get(code)!r}"


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def named_copy(cell: str, page: str) -> Footprint | None:
    """Return the footprint of the module that the first cell of a row names."""
    named = re.search(r"[\w./-]+\.py", cell)
    for place in ((ROOT / page).parent, ROOT) if named else ():
        for found in footprints():
            if (place / named[0]).resolve() == (ROOT / found.module).resolve():
                return found
    return None


def wrong_sizes(page: str) -> Iterator[str]:
    """Yield each size in a table that is wrong by a tenth or more."""
    for table in re.findall(r"(?m)(?:^\|.*\|\n)+", read(page)):
        head, *rows = map(cells, table.splitlines())
        for row in rows:
            copy = named_copy(row[0], page)
            if copy is None:
                continue
            for title, size in ("lines", copy.lines), ("size", copy.kilobytes):
                shown = row[head.index(title)] if title in head else ""
                number = shown.replace(",", "").removesuffix(" KB")
                if number and not 0.9 * size < float(number) < 1.1 * size:
                    yield f"{copy.module}: {title} {size:,}, not {shown}"


def wrong_prose(page: str) -> list[str]:
    """Return what a page lacks, its wrong sizes, and its links that lead nowhere."""
    found = [*broken_links(page), *wrong_sizes(page)]
    if page == "docs/api.md":
        found += missing_in_reference(prose(page))
    if page == "docs/errors.md":
        found += wrong_codes(prose(page))
    return found
