# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Validate, split, resolve, normalize and find URIs as RFC 3986, RFC 3987 and RFC 2396 define them.

    Is it valid?       is_uri, is_uri_reference, is_absolute_uri, is_relative_ref
    Where is it wrong? validate, which also applies policies
    Parts              parse, split, recompose, URI
    References         resolve, resolve_rfc2396, relativize, merge, remove_dot_segments
    Comparison         normalize, equivalent
    Encoding           percent_encode, percent_decode, requote, iri_to_uri, uri_to_iri
    In running text    find, redact
    Patterns           RFC3986, RFC3987 and RFC2396: each rule by its name

Below, each rule of the RFCs is a regular expression built from those above it, under its ABNF as the
RFC prints it. Small functions do the rest. Every function raises a TypeError if a text is not a str.
The package `uri_abnf` beside this file does the same for ABNF of your own, and for other engines.

    >>> import uri_regex
    >>> uri_regex.is_uri("http://example.com/%zz")
    False
    >>> uri_regex.validate("http://example.com/%zz")
    Traceback (most recent call last):
    uri_regex.URIError: not a valid URI: "%" has to be followed by two hex digits; write %25 for a "%" \
itself (expected HEXDIG at offset 20, found 'z'): 'http://example.com/%zz'
    >>> uri_regex.split("http://example.com/over?")
    URI(scheme='http', authority='example.com', path='/over', query='', fragment=None)
    >>> uri_regex.resolve("http://a/b/c/d;p?q", "../g")
    'http://a/b/g'

To vendor it, copy this file with its two license lines. It needs Python 3.9 or later and nothing else.
`__all__` lists what is public. Everything else, the rules' constants included, may change.
"""

import os
import re
import sys
from _collections_abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from collections import namedtuple
from functools import cache, lru_cache, partial
from itertools import chain
from types import SimpleNamespace

# Importing `typing` or `collections.abc` is slow. Only type checkers read what is in quotes.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from typing import Any, NamedTuple, TypedDict

    from typing_extensions import Unpack


__version__ = "1.0.0"

__all__ = [
    "RFC2396", "RFC3986", "RFC3987", "URI", "Found", "Rules", "URIError", "equivalent", "find",
    "iri_to_uri", "is_absolute_uri", "is_relative_ref", "is_uri", "is_uri_reference", "main", "merge",
    "normalize", "parse", "percent_decode", "percent_encode", "recompose", "redact", "relativize",
    "remove_dot_segments", "requote", "resolve", "resolve_rfc2396", "split", "uri_to_iri", "validate",
]  # fmt: skip

_IN_WORKSHOP = ("Grammar", "GrammarError", "Problem", "RFC2732", "RFC6874")


def __getattr__(name: str) -> "Any":
    if name in _IN_WORKSHOP:
        raise AttributeError(f"{name} is in the package uri_abnf: from uri_abnf import {name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# ---- Texts, and compiled patterns ----


def _clip(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _type_error(value: object, what: str = "text") -> TypeError:
    return TypeError(f"{what} must be str, not {type(value).__name__}")


def _check_str(value: object, what: str = "text") -> str:
    if not isinstance(value, str):
        raise _type_error(value, what)
    return str.__str__(value)  # a str Enum's member would be formatted differently


def _without_possessive(pattern: str) -> str:
    """Return a pattern of the same language, with plain quantifiers."""
    return re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)


class _Patterns(dict[str, re.Pattern[str]]):
    """Patterns by their text, each compiled when it is first asked for."""

    def __missing__(self, text: str) -> re.Pattern[str]:
        pattern = text
        # `re` has no possessive quantifiers before 3.11, and may be wrong before 3.11.5 (gh-106052).
        if sys.version_info < (3, 11, 5):
            pattern = _without_possessive(text)
        self[text] = compiled = re.compile(pattern, re.DOTALL)
        return compiled


_compiled = _Patterns()


def _match(pattern: str, text: str, what: str = "text") -> "Any":
    """Return the match of a pattern with the whole of a text, or None."""
    try:
        return _compiled[pattern].fullmatch(text)
    except TypeError:
        raise _type_error(text, what) from None


# ---- Errors ----

# Delimiters in every spelling that encoders produce: "@", "%40", "%2540", "\u0040", "%5Cu0040".
_PERCENT = r"(?:%|\\u0025)(?:25)*"
_ESCAPE = rf"(?:{_PERCENT}|(?:\\|{_PERCENT}5[Cc])u00)"  # and two hex digits
_SLASH = rf"(?:/|{_ESCAPE}2[Ff])"
_COLON = rf"(?::|{_ESCAPE}3[Aa])"
_AT = rf"(?:@|{_ESCAPE}40)"
# What JSON puts before a delimiter: 63 in JSON six times within JSON. UTF-16 has a NUL there.
_BACKSLASHES = rf"(?:[\\\0]|{_PERCENT}5[Cc]){{0,63}}"

# All between the first ":" that does not belong to a scheme, an IPv6 address or a port, and the
# last "@". What stands before the user is taken as a whole: (?=(?P<…>…))(?P=…).
_IN_MESSAGE = rf"""(?x) (?= (?P<before> (?: mailto:
  | [^:/?\#]*? (?= [:%\\] ) {_COLON} (?= (?P<slash> {_BACKSLASHES} {_SLASH} ) (?P=slash) )
    (?: // \[ [0-9A-Fa-f:.]* \] (?= [:/?\#] ) )? )? ) )
(?P=before) [^:%\\]*+ (?: (?! {_COLON} (?! [0-9]+ [/?\#] ) ) [:%\\] [^:%\\]*+ )*+
{_COLON} (?! [0-9]+ [/?\#] ) (?P<password> (?: .* (?= {_AT} ) )? )"""


def _mask(text: str, rule: str = "") -> str:
    """Return the text for a message, with a "*" for each character of a password in it.

    When in doubt, hide it. A userinfo by itself has no "@" at its end.

    >>> _mask("http://me:secret@a.example:80/"), _mask("me:secret", "userinfo")
    ('http://me:******@a.example:80/', 'me:******')
    """
    user, _, password = text.partition(":")
    start = end = 0
    if rule.lower() in ("userinfo", "iuserinfo") and not password.startswith("//"):
        start, end = len(user) + 1, len(text)
    elif ("@" in text or "40" in text) and (match := _compiled[_IN_MESSAGE].match(text)):
        start, end = match.span("password")
    return text[:start] + "*" * (end - start) + text[end:]


def _name_char(text: str, rule: str, offset: int) -> str:
    """Return what is at an offset, in words. A character of a password is not shown.

    >>> _name_char("a ", "URI", 1), _name_char("a\u200b", "URI", 1), _name_char("a", "URI", 1)
    ("' '", 'an invisible character, U+200B', 'the end')
    """
    char = text[offset : offset + 1]
    if not char:
        return "the end"
    if char != _mask(text, rule)[offset] and char != " ":
        return "a masked character"
    if char.isprintable():
        return f"'{char}'"
    if char.isascii() or "\ud800" <= char <= "\udfff":
        return repr(char)
    return f"an invisible character, U+{ord(char):04X}"


class URIError(ValueError):
    """A text that does not match a rule of the grammar, or that a policy does not allow.

    `rule` names the rule, or the part, of the `text`. `offset` is the index of the first wrong
    character, or the text's length if it ends too early; for a policy, it is where the part begins.
    `expected` is what could stand there, as ABNF. `reason` says what is wrong to the person who
    wrote the text, and `hint` tells a developer what else to call, or is empty. These two and the
    message mask passwords with "*" (RFC 3986 7.5); `text` and `args` keep them.

    >>> error = URIError("8o", "port", 1, "DIGIT / <end of text>")
    >>> error.rule, error.offset, error.reason
    ('port', 1, "expected DIGIT / <end of text>, found 'o'")
    """

    def __init__(
        self, text: str, rule: str, offset: int, expected: str, reason: str = "", hint: str = ""
    ) -> None:
        # So pickle and copy work.
        super().__init__(text, rule, offset, expected, reason, hint)
        self.rule = rule
        self.offset = offset
        self.expected = expected
        self.reason = reason or f"expected {expected}, found {_name_char(text, rule, offset)}"
        self.hint = hint

    @property
    def text(self) -> str:
        """The text, with its password. It is not in `vars`, which programs print."""
        return str(self.args[0])

    def __str__(self) -> str:
        # A long text is shown around the offset.
        start = max(self.offset - 40, 0)
        shown = _clip(_mask(self.text, self.rule)[start:], self.offset + 40 - start)
        if start:
            shown = f"…{shown}"
        reason = self.reason
        if self.hint:
            reason += f"; {self.hint}"
        if self.args[4]:  # a reason that was passed to the constructor says it all
            return f"{reason} (at offset {self.offset}): {shown!r}"
        found = _name_char(self.text, self.rule, self.offset)
        wrong = f"expected {self.expected} at offset {self.offset}, found {found}"
        if not reason.startswith("expected "):
            wrong = f"{reason} ({wrong})"
        return f"not a valid {self.rule}: {wrong}: {shown!r}"

    def __repr__(self) -> str:  # ValueError's shows the password
        return f"<{type(self).__name__}: {self}>"


# ---- Characters and rules: RFC 3986 Appendix A ----
# Each rule stands below its ABNF as the RFC prints it, in the order that composing needs. A name in
# capitals is one of two things:
#
#   a class     what stands between "[" and "]", as in PCHAR, so that classes compose, too
#   a pattern   what a rule matches, as in SEGMENT; a choice is grouped, so that patterns compose
#
# A class holds single characters. one_of, any_of and some_of add what is percent-encoded. Quantifiers
# are possessive, as in *+, where the next character decides; RFC3986.pattern gives plain ones. Where
# a pattern departs from its ABNF in any other way, "Departs:" says why. For use in other patterns, "#"
# stands in a class, where (?x) keeps it, and ( ) / have a backslash in one, as JavaScript's v flag
# requires.

# The first three are core rules: RFC 5234 Appendix B.1.

# ALPHA          =  %x41-5A / %x61-7A   ; A-Z / a-z
ALPHA = "A-Za-z"
# DIGIT          =  %x30-39
#                       ; 0-9
DIGIT = "0-9"
# HEXDIG         =  DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HEXDIG = f"{DIGIT}A-Fa-f"

# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = f"%[{HEXDIG}]{{2}}"

# unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = rf"{ALPHA}{DIGIT}\-._~"

# gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
GEN_DELIMS = r":\/?#\[\]@"

# sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#               / "*" / "+" / "," / ";" / "="
SUB_DELIMS = r"!$&'\(\)*+,;="

# reserved      = gen-delims / sub-delims
RESERVED = f"{GEN_DELIMS}{SUB_DELIMS}"

# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
PCHAR = f"{UNRESERVED}{SUB_DELIMS}:@"


def one_of(chars: str) -> str:
    """Return the pattern of ( chars / pct-encoded )."""
    return f"(?:[{chars}]|{PCT_ENCODED})"


def any_of(chars: str) -> str:
    """Return the pattern of *( chars / pct-encoded ), unrolled to take runs of characters at once."""
    return f"[{chars}]*+(?:{PCT_ENCODED}[{chars}]*+)*+"


def some_of(chars: str) -> str:
    """Return the pattern of 1*( chars / pct-encoded )."""
    return one_of(chars) + any_of(chars)


# scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*+"

# userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
USERINFO = any_of(f"{UNRESERVED}{SUB_DELIMS}:")

# dec-octet     = DIGIT                 ; 0-9
#               / %x31-39 DIGIT         ; 10-99
#               / "1" 2DIGIT            ; 100-199
#               / "2" %x30-34 DIGIT     ; 200-249
#               / "25" %x30-35          ; 250-255
# Departs: the longest comes first, because the first alternative that fits is taken.
DEC_OCTET = f"(?:25[0-5]|2[0-4][{DIGIT}]|1[{DIGIT}]{{2}}|[1-9][{DIGIT}]|[{DIGIT}])"

# IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"

# h16           = 1*4HEXDIG
H16 = f"[{HEXDIG}]{{1,4}}"

# ls32          = ( h16 ":" h16 ) / IPv4address
LS32 = f"(?:{H16}:{H16}|{IPV4ADDRESS})"

# IPv6address   =                            6( h16 ":" ) ls32
#               /                       "::" 5( h16 ":" ) ls32
#               / [               h16 ] "::" 4( h16 ":" ) ls32
#               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
#               / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
#               / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
#               / [ *4( h16 ":" ) h16 ] "::"              ls32
#               / [ *5( h16 ":" ) h16 ] "::"              h16
#               / [ *6( h16 ":" ) h16 ] "::"
# Departs: the ls32 of the first seven stands once, which halves the time to compile.
IPV6ADDRESS = (
    f"(?:(?:(?:{H16}:){{6}}"
    f"|::(?:{H16}:){{5}}"
    f"|(?:{H16})?::(?:{H16}:){{4}}"
    f"|(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}"
    f"|(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}"
    f"|(?:(?:{H16}:){{0,3}}{H16})?::{H16}:"
    f"|(?:(?:{H16}:){{0,4}}{H16})?::){LS32}"
    f"|(?:(?:{H16}:){{0,5}}{H16})?::{H16}"
    f"|(?:(?:{H16}:){{0,6}}{H16})?::)"
)

# IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPVFUTURE = rf"[Vv][{HEXDIG}]++\.[{UNRESERVED}{SUB_DELIMS}:]++"

# IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_LITERAL = rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]"

# reg-name      = *( unreserved / pct-encoded / sub-delims )
REG_NAME = any_of(f"{UNRESERVED}{SUB_DELIMS}")

# host          = IP-literal / IPv4address / reg-name
# Departs: each IPv4address is a reg-name, too.
HOST = f"(?:{IP_LITERAL}|{REG_NAME})"

# port          = *DIGIT
PORT = f"[{DIGIT}]*+"

# authority     = [ userinfo "@" ] host [ ":" port ]
AUTHORITY = f"(?:{USERINFO}@)?{HOST}(?::{PORT})?"

# segment       = *pchar
SEGMENT = any_of(PCHAR)

# segment-nz    = 1*pchar
SEGMENT_NZ = some_of(PCHAR)

# segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
#               ; non-zero-length segment without any colon ":"
SEGMENT_NZ_NC = some_of(f"{UNRESERVED}{SUB_DELIMS}@")

# path-abempty  = *( "/" segment )
# Departs: after its first "/", it is any pchar and "/", in one run.
PATH_ABEMPTY = "(?:/" + any_of(rf"{PCHAR}\/") + ")?+"

# path-absolute = "/" [ segment-nz *( "/" segment ) ]
PATH_ABSOLUTE = f"/(?:{SEGMENT_NZ}{PATH_ABEMPTY})?"

# path-noscheme = segment-nz-nc *( "/" segment )
PATH_NOSCHEME = SEGMENT_NZ_NC + PATH_ABEMPTY

# path-rootless = segment-nz *( "/" segment )
PATH_ROOTLESS = SEGMENT_NZ + PATH_ABEMPTY

# path-empty    = 0<pchar>
PATH_EMPTY = ""

# path          = path-abempty    ; begins with "/" or is empty
#               / path-absolute   ; begins with "/" but not "//"
#               / path-noscheme   ; begins with a non-colon segment
#               / path-rootless   ; begins with a segment
#               / path-empty      ; zero characters
# Departs: the other three are also one of these two.
PATH = f"(?:{PATH_ABEMPTY}|{PATH_ROOTLESS})"

# query         = *( pchar / "/" / "?" )
QUERY = any_of(rf"{PCHAR}\/?")

# fragment      = *( pchar / "/" / "?" )
FRAGMENT = any_of(rf"{PCHAR}\/?")

# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
HIER_PART = f"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_ROOTLESS}|{PATH_EMPTY})"

# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
# The name URI is taken by the class of a URI's parts.
URI_RULE = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"

# absolute-URI  = scheme ":" hier-part [ "?" query ]
ABSOLUTE_URI = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?"

# relative-part = "//" authority path-abempty
#               / path-absolute
#               / path-noscheme
#               / path-empty
RELATIVE_PART = f"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_EMPTY})"

# relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
RELATIVE_REF = rf"{RELATIVE_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"

# URI-reference = URI / relative-ref
# Departs: what both end in stands once.
URI_REFERENCE = rf"(?:{SCHEME}:{HIER_PART}|{RELATIVE_PART})(?:\?{QUERY})?(?:[#]{FRAGMENT})?"


# ---- Characters and rules of IRIs: RFC 3987 section 2.2 ----
# The rules that it repeats from RFC 3986 are those above.

# ucschar        = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
#                / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
#                / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
#                / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
#                / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
#                / %xD0000-DFFFD / %xE1000-EFFFD
UCSCHAR = (
    "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    "\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
    "\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd"
    "\U00070000-\U0007fffd\U00080000-\U0008fffd\U00090000-\U0009fffd"
    "\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U000cfffd"
    "\U000d0000-\U000dfffd\U000e1000-\U000efffd"
)

# iprivate       = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"

# iunreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
IUNRESERVED = rf"{ALPHA}{DIGIT}\-._~{UCSCHAR}"

# ipchar         = iunreserved / pct-encoded / sub-delims / ":"
#                / "@"
IPCHAR = f"{IUNRESERVED}{SUB_DELIMS}:@"

# iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
IUSERINFO = any_of(f"{IUNRESERVED}{SUB_DELIMS}:")

# ireg-name      = *( iunreserved / pct-encoded / sub-delims )
IREG_NAME = any_of(f"{IUNRESERVED}{SUB_DELIMS}")

# ihost          = IP-literal / IPv4address / ireg-name
# Departs: each IPv4address is an ireg-name, too.
IHOST = f"(?:{IP_LITERAL}|{IREG_NAME})"

# iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]
IAUTHORITY = f"(?:{IUSERINFO}@)?{IHOST}(?::{PORT})?"

# isegment       = *ipchar
ISEGMENT = any_of(IPCHAR)

# isegment-nz    = 1*ipchar
ISEGMENT_NZ = some_of(IPCHAR)

# isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims
#                      / "@" )
#                ; non-zero-length segment without any colon ":"
ISEGMENT_NZ_NC = some_of(f"{IUNRESERVED}{SUB_DELIMS}@")

# ipath-abempty  = *( "/" isegment )
# Departs: after its first "/", it is any ipchar and "/", in one run.
IPATH_ABEMPTY = "(?:/" + any_of(rf"{IPCHAR}\/") + ")?+"

# ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]
IPATH_ABSOLUTE = f"/(?:{ISEGMENT_NZ}{IPATH_ABEMPTY})?"

# ipath-noscheme = isegment-nz-nc *( "/" isegment )
IPATH_NOSCHEME = ISEGMENT_NZ_NC + IPATH_ABEMPTY

# ipath-rootless = isegment-nz *( "/" isegment )
IPATH_ROOTLESS = ISEGMENT_NZ + IPATH_ABEMPTY

# ipath-empty    = 0<ipchar>
IPATH_EMPTY = ""

# ipath          = ipath-abempty   ; begins with "/" or is empty
#                / ipath-absolute  ; begins with "/" but not "//"
#                / ipath-noscheme  ; begins with a non-colon segment
#                / ipath-rootless  ; begins with a segment
#                / ipath-empty     ; zero characters
# Departs: the other three are also one of these two.
IPATH = f"(?:{IPATH_ABEMPTY}|{IPATH_ROOTLESS})"

# iquery         = *( ipchar / iprivate / "/" / "?" )
IQUERY = any_of(rf"{IPCHAR}{IPRIVATE}\/?")

# ifragment      = *( ipchar / "/" / "?" )
IFRAGMENT = any_of(rf"{IPCHAR}\/?")

# ihier-part     = "//" iauthority ipath-abempty
#                / ipath-absolute
#                / ipath-rootless
#                / ipath-empty
IHIER_PART = f"(?://{IAUTHORITY}{IPATH_ABEMPTY}|{IPATH_ABSOLUTE}|{IPATH_ROOTLESS}|{IPATH_EMPTY})"

# IRI            = scheme ":" ihier-part [ "?" iquery ]
#                       [ "#" ifragment ]
IRI_RULE = rf"{SCHEME}:{IHIER_PART}(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"

# absolute-IRI   = scheme ":" ihier-part [ "?" iquery ]
ABSOLUTE_IRI = rf"{SCHEME}:{IHIER_PART}(?:\?{IQUERY})?"

# irelative-part = "//" iauthority ipath-abempty
#                / ipath-absolute
#                / ipath-noscheme
#                / ipath-empty
IRELATIVE_PART = (
    f"(?://{IAUTHORITY}{IPATH_ABEMPTY}|{IPATH_ABSOLUTE}|{IPATH_NOSCHEME}|{IPATH_EMPTY})"
)

# irelative-ref  = irelative-part [ "?" iquery ] [ "#" ifragment ]
IRELATIVE_REF = rf"{IRELATIVE_PART}(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"

# IRI-reference  = IRI / irelative-ref
# Departs: what both end in stands once.
IRI_REFERENCE = rf"(?:{SCHEME}:{IHIER_PART}|{IRELATIVE_PART})(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"


# ---- Characters and rules before 2005: RFC 2396 Appendix A ----
# Names begin with OLD_, because RFC 3986 uses most of them for different rules. These three have
# the patterns above:
#
# digit    = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
#            "8" | "9"
# hex           = digit | "A" | "B" | "C" | "D" | "E" | "F" |
#                         "a" | "b" | "c" | "d" | "e" | "f"
# escaped       = "%" hex hex

# lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
#            "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
#            "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
OLD_LOWALPHA = "a-z"

# upalpha  = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
#            "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
#            "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
OLD_UPALPHA = "A-Z"

# alpha         = lowalpha | upalpha
OLD_ALPHA = f"{OLD_LOWALPHA}{OLD_UPALPHA}"

# alphanum      = alpha | digit
OLD_ALPHANUM = f"{OLD_ALPHA}{DIGIT}"

# mark          = "-" | "_" | "." | "!" | "~" | "*" | "'" |
#                 "(" | ")"
OLD_MARK = r"\-_.!~*'\(\)"

# unreserved    = alphanum | mark
OLD_UNRESERVED = f"{OLD_ALPHANUM}{OLD_MARK}"

# reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
#                 "$" | ","
OLD_RESERVED = r";\/?:@&=+$,"

# uric          = reserved | unreserved | escaped
OLD_URIC = f"{OLD_RESERVED}{OLD_UNRESERVED}"

# fragment      = *uric
OLD_FRAGMENT = any_of(OLD_URIC)

# query         = *uric
OLD_QUERY = any_of(OLD_URIC)

# pchar         = unreserved | escaped |
#                 ":" | "@" | "&" | "=" | "+" | "$" | ","
OLD_PCHAR = f"{OLD_UNRESERVED}:@&=+$,"

# param         = *pchar
OLD_PARAM = any_of(OLD_PCHAR)

# segment       = *pchar *( ";" param )
# Departs: a segment is any run of pchars and ";".
OLD_SEGMENT = any_of(f"{OLD_PCHAR};")

# path_segments = segment *( "/" segment )
# Departs: it is any pchars, ";" and "/", in one run.
OLD_PATH_SEGMENTS = any_of(rf"{OLD_PCHAR};\/")

# port          = *digit
OLD_PORT = f"[{DIGIT}]*+"

# IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
OLD_IPV4ADDRESS = rf"[{DIGIT}]++\.[{DIGIT}]++\.[{DIGIT}]++\.[{DIGIT}]++"

# What a label has after its first character: runs of alphanum, with hyphens only between them. So the
# next character decides.
OLD_LABEL_REST = f"[{OLD_ALPHANUM}]*+(?:-++[{OLD_ALPHANUM}]++)*+"

# toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
OLD_TOPLABEL = f"[{OLD_ALPHA}]{OLD_LABEL_REST}"

# domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
OLD_DOMAINLABEL = f"[{OLD_ALPHANUM}]{OLD_LABEL_REST}"

# hostname      = *( domainlabel "." ) toplabel [ "." ]
# Departs: a domainlabel that begins with a letter is a toplabel. So a hostname is runs of labels that
# begin with a digit, each run ended by a toplabel, and the next character decides: 1.2.a.3.b.
OLD_LABELS_TO_TOPLABEL = rf"(?:[{DIGIT}]{OLD_LABEL_REST}\.)*+{OLD_TOPLABEL}"
OLD_HOSTNAME = rf"{OLD_LABELS_TO_TOPLABEL}(?:\.{OLD_LABELS_TO_TOPLABEL})*+\.?"

# host          = hostname | IPv4address
OLD_HOST = f"(?:{OLD_HOSTNAME}|{OLD_IPV4ADDRESS})"

# hostport      = host [ ":" port ]
OLD_HOSTPORT = f"{OLD_HOST}(?::{OLD_PORT})?"

# userinfo      = *( unreserved | escaped |
#                    ";" | ":" | "&" | "=" | "+" | "$" | "," )
OLD_USERINFO = any_of(f"{OLD_UNRESERVED};:&=+$,")

# server        = [ [ userinfo "@" ] hostport ]
OLD_SERVER = f"(?:(?:{OLD_USERINFO}@)?{OLD_HOSTPORT})?"

# reg_name      = 1*( unreserved | escaped | "$" | "," |
#                     ";" | ":" | "@" | "&" | "=" | "+" )
OLD_REG_NAME = some_of(f"{OLD_UNRESERVED}$,;:@&=+")

# authority     = server | reg_name
# Departs: each server is a reg_name, or empty.
OLD_AUTHORITY = f"(?:{OLD_REG_NAME})?"

# scheme        = alpha *( alpha | digit | "+" | "-" | "." )
OLD_SCHEME = rf"[{OLD_ALPHA}][{OLD_ALPHA}{DIGIT}+\-.]*+"

# rel_segment   = 1*( unreserved | escaped |
#                     ";" | "@" | "&" | "=" | "+" | "$" | "," )
OLD_REL_SEGMENT = some_of(f"{OLD_UNRESERVED};@&=+$,")

# abs_path      = "/"  path_segments
OLD_ABS_PATH = f"/{OLD_PATH_SEGMENTS}"

# rel_path      = rel_segment [ abs_path ]
OLD_REL_PATH = f"{OLD_REL_SEGMENT}(?:{OLD_ABS_PATH})?"

# net_path      = "//" authority [ abs_path ]
OLD_NET_PATH = f"//{OLD_AUTHORITY}(?:{OLD_ABS_PATH})?"

# uric_no_slash = unreserved | escaped | ";" | "?" | ":" | "@" |
#                 "&" | "=" | "+" | "$" | ","
OLD_URIC_NO_SLASH = f"{OLD_UNRESERVED};?:@&=+$,"

# opaque_part   = uric_no_slash *uric
OLD_OPAQUE_PART = one_of(OLD_URIC_NO_SLASH) + any_of(OLD_URIC)

# path          = [ abs_path | opaque_part ]
OLD_PATH = f"(?:{OLD_ABS_PATH}|{OLD_OPAQUE_PART})?"

# hier_part     = ( net_path | abs_path ) [ "?" query ]
# Departs: each net_path is an abs_path, with an empty first segment.
OLD_HIER_PART = rf"{OLD_ABS_PATH}(?:\?{OLD_QUERY})?"

# relativeURI   = ( net_path | abs_path | rel_path ) [ "?" query ]
# Departs: each net_path is an abs_path.
OLD_RELATIVE_URI = rf"(?:{OLD_ABS_PATH}|{OLD_REL_PATH})(?:\?{OLD_QUERY})?"

# absoluteURI   = scheme ":" ( hier_part | opaque_part )
OLD_ABSOLUTE_URI = f"{OLD_SCHEME}:(?:{OLD_HIER_PART}|{OLD_OPAQUE_PART})"

# URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
OLD_URI_REFERENCE = f"(?:{OLD_ABSOLUTE_URI}|{OLD_RELATIVE_URI})?(?:[#]{OLD_FRAGMENT})?"


# ---- Where a text stops ----
# A text can begin a match if and only if it matches with one of a few endings: conformance/proof.py
# shows that for each state of each rule's automaton. So the compiled patterns tell the first wrong
# character. "http://[::" can begin a URI, because "http://[::]" is one.

_ADDRESS_ENDINGS = ("", "::", ":a", "0", ".0", "0.0", ".0.0", "0.0.0", ".0.0.0")
_LITERAL_CHARACTERS = "!.0123459:F[]v~"  # of an IP-literal
_MAX_LITERAL = len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")
# The rules of texts that begin with a scheme, that policies can read, and that Appendix B can split.
_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
_REFERENCE_RULES = (
    *_WITH_SCHEME, "URI-reference", "relative-ref", "IRI-reference", "irelative-ref", "relativeURI",
)  # fmt: skip
_HIERARCHY_RULES = (*_REFERENCE_RULES, "hier-part", "relative-part", "ihier-part", "irelative-part")
# What goes on as a reference does after "//".
_AFTER_SLASHES = ("authority", "iauthority", "host", "ihost")
_ENDINGS = {
    **dict.fromkeys((*_HIERARCHY_RULES, *_AFTER_SLASHES), ("", ":a", "aa", "aa@", "::]")),
    **dict.fromkeys(("IPv6address", "ls32", "IPv4address"), _ADDRESS_ENDINGS),
    **dict.fromkeys(("host", "hostname", "hostport"), ("", "aa.a", "::]")),
    "server": ("", "aa.a", "aa@a"),
    "IP-literal": ("", *[f"{ending}]" for ending in _ADDRESS_ENDINGS]),
    "IPvFuture": ("", "a.a", "va.a"),
}
_OTHER_ENDINGS = ("", "a", "aa", "/")  # of all other rules
# Appendix B, possessive: no part has the delimiter that ends it. With re.DOTALL, a fragment keeps "\n".
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"


def _longest(size: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to `size` for which `holds` is true, as it is for smaller ones."""
    largest, step = 0, 1
    while largest + step <= size and holds(largest + step):
        largest += step
        step *= 2
    while step > 1:
        step //= 2
        if largest + step <= size and holds(largest + step):
            largest += step
    return largest


# The pieces of an authority, and what each is shortened to.
_PIECES = r"(?P<user>.*@)|(?P<literal>\[.*\])|(?P<port>:[0-9]+\Z)|(?P<password>:.+)|(?P<name>[^:]+)"
_SHORT = {"user": "@", "literal": "[::]", "port": ":0", "password": ":a", "name": "a"}


def _shorten(text: str) -> str:
    """Return a short text after which a reference goes on in the same ways.

    There are few such texts, and nothing of a user's is left in them.

    >>> _shorten("http://a.example/b/c"), _shorten("http://a.example/?b"), _shorten("http://me:x")
    ('a:/a', 'a:a?', 'a://a:a')
    """
    _, percent, digit = text[-2:].partition("%")
    triplet = percent + digit  # one that is cut short
    match = _match(_APPENDIX_B, text.removesuffix(triplet))
    scheme, authority, path, query, fragment = match.groups()
    start = "" if scheme is None else "a:"
    if fragment is not None:
        return f"{start}a#{triplet}"
    if query is not None:
        return f"{start}a?{triplet}"
    if "/" in path and (authority is not None or path != "/"):
        return f"{start}/a{triplet}"
    if authority is not None:
        short = _compiled[_PIECES].sub(lambda piece: _SHORT[piece.lastgroup or ""], authority)
        return f"{start}//{short}{triplet}"
    if path not in ("", "/"):
        path = "a" if _match(SCHEME, path) else "0"
    return f"{start}{path}{triplet}"


# ---- Errors in plain words ----

# What no relative-ref has, or only one with an IP-literal, a userinfo or a port.
_NOT_RELATIVE = r"#.*#|\A//[^/?#]*[:@]|[^!#-;=?-Z_a-z~]|%(?![0-9A-Fa-f]{2})"
# What stands where a port would: after a ":" that no userinfo and no IP-literal holds.
_WRITTEN_PORT = r"(?:[^:/?#]*:)?//(?:[^/?#]*@)?(?:\[[^]/?#@]*\]|[^][/?#@:]*):([^@/?#]*)(?![^/?#])"


def _explain_scheme(text: str, rule: str) -> tuple[str, str]:
    """Return the words for a text without the scheme that it has to begin with."""
    if not text:
        return "it is empty", ""
    hint = ""
    if rule != "absoluteURI" and not re.search(_NOT_RELATIVE, text):
        hint = f'for a relative reference, use rule="{rule[-3:]}-reference"'
    return 'it has to begin with a scheme, such as "https:"', hint


def _explain_literal(text: str, rule: str, offset: int) -> tuple[str, str]:
    """Return the words for what is wrong after a "[" that is not closed."""
    found = text[offset : offset + 1]
    if found in ("", "/", "?", "#"):
        return 'the "[" is not closed', ""
    if found == "%":
        return "a zone identifier is not allowed here", "uri_abnf.RFC6874 allows them"
    if "[v" in text[: offset + 1].lower():
        return "", ""
    what = _name_char(text, rule, offset)
    return f'{what} is not allowed here in the IPv6 address that "[" opens', ""


def _is_in_host(text: str, rule: str, offset: int) -> bool:
    """Return whether an offset is in a text's host or port."""
    if rule in ("authority", "iauthority"):
        text, offset = f"//{text}", offset + 2
    elif rule not in _REFERENCE_RULES:
        return rule in ("host", "ihost", "reg-name", "ireg-name")
    host = re.match("(?:[^:/?#]*:)?//(?:[^/?#]*@)?([^/?#@]*)", text)
    return host is not None and host.start(1) <= offset < host.end(1)


def _explain_char(text: str, rule: str, offset: int, in_uri: bool) -> tuple[str, str]:
    """Return the words for a character that has to be percent-encoded."""
    char, what = text[offset], _name_char(text, rule, offset)
    if what == "a masked character":
        return f"{what} is not allowed here; percent-encode it", ""
    if not char.isascii() and char.isprintable():
        if not in_uri:
            return "", ""
        return f"{what} is not ASCII", "an IRI may contain it: see iri_to_uri, or IDNA for a host"
    after_path = rule.removeprefix("i") in ("query", "fragment") or re.search("[?#]", text[:offset])
    if char == "\\" and not after_path:
        return 'a backslash is not allowed here; did you mean "/"?', ""
    if char == "#" and "#" in text[:offset]:
        what = 'a second "#"'
    what = {" ": "a space", "\\": "a backslash"}.get(char, what)
    if char.isascii() and _is_in_host(text, rule, offset):
        return f"{what} is not allowed in a host", ""
    if what.startswith("an invisible"):
        what += ","
    if not char.isprintable():
        return f"{what} is not allowed here", ""
    return f"{what} is not allowed here; write %{ord(char):02X}", ""


def _explain(text: str, rule: str, offset: int, expected: str) -> tuple[str, str]:
    """Return in plain words why a text does not match a rule, and a hint for a developer.

    Both are "" where the ABNF says it best.
    """
    before, found = text[:offset], text[offset : offset + 1]
    if found == " " and offset == 0:
        return "a space at the beginning of the text is not allowed", ""
    if rule in _WITH_SCHEME and not re.match("[^:/?#]*:", text):
        return _explain_scheme(text, rule)
    if found == " " and text[offset:].strip(" ") == "":
        return "a space at the end of the text is not allowed", ""
    if "%" in before[-2:] and expected in ("HEXDIG", "hex"):
        return '"%" has to be followed by two hex digits; write %25 for a "%" itself', ""
    if "[" in before[before.rfind("]") + 1 :]:
        return _explain_literal(text, rule, offset)
    port = re.match(_WRITTEN_PORT, text)
    if port and port.start(1) <= offset <= port.end(1) and port[1].strip("0123456789"):
        wrong = port.end(1) - len(port[1].lstrip("0123456789"))
        return f"the port is not a number: {_name_char(text, rule, wrong)} is not a digit", ""
    if not found or '"%"' not in expected or "unreserved" not in expected:
        return "", ""  # a triplet would not help
    return _explain_char(text, rule, offset, "iunreserved" not in expected)


def _no_such_rule(name: str, rules: Sequence[str]) -> str:
    """Return the words for a name that no rule has, with the names that are like it."""
    from difflib import get_close_matches

    message = f"there is no rule {_clip(_mask(name))!r}"
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", name):
        return f"{message}; are the rule and the text swapped?"
    by_key = {rule.lower(): rule for rule in rules}
    close = [by_key[key] for key in get_close_matches(_clip(name.lower()), by_key)]
    if close:
        return f"{message}; did you mean {' or '.join(close)}?"
    return f"{message}; there are {', '.join(rules)}"


class Rules(Mapping[str, str]):
    """The rules of a grammar: a mapping of each rule's name to its pattern.

    RFC3986, RFC3987 and RFC2396 are such mappings. Each method takes the name of a rule first.
    Names match in either case (RFC 5234 2.1). For an unknown one, methods raise a ValueError that
    suggests similar names.

    >>> RFC3986["port"], "Port" in RFC3986, RFC3986.rules[:3]
    ('[0-9]*', True, ('URI', 'hier-part', 'URI-reference'))
    """

    def __init__(
        self, name: str, patterns: dict[str, str], classes: dict[str, str], characters: str
    ) -> None:
        self._own_name = name
        self._patterns: dict[str, str] = {**_CORE_RULES, **patterns}
        self._keys = {rule.lower(): rule for rule in self._patterns}
        self._classes: dict[str, str] = classes
        self._characters: str = characters
        # Each returns None for a text that does not match the rule.
        self._verdicts: Any = cache(lambda rule: self.compile(rule).fullmatch)
        # For what _shorten returns.
        self._expected_after = cache(self._list_expected)
        self.rules = tuple([rule for rule in patterns if rule not in _CORE_RULES])

    def __getitem__(self, rule: str) -> str:
        try:
            return self.pattern(rule)
        except ValueError as error:
            raise KeyError(str(error)) from None

    def __contains__(self, rule: object) -> bool:
        return isinstance(rule, str) and rule.lower() in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    # A copy is the object itself: pickle finds it by its name.
    def __reduce__(self) -> str:
        return self._own_name

    def __repr__(self) -> str:
        return f"<Rules of {self._own_name}>"

    def _name(self, rule: str) -> str:
        """Return a rule's name as the RFC writes it."""
        key = _check_str(rule, "rule").lower()
        if key not in self._keys:
            raise ValueError(_no_such_rule(rule, self.rules))
        return self._keys[key]

    def pattern(self, rule: str) -> str:
        """Return the rule as a regular expression, for use in a pattern of your own.

        It has no capturing group, no possessive quantifier, and no alternation outside a group. It
        is not anchored. To repeat it, put it in a group. uri_abnf writes shorter ones, and for
        other engines.

        >>> line = f"(?P<method>[A-Z]+) (?P<target>{RFC3986.pattern('URI-reference')}) HTTP/[0-9.]+"
        >>> re.fullmatch(line, "GET /a?b HTTP/1.1")["target"]
        '/a?b'
        """
        return _without_possessive(self._patterns[self._name(rule)])

    def compile(self, rule: str) -> re.Pattern[str]:
        """Compile the rule for `fullmatch`, once. Quantifiers are possessive, from Python 3.11.5 on.

        >>> RFC3986.compile("IPv4address").fullmatch("127.0.0.256") is None
        True
        """
        return _compiled[self._patterns[self._name(rule)]]

    def matches(self, rule: str, text: str) -> bool:
        """Return whether the whole text matches the rule.

        >>> RFC3986.matches("port", "80"), RFC3986.matches("port", "٨")
        (True, False)
        """
        try:
            return self._verdicts(rule)(text) is not None
        except TypeError:
            wrong = (text, "text") if isinstance(rule, str) else (rule, "rule")
            raise _type_error(*wrong) from None

    def validate(self, rule: str, text: str) -> str:
        """Return the text itself, or raise a URIError that tells where it stops matching the rule.

        >>> RFC3986.validate("port", "80a")
        Traceback (most recent call last):
        uri_regex.URIError: not a valid port: expected DIGIT / <end of text> at offset 2, \
found 'a': '80a'
        """
        if self.matches(rule, text):
            return text
        name = self._name(rule)
        offset, expected = self._stop(name, text)
        error = URIError(text, name, offset, _clip(expected, 300))
        reason, error.hint = self._explain(name, text, offset, expected)
        error.reason = reason or error.reason
        raise error

    def partial(self, rule: str, text: str) -> str:
        """Return "valid", "invalid", or "incomplete" if more text could make it valid, as while a
        user is typing.

        >>> [RFC3986.partial("URI", text) for text in ("http://[::", "http://[:::")]
        ['incomplete', 'invalid']
        """
        if self.matches(rule, text):
            return "valid"
        offset, _ = self._stop(self._name(rule), text)
        return "incomplete" if offset == len(text) else "invalid"

    def _stop(self, rule: str, text: str) -> tuple[int, str]:
        """Return the offset of the first wrong character of a text, and what is expected there."""
        # Only an IP-literal has a "[", so a wrong one is the first wrong part.
        start = text.find("[")
        is_begun = start >= 0 and rule != "IP-literal" and self.matches(rule, text[:start] + "[::]")
        if is_begun and not _compiled[IP_LITERAL].match(text, start):
            offset, expected = self._stop("IP-literal", text[start:])
            return start + offset, expected
        # What, put before the text, makes it go on as a reference does. RFC 2396 has no IP-literal, and
        # its host is no reg-name.
        slashes = "" if rule in _HIERARCHY_RULES else None
        if rule in _AFTER_SLASHES and "IP-literal" in self:
            slashes = "//"
        match = self.compile(rule).match(text)
        start = match.end() if match else 0
        before, after = text[:start], text[start:]
        if slashes is not None:
            before = _shorten(slashes + before).removeprefix(slashes)
        length = _longest(len(after), lambda size: self._can_begin(rule, before + after[:size]))
        before += after[:length]
        if slashes is None:
            return start + length, self._list_expected(rule, before)
        before = _shorten(slashes + before).removeprefix(slashes)
        return start + length, self._expected_after(rule, before)

    def _can_begin(self, rule: str, text: str) -> bool:
        """Return whether a text can begin a match of a rule."""
        verdict = self._verdicts(rule)
        return any(verdict(text + ending) for ending in _ENDINGS.get(rule, _OTHER_ENDINGS))

    def _explain(self, rule: str, text: str, offset: int, expected: str) -> tuple[str, str]:
        """Return in plain words what is wrong, and a hint for a developer, or "" for either."""
        return _explain(text, rule, offset, expected)

    def _list_expected(self, rule: str, before: str) -> str:
        """Return what can come after a text, as ABNF."""
        characters = self._characters
        if rule == "IP-literal":
            characters = _LITERAL_CHARACTERS
            if len(before) > _MAX_LITERAL:
                # The IPvFuture goes on as these do.
                before = "[v1.a" if "." in before else "[v1"
        left = "".join([char for char in characters if self._can_begin(rule, before + char)])
        possible = set(left)
        # The classes that the characters stand for, the largest first, and the characters left.
        expected = []
        for name, samples in self._classes.items():
            if samples[0] in left and possible.issuperset(samples):
                expected.append(name)
                left = self.compile(name).sub("", left)
        expected += [f'"{char}"' for char in left]
        if self.matches(rule, before):
            expected.append("<end of text>")
        return " / ".join(expected)


# RFC 5234 B.1
_CORE_RULES = {"ALPHA": f"[{ALPHA}]", "DIGIT": f"[{DIGIT}]", "HEXDIG": f"[{HEXDIG}]"}

RFC3986 = Rules(
    "RFC3986",
    {
        "URI": URI_RULE,
        "hier-part": HIER_PART,
        "URI-reference": URI_REFERENCE,
        "absolute-URI": ABSOLUTE_URI,
        "relative-ref": RELATIVE_REF,
        "relative-part": RELATIVE_PART,
        "scheme": SCHEME,
        "authority": AUTHORITY,
        "userinfo": USERINFO,
        "host": HOST,
        "port": PORT,
        "IP-literal": IP_LITERAL,
        "IPvFuture": IPVFUTURE,
        "IPv6address": IPV6ADDRESS,
        "h16": H16,
        "ls32": LS32,
        "IPv4address": IPV4ADDRESS,
        "dec-octet": DEC_OCTET,
        "reg-name": REG_NAME,
        "path": PATH,
        "path-abempty": PATH_ABEMPTY,
        "path-absolute": PATH_ABSOLUTE,
        "path-noscheme": PATH_NOSCHEME,
        "path-rootless": PATH_ROOTLESS,
        "path-empty": PATH_EMPTY,
        "segment": SEGMENT,
        "segment-nz": SEGMENT_NZ,
        "segment-nz-nc": SEGMENT_NZ_NC,
        "pchar": one_of(PCHAR),
        "query": QUERY,
        "fragment": FRAGMENT,
        "pct-encoded": PCT_ENCODED,
        "unreserved": f"[{UNRESERVED}]",
        "reserved": f"[{RESERVED}]",
        "gen-delims": f"[{GEN_DELIMS}]",
        "sub-delims": f"[{SUB_DELIMS}]",
    },
    # The names of `expected`, the largest class first, each with sample characters: if these can come,
    # the whole class can.
    {
        "unreserved": "~",
        "ALPHA": "z",
        "HEXDIG": "F",
        "reserved": "]/!",
        "sub-delims": "!",
        "DIGIT": "9",
        "gen-delims": "]/",
    },
    "!#%+-./0123459:?@F[]vz~",
)
RFC3987 = Rules(
    "RFC3987",
    {
        **RFC3986._patterns,
        "IRI": IRI_RULE,
        "ihier-part": IHIER_PART,
        "IRI-reference": IRI_REFERENCE,
        "absolute-IRI": ABSOLUTE_IRI,
        "irelative-ref": IRELATIVE_REF,
        "irelative-part": IRELATIVE_PART,
        "iauthority": IAUTHORITY,
        "iuserinfo": IUSERINFO,
        "ihost": IHOST,
        "ireg-name": IREG_NAME,
        "ipath": IPATH,
        "ipath-abempty": IPATH_ABEMPTY,
        "ipath-absolute": IPATH_ABSOLUTE,
        "ipath-noscheme": IPATH_NOSCHEME,
        "ipath-rootless": IPATH_ROOTLESS,
        "ipath-empty": IPATH_EMPTY,
        "isegment": ISEGMENT,
        "isegment-nz": ISEGMENT_NZ,
        "isegment-nz-nc": ISEGMENT_NZ_NC,
        "ipchar": one_of(IPCHAR),
        "iquery": IQUERY,
        "ifragment": IFRAGMENT,
        "iunreserved": f"[{IUNRESERVED}]",
        "ucschar": f"[{UCSCHAR}]",
        "iprivate": f"[{IPRIVATE}]",
    },
    {"iunreserved": "\u00a0~", "ucschar": "\u00a0", "iprivate": "\ue000", **RFC3986._classes},
    RFC3986._characters + "\u00a0\ue000",
)
# The rules that the functions use.
_GRAMMAR = RFC3987
RFC2396 = Rules(
    "RFC2396",
    {
        "URI-reference": OLD_URI_REFERENCE,
        "absoluteURI": OLD_ABSOLUTE_URI,
        "relativeURI": OLD_RELATIVE_URI,
        "hier_part": OLD_HIER_PART,
        "opaque_part": OLD_OPAQUE_PART,
        "uric_no_slash": one_of(OLD_URIC_NO_SLASH),
        "net_path": OLD_NET_PATH,
        "abs_path": OLD_ABS_PATH,
        "rel_path": OLD_REL_PATH,
        "rel_segment": OLD_REL_SEGMENT,
        "scheme": OLD_SCHEME,
        "authority": OLD_AUTHORITY,
        "reg_name": OLD_REG_NAME,
        "server": OLD_SERVER,
        "userinfo": OLD_USERINFO,
        "hostport": OLD_HOSTPORT,
        "host": OLD_HOST,
        "hostname": OLD_HOSTNAME,
        "domainlabel": OLD_DOMAINLABEL,
        "toplabel": OLD_TOPLABEL,
        "IPv4address": OLD_IPV4ADDRESS,
        "port": OLD_PORT,
        "path": OLD_PATH,
        "path_segments": OLD_PATH_SEGMENTS,
        "segment": OLD_SEGMENT,
        "param": OLD_PARAM,
        "pchar": one_of(OLD_PCHAR),
        "query": OLD_QUERY,
        "fragment": OLD_FRAGMENT,
        "uric": one_of(OLD_URIC),
        "reserved": f"[{OLD_RESERVED}]",
        "unreserved": f"[{OLD_UNRESERVED}]",
        "mark": f"[{OLD_MARK}]",
        "escaped": PCT_ENCODED,
        "hex": f"[{HEXDIG}]",
        "alphanum": f"[{OLD_ALPHANUM}]",
        "alpha": f"[{OLD_ALPHA}]",
        "lowalpha": f"[{OLD_LOWALPHA}]",
        "upalpha": f"[{OLD_UPALPHA}]",
        "digit": f"[{DIGIT}]",
    },
    {
        "unreserved": "~z",
        "alphanum": "Zz9",
        "alpha": "Zz",
        "lowalpha": "z",
        "upalpha": "Z",
        "hex": "f",
        "reserved": ";/?:@&=+$,",
        "digit": "9",
        "mark": "~",
    },
    "#$%&+,-./9:;=?@Zfz~",
)


# ---- Verdicts: RFC 3986 sections 3 and 4 ----


def is_uri(text: str) -> bool:
    """Return whether the text is a URI, with a scheme (RFC 3986 section 3).

    >>> is_uri("mailto:a@example.com"), is_uri("//example.com/"), is_uri("http://a/\\n")
    (True, False, False)
    """
    return _match(URI_RULE, text) is not None


def is_uri_reference(text: str) -> bool:
    """Return whether the text is a URI or a relative reference (RFC 3986 4.1).

    >>> is_uri_reference("../a?b#c"), is_uri_reference("1:2")
    (True, False)
    """
    return _match(URI_REFERENCE, text) is not None


def is_absolute_uri(text: str) -> bool:
    """Return whether the text is a URI without a fragment (RFC 3986 4.3), as a base URI has to be.

    >>> is_absolute_uri("http://a/b"), is_absolute_uri("http://a/b#c")
    (True, False)
    """
    return _match(ABSOLUTE_URI, text) is not None


def is_relative_ref(text: str) -> bool:
    """Return whether the text is a reference without a scheme (RFC 3986 4.2).

    >>> is_relative_ref("a/b"), is_relative_ref("a:b")
    (True, False)
    """
    return _match(RELATIVE_REF, text) is not None


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

# [ userinfo "@" ] host [ ":" port ] (3.2) of any text: the last "@" counts, and the last ":digits".
_SPLIT_AUTHORITY = r"(?:(.*)@)?(\[[^\]]*\]|[^:]*|.*?)(?::([0-9]*))?"
# host (3.2.2), with a group for each type; the last is RFC 3987's. Policies know domains, too.
_TYPED_HOST = rf"\[(?:({IPV6ADDRESS})|({IPVFUTURE}))\]|({IPV4ADDRESS})|({REG_NAME})|({IREG_NAME})"
_HOST_TYPES = ("IPv6address", "IPvFuture", "IPv4address", "reg-name", "ireg-name", "domain")
_INSIDE = ("userinfo", "host", "port")
# 6.2.3: schemes whose default port is known, and whose empty path is "/".
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
_MAX_PORT = 65_535  # 16 bits (RFC 9293 3.1)

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


def _find_host_type(host: "str | None") -> "str | None":
    match = _match(_TYPED_HOST, host) if host is not None else None
    return match and _HOST_TYPES[match.lastindex - 1]


def _lower(text: str) -> str:
    """Return the text with A to Z in lower case: the "K" of kelvin stays."""
    if text.isascii():
        return text.lower()
    # Only ASCII has a case in bytes.
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _write_literal(host: str) -> str:
    """Return an IP-literal in lower case, and an IPv6address as RFC 5952 writes it.

    Section 5 there: an IPv4 address that is mapped to IPv6 is dotted.

    >>> _write_literal("[0:0:0:0:0:0:0:1]"), _write_literal("[::FFFF:7f00:1]"), _write_literal("[v1.A]")
    ('[::1]', '[::ffff:127.0.0.1]', '[v1.a]')
    """
    literal = _lower(host)
    if not _compiled[IPV6ADDRESS].fullmatch(literal, 1, len(literal) - 1):
        return literal
    import ipaddress

    address = ipaddress.IPv6Address(literal[1:-1])
    if address.ipv4_mapped:
        return f"[::ffff:{address.ipv4_mapped}]"
    return f"[{address}]"


def _add_brackets(host: str) -> str:
    """Return a host, an IPv6 address in the brackets that a URI needs (3.2.2)."""
    if _compiled[IPV6ADDRESS].fullmatch(host):
        return f"[{host}]"
    return host


_KEEP: "Any" = ...  # the default of replace, where None leaves a part out


def _check_part(name: str, part: object, iri: bool) -> "str | None":
    """Return a part as text, if a URI (or an IRI) can have it there; else raise a URIError."""
    if part is None and name != "path":
        return None
    if name == "host" and type(part).__module__ == "ipaddress":
        part = str(part)
    if name == "port" and isinstance(part, int) and not isinstance(part, bool):
        part = _write_port(int(part))
    text = _check_str(part, name)
    if name == "host":
        text = _add_brackets(text)
    rule = name
    if iri and name not in ("scheme", "port"):
        rule = "i" + name
    try:
        return _GRAMMAR.validate(rule, text)
    except URIError as error:
        error.rule = name
        raise


def _write_port(port: int) -> str:
    try:
        return str(port)
    except ValueError:  # Python writes no more than 4,300 digits
        raise URIError(hex(port), "port", 0, "port", "the port is too large") from None


def _join_authority(userinfo: "str | None", host: "str | None", port: "str | None") -> "str | None":
    """Return the authority of these parts (3.2). Raise a URIError if they would not be read from it."""
    if userinfo is None and host is None and port is None:
        return None
    authority = host or ""
    if userinfo is not None:
        authority = f"{userinfo}@{authority}"
    if port is not None:
        authority = f"{authority}:{port}"
    if URI(None, authority).split_authority() != (userinfo, host, port):
        # "a:" of "a::" has an empty port.
        reason = "the host would be read as another one"
        if host is None:
            reason = "the host is missing"
        raise URIError(authority, "host", authority.rfind("@") + 1, "host", reason)
    return authority


def _guard(scheme: "str | None", path: str) -> str:
    """Return a path with "/." or "./" before it, if it would be misread (3.3, 4.2)."""
    if path[:2] == "//":
        return "/." + path
    if scheme is None and 0 < path.find(":") < (path + "/").find("/"):
        return "./" + path
    return path


def _guard_colon(parts: "tuple[Any, ...]") -> "tuple[Any, ...]":
    """Return parts with "./" before a ":" with which no reference begins (4.2)."""
    if parts[2][:1] == ":" and parts[:2] == (None, None):
        return None, None, "./" + parts[2], *parts[3:]
    return parts


def _join(scheme: "Any", authority: "Any", path: str, query: "Any", fragment: "Any") -> str:
    """Return the text of the parts (5.3), with a guarded path."""
    if authority is None:
        text = _guard(scheme, path)
    else:
        text = f"//{authority}{path}"
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    if fragment is not None:
        text = f"{text}#{fragment}"
    return text


def _part_error(text: str, part: str, offset: int) -> URIError:
    """Return the error for a wrong character of a part."""
    reason = f"{_name_char(text, part, offset)} is not allowed here in the {part}"
    return URIError(text, part, offset, part, reason)


def _join_checked(uri: "URI") -> str:
    """Return the text of parts, with a guarded path; raise an error for parts that no text has."""
    parts: list[Any] = [*uri]
    for i, name in enumerate(URI._fields):
        if parts[i] is not None or name == "path":
            parts[i] = _check_str(parts[i], name)
    # A part cannot have what ends it; a scheme is not empty; after an authority, "/" begins a path.
    ends = [r"[:/?#]|\A\Z", "[/?#]", r"[?#]|\A[^/]", "#"]
    if parts[1] is None:
        parts[2] = _guard(parts[0], parts[2])
        ends[2] = "[?#]"
    text = _join(*parts)
    for i, (name, end) in enumerate(zip(URI._fields, ends)):
        wrong = parts[i] is not None and re.search(end, parts[i])
        if wrong:
            before: Any = [*parts[:i], "", *URI()[i + 1 :]]
            start = len(_join(*before)) if i else 0
            raise _part_error(text, name, start + wrong.start())
    return text


def recompose(uri: "URI") -> str:
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts.

    A path that would read as an authority or a scheme has "/." or "./" put before it (3.3, 4.2).
    Raises URIError for parts that no text can have, such as a path with a "?".

    >>> recompose(URI("http", "a", "/b", None, "")), recompose(URI(None, None, "//b", None, None))
    ('http://a/b#', '/.//b')
    """
    if type(uri) is not URI and (not isinstance(uri, tuple) or len(uri) != 5):
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    if isinstance(uri[2], str):
        text = _join(*uri)
        match: Any = _compiled[_APPENDIX_B].fullmatch(text)
        if match.groups() == uri:
            return text
    return _join_checked(uri)  # a guarded path, or parts of no text


class URI(_Parts):
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty.

    `str(uri)` recomposes it. The other parts are read from the authority: `userinfo` and in it
    `user` and `password`, `host` (an IP-literal has its brackets), `port` (its digits),
    `host_type`, and `address` for a socket.

    A URI may hold the parts of any text, valid or not: `host_type` is None for a host of no known
    type, such as the "h:abc" of https://h:abc/.

    >>> uri = split("ftp://me:x@[::1]:2121/y")
    >>> uri.userinfo, uri.host, uri.port, uri.host_type, uri.address
    ('me:x', '[::1]', '2121', 'IPv6address', ('::1', 2121))
    >>> str(URI("https", "a.example", query="b"))
    'https://a.example?b'
    """

    __slots__ = ()

    __str__ = recompose

    def replace(
        self,
        *,
        scheme: "str | None" = _KEEP,
        authority: "str | None" = _KEEP,
        path: str = _KEEP,
        query: "str | None" = _KEEP,
        fragment: "str | None" = _KEEP,
        userinfo: "str | None" = _KEEP,
        host: "str | IPv4Address | IPv6Address | None" = _KEEP,
        port: "int | str | None" = _KEEP,
        iri: bool = False,
    ) -> "URI":
        """Return a copy with the given parts replaced (RFC 3986 3).

        None leaves a part out. A host may be a bare IPv6 address or an object of `ipaddress`. A
        userinfo or a port needs a host. With `iri`, the parts may be those of an IRI (RFC 3987 2.2). A
        path that begins with ":" gets "./" before it where neither a scheme nor an authority is (4.2).

        Raises URIError for a value that no URI can have there: `rule` names the part, `text` is its
        value, and `offset` is the first wrong character, or the "[" of a wrong IP-literal.

        >>> str(URI().replace(scheme="https", host="::1", port=8443, path="/x"))
        'https://[::1]:8443/x'
        >>> str(split("http://a/b?c#d").replace(host="例え.jp", query=None, iri=True))
        'http://例え.jp/b#d'
        """
        given = (scheme, authority, path, query, fragment, userinfo, host, port)
        parts: dict[str, Any] = {}
        for name, part in zip((*URI._fields, *_INSIDE), given):
            if part is not _KEEP:
                parts[name] = _check_part(name, part, iri)
        inside = {name: parts.pop(name) for name in _INSIDE if name in parts}
        uri = self._replace(**parts)
        if inside:
            old = dict(zip(_INSIDE, uri.split_authority()))
            uri = uri._replace(authority=_join_authority(**{**old, **inside}))
        if uri.authority is not None and uri.path[:1] not in ("", "/"):
            reason = 'after an authority, the path has to begin with "/"'
            raise URIError(uri.path, "path", 0, '"/"', reason)
        uri = _new(type(uri), _guard_colon(uri))
        recompose(uri)  # which raises, if a part that stays is that of no text
        return uri

    def split_authority(self) -> "tuple[str | None, str | None, str | None]":
        """Return userinfo, host and port (3.2), which are read from the authority at once.

        >>> split("http://me@a.example:80/").split_authority()
        ('me', 'a.example', '80')
        """
        if self.authority is None:
            return None, None, None
        match = _match(_SPLIT_AUTHORITY, self.authority, "authority")
        return match.groups()  # type: ignore[no-any-return]

    @property
    def userinfo(self) -> "str | None":
        """What is before the "@" (3.2.1)."""
        return self.split_authority()[0]

    @property
    def user(self) -> "str | None":
        """The userinfo up to its first ":" (3.2.1)."""
        userinfo = self.userinfo
        return userinfo and userinfo.partition(":")[0]

    @property
    def password(self) -> "str | None":
        """The userinfo after its first ":" (3.2.1), or None if there is no ":"."""
        _, colon, password = (self.userinfo or "").partition(":")
        return password if colon else None

    @property
    def host(self) -> "str | None":
        """The host (3.2.2)."""
        return self.split_authority()[1]

    @property
    def port(self) -> "str | None":
        """The digits after the host and ":" (3.2.3)."""
        return self.split_authority()[2]

    @property
    def host_type(self) -> "str | None":
        """The rule of 3.2.2 that the host fits first, RFC 3987's "ireg-name", or None."""
        return _find_host_type(self.host)

    @property
    def address(self) -> "tuple[str, int | None] | None":
        """The host without brackets and the port as a number, for `socket.create_connection`.

        Without a port, it is the default of http, https, ws, wss or ftp, or None. The address is
        None if there is no host. Raises URIError for a port above 65535.

        >>> split("https://[::1]/").address, split("x://a:8").address, split("mailto:a@b").address
        (('::1', 443), ('a', 8), None)
        """
        _, host, port = self.split_authority()
        if host is None:
            return None
        digits = port or _DEFAULT_PORTS.get(_lower(self.scheme or ""))
        if host.startswith("["):
            host = host[1:-1]
        if digits is None:
            return host, None
        if _read_number(digits) > _MAX_PORT:
            raise URIError(digits, "port", 0, "port", f"the port is above {_MAX_PORT}")
        return host, _read_number(digits)


def _read_number(digits: str) -> int:
    """Return the number of a port; of more than five digits, any that is above all ports."""
    return int(digits.lstrip("0")[:6] or "0")


_new = tuple.__new__  # URI._make, without its check of the length


def split(text: str) -> URI:
    """Return the parts of any text, by the regular expression of RFC 3986 Appendix B.

    Nothing is validated and nothing is lost: recompose(split(text)) == text. So a text that other
    parsers refuse has parts, too: the host of https://h:abc/ is "h:abc". To refuse such a text, use
    parse, or after split: if uri.host and not uri.host_type: raise ValueError("not a host").

    >>> split("//example.com?#")
    URI(scheme=None, authority='example.com', path='', query='', fragment='')
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----

# Appendix B, where each part is what its rule says. The path depends on what is before it (3.3):
# (?(2)…) asks for an authority, and (?(1)…) for a scheme, which is not given back, because no
# relative-ref has a ":" in its first segment.
_VALID_PARTS = (
    rf"(?:({SCHEME}):)?+(?://({AUTHORITY}))?"
    rf"((?(2){PATH_ABEMPTY}|(?:{PATH_ABSOLUTE}|(?(1){PATH_ROOTLESS}|{PATH_NOSCHEME}))?))"
    rf"(?:\?({QUERY}))?(?:[#]({FRAGMENT}))?"
)
# The parts that a policy can name, of a valid text, for their places. An authority of RFC 2396 may be a
# reg_name that is no host and port: then all of it is the host.
_ANY_PARTS = (
    r"(?:(?P<scheme>[^:/?#]++):)?+"
    r"(?://(?P<authority>(?:(?=[^@/?#]*+@)(?P<userinfo>[^:/?#]*(?::(?P<password>[^/?#]*))?)@)?+"
    r"(?P<host>\[[^\]/?#]*\]|[^:/?#]*+|[^/?#]*?)(?::(?P<port>[0-9]*))?+)(?![^/?#]))?+"
    r"(?P<path>[^?#]*+)(?:\?(?P<query>[^#]*+))?+(?:#(?P<fragment>.*+))?+"
)
# RFC 1123 2.1: labels of at most 63 characters in lower case, 253 in all.
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*"
# A reg-name, however it is read.
_PLAIN_HOST = f"[{UNRESERVED}{SUB_DELIMS}]*+"
# 253 characters, each of which is three triplets: %EF%BC%91.
_MAX_ENCODED_HOST = 253 * 9
# A triplet after a stray "%" stays as it is: decoded, "%4%41" would be the triplet "%4A".
_TRIPLET = "%(?<!%%)(?<!%[0-9A-Fa-f]%)[0-9A-Fa-f]{2}"

_ADDRESS_PARTS = frozenset(("port", *_HOST_TYPES))
_AUTHORITY_PARTS = _ADDRESS_PARTS.union(("authority", "userinfo", "password", "host"))

if TYPE_CHECKING:

    class _Values(TypedDict, total=False):
        schemes: Iterable[str] | None
        hosts: Iterable[str] | None
        ports: Iterable[int | str] | None
        require: Iterable[str] | None
        forbid: Iterable[str] | None


@cache
def _normalize_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _compiled[f"[{UNRESERVED}]"].fullmatch(char) else triplet.upper()


def _normalize_triplets(part: str) -> str:
    """Return the part with each triplet in its normal form (6.2.2.1, 6.2.2.2)."""
    if "%" not in part:
        return part
    return re.sub(_TRIPLET, lambda match: _normalize_triplet(match[0]), part)


# How parts are compared.


def _compare_host(host: str) -> str:
    """Return a host as policies compare it, in its normal form."""
    host = _normalize_triplets(host)
    if host.startswith("["):
        return _write_literal(host)
    return _lower(host).removesuffix(".")


def _map_host(host: str) -> str:
    """Return a host as IDNA maps it (3.2.2): %EF%BC%91 is "1". Return "/" if it is too long."""
    if host.isascii() and "%" not in host:
        return host
    if len(host) > _MAX_ENCODED_HOST:
        return "/"
    import unicodedata
    from urllib.parse import unquote

    return _compare_host(unicodedata.normalize("NFKC", unquote(host)).replace("\u3002", "."))


def _is_number(label: str) -> bool:
    """Return whether resolvers may read a label, the last one, as a number (7.4)."""
    if label.isascii():
        return _compiled["[0-9]+|0x[0-9a-f]*"].fullmatch(label) is not None
    # IDNA leaves out U+115F and some that are not letters.
    return not any(char.isalpha() and char not in "abcdefx\u115f\u1160" for char in label)


def _list_host_types(host: str) -> "set[str | None]":
    """Return a host's types in all its forms: %31.2.3.4 is a reg-name and an IPv4address.

    None stands for a host that cannot be read.
    """
    normal = _compare_host(host)
    mapped = _map_host(normal)
    types = {_find_host_type(host), _find_host_type(normal)}
    if _is_number(mapped.rpartition(".")[2]):
        types.add("IPv4address")
    elif "%" in mapped:  # encoded twice
        types.add(None)
    elif (mapped_type := _find_host_type(mapped)) not in ("reg-name", "ireg-name"):
        types.add(mapped_type)
    return types


def _is_domain(host: str) -> bool:
    """Return whether a host is labels as in RFC 1123, the last of which is not a number."""
    normal = _compare_host(host)
    is_named = _compiled[_DOMAIN].fullmatch(normal) is not None
    return is_named and not _is_number(normal.rpartition(".")[2])


if TYPE_CHECKING:
    _Check = Callable[[re.Match[str]], None]  # of _ANY_PARTS
    _Policy = tuple[Sequence[str], _Check]


# The errors of policies.


def _find_place(parts: re.Match[str], part: str) -> int:
    """Return where a part begins or would begin."""
    if parts[part] is not None:
        return parts.start(part)
    if part in ("userinfo", "password") and parts["authority"] is not None:
        return max(parts.start("authority"), parts.end("userinfo"))
    path_start, path_end = parts.span("path")
    outside = {"scheme": 0, "query": path_end, "fragment": len(parts.string)}
    return outside.get(part, path_start)


def _refuse(parts: re.Match[str], part: str, reason: str, name: str, expected: str) -> URIError:
    """Return the error of a policy, where the part begins or would begin."""
    offset = _find_place(parts, part)
    return URIError(parts.string, name, offset, _clip(expected, 300), reason)


def _refuse_part(parts: re.Match[str], part: str, reason: str) -> URIError:
    return _refuse(parts, part, reason, part, part)


def _refuse_value(
    parts: re.Match[str], part: str, allowed: Iterable[str], default: str = ""
) -> URIError:
    """Return the error for a part that is none of the allowed values."""
    start, end = parts.span(part)
    shown = _mask(parts.string)[start:end] or default
    found = repr(_clip(shown)) if shown else "missing"
    expected = " / ".join([f'"{value}"' for value in allowed])
    reason = f"the {part} is {found}; allowed: {_clip(expected) or 'none'}"
    return _refuse(parts, part, reason, part, expected)


def _check_host_is_there(parts: re.Match[str]) -> None:
    """Raise a URIError for an authority that readers find elsewhere.

    Browsers read http:/a and http:a as http://a (RFC 9110 4.2.1 wants a host), and ///a as //a.
    """
    if not parts["host"]:
        is_web = (parts["scheme"] or "").lower() in _DEFAULT_PORTS
        if is_web or (parts["scheme"] is None and parts["host"] == ""):
            raise _refuse_part(parts, "host", "the host is missing")


def _check_address(parts: re.Match[str]) -> None:
    """Raise a URIError for a port or a host that nobody can connect to."""
    port, host = parts["port"], parts["host"] or ""
    if port and _read_number(port) > _MAX_PORT:
        raise _refuse_part(parts, "port", f"the port is above {_MAX_PORT}")
    if not _compiled[_PLAIN_HOST].fullmatch(host) and None in _list_host_types(host):
        raise _refuse_part(parts, "host", "the host is of no known type")


def _check_one_host(parts: re.Match[str], name: str = "host") -> None:
    """Raise a URIError for a host that programs read in different ways.

    Some decode percent-encoded bytes, some take a scheme with "." for a host, and browsers read
    no host in file://localhost/ and file://c:/.
    """
    scheme = (parts["scheme"] or "").lower()
    if "." in scheme or scheme == "file":
        raise _refuse_part(parts, "scheme", f"{scheme!r} is not allowed with a host")
    host = parts["host"] or ""
    if "%" in host or "%" in _map_host(host):
        reason = "a host with percent-encoded bytes is not allowed"
        raise _refuse(parts, "host", reason, name, name)


# Each policy reads its values once. It returns the parts that they are about, and a function that
# checks the parts of a text.


def _allow_schemes(values: Iterable[str]) -> "_Policy":
    allowed = _read_schemes(values)

    def check(parts: re.Match[str]) -> None:
        if (parts["scheme"] or "").lower() not in allowed:
            raise _refuse_value(parts, "scheme", allowed)

    return ("scheme",), check


def _read_schemes(values: Iterable[str]) -> dict[str, None]:
    for value in values:
        if not _compiled[SCHEME].fullmatch(value):
            raise ValueError(f"schemes: not a scheme: {_clip(_mask(value))!r}")
    return dict.fromkeys(map(_lower, values))


def _read_host(value: str) -> str:
    """Return an allowed host as it is compared. It may begin with "." or "*."."""
    wildcard = "*" if value.startswith("*.") else ""
    host = _compare_host(_add_brackets(value.removeprefix(wildcard)))
    host_type = _find_host_type(host.removeprefix("."))
    is_domain = host_type in ("reg-name", "ireg-name") and host[:2] != ".."
    is_wrong = host[:1] == "." and not is_domain
    if (value and host in ("", ".")) or "*" in host or host_type is None or is_wrong:
        hint = '".a.example" is a.example and all below it, "*.a.example" only what is below it'
        raise ValueError(f"hosts: not a host: {_clip(_mask(value))!r}; {hint}")
    if host_type != "IPv4address" and _is_number(host.rpartition(".")[2]):
        hint = "write an IPv4 address as four decimal numbers"
        raise ValueError(f"hosts: not one host: {_clip(_mask(value))!r}; {hint}")
    return wildcard + host


def _is_below(host: str) -> bool:
    """Return whether a host that ends in an allowed one is below it for all who read it.

    For a program that maps characters, evil.example／.a.example ends at the slash (7.6).
    """
    mapped = _map_host(host)
    return host[0] != "." and (mapped == host or _find_host_type(mapped) is not None)


def _allow_hosts(values: Iterable[str]) -> "_Policy":
    allowed = [_read_host(value) for value in values]
    exact = {host.removeprefix(".") for host in allowed}
    suffixes = tuple([host.removeprefix("*") for host in allowed if host[:1] in (".", "*")])

    def check(parts: re.Match[str]) -> None:
        if parts["host"] is not None:
            _check_one_host(parts)
            host = _compare_host(parts["host"])
            if host in exact or (host.endswith(suffixes) and _is_below(host)):
                return
        raise _refuse_value(parts, "host", allowed)

    return _HOST_TYPES, check


def _read_port(value: "int | str") -> str:
    """Return an allowed port without leading zeros: "" for a missing one."""
    if isinstance(value, int):
        value = _write_port(int(value))
    if value.strip("0123456789") or _read_number(value) > _MAX_PORT:
        raise ValueError(f"ports: not a port: {_clip(_mask(value))!r}")
    return value.lstrip("0") or value[:1]


def _allow_ports(values: "Iterable[int | str]") -> "_Policy":
    if isinstance(values, range):
        allowed = [f'{port}" to "{values[-1]}' for port in values[:1]]
        numbers: Container[int] = values
    else:
        allowed = list(dict.fromkeys(map(_read_port, values)))
        numbers = {_read_number(port) for port in allowed if port}

    def check(parts: re.Match[str]) -> None:
        default = _DEFAULT_PORTS.get((parts["scheme"] or "").lower(), "")
        digits = parts["port"] or default
        is_missing = not parts["port"] and "" in allowed
        if not is_missing and (not digits or _read_number(digits) not in numbers):
            raise _refuse_value(parts, "port", allowed, default)

    return ("port",), check


def _check_name(name: str) -> str:
    """Return the name of a part or of a type of host, or raise a ValueError."""
    names = (*_compiled[_ANY_PARTS].groupindex, *_HOST_TYPES)
    if name not in names:
        raise ValueError(f"unknown part {_clip(_mask(name))!r}: {', '.join(names)}")
    return name


def _find_part(name: str) -> str:
    """Return the part that a name is about: the host, for a type of host."""
    return "host" if name in _HOST_TYPES else name


def _has(parts: re.Match[str], name: str) -> bool:
    """Return whether a text has this part, or a host that is of this type however it is read."""
    part = parts[_find_part(name)]
    if part is None or (part == "" and _find_part(name) in ("host", "port", "path")):
        return False
    if name == "domain":
        return _is_domain(part)
    return name not in _HOST_TYPES or _list_host_types(part) == {name}


def _require(values: Iterable[str]) -> "_Policy":
    # Each item is alternatives, as in ABNF: "domain / IPv4address".
    items = [[_check_name(name.strip(" ")) for name in value.split("/")] for value in values]

    def check(parts: re.Match[str]) -> None:
        for names in items:
            expected = " / ".join(names)
            if not any(_has(parts, name) for name in names):
                reason = _explain_missing(parts, names)
                raise _refuse(parts, _find_part(names[0]), reason, expected, expected)
            if "domain" in names:
                _check_one_host(parts, expected)
                # Resolvers may read a host such as 0x7f.1 as an IPv4address.
                if len(_list_host_types(parts["host"] or "")) > 1:
                    raise _refuse_part(parts, "host", "the host may be read as another one")

    return tuple(chain(*items)), check


_CALLED = {
    "domain": "a domain name",
    "reg-name": "a registered name",
    "ireg-name": "an internationalized name",
    "IPv4address": "an IPv4 address",
    "IPv6address": "an IPv6 address",
    "IPvFuture": "an address of a future IP version",
}


def _explain_missing(parts: re.Match[str], names: Sequence[str]) -> str:
    if parts["host"] and all(name in _HOST_TYPES for name in names):
        called = ", ".join([_CALLED[name] for name in names])
        return "the host must be " + " or ".join(called.rsplit(", ", 1))
    missing = dict.fromkeys(map(_find_part, names))
    return f"the {' or '.join(missing)} is missing"


def _forbid(values: Iterable[str]) -> "_Policy":
    names = tuple(map(_check_name, values))

    def check(parts: re.Match[str]) -> None:
        for name in names:
            part = parts[_find_part(name)]
            if part is not None and (part != "" or name != "path"):
                _check_forbidden(parts, name, part)

    return names, check


def _check_forbidden(parts: re.Match[str], name: str, part: str) -> None:
    """Raise a URIError for a forbidden part, or for a host that may be of a forbidden type."""
    reason = f"{name} is not allowed"
    if name in _HOST_TYPES:
        types = _list_host_types(part)
        mapped = _map_host(_compare_host(part))
        # iri_to_uri and IDNA make a name of ASCII of it.
        if "ireg-name" in types or not mapped.isascii():
            types |= {"reg-name", "domain"}
        if _is_domain(mapped):
            types.add("domain")
        if types.isdisjoint((name, None)):
            return
        if name not in types:
            reason += ", and the host may be one: it is of no known type"
    raise _refuse(parts, _find_part(name), reason, name, f"<no {name}>")


# Each policy: what reads it, and its help on the command line.
_POLICIES: "dict[str, tuple[Callable[[Any], _Policy], str]]" = {
    "schemes": (_allow_schemes, "allow only these schemes"),
    "hosts": (
        _allow_hosts,
        "allow only these hosts; .a.example: and below; *.a.example: only below",
    ),
    "ports": (_allow_ports, "allow only these ports; an empty item allows a missing port"),
    "require": (_require, "require these: userinfo, host, port, path, 'domain / IPv6address', ..."),
    "forbid": (_forbid, "forbid these: userinfo, password, port, fragment, IPv4address, ..."),
}


def _read_items(values: "Any", what: str) -> "Any":
    """Return several strings (or ports) as a tuple; a lone string is one item, and a range stays."""
    takes_numbers = what == "ports"
    if takes_numbers and isinstance(values, range):
        return values
    if isinstance(values, (str, int, bytes, bytearray)) or not hasattr(values, "__iter__"):
        values = (values,)
    items = []
    for item in values:  # one by one: a range may be huge
        is_number = takes_numbers and isinstance(item, int) and not isinstance(item, bool)
        if not is_number and not isinstance(item, str):
            expected = "int or str" if takes_numbers else "str"
            raise TypeError(f"{what} must be {expected}, not {type(item).__name__}")
        items.append(item)
    return tuple(items)


@lru_cache(maxsize=32)
def _list_checks(rule: str, *given: "tuple[str, Any]") -> "list[_Check]":
    """Return the checks of policies for a rule, and then those of the parts they are about."""
    items = dict(given)
    policies = [_POLICIES[name][0](items[name]) for name in _POLICIES if name in items]
    if items and rule not in _REFERENCE_RULES:
        raise ValueError(f"policies are for {', '.join(_REFERENCE_RULES)}, not for {rule!r}")
    checks = [check for _, check in policies]
    named = set(chain(*[about for about, _ in policies]))
    if not _AUTHORITY_PARTS.isdisjoint(named):
        checks.append(_check_host_is_there)
    if not _ADDRESS_PARTS.isdisjoint(named):
        checks.append(_check_address)
    return checks


def _read_policies(given: "Mapping[str, Any]", rule: str) -> "Sequence[_Check]":
    """Return the checks of the policies that are given for texts of a rule."""
    read = []
    for name, values in given.items():
        if name not in _POLICIES:
            raise TypeError(f"unknown policy {name!r}: {', '.join(_POLICIES)}")
        if values is not None:
            read.append((name, _read_items(values, name)))
    return _list_checks(rule, *read)


def _check_policies(text: str, checks: "Iterable[_Check]") -> None:
    """Raise a URIError unless the policies allow a text, which is valid."""
    parts = _match(_ANY_PARTS, text)
    for check in checks:
        check(parts)


def validate(text: str, *, rule: str = "URI", **policies: "Unpack[_Values]") -> str:
    """Return the text itself, if it matches a rule of RFC 3986 or 3987, and the policies allow it.

    The policies `schemes`, `hosts` and `ports` list the allowed values. ".a.example" allows a.example
    and all hosts below it, "*.a.example" only those below it. Hosts are compared in lower case and
    without a final dot, and IPv6 addresses as addresses, but ::ffff:1.2.3.4 is not 1.2.3.4. An
    undefined or empty port is the scheme's default (3.2.3), and "". `ports` may be a range.

    `require` names the parts that must be there, and `forbid` those that must not: scheme, authority,
    userinfo, password, host, port, path, query, fragment. Both also take types of hosts: IPv4address,
    IPv6address, IPvFuture, reg-name, ireg-name, and domain: labels as in RFC 1123, the last not a
    number. An item of `require` may be alternatives: "domain / IPv4address". What resolvers may
    read as an IPv4address, such as 0x7f.1, counts as one (7.4). A required host, port or path must
    not be empty; a forbidden path may be.

    With `hosts`, or a required domain, other programs read the same host, or refuse the URI. So these
    refuse a host with percent-encoded bytes, the scheme file, and schemes with a ".". `hosts`, and a
    policy about a port or a type of host, refuse ports above 65535. One about any part of the authority
    refuses http, https, ws, wss and ftp without a host, and "///": browsers read http:/a and ///a as
    //a. For an IRI, all this holds for what iri_to_uri and IDNA make of it.

    Raises URIError; its offset for a policy is where the part begins or would begin. Raises
    ValueError for an unknown rule or part, for policies with a rule without such parts, and for a
    value that no URI has there, such as "http:" or a wildcard elsewhere.

    >>> validate("http://a@www.example.com/", schemes=["https", "http"], hosts=[".example.com"])
    'http://a@www.example.com/'
    >>> validate("http://a@example.com/", forbid=["userinfo"])
    Traceback (most recent call last):
    uri_regex.URIError: userinfo is not allowed (at offset 7): 'http://a@example.com/'
    """
    if not policies:
        return _GRAMMAR.validate(rule, text)
    if rule not in _REFERENCE_RULES:
        rule = _GRAMMAR._name(rule)
    checks = _read_policies(policies, rule)
    _GRAMMAR.validate(rule, text)
    _check_policies(text, checks)
    return text


def parse(text: str, *, rule: str = "URI", **policies: "Unpack[_Values]") -> URI:
    """Return the parts of a valid text (RFC 3986 4.1), which policies allow.

    Rules, policies and errors are those of `validate`.

    >>> parse("http://a/b", schemes=["http"]).path
    '/b'
    >>> parse("//[::1", rule="URI-reference")
    Traceback (most recent call last):
    uri_regex.URIError: not a valid URI-reference: the "[" is not closed (expected HEXDIG / "." / ":" \
/ "]" at offset 6, found the end): '//[::1'
    """
    is_usual = not policies and rule in ("URI", "URI-reference")
    if is_usual and (match := _match(_VALID_PARTS, text)):
        parts = match.groups()
        if parts[0] is not None or rule != "URI":
            return _new(URI, parts)
    return split(validate(text, rule=rule, **policies))


# ---- Resolution: RFC 3986 section 5.2, RFC 2396 section 5.2 ----

_LEADING_DOTS = r"\A(?:\.\.?/)*+(?:\.\.?\Z)?"
_UP = r"/\.\.(?=/)"


def _remove_dots(path: str) -> str:
    """Return the path without its dot-segments; its type has been checked."""
    if path[:1] == ".":  # steps A and D
        path = _compiled[_LEADING_DOTS].sub("", path)
    if "/." not in path:
        return path
    if path[-1] == "." and path.endswith(("/.", "/..")):
        path += "/"  # which they leave
    while "/./" in path:  # step B
        path = path.replace("/./", "/")
    # Step C, from the end: /a/b/../../c is "/a/b", "" and "/c". For each ".." after it, a piece loses
    # a segment, or else the piece before it does.
    pieces = _compiled[_UP].split(path)
    kept, climbs = [pieces.pop()], 1
    while pieces:
        split_off = pieces.pop().rsplit("/", climbs)
        if len(split_off) > climbs:
            kept.append(split_off[0])
        climbs += 2 - len(split_off)
    kept.reverse()
    return "".join(kept)


def remove_dot_segments(path: str) -> str:
    """Return the path without its "." and ".." segments (RFC 3986 5.2.4), in one pass.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    return _remove_dots(_check_str(path, "path"))


def _get_directory(authority: "str | None", path: str) -> str:
    """Return a base's path without its last segment (5.2.3): "/b/" of http://a/b/c."""
    if authority is not None and not path:
        return "/"
    return path[: path.rfind("/") + 1]


def merge(base: URI, path: str) -> str:
    """Return a relative path put in place of the last segment of the base's path (RFC 3986 5.2.3).

    >>> merge(split("http://a/b/c"), "g"), merge(split("http://a"), "g")
    ('/b/g', '/g')
    """
    if not isinstance(base, URI):
        raise TypeError(f"base must be a URI, as split gives it, not {type(base).__name__}")
    return _get_directory(base.authority, base.path) + _check_str(path, "path")


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """Return the target of a reference, relative to a base URI (RFC 3986 5.2.2).

    Neither is validated. With strict=False, a reference's scheme is ignored if it is the base's.

    >>> resolve("http://a/b/c/d;p?q", "../../g?y"), resolve("f:/a", ".//g")
    ('http://a/g?y', 'f:/.//g')
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
                if query is None:
                    query = old_query
                return _join(*_guard_colon((scheme, authority, old_path, query, fragment)))
            if path[0] != "/":
                path = _get_directory(authority, old_path) + path
    path = _remove_dots(path)
    if scheme is None:
        return _join(*_guard_colon((scheme, authority, path, query, fragment)))
    return _join(scheme, authority, path, query, fragment)


def _do_step_6(old: URI, new: URI, above_root: str, ref: str) -> str:
    """Return the path of step 6: the base's directory and the reference's path, without dots."""
    directory = _get_directory(old.authority, old.path)
    path = directory + new.path  # a, b
    root = len(path) - len(path.removeprefix("/"))
    depth, climbs = 0, []
    for segment in re.compile("[^/]*/|[^/]+").finditer(path, root):
        if segment[0] in ("..", "../"):
            depth -= 1
        elif segment[0] not in (".", "./"):
            depth += 1
        if depth < 0:  # g
            depth = 0
            climbs.append(segment[0])
            if above_root == "error":
                place = _match(_APPENDIX_B, ref).start(3) + max(segment.start() - len(directory), 0)
                raise URIError(ref, "rel_path", place, "rel_path", "it climbs above the root")
    rest = _remove_dots("/" + path[root:])[1:]  # c to f
    if above_root == "keep":
        rest = "".join(climbs) + rest
    return path[:root] + rest


def resolve_rfc2396(base: str, ref: str, *, strict: bool = True, above_root: str = "keep") -> str:
    """Return the target of a reference as RFC 2396 5.2 has it, step by step.

    Unlike in RFC 3986, "?y" leaves the base's last segment out, and an absolute path keeps its
    dot-segments. `above_root` says what step 6 g does with ".." above the root: "keep" it, "remove" it,
    or "error", a URIError. With strict=False, step 3 ignores a scheme that is the base's. Raises
    ValueError for any other `above_root`.

    >>> resolve_rfc2396("http://a/b/c/d;p?q", "?y"), resolve_rfc2396("http://a/b", "../g")
    ('http://a/b/c/?y', 'http://a/../g')
    """
    if above_root not in ("keep", "remove", "error"):
        wrong = _mask(str(above_root))
        raise ValueError(f"above_root must be keep, remove or error, not {wrong!r}")
    old, new = split(_check_str(base, "base")), split(_check_str(ref, "ref"))
    scheme, authority, path, query, fragment = new
    if ref[:1] in ("", "#"):  # step 2
        return _join(*old[:4], fragment)
    hierarchical = old.authority is not None or old.path[:1] == "/"
    loophole = not strict and hierarchical and _lower(scheme or "") == _lower(old.scheme or "")
    if scheme is not None and not loophole:  # step 3
        return _join(*new)
    if authority is None:  # step 4
        authority = old.authority
        if path[:1] != "/":  # step 5
            path = _do_step_6(old, new, above_root, ref)
    return _join(*_guard_colon((old.scheme, authority, path, query, fragment)))  # step 7


# ---- Normalization and relative references: RFC 3986 section 6 ----

# Text that needs no work unless it has "%" or "/.": a scheme and an authority without capitals.
_MAYBE_NORMAL = r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"


def _normalize_port(host_port: str, scheme: "str | None") -> str:
    """Return host and port without a default port, and with an IPv6 address as RFC 5952 has it."""
    # (?!) matches nothing.
    default = _DEFAULT_PORTS.get(scheme or "", "(?!)")
    host_port = re.sub(rf"\A(\[[^]]*\]|[^][:]*):(?:0*{default})?\Z", r"\1", host_port)
    literal = r"\A\[[^]%]*\](?=:[0-9]*\Z|\Z)"
    return re.sub(literal, lambda match: _write_literal(match[0]), host_port)


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """Return the text in the normal form of RFC 3986 6.2.2, the same object if it is normal.

    A relative path keeps its dot-segments. `scheme_based` (6.2.3) also removes an empty port, and the
    default port of http, https, ws, wss and ftp, writes the empty path of these as "/", and IPv6
    addresses as RFC 5952 does. The text is not validated: a stray "%" stays.

    Dots may be percent-encoded: /public/%2e%2e/admin becomes /admin. So check a path after normalizing.

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), normalize("%7Efoo/../a")
    ('example://a/b/c/%7Bfoo%7D', '~foo/../a')
    >>> normalize("http://[2001:DB8:0:0:0:0:0:7]:80", scheme_based=True)
    'http://[2001:db8::7]/'
    """
    plain = "/." not in _check_str(text) and "%" not in text and not scheme_based
    if plain and _match(_MAYBE_NORMAL, text):
        return text
    # Normalizing triplets makes no delimiter.
    match = _match(_APPENDIX_B, _normalize_triplets(text))
    scheme, authority, path, query, fragment = match.groups()
    scheme = scheme and _lower(text[: text.index(":")])  # not made of triplets
    if scheme is not None or authority is not None or path[:1] == "/":
        path = _remove_dots(path)
    if authority is not None:
        userinfo, at, host_port = authority.rpartition("@")
        host_port = _lower(host_port)
        if "%" in host_port:
            host_port = re.sub("%[0-9a-f]{2}", lambda match: match[0].upper(), host_port)
        if scheme_based and ":" in host_port:
            host_port = _normalize_port(host_port, scheme)
        if scheme_based and not path and scheme in _DEFAULT_PORTS:
            path = "/"
        authority = userinfo + at + host_port
    normal = _join(scheme, authority, path, query, fragment)
    return text if normal == text else normal


def equivalent(a: str, b: str, *, scheme_based: bool = False) -> bool:
    """Return whether two texts have the same normal form (RFC 3986 6.2).

    False does not prove that they identify different resources (6.1).

    >>> equivalent("HTTP://example.com/%7Eme", "http://EXAMPLE.com/~me")
    True
    """
    return normalize(a, scheme_based=scheme_based) == normalize(b, scheme_based=scheme_based)


def _relate_paths(base: URI, path: str) -> str:
    """Return a relative path from the base's directory to a path: "../d/e" from /a/b/c to /a/d/e."""
    here = _remove_dots(_get_directory(base.authority, base.path))
    both = _longest(min(len(here), len(path)), lambda size: here.startswith(path[:size]))
    shared = here.rfind("/", 0, both) + 1
    up = re.sub("[^/]*/", "../", here[shared:])
    rest = path[shared:]
    if not rest:
        return up[:-1] or "."
    if not up and (rest[0] == "/" or ":" in rest.partition("/")[0]):  # 4.2
        return "./" + rest
    return up + rest


def _list_references(base: URI, target: URI) -> Iterator[str]:
    """Yield references that may lead from a base to a target."""
    scheme, authority, path, query, fragment = target
    tail = _join(None, None, "", query, fragment)
    if (scheme, authority) == base[:2]:
        if path == base.path:
            yield tail
            yield _join(None, None, "", None, fragment)
        if authority is None and path[:4] == "/.//":
            path = path[2:]  # the guard of recompose, no segment
        yield _relate_paths(base, path) + tail
        yield _join(*_guard_colon((None, None, path, query, fragment)))
    if authority is not None:
        yield f"//{authority}{path}{tail}"


def relativize(base: str, target: str) -> str:
    """Return the shortest reference with resolve(base, reference) == resolve(base, target).

    It is the inverse of RFC 3986 5.2.2. Neither text is validated.

    >>> relativize("http://a/b/c/d?q", "http://a/b/e"), relativize("http://a/b", "http://a//c")
    ('../e', './/c')
    """
    goal = resolve(base, target)
    guarded = "./" + target if target[:1] == ":" else target  # 4.2
    choices = sorted([goal, guarded, *_list_references(split(base), split(goal))], key=len)
    return next((ref for ref in choices if resolve(base, ref) == goal), guarded)


# ---- Percent-encoding and IRIs: RFC 3986 section 2.1, RFC 3987 section 3 ----

# What the data of a component can have as it is (2.1).
_COMPONENTS = {
    "unreserved": f"[{UNRESERVED}]*+",
    "userinfo": USERINFO,
    "reg-name": REG_NAME,
    "segment": SEGMENT,
    "path": f"{SEGMENT}(?:/{SEGMENT})*+",
    "query": QUERY,
    "fragment": FRAGMENT,
}
# What could be part of a host, or of a port, valid or not.
_HOST_TEXT = any_of(f"{UNRESERVED}{RESERVED}")
_ASCII = "[\0-\x7f]"
_TRIPLETS = _TRIPLET + "(?:%[0-9A-Fa-f]{2})*+"
# All that an IRI may have, in any order: its query's characters, and those that no query has.
_IRI_TEXT = f"{IQUERY}(?:[][#%]{IQUERY})*+"
# What an IRI may have, but should not show (RFC 3987 4.1, 6.1): what cannot be seen, and bidirectional
# formatting; quotation marks; what ends a sentence or looks like a delimiter, such as U+FF0F.
_HIDDEN = r"""(?x)
[\xa0\xad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f]
| [\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]
| [\xab\xbb\u2016-\u2018\u201a-\u2027\u2030-\u205e]
| [\u037e\u0589\u060c\u061b-\u061f\u06d4\u0964\u0965]
| [\u2215\u2236\u29f8\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]
| [\u3001-\u3003\u3008-\u3011\u3014-\u301f]
"""
# What has to stay a triplet in an IRI: what it should not show, "/", and what is not UTF-8.
_NOT_DECODED = rf"{_HIDDEN} | [^{UNRESERVED}{UCSCHAR}]++"


@cache
def _map_octets(pattern: str) -> dict[int, str]:
    """Return, for each octet, the character that the pattern can have, or a triplet."""
    table = {octet: f"%{octet:02X}" for octet in range(256)}
    for char in map(chr, table):
        if _compiled[pattern].fullmatch(char):
            table[ord(char)] = char
    return table


def _to_octets(text: str) -> str:
    """Return a character for each octet of UTF-8; raise a URIError for a lone surrogate."""
    try:
        return text.encode("utf-8").decode("latin-1")
    except UnicodeEncodeError as e:
        reason = "a lone surrogate cannot be encoded"
        raise URIError(text, "pct-encoded", e.start, "<UTF-8>", reason) from None


def _encode_octets(octets: "str | None", pattern: str) -> "Any":
    """Return a part, if there is one, as the pattern can have it; its triplets stay."""
    if not octets:
        return octets
    encoded = octets.translate(_map_octets(pattern))
    return re.sub("%25(?=[0-9A-Fa-f]{2})", "%", encoded)


def _get_component(component: str) -> str:
    """Return the pattern of a component, or raise a ValueError."""
    if _check_str(component, "component") not in _COMPONENTS:
        known = ", ".join(_COMPONENTS)
        raise ValueError(f"unknown component {_clip(_mask(component))!r}: {known}")
    return _COMPONENTS[component]


def percent_encode(text: str, component: str = "unreserved") -> str:
    """Percent-encode what a component does not allow, as UTF-8 (RFC 3986 2.1).

    `component` is unreserved, userinfo, reg-name, segment, path, query or fragment. A "%" is always
    encoded; `requote` keeps triplets. Raises URIError for a lone surrogate, and ValueError for any
    other component.

    >>> percent_encode("a/b c%"), percent_encode("a/b c%", "path")
    ('a%2Fb%20c%25', 'a/b%20c%25')
    """
    pattern = _get_component(component)
    if _match(pattern, text) and "%" not in text:
        return text
    return _to_octets(text).translate(_map_octets(pattern))


def requote(text: str, component: "str | None" = None) -> str:
    """Percent-encode what a URI reference cannot contain, and keep what is already encoded (%XX).

    The result is valid if the scheme and the authority are (RFC 3986 2.1, 2.4, 4.1): an authority keeps
    brackets, and a port that is not a number. A path that begins with ":" has "./" before it (4.2). For
    a link in HTML: resolve(base, requote(href.strip())).

    With a `component`, the text is that of one component of `percent_encode`. Raises URIError for a
    lone surrogate, and ValueError for any other component.

    >>> requote("http://a.example/å b/%7E?50%#[x]#")
    'http://a.example/%C3%A5%20b/%7E?50%25#%5Bx%5D%23'
    >>> requote("50%/a?b%2F", "path")
    '50%25/a%3Fb%2F'
    """
    text = _check_str(text)
    if component is not None:
        pattern = _get_component(component)
        return str(_encode_octets(_to_octets(text), pattern))
    scheme, authority, path, query, fragment = split(_to_octets(text))
    scheme = scheme and scheme.translate(_map_octets(_ASCII))
    path, query, fragment = [_encode_octets(part, QUERY) for part in (path, query, fragment)]
    if authority is not None:
        userinfo, at, host = authority.rpartition("@")
        authority = _encode_octets(userinfo, USERINFO) + at + _encode_octets(host, _HOST_TEXT)
    return _join(*_guard_colon((scheme, authority, path, query, fragment)))


def percent_decode(text: str, errors: str = "strict") -> str:
    """Return the text with its percent-encoded bytes (%XX) decoded, as UTF-8 (RFC 3986 2.1, 2.5).

    A "+" stays. `errors` is that of bytes.decode. Raises URIError where a "%" does not begin a
    triplet, and, when strict, where triplets are not UTF-8. Raises LookupError for an unknown `errors`.
    To decode a text that has a stray "%", encode that first: percent_decode(requote(text, "query")).

    >>> percent_decode("a%2Fb%20%C3%BC")
    'a/b ü'
    >>> percent_decode("%FF", errors="replace"), percent_decode(requote("50%", "query"))
    ('\ufffd', '50%')
    """
    if "%" not in _check_str(text):
        return text
    if stray := re.search("%[0-9A-Fa-f]?(?![0-9A-Fa-f])", text):
        error = URIError(text, "pct-encoded", stray.end(), "HEXDIG")
        error.reason, _ = _explain(text, "pct-encoded", stray.end(), "HEXDIG")
        raise error

    def decode(match: re.Match[str]) -> str:
        # Quoted-printable (RFC 2045 6.7) writes an octet as "=4F", and is decoded in C.
        quoted = match[0].replace("=", "=3D").replace("%", "=")
        try:
            return _get_a2b_qp()(quoted).decode("utf-8", errors)
        except UnicodeDecodeError as e:
            octets = re.findall("(?s)%..|.", match[0])
            place = match.start() + len("".join(octets[: e.start]))
            reason = "the triplets are not UTF-8"
            raise URIError(text, "pct-encoded", place, "<UTF-8>", reason) from None

    return re.sub("%[\0-\x7f]*", decode, text)


@cache
def _get_a2b_qp() -> Callable[[str], bytes]:
    from binascii import a2b_qp  # half a millisecond, where it is a file of its own

    return a2b_qp


def iri_to_uri(iri: str) -> str:
    """Return the URI of an IRI (RFC 3987 3.1): what is not ASCII is percent-encoded as UTF-8.

    The host, too: neither IDNA nor Unicode normalization is applied. Raises URIError for a character
    that an IRI cannot have: a space, "<", a lone surrogate.

    >>> iri_to_uri("http://www.example.org/Dürst")
    'http://www.example.org/D%C3%BCrst'
    """
    match: Any = _compiled[_IRI_TEXT].match(_check_str(iri, "iri"))
    if match.end() < len(iri):
        raise _part_error(iri, "IRI", match.end())
    return iri if iri.isascii() else _to_octets(iri).translate(_map_octets(_ASCII))


def _encode_match(match: re.Match[str]) -> str:
    return "%" + match[0].encode("utf-8", "surrogateescape").hex("%").upper()


def _decode_for_iri(match: re.Match[str]) -> str:
    # Each octet of an ill-formed sequence becomes one lone surrogate, which no IRI has.
    chars = bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape")
    # Once in memory, however often.
    return sys.intern(_compiled[_NOT_DECODED].sub(_encode_match, chars))


def uri_to_iri(uri: str) -> str:
    """Return an IRI of a URI (RFC 3987 3.2): triplets become characters that an IRI can have there.

    Triplets stay that are not unreserved or a ucschar, and those of what is invisible (4.1) or looks
    like a delimiter, such as U+FF0F (6.1). iri_to_uri leads back to an equivalent URI.

    >>> uri_to_iri("http://www.example.org/D%C3%BCrst%2F%FC%E2%80%AE")
    'http://www.example.org/Dürst%2F%FC%E2%80%AE'
    """
    if "%" not in _check_str(uri, "uri"):
        return uri
    return _compiled[_TRIPLETS].sub(_decode_for_iri, uri)


# ---- Passwords in any text: RFC 3986 3.2.1 and 7.5 ----
#
# An authority begins after "//" or "sip:" (RFC 3261 19.1.1), a password after its first ":".
# What is hidden is * here:
#
#   http://me:**@h/a@b               the web: up to the last "@" of the authority, which "/", "?",
#   see <http://me:**@h>,<a@b>         "#", "<", ">" or the end of the run ends
#   http://me:*/*@h/                 but if it has none, up to the last "@" of the run,
#   see db://me:*@*/*@h or a@b         as for all other schemes, whose passwords people write raw
#   http://h:80/a@b  db://h:80,/a@b  a port is no password, if the authority has no "@" behind it
#   "db://me:*\"*@h","a@b"           a run ends at white space, or at a quotation mark that is
#                                      spelled no longer than the one before the URI
#   ?u=db%3A%2F%2Fme%3A*%40h&m=a@b   or at "&", if the URI's delimiters are percent-encoded
#   'db://me:*"*@h'                  no quotation mark ends it behind an apostrophe
#   db://me:*" *@h                   nor where the URI begins a line; there, the run is the line
#   db://me:*"*@h or a@b               if the authority has no "@"
#   http://me:*@*%2F*@h/             what is spelled deeper than the URI's delimiters is none

# A shell writes an apostrophe as '"'"'.
_QUOTE = rf"(?<![\\\0])(?<!%5[Cc]){_BACKSLASHES}(?:\"|{_ESCAPE}22)(?!'|{_ESCAPE}27)"
_SCHEME_NAME = r"[A-Za-z][+\-.0-9A-Za-z]*"
# An IPv6address has at most 45 characters, and zone identifiers and IPvFuture seldom more.
_LITERAL = rf""" (?: \[ | {_ESCAPE}5[Bb] )
(?: (?: [0-9A-Fa-f.] | {_COLON} ){{2,45}} (?: %[^]@/?\#\s]{{1,45}} )? | [Vv][^]@/?\#\s]{{1,45}} )
(?: \] | {_ESCAPE}5[Dd] ) (?! [-0-9A-Z_a-z] | {_AT} )"""
# A scheme may begin behind "%20", too.
_START = r"(?: (?<![-.0-9A-Za-z]) | (?<=[0-9][0-9A-Fa-f]) | (?<=\\[nrt]) )"
_WEB = rf"(?x) {_START} (?: [Hh][Tt][Tt][Pp][Ss]? | [Ww][Ss][Ss]? | [Ff][Tt][Pp] ) \Z"
# With three slashes, the authority is empty.
_OPENING = rf"""(?xm)
(?: (?P<line> (?: ^ | (?P<amp> & ) ) [\ \t\ufeff]* {_SCHEME_NAME} )
  | (?P<quote> {_QUOTE} | (?<=') ) (?: {_SCHEME_NAME} )? )?
(?: (?: (?P<colon> {_COLON} ) {_BACKSLASHES} )? (?P<slash> {_SLASH} ) {_BACKSLASHES}
    (?: (?P=slash) (?P<path> {_BACKSLASHES} (?P=slash) [/\\\0]* )?
      | {_SLASH} (?! {_BACKSLASHES} {_SLASH} ) )
  | {_START} (?<!\+) (?P<sip> [Ss][Ii][Pp][Ss]? {_COLON} ) ) (?! {_LITERAL} )"""
_PORT_AND_END = rf"""(?x) \0* (?: [0-9]\0* ){{1,5}} (?: {_BACKSLASHES} (?= {_SLASH} | " ) )?
(?P<end> [/?\#'"<>\s,;:.)\]] | {_ESCAPE}(?: 2[237CFcf] | 3[ABFabf] | 5[Dd] ) | \Z )"""
_MARK = rf"""(?x) (?P<colon> {_COLON} )
| (?P<slash> [/?\#] | {_ESCAPE}(?: 2[3Ff] | 3[Ff] ) )
| (?P<bracket> [<>] ) | (?P<quote> {_QUOTE} ) | (?P<value> & | {_ESCAPE}26 )
| (?P<line> [\r\n] ) | (?P<space> \s ) | (?P<end> \Z )"""
# Hidden text may have held the end of another password. Two rounds mostly suffice.
_MOST_ROUNDS = 5
_RUN_ENDS = {"quote", "value", "space", "line", "end"}
_AUTHORITY_ENDS = {"slash", "bracket", *_RUN_ENDS}


def _count_levels(spelled: str) -> int:
    """Return how often a delimiter is percent-encoded: 2 for "%253A"."""
    _, percent, digits = spelled.rpartition("%")
    return len(percent) + digits.count("25")


def _find_mark(text: str, start: int, ends: set[str], level: int, quote: int) -> "Any":
    """Return the first of these marks that is a delimiter at this level."""
    for mark in _compiled[_MARK].finditer(text, start):
        above = level - _count_levels(mark[0])
        fits = {"colon": True, "quote": above >= 0 and len(mark[0]) <= quote, "value": above > 0}
        if mark.lastgroup in ends and fits.get(mark.lastgroup, above >= 0):
            break
    return mark


def _is_web(text: str, opening: "Any") -> bool:
    """Return whether the scheme is one of the web's, or there is none."""
    end = opening.start("colon")
    if end < 0:
        return not opening["sip"]
    return _compiled[_WEB].search(text, max(end - 5, 0), end) is not None


def _has_at(text: str, start: int, end: int, level: int) -> bool:
    """Return whether an "@" at this level is there, or one behind what redact has hidden before."""
    ats = _compiled[_AT].finditer(text, start, end)
    return any(
        _count_levels(at[0]) <= level or text.endswith("***", start, at.start()) for at in ats
    )


def _find_last_at(text: str, opening: "Any", start: int, level: int, quote: int) -> tuple[int, int]:
    """Return where a password ends, which may be where it begins, and where to read on."""
    end = _find_mark(text, start, _AUTHORITY_ENDS, level, quote).start()
    port = _compiled[_PORT_AND_END].match(text, start)
    if port and _count_levels(port["end"]) <= level and not _compiled[_AT].search(text, start, end):
        return start, max(start, text.rfind(":", start, end))
    ends = _RUN_ENDS
    if _has_at(text, opening.end(), end, level):
        if _is_web(text, opening):
            ends = _AUTHORITY_ENDS
    elif opening["line"] and text[start : start + 1] not in "/?#'\"<> \t":
        ends = {"line", "end"}
        if opening["amp"]:  # here, "&" is a line break
            ends, level = {"value", *ends}, level + 1
    if opening["line"]:
        ends = ends - {"quote", "bracket"}
    end = _find_mark(text, start, ends, level, quote).start()
    last = _compiled[f".*(?={_AT})"].match(text, start, end)
    if last is None and opening["line"]:
        return start, start  # once a line: another URI may begin in it
    if last is None:
        return start, end
    return last.end(), last.end()


def _find_passwords(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each password begins and ends: 9 and 10 in "x db://u:p@h/"."""
    done = 0
    while opening := _compiled[_OPENING].search(text, done):
        quote = 1 if opening["quote"] is None else len(opening["quote"])
        level = _count_levels(opening["slash"] or opening["sip"])
        colon = _find_mark(text, opening.end(), {"colon", *_AUTHORITY_ENDS}, level, quote)
        done = colon.start()
        if colon.lastgroup == "colon" and not opening["path"]:
            level = max(level, _count_levels(colon["colon"]))
            start = colon.end()
            end, done = _find_last_at(text, opening, start, level, quote)
            if end > start:
                yield start, end


def _hide_passwords_in(text: str, at_length: bool = False) -> str:
    """Return what redact does; at the same length, if offsets have to stay."""
    pieces = []
    done = 0
    for start, end in _find_passwords(text):
        stars = "***"
        # UTF-16 was read as octets: what follows stays.
        if at_length or "\0" in text[start:end]:
            stars = _compiled["[^\0]"].sub("*", text[start:end])
        pieces += [text[done:start], stars]
        done = end
    return "".join([*pieces, text[done:]])


def redact(text: str) -> str:
    r"""Return the text with *** for each password of a URI in it (RFC 3986 3.2.1 and 7.5).

    When in doubt, it is hidden, in every spelling. A userinfo without ":" stays, and so does a token in
    a query. It takes linear time.

    >>> redact("http://me:secret@a.example/ and bob@a.example")
    'http://me:***@a.example/ and bob@a.example'
    >>> redact("see db://me:se@cr/et@a.example or bob@a.example")
    'see db://me:***@a.example or bob@a.example'
    >>> redact("http://localhost:8080/?m=bob@a.example")
    'http://localhost:8080/?m=bob@a.example'
    >>> redact(r'{"u": "db:\/\/me:s\"ecret@h", "m": "bob@a.example"}')
    '{"u": "db:\\/\\/me:***@h", "m": "bob@a.example"}'
    >>> redact("/?u=https%253A%252F%252Fme%253Asecret%2540h%252F")
    '/?u=https%253A%252F%252Fme%253A***%2540h%252F'
    """
    hidden = _check_str(text)
    for _ in range(_MOST_ROUNDS):
        before, hidden = hidden, _hide_passwords_in(hidden)
        if hidden == before:
            break
    return hidden


# ---- Finding: RFC 3986 Appendix C and 4.5, RFC 2396 Appendices E and F ----

if TYPE_CHECKING:

    class Found(NamedTuple):
        uri: str
        start: int
        end: int
else:
    Found = namedtuple("Found", "uri start end")
    Found.__doc__ = """A `uri` that find has found, and where it begins and ends in the text.

    >>> next(find("See http://a.example/b."))
    Found(uri='http://a.example/b', start=4, end=22)
    """


_SCHEME_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")
_SPACE = " \t\n\v\f\r"
# What has to follow these schemes where "//" does not. Each looks at a bounded number of characters;
# the first can never match.
_USUAL = r"""
http https ws wss ftp                //
mailto sip sips xmpp acct cid mid    [^\s@:/?#<>"]{1,64}@[A-Za-z0-9\[$]
news                                 [^\s@:/?#<>"]{1,64}@[A-Za-z0-9\[$]|[a-z0-9+-]{1,64}[.][a-z]
tel sms fax                          [+(]?[0-9]
urn                                  [A-Za-z0-9][A-Za-z0-9-]{1,31}:[!-~]
data                                 [A-Za-z0-9/+.;=-]{0,99},
magnet                               \?[a-z]
geo                                  -?[0-9]
doi                                  10\.[0-9]
"""
# What ends a sentence or a quotation, rather than a URI.
_PUNCTUATION = ".,:;!?'\"*_~"
# An HTML entity before ";" at the end: "&quot", "&#8221". The longest name has 31 characters.
_ENTITY = r"&#?[0-9A-Za-z]{1,31}(?=;\Z)"
_MAX_ENTITY = len("&#") + 31 + len(";")
# RFC 3986 4.5, RFC 2396 Appendix F: a suffix of a URI. Only "www." makes one plausible.
_SUFFIX = rf"{HOST}(?::{PORT})?{PATH_ABEMPTY}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
# "[" of what is not an IPvFuture: a literal of an IRI is ASCII, too (RFC 3987 2.2).
_IRI_FUTURE = r"\[(?=[Vv][0-9A-Fa-f]+\.[^][\0- ]*[^][\0-\x7f])"
# What a URI is found by: the ":" of "http:", and, for suffixes, "www." where a word begins.
_COLON_OR_WWW = r":|(?<![@/.\-0-9A-Za-z])[Ww]{3}[.]"
# What is in no URI that is broken over lines: a blank line, and another URI.
_NOT_JOINED = r"\n[ \t\v\f\r]*\n|[ \t\n\v\f\r][A-Za-z][+\-.0-9A-Za-z]*://"


@cache
def _list_usual() -> dict[str, str]:
    """Return what has to follow each scheme of _USUAL."""
    shapes = {}
    for row in _USUAL.strip().split("\n"):
        *schemes, shape = row.split()
        shapes.update(dict.fromkeys(schemes, shape))
    return shapes


def _is_usual(text: str, start: int, at: int, wanted: "dict[str, None] | None") -> bool:
    """Return whether what follows a scheme is usual for it; for one not in _USUAL, if it is wanted."""
    shape = _list_usual().get(text[start : at - 1].lower())  # which is ASCII
    if shape is None:
        return wanted is not None
    return re.compile(shape).match(text, at) is not None


def _find_scheme(text: str, colon: int, done: int, wanted: "dict[str, None] | None") -> int:
    """Return where the scheme before a colon begins, not before `done`; without one, the colon."""
    start = colon
    while start > done and text[start - 1] in _SCHEME_CHARACTERS:
        start -= 1
    scheme = text[start:colon].lstrip("+-.0123456789").lower()  # which is ASCII
    if wanted is not None and scheme not in wanted:
        ends = [end for end in wanted if scheme.endswith(("." + end, "-" + end))]
        # "http" of "this.http" and of "text-http".
        scheme = max(ends, key=len, default="")
    return colon - len(scheme)


def _find_in_angles(text: str, start: int, at: int, usual: bool, fits: re.Pattern[str]) -> int:
    """Return where the URI at `start` ends, if it is in <…>, or 0. `at` is after its scheme."""
    opening = start
    while opening and text[opening - 1] in _SPACE:
        opening -= 1
    if _lower(text[max(opening - 4, 0) : opening]) == "url:":
        opening -= 4
        usual = True
    if text[opening - 1 : opening] != "<" or not usual:
        return 0
    closing = re.compile("[^<>]*").match(text, at).end()  # type: ignore[union-attr]
    content = text[start:closing].rstrip(_SPACE)
    is_one = text.startswith(">", closing) and not re.search(_NOT_JOINED, content)
    if not is_one or not fits.fullmatch(re.sub(f"[{_SPACE}]+", "", content)):
        return 0
    return start + len(content)


def _find_end(text: str, start: int, at: int, fits: re.Pattern[str]) -> int:
    """Return where the URI at `start` ends, or 0 if there is none. `at` is after its scheme.

    It is the longest, without the punctuation of the sentence around it, and without HTML's entities.
    A ")" is the URI's if it has a "(" for it: http://a/b_(c), but (http://a/b).
    """
    stop = len(text)
    # 'http://a/' is quoted, as code does it, though an apostrophe is a URI's character.
    if text[start - 1 : start] == "'" and (quote := text.find("'", at)) >= 0:
        stop = quote
    match = fits.match(text, start, stop)
    if match is None:
        return 0
    end = match.end()
    surplus = text.count(")", start, end) - text.count("(", start, end)
    while end > start:
        last = text[end - 1]
        if last == ")" and surplus > 0:
            surplus -= 1
        elif last not in _PUNCTUATION:
            break
        elif last == ";":
            entity = re.search(_ENTITY, text[max(end - _MAX_ENTITY, start) : end])
            end -= len(entity[0]) if entity else 0
        end -= 1
    if text[at:end] in ("", "//"):
        return 0
    return end


def _find_all(text: str, uris: str, wanted: "dict[str, None] | None", www: bool) -> Iterator[Found]:
    """Yield what is in the text where `uris`, of the same length, has URIs."""
    anchors = _COLON_OR_WWW if www else ":"
    has_angles = "<" in uris
    done = 0  # the end of the last one found
    for anchor in re.finditer(anchors, uris):
        start, at = anchor.span()
        # At the end of the text, "" is in _SPACE, too.
        if start < done or uris[at : at + 1] in _SPACE:
            continue
        usual = True
        if anchor[0] == ":":
            start = _find_scheme(uris, start, done, wanted)
            if uris[start] == ":":
                continue
            fits = _compiled[URI_RULE]
            usual = uris.startswith("//", at) or _is_usual(uris, start, at, wanted)
        else:
            fits = _compiled[_SUFFIX]
        end = _find_in_angles(uris, start, at, usual, fits) if has_angles else 0
        if not end and usual:
            end = _find_end(uris, start, at, fits)
        if end:
            # What is not in <…> has no white space.
            yield Found("".join(text[start:end].split()), start, end)
            done = end


def find(
    text: str, *, schemes: "Iterable[str] | None" = None, www: bool = False, iri: bool = False
) -> Iterator[Found]:
    r"""Return the URIs in running text, as RFC 3986 Appendix C has them: an iterator of Found.

    A scheme has to be followed by "//" and more, or by what is usual for it (mailto, tel, urn and a few
    others). Inside <…> and <URL:…>, white space is removed from `uri`, unless there is a blank line or
    a second scheme with "//". Elsewhere the longest URI is found, without any `.,:;!?'"*_~`, HTML
    entities and unbalanced ")" at its end.

    `schemes` limits the search to these schemes, and may name unusual ones; one that no URI can
    have, such as "http:", is a ValueError. `www` also finds what begins with "www." (4.5). With
    `iri`, IRIs are found (RFC 3987), which end before what uri_to_iri keeps encoded, such as "。",
    but not U+2019.

    >>> [found.uri for found in find("Note: see http://a.example/b_(c), or <ftp://b.ex-\nample/>.")]
    ['http://a.example/b_(c)', 'ftp://b.ex-ample/']
    >>> [*find("見る：http://a.example/引き割り。", iri=True)]
    [Found(uri='http://a.example/引き割り', start=3, end=24)]
    """
    wanted = None
    if schemes is not None:
        wanted = _read_schemes(_read_items(schemes, "schemes"))
    text = uris = _check_str(text)
    if iri:
        # URIs of the same length: NUL for what no IRI shows, "~" for dashes and U+2019, "$" for more.
        uris = _compiled[_HIDDEN].sub("\0", re.sub(_IRI_FUTURE, "\0", text))
        uris = re.sub("[‐-―’]", "~", uris)
        uris = _compiled[f"[{UCSCHAR}]"].sub("$", uris)
    return _find_all(text, uris, wanted, www)


# ---- The command line ----

_BAD_OCTET = "[\udc80-\udcff]"  # not UTF-8, and read as this surrogate (PEP 383)


def _get_encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"


def _show(text: str) -> str:
    """Return the text on one line, with escapes for what the terminal cannot show."""
    text = text.encode(_get_encoding(), "backslashreplace").decode(_get_encoding())
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])


def _to_json(value: object, ascii_alone: bool = True) -> str:
    import json  # of which most runs have no need

    return json.dumps(value, ensure_ascii=ascii_alone)


def _print(text: str, end: str = "\n", as_read: bool = False) -> None:
    """Write a text in the terminal's encoding, or as the octets that it was read from.

    Raises UnicodeEncodeError for a character that the encoding lacks.
    """
    if sys.stdout is None:
        raise ValueError("standard output is closed")
    text += end
    if as_read and hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    else:
        # The stream itself may write something else instead.
        text.encode(_get_encoding())
        sys.stdout.write(text)


def _tell(args: "Any", status: int, message: str = "") -> None:
    """Let the exit status be this one or a higher one, and write a message on stderr."""
    args.status = max(args.status, status)
    if not message or sys.stderr is None:
        return
    try:
        print(_show(message), file=sys.stderr, flush=True)
    except (OSError, ValueError):
        # It is full, closed, or cannot encode the message.
        args.status = 2
        _silence(sys.stderr)


def _silence(stream: "Any") -> None:
    """Let a stream that fails lead nowhere, as what it still holds would fail once more at exit."""
    from contextlib import suppress

    with suppress(OSError, ValueError):  # which it raises if it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# Reading: files in pieces of whole lines. What is printed of a piece is out before the next is read.

_BLOCK = 1 << 18  # octets read at once: enough for speed, and little memory


def _open(path: str) -> "Any":
    """Return a context in which the octets of a file, or of standard input, can be read."""
    from contextlib import nullcontext
    from io import BytesIO

    if path != "-":
        return open(path, "rb")
    if sys.stdin is None:
        raise ValueError("standard input is closed")
    if hasattr(sys.stdin, "buffer"):
        return nullcontext(sys.stdin.buffer)
    # Python programs put text there.
    return BytesIO(sys.stdin.read().encode("utf-8", "surrogatepass"))


def _read_blocks(args: "Any", path: str) -> Iterator[bytes]:
    """Yield a file's octets as they come, or tell why it cannot be read."""
    try:
        with _open(path) as stream:
            yield from iter(partial(stream.read1, _BLOCK), b"")
    except OSError as e:
        hints = {"check": " (to check a text, use -t)", "find": " (to search a text, pipe it in)"}
        hint = hints.get(args.command, "")
        _tell(args, 2, f"{args.program.name}: {_mask(redact(path))}: {e.strerror}{hint}")


# A "<" after which `find` may have to read on, and how far from it a ">" may be.
_UNCLOSED_ANGLE = rb"(?i)<\s*(?:url:\s*)?(?:[a-z][a-z0-9+.-]*:|www[.]|\Z)"
_MAX_OPEN = 1 << 16  # more than any URI has in practice


def _find_end_of_lines(held: bytearray, new: int, is_find: bool) -> int:
    """Return where whole lines end, or 0. For `find`, none of them leaves a "<" open.

    A URI in <...> may be broken over lines (RFC 3986 Appendix C). But a "<" whose ">" is more than
    _MAX_OPEN octets away is no delimiter, unless both are read at once: what is held stays bounded.
    """
    end = held.rfind(b"\n", new) + 1
    first = max(end - _MAX_OPEN, 0)
    while is_find and (opened := held.rfind(b"<", first, end)) >= 0:
        if held.find(b">", opened, end) >= 0 or not re.match(_UNCLOSED_ANGLE, held[opened:end]):
            break
        end = held.rfind(b"\n", 0, opened) + 1
    return end


def _read_pieces(args: "Any") -> Iterator[tuple[str, int, int, str]]:
    """Yield pieces of files: the file's name, the number and offset of the first line, and the piece.

    Each ends after a whole line, but perhaps a file's last. What is not UTF-8 comes as surrogates.
    """
    for path in args.file or ["-"]:
        name = "<stdin>" if path == "-" else path
        held, line, offset = bytearray(), 1, 0
        for block in chain(_read_blocks(args, path), [b""]):
            held += block
            end = len(held)
            if block:
                end = _find_end_of_lines(held, end - len(block), args.command == "find")
            text = held[:end].decode("utf-8", "surrogateescape")
            del held[:end]
            if line == 1 and args.command != "redact":
                text = text.removeprefix("\ufeff")  # a byte order mark
            yield name, line, offset, text
            line += text.count("\n")
            offset += len(text)
            # This does nothing where standard output is closed.
            print(end="", flush=True)


def _read_texts(args: "Any", known: str = "") -> Iterator[tuple[str, int, str, str]]:
    """Yield where a text is from, the lines before it that `known` matches, and the text.

    The texts are the arguments and the lines of files. `known` is a pattern of whole lines.
    """
    for number, text in enumerate(args.text, 1):
        yield "<argument>", number, "", text
    if args.file or not args.text:
        pattern = re.compile(f"{known}(.*\n|.+)")
        for name, number, _, piece in _read_pieces(args):
            for match in pattern.finditer(piece.replace("\r\n", "\n")):
                lines = match[0].removesuffix(match[1])
                count = lines.count("\n")
                args.total += count
                number += count
                yield name, number, lines, match[1].removesuffix("\n")
                number += 1
            if args.invalid and args.quiet:
                return


def _check_utf8(text: str) -> str:
    """Return the text; raise a URIError for a surrogate, which stands for what is not UTF-8."""
    if octet := re.search(_BAD_OCTET, text):
        raise URIError(text, "text", octet.start(), "<UTF-8>", "this is not UTF-8")
    return text


# The rule for a URI, where it is not called so.
_ITS_URI = {"rfc3987": "IRI", "rfc2396": "absoluteURI", "rfc2732": "absoluteURI"}
_GRAMMARS = {"rfc3986": RFC3986, "rfc3987": RFC3987, "rfc2396": RFC2396}


def _choose_rule(args: "Any") -> None:
    """Put the grammar in args.rules, and spell args.rule as it does."""
    if not hasattr(args, "grammar"):
        return
    its_uri = _ITS_URI.get(args.grammar, "URI")
    args.reference = f"{its_uri.replace('absoluteURI', 'URI')}-reference"
    args.rules = _GRAMMARS[args.grammar]
    if args.rule is None:
        args.rule = its_uri
    args.rule = args.rules._name(args.rule)
    args.policies_rule = args.rule
    args.check_policies = _check_policies


# The command check.


def _say_reason(args: "Any", error: URIError) -> str:
    """Return what is wrong, with the command line's own hint."""
    reason = error.reason
    if error.rule in _REFERENCE_RULES and args.rules.matches(args.reference, error.text):
        reason += f"; for any reference, use --rule {args.reference}"
    return reason


def _print_error(args: "Any", name: str, line: int, error: URIError) -> None:
    if args.json:
        place = {"file": name, "line": line, "column": error.offset + 1, "text": error.text}
        _print(_to_json({**place, **vars(error), "message": str(error)}))
    else:
        text = _mask(error.text, error.rule)
        _print(_show(f"{name}:{line}:{error.offset + 1}: '{text}': {_say_reason(args, error)}"))


def _check_text(args: "Any", name: str, line: int, text: str) -> None:
    if args.skip_blank and not text.strip(" \t"):
        return
    args.total += 1
    verdict = "valid"
    try:
        # A rule of one's own may match all else.
        args.rules.validate(args.rule, _check_utf8(text))
        if args.policies:
            args.check_policies(text, args.policies)
    except URIError as error:
        args.invalid += 1
        verdict = "invalid"
        if not args.print and not args.quiet:
            _print_error(args, name, line, error)
    if args.print == verdict:
        _print(text, as_read=True)


def _write_lines_pattern(args: "Any") -> str:
    """Return a pattern of valid lines, which halves the time.

    The rule has to match no line break, and nothing else may be asked of a line.
    """
    is_known = args.rules in _GRAMMARS.values()
    if not is_known or args.policies or args.skip_blank:
        return ""
    return f"(?:(?:{args.rules.compile(args.rule).pattern})\n)*"


def _run_check(args: "Any") -> None:
    if [args.json, args.quiet, bool(args.print)].count(True) > 1:
        raise ValueError("use only one of --json, --print and -q")
    given = {name: vars(args)[name] for name in _POLICIES}
    args.policies = _read_policies(given, args.policies_rule)
    for name, line, valid, text in _read_texts(args, _write_lines_pattern(args)):
        if valid and args.print == "valid":
            _print(valid, end="", as_read=True)
        _check_text(args, name, line, text)
    _tell(args, min(args.invalid, 1))
    if not args.quiet and (args.total or args.status < 2):
        noun = "text" if args.total == 1 else "texts"
        _tell(args, 0, f"{args.total} {noun}, {args.invalid} invalid")


# The commands that make something of each text.


def _measure_width(text: str) -> int:
    """Return how many columns a terminal takes for the text, as it is shown there."""
    from unicodedata import combining, east_asian_width

    widths = [east_asian_width(char) for char in _show(text) if not combining(char)]
    return len(widths) + widths.count("W") + widths.count("F")


def _paint(line: str, color: int) -> str:
    """Return a line in a color (ECMA-48 8.3.117), if it is for a terminal."""
    is_plain = "NO_COLOR" in os.environ or not getattr(sys.stdout, "isatty", bool)()
    return line if is_plain else f"\033[{color}m{line}\033[0m"


_RED, _GREEN = 31, 32


def _draw_parts(text: str) -> str:
    r"""Return a line for each part of a reference: a brace below the part, and its name.

    The host and the port of //a.example:80 are drawn as

          \_______/ host (reg-name)
                    \/ port
    """
    lines = []
    places = _match(_ANY_PARTS, text)
    for name, part in places.groupdict().items():
        if part:
            brace = "|"
            if (width := _measure_width(part)) > 1:
                brace = "\\" + "/".rjust(width - 1, "_")
            end = _measure_width(text[: places.end(name)])
            if name == "host" and (host_type := _find_host_type(part)):
                name = f"host ({host_type})"
            lines.append(f"{brace.rjust(end)} {name}")
    empty = [name for name, part in places.groupdict().items() if part == ""]
    if empty:
        lines.append(f"empty: {', '.join(empty)}")
    return "\n".join([_paint(line, _GREEN) for line in lines])


def _explain_text(args: "Any", text: str) -> str:
    """Return the text above its parts, or above a caret at what is wrong."""
    try:
        args.rules.validate(args.rule, text)
    except URIError as error:
        _tell(args, 1)
        caret = "^".rjust(_measure_width(text[: error.offset]) + 1)
        reason = f"not a valid {args.rule}: at offset {error.offset}: {_say_reason(args, error)}"
        return "\n".join([_show(text), _paint(caret, _RED), _show(reason)])
    drawn = f"a valid {args.rule}"
    if args.rule in _REFERENCE_RULES:
        drawn = _draw_parts(text)
    return f"{_show(text)}\n{drawn}"


def _split_text(args: "Any", text: str) -> str:
    uri = split(text)
    parts = {name: getattr(uri, name) for name in (*URI._fields, *_INSIDE, "host_type")}
    if args.json:
        return _to_json({"text": text, **parts})
    return "\n".join([f"{name:9} {_to_json(parts[name], ascii_alone=False)}" for name in parts])


_MAKERS: "dict[str, Callable[[Any, str], str]]" = {
    "explain": _explain_text,
    "split": _split_text,
    "resolve": lambda args, ref: resolve(_check_utf8(args.base), ref, strict=not args.non_strict),
    "relativize": lambda args, uri: relativize(_check_utf8(args.base), uri),
    "normalize": lambda args, text: normalize(text, scheme_based=args.scheme_based),
    "encode": lambda args, text: percent_encode(text, args.component),
    "decode": lambda _, text: percent_decode(text),
    "iri": lambda args, text: iri_to_uri(text) if args.to_uri else uri_to_iri(text),
}


def _make_each(args: "Any", make: "Callable[[Any, str], str]") -> None:
    """Print what a command makes of each text, or why it makes nothing."""
    for name, line, _, text in _read_texts(args):
        try:
            made = make(args, _check_utf8(text))
        except URIError as error:
            _tell(args, 1, f"{args.program.name}: {name}:{line}: {error}")
            continue
        if line > 1 and args.command in ("explain", "split") and not args.json:
            _print("")
        _print(made)


# The commands find and redact.


def _run_find(args: "Any") -> None:
    status = 1
    for name, line, offset, text in _read_pieces(args):
        if octet := re.search(_BAD_OCTET, text):
            at = line + text.count("\n", 0, octet.start())
            _tell(args, 2, f"{args.program.name}: {name}:{at}: not UTF-8")
        # First, for a password may have an "@", where a URI would end.
        if args.redact:
            text = _hide_passwords_in(text, at_length=True)
        # Where the last URI begins, and the line break before it.
        seen, before = 0, -1
        for uri, start, end in find(text, schemes=args.schemes, www=args.www, iri=args.iri):
            status = 0
            # Each character is passed once, however long a line is.
            line += text.count("\n", seen, start)
            before = max(before, text.rfind("\n", seen, start))
            seen = start
            if args.redact:
                uri = redact(uri)  # of several lines
            if args.json:
                place = {"file": name, "line": line, "column": start - before, "uri": uri}
                _print(_to_json({**place, "start": offset + start, "end": offset + end}))
            elif args.only:
                _print(uri)
            else:
                _print(f"{_show(name)}:{line}:{start - before}: {uri}")
    _tell(args, status)


def _run_redact(args: "Any") -> None:
    for *_, text in _read_pieces(args):
        _print(redact(text), end="", as_read=True)


# Each command, what it does, and an example.
_COMMANDS = """
check       check that each line is a URI            check --schemes https --forbid userinfo urls.txt
explain     draw the parts of a URI                  explain 'http://me@a.example:80/b?c#d'
split       split into parts, without validating     split --json 'http://a.example/b?c'
resolve     resolve references against a base URI    resolve http://a.example/b/c ../d '?e'
relativize  make URIs relative to a base URI         relativize http://a.example/b/c http://a.example/d
normalize   print the normal form of URIs            normalize 'HTTP://A.example/%7eb/../c'
encode      percent-encode text                      encode --component path 'a b/c'
decode      percent-decode text                      decode 'a%20b'
iri         convert a URI to an IRI, or back         iri http://a.example/%C3%A4
find        find the URIs in a text                  find -o --schemes http,https notes.txt
redact      hide the passwords of URIs in a text     redact server.log
"""
# The arguments, below the commands that take them, in ASCII for every terminal. A value is in capitals.
_ARGUMENTS = """
check find redact:
  FILE*                  files to read (default, or -: standard input)

check:
  -t --text TEXT+        texts to check, instead of files
  --print WHICH          print only the valid or invalid lines; passwords are not masked
  -q --quiet             print nothing; report by the exit status
  --skip-blank           skip blank lines

find:
  --schemes A,B          only these schemes

check explain:
  --rule RULE            the rule to match (default: the grammar's for a URI)
  --grammar GRAMMAR      the grammar to use (default: rfc3986)

resolve relativize:
  BASE                   the base URI

explain split resolve relativize normalize encode decode iri:
  TEXT*                  texts (default: the lines of standard input)

resolve:
  --non-strict           ignore a reference's scheme if it is the base's

normalize:
  --scheme-based         also normalize default ports and empty paths

encode:
  --component COMPONENT  the component to encode for (default: unreserved)

iri:
  --to-uri               convert an IRI to a URI

find:
  --www                  also find what begins with www.
  --iri                  find IRIs, not only URIs
  -o --only              print only the URIs
  --redact               hide their passwords

check split find:
  --json                 print one JSON object per line, passwords included
"""
# What else argparse needs for a value.
_VALUES: "dict[str, dict[str, Any]]" = {
    "A,B": {"type": lambda text: [item.strip() for item in text.split(",")], "action": "extend"},
    "COMPONENT": {"choices": _COMPONENTS, "default": "unreserved", "metavar": None},
    "GRAMMAR": {"choices": _GRAMMARS, "default": "rfc3986", "metavar": None},
    "TEXT+": {"default": [], "action": "extend"},
    "WHICH": {"choices": ("valid", "invalid"), "metavar": None},
}
_FUNCTIONS: "dict[str, Callable[[Any], None]]" = {
    "check": _run_check,
    "find": _run_find,
    "redact": _run_redact,
    **{name: partial(_make_each, make=make) for name, make in _MAKERS.items()},
}
_ELSEWHERE = (
    "pattern", "source", "compose", "engines", "rules", "captures", "cut", "compare", "examples",
    "--abnf", "--lenient", "rfc2732", "rfc6874",
)  # fmt: skip
# What _run wants to know of a program. uri-abnf has one of its own, with these functions.
_PROGRAM = SimpleNamespace(
    name="uri-regex",
    about="Check, split, resolve and find URIs (RFC 3986).",
    commands=_COMMANDS,
    arguments=_ARGUMENTS,
    values=_VALUES,
    functions=_FUNCTIONS,
    prepare=_choose_rule,
    elsewhere=_ELSEWHERE,
    other="uri-abnf (python3 -m uri_abnf)",
)


def _add_argument(parser: "Any", row: str, values: "dict[str, dict[str, Any]]") -> None:
    """Add the argument that a row of a table describes."""
    written, about = re.split(" {2,}", row.strip())
    *flags, value = written.split()
    if value.islower():
        parser.add_argument(*flags, value, action="store_true", help=about)
        return
    name = value.rstrip("*+?")
    options = {"metavar": name, "nargs": value[len(name) :] or None, **values.get(value, {})}
    parser.add_argument(*(flags or [name.lower()]), help=about, **options)


def _make_parser(program: "Any") -> "Any":
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> "Any":
            raise SystemExit(f"{message} (see --help)")

        def _print_message(self, message: str, file: "Any" = None) -> None:
            print(message, end="")  # argparse hides an error of the stream (3.15)

    top = Parser(prog=program.name, description=program.about)
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for row in program.commands.strip().split("\n"):
        name, about, example = re.split(" {2,}", row)
        epilog = f"example: {program.name} {example}"
        commands.add_parser(name, help=about, description=about, epilog=epilog)
    for block in program.arguments.strip().split("\n\n"):
        takers, *rows = block.split("\n")
        for taker in takers.rstrip(":").split():
            for row in rows:
                _add_argument(commands.choices[taker], row, program.values)
    for name, (_, about) in _POLICIES.items():
        _add_argument(commands.choices["check"], f"--{name} A,B  {about}", program.values)
    return top


def _improve(message: str, program: "Any", argv: Sequence[str]) -> str:
    """Return what is wrong with a command line in better words than argparse's, if there are any."""
    from difflib import get_close_matches

    for place, word in enumerate(argv):
        for name in word.split("="):
            if name in program.elsewhere and (place == 0 or name.startswith(("--", "rfc"))):
                return f"{name} is in {program.other}"
    command = next((word for word in argv if not word.startswith("-")), "")
    if command and command not in program.functions:
        close = get_close_matches(_clip(command), program.functions)
        hint = f"did you mean {' or '.join(close)}?" if close else "see --help"
        message = f"there is no command {_clip(_mask(command))!r}; {hint}"
    # It may have any part of the command line in it.
    for word in argv:
        for value in (word, word.partition("=")[2]):
            hidden = _mask(value)
            message = message.replace(repr(value), repr(hidden)).replace(value, hidden)
    return message


def _run(program: "Any", argv: Sequence[str]) -> int:
    """Run a command line, and return its exit status."""
    args: Any = SimpleNamespace(
        program=program, status=0, total=0, invalid=0, file=[], text=[], json=False, quiet=False
    )
    try:
        try:
            _make_parser(program).parse_args(argv, args)
            program.prepare(args)
            program.functions[args.command](args)
        except SystemExit as e:
            # It has no message after --help, and where all is said.
            if isinstance(e.code, str):
                raise ValueError(_improve(e.code, program, argv)) from None
        print(end="", flush=True)
    except UnicodeEncodeError as e:
        _tell(args, 2, f"{program.name}: cannot print {e.object[e.start]!a} in {_get_encoding()}")
    except (ValueError, ImportError, MemoryError) as e:
        _tell(args, 2, f"{program.name}: {redact(str(e)) or 'out of memory'}")
    except OSError as e:
        if e.filename is None:
            _silence(sys.stdout)
        if isinstance(e, BrokenPipeError):
            return 141  # as the shell reports SIGPIPE
        name = redact(str(e.filename or "standard output"))
        _tell(args, 2, f"{program.name}: {name}: {e.strerror}")
    except KeyboardInterrupt:
        return 130  # as the shell reports SIGINT
    return int(args.status)


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command line: `argv` without the program's name (default: that of the process).

    Return the exit status: 0 for success, 1 for "no" (invalid or nothing found), 2 for a failure.

    >>> main(["resolve", "http://a/b/c", "../d"])
    http://a/d
    0
    """
    return _run(_PROGRAM, sys.argv[1:] if argv is None else argv)


if __name__ == "__main__":
    sys.exit(main())
