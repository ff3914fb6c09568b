# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The weight of uri_regex.py: its code lines, by section and in all.

    python3 conformance/weight.py                      uri_regex.py
    python3 conformance/weight.py FILE…                other files, such as cut modules

A code line has code on it. Docstrings, comments and blank lines do not count. Nor do tables of text:
strings of six lines and more that have a name (ABNF, the engines).
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "uri_regex.py"
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENDMARKER,
}  # fmt: skip


def code_lines(source: str) -> set[int]:
    """The numbers of the lines that count."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    tree = ast.parse(source)
    left_out: list[ast.stmt] = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            left_out += node.body[: ast.get_docstring(node) is not None]
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            left_out += [node] * ((node.end_lineno or 0) - node.lineno > 5)
    for node in left_out:
        lines.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return lines


def sections(source: str) -> Counter[str]:
    """The code lines of each section, by its header: `# ---- Errors -----`."""
    counted, header = code_lines(source), "before the first section"
    counts: Counter[str] = Counter()
    for number, line in enumerate(source.split("\n"), 1):
        header = line.strip("# -") if line.startswith("# ----") else header
        counts[header] += number in counted
    return +counts


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Code lines, by section and in all.")
    parser.add_argument("files", nargs="*", type=Path, default=[SOURCE], metavar="FILE")
    for file in parser.parse_args(argv).files:
        source = file.read_text(encoding="utf-8")
        counts = sections(source)
        for section, count in counts.items():
            print(f"{count:6,} {section}")
        whole = f"{len(source.splitlines()):,} lines, {len(source.encode()):,} bytes"
        print(f"{sum(counts.values()):6,} code lines in {file.name}: {whole}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
