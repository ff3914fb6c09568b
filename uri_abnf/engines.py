# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The engines that patterns are written for, and the literals of their languages."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import NamedTuple

from uri_regex import _check_str, redact

from .nodes import Node, Rep
from .regex_writer import STYLES, Renderer, Style

# Each row is all that is known of an engine: name, style, anchors ("…" is the pattern), kind of
# literal, highest repeat ("*": nested ones multiply), highest character, whether it backtracks, a trap.
_ENGINES = r"""
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
jq           onigmo     \A…\z      json        65535 10FFFF yes test(…); $ would allow a final newline
ruby         onigmo     \A…\z      backslashed 65535 10FFFF yes ^ and $ are those of lines
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


class Engine(NamedTuple):
    """A row of the table."""

    name: str
    style: Style
    anchored: str
    literal: str
    most: int  # repeats
    multiplies: bool
    last: str  # the highest character
    backtracks: bool
    trap: str


def _read_row(row: str) -> Engine:
    name, style, anchored, literal, most, last, backtracks, trap = row.split(None, 7)
    repeats = int(most.rstrip("*")), most.endswith("*")
    character = chr(int(last, 16))
    may_retry = backtracks == "yes"
    return Engine(name, STYLES[style], anchored, literal, *repeats, character, may_retry, trap)


@cache
def engines() -> dict[str, Engine]:
    """Return the rows of the table, by the engines' names."""
    rows = map(_read_row, _ENGINES.strip().split("\n"))
    return {engine.name: engine for engine in rows}


def engine_called(name: str) -> Engine:
    if _check_str(name, "engine") not in engines():
        raise ValueError(f"unknown engine {redact(name)!r}: {', '.join(engines())}")
    return engines()[name]


def check_characters(engine: Engine, what: str, text: str) -> str:
    """Return a pattern, if the engine takes its characters."""
    if max(text, default="") > engine.last:
        last = ord(engine.last)
        raise ValueError(f"{engine.name} takes characters up to U+{last:04X}, but {what} has more")
    return text


def _highest(node: Node, multiplies: bool) -> int:
    """Return the highest repeat in the tree, where nested repeats may multiply."""
    inside = max([_highest(part, multiplies) for part in node.parts], default=1)
    if not isinstance(node, Rep):
        return inside
    own = max(node.low, node.high or 1)
    return own * inside if multiplies else max(own, inside)


def write_unanchored(tree: Node, engine: Engine) -> str:
    """Return a tree's pattern for an engine, without anchors; an alternation is grouped."""
    if _highest(tree, engine.multiplies) > engine.most:
        raise ValueError(f"{engine.name} allows at most {engine.most:,} repetitions")
    return Renderer(engine.style).write_apart(tree)


# ---- Literals ----

# How a pattern becomes a literal: what opens and closes it, and, in order, "character=replacement" for
# each character that would end it or be misread; the character is written as in Python. Without any,
# the literal is raw.
# "json" is for Python, Java and others. In a class of sed's, \/ would allow a backslash, too. Of Perl's
# quotes, only '…' do not interpolate.
_LITERALS = r"""
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


def quote(text: str, engine: Engine) -> str:
    """Return a pattern as a literal of the language that the engine is used from."""
    kind = engine.literal
    row = _LITERALS.partition(f"\n{kind} ")[2].partition("\n")[0]
    opening, closing, *escapes = row.split()
    if not escapes and (kind == "json" or closing in text or "\r" in text):
        return json.dumps(text, ensure_ascii=False)
    if kind == "javascript":  # where "/" has no backslash yet
        text = re.sub(r"(\\.)|/", lambda match: match[1] or r"\/", text)
    for escape in escapes:
        char, instead = escape.split("=", 1)
        text = text.replace(char.encode().decode("unicode_escape"), instead)
    return opening + text + closing
