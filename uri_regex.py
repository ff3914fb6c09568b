# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
# cython: annotation_typing=False
"""Validate, split, resolve, normalize, and find URIs (RFC 3986, 3987, 2396).

All calls are in docs/api.md; for one, see help(uri_regex.validate).

    Is it valid?      is_uri, is_uri_reference, is_absolute_uri,
                      is_relative_ref, is_valid
    What is wrong?    validate, which raises a URIError
    Parts             parse, split, recompose, URI
    References        resolve, resolve_rfc2396, relativize, merge,
                      remove_dot_segments
    Comparison        normalize, equivalent
    Encoding          percent_encode, percent_decode, requote,
                      iri_to_uri, uri_to_iri
    In running text   find, redact
    Patterns          RFC3986, RFC3987, and RFC2396: each rule by its name

    >>> is_uri("http://example.com/%zz")
    False
    >>> parse("http://example.com/b?c").path
    '/b'

A wrong type raises a TypeError that names the parameter and the type.
`python3 uri_regex.py FILE` checks each line of a file.

To use this file, copy it with its two license lines. It needs only Python 3.9
or later. Names that are not in `__all__` may change, including the constants of
the rules.
"""

from __future__ import annotations

import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from types import MappingProxyType

# At run time, these imports would be slow.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from typing import Any

    # What a policy finds wrong: the code, the details, the part, and the policy.
    _Fault = tuple[str, dict[str, str], str, str]
else:
    IPv4Address = IPv6Address = object  # so that typing.get_type_hints works


__version__ = "2.0.0"

__all__ = [
    "REASONS", "RFC2396", "RFC3986", "RFC3987", "URI", "Found", "Rules", "URIError",
    "equivalent", "find", "iri_to_uri", "is_absolute_uri", "is_relative_ref", "is_uri",
    "is_uri_reference", "is_valid", "main", "merge", "normalize", "parse", "percent_decode",
    "percent_encode", "recompose", "redact", "relativize", "remove_dot_segments", "requote", "resolve",
    "resolve_rfc2396", "split", "uri_to_iri", "validate",
]  # fmt: skip


# ---- Helper for rules of single characters ----


def add_class(rules: dict[str, str], name: str, members: str) -> str:
    """Add a rule of single characters, and return those."""
    rules[name] = f"[{members}]"
    return members


# ---- Characters and rules: RFC 3986 Appendix A ----
# Each rule follows its ABNF, as printed in the RFC, and the rules that it uses. A constant in capitals
# can be joined with others of its kind:
#
#   a class     single characters, as between "[" and "]", such as PCHAR
#   a pattern   such as SEGMENT, with alternatives in a group
#
# one_of, any_of, and some_of allow pct-encoded, too. A loop is possessive (*+) if the next character
# alone decides whether it goes on, so that backtracking could never help. _Patterns makes loops plain
# where `re` has no possessive ones; Rules.pattern always does. "Differs:" explains every other
# difference from the ABNF. For (?x), "#" is always in a class. For JavaScript's v flag, ( ) / are
# escaped in classes.

core_rules: dict[str, str] = {}  # RFC 5234 Appendix B.1
uri_rules: dict[str, str] = {}

# ALPHA          =  %x41-5A / %x61-7A   ; A-Z / a-z
ALPHA = add_class(core_rules, "ALPHA", "A-Za-z")
# DIGIT          =  %x30-39
#                       ; 0-9
DIGIT = add_class(core_rules, "DIGIT", "0-9")
# HEXDIG         =  DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HEXDIG = add_class(core_rules, "HEXDIG", f"{DIGIT}A-Fa-f")

# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = uri_rules["pct-encoded"] = f"%[{HEXDIG}]{{2}}"


def one_of(chars: str) -> str:
    """Return the pattern of ( chars / pct-encoded )."""
    return f"(?:[{chars}]|{PCT_ENCODED})"


def any_of(chars: str) -> str:
    """Return the pattern of *( chars / pct-encoded ), unrolled for speed."""
    return f"[{chars}]*+(?:{PCT_ENCODED}[{chars}]*+)*+"


def some_of(chars: str) -> str:
    """Return the pattern of 1*( chars / pct-encoded )."""
    return one_of(chars) + any_of(chars)


# unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = add_class(uri_rules, "unreserved", rf"{ALPHA}{DIGIT}\-._~")

# gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
GEN_DELIMS = add_class(uri_rules, "gen-delims", r":\/?#\[\]@")

# sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#               / "*" / "+" / "," / ";" / "="
SUB_DELIMS = add_class(uri_rules, "sub-delims", r"!$&'\(\)*+,;=")

# reserved      = gen-delims / sub-delims
RESERVED = add_class(uri_rules, "reserved", f"{GEN_DELIMS}{SUB_DELIMS}")

# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
PCHAR = f"{UNRESERVED}{SUB_DELIMS}:@"
uri_rules["pchar"] = one_of(PCHAR)

# scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = uri_rules["scheme"] = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*+"

# userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
USERINFO = uri_rules["userinfo"] = any_of(f"{UNRESERVED}{SUB_DELIMS}:")

# dec-octet     = DIGIT                 ; 0-9
#               / %x31-39 DIGIT         ; 10-99
#               / "1" 2DIGIT            ; 100-199
#               / "2" %x30-34 DIGIT     ; 200-249
#               / "25" %x30-35          ; 250-255
# Differs: the longest alternative comes first, because `re` takes the first that fits.
DEC_OCTET = uri_rules["dec-octet"] = f"(?:25[0-5]|2[0-4][{DIGIT}]|1[{DIGIT}]{{2}}|[1-9]?[{DIGIT}])"

# IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = uri_rules["IPv4address"] = rf"(?:{DEC_OCTET}\.){{3}}{DEC_OCTET}"

# h16           = 1*4HEXDIG
H16 = uri_rules["h16"] = f"[{HEXDIG}]{{1,4}}"

# ls32          = ( h16 ":" h16 ) / IPv4address
LS32 = uri_rules["ls32"] = f"(?:{H16}:{H16}|{IPV4ADDRESS})"

# IPv6address   =                            6( h16 ":" ) ls32
#               /                       "::" 5( h16 ":" ) ls32
#               / [               h16 ] "::" 4( h16 ":" ) ls32
#               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
#               / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
#               / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
#               / [ *4( h16 ":" ) h16 ] "::"              ls32
#               / [ *5( h16 ":" ) h16 ] "::"              h16
#               / [ *6( h16 ":" ) h16 ] "::"
# Differs: ls32 is factored out. [ *n( h16 ":" ) h16 ] "::" is written as 1*m( h16 ":" ) ":" or "::",
# where m is n + 1.
IPV6ADDRESS = uri_rules["IPv6address"] = (
    f"(?:(?:(?:{H16}:){{6}}"
    f"|::(?:{H16}:){{5}}"
    f"|(?:{H16}:|:):(?:{H16}:){{4}}"
    f"|(?:(?:{H16}:){{1,2}}|:):(?:{H16}:){{3}}"
    f"|(?:(?:{H16}:){{1,3}}|:):(?:{H16}:){{2}}"
    f"|(?:(?:{H16}:){{1,4}}|:):{H16}:"
    f"|(?:(?:{H16}:){{1,5}}|:):){LS32}"
    f"|(?:(?:{H16}:){{1,6}}|:):{H16}"
    f"|(?:(?:{H16}:){{1,7}}|:):)"
)

# IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPVFUTURE = uri_rules["IPvFuture"] = rf"[Vv][{HEXDIG}]++\.[{UNRESERVED}{SUB_DELIMS}:]++"

# IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_LITERAL = uri_rules["IP-literal"] = rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]"

# reg-name      = *( unreserved / pct-encoded / sub-delims )
REG_NAME = uri_rules["reg-name"] = any_of(f"{UNRESERVED}{SUB_DELIMS}")

# host          = IP-literal / IPv4address / reg-name
# Differs: IPv4address is a subset of reg-name.
HOST = uri_rules["host"] = f"(?:{IP_LITERAL}|{REG_NAME})"

# port          = *DIGIT
PORT = uri_rules["port"] = f"[{DIGIT}]*+"

# authority     = [ userinfo "@" ] host [ ":" port ]
AUTHORITY = uri_rules["authority"] = f"(?:{USERINFO}@)?{HOST}(?::{PORT})?"

# segment       = *pchar
SEGMENT = uri_rules["segment"] = any_of(PCHAR)

# segment-nz    = 1*pchar
SEGMENT_NZ = uri_rules["segment-nz"] = some_of(PCHAR)

# segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
#               ; non-zero-length segment without any colon ":"
SEGMENT_NZ_NC = uri_rules["segment-nz-nc"] = some_of(f"{UNRESERVED}{SUB_DELIMS}@")

# A path after its first character.
PATH_REST = any_of(rf"{PCHAR}\/")

# path-abempty  = *( "/" segment )
# Differs: after the first "/", one loop takes both pchar and "/". So do the rules below.
PATH_ABEMPTY = uri_rules["path-abempty"] = f"(?:/{PATH_REST})?+"

# path-absolute = "/" [ segment-nz *( "/" segment ) ]
PATH_ABSOLUTE = uri_rules["path-absolute"] = f"/(?:{one_of(PCHAR)}{PATH_REST})?"

# path-noscheme = segment-nz-nc *( "/" segment )
PATH_NOSCHEME = uri_rules["path-noscheme"] = SEGMENT_NZ_NC + PATH_ABEMPTY

# path-rootless = segment-nz *( "/" segment )
PATH_ROOTLESS = uri_rules["path-rootless"] = one_of(PCHAR) + PATH_REST

# path-empty    = 0<pchar>
PATH_EMPTY = uri_rules["path-empty"] = ""

# path          = path-abempty    ; begins with "/" or is empty
#               / path-absolute   ; begins with "/" but not "//"
#               / path-noscheme   ; begins with a non-colon segment
#               / path-rootless   ; begins with a segment
#               / path-empty      ; zero characters
# Differs: path-absolute, path-noscheme, and path-empty are subsets of these two.
PATH = uri_rules["path"] = f"(?:{PATH_ABEMPTY}|{PATH_ROOTLESS})"

# query         = *( pchar / "/" / "?" )
QUERY = uri_rules["query"] = any_of(rf"{PCHAR}\/?")

# fragment      = *( pchar / "/" / "?" )
FRAGMENT = uri_rules["fragment"] = any_of(rf"{PCHAR}\/?")

# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
# Differs: the last three alternatives are one, because path-absolute is "/" [ path-rootless ].
HIER_PART = uri_rules["hier-part"] = f"(?://{AUTHORITY}{PATH_ABEMPTY}|/?(?:{PATH_ROOTLESS})?)"

# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
# Called URI_RULE, because URI is the named tuple.
URI_RULE = uri_rules["URI"] = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"

# absolute-URI  = scheme ":" hier-part [ "?" query ]
ABSOLUTE_URI = uri_rules["absolute-URI"] = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?"

# relative-part = "//" authority path-abempty
#               / path-absolute
#               / path-noscheme
#               / path-empty
RELATIVE_PART = uri_rules["relative-part"] = (
    f"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_EMPTY})"
)

# relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
RELATIVE_REF = uri_rules["relative-ref"] = rf"{RELATIVE_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"

# URI-reference = URI / relative-ref
# Differs: query and fragment are factored out.
URI_REFERENCE = uri_rules["URI-reference"] = (
    rf"(?:{SCHEME}:{HIER_PART}|{RELATIVE_PART})(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
)

# URI-reference with one group per part, for parse. What precedes a path decides which one is allowed
# (3.3): (?(2)…) asks for an authority, as in "//a/b", and (?(1)…) for a scheme, as in "a:b". The scheme
# is possessive, because no relative-ref has a ":" in its first segment.
REFERENCE_PARTS = (
    rf"(?:({SCHEME}):)?+(?://({AUTHORITY}))?"
    rf"((?(2){PATH_ABEMPTY}|(?:{PATH_ABSOLUTE}|(?(1){PATH_ROOTLESS}|{PATH_NOSCHEME}))?))"
    rf"(?:\?({QUERY}))?(?:[#]({FRAGMENT}))?"
)


# ---- Characters and rules of IRIs: RFC 3987 section 2.2 ----
# The rules that RFC 3987 repeats are copied. The patterns differ from their ABNF as those above do.

iri_rules = uri_rules.copy()

# ucschar        = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
#                / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
#                / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
#                / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
#                / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
#                / %xD0000-DFFFD / %xE1000-EFFFD
UCSCHAR = add_class(
    iri_rules,
    "ucschar",
    "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    "\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
    "\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd"
    "\U00070000-\U0007fffd\U00080000-\U0008fffd\U00090000-\U0009fffd"
    "\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U000cfffd"
    "\U000d0000-\U000dfffd\U000e1000-\U000efffd",
)

# iprivate       = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
IPRIVATE = add_class(
    iri_rules, "iprivate", "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
)

# iunreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
IUNRESERVED = add_class(iri_rules, "iunreserved", rf"{ALPHA}{DIGIT}\-._~{UCSCHAR}")

# ipchar         = iunreserved / pct-encoded / sub-delims / ":"
#                / "@"
IPCHAR = f"{IUNRESERVED}{SUB_DELIMS}:@"
iri_rules["ipchar"] = one_of(IPCHAR)

# iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
IUSERINFO = iri_rules["iuserinfo"] = any_of(f"{IUNRESERVED}{SUB_DELIMS}:")

# ireg-name      = *( iunreserved / pct-encoded / sub-delims )
IREG_NAME = iri_rules["ireg-name"] = any_of(f"{IUNRESERVED}{SUB_DELIMS}")

# ihost          = IP-literal / IPv4address / ireg-name
IHOST = iri_rules["ihost"] = f"(?:{IP_LITERAL}|{IREG_NAME})"

# iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]
IAUTHORITY = iri_rules["iauthority"] = f"(?:{IUSERINFO}@)?{IHOST}(?::{PORT})?"

# isegment       = *ipchar
ISEGMENT = iri_rules["isegment"] = any_of(IPCHAR)

# isegment-nz    = 1*ipchar
ISEGMENT_NZ = iri_rules["isegment-nz"] = some_of(IPCHAR)

# isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims
#                      / "@" )
#                ; non-zero-length segment without any colon ":"
ISEGMENT_NZ_NC = iri_rules["isegment-nz-nc"] = some_of(f"{IUNRESERVED}{SUB_DELIMS}@")

IPATH_REST = any_of(rf"{IPCHAR}\/")

# ipath-abempty  = *( "/" isegment )
IPATH_ABEMPTY = iri_rules["ipath-abempty"] = f"(?:/{IPATH_REST})?+"

# ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]
IPATH_ABSOLUTE = iri_rules["ipath-absolute"] = f"/(?:{one_of(IPCHAR)}{IPATH_REST})?"

# ipath-noscheme = isegment-nz-nc *( "/" isegment )
IPATH_NOSCHEME = iri_rules["ipath-noscheme"] = ISEGMENT_NZ_NC + IPATH_ABEMPTY

# ipath-rootless = isegment-nz *( "/" isegment )
IPATH_ROOTLESS = iri_rules["ipath-rootless"] = one_of(IPCHAR) + IPATH_REST

# ipath-empty    = 0<ipchar>
IPATH_EMPTY = iri_rules["ipath-empty"] = ""

# ipath          = ipath-abempty   ; begins with "/" or is empty
#                / ipath-absolute  ; begins with "/" but not "//"
#                / ipath-noscheme  ; begins with a non-colon segment
#                / ipath-rootless  ; begins with a segment
#                / ipath-empty     ; zero characters
IPATH = iri_rules["ipath"] = f"(?:{IPATH_ABEMPTY}|{IPATH_ROOTLESS})"

# iquery         = *( ipchar / iprivate / "/" / "?" )
IQUERY = iri_rules["iquery"] = any_of(rf"{IPCHAR}{IPRIVATE}\/?")

# ifragment      = *( ipchar / "/" / "?" )
IFRAGMENT = iri_rules["ifragment"] = any_of(rf"{IPCHAR}\/?")

# ihier-part     = "//" iauthority ipath-abempty
#                / ipath-absolute
#                / ipath-rootless
#                / ipath-empty
IHIER_PART = iri_rules["ihier-part"] = f"(?://{IAUTHORITY}{IPATH_ABEMPTY}|/?(?:{IPATH_ROOTLESS})?)"

# IRI            = scheme ":" ihier-part [ "?" iquery ]
#                       [ "#" ifragment ]
IRI_RULE = iri_rules["IRI"] = rf"{SCHEME}:{IHIER_PART}(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"

# absolute-IRI   = scheme ":" ihier-part [ "?" iquery ]
ABSOLUTE_IRI = iri_rules["absolute-IRI"] = rf"{SCHEME}:{IHIER_PART}(?:\?{IQUERY})?"

# irelative-part = "//" iauthority ipath-abempty
#                / ipath-absolute
#                / ipath-noscheme
#                / ipath-empty
IRELATIVE_PART = iri_rules["irelative-part"] = (
    f"(?://{IAUTHORITY}{IPATH_ABEMPTY}|{IPATH_ABSOLUTE}|{IPATH_NOSCHEME}|{IPATH_EMPTY})"
)

# irelative-ref  = irelative-part [ "?" iquery ] [ "#" ifragment ]
IRELATIVE_REF = iri_rules["irelative-ref"] = rf"{IRELATIVE_PART}(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"

# IRI-reference  = IRI / irelative-ref
IRI_REFERENCE = iri_rules["IRI-reference"] = (
    rf"(?:{SCHEME}:{IHIER_PART}|{IRELATIVE_PART})(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"
)


# ---- Helpers: arguments, messages, compiled patterns ----


def _clip(text: str, most: int = 60) -> str:
    if len(text) > most:
        return text[:most] + "…"
    return text


def _quote(text: str) -> str:
    return repr(_clip(_mask(text)))


def _check_str(value: object, what: str = "text", types: str = "str") -> str:
    if not isinstance(value, str):
        # "from None", because callers are often in an except block.
        raise TypeError(f"{what} must be {types}, not {type(value).__name__}") from None
    return str.__str__(value)  # plain, because a member of a str Enum is formatted differently


def _suggest_name(wrong: str, names: Iterable[str], otherwise: str) -> str:
    """Return `did you mean 'host'?`, or `otherwise`."""
    from difflib import get_close_matches

    by_key = {name.lower(): name for name in names}
    # With 0.65, "user" is userinfo, but "localhost" is not host.
    for key in get_close_matches(_clip(wrong.lower()), by_key, n=1, cutoff=0.65):
        return f"did you mean {by_key[key]!r}?"
    return otherwise


def _longest(bound: int, holds: Callable[[int], bool]) -> int:
    """Return the last number up to `bound` before `holds` becomes false."""
    largest, step = 0, 1
    while largest < bound:
        number = min(largest + step, (largest + bound + 1) // 2)
        if holds(number):
            largest = number
            step *= 2
        else:
            bound = number - 1
    return largest


def _without_possessive(pattern: str) -> str:
    """Return the pattern with plain quantifiers for possessive ones.

    >>> _without_possessive("[*+]++(?:a*+)?+")
    '[*+]+(?:a*)?'
    """
    return re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)


class _Patterns(dict[str, re.Pattern[str]]):
    """Patterns by their text, each compiled on its first use."""

    def __missing__(self, text: str) -> re.Pattern[str]:
        pattern = text
        # Python 3.11 brought possessive quantifiers, and 3.11.5 corrected them (gh-106052).
        if sys.version_info < (3, 11, 5):
            pattern = _without_possessive(text)
        self[text] = re.compile(pattern, re.DOTALL)
        return self[text]


_compiled = _Patterns()


def _match(pattern: str, text: str, what: str = "text") -> Any:
    try:
        return _compiled[pattern].fullmatch(text)
    except TypeError:  # to save time, types are checked only now
        _check_str(text, what)
        raise


# ---- Is it valid? RFC 3986 sections 3 and 4 ----


def is_uri(text: str) -> bool:
    """Return whether the text is a URI, which has a scheme (RFC 3986 3).

    >>> is_uri("mailto:a@example.com"), is_uri("//example.com/")
    (True, False)
    """
    return _match(URI_RULE, text) is not None


def is_uri_reference(text: str) -> bool:
    """Return whether the text is a URI or a relative reference (RFC 3986 4.1).

    >>> is_uri_reference("../a?b#c"), is_uri_reference("1:2")
    (True, False)
    """
    return _match(URI_REFERENCE, text) is not None


def is_absolute_uri(text: str) -> bool:
    """Return whether the text is a URI without a fragment (RFC 3986 4.3).

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


# ---- Errors ----

# The sentence of each kind of error, by its code, with the error's `details` in braces. _SIGNS has the
# codes of texts that do not match their rule.
_WORDS = """\
empty: it is empty
space-around: {char} at the beginning or end is not allowed
quoted: leave out the quotation marks or brackets around it
leave-out: leave out the {char}
leave-out-space: leave out the space
label: leave out the text before "{found}:"
several-uris: give only one URI
markup: this is Markdown or HTML; give only the URI in it
windows-path: this is a Windows path; its URI begins with "file:///C:/" or "file://server/"
ssh-address: this is an SSH address; its URI begins with "ssh://" and has "/" for ":"
ssh-port: this is an SSH address; its URI begins with "ssh://"
email: for an email address, write "mailto:" before it
template: replace "{sign}{field}" with a value
placeholder: replace the placeholder with a value
char: {char} is not allowed here
char-in-part: {char} is not allowed in {part}
encode: {char} is not allowed here; write {encoded}
encode-non-ascii: {char} is not allowed here; write {encoded}
triplet: "%" must be followed by two hex digits; write %25 for a "%" itself
backslash: a backslash is not allowed here; did you mean "/"?
ends-early: it ends too early
no-scheme: it must begin with a scheme, such as "https://" or "mailto:"
no-scheme-before: write "https://", or another scheme and "//", for the "{found}"
relative: this is a relative reference; write a scheme and a host before it, with one "/" between
no-slashes: before a host, write "//", or a scheme, such as "https://"
no-colon: a ":" is missing before "//"
scheme-start: a scheme must begin with a letter, not {char}
scheme-only: leave out the "://" and what follows it
scheme-alone: something must follow the ":"
scheme: a scheme is not allowed here; for a path, begin with "./"
colon: the text before the ":" is not a scheme; for a path, begin with "./"
no-slash: it must begin with "/"
fragment: a fragment, which begins with "#", is not allowed here
password: a character of the password must be percent-encoded, as %2F for a "/"
password-delimiter: the port is not a number; if this is a password, \
write %2F for "/", %3F for "?", and %23 for "#"
encode-backslash: a backslash is not allowed here; write %5C
second-at: a second "@" is not allowed; write %40 for each "@" but the last one
leave-out-scheme: leave out the scheme and the "//"
leave-out-port: leave out the port
idn: {char} is not allowed in a host; write the host in its xn-- form
several-hosts: a URI has one host, not a list of hosts
two-colons: leave out one ":"
port-digits: {value} is not a port, which has only digits
ssh-path: a port has only digits; before a path, write "/" instead of ":"
no-brackets: put the IPv6 address in brackets, but not its port
no-opening: a "[" is missing before the IPv6 address
no-closing: the "[" is not closed
no-ip-literal: it must be an IPv6 address in brackets
empty-brackets: the brackets are empty
name-in-brackets: leave out the brackets, which are for IPv6 addresses
after-brackets: {char} is not allowed after the "]"; a port begins with ":"
prefix-length: leave out the prefix length
zone: leave out the zone identifier, which begins with "%"
ipv6: an IPv6 address has eight groups of up to four hex digits, or fewer and one "::"
ipv4: an IPv4 address has four numbers from 0 to 255, without leading zeros
ip-future: an address that begins with "v" has the form v1.name
empty-scheme: the scheme is empty; use None to leave it out
splits-otherwise: with this host, the text would split into other parts
ambiguous-ipv6: without brackets, nobody can tell where the IPv6 address ends
path-after-authority: after a host, the path must begin with "/"
unknown-host: the host is neither a name nor an IP address
above-root: a ".." leads above the root
surrogate: a lone surrogate has no UTF-8 form
backslash-in-authority: a backslash is not allowed before the path: browsers read it as "/"
encoded-not-utf-8: the percent-encoded bytes are not UTF-8
not-utf-8: this is not UTF-8
none-allowed: no {part} is allowed
not-in-list: the {part} {value} is not allowed; use {allowed}
not-there: a {part} is missing; use {allowed}
default-port: {scheme}'s default port, {value}, is not allowed
port-range: a port is a number from 0 to 65535
part-missing: {part} is missing
forbidden: {part} is not allowed
no-host: the host is missing
no-web-host: "{scheme}:" must be followed by "//" and a host
host-not-allowed: the host {value} is not allowed
host-type: the host must be {part}
scheme-with-host: a "{scheme}:" URI is not allowed here: programs disagree on its host
space-in-host: {char} is not allowed in a host or a port
host-is-url: give a host, not a URL
host-user: leave out the user name and the password
host-range: address ranges are not supported
host-below: "." and "*." are for names, not addresses
host-star: "*" is only allowed in "*." at the beginning; to allow every host, leave out hosts
host-with-port: leave out the port, and use ports
host-idn: programs convert this host in different ways; write its xn-- form
host-encoded: a host with percent-encoded bytes is not allowed
host-char: a host with {char} is not allowed
host-dots: a dot in the host has nothing before it or after it
host-number: programs may read this host as an IPv4 address; write that as in 192.0.2.1
host-long: the host has more than 253 characters
host-part-long: a part of the host has more than 63 characters
host-hyphen: a part of the host begins or ends with "-"
host-no-dot: the host needs a dot, as in example.com
host-in-ascii: write the host as {name}
"""
REASONS: Mapping[str, str] = MappingProxyType(
    {code: words for row in _WORDS.splitlines() for code, _, words in [row.partition(": ")]}
)
_CALLED = {
    "scheme": "a scheme", "authority": "a host", "userinfo": "a user name", "password": "a password",
    "host": "a host", "port": "a port", "path": "a path", "query": "a query", "fragment": "a fragment",
    "IPv4address": "an IPv4 address", "IPv6address": "an IPv6 address",
    "IPvFuture": "an address of a future IP version",
    "reg-name": "a host name", "ireg-name": "an internationalized name",
    "domain": "a domain name", "idomain": "a domain name",
    "fqdn": "a domain name with a dot", "ifqdn": "a domain name with a dot",
}  # fmt: skip
_CHAR_NAMES = {
    " ": "a space", "\u00a0": "a no-break space", "\u3000": "an ideographic space", "\t": "a tab",
    "\n": "a line break", "\r": "a line break", "\\": "a backslash",
}  # fmt: skip


def _name_char(char: str) -> str:
    r"""Return a character in words: "the control character U+0000"."""
    if char in _CHAR_NAMES:
        return _CHAR_NAMES[char]
    if char.isprintable():
        return repr(char)
    kind = "character"
    if char < "\u00a0":
        kind = "control character"
    elif "\ud800" <= char <= "\udfff":
        kind = "lone surrogate"
    elif _compiled[f"[{_INVISIBLE}]"].match(char):
        kind = "invisible character"
    return f"the {kind} U+{ord(char):04X}"


def _describe_char(text: str, masked: str, offset: int) -> str:
    """Return the code of a wrong character, or of a text that ends."""
    if not 0 <= offset < len(text):
        return "ends-early"
    # In "p%@h", the "@" is wrong because of the "%" in the password, so look there.
    place = offset - text[max(offset - 2, 0) : offset].count("%")
    return "char" if text[place] == masked[place] else "password"


class URIError(ValueError):
    """A text that does not match a rule, or that a policy refuses.

    Attributes:
        code: The kind of error, for programs: a key of REASONS. It does not
            change when words do.
        reason: What is wrong, for the person who wrote the text.
        hint: What a developer can do, or the policy's values, or "".
        details: What the reason names. For a code of your own,
            details["reason"] is the reason.
        rule: The rule that the text should match.
        part: The part that is refused, or "".
        policy: The policy that refuses the text, such as "hosts", or "".
        offset: The index after the longest beginning of a valid text: that of
            the last "/" in http://h:8o/, because h:8o could be a user and a
            password; len(text) if it ends too early. For a policy: where the
            part begins or would begin.

    None of these shows a password (RFC 3986 7.5), nor do str() and repr().

    >>> try:
    ...     validate("http://a/ b")
    ... except URIError as error:
    ...     error.code, error.offset, error.reason
    ('encode', 9, 'a space is not allowed here; write %20')
    """

    def __init__(
        self, text: str, rule: str, offset: int, code: str = "",
        details: Mapping[str, str | int] | None = None, hint: str = "", part: str = "",
        policy: str = "",
    ) -> None:  # fmt: skip
        text = _check_str(text)
        _check_str(rule, "rule")
        _check_str(code, "code")
        _check_str(hint, "hint")
        _check_str(part, "part")
        _check_str(policy, "policy")
        if not isinstance(offset, int):
            raise TypeError(f"offset must be int, not {type(offset).__name__}")
        if not isinstance(details or {}, (dict, Mapping)):
            raise TypeError(f"details must be a mapping, not {type(details).__name__}")
        if not code:
            code = _describe_char(text, _mask(text, rule), offset)
            details = {"char": _name_char(text[offset])} if code == "char" else {}
        # pickle calls __init__ with these.
        super().__init__(text, rule, offset, code, details, hint, part, policy)
        self.rule = rule
        self.part = part
        self.policy = policy
        self.offset = offset
        self.code = code
        self.details = dict(details or {})
        try:
            self.reason = REASONS.get(code, "{reason}").format_map(self.details)
        except KeyError:
            self.reason = code
        self.hint = hint
        self._masked = ""

    @property
    def text(self) -> str:
        """The text with its password. `vars` does not show it."""
        return str.__str__(self.args[0])

    @property
    def redacted(self) -> str:
        """The text with a "*" for each character of a password.

        Data to encode or decode is masked as a whole.
        """
        if self.rule == "pct-encoded":
            return "".ljust(len(self.text), "*")
        self._masked = self._masked or _mask(self.text, self.rule)
        return self._masked

    def __str__(self) -> str:
        start = max(self.offset - 40, 0)
        shown = _clip(self.redacted[start:], self.offset + 40 - start)
        if start:
            shown = f"…{shown}"
        what = f"invalid {self.rule}"
        if self.rule == "pct-encoded":  # a name that few people know
            what = "cannot be decoded"
        if self.code == "surrogate":
            what = "cannot be encoded"
        message = f"{what} at offset {self.offset}: {self.reason}: {shown!r}"
        if self.hint:
            message += f" ({self.hint})"
        return message

    def __repr__(self) -> str:  # ValueError.__repr__ would show the password
        return f"<{type(self).__name__}: {self}>"


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

# Appendix B, which splits any text, as _SPLIT_AUTHORITY splits any authority. REFERENCE_PARTS (for
# parse) and _NAMED_PARTS (for policies) split valid texts, and _WRONG_PARTS invalid ones. The loops can
# be possessive, because no part has the delimiter that ends it. re.DOTALL lets a fragment have "\n".
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
# [ userinfo "@" ] host [ ":" port ] (3.2). The last "@" ends the userinfo, and the last ":" the host if
# only digits follow. The first two alternatives for the host only save time.
_SPLIT_AUTHORITY = r"(?:(.*)@)?(\[[^]]*\]|[^:]*|.*?)(?::([0-9]*))?"
# host (3.2.2), with a group for each of _GRAMMAR_TYPES.
_TYPED_HOST = rf"\[(?:({IPV6ADDRESS})|({IPVFUTURE}))\]|({IPV4ADDRESS})|({REG_NAME})|({IREG_NAME})"
_GRAMMAR_TYPES = ("IPv6address", "IPvFuture", "IPv4address", "reg-name", "ireg-name")
_IN_AUTHORITY = ("userinfo", "host", "port")
# Browsers read any number of slashes after these as "//" (WHATWG URL).
_WEB = ("http", "https", "ws", "wss", "ftp")
# The default ports of schemes whose empty path is "/" (6.2.3).
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
_MAX_PORT = 65_535  # 16 bits (RFC 9293 3.1)
_KEEP: Any = ...  # the default in replace, where None removes a part


class URI(
    namedtuple("URI", "scheme authority path query fragment", defaults=(None, None, "", None, None))
):
    """The five parts of a URI reference (RFC 3986 3).

    None is an undefined part, and "" an empty one. The properties are read from
    the authority, not decoded. Parts can be invalid: https://h:abc/ has the
    host "h:abc", whose `host_type` is None.

    >>> uri = split("ftp://me:p%40ss@[::1]:2121/y")
    >>> uri.user, uri.password, uri.host, uri.port
    ('me', 'p%40ss', '[::1]', '2121')
    """

    __slots__ = ()
    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def __str__(self) -> str:
        return recompose(self)

    def replace(
        self, *, scheme: str | None = _KEEP, authority: str | None = _KEEP, path: str = _KEEP,
        query: str | None = _KEEP, fragment: str | None = _KEEP, userinfo: str | None = _KEEP,
        host: str | IPv4Address | IPv6Address | None = _KEEP, port: int | str | None = _KEEP,
        iri: bool = False,
    ) -> URI:  # fmt: skip
        """Return a copy with the given parts replaced (RFC 3986 3).

        Args:
            scheme, authority, query, fragment: None removes the part.
            path: Without a scheme and an authority, a path that begins with ":"
                gets "./" before it (RFC 3986 4.2).
            userinfo, port: None removes it. Any other value needs a host. A
                port is a number up to 65535, or digits.
            host: An IPv6 address, as a str or an object of `ipaddress`, gets
                brackets. http://1::2:3/ is ambiguous: to replace only the host
                or only the port of an address without brackets is an error.
            iri: Whether to allow the parts of an IRI (RFC 3987 2.2).

        Raises:
            URIError: No URI can have this value there. It names the `part`;
                `text` is the value, and `offset` an index in it.

        >>> str(URI().replace(scheme="https", host="::1", port=8443, path="/x"))
        'https://[::1]:8443/x'
        """
        given = (scheme, authority, path, query, fragment, userinfo, host, port)
        new: dict[str, Any] = {}
        for name, part in zip((*URI._fields, *_IN_AUTHORITY), given):
            if part is not _KEEP:
                new[name] = _check_part(name, part, iri)
        uri = self._replace(**{name: new.pop(name) for name in URI._fields if name in new})
        if new:  # parts of the authority
            old = dict(zip(_IN_AUTHORITY, uri.split_authority()))
            hostport = (uri.authority or "").rpartition("@")[2]
            is_alone = ("host" in new) != ("port" in new)
            if is_alone and _match(IPV6ADDRESS, hostport):
                raise URIError(hostport, "host", 0, "ambiguous-ipv6", part="host")
            uri = uri._replace(authority=_join_authority(**{**old, **new}))
        recompose(uri)  # raises if a part that was kept is impossible
        if uri.path[:1] == ":" and uri != self:  # like recompose, keep what split gives for ":a"
            return uri._replace(path=_guard_path(uri.scheme, uri.path))
        return uri

    def split_authority(self) -> tuple[str | None, str | None, str | None]:
        """Return the userinfo, the host, and the port (RFC 3986 3.2).

        >>> split("http://me@example.com:80/").split_authority()
        ('me', 'example.com', '80')
        """
        if self.authority is None:
            return None, None, None
        match = _match(_SPLIT_AUTHORITY, self.authority, "authority")
        return match.groups()  # type: ignore[no-any-return]

    @property
    def userinfo(self) -> str | None:
        """The characters before the "@" (RFC 3986 3.2.1)."""
        return self.split_authority()[0]

    @property
    def user(self) -> str | None:
        """The userinfo up to its first ":" (RFC 3986 3.2.1)."""
        userinfo = self.userinfo
        return userinfo and userinfo.partition(":")[0]

    @property
    def password(self) -> str | None:
        """The userinfo after its first ":", or None (RFC 3986 3.2.1)."""
        _, colon, password = (self.userinfo or "").partition(":")
        return password if colon else None

    @property
    def host(self) -> str | None:
        """The host, with the brackets of an IP-literal (RFC 3986 3.2.2)."""
        return self.split_authority()[1]

    @property
    def port(self) -> str | None:
        """The port, as a str of digits (RFC 3986 3.2.3)."""
        return self.split_authority()[2]

    @property
    def host_type(self) -> str | None:
        """The first rule that matches the host (RFC 3986 3.2.2), or None.

        The rules are IPv6address, IPvFuture, IPv4address, reg-name, and
        ireg-name, for an internationalized name (RFC 3987 2.2).

        >>> split("https://bücher.example/").host_type
        'ireg-name'
        """
        return _find_host_type(self.host)

    @property
    def address(self) -> tuple[str, int | None] | None:
        """The host and the port number, for `socket.create_connection`.

        The host has no brackets, and can be empty. Without a port, the number
        is the default of http, https, ws, wss, or ftp, or None. Without an
        authority, the address is None.

        Raises:
            URIError: The port is above 65535, or `host_type` is None.

        >>> split("https://[::1]/").address
        ('::1', 443)
        """
        _, host, port = self.split_authority()
        if host is None:
            return None
        if _find_host_type(host) is None:
            error = URIError(host, "host", 0, "unknown-host")
            error._masked = _mask(host, "userinfo")  # of db://me:se/cret@h/, it is "me:se"
            raise error
        name = host.strip("[]")
        digits = port or _DEFAULT_PORTS.get(_lower(self.scheme or ""))
        if digits is None:
            return name, None
        number = _read_number(digits)
        if number > _MAX_PORT:
            raise URIError(digits, "port", 0, "port-range")
        return name, number


_new = tuple.__new__  # as URI._make, but without checking the length


def split(text: str) -> URI:
    """Return the parts of any text, by the pattern of RFC 3986 Appendix B.

    Nothing is validated, and nothing is lost: str(split(text)) == text. `parse`
    rejects invalid texts, such as https://h:abc/.

    >>> split("//example.com?#")
    URI(scheme=None, authority='example.com', path='', query='', fragment='')
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


def recompose(uri: URI) -> str:
    """Return the text of the five parts (RFC 3986 5.3).

    A path that would be read as an authority or a scheme gets "/." or "./"
    before it (RFC 3986 3.3, 4.2).

    Raises:
        URIError: No text can have these parts, such as a path with a "?".

    >>> recompose(URI("a", path="/b", query="")), recompose(URI(path="//b"))
    ('a:/b?', '/.//b')
    """
    if type(uri) is not URI and (not isinstance(uri, tuple) or len(uri) != 5):
        raise TypeError(f"uri must be a URI or a tuple of five parts, not {type(uri).__name__}")
    if isinstance(uri[2], str):
        text = _join(*uri)
        if _match(_APPENDIX_B, text).groups() == uri:  # as tuples: it splits into these parts
            return text
    # The path has a guard, or a part is impossible or no str.
    parts: list[Any] = [*uri]
    for i, name in enumerate(URI._fields):
        if parts[i] is not None or name == "path":
            parts[i] = _check_str(parts[i], name)
    _check_parts(parts)
    text = _join(*parts)
    # ":a" is not a reference (4.2), but it splits into this path, so it needs no guard.
    if parts[2][:1] == ":" and text[:3] == "./:":
        return text[2:]
    return text


def _join(scheme: Any, authority: Any, path: str, query: Any, fragment: Any) -> str:
    """Return the text of the parts (5.3). The path gets a guard."""
    if authority is not None:
        text = f"//{authority}{path}"
    else:
        text = _guard_path(scheme, path)
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    if fragment is not None:
        text = f"{text}#{fragment}"
    return text


def _guard_path(scheme: str | None, path: str) -> str:
    """Return a path that is not read as an authority or a scheme (3.3, 4.2)."""
    if path[:2] == "//":
        return f"/.{path}"
    if scheme is None and ":" in path.partition("/")[0]:
        return f"./{path}"
    return path


_PART_ENDS = ("[:/?#]", "[/?#]", "[?#]", "#")


def _check_parts(parts: Sequence[Any]) -> None:
    for name, part, end in zip(URI._fields, parts, _PART_ENDS):
        if part is not None and (wrong := re.search(end, part)):
            raise URIError(part, name, wrong.start(), part=name)
    scheme, authority, path, _, _ = parts
    if scheme == "":
        raise URIError(scheme, "scheme", 0, "empty-scheme", part="scheme")
    if authority is not None and path[:1] not in ("", "/"):
        raise URIError(path, "path", 0, "path-after-authority", part="path")


def _check_part(name: str, part: object, iri: bool) -> str | None:
    if part is None and name != "path":
        return None
    if name == "host":
        host = getattr(part, "compressed", part)  # the text of an object of `ipaddress`
        part = _add_brackets(_check_str(host, name))
    if name == "port":
        part = _write_port(part)
    rule = name
    if iri and name not in ("scheme", "port"):
        rule = "i" + name
    try:
        return _GRAMMAR.validate(rule, _check_str(part, name))
    except URIError as error:
        error.part = name
        raise


def _write_port(port: object) -> str:
    if not isinstance(port, int) or isinstance(port, bool):
        return _check_str(port, "port", "int or str")
    number = int(port)  # because a member of an IntEnum is formatted differently
    if 0 <= number <= _MAX_PORT:
        return str(number)
    digits = hex(number)
    if number.bit_length() < 64:  # str refuses more than 4,300 digits
        digits = str(number)
    raise URIError(digits, "port", 0, "port-range", part="port")


def _join_authority(userinfo: str | None, host: str | None, port: str | None) -> str | None:
    if userinfo is host is port is None:
        return None
    authority = host or ""
    if userinfo is not None:
        authority = f"{userinfo}@{authority}"
    if port is not None:
        authority = f"{authority}:{port}"
    host_at = authority.rfind("@") + 1
    if host is None:  # "me@" and ":80" have an empty host
        raise URIError(authority, "authority", host_at, "no-host", part="host")
    # The host of "a::80" is "a:". Without its port, it would be "a".
    if URI(None, authority).split_authority() != (userinfo, host, port):
        raise URIError(authority, "authority", host_at, "splits-otherwise", part="host")
    return authority


def _add_brackets(host: str) -> str:
    if _match(IPV6ADDRESS, host):
        return f"[{host}]"
    return host


def _find_host_type(host: str | None) -> str | None:
    match = _match(_TYPED_HOST, host) if host is not None else None
    return match and _GRAMMAR_TYPES[match.lastindex - 1]


def _read_number(digits: str) -> int:
    """Return the number of a port, cut to six digits."""
    return int(digits.lstrip("0")[:6] or "0")


def _lower(text: str) -> str:
    """Return the text with A to Z in lower case, but no other letter."""
    if text.isascii():
        return text.lower()
    # bytes.lower changes only ASCII letters.
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


# ---- Resolution: RFC 3986 section 5.2 ----


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """Return the target of a reference, relative to a base (RFC 3986 5.2.2).

    Neither text is validated. The target's path can begin with "//", so a
    program that gets only the path may read an authority in it. A relative base
    gives a relative target, unless the path climbs above it:
    resolve("a/b", "../../c") is "/c".

    Args:
        base: A URI or a reference.
        ref: A reference. "" leads to the base, without its fragment.
        strict: If False, the base's scheme is ignored in `ref`, as in "http:g".

    >>> resolve("http://example.com/b/c/d?q", "../../g?y")
    'http://example.com/g?y'
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
                return _join(scheme, authority, old_path, query, fragment)
            if path[0] != "/":
                path = _get_directory(authority, old_path) + path
    return _join(scheme, authority, _remove_dots(path), query, fragment)


def merge(base: URI, path: str) -> str:
    """Return the base's path with a path as its last segment (RFC 3986 5.2.3).

    Args:
        base: The parts of the base URI, from `split` or `parse`.
        path: The path of a reference. Its dot-segments are kept.

    >>> merge(split("http://example.com/b/c"), "g")
    '/b/g'
    """
    if not isinstance(base, URI):
        raise TypeError(f"base must be a URI, as split gives it, not {type(base).__name__}")
    return _get_directory(base.authority, base.path) + _check_str(path, "path")


def remove_dot_segments(path: str) -> str:
    """Return the path without its "." and ".." segments (RFC 3986 5.2.4).

    >>> remove_dot_segments("/a/b/c/./../../g")
    '/a/g'
    """
    return _remove_dots(_check_str(path, "path"))


def _get_directory(authority: str | None, path: str) -> str:
    """Return a path up to its last "/" (5.2.3): "/b/" of "/b/c"."""
    if authority is not None and not path:
        return "/"
    return path[: path.rfind("/") + 1]


def _remove_dots(path: str) -> str:
    if path[:1] == ".":  # steps A and D: "../a", "./a", ".", and ".."
        path = _compiled[r"\A(?:\.\.?/)*+(?:\.\.?\Z)?"].sub("", path)
    head = path.find("/.")  # the head has no dot-segment, so it is not split
    if head < 0:
        return path
    if path.endswith(("/.", "/..")):
        path += "/"  # a final dot-segment leaves a "/"
    kept = [""]
    for segment in path[head + 1 :].split("/"):
        if segment == ".." and kept[1:]:  # step C
            kept.pop()
        elif segment == "..":
            head = max(path.rfind("/", 0, head), 0)  # nothing kept to drop: shorten the head
        elif segment != ".":  # step B
            kept.append(segment)
    return path[:head] + "/".join(kept)


# ---- Normalization and relative references: RFC 3986 section 6 ----

# A triplet right after a stray "%" is not decoded: "%4%41" would turn into the triplet "%4A".
_TRIPLET = "%(?<!%%)(?<!%[0-9A-Fa-f]%)[0-9A-Fa-f]{2}"
# A text without "%" and "/." that is normal, such as "http://a/b": scheme and authority are in lower
# case, and no "." follows the scheme, as in "a:../b".
_IN_LOWER_CASE = (
    r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))"
    r"(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"
)


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """Return the text in the normal form of RFC 3986 6.2.2.

    The text is not validated: a stray "%" is kept. A normal text is returned
    itself. Check a path after normalizing: /public/%2e%2e/admin becomes /admin.
    A relative path keeps its dot-segments.

    Args:
        text: A URI or a reference.
        scheme_based: Whether to also remove an empty port and the default port
            of http, https, ws, wss, and ftp, write their empty path as "/", and
            write IPv6 addresses as in RFC 5952 (RFC 3986 6.2.3).

    >>> normalize("HTTP://EXAMPLE.com/./b/../b/%63/%7bfoo%7d")
    'http://example.com/b/c/%7Bfoo%7D'
    >>> normalize("http://[2001:DB8::0:7]:80", scheme_based=True)
    'http://[2001:db8::7]/'
    """
    plain = "/." not in _check_str(text) and "%" not in text and not scheme_based
    if plain and _match(_IN_LOWER_CASE, text):
        return text
    # Normalizing triplets never creates a delimiter, so it can come first.
    match = _match(_APPENDIX_B, _normalize_triplets(text))
    scheme, authority, path, query, fragment = match.groups()
    # No scheme has triplets: decoded, "%41:b" would get one.
    scheme = scheme and _lower_but_triplets(text[: text.index(":")])
    if scheme is not None or authority is not None or path[:1] == "/":
        path = _remove_dots(path)
    if authority is not None:
        userinfo, at, hostport = authority.rpartition("@")
        hostport = _lower_but_triplets(hostport)
        if scheme_based and ":" in hostport:
            hostport = _normalize_hostport(hostport, scheme)
        if scheme_based and not path and scheme in _DEFAULT_PORTS:
            path = "/"
        authority = userinfo + at + hostport
    normal = _join(scheme, authority, path, query, fragment)
    return text if normal == text else normal


def equivalent(a: str, b: str, *, scheme_based: bool = False) -> bool:
    """Return whether two texts have the same normal form (RFC 3986 6.2).

    False does not prove that they identify different resources (RFC 3986 6.1).

    Args:
        a, b: URIs or references.
        scheme_based: As in `normalize`.

    >>> equivalent("HTTP://a.example/%7Eme", "http://A.example/~me")
    True
    """
    _check_str(a, "a")
    _check_str(b, "b")
    return normalize(a, scheme_based=scheme_based) == normalize(b, scheme_based=scheme_based)


def _normalize_triplets(text: str) -> str:
    """Return the normal form of 6.2.2.1 and 6.2.2.2."""
    if "%" not in text:
        return text
    return re.sub(_TRIPLET, lambda match: _normalize_triplet(match[0]), text)


@cache
def _normalize_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _match(f"[{UNRESERVED}]", char) else triplet.upper()


def _lower_but_triplets(text: str) -> str:
    """Return the text in lower case but for triplets: "a%4D" of "A%4d"."""
    lower = _lower(text)
    if "%" not in text:
        return lower
    return _compiled["%[0-9a-f]{2}"].sub(lambda match: match[0].upper(), lower)


def _normalize_hostport(hostport: str, scheme: str | None) -> str:
    """Return the normal form of 6.2.3."""
    default = _DEFAULT_PORTS.get(scheme or "", "(?!)")  # (?!) never matches
    hostport = re.sub(rf"\A(\[[^]]*\]|[^][:]*):(?:0*{default})?\Z", r"\1", hostport)
    literal = r"\A\[[^]%]*\](?=:[0-9]*\Z|\Z)"
    return re.sub(literal, lambda match: _write_literal(match[0]), hostport)


def _write_literal(host: str) -> str:
    """Return a host in brackets in lower case, with IPv6 as in RFC 5952."""
    literal = _lower(host)
    if not _compiled[IPV6ADDRESS].fullmatch(literal, 1, len(literal) - 1):
        return literal
    import ipaddress

    address = ipaddress.IPv6Address(literal[1:-1])
    if mapped := address.ipv4_mapped:
        return f"[::ffff:{mapped}]"
    return f"[{address}]"


def relativize(base: str, target: str) -> str:
    """Return the shortest reference that leads from the base to the target.

    It resolves to resolve(base, target), and is "" if that is the base without
    its fragment. Neither text is validated.

    Args:
        base: A URI or a reference. One that begins with ":" is read with "./"
            before it (RFC 3986 4.2).
        target: A URI, or a reference relative to the base.

    >>> relativize("http://example.com/b/c/d?q", "http://example.com/b/e")
    '../e'
    """
    base = _guard_colon(_check_str(base, "base"))
    target = _guard_colon(_check_str(target, "target"))
    goal = resolve(base, target)
    here = split(base)
    scheme, authority, path, query, fragment = split(goal)
    if authority is None and path[:4] == "/.//":
        path = path[2:]  # this "/." was added by _guard_path
    choices = [goal, target]
    if (scheme, authority) == here[:2]:
        choices += [
            _join(None, None, "", query, fragment),
            _join(None, None, "", None, fragment),
            _join(None, None, _relate_paths(here, path), query, fragment),
            _join(None, None, path, query, fragment),
        ]
    choices.append(_join(None, authority, path, query, fragment))
    return next(ref for ref in sorted(choices, key=len) if resolve(base, ref) == goal)


def _guard_colon(text: str) -> str:
    if text[:1] == ":":
        return f"./{text}"
    return text


def _relate_paths(base: URI, path: str) -> str:
    """Return a relative path: "../d" from /a/b/c to /a/d."""
    here = _remove_dots(_get_directory(base.authority, base.path))
    # os.path.commonprefix would take five times as long on long paths.
    both = _longest(min(len(here), len(path)), lambda size: here.startswith(path[:size]))
    shared = here.rfind("/", 0, both) + 1
    up = re.sub("[^/]*/", "../", here[shared:])
    rest = path[shared:]
    if not rest:
        return up[:-1] or "."
    if not up and rest[0] == "/":
        return "./" + rest
    return up + rest


# ---- Percent-encoding and IRIs: RFC 3986 section 2.1, RFC 3987 section 3 ----

# The characters that need no encoding in each component (2.1).
_COMPONENTS = {
    "unreserved": UNRESERVED,
    "userinfo": f"{UNRESERVED}{SUB_DELIMS}:",
    "reg-name": f"{UNRESERVED}{SUB_DELIMS}",
    "segment": PCHAR,
    "path": f"{PCHAR}/",
    "query": f"{PCHAR}/?",
    "fragment": f"{PCHAR}/?",
}
_ICOMPONENTS = {
    **{name: f"{chars}{UCSCHAR}" for name, chars in _COMPONENTS.items()},
    "query": f"{PCHAR}/?{UCSCHAR}{IPRIVATE}",
}
# The characters of IRIs (RFC 3987 2.2), in any order.
_IRI_TEXT = f"[{IUNRESERVED}{IPRIVATE}{RESERVED}%]*+"
_TRIPLET_RUN = _TRIPLET + "(?:%[0-9A-Fa-f]{2})*+"

# What an IRI can have but should not show (RFC 3987 4.1, 6.1). Invisible: soft hyphens, bidirectional
# formatting, joiners, variation selectors, fillers, and tags. Misleading: spaces, quotation marks,
# brackets, ends of sentences, and lookalikes of delimiters, such as U+FF0F.
_JOINERS = r"\u200c\u200d\ufe0e\ufe0f"  # and variation selectors, used inside words and emoji
_INVISIBLE = (
    r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_MISLEADING = (
    r"\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    r"\xab\xbb\u2016-\u2018\u201a-\u2027\u2030-\u205e\u3008-\u3011\u3014-\u301f"
    r"\u037e\u0589\u060c\u061b-\u061f\u06d4\u0964\u0965\u3001-\u3003"
    r"\u2215\u2236\u29f8\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
_NOT_SHOWN = _INVISIBLE + _MISLEADING
# What uri_to_iri keeps encoded, including bytes that are not UTF-8.
_NOT_DECODED = f"[{_NOT_SHOWN}]|[^{UNRESERVED}{UCSCHAR}]++"

# A path up to a ":" that does not end a scheme: "my file:" of "my file: a".
_BROKEN_SCHEME = f"(?!{SCHEME}:)[^:/?#]*+:"
# A backslash in an authority, or in the two slashes before it: http:\\h, /\h, http://h\@i.
_BACKSLASH_IN_AUTHORITY = rf"(?:{SCHEME}:)?(?:/\\|\\[/\\]|//[^/?#\\]*\\)"
# The text before white space in a host or a port, which follow the last "@": "//me@a" of //me@a b/.
_BEFORE_SPACE_IN_HOST = rf"(?:{SCHEME}:)?//(?:[^/?#]*@|(?![^/?#]*@))[^/?#@\s]*(?=\s)"


def percent_encode(text: str, component: str = "unreserved", safe: str = "") -> str:
    """Percent-encode what a component cannot have, as UTF-8 (RFC 3986 2.1).

    A "%" is always encoded. `requote` keeps triplets.

    Args:
        text: Data that is not encoded yet.
        component: unreserved, userinfo, reg-name, segment, path, query, or
            fragment.
        safe: Other ASCII characters to keep.

    Raises:
        URIError: The text has a lone surrogate.
        ValueError: There is no such component, or `safe` has a "%" or a
            non-ASCII character.

    >>> percent_encode("a/b c%"), percent_encode("a/b c%", "path")
    ('a%2Fb%20c%25', 'a/b%20c%25')
    """
    try:
        return _encode(text, _add_safe(component, safe))
    except TypeError:
        _check_str(component, "component")
        _check_str(safe, "safe")
        _check_str(text)
        raise


def percent_decode(text: str, errors: str = "strict") -> str:
    """Return the text with each %XX decoded, as UTF-8 (RFC 3986 2.1, 2.5).

    If a text may have a stray "%", use percent_decode(requote(text, "query")).

    Args:
        text: A component, or a part of one. A "+" is kept.
        errors: What to do with bytes that are not UTF-8, as in bytes.decode.

    Raises:
        URIError: A "%" is not followed by two hex digits, or bytes are not
            UTF-8.
        LookupError: Bytes are not UTF-8, and `errors` is unknown.

    >>> percent_decode("a%2Fb%20%C3%BC")
    'a/b ü'
    """
    if "%" not in _check_str(text):
        return text
    if stray := _compiled["%[0-9A-Fa-f]?(?![0-9A-Fa-f])"].search(text):
        raise URIError(text, "pct-encoded", stray.end(), "triplet")
    # The decoder of quoted-printable (RFC 2045 6.7), "=4F" for "%4F", is in C.
    from binascii import a2b_qp

    def decode(match: re.Match[str]) -> str:
        quoted = match[0].replace("=", "=3D").replace("%", "=")
        try:
            return a2b_qp(quoted).decode("utf-8", errors)
        except UnicodeDecodeError as e:
            octets = re.findall("(?s)%..|.", match[0])
            offset = match.start() + len("".join(octets[: e.start]))
            raise URIError(text, "pct-encoded", offset, "encoded-not-utf-8") from None

    return _compiled["%[\0-\x7f]*"].sub(decode, text)


def requote(text: str, component: str | None = None, iri: bool = False) -> str:
    """Return a valid reference: encode what it cannot have, and keep each %XX.

    The result can mean something else than the text: "my file: a" becomes
    "./my%20file:%20a" (RFC 3986 4.2). So check the result, and use only that.

    Args:
        text: A reference with spaces, a stray "%", or non-ASCII letters. Strip
            the value of an HTML attribute first.
        component: The name of a component, as in `percent_encode`, if the text
            is only that.
        iri: Whether to keep non-ASCII letters (RFC 3987 2.2).

    Raises:
        URIError: The authority cannot be repaired, or has a backslash in or
            before it, which browsers read as "/", or white space in its host or
            port. Or the text has a lone surrogate.
        ValueError: There is no such component.

    >>> requote("http://example.com/å b/%7E?50%#[x]#")
    'http://example.com/%C3%A5%20b/%7E?50%25#%5Bx%5D%23'
    """
    text = _check_str(text)
    _check_encodable(text)
    rule, components = "URI-reference", _COMPONENTS
    if iri:
        rule, components = "IRI-reference", _ICOMPONENTS
    if component is not None:
        _check_component(component)
        return _requote_part(text, components[component])
    matches = _GRAMMAR.matches(rule, text)
    # A valid IRI can have white space, such as a no-break space, in its host.
    if not matches or (iri and _compiled[r"\s"].search(text)):
        _refuse_misread_host(text, rule)
    if matches:
        return text
    if _compiled[_BROKEN_SCHEME].match(text):
        text = f"./{text}"
    scheme, authority, path, query, fragment = split(text)
    path = _requote_part(path, components["path"])
    query = query and _requote_part(query, components["query"])
    fragment = fragment and _requote_part(fragment, components["fragment"])
    if authority:
        userinfo, at, host = authority.rpartition("@")
        host = _requote_part(host, components["userinfo"] + GEN_DELIMS)
        authority = _requote_part(userinfo, components["userinfo"]) + at + host
    # Only the authority can still be invalid.
    return _GRAMMAR.validate(rule, _join(scheme, authority, path, query, fragment))


def iri_to_uri(iri: str) -> str:
    """Return the URI of an IRI: encode what is not ASCII (RFC 3987 3.1).

    The host is encoded, too: neither IDNA nor Unicode normalization is used.

    Raises:
        URIError: The text has a character that no IRI can have, such as a
            space.

    >>> iri_to_uri("http://www.example.org/Dürst")
    'http://www.example.org/D%C3%BCrst'
    """
    match: Any = _compiled[_IRI_TEXT].match(_check_str(iri, "iri"))
    if match.end() < len(iri):
        raise _explain("IRI-reference", iri, match.end())
    return _encode(iri, "\0-\x7f")


def uri_to_iri(uri: str) -> str:
    """Return the IRI of a URI: decode what an IRI can have (RFC 3987 3.2).

    Characters that are invisible (RFC 3987 4.1) or look like a delimiter, such
    as U+FF0F (RFC 3987 6.1), stay encoded. iri_to_uri(iri) is equivalent to the
    URI.

    >>> uri_to_iri("http://www.example.org/D%C3%BCrst%2F%FC%E2%80%AE")
    'http://www.example.org/Dürst%2F%FC%E2%80%AE'
    """
    return _compiled[_TRIPLET_RUN].sub(_decode_for_iri, _check_str(uri, "uri"))


def _encode(text: str, chars: str) -> str:
    if _compile_class(chars).fullmatch(text):
        return text
    _check_encodable(text)
    return text.translate(_make_triplets(chars))


@lru_cache(100)
def _compile_class(chars: str) -> re.Pattern[str]:
    return re.compile(f"[{chars}]*")


class _TripletTable(dict[int, str]):
    """For str.translate: triplets for what is not in a class."""

    def __init__(self, chars: str) -> None:
        self.kept = _compile_class(chars)

    def __missing__(self, code: int) -> str:
        if len(self) == 1_000:
            self.clear()
        char = chr(code)
        self[code] = char if self.kept.fullmatch(char) else _to_triplets(char)
        return self[code]


_make_triplets = lru_cache(100)(_TripletTable)


def _to_triplets(chars: str) -> str:
    return "%" + chars.encode("utf-8", "surrogateescape").hex("%").upper()


@lru_cache(100)
def _add_safe(component: str, safe: str) -> str:
    _check_component(component)
    if "%" in _check_str(safe, "safe") or not safe.isascii():
        raise ValueError(f'safe must be ASCII characters other than "%", not {_quote(safe)}')
    return _COMPONENTS[component] + re.escape(safe)


def _check_component(component: str) -> None:
    if _check_str(component, "component") not in _COMPONENTS:
        meant = _suggest_name(component, _COMPONENTS, f"there are {', '.join(_COMPONENTS)}")
        raise ValueError(f"unknown component {_quote(component)}; {meant}")


def _check_encodable(text: str) -> None:
    surrogate = not _check_str(text).isascii() and _compiled["[\ud800-\udfff]"].search(text)
    if surrogate:
        raise URIError(text, "pct-encoded", surrogate.start(), "surrogate")


def _requote_part(part: str, chars: str) -> str:
    return _compiled["%25(?=[0-9A-Fa-f]{2})"].sub("%", _encode(part, chars))


def _refuse_misread_host(text: str, rule: str) -> None:
    """Refuse a text if programs disagree on where its host ends."""
    if "\\" in text and _compiled[_BACKSLASH_IN_AUTHORITY].match(text):
        raise URIError(text, rule, text.index("\\"), "backslash-in-authority")
    if before := _compiled[_BEFORE_SPACE_IN_HOST].match(text):
        details = {"char": _name_char(text[before.end()])}
        raise URIError(text, rule, before.end(), "space-in-host", details)


def _decode_for_iri(match: re.Match[str]) -> str:
    # A byte that is not UTF-8 becomes a lone surrogate, which no IRI has.
    chars = bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape")
    return _compiled[_NOT_DECODED].sub(lambda match: _to_triplets(match[0]), chars)


# ---- RFC 2396: rules (Appendix A) and resolution (section 5.2) ----
# OLD_, because RFC 3986 gives most of these names another meaning.

old_rules: dict[str, str] = {}

# digit    = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
#            "8" | "9"
add_class(old_rules, "digit", DIGIT)

# hex           = digit | "A" | "B" | "C" | "D" | "E" | "F" |
#                         "a" | "b" | "c" | "d" | "e" | "f"
add_class(old_rules, "hex", HEXDIG)

# escaped       = "%" hex hex
old_rules["escaped"] = PCT_ENCODED

# lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
#            "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
#            "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
OLD_LOWALPHA = add_class(old_rules, "lowalpha", "a-z")

# upalpha  = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
#            "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
#            "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
OLD_UPALPHA = add_class(old_rules, "upalpha", "A-Z")

# alpha         = lowalpha | upalpha
OLD_ALPHA = add_class(old_rules, "alpha", f"{OLD_LOWALPHA}{OLD_UPALPHA}")

# alphanum      = alpha | digit
OLD_ALPHANUM = add_class(old_rules, "alphanum", f"{OLD_ALPHA}{DIGIT}")

# mark          = "-" | "_" | "." | "!" | "~" | "*" | "'" |
#                 "(" | ")"
OLD_MARK = add_class(old_rules, "mark", r"\-_.!~*'\(\)")

# unreserved    = alphanum | mark
OLD_UNRESERVED = add_class(old_rules, "unreserved", f"{OLD_ALPHANUM}{OLD_MARK}")

# reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
#                 "$" | ","
OLD_RESERVED = add_class(old_rules, "reserved", r";\/?:@&=+$,")

# uric          = reserved | unreserved | escaped
OLD_URIC = f"{OLD_RESERVED}{OLD_UNRESERVED}"
old_rules["uric"] = one_of(OLD_URIC)

# fragment      = *uric
OLD_FRAGMENT = old_rules["fragment"] = any_of(OLD_URIC)

# query         = *uric
OLD_QUERY = old_rules["query"] = any_of(OLD_URIC)

# pchar         = unreserved | escaped |
#                 ":" | "@" | "&" | "=" | "+" | "$" | ","
OLD_PCHAR = f"{OLD_UNRESERVED}:@&=+$,"
old_rules["pchar"] = one_of(OLD_PCHAR)

# param         = *pchar
OLD_PARAM = old_rules["param"] = any_of(OLD_PCHAR)

# segment       = *pchar *( ";" param )
# Differs: one loop takes both pchar and ";".
OLD_SEGMENT = old_rules["segment"] = any_of(f"{OLD_PCHAR};")

# path_segments = segment *( "/" segment )
# Differs: one loop takes pchar, ";", and "/".
OLD_PATH_SEGMENTS = old_rules["path_segments"] = any_of(rf"{OLD_PCHAR};\/")

# port          = *digit
OLD_PORT = old_rules["port"] = PORT

# IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
OLD_IPV4ADDRESS = old_rules["IPv4address"] = rf"[{DIGIT}]++\.[{DIGIT}]++\.[{DIGIT}]++\.[{DIGIT}]++"

# A label after its first character, with hyphens only between alphanum.
OLD_LABEL_REST = f"[{OLD_ALPHANUM}]*+(?:-++[{OLD_ALPHANUM}]++)*+"

# toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
OLD_TOPLABEL = old_rules["toplabel"] = f"[{OLD_ALPHA}]{OLD_LABEL_REST}"

# domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
OLD_DOMAINLABEL = old_rules["domainlabel"] = f"[{OLD_ALPHANUM}]{OLD_LABEL_REST}"

# hostname      = *( domainlabel "." ) toplabel [ "." ]
OLD_HOSTNAME = old_rules["hostname"] = rf"(?:{OLD_DOMAINLABEL}\.)*{OLD_TOPLABEL}\.?"

# host          = hostname | IPv4address
OLD_HOST = old_rules["host"] = f"(?:{OLD_HOSTNAME}|{OLD_IPV4ADDRESS})"

# hostport      = host [ ":" port ]
OLD_HOSTPORT = old_rules["hostport"] = f"{OLD_HOST}(?::{OLD_PORT})?"

# userinfo      = *( unreserved | escaped |
#                    ";" | ":" | "&" | "=" | "+" | "$" | "," )
OLD_USERINFO = old_rules["userinfo"] = any_of(f"{OLD_UNRESERVED};:&=+$,")

# server        = [ [ userinfo "@" ] hostport ]
OLD_SERVER = old_rules["server"] = f"(?:(?:{OLD_USERINFO}@)?{OLD_HOSTPORT})?"

# reg_name      = 1*( unreserved | escaped | "$" | "," |
#                     ";" | ":" | "@" | "&" | "=" | "+" )
OLD_REG_NAME = old_rules["reg_name"] = some_of(f"{OLD_UNRESERVED}$,;:@&=+")

# authority     = server | reg_name
# Differs: a server is either empty or also a reg_name.
OLD_AUTHORITY = old_rules["authority"] = f"(?:{OLD_REG_NAME})?"

# scheme        = alpha *( alpha | digit | "+" | "-" | "." )
OLD_SCHEME = old_rules["scheme"] = SCHEME

# rel_segment   = 1*( unreserved | escaped |
#                     ";" | "@" | "&" | "=" | "+" | "$" | "," )
OLD_REL_SEGMENT = old_rules["rel_segment"] = some_of(f"{OLD_UNRESERVED};@&=+$,")

# abs_path      = "/"  path_segments
OLD_ABS_PATH = old_rules["abs_path"] = f"/{OLD_PATH_SEGMENTS}"

# rel_path      = rel_segment [ abs_path ]
OLD_REL_PATH = old_rules["rel_path"] = f"{OLD_REL_SEGMENT}(?:{OLD_ABS_PATH})?"

# net_path      = "//" authority [ abs_path ]
OLD_NET_PATH = old_rules["net_path"] = f"//{OLD_AUTHORITY}(?:{OLD_ABS_PATH})?"

# uric_no_slash = unreserved | escaped | ";" | "?" | ":" | "@" |
#                 "&" | "=" | "+" | "$" | ","
OLD_URIC_NO_SLASH = f"{OLD_UNRESERVED};?:@&=+$,"
old_rules["uric_no_slash"] = one_of(OLD_URIC_NO_SLASH)

# opaque_part   = uric_no_slash *uric
OLD_OPAQUE_PART = old_rules["opaque_part"] = one_of(OLD_URIC_NO_SLASH) + any_of(OLD_URIC)

# path          = [ abs_path | opaque_part ]
OLD_PATH = old_rules["path"] = f"(?:{OLD_ABS_PATH}|{OLD_OPAQUE_PART})?"

# hier_part     = ( net_path | abs_path ) [ "?" query ]
# Differs: net_path is left out, because it is an abs_path whose first segment is empty.
OLD_HIER_PART = old_rules["hier_part"] = rf"{OLD_ABS_PATH}(?:\?{OLD_QUERY})?"

# relativeURI   = ( net_path | abs_path | rel_path ) [ "?" query ]
# Differs: net_path is left out, because it is an abs_path.
OLD_RELATIVE_URI = old_rules["relativeURI"] = (
    rf"(?:{OLD_ABS_PATH}|{OLD_REL_PATH})(?:\?{OLD_QUERY})?"
)

# absoluteURI   = scheme ":" ( hier_part | opaque_part )
OLD_ABSOLUTE_URI = old_rules["absoluteURI"] = f"{OLD_SCHEME}:(?:{OLD_HIER_PART}|{OLD_OPAQUE_PART})"

# URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
OLD_URI_REFERENCE = old_rules["URI-reference"] = (
    f"(?:{OLD_ABSOLUTE_URI}|{OLD_RELATIVE_URI})?(?:[#]{OLD_FRAGMENT})?"
)


# How segments change the depth of a path. All others add 1.
_STEPS = {"./": 0, "..": -1, "../": -1}


def resolve_rfc2396(base: str, ref: str, *, strict: bool = True, above_root: str = "keep") -> str:
    """Return the target of a reference by the steps of RFC 2396 5.2.

    Unlike in RFC 3986, "?y" removes the base's last segment, and an absolute
    path keeps its dot-segments.

    Args:
        base, ref, strict: As in `resolve`.
        above_root: What step 6g does with a ".." above the root: "keep",
            "remove", or "error".

    Raises:
        URIError: A ".." leads above the root, and `above_root` is "error".
        ValueError: `above_root` has another value.

    >>> resolve_rfc2396("http://example.com/b/c/d?q", "?y")
    'http://example.com/b/c/?y'
    """
    if above_root not in ("keep", "remove", "error"):
        raise ValueError(f"above_root must be keep, remove or error, not {_quote(str(above_root))}")
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
    return _join(old.scheme, authority, path, query, fragment)  # step 7


def _do_step_6(old: URI, new: URI, above_root: str, ref: str) -> str:
    """Return the reference's path in the base's directory."""
    directory = _get_directory(old.authority, old.path)
    path = directory + new.path  # steps 6a and 6b
    root = "/" if path[:1] == "/" else ""
    depth = 0
    climbs = ""  # the ".." above the root that are kept
    for segment in re.compile("[^/]*/|[^/]+").finditer(path, len(root)):
        depth += _STEPS.get(segment[0], 1)
        if depth >= 0:
            continue
        depth = 0
        if above_root == "error":  # step 6g
            # From http://a/b/c, "../../g" leads above the root at offset 3.
            offset = _match(_APPENDIX_B, ref).start(3) + max(segment.start() - len(directory), 0)
            raise URIError(ref, "URI-reference", offset, "above-root")
        if above_root == "keep":
            climbs += segment[0]
    # Steps 6c to 6f, without the climbs, which _remove_dots drops.
    rest = _remove_dots("/" + path[len(root) :])[1:]
    return root + climbs + rest


# ---- Errors in plain words ----

# The rules that begin with a scheme, and all that Appendix B can split.
_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
_REFERENCE_RULES = (
    *_WITH_SCHEME, "URI-reference", "relative-ref", "IRI-reference", "irelative-ref", "relativeURI",
)  # fmt: skip
# What makes a reference of a rule's text. After "@", a host cannot be read as a userinfo.
_READ_AFTER = {"authority": "//", "host": "//@", "IP-literal": "//@"}
# Appendix B for invalid texts: an authority's first "@" ends the userinfo, and the next ":" the host.
_NAMED_REST = r"(?P<path>[^?#]*+)(?:\?(?P<query>[^#]*+))?+(?:#(?P<fragment>.*+))?+"
_WRONG_PARTS = (
    r"(?:(?P<scheme>[^:/?#]++):)?+(?://(?:(?P<userinfo>[^@\[/?#]*+)@)?+"
    rf"(?:(?P<bare>{IPV6ADDRESS}(?:%[0-9A-Za-z]+)?)(?![^/?#])|(?:\[(?P<IPv6address>[^\]/?#]*+))?+"
    rf"(?P<host>[^:/?#]*+)(?::(?P<port>[^/?#]*+))?+))?+{_NAMED_REST}"
)
_BLANK = r"[ \t\r\n\xa0\ufeff]"
_QUOTES = "(?:[\"'`<>()«»]|(?=[‘-„]).)"  # one class would take ten times as long to compile
_IN_BRACES = r"\{\{?[0-9A-Za-z_.-]{0,60}\}\}?"
_WEB_NAMES = "|".join(_WEB)
_SSH = ".{0,4}(?:git|ssh)://"  # "git+ssh://", too
# The parts that can be percent-encoded, and those whose names people know.
_ENCODED_PARTS = "userinfo path segment query fragment"
_KNOWN_PARTS = "scheme userinfo host port path query fragment IPv4address IPv6address"

# How to recognize each kind of error. The first row that fits counts; its groups become `details`.
#
#   the code
#   what can have it: parts, rules, a code, "password" (what a message masks), "reference" (a whole
#     one), or "" (any whole text)
#   a pattern for all of it up to the offset, and one for the beginning of the rest
#   a text with this error, after its rule if that is not URI
_SIGNS = (
    # These may be masked, so their words show nothing.
    ("no-brackets", "bare", ".*", "", "http://2001:db8::1/"),
    ("second-at", "host", "(?<=@).*", "[^/?#]*@", "http://a@b@c/"),
    ("second-at", "port", r"(?<!\]:).*", r"[^/?#\[]*@", "db://a@b:c@d/"),
    ("placeholder", "password", r"(?:.*:)?\$?", rf"(?:{_IN_BRACES}|<[A-Za-z_.-]+>|\[[A-Z_-]+\])@", "db://a:<b>@c/"),
    ("ssh-path", "", rf"{_SSH}[^@/?#]*@[^:@/?#\[]*:[^@/?#]*", "[^@ /?#]*/", "ssh://a@b:c/d@e"),
    ("password-delimiter", "port", ".*", "[^@/?#]*[/?#].*@", "db://a:b#c@d/"),
    ("ssh-path", "", rf"{_SSH}[^:@/?#\[]*:[^@/?#]*", "[^@ /?#]*/", "ssh://a:b/c"),
    ("encode-backslash", "userinfo host port", ".*", r"\\[^/?#@]+@", r"db://a:b\c@d/"),
    ("password", "password", ".*", "", "http://a:b c@d/"),
    # The whole text
    ("empty", "", "", r"\Z", ""),
    ("space-around", "", "", _BLANK, " http://a/"),
    ("space-around", "", ".*", rf"{_BLANK}+\Z", "http://a/\n"),
    ("markup", "reference", "", r"<[A-Za-z]+ |!?\[[^]]*\]\(", "[a](http://b/)"),
    ("quoted", "", "", rf"(?:{_QUOTES}[^<>]+{_QUOTES}|[\[{{]{SCHEME}:[^]{{}}]+[]}}])\Z", "<http://a/>"),
    ("leave-out", "", "", _QUOTES, "<http://a/"),
    # unless the opening mark is encoded
    ("leave-out", "", "(?!.*%(?:22|3C|60|E2%80%9)).*", rf"{_QUOTES}\Z", "http://a/”"),
    ("template", "", ".*?(?P<sign>[$%]?)", rf"(?P<field>{_IN_BRACES}|(?<=%)s\b)", "http://a/${id}"),
    ("template", "userinfo host port", ".*(?P<sign>)", "(?P<field><[A-Za-z_.-]{1,60}>)", "http://<host>/"),
    ("template", "", r"[^/]*//[^/?#]*(?P<sign>\[[A-Z_-]*)", r"(?P<field>[A-Z_-]{1,60}\])", "http://[HOST]/"),
    ("windows-path", "", "(?i:(?:file:/*)?[A-Z]:)?", r"(?<=:)\\|\\\\", r"C:\Users\me"),
    ("label", "reference", f"{SCHEME}:?", rf"[\w -]*?[ =](?P<found>(?i:{_WEB_NAMES}))://", "URL: http://a/"),
    ("several-uris", "reference", f"{SCHEME}:.*", rf"\s+{SCHEME}://", "http://a/ http://b/"),
    ("triplet", "", ".*%.?", "", "http://a/%zz"),
    # Scheme and path
    ("no-colon", "no-scheme", f"(?i:{_WEB_NAMES}|file|ssh)", ";?//", "http//a/"),
    ("no-scheme-before", "no-scheme", "", "(?P<found>:?//)", "//a/"),
    ("relative", "no-scheme", "", r"[/?#]|\.\.?/", "../a"),
    ("email", "no-scheme", "[^/?#]*", r"(?:(?<=.)|[^@/?#\s]+)@[^@/?#\s]+\Z", "me@example.com"),
    ("no-scheme", "no-scheme", ".*", "", "example.com"),
    ("no-slashes", "URI-reference IRI-reference relative-ref", r"\A", r"\[", "URI-reference [::1]:80"),
    ("no-slashes", "path", r"[0-9]+(?:\.[0-9]+){3}", ":[0-9]", "URI-reference 127.0.0.1:80"),
    ("no-scheme", "scheme", "", r"[0-9]+\.|\[", "127.0.0.1:80"),
    ("ssh-port", "scheme", r"[\w.-]*", r"[\w.-]*@[\w.-]+:[0-9]+/", "git@a.example:22/b"),
    ("ssh-address", "scheme", r"[\w.-]*", r"[\w.-]*@[\w.-]+:(?!//)[A-Za-z~/.]", "git@a.example:b"),
    ("ssh-address", "path", r"[\w.-]+@[\w.-]+", ":(?!//)[A-Za-z~/.]", "URI-reference git@a.example:b"),
    ("leave-out", "scheme", ".+", r":\Z", "scheme http:"),
    ("scheme-only", "scheme", SCHEME, "://", "scheme http://a"),
    ("scheme-start", "scheme", "", "[!-~]", "1a:b"),
    ("scheme-alone", "", f"{SCHEME}:", r"\Z", "absoluteURI http:"),
    ("scheme", "path", SCHEME, ":", "relative-ref a:b"),
    ("colon", "path", "[^/]*", ":", "URI-reference 12:30"),
    ("leave-out-space", "", f"{SCHEME}:/?", " ", "http: //a/"),
    ("no-slash", "path-abempty path-absolute abs_path", "", "", "path-absolute a"),
    # Host and port
    ("leave-out", "userinfo", ".*", r"@\Z", "userinfo me@"),
    ("leave-out-scheme", "", f"{SCHEME}:?", ":?//", "host http://a"),
    ("leave-out-port", "host IPv4address hostname", ".*", r":[0-9]*\Z", "host a:80"),
    ("backslash", "userinfo host port path", ".*", r"\\", r"http://a\b"),
    ("idn", "host", r"[^]]*", r"[^\W\0-\x7f]", "http://bücher.example/"),
    ("leave-out", "IPv6address", r"\A[^[]*", r"\[|\]\Z", "IPv6address ::1]"),
    ("no-opening", "", "(?:.*[/@])?[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*", r"\]", "http://::1]/"),
    ("several-hosts", "port", "[0-9]+(?:,.*)?", r"[,/?#]|\Z", "db://a:1,b:2/"),
    ("two-colons", "port", "(?::[0-9]*)?", r":[0-9]|[/?#]|\Z", "http://h::80/"),
    ("port-digits", "port", ".*", r"[!-~]|\Z", "http://a:b/"),
    ("no-ip-literal", "IP-literal", "", "", "IP-literal a"),
    ("no-closing", "", r".*\[[^]]*", r"(?:[/?#][^]]*)?\Z", "http://[::1/"),
    ("after-brackets", "host", r"\]", r"\S", "http://[::1]80/"),
    ("empty-brackets", "IPv6address", r"(?<=\[)", r"\]", "http://[]/"),
    ("prefix-length", "IPv6address", ".+", r"/[0-9]{1,3}(?:\]|\Z)", "http://[::1/64]/"),
    ("ip-future", "IPv6address", "[Vv].*", "", "http://[v1]/"),
    ("no-ip-literal", "IP-literal", "[^:]*", "(?![^]]*:)", "IP-literal [127.0.0.1]"),
    ("name-in-brackets", "IPv6address", r"(?<=\[)[^:]*", "(?![^]]*:)", "http://[a.b]/"),
    ("zone", "IPv6address", ".*[0-9A-Fa-f:]", "%(?!3[Aa])", "http://[fe80::1%25eth0]/"),
    ("ipv4", "IPv4address", ".*", r"[0-9.]|\Z", "IPv4address 1.2.3.256"),
    ("ipv4", "IPv6address", r".*\.[0-9.]*", r"[0-9.:\]]|\Z", "http://[::1.2.3]/"),
    ("ipv4", "IPv6address", ".*[0-9]", r"[0-9]*\.", "http://[::256.0.0.1]/"),
    ("ipv6", "IPv6address", ".*", r"[0-9A-Fa-f:\]]|\Z", "http://[1:2]/"),
    # Other characters. Most parts allow letters, digits, and ".:/".
    ("leave-out", "fragment", "", "#", "fragment #a"),
    ("fragment", "userinfo host path segment query", ".*", "#", "absolute-URI http://a/#b"),
    ("encode", _ENCODED_PARTS, ".*", r'[# "<>\\^`{|}\[\]]', "http://a/ b"),
    ("encode-non-ascii", _ENCODED_PARTS, ".*", r"[^\0-\x7f\ufff0-\uffff]", "http://a/é"),
    ("char-in-part", _KNOWN_PARTS, ".*", "[^0-9A-Za-z.:/]", "http://a b/"),
)  # fmt: skip


def _find_part(rule: str, text: str, offset: int) -> tuple[str, int]:
    """Return the part that has an offset, as _SIGNS names it, and where it begins."""
    name = rule.removeprefix("i")
    before = _READ_AFTER.get(name, "")
    if not before and rule not in _REFERENCE_RULES:
        return name.partition("-")[0], 0  # "path-noscheme" is a path
    match = _match(_WRONG_PARTS, before + text)
    if rule in _WITH_SCHEME and match["scheme"] is None:
        return "no-scheme", 0
    # The first part that reaches the offset: groups are in order, and a missing one ends at -1.
    at = offset + len(before)
    part = next(part for part in match.groupdict() if match.end(part) >= at)
    if part == "scheme" and match.end(part) == at:  # this ":" does not end a scheme
        return "path", 0
    if match.start(part) > at:  # the "[" of an IPv6 address, in RFC 2396
        return "host", offset
    return part, match.start(part) - len(before)


@lru_cache(maxsize=100)
def _list_signs(*names: str) -> list[tuple[str, str, str, Any]]:
    return [
        (code, where, before, _compiled[after].match)
        for code, where, before, after, _ in _SIGNS
        if not where or not set(names).isdisjoint(where.split())
    ]


# What a developer can do. "rule=" is for a check of a reference.
_WITHOUT_SCHEME = 'rule="URI-reference" or rule="IRI-reference" allows a text without a scheme'
_HINTS = {
    "no-scheme": _WITHOUT_SCHEME,
    "no-scheme-before": _WITHOUT_SCHEME,
    "relative": _WITHOUT_SCHEME,
    "encode-non-ascii": 'iri_to_uri encodes it, and rule="IRI-reference" allows it',
    "idn": 'rule="IRI-reference" allows it',
    "zone": "RFC 6874 allowed %25 and a zone, but RFC 9844 made it obsolete",
}


def _recognize(
    rule: str, text: str, offset: int, code: str, part: str, start: int
) -> tuple[str, Any]:
    """Return the code of the first sign that fits, and its details."""
    whole = "reference" if rule in _REFERENCE_RULES else ""
    signs = _list_signs(part, rule.removeprefix("i"), code, whole)
    for sign, where, before, match_after in signs:
        if right := match_after(text, offset):
            begin = 0 if where in ("", "reference") else start
            if left := _compiled[before].fullmatch(text, begin, offset):
                return sign, left.groupdict() | right.groupdict()
    return code, {}


def _explain(rule: str, text: str, offset: int, is_check: bool = False) -> URIError:
    """Return the error of a text. If `is_check`, its hint can name another `rule=`."""
    text, masked = _check_str(text), _mask(text, rule)
    part, start = _find_part(rule, text, offset)
    code = _describe_char(text, masked, offset)
    code, details = _recognize(rule, text, offset, code, part, start)
    char = text[offset : offset + 1]
    if code == "encode-non-ascii" and not char.isprintable():
        code = "char"  # nobody wants to encode an invisible character
    words = REASONS[code]
    if "{char}" in words:
        details["char"] = _name_char(char)
    if "{part}" in words:
        details["part"] = _CALLED[part]
    if "{encoded}" in words:
        details["encoded"] = _to_triplets(char)
    if "{value}" in words:  # a port
        details["value"] = repr(_clip(re.split("[/?#]", masked[start:])[0]))
    hint = _HINTS.get(code, "")
    if not is_check or rule not in _REFERENCE_RULES:
        hint = hint.partition("rule=")[0].removesuffix(", and ")
    elif hint is _WITHOUT_SCHEME and char.strip("./?#"):
        hint = ""  # a reference may not allow this character, either
    error = URIError(text, rule, offset, code, details, hint)
    error._masked = masked
    return error


# ---- The first wrong character ----
# It follows the longest beginning of a match. A text is such a beginning if and only if one of a few
# endings, with a "]" for an open "[", completes it: "http://[::" is one, but not "http://a b".
# evidence/proof.py proves this for each state of each rule's automaton.

# The most frequent first. Each is needed: only "aa@a" completes "http://a:%".
_ENDINGS = ("", "aa@a", ":a", "::", "aa", "aa.a", "/", "0", ".0", "0.0", ".0.0", "0.0.0", ".0.0.0")


# ---- Rules by their names ----


class Rules(Mapping[str, str]):
    """A grammar: a mapping from the names of its rules to regular expressions.

    RFC3986, RFC3987 (which includes the rules of RFC 3986), and RFC2396 are the
    instances. For one of your own ABNF, use uri_abnf.Grammar.

    In each method, the rule comes first and the text second. Case does not
    matter in the name of a rule (RFC 5234 2.1). An unknown name raises a
    ValueError, or, in rules["…"], a KeyError.

    A subclass overrides `rules`, `__contains__`, `pattern`, `compile`,
    `canonical_name`, `matches`, `find_error`, `explain`, and, for pickle,
    `__reduce__`.

    >>> RFC3986["port"], "Port" in RFC3986, RFC3987.rules[-1]
    ('[0-9]*', True, 'IRI-reference')
    """

    _own_name = "grammar"  # of a subclass that does not call __init__

    def __init__(self, name: str, rules: dict[str, str]) -> None:
        self._own_name = name
        self._patterns = core_rules | rules
        self._keys = {rule.lower(): rule for rule in self._patterns}
        self._verdicts: Any = cache(lambda rule: self.compile(rule).fullmatch)
        self.rules = tuple(rules)

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

    def __hash__(self) -> int:
        return id(self)

    # copy and pickle return the object itself, which they find by its name.
    def __reduce__(self) -> str:
        return self._own_name

    def __repr__(self) -> str:
        return f"<Rules of {self._own_name}>"

    def canonical_name(self, rule: str) -> str:
        """Return the name of a rule as the RFC writes it.

        >>> RFC3986.canonical_name("uri-REFERENCE")
        'URI-reference'
        """
        key = _check_str(rule, "rule").lower()
        if key not in self._keys:
            raise ValueError(self.describe_unknown(rule))
        return self._keys[key]

    def describe_unknown(self, rule: str) -> str:
        """Return the message for an unknown name.

        >>> RFC3986.describe_unknown("fragmnt")
        "unknown rule 'fragmnt'; did you mean 'fragment'?"
        """
        if not _check_str(rule, "rule"):
            return "rule is empty"
        message = f"unknown rule {_quote(rule)}"
        if re.search("[:/?#]", rule):
            return f"{message}; are the rule and the text swapped?"
        otherwise = f"{self._own_name}.rules lists all"
        return f"{message}; {_suggest_name(rule, self.rules, otherwise)}"

    def pattern(self, rule: str) -> str:
        """Return the rule as a regular expression, for a larger pattern.

        It has no anchors, capturing groups, possessive quantifiers, or
        alternatives outside a group. To repeat it, group it. uri_abnf has
        patterns for other engines.

        >>> re.fullmatch(f"GET ({RFC3986.pattern('path')})", "GET /a/b")[1]
        '/a/b'
        """
        return _without_possessive(self._patterns[self.canonical_name(rule)])

    def compile(self, rule: str) -> re.Pattern[str]:
        """Return the compiled rule, for its method `fullmatch`.

        Its quantifiers are possessive from Python 3.11.5 on.

        >>> RFC3986.compile("port").fullmatch("80a") is None
        True
        """
        return _compiled[self._patterns[self.canonical_name(rule)]]

    def matches(self, rule: str, text: str) -> bool:
        """Return whether the whole text matches the rule.

        Args:
            rule, text: The name of a rule, and any text.

        >>> RFC3986.matches("port", "80"), RFC3986.matches("port", "٨")
        (True, False)
        """
        try:
            return self._verdicts(rule)(text) is not None
        except TypeError:
            _check_str(rule, "rule")
            _check_str(text)
            raise

    def validate(self, rule: str, text: str) -> str:
        """Return the text if it matches the rule, or raise a URIError.

        Args:
            rule, text: As in `matches`.

        Raises:
            URIError: The text does not match the rule.

        >>> RFC3986.validate("port", "80")
        '80'
        """
        if self.matches(rule, text):
            return text
        name = self.canonical_name(rule)
        raise self.explain(name, text, self.find_error(name, text))

    def partial(self, rule: str, text: str) -> str:
        """Return "valid", "invalid", or "incomplete" if it can become valid.

        Args:
            rule: The name of a rule.
            text: What a user has typed so far.

        >>> RFC3986.partial("URI", "http://[::"), RFC3986.partial("URI", "a b")
        ('incomplete', 'invalid')
        """
        if self.matches(rule, text):
            return "valid"
        if self.find_error(self.canonical_name(rule), text) == len(text):
            return "incomplete"
        return "invalid"

    def find_error(self, rule: str, text: str) -> int:
        """Return the offset of the first wrong character.

        It is the length of the text if that only ends too early.

        Args:
            rule: A canonical name.
            text: A text that does not match the rule.

        >>> RFC3986.find_error("dec-octet", "26a")
        2
        """
        # A match is also a beginning of one, so the search starts at its end.
        text = _check_str(text)
        match = self.compile(rule).match(text)
        start = match.end() if match else 0
        rest = len(text) - start
        return start + _longest(rest, lambda size: self._can_begin(rule, text[: start + size]))

    def explain(self, rule: str, text: str, offset: int) -> URIError:
        """Return the URIError that says what is wrong.

        Args:
            rule, text: As in `find_error`.
            offset: What `find_error` returns.

        >>> RFC3986.explain("URI", "http://a/b c", 10).reason
        'a space is not allowed here; write %20'
        """
        return _explain(rule, text, offset)

    def _can_begin(self, rule: str, text: str) -> bool:
        verdict = self._verdicts(rule)
        closing = "]" if text.rfind("[") > text.rfind("]") else ""
        return any(verdict(text + ending + closing) for ending in _ENDINGS)


RFC3986 = Rules("RFC3986", uri_rules)
RFC3987 = Rules("RFC3987", iri_rules)
RFC2396 = Rules("RFC2396", old_rules)
_GRAMMAR = RFC3987  # with the rules of RFC 3986


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----
#
# All programs read a plain host alike. It has one type, and one form for comparing:
#
#   host                            type           compared as
#   [::FFFF:7f00:1]                 IPv6address    [::ffff:127.0.0.1]
#   192.0.2.1                       IPv4address    192.0.2.1
#   WWW.a_b.example.                reg-name       www.a_b.example
#   Bücher.example                  ireg-name      xn--bcher-kva.example
#   127.1  a..b  a%62  faß.example  not plain: _HOST_SIGNS says why

_POLICIES = ("schemes", "hosts", "ports", "require", "forbid")
_NO_POLICIES = (None,) * 5
_AUTHORITY_PARTS = ("authority", "userinfo", "password", "host", "port")
_PARTS = ("scheme", *_AUTHORITY_PARTS, "path", "query", "fragment")
_NAMES = ("reg-name", "ireg-name")
_DOMAINS = ("domain", "fqdn", "idomain", "ifqdn")
_HOST_TYPES = (*_GRAMMAR_TYPES, *_DOMAINS)  # each has a row in _CALLED, too
# What require and forbid accept, and the part that each is about.
_PART_OF = {**dict(zip(_PARTS, _PARTS)), **dict.fromkeys(_HOST_TYPES, "host")}
_OTHER_NAMES = {
    "username": "userinfo", "credentials": "userinfo", "netloc": "authority", "anchor": "fragment",
    "params": "query", "tld": "fqdn", "domain name": "domain", "ipv4": "IPv4address",
    "ipv6": "IPv6address", "ip": "IPv4address' or 'IPv6address",
}  # fmt: skip
# Appendix B, with the parts of the authority (3.2), for valid texts.
_NAMED_PARTS = (
    r"(?:(?P<scheme>[^:/?#]++):)?+"
    r"(?://(?P<authority>"
    r"(?:(?=[^@/?#]*+@)(?P<userinfo>[^:@]*+(?::(?P<password>[^@]*+))?+)@)?+"
    r"(?P<host>\[[^]]*+\]|[^:/?#]*+)"
    r"(?::(?P<port>[0-9]*+))?+"
    rf"))?+{_NAMED_REST}"
)
# Some programs read a host whose last label is a number as IPv4 (7.4): 127.1, a.0x7f.
_NUMBER_LAST = r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?"
# A name whose last label is not a number: www.a_b.example.
_PLAIN_NAME = rf"(?!{_NUMBER_LAST}\Z)[0-9a-z_-]++(?:\.[0-9a-z_-]++)*+\.?"
# RFC 1123 2.1: at most 253 characters, and 63 in a label.
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = rf"(?=.{{1,253}}\Z)(?!{_NUMBER_LAST}\Z){_LABEL}(?:\.{_LABEL})*"
# _to_ascii writes "bücher" as "bLlcher": ü is a letter (Ll). Marks are M, decimal digits Nd. No label
# begins with a mark or a hyphen, or ends with a hyphen.
_IDN = r"(?:(?![M-])(?:[a-z0-9-]|[LM][a-z]|Nd)+(?<!-)(?:\.(?!\Z)|\Z))+"
# A host and a port that read as a scheme and a path: localhost:8080, a.example:443/b.
_HOST_AS_SCHEME = r"(?:(?i:localhost)|[^:/?#]*\.[^:/?#]*):[0-9]+(?:[/?#].*)?"
# Why a value of `hosts` is wrong, and why a host is not plain or no domain: the code, a pattern, and an
# example. The first fit counts.
_VALUE_SIGNS = (
    ("host-is-url", "://", "http://a"),
    ("host-user", "@", "me:pw@a"),
    ("host-range", r"/[0-9]+\Z", "10.0.0.0/8"),
    ("no-closing", r"\A\[[^]]*\Z", "[::1"),
    ("zone", ":.*%", "fe80::1%eth0"),
    ("host-with-port", r"\A(?:\[.*\]|[^:]*):[0-9]*\Z", "a:80"),
    ("host-below", r"\A\*?\.(?:[0-9.]+\Z|.*:)", "*.1.2.3.4"),
    ("host-star", r"\*(?!\.)|.\*", "192.168.*"),
)
_HOST_SIGNS = (
    ("host-char", f"[{_INVISIBLE}]", "a\u200b"),
    ("host-idn", r"[^\0-\x7f]", "faß.example"),
    ("host-encoded", "%", "%61"),
    ("host-char", r"[^0-9A-Za-z._-]", "a,b"),
    ("host-dots", r"(?:\A|\.)(?:\.|\Z)", "a..b"),
    ("host-number", r"(?i)(?:\A|\.)(?:[0-9]+|0x[0-9a-f]*)\Z", "127.1"),
    ("host-long", r"\A.{254}", "a.a.a…"),
    ("host-part-long", "[^.]{64}", "aaa…"),
    ("host-hyphen", r"(?:\A|\.)-|-(?:\.|\Z)", "a-"),
    ("char-in-part", "_", "a_b"),
)


def is_valid(
    text: str, *, rule: str = "URI", schemes: Iterable[str] | None = None,
    hosts: Iterable[str] | None = None, ports: Iterable[int | str] | int | None = None,
    require: Iterable[str] | None = None, forbid: Iterable[str] | None = None,
) -> bool:  # fmt: skip
    """Return whether `validate` accepts the text, without the cost of an error.

    Args:
        text, rule, schemes, hosts, ports, require, forbid: As in `validate`.

    Raises:
        ValueError: As `validate`.

    >>> is_valid("http://example.com/", schemes=["http"])
    True
    """
    checks = _read_policies(rule, schemes, hosts, ports, require, forbid)
    if not _GRAMMAR.matches(rule, text):
        return False
    return not checks or not any(checks.find_faults(_match(_NAMED_PARTS, text)))


def validate(
    text: str, *, rule: str = "URI", schemes: Iterable[str] | None = None,
    hosts: Iterable[str] | None = None, ports: Iterable[int | str] | int | None = None,
    require: Iterable[str] | None = None, forbid: Iterable[str] | None = None,
) -> str:  # fmt: skip
    """Return the text if it is valid, or raise a URIError.

    By default, the text must be a URI. The policies restrict it further. Each
    takes one value or several; None means no restriction.

    `hosts`, and a host type in `require` or `forbid`, refuse a host that is not
    plain, because programs may read it differently. A host is plain if it is an
    IP address; a name of ASCII letters, digits, "-", "_", and single dots whose
    last part is not a number; or a name that all programs convert to the same
    xn-- form. `hosts` and a required domain type also refuse "file://" and
    "a.b://".

    A policy about the authority refuses a port above 65535; http, https, ws,
    wss, or ftp without a host; and a text that begins with "//" but no host.

    Args:
        text: The text to check.
        rule: A rule of RFC 3986 or RFC 3987, such as URI-reference or IRI.
        schemes: The allowed schemes. The text needs one of them.
        hosts: The allowed hosts: "example.com" is only that, "*.example.com" is
            any host below it, and ".example.com" is both. "" allows an empty
            host. Case, a final dot, the spelling of an IPv6 address, and
            whether a name is in its xn-- form do not matter.
        ports: The allowed ports, or a range of them. A missing port counts as
            the default of http, https, ws, wss, or ftp (RFC 3986 3.2.3). ""
            allows it to be missing.
        require: Parts or host types that the text must have. "domain /
            IPv4address" takes either. An empty host, port, or path is missing.
        forbid: Parts or host types that the text must not have. IPv4address
            includes an IPv6 address that holds one; reg-name, domain, and fqdn
            include an internationalized name.

    Parts: scheme, authority, userinfo, password, host, port, path, query,
    fragment.

    Host types: IPv4address, IPv6address, IPvFuture, reg-name (any other ASCII
    host), ireg-name (any other host), domain (RFC 1123 2.1), fqdn (a domain
    with a dot), and idomain and ifqdn (the same in any script).

    Raises:
        URIError: The text does not match the rule, or a policy refuses it.
        ValueError: There is no such rule or part, the rule allows no policies,
            or a value is wrong, such as a host that is not plain.

    >>> validate("http://www.example.com/", hosts=[".example.com"])
    'http://www.example.com/'
    """
    return _check_policies(text, rule, _read_policies(rule, schemes, hosts, ports, require, forbid))


def parse(
    text: str, *, rule: str = "URI", schemes: Iterable[str] | None = None,
    hosts: Iterable[str] | None = None, ports: Iterable[int | str] | int | None = None,
    require: Iterable[str] | None = None, forbid: Iterable[str] | None = None,
) -> URI:  # fmt: skip
    """Return the parts of a text that `validate` accepts (RFC 3986 3).

    Args:
        text, rule, schemes, hosts, ports, require, forbid: As in `validate`.

    Raises:
        URIError, ValueError: As `validate`.

    >>> parse("http://example.com/b", schemes=["http"]).path
    '/b'
    """
    checks = None
    if (schemes, hosts, ports, require, forbid) != _NO_POLICIES:
        checks = _read_policies(rule, schemes, hosts, ports, require, forbid)
    if not checks and rule in ("URI", "URI-reference") and (match := _match(REFERENCE_PARTS, text)):
        parts = match.groups()
        if parts[0] is not None or rule != "URI":
            return _new(URI, parts)
    return split(_check_policies(text, rule, checks))


def _check_policies(text: str, rule: str, checks: _Checks | None) -> str:
    if not _GRAMMAR.matches(rule, text):
        name = _GRAMMAR.canonical_name(rule)
        raise _explain(name, text, _GRAMMAR.find_error(name, text), is_check=True)
    if checks:
        parts = _match(_NAMED_PARTS, text)
        for code, details, part, policy in filter(None, checks.find_faults(parts)):
            name, offset = _GRAMMAR.canonical_name(rule), _part_offset(parts, part)
            rest = (checks.hints[policy], part, policy)
            error = URIError(text, name, offset, code, details, *rest)
            is_shown = error.redacted[offset : offset + 1] == text[offset : offset + 1]
            if is_shown or part == "password":
                raise error  # the first fault
            # The host "secret" of db://me:p@secret/w@h/ was meant as part of the password.
            raise URIError(text, name, offset, "password", {}, *rest)
    return text


def _read_policies(rule: str, *given: Any) -> _Checks | None:
    """Return the checks of policies, given as in _POLICIES."""
    if given == _NO_POLICIES:
        return None
    if rule not in _REFERENCE_RULES and _GRAMMAR.canonical_name(rule) not in _REFERENCE_RULES:
        raise ValueError(f"the rule {rule!r} has no parts, so policies can't apply")
    keep, read = _keep_checks, []
    for policy, values in zip(_POLICIES, given):
        read.append(_read_items(policy, values))
        if isinstance(read[-1], tuple) and len(read[-1]) > 1_000:
            keep = _keep_long_checks
    return keep(*read)


def _read_items(policy: str, values: Any) -> Any:
    """Return the values of a policy as a tuple, None, or a range."""
    if values is None or (policy == "ports" and isinstance(values, range)):
        return values
    # Each of these is one item.
    if isinstance(values, (str, bytes, bytearray, memoryview)) or not hasattr(values, "__iter__"):
        values = (values,)
    items = tuple(values)
    for item in items:
        if isinstance(item, str):
            continue
        if policy != "ports":
            _check_str(item, f"each item of {policy}")
        elif not isinstance(item, int) or isinstance(item, bool):
            _check_str(item, "each item of ports", "int or str")
    return items


class _Checks:
    def __init__(self, schemes: Any, hosts: Any, ports: Any, require: Any, forbid: Any) -> None:
        self.schemes: Any = None if schemes is None else _read_schemes(schemes)
        self.hosts = None if hosts is None else _read_hosts(hosts)
        self.host_ends = tuple([host for host in self.hosts or () if host[:1] == "."])
        self.ports: Any = None if ports is None else _read_ports(ports)
        # Each item has alternatives, as in ABNF: "domain / IPv4address".
        self.require = [_read_names("require", value.split("/")) for value in require or ()]
        self.forbid = _read_names("forbid", forbid or ())
        given = zip(_POLICIES, (schemes, hosts, ports, require, forbid))
        self.hints = {policy: _clip(f"{policy}={values!r}") for policy, values in given}
        required = set(chain(*self.require))
        named = required.union(self.forbid)
        self.parts = named.intersection(_PARTS)
        self.names_types = not named.isdisjoint(_HOST_TYPES)
        # What each policy is about. The first one about a host refuses it.
        about: dict[str, Iterable[str]] = {
            "hosts": () if hosts is None else _DOMAINS,
            "ports": () if ports is None else ("port",),
            "require": required,
            "forbid": self.forbid,
        }
        self.host_policy = _find_policy(about, _HOST_TYPES)
        self.authority_policy = _find_policy(about, {*_HOST_TYPES, *_AUTHORITY_PARTS})
        del about["forbid"]
        self.domain_policy = _find_policy(about, _DOMAINS)

    def find_faults(self, parts: re.Match[str]) -> Iterator[_Fault | None]:
        scheme, name = (parts["scheme"] or "").lower(), ""
        if self.schemes is not None:
            yield self.check_scheme(scheme, parts.string)
        if self.authority_policy:
            yield _check_authority(parts, scheme, self.authority_policy)
        if self.domain_policy and parts["authority"] is not None:
            yield _check_scheme(scheme, self.domain_policy)
        if self.host_policy:
            name = _read_host(parts["host"] or "")
            yield self.check_host(parts["host"], name)
        if self.ports is not None:
            yield self.check_port(parts["port"] or "", scheme)
        if self.require or self.forbid:
            yield self.check_parts(parts, name)

    def check_scheme(self, scheme: str, text: str) -> _Fault | None:
        if scheme in self.schemes:
            return None
        if _match(_HOST_AS_SCHEME, text):
            scheme = ""
        return _refuse_value("scheme", scheme, self.schemes.values(), "schemes")

    def check_host(self, host: str | None, name: str) -> _Fault | None:
        """Refuse a host that is not plain (without a name) or not allowed."""
        if host and not name:
            return _explain_host(host, name, self.host_policy)
        if self.hosts is None or name.endswith(self.host_ends):
            return None
        if host is not None and name in self.hosts:
            return None
        if not host:
            return "no-host", {}, "host", "hosts"
        return "host-not-allowed", {"value": repr(_clip(host))}, "host", "hosts"

    def check_port(self, port: str, scheme: str) -> _Fault | None:
        """Refuse a port. "" is the scheme's default (3.2.3)."""
        if not port and isinstance(self.ports, dict) and "" in self.ports:
            return None
        number = port or _DEFAULT_PORTS.get(scheme)
        if number and _read_number(number) in self.ports:
            return None
        if number and not port:  # http://a:443/ is not what anybody means
            return "default-port", {"scheme": scheme, "value": number}, "port", "ports"
        return _refuse_value("port", port, self.ports, "ports")

    def check_parts(self, parts: re.Match[str], name: str) -> _Fault | None:
        has = {part for part in self.parts if _has_part(parts, part)}
        if self.names_types and name:
            has |= _list_types(parts["host"], name)
        for names in self.require:
            if has.isdisjoint(names):
                return _explain_missing(parts["host"], name, names)
        if self.names_types and name:
            # What is forbidden can hide: IPv4 in [::ffff:7f00:1], and a domain in bücher.example.
            other = _embedded_ipv4(name)
            has |= _list_types(other, other)
        for forbidden in self.forbid:
            if forbidden in has:
                details = {"part": _CALLED[forbidden]}
                return "forbidden", details, _PART_OF[forbidden], "forbid"
        return None


def _find_policy(about: Mapping[str, Iterable[str]], names: Iterable[str]) -> str:
    """Return the first policy that is about one of these names, or ""."""
    return next((policy for policy in about if not set(names).isdisjoint(about[policy])), "")


# Long lists take megabytes, so only two are kept.
_keep_checks = lru_cache(maxsize=32)(_Checks)
_keep_long_checks = lru_cache(maxsize=2)(_Checks)


def _show_value(value: str) -> str:
    """Return a wrong value for a message, without what may be from a password.

    >>> _show_value("me:pass"), _show_value("word@a.example")
    ("'me:…'", "'…a.example'")
    """
    return repr(_clip(re.sub(r"(?s)\A.*@|(?:\A|(?<=@))([^:\[]*:).+", r"\1…", value)))


def _read_schemes(values: Iterable[str]) -> dict[str, str]:
    """Return schemes in lower case, each as its URIs begin."""
    for value in values:
        if not _match(SCHEME, value):
            raise ValueError(f"schemes: {_show_value(value)} is not a scheme, such as 'https'")
    schemes = map(_lower, values)
    return {scheme: f"{scheme}://" if scheme in _WEB else f"{scheme}:" for scheme in schemes}


def _read_hosts(values: Iterable[str]) -> set[str]:
    """Return hosts as they are compared; ".b" is all hosts below b."""
    allowed = set()
    for value in values:
        below, host = _match(r"(\*?\.)?(.*)", value).groups("")
        name = _read_host(_add_brackets(host))
        if value and (not name or (below and _find_host_type(name) != "reg-name")):
            fault = _find_sign(_VALUE_SIGNS, value, "hosts") or _explain_host(host, name, "hosts")
            words = REASONS[fault[0]].format(**fault[1])
            raise ValueError(f"hosts: {words}: {_show_value(value)}")
        if below != "*.":
            allowed.add(name)  # "" for an empty host
        if below:
            allowed.add(f".{name}")
    return allowed


def _read_ports(values: Any) -> Any:
    if isinstance(values, range):
        for end in (*values[:1], *values[-1:]):
            _read_port(end)
        if values and values.step == 1:
            return values
    return dict.fromkeys(map(_read_port, values))


def _read_port(value: int | str) -> int | str:
    if value == "":
        return ""
    if isinstance(value, str) and not _match("[0-9]{1,5}", value):
        raise ValueError(f"ports: {_show_value(value)} is not a port; give each port by itself")
    if not 0 <= int(value) <= _MAX_PORT:
        raise ValueError(f"ports: a port is a number from 0 to {_MAX_PORT}")
    return int(value)


def _read_names(policy: str, names: Iterable[str]) -> list[str]:
    read = [name.strip(" ") for name in names]
    for name in read:
        if name in _PART_OF:
            continue
        meant = f"{policy} takes names of parts; what is allowed goes in schemes, hosts, and ports"
        meant = _suggest_name(name, _PART_OF, meant)
        if other := _OTHER_NAMES.get(name.lower()):
            meant = f"did you mean '{other}'?"
        elif " " in name:
            meant = "an item is one name; require also takes 'domain / IPv4address'"
        raise ValueError(f"{policy}: unknown part {_show_value(name)}; {meant}")
    return read


def _part_offset(parts: re.Match[str], part: str) -> int:
    """Return where a part begins, or would begin."""
    if parts[part] is not None:
        return parts.start(part)
    if part in ("userinfo", "password") and parts["authority"] is not None:
        return max(parts.start("authority"), parts.end("userinfo"))
    places = {"scheme": 0, "query": parts.end("path"), "fragment": parts.end()}
    return places.get(part, parts.start("path"))


def _has_part(parts: re.Match[str], part: str) -> bool:
    """Return whether a part is there. An empty host, port, or path is not."""
    if part in ("host", "port", "path"):
        return bool(parts[part])
    return parts[part] is not None


def _check_authority(parts: re.Match[str], scheme: str, policy: str) -> _Fault | None:
    """Refuse a port above 65535, and a missing host (RFC 9110 4.2.1).

    Browsers read http:/a and ///a as http://a and //a.
    """
    if not parts["host"] and scheme in _WEB:
        return "no-web-host", {"scheme": scheme}, "host", policy
    if not parts["host"] and parts.string.startswith("//"):
        return "no-host", {}, "host", policy
    if _read_number(parts["port"] or "") > _MAX_PORT:
        return "port-range", {}, "port", policy
    return None


def _check_scheme(scheme: str, policy: str) -> _Fault | None:
    """Refuse a scheme on whose host programs disagree.

    Browsers read no host in file://c:/, and some programs read a.b in a.b://c/.
    """
    if scheme == "file" or "." in scheme:
        return "scheme-with-host", {"scheme": scheme}, "scheme", policy
    return None


def _read_host(host: str) -> str:
    """Return a host as policies compare it, or "" if it is not plain."""
    if host.startswith("["):
        return _write_literal(host) if _match(IP_LITERAL, host) else ""
    name = _to_ascii(host)
    if _match(_PLAIN_NAME, name):
        return name.removesuffix(".")
    return host if _match(IPV4ADDRESS, host) else ""


def _to_ascii(host: str) -> str:
    """Return a name as IDNA encodes it, or "" if programs may differ.

    IDNA 2003, IDNA 2008, UTS 46, and browsers agree on labels of letters,
    marks, and digits that, but for capitals, NFKC and casefold do not change.

    >>> _to_ascii("Bücher.example"), _to_ascii("faß.example")
    ('xn--bcher-kva.example', '')
    """
    if host.isascii():
        return host.lower()
    host = _lower(host).removesuffix(".")
    # RFC 1123 2.1 allows no more, and longer names take long.
    if len(host) > 253 or _compiled[f"[{_NOT_SHOWN}]"].search(host):
        return ""
    import unicodedata
    from contextlib import suppress

    shape = "".join([char if char.isascii() else unicodedata.category(char) for char in host])
    folded = unicodedata.normalize("NFKC", host.casefold())
    # A capital sigma's small form depends on its neighbors.
    if folded == host.lower() and "Σ" not in host and _match(_IDN, shape):
        with suppress(UnicodeError):
            return folded.encode("idna").decode()
    return ""


def _list_types(host: str, name: str) -> set[str]:
    """Return the types of a host whose plain form is this name."""
    types = {_find_host_type(host) or ""}
    if _match(_DOMAIN, name):
        kinds = ["domain", "fqdn"] if "." in name else ["domain"]
        types.update([f"i{kind}" for kind in kinds])
        if host.isascii():
            types.update(kinds)
    return types


def _embedded_ipv4(name: str) -> str:
    """Return the IPv4 address that an IPv6 address holds, or the name itself.

    It is mapped, compatible (RFC 4291 2.5.5), or of NAT64 (RFC 6052 2.1): [64:ff9b::7f00:1].
    """
    if name.startswith("[") and not name.startswith("[v"):
        import ipaddress

        number = int(ipaddress.IPv6Address(name[1:-1]))
        if number > 1 and number >> 32 in (0, 0xFFFF, 0x64FF9B << 64):
            return str(ipaddress.IPv4Address(number % 2**32))
    return name


def _refuse_value(part: str, value: str, allowed: Iterable[object], policy: str) -> _Fault:
    if isinstance(allowed, range):
        choice = f"{allowed[0]} to {allowed[-1]}"
    else:
        choice = _clip(" or ".join([str(item) for item in islice(allowed, 20) if item != ""]))
    if not choice:
        return "none-allowed", {"part": part}, part, policy
    if not value:
        return "not-there", {"part": part, "allowed": choice}, part, policy
    details = {"part": part, "value": repr(_clip(value)), "allowed": choice}
    return "not-in-list", details, part, policy


def _explain_host(host: str, name: str, policy: str, any_script: bool = True) -> _Fault:
    """Return why a host is not plain, or not a domain (of any script, or in ASCII)."""
    if name and not host.isascii() and not any_script:
        return "host-in-ascii", {"name": name}, "host", policy
    fault = _find_sign(_HOST_SIGNS, (name or host).removesuffix("."), policy)
    return fault or ("host-no-dot", {}, "host", policy)  # every other fault has a sign


def _find_sign(signs: Iterable[tuple[str, str, str]], host: str, policy: str) -> _Fault | None:
    for code, sign, _ in signs:
        if found := _compiled[sign].search(host):
            details = {}
            if "{char}" in REASONS[code]:
                details["char"] = _name_char(found[0][:1])
            if code == "char-in-part":
                details["part"] = _CALLED["domain"]
            return code, details, "host", policy
    return None


def _explain_missing(host: str | None, name: str, names: Sequence[str]) -> _Fault:
    part = _PART_OF[names[0]]
    called = {"part": " or ".join([_CALLED[required] for required in names])}
    if not host or not set(names).issubset(_HOST_TYPES):
        return "part-missing", called, part, "require"
    if names[1:] or names[0] not in _DOMAINS or _find_host_type(host) not in _NAMES:
        return "host-type", called, part, "require"
    return _explain_host(host, name, "require", names[0] in ("idomain", "ifqdn"))


# ---- Finding: RFC 3986 Appendix C and 4.5, RFC 2396 Appendices E and F ----


class Found(namedtuple("Found", "uri start end")):
    """A URI that `find` has found, as text[start:end] without white space.

    >>> next(find("See http://example.com/b."))
    Found(uri='http://example.com/b', start=4, end=24)
    """

    __slots__ = ()
    uri: str
    start: int
    end: int


_SCHEME_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")
# What has to follow the ":" of common schemes: me@example.com, +1-816-555-1212. For linear time, each
# pattern is bounded.
_USER = r'[^\s@:/?#<>"]{1,64}@'
_ADDRESS = rf"{_USER}[\w$\[]"
_USUAL = {
    **dict.fromkeys(_WEB, "//"),
    **dict.fromkeys(["mailto", "sip", "sips", "xmpp", "acct", "cid", "mid"], _ADDRESS),
    **dict.fromkeys(["tel", "sms", "fax"], "[+(]?[0-9]"),
    "news": rf"{_ADDRESS}|[A-Za-z0-9+-]{{1,64}}\.[A-Za-z]",
    "urn": r"[A-Za-z0-9][A-Za-z0-9-]{1,31}:\S",
    "data": r"(?:[\w*+.-]{1,64}/[\w*+.-]{1,64})?(?:;[^\s,]{0,99})?,.",  # RFC 2397
    "magnet": r"\?[A-Za-z]",
    "geo": "-?[0-9]",
    "doi": r"10\.[0-9]",
}
# Escapes of a terminal or of JSON, by their first character; not "\h" of "\https:", nor a letter
# after ESC and a backslash, which end a link in a terminal.
_COLOR = r"\[[ -?]*[A-Za-z]"  # "[1;36m"
_ESCAPES = {
    "\\": rf"\\(?:(?:x1[Bb]|u001[Bb]|033|e){_COLOR}"  # "\x1b[1;36m"
    r"|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}"  # "\u003c", "\x3c"
    rf"|(?<!\x1b\\)(?!(?i:{'|'.join(_USUAL)}):)[A-Za-z])",  # "\n"
    "\x1b": rf"\x1b{_COLOR}",
}
# At a URI's end, these belong to the sentence; "_" and "~" only in _http://a/_.
_PUNCTUATION = ".,:;!?'\"*_~‐‑‒–—―’"
# An HTML entity before a final ";", with which the longest has 34 characters: "&quot", "&#8221".
_ENTITY = r"&#?[0-9A-Za-z]{1,31}(?=;\Z)"
_WWW = r"(?<![@/.\-0-9A-Za-z])[Ww]{3}[.]"  # where a word begins
# A URI without its scheme and "//" (RFC 3986 4.5), after "www.".
_SUFFIX = rf"{HOST}(?::{PORT})?{PATH_ABEMPTY}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
_ISUFFIX = rf"{IHOST}(?::{PORT})?{IPATH_ABEMPTY}(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"
_OPENING_ANGLE = r"<([Uu][Rr][Ll]:)?\s*\Z"  # "<" or "<URL:" before a URI
# What a URI over several lines cannot contain: a blank line, and another URI.
_NOT_JOINED = r"\n[ \t\v\f\r]*\n|[ \t\n\v\f\r][A-Za-z][+\-.0-9A-Za-z]*://"
# A host as people see it, and how it goes on after what is invisible: //me@good\u200d.evil/
_BEFORE_HOST = rf"(?://|(?={_USER})|(?<=[Ww]{{3}}\.))"  # "//" of a URL, "" of mailto:me@h and www.h
_SEEN = rf'[^\0- "#/<>?\\^`{{|}}{_NOT_SHOWN}]{{0,320}}+'  # "me@good"
_JOINT = rf"[!$%&'()*+,\-.:;=@{_INVISIBLE}]+"  # "\u200d."
_MORE = rf"(?=[^\0-#%-/:-@\\-^`{{-\x7f‐-―’{_NOT_SHOWN}])"  # "e"
_SEEN_HOST = rf"{_BEFORE_HOST}{_SEEN}(?=[{_INVISIBLE}])({_JOINT}{_MORE})?"
# A body up to where its host or port goes on: "ü" of //bücher, "P" of //a:PORT, "{" of //a.{b}, "$" of
# //a:${b}. Letters of scripts without spaces between words only end it.
_CUT_HOST = (
    rf"{_BEFORE_HOST}[^/?#]{{0,320}}(?:(?<![!'*,;‐-―’])(?:[%{{]|(?<!\.)"
    r"[A-Za-z\x80-\u058f\u1e00-\u1fff\u2100-\u214f])|(?<=:)\$)"
)
# What ends an IRI, and what is invisible in it, but no joiner after a non-ASCII character: "❤\ufe0f".
_ENDS_IRI = f"[{_MISLEADING}{IPRIVATE}]"
_HIDDEN_IN_IRI = rf"[{_INVISIBLE}](?:(?<![{_JOINERS}])|(?<![^\0-\x7f].))"


def _hide_escapes(text: str) -> str:
    r"""Return the text with "!" for escapes before a scheme: "\!http:" for "\nhttp:"."""
    for first, escape in _ESCAPES.items():
        if first in text:
            found = _compiled[escape + r"(?=[A-Za-z][+\-0-9A-Za-z]*[:.])"]  # a scheme or "www."
            text = found.sub(lambda match: match[0][0].ljust(len(match[0]), "!"), text)
    return text


def _find_scheme(text: str, colon: int, done: int, wanted: Any) -> int | None:
    start = colon
    while start > done and text[start - 1] in _SCHEME_CHARS:
        start -= 1
    scheme = text[start:colon].lstrip("+-.0123456789").lower()  # it is ASCII
    if wanted is not None and scheme not in wanted:
        ends = [end for end in wanted if scheme.endswith(("." + end, "-" + end))]
        # "http" of "this.http" and of "text-http".
        scheme = max(ends, key=len, default="")
    if not scheme:
        return None
    return colon - len(scheme)


def _find_least_end(text: str, scheme: str, body: int, is_wanted: bool) -> int | None:
    """Return a URI's earliest end, or None if it looks unusual."""
    if text.startswith("//", body):
        return body + 3
    usual = _compiled[_USUAL.get(scheme.lower(), r"\S")].match(text, body)
    if usual is None or not (is_wanted or scheme.lower() in _USUAL):
        return None
    return usual.end()


def _find_stop(text: str, body: int) -> int:
    """Return where a URI has to end: at an invisible character in its host.

    If the host goes on after that, there is no URI.
    """
    host = not text.isascii() and _compiled[_SEEN_HOST].match(text, body)
    if not host:
        return len(text)
    return body if host[1] else host.end()


def _find_in_angles(
    text: str, start: int, body: int, stop: int, is_usual: bool, rule: str
) -> int | None:
    """Return where the URI at `start` ends if it is in <…>."""
    opening = _compiled[_OPENING_ANGLE].search(text, max(start - 40, 0), start)
    if opening is None or not (is_usual or opening[1]):
        return None
    closing = _compiled["[^<>]*>"].match(text, body, stop)
    if closing is None:
        return None
    content = text[start : closing.end() - 1].rstrip()
    lines = map(str.strip, content.splitlines())
    if _compiled[_NOT_JOINED].search(content) or not _match(rule, "".join(lines)):
        return None
    return start + len(content)


def _find_unopened(text: str, body: int, end: int) -> int:
    """Return where a ")" after the userinfo has no "(", or the end."""
    place, depth = body, 0
    if text.find("@", body, end) >= 0:
        userinfo: Any = _compiled["(?://[^/?#@]*@)?"].match(text, body, end)
        place = userinfo.end()
    while (closing := text.find(")", place, end)) >= 0:
        depth += text.count("(", place, closing) - 1
        if depth < 0:
            return closing
        place = closing + 1
    return end


def _find_end(text: str, start: int, body: int, stop: int, least: int, rule: str) -> int | None:
    """Return where the URI at `start` ends outside <…>, or None before `least`.

    It leaves out the sentence's punctuation: http://a/b_(c), but (http://a/b).
    """
    # A URI can contain an apostrophe, but in code, one ends 'http://a/'.
    before = text[start - 1 : start]
    if before == "'" and (quote := text.find("'", body, stop)) >= 0:
        stop = quote
    # Reading all at once would not be linear if many URIs end at a ")".
    size = 4_000
    while True:
        match: Any = _compiled[rule].match(text, start, min(body + size, stop))  # never None
        longest = _find_unopened(text, body, match.end())
        if longest < body + size - 2 or body + size >= stop:  # not cut, not even in a triplet
            break
        size *= 8
    after = text[longest : longest + 1]
    may_go_on = after.isalpha() or after in ("%", "{", "$")  # this is quick
    if may_go_on and _compiled[_CUT_HOST].fullmatch(text, body, longest + 1):
        return None
    end = _find_punctuation(text, start, longest, before)
    return end if end >= least else None


def _find_punctuation(text: str, start: int, end: int, before: str) -> int:
    while end > start and (last := text[end - 1]) in _PUNCTUATION:
        if last in "_~" and last != before:
            break
        if last == ";" and (entity := re.search(_ENTITY, text[max(end - 34, start) : end])):
            end -= len(entity[0])
        end -= 1
    return end


def _find_all(text: str, wanted: dict[str, str] | None, www: bool, iri: bool) -> Iterator[Found]:
    """Yield what is in a text that `find` has prepared."""
    uri, suffix = URI_RULE, _SUFFIX
    if iri:
        uri, suffix = IRI_RULE, _ISUFFIX
    has_angles = "<" in text
    done = 0  # the end of the last URI
    # A URI is found by its scheme's ":", and a suffix by its "www.". The body follows.
    for anchor in re.finditer(f":|{_WWW}" if www else ":", text):
        start, body = anchor.span()
        if start < done or body == len(text) or text[body].isspace():
            continue
        rule = suffix
        least: int | None = body + 1  # the earliest end, or None if it needs <URL:…>
        if anchor[0] == ":":
            scheme_start = _find_scheme(text, start, done, wanted)
            if scheme_start is None:
                continue
            start, rule = scheme_start, uri
            least = _find_least_end(text, text[start : body - 1], body, wanted is not None)
        stop = _find_stop(text, body)
        end = None
        if has_angles:
            end = _find_in_angles(text, start, body, stop, least is not None, rule)
        if end is None and least is not None:
            end = _find_end(text, start, body, stop, least, rule)
        if end is not None:
            # Only a URI in <…> can have white space.
            yield Found("".join(text[start:end].split()), start, end)
            done = end


def find(
    text: str, *, schemes: Iterable[str] | None = None, www: bool = False, iri: bool = False
) -> Iterator[Found]:
    r"""Return an iterator over the URIs in running text (RFC 3986 Appendix C).

    Each is a Found. A scheme counts if "//" and more follow it, or what is
    usual for mailto, tel, urn, and a few others. The letters of an escape, such
    as "\n" in JSON or "\x1b[36m" of a terminal, are not part of it.

    A URI is as long as possible, but without a ")" that has no "(" (except in a
    userinfo), and without HTML entities, dashes, and any of `.,:;!?'"*` at its
    end, nor a "_" or "~" that is also right before the URI. After a "'", it
    ends at the next one. In <…> and <URL:…>, line breaks and the space around
    them are removed from `uri`, unless there is other white space, a blank
    line, or another scheme with "//".

    Nothing is found where a host goes on: after an invisible character in it or
    in the user before it, or with a Latin, Greek, or Cyrillic letter, "%", "{",
    or, after the colon of its port, "$".

    Args:
        text: Any text.
        schemes: The only schemes to find, including unusual ones.
        www: Whether to also find what begins with "www." (RFC 3986 4.5).
        iri: Whether to find IRIs (RFC 3987 2.2). They end before what
            uri_to_iri keeps encoded, such as "。", except U+2019 and joiners in
            a word or an emoji.

    Raises:
        ValueError: No URI can have one of the schemes, such as "http:".

    >>> text = "See https://example.com/b_(c), or <ftp://exam-\nple.com/>."
    >>> [found.uri for found in find(text)]
    ['https://example.com/b_(c)', 'ftp://exam-ple.com/']
    """
    wanted = None
    if schemes is not None:
        wanted = _read_schemes(_read_items("schemes", schemes))
    text = _hide_escapes(_check_str(text))
    iri = iri and not text.isascii()  # in ASCII, all IRIs are URIs
    if iri:
        text = _compiled[_ENDS_IRI].sub("\0", text)
        text = _compiled[_HIDDEN_IN_IRI].sub("\U000e0001", text)  # a tag, which no IRI has
    return _find_all(text, wanted, www, iri)


# ---- Passwords in any text: RFC 3986 3.2.1 and 7.5 ----
# What redact hides is between bars:
#
#   http://me:|s@s|@h/a@b      web schemes, and none: up to the last "@" before a delimiter,
#   http://me:|s/s|@h/           otherwise before a mark,
#   http://me:|s"s|@h a@b        otherwise before white space
#   db://me:|s@s/s|@h"a@b      other schemes, whose passwords people often write raw: the last two
#   http:/me:|s|@h             any number of slashes after web schemes,
#   sip:me:|s|@h               and none after sip (RFC 3261 19.1.1)
#   db:\/\/me:|s|@h            in JSON
#   ?u=db%3A//me%3A|s|%40h     percent-encoded

_MARKS = '"<>'  # they end a URI, as white space does
# What begins a delimiter that is encoded up to five times (`percent` below; "" if plain), and its "@".
_SPELLINGS = {x: f"{x}40" for x in ("%25252525", "%252525", "%2525", "%25", "%")} | {"": "@"}


def _spell(chars: str, percent: str) -> str:
    r"""Return the pattern of any of these delimiters.

    >>> _spell("/?", "%25")
    '%25(?i:2F|3F)'
    """
    if not percent:
        return f"[{re.escape(chars)}]"
    return f"{percent}(?i:{'|'.join([f'{ord(char):X}' for char in chars])})"


def _other_than(chars: str, percent: str) -> str:
    """Return the pattern of text without these delimiters, spaces, and marks."""
    if not percent:
        return rf"[^{re.escape(chars)}\s{_MARKS}]*+"
    # What is encoded less often does not belong to the URI.
    plain = rf"[^{re.escape(chars)}%@&\s{_MARKS}]*+"
    codes = _spell(f"{chars} {_MARKS}", percent).removeprefix(percent)
    other = f"{percent}(?!{codes})"
    if "/" not in chars:  # slashes may be encoded less often
        other = rf"(?:{other}|%(?:25){{0,{len(percent) // 2}}}(?i:2F|5C))"
    return f"{plain}(?:{other}{plain})*+"


def _list_levels(percent: str) -> list[str]:
    """Return the triplets that encode as often, or less often."""
    return [level for level in _SPELLINGS if level and percent.startswith(level)]


def _after_scheme(schemes: Iterable[str], percent: str) -> str:
    """Return a lookbehind for the colon of one of these schemes."""
    triplets = [f"(?<={x}[0-9A-F]{{2}})" for x in _list_levels(percent)]
    begin, colon = "|".join(["(?<![-.0-9A-Za-z])", *triplets]), _spell(":", percent)
    places = "|".join([f"(?<=(?:{begin}){scheme}{colon})" for scheme in schemes])
    last_letters = "".join(sorted({scheme[-1] for scheme in schemes}))
    return f"(?ai:(?<=[{last_letters}]{colon})(?:{places}))"


@cache
def _compose_passwords(percent: str, users: bool) -> list[str]:
    """Return the patterns for one spelling: with a scheme, and without one.

    The group "secret" is what to hide, with its last "@". For linear time, what
    has no "@" is matched, too.
    """
    colon, at = _spell(":", percent), _spell("@", percent)
    slash = r"(?:\\*/)"  # "/", or "\/" of JSON
    two_slashes = r"/(?<![:/]/)(?<![:/]\\/)\\*/"  # not a third slash, nor those of "db://"
    end = rf"(?:[\\/?#\s{_MARKS}]|\Z)"  # "/" of "h:80/"
    to_space = r"\S*"
    if percent:  # "%2F", "%5C%2F", …
        # urllib.parse.quote keeps slashes, so they may be encoded less often.
        less = f"%(?:25){{0,{len(percent) // 2}}}"
        slash = rf"(?i:(?:\\|{less}5C)*+(?:/|{less}2F))"
        behind = [
            f"(?<!{x}(?:3A|2F){x}2F)(?<!{x}(?:3A|2F){x}5C{x}2F)" for x in _list_levels(percent)
        ]
        two_slashes = f"(?i:{less}2F{''.join(behind)}(?:{less}5C)*+{less}2F)"
        end = rf"(?:{slash}|{_spell(f'?# {_MARKS}', percent)}|[\\?#&\s{_MARKS}]|\Z)"
        to_space = r"[^@&\s]*"

    # What is before an authority. The group "raw" matches after a scheme that is no web scheme. Without
    # a scheme, it never matches, but (?(raw)…) needs it.
    web = f"{_after_scheme(_WEB, percent)}{slash}*+"  # "/" of "http:/"
    raw = f"{slash}{slash}(?!{slash})|{_after_scheme(['sip', 'sips'], percent)}"  # "//" of "db://"
    openings = [f"{colon}(?:{web}|(?P<raw>{raw}))", f"{two_slashes}(?!{slash})(?P<raw>(?!))?"]

    # What is not hidden.
    brackets = _spell("[", percent) + _other_than("]/?#@\\", percent) + _spell("]", percent)
    literal = f"{brackets}(?:{colon}[0-9]*)?{end}"  # "[::1]:80/"
    stars = f"[*]+{at}"  # "***@"
    user = _other_than(":/?#@", percent)  # "me" of "me@[::1]/"

    # What is hidden.
    name_colon = f"{_other_than(':/?#', percent)}{colon}(?![0-9]{{1,5}}{end})"  # not "h:80/"
    to_delimiter = f"(?:{_other_than('/?#@', percent)}{at})++"  # "s@s@" of "s@s@h/a@b"
    to_mark = f"(?:{_other_than('@', percent)}{at})++"  # "s/s@" of 's/s@h"a@b'
    up_to_at = f"(?:(?(raw)(?!)|{to_delimiter})|{to_mark}|{to_space}{at})"
    if users:
        userinfo = f"{user}{at}(?={literal})|{name_colon}{up_to_at}|(?:{user}{at})++"
        follows = f"(?!{literal}|{stars})(?:(?P<secret>{userinfo})|{name_colon}{to_space})"
    else:
        others = f"(?!{literal}|{stars}|{user}{at}{literal})"
        follows = f"{others}{name_colon}(?:(?P<secret>{up_to_at})|{to_space})"
    return [opening + follows for opening in openings]


@lru_cache(100)
def _compose_value(names: tuple[str, ...], percent: str) -> str:
    json_and = r"\\u0026(?<!\\\\u0026)"  # but not in JSON in JSON
    end = rf"[&#\s{_MARKS}]|{json_and}|\Z"
    if percent:
        start, equals = _spell("?&;#", percent), _spell("=", percent)
        end += f"|%(?:25){{0,{len(percent) // 2}}}{_spell(f'&# {_MARKS}', '%')[1:]}"
    else:
        start, equals = rf"(?:\?|&|;|\#|{json_and})", r"(?:=|\\u003[Dd])"
    return rf"{start}(?:{'|'.join(map(re.escape, names))}){equals}(?P<secret>\S*?)(?={end})"


def _hide(text: str, found: Iterable[re.Match[str]], at: str, keep_length: bool) -> str:
    """Return the text with stars for each "secret" but its last "@"."""
    pieces, done = [], 0
    for match in found:
        start, end = match.start("secret"), match.end("secret") - len(at)
        if start < end:
            stars = "".ljust(end - start, "*") if keep_length else "***"
            pieces += [text[done:start], stars]
            done = end
    return "".join([*pieces, text[done:]])


def _hide_passwords(text: str, users: bool, keep_length: bool) -> str:
    for percent, at in _SPELLINGS.items():
        if percent[:1] in text and at in text:  # the first is quick
            for pattern in _compose_passwords(percent, users):
                found = _compiled[pattern].finditer(_hide_escapes(text))
                text = _hide(text, found, at, keep_length)
    return text


def redact(
    text: str, *, users: bool = False, queries: Iterable[str] = (), keep_length: bool = False
) -> str:
    r"""Return the text with *** for each password of a URI (RFC 3986 3.2.1).

    An authority begins after "//"; after http, https, ws, wss, or ftp and any
    number of slashes; and after sip or sips. Its password begins after its
    first ":" and ends at the last "@" before

    - any of `/?#"<>` or white space, for these web schemes and without a
      scheme;
    - otherwise, any of `"<>` or white space;
    - otherwise, white space.

    One to five digits before `/?#"<>`, a backslash, white space, or the end are
    a port. A host in brackets is no password, and stars are hidden already.

    A scheme begins after an escape, such as "\n" in JSON, or where no ASCII
    letter, digit, "-", or "." is before it: git+https is https; sftp is not
    ftp.

    Delimiters can be percent-encoded up to five times, ":" and "@" equally
    often; slashes can have backslashes before them. In an encoded URI, the
    colon of the scheme is encoded, too, or, without a scheme, the slashes. It
    ends at a plain "&" or "@". Nothing else is decoded.

    Args:
        text: Any text.
        users: Whether to hide the whole userinfo, even one without ":". It ends
            as a password does.
        queries: The parameters whose values to hide: one exact name or several.
            They follow "?", "&", ";", or "#". A value ends at "&", "#", white
            space, or any of `"<>`, each encoded as often as its "=", or less
            often. JSON's \u0026 is read as "&", and \u003d as "=".
        keep_length: Whether to write one "*" for each hidden character.

    >>> redact("http://me:s@s@h/b@c db://me:s/s@h http://h:80/b@c")
    'http://me:***@h/b@c db://me:***@h http://h:80/b@c'
    >>> redact("//token@h/?a=b&sig=c", users=True, queries=["sig"])
    '//***@h/?a=b&sig=***'
    """
    # First passwords, because a value can contain their "@"; then values; then users, because they can
    # contain a parameter: //me&sig=a@b
    text = _hide_passwords(_check_str(text), users and not queries, keep_length)
    names = _read_items("queries", queries)
    if names is None:
        raise TypeError("queries must be an iterable of str, not NoneType")
    if names:
        for percent in _SPELLINGS:
            # `re` caches the last few hundred patterns.
            values = re.finditer(_compose_value(names, percent), text)
            text = _hide(text, values, "", keep_length)
        text = _hide_passwords(text, users, keep_length)  # a value can have ended a password, too
    return text


_WITHOUT_SLASHES = "|".join([*[scheme for scheme in _USUAL if scheme not in _WEB], "tag", "pkg"])


def _mask(text: str, rule: str = "") -> str:
    """Return the text for a message, with "*" for a password's characters.

    A message is about one URI, so neither white space nor marks end it.

    >>> _mask("http://me:s e@a/")
    'http://me:***@a/'
    """
    if "userinfo" in rule.lower():
        user: Any = _compiled[".*?(?::|%3[Aa])|"].match(text)  # "me:", or nothing
        return user[0].ljust(len(text), "*") if user[0] else text
    if "@" not in text and "40" not in text:  # an encoded "@" ends in 40
        return text
    # "me:secret@h" is read as an authority.
    own = r"\\*/\\*/"
    if "authority" not in rule:
        own = f"(?:[^/?#]*:)?{own}|(?i:{_WITHOUT_SLASHES}):"
    before = "" if _compiled[own].match(text) else "//"
    whole = before + text
    masked = redact(whole, keep_length=True)
    ends = _compiled[r'[\s"<>]']
    if ends.search(whole):
        masked = redact(ends.sub("_", masked), keep_length=True)
    shown = _compiled[r"[^*]+"].sub(lambda run: whole[run.start() : run.end()], masked)
    return shown[len(before) :]


# ---- A check of lines: python3 uri_regex.py ----

_POLICY_HELP = {
    "schemes": "allow only these, such as https",
    "hosts": "allow only these; .example.com also allows all hosts below it",
    "ports": "allow only these; without one, http has 80, and https 443",
    "require": "require these parts or host types, such as path or fqdn",
    "forbid": "forbid these parts or host types, such as userinfo",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Check lines, as `python3 uri_regex.py` does, and return the exit status.

    It is 0 if all are valid, 1 if not, 2 on failure, and 141 for a closed pipe.
    `argv` is the command line without the program's name.

    >>> main(["-t", "http://a/", "-q"])
    0
    """
    try:
        args = _make_parser().parse_args(argv)
        if not args.show:
            return _check_texts(args)
        for line in args.show().splitlines():
            _write(line, sys.stdout)
        return 0
    except BrokenPipeError:
        return 141  # as the shell reports SIGPIPE
    except FileNotFoundError as error:
        message = f"{error.filename}: {error.strerror} (to check a text, use -t)"
    except OSError as error:
        message = f"{error.filename or 'a standard stream'}: {error.strerror}"
    except ValueError as error:
        message = str(error)
    for word in argv or sys.argv:
        # Without "--name=" or "-x", the URI is alone, so its password can contain spaces.
        value = re.sub(r"\A-(?:-[^=]*=|.)", "", word)
        message = message.replace(value, _mask(value))
    _tell(f"uri_regex.py: {redact(message)}")
    return 2


def _make_parser() -> Any:
    from argparse import ArgumentParser

    class Parser(ArgumentParser):
        def error(self, message: str) -> Any:
            raise ValueError(f"{message} (see --help)")

    about = "Check that each line of a file is a valid URI, and print where and why one is not."
    status = "exit status: 0 if all are valid, 1 if not, 2 on failure"
    parser: Any = Parser("uri_regex.py", description=about, epilog=status, add_help=False)
    parser.color = False  # _write would write the escapes out
    add = parser.add_argument
    add("file", nargs="*", help='one URI per line ("-" or none: standard input)')
    add("-t", "--text", nargs="+", default=[], action="extend", help="check these texts")
    add("--rule", default="URI", help="check another rule, such as IRI or host")
    items: Any = {"type": _split_items, "action": "extend", "metavar": "A,B"}
    for name, words in _POLICY_HELP.items():
        add(f"--{name}", **items, help=words)
    add("-q", "--quiet", action="store_true", help="only set the exit status")
    show: Any = {"dest": "show", "action": "store_const"}
    add("--version", **show, const=_describe_version, help="show the version and SHA-256")
    add("-h", "--help", **show, const=parser.format_help, help="show this help")
    return parser


def _split_items(text: str) -> Iterator[str]:
    return map(str.strip, text.split(","))


def _describe_version() -> str:
    from contextlib import suppress
    from hashlib import sha256

    told = "which cannot see its file: it is compiled or in a zip file"
    with suppress(OSError), open(__file__, "rb") as file:
        if __file__.endswith(".py"):
            told = f"SHA-256 {sha256(file.read()).hexdigest()}"
    return f"uri_regex {__version__}, {told}"


def _check_texts(args: Any) -> int:
    # Tell a wrong rule or policy before reading texts.
    _GRAMMAR.canonical_name(args.rule)
    checks = _read_policies(args.rule, *[vars(args)[name] for name in _POLICIES])
    total = invalid = 0
    for at, text in _read_texts(args):
        total += 1
        try:
            if octet := re.search("[\udc80-\udcff]", text):
                raise URIError(text, "text", octet.start(), "not-utf-8")
            _check_policies(text, args.rule, checks)
        except URIError as error:
            invalid += 1
            if not args.quiet:
                _write(f"{at}:{error.offset + 1}: '{error.redacted}': {error.reason}", sys.stdout)
    if not args.quiet:
        _tell(f"{total} {'text' if total == 1 else 'texts'}, {invalid} invalid")
    return min(invalid, 1)


def _read_texts(args: Any) -> Iterator[tuple[str, str]]:
    """Yield where each text is, such as "<stdin>:1", and the text."""
    failure = None  # told after the other files
    for number, text in enumerate(args.text, 1):
        yield f"<argument>:{number}", text
    for path in args.file or ([] if args.text else ["-"]):
        name, source = ("<stdin>", 0) if path == "-" else (path, path)
        # A byte that is not UTF-8 becomes a surrogate, as in arguments (PEP 383).
        options = {"encoding": "utf-8-sig", "errors": "surrogateescape", "closefd": name == path}
        try:
            with open(source, newline="\n", **options) as lines:
                for number, line in enumerate(lines, 1):
                    yield f"{name}:{number}", re.sub("\r?\n\\Z", "", line)
        except OSError as error:
            failure = failure or error
    if failure:
        raise failure


def _write(text: str, stream: Any) -> None:
    """Write a text as one line, with escapes for what cannot be shown."""
    if stream is None:
        raise ValueError("standard output is closed")
    encoding = stream.encoding or "utf-8"  # io.StringIO has none
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    shown = [char if char.isprintable() else ascii(char)[1:-1] for char in text]
    try:
        print("".join(shown), file=stream, flush=True)
    except OSError:
        import os

        # At exit, Python would try again to write what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise


def _tell(message: str) -> None:
    from contextlib import suppress

    with suppress(OSError, ValueError):
        _write(message, sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
