# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Anyone's ABNF as regular expressions, for any engine, as Python source, and as modules.

    Rules               Grammar, which RFC3986 and the others are: rules, problems, extend
    Patterns            pattern, compose, source, compile, proven
    Texts               matches, validate, partial, captures, as the rules of `uri_regex` have them
    Questions           compare, examples
    What is wrong       GrammarError, Problem; uri_regex.URIError for a text

The grammars of the RFCs are RFC3986 (URIs), RFC3987 (IRIs), RFC2396 (URIs before 2005), RFC2732 (RFC
2396 with IPv6 addresses) and RFC6874 (RFC 3986 with zone identifiers). On the command line it is
`uri-abnf`, or `python3 -m uri_abnf`.

    >>> from uri_abnf import Grammar, RFC3986
    >>> Grammar('version = 1*DIGIT *( "." 1*DIGIT )').pattern("version")
    '[0-9]+(?:[.][0-9]+)*'
    >>> RFC3986.extend('web = "https://" host').matches("web", "https://example.com")
    True
"""

from .errors import GrammarError, Problem
from .grammar import RFC2396, RFC2732, RFC3986, RFC3987, RFC6874, Grammar

__all__ = [
    "RFC2396", "RFC2732", "RFC3986", "RFC3987", "RFC6874", "Grammar", "GrammarError", "Problem",
]  # fmt: skip
