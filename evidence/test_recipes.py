# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The functions of the pages' recipes, on more than the examples that stand below them."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import socket
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import pages
import pytest
from prose import read

from uri_regex import is_uri, percent_decode, redact, split


def load(page: str, name: str) -> Mapping[str, Any]:
    """Return what the recipe that defines a name defines, in a page of docs/."""
    recipes = pages.recipes(f"docs/{page}")
    for recipe in recipes:
        if recipe.module and recipe.module[:-3] not in sys.modules:
            module = types.ModuleType(recipe.module[:-3])
            exec(recipe.code, vars(module))
            sys.modules[module.__name__] = module
    [code] = [one.code for one in recipes if re.search(rf"(?m)^(?:def|class) {name}\b", one.code)]
    names: dict[str, Any] = {"__name__": name}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, names)
    return names


def function(page: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = load(page, name)[name]
    return found


def answer(call: Callable[..., Any], *args: Any) -> Any:
    """Return what a call returns, or ValueError if it raises one."""
    try:
        return call(*args)
    except ValueError:
        return ValueError


# ---- webhooks.md ---------------------------------------------------------------------------------

ADDRESSES = {
    "ok.example.net": ["198.41.0.4"],
    "six.example.net": ["2620:fe::fe"],
    "both.example.net": ["198.41.0.4", "10.1.2.3"],
    "loop.example.net": ["127.8.9.1"],
    "cloud.example.net": ["169.254.170.2"],
    "mapped.example.net": ["::ffff:10.1.2.3"],
    "gateway.example.net": ["64:ff9b::a01:203"],
    "db.localhost": ["127.0.0.1"],
}

WEBHOOKS = [
    # a text, and the address to which a call goes, or what it raises
    ("https://ok.example.net/a?b", "198.41.0.4"),
    ("https://OK.example.net.:0443/", "198.41.0.4"),
    ("https://six.example.net/", "2620:fe::fe"),
    ("https://both.example.net/", OSError),
    ("https://loop.example.net/", OSError),
    ("https://cloud.example.net/", OSError),
    ("https://mapped.example.net/", OSError),
    ("https://gateway.example.net/", OSError),
    ("https://db.localhost/", OSError),
    ("https://10.1.2.3/", ValueError),
    ("https://[::ffff:a01:203]/", ValueError),
    ("https://0xa.1.2.3/", ValueError),
    ("https://167838211/", ValueError),
    ("https://localhost/", ValueError),
    ("https://ok.example.net:8443/", ValueError),
    ("https://me@ok.example.net/", ValueError),
    ("http://ok.example.net/", ValueError),
    ("https:ok.example.net", ValueError),
]


@pytest.fixture()
def connected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses to which sockets were to connect; names are looked up in ADDRESSES."""
    real, found = socket.getaddrinfo, []

    def look_up(host: str, port: int, *args: Any, **options: Any) -> Any:
        if re.search("[a-z]", host.partition("%")[0]) and ":" not in host:
            texts = ADDRESSES[host.rstrip(".").lower()]
            return [info for text in texts for info in real(text, port, type=socket.SOCK_STREAM)]
        return real(host, port, *args, **options)

    def connect(_: object, address: tuple[str, int]) -> None:
        found.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)
    return found


def http_client() -> Callable[[str], object]:
    call = function("webhooks.md", "call_webhook")
    return lambda text: call(text, b"{}")


def requests() -> Callable[[str], object]:
    pytest.importorskip("requests")
    return load("webhooks.md", "PublicAdapter")["session"].post  # type: ignore[no-any-return]


def httpx() -> Callable[[str], object]:
    pytest.importorskip("httpx")
    return load("webhooks.md", "PublicTransport")["client"].post  # type: ignore[no-any-return]


@pytest.mark.parametrize("client", [http_client, requests, httpx])
@pytest.mark.parametrize("text, to", WEBHOOKS)
def test_a_webhook_goes_to_a_public_address(
    client: Callable[[], Callable[[str], object]], text: str, to: Any, connected: list[str]
) -> None:
    call = client()
    # The errors of the clients themselves differ; what they reach counts.
    with pytest.raises(Exception) as raised:
        call(text)
    if isinstance(to, str):
        assert connected == [to]
    else:
        assert connected == []
        assert isinstance(raised.value, to) or client is not http_client


NEXT = [
    ("/a", "https://example.com/a"),
    ("a/../b", "https://example.com/b"),
    ("https://example.com/a?b#c", "https://example.com/a?b#c"),
    ("HTTPS://EXAMPLE.COM:443/", "HTTPS://EXAMPLE.COM:443/"),
    ("https://example.com:8443/", "https://example.com/"),
    ("http://example.com/", "https://example.com/"),
    ("https://example.com.evil.example/", "https://example.com/"),
    ("https://me@example.com/", "https://example.com/"),
    ("https:/example.com", "https://example.com/"),
    ("///evil.example", "https://example.com/"),
    ("/\t/evil.example", "https://example.com/"),
    ("https:evil.example", "https://example.com/"),
    ("javascript:alert(1)", "https://example.com/"),
    ("https://ex%61mple.com/", "https://example.com/"),
]


@pytest.mark.parametrize("target, page", NEXT)
def test_next_stays_on_the_site(target: str, page: str) -> None:
    assert function("webhooks.md", "next_page")(target) == page


ORIGINS = [
    ("https://example.com", True),
    ("https://example.com:443", True),
    ("https://b.a.app.example.com", True),
    ("https://app.example.com", False),
    ("https://www.example.com", False),
    ("https://example.com/", False),
    ("https://example.com?", False),
    ("https://example.com#", False),
    ("https://me@example.com", False),
    ("https://example.com, https://evil.example", False),
    ("//example.com", False),
    ("", False),
]


@pytest.mark.parametrize("origin, is_right", ORIGINS)
def test_an_origin_is_one_of_the_own_hosts(origin: str, is_right: bool) -> None:
    assert function("webhooks.md", "is_allowed")(origin) is is_right


# ---- forms.md ------------------------------------------------------------------------------------

NASTY = ["", "a", "a&b=c", "/", "..a", "?#[]@:", "%2F%", "ü +", "'\"<>\\"]


@pytest.mark.parametrize("data", NASTY)
def test_data_stay_where_they_are_put_in_a_url(data: str) -> None:
    url = function("forms.md", "build_url")("https", "h", ["a", data], {data or "n": data}, data)
    uri = split(url)
    assert is_uri(url) and uri.host == "h"
    assert [percent_decode(name) for name in uri.path.split("/")] == ["", "a", data]
    pairs = [tuple(map(percent_decode, pair.split("="))) for pair in str(uri.query).split("&")]
    assert pairs == [(data or "n", data)]
    assert percent_decode(str(uri.fragment)) == data


@pytest.mark.parametrize("host", ["", "h:80", "u@h", "h/a", "h?a", "h#a", "a b", "127.1", "h%61"])
def test_what_is_no_host_is_refused(host: str) -> None:
    assert answer(function("forms.md", "build_url"), "https", host) is ValueError


@pytest.mark.parametrize("segment", [".", ".."])
def test_a_segment_that_would_be_removed_is_refused(segment: str) -> None:
    assert answer(function("forms.md", "build_url"), "https", "h", [segment]) is ValueError


PARAMETERS = [
    (("?a=1&b=2", "a", "3"), "?a=3&b=2"),
    (("?a=1&b=2&a=3", "a", "4", "5"), "?a=4&a=5&b=2"),
    (("?b=%7e&&a", "a"), "?b=%7e&"),
    (("/x?b[1]=a b", "c", "ü&"), "/x?b%5B1%5D=a%20b&c=%C3%BC%26"),
    (("?%61=1#a=2", "a", "3"), "?a=3#a=2"),
    (("?", "a"), "?"),
    (("http://h h/?a=1", "a"), ValueError),
]


@pytest.mark.parametrize("args, result", PARAMETERS)
def test_a_parameter_is_changed_in_its_place(args: tuple[str, ...], result: Any) -> None:
    assert answer(function("forms.md", "with_parameter"), *args) == result


HOSTS = ["", "db.example", "::1", "127.0.0.1", "/run/db", "h1,h2", "a:b"]


@pytest.mark.parametrize("host, data", [*itertools.product(HOSTS, NASTY)])
def test_a_database_url_is_read_as_it_was_written(host: str, data: str) -> None:
    recipe = load("forms.md", "write_database_url")
    parts = {"scheme": "postgresql", "user": data, "password": data, "host": host, "port": 5432}
    parts |= {"database": data, "options": {data: data}}
    for port in (None, 0, 65535):
        parts["port"] = port
        url = recipe["write_database_url"](**parts)
        assert is_uri(url) and recipe["read_database_url"](url) == parts


DATABASES = [
    "db://u:p@h/a@b",
    "db://u:p/w@h/d",
    "db://u:p@h:70000/d",
    "db://u:p@h1:1,h2:2/d",
    "db:d",
    "db://h/d#f",
    "db://h/%FF",
]


@pytest.mark.parametrize("url", DATABASES)
def test_a_wrong_database_url_is_refused(url: str) -> None:
    assert answer(function("forms.md", "read_database_url"), url) is ValueError


REMOTES = [
    ("me@git.example.net:a/b.git", "ssh://me@git.example.net/a/b.git"),
    ("git.example.net:a/b.git", "ssh://git.example.net/a/b.git"),
    ("work:a/b.git", "ssh://work/a/b.git"),
    ("me@h:/srv/b.git", "ssh://me@h/srv/b.git"),
    ("me@h:~me/b.git", "ssh://me@h/~me/b.git"),
    ("me@h:2222/b.git", "ssh://me@h/2222/b.git"),
    ("[2001:db8::7]:b.git", "ssh://[2001:db8::7]/b.git"),
    ("me@h:a?b#c%41 é.git", "ssh://me@h/a%3Fb%23c%2541%20%C3%A9.git"),
    ("  me@h:b.git\n", "ssh://me@h/b.git"),
    ("ssh://me@h:a/b.git", "ssh://me@h/a/b.git"),
    ("ssh://h:~/b.git", "ssh://h/~/b.git"),
    ("ssh://me@h:2222/b.git", "ssh://me@h:2222/b.git"),
    ("git+ssh://me@h:a/b.git#v1", "git+ssh://me@h/a/b.git#v1"),
    ("ssh://me@h:2222:a/b.git", ValueError),
    ("https://me:t@h.example/b.git", "https://me:t@h.example/b.git"),
    ("https://h.example/my repo.git", "https://h.example/my%20repo.git"),
    ("git.example.net/a/b.git", "https://git.example.net/a/b.git"),
    ("git://h.example/b", "git://h.example/b"),
    ("file:///srv/b.git", "file:///srv/b.git"),
    ("/srv/my repo#1.git", "file:///srv/my%20repo%231.git"),
    (r"D:\b.git", "file:///D:/b.git"),
    ("D:/b.git", "file:///D:/b.git"),
    (r"\\nas\git\b.git", "file://nas/git/b.git"),
    ("//nas/git/b.git", "file:////nas/git/b.git"),
    ("me@corp.example@h:b.git", "ssh://me%40corp.example@h/b.git"),
    ("b.git", "b.git"),
    ("../b.git", "../b.git"),
    ("a/b:c", "a/b:c"),
    ("b.git/c", "b.git/c"),
    ("~/b.git", "~/b.git"),
    ("persistent-https::example.net", "persistent-https::example.net"),
    ("-oProxyCommand=x:b", ValueError),
    ("me@h:", ValueError),
    ("", ValueError),
]


@pytest.mark.parametrize("remote, url", REMOTES)
def test_a_git_remote_is_read_as_git_reads_it(remote: str, url: Any) -> None:
    assert answer(function("forms.md", "git_url"), remote) == url


LISTEN = [
    ("80", ("", 80)),
    (":0", ("", 0)),
    ("*:65535", ("", 65535)),
    ("0.0.0.0:80", ("0.0.0.0", 80)),
    ("my_app.local:80", ("my_app.local", 80)),
    ("[::]:80", ("::", 80)),
    ("[fe80::1%en0]:80", ("fe80::1%en0", 80)),
    ("[fe80::1%25en0]:80", ("fe80::1%en0", 80)),
    ("", ValueError),
    ("*", ValueError),
    ("*]:80", ValueError),
    ("[*]:80", ValueError),
    ("h", ValueError),
    ("h:", ValueError),
    ("h:http", ValueError),
    ("h:-1", ValueError),
    ("h:65536", ValueError),
    ("h:80/", ValueError),
    (" h:80", ValueError),
    ("80\n", ValueError),
    ("h:８０", ValueError),
    ("::1", ValueError),
    ("::1:80", ValueError),
    ("fe80::1%en0:80", ValueError),
    ("[::1]80", ValueError),
    ("[::1%]:80", ValueError),
    ("[h%en0]:80", ValueError),
    ("a/b:80", ValueError),
    ("a?b:80", ValueError),
    ("tcp://h:80", ValueError),
    ("u@h:80", ValueError),
    ("010.0.0.1:80", ValueError),
]


@pytest.mark.parametrize("text, address", LISTEN)
def test_a_listen_address_has_a_host_and_a_port(text: str, address: Any) -> None:
    assert answer(function("forms.md", "read_listen_address"), text) == address


@pytest.mark.parametrize("key", [*NASTY, "a/../b", "//a"])
def test_a_key_of_an_object_is_read_as_it_was_written(key: str) -> None:
    recipe = load("forms.md", "write_object_uri")
    assert recipe["read_object_address"](f"s3://b/{key}") == ("b", key)
    uri = recipe["write_object_uri"]("b", key)
    assert is_uri(uri) and recipe["read_object_uri"](uri) == ("b", key)


@pytest.mark.parametrize("text", ["b/k", "http://b/k", "s3:/b/k", "s3:///k", "s3://u@b/k"])
def test_what_is_no_address_of_an_object_is_refused(text: str) -> None:
    assert answer(function("forms.md", "read_object_address"), text) is ValueError


# ---- data.md, logs.md ----------------------------------------------------------------------------

LINKS = [
    # a page at https://h.example/a/b, and where its links lead
    ('<a href="c">', ["https://h.example/a/c"]),
    ('<a href="c" href="d">', ["https://h.example/a/c"]),
    ('<a href="c"><base href="/d/"><base href="/e/">', ["https://h.example/d/c"]),
    ('<base href="data:,x"><a href="c">', ["https://h.example/a/c"]),
    ('<base href="JavaScript:x"><a href="c">', ["https://h.example/a/c"]),
    ('<base href="http://["><a href="c">', ["https://h.example/a/c"]),
    ('<base href="//o.example/"><a href="c">', []),
    ('<a href="#x"><A HREF=" b ">', ["https://h.example/a/b"]),
    (
        '<a href="/x\n/y"><area href="?q=&amp;">',
        ["https://h.example/x/y", "https://h.example/a/b?q=&"],
    ),
    ('<a name="x"><link href="c"><a href="https://h.example@o.example/">', []),
    (
        '<a href="/50%"><a href="/%7e"><a href="/~">',
        ["https://h.example/50%25", "https://h.example/~"],
    ),
]


@pytest.mark.parametrize("page, targets", LINKS)
def test_links_of_a_page_lead_to_its_host(page: str, targets: list[str]) -> None:
    assert function("data.md", "read_page")(page, "https://h.example/a/b") == targets


LEFT = re.findall(r"(?m)^\| [^|`]*(?:`[^`]*`[^|`]*)* \| `([^`]*)`.* \|$", read("docs/logs.md"))


def test_the_page_says_what_redact_leaves() -> None:
    assert LEFT


@pytest.mark.parametrize("text", LEFT)
def test_redact_leaves_what_the_page_says(text: str) -> None:
    assert redact(text, queries=["token"]) == text


@pytest.mark.parametrize("scheme", ["http:", "https:", "ws:", "wss:", "ftp:", ""])
@pytest.mark.parametrize("end", "/?#")
def test_redact_leaves_the_rest_of_a_password_as_the_page_says(scheme: str, end: str) -> None:
    redacted = redact(f"{scheme}//me:p@ss{end}w0rd@a.example")
    assert redacted == f"{scheme}//me:***@ss{end}w0rd@a.example"


NAMES = """
    password PASSWORD Password apiKey apikey X-Amz-Signature x-amz-signature sig code
    api-key X-Api-Key access-token AUTH-TOKEN authToken sessionToken client-secret
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_usual_names_of_tokens_are_hidden(name: str) -> None:
    assert function("logs.md", "hide_secrets")(f"/?a=1&{name}=b") == f"/?a=1&{name}=***"


EVENTS = [
    # a value in an event, and what JSON has in its place
    (split("https://me:secret@h/"), "https://***@h/"),
    ([split("https://me:secret@h/")], ["https://***@h/"]),
    ('https://h/?token=a"b&c=2', 'https://h/?token=***"b&c=2'),
    ('db://me:se"cret@h/', "db://***@h/"),
    ({"url": ("https://h/?token=a",)}, {"url": ["https://h/?token=***"]}),
    (OSError("https://me:secret@h/"), "OSError('https://***@h/')"),
    (None, None),
    (True, True),
    (1.5, 1.5),
]


@pytest.mark.parametrize("value, shown", EVENTS)
def test_an_event_is_json_without_secrets(value: object, shown: object) -> None:
    structlog = pytest.importorskip("structlog")
    event = function("logs.md", "hide_event")(None, "error", {"value": value})
    line = structlog.processors.JSONRenderer()(None, "error", event)
    assert json.loads(line) == {"value": shown}
