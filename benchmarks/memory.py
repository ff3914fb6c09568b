# SPDX-License-Identifier: MIT
"""The most that each function holds at once, in bytes a character of its text.

Counted by tracemalloc: what Python's own allocators hand out, without the text itself, with the result.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any, NamedTuple

import uri_abnf
import uri_regex

SIZE = 100_000  # characters
BASE = "http://a/b/c/d;p?q"

# What a text is made of: how it begins, and what is repeated.
SHAPES = {
    "letters": ("x:", "a"),
    "triplets": ("x:", "%41"),
    "triplets of é": ("x:", "%C3%A9"),
    "é": ("x:", "é"),
    "€": ("x:", "€"),
    "emoji": ("x:", "\U0001f600"),
    "spaces": ("x:", " "),
    "letters and spaces": ("x:", "a "),
    "segments": ("http://a", "/b"),
    "empty segments": ("http://a", "/"),
    "dot-segments": ("http://a", "/b/.."),
    "leading dots": ("", "./"),
    "dots alone": ("http://a", "/."),
    "emoji in segments": ("http://a", "/\U0001f600"),
    "emoji and dot-segments": ("http://a", "/\U0001f600/.."),
    "triplets in lower case": ("http://a/", "%e9"),
    "stray %": ("x:", "%"),
    "colons without an @": ("http://", "u:"),
    "brackets": ("http://", "["),
    "colons in a bracket": ("http://[", "::"),
    "a host in capitals": ("http://", "A."),
    "a host of triplets": ("http://", "%41"),
    "a host of é": ("http://", "é."),
    "a port": ("http://a:", "1"),
    "a scheme": ("", "a+"),
    "a first segment": ("", "a%41"),
    "private characters": ("http://a?", "\ue000"),
    "passwords": ("", "x://u:p@h/ "),
    "encoded passwords": ("", "x%3A%2F%2Fu%3Ap%40h "),
    "www": ("", "www.a.b "),
    "a userinfo": ("http://", "a:"),
    "a host": ("http://", "a."),
    "a query": ("http://a?", "b=c&"),
    "URIs": ("", "http://a/b "),
}


class Peak(NamedTuple):
    name: str
    shape: str
    bytes: float  # a character


def texts() -> dict[str, str]:
    made = {}
    for shape, (start, piece) in SHAPES.items():
        made[shape] = start + piece * ((SIZE - len(start)) // len(piece))
    return made


def functions() -> dict[str, Callable[[str], Any]]:
    u = uri_regex
    split = u.split
    parts = u.split("http://a/b")
    return {
        "is_uri": u.is_uri,
        "is_uri_reference": u.is_uri_reference,
        "validate": u.validate,
        "validate, hosts": lambda text: u.validate(text, hosts=["a"]),
        "parse": u.parse,
        "split": split,
        "str(split(…))": lambda text: str(split(text)),
        "split(…).host": lambda text: split(text).host,
        "replace": lambda text: split(text).replace(scheme="y"),
        "resolve": lambda text: u.resolve(BASE, text),
        "relativize": lambda text: u.relativize("http://a/z", text),
        "normalize": u.normalize,
        "normalize, scheme_based": lambda text: u.normalize(text, scheme_based=True),
        "remove_dot_segments": u.remove_dot_segments,
        "percent_encode": u.percent_encode,
        "percent_decode": u.percent_decode,
        "requote": u.requote,
        "iri_to_uri": u.iri_to_uri,
        "uri_to_iri": u.uri_to_iri,
        "resolve_rfc2396": lambda text: u.resolve_rfc2396(BASE, text),
        "equivalent": lambda text: u.equivalent(text, BASE),
        "redact": u.redact,
        "find": lambda text: sum(1 for _ in u.find(text)),
        "find, iri": lambda text: sum(1 for _ in u.find(text, iri=True)),
        "RFC3987.matches": lambda text: u.RFC3987.matches("IRI-reference", text),
        "RFC3986.partial": lambda text: u.RFC3986.partial("URI-reference", text),
        "is_relative_ref": u.is_relative_ref,
        "validate, IRI": lambda text: u.validate(text, rule="IRI"),
        "validate, require": lambda text: u.validate(text, require=["domain"]),
        "validate, forbid": lambda text: u.validate(text, forbid=["userinfo"]),
        "split(…).address": lambda text: split(text).address,
        "merge": lambda text: u.merge(parts, text),
        "resolve, as the base": lambda text: u.resolve(text, "../x"),
        "resolve_rfc2396, as the base": lambda text: u.resolve_rfc2396(text, "../x"),
        "relativize, as the base": lambda text: u.relativize(text + "/y", ".."),
        "relativize, of one directory": lambda text: u.relativize(text, text + "/z"),
        "percent_encode, path": lambda text: u.percent_encode(text, "path"),
        "requote, path": lambda text: u.requote(text, component="path"),
        "find, www": lambda text: sum(1 for _ in u.find(text, www=True)),
        "RFC2396.validate": lambda text: u.RFC2396.validate("URI-reference", text),
        "RFC3987.partial": lambda text: u.RFC3987.partial("IRI", text),
        "uri_abnf captures": lambda text: uri_abnf.RFC3986.captures("URI-reference", text),
    }


def message_of(function: Callable[[str], Any], text: str) -> str | None:
    """Call it; the message of a refusal is made, too, as a program would print it."""
    try:
        function(text)
    except ValueError as error:
        return str(error)
    return None


def peak(function: Callable[[str], Any], text: str) -> float:
    """The bytes that the call held at once."""
    tracemalloc.start()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    message_of(function, text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most - held


def peaks() -> list[Peak]:
    """Of every function with every shape, a character; the patterns are compiled before."""
    found = []
    for name, function in functions().items():
        for shape, text in texts().items():
            message_of(function, text[:200])
            found.append(Peak(name, shape, peak(function, text) / len(text)))
    return found


# How a grammar begins, what is repeated, how it ends
ABNF_SHAPES = {
    "empty lines": ("a = %x61\n", "\n", ""),
    "trailing spaces": ("a = %x61", " ", "\n"),
    "a comment": ("a = %x61 ;", "c", "\n"),
    "a literal": ('a = "', "c", '"\n'),
    "alternatives": ("a = %x61", " / %x61", "\n"),
}


def abnf_peaks() -> list[Peak]:
    """Of reading ABNF."""
    uri_abnf.Grammar("a = %x61\n")
    found = []
    for shape, (start, piece, end) in ABNF_SHAPES.items():
        abnf = start + piece * (SIZE // len(piece)) + end
        found.append(Peak("Grammar", shape, peak(uri_abnf.Grammar, abnf) / len(abnf)))
    return found
