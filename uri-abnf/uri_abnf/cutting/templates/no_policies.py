# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""`is_valid`, `parse` and `validate` as `cut --no-policies` writes them: without policies."""

from __future__ import annotations

from uri_regex import _GRAMMAR, URI, split


def is_valid(text: str, *, rule: str = "URI") -> bool:
    """Return whether the whole text matches the rule. Raises ValueError for an unknown rule."""
    return _GRAMMAR.matches(rule, text)


def validate(text: str, *, rule: str = "URI") -> str:
    """Return the text itself, if it matches the rule.

    Raises URIError, with the offset of the first wrong character, and ValueError for an unknown rule.
    """
    return _GRAMMAR.validate(rule, text)


def parse(text: str, *, rule: str = "URI") -> URI:
    """Return the parts of a valid text (RFC 3986 4.1). Rules and errors are those of `validate`."""
    return split(_GRAMMAR.validate(rule, text))
