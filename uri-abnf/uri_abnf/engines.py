# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The engines that patterns are written for, and the literals of their languages."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from uri_regex import redact

from .errors import check_str, clip, suggest

# Python's `re` reads choices and loops in possessive loops right from this version on (gh-106052).
FIRST_RIGHT_PYTHON = (3, 11, 5)


# ---- Styles ----


@dataclass(frozen=True)
class Style:
    """The spelling that an engine needs."""

    # What is escaped in a class. None begins or ends a range, where .NET and libxml2 go wrong.
    escaped: str = r"()-[\]^{|}/"
    opening: str = "(?:"  # of a group that does not capture, if there is one
    possessive: bool = False  # loops give nothing back where that is exact
    rigid_alone: bool = False  # only loops without choices are possessive
    brackets: bool = False  # classes are POSIX brackets, without escapes
    hexadecimal: str = "\x9f"  # the last control character that may be written as \xHH, or ""


PORTABLE = Style()
POSSESSIVE = Style(possessive=True)
RIGID = Style(possessive=True, rigid_alone=True)  # right in `re` from Python 3.11.0 on
ONIGMO = Style(possessive=True, hexadecimal="\x7f")  # where \x80 is an octet
ICU = Style(escaped=r"&()-[\]^{|}/", possessive=True)
# XSD, and Rust before 1.8, do not know "\/".
RUST = Style(escaped=r"-[\]^")
XSD = Style(escaped=r"-[\]^", opening="(", hexadecimal="")
POSIX = Style(escaped=r"\]^-", opening="(", brackets=True, hexadecimal="")


def style_for_re() -> Style:
    """Return the style of patterns that this Python's `re` reads right."""
    return PORTABLE if sys.version_info < FIRST_RIGHT_PYTHON else POSSESSIVE


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
_SHELL = Literal("'", "'", {"'": "'\"'\"'"})
_QUOTED = Literal('"', '"', {"\\": r"\\", '"': r"\"", **_BREAKS})
_SQL = Literal("'", "'", {"'": "''"})
_BACKSLASHED = Literal("'", "'", {"\\": r"\\", "'": r"\'"})
_HTML = Literal('pattern="', '"', _MARKUP)
_SCHEMA = Literal('value="', '"', _MARKUP)
_SLASHES = _JavaScript("/", "/u", {**_BREAKS, "\u2028": r"\u2028", "\u2029": r"\u2029"})
_SED = Literal("/", "/", {"\n": r"\n", "/": r"\x2F"})  # in a class, \/ would allow a backslash, too
_PHP = Literal("'~", "~u'", {"\\": r"\\", "'": r"\'", "~": r"\\~"})
_PERL = Literal("qr'", "'", {"'": r"\'"})  # only '…' does not interpolate
_DOTNET = Literal('@"', '"', {'"': '""'})
_GO = Literal("`", "`")
_RE2 = Literal('R"re(', ')re"')
_RUST = Literal('r##"', '"##')


# ---- Engines ----


@dataclass(frozen=True)
class Limits:
    """What an engine can take, and whether it backtracks."""

    repeats: int = 65_535
    multiplies: bool = False  # nested repeats count as their product
    last: str = "\U0010ffff"  # the highest character
    lacks: str = "(?!)"  # a class of characters that no literal can hold
    backtracks: bool = True


_USUAL = Limits()
_OF_PERL = Limits(65_534)
_OF_DOTNET = Limits(last="\uffff")
_OF_POSTGRESQL = Limits(255, backtracks=False)
_LINEAR = Limits(backtracks=False)
_OF_RE2 = Limits(1_000, multiplies=True, backtracks=False)
_OF_OCTETS = Limits(last="\x7f")
_OF_POSIX = Limits(32_767, last="\x7f", lacks=r"\x00", backtracks=False)
# XML 1.0 2.2 has no other characters.
_OF_XSD = Limits(lacks="[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Engine:
    """An engine: how a pattern is spelled, anchored ("…" is the pattern) and quoted, and a trap."""

    name: str
    style: Style
    anchored: str
    literal: Literal
    trap: str
    limits: Limits = _USUAL

    def check_characters(self, what: str, text: str) -> str:
        """Return a pattern, if the engine takes its characters. Raises ValueError if not."""
        last = self.limits.last
        if max(text, default="") > last:
            words = f"takes characters up to U+{ord(last):04X}, but {what} has more"
            raise ValueError(f"{self.name} {words}")
        if found := re.search(self.limits.lacks, text):
            code = f"U+{ord(found[0]):04X}"
            raise ValueError(f"{self.name} can't hold the character {code}, which {what} has")
        return text


_OPEN = "…"
_LINE = "^…$"
_LOWER = r"\A…\z"
_UPPER = r"\A…\Z"
_CASED = r"(?-i)\A…\z"

_ENGINES = [
    Engine("portable", PORTABLE, _OPEN, _SHELL, "unanchored; for engines not listed"),
    Engine("possessive", POSSESSIVE, _OPEN, _SHELL, "unanchored; with possessive quantifiers"),
    Engine("re", RIGID, _OPEN, _JSON, "unanchored; Python 3.11 or later"),
    Engine("python", PORTABLE, _UPPER, _JSON, "$ would allow a final newline"),
    Engine("regex", POSSESSIVE, _UPPER, _JSON, "linear; portable patterns take quadratic time"),
    Engine("re2", PORTABLE, _LINE, _RE2, "PartialMatch, and no flag", _OF_RE2),
    Engine("go", PORTABLE, _LINE, _GO, "no flag, above all not (?m)", _OF_RE2),
    Engine("duckdb", PORTABLE, _LINE, _SQL, "regexp_matches", _OF_RE2),
    Engine("bigquery", PORTABLE, _LINE, _JSON, "REGEXP_CONTAINS", _OF_RE2),
    Engine("clickhouse", PORTABLE, _LINE, _BACKSLASHED, "match()", _OF_RE2),
    Engine("pyarrow", PORTABLE, _LINE, _JSON, "match_substring_regex", _OF_RE2),
    Engine("rust", RUST, _LINE, _RUST, "always linear", _LINEAR),
    Engine("ripgrep", RUST, _LINE, _SHELL, "line by line; --crlf allows a final CR", _LINEAR),
    Engine("hyperscan", PORTABLE, _LOWER, _JSON, "HS_FLAG_UTF8 | HS_FLAG_SINGLEMATCH", _LINEAR),
    Engine("polars", PORTABLE, _LINE, _JSON, "str.contains", _LINEAR),
    Engine("javascript", PORTABLE, _LINE, _SLASHES, "no m flag; above U+FFFF the u or v flag"),
    Engine("json-schema", PORTABLE, _LINE, _JSON, "in Python $ allows a final newline"),
    Engine("html", PORTABLE, _OPEN, _HTML, "the pattern attribute is anchored"),
    Engine("java", POSSESSIVE, _LOWER, _JSON, "other quantifiers overflow its stack"),
    Engine("spark", POSSESSIVE, _LOWER, _BACKSLASHED, "rlike, on Java"),
    Engine("dotnet", PORTABLE, _LOWER, _DOTNET, "$ would allow a final newline", _OF_DOTNET),
    Engine("pcre", POSSESSIVE, _LOWER, _SHELL, "$ would allow a final newline"),
    Engine("php", POSSESSIVE, _LOWER, _PHP, "preg_match; delimited, u for UTF-8"),
    Engine("nginx", POSSESSIVE, _LOWER, _QUOTED, 'in a map: "~…", never empty; bytes', _OF_OCTETS),
    Engine("haproxy", POSSESSIVE, _LOWER, _SHELL, "-m reg; bytes", _OF_OCTETS),
    Engine("perl", POSSESSIVE, _LOWER, _PERL, "only qr'…' does not interpolate $ and @", _OF_PERL),
    Engine("jq", ONIGMO, _LOWER, _JSON, "test(…); $ would allow a final newline"),
    Engine("ruby", ONIGMO, _LOWER, _BACKSLASHED, "^ and $ are those of lines"),
    Engine("postgresql", PORTABLE, _LINE, _SQL, "~; a CHECK allows NULL", _OF_POSTGRESQL),
    Engine("sqlite", PORTABLE, _UPPER, _SQL, "REGEXP, with a function of Python's re"),
    Engine("mysql", ICU, _CASED, _BACKSLASHED, "8.0+, 80,000 chars; a CHECK allows NULL"),
    Engine("mariadb", POSSESSIVE, _CASED, _BACKSLASHED, "a CHECK allows NULL"),
    Engine("posix", POSIX, _LINE, _SHELL, "grep -E, line by line; LC_ALL=C", _OF_POSIX),
    Engine("bash", POSIX, _LINE, _SHELL, "[[ =~ $unquoted ]]; LC_ALL=C", _OF_POSIX),
    Engine("gawk", POSIX, _LINE, _QUOTED, '$0 ~ "…"; LC_ALL=C', _OF_POSIX),
    Engine("sed", POSIX, _LINE, _SED, "GNU sed -E -f FILE; LC_ALL=C", _OF_POSIX),
    Engine("xsd", XSD, _OPEN, _SCHEMA, "anchored; in libxml2 not always exact", _OF_XSD),
]
ENGINES = {engine.name: engine for engine in _ENGINES}


def describe_unknown(name: str, known: Collection[str]) -> str:
    """Return the message for an engine that is not known, with the names that are like it.

    >>> describe_unknown("postgres", ["re", "postgresql"])
    "unknown engine 'postgres'; did you mean 'postgresql'?"
    """
    listed = "; ENGINES lists all" if known is ENGINES else f"; there are {' and '.join(known)}"
    return f"unknown engine {clip(redact(name))!r}{suggest(name, known, listed, 0.75)}"


def find_engine(name: str) -> Engine:
    """Return an engine by its name. Raises ValueError for an unknown one, with similar names.

    >>> find_engine("postgresql").limits.repeats
    255
    >>> find_engine("postgres")
    Traceback (most recent call last):
    ValueError: unknown engine 'postgres'; did you mean 'postgresql'?
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
