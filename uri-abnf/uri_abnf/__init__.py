# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Anyone's ABNF as regular expressions, for any engine, as Python source, and as modules.

    Rules               Grammar, which RFC3986 and the others are: rules, describe, problems, extend
    Patterns            pattern, compose, source, compile, proven; ENGINES, find_engine, quote
    Policies            policy_pattern: the URIs that is_valid of uri_regex accepts
    Texts               matches, validate, partial, captures, spans, find_error, expected
    Questions           compare, examples
    What is wrong       GrammarError, Problem; uri_regex.URIError for a text

The grammars of the RFCs are RFC3986 (URIs), RFC3987 (IRIs), RFC2396 (URIs before 2005) and RFC6874 (RFC
3986 with zone identifiers); GRAMMARS has them by name.
On the command line, `uri-regex pattern`, `source` and others do this.

An argument of a wrong type raises a TypeError that names the parameter.

    >>> from uri_abnf import Grammar, RFC3986
    >>> Grammar('version = 1*DIGIT *( "." 1*DIGIT )').pattern("version")
    '[0-9]+(?:[.][0-9]+)*'
    >>> RFC3986.extend('web = "https://" host').matches("web", "https://example.com")
    True
"""

from .automaton import Span
from .compare import Comparison
from .engines import ENGINES, Engine, find_engine, quote
from .errors import GrammarError, Problem
from .grammar import GRAMMARS, RFC2396, RFC3986, RFC3987, RFC6874, Description, Grammar
from .policies import policy_pattern

__all__ = [
    "ENGINES", "GRAMMARS", "RFC2396", "RFC3986", "RFC3987", "RFC6874",
    "Comparison", "Description", "Engine", "Grammar", "GrammarError", "Problem", "Span",
    "find_engine", "policy_pattern", "quote",
]  # fmt: skip
