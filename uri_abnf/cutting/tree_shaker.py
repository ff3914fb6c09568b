# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module as a list of statements, which the cutters pick from and put together again.

A statement takes along what belongs to it: the comments right above it, the header of its section, and,
for an import that only type checkers read, `if TYPE_CHECKING:`. What a statement needs are the global
names in it, as Python's own symbol tables tell them.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from textwrap import dedent
from typing import NamedTuple

SECTION = "# ----"
WIDTH = 100  # of a line, with its end
FOR_TYPE_CHECKERS = "if TYPE_CHECKING:\n"


class Statement(NamedTuple):
    """A statement of a module, in whole lines."""

    node: ast.stmt
    names: frozenset[str]  # that it defines
    needs: frozenset[str]  # the global names in it
    section: str  # the header of the section it stands in
    guard: str  # FOR_TYPE_CHECKERS, if it stands below that
    blank: bool  # a blank line stands above it
    comment: str
    text: str

    @property
    def is_block(self) -> bool:
        return isinstance(self.node, (ast.FunctionDef, ast.ClassDef))

    @property
    def is_import(self) -> bool:
        """Return whether it imports something, or is there for what only type checkers import."""
        is_import = isinstance(self.node, (ast.Import, ast.ImportFrom))
        return is_import or bool(self.guard) or "TYPE_CHECKING" in self.names


# ---- Taking a module apart ----


def statements(source: str) -> list[Statement]:
    """Return the statements of a module, without its docstring."""
    lines = source.splitlines(keepends=True)
    nodes = ast.parse(source).body
    end = 0
    if nodes and isinstance(nodes[0], ast.Expr):
        end = nodes.pop(0).end_lineno or 0
    section = ""
    found = []
    for node, guard in _guarded(nodes):
        first, last = _rows_of(node)
        header, blank, comment = _read_above(lines[end:first])
        section = header or section
        end = last
        text = "".join(lines[first:last])
        found.append(_statement(node, text, section, guard, blank, comment))
    return found


def _guarded(nodes: Iterable[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements, those that only type checkers read with what stands above them."""
    for node in nodes:
        if isinstance(node, ast.If) and _is_for_type_checkers(node):
            for each in node.body:
                yield each, FOR_TYPE_CHECKERS
        else:
            yield node, ""


def _rows_of(node: ast.stmt) -> tuple[int, int]:
    """Return the index of a statement's first line, and of the line after it."""
    decorators = getattr(node, "decorator_list", [])
    first = min([each.lineno for each in [node, *decorators]])
    return first - 1, node.end_lineno or 0


def _is_for_type_checkers(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" and not node.orelse


def _read_above(lines: Sequence[str]) -> tuple[str, bool, str]:
    """Return what stands above a statement: a section header, whether a blank line, a comment.

    A comment with a blank line below it belongs to no statement.
    """
    header = ""
    comment = ""
    blank = False
    for line in lines:
        if line.startswith(SECTION):
            header = line
            comment = ""
        elif line.startswith("#"):
            comment += line
        elif line != FOR_TYPE_CHECKERS:
            comment = ""
            blank = True
    return header, blank, comment


def _statement(
    node: ast.stmt, text: str, section: str, guard: str, blank: bool, comment: str
) -> Statement:
    table = symtable.symtable(dedent(text), "<statement>", "exec")
    names = set()
    needs = set(_globals_in(table)) | _names_in_quotes(node)
    if guard:
        needs.add("TYPE_CHECKING")
    for symbol in table.get_symbols():
        if symbol.is_assigned() or symbol.is_imported():
            names.add(symbol.get_name())
        elif symbol.is_referenced():
            needs.add(symbol.get_name())
    return Statement(node, frozenset(names), frozenset(needs), section, guard, blank, comment, text)


def _globals_in(table: symtable.SymbolTable) -> set[str]:
    """Return the global names that the scopes in a module read or write."""
    found = set()
    for scope in table.get_children():
        found |= _globals_in(scope)
        for symbol in scope.get_symbols():
            if symbol.is_global():
                found.add(symbol.get_name())
    return found


def _names_in_quotes(node: ast.stmt) -> set[str]:
    """Return the names in annotations that are in quotes."""
    found: set[str] = set()
    for each in ast.walk(node):
        for annotation in getattr(each, "annotation", None), getattr(each, "returns", None):
            if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
                table = symtable.symtable(annotation.value, "<annotation>", "eval")
                found.update(table.get_identifiers())
    return found


# ---- Picking statements ----


def reached(names: Iterable[str], module: Iterable[Statement]) -> set[str]:
    """Return these names, and all that the statements that define them need."""
    by_name: dict[str, set[str]] = {}
    for each in module:
        for name in each.names:
            by_name.setdefault(name, set()).update(each.needs)
    known: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in known:
            known.add(name)
            waiting += by_name.get(name, ())
    return known


def picked(module: Iterable[Statement], wanted: set[str]) -> list[Statement]:
    """Return the statements that define what is wanted, with no more imports than that."""
    found = []
    blank = False  # above what is left out
    section = ""
    for each in module:
        if each.section != section:
            blank = False
            section = each.section
        blank = blank or each.blank
        if not each.names & wanted:
            continue
        text = each.text
        if isinstance(each.node, ast.ImportFrom) and not each.names <= wanted:
            text = _import_of(each.node, wanted)
            if each.guard:
                text = f"    {text}"
        found.append(each._replace(text=text, blank=blank))
        blank = False
    return found


def _import_of(node: ast.ImportFrom, names: set[str]) -> str:
    """Return the source of an import of some of its names."""
    aliases = [alias for alias in node.names if (alias.asname or alias.name) in names]
    return ast.unparse(ast.ImportFrom(node.module, aliases, node.level)) + "\n"


def replaced(old: Iterable[Statement], new: Sequence[Statement]) -> list[Statement]:
    """Return the old statements with the new ones, together, in place of the first they replace."""
    names: set[str] = set()
    for each in new:
        names |= each.names
    result: list[Statement] = []
    waiting = new
    for each in old:
        if each.names & names:
            result += [statement._replace(section=each.section) for statement in waiting]
            waiting = []
        else:
            result.append(each)
    return result


@cache
def without_method(each: Statement, method: str) -> Statement:
    """Return a class without one of its methods."""
    assert isinstance(each.node, ast.ClassDef)
    lines = each.text.splitlines(keepends=True)
    start, _ = _rows_of(each.node)
    for node in each.node.body:
        if isinstance(node, ast.FunctionDef) and node.name == method:
            first, end = _rows_of(node)
            del lines[first - start - 1 : end - start]  # with the blank line above it
    (rest,) = statements("".join(lines))
    return rest._replace(section=each.section, blank=each.blank, comment=each.comment)


# ---- Putting a module together ----


def exports(names: Iterable[str], wanted: set[str]) -> str:
    """Return the source of `__all__`: the names, and URIError where something raises it."""
    public = {*names} | ({"URIError"} & wanted)
    # Constants, classes and functions, as isort has them.
    ordered = sorted(public, key=lambda name: (not name.isupper(), name.islower(), name))
    listed = [f'"{name}"' for name in ordered]
    line = f"__all__ = [{', '.join(listed)}]\n"
    if len(line) <= WIDTH:
        return line
    return "__all__ = [\n" + "".join([f"    {name},\n" for name in listed]) + "]\n"


def joined(module: Iterable[Statement]) -> str:
    """Return statements as source, each section below its header."""
    source = ""
    section = ""
    guard = ""
    after_block = True
    for each in module:
        above = ""
        if each.section != section:
            section = each.section
            source += f"\n\n{section}"
            above = "\n\n" if each.is_block else "\n"
        elif each.is_block or after_block:
            above = "\n\n"
        elif each.blank:
            above = "\n"
        source += above + each.comment
        if each.guard != guard:
            source += each.guard
            guard = each.guard
            if guard and each.is_block:
                source += "\n"
        source += each.text
        after_block = each.is_block
    return source.lstrip("\n")
