# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
r"""What hides passwords in the messages of a module without `redact`: less code, which hides more."""

from __future__ import annotations

from uri_regex import _compiled

# Plain, and percent-encoded any number of times.
_COLON = "(?i::|%(?:25)*3A)"
_AT = "(?i:@|%(?:25)*40)"
_NO_USER = "[^:/?#@]*:(?=//)|mailto:"


def _mask(text: str, rule: str = "") -> str:
    """Return the text for a message, with a "*" for each character that a password may have.

    These stand between the first ":" that ends no scheme and the last "@". A userinfo has no "@". An
    authority has no scheme.
    """
    is_userinfo = "userinfo" in rule.lower()
    has_scheme = not is_userinfo and "authority" not in rule
    scheme = _compiled[_NO_USER].match(text)
    colon = _compiled[_COLON].search(text, scheme.end() if scheme and has_scheme else 0)
    if colon is None:
        return text
    start = end = colon.end()
    for at in _compiled[_AT].finditer(text, start):
        end = at.start()
    if is_userinfo:
        end = len(text)
    return text[:start] + "*" * (end - start) + text[end:]
