# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""`RFC3986`, `RFC3987` and `RFC2396` in a module without `Rules`: plain dicts of patterns by rules."""

from __future__ import annotations

from uri_regex import _without_possessive, iri_rules, old_rules, uri_rules

# Without possessive quantifiers, so that any Python can compile them.
RFC3986 = {rule: _without_possessive(pattern) for rule, pattern in uri_rules.items()}
RFC3987 = {rule: _without_possessive(pattern) for rule, pattern in iri_rules.items()}
RFC2396 = {rule: _without_possessive(pattern) for rule, pattern in old_rules.items()}
