# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 1.0.0 by: python3 standalone/cut.py is_uri is_uri_reference split
recompose resolve normalize URI"""

from __future__ import annotations

import re
import sys
from collections import namedtuple
from functools import cache

# `typing` takes longer to import than all of this file, and only type checkers read it.
TYPE_CHECKING = False
if TYPE_CHECKING:
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

# In any text, a password begins after the first ":" that is not that of a scheme, an IPv6 address or a
# port, and the last "@" ends it (3.2.1, 7.5). They are %3A and %40 in a URI inside another one, and in
# JSON perhaps \u003a and \u0040.
_BEFORE_USER = r"(?:mailto:|[^:/?#]*:(?=//|\\+/\\+/)(?://\[[0-9A-Fa-f:.]*\](?=[:/?#]))?)?"
_BEFORE_PASSWORD = r"(?::|%(?:25)*3[Aa]|\\u003[Aa])(?![0-9]+[/?#])"
_PASSWORD = r"(?s).*(?=@|%(?:25)*40|\\u0040)"


def _masked(text: str, rule: str = "") -> str:
    """Return the text for a message, with a "*" for each character of a password in it.

    Rather too much is hidden than too little. A userinfo by itself has no "@" at its end.

    >>> _masked("http://me:secret@a.example:80/"), _masked("me:secret", "userinfo")
    ('http://me:******@a.example:80/', 'me:******')
    """
    is_userinfo = rule in ("userinfo", "iuserinfo")
    if not is_userinfo and "@" not in text and "40" not in text:
        return text
    before_user: Any = re.match(_BEFORE_USER, text)
    colon = re.compile(_BEFORE_PASSWORD).search(text, before_user.end())
    if colon is None:
        return text
    start = end = colon.end()
    if is_userinfo and before_user.end() == 0 and not text.startswith("//"):
        end = len(text)
    elif password := re.compile(_PASSWORD).match(text, start):
        end = password.end()
    return text[:start] + "*" * (end - start) + text[end:]


def _found(text: str, rule: str, offset: int) -> str:
    """Return what is at an offset, in words. A character of a password is not told."""
    found = text[offset : offset + 1]
    if not found:
        return "the end"
    if found != " " and found != _masked(text, rule)[offset]:
        return "a hidden character"
    return f"'{found}'" if found.isprintable() else repr(found)


class URIError(ValueError):
    """A text that does not match a rule of the grammar, or that a policy does not allow.

    `rule` names the rule, or the part, of the `text`. `offset` is the index of the first wrong
    character, or the text's length if it ends too early; for a policy, it is where the part begins.
    `expected` is what could have stood there, as ABNF: 'DIGIT / <end of text>'. `reason` says what is
    wrong, in a sentence without the offset and the text.

    The message and the reason have "*" for each character of a password (RFC 3986 7.5). `text` and
    `args` keep it.

    >>> error = URIError("8o", "port", 1, "DIGIT / <end of text>")
    >>> error.rule, error.offset, error.reason
    ('port', 1, "expected DIGIT / <end of text>, found 'o'")
    """

    def __init__(self, text: str, rule: str, offset: int, expected: str, reason: str = "") -> None:
        super().__init__(text, rule, offset, expected, reason)  # args: so pickle and copy work
        self.text = text
        self.rule = rule
        self.offset = offset
        self.expected = expected
        self.reason = reason or f"expected {expected}, found {_found(text, rule, offset)}"

    def __str__(self) -> str:
        # A long text is shown around the offset only, and on one line.
        start = max(self.offset - 40, 0)
        end = self.offset + 40
        shown = _masked(self.text, self.rule)[start:end]
        if start > 0:
            shown = "…" + shown
        if end < len(self.text):
            shown += "…"
        if self.args[4]:
            return f"{self.reason} (at offset {self.offset}): {shown!r}"
        found = _found(self.text, self.rule, self.offset)
        what = f"expected {self.expected} at offset {self.offset}, found {found}"
        if not self.reason.startswith("expected "):
            what = f"{self.reason} ({what})"
        return f"not a valid {self.rule}: {what}: {shown!r}"

    def __repr__(self) -> str:  # that of ValueError shows the text
        return f"<{type(self).__name__}: {self}>"


def _not_str(value: object, what: str = "text") -> TypeError:
    return TypeError(f"{what} must be str, not {type(value).__name__}")


def _str(value: Any, what: str = "text") -> str:
    if not isinstance(value, str):
        raise _not_str(value, what)
    return str.__str__(value)  # a subclass may be formatted otherwise, as a member of an Enum is


# ---- Patterns ----


def _compile_re(pattern: str) -> re.Pattern[str]:
    """Compile a pattern: before Python 3.11 without possessive loops, which only save time."""
    if sys.version_info < (3, 11):
        pattern = re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)
    return re.compile(pattern, re.DOTALL)


# ---- Verdicts: RFC 3986 sections 3 and 4 ----

_IPV6 = (
    "(?:(?:[0-9A-Fa-f]{1,4}:){6}|::(?:[0-9A-Fa-f]{1,4}:){5}|(?:[0-9A-Fa-f]{1,4})?::(?:[0-"
    "9A-Fa-f]{1,4}:){4}|(?:(?:[0-9A-Fa-f]{1,4}:)?[0-9A-Fa-f]{1,4})?::(?:[0-9A-Fa-f]{1,4}:"
    "){3}|(?:(?:[0-9A-Fa-f]{1,4}:){0,2}[0-9A-Fa-f]{1,4})?::(?:[0-9A-Fa-f]{1,4}:){2}|(?:(?"
    ":[0-9A-Fa-f]{1,4}:){0,3}[0-9A-Fa-f]{1,4})?::[0-9A-Fa-f]{1,4}:|(?:(?:[0-9A-Fa-f]{1,4}"
    ":){0,4}[0-9A-Fa-f]{1,4})?::)(?:[0-9A-Fa-f]{1,4}:[0-9A-Fa-f]{1,4}|(?:(?:[1-9]?[0-9]|1"
    "[0-9]{2}|2[0-4][0-9]|25[0-5])[.]){3}(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]))|("
    "?:(?:[0-9A-Fa-f]{1,4}:){0,5}[0-9A-Fa-f]{1,4})?::[0-9A-Fa-f]{1,4}|(?:(?:[0-9A-Fa-f]{1"
    ",4}:){0,6}[0-9A-Fa-f]{1,4})?::"
)

_IPV6ADDRESS = "(?:" + _IPV6 + ")"
_URI = (
    r"[A-Za-z][+\-.0-9A-Za-z]*+:(?://(?:[!$&-.0-;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=A-"
    r"Z_a-z~]*+)*+@)?(?:\[(?:"
    + _IPV6
    + r"|[Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++)\]|[!$&-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2"
    r"}[!$&-.0-9;=A-Z_a-z~]*+)*+)(?::[0-9]*+)?(?:/[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&"
    r"-;=@-Z_a-z~]*+)*+)?|/(?:(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;=@-Z_a-z~]*+(?:"
    r"%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?|(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;"
    r"=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?(?:[?][!$&-;=?-Z_a-z~]*+(?:%[0-"
    r"9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+)?(?:[#][!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?"
    r"-Z_a-z~]*+)*+)?"
)
_URI_REFERENCE = (
    r"(?:[A-Za-z][+\-.0-9A-Za-z]*+:(?://(?:[!$&-.0-;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;"
    r"=A-Z_a-z~]*+)*+@)?(?:\[(?:"
    + _IPV6
    + r"|[Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++)\]|[!$&-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2"
    r"}[!$&-.0-9;=A-Z_a-z~]*+)*+)(?::[0-9]*+)?(?:/[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&"
    r"-;=@-Z_a-z~]*+)*+)?|/(?:(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;=@-Z_a-z~]*+(?:"
    r"%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?|(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;"
    r"=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?|//(?:[!$&-.0-;=A-Z_a-z~]*+(?:%"
    r"[0-9A-Fa-f]{2}[!$&-.0-;=A-Z_a-z~]*+)*+@)?(?:\[(?:"
    + _IPV6
    + r"|[Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++)\]|[!$&-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2"
    r"}[!$&-.0-9;=A-Z_a-z~]*+)*+)(?::[0-9]*+)?(?:/[!$&-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&"
    r"-;=@-Z_a-z~]*+)*+)?|/(?:(?:[!$&-.0-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-;=@-Z_a-z~]*+(?:"
    r"%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?|(?:[!$&-.0-9;=@-Z_a-z~]|%[0-9A-Fa-f]{2})[!$&-"
    r".0-9;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-9;=@-Z_a-z~]*+)*+(?:/[!$&-;=@-Z_a-z~]*+(?"
    r":%[0-9A-Fa-f]{2}[!$&-;=@-Z_a-z~]*+)*+)?)?(?:[?][!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}["
    r"!$&-;=?-Z_a-z~]*+)*+)?(?:[#][!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*"
    r"+)?"
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
    """Return whether the text is a URI, with a scheme (RFC 3986 section 3).

    >>> is_uri("mailto:a@example.com"), is_uri("//example.com/"), is_uri("http://a/\\n")
    (True, False, False)
    """
    return _match(_URI, text) is not None


def is_uri_reference(text: str) -> bool:
    """Return whether the text is a URI or a relative reference (RFC 3986 4.1).

    >>> is_uri_reference("../a?b#c"), is_uri_reference("1:2")
    (True, False)
    """
    return _match(_URI_REFERENCE, text) is not None


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

# Appendix B, with groups only for the parts, and possessive: no part's class has the delimiter that
# ends it. With re.DOTALL no character is lost.
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
# [ userinfo "@" ] host [ ":" port ] (3.2) of any text: the last "@" counts, and the last ":digits".
_AUTHORITY = r"(?:(.*)@)?(\[[^\]]*\]|.*?)(?::([0-9]*))?"

# host (3.2.2), with a group for each type, in the RFC's order.
_HOST = (
    r"\[(?:((?:"
    + _IPV6
    + r"))|([Vv][0-9A-Fa-f]++[.][!$&-.0-;=A-Z_a-z~]++))\]|((?:(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4]"
    r"[0-9]|25[0-5])[.]){3}(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]))|([!$&-.0-9;=A-Z_"
    r"a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-9;=A-Z_a-z~]*+)*+)"
)
_HOST_TYPES = ("IPv6address", "IPvFuture", "IPv4address", "reg-name")
_UCSCHAR = (
    r"[\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U000"
    r"3fffd\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd\U00070000-\U0007fffd\U00"
    r"080000-\U0008fffd\U00090000-\U0009fffd\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U"
    r"000cfffd\U000d0000-\U000dfffd\U000e1000-\U000efffd]"
)
# What the data of a component can have as it is (2.1). The rule "path" would stop too early.
_COMPONENTS = {
    "unreserved": r"[\-.0-9A-Z_a-z~]*",
    "userinfo": "[!$&-.0-;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=A-Z_a-z~]*+)*+",
    "reg-name": "[!$&-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-9;=A-Z_a-z~]*+)*+",
    "segment": "[!$&-.0-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=@-Z_a-z~]*+)*+",
    "path": (
        "[!$&-.0-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=@-Z_a-z~]*+)*+(?:/[!$&-.0-;=@-Z_a-z"
        "~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=@-Z_a-z~]*+)*+)*+"
    ),
    "query": "[!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+",
    "fragment": "[!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+",
}
_OTHER_PARTS = {
    "scheme": r"[A-Za-z][+\-.0-9A-Za-z]*+|",
    "authority": (
        r"(?:[!$&-.0-;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=A-Z_a-z~]*+)*+@)?(?:\[[^]]*\]|[!$&"
        r"-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-9;=A-Z_a-z~]*+)*+)(?::[0-9]*+)?"
    ),
    "host": r"\[[^]]*\]|[!$&-.0-9;=A-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-9;=A-Z_a-z~]*+)*+",
    "port": "[0-9]*+",
}
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
    _Parts = namedtuple("_Parts", _FIELDS, defaults=(None, None, "", None, None))


def _host_type(host: str) -> str | None:
    ascii_only = host.isascii()
    match = _pattern[_HOST].fullmatch(host if ascii_only else _pattern[_UCSCHAR].sub("~", host))
    kind = match and _HOST_TYPES[(match.lastindex or 0) - 1]
    return kind if ascii_only else "ireg-name" if kind == "reg-name" else None


def _lower(text: str) -> str:
    """Return the text with A to Z in lower case, and no other letter: the "K" of kelvin stays."""
    if text.isascii():
        return text.lower()
    return re.sub("[A-Z]+", lambda match: match[0].lower(), text)


def _bracketed(host: str) -> str:
    """Return an IPv6 address in the brackets that a URI needs (3.2.2), and another host as it is."""
    return f"[{host}]" if _pattern[_IPV6ADDRESS].fullmatch(host) else host


def _part_error(text: str, part: str, offset: int) -> URIError:
    what = f"contain {text[offset]!r} there" if text[offset:] else "end there"
    return URIError(text, part, offset, part, f"the {part} cannot {what}")


def _typed(name: str, part: Any) -> Any:
    """Return the part, if it is a str, or None and not the path; else raise a TypeError."""
    return None if part is None and name != "path" else _str(part, name)


def _part(name: str, part: Any) -> str | None:
    """Return a part as text, if a URI can have it there; else raise a URIError."""
    if name not in URI._fields and name not in _INSIDE:
        raise TypeError(f"unknown part {name!r}: {', '.join([*URI._fields, *_INSIDE])}")
    if name == "port" and isinstance(part, int) and not isinstance(part, bool):
        part = str(int(part))
    if name == "host" and type(part).__module__ == "ipaddress":
        part = str(part)
    text = _typed(name, part)
    if text is None:
        return None
    text = _bracketed(text) if name == "host" else text
    template = {**_COMPONENTS, **_OTHER_PARTS}[name]
    end = _pattern[template].match(text).end()  # type: ignore[union-attr]
    if end == len(text) and "[" in text and URI(None, text).host_type is None:
        end = text.index("[")
    if end < len(text) or (name == "scheme" and not text):
        raise _part_error(text, name, end)
    return text


class URI(_Parts):
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty.

    `str(uri)` recomposes it. `userinfo`, `host`, `port` (its digits) and `host_type` are read from the
    authority. An IP-literal has its brackets.

    >>> uri = split("ftp://me@[::1]:2121/x")
    >>> uri.userinfo, uri.host, uri.port, uri.host_type
    ('me', '[::1]', '2121', 'IPv6address')
    >>> str(URI("https", "a.example", query="b"))
    'https://a.example?b'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return recompose(self)

    def replace(self, **parts: Any) -> URI:
        """Return the URI with other parts (RFC 3986 3): any of the five, and userinfo, host and port.

        Each is a str, or None to leave it out. A port may be an int. A host may be a bare IPv6 address
        or an object of `ipaddress`. A userinfo or a port needs a host. Parts that are not given stay as
        they are. Raises URIError for what no URI has there: `rule` names the part, `text` is its value,
        and `offset` is the first wrong character (of a wrong IP-literal, its "["). Raises TypeError for
        another name or type.

        >>> str(URI().replace(scheme="https", host="::1", port=8443, path="/x"))
        'https://[::1]:8443/x'
        """
        given = {name: _part(name, part) for name, part in parts.items()}
        inside = {name: given.pop(name) for name in _INSIDE if name in given}
        uri = URI._make({**self._asdict(), **given}.values())
        if inside:
            userinfo, host, port = {**dict(zip(_INSIDE, uri._inside())), **inside}.values()
            before = "" if userinfo is None else f"{userinfo}@"
            authority = before + (host or "") + ("" if port is None else f":{port}")
            uri = uri._replace(authority=None if host is None else authority)
            if uri._inside() != (userinfo, host, port):
                raise URIError(authority, "host", len(before), "host", "the host is missing")
        recompose(uri)  # which raises, if these parts are those of no text
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


_new = tuple.__new__  # what URI._make does, without its check of the length


def split(text: str) -> URI:
    """Return the parts of any text, by the regular expression of RFC 3986 Appendix B.

    Nothing is validated and nothing is lost: recompose(split(text)) == text.

    >>> split("//example.com?#")
    URI(scheme=None, authority='example.com', path='', query='', fragment='')
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


def _guarded(scheme: str | None, authority: str | None, path: str) -> str:
    if authority is None:
        if path[:2] == "//":
            return "/." + path
        if scheme is None and 0 < path.find(":") < (path + "/").find("/"):
            return "./" + path
    return path


def _recomposed(scheme: Any, authority: Any, path: str, query: Any, fragment: Any) -> str:
    """RFC 3986 5.3, guarded."""
    path = f"//{authority}{path}" if authority is not None else _guarded(scheme, None, path)
    if scheme is not None:
        path = f"{scheme}:{path}"
    if query is not None:
        path = f"{path}?{query}"
    return path if fragment is None else f"{path}#{fragment}"


def _start(uri: URI, i: int) -> int:
    """Return where a part begins in the text, or would begin."""
    before: Any = (*uri[:i], None if uri[i] is None else "")
    return len(_recomposed(*URI(*before))) if i else 0


def recompose(uri: URI) -> str:
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts.

    A path that would read as an authority or a scheme has "/." or "./" put before it (3.3, 4.2).
    Raises URIError for parts that no text has, such as a path with a "?".

    >>> recompose(URI("http", "a", "/b", None, "")), recompose(URI(None, None, "//b", None, None))
    ('http://a/b#', '/.//b')
    """
    if not isinstance(uri, tuple) or len(uri) != 5:
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    kept = URI(*map(_typed, URI._fields, uri))
    kept = kept._replace(path=_guarded(*kept[:3]))
    text = _recomposed(*kept)
    if split(text) != kept:  # a part has what ends it; after an authority, "/" begins a path (3.3)
        path_end = "[?#]" if kept.authority is None else r"[?#]|\A[^/]"
        for i, end in enumerate([r"[:/?#]|\A\Z", "[/?#]", path_end, "#"]):
            if kept[i] is not None and (wrong := re.search(end, kept[i] or "")):
                raise _part_error(text, URI._fields[i], _start(kept, i) + wrong.start())
    return text


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----

# 6.2.3: schemes whose default port is known, and whose empty path is "/".
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
_UNRESERVED = r"[\-.0-9A-Z_a-z~]"
# A triplet after a stray "%" stays as it is: decoded, "%4%41" would be the triplet "%4A".
_TRIPLET = "(?<!%)(?<!%[0-9A-Fa-f])%[0-9A-Fa-f]{2}"


@cache
def _normal_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _pattern[_UNRESERVED].fullmatch(char) else triplet.upper()


def _normal_triplets(part: str) -> str:
    """Return the part with each triplet in its normal form (6.2.2.1, 6.2.2.2)."""
    return _pattern[_TRIPLET].sub(lambda match: _normal_triplet(match[0]), part)


# ---- Resolution: RFC 3986 section 5.2, RFC 2396 section 5.2 ----


def _without_dots(path: str) -> str:
    """Return the path without its dot-segments, as remove_dot_segments does."""
    if "/." not in path and path[:1] != ".":
        return path
    if path[:1] == ".":  # steps A and D
        path = re.sub(r"\A(?:\.\.?/)*(?:\.\.?\Z)?", "", path)
    first, *segments = path.split("/")
    out = [first]  # the text before the first "/", then one item for each "/" (step E)
    for segment in segments:
        if segment == "..":  # step C
            if len(out) > 1:
                out.pop()
            else:
                out[0] = ""
        elif segment != ".":  # step B
            out.append(segment)
    if segments and segments[-1] in (".", ".."):  # "/." and "/.." at the end leave their "/"
        out.append("")
    return "/".join(out)


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """Return the target of a reference, relative to a base URI (RFC 3986 5.2.2).

    Neither is validated. With strict=False a reference that has the base's scheme is read as if it
    had none. "/." or "./" is put before a path where recompose puts it.

    >>> resolve("http://a/b/c/d;p?q", "../../g?y"), resolve("f:/a", ".//g")
    ('http://a/g?y', 'f:/.//g')
    """
    start, match = _match(_APPENDIX_B, base, "base"), _match(_APPENDIX_B, ref, "ref")
    base_scheme, base_authority, base_path, base_query, _ = start.groups()
    scheme, authority, path, query, fragment = match.groups()
    if not strict and scheme and _lower(scheme) == _lower(base_scheme or ""):
        scheme = None
    if scheme is None:
        scheme = base_scheme
        if authority is None:
            authority = base_authority
            if not path:
                query = base_query if query is None else query
                return _recomposed(scheme, authority, base_path, query, fragment)
            if path[0] != "/":  # merge, written out for speed
                directory = base_path[: base_path.rfind("/") + 1]
                if authority is not None and not base_path:
                    directory = "/"
                path = directory + path
    return _recomposed(scheme, authority, _without_dots(path), query, fragment)


# ---- Normalization and relative references: RFC 3986 section 6 ----

# An authority without its port, and the port. Not "a::": without its port it would be "a:".
_HOST_PORT = r"((?:.*@)?(?:\[[^]@]*\]|[^][:@]*)):([0-9]*)"
# Text that needs no work unless it has "%" or "/.": a scheme and an authority without capitals.
_MAYBE_NORMAL = r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """Return the text in the normal form of RFC 3986 6.2.2: the same object, if it is normal already.

    Triplets of unreserved characters are decoded, and others put in upper case; scheme and host are put
    in lower case. Dot-segments are removed, but not from a relative path. `scheme_based` (6.2.3) also
    removes an empty port, and the default port of http, https, ws, wss and ftp, and writes the empty
    path of these as "/". The text is not validated: a stray "%" stays.

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), normalize("%7Efoo/../a")
    ('example://a/b/c/%7Bfoo%7D', '~foo/../a')
    >>> normalize("http://example.com:80", scheme_based=True)
    'http://example.com/'
    """
    plain = "/." not in _str(text) and "%" not in text and not scheme_based
    if plain and _match(_MAYBE_NORMAL, text):
        return text
    match = _match(_APPENDIX_B, text)
    scheme, authority, path, query, fragment = match.groups()
    if "%" in text:
        old = (authority, path, query, fragment)
        new = [_normal_triplets(part) if part and "%" in part else part for part in old]
        authority, path, query, fragment = new
    scheme = scheme and _lower(scheme)
    if authority:
        userinfo, at, rest = authority.rpartition("@")
        rest = _lower(rest)
        if "%" in rest:  # what is left are triplets, whose digits are in upper case
            rest = re.sub("%[0-9a-f]{2}", lambda match: match[0].upper(), rest)
        authority = userinfo + at + rest
    if scheme is not None or authority is not None or path[:1] == "/":
        path = _without_dots(path)
    if scheme_based and authority:
        match = _match(_HOST_PORT, authority)
        if match and (not match[2] or match[2].lstrip("0") == _DEFAULT_PORTS.get(scheme or "")):
            authority = match[1]
    if scheme_based and authority is not None and not path and scheme in _DEFAULT_PORTS:
        path = "/"
    normal = _recomposed(scheme, authority, path, query, fragment)
    return text if normal == text else normal
