# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Keep only the statements of a module that some names need, directly or through others.

A statement takes along the comments directly above it, and the header of its section. An import, and
an `if TYPE_CHECKING:`, lose the names that are not needed. A statement needs the global names in it,
as Python's own symbol tables tell them. A class may be taken apart into its members, so that a module
has only the methods that it calls.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..python_writer import WIDTH

SECTION = "# ----"
# Python 3.14 adds the first; a method that calls super() reads the second.
IMPLIED = {"__conditional_annotations__", "__class__"}


class Statement(NamedTuple):
    """A statement of a module, or of a class that is taken apart, in whole lines."""

    node: ast.stmt
    text: str
    section: str  # the header of the section that it stands in
    blank: bool  # a blank line stands above it
    comment: str
    names: frozenset[str] = frozenset()  # that it defines
    # The global names in it, and ".name" for each attribute.
    needs: frozenset[str] = frozenset()
    owner: str = ""  # the class of which it is a member

    def is_wanted(self, wanted: Collection[str]) -> bool:
        is_there = not self.owner or self.owner in wanted
        return is_there and not self.names.isdisjoint(wanted)

    @property
    def is_block(self) -> bool:
        return not self.owner and isinstance(self.node, (ast.FunctionDef, ast.ClassDef))

    @property
    def is_import(self) -> bool:
        """Return whether it imports something, perhaps only for type checkers."""
        node = self.node.body[0] if isinstance(self.node, ast.If) else self.node
        return isinstance(node, (ast.Import, ast.ImportFrom))


# ---- Taking a module apart ----


@lru_cache(maxsize=1_000)
def statements(source: str) -> Sequence[Statement]:
    """Return the statements of a module, without its docstring."""
    nodes, row = _after_docstring(ast.parse(source).body, 0)
    found = []
    for each in _read_body(nodes, source.splitlines(keepends=True), row):
        names, needs = _read_names(each.node, each.text)
        found.append(each._replace(names=names, needs=needs))
    return found


@lru_cache(maxsize=100)
def take_apart(each: Statement, name_of: Callable[[str], str]) -> Sequence[Statement]:
    """Return a class as its first lines and its members.

    A method stays only if it is wanted by the name that `name_of` returns for it. A method for which
    that is "", and all that is no method, stays with the class.
    """
    (node,) = ast.parse(each.text).body
    assert isinstance(node, ast.ClassDef)
    lines = each.text.splitlines(keepends=True)
    nodes, row = _after_docstring(node.body, _rows_of(node.body[0])[0])
    head = "".join(lines[:row])
    _, needs = _read_names(ast.Pass(), f"{head}    pass\n")
    members: list[Statement] = []
    for member in _read_body(nodes, lines, row):
        name = ""
        if isinstance(member.node, ast.FunctionDef):
            name = name_of(member.node.name)
        if not name:
            name = f"{node.name}:{len(members)}"
            needs |= {name}
        # As the body of a class, so that the names in it are read as they are there.
        _, its_needs = _read_names(member.node, f"class _:\n{member.comment}{member.text}")
        member = member._replace(names=frozenset([name]), needs=its_needs, owner=node.name)
        members.append(member._replace(section=each.section))
    node.body = []
    return [each._replace(node=node, text=head, needs=needs), *members]


def _after_docstring(body: list[ast.stmt], row: int) -> tuple[list[ast.stmt], int]:
    """Return a body without its docstring and the row below that; without one, the given row."""
    for first in body[:1]:
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            return body[1:], first.end_lineno or 0
    return body, row


def _read_body(nodes: Iterable[ast.stmt], lines: Sequence[str], row: int) -> Iterator[Statement]:
    """Yield the statements of a body, which stand in lines from a row on."""
    section = ""
    for node in nodes:
        first, end = _rows_of(node)
        header, blank, comment = _read_above(lines[row:first])
        section = header or section
        row = end
        yield Statement(node, "".join(lines[first:end]), section, blank, comment)


def _rows_of(node: ast.stmt) -> tuple[int, int]:
    """Return the index of a statement's first line, and of the line after it."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first, *_ = [*decorators, node]
    return first.lineno - 1, node.end_lineno or 0


def _read_above(lines: Iterable[str]) -> tuple[str, bool, str]:
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
        elif line.lstrip().startswith("#"):
            comment += line
        else:
            comment = ""
            blank = True
    return header, blank, comment


def _read_names(node: ast.stmt, source: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a statement defines, and those that it needs."""
    table = symtable.symtable(source, "<statement>", "exec")
    names = set()
    needs = _globals_in(table) | _read_attributes(node)
    for symbol in table.get_symbols():
        if symbol.is_assigned() or symbol.is_imported():
            names.add(symbol.get_name())
        elif symbol.is_referenced():
            needs.add(symbol.get_name())
    loops = _read_loops(node)
    return frozenset(names - loops), frozenset(needs - loops - IMPLIED)


def _read_loops(node: ast.stmt) -> set[str]:
    """Return the variables of comprehensions, which are a module's names from Python 3.12 on."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.comprehension):
            found.update([name.id for name in ast.walk(each.target) if isinstance(name, ast.Name)])
    return found


def _globals_in(table: symtable.SymbolTable) -> set[str]:
    """Return the global names that the scopes in a module read or write."""
    found = set()
    for scope in table.get_children():
        found |= _globals_in(scope)
        for symbol in scope.get_symbols():
            if symbol.is_global():
                found.add(symbol.get_name())
    return found


def _read_attributes(node: ast.stmt) -> set[str]:
    """Return ".name" for each attribute, and the names in annotations that are in quotes."""
    found: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute):
            found.add(f".{each.attr}")
        for annotation in getattr(each, "annotation", None), getattr(each, "returns", None):
            if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
                table = symtable.symtable(annotation.value, "<annotation>", "eval")
                found.update(table.get_identifiers())
    return found


# ---- Picking statements ----


def names_of(module: Iterable[Statement]) -> set[str]:
    return set().union(*[each.names for each in module])


def reached(names: Iterable[str], module: Sequence[Statement]) -> set[str]:
    """Return these names, and all that the statements that define them need."""
    wanted = set(names)
    before = 0
    while len(wanted) > before:
        before = len(wanted)
        for each in reversed(module):
            if each.is_wanted(wanted):
                wanted |= each.needs
    return wanted


def picked(module: Iterable[Statement], wanted: set[str]) -> list[Statement]:
    """Return the statements that define what is wanted, with no more imports than that."""
    found = []
    blank = False  # above what is left out
    for each in module:
        blank = blank or each.blank
        if not each.is_wanted(wanted):
            continue
        text = each.text
        if each.is_import and not each.names <= wanted:
            text = ast.unparse(_Wanted(wanted).visit(ast.parse(text))) + "\n"
        found.append(each._replace(text=text, blank=blank))
        blank = False
    return found


class _Wanted(ast.NodeTransformer):
    """Leaves imports and assignments out that define no wanted name, in an `if`, too."""

    def __init__(self, wanted: set[str]) -> None:
        self.wanted = wanted

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        node.names = [each for each in node.names if (each.asname or each.name) in self.wanted]
        return node if node.names else None

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        return None if self.wanted.isdisjoint(map(ast.unparse, node.targets)) else node


def replaced(old: Iterable[Statement], new: Sequence[Statement]) -> list[Statement]:
    """Return the old statements, with the new ones in place of those that they replace.

    Both are in the same order. A new statement that replaces none goes before the next one.
    """
    result: list[Statement] = []
    names = names_of(new)
    for each in old:
        if each.names.isdisjoint(names):
            result.append(each)
            continue
        end = max([i for i, other in enumerate(new, 1) if each.names & other.names], default=0)
        result += [statement._replace(section=each.section) for statement in new[:end]]
        new = new[end:]
    return result


# ---- Rules that are registered ----

# The library writes `PORT = uri_rules["port"] = f"[{DIGIT}]*+"`, and uri_rules is a book. A module
# that needs the book has all registrations in it. Any other module has only the rules that it needs,
# as plain assignments: `PORT = f"[{DIGIT}]*+"`.
# This function registers a class: `DIGIT = add_class(core_rules, "DIGIT", "0-9")`.
ADD_CLASS = "add_class"


def with_books(module: Sequence[Statement], names: Iterable[str]) -> list[Statement]:
    """Return the module for these names: registrations in a book that none of them needs are plain."""
    # What stands in a book needs no other book, only the rules there.
    needed = reached(names, [_shape(each, set()) for each in module])
    return [_shape(each, needed) for each in module]


def _shape(each: Statement, needed: set[str]) -> Statement:
    """Return a registration as the module has it; any other statement stays."""
    book = _book_of(each)
    if book in needed:
        # What needs the book needs each rule in it.
        return each._replace(names=each.names | {book})
    if book and each.names:
        return _plain(each)
    return each


def _book_of(each: Statement) -> str:
    """Return the name of the book in which a statement registers a rule, or ""."""
    if isinstance(each.node, ast.Assign) and isinstance(each.node.targets[-1], ast.Subscript):
        return ast.unparse(each.node.targets[-1].value)
    call = getattr(each.node, "value", None)
    if isinstance(call, ast.Call) and ast.unparse(call.func) == ADD_CLASS:
        return ast.unparse(call.args[0])
    return ""


@lru_cache(maxsize=1_000)
def _plain(each: Statement) -> Statement:
    """Return a registration as the assignment of its pattern alone."""
    (node,) = ast.parse(each.text).body
    assert isinstance(node, ast.Assign)
    value = node.value
    if isinstance(value, ast.Call) and ast.unparse(value.func) == ADD_CLASS:
        value = value.args[-1]
    pattern = ast.get_source_segment(each.text, value) or ""
    if "\n" in pattern:
        pattern = f"(\n    {pattern}\n)"
    (name,) = each.names
    (plain,) = statements(f"{name} = {pattern}\n")
    return plain._replace(section=each.section, blank=each.blank, comment=each.comment)


# ---- Putting a module together ----


def exports(names: Iterable[str], wanted: set[str]) -> str:
    """Return the source of `__all__`: the names, and URIError where something raises it."""
    public = {*names} | ({"URIError"} & wanted)
    # Constants, classes and functions, as isort has them.
    ordered = sorted(public, key=lambda name: (not name.isupper(), name.islower(), name))
    listed = [f'"{name}"' for name in ordered]
    line = f"__all__ = [{', '.join(listed)}]\n"
    if len(line) <= WIDTH:  # with its end
        return line
    return "__all__ = [\n" + "".join([f"    {name},\n" for name in listed]) + "]\n"


def joined(module: Iterable[Statement]) -> str:
    """Return statements as source, each section below its header."""
    source = ""
    section = ""
    after_block = True
    for each in module:
        above = ""
        if each.section != section:
            section = each.section
            source += f"\n\n{section}"
            above = "\n\n" if each.is_block else "\n"
        elif not each.owner and (each.is_block or after_block):
            above = "\n\n"
        elif each.blank:
            above = "\n"
        source += above + each.comment + each.text
        after_block = each.is_block or bool(each.owner)
    return source.lstrip("\n")
