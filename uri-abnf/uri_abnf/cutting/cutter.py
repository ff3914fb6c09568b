# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut a module out of uri_regex: the functions that a program calls, and nothing else.

The functions of the library bring their patterns along, as they stand there (tree_shaker). With
`matches` or a grammar, templates/grammar_rules.py has `matches` and `validate`; `write_source` writes
the rules, and `tables` the states of rules whose errors are told, or whose patterns could be slow.
To be smaller, a module has shorter docstrings (strip), only the sentences that it can say (sentences),
and what a template no_….py has in place of what is left out.
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
from .sentences import without_unsaid
from .strip import shorten_docstrings, without_docs
from .tables import write_states
from .tree_shaker import Statement

# Errors of these grammars are explained in words; those of others say what was expected.
WITH_WORDS = (RFC2396, RFC3986, RFC3987)
OF_A_GRAMMAR = ("matches", "validate")  # what the template has
# A long method that nothing calls is only for who asks for it.
ON_DEMAND = "URI.replace"
# What a module can do without: a property that can raise errors of its own, and a class.
ADDRESS = "URI.address"
WITHOUT = (ADDRESS, "Rules")
PUBLIC = [*uri_regex.__all__, ON_DEMAND, "matches"]
GRAMMARS = {"RFC2396", "RFC3986", "RFC3987"}
RULES = {"Rules", *GRAMMARS}  # who asks for one has all methods of Rules
MAPPING = "(Mapping[str, str])"  # what Rules is for them alone
# "annotations" is `from __future__ import annotations`, under which the library is written.
ALWAYS = ("annotations", "__version__", "__all__")
LICENSE = """\
# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""


class Request(NamedTuple):
    """What a module is to have."""

    names: Sequence[str]
    rules: Sequence[str] = ()
    grammar: Grammar | None = None
    without: Sequence[str] = ()
    docs: bool = True


def cut(request: Request, docstring: str) -> str:
    """Return the source of a module.

    Raises ValueError for what cannot be cut out, and GrammarError for an unknown rule.
    """
    if request.grammar is None and "matches" in request.names:
        request = request._replace(grammar=RFC3986)
    body = tree_shaker.joined(module_for(request))
    if request.docs:
        body = shorten_docstrings(body, documented(request.names))
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
    if "Rules" in request.without:
        module = with_dicts(module, request)
    names = set(request.names)
    if ON_DEMAND in names:
        names.add("URI")
    module = tree_shaker.with_books(module, names)
    wanted = tree_shaker.reached(names.union(ALWAYS), module)
    (public,) = [each for each in module if "__all__" in each.names]
    listed = tree_shaker.exports(names - {ON_DEMAND}, wanted)
    module = tree_shaker.replaced(module, [public._replace(text=listed)])
    module = tree_shaker.picked(module, wanted)
    return without_unsaid(module)


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


def with_template(library: Sequence[Statement], name: str, docs: bool) -> list[Statement]:
    """Return the statements of the library, those of a template in place of its own."""
    _, template = statements_of_template(name, docs)
    return tree_shaker.replaced(library, template)


def library_for(request: Request) -> list[Statement]:
    """Return the statements of the library, or what takes their place in a module."""
    library = statements_of(read_library(), request.docs)
    if "redact" not in request.names:
        library = with_template(library, "no_redact.py", request.docs)
    module: list[Statement] = []
    for each in library:
        if each.names == {"URI"}:
            head, *members = tree_shaker.take_apart(each, name_on_demand)
            if ADDRESS not in request.without:
                head = head._replace(needs=head.needs | {ADDRESS})
            module += [head, *members]
        elif each.names == {"Rules"} and RULES.isdisjoint(request.names):
            own = without_docs(each.text.replace(MAPPING, "", 1))
            module += tree_shaker.take_apart(each._replace(text=own), name_when_called)
        else:
            module.append(each)
    return module


def with_dicts(library: list[Statement], request: Request) -> list[Statement]:
    """Return the library with plain dicts in place of the instances of Rules."""
    others = {*request.names} - GRAMMARS
    if "Rules" in tree_shaker.reached(others, tree_shaker.with_books(library, others)):
        raise ValueError(f"{' '.join(sorted(others))}: this needs Rules; leave out --without Rules")
    return with_template(library, "no_rules.py", request.docs)


def name_on_demand(method: str) -> str:
    """Return what a method of URI is asked for by, or "" if it always stays."""
    name = f"URI.{method}"
    return name if name in (ON_DEMAND, ADDRESS) else ""


def name_when_called(method: str) -> str:
    """Return what a method of Rules is called by, or "" if it always stays."""
    return "" if method == "__init__" else f".{method}"


# ---- Rules of a grammar ----


def with_rules(library: list[Statement], request: Request, grammar: Grammar) -> list[Statement]:
    """Return the library with `matches` and `validate` of a grammar's rules at its end."""
    if not {*OF_A_GRAMMAR}.intersection(request.names):
        raise ValueError("a grammar is for matches and validate")
    if not request.rules:
        raise ValueError("matches and validate of a grammar need a --rule")
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
        words = with_errors and grammar not in WITH_WORDS
        source += write_states(freeze(automata, words=words)) + "\n"
    source += f'_DEFAULT = "{rules[0]}"\n_RULES = {{\n'
    for rule in rules:
        verdict = f'_matches_states("{rule}", text)'
        if rule in constants:
            verdict = f"_match({constants[rule]}, text) is not None"
        source += f'    "{rule}": lambda text: {verdict},\n'
    error = "_error_in_words" if grammar in WITH_WORDS else "_error"
    return f"{source}}}\n_error_for = {error}\n"
