# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""`matches` and `validate` of a grammar's rules: what `cut` puts below their patterns in a module.

The rules here are examples: a number, and a name that is read by its states. In a module that is cut,
the grammar's own patterns and states replace them.
"""

import re
from functools import cache

from uri_regex import URIError, _check_str, _clip, _explain, _match

# ---- Reading a text ----


# A character from a cut up to the next one has the kind that stands at the cut's place. A state is what
# it expects, a line of _EXPECTED, then kinds, each row of them with the state after a character of one.
@cache
def _automaton() -> tuple[list[int], list[str], list[tuple[str, dict[str, int]]]]:
    """Return the cuts, the kind at each, and the states."""
    expected = _EXPECTED.strip().split("\n")
    states = []
    for row in _STATES.split():
        (_, line), *ways = re.findall("([^0-9]*)([0-9]+)", row)
        steps: dict[str, int] = {}
        for kinds, after in ways:
            steps.update(dict.fromkeys(kinds, int(after)))
        states.append((expected[int(line)], steps))
    return list(map(int, _CUTS.split())), ["", *_KINDS.split()], states


def _read(text: str, rule: str) -> tuple[int, str]:
    """Return how far a match of the rule can come, and what can stand there."""
    from bisect import bisect_right

    cuts, kinds, states = _automaton()
    expected, steps = states[_STARTS[rule]]
    for offset, char in enumerate(text):
        after = steps.get(kinds[bisect_right(cuts, ord(char))])
        if after is None:
            return offset, expected
        expected, steps = states[after]
    return len(text), expected


def _matches_states(rule: str, text: str) -> bool:
    """Return whether a text matches a rule whose pattern could take exponential time."""
    offset, expected = _read(_check_str(text), rule)
    return offset == len(text) and expected.endswith("<end of text>")


def _error(text: str, rule: str, offset: int, expected: str) -> URIError:
    return URIError(text, rule, offset, hint=f"expected: {_clip(expected, 300)}")


def _error_in_words(text: str, rule: str, offset: int, expected: str) -> URIError:
    """Return the error for a text of a rule of an RFC."""
    return _explain(rule, text, offset)


# ---- Rules ----

# number = 1*5DIGIT
NUMBER = "[0-9]{1,5}"

_STARTS = {"number": 1, "name": 6}
_EXPECTED = """
DIGIT
DIGIT / <end of text>
<end of text>
ALPHA
ALPHA / <end of text>
"""
_CUTS = "0 48 58 65 91 97 123"
_KINDS = "a b a c a c a"
_STATES = "2 0b2 1b3 1b4 1b5 1b0 3c7 4c7"

_DEFAULT = "number"
_RULES = {
    "number": lambda text: _match(NUMBER, text) is not None,
    "name": lambda text: _matches_states("name", text),
}
_error_for = _error


# ---- Verdicts ----


def _rule_of(name: str) -> str:
    """Return the name of a rule as the grammar writes it. RFC 5234 2.1: names have no case."""
    if _check_str(name, "rule") in _RULES:
        return name
    for rule in _RULES:
        if rule.lower() == name.lower():
            return rule
    raise ValueError(f"there is no rule {name!r} among {', '.join(_RULES)}")


def matches(text: str, *, rule: str = _DEFAULT) -> bool:
    """Return whether the whole text matches the rule. Raises ValueError for an unknown rule."""
    return _RULES[_rule_of(rule)](text)


def validate(text: str, *, rule: str = _DEFAULT) -> str:
    """Return the text itself, or raise a URIError that tells where it stops matching the rule.

    Raises ValueError for an unknown rule.
    """
    name = _rule_of(rule)
    if not _RULES[name](text):
        raise _error_for(text, name, *_read(text, name))
    return text
