# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut a module without `re`, for MicroPython: functions of a template, and tables of their rules.

Whole statements are taken, without docstrings and comments: a small device has to read and compile
what there is.
"""

from __future__ import annotations

from collections.abc import Sequence

from uri_regex import __version__

from .. import RFC3986, RFC3987, Grammar
from ..dfa import freeze
from .strip import without_docs
from .tables import write_table
from .tree_shaker import Statement, exports, joined, names_of, picked, reached, replaced, statements

# Rules of RFC 3986 that the template reads.
CONSTANTS = {"_URI": "URI", "_URI_REFERENCE": "URI-reference"}


def cut_for_micropython(
    template: str, names: Sequence[str], rules: Sequence[str], grammar: Grammar | None
) -> str:
    """Return the source of these functions, and of what they need.

    `matches` and `validate` know these rules of the grammar. Without one, `validate` knows URI,
    URI-reference and these rules of RFC 3987. Raises ValueError for what cannot be had, and
    GrammarError for an unknown rule.
    """
    module = statements(without_docs(template))
    public = list_public(module)
    for name in names:
        if name not in public:
            raise ValueError(f"{name} cannot be cut out for MicroPython, only {', '.join(public)}")
    needed = reached(names, module)
    if "_RULES" not in needed:
        if rules:
            raise ValueError("rules are for matches and validate")
    elif grammar is None:
        rules = ["URI", "URI-reference", *rules]
    elif not rules:
        raise ValueError("matches and validate of a grammar want a --rule")
    constants = [name for name in CONSTANTS if name in needed]
    module = replaced(module, statements(_rules_source(constants, rules, grammar or RFC3987)))
    wanted = reached(names, module)
    head = f'__version__ = "{__version__}"\n{exports(names, wanted)}'
    return head + joined(picked(module, wanted))


def list_public(module: Sequence[Statement]) -> list[str]:
    """Return the names of the public functions."""
    found = names_of([each for each in module if each.is_block])
    return sorted([name for name in found if name.islower() and not name.startswith("_")])


def _rules_source(constants: Sequence[str], rules: Sequence[str], grammar: Grammar) -> str:
    """Return what takes the place of examples: the table, and where each rule begins in it."""
    rules = list(map(grammar.canonical_name, rules))
    automata = {name: RFC3986.automaton(CONSTANTS[name]) for name in constants}
    automata.update(zip(rules, map(grammar.automaton, rules)))
    source, starts = write_table(freeze(automata, words=False))
    for name in constants:
        source += f"{name} = {starts[name]}\n"
    if rules:
        rows = [f'    "{rule}": {starts[rule]},\n' for rule in dict.fromkeys(rules)]
        source += f'_RULES = {{\n{"".join(rows)}}}\n_DEFAULT = "{rules[0]}"\n'
    return source
