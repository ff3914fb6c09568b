# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The grammars of other RFCs: what uri_abnf makes of them.

    python3 evidence/grammars.py                   some 640 rules; ten minutes
    python3 evidence/grammars.py --quick           few texts, a minute
    python3 evidence/grammars.py --only rfc5322 --strings 1000

They are the ABNF that PyPI `abnf` ships (pip install abnf). Each is read as it is, with strict=False.
Which rules work is worked out here, too, with the reader of standards.py, and has to be the same.
Texts are made for each rule that works: by random derivation, and by mutation of these.

What a text is, is decided by automata.py, which shares no code with uri_abnf or `abnf`. Held to it:
    matches; re, regex: the portable pattern; possessive
    offset: where validate says that the text goes wrong; partial, of the text and of a part of it
A pattern that is not proven may take for ever: it gets a second, and is counted as "slow".

Exit status 1 if anything is wrong. "proven" counts rules.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import multiprocessing
import pkgutil
import random
import re
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import standards
from automata import Reader
from texts import derive, mutate

from uri_abnf import Grammar
from uri_regex import URIError

try:
    import regex
except ImportError:
    regex = None
try:
    import abnf.grammars
except ImportError:
    abnf = None


# ---- Reading, beside uri_abnf --------------------------------------------------------------------

HEAD = re.compile(r"(?m)^[ \t]*([A-Za-z][\w-]*)[ \t\r\n]*=/?")


def leaves(tree: standards.Tree) -> Iterator[tuple[str, Any]]:
    """The sets and names of a tree, but what stands 0 times: RFC 3987 has 0<ipchar>."""
    kind, content, *counts = tree
    if kind in ("set", "ref"):
        yield kind, content
    elif kind != "rep":
        for part in content:
            yield from leaves(part)
    elif counts[1] != 0:
        yield from leaves(content)


class Reading(NamedTuple):
    rules: standards.Rules
    own: dict[str, str]  # the names of the text's own rules, in lower case and as written
    works: set[str]


def read(text: str) -> Reading:
    """The trees of a text's rules, and which of them reach nothing that a tree is not made for."""
    rules = standards.Rules("", standards.CORE)
    own: dict[str, str] = {}
    bad: set[str] = set()
    for name, definition in definitions(text):
        key = name.lower()
        own.setdefault(key, name)
        try:
            tree = tree_of(key, definition)
        except (ValueError, IndexError):
            bad.add(key)
            continue
        if is_incremental(definition):
            tree = ("alt", [rules[key], tree])
        rules[key] = tree
    return Reading(rules, own, working(rules, bad) & own.keys())


def definitions(text: str) -> Iterator[tuple[str, str]]:
    """The name of each rule and all that defines it, up to the name of the next."""
    heads = list(HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]]
    ends.append(len(text))
    for head, end in zip(heads, ends):
        yield head[1], text[head.start() : end].strip()


def is_incremental(definition: str) -> bool:
    """Whether it adds alternatives to the rule of that name: RFC 5234, section 3.3."""
    head = HEAD.match(definition)
    return head is not None and head[0].endswith("/")


def tree_of(key: str, definition: str) -> standards.Tree:
    """The tree of one definition; a ValueError or an IndexError if none can be made."""
    if re.search(r"<[^>]*[^\w>-]", re.sub(r'"[^"]*"|;.*', "", definition)):
        raise ValueError("prose")
    if is_incremental(definition):
        definition = definition.replace("=/", "=", 1)
    return standards.Rules(definition)[key]


def working(rules: standards.Rules, bad: set[str]) -> set[str]:
    """The rules that reach no bad one and come to an end: they reach no circle, either."""
    refs = {}
    for key, tree in rules.items():
        refs[key] = {name for kind, name in leaves(tree) if kind == "ref"}
    good = rules.keys() - bad
    done: set[str] = set()
    while grown := {key for key in good - done if refs[key] <= done}:
        done |= grown
    return done


# ---- Texts and verdicts --------------------------------------------------------------------------


def edges(tree: standards.Tree, rules: standards.Rules, seen: set[str]) -> Iterator[int]:
    """The code points at and next to the ends of all ranges of a tree."""
    for kind, content in leaves(tree):
        if kind == "set":
            for low, high in content:
                yield from (low - 1, low, high, high + 1)
        elif content not in seen:
            seen.add(content)
            yield from edges(rules[content], rules, seen)


def texts_of(tree: standards.Tree, rules: standards.Rules, count: int, seed: str) -> list[str]:
    rng = random.Random(seed)
    points = {n for n in edges(tree, rules, set()) if 0 <= n <= standards.TOP}
    points -= set(range(0xD800, 0xE000))
    alphabet = "".join(map(chr, sorted(points)))[:400] + 'aZ0 -.,;:/?#"\\<>@%\n\u00e9'
    texts = {"": None}
    for _ in range(count):
        text = derive(tree, rules, rng)
        if len(text) > 200:
            continue
        texts[text] = None
        for _ in range(2):
            text = mutate(text, rng, alphabet)
            texts[text] = None
    return list(texts)


def read_text(reader: Reader, text: str) -> tuple[bool, int, str]:
    return reader.read(map(ord, text))


class TooLong(Exception):
    """The clock has run down."""


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """TooLong after so many seconds of this process; `re` and `regex` look for signals."""

    def ring(*_: Any) -> None:
        raise TooLong(f"{seconds} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    # Again and again, for what is raised in a __del__ is lost
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ---- The comparison ------------------------------------------------------------------------------


class Finding(NamedTuple):
    way: str
    found: object
    wanted: object


def ways(grammar: Grammar, rule: str) -> dict[str, Callable[[str], object]]:
    """Each way to a verdict: false or None is no."""
    found: dict[str, Callable[[str], object]] = {
        "matches": lambda text: grammar.matches(rule, text),
        "re": re.compile(grammar.pattern(rule)).fullmatch,
    }
    if regex:
        found["regex"] = regex.compile(grammar.pattern(rule)).fullmatch
        found["possessive"] = regex.compile(grammar.pattern(rule, "possessive")).fullmatch
    return found


class Ways:
    """The ways to a verdict by one rule; one that has taken too long is not asked again."""

    def __init__(self, grammar: Grammar, rule: str, counts: Counter[str]) -> None:
        self.asks = ways(grammar, rule)
        self.must_be_fast = set(self.asks) if grammar.proven(rule) else {"matches"}
        self.slow: set[str] = set()
        self.counts = counts

    def findings(self, text: str, valid: bool) -> list[Finding]:
        got = []
        for way, ask in self.asks.items():
            if way in self.slow:
                continue
            try:
                with at_most(1.0):
                    got.append(Finding(way, ask(text) not in (None, False), valid))
            except TooLong:
                self.slow.add(way)
                self.counts["slow"] += 1
                if way in self.must_be_fast:
                    got.append(Finding(way, "more than a second", valid))
        return got


def offset_found(grammar: Grammar, rule: str, text: str, offset: int, is_valid: bool) -> Finding:
    try:
        grammar.validate(rule, text)
    except URIError as error:
        return Finding("offset", error.offset, offset)
    if is_valid:
        return Finding("offset", "none", "none")
    return Finding("offset", "none", offset)


def check(grammar: Grammar, reading: Reading, count: int, counts: Counter[str]) -> Iterator[str]:
    """Tell what is wrong with the rules of one grammar."""
    for rule in grammar.rules:
        if rule.lower() not in reading.works:
            continue
        tree = ("ref", rule.lower())
        texts = texts_of(tree, reading.rules, count, f"3986 {rule}")
        reader = Reader(tree, reading.rules)
        yield from check_rule(grammar, rule, reader, texts, counts)


def check_rule(
    grammar: Grammar,
    rule: str,
    reader: Reader,
    texts: list[str],
    counts: Counter[str],
) -> Iterator[str]:
    counts["proven"] += grammar.proven(rule)
    every_way = Ways(grammar, rule, counts)
    gc.collect()  # and else not: a clock that rings in a __del__ is not heard
    for text in texts:
        counts["strings"] += 1
        is_valid, offset, verdict = read_text(reader, text)
        part = text[: len(text) // 2]
        findings = every_way.findings(text, is_valid)
        findings += [
            offset_found(grammar, rule, text, offset, is_valid),
            Finding("partial", grammar.partial(rule, text), verdict),
            Finding("partial", grammar.partial(rule, part), read_text(reader, part)[2]),
        ]
        for way, found, wanted in findings:
            if found != wanted:
                counts["wrong"] += 1
                yield f"{way} of {rule}: {text!a} gives {found!r}, must be {wanted!r}"


def run(job: tuple[str, int]) -> tuple[str, Counter[str], list[str]]:
    """What is to be printed of one grammar: its title, its counts, and what is wrong."""
    name, count = job
    began = time.perf_counter()
    gc.disable()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cls = importlib.import_module(f"abnf.grammars.{name}").Rule
    text = cls.grammar
    if not isinstance(text, str):
        text = "\n".join(text)
    grammar = Grammar(text, strict=False)
    reading = read(text)
    works = {rule.lower() for rule in grammar.rules} & reading.own.keys()
    explained = {problem.rule.lower() for problem in grammar.problems if problem.rule}
    told = [f"{reading.own[key]} works, or not" for key in works ^ reading.works]
    for key in reading.own.keys() - works - explained:
        told.append(f"nothing says why {reading.own[key]} is left out")
    counts = Counter(rules=len(reading.own), read=len(works), wrong=len(told))
    told += check(grammar, reading, count, counts)
    counts["seconds"] = round(time.perf_counter() - began)
    return name, counts, [f"{name}: {line}" for line in told[:20]]


COLUMNS = "rules", "read", "proven", "strings", "wrong", "slow", "seconds"


def grammar_names(only: str | None) -> list[str]:
    names = []
    for module in pkgutil.iter_modules(abnf.grammars.__path__):
        if module.name != "misc" and only in (None, module.name):
            names.append(module.name)
    return names


def print_row(title: str, counts: Counter[str]) -> None:
    print(f"{title:20}" + "".join(f"{counts[column]:9,}" for column in COLUMNS), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="uri_abnf on the grammars of other RFCs.")
    parser.add_argument("--quick", action="store_true", help="few texts, a minute")
    parser.add_argument("--only", metavar="NAME", help="this grammar only: rfc9110")
    parser.add_argument(
        "--strings", type=int, default=60, metavar="N", help="members for each rule"
    )
    options = parser.parse_args()
    if abnf is None:
        parser.error("the grammars are those of PyPI abnf: pip install abnf")
    if regex is None:
        print("PyPI regex is not there: regex and possessive are NOT tested.")
    jobs = [(name, 4 if options.quick else options.strings) for name in grammar_names(options.only)]
    print(f"{'grammar':20}" + "".join(f"{column:>9}" for column in COLUMNS))
    total: Counter[str] = Counter()
    told = []
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for title, counts, lines in pool.imap(run, jobs, chunksize=1):
            print_row(title, counts)
            total += counts
            told += lines
    print_row("all", total)
    for line in told[:60]:
        print(line)
    print("NOT right." if told else "All is right.")
    return int(bool(told))


if __name__ == "__main__":
    sys.exit(main())
