# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What `cut --no-iris` writes in place of the rules of RFC 3987 and of what only they need."""

from uri_regex import IPV4ADDRESS, IPV6ADDRESS, IPVFUTURE, REG_NAME, RFC3986, core_rules, uri_rules

_PATTERNS = {name.lower(): pattern for name, pattern in {**core_rules, **uri_rules}.items()}
_GRAMMAR = RFC3986  # the rules that the functions use
_TYPED_HOST = rf"\[(?:({IPV6ADDRESS})|({IPVFUTURE}))\]|({IPV4ADDRESS})|({REG_NAME})"
_DOMAINS = ("domain", "fqdn")
_HOST_TYPES = ("IPv6address", "IPvFuture", "IPv4address", "reg-name", *_DOMAINS)


def _to_ascii(host: str) -> str:
    """Return a normal host; or "/" for one with non-ASCII characters, which no URI has."""
    return host if host.isascii() else "/"
