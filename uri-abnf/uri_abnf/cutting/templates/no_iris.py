# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What `cut --no-iris` writes in place of the rules of RFC 3987 and of what only they need."""

from uri_regex import IPV4ADDRESS, IPV6ADDRESS, IPVFUTURE, REG_NAME, RFC3986

_TYPED_HOST = rf"\[(?:({IPV6ADDRESS})|({IPVFUTURE}))\]|({IPV4ADDRESS})|({REG_NAME})"
_GRAMMAR = RFC3986  # the rules that the functions use


def _to_ascii(host: str) -> str:
    """Return a name in lower case, or "" for one with non-ASCII characters, which no URI has."""
    return host.lower() if host.isascii() else ""
