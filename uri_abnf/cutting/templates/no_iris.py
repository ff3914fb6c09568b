# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What `cut --no-iris` writes in place of the rules of RFC 3987: those of RFC 3986 alone."""

from uri_regex import RFC3986, core_rules, uri_rules

_PATTERNS = {name.lower(): pattern for name, pattern in {**core_rules, **uri_rules}.items()}
_GRAMMAR = RFC3986  # the rules that the functions use
