"""Real grammars: the ABNF that PyPI `abnf` ships, and its parser, beside uri_abnf.

    python3 -m venv venv && venv/bin/pip install -r conformance/requirements.txt
    venv/bin/python conformance/grammars.py             # some 640 rules; ten to twenty minutes
    venv/bin/python conformance/grammars.py --quick     # a sample, a minute
    venv/bin/python conformance/grammars.py --only rfc5322 --strings 1000

Each text is read as it stands, with strict=False; those that take rules from RFC 3986 are read once
more with that as their base. Which rules work is worked out here, too, with the reader of standards.py,
and has to be the same. For each rule that works, texts are made: members, by random derivation, and
near-misses, with a character put in, taken out, exchanged or doubled, and with an end cut off.

What a text is, is decided by derivatives (Brzozowski 1964: what a rule says after a character is again
a rule), on the trees of standards.py: neither shares code with uri_abnf, nor with `abnf`. Held to them:
    matches; re, regex: the portable pattern; possessive; named: the pattern with named sub-patterns
    offset: where validate says that the text goes wrong; partial, of the text and of a part of it
    captures: the tree of parts is a derivation by the rules, with no character left over (not on
        RFC 3986: what is taken from there may be written out, without its names)
    abnf: its parse_all, with the rules that it imports in the place of prose
Where `abnf` is wrong by the derivatives, it is counted under "abnf", with the first text below the
table. A pattern that is not proven may take for ever: it gets a second, and is counted as "slow".

Exit status 1 if anything is wrong but `abnf`. "proven" counts rules. "MB" is the most that the
process of a grammar held at once, Python and both packages included.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import multiprocessing
import pkgutil
import random
import re
import resource
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import standards
from derivatives import NOTHING, Node, derivative, expression
from fuzz import TooLong, at_most

from uri_abnf import RFC3986, Grammar, GrammarError
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


def references(tree: standards.Tree) -> Iterator[str]:
    """What a tree refers to, if not 0 times: RFC 3987 has 0<ipchar>."""
    kind, content = tree[:2]
    if kind == "ref":
        yield content
    elif kind == "rep":
        _, _, _, most, _ = tree
        if most != 0:
            yield from references(content)
    elif kind != "set":
        for part in content:
            yield from references(part)


def of_base(tree: standards.Tree) -> standards.Tree:
    kind, content = tree[:2]
    if kind == "set":
        return tree
    if kind == "ref":
        return ("ref", BASE + content)
    if kind == "rep":
        return (kind, of_base(content), *tree[2:])
    return (kind, [of_base(part) for part in content])


class Reading(NamedTuple):
    rules: standards.Rules
    own: dict[str, str]  # the names of the text's own rules, in lower case and as written
    works: set[str]


def read(text: str, base: standards.Rules | None) -> Reading:
    """The trees of a text's rules, and which of them reach nothing that a tree is not made for."""
    rules = standards.Rules("", base or standards.CORE)
    if base:
        for key in base:
            rules[BASE + key] = of_base(base[key])
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
    refs = {key: {*references(tree)} for key, tree in rules.items()}
    good = rules.keys() - bad
    done: set[str] = set()
    while grown := {key for key in good - done if refs[key] <= done}:
        done |= grown
    return done


# ---- Verdicts ------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    valid: bool
    offset: int  # the first character after which nothing can make the text valid; or its length
    partial: str


def verdict(node: Node, letters: Any) -> Verdict:
    at = 0
    for letter in letters:
        after = derivative(node, letter)
        if after is NOTHING:
            return Verdict(False, at, "invalid")
        node, at = after, at + 1
    return Verdict(node.nullable, at, "valid" if node.nullable else "incomplete")


# ---- Texts ---------------------------------------------------------------------------------------


def member(tree: standards.Tree, rules: standards.Rules, rng: random.Random, depth: int = 0) -> str:
    """A random text of a rule; the deeper, the shorter."""
    kind, content = tree[:2]
    if kind == "set":
        low, high = rng.choice(content)
        return chr(rng.choice((low, high, rng.randint(low, high))))
    if kind == "ref":
        return member(rules[content], rules, rng, depth + 1)
    if kind == "cat":
        return "".join([member(part, rules, rng, depth) for part in content])
    if kind == "alt":
        return member(rng.choice(content), rules, rng, depth)
    _, _, least, most, _ = tree
    more: tuple[int, ...] = (0, 0, 1, 1, 2, 3)
    if depth >= 8:
        more = (0, 0, 1)
    count = least + rng.choice(more)
    if most is not None:
        count = min(count, most)
        if most < 20 and rng.random() < 0.2:
            count = most
    return "".join([member(content, rules, rng, depth) for _ in range(count)])


def near(text: str, alphabet: str, rng: random.Random) -> str:
    at, char = rng.randint(0, len(text)), rng.choice(alphabet)
    end = rng.randint(at, min(at + 4, len(text)))
    before, piece, behind = text[:at], text[at:end], text[end:]
    changes = "insert", "replace", "delete", "double", "cut", "behead", "swap case", "append"
    change = rng.choice(changes)
    if change == "insert":
        return before + char + piece + behind
    if change == "replace":
        return before + char + text[at + 1 :]
    if change == "delete":
        return before + behind
    if change == "double":
        return before + piece + piece + behind
    if change == "cut":
        return before
    if change == "behead":
        return piece + behind
    if change == "swap case":
        return text.swapcase()
    return text + rng.choice(("\n", "\r\n", " ", "\0", "\u212a", char))


def edges(node: Node, seen: set[Node]) -> Iterator[int]:
    if node not in seen:
        seen.add(node)
        for part in node.parts:
            if isinstance(part, Node):
                yield from edges(part, seen)
            elif node.kind == "set":
                for low, high in part:
                    yield from (low - 1, low, high, high + 1)


def texts_of(
    tree: standards.Tree, rules: standards.Rules, node: Node, count: int, seed: str
) -> list[str]:
    rng = random.Random(seed)
    points = {
        n for n in edges(node, set()) if 0 <= n <= standards.TOP and not 0xD800 <= n <= 0xDFFF
    }
    alphabet = "".join(map(chr, sorted(points)))[:400] + 'aZ0 -.,;:/?#"\\<>@%\n\u00e9'
    texts = {"": None}
    for _ in range(count):
        text = member(tree, rules, rng)
        if len(text) > 200:
            continue
        texts[text] = None
        for _ in range(2):
            text = near(text, alphabet, rng)
            texts[text] = None
    return list(texts)


# ---- The comparison ------------------------------------------------------------------------------


class Row(NamedTuple):
    name: str
    rules: int
    works: int
    proven: int
    strings: int
    wrong: int
    slow: int
    abnf: int
    seconds: float
    megabytes: int
    told: list[str]


class Finding(NamedTuple):
    way: str
    found: object
    wanted: object


def derived(spans: Any, text: str, reading: Reading, name: Callable[[str], str]) -> bool:
    """Whether a tree of parts is a derivation: each part, with the parts right inside it taken as
    letters, is what the rule's own definition says."""
    inside: list[list[Any]] = [[] for _ in spans]
    path: list[int] = []
    for i, (_, _, _, depth) in enumerate(spans):
        del path[depth:]
        if path:
            inside[path[-1]].append(spans[i])
        path.append(i)
    for (rule, start, end, _), parts in zip(spans, inside):
        letters: list[str] = []
        at = start
        for part, begin, stop, _ in parts:
            letters += [*text[at:begin], f"<{name(part)}>"]
            at = stop
        letters += text[at:end]
        tree = expression(reading.rules[name(rule)], reading.rules, "letters")
        if not 0 <= start <= end <= len(text) or not verdict(tree, letters).valid:
            return False
    _, start, end, _ = spans[0]
    return bool(start == 0 and end == len(text))


def captured(grammar: Grammar, rule: str, text: str, reading: Reading) -> Iterator[Finding]:
    """What captures of a valid text has to be: a derivation, and the same without its order."""
    try:
        spans = [tuple(span) for span in grammar._spans(rule, text)]
        parts = grammar.captures(rule, text)
    except URIError as e:
        yield Finding("captures", str(e), "parts")
        return
    yield Finding("captures", derived(spans, text, reading, str.lower), True)
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
        try:
            found["named"] = regex.compile(grammar.pattern(rule, "regex")).fullmatch
        except GrammarError as e:
            assert "one group name" in str(e), e
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


def offset_found(grammar: Grammar, rule: str, text: str, expected: Verdict) -> Finding:
    try:
        grammar.validate(rule, text)
    except URIError as error:
        return Finding("offset", error.offset, expected.offset)
    if expected.valid:
        return Finding("offset", "none", "none")
    return Finding("offset", "none", expected.offset)


def check(
    grammar: Grammar, reading: Reading, cls: Any, count: int, counts: Counter[str]
) -> Iterator[str]:
    """Tell what is wrong with the rules of one grammar."""
    done: dict[str, Node] = {}
    for rule in grammar.rules:
        if rule.lower() in reading.works:
            tree = ("ref", rule.lower())
            node = expression(tree, reading.rules, "written", done)
            texts = texts_of(tree, reading.rules, node, count, f"3986 {rule}")
            yield from check_rule(grammar, rule, reading, node, texts, cls, counts)


def check_rule(
    grammar: Grammar,
    rule: str,
    reading: Reading,
    node: Node,
    texts: list[str],
    cls: Any,
    counts: Counter[str],
) -> Iterator[str]:
    plain = not any(key.startswith(BASE) for key in reading.rules)
    counts["proven"] += grammar.proven(rule)
    every_way = Ways(grammar, rule, counts)
    gc.collect()  # and else not: a clock that rings in a __del__ is not heard
    for text in texts:
        counts["strings"] += 1
        expected = verdict(node, text)
        part = text[: len(text) // 2]
        findings = every_way.findings(text, expected.valid)
        findings += [
            offset_found(grammar, rule, text, expected),
            Finding("partial", grammar.partial(rule, text), expected.partial),
            Finding("partial", grammar.partial(rule, part), verdict(node, part).partial),
        ]
        if expected.valid and plain:
            findings += captured(grammar, rule, text, reading)
        for way, found, wanted in findings:
            if found != wanted:
                counts["wrong"] += 1
                yield f"{way} of {rule}: {text!a} gives {found!r}, must be {wanted!r}"
        theirs = asked(cls, rule, text)
        if theirs is not None and theirs != expected.valid:
            counts["abnf"] += 1
            if counts["abnf"] == 1:
                yield f"abnf: {rule}: {text!a} gives {theirs}, must be {expected.valid}"


def asked(cls: Any, rule: str, text: str) -> bool | None:
    """The verdict of `abnf`; None if it has none, or takes too long."""
    try:
        with at_most(1.0):
            cls(rule).parse_all(text)
        return True
    except abnf.ParseError:
        return False
    except (TooLong, abnf.GrammarError, RecursionError):
        return None


def run(job: tuple[str, bool, int]) -> Row:
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
    counts: Counter[str] = Counter(wrong=len(told))
    told += check(grammar, reading, cls, count, counts)
    return Row(
        title,
        rules=len(reading.own),
        works=len(works),
        proven=counts["proven"],
        strings=counts["strings"],
        wrong=counts["wrong"],
        slow=counts["slow"],
        abnf=counts["abnf"],
        seconds=time.perf_counter() - began,
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        told=[f"{name}: {line}" for line in told],
    )


COLUMNS = "rules", "read", "proven", "strings", "wrong", "slow", "abnf", "seconds", "MB"
ON_RFC3986 = "rfc3987", "rfc7230", "rfc9110"  # they take rules from there


def grammar_names(only: str | None) -> list[str]:
    names = []
    for module in pkgutil.iter_modules(abnf.grammars.__path__):
        if module.name != "misc" and only in (None, module.name):
            names.append(module.name)
    return names


def total(rows: list[Row]) -> Row:
    """The sums; of the memory, the most."""
    columns: list[Any] = list(zip(*rows))
    _, *counts, seconds, megabytes, _ = columns
    sums: list[Any] = [sum(column) for column in counts]
    return Row._make(["all", *sums, sum(seconds), max(megabytes), []])


def print_row(row: Row) -> None:
    name, *counts, seconds, megabytes, _ = row
    numbers = "".join(f"{count:9,}" for count in counts)
    print(f"{name:20}{numbers}{seconds:9.1f}{megabytes:9,}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="uri_abnf on the grammars that abnf ships.")
    parser.add_argument("--quick", action="store_true", help="a sample, a minute")
    parser.add_argument("--only", metavar="NAME", help="this grammar only: rfc9110")
    parser.add_argument("--strings", type=int, default=0, metavar="N", help="members for each rule")
    options = parser.parse_args()
    if abnf is None:
        print("skipped: pip install abnf")
        return 0
    if regex is None:
        print("PyPI regex is not there: regex, possessive and named are NOT tested.")
    names = grammar_names(options.only)
    count = options.strings
    if not count:
        count = 4 if options.quick else 60
    jobs = [(name, False, count) for name in names]
    jobs += [(name, True, count) for name in names if name in ON_RFC3986]

    version = getattr(abnf, "__version__", "")
    print(f"abnf {version}".rstrip(), end=", ")
    print(f"Python {sys.version.split()[0]}, {len(names)} grammars")
    print(f"{'grammar':20}" + "".join(f"{column:>9}" for column in COLUMNS))
    rows = []
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for row in pool.imap(run, jobs, chunksize=1):
            rows.append(row)
            print_row(row)
    everything = total(rows)
    print_row(everything)
    for row in rows:
        for line in row.told[:20]:
            print(line)
    if everything.wrong:
        print("NOT right.")
        return 1
    print("All is right.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
