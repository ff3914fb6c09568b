# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The proof that the patterns of uri_regex accept the RFCs' languages: no more, no less.

Nothing here shares code with uri_regex. This file reads the same ABNF with a reader of its own,
turns every rule into a minimal deterministic automaton over all 1,114,112 code points, and holds
the module to it:

 (a) tests. Every path into the automaton x every kind of character x every suffix that tells two
     states apart (the W-method of Chow, 1978), each also with "\n" behind it. The verdicts of
     `compile(rule).fullmatch`, the same on PyPI regex, and `matches` must be the automaton's.
     The paths cover the grammar's own states, not only those of the minimal automaton: in `host`
     the two forms "1.2.3.4" and "1.2.3.x" end in one minimal state, and it is just there that a
     pattern goes wrong which takes the first form and will not give it back.
 (b) proof. The text of `pattern(rule)` is parsed (it may hold classes, groups, "|" and repeats,
     nothing else), made an automaton too, and the two are compared by walking both at once. The
     possessive text is compared likewise, and each of its possessive loops is shown to be one that
     never has anything to give back. So is what the Python source of `source(rule)` assigns last.
 (c) errors. URIError.offset must be the length of the longest prefix some text could continue.
 (d) `partial` must call every prefix what the automaton calls it.
 (e) modules. What standalone/cut.py cuts out for URI, URI-reference and IRI, for rules alone and for
     `parse` and `validate`, gets the texts of (a): each verdict and each offset is held to the
     automaton, and on a sample of (c) what is expected to that of the file itself.
 (f) faults. The same tests must catch every one of a list of faults that real libraries ship, and
     one that this compiler had: a loop kept possessive although a branch in it is empty early.

    python3 conformance/proof.py                    all of it, exit status 0 if all is right
    python3 conformance/proof.py --fast             a sample, in seconds
    python3 conformance/proof.py --grammar RFC3986 --rule host
    python3 conformance/proof.py --rfc DIR          hold the ABNF below to DIR/rfc3986.txt ...

Standard library only; PyPI regex is tested if it is there, and its absence is said.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import re
import sys
import textwrap
import time
from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import chain, islice, product, repeat
from pathlib import Path
from typing import Any, NamedTuple, Optional

ROOT = Path(__file__).resolve().parent.parent
TOP = 0x10FFFF

# ---- The grammars ----------------------------------------------------------------------------
#
# Copied out of the RFCs by `extract` below, so that a clone without the RFC texts can run this;
# `--rfc` compares them again. The comments of the RFCs are in, since reading them is the
# reader's job.

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
scheme         = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
port           = *DIGIT
IP-literal     = "[" ( IPv6address / IPvFuture  ) "]"
IPvFuture      = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPv6address    =                            6( h16 ":" ) ls32
               /                       "::" 5( h16 ":" ) ls32
               / [               h16 ] "::" 4( h16 ":" ) ls32
               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
               / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
               / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
               / [ *4( h16 ":" ) h16 ] "::"              ls32
               / [ *5( h16 ":" ) h16 ] "::"              h16
               / [ *6( h16 ":" ) h16 ] "::"
h16            = 1*4HEXDIG
ls32           = ( h16 ":" h16 ) / IPv4address
IPv4address    = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet      = DIGIT                 ; 0-9
               / %x31-39 DIGIT         ; 10-99
               / "1" 2DIGIT            ; 100-199
               / "2" %x30-34 DIGIT     ; 200-249
               / "25" %x30-35          ; 250-255
pct-encoded    = "%" HEXDIG HEXDIG
unreserved     = ALPHA / DIGIT / "-" / "." / "_" / "~"
reserved       = gen-delims / sub-delims
gen-delims     = ":" / "/" / "?" / "#" / "[" / "]" / "@"
sub-delims     = "!" / "$" / "&" / "'" / "(" / ")"
               / "*" / "+" / "," / ";" / "="
"""

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
DIGIT  = %x30-39
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


class Section(NamedTuple):
    """Where a grammar stands in the RFC's own text, to compare it with that."""

    abnf: str
    file: str
    heading: str
    following: str


SECTIONS = {
    "ABNF_3986": Section(
        ABNF_3986, "rfc3986.txt", "Appendix A.  Collected ABNF for URI\n", "\nAppendix B."
    ),
    "ABNF_3987": Section(
        ABNF_3987, "rfc3987.txt", "2.2.  ABNF for IRI References and IRIs\n\n", "\n3.  Rel"
    ),
    "ABNF_2396": Section(
        ABNF_2396, "rfc2396.txt", "A. Collected BNF for URI\n", "\nB. Parsing a URI"
    ),
}

RULE_BEGINS = re.compile(r"\s+[A-Za-z][\w-]* *=")
# A rule goes on with an operator, a comment or an operand; prose does not.
RULE_GOES_ON = re.compile(r"""\s+(?:[/|;\[("]|\w+ \|)""")


def extract(text: str, heading: str, following: str) -> str:
    """The rules in one section of an RFC's text, without prose and page breaks."""
    begin = text.index(heading) + len(heading)
    end = text.index(following, begin)
    lines = []
    in_rule = False
    for line in text[begin:end].splitlines():
        if not line.strip():
            continue
        if RULE_BEGINS.match(line):
            in_rule = True
        elif not RULE_GOES_ON.match(line):
            in_rule = False
        if in_rule:
            lines.append(line.rstrip())
    return "\n" + textwrap.dedent("\n".join(lines)) + "\n"


# ---- Sets of code points, and the tree of a rule ---------------------------------------------
#
# A set is a sorted tuple of closed ranges. A tree is one of
#   ("set", ranges)  ("cat", trees)  ("alt", trees)  ("ref", name)
#   ("rep", tree, least, most, possessive)
# where `most` is None for "no limit", and only a loop in a pattern can be possessive.

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


# ---- Reading the portable patterns -------------------------------------------------------------

# What may stand behind a backslash in a class: also what JavaScript's `v` flag wants escaped there
IN_CLASS = "\\[]^-/(){}|"
OUTSIDE_CLASS = "\\.^$*+?{}()[]|/-"
QUANTIFIER = re.compile(r"(?:([*+?])|\{([0-9]+)(?:(,)([0-9]*))?\})(\+?)")
SIGNS = {"*": (0, None), "+": (1, None), "?": (0, 1)}


class Pattern:
    """The tree of a pattern's text. Whatever is not in the portable subset is an error."""

    def __init__(self, text: str, possessive: bool = False) -> None:
        self.text = text
        self.at = 0
        self.possessive = possessive  # whether possessive quantifiers are allowed
        self.tree = self.alternation()
        if self.at < len(text):
            raise self.error("unmatched ')'")

    def error(self, problem: str) -> ValueError:
        return ValueError(f"pattern: {problem} at {self.at}: {self.peek(20)!r}")

    def peek(self, size: int = 1) -> str:
        return self.text[self.at : self.at + size]

    def skip(self, piece: str) -> bool:
        """Whether the text goes on with a piece, which is then skipped."""
        found = self.text.startswith(piece, self.at)
        if found:
            self.at += len(piece)
        return found

    def alternation(self) -> Tree:
        branches = [self.concatenation()]
        while self.skip("|"):
            branches.append(self.concatenation())
        return ("alt", branches)

    def concatenation(self) -> Tree:
        parts = []
        while self.peek() and self.peek() not in "|)":
            atom = self.atom()
            parts.append(self.repeated(atom))
        return ("cat", parts)

    def repeated(self, atom: Tree) -> Tree:
        """What an atom is with the quantifier behind it, if there is one."""
        quantifier = QUANTIFIER.match(self.text, self.at)
        if quantifier is None:
            return atom
        sign, least, comma, most, plus = quantifier.groups()
        if plus and not self.possessive:
            raise self.error("a possessive quantifier")
        self.at = quantifier.end()
        possessive = plus == "+"
        if sign:
            return ("rep", atom, *SIGNS[sign], possessive)
        if not comma:
            return ("rep", atom, int(least), int(least), possessive)
        return ("rep", atom, int(least), int(most) if most else None, possessive)

    def atom(self) -> Tree:
        if self.skip("(?:"):
            tree = self.alternation()
            if not self.skip(")"):
                raise self.error("')' is missing")
            return tree
        if self.skip("["):
            return ("set", self.character_class())
        char = self.peek()
        if char in "(.^$*+?{}":
            raise self.error(f"{char!r}, which is not portable here,")
        return ("set", singleton(self.literal(OUTSIDE_CLASS)))

    def literal(self, escapable: str) -> str:
        """One character, or a backslash and one of `escapable`: never \\d, \\w, \\b."""
        char = self.peek()
        if self.skip("\\"):
            char = self.peek()
            if not char or char not in escapable:
                raise self.error("an escape that is not portable")
        self.at += 1
        return char

    def character_class(self) -> Ranges:
        """The set of a class, from behind its "[" to behind its "]"."""
        ranges = []
        negated = self.skip("^")
        while not self.skip("]"):
            if self.peek() in ("", "["):
                raise self.error("a class that is not closed, or a bare '['")
            low = high = self.literal(IN_CLASS)
            if self.peek() == "-" and self.peek(2) != "-]":
                self.at += 1
                high = self.literal(IN_CLASS)
            if low > high:
                raise self.error("a range that runs backwards")
            ranges.append((ord(low), ord(high)))
        members = union(tuple(ranges))
        return complement(members) if negated else members


# ---- Automata ----------------------------------------------------------------------------------


def as_set(tree: Tree, rules: Rules) -> Ranges | None:
    """The set of a tree that matches single characters only, else None."""
    kind, content = tree[:2]
    if kind == "set":
        ranges: Ranges = content
        return ranges
    if kind == "ref":
        return as_set(rules[content], rules)
    if kind == "cat" and len(content) == 1:
        return as_set(content[0], rules)
    if kind == "alt":
        sets = []
        for branch in content:
            found = as_set(branch, rules)
            if found is None:
                return None
            sets.append(found)
        return union(*sets)
    return None


class Span(NamedTuple):
    """The places that a part of a tree begins and ends with, and whether it may be empty."""

    first: set[int]
    last: set[int]
    empty: bool


NO_SPAN = Span(set(), set(), False)  # of what matches nothing, not even the empty string
EMPTY_SPAN = Span(set(), set(), True)


class Loop(NamedTuple):
    """A possessive loop: the places that compete at its beginning, and all of its own."""

    entries: set[int]
    places: set[int]


class BuiltLoop(NamedTuple):
    """A possessive loop, before what stands behind it is known."""

    span: Span
    places: set[int]
    end: int  # one of its last places
    follow: set[int]  # the places that could come after `end` when only the loop was built


class Places:
    """A nondeterministic automaton without empty moves, after Glushkov.

    One state for each place of a set in the (unrolled) tree; `follow[p]` are the places that can
    come next after p. Place 0 is the start, and is of no set.
    """

    def __init__(self, tree: Tree, rules: Rules) -> None:
        self.rules = rules
        self.sets: list[Ranges] = [()]
        self.follow: list[set[int]] = [set()]
        self.built_loops: list[BuiltLoop] = []
        whole = self.build(tree)
        self.connect({0}, whole.first)
        self.accept = set(whole.last)
        if whole.empty:
            self.accept.add(0)

    def build(self, tree: Tree) -> Span:
        """Make the places of a tree."""
        ranges = as_set(tree, self.rules)
        if ranges is not None:
            return self.place(ranges)
        kind, content = tree[:2]
        if kind == "ref":
            return self.build(self.rules[content])
        if kind == "alt":
            return self.alternatives(content)
        if kind == "cat":
            return self.sequence(content)
        _, _, least, most, possessive = tree
        begin = len(self.sets)
        span = self.repetition(content, least, most)
        if possessive:
            places = set(range(begin, len(self.sets)))
            end = min(span.last)
            self.built_loops.append(BuiltLoop(span, places, end, set(self.follow[end])))
        return span

    def connect(self, places: set[int], following: set[int]) -> None:
        for place in places:
            self.follow[place] |= following

    def place(self, ranges: Ranges) -> Span:
        if not ranges:
            return NO_SPAN
        here = {len(self.sets)}
        self.sets.append(ranges)
        self.follow.append(set())
        return Span(here, here, False)

    def alternatives(self, trees: Iterable[Tree]) -> Span:
        spans = [self.build(tree) for tree in trees]
        firsts, lasts, empty = zip(*spans)
        return Span(set().union(*firsts), set().union(*lasts), any(empty))

    def sequence(self, trees: Iterable[Tree]) -> Span:
        whole = EMPTY_SPAN
        for tree in trees:
            whole = self.joined(whole, self.build(tree))
        return whole

    def joined(self, left: Span, right: Span) -> Span:
        """What one part and another behind it make."""
        self.connect(left.last, right.first)
        first = set(left.first)
        if left.empty:
            first |= right.first
        last = set(right.last)
        if right.empty:
            last |= left.last
        return Span(first, last, left.empty and right.empty)

    def repetition(self, body: Tree, least: int, most: int | None) -> Span:
        required = self.sequence(repeat(body, least))
        if most is None:
            further = self.build(body)
            self.connect(further.last, further.first)
            return self.joined(required, further._replace(empty=True))
        # x{0,3} is (x(x(x)?)?)?: built from the inside, which is the last
        optional = EMPTY_SPAN
        for _ in range(most - least):
            further = self.joined(self.build(body), optional)
            optional = further._replace(empty=True)
        return self.joined(required, optional)

    def loops(self) -> list[Loop]:
        """The possessive loops.

        What stands behind a loop that can be passed by competes with the loop's own first places.
        It is what was joined to the loop's last places after the loop was built.
        """
        loops = []
        for span, places, end, follow in self.built_loops:
            entries = set(span.first)
            if span.empty:
                entries |= self.follow[end] - follow
            loops.append(Loop(entries, places))
        return loops


class Kinds(dict[str, int]):
    """The kind of each character: a set of code points that no place of a tree tells apart.

    `edges` cut the code points into ranges: two of them are of one kind if the same sets hold them.
    """

    def __init__(self, sets: Iterable[Ranges]) -> None:
        super().__init__()
        self.within: dict[Ranges, set[int]] = {ranges: set() for ranges in sorted(set(sets))}
        # Surrogates get edges of their own, so that tests reach them.
        edges = {0, 0x80, 0x100, 0xD800, 0xDC00, 0xE000, 0x10000}
        for low, high in chain(*self.within):
            edges |= {low, high + 1}
        self.edges = sorted(edges - {TOP + 1})
        self.of_range: list[int] = []  # the kind from each edge to the next
        number: dict[tuple[Ranges, ...], int] = {}
        for edge in self.edges:
            holders = tuple(ranges for ranges in self.within if inside(edge, ranges))
            kind = number.setdefault(holders, len(number))
            self.of_range.append(kind)
            for ranges in holders:
                self.within[ranges].add(kind)
        self.size = len(number)

    def __missing__(self, char: str) -> int:
        kind = self.of_range[bisect_right(self.edges, ord(char)) - 1]
        self[char] = kind
        return kind

    def ranges(self) -> list[tuple[int, int, int]]:
        """The first and the last code point of each range, and its kind."""
        lasts = [edge - 1 for edge in self.edges[1:]]
        return list(zip(self.edges, [*lasts, TOP], self.of_range))

    def characters(self) -> list[str]:
        """One character of each kind, printable and ASCII where there is one."""
        found: dict[int, str] = {}
        printable = range(0x21, 0x7F)
        for char in chain("azAZ019", map(chr, printable), map(chr, self.edges)):
            found.setdefault(self[char], char)
        return [found[kind] for kind in range(self.size)]


class Subsets(NamedTuple):
    """A deterministic automaton whose states are subsets of the places."""

    rows: list[list[int]]
    accept: list[bool]
    words: list[tuple[int, ...]]  # a shortest way to each subset, in kinds


def subsets(places: Places, kinds: Kinds) -> Subsets:
    members: list[set[int]] = [set() for _ in range(kinds.size)]  # the places of each kind
    for place, ranges in enumerate(places.sets):
        for kind in kinds.within[ranges]:
            members[kind].add(place)
    start = frozenset([0])
    number = {start: 0}
    words: list[tuple[int, ...]] = [()]
    rows = []
    queue = deque([start])
    while queue:
        subset = queue.popleft()
        word = words[number[subset]]
        following = set().union(*[places.follow[place] for place in subset])
        row = []
        for kind in range(kinds.size):
            target = frozenset(following & members[kind])
            if target not in number:
                number[target] = len(number)
                words.append((*word, kind))
                queue.append(target)
            row.append(number[target])
        rows.append(row)
    accept = [bool(subset & places.accept) for subset in number]
    return Subsets(rows, accept, words)


class Automaton:
    """The minimal deterministic automaton of a tree, complete over 0..0x10FFFF.

    `rows[state][kind]` is the next state, and `kinds[char]` the kind of a character. State 0 is
    the start.
    """

    def __init__(self, tree: Tree, rules: Rules) -> None:
        places = Places(tree, rules)
        self.kinds = Kinds(places.sets)
        full = subsets(places, self.kinds)
        self.words = full.words
        # Equal subsets become one state (Moore): see `refine`
        self.ends = refine(full.rows, full.accept)[-1]  # the state behind each of `words`
        self.rows: list[list[int]] = []
        self.accept: list[bool] = []
        for state, row, accept in zip(self.ends, full.rows, full.accept):
            if state == len(self.rows):  # the first of its block; the others are equal
                self.rows.append([self.ends[target] for target in row])
                self.accept.append(accept)
        self.live = live_states(self.rows, self.accept)

    def run(self, text: str, state: int = 0) -> int:
        rows, kinds = self.rows, self.kinds
        for char in text:
            state = rows[state][kinds[char]]
        return state

    def matches(self, text: str) -> bool:
        return self.accept[self.run(text)]

    def offset(self, text: str) -> int:
        """The length of the longest prefix that some text continues to a valid one."""
        state = 0
        for at, char in enumerate(text):
            state = self.rows[state][self.kinds[char]]
            if not self.live[state]:
                return at
        return len(text)

    def viable(self, text: str) -> str:
        state = self.run(text)
        if self.accept[state]:
            return "valid"
        return "incomplete" if self.live[state] else "invalid"


def live_states(rows: list[list[int]], accept: list[bool]) -> list[bool]:
    """Which states lead to an accepting one."""
    before: list[set[int]] = [set() for _ in rows]
    for state, row in enumerate(rows):
        for target in row:
            before[target].add(state)
    live = list(accept)
    queue = [state for state, accepts in enumerate(accept) if accepts]
    while queue:
        for state in before[queue.pop()]:
            if not live[state]:
                live[state] = True
                queue.append(state)
    return live


def numbered(keys: Iterable[Hashable]) -> list[int]:
    """Equal numbers for equal keys: 0 for the first, 1 for the first that differs, and so on."""
    number: dict[Hashable, int] = {}
    return [number.setdefault(key, len(number)) for key in keys]


def refine(rows: list[list[int]], accept: list[bool]) -> list[list[int]]:
    """The partitions of the states by the words of length 0, 1, 2 ... that they accept.

    In the n-th partition two states are in one block if they accept the same words of up to n
    characters. The last is the one that does not change any more: equal states.
    """
    block = numbered(accept)
    levels = [block]
    while True:
        keys = []
        for own, row in zip(block, rows):
            keys.append((own, *[block[target] for target in row]))
        finer = numbered(keys)
        if finer == block:
            return levels
        block = finer
        levels.append(block)


def distinguishing(dfa: Automaton) -> list[tuple[int, ...]]:
    """Words, in kinds, of which every two states accept another selection: the W-method's W."""
    levels = refine(dfa.rows, dfa.accept)
    words: list[tuple[int, ...]] = [()]
    rejecting, accepting = split(dfa, range(len(dfa.rows)), ())
    blocks = [accepting, rejecting]
    while blocks:
        block = blocks.pop()
        if len(block) < 2:
            continue
        word = tell_apart(dfa, levels, block[0], block[1])
        words.append(word)
        smaller: list[list[int]] = []
        for old in [*blocks, block]:
            smaller += split(dfa, old, word)
        blocks = [part for part in smaller if len(part) > 1]
    return words


def tell_apart(dfa: Automaton, levels: list[list[int]], left: int, right: int) -> tuple[int, ...]:
    """A shortest word, in kinds, that only one of two states accepts."""
    length = 0
    while levels[length][left] == levels[length][right]:
        length += 1
    word = []
    for block in reversed(levels[:length]):
        row, other_row = dfa.rows[left], dfa.rows[right]
        kind = 0
        while block[row[kind]] == block[other_row[kind]]:
            kind += 1
        word.append(kind)
        left, right = row[kind], other_row[kind]
    return tuple(word)


def split(
    dfa: Automaton, states: Iterable[int], word: tuple[int, ...]
) -> tuple[list[int], list[int]]:
    """The states that do not accept a word, and those that do."""
    rejecting, accepting = [], []
    for state in states:
        target = state
        for kind in word:
            target = dfa.rows[target][kind]
        if dfa.accept[target]:
            accepting.append(state)
        else:
            rejecting.append(state)
    return rejecting, accepting


def difference(left: Automaton, right: Automaton) -> str | None:
    """A shortest text only one of the two accepts; None if their languages are equal."""
    edges = {*left.kinds.edges, *right.kinds.edges}
    characters: dict[tuple[int, int], str] = {}  # one for each pair of kinds, if one is of both
    for point in sorted(edges, key=lambda point: (not 0x21 <= point <= 0x7E, point)):
        char = chr(point)
        characters.setdefault((left.kinds[char], right.kinds[char]), char)
    seen = {(0, 0)}
    queue = deque([(0, 0, "")])
    while queue:
        state, other, text = queue.popleft()
        if left.accept[state] != right.accept[other]:
            return text
        for (kind, other_kind), char in characters.items():
            after = left.rows[state][kind], right.rows[other][other_kind]
            if after not in seen:
                seen.add(after)
                queue.append((*after, text + char))
    return None


# ---- Possessive loops ----------------------------------------------------------------------------


def unproven_loops(tree: Tree) -> tuple[int, list[str]]:
    """The number of possessive loops in a pattern, and where one might have to give back.

    A loop that keeps what it took is exact if at each place in it, and on its brink, the next
    character leaves one way on at most through the loop, and then none out of it: no other way
    through it can succeed where the first failed. The ways behind it may well compete; they are
    still open. So this holds in every context, also in an alternation that backtracks.

    And an engine must find that one way at first sight. Of (?:,(?:a*|b))*+ it takes the empty a*
    for ",b", though "b" is the only way on: no branch but the last may be empty.
    """
    clashes = []
    if empty_early(tree):
        clashes.append("a branch that can be empty stands before another")
    places = Places(tree, CORE)
    loops = places.loops()
    for loop in loops:
        if may_give_back(loop, places):
            starts = set()
            for place in loop.entries:
                starts |= {chr(low) for low, _ in places.sets[place]}
            clashes.append("a loop that starts with " + "".join(sorted(starts)))
    return len(loops), clashes


def may_give_back(loop: Loop, places: Places) -> bool:
    """Whether a character leaves two ways on, not both of them out of the loop."""
    choices = {frozenset(loop.entries)}
    for place in loop.places:
        choices.add(frozenset(places.follow[place]))
    for choice in choices:
        ways_out = union(*[places.sets[place] for place in choice - loop.places])
        ranges = list(ways_out)
        for place in choice & loop.places:
            ranges += places.sets[place]
        if overlap(ranges):
            return True
    return False


def overlap(ranges: list[tuple[int, int]]) -> bool:
    reached = -1
    for low, high in sorted(ranges):
        if low <= reached:
            return True
        reached = high
    return False


def can_be_empty(tree: Tree) -> bool:
    kind, content = tree[:2]
    if kind == "alt":
        return any(map(can_be_empty, content))
    if kind == "cat":
        return all(map(can_be_empty, content))
    if kind == "rep":
        _, _, least, _, _ = tree
        return least == 0 or can_be_empty(content)
    return False


def empty_early(tree: Tree, possessive: bool = False) -> bool:
    """Whether a branch that can be empty stands before another in a possessive loop of a pattern.

    `possessive`: the tree is in one, as it were.
    """
    kind, content = tree[:2]
    if kind == "set":
        return False
    if kind == "rep":
        _, _, _, _, kept = tree
        return empty_early(content, possessive or kept)
    if possessive and kind == "alt" and any(map(can_be_empty, content[:-1])):
        return True
    return any(empty_early(part, possessive) for part in content)


# ---- The test set --------------------------------------------------------------------------------

# Characters known to slip through: line ends, NUL, what \d, \w, \s, IGNORECASE and str.isdigit
# take for ASCII, the edges of the planes, noncharacters, surrogates (a str may hold lone ones).
SUSPICIOUS = (
    "\n\r\0\t\x0b\x0c\x1c\x1f \x7f\x80\x85\x9f\xa0\xb2\xb5\xdf\u0130\u0131\u017f\u2028\u2029\u212a"
    "\u0660\u0669\u06f1\u0967\uff10\uff11\uff19\uff21\uff26\uff41\uff3f\u200d\u202e\ud7ff\ud800\udbff"
    "\udc00\udfff\ue000\uf8ff\uf900\ufdcf\ufdd0\ufdef\ufdf0\uffef\ufff0\ufeff\ufffd\ufffe\uffff"
    "\U00010000\U0001d7d8\U0001fffd\U0001fffe\U0001ffff\U000e0000\U000e0fff\U000e1000\U000efffd"
    "\U000f0000\U000ffffd\U00100000\U0010fffd\U0010fffe\U0010ffff"
)

Judged = tuple[str, bool]  # a text, or what ends one, and whether the text is valid
Limits = tuple[Optional[int], ...]  # how many texts of each tier; None for all


class Tier(NamedTuple):
    """paths x middles x suffixes; the suffixes may depend on the states around the middle."""

    paths: list[tuple[str, int]]  # each with the state behind it
    middles: list[str]
    suffixes: Callable[[int, int], list[Judged]]
    width: int  # the number of suffixes

    def total(self) -> int:
        return len(self.paths) * len(self.middles) * self.width


class Words:
    """The test set of a rule: texts with the verdict the automaton gives them, in three tiers.

    1. The W-method: a path to each state x a character of each kind x each word of W. Whatever
       behaves like an automaton with no more states than ours, and passes, accepts our language.
    2. A path to each subset of the grammar's own places x every suspicious character and both
       ends of every range x the shortest ways to complete what stands before and behind it.
    3. A path to each subset x two characters of all kinds x each word of W: for a pattern that
       tells apart what the automaton does not. These are too many: a sample is taken.

    Every text comes also with "\\n" behind it.
    """

    def __init__(self, dfa: Automaton) -> None:
        self.dfa = dfa
        self.chars = dfa.kinds.characters()
        words = [self.spelled(word) for word in distinguishing(dfa)]
        self.endings = [self.judged(state, words) for state in range(len(dfa.rows))]
        self.completion = self.completions()
        self.completed: dict[tuple[int, int], list[Judged]] = {}

        everywhere = list(zip(map(self.spelled, dfa.words), dfa.ends))
        shortest = {}  # to each state
        for path, state in reversed(everywhere):
            shortest[state] = path, state
        special = {*self.chars, *SUSPICIOUS}
        for first, last, _ in dfa.kinds.ranges():
            special |= {chr(first), chr(last)}
        doubles = [first + second for first, second in product(self.chars, repeat=2)]
        self.tiers = [
            Tier(list(shortest.values()), ["", *self.chars], self.telling, 2 * len(words)),
            Tier(everywhere, sorted(special), self.completing, 6),
            Tier(everywhere, doubles, self.telling, 2 * len(words)),
        ]

    def spelled(self, word: tuple[int, ...]) -> str:
        """A text for a word in kinds."""
        return "".join([self.chars[kind] for kind in word])

    def judged(self, state: int, endings: Iterable[str]) -> list[Judged]:
        """What ends a text that has come to a state, each also with "\\n" behind it."""
        found = []
        for ending in endings:
            for text in (ending, ending + "\n"):
                found.append((text, self.dfa.accept[self.dfa.run(text, state)]))
        return found

    def telling(self, _: int, after: int) -> list[Judged]:
        """The suffixes that tell states apart."""
        return self.endings[after]

    def completing(self, before: int, after: int) -> list[Judged]:
        """The suffixes that complete what is before the middle, or behind it."""
        if (before, after) not in self.completed:
            endings = ["", self.completion[after], self.completion[before]]
            self.completed[before, after] = self.judged(after, endings)
        return self.completed[before, after]

    def completions(self) -> list[str]:
        """A shortest text from each state to an accepting one; from the dead state, the empty."""
        rows, accept = self.dfa.rows, self.dfa.accept
        found = {state: "" for state, accepts in enumerate(accept) if accepts}
        while True:
            further = {}
            for state, row in enumerate(rows):
                if state in found:
                    continue
                for kind, target in enumerate(row):
                    if target in found:
                        further[state] = self.chars[kind] + found[target]
                        break
            if not further:
                return [found.get(state, "") for state in range(len(rows))]
            found.update(further)

    def texts(self, limits: Limits, seed: int) -> Iterator[Judged]:
        """All texts of each tier, or as many as its limit, chosen at random, if they are more."""
        for tier, limit in zip(self.tiers, limits):
            if limit is None or tier.total() <= limit:
                yield from self.all_texts(tier)
            else:
                yield from self.some_texts(tier, limit, seed)

    def all_texts(self, tier: Tier) -> Iterator[Judged]:
        for path, before in tier.paths:
            for middle in tier.middles:
                begin = path + middle
                after = self.dfa.run(middle, before)
                for suffix, valid in tier.suffixes(before, after):
                    yield begin + suffix, valid

    def some_texts(self, tier: Tier, count: int, seed: int) -> Iterator[Judged]:
        for number in random.Random(seed).sample(range(tier.total()), count):
            number, which_suffix = divmod(number, tier.width)
            which_path, which_middle = divmod(number, len(tier.middles))
            path, before = tier.paths[which_path]
            middle = tier.middles[which_middle]
            after = self.dfa.run(middle, before)
            suffix, valid = tier.suffixes(before, after)[which_suffix]
            yield path + middle + suffix, valid


# ---- The module under test -----------------------------------------------------------------------


def module() -> Any:
    """uri_regex of this checkout, not an installed one."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    import uri_regex

    return uri_regex


@cache
def grammar_of(name: str) -> Any:
    """The module's grammar; of RFC 6265, one that it reads from the ABNF above."""
    if name == "RFC6265":
        return module().Grammar(ABNF_6265)
    return getattr(module(), name)


def has_regex() -> bool:
    return importlib.util.find_spec("regex") is not None


SEED = 3986  # the samples are the same in every run
WORDS: dict[tuple[str, str], Words] = {}


def words(grammar: str, rule: str) -> Words:
    """The test set of a rule, made once; a rule that is as in RFC 3986 has that one's."""
    key = grammar, rule.lower()
    if key not in WORDS:
        if grammar != "RFC3986" and is_of_rfc3986(grammar, rule):
            WORDS[key] = words("RFC3986", rule)
        else:
            rules = RULES[grammar]
            WORDS[key] = Words(Automaton(rules[rule.lower()], rules))
    return WORDS[key]


def is_of_rfc3986(grammar: str, rule: str) -> bool:
    """Whether a rule, and each that it comes to, is taken over from RFC 3986."""
    rules, original = RULES[grammar], RULES["RFC3986"]
    seen = {rule.lower()}
    queue = [rule.lower()]
    while queue:
        name = queue.pop()
        if rules[name] is not original.get(name):
            return False
        further = {*references(rules[name])} - seen
        seen |= further
        queue += further
    return True


def references(tree: Tree) -> Iterator[str]:
    kind, content = tree[:2]
    if kind == "ref":
        yield content
    elif kind == "rep":
        yield from references(content)
    elif kind != "set":
        for part in content:
            yield from references(part)


def oracle(grammar: str, rule: str) -> Automaton:
    return words(grammar, rule).dfa


def rule_names(grammar: str) -> list[str]:
    """The rules of a grammar as written, those it takes over from RFC 3986 included."""
    rules = RULES[grammar]
    return [rules.written[key] for key in rules if rules[key] is not CORE.get(key)]


def viable(rule: str, text: str, grammar: str = "RFC3986") -> str:
    """ "valid", "incomplete" (some continuation is valid) or "invalid", by the automaton alone."""
    return oracle(grammar, rule).viable(text)


class Fault(NamedTuple):
    where: str  # which call, and on what
    text: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.where}: {self.text!a} gives {self.got!r}, must be {self.expected!r}"


def shortest_first(faults: list[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: len(fault.text))


Verdict = Callable[[str], object]


def engines(grammar: Any, rule: str) -> dict[str, Verdict]:
    """The ways to a verdict. Each must give True or False, or a match or None."""
    found: dict[str, Verdict] = {"re": grammar.compile(rule).fullmatch}
    if has_regex():
        found["regex"] = grammar.compile(rule, engine="regex").fullmatch
    found["matches"] = lambda text: grammar.matches(rule, text)
    return found


def wrong(verdict: Verdict, texts: Iterable[Judged]) -> list[Judged]:
    """The texts on which a verdict is wrong, and what it must be."""
    return [(t, valid) for t, valid in texts if (verdict(t) not in (None, False)) is not valid]


class VerdictReport(NamedTuple):
    texts: int
    wrong: dict[str, int]  # by engine
    faults: list[Fault]


def check_verdicts(name: str, rule: str, limits: Limits) -> VerdictReport:
    """Part (a) for one rule."""
    verdicts = engines(grammar_of(name), rule)
    count = 0
    counts = dict.fromkeys(verdicts, 0)
    faults = []
    texts = words(name, rule).texts(limits, SEED)
    while chunk := list(islice(texts, 50_000)):
        count += len(chunk)
        for engine, verdict in verdicts.items():
            bad = wrong(verdict, chunk)
            counts[engine] += len(bad)
            faults += shortest_first(wrong_verdicts(f"{name} {rule} {engine}", bad))[:3]
    return VerdictReport(count, counts, shortest_first(faults))


def wrong_verdicts(where: str, texts: list[Judged]) -> list[Fault]:
    return [Fault(where, text, valid, not valid) for text, valid in texts]


SWEPT: set[tuple[str, str]] = set()


def check_sweep(name: str, rule: str) -> list[Fault]:
    """Every single code point as a text by itself, on every engine."""
    dfa = oracle(name, rule)
    pattern = grammar_of(name).pattern(rule)
    for engine, verdict in engines(grammar_of(name), rule).items():
        if engine == "matches" or (engine, pattern) in SWEPT:
            continue
        SWEPT.add((engine, pattern))
        bad: list[Judged] = []
        for first, last, kind in dfa.kinds.ranges():
            valid = dfa.accept[dfa.rows[0][kind]]
            bad += wrong(verdict, ((chr(point), valid) for point in range(first, last + 1)))
        if bad:
            return wrong_verdicts(f"{name} {rule} {engine}", bad[:5])
    return []


TESTED: set[tuple[Words, str, str]] = set()


def tested(name: str, rule: str) -> bool:
    """Whether this run has tested the same rule with the same pattern text in another grammar.

    RFC3987 and RFC6874 take most rules over from RFC3986, and the same text makes the same
    pattern: a sample is enough there.
    """
    grammar = grammar_of(name)
    key = words(name, rule), grammar.pattern(rule), grammar.pattern(rule, "possessive")
    known = key in TESTED
    TESTED.add(key)
    return known


class PatternReport(NamedTuple):
    loops: int  # possessive ones
    unproven: list[str]  # those without a proof
    faults: list[Fault]


COMPARED: dict[tuple[object, ...], PatternReport] = {}


def check_patterns(name: str, rule: str) -> PatternReport:
    """Part (b) for one rule.

    For Python before 3.11 `compile` takes the portable text; both texts are proved here whatever
    the Python this runs on.
    """
    grammar, dfa = grammar_of(name), oracle(name, rule)
    texts = {
        "portable": grammar.pattern(rule),
        "possessive": grammar.pattern(rule, "possessive"),
        "source": source_pattern(grammar, rule),
    }
    key = dfa, *texts.values()
    if key not in COMPARED:
        COMPARED[key] = compare_patterns(f"{name} {rule}", texts, dfa)
    return COMPARED[key]


def compare_patterns(rule: str, texts: dict[str, str], dfa: Automaton) -> PatternReport:
    loops = 0
    unproven = []
    faults = []
    proved: list[Tree] = []
    for form, text in texts.items():
        where = f"{rule} {form}"
        try:
            tree = Pattern(text, possessive=form == "possessive").tree
        except ValueError as error:
            faults.append(Fault(where, text, "a pattern of the portable subset", str(error)))
            continue
        if form == "possessive":
            loops, clashes = unproven_loops(tree)
            unproven = [f"not proven: {where}: {clash}" for clash in clashes]
        ordinary = without_possessive(tree)
        if ordinary in proved:
            continue
        shortest = difference(dfa, Automaton(ordinary, CORE))
        if shortest is None:
            proved.append(ordinary)
        else:
            valid = dfa.matches(shortest)
            faults.append(Fault(where, shortest, valid, not valid))
    return PatternReport(loops, unproven, faults)


def source_pattern(grammar: Any, rule: str) -> str:
    r"""What the Python source of a rule assigns last, with its \x22 and \ue000 as they are meant.

    No line of it has more than 120 characters.
    """
    source = grammar.source(rule)
    if max(map(len, source.splitlines())) > 120:
        raise ValueError(f"the source of {rule} has a line of more than 120 characters")
    names: dict[str, Any] = {}
    exec(source, names)
    *_, pattern = names.values()
    return re.sub(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))", from_escape, pattern)


def from_escape(match: re.Match[str]) -> str:
    return chr(int(match[match.lastindex or 1], 16))


def without_possessive(tree: Tree) -> Tree:
    """The tree with its possessive loops made ordinary ones."""
    kind, content = tree[:2]
    if kind in ("set", "ref"):
        return tree
    if kind == "rep":
        _, _, least, most, _ = tree
        return ("rep", without_possessive(content), least, most, False)
    return (kind, [without_possessive(part) for part in content])


class SampleReport(NamedTuple):
    texts: int
    faults: list[Fault]


def check_errors(name: str, rule: str, count: int) -> SampleReport:
    """Part (c) for one rule: `validate` on a sample of the texts, valid ones among them."""
    grammar, dfa = grammar_of(name), oracle(name, rule)
    where = f"{name} {rule} validate"
    texts = sample(name, rule, count)
    faults = []
    for text in texts:
        expected: object = dfa.offset(text)
        if dfa.matches(text):
            expected = text
        try:
            got = grammar.validate(rule, text)
        except module().URIError as error:
            got = error.offset
            if error.text != text or error.rule != rule or len(str(error).splitlines()) != 1:
                faults.append(Fault(where + ": .text, .rule, one line", text, rule, str(error)))
        if got != expected or type(got) is not type(expected):
            faults.append(Fault(where, text, expected, got))
    return SampleReport(len(texts), faults)


def check_partial(name: str, rule: str, count: int) -> SampleReport:
    """Part (d) for one rule: `partial` on every prefix of a sample of the texts."""
    grammar, dfa = grammar_of(name), oracle(name, rule)
    prefixes: dict[str, None] = {}
    for text in sample(name, rule, count):
        for end in range(len(text) + 1):
            prefixes[text[:end]] = None
    faults = []
    for prefix in prefixes:
        expected, got = dfa.viable(prefix), grammar.partial(rule, prefix)
        if got != expected:
            faults.append(Fault(f"{name} {rule} partial", prefix, expected, got))
    return SampleReport(len(prefixes), faults)


def sample(name: str, rule: str, count: int) -> list[str]:
    third = count // 3 + 1
    texts = words(name, rule).texts((third, third, third), SEED + 1)
    return list(dict.fromkeys(text for text, _ in texts))


def check(grammar: str, rule: str, limit: int = 3000) -> list[str]:
    """For other tests to call: every check on one rule, a sample of 3 x `limit` texts.

    Returns what is wrong, one sentence a fault; an empty list if all is right.
    """
    faults = [
        *check_verdicts(grammar, rule, (limit, limit, limit)).faults,
        *check_patterns(grammar, rule).faults,
        *check_errors(grammar, rule, limit // 10).faults,
        *check_partial(grammar, rule, limit // 100).faults,
    ]
    return [str(fault) for fault in faults]


# ---- Modules that are cut out ------------------------------------------------------------------


class Module(NamedTuple):
    """What standalone/cut.py has written, or the file: a function that validates or parses."""

    name: str
    error: type[ValueError]
    call: Callable[..., Any]
    parses: bool = False

    def outcome(self, rule: str, text: str) -> Any:
        """The text or its parts; or the offset of the error, and what was expected there."""
        try:
            return self.call(text, rule=rule)
        except self.error as error:
            return error.offset, error.expected  # type: ignore[attr-defined]


def cut_out(*names: str, **options: Any) -> dict[str, Any]:
    """The names of a module that is cut out for the functions of these names."""
    from standalone import cut

    namespace: dict[str, Any] = {"__name__": "cut_out"}
    exec(cut.module(names, **options), namespace)
    return namespace


def modules() -> Iterator[Module]:
    rules = "URI", "URI-reference", "IRI"
    made = cut_out("validate", rules=rules, grammar=grammar_of("RFC3987"))
    yield Module("validate of a grammar", made["URIError"], made["validate"])
    made = cut_out("parse", "validate", rules=["IRI"])
    yield Module("parse and validate: validate", made["URIError"], made["validate"])
    yield Module("parse and validate: parse", made["URIError"], made["parse"], parses=True)


MODULE_ROW = "{:<41} {:<14} {:>9} {:>6} {:>14} {:>4}"


def check_modules(fast: bool) -> list[str]:
    """Part (e): a line for each module and rule; what is wrong."""
    print()
    print(MODULE_ROW.format("module", "rule", "texts", "wrong", "else expected", "s"))
    lines = []
    for made in modules():
        for name, rule in ("RFC3986", "URI"), ("RFC3986", "URI-reference"), ("RFC3987", "IRI"):
            start = time.perf_counter()
            count, faults = check_outcomes(made, name, rule, fast)
            invalid, others = check_expected(made, name, rule, fast)
            spent = time.perf_counter() - start
            expected = f"{len(others):>4} of {invalid:>6,}"
            row = made.name, rule, f"{count:,}", len(faults), expected, f"{spent:.0f}"
            print(MODULE_ROW.format(*row))
            for fault in shortest_first(faults)[:3]:
                lines.append(str(fault))
            for text in others[:3]:
                lines.append(f"{made.name} {rule}: {text!a} expects something else")
    return lines


def check_outcomes(made: Module, name: str, rule: str, fast: bool) -> SampleReport:
    """A module on the texts of (a): what it returns, or the offset of its error."""
    limits: Limits = (None, 100_000, 100_000)
    if fast:
        limits = (2_000, 1_000, 1_000)
    dfa = oracle(name, rule)
    count = 0
    faults = []
    for text, valid in words(name, rule).texts(limits, SEED):
        count += 1
        got = made.outcome(rule, text)
        wanted: object = text
        if not valid:
            wanted = (dfa.offset(text),)
            got = got[:1]
        elif made.parses:
            wanted = module().split(text)
        if got != wanted:
            faults.append(Fault(f"{made.name} {rule}", text, wanted, got))
    return SampleReport(count, faults)


def check_expected(made: Module, name: str, rule: str, fast: bool) -> tuple[int, list[str]]:
    """How many texts of (c) are invalid, and those of which the file itself expects something else."""
    grammar, dfa = grammar_of(name), oracle(name, rule)
    file = Module("the file", module().URIError, lambda text, rule: grammar.validate(rule, text))
    texts = sample(name, rule, 60 if fast else 1500)
    invalid = [text for text in texts if not dfa.matches(text)]
    others = [text for text in invalid if made.outcome(rule, text) != file.outcome(rule, text)]
    return len(invalid), others


# ---- Planted faults ------------------------------------------------------------------------------


def swap(text: str, old: str, new: str, count: int = -1) -> str:
    """`text` with `old` replaced. It must be there, or the fault would not be planted."""
    if old not in text:
        raise AssertionError(f"no {old!r} in {text!r}: plant this fault another way")
    return text.replace(old, new, count)


class Mutant(NamedTuple):
    fault: str
    rule: str
    verdict: Verdict  # the faulty one


def mutants() -> Iterator[Mutant]:
    """The planted faults.

    Made from the module's own pattern text where the fault is one of writing a pattern, and by the
    module's own compiler from faulty ABNF where it is one of translating a rule.
    """
    good = grammar_of("RFC3986")

    def text(fault: str, rule: str, old: str, new: str, count: int = -1) -> Mutant:
        faulty = swap(good.pattern(rule), old, new, count)
        return Mutant(fault, rule, re.compile(faulty).fullmatch)

    def abnf(fault: str, rule: str, faulty: str) -> Mutant:
        return Mutant(fault, rule, good.extend(faulty).compile(rule).fullmatch)

    def pattern(fault: str, rule: str, faulty: str, flags: int = 0) -> Mutant:
        return Mutant(fault, rule, re.compile(faulty, flags).fullmatch)

    scheme = good.pattern("scheme")
    first, _, others = scheme.partition("]")
    with_dollar = re.compile(f"(?:{good.pattern('URI')})$")
    yield Mutant("`$` for the end of the text", "URI", with_dollar.match)
    yield Mutant("no end at all: match, not fullmatch", "scheme", re.compile(scheme).match)
    yield text("`\\d` for `[0-9]`", "port", "[0-9]", r"\d")
    yield text("`\\w` in unreserved", "unreserved", "0-9A-Z_a-z", r"\w")
    yield text("`[A-z]` for letters", "scheme", "A-Za-z", "A-z")
    yield pattern("`[+-.]` in scheme", "scheme", first + "][+-.0-9A-Za-z]*")
    yield pattern("IGNORECASE on a str pattern", "scheme", first + "]" + others, re.IGNORECASE)
    yield text("`.` for `\\.`", "IPv4address", "[.]", ".")
    yield text("256 as dec-octet", "dec-octet", "25[0-5]", "25[0-9]")
    yield pattern("001 as dec-octet", "dec-octet", "[01]?[0-9]?[0-9]|2[0-4][0-9]|25[0-5]")
    yield text("`{1,5}` for `{1,4}`", "h16", "{1,4}", "{1,5}")
    yield text("`{1,5}` once in IPv6address", "IPv6address", "{1,4}", "{1,5}", 1)
    dropped = swap(ABNF_IPV6, '[ *3( h16 ":" ) h16 ]', '*3( h16 ":" ) h16')
    yield abnf("a dropped `?` in one IPv6 branch", "IPv6address", dropped)
    yield abnf("`::` beside eight groups", "IPv6address", swap(ABNF_IPV6, "*6(", "*7("))
    yield text('"v" in lower case only', "IPvFuture", "[Vv]", "v")
    yield text("`%zz`: two letters for HEXDIG", "reg-name", "A-Fa-f", "A-Za-z")
    yield abnf("`%` by itself", "query", "pct-encoded = %x25 *2HEXDIG")
    yield abnf("empty segment-nz", "path-absolute", "segment-nz = *pchar")
    # An atomic group, as any Python can write it: what a lookahead has captured stays as it is.
    # The order of 3.2.2 is written out: `host` itself may leave IPv4address out, a reg-name too.
    hosts = "|".join(map(good.pattern, ("IP-literal", "IPv4address", "reg-name")))
    yield pattern("host kept: no way from IPv4 to name", "host", rf"(?=({hosts}))\1")
    yield pattern("a port that must not be empty", "port", "[0-9]+")
    yield Mutant("str.isdigit for a port", "port", lambda port: port == "" or port.isdigit())
    cookies = grammar_of("RFC6265").pattern("cookie-string")
    kept = swap(cookies, "(?:;[ ]", "(?=((?:;[ ]", 1) + r"))\1"
    yield pattern("a loop kept, an empty branch early", "cookie-string", kept)


def check_mutants(fast: bool) -> list[str]:
    """Part (f): a line for each fault; the names of those that passed the tests."""
    limits: Limits = (None, 100_000, 100_000)
    if fast:
        limits = (None, 5_000, 2_000)
    print(f"\n{'planted fault':<38} {'rule':<14} {'wrong':>7}  shortest text with a wrong verdict")
    passed = []
    for fault, rule, verdict in mutants():
        grammar = next(name for name, rules in RULES.items() if rule.lower() in rules)
        bad = wrong(verdict, words(grammar, rule).texts(limits, SEED))
        if bad:
            text, valid = min(bad, key=lambda pair: (len(pair[0]), ascii(pair[0])))
            shown = f"{text!a} is {'valid' if valid else 'invalid'}"
        else:
            passed.append(f"NOT CAUGHT: {fault}")
            shown = "NOT CAUGHT"
        print(f"{fault:<38} {rule:<14} {len(bad):>7,}  {shown}")
    cookies = grammar_of("RFC6265").pattern("cookie-string", "possessive")
    _, clashes = unproven_loops(Pattern(cookies + "+", possessive=True).tree)
    if not clashes:
        passed.append("NOT CAUGHT by (b): a loop kept, an empty branch early")
    return passed


# ---- The command line ----------------------------------------------------------------------------


def check_rfc_texts(folder: Path) -> list[str]:
    """The names of the grammars above that differ from the RFCs' texts."""
    differing = []
    for name, section in SECTIONS.items():
        text = (folder / section.file).read_text(encoding="utf-8", errors="replace")
        if extract(text, section.heading, section.following) != section.abnf:
            differing.append(f"{name} differs from {section.file}")
    return differing


def check_rule_names(name: str) -> list[str]:
    """What is wrong about the names of a grammar's rules."""
    there = {rule.lower(): rule for rule in grammar_of(name).rules}
    written = RULES[name].written
    missing = [rule for rule in rule_names(name) if rule.lower() not in there]
    added = [rule for key, rule in there.items() if key not in written]
    if missing or added:
        return [f"{name}.rules: not there {missing}, not in the RFC {added}"]
    return []


def rules_to_check(name: str, only: str | None) -> list[str]:
    """The rules of a grammar that the module has, too; or only the one of this name."""
    there = {rule.lower() for rule in grammar_of(name).rules}
    if only is not None:
        there &= {only.lower()}
    return [rule for rule in rule_names(name) if rule.lower() in there]


class RuleReport(NamedTuple):
    """What the parts (a) to (d) have found on one rule."""

    verdicts: VerdictReport
    patterns: PatternReport
    errors: SampleReport
    partial: SampleReport

    def lines(self) -> list[str]:
        """What is wrong or worth saying."""
        exact = self.verdicts.faults[:5] + self.patterns.faults
        sampled = shortest_first(self.errors.faults)[:3] + shortest_first(self.partial.faults)[:3]
        return [*map(str, exact), *self.patterns.unproven, *map(str, sampled)]


def check_rule(name: str, rule: str, fast: bool) -> RuleReport:
    limits: Limits = (None, 500_000, 100_000)
    sampled, prefixes = 1500, 120
    if fast:
        sampled, prefixes = 60, 9
    if tested(name, rule) or fast:
        limits = (250, 250, 250)
    verdicts = check_verdicts(name, rule, limits)
    if not fast:
        faults = verdicts.faults + check_sweep(name, rule)
        verdicts = verdicts._replace(faults=faults)
    return RuleReport(
        verdicts,
        check_patterns(name, rule),
        check_errors(name, rule, sampled),
        check_partial(name, rule, prefixes),
    )


def check_grammar(name: str, rules: list[str], fast: bool, verbose: bool) -> list[str]:
    """Parts (a) to (d) on one grammar: a line of the table; what is wrong or worth saying."""
    start = time.perf_counter()
    reports = []
    lines = []
    for rule in rules:
        begin = time.perf_counter()
        report = check_rule(name, rule, fast)
        reports.append(report)
        lines += report.lines()
        if verbose:
            dfa = oracle(name, rule)
            spent = time.perf_counter() - begin
            print(f"  {name} {rule}: {len(dfa.rows)} states, {dfa.kinds.size} kinds, {spent:.1f} s")
    print(table_row(name, reports, time.perf_counter() - start), flush=True)
    return lines


ROW = "{:<8} {:>5} {:>12} {:>6} {:>6} {:>7} {:>5} {:>6} {:>14} {:>14} {:>5}"
LEGEND = """Wrong verdicts on re, on regex, by matches.  "equal": the
portable text, the possessive text and the source have exactly the RFC's language.  "loops":
possessive ones, each shown to have nothing to give back.
"""
HEAD = ROW.format(
    *("grammar", "rules", "texts", "re", "regex", "matches", "equal", "loops"),
    *("offsets wrong", "partial wrong", "s"),
)


def table_row(name: str, reports: list[RuleReport], seconds: float) -> str:
    counts: Counter[str] = Counter()
    texts = loops = 0
    equal = "yes"
    for verdicts, patterns, _, _ in reports:
        texts += verdicts.texts
        counts.update(verdicts.wrong)
        loops += patterns.loops
        if patterns.faults:
            equal = "no"
    return ROW.format(
        name,
        len(reports),
        f"{texts:,}",
        *[counts.get(engine, "-") for engine in ("re", "regex", "matches")],
        equal,
        loops,
        wrong_of_all([report.errors for report in reports]),
        wrong_of_all([report.partial for report in reports]),
        f"{seconds:.0f}",
    )


def wrong_of_all(reports: list[SampleReport]) -> str:
    texts = faults = 0
    for report in reports:
        texts += report.texts
        faults += len(report.faults)
    return f"{faults} of {texts:,}"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Prove the patterns of uri_regex.")
    parser.add_argument("--fast", action="store_true", help="a sample, in seconds")
    parser.add_argument("--grammar", choices=sorted(RULES), help="this grammar only")
    parser.add_argument("--rule", help="this rule only")
    parser.add_argument("--rfc", type=Path, metavar="DIR", help="compare the ABNF to DIR/rfc*.txt")
    parser.add_argument("--verbose", action="store_true", help="a line for each rule")
    options = parser.parse_args(argv)
    problems = []
    folder = options.rfc or ROOT / "rfc"
    if options.rfc or folder.is_dir():
        problems += check_rfc_texts(folder)
        print(f"The ABNF here and in the RFC texts: {'; '.join(problems) or 'the same'}.")
    if not has_regex():
        print('PyPI regex is not there: engine="regex" is NOT tested ("-" below).')
    print(f"Python {sys.version.split()[0]}.  {LEGEND}")
    print(HEAD)
    for name in RULES:
        if options.grammar not in (None, name):
            continue
        problems += check_rule_names(name)
        rules = rules_to_check(name, options.rule)
        if rules:
            problems += check_grammar(name, rules, options.fast, options.verbose)
    if not options.rule and options.grammar in (None, "RFC3986"):
        problems += check_modules(options.fast)
        problems += check_mutants(options.fast)
    print("\n".join(["", *problems, "NOT right." if problems else "All is right."]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
