# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The rules for passwords and for hosts, written again without regular expressions.

    python3 evidence/models.py                    100,000 texts of each kind, a minute
    python3 evidence/models.py --texts 2000       so many
    python3 evidence/models.py --seed 7           other ones

Passwords. A URI is made of parts, of which one is a password. `find_secret` reads its authority as the
docstring of `redact` says, in plain loops. The same URI is also written as JSON has it, and
percent-encoded up to five times. `redact` has to hide what `find_secret` finds, and nothing else. It
reads escapes, backslashes and white space as they are, so texts that turn on these are not encoded.

Hosts. `allows` answers the questions of the policies from the parts of a URI that was made of them.
`is_valid` has to say the same. A host in capital letters, a name with a final dot, and an IPv6 address
in another spelling must not change a verdict.

The exit status is 1 if anything differs. test_models.py runs a sample with pytest.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from ipaddress import IPv6Address
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import quote

import uri_regex

WEB_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}

# ---- Passwords: the rule, read again -------------------------------------------------------------

URI_ENDS = '"<> \t\n'


def first_of(text: str, ends: str, start: int) -> int:
    """The index of the first of some characters, or the text's length."""
    return next((at for at in range(start, len(text)) if text[at] in ends), len(text))


def is_port(text: str, start: int) -> bool:
    end = first_of(text, "/?#\\" + URI_ENDS, start)
    return text[start:end].isdigit() and end - start <= 5


def is_literal(text: str, start: int) -> bool:
    """Whether a host in brackets is all of an authority from here on, but for a port."""
    end = first_of(text, "/?#\\" + URI_ENDS, start)
    host, bracket, port = text[start:end].partition("]")
    return host[:1] == "[" and "@" not in host and bracket == "]" and not port.strip(":0123456789")


def find_secret(text: str, start: int, is_web: bool) -> tuple[int, int] | None:
    """Where the password of an authority that begins at `start` is. `is_web`: or without a scheme."""
    colon = first_of(text, ":/?#" + URI_ENDS, start)
    at = first_of(text, ":@/?#" + URI_ENDS, start)
    if text[colon : colon + 1] != ":" or is_port(text, colon + 1):
        return None
    if is_literal(text, start) or (text[at : at + 1] == "@" and is_literal(text, at + 1)):
        return None
    for ends in ("/?#" + URI_ENDS, URI_ENDS, " \t\n")[not is_web :]:
        end = text.rfind("@", colon + 1, first_of(text, ends, colon + 1))
        if end >= 0:
            return colon + 1, end
    return None


class Planted(NamedTuple):
    """A text, where its authority begins, and whether the web's rule is for it."""

    text: str
    start: int
    is_web: bool


BEFORE = (
    "",
    "see ",
    '"',
    "<",
    "(",
    "url=",
    "git+",
    "%20",
    "x-",
    "a,",
    "\n",
    "é",
    "\\n",
    "\x1b[1;32m",
)
OTHER_SCHEMES = ("%20", "x-")
ESCAPES = ("\\n", "\x1b")
AS_IT_IS = frozenset('"<>')  # with these in a password, white space ends it
SCHEMES = "http https HTTPS ws wss ftp postgres db redis+tls amqp mongodb+srv x a.b".split()
SLASHES = ("", "/", "//", "//", "//", "///", "////")
USERS = ("", "me", "a.b", "u-1", "é", "%40", "me@example.org", "[x", "1", "a;b")
PASSWORDS = (
    *"secret 80 8080 123456 80a p@ss p:w a/b a?b a#b a@b/c@d a<b> p[w]d %2F %40 & a&b $ + é".split(),
    *("", "/", "@", "#", "a]b", "80/x", "80#a", "se/cr@et", "a\\b", "**", "[::1]", 'a"b'),
)
AFTER = (
    *("", "/", "/a@b", "/a:b@c", "?a=b@c", "#@", "/ me@example.org", ' "a@b"', "> x@y", ":80/"),
    *(":5432/db", "\\@evil/", ",h2/", "/?u=a&b=c@d"),
)
HOSTS_AFTER = ("h", "a.example", "[::1]", "1.2.3.4", "localhost", "")


def plant(rng: random.Random) -> Planted:
    """A URI in a text, perhaps with a password."""
    choice = rng.choice
    before, scheme = choice(BEFORE), choice(SCHEMES)
    # Behind a letter, a digit, "-" or ".", it is another scheme.
    is_web = scheme.lower() in WEB_PORTS and not before.endswith(OTHER_SCHEMES)
    slashes = choice(SLASHES) if is_web else "//"
    opening = f"{before}{scheme}:{slashes}"
    kind = rng.random()
    if kind < 0.1:
        opening, is_web, slashes = choice(("//", " //", "=//", "'//", "\n//")), True, "//"
    elif kind < 0.2:
        opening, is_web = choice(("sip:", "SIPS:", "<sip:", "to sips:")), False
    user = f"{choice(USERS)}:{choice(PASSWORDS)}@" if rng.random() < 0.9 else choice(("", "me@"))
    rest = user + choice(HOSTS_AFTER) + choice(AFTER)
    if rest.startswith("/"):  # one more slash is another number of slashes
        rest = f"h{rest}"
    return Planted(opening + rest, len(opening), is_web)


def hidden(planted: Planted) -> tuple[str, str, str]:
    """What stands before a password, the password, and what stands behind it."""
    text = planted.text
    start, end = find_secret(*planted) or (len(text), len(text))
    return text[:start], text[start:end], text[end:]


def spellings(parts: tuple[str, str, str]) -> Iterator[tuple[str, str]]:
    """Ways to write a text, and what redact has to make of each."""
    before, secret, behind = parts
    text = before + secret + behind
    stars = "***" if secret else ""
    yield text, before + stars + behind
    in_json = [part.replace("/", "\\/") for part in parts]
    yield "".join(in_json), in_json[0] + stars + in_json[2]
    if "\\" in text or before.startswith(ESCAPES) or not AS_IT_IS.isdisjoint(secret):
        return
    encoded: Sequence[str] = parts
    for _ in range(5):
        encoded = [quote(part, safe="") for part in encoded]
        for end in ("", "&a=b@c"):
            yield "".join(encoded) + end, encoded[0] + stars + encoded[2] + end


def compare_passwords(count: int, seed: int, counts: Counter[str]) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(count):
        parts = hidden(plant(rng))
        counts["texts with a password" if parts[1] else "texts without a password"] += 1
        for text, wanted in spellings(parts):
            counts["spellings"] += 1
            found = uri_regex.redact(text)
            again = uri_regex.redact(found)
            if found != wanted or again != found:
                yield f"redact({text!r}) gives {found!r}, must be {wanted!r}; again {again!r}"


# ---- Policies: the gate, and five questions ------------------------------------------------------

NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
IDNS = {"bücher.example": "xn--bcher-kva.example", "例え.example": "xn--r8jz45g.example"}


def is_number(label: str) -> bool:
    """Whether a resolver reads the last label of a host as a number."""
    if label.startswith("0x"):
        return not label[2:].strip("0123456789abcdef")
    return label.isdigit()


def plain_form(host: str) -> str:
    """A host as it is compared, or "" if it is not plain."""
    if host[:2] in ("[v", "[V"):
        return host.lower()
    if host.startswith("["):
        return f"[{IPv6Address(host[1:-1]).exploded}]"
    name = IDNS.get(host, host).lower().removesuffix(".")
    labels = name.split(".")
    if is_number(labels[-1]):
        is_address = len(labels) == 4 and all(is_octet(label) for label in labels)
        return host if is_address and not host.endswith(".") else ""
    is_plain = all(label and NAME_CHARACTERS.issuperset(label) for label in labels)
    return name if is_plain else ""


def is_octet(label: str) -> bool:
    return label.isdigit() and str(int(label)) == label and int(label) <= 255


def is_domain(name: str) -> bool:
    labels = name.split(".")
    has_hyphens = any(label[0] == "-" or label[-1] == "-" for label in labels)
    fits = len(name) <= 253 and max(map(len, labels)) <= 63
    return fits and not has_hyphens and "_" not in name


def types_of(form: str, in_ascii: bool) -> set[str]:
    """The types of a plain host in its form."""
    if form.startswith("["):
        return {"IPvFuture" if form[1] == "v" else "IPv6address"}
    if is_number(form.rpartition(".")[2]):
        return {"IPv4address"}
    types = {"reg-name" if in_ascii else "ireg-name"}
    if is_domain(form):
        kinds = {"domain", "fqdn"} if "." in form else {"domain"}
        types |= {f"i{kind}" for kind in kinds}
        types |= kinds if in_ascii else set()
    return types


def types_led_to(form: str) -> set[str]:
    """The types that `forbid` finds in a plain host: those of its xn-- form, and of an IPv4 address
    that an IPv6 address carries."""
    types = types_of(form, True)
    if form.startswith("[") and form[1] != "v":
        number = int(IPv6Address(form[1:-1]))
        prefix = number >> 32
        if prefix in (0xFFFF, 0x64FF9B << 64) or (prefix == 0 and number > 1):
            types.add("IPv4address")
    return types


class Parts(NamedTuple):
    """What a URI is made of; None is a part that is not there."""

    scheme: str | None
    userinfo: str | None
    host: str | None  # None: there is no authority
    port: str | None
    path: str
    query: str | None

    def __str__(self) -> str:
        def write(before: str, part: str | None, behind: str) -> str:
            return "" if part is None else f"{before}{part}{behind}"

        authority = write("", self.userinfo, "@") + (self.host or "") + write(":", self.port, "")
        if self.host is not None:
            authority = f"//{authority}"
        return write("", self.scheme, ":") + authority + self.path + write("?", self.query, "")

    def names(self) -> set[str]:
        """The parts that are there. An empty host, port or path is not."""
        there = {name for name in ("host", "port", "path") if getattr(self, name)}
        there |= {
            name for name in ("scheme", "userinfo", "query") if getattr(self, name) is not None
        }
        there |= {"authority"} if self.host is not None else set()
        return there | ({"password"} if ":" in (self.userinfo or "") else set())


AUTHORITY = {"authority", "userinfo", "password", "host", "port"}
TYPES = {"IPv4address", "IPv6address", "IPvFuture", "reg-name", "ireg-name"}
DOMAINS = {"domain", "fqdn", "idomain", "ifqdn"}


def allows(uri: Parts, policies: dict[str, Any]) -> bool:
    """Whether a valid URI passes the policies."""
    schemes, hosts, ports = (policies.get(name) for name in ("schemes", "hosts", "ports"))
    require = [item.split(" / ") for item in policies.get("require", ())]
    forbid = set(policies.get("forbid", ()))
    required = set(chain(*require))
    named = required | forbid
    scheme, host = (uri.scheme or "").lower(), uri.host or ""
    is_about_host = hosts is not None or not named.isdisjoint(TYPES | DOMAINS)
    if schemes is not None and scheme not in schemes:
        return False
    if is_about_host or ports is not None or not named.isdisjoint(AUTHORITY):
        if not host and (scheme in WEB_PORTS or str(uri).startswith("//")):
            return False
        if int(uri.port or 0) > 65535:
            return False
    is_about_scheme = uri.host is not None and (hosts is not None or required & DOMAINS)
    if is_about_scheme and ("." in scheme or scheme == "file"):
        return False
    form = plain_form(host) if host else ""
    if is_about_host and host and not form:
        return False
    if hosts is not None and not (uri.host is not None and is_listed(form, hosts)):
        return False
    if ports is not None and not is_port_listed(uri, ports):
        return False
    has = uri.names() | (types_of(form, host.isascii()) if form else set())
    if any(has.isdisjoint(item) for item in require):
        return False
    return forbid.isdisjoint(has | (types_led_to(form) if form else set()))


def is_listed(form: str, hosts: Sequence[str]) -> bool:
    for value in hosts:
        name = value.lstrip("*").removeprefix(".")
        listed = plain_form(f"[{name}]" if ":" in name and name[0] != "[" else name) if name else ""
        if form == listed and not value.startswith("*"):
            return True
        if value[:1] in ("*", ".") and form.endswith(f".{listed}"):
            return True
    return False


def is_port_listed(uri: Parts, ports: Sequence[Any]) -> bool:
    if not uri.port:
        return "" in ports or WEB_PORTS.get((uri.scheme or "").lower()) in ports
    return int(uri.port) in ports


URI_SCHEMES = (*"http https WS ftp file db a.b mailto".split(), None)
URI_HOSTS = (
    *"a.example A.example a.example. b.a.example a_b.a.example localhost xn--bcher-kva.example".split(),
    *"-a.example a-.example a..example .a a,b.example a%62.example a!.example 1a a.1a a--b".split(),
    *"xn--a _dmarc.a 1.2.3.4 01.2.3.4 1.2.3.4. 127.1 a.1 a.0x7f 0x7f 256.1.1.1 1.2.3.4.5 0 9.a".split(),
    *"[::1] [::] [::ffff:1.2.3.4] [::1.2.3.4] [64:ff9b::1.2.3.4] [2001:db8::1] [v1.a]".split(),
    *("[2001:DB8:0::1]", "a" * 63 + ".example", "a" * 64 + ".example", "a." * 126 + "a"),
    *("a." * 127 + "a", "", "", None, *IDNS, "faß.example", "a\u3002example", "\uff11.example"),
)
URI_USERS = (None, None, None, "", "u", "u:p", ":")
URI_PORTS = (None, None, None, "", "80", "443", "0080", "8080", "65535", "65536", "0")
HOST_LISTS: Sequence[Sequence[str]] = (
    *(["a.example"], [".a.example"], ["*.a.example"], ["A.Example.", "1.2.3.4"], ["::1"], [""]),
    *(["[2001:db8::1]", "localhost"], ["", "a.example"], ["bücher.example"], [".example"], []),
)
PORT_LISTS: Sequence[Sequence[Any]] = ([80], ["", 443], [8080, 0], [""], [65535])
SINGLE = (*sorted(AUTHORITY | TYPES | DOMAINS), "path", "query", "fragment", "scheme")
PAIRS = ("domain / IPv4address", "userinfo / fqdn", "host / path", "reg-name / IPv6address")


def make_parts(rng: random.Random) -> Parts:
    choice = rng.choice
    scheme, host = choice(URI_SCHEMES), choice(URI_HOSTS)
    path, query = choice(("", "/", "/a", "/a:b@c")), choice((None, None, "", "a=b@c"))
    if host is None:
        path = choice(("", "/a", "a/b"))
        return Parts(scheme, None, None, None, path, query)
    return Parts(scheme, choice(URI_USERS), host, choice(URI_PORTS), path, query)


def make_policies(rng: random.Random) -> dict[str, Any]:
    """One to three policies."""
    every: dict[str, Any] = {
        "schemes": rng.choice((["https"], ["http", "https"], ["db", "file"])),
        "hosts": rng.choice(HOST_LISTS),
        "ports": rng.choice(PORT_LISTS),
        "require": [rng.choice((*SINGLE, *PAIRS))],
        "forbid": rng.sample(SINGLE, rng.choice((1, 1, 2))),
    }
    return {name: every[name] for name in rng.sample(sorted(every), rng.choice((1, 1, 2, 3)))}


def respelled(host: str) -> Iterator[str]:
    """The same host in other letters."""
    yield host.upper() if host.isascii() and "[v" not in host else host
    if host.startswith("[") and host[1] not in "vV":
        yield f"[{IPv6Address(host[1:-1]).exploded}]"
        yield f"[{IPv6Address(host[1:-1]).compressed}]"
    elif host and not host.endswith((".", "]")):
        form = plain_form(host)
        if form and not is_number(form.rpartition(".")[2]):
            yield host + "."


def compare_policies(count: int, seed: int, counts: Counter[str]) -> Iterator[str]:
    rng = random.Random(seed)
    while counts["URIs with policies"] < count:
        uri, policies = make_parts(rng), make_policies(rng)
        if not uri_regex.is_valid(str(uri), rule="IRI-reference"):
            continue
        counts["URIs with policies"] += 1
        wanted = allows(uri, policies)
        counts["allowed"] += wanted
        same = [uri, *[uri._replace(host=host) for host in respelled(uri.host or "")]]
        for each in same if uri.host else [uri]:
            found = uri_regex.is_valid(str(each), rule="IRI-reference", **policies)
            if found != wanted:
                yield f"is_valid({str(each)!r}, rule='IRI-reference', **{policies}) is {found}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The rules for passwords and hosts, read again.")
    parser.add_argument("--texts", type=int, default=100_000, help="of each kind (100,000)")
    parser.add_argument("--seed", type=int, default=3986, help="of the texts")
    options = parser.parse_args(argv)
    failed = 0
    for compare in (compare_passwords, compare_policies):
        counts: Counter[str] = Counter()
        problems = list(compare(options.texts, options.seed, counts))
        print(", ".join(f"{count:,} {what}" for what, count in counts.items()), end="; ")
        print(f"{len(problems):,} differ.")
        print(*sorted(problems, key=len)[:20], sep="\n")
        failed += len(problems)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
