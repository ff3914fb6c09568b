# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Put definitions of ours in the place of another program's, as a maintainer's patch would.

A file of adapters/ that defines REMOVED is a patch: each function of it, and each method of a class of
it, takes the place of the one of that name; what REMOVED names goes; and its imports are added. So a
patch needs no line of the program that it is for, and its size can be told as `diff` would. Where one
expression is enough, REPLACED maps it, as the program writes it in one place, to ours.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Patched(NamedTuple):
    text: str
    removed: int  # lines
    added: int


def name_of(node: ast.stmt) -> str:
    """Return what a statement defines, or ""."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""


def definitions(text: str) -> Iterator[tuple[str, ast.stmt]]:
    """Yield what a module defines, and what its classes do: "split", "URL", "URL.__call__"."""
    for node in ast.parse(text).body:
        yield name_of(node), node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if name_of(inner):
                    yield f"{node.name}.{name_of(inner)}", inner


def lines_of(node: ast.stmt) -> tuple[int, int]:
    """Return the first line, decorators included, and the one behind the last, from 0."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *[one.lineno for one in decorators]])
    return first - 1, node.end_lineno or node.lineno


def is_import(node: ast.stmt) -> bool:
    is_future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
    return isinstance(node, (ast.Import, ast.ImportFrom)) and not is_future


def replacements(adapter: str) -> dict[str, list[str]]:
    """Return the lines that take the place of each name; "" are the imports."""
    lines = adapter.splitlines()
    found: dict[str, list[str]] = {"": []}
    for name, node in definitions(adapter):
        start, end = lines_of(node)
        if is_import(node):
            found[""] += lines[start:end]
        elif name == "REMOVED" and isinstance(node, ast.Assign):
            found.update({removed: [] for removed in ast.literal_eval(node.value)})
        elif name and name != "REPLACED" and not isinstance(node, ast.ClassDef):
            found[name] = lines[start:end]
    return found


def replaced_lines(text: str, adapter: str) -> tuple[str, int]:
    """Return the module with what REPLACED names replaced, and how many lines differ."""
    old_lines = text.splitlines()
    for name, node in definitions(adapter):
        if name == "REPLACED" and isinstance(node, ast.Assign):
            for old, new in ast.literal_eval(node.value).items():
                if text.count(old) != 1:
                    raise ValueError(f"not there once: {old}")
                text = text.replace(old, new)
    differ = [old != new for old, new in zip(old_lines, text.splitlines())]
    return text, sum(differ)


def patch(text: str, adapter: str) -> Patched:
    """Return the module with the patch in it. Raises ValueError for a name that it does not define."""
    text, differ = replaced_lines(text, adapter)
    lines = text.splitlines()
    places = {name: lines_of(node) for name, node in definitions(text) if name}
    imports = [node for node in ast.parse(text).body if is_import(node)]
    after = lines_of(imports[-1])[1] if imports else len(lines)
    places[""] = (after, after)
    found = replacements(adapter)
    missing = found.keys() - places.keys()
    if missing:
        raise ValueError(f"not defined there: {', '.join(sorted(missing))}")
    removed = added = differ
    for name in sorted(found, key=lambda name: places[name], reverse=True):
        start, end = places[name]
        lines[start:end] = found[name]
        removed += end - start
        added += len(found[name])
    return Patched("\n".join(lines) + "\n", removed, added)
