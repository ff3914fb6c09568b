# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What a guard lets through, read by five programs: do they find the same host?

    pip install ada-url urllib3 yarl httpx
    python3 evidence/readers.py           # a million texts, some ten minutes
    python3 evidence/readers.py --quick   # for CI, half a minute

A guard is `validate` with policies. The readers are ada (the WHATWG parser that Node.js has),
urllib.parse, urllib3, yarl and httpx. Texts are made from pieces that readers have quarrelled
about, around the hosts of the guards; a third of them are changed at random.

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
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from peers import Reader, Reading, fold_host, installed_readers, read, read_ada, read_ours
from texts import NON_ASCII_LABELS, ODD_LABELS, make_text, make_texts

import uri_regex

SHOWN = 3  # disagreements of one kind in full
TURNS = 4  # a text is asked of each guard that promises one host, and of every fourth other one

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


# ---- What is compared ----------------------------------------------------------------------------


class Report:
    """Counts, and the disagreements."""

    def __init__(self, readers: dict[str, Reader]) -> None:
        self.readers = readers
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
    for name, reader in report.readers.items():
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
    labels = NON_ASCII_LABELS + ODD_LABELS[:16]
    for _ in range(count):
        yield make_text(chance, labels)


# ---- The run -------------------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="One host for five readers.")
    parser.add_argument("--quick", action="store_true", help="40,000 texts")
    parser.add_argument("--seed", type=int, default=34)
    options = parser.parse_args(argv)
    count = 40_000 if options.quick else 1_200_000
    report = Report(installed_readers())
    start = time.monotonic()
    guards = make_guards("URI-reference")
    seen = set()
    for text in make_texts(count, options.seed):
        if text not in seen:
            seen.add(text)
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
