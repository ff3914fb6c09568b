# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Real grammars and random ones: what uri_abnf makes of them.

    python3 evidence/grammars.py                   some 640 rules; ten to twenty minutes
    python3 evidence/grammars.py --quick           a sample, two minutes
    python3 evidence/grammars.py --only rfc5322 --strings 1000
    python3 evidence/grammars.py --random 600      random grammars alone, ten minutes of them

Real grammars are the ABNF that PyPI `abnf` ships (pip install abnf). Each text is read as it stands,
with strict=False. Which rules work is worked out here, too, with the reader of standards.py, and has
to be the same. Texts are made for each rule that works: by random derivation, and by mutation of these.

What a text is, is decided by automata.py, which shares no code with uri_abnf or `abnf`. Held to it:
    matches; re, regex: the portable pattern; possessive
    offset: where validate says that the text goes wrong; partial, of the text and of a part of it
A pattern that is not proven may take for ever: it gets a second, and is counted as "slow".

Random grammars are small, full of repeats of repeats and of what may be empty, and half of them have a
shape that the optimizer has an identity for. Each gets every text up to six letters "a" and "b", and
some of other letters. What `proven` promises is held against a clock.

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
from itertools import product
from typing import Any, NamedTuple

import standards
from automata import Pattern, Reader, TooLarge, automaton, difference
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


# ---- Random grammars -----------------------------------------------------------------------------

LETTERS = "abcA"
SHORT = 0.03  # seconds for all words, where patterns may backtrack
# x, y and z are elements, e is one that can be empty, and n a count.
SHAPES = """
    ( x y ) | ( x y z ) | ( x / y ) | ( x / y / z ) | n( x ) | [ x ] | ( x / "" ) | ( "" / x )
    n( n( x ) ) | 2( e ) | 2*3( e ) | 1*( e ) | ( e e ) | ( *( x ) [ y *( x / y ) ] )
    ( *( x ) *( y *( x ) ) ) | *( y *( x ) ) | ( z *( y *( x ) ) y ) | ( x / *( x / y ) / z )
    ( ( x y x ) / 1*( y / x ) ) | ( ( z ( x / y ) ) / x / y ) | ( ( z [ x / y ] ) / x / [ y ] )
    [ ( z [ x / y ] ) / x / y ] | ( ( x z y ) / ( y z y ) / ( z y ) ) | ( ( x y ) / 3( y ) / y )
    ( x y x y x y z ) | ( [ x ] [ x ] x x 1*( x ) ) | ( *( x y ) x ) | ( *( x / ( y z ) ) [ y x ] )
    *( y ( e / z ) ) | 1*( y ( x / e / z ) ) | *( y n( e / z ) ) | *( ( y e ) / z / x )
    *( %x61 ( *( %x62 ) / ( %x63 e ) ) ) | ( *( %x62 ( [ %x61 ] / ( %x63 e ) ) ) x )
"""
COUNTS = "* * * * * * 1* 1* 1* 1* 0*1 2 3 1*2 0*2 2*3 1*3 2* 4 0*3 0".split(" ")
EMPTY = '[ x ] | *( x ) | ( x / "" ) | 0*2( x ) | 2( *( x ) ) | 1*( [ x ] ) | ( *( x ) [ y ] )'


def listed(table: str) -> list[str]:
    lines = [line.split(" | ") for line in table.strip().split("\n")]
    return [shape.strip() for line in lines for shape in line]


class RandomGrammar:
    """Some rules over a, b and c, as ABNF. SHAPES has the left sides of the optimizer's identities, or
    almost, and loops of which a branch can be empty. What was made is often used again, for the
    optimizer's sake: it looks for equal parts."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pool: list[str] = []
        self.names: list[str] = []
        lines = []
        for name in [*["r-0", "R_1", "r-2", "r-2-2"][: rng.randint(0, 4)], "top"]:
            depth = rng.randint(2, 4) if name == "top" else rng.randint(1, 2)
            lines.append(f"{name} = {self.element(depth)}\n")
            self.names.append(name)
        rng.shuffle(lines)
        self.abnf = "".join(lines)

    def atom(self) -> str:
        char = self.rng.choice("aabbc")
        word = "".join(self.rng.choices("ab", k=self.rng.randint(0, 3)))
        atoms = [f"%x{ord(char):02x}"] * 10 + self.names * 2
        atoms += ["%x61-62", "%x61-62", "%x62-63", f'%s"{word}"', '""', "%x61.62", '"A"']
        return self.rng.choice(atoms)

    def element(self, depth: int) -> str:
        if self.pool and self.rng.random() < 0.3:
            return self.rng.choice(self.pool)
        some = self.atom()
        if depth and self.rng.random() < 0.9:
            some = self.filled(self.rng.choice(listed(SHAPES)), depth - 1)
        if self.rng.random() < 0.15:
            self.pool.append(some)
            some = self.filled(self.rng.choice(listed(EMPTY)), 0)
        self.pool.append(some)
        return some

    def filled(self, shape: str, depth: int) -> str:
        """A shape, with elements in the places of its letters."""
        found: dict[str, str] = {}

        def fill(match: re.Match[str]) -> str:
            letter = match[0]
            if letter == "n":
                return self.rng.choice(COUNTS)
            if letter not in found:
                found[letter] = self.element(max(depth, 0))
                if letter == "e":
                    found[letter] = self.filled(self.rng.choice(listed(EMPTY)), depth - 1)
            return found[letter]

        return re.sub(r"(?<![%\w\"-])[xyzen](?![\w\"-])", fill, shape)


# Each text of up to six letters "a" and "b", and of up to three of all. Of four, a grammar gets some.
WORDS = ["".join(w) for n in range(7) for w in product("ab", repeat=n)]
WORDS += ["".join(w) for n in range(1, 4) for w in product(LETTERS, repeat=n) if {*w} - {*"ab"}]
LONGER = ["".join(w) for w in product(LETTERS, repeat=4) if {*w} - {*"ab"}]


def check_random(rng: random.Random, counts: Counter[str]) -> Iterator[str]:
    """Tell what is wrong about uri_abnf's reading of a random grammar."""
    abnf = RandomGrammar(rng).abnf
    if len(abnf) > 1500:
        counts["too long"] += 1
        return
    rules = standards.Rules(abnf)
    grammar = Grammar(abnf)
    reader = Reader(("ref", "top"), rules)
    words = [*WORDS, *rng.sample(LONGER, 60)]
    faults = [*check_words(grammar, {word: read_text(reader, word)[0] for word in words})]
    some = rng.sample(words, 20)
    faults += check_rule(grammar, "top", reader, some, counts)
    faults += check_composed(grammar, rules, some)
    faults += check_possessive(grammar, counts)
    if grammar.proven("top"):
        faults += check_linear(grammar, rng)
    for fault in faults:
        yield f"{fault}\n{abnf}"


def check_words(grammar: Grammar, valid: dict[str, bool]) -> Iterator[str]:
    """Every way to a verdict, on all words. To backtrack is allowed where nothing is proven."""
    is_proven = grammar.proven("top")
    for way, ask in ways(grammar, "top").items():
        is_prompt = way == "matches" or is_proven
        try:
            with at_most(4 if is_prompt else SHORT):
                wrong = [word for word in valid if (ask(word) not in (None, False)) != valid[word]]
        except TooLong:
            wrong = []
            if is_prompt:
                yield f"{way} takes too long"
        if wrong:
            yield f"{way} is wrong: {wrong[0]!r} is {'' if valid[wrong[0]] else 'not '}valid"


def check_composed(grammar: Grammar, rules: standards.Rules, words: list[str]) -> Iterator[str]:
    """Portable text is exact wherever it stands: between two letters, and repeated."""
    a, b, top = ("set", ((97, 97),)), ("set", ((98, 98),)), ("ref", "top")
    for template, tree in ("a(?&top)b", ("cat", [a, top, b])), ("(?&top){2}", ("cat", [top, top])):
        reader = Reader(tree, rules)
        match = re.compile(grammar.compose(template)).fullmatch
        for word in words:
            with contextlib.suppress(TooLong), at_most(0.2):
                if (match(word) is not None) != read_text(reader, word)[0]:
                    yield f"composed {template} is wrong on {word!r}"


def check_possessive(grammar: Grammar, counts: Counter[str]) -> Iterator[str]:
    """What a possessive pattern keeps, it never has to give back: by the automaton of its search."""
    portable, possessive = grammar.pattern("top"), grammar.pattern("top", "possessive")
    if portable == possessive:
        return
    counts["with possessive loops"] += 1
    try:
        with at_most(5):
            kept = automaton(Pattern(possessive, possessive=True).tree, most=1000)
            shortest = difference(automaton(Pattern(portable).tree), kept)
    except (TooLarge, TooLong, RecursionError):
        counts["whose possessive loops are too many for the automaton"] += 1
        return
    if shortest is not None:
        yield f"possessive is wrong on {shortest!r}"


def check_linear(grammar: Grammar, rng: random.Random) -> Iterator[str]:
    """What is proven takes no text much longer than it is long."""
    head, pump = rng.choice(WORDS[:15]), rng.choice(WORDS[1:31])
    text = head + pump * 20_000 + rng.choice(["", "a", "b", "c", "!", "ab!"])
    for way, ask in ways(grammar, "top").items():
        try:
            with at_most(1):
                ask(text)
        except TooLong:
            yield f"{way} is not linear: {head!r}, {pump!r} * n, {text[-3:]!r}"


def run_random(seconds: float, seed: int) -> list[str]:
    counts: Counter[str] = Counter()
    told: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        counts["grammars"] += 1
        rng = random.Random(f"{seed} {counts['grammars']}")
        try:
            told += check_random(rng, counts)
        except Exception as error:
            told.append(f"random grammar {seed} {counts['grammars']}: {error!r}")
    said = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    print(f"random grammars, seed {seed}: {said}")
    return told


def run_real(options: argparse.Namespace) -> list[str]:
    if abnf is None:
        print("real grammars are skipped: pip install abnf")
        return []
    names = grammar_names(options.only)
    count = options.strings or (4 if options.quick else 60)
    jobs = [(name, count) for name in names]
    print(f"{'grammar':20}" + "".join(f"{column:>9}" for column in COLUMNS))
    total: Counter[str] = Counter()
    told = []
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for title, counts, lines in pool.imap(run, jobs, chunksize=1):
            print_row(title, counts)
            total += counts
            told += lines
    print_row("all", total)
    return told if total["wrong"] else []


def main() -> int:
    parser = argparse.ArgumentParser(description="uri_abnf on real grammars, and on random ones.")
    parser.add_argument("--quick", action="store_true", help="a sample, two minutes")
    parser.add_argument("--only", metavar="NAME", help="this real grammar only: rfc9110")
    parser.add_argument("--strings", type=int, default=0, metavar="N", help="members for each rule")
    parser.add_argument("--random", type=float, metavar="SECONDS", help="random grammars alone")
    parser.add_argument("--seed", type=int, default=0, help="of random grammars")
    options = parser.parse_args()
    if regex is None:
        print("PyPI regex is not there: regex and possessive are NOT tested.")
    told = [] if options.random else run_real(options)
    if not options.only:
        told += run_random(options.random or (30 if options.quick else 120), options.seed)
    for line in told[:60]:
        print(line)
    print("NOT right." if told else "All is right.")
    return int(bool(told))


if __name__ == "__main__":
    sys.exit(main())
