# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 2.0.0 by: uri-regex cut is_uri"""

from __future__ import annotations

import re
import sys

# At run time, these imports would be slow.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "2.0.0"

__all__ = ["is_uri"]


# ---- Characters and rules: RFC 3986 Appendix A ----

# ALPHA          =  %x41-5A / %x61-7A   ; A-Z / a-z
ALPHA = "A-Za-z"
# DIGIT          =  %x30-39
#                       ; 0-9
DIGIT = "0-9"
# HEXDIG         =  DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HEXDIG = f"{DIGIT}A-Fa-f"

# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = f"%[{HEXDIG}]{{2}}"


def one_of(chars: str) -> str:
    return f"(?:[{chars}]|{PCT_ENCODED})"


def any_of(chars: str) -> str:
    return f"[{chars}]*+(?:{PCT_ENCODED}[{chars}]*+)*+"


# unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = rf"{ALPHA}{DIGIT}\-._~"

# sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#               / "*" / "+" / "," / ";" / "="
SUB_DELIMS = r"!$&'\(\)*+,;="

# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
PCHAR = f"{UNRESERVED}{SUB_DELIMS}:@"

# scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*+"

# userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
USERINFO = any_of(f"{UNRESERVED}{SUB_DELIMS}:")

# dec-octet     = DIGIT                 ; 0-9
#               / %x31-39 DIGIT         ; 10-99
#               / "1" 2DIGIT            ; 100-199
#               / "2" %x30-34 DIGIT     ; 200-249
#               / "25" %x30-35          ; 250-255
# Differs: the longest alternative comes first, because `re` takes the first that fits.
DEC_OCTET = f"(?:25[0-5]|2[0-4][{DIGIT}]|1[{DIGIT}]{{2}}|[1-9]?[{DIGIT}])"

# IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = rf"(?:{DEC_OCTET}\.){{3}}{DEC_OCTET}"

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
# Differs: ls32 is factored out. [ *n( h16 ":" ) h16 ] "::" is written as 1*m( h16 ":" ) ":" or "::",
# where m is n + 1.
IPV6ADDRESS = (
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
IPVFUTURE = rf"[Vv][{HEXDIG}]++\.[{UNRESERVED}{SUB_DELIMS}:]++"

# IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_LITERAL = rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]"

# reg-name      = *( unreserved / pct-encoded / sub-delims )
REG_NAME = any_of(f"{UNRESERVED}{SUB_DELIMS}")

# host          = IP-literal / IPv4address / reg-name
# Differs: IPv4address is a subset of reg-name.
HOST = f"(?:{IP_LITERAL}|{REG_NAME})"

# port          = *DIGIT
PORT = f"[{DIGIT}]*+"

# authority     = [ userinfo "@" ] host [ ":" port ]
AUTHORITY = f"(?:{USERINFO}@)?{HOST}(?::{PORT})?"

# A path after its first character.
PATH_REST = any_of(rf"{PCHAR}\/")

# path-abempty  = *( "/" segment )
# Differs: after the first "/", one loop takes both pchar and "/". So do the rules below.
PATH_ABEMPTY = f"(?:/{PATH_REST})?+"

# path-rootless = segment-nz *( "/" segment )
PATH_ROOTLESS = one_of(PCHAR) + PATH_REST

# query         = *( pchar / "/" / "?" )
QUERY = any_of(rf"{PCHAR}\/?")

# fragment      = *( pchar / "/" / "?" )
FRAGMENT = any_of(rf"{PCHAR}\/?")

# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
# Differs: the last three alternatives are one, because path-absolute is "/" [ path-rootless ].
HIER_PART = f"(?://{AUTHORITY}{PATH_ABEMPTY}|/?(?:{PATH_ROOTLESS})?)"

# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
# Called URI_RULE, because URI is the named tuple.
URI_RULE = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"


# ---- Helpers: arguments, messages, compiled patterns ----


def _check_str(value: object, what: str = "text", types: str = "str") -> str:
    if not isinstance(value, str):
        # "from None", because callers are often in an except block.
        raise TypeError(f"{what} must be {types}, not {type(value).__name__}") from None
    return str.__str__(value)  # plain, because a member of a str Enum is formatted differently


def _without_possessive(pattern: str) -> str:
    return re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)


class _Patterns(dict[str, re.Pattern[str]]):
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
    """Return whether the text is a URI, which has a scheme (RFC 3986 3)."""
    return _match(URI_RULE, text) is not None
