# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Notes in source: docstrings, comments and annotations, and source with fewer of them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection

# Without notes, these comments stay: the license, and what is meant for a tool.
FOR_TOOLS = ("# SPDX", "# type:", "# noqa", "# fmt:")
CUT = "\0"  # what takes the place of a note that is cut out: no source has it


def with_short_docs(source: str) -> str:
    """Return source in which docstrings have no examples, and those of private functions one line.

    Who wants to change a function, or to see it run, finds all of it where it was cut from.
    """
    lines = source.splitlines(keepends=True)
    for node in reversed(_with_docstrings(source)):
        docstring = node.body[0]
        first, last = docstring.lineno - 1, (docstring.end_lineno or 0) - 1
        kept = lines[first : first + 1]
        if not node.name.startswith("_"):
            kept = "".join(lines[first : last + 1]).partition(">>> ")[0].rstrip().splitlines(True)
        if len(kept) <= last - first:
            kept[-1] = kept[-1].rstrip("\n")
            kept.append('"""\n' if len(kept) == 1 else "\n" + lines[last])
            lines = [*lines[:first], *kept, *lines[last + 1 :]]
    return "".join(lines)


def with_first_paragraphs(source: str, public: Collection[str]) -> str:
    """Return source in which docstrings have a paragraph, those of public names, or are left out."""
    lines = source.splitlines(keepends=True)
    for node in reversed(_with_docstrings(source)):
        docstring = node.body[0]
        first, end = docstring.lineno - 1, docstring.end_lineno or 0
        if node.name in public:
            text = "".join(lines[first:end])
            paragraph = text.rstrip().removesuffix('"""').partition("\n\n")[0].rstrip()
            indent = "".ljust(docstring.col_offset)
            is_one_line = "\n" not in paragraph
            kept = [f'{paragraph}"""\n' if is_one_line else f'{paragraph}\n{indent}"""\n']
        elif len(node.body) > 1:
            kept = []
            end += lines[end] == "\n"
        else:
            continue
        lines = [*lines[:first], *kept, *lines[end:]]
    return "".join(lines)


def _with_docstrings(source: str) -> list[ast.FunctionDef | ast.ClassDef]:
    """Return the functions and classes that have a docstring, in the order of their lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            found.append(node)
    return sorted(found, key=lambda node: node.lineno)


def without_notes(source: str, *, annotations: bool = True) -> str:
    """Return source without docstrings and comments; or without annotations, too."""
    notes = _Notes(source)
    found = notes.found
    if not annotations:
        found += notes.annotations
    for first, end, instead in sorted(found, reverse=True):
        source = source[:first] + instead + source[end:]
    source = re.sub(f"(?m)^ *{CUT}\n\n?", "", source)
    return re.sub(f" *{CUT}", "", source)


class _Notes(ast.NodeVisitor):
    """The notes in source: where each begins and ends, and what takes its place."""

    def __init__(self, source: str) -> None:
        self.found: list[tuple[int, int, str]] = []
        self.annotations: list[tuple[int, int, str]] = []
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT and not token.string.startswith(FOR_TOOLS):
                row, column = token.start
                start = self.starts[row - 1] + column
                self.found.append((start, start + len(token.string), CUT))
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
            self.found.append((self.start(node.body[0]), self.end(node.body[0]), CUT))
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
