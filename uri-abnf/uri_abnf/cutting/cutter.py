# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut a module out of uri_regex: the functions that a program calls, and nothing else.

The functions of the library bring their patterns along, as they stand there (tree_shaker). With
`matches` or a grammar, templates/grammar_rules.py has `matches` and `validate`; `write_source` writes
the rules, and `tables` the states of rules whose errors are told, or whose patterns could be slow.
To be smaller, a module has shorter docstrings (strip), or statements of a template in place of the
library's. For MicroPython, see `micropython`.
"""

from __future__ import annotations

import builtins
import inspect
import keyword
import pkgutil
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import uri_regex

from .. import RFC2396, RFC3986, RFC3987, Grammar
from ..dfa import freeze
from ..errors import suggest
from ..python_writer import write_source
from . import tree_shaker
from .micropython import cut_for_micropython
from .strip import shorten_docstrings, without_docs
from .tables import write_states
from .tree_shaker import Statement

# How the template explains errors of these grammars; of others it says what was expected.
WITH_WORDS = (RFC2396, RFC3986, RFC3987)
ERRORS = dict.fromkeys(WITH_WORDS, "_error_in_words")
OF_A_GRAMMAR = ("matches", "validate")  # what the template has
# A long method that nothing calls is only for who asks for it.
ON_DEMAND = "URI.replace"
PUBLIC = [*uri_regex.__all__, ON_DEMAND, "matches"]
RULES = {"Rules", "RFC2396", "RFC3986", "RFC3987"}  # who asks for one has all methods of Rules
MAPPING = "(Mapping[str, str])"  # what Rules is for them alone
ALWAYS = ("__version__", "__all__")
LICENSE = """\
# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""


class Request(NamedTuple):
    """What a module is to have."""

    names: Sequence[str]
    rules: Sequence[str] = ()
    grammar: Grammar | None = None
    docs: bool = True
    short_docs: bool = False
    policies: bool = True
    iris: bool = True
    micropython: bool = False


def cut(request: Request, docstring: str) -> str:
    """Return the source of a module.

    Raises ValueError for what cannot be cut out, and GrammarError for an unknown rule.
    """
    if request.grammar is None and "matches" in request.names:
        request = request._replace(grammar=RFC3986)
    if request.micropython:
        template = read_template("micropython.py")
        body = cut_for_micropython(template, request.names, request.rules, request.grammar)
    else:
        body = tree_shaker.joined(module_for(request))
    if request.docs:
        end = "\n\n" if request.short_docs else ">>> "
        body = shorten_docstrings(body, documented(request.names), end)
    return f"{LICENSE}{docstring}\n{body}"


def documented(names: Iterable[str]) -> set[str]:
    """Return the names of functions, classes and methods that keep a docstring that is short."""
    found = {"URIError"}
    for name in names:
        owner, _, method = name.partition(".")
        found.update([owner, method])
        value = getattr(uri_regex, owner, None)
        if isinstance(value, type):
            found.update([each for each in vars(value) if not each.startswith("_")])
    return found


def module_for(request: Request) -> list[Statement]:
    """Return the statements that define the names and what they need."""
    for name in request.names:
        if name not in PUBLIC:
            hint = suggest(name, PUBLIC, f"; there are {', '.join(PUBLIC)}")
            raise ValueError(f"there is no public name {name!r}{hint}")
    module = library_for(request)
    if request.grammar is not None:
        module = with_rules(module, request, request.grammar)
    elif request.rules:
        raise ValueError("a --rule is for matches, and for validate with --grammar or --abnf")
    names = set(request.names)
    if ON_DEMAND in names:
        names.add("URI")
    module = tree_shaker.with_books(module, names)
    wanted = tree_shaker.reached(names.union(ALWAYS), module)
    (public,) = [each for each in module if "__all__" in each.names]
    listed = tree_shaker.exports(names - {ON_DEMAND}, wanted)
    module = tree_shaker.replaced(module, [public._replace(text=listed)])
    if request.short_docs:
        module = [each._replace(comment="") for each in module]
    return tree_shaker.picked(module, wanted)


# ---- The library ----


def read_template(name: str) -> str:
    """Return the text of a file in templates/, also from a zip archive."""
    data = pkgutil.get_data(__package__ or "", f"templates/{name}")
    assert data is not None
    return data.decode("utf-8")


def read_library() -> str:
    try:
        return inspect.getsource(uri_regex)
    except OSError:
        raise ValueError("the source of uri_regex, which cut copies from, is not there") from None


def statements_of(source: str, docs: bool) -> Sequence[Statement]:
    return tree_shaker.statements(source if docs else without_docs(source))


def statements_of_template(name: str, docs: bool) -> tuple[set[str], list[Statement]]:
    """Return the names that a template imports, which the library has, and its other statements."""
    module = statements_of(read_template(name), docs)
    imports = [each for each in module if each.is_import]
    return tree_shaker.names_of(imports), [each for each in module if not each.is_import]


def library_for(request: Request) -> list[Statement]:
    """Return the statements of the library, or what takes their place in a module."""
    library = statements_of(read_library(), request.docs)
    kept = {"policies": request.policies, "iris": request.iris, "redact": "redact" in request.names}
    for part, is_kept in kept.items():
        if not is_kept:
            _, template = statements_of_template(f"no_{part}.py", request.docs)
            library = tree_shaker.replaced(library, template)
    module: list[Statement] = []
    for each in library:
        if each.names == {"URI"}:
            module += tree_shaker.take_apart(each, name_on_demand)
        elif each.names == {"Rules"} and RULES.isdisjoint(request.names):
            own = without_docs(each.text.replace(MAPPING, "", 1))
            module += tree_shaker.take_apart(each._replace(text=own), name_when_called)
        else:
            module.append(each)
    return module


def name_on_demand(method: str) -> str:
    """Return what a method of URI is asked for by, or "" if it always stays."""
    name = f"URI.{method}"
    return name if name == ON_DEMAND else ""


def name_when_called(method: str) -> str:
    """Return what a method of Rules is called by, or "" if it always stays."""
    return "" if method == "__init__" else f".{method}"


# ---- Rules of a grammar ----


def with_rules(library: list[Statement], request: Request, grammar: Grammar) -> list[Statement]:
    """Return the library with `matches` and `validate` of a grammar's rules at its end."""
    if not {*OF_A_GRAMMAR}.intersection(request.names):
        raise ValueError("a grammar is for matches and validate")
    if not request.rules:
        raise ValueError("matches and validate of a grammar want a --rule")
    rules = list(dict.fromkeys(map(grammar.canonical_name, request.rules)))
    imported, own = statements_of_template("grammar_rules.py", request.docs)
    if "validate" not in request.names:
        own = [each for each in own if "validate" not in each.names]
    operations = {*request.names} - {*OF_A_GRAMMAR}
    called = operations | imported
    of_library = tree_shaker.reached(called, tree_shaker.with_books(library, called))
    if tree_shaker.names_of(own) & of_library:
        why = "this needs the validate of uri_regex; cut it alone"
        raise ValueError(f"{' '.join(operations)}: {why}")
    taken = {*tree_shaker.names_of(own), *of_library, *dir(builtins), *keyword.kwlist}
    source = rules_source(request, grammar, rules, taken)
    own = tree_shaker.replaced(own, tree_shaker.statements(source))
    # A constant for a rule may be called as one that is not needed here.
    others = [each for each in library if not each.names & (tree_shaker.names_of(own) - of_library)]
    return others + own


def rules_source(request: Request, grammar: Grammar, rules: Sequence[str], taken: set[str]) -> str:
    """Return what takes the place of the template's examples: patterns, states, the rules.

    States are needed for errors, which tell an offset, and for rules whose pattern could be slow.
    """
    with_errors = "validate" in request.names
    source, constants = write_source(grammar, list(filter(grammar.proven, rules)), taken)
    source += "\n\n"
    with_states = [rule for rule in rules if with_errors or rule not in constants]
    if with_states:
        automata = dict(zip(with_states, map(grammar.automaton, with_states)))
        source += write_states(freeze(automata, words=with_errors and grammar not in ERRORS)) + "\n"
    source += f'_DEFAULT = "{rules[0]}"\n_RULES = {{\n'
    for rule in rules:
        verdict = f'_matches_states("{rule}", text)'
        if rule in constants:
            verdict = f"_match({constants[rule]}, text) is not None"
        source += f'    "{rule}": lambda text: {verdict},\n'
    return f"{source}}}\n_error_for = {ERRORS.get(grammar, '_error')}\n"
