# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Fuzzing: random texts against the laws of uri_regex and its neighbors, random grammars with uri_abnf.

    python3 conformance/fuzz.py                        all four runs, a minute each
    python3 conformance/fuzz.py --seconds 600          ten minutes each
    python3 conformance/fuzz.py --examples 1000000     as many texts, and a tenth as many grammars
    python3 conformance/fuzz.py --only grammars --seed 7
    python3 conformance/fuzz.py --table                inputs that parsers disagree on, with the host
                                                       that each sees; the README shows some rows

 grammars  small random grammars, full of repeats of repeats and of what may be empty, and each text
           up to six characters: every pattern, on `re` and on PyPI regex, with and without named
           groups, and the automaton must all say what the derivatives of the rule say, which share
           no code with the module; so must `partial`, the offsets of errors, and what is captured.
           What `proven` promises is held against a clock. Then broken ABNF, for its exceptions.
 property  the laws below on texts that hypothesis makes and shrinks
 neighbors the same texts through rfc3986, rfc3987, uritools and urllib.parse. Where one differs,
           the table DIFFERENCES must say why, with the RFC's word; what it does not explain fails.
 coverage  the laws on texts that atheris (libFuzzer) makes, led by the coverage of the two

A run that lacks its package is skipped, which is said. The exit status is 1 if anything failed.
pip install regex hypothesis atheris rfc3986 rfc3987 uritools ada-url
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import ipaddress
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, wraps
from itertools import accumulate, product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))


def instrument() -> None:
    """Load uri_regex and uri_abnf with atheris's counters in their bytecode. Its hook for patterns is
    left out: what it puts in a pattern's place knows no `match(text, start)`."""
    import atheris

    with atheris.instrument_imports(include=["uri_regex", "uri_abnf"]):
        importlib.import_module("uri_abnf")


if sys.argv[1:2] == ["--atheris"]:
    instrument()

import engines  # noqa: E402
import standards  # noqa: E402
from automata import Pattern, TooLarge, automaton, difference, oracle  # noqa: E402
from derivatives import (  # noqa: E402
    NOTHING,
    Node,
    cat,
    derivative,
    expression,
    make,
    says,
)
from programs import Missing  # noqa: E402

import uri_abnf  # noqa: E402
import uri_regex  # noqa: E402

Law = Callable[..., None]
Tree = tuple[Any, ...]


class Counted:
    """A module, or a grammar of it, with the calls counted that the laws make; not those that it
    makes itself."""

    calls = 0

    def __init__(self, of: Any) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._of, name)
        if isinstance(value, uri_regex.Rules):
            value = Counted(value)
        elif callable(value) and not isinstance(value, type):
            value = self.counting(value)
        setattr(self, name, value)
        return value

    @staticmethod
    def counting(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            Counted.calls += 1
            return function(*args, **options)

        return call


u: Any = Counted(uri_regex)
w: Any = Counted(uri_abnf)  # the workshop


def optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


regex = optional("regex")

# ---- The laws ------------------------------------------------------------------------------------
# Each takes two texts and raises AssertionError; any exception but the documented ones goes through.

LAWS: list[Law] = []


def law(function: Law) -> Law:
    LAWS.append(function)
    return function


def raises(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What the call returns, or the URIError that it raises, which must be one that can be shown."""
    try:
        return function(*args, **options)
    except u.URIError as error:
        assert 0 <= error.offset <= len(error.text), error
        assert len(str(error).splitlines()) == 1 and error.expected, error
        return error


def appendix_b(text: str) -> tuple[Any, ...]:
    """RFC 3986 Appendix B, as printed."""
    pattern = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"
    match = re.match(pattern, text, re.DOTALL)
    assert match
    return match[2], match[4], match[5], match[7], match[9]


@law
def split_loses_nothing(text: str, _: str) -> None:
    uri = u.split(text)
    assert tuple(uri) == appendix_b(text)
    assert u.recompose(uri) == str(uri) == text
    uri.userinfo, uri.host, uri.port, uri.host_type  # noqa: B018


@law
def parse_is_split_of_the_valid(text: str, _: str) -> None:
    valid = u.is_uri_reference(text)
    found = raises(u.parse, text, rule="URI-reference")
    assert (found == u.split(text)) if valid else isinstance(found, u.URIError)
    assert valid == (u.is_uri(text) or u.is_relative_ref(text))
    assert not (u.is_uri(text) and u.is_relative_ref(text))
    assert u.is_absolute_uri(text) == (u.is_uri(text) and "#" not in text)
    if valid:
        uri = u.split(text)
        assert uri.authority is None or uri.host_type is not None
        for part, rule in zip(uri[:2] + uri[3:], ("scheme", "authority", "query", "fragment")):
            assert part is None or u.RFC3986.matches(rule, part)


RULES = (
    ("RFC3986", "URI-reference"),
    ("RFC3986", "absolute-URI"),
    ("RFC3986", "authority"),
    ("RFC3987", "IRI-reference"),
    ("RFC2396", "URI-reference"),
    ("RFC2396", "hostname"),
    ("RFC6874", "URI"),
)


@law
def what_follows_a_wrong_character_changes_nothing(text: str, rest: str) -> None:
    for name, rule in RULES[:-1]:
        rules = getattr(uri_regex, name)
        error = raises(rules.validate, rule, text)
        if error != text and error.offset < len(text):
            longer = raises(rules.validate, rule, text[: error.offset + 1] + rest)
            found = longer.offset, longer.expected
            assert found == (error.offset, error.expected), (name, rule, rest)


@cache
def ways(name: str, rule: str) -> dict[str, Callable[[str], object]]:
    """Each way to a verdict by a rule, of the library and of the workshop: false or None is no."""
    found: dict[str, Callable[[str], object]] = {}
    patterns = {}
    if hasattr(uri_regex, name):
        rules = getattr(u, name)
        found["uri_regex"] = lambda text: rules.matches(rule, text)
        patterns["the rule"] = rules.compile(rule).pattern
        patterns["the portable rule"] = rules.pattern(rule)
    grammar = getattr(w, name)
    found["uri_abnf"] = lambda text: grammar.matches(rule, text)
    found["the automaton"] = grammar._automaton(rule).matches
    if grammar.proven(rule):  # else it may take its time
        patterns["the grammar's pattern"] = grammar.compile(rule).pattern
    for way, pattern in patterns.items():
        found[f"{way} on re"] = re.compile(pattern).fullmatch
        if regex:
            found[f"{way} on regex"] = regex.compile(pattern).fullmatch
    return found


@law
def engines_agree_and_errors_are_exact(text: str, _: str) -> None:
    for name, rule in RULES:
        dfa = oracle(name, rule)
        valid = dfa.matches(text)
        for way, verdict in ways(name, rule).items():
            assert (verdict(text) not in (None, False)) == valid, (name, rule, way)
        for module in (u, w):
            rules = getattr(module, name, None)
            if rules is None:
                continue
            found = raises(rules.validate, rule, text)
            if valid:
                assert found is text
            else:
                assert found.offset == dfa.offset(text), (name, rule, found)
            assert rules.partial(rule, text) == dfa.viable(text), (name, rule)


@law
def captures_agree_with_parse(text: str, _: str) -> None:
    if not u.is_uri_reference(text):
        return
    found, uri = w.RFC3986.captures("URI-reference", text), u.split(text)
    for name in ("scheme", "authority", "query", "fragment", "userinfo", "host", "port"):
        part = getattr(uri, name)
        assert found.get(name, []) == ([] if part is None else [part]), (name, found)
    if uri.host_type is not None:
        assert found[uri.host_type] == [(uri.host or "").strip("[]")], found
    match = w.RFC3986.compile("URI-reference", capture=["host", "query"]).fullmatch(text)
    assert match is not None
    assert [x for k, x in match.groupdict().items() if k[:4] == "host" and x is not None] == (
        [] if uri.host is None else [uri.host]
    )


def same(a: str, b: str) -> bool:
    return bool(u.normalize(a) == u.normalize(b))


def hides_dots(base: str, ref: str) -> bool:
    """Whether a ".." follows on "%2e" or the like: for 5.2.4 that is a segment, which the ".." takes
    away, and for 6.2.2.2, which goes first in a normal form, one of dots. Both cannot be kept."""
    segments = u.split(base).path.split("/") + u.split(ref).path.split("/")
    normal = [u.normalize(s) for s in segments]
    dots = [i for i, s in enumerate(segments) if "%" in s and normal[i] in (".", "..")]
    return bool(dots) and ".." in normal[dots[0] + 1 :]


@law
def normalize_is_safe(text: str, other: str) -> None:
    for scheme_based in (False, True):
        normal = u.normalize(text, scheme_based=scheme_based)
        assert u.normalize(normal, scheme_based=scheme_based) == normal, normal
        for valid in (u.is_uri, u.is_relative_ref):
            assert not valid(text) or valid(normal), normal
        assert u.equivalent(text, normal, scheme_based=scheme_based)
    normal = u.normalize(text)
    if u.is_uri_reference(text) and u.is_uri(other) and not hides_dots(other, text):
        assert same(u.resolve(other, text), u.resolve(other, normal)), normal
    # 5.2.3 takes a base's last segment away, be it a dot-segment: such a base, made normal, is another.
    last = u.split(text).path.rpartition("/")[2]
    resolvable = u.is_uri_reference(other) and u.is_uri(text) and not hides_dots(text, other)
    if resolvable and u.normalize(last) not in (".", ".."):
        assert same(u.resolve(text, other), u.resolve(normal, other)), normal


def remove_dot_segments(path: str) -> str:
    """RFC 3986 5.2.4, step by step."""
    out = ""
    while path:
        if path.startswith(("../", "./")):
            path = path[path.index("/") + 1 :]
        elif path.startswith("/./") or path == "/.":
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":
            path, out = "/" + path[4:], out[: max(out.rfind("/"), 0)]
        elif path in (".", ".."):
            path = ""
        else:
            end = path.find("/", 1)
            end = len(path) if end < 0 else end
            out, path = out + path[:end], path[end:]
    return out


@law
def dots_go_as_printed(text: str, other: str) -> None:
    for path in (text, u.split(text).path, text + "/.." * 3 + other, "/" + other + "/./../" + text):
        assert u.remove_dot_segments(path) == remove_dot_segments(path), path


def transform_references(base: str, ref: str) -> tuple[Any, ...]:
    """RFC 3986 5.2.2, as printed; strict. The parts of the target."""
    b, (scheme, authority, path, query, fragment) = appendix_b(base), appendix_b(ref)
    if scheme is not None or authority is not None:
        path = remove_dot_segments(path)
    elif path == "":
        path, query = b[2], query if query is not None else b[3]
    elif path[0] == "/":
        path = remove_dot_segments(path)
    else:
        front = "/" if b[1] is not None and not b[2] else b[2][: b[2].rfind("/") + 1]
        path = remove_dot_segments(front + path)
    if scheme is None:
        scheme = b[0]
        authority = b[1] if authority is None else authority
    return scheme, authority, path, query, fragment


@law
def resolve_goes_as_printed(base: str, ref: str) -> None:
    target = transform_references(base, ref)
    found = u.resolve(base, ref)
    parts = u.split(found)
    if tuple(parts) != target:  # only where the printed parts would read as others
        assert parts == (*target[:2], parts.path, *target[3:]), (found, target)
        assert parts.path in ("/." + target[2], "./" + target[2]), (found, target)
        assert target[1] is None and (target[2][:2] == "//" or target[0] is None), found
    if u.is_uri(base) and u.is_uri_reference(ref):
        assert u.is_uri(found), found
    u.resolve(base, ref, strict=False)
    for above_root in ("keep", "remove", "error"):
        for strict in (True, False):
            raises(u.resolve_rfc2396, base, ref, strict=strict, above_root=above_root)


@law
def relativize_is_its_inverse(base: str, target: str) -> None:
    ref, goal = u.relativize(base, target), u.resolve(base, target)
    assert u.resolve(base, ref) == goal, ref
    if u.is_uri(base) and u.is_uri_reference(target):
        assert u.is_uri_reference(ref), ref
    assert len(ref) <= len(target) or target[:1] == ":", ref  # which is no reference
    if len(goal) > 60 or not u.is_uri(base):
        return
    # As short as can be: no suffix of the target, with or without dots before it, is shorter.
    lax = not u.is_uri_reference(goal)  # else a reference has to be one
    for start in range(len(goal) + 1):
        for front in ("", ".", "..", "./", "/", "/.", "../", "../..", "../../"):
            short = front + goal[start:]
            if len(short) < len(ref):
                fit = u.is_uri_reference(short) or (lax and ":" not in short.split("/")[0])
                shorter = fit and u.resolve(base, short) == goal
                assert not shorter, (short, ref)


@law
def iris_lead_back(text: str, other: str) -> None:
    iri = u.uri_to_iri(text)
    if u.is_uri_reference(text):
        assert same(u.iri_to_uri(iri), text), iri
        assert u.RFC3987.matches("IRI-reference", iri), iri
    uri = raises(u.iri_to_uri, other)
    if u.RFC3987.matches("IRI-reference", other):
        assert u.is_uri_reference(uri), uri
        assert u.iri_to_uri(uri) == uri
    for rule in ("IRI", "irelative-ref"):
        assert raises(u.validate, other, rule=rule) is other or not u.RFC3987.matches(rule, other)


# What percent_encode can make, and the rule that it must then match
COMPONENTS = {
    "unreserved": "segment",
    "userinfo": "userinfo",
    "reg-name": "reg-name",
    "segment": "segment",
    "path": "path-abempty",
    "query": "query",
    "fragment": "fragment",
}


@law
def decoding_leads_back(text: str, other: str) -> None:
    for component, rule in COMPONENTS.items():
        encoded = raises(u.percent_encode, text, component)
        if isinstance(encoded, u.URIError):
            assert "\ud800" <= text[encoded.offset] <= "\udfff", encoded
        else:
            assert u.percent_decode(encoded) == text, encoded
            begin = "/" if component == "path" else ""
            assert u.RFC3986.matches(rule, begin + encoded), encoded
    for errors in ("strict", "replace", "ignore", "backslashreplace", "surrogateescape"):
        raises(u.percent_decode, other, errors)


@law
def found_lie_where_they_say(text: str, other: str) -> None:
    for www, schemes in ((False, None), (True, None), (False, ["http", "A"]), (True, "mailto")):
        end = 0
        for found in u.find(text, schemes=schemes, www=www):
            assert end <= found.start < found.end <= len(text), found
            end = found.end
            found_is_in_its_place(found, text)
            if www and found.uri[:4].lower() == "www.":
                assert u.is_relative_ref("//" + found.uri) or u.is_uri(found.uri), found
                continue
            assert u.is_uri(found.uri), found
            if schemes:
                assert (u.split(found.uri).scheme or "").lower() in ("http", "a", "mailto"), found
            else:
                found_alone(found.uri)
    # "URL:" in <…> may be the word, not a scheme (App. C)
    may_be_word = text[:4].lower() == "url:"
    if u.is_uri(text) and "://" in text[:40] and not may_be_word and u.split(text).authority:
        found_alone(text)


def found_is_in_its_place(found: Any, text: str) -> None:
    """App. C: white space in a URI between <> is left out."""
    there = text[found.start : found.end]
    assert re.sub("[ \t\n\v\f\r]+", "", there) == found.uri, found
    if found.uri != there:
        assert text[found.end : found.end + 1] == ">", found


def found_alone(uri: str) -> None:
    """It is found where it stands alone, and nothing else is."""
    assert [found.uri for found in u.find(f"<{uri}>")] == [uri], uri


@law
def redact_takes_passwords_alone(text: str, other: str) -> None:
    for some in (text, text + other, f"{other} {text}"):
        redact_puts_nothing_but_stars(some)
    uri, redacted = u.split(text), u.redact(text)
    if u.is_uri(text):
        redact_puts_stars_for_the_password(uri, redacted)


def redact_puts_nothing_but_stars(text: str) -> None:
    """All but stars is as it was, in its order."""
    out = u.redact(text)
    assert u.redact(out) == out, out
    if "@" not in text and "40" not in text:  # by which JSON and triplets spell it
        assert out == text
    if "***" in text or "\0" in text:  # of UTF-16 each octet becomes a star
        return
    pieces = [re.escape(piece) for piece in out.split("***")]
    assert re.fullmatch("(?s:.*?)".join(pieces), text), out


def redact_puts_stars_for_the_password(uri: Any, redacted: str) -> None:
    """And changes nothing else, if no other URI is in the URI."""
    text = str(uri)
    found = u.split(redacted)
    if "//" in uri.path + (uri.query or "") + (uri.fragment or "") or "%" in text:
        return
    name, _, password = (uri.userinfo or "").partition(":")
    if not password:
        assert redacted == text, redacted
        return
    assert found.userinfo == name + ":***", redacted
    authority = uri.authority.replace(":" + password + "@", ":***@", 1)
    assert found == uri._replace(authority=authority), redacted


# Lines of logs, settings, tables and markup, in which a URI stands
LINES = (
    "ERROR cannot connect to {}: timed out",
    "DATABASE_URL={}",
    "export DB='{}'",
    'dsn "{}" is wrong',
    "<{}>",
    "GET /?next={} HTTP/1.1",
    "[{}]",
    "at {}, line 3",
    "tried {} and bob@a.example",
    "{{'url': '{}'}}",
    "remote: {} (push)",
    "a,{},b",
    "| {} |",
    "\t{}\n",
)
VISIBLE = [chr(code) for code in range(0x21, 0x7F)]


def random_password(rng: random.Random, without: str) -> str:
    """A password of visible characters, of which the RFC does not say that it ends early.

    An authority ends at "/", "?" or "#", so that an "@" before one of these is the end of a userinfo
    (3.2), and digits before punctuation may be a port (3.2.3).
    """
    characters = [character for character in VISIBLE if character not in without]
    while True:
        password = "".join(rng.choices(characters, k=rng.randint(6, 20)))
        if not re.search("@.*[/?#]|^[0-9]{1,5}[^0-9A-Za-z]", password):
            return password


def leaks(password: str, text: str) -> bool:
    """Whether six characters of the password are in the text."""
    return any(password[start : start + 6] in text for start in range(len(password) - 5))


@law
def redact_leaks_no_password(text: str, other: str) -> None:
    """Alone, in a line, in JSON, in JSON in JSON, and inside another URI."""
    rng = random.Random(ascii(text + other))
    before = rng.choice(("postgres://user:", "https://:", "redis://a-b:", "HTTP://u%40:"))
    after = rng.choice(("@db.example/app", "@[::1]:5432", "@h"))
    password = random_password(rng, without="")
    redacted = u.redact(before + password + after)
    assert not leaks(password, redacted), redacted
    password = random_password(rng, without="\"'`<>")
    for line in LINES:
        redacted = u.redact(line.format(before + password + after))
        assert not leaks(password, redacted), redacted
    inside = "https://a.example/?u=" + quote(before + password + after, safe="") + "&v=1"
    assert not leaks(password, unquote(u.redact(inside))), u.redact(inside)
    password = random_password(rng, without="'`<>")
    record = json.dumps({"url": before + password + after, "by": "bob@a.example"})
    read = json.loads(u.redact(record))
    assert not leaks(password, read["url"]) and read["by"] == "bob@a.example", read
    read = json.loads(json.loads(u.redact(json.dumps(record))))
    assert not leaks(password, read["url"]), read


@law
def no_message_shows_a_password(text: str, other: str) -> None:
    rng = random.Random(ascii(text + other))
    password = random_password(rng, without="@/?#")
    wrong = f"http://u:{password}@h/" + rng.choice(("%zz", " ", "[", "\0", other))
    for call in (
        lambda: u.validate(wrong),
        lambda: u.validate(wrong, rule="authority"),
        lambda: u.RFC3986.validate("path", wrong),
        lambda: u.percent_decode(wrong),
        lambda: u.iri_to_uri(wrong + "\ud800"),
        lambda: u.validate(f"http://u:{password}@h/", forbid=["password"]),
        lambda: u.validate(f"http://u:{password}@h/", hosts=["a.example"]),
    ):
        error = raises(call)
        if isinstance(error, u.URIError):
            assert not leaks(password, f"{error} {error.reason}"), error


# The rules of RFC 3987 and 3986 whose texts Appendix B splits
REFERENCES = ("URI", "URI-reference", "absolute-URI", "relative-ref") + (
    ("IRI", "IRI-reference", "absolute-IRI", "irelative-ref")
)
POLICY = ("scheme", "authority", "userinfo", "password", "host", "port", "path", "query")


@law
def policies_hold(text: str, other: str) -> None:
    uri = u.split(text)
    # A policy that nothing could meet is a ValueError, told before any text counts.
    scheme = uri.scheme if u.RFC3986.matches("scheme", uri.scheme or "") else "http"
    hosts = [other, ""]
    try:
        u.validate("http://a/", hosts=hosts)
    except ValueError as error:
        hosts = hosts if isinstance(error, u.URIError) else ["a.example", ""]
    found = raises(u.validate, text, rule="URI-reference", schemes=scheme, hosts=hosts, ports=80)
    assert found is text or isinstance(found, u.URIError)
    for name in POLICY:
        need = raises(u.validate, text, rule="URI-reference", require=[name])
        deny = raises(u.validate, text, rule="URI-reference", forbid=name)
        if u.is_uri_reference(text):
            assert not (need is text and deny is text), name
    if u.is_uri(text):
        assert u.validate(text, schemes=(uri.scheme or "").upper()) is text


@law
def policies_are_never_left_out(text: str, other: str) -> None:
    """They apply to the rules that Appendix B splits, and are a ValueError for all others."""
    rng = random.Random(ascii(text))
    for rule in rng.sample(u.RFC3987.rules, 3):
        splits = rule in REFERENCES
        try:
            u.validate(text, rule=rule, forbid=["userinfo"])
        except u.URIError:
            assert splits, rule
        except ValueError:
            assert not splits, rule
        else:
            assert splits and u.RFC3987.matches(rule, text), rule
            assert u.split(text).userinfo is None, rule


@law
def ipv6_hosts_are_compared_as_addresses(text: str, other: str) -> None:
    """RFC 5952: two spellings of an address are one host, and two addresses are two."""
    rng = random.Random(ascii(text))
    number = rng.choice((0, 1, 0xFFFF << 32, 0x20010DB8 << 96)) | rng.getrandbits(
        rng.choice((8, 64))
    )
    address = ipaddress.IPv6Address(number)
    plain = f"http://[{address}]/"
    long = f"http://[{address.exploded.upper()}]/"
    assert u.equivalent(plain, long, scheme_based=True), plain
    assert u.normalize(plain, scheme_based=True) == u.normalize(long, scheme_based=True), plain
    assert u.validate(long, hosts=[str(address)]) == long
    next_one = f"http://[{ipaddress.IPv6Address(number ^ 1)}]/"
    assert not u.equivalent(plain, next_one, scheme_based=True), plain
    assert isinstance(raises(u.validate, next_one, hosts=[str(address)]), u.URIError), plain


@law
def replaced_parts_are_valid(text: str, other: str) -> None:
    """replace gives a reference that is split as it was put together, or raises."""
    if not u.is_uri_reference(text):
        return
    for name in ("scheme", "authority", "path", "query", "fragment", "userinfo", "host", "port"):
        try:
            uri = u.parse(text, rule="URI-reference").replace(**{name: other})
        except u.URIError:
            continue
        except ValueError:  # a port beside no host, and the like
            continue
        assert u.is_uri_reference(str(uri)), (name, uri)
        again = u.split(str(uri))
        assert again._replace(path="") == uri._replace(path=""), (name, uri)
        assert again.path in (uri.path, "/." + uri.path, "./" + uri.path), (name, uri)
    requoted = raises(u.requote, other)
    if isinstance(requoted, str):
        assert u.requote(requoted) == requoted, requoted


@law
def any_parts_recompose_or_fail(text: str, other: str) -> None:
    a, b = u.split(text), u.split(other)
    for parts in (
        u.URI(a.scheme, b.authority, a.path, b.query, a.fragment),
        u.URI(None, b.authority, other, text, None),
        u.URI(text, other, a.path, None, other),
        u.URI(b.scheme, None, text, other, text),
    ):
        found = raises(u.recompose, parts)
        if isinstance(found, str):
            again = u.split(found)
            assert again._replace(path="") == parts._replace(path=""), found
            assert again.path in (parts.path, "/." + parts.path, "./" + parts.path), found
    u.merge(a, other)


@law
def no_call_raises_more(text: str, other: str) -> None:
    """What the other laws leave out: options, and texts where names are expected."""
    for call in (
        lambda: u.parse(text, rule=other),
        lambda: u.validate(text, rule=other),
        lambda: u.RFC3986.matches(other, text),
        lambda: u.RFC3986.partial(other, text),
        lambda: u.RFC3986.compile(text),
        lambda: u.RFC3986.pattern(other),
        lambda: w.RFC3986.matches(other, text),
        lambda: w.RFC3986.compile(text),
        lambda: w.RFC3986.compile("URI", capture=[text]),
        lambda: w.RFC3986.pattern(other),
    ):
        with contextlib.suppress(ValueError):  # there is no such rule
            raises(call)
    for option in (
        lambda: u.percent_encode("a", text),
        lambda: w.RFC3986.pattern("URI", text),
        lambda: u.validate("a:b", require=[text]),
    ):
        with contextlib.suppress(ValueError):  # there is no such component, engine or part
            option()


WRONG: tuple[Any, ...] = (None, 1, b"http://a/", 1.5, ["a"], object(), bytearray(b"a"), ("a",))


def calls_of_rules(rules: Any, rule: str) -> list[Callable[[Any], Any]]:
    return [
        lambda x: rules.matches(rule, x), lambda x: rules.matches(x, "a"),
        lambda x: rules.validate(rule, x), lambda x: rules.validate(x, "a"),
        lambda x: rules.partial(rule, x), lambda x: rules.partial(x, "a"),
        lambda x: rules.compile(x), lambda x: rules.pattern(x),
    ]  # fmt: skip


def wrong_types() -> None:
    """Each function with each wrong type in each place: a TypeError, and one that names the type."""
    calls: list[Callable[[Any], Any]] = [
        u.is_uri, u.is_uri_reference, u.is_absolute_uri, u.is_relative_ref, u.validate, u.split,
        u.parse, u.remove_dot_segments, u.normalize, u.percent_encode, u.percent_decode,
        u.iri_to_uri, u.uri_to_iri, u.redact, u.find, u.recompose, u.requote,
        lambda x: u.resolve(x, "a"), lambda x: u.resolve("a", x), lambda x: u.relativize("a", x),
        lambda x: u.relativize(x, "a"), lambda x: u.resolve_rfc2396(x, "a"),
        lambda x: u.resolve_rfc2396("a", x), lambda x: u.merge(u.split("a"), x),
        lambda x: u.merge(x, "a"), lambda x: u.equivalent(x, "a"), lambda x: u.equivalent("a", x),
        lambda x: u.validate("a:b", rule=x), lambda x: u.parse("a:", rule=x),
        w.Grammar, w.RFC3986.extend, lambda x: w.RFC3986.source(x),
        lambda x: w.RFC3986.compile("URI", capture=[x]), lambda x: w.RFC3986.proven(x),
        lambda x: w.RFC3986.captures("URI", x), lambda x: w.RFC3986.captures(x, "a"),
    ]  # fmt: skip
    for module in (u, w):
        calls += calls_of_rules(module.RFC3986, "URI") + calls_of_rules(module.RFC2396, "hostname")
    bad = []
    for function in calls:
        i = " ".join(function.__code__.co_names) if "lambda" in str(function) else str(function)
        for value in WRONG:
            try:
                function(value)
            except TypeError as error:
                if type(value).__name__ not in str(error):
                    bad.append(f"{i} of {value!r}: {error}")
            except Exception as error:
                bad.append(f"{i} of {value!r}: {type(error).__name__}: {error}")
            else:
                bad.append(f"{i} takes {value!r}")
    options: list[Callable[[], Any]] = [
        lambda: w.RFC3986.pattern("URI", "nope"),
        lambda: w.RFC3986.compile("URI", engine="nope"),
        lambda: u.percent_encode("a", "nope"),
        lambda: u.resolve_rfc2396("a", "b", above_root="nope"),
        lambda: u.validate("a:b", require=["nope"]),
        lambda: u.validate("a:b", forbid="nope"),
    ]
    for number, call in enumerate(options):
        try:
            call()
        except ValueError:
            continue
        except Exception as error:
            bad.append(f"option {number}: {type(error).__name__}: {error}")
        else:
            bad.append(f"option {number} takes 'nope'")
    assert not bad, "\n".join(bad)


# ---- Texts ---------------------------------------------------------------------------------------

TOKENS = (
    "http: HTTPS: mailto: urn: a: A+b-1.: // / ? # @ : [ ] [::1] [::] [v1.a:] [fe80::1%25e] [1:: "
    "127.0.0.1 256.0.0.1 01.2.3.4 1.2.3 www. example.com a b G - . .. ../ ./ /../ /./ /. /.. ; = & "
    "% %4 %41 %2f %2F %2E %2e%2E %7e %C3%BC %c3 %E2%80%AE %FF %25 %00 ~ _ ! $ ' ( ) * + , :80 :443 "
    ":0 :080 : user:pw@ u@ :@ u:@ *** < > <http://a> URL: \" { } | \\ ^ ` ü é \u4e2d \u200e \xa0 "
    "\ue000 \ud800 \U0001f600 \U0010ffff \u212a \u0661 0 1 9 f::1 //a:b@c tel:+1 data:,a a:b c/d"
).split(" ") + [" ", "\n", "\r\n", "\t", "\0", "\x7f", "\x85", "", "a" * 30, "-\n"]  # fmt: skip


def sentence(tree: Tree, rules: standards.Rules, rng: random.Random) -> str:
    """A random text of a rule, by the tree that standards.py has read."""
    kind = tree[0]
    if kind == "set":
        low, high = rng.choice(tree[1])
        return chr(rng.randint(low, min(high, low + rng.choice((0, 3, 1 << 20)))))
    if kind == "ref":
        return sentence(rules[tree[1]], rules, rng)
    if kind == "cat":
        return "".join([sentence(item, rules, rng) for item in tree[1]])
    if kind == "alt":
        return sentence(rng.choice(tree[1]), rules, rng)
    _, body, low, high = tree[:4]
    most = low + rng.choice((0, 1, 1, 2, 4)) if high is None else high
    return "".join([sentence(body, rules, rng) for _ in range(rng.randint(low, most))])


def some_text(rng: random.Random) -> str:
    """A soup of tokens, a valid text, or one with a token in it."""
    how = rng.random()
    if how < 0.45:
        return "".join(rng.choices(TOKENS, k=rng.randint(0, 9)))
    name, rule = rng.choice(RULES)
    text = sentence(("ref", rule.lower()), standards.RULES[name], rng)
    if how < 0.7:
        return text
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(TOKENS) + text[at + rng.choice((0, 0, 1)) :]


# ---- Random grammars -----------------------------------------------------------------------------
# The reference is that of derivatives.py, on the trees of standards.py. Spans form a parse if they
# spell a word in which each rule's begin and end are letters.

LETTERS = "abcA"


REPEATS = (
    [(0, None)] * 6
    + [(1, None)] * 4
    + [(0, 1), (2, 2), (3, 3), (1, 2), (0, 2), (2, 3), (1, 3), (2, None), (4, 4), (0, 3), (0, 0)]
)


def sequence(*items: str) -> str:
    return f"( {' '.join(items)} )"


def choice(*items: str) -> str:
    return f"( {' / '.join(items)} )"


def repeat(item: str, low: int, high: int | None) -> str:
    count = str(low) if low == high else f"{low or ''}*{'' if high is None else high}"
    return f"{count}( {item} )"


class RandomGrammar:
    """Some rules over a, b and c, as ABNF. What was made is often used again, for the optimizer's
    sake: it looks for equal parts. A third of the trees begin as one of the shapes that it has a rule
    for, in every place some are made such that they can be empty, and a fifth of the grammars are
    lists, where loops are possessive."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pool: list[str] = []
        self.names: list[str] = []
        lines = []
        for name in [*["r-0", "R_1", "r-2", "r-2-2"][: rng.randint(0, 4)], "top"]:
            if name != "top":
                some = self.element(rng.randint(1, 2))
            elif rng.random() < 0.2:
                some = self.lists()
            else:
                some = self.element(rng.randint(2, 4))
            lines.append(f"{name} = {some}\n")
            self.names.append(name)
        rng.shuffle(lines)
        self.abnf = "".join(lines)

    def atom(self) -> str:
        rng = self.rng
        char = rng.choice("abc" if rng.random() < 0.4 else "ab")
        word = "".join(rng.choices("ab", k=rng.randint(0, 3)))
        atoms = [f"%x{ord(char):02x}"] * 10 + self.names * 2
        atoms += ["%x61-62", "%x61-62", "%x62-63", f'%s"{word}"', '""', "%x61.62", '"A"']
        return rng.choice(atoms)

    def element(self, depth: int) -> str:
        rng = self.rng
        if self.pool and rng.random() < 0.3:
            return rng.choice(self.pool)
        if depth == 0 or rng.random() < 0.1:
            some = self.atom()
        elif rng.random() < 0.3:
            some = self.shape(depth - 1)
        elif rng.random() < 0.4:
            some = sequence(*[self.element(depth - 1) for _ in range(rng.randint(2, 4))])
        elif rng.random() < 0.5:
            some = choice(*[self.element(depth - 1) for _ in range(rng.randint(2, 4))])
        else:
            some = repeat(self.element(depth - 1), *rng.choice(REPEATS))
        if rng.random() < 0.15:
            some = self.maybe_empty(some)
        self.pool.append(some)
        return some

    def maybe_empty(self, x: str) -> str:
        """The element, or nothing."""
        shapes = (
            f"[ {x} ]",
            f"*( {x} )",
            choice(x, '""'),
            choice('""', x),
            repeat(x, 0, self.rng.randint(1, 3)),
            f"2( *( {x} ) )",
            f"2*3( [ {x} ] )",
            f"1*( [ {x} ] )",
            f"( *( {x} ) [ {x} ] )",
        )
        return self.rng.choice(shapes)

    def lists(self) -> str:
        """*( "," ( *"a" / "b" ) ) and the like: the next letter decides, and a branch can be empty."""
        rng = self.rng
        x, y, z = rng.sample(("%x61", "%x62", "%x63"), 3)
        branches = [self.maybe_empty(x), sequence(z, self.maybe_empty(rng.choice((x, z))))]
        inner = choice(*rng.sample(branches, 2))
        if rng.random() < 0.2:
            inner = repeat(inner, 0, 1)
        some = repeat(sequence(y, inner), rng.randint(0, 1), None)
        for _ in range(rng.randint(0, 2)):
            end = rng.choice((z, '%s"A"', self.maybe_empty(z), some))
            several = (some, sequence(inner, some), sequence(some, end), choice(some, end))
            some = rng.choice((*several, repeat(sequence('%s"A"', some), 0, None)))
        return some

    def shape(self, depth: int) -> str:
        """The left side of one of the optimizer's identities, or almost; and loops of which a branch
        can be empty."""
        rng = self.rng
        x, y, z, p = (self.element(max(depth - i, 0)) for i in range(4))
        low = rng.randint(0, 1)
        run, empty = repeat(x, low, None), self.maybe_empty(x)
        branches = rng.sample((empty, z, p), rng.randint(2, 3))
        shapes = (
            sequence(run, repeat(sequence(y, repeat(choice(x, y), 0, None)), 0, 1)),
            sequence(run, repeat(sequence(y, repeat(x, 0, None)), 0, None)),  # x* *( y *x )
            repeat(sequence(y, run), 0, None),
            sequence(p, repeat(sequence(y, run), 0, None), z),
            choice(x, repeat(choice(x, y), low, None), z),  # what a loop covers
            choice(sequence(x, y, x), repeat(choice(y, x), low, None)),
            choice(sequence(p, choice(x, y)), x, z),  # p ( x / y ) / x / z
            choice(sequence(p, repeat(choice(x, y), 0, 1)), x, z, repeat(y, 0, 1)),
            repeat(choice(sequence(p, repeat(choice(x, y), 0, 1)), x, y), 0, 1),
            choice(sequence(x, z, p), sequence(y, z, p), sequence(z, p)),  # common tails
            choice(sequence(x, y), repeat(y, 3, 3), y, sequence(y, y)),
            sequence(x, y, x, y, x, y, z),  # what folds
            sequence(repeat(x, 0, 1), repeat(x, 0, 1), x, x, repeat(x, 1, None)),
            repeat(repeat(x, low, 1), *rng.choice(REPEATS)),  # repeats of repeats
            repeat(repeat(x, low, None), *rng.choice(REPEATS)),
            repeat(repeat(x, *rng.choice(REPEATS)), *rng.choice(REPEATS)),
            sequence(repeat(sequence(x, y), 0, None), x),
            sequence(repeat(choice(x, sequence(y, z)), 0, None), repeat(sequence(y, p), 0, 1)),
            *[repeat(sequence(y, choice(*branches)), low, None)] * 3,  # *( "," ( *"a" / "b" ) )
            repeat(sequence(y, repeat(choice(*branches), *rng.choice(REPEATS))), low, None),
            repeat(choice(sequence(y, empty), *branches), low, None),
        )
        return rng.choice(shapes)


# Each text of up to six letters "a" and "b", and of up to three of all. Of four, a grammar gets some.
WORDS = ["".join(w) for n in range(7) for w in product("ab", repeat=n)]
WORDS += ["".join(w) for n in range(1, 4) for w in product(LETTERS, repeat=n) if {*w} - {*"ab"}]
LONGER = ["".join(w) for w in product(LETTERS, repeat=4) if {*w} - {*"ab"}]


SHORT = 0.03  # seconds for all these words, where patterns may backtrack


class TooLong(Exception):
    """The clock has run down."""


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """TooLong after so many seconds of this process, where there are signals; `re` and `regex` look
    for them."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: Any) -> None:
        raise TooLong(f"{seconds} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    # Again and again, for what is raised in a __del__ is lost
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


Ask = Callable[[str], Any]  # truthy or None


def source_of(grammar: Any) -> str:
    """The pattern that the Python source of the rule "top" assigns last."""
    names: dict[str, Any] = {}
    exec(grammar.source("top"), names)
    return str(list(names.values())[-1])


def renderings(grammar: Any, names: list[str], rng: random.Random) -> Iterator[tuple[str, Ask]]:
    """What each is called, and how it is asked: every way from the rule "top" to a verdict."""
    yield "matches", lambda word: grammar.matches("top", word) or None
    yield "automaton", grammar._automaton("top").matches
    yield "re", grammar.compile("top").fullmatch
    yield "re, all named", grammar.compile("top", capture=[*names, "top"]).fullmatch
    yield "re, some named", grammar.compile("top", capture=names[:1]).fullmatch
    yield "source", re.compile(source_of(grammar)).fullmatch
    # The classes of these are Python's, too, as far as our letters go; `re` caches equal texts.
    for engine in ("portable", rng.choice(("posix", "xsd"))):
        yield engine, re.compile(grammar.pattern("top", engine)).fullmatch
    if regex:
        yield "regex", grammar.compile("top", engine="regex").fullmatch
        yield "possessive", regex.compile(grammar.pattern("top", "possessive")).fullmatch
        yield "sub-patterns", regex.compile(grammar.pattern("top", "regex")).fullmatch
        every = grammar.compile("top", capture=names, engine="regex")
        yield "regex, all named", every.fullmatch


def check_verdicts(
    verdicts: dict[str, Ask], valid: dict[str, bool], linear: bool, slow: Counter[str]
) -> Iterator[str]:
    """To backtrack is allowed where nothing is proven, but not to `matches`."""
    prompt = {"matches", "automaton"}
    if linear:
        prompt |= {"re", "portable", "regex", "possessive"}
    for how, verdict in verdicts.items():
        try:
            with at_most(4 if how in prompt else SHORT):
                wrong = (word for word, yes in valid.items() if (verdict(word) is not None) != yes)
                bad = next(wrong, None)
        except TooLong:
            slow[how] += 1
            if how in prompt:
                yield f"{how} takes too long"
            continue
        if bad is not None:
            yield f"{how} is wrong: {bad!r} is {'' if valid[bad] else 'not '}valid"


def check_composed(grammar: Any, top: Node, words: list[str]) -> Iterator[str]:
    """Portable text is exact wherever it stands: between two letters, and repeated."""
    a, b = (make("set", standards.singleton(letter)) for letter in "ab")
    for template, said in ("a(?&top)b", cat(a, cat(top, b))), ("(?&top){2}", cat(top, top)):
        verdict = re.compile(grammar.compose(template)).fullmatch
        for word in words:
            yes = says(said, word)
            if (verdict(word) is not None) != yes:
                yield f"composed {template} is wrong: {word!r} is {'' if yes else 'not '}valid"
                break


def check_errors(grammar: Any, top: Node, words: list[str]) -> Iterator[str]:
    """`partial`, and what errors tell."""
    for word in words:
        states = list(accumulate(word, derivative, initial=top))
        valid = states[-1].nullable
        want = "valid" if valid else "incomplete" if states[-1] is not NOTHING else "invalid"
        found = grammar.partial("top", word)
        if found != want:
            yield f"partial is wrong: {word!r} is {want}, not {found}"
        error = raises(grammar.validate, "top", word)
        if valid:
            if error is not word:
                yield f"validate({word!r}) is {error!r}"
            continue
        offset = states.index(NOTHING) - 1 if NOTHING in states else len(word)
        if not isinstance(error, u.URIError) or error.offset != offset:
            yield f"{word!r} is wrong at {offset}: {error!r}"
        elif offset < len(word) and ("<end" in error.expected) != states[offset].nullable:
            yield f"{word!r}: {error}"


def parse_of(spans: Any, text: str) -> list[str]:
    """The letters of a text, with where each rule begins and ends among them."""
    letters: list[str] = []
    ends: list[tuple[str, int]] = []
    at = 0
    for rule, start, end, depth in [*spans, (None, len(text), 0, 0)]:
        while len(ends) > depth:
            name, close = ends.pop()
            letters += [*text[at:close], f">{name}"]
            at = close
        letters += text[at:start]
        at = start
        if rule:
            letters.append(f"<{rule.lower()}")
            ends.append((rule.lower(), end))
    return letters


def check_captures(grammar: Any, parse: Node, words: list[str]) -> Iterator[str]:
    for word in words:
        spans = grammar._spans("top", word)
        letters = parse_of(spans, word)
        if not says(parse, letters):
            yield f"the spans of {word!r} are not a parse: {' '.join(letters)}"
        told: dict[str, list[str]] = {}
        for rule, start, end, _ in spans:
            told.setdefault(rule, []).append(word[start:end])
        if grammar.captures("top", word) != told:
            yield f"captures of {word!r} are not its spans: {told}"


def check_groups(match: Any, word: str, rules: dict[str, Node]) -> Iterator[str]:
    """The named groups of `re`: each holds what its rule says."""
    by_group = {name.replace("-", "_"): name for name in rules}
    for group, part in match.groupdict().items():
        name = by_group.get(group) or by_group[re.sub("_[0-9]+_*$", "", group)]
        if part is not None and not says(rules[name], part):
            yield f"{name} does not match {part!r}, which it is said to in {word!r}"


def check_linear(verdicts: dict[str, Ask], rng: random.Random) -> Iterator[str]:
    """What is proven takes no text much longer than it is long."""
    for _ in range(6):
        head, pump = rng.choice(WORDS[:15]), rng.choice(WORDS[1:31])
        text = head + pump * 20_000 + rng.choice(["", "a", "b", "c", "!", "ab!"])
        for how in {"matches", "re", "regex"} & set(verdicts):
            try:
                with at_most(1):
                    verdicts[how](text)
            except TooLong:
                yield f"{how} is not linear: {head!r}, {pump!r} * n, {text[-3:]!r}"


class Jobs:
    """Patterns for engines that are programs: engines.py asks them, of many grammars at once."""

    # Whose literal it takes, how it runs, a grammar of how many it gets, and which patterns
    ENGINES = (
        ("perl", engines.run_perl, 5, ("perl", "regex", "mysql")),
        ("java", engines.run_java, 25, ("java", "mysql")),
    )

    def __init__(self) -> None:
        self.added = 0
        self.asked: Counter[str] = Counter()
        self.missing: dict[str, str] = {}
        self.waiting: dict[str, list[tuple[str, str, str, dict[str, bool]]]] = {}

    def add(self, abnf: str, grammar: Any, valid: dict[str, bool]) -> None:
        self.added += 1
        for name, _, share, patterns in self.ENGINES:
            if self.added % share == 0:
                jobs = [(abnf, how, grammar.pattern("top", how), valid) for how in patterns]
                self.waiting.setdefault(name, []).extend(jobs)

    def run(self, at_least: int) -> Iterator[tuple[str, str]]:
        """What is wrong, and of which grammar; of engines for which so many patterns wait."""
        for name, run, _, _ in self.ENGINES:
            waiting = self.waiting.get(name, [])
            if len(waiting) < at_least or name in self.missing:
                continue
            del self.waiting[name]
            jobs = [
                engines.Job(pattern, engines.literal(pattern, name), [*valid], 1)
                for _, _, pattern, valid in waiting
            ]
            try:
                with tempfile.TemporaryDirectory() as folder:
                    _, answers = run(jobs, Path(folder))
            except Missing as error:
                self.missing[name] = str(error)
                continue
            for (abnf, how, _, valid), answer in zip(waiting, answers):
                self.asked[name] += 1
                said = zip(valid, answer.verdicts, "".join("01"[yes] for yes in valid.values()))
                bad = next((word for word, is_, should_be in said if is_ != should_be), None)
                if bad is not None or len(answer.verdicts) != len(valid):
                    yield f"{name} on {how} is wrong: {bad!r}", abnf


def check_grammar(
    made: RandomGrammar, rng: random.Random, counts: Counter[str], jobs: Jobs
) -> Iterator[str]:
    """What is wrong about the module's reading of a random grammar."""
    rules = standards.Rules(made.abnf)
    said = {name: expression(rules[name.lower()], rules) for name in made.names}
    top = said["top"]
    states = {"": top}
    for word in [*WORDS[1:], *rng.sample(LONGER, 60)]:
        states[word] = derivative(states[word[:-1]], word[-1])
    valid = {word: state.nullable for word, state in states.items()}
    grammar = w.Grammar(made.abnf)
    verdicts = dict(renderings(grammar, made.names[:-1], rng))
    linear = grammar.proven("top")
    slow: Counter[str] = Counter()
    yield from check_verdicts(verdicts, valid, linear, slow)
    yield from check_possessive(grammar, counts)
    if not slow:  # else the others would hang
        jobs.add(made.abnf, grammar, valid)
    words = rng.sample(list(valid), 100)
    right = [word for word in words if valid[word]][:12]
    some = words[:20] + right[:5]
    with at_most(20):
        yield from check_errors(grammar, top, some)
        yield from check_captures(grammar, expression(("ref", "top"), rules, "marked"), right)
    try:
        with at_most(SHORT):
            yield from check_composed(grammar, top, some)
            for word in right:
                match = verdicts["re, all named"](word)
                yield from check_groups(match, word, said) if match else ()
    except TooLong:
        slow["composed or groups"] += 1
    if linear and rng.random() < 0.2:
        yield from check_linear(verdicts, rng)
    counts["proven"] += linear
    counts["whose patterns take too long"] += bool(slow)


def check_possessive(grammar: Any, counts: Counter[str]) -> Iterator[str]:
    """What a possessive pattern keeps, it never has to give back: by the automaton of its search."""
    portable, possessive = grammar.pattern("top"), grammar.pattern("top", "possessive")
    if portable == possessive:
        return
    counts["with possessive loops"] += 1
    try:
        kept = automaton(Pattern(possessive, possessive=True).tree, most=1000)
        shortest = difference(automaton(Pattern(portable).tree), kept)
    except (TooLarge, RecursionError):
        counts["whose possessive loops are too many for the automaton"] += 1
        return
    if shortest is not None:
        yield f"possessive is wrong on {shortest!r}"


PIECES = (
    "a b-1 R_2 URI = =/ / | ( ) [ ] * 1* *2 2*3 3 0 0*0 2*1 99999 99999999999 %x41 %x41-5A %x41.42 "
    '%x110000 %xD800 %d65 %b1 %x %s"a" %i"b" "a" "" "( < > <a> <p q> 0<p> ; ;c %x5A-41 '
    'DIGIT ALPHA LWSP CRLF nope é \0 \t \x0c .. - 65535("a") 1000( 1000 \u2028'
).split(" ") + ["\n", "\r\n", "\r", " ", "\n ", "\n", "\na = ", "\nb =", "a = ", "\na =/ "]


def check_abnf(rng: random.Random) -> None:
    """Random ABNF, most of it broken: a GrammarError, or a grammar all of whose calls work."""
    base = rng.choice((None, None, uri_abnf.RFC3986, uri_abnf.RFC2396))
    text = rng.choice(("", "a = ", "a = b\nb = ")) + " ".join(
        rng.choices(PIECES, k=rng.randint(0, 12))
    )
    if rng.random() < 0.2:
        lines = standards.ABNF_3986.split("\n")
        at = rng.randrange(len(lines))
        cut = rng.randint(0, len(lines[at]))
        lines[at] = lines[at][:cut] + rng.choice(PIECES) + lines[at][cut + rng.randint(0, 2) :]
        text = "\n".join(lines)
    try:
        grammar = w.Grammar(text, base)
    except w.GrammarError as error:
        assert len(str(error).splitlines()) == 1, error
        return
    own = [rule for rule in grammar.rules if base is None or rule not in base.rules]
    for rule in rng.sample(own, min(len(own), 2)):
        some = some_text(rng)[:40]
        with at_most(60):
            verdict = grammar.matches(rule, some)
            assert (grammar._automaton(rule).matches(some) is not None) == verdict, (rule, some)
            raises(grammar.validate, rule, some)
            raises(grammar.captures, rule, some)
            grammar.partial(rule, some)
            grammar.pattern(rule)
            try:
                if grammar.proven(rule):
                    capture = list(grammar.rules[:9])
                    named = grammar.compile(rule, capture=capture).fullmatch(some)
                    assert (named is not None) == verdict, (rule, some)
            except w.GrammarError:  # two rules whose names give one group
                pass


def check_random(rng: random.Random, counts: Counter[str], jobs: Jobs) -> Iterator[tuple[str, str]]:
    """What is wrong with random ABNF and with a random grammar; and with which."""
    abnf = "random ABNF"
    try:
        check_abnf(rng)
        made = RandomGrammar(rng)
        abnf = made.abnf
        if len(abnf) > 1500:
            counts["too long"] += 1
            return
        Node.made.clear()
        try:
            for fault in check_grammar(made, rng, counts, jobs):
                yield fault, abnf
        except RecursionError:
            counts["too deep for the derivatives"] += 1
    except Exception as error:
        yield f"{type(error).__name__}: {error}"[:500], abnf


class Faults:
    """What is wrong: the first three of each kind are told, all are counted."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.kinds: Counter[str] = Counter()

    def note(self, fault: str, abnf: str) -> None:
        kind = re.sub("'[^']*'|[0-9]+", "…", fault)[:60]
        self.kinds[kind] += 1
        if self.kinds[kind] <= 3:
            self.told.append(f"{fault}\n{abnf}")


def run_grammars(seconds: float, examples: int, seed: int) -> list[str]:
    faults = Faults()
    counts: Counter[str] = Counter()
    jobs = Jobs()
    begin, busy = time.monotonic(), time.process_time()
    number = 0
    while time.monotonic() - begin < seconds and number * 10 < examples:
        number += 1
        rng = random.Random(f"{seed} {number}")
        for fault, abnf in check_random(rng, counts, jobs):
            faults.note(f"grammar {seed} {number}: {fault}", abnf)
        for fault, abnf in jobs.run(300):
            faults.note(fault, abnf)
    for fault, abnf in jobs.run(1):
        faults.note(fault, abnf)
    spent = f"{time.monotonic() - begin:.0f} s, {time.process_time() - busy:.0f} s of the processor"
    print(f"{number} grammars, and as many texts that may be ABNF, in {spent}")
    print(*[f"  {count:>7} {what}" for what, count in counts.most_common()], sep="\n")
    print(*[f"  {count:>7} patterns on {name}" for name, count in jobs.asked.items()], sep="\n")
    print(*[f"  {name} is skipped: {why}" for name, why in jobs.missing.items()], sep="\n")
    print(f"{sum(faults.kinds.values())} wrong", dict(faults.kinds) or "")
    return faults.told


# ---- The neighbors ------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """What two libraries say of the same: ours, theirs, and for which texts it is asked."""

    library: str
    what: str
    ours: Callable[[str, str], Any]
    theirs: Callable[[str, str], Any]
    when: Callable[[str, str], bool]


def outcome(call: Callable[[str, str], Any], a: str, b: str) -> Any:
    try:
        return call(a, b)
    except Exception as error:  # theirs may be any
        return f"<{type(error).__name__}>"


def any_text(*_: str) -> bool:
    return True


def resolvable(base: str, ref: str) -> bool:
    return bool(u.is_uri(base) and u.is_uri_reference(ref))


def is_reference(text: str, _: str) -> bool:
    return bool(u.is_uri_reference(text))


def undefined_is_empty(uri: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(part or "" for part in uri)


def comparisons() -> list[Comparison]:
    found = []
    from urllib import parse as urllib_parse

    def ours(text: str, _: str) -> tuple[Any, ...]:
        return tuple(u.split(text))

    def target(base: str, ref: str) -> Any:
        return u.resolve(base, ref)

    def decoded(text: str, _: str) -> Any:
        return u.percent_decode(text)

    found += [
        Comparison(
            "urllib.parse",
            "urlsplit",
            lambda a, _: undefined_is_empty(u.split(a)),
            lambda a, _: tuple(urllib_parse.urlsplit(a)[:5]),
            is_reference,
        ),
        Comparison("urllib.parse", "urljoin", target, urllib_parse.urljoin, resolvable),
        Comparison(
            "urllib.parse",
            "unquote",
            decoded,
            lambda a, _: urllib_parse.unquote(a, errors="strict"),
            any_text,
        ),
        Comparison(
            "urllib.parse",
            "quote",
            lambda a, _: u.percent_encode(a),
            lambda a, _: urllib_parse.quote(a, safe=""),
            any_text,
        ),
    ]
    uritools = optional("uritools")
    if uritools:
        found += [
            Comparison(
                "uritools", "urisplit", ours, lambda a, _: tuple(uritools.urisplit(a)), any_text
            ),
            Comparison("uritools", "urijoin", target, uritools.urijoin, resolvable),
            Comparison(
                "uritools", "uridecode", decoded, lambda a, _: uritools.uridecode(a), any_text
            ),
            Comparison(
                "uritools",
                "uriencode",
                lambda a, _: u.percent_encode(a),
                lambda a, _: uritools.uriencode(a).decode(),
                any_text,
            ),
        ]
    rfc3986 = optional("rfc3986")
    if rfc3986:

        def parts_3986(text: str, _: str) -> tuple[Any, ...]:
            uri = rfc3986.uri_reference(text)
            return (*uri[:2], uri.path or "", *uri[3:])

        found += [
            Comparison("rfc3986", "uri_reference", ours, parts_3986, any_text),
            Comparison(
                "rfc3986",
                "is_valid_uri",
                lambda a, _: u.is_uri_reference(a),
                lambda a, _: rfc3986.is_valid_uri(a),
                any_text,
            ),
            Comparison(
                "rfc3986",
                "resolve_with",
                target,
                lambda base, ref: rfc3986.uri_reference(ref).resolve_with(base).unsplit(),
                resolvable,
            ),
            Comparison(
                "rfc3986",
                "normalize_uri",
                lambda a, _: u.normalize(a),
                lambda a, _: rfc3986.normalize_uri(a),
                is_reference,
            ),
        ]
    rfc3987 = optional("rfc3987")
    if rfc3987:

        def parts_3987(text: str, _: str) -> tuple[Any, ...]:
            parts = rfc3987.parse(text, rule="URI_reference")
            return tuple(parts[name] for name in u.URI._fields)

        def verdicts(rule: str) -> Comparison:
            return Comparison(
                "rfc3987",
                f"match {rule}",
                lambda a, _: u.RFC3987.matches(rule.replace("_", "-"), a),
                lambda a, _: rfc3987.match(a, rule=rule) is not None,
                any_text,
            )

        found += map(verdicts, ("URI_reference", "absolute_URI", "IRI_reference", "IRI"))
        found += [
            Comparison("rfc3987", "parse", ours, parts_3987, is_reference),
            Comparison("rfc3987", "resolve", target, rfc3987.resolve, resolvable),
        ]
    return found


class Difference(NamedTuple):
    """A kind of difference: `when` tells it, by the texts and both results; `word` is the RFC's."""

    library: str
    where: str  # the library and its function, as a regular expression
    what: str
    when: Callable[[str, str, Any, Any], bool]
    word: str


STRAY = re.compile("%(?![0-9A-Fa-f]{2})").search
SURROGATE = re.compile("[\ud800-\udfff]").search
DOTS = re.compile("(?:^|/)(?:[.]|%2[Ee]){1,2}(?:/|$)").search
UNRESERVED = re.compile("%(?:2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])").search
UPPER = re.compile("[A-Z]").search


def empty_port(*texts: str) -> bool:
    return any((u.split(text).authority or "").endswith(":") for text in texts)


def no_host(*texts: str) -> bool:
    return any(u.split(text).host == "" for text in texts)


def empty_userinfo(*texts: str) -> bool:
    return any(u.split(text).userinfo == "" for text in texts)


def future(*texts: str) -> bool:
    return any("[v" in (u.split(text).authority or "").lower() for text in texts)


def printed_recomposition(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """RFC 3986 5.3, as printed."""
    result = "" if scheme is None else f"{scheme}:"
    if authority is not None:
        result += f"//{authority}"
    result += path
    if query is not None:
        result += f"?{query}"
    if fragment is not None:
        result += f"#{fragment}"
    return result


def hidden(base: str, ref: str) -> bool:
    """Whether the printed parts of the target, put together, would read as others."""
    parts = transform_references(base, ref)
    return tuple(u.split(printed_recomposition(*parts))) != parts or parts[2][:2] == "//"


KNOWN = frozenset(optional("urllib.parse").uses_relative) - {""}


def same_scheme(base: str, reference: str) -> bool:
    schemes = [u.split(text).scheme for text in (base, reference)]
    return None not in schemes and len({scheme and scheme.lower() for scheme in schemes}) == 1


DIFFERENCES = [
    Difference(
        "urllib.parse, uritools",
        "(urllib.parse|uritools) .*quote|uritools uri(en|de)code",
        "a lone surrogate is a UnicodeEncodeError",
        lambda a, b, ours, theirs: theirs == "<UnicodeEncodeError>" and bool(SURROGATE(a)),
        "3986 2.5: octets of UTF-8; a surrogate has none (3629 3). A URIError here, in encoding",
    ),
    Difference(
        "urllib.parse, uritools",
        "urllib.parse unquote|uritools uridecode",
        'a "%" that begins no triplet stays',
        lambda a, b, ours, theirs: ours == "<URIError>" and bool(STRAY(a)),
        '3986 2.4: "%" "must be percent-encoded as %25"; so the text is no URI, and an error here',
    ),
    Difference(
        "urllib.parse, uritools",
        "urllib.parse unquote|uritools uridecode",
        "ill-formed UTF-8 is a UnicodeDecodeError",
        lambda a, b, ours, theirs: (ours, theirs) == ("<URIError>", "<UnicodeDecodeError>"),
        "3986 2.5 leaves it open; both refuse. A URIError has the offset in the text",
    ),
    Difference(
        "uritools, rfc3986, urllib.parse",
        "uritools urisplit|rfc3986 uri_reference|urllib.parse urlsplit",
        'what stands before the first ":" counts as a scheme only where it is one',
        lambda a, b, ours, theirs: (
            ours[0] is not None and not u.RFC3986.matches("scheme", ours[0]) and not theirs[0]
        ),
        "3986 App. B: `^(([^:/?#]+):)?`; such a text is no reference (4.2)",
    ),
    Difference(
        "rfc3986",
        "rfc3986 (uri_reference|is_valid_uri)",
        "percent-encodes what is no URI character first, and fails at a lone surrogate",
        lambda a, b, ours, theirs: (
            not u.is_uri_reference(a) and (theirs is not False) and theirs != ours
        ),
        "3986 2.4: encoding is for who makes a URI of its parts; a validator that does it accepts all",
    ),
    Difference(
        "rfc3986",
        "rfc3986 is_valid_uri",
        "an empty host beside a userinfo or a port is invalid",
        lambda a, b, ours, theirs: ours and no_host(a),
        "3986 3.2.2: reg-name may be empty",
    ),
    Difference(
        "rfc3986",
        "rfc3986 (normalize_uri|resolve_with|is_valid_uri|uri_reference)",
        "an authority with an empty userinfo or host, or an IPvFuture, is lost or refused",
        lambda a, b, ours, theirs: (
            no_host(a, b, str(ours)) or empty_userinfo(a, b, str(ours)) or future(a, b)
        ),
        '3986 5.3: a defined authority is written, "//" and all, though it be empty',
    ),
    Difference(
        "rfc3986",
        "rfc3986 (normalize_uri|resolve_with)",
        "the empty port goes",
        lambda a, b, ours, theirs: empty_port(a, b, str(ours)),
        "3986 6.2.3: scheme-based, not syntax-based; 5.2 does not normalize at all",
    ),
    Difference(
        "rfc3986",
        "rfc3986 normalize_uri",
        "triplets of unreserved characters stay",
        lambda a, b, ours, theirs: bool(UNRESERVED(a)),
        "3986 6.2.2.2: they should be decoded",
    ),
    Difference(
        "rfc3986",
        "rfc3986 normalize_uri",
        "a relative path loses its dot-segments",
        lambda a, b, ours, theirs: u.split(a).scheme is None and bool(DOTS(u.split(a).path)),
        '3986 5.2.4 is for a target; without its ".." a reference resolves to another',
    ),
    Difference(
        "rfc3986",
        "rfc3986 (normalize_uri|is_valid_uri|resolve_with)",
        "four numbers that are no IPv4address are no host",
        lambda a, b, ours, theirs: any(
            re.fullmatch(r"[0-9]+(\.[0-9]+){3}", u.split(x).host or "") for x in (a, b)
        ),
        "3986 3.2.2: what is no IPv4address may be a reg-name",
    ),
    Difference(
        "rfc3986",
        "rfc3986 normalize_uri",
        "triplets in a host come in lower case",
        lambda a, b, ours, theirs: "%" in (u.split(a).authority or ""),
        "3986 6.2.2.1: upper-case letters for the digits of all triplets",
    ),
    Difference(
        "rfc3986",
        "rfc3986 (normalize_uri|resolve_with)",
        "dot-segments take the leading slash with them",
        lambda a, b, ours, theirs: any(DOTS(u.split(x).path) for x in (a, b)),
        '3986 5.2.4: "/.." is replaced "with "/" in the input buffer"',
    ),
    Difference(
        "rfc3986",
        "rfc3986 resolve_with",
        'what is merged with a base without authority and "/" gets a "/"',
        lambda a, b, ours, theirs: u.split(a).authority is None and "/" not in u.split(a).path,
        '3986 5.2.3: "if the base URI has a defined authority component and an empty path"',
    ),
    Difference(
        "rfc3986",
        "rfc3986 resolve_with",
        "what it resolves, it normalizes",
        lambda a, b, ours, theirs: u.normalize(theirs).rstrip("?") == u.normalize(ours).rstrip("?"),
        "3986 5.2.1: normalization of the base is optional",
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urlsplit",
        "the scheme comes in lower case",
        lambda a, b, ours, theirs: ours[1:] == theirs[1:] and ours[0].lower() == theirs[0],
        "3986 3.1: schemes are case-insensitive; App. B does not normalize",
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urljoin",
        "a base whose scheme is in no list of its own, or without an authority, is read otherwise",
        lambda a, b, ours, theirs: (
            (u.split(a).scheme or "").lower() not in KNOWN or not u.split(a).authority
        ),
        "3986 5.2 is for any scheme; undefined and empty parts differ (5.3)",
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urlsplit",
        "an IPvFuture or a host in brackets is checked by other rules",
        lambda a, b, ours, theirs: "[" in a and theirs == "<ValueError>",
        '3986 3.2.2: IPvFuture is "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )',
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urljoin",
        "a reference with a scheme or an authority keeps its dot-segments, or its empty parts go",
        lambda a, b, ours, theirs: (
            (u.split(b)[:2] != (None, None) and bool(DOTS(u.split(b).path)))
            or "" in (*u.split(a)[3:], *u.split(b)[3:], u.split(a)[1], u.split(b)[1])
        ),
        "3986 5.2.2: `T.path = remove_dot_segments(R.path)`; 5.3: what is defined is written",
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urljoin",
        "the scheme comes in lower case, or the path of an empty reference without dot-segments",
        lambda a, b, ours, theirs: (
            u.normalize(theirs) == u.normalize(ours) or u.split(b).path == ""
        ),
        "3986 5.2.2: `T.scheme = Base.scheme;`, `T.path = Base.path;`",
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urljoin",
        "a reference with the base's scheme is read without it",
        lambda a, b, ours, theirs: same_scheme(a, b),
        "3986 5.2.2: strict, a reference that has a scheme is absolute",
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urljoin",
        "empty segments go",
        lambda a, b, ours, theirs: "//" in u.split(a).path + "/" + u.split(b).path,
        "3986 5.2.3, 5.2.4: an empty segment is a segment (3.3)",
    ),
    Difference(
        "urllib.parse",
        "urllib.parse urljoin",
        "an IPvFuture is an error",
        lambda a, b, ours, theirs: theirs == "<ValueError>" and "[" in a + b,
        '3986 3.2.2: IPvFuture is "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )',
    ),
    Difference(
        "rfc3986",
        "rfc3986 .*",
        "a port has at most five digits",
        lambda a, b, ours, theirs: any(len(u.split(x).port or "") > 5 for x in (a, b)),
        "3986 3.2.3: port = *DIGIT",
    ),
    Difference(
        "rfc3987",
        "rfc3987 match .*",
        "a final newline is let in",
        lambda a, b, ours, theirs: theirs and a[-1:] == "\n",
        "3986 App. A: no character of it. Its `$` means before it, too",
    ),
    Difference(
        "rfc3987",
        "rfc3987 .*",
        'an IPvFuture begins with "v", not with "V"; its hexadecimal digits are "a" to "f"',
        lambda a, b, ours, theirs: future(a, b) or "[V" in a + b,
        "5234 2.3: strings of ABNF are case-insensitive",
    ),
    Difference(
        "rfc3987",
        "rfc3987 match .*",
        "an IPv4address in an IPv6address may have a leading zero",
        lambda a, b, ours, theirs: (
            theirs and bool(re.search(r"[:.]0[0-9]+[.][^]]*\]|[.]0[0-9]+\]", a))
        ),
        "3986 3.2.2: dec-octet has none",
    ),
    Difference(
        "rfc3987",
        "rfc3987 resolve",
        "an empty reference removes the dot-segments of the base",
        lambda a, b, ours, theirs: u.split(b).path == "" and bool(DOTS(u.split(a).path)),
        "3986 5.2.2: `T.path = Base.path;`",
    ),
    Difference(
        "uritools",
        "uritools urijoin",
        "dot-segments in a path without a leading slash stay",
        lambda a, b, ours, theirs: bool(DOTS(u.split(a).path) or DOTS(u.split(b).path)),
        "3986 5.2.2: `T.path = remove_dot_segments(R.path)`, whatever it begins with",
    ),
    Difference(
        "uritools, rfc3986",
        "uritools urijoin|rfc3986 resolve_with",
        "a reference with the base's scheme in another case or its own is read without it",
        lambda a, b, ours, theirs: same_scheme(a, b),
        "3986 5.2.2: strict, a reference that has a scheme is absolute",
    ),
    Difference(
        "all",
        ".* (urijoin|resolve|resolve_with)",
        'a target whose path begins with "//", and has no authority',
        lambda a, b, ours, theirs: hidden(a, b),
        '3986 3.3: without an authority "the path cannot begin with two slash characters"',
    ),
]


def run_neighbors(seconds: float, examples: int, seed: int) -> list[str]:
    every = comparisons()
    missing = {"rfc3986", "rfc3987", "uritools"} - {c.library for c in every}
    if missing:
        print(f"neighbors: without {', '.join(sorted(missing))}, not installed")
    rng = random.Random(f"neighbors {seed}")
    end = time.monotonic() + seconds
    asked: Counter[str] = Counter()
    explained: Counter[Any] = Counter()
    unknown: dict[str, list[str]] = {}
    number = 0
    while time.monotonic() < end and number < examples:
        number += 1
        a, b = some_text(rng), some_text(rng)
        for c in every:
            if not c.when(a, b):
                continue
            name = f"{c.library} {c.what}"
            asked[name] += 1
            ours, theirs = outcome(c.ours, a, b), outcome(c.theirs, a, b)
            if ours == theirs:
                continue
            for row in DIFFERENCES:
                if re.fullmatch(row.where, name) and row.when(a, b, ours, theirs):
                    explained[row] += 1
                    break
            else:
                fault = f"{name}({a!a}, {b!a}) is {theirs!a}, not {ours!a}"
                unknown.setdefault(name, []).append(fault)
    print(f"\n{number} pairs of texts, {sum(asked.values())} comparisons\n")
    print("| library | differences | of what kind | the RFC's word |\n|---|---:|---|---|")
    for row in DIFFERENCES:
        print(f"| {row.library} | {explained[row]} | {row.what} | {row.word} |")
    return [
        f"{len(faults)} unexplained differences, the shortest: {min(faults, key=len)}"
        for faults in unknown.values()
    ]


# ---- Inputs that parsers disagree on -------------------------------------------------------------

# Inputs that parsers disagree on: whether each is a URI, and the section of RFC 3986 that decides it.
DISAGREED = {
    r"http://127.0.0.1\@1.1.1.1": False,  # no rule has a backslash
    "http://foo@evil.com:80@google.com/": False,  # 3.2.1: userinfo has no "@"
    "http://[::1]evil.com": False,  # 3.2: after "]" a port, or the end of the authority
    "http://a:b/": False,  # 3.2.3: a port is digits
    "ht\ttp://a/": False,  # 3.1: a scheme has no tab
    "http://a\nb/": False,  # 3.2.2: a host has no line feed
    "http://good.com%2F@evil.com": True,  # 3.2.1: userinfo may hold triplets
    "http://0x7f.1/": True,  # 3.2.2: a reg-name
    "http://exa%6dple.com/": True,  # 3.2.2: a reg-name may hold triplets
    "http:evil.com": True,  # 3: path-rootless
    "http:///evil.com": True,  # 3.2.2: a reg-name may be empty
    "////evil.com": False,  # 3: a URI has a scheme; as a reference, its authority is empty
}  # fmt: skip


def in_code(text: str) -> str:
    """As Markdown code, with the characters that nobody sees by their names."""
    return "`" + text.replace("\t", "<TAB>").replace("\n", "<LF>") + "`"


def host_in_code(host: str | None) -> str:
    if host is None:
        return "none"
    return in_code(host) if host else "empty"


def verdict_in_words(text: str) -> str:
    error = raises(u.validate, text)
    if error is text:
        return "yes"
    if error.offset == len(text):
        return f"no: offset {error.offset}, the end"
    return f"no: offset {error.offset}, {in_code(text[error.offset])}"


def host_of(parse: Callable[[str], Any], text: str) -> str:
    """The host that another library sees."""
    try:
        return host_in_code(parse(text).hostname)
    except ValueError:
        return "refused"


def print_table() -> int:
    """The table of which the README shows some rows; 1 if a verdict is not the expected one."""
    from urllib.parse import urlsplit

    ada_url = optional("ada_url")
    ada = "installed" if ada_url else "not installed (`pip install ada-url`)"
    print(f"urllib.parse of Python {sys.version.split()[0]}; ada: {ada}\n")
    print("| input | `is_uri` | host: `split` | `urllib.parse` | ada (WHATWG) |")
    print("|---|---|---|---|---|")
    status = 0
    for text, valid in DISAGREED.items():
        ours = host_in_code(u.split(text).host)
        by_urllib = host_of(urlsplit, text)
        by_ada = host_of(ada_url.URL, text) if ada_url else "not installed"
        print(
            "|",
            in_code(text),
            "|",
            verdict_in_words(text),
            "|",
            ours,
            "|",
            by_urllib,
            "|",
            by_ada,
            "|",
        )
        if u.is_uri(text) is not valid:
            status = 1
            print(f"wrong: is_uri({text!r}) should be {valid}", file=sys.stderr)
    return status


# ---- The runs ------------------------------------------------------------------------------------


def counted(check: Law, counts: Counter[str]) -> Law:
    def one(text: str, other: str) -> None:
        counts[check.__name__] += 1
        check(text, other)

    return one


def run_property(seconds: float, examples: int, seed: int) -> list[str]:
    hypothesis = optional("hypothesis")
    if hypothesis is None:
        print("property: skipped, hypothesis is not installed")
        return []
    st = hypothesis.strategies
    soup = st.lists(st.sampled_from(TOKENS), max_size=10).map("".join)
    character = st.characters(codec=None) | st.sampled_from("ab%:/?#[]@.2eE")
    made = st.integers(0, 1 << 40).map(lambda n: some_text(random.Random(n)))
    texts = soup | made | st.text(character, max_size=20)
    faults: list[str] = []
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    try:
        wrong_types()
    except AssertionError as error:
        faults.append(f"wrong types and names: {error}")
    for i, check in enumerate(LAWS):
        # Each law has its share of the time, in batches: hypothesis does not look at the clock.
        until = time.monotonic() + (end - time.monotonic()) / (len(LAWS) - i)
        most, batch = max(examples // len(LAWS), 1), 0

        while counts[check.__name__] < most and (time.monotonic() < until or not batch):
            batch += 1
            settings = hypothesis.settings(
                max_examples=min(most, 300),
                deadline=None,
                database=None,
                suppress_health_check=list(hypothesis.HealthCheck),
                print_blob=False,
            )
            run = settings(hypothesis.given(texts, texts)(counted(check, counts)))
            try:
                hypothesis.seed(f"{seed} {batch}")(run)()
            except Exception as error:
                notes = "; ".join(getattr(error, "__notes__", []))
                what = f"{check.__name__}: {type(error).__name__}: {error}"
                faults.append(f"{what}\n  {notes}"[:800])
                break
    print(f"property: {sum(counts.values()):,} pairs of texts", dict(counts))
    return faults


def run_coverage(seconds: float, examples: int, seed: int) -> list[str]:
    """libFuzzer ends its process; so it has one of its own, which runs `fuzz_forever`."""
    if optional("atheris") is None:
        print("coverage: skipped, atheris is not installed")
        return []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--atheris", f"-max_total_time={max(int(seconds), 1)}"]
        command += [f"-runs={examples}", f"-seed={seed + 1}", "-max_len=96", "-timeout=60"]
        command += [f"-artifact_prefix={folder}/", "-verbosity=1", "-print_final_stats=1", folder]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        told = done.stdout + done.stderr
    shown = re.findall("(?m)^#[0-9]+.*(?:DONE|cov:).*$|^stat::number.*$", told)[-2:]
    print("coverage:", "; ".join(shown))
    Counted.calls += max(map(int, re.findall("(?m)^CALLS ([0-9]+)$", told)), default=0)
    if done.returncode == 0:
        return []
    at = max(told.find("FAILS"), told.find("Uncaught Python exception"), 0)
    return [f"coverage: {told[at : at + 1500]}"]


def fuzz_forever(arguments: list[str]) -> None:
    import atheris

    def one(octets: bytes) -> None:
        data = atheris.FuzzedDataProvider(octets)
        if octets[:1] > b"\x60":  # half of the texts are made of the tokens
            count = len(TOKENS)
            split = octets.find(b"\xff")
            a, b = octets[1 : max(split, 0)], octets[max(split, 0) + 1 :]
            text, other = ("".join([TOKENS[o % count] for o in x[:12]]) for x in (a, b))
        else:
            text = data.ConsumeUnicode(data.ConsumeIntInRange(0, 48))
            other = data.ConsumeUnicode(48)
        before = Counted.calls
        for check in LAWS:
            try:
                check(text, other)
            except Exception as error:
                told = f"FAILS {check.__name__}({text!a}, {other!a}): {error!r}"
                print(told, file=sys.stderr)
                raise
        if before // 10_000 < Counted.calls // 10_000:  # libFuzzer ends the process without a word
            print(f"CALLS {Counted.calls}", file=sys.stderr)

    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


RUNS: dict[str, Callable[[float, int, int], list[str]]] = {
    "grammars": run_grammars,
    "property": run_property,
    "neighbors": run_neighbors,
    "coverage": run_coverage,
}


def main(argv: list[str] | None = None) -> int:
    if sys.argv[1:2] == ["--atheris"]:
        fuzz_forever(sys.argv[2:])
        return 0
    parser = argparse.ArgumentParser(description="Random texts and grammars against the laws.")
    parser.add_argument("--seconds", type=float, default=60, help="for each run; default: 60")
    parser.add_argument(
        "--examples", type=int, default=10**7, help="at most so many; default: 10^7"
    )
    parser.add_argument("--only", choices=RUNS, action="append", help="this run; repeatable")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--table", action="store_true", help="inputs that parsers disagree on")
    args = parser.parse_args(argv)
    if args.table:
        return print_table()
    if regex is None:
        print("regex is not installed: what rests on it is left out")
    failed = []
    for name in args.only or RUNS:
        print(f"\n## {name}\n", flush=True)
        before = Counted.calls
        faults = RUNS[name](args.seconds, args.examples, args.seed)
        if name != "grammars":  # whose many calls are of grammars that it made itself
            print(f"{name}: {Counted.calls - before:,} calls of public functions")
        print(*[f"FAILED {fault}" for fault in faults], sep="\n", flush=True)
        if faults:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
        return 1
    print("\nnothing failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
