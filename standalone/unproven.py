# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""In a cut module with rules that are not proven: their patterns, which could be slow, are left out."""

from __future__ import annotations

from uri_regex import _match, _str

from .states import _read

_RULES = {"port": None}


def _matches(text: str, rule: str) -> bool:
    pattern = _RULES[rule]
    if pattern is not None:
        return _match(pattern, text) is not None
    offset, expected = _read(_str(text), rule)
    return offset == len(text) and expected.endswith("<end of text>")
