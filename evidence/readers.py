# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What a guard lets through, read by five programs: do they find the same host?

    pip install ada-url urllib3 yarl httpx
    python3 evidence/readers.py           # a million texts, some ten minutes
    python3 evidence/readers.py --quick   # for CI, half a minute
    python3 evidence/readers.py --texts FILE

A guard is `validate` with policies. The readers are ada (the WHATWG parser that Node.js has),
urllib.parse, urllib3, yarl and httpx. Texts are made from pieces that readers have quarrelled
about, around the hosts of the guards; a third of them are changed at random; and each line of FILE
is asked, too.

One host. What a guard with `hosts`, or with "domain" in `require`, lets through is refused by a
reader, or read with the host that `parse` finds. Compared are: names in lower case and without one
final dot, IPv4 addresses as they are, and IPv6 addresses without brackets, as addresses. localhost
is no host in a URI of the scheme file (RFC 8089 2), nor is a single letter, which is a drive. yarl
and httpx are asked for the host as it is sent (`raw_host`), because `host` shows xn-- labels in
Unicode.

One authority. What any other guard about an authority lets through is refused by a reader, or has a
userinfo, a host and a port for the reader if and only if it has them for `parse`; the port is the
same number, or the scheme's default. An empty userinfo ("@", ":@") counts as none. How the host is
spelled is not compared there.

A reference is read by each reader's own join with a base; urllib3, which has none, gets what
urllib.parse makes of it. urllib3 documents that it takes "google.com:80" for a host and a port; so
it takes any scheme with a "." for a host. That is counted, but no disagreement, where a guard does
not promise one host: com.example.app:/callback has to pass `forbid=["userinfo"]` (RFC 8252 7.1).

IRIs. The host of an IRI is encoded by the idna codec (IDNA 2003), and the rest by iri_to_uri. The
URI must pass the same guard, and then what is said above holds; what the codec refuses is counted.
ada reads a percent-encoded host of http and the like as UTS 46 has it, which differs for a sharp s:
the host that it finds in what iri_to_uri alone makes must pass the guard, too.

All disagreements are printed, at most three of a kind in full. The exit status is 1 if there is
one.
"""

from __future__ import annotations

import argparse
import random
import re
import string
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

import uri_regex

BASE = "http://base.example/d/p?q"
BASE_HOST = "base.example"
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
SHOWN = 3  # disagreements of one kind in full
TURNS = 4  # a text is asked of each guard that promises one host, and of every fourth other one


class Reading(NamedTuple):
    """What a reader finds in a text."""

    host: str  # "" if there is none
    port: int | None
    has_userinfo: bool


# ---- The readers ---------------------------------------------------------------------------------


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
    if scheme.lower() == "file" and re.fullmatch("localhost|[a-z]", fold_host(unquote(host or ""))):
        host = ""
    number = DEFAULT_PORTS.get(scheme.lower()) if port in (None, "") else int(port)
    return Reading(host or "", number if host else None, userinfo)


def read_ada(text: str) -> Reading:
    import ada_url

    url = ada_url.URL(text, base=BASE) if is_relative(text) else ada_url.URL(text)
    has_userinfo = bool(url.username or url.password)
    return complete(url.protocol[:-1], url.hostname, url.port, has_userinfo)


def read_urllib(text: str) -> Reading:
    if is_relative(text):
        text = urljoin(BASE, text)
    parts = urlsplit(text)
    has_userinfo = bool(parts.username or parts.password)
    return complete(parts.scheme, parts.hostname, parts.port, has_userinfo)


def read_urllib3(text: str) -> Reading:
    from urllib3.util import parse_url

    if is_relative(text):
        text = urljoin(BASE, text)
    url = parse_url(text)
    has_userinfo = url.auth not in (None, "", ":")
    return complete(url.scheme or "", url.host, url.port, has_userinfo)


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


Reader = Callable[[str], Reading]
READERS: dict[str, Reader] = {
    "ada": read_ada,
    "urllib.parse": read_urllib,
    "urllib3": read_urllib3,
    "yarl": read_yarl,
    "httpx": read_httpx,
}


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


# ---- The guards ----------------------------------------------------------------------------------


class Guard(NamedTuple):
    """Policies, and whether they promise one host."""

    name: str
    validate: Callable[[str], str]
    one_host: bool


def guard(one_host: bool, rule: str, **policies: Any) -> Guard:
    shown = ", ".join(f"{name}={value!r}" for name, value in policies.items())
    check = partial(uri_regex.validate, rule=rule, **policies)
    return Guard(f"{rule}, {shown}", check, one_host)


HOSTS = ("example.com", "1.2.3.4", "::1", "2001:db8::ff", "localhost", "xn--bcher-kva.example", "c")
ANY_HOST = "domain / IPv4address / IPv6address"


def make_guards(rule: str) -> list[Guard]:
    """Return the guards that are asked about each text."""
    one_host: list[dict[str, Any]] = [
        {"hosts": HOSTS},
        {"hosts": [".example.com", "*.xn--bcher-kva.example", ".test"]},
        {"require": ["domain"]},
        {"require": [ANY_HOST]},
        {"require": ["domain / reg-name"]},
        {"require": ["userinfo / domain"]},
        {"hosts": ["example.com", "*.example.com"], "ports": ["", 80, 443], "forbid": ["userinfo"]},
        {"schemes": ["http", "https", "ftp", "ws", "wss"], "hosts": [".example.com"]},
    ]
    others: list[dict[str, Any]] = [
        {"ports": [80]},
        {"ports": ["", 443]},
        {"ports": range(1024)},
        *[{"forbid": [part]} for part in ("userinfo", "password", "port", "host", "authority")],
        {"forbid": ["IPv4address", "IPv6address"]},
        *[{"require": [part]} for part in ("authority", "userinfo", "host", "reg-name")],
        {"require": ["IPv4address / IPv6address"]},
        {"require": ["port"]},
    ]
    guards = [guard(True, rule, **policies) for policies in one_host]
    return guards + [guard(False, rule, **policies) for policies in others]


def passes(one: Guard, text: str) -> bool:
    try:
        one.validate(text)
    except uri_regex.URIError:
        return False
    return True


# ---- Hostile texts -------------------------------------------------------------------------------

SCHEMES = (
    *("http",) * 6,
    *"https HTTP ws wss ftp file x a.b git+https mailto javascript blob data urn about http-a".split(),
    *"postgres example.com localhost ldap s3".split(),
)
SLASHES = (*("//",) * 12, *"/ /// //// /.// .// //@ //:@ /%2F //%2F".split(), *("",))
USERINFOS = (
    *("",) * 12,
    *"u@ u:p@ @ :@ :p@ example.com@ example.com:80@ u%40evil@ a:b:c@ %5B::1%5D@ evil%2F@ u;x@".split(),
    *"1.2.3.4@ %00@ %C3%A9@ u:%3A@".split(),
)
PORTS = (
    *("",) * 10,
    *": :80 :443 :22 :0 :00080 :65535 :65536 :99999 :000000000000080 :4294967376".split(),
    *":18446744073709551696 :1".split(),
)
TAILS = (
    *"/ /p?q#f ?q #f /@evil ?@evil/ #@evil/ //evil/ /..//evil/ /%2F ?http://evil/ /:80 /. /..".split(),
    *"// /a:b@c ;p /%5Cevil ? # /* /a/b/c".split(),
    *("",),
)
NUMBERS = (
    *"0x7f.1 0x7f000001 2130706433 017700000001 127.1 1.2.3 1.2.3.4. 01.2.3.4 1.2.3.256".split(),
    *"256.1.1.1 1.2.3.4.5 0x 0x.1 1.2.3.0x4 1.2.3.4.. 00 0x1.example.com example.1 example.0x1".split(),
    *"example.com.1 1.2.3.04 1.2.3.4%2E 09 1.2.3.08 4294967296".split(),
)
LITERALS = (
    *"[::1] [0:0:0:0:0:0:0:1] [::0.0.0.1] [0000::0001] [::ffff:1.2.3.4] [2001:DB8::FF]".split(),
    *"[2001:db8:0:0::ff] [v1.a] [vF.::1] [::1%25eth0] [::] [::1.2.3.4] [64:ff9b::1.2.3.4]".split(),
    *"[1::] [::FFFF:0102:0304] [v1.example.com] [2001:db8::0:ff]".split(),
)
LABELS = (
    *("", "a" * 63, "a" * 64),
    *"evil www - a- -a _ a_b 0x7f 1 a,b a'b a*b a;b a=b a!b a$b a&b (a) a+b ~ xn--a xn--ls8h".split(),
    *"xn-- xn--bcher-kva xn--zn7c xn--1-fga %65vil %2e %2F %40 %00 %EF%BC%8F %E3%80%82 %C2%AD".split(),
    *"%25 %3A %23 %3F %5C %5B evil% WWW ab--c xn--99zt52a".split(),
)
DOMAINS = ("example.com", "example.com", "example", "localhost", "base.example", "evil.test", "c")
NON_ASCII_LABELS = (
    *"b\xfccher evil\uff0f \uff11 \u3002 \uff0e \u2488 \xdf \u03c2 \u200d".split(),
    *"\xad \u115f \u212a \uff05\uff12\uff26 \u2100 \u4f8b\u3048 I\u0307 \u0663 \u0627".split(),
    *"\U0001f600 \u2024 \uff41 \u1e9e \u2044 \uff20 \uff1a \u0130".split(),
)
# What is put into a text at random: delimiters, percent-encoded delimiters, and ordinary characters.
CHARACTERS = (
    *":/?#[]@!$&'()*+,;=-._~%/:@.aex019AEX",
    *"%2F %40 %3A %2e %61 %25 %00 %5C %5B %5D //".split(),
)


def change_case(host: str, chance: random.Random) -> str:
    return "".join([char.upper() if chance.random() < 0.3 else char for char in host])


def encode_one(host: str, chance: random.Random) -> str:
    at = chance.randrange(len(host)) if host else 0
    char = host[at : at + 1]
    return f"{host[:at]}%{ord(char):02x}{host[at + 1 :]}" if char.isascii() and char else host


def make_host(chance: random.Random, labels: Sequence[str]) -> str:
    kind = chance.random()
    if kind < 0.08:
        host = chance.choice(NUMBERS)
    elif kind < 0.16:
        host = chance.choice(LITERALS)
    elif kind < 0.19:
        host = ".".join([str(chance.choice((0, 1, 7, 8, 99, 255, 256))) for _ in range(4)])
    elif kind < 0.24:
        letters = string.ascii_lowercase + "0123456789-."
        host = "".join(chance.choices(letters, k=chance.randint(0, 9)))
    else:
        host = chance.choice(DOMAINS)
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            host = f"{chance.choice(labels)}.{host}"
        if chance.random() < 0.06:
            host = f"{host}.{chance.choice(labels)}"
        if chance.random() < 0.1:
            host += "."
    if chance.random() < 0.15:
        host = change_case(host, chance)
    if chance.random() < 0.04:
        host = encode_one(host, chance)
    return host


def make_text(chance: random.Random, labels: Sequence[str] = LABELS) -> str:
    scheme = chance.choice(SCHEMES) + ":" if chance.random() < 0.93 else ""
    text = scheme + chance.choice(SLASHES) + chance.choice(USERINFOS)
    text += make_host(chance, labels) + chance.choice(PORTS) + chance.choice(TAILS)
    if chance.random() < 0.3:
        for _ in range(chance.choice((1, 1, 2, 3))):
            start = chance.randrange(len(text) + 1)
            end = start + chance.choice((0, 0, 1))
            text = text[:start] + chance.choice(CHARACTERS) + text[end:]
    return text


def make_random(chance: random.Random) -> str:
    """Return a text of any characters that are hostile somewhere."""
    start = chance.choice(("http:", "https:", "", "//", "x:", "http://", "file:"))
    return start + "".join(chance.choices(CHARACTERS, k=chance.randint(0, 12)))


def make_texts(count: int, seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    for number in range(count):
        yield make_random(chance) if number % 10 == 9 else make_text(chance)


# ---- What is compared ----------------------------------------------------------------------------


class Report:
    """Counts, and the disagreements."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.disagreements: Counter[str] = Counter()

    def disagree(self, kind: str, text: str, told: str) -> None:
        """Note a disagreement, and print the first of its kind."""
        self.disagreements[kind] += 1
        if self.disagreements[kind] <= SHOWN:
            print(f"DISAGREE {kind}: {text!a}: {told}", flush=True)


def find_difference(ours: Reading, theirs: Reading, one_host: bool) -> str:
    """Return which part a reader finds elsewhere, or ""."""
    if one_host:
        return "" if fold_host(ours.host) == fold_host(theirs.host) else "host"
    if bool(ours.host) != bool(theirs.host):
        return "presence of a host"
    if ours.has_userinfo != theirs.has_userinfo:
        return "userinfo"
    if ours.port != theirs.port:
        return "port"
    return ""


def compare(text: str, met: Sequence[Guard], report: Report) -> None:
    """Compare what the readers find in a text that these guards let through."""
    ours = read_ours(text)
    for name, reader in READERS.items():
        theirs = read(reader, text)
        if theirs is None:
            report.counts[f"refused by {name}"] += 1
            continue
        report.counts[f"read by {name}"] += 1
        is_shorthand = name == "urllib3" and "." in text.partition(":")[0]
        for one in met:
            difference = find_difference(ours, theirs, one.one_host)
            if difference and is_shorthand and not one.one_host:
                report.counts['schemes with "." that urllib3 takes for a host, by guard'] += 1
            elif difference:
                told = f"{tuple(theirs)}, not {tuple(ours)}"
                report.disagree(f"{name}, {difference} | {one.name}", text, told)


def check_text(text: str, guards: Sequence[Guard], report: Report) -> None:
    report.counts["texts"] += 1
    if not uri_regex.is_uri_reference(text):
        return
    report.counts["valid"] += 1
    turn = report.counts["valid"] % TURNS
    asked = [one for at, one in enumerate(guards) if one.one_host or at % TURNS == turn]
    met = [one for one in asked if passes(one, text)]
    if met:
        report.counts["let through by a guard"] += 1
        report.counts["let through by a guard that promises one host"] += met[0].one_host
        compare(text, met, report)


# ---- IRIs ----------------------------------------------------------------------------------------


def to_idna(host: str) -> str:
    """Return a host as the idna codec has it. Raises UnicodeError."""
    return host if host.startswith("[") else host.encode("idna").decode("ascii")


def has_empty_label(host: str) -> bool:
    return "" in host.removesuffix(".").split(".")


def check_iri(text: str, guards: Sequence[Guard], report: Report) -> None:
    """Compare what becomes of an IRI that a guard lets through."""
    report.counts["IRIs"] += 1
    if not uri_regex.RFC3987.matches("IRI", text):
        return
    met = [one for one in guards if one.one_host and passes(one, text)]
    if not met:
        return
    report.counts["IRIs let through"] += 1
    uri = uri_regex.split(text)
    try:
        host = to_idna(uri.host or "")
        encoded = uri_regex.iri_to_uri(str(uri.replace(host=host, iri=True)))
    except (UnicodeError, uri_regex.URIError):
        report.counts["IRIs whose host the idna codec refuses"] += 1
        return
    if has_empty_label(host):
        report.counts["IRIs whose host gets an empty label, which no resolver takes"] += 1
        return
    for one in met:
        if not passes(one, encoded):
            report.disagree(f"the idna codec | {one.name}", text, f"gives {encoded!r}, refused")
    compare(encoded, met, report)
    alone = read(read_ada, uri_regex.iri_to_uri(text))
    if alone is None or "%" in alone.host or has_empty_label(alone.host):
        return
    there = str(uri.replace(host=alone.host, iri=True))
    for one in met:
        if not passes(one, there):
            told = f"{alone.host!r}, not {host!r}"
            report.disagree(f"ada, host of iri_to_uri | {one.name}", text, told)


def make_iris(count: int, seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    labels = NON_ASCII_LABELS + LABELS[:16]
    for _ in range(count):
        yield make_text(chance, labels)


# ---- The run -------------------------------------------------------------------------------------


def drop_missing() -> None:
    """Leave out the readers that are not installed, and say so."""
    packages = {"ada": "ada_url", "urllib3": "urllib3", "yarl": "yarl", "httpx": "httpx"}
    for name, package in packages.items():
        try:
            __import__(package)
        except ImportError:
            print(f"SKIPPED {name}: pip install {package.replace('_', '-')}")
            del READERS[name]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="One host for five readers.")
    parser.add_argument("--quick", action="store_true", help="40,000 texts")
    parser.add_argument("--texts", type=Path, metavar="FILE", help="lines to ask as well")
    parser.add_argument("--seed", type=int, default=34)
    options = parser.parse_args(argv)
    drop_missing()
    count = 40_000 if options.quick else 1_200_000
    report = Report()
    start = time.monotonic()
    guards = make_guards("URI-reference")
    seen = set()
    for text in make_texts(count, options.seed):
        if text not in seen:
            seen.add(text)
            check_text(text, guards, report)
    if options.texts:
        for text in re.split("\n", options.texts.read_text("utf-8")):
            check_text(text, guards, report)
    iri_guards = make_guards("IRI")
    for text in make_iris(count // 10, options.seed + 1):
        check_iri(text, iri_guards, report)
    for what, number in report.counts.items():
        print(f"{number:>10,} {what}")
    print(f"{time.monotonic() - start:>10,.0f} seconds, {len(guards)} guards")
    for kind, number in report.disagreements.most_common():
        print(f"{number:>10,} DISAGREE {kind}")
    print("NOT one host." if report.disagreements else "One host for every reader.")
    return int(bool(report.disagreements))


if __name__ == "__main__":
    sys.exit(main())
