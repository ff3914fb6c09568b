# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module as a list of statements, which the cutters take apart and put together."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterable
from typing import NamedTuple


class Statement(NamedTuple):
    """A statement of a module, with the comment right above it and the section it stands in."""

    node: ast.stmt
    names: frozenset[str]  # that it defines
    needs: frozenset[str]  # that it mentions
    section: str
    blank: bool  # a blank line stands above it
    comment: str
    text: str

    @property
    def is_block(self) -> bool:
        return isinstance(self.node, (ast.FunctionDef, ast.ClassDef))


def statements(source: str) -> list[Statement]:
    """Return the statements of a module after its docstring."""
    lines = source.splitlines(keepends=True)
    docstring, *nodes = ast.parse(source).body
    end = docstring.end_lineno or 0
    section = ""
    found = []
    for node in nodes:
        decorators = getattr(node, "decorator_list", [])
        first = min([each.lineno for each in [node, *decorators]]) - 1
        comment = ""
        blank = False
        for line in lines[end:first]:
            if line.startswith("# ----"):
                section = line
            elif line.startswith("#"):
                comment += line
            else:
                comment = ""
                blank = True
        end = node.end_lineno or 0
        text = "".join(lines[first:end])
        defines, needs = frozenset(names_of(text)), frozenset(names_in(node))
        found.append(Statement(node, defines, needs, section, blank, comment, text))
    return found


def names_of(source: str) -> set[str]:
    """Return the names that a statement of a module defines."""
    names = set()
    for symbol in symtable.symtable(source, "<statement>", "exec").get_symbols():
        if symbol.is_assigned() or symbol.is_imported():
            names.add(symbol.get_name())
    return names


def names_in(node: ast.AST) -> set[str]:
    """Return the names that a part of a module mentions, but for those that it imports itself."""
    names = set()
    imported = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            names.add(each.id)
        elif isinstance(each, ast.alias):
            imported.add(each.asname or each.name)
    return names - imported


def written(source: str) -> list[Statement]:
    """Return the statements of source that has no docstring."""
    return statements(f'""\n{source}')


def replaced(old: list[Statement], new: list[Statement]) -> list[Statement]:
    """Return the old statements with the new ones, together, in place of the first they replace."""
    names: set[str] = set()
    for each in new:
        names |= each.names
    result = []
    waiting = new
    for each in old:
        if each.names & names:
            result += [statement._replace(section=each.section) for statement in waiting]
            waiting = []
        else:
            result.append(each)
    return result


def reached(names: Iterable[str], module: list[Statement]) -> set[str]:
    """Return these names, and all that the statements that define them need."""
    known: set[str] = set()
    wanted = set(names)
    while wanted - known:
        known |= wanted
        for each in module:
            if each.names & known:
                wanted |= each.needs
    return known


def exports(names: Iterable[str], wanted: set[str]) -> str:
    """Return the source of `__all__`: the names, and URIError where something raises it."""
    public = {*names} | ({"URIError"} & wanted)
    listed = ""
    # Constants, classes and functions, as isort has them.
    for name in sorted(public, key=lambda name: (not name.isupper(), name.islower(), name)):
        listed += f'    "{name}",\n'
    return f"__all__ = [\n{listed}]\n"


def joined(module: list[Statement]) -> str:
    """Return statements as source, each section below its heading."""
    source = ""
    section = ""
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
        source += above + each.comment + each.text
        after_block = each.is_block
    return source.lstrip("\n")
