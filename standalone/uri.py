# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 2.0.0 by: uri-regex cut is_uri is_uri_reference is_absolute_uri
is_relative_ref is_valid validate parse split recompose URI.replace resolve relativize normalize
percent_encode percent_decode requote --short-docs --no-policies --no-iris"""

import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

# `typing` and `ipaddress` are slow to import, so only type checkers do.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from typing import Any, NamedTuple
else:
    IPv4Address = IPv6Address = object  # for typing.get_type_hints

__version__ = "2.0.0"

__all__ = [
    "URI",
    "URIError",
    "is_absolute_uri",
    "is_relative_ref",
    "is_uri",
    "is_uri_reference",
    "is_valid",
    "normalize",
    "parse",
    "percent_decode",
    "percent_encode",
    "recompose",
    "relativize",
    "requote",
    "resolve",
    "split",
    "validate",
]


# ---- Rules: what they are made of ----

# What a text can end with that begins a match, so that it matches: see "Where a text stops".
ENDINGS = ("", "a", "aa", "/")
REFERENCE_ENDINGS = ("", ":a", "aa", "aa@", "::]")
AUTHORITY_ENDINGS = ("", "aa", "aa@", "::]")
ADDRESS_ENDINGS = ("", "::", ":a", "0", ".0", "0.0", ".0.0", "0.0.0", ".0.0.0")


class _Rulebook(dict[str, str]):
    def __init__(self, base: "_Rulebook | None" = None) -> None:
        super().__init__(base or {})
        self.endings: dict[str, tuple[str, ...]] = dict(base.endings if base else {})

    def add(self, name: str, pattern: str, endings: tuple[str, ...] = ENDINGS) -> str:
        self[name] = pattern
        self.endings[name] = endings
        return pattern

    def add_class(self, name: str, members: str) -> str:
        self.add(name, f"[{members}]")
        return members


# ---- Characters and rules: RFC 3986 Appendix A ----

core_rules = _Rulebook()  # the first three: RFC 5234 Appendix B.1
uri_rules = _Rulebook()

# ALPHA          =  %x41-5A / %x61-7A   ; A-Z / a-z
ALPHA = core_rules.add_class("ALPHA", "A-Za-z")
# DIGIT          =  %x30-39
#                       ; 0-9
DIGIT = core_rules.add_class("DIGIT", "0-9")
# HEXDIG         =  DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HEXDIG = core_rules.add_class("HEXDIG", f"{DIGIT}A-Fa-f")

# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = uri_rules.add("pct-encoded", f"%[{HEXDIG}]{{2}}")


def one_of(chars: str) -> str:
    return f"(?:[{chars}]|{PCT_ENCODED})"


def any_of(chars: str) -> str:
    return f"[{chars}]*+(?:{PCT_ENCODED}[{chars}]*+)*+"


def some_of(chars: str) -> str:
    return one_of(chars) + any_of(chars)


# unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = uri_rules.add_class("unreserved", rf"{ALPHA}{DIGIT}\-._~")

# gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
GEN_DELIMS = uri_rules.add_class("gen-delims", r":\/?#\[\]@")

# sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#               / "*" / "+" / "," / ";" / "="
SUB_DELIMS = uri_rules.add_class("sub-delims", r"!$&'\(\)*+,;=")

# reserved      = gen-delims / sub-delims
RESERVED = uri_rules.add_class("reserved", f"{GEN_DELIMS}{SUB_DELIMS}")

# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
PCHAR = f"{UNRESERVED}{SUB_DELIMS}:@"
uri_rules.add("pchar", one_of(PCHAR))

# scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = uri_rules.add("scheme", rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*+")

# userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
USERINFO = uri_rules.add("userinfo", any_of(f"{UNRESERVED}{SUB_DELIMS}:"))

# dec-octet     = DIGIT                 ; 0-9
#               / %x31-39 DIGIT         ; 10-99
#               / "1" 2DIGIT            ; 100-199
#               / "2" %x30-34 DIGIT     ; 200-249
#               / "25" %x30-35          ; 250-255
# Departs: the longest alternative comes first, because a regular expression takes the first that fits.
DEC_OCTET = uri_rules.add(
    "dec-octet", f"(?:25[0-5]|2[0-4][{DIGIT}]|1[{DIGIT}]{{2}}|[1-9][{DIGIT}]|[{DIGIT}])"
)

# IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = uri_rules.add(
    "IPv4address", rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}", ADDRESS_ENDINGS
)

# h16           = 1*4HEXDIG
H16 = uri_rules.add("h16", f"[{HEXDIG}]{{1,4}}")

# ls32          = ( h16 ":" h16 ) / IPv4address
LS32 = uri_rules.add("ls32", f"(?:{H16}:{H16}|{IPV4ADDRESS})", ADDRESS_ENDINGS)

# IPv6address   =                            6( h16 ":" ) ls32
#               /                       "::" 5( h16 ":" ) ls32
#               / [               h16 ] "::" 4( h16 ":" ) ls32
#               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
#               / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
#               / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
#               / [ *4( h16 ":" ) h16 ] "::"              ls32
#               / [ *5( h16 ":" ) h16 ] "::"              h16
#               / [ *6( h16 ":" ) h16 ] "::"
# Departs: the ls32 of the first seven lines stands once, which halves the time to compile.
IPV6ADDRESS = uri_rules.add(
    "IPv6address",
    f"(?:(?:(?:{H16}:){{6}}"
    f"|::(?:{H16}:){{5}}"
    f"|(?:{H16})?::(?:{H16}:){{4}}"
    f"|(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}"
    f"|(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}"
    f"|(?:(?:{H16}:){{0,3}}{H16})?::{H16}:"
    f"|(?:(?:{H16}:){{0,4}}{H16})?::){LS32}"
    f"|(?:(?:{H16}:){{0,5}}{H16})?::{H16}"
    f"|(?:(?:{H16}:){{0,6}}{H16})?::)",
    ADDRESS_ENDINGS,
)

# IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPVFUTURE = uri_rules.add(
    "IPvFuture", rf"[Vv][{HEXDIG}]++\.[{UNRESERVED}{SUB_DELIMS}:]++", ("", "a.a", "va.a")
)

# IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_LITERAL = uri_rules.add(
    "IP-literal",
    rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]",
    ("", *[f"{ending}]" for ending in ADDRESS_ENDINGS]),
)

# reg-name      = *( unreserved / pct-encoded / sub-delims )
REG_NAME = uri_rules.add("reg-name", any_of(f"{UNRESERVED}{SUB_DELIMS}"))

# host          = IP-literal / IPv4address / reg-name
# Departs: IPv4address is a subset of reg-name.
HOST = uri_rules.add("host", f"(?:{IP_LITERAL}|{REG_NAME})", AUTHORITY_ENDINGS)

# port          = *DIGIT
PORT = uri_rules.add("port", f"[{DIGIT}]*+")

# authority     = [ userinfo "@" ] host [ ":" port ]
AUTHORITY = uri_rules.add("authority", f"(?:{USERINFO}@)?{HOST}(?::{PORT})?", AUTHORITY_ENDINGS)

# segment       = *pchar
SEGMENT = uri_rules.add("segment", any_of(PCHAR))

# segment-nz    = 1*pchar
SEGMENT_NZ = uri_rules.add("segment-nz", some_of(PCHAR))

# segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
#               ; non-zero-length segment without any colon ":"
SEGMENT_NZ_NC = uri_rules.add("segment-nz-nc", some_of(f"{UNRESERVED}{SUB_DELIMS}@"))

# path-abempty  = *( "/" segment )
# Departs: after the first "/", pchar and "/" are one loop.
PATH_ABEMPTY = uri_rules.add("path-abempty", "(?:/" + any_of(rf"{PCHAR}\/") + ")?+")

# path-absolute = "/" [ segment-nz *( "/" segment ) ]
PATH_ABSOLUTE = uri_rules.add("path-absolute", f"/(?:{SEGMENT_NZ}{PATH_ABEMPTY})?")

# path-noscheme = segment-nz-nc *( "/" segment )
PATH_NOSCHEME = uri_rules.add("path-noscheme", SEGMENT_NZ_NC + PATH_ABEMPTY)

# path-rootless = segment-nz *( "/" segment )
PATH_ROOTLESS = uri_rules.add("path-rootless", SEGMENT_NZ + PATH_ABEMPTY)

# path-empty    = 0<pchar>
PATH_EMPTY = uri_rules.add("path-empty", "")

# path          = path-abempty    ; begins with "/" or is empty
#               / path-absolute   ; begins with "/" but not "//"
#               / path-noscheme   ; begins with a non-colon segment
#               / path-rootless   ; begins with a segment
#               / path-empty      ; zero characters
# Departs: path-absolute, path-noscheme, and path-empty are subsets of these two.
PATH = uri_rules.add("path", f"(?:{PATH_ABEMPTY}|{PATH_ROOTLESS})")

# query         = *( pchar / "/" / "?" )
QUERY = uri_rules.add("query", any_of(rf"{PCHAR}\/?"))

# fragment      = *( pchar / "/" / "?" )
FRAGMENT = uri_rules.add("fragment", any_of(rf"{PCHAR}\/?"))

# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
HIER_PART = uri_rules.add(
    "hier-part",
    f"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_ROOTLESS}|{PATH_EMPTY})",
    REFERENCE_ENDINGS,
)

# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
# The name URI is taken by the class of a URI's parts.
URI_RULE = uri_rules.add(
    "URI", rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?", REFERENCE_ENDINGS
)

# absolute-URI  = scheme ":" hier-part [ "?" query ]
ABSOLUTE_URI = uri_rules.add(
    "absolute-URI", rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?", REFERENCE_ENDINGS
)

# relative-part = "//" authority path-abempty
#               / path-absolute
#               / path-noscheme
#               / path-empty
RELATIVE_PART = uri_rules.add(
    "relative-part",
    f"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_EMPTY})",
    REFERENCE_ENDINGS,
)

# relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
RELATIVE_REF = uri_rules.add(
    "relative-ref", rf"{RELATIVE_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?", REFERENCE_ENDINGS
)

# URI-reference = URI / relative-ref
# Departs: query and fragment, which both alternatives end with, stand once.
URI_REFERENCE = uri_rules.add(
    "URI-reference",
    rf"(?:{SCHEME}:{HIER_PART}|{RELATIVE_PART})(?:\?{QUERY})?(?:[#]{FRAGMENT})?",
    REFERENCE_ENDINGS,
)


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
    return re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)


class _Patterns(dict[str, re.Pattern[str]]):
    def __missing__(self, text: str) -> re.Pattern[str]:
        pattern = text
        # `re` has no possessive quantifiers before 3.11, and may be wrong before 3.11.5 (gh-106052).
        if sys.version_info < (3, 11, 5):
            pattern = _without_possessive(text)
        self[text] = compiled = re.compile(pattern, re.DOTALL)
        return compiled


_compiled = _Patterns()


def _match(pattern: str, text: str, what: str = "text") -> "Any":
    try:
        return _compiled[pattern].fullmatch(text)
    except TypeError:
        raise _type_error(text, what) from None


# ---- Passwords in any text: RFC 3986 3.2.1 and 7.5 ----

# How encoders spell a character by its code, and by a name.
_BY_CODE = ("%{:02x}", r"\x{:02x}", r"\u{:04x}", "&#x{:x};", "&#{};", "&#{:03};")
_BY_NAME = {
    "&amp;": "&", "&apos;": "'", "&colon;": ":", "&commat;": "@", "&gt;": ">", "&lt;": "<",
    "&num;": "#", "&quest;": "?", "&quot;": '"', "&sol;": "/",
    r"\"": '"', r"\'": "'", r"\/": "/", r"\\": "\\",  # JSON, and programming languages
    "'\"'\"'": "'", r"'\''": "'",  # a shell
    "\0": "",  # UTF-16 that is read as octets
}  # fmt: skip
_SPELLED = r"""(?x) % [0-9A-Fa-f]{2} | \\x [0-9A-Fa-f]{2} | \\u [0-9A-Fa-f]{4}
| & (?: \# [0-9]{1,7} | \# [Xx] [0-9A-Fa-f]{1,6}
  | amp | apos | colon | commat | gt | lt | num | quest | quot | sol ) ;
| '(?: "'" | \\' )' | \\ ["'/\\nrt] | \0"""
_NO_DELIMITER = "\x7f"  # what any other character is decoded to
_MAX_DEPTH = 8

# A "/" before another one, or the ":" of http, sip and the like without "//".
_OPENING = "/(?=/)|(?<=[PSps]):(?!//(?!/))"
_BEFORE = r"""(?xm) (?: (?P<line> ^ ) [ \t\ufeff]* | (?P<quote> ["'] ) )?
(?P<scheme> (?<![-+.0-9A-Za-z]) [A-Za-z][-+.0-9A-Za-z]*+ )? (?P<colon> : )? \Z"""
_MAX_BEFORE = 40  # longer than schemes and indentations are
_WEB_SCHEMES = ("http", "https", "ws", "wss", "ftp")
_IP_LITERAL = r"""(?x) \[ (?: [0-9A-Fa-f.]* : [0-9A-Fa-f:.]* (?: % [^][@/?\#\s]* )?
| [Vv] [^][@/?\#\s]* ) \] (?: : [0-9]* )?"""
_AFTER_IP_LITERAL = r"""[\s"',;)]|\.(?:\s|\Z)"""
_PORT = "[0-9]{1,5}(?![0-9])"
_AFTER_PORT = "],;:.)'\\"
_CLOSING_QUOTE = r'"(?=[\s,:;}\])>]|\Z)'
_NO_LINE = r"[\s/?#'\"<>]|\Z"  # behind a ":", where only the run may hold a password
_LINE_END = "[\r\n]"
_ANY = range(1, sys.maxsize)
_NO_USERS = (*_WEB_SCHEMES, "sip", "sips", "mailto")
# What is hidden may have held the end of another password. Two rounds mostly suffice.
_MAX_ROUNDS = 5

# Where an authority begins; which lengths and kinds of spellings count in it; what is before its URI.
_Opening = namedtuple("_Opening", "start length percent is_web is_line quote quote_length")


@cache
def _list_spellings() -> dict[str, str]:
    spellings = dict(_BY_NAME)
    for code in range(ord("!"), ord("~") + 1):
        for form in _BY_CODE:
            spellings[form.format(code)] = chr(code)
    return spellings


def _decode(text: str) -> "tuple[str, Sequence[int]]":
    from array import array
    from io import StringIO

    spellings = _list_spellings()
    places: Any = range(len(text) + 1)
    for _ in range(_MAX_DEPTH):
        plain, kept, done = StringIO(), array("L"), 0
        for spelled in _compiled[_SPELLED].finditer(text):
            char = spellings.get(spelled[0].lower(), _NO_DELIMITER)
            plain.write(text[done : spelled.start()] + char)
            kept.extend(places[done : spelled.start() + len(char)])
            done = spelled.end()
        if not done:
            break
        plain.write(text[done:])
        kept.extend(places[done:])
        text, places = plain.getvalue(), kept
    return text, places


class _Decoded:
    def __init__(self, text: str) -> None:
        from array import array

        self.text = text
        self.plain, self.places = _decode(text)
        self.ats = array("L", map(re.Match.start, _compiled["@"].finditer(self.plain)))
        self.found: dict[Any, int] = {}

    def get_spelling(self, at: int) -> str:
        return self.text[self.places[at] : self.places[at + 1]]

    def get_length(self, at: int) -> int:
        return self.places[at + 1] - self.places[at]

    def counts(self, at: int, lengths: range, percent: bool) -> bool:
        spelling = self.get_spelling(at)
        return len(spelling) in lengths and (percent or "%" not in spelling)

    def find(self, pattern: str, start: int, lengths: range = _ANY, percent: bool = True) -> int:
        key = (pattern, lengths, percent)
        if self.found.get(key, -1) < start:
            self.found[key] = len(self.plain)
            for match in _compiled[pattern].finditer(self.plain, start):
                if self.counts(match.start(), lengths, percent):
                    self.found[key] = match.start()
                    break
        return self.found[key]

    def find_last_at(self, start: int, end: int) -> int:
        from bisect import bisect_left

        count = bisect_left(self.ats, end)
        last = self.ats[count - 1] if count else -1
        return last if last >= start else -1


def _is_pair(text: _Decoded, at: int) -> bool:
    length = text.get_length(at)
    is_alike = length == text.get_length(at + 1)
    for third in (at - 1, at + 2):
        is_slash = text.plain.startswith("/", max(third, 0), third + 1)
        if is_slash and (not is_alike or text.get_length(third) == length):
            return False
    return True


def _skip_slashes(text: _Decoded, start: int) -> int:
    at = start
    while text.plain[at : at + 1] == "/" and text.get_length(at) == text.get_length(start):
        at += 1
    return at


def _find_openings(text: _Decoded) -> "Iterator[_Opening]":
    last = -1
    for mark in _compiled[_OPENING].finditer(text.plain):
        at = mark.start()
        if mark[0] == "/" and not _is_pair(text, at):
            continue
        before: Any = _compiled[_BEFORE].search(text.plain, max(at - _MAX_BEFORE, 0), at)
        scheme = (before["scheme"] or "").lower()
        is_web = scheme.rpartition("+")[2] in _WEB_SCHEMES
        start = at + 1
        if mark[0] == "/":
            start = at + 2
        elif is_web:
            start = _skip_slashes(text, at + 1)
        elif scheme not in ("sip", "sips"):
            continue
        if start > last:  # http:///%2F has two marks
            last = start
            spelling = text.get_spelling(start - 1)
            no_scheme = mark[0] == "/" and not before["colon"]
            is_line = before["line"] is not None
            quote_length = len(text.get_spelling(before.start("quote"))) if before["quote"] else 0
            quoted = (before["quote"], quote_length)
            yield _Opening(
                start, len(spelling), "%" in spelling, is_web or no_scheme, is_line, *quoted
            )


def _find_run_end(text: _Decoded, opening: _Opening) -> int:
    start, percent = opening.start, opening.percent
    if opening.quote:
        end = text.find(_LINE_END, start)
        closing = text.find(opening.quote, start, range(opening.quote_length + 1))
    else:
        end = text.find(r"\s", start)
        closing = text.find(_CLOSING_QUOTE, start, range(opening.length + 1), percent)
    if percent:
        end = min(end, text.find("&", start, range(2)))
    return min(end, closing)


def _find_authority_end(text: _Decoded, opening: _Opening, run_end: int) -> int:
    start, length = opening.start, opening.length
    slash = text.find("/", start, range(length, length + 1))
    return min(run_end, slash, text.find("[?#<>]", start, range(length + 1), opening.percent))


def _is_ip_literal(text: _Decoded, start: int, end: int) -> bool:
    literal = _compiled[_IP_LITERAL].match(text.plain, start, end)
    after = literal.end() if literal else -1
    return after == end or bool(literal and _compiled[_AFTER_IP_LITERAL].match(text.plain, after))


def _is_port(text: _Decoded, opening: _Opening, start: int, end: int) -> bool:
    digits = _compiled[_PORT].match(text.plain, start, end)
    if not digits:
        return False
    after = digits.end()
    if after == end or text.plain[after].isspace():
        return True
    if text.plain[after] == '"':
        return text.counts(after, range(opening.length + 1), opening.percent)
    return text.plain[after] in _AFTER_PORT and text.find_last_at(after, end) < 0


def _find_reach(text: _Decoded, opening: _Opening, start: int, end: int, run_end: int) -> int:
    has_at = text.find("@", opening.start, range(opening.length + 1)) < end
    if opening.is_web and has_at:
        return end
    if opening.is_line and not has_at and not _compiled[_NO_LINE].match(text.plain, start):
        return text.find(_LINE_END, opening.start)
    return run_end


def _find_password(text: _Decoded, opening: _Opening) -> "tuple[int, int]":
    run_end = _find_run_end(text, opening)
    end = _find_authority_end(text, opening, run_end)
    start = text.find(":", opening.start) + 1
    is_host = start > end or _is_ip_literal(text, opening.start, end)
    if is_host or _is_port(text, opening, start, end):
        return start, -1
    return start, text.find_last_at(start, _find_reach(text, opening, start, end, run_end))


def _hide_passwords(text: str, keep_length: bool) -> str:
    pieces = []
    decoded = _Decoded(text)
    done = place = 0
    openings = _find_openings(decoded) if decoded.ats else ()
    for opening in openings:
        if opening.start < done:
            continue
        start, end = _find_password(decoded, opening)
        if end > start:
            done = end
            hidden = text[decoded.places[start] : decoded.places[end]]
            stars = "***"
            # In UTF-16 that is read as octets, what follows stays in its place.
            if keep_length or "\0" in hidden:
                stars = _compiled["[^\0]"].sub("*", hidden)
            pieces += [text[place : decoded.places[start]], stars]
            place = decoded.places[end]
    return "".join([*pieces, text[place:]])


def redact(text: str, *, keep_length: bool = False) -> str:
    hidden = _check_str(text)
    for _ in range(_MAX_ROUNDS):
        before, hidden = hidden, _hide_passwords(hidden, keep_length)
        if hidden == before:
            break
    return hidden


def _is_authority(text: _Decoded, rule: str) -> bool:
    user = _compiled["[^:/?#]*(?=:)"].match(text.plain)
    if not user:
        return False
    if user[0].lower() in _NO_USERS and rule not in ("authority", "iauthority"):
        return False
    place = text.places[user.end() + 1]
    # In "me:%2F%2Fsecret@h", these slashes are data.
    return not _compiled[r"(\\*/)\1"].match(text.text, place)


def _mask(text: str, rule: str = "") -> str:
    decoded = _Decoded(text)
    if rule.lower() in ("userinfo", "iuserinfo"):
        start = decoded.places[min(decoded.find(":", 0) + 1, len(decoded.plain))]
        return text[:start] + "*" * (len(text) - start)
    if not decoded.ats:
        return text
    before = "http://" if _is_authority(decoded, rule) else ""
    masked = redact(before + text, keep_length=True)
    if _compiled[_LINE_END].search(text):  # which may be in a password, too
        line = redact(_compiled[_LINE_END].sub(" ", masked), keep_length=True)
        masked = "".join([old if new == " " else new for old, new in zip(masked, line)])
    return masked[len(before) :]


# ---- Errors ----


def _name_char(text: str, rule: str, offset: int) -> str:
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


def _find_triplet(text: str, offset: int) -> tuple[int, int]:
    percent = text.rfind("%", max(offset - 2, 0), offset)
    start = offset if percent < 0 else percent
    length = 3 if text.startswith("%", start) else 1
    return start, min(start + length, len(text))


class URIError(ValueError):
    """A text that does not match a rule of the grammar, or that a policy does not allow."""

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
        return str(self.args[0])

    @property
    def redacted(self) -> str:
        if self.rule != "pct-encoded":
            return _mask(self.text, self.rule)
        start, end = _find_triplet(self.text, self.offset)
        stars = _compiled["."].sub("*", self.text)
        return stars[:start] + self.text[start:end] + stars[end:]

    def __str__(self) -> str:
        # A long text is shown around the offset.
        start = max(self.offset - 40, 0)
        shown = _clip(self.redacted[start:], self.offset + 40 - start)
        if start:
            shown = f"…{shown}"
        if self.rule == "pct-encoded":
            shown = self.text[slice(*_find_triplet(self.text, self.offset))]
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


# ---- Where a text stops ----

# What makes a reference of a text with these endings, if it stands before the text.
_READ_AFTER = {REFERENCE_ENDINGS: "", AUTHORITY_ENDINGS: "//"}
_LITERAL_CHARACTERS = "!.0123459:F[]v~"  # of an IP-literal
_MAX_ADDRESS = len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")
# Appendix B, possessive: no part has the delimiter that ends it. With re.DOTALL, a fragment keeps "\n".
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"


def _longest(size: int, holds: Callable[[int], bool]) -> int:
    largest, step = 0, 1
    while largest + step <= size and holds(largest + step):
        largest += step
        step *= 2
    while step > 1:
        step //= 2
        if largest + step <= size and holds(largest + step):
            largest += step
    return largest


# The pieces of an authority, and the short text for each.
_PIECES = r"(?P<user>.*@)|(?P<literal>\[.*\])|(?P<port>:[0-9]+\Z)|(?P<password>:.+)|(?P<name>[^:]+)"
_SHORT = {"user": "@", "literal": "[::]", "port": ":0", "password": ":a", "name": "a"}


def _shorten(text: str) -> str:
    _, percent, digit = text[-2:].partition("%")
    triplet = percent + digit
    match = _match(_APPENDIX_B, text.removesuffix(triplet))
    scheme, authority, path, query, fragment = match.groups()
    start = "" if scheme is None else "a:"
    if fragment is not None:
        return f"{start}a#{triplet}"
    if query is not None:
        return f"{start}a?{triplet}"
    may_become_authority = authority is None and path == "/"
    if "/" in path and not may_become_authority:
        return f"{start}/a{triplet}"
    if authority is not None:
        short = _compiled[_PIECES].sub(lambda piece: _SHORT[piece.lastgroup or ""], authority)
        return f"{start}//{short}{triplet}"
    if path not in ("", "/"):
        may_become_scheme = _match(SCHEME, path)
        path = "a" if may_become_scheme else "0"
    return f"{start}{path}{triplet}"


# ---- Errors in plain words ----

# The rules of texts that begin with a scheme, that policies can read, and that Appendix B can split.
_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
_REFERENCE_RULES = (
    *_WITH_SCHEME, "URI-reference", "relative-ref", "IRI-reference", "irelative-ref", "relativeURI",
)  # fmt: skip
# What no relative-ref has, or only one with an IP-literal, a userinfo or a port.
_NOT_RELATIVE = r"#.*#|\A//[^/?#]*[:@]|[^!#-;=?-Z_a-z~]|%(?![0-9A-Fa-f]{2})"
# What stands where a port would: after a ":" that no userinfo and no IP-literal holds.
_WRITTEN_PORT = r"(?:[^:/?#]*:)?//(?:[^/?#]*@)?(?:\[[^]/?#@]*\]|[^][/?#@:]*):([^@/?#]*)(?![^/?#])"


def _explain_scheme(text: str, rule: str) -> tuple[str, str]:
    if not text:
        return "it is empty", ""
    hint = ""
    if rule != "absoluteURI" and not re.search(_NOT_RELATIVE, text):
        hint = f'for a relative reference, use rule="{rule[-3:]}-reference"'
    return 'it has to begin with a scheme, such as "https:"', hint


def _explain_literal(text: str, rule: str, offset: int) -> tuple[str, str]:
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
    if rule in ("authority", "iauthority"):
        text, offset = f"//{text}", offset + 2
    elif rule not in _REFERENCE_RULES:
        return rule in ("host", "ihost", "reg-name", "ireg-name")
    host = re.match("(?:[^:/?#]*:)?//(?:[^/?#]*@)?([^/?#@]*)", text)
    return host is not None and host.start(1) <= offset < host.end(1)


def _explain_char(text: str, rule: str, offset: int, in_uri: bool) -> tuple[str, str]:
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


# ---- Rules by their names ----


class Rules(Mapping[str, str]):
    def __init__(
        self, name: str, book: _Rulebook, classes: dict[str, str], characters: str
    ) -> None:
        self._own_name = name
        self._patterns: dict[str, str] = {**core_rules, **book}
        self._keys = {rule.lower(): rule for rule in self._patterns}
        self._endings = {**core_rules.endings, **book.endings}
        self._classes = classes
        self._characters = characters
        # Each returns None for a text that does not match the rule.
        self._verdicts: Any = cache(lambda rule: self.compile(rule).fullmatch)
        # For what _shorten returns.
        self._expected_after = cache(self._list_expected)
        self.rules = tuple(book)

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

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    # A copy is the object itself: pickle finds it by its name.
    def __reduce__(self) -> str:
        return self._own_name

    def __repr__(self) -> str:
        return f"<Rules of {self._own_name}>"

    def canonical_name(self, rule: str) -> str:
        key = _check_str(rule, "rule").lower()
        if key not in self._keys:
            raise ValueError(self.describe_unknown(rule))
        return self._keys[key]

    def describe_unknown(self, rule: str) -> str:
        from difflib import get_close_matches

        message = f"there is no rule {_clip(_mask(rule))!r}"
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", rule):
            return f"{message}; are the rule and the text swapped?"
        by_key = {name.lower(): name for name in self.rules}
        close = [by_key[key] for key in get_close_matches(_clip(rule.lower()), by_key)]
        if close:
            return f"{message}; did you mean {' or '.join(close)}?"
        return f"{message}; there are {', '.join(self.rules)}"

    def pattern(self, rule: str) -> str:
        return _without_possessive(self._patterns[self.canonical_name(rule)])

    def compile(self, rule: str) -> re.Pattern[str]:
        return _compiled[self._patterns[self.canonical_name(rule)]]

    def matches(self, rule: str, text: str) -> bool:
        try:
            return self._verdicts(rule)(text) is not None
        except TypeError:
            wrong = (text, "text") if isinstance(rule, str) else (rule, "rule")
            raise _type_error(*wrong) from None

    def validate(self, rule: str, text: str) -> str:
        """Return the text itself, or raise a URIError that tells where it stops matching the rule."""
        if self.matches(rule, text):
            return text
        name = self.canonical_name(rule)
        offset, expected = self.find_error(name, text)
        error = URIError(text, name, offset, _clip(expected, 300))
        reason, error.hint = self.explain(name, text, offset, expected)
        error.reason = reason or error.reason
        raise error

    def find_error(self, rule: str, text: str) -> tuple[int, str]:
        # Only an IP-literal has a "[", so a wrong one is the first wrong part.
        opening = text.find("[")
        is_literal = opening >= 0 and self.matches(rule, text[:opening] + "[::]")
        if is_literal and rule != "IP-literal" and not _compiled[IP_LITERAL].match(text, opening):
            offset, expected = self.find_error("IP-literal", text[opening:])
            return opening + offset, expected
        match = self.compile(rule).match(text)
        start = match.end() if match else 0
        after = text[start:]
        before = self._shorten(rule, text[:start])
        length = _longest(len(after), lambda size: self._can_begin(rule, before + after[:size]))
        before += after[:length]
        if self._endings[rule] not in _READ_AFTER:
            return start + length, self._list_expected(rule, before)
        return start + length, self._expected_after(rule, self._shorten(rule, before))

    def explain(self, rule: str, text: str, offset: int, expected: str) -> tuple[str, str]:
        return _explain(text, rule, offset, expected)

    def _shorten(self, rule: str, text: str) -> str:
        before = _READ_AFTER.get(self._endings[rule])
        if before is None:
            return text
        return _shorten(before + text).removeprefix(before)

    def _can_begin(self, rule: str, text: str) -> bool:
        verdict = self._verdicts(rule)
        return any(verdict(text + ending) for ending in self._endings[rule])

    def _list_expected(self, rule: str, before: str) -> str:
        characters = self._characters
        if rule == "IP-literal":
            characters = _LITERAL_CHARACTERS
            if len(before) > _MAX_ADDRESS:
                # An IPvFuture goes on as a short one does, by its last two characters.
                _, dot, address = before.partition(".")
                before = f"[v1{dot}{address[-2:]}"
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
        if not expected:
            raise RuntimeError(f"no ending of {rule} completes a text that can begin a match")
        return " / ".join(expected)


# `expected` names the classes of characters, the largest first. Each has samples: if these can come,
# the whole class can. The characters that are tried tell all rules and classes apart.
_URI_CLASSES = {
    "unreserved": "~",
    "ALPHA": "z",
    "HEXDIG": "F",
    "reserved": "]/!",
    "sub-delims": "!",
    "DIGIT": "9",
    "gen-delims": "]/",
}
_URI_CHARACTERS = "!#%+-./0123459:?@F[]vz~"
RFC3986 = Rules("RFC3986", uri_rules, _URI_CLASSES, _URI_CHARACTERS)

_PATTERNS = {name.lower(): pattern for name, pattern in {**core_rules, **uri_rules}.items()}
_GRAMMAR = RFC3986  # the rules that the functions use
# host (3.2.2), with a group for each type. Policies know domains, too.
_TYPED_HOST = rf"\[(?:({IPV6ADDRESS})|({IPVFUTURE}))\]|({IPV4ADDRESS})|({REG_NAME})"
_DOMAINS = ("domain", "fqdn")
_HOST_TYPES = ("IPv6address", "IPvFuture", "IPv4address", "reg-name", *_DOMAINS)


# ---- Verdicts: RFC 3986 sections 3 and 4 ----


def is_uri(text: str) -> bool:
    """Return whether the text is a URI, with a scheme (RFC 3986 section 3)."""
    return _match(URI_RULE, text) is not None


def is_uri_reference(text: str) -> bool:
    """Return whether the text is a URI or a relative reference (RFC 3986 4.1)."""
    return _match(URI_REFERENCE, text) is not None


def is_absolute_uri(text: str) -> bool:
    """Return whether the text is a URI without a fragment (RFC 3986 4.3), as a base URI has to be."""
    return _match(ABSOLUTE_URI, text) is not None


def is_relative_ref(text: str) -> bool:
    """Return whether the text is a reference without a scheme (RFC 3986 4.2)."""
    return _match(RELATIVE_REF, text) is not None


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

# [ userinfo "@" ] host [ ":" port ] (3.2) of any text: the last "@" counts, and the last ":digits".
_SPLIT_AUTHORITY = r"(?:(.*)@)?(\[[^\]]*\]|[^:]*|.*?)(?::([0-9]*))?"
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
    if text.isascii():
        return text.lower()
    # Only ASCII has a case in bytes.
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _write_literal(host: str) -> str:
    literal = _lower(host)
    if not _compiled[IPV6ADDRESS].fullmatch(literal, 1, len(literal) - 1):
        return literal
    import ipaddress

    address = ipaddress.IPv6Address(literal[1:-1])
    if address.ipv4_mapped:
        return f"[::ffff:{address.ipv4_mapped}]"
    return f"[{address}]"


def _add_brackets(host: str) -> str:
    if _compiled[IPV6ADDRESS].fullmatch(host):
        return f"[{host}]"
    return host


_KEEP: "Any" = ...  # the default of replace, where None leaves a part out


def _check_part(name: str, part: object, iri: bool) -> "str | None":
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
    if path[:2] == "//":
        return "/." + path
    if scheme is None and 0 < path.find(":") < (path + "/").find("/"):
        return "./" + path
    return path


def _guard_colon(parts: "tuple[Any, ...]") -> "tuple[Any, ...]":
    if parts[2][:1] == ":" and parts[:2] == (None, None):
        return None, None, "./" + parts[2], *parts[3:]
    return parts


def _join(scheme: "Any", authority: "Any", path: str, query: "Any", fragment: "Any") -> str:
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
    reason = f"{_name_char(text, part, offset)} is not allowed here in the {part}"
    return URIError(text, part, offset, part, reason)


def _join_checked(uri: "URI") -> str:
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
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts."""
    if type(uri) is not URI and (not isinstance(uri, tuple) or len(uri) != 5):
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    if isinstance(uri[2], str):
        text = _join(*uri)
        match: Any = _compiled[_APPENDIX_B].fullmatch(text)
        if match.groups() == uri:
            return text
    return _join_checked(uri)  # a guarded path, or parts of no text


class URI(_Parts):
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty."""

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
        """Return a copy with the given parts replaced (RFC 3986 3)."""
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
        """Return userinfo, host and port (3.2), which are read from the authority at once."""
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
        """The host without brackets and the port as a number, for `socket.create_connection`."""
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
    return int(digits.lstrip("0")[:6] or "0")


_new = tuple.__new__  # URI._make, without its check of the length


def split(text: str) -> URI:
    """Return the parts of any text, by the regular expression of RFC 3986 Appendix B."""
    return _new(URI, _match(_APPENDIX_B, text).groups())


# ---- Resolution: RFC 3986 section 5.2, RFC 2396 section 5.2 ----

_LEADING_DOTS = r"\A(?:\.\.?/)*+(?:\.\.?\Z)?"
_UP = r"/\.\.(?=/)"


def _remove_dots(path: str) -> str:
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


def _get_directory(authority: "str | None", path: str) -> str:
    if authority is not None and not path:
        return "/"
    return path[: path.rfind("/") + 1]


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """Return the target of a reference, relative to a base URI (RFC 3986 5.2.2)."""
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


# ---- Normalization and relative references: RFC 3986 section 6 ----

# A triplet after a stray "%" stays as it is: decoded, "%4%41" would be the triplet "%4A".
_TRIPLET = "%(?<!%%)(?<!%[0-9A-Fa-f]%)[0-9A-Fa-f]{2}"
# Text that needs no work unless it has "%" or "/.": a scheme and an authority without capitals.
_MAYBE_NORMAL = r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"


@cache
def _normalize_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _compiled[f"[{UNRESERVED}]"].fullmatch(char) else triplet.upper()


def _normalize_triplets(part: str) -> str:
    if "%" not in part:
        return part
    return re.sub(_TRIPLET, lambda match: _normalize_triplet(match[0]), part)


def _normalize_port(host_port: str, scheme: "str | None") -> str:
    # (?!) matches nothing.
    default = _DEFAULT_PORTS.get(scheme or "", "(?!)")
    host_port = re.sub(rf"\A(\[[^]]*\]|[^][:]*):(?:0*{default})?\Z", r"\1", host_port)
    literal = r"\A\[[^]%]*\](?=:[0-9]*\Z|\Z)"
    return re.sub(literal, lambda match: _write_literal(match[0]), host_port)


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """Return the text in the normal form of RFC 3986 6.2.2, the same object if it is normal."""
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


def _relate_paths(base: URI, path: str) -> str:
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
    """Return the shortest reference with resolve(base, reference) == resolve(base, target)."""
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


@cache
def _map_octets(pattern: str) -> dict[int, str]:
    table = {octet: f"%{octet:02X}" for octet in range(256)}
    for char in map(chr, table):
        if _compiled[pattern].fullmatch(char):
            table[ord(char)] = char
    return table


def _to_octets(text: str) -> str:
    try:
        return text.encode("utf-8").decode("latin-1")
    except UnicodeEncodeError as e:
        reason = "a lone surrogate cannot be encoded"
        raise URIError(text, "pct-encoded", e.start, "<UTF-8>", reason) from None


def _encode_octets(octets: "str | None", pattern: str) -> "Any":
    if not octets:
        return octets
    encoded = octets.translate(_map_octets(pattern))
    return re.sub("%25(?=[0-9A-Fa-f]{2})", "%", encoded)


def _get_component(component: str) -> str:
    if _check_str(component, "component") not in _COMPONENTS:
        known = ", ".join(_COMPONENTS)
        raise ValueError(f"unknown component {_clip(_mask(component))!r}: {known}")
    return _COMPONENTS[component]


def percent_encode(text: str, component: str = "unreserved") -> str:
    """Percent-encode what a component does not allow, as UTF-8 (RFC 3986 2.1)."""
    pattern = _get_component(component)
    if _match(pattern, text) and "%" not in text:
        return text
    return _to_octets(text).translate(_map_octets(pattern))


def requote(text: str, component: "str | None" = None) -> str:
    """Percent-encode what a URI reference cannot contain, and keep what is already encoded (%XX)."""
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
    """Return the text with its percent-encoded bytes (%XX) decoded, as UTF-8 (RFC 3986 2.1, 2.5)."""
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


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----


def is_valid(text: str, *, rule: str = "URI") -> bool:
    """Return whether the whole text matches the rule. Raises ValueError for an unknown rule."""
    name = _check_str(rule, "rule").lower()
    if name not in _PATTERNS:
        raise ValueError(f"there is no such rule; there are {', '.join(_PATTERNS)}")
    return _match(_PATTERNS[name], text) is not None


def validate(text: str, *, rule: str = "URI") -> str:
    """Return the text itself, if it matches the rule."""
    return _GRAMMAR.validate(rule, text)


def parse(text: str, *, rule: str = "URI") -> URI:
    """Return the parts of a valid text (RFC 3986 4.1). Rules and errors are those of `validate`."""
    return split(_GRAMMAR.validate(rule, text))
