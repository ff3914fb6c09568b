# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Rules that are registered in a book where they stand, for modules with and without that book.

The library writes `PORT = uri_rules.add("port", f"[{DIGIT}]*+")`. A module that needs the book has all
registrations of it. Any other module has only the rules that it needs, as plain assignments:
`PORT = f"[{DIGIT}]*+"`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from .tree_shaker import Statement, reached, statements

REGISTER = ("add", "add_class", "add_reference")  # the methods of a book: the rule's name, its pattern, and more
INDENT = "    "


def with_books(module: Sequence[Statement], names: Iterable[str]) -> list[Statement]:
    """Return the module for these names: registrations in a book that none of them needs are plain."""
    books = {_book_of(each) for each in module} - {""}
    # What stands in a book needs no other book, only the rules there.
    needed = reached(names, [_shape(each, set()) for each in module]) & books
    return [_shape(each, needed) for each in module]


def _shape(each: Statement, needed: set[str]) -> Statement:
    """Return a registration as the module has it; any other statement stays."""
    book = _book_of(each)
    if not book:
        return each
    if book in needed:
        # What needs the book needs each rule in it.
        return each._replace(names=each.names | {book})
    if not each.names:
        return each
    return _plain(each)


def _book_of(each: Statement) -> str:
    """Return the name of the book in which a statement registers a rule, or ""."""
    call = getattr(each.node, "value", None)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return ""
    book = call.func.value
    is_registration = isinstance(book, ast.Name) and call.func.attr in REGISTER
    return ast.unparse(book) if is_registration else ""


def _plain(each: Statement) -> Statement:
    """Return a registration as the assignment of its pattern alone."""
    (node,) = ast.parse(each.text).body
    assert isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    pattern = ast.get_source_segment(each.text, node.value.args[1]) or ""
    if "\n" in pattern:
        pattern = f"(\n{INDENT}{pattern}\n)"
    (name,) = each.names
    (plain,) = statements(f"{name} = {pattern}\n")
    return plain._replace(section=each.section, blank=each.blank, comment=each.comment)
