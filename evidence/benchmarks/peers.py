# SPDX-License-Identifier: MIT
"""A module: who is timed by run.py, and by which call. Each library is optional."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import modules

from .racing import Call

IS_URI = Path(__file__).resolve().parents[2] / "workshop" / "standalone" / "is_uri.py"
# module -> what pip installs, where the names differ
INSTALL = {
    "abnf": "'abnf[rust]'",
    "abnf_rust": "'abnf[rust]'",
    "ada_url": "ada-url",
    "http_fields": "http-fields",
    "jsonschema_rs": "jsonschema-rs",
    "linkify_it": "linkify-it-py",
    "pydantic_core": "pydantic-core",
    "pyld": "PyLD",
    "rfc3986_validator": "rfc3986-validator",
    "rfc3987_syntax": "rfc3987-syntax",
}


def distribution(module: str) -> str:
    """The package's name on PyPI."""
    found = INSTALL.get(module, module)
    return found.replace("[rust]", "").strip("'")


class Peer(NamedTuple):
    """Who is timed: a module, and the function of it."""

    name: str
    module: str
    call: Callable[[Any], Call]  # of the module
    mark: str = ""  # "†" speaks WHATWG's language, "‡" does not claim to validate
    shown: bool = False  # in the chart

    @property
    def top(self) -> str:
        return self.module.partition(".")[0]

    @property
    def label(self) -> str:
        return distribution(self.top)


def missing(peer: Peer) -> str:
    top = peer.module.partition(".")[0]
    return f"- skipped: {peer.name} (`pip install {INSTALL.get(top, top)}`)"


def load(peers: Sequence[Peer], say: Callable[[str], None]) -> dict[Peer, Call]:
    """Those that can be had; the others are named, with the command that installs them."""
    found, lacking = {}, []
    for peer in peers:
        try:
            found[peer] = peer.call(importlib.import_module(peer.module))
        except (ImportError, AttributeError):
            lacking.append(missing(peer))
    if lacking:
        say("\n".join(lacking))
    return found


# ---- Where a call takes more than a name ---------------------------------------------------------

# RFC 3986 Appendix B
APPENDIX_B = r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"


def is_abnf(name: str) -> bool:
    return name.partition(".")[0] == "abnf"


def without_rust(rust: Any) -> Call:
    """The parser for URI of a second copy of `abnf`, which does without its engine in Rust."""
    with_rust = {name: module for name, module in sys.modules.items() if is_abnf(name)}
    for name in with_rust:
        del sys.modules[name]
    os.environ["ABNF_NO_RUST"] = "1"
    try:
        grammar = importlib.import_module("abnf.grammars.rfc3986")
    finally:
        del os.environ["ABNF_NO_RUST"]
        for name in [name for name in sys.modules if is_abnf(name)]:
            del sys.modules[name]
        sys.modules.update(with_rust)
    parse: Call = grammar.Rule("URI").parse_all
    return parse


def with_rust(rust: Any) -> Call:
    parse: Call = importlib.import_module("abnf.grammars.rfc3986").Rule("URI").parse_all
    return parse


def of_format(name: str) -> Callable[[Any], Call]:
    """The verdict of a JSON Schema of that format."""

    def call(jsonschema_rs: Any) -> Call:
        schema = {"type": "string", "format": name}
        is_valid: Call = jsonschema_rs.validator_for(schema, validate_formats=True).is_valid
        return is_valid

    return call


def django_validator(validators: Any) -> Call:
    """It raises an error, or returns None."""
    validate = validators.URLValidator(schemes=["http", "https", "ftp", "ftps", "x"])
    return lambda text: validate(text) is None


def rfc3986_checker(*required: str) -> Callable[[Any], Call]:
    def make(rfc3986: Any) -> Call:
        parts = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
        validators = importlib.import_module("rfc3986.validators")
        check = validators.Validator().check_validity_of(*parts).require_presence_of(*required)

        def call(text: str) -> Any:
            reference = rfc3986.uri_reference(text)
            check.validate(reference)
            return reference

        return call

    return make


def hyperlink_resolver(hyperlink: Any) -> Call:
    return lambda base, reference: hyperlink.URL.from_text(base).click(reference).to_text()


def hyperlink_normalizer(hyperlink: Any) -> Call:
    return lambda text: hyperlink.URL.from_text(text).normalize().to_text()


def yarl_resolver(yarl: Any) -> Call:
    return lambda base, reference: str(yarl.URL(base).join(yarl.URL(reference)))


def furl_normalizer(furl: Any) -> Call:
    def call(text: str) -> str:
        url = furl.furl(text)
        url.path.normalize()
        return str(url.url)

    return call


def as_text(make: Callable[[str], Any]) -> Call:
    return lambda text: str(make(text))


def standalone_is_uri(uri_regex: Any) -> Call:
    """The function of the module to copy, which is not installed."""
    is_uri: Call = modules.load(IS_URI.read_text(encoding="utf-8"))["is_uri"]
    return is_uri


def linkifier(linkify_it: Any) -> Call:
    match = linkify_it.LinkifyIt().match
    return lambda text: [found.text for found in match(text) or ()]


# ---- The peers of each task. Ours come first: the others are measured by them. -------------------

PEERS: dict[str, Sequence[Peer]] = {
    "validate": (
        Peer("uri_regex.is_uri", "uri_regex", lambda m: m.is_uri, shown=True),
        Peer("bare fullmatch", "uri_regex", lambda m: m.RFC3986.compile("URI").fullmatch),
        Peer("standalone/is_uri.py", "uri_regex", standalone_is_uri),
        Peer("jsonschema-rs", "jsonschema_rs", of_format("uri"), shown=True),
        Peer(
            "rfc3986-validator",
            "rfc3986_validator",
            lambda m: partial(m.validate_rfc3986, rule="URI"),
            shown=True,
        ),
        Peer("rfc3987.match", "rfc3987", lambda m: partial(m.match, rule="URI"), shown=True),
        Peer("rfc3986 Validator", "rfc3986", rfc3986_checker("scheme"), shown=True),
        Peer("abnf, Rust", "abnf_rust", with_rust),
        Peer("abnf, Python", "abnf", without_rust, shown=True),
        Peer("Django URLValidator", "django.core.validators", django_validator, shown=True),
        Peer("validators.url", "validators", lambda m: lambda text: bool(m.url(text)), shown=True),
        Peer("w3lib is_url", "w3lib.url", lambda m: m.is_url, "‡"),
        Peer("pydantic_core.Url", "pydantic_core", lambda m: m.Url, "†", shown=True),
        Peer("ada_url.check_url", "ada_url", lambda m: m.check_url, "†"),
        Peer("can_ada.can_parse", "can_ada", lambda m: m.can_parse, "†"),
    ),
    "iri": (
        Peer("uri_regex RFC3987.matches", "uri_regex", lambda m: partial(m.RFC3987.matches, "IRI")),
        Peer("jsonschema-rs", "jsonschema_rs", of_format("iri")),
        Peer("rfc3987.match", "rfc3987", lambda m: partial(m.match, rule="IRI")),
        Peer("rfc3987-syntax", "rfc3987_syntax", lambda m: m.is_valid_syntax_iri),
        Peer("abnf", "abnf.grammars.rfc3987", lambda m: m.Rule("IRI").parse_all),
        Peer("rdflib's check", "rdflib.term", lambda m: m._is_valid_uri, "‡"),
        Peer("PyLD's check", "pyld.jsonld", lambda m: m._is_absolute_iri, "‡"),
    ),
    "parse": (
        Peer(
            "uri_regex.parse",
            "uri_regex",
            lambda m: partial(m.parse, rule="URI-reference"),
            shown=True,
        ),
        Peer("uritools.urisplit", "uritools", lambda m: m.urisplit, "‡", shown=True),
        Peer("urllib urlsplit", "urllib.parse", lambda m: m.urlsplit, "‡", shown=True),
        Peer("urllib3 parse_url", "urllib3.util", lambda m: m.parse_url, "‡", shown=True),
        Peer("httpx.URL", "httpx", lambda m: m.URL, "‡", shown=True),
        Peer("boltons URL", "boltons.urlutils", lambda m: m.URL, "‡"),
        Peer("http-fields Location", "http_fields", lambda m: m.Location.parse),
        Peer("rfc3986 Validator", "rfc3986", rfc3986_checker()),
        Peer(
            "rfc3987.parse", "rfc3987", lambda m: partial(m.parse, rule="URI_reference"), shown=True
        ),
        Peer("hyperlink.URL", "hyperlink", lambda m: m.URL.from_text, "‡"),
        Peer("yarl.URL", "yarl", lambda m: m.URL, "‡", shown=True),
        Peer("furl", "furl", lambda m: m.furl, "‡", shown=True),
        Peer("pydantic_core.Url", "pydantic_core", lambda m: m.Url, "†"),
        Peer("ada_url.URL", "ada_url", lambda m: m.URL, "†"),
        Peer("ada_url.parse_url", "ada_url", lambda m: m.parse_url, "†"),
        Peer("can_ada.parse", "can_ada", lambda m: m.parse, "†"),
    ),
    "split": (
        Peer("uri_regex.split", "uri_regex", lambda m: m.split),
        Peer("bare Appendix B", "re", lambda m: m.compile(APPENDIX_B, m.DOTALL).match),
        Peer("uritools.urisplit", "uritools", lambda m: m.urisplit),
        Peer("urllib urlsplit", "urllib.parse", lambda m: m.urlsplit),
        Peer("boltons parse_url", "boltons.urlutils", lambda m: m.parse_url),
        Peer("rfc3986", "rfc3986", lambda m: m.uri_reference),
        Peer("hyperlink.URL", "hyperlink", lambda m: m.URL.from_text),
    ),
    "resolve": (
        Peer("uri_regex.resolve", "uri_regex", lambda m: m.resolve),
        Peer("uritools.urijoin", "uritools", lambda m: m.urijoin),
        Peer("urllib urljoin", "urllib.parse", lambda m: m.urljoin),
        Peer(
            "rfc3986",
            "rfc3986",
            lambda m: lambda base, ref: m.uri_reference(ref).resolve_with(base).unsplit(),
        ),
        Peer("rfc3987.resolve", "rfc3987", lambda m: m.resolve),
        Peer("hyperlink.URL.click", "hyperlink", hyperlink_resolver),
        Peer("yarl.URL.join", "yarl", yarl_resolver),
        Peer("furl.join", "furl", lambda m: lambda base, ref: m.furl(base).join(ref).url),
        Peer("ada_url.join_url", "ada_url", lambda m: m.join_url, "†"),
    ),
    "normalize": (
        Peer("uri_regex.normalize", "uri_regex", lambda m: m.normalize, shown=True),
        Peer("rfc3986.normalize_uri", "rfc3986", lambda m: m.normalize_uri, shown=True),
        Peer("hyperlink", "hyperlink", hyperlink_normalizer, shown=True),
        Peer("yarl.URL", "yarl", lambda m: as_text(m.URL), shown=True),
        Peer("furl", "furl", furl_normalizer),
        Peer("w3lib canonicalize_url", "w3lib.url", lambda m: m.canonicalize_url),
        Peer("ada_url.normalize_url", "ada_url", lambda m: m.normalize_url, "†", shown=True),
        Peer("can_ada.parse", "can_ada", lambda m: as_text(m.parse), "†"),
        Peer("pydantic_core.Url", "pydantic_core", lambda m: as_text(m.Url), "†"),
    ),
    "find": (
        Peer(
            "uri_regex.find", "uri_regex", lambda m: lambda text: [one.uri for one in m.find(text)]
        ),
        Peer("linkify-it-py", "linkify_it", linkifier),
        Peer(
            r"re (?:https?|ftp)://\S+", "re", lambda m: m.compile(r"(?:https?|ftp)://\S+").findall
        ),
    ),
}
