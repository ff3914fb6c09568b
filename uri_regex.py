# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Check, split, resolve, normalize, and find URIs as RFC 3986, RFC 3987, and RFC 2396 define them.

    Is it valid?       is_uri, is_uri_reference, is_absolute_uri, is_relative_ref, is_valid
    What is wrong?     validate, which raises a URIError
    Parts              parse, split, recompose, URI
    References         resolve, resolve_rfc2396, relativize, merge, remove_dot_segments
    Comparison         normalize, equivalent
    Encoding           percent_encode, percent_decode, requote, iri_to_uri, uri_to_iri
    In running text    find, redact
    Patterns           RFC3986, RFC3987, and RFC2396: each rule by its name

Below, each rule of the RFCs is a regular expression composed of those above it, under its ABNF as the
RFC prints it. Small functions do the rest. `python3 uri_regex.py` checks lines. An argument of a wrong
type raises a TypeError, which names the parameter and the type.

    >>> import uri_regex
    >>> uri_regex.is_uri("http://example.com/%zz")
    False
    >>> uri_regex.validate("http://example.com/%zz")
    Traceback (most recent call last):
    uri_regex.URIError: not a valid URI: "%" has to be followed by two hex digits; write %25 for a "%" \
itself (at offset 20): 'http://example.com/%zz'
    >>> uri_regex.split("http://example.com/over?")
    URI(scheme='http', authority='example.com', path='/over', query='', fragment=None)

To use it in a project, copy this file with its two license lines. It needs Python 3.9 or later and
nothing else. `__all__` lists the public names. All others, the rules' constants included, may change.
"""

import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby

# These are slow to import, so only type checkers do.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from typing import Any, NamedTuple
else:
    IPv4Address = IPv6Address = object  # for typing.get_type_hints


__version__ = "2.0.0"

__all__ = [
    "RFC2396", "RFC3986", "RFC3987", "URI", "Found", "Rules", "URIError",
    "equivalent", "find", "iri_to_uri", "is_absolute_uri", "is_relative_ref", "is_uri",
    "is_uri_reference", "is_valid", "main", "merge", "normalize", "parse", "percent_decode",
    "percent_encode", "recompose", "redact", "relativize", "remove_dot_segments", "requote", "resolve",
    "resolve_rfc2396", "split", "uri_to_iri", "validate",
]  # fmt: skip


# ---- Rules: what they are made of ----


def add_class(rules: dict[str, str], name: str, members: str) -> str:
    """Add a rule of single characters, and return them as they stand in a class."""
    rules[name] = f"[{members}]"
    return members


# ---- Characters and rules: RFC 3986 Appendix A ----
# Each rule stands below its ABNF as the RFC prints it, in the order that composing needs. A name in
# capitals is one of two things:
#
#   a class     the text between "[" and "]", as in PCHAR, so that classes compose, too
#   a pattern   as in SEGMENT; alternatives are in a group, so that patterns compose
#
# A class has single characters; one_of, any_of, and some_of add pct-encoded. A possessive quantifier,
# as in *+, stands where the next character alone tells whether the loop goes on: such a loop never has
# to give a character back. RFC3986.pattern returns plain quantifiers. Where a pattern departs from its
# ABNF in any other way, "Departs:" says how. For use in patterns with (?x), "#" stands in a class. For
# JavaScript's v flag, ( ) / have a backslash in a class.

core_rules: dict[str, str] = {}  # the first three: RFC 5234 Appendix B.1
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
    """Return the pattern of *( chars / pct-encoded ), unrolled to take runs of characters at once."""
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
# Departs: the longest alternative comes first, because `re` takes the first that fits.
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
# Departs: ls32 stands once, and 1*m( h16 ":" ) ":" or "::" for [ *n( h16 ":" ) h16 ] "::".
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
# Departs: IPv4address is a subset of reg-name.
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
# Departs: after the first "/", pchar and "/" are one loop, as in the rules below.
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
# Departs: path-absolute, path-noscheme, and path-empty are subsets of these two.
PATH = uri_rules["path"] = f"(?:{PATH_ABEMPTY}|{PATH_ROOTLESS})"

# query         = *( pchar / "/" / "?" )
QUERY = uri_rules["query"] = any_of(rf"{PCHAR}\/?")

# fragment      = *( pchar / "/" / "?" )
FRAGMENT = uri_rules["fragment"] = any_of(rf"{PCHAR}\/?")

# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
# Departs: path-absolute is "/" [ path-rootless ].
HIER_PART = uri_rules["hier-part"] = f"(?://{AUTHORITY}{PATH_ABEMPTY}|/?(?:{PATH_ROOTLESS})?)"

# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
# The name URI is that of the named tuple.
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
# Departs: query and fragment, which both alternatives end with, stand once.
URI_REFERENCE = uri_rules["URI-reference"] = (
    rf"(?:{SCHEME}:{HIER_PART}|{RELATIVE_PART})(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
)

# URI-reference for parse, with a group for each part (Appendix B). The path depends on the parts before
# it (3.3): (?(2)…) tests for an authority, and (?(1)…) for a scheme. The scheme is possessive, because
# no relative-ref has a ":" in its first segment.
REFERENCE_PARTS = (
    rf"(?:({SCHEME}):)?+(?://({AUTHORITY}))?"
    rf"((?(2){PATH_ABEMPTY}|(?:{PATH_ABSOLUTE}|(?(1){PATH_ROOTLESS}|{PATH_NOSCHEME}))?))"
    rf"(?:\?({QUERY}))?(?:[#]({FRAGMENT}))?"
)


# ---- Characters and rules of IRIs: RFC 3987 section 2.2 ----
# The rules that it repeats from RFC 3986 are those above.

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
# Departs: IPv4address is a subset of ireg-name.
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

# A path after its first character.
IPATH_REST = any_of(rf"{IPCHAR}\/")

# ipath-abempty  = *( "/" isegment )
# Departs: after the first "/", ipchar and "/" are one loop, as in the rules below.
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
# Departs: ipath-absolute, ipath-noscheme, and ipath-empty are subsets of these two.
IPATH = iri_rules["ipath"] = f"(?:{IPATH_ABEMPTY}|{IPATH_ROOTLESS})"

# iquery         = *( ipchar / iprivate / "/" / "?" )
IQUERY = iri_rules["iquery"] = any_of(rf"{IPCHAR}{IPRIVATE}\/?")

# ifragment      = *( ipchar / "/" / "?" )
IFRAGMENT = iri_rules["ifragment"] = any_of(rf"{IPCHAR}\/?")

# ihier-part     = "//" iauthority ipath-abempty
#                / ipath-absolute
#                / ipath-rootless
#                / ipath-empty
# Departs: ipath-absolute is "/" [ ipath-rootless ].
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
# Departs: query and fragment, which both alternatives end with, stand once.
IRI_REFERENCE = iri_rules["IRI-reference"] = (
    rf"(?:{SCHEME}:{IHIER_PART}|{IRELATIVE_PART})(?:\?{IQUERY})?(?:[#]{IFRAGMENT})?"
)


# ---- Characters and rules before 2005: RFC 2396 Appendix A ----
# Names begin with OLD_: RFC 3986 has most of them for other rules.

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
# Departs: pchar and ";" are one loop.
OLD_SEGMENT = old_rules["segment"] = any_of(f"{OLD_PCHAR};")

# path_segments = segment *( "/" segment )
# Departs: pchar, ";", and "/" are one loop.
OLD_PATH_SEGMENTS = old_rules["path_segments"] = any_of(rf"{OLD_PCHAR};\/")

# port          = *digit
OLD_PORT = old_rules["port"] = PORT

# IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
OLD_IPV4ADDRESS = old_rules["IPv4address"] = rf"[{DIGIT}]++\.[{DIGIT}]++\.[{DIGIT}]++\.[{DIGIT}]++"

# A label after its first character: runs of alphanum, with hyphens only between them.
OLD_LABEL_REST = f"[{OLD_ALPHANUM}]*+(?:-++[{OLD_ALPHANUM}]++)*+"

# toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
OLD_TOPLABEL = old_rules["toplabel"] = f"[{OLD_ALPHA}]{OLD_LABEL_REST}"

# domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
OLD_DOMAINLABEL = old_rules["domainlabel"] = f"[{OLD_ALPHANUM}]{OLD_LABEL_REST}"

# A label that begins with a digit, and any of them before a label's first letter: "1.2.a" in 1.2.a.3.b.
OLD_DIGIT_LABEL = rf"[{DIGIT}]{OLD_LABEL_REST}\."
OLD_TO_LETTER = f"(?:{OLD_DIGIT_LABEL})*+[{OLD_ALPHA}]"

# hostname      = *( domainlabel "." ) toplabel [ "." ]
# Departs: a domainlabel that begins with a letter is a toplabel, too. The alternative for a lone letter
# saves memory without possessive quantifiers. No text fits two alternatives.
OLD_HOSTNAME = old_rules["hostname"] = (
    rf"{OLD_TO_LETTER}[{OLD_ALPHANUM}]*+(?:"
    rf"(?:-++[{OLD_ALPHANUM}]|\.[{OLD_ALPHA}]|\.{OLD_DIGIT_LABEL}{OLD_TO_LETTER})[{OLD_ALPHANUM}]*+)*+\.?"
)

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
# Departs: each server is a reg_name or empty.
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
# Departs: each net_path is an abs_path, with an empty first segment.
OLD_HIER_PART = old_rules["hier_part"] = rf"{OLD_ABS_PATH}(?:\?{OLD_QUERY})?"

# relativeURI   = ( net_path | abs_path | rel_path ) [ "?" query ]
# Departs: each net_path is an abs_path.
OLD_RELATIVE_URI = old_rules["relativeURI"] = (
    rf"(?:{OLD_ABS_PATH}|{OLD_REL_PATH})(?:\?{OLD_QUERY})?"
)

# absoluteURI   = scheme ":" ( hier_part | opaque_part )
OLD_ABSOLUTE_URI = old_rules["absoluteURI"] = f"{OLD_SCHEME}:(?:{OLD_HIER_PART}|{OLD_OPAQUE_PART})"

# URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
OLD_URI_REFERENCE = old_rules["URI-reference"] = (
    f"(?:{OLD_ABSOLUTE_URI}|{OLD_RELATIVE_URI})?(?:[#]{OLD_FRAGMENT})?"
)


# ---- Texts, and compiled patterns ----


def _clip(text: str, most: int = 60) -> str:
    if len(text) > most:
        return text[:most] + "…"
    return text


def _check_str(value: object, what: str = "text") -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} must be str, not {type(value).__name__}") from None
    return str.__str__(value)  # a str Enum's member would be formatted differently


def _suggest_name(wrong: str, names: Iterable[str]) -> str:
    """Return the name that was perhaps meant, and all names, for a message.

    >>> _suggest_name("user", ["userinfo", "host"])
    'did you mean userinfo? there are userinfo, host'
    """
    from difflib import get_close_matches

    known = f"there are {', '.join(names)}"
    by_key = {name.lower(): name for name in names}
    for key in get_close_matches(_clip(wrong.lower()), by_key, n=1, cutoff=0.5):
        return f"did you mean {by_key[key]}? {known}"
    return known


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
        _check_str(text, what)
        raise


# ---- Passwords in any text: RFC 3986 3.2.1 and 7.5 ----
#
# A text is decoded first, and then read as follows. What is hidden is * here:
#
#   http://me:*@*@h/a@b       web schemes: to the last "@" before any of "/?#<>"
#   http://me:*/*@h/          or, if none is there, to the last "@" of the run,
#   see db://me:*@*/*@h, a@b    as in other schemes, whose passwords people write raw
#   http:/me:*@h  sip:me:*@h  browsers read a "//" here; sip: has no "//" (RFC 3261 19.1.1)
#   http://[::1]:80,a@b       an IP-literal is a host
#   http://h:80/a@b           a port is no password
#   "db://me:* *@h","a@b"     a run ends at the mark that quotes the URI;
#   A=db://me:*"*@h b@c         if none does, at white space or a mark that closes a string;
#   ?u=%2F%2Fme:*%40h&m=a@b     and at "&" if the "//" is percent-encoded
#   db://me:* *@h             if the URI begins a line and "@" is not before that, it is the line
#   http://me:*@*%2F*@h/      a delimiter spelled longer than the "//" is data

_SPELLED = r"""(?x) %[0-9A-Fa-f]{2} | \\ (?: x [0-9A-Fa-f]{2} | u [0-9A-Fa-f]{4} | ["'/\\nrt] )
| & (?: \#[Xx]?[0-9A-Fa-f]{1,4000} | [a-z]{2,6} ) ; | '"'"' | '\\'' | \0"""
_DATA = "\x7f"  # what is decoded to no delimiter
# Each text that spells "@", even after several decodings, has one of these.
_MAY_SPELL_AT = r"@|%[0-9A-Fa-f]{2}|&(?:#|[a-z]{2,6};)|\\[xu]|\0"

# The ":" of a web scheme or of sip: all of them end in "p" or "s".
_OPENING = ":(?<=[PSps]:)/*|//+"
_BEFORE = r"""(?aimx) (?: (?P<line> ^ ) [ \t\ufeff]* | (?P<quote> ["'] ) )?
(?: (?<![-+.0-9a-z]) (?: (?P<web> (?: [a-z][-+.0-9a-z]* \+ )? (?: https? | wss? | ftp ) )
  | (?P<sip> sips? ) | [a-z][-+.0-9a-z]* ) )? (?P<colon> : )? \Z"""
_IP_HOST = r"""(?x) \[ (?: [0-9A-Fa-f.]* : [0-9A-Fa-f:.]* (?: % [^][@/?\#\s"<>]* )?
| [Vv] [^][@/?\#\s"<>]* ) \] (?: : [0-9]* )? (?P<after> [\s"',;)] | \. (?: \s | \Z ) )?"""
_AS_PORT = r""":[0-9]{1,5}(?:(?P<mark>[],;:.)'\\])|(?=[\s"])|\Z)"""
_RUN_END = r'[\s"](?:(?<!")|(?=[\s,:;}\])>]|\Z))'
_LINE_END = "[\r\n]"
_USER = "(?ai)(?P<scheme>(?:https?|wss?|ftp|sips?|mailto)(?=:))?[^:/?#]*:"


@lru_cache(maxsize=1_000)
def _read_spelled(spelled: str) -> str:
    from html import unescape

    if spelled == "\0":  # of UTF-16 that is read as octets
        return ""
    char = unescape(spelled)
    if by_code := _match(r"(?:%|\\x|\\u00)(..)", spelled):
        char = chr(int(by_code[1], 16))
    elif _match(r"""[\\'].*["'/\\]""", spelled):  # in JSON, a programming language, or a shell
        char = spelled[-1]
    return char if _match("[!-~]", char) else _DATA


def _decode(text: str) -> "tuple[str, Sequence[int]]":
    """Return the text with its spellings decoded, and where the spelling of each character begins.

    >>> plain, places = _decode("a%252F@")
    >>> plain, [*places]
    ('a/@', [0, 1, 6, 7])
    """
    from array import array
    from io import StringIO

    places: Any = range(len(text) + 1)
    for _ in range(8):  # spellings of spellings
        if not _compiled[_SPELLED].search(text):
            break
        plain, kept, done = StringIO(), array("L"), 0
        for spelled in _compiled[_SPELLED].finditer(text):
            start, char = spelled.start(), _read_spelled(spelled[0])
            plain.write(text[done:start] + char)
            kept.extend(places[done : start + len(char)])
            done = spelled.end()
        plain.write(text[done:])
        kept.extend(places[done:])
        text, places = plain.getvalue(), kept
    return text, places


class _Decoded:
    """A text, and what _decode makes of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain, self.places = _decode(text)
        self.found: dict[Any, int] = {}

    def get_kind(self, at: int) -> tuple[int, bool]:
        """Return how a character is spelled: the length, and whether it is percent-encoded."""
        start, end = self.places[at], self.places[at + 1]
        return end - start, "%" in self.text[start:end]

    def counts(self, at: int, kind: tuple[int, bool]) -> bool:
        """Return whether a delimiter is no longer than `kind`, and percent-encoded only if that is.

        A "/" has to be exactly as long. White space always counts.
        """
        length, percent = self.get_kind(at)
        if self.plain[at] == "/":
            return length == kind[0]
        return self.plain[at].isspace() or (length <= kind[0] and percent <= kind[1])

    def find(self, pattern: str, start: int, kind: tuple[int, bool]) -> int:
        """Return where the first match is that counts, or the text's length.

        Starts never decrease, so an answer holds until the reader is past it: the time stays linear.
        """
        key = pattern, kind
        if self.found.get(key, -1) < start:
            self.found[key] = len(self.plain)
            for match in _compiled[pattern].finditer(self.plain, start):
                if self.counts(match.start(), kind):
                    self.found[key] = match.start()
                    break
        return self.found[key]

    def find_last_at(self, start: int, end: int) -> int:
        """Return where the last "@" between two places is, or -1."""
        if self.find("@", start, (len(self.text), True)) >= end:
            return -1
        return self.plain.rfind("@", start, end)


def _find_openings(text: _Decoded) -> "Iterator[tuple[re.Match[str], int]]":
    """Yield the match of what is before each authority, and where it may begin."""
    for mark in _compiled[_OPENING].finditer(text.plain):
        end = mark.end()
        start = end - mark[0].count("/")
        before: Any = _compiled[_BEFORE].search(text.plain, max(start - 40, 0), start)
        if end - start == 2:
            yield before, end
        else:
            if before["sip"] or (before["web"] and start == end):
                yield before, start
            for _, alike in groupby(range(start, end), text.get_kind):
                size = sum(1 for _ in alike)
                start += size
                if size == 2 or before["web"]:
                    yield before, start
                before = _compiled[_BEFORE].search(text.plain, start, start)


def _find_run_end(text: _Decoded, before: "re.Match[str]", start: int) -> int:
    """Return where the run ends: at a quotation mark, white space, or "&"."""
    kind = text.get_kind(start - 1)
    end = text.find(_RUN_END, start, kind)
    if before["quote"]:
        length, _ = text.get_kind(before.start("quote"))
        end = text.find(f"[\r\n{before['quote']}]", start, (length, True))
    if kind[1]:
        end = min(end, text.find("&", start, (1, False)))
    return end


def _is_host(text: _Decoded, start: int, end: int) -> bool:
    """Return whether an authority is an IP-literal and perhaps a port. In "[::1]:me@h", it is not."""
    literal = _compiled[_IP_HOST].match(text.plain, start)
    return literal is not None and (literal.end() == end or literal["after"] is not None)


def _is_port(text: _Decoded, colon: int, end: int, kind: tuple[int, bool], at: int) -> bool:
    """Return whether a port stands there, and not a password. In "http://h:80,me@h/", none does."""
    port = _compiled[_AS_PORT].match(text.plain, colon, end)
    if not port:
        return False
    if port["mark"]:
        return at < colon
    return port.end() == end or text.counts(port.end(), kind)


def _find_password(text: _Decoded, before: "re.Match[str]", start: int) -> tuple[int, int]:
    """Return where a password begins and ends. If there is none, the end is not greater."""
    kind = text.get_kind(start - 1)
    run_end = _find_run_end(text, before, start)
    end = min(run_end, text.find("[/?#<>]", start, kind))
    colon = text.plain.find(":", start, end)
    if colon < 0 or _is_host(text, start, end):
        return 0, 0
    at = text.find_last_at(start, end)
    if _is_port(text, colon, end, kind, at):
        return 0, 0
    has_at = text.find("@", start, (kind[0], True)) < end
    if has_at and (before["web"] or not before["colon"]):
        return colon + 1, at
    goes_on = _compiled[r"[^\s/?#'\"<>]"].match(text.plain, colon + 1)
    if before["line"] == "" and goes_on and not has_at:
        run_end = text.find(_LINE_END, start, kind)
    return colon + 1, text.find_last_at(start, run_end)


def _hide_passwords(text: str, keep_length: bool) -> str:
    """Return the text with stars for the passwords that one reading finds."""
    if not _compiled[_MAY_SPELL_AT].search(text):
        return text
    decoded = _Decoded(text)
    places = decoded.places
    pieces, done = [], 0
    for before, opening in _find_openings(decoded):
        if places[opening] < done:
            continue
        start, end = _find_password(decoded, before, opening)
        if start < end:
            hidden = text[places[start] : places[end]]
            stars = "***"
            # UTF-16 that is read as octets stays aligned.
            if keep_length or "\0" in hidden:
                stars = _compiled["[^\0]"].sub("*", hidden)
            pieces += [text[done : places[start]], stars]
            done = places[end]
    return "".join([*pieces, text[done:]])


def redact(text: str, *, keep_length: bool = False) -> str:
    r"""Return the text with *** for each password of a URI in it (RFC 3986 3.2.1 and 7.5).

    What may be a password is hidden, however it is spelled. A userinfo without ":" stays, and so does
    a token in a query. The time is linear.

    Args:
        text: Any text, such as a line of a log.
        keep_length: Whether each hidden character becomes one "*", so that offsets stay.

    >>> redact("see db://me:se@cr/et@a.example or bob@a.example")
    'see db://me:***@a.example or bob@a.example'
    >>> redact("/?u=https%253A%252F%252Fme%253Asecret%2540h%252F", keep_length=True)
    '/?u=https%253A%252F%252Fme%253A******%2540h%252F'
    """
    hidden = _check_str(text)
    for _ in range(5):  # a delimiter that is hidden now may have ended another password
        text, hidden = hidden, _hide_passwords(hidden, keep_length)
        if hidden == text:
            break
    return hidden


def _mask(text: str, rule: str = "") -> str:
    """Return the text for a message, with a "*" for each character of a password in it.

    >>> _mask("http://me:secret@a.example:80/"), _mask("me:secret@a.example", "authority")
    ('http://me:******@a.example:80/', 'me:******@a.example')
    >>> _mask("me:secret", "userinfo")  # which ends without an "@"
    'me:******'
    """
    is_userinfo = "userinfo" in rule.lower()
    if not _compiled[_MAY_SPELL_AT].search(text) and not is_userinfo:
        return text
    plain, places = _decode(text)
    start = places[plain.find(":") + 1]
    if start and is_userinfo:
        return text[:start].ljust(len(text), "*")
    before = ""
    user = _compiled[_USER].match(plain)
    is_whole = user and ("authority" in rule or not user["scheme"])
    # In "me:%2F%2Fsecret@h", these slashes are data.
    if is_whole and not _compiled[r"(\\*/)\1"].match(text, start):
        before = "//"
    masked = redact(before + text, keep_length=True)
    if _compiled[_LINE_END].search(text):  # which may be in a password, too
        line = redact(_compiled[_LINE_END].sub(_DATA, masked), keep_length=True)
        masked = "".join([old if new == _DATA else new for old, new in zip(masked, line)])
    return masked[len(before) :]


# ---- Errors ----


_MASKED = "a masked character"


def _name_char(text: str, rule: str, offset: int) -> str:
    r"""Return the character at an offset in words, but none of a password.

    >>> _name_char("a ", "URI", 1), _name_char("a\u200b", "URI", 1), _name_char("\n", "URI", 0)
    ('a space', 'an invisible character, U+200B,', "'\\n'")
    """
    char = text[offset]
    if char == " ":
        return "a space"
    # A password is before an "@", except in a userinfo.
    may_be_masked = _compiled[_MAY_SPELL_AT].search(text, offset) or "userinfo" in rule.lower()
    if may_be_masked and char != _mask(text, rule)[offset]:
        return _MASKED
    if char == "\\":
        return "a backslash"
    if char.isascii() or "\ud800" <= char <= "\udfff":
        return repr(char)
    if char.isprintable():
        return f"the non-ASCII character '{char}'"
    return f"an invisible character, U+{ord(char):04X},"


def _find_triplet(text: str, offset: int) -> "Any":
    """Return the match of the triplet, or else of the character, that an error is about.

    More of the text may be a password.

    >>> [_find_triplet(text, at)[0] for text, at in (("a%4z", 3), ("a%FF", 1), ("abc%41d", 6))]
    ['%4z', '%FF', 'd']
    """
    percent = text.rfind("%", max(offset - 2, 0), offset)
    if percent >= 0:
        offset = percent
    return _compiled["%.{0,2}|.?"].match(text, offset)


class URIError(ValueError):
    """A text that does not match a rule of the grammar, or that a policy does not allow.

    `rule` names the rule, or the part, of the `text`. `offset` is the index of the first wrong
    character, or the text's length if it ends too early; for a policy, it is where the part begins.
    `expected` is what could stand there, as ABNF. `reason` is for the person who wrote the text, and
    `hint` for a developer. These two and the message mask passwords with "*" (RFC 3986 7.5).

    >>> error = URIError("8o", "port", 1, "DIGIT / <end of text>")
    >>> error.rule, error.offset, error.reason
    ('port', 1, "'o' is not allowed here")
    """

    def __init__(
        self, text: str, rule: str, offset: int, expected: str, reason: str = "", hint: str = ""
    ) -> None:
        super().__init__(text, rule, offset, expected, reason, hint)  # so pickle works
        self.rule = rule
        self.offset = offset
        self.expected = expected
        if not reason and offset < len(text):
            reason = f"{_name_char(text, rule, offset)} is not allowed here"
        self.reason = reason or "it ends too early"
        self.hint = hint

    @property
    def text(self) -> str:
        """The text, with its password. It is not in `vars`, which programs print."""
        return str(self.args[0])

    @property
    def redacted(self) -> str:
        """The text with a "*" for each character of a password. Of encoded data, a triplet is left."""
        if self.rule == "pct-encoded":
            triplet = _find_triplet(self.text, self.offset)
            return str(triplet[0]).rjust(triplet.end(), "*").ljust(len(self.text), "*")
        if self.args[4]:  # a policy gives its reason, and its text is a reference
            return _mask(self.text)
        return _mask(self.text, self.rule)

    def __str__(self) -> str:
        start = max(self.offset - 40, 0)
        shown = _clip(self.redacted[start:], self.offset + 40 - start)
        if start:
            shown = f"…{shown}"
        if self.rule == "pct-encoded":
            shown = _find_triplet(self.text, self.offset)[0]
        words = "; ".join(filter(None, [self.reason, self.hint]))
        message = f"{words} (at offset {self.offset}): {shown!r}"
        if self.args[4]:  # a reason that was given names the part
            return message
        return f"not a valid {self.rule}: {message}"

    def __repr__(self) -> str:  # ValueError's shows the password
        return f"<{type(self).__name__}: {self}>"


# ---- Where a text stops ----
# A text can begin a match if and only if it matches with one of a few endings. evidence/proof.py shows
# that for each state of each rule's automaton.
#
#   "http://[::" can begin a URI: with the ending "]", it is one
#   "http://a b" cannot: it is none with any of the endings
#
# The first wrong character is after the longest text that can begin a match. find_error takes these
# steps for "http://a.example/b c":
#
#   1. The pattern matches "http://a.example/b".
#   2. What can come next can come after "a:/a", too, which takes less time to try.
#   3. "a:/a " cannot begin a URI, so the space is wrong.
#   4. "a:/a!", "a:/a/", "a:/aa", … can begin one, so "!", "/", "a", … are expected.

_ENDINGS = ("", ":a", "aa", "a", "/", "aa.a", "aa@a")
_ADDRESS_ENDINGS = ("", "::", ":a", "0", ".0", "0.0", ".0.0", "0.0.0", ".0.0.0")
_LITERAL_ENDINGS = ("", *[f"{ending}]" for ending in _ADDRESS_ENDINGS])
_ADDRESSES = ("IPv4address", "ls32", "IPv6address")


def _list_endings(rule: str, text: str) -> tuple[str, ...]:
    """Return endings, one of which completes the text if it can begin a match of the rule."""
    if text.rfind("[") > text.rfind("]"):
        return _LITERAL_ENDINGS
    return _ADDRESS_ENDINGS if rule in _ADDRESSES else _ENDINGS


def _longest(size: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to `size` that `holds` accepts, as it does all smaller ones."""
    largest, step = 0, 1
    while largest < size:
        number = min(largest + step, (largest + size + 1) // 2)
        if holds(number):
            largest = number
            step *= 2
        else:
            size = number - 1
    return largest


# The short text for each piece of a reference. The first that fits is taken.
_PIECES = {
    "a:": rf"\A{SCHEME}:",
    "a#": ".*#.*",
    "a?": r".*\?.*",
    "/a": "//[^/]*/.*|[^/]+/.*|(?<!/)/[^/].*|(?<=:)[^/].*",
    "//@": "//.*@",
    "[::]": r"\[.*\]",
    ":0": r":[0-9]+\Z",
    ":a": ":.+",
    "a": rf"{SCHEME}\Z",
    "0": "[^:/]+",
}
_PIECE = f"({')|('.join(_PIECES.values())})"
_SHORT = ["", *_PIECES]


def _shorten(text: str) -> str:
    """Return a short text after which a reference goes on in the same ways.

    What can follow depends on the last part, on whether a scheme and an authority are there, and on a
    triplet that has not ended.

    >>> _shorten("http://a.example/b/c"), _shorten("http://a.example/?b"), _shorten("http://me:x")
    ('a:/a', 'a:a?', 'a://0:a')
    >>> _shorten("http://[2001:db8::7:1.2"), _shorten("http://[vab.c:de")
    ('a://[a:a::a:1.2', 'a://[va.e')
    """
    start, opening, literal = text.rpartition("[")
    if opening and "]" not in literal:
        version, dot, address = literal.partition(".")
        if version[:1] in ("v", "V"):
            literal = f"{version[:2]}{dot}{address[-1:]}"
        return _shorten(start) + opening + _compiled[f"[{HEXDIG}]+:"].sub("a:", literal)
    _, percent, digit = text[-2:].partition("%")
    triplet = percent + digit
    parts = text.removesuffix(triplet)
    return _compiled[_PIECE].sub(lambda piece: _SHORT[piece.lastindex or 0], parts) + triplet


# ---- Errors in plain words ----
# Words are made from the place of an error: the part that holds the offset, and the character there.

# The rules whose texts begin with a scheme, and all whose texts Appendix B can split.
_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
_REFERENCE_RULES = (
    *_WITH_SCHEME, "URI-reference", "relative-ref", "IRI-reference", "irelative-ref", "relativeURI",
)  # fmt: skip
# What makes a reference of these. After "@", a host is not a userinfo.
_READ_AFTER = {"authority": "//", "host": "//@", "IP-literal": "//@"}
# What a person calls the texts of a rule, or of a group of _WRONG_PARTS.
_PART_NAMES = {
    "scheme": "a scheme", "userinfo": "a userinfo", "host": "a host", "reg-name": "a host",
    "port": "a port", "path": "a path", "path-noscheme": "a path", "path-rootless": "a path",
    "path-absolute": "an absolute path", "path-abempty": "an absolute path",
    "abs_path": "an absolute path", "segment": "a segment", "segment-nz": "a segment",
    "segment-nz-nc": "a segment", "query": "a query", "fragment": "a fragment",
    "IPv6address": "an IPv6 address", "literal": 'the IPv6 address that "[" opens',
    "IPvFuture": "an IPvFuture address", "future": 'the IPvFuture address that "[" opens',
    "IPv4address": "an IPv4 address", "dec-octet": "an IPv4 address",
    "hostname": "a domain name", "hostport": "a domain name", "server": "a domain name",
}  # fmt: skip
# Appendix B for texts with an error: an authority's first "@" counts, and its first ":" after that.
_WRONG_PARTS = (
    r"(?:(?P<scheme>[^:/?#]++):)?+(?://(?:(?P<userinfo>[^@\[/?#]*+)@)?+"
    rf"(?:(?P<bare>{IPV6ADDRESS})(?![^/?#])"
    r"|(?:\[(?:(?P<future>[Vv][^\]/?#]*+)|(?P<literal>[^\]/?#]*+)))?+"
    r"(?P<host>[^:/?#]*+)(?::(?P<port>[^/?#]*+))?+))?+"
    r"(?P<path>[^?#]*+)(?:\?(?P<query>[^#]*+))?+(?:#(?P<fragment>.*+))?+"
)
# What git and scp take, such as git@github.com:a/b.
_SSH_ADDRESS = r"([A-Za-z0-9._-]{1,40}@[A-Za-z0-9.-]{1,60}):/?([A-Za-z._~-][A-Za-z0-9._~/-]{0,90})"
_ENCODING_PARTS = ("a userinfo", "a path", "an absolute path", "a segment", "a query", "a fragment")
_ENCODED = r'[ "<>\\^`{|}\[\]]|[^\0-\x7f]'  # what to percent-encode there
_NO_SCHEME = 'it has to begin with a scheme, such as "https:"'
_ZONE = "a zone identifier is not allowed here"
_WRONG_TRIPLET = '"%" has to be followed by two hex digits; write %25 for a "%" itself'

# Rows of a piece of a part's name, a pattern, and words. The pattern is for the text from the delimiter
# before the part on, with "\n" at the offset ("." does not match it). The first row that fits is taken;
# its groups fill each "{}".
_WORDS = (
    ("", r"\n\Z", "it is empty"),
    ("", r"\n ", "a space at the beginning of the text is not allowed"),
    ("no scheme", r".*\n@", "'@' is not allowed in a scheme; an email address begins with \"mailto:\""),
    ("no scheme", "", _NO_SCHEME),
    ("", r".*\n +\Z", "a space at the end of the text is not allowed"),
    ("", r".*%.?\n", _WRONG_TRIPLET),
    ("bare", "", "put an IPv6 address in brackets"),
    ("scheme", r"\n[!-~]", "a scheme begins with a letter"),
    ("relative reference", r".*\n:", "a relative reference has no scheme"),
    ("absolute path", r"\n", 'it has to begin with "/"'),
    ("path", r".*\n:", "':' is not allowed in the first segment; write \"./\" before the path"),
    ("port", r":[0-9A-Fa-f:.]*\n\]", 'a "[" is missing before an IPv6 address'),
    ("port", r":[0-9]*[^0-9\n]", "the port is not a number"),
    ("host", r"@.*\n@", 'a second "@" is not allowed; write %40 for each "@" but the last one'),
    ("host", r".\].*\n[^:#\\]", 'after the "]" of a host, only a port is allowed'),
    ("fragment", r"#.*\n#", 'a second "#" is not allowed here; write %23'),
    ("address", r"(.*\.)?0\n[0-9]|(.*[^0-9])?0[0-9]+\n\.", "leading zeros are not allowed"),
    ("address", r"(?:.*\.)?([0-9]{1,3})\n([0-9]{1,60})", "{}{} is greater than 255"),
    ("IPv6 address", rf"(?:.*[^0-9])?(?!{DEC_OCTET}\n)([0-9]+)\n\.", "{} is greater than 255"),
    ("IPv6 address", r"\[.*\n([/?#]|\Z)", 'the "[" is not closed'),
    ("IPv6 address", r".*\n%", _ZONE),
    ("IPv6 address", r".*::(.*:)?\n:", '"::" is allowed only once'),
    ("IPv6 address", r"\[?[^\[\n](?!.*::).*\n(\]|\Z)", 'an IPv6 address has eight groups, or "::"'),
    ("IPv4 address", r".*\n(\.|\Z)", "an IPv4 address has four numbers"),
    ("domain name", r".*\n-", "a label begins with a hyphen"),
    ("domain name", r".*-\n([.:]|\Z)", "a label ends with a hyphen"),
    ("domain name", r"(.*\.)?\n([.:]|\Z)", "a label is empty"),
    ("domain name", r".*\n(:|\Z)", "the last label has to begin with a letter"),
)  # fmt: skip


def _find_wrong_part(rule: str, text: str, offset: int) -> tuple[str, int]:
    """Return the name of the part that holds an offset, and where the part begins.

    >>> _find_wrong_part("URI", "http://a:b/", 10), _find_wrong_part("ipath-noscheme", "a:b", 1)
    (('a port', 9), ('a path', 0))
    """
    name = rule.removeprefix("i")
    before = _READ_AFTER.get(name, "")
    if not before and rule not in _REFERENCE_RULES:
        return _PART_NAMES.get(name, ""), 0
    offset += len(before)
    match: Any = _match(_WRONG_PARTS, before + text)
    if rule in _WITH_SCHEME and match["scheme"] is None:
        return "no scheme", 0
    # Of the parts that are there, the first that reaches the offset holds it.
    part = next(part for part in match.groupdict() if match.end(part) >= offset)
    if part == "scheme" and match.end(part) == offset:  # at a ":" that ends no scheme
        return ("relative reference" if "rel" in rule else "a path"), 0
    return _PART_NAMES.get(part, part), match.start(part) - len(before)


def _explain_part(part: str, place: str) -> str:
    r"""Return the words that a part has for a place in it, or "".

    >>> _explain_part("an IPv4 address", "1.30\n0.1.1")
    '300 is greater than 255'
    """
    for name, pattern, words in _WORDS:
        if name in part and (match := _compiled[f"(?-s:{pattern})"].match(place)):
            return words.format(*match.groups())
    return ""


def _explain_char(rule: str, text: str, offset: int, part: str) -> str:
    """Return the words for a character, or for the end, for which a part has none."""
    where = part and f" in {part}"
    if offset == len(text):
        return f"it ends too early{where}"
    char, what = text[offset], _name_char(text, rule, offset)
    if char == "#" and rule.startswith("absolute"):
        return f"an {rule} has no fragment"
    if what == _MASKED:
        return f"{what} is not allowed here; percent-encode it"
    before_query = part in ("a userinfo", "a host", "a port", "a path")
    if char == "\\" and rule in _REFERENCE_RULES and before_query:
        return f'{what} is not allowed here; did you mean "/"?'
    if part in _ENCODING_PARTS and _match(_ENCODED, char) and char.isprintable():
        octets = "".join([f"%{octet:02X}" for octet in char.encode()])
        return f"{what} is not allowed here; write {octets}"
    # These may stand elsewhere in most parts.
    if not part or _match("[0-9A-Za-z.:/]", char):
        return f"{what} is not allowed here{where}"
    return f"{what} is not allowed{where}"


def _explain(rule: str, text: str, offset: int) -> tuple[str, str]:
    """Return in plain words why a text does not match a rule, and a hint for a developer, or "".

    >>> _explain("URI", "http://a/b c", 10)
    ('a space is not allowed here; write %20', '')
    """
    ssh = _match(_SSH_ADDRESS, text)
    if ssh and rule in _REFERENCE_RULES:
        return f"this is an address of ssh; as a URI it is ssh://{ssh[1]}/{ssh[2]}", ""
    part, start = _find_wrong_part(rule, text, offset)
    place = f"{text[max(start - 1, 0) : offset]}\n{text[offset:]}"
    reason = _explain_part(part, place) or _explain_char(rule, text, offset, part)
    return reason, _find_hint(rule, text, part, reason)


def _find_hint(rule: str, text: str, part: str, reason: str) -> str:
    if reason == _NO_SCHEME and _match(URI_REFERENCE, text):
        return f'for a relative reference, use rule="{rule[-3:]}-reference"'  # URI or IRI
    if reason == _ZONE:
        return "uri_abnf.RFC6874 allows it"
    is_iri = "IRI" in rule or rule.startswith("i")
    if reason.startswith("the non-ASCII") and not is_iri and part in (*_ENCODING_PARTS, "a host"):
        return "an IRI may contain it: see iri_to_uri, or IDNA for a host"
    return ""


# ---- Rules by their names ----


class Rules(Mapping[str, str]):
    """The rules of a grammar: a mapping of each rule's name to its pattern.

    Each method takes the name of a rule first, in upper or lower case (RFC 5234 2.1). An unknown name
    is a ValueError that suggests a similar one.

    A subclass defines `rules`, `__contains__`, `pattern` and `compile`, and what `validate` and
    `partial` call: `canonical_name`, `matches`, `find_error` and `explain`.

    >>> RFC3986["port"], "Port" in RFC3986, RFC3987.rules[-1]
    ('[0-9]*', True, 'IRI-reference')
    """

    def __init__(self, name: str, rules: dict[str, str], classes: dict[str, str]) -> None:
        self._own_name = name
        self._patterns = core_rules | rules
        self._keys = {rule.lower(): rule for rule in self._patterns}
        self._classes = classes
        self._verdicts: Any = cache(lambda rule: self.compile(rule).fullmatch)
        self._expected_after = lru_cache(maxsize=1_000)(self._list_expected)
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

    # A copy is the object itself: pickle finds it by its name.
    def __reduce__(self) -> str:
        return self._own_name

    def __repr__(self) -> str:
        return f"<Rules of {self._own_name}>"

    def canonical_name(self, rule: str) -> str:
        """Return a rule's name as the RFC writes it.

        >>> RFC3986.canonical_name("uri-REFERENCE")
        'URI-reference'
        """
        key = _check_str(rule, "rule").lower()
        if key not in self._keys:
            raise ValueError(self.describe_unknown(rule))
        return self._keys[key]

    def describe_unknown(self, rule: str) -> str:
        """Return the message for a name that no rule has, with a name that is like it.

        >>> RFC3986.describe_unknown("fragmnt").partition("?")[0]
        "there is no rule 'fragmnt'; did you mean fragment"
        """
        message = f"there is no rule {_clip(_mask(rule))!r}"
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", rule):
            return f"{message}; are the rule and the text swapped?"
        return f"{message}; {_suggest_name(rule, self.rules)}"

    def pattern(self, rule: str) -> str:
        """Return the rule as a regular expression, for use in a pattern of your own.

        It has no anchor, no capturing group, no possessive quantifier, and no alternation outside a
        group. To repeat it, put it in a group. uri_abnf writes patterns for other engines.

        >>> re.fullmatch(f"GET ({RFC3986.pattern('URI-reference')}) HTTP/1.1", "GET /a?b HTTP/1.1")[1]
        '/a?b'
        """
        return _without_possessive(self._patterns[self.canonical_name(rule)])

    def compile(self, rule: str) -> re.Pattern[str]:
        """Compile the rule for `fullmatch`, once. Quantifiers are possessive, from Python 3.11.5 on.

        >>> RFC3986.compile("IPv4address").fullmatch("127.0.0.256") is None
        True
        """
        return _compiled[self._patterns[self.canonical_name(rule)]]

    def matches(self, rule: str, text: str) -> bool:
        """Return whether the whole text matches the rule.

        Args:
            rule: Its name.
            text: Any text.

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
        """Return the text itself, or raise a URIError.

        Args:
            rule: The name of a rule.
            text: Any text.

        Raises:
            URIError: The text does not match the rule.

        >>> RFC3986.validate("port", "80a")
        Traceback (most recent call last):
        uri_regex.URIError: not a valid port: 'a' is not allowed here in a port (at offset 2): '80a'
        """
        if self.matches(rule, text):
            return text
        name = self.canonical_name(rule)
        offset, expected = self.find_error(name, text)
        error = URIError(text, name, offset, _clip(expected, 300))
        reason, error.hint = self.explain(name, text, offset, expected)
        error.reason = reason or error.reason
        raise error

    def partial(self, rule: str, text: str) -> str:
        """Return "valid", "invalid", or "incomplete" if more text could make it valid.

        Args:
            rule: The name of a rule.
            text: What a user has typed so far.

        >>> [RFC3986.partial("URI", text) for text in ("http://[::", "http://[:::")]
        ['incomplete', 'invalid']
        """
        if self.matches(rule, text):
            return "valid"
        offset, _ = self.find_error(self.canonical_name(rule), text)
        return "incomplete" if offset == len(text) else "invalid"

    def find_error(self, rule: str, text: str) -> tuple[int, str]:
        """Return the offset of the first wrong character, and what is expected there as ABNF.

        Args:
            rule: A canonical name.
            text: A text that does not match the rule.

        >>> RFC3986.find_error("dec-octet", "26a")
        (2, '<end of text>')
        """
        shorten = _shorten if rule in _REFERENCE_RULES else str
        match = self.compile(rule).match(text)
        start = match.end() if match else 0
        before, after = shorten(text[:start]), text[start:]
        length = _longest(len(after), lambda size: self._can_begin(rule, before + after[:size]))
        if length:
            before = shorten(before + after[:length])
        list_expected = self._expected_after if len(before) < 60 else self._list_expected
        return start + length, list_expected(rule, before)

    def explain(self, rule: str, text: str, offset: int, expected: str) -> tuple[str, str]:
        """Return in plain words what is wrong, and a hint for a developer, or "" for either.

        Args:
            rule: A canonical name.
            text: A text that does not match the rule.
            offset, expected: What `find_error` returns.
        """
        if rule == "host" and "hostname" in self.rules:  # RFC 2396 3.2.2
            rule = "hostname"
        return _explain(rule, text, offset)

    def _can_begin(self, rule: str, text: str) -> bool:
        """Return whether a text can begin a match of a rule."""
        verdict = self._verdicts(rule)
        return any(verdict(text + ending) for ending in _list_endings(rule, text))

    def _list_expected(self, rule: str, before: str) -> str:
        """Return what can come after a text, as ABNF."""
        characters = {"#", "%"}.union(*self._classes.values())
        left = {char for char in characters if self._can_begin(rule, before + char)}
        expected = []
        for name, members in self._classes.items():
            if left.issuperset(members):
                expected.append(name)
                left.difference_update(members)
        expected += [f'"{char}"' for char in sorted(left)]
        if self.matches(rule, before):
            expected.append("<end of text>")
        if not expected:
            raise RuntimeError(f"no ending of {rule} completes a text that can begin a match")
        return " / ".join(expected)


# Classes for `expected`, the largest first, as one character of each kind that rules tell apart.
_URI_CLASSES = {
    "unreserved": "-.0123459Fvz~",
    "ALPHA": "Fvz",
    "HEXDIG": "0123459F",
    "reserved": "!#+/:?@[]",
    "sub-delims": "!+",
    "DIGIT": "0123459",
    "gen-delims": "#/:?@[]",
}
_IRI_CLASSES = {
    "iunreserved": "-.0123459Fvz~\u00a0",
    "ucschar": "\u00a0",
    "iprivate": "\ue000",
    **_URI_CLASSES,
}
_OLD_CLASSES = {
    "unreserved": "-.9Zfz~", "alphanum": "9Zfz", "alpha": "Zfz", "lowalpha": "fz", "upalpha": "Z",
    "hex": "9f", "reserved": "$&+,/:;=?@", "digit": "9", "mark": "-.~",
}  # fmt: skip
RFC3986 = Rules("RFC3986", uri_rules, _URI_CLASSES)
RFC3987 = Rules("RFC3987", iri_rules, _IRI_CLASSES)
RFC2396 = Rules("RFC2396", old_rules, _OLD_CLASSES)
# It has RFC 3986's rules, too.
_GRAMMAR = RFC3987


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

# Appendix B, possessive: no part has the delimiter that ends it. With re.DOTALL, a fragment keeps "\n".
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
# [ userinfo "@" ] host [ ":" port ] (3.2) of any text. The last "@" ends the userinfo, and the last ":"
# the host if only digits follow. The first two alternatives for the host only save time.
_SPLIT_AUTHORITY = r"(?:(.*)@)?(\[[^]]*\]|[^:]*|.*?)(?::([0-9]*))?"
# host (3.2.2), with a group for each of the first five _HOST_TYPES. The other types are for policies.
_TYPED_HOST = rf"\[(?:({IPV6ADDRESS})|({IPVFUTURE}))\]|({IPV4ADDRESS})|({REG_NAME})|({IREG_NAME})"
_NAMES = ("reg-name", "ireg-name")
_DOMAINS = ("domain", "fqdn", "idomain", "ifqdn")
_HOST_TYPES = ("IPv6address", "IPvFuture", "IPv4address", *_NAMES, *_DOMAINS)
_IN_AUTHORITY = ("userinfo", "host", "port")
# The default port of each scheme whose empty path is "/" (6.2.3).
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
    """Return the first type that a host has, or None."""
    match = _match(_TYPED_HOST, host) if host is not None else None
    return match and _HOST_TYPES[match.lastindex - 1]


def _lower(text: str) -> str:
    """Return the text with A to Z in lower case. The Kelvin sign stays."""
    if text.isascii():
        return text.lower()
    # Only ASCII has a case in bytes.
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _write_literal(host: str) -> str:
    """Return an IP-literal in lower case, an IPv6 address as RFC 5952 has it, dotted if mapped (5).

    >>> _write_literal("[::FFFF:7f00:1]"), _write_literal("[v1.A]")
    ('[::ffff:127.0.0.1]', '[v1.a]')
    """
    literal = _lower(host)
    if not _compiled[IPV6ADDRESS].fullmatch(literal, 1, len(literal) - 1):
        return literal
    import ipaddress

    address = ipaddress.IPv6Address(literal[1:-1])
    if mapped := address.ipv4_mapped:
        return f"[::ffff:{mapped}]"
    return f"[{address}]"


def _add_brackets(host: str) -> str:
    """Return a host, in brackets if it is an IPv6 address (3.2.2)."""
    if _match(IPV6ADDRESS, host):
        return f"[{host}]"
    return host


_KEEP: "Any" = ...  # the default of replace, where None leaves a part out


def _check_part(name: str, part: object, iri: bool) -> "str | None":
    """Return a part as text, or raise a URIError if no URI (or IRI) can have it there."""
    if part is None and name != "path":
        return None
    if name == "host":
        host = getattr(part, "compressed", part)  # the text of an object of `ipaddress`
        part = _add_brackets(_check_str(host, name))
    if name == "port" and isinstance(part, int) and not isinstance(part, bool):
        try:
            part = str(int(part))
        except ValueError:  # Python writes no more than 4,300 digits
            raise URIError(hex(int(part)), "port", 0, "port", "the port is too large") from None
    rule = name
    if iri and name not in ("scheme", "port"):
        rule = "i" + name
    try:
        return _GRAMMAR.validate(rule, _check_str(part, name))
    except URIError as error:
        error.rule = name
        raise


def _join_authority(userinfo: "str | None", host: "str | None", port: "str | None") -> "str | None":
    """Return the authority of these parts (3.2), or raise a URIError if it would be read otherwise."""
    if userinfo is host is port is None:
        return None
    authority = host or ""
    if userinfo is not None:
        authority = f"{userinfo}@{authority}"
    if port is not None:
        authority = f"{authority}:{port}"
    if URI(None, authority).split_authority() != (userinfo, host, port):
        reason = "the host is missing"
        # Without the port of "a::80", the host "a:" would be the host "a" and the port "".
        if host is not None:
            reason = "the host would be read as another one"
        raise URIError(authority, "host", authority.rfind("@") + 1, "host", reason)
    return authority


# _join adds "/." or "./" only where split would read other parts (3.3, 4.2). _guard_colon is for texts
# that have to be references.


def _join(scheme: "Any", authority: "Any", path: str, query: "Any", fragment: "Any") -> str:
    """Return the text of the parts (5.3). Its path does not read as an authority or a scheme."""
    if authority is not None:
        text = f"//{authority}{path}"
    elif path[:2] == "//":
        text = f"/.{path}"
    elif scheme is None and 0 < path.find(":") < (path + "/").find("/"):
        text = f"./{path}"
    else:
        text = path
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    if fragment is not None:
        text = f"{text}#{fragment}"
    return text


def _guard_colon(text: str) -> str:
    """Return the text with "./" before a ":" at its beginning, which no reference has (4.2)."""
    if text[:1] == ":":
        return f"./{text}"
    return text


def _part_error(text: str, part: str, offset: int) -> URIError:
    reason = f"{_name_char(text, part, offset)} is not allowed here in the {part}"
    return URIError(text, part, offset, part, reason)


# What each part of a text cannot have. A scheme cannot be empty, either.
_PART_ENDS = (r"[:/?#]|\A\Z", "[/?#]", "[?#]", "#")


def _check_parts(parts: "Sequence[Any]") -> None:
    """Raise a URIError for the first of the parts that no text has."""
    for i, end in enumerate(_PART_ENDS):
        if i == 2 and parts[1] is not None:
            end = r"[?#]|\A[^/]"  # a path after an authority
        if parts[i] is not None and (wrong := re.search(end, parts[i])):
            start = len(_join(*parts[: i + 1], *URI()[i + 1 :])) - len(parts[i]) if i else 0
            raise _part_error(_join(*parts), URI._fields[i], start + wrong.start())


def recompose(uri: "URI") -> str:
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts.

    A path that would read as an authority or a scheme gets "/." or "./" before it (3.3, 4.2).
    Raises URIError for parts that no text can have, such as a path with a "?".

    >>> recompose(URI("https", "example.com", "/b", None, ""))
    'https://example.com/b#'
    >>> recompose(URI(path="//b"))
    '/.//b'
    """
    if type(uri) is not URI and (not isinstance(uri, tuple) or len(uri) != 5):
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    if isinstance(uri[2], str):
        text = _join(*uri)
        match = _match(_APPENDIX_B, text)
        if match.groups() == uri:
            return text
    # The path got "/." or "./", or no text has such a part, or a part is not a plain str.
    parts: list[Any] = [*uri]
    for i, name in enumerate(URI._fields):
        if parts[i] is not None or name == "path":
            parts[i] = _check_str(parts[i], name)
    _check_parts(parts)
    return _join(*parts)


class URI(_Parts):
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty.

    `str(uri)` recomposes it. The properties are read from the authority, and not decoded. An IP-literal
    has its brackets. A port is a str.

    A URI may hold the parts of any text, valid or not: `host_type` is None for the host "h:abc" of
    https://h:abc/.

    >>> uri = split("ftp://me:p%40ss@[::1]:2121/y")
    >>> uri.user, uri.password, uri.host, uri.port
    ('me', 'p%40ss', '[::1]', '2121')
    >>> uri.host_type, uri.address
    ('IPv6address', ('::1', 2121))
    >>> str(URI("https", "example.com", query="b"))
    'https://example.com?b'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return recompose(self)

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
        """Return a copy with the given parts replaced (RFC 3986 3). None leaves a part out.

        Args:
            scheme, authority, query, fragment, userinfo: A userinfo needs a host.
            path: Without a scheme and an authority, a path that begins with ":" gets "./" (4.2).
            host: An IPv6 address, as a str or an object of `ipaddress`, gets brackets. It is an error
                if the old host is this address without them: http://1::2:3/ is ambiguous.
            port: A number, or its digits. A port needs a host.
            iri: Whether the parts may be those of an IRI (RFC 3987 2.2).

        Raises:
            URIError: No URI can have this value there. `rule` names the part, `text` is its value, and
                `offset` is the first wrong character, or the "[" of a wrong IP-literal.

        >>> str(URI().replace(scheme="https", host="::1", port=8443, path="/x"))
        'https://[::1]:8443/x'
        >>> str(split("http://example.com/b?c#d").replace(host="例え.jp", query=None, iri=True))
        'http://例え.jp/b#d'
        """
        given = (scheme, authority, path, query, fragment, userinfo, host, port)
        new: dict[str, Any] = {}
        for name, part in zip((*URI._fields, *_IN_AUTHORITY), given):
            if part is not _KEEP:
                new[name] = _check_part(name, part, iri)
        uri = self._replace(**{name: new.pop(name) for name in URI._fields if name in new})
        if new:
            old: dict[str, Any] = dict(zip(_IN_AUTHORITY, uri.split_authority()))
            if new.get("host") == f"[{old['host']}]":
                reason = "without brackets, nobody can tell where the IPv6 address ends"
                raise URIError(old["host"], "host", 0, "host", reason)
            uri = uri._replace(authority=_join_authority(**{**old, **new}))
        if uri.authority is not None and uri.path[:1] not in ("", "/"):
            reason = 'after an authority, the path has to begin with "/"'
            raise URIError(uri.path, "path", 0, '"/"', reason)
        text = recompose(uri)  # which raises if no text has a part that stays
        if text[:1] == ":" and uri != self:
            return uri._replace(path=_guard_colon(uri.path))
        return uri

    def split_authority(self) -> "tuple[str | None, str | None, str | None]":
        """Return userinfo, host and port (3.2).

        >>> split("http://me@example.com:80/").split_authority()
        ('me', 'example.com', '80')
        """
        if self.authority is None:
            return None, None, None
        match = _match(_SPLIT_AUTHORITY, self.authority, "authority")
        return match.groups()  # type: ignore[no-any-return]

    @property
    def userinfo(self) -> "str | None":
        """The characters before the "@" (3.2.1)."""
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
        """The first rule of 3.2.2 that the host matches, or RFC 3987's "ireg-name", or None.

        An IDN is an "ireg-name", and its xn--… form is a "reg-name".

        >>> split("https://bücher.example/").host_type
        'ireg-name'
        >>> split("https://xn--bcher-kva.example/").host_type
        'reg-name'
        """
        return _find_host_type(self.host)

    @property
    def address(self) -> "tuple[str, int | None] | None":
        """The host without brackets and the port as a number, for `socket.create_connection`.

        Without a port, the number is the default of http, https, ws, wss or ftp, or None. Without a
        host, the address is None. Raises URIError for a port above 65535 or a host of no known type.

        >>> split("https://[::1]/").address
        ('::1', 443)
        >>> split("mailto:me@example.com").address is None
        True
        """
        _, host, port = self.split_authority()
        if host is None:
            return None
        if _find_host_type(host) is None:
            raise URIError(host, "host", 0, "host", "the host is of no known type")
        digits = port or _DEFAULT_PORTS.get(_lower(self.scheme or ""))
        if digits is None:
            return host.strip("[]"), None
        number = _read_number(digits)
        if number > _MAX_PORT:
            raise URIError(digits, "port", 0, "port", f"the port is above {_MAX_PORT}")
        return host.strip("[]"), number


def _read_number(digits: str) -> int:
    """Return the number of a port. If it is too large, the number has six digits."""
    return int(digits.lstrip("0")[:6] or "0")


_new = tuple.__new__  # URI._make, without its check of the length


def split(text: str) -> URI:
    """Return the parts of any text, by the regular expression of RFC 3986 Appendix B.

    Nothing is validated and nothing is lost: recompose(split(text)) == text. To reject what other
    parsers reject, such as https://h:abc/, use parse, or look at `host_type`.

    >>> split("//example.com?#")
    URI(scheme=None, authority='example.com', path='', query='', fragment='')
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


# ---- Resolution: RFC 3986 section 5.2, RFC 2396 section 5.2 ----


def _remove_dots(path: str) -> str:
    """Return the path without its dot-segments; its type has been checked."""
    if path[:1] == ".":  # steps A and D
        path = _compiled[r"\A(?:\.\.?/)*+(?:\.\.?\Z)?"].sub("", path)
    if "/." not in path:
        return path
    if path[-1] == "." and path.endswith(("/.", "/..")):
        path += "/"  # which dot-segments leave
    while "/./" in path:  # step B
        path = path.replace("/./", "/")
    # Step C, from the end. The pieces of /a/b/c/../../d are "/a/b/c", "" and "/d". Each ".." removes a
    # segment of the pieces before it: here "/c" and "/b".
    pieces = _compiled[r"/\.\.(?=/)"].split(path)
    kept = [pieces.pop()]
    ups = 0
    while pieces:
        ups += 1  # the ".." after this piece
        rest = pieces.pop().rsplit("/", ups)
        ups -= len(rest) - 1
        if not ups:
            kept.append(rest[0])
    return "".join(kept[::-1])


def remove_dot_segments(path: str) -> str:
    """Return the path without its "." and ".." segments (RFC 3986 5.2.4).

    >>> remove_dot_segments("/a/b/c/./../../g")
    '/a/g'
    >>> remove_dot_segments("mid/content=5/../6")
    'mid/6'
    """
    return _remove_dots(_check_str(path, "path"))


def _get_directory(authority: "str | None", path: str) -> str:
    """Return a base's path without its last segment (5.2.3): "/b/" of http://a/b/c."""
    if authority is not None and not path:
        return "/"
    return path[: path.rfind("/") + 1]


def merge(base: URI, path: str) -> str:
    """Return a relative path put in place of the last segment of the base's path (RFC 3986 5.2.3).

    Args:
        base: The parts of the base URI, from split or parse.
        path: The path of a reference, whose dot-segments stay.

    >>> merge(split("http://example.com/b/c"), "g")
    '/b/g'
    >>> merge(split("http://example.com"), "g")
    '/g'
    """
    if not isinstance(base, URI):
        raise TypeError(f"base must be a URI, as split gives it, not {type(base).__name__}")
    return _get_directory(base.authority, base.path) + _check_str(path, "path")


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """Return the target of a reference, relative to a base URI (RFC 3986 5.2.2).

    Neither is validated. The target's path may begin with "//", which programs that get the path alone
    may read as an authority.

    Args:
        base: A URI, or a reference.
        ref: A reference. The empty one leads to the base, without its fragment.
        strict: If False, a scheme that is the base's is ignored, as in http:g.

    >>> resolve("http://example.com/b/c/d?q", "../../g?y")
    'http://example.com/g?y'
    >>> split(resolve("http://example.com/", "/..//evil.example")).path
    '//evil.example'
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
                return _guard_colon(_join(scheme, authority, old_path, query, fragment))
            if path[0] != "/":
                path = _get_directory(authority, old_path) + path
    return _guard_colon(_join(scheme, authority, _remove_dots(path), query, fragment))


# How a segment of RFC 2396 changes the depth of a path; any other is one deeper.
_STEPS = {".": 0, "./": 0, "..": -1, "../": -1}


def _do_step_6(old: URI, new: URI, above_root: str, ref: str) -> str:
    """Return the path of RFC 2396 5.2, step 6: the reference's path in the base's directory."""
    directory = _get_directory(old.authority, old.path)
    path = directory + new.path  # a, b
    root = "/" if path[:1] == "/" else ""
    depth = 0
    climbs = []  # the ".." above the root that stay
    for segment in re.compile("[^/]*/|[^/]+").finditer(path, len(root)):
        depth += _STEPS.get(segment[0], 1)
        if depth >= 0:
            continue
        depth = 0
        if above_root == "error":  # g
            offset = _match(_APPENDIX_B, ref).start(3) + max(segment.start() - len(directory), 0)
            raise URIError(ref, "rel_path", offset, "rel_path", "it climbs above the root")
        if above_root == "keep":
            climbs.append(segment[0])
    rest = _remove_dots("/" + path[len(root) :])[1:]  # c to f
    return root + "".join(climbs) + rest


def resolve_rfc2396(base: str, ref: str, *, strict: bool = True, above_root: str = "keep") -> str:
    """Return the target of a reference as RFC 2396 5.2 has it, step by step.

    Unlike in RFC 3986, "?y" leaves the base's last segment out, and an absolute path keeps its
    dot-segments.

    Args:
        base: A URI, or a reference.
        ref: A reference.
        strict: If False, step 3 ignores a scheme that is the base's.
        above_root: How step 6 g treats ".." above the root: "keep", "remove" or "error".

    Raises:
        URIError: The reference climbs above the root, and `above_root` is "error".
        ValueError: Any other `above_root`.

    >>> resolve_rfc2396("http://example.com/b/c/d?q", "?y")
    'http://example.com/b/c/?y'
    >>> resolve_rfc2396("http://example.com/b", "../g")
    'http://example.com/../g'
    """
    if above_root not in ("keep", "remove", "error"):
        wrong = _mask(str(above_root))
        raise ValueError(f"above_root must be keep, remove or error, not {wrong!r}")
    old, new = split(_check_str(base, "base")), split(_check_str(ref, "ref"))
    scheme, authority, path, query, fragment = new
    if ref[:1] in ("", "#"):  # step 2
        return _guard_colon(_join(*old[:4], fragment))
    hierarchical = old.authority is not None or old.path[:1] == "/"
    loophole = not strict and hierarchical and _lower(scheme or "") == _lower(old.scheme or "")
    if scheme is not None and not loophole:  # step 3
        return _join(*new)
    if authority is None:  # step 4
        authority = old.authority
        if path[:1] != "/":  # step 5
            path = _do_step_6(old, new, above_root, ref)
    return _guard_colon(_join(old.scheme, authority, path, query, fragment))  # step 7


# ---- Normalization and relative references: RFC 3986 section 6 ----

# A triplet after a stray "%" stays as it is: decoded, "%4%41" would be the triplet "%4A".
_TRIPLET = "%(?<!%%)(?<!%[0-9A-Fa-f]%)[0-9A-Fa-f]{2}"
# Of texts without "%" and "/.", the normal ones: scheme and authority are in lower case, and no
# dot-segment is after the scheme.
_IN_LOWER_CASE = (
    r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))"
    r"(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"
)


@cache
def _normalize_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _match(f"[{UNRESERVED}]", char) else triplet.upper()


def _normalize_triplets(part: str) -> str:
    """Return the part with each triplet in its normal form (6.2.2.1, 6.2.2.2)."""
    if "%" not in part:
        return part
    return re.sub(_TRIPLET, lambda match: _normalize_triplet(match[0]), part)


def _normalize_port(host: str, scheme: "str | None") -> str:
    """Return host and port without a default port, and with an IPv6 address as in RFC 5952."""
    default = _DEFAULT_PORTS.get(scheme or "", "(?!)")  # which matches nothing
    host = re.sub(rf"\A(\[[^]]*\]|[^][:]*):(?:0*{default})?\Z", r"\1", host)
    literal = r"\A\[[^]%]*\](?=:[0-9]*\Z|\Z)"
    return re.sub(literal, lambda match: _write_literal(match[0]), host)


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """Return the text in the normal form of RFC 3986 6.2.2, the same object if it is normal.

    A relative path keeps its dot-segments. /public/%2e%2e/admin becomes /admin: check a path after
    normalizing. The text is not validated: a stray "%" stays.

    Args:
        text: A URI, or a reference.
        scheme_based: Whether to remove an empty port, and the default port of http, https, ws, wss and
            ftp, and to write the empty path of these as "/", and IPv6 addresses as in RFC 5952 (6.2.3).

    >>> normalize("HTTP://EXAMPLE.com/./b/../b/%63/%7bfoo%7d")
    'http://example.com/b/c/%7Bfoo%7D'
    >>> normalize("http://[2001:DB8:0:0:0:0:0:7]:80", scheme_based=True)
    'http://[2001:db8::7]/'
    """
    plain = "/." not in _check_str(text) and "%" not in text and not scheme_based
    if plain and _match(_IN_LOWER_CASE, text):
        return text
    # Normalizing triplets makes no delimiter.
    match = _match(_APPENDIX_B, _normalize_triplets(text))
    scheme, authority, path, query, fragment = match.groups()
    scheme = scheme and _lower(text[: text.index(":")])  # "%41:b" has no scheme
    if scheme is not None or authority is not None or path[:1] == "/":
        path = _remove_dots(path)
    if authority is not None:
        userinfo, at, host = authority.rpartition("@")
        host = _compiled["%[0-9a-f]{2}"].sub(lambda match: match[0].upper(), _lower(host))
        if scheme_based:
            if ":" in host:
                host = _normalize_port(host, scheme)
            if scheme in _DEFAULT_PORTS:
                path = path or "/"
        authority = userinfo + at + host
    normal = _join(scheme, authority, path, query, fragment)
    return text if normal == text else normal


def equivalent(a: str, b: str, *, scheme_based: bool = False) -> bool:
    """Return whether two texts have the same normal form (RFC 3986 6.2).

    False does not prove that they identify different resources (6.1).

    Args:
        a, b: URIs, or references.
        scheme_based: As in normalize.

    >>> equivalent("HTTP://example.com/%7Eme", "http://EXAMPLE.com/~me")
    True
    """
    _check_str(a, "a")
    _check_str(b, "b")
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


def relativize(base: str, target: str) -> str:
    """Return the shortest reference with resolve(base, reference) == resolve(base, target).

    It is "" if the target is the base without its fragment. Neither text is validated.

    Args:
        base: A URI, or a reference. One that begins with ":" is read with "./" before it (4.2).
        target: A URI, or a reference relative to the base.

    >>> relativize("http://example.com/b/c/d?q", "http://example.com/b/e")
    '../e'
    >>> relativize("http://example.com/b", "http://example.com//c")
    './/c'
    """
    base = _guard_colon(_check_str(base, "base"))
    target = _guard_colon(_check_str(target, "target"))
    goal = resolve(base, target)
    _, authority, path, query, fragment = split(goal)
    if authority is None and path[:4] == "/.//":
        path = path[2:]  # the guard of _join, no segment
    end = _join(None, None, "", query, fragment)
    choices = [
        goal,
        target,
        end,
        _join(None, None, "", None, fragment),
        _relate_paths(split(base), path) + end,
        _guard_colon(_join(None, None, path, query, fragment)),
        _guard_colon(_join(None, authority, path, query, fragment)),
    ]
    return next(ref for ref in sorted(choices, key=len) if resolve(base, ref) == goal)


# ---- Percent-encoding and IRIs: RFC 3986 section 2.1, RFC 3987 section 3 ----

# The classes of characters that the data of a component can have as they are (2.1).
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
# The characters of an IRI (RFC 3987 2.2), in any order.
_IRI_TEXT = f"[{IUNRESERVED}{IPRIVATE}{RESERVED}%]*+"
_TRIPLETS = _TRIPLET + "(?:%[0-9A-Fa-f]{2})*+"

# Characters that an IRI may have, but should not show (RFC 3987 4.1, 6.1). Invisible are soft hyphens,
# bidirectional formatting, joiners, variation selectors, fillers and tags. Misleading are spaces,
# quotation marks and brackets, ends of sentences, and lookalikes of delimiters, such as U+FF0F.
_JOINERS, _SELECTORS = r"\u200c\u200d", r"\ufe0e\ufe0f"  # which words and pictures may have
_INVISIBLE = (
    rf"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f{_JOINERS}\u200e\u200f\u202a-\u202e"
    rf"\u2060-\u206f\u3164\ufe00-\ufe0d{_SELECTORS}\ufeff\uffa0\U000e0000-\U000e0fff"
)
_MISLEADING = (
    "\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000"
    "\xab\xbb\u2016-\u2018\u201a-\u2027\u2030-\u205e\u3008-\u3011\u3014-\u301f"
    "\u037e\u0589\u060c\u061b-\u061f\u06d4\u0964\u0965\u3001-\u3003"
    "\u2215\u2236\u29f8\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
_NOT_SHOWN_IN_IRIS = _INVISIBLE + _MISLEADING
# What stays triplets in an IRI: these, what is neither unreserved nor a ucschar, and what is not UTF-8.
_NOT_DECODED = f"[{_NOT_SHOWN_IN_IRIS}]|[^{UNRESERVED}{UCSCHAR}]++"

# A path's first segment up to a ":" that ends no scheme: "my%20file:" of my%20file:%20notes.html.
_BROKEN_SCHEME = f"(?!{SCHEME}:)[^:/?#]*+:"
# A backslash in an authority (3.2), or in what browsers take for one: they read it as "/", and skip any
# slashes before a host.
_BACKSLASH_IN_AUTHORITY = rf"""(?x)
{SCHEME} :// [^/?#\\]*+ \\                                         # of x://host\ .
| (?: (?ai: https? | wss? | ftp ) : | // ) [/\\]* [^/?#\\]*+ \\    # of http:\\host or ///host\ .
| (?: (?ai: file ) : )? (?: / \\ | \\ [/\\] )                      # of file:\\host or \\host
"""


def _to_triplets(chars: str) -> str:
    return "%" + chars.encode("utf-8", "surrogateescape").hex("%").upper()


@lru_cache(100)
class _Encoder(dict[int, str]):
    """The characters of a class as they are, and the triplets of all others, for str.translate."""

    def __init__(self, chars: str, safe: str = "") -> None:
        self.kept = re.compile(f"[{chars}{re.escape(safe)}]*")

    def __missing__(self, code: int) -> str:
        if len(self) == 1_000:
            self.clear()
        char = chr(code)
        self[code] = char if self.kept.fullmatch(char) else _to_triplets(char)
        return self[code]

    def encode(self, text: str) -> str:
        return text if self.kept.fullmatch(text) else text.translate(self)


def _check_encodable(text: str) -> None:
    surrogate = not _check_str(text).isascii() and _compiled["[\ud800-\udfff]"].search(text)
    if surrogate:
        reason = "a lone surrogate cannot be encoded"
        raise URIError(text, "pct-encoded", surrogate.start(), "<UTF-8>", reason)


def _requote_part(part: str, chars: str) -> str:
    """Return a part with its triplets, and with triplets for the characters outside of a class."""
    return _compiled["%25(?=[0-9A-Fa-f]{2})"].sub("%", _Encoder(chars).encode(part))


def _check_component(component: str) -> None:
    if _check_str(component, "component") not in _COMPONENTS:
        wrong = f"unknown component {_clip(_mask(component))!r}"
        raise ValueError(f"{wrong}; {_suggest_name(component, _COMPONENTS)}")


def percent_encode(text: str, component: str = "unreserved", safe: str = "") -> str:
    """Percent-encode the characters that a component does not allow, as UTF-8 (RFC 3986 2.1).

    A "%" is always encoded; `requote` keeps triplets.

    Args:
        text: Data, which is not encoded yet.
        component: unreserved, userinfo, reg-name, segment, path, query or fragment.
        safe: Other ASCII characters to keep.

    Raises:
        URIError: The text has a lone surrogate.
        ValueError: Any other component; a "%" or a non-ASCII character in `safe`.

    >>> percent_encode("a/b c%")
    'a%2Fb%20c%25'
    >>> percent_encode("a/b c%", "path")
    'a/b%20c%25'
    """
    _check_component(component)
    if "%" in _check_str(safe, "safe") or not safe.isascii():
        raise ValueError(f'safe must be ASCII characters other than "%", not {_clip(safe)!r}')
    _check_encodable(text)
    return _Encoder(_COMPONENTS[component], safe).encode(text)


def requote(text: str, component: "str | None" = None, iri: bool = False) -> str:
    """Percent-encode what a URI reference cannot contain, and keep what is already encoded (%XX).

    The result is a URI-reference (RFC 3986 2.1, 2.4, 4.1). A text before the first ":" that is no
    scheme begins a path, with "./" before it (4.2). In HTML: resolve(base, requote(href.strip())).

    Args:
        text: A reference that may have spaces, non-ASCII characters, stray "%", …
        component: A component of percent_encode, if the text is one.
        iri: Whether to keep non-ASCII letters, for an IRI-reference (RFC 3987 2.2).

    Raises:
        URIError: The authority cannot be one, or has a backslash, which browsers read as "/". Or the
            text has a lone surrogate.
        ValueError: Any other component.

    >>> requote("http://example.com/å b/%7E?50%#[x]#")
    'http://example.com/%C3%A5%20b/%7E?50%25#%5Bx%5D%23'
    >>> requote("my file: å", iri=True)
    './my%20file:%20å'
    >>> requote("50%/a?b%2F", "path")
    '50%25/a%3Fb%2F'
    """
    _check_encodable(text)
    rule, components = "URI-reference", _COMPONENTS
    if iri:
        rule, components = "IRI-reference", _ICOMPONENTS
    if component is not None:
        _check_component(component)
        return _requote_part(text, components[component])
    if _GRAMMAR.matches(rule, text):
        return text
    if "\\" in text:
        read = re.sub(r"\A[\0- ]+|[\t\n\r]", "", text)  # without what browsers skip
        if _compiled[_BACKSLASH_IN_AUTHORITY].match(read):
            reason = 'a backslash is not allowed in an authority: browsers read it as "/"'
            raise URIError(text, "authority", text.index("\\"), "authority", reason)
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
    quoted = _join(scheme, authority, path, query, fragment)
    # Only an authority can still be wrong.
    if _GRAMMAR.matches(rule, _join(scheme, authority, "", None, None)):
        return quoted
    return _GRAMMAR.validate(rule, quoted)


def percent_decode(text: str, errors: str = "strict") -> str:
    """Return the text with its percent-encoded bytes (%XX) decoded, as UTF-8 (RFC 3986 2.1, 2.5).

    To decode a text that has a stray "%", encode that first: percent_decode(requote(text, "query")).

    Args:
        text: A component, or a part of one. A "+" stays.
        errors: As in bytes.decode.

    Raises:
        URIError: A "%" begins no triplet, or triplets are not UTF-8 and `errors` is "strict".
        LookupError: An unknown `errors`.

    >>> percent_decode("a%2Fb%20%C3%BC")
    'a/b ü'
    >>> percent_decode("%FF", errors="replace")
    '\ufffd'
    """
    if "%" not in _check_str(text):
        return text
    if stray := re.search("%[0-9A-Fa-f]?(?![0-9A-Fa-f])", text):
        error = URIError(text, "pct-encoded", stray.end(), "HEXDIG")
        error.reason = _WRONG_TRIPLET
        raise error

    from binascii import a2b_qp  # half a millisecond, where it is not built in

    def decode(match: re.Match[str]) -> str:
        # Quoted-printable (RFC 2045 6.7) writes an octet as "=4F", and is decoded in C.
        quoted = match[0].replace("=", "=3D").replace("%", "=")
        try:
            return a2b_qp(quoted).decode("utf-8", errors)
        except UnicodeDecodeError as e:
            octets = re.findall("(?s)%..|.", match[0])
            offset = match.start() + len("".join(octets[: e.start]))
            reason = "the triplets are not UTF-8"
            raise URIError(text, "pct-encoded", offset, "<UTF-8>", reason) from None

    return re.sub("%[\0-\x7f]*", decode, text)


def iri_to_uri(iri: str) -> str:
    """Return the URI of an IRI (RFC 3987 3.1): non-ASCII characters are percent-encoded as UTF-8.

    This holds for the host, too: neither IDNA nor Unicode normalization is applied. Raises URIError for
    a character that no IRI has: a space, "<", a lone surrogate.

    >>> iri_to_uri("http://www.example.org/Dürst")
    'http://www.example.org/D%C3%BCrst'
    """
    match: Any = _compiled[_IRI_TEXT].match(_check_str(iri, "iri"))
    if match.end() < len(iri):
        raise _part_error(iri, "IRI", match.end())
    return _Encoder("\0-\x7f").encode(iri)


def _decode_for_iri(match: re.Match[str]) -> str:
    # Each octet of an ill-formed sequence becomes one lone surrogate, which no IRI has.
    chars = bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape")
    return _compiled[_NOT_DECODED].sub(lambda match: _to_triplets(match[0]), chars)


def uri_to_iri(uri: str) -> str:
    """Return an IRI of a URI (RFC 3987 3.2): triplets become characters that an IRI can have there.

    Other triplets stay, and so do those of characters that are invisible (4.1) or look like a
    delimiter, such as U+FF0F (6.1). iri_to_uri leads back to an equivalent URI.

    >>> uri_to_iri("http://www.example.org/D%C3%BCrst%2F%FC%E2%80%AE")
    'http://www.example.org/Dürst%2F%FC%E2%80%AE'
    """
    return _compiled[_TRIPLETS].sub(_decode_for_iri, _check_str(uri, "uri"))


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----

# Appendix B for a valid text, and the parts of its authority (3.2), as policies name them.
_NAMED_PARTS = (
    r"(?:(?P<scheme>[^:/?#]++):)?+"
    r"(?://(?P<authority>"
    r"(?:(?=[^@/?#]*+@)(?P<userinfo>[^:@]*+(?::(?P<password>[^@]*+))?+)@)?+"
    r"(?P<host>\[[^]]*+\]|[^:/?#]*+)"
    r"(?::(?P<port>[0-9]*+))?+"
    r"))?+"
    r"(?P<path>[^?#]*+)"
    r"(?:\?(?P<query>[^#]*+))?+"
    r"(?:#(?P<fragment>.*+))?+"
)
_AUTHORITY_PARTS = ("authority", "userinfo", "password", "host", "port")
_PARTS = ("scheme", *_AUTHORITY_PARTS, "path", "query", "fragment")
# The names in require and forbid, each with its part.
_PART_OF = {**dict(zip(_PARTS, _PARTS)), **dict.fromkeys(_HOST_TYPES, "host")}
# RFC 1123 2.1: labels of at most 63 characters in lower case, 253 in all.
_MAX_DOMAIN = 253
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = rf"(?=.{{1,{_MAX_DOMAIN}}}\Z){_LABEL}(?:\.{_LABEL})*"
# "bücher" has the shape "bLlcher": ü is a letter (Ll). Marks are M, decimal digits Nd.
_IDN = r"(?:(?![M-])(?:[a-z0-9-]|[LM][a-z]|Nd)+(?<!-)(?:\.(?!\Z)|\Z))+"
_NO_HOST = "/"  # which no host has

# How hosts are read.


def _compare_host(host: str) -> str:
    """Return a host as policies compare it, in its normal form."""
    host = _normalize_triplets(host)
    if host.startswith("["):
        return _write_literal(host)
    return _lower(host).removesuffix(".")


def _map_host(host: str) -> str:
    """Return a normal host as IDNA maps it (3.2.2): %EF%BC%91 is "1"."""
    if host.isascii() and "%" not in host:
        return host
    if len(host) > _MAX_DOMAIN * 9:  # a character may be three triplets
        return _NO_HOST
    import unicodedata
    from urllib.parse import unquote

    mapped = unicodedata.normalize("NFKC", unquote(host))
    return _compare_host(mapped.replace("\u3002", "."))


def _is_number(host: str) -> bool:
    """Return whether resolvers may read the last label as a number, and so an IPv4 address (7.4)."""
    label = host.rpartition(".")[2]
    if label.isascii():
        return _match("[0-9]+|0x[0-9a-f]*", label) is not None
    # The letters of 0x7f, and two that IDNA leaves out.
    return not any(map(str.isalpha, re.sub("[abcdefx\u115f\u1160]", "", label)))


def _list_types(host: str) -> "set[str | None]":
    """Return a host's types in all its forms (None: unknown): %31.2.3.4 is also an IPv4address.

    As a name it has the type that it is written in: %EF%BD%81 is a reg-name, though IDNA reads "a".
    """
    normal = _compare_host(host)
    mapped = _map_host(normal)
    types = {_find_host_type(host), _find_host_type(normal)}
    mapped_type = _find_host_type(mapped)
    if _is_number(mapped):
        types.add("IPv4address")
    elif "%" in mapped:  # encoded twice
        types.add(None)
    elif mapped_type not in _NAMES:
        types.add(mapped_type)
    return types


def _to_ascii(host: str) -> str:
    """Return a normal host as IDNA encodes it, or _NO_HOST if programs may read different hosts.

    IDNA 2003, IDNA 2008, UTS 46 and browsers agree on labels of letters, marks and digits that NFKC
    and casefold leave as they are, but for capital letters.

    >>> _to_ascii("bücher.example"), _to_ascii("faß.example")
    ('xn--bcher-kva.example', '/')
    """
    if host.isascii():
        return host
    if len(host) > _MAX_DOMAIN or _compiled[f"[{_NOT_SHOWN_IN_IRIS}]"].search(host):
        return _NO_HOST
    import unicodedata
    from contextlib import suppress

    shape = "".join([char if char.isascii() else unicodedata.category(char) for char in host])
    folded = unicodedata.normalize("NFKC", host.casefold())
    # Which of its two small letters a capital sigma gets depends on what is next to it.
    is_same = folded == host.lower() == ".".join(map(str.lower, host.split(".")))
    if is_same and _match(_IDN, shape):
        with suppress(UnicodeError):
            domain = folded.encode("idna").decode()
            if _is_domain(domain):
                return domain
    return _NO_HOST


def _is_domain(host: str, name: str = "domain") -> bool:
    """Return whether a host is of a type of _DOMAINS: "i" is any script, "fqdn" at least one dot."""
    host = _compare_host(host)
    if name.startswith("i"):
        host = _to_ascii(host)
    if name.endswith("fqdn") and "." not in host:
        return False
    return _match(_DOMAIN, host) is not None and not _is_number(host)


def _may_be(host: str, name: str) -> bool:
    """Return whether some program may read a host as one of this type."""
    types = _list_types(host)
    if name in types or None in types:
        return True
    mapped = _map_host(_compare_host(host))
    if mapped.isascii() and "ireg-name" not in types:
        return name in _DOMAINS and _is_domain(mapped, name)
    # iri_to_uri and IDNA make a name of ASCII of it.
    return name in ("reg-name", "domain", "idomain") or (name in _DOMAINS and "." in mapped)


# A check yields a function that makes an error, and its arguments after the match: is_valid calls none.

_Text = re.Match[str]  # of a valid text with _NAMED_PARTS
_Refusals = Iterator[tuple["Any", ...]]
_Check = Callable[[_Text], _Refusals]
_Policy = tuple[Iterable[str], _Check]  # and the parts that it is about


def _refuse(
    match: _Text, part: str, reason: str, rule: str = "", expected: "str | None" = None
) -> URIError:
    """Return the error for a part, at the offset where it begins or would begin."""
    inside = max(match.start("authority"), match.end("userinfo"))
    absent = {"scheme": 0, "port": -1, "query": match.end("path"), "fragment": match.end()}
    places = match.start(part), absent.get(part, inside), match.start("path")
    offset = next(place for place in places if place >= 0)
    rule = rule or part
    shown = _clip(rule if expected is None else expected, 300)
    return URIError(match.string, rule, offset, shown, reason)


def _join_words(words: Iterable[str], conjunction: str) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return f" {conjunction} ".join(", ".join(words).rsplit(", ", 1))


def _refuse_value(match: _Text, part: str, allowed: Sequence[str], default: str = "") -> URIError:
    """Return the error for a part that is none of the allowed values."""
    value = _mask(match.string)[slice(*match.span(part))]
    reason = f"the {part} is missing"
    if value:
        reason = f"the {part} is {_clip(value)!r}"
    elif default:
        reason = f"no {part} is given, and {match['scheme'].lower()}'s is {default}"
    verb = "are" if len(allowed) > 1 else "is"
    words = _clip(_join_words([value or f"no {part}" for value in allowed], "and"))
    expected = " / ".join([f'"{value}"' for value in allowed]).replace(" to ", '" to "')  # a range
    return _refuse(match, part, f"{reason}; allowed {verb} {words or 'none'}", part, expected)


def _check_host_is_there(match: _Text) -> _Refusals:
    """Refuse http:/a and ///a, which browsers read as http://a and //a (RFC 9110 4.2.1)."""
    is_web = (match["scheme"] or "").lower() in _DEFAULT_PORTS
    if not match["host"] and (is_web or match.string.startswith("//")):
        yield _refuse, "host", "the host is missing"


def _check_address(match: _Text) -> _Refusals:
    """Refuse a port or a host that nobody can connect to."""
    host = match["host"] or ""
    if _read_number(match["port"] or "") > _MAX_PORT:
        yield _refuse, "port", f"the port is above {_MAX_PORT}"
    if ("%" in host or not host.isascii()) and None in _list_types(host):
        yield _refuse, "host", "the host is of no known type"


def _check_one_host(match: _Text, rule: str = "host") -> _Refusals:
    """Refuse a host that programs read in different ways.

    Some decode percent-encoded bytes, some take a scheme with "." for a host, and browsers read
    no host in file://localhost/ and file://c:/.
    """
    scheme, host = (match["scheme"] or "").lower(), match["host"] or ""
    if "." in scheme or scheme == "file":
        yield _refuse, "scheme", f"{scheme!r} is not allowed with a host"
    if "%" in host + _map_host(host):
        yield _refuse, "host", "a host with percent-encoded bytes is not allowed", rule


# Each policy reads its values once.


def _show_value(value: str) -> str:
    """Return a wrong value for a message. A command line may cut a password at its comma.

    >>> _show_value("me:pass"), _show_value("word@a.example")
    ("'me:…'", "'…a.example'")
    """
    return repr(_clip(re.sub(r"(?s)\A.*@|(?<=:).+", "…", value)))


def _read_schemes(values: Iterable[str]) -> dict[str, None]:
    for value in values:
        if not _match(SCHEME, value):
            raise ValueError(f"schemes: not a scheme: {_show_value(value)}")
    return dict.fromkeys(map(_lower, values))


def _allow_schemes(values: Iterable[str]) -> _Policy:
    allowed = _read_schemes(values)

    def check(match: _Text) -> _Refusals:
        if (match["scheme"] or "").lower() not in allowed:
            yield _refuse_value, "scheme", [*allowed]

    return ["scheme"], check


def _read_allowed_host(value: str) -> tuple[str, str, str]:
    """Return the "." or "*." before an allowed host, the host as it is shown, and in ASCII."""
    host = _compare_host(_add_brackets(value))
    match: Any = _compiled[r"(\*?\.|)([^.*][^*]*\Z|)"].match(host)
    below, name = match.groups()
    types = _NAMES if below else _HOST_TYPES
    if (value and not name) or _find_host_type(name) not in types:
        hint = '".a.example" is a.example and all below it, "*.a.example" only what is below it'
        raise ValueError(f"hosts: not a host: {_show_value(value)}; {hint}")
    if _find_host_type(name) != "IPv4address" and _is_number(name):
        hint = "write an IPv4 address as four decimal numbers"
        raise ValueError(f"hosts: not one host: {_show_value(value)}; {hint}")
    in_ascii = _to_ascii(name)
    if in_ascii == _NO_HOST:
        raise ValueError(f"hosts: programs may read different hosts in {_show_value(value)}")
    return below, host, in_ascii


def _allow_hosts(values: Iterable[str]) -> _Policy:
    allowed = [_read_allowed_host(value) for value in values]
    exact = {name for below, _, name in allowed if below != "*."}
    suffixes = tuple(["." + name for below, _, name in allowed if below])
    shown = [host for _, host, _ in allowed[:100]]

    def check(match: _Text) -> _Refusals:
        host = _NO_HOST
        if match["host"] is not None:
            yield from _check_one_host(match)
            if "," in match["host"]:  # drivers read two hosts in mongodb://a,b/
                yield _refuse, "host", "a host with a comma is not allowed"
            host = _to_ascii(_compare_host(match["host"]))
        if host not in exact and (host[:1] == "." or not host.endswith(suffixes)):
            yield _refuse_value, "host", shown

    return _HOST_TYPES, check


def _read_port(value: "int | str") -> str:
    """Return an allowed port without leading zeros: "" for a missing one."""
    if isinstance(value, int):
        value = str(int(value))
    if value.strip("0123456789") or _read_number(value) > _MAX_PORT:
        raise ValueError(f"ports: not a port: {_show_value(value)}")
    return value.lstrip("0") or value[:1]


def _allow_ports(values: "Iterable[int | str]") -> _Policy:
    numbers: Any = values
    if isinstance(values, range):
        allowed = [f"{port} to {values[-1]}" for port in values[:1]]
    else:
        allowed = list(dict.fromkeys(map(_read_port, values)))
        numbers = {int(port) for port in allowed if port}

    def check(match: _Text) -> _Refusals:
        default = _DEFAULT_PORTS.get((match["scheme"] or "").lower(), "")
        port = match["port"] or default
        is_allowed = port != "" and _read_number(port) in numbers
        if not is_allowed and (match["port"] or "" not in allowed):
            yield _refuse_value, "port", allowed, default

    return ["port"], check


def _has_required(match: _Text, name: str) -> bool:
    """Return whether a text has this part, or a host that is of this type however it is read."""
    part = match[_PART_OF[name]]
    if not part and (part is None or _PART_OF[name] in ("host", "port", "path")):
        return False
    if name in _DOMAINS:
        return _is_domain(part, name)
    return name not in _HOST_TYPES or _list_types(part) == {name}


def _require(values: Iterable[str]) -> _Policy:
    # Each item is alternatives, as in ABNF: "domain / IPv4address".
    items = [[name.strip(" ") for name in value.split("/")] for value in values]

    def check(match: _Text) -> _Refusals:
        for names in items:
            if not any(_has_required(match, name) for name in names):
                yield _refuse_missing, names
            if not set(names).isdisjoint(_DOMAINS):
                yield from _check_one_host(match, " / ".join(names))
                if len(_list_types(match["host"] or "")) > 1:
                    yield _refuse, "host", "the host may be read as another one"

    return chain(*items), check


def _forbid(names: Iterable[str]) -> _Policy:
    def check(match: _Text) -> _Refusals:
        for name in names:
            part = match[_PART_OF[name]]
            if part is None or (part == "" and name == "path"):
                continue
            if name not in _HOST_TYPES or _may_be(part, name):
                yield _refuse_forbidden, name

    return names, check


_CALLED = {
    "domain": "a domain name",
    "fqdn": "a domain name with a dot",
    "idomain": "a domain name of any script",
    "ifqdn": "a domain name of any script with a dot",
    "reg-name": "a registered name",
    "ireg-name": "an internationalized name",
    "IPv4address": "an IPv4 address",
    "IPv6address": "an IPv6 address",
    "IPvFuture": "an address of a future IP version",
}
# What is wrong in a host that is no domain (RFC 1123 2.1). The first one found counts.
_WRONG_IN_DOMAIN = {
    rf"\A.{{{_MAX_DOMAIN + 1}}}": f"the host has more than {_MAX_DOMAIN} characters",
    r"(?:\A|\.)(?:\.|\Z)": "a label is empty: a dot has nothing before it or after it",
    "[^.]{64}": "a label has more than 63 characters",
    r"(?:\A|\.)-|-(?:\.|\Z)": "a label begins or ends with a hyphen",
}


def _read_address(host: str, otherwise: str) -> str:
    """Return the IPv4 address that resolvers may read in a host (7.4): 127.0.0.1 in 0x7f.1."""
    import socket

    try:
        return socket.inet_ntoa(socket.inet_aton(_map_host(_compare_host(host))))
    except (OSError, ValueError):
        return otherwise


def _explain_domain(host: str, name: str) -> str:
    """Return in words why a name is not of a type of _DOMAINS, or "" if no words fit."""
    normal = _compare_host(host)
    for pattern, words in _WRONG_IN_DOMAIN.items():
        if re.search(pattern, normal):
            return words
    for i, char in enumerate(normal):
        if not _is_domain(f"a{char}a.a", name):
            words = f"{_name_char(normal, 'host', i)} is not allowed in a domain name"
            in_ascii = _to_ascii(normal)
            if in_ascii not in (normal, _NO_HOST):
                words += f"; write {in_ascii}"
            return words
    if _is_number(normal):
        return f"the host may be read as {_read_address(host, 'an IPv4 address')}"
    return "" if "." in normal else "a dot is missing in the host"


def _refuse_missing(match: _Text, names: Sequence[str]) -> URIError:
    """Return the error for a text that has none of the required parts, or a host of another type."""
    host = match["host"]
    reason = f"the {' or '.join(dict.fromkeys([_PART_OF[name] for name in names]))} is missing"
    if host and set(names).issubset(_CALLED):
        reason = f"the host must be {_join_words([_CALLED[name] for name in names], 'or')}"
        if names[0] in _DOMAINS and not names[1:] and _find_host_type(host) in _NAMES:
            reason = _explain_domain(host, names[0]) or reason
    return _refuse(match, _PART_OF[names[0]], reason, " / ".join(names))


def _refuse_forbidden(match: _Text, name: str) -> URIError:
    """Return the error for a forbidden part, or a host that may be of a forbidden type."""
    reason = f"{_CALLED.get(name, name)} is not allowed"
    host = match["host"]
    if name in _CALLED and _find_host_type(host) != name and not _is_domain(host, name):
        reading = "one"
        if name == "IPv4address":
            reading = _read_address(host, "one")
        reason += f", and the host may be read as {reading}"
    return _refuse(match, _PART_OF[name], reason, name, f"<no {name}>")


_POLICIES: "Mapping[str, Any]" = {
    "schemes": _allow_schemes,
    "hosts": _allow_hosts,
    "ports": _allow_ports,
    "require": _require,
    "forbid": _forbid,
}


def _read_items(policy: str, values: "Any") -> "Any":
    """Return several strings (or ports) as a tuple; a lone one is one item, and a range stays."""
    kinds: tuple[type, ...] = (str,)
    if policy == "ports":
        kinds = (int, str)
    # These can be iterated, too.
    is_lone = isinstance(values, (str, bytes, bytearray, memoryview))
    if is_lone or not hasattr(values, "__iter__"):
        values = (values,)
    if policy == "ports" and isinstance(values, range):
        items: tuple[Any, ...] = (values.start, values.stop)
    else:
        values = items = tuple(values)
    for item in items:
        if not isinstance(item, kinds) or isinstance(item, bool):
            expected = " or ".join([kind.__name__ for kind in kinds])
            raise TypeError(f"{policy} must be {expected}, not {type(item).__name__}")
        # Python writes no more than 4,300 digits.
        if isinstance(item, int) and abs(item) > sys.maxsize:
            raise ValueError(f"{policy}: a number is far above {_MAX_PORT}")
    return values


def _make_checks(**given: "Any") -> list[_Check]:
    """Return the checks of policies, and then those of the parts they are about."""
    checks, named = [], set[str]()
    for policy, items in given.items():
        names, check = _POLICIES[policy](items)
        checks.append(check)
        for name in names:
            if name not in _PART_OF:
                known = _suggest_name(name, _PART_OF)
                raise ValueError(f"{policy}: unknown part {_show_value(name)}; {known}")
            named.add(name)
    if not named.isdisjoint((*_AUTHORITY_PARTS, *_HOST_TYPES)):
        checks.append(_check_host_is_there)
    if not named.isdisjoint(("port", *_HOST_TYPES)):
        checks.append(_check_address)
    return checks


# Long lists take megabytes, so checks of only two are kept.
_keep_checks = lru_cache(maxsize=32)(_make_checks)
_keep_long_checks = lru_cache(maxsize=2)(_make_checks)


def _read_policies(rule: str, *given: "Any") -> Sequence[_Check]:
    """Return the checks of policies, in the order of _POLICIES, for texts of a rule."""
    keep, read = _keep_checks, {}
    for name, values in zip(_POLICIES, given):
        if values is not None:
            read[name] = _read_items(name, values)
            if sys.getsizeof(read[name]) > 8_000:
                keep = _keep_long_checks
    has_parts = rule in _REFERENCE_RULES or _GRAMMAR.canonical_name(rule) in _REFERENCE_RULES
    if read and not has_parts:
        raise ValueError(f"policies are for {', '.join(_REFERENCE_RULES)}, not for {rule!r}")
    return keep(**read)


def _find_refusal(text: str, checks: Iterable[_Check]) -> "tuple[Any, ...] | None":
    """Return what makes the error of a valid text that a check does not allow, or None."""
    match = _match(_NAMED_PARTS, text)
    for check in checks:
        for make, *details in check(match):
            return make, match, *details
    return None


def _check_policies(text: str, rule: str, checks: Sequence[_Check]) -> str:
    """Return the text if it matches the rule and the checks allow it, or raise a URIError."""
    _GRAMMAR.validate(rule, text)
    if checks and (refusal := _find_refusal(text, checks)):
        make, *details = refusal
        raise make(*details)
    return text


def validate(
    text: str, *, rule: str = "URI", schemes: "Iterable[str] | None" = None,
    hosts: "Iterable[str] | None" = None, ports: "Iterable[int | str] | int | None" = None,
    require: "Iterable[str] | None" = None, forbid: "Iterable[str] | None" = None,
) -> str:  # fmt: skip
    """Return the text itself if it matches a rule of RFC 3986 or 3987 and the policies allow it.

    Policies reject what other programs may read as another host:

    - `hosts` and a required domain: percent-encoded bytes in the host, the scheme file, and schemes
      with a ".". `hosts` also rejects a comma, where drivers of databases read two hosts.
    - Policies about the authority: http, https, ws, wss and ftp without a host, and "///".
    - `hosts`, `ports`, and types of hosts: ports above 65535.
    - `forbid` takes 0x7f.1 for an IPv4address, because resolvers may (7.4), and `require` for no type.

    Parts are scheme, authority, userinfo, password, host, port, path, query and fragment. Types of
    hosts are IPv4address, IPv6address, IPvFuture, reg-name, ireg-name, and

    - domain: labels as in RFC 1123 2.1, the last of which is not a number
    - fqdn: a domain with a dot
    - idomain, ifqdn: the same in any script, if all programs make one domain of it by IDNA: without
      "ß" and fullwidth letters. AN IDN IS AN ireg-name.

    Args:
        text: Any text.
        rule: The rule's name, such as URI-reference or IRI.
        schemes: The allowed schemes.
        hosts: The allowed hosts, compared in their normal form, an IDN as IDNA encodes it.
            ".example.com" allows example.com and all hosts below it, "*.example.com" only those below.
        ports: The allowed ports, also as a range. A missing or empty port is the scheme's default
            (3.2.3), and "".
        require: The parts and types that must be there. A required host, port or path is not empty.
            An item may be alternatives: "domain / IPv4address".
        forbid: The parts and types that must not be there. An empty path is not there.

    Raises:
        URIError: The text does not match the rule, or a policy does not allow it: then `offset` is
            where the part begins or would begin.
        ValueError: There is no such rule or part, a rule has no parts, or no URI can have a value.

    >>> validate("http://www.example.com/", schemes=["https", "http"], hosts=[".example.com"])
    'http://www.example.com/'
    >>> validate("http://a@example.com/", forbid=["userinfo"])
    Traceback (most recent call last):
    uri_regex.URIError: userinfo is not allowed (at offset 7): 'http://a@example.com/'
    """
    if schemes is hosts is ports is require is forbid is None:
        return _GRAMMAR.validate(rule, text)
    return _check_policies(text, rule, _read_policies(rule, schemes, hosts, ports, require, forbid))


def is_valid(
    text: str, *, rule: str = "URI", schemes: "Iterable[str] | None" = None,
    hosts: "Iterable[str] | None" = None, ports: "Iterable[int | str] | int | None" = None,
    require: "Iterable[str] | None" = None, forbid: "Iterable[str] | None" = None,
) -> bool:  # fmt: skip
    """Return whether `validate` accepts the text, without the cost of an error.

    Args:
        text, rule, schemes, hosts, ports, require, forbid: As those of `validate`.

    Returns:
        False exactly where `validate` raises a URIError.

    Raises:
        ValueError: As `validate`.

    >>> is_valid("http://example.com/", schemes=["http"])
    True
    """
    if schemes is hosts is ports is require is forbid is None:
        return _GRAMMAR.matches(rule, text)
    checks = _read_policies(rule, schemes, hosts, ports, require, forbid)
    return _GRAMMAR.matches(rule, text) and _find_refusal(text, checks) is None


def parse(
    text: str, *, rule: str = "URI", schemes: "Iterable[str] | None" = None,
    hosts: "Iterable[str] | None" = None, ports: "Iterable[int | str] | int | None" = None,
    require: "Iterable[str] | None" = None, forbid: "Iterable[str] | None" = None,
) -> URI:  # fmt: skip
    """Return the parts of a text that `validate` accepts (RFC 3986 4.1).

    Args:
        text, rule, schemes, hosts, ports, require, forbid: As those of `validate`.

    Raises:
        URIError, ValueError: As `validate`.

    >>> parse("http://example.com/b", schemes=["http"]).path
    '/b'
    """
    is_plain = schemes is hosts is ports is require is forbid is None
    if is_plain and rule in ("URI", "URI-reference") and (match := _match(REFERENCE_PARTS, text)):
        parts = match.groups()
        if parts[0] is not None or rule != "URI":
            return _new(URI, parts)
    validate(
        text, rule=rule, schemes=schemes, hosts=hosts, ports=ports, require=require, forbid=forbid
    )
    return split(text)


# ---- Finding: RFC 3986 Appendix C and 4.5, RFC 2396 Appendices E and F ----

if TYPE_CHECKING:

    class Found(NamedTuple):
        uri: str
        start: int
        end: int
else:
    Found = namedtuple("Found", "uri start end")
    Found.__doc__ = """A `uri` that find has found, and where it begins and ends in the text.

    Inside <…>, text[start:end] may have white space that `uri` does not have.

    >>> next(find("See http://example.com/b."))
    Found(uri='http://example.com/b', start=4, end=24)
    """


_SCHEME_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")
_SPACE = " \t\n\v\f\r"
# Common schemes. If "//" does not follow one, its group has to, and (//) never does. For IRIs,
# _compile_for replaces (?!). Each alternative looks at a bounded number of characters.
_COMMON = r"""(?x)
(?ai: https? | wss? | ftp ) : (//)?
| (?ai: news ) : ( [a-z0-9+-]{1,64} [.] [a-z] )
| (?ai: mailto | news | sips? | xmpp | acct | cid | mid ) :
    ( [^\s@:/?\#<>"]{1,64} @ (?! [‐-―’] ) (?: [A-Za-z0-9\[$] | (?!) ) )?
| (?ai: tel | sms | fax ) : ( [+(]? [0-9] )?
| (?ai: urn ) : ( [A-Za-z0-9] [A-Za-z0-9-]{1,31} : (?: [!-~] | (?!) ) )?
| (?ai: data ) : ( [A-Za-z0-9/+.;=-]{0,99} , )?
| (?ai: magnet ) : ( \? [a-z] )?
| (?ai: geo ) : ( -? [0-9] )?
| (?ai: doi ) : ( 10 [.] [0-9] )?
"""
# What ends a sentence or a quotation, rather than a URI.
_PUNCTUATION = ".,:;!?'\"*_~‐‑‒–—―’"
# An HTML entity before ";" at the end: "&quot", "&#8221". The longest has 34 characters with its ";".
_ENTITY = r"&#?[0-9A-Za-z]{1,31}(?=;\Z)"
# suffix = host [ ":" port ] path-abempty [ "?" query ] [ "#" fragment ]
# RFC 3986 4.5 calls this the suffix of a URI. Only "www." makes one plausible.
_SUFFIX = rf"{HOST}(?::{PORT})?{PATH_ABEMPTY}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
_WWW = r"(?<![@/.\-0-9A-Za-z])[Ww]{3}[.]"  # where a word begins
# What is in no URI that is broken over lines: a blank line, and another URI.
_NOT_JOINED = r"\n[ \t\v\f\r]*\n|[ \t\n\v\f\r][A-Za-z][+\-.0-9A-Za-z]*://"

# Characters beyond ASCII that end an IRI. A negated class compiles faster than one with UCSCHAR.
_NONCHARACTERS = "".join(f"{chr(x)}-{chr(x + 1)}" for x in range(0x1FFFE, 0x110000, 0x10000))
_NO_UCSCHAR = rf"\x80-\x9f\ud800-\udfff{IPRIVATE}\ufdd0-\ufdef\ufff0-\uffff{_NONCHARACTERS}"
_NOT_SHOWN = _NO_UCSCHAR + _NOT_SHOWN_IN_IRIS
_SHOWN = rf"[^\0-\x7f{_NOT_SHOWN}]"
# A joiner is shown between two of these, as in "می\u200cشود", and in pictures, as in "❤\ufe0f\u200d👨".
_WORD = rf"[^\0-/:-@\[-`{{-\x7f{_NOT_SHOWN}]"
_LETTER = rf"[^\0-\x7f{_NOT_SHOWN}\u2010-\u2bff\U0001f000-\U0001fbff]"  # in a host
_WRONG_JOINER = (
    rf"[{_JOINERS}{_SELECTORS}](?:(?<!{_WORD}.)(?<![{_SELECTORS}][{_JOINERS}])"
    rf"|(?<=[{_JOINERS}])(?!{_WORD}))"
)
# With a group if a dash or an apostrophe follows, before which the host ends.
_WRONG_IN_HOST = rf"[{_JOINERS}](?:(?<!{_LETTER}.)|(?!{_LETTER}))([‐-―’])?"
# What an IRI may have where a URI may have a triplet. find has replaced wrong joiners. Behind a run,
# (?!…) keeps the time linear without possessive quantifiers.
_IN_HOST = f"{PCT_ENCODED}|{_SHOWN}++(?!{_SHOWN})".replace(_JOINERS, "")
_IN_PATH = _IN_HOST.replace(_SELECTORS, "")
# An authority, with a group if it goes on after invisible characters. People see another host there, as
# in http://good.example\u200d.evil.example/. Each authority matches, so that none is read twice.
_HOST_TEXT = any_of(rf"{UNRESERVED}{SUB_DELIMS}:@%\[\]")
_MISREAD = (
    rf"(?:(?<=:)//|{_WWW}){_HOST_TEXT}"
    rf"([{_INVISIBLE}][{_INVISIBLE}\-.:@]*+(?![{_INVISIBLE}‐-―’])(?:[\w$\[]|(?!)))?"
)


@cache
def _compile_for(iri: bool, pattern: str) -> re.Pattern[str]:
    """Return a compiled pattern. For IRIs, "(?!)" becomes what only they show."""
    if iri:
        host, path, rest = pattern.replace("(?!)", _SHOWN).partition(PATH_ABEMPTY)
        host = host.replace(PCT_ENCODED, f"(?:{_IN_HOST})")
        pattern = host + (path + rest).replace(PCT_ENCODED, f"(?:{_IN_PATH})")
    return _compiled[pattern]


def _hide_misread(match: re.Match[str]) -> str:
    shown = match[0]
    wrong = _compiled[_WRONG_IN_HOST].search(shown)
    if wrong and wrong[1]:
        shown = shown[: wrong.start()]
    elif wrong or match[1]:
        shown = ""
    return shown.ljust(len(match[0]), "\0")


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


def _find_in_angles(text: str, start: int, at: int, usual: bool, rule: re.Pattern[str]) -> int:
    """Return where the URI at `start` ends, if it is in <…>, or 0. `at` is after its scheme."""
    opening = start
    while opening and text[opening - 1] in _SPACE:
        opening -= 1
    before = _lower(text[max(opening - 5, 0) : opening])
    if before != "<url:" and not (usual and before.endswith("<")):
        return 0
    closing = _compiled["[^<>]*>"].match(text, at)
    if closing is None:
        return 0
    content = text[start : closing.end() - 1].rstrip(_SPACE)
    if re.search(_NOT_JOINED, content) or not rule.fullmatch(re.sub(f"[{_SPACE}]+", "", content)):
        return 0
    return start + len(content)


def _find_end(text: str, start: int, at: int, rule: re.Pattern[str]) -> int:
    """Return where the URI at `start` ends, or 0 if there is none. `at` is after its scheme.

    It is the longest, without the sentence's punctuation and HTML's entities at its end. A ")" is the
    URI's if it has a "(" for it: http://a/b_(c), but (http://a/b).
    """
    stop = len(text)
    # In code, 'http://a/' is quoted, though a URI may have an apostrophe.
    if text[start - 1 : start] == "'" and (quote := text.find("'", at)) >= 0:
        stop = quote
    match: Any = rule.match(text, start, stop)  # of "x:" at least
    end: int = match.end()
    surplus = text.count(")", start, end) - text.count("(", start, end)
    while end > start:
        last = text[end - 1]
        if last == ")" and surplus > 0:
            surplus -= 1
        elif last not in _PUNCTUATION:
            break
        elif last == ";" and (entity := re.search(_ENTITY, text[max(end - 34, start) : end])):
            end -= len(entity[0])
        end -= 1
    if text[at:end] in ("", "//"):
        return 0
    return end


def _find_all(text: str, wanted: "dict[str, None] | None", www: bool, iri: bool) -> Iterator[Found]:
    """Yield the URIs in a text. find has removed the misread hosts."""
    uri = _compile_for(iri, URI_RULE)
    common = _compile_for(iri, _COMMON)
    has_angles = "<" in text
    done = 0  # the end of the last one found
    # A URI is found by the ":" of its scheme, and a suffix by its "www.".
    for anchor in re.finditer(f":|{_WWW}" if www else ":", text):
        start, at = anchor.span()
        if start < done or at == len(text) or text[at] in _SPACE:
            continue
        rule, usual = uri, True
        if anchor[0] != ":":
            rule = _compile_for(iri, _SUFFIX)
        else:
            start = _find_scheme(text, start, done, wanted)
            if text[start] == ":":
                continue
            usual = text.startswith("//", at)
        if not usual:
            match = common.match(text, start)
            usual = match.lastindex is not None if match else wanted is not None
        end = _find_in_angles(text, start, at, usual, rule) if has_angles else 0
        if not end and usual:
            end = _find_end(text, start, at, rule)
        if end:
            # What is not in <…> has no white space.
            yield Found("".join(text[start:end].split()), start, end)
            done = end


def find(
    text: str, *, schemes: "Iterable[str] | None" = None, www: bool = False, iri: bool = False
) -> Iterator[Found]:
    r"""Return the URIs in running text, as RFC 3986 Appendix C has them: an iterator of Found.

    A scheme has to be followed by "//" and more, or by what is usual for it (mailto, tel, urn and a few
    others). Inside <…> and <URL:…>, unless there is a blank line or a second scheme with "//", white
    space is removed from `uri`, so text[start:end] may differ from it. Elsewhere the longest URI is
    found, without any `.,:;!?'"*_~`, HTML entities and unbalanced ")" at its end. Nothing is found
    where a host has an invisible character inside.

    Args:
        text: Any text.
        schemes: The only schemes to find. They may be unusual ones.
        www: Whether to find also what begins with "www." (4.5).
        iri: Whether to find IRIs (RFC 3987), which end before the characters that uri_to_iri keeps
            encoded, such as "。", but not U+2019, nor a joiner in a word or an emoji.

    Raises:
        ValueError: A scheme that no URI can have, such as "http:".

    >>> [found.uri for found in find("See https://example.com/b_(c), or <ftp://exam-\nple.com/>.")]
    ['https://example.com/b_(c)', 'ftp://exam-ple.com/']
    >>> [*find("見る：http://a.example/引き割り。", iri=True)]
    [Found(uri='http://a.example/引き割り', start=3, end=24)]
    """
    wanted = None
    if schemes is not None:
        wanted = _read_schemes(_read_items("schemes", schemes))
    if not _check_str(text).isascii() and re.search(f"[{_INVISIBLE}]", text):
        if iri:
            text = _compiled[_WRONG_JOINER].sub("\u2060", text)  # which ends an IRI
        text = _compile_for(iri, _MISREAD).sub(_hide_misread, text)
    return _find_all(text, wanted, www, iri)


# ---- A check of lines: python3 uri_regex.py ----


def _read_args(argv: "Sequence[str] | None") -> "Any":
    """Return the arguments of a command line. Its `help` is None, or returns the help."""
    from argparse import ArgumentParser

    class Parser(ArgumentParser):
        def error(self, message: str) -> "Any":
            raise ValueError(f"{message} (see --help)")

    def read_list(text: str) -> list[str]:
        return [item.strip() for item in text.split(",")]

    about = "Check that each line is a URI. Exit with 0 if all are, 1 if not all are, 2 on failure."
    parser = Parser(prog="uri_regex.py", description=about, add_help=False)
    add = parser.add_argument
    add("file", metavar="FILE", nargs="*", help="a file to read (default, or -: standard input)")
    add("-t", "--text", nargs="+", default=[], action="extend", help="a text to check")
    add("--rule", default="URI", help="a rule of RFC 3986 or RFC 3987 (default: URI)")
    for name in _POLICIES:
        add(f"--{name}", metavar="A,B", type=read_list, action="extend", help="as validate has it")
    add("-q", "--quiet", action="store_true", help="print nothing")
    add("-h", "--help", action="store_const", const=parser.format_help, help="show this message")
    return parser.parse_args(argv)


def _read_texts(args: "Any") -> Iterator[tuple[str, str]]:
    """Yield where each text is, such as "<stdin>:1", and the text."""
    for number, text in enumerate(args.text, 1):
        yield f"<argument>:{number}", text
    for path in args.file or ([] if args.text else ["-"]):
        name, source = ("<stdin>", 0) if path == "-" else (path, path)
        # An octet that is not UTF-8 becomes a surrogate, as in the arguments (PEP 383).
        options = {"encoding": "utf-8-sig", "errors": "surrogateescape", "closefd": name == path}
        with open(source, newline="\n", **options) as lines:
            for number, line in enumerate(lines, 1):
                yield f"{name}:{number}", re.sub("\r?\n\\Z", "", line)


def _write(text: str, stream: "Any") -> None:
    """Write a text as one line, with escapes for characters that the stream cannot show."""
    if stream is None:
        raise ValueError("standard output is closed")
    text = text.encode(stream.encoding, "backslashreplace").decode(stream.encoding)
    shown = [char if char.isprintable() else ascii(char)[1:-1] for char in text]
    try:
        print("".join(shown), file=stream, flush=True)
    except OSError:
        import os

        # What the stream still holds would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise


def _tell(message: str) -> None:
    """Write a message on stderr, unless that is closed or full."""
    from contextlib import suppress

    with suppress(OSError, ValueError):
        _write(message, sys.stderr)


def _check_texts(args: "Any") -> int:
    """Print what is wrong with each text, and return the exit status."""
    # A wrong rule or policy is an error before all else.
    checks = _read_policies(args.rule, *[vars(args)[name] for name in _POLICIES])
    total = invalid = 0
    for at, text in _read_texts(args):
        total += 1
        try:
            if octet := re.search("[\udc80-\udcff]", text):
                raise URIError(text, "text", octet.start(), "<UTF-8>", "this is not UTF-8")
            _check_policies(text, args.rule, checks)
        except URIError as error:
            invalid += 1
            if not args.quiet:
                _write(f"{at}:{error.offset + 1}: '{error.redacted}': {error.reason}", sys.stdout)
    if not args.quiet:
        _tell(f"{total} {'text' if total == 1 else 'texts'}, {invalid} invalid")
    return min(invalid, 1)


def main(argv: "Sequence[str] | None" = None) -> int:
    """Check lines, as `python3 uri_regex.py` does, and return the exit status.

    It is 0 if all are valid, 1 if not all are, 2 on failure, and 141 for a closed pipe. `argv` is the
    command line without the program's name, by default that of the process.

    >>> main(["-t", "http://a/", "-q"])
    0
    """
    try:
        args = _read_args(argv)
        if not args.help:
            return _check_texts(args)
        for line in args.help().splitlines():
            _write(line, sys.stdout)
        return 0
    except BrokenPipeError:
        return 141  # as the shell reports SIGPIPE
    except OSError as error:
        message = f"{error.filename or 'a standard stream'}: {error.strerror}"
    except ValueError as error:
        message = str(error)
    for word in argv or sys.argv:
        # After "--name=" or "-x", a URI begins the line, so that its password may have spaces.
        value = re.sub(r"\A-(?:-[^=]*=|.)", "", word)
        message = message.replace(value, _mask(value))
    _tell(f"uri_regex.py: {redact(message)}")
    return 2


if __name__ == "__main__":
    sys.exit(main())
