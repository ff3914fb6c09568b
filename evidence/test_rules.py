# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A sample of proof.py for pytest: each rule of the library is its RFC's, and its errors are exact.

The rows are made from the grammars of standards.py, and the texts from their automata. No row is
written by hand: a new rule of an RFC's ABNF has its tests when it is in standards.py.
"""

from __future__ import annotations

from pathlib import Path

import proof
import pytest
from automata import oracle
from proof import Report, Side
from standards import rule_names

import uri_regex

SAMPLE = proof.Sizes(texts=200, errors=0.1, others=0.02, code_points=False)
SIDES = list(proof.sides("uri_regex"))
INHERITED = [rule for rule in rule_names("RFC3987") if rule in rule_names("RFC3986")]


def own_rules(grammar: str) -> list[str]:
    """The rules that a grammar does not have from another one."""
    return [rule for rule in rule_names(grammar) if grammar != "RFC3987" or rule not in INHERITED]


RULES = [
    pytest.param(side, rule, id=f"{side.grammar}-{rule}")
    for side in SIDES
    for rule in own_rules(side.grammar)
]


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.grammar)
def test_a_grammar_has_the_rules_of_its_rfc(side: Side) -> None:
    report = Report()
    proof.check_rule_names(report, side)
    assert report.problems == []


@pytest.mark.parametrize("rule", INHERITED)
def test_rfc_3987_has_the_rules_of_rfc_3986_as_they_are(rule: str) -> None:
    assert uri_regex.RFC3987[rule] == uri_regex.RFC3986[rule]


@pytest.mark.parametrize("side, rule", RULES)
def test_a_pattern_matches_exactly_the_texts_of_its_rule(side: Side, rule: str) -> None:
    report = Report()
    for form in side.forms(rule):
        proof.check_pattern(report, rule, form, oracle(side.grammar, rule))
    assert report.problems == []


@pytest.mark.parametrize("side, rule", RULES)
def test_engines_have_the_verdicts_of_the_automaton(side: Side, rule: str) -> None:
    report = Report()
    proof.check_engines(report, rule, side.forms(rule), side, rule, SAMPLE)
    assert report.problems == []


@pytest.mark.parametrize("side, rule", RULES)
def test_an_ending_completes_each_text_that_can_begin_a_match(side: Side, rule: str) -> None:
    report = Report()
    proof.check_endings(report, side.grammar, rule)
    assert report.problems == []


def test_each_ending_is_needed() -> None:
    needed = set()
    for side in SIDES:
        for rule in own_rules(side.grammar):
            for _, endings in proof.completing_endings(side.grammar, rule):
                needed.update(endings[:1] if len(endings) == 1 else [])
    assert needed == {*uri_regex._ENDINGS}


@pytest.mark.parametrize("side, rule", RULES)
def test_an_error_is_where_nothing_can_make_the_text_valid(side: Side, rule: str) -> None:
    report = Report()
    proof.check_errors(report, side.grammar, rule, side.rules, SAMPLE)
    assert report.problems == []


def test_the_abnf_in_comments_is_the_rfcs() -> None:
    report = Report()
    source = Path(uri_regex.__file__).read_text(encoding="utf-8")
    proof.check_comments(report, source, vars(uri_regex))
    assert report.problems == []
