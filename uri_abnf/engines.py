# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The engines that patterns are written for, and the literals of their languages."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from uri_regex import redact

from .errors import check_str, clip

# Python's `re` reads choices and loops in possessive loops right from this version on (gh-106052).
# It reads captures in them right from 3.12.8 and 3.13.1 on (gh-101955), which no room relies on.
FIRST_RIGHT_PYTHON = (3, 11, 5)


# ---- Styles ----


@dataclass(frozen=True)
class Style:
    """The spelling that an engine needs."""

    # What is escaped in a class. None begins or ends a range, where .NET and libxml2 go wrong.
    escaped: str = r"()-[\]^{|}/"
    # Of a group that does not capture, if there is one.
    opening: str = "(?:"
    possessive: bool = False  # loops give nothing back where that is exact
    # Only loops without choices and captures are possessive.
    rigid_alone: bool = False
    brackets: bool = False  # classes are POSIX brackets, without escapes
    # The last control character that may be written as \xHH, or "".
    hexadecimal: str = "\x9f"


PORTABLE = Style()
POSSESSIVE = Style(possessive=True)
RIGID = Style(possessive=True, rigid_alone=True)  # right in `re` from Python 3.11.0 on
_STYLES = {
    "portable": PORTABLE,
    "possessive": POSSESSIVE,
    "rigid": RIGID,
    "onigmo": Style(possessive=True, hexadecimal="\x7f"),  # where \x80 is an octet
    "icu": Style(escaped=r"&()-[\]^{|}/", possessive=True),
    # XSD, and Rust before 1.8, do not know "\/".
    "rust": Style(escaped=r"-[\]^"),
    "xsd": Style(escaped=r"-[\]^", opening="(", hexadecimal=""),
    "posix": Style(escaped=r"\]^-", opening="(", brackets=True, hexadecimal=""),
}


def style_for_re(has_captures: bool) -> Style:
    """Return the style of patterns that this Python's `re` reads right."""
    if sys.version_info < FIRST_RIGHT_PYTHON:
        return PORTABLE
    return RIGID if has_captures else POSSESSIVE


# ---- Literals ----


@dataclass(frozen=True)
class Literal:
    """A string literal of a language: what opens and closes it, and what takes a character's place,
    in order.

    One without escapes is raw. A text that a raw literal can't hold becomes a literal of JSON.
    """

    opening: str
    closing: str
    escapes: Mapping[str, str] = field(default_factory=dict)

    def write(self, text: str) -> str:
        """Return a text as such a literal."""
        if not self.escapes and (self.closing in text or "\r" in text):
            return _JSON.write(text)
        for char, instead in self.escapes.items():
            text = text.replace(char, instead)
        return self.opening + text + self.closing


class _JavaScript(Literal):
    """A regular expression of JavaScript, in which a "/" may have its backslash already."""

    def write(self, text: str) -> str:
        return super().write(re.sub(r"(\\.)|/", lambda match: match[1] or r"\/", text))


_BREAKS = {"\n": r"\n", "\r": r"\r"}
_MARKUP = {"&": "&amp;", "<": "&lt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
# For Python, Java and others, too.
_JSON = Literal('"', '"', {char: json.dumps(char)[1:-1] for char in map(chr, [92, 34, *range(32)])})
_LITERALS = {
    "json": _JSON,
    "shell": Literal("'", "'", {"'": "'\"'\"'"}),
    "quoted": Literal('"', '"', {"\\": r"\\", '"': r"\"", **_BREAKS}),
    "sql": Literal("'", "'", {"'": "''"}),
    "escaped": Literal("'", "'", {"\\": r"\\", "'": r"\'"}),
    "html": Literal('pattern="', '"', _MARKUP),
    "schema": Literal('value="', '"', _MARKUP),
    "slashes": _JavaScript("/", "/u", {**_BREAKS, "\u2028": r"\u2028", "\u2029": r"\u2029"}),
    # In a class of sed, \/ would allow a backslash, too.
    "sed": Literal("/", "/", {"\n": r"\n", "/": r"\x2F"}),
    "php": Literal("'~", "~u'", {"\\": r"\\", "'": r"\'", "~": r"\\~"}),
    "perl": Literal("qr'", "'", {"'": r"\'"}),  # only '…' does not interpolate
    "dotnet": Literal('@"', '"', {'"': '""'}),
    "go": Literal("`", "`"),
    "re2": Literal('R"re(', ')re"'),
    "rust": Literal('r##"', '"##'),
}


# ---- Engines ----


@dataclass(frozen=True)
class Limits:
    """What an engine can take, and whether it backtracks."""

    repeats: int = 65_535
    multiplies: bool = False  # nested repeats count as their product
    last: str = "\U0010ffff"  # the highest character
    backtracks: bool = True


_LIMITS = {
    "usual": Limits(),
    "perl": Limits(65_534),
    "dotnet": Limits(last="\uffff"),
    "postgres": Limits(255, backtracks=False),
    "linear": Limits(backtracks=False),
    "re2": Limits(1_000, multiplies=True, backtracks=False),
    "octets": Limits(last="\x7f"),
    "posix": Limits(32_767, last="\x7f", backtracks=False),
}


@dataclass(frozen=True)
class Engine:
    """An engine: how a pattern is spelled, anchored ("…" is the pattern) and quoted, and a trap."""

    name: str
    style: Style
    anchored: str
    literal: Literal
    trap: str
    limits: Limits

    def check_characters(self, what: str, text: str) -> str:
        """Return a pattern, if the engine takes its characters. Raises ValueError if not."""
        last = self.limits.last
        if max(text, default="") > last:
            words = f"takes characters up to U+{ord(last):04X}, but {what} has more"
            raise ValueError(f"{self.name} {words}")
        return text


_ROWS = r"""
name        style      anchored   literal limits   trap
portable    portable   …          shell   usual    unanchored; for engines not listed
possessive  possessive …          shell   usual    unanchored; with possessive quantifiers
re          rigid      …          json    usual    unanchored; Python 3.11 or later
python      portable   \A…\Z      json    usual    $ would allow a final newline
regex       possessive \A…\Z      json    usual    linear; portable patterns take quadratic time
re2         portable   ^…$        re2     re2      PartialMatch, and no flag
go          portable   ^…$        go      re2      no flag, above all not (?m)
duckdb      portable   ^…$        sql     re2      regexp_matches
bigquery    portable   ^…$        json    re2      REGEXP_CONTAINS
clickhouse  portable   ^…$        escaped re2      match()
pyarrow     portable   ^…$        json    re2      match_substring_regex
rust        rust       ^…$        rust    linear   always linear
ripgrep     rust       ^…$        shell   linear   line by line; --crlf allows a final CR
hyperscan   portable   \A…\z      json    linear   HS_FLAG_UTF8 | HS_FLAG_SINGLEMATCH
polars      portable   ^…$        json    linear   str.contains
javascript  portable   ^…$        slashes usual    no m flag; above U+FFFF the u or v flag
json-schema portable   ^…$        json    usual    in Python $ allows a final newline
html        portable   …          html    usual    the pattern attribute is anchored
java        possessive \A…\z      json    usual    other quantifiers overflow its stack
spark       possessive \A…\z      escaped usual    rlike, on Java
dotnet      portable   \A…\z      dotnet  dotnet   $ would allow a final newline
pcre        possessive \A…\z      shell   usual    $ would allow a final newline
php         possessive \A…\z      php     usual    preg_match; delimited, u for UTF-8
nginx       possessive \A…\z      quoted  octets   in a map: "~…", never empty; bytes
haproxy     possessive \A…\z      shell   octets   -m reg; bytes
perl        possessive \A…\z      perl    perl     only qr'…' does not interpolate $ and @
jq          onigmo     \A…\z      json    usual    test(…); $ would allow a final newline
ruby        onigmo     \A…\z      escaped usual    ^ and $ are those of lines
postgresql  portable   ^…$        sql     postgres ~; a CHECK allows NULL
sqlite      portable   \A…\Z      sql     usual    REGEXP, with a function of Python's re
mysql       icu        (?-i)\A…\z escaped usual    8.0+, 80,000 chars; a CHECK allows NULL
mariadb     possessive (?-i)\A…\z escaped usual    a CHECK allows NULL
posix       posix      ^…$        shell   posix    grep -E, line by line; LC_ALL=C
bash        posix      ^…$        shell   posix    [[ =~ $unquoted ]]; LC_ALL=C
gawk        posix      ^…$        quoted  posix    $0 ~ "…"; LC_ALL=C
sed         posix      ^…$        sed     posix    GNU sed -E -f FILE; LC_ALL=C
xsd         xsd        …          schema  usual    anchored; in libxml2 not always exact
"""


def _engine(row: str) -> Engine:
    name, style, anchored, literal, limits, trap = row.split(maxsplit=5)
    return Engine(name, _STYLES[style], anchored, _LITERALS[literal], trap, _LIMITS[limits])


ENGINES = {engine.name: engine for engine in map(_engine, _ROWS.strip().split("\n")[1:])}


def describe_unknown(name: str, known: Collection[str]) -> str:
    """Return the message for an engine that is not known, with the names that are like it.

    >>> describe_unknown("postgres", ["re", "postgresql"])
    "unknown engine 'postgres'; did you mean postgresql?"
    """
    message = f"unknown engine {clip(redact(name))!r}"
    if close := get_close_matches(clip(name.lower()), known, cutoff=0.75):
        return f"{message}; did you mean {' or '.join(close)}?"
    return f"{message}: {', '.join(known)}"


def find_engine(name: str) -> Engine:
    """Return an engine by its name. Raises ValueError for an unknown one, with similar names.

    >>> find_engine("postgresql").limits.repeats
    255
    >>> find_engine("postgres")
    Traceback (most recent call last):
    ValueError: unknown engine 'postgres'; did you mean postgresql?
    """
    if check_str(name, "engine") not in ENGINES:
        raise ValueError(describe_unknown(name, ENGINES))
    return ENGINES[name]


def quote(pattern: str, engine: str) -> str:
    r"""Return a pattern as a string literal of the language that an engine is used from.

    Args:
        pattern: what `Grammar.pattern` or `Grammar.compose` wrote for the engine.
        engine: the engine's name.

    Raises:
        ValueError: for an unknown engine.

    >>> print(quote(r"\A[0-9]*\z", "java"))
    "\\A[0-9]*\\z"
    """
    return find_engine(engine).literal.write(check_str(pattern, "pattern"))
