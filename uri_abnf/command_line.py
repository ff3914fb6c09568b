# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The command line: uri-abnf, or python3 -m uri_abnf.

It is made of the tables and functions of `uri_regex`, with commands of its own: what both have, as
`check`, works alike.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import uri_regex
from uri_regex import URIError, _print, _show, _tell, redact

from .engines import engine_called, engines, quote
from .errors import GrammarError, Problem
from .grammar import SHIPPED, Grammar
from .nodes import Set

_GRAMMARS = {name.lower(): grammar for name, grammar in SHIPPED.items()}
_LONGEST_LINE = 200  # characters of ABNF that are shown above a caret


# ---- Grammars ----


def _tell_problem(args: Any, path: str, problem: Problem, lines: Sequence[str]) -> None:
    """Write a problem of an ABNF file on stderr, and the line with a caret below it."""
    line, column = problem.line or 1, problem.column or 1
    _tell(args, 2, f"{redact(path)}:{line}:{column}: {problem.message}")
    text = lines[line - 1].replace("\t", " ")
    if problem.column and len(text) <= _LONGEST_LINE and redact(text) == text:
        _tell(args, 2, f"    {text}")
        _tell(args, 2, "^".rjust(uri_regex._measure_width(text[: column - 1]) + 5))


def _extend(args: Any, base: Grammar, path: str) -> Grammar:
    """Return a grammar with the rules of a file, too. What is wrong is told, and ends the program."""
    with open(path, encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        abnf = file.read()
    try:
        return base.extend(abnf, strict=not getattr(args, "lenient", False))
    except GrammarError as error:
        lines = abnf.replace("\r\n", "\n").split("\n")
        for problem in error.problems:
            _tell_problem(args, path, problem, lines)
        raise SystemExit(2) from None


def _check_policies(args: Any, text: str, checks: Any) -> None:
    """Raise a URIError unless the policies allow a text of the rule.

    A rule of one's own may be called URI and match "me:secret@a.example", whose parts policies would
    not see. So its text has to be a reference, too, with an authority.
    """
    if args.abnf:
        _GRAMMARS[args.grammar].validate(args.reference, text)
        if uri_regex.split(text).authority is None:
            raise URIError(text, "authority", 0, '"//"', 'with --abnf, policies need a "//"')
    uri_regex._check_policies(text, checks)


def _prepare(args: Any) -> None:
    """Put the grammar in args.rules, and spell args.rule as it does."""
    if not hasattr(args, "grammar"):
        return
    grammar = _GRAMMARS[args.grammar or "rfc3986"]
    args.rules = _extend(args, grammar, args.abnf) if args.abnf else grammar
    if not hasattr(args, "rule"):
        return
    its_uri = uri_regex._ITS_URI.get(args.grammar, "URI")
    if args.rule is None and args.abnf:
        own = [rule for rule in args.rules.rules if rule not in grammar.rules]
        raise ValueError(f"--abnf needs --rule; the file has {', '.join(own or args.rules.rules)}")
    args.rule = args.rules._name(args.rule or its_uri)
    args.reference = "IRI-reference" if its_uri == "IRI" else "URI-reference"
    args.policies_rule = args.reference if args.abnf else args.rule
    args.check_policies = partial(_check_policies, args)


# ---- Commands ----


def _explain_text(args: Any, text: str) -> str:
    """Return the text above its parts, or what each rule matches, or above a caret at what is wrong."""
    is_drawn = args.rule in uri_regex._REFERENCE_RULES or not args.rules.matches(args.rule, text)
    if is_drawn:
        return uri_regex._explain_text(args, text)
    return f"{_show(text)}\n{_draw_captures(args, text)}"


def _captured(args: Any, text: str) -> str:
    if not args.json:
        return _draw_captures(args, text)
    captures = args.rules.captures(args.rule, text)
    shown = {rule: texts for rule, texts in captures.items() if _is_shown(args, rule)}
    return uri_regex._to_json(shown)


def _draw_captures(args: Any, text: str) -> str:
    """Return a line for each rule that took part, as a tree."""
    lines = []
    for rule, start, end, depth in args.rules._spans(args.rule, text):
        if _is_shown(args, rule):
            matched = uri_regex._to_json(text[start:end], ascii_alone=False)
            lines.append(_show(" " * (2 * depth) + f"{rule} {matched}"))
    return "\n".join(lines)


def _is_shown(args: Any, rule: str) -> bool:
    """Return whether captures show a rule: those of one character, such as DIGIT, only with --all."""
    is_character = isinstance(args.rules._tree(rule), Set)
    return getattr(args, "all", False) or not is_character or rule == args.rule


def _warn_unproven(args: Any) -> None:
    if not args.rules.proven(args.rule):
        warning = f"uri-abnf: {args.rule} is not proven: its pattern can take exponential time"
        _tell(args, 0, f"{warning}; the command check and Grammar.matches do not")


def _run_pattern(args: Any) -> None:
    text = args.rules.pattern(args.rule, args.engine)
    engine = engine_called(args.engine)
    _print(quote(text, engine) if args.quoted else text)
    if engine.backtracks:
        _warn_unproven(args)


def _run_source(args: Any) -> None:
    _print(args.rules.source(args.rule, "portable" if args.portable else "re"))
    _warn_unproven(args)


def _run_compose(args: Any) -> None:
    text = args.rules.compose(args.template, args.engine)
    _print(quote(text, engine_called(args.engine)) if args.quoted else text)


def _run_engines(args: Any) -> None:
    for row in engines().values():
        _print(_show(f"{row.name:12} {row.anchored:10} {row.most:6,} repeats; {row.trap}"))


def _run_rules(args: Any) -> None:
    if args.name is None:
        _print("\n".join(args.rules.rules))
        return
    rule = args.rules._rule(args.name)
    works = args.rules._reading.works
    refers_to = [works[ref.lower()].name for ref in rule.refs]
    key = rule.name.lower()
    used_by = [other.name for other in works.values() if key in map(str.lower, other.refs)]
    _print(dedent(rule.text) + "\n")
    _print(f"refers to    {', '.join(refers_to) or 'nothing'}")
    _print(f"used by      {', '.join(used_by) or 'nothing'}")
    _print(f"proven       {'yes' if args.rules.proven(rule.name) else 'no'}")
    _print(f"pattern      {len(args.rules.pattern(rule.name)):,} characters")


def _read_operand(args: Any, text: str) -> tuple[Grammar, str]:
    """Return the grammar and the rule of RULE, GRAMMAR:RULE or FILE:RULE."""
    name, colon, rule = text.rpartition(":")
    if not colon:
        return args.rules, rule
    return _GRAMMARS.get(name) or _extend(args, _GRAMMARS[args.grammar], name), rule


def _run_compare(args: Any) -> None:
    (first, rule), (second, other) = map(partial(_read_operand, args), args.operands)
    comparison = first.compare(rule, other, second)
    names = list(map(redact, args.operands))
    if comparison.is_same:
        _print(f"{names[0]} and {names[1]} match the same texts")
        return
    for name, text in zip(names, comparison):
        if text is not None:
            _print(_show(f"only {name} matches {uri_regex._to_json(text, ascii_alone=False)}"))
    _tell(args, 1)


def _run_examples(args: Any) -> None:
    found = args.rules.examples(args.rule, args.count, seed=args.seed, invalid=bool(args.invalid))
    for text in found:
        _print(_show(text))
    if not found:
        _tell(args, 1, f"uri-abnf: no example of {args.rule} was found")


def _run_cut(args: Any) -> None:
    cutting = import_module(".cutting", __package__)  # which no other command needs
    _tell(args, cutting.run(args))


_FUNCTIONS: dict[str, Callable[[Any], None]] = {
    "check": uri_regex._run_check,
    "explain": partial(uri_regex._make_each, make=_explain_text),
    "pattern": _run_pattern,
    "source": _run_source,
    "compose": _run_compose,
    "engines": _run_engines,
    "rules": _run_rules,
    "captures": partial(uri_regex._make_each, make=_captured),
    "compare": _run_compare,
    "examples": _run_examples,
    "cut": _run_cut,
}


# ---- Tables ----

# Each command, what it does, and an example.
_COMMANDS = """
check     check that each line matches a rule       check --abnf my.abnf --rule token words.txt
explain   draw the parts of a text, or its rules    explain --rule host '[::1]'
pattern   print a rule as a regular expression      pattern --engine java --quoted URI
source    print a rule as Python source             source IPv6address
compose   write rules into a pattern                compose '(?P<host>(?&host)):(?P<port>(?&port))'
engines   list regular expression engines           engines
rules     list a grammar's rules, or show one       rules --grammar rfc2396 hostname
captures  show what each rule matched               captures URI http://a.example/b
compare   tell whether two rules match the same     compare host rfc2396:host
examples  print texts that match a rule             examples -n 20 --invalid IPv4address
cut       write a Python module                     cut is_uri split resolve -o _uri.py
"""
# The arguments, below the commands that take them, as in `uri_regex`.
_ARGUMENTS = """
check:
  FILE*                  files to read (default, or -: standard input)
  -t --text TEXT+        texts to check, instead of files
  --print WHICH          print only the valid or invalid lines; passwords are not masked
  -q --quiet             print nothing; report by the exit status
  --skip-blank           skip blank lines

check explain:
  --rule RULE            the rule to match (default: the grammar's for a URI; with --abnf, none)

pattern source captures examples:
  RULE                   the name of a rule

compose:
  TEMPLATE               a regular expression with (?&RULE) in it

pattern compose:
  --engine ENGINE        an engine that `engines` lists (default: portable)
  --quoted               print a string literal of the engine's language

source:
  --portable             without possessive quantifiers, for Python before 3.11.5 and other engines

rules:
  NAME?                  a rule to show: its ABNF, what it refers to, what refers to it

explain captures:
  TEXT*                  texts (default: the lines of standard input)

captures:
  --all                  show rules of one character, too, such as DIGIT

check captures:
  --json                 print one JSON object per line, with the passwords

compare:
  OPERANDS               two of RULE, GRAMMAR:RULE and FILE:RULE

examples:
  -n --count COUNT       how many (default: 10)
  --seed SEED            a number; each gives other texts (default: 1)
  --invalid              print texts that are wrong by one character

cut:
  NAME+                  a public name of uri_regex, or matches
  --rule RULES           a rule that matches and validate know; can be given again
  --grammar GRAMMAR?     the grammar of matches and validate
  --abnf FILE            ABNF rules that extend the grammar
  --no-docs              leave out docstrings and comments
  --short-docs           leave docstrings out, but for a paragraph of each public name
  --no-policies          write validate and parse without policies
  --no-iris              write validate, parse and URI.replace for URIs alone, without the rules of IRIs
  --micropython          write a module without re
  -o --output FILE       the file (default: standard output)
  --check                each NAME is a module: say whether it is what its command writes now

check explain pattern source compose rules captures compare examples:
  --grammar GRAMMAR      the grammar to use (default: rfc3986)
  --abnf FILE            ABNF rules that extend the grammar (policies of check then need a "//")
  --lenient              leave out the rules of --abnf that do not work, instead of failing
"""
_VALUES: dict[str, dict[str, Any]] = {
    **uri_regex._VALUES,
    "COUNT": {"type": int, "default": 10},
    "ENGINE": {"default": "portable"},
    "GRAMMAR": {"choices": _GRAMMARS, "default": "rfc3986", "metavar": None},
    "GRAMMAR?": {"choices": _GRAMMARS, "nargs": None, "metavar": None},
    "OPERANDS": {"nargs": 2, "metavar": "RULE"},
    "RULES": {"action": "append", "default": [], "dest": "known", "metavar": "RULE"},
    "SEED": {"type": int, "default": 1},
}
_PROGRAM = SimpleNamespace(
    name="uri-abnf",
    about="Make regular expressions, Python source and modules of ABNF (RFC 5234).",
    commands=_COMMANDS,
    arguments=_ARGUMENTS,
    values=_VALUES,
    functions=_FUNCTIONS,
    prepare=_prepare,
    elsewhere=uri_regex._FUNCTIONS.keys() - _FUNCTIONS.keys(),
    other="uri-regex (python3 uri_regex.py)",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line: `argv` without the program's name (default: that of the process).

    Return the exit status: 0 for success, 1 for "no" (invalid, or not the same), 2 for a failure.

    >>> main(["pattern", "port"])
    [0-9]*
    0
    """
    return uri_regex._run(_PROGRAM, sys.argv[1:] if argv is None else argv)
