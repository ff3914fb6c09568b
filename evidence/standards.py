# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The RFCs' ABNF, and a reader of ABNF: what proof.py and the scripts beside it measure by.

It shares no code with uri_regex, nor with uri_abnf.
"""

from __future__ import annotations

import re
import textwrap
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

TOP = 0x10FFFF

# ---- The grammars ----------------------------------------------------------------------------
#
# Copied out of the RFCs by `extract` below, so that a clone without the RFCs' texts can run this.
# The comments of the RFCs are in, since to skip them is the reader's job.

# RFC 3986 Appendix A
ABNF_3986 = r"""
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

# RFC 3987 2.2
ABNF_3987 = r"""
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
# "The following rules are the same as those in RFC 3986": the RFC prints them again.
SAME_IN_3987 = (
    "scheme port ip-literal ipvfuture ipv6address h16 ls32 ipv4address dec-octet pct-encoded "
    "unreserved reserved gen-delims sub-delims"
).split()

# RFC 2396 Appendix A
ABNF_2396 = r"""
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
lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
           "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
           "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
upalpha  = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
           "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
           "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
digit    = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
           "8" | "9"
"""

# RFC 6874 2: what it changes in, and adds to, RFC 3986
ABNF_6874 = r"""
IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture  ) "]"
ZoneID = 1*( unreserved / pct-encoded )
IPv6addrz = IPv6address "%25" ZoneID
"""

# RFC 2732 3: what it changes in, and adds to, RFC 2396; with the IPv6address of RFC 3986
ABNF_2732 = r"""
host          = hostname | IPv4address | IPv6reference
IPv6reference = "[" IPv6address "]"
reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
                "$" | "," | "[" | "]"
IPv4address   = 1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT
"""
ABNF_IPV6 = ABNF_3986[ABNF_3986.index("\nIPv6address ") : ABNF_3986.index("\nIPv4address ")]

# RFC 6265 4.1.1 and 4.2.1, token as RFC 9110 5.6.2 spells it: a grammar of the user's own, in which
# an alternative that can be empty stands before another
ABNF_6265 = r"""
cookie-string = cookie-pair *( ";" SP cookie-pair )
cookie-pair   = cookie-name "=" cookie-value
cookie-name   = token
cookie-value  = *cookie-octet / ( DQUOTE *cookie-octet DQUOTE )
cookie-octet  = %x21 / %x23-2B / %x2D-3A / %x3C-5B / %x5D-7E
token         = 1*tchar
tchar         = "!" / "#" / "$" / "%" / "&" / "'" / "*"
              / "+" / "-" / "." / "^" / "_" / "`" / "|" / "~"
              / DIGIT / ALPHA
"""

# RFC 5234 B.1, the core rules: implicit in every ABNF
ABNF_CORE = r"""
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


# ---- Sets of code points, and the tree of a rule ---------------------------------------------
#
# A set is a sorted tuple of closed ranges. A tree is one of
#   ("set", ranges)  ("cat", trees)  ("alt", trees)  ("ref", name)
#   ("rep", tree, least, most, possessive)
# where `most` is None for "no limit". Only a repeat in a pattern can be possessive.

Ranges = tuple[tuple[int, int], ...]
Tree = tuple[Any, ...]


def union(*sets: Ranges) -> Ranges:
    merged: list[tuple[int, int]] = []
    for low, high in sorted(chain(*sets)):
        if merged:
            last_low, last_high = merged[-1]
            if low <= last_high + 1:
                merged[-1] = (last_low, max(last_high, high))
                continue
        merged.append((low, high))
    return tuple(merged)


def complement(ranges: Ranges) -> Ranges:
    gaps = []
    begin = 0
    for low, high in ranges:
        if begin < low:
            gaps.append((begin, low - 1))
        begin = high + 1
    if begin <= TOP:
        gaps.append((begin, TOP))
    return tuple(gaps)


def inside(point: int, ranges: Ranges) -> bool:
    return any(low <= point <= high for low, high in ranges)


def singleton(char: str) -> Ranges:
    """The set of one character."""
    return ((ord(char), ord(char)),)


def both_cases(char: str) -> Ranges:
    """The set of a character of an ABNF string. Only US-ASCII letters have two cases there."""
    return union(singleton(char.lower()), singleton(char.upper()))


# ---- Reading ABNF (RFC 5234, RFC 7405; RFC 2396's "|") -----------------------------------------

ABNF_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r\n]+|;[^\n]*)
      |(?P<rule>[A-Za-z][\w-]*)[ \t]*(?P<more>=/?)
      |<?(?P<name>[A-Za-z][\w-]*)>?
      |(?P<times>[0-9]*\*[0-9]*|[0-9]+)
      |(?P<text>(?:%[sSiI])?"[^"]*")
      |%(?P<base>[xXdDbB])(?P<number>[0-9A-Fa-f]+(?:-[0-9A-Fa-f]+|(?:\.[0-9A-Fa-f]+)*))
      |(?P<mark>[()\[\]/|])""",
    re.VERBOSE,
)
BASES = {"x": 16, "d": 10, "b": 2}


def abnf_tokens(abnf: str) -> list[re.Match[str]]:
    """The tokens, without comments and white space."""
    tokens = []
    at = 0
    while at < len(abnf):
        token = ABNF_TOKEN.match(abnf, at)
        if token is None:
            raise ValueError(f"ABNF: cannot read {abnf[at : at + 20]!r}")
        at = token.end()
        if token["skip"] is None:
            tokens.append(token)
    return tokens


class Rules(dict[str, Tree]):
    """Trees by the name of their rule in lower case: names are case-insensitive (RFC 5234 2.1)."""

    def __init__(self, abnf: str, base: Rules | None = None, any_case: bool = True) -> None:
        """`any_case`: a string means both cases (RFC 5234 2.3).

        RFC 2396 says instead that "each literal in the grammar corresponds to the character it
        represents" (1.6), and writes out upper and lower case where it wants both.
        """
        super().__init__()
        self.written: dict[str, str] = {}  # the names as they are written, by those in lower case
        if base is not None:
            self.update(base)
            self.written.update(base.written)
        self.any_case = any_case
        self.tokens = abnf_tokens(abnf)[::-1]  # those that are still to be read, the next one last
        while self.tokens:
            self.read_rule()

    def read_rule(self) -> None:
        token = self.tokens.pop()
        name = token["rule"]
        if name is None:
            raise ValueError(f"ABNF: {token[0]!r} outside a rule")
        key = name.lower()
        tree = self.alternation()
        if token["more"] == "=/":  # incremental alternatives: RFC 5234 3.3
            tree = ("alt", [self[key], tree])
        self[key] = tree
        self.written[key] = name

    def next_is(self, *groups: str) -> bool:
        return bool(self.tokens) and self.tokens[-1].lastgroup in groups

    def next_mark(self, marks: str) -> bool:
        return self.next_is("mark") and self.tokens[-1][0] in marks

    def alternation(self) -> Tree:
        branches = [self.concatenation()]
        while self.next_mark("/|"):
            self.tokens.pop()
            branches.append(self.concatenation())
        return ("alt", branches)

    def concatenation(self) -> Tree:
        parts = []
        while self.next_is("name", "times", "text", "number") or self.next_mark("(["):
            parts.append(self.repetition())
        if not parts:
            raise ValueError("ABNF: an empty alternative")
        return ("cat", parts)

    def repetition(self) -> Tree:
        if not self.next_is("times"):
            return self.element()
        least, star, most = self.tokens.pop()["times"].partition("*")
        tree = self.element()
        if not star:
            return ("rep", tree, int(least), int(least), False)
        return ("rep", tree, int(least or 0), int(most) if most else None, False)

    def element(self) -> Tree:
        token = self.tokens.pop()
        if token["name"]:
            return ("ref", token["name"].lower())
        if token["text"]:
            return self.string(token["text"])
        if token["number"]:
            return numbers(token["number"], BASES[token["base"].lower()])
        if token[0] == "(":
            return self.group(")")
        if token[0] == "[":
            return ("rep", self.group("]"), 0, 1, False)
        raise ValueError(f"ABNF: {token[0]!r} in the place of an element")

    def group(self, closing: str) -> Tree:
        tree = self.alternation()
        if not self.tokens or self.tokens.pop()[0] != closing:
            raise ValueError(f"ABNF: {closing!r} is missing")
        return tree

    def string(self, token: str) -> Tree:
        prefix, text, _ = token.split('"')
        any_case = self.any_case
        if prefix:  # %s"..." or %i"...": RFC 7405
            any_case = prefix.lower() == "%i"
        set_of = both_cases if any_case else singleton
        return ("cat", [("set", set_of(char)) for char in text])


def numbers(text: str, base: int) -> Tree:
    """The tree of 41-5A, which is a range, or of 41.42.43, which is a sequence (RFC 5234 2.3, 3.4)."""
    low, dash, high = text.partition("-")
    if dash:
        return ("set", ((int(low, base), int(high, base)),))
    points = [int(number, base) for number in text.split(".")]
    return ("cat", [("set", ((point, point),)) for point in points])


CORE = Rules(ABNF_CORE)
RULES = {"RFC3986": Rules(ABNF_3986, CORE)}
RULES["RFC3987"] = Rules(ABNF_3987, RULES["RFC3986"])
RULES["RFC2396"] = Rules(ABNF_2396, CORE, any_case=False)
RULES["RFC6874"] = Rules(ABNF_6874, RULES["RFC3986"])
RULES["RFC2732"] = Rules(ABNF_2732 + ABNF_IPV6, RULES["RFC2396"], any_case=False)
RULES["RFC6265"] = Rules(ABNF_6265, CORE)


def rule_names(grammar: str) -> list[str]:
    """The rules of a grammar as written, those of its base included; not ABNF's core rules."""
    rules = RULES[grammar]
    return [rules.written[key] for key in rules if rules[key] is not CORE.get(key)]


# ---- The RFCs' text ----------------------------------------------------------------------------

RULE_BEGINS = re.compile(r"\s*([A-Za-z][\w-]*) *=")
# A rule goes on with an operator, a comment or an operand; prose does not.
RULE_GOES_ON = re.compile(r"""\s+(?:[/|;\[("]|\w+ \|)""")


def definitions(abnf: str) -> dict[str, str]:
    """The text of each rule by its name in lower case, with one space for any white space."""
    found: dict[str, str] = {}
    key = ""
    for line in abnf.split("\n"):
        begin = RULE_BEGINS.match(line)
        if begin:
            key = begin[1].lower()
            found[key] = line
        elif key and RULE_GOES_ON.match(line):
            found[key] += line
        elif line:
            key = ""
    return {key: " ".join(text.split()) for key, text in found.items()}


class Section(NamedTuple):
    """Where a grammar stands in an RFC's own text."""

    abnf: dict[str, str]  # its definitions
    file: str
    heading: str
    following: str

    def is_in(self, folder: Path) -> bool:
        text = (folder / self.file).read_text(encoding="utf-8", errors="replace")
        return definitions(extract(text, self.heading, self.following)) == self.abnf


PRINTED = {"RFC3986": definitions(ABNF_3986), "RFC2396": definitions(ABNF_2396)}
PRINTED["RFC3987"] = definitions(ABNF_3987)
PRINTED["RFC3987"].update({rule: PRINTED["RFC3986"][rule] for rule in SAME_IN_3987})
SECTIONS = (
    Section(PRINTED["RFC3986"], "rfc3986.txt", "A.  Collected ABNF for URI\n", "\nAppendix B."),
    Section(PRINTED["RFC3987"], "rfc3987.txt", "2.2.  ABNF for IRI References and IRIs\n\n", "\n3.  R"),
    Section(PRINTED["RFC2396"], "rfc2396.txt", "A. Collected BNF for URI\n", "\nB. Parsing a URI"),
)  # fmt: skip


def extract(text: str, heading: str, following: str) -> str:
    """The rules in one section of an RFC's text, without prose and page breaks."""
    _, _, section = text.partition(heading)
    section, _, _ = section.partition(following)
    lines = []
    in_rule = False
    for line in section.splitlines():
        if not line.strip():
            continue
        if line[0].isspace() and RULE_BEGINS.match(line):
            in_rule = True
        elif not RULE_GOES_ON.match(line):
            in_rule = False
        if in_rule:
            lines.append(line.rstrip())
    return "\n" + textwrap.dedent("\n".join(lines)) + "\n"
