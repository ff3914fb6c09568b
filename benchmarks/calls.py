# SPDX-License-Identifier: MIT
"""What people call, beside what they would call instead; each with its bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlsplit, urlunsplit

import texts
from racing import Call

import uri_regex

POLICY = {"schemes": ["https"], "hosts": [".example.com"], "forbid": ["userinfo"]}


class Row(NamedTuple):
    """A call of ours and a call to compare it with, each with its texts, no two alike."""

    call: str
    beside: str
    bar: float | None  # the most that ours may take of the other's time
    ours: Call
    other: Call
    data: Sequence[Any]
    other_data: Sequence[Any]
    by_character: bool = False  # time a character, since the texts differ


def encode_with_urllib(text: str) -> str:
    return quote(text, safe="")


def iri_to_uri_with_urllib(text: str) -> str:
    return quote(text, safe=":/?=&")


def requote_with_urllib(text: str) -> str:
    scheme, authority, path, query, fragment = urlsplit(text)
    return urlunsplit(
        (
            scheme,
            quote(authority, safe=":@[]!$&'()*+,;=%"),
            quote(path, safe="/:@!$&'()*+,;=%"),
            quote(query, safe="/?:@!$&'()*+,;=%"),
            quote(fragment, safe="/?:@!$&'()*+,;=%"),
        )
    )


def with_policies(text: str) -> object:
    return uri_regex.validate(text, **POLICY)


def replaced(uri: uri_regex.URI) -> uri_regex.URI:
    return uri.replace(query="page=2")


def geturi(parts: Any) -> Any:
    return parts.geturi()


def found(text: str) -> list[str]:
    return [one.uri for one in uri_regex.find(text)]


def encoding(count: int) -> list[Row]:
    mixed = texts.mixed_words(count, 1)
    plain = texts.plain_words(count, 2)
    triplets = texts.encoded_words(count, 3)
    iris = texts.international(count, 4)
    uris = texts.encoded_international(count, 5)
    pasted = texts.unquoted(count, 6)
    encode, decode = uri_regex.percent_encode, uri_regex.percent_decode
    quoted = '`quote(x, safe="")`'
    by_parts = "`urlsplit`, `quote` of each part, `urlunsplit`"
    return [
        Row("`percent_encode`, mixed", quoted, 1.2, encode, encode_with_urllib, mixed, mixed),
        Row("`percent_encode`, plain", quoted, 1.2, encode, encode_with_urllib, plain, plain),
        Row("`percent_decode`, triplets", "`unquote`", 1.1, decode, unquote, triplets, triplets),
        Row("`percent_decode`, plain", "`unquote`", 3.0, decode, unquote, plain, plain),
        Row(
            "`iri_to_uri`",
            '`quote(x, safe=":/?=&")`',
            1.2,
            uri_regex.iri_to_uri,
            iri_to_uri_with_urllib,
            iris,
            iris,
        ),
        Row("`uri_to_iri`", "`unquote`", 1.6, uri_regex.uri_to_iri, unquote, uris, uris),
        Row("`requote`", by_parts, 1.2, uri_regex.requote, requote_with_urllib, pasted, pasted),
    ]


def parts(count: int) -> list[Row]:
    """Beside uritools, if it is there."""
    import uritools

    uris = texts.web_uris(count, 7)
    ours = [uri_regex.split(text) for text in uris]
    theirs = [uritools.urisplit(text) for text in uris]

    def composed(uri: Any) -> Any:
        scheme, authority, path, _, fragment = uri
        return uritools.uricompose(scheme, authority, path, "page=2", fragment)

    parse, urisplit = uri_regex.parse, uritools.urisplit
    return [
        Row("`parse`", "`urisplit`", 1.0, parse, urisplit, uris, uris),
        Row("`str(uri)`", "uritools' `geturi`", 3.0, str, geturi, ours, theirs),
        Row("`uri.replace(query=…)`", "`uricompose`", 0.5, replaced, composed, ours, theirs),
    ]


def verdicts(count: int) -> list[Row]:
    is_uri, fullmatch = uri_regex.is_uri, uri_regex.RFC3986.compile("URI").fullmatch
    mixed = texts.mixed_uris(count, 8)
    valid = texts.uris(count, 9)
    invalid = texts.invalid_uris(count, 10)
    ipv6 = texts.ipv6_uris(count, 11)
    bare = "bare `fullmatch`"
    return [
        Row("`is_uri`, all kinds", bare, 1.2, is_uri, fullmatch, mixed, mixed),
        Row("`is_uri`, IPv6", bare, 1.2, is_uri, fullmatch, ipv6, ipv6),
        Row("`is_uri`, valid", bare, None, is_uri, fullmatch, valid, valid),
        Row("`is_uri`, invalid", bare, None, is_uri, fullmatch, invalid, invalid),
    ]


def with_is_uri(count: int) -> list[Row]:
    allowed = texts.allowed_uris(count, 12)
    pairs = texts.on_one_site(count, 14)
    targets = [(base, uri_regex.resolve(base, reference)) for base, reference in pairs]
    is_uri, resolve, relativize = uri_regex.is_uri, uri_regex.resolve, uri_regex.relativize
    return [
        Row("`validate`, three policies", "`is_uri`", 10, with_policies, is_uri, allowed, allowed),
        Row("`relativize`", "`resolve`", 6, relativize, resolve, targets, pairs),
    ]


def finding(chars: int) -> list[Row]:
    text, planted = texts.linked(chars, 16)
    is_uri = uri_regex.is_uri
    return [Row("`find`, dense text", "`is_uri`", 5.5, found, is_uri, [text], planted, True)]
