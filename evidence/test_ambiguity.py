# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What says that a pattern is unambiguous, held to a count of the ways of each short text."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import ambiguity
import pytest
from automata import Pattern, automaton
from standards import Tree

TEXTS = ["".join(chars) for size in range(8) for chars in product("ab", repeat=size)]


def ends(tree: Tree, text: str, starts: Counter[int]) -> Counter[int]:
    """How many ways through a tree lead from each place of a text to each other one.

    A round that is empty is counted once: it would be two ways already.
    """
    kind, content, *counts = tree
    found: Counter[int] = Counter()
    if kind == "set":
        for at, ways in starts.items():
            if at < len(text) and any(low <= ord(text[at]) <= high for low, high in content):
                found[at + 1] += ways
    elif kind == "alt":
        for branch in content:
            found += ends(branch, text, starts)
    elif kind == "cat":
        found = starts
        for part in content:
            found = ends(part, text, found)
    else:
        least, most, _ = counts
        for number in range((len(text) + 1 if most is None else most) + 1):
            if number >= least:
                found += starts
            starts = ends(content, text, starts)
    return found


def random_pattern(rng: random.Random, depth: int = 3) -> str:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(("a", "b", "[ab]"))
    one, other = (random_pattern(rng, depth - 1) for _ in range(2))
    forms = (
        "{0}{1}",
        "{0}{1}",
        "(?:{0}|{1})",
        "(?:{0}|{1}|)",
        "(?:{0})*",
        "(?:{0})?",
        "(?:{0}){{1,2}}",
    )
    return rng.choice(forms).format(one, other)


def test_ambiguous_patterns_are_found_and_no_others() -> None:
    assert ambiguity.self_test() == 0


@pytest.mark.parametrize("seed", range(100))
def test_a_pattern_is_ambiguous_if_a_text_has_two_ways(seed: int) -> None:
    pattern = random_pattern(random.Random(seed))
    tree = Pattern(pattern).tree
    most = max(ends(tree, text, Counter([0]))[len(text)] for text in TEXTS)
    assert (ambiguity.two_ways(pattern) is None) == (most <= 1), pattern


@pytest.mark.parametrize("pattern", ["[a-z]*(?:-[a-z]++)*+", "(?:ab*c){2,3}d+", "(?:a|b(?:cd)+)*"])
def test_what_is_pumped_can_go_on(pattern: str) -> None:
    dfa = automaton(Pattern(pattern, possessive=True).tree)
    assert ambiguity.pumps(pattern)
    for prefix, piece in ambiguity.pumps(pattern):
        assert "invalid" not in [dfa.viable(prefix + piece * count) for count in (1, 2, 9)]
