# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Policies of uri_regex as a pattern, for where Python is not: proxies, databases, settings.

The URIs that `uri_regex.is_valid` accepts are written as ABNF, and that as a pattern. For the scheme
https, the hosts below a.example and port 443, without a password, it is

    policy-URI = ( ( "https" ) ":" ( "//" [ policy-user "@" ] ( policy-below ( "a.example" [ "." ] ) )
                 [ ":" [ *"0" 443 ] ] [ path-abempty ] ) ) [ "?" query ] [ "#" fragment ]

where 443 is written digit by digit. All parts are optional but those that a policy is about.
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any

import uri_regex

from .errors import clip
from .grammar import RFC3986, Grammar

# The schemes that need a host, and the ports that they have by default (RFC 3986 6.2.3).
_WEB_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
_SCHEMES = (*_WEB_PORTS, "file", "")  # "" stands for all others
_AUTHORITY = {"authority", "userinfo", "password", "host", "port"}
_RULES = """
policy-host  = IP-literal / 1*policy-char
policy-user  = *policy-char
policy-char  = unreserved / pct-encoded / sub-delims
policy-below = 1*( policy-label "." )
policy-label = 1*( ALPHA / DIGIT / "-" / "_" )
policy-port  = *"0" [ %x31-39 *3DIGIT / %x31-35 4DIGIT / "6" ( %x30-34 3DIGIT / "5" (
               %x30-34 2DIGIT / "5" ( %x30-32 DIGIT / "3" %x30-35 ) ) ) ]  ; up to 65535
"""


def policy_pattern(
    engine: str = "portable", *, schemes: Iterable[str] | None = None,
    hosts: Iterable[str] | None = None, ports: Iterable[int | str] | int | None = None,
    forbid: Iterable[str] | None = None,
) -> str:  # fmt: skip
    r"""Return a pattern of the URIs that `uri_regex.is_valid` accepts with these policies.

    It takes linear time, but in PyPI `regex` quadratic time if hosts below several names are allowed.

    Args:
        engine: a name that `Grammar.pattern` takes. For the name of an engine, the pattern is anchored.
        schemes, ports: as for `uri_regex.is_valid`.
        hosts: as for `uri_regex.is_valid`, but in ASCII, and without IPv6 addresses, which have
            thousands of spellings.
        forbid: parts, as for `uri_regex.is_valid`. A pattern can't look at types of hosts.

    Raises:
        ValueError: for an unknown engine, a value that a URI or a pattern can't have, policies that
            allow no URI, and a pattern that the engine can't take.

    >>> web = re.compile(policy_pattern("python", hosts=[".a.example"], ports=[443]))
    >>> [bool(web.match(uri)) for uri in ("https://b.a.example/", "http://a.example/")]
    [True, False]
    """
    return make_policy_grammar(schemes, hosts, ports, forbid).pattern("policy-URI", engine)


def make_policy_grammar(*policies: Any) -> Grammar:
    """Return RFC 3986 with a rule policy-URI, of schemes, hosts, ports and forbid."""
    schemes, hosts, ports, forbid = map(_read_items, policies)
    uri_regex.is_valid("a:", schemes=schemes, hosts=hosts, ports=ports, forbid=forbid)  # may raise
    return RFC3986.extend(_RULES + _Policies(schemes, hosts, ports, forbid).write_uri())


def _read_items(values: Any) -> Any:
    """Return values, of which a lone one is one item, as what can be read twice."""
    return (values,) if isinstance(values, (str, int)) else values and tuple(values)


class _Policies:
    """Policies that are written as ABNF."""

    def __init__(self, schemes: Any, hosts: Any, ports: Any, forbid: Any) -> None:
        self.schemes, self.hosts, self.ports, self.forbid = schemes, hosts, None, set(forbid or ())
        if types := self.forbid - _AUTHORITY - {"scheme", "path", "query", "fragment"}:
            raise ValueError(f"forbid: a pattern can't look at types of hosts: {min(types)!r}")
        self.is_about_authority = bool(self.forbid & _AUTHORITY) or (hosts, ports) != (None, None)
        self.host = "policy-host"
        self.number = "policy-port" if self.is_about_authority else "port"
        if ports is not None:
            self.ports = {int(str(port) or -1) for port in ports}  # -1 is no port
            words = _write_words({str(port) for port in self.ports if port >= 0})
            self.number = words and f'*"0" {words}'
        if hosts is not None:
            self.host = _write_hosts(hosts)

    def write(self, part: str, abnf: str, is_optional: bool = True) -> str:
        """Return a part that may be left out, or has to be there; "" is one that cannot be there."""
        if part in self.forbid or not abnf:
            return '""' if is_optional else ""
        return f"[ {abnf} ]" if is_optional else f"( {abnf} )"

    def write_uri(self) -> str:
        """Return the rule policy-URI, with an alternative for each kind of scheme."""
        kinds: dict[str, list[str]] = {}
        schemes = _SCHEMES if self.schemes is None else map(str.lower, self.schemes)
        for scheme in schemes:
            if hier_part := self.write_hier_part(scheme):
                kinds.setdefault(hier_part, []).append(self.write_scheme(scheme))
        uris = [f'( {" / ".join(names)} ) ":" ( {part} )' for part, names in kinds.items()]
        if not uris or "scheme" in self.forbid:
            raise ValueError("these policies allow no URI")
        query, fragment = self.write("query", '"?" query'), self.write("fragment", '"#" fragment')
        return f"policy-URI = ( {' / '.join(uris)} ) {query} {fragment}\n"

    def write_scheme(self, scheme: str) -> str:
        if scheme:
            return f'"{scheme}"'
        # With hosts, there is no a.b://c/, because some programs take "a.b" for the host.
        chars = string.ascii_lowercase + string.digits + "+-"
        if self.hosts is None:
            chars += "."
        return _write_words(_SCHEMES, chars, string.ascii_lowercase)

    def write_hier_part(self, scheme: str) -> str:
        """Return what may follow a scheme: an authority and a path, or only a path."""
        if self.hosts is not None and ("." in scheme or scheme == "file"):
            return ""  # programs disagree on the host
        default = _WEB_PORTS.get(scheme, -1)
        needs_host = self.is_about_authority and scheme in _WEB_PORTS
        may_lack_host = not needs_host and (self.hosts is None or "" in self.hosts)
        may_lack_port = self.ports is None or not self.ports.isdisjoint({-1, default})
        forms = []
        host = self.write("host", self.host, may_lack_host)
        number = self.write("port", self.number, may_lack_port)
        if host and number and "authority" not in self.forbid:
            password = self.write("password", '":" userinfo')
            user = self.write("userinfo", f'policy-user {password} "@"')
            port = self.write("", f'":" {number}', may_lack_port)
            forms.append(f'"//" {user} {host} {port} {self.write("path", "path-abempty", False)}')
        if self.hosts is None and may_lack_port and not needs_host:
            forms.append(self.write("path", "path-absolute / path-rootless"))
        return " / ".join(forms)


def _write_hosts(values: Iterable[str]) -> str:
    """Return the hosts as ABNF. Labels before a name are read once, whichever name follows.

    >>> _write_hosts(["*.a.example", "b.example"])
    '"b.example" [ "." ] / policy-below ( "a.example" [ "." ] )'
    """
    hosts = [_write_host(value) for value in values if value and value[0] != "*"]
    below = [_write_host(value) for value in values if value[:1] in ("*", ".")]
    if below:
        hosts.append(f"policy-below ( {' / '.join(below)} )")
    return " / ".join(hosts)


def _write_host(value: str) -> str:
    """Return a host as ABNF. Case does not count, and a name may have a "." at its end.

    >>> _write_host(".a.example"), _write_host("192.0.2.1")
    ('"a.example" [ "." ]', '"192.0.2.1"')
    """
    if not value.isascii():
        raise ValueError(f"hosts: a pattern needs the xn-- form of {clip(value)!r}")
    if RFC3986.matches("IPv6address", value.strip("[]")):
        raise ValueError(f"hosts: a pattern can't have all spellings of {value!r}")
    if value.startswith("[") or RFC3986.matches("IPv4address", value):
        return f'"{value}"'
    return f'"{value.lstrip("*.").removesuffix(".")}" [ "." ]'


def _write_words(words: Iterable[str], chars: str = "", first: str = "") -> str:
    """Return words as ABNF. With characters, return all other words of them; `first` can begin these.

    >>> _write_words(["80", "81"])
    '( ( "8" ) ( ( "0" / "1" )  ) )'
    """
    rests: dict[str, set[str]] = {}
    for word in sorted(words):
        rests.setdefault(word[:1], set()).add(word[1:])
    can_end = bool(rests.pop("", ())) != bool(chars)
    starts: dict[frozenset[str], list[str]] = {}
    for char, rest in rests.items():
        starts.setdefault(frozenset(rest), []).append(char)
    branches = [
        f"{_write_class(same)} {_write_words(rest, chars)}" for rest, same in starts.items()
    ]
    if chars:
        branches.append(f"{_write_class(set(first or chars) - {*rests})} *{_write_class(chars)}")
    written = f"( {' / '.join(branches)} )" if branches else ""
    return f"[ {written} ]" if written and can_end else written


def _write_class(chars: Iterable[str]) -> str:
    return "( " + " / ".join([f'"{char}"' for char in sorted(chars)]) + " )"
