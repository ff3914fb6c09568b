# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""URIs by the grammar: RFC 3986, RFC 3987, RFC 2396 and your own ABNF, as regular expressions.

The grammars stand below as the RFCs print them. A small compiler turns each rule into one regular
expression, so that a verdict is the RFC's own; small functions split, resolve, normalize and find.

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

To vendor it, copy this file and keep its two licence lines. It needs Python 3.9 or later and nothing
else; `captures` and `partial` alone need the `regex` package.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections import namedtuple
from functools import cache
from itertools import groupby
from operator import le

# `typing` takes longer to import than all of this file, and only type checkers read it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any, NamedTuple, TypeVar

    _Method = TypeVar("_Method", bound=Callable[..., Any])
    Ranges = tuple[tuple[int, int], ...]  # code points, both ends included, sorted, never touching
    Node = tuple[Any, ...]  # ("set", …), ("cat", …), …: see "Reading ABNF"

__version__ = "0.1.0"

__all__ = [
    "RFC2396", "RFC3986", "RFC3987", "RFC6874", "URI", "Found", "Grammar", "GrammarError",
    "URIError", "equivalent", "find", "iri_to_uri", "is_absolute_uri", "is_relative_ref",
    "is_uri", "is_uri_reference", "main", "merge", "normalize", "parse", "percent_decode",
    "percent_encode", "recompose", "redact", "relativize", "remove_dot_segments", "requote",
    "resolve", "resolve_rfc2396", "split", "uri_to_iri", "validate",
]  # fmt: skip


# ---- Errors --------------------------------------------------------------------------------------


# The rules that begin with a scheme, of the three grammars.
_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
# What stands where a port would: behind a ":" that no userinfo and no IP-literal holds.
_PORT = r"(?:[^:/?#]*:)?//(?:[^/?#]*@)?(?:\[[^]/?#]*\]|[^][/?#@:]*):([^@/?#]*)(?![^/?#])"


class URIError(ValueError):
    """A text that is not what a rule of the grammar says, or that breaks a policy.

    `text` is the text and `rule` the name of the rule, or of the part. `offset` is the index of the
    first wrong character, such that no valid text begins with text[:offset + 1], or the text's length
    where it only ends too early. `expected` is what could have stood there, as ABNF: 'HEXDIG',
    'DIGIT / <end of text>'. Of a policy it is where the part begins, and what the part may be.
    `reason` says what is wrong, in plain words where the text shows it.

    >>> try:
    ...     validate("http://a/b c")
    ... except URIError as error:
    ...     print(error.rule, error.offset, error.reason)
    URI 10 a space is not allowed here; write %20
    """

    def __init__(self, text: str, rule: str, offset: int, expected: str, reason: str = "") -> None:
        expected = expected if len(expected) < 300 else expected[:300] + "…"
        super().__init__(text, rule, offset, expected, reason)  # args: so pickle and copy work
        self.text, self.rule, self.offset, self.expected = text, rule, offset, expected

    def _found(self) -> str:
        if self.offset >= len(self.text):
            return "the end"
        found = self.text[self.offset]
        return f"'{found}'" if found.isprintable() else repr(found)

    def _cause(self) -> str:
        """What is wrong in plain words, where the text shows it."""
        before, found = self.text[: self.offset], self.text[self.offset : self.offset + 1]
        could_be = self.expected.split(" / ")
        port = re.match(_PORT, self.text)
        if self.rule in _WITH_SCHEME and not re.match("[^:/?#]*:", self.text):
            return "it has no scheme: is it a relative reference?"
        if could_be == ["HEXDIG"] and "%" in before[-2:]:
            return '"%" has to be followed by two hex digits; write %25 for a "%" itself'
        if found in ("", "/", "?", "#") and "[" in before[before.rfind("]") + 1 :]:
            return 'the "[" is not closed'
        if port and port.start(1) <= self.offset <= port.end(1) and port[1].strip("0123456789"):
            return "the port is not a number"
        if not found or '"%"' not in could_be or not {"unreserved", "iunreserved"} & {*could_be}:
            return ""  # a triplet would not help
        if not found.isascii():
            iri = "unreserved" in could_be and found.isprintable()
            return f"{found!r} is not ASCII; an IRI may have it: see iri_to_uri" if iri else ""
        second = found == "#" and "#" in before
        what = "a space" if found == " " else 'a second "#"' if second else self._found()
        return f"{what} is not allowed here; write %{ord(found):02X}"

    @property
    def reason(self) -> str:
        """What is wrong, in a sentence without the offset and the text."""
        return self.args[4] or self._cause() or f"expected {self.expected}, found {self._found()}"

    def __str__(self) -> str:
        # A long text is shown around the offset only; repr() keeps the message on one line.
        start, end = max(self.offset - 40, 0), self.offset + 40
        shown = "…" * (start > 0) + self.text[start:end] + "…" * (end < len(self.text))
        if self.args[4]:
            return f"{self.args[4]} (at offset {self.offset}): {shown!r}"
        cause, found = self._cause(), self._found()
        what = f"expected {self.expected} at offset {self.offset}, found {found}"
        return f"not a valid {self.rule}: {f'{cause} ({what})' if cause else what}: {shown!r}"


class GrammarError(ValueError):
    """ABNF that cannot be read or compiled, or a rule that a grammar does not have.

    `message` says what is wrong, and `line` is the line at fault, or None where there is none.

    >>> try:
    ...     Grammar('a = "x"\\nb = c')
    ... except GrammarError as error:
    ...     print(error.line, error.message)
    2 b refers to c, which is not defined
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        message = message if len(message) < 300 else message[:300] + "…"
        super().__init__(message, line)
        self.message, self.line = message, line

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


def _not_str(value: object, what: str = "text") -> TypeError:
    return TypeError(f"{what} must be str, not {type(value).__name__}")


def _str(value: Any, what: str = "text") -> str:
    if not isinstance(value, str):
        raise _not_str(value, what)
    return value


def _several(values: Any, what: str, kinds: tuple[type, ...] = (str,)) -> tuple[Any, ...]:
    """An argument that is several strings, or ports; one alone is that one, not its letters."""
    alone = isinstance(values, (*kinds, bytes, bytearray)) or not hasattr(values, "__iter__")
    several = (values,) if alone else tuple(values)
    for value in several:
        if not isinstance(value, kinds) or isinstance(value, bool):
            names = " or ".join([kind.__name__ for kind in kinds])
            raise TypeError(f"{what} must be {names}, not {type(value).__name__}")
    return several


# ---- The grammars: RFC 3986 Appendix A, RFC 3987 2.2, RFC 6874 2, RFC 2396 Appendix A ------------
# As the RFCs print them, in their order. Nothing here is read before it is used.

_ABNF_3986 = """
URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]

hier-part     = "//" authority path-abempty
              / path-absolute
              / path-rootless
              / path-empty

URI-reference = URI / relative-ref

absolute-URI  = scheme ":" hier-part [ "?" query ]

relative-ref  = relative-part [ "?" query ] [ "#" fragment ]

relative-part = "//" authority path-abempty
              / path-absolute
              / path-noscheme
              / path-empty

scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )

authority     = [ userinfo "@" ] host [ ":" port ]
userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
host          = IP-literal / IPv4address / reg-name
port          = *DIGIT

IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"

IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )

IPv6address   =                            6( h16 ":" ) ls32
              /                       "::" 5( h16 ":" ) ls32
              / [               h16 ] "::" 4( h16 ":" ) ls32
              / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
              / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
              / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
              / [ *4( h16 ":" ) h16 ] "::"              ls32
              / [ *5( h16 ":" ) h16 ] "::"              h16
              / [ *6( h16 ":" ) h16 ] "::"

h16           = 1*4HEXDIG
ls32          = ( h16 ":" h16 ) / IPv4address
IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet

dec-octet     = DIGIT                 ; 0-9
              / %x31-39 DIGIT         ; 10-99
              / "1" 2DIGIT            ; 100-199
              / "2" %x30-34 DIGIT     ; 200-249
              / "25" %x30-35          ; 250-255

reg-name      = *( unreserved / pct-encoded / sub-delims )

path          = path-abempty    ; begins with "/" or is empty
              / path-absolute   ; begins with "/" but not "//"
              / path-noscheme   ; begins with a non-colon segment
              / path-rootless   ; begins with a segment
              / path-empty      ; zero characters

path-abempty  = *( "/" segment )
path-absolute = "/" [ segment-nz *( "/" segment ) ]
path-noscheme = segment-nz-nc *( "/" segment )
path-rootless = segment-nz *( "/" segment )
path-empty    = 0<pchar>

segment       = *pchar
segment-nz    = 1*pchar
segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
              ; non-zero-length segment without any colon ":"

pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"

query         = *( pchar / "/" / "?" )

fragment      = *( pchar / "/" / "?" )

pct-encoded   = "%" HEXDIG HEXDIG

unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
reserved      = gen-delims / sub-delims
gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
              / "*" / "+" / "," / ";" / "="
"""

# RFC 3987 2.2 without the rules that it repeats from RFC 3986.
_ABNF_3987 = """
IRI            = scheme ":" ihier-part [ "?" iquery ]
                      [ "#" ifragment ]

ihier-part     = "//" iauthority ipath-abempty
               / ipath-absolute
               / ipath-rootless
               / ipath-empty

IRI-reference  = IRI / irelative-ref

absolute-IRI   = scheme ":" ihier-part [ "?" iquery ]

irelative-ref  = irelative-part [ "?" iquery ] [ "#" ifragment ]

irelative-part = "//" iauthority ipath-abempty
               / ipath-absolute
               / ipath-noscheme
               / ipath-empty

iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]
iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
ihost          = IP-literal / IPv4address / ireg-name

ireg-name      = *( iunreserved / pct-encoded / sub-delims )

ipath          = ipath-abempty   ; begins with "/" or is empty
               / ipath-absolute  ; begins with "/" but not "//"
               / ipath-noscheme  ; begins with a non-colon segment
               / ipath-rootless  ; begins with a segment
               / ipath-empty     ; zero characters

ipath-abempty  = *( "/" isegment )
ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]
ipath-noscheme = isegment-nz-nc *( "/" isegment )
ipath-rootless = isegment-nz *( "/" isegment )
ipath-empty    = 0<ipchar>

isegment       = *ipchar
isegment-nz    = 1*ipchar
isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims
                     / "@" )
               ; non-zero-length segment without any colon ":"

ipchar         = iunreserved / pct-encoded / sub-delims / ":"
               / "@"

iquery         = *( ipchar / iprivate / "/" / "?" )

ifragment      = *( ipchar / "/" / "?" )

iunreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar

ucschar        = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
               / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
               / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
               / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
               / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
               / %xD0000-DFFFD / %xE1000-EFFFD

iprivate       = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
"""

# RFC 6874 section 2. The zone's "%" is written "%25", as everywhere in a URI.
_ABNF_6874 = """
IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture  ) "]"

ZoneID = 1*( unreserved / pct-encoded )

IPv6addrz = IPv6address "%25" ZoneID
"""

_ABNF_2396 = """
URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
absoluteURI   = scheme ":" ( hier_part | opaque_part )
relativeURI   = ( net_path | abs_path | rel_path ) [ "?" query ]

hier_part     = ( net_path | abs_path ) [ "?" query ]
opaque_part   = uric_no_slash *uric

uric_no_slash = unreserved | escaped | ";" | "?" | ":" | "@" |
                "&" | "=" | "+" | "$" | ","

net_path      = "//" authority [ abs_path ]
abs_path      = "/"  path_segments
rel_path      = rel_segment [ abs_path ]

rel_segment   = 1*( unreserved | escaped |
                    ";" | "@" | "&" | "=" | "+" | "$" | "," )

scheme        = alpha *( alpha | digit | "+" | "-" | "." )

authority     = server | reg_name

reg_name      = 1*( unreserved | escaped | "$" | "," |
                    ";" | ":" | "@" | "&" | "=" | "+" )

server        = [ [ userinfo "@" ] hostport ]
userinfo      = *( unreserved | escaped |
                   ";" | ":" | "&" | "=" | "+" | "$" | "," )

hostport      = host [ ":" port ]
host          = hostname | IPv4address
hostname      = *( domainlabel "." ) toplabel [ "." ]
domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
port          = *digit

path          = [ abs_path | opaque_part ]
path_segments = segment *( "/" segment )
segment       = *pchar *( ";" param )
param         = *pchar
pchar         = unreserved | escaped |
                ":" | "@" | "&" | "=" | "+" | "$" | ","

query         = *uric

fragment      = *uric

uric          = reserved | unreserved | escaped
reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
                "$" | ","
unreserved    = alphanum | mark
mark          = "-" | "_" | "." | "!" | "~" | "*" | "'" |
                "(" | ")"

escaped       = "%" hex hex
hex           = digit | "A" | "B" | "C" | "D" | "E" | "F" |
                        "a" | "b" | "c" | "d" | "e" | "f"

alphanum      = alpha | digit
alpha         = lowalpha | upalpha

; Written as ranges: a literal of RFC 2396 "corresponds to the character it represents" (1.6), in
; its own case, while one of RFC 5234 matches both.
lowalpha = %x61-7A
upalpha  = %x41-5A
digit    = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
           "8" | "9"
"""

# RFC 5234 Appendix B.1, known to every grammar; a grammar's own rule of that name goes first. LWSP
# is as there, with its warning: it lets a lone line break in.
_ABNF_CORE = """
ALPHA  = %x41-5A / %x61-7A   ; A-Z / a-z
BIT    = "0" / "1"
CHAR   = %x01-7F
CR     = %x0D
CRLF   = CR LF
CTL    = %x00-1F / %x7F
DIGIT  = %x30-39             ; 0-9
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB   = %x09
LF     = %x0A
LWSP   = *(WSP / CRLF WSP)
OCTET  = %x00-FF
SP     = %x20
VCHAR  = %x21-7E
WSP    = SP / HTAB
"""


# ---- Reading ABNF: RFC 5234 and 7405, and "|" as RFC 2396 writes it ------------------------------
# A rule is read into a tree of plain tuples:
#   ("set", ranges, label)     one character; the label is how the grammar wrote it
#   ("ref", name, line)        another rule
#   ("cat", nodes) ("alt", nodes) ("rep", node, low, high or None)

_NAME = r"[A-Za-z][A-Za-z0-9_-]*"  # RFC 2396 has "_" where RFC 5234 has only "-"
_TOKEN = (
    r"(?P<newline>\r?\n)|(?P<blank>[ \t]+|;[^\r\n]*)"
    rf"|(?P<rule>{_NAME})(?:[ \t]|(?:;[^\r\n]*)?\r?\n[ \t])*(?P<is>=/?)|(?P<name>{_NAME})"
    r'|(?P<repeat>[0-9]*\*[0-9]*|[0-9]+)|(?P<string>(?:%[SsIi])?"[ !#-~]*")'
    r"|(?P<number>%(?:[Xx][0-9A-Fa-f]+(?:-[0-9A-Fa-f]+|(?:\.[0-9A-Fa-f]+)*)"
    r"|[Dd][0-9]+(?:-[0-9]+|(?:\.[0-9]+)*)|[Bb][01]+(?:-[01]+|(?:\.[01]+)*)))(?![0-9A-Za-z])"
    r"|(?P<prose><[ -=?-~]*>)|(?P<or>[/|])|(?P<open>[(\[])|(?P<close>[)\]])|(?P<bad>[\s\S])"
)
_MAX_GROUPS = 30  # one in another, and
_MAX_DEPTH = 100  # of trees, rules written out: far from Python's and `re`'s recursion limits
_MAX_SIZE = 100_000  # characters in a rule with its repeats written out: `re` compiles 1 µs each
_MAX_REPEAT = 65_535  # as PCRE; RE2 takes 1,000
_MAX_TRIES = 50_000  # of a match anew: 42,625 in RFC 6874, the most here
_EMPTY: Node = ("cat", ())

_Rule = namedtuple("_Rule", "name node line")


def _joined(kind: str, nodes: Sequence[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else (kind, tuple(nodes))


class _Frame:
    """An open rule or group: what closes it, its line, what it holds so far."""

    def __init__(self, closer: str, line: int) -> None:
        self.closer, self.line = closer, line
        self.alternatives: list[Node] = []
        self.items: list[Node] = []
        self.repeat: tuple[int, int | None] | None = None

    def add(self, node: Node) -> None:
        if self.repeat:
            node = ("rep", node, *self.repeat) if self.repeat[1] != 0 else _EMPTY  # 0<pchar>
            self.repeat = None
        self.items.append(node)

    def end_alternative(self, line: int) -> None:
        if self.repeat or not self.items:
            raise GrammarError("an element is missing", line)
        self.alternatives.append(_joined("cat", self.items))
        self.items = []

    def close(self, line: int) -> Node:
        self.end_alternative(line)
        return _joined("alt", self.alternatives)


def _repeat(token: str, line: int) -> tuple[int, int | None]:
    low, star, high = (part and (part.lstrip("0") or "0") for part in token.partition("*"))
    if max(len(low), len(high)) > 9 or max(int(low or 0), int(high or 0)) > _MAX_REPEAT:
        raise GrammarError(f"a repeat of more than {_MAX_REPEAT}: {token[:20]}", line)
    lowest = int(low or 0)
    highest = lowest if not star else int(high) if high else None
    if highest is not None and highest < lowest:
        raise GrammarError(f"a repeat that ends before it begins: {token}", line)
    return lowest, highest


def _literal(token: str) -> Node:
    """RFC 5234 2.3 and 7405: ASCII letters match both cases, unless it is %s."""
    exact = token[:2] in ("%s", "%S")
    text = token[token.index('"') + 1 : -1]
    sets = []
    for i, char in enumerate(text):
        both = {char} if exact else {char.lower(), char.upper()}
        label = f'{"%s" * exact}"{text[i:]}"'  # what is left of it is what is expected there
        sets.append(("set", tuple((ord(c), ord(c)) for c in sorted(both)), label))
    return _joined("cat", sets)


def _number(token: str, line: int) -> Node:
    """RFC 5234 2.3 and 3.4: %x41, %x41.42.43, %x41-5A."""
    base = {"x": 16, "d": 10, "b": 2}[token[1].lower()]
    points = []
    for digits in re.split("[.-]", token[2:]):
        digits = digits.lstrip("0") or "0"
        points.append(int(digits, base) if len(digits) <= 21 else sys.maxunicode + 1)
        if points[-1] > sys.maxunicode:
            raise GrammarError(f"beyond the last code point, %x10FFFF: {token[:40]}", line)
    if "-" in token:
        if points[1] < points[0]:
            raise GrammarError(f"a range that ends before it begins: {token}", line)
        return ("set", ((points[0], points[1]),), token)
    return _joined("cat", [("set", ((point, point),), f"%x{point:02X}") for point in points])


def _read_abnf(abnf: str, known: dict[str, _Rule]) -> dict[str, _Rule]:
    """The known rules and those of the text, by lower-case name (RFC 5234 2.1)."""
    rules = {key: rule._replace(line=None) for key, rule in known.items()}
    own: dict[str, list[Node]] = {}  # what each rule of the text says, in its "=" and every "=/"
    frames: list[_Frame] = []
    name, is_more, line, indent, fresh = "", False, 1, 0, True

    def end_rule() -> None:
        if len(frames) > 1:
            raise GrammarError(
                f"a group is not closed: {frames[-1].closer!r} is missing", frames[-1].line
            )
        start, key = frames[0].line, name.lower()
        node = frames[0].close(start)
        if not is_more:
            if key in own:
                raise GrammarError(f"{name} is defined twice", start)
            rules[key], own[key] = _Rule(name, node, start), [node]
        elif key in rules:
            own.setdefault(key, [rules[key].node]).append(node)
            rules[key] = rules[key]._replace(line=rules[key].line or start)
        else:
            raise GrammarError(f"=/ adds to {name}, which is not defined", start)

    for match in re.finditer(_TOKEN, abnf):
        kind, token = match.lastgroup, match.group()
        if kind == "newline":
            line, fresh = line + 1, True
            continue
        if kind == "blank":
            continue
        if fresh:  # RFC 5234 2.2: a rule goes on in lines that are indented more than its name
            column = match.start() - abnf.rfind("\n", 0, match.start()) - 1
            if kind != "is" and (not frames or column <= indent):
                wanted = f"{token} = …" if kind == "name" else "a rule"
                raise GrammarError(f"{wanted} or an indented line is expected, not {token!r}", line)
        elif kind == "is":
            raise GrammarError(f"the rule {match['rule']} does not begin a line", line)
        fresh = False
        if kind == "is":
            if frames:
                end_rule()
            name, is_more, indent = match["rule"], match["is"] == "=/", column
            frames = [_Frame("", line)]
            line += token.count("\n")
            continue
        frame = frames[-1]
        if kind == "name":
            frame.add(("ref", token, line))
        elif kind == "string":
            frame.add(_literal(token))
        elif kind == "number":
            frame.add(_number(token, line))
        elif kind == "prose":
            if re.fullmatch(_NAME, token[1:-1]):  # RFC 5234 2.1 lets brackets stand around a name
                frame.add(("ref", token[1:-1], line))
            elif frame.repeat and frame.repeat[1] == 0:
                frame.add(_EMPTY)
            else:
                raise GrammarError(f"a rule has to stand here, not prose: {token}", line)
        elif kind == "repeat":
            if frame.repeat:
                raise GrammarError(f"two repeats in a row: {token}", line)
            frame.repeat = _repeat(token, line)
        elif kind == "or":
            frame.end_alternative(line)
        elif kind == "open":
            if len(frames) > _MAX_GROUPS:
                raise GrammarError(f"groups are more than {_MAX_GROUPS} deep", line)
            frames.append(_Frame(")" if token == "(" else "]", line))
        elif kind == "close":
            if token != frame.closer:
                raise GrammarError(f"{token!r} closes no group", line)
            node = frames.pop().close(line)
            frames[-1].add(("rep", node, 0, 1) if token == "]" else node)
        else:
            what = {
                '"': "a string that is not closed, or has what is not printable ASCII",
                "<": "prose that is not closed",
            }
            raise GrammarError(what.get(token, f"this cannot be read: {token!r}"), line)
    if not frames:
        raise GrammarError("there is no rule", line)
    end_rule()
    for key, nodes in own.items():
        if len(nodes) > 1:  # all at once: "=/" may come any number of times
            rules[key] = rules[key]._replace(node=("alt", tuple(nodes)))
    return rules


def _refs(node: Node) -> Iterator[tuple[str, int]]:
    if node[0] == "ref":
        yield node[1].lower(), node[2]
    elif node[0] == "rep":
        yield from _refs(node[1])
    elif node[0] != "set":
        for item in node[1]:
            yield from _refs(item)


def _measure(node: Node, done: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """A tree's size with every rule and repeat written out, and its depth."""
    if node[0] == "set":
        return 1, 0
    if node[0] == "ref":
        size, depth = done[node[1].lower()]
        return size, depth + 1
    if node[0] == "rep":
        size, depth = _measure(node[1], done)
        return size * max(node[3] or node[2], 1), depth + 1
    size, depth = 1, 0
    for item in node[1]:
        more, deep = _measure(item, done)
        size, depth = size + more, max(depth, deep)
    return size, depth + 1


def _check(rules: dict[str, _Rule]) -> None:
    """Every rule is defined, none recursive (then it is not regular), none too large."""
    done: dict[str, tuple[int, int]] = {}
    for root in rules:
        path = {} if root in done else {root: _refs(rules[root].node)}
        while path:  # depth first, without recursion: a chain of rules may be of any length
            key, refs = next(reversed(path.items()))
            rule = rules[key]
            for ref, line in refs:
                if ref not in rules:
                    raise GrammarError(f"{rule.name} refers to {ref}, which is not defined", line)
                if ref in path:
                    circle = [rules[k] for k in path][list(path).index(ref) :]
                    names = [r.name for r in circle[:8]] + ["…"] * (len(circle) > 8)
                    raise GrammarError(
                        f"{rules[ref].name} is recursive: {' > '.join(names)} > {names[0]}",
                        next((r.line for r in circle if r.line), None),  # a base's rule has none
                    )
                if ref not in done:
                    path[ref] = _refs(rules[ref].node)
                    break
            else:
                del path[key]
                done[key] = size, depth = _measure(rule.node, done)
                if size > _MAX_SIZE or depth > _MAX_DEPTH:
                    what = "is too large" if size > _MAX_SIZE else "nests too deep"
                    raise GrammarError(f"{rule.name} {what} for a pattern", rule.line)


# ---- Patterns ------------------------------------------------------------------------------------
# A rule's tree for a pattern has ranges without labels, and other rules written out in place:
#   ("set", ranges)  ("cat", nodes)  ("alt", nodes)  ("rep", node, low, high or None)
#   ("rule", name, node)  a rule that keeps its name: a named group, or a call of a named sub-pattern
# _cat, _alt and _rep build it and keep it small, by identities of regular expressions only.


def _union(*several: Ranges) -> Ranges:
    merged: list[tuple[int, int]] = []
    for low, high in sorted(pair for ranges in several for pair in ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def _apart(*several: Ranges) -> bool:
    """Whether no character is in two of them."""
    pairs = sorted(pair for ranges in several for pair in ranges)
    return all(high < low for (_, high), (low, _) in zip(pairs, pairs[1:]))


def _children(node: Node) -> Sequence[Node]:
    kind = node[0]
    if kind in ("cat", "alt"):
        return node[1]  # type: ignore[no-any-return]
    return () if kind == "set" else (node[1 if kind == "rep" else 2],)


def _first(node: Node) -> tuple[Ranges, bool]:
    """The characters that a match can begin with, and whether it can be empty."""
    kind = node[0]
    if kind == "set":
        return node[1], False
    if kind == "cat":
        first: Ranges = ()
        empty = True
        for item in node[1]:
            if empty:
                more, empty = _first(item)
                first = _union(first, more)
        return first, empty
    several = [_first(child) for child in _children(node)]
    empty = any(empty for _, empty in several)
    return _union(*[first for first, _ in several]), empty or (kind == "rep" and node[2] == 0)


def _before(node: Node, after: Ranges) -> Ranges:
    """The characters that can come where the tree stands, with `after` behind it."""
    first, empty = _first(node)
    return _union(first, after) if empty else first


def _after_body(node: Node, after: Ranges) -> Ranges:
    """The characters that can come behind the body of a "rep": its own first ones, too, or `after`."""
    return after if node[3] == 1 else _union(_first(node[1])[0], after)


def _minus(ranges: Ranges, points: Iterable[int]) -> Ranges:
    for point in points:
        below = [(low, min(high, point - 1)) for low, high in ranges]
        above = [(max(low, point + 1), high) for low, high in ranges]
        ranges = tuple(sorted(pair for pair in below + above if pair[0] <= pair[1]))
    return ranges


def _class(ranges: Ranges, style: str = "portable") -> str:
    r"""A character or a class, spelled so that every engine reads it alike.

    Ranges stand in code-point order. What JavaScript's v flag reserves in a class has a backslash:
    "-" above all, which RFC 3986's own classes need (`[+\-.0-9A-Za-z]`). White space and "#" stand in
    a class, where (?x) does not skip them; Perl and PCRE2 skip U+200E and U+200F, too.
    """
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        char = chr(ranges[0][0])
        if style == "lucene" and char in '#@&<>~"':  # operators there
            return "\\" + char
        if char in "$*+.?#\u200e\u200f" or char.isspace():
            return f"[{char}]"
        return "\\" + char if char in "()[\\]^{|}" else char
    if style == "posix":  # where a backslash is itself: "]" goes first, "^" not first, "-" last
        cuts = [c for c in b"-]^" if not _apart(ranges, ((c, c),))]
        ranges = _minus(ranges, cuts)
        text = re.sub(r"\\(.)", r"\1", _class((*ranges, (0, 0)))[1:-2]) if ranges else ""
        first, caret, last = ((c in cuts) * chr(c) for c in b"]^-")
        return f"[{first}{text}{caret}{last}]" if first or text else f"[{last}{caret}]"
    # XSD knows no escape of "/"; and libxml2 errs about an escape that a range begins with.
    escaped = "-[\\]^" if style == "xsd" else "()-[\\]^{|}/" + "&" * (style == "icu")
    parts = []
    for low, high in ranges:
        ends = [chr(c) for c in ((low,) if low == high else (low, high))]
        ends = ["\\" + c if c in escaped else c for c in ends]
        parts.append(("-" if high - low > 1 else "").join(ends))
    return f"[{''.join(parts)}]"


def _highest(node: Node, nested: bool) -> int:
    """The highest number of a repeat in the tree; nested, those of a repeat in a repeat multiplied."""
    own = max(node[2], node[3] or 1) if node[0] == "rep" else 1
    inner = max([1, *(_highest(child, nested) for child in _children(node))])
    return own * inner if nested else max(own, inner)


def _keeps_name(node: Node) -> bool:
    """Whether a rule in the tree keeps its name, so that not only the language counts."""
    return node[0] == "rule" or any(map(_keeps_name, _children(node)))


def _weight(*nodes: Node) -> int:
    """About how long a tree is once it is written."""
    return sum(
        len(_class(node[1])) if node[0] == "set" else _weight(*_children(node)) + 4
        for node in nodes
    )


def _items(node: Node) -> Sequence[Node]:
    return node[1] if node[0] == "cat" else (node,)


def _cat(nodes: Iterable[Node]) -> Node:
    flat = [item for node in nodes for item in _items(node)]
    sizes = 0 if any(map(_keeps_name, flat)) else min(len(flat) // 2, 8)
    for size in range(1, sizes + 1):  # x y x y x y = ( x y ){3}
        start = 0
        while start + 2 * size <= len(flat):
            unit, end = flat[start : start + size], start + size
            while flat[end : end + size] == unit:
                end += size
            count = (end - start) // size
            if count > 1 and (count - 1) * _weight(*unit) > 3:
                flat[start:end] = [_rep(_cat(unit), count, count)]
            start += 1
    return _joined("cat", flat)


def _rep(node: Node, low: int, high: int | None) -> Node:
    if high == 0 or node == _EMPTY:
        return _EMPTY
    if (low, high) == (1, 1):
        return node
    if node[0] == "rep" and node[2:] == (0, 1):  # ( x? ){m,n} = x{0,n}
        return _rep(node[1], 0, high)
    if node[0] == "rep" and node[2] < 2 and node[3] is None:  # ( x+ ){m,n} = x{m,}
        return ("rep", node[1], node[2] * low, None)
    if node[0] == "cat" and (low, high) == (0, None) and len(node[1]) == 2:
        y, x = node[1]  # *( y *x ) = [ y *( x / y ) ], where y is one character
        if y[0] == "set" and x[0] == "rep" and x[2:] == (0, None) and not _keeps_name(x):
            return ("rep", ("cat", (y, _rep(_alt([x[1], y]), 0, None))), 0, 1)
    return ("rep", node, low, high)


def _alt(nodes: Iterable[Node], ordered: bool = False) -> Node:
    """Alternatives, in their order wherever a name could tell it (RFC 3986 3.2.2)."""
    flat = list(dict.fromkeys(branch for node in nodes for branch in _branches(node)))
    free = not any(map(_keeps_name, flat)) and (not ordered or _decided(flat))
    optional = _EMPTY in (flat if free else flat[-1:])  # x / "" = [ x ]
    if optional:
        flat.remove(_EMPTY)
    flat = _one_class(sorted(flat, key=_is_choice) if free else flat)
    if free:
        flat, optional = _share(_uncovered(flat), optional)
    flat = _factor(flat, not free)
    node = _joined("alt", flat) if flat else _EMPTY
    return _rep(node, 0, 1) if optional else node


def _branches(node: Node) -> Sequence[Node]:
    """What a tree adds to the alternatives that it is one of."""
    if node[0] == "rep" and node[2:] == (0, 1):  # [ x ] = x / ""
        return (*_branches(node[1]), _EMPTY)
    return node[1] if node[0] == "alt" else (node,)


def _is_choice(node: Node) -> bool:
    return bool(node[0] != "set")


def _decided(nodes: Sequence[Node]) -> bool:
    """Whether the next character tells alternatives apart, so that their order says nothing."""
    choices = [_first(node) for node in nodes if node[0] != "set"]
    sets = _union(*[node[1] for node in nodes if node[0] == "set"])  # all of them, one character
    return not any(empty for _, empty in choices) and _apart(sets, *[first for first, _ in choices])


def _one_class(flat: Sequence[Node]) -> list[Node]:
    """s / t of one character each = one class, for neighbors."""
    merged: list[Node] = []
    for is_choice, group in groupby(flat, _is_choice):
        run = list(group)
        merged += run if is_choice else [("set", _union(*[node[1] for node in run]))]
    return merged


def _uncovered(flat: list[Node]) -> list[Node]:
    """x / *( s / y ) = *( s / y ), where x is made of s and y: every IPv4address is a reg-name too.

    Only a capture has to tell them apart (3.2.2); a verdict is the same, sooner and proven."""
    loops = [node for node in flat if node[0] == "rep" and node[2] < 2 and node[3] is None]
    for node in list(flat) if len(loops) * len(flat) < 10_000 else ():  # or it takes too long
        others = [loop for loop in loops if loop is not node]
        if any(_covers(loop, node) for loop in others):
            flat.remove(node)
            loops = others  # so that of two that cover each other one stays
    return flat


def _covers(loop: Node, node: Node) -> bool:
    parts = _branches(loop[1])
    return _made_of(node, parts) and (loop[2] == 0 or not _first(node)[1])


def _made_of(node: Node, parts: Sequence[Node]) -> bool:
    if node in parts:
        return True
    if node[0] == "set":
        return any(part[0] == "set" and _union(part[1], node[1]) == part[1] for part in parts)
    return all(_made_of(child, parts) for child in _children(node))


def _factor(flat: list[Node], ordered: bool) -> list[Node]:
    """x t / y t = ( x / y ) t, for neighbors, so that no order changes."""
    spelled = [_items(node) for node in flat]
    out, start = [], 0
    while start < len(flat):
        end = start + 1
        while end < len(flat) and spelled[end][-1:] == spelled[start][-1:] != ():
            end += 1
        run, size = spelled[start:end], 1
        most = min(map(len, run))
        while size < most and all(x[-size - 1] == run[0][-size - 1] for x in run):
            size += 1
        tail = run[0][-size:]
        if end - start > 1 and (end - start - 1) * _weight(*tail) > 4:
            out.append(_cat([_alt([_cat(x[:-size]) for x in run], ordered), *tail]))
        else:
            out.extend(flat[start:end])
        start = end
    return out


def _share(flat: list[Node], optional: bool) -> tuple[list[Node], bool]:
    """p ( a / b ) / a / c = [ p ] a / p b / c: so URI-reference has one authority, not two."""
    known = set(flat)
    for i, node in enumerate(flat):
        *head, last = _items(node) or (node,)
        empty = last[0] == "rep" and last[2:] == (0, 1)
        choices = last[1] if empty else last
        common = [x for x in choices[1] if x in known] if head and choices[0] == "alt" else []
        if common and _weight(*common) > _weight(*head):
            both = _rep(_alt(common), 0, 1) if empty and optional else _alt(common)
            rest = [x for x in choices[1] if x not in common]
            rest += [_EMPTY] * (empty and not optional)
            flat = [x for x in flat[:i] + flat[i + 1 :] if x not in common]
            merged = [_cat([_rep(_cat(head), 0, 1), both])] + flat
            merged[1:1] = [_cat([*head, _alt(rest)])] if rest else []
            return merged, optional and not empty
    return flat, optional


def _tries(node: Node, after: Ranges) -> float:
    """A bound on how often an engine tries the tree anew; 1 where the next character decides.

    `after` is what can follow. The next character decides a choice where it can begin one branch
    alone (LL(1)). Where it decides every unbounded loop, the bound is a number that the pattern has,
    however long the text is.
    """
    kind = node[0]
    if kind == "set":
        return 1
    if kind == "rule":
        return _tries(node[2], after)
    if kind == "cat":
        tries = 1.0
        for item in reversed(node[1]):
            tries *= _tries(item, after)
            after = _before(item, after)
        return min(tries, 1e9)  # beyond any limit, and no overflow
    if kind == "alt":
        several = [_tries(item, after) for item in node[1]]
        firsts, empties = zip(*map(_first, node[1]))
        decided = sum(empties) < 2 and _apart(*firsts, after if any(empties) else ())
        return max(several) if decided else sum(several)
    _, body, low, high = node
    first, empty = _first(body)
    tries = _tries(body, _after_body(node, after))
    choice = empty or (low != high and not _apart(first, after))
    if high is None:
        return float("inf") if tries > 1 or choice else 1
    if tries == 1:
        return high - low + 1 if choice else 1
    return float(min(tries, 1e9) ** min(high, 30))


def _gives_nothing_back(node: Node, after: Ranges) -> bool:
    """Whether a loop may be possessive: it matches the same texts, for what it takes first is right.

    Two things are needed. The next character decides every choice in the loop, and where it ends. And
    no alternative that can be empty stands before another: in *( "," ( *"a" / "b" ) ) an engine takes
    the empty *"a" before a "b", goes on behind it, and only a second look finds the "b". That a loop
    takes linear time needs the first alone.
    """
    return node[3] is None and _tries(node, after) == 1 and not _empty_early(node)


def _empty_early(node: Node) -> bool:
    early = node[1][:-1] if node[0] == "alt" else ()
    return any(_first(item)[1] for item in early) or any(map(_empty_early, _children(node)))


def _rigid(node: Node) -> bool:
    """Whether a tree is characters and runs of one class of them, in one order."""
    return (
        node[0] == "set"
        or (node[0] == "rep" and node[1][0] == "set")
        or (node[0] == "cat" and all(map(_rigid, node[1])))
    )


# A class (with [:alpha:] in it), what is escaped, and a comment stay as they are in a template.
_TEMPLATE = (
    r"\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:[a-z]+:\]|[^]\\])*(?:\]|\Z)|\(\?#[^)]*"
    r"|\(\?&(?P<rule>[^)]*)\)(?P<repeat>(?=[*+?{]))?"
)
_QUANTIFIERS = {(0, 1): "?", (0, None): "*", (1, None): "+"}


def _compile(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of the style "re"; without its possessive loops where `re` has none, for they
    only save time."""
    if sys.version_info < (3, 11):
        pattern = re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)
    return re.compile(pattern, re.DOTALL)


def _group_name(rule: str) -> str:
    return rule.replace("-", "_")


def _group_names(rules: Collection[str]) -> set[str]:
    names = set(map(_group_name, rules))
    if len(names) < len(rules):
        raise GrammarError("two rules that differ in '-' and '_' alone have one group name")
    return names


def _render(node: Node, after: Ranges, style: str) -> str:
    """The tree as a pattern, before what can follow it.

    Loops of the styles "possessive", "named" and "icu" give nothing back where that is exact. For "re"
    their body must hold no choice, loop or capture, too: CPython is wrong about some of those
    (gh-106052 until 3.11.5, gh-101955 until 3.12.8 and 3.13.1), and a loop that is proven takes linear
    time in `re` without.
    """
    kind = node[0]
    if kind == "set":
        return _class(node[1], style)
    if kind == "alt":
        return "|".join([_render(item, after, style) for item in node[1]])
    if kind == "cat":
        parts = []
        for item in reversed(node[1]):
            parts.append(_atom(item, after, style, ("alt",)))
            after = _before(item, after)
        return "".join(reversed(parts))
    if kind == "rule":
        name = _group_name(node[1])
        return (
            f"(?&{name})" if style == "named" else f"(?P<{name}>{_render(node[2], after, style)})"
        )
    unrolled = _unrolled(node)
    if unrolled:
        return _render(unrolled, after, style)
    _, body, low, high = node
    text = _atom(body, _after_body(node, after), style, ("alt", "cat", "rep"))
    times = f"{{{low}}}" if low == high else f"{{{low},{high or ''}}}"
    text += _QUANTIFIERS.get((low, high), times)
    allowed = style in ("possessive", "named", "icu") or (style == "re" and _rigid(body))
    return text + "+" * (allowed and _gives_nothing_back(node, after))


def _grouped(text: str, style: str) -> str:
    return f"({text})" if style in ("posix", "xsd", "lucene") else f"(?:{text})"


def _atom(node: Node, after: Ranges, style: str, grouped: Collection[str]) -> str:
    """The tree as a pattern, in a group if it is of one of these kinds."""
    text = _render(node, after, style)
    return _grouped(text, style) if node[0] in grouped else text


def _unrolled(node: Node) -> Node | None:
    """*( s / x ) = *s *( x *s ), for a class s: runs of characters are taken at once."""
    _, body, low, high = node
    kinds = [item[0] for item in body[1]] if body[0] == "alt" else []
    if "set" not in kinds or high is not None or low > 1:
        return None
    if _keeps_name(body) or not _decided(body[1]):
        return None
    if low and not all(map(_rigid, body[1])):
        return None  # 1*( s / x ) has its body twice: with loops in it, it would double at each
    one = body[1][kinds.index("set")]
    run = ("rep", one, 0, None)
    rest = _joined("alt", [item for item in body[1] if item is not one])
    return ("cat", (*[body] * low, run, ("rep", _cat([rest, run]), 0, None)))


def _calls(node: Node, after: Ranges, calls: dict[str, tuple[Node, Ranges]]) -> None:
    """Note for each "rule" in a tree its own tree, and all that can come after it anywhere."""
    if node[0] == "rule":
        _, known = calls.get(node[1], (None, None))
        after = _union(known or (), after)
        if known != after:
            calls[node[1]] = node[2], after
            _calls(node[2], after, calls)
    elif node[0] == "rep":
        _calls(node[1], _after_body(node, after), calls)
    else:
        for item in reversed(_children(node)):
            _calls(item, after, calls)
            after = _before(item, after) if node[0] == "cat" else after


# Where a pattern runs: how it is written, anchored ("…" is the pattern) and quoted, and what to know;
# then the most of a repeat (multiplied: of repeats in one another), of its length, its last character.
_Engine = namedtuple(
    "_Engine",
    "style anchored literal trap most multiplied longest last",
    defaults=(_MAX_REPEAT, False, sys.maxsize, "\U0010ffff"),
)
_ENGINES = {
    "portable": _Engine("portable", "…", "shell", "unanchored; for engines that are not listed here"),
    "possessive": _Engine("possessive", "…", "shell", "unanchored; its loops give nothing back"),
    "re": _Engine("re", "…", "json", "unanchored; such loops as Python's re gets right, from 3.11 on"),
    "python": _Engine("portable", r"\A…\Z", "json", "$ lets a final newline in"),
    "regex": _Engine("named", "…", "json", "(?(DEFINE)…); Perl, PCRE2 (names up to 32), too", 65_534),
    "re2": _Engine("portable", "^…$", "re2", "PartialMatch, and no flag", 1000, multiplied=True),
    "go": _Engine("portable", "^…$", "go", "no flag, above all not (?m)", 1000, multiplied=True),
    "duckdb": _Engine("portable", "^…$", "sql", "regexp_matches", 1000, multiplied=True),
    "bigquery": _Engine("portable", "^…$", "json", "REGEXP_CONTAINS", 1000, multiplied=True),
    "clickhouse": _Engine("portable", "^…$", "backslashed", "match()", 1000, multiplied=True),
    "pyarrow": _Engine("portable", "^…$", "json", "match_substring_regex", 1000, multiplied=True),
    "rust": _Engine("portable", "^…$", "rust", "linear always"),
    "polars": _Engine("portable", "^…$", "json", "str.contains"),
    "javascript": _Engine("portable", "^…$", "javascript", "never m; beyond U+FFFF u or v"),
    "json-schema": _Engine("portable", "^…$", "json", "pattern is not anchored by itself"),
    "html": _Engine("portable", "…", "html", "the pattern attribute anchors itself"),
    "java": _Engine("possessive", r"\A…\z", "json", "without possessive loops its stack overflows"),
    "spark": _Engine("possessive", r"\A…\z", "backslashed", "rlike, on Java"),
    "dotnet": _Engine("portable", r"\A…\z", "dotnet", "$ lets a final newline in", last="\uffff"),
    "pcre": _Engine("possessive", r"\A…\z", "shell", "$ lets a final newline in"),
    "php": _Engine("possessive", r"\A…\z", "php", "preg_match; with delimiters, and u for UTF-8"),
    "nginx": _Engine("possessive", r"\A…\z", "json", "quote it, for ; { }"),
    "perl": _Engine("possessive", r"\A…\z", "perl", "interpolates $ and @ but in qr'…'", 65_534),
    "ruby": _Engine("possessive", r"\A…\z", "backslashed", "^ and $ are those of lines"),
    "postgresql": _Engine("portable", "^…$", "sql", "~", 255),
    "sqlite": _Engine("portable", r"\A…\Z", "sql", "REGEXP, with a function of Python's re"),
    "mysql": _Engine("icu", r"\A…\z", "backslashed", "REGEXP_LIKE(…, 'c'), from 8.0"),
    "posix": _Engine("posix", "^…$", "shell", "grep -E, by lines, LC_ALL=C", 32_767, last="\x7f"),
    "xsd": _Engine("xsd", "…", "xsd", "the pattern facet anchors itself"),
    "elasticsearch": _Engine("lucene", "…", "json", "regexp anchors itself", longest=1000),
}  # fmt: skip


def _engine(name: str) -> _Engine:
    if name not in _ENGINES:
        raise ValueError(f"unknown engine {name!r}: {', '.join(_ENGINES)}")
    return _ENGINES[name]


def _taken(engine: str, what: str, text: str) -> str:
    """The pattern, if the engine takes one of these characters and of this length."""
    row = _engine(engine)
    if any(char > row.last for char in text):
        raise ValueError(
            f"{engine} takes characters up to U+{ord(row.last):04X}, and {what} has more"
        )
    if len(text) > row.longest:
        raise ValueError(f"{engine} takes {row.longest:,} characters, and {what} has {len(text):,}")
    return text


# ---- The automaton: offsets, captures, partial texts, and verdicts where a pattern could backtrack --

_END = 0  # the node where the text ends
_MAX_KEPT = 100_000  # threads that an automaton remembers

_Thread = namedtuple("_Thread", "node counts")
_Span = namedtuple("_Span", "rule start end depth")


class _State:
    """The threads that wait for the next character, and the states that are known to come next."""

    __slots__ = ("steps", "threads")

    def __init__(self, threads: tuple[_Thread, ...]) -> None:
        self.threads = threads
        self.steps: dict[str, _State] = {}


def _is_new(thread: _Thread, seen: dict[Any, list[tuple[int, ...]]]) -> bool:
    """Whether it goes on in a way that none of those seen does.

    It does not if one was at this node with as many rounds required, and no more of the optional ones
    used. So few threads are left of *998( *"a" ), which can be in any of its rounds.
    """
    node, counts = thread
    others = seen.setdefault((node, tuple([min(count, 0) for count in counts])), [])
    if any(all(map(le, other, counts)) for other in others):
        return False
    others.append(counts)
    return True


class _Automaton:
    """A rule that reads a text once, from left to right, and makes its states as it reaches them.

    It is made from the rules as read, not from the pattern's tree: each is a check on the other. Its
    nodes are named by their numbers, "after" and "body" too:
      ("set", ranges, (ranges, label) to expect, after)   one character
      ("alt", nodes)
      ("mark", (rule, whether it begins), after)
      ("enter", count, repeat)        a bounded repeat begins to count
      ("repeat", body, after, most)   its count goes up with each body: below 0 one more is required,
                                      at `most` none is allowed, and without it 0 is the highest
    A thread is a node, and the counts of the repeats around it.
    """

    def __init__(
        self, rule: str, find: Callable[[str], _Rule], characters: Callable[[str], Ranges]
    ) -> None:
        self.find, self.characters = find, characters
        self.nodes: list[tuple[Any, ...]] = [("end",)]
        self.entry = _Thread(self.build(("ref", rule, 0), _END, None), ())
        points = {point for node in self.nodes if node[0] == "set" for r in node[1] for point in r}
        # Between two cuts all characters are alike, so that a state has few successors.
        self.cuts = sorted(points | {point + 1 for point in points})
        self.forget()

    def forget(self) -> None:
        self.kept = 0
        self.states: dict[tuple[_Thread, ...], _State] = {}
        self.ways: dict[tuple[_Thread, str], list[tuple[_Thread, Any]]] = {}
        self.start = self.state([self.entry])

    def keep(self, size: int) -> None:
        """Forget everything, rather than grow, before more is kept: few grammars come so far."""
        self.kept += size + 1
        if self.kept > _MAX_KEPT:
            self.forget()

    def add(self, *node: Any) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def build(self, node: Node, after: int, expected: tuple[Ranges, str] | None) -> int:
        """The node where a tree is entered that goes on to `after`."""
        kind = node[0]
        if kind == "set":
            return self.add("set", node[1], expected or node[1:], after)
        if kind == "ref":
            rule = self.find(node[1])
            characters = self.characters(node[1])  # a rule of one character is expected by its name
            expected = expected or (characters and (characters, rule.name)) or None
            after = self.add("mark", (rule.name, False), after)
            return self.add("mark", (rule.name, True), self.build(rule.node, after, expected))
        if kind == "cat":
            for item in reversed(node[1]):
                after = self.build(item, after, expected)
            return after
        if kind == "alt":
            return self.add("alt", [self.build(item, after, expected) for item in node[1]])
        _, body, low, high = node
        if (low, high) == (0, 1):
            return self.add("alt", [self.build(body, after, expected), after])
        if high is None and low < 2:  # nothing to count
            loop = self.add("alt", choices := [after])
            choices.insert(0, self.build(body, loop, expected))
            return choices[0] if low else loop
        repeat = self.add()  # known before its body, which leads back to it
        most = None if high is None else high - low
        self.nodes[repeat] = ("repeat", self.build(body, repeat, expected), after, most)
        return self.add("enter", -low, repeat)

    def walk(self, threads: Iterable[_Thread]) -> Iterator[tuple[_Thread, Any]]:
        """Where these lead to before the next character, in the grammar's order, each with the marks
        on the way to it, the last first: (mark, (mark before it, … None))."""
        seen: dict[Any, Any] = {}
        stack: list[tuple[_Thread, Any]] = [(thread, None) for thread in threads][::-1]
        while stack:
            thread, marks = stack.pop()
            if not _is_new(thread, seen):
                continue
            number, counts = thread
            kind, *rest = self.nodes[number]
            if kind in ("set", "end"):
                yield thread, marks
            elif kind == "mark":
                stack.append((_Thread(rest[1], counts), (rest[0], marks)))
            elif kind == "alt":
                stack.extend([(_Thread(node, counts), marks) for node in reversed(rest[0])])
            elif kind == "enter":
                stack.append((_Thread(rest[1], (*counts, rest[0])), marks))
            else:
                body, after, most = rest
                *outer, count = counts
                if count >= 0:
                    stack.append((_Thread(after, tuple(outer)), marks))
                if most is None or count < most:
                    count = min(count + 1, 0) if most is None else count + 1
                    stack.append((_Thread(body, (*outer, count)), marks))

    def kinds(self, text: str) -> list[str]:
        """What kind each character is of: those between two cuts are of one."""
        return [chr(bisect_right(self.cuts, ord(char))) for char in text]

    def takes(self, thread: _Thread, kind: str) -> bool:
        """Whether the thread waits for a character of this kind, or for the end ("")."""
        if thread.node == _END or not kind:
            return thread.node == _END and not kind
        point = self.cuts[ord(kind) - 1] if ord(kind) else -1
        return any(low <= point <= high for low, high in self.nodes[thread.node][1])

    def behind(self, thread: _Thread) -> _Thread:
        return _Thread(self.nodes[thread.node][3], thread.counts)

    def state(self, threads: Iterable[_Thread]) -> _State:
        there = [thread for thread, _ in self.walk(threads)]
        seen: dict[Any, Any] = {}  # of those behind it: what one before it makes needless is gone
        key = tuple([thread for thread in reversed(there) if _is_new(thread, seen)][::-1])
        if key not in self.states:
            self.keep(len(key))
            self.states[key] = _State(key)
        return self.states[key]

    def step(self, state: _State, kind: str) -> _State:
        taking = [thread for thread in state.threads if self.takes(thread, kind)]
        state.steps[kind] = after = self.state(map(self.behind, taking))
        return after

    def read(self, text: str) -> tuple[int, _State]:
        """How far a match of the rule can come with the text, and the state there."""
        state = self.start
        for offset, kind in enumerate(self.kinds(text)):
            after = state.steps.get(kind) or self.step(state, kind)
            if not after.threads:
                return offset, state
            state = after
        return len(text), state

    def matches(self, text: str) -> bool | None:
        """True or None, as `fullmatch` is truthy or None."""
        if not isinstance(text, str):
            raise _not_str(text)
        offset, state = self.read(text)
        return True if offset == len(text) and self.ends(state) else None

    def ends(self, state: _State) -> bool:
        return any(thread.node == _END for thread in state.threads)

    def onward(self, thread: _Thread, kind: str) -> list[tuple[_Thread, list[Any]]]:
        """The threads behind a character of this kind, in their order, and the marks before it."""
        key = thread, kind
        if key not in self.ways:
            ways = []
            for waiting, marks in self.walk([thread]):
                if self.takes(waiting, kind):
                    path = []
                    while marks:
                        mark, marks = marks
                        path.append(mark)
                    ways.append((self.behind(waiting) if kind else waiting, path[::-1]))
            self.keep(len(ways))
            self.ways[key] = ways
        return self.ways[key]

    def spans(self, text: str) -> list[_Span]:
        """Each rule that takes part in the match of a text, in the order of their beginnings.

        At each choice it is the first way that leads to the end, as in a backtracking match. But where
        one did not is kept, so that it is not tried again from there: the time is linear."""
        kinds = [*self.kinds(text), "", ""]  # the end, and nothing behind it
        path: list[tuple[_Thread, list[Any]]] = []  # a way for each character, and for the end
        ways = [iter(self.onward(self.entry, kinds[0]))]
        failed: set[tuple[int, _Thread]] = set()
        while len(path) <= len(text):
            for way in ways[-1]:
                if not failed or (len(path), way[0]) not in failed:
                    path.append(way)
                    ways.append(iter(self.onward(way[0], kinds[len(path)])))
                    break
            else:
                ways.pop()
                thread, _ = path.pop()
                failed.add((len(path), thread))
        spans: list[list[Any]] = []
        opened: list[list[Any]] = []
        for index, (_, marks) in enumerate(path):
            for rule, begins in marks:
                if begins:
                    opened.append([rule, index, index, len(opened)])
                    spans.append(opened[-1])
                else:
                    opened.pop()[2] = index
        return [_Span(*span) for span in spans]

    def expected(self, state: _State, ended: bool) -> str:
        """What can stand at a state, as ABNF; what another alternative covers is left out."""
        nodes = [self.nodes[thread.node] for thread in state.threads]
        several = dict.fromkeys(node[2] for node in nodes if node[0] == "set")
        ranges = {ranges for ranges, _ in several}
        few = ranges if len(ranges) < 200 else ()  # of more, all are told: pairs take long
        inner = {a for a in few for b in few if a != b and _union(a, b) == b}
        labels = dict.fromkeys(label for ranges, label in several if ranges not in inner)
        return " / ".join([*labels, *["<end of text>"] * (not ended and self.ends(state))])


# ---- Grammars ------------------------------------------------------------------------------------


@cache
def _core_rules() -> dict[str, _Rule]:
    return _read_abnf(_ABNF_CORE, {})


def _no_rule(name: str, rules: Sequence[str]) -> GrammarError:
    """The error for a name that no rule has, with the names that are like it."""
    from difflib import get_close_matches

    close = get_close_matches(name.lower()[:60], [rule.lower() for rule in rules])
    names = ", ".join([rule for rule in rules if rule.lower() in close] or rules)
    what = f"there is no rule {name[:60]!r}"
    if not re.fullmatch("[A-Za-z][-0-9A-Z_a-z]*", name):
        return GrammarError(f"{what}; are the rule and the text swapped?")
    return GrammarError(
        f"{what}; {'did you mean' if close else 'there are'} {names}{'?' * bool(close)}"
    )


class Grammar:
    r"""ABNF (RFC 5234, RFC 7405), and the regular expressions that it stands for.

    `abnf` is the text: "|" may stand for "/" and "_" in names, as in RFC 2396; names match in either
    case. `base` is a grammar whose rules are known too, and may be redefined. The core rules of RFC
    5234 Appendix B.1 are known everywhere. Raises GrammarError, with the line, for a text that cannot
    be read, and for a rule that is undefined, recursive or too large for a pattern.

    >>> Grammar('version = "v" 1*DIGIT *( "." 1*DIGIT )').pattern("version")
    '[Vv][0-9]+(?:[.][0-9]+)*'
    """

    def __init__(self, abnf: str, base: Grammar | None = None) -> None:
        if not isinstance(abnf, str):
            raise _not_str(abnf, "abnf")
        if base is not None and not isinstance(base, Grammar):
            raise TypeError(f"base must be a Grammar, not {type(base).__name__}")
        self._begin(abnf, base)
        self._read()

    def _begin(self, abnf: str, base: Grammar | None) -> None:
        self._abnf, self._base = abnf, base
        self._known: dict[str, _Rule] = {}
        self._characters = cache(self._find_characters)
        self._tree = cache(self._build_tree)
        self._automaton = cache(self._build_automaton)
        self._compiled = cache(self._compile)
        self._verdict = cache(self._find_verdict)

    @classmethod
    def _later(cls, abnf: str, base: Grammar | None = None) -> Grammar:
        """The same, but read on first use: for the grammars of this file."""
        grammar = cls.__new__(cls)
        grammar._begin(abnf, base)
        return grammar

    def _read(self) -> dict[str, _Rule]:
        if not self._known:
            rules = _read_abnf(self._abnf, self._base._read() if self._base else _core_rules())
            _check(rules)
            if not self._base:  # a core rule that is redefined stands where it is redefined
                rules = dict(sorted(rules.items(), key=lambda item: item[1].line or 0))
            self._known = rules  # only once it is whole: another thread may read it
        return self._known

    def __reduce__(self) -> tuple[Any, ...]:
        return Grammar, (self._abnf, self._base)  # compiled patterns stay behind

    def __repr__(self) -> str:
        return f"<Grammar of {len(self.rules)} rules>"

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules as written, in order, the base's first; core rules are not listed."""
        core = _core_rules()
        return tuple(
            rule.name
            for key, rule in self._read().items()
            if key not in core or rule.node is not core[key].node
        )

    def extend(self, abnf: str) -> Grammar:
        """A grammar with these rules too; all that refer to a redefined rule see the new one.

        Raises GrammarError, as Grammar does, with the line of this text.

        >>> web = RFC3986.extend('http-URI = "http" "://" authority path-abempty [ "?" query ]')
        >>> web.matches("http-URI", "http://example.com/"), web.matches("http-URI", "ftp://a/")
        (True, False)
        """
        return Grammar(abnf, self)

    def _rule(self, name: str) -> _Rule:
        if not isinstance(name, str):
            raise _not_str(name, "rule")
        rule: _Rule | None = self._read().get(name.lower())
        if rule is None:
            raise _no_rule(name, self.rules)
        return rule

    def _find_characters(self, name: str) -> Ranges:
        """A rule's characters, where all that it matches is one character; or nothing."""

        def of(node: Node) -> Ranges:
            if node[0] == "set":
                return _union(node[1])
            if node[0] == "ref":
                return self._characters(node[1])
            parts = [of(item) for item in node[1]] if node[0] == "alt" else [()]
            return _union(*parts) if all(parts) else ()

        return of(self._rule(name).node)

    def _build_tree(self, name: str, kept: Collection[str] | None = frozenset()) -> Node:
        """The rule's tree for a pattern, in which the kept rules (None: all) keep their names."""
        done: dict[str, Node] = {}

        def tree(node: Node) -> Node:
            if node[0] == "set":
                return ("set", _union(node[1]))
            if node[0] == "ref":
                key = node[1].lower()
                if key not in done:
                    rule = self._rule(node[1])
                    inner = tree(rule.node)
                    keeps = kept is None or key in kept
                    done[key] = ("rule", rule.name, inner) if keeps else inner
                return done[key]
            if node[0] == "rep":
                return _rep(tree(node[1]), *node[2:])
            parts = [tree(item) for item in node[1]]
            # A name anywhere in the rule can tell which alternative went before it, so with names all
            # keep their order (RFC 3986 3.2.2: the first match wins).
            return _cat(parts) if node[0] == "cat" else _alt(parts, ordered=kept != frozenset())

        return tree(("ref", name))

    def _text(self, rule: str, engine: str) -> str:
        """The rule's pattern for an engine, without anchors; an alternation is grouped."""
        row, tree = _engine(engine), self._tree(rule)
        if _highest(tree, row.multiplied) > row.most:
            raise ValueError(f"{engine} repeats up to {row.most:,} times, no more")
        return _atom(tree, (), row.style, ("alt",))

    def pattern(self, rule: str, engine: str = "portable") -> str:
        """The rule as a regular expression.

        "portable" is unanchored text that Python, RE2, Rust, JavaScript, Java, .NET, PCRE2, Perl, Ruby
        and PostgreSQL read alike. An alternation is grouped, so that the text can stand in a pattern
        of your own. "possessive" gives nothing back where that is exact: for Java, PyPI `regex` and
        Python's `re` from 3.11 on. "regex" has one named sub-pattern for each rule, for a person to
        read, and for `regex`, PCRE2 and Perl. The names of engines give text for each, anchored and
        ready to paste: python, duckdb, javascript, java, …. Raises GrammarError for an unknown rule,
        ValueError for an unknown engine and for what an engine cannot take.

        >>> RFC3986.pattern("port"), RFC3986.pattern("port", "possessive")
        ('[0-9]*', '[0-9]*+')
        """
        row, text = _engine(engine), self._text(rule, engine)
        if row.style == "named":
            text = self._named_pattern(rule)
        return _taken(engine, rule, row.anchored.replace("…", text))

    def compose(self, template: str, engine: str = "portable") -> str:
        r"""A regular expression of your own, in which (?&rule) stands for a rule of the grammar.

        Each (?&rule) becomes the rule's pattern, in a group where it needs one; what is escaped, in a
        class or in a comment stays as it is, and nothing is anchored. `engine` is a name that pattern
        takes. "portable" is exact wherever it stands. A loop of "possessive" takes all that it can: so
        it is exact where no text behind (?&rule) begins with what the rule could still have taken.
        Flags of yours must not change what a pattern means, as (?i) does. Raises GrammarError for an
        unknown rule, with its offset in the template, and ValueError as pattern does.

        >>> RFC3986.compose(r"(?P<host>(?&IPv4address)|localhost)(?::(?P<port>(?&port)))?")[-33:]
        '|localhost)(?::(?P<port>[0-9]*))?'
        >>> line = RFC3986.compose(r"(?P<method>[A-Z]+) (?P<target>(?&URI-reference)) HTTP/[0-9.]+")
        >>> re.fullmatch(line, "GET /a?b HTTP/1.1")["target"]
        '/a?b'
        """
        if not isinstance(template, str):
            raise _not_str(template, "template")
        style = _engine(engine).style

        def written(match: re.Match[str]) -> str:
            rule = match["rule"]
            if rule is None:
                return match[0]
            try:
                text = self._text(rule, engine)
            except GrammarError as e:
                raise GrammarError(f"at offset {match.start()} of the template: {e}") from None
            repeated = match["repeat"] is not None and self._tree(rule)[0] not in ("set", "alt")
            return _grouped(text, style) if repeated else text

        return _taken(engine, "the template", re.sub(_TEMPLATE, written, template))

    def _named_pattern(self, rule: str) -> str:
        calls: dict[str, tuple[Node, Ranges]] = {}
        _calls(self._tree(rule, None), (), calls)
        _group_names(calls)
        lines = [
            f"  (?P<{_group_name(name)}>{_render(tree, after, 'named')})\n"
            for name, (tree, after) in calls.items()
        ]
        # The end is spelled so that each of the three, and each release of them, reads it alike.
        root = _group_name(self._rule(rule).name)
        return f"(?x)(?(DEFINE)\n{''.join(lines)})\\A(?&{root})(?![\\s\\S])"

    def proven(self, rule: str) -> bool:
        """Whether no text can make the rule's pattern backtrack more than a fixed number of times.

        Where it is False, the pattern is exact all the same, but slow on some texts; `matches` and
        `validate` read the text with an automaton then, so that they stay linear.

        >>> RFC3986.proven("URI"), RFC2396.proven("hostname")
        (True, False)
        """
        return _tries(self._tree(rule), ()) <= _MAX_TRIES

    def compile(
        self, rule: str, capture: Iterable[str] = (), engine: str = "re"
    ) -> re.Pattern[str]:
        """The rule compiled and cached, for `fullmatch`: a loop may be possessive where that is exact.

        The rules in `capture` become named groups ("path-abempty": path_abempty). One that stands in
        several places has a group for each, path_abempty_2 and so on: of these, those that took part
        are not None. With groups alternatives keep their order (RFC 3986 3.2.2: the first match wins),
        and in a grammar of your own may backtrack for long, even if the rule is proven. `engine` is
        "re" or "regex". Raises GrammarError for an unknown rule, ValueError for an unknown engine.

        >>> RFC3986.compile("URI", capture=["scheme", "host"]).fullmatch("http://a:80/b")["host"]
        'a'
        """
        return self._compiled(self._rule(rule).name, _several(capture, "capture"), engine)

    def _compile(self, rule: str, names: tuple[str, ...], engine: str) -> re.Pattern[str]:
        if engine not in ("re", "regex"):
            raise ValueError(f"unknown engine {engine!r}: re, regex")
        kept = {self._rule(name).name for name in names}
        tree = self._tree(rule, frozenset(name.lower() for name in kept))
        pattern = _render(tree, (), "possessive" if engine == "regex" else "re")
        seen: dict[str, int] = {}
        groups = _group_names(kept)

        def numbered(match: re.Match[str]) -> str:
            seen[match[1]] = count = seen.get(match[1], 0) + 1
            name = match[1] if count == 1 else f"{match[1]}_{count}"
            while count > 1 and name in groups:  # of a rule that is called so
                name += "_"
            return f"(?P<{name}>"

        pattern = re.sub(r"\(\?P<([A-Za-z0-9_]+)>", numbered, pattern)
        if engine == "re":
            return _compile(pattern)
        try:
            import regex  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            raise ImportError('engine="regex" needs a package: pip install regex') from None
        compiled: Any = regex.compile(pattern)
        return compiled  # type: ignore[no-any-return]

    def _build_automaton(self, rule: str) -> _Automaton:
        return _Automaton(rule, self._rule, self._characters)

    def _find_verdict(self, rule: str) -> Callable[[str], object]:
        """What is truthy or None for a text."""
        return self.compile(rule).fullmatch if self.proven(rule) else self._automaton(rule).matches

    def matches(self, rule: str, text: str) -> bool:
        """Whether the whole text is what the rule says. Raises GrammarError for an unknown rule.

        >>> RFC3986.matches("port", "80"), RFC3986.matches("port", "٨")
        (True, False)
        """
        try:
            return self._verdict(rule)(text) is not None
        except TypeError:
            raise (_not_str(text) if isinstance(rule, str) else _not_str(rule, "rule")) from None

    def validate(self, rule: str, text: str) -> str:
        """The text itself, or a URIError that tells where it stops matching the rule.

        Raises GrammarError for an unknown rule.

        >>> RFC3986.validate("port", "80a")
        Traceback (most recent call last):
        uri_regex.URIError: not a valid port: expected DIGIT / <end of text> at offset 2, \
found 'a': '80a'
        """
        if self.matches(rule, text):
            return text
        automaton = self._automaton(rule)
        offset, state = automaton.read(text)
        expected = automaton.expected(state, offset == len(text))
        raise URIError(text, self._rule(rule).name, offset, expected)

    def captures(self, rule: str, text: str) -> dict[str, list[str]]:
        """What each rule matched that took part: a list for each, in the order of the text.

        A part of a repeat that takes no character counts where the repeat needs it: of 2( *"a" ),
        but not of *( *"a" ). Raises URIError for a text that does not match, GrammarError for an
        unknown rule.

        >>> RFC3986.captures("IPv4address", "127.0.0.1")["dec-octet"]
        ['127', '0', '0', '1']
        """
        captures: dict[str, list[str]] = {}
        for name, start, end, _ in self._spans(rule, text):
            captures.setdefault(name, []).append(text[start:end])
        return captures

    def _spans(self, rule: str, text: str) -> list[_Span]:
        """Each rule that takes part, its span and how deep it stands, as a tree is read."""
        return self._automaton(rule).spans(self.validate(rule, text))

    def partial(self, rule: str, text: str) -> str:
        """ "valid", "incomplete" if more text could make it so, or "invalid": for text being typed.

        Raises GrammarError for an unknown rule.

        >>> [RFC3986.partial("URI", text) for text in ("http://[::", "http://[:::")]
        ['incomplete', 'invalid']
        """
        if self.matches(rule, text):
            return "valid"
        return "incomplete" if self._automaton(rule).read(text)[0] == len(text) else "invalid"


RFC3986 = Grammar._later(_ABNF_3986)
RFC3987 = Grammar._later(_ABNF_3987, RFC3986)
RFC6874 = Grammar._later(_ABNF_6874, RFC3986)
RFC2396 = Grammar._later(_ABNF_2396)


# ---- Verdicts: RFC 3986 sections 3 and 4 ---------------------------------------------------------


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """A pattern of this file, in which (?&rule) stands for a rule; compiled when it is first used."""
    # RFC 3987 has the rules of RFC 3986, too, but is read for its own alone.
    own = {*re.findall(r"\(\?&([^)]*)\)", template)} - {*RFC3986.rules}
    return _compile((RFC3987 if own else RFC3986).compose(template, "re"))


def _validated(text: str, rule: str) -> str:
    """The text, if it is what a rule of RFC 3986 or RFC 3987 says; else a URIError."""
    known = _str(rule, "rule").lower() in [name.lower() for name in RFC3986.rules]
    return (RFC3986 if known else RFC3987).validate(rule, text)


_URI = "(?&URI)"
_URI_REFERENCE = "(?&URI-reference)"
_ABSOLUTE_URI = "(?&absolute-URI)"
_RELATIVE_REF = "(?&relative-ref)"


def is_uri(text: str) -> bool:
    """Whether the text is a URI, with a scheme (RFC 3986 section 3).

    >>> is_uri("mailto:a@example.com"), is_uri("//example.com/"), is_uri("http://a/\\n")
    (True, False, False)
    """
    try:
        return _pattern(_URI).fullmatch(text) is not None
    except TypeError:
        raise _not_str(text) from None


def is_uri_reference(text: str) -> bool:
    """Whether the text is a URI or a relative reference (RFC 3986 4.1).

    >>> is_uri_reference("../a?b#c"), is_uri_reference("1:2")
    (True, False)
    """
    try:
        return _pattern(_URI_REFERENCE).fullmatch(text) is not None
    except TypeError:
        raise _not_str(text) from None


def is_absolute_uri(text: str) -> bool:
    """Whether the text is a URI without a fragment (RFC 3986 4.3), as a base has to be.

    >>> is_absolute_uri("http://a/b"), is_absolute_uri("http://a/b#c")
    (True, False)
    """
    try:
        return _pattern(_ABSOLUTE_URI).fullmatch(text) is not None
    except TypeError:
        raise _not_str(text) from None


def is_relative_ref(text: str) -> bool:
    """Whether the text is a reference without a scheme (RFC 3986 4.2).

    >>> is_relative_ref("a/b"), is_relative_ref("a:b")
    (True, False)
    """
    try:
        return _pattern(_RELATIVE_REF).fullmatch(text) is not None
    except TypeError:
        raise _not_str(text) from None


# ---- Parts: RFC 3986 Appendix B and section 5.3 --------------------------------------------------

# Appendix B, with groups for the parts alone, and possessive: no part's class has the delimiter that
# ends it, so that nothing is ever given back: 344 ns in place of 450. re.DOTALL: no character is lost.
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
# [ userinfo "@" ] host [ ":" port ] (3.2) of any text: the last "@" counts, and the last ":digits".
_AUTHORITY = r"(?:(.*)@)?(\[[^\]]*\]|.*?)(?::([0-9]*))?"


# URI-reference (4.1) with a group for each part: Appendix B, each part being what its rule says. The
# path depends on the parts before it (3.3): (?(2)…) asks for an authority and (?(1)…) for a scheme.
# A host is tried without a userinfo first, and a scheme is not given back, for no relative-ref has a
# ":" in its first segment: 11 % less time together.
_REFERENCE = (
    r"(?:((?&scheme)):)?+(?://((?&host)(?::(?&port))?(?![^/?#])|(?&authority)))?"
    r"((?(2)(?&path-abempty)|(?:(?&path-absolute)|(?(1)(?&path-rootless)|(?&path-noscheme)))?))"
    r"(?:\?((?&query)))?(?:#((?&fragment)))?"
)
# host (3.2.2), with a group for each type, in the RFC's order; and what RFC 3987 adds.
_HOST = r"\[(?:((?&IPv6address))|((?&IPvFuture)))\]|((?&IPv4address))|((?&reg-name))"
_HOST_TYPES = ("IPv6address", "IPvFuture", "IPv4address", "reg-name")
_IREG_NAME = "(?&ireg-name)"
_INSIDE = ("userinfo", "host", "port")
# What each part may be by itself. The rule "path" matches no more than it has to: (?&pchar) does.
_PARTS = {
    "scheme": "(?&scheme)",
    "authority": "(?&authority)",
    "userinfo": "(?&userinfo)",
    "host": "(?&host)",
    "port": "(?&port)",
    "path": "(?:(?&pchar)|/)*",
    "query": "(?&query)",
    "fragment": "(?&fragment)",
}

if TYPE_CHECKING:

    class _Parts(NamedTuple):
        scheme: str | None = None
        authority: str | None = None
        path: str = ""
        query: str | None = None
        fragment: str | None = None
else:
    _Parts = namedtuple(
        "_Parts", "scheme authority path query fragment", defaults=(None, None, "", None, None)
    )


def _host_type(host: str) -> str | None:
    match = _pattern(_HOST).fullmatch(host)
    if match is None:
        return "ireg-name" if _pattern(_IREG_NAME).fullmatch(host) else None
    return _HOST_TYPES[(match.lastindex or 0) - 1]


def _bracketed(host: str) -> str:
    """An IPv6 address in the brackets that it has in a URI (3.2.2); any other host as it is."""
    return f"[{host}]" if _host_type(f"[{host}]") == "IPv6address" else host


def _cannot(text: str, part: str, offset: int) -> URIError:
    what = f"have {text[offset]!r} there" if text[offset:] else "end there"
    return URIError(text, part, offset, part, f"the {part} cannot {what}")


def _part(name: str, part: Any) -> str | None:
    """A part as text, if a URI can have it there; else a URIError."""
    if name not in _PARTS:
        raise TypeError(f"unknown part {name!r}: {', '.join(_PARTS)}")
    if name == "port" and isinstance(part, int) and not isinstance(part, bool):
        part = str(int(part))
    if name == "host" and part is not None:
        part = _bracketed(str(part) if type(part).__module__ == "ipaddress" else part)
    if part is None and name != "path":
        return None
    match = _pattern(_PARTS[name]).match(_str(part, name))
    if match is None or match.end() < len(part):
        raise _cannot(part, name, match.end() if match else 0)
    return str.__str__(part)


class URI(_Parts):
    """The five parts of a URI reference (RFC 3986 section 3): None is undefined, "" is empty.

    All have a default: None, or "" for the path. `str(uri)` recomposes. The parts of the authority
    are read from it: `userinfo`, `host` (an IP-literal with its brackets), `port` (its digits) and
    `host_type`. `replace` changes any of them.

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
        """Return the URI with other parts: any of the five, and userinfo, host and port.

        Each is a str, or None to leave it out. A port may be an int. A bare IPv6 address and an object
        of `ipaddress` are hosts, too. A userinfo and a port need a host. Parts that are not given stay
        as they are. Raises URIError, whose `rule` names the part, for what no URI has there; of that
        text, `offset` is where its longest valid beginning ends (an IP-literal's is empty). Raises
        TypeError for another name or type.

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

    def _inside(self) -> tuple[str | None, str | None, str | None]:
        if self.authority is None:
            return None, None, None
        match: Any = _pattern(_AUTHORITY).fullmatch(_str(self.authority, "authority"))
        return match.groups()  # type: ignore[no-any-return]

    @property
    def userinfo(self) -> str | None:
        """What stands before the authority's "@" (3.2.1)."""
        return self._inside()[0]

    @property
    def host(self) -> str | None:
        """The host (3.2.2)."""
        return self._inside()[1]

    @property
    def port(self) -> str | None:
        """The digits behind the host's ":" (3.2.3)."""
        return self._inside()[2]

    @property
    def host_type(self) -> str | None:
        """The rule that the host fits first (3.2.2): "IPv6address", "IPvFuture", "IPv4address" or
        "reg-name"; "ireg-name" if only RFC 3987 has it; None if there is no host, or it fits none."""
        return None if self.host is None else _host_type(self.host)


_new = tuple.__new__  # what URI._make does, without its check of the length


def split(text: str) -> URI:
    """The parts of any text, by the regular expression of RFC 3986 Appendix B.

    Nothing is validated and nothing is lost: recompose(split(text)) == text. It raises nothing but
    TypeError.

    >>> split("//example.com?#")
    URI(scheme=None, authority='example.com', path='', query='', fragment='')
    """
    try:
        return _new(URI, _pattern(_APPENDIX_B).fullmatch(text).groups())  # type: ignore[union-attr]
    except TypeError:
        raise _not_str(text) from None


def parse(text: str, rule: str = "URI-reference") -> URI:
    """The parts of a text that is what the rule says: the same as split, or a URIError (RFC 3986 4.1).

    The rule is one of RFC 3986 or 3987; raises GrammarError for another.

    >>> parse("http://a/b", "URI").path
    '/b'
    >>> parse("//[::1")
    Traceback (most recent call last):
    uri_regex.URIError: not a valid URI-reference: the "[" is not closed (expected HEXDIG / ":" / "." \
/ "]" at offset 6, found the end): '//[::1'
    """
    try:
        if rule == "URI-reference":
            match = _pattern(_REFERENCE).fullmatch(text)
            if match is not None:
                return _new(URI, match.groups())
    except TypeError:
        raise _not_str(text) from None
    return split(_validated(text, rule))


def _guarded(scheme: str | None, authority: str | None, path: str) -> str:
    if authority is None:
        if path[:2] == "//":
            return "/." + path
        if scheme is None and ":" in path and 0 < path.find(":") < (path + "/").find("/"):
            return "./" + path
    return path


def _compose(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """RFC 3986 5.3, guarded."""
    if authority is not None:
        path = f"//{authority}{path}"
    else:
        path = _guarded(scheme, None, path)
    if scheme is not None:
        path = f"{scheme}:{path}"
    if query is not None:
        path = f"{path}?{query}"
    return path if fragment is None else f"{path}#{fragment}"


def _places(uri: URI) -> dict[str, tuple[str | None, int]]:
    """Each part, those of the authority too, and the index where it begins, or would begin."""
    userinfo, host, port = uri._inside()
    user, colon, password = (userinfo or "").partition(":")
    start = 0 if uri.scheme is None else len(uri.scheme) + 1
    places: dict[str, tuple[str | None, int]] = {"scheme": (uri.scheme, 0)}
    start += 2 * (uri.authority is not None)
    places["authority"], places["userinfo"] = (uri.authority, start), (userinfo, start)
    places["password"] = password if colon else None, start + len(user + colon)
    for name, part, before in (
        ("host", host, 0 if userinfo is None else len(userinfo) + 1),
        ("port", port, 1),
        ("path", uri.path, 0),
        ("query", uri.query, 1),
        ("fragment", uri.fragment, 1),
    ):
        start += 0 if part is None else before
        places[name] = part, start
        start += len(part or "")
    return places


def recompose(uri: URI) -> str:
    """The text of the parts (RFC 3986 5.3), such that split gives the parts again.

    A path that could be taken for an authority, or its first segment for a scheme, has "/." or "./"
    before it (3.3, 4.2). Raises URIError for parts that no text has, such as a path with a "?".

    >>> recompose(URI("http", "a", "/b", None, "")), recompose(URI(None, None, "//b", None, None))
    ('http://a/b#', '/.//b')
    """
    if not isinstance(uri, tuple) or len(uri) != 5:
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    for name, part in zip(URI._fields, uri):
        if not isinstance(part, str) and (part is not None or name == "path"):
            raise _not_str(part, name)
    # As plain str: a subclass may be formatted otherwise, as a member of an Enum is.
    scheme, authority, path, query, fragment = [x if x is None else str.__str__(x) for x in uri]
    kept = URI(scheme, authority, _guarded(scheme, authority, path or ""), query, fragment)
    text = _compose(*kept)
    if split(text) != kept:  # a part has what ends it; behind an authority, "/" begins a path (3.3)
        path_end = "[?#]" if authority is None else r"[?#]|\A[^/]"
        ends = {"scheme": r"[:/?#]|\A\Z", "authority": "[/?#]", "path": path_end, "query": "#"}
        for name, end in ends.items():
            part, start = _places(kept)[name]
            match = None if part is None else re.search(end, part)
            if match:
                raise _cannot(text, name, start + match.start())
    return text


# ---- Validation with policies: RFC 3986 sections 3 and 7 -----------------------------------------

# Only A to Z: str.lower() makes a "k" of U+212A KELVIN SIGN.
_LOWER = {upper: upper + 32 for upper in range(65, 91)}
# 6.2.3: the schemes whose default port and whose empty path this module knows.
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
# RFC 1123 2.1, in lower case. The last label is no number, or it would be an address to a resolver,
# which reads 0x7f.1 as 127.0.0.1 (7.4).
_DOMAIN = (
    r"(?=.{1,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*"
    r"(?!(?:[0-9]+|0x[0-9a-f]*)\Z)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
)
_KINDS = (*_HOST_TYPES, "ireg-name", "domain")
_UNRESERVED = "(?&unreserved)"
_ASCII = r"([\0-\x7f]*)([^\0-\x7f]*)"
# A triplet behind a "%" that begins none stays as it is: decoded, "%4%41" would be the triplet "%4A".
_TRIPLET = "(?<!%)(?<!%[0-9A-Fa-f])%[0-9A-Fa-f]{2}"


def _lower(text: str) -> str:
    return text.lower() if text.isascii() else text.translate(_LOWER)


@cache
def _normal_triplet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if _pattern(_UNRESERVED).fullmatch(char) else triplet.upper()


def _normal_triplets(part: str) -> str:
    """The part with each triplet in its normal form (6.2.2.1, 6.2.2.2)."""
    return _pattern(_TRIPLET).sub(lambda match: _normal_triplet(match[0]), part)


def _octets(text: str) -> str:
    """The text as triplets, of UTF-8."""
    return "".join([f"%{octet:02X}" for octet in text.encode("utf-8")])


def _encoded(text: str, template: str) -> str:
    """The text with triplets for what stands where the template's second group is."""
    return _pattern(template).sub(lambda match: match[1] + _octets(match[2]), text)


def _comparable(name: str, part: str) -> str:
    """A scheme, host or port in the form in which policies compare it."""
    if name == "port":
        return part and (part.lstrip("0") or "0")
    if name == "host":  # as iri_to_uri has it, and without the dot that may end a domain name
        part = _normal_triplets(_encoded(part, _ASCII)).removesuffix(".")
    return _lower(part)


def _allowed(name: str, value: str | int) -> str:
    """What a policy allows, in that form; a ValueError for what no part can be."""
    text = _bracketed(value) if isinstance(value, str) else str(int(value))
    form = _comparable(name, text)
    bare = form.removeprefix(".") if name == "host" else form
    if bool(bare) != bool(text) or "*" in bare or not _pattern(_PARTS[name]).fullmatch(bare):
        hint = '; ".a.example" is a.example and all below it' if name == "host" else ""
        raise ValueError(f"{name}s: not a {name}: {value!r}{hint}")
    return form


def _is_among(name: str, form: str, allowed: Collection[str]) -> bool:
    """Whether a policy allows it: as it is, or because the host is below one that begins with "."."""
    if name != "host" or re.search("%[0-7]", form):  # "evil.example%2F.a.example" is not below it
        return form in allowed
    return form in allowed or any(x[:1] == "." and f".{form}".endswith(x) for x in allowed)


def _fits(host: str, kind: str) -> list[bool]:
    """Whether a host is of that type, and its normal form: %31.2.3.4 is 1.2.3.4 to many (6.2.2.2)."""
    normal = _comparable("host", host)
    if kind == "domain":
        return [_pattern(_DOMAIN).fullmatch(normal) is not None]
    return [_host_type(form) == kind for form in ([host, normal] if host.isascii() else [host])]


def _place(places: dict[str, tuple[str | None, int]], name: str) -> tuple[str | None, int]:
    if name not in places and name not in _KINDS:
        raise ValueError(f"unknown part {name!r}: {', '.join([*places, *_KINDS])}")
    return places["host" if name in _KINDS else name]


def _only(allowed: Sequence[str]) -> str:
    """What is allowed, in words."""
    shown = allowed if len(allowed) < 8 else [*allowed[:6], f"{len(allowed) - 6:,} others"]
    if not shown[1:]:
        return f"only {shown[0]} is allowed" if shown else "none is allowed"
    return f"only {', '.join(shown[:-1])} and {shown[-1]} are allowed"


def validate(
    text: str,
    rule: str = "URI",
    *,
    schemes: Iterable[str] | None = None,
    hosts: Iterable[str] | None = None,
    ports: Iterable[int | str] | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
) -> str:
    """Return the text itself, if it is what the rule says (of RFC 3986 or 3987) and policies allow it.

    `schemes`, `hosts` and `ports` are what those parts may be. The host ".a.example" is a.example and
    all that is below it. Hosts are compared in their normal form (6.2.2), without a final dot: A to Z
    in either case, and ex%61mple.com. is example.com. An IPv6 address is compared as it is written. An
    undefined scheme or host is none of them; an undefined or empty port counts as the scheme's
    default (3.2.3), and as "".

    `require` names what has to be there, and `forbid` what must not be: scheme, authority, userinfo,
    password, host, port, path, query, fragment; and types of the host: IPv4address, IPv6address,
    IPvFuture, reg-name, ireg-name, and domain, which has labels as in RFC 1123, the last of them not a
    number. A required host, port or path is not empty; a forbidden path may be. To RFC 3986, a
    number such as 0x7f.1 is a name, and to a resolver an address: require=["domain"] refuses it.

    Raises URIError for a text that is not valid or not allowed; its offset is where the part begins,
    or would begin. Raises GrammarError for an unknown rule, ValueError for an unknown part, and for a
    scheme, host or port that no URI has, such as "http:" or "*.example.com".

    >>> validate("http://a@www.example.com/", schemes=["https", "http"], hosts=[".example.com"])
    'http://a@www.example.com/'
    >>> validate("http://a@example.com/", forbid=["userinfo"])
    Traceback (most recent call last):
    uri_regex.URIError: userinfo is not allowed (at offset 7): 'http://a@example.com/'
    """
    _validated(text, rule)
    if schemes is hosts is ports is None and require == forbid == ():
        return text
    places = _places(split(text))
    for name, several in (("scheme", schemes), ("host", hosts), ("port", ports)):
        part, offset = places[name]
        if several is not None:
            values = _several(several, f"{name}s", (int, str) if name == "port" else (str,))
            allowed = [_allowed(name, value) for value in values]
            forms = [] if part is None else [_comparable(name, part)]
            if name == "port" and not part:
                part = _DEFAULT_PORTS.get(_lower(places["scheme"][0] or ""))
                forms = ["", part or ""]
            if not any(_is_among(name, form, allowed) for form in forms):
                what = "missing" if part is None else repr(part[:60] + "…" * (len(part) > 60))
                expected = " / ".join(f'"{form}"' for form in allowed)
                reason = f"the {name} is {what}; {_only(allowed)}"
                raise URIError(text, name, offset, expected, reason)
    for name in _several(require, "require"):
        part, offset = _place(places, name)
        if part is None or (not part and name in ("host", "port", "path", *_KINDS)):
            what = "host" if name in _KINDS else name
            raise URIError(text, name, offset, name, f"the {what} is missing")
        if name in _KINDS and not all(_fits(part, name)):
            raise URIError(text, name, offset, name, f"the host is not of type {name}")
    for name in _several(forbid, "forbid"):
        part, offset = _place(places, name)
        there = part or (part is not None and name != "path")
        if there and (name not in _KINDS or any(_fits(part or "", name))):
            raise URIError(text, name, offset, f"<no {name}>", f"{name} is not allowed")
    return text


# ---- Resolution: RFC 3986 section 5.2, RFC 2396 section 5.2 --------------------------------------


def remove_dot_segments(path: str) -> str:
    """The path without its "." and ".." segments (RFC 3986 5.2.4), in one pass.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    if "/." not in _str(path, "path") and path[:1] != ".":
        return path
    start = 0
    while path.startswith(("../", "./"), start):  # step A
        start = path.index("/", start) + 1
    first, *segments = path[start:].split("/")
    if not segments and first in (".", ".."):  # step D
        return ""
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


def merge(base: URI, path: str) -> str:
    """A relative path behind all but the last segment of the base's path (RFC 3986 5.2.3).

    >>> merge(split("http://a/b/c"), "g"), merge(split("http://a"), "g")
    ('/b/g', '/g')
    """
    if not isinstance(base, URI):
        raise TypeError(f"base must be a URI, as split gives it, not {type(base).__name__}")
    directory = base.path[: base.path.rfind("/") + 1]
    if base.authority is not None and not base.path:
        directory = "/"
    return directory + _str(path, "path")


def _same_scheme(a: str | None, b: str | None) -> bool:
    return a is not None and b is not None and _lower(a) == _lower(b)


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """The target that a reference has in a base URI (RFC 3986 5.2.2).

    Neither is validated. With strict=False a reference that has the base's scheme is read as if it
    had none. Where the parts of the target would read otherwise once they are put together, "/." or
    "./" goes in, as in recompose.

    >>> resolve("http://a/b/c/d;p?q", "../../g?y"), resolve("f:/a", ".//g")
    ('http://a/g?y', 'f:/.//g')
    """
    try:
        fullmatch: Any = _pattern(_APPENDIX_B).fullmatch
        base_scheme, base_authority, base_path, base_query, _ = fullmatch(base).groups()
        scheme, authority, path, query, fragment = fullmatch(ref).groups()
    except TypeError:
        raise _not_str(base if not isinstance(base, str) else ref, "base and ref") from None
    if not strict and _same_scheme(scheme, base_scheme):
        scheme = None
    if scheme is None:
        scheme = base_scheme
        if authority is None:
            authority = base_authority
            if not path:
                return _compose(
                    scheme, authority, base_path, base_query if query is None else query, fragment
                )
            if path[0] != "/":
                if authority is not None and not base_path:
                    path = "/" + path
                else:
                    path = base_path[: base_path.rfind("/") + 1] + path
    if "/." in path or path[:1] == ".":
        path = remove_dot_segments(path)
    return _compose(scheme, authority, path, query, fragment)


def _step_6(old: URI, new: URI, above_root: str, ref: str) -> str:
    directory = merge(old, "")  # a; RFC 3986 5.2.3 also says what an authority alone gives
    root = "/" * (directory[:1] == "/")
    before = directory[len(root) :].split("/")[:-1]
    segments = before + new.path.split("/")  # b
    out: list[str] = []
    for i, segment in enumerate(segments):
        gone = segment in (".", "..")  # c, d
        if segment == "..":
            if out and out[-1] != "..":  # e, f
                out.pop()
            elif above_root == "error":  # g
                place = _places(new)["path"][1] + len("/".join([*segments[len(before) : i], ""]))
                raise _cannot(ref, "rel_path", place)
            else:
                gone = above_root == "remove"
        if not gone:
            out.append(segment)
    return root + "/".join(out + [""] * gone)  # d, f: the last one leaves its "/"


def resolve_rfc2396(base: str, ref: str, *, strict: bool = True, above_root: str = "keep") -> str:
    """The target of a reference as RFC 2396 5.2 has it, step by step.

    It differs from RFC 3986: "?y" leaves the base's last segment out, and an absolute path keeps its
    dot-segments. A reference to the current document gives the base itself, without its fragment.
    `above_root` says what step 6 g does with ".." where no segment is left to take away: "keep" it,
    "remove" it, or "error", a URIError. Not strict, step 3 drops the base's own scheme.

    >>> resolve_rfc2396("http://a/b/c/d;p?q", "?y"), resolve_rfc2396("http://a/b", "../g")
    ('http://a/b/c/?y', 'http://a/../g')
    """
    if above_root not in ("keep", "remove", "error"):
        raise ValueError(f"above_root must be keep, remove or error, not {above_root!r}")
    old, new = split(base), split(ref)
    scheme, authority, path, query, fragment = new
    if (scheme, authority, path, query) == (None, None, "", None):  # step 2
        return _compose(*old[:4], fragment)
    hierarchical = old.authority is not None or old.path[:1] == "/"
    loophole = not strict and hierarchical and _same_scheme(scheme, old.scheme)
    if scheme is not None and not loophole:  # step 3
        return _compose(*new)
    if authority is None:  # step 4
        authority = old.authority
        if path[:1] != "/":  # step 5
            path = _step_6(old, new, above_root, ref)
    return _compose(old.scheme, authority, path, query, fragment)  # step 7


# ---- Normalization and relative references: RFC 3986 section 6 -----------------------------------

# An authority without its port, and the port. A host of any text, as in _AUTHORITY, would not do: what
# is left of "a::" would have a port again.
_HOST_PORT = r"((?:.*@)?(?:\[[^]]*\]|[^][:@]*)):([0-9]*)"
# Text that needs no work unless it has "%" or "/.": a scheme and an authority without capitals.
_PLAIN = r"(?:[^:/?#A-Z]++:(?!\.)|(?![^:/?#]*+:))(?://[^/?#A-Z]*+(?=[/?#]|\Z)|(?!//)).*+"


def normalize(text: str, *, scheme_based: bool = False) -> str:
    """The text in the normal form of RFC 3986 6.2.2; the same object, if it is so already.

    Percent-encoded unreserved characters are decoded and other triplets put in upper case, scheme and
    host in lower case, then dot-segments removed, but not from a relative path, which needs them.
    `scheme_based` adds 6.2.3: an empty port goes, the default port of http, https, ws, wss and ftp
    goes, and their empty path becomes "/". The text is not validated: what is no triplet stays.

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), normalize("%7Efoo/../a")
    ('example://a/b/c/%7Bfoo%7D', '~foo/../a')
    >>> normalize("http://example.com:80", scheme_based=True)
    'http://example.com/'
    """
    try:
        plain = "/." not in text and "%" not in text and not scheme_based
        if plain and _pattern(_PLAIN).fullmatch(text) is not None:
            return text
        match: Any = _pattern(_APPENDIX_B).fullmatch(text)
        scheme, authority, path, query, fragment = match.groups()
    except TypeError:
        raise _not_str(text) from None
    if "%" in text:
        authority, path, query, fragment = [
            _normal_triplets(part) if part and "%" in part else part
            for part in (authority, path, query, fragment)
        ]
    if scheme is not None:
        scheme = _lower(scheme)
    if authority:
        userinfo, at, rest = authority.rpartition("@")
        rest = _lower(rest)
        if "%" in rest:  # what is left are triplets, whose digits are in upper case
            rest = re.sub("%[0-9a-f]{2}", lambda match: match[0].upper(), rest)
        authority = userinfo + at + rest
    if scheme is not None or authority is not None or path[:1] == "/":
        path = remove_dot_segments(path)
    if scheme_based and authority:
        match = _pattern(_HOST_PORT).fullmatch(authority)
        if match and (not match[2] or match[2].lstrip("0") == _DEFAULT_PORTS.get(scheme or "")):
            authority = match[1]
    if scheme_based and authority is not None and not path and scheme in _DEFAULT_PORTS:
        path = "/"
    normal = _compose(scheme, authority, path, query, fragment)
    return text if normal == text else normal


def equivalent(a: str, b: str, *, scheme_based: bool = False) -> bool:
    """Whether two texts have the same normal form (RFC 3986 6.2), by scheme too if asked (6.2.3).

    False does not say that they identify different things: no comparison can tell (6.1).

    >>> equivalent("HTTP://example.com/%7Eme", "http://EXAMPLE.com/~me")
    True
    """
    return normalize(a, scheme_based=scheme_based) == normalize(b, scheme_based=scheme_based)


def relativize(base: str, target: str) -> str:
    """The shortest reference with resolve(base, reference) == resolve(base, target).

    It is the inverse of RFC 3986 5.2.2; none of the texts is validated.

    >>> relativize("http://a/b/c/d?q", "http://a/b/e"), relativize("http://a/b", "http://a//c")
    ('../e', './/c')
    """
    goal = resolve(base, target)
    _, authority, path, query, fragment = split(goal)
    if authority is None and path[:4] == "/.//":
        path = path[2:]  # the guard of recompose, no segment
    start = split(base)
    here = remove_dot_segments(merge(start, "")).split("/")[:-1]
    there = path.split("/")
    same = 0
    while same < min(len(here), len(there) - 1) and here[same] == there[same]:
        same += 1
    up, rest = "../" * (len(here) - same), "/".join(there[same:])
    paths = ["./" + rest, up[:-1] or "."]  # what of all these leads elsewhere drops out below
    if up or ":" not in there[same]:  # 4.2: no first segment has a colon
        paths.append(up + rest)
    if path[:1] == "/":
        paths.append(_guarded(None, None, path))
    if authority is not None:
        paths.append(f"//{authority}{path}")
    tail = _compose(None, None, "", query, fragment)
    choices = [_compose(None, None, "", None if query == start.query else query, fragment)]
    choices += [*(choice + tail for choice in paths), goal, target]
    return next(x for x in sorted(choices, key=len) if resolve(base, x) == goal)


# ---- Percent-encoding and IRIs: RFC 3986 section 2.1, RFC 3987 section 3 -------------------------

# What a component has as it is, and then some that it has not: no URI has any but "!" to "~" (2).
_COMPONENTS = {
    "unreserved": r"((?:(?&unreserved)|(?&pct-encoded))*)([^!-~]+|.?)",
    "userinfo": r"((?&userinfo))([^!-~]+|.?)",
    "reg-name": r"((?&reg-name))([^!-~]+|.?)",
    "segment": r"((?&segment))([^!-~]+|.?)",
    "path": r"((?:(?&pchar)|/)*)([^!-~]+|.?)",
    "query": r"((?&query))([^!-~]+|.?)",
    "fragment": r"((?&fragment))([^!-~]+|.?)",
}
# A host may not be valid, and a port: what could be part of one stays.
_HOST_AND_PORT = r"((?:(?&unreserved)|(?&reserved)|(?&pct-encoded))*)([^!-~]+|.?)"
_NO_IRI_CHARACTER = "(?!%|(?&reserved)|(?&unreserved)|(?&ucschar)|(?&iprivate))."
# What an IRI may show but for white space, what cannot be seen, bidirectional formatting (RFC 3987 4.1)
# and what looks like a delimiter or ends a sentence, as U+FF0F and an ideographic full stop (6.1).
_IRI_OWN = "(?&unreserved)|(?&ucschar)"
_HIDDEN = (
    "[\xa0\xab\xad\xbb\u034f\u037e\u0589\u060c\u061b-\u061f\u06d4\u0964\u0965\u115f\u1160\u1680"
    "\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2016-\u2018\u201a-\u206f\u2215\u2236\u29f8"
    "\u3000-\u3003\u3008-\u3011\u3014-\u301f\u3164\ufe00-\ufe6f\ufeff-\uff0f\uff1a-\uff20"
    "\uff3b-\uff40\uff5b-\uff65\uffa0]"
)
_TRIPLETS = "(?<!%)(?<!%[0-9A-Fa-f])(?:%[0-9A-Fa-f]{2})+"


def _encodable(text: str) -> str:
    """The text, or a URIError where it has a lone surrogate, which UTF-8 cannot encode."""
    lone = re.search("[\ud800-\udfff]", _str(text))
    if lone:
        reason = "a lone surrogate has no octets"
        raise URIError(text, "pct-encoded", lone.start(), "<a character, no surrogate>", reason)
    return text


def percent_encode(text: str, component: str = "unreserved") -> str:
    """Return the text as data of a component: what it cannot have as it is becomes triplets, of UTF-8.

    `component` is unreserved, userinfo, reg-name, segment, path, query or fragment (RFC 3986 2.1); a
    "%" is always encoded. Raises URIError for a lone surrogate, ValueError for another component.

    >>> percent_encode("a/b c%"), percent_encode("a/b c%", "path")
    ('a%2Fb%20c%25', 'a/b%20c%25')
    """
    if _str(component, "component") not in _COMPONENTS:
        raise ValueError(f"unknown component {component!r}: {', '.join(_COMPONENTS)}")
    return _encoded(_encodable(text).replace("%", "%25"), _COMPONENTS[component])


def requote(text: str) -> str:
    """Return the text with all that no URI reference has as triplets, and other triplets as they are.

    Part by part: a space, a letter that is not ASCII, "[" outside a host, a second "#", a "%" that
    begins no triplet. The result is valid if the scheme and the authority are (RFC 3986 4.1, 2.4): an
    authority keeps brackets, and a port that is not a number. A path that begins with ":" has "./"
    before it (4.2). For a link in HTML: resolve(base, requote(href.strip())). Raises URIError for a
    lone surrogate.

    >>> requote("http://a.example/å b/%7E?50%#[x]#")
    'http://a.example/%C3%A5%20b/%7E?50%25#%5Bx%5D%23'
    """
    if is_uri_reference(text):
        return text
    scheme, authority, path, query, fragment = split(_encodable(text))
    if authority is not None:
        userinfo, at, host = authority.rpartition("@")
        userinfo = _encoded(userinfo, _COMPONENTS["userinfo"])
        authority = userinfo + at + _encoded(host, _HOST_AND_PORT)
    path = _encoded(path, _COMPONENTS["path"])
    if query is not None:
        query = _encoded(query, _COMPONENTS["query"])
    if fragment is not None:
        fragment = _encoded(fragment, _COMPONENTS["fragment"])
    if scheme is authority is None and path[:1] == ":":
        path = "./" + path
    return _compose(scheme, authority, path, query, fragment)


def percent_decode(text: str, errors: str = "strict") -> str:
    """The text with its triplets decoded, as UTF-8 (RFC 3986 2.1, 2.5).

    `errors` is that of bytes.decode. Raises URIError where a "%" begins no triplet, and, when strict,
    where triplets are no UTF-8.

    >>> percent_decode("a%2Fb%20%C3%BC")
    'a/b ü'
    >>> percent_decode("%FF", errors="replace")
    '\ufffd'
    """
    stray = re.search("%[0-9A-Fa-f]?(?![0-9A-Fa-f])", _str(text))
    if stray:
        raise URIError(text, "pct-encoded", stray.end(), "HEXDIG")

    def decode(match: re.Match[str]) -> str:
        try:
            return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", errors)
        except UnicodeDecodeError as e:
            raise URIError(text, "pct-encoded", match.start() + 3 * e.start, "<UTF-8>") from None

    return re.sub("(?:%[0-9A-Fa-f]{2})+", decode, text)


def iri_to_uri(iri: str) -> str:
    """The URI of an IRI (RFC 3987 3.1): what is not ASCII becomes triplets, of UTF-8.

    So does a host: no IDNA, which 3.1 leaves to the schemes that want it. There is no Unicode
    normalization. Raises URIError for a character that no IRI has, a space, "<" or a lone surrogate.

    >>> iri_to_uri("http://www.example.org/Dürst")
    'http://www.example.org/D%C3%BCrst'
    """
    alien = _pattern(_NO_IRI_CHARACTER).search(_str(iri, "iri"))
    if alien:
        raise _cannot(iri, "IRI", alien.start())
    return iri if iri.isascii() else _encoded(iri, _ASCII)


def _to_iri(match: re.Match[str]) -> str:
    run, out, at = match[0], [], 0
    # Each octet of an ill-formed sequence becomes one lone surrogate, which is no IRI character.
    for char in bytes.fromhex(run.replace("%", "")).decode("utf-8", "surrogateescape"):
        end = at + 3 * len(char.encode("utf-8", "surrogateescape"))
        left = run[at:end] if end == at + 3 and char.isascii() else run[at:end].upper()
        shown = _pattern(_IRI_OWN).match(char) and not _pattern(_HIDDEN).match(char)
        out.append(char if shown else left)
        at = end
    return "".join(out)


def uri_to_iri(uri: str) -> str:
    """Return an IRI of a URI (RFC 3987 3.2): triplets become characters that an IRI can have there.

    These triplets stay: of reserved and other ASCII characters, of ill-formed UTF-8, of what is not a
    ucschar; of bidirectional formatting (4.1), and of what is invisible or looks like white space or a
    delimiter, such as U+00A0 and U+FF0F (6.1). iri_to_uri leads back to an equivalent URI.

    >>> uri_to_iri("http://www.example.org/D%C3%BCrst%2F%FC%E2%80%AE")
    'http://www.example.org/Dürst%2F%FC%E2%80%AE'
    """
    return _pattern(_TRIPLETS).sub(_to_iri, _str(uri, "uri"))


# What opens an authority, up to its first ":": "//", or "sip:" (RFC 3261 19.1.1), and a user. With
# three slashes an authority is empty; with "[" it is an IP-literal, for no userinfo has that.
_OPENING = (
    r"(?:/\0*){3,}|(?:(?:/\0*){2}|(?<![+\-.0-9A-Za-z])[Ss][Ii][Pp][Ss]?:)(?![\0[])([^/?#:\s\"<>]*:)"
)
_PORT_AND_END = r"[0-9]*(?:[/?#'\"<>\s]|\Z)|[0-9]+[,;:.)\]]"
# What delimiters are in JSON; and by their codes in a URI inside of another, where "&" ends it.
_IN_JSON = r'(?<!\\)\\+(?:u00(2[Ff]|3[Aa]|40)|["/])'
_CODES = "(2[23Ff]|3[AaFf]|40|5[Bb])|&"


def _plain(match: re.Match[str]) -> str:
    """A delimiter for what spells it, and NUL around it, so that all keep their places."""
    char = chr(int(match[1], 16)) if match[1] else match[0][-1].replace("&", " ")
    nul = "\0" * (len(match[0]) - 1)
    # A password begins behind a ":" and ends before an "@". A quote's NULs count its backslashes.
    return nul + char if char == ":" else char + nul


def _hide(text: str, plain: str) -> str:
    """The text with *** for each password; `plain` is the same text with its delimiters as they are."""
    first = re.match(r"[\s\ufeff]*[A-Za-z][+\-.0-9A-Za-z]*:(?=/\0*/)", plain)
    out, done, at, run_end, last = [], 0, 0, 0, 0
    for match in re.finditer(_OPENING, plain):
        start = match.end()
        if match[1] is None or match.start() < at:
            continue
        # A quote that has more backslashes than the one before the URI is a character of it.
        before = plain[max(match.start() - 50, 0) : match.start()]
        quote = re.search(r'"(\0*)[+\-.0-9A-Za-z]*:?\Z', before)
        inner = f'[^\\s"<>]|"\0{{{len(quote[1]) + 1 if quote else 1},}}'
        authority: Any = re.compile(f"(?:(?![/?#])(?:{inner}))*").match(plain, start)
        at = authority.end()
        sign = plain.rfind("@", match.start(), at)
        if sign < 0 and not re.compile(_PORT_AND_END).match(plain, start):
            if start >= run_end:
                is_first = first is not None and first.end() == match.start()
                run: Any = re.compile(r"[^\r\n]*" if is_first else f"(?:{inner})*")
                run_end = run.match(plain, start).end()
                last = plain.rfind("@", start, run_end)
            sign = last
        if sign > start:
            out += [text[done:start], "***"]
            done = at = sign
    return "".join([*out, text[done:]])


def redact(text: str) -> str:
    r"""Return the text with *** for each password of a URI in it (RFC 3986 7.5), and all else as it is.

    A password is what follows the first ":" of a userinfo. The text need not be valid, nor a URI. Where
    an authority (up to "/", "?", "#" or white space) has an "@", the userinfo is what RFC 3986 says:
    of redis://:p@ss/w0rd@cache it is ":p". Where it has none, digits behind its first ":" are a port
    if no more than punctuation follows them; all else is hidden up to the last "@" before white
    space, a quotation mark or an angle bracket, or if the text begins with that URI, of the line. So
    too much is hidden rather than too little.

    It reads what JSON writes for "/", "@" and a quotation mark, JSON in strings of JSON, and URIs that
    are percent-encoded in others. A userinfo without a ":" stays, and so does a token in a query.

    >>> redact("ftp://me:secret@a.example/"), redact("http://localhost:8080: no bob@a.example")
    ('ftp://me:***@a.example/', 'http://localhost:8080: no bob@a.example')
    >>> redact(r'{"u": "db:\/\/me:a#b@h"}'), redact("/?u=http%3A%2F%2Fme%3Asecret%40a.example")
    ('{"u": "db:\\/\\/me:***@h"}', '/?u=http%3A%2F%2Fme%3A***%40a.example')
    """
    text = _hide(text, re.sub(_IN_JSON, _plain, _str(text)))
    for percent in ("%", "%25", "%2525"):
        text = _hide(text, re.sub(percent + _CODES, _plain, text))
    return text


# ---- Finding: RFC 3986 Appendix C and 4.5, RFC 2396 Appendices E and F ---------------------------

if TYPE_CHECKING:

    class Found(NamedTuple):
        uri: str
        start: int
        end: int
else:
    Found = namedtuple("Found", "uri start end")
    Found.__doc__ = (
        "A URI in a text, which stands at text[start:end]; in <…> maybe with white space."
    )

_SCHEME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")
_SPACE = " \t\n\v\f\r"
# What has to follow a scheme: "//", or what is usual for the few schemes that are often written
# without. Each looks at a bounded number of characters.
_AT = r"[^\s@:/?#<>\"]{1,64}@[A-Za-z0-9\[]"
_USUAL = {
    **dict.fromkeys(_DEFAULT_PORTS, "//"),
    **dict.fromkeys(("mailto", "sip", "sips", "xmpp", "acct", "cid", "mid"), _AT),
    **dict.fromkeys(("tel", "sms", "fax"), r"[+(]?[0-9]"),
    "news": rf"{_AT}|[a-z0-9+-]{{1,64}}[.][a-z]",
    "urn": "[A-Za-z0-9][A-Za-z0-9-]{1,31}:[!-~]",
    "data": r"[A-Za-z0-9/+.;=-]{0,99},",
    "magnet": r"\?[a-z]",
    "geo": "-?[0-9]",
    "doi": r"10\.[0-9]",
}
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}
_IRI = "(?&IRI)"
# RFC 3986 4.5, RFC 2396 Appendix F: a suffix of a URI. Only "www." makes one plausible.
_SUFFIX = r"(?&host)(?::(?&port))?(?&path-abempty)(?:\?(?&query))?(?:#(?&fragment))?"
_IRI_SUFFIX = r"(?&ihost)(?::(?&port))?(?&ipath-abempty)(?:\?(?&iquery))?(?:#(?&ifragment))?"
_COLON_OR_WWW = r":|(?<![@/.\-0-9A-Za-z])[Ww]{3}[.]"
# What is in no URI that is broken over lines: a blank line, and another URI.
_NOT_JOINED = r"\n[ \t\v\f\r]*\n|[ \t\n\v\f\r][A-Za-z][+\-.0-9A-Za-z]*://"


def _delimited(text: str, start: int, at: int, usual: bool, fits: re.Pattern[str]) -> Found | None:
    """What begins at `start`, if it stands in <…>; `at` is where its scheme or "www." has ended."""
    opening = start
    while text[opening - 1 : opening] and text[opening - 1] in _SPACE:
        opening -= 1
    is_url = _lower(text[max(opening - 4, 0) : opening]) == "url:"
    opening -= 4 * is_url
    if text[opening - 1 : opening] != "<" or not (usual or is_url):
        return None
    end = re.compile("[^<>]*").match(text, at).end()  # type: ignore[union-attr]
    content = text[start:end].rstrip(_SPACE)
    if text[end : end + 1] != ">" or re.search(_NOT_JOINED, content):
        return None
    uri = re.sub(f"[{_SPACE}]+", "", content)
    return Found(uri, start, start + len(content)) if fits.fullmatch(uri) else None


def _trim(text: str, start: int, end: int) -> int:
    """The end without the punctuation of the sentence around it, and without HTML's entities."""
    surplus: dict[str, int] = {}
    while end > start:
        last, size = text[end - 1], 1
        if last in _CLOSERS:
            if last not in surplus:
                opened = text.count(_CLOSERS[last], start, end)
                surplus[last] = text.count(last, start, end) - opened
            if surplus[last] <= 0:
                break
            surplus[last] -= 1
        elif last == ";":
            entity = re.search(r"&#?[0-9A-Za-z]{1,31};\Z", text[max(end - 34, start) : end])
            size = len(entity[0]) if entity else 1
        elif last not in ".,:!?'\"*_~–—’":
            break
        end -= size
    return end


def _find(text: str, wanted: set[str] | None, suffix: bool, iri: bool) -> Iterator[Found]:
    search = re.compile(_COLON_OR_WWW if suffix else ":").search
    if iri:  # which none of these characters is in; so each ends one, as NUL does
        text = _pattern(_HIDDEN).sub("\0", text)
    done = at = 0  # the end of the last one found, and where to look on
    while anchor := search(text, at):
        at = anchor.end()
        if text[at : at + 1] in _SPACE:  # the end of the text, too: "" is in every string
            continue
        start, scheme = anchor.start(), ""
        fits = _pattern(_IRI_SUFFIX if iri else _SUFFIX)
        if anchor[0] == ":":
            fits = _pattern(_IRI if iri else _URI)
            while start > done and text[start - 1] in _SCHEME:
                start -= 1
            while not text[start].isalpha() and start < at - 1:
                start += 1
            scheme = text[start : at - 1].lower()  # which is ASCII
            if (
                wanted is not None and scheme not in wanted
            ):  # "See this.http://a/", "text-http://a/"
                ends = [x for x in wanted if scheme.endswith(("." + x, "-" + x))]
                scheme = max(ends, key=len, default="")
                start = at - 1 - len(scheme)
            if not scheme:
                continue
        shape = _USUAL.get(scheme, "//" if scheme and wanted is None else "")
        usual = text.startswith("//", at) or re.compile(shape).match(text, at) is not None
        found = _delimited(text, start, at, usual, fits)
        if found is None and usual:
            # 'http://a/' is quoted, as code does it, though an apostrophe is a URI's character.
            stop = text.find("'", at) if text[start - 1 : start] == "'" else -1
            match = fits.match(text, start, stop if stop >= 0 else len(text))
            end = at if match is None else _trim(text, start, match.end())
            if end > at + 2 or (end > at and not text.startswith("//", at)):
                found = Found(text[start:end], start, end)
            elif match is not None:
                at = max(at, match.end())  # nothing but punctuation
        if found is not None:
            yield found
            done = at = found.end


def find(
    text: str, *, schemes: Iterable[str] | None = None, suffix: bool = False, iri: bool = False
) -> Iterator[Found]:
    r"""Return the URIs in running text, as RFC 3986 Appendix C has them: an iterator of Found.

    A scheme has to be followed by "//" and more, or by what is usual for it: mailto, tel, urn and a few
    others. In <…> white space and line breaks are taken out, but for blank lines and where another
    scheme and "//" follow; "URL:" before the scheme is skipped; a hyphen before a line break stays, for
    it may be the URI's own. `start` and `end` leave <, URL: and > out. Elsewhere it is the longest URI,
    less `.,:;!?'"*_~`, HTML's entities and unbalanced closing brackets at its end.

    `schemes` says which to find, and may name others. `suffix` also finds what begins with "www."
    (4.5). A URI is ASCII: it ends before any other character. With `iri` it is an IRI (RFC 3987), and
    ends before white space of any kind, characters that cannot be seen, quotation marks but U+2019,
    and the punctuation of Chinese and Japanese, such as "。" and "、", which uri_to_iri keeps encoded.

    Raises TypeError for what is not a str.

    >>> [found.uri for found in find("Note: see http://a.example/b_(c), or <ftp://b.ex-\nample/>.")]
    ['http://a.example/b_(c)', 'ftp://b.ex-ample/']
    >>> [*find("見る：http://a.example/引き割り。", iri=True)]
    [Found(uri='http://a.example/引き割り', start=3, end=24)]
    """
    wanted = None if schemes is None else {_lower(x) for x in _several(schemes, "schemes")}
    return _find(_str(text), wanted, suffix, iri)


# ---- The command line ----------------------------------------------------------------------------

_GRAMMARS = {  # name: the grammar, and its rules for a URI and for a reference
    "rfc3986": (RFC3986, "URI", "URI-reference"),
    "rfc3987": (RFC3987, "IRI", "IRI-reference"),
    "rfc2396": (RFC2396, "absoluteURI", "URI-reference"),
    "rfc6874": (RFC6874, "URI", "URI-reference"),
}
_REFERENCES = frozenset(
    "URI URI-reference absolute-URI relative-ref IRI IRI-reference absolute-IRI irelative-ref "
    "absoluteURI relativeURI".split()
)


class _Failure(Exception):
    """A command line that cannot be carried out: one line on stderr, status 2."""


def _shown(text: str) -> str:
    """The text on one line, as a terminal can show it."""
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])


def _print(text: str, end: str = "\n", octets: bool = False) -> None:
    """Print in the terminal's encoding; or `octets`, those that the text was read from."""
    if sys.stdout is None:
        raise OSError(0, "standard output is closed")
    if octets and hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write((text + end).encode("utf-8", "surrogateescape"))
    else:
        sys.stdout.write(text + end)


def _fail(args: Any, status: int, message: str) -> None:
    """One line on standard error, if that is open, and a status."""
    args.status = max(args.status, status)
    if sys.stderr is not None:
        line = f"{_shown(message)}\n"
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding))


def _blocks(args: Any) -> Iterator[tuple[str, bool, bytes]]:
    """Each file's name, whether this is its beginning, and its bytes, some whole lines at a time."""
    from contextlib import nullcontext

    for path in args.file or ["-"]:
        name, first = "<stdin>" if path == "-" else path, True
        try:
            if path == "-" and sys.stdin is None:
                raise OSError(0, "standard input is closed")
            stream: Any
            with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as stream:
                while block := stream.read1(1 << 20):
                    yield name, first, block if block.endswith(b"\n") else block + stream.readline()
                    first = False
        except OSError as e:
            _fail(args, 2, f"uri-regex: {name}: {e.strerror}")


def _lines(args: Any) -> Iterator[tuple[str, int, list[str], bool]]:
    """Each file's name, and of some lines the first one's number, and whether they are UTF-8.

    A line ends with LF or CRLF. An octet that is not UTF-8 comes as a surrogate.
    """
    number = 1
    for name, first, block in _blocks(args):
        try:
            text, good = block.decode("utf-8"), True
        except UnicodeDecodeError:
            text, good = block.decode("utf-8", "surrogateescape"), False
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        number = 1 if first else number
        yield name, number, lines, good
        number += len(lines)


def _utf8(text: str) -> str:
    """The text, or a URIError where a surrogate stands for an octet that is not UTF-8."""
    octet = re.search("[\udc80-\udcff]", text)
    if octet:
        raise URIError(text, "text", octet.start(), "<UTF-8>")
    return text


def _each_text(args: Any, work: Callable[[str], str], gap: str = "") -> None:
    """Print what a function makes of each text, or why it makes nothing.

    The texts are those of the command line, or else the lines of standard input.
    """

    def texts() -> Iterator[tuple[str, str]]:
        yield from (("", text) for text in args.text)
        if not args.text:
            for name, number, lines, _ in _lines(args):
                yield from ((f"{name}:{number + i}: ", line) for i, line in enumerate(lines))

    for i, (place, text) in enumerate(texts()):
        try:
            _print(gap * (i > 0) + work(_utf8(text)))
        except URIError as e:
            _fail(args, 1, f"uri-regex: {place}{e}")


def _grammar(args: Any) -> tuple[Grammar, str, str]:
    grammar, uri, reference = _GRAMMARS[args.grammar]
    if args.abnf:
        try:
            with open(args.abnf, "rb") as file:
                grammar = grammar.extend(file.read().decode("utf-8"))
        except OSError as e:
            raise _Failure(f"uri-regex: {args.abnf}: {e.strerror}") from None
        except UnicodeDecodeError as e:
            line = e.object.count(b"\n", 0, e.start) + 1
            raise _Failure(f"{args.abnf}:{line}: ABNF is ASCII text") from None
        except GrammarError as e:
            raise _Failure(f"{args.abnf}:{e.line or 1}: {e.message}") from None
    return grammar, uri, reference


def _check_command(args: Any) -> None:
    import json

    grammar, rule, _ = _grammar(args)
    rule = grammar._rule(rule if args.rule is None else args.rule).name
    match = grammar._verdict(rule)
    total = wrong = 0
    for name, number, lines, good in _lines(args):
        total += len(lines)
        for i in [i for i, found in enumerate(map(match, lines)) if found is None or not good]:
            try:
                _utf8(grammar.validate(rule, lines[i]))
                continue
            except URIError as e:
                error = e
            args.status, wrong = max(args.status, 1), wrong + 1
            if args.quiet:
                return
            if args.json:
                row = {"file": name, "line": number + i, "column": error.offset + 1, "rule": rule}
                row.update(offset=error.offset, expected=error.expected, text=lines[i])
                _print(json.dumps({**row, "message": str(error)}))
            else:
                where = f"{name}:{number + i}:{error.offset + 1}"
                _print(f"{_shown(where)}: no valid {rule}: {error.reason}")
    if not args.quiet and (total or args.status < 2):
        _fail(args, 0, f"{total} text{'s' * (total != 1)}, {wrong} invalid")


def _columns(text: str) -> tuple[str, list[int]]:
    """The text as a terminal can show it, and each character's column (the end's, too)."""
    from unicodedata import combining, east_asian_width

    shown, columns = [], [0]
    for char in text:
        piece = _shown(char)
        shown.append(piece)
        wide = 2 if east_asian_width(char) in "WF" else 0 if combining(char) else len(piece)
        columns.append(columns[-1] + wide)
    return "".join(shown), columns


def _drawn(spans: Sequence[tuple[str, int, int]]) -> list[str]:
    """A row of braces under a text, from column to column, and the labels below, as in section 3."""
    middles = [start + (end - start - 1) // 2 for _, start, end in spans]
    pieces: list[tuple[int, int, str]] = []  # row, column, text
    for i, (label, start, end) in reversed([*enumerate(spans)]):
        width, middle = end - start, middles[i]
        left = max(middle - (len(label) - 1) // 2, middles[i - 1] + 2 if i else 0)
        left, row = min(left, middle), 2  # what does not fit goes further down
        while any(x <= left + len(label) for there, x, _ in pieces if there == row):
            row += 1
        pieces.append((0, start, "|" if width < 2 else "\\" + "_" * (width - 2) + "/"))
        pieces += [(above, middle, "|") for above in range(1, row)]
        pieces.append((row, left, label))
    lines: list[str] = []
    for row, column, piece in sorted(pieces):
        lines += [""] * (row + 1 - len(lines))
        lines[row] = lines[row].ljust(column) + piece
    return lines


def _explain_command(args: Any) -> None:
    grammar, _, reference = _grammar(args)
    rule = grammar._rule(reference if args.rule is None else args.rule).name

    def explained(text: str) -> str:
        shown, columns = _columns(text)
        try:
            grammar.validate(rule, text)
        except URIError as e:
            args.status = 1
            caret = " " * columns[e.offset] + "^"
            return f"{shown}\n{caret}\nno valid {rule}: at offset {e.offset} {e.reason}"
        uri = split(text)
        places = _places(uri)
        rows: tuple[tuple[str, ...], ...] = (URI._fields, ("userinfo", "host", "port"))
        if rule not in _REFERENCES:
            places, rows = {rule: (text, 0)}, ((rule,),)
        lines = [shown]
        for names in rows:
            spans = []
            for name in names:
                part, start = places[name]
                if part:
                    kind = uri.host_type if name == "host" else None
                    label = f"{name} ({kind})" if kind else name
                    spans.append((label, columns[start], columns[start + len(part)]))
            lines += _drawn(spans)
        empty = [name for names in rows for name in names if places[name][0] == ""]
        return "\n".join([*lines, f"empty: {', '.join(empty)}"] if empty else lines)

    _each_text(args, explained, gap="\n")


def _split_command(args: Any) -> None:
    import json

    def parts(text: str) -> str:
        uri = split(text)
        named = {**uri._asdict(), "userinfo": uri.userinfo, "host": uri.host, "port": uri.port}
        named["host_type"] = uri.host_type
        if args.json:
            return json.dumps({"text": text, **named})
        shown = {
            x: "-" if y is None else json.dumps(y, ensure_ascii=False) for x, y in named.items()
        }
        return "\n".join([f"{name:9} {part}" for name, part in shown.items()])

    _each_text(args, parts, gap="" if args.json else "\n")


# A literal: what opens it, how characters are written that would end it or be read as others, what
# closes it. With nothing in the middle it is raw.
_JSON = {**{c: f"\\u{c:04x}" for c in range(32)}, 10: r"\n", 13: r"\r", 34: r"\"", 92: r"\\"}
_XML = {"&": "&amp;", "<": "&lt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_LITERALS: dict[str, tuple[str, dict[Any, Any], str]] = {
    "shell": ("'", {"'": "'\"'\"'"}, "'"),
    "json": ('"', _JSON, '"'),  # of Python, Java and others, too
    "sql": ("'", {"'": "''"}, "'"),
    "backslashed": ("'", {"\\": r"\\", "'": r"\'"}, "'"),
    "html": ('pattern="', _XML, '"'),
    "xsd": ('value="', _XML, '"'),
    "javascript": ("/", {"\n": r"\n", "\r": r"\r", "\u2028": r"\u2028", "\u2029": r"\u2029"}, "/u"),
    "php": ("'~", {"\\": r"\\", "'": r"\'", "~": r"\\~"}, "~u'"),
    "perl": ("qr'", {"'": r"\'"}, "'"),  # '…' alone does not interpolate
    "dotnet": ('@"', {'"': '""'}, '"'),
    "go": ("`", {}, "`"),
    "re2": ('R"re(', {}, ')re"'),
    "rust": ('r##"', {}, '"##'),
}


def _quoted(text: str, engine: str) -> str:
    """The pattern as a literal of the language that the engine is used from."""
    kind = _ENGINES[engine].literal
    opening, written, closing = _LITERALS[kind]
    if not written and (closing in text or "\r" in text):
        opening, written, closing = _LITERALS["json"]
    if kind == "javascript":  # where "/" has no backslash yet
        text = re.sub(r"(\\.)|/", lambda match: match[1] or r"\/", text)
    return opening + text.translate(str.maketrans(written)) + closing


def _pattern_command(args: Any) -> None:
    text = _grammar(args)[0].pattern(args.rule, args.engine)
    _print(_quoted(text, args.engine) if args.quoted else text)


def _engines_command(args: Any) -> None:
    for name, (style, anchored, _, trap, most, *_) in _ENGINES.items():
        _print(f"{name:14} {style:10} {anchored:10} {most:6,} repeats; {trap}")


def _rules_command(args: Any) -> None:
    for name in _grammar(args)[0].rules:
        _print(name)


def _captures_command(args: Any) -> None:
    import json

    grammar = _grammar(args)[0]

    def tree(text: str) -> str:
        if args.json:
            return json.dumps(grammar.captures(args.rule, text))
        return "\n".join(
            f"{'  ' * depth}{name} {json.dumps(text[start:end], ensure_ascii=False)}"
            for name, start, end, depth in grammar._spans(args.rule, text)
        )

    _each_text(args, tree)


def _find_command(args: Any) -> None:
    import json

    schemes = args.schemes and [name.strip() for name in args.schemes.split(",")]
    for name in schemes or ():
        if not RFC3986.matches("scheme", name):
            raise _Failure(f"uri-regex find: --schemes: no scheme: {name!r}")
    texts: dict[str, bytes] = {}
    for name, _, block in _blocks(args):
        texts[name] = texts.get(name, b"") + block
    some = False
    for name, octets in texts.items():
        text = octets.decode("utf-8", "surrogateescape")
        line, line_start, seen = 1, 0, 0
        for found in find(text, schemes=schemes, suffix=args.suffix):
            some = True
            line += text.count("\n", seen, found.start)
            line_start = max(line_start, text.rfind("\n", seen, found.start) + 1)
            seen = found.start  # so that nothing is looked at twice, however long a line is
            column = found.start - line_start + 1
            if args.json:
                place = {"file": name, "line": line, "column": column}
                _print(json.dumps({**place, **found._asdict()}))
            elif args.only:
                _print(found.uri)
            else:
                _print(f"{_shown(name)}:{line}:{column}: {found.uri}")
    args.status = max(args.status, 0 if some else 1)


def _redact_command(args: Any) -> None:
    for _, _, block in _blocks(args):  # each byte as it was, but for the passwords
        lines = block.decode("utf-8", "surrogateescape").split("\n")
        _print("\n".join(map(redact, lines)), end="", octets=True)


def _parser() -> Any:
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> Any:
            raise _Failure(f"{self.prog}: {message}")

    top = Parser(prog="uri-regex", description="URIs by the grammar of RFC 3986, 3987, 2396.")
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[Any], None], what: str, *arguments: Any) -> None:
        parser = commands.add_parser(name, help=what, description=what)
        parser.set_defaults(run=run, file=(), text=())
        for flag, options in arguments:
            parser.add_argument(flag, **options)

    def each(work: Callable[[Any, str], str]) -> Callable[[Any], None]:
        return lambda args: _each_text(args, lambda text: work(args, text))

    def one(name: str, what: str | None = None, **options: Any) -> Any:
        shown = {} if name[0] == "-" else {"metavar": name.upper()}
        return name, {"help": what, **shown, **options}

    def flag(name: str, what: str, **options: Any) -> Any:
        return one(name, what, action="store_true", **options)

    default = "default: rfc3986"
    grammar = (
        one("--grammar", default, choices=list(_GRAMMARS), default="rfc3986"),
        one("--abnf", "ABNF rules that extend the grammar", metavar="FILE"),
    )
    rule, base = one("rule"), one("base")
    texts = one("text", "default: the lines of standard input", nargs="*")
    files = one("file", "default, and -: standard input", nargs="*")
    json = flag("--json", "one JSON object a line")
    quiet = flag("-q", "print nothing: the status tells", dest="quiet")
    uri = one("--rule", "default: URI; IRI; absoluteURI, for rfc2396", metavar="RULE")
    what = "which lines are no URI"
    command("check", _check_command, what, files, uri, json, quiet, *grammar)
    reference = one("--rule", "default: URI-reference", metavar="RULE")
    command("explain", _explain_command, "draw the parts of a URI", texts, reference, *grammar)
    command("split", _split_command, "the parts, unvalidated", texts, json)
    loose = flag("--non-strict", "a base's own scheme is left out")
    run = each(lambda args, ref: resolve(args.base, ref, strict=not args.non_strict))
    command("resolve", run, "references in a base", base, texts, loose)
    run = each(lambda args, uri: relativize(args.base, uri))
    command("relativize", run, "the shortest references", base, texts)
    engine = one("--engine", "default: portable", default="portable", metavar="NAME")
    quoted = flag("--quoted", "as a literal of the engine's language")
    what = "a rule as a regular expression"
    command("pattern", _pattern_command, what, rule, engine, quoted, *grammar)
    command("engines", _engines_command, "the engines of pattern, and their traps")
    command("rules", _rules_command, "the names of a grammar's rules", *grammar)
    what = "what each rule matched"
    command("captures", _captures_command, what, rule, texts, json, *grammar)
    based = flag("--scheme-based", "default ports and empty paths, too")
    run = each(lambda args, text: normalize(text, scheme_based=args.scheme_based))
    command("normalize", run, "the normal form", texts, based)
    schemes = one("--schemes", "only these schemes", metavar="A,B")
    suffix = flag("--suffix", "what begins with www., too")
    only = flag("-o", "the URIs alone", dest="only")
    command("find", _find_command, "the URIs in a text", files, json, schemes, suffix, only)
    of = one("--component", "default: unreserved", choices=_COMPONENTS, default="unreserved")
    run = each(lambda args, text: percent_encode(text, args.component))
    command("encode", run, "percent-encode", texts, of)
    run = each(lambda args, text: percent_decode(text))
    command("decode", run, "percent-decode", texts)
    command("redact", _redact_command, "hide the passwords of URIs in a text", files)
    back = flag("--to-uri", "the other way: an IRI to a URI")
    run = each(lambda args, text: iri_to_uri(text) if args.to_uri else uri_to_iri(text))
    command("iri", run, "a URI as an IRI", texts, back)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """The command line: `argv` without the program's name (default: that of the process).

    Returns the exit status: 0, or 1 for "no" (invalid, or nothing found), or 2 if it cannot be done.

    >>> main(["resolve", "http://a/b/c", "../d"])
    http://a/d
    0
    """
    import os
    from argparse import Namespace

    args = Namespace(status=0)
    try:
        _parser().parse_args(argv, args)
        args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit as e:  # argparse's, after --help and --version
        return int(e.code or 0)
    except _Failure as e:
        _fail(args, 2, str(e))
    except (ValueError, ImportError) as e:
        _fail(args, 1 if isinstance(e, URIError) else 2, f"uri-regex: {e}")
    except OSError as e:
        if sys.stdout is not None:  # what it still holds is not written at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(e, BrokenPipeError):
            return 141  # as the shell reports SIGPIPE
        _fail(args, 2, f"uri-regex: {e.strerror or e}")
    except KeyboardInterrupt:
        return 130
    status: int = args.status
    return status


if __name__ == "__main__":
    sys.exit(main())
