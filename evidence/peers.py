# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module: other people's libraries, each optional. `READERS` find hosts for readers.py, and `PEERS`
are timed and judged by the benchmarks.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import IPv6Address
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

import uri_regex

Call = Callable[..., Any]

# module -> what pip installs, where the names differ
INSTALL = {
    "ada_url": "ada-url",
    "linkify_it": "linkify-it-py",
    "pydantic_core": "pydantic-core",
    "rfc3986_validator": "rfc3986-validator",
}


def how_to_install(module: str) -> str:
    top = module.partition(".")[0]
    return f"pip install {INSTALL.get(top, top)}"


# ---- Readers: which host does a program find in a URL? -------------------------------------------

BASE = "http://base.example/d/p?q"
BASE_HOST = "base.example"
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}


class Reading(NamedTuple):
    """What a reader finds in a text."""

    host: str  # "" if there is none
    port: int | None
    has_userinfo: bool


Reader = Callable[[str], Reading]


def is_relative(text: str) -> bool:
    return uri_regex.is_relative_ref(text)


def fold_host(host: str) -> str:
    """Return a host as hosts are compared here."""
    folded = host.lower().removesuffix(".")
    if folded.startswith("["):
        folded = folded[1:-1]
    if ":" in folded:
        try:
            return str(IPv6Address(folded))
        except ValueError:
            return folded
    return folded


def complete(scheme: str, host: str | None, port: Any, userinfo: bool) -> Reading:
    """Return a reading with the scheme's default port. A file's localhost or drive is no host."""
    if scheme.lower() == "file" and re.fullmatch("localhost|[a-z]", fold_host(unquote(host or ""))):
        host = ""
    number = DEFAULT_PORTS.get(scheme.lower()) if port in (None, "") else int(port)
    return Reading(host or "", number if host else None, userinfo)


def read_ada(text: str) -> Reading:
    import ada_url

    url = ada_url.URL(text, base=BASE) if is_relative(text) else ada_url.URL(text)
    return complete(url.protocol[:-1], url.hostname, url.port, bool(url.username or url.password))


def read_urllib(text: str) -> Reading:
    parts = urlsplit(urljoin(BASE, text) if is_relative(text) else text)
    has_userinfo = bool(parts.username or parts.password)
    return complete(parts.scheme, parts.hostname, parts.port, has_userinfo)


def read_urllib3(text: str) -> Reading:
    from urllib3.util import parse_url

    url = parse_url(urljoin(BASE, text) if is_relative(text) else text)
    return complete(url.scheme or "", url.host, url.port, url.auth not in (None, "", ":"))


def read_yarl(text: str) -> Reading:
    import yarl

    url = yarl.URL(text)
    if is_relative(text):
        url = yarl.URL(BASE).join(url)
    has_userinfo = bool(url.raw_user or url.raw_password)
    return complete(url.scheme, url.raw_host, url.explicit_port, has_userinfo)


def read_httpx(text: str) -> Reading:
    import httpx

    url = httpx.URL(BASE).join(text) if is_relative(text) else httpx.URL(text)
    has_userinfo = url.userinfo not in (b"", b":")
    return complete(url.scheme, url.raw_host.decode("ascii"), url.port, has_userinfo)


READERS: dict[str, tuple[str, Reader]] = {  # name -> module, reader
    "ada": ("ada_url", read_ada),
    "urllib.parse": ("urllib.parse", read_urllib),
    "urllib3": ("urllib3", read_urllib3),
    "yarl": ("yarl", read_yarl),
    "httpx": ("httpx", read_httpx),
}


def installed_readers() -> dict[str, Reader]:
    """Return the readers that are there; the others are named."""
    found = {}
    for name, (module, reader) in READERS.items():
        try:
            importlib.import_module(module)
        except ImportError:
            print(f"SKIPPED {name}: {how_to_install(module)}")
        else:
            found[name] = reader
    return found


def read(reader: Reader, text: str) -> Reading | None:
    """Return what a reader finds, or None if it refuses the text, in whichever way."""
    try:
        return reader(text)
    except Exception:
        return None


def read_ours(text: str) -> Reading:
    """Return what parse finds; a reference without an authority has that of the base."""
    uri = uri_regex.parse(text, rule="URI-reference")
    if uri.scheme is None and uri.authority is None:
        return complete("http", BASE_HOST, None, False)
    has_userinfo = bool(uri.user or uri.password)
    return complete(uri.scheme or "http", uri.host, uri.port, has_userinfo)


# ---- Peers: who does the same task? --------------------------------------------------------------


class Peer(NamedTuple):
    """A function of a module. "†" speaks WHATWG's language, "‡" does not claim to validate."""

    name: str
    module: str
    call: Callable[[Any], Call]  # of the module
    mark: str = ""


def rfc3986_checker(*required: str) -> Callable[[Any], Call]:
    def make(rfc3986: Any) -> Call:
        parts = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
        validators = importlib.import_module("rfc3986.validators")
        check = validators.Validator().check_validity_of(*parts).require_presence_of(*required)
        return lambda text: check.validate(rfc3986.uri_reference(text)) is None

    return make


def linkifier(linkify_it: Any) -> Call:
    match = linkify_it.LinkifyIt().match
    return lambda text: [found.text for found in match(text) or ()]


# By tasks. Ours come first: the others are measured by them.
PEERS: dict[str, tuple[Peer, ...]] = {
    "validate": (
        Peer("uri_regex.is_uri", "uri_regex", lambda m: m.is_uri),
        Peer("bare fullmatch", "uri_regex", lambda m: m.RFC3986.compile("URI").fullmatch),
        Peer(
            "rfc3986-validator",
            "rfc3986_validator",
            lambda m: partial(m.validate_rfc3986, rule="URI"),
        ),
        Peer("rfc3987.match", "rfc3987", lambda m: partial(m.match, rule="URI")),
        Peer("rfc3986 Validator", "rfc3986", rfc3986_checker("scheme")),
        Peer("pydantic_core.Url", "pydantic_core", lambda m: m.Url, "†"),
        Peer("ada_url.check_url", "ada_url", lambda m: m.check_url, "†"),
    ),
    "parse": (
        Peer("uri_regex.parse", "uri_regex", lambda m: partial(m.parse, rule="URI-reference")),
        Peer("uritools.urisplit", "uritools", lambda m: m.urisplit, "‡"),
        Peer("urllib urlsplit", "urllib.parse", lambda m: m.urlsplit, "‡"),
        Peer("urllib3 parse_url", "urllib3.util", lambda m: m.parse_url, "‡"),
        Peer("httpx.URL", "httpx", lambda m: m.URL, "‡"),
        Peer("rfc3986 Validator", "rfc3986", rfc3986_checker()),
        Peer("rfc3987.parse", "rfc3987", lambda m: partial(m.parse, rule="URI_reference")),
        Peer("yarl.URL", "yarl", lambda m: m.URL, "‡"),
        Peer("furl", "furl", lambda m: m.furl, "‡"),
        Peer("pydantic_core.Url", "pydantic_core", lambda m: m.Url, "†"),
        Peer("ada_url.URL", "ada_url", lambda m: m.URL, "†"),
    ),
    "resolve": (
        Peer("uri_regex.resolve", "uri_regex", lambda m: m.resolve),
        Peer("uritools.urijoin", "uritools", lambda m: m.urijoin),
        Peer("urllib urljoin", "urllib.parse", lambda m: m.urljoin),
        Peer("rfc3987.resolve", "rfc3987", lambda m: m.resolve),
        Peer(
            "yarl.URL.join", "yarl", lambda m: lambda base, ref: str(m.URL(base).join(m.URL(ref)))
        ),
        Peer("ada_url.join_url", "ada_url", lambda m: m.join_url, "†"),
    ),
    "normalize": (
        Peer("uri_regex.normalize", "uri_regex", lambda m: m.normalize),
        Peer("rfc3986.normalize_uri", "rfc3986", lambda m: m.normalize_uri),
        Peer("yarl.URL", "yarl", lambda m: lambda text: str(m.URL(text))),
        Peer("ada_url.normalize_url", "ada_url", lambda m: m.normalize_url, "†"),
    ),
    "find": (
        Peer("uri_regex.find", "uri_regex", lambda m: lambda text: [f.uri for f in m.find(text)]),
        Peer("linkify-it-py", "linkify_it", linkifier),
        Peer("re https?://\\S+", "re", lambda m: m.compile(r"(?:https?|ftp)://\S+").findall),
    ),
}


def load(task: str) -> Iterator[tuple[Peer, Call]]:
    """Yield the peers of a task that are there, with their calls; the others are named."""
    for peer in PEERS[task]:
        try:
            yield peer, peer.call(importlib.import_module(peer.module))
        except (ImportError, AttributeError):
            print(f"SKIPPED {peer.name}: {how_to_install(peer.module)}\n")
