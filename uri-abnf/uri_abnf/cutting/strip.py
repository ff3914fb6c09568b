# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Source with shorter docstrings, or without docstrings and comments."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection
from functools import cache

# These comments stay: the license, and what is meant for a tool.
FOR_TOOLS = ("# SPDX", "# type:", "# noqa", "# fmt:")
EXAMPLES = ">>> "  # They end a docstring.
# Takes the place of what is cut out: no source has it.
CUT = "\0"


# ---- Shorter docstrings ----


def shorten_docstrings(source: str, public: Collection[str]) -> str:
    """Return source in which docstrings of public names have no examples, and others are left out.

    The library has all of it for who wants to change a function.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or not ast.get_docstring(node):
            continue
        docstring = node.body[0]
        first, after = docstring.lineno - 1, docstring.end_lineno or 0
        short = ""
        if node.name in public:
            written = "".join(lines[first:after]).rstrip().removesuffix('"""')
            short = written.partition(EXAMPLES)[0].rstrip()
        kept = f'{short}"""\n'
        if "\n" in short:
            kept = short + "\n" + "".ljust(docstring.col_offset) + '"""\n'
        elif not short and len(node.body) == 1:  # a body has a statement
            continue
        elif not short:
            kept = ""
            after += lines[after] == "\n"
        for row in range(first, after):
            lines[row] = ""
        lines[first] = kept
    return "".join(lines)


# ---- Without them ----


@cache
def without_docs(source: str) -> str:
    """Return source without comments and the docstrings of functions and classes."""
    bare = shorten_docstrings(source, ())
    lines = bare.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(bare).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(FOR_TOOLS):
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column] + CUT + "\n"
    bare = re.sub(f"(?m)^ *{CUT}\n\n?", "", "".join(lines))
    return re.sub(f" *{CUT}", "", bare)
