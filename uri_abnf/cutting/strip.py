# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Source with fewer docstrings, comments and annotations."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Collection

# These comments stay: the license, and what is meant for a tool.
FOR_TOOLS = ("# SPDX", "# type:", "# noqa", "# fmt:")
CUT = "\0"  # takes the place of what is cut out: no source has it


# ---- Shorter docstrings ----


def without_examples(source: str) -> str:
    """Return source in which docstrings have no examples, and those of private functions one line.

    The library has all of it for who wants to change a function.
    """

    def shorten(name: str, docstring: str) -> str:
        if name.startswith("_"):
            return docstring.partition("\n")[0]
        return docstring.partition(">>> ")[0]

    return _rewrite_docstrings(source, shorten)


def with_first_paragraphs(source: str, public: Collection[str]) -> str:
    """Return source in which docstrings of public names have a paragraph, and others are left out."""

    def shorten(name: str, docstring: str) -> str:
        return docstring.partition("\n\n")[0] if name in public else ""

    return _rewrite_docstrings(source, shorten)


def _rewrite_docstrings(source: str, shorten: Callable[[str, str], str]) -> str:
    """Return source in which each function and class has the docstring that `shorten` returns.

    It gets the name, and the docstring as it is written, from its opening to before its closing quotes.
    """
    lines = source.splitlines(keepends=True)
    for node in reversed(_with_docstrings(source)):
        docstring = node.body[0]
        first, end = docstring.lineno - 1, docstring.end_lineno or 0
        written = "".join(lines[first:end]).rstrip().removesuffix('"""')
        short = shorten(node.name, written).rstrip()
        kept = [f'{short}"""\n']
        if "\n" in short:
            kept = [short, "\n", "".ljust(docstring.col_offset), '"""\n']
        elif not short and len(node.body) == 1:  # a body has a statement
            continue
        elif not short:
            kept = []
            end += lines[end] == "\n"
        lines = [*lines[:first], *kept, *lines[end:]]
    return "".join(lines)


def _with_docstrings(source: str) -> list[ast.FunctionDef | ast.ClassDef]:
    """Return the functions and classes that have a docstring, in the order of their lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            found.append(node)
    return sorted(found, key=lambda node: node.lineno)


# ---- Without them ----


def without_docs(source: str, *, annotations: bool = True) -> str:
    """Return source without docstrings and comments; or without annotations, too."""
    finder = _Finder(source)
    found = finder.docs
    if not annotations:
        found += finder.annotations
    for first, end, instead in sorted(found, reverse=True):
        source = source[:first] + instead + source[end:]
    source = re.sub(f"(?m)^ *{CUT}\n\n?", "", source)
    return re.sub(f" *{CUT}", "", source)


class _Finder(ast.NodeVisitor):
    """Where docstrings, comments and annotations begin and end in source, and what replaces them."""

    def __init__(self, source: str) -> None:
        self.docs: list[tuple[int, int, str]] = []
        self.annotations: list[tuple[int, int, str]] = []
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT and not token.string.startswith(FOR_TOOLS):
                row, column = token.start
                start = self.starts[row - 1] + column
                self.docs.append((start, start + len(token.string), CUT))
        self.visit(ast.parse(source))

    def index(self, row: int, column: int) -> int:
        """Return the index of a place that `ast` tells, whose columns are of UTF-8."""
        before = self.lines[row - 1].encode()[:column]
        return self.starts[row - 1] + len(before.decode())

    def start(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        return self.index(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.index(node.end_lineno, node.end_col_offset)

    def visit_Module(self, node: ast.Module) -> None:
        self.visit_body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.visit_body(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.returns:
            start = self.start(node.returns) - len(" -> ")
            self.annotations.append((start, self.end(node.returns), ""))
        self.visit_body(node)

    def visit_body(self, node: ast.Module | ast.ClassDef | ast.FunctionDef) -> None:
        if ast.get_docstring(node, clean=False) is not None and len(node.body) > 1:
            self.docs.append((self.start(node.body[0]), self.end(node.body[0]), CUT))
        self.generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> None:
        of_keywords = dict(zip(node.kwonlyargs, node.kw_defaults))
        of_others = dict(zip(reversed(node.args), reversed(node.defaults)))
        for argument in [*node.args, *node.kwonlyargs]:
            name_end = self.start(argument) + len(argument.arg)
            default = of_keywords.get(argument) or of_others.get(argument)
            if argument.annotation and default:
                self.annotations.append((name_end, self.start(default), "="))
            elif argument.annotation:
                self.annotations.append((name_end, self.end(argument), ""))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.annotations.append((self.end(node.target), self.start(node.value), " = "))
