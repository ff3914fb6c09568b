# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut out of uri_regex 2.0.0 by: uri-regex cut is_uri is_uri_reference is_absolute_uri
is_relative_ref is_valid validate parse split recompose URI.replace resolve relativize normalize
percent_encode percent_decode requote --short-docs --no-policies --no-iris"""

import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

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


def add_class(rules: dict[str, str], name: str, members: str) -> str:
    rules[name] = f"[{members}]"
    return members


# ---- Characters and rules: RFC 3986 Appendix A ----

core_rules: dict[str, str] = {}  # the first three: RFC 5234 Appendix B.1
uri_rules: dict[str, str] = {}

ALPHA = add_class(core_rules, "ALPHA", "A-Za-z")
DIGIT = add_class(core_rules, "DIGIT", "0-9")
HEXDIG = add_class(core_rules, "HEXDIG", f"{DIGIT}A-Fa-f")

PCT_ENCODED = uri_rules["pct-encoded"] = f"%[{HEXDIG}]{{2}}"


def one_of(chars: str) -> str:
    return f"(?:[{chars}]|{PCT_ENCODED})"


def any_of(chars: str) -> str:
    return f"[{chars}]*+(?:{PCT_ENCODED}[{chars}]*+)*+"


def some_of(chars: str) -> str:
    return one_of(chars) + any_of(chars)


UNRESERVED = add_class(uri_rules, "unreserved", rf"{ALPHA}{DIGIT}\-._~")

GEN_DELIMS = add_class(uri_rules, "gen-delims", r":\/?#\[\]@")

SUB_DELIMS = add_class(uri_rules, "sub-delims", r"!$&'\(\)*+,;=")

RESERVED = add_class(uri_rules, "reserved", f"{GEN_DELIMS}{SUB_DELIMS}")

PCHAR = f"{UNRESERVED}{SUB_DELIMS}:@"
uri_rules["pchar"] = one_of(PCHAR)

SCHEME = uri_rules["scheme"] = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*+"

USERINFO = uri_rules["userinfo"] = any_of(f"{UNRESERVED}{SUB_DELIMS}:")

DEC_OCTET = uri_rules["dec-octet"] = f"(?:25[0-5]|2[0-4][{DIGIT}]|1[{DIGIT}]{{2}}|[1-9]?[{DIGIT}])"

IPV4ADDRESS = uri_rules["IPv4address"] = rf"(?:{DEC_OCTET}\.){{3}}{DEC_OCTET}"

H16 = uri_rules["h16"] = f"[{HEXDIG}]{{1,4}}"

LS32 = uri_rules["ls32"] = f"(?:{H16}:{H16}|{IPV4ADDRESS})"

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

IPVFUTURE = uri_rules["IPvFuture"] = rf"[Vv][{HEXDIG}]++\.[{UNRESERVED}{SUB_DELIMS}:]++"

IP_LITERAL = uri_rules["IP-literal"] = rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]"

REG_NAME = uri_rules["reg-name"] = any_of(f"{UNRESERVED}{SUB_DELIMS}")

HOST = uri_rules["host"] = f"(?:{IP_LITERAL}|{REG_NAME})"

PORT = uri_rules["port"] = f"[{DIGIT}]*+"

AUTHORITY = uri_rules["authority"] = f"(?:{USERINFO}@)?{HOST}(?::{PORT})?"

SEGMENT = uri_rules["segment"] = any_of(PCHAR)

SEGMENT_NZ = uri_rules["segment-nz"] = some_of(PCHAR)

SEGMENT_NZ_NC = uri_rules["segment-nz-nc"] = some_of(f"{UNRESERVED}{SUB_DELIMS}@")

PATH_REST = any_of(rf"{PCHAR}\/")

PATH_ABEMPTY = uri_rules["path-abempty"] = f"(?:/{PATH_REST})?+"

PATH_ABSOLUTE = uri_rules["path-absolute"] = f"/(?:{one_of(PCHAR)}{PATH_REST})?"

PATH_NOSCHEME = uri_rules["path-noscheme"] = SEGMENT_NZ_NC + PATH_ABEMPTY

PATH_ROOTLESS = uri_rules["path-rootless"] = one_of(PCHAR) + PATH_REST

PATH_EMPTY = uri_rules["path-empty"] = ""

PATH = uri_rules["path"] = f"(?:{PATH_ABEMPTY}|{PATH_ROOTLESS})"

QUERY = uri_rules["query"] = any_of(rf"{PCHAR}\/?")

FRAGMENT = uri_rules["fragment"] = any_of(rf"{PCHAR}\/?")

HIER_PART = uri_rules["hier-part"] = f"(?://{AUTHORITY}{PATH_ABEMPTY}|/?(?:{PATH_ROOTLESS})?)"

URI_RULE = uri_rules["URI"] = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"

ABSOLUTE_URI = uri_rules["absolute-URI"] = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?"

RELATIVE_PART = uri_rules["relative-part"] = (
    f"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_EMPTY})"
)

RELATIVE_REF = uri_rules["relative-ref"] = rf"{RELATIVE_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"

URI_REFERENCE = uri_rules["URI-reference"] = (
    rf"(?:{SCHEME}:{HIER_PART}|{RELATIVE_PART})(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
)


# ---- Characters and rules of IRIs: RFC 3987 section 2.2 ----

UCSCHAR = (
    "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    "\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
    "\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd"
    "\U00070000-\U0007fffd\U00080000-\U0008fffd\U00090000-\U0009fffd"
    "\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U000cfffd"
    "\U000d0000-\U000dfffd\U000e1000-\U000efffd"
)

IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


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
    from difflib import get_close_matches

    known = f"there are {', '.join(names)}"
    by_key = {name.lower(): name for name in names}
    for key in get_close_matches(_clip(wrong.lower()), by_key, n=1, cutoff=0.5):
        return f"did you mean {by_key[key]}? {known}"
    return known


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
        _check_str(text, what)
        raise


# ---- Passwords in any text: RFC 3986 3.2.1 and 7.5 ----

_MAY_SPELL_AT = r"@|%[0-9A-Fa-f]{2}|&(?:#|[a-z]{2,6};)|\\[xu]|\0"

_PERCENT = r"(?:%|\\+u0025|&(?:amp;)*\#37;)(?:25)*"
_BY_CODE = rf"(?:{_PERCENT}|(?:\\+|{_PERCENT}5[Cc])(?:u00|x)|&(?:amp;)*\#[Xx]?0*)"
_COLON = rf"(?::|{_BY_CODE}3[Aa]|&(?:amp;)*(?:\#0*58|colon);)"
_AT = rf"(?:@|{_BY_CODE}40|&(?:amp;)*(?:\#0*64|commat);)"
_NO_USER = "[^:/?#@]*:(?=//)|mailto:"


def _mask(text: str, rule: str = "") -> str:
    is_userinfo = "userinfo" in rule.lower()
    scheme = _compiled[_NO_USER].match(text)
    colon = _compiled[_COLON].search(text, scheme.end() if scheme and not is_userinfo else 0)
    if colon is None:
        return text
    start = end = colon.end()
    for at in _compiled[_AT].finditer(text, start):
        end = at.start()
    if is_userinfo:
        end = len(text)
    return text[:start] + "*" * (end - start) + text[end:]


# ---- Errors ----

_MASKED = "a masked character"


def _name_char(text: str, rule: str, offset: int) -> str:
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
    percent = text.rfind("%", max(offset - 2, 0), offset)
    if percent >= 0:
        offset = percent
    return _compiled["%.{0,2}|.?"].match(text, offset)


class URIError(ValueError):
    """A text that does not match a rule of the grammar, or that a policy does not allow."""

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
        return str(self.args[0])

    @property
    def redacted(self) -> str:
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

_ENDINGS = ("", ":a", "aa", "a", "/", "aa.a", "aa@a")
_ADDRESS_ENDINGS = ("", "::", ":a", "0", ".0", "0.0", ".0.0", "0.0.0", ".0.0.0")
_LITERAL_ENDINGS = ("", *[f"{ending}]" for ending in _ADDRESS_ENDINGS])
_ADDRESSES = ("IPv4address", "ls32", "IPv6address")


def _list_endings(rule: str, text: str) -> tuple[str, ...]:
    if text.rfind("[") > text.rfind("]"):
        return _LITERAL_ENDINGS
    return _ADDRESS_ENDINGS if rule in _ADDRESSES else _ENDINGS


def _longest(size: int, holds: Callable[[int], bool]) -> int:
    largest, step = 0, 1
    while largest < size:
        number = min(largest + step, (largest + size + 1) // 2)
        if holds(number):
            largest = number
            step *= 2
        else:
            size = number - 1
    return largest


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

_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
_REFERENCE_RULES = (
    *_WITH_SCHEME, "URI-reference", "relative-ref", "IRI-reference", "irelative-ref", "relativeURI",
)  # fmt: skip
_READ_AFTER = {"authority": "//", "host": "//@", "IP-literal": "//@"}
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
_WRONG_PARTS = (
    r"(?:(?P<scheme>[^:/?#]++):)?+(?://(?:(?P<userinfo>[^@\[/?#]*+)@)?+"
    rf"(?:(?P<bare>{IPV6ADDRESS})(?![^/?#])"
    r"|(?:\[(?:(?P<future>[Vv][^\]/?#]*+)|(?P<literal>[^\]/?#]*+)))?+"
    r"(?P<host>[^:/?#]*+)(?::(?P<port>[^/?#]*+))?+))?+"
    r"(?P<path>[^?#]*+)(?:\?(?P<query>[^#]*+))?+(?:#(?P<fragment>.*+))?+"
)
_SSH_ADDRESS = r"([A-Za-z0-9._-]{1,40}@[A-Za-z0-9.-]{1,60}):/?([A-Za-z._~-][A-Za-z0-9._~/-]{0,90})"
_ENCODING_PARTS = ("a userinfo", "a path", "an absolute path", "a segment", "a query", "a fragment")
_ENCODED = r'[ "<>\\^`{|}\[\]]|[^\0-\x7f]'  # what to percent-encode there
_NO_SCHEME = 'it has to begin with a scheme, such as "https:"'
_ZONE = "a zone identifier is not allowed here"
_WRONG_TRIPLET = '"%" has to be followed by two hex digits; write %25 for a "%" itself'

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
    for name, pattern, words in _WORDS:
        if name in part and (match := _compiled[f"(?-s:{pattern})"].match(place)):
            return words.format(*match.groups())
    return ""


def _explain_char(rule: str, text: str, offset: int, part: str) -> str:
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


class Rules:
    def __init__(self, name: str, rules: dict[str, str], classes: dict[str, str]) -> None:
        self._own_name = name
        self._patterns = core_rules | rules
        self._keys = {rule.lower(): rule for rule in self._patterns}
        self._classes = classes
        self._verdicts: Any = cache(lambda rule: self.compile(rule).fullmatch)
        self._expected_after = lru_cache(maxsize=1_000)(self._list_expected)
        self.rules = tuple(rules)

    __eq__ = object.__eq__

    def canonical_name(self, rule: str) -> str:
        key = _check_str(rule, "rule").lower()
        if key not in self._keys:
            raise ValueError(self.describe_unknown(rule))
        return self._keys[key]

    def describe_unknown(self, rule: str) -> str:
        message = f"there is no rule {_clip(_mask(rule))!r}"
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", rule):
            return f"{message}; are the rule and the text swapped?"
        return f"{message}; {_suggest_name(rule, self.rules)}"

    def compile(self, rule: str) -> re.Pattern[str]:
        return _compiled[self._patterns[self.canonical_name(rule)]]

    def matches(self, rule: str, text: str) -> bool:
        try:
            return self._verdicts(rule)(text) is not None
        except TypeError:
            _check_str(rule, "rule")
            _check_str(text)
            raise

    def validate(self, rule: str, text: str) -> str:
        if self.matches(rule, text):
            return text
        name = self.canonical_name(rule)
        offset, expected = self.find_error(name, text)
        error = URIError(text, name, offset, _clip(expected, 300))
        reason, error.hint = self.explain(name, text, offset, expected)
        error.reason = reason or error.reason
        raise error

    def find_error(self, rule: str, text: str) -> tuple[int, str]:
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
        if rule == "host" and "hostname" in self.rules:
            rule = "hostname"
        return _explain(rule, text, offset)

    def _can_begin(self, rule: str, text: str) -> bool:
        verdict = self._verdicts(rule)
        return any(verdict(text + ending) for ending in _list_endings(rule, text))

    def _list_expected(self, rule: str, before: str) -> str:
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


_URI_CLASSES = {
    "unreserved": "-.0123459Fvz~",
    "ALPHA": "Fvz",
    "HEXDIG": "0123459F",
    "reserved": "!#+/:?@[]",
    "sub-delims": "!+",
    "DIGIT": "0123459",
    "gen-delims": "#/:?@[]",
}
RFC3986 = Rules("RFC3986", uri_rules, _URI_CLASSES)

_PATTERNS = {name.lower(): pattern for name, pattern in {**core_rules, **uri_rules}.items()}
_GRAMMAR = RFC3986  # the rules that the functions use
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

_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
_SPLIT_AUTHORITY = r"(?:(.*)@)?(\[[^]]*\]|[^:]*|.*?)(?::([0-9]*))?"
_IN_AUTHORITY = ("userinfo", "host", "port")
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
    if mapped := address.ipv4_mapped:
        return f"[::ffff:{mapped}]"
    return f"[{address}]"


def _add_brackets(host: str) -> str:
    if _match(IPV6ADDRESS, host):
        return f"[{host}]"
    return host


_KEEP: "Any" = ...  # the default of replace, where None leaves a part out


def _check_part(name: str, part: object, iri: bool) -> "str | None":
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


def _join(scheme: "Any", authority: "Any", path: str, query: "Any", fragment: "Any") -> str:
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
    if text[:1] == ":":
        return f"./{text}"
    return text


def _part_error(text: str, part: str, offset: int) -> URIError:
    reason = f"{_name_char(text, part, offset)} is not allowed here in the {part}"
    return URIError(text, part, offset, part, reason)


_PART_ENDS = (r"[:/?#]|\A\Z", "[/?#]", "[?#]", "#")


def _check_parts(parts: "Sequence[Any]") -> None:
    for i, end in enumerate(_PART_ENDS):
        if i == 2 and parts[1] is not None:
            end = r"[?#]|\A[^/]"  # a path after an authority
        if parts[i] is not None and (wrong := re.search(end, parts[i])):
            start = len(_join(*parts[: i + 1], *URI()[i + 1 :])) - len(parts[i]) if i else 0
            raise _part_error(_join(*parts), URI._fields[i], start + wrong.start())


def recompose(uri: "URI") -> str:
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts."""
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
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty."""

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
        """Return a copy with the given parts replaced (RFC 3986 3). None leaves a part out."""
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
        """Return userinfo, host and port (3.2)."""
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
        """The first rule of 3.2.2 that the host matches, or RFC 3987's "ireg-name", or None."""
        return _find_host_type(self.host)

    @property
    def address(self) -> "tuple[str, int | None] | None":
        """The host without brackets and the port as a number, for `socket.create_connection`."""
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
    return int(digits.lstrip("0")[:6] or "0")


_new = tuple.__new__  # URI._make, without its check of the length


def split(text: str) -> URI:
    """Return the parts of any text, by the regular expression of RFC 3986 Appendix B."""
    return _new(URI, _match(_APPENDIX_B, text).groups())


# ---- Resolution: RFC 3986 section 5.2, RFC 2396 section 5.2 ----


def _remove_dots(path: str) -> str:
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
                return _guard_colon(_join(scheme, authority, old_path, query, fragment))
            if path[0] != "/":
                path = _get_directory(authority, old_path) + path
    return _guard_colon(_join(scheme, authority, _remove_dots(path), query, fragment))


# ---- Normalization and relative references: RFC 3986 section 6 ----

_TRIPLET = "%(?<!%%)(?<!%[0-9A-Fa-f]%)[0-9A-Fa-f]{2}"
_IN_LOWER_CASE = (
    r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))"
    r"(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"
)


@cache
def _normalize_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _match(f"[{UNRESERVED}]", char) else triplet.upper()


def _normalize_triplets(part: str) -> str:
    if "%" not in part:
        return part
    return re.sub(_TRIPLET, lambda match: _normalize_triplet(match[0]), part)


def _normalize_port(host: str, scheme: "str | None") -> str:
    default = _DEFAULT_PORTS.get(scheme or "", "(?!)")  # which matches nothing
    host = re.sub(rf"\A(\[[^]]*\]|[^][:]*):(?:0*{default})?\Z", r"\1", host)
    literal = r"\A\[[^]%]*\](?=:[0-9]*\Z|\Z)"
    return re.sub(literal, lambda match: _write_literal(match[0]), host)


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """Return the text in the normal form of RFC 3986 6.2.2, the same object if it is normal."""
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


def relativize(base: str, target: str) -> str:
    """Return the shortest reference with resolve(base, reference) == resolve(base, target)."""
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

_BROKEN_SCHEME = f"(?!{SCHEME}:)[^:/?#]*+:"
_BACKSLASH_IN_AUTHORITY = rf"""(?x)
{SCHEME} :// [^/?#\\]*+ \\                                         # of x://host\ .
| (?: (?ai: https? | wss? | ftp ) : | // ) [/\\]* [^/?#\\]*+ \\    # of http:\\host or ///host\ .
| (?: (?ai: file ) : )? (?: / \\ | \\ [/\\] )                      # of file:\\host or \\host
"""


def _to_triplets(chars: str) -> str:
    return "%" + chars.encode("utf-8", "surrogateescape").hex("%").upper()


@lru_cache(100)
class _Encoder(dict[int, str]):
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
    return _compiled["%25(?=[0-9A-Fa-f]{2})"].sub("%", _Encoder(chars).encode(part))


def _check_component(component: str) -> None:
    if _check_str(component, "component") not in _COMPONENTS:
        wrong = f"unknown component {_clip(_mask(component))!r}"
        raise ValueError(f"{wrong}; {_suggest_name(component, _COMPONENTS)}")


def percent_encode(text: str, component: str = "unreserved", safe: str = "") -> str:
    """Percent-encode the characters that a component does not allow, as UTF-8 (RFC 3986 2.1)."""
    _check_component(component)
    if "%" in _check_str(safe, "safe") or not safe.isascii():
        raise ValueError(f'safe must be ASCII characters other than "%", not {_clip(safe)!r}')
    _check_encodable(text)
    return _Encoder(_COMPONENTS[component], safe).encode(text)


def requote(text: str, component: "str | None" = None, iri: bool = False) -> str:
    """Percent-encode what a URI reference cannot contain, and keep what is already encoded (%XX)."""
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
    """Return the text with its percent-encoded bytes (%XX) decoded, as UTF-8 (RFC 3986 2.1, 2.5)."""
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
