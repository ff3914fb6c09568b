# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Only the sentences that a module can say: those of the codes that it can raise.

A module can raise a code that stands as a string in its statements. A string that is compared does not
count, nor a key, nor the rule or the part of a URIError: "scheme" is a code, and also a rule.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from uri_regex import REASONS

from .tree_shaker import Statement

ERROR = "URIError"
# A row of the table of sentences: a code, a colon, and a sentence, which may go on in the next line.
ROW = re.compile(r"(?m)^([a-z0-9-]+): (?:.*\\\n)*.*\n")


def without_unsaid(module: Sequence[Statement]) -> list[Statement]:
    """Return the module with no more rows in its table of sentences than it can say."""
    raised = find_codes([each for each in module if not _is_table(each)])
    if not raised:
        return [*module]  # if it has the table, it was asked for
    return [_pick_rows(each, raised) if _is_table(each) else each for each in module]


def find_codes(module: Iterable[Statement]) -> set[str]:
    """Return the codes that statements can raise."""
    found: set[str] = set()
    for each in module:
        found.update(_read_strings(each.node))
    return found.intersection(REASONS)


def _read_strings(node: ast.AST) -> Iterator[str]:
    """Yield each string that may be a code."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        if child not in _list_names(node):
            yield from _read_strings(child)


def _list_names(node: ast.AST) -> list[ast.AST | None]:
    """Return what names something else in a node."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Dict):
        return [*node.keys]
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.Call) and ast.unparse(node.func) == ERROR:
        return [*node.args[1:2], *[each for each in node.keywords if each.arg == "part"]]
    return []


def _is_table(each: Statement) -> bool:
    """Return whether a statement is the string with the sentences of all codes."""
    value = getattr(each.node, "value", None)
    return isinstance(value, ast.Constant) and set(ROW.findall(each.text)) == {*REASONS}


def _pick_rows(each: Statement, codes: set[str]) -> Statement:
    text = ROW.sub(lambda row: row[0] if row[1] in codes else "", each.text)
    return each._replace(text=text)
