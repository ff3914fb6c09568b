# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Two questions about rules: what tells two of them apart, and what their texts look like."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import NamedTuple

from .automaton import Automaton, State
from .errors import GrammarError
from .parser import HasRules
from .simplify import Alt, Node, Ranges, Ref, Rep, Set, is_option, union

_MOST_PAIRS = 20_000  # of states: some seconds, and more than any two rules of the RFCs have
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LIKED = _LETTERS + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.:/@?#[]%!$&'()*+,;=_~ "


# ---- Comparison ----


class Comparison(NamedTuple):
    """The shortest texts that only one of two rules matches; None is that there is none."""

    only_first: str | None
    only_second: str | None

    @property
    def is_same(self) -> bool:
        """Whether both rules match the same texts."""
        return self.only_first is None and self.only_second is None


def compare_automata(first: Automaton, second: Automaton) -> Comparison:
    """Compare two rules, state by state, texts that are shorter first."""
    characters = _characters(first, second)
    start = (first.start, second.start)
    texts = {start: ""}
    found: dict[bool, str] = {}  # by whether the first rule is the one that matches
    queue = deque([start])
    while queue and len(found) < 2:
        pair = queue.popleft()
        of_first, of_second = pair
        if of_first.is_final != of_second.is_final:
            found.setdefault(of_first.is_final, texts[pair])
        for char, in_first, in_second in characters:
            after = (first.step(of_first, in_first), second.step(of_second, in_second))
            if after not in texts and _may_tell(after, found):
                texts[after] = texts[pair] + char
                queue.append(after)
        if len(texts) > _MOST_PAIRS:
            raise GrammarError(f"the rules are too large to compare: over {_MOST_PAIRS:,} states")
    return Comparison(found.get(True), found.get(False))


def _may_tell(pair: tuple[State, State], found: dict[bool, str]) -> bool:
    """Return whether a text of which nothing was found yet can go on from two states."""
    of_first, of_second = pair
    if not of_first.threads:
        return bool(of_second.threads) and False not in found
    return bool(of_second.threads) or True not in found


def _characters(first: Automaton, second: Automaton) -> list[tuple[str, int, int]]:
    """Return a character of each kind that two automata tell apart, with its class in either."""
    kinds: dict[tuple[int, int], str] = {}
    for code in [*map(ord, _LIKED), *first.cuts, *second.cuts]:
        kinds.setdefault((first.char_class(code), second.char_class(code)), chr(code))
    return [(char, *classes) for classes, char in kinds.items()]


# ---- Examples ----

# What people write where a rule is called so, if the rule of the grammar takes it.
_TYPICAL = """
scheme          https http ftp mailto urn
userinfo        user me
host            example.com www.example.org a.example 192.0.2.1 [2001:db8::1] localhost
ihost           example.com bücher.example [2001:db8::1]
hostname        example.com www.example.org a.example
reg-name        example.com www.example.org a.example
ireg-name       bücher.example example.com
domainlabel     example www a
toplabel        com org example
port            80 443 8080
ipv4address     192.0.2.1 198.51.100.7 203.0.113.255 127.0.0.1
ipv6address     2001:db8::1 ::1 fe80::1 ::ffff:192.0.2.1
ipvfuture       v1.a:b vF.x
zoneid          eth0 1 en1
segment         index.html a b.txt data 2026 %C3%A9
isegment        index.html a données 2026
query           q=1 a=b&c=d page=2 q=caf%C3%A9
iquery          q=1 q=café a=b&c=d
fragment        top section-2 x
ifragment       top größe
pct-encoded     %20 %C3 %2F %41
escaped         %20 %C3 %2F %41
"""
_WORDS = (
    "a b x data name example test value en item 1 7 42 2026 10 ab abc a-b a.b user index".split()
)
_WRONG = ' %"<>\\^`{|}é/:?#[]@a0.-'  # what a slip of the finger adds
_ROUNDS = (0, 1, 1, 1, 2, 3)  # of a repeat, over those that it needs
_TRIES = 30  # for each example that is new


def make_examples(grammar: HasRules, rule: str, count: int, seed: int, invalid: bool) -> list[str]:
    """Return different texts that match a rule, or that do not, by one character."""
    writer = _Writer(grammar, seed)
    found: dict[str, None] = {}
    for _ in range(count * _TRIES):
        if len(found) >= count:
            break
        text = writer.write(Ref(rule))
        if invalid:
            text = writer.damage(text)
            if grammar.matches(rule, text):
                continue
        found[text] = None
    return list(found)


class _Writer:
    """Writes texts of trees, by chance."""

    def __init__(self, grammar: HasRules, seed: int) -> None:
        self.grammar = grammar
        self.random = Random(seed)
        rows = map(str.split, _TYPICAL.strip().split("\n"))
        self.typical = {rule: texts for rule, *texts in rows}

    def write(self, node: Node) -> str:
        if isinstance(node, Set):
            return self.write_character(node)
        if isinstance(node, Ref):
            return self.write_rule(node.name)
        if isinstance(node, Alt):
            usual = node.parts[0]
            return self.write(self.random.choice((usual, *node.parts)))
        if isinstance(node, Rep):
            return self.write_repeat(node)
        return "".join(map(self.write, node.parts))

    def write_rule(self, name: str) -> str:
        rule = self.grammar._rule(name)
        typical = self.typical.get(rule.name.lower().replace("_", "-"))
        if typical and self.random.random() < 0.9:  # else variety
            text = self.random.choice(typical)
            if self.grammar.matches(name, text):
                return text
        return self.write(rule.node)

    def write_repeat(self, node: Rep) -> str:
        high = node.low + max(_ROUNDS) if node.high is None else node.high
        characters = self.characters_of(node.body)
        if characters and high > 1:
            word = self.random.choice(_WORDS)
            is_word = all(_has(characters, char) for char in word)
            if is_word and node.low <= len(word) <= (node.high or len(word)):
                return word
        rounds = min(node.low + self.random.choice(_ROUNDS), high)
        if is_option(node):
            rounds = self.random.choice((0, 1))
        return "".join([self.write(node.body) for _ in range(rounds)])

    def characters_of(self, node: Node) -> Ranges:
        """Return the single characters that a tree can be."""
        if isinstance(node, Set):
            return node.ranges
        if isinstance(node, Ref):
            return self.characters_of(self.grammar._rule(node.name).node)
        if isinstance(node, Alt):
            return union(*map(self.characters_of, node.parts))
        return ()

    def write_character(self, node: Set) -> str:
        if '"' in node.name:  # a character of a string, as it is written there
            return node.name.partition('"')[2][0]
        liked = [char for char in _LETTERS + "0123456789" if _has(node.ranges, char)]
        if liked and self.random.random() < 0.95:  # else variety
            return self.random.choice(liked)
        low, high = self.random.choice(node.ranges)
        char = chr(self.random.randint(low, high))
        return char if char.isprintable() else chr(low)

    def damage(self, text: str) -> str:
        """Return a text with one character more, less or in place of another."""
        place = self.random.randrange(len(text) + 1)
        before, rest = text[:place], text[place:]
        way = self.random.choice(("add", "replace", "drop"))
        if way != "add":
            rest = rest[1:]
        if way != "drop":
            before += self.random.choice(_WRONG)
        return before + rest


def _has(ranges: Ranges, char: str) -> bool:
    return any(low <= ord(char) <= high for low, high in ranges)
