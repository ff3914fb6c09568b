# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Texts that match a rule, such as people write them."""

from __future__ import annotations

from functools import partial
from random import Random

from .charset import Ranges, count, union
from .nodes import Alt, Node, Ref, Rep, Set, is_option
from .ruleset import HasRules

# What people write where a rule is called so, if the rule of the grammar takes it.
_ROWS = """
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
_TYPICAL = {rule: texts for rule, *texts in map(str.split, _ROWS.strip().split("\n"))}
_WORDS = (
    "a b x data name example test value en item 1 7 42 2026 10 ab abc a-b a.b user index".split()
)
_LIKED = "abcdefghijklmnopqrstuvwxyz0123456789"
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
        rule = self.grammar.rule(name)
        typical = _TYPICAL.get(rule.name.lower().replace("_", "-"))
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
            is_word = all(map(partial(_has, characters), word))
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
            return self.characters_of(self.grammar.rule(node.name).node)
        if isinstance(node, Alt):
            return union(*map(self.characters_of, node.parts))
        return ()

    def write_character(self, node: Set) -> str:
        if '"' in node.name:  # a character of a string, as it is written there
            return node.name.partition('"')[2][0]
        if count(node.ranges) == 1:
            return chr(node.ranges[0][0])
        liked = list(filter(partial(_has, node.ranges), _LIKED))
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
