# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut a module out of uri_regex: the functions that a program calls, and nothing else.

    python3 -m uri_abnf cut is_uri split resolve -o _uri.py
    python3 -m uri_abnf cut matches validate --abnf date.abnf --rule date -o _date.py
    python3 -m uri_abnf cut --check _uri.py _date.py

A NAME is a public name of uri_regex, or `matches`. With `matches`, --grammar or --abnf, `matches` and
`validate` are those of a grammar, and the default of their keyword `rule` is the first --rule.

A module is a list of statements, each with the names that it defines and those that it needs. Those
are kept that define what is asked for, and, over and over, what these need (statements.py). So the
functions of the library bring their patterns along, as they stand there. For rules of a grammar,
own_rules.py has the functions; `source` writes the rules, and state_table.py the states of rules whose
errors are told, or whose patterns could be slow. To be smaller, a module has less of the docstrings
(notes.py), or no policies (without_policies.py). For MicroPython, see cut_without_re.py.
"""

from __future__ import annotations

import ast
import builtins
import errno
import inspect
import keyword
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import uri_regex

from . import RFC2396, RFC2732, RFC3986, RFC3987, RFC6874, Grammar, GrammarError
from .cut_without_re import cut_without_re
from .notes import with_first_paragraphs, with_short_docs, without_notes
from .smallest import freeze
from .source import write_source
from .state_table import write_states
from .statements import (
    Statement,
    exports,
    joined,
    picked,
    reached,
    replaced,
    statements,
    without_method,
)

VERSION = uri_regex.__version__
LIBRARY = Path(inspect.getfile(uri_regex))
OWN_RULES = Path(__file__).with_name("own_rules.py")
WITHOUT_POLICIES = Path(__file__).with_name("without_policies.py")
OF_A_GRAMMAR = ("matches", "validate")  # what own_rules.py has
OF_URIS = "_GRAMMAR = RFC3986  # whose rules the functions know\n"
# Methods that no function calls, and that are long: only for who asks for one of these names.
METHODS_ALONE = (
    ("URI", "replace", {"URI"}),
    ("Rules", "partial", {"Rules", "RFC2396", "RFC3986", "RFC3987"}),
)
ALWAYS = ("__version__", "__all__")
GRAMMARS = {
    "rfc2396": RFC2396,
    "rfc2732": RFC2732,
    "rfc3986": RFC3986,
    "rfc3987": RFC3987,
    "rfc6874": RFC6874,
}
WITH_WORDS = (RFC3986, RFC3987, RFC2396, RFC2732)  # for which the library has plain words
LICENSE = """\
# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""
COMMAND = "python3 -m uri_abnf cut"
WIDTH = 98


# ---- A module ----


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


def cut(request: Request, command: str) -> str:
    """Return the source of a module, which names the command that makes it.

    Raises ValueError for what cannot be cut out, and GrammarError for an unknown rule.
    """
    if request.micropython:
        body = without_re_of(request)
    else:
        body = joined(module_of(request))
    if request.short_docs:
        body = with_first_paragraphs(body, documented(request.names))
    return f"{LICENSE}{docstring(command)}\n{body}"


def documented(names: Iterable[str]) -> set[str]:
    """Return the names of functions, classes and methods that keep a docstring that is short."""
    found = {"URIError", *names}
    for name in names:
        value = getattr(uri_regex, name, None)
        if isinstance(value, type):
            found.update([each for each in vars(value) if not each.startswith("_")])
    return found


def without_re_of(request: Request) -> str:
    grammar = request.grammar
    if grammar is None and "matches" in request.names:
        grammar = RFC3986
    return cut_without_re(request.names, request.rules, grammar, VERSION)


def module_of(request: Request) -> list[Statement]:
    """Return the statements that define the names and what they need."""
    check_names(request.names)
    module = library_for(request)
    if request.grammar is not None or "matches" in request.names:
        module = with_rules(module, request)
    elif request.rules:
        raise ValueError("a --rule is for matches, and for validate with --grammar or --abnf")
    wanted = reached([*request.names, *ALWAYS], module)
    (public,) = [each for each in module if "__all__" in each.names]
    module = replaced(module, [public._replace(text=exports(request.names, wanted))])
    return picked(module, wanted)


def check_names(names: Iterable[str]) -> None:
    public = [*uri_regex.__all__, "matches"]
    for name in names:
        if name not in public:
            raise ValueError(f"there is no public name {name!r} among {', '.join(public)}")


@cache
def read_statements(path: Path, docs: bool) -> list[Statement]:
    source = path.read_text(encoding="utf-8")
    return statements(with_short_docs(source) if docs else without_notes(source))


def library_for(request: Request) -> list[Statement]:
    """Return the statements of the library, or what takes their place in a module."""
    library = read_statements(LIBRARY, request.docs)
    if not request.policies:
        module = read_statements(WITHOUT_POLICIES, request.docs)
        library = replaced(library, [each for each in module if not each.is_import])
    if not request.iris:
        library = replaced(library, statements(OF_URIS))
    for name, method, asked in METHODS_ALONE:
        if asked.isdisjoint(request.names):
            (found,) = [each for each in library if each.names == {name}]
            library = replaced(library, [without_method(found, method)])
    return library


# ---- Rules of a grammar ----


def with_rules(library: list[Statement], request: Request) -> list[Statement]:
    """Return the library with `matches` and `validate` of a grammar's rules at its end."""
    grammar = request.grammar or RFC3986
    if not {*OF_A_GRAMMAR}.intersection(request.names):
        raise ValueError("a grammar is for matches and validate")
    if not request.rules:
        raise ValueError("matches and validate of a grammar want a --rule")
    rules = list(dict.fromkeys([grammar._name(rule) for rule in request.rules]))
    own, helpers = own_rules_for(request)
    own_names = names_of(own)
    operations = {*request.names} - {*OF_A_GRAMMAR}
    of_library = reached(operations | helpers, library)
    if own_names & of_library:
        raise ValueError(
            f"{' '.join(operations)}: this needs the validate of uri_regex; cut it alone"
        )
    taken = {*own_names, *of_library, *dir(builtins), *keyword.kwlist}
    tables = rules_source(grammar, rules, taken, "validate" in request.names)
    own = replaced(own, statements(tables))
    # A constant for a rule may be called as one that is not needed here.
    others = [each for each in library if not each.names & (names_of(own) - of_library)]
    return others + own


def names_of(module: Iterable[Statement]) -> set[str]:
    return set().union(*[each.names for each in module])


def own_rules_for(request: Request) -> tuple[list[Statement], set[str]]:
    """Return the statements of own_rules.py, and the names that it imports, which the library has."""
    module = read_statements(OWN_RULES, request.docs)
    helpers = names_of([each for each in module if each.is_import])
    own = [each for each in module if not each.is_import]
    if "validate" not in request.names:
        own = [each for each in own if "validate" not in each.names]
    return own, helpers


def rules_source(grammar: Grammar, rules: Sequence[str], taken: set[str], with_errors: bool) -> str:
    """Return what takes the place of the examples in own_rules.py: patterns, states, the rules.

    States are needed for errors, which tell an offset, and for rules whose pattern could be slow.
    """
    proven = [rule for rule in rules if grammar.proven(rule)]
    source = ""
    names: dict[str, str] = {}
    if proven:
        text, names = write_source(grammar, proven, taken)
        source = f"{text}\n\n"
    with_states = rules
    if not with_errors:
        with_states = [rule for rule in rules if rule not in names]
    if with_states:
        source += write_states(freeze(grammar, with_states, words=with_errors)) + "\n"
    source += f'_DEFAULT = "{rules[0]}"\n_RULES = {{\n'
    for rule in rules:
        verdict = f'_matches_states("{rule}", text)'
        if rule in names:
            verdict = f"_match({names[rule]}, text) is not None"
        source += f'    "{rule}": lambda text: {verdict},\n'
    error = "_error_in_words" if grammar in WITH_WORDS else "_error"
    return f"{source}}}\n_error_for = {error}\n"


# ---- The command in a module's docstring ----


def docstring(command: str) -> str:
    """Return the docstring of a module, with the command that makes it."""
    lines = [f"Cut out of uri_regex {VERSION} by:"]
    for word in [*COMMAND.split(), *map(shlex.quote, shlex.split(command))]:
        if len(lines[-1]) + len(word) >= WIDTH:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    text = "\n".join(lines).replace("\\", r"\\").replace('"', r"\"")
    return f'"""{text}"""\n'


def command_in(path: Path) -> tuple[str, list[str]]:
    """Return the version in a module's docstring, and the arguments of its command."""
    try:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")), clean=False)
    except (SyntaxError, ValueError):
        text = None
    head = re.escape("Cut out of uri_regex VERSION by: " + COMMAND)
    head = head.replace("VERSION", "([^ ]+)").replace(r"\ ", r"\s")
    match = re.match(rf"{head}\s(.*)\Z", text or "", re.DOTALL)
    if match is None:
        raise ValueError(f"{path}: no module that {COMMAND} has written")
    return match[1], shlex.split(match[2])


# ---- The command ----


# What changes a module, and so stands in its command.
FLAGS = ("no-docs", "short-docs", "no-policies", "no-iris", "micropython")


def command_of(args: Any) -> str:
    """Return the arguments that make a module, without -o."""
    words = [*args.name]
    for rule in args.known:
        words += ["--rule", rule]
    if args.grammar:
        words += ["--grammar", args.grammar]
    if args.abnf:
        words += ["--abnf", args.abnf]
    for flag in FLAGS:
        if getattr(args, flag.replace("-", "_")):
            words.append(f"--{flag}")
    return shlex.join(words)


def grammar_of(args: Any) -> Grammar | None:
    """Return the grammar that is asked for. Raises ValueError if its ABNF cannot be read."""
    grammar = GRAMMARS[args.grammar] if args.grammar else None
    if not args.abnf:
        return grammar
    try:
        abnf = Path(args.abnf).read_text(encoding="utf-8-sig")
        return (grammar or RFC3986).extend(abnf)
    except UnicodeDecodeError:
        raise ValueError(f"{args.abnf}: ABNF is ASCII text") from None
    except GrammarError as error:
        raise ValueError(f"{args.abnf}: {error}") from None


def module(args: Any) -> str:
    """Return the module that is asked for."""
    request = Request(
        args.name,
        args.known,
        grammar_of(args),
        docs=not args.no_docs,
        short_docs=args.short_docs,
        policies=not args.no_policies,
        iris=not args.no_iris,
        micropython=args.micropython,
    )
    return cut(request, command_of(args))


def is_current(path: Path, program: Any) -> bool:
    """Print whether a module is what its command writes now, and return it.

    `program` has the tables of arguments.
    """
    version, argv = command_in(path)
    now = f"as uri_regex {VERSION} writes it"
    try:
        source = module(uri_regex._make_parser(program).parse_args(["cut", *argv]))
    except (OSError, ValueError, SystemExit) as error:  # the last after --help
        raise ValueError(f"{path}: its command fails: {error}") from None
    if path.read_text(encoding="utf-8") == source:
        print(f"{path}: {now}")
        return True
    before = "" if version == VERSION else f"; it was cut out of {version}"
    print(f"{path}: not {now}{before}")
    return False


def save(path: str, source: str) -> None:
    """Write a file as a whole or not at all; through a link, with the mode that it had."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):  # a device, or a folder
        Path(target).write_text(source, encoding="utf-8")
        return
    new = f"{target}.{os.getpid()}.new"
    with open(new, "x", encoding="utf-8", newline="\n") as file:  # never an existing file
        try:
            if os.path.exists(target):
                shutil.copymode(target, new)
            file.write(source)
            file.close()
            os.replace(new, target)
        except BaseException:
            os.unlink(new)
            raise


def write(path: str | None, source: str) -> None:
    """Write to a file, or to standard output. Raises OSError with the name that was given."""
    if path is None:
        if sys.stdout is None:  # it was closed before Python began
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        print(source, end="", flush=True)
        return
    try:
        save(path, source)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def check(names: Iterable[str], program: Any) -> int:
    """Say which modules are current. Return 0 if all are, 1 if one is not, 2 if one is no module."""
    status = 0
    for name in names:
        try:
            status = max(status, 0 if is_current(Path(name), program) else 1)
        except OSError as error:
            print(f"uri-abnf: {name}: {error.strerror}", file=sys.stderr)
            status = 2
        except ValueError as error:
            print(f"uri-abnf: {error}", file=sys.stderr)
            status = 2
    return status


def run(args: Any) -> int:
    """Do what the arguments ask for, and return the status. Raises OSError and ValueError."""
    if args.check:
        return check(args.name, args.program)
    write(args.output, module(args))
    return 0
