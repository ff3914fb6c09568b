# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The RFCs' ABNF, and a reader of ABNF: what proof.py and the scripts beside it measure by.

The texts are those of uri_abnf's rfcs.py. Whether they are right, proof.py tells: the library's
comments have the same ABNF, rule by rule, and `--rfc` compares them with the RFCs' own texts. What
reads them here shares no code with uri_regex, nor with uri_abnf.
"""

from __future__ import annotations

import re
import textwrap
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from uri_abnf import rfcs

TOP = 0x10FFFF

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


# ---- Reading ABNF (RFC 5234, RFC 7405; RFC 2396's "|"; RFC 9110's "#") -------------------------

ABNF_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r\n]+|;[^\n]*)
      |(?P<rule>[A-Za-z][\w-]*)[ \t]*(?P<more>=/?)
      |<?(?P<name>[A-Za-z][\w-]*)>?
      |(?P<times>[0-9]*[*#][0-9]*|[0-9]+)
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
        times = self.tokens.pop()["times"]
        tree = self.element()
        if times.isdigit():
            return ("rep", tree, int(times), int(times), False)
        least, most = re.split("[*#]", times)
        counts = int(least or 0), int(most) if most else None
        if "#" in times:
            return list_of(tree, *counts)
        return ("rep", tree, *counts, False)

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


def list_of(tree: Tree, least: int, most: int | None) -> Tree:
    """The tree of 1#x and the like, as a sender writes it (RFC 9110 5.6.1.1)."""
    space = ("ref", "ows")
    comma = ("cat", [space, ("set", singleton(",")), space, tree])
    more = None if most is None else most - 1
    row = ("cat", [tree, ("rep", comma, max(least - 1, 0), more, False)])
    return row if least else ("rep", row, 0, 1, False)


def numbers(text: str, base: int) -> Tree:
    """The tree of 41-5A, which is a range, or of 41.42.43, which is a sequence (RFC 5234 2.3, 3.4)."""
    low, dash, high = text.partition("-")
    if dash:
        return ("set", ((int(low, base), int(high, base)),))
    points = [int(number, base) for number in text.split(".")]
    return ("cat", [("set", ((point, point),)) for point in points])


CORE = Rules(rfcs.ABNF_CORE + rfcs.ABNF_OWS)
RULES = {"RFC3986": Rules(rfcs.ABNF_3986, CORE)}
RULES["RFC3987"] = Rules(rfcs.ABNF_3987, RULES["RFC3986"])
RULES["RFC2396"] = Rules(rfcs.ABNF_2396, CORE, any_case=False)
RULES["RFC6874"] = Rules(rfcs.ABNF_6874, RULES["RFC3986"])
# Grammars of users: what other RFCs have, and the grammar that it extends
FOLDER = Path(__file__).resolve().parent.parent / "uri-abnf" / "evidence" / "grammars"
BASES_OF_OTHERS = {"cookie": "", "accept": "", "addr-spec": "", "sip-uri": "", "urn": "RFC3986"}


def abnf_of(name: str) -> str:
    """The ABNF of one of these."""
    return (FOLDER / f"{name}.abnf").read_text(encoding="utf-8")


for name, base in BASES_OF_OTHERS.items():
    RULES[name] = Rules(abnf_of(name), RULES.get(base, CORE))


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


# The definitions of each grammar, and of what it takes over
PRINTED = {
    "RFC3986": definitions(rfcs.ABNF_CORE + rfcs.ABNF_3986),
    "RFC2396": definitions(rfcs.ABNF_2396),
}
PRINTED["RFC3987"] = {**PRINTED["RFC3986"], **definitions(rfcs.ABNF_3987)}
# A string of RFC 2396 has one case, one of RFC 5234 has two, so rfcs.py writes these as ranges.
AS_RANGES = ("lowalpha", "upalpha")


class Section(NamedTuple):
    """Where a grammar stands in an RFC's own text."""

    grammar: str
    abnf: str
    file: str
    heading: str
    following: str

    def definitions(self, folder: Path) -> dict[str, str]:
        text = (folder / self.file).read_text(encoding="utf-8", errors="replace")
        return definitions(extract(text, self.heading, self.following))


A_3986 = ("rfc3986.txt", "A.  Collected ABNF for URI\n", "\nAppendix B.")
A_3987 = ("rfc3987.txt", "2.2.  ABNF for IRI References and IRIs\n\n", "\n3.  R")
A_2396 = ("rfc2396.txt", "A. Collected BNF for URI\n", "\nB. Parsing a URI")
SECTIONS = (
    Section("RFC3986", rfcs.ABNF_3986, *A_3986),
    Section("RFC3987", rfcs.ABNF_3987, *A_3987),
    Section("RFC2396", rfcs.ABNF_2396, *A_2396),
)


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
