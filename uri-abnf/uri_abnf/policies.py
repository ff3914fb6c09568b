# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Policies of uri_regex as a pattern, for where Python is not: proxies, databases, settings.

The URIs that `uri_regex.is_valid` accepts become a tree of ABNF, policy-URI. For the scheme https, the
hosts below a.example and port 443, without a password, it is

    "https" ":" "//" [ policy-user "@" ] policy-below "a.example" [ "." ] [ ":" [ *"0" "443" ] ]
    path-abempty [ "?" query ] [ "#" fragment ]

All parts are optional but those that a policy is about. None is a part that cannot be there.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from typing import Any

import uri_regex

from .charset import union
from .errors import clip
from .grammar import RFC3986, Grammar
from .nodes import EMPTY, Alt, Cat, Node, Ref, Rep, Set, join

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

    It takes linear time, but in PyPI `regex` quadratic time if hosts below many names are allowed.

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
    tree = _Policies(schemes, hosts, ports, forbid).uri()
    return RFC3986.extend(_RULES).with_tree("policy-URI", tree)


def _read_items(values: Any) -> Any:
    """Return values, of which a lone one is one item, as what can be read twice."""
    return (values,) if isinstance(values, (str, int)) else values and tuple(values)


# ---- Trees ----


def _word(text: str) -> Node:
    """Return the tree of a string in either case (RFC 5234 2.3)."""
    return join(Cat, list(map(_class, text)))


def _class(chars: Iterable[str]) -> Node:
    """Return the tree of one character of these, in either case."""
    cases = {*chars, *map(str.swapcase, chars)}
    return Set(union(*[((ord(case), ord(case)),) for case in cases]))


def _one_of(nodes: Iterable[Node]) -> Node | None:
    alternatives = tuple(nodes)
    return join(Alt, alternatives) if alternatives else None


def _option(node: Node) -> Node:
    return Rep((node,), 0, 1)


def _loop(node: Node) -> Node:
    return Rep((node,), 0, None)


class _Policies:
    """Policies that become a tree."""

    def __init__(self, schemes: Any, hosts: Any, ports: Any, forbid: Any) -> None:
        self.schemes, self.hosts, self.ports, self.forbid = schemes, hosts, None, set(forbid or ())
        if types := self.forbid - _AUTHORITY - {"scheme", "path", "query", "fragment"}:
            raise ValueError(f"forbid: a pattern can't look at types of hosts: {min(types)!r}")
        self.is_about_authority = bool(self.forbid & _AUTHORITY) or (hosts, ports) != (None, None)
        self.host: Node | None = Ref("policy-host")
        self.number: Node | None = Ref("policy-port" if self.is_about_authority else "port")
        if ports is not None:
            self.ports = {int(str(port) or -1) for port in ports}  # -1 is no port
            self.number = _number({str(port) for port in self.ports if port >= 0})
        if hosts is not None:
            self.host = _one_of(_hosts(hosts))

    def part(self, name: str, node: Node | None, is_optional: bool = True) -> Node | None:
        """Return a part that may be left out, or has to be there, or None if it cannot be there."""
        if name in self.forbid or node is None:
            return EMPTY if is_optional else None
        return _option(node) if is_optional else node

    def uri(self) -> Node:
        """Return the tree of policy-URI, with an alternative for each kind of scheme."""
        kinds: dict[Node, list[Node]] = {}
        schemes = _SCHEMES if self.schemes is None else map(str.lower, self.schemes)
        for scheme in schemes:
            if hier_part := self.hier_part(scheme):
                kinds.setdefault(hier_part, []).append(self.scheme(scheme))
        alternatives = []
        for part, names in kinds.items():
            alternatives.append(_row(_one_of(names), _word(":"), part))
        uris = _one_of(alternatives)
        if not uris or "scheme" in self.forbid:
            raise ValueError("these policies allow no URI")
        query = self.part("query", _row(_word("?"), Ref("query")))
        fragment = self.part("fragment", _row(_word("#"), Ref("fragment")))
        return _row(uris, query, fragment)

    def scheme(self, scheme: str) -> Node:
        if scheme:
            return _word(scheme)
        # With hosts, there is no a.b://c/, because some programs take "a.b" for the host.
        chars = string.ascii_lowercase + string.digits + "+-"
        if self.hosts is None:
            chars += "."
        return _other_words(_SCHEMES, chars, string.ascii_lowercase)

    def hier_part(self, scheme: str) -> Node | None:
        """Return what may follow a scheme: an authority and a path, or only a path."""
        if self.hosts is not None and ("." in scheme or scheme == "file"):
            return None  # programs disagree on the host
        default = _WEB_PORTS.get(scheme, -1)
        needs_host = self.is_about_authority and scheme in _WEB_PORTS
        may_lack_host = not needs_host and (self.hosts is None or "" in self.hosts)
        may_lack_port = self.ports is None or not self.ports.isdisjoint({-1, default})
        forms = []
        host = self.part("host", self.host, may_lack_host)
        number = self.part("port", self.number, may_lack_port)
        if host and number and "authority" not in self.forbid:
            password = self.part("password", _row(_word(":"), Ref("userinfo")))
            user = self.part("userinfo", _row(Ref("policy-user"), password, _word("@")))
            port = self.part("", _row(_word(":"), number), may_lack_port)
            path = self.part("path", Ref("path-abempty"), is_optional=False)
            forms.append(_row(_word("//"), user, host, port, path))
        if self.hosts is None and may_lack_port and not needs_host:
            rooted = Alt((Ref("path-absolute"), Ref("path-rootless")))
            forms.append(self.part("path", rooted) or EMPTY)
        return _one_of(forms)


def _row(*nodes: Node | None) -> Node:
    """Return what is there of these, one after another."""
    return join(Cat, list(filter(None, nodes)))


def _hosts(values: Iterable[str]) -> Iterator[Node]:
    """Yield the trees of hosts. Labels before a name are read once, whichever name follows."""
    below = []
    for value in values:
        if value and value[0] != "*":
            yield _host(value)
        if value[:1] in ("*", "."):
            below.append(_host(value))
    if below:
        yield _row(Ref("policy-below"), _one_of(below))


def _host(value: str) -> Node:
    """Return the tree of a host. Case does not count, and a name may have a "." at its end."""
    if not value.isascii():
        raise ValueError(f"hosts: a pattern needs the xn-- form of {clip(value)!r}")
    if RFC3986.matches("IPv6address", value.strip("[]")):
        raise ValueError(f"hosts: a pattern can't have all spellings of {value!r}")
    if value.startswith("[") or RFC3986.matches("IPv4address", value):
        return _word(value)
    return _row(_word(value.lstrip("*.").removesuffix(".")), _option(_word(".")))


# ---- Words, letter by letter ----


def _number(numbers: Iterable[str]) -> Node | None:
    """Return the tree of some numbers, with zeros before them."""
    words = _words(numbers)
    return words and _row(_loop(_word("0")), words)


def _words(words: Iterable[str]) -> Node | None:
    """Return the tree of words: of 80 and 81, "8" ( "0" / "1" )."""
    rests = _rests(words)
    can_end = rests.pop("", None) is not None
    branches = []
    for rest, same in _by_rest(rests):
        branches.append(_row(_class(same), _words(rest)))
    tree = _one_of(branches)
    return _option(tree) if tree and can_end else tree


def _other_words(words: Iterable[str], chars: str, first: str) -> Node:
    """Return the tree of all other words of some characters, which begin with those in `first`."""
    rests = _rests(words)
    can_end = rests.pop("", None) is None
    branches = []
    for rest, same in _by_rest(rests):
        branches.append(_row(_class(same), _other_words(rest, chars, chars)))
    branches.append(_row(_class(set(first) - {*rests}), _loop(_class(chars))))
    tree = join(Alt, branches)
    if can_end:
        return _option(tree)
    return tree


def _rests(words: Iterable[str]) -> dict[str, set[str]]:
    """Return what follows each first letter of some words; that of an empty word is ""."""
    rests: dict[str, set[str]] = {}
    for word in sorted(words):
        rests.setdefault(word[:1], set()).add(word[1:])
    return rests


def _by_rest(rests: dict[str, set[str]]) -> Iterable[tuple[frozenset[str], list[str]]]:
    """Return each set of rests with the letters that it follows."""
    letters: dict[frozenset[str], list[str]] = {}
    for letter, rest in rests.items():
        letters.setdefault(frozenset(rest), []).append(letter)
    return letters.items()
