"""Counts the code lines of a module by section: no docstring, comment, blank line or table of text.

    python3 conformance/weight.py [FILE]

A table of text is a constant of the module that is one string of more than five lines: the ABNF of the
grammars, the table of engines, and what `standalone` writes into a module.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path

NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENDMARKER,
}  # fmt: skip


def _lines(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def weigh(source: str) -> dict[str, int]:
    """The code lines of each section, by its header, in their order."""
    tree, code = ast.parse(source), set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            code |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        if documented and ast.get_docstring(node) is not None:
            code -= set(_lines(node.body[0]))
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign) else None
        if (
            isinstance(value, ast.Constant)
            and isinstance(value.value, str)
            and len(_lines(node)) > 6
        ):
            code -= set(_lines(node))
    section, weights = "", {"": 0}
    for number, line in enumerate(source.split("\n"), 1):
        if line.startswith("# ----"):
            section = line.strip("# -")
            weights[section] = 0
        weights[section] += number in code
    return weights


def main(path: str = "uri_regex.py") -> None:
    source = Path(path).read_text(encoding="utf-8")
    weights = weigh(source)
    for section, weight in weights.items():
        print(f"{weight:6,}  {section or 'imports and names'}")
    lines = source.count("\n")
    print(f"{sum(weights.values()):6,}  code lines of {lines:,}, {len(source.encode()):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:2])
