# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""In a module that is cut for a grammar of one's own, whose rules get no advice in plain words."""

from __future__ import annotations

from uri_regex import URIError, _clip

from .rules import _matches, _rule_of
from .states import _read


def _validated(text: str, rule: str) -> str:
    """Return the text, if it matches the rule; else raise a URIError."""
    rule = _rule_of(rule)
    if _matches(text, rule):
        return text
    offset, expected = _read(text, rule)
    raise URIError(text, rule, offset, _clip(expected, 300))
