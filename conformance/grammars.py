"""Real grammars: the ABNF that PyPI `abnf` ships, and its parser, beside uri_regex.

    python3 -m venv venv && venv/bin/pip install -r conformance/requirements.txt
    venv/bin/python conformance/grammars.py             # some 640 rules; ten to twenty minutes
    venv/bin/python conformance/grammars.py --quick     # a sample, a minute
    venv/bin/python conformance/grammars.py --only rfc5322 --strings 1000

Each text is read as it stands, with strict=False; those that take rules from RFC 3986 are read once
more with that as their base. Which rules work is worked out here, too, with the reader of proof.py,
and has to be the same. For each rule that works, texts are made: members, by random derivation, and
near-misses, with a character put in, taken out, exchanged or doubled, and with an end cut off.

What a text is, is decided by derivatives (Brzozowski 1964: what a rule says after a character is again
a rule), on the trees of proof.py: neither shares code with uri_regex, nor with `abnf`. To them are held
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

import uri_regex as u
from conformance import proof
from conformance.derivatives import NOTHING, Node, derivative, expression
from conformance.fuzz import TooLong, at_most

try:
    import regex
except ImportError:
    regex = None
try:
    import abnf.grammars
except ImportError:
    abnf = None


# ---- Reading, beside uri_regex -------------------------------------------------------------------

HEAD = re.compile(r"(?m)^[ \t]*([A-Za-z][\w-]*)[ \t\r\n]*=/?")
PROSE = re.compile(r"=\s*<([A-Za-z][\w-]*)(?:\s*,[^>]*)?>\s*(?:;.*)?\Z")
BASE = "of the base: "  # before the names of its rules, as the base has them


def references(tree: proof.Tree) -> Iterator[str]:
    """What a tree refers to, if not 0 times: RFC 3987 has 0<ipchar>."""
    kind, content = tree[:2]
    if kind == "ref":
        yield content
    elif kind != "set" and (kind != "rep" or tree[3] != 0):
        for part in [content] if kind == "rep" else content:
            yield from references(part)


def of_base(tree: proof.Tree) -> proof.Tree:
    kind, content = tree[:2]
    if kind == "ref":
        return ("ref", BASE + content)
    if kind == "rep":
        return (kind, of_base(content), *tree[2:])
    return tree if kind == "set" else (kind, [of_base(part) for part in content])


class Reading(NamedTuple):
    rules: proof.Rules
    own: dict[str, str]  # the names of the text's own rules, in lower case and as written
    works: set[str]


def read(text: str, base: proof.Rules | None) -> Reading:
    """The trees of a text's rules, and which of them reach nothing that a tree is not made for."""
    rules = proof.Rules("", base or proof.CORE)
    if base:
        for key in base:
            rules[BASE + key] = of_base(base[key])
    heads = [*HEAD.finditer(text)]
    own: dict[str, str] = {}
    bad = set()
    for head, end in zip(heads, [*[head.start() for head in heads[1:]], len(text)]):
        one = text[head.start() : end].strip()
        key = head[1].lower()
        own.setdefault(key, head[1])
        prose = PROSE.search(one)
        if prose and base and prose[1].lower() in base:
            rules[key] = ("ref", BASE + prose[1].lower())
            continue
        try:
            if re.search(r"<[^>]*[^\w>-]", re.sub(r'"[^"]*"|;.*', "", one)):
                raise ValueError("prose")
            tree = proof.Rules(one if "=/" not in head[0] else one.replace("=/", "=", 1))[key]
        except (ValueError, IndexError):
            bad.add(key)
            continue
        rules[key] = ("alt", [rules[key], tree]) if head[0].endswith("/") else tree
    refs = {key: {*references(tree)} for key, tree in rules.items()}
    works = {key for key in rules if key not in bad}
    while (
        True
    ):  # what refers to what does not work does not, either; nor what never comes to an end
        lost = {key for key in works if not refs[key] <= works}
        works -= lost
        if not lost:
            break
    done: set[str] = set()
    while grown := {key for key in works - done if refs[key] <= done}:
        done |= grown
    return Reading(rules, own, done & own.keys())


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


def member(tree: proof.Tree, rules: proof.Rules, rng: random.Random, depth: int = 0) -> str:
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
    least, most = tree[2:4]
    more = rng.choice((0, 0, 1, 1, 2, 3)) if depth < 8 else rng.choice((0, 0, 1))
    count = least + more if most is None else min(least + more, most)
    if most is not None and most < 20 and rng.random() < 0.2:
        count = most
    return "".join([member(content, rules, rng, depth) for _ in range(count)])


def near(text: str, alphabet: str, rng: random.Random) -> str:
    at, char = rng.randint(0, len(text)), rng.choice(alphabet)
    end = rng.randint(at, min(at + 4, len(text)))
    return rng.choice(
        (
            lambda: text[:at] + char + text[at:],
            lambda: text[:at] + char + text[at + 1 :],
            lambda: text[:at] + text[end:],
            lambda: text[:at] + text[at:end] * 2 + text[end:],
            lambda: text[:at],
            lambda: text[at:],
            lambda: text.swapcase(),
            lambda: text + rng.choice(("\n", "\r\n", " ", "\0", "\u212a", char)),
        )
    )()


def edges(node: Node, seen: set[Node]) -> Iterator[int]:
    if node not in seen:
        seen.add(node)
        for part in node.parts:
            if isinstance(part, Node):
                yield from edges(part, seen)
            elif node.kind == "set":
                yield from (n for low, high in part for n in (low - 1, low, high, high + 1))


def texts_of(tree: proof.Tree, rules: proof.Rules, node: Node, count: int, seed: str) -> list[str]:
    rng = random.Random(seed)
    points = {n for n in edges(node, set()) if 0 <= n <= proof.TOP and not 0xD800 <= n <= 0xDFFF}
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
    return spans[0][1:3] == (0, len(text))


def captured(
    grammar: u.Grammar, rule: str, text: str, reading: Reading
) -> Iterator[tuple[str, object, object]]:
    """What captures of a valid text has to be: a derivation, and the same without its order."""
    try:
        spans = [tuple(span) for span in grammar._spans(rule, text)]
        parts = grammar.captures(rule, text)
    except u.URIError as e:
        yield "captures", str(e), "parts"
        return
    yield "captures", derived(spans, text, reading, str.lower), True
    there = Counter((name, text[start:end]) for name, start, end, _ in spans)
    yield "captures", Counter((name, p) for name, several in parts.items() for p in several), there


def ways(grammar: u.Grammar, rule: str) -> dict[str, Callable[[str], object]]:
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
        except u.GrammarError as e:
            assert "one group name" in str(e), e
    return found


def check(grammar: u.Grammar, reading: Reading, cls: Any, count: int, row: Counter[str]) -> Any:
    """Tell what is wrong with the rules of one grammar."""
    done: dict[str, Node] = {}
    plain = not any(key.startswith(BASE) for key in reading.rules)
    for rule in [name for name in grammar.rules if name.lower() in reading.works]:
        tree = ("ref", rule.lower())
        node = expression(tree, reading.rules, "written", done)
        row["proven"] += grammar.proven(rule)
        found, slow = ways(grammar, rule), set()
        gc.collect()  # and else not: a clock that rings in a __del__ is not heard
        for text in texts_of(tree, reading.rules, node, count, f"3986 {rule}"):
            row["strings"] += 1
            expected = verdict(node, text)
            got: list[tuple[str, object, object]] = []
            for way, ask in found.items():
                if way not in slow:
                    try:
                        with at_most(1.0):
                            got.append((way, ask(text) not in (None, False), expected.valid))
                    except TooLong:
                        slow.add(way)
                        row["slow"] += 1
                        if grammar.proven(rule) or way == "matches":
                            got.append((way, "more than a second", expected.valid))
            try:
                grammar.validate(rule, text)
                got.append(("offset", "none", "none" if expected.valid else expected.offset))
            except u.URIError as e:
                got.append(("offset", e.offset, expected.offset))
            got.append(("partial", grammar.partial(rule, text), expected.partial))
            part = text[: len(text) // 2]
            got.append(("partial", grammar.partial(rule, part), verdict(node, part).partial))
            if expected.valid and plain:
                got += captured(grammar, rule, text, reading)
            for way, what, wanted in got:
                if what != wanted:
                    row["wrong"] += 1
                    yield f"{way} of {rule}: {text!a} gives {what!r}, must be {wanted!r}"
            theirs = asked(cls, rule, text)
            if theirs is not None and theirs != expected.valid:
                row["abnf"] += 1
                if row["abnf"] == 1:
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
    text = cls.grammar if isinstance(cls.grammar, str) else "\n".join(cls.grammar)
    base = proof.RULES["RFC3986"] if extends else None
    grammar = (u.RFC3986.extend if extends else u.Grammar)(text, strict=False)
    reading = read(text, base)
    row: Counter[str] = Counter()
    works = {rule.lower() for rule in grammar.rules} & reading.own.keys()
    told = [f"{name}: {reading.own[key]} works, or not" for key in works ^ reading.works]
    row["wrong"] += len(told)
    unsaid = reading.own.keys() - works - {p.rule.lower() for p in grammar.problems if p.rule}
    told += [f"{name}: nothing says why {reading.own[key]} is left out" for key in unsaid]
    row["wrong"] += len(unsaid)
    told += [f"{name}: {what}" for what in check(grammar, reading, cls, count, row)]
    return Row(
        *(name + " on RFC 3986" * extends, len(reading.own), len(works)),
        *(row[key] for key in ("proven", "strings", "wrong", "slow", "abnf")),
        time.perf_counter() - began,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        told,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="uri_regex on the grammars that abnf ships.")
    parser.add_argument("--quick", action="store_true", help="a sample, a minute")
    parser.add_argument("--only", metavar="NAME", help="this grammar only: rfc9110")
    parser.add_argument("--strings", type=int, default=0, metavar="N", help="members for each rule")
    options = parser.parse_args()
    if abnf is None:
        print("skipped: pip install abnf")
        return 0
    if regex is None:
        print("PyPI regex is not there: regex, possessive and named are NOT tested.")
    names = [each.name for each in pkgutil.iter_modules(abnf.grammars.__path__)]
    names = [name for name in names if name != "misc" and options.only in (None, name)]
    count = options.strings or (4 if options.quick else 60)
    jobs = [(name, extends, count) for extends in (False, True) for name in names]
    jobs = [job for job in jobs if not job[1] or job[0] in ("rfc3987", "rfc7230", "rfc9110")]
    columns = "rules", "read", "proven", "strings", "wrong", "slow", "abnf", "seconds", "MB"
    print(f"abnf {abnf.__version__}" if hasattr(abnf, "__version__") else "abnf", end=", ")
    print(f"Python {sys.version.split()[0]}, {len(names)} grammars")
    print(f"{'grammar':20}" + "".join(f"{column:>9}" for column in columns))
    rows = []
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for row in pool.imap(run, jobs, chunksize=1):
            rows.append(row)
            numbers = "".join(f"{number:9,}" for number in row[1:8])
            print(f"{row.name:20}{numbers}{row.seconds:9.1f}{row.megabytes:9,}", flush=True)
    sums = [sum(row[i] for row in rows) for i in range(1, 8)]
    seconds, most = sum(row.seconds for row in rows), max(row.megabytes for row in rows)
    print(f"{'all':20}" + "".join(f"{n:9,}" for n in sums) + f"{seconds:9.1f}{most:9,}")
    for row in rows:
        for what in row.told[:20]:
            print(what)
    wrong = sum(row.wrong for row in rows)
    print("NOT right." if wrong else "All is right.")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
