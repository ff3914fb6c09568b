# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What `cut.py --micropython` does: functions of without_re.py, with the tables of their rules.

Whole statements are taken, without docstrings, comments and annotations: a small device has to read
and compile what there is.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

from uri_regex import RFC3986, RFC3987, Grammar

from .byte_table import Source, table_source
from .frozen import freeze, rule_name
from .statements import exports, joined, reached, replaced, written

WITHOUT_RE = Path(__file__).with_name("without_re.py")
NAMES = [
    "is_absolute_uri",
    "is_relative_ref",
    "is_uri",
    "is_uri_reference",
    "matches",
    "merge",
    "normalize",
    "percent_decode",
    "percent_encode",
    "recompose",
    "remove_dot_segments",
    "resolve",
    "split",
    "validate",
]
# Where without_re has a rule of RFC 3986.
CONSTANTS = {"_URI": "URI", "_URI_REFERENCE": "URI-reference"}


def cut_without_re(names: list[str], rules: list[str], grammar: Grammar | None) -> str:
    """Return the source of these functions, and of what they need.

    `matches` and `validate` know these rules of the grammar. Without one, `validate` knows URI,
    URI-reference and these rules of RFC 3987. Raises ValueError for what cannot be had, and
    GrammarError for an unknown rule.
    """
    for name in names:
        if name not in NAMES:
            raise ValueError(f"{name} cannot be cut out for MicroPython, only {', '.join(NAMES)}")
    library = written(_without_notes(WITHOUT_RE.read_text(encoding="utf-8")))
    needed = reached(names, library)
    if "_RULES" in needed:
        if grammar is None:
            rules = ["URI", "URI-reference", *rules]
        if not rules:
            raise ValueError("no rule is given for matches and validate")
    elif rules:
        raise ValueError("rules are for matches and validate")
    constants = [name for name in CONSTANTS if name in needed]
    module = replaced(library, written(_rules_source(constants, rules, grammar or RFC3987)))
    wanted = reached(names, module)
    public = written(exports(names, wanted))
    return joined(public + [each for each in module if each.names & wanted])


def _rules_source(constants: list[str], rules: list[str], grammar: Grammar) -> str:
    """Return what takes the place of examples: tables, and the rules, which lead to them."""
    of_constants = [CONSTANTS[name] for name in constants]
    rules = list(dict.fromkeys([rule_name(grammar, rule) for rule in rules]))
    if grammar in (RFC3986, RFC3987):
        tables = _tables(grammar, [*of_constants, *rules], "_TABLE")
        of_grammar = tables
        source = tables.statements
    else:
        tables = _tables(RFC3986, of_constants, "_TABLE")
        of_grammar = _tables(grammar, rules, "_GRAMMAR")
        source = tables.statements + of_grammar.statements
    for name in constants:
        source += f"{name} = {tables.rules[CONSTANTS[name]]}\n"
    if rules:
        source += "_RULES = {\n"
        for rule in rules:
            source += f'    "{rule}": {of_grammar.rules[rule]},\n'
        source += f'}}\n_DEFAULT = "{rules[0]}"\n'
    return source


def _tables(grammar: Grammar, rules: list[str], name: str) -> Source:
    if not rules:
        return Source("", {})
    return table_source(freeze(grammar, list(dict.fromkeys(rules)), words=False), name)


def _without_notes(source: str) -> str:
    """Return source without docstrings, comments, annotations and empty lines."""
    notes = _Notes(source)
    for first, end, instead in sorted(notes.found, reverse=True):
        source = source[:first] + instead + source[end:]
    return re.sub(r"\s*\n", "\n", source)


class _Notes(ast.NodeVisitor):
    """The notes in source: where each begins and ends, and what takes its place."""

    def __init__(self, source: str) -> None:
        self.found: list[tuple[int, int, str]] = []
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                start = self.starts[row - 1] + column
                self.found.append((start, start + len(token.string), ""))
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

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):  # a docstring
            self.found.append((self.start(node), self.end(node), ""))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.returns:
            self.found.append((self.start(node.returns) - len(" -> "), self.end(node.returns), ""))
        self.generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> None:
        of_keywords = dict(zip(node.kwonlyargs, node.kw_defaults))
        of_others = dict(zip(reversed(node.args), reversed(node.defaults)))
        for argument in [*node.args, *node.kwonlyargs]:
            name_end = self.start(argument) + len(argument.arg)
            default = of_keywords.get(argument) or of_others.get(argument)
            if default:
                self.found.append((name_end, self.start(default), "="))
            else:
                self.found.append((name_end, self.end(argument), ""))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.found.append((self.end(node.target), self.start(node.value), " = "))
