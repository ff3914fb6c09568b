# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 1.0.0 by: python3 standalone/cut.py is_uri"""

from __future__ import annotations

import re
import sys

# Only type checkers read `typing`, which takes long to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "is_uri",
]


# ---- Errors ----


def _not_str(value: object, what: str = "text") -> TypeError:
    return TypeError(f"{what} must be str, not {type(value).__name__}")


# ---- Patterns ----


def _compile_re(pattern: str) -> re.Pattern[str]:
    """Compile a pattern: before Python 3.11 without possessive loops, which only save time."""
    if sys.version_info < (3, 11):
        pattern = re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)
    return re.compile(pattern, re.DOTALL)


# ---- Verdicts: RFC 3986 sections 3 and 4 ----

_RE_H16 = "[0-9A-Fa-f]{1,4}"
_RE_QUERY = "[!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+"
_RE_PATH_ROOTLESS = (
    "(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;="
    "@-Z_a-z~]*+)*+"
)

_URI = (
    r"[A-Za-z][+\-.0-9A-Za-z]*+:(?://(?:[!$&-.0-;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=A"
    rf"-Z_a-z~]*+)*+@)?(?:\[(?:(?:(?:{_RE_H16}:){{6}}|::(?:{_RE_H16}:){{5}}|(?:{_RE_H16})?::"
    rf"(?:{_RE_H16}:){{4}}|(?:(?:{_RE_H16}:)?{_RE_H16})?::(?:{_RE_H16}:){{3}}|(?:(?:{_RE_H16}"
    rf":){{0,2}}{_RE_H16})?::(?:{_RE_H16}:){{2}}|(?:(?:{_RE_H16}:){{0,3}}{_RE_H16})?::"
    rf"{_RE_H16}:|(?:(?:{_RE_H16}:){{0,4}}{_RE_H16})?::)(?:{_RE_H16}:{_RE_H16}|(?:(?:[1-9]?[0"
    "-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])[.]){3}(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25"
    rf"[0-5]))|(?:(?:{_RE_H16}:){{0,5}}{_RE_H16})?::{_RE_H16}|(?:(?:{_RE_H16}:){{0,6}}"
    rf"{_RE_H16})?::|[Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++)\]|[!$&-.0-9;=A-Z_a-z~]*+(?:%["
    "0-9A-Fa-f]{2}[!$&-.0-9;=A-Z_a-z~]*+)*+)(?::[0-9]*+)?(?:/[!$&-;=@-Z_a-z~]*+(?:%[0-9A-"
    rf"Fa-f]{{2}}[!$&-;=@-Z_a-z~]*+)*+)?|/(?:{_RE_PATH_ROOTLESS})?|{_RE_PATH_ROOTLESS})?(?:[?"
    rf"]{_RE_QUERY})?(?:[#]{_RE_QUERY})?"
)


class _Patterns(dict[str, re.Pattern[str]]):
    """Patterns, each compiled when it is first asked for."""

    def __missing__(self, text: str) -> re.Pattern[str]:
        self[text] = pattern = _compile_re(text)
        return pattern


_pattern = _Patterns()


def _match(template: str, text: str, what: str = "text") -> Any:
    """Return the match of a pattern with the whole of a text, or None."""
    try:
        return _pattern[template].fullmatch(text)
    except TypeError:
        raise _not_str(text, what) from None


def is_uri(text: str) -> bool:
    """Return whether the text is a URI, with a scheme (RFC 3986 section 3)."""
    return _match(_URI, text) is not None
