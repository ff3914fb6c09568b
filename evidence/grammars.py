# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Real grammars and random ones: what uri_abnf makes of them.

    python3 evidence/grammars.py                   some 640 rules; ten to twenty minutes
    python3 evidence/grammars.py --quick           a sample, two minutes
    python3 evidence/grammars.py --only rfc5322 --strings 1000
    python3 evidence/grammars.py --random 600      random grammars alone, ten minutes of them

Real grammars are the ABNF that PyPI `abnf` ships (pip install abnf). Each text is read as it stands,
with strict=False; those that take rules from RFC 3986 are read again with it as their base. Which
rules work is worked out here, too, with the reader of standards.py, and has to be the same. Texts are
made for each rule that works: by random derivation, and by mutation of these.

What a text is, is decided by automata.py, which shares no code with uri_abnf or `abnf`. Held to it:
    matches; re, regex: the portable pattern; possessive
    offset: where validate says that the text goes wrong; partial, of the text and of a part of it
    captures, spans: the tree of parts is a derivation by the rules, with no character left over (not
        on RFC 3986: what is taken from there may be written out, without its names)
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

from uri_abnf import RFC3986, Grammar
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
PROSE = re.compile(r"=\s*<([A-Za-z][\w-]*)(?:\s*,[^>]*)?>\s*(?:;.*)?\Z")
BASE = "of the base: "  # before the names of its rules, as the base has them


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


def with_names(tree: standards.Tree, change: Callable[[str], standards.Tree]) -> standards.Tree:
    """The tree with something else in the place of each name."""
    kind, content = tree[:2]
    if kind == "set":
        return tree
    if kind == "ref":
        return change(content)
    if kind == "rep":
        return (kind, with_names(content, change), *tree[2:])
    return (kind, [with_names(part, change) for part in content])


class Reading(NamedTuple):
    rules: standards.Rules
    own: dict[str, str]  # the names of the text's own rules, in lower case and as written
    works: set[str]


def read(text: str, base: standards.Rules | None) -> Reading:
    """The trees of a text's rules, and which of them reach nothing that a tree is not made for."""
    rules = standards.Rules("", base or standards.CORE)
    if base:
        for key in base:
            rules[BASE + key] = with_names(base[key], lambda name: ("ref", BASE + name))
    own: dict[str, str] = {}
    bad: set[str] = set()
    for name, definition in definitions(text):
        key = name.lower()
        own.setdefault(key, name)
        prose = PROSE.search(definition)
        if prose and base and prose[1].lower() in base:
            rules[key] = ("ref", BASE + prose[1].lower())
            continue
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


class Derivations:
    """Whether trees of parts are derivations by the rules of a grammar."""

    def __init__(self, rules: standards.Rules) -> None:
        self.rules = rules
        self.letters: dict[str, int] = {}
        self.readers: dict[str, Reader] = {}

    def letter(self, rule: str) -> standards.Tree:
        """A rule as one letter, above all code points."""
        letter = self.letters.setdefault(rule, standards.TOP + 1 + len(self.letters))
        return ("set", ((letter, letter),))

    def reader(self, rule: str) -> Reader:
        if rule not in self.readers:
            self.readers[rule] = Reader(with_names(self.rules[rule], self.letter), self.rules)
        return self.readers[rule]

    def holds(self, spans: Any, text: str) -> bool:
        """Each part, with the parts right inside it as letters, is what its rule's definition says."""
        inside: list[list[Any]] = [[] for _ in spans]
        path: list[int] = []
        for i, (_, _, _, depth) in enumerate(spans):
            del path[depth:]
            if path:
                inside[path[-1]].append(spans[i])
            path.append(i)
        for (rule, start, end, _), parts in zip(spans, inside):
            reader = self.reader(rule.lower())
            letters: list[int] = []
            at = start
            for part, begin, stop, _ in parts:
                letters += [*map(ord, text[at:begin]), self.letters.get(part.lower(), -1)]
                at = stop
            letters += map(ord, text[at:end])
            is_derived, _, _ = reader.read(letters)
            if not 0 <= start <= end <= len(text) or not is_derived:
                return False
        _, start, end, _ = spans[0]
        return bool(start == 0 and end == len(text))


def captured(grammar: Grammar, rule: str, text: str, derivations: Derivations) -> Iterator[Finding]:
    """What captures of a valid text has to be: a derivation, and the same without its order."""
    try:
        spans = [tuple(span) for span in grammar.spans(rule, text)]
        parts = grammar.captures(rule, text)
    except URIError as e:
        yield Finding("captures", str(e), "parts")
        return
    yield Finding("captures", derivations.holds(spans, text), True)
    without_order: Counter[tuple[str, str]] = Counter()
    for name, pieces in parts.items():
        without_order.update((name, piece) for piece in pieces)
    there = Counter((name, text[start:end]) for name, start, end, _ in spans)
    yield Finding("captures", without_order, there)


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
    derivations = None
    if not any(key.startswith(BASE) for key in reading.rules):
        derivations = Derivations(reading.rules)
    for rule in grammar.rules:
        if rule.lower() not in reading.works:
            continue
        tree = ("ref", rule.lower())
        texts = texts_of(tree, reading.rules, count, f"3986 {rule}")
        reader = Reader(tree, reading.rules)
        yield from check_rule(grammar, rule, reader, derivations, texts, counts)


def check_rule(
    grammar: Grammar,
    rule: str,
    reader: Reader,
    derivations: Derivations | None,
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
        if is_valid and derivations:
            findings += captured(grammar, rule, text, derivations)
        for way, found, wanted in findings:
            if found != wanted:
                counts["wrong"] += 1
                yield f"{way} of {rule}: {text!a} gives {found!r}, must be {wanted!r}"


def run(job: tuple[str, bool, int]) -> tuple[str, Counter[str], list[str]]:
    """What is to be printed of one grammar: its title, its counts, and what is wrong."""
    name, extends, count = job
    began = time.perf_counter()
    gc.disable()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cls = importlib.import_module(f"abnf.grammars.{name}").Rule
    text = cls.grammar
    if not isinstance(text, str):
        text = "\n".join(text)
    title = name
    if extends:
        title += " on RFC 3986"
        grammar = RFC3986.extend(text, strict=False)
        reading = read(text, standards.RULES["RFC3986"])
    else:
        grammar = Grammar(text, strict=False)
        reading = read(text, None)
    works = {rule.lower() for rule in grammar.rules} & reading.own.keys()
    explained = {problem.rule.lower() for problem in grammar.problems if problem.rule}
    told = [f"{reading.own[key]} works, or not" for key in works ^ reading.works]
    for key in reading.own.keys() - works - explained:
        told.append(f"nothing says why {reading.own[key]} is left out")
    counts = Counter(rules=len(reading.own), read=len(works), wrong=len(told))
    told += check(grammar, reading, count, counts)
    counts["seconds"] = round(time.perf_counter() - began)
    return title, counts, [f"{name}: {line}" for line in told[:20]]


COLUMNS = "rules", "read", "proven", "strings", "wrong", "slow", "seconds"
ON_RFC3986 = "rfc3987", "rfc7230", "rfc9110"  # they take rules from there


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
REPEATS = (
    [(0, None)] * 6
    + [(1, None)] * 4
    + [(0, 1), (2, 2), (3, 3), (1, 2), (0, 2), (2, 3), (1, 3), (2, None), (4, 4), (0, 3), (0, 0)]
)


def sequence(*items: str) -> str:
    return f"( {' '.join(items)} )"


def choice(*items: str) -> str:
    return f"( {' / '.join(items)} )"


def repeat(item: str, low: int, high: int | None) -> str:
    count = str(low) if low == high else f"{low or ''}*{'' if high is None else high}"
    return f"{count}( {item} )"


class RandomGrammar:
    """Some rules over a, b and c, as ABNF. What was made is often used again, for the optimizer's
    sake: it looks for equal parts. A third of the trees begin as one of the shapes that it has a rule
    for, in every place some are made such that they can be empty, and a fifth of the grammars are
    lists, where loops are possessive."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pool: list[str] = []
        self.names: list[str] = []
        lines = []
        for name in [*["r-0", "R_1", "r-2", "r-2-2"][: rng.randint(0, 4)], "top"]:
            if name != "top":
                some = self.element(rng.randint(1, 2))
            elif rng.random() < 0.2:
                some = self.lists()
            else:
                some = self.element(rng.randint(2, 4))
            lines.append(f"{name} = {some}\n")
            self.names.append(name)
        rng.shuffle(lines)
        self.abnf = "".join(lines)

    def atom(self) -> str:
        rng = self.rng
        char = rng.choice("abc" if rng.random() < 0.4 else "ab")
        word = "".join(rng.choices("ab", k=rng.randint(0, 3)))
        atoms = [f"%x{ord(char):02x}"] * 10 + self.names * 2
        atoms += ["%x61-62", "%x61-62", "%x62-63", f'%s"{word}"', '""', "%x61.62", '"A"']
        return rng.choice(atoms)

    def element(self, depth: int) -> str:
        rng = self.rng
        if self.pool and rng.random() < 0.3:
            return rng.choice(self.pool)
        if depth == 0 or rng.random() < 0.1:
            some = self.atom()
        elif rng.random() < 0.3:
            some = self.shape(depth - 1)
        elif rng.random() < 0.4:
            some = sequence(*[self.element(depth - 1) for _ in range(rng.randint(2, 4))])
        elif rng.random() < 0.5:
            some = choice(*[self.element(depth - 1) for _ in range(rng.randint(2, 4))])
        else:
            some = repeat(self.element(depth - 1), *rng.choice(REPEATS))
        if rng.random() < 0.15:
            some = self.maybe_empty(some)
        self.pool.append(some)
        return some

    def maybe_empty(self, x: str) -> str:
        """The element, or nothing."""
        shapes = (
            f"[ {x} ]",
            f"*( {x} )",
            choice(x, '""'),
            choice('""', x),
            repeat(x, 0, self.rng.randint(1, 3)),
            f"2( *( {x} ) )",
            f"2*3( [ {x} ] )",
            f"1*( [ {x} ] )",
            f"( *( {x} ) [ {x} ] )",
        )
        return self.rng.choice(shapes)

    def lists(self) -> str:
        """*( "," ( *"a" / "b" ) ) and the like: the next letter decides, and a branch can be empty."""
        rng = self.rng
        x, y, z = rng.sample(("%x61", "%x62", "%x63"), 3)
        branches = [self.maybe_empty(x), sequence(z, self.maybe_empty(rng.choice((x, z))))]
        inner = choice(*rng.sample(branches, 2))
        if rng.random() < 0.2:
            inner = repeat(inner, 0, 1)
        some = repeat(sequence(y, inner), rng.randint(0, 1), None)
        for _ in range(rng.randint(0, 2)):
            end = rng.choice((z, '%s"A"', self.maybe_empty(z), some))
            several = (some, sequence(inner, some), sequence(some, end), choice(some, end))
            some = rng.choice((*several, repeat(sequence('%s"A"', some), 0, None)))
        return some

    def shape(self, depth: int) -> str:
        """The left side of one of the optimizer's identities, or almost; and loops of which a branch
        can be empty."""
        rng = self.rng
        x, y, z, p = (self.element(max(depth - i, 0)) for i in range(4))
        low = rng.randint(0, 1)
        run, empty = repeat(x, low, None), self.maybe_empty(x)
        branches = rng.sample((empty, z, p), rng.randint(2, 3))
        shapes = (
            sequence(run, repeat(sequence(y, repeat(choice(x, y), 0, None)), 0, 1)),
            sequence(run, repeat(sequence(y, repeat(x, 0, None)), 0, None)),  # x* *( y *x )
            repeat(sequence(y, run), 0, None),
            sequence(p, repeat(sequence(y, run), 0, None), z),
            choice(x, repeat(choice(x, y), low, None), z),  # what a loop covers
            choice(sequence(x, y, x), repeat(choice(y, x), low, None)),
            choice(sequence(p, choice(x, y)), x, z),  # p ( x / y ) / x / z
            choice(sequence(p, repeat(choice(x, y), 0, 1)), x, z, repeat(y, 0, 1)),
            repeat(choice(sequence(p, repeat(choice(x, y), 0, 1)), x, y), 0, 1),
            choice(sequence(x, z, p), sequence(y, z, p), sequence(z, p)),  # common tails
            choice(sequence(x, y), repeat(y, 3, 3), y, sequence(y, y)),
            sequence(x, y, x, y, x, y, z),  # what folds
            sequence(repeat(x, 0, 1), repeat(x, 0, 1), x, x, repeat(x, 1, None)),
            repeat(repeat(x, low, 1), *rng.choice(REPEATS)),  # repeats of repeats
            repeat(repeat(x, low, None), *rng.choice(REPEATS)),
            repeat(repeat(x, *rng.choice(REPEATS)), *rng.choice(REPEATS)),
            sequence(repeat(sequence(x, y), 0, None), x),
            sequence(repeat(choice(x, sequence(y, z)), 0, None), repeat(sequence(y, p), 0, 1)),
            *[repeat(sequence(y, choice(*branches)), low, None)] * 3,  # *( "," ( *"a" / "b" ) )
            repeat(sequence(y, repeat(choice(*branches), *rng.choice(REPEATS))), low, None),
            repeat(choice(sequence(y, empty), *branches), low, None),
        )
        return rng.choice(shapes)


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
    faults += check_rule(grammar, "top", reader, Derivations(rules), some, counts)
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
    jobs = [(name, False, count) for name in names]
    jobs += [(name, True, count) for name in names if name in ON_RFC3986]
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
