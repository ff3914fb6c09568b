# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 2.0.0 by: uri-regex cut is_uri is_uri_reference is_absolute_uri
is_relative_ref split URI recompose resolve merge remove_dot_segments normalize RFC3986 --without
URI.address --without Rules"""

from __future__ import annotations

import re
import sys
from collections import namedtuple
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

# At run time, these imports would be slow.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "2.0.0"

__all__ = [
    "RFC3986",
    "URI",
    "URIError",
    "is_absolute_uri",
    "is_relative_ref",
    "is_uri",
    "is_uri_reference",
    "merge",
    "normalize",
    "recompose",
    "remove_dot_segments",
    "resolve",
    "split",
]


# ---- Helper for rules of single characters ----


def add_class(rules: dict[str, str], name: str, members: str) -> str:
    rules[name] = f"[{members}]"
    return members


# ---- Characters and rules: RFC 3986 Appendix A ----

uri_rules: dict[str, str] = {}

# ALPHA          =  %x41-5A / %x61-7A   ; A-Z / a-z
ALPHA = "A-Za-z"
# DIGIT          =  %x30-39
#                       ; 0-9
DIGIT = "0-9"
# HEXDIG         =  DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HEXDIG = f"{DIGIT}A-Fa-f"

# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = uri_rules["pct-encoded"] = f"%[{HEXDIG}]{{2}}"


def one_of(chars: str) -> str:
    return f"(?:[{chars}]|{PCT_ENCODED})"


def any_of(chars: str) -> str:
    return f"[{chars}]*+(?:{PCT_ENCODED}[{chars}]*+)*+"


def some_of(chars: str) -> str:
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


# ---- Characters and rules of IRIs: RFC 3987 section 2.2 ----

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

# iunreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
IUNRESERVED = rf"{ALPHA}{DIGIT}\-._~{UCSCHAR}"

# ireg-name      = *( iunreserved / pct-encoded / sub-delims )
IREG_NAME = any_of(f"{IUNRESERVED}{SUB_DELIMS}")


# ---- Helpers: arguments, messages, compiled patterns ----


def _clip(text: str, most: int = 60) -> str:
    if len(text) > most:
        return text[:most] + "…"
    return text


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


def is_uri_reference(text: str) -> bool:
    """Return whether the text is a URI or a relative reference (RFC 3986 4.1)."""
    return _match(URI_REFERENCE, text) is not None


def is_absolute_uri(text: str) -> bool:
    """Return whether the text is a URI without a fragment (RFC 3986 4.3)."""
    return _match(ABSOLUTE_URI, text) is not None


def is_relative_ref(text: str) -> bool:
    """Return whether the text is a reference without a scheme (RFC 3986 4.2)."""
    return _match(RELATIVE_REF, text) is not None


# ---- Errors ----

# The sentence of each kind of error, by its code, with the error's `details` in braces. _SIGNS has the
# codes of texts that do not match their rule.
_WORDS = """\
char: {char} is not allowed here
ends-early: it ends too early
password: a character of the password must be percent-encoded, as %2F for a "/"
empty-scheme: the scheme is empty; use None to leave it out
path-after-authority: after a host, the path must begin with "/"
"""
REASONS: Mapping[str, str] = MappingProxyType(
    {code: words for row in _WORDS.splitlines() for code, _, words in [row.partition(": ")]}
)
_CHAR_NAMES = {
    " ": "a space", "\u00a0": "a no-break space", "\u3000": "an ideographic space", "\t": "a tab",
    "\n": "a line break", "\r": "a line break", "\\": "a backslash",
}  # fmt: skip


def _name_char(char: str) -> str:
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
        return str.__str__(self.args[0])

    @property
    def redacted(self) -> str:
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
# The default ports of schemes whose empty path is "/" (6.2.3).
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}


class URI(
    namedtuple("URI", "scheme authority path query fragment", defaults=(None, None, "", None, None))
):
    """The five parts of a URI reference (RFC 3986 3).

    None is an undefined part, and "" an empty one. The properties are read from
    the authority, not decoded. Parts can be invalid: https://h:abc/ has the
    host "h:abc", whose `host_type` is None.
    """

    __slots__ = ()
    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def __str__(self) -> str:
        return recompose(self)

    def split_authority(self) -> tuple[str | None, str | None, str | None]:
        """Return the userinfo, the host, and the port (RFC 3986 3.2)."""
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
        """
        return _find_host_type(self.host)


_new = tuple.__new__  # as URI._make, but without checking the length


def split(text: str) -> URI:
    """Return the parts of any text, by the pattern of RFC 3986 Appendix B.

    Nothing is validated, and nothing is lost: str(split(text)) == text. `parse`
    rejects invalid texts, such as https://h:abc/.
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


def recompose(uri: URI) -> str:
    """Return the text of the five parts (RFC 3986 5.3).

    A path that would be read as an authority or a scheme gets "/." or "./"
    before it (RFC 3986 3.3, 4.2).

    Raises:
        URIError: No text can have these parts, such as a path with a "?".
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


def _find_host_type(host: str | None) -> str | None:
    match = _match(_TYPED_HOST, host) if host is not None else None
    return match and _GRAMMAR_TYPES[match.lastindex - 1]


def _lower(text: str) -> str:
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
    """
    if not isinstance(base, URI):
        raise TypeError(f"base must be a URI, as split gives it, not {type(base).__name__}")
    return _get_directory(base.authority, base.path) + _check_str(path, "path")


def remove_dot_segments(path: str) -> str:
    """Return the path without its "." and ".." segments (RFC 3986 5.2.4)."""
    return _remove_dots(_check_str(path, "path"))


def _get_directory(authority: str | None, path: str) -> str:
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


def _normalize_triplets(text: str) -> str:
    if "%" not in text:
        return text
    return re.sub(_TRIPLET, lambda match: _normalize_triplet(match[0]), text)


@cache
def _normalize_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _match(f"[{UNRESERVED}]", char) else triplet.upper()


def _lower_but_triplets(text: str) -> str:
    lower = _lower(text)
    if "%" not in text:
        return lower
    return _compiled["%[0-9a-f]{2}"].sub(lambda match: match[0].upper(), lower)


def _normalize_hostport(hostport: str, scheme: str | None) -> str:
    default = _DEFAULT_PORTS.get(scheme or "", "(?!)")  # (?!) never matches
    hostport = re.sub(rf"\A(\[[^]]*\]|[^][:]*):(?:0*{default})?\Z", r"\1", hostport)
    literal = r"\A\[[^]%]*\](?=:[0-9]*\Z|\Z)"
    return re.sub(literal, lambda match: _write_literal(match[0]), hostport)


def _write_literal(host: str) -> str:
    literal = _lower(host)
    if not _compiled[IPV6ADDRESS].fullmatch(literal, 1, len(literal) - 1):
        return literal
    import ipaddress

    address = ipaddress.IPv6Address(literal[1:-1])
    if mapped := address.ipv4_mapped:
        return f"[::ffff:{mapped}]"
    return f"[{address}]"


# ---- Percent-encoding and IRIs: RFC 3986 section 2.1, RFC 3987 section 3 ----

_INVISIBLE = (
    r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)


# ---- Rules by their names ----

# Without possessive quantifiers, so that any Python can compile them.
RFC3986 = {rule: _without_possessive(pattern) for rule, pattern in uri_rules.items()}


# ---- Passwords in any text: RFC 3986 3.2.1 and 7.5 ----

# Plain, and percent-encoded any number of times.
_COLON = "(?i::|%(?:25)*3A)"
_AT = "(?i:@|%(?:25)*40)"
_NO_USER = "[^:/?#@]*:(?=//)|mailto:"


def _mask(text: str, rule: str = "") -> str:
    is_userinfo = "userinfo" in rule.lower()
    has_scheme = not is_userinfo and "authority" not in rule
    scheme = _compiled[_NO_USER].match(text)
    colon = _compiled[_COLON].search(text, scheme.end() if scheme and has_scheme else 0)
    if colon is None:
        return text
    start = end = colon.end()
    for at in _compiled[_AT].finditer(text, start):
        end = at.start()
    if is_userinfo:
        end = len(text)
    return text[:start] + "*" * (end - start) + text[end:]
