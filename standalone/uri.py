# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 1.0.0 by: python3 standalone/cut.py is_uri is_uri_reference split
recompose resolve normalize URI"""

from __future__ import annotations

import re
import sys
from collections import namedtuple
from functools import cache

# Only type checkers read `typing`, which takes long to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from typing import Any, NamedTuple

__all__ = [
    "URI",
    "URIError",
    "is_uri",
    "is_uri_reference",
    "normalize",
    "recompose",
    "resolve",
    "split",
]


# ---- Errors ----

# A password begins after the first ":" that is not that of a scheme, an IPv6 address or a port, and
# the last "@" ends it (3.2.1). They are %3A and %40 in a URI inside another one, and \u003a and \u0040
# in JSON. What stands before the user is taken as a whole: (?=(…))\1.
_PASSWORD = (
    r"(?s)(?=((?:mailto:|[^:/?#]*:(?=//|\\+/\\+/)(?://\[[0-9A-Fa-f:.]*\](?=[:/?#]))?)?))\1"
    r".*?(?::|%(?:25)*3[Aa]|\\u003[Aa])(?![0-9]+[/?#])"
    r"((?:.*(?=@|%(?:25)*40|\\u0040))?)"
)


def _masked(text: str, rule: str = "") -> str:
    """Return the text for a message, with a "*" for each character of a password in it."""
    user, colon, password = text.partition(":")
    if rule.lower() in ("userinfo", "iuserinfo") and not password.startswith("//"):
        return user + colon + "*" * len(password)
    if "@" not in text and "40" not in text:
        return text
    match = re.match(_PASSWORD, text)
    if match is None:
        return text
    start, end = match.span(2)
    return text[:start] + "*" * (end - start) + text[end:]


def _found(text: str, rule: str, offset: int) -> str:
    """Return what is at an offset, in words. A character of a password is not shown."""
    found = text[offset : offset + 1]
    if not found:
        return "the end"
    if found != " " and found != _masked(text, rule)[offset]:
        return "a masked character"
    return f"'{found}'" if found.isprintable() else repr(found)


class URIError(ValueError):
    """A text that does not match a rule of the grammar, or that a policy does not allow.

    `rule` names the rule, or the part, of the `text`. `offset` is the index of the first wrong
    character, or the text's length if it ends too early; for a policy, it is where the part begins.
    `expected` is what could stand there, as ABNF. `reason` says what is wrong. It and the message mask
    passwords with "*" (RFC 3986 7.5); `text` and `args` keep them.
    """

    def __init__(self, text: str, rule: str, offset: int, expected: str, reason: str = "") -> None:
        super().__init__(text, rule, offset, expected, reason)  # so pickle and copy work
        self.text = text
        self.rule = rule
        self.offset = offset
        self.expected = expected
        self.reason = reason or f"expected {expected}, found {_found(text, rule, offset)}"

    def __str__(self) -> str:
        # A long text is shown around the offset.
        start = max(self.offset - 40, 0)
        shown = _clip(_masked(self.text, self.rule)[start:], self.offset + 40 - start)
        if start:
            shown = f"…{shown}"
        if self.args[4]:
            return f"{self.reason} (at offset {self.offset}): {shown!r}"
        found = _found(self.text, self.rule, self.offset)
        wrong = f"expected {self.expected} at offset {self.offset}, found {found}"
        if not self.reason.startswith("expected "):
            wrong = f"{self.reason} ({wrong})"
        return f"not a valid {self.rule}: {wrong}: {shown!r}"

    def __repr__(self) -> str:  # ValueError's shows the password
        return f"<{type(self).__name__}: {self}>"


def _clip(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _not_str(value: object, what: str = "text") -> TypeError:
    return TypeError(f"{what} must be str, not {type(value).__name__}")


def _str(value: Any, what: str = "text") -> str:
    if not isinstance(value, str):
        raise _not_str(value, what)
    return str.__str__(value)  # a member of an Enum is formatted otherwise


# ---- Patterns ----


def _compile_re(pattern: str) -> re.Pattern[str]:
    """Compile a pattern: before Python 3.11 without possessive loops, which only save time."""
    if sys.version_info < (3, 11):
        pattern = re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)
    return re.compile(pattern, re.DOTALL)


# ---- Verdicts: RFC 3986 sections 3 and 4 ----

_RE_H16 = "[0-9A-Fa-f]{1,4}"
_WIDE_1 = (
    r"\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030"
    r"000-\U0003fffd\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd\U0007000"
    r"0-\U0007fffd\U00080000-\U0008fffd\U00090000-\U0009fffd\U000a0000-\U000afffd\U000b0000-"
    r"\U000bfffd\U000c0000-\U000cfffd\U000d0000-\U000dfffd\U000e1000-\U000efffd"
)
_RE_QUERY = "[!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+"
_RE_PATH_ABEMPTY = "(?:/[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?"
_RE_USERINFO = "[!$&-.0-;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=A-Z_a-z~]*+)*+"
_RE_REG_NAME = "[!$&-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-9;=A-Z_a-z~]*+)*+"
_RE_PATH_ROOTLESS = (
    "(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;="
    "@-Z_a-z~]*+)*+"
)
_RE_IPV4ADDRESS = (
    "(?:(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])[.]){3}(?:[1-9]?[0-9]|1[0-9]{2}|"
    "2[0-4][0-9]|25[0-5])"
)
_RE_PATH_ABSOLUTE = rf"/(?:{_RE_PATH_ROOTLESS})?"
_RE_IPV6ADDRESS = (
    rf"(?:(?:{_RE_H16}:){{6}}|::(?:{_RE_H16}:){{5}}|(?:{_RE_H16})?::(?:{_RE_H16}:){{4}}|(?:"
    rf"(?:{_RE_H16}:)?{_RE_H16})?::(?:{_RE_H16}:){{3}}|(?:(?:{_RE_H16}:){{0,2}}{_RE_H16})?::"
    rf"(?:{_RE_H16}:){{2}}|(?:(?:{_RE_H16}:){{0,3}}{_RE_H16})?::{_RE_H16}:|(?:(?:{_RE_H16}:)"
    rf"{{0,4}}{_RE_H16})?::)(?:{_RE_H16}:{_RE_H16}|{_RE_IPV4ADDRESS})|(?:(?:{_RE_H16}:)"
    rf"{{0,5}}{_RE_H16})?::{_RE_H16}|(?:(?:{_RE_H16}:){{0,6}}{_RE_H16})?::"
)
_RE_AUTHORITY = (
    rf"(?:{_RE_USERINFO}@)?(?:\[(?:{_RE_IPV6ADDRESS}|[Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]+"
    rf"+)\]|{_RE_REG_NAME})(?::[0-9]*+)?"
)
_RE_HIER_PART = rf"(?://{_RE_AUTHORITY}{_RE_PATH_ABEMPTY}|{_RE_PATH_ABSOLUTE}|{_RE_PATH_ROOTLESS})?"

_IPV6ADDRESS = rf"(?:{_RE_IPV6ADDRESS})"
_URI = rf"[A-Za-z][+\-.0-9A-Za-z]*+:{_RE_HIER_PART}(?:[?]{_RE_QUERY})?(?:[#]{_RE_QUERY})?"
_URI_REFERENCE = (
    rf"(?:[A-Za-z][+\-.0-9A-Za-z]*+:{_RE_HIER_PART}|//{_RE_AUTHORITY}{_RE_PATH_ABEMPTY}|"
    rf"{_RE_PATH_ABSOLUTE}|(?:[!$&-.0-9;=@-Z_a-z~]|%[0-9A-Fa-f]{{2}})[!$&-.0-9;=@-Z_a-z~]*+"
    rf"(?:%[0-9A-Fa-f]{{2}}[!$&-.0-9;=@-Z_a-z~]*+)*+{_RE_PATH_ABEMPTY})?(?:[?]{_RE_QUERY})?"
    rf"(?:[#]{_RE_QUERY})?"
)


class _Patterns(dict[str, re.Pattern[str]]):
    """Patterns, each compiled when it is first asked for."""

    def __missing__(self, text: str) -> re.Pattern[str]:
        self[text] = pattern = _compile_re(text)
        return pattern


_pattern = _Patterns()


def _match(template: str, text: str, what: str = "text") -> Any:
    """Return the match of a pattern with the whole of a text, or None."""
    try:
        return _pattern[template].fullmatch(text)
    except TypeError:
        raise _not_str(text, what) from None


def is_uri(text: str) -> bool:
    """Return whether the text is a URI, with a scheme (RFC 3986 section 3)."""
    return _match(_URI, text) is not None


def is_uri_reference(text: str) -> bool:
    """Return whether the text is a URI or a relative reference (RFC 3986 4.1)."""
    return _match(_URI_REFERENCE, text) is not None


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

# Appendix B, possessive: no part has the delimiter that ends it. With re.DOTALL, a fragment keeps "\n".
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
# [ userinfo "@" ] host [ ":" port ] (3.2) of any text: the last "@" counts, and the last ":digits".
_AUTHORITY = r"(?:(.*)@)?(\[[^\]]*\]|[^:]*|.*?)(?::([0-9]*))?"
# host (3.2.2), with a group for each type; the last is RFC 3987's. Policies know domains, too.
_HOST = (
    rf"\[(?:((?:{_RE_IPV6ADDRESS}))|([Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++))\]|("
    rf"{_RE_IPV4ADDRESS})|({_RE_REG_NAME})|([!$&-.0-9;=A-Z_a-z~{_WIDE_1}]*+(?:%[0-9A-Fa-f]"
    rf"{{2}}[!$&-.0-9;=A-Z_a-z~{_WIDE_1}]*+)*+)"
)
_HOST_KINDS = ("IPv6address", "IPvFuture", "IPv4address", "reg-name", "ireg-name", "domain")
_UCSCHAR = rf"[{_WIDE_1}]"
# What each part of a URI can be. host_type checks what is in brackets.
_PART_TEMPLATES = {
    "scheme": r"[A-Za-z][+\-.0-9A-Za-z]*+|",
    "authority": rf"(?:{_RE_USERINFO}@)?(?:\[[^]]*\]|{_RE_REG_NAME})(?::[0-9]*+)?",
    "userinfo": _RE_USERINFO,
    "host": rf"\[[^]]*\]|{_RE_REG_NAME}",
    "port": "[0-9]*+",
    "path": rf"[!$&-.0-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{{2}}[!$&-.0-;=@-Z_a-z~]*+)*+{_RE_PATH_ABEMPTY}",
    "query": _RE_QUERY,
    "fragment": _RE_QUERY,
}
_IPRIVATE = r"[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]"
_INSIDE = ("userinfo", "host", "port")

if TYPE_CHECKING:

    class _Parts(NamedTuple):
        scheme: str | None = None
        authority: str | None = None
        path: str = ""
        query: str | None = None
        fragment: str | None = None
else:
    _FIELDS = "scheme authority path query fragment"
    _Parts = namedtuple("URI", _FIELDS, defaults=(None, None, "", None, None))


def _host_type(host: str) -> str | None:
    match = _match(_HOST, host)
    if match is None:
        return None
    return _HOST_KINDS[match.lastindex - 1]


_TO_LOWER = dict(zip(range(65, 91), range(97, 123)))


def _lower(text: str) -> str:
    """Return the text with A to Z in lower case: the "K" of kelvin stays."""
    if text.isascii():
        return text.lower()
    return text.translate(_TO_LOWER)


def _ipv6_text(host: str) -> str:
    """Return an IP-literal in lower case, and an IPv6address as RFC 5952 writes it."""
    literal = _lower(host)
    if not _pattern[_IPV6ADDRESS].fullmatch(literal, 1, len(literal) - 1):
        return literal
    import ipaddress

    address = ipaddress.IPv6Address(literal[1:-1])
    if address.ipv4_mapped:
        return f"[::ffff:{address.ipv4_mapped}]"
    return f"[{address}]"


def _bracketed(host: str) -> str:
    """Return a host, an IPv6 address in the brackets that a URI needs (3.2.2)."""
    if _pattern[_IPV6ADDRESS].fullmatch(host):
        return f"[{host}]"
    return host


def _part_error(text: str, part: str, offset: int) -> URIError:
    """Return the error for a wrong part."""
    reason = f"{_found(text, part, offset)} is not allowed here in the {part}"
    return URIError(text, part, offset, part, reason)


_AS_IT_IS: Any = ...  # the default of replace, where None leaves a part out


def _part(name: str, part: Any, iri: bool) -> str | None:
    """Return a part as text, if a URI (or an IRI) can have it there; else raise a URIError."""
    if part is None and name != "path":
        return None
    if name == "host" and type(part).__module__ == "ipaddress":
        part = str(part)
    if name == "port" and isinstance(part, int) and not isinstance(part, bool):
        part = str(int(part))
    text = _str(part, name)
    if name == "host":
        text = _bracketed(text)
    plain = text
    if iri:  # what an IRI has besides (RFC 3987 2.2), as what a URI has
        plain = _pattern[_UCSCHAR].sub("~", text)
        if name == "query":
            plain = _pattern[_IPRIVATE].sub("~", plain)
    end = _pattern[_PART_TEMPLATES[name]].match(plain).end()  # type: ignore[union-attr]
    if end == len(text) and "[" in text and URI(None, text).host_type is None:
        end = text.index("[")
    if name == "scheme" and not text:
        raise URIError(text, name, 0, "ALPHA", "the scheme is empty")
    if end < len(text):
        raise _part_error(text, name, end)
    return text


def _authority(userinfo: str | None, host: str | None, port: str | None) -> str | None:
    """Return the authority of these parts (3.2). Raise a URIError if they would not be read from it."""
    if userinfo is None and host is None and port is None:
        return None
    authority = host or ""
    if userinfo is not None:
        authority = f"{userinfo}@{authority}"
    if port is not None:
        authority = f"{authority}:{port}"
    if URI(None, authority)._inside() != (userinfo, host, port):  # "a:" of "a::" has an empty port
        reason = "the host would be read as another one"
        if host is None:
            reason = "the host is missing"
        raise URIError(authority, "host", authority.rfind("@") + 1, "host", reason)
    return authority


def _guarded(scheme: str | None, path: str) -> str:
    """Return a path with "/." or "./" before it, if it would be misread (3.3, 4.2)."""
    if path[:2] == "//":
        return "/." + path
    if scheme is None and 0 < path.find(":") < (path + "/").find("/"):
        return "./" + path
    return path


def _recomposed(scheme: Any, authority: Any, path: str, query: Any, fragment: Any) -> str:
    """Return the text of the parts (5.3), with a guarded path."""
    if authority is None:
        text = _guarded(scheme, path)
    else:
        text = f"//{authority}{path}"
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    if fragment is not None:
        text = f"{text}#{fragment}"
    return text


def _checked_text(uri: URI) -> str:
    """Return the text of parts, with a guarded path; raise an error for parts that no text has."""
    parts: list[Any] = [*uri]
    for i, name in enumerate(URI._fields):
        if parts[i] is not None or name == "path":
            parts[i] = _str(parts[i], name)
    # A part cannot have what ends it; a scheme is not empty; after an authority, "/" begins a path.
    ends = [r"[:/?#]|\A\Z", "[/?#]", r"[?#]|\A[^/]", "#"]
    if parts[1] is None:
        parts[2] = _guarded(parts[0], parts[2])
        ends[2] = "[?#]"
    text = _recomposed(*parts)
    for i, (name, end) in enumerate(zip(URI._fields, ends)):
        wrong = parts[i] is not None and re.search(end, parts[i])
        if wrong:
            before: Any = [*parts[:i], "", *URI()[i + 1 :]]
            start = len(_recomposed(*before)) if i else 0
            raise _part_error(text, name, start + wrong.start())
    return text


def recompose(uri: URI) -> str:
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts.

    A path that would read as an authority or a scheme has "/." or "./" put before it (3.3, 4.2).
    Raises URIError for parts that no text has, such as a path with a "?".
    """
    if type(uri) is not URI and (not isinstance(uri, tuple) or len(uri) != 5):
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    if isinstance(uri[2], str):
        text = _recomposed(*uri)
        if _pattern[_APPENDIX_B].fullmatch(text).groups() == uri:  # type: ignore[union-attr]
            return text
    return _checked_text(uri)  # a guarded path, or parts of no text


class URI(_Parts):
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty.

    `str(uri)` recomposes it. `userinfo`, `host`, `port` (its digits) and `host_type` are read from the
    authority. An IP-literal has its brackets.
    """

    __slots__ = ()

    __str__ = recompose

    def replace(
        self,
        *,
        scheme: str | None = _AS_IT_IS,
        authority: str | None = _AS_IT_IS,
        path: str = _AS_IT_IS,
        query: str | None = _AS_IT_IS,
        fragment: str | None = _AS_IT_IS,
        userinfo: str | None = _AS_IT_IS,
        host: str | IPv4Address | IPv6Address | None = _AS_IT_IS,
        port: int | str | None = _AS_IT_IS,
        iri: bool = False,
    ) -> URI:
        """Return the URI with other parts (RFC 3986 3), of which those that are not given stay.

        None leaves a part out. A host may be a bare IPv6 address or an object of `ipaddress`. A
        userinfo or a port needs a host. With `iri`, the parts may be those of an IRI (RFC 3987 2.2). A
        path that begins with ":" gets "./" before it where neither a scheme nor an authority is (4.2).

        Raises URIError for what no URI has there: `rule` names the part, `text` is its value, and
        `offset` is the first wrong character, or the "[" of a wrong IP-literal.
        """
        given = (scheme, authority, path, query, fragment, userinfo, host, port)
        parts: dict[str, Any] = {}
        for name, part in zip((*URI._fields, *_INSIDE), given):
            if part is not _AS_IT_IS:
                parts[name] = _part(name, part, iri)
        inside = {name: parts.pop(name) for name in _INSIDE if name in parts}
        uri = self._replace(**parts)
        if inside:
            old = dict(zip(_INSIDE, uri._inside()))
            uri = uri._replace(authority=_authority(**{**old, **inside}))
        if uri.authority is not None and uri.path[:1] not in ("", "/"):
            reason = 'after an authority, the path has to begin with "/"'
            raise URIError(uri.path, "path", 0, '"/"', reason)
        if uri.scheme is None and uri.authority is None and uri.path[:1] == ":":
            uri = uri._replace(path="./" + uri.path)
        recompose(uri)  # which raises, if a part that stays is that of no text
        return uri

    def _inside(self) -> tuple[str | Any, ...]:
        """Return userinfo, host and port."""
        if self.authority is None:
            return None, None, None
        return _match(_AUTHORITY, self.authority, "authority").groups()  # type: ignore[no-any-return]

    @property
    def userinfo(self) -> str | None:
        """What is before the "@" (3.2.1)."""
        return self._inside()[0]

    @property
    def host(self) -> str | None:
        """The host (3.2.2)."""
        return self._inside()[1]

    @property
    def port(self) -> str | None:
        """The digits after the host and ":" (3.2.3)."""
        return self._inside()[2]

    @property
    def host_type(self) -> str | None:
        """The rule of 3.2.2 that the host fits first, RFC 3987's "ireg-name", or None."""
        return None if self.host is None else _host_type(self.host)


_new = tuple.__new__  # URI._make, without its check of the length


def split(text: str) -> URI:
    """Return the parts of any text, by the regular expression of RFC 3986 Appendix B.

    Nothing is validated and nothing is lost: recompose(split(text)) == text.
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----

# 6.2.3: schemes whose default port is known, and whose empty path is "/".
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
_UNRESERVED = r"[\-.0-9A-Z_a-z~]"
# A triplet after a stray "%" stays as it is: decoded, "%4%41" would be the triplet "%4A".
_TRIPLET = "%(?<!%%)(?<!%[0-9A-Fa-f]%)[0-9A-Fa-f]{2}"


@cache
def _normal_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _pattern[_UNRESERVED].fullmatch(char) else triplet.upper()


def _normal_triplets(part: str) -> str:
    """Return the part with each triplet in its normal form (6.2.2.1, 6.2.2.2)."""
    if "%" not in part:
        return part
    return re.sub(_TRIPLET, lambda match: _normal_triplet(match[0]), part)


# ---- Resolution: RFC 3986 section 5.2, RFC 2396 section 5.2 ----


def _without_dots(path: str) -> str:
    """Return the path without its dot-segments; its type has been checked."""
    if path[:1] == ".":  # steps A and D
        path = re.sub(r"\A(?:\.\.?/)*(?:\.\.?\Z)?", "", path)
    if "/." not in path:
        return path
    first, *segments = path.split("/")
    out = [first]  # the text before the first "/", then one item for each "/" (step E)
    for segment in segments:
        if segment == "..":  # step C
            out.pop()
            if not out:
                out.append("")
        elif segment != ".":  # step B
            out.append(segment)
    if path.endswith(("/.", "/..")):  # which leave their "/"
        out.append("")
    return "/".join(out)


def _directory(authority: str | None, path: str) -> str:
    """Return a base's path without its last segment (5.2.3): "/b/" of http://a/b/c."""
    if authority is not None and not path:
        return "/"
    return path[: path.rfind("/") + 1]


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """Return the target of a reference, relative to a base URI (RFC 3986 5.2.2).

    Neither is validated. With strict=False a reference with the base's scheme is read without it.
    """
    old_scheme, old_authority, old_path, old_query, _ = _match(_APPENDIX_B, base, "base").groups()
    scheme, authority, path, query, fragment = _match(_APPENDIX_B, ref, "ref").groups()
    if not strict and scheme and _lower(scheme) == _lower(old_scheme or ""):
        scheme = None
    if scheme is None:
        scheme = old_scheme
        if authority is None:
            authority = old_authority
            if not path:
                query = old_query if query is None else query
                return _recomposed(scheme, authority, old_path, query, fragment)
            if path[0] != "/":
                path = _directory(authority, old_path) + path
    return _recomposed(scheme, authority, _without_dots(path), query, fragment)


# ---- Normalization and relative references: RFC 3986 section 6 ----

# Text that needs no work unless it has "%" or "/.": a scheme and an authority without capitals.
_MAYBE_NORMAL = r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"


def _scheme_based(host_port: str, scheme: str | None) -> str:
    """Return host and port without a default port, and with an IPv6 address as RFC 5952 has it."""
    default = _DEFAULT_PORTS.get(scheme or "", "(?!)")  # a pattern that matches nothing
    host_port = re.sub(rf"\A(\[[^]]*\]|[^][:]*):(?:0*{default})?\Z", r"\1", host_port)
    return re.sub(r"\A\[[^]%]*\](?=:[0-9]*\Z|\Z)", lambda match: _ipv6_text(match[0]), host_port)


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """Return the text in the normal form of RFC 3986 6.2.2: the same object, if it is normal already.

    A relative path keeps its dot-segments. `scheme_based` (6.2.3) also removes an empty port, and the
    default port of http, https, ws, wss and ftp, writes the empty path of these as "/", and IPv6
    addresses as RFC 5952 does. The text is not validated: a stray "%" stays.
    """
    plain = "/." not in _str(text) and "%" not in text and not scheme_based
    if plain and _match(_MAYBE_NORMAL, text):
        return text
    match = _match(_APPENDIX_B, _normal_triplets(text))  # which makes no delimiter
    scheme, authority, path, query, fragment = match.groups()
    scheme = scheme and _lower(text[: text.index(":")])  # not made of triplets
    if scheme is not None or authority is not None or path[:1] == "/":
        path = _without_dots(path)
    if authority is not None:
        userinfo, at, host_port = authority.rpartition("@")
        host_port = _lower(host_port)
        if "%" in host_port:
            host_port = re.sub("%[0-9a-f]{2}", lambda match: match[0].upper(), host_port)
        if scheme_based and ":" in host_port:
            host_port = _scheme_based(host_port, scheme)
        if scheme_based and not path and scheme in _DEFAULT_PORTS:
            path = "/"
        authority = userinfo + at + host_port
    normal = _recomposed(scheme, authority, path, query, fragment)
    return text if normal == text else normal
