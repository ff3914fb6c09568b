# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Validate, split, resolve, normalize and find URIs as RFC 3986, RFC 3987 and RFC 2396 define them.

    Is it valid?      is_uri, is_uri_reference, is_absolute_uri, is_relative_ref
    Where is it not?  validate, which also applies policies
    Parts             parse, split, recompose, URI
    References        resolve, resolve_rfc2396, relativize, merge, remove_dot_segments
    Comparison        normalize, equivalent
    Encoding          percent_encode, percent_decode, requote, iri_to_uri, uri_to_iri
    In a text         find, redact
    Patterns          Grammar, which RFC3986 and the others are: compile, pattern, source, compose

The ABNF of the RFCs is below, as they print it. A small compiler turns each rule into a regular
expression, and small functions do the rest. `Grammar` takes ABNF of your own. The grammars of the RFCs
are RFC3986 (URIs), RFC3987 (IRIs), RFC2396 (URIs before 2005), RFC2732 (RFC 2396 with IPv6 addresses)
and RFC6874 (RFC 3986 with zone identifiers). Functions raise TypeError for a text that is not a str.

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

To vendor it, copy this file with its two license lines, or take a module of `standalone/`.
It needs Python 3.9 or later and nothing else.
"""

from __future__ import annotations

import os
import re
import sys
from collections import namedtuple
from functools import cache, lru_cache, partial, reduce
from itertools import chain, groupby, islice, permutations, takewhile
from operator import le, mul
from types import SimpleNamespace

# Only type checkers read `typing`, which takes long to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from ipaddress import IPv4Address, IPv6Address
    from typing import Any, NamedTuple

__version__ = "1.0.0"

__all__ = [
    "RFC2396", "RFC2732", "RFC3986", "RFC3987", "RFC6874", "URI", "Found", "Grammar", "GrammarError",
    "Problem", "URIError", "equivalent", "find", "iri_to_uri", "is_absolute_uri", "is_relative_ref",
    "is_uri", "is_uri_reference", "main", "merge", "normalize", "parse", "percent_decode",
    "percent_encode", "recompose", "redact", "relativize", "remove_dot_segments", "requote",
    "resolve", "resolve_rfc2396", "split", "uri_to_iri", "validate",
]  # fmt: skip


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
    """Return the text for a message, with a "*" for each character of a password in it.

    In doubt, it is hidden. A userinfo by itself has no "@" at its end.

    >>> _masked("http://me:secret@a.example:80/"), _masked("me:secret", "userinfo")
    ('http://me:******@a.example:80/', 'me:******')
    """
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

    >>> error = URIError("8o", "port", 1, "DIGIT / <end of text>")
    >>> error.rule, error.offset, error.reason
    ('port', 1, "expected DIGIT / <end of text>, found 'o'")
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


class Problem(namedtuple("_Problem", "line rule message")):
    """What is wrong with ABNF: the `line`, the name of the `rule`, and a `message`.

    The line is None if no line is to blame, and the rule is None if the line belongs to no rule.

    >>> Grammar('a = b "x"', strict=False).problems
    (Problem(line=1, rule='a', message='a refers to b, which is not defined'),)
    """

    __slots__ = ()
    line: int | None
    rule: str | None
    message: str


class GrammarError(ValueError):
    """ABNF that cannot be read or compiled, or a rule that a grammar does not have.

    `problems` lists everything wrong with the text, in line order: each is a Problem. The error's own
    `message` and `line` are those of the first one.

    >>> try:
    ...     Grammar('a = "x"\\nb = c\\nd = "y')
    ... except GrammarError as error:
    ...     for problem in error.problems:
    ...         print(problem.line, problem.message)
    2 b refers to c, which is not defined
    3 the string is not closed, or contains more than printable ASCII
    """

    def __init__(self, message: str, line: int | None = None, *problems: Problem) -> None:
        self.message, self.line = _clip(message, 300), line
        self.problems = problems or (Problem(line, None, self.message),)
        super().__init__(self.message, line, *problems)  # as args, so that pickle and copy work

    def __str__(self) -> str:
        more = f" (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        return f"line {self.line}: {self.message}{more}" if self.line else self.message + more


def _clip(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _not_str(value: object, what: str = "text") -> TypeError:
    return TypeError(f"{what} must be str, not {type(value).__name__}")


def _str(value: Any, what: str = "text") -> str:
    if not isinstance(value, str):
        raise _not_str(value, what)
    return str.__str__(value)  # a member of an Enum is formatted otherwise


def _as_tuple(values: Any, what: str, kinds: tuple[type, ...] = (str,)) -> tuple[Any, ...]:
    """Return several strings or ports as a tuple; a lone string is one item."""
    if isinstance(values, (str, int, bytes, bytearray)) or not hasattr(values, "__iter__"):
        values = (values,)
    for value in (items := tuple(values)):
        if not isinstance(value, kinds) or isinstance(value, bool):
            names = " or ".join([kind.__name__ for kind in kinds])
            raise TypeError(f"{what} must be {names}, not {type(value).__name__}")
    return items


# ---- The grammars: RFC 3986 A, RFC 3987 2.2, RFC 6874 2, RFC 2396 A, RFC 2732 3 ----
# As the RFCs print them, in their order. They are read when they are first used.

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

# RFC 6874 section 2. The zone's "%" is written "%25", as everywhere in a URI. RFC 9844 (2025) has made
# it obsolete, without another syntax in its place; it stands here for the URIs that were made by it.
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

# RFC 2732 section 3, as java.net.URI reads it. Its IPv6address is that of RFC 2373, whose Appendix B
# lets any number of groups in and refuses the "::192.9.5.5" of RFC 2732 section 2 itself; so it is
# that of RFC 3986 here, with the IPv4address of RFC 2373 in it, which lets "::999.1.1.1" in.
_ABNF_2732 = """
host          = hostname | IPv4address | IPv6reference
IPv6reference = "[" IPv6address "]"

reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
                "$" | "," | "[" | "]"

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
IPv4address   = 1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT
"""

# RFC 5234 Appendix B.1, known to every grammar. A grammar's own rule of the same name takes precedence.
# LWSP is as printed there, with the RFC's warning: it permits lines that are white space only.
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


# ---- Reading ABNF: RFC 5234 and 7405, and "|" as RFC 2396 writes it ----
# A text is cut into definitions: a line that begins with a name and "=", and the lines below it that
# are indented more. Each is parsed by itself, so a fault in one is one problem, and the others can
# still be read. Each becomes a tree of nodes:
#
#   kind   what it matches                          fields
#   set    one character                            ranges, and in name how the grammar wrote it
#   ref    what another rule matches                name
#   cat    all its parts, one after another         parts
#   alt    one of its parts                         parts
#   rep    its one part, low to high times          parts, low, high (None: no limit)
#
# `port-part = [ ":" *DIGIT ]` becomes a rep from 0 to 1 of a cat of a set (":") and a rep of a ref.

if TYPE_CHECKING:
    Ranges = tuple[tuple[int, int], ...]  # code points, both ends included, sorted, never touching

_Node = namedtuple("_Node", "kind parts ranges low high name", defaults=((), (), 0, None, ""))
# The right side of a definition begins at `start` in its text.
_Definition = namedtuple("_Definition", "name incremental line text start")
_Rule = namedtuple("_Rule", "name node refs line text")  # refs: the line of each name in it

_NAME = "[A-Za-z][A-Za-z0-9_-]*"  # RFC 2396 has "_" in names
_EQUALS = r"[ \t]*(?:(?:;.*)?\n[ \t]+){0,99}="  # may stand in a line below the name
_CHUNK = rf"""(?xm)
^ (?P<indent> [ \t]* )
(?: (?P<name> {_NAME} ) {_EQUALS} (?P<incremental> /? )
  | (?P<words> [^ \t\n;] .* ) )
(?s: .*? )                                                  # up to the end, another definition,
(?= \Z | \n [ \t]* {_NAME} {_EQUALS}
  | \n (?(name) (?! (?P=indent) [ \t] ) [ \t]* [^ \t\n;]    # or what is not indented more;
        | [ \t]* $ ) )                                      # words, up to an empty line
"""
# Of the comments below a definition, those directly below it belong to it.
_TRIMMED = r"([ \t]*)(?s:.*\n)?[ \t]*[^ \t\n;].*(?:\n\1[ \t]+;.*){0,999}"
_PAGE = r"""(?xm)
^ \f? (?: [^\s=;"<] [^=;"<\n]* \[Page[ ][0-9]+\]            # the foot of an RFC's page,
        | (?: RFC[ ][0-9]+ | Internet-Draft ) [ ]{2} .* [ ][12][0-9]{3} )   # and the head: not ABNF
  [ \t\f]* $
| ^ \f                                                      # the break between them
| \f $
| \A \ufeff                                                 # a byte order mark
"""
# A string may be %s"…" or %i"…" (RFC 7405). A number is looked at more closely by _number.
_TOKEN = r"""(?x)
(?P<blank> [ \t\n]* )
(?:
  (?P<comment> ;.* )
| (?P<name>    [A-Za-z][A-Za-z0-9_-]* )
| (?P<repeat>  [0-9]* \* [0-9]* | [0-9]+ )
| (?P<string>  (?: %[SsIi] )? "[ !#-~]*" )
| (?P<number>  %[BbDdXx] [.0-9A-Za-z]+ (?: - [.0-9A-Za-z]+ )? )
| (?P<prose>   <[ -=?-~]*> )
| (?P<mark>    [\s\S]? )
)
"""
_PROSE = rf"<({_NAME})(?: *,[ -=?-~]*)?>"  # RFC 9110: <URI-reference, see [URI], Section 4.1>
_UNREADABLE = {
    '"': "the string is not closed, or contains more than printable ASCII",
    "<": "prose that is not closed",
    "=": "a rule has to begin a line",
    "'": "strings are in double quotes",
    "": "the rule ends too early: an element or a closing bracket is missing",
}
_MAX_GROUPS = 30  # nested groups in the text
_MAX_DEPTH = 100  # of a tree with rules written out: far from what Python and `re` can recurse
_MAX_SIZE = 100_000  # characters of a rule with its repeats written out: `re` takes 1 µs for each
_MAX_REPEAT = 65_535  # PCRE's limit; RE2's is 1,000

_EMPTY = _Node("cat")


def _definitions(abnf: str, problems: list[Problem]) -> Iterator[_Definition]:
    """Yield the definitions of a text. A paragraph that is not one is a problem."""
    line, at = 1, 0
    for chunk in re.finditer(_CHUNK, abnf):
        line += abnf.count("\n", at, chunk.start())
        at = chunk.start()
        if chunk["words"]:
            words = _clip(_masked(chunk["words"]))
            message = f"this is neither a rule nor an indented line of one: {words!r}"
            problems.append(Problem(line, None, message))
            continue
        whole: Any = re.match(_TRIMMED, chunk[0])
        start = chunk.end("incremental") - at
        yield _Definition(chunk["name"], chunk["incremental"] == "/", line, whole[0], start)


def _group(kind: str, nodes: Sequence[_Node]) -> _Node:
    """Return a node of these parts; one part alone needs none."""
    return nodes[0] if len(nodes) == 1 else _Node(kind, tuple(nodes))


def _nodes(node: _Node) -> list[_Node]:
    """Return a tree and all that is in it."""
    found, stack = [], [node]
    while stack:
        top = stack.pop()
        found.append(top)
        stack += top.parts
    return found


class _Parser:
    """The right side of a definition (RFC 5234 section 4), token by token.

    Each method reads what its docstring says, in ABNF, and returns its tree. `refs` has the line of
    each name that it met. `prose` tells what a prose-val stands for.
    """

    def __init__(self, definition: _Definition, prose: Callable[[str, int], _Node]) -> None:
        self.tokens = re.compile(_TOKEN).finditer(definition.text, definition.start)
        self.line = definition.line + definition.text.count("\n", 0, definition.start)
        self.prose = prose
        self.refs: dict[str, int] = {}
        self.groups = 0  # that stand open
        self.advance()

    def advance(self) -> None:
        """Go on to the next token, over comments."""
        self.kind = "comment"
        while self.kind == "comment":
            match = next(self.tokens)
            self.line += match["blank"].count("\n")
            self.kind = str(match.lastgroup)
            self.token = match[self.kind]

    def unreadable(self) -> GrammarError:
        what = _UNREADABLE.get(self.token, f"{self.token!r} cannot stand here")
        return GrammarError(what, self.line)

    def alternation(self) -> _Node:
        """concatenation *( "/" concatenation )"""
        alternatives = [self.concatenation()]
        while self.token in {"/", "|"}:
            self.advance()
            alternatives.append(self.concatenation())
        return _group("alt", alternatives)

    def concatenation(self) -> _Node:
        """1*repetition"""
        items = [self.repetition()]
        while self.token not in {"/", "|", ")", "]", ""}:
            items.append(self.repetition())
        return _group("cat", items)

    def repetition(self) -> _Node:
        """[ repeat ] element"""
        if self.kind != "repeat":
            return self.element()
        low, high = _repeat(self.token, self.line)
        self.advance()
        if self.kind == "prose" and high == 0:  # 0<pchar>
            self.advance()
            return _Node("rep", (_EMPTY,), low=low, high=high)
        return _Node("rep", (self.element(),), low=low, high=high)

    def element(self) -> _Node:
        """rulename / group / option / char-val / num-val / prose-val"""
        token, line = self.token, self.line
        if self.token in {"(", "["}:
            return self.group()
        if self.kind == "name":
            node = _Node("ref", name=token)
            self.refs.setdefault(token, line)
        elif self.kind == "string":
            node = _literal(token)
        elif self.kind == "number":
            node = _number(token, line)
        elif self.kind == "prose":
            node = self.prose(token, line)
            for inner in _nodes(node):
                if inner.kind == "ref":
                    self.refs.setdefault(inner.name, line)
        else:
            raise self.unreadable()
        self.advance()
        return node

    def group(self) -> _Node:
        """( "(" alternation ")" ) / ( "[" alternation "]" )"""
        opening = self.token
        if self.groups == _MAX_GROUPS:
            raise GrammarError(f"groups are more than {_MAX_GROUPS} deep", self.line)
        self.groups += 1
        self.advance()
        node = self.alternation()
        if self.token != {"(": ")", "[": "]"}[opening]:
            raise self.unreadable()
        self.groups -= 1
        self.advance()
        if opening == "[":
            return _Node("rep", (node,), low=0, high=1)
        return node


def _literal(token: str) -> _Node:
    """RFC 5234 2.3 and 7405: ASCII letters match both cases, unless it is %s."""
    prefix, _, text = token[:-1].partition('"')
    upper, lower, start = text.upper(), text.lower(), '"'
    if prefix.lower() == "%s":
        upper, lower, start = text, text, '%s"'
    sets = []
    for i, cases in enumerate(zip(upper, lower)):
        ranges = tuple([(ord(case), ord(case)) for case in sorted(set(cases))])
        # Named after what is expected there.
        sets.append(_Node("set", ranges=ranges, name=f'{start}{_clip(text[i : i + 61])}"'))
    return _group("cat", sets)


def _number(token: str, line: int) -> _Node:
    """RFC 5234 2.3 and 3.4: %x41, %x41.42.43, %x41-5A."""
    base = {"x": 16, "d": 10, "b": 2}[token[1].lower()]
    is_range = "-" in token
    digits = token[2:].split(".")
    if is_range:
        digits = token[2:].split("-")
    try:
        # 22 digits are beyond all, even if binary.
        points = [int(x.lstrip("0")[:22] or x[:1], base) for x in digits]
    except ValueError:
        raise GrammarError(f"not a number: {_clip(token)}", line) from None
    if max(points) > sys.maxunicode:
        raise GrammarError(f"beyond the last code point, %x10FFFF: {_clip(token)}", line)
    if not is_range:
        sets = [_Node("set", ranges=((x, x),), name=f"%x{x:02X}") for x in points]
        return _group("cat", sets)
    low, high = points
    if high < low:
        raise GrammarError(f"a range whose end is before its start: {_clip(token)}", line)
    return _Node("set", ranges=((low, high),), name=token)


def _repeat(token: str, line: int) -> tuple[int, int | None]:
    """RFC 5234 3.6 and 3.7: *X, 1*X, *4X, 1*4X, 2X."""
    bounds = [int(digits.lstrip("0")[:9] or "0") for digits in token.split("*")]
    low, high = bounds[0], bounds[-1]
    if max(bounds) > _MAX_REPEAT:  # as nine digits are
        raise GrammarError(f"a repeat of more than {_MAX_REPEAT}: {_clip(token)}", line)
    if token.endswith("*"):
        return low, None
    if high < low:
        raise GrammarError(f"a repeat whose maximum is below its minimum: {_clip(token)}", line)
    return low, high


class _Prose:
    """What prose stands for: the rule that it names, as the base has it.

    RFC 9110 has `uri-host = <host, see [URI], Section 3.2.2>` beside a rule `Host` of its own. So in a
    tree of the base, rules that the text redefines are written out, and those that refer to them, too.
    A name that the base does not have is a rule of the text in brackets (RFC 5234 2.1).
    """

    def __init__(self, definitions: Iterable[_Definition], base: dict[str, _Rule]) -> None:
        self.base = base
        self.anew: set[str] = set()  # the text's own rules
        self.written: dict[str, _Node] = {}  # what stands for a reference in a tree of the base
        for definition in definitions:
            key = definition.name.lower()
            right = definition.text[definition.start :]
            self.anew.add(key)
            if self.named(right.strip()) == key:  # host = <host, see [URI]>
                self.written[key] = _Node("ref", name=key)

    def named(self, prose: str) -> str:
        """Return the rule of the base that prose names, in lower case, or ""."""
        match = re.fullmatch(_PROSE, prose)
        if match and match[1].lower() in self.base:
            return match[1].lower()
        return ""

    def as_in_base(self, node: _Node) -> _Node:
        if node.kind != "ref":
            return node._replace(parts=tuple(map(self.as_in_base, node.parts)))
        key = node.name.lower()
        if key not in self.written:
            own = self.base[key].node
            tree = self.as_in_base(own)
            if key in self.anew or tree != own:
                node = tree
            self.written[key] = node
        return self.written[key]

    def __call__(self, token: str, line: int) -> _Node:
        if key := self.named(token):
            return self.as_in_base(self.base[key].node)
        if re.fullmatch(f"<{_NAME}>", token):
            return _Node("ref", name=token[1:-1])
        raise GrammarError(f"a rule has to stand here, not prose: {_clip(_masked(token))}", line)


def _read_definition(definition: _Definition, prose: Callable[[str, int], _Node]) -> _Rule:
    parser = _Parser(definition, prose)
    node = parser.alternation()
    if parser.token:
        raise parser.unreadable()
    return _Rule(definition.name, node, parser.refs, definition.line, definition.text)


_NO_RULES: Any = SimpleNamespace(rules={}, faulty={}, listed={}, works={})


class _Reading:
    """The rules of a text and of its base, by lower-case name (RFC 5234 2.1), and all that is wrong.

    `rules` can be read, and those in `works` do work: each comes after those that it refers to.
    `faulty` says why another does not. `listed` has the keys of all but the core rules, as defined.
    """

    def __init__(self, abnf: str, base: Any) -> None:
        base = base or _NO_RULES
        self.listed = dict(base.listed)
        # They are checked again, because the text may define what they lack. None as the line marks
        # what is inherited.
        self.rules = {key: rule._replace(line=None) for key, rule in base.rules.items()}
        self.works: dict[str, _Rule] = {}
        self.faulty: dict[str, Problem] = {}
        for key, why in base.faulty.items():
            if key not in self.rules:
                self.faulty[key] = why._replace(line=None)
        self.problems: list[Problem] = []
        abnf = re.sub(_PAGE, "", abnf.replace("\r\n", "\n"))
        definitions = list(_definitions(abnf, self.problems))
        if not definitions and not self.problems:
            self.problems.append(Problem(1, None, "there is no rule"))
        self.read(definitions, _Prose(definitions, base.works))
        self.check()
        self.problems.sort(key=lambda problem: problem.line or 0)

    def report(self, key: str, line: int | None, message: str) -> None:
        """Note what is wrong with a rule, so that it does not work."""
        name = self.rules[key].name
        problem = Problem(line, name, _clip(f"{_clip(name)} {message}", 300))
        self.problems.append(problem)
        self.faulty.setdefault(key, problem)

    def read(self, definitions: Iterable[_Definition], prose: _Prose) -> None:
        """Read the definitions, and join those of one rule: "=", and then "=/" (RFC 5234 3.3)."""
        readings: dict[str, list[Any]] = {}  # of each rule; None is one that cannot be read
        for definition in definitions:
            key = definition.name.lower()
            if definition.incremental and key in self.rules and key not in readings:
                readings[key] = [self.rules[key]._replace(line=definition.line)]
            self.read_one(definition, prose, readings.setdefault(key, []))
        for key, parts in readings.items():
            if parts and None not in parts:
                self.rules[key] = _joined(parts)
                self.listed[key] = None
                self.faulty.pop(key, None)
            else:
                self.rules.pop(key, None)
                self.listed.pop(key, None)

    def read_one(self, definition: _Definition, prose: _Prose, parts: list[Any]) -> None:
        """Read a definition, and add it to those of its rule."""
        name, line = definition.name, definition.line
        rule = None
        try:
            if definition.incremental and not parts:
                raise GrammarError(f"=/ adds to {_clip(name)}, which is not defined", line)
            rule = _read_definition(definition, prose)
            is_second = parts and not definition.incremental
            if is_second and (parts[0] is None or rule.node != parts[0].node):
                raise GrammarError(f"{_clip(name)} is defined twice; the first counts", line)
        except GrammarError as error:
            self.problems.append(Problem(error.line, name, error.message))
            self.faulty[name.lower()] = self.problems[-1]
        # Of several with "=", the first that can be read: RFCs repeat definitions in their prose.
        if definition.incremental or (rule and not parts):
            parts.append(rule)

    def check(self) -> None:
        """Find rules that are undefined, recursive or too large, and those that refer to a faulty one.

        A recursive rule is not regular.
        """
        measures: dict[str, tuple[int, int]] = {}
        for key in self.in_order():
            rule = self.rules[key]
            for ref, line in rule.refs.items():
                if ref.lower() not in self.rules and ref.lower() not in self.faulty:
                    message = f"refers to {_clip(ref)}, which is not defined"
                    self.report(key, rule.line and line, message)
            causes = [self.faulty[ref.lower()] for ref in rule.refs if ref.lower() in self.faulty]
            if causes:
                self.faulty.setdefault(key, causes[0]._replace(line=rule.line, rule=rule.name))
            elif key not in self.faulty:
                measures[key] = size, depth = _measure(rule.node, measures)
                if size > _MAX_SIZE:
                    self.report(key, rule.line, "is too large for a pattern")
                elif depth > _MAX_DEPTH:
                    self.report(key, rule.line, "nests too deeply for a pattern")
                else:
                    self.works[key] = rule

    def in_order(self) -> Iterator[str]:
        """Yield each rule after those that it refers to, and report those that lead to themselves.

        By hand, because a chain of rules may be longer than Python recurses.
        """
        done: set[str] = set()
        own_first = sorted(self.rules, key=lambda key: not self.rules[key].line)
        # The rules that lead to the one in hand, each with its references that are left. "" is the
        # root, whose references are all rules.
        path: dict[str, Iterator[str]] = {"": iter(own_first)}
        while path:
            key = next(reversed(path))
            for ref in path[key]:
                target = ref.lower()
                if target in path:
                    self.report_cycle(path, ref)
                elif target in self.rules and target not in done:
                    path[target] = iter(self.rules[target].refs)
                    break
            else:
                del path[key]
                if key:
                    done.add(key)
                    yield key

    def report_cycle(self, path: dict[str, Any], ref: str) -> None:
        """Report that the last rule on a path refers to one that is on it."""
        key = ref.lower()
        # Of a long cycle, the last ones are shown.
        keys = list(takewhile(lambda other: other != key, islice(reversed(path), 9)))
        names = [_clip(self.rules[other].name) for other in keys[:8]]
        if len(keys) == 9:
            names.append("…")
        name = _clip(self.rules[key].name)
        cycle = " > ".join([name, *reversed(names), name])
        last = self.rules[next(reversed(path))]
        line = self.rules[key].line or (last.line and last.refs[ref])
        self.report(key, line, f"is recursive: {cycle}")


def _joined(rules: Sequence[_Rule]) -> _Rule:
    """Return the rule whose alternatives these are."""
    refs = dict(chain(*[rule.refs.items() for rule in rules]))
    node = _group("alt", [rule.node for rule in rules])
    return rules[0]._replace(node=node, refs=refs, text="\n".join([rule.text for rule in rules]))


def _measure(node: _Node, measures: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Return a tree's size with every rule and repeat written out, and its depth."""
    if node.kind == "ref":
        size, depth = measures[node.name.lower()]
        return size, depth + 1
    parts = [_measure(part, measures) for part in node.parts]
    size = sum([size for size, _ in parts]) or 1
    if node.kind == "rep":
        size *= max(node.high or node.low, 1)
    return size, max([depth + 1 for _, depth in parts], default=0)


# ---- Patterns ----
# How a rule becomes a regular expression. `Grammar._tree` copies the rule's tree with the trees of
# other rules in the place of refs, through _cat, _alt and _rep, from the leaves up. These three keep
# the tree small, by identities of regular expressions; then _render writes it. Without names a tree
# has only the kinds set, cat, alt and rep. A rule that keeps its name, for a capture or for a named
# sub-pattern, stays as a node of its own: kind "rule", its tree as the one part, and its name.
#
#   in       identity                                             without it
#   _alt     a / b = [ab]                    (_one_class)         twice the length, six times the time
#   _alt     x / *( s / y ) = *( s / y )     (_without_covered)   hosts of RFC 2396: 27 times the time
#   _alt     x t / y t = ( x / y ) t         (_factored)          URI-reference has 4,279 characters
#   _cat     x y x y = ( x y ){2}            (_folded)            URI has 1,382 characters
#   _cat     *x [ y *( x / y ) ] = *( x / y )  (_absorbed)        the path is two loops, not one
#   _rep     *( y *x ) = [ y *( x / y ) ]                         the option that _absorbed needs
#   _rep     ( 1*x ){m,n} = x{m,}                                 RFC 2396 has loops in loops
#   _render  *( s / x ) = *s *( x *s )       (_unrolled)          four times the time
#   _render  a possessive loop               (_gives_nothing_back)  1.8 times the time
#
# x is covered if it is made of what the loop takes: every IPv4address is a reg-name, too. In _cat and
# _alt the passes run in the order of these rows. An identity that changes which alternative matched
# holds only where nobody can tell: where no rule keeps its name, or where the next character decides
# (_decided). For that, _first tells with which characters a tree can begin.
# _tries bounds how often an engine has to retry. With a bound of at most _MAX_TRIES, the rule is
# "proven": its pattern takes linear time. A loop is possessive if its bound is 1, and no branch that
# can be empty stands before another one.
#
# segment = *pchar, of RFC 3986: the refs of pchar are written out, and _alt makes one class of all that
# is one character: *( [!$&-…] / "%" HEXDIG HEXDIG ). _cat folds HEXDIG HEXDIG: %[0-9A-Fa-f]{2}. That is
# the tree. _render unrolls its star, and as "%" is not in the class, each loop may be possessive:
#   [!$&-.0-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=@-Z_a-z~]*+)*+


_AT_END: Ranges = ((-1, -1),)  # the end of the text, as if it were a character
_MAX_RANGES = 200  # more are slow
_MAX_TRIES = 100_000  # how often a match may start over; RFC 6874 needs the most here, 85,248


def _union(*all_ranges: Ranges) -> Ranges:
    merged: list[tuple[int, int]] = []
    end = -9
    for low, high in sorted(chain(*all_ranges)):
        if low > end + 1:
            merged.append((low, high))
            end = high
        elif high > end:
            merged[-1] = (merged[-1][0], high)
            end = high
    return tuple(merged)


def _disjoint(*all_ranges: Ranges) -> bool:
    """Return whether no character is in two of them."""
    end = -2
    for low, high in sorted(chain(*all_ranges)):
        if low <= end:
            return False
        end = high
    return True


def _first(node: _Node, after: Ranges) -> Ranges:
    """Return the characters that a tree can begin with; where it is empty, those of `after`."""
    if node.kind == "set":
        return node.ranges  # type: ignore[no-any-return]
    if node.kind == "cat":
        last = 0  # what comes after one character begins nothing
        while last < len(node.parts) - 1 and node.parts[last].kind != "set":
            last += 1
        for part in reversed(node.parts[: last + 1]):
            after = _first(part, after)
        return after
    choices = [_first(part, after) for part in node.parts]
    if node.kind == "rep" and node.low == 0:
        choices.append(after)
    elif len(choices) == 1:
        return choices[0]
    ranges = _union(*choices)
    if len(ranges) > _MAX_RANGES:
        # The last ones are joined. With more characters a choice can only look less decided.
        ranges = (*ranges[:_MAX_RANGES], (ranges[_MAX_RANGES][0], ranges[-1][1]))
    return ranges


def _can_be_empty(node: _Node) -> bool:
    return not _disjoint(_first(node, _AT_END), _AT_END)


def _followed(node: _Node, after: Ranges) -> list[tuple[_Node, Ranges]]:
    """Return the parts of a tree, each with the characters that can follow it."""
    # What is repeated can follow itself; to one character that does not matter.
    if node.kind == "rep" and node.high != 1 and node.parts[0].kind != "set":
        after = _union(_first(node.parts[0], after), after)
    if node.kind != "cat":
        return [(part, after) for part in node.parts]
    follows = [after]
    for part in reversed(node.parts[1:]):
        follows.append(_first(part, follows[-1]))
    return list(zip(node.parts, reversed(follows)))


def _keeps_name(node: _Node) -> bool:
    """Return whether a rule in the tree keeps its name, so that not only the language counts."""
    return node.kind == "rule" or any(map(_keeps_name, node.parts))


def _weight(nodes: Iterable[_Node]) -> int:
    """Return about how long trees are once they are written."""
    # What has parts is long.
    return sum([len(_class(node.ranges)) + 4 * len(node.parts) for node in nodes])


def _is_loop(node: _Node) -> bool:
    """Return whether a tree is *x or 1*x."""
    return bool(node.kind == "rep" and node.low < 2 and node.high is None)


def _is_option(node: _Node) -> bool:
    return bool(node.kind == "rep" and node.low == 0 and node.high == 1)


def _items(node: _Node) -> tuple[_Node, ...]:
    """Return what a tree adds to the sequence that it is a part of."""
    return node.parts if node.kind == "cat" else (node,)


def _branches(node: _Node) -> tuple[_Node, ...]:
    """Return what a tree adds to the alternatives that it is one of."""
    if _is_option(node):  # [ x ] = x / ""
        return (*_branches(node.parts[0]), _EMPTY)
    return node.parts if node.kind == "alt" else (node,)


def _cat(nodes: Iterable[_Node]) -> _Node:
    items = list(chain(*map(_items, nodes)))
    return _group("cat", _absorbed(_folded(items)))


def _folded(items: list[_Node]) -> list[_Node]:
    """x y x y = ( x y ){2}, for units of up to eight items."""
    if len(set(items)) == len(items):
        return items
    for size in range(1, min(len(items) // 2, 8) + 1):
        items = _folded_units(items, size)
    return items


def _folded_units(items: list[_Node], size: int) -> list[_Node]:
    folded = []
    start = 0
    while start < len(items):
        unit = items[start : start + size]
        end = start + size
        if items[end : end + size] == unit and not any(map(_keeps_name, unit)):
            while items[end : end + size] == unit:
                end += size
        times = (end - start) // size
        if times > 1 and (times - 1) * _weight(unit) > 3:
            folded.append(_rep(_cat(unit), times, times))
            start = end
        else:
            folded.append(items[start])
            start += 1
    return folded


def _absorbed(items: list[_Node]) -> list[_Node]:
    """*x [ y *( x / y ) ] = *( x / y ), and 1*x [ y *( x / y ) ] = x *( x / y ).

    So a path has one loop: *pchar *( "/" *pchar ) = *( pchar / "/" ). The next character tells x from
    y, so that no name elsewhere in the rule can match anything else.
    """
    absorbed: list[_Node] = []
    for item in items:
        if absorbed and _is_loop(absorbed[-1]) and _is_option(item) and not _keeps_name(item):
            loop = absorbed[-1]
            (x,) = loop.parts
            y, *rest = _items(item.parts[0])
            both = [*_branches(x), *_branches(y)]
            if _decided(both) and rest == [_rep(_alt(both), 0, None)]:
                absorbed.pop()
                if loop.low == 1:
                    absorbed.append(x)
                item = rest[0]
        absorbed.append(item)
    return absorbed


def _rep(node: _Node, low: int, high: int | None) -> _Node:
    if high == 0 or node == _EMPTY:
        return _EMPTY
    if (low, high) == (1, 1):
        return node
    if _is_loop(node):  # ( 1*x ){m,n} = x{m,}
        return node._replace(low=node.low * low)
    if (low, high) == (0, None) and node.kind == "cat" and len(node.parts) == 2:
        y, loop = node.parts  # *( y *x ) = [ y *( x / y ) ], where y is one character
        if y.kind == "set" and _is_loop(loop) and loop.low == 0 and not _keeps_name(loop):
            both = [*_branches(loop.parts[0]), y]
            if _decided(both):
                return _rep(_cat([y, _rep(_alt(both), 0, None)]), 0, 1)
    return _Node("rep", (node,), low=low, high=high)


def _alt(nodes: Iterable[_Node], ordered: bool = False) -> _Node:
    """Return one of the alternatives.

    They are `ordered`, as the grammar has them, if a rule keeps its name: a capture can tell which one
    matched (RFC 3986 3.2.2: the first match wins).
    """
    branches = list(dict.fromkeys(chain(*map(_branches, nodes))))
    keeps_order = ordered and (any(map(_keeps_name, branches)) or not _decided(branches))
    if keeps_order:
        branches = _one_class(branches)
    else:
        branches.sort(key=_place)
        branches = _without_covered(_one_class(branches))
    low = 1
    if len(branches) > 1 and branches[-1] == _EMPTY:  # x / "" = [ x ]
        branches.pop()
        low = 0
    return _rep(_group("alt", _factored(branches, keeps_order)), low, 1)


def _place(branch: _Node) -> tuple[bool, bool]:
    """Return what sorts branches whose order says nothing: sets first, "" last."""
    return branch.kind != "set", branch == _EMPTY


def _decided(nodes: Iterable[_Node]) -> bool:
    """Return whether the next character tells alternatives apart, so that their order says nothing."""
    branches = _one_class(sorted(nodes, key=_place))  # two sets may overlap
    # With _AT_END, so that none can be empty.
    return _disjoint(_AT_END, *[_first(branch, _AT_END) for branch in branches])


def _one_class(branches: Iterable[_Node]) -> list[_Node]:
    """s / t of one character each = one class, for neighbors."""
    merged: list[_Node] = []
    for are_sets, neighbors in groupby(branches, lambda branch: branch.kind == "set"):
        run = list(neighbors)
        if are_sets:
            run = [_Node("set", ranges=_union(*[branch.ranges for branch in run]))]
        merged += run
    return merged


def _without_covered(branches: list[_Node]) -> list[_Node]:
    """x / *( s / y ) = *( s / y ), where x is made of s and y: every IPv4address is a reg-name too.

    Only a capture has to tell them apart (3.2.2). A verdict is the same, faster, and proven.
    """
    loops = [branch for branch in branches if _is_loop(branch)]
    if len(loops) * len(branches) > 10_000:  # it would take too long
        return branches
    left = list(branches)
    for branch in branches:
        others = [loop for loop in loops if loop is not branch]
        if any(_covers(loop, branch) for loop in others):
            left.remove(branch)
            loops = others  # of two that cover each other, one stays
    return left


def _covers(loop: _Node, node: _Node) -> bool:
    is_too_short = loop.low == 1 and _can_be_empty(node)
    return not is_too_short and _is_made_of(node, _branches(loop.parts[0]))


def _is_made_of(node: _Node, choices: tuple[_Node, ...]) -> bool:
    """Return whether all that a tree matches is a row of these choices."""
    if node in choices:
        return True
    if node.kind == "set":
        return any(_union(choice.ranges, node.ranges) == choice.ranges for choice in choices)
    return all(_is_made_of(part, choices) for part in node.parts)


def _factored(branches: list[_Node], ordered: bool) -> list[_Node]:
    """x t / y t = ( x / y ) t, for neighbors, so that no order changes."""
    factored: list[_Node] = []
    for _, neighbors in groupby(branches, lambda branch: _items(branch)[-1:]):
        run = list(neighbors)
        spelled = [_items(branch) for branch in run]
        tail = _common_tail(spelled)
        if len(run) > 1 and (len(run) - 1) * _weight(tail) > 4:
            heads = [_cat(items[: len(items) - len(tail)]) for items in spelled]
            factored.append(_cat([_alt(heads, ordered), *tail]))
        else:
            factored += run
    return factored


def _common_tail(rows: Sequence[Sequence[_Node]]) -> Sequence[_Node]:
    """Return the items that all these rows end in."""
    size = 0
    for items in zip(*map(reversed, rows)):
        if any(item != items[0] for item in items):
            break
        size += 1
    return rows[0][len(rows[0]) - size :]


def _tries(node: _Node, after: Ranges) -> float:
    """Return a bound on how often an engine has to retry a tree: 1 if the next character decides.

    `after` is what can follow. The next character decides a choice where it can begin one branch
    alone (LL(1)). Where it decides every unbounded loop, the bound is a number that the pattern has,
    however long the text is.
    """
    if node.kind == "set":
        return 1
    tries = [_tries(part, follow) for part, follow in _followed(node, after)]
    if node.kind == "cat":
        return reduce(mul, tries, 1.0)  # of floats, so it does not overflow
    if node.kind != "rep":
        if _disjoint(*[_first(part, after) for part in node.parts]):
            return max(tries)
        return sum(tries)
    body, low, high = node.parts[0], node.low, node.high
    if tries == [1] and _disjoint(_first(body, after), after):
        return 1
    if high is None:
        return float("inf")
    if tries == [1]:
        return float(high - low + 1)
    return float(min(tries[0], 1e9) ** min(high, 30))


def _gives_nothing_back(node: _Node, after: Ranges) -> bool:
    """Return whether a loop may be possessive, and still match the same texts.

    The next character has to decide every choice in the loop, and where it ends; so it takes linear
    time. And no alternative that can be empty may stand before another: in *( "," ( *"a" / "b" ) ) an
    engine takes the empty *"a" before a "b", and only a second look finds the "b".
    """
    if node.high is not None or _tries(node, after) != 1:
        return False
    for inner in _nodes(node):
        if inner.kind == "alt" and any(map(_can_be_empty, inner.parts[:-1])):
            return False
    return True


def _is_rigid(node: _Node) -> bool:
    """Return whether a tree is characters and runs of one class of them, in one order."""
    if node.kind == "rep":
        return bool(node.parts[0].kind == "set")
    return node.kind in ("set", "cat") and all(map(_is_rigid, node.parts))


def _unrolled(node: _Node) -> _Node | None:
    """*( s / x ) = *s *( x *s ), for a class s: runs of characters are taken at once."""
    (body,) = node.parts
    if not _is_loop(node) or body.kind != "alt":
        return None
    sets = [branch for branch in body.parts if branch.kind == "set"]
    if not sets or _keeps_name(body) or not _decided(body.parts):
        return None
    # 1*( s / x ) has its body twice: with loops in it, it would double at each.
    if node.low == 1 and not all(map(_is_rigid, body.parts)):
        return None
    run = _rep(sets[0], 0, None)
    others = _group("alt", [branch for branch in body.parts if branch is not sets[0]])
    loop = _Node("rep", (_cat([others, run]),), low=0, high=None)
    if node.low == 1:
        return _Node("cat", (body, run, loop))
    return _Node("cat", (run, loop))


# Characters that need care in a class. None begins or ends a range, where .NET and libxml2 go wrong.
# They are escaped; in "posix" only a backslash is, and the others have fixed places. XSD, and Rust
# before 1.8, do not know "\/".
_ESCAPED = {"posix": r"\]^-", "xsd": r"-[\]^", "rust": r"-[\]^", "icu": r"&()-[\]^{|}/"}
_ESCAPED_ELSEWHERE = r"()-[\]^{|}/"


def _class(ranges: Ranges, style: str = "portable") -> str:
    r"""Return a character or a class, spelled so that every engine reads it alike.

    Ranges stand in code-point order. What JavaScript's v flag reserves in a class has a backslash:
    "-" above all, which RFC 3986's own classes need (`[+\-.0-9A-Za-z]`). White space and "#" stand in
    a class, where (?x) does not skip them; Perl and PCRE2 skip U+200E and U+200F, too.
    """
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        char = chr(ranges[0][0])
        if char in "$*+.?#\u200e\u200f" or char.isspace():
            return f"[{char}]"
        if char in "()[\\]^{|}":
            return "\\" + char
        return char
    escaped = _ESCAPED.get(style, _ESCAPED_ELSEWHERE)
    parts: list[str] = []
    for low, high in ranges:
        parts += _spelled(low, high, escaped)
    if style == "posix":  # "]" goes first, "^" not first, "-" last; awk's backslash is as elsewhere
        parts.sort(key=lambda part: (part != "]", "^-".find(part)))
        escaped = "\\"
        if parts == ["^", "-"]:
            parts.reverse()
    text = "".join(["\\" + part if part in escaped else part for part in parts])
    return f"[{text}]"


def _spelled(low: int, high: int, escaped: str) -> list[str]:
    """Return a range of a class as its parts: characters, and a range whose ends need no escape."""
    if high - low < 2:
        return [chr(point) for point in range(low, high + 1)]
    if chr(low) in escaped:
        return [chr(low), *_spelled(low + 1, high, escaped)]
    if chr(high) in escaped:
        return [*_spelled(low, high - 1, escaped), chr(high)]
    return [f"{chr(low)}-{chr(high)}"]


_QUANTIFIERS = {(0, 1): "?", (0, None): "*", (1, None): "+"}


def _render(node: _Node, after: Ranges, style: str) -> str:
    """Return a tree as a pattern in a style; `after` is what can follow it.

    The styles are those of _ENGINE_TABLE, and "source". Loops of "possessive", "named" and "icu" give
    nothing back where that is exact. For "re" their body must also be rigid: CPython is wrong about
    some choices, loops and captures in possessive loops (gh-106052 until 3.11.5, gh-101955 until
    3.12.8 and 3.13.1), and a proven loop takes linear time in `re` without.
    """
    if node.kind == "set":
        return _class(node.ranges, style)
    if node.kind == "rule":
        return _render_rule(node, after, style)
    if node.kind == "rep":
        return _render_loop(node, after, style)
    texts = []
    for part, follow in _followed(node, after):
        text = _render(part, follow, style)
        if part.kind == "alt":
            text = _grouped(text, style)
        texts.append(text)
    if node.kind == "alt":
        return "|".join(texts)
    return "".join(texts)


def _render_rule(node: _Node, after: Ranges, style: str) -> str:
    """Return a rule that keeps its name: a call of it, or a group."""
    if style == "source":  # see Grammar.source
        return f"(?&{node.name})"
    name = _group_name(node.name)
    if style == "named":
        return f"(?&{name})"
    return f"(?P<{name}>{_render(node.parts[0], after, style)})"


def _render_loop(node: _Node, after: Ranges, style: str) -> str:
    unrolled = _unrolled(node)
    if unrolled:
        return _render(unrolled, after, style)
    ((body, follow),) = _followed(node, after)
    text = _render(body, follow, style)
    if body.kind in ("alt", "cat", "rep"):
        text = _grouped(text, style)
    low, high = node.low, node.high
    if low == high:
        text += f"{{{low}}}"
    else:
        text += _QUANTIFIERS.get((low, high)) or f"{{{low},{high or ''}}}"
    may_hold = style in ("possessive", "named", "icu") or (style == "re" and _is_rigid(body))
    if may_hold and _gives_nothing_back(node, after):
        text += "+"
    return text


def _grouped(text: str, style: str) -> str:
    return f"({text})" if style in ("posix", "xsd") else f"(?:{text})"


def _group_name(rule: str) -> str:
    return rule.replace("-", "_")


def _group_names(rules: Collection[str]) -> set[str]:
    names = set(map(_group_name, rules))
    if len(names) < len(rules):
        raise GrammarError("rules that differ only in '-' and '_' would share a group name")
    return names


def _compile_re(pattern: str) -> re.Pattern[str]:
    """Compile a pattern: before Python 3.11 without possessive loops, which only save time."""
    if sys.version_info < (3, 11):
        pattern = re.sub(r"(\[(?:\\.|[^]\\])*\]|\\.)|([*+?}])\+", r"\1\2", pattern)
    return re.compile(pattern, re.DOTALL)


def _highest(node: _Node) -> int:
    """Return the highest repeat in the tree, where nested repeats multiply."""
    own: int = max(node.low, node.high or 1)
    return own * max([_highest(part) for part in node.parts], default=1)


def _calls(node: _Node, after: Ranges, calls: dict[str, tuple[_Node, Ranges]]) -> None:
    """Note for each rule that keeps its name its tree, and all that can come after it anywhere."""
    if node.kind == "rule":
        _, known = calls.get(node.name, (None, ()))
        after = _union(known, after)
        if known == after:
            return
        calls[node.name] = node.parts[0], after
    for part, follow in _followed(node, after):
        _calls(part, follow, calls)


# ---- Patterns for other engines ----
# Each row is all that is known of an engine: name, style (see _render), anchors ("…" is the pattern),
# kind of literal (see _quoted), highest repeat ("*": nested repeats multiply), highest character,
# whether it backtracks, and what to know.
_ENGINE_TABLE = r"""
portable     portable   …          shell       65535 10FFFF yes unanchored; for engines not listed
possessive   possessive …          shell       65535 10FFFF yes unanchored; with possessive quantifiers
re           re         …          json        65535 10FFFF yes unanchored; Python 3.11 or later
python       portable   \A…\Z      json        65535 10FFFF yes $ would allow a final newline
regex        named      …          json        65534 10FFFF yes (?(DEFINE)…), for Perl and PCRE2, too
re2          portable   ^…$        re2         1000* 10FFFF no  PartialMatch, and no flag
go           portable   ^…$        go          1000* 10FFFF no  no flag, above all not (?m)
duckdb       portable   ^…$        sql         1000* 10FFFF no  regexp_matches
bigquery     portable   ^…$        json        1000* 10FFFF no  REGEXP_CONTAINS
clickhouse   portable   ^…$        backslashed 1000* 10FFFF no  match()
pyarrow      portable   ^…$        json        1000* 10FFFF no  match_substring_regex
rust         rust       ^…$        rust        65535 10FFFF no  always linear
ripgrep      rust       ^…$        shell       65535 10FFFF no  line by line; --crlf allows a final CR
hyperscan    portable   \A…\z      json        65535 10FFFF no  HS_FLAG_UTF8 | HS_FLAG_SINGLEMATCH
polars       portable   ^…$        json        65535 10FFFF no  str.contains
javascript   portable   ^…$        javascript  65535 10FFFF yes no m flag; above U+FFFF the u or v flag
json-schema  portable   ^…$        json        65535 10FFFF yes in Python $ allows a final newline
html         portable   …          html        65535 10FFFF yes the pattern attribute is anchored
java         possessive \A…\z      json        65535 10FFFF yes other quantifiers overflow its stack
spark        possessive \A…\z      backslashed 65535 10FFFF yes rlike, on Java
dotnet       portable   \A…\z      dotnet      65535 FFFF   yes $ would allow a final newline
pcre         possessive \A…\z      shell       65535 10FFFF yes $ would allow a final newline
php          possessive \A…\z      php         65535 10FFFF yes preg_match; delimited, u for UTF-8
nginx        possessive \A…\z      quoted      65535 007F   yes in a map: "~…", never empty; bytes
haproxy      possessive \A…\z      shell       65535 007F   yes -m reg; bytes
perl         possessive \A…\z      perl        65534 10FFFF yes only qr'…' does not interpolate $ and @
jq           possessive \A…\z      json        65535 10FFFF yes test(…); $ would allow a final newline
ruby         possessive \A…\z      backslashed 65535 10FFFF yes ^ and $ are those of lines
postgresql   portable   ^…$        sql         255   10FFFF no  ~; a CHECK allows NULL
sqlite       portable   \A…\Z      sql         65535 10FFFF yes REGEXP, with a function of Python's re
mysql        icu        (?-i)\A…\z backslashed 65535 10FFFF yes 8.0+, 80,000 chars; a CHECK allows NULL
mariadb      possessive (?-i)\A…\z backslashed 65535 10FFFF yes a CHECK allows NULL
posix        posix      ^…$        shell       32767 007F   no  grep -E, line by line; LC_ALL=C
bash         posix      ^…$        shell       32767 007F   no  [[ =~ $unquoted ]]; LC_ALL=C
gawk         posix      ^…$        quoted      32767 007F   no  $0 ~ "…"; LC_ALL=C
sed          posix      ^…$        sed         32767 007F   no  GNU sed -E -f FILE; LC_ALL=C
xsd          xsd        …          xsd         65535 10FFFF yes anchored; in libxml2 not always exact
"""


@cache
def _engines() -> dict[str, str]:
    """Return the rows of the table, by the engines' names."""
    rows = _ENGINE_TABLE.strip().split("\n")
    return {row.partition(" ")[0]: row for row in rows}


def _engine(name: str) -> SimpleNamespace:
    """Return what the table says of an engine."""
    if _str(name, "engine") not in _engines():
        raise ValueError(f"unknown engine {_masked(name)!r}: {', '.join(_engines())}")
    fields = "name style anchored literal most last backtracks trap".split()
    row = SimpleNamespace(**dict(zip(fields, _engines()[name].split(None, 7))))
    row.multiplied = row.most.endswith("*")
    row.most = int(row.most.rstrip("*"))
    row.last = chr(int(row.last, 16))
    row.backtracks = row.backtracks == "yes"
    return row


def _taken(engine: str, what: str, text: str) -> str:
    """Return the pattern, if the engine takes its characters."""
    last = _engine(engine).last
    if max(text, default="") > last:
        raise ValueError(f"{engine} takes characters up to U+{ord(last):04X}, but {what} has more")
    return text


# ---- The automaton: offsets, captures, partial texts, verdicts where a pattern could backtrack ----
# A nondeterministic automaton with counters, which becomes deterministic as texts are read: it reads
# a text once, and remembers each state that it comes to. It is made from the rules as read, not from a
# pattern, so that each is a check on the other. Its nodes refer to one another by their numbers:
#
#   kind    fields                    a thread that is there
#   set     ranges, expected, target  waits for one of these characters, or for the end of the text
#   fork    ways                      goes on in each of these ways, the first one first
#   mark    rule, begins, target      is where a rule begins or ends
#   enter   low, target               begins a repeat, its target
#   repeat  body, target, low, high   goes round once more, or leaves
#   round   target                    has gone round once, and is at its repeat again
#
# A thread is (node, idle, counts). There is one count for each repeat that it is in, from the
# outermost inward. A count begins at -low and goes up with each round: below 0 one more is required,
# at high - low none is allowed; without a limit it stays at 1. `idle` is how many of its rounds, from
# the innermost outward, have not taken a character yet: an optional round has to take one.
# walk takes threads on to all sets that they reach without a character, and over takes those that wait
# for a character over it. A state is the threads that a text leads to, without those that _is_new
# finds needless. Only captures need the threads themselves, in the grammar's order (match).
#
# port-part = [ ":" *DIGIT ] has these nodes; a text is read from 10 on:
#   0  set, the end                       6  mark, DIGIT begins, target 5
#   1  mark, port-part ends, target 0     7  enter, target 2
#   2  repeat, body 6, target 1           8  set, ":", target 7
#   3  round, target 2                    9  fork, ways 8 and 1
#   4  mark, DIGIT ends, target 3        10  mark, port-part begins, target 9
#   5  set, 0-9, target 4
# To read ":8", a thread walks from 10 over 9 to 8, and another over 1 to 0: the first state. ":" leads
# from 8 to 7, where a count begins, and to 2. From there one goes round to 5, and one leaves to 0: the
# state of (5, 0, (1,)) and (0, 0, ()). "8" leads to it again. At 0 the end may come: the text matches.


_MAX_REMEMBERED = 200_000  # threads that an automaton remembers

if TYPE_CHECKING:
    Thread = tuple[int, int, tuple[int, ...]]  # the number of a node, idle rounds, counts
    Marks = Any  # of a way: the last one first, ((rule, begins), marks before it), or None
    Way = tuple[Thread, Marks]
    Seen = dict[Any, list[tuple[int, ...]]]
    Expected = tuple[Ranges, str]  # characters, and what the grammar calls them


def _is_new(thread: Thread, seen: Seen) -> bool:
    """Return whether a thread can go on in a way that none of those seen can, and note it as seen.

    It cannot if one was at its node, required as many rounds, and had used no more of the optional
    ones. So few threads are left of *998( *"a" ), which can be in any of its rounds.
    """
    node, idle, counts = thread
    used = (idle, *counts)
    place = node, tuple([min(count, 0) for count in counts])
    others = seen.get(place, [])
    if any(_uses_no_more(other, used) for other in others):
        return False
    seen[place] = [other for other in others if not _uses_no_more(used, other)]
    seen[place].append(used)
    return True


def _uses_no_more(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(map(le, a, b))


class _State:
    """What a text leads to: threads that wait for a character, and the states that follow."""

    __slots__ = ("successors", "threads")

    def __init__(self, threads: tuple[Thread, ...]) -> None:
        self.threads = threads
        self.successors: dict[int, _State] = {}


class _Automaton:
    """A rule that reads texts. It makes its states as texts reach them."""

    def __init__(self, grammar: Any, rule: str) -> None:
        self.grammar = grammar
        self.nodes: list[SimpleNamespace] = []
        self.add("set", ranges=_AT_END, expected=(_AT_END, "<end of text>"), target=0)
        self.entry: Thread = (self.build(_Node("ref", name=rule), 0, None), 0, ())
        cuts: set[int] = set()
        all_ranges = [node.ranges for node in self.nodes if node.kind == "set"]
        for low, high in chain(*all_ranges):
            cuts |= {low, high + 1}
        # Between two cuts all characters are alike, so that a state has few successors.
        self.cuts = sorted(cuts - {-1, sys.maxunicode + 1})
        # A table for bytes.translate, which is ten times faster than a search for each character.
        self.ascii_classes = bytes(map(self.char_class, range(128))).ljust(256)
        self.forget()

    def forget(self) -> None:
        self.remembered = 0
        self.states: dict[tuple[Thread, ...], _State] = {}
        # Each is worked out once.
        self.state = cache(self.find_state)
        self.onward = cache(self.find_onward)
        self.expected = cache(self.find_expected)
        self.start = self.state((self.entry,))

    def remember(self, size: int) -> None:
        """Count what is remembered. When there is too much, forget all: few texts get there."""
        self.remembered += size + 1
        if self.remembered > _MAX_REMEMBERED:
            self.forget()

    def add(self, kind: str, **fields: Any) -> int:
        self.nodes.append(SimpleNamespace(kind=kind, **fields))
        return len(self.nodes) - 1

    def build(self, node: _Node, target: int, expected: Expected | None) -> int:
        """Return the number where a tree is entered that goes on to `target`.

        `expected` is what all its characters are called: those of HEXDIG are expected as HEXDIG.
        """
        if node.kind == "set":
            own = (node.ranges, node.name)
            return self.add("set", ranges=node.ranges, expected=expected or own, target=target)
        if node.kind == "ref":
            return self.build_rule(node.name, target, expected)
        if node.kind == "cat":
            for part in reversed(node.parts):
                target = self.build(part, target, expected)
            return target
        if node.kind == "alt" or _is_option(node):
            ways = [self.build(part, target, expected) for part in _branches(node)]
            return self.add("fork", ways=ways)
        (body,) = node.parts
        repeat = self.add("repeat", target=target, low=node.low, high=node.high)
        # It is there before its body, which leads back to it.
        self.nodes[repeat].body = self.build(body, self.add("round", target=repeat), expected)
        return self.add("enter", low=node.low, target=repeat)

    def build_rule(self, name: str, target: int, expected: Expected | None) -> int:
        rule, tree = self.grammar._rule(name), self.grammar._tree(name)
        if tree.kind == "set":  # a rule of one character
            expected = expected or (tree.ranges, rule.name)
        end = self.add("mark", rule=rule.name, begins=False, target=target)
        inner = self.build(rule.node, end, expected)
        return self.add("mark", rule=rule.name, begins=True, target=inner)

    def walk(self, threads: Sequence[Thread], for_verdict: bool = False) -> Iterator[Way]:
        """Yield the threads that these lead to before the next character, in the grammar's order.

        Each comes with the marks on its way. For a verdict neither order nor marks count, so what an
        earlier thread covers is left out. Otherwise nested repeats of what can be empty would multiply.
        """
        fewest_idle: dict[Any, int] = {}
        covered: Seen = {}
        stack: list[Way] = [(thread, None) for thread in reversed(threads)]
        while stack:
            thread, marks = stack.pop()
            number, idle, counts = thread
            place = (number, counts) if for_verdict else thread
            if fewest_idle.get(place, idle + 1) <= idle:
                continue
            fewest_idle[place] = idle
            node = self.nodes[number]
            if node.kind == "set":
                yield (number, 0, counts), marks
            elif node.kind == "mark":
                marks = ((node.rule, node.begins), marks)
                stack.append(((node.target, idle, counts), marks))
            elif node.kind == "fork":
                for way in reversed(node.ways):
                    stack.append(((way, idle, counts), marks))
            elif node.kind == "enter":
                stack.append(((node.target, idle, (*counts, -node.low)), marks))
            elif node.kind == "round":
                if idle == 0 or counts[-1] < 1:  # else it took no character, and was not required
                    stack.append(((node.target, max(idle - 1, 0), counts), marks))
            elif not for_verdict or _is_new(thread, covered):
                for way in self.repeat(node, idle, counts):
                    stack.append((way, marks))

    def repeat(self, node: SimpleNamespace, idle: int, counts: tuple[int, ...]) -> Iterator[Thread]:
        """Yield the ways on from a repeat, the first one last: to leave it, and to go round."""
        *outer, count = counts
        if count >= 0:
            yield node.target, idle, tuple(outer)
        if node.high is None or count < node.high - node.low:
            yield node.body, idle + 1, (*outer, min(count + 1, node.high or 1))

    def char_class(self, code: int) -> int:
        """Return the class of a character: those between two cuts are of one."""
        from bisect import bisect_right

        # The first cut is 0, which follows the end of the text, -1.
        return self.cuts[bisect_right(self.cuts, code) - 1]

    def char_classes(self, text: str) -> list[int]:
        """Return the class of each character, and of the end."""
        if text.isascii():
            return [*text.encode("ascii").translate(self.ascii_classes), -1]
        return [*map(self.char_class, map(ord, text)), -1]

    def over(self, ways: Iterable[Way], char_class: int) -> list[Way]:
        """Return the ways that wait for a character of this class, each after it."""
        after = []
        for (number, _, counts), marks in ways:
            node = self.nodes[number]
            for low, high in node.ranges:
                if low <= char_class <= high:
                    after.append(((node.target, 0, counts), marks))
        return after

    def find_state(self, threads: tuple[Thread, ...]) -> _State:
        """Return the state of these threads, once they have walked on, without the needless ones."""
        waiting = list(dict.fromkeys(thread for thread, _ in self.walk(threads, for_verdict=True)))
        for _ in range(2):  # once in either order, as a thread may cover one before it
            seen: Seen = {}
            waiting = [thread for thread in reversed(waiting) if _is_new(thread, seen)]
        key = tuple(waiting)
        self.remember(len(threads))
        if key not in self.states:
            self.remember(len(key))
        return self.states.setdefault(key, _State(key))

    def step(self, state: _State, char_class: int) -> _State:
        """Return the state after a character of this class; it has no threads if none can be there."""
        ways = self.over([(thread, None) for thread in state.threads], char_class)
        successor = self.state(tuple([thread for thread, _ in ways]))
        state.successors[char_class] = successor
        return successor

    def read(self, text: str) -> tuple[int, _State]:
        """Return how many characters a match can begin with, the end being one, and the state there."""
        state = self.start
        for offset, char_class in enumerate(self.char_classes(text)):
            successor = state.successors.get(char_class) or self.step(state, char_class)
            if not successor.threads:
                return offset, state
            state = successor
        return len(text) + 1, state

    def matches(self, text: str) -> bool | None:
        """Return True or None, as `fullmatch` is truthy or None."""
        length, _ = self.read(_str(text))
        return length > len(text) or None

    def find_onward(self, thread: Thread, char_class: int) -> list[Way]:
        """Return the threads after a character of this class, in order, with the marks before it."""
        ways = self.over(self.walk([thread]), char_class)
        self.remember(len(ways))
        return ways

    def spans(self, text: str) -> list[tuple[str, int, int, int]]:
        """Return the rules in a match, in the order of their beginnings: (rule, start, end, depth)."""
        spans = []
        ends: list[int] = []  # of the rules that stand open, as the match is read from its end
        path = self.match(self.char_classes(text))
        for offset in reversed(range(len(path))):
            marks = path[offset]
            while marks:
                (rule, begins), marks = marks
                if begins:
                    spans.append((rule, offset, ends.pop(), len(ends)))
                else:
                    ends.append(offset)
        spans.reverse()
        return spans

    def match(self, char_classes: Sequence[int]) -> list[Marks]:
        """Return the marks before each character of a text that matches, and before its end.

        At each choice it is the first way that leads to the end, as in a backtracking match. But a
        thread that did not lead there is not tried again, so that the time is linear.
        """
        path: list[Way] = [(self.entry, None)]  # the way over each character
        untried: list[Iterator[Way]] = []  # the other ways over it
        failed: dict[int, Seen] = {}  # the threads that led to no match, by their place in the path
        while len(path) <= len(char_classes):
            thread, _ = path[-1]
            if len(untried) < len(path):
                untried.append(iter(self.onward(thread, char_classes[len(untried)])))
            failed_here = failed.get(len(path))
            for way in untried[-1]:
                if failed_here is None or _is_new(way[0], failed_here):
                    path.append(way)
                    break
            else:
                untried.pop()
                path.pop()
                _is_new(thread, failed.setdefault(len(path), {}))
        return [marks for _, marks in path[1:]]

    def find_expected(self, state: _State) -> str:
        """Return what can stand at a state, as ABNF; what another alternative covers is left out."""
        all_expected = dict.fromkeys(self.nodes[number].expected for number, _, _ in state.threads)
        all_ranges = {ranges for ranges, _ in all_expected}
        pairs = permutations(islice(all_ranges, 200), 2)  # those of more take long
        covered = {a for a, b in pairs if _union(a, b) == b}
        labels = dict.fromkeys(label for ranges, label in all_expected if ranges not in covered)
        return " / ".join(sorted(labels, key=lambda label: label == "<end of text>"))


# ---- Errors in plain words ----

# The rules whose texts begin with a scheme, and all whose texts Appendix B splits.
_WITH_SCHEME = ("URI", "absolute-URI", "IRI", "absolute-IRI", "absoluteURI")
_REFERENCE_RULES = (
    *_WITH_SCHEME, "URI-reference", "relative-ref", "IRI-reference", "irelative-ref", "relativeURI",
)  # fmt: skip
# What no relative-ref has, or only one with an IP-literal, a userinfo or a port.
_NOT_RELATIVE = r"#.*#|\A//[^/?#]*[:@]|[^!#-;=?-Z_a-z~]|%(?![0-9A-Fa-f]{2})"
# What stands where a port would: after a ":" that no userinfo and no IP-literal holds.
_PORT = r"(?:[^:/?#]*:)?//(?:[^/?#]*@)?(?:\[[^]/?#@]*\]|[^][/?#@:]*):([^@/?#]*)(?![^/?#])"


def _no_scheme(text: str, rule: str) -> str:
    """Return the words for a text without the scheme that it has to begin with."""
    if not text:
        return "it is empty"
    advice = 'it has to begin with a scheme, such as "https:"'
    if rule != "absoluteURI" and not re.search(_NOT_RELATIVE, text):
        advice += f'; for a relative reference, use rule="{rule[-3:]}-reference"'
    return advice


def _is_in_host(text: str, rule: str, offset: int) -> bool:
    """Return whether an offset is in a text's host or port."""
    if rule in ("authority", "iauthority"):
        text, offset = f"//{text}", offset + 2
    elif rule not in _REFERENCE_RULES:
        return rule in ("host", "ihost", "reg-name", "ireg-name")
    host = re.match("(?:[^:/?#]*:)?//(?:[^/?#]*@)?([^/?#@]*)", text)
    return host is not None and host.start(1) <= offset < host.end(1)


def _cause(text: str, rule: str, offset: int, could_be: Collection[str]) -> str:
    """Return in plain words why a text does not match a rule, or "" if the ABNF says it best."""
    before, found = text[:offset], text[offset : offset + 1]
    if found == " " and offset == 0:
        return "a space at the beginning of the text is not allowed"
    if rule in _WITH_SCHEME and not re.match("[^:/?#]*:", text):
        return _no_scheme(text, rule)
    if found == " " and text[offset:].strip(" ") == "":
        return "a space at the end of the text is not allowed"
    if could_be == ["HEXDIG"] and "%" in before[-2:]:
        return '"%" has to be followed by two hex digits; write %25 for a "%" itself'
    in_literal = "[" in before[before.rfind("]") + 1 :]
    if in_literal and found in ("", "/", "?", "#"):
        return 'the "[" is not closed'
    if in_literal and found == "%":
        return "a zone identifier is not allowed here; the grammar RFC6874 has them"
    port = re.match(_PORT, text)
    if port and port.start(1) <= offset <= port.end(1) and port[1].strip("0123456789"):
        return "the port is not a number"
    if not found or '"%"' not in could_be or {"unreserved", "iunreserved"}.isdisjoint(could_be):
        return ""  # a triplet would not help
    return _not_allowed(text, rule, offset, "unreserved" in could_be)


def _not_allowed(text: str, rule: str, offset: int, in_uri: bool) -> str:
    """Return the words for a character that has to be a triplet."""
    found, what = text[offset], _found(text, rule, offset)
    if what == "a masked character":
        return f"{what} is not allowed here; percent-encode it"
    if not found.isascii():
        if not in_uri or not found.isprintable():
            return ""
        return f"{what} is not ASCII; an IRI may contain it: see iri_to_uri, or IDNA for a host"
    if found == "\\":
        return 'a backslash is not allowed here; did you mean "/"?'
    if found == " ":
        what = "a space"
    elif found == "#" and "#" in text[:offset]:
        what = 'a second "#"'
    if _is_in_host(text, rule, offset):
        return f"{what} is not allowed in a host"
    if not found.isprintable():
        return f"{what} is not allowed here"
    return f"{what} is not allowed here; write %{ord(found):02X}"


def _invalid(text: str, rule: str, offset: int, expected: str) -> URIError:
    """Return the error for a text that does not match a rule of this file."""
    error = URIError(text, rule, offset, _clip(expected, 300))
    error.reason = _cause(text, rule, offset, expected.split(" / ")) or error.reason
    return error


# ---- Grammars ----

# What compose looks at in a template. What is escaped, a class (perhaps with [:alpha:] in it) and a
# comment stay as they are. Unlike after \1 or x{2, a rule that is "apart" is not read as one with what
# is before it. A quantifier may follow a comment.
_TEMPLATE = r"""(?x)
  \\[\s\S]
| \[ \^? \]? (?: \\[\s\S] | \[:[a-z]+:\] | [^]\\] )* (?: \] | \\?\Z )
| \(\?\# [^)]*
| (?P<apart> \A | (?<=[|)\]>/:]) | (?<=(?<!\?)\() )?
  \(\?& (?P<rule> [^)]* ) \)
  (?P<repeat> (?= \s* (?: [*+?{\#] | \(\?\# ) ) )?
"""


@cache
def _core() -> _Reading:
    reading = _Reading(_ABNF_CORE, None)
    reading.listed.clear()
    return reading


def _unknown_rule(name: str, rules: Sequence[str]) -> GrammarError:
    """Return the error for a name that no rule has, with the names that are like it."""
    from difflib import get_close_matches

    message = f"there is no rule {_masked(name)[:60]!r}"
    if not re.fullmatch(_NAME, name):
        return GrammarError(f"{message}; are the rule and the text swapped?")
    by_key = {rule.lower(): rule for rule in rules}
    close = [by_key[key] for key in get_close_matches(name.lower()[:60], by_key)]
    if close:
        return GrammarError(f"{message}; did you mean {' or '.join(close)}?")
    return GrammarError(f"{message}; there are {', '.join(rules)}")


class Grammar:
    r"""ABNF (RFC 5234, RFC 7405), and the regular expressions that it stands for.

    `abnf` is the text: "|" may stand for "/" and "_" in names, as in RFC 2396; names match in either
    case. `base` is a grammar whose rules are known too, and may be redefined; prose that names one of
    them, `<host, see [URI], Section 3.2.2>`, stands for that rule as the base has it. The core rules of
    RFC 5234 Appendix B.1 are known everywhere. The text may be a part of an RFC, with its page breaks
    and its indentation.

    Raises GrammarError, which lists every problem, if the text cannot be read or a rule is undefined,
    recursive or too large for a pattern. With `strict=False`, such rules and all that refer to them
    are left out instead and listed in `problems`; the others work.

    >>> Grammar('version = "v" 1*DIGIT *( "." 1*DIGIT )').pattern("version")
    '[Vv][0-9]+(?:[.][0-9]+)*'
    """

    _ships = False

    def __init__(self, abnf: str, base: Grammar | None = None, *, strict: bool = True) -> None:
        if base is not None and not isinstance(base, Grammar):
            raise TypeError(f"base must be a Grammar, not {type(base).__name__}")
        self._abnf, self._base, self._strict = _str(abnf, "abnf"), base, strict
        # Each is worked out once.
        self._reading = cache(self._read)
        self._tree = cache(self._build_tree)
        self._automaton = cache(partial(_Automaton, self))
        self._compiled = cache(self._compile)
        self._verdict = cache(self._find_verdict)
        if not self._ships:
            self._reading()

    def _read(self) -> _Reading:
        base = self._base._reading() if self._base else _core()
        reading = _Reading(self._abnf, base)
        if not self._strict:
            return reading
        # Without a line it is inherited, and the base has reported it.
        wrong = [x for x in reading.problems if x.line or str(x.rule).lower() not in base.faulty]
        wrong = wrong or [why for why in reading.faulty.values() if why.line]
        if wrong:
            raise GrammarError(wrong[0].message, wrong[0].line, *wrong)
        return reading

    def __reduce__(self) -> str | tuple[Any, ...]:  # compiled patterns stay behind
        return partial(Grammar, strict=self._strict), (self._abnf, self._base)

    def __repr__(self) -> str:
        return f"<Grammar of {len(self.rules)} rules>"

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules as written, in order, the base's first; core rules are not listed.

        >>> Grammar('a = "x" b\\nb = 1*DIGIT').rules
        ('a', 'b')
        """
        reading = self._reading()
        return tuple([reading.works[key].name for key in reading.listed if key in reading.works])

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why rules are left out: what is wrong, then which rules only refer to that.

        Each problem has a `line` (None in the base), a `rule` and a `message`, as in a GrammarError.

        >>> lenient = Grammar('a = b "x"\\nb = <as they say>\\nc = "y"', strict=False)
        >>> lenient.rules, [(problem.line, problem.rule) for problem in lenient.problems]
        (('c',), [(2, 'b'), (1, 'a')])
        """
        reading = self._reading()
        return tuple(dict.fromkeys([*reading.problems, *reading.faulty.values()]))

    def extend(self, abnf: str, *, strict: bool = True) -> Grammar:
        """Return a grammar with these rules too. What refers to a redefined rule sees the new one.

        A rule that the grammar leaves out works again if these rules give what it lacks. Raises
        GrammarError, as Grammar does, for this text; with `strict=False` rules are left out instead.

        >>> web = RFC3986.extend('http-URI = "http" "://" authority path-abempty [ "?" query ]')
        >>> web.matches("http-URI", "http://example.com/"), web.matches("http-URI", "ftp://a/")
        (True, False)
        """
        return Grammar(abnf, self, strict=strict)

    def _rule(self, name: str) -> _Rule:
        key = _str(name, "rule").lower()
        reading = self._reading()
        if key in reading.works:
            return reading.works[key]
        if key in reading.faulty:
            why = reading.faulty[key]
            raise GrammarError(f"{_clip(name)} is left out: {why.message}", why.line, why)
        raise _unknown_rule(name, self.rules)

    def _build_tree(self, name: str, *keep: str) -> _Node:
        """Return the rule's tree for a pattern; the rules in `keep` ("*": all) keep their names."""
        rule = self._rule(name)
        # A name anywhere in the rule can tell which alternative went before it, so with names all
        # keep their order (RFC 3986 3.2.2: the first match wins).
        ordered = bool(keep)

        def tree(node: _Node) -> _Node:
            if node.kind == "set":
                return _Node("set", ranges=node.ranges)
            if node.kind == "ref":
                return self._tree(node.name, *keep)
            parts = [tree(part) for part in node.parts]
            if node.kind == "rep":
                return _rep(parts[0], node.low, node.high)
            return _cat(parts) if node.kind == "cat" else _alt(parts, ordered)

        if "*" in keep or rule.name in keep:
            return _Node("rule", (tree(rule.node),), name=rule.name)
        return tree(rule.node)

    def _text(self, rule: str, engine: str) -> str:
        """Return the rule's pattern for an engine, without anchors; an alternation is grouped."""
        row, tree = _engine(engine), self._tree(rule)
        if row.multiplied:
            highest = _highest(tree)
        else:
            highest = max([part.high or part.low for part in _nodes(tree)])
        if highest > row.most:
            raise ValueError(f"{engine} allows at most {row.most:,} repetitions")
        text = _render(tree, _AT_END, row.style)
        return _grouped(text, row.style) if tree.kind == "alt" else text

    def pattern(self, rule: str, engine: str = "portable") -> str:
        """Return the rule as a regular expression.

        "portable" is unanchored text that Python, RE2, Rust, JavaScript, Java, .NET, PCRE2, Perl, Ruby
        and PostgreSQL read alike. An alternation is grouped, so the text can be part of a pattern of
        your own. "possessive" has possessive quantifiers where they change no match: for Java, PyPI
        `regex`, and Python's `re` from 3.11 on. "regex" has a named sub-pattern for each rule. People
        can read it, and so can `regex`, PCRE2 and Perl. The name of an engine (python, duckdb, java, …)
        gives anchored text, ready to paste. Raises GrammarError for an unknown rule, and ValueError for
        an unknown engine or a pattern that the engine cannot take.

        >>> RFC3986.pattern("port"), RFC3986.pattern("port", "possessive")
        ('[0-9]*', '[0-9]*+')
        """
        row, text = _engine(engine), self._text(rule, engine)
        if row.style == "named":
            text = self._named_pattern(rule)
        return _taken(engine, rule, row.anchored.replace("…", text))

    def _named_pattern(self, rule: str) -> str:
        root = self._tree(rule, "*")
        calls: dict[str, tuple[_Node, Ranges]] = {}
        _calls(root, _AT_END, calls)
        _group_names(calls)  # which raises if two share a name
        lines = ["(?x)(?(DEFINE)"]
        for name, (tree, after) in calls.items():
            lines.append(f"  (?P<{_group_name(name)}>{_render(tree, after, 'named')})")
        # The end is spelled so that each of the three, and each release of them, reads it alike.
        lines.append(f")\\A{_render(root, _AT_END, 'named')}(?![\\s\\S])")
        return "\n".join(lines)

    def compose(self, template: str, engine: str = "portable") -> str:
        r"""Return a regular expression of your own, in which (?&rule) stands for a rule of the grammar.

        Each (?&rule) becomes the rule's pattern, in a group where it needs one to be read as itself, as
        in (?&port)* and in \1(?&dec-octet). Escapes, classes and comments stay as they are; they are
        read as Python reads them. Nothing is anchored. Do not use flags that change what a pattern
        means, such as (?i).

        `engine` is any name that `pattern` takes. "portable" is exact anywhere. Some engines have
        possessive loops: possessive, regex, java, spark, pcre, php, nginx, haproxy, perl, jq, ruby,
        mysql, mariadb, and partly re. There a rule never gives a character back, so the pattern is
        exact only if what follows (?&rule) cannot begin with a character that the rule could also have
        taken. For posix, bash, gawk, sed and xsd all groups capture, so those of the rules count, too,
        in \1 and BASH_REMATCH.

        Raises GrammarError for an unknown rule, with its offset in the template, and ValueError as
        `pattern` does.

        >>> RFC3986.compose(r"(?P<host>(?&IPv4address)|localhost)(?::(?P<port>(?&port)))?")[-33:]
        '|localhost)(?::(?P<port>[0-9]*))?'
        >>> line = RFC3986.compose(r"(?P<method>[A-Z]+) (?P<target>(?&URI-reference)) HTTP/[0-9.]+")
        >>> re.fullmatch(line, "GET /a?b HTTP/1.1")["target"]
        '/a?b'
        """

        def written(match: re.Match[str]) -> str:
            rule = match["rule"]
            if rule is None:
                return match[0]
            try:
                text = self._text(rule, engine)
            except GrammarError as e:
                raise GrammarError(f"at offset {match.start()} of the template: {e}") from None
            kind = self._tree(rule).kind
            is_repeated = match["repeat"] is not None and kind not in ("set", "alt")
            is_read_on = match["apart"] is None and text[:1] not in ("[", "(", "\\")
            return _grouped(text, _engine(engine).style) if is_repeated or is_read_on else text

        pattern = _TEMPLATE
        if re.match(r"\(\?[A-Za-z]*x", _str(template, "template")):
            pattern += r"| \#.*"
        return _taken(engine, "the template", re.sub(pattern, written, template))

    def source(self, rule: str) -> str:
        """Return the rule as Python source: named sub-patterns, composed of one another.

        Each rule that takes part has its ABNF as a comment, and below it an assignment of its regular
        expression, in which other rules stand by their names. The last one is the rule that was asked
        for. A "-" in a name becomes "_", and a name that Python reserves, or that is taken, gets a "_"
        at its end. The expressions are for `re.fullmatch`, and exact. But they are written as the ABNF
        is: those of `compile` are faster, and on some texts these can take exponential time.
        Raises GrammarError for an unknown rule.

        >>> print(RFC3986.source("port"))
        # DIGIT  = %x30-39             ; 0-9
        DIGIT = r"[0-9]"
        # port          = *DIGIT
        port = rf"(?:{DIGIT}*)"
        """
        from keyword import kwlist
        from textwrap import dedent, indent

        nodes = reversed(_nodes(self._tree(rule, "*")))  # so that what a rule refers to comes first
        trees = {node.name: node.parts[0] for node in nodes if node.kind == "rule"}
        taken = {"re", *kwlist}
        names: dict[str, str] = {}  # of the rules, in Python
        lines = []
        for name, tree in trees.items():
            identifier = _group_name(name)
            while identifier in taken:
                identifier += "_"
            taken.add(identifier)
            names[name] = identifier
            lines.append(indent(_escaped(dedent(self._rule(name).text)), "# "))
            pattern = _render(tree, _AT_END, "source")
            if tree.kind not in ("set", "rule"):  # so that it is one item, wherever it stands
                pattern = _grouped(pattern, "source")
            lines.append(_assignment(identifier, pattern, names))
        return "\n".join(lines)

    def proven(self, rule: str) -> bool:
        """Return whether the rule's pattern backtracks a bounded number of times, whatever the text.

        If not, the pattern is still exact, but slow on some texts. `matches` and `validate` then read
        the text with an automaton, once, from left to right. Raises GrammarError for an unknown rule.

        >>> RFC3986.proven("URI"), RFC2396.proven("hostname")
        (True, False)
        """
        return _tries(self._tree(rule), _AT_END) <= _MAX_TRIES

    def compile(
        self, rule: str, capture: Iterable[str] = (), engine: str = "re"
    ) -> re.Pattern[str]:
        """Compile the rule for `fullmatch`, and cache it. Loops may be possessive where that is exact.

        The rules in `capture` become named groups ("path-abempty": path_abempty). A rule that occurs in
        several places has a group for each, path_abempty_2 and so on; those without a match are None.
        With groups, alternatives keep their order (RFC 3986 3.2.2: the first match wins), so a grammar
        of your own may backtrack for long, even if the rule is proven. `engine` is "re" or "regex".
        Raises GrammarError (unknown rule), ValueError (unknown engine), ImportError (no `regex`).

        >>> RFC3986.compile("URI", capture=["scheme", "host"]).fullmatch("http://a:80/b")["host"]
        'a'
        """
        names = _as_tuple(capture, "capture")
        return self._compiled(self._rule(rule).name, names, _str(engine, "engine"))

    def _compile(self, rule: str, capture: tuple[str, ...], engine: str) -> re.Pattern[str]:
        if engine not in ("re", "regex"):
            raise ValueError(f"unknown engine {_masked(engine)!r}: re, regex")
        keep = {self._rule(name).name for name in capture}
        style = "possessive" if engine == "regex" else "re"
        pattern = _render(self._tree(rule, *sorted(keep)), _AT_END, style)
        pattern = _with_numbered_groups(pattern, _group_names(keep))
        if engine == "re":
            return _compile_re(pattern)
        try:
            import regex  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            raise ImportError('engine="regex" needs a package: pip install regex') from None
        return regex.compile(pattern)  # type: ignore[no-any-return,return-value,unused-ignore]

    def _find_verdict(self, rule: str) -> Callable[[str], object]:
        """Return what is truthy or None for a text."""
        if self.proven(rule):
            return self.compile(rule).fullmatch
        return self._automaton(rule).matches

    def matches(self, rule: str, text: str) -> bool:
        """Return whether the whole text matches the rule. Raises GrammarError for an unknown rule.

        The text is read in linear time. For a rule that is not proven, a step of the automaton takes
        time for each round that the text can be in of a counted repeat, as in *ALPHA 1000ALPHA.

        >>> RFC3986.matches("port", "80"), RFC3986.matches("port", "٨")
        (True, False)
        """
        try:
            return self._verdict(rule)(text) is not None
        except TypeError:
            raise (_not_str(text) if isinstance(rule, str) else _not_str(rule, "rule")) from None

    def validate(self, rule: str, text: str) -> str:
        """Return the text itself, or raise a URIError that tells where it stops matching the rule.

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
        name, expected = self._rule(rule).name, automaton.expected(state)
        if self._ships:
            raise _invalid(text, name, offset, expected)
        raise URIError(text, name, offset, _clip(expected, 300))

    def captures(self, rule: str, text: str) -> dict[str, list[str]]:
        """Return what each rule matched: a list for each that took part, in the order of the text.

        A round of a repeat that takes no character is listed only if the repeat needs it: in 2( *"a" ),
        but not in *( *"a" ). Raises URIError for a text that does not match, GrammarError for an
        unknown rule.

        >>> RFC3986.captures("IPv4address", "127.0.0.1")["dec-octet"]
        ['127', '0', '0', '1']
        """
        captures: dict[str, list[str]] = {}
        for name, start, end, _ in self._spans(rule, text):
            captures.setdefault(name, []).append(text[start:end])
        return captures

    def _spans(self, rule: str, text: str) -> list[tuple[str, int, int, int]]:
        """Return each rule that takes part, with its span and its depth, in the order of a tree."""
        return self._automaton(rule).spans(self.validate(rule, text))

    def partial(self, rule: str, text: str) -> str:
        """Return "valid", "invalid", or "incomplete" if more text could make it valid, as a user types.

        Raises GrammarError for an unknown rule.

        >>> [RFC3986.partial("URI", text) for text in ("http://[::", "http://[:::")]
        ['incomplete', 'invalid']
        """
        if self.matches(rule, text):
            return "valid"
        length, _ = self._automaton(rule).read(text)
        return "incomplete" if length == len(text) else "invalid"


def _with_numbered_groups(pattern: str, names: set[str]) -> str:
    """Return a pattern in which a name that stands again has a number: host, host_2."""
    counts: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        name = match[1]
        counts[name] = count = counts.get(name, 0) + 1
        if count > 1:
            name = f"{name}_{count}"
            while name in names:  # a rule is called so
                name += "_"
        return f"(?P<{name}>"

    return re.sub(r"\(\?P<([A-Za-z0-9_]+)>", numbered, pattern)


# A call in what _render writes, but not in "\(?&x\)"; and what may stand on a line of source.
_SOURCE_CALL = r"(?<!\\)((?:\\\\)*)\(\?&([^)]+)\)"
_SOURCE_PART = r"(?:.{1,90}|.+?)(?:(?<![\\{])(?=[(|[\\{])|\Z)"


def _escaped(text: str) -> str:
    return re.sub("[^\n -~]", lambda match: ascii(match[0])[1:-1], text)


def _assignment(identifier: str, pattern: str, names: dict[str, str]) -> str:
    """Return the assignment of a pattern to a name. `names` are those of the rules in it."""
    prefix, text = "r", _escaped(pattern).replace('"', r"\x22").replace("\n", r"\n")
    in_braces = text.replace("{", "{{").replace("}", "}}")
    called, calls = re.subn(_SOURCE_CALL, lambda x: f"{x[1]}{{{names[x[2]]}}}", in_braces)
    if calls:
        prefix, text = "rf", called
    literals = [f'{prefix}"{part}"' for part in re.findall(_SOURCE_PART, text)]
    return f"{identifier} = " + " \\\n    ".join(literals)


class _Shipped(Grammar):
    """RFC2396, RFC2732, RFC3986, RFC3987 or RFC6874. The methods are those of Grammar."""

    # Its text has no errors, so a rule is read when it is first needed. So a first verdict need not
    # wait for the other rules.
    _ships = True

    def __reduce__(self) -> str:  # a copy is the grammar itself: pickle finds it by its name
        return next(name.upper() for name, grammar in _GRAMMARS.items() if grammar is self)

    def _rule(self, name: str) -> _Rule:
        definition = _shipped(self).get(_str(name, "rule").lower())
        return _read_sound(definition) if definition else super()._rule(name)


@cache
def _shipped(grammar: Grammar) -> dict[str, _Definition]:
    """Return the definitions that such a grammar knows, by key; of two, the last one counts."""
    abnf = _ABNF_CORE + getattr(grammar._base, "_abnf", "") + grammar._abnf
    definitions = {}
    for text in re.split("\n(?! )", abnf):  # there, each begins a line
        name, equals, _ = text.partition("=")
        if equals:
            rule = name.strip()
            definitions[rule.lower()] = _Definition(rule, False, 1, text, len(name) + 1)
    return definitions


@cache
def _read_sound(definition: _Definition) -> _Rule:
    """Read a definition that has no prose and no errors."""
    return _read_definition(definition, _Prose([], {}))


RFC3986 = _Shipped(_ABNF_3986)
RFC3987 = _Shipped(_ABNF_3987, RFC3986)
RFC6874 = _Shipped(_ABNF_6874, RFC3986)
RFC2396 = _Shipped(_ABNF_2396)
RFC2732 = _Shipped(_ABNF_2732, RFC2396)
_GRAMMARS = {
    "rfc2396": RFC2396,
    "rfc2732": RFC2732,
    "rfc3986": RFC3986,
    "rfc3987": RFC3987,
    "rfc6874": RFC6874,
}


# ---- Verdicts: RFC 3986 sections 3 and 4 ----


_IPV6ADDRESS = "(?&IPv6address)"
_URI = "(?&URI)"
_URI_REFERENCE = "(?&URI-reference)"
_ABSOLUTE_URI = "(?&absolute-URI)"
_RELATIVE_REF = "(?&relative-ref)"
# URI-reference (4.1): Appendix B, where each part is what its rule says. The path depends on what is
# before it (3.3): (?(2)…) asks for an authority, and (?(1)…) for a scheme, which is not given back,
# because no relative-ref has a ":" in its first segment.
_REFERENCE = (
    r"(?:((?&scheme)):)?+(?://((?&authority)))?"
    r"((?(2)(?&path-abempty)|(?:(?&path-absolute)|(?(1)(?&path-rootless)|(?&path-noscheme)))?))"
    r"(?:\?((?&query)))?(?:#((?&fragment)))?"
)


class _Patterns(dict[str, re.Pattern[str]]):
    """The patterns of this file, each compiled when it is first asked for."""

    def __missing__(self, template: str) -> re.Pattern[str]:
        self[template] = pattern = _compile_re(RFC3987.compose(template, "re"))
        return pattern


_pattern = _Patterns()


def _match(template: str, text: str, what: str = "text") -> Any:
    """Return the match of a pattern with the whole of a text, or None."""
    try:
        return _pattern[template].fullmatch(text)
    except TypeError:
        raise _not_str(text, what) from None


def _validated(text: str, rule: str) -> str:
    """Return the text, if it matches a rule of RFC 3986 or RFC 3987; else raise a URIError."""
    return RFC3987.validate(rule, text)


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


def is_absolute_uri(text: str) -> bool:
    """Return whether the text is a URI without a fragment (RFC 3986 4.3), as a base has to be.

    >>> is_absolute_uri("http://a/b"), is_absolute_uri("http://a/b#c")
    (True, False)
    """
    return _match(_ABSOLUTE_URI, text) is not None


def is_relative_ref(text: str) -> bool:
    """Return whether the text is a reference without a scheme (RFC 3986 4.2).

    >>> is_relative_ref("a/b"), is_relative_ref("a:b")
    (True, False)
    """
    return _match(_RELATIVE_REF, text) is not None


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

# Appendix B, possessive: no part has the delimiter that ends it. With re.DOTALL, a fragment keeps "\n".
_APPENDIX_B = r"(?:([^:/?#]++):)?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
# [ userinfo "@" ] host [ ":" port ] (3.2) of any text: the last "@" counts, and the last ":digits".
_AUTHORITY = r"(?:(.*)@)?(\[[^\]]*\]|[^:]*|.*?)(?::([0-9]*))?"
# host (3.2.2), with a group for each type; the last is RFC 3987's. Policies know domains, too.
_HOST = (
    r"\[(?:((?&IPv6address))|((?&IPvFuture)))\]|((?&IPv4address))|((?&reg-name))|((?&ireg-name))"
)
_HOST_KINDS = ("IPv6address", "IPvFuture", "IPv4address", "reg-name", "ireg-name", "domain")
_UCSCHAR = "(?&ucschar)"
# What each part of a URI can be. host_type checks what is in brackets.
_PART_TEMPLATES = {
    "scheme": "(?&scheme)|",
    "authority": r"(?:(?&userinfo)@)?(?:\[[^]]*\]|(?&reg-name))(?::(?&port))?",
    "userinfo": "(?&userinfo)",
    "host": r"\[[^]]*\]|(?&reg-name)",
    "port": "(?&port)",
    "path": "(?&segment)(?&path-abempty)",
    "query": "(?&query)",
    "fragment": "(?&fragment)",
}
_IPRIVATE = "(?&iprivate)"
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
    """Return an IP-literal in lower case, and an IPv6address as RFC 5952 writes it.

    Section 5 there: an IPv4 address that is mapped to IPv6 is dotted.

    >>> _ipv6_text("[0:0:0:0:0:0:0:1]"), _ipv6_text("[::FFFF:7f00:1]"), _ipv6_text("[v1.A]")
    ('[::1]', '[::ffff:127.0.0.1]', '[v1.a]')
    """
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

    >>> recompose(URI("http", "a", "/b", None, "")), recompose(URI(None, None, "//b", None, None))
    ('http://a/b#', '/.//b')
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

    >>> uri = split("ftp://me@[::1]:2121/x")
    >>> uri.userinfo, uri.host, uri.port, uri.host_type
    ('me', '[::1]', '2121', 'IPv6address')
    >>> str(URI("https", "a.example", query="b"))
    'https://a.example?b'
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

        >>> str(URI().replace(scheme="https", host="::1", port=8443, path="/x"))
        'https://[::1]:8443/x'
        >>> str(split("http://a/b?c#d").replace(host="例え.jp", query=None, iri=True))
        'http://例え.jp/b#d'
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

    >>> split("//example.com?#")
    URI(scheme=None, authority='example.com', path='', query='', fragment='')
    """
    return _new(URI, _match(_APPENDIX_B, text).groups())


def parse(text: str, *, rule: str = "URI") -> URI:
    """Return the parts of a valid text, as split does (RFC 3986 4.1).

    Raises URIError for a text that does not match the rule, which is one of RFC 3986 or 3987, and
    GrammarError for an unknown rule.

    >>> parse("http://a/b").path
    '/b'
    >>> parse("//[::1", rule="URI-reference")
    Traceback (most recent call last):
    uri_regex.URIError: not a valid URI-reference: the "[" is not closed (expected HEXDIG / ":" / "." \
/ "]" at offset 6, found the end): '//[::1'
    """
    if rule in ("URI", "URI-reference"):
        match = _match(_REFERENCE, text)
        if match:
            parts = match.groups()
            if parts[0] is not None or rule == "URI-reference":
                return _new(URI, parts)
    return split(_validated(text, rule))


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----

# Each part that a policy can name, by Appendix B and _AUTHORITY.
_PLACES = r"""(?x)
(?: (?P<scheme> [^:/?#]++ ) : )?+
(?: // (?P<authority>
    (?: (?= [^@/?#]*+ @ ) (?P<userinfo> [^:/?#]* (?: : (?P<password> [^/?#]* ) )? ) @ )?+
    (?P<host> \[ [^\]/?#]* \] | [^:/?#]*+ | [^/?#]*? )
    (?: : (?P<port> [0-9]* ) )?+
) (?! [^/?#] ) )?+
(?P<path> [^?#]*+ )
(?: \? (?P<query> [^#]*+ ) )?+
(?: \# (?P<fragment> .*+ ) )?+
"""
# 6.2.3: schemes whose default port is known, and whose empty path is "/".
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
# RFC 1123 2.1: labels in lower case.
_DOMAIN = r"(?=.{1,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:[.](?!\Z)|\Z))+"
_SCHEME = "(?&scheme)"
_UNRESERVED = "(?&unreserved)"
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


def _comparable_host(host: str) -> str:
    """Return a host as policies compare it, in its normal form."""
    host = _normal_triplets(host)
    if host.startswith("["):
        return _ipv6_text(host)
    return _lower(host).removesuffix(".")


def _mapped(host: str) -> str:
    """Return a host as IDNA maps it (3.2.2): %EF%BC%91 is "1". Return "/" if it is too long."""
    if host.isascii() and "%" not in host:
        return host
    if len(host) > 2_277:  # 253 triplets
        return "/"
    import unicodedata
    from urllib.parse import unquote

    return _comparable_host(unicodedata.normalize("NFKC", unquote(host)).replace("\u3002", "."))


def _is_number(label: str) -> bool:
    """Return whether resolvers may read the last label as a number (7.4)."""
    if label.isascii():
        return re.fullmatch("[0-9]+|0x[0-9a-f]*", label) is not None
    # IDNA leaves out U+115F and some that are not letters.
    return not any(char.isalpha() and char not in "abcdefx\u115f\u1160" for char in label)


def _comparable_port(port: str) -> str:
    """Return a port without leading zeros."""
    return port.lstrip("0") or port[:1]


def _allowed_scheme(value: str) -> str:
    """Return an allowed scheme as it is compared."""
    if not _pattern[_SCHEME].fullmatch(value):
        raise ValueError(f"schemes: not a scheme: {_clip(_masked(value))!r}")
    return _lower(value)


def _allowed_host(value: str) -> str:
    host = _comparable_host(_bracketed(value))
    is_dots = value != "" and host in ("", ".")
    if is_dots or "*" in host or _host_type(host.removeprefix(".")) is None:
        hint = '".a.example" is a.example and all below it'
        raise ValueError(f"hosts: not a host: {_clip(_masked(value))!r}; {hint}")
    return host


def _allowed_port(value: int | str) -> str:
    if not isinstance(value, str):
        value = str(int(value))
    if value.strip("0123456789"):
        raise ValueError(f"ports: not a port: {_clip(_masked(value))!r}")
    return _comparable_port(value)


# How a part is compared, of a text and of an allowed value.
_FORMS = {"scheme": _lower, "host": _comparable_host, "port": _comparable_port}
_ALLOWED: Any = {"scheme": _allowed_scheme, "host": _allowed_host, "port": _allowed_port}


@lru_cache(maxsize=32)
def _allowed_forms(name: str, values: tuple[Any, ...]) -> tuple[dict[str, None], tuple[str, ...]]:
    """Return the allowed values as they are compared, and which of them are domains."""
    forms = dict.fromkeys(map(_ALLOWED[name], values))
    return forms, tuple([form for form in forms if form[:1] == "."])


def _part_of(places: re.Match[str], name: str) -> str:
    """Return the part that a policy is about: the host, for a type of host."""
    if name in _HOST_KINDS:
        return "host"
    if name not in places.re.groupindex:
        names = ", ".join([*places.re.groupindex, *_HOST_KINDS])
        raise ValueError(f"unknown part {_clip(_masked(name))!r}: {names}")
    return name


def _refused(places: re.Match[str], part: str, name: str, expected: str, reason: str) -> URIError:
    """Return the error of a policy, at where the part begins or would begin."""
    path_start, path_end = places.span("path")
    outside = {"scheme": 0, "query": path_end, "fragment": len(places.string)}
    offset = outside.get(part, path_start)
    if part in ("userinfo", "password") and places["authority"] is not None:
        offset = max(places.start("authority"), places.end("userinfo"))
    if places[part] is not None:
        offset = places.start(part)
    return URIError(places.string, name, offset, _clip(expected, 300), reason)


def _allow(places: re.Match[str], name: str, values: tuple[Any, ...]) -> None:
    """Raise a URIError unless a part is one of the values."""
    part = places[name]
    allowed, domains = _allowed_forms(name, values)
    if name == "port" and not part:
        if "" in allowed:
            return
        part = _DEFAULT_PORTS.get(_lower(places["scheme"] or ""))
    found = "missing"
    if part is not None:
        form = _FORMS[name](part)
        if form in allowed:
            return
        if f".{form}".endswith(domains):
            # evil.example%2F.a.example may end early (7.6).
            mapped = _mapped(form)
            if mapped == form or (_host_type(mapped) and not re.search("%[0-7]", form + mapped)):
                return
        start, end = places.span(name)
        found = repr(_clip(_masked(places.string)[start:end] or part))
    expected = " / ".join([f'"{form}"' for form in allowed])
    reason = f"the {name} is {found}; allowed: {_clip(expected) or 'none'}"
    raise _refused(places, name, name, expected, reason)


def _kinds(host: str, kind: str) -> set[str | None]:
    """Return a host's types in all its forms: %31.2.3.4 is a reg-name and an IPv4address.

    None stands for a host that cannot be read.
    """
    normal = _comparable_host(host)
    mapped = _mapped(normal)
    is_number = _is_number(mapped.rpartition(".")[2])
    if kind == "domain" and not is_number and _pattern[_DOMAIN].fullmatch(normal):
        return {kind}
    kinds = {_host_type(host), _host_type(normal)}
    if is_number:
        kinds.add("IPv4address")
    elif _host_type(mapped) is None:
        kinds.add(None)
    return kinds


def _require(places: re.Match[str], name: str, part: str) -> None:
    """Raise a URIError unless the text has this part, or a host of this type."""
    value = places[part]
    if value is None or (value == "" and part in ("host", "port", "path")):
        raise _refused(places, part, name, name, f"the {part} is missing")
    if part != name and _kinds(value, name) != {name}:
        raise _refused(places, part, name, name, f"the host is not of type {name}")


def _forbid(places: re.Match[str], name: str, part: str) -> None:
    """Raise a URIError if the text has this part, or a host that may be of this type."""
    value = places[part]
    reason = f"{name} is not allowed"
    no_host = not places["host"] and _lower(places["scheme"] or "") in _DEFAULT_PORTS
    if no_host and part not in ("scheme", "path", "query", "fragment"):
        reason += ", and the host is missing"  # browsers read http:/a as http://a
    elif value is None or (value == "" and part == "path"):
        return
    elif part != name:
        kinds = _kinds(value, name)
        if None in kinds:
            reason += ", and the host may be one: it is of no known type"
        elif name not in kinds:
            return
    raise _refused(places, part, name, f"<no {name}>", reason)


_CHECKS = {"require": _require, "forbid": _forbid}


def _apply_policies(text: str, **policies: Any) -> None:
    """Raise a URIError unless validate's policies allow a text of one of _REFERENCE_RULES."""
    places = _match(_PLACES, text)
    for policy, values in policies.items():
        if policy in _CHECKS:
            if values == ():
                continue
            for name in _as_tuple(values, policy):
                _CHECKS[policy](places, name, _part_of(places, name))
        elif values is not None:
            kinds = (int, str) if policy == "ports" else (str,)
            _allow(places, policy[:-1], _as_tuple(values, policy, kinds))


def validate(
    text: str,
    *,
    rule: str = "URI",
    schemes: Iterable[str] | None = None,
    hosts: Iterable[str] | None = None,
    ports: Iterable[int | str] | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
) -> str:
    """Return the text itself, if it matches a rule of RFC 3986 or 3987, and the policies allow it.

    `schemes`, `hosts` and `ports` list the allowed values. ".a.example" allows a.example and all hosts
    below it. Hosts are compared in their normal form (6.2.2), without a final dot: EX%61MPLE.com. is
    example.com. IPv6 addresses are compared as addresses, but ::ffff:1.2.3.4 is not 1.2.3.4. An
    undefined or empty port is the scheme's default (3.2.3), and "".

    `require` names the parts that must be there, and `forbid` those that must not: scheme, authority,
    userinfo, password, host, port, path, query, fragment. Both take types of hosts, too: IPv4address,
    IPv6address, IPvFuture, reg-name, ireg-name, and domain: labels as in RFC 1123, the last not a
    number. What resolvers may read as an IPv4address, such as 0x7f.1, counts as one (7.4). A required
    host, port or path must not be empty; a forbidden path may be.

    Raises URIError; its offset for a policy is where the part begins or would. Raises GrammarError
    for an unknown rule, and ValueError for an unknown part, for policies with a rule without such
    parts, and for a value that no URI has there, such as "http:" or a wildcard.

    >>> validate("http://a@www.example.com/", schemes=["https", "http"], hosts=[".example.com"])
    'http://a@www.example.com/'
    >>> validate("http://a@example.com/", forbid=["userinfo"])
    Traceback (most recent call last):
    uri_regex.URIError: userinfo is not allowed (at offset 7): 'http://a@example.com/'
    """
    if schemes is None and hosts is None and ports is None and require == forbid == ():
        return _validated(text, rule)
    if rule not in _REFERENCE_RULES:
        names = ", ".join(_REFERENCE_RULES)
        if _str(rule, "rule").lower() not in map(str.lower, _REFERENCE_RULES):
            raise ValueError(f"policies are for {names}, not for {_clip(_masked(rule))!r}")
    _validated(text, rule)
    _apply_policies(text, schemes=schemes, hosts=hosts, ports=ports, require=require, forbid=forbid)
    return text


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


def remove_dot_segments(path: str) -> str:
    """Return the path without its "." and ".." segments (RFC 3986 5.2.4), in one pass.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    return _without_dots(_str(path, "path"))


def _directory(authority: str | None, path: str) -> str:
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
    return _directory(base.authority, base.path) + _str(path, "path")


def resolve(base: str, ref: str, *, strict: bool = True) -> str:
    """Return the target of a reference, relative to a base URI (RFC 3986 5.2.2).

    Neither is validated. With strict=False a reference with the base's scheme is read without it.

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
                query = old_query if query is None else query
                return _recomposed(scheme, authority, old_path, query, fragment)
            if path[0] != "/":
                path = _directory(authority, old_path) + path
    return _recomposed(scheme, authority, _without_dots(path), query, fragment)


def _step_6(old: URI, new: URI, above_root: str, ref: str) -> str:
    """Return the path of step 6: the base's directory and the reference's path, without dots."""
    directory = _directory(old.authority, old.path)  # a
    path = directory + new.path  # b
    root = "/" if path[:1] == "/" else ""
    out: list[str] = []  # segments, each with its "/"
    for match in re.compile("[^/]*/|[^/]+").finditer(path, len(root)):
        segment = match[0]
        if segment in ("..", "../"):
            if out and out[-1] != "../":  # e, f
                out.pop()
            elif above_root == "error":  # g
                place = _match(_APPENDIX_B, ref).start(3) + max(match.start() - len(directory), 0)
                raise URIError(ref, "rel_path", place, "rel_path", "it climbs above the root")
            elif above_root == "keep":
                out.append(segment)
        elif segment not in (".", "./"):  # c, d
            out.append(segment)
    return root + "".join(out)


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
        wrong = _masked(str(above_root))
        raise ValueError(f"above_root must be keep, remove or error, not {wrong!r}")
    old, new = split(_str(base, "base")), split(_str(ref, "ref"))
    scheme, authority, path, query, fragment = new
    if ref[:1] in ("", "#"):  # step 2
        return _recomposed(*old[:4], fragment)
    hierarchical = old.authority is not None or old.path[:1] == "/"
    loophole = not strict and hierarchical and _lower(scheme or "") == _lower(old.scheme or "")
    if scheme is not None and not loophole:  # step 3
        return _recomposed(*new)
    if authority is None:  # step 4
        authority = old.authority
        if path[:1] != "/":  # step 5
            path = _step_6(old, new, above_root, ref)
    return _recomposed(old.scheme, authority, path, query, fragment)  # step 7


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

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), normalize("%7Efoo/../a")
    ('example://a/b/c/%7Bfoo%7D', '~foo/../a')
    >>> normalize("http://[2001:DB8:0:0:0:0:0:7]:80", scheme_based=True)
    'http://[2001:db8::7]/'
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


def equivalent(a: str, b: str, *, scheme_based: bool = False) -> bool:
    """Return whether two texts have the same normal form (RFC 3986 6.2).

    False does not prove that they identify different resources (6.1).

    >>> equivalent("HTTP://example.com/%7Eme", "http://EXAMPLE.com/~me")
    True
    """
    return normalize(a, scheme_based=scheme_based) == normalize(b, scheme_based=scheme_based)


def _relative_path(base: URI, path: str) -> str:
    """Return a relative path from the base's directory to a path: "../d/e" from /a/b/c to /a/d/e."""
    here = _without_dots(_directory(base.authority, base.path)).split("/")[:-1]
    there = path.split("/")
    shared = 0
    for old, new in zip(here, there[:-1]):
        if old != new:
            break
        shared += 1
    up = "../" * (len(here) - shared)
    rest = "/".join(there[shared:])
    if not rest:
        return up[:-1] or "."
    if not up and (rest[0] == "/" or ":" in there[shared]):  # 4.2
        return "./" + rest
    return up + rest


def relativize(base: str, target: str) -> str:
    """Return the shortest reference with resolve(base, reference) == resolve(base, target).

    It is the inverse of RFC 3986 5.2.2. Neither text is validated.

    >>> relativize("http://a/b/c/d?q", "http://a/b/e"), relativize("http://a/b", "http://a//c")
    ('../e', './/c')
    """
    goal = resolve(base, target)
    start = split(base)
    scheme, authority, path, query, fragment = split(goal)
    tail = _recomposed(None, None, "", query, fragment)
    choices = [goal, target]
    if (scheme, authority) == start[:2]:
        if path == start.path:
            choices += [tail, _recomposed(None, None, "", None, fragment)]
        if authority is None and path[:4] == "/.//":
            path = path[2:]  # the guard of recompose, no segment
        choices.append(_relative_path(start, path) + tail)
        if path[:1] == "/":
            choices.append(_recomposed(None, None, path, query, fragment))
    if authority is not None:
        choices.append(f"//{authority}{path}{tail}")
    return next(ref for ref in sorted(choices, key=len) if resolve(base, ref) == goal)


# ---- Percent-encoding and IRIs: RFC 3986 section 2.1, RFC 3987 section 3 ----

# What the data of a component can have as it is (2.1).
_COMPONENTS = {
    "unreserved": "(?&unreserved)*",
    "userinfo": "(?&userinfo)",
    "reg-name": "(?&reg-name)",
    "segment": "(?&segment)",
    "path": "(?&segment)(?:/(?&segment))*+",
    "query": "(?&query)",
    "fragment": "(?&fragment)",
}
# What could be part of a host, or of a port, valid or not.
_HOST_TEXT = "(?:(?&unreserved)|(?&reserved)|(?&pct-encoded))*+"
_ASCII = "[\0-\x7f]"
_TRIPLETS = _TRIPLET + "(?:%[0-9A-Fa-f]{2})*+"
# All that an IRI may have, in any order: its query's characters, and those that no query has.
_IRI_TEXT = "(?&iquery)(?:[][#%](?&iquery))*+"
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
# What has to stay a triplet in an IRI: "/", and an octet that is not UTF-8.
_NOT_DECODED = "(?:(?!(?&unreserved)|(?&ucschar)).)++"


@cache
def _triplet_table(template: str) -> dict[int, str]:
    """Return, for each octet, the character that the template can have, or a triplet."""
    table = {octet: f"%{octet:02X}" for octet in range(256)}
    for char in map(chr, range(256)):
        if _pattern[template].fullmatch(char):
            table[ord(char)] = char
    return table


def _octets(text: str) -> str:
    """Return a character for each octet of UTF-8; raise a URIError for a lone surrogate."""
    try:
        return text.encode("utf-8").decode("latin-1")
    except UnicodeEncodeError as e:
        reason = "a lone surrogate cannot be encoded"
        raise URIError(text, "pct-encoded", e.start, "<UTF-8>", reason) from None


def _encode_data(octets: str | None, template: str) -> Any:
    """Return a part, if there is one, as the template can have it; its triplets stay."""
    table = _triplet_table(template)
    return octets and re.sub("%25(?=[0-9A-Fa-f]{2})", "%", octets.translate(table))


def percent_encode(text: str, component: str = "unreserved") -> str:
    """Percent-encode what a component does not allow, as UTF-8 (RFC 3986 2.1).

    `component` is unreserved, userinfo, reg-name, segment, path, query or fragment. A "%" is always
    encoded. Raises URIError for a lone surrogate, and ValueError for any other component.

    >>> percent_encode("a/b c%"), percent_encode("a/b c%", "path")
    ('a%2Fb%20c%25', 'a/b%20c%25')
    """
    template = _COMPONENTS.get(_str(component, "component"))
    if template is None:
        known = ", ".join(_COMPONENTS)
        raise ValueError(f"unknown component {_clip(_masked(component))!r}: {known}")
    if _match(template, text) and "%" not in text:
        return text
    return _octets(text).translate(_triplet_table(template))


def requote(text: str) -> str:
    """Percent-encode all that a URI reference cannot have, and keep the triplets that are there.

    The result is valid if the scheme and the authority are (RFC 3986 2.1, 2.4, 4.1): an authority keeps
    brackets, and a port that is not a number. A path that begins with ":" has "./" before it (4.2). For
    a link in HTML: resolve(base, requote(href.strip())). Raises URIError for a lone surrogate.

    >>> requote("http://a.example/å b/%7E?50%#[x]#")
    'http://a.example/%C3%A5%20b/%7E?50%25#%5Bx%5D%23'
    """
    scheme, authority, *rest = split(_octets(_str(text)))
    scheme = scheme and scheme.translate(_triplet_table(_ASCII))
    path, query, fragment = [_encode_data(part, _COMPONENTS["query"]) for part in rest]
    if authority is not None:
        userinfo, at, host = authority.rpartition("@")
        userinfo = _encode_data(userinfo, _COMPONENTS["userinfo"])
        authority = userinfo + at + _encode_data(host, _HOST_TEXT)
    if scheme is None and authority is None and path[:1] == ":":
        path = "./" + path
    return _recomposed(scheme, authority, path, query, fragment)


@cache
def _a2b_qp() -> Callable[[str], bytes]:
    from binascii import a2b_qp  # half a millisecond, where it is a file of its own

    return a2b_qp


def percent_decode(text: str, errors: str = "strict") -> str:
    """Return the text with its triplets decoded, as UTF-8 (RFC 3986 2.1, 2.5).

    A "+" stays. `errors` is that of bytes.decode. Raises URIError where a "%" does not begin a
    triplet, and, when strict, where triplets are not UTF-8. Raises LookupError for an unknown `errors`.

    >>> percent_decode("a%2Fb%20%C3%BC")
    'a/b ü'
    >>> percent_decode("%FF", errors="replace")
    '\ufffd'
    """
    if "%" not in _str(text):
        return text
    if stray := re.search("%[0-9A-Fa-f]?(?![0-9A-Fa-f])", text):
        raise _invalid(text, "pct-encoded", stray.end(), "HEXDIG")

    def decode(match: re.Match[str]) -> str:
        # Quoted-printable (RFC 2045 6.7) writes an octet as "=4F", and is decoded in C.
        quoted = match[0].replace("=", "=3D").replace("%", "=")
        try:
            return _a2b_qp()(quoted).decode("utf-8", errors)
        except UnicodeDecodeError as e:
            octets = re.findall("(?s)%..|.", match[0])
            place = match.start() + len("".join(octets[: e.start]))
            reason = "the triplets are not UTF-8"
            raise URIError(text, "pct-encoded", place, "<UTF-8>", reason) from None

    return re.sub("%[\0-\x7f]*", decode, text)


def iri_to_uri(iri: str) -> str:
    """Return the URI of an IRI (RFC 3987 3.1): what is not ASCII becomes triplets, of UTF-8.

    The host, too: neither IDNA nor Unicode normalization is applied. Raises URIError for a character
    that an IRI cannot have: a space, "<", a lone surrogate.

    >>> iri_to_uri("http://www.example.org/Dürst")
    'http://www.example.org/D%C3%BCrst'
    """
    end = _pattern[_IRI_TEXT].match(_str(iri, "iri")).end()  # type: ignore[union-attr]
    if end < len(iri):
        raise _part_error(iri, "IRI", end)
    return iri if iri.isascii() else _octets(iri).translate(_triplet_table(_ASCII))


def _as_triplets(match: re.Match[str]) -> str:
    return "%" + match[0].encode("utf-8", "surrogateescape").hex("%").upper()


def _to_iri(match: re.Match[str]) -> str:
    # Each octet of an ill-formed sequence becomes one lone surrogate, which no IRI has.
    chars = bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape")
    chars = _pattern[_NOT_DECODED].sub(_as_triplets, chars)
    return sys.intern(_pattern[_HIDDEN].sub(_as_triplets, chars))  # once in memory, however often


def uri_to_iri(uri: str) -> str:
    """Return an IRI of a URI (RFC 3987 3.2): triplets become characters that an IRI can have there.

    Triplets stay that are not unreserved or a ucschar, and those of what is invisible (4.1) or looks
    like a delimiter, such as U+FF0F (6.1). iri_to_uri leads back to an equivalent URI.

    >>> uri_to_iri("http://www.example.org/D%C3%BCrst%2F%FC%E2%80%AE")
    'http://www.example.org/Dürst%2F%FC%E2%80%AE'
    """
    if "%" not in _str(uri, "uri"):
        return uri
    return _pattern[_TRIPLETS].sub(_to_iri, uri)


# How JSON spells "/", ":", "@" and quotation marks: "\/", "\u0040"; nested, "\\/".
_JSON_DELIMITER = r'(?<!\\)\\+(?:u00(2[2Ff]|3[Aa]|40)|["/])'
# How a URI in a query encodes its delimiters, "%3A%2F%2F", and JSON its quotation marks, "%5C%22".
_ENCODED_DELIMITER = r"(?:(?<!%5[Cc])(?:%5[Cc])+(?=%2[2Ff]))?%(2[23Ff]|3[AaFf]|40|5[Bb])"
# What opens an authority, in a text whose delimiters are decoded: group 3 is "u:" of "x http://u:p@h/".
# Group 1 is the scheme of a URI that begins a line, group 2 the backslashes (NUL now) of a quote before
# it. With three slashes the authority is empty; "[" begins an IP-literal; a user follows "sip:" (RFC
# 3261 19.1.1).
_OPENING = r"""(?xm)
/ \0* / \0* / [/\0]*
|
( ^ [\ \t\ufeff]* [A-Za-z] [+\-.0-9A-Za-z]* : (?= / ) )?
(?: " (\0{0,60}) )?
(?: (?(2) (?: [+\-.0-9A-Za-z]{1,60} \0* : )? ) (?: / \0* ){2} (?! \0 )
    | (?<! [+\-.0-9A-Za-z] ) [Ss][Ii][Pp][Ss]? \0* : )
(?! \[ )
( [^/?#:\s"<>]* : )
"""
# A port with what may follow it, or no port before white space: "80/", "80, ", " ".
_PORT_AND_END = r"\0*(?:(?:[0-9]\0*){1,5}(?:[/?#'\"<>\s,;:.)\]]|\Z)|\s|\Z)"


def _decoded_delimiter(match: re.Match[str]) -> str:
    """Return the delimiter that is spelled there, padded with NUL, so that offsets stay the same."""
    delimiter = match[0][-1]
    if match[1]:
        delimiter = chr(int(match[1], 16))
    # A password begins after a ":" and ends before an "@". A quote's NULs count its backslashes.
    if delimiter == ":":
        return delimiter.rjust(len(match[0]), "\0")
    return delimiter.ljust(len(match[0]), "\0")


def _last_sign(stop: str, plain: str, first: int, start: int) -> tuple[int, int]:
    """Return where something stops the run at `start`, and its last "@" from `first` on, or -1."""
    match = re.compile(stop).search(plain, start)
    end = match.start() if match else len(plain)
    return end, plain.rfind("@", first, end)


def _passwords(plain: str) -> Iterator[tuple[int, int]]:
    """Yield where each password begins and ends: 9 and 10 in "x db://u:p@h/"."""
    done = 0  # what is before has been looked at
    run_end = sign_of_run = 0  # of the last run that was read for a missing end of an authority
    for opening in re.finditer(_OPENING, plain):
        scheme, quote, user = opening.groups()
        first, start = opening.span(3)
        if user is None or first < done:
            continue
        # A quote that has more backslashes than the one before the URI is the password's.
        outer_quote = f'"(?!\0{{{len(quote or "") + 1}}})'
        done, sign = _last_sign(rf"[/?#\s<>]|{outer_quote}", plain, first, start)
        if sign >= 0 and scheme:  # 3.2 alone says where it ends: no text is around it
            done, sign = _last_sign(r"[/?#\s]", plain, first, start)
        if sign < 0 and not re.compile(_PORT_AND_END).match(plain, start):
            if start >= run_end:  # each run is read once, however many openings are in it
                stop = rf"[\s<>]|{outer_quote}"
                if scheme:
                    after_empty_port = re.compile(r"[/?#'\"<>](?!\0)").match(plain, start)
                    stop = r"\s" if after_empty_port else r"[\r\n]"
                run_end, sign_of_run = _last_sign(stop, plain, first, start)
            sign = sign_of_run
        if sign > start:
            yield start, sign
            done = sign


def _hide(text: str, plain: str, at_length: bool) -> str:
    """Return the text with stars for each password; `plain` has its delimiters decoded."""
    pieces = []
    end = 0
    for start, sign in _passwords(plain):
        password = text[start:sign]
        stars = "***"
        if at_length:
            stars = "*" * len(password)
        elif "\0" in password:  # in UTF-16, read as octets: what follows keeps its place
            stars = re.sub(b"[^\0]", b"*", password.encode("utf-8", "replace")).decode()
        pieces += [text[end:start], stars]
        end = sign
    return "".join([*pieces, text[end:]])


def _redacted(text: str, at_length: bool = False) -> str:
    """Return what redact does; at the same length, if offsets have to stay."""
    if "@" not in text and "40" not in text:  # which spells it
        return text
    text = _hide(text, re.sub(_JSON_DELIMITER, _decoded_delimiter, text), at_length)
    for percent in ("%", "%25", "%2525"):
        if percent in text:
            spelled = _ENCODED_DELIMITER.replace("%", percent)
            plain = re.sub(spelled, _decoded_delimiter, text.replace("&", " "))  # "&" ends a value
            text = _hide(text, plain, at_length)
    return text


def redact(text: str) -> str:
    r"""Return the text with *** for each password of a URI in it (RFC 3986 7.5), and all else as it is.

    Any text is read, line by line. An authority ends at "/", "?", "#", white space, a quotation mark or
    an angle bracket. If it has an "@", all between its first ":" and the last "@" is hidden: only the
    "p" of redis://:p@ss/w0rd@cache. If it has none, one to five digits after its first ":" are a port
    if punctuation follows, and none are unless an "@" follows before white space. Anything else is
    hidden up to the last "@" before white space, a quotation mark or an angle bracket. Where the URI
    begins a line, these two end nothing, and white space only what has an "@".

    So it is in JSON, even nested, and in URIs percent-encoded inside others. There a quotation mark
    with more backslashes than the one before the URI is part of the password. A userinfo without ":"
    stays, and so does a token in a query.

    >>> redact("ftp://me:secret@a.example/"), redact("http://localhost:8080: no bob@a.example")
    ('ftp://me:***@a.example/', 'http://localhost:8080: no bob@a.example')
    >>> redact(r'{"u": "db:\/\/me:a#b@h"}'), redact("/?u=http%3A%2F%2Fme%3Asecret%40a.example")
    ('{"u": "db:\\/\\/me:***@h"}', '/?u=http%3A%2F%2Fme%3A***%40a.example')
    """
    return _redacted(_str(text))


# ---- Finding: RFC 3986 Appendix C and 4.5, RFC 2396 Appendices E and F ----


class Found(namedtuple("_Found", "uri start end")):
    """A `uri` that find has found, and where it begins and ends in the text.

    >>> found = next(find("See http://a.example/b."))
    >>> found.uri, found.start, found.end
    ('http://a.example/b', 4, 22)
    """

    __slots__ = ()
    uri: str
    start: int
    end: int


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
# An HTML entity before ";" at the end: "&quot", "&#8221".
_ENTITY = r"&#?[0-9A-Za-z]{1,31}(?=;\Z)"
# RFC 3986 4.5, RFC 2396 Appendix F: a suffix of a URI. Only "www." makes one plausible.
_SUFFIX = r"(?&host)(?::(?&port))?(?&path-abempty)(?:\?(?&query))?(?:#(?&fragment))?"
# "[" of what is not an IPvFuture: a literal of an IRI is ASCII, too (RFC 3987 2.2).
_IRI_FUTURE = r"\[(?=[Vv][0-9A-Fa-f]+\.[^][\0- ]*[^][\0-\x7f])"
# What a URI is found by: the ":" of "http:", and, for suffixes, "www." where a word begins.
_COLON_OR_WWW = r":|(?<![@/.\-0-9A-Za-z])[Ww]{3}[.]"
# What is in no URI that is broken over lines: a blank line, and another URI.
_NOT_JOINED = r"\n[ \t\v\f\r]*\n|[ \t\n\v\f\r][A-Za-z][+\-.0-9A-Za-z]*://"


@cache
def _usual() -> dict[str, str]:
    """Return what has to follow each scheme of _USUAL."""
    shapes = {}
    for row in _USUAL.strip().split("\n"):
        *schemes, shape = row.split()
        shapes.update(dict.fromkeys(schemes, shape))
    return shapes


def _is_usual(text: str, start: int, at: int, wanted: set[str] | None) -> bool:
    """Return whether what follows a scheme is usual for it; for one not in _USUAL, if it is wanted."""
    shape = _usual().get(text[start : at - 1].lower())  # which is ASCII
    if shape is None:
        return wanted is not None
    return re.compile(shape).match(text, at) is not None


def _scheme_start(text: str, colon: int, done: int, wanted: set[str] | None) -> int:
    """Return where the scheme before a colon begins, not before `done`; without one, the colon."""
    start = colon
    while start > done and text[start - 1] in _SCHEME_CHARACTERS:
        start -= 1
    scheme = text[start:colon].lstrip("+-.0123456789").lower()  # which is ASCII
    if wanted is not None and scheme not in wanted:
        ends = [end for end in wanted if scheme.endswith(("." + end, "-" + end))]
        scheme = max(ends, key=len, default="")  # "http" of "this.http" and of "text-http"
    return colon - len(scheme)


def _in_angles(text: str, start: int, at: int, usual: bool, fits: re.Pattern[str]) -> Found | None:
    """Return the URI that begins at `start`, if it is in <…>; `at` is after its scheme."""
    opening = start
    while opening and text[opening - 1] in _SPACE:
        opening -= 1
    if _lower(text[max(opening - 4, 0) : opening]) == "url:":
        opening -= 4
        usual = True
    if text[opening - 1 : opening] != "<" or not usual:
        return None
    closing = re.compile("[^<>]*").match(text, at).end()  # type: ignore[union-attr]
    content = text[start:closing].rstrip(_SPACE)
    uri = re.sub(f"[{_SPACE}]+", "", content)
    is_one = text.startswith(">", closing) and not re.search(_NOT_JOINED, content)
    if not is_one or not fits.fullmatch(uri):
        return None
    return Found(uri, start, start + len(content))


def _end(text: str, start: int, at: int, fits: re.Pattern[str]) -> int:
    """Return where the URI that begins at `start` ends, or `at` if none does.

    It is the longest, without the punctuation of the sentence around it, and without HTML's entities.
    A ")" is the URI's if it has a "(" for it: http://a/b_(c), but (http://a/b).
    """
    stop = len(text)
    # 'http://a/' is quoted, as code does it, though an apostrophe is a URI's character.
    if text[start - 1 : start] == "'" and (quote := text.find("'", at)) >= 0:
        stop = quote
    match = fits.match(text, start, stop)
    if match is None:
        return at
    end = match.end()
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
    return end


def _find(text: str, wanted: set[str] | None, anchors: str) -> Iterator[Found]:
    has_angles = "<" in text
    done = 0  # the end of the last one found
    for anchor in re.finditer(anchors, text):
        start, at = anchor.span()
        if start < done or text[at : at + 1] in _SPACE:  # or it ends: "" is in each str
            continue
        usual = True
        if anchor[0] == ":":
            start = _scheme_start(text, start, done, wanted)
            if text[start] == ":":
                continue
            fits = _pattern[_URI]
            usual = text.startswith("//", at) or _is_usual(text, start, at, wanted)
        else:
            fits = _pattern[_SUFFIX]
        found = _in_angles(text, start, at, usual, fits) if has_angles else None
        if found is None and usual:
            end = _end(text, start, at, fits)
            if text[at:end] not in ("", "//"):
                found = Found(text[start:end], start, end)
        if found is not None:
            yield found
            done = found.end


def find(
    text: str, *, schemes: Iterable[str] | None = None, suffix: bool = False, iri: bool = False
) -> Iterator[Found]:
    r"""Return the URIs in running text, as RFC 3986 Appendix C has them: an iterator of Found.

    A scheme has to be followed by "//" and more, or by what is usual for it (mailto, tel, urn and a few
    others). Inside <…> and <URL:…>, white space is removed from `uri`, unless there is a blank line or
    a second scheme with "//". Elsewhere the longest URI is found, without any `.,:;!?'"*_~`, HTML
    entities and unbalanced ")" at its end.

    `schemes` says which schemes to find, and may name others; one that no URI has, such as "http:", is
    a ValueError. `suffix` also finds what begins with "www." (4.5). With `iri`, IRIs are found (RFC
    3987), which end before what uri_to_iri keeps encoded, such as "。", but not U+2019.

    >>> [found.uri for found in find("Note: see http://a.example/b_(c), or <ftp://b.ex-\nample/>.")]
    ['http://a.example/b_(c)', 'ftp://b.ex-ample/']
    >>> [*find("見る：http://a.example/引き割り。", iri=True)]
    [Found(uri='http://a.example/引き割り', start=3, end=24)]
    """
    wanted = None
    if schemes is not None:
        wanted = {_allowed_scheme(scheme) for scheme in _as_tuple(schemes, "schemes")}
    anchors = _COLON_OR_WWW if suffix else ":"
    if not iri:
        return _find(_str(text), wanted, anchors)
    # As a URI of the same length: NUL for what no IRI shows, "~" for dashes and U+2019, "$" for more.
    plain = _pattern[_HIDDEN].sub("\0", re.sub(_IRI_FUTURE, "\0", _str(text)))
    plain = re.sub("[‐-―’]", "~", plain)
    found = _find(_pattern[_UCSCHAR].sub("$", plain), wanted, anchors)
    return (Found(re.sub(f"[{_SPACE}]+", "", text[i:j]), i, j) for _, i, j in found)


# ---- The command line ----

_BAD_OCTET = "[\udc80-\udcff]"  # not UTF-8, and read as this surrogate (PEP 383)


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"


def _shown(text: str) -> str:
    """Return the text on one line, with escapes for what the terminal cannot show."""
    text = text.encode(_encoding(), "backslashreplace").decode(_encoding())
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])


def _json(value: Any, ascii_alone: bool = True) -> str:
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
        text.encode(_encoding())  # the stream itself may write something else instead
        sys.stdout.write(text)


def _tell(args: Any, status: int, message: str = "") -> None:
    """Let the exit status be this one or a higher one, and write a message on stderr."""
    args.status = max(args.status, status)
    if message and sys.stderr is not None:
        sys.stderr.write(_shown(message) + "\n")


# Reading: files in pieces of whole lines. What is printed of a piece is out before the next is read.


def _blocks(args: Any, path: str) -> Iterator[bytes]:
    """Yield a file's octets as they come, or tell why it cannot be read."""
    from contextlib import nullcontext

    if path == "-" and sys.stdin is None:
        raise ValueError("standard input is closed")
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as stream:
            yield from iter(partial(stream.read1, 1 << 18), b"")  # type: ignore[union-attr]
    except OSError as e:
        hint = " (to check a text, use -t)" if args.command == "check" else ""
        _tell(args, 2, f"uri-regex: {redact(path)}: {e.strerror}{hint}")


# A "<" after which `find` may have to read on, and how far from it a ">" may be.
_OPEN = rb"(?i)<\s*(?:url:\s*)?(?:[a-z][a-z0-9+.-]*:|www[.]|\Z)"
_MAX_OPEN = 1 << 16


def _end_of_lines(held: bytearray, new: int, is_find: bool) -> int:
    """Return where whole lines end, or 0. For `find`, none of them leaves a "<" open.

    A URI in <...> may be broken over lines (RFC 3986 Appendix C). But a "<" whose ">" is more than
    _MAX_OPEN octets away is no delimiter, unless both are read at once: what is held stays bounded.
    """
    end = held.rfind(b"\n", new) + 1
    first = max(end - _MAX_OPEN, 0)
    while is_find and (opened := held.rfind(b"<", first, end)) >= 0:
        if held.find(b">", opened, end) >= 0 or not re.match(_OPEN, held[opened:end]):
            break
        end = held.rfind(b"\n", 0, opened) + 1
    return end


def _pieces(args: Any) -> Iterator[tuple[str, int, int, str]]:
    """Yield pieces of files: the file's name, the number and offset of the first line, and the piece.

    Each ends after a whole line, but perhaps a file's last. What is not UTF-8 comes as surrogates.
    """
    for path in args.file or ["-"]:
        name = "<stdin>" if path == "-" else path
        held, line, offset = bytearray(), 1, 0
        for block in chain(_blocks(args, path), [b""]):
            held += block
            end = len(held)
            if block:
                end = _end_of_lines(held, end - len(block), args.command == "find")
            text = held[:end].decode("utf-8", "surrogateescape")
            del held[:end]
            if line == 1 and args.command != "redact":
                text = text.removeprefix("\ufeff")  # a byte order mark
            yield name, line, offset, text
            line += text.count("\n")
            offset += len(text)
            print(end="", flush=True)  # which does nothing where standard output is closed


def _texts(args: Any) -> Iterator[tuple[str, int, str]]:
    """Yield each text and where it is from: the arguments, or the lines of files."""
    for number, text in enumerate(args.text, 1):
        yield "<argument>", number, text
    if not args.text:
        for name, first, _, piece in _pieces(args):
            lines = re.findall(".*\n|.+", piece.replace("\r\n", "\n"))
            for number, line in enumerate(lines, first):
                yield name, number, line.removesuffix("\n")


def _utf8(text: str) -> str:
    """Return the text; raise a URIError for a surrogate, which stands for what is not UTF-8."""
    if octet := re.search(_BAD_OCTET, text):
        raise URIError(text, "text", octet.start(), "<UTF-8>", "this is not UTF-8")
    return text


# The rule for a URI, where it is not called so.
_ITS_URI = {"rfc3987": "IRI", "rfc2396": "absoluteURI", "rfc2732": "absoluteURI"}


def _read_grammar(args: Any) -> None:
    """Replace args.grammar, a name, by the grammar, and args.rule by the name as written there."""
    its_uri = _ITS_URI.get(args.grammar, "URI")
    args.reference = "IRI-reference" if its_uri == "IRI" else "URI-reference"
    args.grammar = args.shipped = _GRAMMARS[args.grammar]
    if args.abnf:
        try:
            with open(args.abnf, encoding="utf-8-sig", errors="surrogateescape", newline="") as f:
                args.grammar = args.shipped.extend(f.read(), strict=not args.lenient)
        except GrammarError as e:
            for problem in e.problems:
                _tell(args, 2, f"{args.abnf}:{problem.line or 1}: {problem.message}")
            raise SystemExit from None
    if hasattr(args, "rule"):
        if args.rule is None:
            args.rule = its_uri
        args.rule = args.grammar._rule(args.rule).name  # as the grammar spells it


# The command check.


def _reason(args: Any, error: URIError) -> str:
    """Return what is wrong, with the command line's option, and a rule, as advice."""
    reason = re.sub('; [^;]* rule="[^"]*"', "", error.reason)
    if error.rule in _REFERENCE_RULES and args.shipped.matches(args.reference, error.text):
        reason += f"; for any reference, use --rule {args.reference}"
    return reason


def _print_error(args: Any, name: str, line: int, error: URIError) -> None:
    if args.json:
        place = {"file": name, "line": line, "column": error.offset + 1}
        _print(_json({**place, **vars(error), "message": str(error)}))
    else:
        text = _masked(error.text, error.rule)
        _print(_shown(f"{name}:{line}:{error.offset + 1}: '{text}': {_reason(args, error)}"))


def _policies(args: Any) -> dict[str, Any]:
    """Return the policies given. Raise a ValueError for one that no text could meet."""
    from contextlib import suppress

    policies: dict[str, Any] = {}
    for name in ("schemes", "hosts", "ports", "require", "forbid"):
        for value in vars(args)[name] or ():
            policies.setdefault(name, []).append(value)
            with suppress(URIError):  # but no ValueError of the value itself
                _apply_policies("//", **{name: [value]})
    if policies and args.rule not in _REFERENCE_RULES and not args.abnf:
        raise ValueError(f"policies are only for URIs and references, not {args.rule}")
    return policies


def _check_policies(args: Any, text: str) -> None:
    """Raise a URIError unless the policies allow a text of the rule.

    A rule of one's own may be called URI and match "me:secret@a.example", whose parts policies would
    not see. So its text has to be a reference, too, with an authority.
    """
    if args.abnf:
        args.shipped.validate(args.reference, text)
        if split(text).authority is None:
            raise URIError(text, "authority", 0, '"//"', 'with --abnf, policies need a "//"')
    _apply_policies(text, **args.policies)


def _check_text(args: Any, name: str, line: int, text: str) -> None:
    if args.skip_blank and not text.strip(" \t"):
        return
    args.total += 1
    verdict = "valid"
    try:
        args.grammar.validate(args.rule, _utf8(text))  # a rule of one's own may match all else
        if args.policies:
            _check_policies(args, text)
    except URIError as error:
        args.invalid += 1
        verdict = "invalid"
        if not args.print and not args.quiet:
            _print_error(args, name, line, error)
    if args.print == verdict:
        _print(text, as_read=True)


def _lines_pattern(args: Any) -> re.Pattern[str]:
    """Return a pattern of valid lines, and of the next one, which has to be checked by itself.

    That halves the time. It takes a rule that matches no line break, and no other demands on a line;
    else the pattern takes one line at a time.
    """
    valid = ""
    one_by_one = args.policies or args.abnf or args.skip_blank or args.rule not in _REFERENCE_RULES
    if not one_by_one and args.grammar.proven(args.rule):
        valid = f"(?:(?:{args.grammar.compile(args.rule).pattern})\n)*"
    return re.compile(f"{valid}(.*\n|.+|)")


def _check_lines(args: Any, pattern: re.Pattern[str], name: str, line: int, piece: str) -> None:
    for match in pattern.finditer(piece.replace("\r\n", "\n")):
        other = match[1]
        valid = match[0].removesuffix(other)
        count = valid.count("\n")
        args.total += count
        line += count
        if args.print == "valid":
            _print(valid, end="", as_read=True)
        if other:
            _check_text(args, name, line, other.removesuffix("\n"))
            line += 1


def _check_command(args: Any) -> None:
    if [args.json, args.quiet, bool(args.print)].count(True) > 1:
        raise ValueError("use only one of --json, --print and -q")
    args.policies = _policies(args)
    pattern = _lines_pattern(args)
    for number, text in enumerate(args.text, 1):
        _check_text(args, "<argument>", number, text)
    if args.file or not args.text:
        for name, line, _, piece in _pieces(args):
            _check_lines(args, pattern, name, line, piece)
            if args.invalid and args.quiet:
                break
    _tell(args, min(args.invalid, 1))
    if not args.quiet and (args.total or args.status < 2):
        noun = "text" if args.total == 1 else "texts"
        _tell(args, 0, f"{args.total} {noun}, {args.invalid} invalid")


# The commands that make something of each text.


def _width(text: str) -> int:
    """Return how many columns a terminal takes for the text, as it is shown there."""
    from unicodedata import combining, east_asian_width

    widths = [east_asian_width(char) for char in _shown(text) if not combining(char)]
    return len(widths) + widths.count("W") + widths.count("F")


def _drawn(text: str) -> list[str]:
    r"""Return a line for each part of a reference: a brace below the part, and its name.

    The host and the port of //a.example:80 are drawn as

          \_______/ host (reg-name)
                    \/ port
    """
    lines = []
    places = _match(_PLACES, text)
    for name, part in places.groupdict().items():
        if part:
            brace = "|"
            if (width := _width(part)) > 1:
                brace = "\\" + "/".rjust(width - 1, "_")
            end = _width(text[: places.end(name)])
            if name == "host" and (kind := _host_type(part)):
                name = f"host ({kind})"
            lines.append(f"{brace.rjust(end)} {name}")
    if empty := [name for name, part in places.groupdict().items() if part == ""]:
        lines.append(f"empty: {', '.join(empty)}")
    return lines


def _captured(args: Any, text: str) -> str:
    if args.json:
        return _json(args.grammar.captures(args.rule, text))
    lines = []
    for rule, start, end, depth in args.grammar._spans(args.rule, text):
        lines.append(" " * (2 * depth) + f"{rule} {_json(text[start:end], ascii_alone=False)}")
    return "\n".join(lines)


def _explained(args: Any, text: str) -> str:
    """Return the text above its parts, or what each rule matches, or above a caret at what is wrong."""
    try:
        if args.rule in _REFERENCE_RULES:
            lines = [args.grammar.validate(args.rule, text), *_drawn(text)]
        else:
            lines = _captured(args, text).split("\n")
    except URIError as error:
        _tell(args, 1)
        caret = "^".rjust(_width(text[: error.offset]) + 1)
        why = f"not a valid {args.rule}: at offset {error.offset}: {_reason(args, error)}"
        lines = [text, caret, why]
    return "\n".join(map(_shown, lines))


def _split_text(args: Any, text: str) -> str:
    uri = split(text)
    parts = {name: getattr(uri, name) for name in (*URI._fields, *_INSIDE, "host_type")}
    if args.json:
        return _json({"text": text, **parts})
    return "\n".join([f"{name:9} {_json(parts[name], ascii_alone=False)}" for name in parts])


_MAKERS: dict[str, Callable[[Any, str], str]] = {
    "explain": _explained,
    "split": _split_text,
    "captures": _captured,
    "resolve": lambda args, ref: resolve(_utf8(args.base), ref, strict=not args.non_strict),
    "relativize": lambda args, uri: relativize(_utf8(args.base), uri),
    "normalize": lambda args, text: normalize(text, scheme_based=args.scheme_based),
    "encode": lambda args, text: percent_encode(text, args.component),
    "decode": lambda _, text: percent_decode(text),
    "iri": lambda args, text: iri_to_uri(text) if args.to_uri else uri_to_iri(text),
}


def _each_text(args: Any) -> None:
    """Print what a command makes of each text, or why it makes nothing."""
    for name, line, text in _texts(args):
        try:
            made = _MAKERS[args.command](args, _utf8(text))
        except URIError as error:
            _tell(args, 1, f"uri-regex: {name}:{line}: {error}")
            continue
        if line > 1 and args.command in ("explain", "split") and not args.json:
            _print("")
        _print(made)


# The commands pattern, engines and rules.

# How a pattern becomes a literal: what opens and closes it, and, in order, "character=replacement" for
# each character that would end it or be misread; the character is written as in Python. Without any,
# the literal is raw.
# "json" is for Python, Java and others. In a class of sed's, \/ would allow a backslash, too. Of Perl's
# quotes, only '…' do not interpolate.
_LITERAL_TABLE = r"""
shell        '          '     '='"'"'
json         "          "
quoted       "          "     \\=\\  \n=\n  \r=\r  "=\"
sql          '          '     '=''
backslashed  '          '     \\=\\  '=\'
html         pattern="  "     &=&amp;  <=&lt;  "=&quot;  \t=&#9;  \n=&#10;  \r=&#13;
xsd          value="    "     &=&amp;  <=&lt;  "=&quot;  \t=&#9;  \n=&#10;  \r=&#13;
javascript   /          /u    \n=\n  \r=\r  \u2028=\u2028  \u2029=\u2029
sed          /          /     \n=\n  /=\x2F
php          '~         ~u'   \\=\\  '=\'  ~=\\~
perl         qr'        '     '=\'
dotnet       @"         "     "=""
go           `          `
re2          R"re(      )re"
rust         r##"       "##
"""


def _quoted(text: str, engine: str) -> str:
    """Return the pattern as a literal of the language that the engine is used from."""
    kind = _engine(engine).literal
    row = _LITERAL_TABLE.partition(f"\n{kind} ")[2].partition("\n")[0]
    opening, closing, *escapes = row.split()
    if not escapes and (kind == "json" or closing in text or "\r" in text):
        return _json(text, ascii_alone=False)
    if kind == "javascript":  # where "/" has no backslash yet
        text = re.sub(r"(\\.)|/", lambda match: match[1] or r"\/", text)
    for escape in escapes:
        char, instead = escape.split("=", 1)
        text = text.replace(char.encode().decode("unicode_escape"), instead)
    return opening + text + closing


def _pattern_command(args: Any) -> None:
    engine, rule = args.engine, args.rule
    if args.source and (args.quoted or engine != "portable"):
        raise ValueError("--source cannot be combined with --engine or --quoted")
    if args.source:
        text = args.grammar.source(rule)
    else:
        text = args.grammar.pattern(rule, engine)
    if args.quoted:
        text = _quoted(text, engine)
    _print(text)
    if _engine(engine).backtracks and not args.grammar.proven(rule):
        warning = f"uri-regex: {rule} is not proven: its pattern can take exponential time"
        _tell(args, 0, f"{warning}; the command check and Grammar.matches do not")


def _engines_command(args: Any) -> None:
    for name in _engines():
        row = _engine(name)
        _print(_shown(f"{name:12} {row.anchored:10} {row.most:6,} repeats; {row.trap}"))


def _rules_command(args: Any) -> None:
    from textwrap import dedent

    if args.name is None:
        _print("\n".join(args.grammar.rules))
        return
    rule = args.grammar._rule(args.name)
    works = args.grammar._reading().works
    refers_to = [works[ref.lower()].name for ref in rule.refs]
    key = rule.name.lower()
    used_by = [other.name for other in works.values() if key in map(str.lower, other.refs)]
    _print(dedent(rule.text) + "\n")
    _print(f"refers to    {', '.join(refers_to) or 'nothing'}")
    _print(f"used by      {', '.join(used_by) or 'nothing'}")
    _print(f"proven       {'yes' if args.grammar.proven(rule.name) else 'no'}")
    _print(f"pattern      {len(args.grammar.pattern(rule.name)):,} characters")


# The commands find and redact.


def _find_command(args: Any) -> None:
    status = 1
    for name, line, offset, text in _pieces(args):
        if octet := re.search(_BAD_OCTET, text):
            at = line + text.count("\n", 0, octet.start())
            _tell(args, 2, f"uri-regex: {name}:{at}: not UTF-8")
        if args.redact:  # first, for a password may have an "@", where a URI would end
            text = _redacted(text, at_length=True)
        seen, before = 0, -1  # where the last URI begins, and the line break before it
        for uri, start, end in find(text, schemes=args.schemes, suffix=args.suffix, iri=args.iri):
            status = 0
            # Each character is passed once, however long a line is.
            line += text.count("\n", seen, start)
            before = max(before, text.rfind("\n", seen, start))
            seen = start
            if args.redact:
                uri = redact(uri)  # of several lines
            if args.json:
                place = {"file": name, "line": line, "column": start - before, "uri": uri}
                _print(_json({**place, "start": offset + start, "end": offset + end}))
            elif args.only:
                _print(uri)
            else:
                _print(f"{_shown(name)}:{line}:{start - before}: {uri}")
    _tell(args, status)


def _redact_command(args: Any) -> None:
    for *_, text in _pieces(args):
        _print(redact(text), end="", as_read=True)


_COMMANDS: dict[str, Callable[[Any], None]] = {
    "check": _check_command,
    "pattern": _pattern_command,
    "engines": _engines_command,
    "rules": _rules_command,
    "find": _find_command,
    "redact": _redact_command,
}
_ABOUT = """
check       check that each line is a URI
explain     draw the parts of a URI
split       split into parts, without validating
resolve     resolve references against a base URI
relativize  make URIs relative to a base URI
pattern     print a rule as a regular expression
engines     list regular expression engines and their pitfalls
rules       list a grammar's rules, or show one
captures    show what each rule matched
normalize   print the normal form of URIs
find        find the URIs in a text
encode      percent-encode text
decode      percent-decode text
redact      hide the passwords of URIs in a text
iri         convert a URI to an IRI, or back
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
  --hosts A,B            allow only these hosts; .a.example allows its subdomains, too
  --ports A,B            allow only these ports; an empty item allows a missing port
  --require A,B          require these: scheme, userinfo, host, port, path, domain, ...
  --forbid A,B           forbid these: userinfo, password, port, fragment, IPv4address, ...

check explain:
  --rule RULE            the rule to match (default: the grammar's for a URI)

check find:
  --schemes A,B          only these schemes

pattern captures:
  RULE                   the name of a rule

pattern:
  --engine ENGINE        an engine that `engines` lists (default: portable)
  --quoted               print a string literal of the engine's language
  --source               print Python source: named sub-patterns, each below its ABNF

rules:
  NAME?                  a rule to show: its ABNF, what it refers to, what refers to it

resolve relativize:
  BASE                   the base URI

explain split resolve relativize captures normalize encode decode iri:
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
  --suffix               also find what begins with www.
  --iri                  find IRIs, not only URIs
  -o --only              print only the URIs
  --redact               hide their passwords

check split captures find:
  --json                 print one JSON object per line, with the passwords

check explain pattern rules captures:
  --grammar GRAMMAR      the grammar to use (default: rfc3986)
  --abnf FILE            ABNF rules that extend the grammar (policies of check then need a "//")
  --lenient              leave out the rules of --abnf that do not work, instead of failing
"""


# What argparse is told of a value, other than its name, and how many there may be.
_VALUES: dict[str, dict[str, Any]] = {
    "A,B": {"type": lambda text: [item.strip() for item in text.split(",")], "action": "extend"},
    "COMPONENT": {"choices": _COMPONENTS, "default": "unreserved", "metavar": None},
    "ENGINE": {"default": "portable"},
    "GRAMMAR": {"choices": _GRAMMARS, "default": "rfc3986", "metavar": None},
    "TEXT+": {"default": [], "action": "extend"},
    "WHICH": {"choices": ("valid", "invalid"), "metavar": None},
}


def _add_argument(parser: Any, row: str) -> None:
    """Add the argument that a row of the table describes."""
    written, about = re.split(" {2,}", row.strip())
    *flags, value = written.split()
    if value.islower():
        parser.add_argument(*flags, value, action="store_true", help=about)
        return
    name = value.rstrip("*+?")
    options = {"metavar": name, "nargs": value[len(name) :] or None, **_VALUES.get(value, {})}
    parser.add_argument(*(flags or [name.lower()]), help=about, **options)


def _parser() -> Any:
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> Any:
            raise ValueError(f"{message} (see --help)")

    top = Parser(prog="uri-regex", description="Check, split, resolve and find URIs (RFC 3986).")
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    parsers = {}
    for row in _ABOUT.strip().split("\n"):
        name, about = row.split(None, 1)
        parsers[name] = commands.add_parser(name, help=about, description=about)
    for block in _ARGUMENTS.strip().split("\n\n"):
        takers, *rows = block.split("\n")
        for taker in takers.rstrip(":").split():
            for row in rows:
                _add_argument(parsers[taker], row)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line: `argv` without the program's name (default: that of the process).

    Return the exit status: 0 for success, 1 for "no" (invalid or nothing found), 2 for a failure.

    >>> main(["resolve", "http://a/b/c", "../d"])
    http://a/d
    0
    """
    args = SimpleNamespace(status=0, total=0, invalid=0, file=[], text=[], json=False)
    try:
        _parser().parse_args(argv, args)
        if hasattr(args, "grammar"):
            _read_grammar(args)
        _COMMANDS.get(args.command, _each_text)(args)
        print(end="", flush=True)
    except SystemExit:  # after --help, and where all is said
        pass
    except UnicodeEncodeError as e:
        _tell(args, 2, f"uri-regex: cannot print {e.object[e.start]!a} in {_encoding()}")
    except (ValueError, ImportError, MemoryError) as e:
        _tell(args, 2, f"uri-regex: {redact(str(e)) or 'out of memory'}")
    except OSError as e:
        if e.filename is None:  # what standard output still holds would fail once more at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(e, BrokenPipeError):
            return 141  # as the shell reports SIGPIPE
        _tell(args, 2, f"uri-regex: {redact(e.filename or 'standard output')}: {e.strerror}")
    except KeyboardInterrupt:
        return 130
    return int(args.status)


if __name__ == "__main__":
    sys.exit(main())
