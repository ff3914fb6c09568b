# SPDX-License-Identifier: MIT
"""The library beside what it was before it was written by hand: the file of one commit, each call on
the same texts. And what an error and a hostile text cost, beside a verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import texts
from calls import POLICY, Row
from peers import BEFORE_COMMIT

import uri_regex

Texts = Callable[[int, int], Sequence[Any]]


def matcher(module: Any, grammar: str, rule: str) -> Callable[[str], object]:
    rules = getattr(module, grammar)

    def matches(text: str) -> object:
        return rules.matches(rule, text)

    return matches


def parser_of_references(module: Any) -> Callable[[str], object]:
    def parse(text: str) -> object:
        return module.parse(text, rule="URI-reference")

    return parse


def finder(module: Any) -> Callable[[str], object]:
    def find(text: str) -> int:
        return sum(1 for _ in module.find(text))

    return find


def guarded(**policies: Any) -> Callable[[Any], Callable[[str], object]]:
    def make(module: Any) -> Callable[[str], object]:
        def validate(text: str) -> object:
            return module.validate(text, **policies)

        return validate

    return make


def lines_of(make: Callable[[int, int], tuple[str, list[str]]]) -> Texts:
    """Return what makes so many texts of some 80 characters each."""

    def lines(count: int, seed: int) -> list[str]:
        text, _ = make(80 * count, seed)
        return [text[start : start + 80] for start in range(0, len(text), 80)]

    return lines


# What is called, the function of either module, its texts, and the most that it may take.
CALLS: tuple[tuple[str, Callable[[Any], Callable[..., object]], Texts, float | None], ...] = (
    ("is_uri", lambda m: m.is_uri, texts.uris, 1.0),
    ("is_uri, invalid", lambda m: m.is_uri, texts.invalid_uris, 1.0),
    ("is_uri, IPv6", lambda m: m.is_uri, texts.ipv6_uris, 1.0),
    ("is_uri, all kinds", lambda m: m.is_uri, texts.mixed_uris, 1.0),
    ("is_uri_reference", lambda m: m.is_uri_reference, texts.uris, 1.0),
    ("IRI", lambda m: matcher(m, "RFC3987", "IRI"), texts.iris, 1.0),
    ("IRI, international", lambda m: matcher(m, "RFC3987", "IRI"), texts.international, 1.0),
    ("URI of RFC 2396", lambda m: matcher(m, "RFC2396", "URI-reference"), texts.uris, 1.1),
    ("parse", lambda m: m.parse, texts.uris, 1.05),
    ("parse, references", parser_of_references, texts.uris, 1.05),
    ("split", lambda m: m.split, texts.uris, 1.05),
    ("resolve", lambda m: m.resolve, texts.pairs, 1.05),
    ("resolve, one base", lambda m: m.resolve, texts.on_one_base, 1.05),
    ("normalize, normal", lambda m: m.normalize, texts.web_uris, 1.05),
    ("normalize, not normal", lambda m: m.normalize, texts.not_normal, 1.05),
    ("find, prose", finder, lines_of(texts.prose), 1.05),
    ("find, mixed", finder, lines_of(texts.mixed), 1.05),
    ("find, technical", finder, lines_of(texts.technical), 1.05),
    ("find, dense", finder, lines_of(texts.dense), 1.05),
    ("validate", lambda m: m.validate, texts.uris, None),
    ("validate, three policies", guarded(**POLICY), texts.allowed_uris, None),
    ("validate, hosts", guarded(hosts=[".example.com"]), texts.allowed_uris, None),
    ("validate, a domain", guarded(require=["domain"]), texts.allowed_uris, None),
    ("validate, ports", guarded(ports=["", 443]), texts.allowed_uris, None),
    ("percent_encode", lambda m: m.percent_encode, texts.mixed_words, None),
    ("percent_decode", lambda m: m.percent_decode, texts.encoded_words, None),
    ("requote", lambda m: m.requote, texts.unquoted, None),
    ("iri_to_uri", lambda m: m.iri_to_uri, texts.international, None),
    ("uri_to_iri", lambda m: m.uri_to_iri, texts.encoded_international, None),
)


def beside_before(before: Any, count: int) -> Iterator[Row]:
    """Yield each call of the library beside the same call of the module before it."""
    for seed, (name, call, make, bar) in enumerate(CALLS):
        data = make(count, 100 + seed)
        yield Row(name, BEFORE_COMMIT, bar, call(uri_regex), call(before), data, data)


# ---- Errors, beside the verdict of the same texts ------------------------------------------------

MOST_OUTSIDE = 40  # times is_uri, where the wrong character is outside an IP-literal
MOST_INSIDE = 250  # where it is inside one


def message_of(text: str) -> str:
    """Return the message of the error."""
    try:
        uri_regex.validate(text)
    except uri_regex.URIError as error:
        return str(error)
    raise ValueError(f"valid: {text}")


def wrong_literals(count: int, seed: int) -> list[str]:
    """Return URIs with a wrong character in each place of an IP-literal in turn."""
    made = []
    for number, text in enumerate(texts.ipv6_uris(count, seed)):
        start, end = text.index("["), text.index("]")
        at = start + 1 + number % (end - start)
        made.append(text[:at] + "gz/:."[number % 5] + text[at + 1 :])
    return [text for text in made if not uri_regex.is_uri(text)]


def errors(count: int) -> list[Row]:
    """Return the rows of errors, each beside is_uri of valid texts of its kind."""
    outside = [text for text in texts.invalid_uris(count, 13) if "[" not in text]
    inside = wrong_literals(count, 14)
    is_uri = uri_regex.is_uri
    return [
        Row("an error", "`is_uri`", MOST_OUTSIDE, message_of, is_uri, outside, outside),
        Row(
            "an error in an IP-literal", "`is_uri`", MOST_INSIDE, message_of, is_uri, inside, inside
        ),
    ]


# ---- A million characters ------------------------------------------------------------------------

SIZE = 1_000_000
MOST_OF_FULLMATCH = 100
# The rule, how a text begins, what is repeated, and how it ends: valid up to its end, or nearly.
UNKIND: dict[str, tuple[str, str, str, str]] = {
    "a path, then a space": ("URI", "http://a/", "b", " "),
    "a path, then %": ("URI", "http://a/", "b", "%"),
    "triplets, then %4": ("URI", "http://a/", "%41", "%4"),
    "segments, then [": ("URI", "http://a", "/b", "["),
    "a query, then a second #": ("URI", "x:?", "q/?", "#f#"),
    "a userinfo without its @": ("URI", "http://", "u:", "/"),
    "a userinfo, then a second @": ("URI", "http://", "u:", "@h@"),
    "a userinfo of triplets": ("URI", "http://", "%3a", "@["),
    "a host, then \\": ("URI", "http://", "a.", "\\"),
    "a port, then a letter": ("URI", "http://a:", "1", "x"),
    "an IP-literal of colons": ("URI", "http://[", "::", "]"),
    "an IPvFuture, not closed": ("URI", "http://[v1.", "a:", ""),
    "nested brackets": ("URI", "http://", "[", "]"),
    "a scheme without a colon": ("URI", "", "a+", ""),
    "a reference with a colon": ("URI-reference", "", "a%41", ":"),
    "a first segment of triplets": ("URI-reference", "", "%41", "\x7f"),
    "schemes in a row": ("URI-reference", "", "a:", "^"),
    "slashes": ("URI-reference", "", "/", "^"),
    "an IRI": ("IRI", "http://a/", "\xe9", "\ue000"),
    "an IRI's query, private": ("IRI", "http://a/?", "\ue000", "#\ue000"),
    "an absolute-URI, then #": ("absolute-URI", "x:", "a/", "#"),
}


class Unkind(NamedTuple):
    shape: str
    error: float  # seconds of validate, with its message
    fullmatch: float  # seconds of the rule's fullmatch, or of a valid text's if that takes longer


def seconds_of(call: Callable[[str], object], text: str) -> float:
    """Return the fastest of three calls."""
    found = []
    for _ in range(3):
        start = time.process_time()
        call(text)
        found.append(time.process_time() - start)
    return min(found)


def unkind(size: int = SIZE) -> Iterator[Unkind]:
    """Yield what the error of each long text costs, and its fullmatch.

    Where the first characters are wrong, fullmatch stops there, and tells nothing of the length: then
    it is that of as many letters.
    """
    letters = "x:" + "a" * (size - 2)
    for shape, (rule, start, piece, end) in UNKIND.items():
        text = start + piece * (size // len(piece)) + end

        def explain(text: str, rule: str = rule) -> str:
            try:
                return uri_regex.validate(text, rule=rule)
            except uri_regex.URIError as error:
                return str(error)

        fullmatch = uri_regex.RFC3987.compile(rule).fullmatch
        explain(text[:1000] + end)
        least = seconds_of(fullmatch, letters)
        yield Unkind(shape, seconds_of(explain, text), max(seconds_of(fullmatch, text), least))
