# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""In a cut module: its rules, each with its pattern. Here, as an example, those of a port.

`cut.py` writes the patterns of the rules that it is asked for.
"""

from __future__ import annotations

from uri_regex import _match, _str

_DEFAULT = "port"
_RULES = {"port": "[0-9]*"}


def _rule_of(name: str) -> str:
    for rule in _RULES:
        if rule.lower() == _str(name, "rule").lower():
            return rule
    raise ValueError(f"there is no rule {name!r} among {', '.join(_RULES)}")


def _matches(text: str, rule: str) -> bool:
    return _match(_RULES[rule], text) is not None
