# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The proof that the rules of uri_regex are the RFCs': no more, no less.

standards.py reads the RFCs' ABNF, and automata.py makes a minimal automaton of each rule of it. They
share no code with uri_regex or uri_abnf, which are held to these automata:

 (a) patterns, for every text. The text of `pattern(rule)`, and that of `compile(rule)` with what its
     possessive repeats keep, is made an automaton, too, and the two are walked at once: they accept
     the same texts. The same goes for `pattern`, `source` and `compile` of uri_abnf.
 (b) engines, on texts. That `re` and PyPI `regex` do what a pattern says is tested: a way to each
     state of the rule x each kind of character x each ending that tells two states apart (the
     W-method of Chow, 1978); and each way that the ABNF and the pattern's own search can take x
     characters that others have let in. All comes also with "\\n" behind it. Of a rule of single
     characters, each code point is tested.
 (c) endings, for every text. From each state that can lead to acceptance, one of the library's
     endings does, with a "]" behind it if a "[" is open. So a text can begin a match if and only if
     it matches with one of them.
 (d) errors, from each state with each kind of character. What `validate` gives as `offset` is the
     first place that no continuation saves, and `partial` says the same. `expected` of uri_abnf names
     the characters that can be next there, no more and no less.
 (e) comments. The ABNF above each rule in uri_regex.py is that of uri_abnf's rfcs.py, rule by rule, and
     the constant of that name is what it says, all by itself, by (a).
 (f) other grammars, of which uri_abnf makes patterns: those of uri-abnf/evidence/grammars, and those
     that PyPI `abnf` ships, read with strict=False. Which rules of these can be read at all is worked
     out here, too. A pattern that was rewritten to be linear is unambiguous, as ambiguity.py tells; it
     is one if engines that do not backtrack get another pattern. A pattern that is not proven to be
     linear is compared by (a), but gets no texts.

    python3 evidence/proof.py                    all of it; exit status 0 if all is right
    python3 evidence/proof.py --quick            fewer texts for (b) and (d)
    python3 evidence/proof.py --self-test        plant faults, which must all be caught
    python3 evidence/proof.py --grammar RFC3986 --rule host
    python3 evidence/proof.py --rfc DIR          compare rfcs.py with DIR/rfc3986.txt, ...

Of the library's private names it uses one, `_ENDINGS`. test_rules.py runs a sample with pytest.

PyPI `regex` and `abnf` are used if they are there, and their absence is said.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import pkgutil
import random
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import standards
from ambiguity import two_ways
from automata import (
    Automaton,
    Pattern,
    as_set,
    as_written,
    automaton,
    difference,
    oracle,
    telling_words,
    walk,
)
from standards import CORE, RULES, Ranges, Rules, Tree, rule_names
from texts import SUSPICIOUS

LIBRARY = ("RFC3986", "RFC3987", "RFC2396")
OF_URI_ABNF = (*LIBRARY, "RFC6874")
SEED = 3986  # the samples are the same in every run
SHOWN = 5  # faults of a kind, at most


class Sizes(NamedTuple):
    """How much is asked of each rule."""

    texts: int  # about as many of each: the W-method's, and those of the search
    errors: float  # the share of the places and characters
    others: float  # of them behind a loop, and with `partial`
    code_points: bool = True  # whether each code point is tested, where that can be


WHOLE = Sizes(texts=20_000, errors=1.0, others=0.1)
SAMPLE = WHOLE._replace(errors=0.1)  # of uri_abnf, which finds errors with an automaton of its own
QUICK = Sizes(texts=1_000, errors=0.05, others=0.02)
AGAIN = Sizes(
    200, errors=0.01, others=0.01, code_points=False
)  # of what this run has asked in another grammar


class Report:
    """What a check has asked, by kind, and what was wrong."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.problems: list[str] = []

    def hold(self, kind: str, where: str, text: str, got: object, wanted: object) -> None:
        """Count a question, and note a wrong answer."""
        self.asked[kind] += 1
        if got != wanted or type(got) is not type(wanted):
            shown = text if len(text) < 100 else f"{text[:40]}…{text[-40:]}"
            self.note(kind, f"{where}: {shown!a} gives {got!a}, must be {wanted!a}")

    def note(self, kind: str, problem: str) -> None:
        self.wrong[kind] += 1
        if self.wrong[kind] <= SHOWN:
            self.problems.append(problem)

    def add(self, other: Report) -> None:
        self.asked += other.asked
        self.wrong += other.wrong
        self.problems += other.problems


@cache
def regex_module() -> Any:
    """PyPI `regex`, or None."""
    if importlib.util.find_spec("regex") is None:
        return None
    return importlib.import_module("regex")


# ---- (a) Patterns --------------------------------------------------------------------------------


class Form(NamedTuple):
    """One way to write a rule as a pattern."""

    name: str
    text: str
    possessive: bool


@cache
def search_of(text: str, possessive: bool) -> Automaton:
    """The automaton of what a pattern does; a ValueError for one that not all engines read."""
    return automaton(Pattern(text, possessive).tree)


def check_pattern(report: Report, where: str, form: Form, dfa: Automaton) -> None:
    where = f"{where}, {form.name} pattern"
    try:
        shortest = difference(dfa, search_of(form.text, form.possessive))
    except ValueError as error:
        report.hold("patterns", where, form.text, str(error), "a portable pattern")
        return
    if shortest is None:
        report.hold("patterns", where, "", True, True)
    else:
        valid = dfa.matches(shortest)
        report.hold("patterns", where, shortest, not valid, valid)


# ---- (b) Engines ---------------------------------------------------------------------------------

Judged = tuple[str, bool]  # a text and whether it is valid
Verdict = Callable[[str], object]


class Suite:
    """The texts of (b) for one rule, with the verdicts of its automaton."""

    def __init__(self, grammar: str, rule: str, search: Automaton) -> None:
        """`search`: the automaton of the rule's pattern."""
        self.dfa = oracle(grammar, rule)
        self.telling = telling_words(self.dfa)
        # Not those of the minimal automaton alone. In `host`, "1.2.3.4" and "1.2.3.x" come to one
        # state there: just where a pattern goes wrong that takes the first and keeps it.
        self.ways = list(dict.fromkeys([*as_written(grammar, rule).words, *search.words]))

    def texts(self, most: int) -> Iterator[Judged]:
        """The W-method's texts and those of the search; of each about `most` if they are more."""
        kinds = ["", *self.dfa.chars]
        yield from self.some(self.dfa.words, kinds, self.telling_endings, len(self.telling), most)
        special = {*self.dfa.chars, *SUSPICIOUS}
        for low, high, _ in self.dfa.kinds.ranges():
            special |= {chr(low), chr(high)}
        yield from self.some(self.ways, sorted(special), self.completing, 3, most)

    def some(
        self,
        ways: list[str],
        middles: list[str],
        endings: Callable[[int, int], list[str]],
        width: int,
        most: int,
    ) -> Iterator[Judged]:
        """way + middle + ending, with `width` endings, and each with "\\n" behind it."""
        rng = random.Random(SEED)
        share = most / (2 * len(ways) * len(middles) * width)
        dfa = self.dfa
        for way in ways:
            before = dfa.run(way)
            for middle in middles:
                if rng.random() >= share:
                    continue
                after = dfa.run(middle, before)
                for ending in endings(before, after):
                    end = dfa.run(ending, after)
                    yield way + middle + ending, dfa.accept[end]
                    yield way + middle + ending + "\n", dfa.accept[dfa.run("\n", end)]

    def telling_endings(self, _before: int, _after: int) -> list[str]:
        return self.telling

    def completing(self, before: int, after: int) -> list[str]:
        """What completes what stands before the middle, or behind it."""
        return ["", self.dfa.completions[before] or "", self.dfa.completions[after] or ""]


def check_verdict(report: Report, where: str, verdict: Verdict, texts: list[Judged]) -> None:
    """A verdict on texts: true or a match, or else false or None."""
    report.asked["texts"] += len(texts)
    wrong = [judged for judged in texts if (verdict(judged[0]) not in (None, False)) != judged[1]]
    for text, valid in sorted(wrong, key=lambda judged: len(judged[0])):
        report.note("texts", f"{where}: {text!a} is {'valid' if valid else 'invalid'}")


def engines_of(forms: list[Form]) -> dict[str, Any]:
    """Each form, compiled by each engine."""
    engines = {f"re, {form.name}": re.compile(form.text) for form in forms}
    regex = regex_module()
    if regex is not None:
        for form in forms:
            engines[f"regex, {form.name}"] = regex.compile(form.text)
    return engines


@cache
def all_characters() -> str:
    return "".join(map(chr, range(standards.TOP + 1)))


def check_characters(report: Report, where: str, engine: Any, ranges: Ranges) -> None:
    """Every code point as a text by itself, for a rule of single characters."""
    found = "".join(engine.findall(all_characters()))
    wanted = "".join(all_characters()[low : high + 1] for low, high in ranges)
    report.hold("code points", where, "all code points", found == wanted, True)


# ---- (c) Endings ---------------------------------------------------------------------------------

# Texts with an open "[": the last bracket is one.
OPEN = "[^]*\\[[^\\[\\]]*"


@cache
def library() -> Any:
    return importlib.import_module("uri_regex")


@cache
def places(grammar: str, rule: str) -> tuple[tuple[str, int], ...]:
    """A text, and its state, for each live state of a rule, with a "[" open and without."""
    dfa = oracle(grammar, rule)
    walked = walk(dfa, search_of(OPEN, True))
    return tuple([(text, state) for (state, _), text in walked if dfa.live[state]])


def completing_endings(grammar: str, rule: str) -> Iterator[tuple[str, list[str]]]:
    """A text for each place, and the library's endings that complete it. The library does not ask about
    the empty text, nor about a match behind which nothing can follow."""
    dfa = oracle(grammar, rule)
    for text, state in places(grammar, rule):
        if text and dfa.following(state):
            closing = "]" if text.rfind("[") > text.rfind("]") else ""
            ends = {ending: dfa.run(ending + closing, state) for ending in library()._ENDINGS}
            yield text, [ending for ending, end in ends.items() if dfa.accept[end]]


def check_endings(report: Report, grammar: str, rule: str, left_out: str | None = None) -> None:
    for text, endings in completing_endings(grammar, rule):
        is_saved = any(ending != left_out for ending in endings)
        report.hold("states", f"uri_regex {grammar} {rule}, {endings}", text, is_saved, True)


# ---- (d) Errors ----------------------------------------------------------------------------------

END_OF_TEXT = "<end of text>"
PUMPED = 67  # rounds of a loop: more than a search that doubles its step takes at once


@cache
def named_by(grammar: str, expected: str) -> tuple[Ranges, bool]:
    """The characters that `expected` names, and whether the end of the text is expected."""
    names = expected.split(" / ")
    can_end = END_OF_TEXT in names
    names = [name for name in names if name != END_OF_TEXT]
    if not names:
        return (), can_end
    base = RULES[grammar]
    rules = Rules("expected = " + " / ".join(names), base, base.any_case)
    return automaton(rules["expected"], rules).following(0), can_end


def texts_of_errors(grammar: str, rule: str, sizes: Sizes) -> Iterator[str]:
    """From each place each kind of character."""
    rng = random.Random(SEED)
    dfa = oracle(grammar, rule)
    yield ""
    for way, _ in places(grammar, rule):
        for char in dfa.chars:
            if rng.random() < sizes.errors:
                yield way + char


def other_texts(grammar: str, rule: str, sizes: Sizes) -> Iterator[str]:
    """Some of them behind a loop, and with more to come."""
    rng = random.Random(SEED)
    dfa = oracle(grammar, rule)
    for way, state in places(grammar, rule):
        row = dfa.rows[state]
        loops = [char for char, target in zip(dfa.chars, row) if target == state]
        pumped = way + "".join(loops[:1]) * PUMPED
        for char, target in zip(dfa.chars, row):
            if rng.random() < sizes.others:
                yield pumped + char + (dfa.completions[target] or "") + "\0:"


def check_errors(report: Report, grammar: str, rule: str, rules: Any, sizes: Sizes) -> None:
    for text in texts_of_errors(grammar, rule, sizes):
        check_error(report, grammar, rule, rules, text)
    dfa = oracle(grammar, rule)
    for text in other_texts(grammar, rule, sizes):
        check_error(report, grammar, rule, rules, text)
        for part in text, text[: len(text) // 2]:
            where = f"{grammar} {rule}, partial"
            report.hold("partial", where, part, rules.partial(rule, part), dfa.viable(part))


def check_error(report: Report, grammar: str, rule: str, rules: Any, text: str) -> None:
    """`validate` on one text."""
    dfa = oracle(grammar, rule)
    where = f"{grammar} {rule}"
    valid = dfa.matches(text)
    try:
        got = rules.validate(rule, text)
    except ValueError as error:
        found: Any = error
    else:
        report.hold("errors", f"{where}, validate", text, got, text if valid else "an error")
        return
    offset = dfa.offset(text)
    told = found.offset, found.text, found.rule, len(str(found).splitlines())
    wanted = -1 if valid else offset, text, rule, 1
    report.hold("errors", f"{where}, offset, text, rule and lines", text, told, wanted)
    if not hasattr(rules, "expected"):
        return  # a grammar of the library
    expected = rules.expected(rule, text)
    state = dfa.run(text[:offset])
    try:
        named: object = named_by(grammar, expected)
    except (ValueError, LookupError) as problem:
        named = f"no ABNF: {problem}"
    allowed = dfa.following(state), dfa.accept[state]
    report.hold("expected", f"{where}, expected {expected}", text, named, allowed)


# ---- (e) Comments --------------------------------------------------------------------------------

# The comment, and the constant or the rulebook that it stands above
COMMENT = re.compile(r"(?m)((?:^#.*\n)+)(?:([A-Z][A-Z0-9_]*) = |.*(old_rules)\b)?")


def is_printed(grammar: str, rule: str, definition: str) -> bool:
    """Whether a definition is the one in rfcs.py, as text; or as a set, if it is a range there."""
    printed = standards.PRINTED[grammar].get(rule)
    if rule in standards.AS_RANGES and printed is not None:
        return characters(grammar, rule, definition) == characters(grammar, rule, printed)
    return definition == printed


def characters(grammar: str, rule: str, definition: str) -> Ranges | None:
    rules = Rules(definition, any_case=RULES[grammar].any_case)
    return as_set(rules[rule], rules)


def check_rfcs(report: Report, folder: Path) -> None:
    """The RFCs' own texts have each definition of rfcs.py, and no other."""
    for section in standards.SECTIONS:
        found = section.definitions(folder)
        for rule, definition in found.items():
            is_ours = is_printed(section.grammar, rule, definition)
            report.hold("RFCs", f"{section.file}: {definition}", rule, is_ours, True)
        for rule in standards.definitions(section.abnf):
            report.hold("RFCs", section.file, rule, rule in found, True)


def check_comments(report: Report, source: str, values: dict[str, Any]) -> None:
    """The comments in the text of uri_regex.py, and its constants by their names."""
    public = [name for name in values if name.isupper() and name[0] != "_"]
    constants = {name.replace("_", ""): name for name in public}
    commented: set[tuple[str, str]] = set()  # the rules of each grammar that have their comment
    for comment, name, book in COMMENT.findall(source):
        prefix, grammars = "", ["RFC3986", "RFC3987"]
        if name.startswith("OLD_") or book or "RFC 2396" in comment:
            prefix, grammars = "OLD", ["RFC2396"]
        for rule, definition in standards.definitions(re.sub(r"(?m)^# ?", "", comment)).items():
            homes = [grammar for grammar in grammars if is_printed(grammar, rule, definition)]
            if name:
                report.hold("comments", f"above {name}: {definition}", rule, bool(homes), True)
            commented |= {(grammar, rule) for grammar in homes}
            if not name or not homes:
                continue
            called = prefix + re.sub("[-_]", "", rule).upper()
            own = constants.get(called + "RULE") or constants.get(called, name)
            check_constant(report, own, values[own], oracle(homes[0], rule))
    for grammar in LIBRARY:
        for rule in map(str.lower, rule_names(grammar)):
            there = (grammar, rule) in commented
            report.hold("comments", f"a comment with the ABNF of {grammar}", rule, there, True)


def check_constant(report: Report, name: str, value: str, dfa: Automaton) -> None:
    """A constant by itself: a pattern, or a class, to which a triplet may have to be added."""
    is_right = False
    for text in (value, f"[{value}]", f"(?:[{value}]|%[0-9A-Fa-f]{{2}})"):
        alone = Report()
        check_pattern(alone, f"the constant {name}", Form("this", text, True), dfa)
        is_right = is_right or not alone.problems
        if is_right:
            break
    report.hold("constants", f"the constant {name}", value, is_right, True)


# ---- A rule, and a grammar -----------------------------------------------------------------------


class Side(NamedTuple):
    """A grammar of the library or of uri_abnf."""

    package: str
    grammar: str
    rules: Any
    names: list[str]

    @property
    def title(self) -> str:
        return f"{self.package} {self.grammar}"

    def forms(self, rule: str) -> list[Form]:
        """The ways in which the rule is written; the last one is that of `compile`."""
        forms = [Form("portable", self.rules.pattern(rule), False)]
        if self.package == "uri_abnf":
            forms.append(Form("source", last_value(self.rules.source(rule)), True))
        return [*forms, Form("possessive", self.rules.compile(rule).pattern, True)]

    def is_proven(self, rule: str) -> bool:
        """Whether the pattern is said to be linear. All of the library's are."""
        return self.package == "uri_regex" or self.rules.proven(rule)

    def is_rewritten(self, rule: str) -> bool:
        r"""Whether engines that do not backtrack get another pattern, between their \A and \z."""
        if self.package == "uri_regex":
            return False
        return bool(self.rules.pattern(rule, "hyperscan")[2:-2] != self.rules.pattern(rule))


ESCAPED = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))")


def last_value(source: str) -> str:
    r"""What Python source assigns last, with its \x22 and \ue000 as they are meant."""
    names: dict[str, str] = {}
    exec(source, names)
    *_, value = names.values()
    return ESCAPED.sub(lambda match: chr(int(match[match.lastindex or 0], 16)), value)


def sides(package: str | None) -> Iterator[Side]:
    if package != "uri_abnf":
        for name in LIBRARY:
            yield Side("uri_regex", name, getattr(library(), name), rule_names(name))
    if package != "uri_regex":
        yield from sides_of_uri_abnf()


def sides_of_uri_abnf() -> Iterator[Side]:
    for name in (*OF_URI_ABNF, *standards.BASES_OF_OTHERS):
        yield Side("uri_abnf", name, grammar_of(name), rule_names(name))


@cache
def grammar_of(name: str) -> Any:
    """A grammar of uri_abnf: its own, or one that it reads, of uri-abnf/evidence/grammars."""
    uri_abnf = importlib.import_module("uri_abnf")
    if name not in standards.BASES_OF_OTHERS:
        return getattr(uri_abnf, name)
    base = standards.BASES_OF_OTHERS[name]
    read = grammar_of(base).extend if base else uri_abnf.Grammar
    return read(standards.abnf_of(name))


ASKED: set[tuple[object, ...]] = set()


def check_rule(report: Report, side: Side, rule: str, sizes: Sizes) -> None:
    """All checks of one rule."""
    where = f"{side.title} {rule}"
    dfa = oracle(side.grammar, rule)
    try:
        forms = side.forms(rule)
    except (ValueError, RecursionError) as error:
        report.hold("patterns", where, rule, repr(error), "a pattern")
        return
    for form in forms:
        check_pattern(report, where, form, dfa)
    if report.wrong["patterns"]:
        return  # the rest would say it once more
    if side.is_rewritten(rule):
        check_ways(report, where, forms)
    elif not side.is_proven(rule):
        report.asked["not proven"] += 1
        return
    key = side.package, rule, *forms, dfa.shape()
    if key in ASKED:  # RFC 3987 takes rules over from RFC 3986
        sizes = AGAIN
    ASKED.add(key)
    check_engines(report, where, forms, side, rule, sizes)
    if side.package == "uri_regex":
        check_endings(report, side.grammar, rule)
    check_errors(report, side.grammar, rule, side.rules, sizes)


def check_ways(report: Report, where: str, forms: list[Form]) -> None:
    """A pattern that is rewritten has one way for each text. Source has names in it, and so it is
    rewritten rule by rule: linear.py measures it."""
    for form in forms:
        if form.name != "source":
            found = two_ways(form.text)
            report.hold("unambiguous", f"{where}, {form.name}", form.text, found, None)


def check_engines(
    report: Report, where: str, forms: list[Form], side: Side, rule: str, sizes: Sizes
) -> None:
    search = search_of(forms[-1].text, forms[-1].possessive)
    texts = list(Suite(side.grammar, rule, search).texts(sizes.texts))
    engines = engines_of(forms)
    for name, engine in engines.items():
        check_verdict(report, f"{where}, {name}", engine.fullmatch, texts)
    check_verdict(report, f"{where}, matches", lambda text: side.rules.matches(rule, text), texts)
    rules = RULES[side.grammar]
    ranges = as_set(rules[rule.lower()], rules)
    if ranges is not None and sizes.code_points:
        for name, engine in engines.items():
            check_characters(report, f"{where}, {name}", engine, ranges)


def check_rule_names(report: Report, side: Side) -> None:
    there = sorted(map(str.lower, side.rules.rules))
    report.hold("names", f"{side.title}.rules", "", there, sorted(map(str.lower, side.names)))


# ---- (f) Grammars of other RFCs, as PyPI abnf ships them ------------------------------------------

HEAD = re.compile(r"(?m)^[ \t]*([A-Za-z][\w-]*)[ \t\r\n]*(=/?)")
# In < >, all but the name of a rule
PROSE = re.compile(r"<[^>]*[^\w>-]")
QUOTED_OR_COMMENT = re.compile(r'"[^"]*"|;.*')


def foreign_sides() -> Iterator[Side]:
    """Those that can be read, whose rules are added to RULES."""
    uri_abnf = importlib.import_module("uri_abnf")
    for module in pkgutil.iter_modules(importlib.import_module("abnf.grammars").__path__):
        if module.name == "misc":
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = importlib.import_module(f"abnf.grammars.{module.name}").Rule.grammar
        text = text if isinstance(text, str) else "\n".join(text)
        name = f"abnf {module.name}"
        RULES[name], names = readable(text)
        yield Side("uri_abnf", name, uri_abnf.Grammar(text, strict=False), names)


def readable(text: str) -> tuple[Rules, list[str]]:
    """The rules of a text, and the names of those which reach nothing that no tree is made for."""
    rules = Rules("", CORE)
    bad: set[str] = set()
    heads = list(HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    own: dict[str, str] = {}
    for head, end in zip(heads, ends):
        key = head[1].lower()
        own.setdefault(key, head[1])
        is_more = head[2] == "=/"  # alternatives: RFC 5234 3.3
        definition = head[1] + " = " + text[head.end() : end].strip()
        if PROSE.search(QUOTED_OR_COMMENT.sub("", definition)):
            if key not in CORE:  # <OWS, see [HTTP], Section 5.6.3>
                bad.add(key)
            continue
        try:
            tree = Rules(definition)[key]
        except (ValueError, IndexError):
            bad.add(key)
            continue
        rules[key] = ("alt", [rules[key], tree]) if is_more else tree
    works = reaching_an_end(rules, bad)
    return rules, [name for key, name in own.items() if key in works]


def reaching_an_end(rules: Rules, bad: set[str]) -> set[str]:
    """The rules that reach no bad one and come to an end: they reach no circle, either."""
    names = {key: set(names_in(tree)) for key, tree in rules.items()}
    done: set[str] = set()
    while more := {key for key in names.keys() - bad - done if names[key] <= done}:
        done |= more
    return done


def names_in(tree: Tree) -> Iterator[str]:
    """The names in a tree, but what stands 0 times: RFC 3987 has 0<ipchar>."""
    kind, content, *counts = tree
    if kind == "ref":
        yield content
    elif kind == "rep" and counts[1] != 0:
        yield from names_in(content)
    elif kind in ("alt", "cat"):
        for part in content:
            yield from names_in(part)


def check_left_out(report: Report, side: Side) -> None:
    """uri_abnf says of each rule that it leaves out why it does."""
    explained = {problem.rule.lower() for problem in side.rules.problems if problem.rule}
    left_out = RULES[side.grammar].keys() - CORE.keys() - {rule.lower() for rule in side.names}
    for rule in left_out:
        report.hold("names", f"{side.title}, why it is left out", rule, rule in explained, True)


# ---- Planted faults ------------------------------------------------------------------------------

Fault = tuple[str, Callable[[Report], None]]  # its name, and the check that must catch it


def planted() -> Iterator[Fault]:
    """Faults in copies of the library's rules, and the check that has to see each."""
    yield from faulty_patterns()
    yield from faulty_searches()
    yield from faulty_ways()
    yield from faulty_engines()
    yield from faulty_endings()
    yield from faulty_errors()
    yield from faulty_comments()


A_RANGE = re.compile("(?<=[0-9A-Za-z\x80-\U0010ffff]-)[^]]")  # its last character
A_COUNT = re.compile(r"[0-9](?=\})")
END_OF_CLASS = re.compile(r"(?<!\\)\]")


def changed(text: str) -> Iterator[tuple[str, str]]:
    """Each change of one place in a pattern: what it is, and the faulty pattern."""
    for what, place in ("a range", A_RANGE), ("a count", A_COUNT):
        for match in place.finditer(text):
            less = chr(ord(match[0]) - 1)
            yield f"{what} one short", text[: match.start()] + less + text[match.end() :]
    for match in END_OF_CLASS.finditer(text):
        yield "a delimiter more", text[: match.start()] + "`" + text[match.start() :]


# Rules in which no two alternatives have a text in common, so that each change shows.
CHANGED = {
    "RFC3986": "scheme h16 dec-octet IPv4address IPv6address IPvFuture userinfo segment-nz-nc query",
    "RFC3987": "ireg-name isegment iquery ucschar iprivate",
    "RFC2396": "scheme hostname IPv4address rel_segment param opaque_part",
}


def faulty_patterns() -> Iterator[Fault]:
    for grammar, rules in CHANGED.items():
        for rule in rules.split():
            dfa = oracle(grammar, rule)
            for what, text in changed(getattr(library(), grammar).compile(rule).pattern):
                yield f"{what}, {grammar} {rule}", pattern_check(text, dfa)


def pattern_check(text: str, dfa: Automaton) -> Callable[[Report], None]:
    form = Form("possessive", text, True)
    return lambda report: check_pattern(report, "a faulty", form, dfa)


def faulty_searches() -> Iterator[Fault]:
    """Repeats that keep what they would have to give back."""
    pattern = library().RFC3986.pattern
    hosts = "|".join(map(pattern, ("IP-literal", "IPv4address", "reg-name")))
    faulty = pattern_check(f"(?:{hosts})?+", oracle("RFC3986", "host"))
    yield "an IPv4address kept that a name goes on with", faulty
    faulty = pattern_check(f"{pattern('host')}(?::[0-9]++)?+", oracle("RFC3986", "authority"))
    yield "no userinfo, and a port that is not empty", faulty
    cookie = oracle("cookie", "cookie-value")
    octets = "[!#-+\\--:<-\\[\\]-~]*"
    yield "an empty alternative kept", pattern_check(f'(?:{octets}|"{octets}")?+', cookie)


def faulty_ways() -> Iterator[Fault]:
    """Patterns as uri_abnf would write them of ABNF, if it rewrote none."""
    for pattern in "[a-z]*[a-z]?", "(?:;[a-z=]+|;lr)*", "(?:[\\t ]*a?)*", "(?:a|b)*a?(?:ab|b)*":
        form = Form("ambiguous", pattern, True)
        yield f"two ways, {pattern}", partial(check_ways, where="a faulty", forms=[form])


def faulty_engines() -> Iterator[Fault]:
    """What real libraries do with a right pattern, or write for one."""
    pattern = library().RFC3986.pattern

    def verdict(fault: str, rule: str, wrong: Verdict) -> Fault:
        suite = Suite("RFC3986", rule, search_of(pattern(rule), False))
        texts = list(suite.texts(100_000))
        return fault, lambda report: check_verdict(report, fault, wrong, texts)

    yield verdict("`$` for the end", "URI", re.compile(f"(?:{pattern('URI')})$").match)
    yield verdict("match for fullmatch", "scheme", re.compile(pattern("scheme")).match)
    yield verdict("`\\d` for `[0-9]`", "port", re.compile(r"\d*").fullmatch)
    yield verdict("`\\w` in unreserved", "unreserved", re.compile(r"[\w.~-]").fullmatch)
    scheme = r"[A-Za-z][A-Za-z0-9+.-]*"
    yield verdict("IGNORECASE", "scheme", re.compile(scheme, re.IGNORECASE).fullmatch)
    yield verdict("`[+-.]` in scheme", "scheme", re.compile(r"[A-Za-z][A-Za-z0-9+-.]*").fullmatch)
    octet = "25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9]"
    yield verdict("001 as dec-octet", "dec-octet", re.compile(octet).fullmatch)
    yield verdict("str.isdigit", "port", lambda port: port == "" or port.isdigit())
    hosts = "|".join(map(pattern, ("IP-literal", "IPv4address", "reg-name")))
    kept = re.compile(rf"(?=({hosts}))\1")
    yield verdict("host kept: no way from IPv4 to name", "host", kept.fullmatch)


def faulty_endings() -> Iterator[Fault]:
    """Each ending left out of all rules: some state of some rule must miss it."""
    for left_out in library()._ENDINGS:
        yield f"no ending {left_out!a}", endings_check(left_out)


def endings_check(left_out: str) -> Callable[[Report], None]:
    def check_all(report: Report) -> None:
        for grammar in LIBRARY:
            for rule in rule_names(grammar):
                check_endings(report, grammar, rule, left_out)

    return check_all


class Faulty:
    """A grammar whose errors have another offset, or whose `expected` has other names."""

    def __init__(self, rules: Any, by: int = 0, renamed: Callable[[str], str] = str) -> None:
        self.by = by
        self.renamed = renamed
        self.rules = rules
        self.partial = rules.partial
        if hasattr(rules, "expected"):
            self.expected = self.changed_names

    def validate(self, rule: str, text: str) -> Any:
        try:
            return self.rules.validate(rule, text)
        except ValueError as error:
            error.offset += self.by  # type: ignore[attr-defined]
            raise

    def changed_names(self, rule: str, text: str) -> str:
        return self.renamed(self.rules.expected(rule, text))


def faulty_errors() -> Iterator[Fault]:
    def fault(name: str, rules: Faulty) -> Fault:
        return name, lambda report: check_errors(report, "RFC3986", "host", rules, QUICK)

    ours, grammar = library().RFC3986, importlib.import_module("uri_abnf").RFC3986
    yield fault("an offset one too large", Faulty(ours, by=1))
    yield fault("an offset one too small", Faulty(ours, by=-1))
    forgotten = Faulty(grammar, renamed=lambda names: names.rpartition(" / ")[0] or '"^"')
    yield fault("a name forgotten in `expected`", forgotten)
    more = Faulty(grammar, renamed=lambda names: f'{names} / "^"')
    yield fault("a name too many in `expected`", more)


def faulty_comments() -> Iterator[Fault]:
    source = Path(library().__file__).read_text(encoding="utf-8")
    values = vars(library())

    def fault(name: str, old: str, new: str, **constants: str) -> Fault:
        if old not in source:
            raise AssertionError(f"no {old!r} in the library: plant this fault another way")
        faulty = source.replace(old, new)
        return name, lambda report: check_comments(report, faulty, {**values, **constants})

    yield fault("a comment that says 1*5HEXDIG", "1*4HEXDIG", "1*5HEXDIG")
    yield fault("a rule without its comment", "# port ", "# ")
    yield fault("a constant of another rule", "", "", SCHEME=values["PORT"])


def self_test() -> int:
    """Whether each planted fault is caught."""
    counts: Counter[bool] = Counter()
    for name, check_fault in planted():
        report = Report()
        check_fault(report)
        caught = bool(report.problems)
        counts[caught] += 1
        if not caught:
            print(f"NOT CAUGHT: {name}")
    print(f"{counts[True]} planted faults were caught, {counts[False]} were not.")
    return 1 if counts[False] else 0


# ---- The command line ----------------------------------------------------------------------------

# "s" is the processor's time.
COLUMNS = ("patterns", "unambiguous", "not proven", "texts", "code points", "states", "errors",
           "expected", "partial")  # fmt: skip
ROW = "{:<22} {:>5} {:>8} {:>11} {:>10} {:>11} {:>11} {:>7} {:>8} {:>8} {:>8} {:>5} {:>5}"


def check_side(side: Side, only: str | None, sizes: Sizes) -> Report:
    """A line of the table."""
    start = time.process_time()
    whole = Report()
    check_rule_names(whole, side)
    rules = [rule for rule in side.names if only in (None, rule)]
    for rule in rules:
        report = Report()
        check_rule(report, side, rule, sizes)
        whole.add(report)
    counts = [f"{whole.asked[kind]:,}" for kind in COLUMNS]
    wrong = sum(whole.wrong.values())
    seconds = f"{time.process_time() - start:.0f}"
    print(ROW.format(side.title, len(rules), *counts, wrong, seconds), flush=True)
    return whole


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Prove the rules of uri_regex.")
    parser.add_argument("--quick", action="store_true", help="fewer texts for (b) and (d)")
    parser.add_argument("--self-test", action="store_true", help="plant faults: all are caught?")
    parser.add_argument("--package", choices=("uri_regex", "uri_abnf"), help="this one only")
    parser.add_argument("--grammar", help=f"this grammar only: {', '.join(RULES)}, 'abnf rfc9110'")
    parser.add_argument("--rule", help="this rule only, as the RFC writes it")
    parser.add_argument("--rfc", type=Path, metavar="DIR", help="compare with DIR/rfc*.txt")
    options = parser.parse_args(argv)
    if options.self_test:
        return self_test()
    whole = Report()
    if options.rfc:
        check_rfcs(whole, options.rfc)
        wrong, asked = whole.wrong["RFCs"], whole.asked["RFCs"]
        print(f"The ABNF of rfcs.py and the RFCs' own texts: {wrong} of {asked} answers are wrong.")
    regex = regex_module()
    told = f", regex {regex.__version__}" if regex else "; PyPI regex is NOT there"
    print(f"Python {sys.version.split()[0]}{told}")
    if not importlib.util.find_spec("abnf"):
        print("PyPI abnf is NOT there: its grammars are left out.")
    print(ROW.format("", "rules", *COLUMNS, "wrong", "s"))
    for side in sides(options.package):
        if options.grammar in (None, side.grammar):
            sizes = WHOLE if side.package == "uri_regex" else SAMPLE
            whole.add(check_side(side, options.rule, QUICK if options.quick else sizes))
    if options.package != "uri_regex" and importlib.util.find_spec("abnf"):
        for side in foreign_sides():
            if options.grammar in (None, side.grammar):
                check_left_out(whole, side)
                whole.add(check_side(side, options.rule, AGAIN))
    if options.package != "uri_abnf":
        source = Path(library().__file__).read_text(encoding="utf-8")
        report = Report()
        check_comments(report, source, vars(library()))
        whole.add(report)
        counts = [f"{report.asked[kind]} {kind}" for kind in ("comments", "constants")]
        print(f"{' and '.join(counts)} of uri_regex.py")
    print("\n".join(["", *whole.problems, "NOT right." if whole.problems else "All is right."]))
    return 1 if whole.problems else 0


if __name__ == "__main__":
    sys.exit(main())
