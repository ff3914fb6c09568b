# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The proof that the patterns of uri_regex accept the RFCs' languages: no more, no less.

Nothing here shares code with uri_regex.  This file reads the same ABNF with a reader of its own,
turns every rule into a minimal deterministic automaton over all 1,114,112 code points, and holds
the module to it:

 (a) tests.  Every path into the automaton x every kind of character x every suffix that tells two
     states apart (the W-method of Chow, 1978), each also with "\n" behind it.  The verdicts of
     `compile(rule).fullmatch`, the same on PyPI regex, and `matches` must be the automaton's.
     The paths cover the grammar's own states, not only those of the minimal automaton: in `host`
     the two forms "1.2.3.4" and "1.2.3.x" end in one minimal state, and it is just there that a
     pattern goes wrong which takes the first form and will not give it back.
 (b) proof.  The text of `pattern(rule)` is parsed (it may hold classes, groups, "|" and repeats,
     nothing else), made an automaton too, and the two are compared by walking both at once.  The
     possessive text is compared likewise, and each of its possessive loops is shown to be one that
     never has anything to give back.  So is what the Python source of `source(rule)` assigns last.
 (c) errors.  URIError.offset must be the length of the longest prefix some text could continue.
 (d) `partial` must call every prefix what the automaton calls it.
 (e) modules.  What standalone/cut.py cuts out for URI, URI-reference and IRI, for rules alone and for
     `parse` and `validate`, gets the texts of (a): each verdict and each offset is held to the
     automaton, and on a sample of (c) what is expected to that of the file itself.
 (f) faults.  The same tests must catch every one of a list of faults that real libraries ship, and
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
import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TOP = 0x10FFFF

# ---- The grammars ----------------------------------------------------------------------------
#
# Copied out of the RFCs by `extract` below, so that a clone without the RFC texts can run this;
# `--rfc` compares them again.  The comments of the RFCs are in, since reading them is the
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

SECTIONS = {
    "ABNF_3986": ("rfc3986.txt", "Appendix A.  Collected ABNF for URI\n", "\nAppendix B."),
    "ABNF_3987": ("rfc3987.txt", "2.2.  ABNF for IRI References and IRIs\n\n", "\n3.  Rel"),
    "ABNF_2396": ("rfc2396.txt", "A. Collected BNF for URI\n", "\nB. Parsing a URI"),
}


def extract(text: str, heading: str, following: str) -> str:
    """The rules in one section of an RFC's text, without prose and page breaks."""
    body = text[text.index(heading) + len(heading) :]
    lines, rule = [], False
    for line in body[: body.index(following)].splitlines():
        if re.match(r"\s+[A-Za-z][\w-]* *=", line):
            rule = True
        elif line.strip():
            # A rule goes on with an operator, a comment or an operand; prose does not.
            rule = rule and re.match(r"""\s+(?:[/|;\[("]|\w+ \|)""", line) is not None
        if rule and line.strip():
            lines.append(line.rstrip())
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n" + "".join(line[indent:] + "\n" for line in lines)


# ---- Sets of code points, and the tree of a rule ---------------------------------------------
#
# A set is a sorted tuple of closed ranges.  A tree is one of
#   ("set", ranges)  ("cat", trees)  ("alt", trees)  ("ref", name)  ("rep", tree, least, most, kept)
# where `most` is None for "no limit" and `kept` tells a possessive loop in a pattern.

Ranges = tuple[tuple[int, int], ...]
Tree = tuple[Any, ...]


def union(*sets: Ranges) -> Ranges:
    out: list[tuple[int, int]] = []
    for low, high in sorted(r for s in sets for r in s):
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return tuple(out)


def complement(ranges: Ranges) -> Ranges:
    edges = [-1, *(n for r in ranges for n in r), TOP + 1]
    return tuple((a + 1, b - 1) for a, b in zip(edges[::2], edges[1::2]) if a + 1 <= b - 1)


def one(char: str) -> Ranges:
    return ((ord(char), ord(char)),)


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


class Rules(dict[str, Tree]):
    """Trees by the name of their rule in lower case: names are case-insensitive (RFC 5234 2.1)."""

    def __init__(self, abnf: str, base: Rules | None = None, fold: bool = True) -> None:
        """`fold`: a string means both cases (RFC 5234 2.3).

        RFC 2396 says instead that "each literal in the grammar corresponds to the character it
        represents" (1.6), and writes out upper and lower case where it wants both.
        """
        super().__init__(base or {})
        self.written: dict[str, str] = dict(base.written) if base else {}
        self.fold = fold
        self.tokens: list[re.Match[str]] = []
        at = 0
        while at < len(abnf):
            token = ABNF_TOKEN.match(abnf, at)
            if token is None:
                raise ValueError(f"ABNF: cannot read {abnf[at : at + 20]!r}")
            at = token.end()
            if token["skip"] is None:
                self.tokens.append(token)
        self.tokens.reverse()
        while self.tokens:
            token = self.tokens.pop()
            if token["rule"] is None:
                raise ValueError(f"ABNF: {token[0]!r} outside a rule")
            key, tree = token["rule"].lower(), self.alternation()
            self[key] = ("alt", [self[key], tree]) if token["more"] == "=/" else tree
            self.written[key] = token["rule"]

    def next_is(self, *groups: str) -> bool:
        return bool(self.tokens) and any(self.tokens[-1][g] is not None for g in groups)

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
            kind, text, _ = token["text"].split('"')
            exact = kind.lower() == "%s" if kind else not self.fold
            return ("cat", [("set", either(c, not exact)) for c in text])
        if token["number"]:
            base = {"x": 16, "d": 10, "b": 2}[token["base"].lower()]
            low, dash, high = token["number"].partition("-")
            if dash:
                return ("set", ((int(low, base), int(high, base)),))
            points = [int(n, base) for n in low.split(".")]
            return ("cat", [("set", ((n, n),)) for n in points])
        closing = {"(": ")", "[": "]"}[token[0]]
        tree = self.alternation()
        if not self.tokens or self.tokens.pop()[0] != closing:
            raise ValueError(f"ABNF: {closing!r} is missing")
        return tree if closing == ")" else ("rep", tree, 0, 1, False)


def either(char: str, fold: bool) -> Ranges:
    """The set of a character of an ABNF string.  Only US-ASCII letters have two cases there."""
    return union(one(char.lower()), one(char.upper())) if fold else one(char)


CORE = Rules(ABNF_CORE)
RULES = {"RFC3986": Rules(ABNF_3986, CORE)}
RULES["RFC3987"] = Rules(ABNF_3987, RULES["RFC3986"])
RULES["RFC2396"] = Rules(ABNF_2396, CORE, fold=False)
RULES["RFC6874"] = Rules(ABNF_6874, RULES["RFC3986"])
RULES["RFC2732"] = Rules(ABNF_2732 + ABNF_IPV6, RULES["RFC2396"], fold=False)
RULES["RFC6265"] = Rules(ABNF_6265, CORE)


# ---- Reading the portable patterns -------------------------------------------------------------

# What may stand behind a backslash in a class: also what JavaScript's `v` flag wants escaped there
IN_CLASS = "\\[]^-/(){}|"
REPEAT = re.compile(r"(?:([*+?])|\{([0-9]+)(?:(,)([0-9]*))?\})(\+?)")


class Pattern:
    """The tree of a pattern's text.  Whatever is not in the portable subset is an error."""

    def __init__(self, text: str, possessive: bool = False) -> None:
        self.text, self.at, self.possessive = text, 0, possessive
        self.tree = self.alternation()
        if self.at < len(text):
            raise self.error("unmatched ')'")

    def error(self, what: str) -> ValueError:
        return ValueError(f"pattern: {what} at {self.at}: {self.text[self.at : self.at + 20]!r}")

    def peek(self, size: int = 1) -> str:
        return self.text[self.at : self.at + size]

    def alternation(self) -> Tree:
        branches = [self.concatenation()]
        while self.peek() == "|":
            self.at += 1
            branches.append(self.concatenation())
        return ("alt", branches)

    def concatenation(self) -> Tree:
        parts = []
        while self.peek() and self.peek() not in "|)":
            tree = self.atom()
            repeat = REPEAT.match(self.text, self.at)
            if repeat:
                sign, least, comma, most, kept = repeat.groups()
                if kept and not self.possessive:
                    raise self.error("a possessive quantifier")
                self.at = repeat.end()
                bounds = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(sign or "")
                if bounds is None:
                    bounds = int(least), (int(most) if most else None) if comma else int(least)
                tree = ("rep", tree, *bounds, bool(kept))
            parts.append(tree)
        return ("cat", parts)

    def atom(self) -> Tree:
        char = self.peek()
        if self.peek(3) == "(?:":
            self.at += 3
            tree = self.alternation()
            if self.peek() != ")":
                raise self.error("')' is missing")
            self.at += 1
            return tree
        if char == "[":
            self.at += 1
            return ("set", self.klass())
        if char in "(.^$*+?{}":
            raise self.error(f"{char!r}, which is not portable here,")
        return ("set", one(self.literal("\\.^$*+?{}()[]|/-")))

    def literal(self, escapable: str) -> str:
        """One character, or a backslash and one of `escapable`: never \\d, \\w, \\b."""
        char = self.peek()
        if char == "\\":
            self.at += 1
            char = self.peek()
            if not char or char not in escapable:
                raise self.error("an escape that is not portable")
        self.at += 1
        return char

    def klass(self) -> Ranges:
        found: list[Ranges] = []
        negated = self.peek() == "^"
        self.at += negated
        while self.peek() != "]":
            if self.peek() in ("", "["):
                raise self.error("a class that is not closed, or a bare '['")
            low = high = self.literal(IN_CLASS)
            if self.peek() == "-" and self.peek(2) != "-]":
                self.at += 1
                high = self.literal(IN_CLASS)
            if low > high:
                raise self.error("a range that runs backwards")
            found.append(((ord(low), ord(high)),))
        self.at += 1
        return complement(union(*found)) if negated else union(*found)


# ---- Automata ----------------------------------------------------------------------------------


def as_set(tree: Tree, rules: Rules) -> Ranges | None:
    """The set of a tree that matches single characters only, else None."""
    kind = tree[0]
    if kind == "set":
        ranges: Ranges = tree[1]
        return ranges
    if kind == "ref":
        return as_set(rules[tree[1]], rules)
    if kind == "cat" and len(tree[1]) == 1:
        return as_set(tree[1][0], rules)
    if kind == "alt":
        sets = [as_set(branch, rules) for branch in tree[1]]
        if all(s is not None for s in sets):
            return union(*(s for s in sets if s is not None))
    return None


class Positions(NamedTuple):
    """A nondeterministic automaton without empty moves, after Glushkov.

    One state for each place of a set in the (unrolled) tree; `follow[p]` are the places that can
    come next after p.  Place 0 is the start, and is of no set.
    """

    sets: list[Ranges]
    follow: list[set[int]]
    accept: set[int]
    kept: list[tuple[set[int], set[int]]]  # possessive loops: what can come first, all places


def positions(tree: Tree, rules: Rules) -> Positions:
    sets: list[Ranges] = [()]
    follow: list[set[int]] = [set()]
    kept: list[tuple[set[int], set[int], bool, set[int], int]] = []

    def build(tree: Tree) -> tuple[set[int], set[int], bool]:
        """The first places, the last places, and whether the tree matches the empty string."""
        single = as_set(tree, rules)
        if single is not None:
            if not single:
                return set(), set(), False
            sets.append(single)
            follow.append(set())
            return {len(sets) - 1}, {len(sets) - 1}, False
        kind = tree[0]
        if kind == "ref":
            return build(rules[tree[1]])
        if kind == "alt":
            parts = [build(branch) for branch in tree[1]]
            return (
                set().union(*(part[0] for part in parts)),
                set().union(*(part[1] for part in parts)),
                any(part[2] for part in parts),
            )
        if kind == "cat":
            return chain(tree[1])
        _, body, least, most, possessive = tree
        begin = len(sets)
        required = chain([body] * least)
        if most is None:
            first, last, _ = build(body)
            for p in last:
                follow[p] |= first
            rest = first, last, True
        else:
            # x{0,3} is (x(x(x)?)?)?: built from the inside, which is the last
            rest = set(), set(), True
            for _ in range(most - least):
                first, last, _ = join(build(body), rest)
                rest = first, last, True
        whole = join(required, rest)
        if possessive:
            end = next(iter(whole[1]))
            kept.append((whole[0], set(range(begin, len(sets))), whole[2], set(follow[end]), end))
        return whole

    def join(
        a: tuple[set[int], set[int], bool], b: tuple[set[int], set[int], bool]
    ) -> tuple[set[int], set[int], bool]:
        for p in a[1]:
            follow[p] |= b[0]
        return a[0] | (b[0] if a[2] else set()), b[1] | (a[1] if b[2] else set()), a[2] and b[2]

    def chain(trees: Iterable[Tree]) -> tuple[set[int], set[int], bool]:
        whole: tuple[set[int], set[int], bool] = set(), set(), True
        for part in trees:
            whole = join(whole, build(part))
        return whole

    first, last, empty = build(tree)
    follow[0] |= first
    accept = last | ({0} if empty else set())
    loops = []
    for entries, places, nullable, inside, end in kept:
        # A loop that can be passed by: what stands behind it competes with its own first places.
        # What stands behind is what was joined to its last places after it was built.
        loops.append((entries | (follow[end] - inside if nullable else set()), places))
    return Positions(sets, follow, accept, loops)


class Automaton:
    """The minimal deterministic automaton of a tree, complete over 0..0x10FFFF.

    `rows[state][kind]` is the next state.  A kind is a set of code points no place of the tree
    tells apart; `kind(point)` finds it.  State 0 is the start.
    """

    def __init__(self, tree: Tree, rules: Rules) -> None:
        sets, follow, accept, _ = positions(tree, rules)
        # The code points cut into kinds: two ranges between neighboring edges are of one kind
        # if the same sets hold them.  Surrogates get edges of their own, so that tests reach them.
        edges = {0, 0x80, 0x100, 0xD800, 0xDC00, 0xE000, 0x10000}
        edges |= {n for s in set(sets) for low, high in s for n in (low, high + 1)}
        self.edges = sorted(edges - {TOP + 1})
        distinct = sorted(set(sets))
        held = [tuple(inside(n, s) for s in distinct) for n in self.edges]
        number = {key: i for i, key in enumerate(dict.fromkeys(held))}
        self.kinds = [number[key] for key in held]
        self.size = len(number)
        # Subsets of places
        able = {s: [key[i] for key in number] for i, s in enumerate(distinct)}
        members = [{p for p, s in enumerate(sets) if able[s][k]} for k in range(self.size)]
        found = {frozenset([0]): 0}
        states = [frozenset([0])]
        raw: list[list[int]] = []
        self.words: list[tuple[int, ...]] = [()]  # a shortest way to each subset, in kinds
        for subset in states:
            after: set[int] = set().union(*(follow[p] for p in subset))
            row = []
            for k in range(self.size):
                places = frozenset(after & members[k])
                if places not in found:
                    found[places] = len(states)
                    states.append(places)
                    self.words.append((*self.words[found[subset]], k))
                row.append(found[places])
            raw.append(row)
        # Equal subsets become one state (Moore): see `refine`
        block = refine(raw, [bool(s & accept) for s in states])[-1]
        begins = {b: i for i, b in reversed(list(enumerate(block)))}
        order = {b: n for n, b in enumerate(sorted(begins, key=lambda b: begins[b]))}
        self.rows = [[order[block[t]] for t in raw[begins[b]]] for b in order]
        self.accept = [bool(states[begins[b]] & accept) for b in order]
        self.ends = [order[b] for b in block]  # the state behind each of `words`
        # Live: some continuation is accepted
        back: dict[int, set[int]] = {}
        for state, row in enumerate(self.rows):
            for target in row:
                back.setdefault(target, set()).add(state)
        self.live = list(self.accept)
        queue = [s for s, yes in enumerate(self.live) if yes]
        for state in queue:
            for before in back.get(state, ()):
                if not self.live[before]:
                    self.live[before] = True
                    queue.append(before)
        self.memo: dict[str, int] = {}

    def kind(self, char: str) -> int:
        found = self.memo.get(char)
        if found is None:
            found = self.memo[char] = self.kinds[bisect_right(self.edges, ord(char)) - 1]
        return found

    def run(self, text: str, state: int = 0) -> int:
        rows, kind = self.rows, self.kind
        for char in text:
            state = rows[state][kind(char)]
        return state

    def matches(self, text: str) -> bool:
        return self.accept[self.run(text)]

    def offset(self, text: str) -> int:
        """The length of the longest prefix that some text continues to a valid one."""
        state = 0
        for at, char in enumerate(text):
            state = self.rows[state][self.kind(char)]
            if not self.live[state]:
                return at
        return len(text)

    def viable(self, text: str) -> str:
        state = self.run(text)
        if self.accept[state]:
            return "valid"
        return "incomplete" if self.live[state] else "invalid"

    def characters(self) -> list[str]:
        """One character of each kind, printable and ASCII where there is one."""
        chars = [""] * self.size
        plain = [*map(ord, "azAZ019"), *range(0x21, 0x7F)]
        for point in [*plain, *self.edges]:
            kind = self.kind(chr(point))
            chars[kind] = chars[kind] or chr(point)
        return chars


def inside(point: int, ranges: Ranges) -> bool:
    return any(low <= point <= high for low, high in ranges)


def refine(rows: list[list[int]], accept: list[bool]) -> list[list[int]]:
    """The partitions of the states by the words of length 0, 1, 2 ... that they accept.

    In the n-th partition two states are in one block if they accept the same words of up to n
    characters.  The last is the one that does not change any more: equal states.
    """
    block = [int(a) for a in accept]
    levels = [block]
    while True:
        seen: dict[tuple[int, ...], int] = {}
        new = [
            seen.setdefault((own, *map(block.__getitem__, row)), len(seen))
            for own, row in zip(block, rows)
        ]
        if len(seen) == len(set(block)):
            return levels
        block = new
        levels.append(block)


def distinguishing(dfa: Automaton) -> list[tuple[int, ...]]:
    """Words, in kinds, of which every two states accept another selection: the W-method's W."""
    levels = refine(dfa.rows, dfa.accept)

    def tell_apart(p: int, q: int) -> tuple[int, ...]:
        word = []
        level = next(n for n, block in enumerate(levels) if block[p] != block[q])
        while level:
            level -= 1
            block = levels[level]
            pairs = enumerate(zip(dfa.rows[p], dfa.rows[q]))
            kind, (p, q) = next((k, pq) for k, pq in pairs if block[pq[0]] != block[pq[1]])
            word.append(kind)
        return tuple(word)

    words: list[tuple[int, ...]] = [()]
    blocks = [[s for s, a in enumerate(dfa.accept) if a is yes] for yes in (True, False)]
    while blocks:
        block = blocks.pop()
        if len(block) < 2:
            continue
        word = tell_apart(block[0], block[1])
        words.append(word)
        split = []
        for old in [*blocks, block]:
            parts: tuple[list[int], list[int]] = [], []
            for state in old:
                target = state
                for kind in word:
                    target = dfa.rows[target][kind]
                parts[dfa.accept[target]].append(state)
            split += [part for part in parts if len(part) > 1]
        blocks = split
    return words


def difference(a: Automaton, b: Automaton) -> str | None:
    """A shortest text only one of the two accepts; None if their languages are equal."""
    points = sorted({*a.edges, *b.edges}, key=lambda n: (not 0x21 <= n <= 0x7E, n))
    pairs: dict[tuple[int, int], str] = {}
    for n in points:
        pairs.setdefault((a.kind(chr(n)), b.kind(chr(n))), chr(n))
    queue = deque([(0, 0, "")])
    seen = {(0, 0)}
    while queue:
        p, q, text = queue.popleft()
        if a.accept[p] is not b.accept[q]:
            return text
        for (i, j), char in pairs.items():
            after = a.rows[p][i], b.rows[q][j]
            if after not in seen:
                seen.add(after)
                queue.append((*after, text + char))
    return None


def unproven_loops(tree: Tree) -> tuple[int, list[str]]:
    """The number of possessive loops in a pattern, and where one might have to give back.

    A loop that keeps what it took is exact if at each place in it, and on its brink, the next
    character leaves one way on at most through the loop, and then none out of it: no other way
    through it can succeed where the first failed.  The ways behind it may well compete; they are
    still open.  So this holds in every context, also in an alternation that backtracks.

    And an engine must find that one way at first sight.  Of (?:,(?:a*|b))*+ it takes the empty a*
    for ",b", though "b" is the only way on: no branch but the last may be empty.
    """
    sets, follow, _, kept = positions(tree, CORE)
    clashes = ["a branch that can be empty stands before another"] * empty_early(tree)
    for entries, places in kept:
        checked: set[frozenset[int]] = set()
        for choice in [entries, *(follow[p] for p in places)]:
            if frozenset(choice) in checked:
                continue
            checked.add(frozenset(choice))
            outside = union(*(sets[p] for p in choice - places))
            ranges = sorted([r for p in choice & places for r in sets[p]] + list(outside))
            if any(ranges[i][1] >= ranges[i + 1][0] for i in range(len(ranges) - 1)):
                shown = sorted({chr(low) for p in entries for low, _ in sets[p]})
                clashes.append("a loop that starts with " + "".join(shown))
                break
    return len(kept), clashes


def can_be_empty(tree: Tree) -> bool:
    kind, content = tree[:2]
    if kind in ("alt", "cat"):
        return (any if kind == "alt" else all)(map(can_be_empty, content))
    return bool(kind == "rep" and (tree[2] == 0 or can_be_empty(content)))


def empty_early(tree: Tree, kept: bool = False) -> bool:
    """Whether such a branch is in a possessive loop of a pattern."""
    kind, content = tree[:2]
    if kind == "set":
        return False
    if kind == "rep":
        return empty_early(content, kept or tree[4])
    early = kept and kind == "alt" and any(map(can_be_empty, content[:-1]))
    return early or any(empty_early(part, kept) for part in content)


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


class Tier(NamedTuple):
    """paths x middles x suffixes; the suffixes may depend on the states around the middle."""

    paths: list[tuple[str, int]]
    middles: list[str]
    suffixes: Callable[[int, int], list[tuple[str, bool]]]
    width: int

    def total(self) -> int:
        return len(self.paths) * len(self.middles) * self.width


class Words:
    """The test set of a rule: texts with the verdict the automaton gives them, in three tiers.

    1. The W-method: a path to each state x a character of each kind x each word of W.  Whatever
       behaves like an automaton with no more states than ours, and passes, accepts our language.
    2. A path to each subset of the grammar's own places x every suspicious character and both
       ends of every range x the shortest ways to complete what stands before and behind it.
    3. A path to each subset x two characters of all kinds x each word of W: for a pattern that
       tells apart what the automaton does not.  These are too many: a sample is taken.

    Every text comes also with "\\n" behind it.
    """

    def __init__(self, dfa: Automaton) -> None:
        self.dfa = dfa
        chars = dfa.characters()
        everywhere = [("".join(chars[k] for k in w), end) for w, end in zip(dfa.words, dfa.ends)]
        shortest = {end: (text, end) for text, end in reversed(everywhere)}
        ends = [TOP + 1, *dfa.edges[1:]]
        bounds = {chr(n) for n in dfa.edges} | {chr(n - 1) for n in ends}
        words = ["".join(chars[k] for k in word) for word in distinguishing(dfa)]
        states = range(len(dfa.rows))
        self.table = [self.verdicts(q, words) for q in states]
        self.completion = self.completions(chars)
        self.pairs: dict[tuple[int, int], list[tuple[str, bool]]] = {}
        doubles = ["".join(pair) for pair in product(chars, chars)]
        self.tiers = [
            Tier(list(shortest.values()), ["", *chars], self.w_suffixes, 2 * len(words)),
            Tier(everywhere, sorted({*chars, *bounds, *SUSPICIOUS}), self.completing, 6),
            Tier(everywhere, doubles, self.w_suffixes, 2 * len(words)),
        ]

    def verdicts(self, state: int, words: Iterable[str]) -> list[tuple[str, bool]]:
        texts = [word + end for word in words for end in ("", "\n")]
        return [(text, self.dfa.accept[self.dfa.run(text, state)]) for text in texts]

    def w_suffixes(self, _: int, after: int) -> list[tuple[str, bool]]:
        return self.table[after]

    def completing(self, before: int, after: int) -> list[tuple[str, bool]]:
        if (before, after) not in self.pairs:
            words = ["", self.completion[after], self.completion[before]]
            self.pairs[before, after] = self.verdicts(after, words)
        return self.pairs[before, after]

    def completions(self, chars: list[str]) -> list[str]:
        """A shortest word from each state to an accepting one; from the dead state, the empty."""
        words: list[str | None] = ["" if yes else None for yes in self.dfa.accept]
        changed = True
        while changed:
            changed, old = False, list(words)
            for state, row in enumerate(self.dfa.rows):
                for kind, target in enumerate(row):
                    tail = old[target]
                    if old[state] is None and words[state] is None and tail is not None:
                        words[state], changed = chars[kind] + tail, True
        return [word or "" for word in words]

    def texts(self, limits: tuple[int | None, ...], seed: int) -> Iterator[tuple[str, bool]]:
        """All texts of each tier, or as many as its limit, chosen at random, if they are more."""
        for (paths, middles, suffixes, width), limit in zip(self.tiers, limits):
            total = len(paths) * len(middles) * width
            if limit is None or total <= limit:
                for path, before in paths:
                    for middle in middles:
                        begin = path + middle
                        for suffix, valid in suffixes(before, self.dfa.run(middle, before)):
                            yield begin + suffix, valid
                continue
            for n in random.Random(seed).sample(range(total), limit):
                n, s = divmod(n, width)
                p, m = divmod(n, len(middles))
                path, before = paths[p]
                suffix, valid = suffixes(before, self.dfa.run(middles[m], before))[s]
                yield path + middles[m] + suffix, valid


# ---- The module under test -----------------------------------------------------------------------


def module() -> Any:
    """uri_regex of this checkout, not an installed one."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    import uri_regex

    return uri_regex


@cache
def grammar_of(name: str) -> Any:
    """The module's grammar, or one that it reads from the ABNF above."""
    known = getattr(module(), name, None)
    return known or module().Grammar(globals()[f"ABNF_{name[3:]}"])


def has_regex() -> bool:
    return importlib.util.find_spec("regex") is not None


SEED = 3986  # the samples are the same in every run
WORDS: dict[tuple[str, str], Words] = {}


def words(grammar: str, rule: str) -> Words:
    """The test set of a rule, made once; a rule that is as in RFC 3986 has that one's."""
    rules, original = RULES[grammar], RULES["RFC3986"]
    key = grammar, rule.lower()
    if key not in WORDS:
        seen = [key[1]]
        for name in seen:
            seen += [n for n in references(rules[name]) if n not in seen]
        if rules is not original and all(rules[n] is original.get(n) for n in seen):
            WORDS[key] = words("RFC3986", rule)
        else:
            WORDS[key] = Words(Automaton(rules[key[1]], rules))
    return WORDS[key]


def references(tree: Tree) -> Iterator[str]:
    kind, content = tree[:2]
    if kind == "ref":
        yield content
    elif kind != "set":
        for part in [content] if kind == "rep" else content:
            yield from references(part)


def oracle(grammar: str, rule: str) -> Automaton:
    return words(grammar, rule).dfa


def rule_names(grammar: str) -> list[str]:
    """The rules of a grammar as written, those it takes over from RFC 3986 included."""
    rules = RULES[grammar]
    return [rules.written[k] for k in rules if k not in CORE or rules[k] is not CORE[k]]


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


Verdict = Callable[[str], object]


def engines(grammar: Any, rule: str) -> dict[str, Verdict]:
    """The ways to a verdict.  Each must give True or False, or a match or None."""
    found: dict[str, Verdict] = {"re": grammar.compile(rule).fullmatch}
    if has_regex():
        found["regex"] = grammar.compile(rule, engine="regex").fullmatch
    found["matches"] = lambda text: grammar.matches(rule, text)
    return found


def wrong(verdict: Verdict, texts: Iterable[tuple[str, bool]]) -> list[tuple[str, bool]]:
    return [(t, valid) for t, valid in texts if (verdict(t) not in (None, False)) is not valid]


def check_verdicts(
    name: str, rule: str, limits: tuple[int | None, ...]
) -> tuple[int, dict[str, int], list[Fault]]:
    """Part (a) for one rule: the number of texts, of wrong verdicts by engine, and the faults."""
    verdicts = engines(grammar_of(name), rule)
    count, counts, faults = 0, dict.fromkeys(verdicts, 0), []
    texts = words(name, rule).texts(limits, SEED)
    while True:
        chunk = [pair for pair, _ in zip(texts, range(50_000))]
        if not chunk:
            break
        count += len(chunk)
        for engine, verdict in verdicts.items():
            bad = wrong(verdict, chunk)
            counts[engine] += len(bad)
            bad.sort(key=lambda pair: len(pair[0]))
            faults += [Fault(f"{name} {rule} {engine}", t, v, not v) for t, v in bad[:3]]
    faults.sort(key=lambda fault: len(fault.text))
    return count, counts, faults


SWEPT: set[tuple[str, str]] = set()


def check_sweep(name: str, rule: str) -> list[Fault]:
    """Every single code point as a text by itself, on every engine."""
    dfa = oracle(name, rule)
    spans = list(zip(dfa.edges, [*dfa.edges[1:], TOP + 1], dfa.kinds))
    pattern = grammar_of(name).pattern(rule)
    for engine, verdict in engines(grammar_of(name), rule).items():
        if engine == "matches" or (engine, pattern) in SWEPT:
            continue
        SWEPT.add((engine, pattern))
        bad: list[tuple[str, bool]] = []
        for low, high, kind in spans:
            valid = dfa.accept[dfa.rows[0][kind]]
            bad += wrong(verdict, ((chr(n), valid) for n in range(low, high)))
        if bad:
            return [Fault(f"{name} {rule} {engine}", t, v, not v) for t, v in bad[:5]]
    return []


TESTED: set[tuple[int, str, str]] = set()


def tested(name: str, rule: str) -> bool:
    """Whether this run has tested the same rule with the same pattern text in another grammar.

    RFC3987 and RFC6874 take most rules over from RFC3986, and the same text makes the same
    pattern: a sample is enough there.
    """
    grammar = grammar_of(name)
    key = id(words(name, rule)), grammar.pattern(rule), grammar.pattern(rule, "possessive")
    known = key in TESTED
    TESTED.add(key)
    return known


def check_patterns(name: str, rule: str) -> tuple[int, list[str], list[Fault]]:
    """Part (b) for one rule: possessive loops, those without a proof, and the faults.

    For Python before 3.11 `compile` takes the portable text; both texts are proved here whatever
    the Python this runs on.
    """
    grammar, dfa = grammar_of(name), oracle(name, rule)
    texts = {
        "portable": grammar.pattern(rule),
        "possessive": grammar.pattern(rule, "possessive"),
        "source": source_pattern(grammar, rule),
    }
    key = id(dfa), *texts.values()
    if key not in COMPARED:
        loops, clashes = 0, list[str]()
        found: list[Fault] = []
        proved: list[Tree] = []
        for engine, text in texts.items():
            where = f"{name} {rule} {engine}"
            try:
                tree = Pattern(text, engine == "possessive").tree
            except ValueError as error:
                found.append(Fault(where, text, "a pattern of the portable subset", str(error)))
                continue
            if engine == "possessive":
                loops, clashes = unproven_loops(tree)
                clashes = [f"not proven: {where}: {clash}" for clash in clashes]
            if plain(tree) not in proved:
                shortest = difference(dfa, Automaton(tree, CORE))
                if shortest is None:
                    proved.append(plain(tree))
                else:
                    valid = dfa.matches(shortest)
                    found.append(Fault(where, shortest, valid, not valid))
        COMPARED[key] = loops, clashes, found
    return COMPARED[key]


COMPARED: dict[tuple[Any, ...], tuple[int, list[str], list[Fault]]] = {}


def source_pattern(grammar: Any, rule: str) -> str:
    r"""What the Python source of a rule assigns last, with its \x22 and \ue000 as they are meant.

    No line of it has more than 120 characters.
    """
    source = grammar.source(rule)
    if max(map(len, source.splitlines())) > 120:
        raise ValueError(f"the source of {rule} has a line of more than 120 characters")
    names: dict[str, Any] = {}
    exec(source, names)
    pattern = str(list(names.values())[-1])
    return re.sub(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))", from_escape, pattern)


def from_escape(match: re.Match[str]) -> str:
    return chr(int(match[match.lastindex or 1], 16))


def plain(tree: Tree) -> Tree:
    """The tree with its possessive loops made ordinary ones."""
    kind, content = tree[:2]
    if kind == "rep":
        return (kind, plain(content), *tree[2:4], False)
    return tree if kind in ("set", "ref") else (kind, [plain(part) for part in content])


def check_errors(name: str, rule: str, count: int) -> tuple[int, list[Fault]]:
    """Part (c) for one rule: `validate` on a sample of the texts, valid ones among them."""
    grammar, dfa = grammar_of(name), oracle(name, rule)
    where = f"{name} {rule} validate"
    faults = []
    number = 0
    for text in sample(name, rule, count):
        number += 1
        expected: object = text if dfa.matches(text) else dfa.offset(text)
        try:
            got: object = grammar.validate(rule, text)
        except module().URIError as error:
            got = error.offset
            if error.text != text or error.rule != rule or len(str(error).splitlines()) != 1:
                faults.append(Fault(where + ": .text, .rule, one line", text, rule, str(error)))
        if got != expected or type(got) is not type(expected):
            faults.append(Fault(where, text, expected, got))
    return number, faults


def check_partial(name: str, rule: str, count: int) -> tuple[int, list[Fault]]:
    """Part (d) for one rule: `partial` on every prefix of a sample of the texts."""
    grammar, dfa = grammar_of(name), oracle(name, rule)
    prefixes = {t[:n]: None for t in sample(name, rule, count) for n in range(len(t) + 1)}
    faults = []
    for text in prefixes:
        expected, got = dfa.viable(text), grammar.partial(rule, text)
        if got != expected:
            faults.append(Fault(f"{name} {rule} partial", text, expected, got))
    return len(prefixes), faults


def sample(name: str, rule: str, count: int) -> list[str]:
    third = count // 3 + 1
    texts = words(name, rule).texts((third, third, third), SEED + 1)
    return list(dict.fromkeys(text for text, _ in texts))


def check(grammar: str, rule: str, limit: int = 3000) -> list[str]:
    """For other tests to call: every check on one rule, a sample of 3 x `limit` texts.

    Returns what is wrong, one sentence a fault; an empty list if all is right.
    """
    faults = check_verdicts(grammar, rule, (limit, limit, limit))[2]
    faults += check_patterns(grammar, rule)[2]
    faults += check_errors(grammar, rule, limit // 10)[1]
    faults += check_partial(grammar, rule, limit // 100)[1]
    return [str(fault) for fault in faults]


# ---- Modules that are cut out ------------------------------------------------------------------


class Module(NamedTuple):
    """What standalone/cut.py has written, and a way to validate with it by a rule and a text."""

    how: str
    error: type[ValueError]
    validate: Callable[[str, str], Any]

    def outcome(self, rule: str, text: str) -> Any:
        """The text or its parts; or the offset of the error, and what was expected there."""
        try:
            return self.validate(rule, text)
        except self.error as error:
            return error.offset, error.expected  # type: ignore[attr-defined]


def modules() -> Iterator[Module]:
    from standalone import cut

    def cut_out(*names: str, **options: Any) -> dict[str, Any]:
        namespace: dict[str, Any] = {"__name__": "cut_out"}
        exec(cut.module(names, **options), namespace)
        return namespace

    made = cut_out("validate", rules=("URI", "URI-reference", "IRI"), grammar=grammar_of("RFC3987"))
    call = made["validate"]
    how = "validate of a grammar"
    yield Module(how, made["URIError"], lambda rule, text, call=call: call(text, rule=rule))
    made = cut_out("parse", "validate", rules=["IRI"])
    for name in ("validate", "parse"):
        call = made[name]
        how = f"parse and validate: {name}"
        yield Module(how, made["URIError"], lambda rule, text, call=call: call(text, rule=rule))


def check_modules(fast: bool) -> list[str]:
    """Part (e): a line for each module and rule; what is wrong."""
    print(f"\n{'module':<41} {'rule':<14} {'texts':>9} {'wrong':>6} {'else expected':>14} {'s':>4}")
    limits = (2_000, 1_000, 1_000) if fast else (None, 100_000, 100_000)
    lines = []
    for made in modules():
        for name, rule in ("RFC3986", "URI"), ("RFC3986", "URI-reference"), ("RFC3987", "IRI"):
            start = time.perf_counter()
            grammar, dfa = grammar_of(name), oracle(name, rule)
            count, faults = 0, list[Fault]()
            for text, valid in words(name, rule).texts(limits, SEED):
                count += 1
                got = made.outcome(rule, text)
                if valid:
                    wanted = module().split(text) if made.how.endswith("parse") else text
                else:
                    got, wanted = got[:1], (dfa.offset(text),)
                if got != wanted:
                    faults.append(Fault(f"{made.how} {rule}", text, wanted, got))
            file = Module("", module().URIError, grammar.validate)
            some = [
                text for text in sample(name, rule, 60 if fast else 1500) if not dfa.matches(text)
            ]
            others = [text for text in some if made.outcome(rule, text) != file.outcome(rule, text)]
            spent = time.perf_counter() - start
            print(
                f"{made.how:<41} {rule:<14} {count:>9,} {len(faults):>6} "
                f"{len(others):>4} of {len(some):>6,} {spent:>4.0f}"
            )
            lines += [str(fault) for fault in sorted(faults, key=lambda f: len(f.text))[:3]]
            lines += [f"{made.how} {rule}: {text!a} expects something else" for text in others[:3]]
    return lines


# ---- Planted faults ------------------------------------------------------------------------------


def swap(text: str, old: str, new: str, count: int = -1) -> str:
    """`text` with `old` replaced.  It must be there, or the fault would not be planted."""
    if old not in text:
        raise AssertionError(f"no {old!r} in {text!r}: plant this fault another way")
    return text.replace(old, new, count)


def mutants() -> Iterator[tuple[str, str, Verdict]]:
    """What the fault is, the rule it is in, and the faulty verdict.

    Made from the module's own pattern text where the fault is one of writing a pattern, and by the
    module's own compiler from faulty ABNF where it is one of translating a rule.
    """
    good = grammar_of("RFC3986")
    alternatives = "IPv6address = " + ABNF_3986.split("IPv6address   =")[1].split("h16  ")[0]

    def text(rule: str, old: str, new: str, count: int = -1) -> Verdict:
        return re.compile(swap(good.pattern(rule), old, new, count)).fullmatch

    def abnf(rule: str, faulty: str) -> Verdict:
        verdict: Verdict = good.extend(faulty).compile(rule).fullmatch
        return verdict

    yield "`$` for the end of the text", "URI", re.compile(f"(?:{good.pattern('URI')})$").match
    yield "no end at all: match, not fullmatch", "scheme", re.compile(good.pattern("scheme")).match
    yield "`\\d` for `[0-9]`", "port", text("port", "[0-9]", r"\d")
    yield "`\\w` in unreserved", "unreserved", text("unreserved", "0-9A-Z_a-z", r"\w")
    yield "`[A-z]` for letters", "scheme", text("scheme", "A-Za-z", "A-z")
    first, _, others = good.pattern("scheme").partition("]")
    yield "`[+-.]` in scheme", "scheme", re.compile(first + "][+-.0-9A-Za-z]*").fullmatch
    folded = re.compile(first + "]" + others, re.IGNORECASE)
    yield "IGNORECASE on a str pattern", "scheme", folded.fullmatch
    yield "`.` for `\\.`", "IPv4address", text("IPv4address", "[.]", ".")
    yield "256 as dec-octet", "dec-octet", text("dec-octet", "25[0-5]", "25[0-9]")
    loose = re.compile("[01]?[0-9]?[0-9]|2[0-4][0-9]|25[0-5]")
    yield "001 as dec-octet", "dec-octet", loose.fullmatch
    yield "`{1,5}` for `{1,4}`", "h16", text("h16", "{1,4}", "{1,5}")
    yield "`{1,5}` once in IPv6address", "IPv6address", text("IPv6address", "{1,4}", "{1,5}", 1)
    dropped = swap(alternatives, '[ *3( h16 ":" ) h16 ]', '*3( h16 ":" ) h16')
    yield "a dropped `?` in one IPv6 branch", "IPv6address", abnf("IPv6address", dropped)
    eight = swap(alternatives, "*6(", "*7(")
    yield "`::` beside eight groups", "IPv6address", abnf("IPv6address", eight)
    yield '"v" in lower case only', "IPvFuture", text("IPvFuture", "[Vv]", "v")
    yield "`%zz`: two letters for HEXDIG", "reg-name", text("reg-name", "A-Fa-f", "A-Za-z")
    yield "`%` by itself", "query", abnf("query", "pct-encoded = %x25 *2HEXDIG")
    yield "empty segment-nz", "path-absolute", abnf("path-absolute", "segment-nz = *pchar")
    # An atomic group, as any Python can write it: what a lookahead has captured stays as it is.
    # The order of 3.2.2 is written out: `host` itself may leave IPv4address out, a reg-name too.
    forms = "|".join(map(good.pattern, ("IP-literal", "IPv4address", "reg-name")))
    kept = re.compile(rf"(?=({forms}))\1")
    yield "host kept: no way from IPv4 to name", "host", kept.fullmatch
    digits = re.compile(r"[0-9]+").fullmatch
    yield "a port that must not be empty", "port", digits
    yield "str.isdigit for a port", "port", lambda t: t == "" or t.isdigit()
    cookies = grammar_of("RFC6265").pattern("cookie-string")
    kept = re.compile(swap(cookies, "(?:;[ ]", "(?=((?:;[ ]", 1) + r"))\1")
    yield "a loop kept, an empty branch early", "cookie-string", kept.fullmatch


def check_mutants(fast: bool) -> list[str]:
    """Part (f): a line for each fault; the names of those that passed the tests."""
    passed = []
    print(f"\n{'planted fault':<38} {'rule':<14} {'wrong':>7}  shortest text with a wrong verdict")
    limits = (None, 5_000, 2_000) if fast else (None, 100_000, 100_000)
    for name, rule, verdict in mutants():
        grammar = next(grammar for grammar, rules in RULES.items() if rule.lower() in rules)
        bad = wrong(verdict, words(grammar, rule).texts(limits, SEED))
        if bad:
            text, valid = min(bad, key=lambda pair: (len(pair[0]), ascii(pair[0])))
            shown = f"{text!a} is {'valid' if valid else 'invalid'}"
        else:
            passed.append(f"NOT CAUGHT: {name}")
            shown = "NOT CAUGHT"
        print(f"{name:<38} {rule:<14} {len(bad):>7,}  {shown}")
    cookies = grammar_of("RFC6265").pattern("cookie-string", "possessive")
    if not unproven_loops(Pattern(cookies + "+", possessive=True).tree)[1]:
        passed.append("NOT CAUGHT by (b): a loop kept, an empty branch early")
    return passed


# ---- The command line ----------------------------------------------------------------------------


def check_rfc_texts(folder: Path) -> list[str]:
    """The names of the grammars above that differ from the RFCs' texts."""
    differing = []
    for name, (file, heading, following) in SECTIONS.items():
        text = (folder / file).read_text(encoding="utf-8", errors="replace")
        if extract(text, heading, following) != globals()[name]:
            differing.append(f"{name} differs from {file}")
    return differing


def check_grammar(name: str, rules: list[str], fast: bool, verbose: bool) -> tuple[str, list[str]]:
    """All parts on one grammar: a line of the table, and what is wrong or worth saying."""
    start = time.perf_counter()
    limits: tuple[int | None, ...] = (250, 250, 250) if fast else (None, 500_000, 100_000)
    sampled, prefixes = (60, 9) if fast else (1500, 120)
    texts = loops = errors = error_faults = parts = part_faults = 0
    counts: dict[str, int] = {}
    unequal: set[str] = set()
    lines: list[str] = []
    for rule in rules:
        begin = time.perf_counter()
        some = (250, 250, 250) if tested(name, rule) else limits
        number, bad, faults = check_verdicts(name, rule, some)
        if not fast:
            faults += check_sweep(name, rule)
        texts += number
        counts = {k: counts.get(k, 0) + n for k, n in bad.items()}
        lines += [str(f) for f in faults[:5]]
        found, clashes, faults = check_patterns(name, rule)
        loops += found
        unequal |= {rule for _ in faults}
        lines += [str(f) for f in faults] + clashes
        number, faults = check_errors(name, rule, sampled)
        errors, error_faults = errors + number, error_faults + len(faults)
        lines += [str(f) for f in sorted(faults, key=lambda f: len(f.text))[:3]]
        number, faults = check_partial(name, rule, prefixes)
        parts, part_faults = parts + number, part_faults + len(faults)
        lines += [str(f) for f in sorted(faults, key=lambda f: len(f.text))[:3]]
        if verbose:
            dfa = oracle(name, rule)
            spent = time.perf_counter() - begin
            print(f"  {name} {rule}: {len(dfa.rows)} states, {dfa.size} kinds, {spent:.1f} s")
    row: list[object] = [name, len(rules), f"{texts:,}"]
    row += [counts.get(engine, "-") for engine in ("re", "regex", "matches")]
    row += ["no" if unequal else "yes", loops, f"{error_faults} of {errors:,}"]
    row += [f"{part_faults} of {parts:,}", f"{time.perf_counter() - start:.0f}"]
    return ROW.format(*row), lines


ROW = "{:<8} {:>5} {:>12} {:>6} {:>6} {:>7} {:>5} {:>6} {:>14} {:>14} {:>5}"
LEGEND = """Wrong verdicts on re, on regex, by matches.  "equal": the
portable text, the possessive text and the source have exactly the RFC's language.  "loops":
possessive ones, each shown to have nothing to give back.
"""
HEAD = ROW.format(
    *("grammar", "rules", "texts", "re", "regex", "matches", "equal", "loops"),
    *("offsets wrong", "partial wrong", "s"),
)


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
    for name in [options.grammar] if options.grammar else list(RULES):
        rules = rule_names(name)
        theirs = {r.lower(): r for r in grammar_of(name).rules}
        missing = [r for r in rules if r.lower() not in theirs]
        added = [r for r in theirs.values() if r.lower() not in map(str.lower, RULES[name].written)]
        if missing or added:
            problems.append(f"{name}.rules: not there {missing}, not in the RFC {added}")
        if options.rule:
            rules = [r for r in rules if r.lower() == options.rule.lower()]
        rules = [r for r in rules if r not in missing]
        if not rules:
            continue
        row, lines = check_grammar(name, rules, options.fast, options.verbose)
        print(row, flush=True)
        problems += lines
    if not options.rule and options.grammar in (None, "RFC3986"):
        problems += check_modules(options.fast)
        problems += check_mutants(options.fast)
    print("\n".join(["", *problems, "NOT right." if problems else "All is right."]))
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
