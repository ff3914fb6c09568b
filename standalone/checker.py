# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""In a module that is cut for a grammar: what it has in place of the grammar's methods."""

from __future__ import annotations

from .rules import _DEFAULT, _matches, _rule_of
from .states import _validated


def matches(text: str, *, rule: str = _DEFAULT) -> bool:
    """Return whether the whole text matches the rule. Raises ValueError for an unknown rule."""
    return _matches(text, _rule_of(rule))


def validate(text: str, *, rule: str = _DEFAULT) -> str:
    """Return the text itself, or raise a URIError that tells where it stops matching the rule.

    Raises ValueError for an unknown rule.
    """
    return _validated(text, rule)
