# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""In a cut module, in place of the door `_validated`: an automaton of all rules, as a table of text.

Here, as an example, that of a port, `1*5DIGIT`; `cut.py` writes that of the rules it is asked for.
"""

from __future__ import annotations

import re
from functools import cache, partial

from uri_regex import _invalid

from .rules import _matches, _rule_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STARTS = {"port": 1}
_EXPECTED = """
DIGIT
DIGIT / <end of text>
<end of text>
"""
# A character from a cut up to the next one has the classes that stand at the cut's place. A state is
# what it expects, a line of _EXPECTED, then classes, each with the state after a character of it.
_CUTS = "0 48 58"
_CLASSES = "- a -"
_STATES = "0 0a2 1a3 1a4 1a5 1a6 2"


@cache
def _automaton() -> Any:
    """Return what finds a character's place, the classes there, and the states."""
    from bisect import bisect_right

    expected = _EXPECTED.strip().split("\n")
    states = []
    for row in _STATES.split():
        (_, line), *steps = re.findall("([^0-9]?)([0-9]+)", row)
        states.append((expected[int(line)], {name: int(after) for name, after in steps}))
    place = partial(bisect_right, [int(cut) for cut in _CUTS.split()])
    return place, ["", *_CLASSES.split()], states


def _read(text: str, rule: str) -> tuple[int, str]:
    """Return how far a match of the rule can come, and what can stand there."""
    place, classes, states = _automaton()
    expected, steps = states[_STARTS[rule]]
    for offset, char in enumerate(text):
        after = [steps[name] for name in classes[place(ord(char))] if name in steps]
        if not after:
            return offset, expected
        expected, steps = states[after[0]]
    return len(text), expected


def _validated(text: str, rule: str) -> str:
    """Return the text, if it matches the rule; else raise a URIError."""
    rule = _rule_of(rule)
    if _matches(text, rule):
        return text
    raise _invalid(text, rule, *_read(text, rule))
