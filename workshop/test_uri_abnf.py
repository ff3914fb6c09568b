# SPDX-License-Identifier: MIT
"""The tests of uri_abnf: tables, one case a line, each with the section it comes from.

The order is the package's: the grammars, reading ABNF, Grammar and patterns, source, users' grammars,
errors, captures, questions, the command line. A section with no RFC before it is one of RFC 3986.
Expectations are worked out from the RFCs' text. Tables that hold for the library, too, are its tests'.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import doctest
import functools
import html
import importlib
import io
import itertools
import json
import os
import pickle
import random
import re
import shlex
import subprocess
import sys
import tokenize
import tracemalloc
import types
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import micropython_answers
import pytest
from modules import OPERATIONS, load, outcome

import uri_abnf
import uri_abnf as ua
import uri_regex as ur
from test_uri_regex import ALL_OFFSETS as OFFSETS_OF_THE_LIBRARY
from test_uri_regex import (
    CHAR,
    COPIES,
    END,
    ODD,
    RULES_2396,
    RULES_3986,
    RULES_3987,
    Rule,
    each_test_ends,  # noqa: F401 - for each test here, too
)
from uri_abnf import compare, cutting, engines, program, rfcs
from uri_abnf import grammar as grammars
from uri_abnf.cutting import dfa, tables
from uri_abnf.cutting import micropython as for_micropython
from uri_abnf.cutting.strip import shorten_docstrings, without_docs
from uri_abnf.cutting.templates import grammar_rules
from uri_abnf.cutting.templates import micropython as template
from uri_abnf.cutting.tree_shaker import statements

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


@pytest.fixture(params=["re", "regex"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine's name; where `regex` is missing, its tests are skipped and say so."""
    name: str = request.param
    if name == "regex":
        pytest.importorskip("regex")
    return name


@pytest.fixture
def regex() -> Any:
    return pytest.importorskip("regex")


def grammar(name: str) -> ua.Grammar:
    found: ua.Grammar = getattr(ua, name)
    return found


@functools.cache
def extended(abnf: str) -> ua.Grammar:
    """RFC 3986 with rules of one's own."""
    return ua.RFC3986.extend(abnf)


def accepts(g: ua.Grammar, rule: str, text: str, engine: str) -> bool:
    return g.compile(rule, engine=engine).fullmatch(text) is not None


# ---- 1. The grammars: valid and invalid texts for every rule ------------------------------------
RULES_6874: list[Rule] = [
    Rule("IP-literal", "RFC 6874 2",
         ["[fe80::a%25en1]", "[::1]", "[v1.a]", "[::1%25%41]", "[::%25~]"],
         ["[::1%en0]", "[::1%25]", "[%25en0]", "[::1%25a%]", "[::1%25a:b]", "[::1%25a!]",
          "[v1.a%25b]", "[1.2.3.4%25a]", "[::1%25a", "[]"]),
    Rule("ZoneID", "RFC 6874 2", ["en0", "1", "%41", "a-._~", "%25"],
         ["", "%", "%4", "!", ":", "/", "]", "a b", "\u00e9"]),
    Rule("IPv6addrz", "RFC 6874 2", ["::1%25a", "fe80::a%25en1", "::%25%25"],
         ["", "::1", "::1%a", "::1%25", "::1%25a:", "%25a", "1.2.3.4%25a"]),
    Rule("URI", "RFC 6874 2", ["http://[fe80::a%25en1]", "http://u@[fe80::%251]:80/"],
         ["http://[fe80::a%en1]", "http://[fe80::a%25]/", "http://fe80::a%25en1/"]),
]  # fmt: skip
# RFC 2732 on RFC 2396: its own rules, and those that have the brackets from them.
RULES_2732: list[Rule] = [
    Rule("host", "RFC 2732 3",
         ["a", "a.b.", "1.2.3.4", "999.0.00.1", "[::1]", "[1:2:3:4:5:6:7:8]", "[::192.9.5.5]"],
         ["", "1.2.3", "1234.1.1.1", "::1", "[]", "[::1", "::1]", "[1.2.3.4]", "[a]", "[v1.a]",
          "[::1]a", "[::1%25en0]"]),
    Rule("IPv6reference", "RFC 2732 3", ["[::]", "[::1]",
          "[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]", "[1080:0:0:0:8:800:200C:417A]",
          "[3ffe:2a00:100:7031::1]", "[1080::8:800:200C:417A]", "[::192.9.5.5]",
          "[::FFFF:129.144.52.38]", "[2010:836B:4179::836B:4179]", "[::999.1.1.1]"],
         ["", "[]", "::", "[:]", "[:::]", "[1:2:3:4:5:6:7:8:9]", "[::1234.1.1.1]", "[1.2.3.4]",
          "[::g]", "[::12345]", "[::1]:80", "[v1.a]"]),
    Rule("reserved", "RFC 2732 3", list(";/?:@&=+$,[]"),
         ["", "#", "!", "a", "%", "(", "*", "[]", "{", "|", "\\", "^", "`"]),
    Rule("IPv6address", "RFC 2732 2; 3.2.2",
         ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:999.1.1.1", "::ffff:1.2.3.4"],
         ["", ":", "1", "1::2::3", "1:2:3:4:5:6:7", "1.2.3.4", "::1.2.3", "::1.2.3.4:5", "[::]"]),
    Rule("h16", "3.2.2", ["0", "ffff", "00aF"], ["", "g", "00000", ":", "\uff11"]),
    Rule("ls32", "3.2.2", ["a:b", "0:ffff", "999.1.01.001"],
         ["", "a", "a:", "a:b:c", "1.2.3", "1000.1.1.1"]),
    Rule("IPv4address", "RFC 2732 3",
         ["1.2.3.4", "999.000.00.0", "256.1.1.1"],
         ["", "1.2.3", "1.2.3.4.5", "1234.1.1.1", "1.1.1.0001", "a.b.c.d", "1.2.3.4.", "\u0661.2.3.4"]),
    Rule("uric", "RFC 2732 3", ["a", "[", "]", "/", "%41"], ["", "#", "[]", "%", "^", "{", "|"]),
    Rule("query", "RFC 2732 3", ["", "[]", "a[0]=1", "?"], ["#", "%", "^", "{}", "|"]),
    Rule("authority", "RFC 2732 3", ["", "[::1]", "u@[::1]:80", "[::1]:", "a_b"],
         ["[", "]", "[::1", "[a]", "[::1]x", "[::1]:x", "u@u@[::1]", "[::1]@a"]),
    Rule("absoluteURI", "RFC 2732 3",
         ["http://[::1]/", "http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html",
          "http://[::FFFF:129.144.52.38]:80/i?a[]=b", "a:b[]", "a:b/["],
         ["", "http:", "a:[b", "http://[::1", "http://[::1%25a]/", "http://a/[", "[a]:b", "a:b]#"]),
    Rule("URI-reference", "RFC 2732 3",
         ["//[::1]/a?b[#c]", "http://[1080::8:800:200C:417A]/foo", "#[", ""],
         ["[", "a[", "/[::1]/", "//[:]/", "a:b#c#[", "?a"]),
]  # fmt: skip
TABLES = {"RFC3986": RULES_3986, "RFC3987": RULES_3987, "RFC2396": RULES_2396,
          "RFC6874": RULES_6874, "RFC2732": RULES_2732}  # fmt: skip
CASES = [(name, row) for name, table in TABLES.items() for row in table]
ROWS = [f"{name}-{row.name}" for name, row in CASES]
each_row = pytest.mark.parametrize("name, row", CASES, ids=ROWS)


def assert_row(matches: Callable[[str], object], row: Rule) -> None:
    """All valid texts of a row match, and no invalid ones. A failure names the rule and the texts."""
    assert (row.name, [t for t in row.valid if not matches(t)]) == (row.name, [])
    assert (row.name, [t for t in row.invalid if matches(t)]) == (row.name, [])


@each_row
def test_every_rule_has_its_valid_texts_and_no_invalid_ones(
    name: str, row: Rule, engine: str
) -> None:
    odd = ODD if name == "RFC3987" else CHAR  # there Kelvin and the like are letters
    matches = grammar(name).compile(row.name, engine=engine).fullmatch
    assert_row(matches, row)
    assert_row(partial(grammar(name).matches, row.name), row)
    ends = [t + end for t in [*row.valid, *row.invalid] for end in ("\n", "\r\n", "\r", "\0")]
    ends += [t[:i] + c + t[i:] for t in row.valid for i in (0, len(t) // 2, len(t)) for c in odd]
    assert [t for t in ends if matches(t)] == []


@pytest.mark.parametrize(
    "name, rule",
    [(name, row.name) for name, row in CASES if name in ("RFC3986", "RFC3987", "RFC2396")],
)
def test_the_librarys_rules_are_those_of_the_abnf(name: str, rule: str) -> None:
    """The hand and the compiler share no code. evidence/proof.py holds each to the RFC's text."""
    by_hand, compiled = getattr(ur, name), grammar(name)
    assert by_hand is not compiled and set(by_hand.rules) == set(compiled.rules)
    for text in compiled.examples(rule, 4) + compiled.examples(rule, 4, invalid=True):
        assert by_hand.matches(rule, text) == compiled.matches(rule, text), text
        assert by_hand.partial(rule, text) == compiled.partial(rule, text), text


def test_no_rule_lacks_a_row_and_the_rules_are_in_the_rfcs_order() -> None:
    names = {name: tuple(row.name for row in table) for name, table in TABLES.items()}
    assert ua.RFC3986.rules == names["RFC3986"]
    assert ua.RFC2396.rules == names["RFC2396"]
    assert set(ua.RFC3987.rules) == {*names["RFC3986"], *names["RFC3987"]}
    assert set(ua.RFC6874.rules) == {*names["RFC3986"], "ZoneID", "IPv6addrz"}
    assert set(ua.RFC2732.rules) == {*names["RFC2396"], *names["RFC2732"]}


@pytest.mark.parametrize("name", TABLES)
def test_a_shipped_grammar_has_each_rule_once_and_no_problem(name: str) -> None:
    assert len(set(grammar(name).rules)) == len(grammar(name).rules)
    assert not grammar(name).problems


@pytest.mark.parametrize("row", RULES_3986, ids=[row.name for row in RULES_3986])
@pytest.mark.parametrize("name", ["RFC3987", "RFC6874"])
def test_an_extended_grammar_keeps_every_rule_of_rfc_3986(name: str, row: Rule) -> None:
    now_valid = {"[::1%25a]", "http://[::1%25en0]"} if name == "RFC6874" else set()
    invalid = [t for t in row.invalid if t not in now_valid]
    assert_row(grammar(name).compile(row.name).fullmatch, row._replace(invalid=invalid))


@pytest.mark.parametrize("row", RULES_2396, ids=[row.name for row in RULES_2396])
def test_rfc_2732_keeps_every_rule_of_rfc_2396_but_for_brackets(row: Rule) -> None:
    now_invalid = {"999.0000.1.12345"}  # an IPv4address has up to three digits a part
    valid = [t for t in row.valid if t not in now_invalid]
    invalid = [t for t in row.invalid if not set(t) & set("[]")]
    kept = row._replace(valid=valid, invalid=invalid)
    assert_row(ua.RFC2732.compile(row.name).fullmatch, kept)


# ---- 2. Reading ABNF ----------------------------------------------------------------------------
ABNF: list[tuple[str, str, list[str], list[str], str]] = [  # text, rule, valid, invalid, section
    ('a = "x" "y"', "a", ["xy", "XY"], ["x", "y", "yx", "", "xyy", "x y"], "RFC 5234 3.1"),
    ('a = "x" / "y"', "a", ["x", "y"], ["", "xy", "z"], "RFC 5234 3.2"),
    ('a = "x" | "y"', "a", ["x", "y"], ["", "xy", "|"], "RFC 2396 1.6"),
    ('a = "x" "y" / "z" "w"', "a", ["xy", "zw"], ["xw", "xyw", "xzw", "zy"], "RFC 5234 3.10"),
    ('a = "x" ("y" / "z") "w"', "a", ["xyw", "xzw"], ["xy", "zw", "xw", "xyzw"], "RFC 5234 3.5"),
    ('a = ("x" / "xy") "z"', "a", ["xz", "xyz"], ["x", "xyyz", "yz"], "RFC 5234 3.5"),
    ('a = "x" ["y"] "z"', "a", ["xz", "xyz"], ["xyyz", "x", "z"], "RFC 5234 3.8"),
    ('a = [["x"] ["y"]]', "a", ["", "x", "y", "xy"], ["yx", "xx"], "RFC 5234 3.8"),
    ('a = *"x"', "a", ["", "x", "xxxx", "xX"], ["y", "xy"], "RFC 5234 3.6"),
    ('a = 1*"x"', "a", ["x", "xxx"], ["", "y"], "RFC 5234 3.6"),
    ('a = *4"x"', "a", ["", "x", "xxxx"], ["xxxxx", "y"], "RFC 5234 3.6"),
    ('a = 2"x"', "a", ["xx"], ["", "x", "xxx"], "RFC 5234 3.7"),
    ('a = 2*2"x"', "a", ["xx"], ["", "x", "xxx"], "RFC 5234 3.7"),
    ('a = 1*4"x"', "a", ["x", "xxxx"], ["", "xxxxx"], "RFC 5234 3.6"),
    ('a = 0*1"x"', "a", ["", "x"], ["xx"], "RFC 5234 3.6"),
    ('a = 0"x" "y"', "a", ["y"], ["xy", "", "x"], "RFC 5234 3.6"),
    ('a = *0"x"', "a", [""], ["x"], "RFC 5234 3.6"),
    ('a = 2("x" / "yz")', "a", ["xx", "xyz", "yzx", "yzyz"], ["x", "yz", "xxx"], "RFC 5234 3.6"),
    ('a = 2*3("x" [ "y" ])', "a", ["xx", "xyx", "xyxyxy"], ["x", "xy", "xxxx", "yx"],
     "RFC 5234 3.6"),
    ('a = *( *"x" )', "a", ["", "x", "xxx"], ["y", "xy"], "RFC 5234 3.6"),
    ('a = *( ["x"] ["y"] )', "a", ["", "yx", "xyxy"], ["z"], "RFC 5234 3.6"),
    ('a = 1*( *"x" "y" )', "a", ["y", "xxy", "yxy"], ["", "x", "yx"], "RFC 5234 3.6"),
    ('a = *"x" "x"', "a", ["x", "xxx"], ["", "y"], "RFC 5234 3.6"),  # a loop that gives back
    ('a = *("x" / "y") "x" "y"', "a", ["xy", "xxy", "xyxy"], ["x", "xyx"], "RFC 5234 3.6"),
    ('a = *( "x" "y" ) "x" "z"', "a", ["xz", "xyxz"], ["xy", "xyz"], "RFC 5234 3.6"),
    ('a = *"x" *"x" "x"', "a", ["x", "xx"], ["", "xy"], "RFC 5234 3.6"),
    ('a = b ["x"]\nb = *"x"', "a", ["", "xx"], ["y"], "RFC 5234 3.6"),  # the follow of b is in a
    ('a = b "x"\nb = *"x"', "a", ["x", "xx"], ["", "y"], "RFC 5234 3.6"),
    ('a = *1("x" / "xy") "y"', "a", ["y", "xy", "xyy"], ["x", "xyyy"], "RFC 5234 3.6"),
    ('a = *3("x" "," ) "x"', "a", ["x", "x,x", "x,x,x,x"], ["x,x,x,x,x", ",x", "x,"],
     "RFC 5234 3.6"),
    ('a = "aBc"', "a", ["abc", "ABC", "aBc", "AbC"], ["ab", "abcd"], "RFC 5234 2.3"),
    ('a = "k"', "a", ["k", "K"], ["\u212a"], "RFC 5234 2.3"),  # "US-ASCII"
    ('a = "ss"', "a", ["ss", "SS"], ["\u017fs", "\u00df"], "RFC 5234 2.3"),
    ('a = ""', "a", [""], ["a", '"'], "RFC 5234 4"),
    ('a = "" "x" ""', "a", ["x"], ["", "xx"], "RFC 5234 4"),
    ('a = "[.*+?^$|(){}#-]"', "a", ["[.*+?^$|(){}#-]"], ["[", "x", ""], "RFC 5234 4"),
    ('a = "\\"', "a", ["\\"], ["\\\\", ""], "RFC 5234 4"),
    ('a = "; no comment"', "a", ["; no comment"], ["", "; No Comment;"], "RFC 5234 4"),
    ("a = \"'\" / \"`\" / \" \"", "a", ["'", "`", " "], ["", '"'], "RFC 5234 4"),
    ('a = %s"aBc"', "a", ["aBc"], ["abc", "ABC", "Abc"], "RFC 7405 2.1"),
    ('a = %S"aBc"', "a", ["aBc"], ["abc", "ABC"], "RFC 7405 2.1"),
    ('a = %i"aBc"', "a", ["aBc", "abc", "ABC"], ["ab"], "RFC 7405 2.1"),
    ('a = %I"k"', "a", ["k", "K"], ["\u212a"], "RFC 7405 2.1"),
    ('a = %s""', "a", [""], ["s"], "RFC 7405 2.2"),
    ("a = %x41.42.43", "a", ["ABC"], ["abc", "A", "AB", "A.B.C"], "RFC 5234 2.3"),
    ("a = %x61", "a", ["a"], ["A", "", "%x61"], "RFC 5234 2.3"),
    ("a = %X6A", "a", ["j"], ["J"], "RFC 5234 2.3"),
    ("a = %x41-5A", "a", ["A", "M", "Z"], ["@", "[", "a", "", "AA", "-"], "RFC 5234 3.4"),
    ("a = %x41-41", "a", ["A"], ["B", "a"], "RFC 5234 3.4"),
    ("a = %d65", "a", ["A"], ["a", "B"], "RFC 5234 2.3"),
    ("a = %d13.10", "a", ["\r\n"], ["\n", "\r", "\n\r"], "RFC 5234 2.3"),
    ("a = %d48-57", "a", ["0", "9"], ["/", ":"], "RFC 5234 3.4"),
    ("a = %b1000001", "a", ["A"], ["a", "1000001"], "RFC 5234 2.3"),
    ("a = %b1000001.1000010", "a", ["AB"], ["A"], "RFC 5234 2.3"),
    ("a = %b110000-111001", "a", ["0", "9"], ["/", ":"], "RFC 5234 3.4"),
    ("a = %x0-10FFFF", "a", ["\0", "\n", "a", "\u212a", "\U0010ffff"], ["", "aa"], "RFC 5234 2.4"),
    ("a = %x1F600", "a", ["\U0001f600"], ["\u1f60", ""], "RFC 5234 2.3"),
    ("a = %x00000000041", "a", ["A"], ["a"], "RFC 5234 2.3"),
    ("a = %x2D / %x5B-5E", "a", ["-", "[", "\\", "]", "^"], ["_", "Z", ",", "."], "RFC 5234 3.4"),
    ('a = "x"\na =/ "y"\na =/ "z"', "a", ["x", "y", "z"], ["", "xy"], "RFC 5234 3.3"),
    ('a = "x" "y"\na =/ "z"', "a", ["xy", "z"], ["xz", "x"], "RFC 5234 3.3"),
    ('a = b "."\nb = "x"\nb =/ "y"', "a", ["x.", "y."], ["."], "RFC 5234 3.3"),  # for its users too
    ('; first\na = "x" ; "z"\n   ; between\n / "y" ; last', "a", ["x", "y"], ["z"], "RFC 5234 3.9"),
    ('a = "x"\n\n\nb = "y"\n\n', "b", ["y"], ["x"], "RFC 5234 4"),
    ('a = "x"\n    "y"\n\t"z"', "a", ["xyz"], ["x"], "RFC 5234 2.2"),
    ('a = "x"\r\n  "y"\r\nb = a', "b", ["xy"], ["x"], "RFC 5234 2.2"),
    ('a\n  =\n  "x"', "a", ["x"], [""], "RFC 5234 4"),
    ('   a = b\n   b = "x"\n     "y"\n', "a", ["xy"], ["x"], "RFC 5234 2.2"),  # a margin
    ('a="x"/"y"', "a", ["x", "y"], ["xy"], "RFC 5234 4"),
    ('a = ( "x" /\n "y" )', "a", ["x", "y"], [""], "RFC 5234 4"),
    ('a = B\nb = "x"', "A", ["x"], ["b"], "RFC 5234 2.1"),  # names are case-insensitive
    ('a-1 = "x"\nb = A-1', "b", ["x"], ["a-1"], "RFC 5234 2.1"),
    ('a_b = "x" | c_d\nc_d = "y"', "a_b", ["x", "y"], ["c_d"], "RFC 2396 A"),
    ('a = 0<pchar>', "a", [""], ["a", "p", "<pchar>"], "3.3"),
    ('a = 0<no rule at all> "x"', "a", ["x"], [""], "3.3"),
    ("a = ALPHA", "a", [* "AZaz"], ["", "0", "@", "[", "`", "{", "\u212a", "\u00e9", "_"],
     "RFC 5234 B.1"),
    ("a = BIT", "a", ["0", "1"], ["2", "", "01"], "RFC 5234 B.1"),
    ("a = CHAR", "a", ["\x01", "a", "\x7f"], ["\0", "\x80", ""], "RFC 5234 B.1"),
    ("a = CR", "a", ["\r"], ["\n", ""], "RFC 5234 B.1"),
    ("a = CRLF", "a", ["\r\n"], ["\n", "\r", "\n\r"], "RFC 5234 B.1"),
    ("a = CTL", "a", ["\0", "\x1f", "\x7f"], [" ", "a", "\x80"], "RFC 5234 B.1"),
    ("a = DIGIT", "a", [*"09"], ["a", "", "\u0661", "\uff11", "\u00b2", "/", ":"], "RFC 5234 B.1"),
    ("a = DQUOTE", "a", ['"'], ["'", ""], "RFC 5234 B.1"),
    ("a = HEXDIG", "a", [*"09afAF"], ["g", "G", "", "\uff21", "\u0661", "@", "`"], "RFC 5234 B.1"),
    ("a = HTAB", "a", ["\t"], [" ", ""], "RFC 5234 B.1"),
    ("a = LF", "a", ["\n"], ["\r", "", "\n\n"], "RFC 5234 B.1"),
    ("a = LWSP", "a", ["", " ", "\t", "\r\n ", " \r\n\t "], ["\r\n", "\n ", " \r\n"],
     "RFC 5234 B.1"),
    ("a = OCTET", "a", ["\0", "a", "\xff"], ["\u0100", ""], "RFC 5234 B.1"),
    ("a = SP", "a", [" "], ["\t", "\u00a0", ""], "RFC 5234 B.1"),
    ("a = VCHAR", "a", ["!", "a", "~"], [" ", "\x7f", "\u00e9", ""], "RFC 5234 B.1"),
    ("a = WSP", "a", [" ", "\t"], ["\n", "\r", "\u00a0", ""], "RFC 5234 B.1"),
    ("a = alpha hexdig", "a", ["gf", "GF"], ["fg", "0f"], "RFC 5234 2.1"),
    ('alpha = "x"\na = alpha', "a", ["x"], ["y"], "RFC 2396 1.6"),  # a core rule, redefined
]  # fmt: skip
NOT_ABNF: list[tuple[str, str, str]] = [                # text, what the message names, section
    ("", "", "RFC 5234 4"),                              # a rulelist is 1*rule
    ("\n\n ; nothing\n", "", "RFC 5234 4"),
    ("hello", "line 1", "RFC 5234 4"),
    ('a = "x"\nhello world\nb = "y"', "line 2", "RFC 5234 4"),
    ('a = "x', "line 1", "RFC 5234 4"),
    ('b = "y"\na = "x\n', "line 2", "RFC 5234 4"),
    ('a = "x\ny"', "line 1", "RFC 5234 4"),              # char-val holds no line end
    ('b = "y"\n\n; c\na = ("x"\n', "line", "RFC 5234 3.5"),
    ('a = "x")', "line 1", "RFC 5234 3.5"),
    ('a = ["x"', "line 1", "RFC 5234 3.8"),
    ('a = "x"]', "line 1", "RFC 5234 3.8"),
    ('a = ("x"]', "line 1", "RFC 5234 3.8"),
    ('a = ()', "line 1", "RFC 5234 4"),
    ('a = []', "line 1", "RFC 5234 4"),
    ("a =", "line 1", "RFC 5234 4"),
    ('a = "x" /', "line 1", "RFC 5234 4"),
    ('a = / "x"', "line 1", "RFC 5234 4"),
    ('a = "x" / / "y"', "line 1", "RFC 5234 4"),
    ('= "x"', "line 1", "RFC 5234 4"),
    ('1a = "x"', "line 1", "RFC 5234 2.1"),              # a rulename starts with ALPHA
    ('a = "x" 3*', "line 1", "RFC 5234 3.6"),
    ('b = "y"\na = 3*2"x"', "line 2", "RFC 5234 3.6"),
    ('a = "x" ! "y"', "line 1", "RFC 5234 4"),
    ('a = \'x\'', "line 1", "RFC 5234 4"),
    ("a = %x5A-41", "line 1", "RFC 5234 3.4"),
    ("a = %x110000", "line 1", "RFC 5234 2.4"),
    ("a = %x41-110000", "line 1", "RFC 5234 2.4"),
    ("a = %d1114112", "line 1", "RFC 5234 2.4"),
    ("a = %x" + "F" * 5000, "line 1", "RFC 5234 2.4"),   # past int()'s own limit of digits as well
    ("a = %d" + "9" * 5000, "line 1", "RFC 5234 2.4"),
    ("a = %xG", "line 1", "RFC 5234 2.3"),
    ("a = %x", "line 1", "RFC 5234 2.3"),
    ("a = %b2", "line 1", "RFC 5234 2.3"),
    ("a = %dA", "line 1", "RFC 5234 2.3"),
    ("a = %x41.", "line 1", "RFC 5234 2.3"),
    ("a = %x41-", "line 1", "RFC 5234 2.3"),
    ("a = %x41-42-43", "line 1", "RFC 5234 3.4"),
    ("a = %q41", "line 1", "RFC 5234 2.3"),
    ("a = %", "line 1", "RFC 5234 2.3"),
    ('a = "\u00e9"', "line 1", "RFC 5234 4"),            # char-val is %x20-7E; %xE9 says it
    ("a = <any character but this>", "line 1", "RFC 5234 4"),
    ("a = 1*<text>", "line 1", "RFC 5234 4"),
    ("a = 0<pchar", "line 1", "RFC 5234 4"),
    ("a = nowhere", "nowhere", "RFC 5234 4"),
    ('a = "x"\nb = a / not-there', "not-there", "RFC 5234 4"),
    ("selfish = selfish", "selfish", "recursion"),       # a recursive rule is no regular expression
    ('loop = "x" [ loop ]', "loop", "recursion"),
    ('loop = *( "(" loop ")" )', "loop", "recursion"),
    ('ring1 = ring2\nring2 = ring3\nring3 = "x" / ring1', "ring", "recursion"),
    ('start = "x"\nping1 = "a" [ping2]\nping2 = "b" [ping1]', "ping", "recursion"),
    ('twice = "x"\nb = "y"\ntwice = "z"', "twice", "RFC 5234 3.3"),  # "=/" was meant
    ('same = "x"\nSAME = "z"', "same", "RFC 5234 2.1"),
    ('a = "x"\nnew =/ "y"', "new", "RFC 5234 3.3"),      # "=/" adds to a rule that there is
    ("\0", "line 1", "RFC 5234 4"),
    ("a = \0", "line 1", "RFC 5234 4"),
    ("a = \udc80", "line 1", "RFC 5234 4"),
]  # fmt: skip


@pytest.mark.parametrize("abnf, rule, valid, invalid, section", ABNF)
def test_abnf_means_what_the_rfc_says(
    abnf: str, rule: str, valid: list[str], invalid: list[str], section: str, engine: str
) -> None:
    g = ua.Grammar(abnf)
    portable = re.compile(g.pattern(rule))
    for text in (*valid, *invalid):
        is_valid = text in valid
        assert accepts(g, rule, text, engine) == g.matches(rule, text) == is_valid, text
        assert (portable.fullmatch(text) is not None) == is_valid, text


@pytest.mark.parametrize("abnf, named, section", NOT_ABNF)
def test_abnf_that_cannot_be_read_is_a_grammar_error(abnf: str, named: str, section: str) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        ua.Grammar(abnf)
    message = str(caught.value)
    assert re.search(rf"(?i)(?<![\w-]){re.escape(named)}", message)
    assert len(message.splitlines()) == 1
    message.encode()  # printable anywhere
    assert len(message) < 1000


PROBLEMS: list[tuple[str, list[tuple[int, str | None, str]], str]] = [
    # text, all that is wrong with it: line, rule and what its message names; section
    ('a = b\nc = d\n"e"', [(1, "a", "b"), (2, "c", "d"), (3, None, '"e"')], "RFC 5234 4"),
    ("a = OWS", [(1, "a", "OWS")], "RFC 5234 2.1"),      # names stand as they were written
    ("a = b c\n    d", [(1, "a", "b"), (1, "a", "c"), (2, "a", "d")], "RFC 5234 4"),
    ("a = b b\nB = a", [(1, "a", "a > B > a")], "recursion"),
    ("a = b\nb = [a] [c]\nc = *b", [(1, "a", "a > b > a"), (2, "b", "b > c > b")], "recursion"),
    ('a = b\nb = "x', [(2, "b", "closed")], "RFC 5234 4"),    # that a refers to b is not wrong
    ('a = "x\nb = (\nc = ]', [(1, "a", "string"), (2, "b", "early"), (3, "c", "]")], "RFC 5234 4"),
    ('a = "x"\na = "y"\na = "x"', [(2, "a", "twice")], "RFC 5234 3.3"),
    ('a = "x"\nA =/ "y"\nb =/ "z"', [(3, "b", "defined")], "RFC 5234 3.3"),
    ("a = <two words>\nb = 1*<c>", [(1, "a", "two words"), (2, "b", "refers to c")], "RFC 5234 4"),
    ("a = 70000DIGIT\nb = 2*1a", [(1, "a", "65535"), (2, "b", "2*1")], "RFC 5234 3.6"),
    ('a = 9999("x" 9999"y")\nb = "x"\nc = a', [(1, "a", "too large")], "size"),
    ('a = "x"\n\nTwo lines\nof prose.\n\nMore of it.\n\nb = "y"',
     [(3, None, "Two lines"), (6, None, "More of it.")], "RFC 5234 4"),
    ('a\n  ; c\n  = "x"\n  !\nb = "y" b', [(4, "a", "!"), (5, "b", "b > b")], "RFC 5234 4"),
    ("   a = b\n      c\n   d\n     e = f", [(1, "a", "b"), (2, "a", "c"), (3, None, "d"),
     (4, "e", "f")], "RFC 5234 2.2"),
    ("x = ( \"x\"\n\n\n", [(1, "x", "early")], "RFC 5234 4"),
    ("", [(1, None, "no rule")], "RFC 5234 4"),
]  # fmt: skip


@pytest.mark.parametrize("abnf, problems, section", PROBLEMS)
def test_all_that_is_wrong_is_told_at_once(
    abnf: str, problems: list[tuple[int, str | None, str]], section: str
) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        ua.Grammar(abnf)
    told = caught.value.problems
    assert [(problem.line, problem.rule) for problem in told] == [row[:2] for row in problems]
    assert [p.message for p, row in zip(told, problems) if row[2] not in p.message] == []
    assert (caught.value.line, caught.value.message) == (told[0].line, told[0].message)
    place = f"line {told[0].line}, column {told[0].column}"
    assert str(caught.value).startswith(f"{place}: {told[0].message}")
    lines = abnf.split("\n")
    assert all(1 <= p.column <= len(lines[p.line - 1]) + 1 for p in told if p.line and p.column)
    assert set(told) <= set(ua.Grammar(abnf, strict=False).problems)


@pytest.mark.parametrize("rules, shown", [
    ("r0 r1 r2 r3 r4 r5 r6 r7 r8", "r0 > r1 > r2 > "), ("b a", "b > a > b$"),
    ("r0 r1 r2 r3 r4 r5 r6 r7 r8 r9", "r0 > … > r2 > "),
])  # fmt: skip
def test_the_last_rules_of_a_long_cycle_are_shown(rules: str, shown: str) -> None:
    first, *others = rules.split()
    abnf = "".join([f"{a} = {b}\n" for a, b in zip([first, *others], [*others, first])])
    with pytest.raises(ua.GrammarError, match=f"{first} is recursive: {shown}"):
        ua.Grammar(abnf)


LENIENT: list[tuple[str, str, str, str]] = [             # text, the rules that work, that do not; why
    ('a = b\nc = "x"\nd = c a', "c", "a d", "undefined"),
    ('a = "(" *a ")"\nb = a\nc = "x"', "c", "a b", "recursive"),
    ('a = [b]\nb = [c]\nc = [a] d\nd = "x"', "d", "a b c", "recursive"),
    ('a = <as you like it>\nb = "x" / a\nc = "x"', "c", "a b", "prose"),
    ('a = 9999("x" 9999"y")\nb = *a\nc = "x"', "c", "a b", "too large"),
    ('a = *70000"x"\nb = *a\nc = "x"', "c", "a b", "a repeat beyond the limit"),
    ('a = "x\nb = a\nc = "x"', "c", "a b", "unreadable"),
    ('a = "x"\nb = "y"\na =/ (\nc = a', "b", "a c", "unreadable: a lacks an alternative"),
    ('a =/ "x"\nb = a\nc = "y"', "c", "a b", "nothing to add to"),
    ('ALPHA = <any letter>\na = ALPHA\nb = DIGIT', "b", "ALPHA a", "a core rule, redefined"),
    ('a = "x"\nSome prose.\nb = "y"', "a b", "", "prose between the rules"),
    ('scheme = "x"\n  scheme = $2\nb = scheme', "scheme b", "", "RFC 3986 Appendix B has such lines"),
    ('a = #b\nb = "x"\na = b *( "," b )', "b a", "", "RFC 9110 has the like: lists, spelled out later"),
    ('a = "x"\nb = a\na = "y"', "a b", "", "twice: the first stands"),
    ("a = <b>\nb = <c>\nc = DIGIT", "a b c", "", "names in brackets, RFC 5234 2.1"),
    ("Nothing at all.", "", "", "no rule"),
    ("", "", "", "no text"),
]  # fmt: skip


@pytest.mark.parametrize("abnf, rules, left, why", LENIENT)
def test_with_strict_false_the_rest_works(abnf: str, rules: str, left: str, why: str) -> None:
    g = ua.Grammar(abnf, strict=False)
    assert sorted(g.rules) == sorted(rules.split())
    for rule in g.rules:
        assert isinstance(g.matches(rule, "x"), bool) and g.pattern(rule)
    told = {problem.rule: problem.message for problem in g.problems}
    assert set(told) >= set(left.split())
    for rule in left.split():
        for ask in (g.pattern, g.compile, g.proven):
            with pytest.raises(ua.GrammarError) as caught:
                ask(rule)
            assert told[rule] in str(caught.value)  # it says why
    with pytest.raises(ua.GrammarError, match="there is no rule"):
        g.pattern("no-such-rule")


def test_a_grammar_may_have_no_rule_that_works() -> None:
    names = "ALPHA BIT CHAR CR CRLF CTL DIGIT DQUOTE HEXDIG HTAB LF LWSP OCTET SP VCHAR WSP".split()
    none = ua.Grammar("\n".join(f"{name} = <x y>" for name in names), strict=False)
    assert none.rules == () and len(none.problems) == len(names)
    assert none.extend('LF = "x"').rules == ("LF",)


def test_a_grammar_that_leaves_nothing_out_has_no_problems() -> None:
    assert ua.RFC3986.problems == ua.Grammar('a = "x"', strict=False).problems == ()


# RFC 5322 3.2.2, 3.2.3 and 4.1, abridged: comments in comments.
MAIL = """
atom     = [CFWS] 1*atext [CFWS]
CFWS     = (1*([FWS] comment) [FWS]) / FWS
comment  = "(" *([FWS] ccontent) [FWS] ")"
ccontent = ctext / comment
ctext    = %d33-39 / %d42-91 / %d93-126
FWS      = [*WSP CRLF] 1*WSP
atext    = ALPHA / DIGIT / "!" / "#"
"""


def test_an_extension_brings_what_was_left_out_to_life() -> None:
    mail = ua.Grammar(MAIL, strict=False)
    assert mail.rules == ("ctext", "FWS", "atext")
    assert mail.problems[0][:2] == (4, "comment") or mail.problems[0][:2] == (5, "ccontent")
    flat = mail.extend('comment = "(" *([FWS] ctext) [FWS] ")"')
    assert flat.problems == () and "atom" in flat.rules and mail.rules == ("ctext", "FWS", "atext")
    assert flat.matches("atom", " (a b)a1 ") and not flat.matches("atom", "((a))a")


def test_what_is_missing_may_come_over_several_extensions() -> None:
    g = ua.Grammar('a = b c d\ne = a\nf = <prose of f>\nh = f "x"', strict=False)
    for abnf, rules in (('b = "1"', "b"), ('c = "2"', "b c"), ('d = "3"', "a e b c d")):
        g = g.extend(abnf)  # strict about its own text alone
        assert sorted(g.rules) == sorted(rules.split())
    assert g.matches("e", "123")
    assert {problem.rule: problem.line for problem in g.problems} == {"f": None, "h": None}
    done = g.extend("f = DIGIT")
    assert done.problems == () and done.matches("h", "1X") and done.rules[-1] == "f"


OVER_LENIENT: list[tuple[str, list[tuple[int | None, str]], str]] = [   # text, its own problems, why
    ("c = a", [(1, "c")], "a is still left out"),
    ("c = d", [(1, "c")], "d cannot be read"),
    ("c = e\nb = [a]", [(2, "b")], "b, which a lacked, makes it recursive"),
    ("e = c\nc = e", [(2, "c")], "a rule of the base that worked is recursive now"),
    ('d =/ "x"', [(1, "d")], "there is nothing to add to"),
    ("e = <whatever>", [(1, "e")], "the text says what cannot be read, whatever the base said"),
]  # fmt: skip


@pytest.mark.parametrize("abnf, problems, why", OVER_LENIENT)
def test_an_extension_is_strict_about_its_own_text(
    abnf: str, problems: list[tuple[int | None, str]], why: str
) -> None:
    base = ua.Grammar('a = b\nd = (\ne = "x"', strict=False)
    with pytest.raises(ua.GrammarError) as caught:
        base.extend(abnf)
    told = [(problem.line, problem.rule) for problem in caught.value.problems]
    assert len(told) == len(problems) and {line for line, _ in told} <= {1, 2}
    lenient = base.extend(abnf, strict=False)
    assert set(told) <= {(problem.line, problem.rule) for problem in lenient.problems}
    assert base.extend('f = e "y"').matches("f", "xy")  # what the base leaves out is not in its way


# RFC 9110 Appendix A, in part: rules of RFC 3986 as prose, and a header field called Host.
HTTP_9110 = """
Host          = uri-host [ ":" port ]
URI-reference = <URI-reference, see [URI], Section 4.1>
authority     = <authority, see [URI], Section 3.2>
port          = <port, see [URI], Section 3.2.3>
uri-host      = <host, see [URI], Section 3.2.2>
at            = "@" <Authority>
http-URI      = "http://" authority path-abempty [ "?" query ]
path-abempty  = <path-abempty , see [URI], Section 3.3>
"""
AS_IN_BASE: list[tuple[str, list[str], list[str]]] = [   # rule, valid, invalid
    ("uri-host", ["", "a", "[::1]", "1.2.3.4"], ["a:80", "a:1:2", "a@b"]),
    ("Host", ["", "a", "a:80", "a:", "[::1]:80"], ["a:1:2", "u@a"]),
    ("authority", ["a:80", "u@a:80", "u:p@[::1]:"], ["a:1:2", "u@a:1:2"]),
    ("at", ["@u@a:80"], ["u@a", "@a:1:2"]),
    ("port", ["", "80"], ["x", ":80"]),
    ("http-URI", ["http://a:80/b?c", "HTTP://u@a"], ["http://a:1:2/", "http://a/b#c"]),
    ("URI-reference", ["", "//a:80", "x://u@a:1/b?c#d", "a/b"], ["//a:1:2", "x://a:1:2/"]),
]  # fmt: skip


@pytest.mark.parametrize("rule, valid, invalid", AS_IN_BASE)
def test_prose_that_names_a_rule_of_the_base_is_that_rule_as_the_base_has_it(
    rule: str, valid: list[str], invalid: list[str], engine: str
) -> None:
    g = extended(HTTP_9110)  # strict
    for text in (*valid, *invalid):
        assert g.matches(rule, text) == accepts(g, rule, text, engine) == (text in valid), text
    # In what the text does not take from the base, the base's rules see the new Host, as ever.
    assert not g.matches("URI", "x://a:1:2/")
    other = extended('Host = uri-host [ ":" port ]\nuri-host = <host>')
    assert other.matches("URI", "x://a:1:2/")


def test_the_captures_of_prose_have_the_names_that_mean_the_same() -> None:
    g = ua.RFC3986.extend(HTTP_9110)
    captures = g.captures("http-URI", "http://u@a:80/b?c")
    assert captures["port"] == ["80"] and captures["userinfo"] == ["u"]
    assert captures["authority"] == ["u@a:80"] and captures["path-abempty"] == ["/b"]
    assert "Host" not in captures and "host" not in captures  # here host is another rule


@pytest.mark.parametrize(
    "prose", ["path of the file", "no-such-rule, see [URI]", "host see", "host,x"]
)
def test_other_prose_is_prose(prose: str) -> None:
    if prose == "host,x":  # before a comma: a rule
        assert ua.RFC3986.extend(f"a = <{prose}>").matches("a", "[::1]")
        return
    with pytest.raises(ua.GrammarError, match="prose is no rule"):
        ua.RFC3986.extend(f"a = <{prose}>")
    with pytest.raises(ua.GrammarError, match="prose is no rule"):
        ua.Grammar("a = <host, see [URI]>")  # of no base


def paged(abnf: str) -> str:
    """A text as an RFC prints it: indented, and with a new page every ten lines."""
    lines = ["   " + line if line else "" for line in abnf.split("\n")]
    foot = "\n\nBerners-Lee, et al.         Standards Track                    [Page 49]\n\f\n"
    head = "RFC 3986                   URI Generic Syntax               January 2005\n\n\n"
    pages = ["\n".join(lines[i : i + 10]) for i in range(0, len(lines), 10)]
    return (foot + head).join(pages)


@pytest.mark.parametrize("name", ["ABNF_3986", "ABNF_3987", "ABNF_2396", "ABNF_2732"])
@pytest.mark.parametrize(("end", "bom"), [("\n", "\ufeff"), ("\r\n", "")])
def test_a_text_is_read_as_an_rfc_prints_it(name: str, end: str, bom: str) -> None:
    abnf = getattr(rfcs, name)
    base = {"ABNF_3987": ua.RFC3986, "ABNF_2732": ua.RFC2396}.get(name)
    plain = grammar(name.replace("ABNF_", "RFC"))
    printed = ua.Grammar(bom + paged(abnf).replace("\n", end), base)
    assert printed.rules == plain.rules
    assert [r for r in plain.rules if plain.pattern(r) != printed.pattern(r)] == []


NO_PAGES: list[tuple[str, int, str]] = [                 # text, line of the problem, why
    ('a = "x\fy"', 1, "a form feed within a line"),
    ('a = "x"\nRFC 3986 says so.\n', 2, "a sentence"),
    ('a = "x"\nSee [Page 3] below.\n', 2, "a sentence"),
    ('a = "x" ; [Page 3]\n  (\n', 2, "a comment that ends as a page does"),
    ('a = "x"\n\ufeffb = "y"\n', 2, "a byte order mark that is not the first character"),
    ('a = "x"\n\x0b\n', 2, "a vertical tab"),
]  # fmt: skip


@pytest.mark.parametrize("abnf, line, why", NO_PAGES)
def test_nothing_else_is_read_over(abnf: str, line: int, why: str) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        ua.Grammar(abnf)
    assert [problem.line for problem in caught.value.problems] == [line]


LEFT_OUT = ua.Grammar(MAIL, strict=False)
EXTENDED = LEFT_OUT.extend("ccontent = ctext\nx = <y z>", strict=False)


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("g", [LEFT_OUT, EXTENDED, ua.RFC2732])
def test_what_is_lenient_can_be_copied(g: Any, copied: Callable[[Any], Any]) -> None:
    again = copied(g)
    assert (again.rules, again.problems) == (g.rules, g.problems)


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize(
    "call", [lambda: ua.Grammar(MAIL + "x = y"), lambda: LEFT_OUT.pattern("atom")]
)
def test_what_is_wrong_can_be_copied(call: Any, copied: Callable[[Any], Any]) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        call()
    error, again = caught.value, copied(caught.value)
    assert (again.message, again.line) == (error.message, error.line)
    assert again.problems == error.problems and str(again) == str(error)


def test_the_error_of_an_extension_counts_the_extensions_lines() -> None:
    with pytest.raises(ua.GrammarError, match=r"line 2\b"):
        ua.RFC3986.extend('x = "x"\ny = (')


TREES: list[tuple[str, str]] = [                                      # what it is, the text
    ("groups in groups", 'a = ' + "(" * 15_000 + '"x"' + ")" * 15_000),
    ("options in options", 'a = ' + "[" * 15_000 + '"x"' + "]" * 15_000),
    ("stars in stars", 'a = ' + "*(" * 15_000 + '"x"' + ")" * 15_000),
    ("groups left open", 'a = ' + "(" * 15_000),
    ("options left open", 'a = "x" ' + "[" * 15_000),
    ("groups never opened", 'a = "x"' + ")" * 15_000),
    ("branches in branches", 'a = ' + '( "x" / ' * 1_500 + '"x"' + ")" * 1_500),
    ("a long alternation", 'a = "x"' + ' / "xy"' * 1_500),
    ("a row of options", "a = " + " ".join(f"[ %x{n:X} ]" for n in range(0x100, 0x900, 2))),
    ("a long concatenation", 'a = "x"' + ' ["y"]' * 1_500),
    ("a chain of rules",
     "\n".join(f"a{i} = a{i + 1}" for i in range(2_000)) + '\na2000 = "x"\na = a0'),
    ("a chain upwards", 'a0 = "x"\n' + "\n".join(f"a{i} = a{i - 1}" for i in range(1,
     2_000)) + "\na = a1999"),
    ("groups in a chain", "a = a0\n" + "\n".join(
        f"a{i} = " + '*( "x" ' * 9 + f"a{i + 1}" + " )" * 9 for i in range(95)) + '\na95 = "y"'),
    ("a ring of rules", "\n".join(f"a{i} = [a{(i + 1) % 2_000}]" for i in range(2_000))),
    ("doubling", 'a0 = "x"\n' + "\n".join(f"a{i} = a{i - 1} a{i - 1}" for i in range(1,
     61)) + "\na = a60"),
    ("doubling apart", 'a0 = "x"\n' + "\n".join(f'a{i} = a{i - 1} "y" a{i - 1}' for i in range(1,
     61)) + "\na = a60"),
    ("doubling choices",
     'a0 = "x"\n' + "\n".join(f'a{i} = [ "y" a{i - 1} ] a{i - 1}' for i in range(1,
     61)) + "\na = a60"),
    ("a repeat of repeats", "a = " + "9(" * 60 + '"x"' + ")" * 60),
    ("a great repeat", 'a = 1000000000000*2000000000000"x"'),
    ("a repeat past int()", "a = " + "9" * 5000 + '"x"'),
    ("one line of bars", "a = " + "/" * 15_000),
    ("one line of equals", "a " + "=" * 15_000),
    ("one line of quotes", "a = " + '"' * 14_999),
    ("one line of percents", "a = " + "%" * 15_000),
    ("one line of stars", "a = " + "*" * 15_000 + '"x"'),
    ("a long name", "a = " + "b" * 15_000),
    ("many lines", "a = \n" * 1_500),
    ("many comments", 'a = "x"' + ";\n" * 15_000),
    ("many problems", "\n".join(f"a{i} = b{i}" for i in range(1_500))),
    ("many problems of a rule", "a = " + " ".join(f"b{i}" for i in range(1_500))),
    ("many unreadable", "\n".join(f"a{i} = (" for i in range(1_500))),
    ("many sentences", "A sentence.\n\n" * 1_500),
    ("many in reach of a problem", "\n".join(f"a{i} = a{i + 1}" for i in range(1_500))),
    ("many circles", "\n".join(f"a{i} = [a{i + 1}] [a0]" for i in range(2_000)) + "\na2000 = a0"),
    ("many circles in a rule", "\n".join(f"a{i} = a{i + 1}" for i in range(2_000)) + "\na2000 = "
     + " ".join(f"[a{i}]" for i in range(2_000))),
    ("a long name in many problems", "b" * 15_000 + " = " + " ".join(f"c{i}" for i in range(2_000))),
    ("much prose", "a = " + "<as it is> " * 1_500),
    ("many definitions of a rule", 'a = "x"\n' + "\n".join(f'a = "{i}"' for i in range(1_500))),
    ("many pages", 'a = "x"\n' + "A.   [Page 1]\n\f\nRFC 1   A   May 1999\n" * 2_000),
    ("almost a page", "RFC 1  " + " 1999" * 1_500 + "="),
    ("a long string", 'a = "' + "x" * 10_000 + '"'),
]  # fmt: skip


@pytest.mark.parametrize("abnf", [t for _, t in TREES], ids=[n for n, _ in TREES])
def test_no_grammar_hangs_the_reader_or_exhausts_the_stack(abnf: str) -> None:
    try:  # both answers are good: it works, or a GrammarError says why not
        g = ua.Grammar(abnf)
        g.compile("a")
        verdict = g.matches("a", "x")
    except ua.GrammarError as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 1000
    else:
        assert isinstance(verdict, bool)
        for bad in ("\n", "x\n"):
            with pytest.raises(ur.URIError):
                g.validate("a", bad)


def test_loops_in_loops_do_not_grow_without_end() -> None:
    text = '"k"'
    for i in range(28):
        text = f'1*( {text} "{chr(97 + i % 20)}" / "{i % 10}" )'
    g = ua.Grammar(f"a = {text}")
    assert len(g.pattern("a")) < 1_000 and not g.matches("a", "zzz") and g.matches("a", "7")
    with pytest.raises(ur.URIError):
        g.validate("a", "kz")


def test_large_grammars_do_not_take_long() -> None:
    """Each took 10 s or 2 GB, pairs of alternatives being compared."""
    every = [f"%x{n:X}" for n in range(0x100, 0x2000, 2)]
    assert len(ua.Grammar(f"a = {' / '.join(every)}").pattern("a")) > 3_000
    loops = " / ".join(f'*"x{i}"' for i in range(2_000))
    assert ua.Grammar(f"a = {loops}").pattern("a")
    tail = '"' + "y" * 10_000 + '"'
    assert ua.Grammar(f'a = "p" {tail} / "qq" {tail}').pattern("a")
    two = ua.Grammar("a = " + " / ".join(f'{c} "z"' for c in every[:2_000]))
    with pytest.raises(ur.URIError):
        two.validate("a", "!")


LONG_ABNF: list[tuple[str, str]] = [   # text of 100,000 characters or so, most of it nothing
    ("\n" * 50_000, "empty lines alone"),
    ('a = "x"\n' + "\n" * 50_000, "empty lines behind a rule"),
    ('a = "x"' + " " * 50_000, "trailing spaces"),
    ("a" + " " * 50_000 + '= "x"', "spaces before the ="),
    ("a" + " \n" * 25_000 + ' = "x"', "lines before the ="),
    ("a =" + " ;\n" * 16_000 + ' "x"', "comments in a rule"),
    ('a = "x"\n' + ";\n" * 25_000, "comments behind a rule"),
]  # fmt: skip


@pytest.mark.parametrize(("abnf", "why"), LONG_ABNF, ids=[row[1] for row in LONG_ABNF])
def test_reading_takes_at_most_100_bytes_a_character(abnf: str, why: str) -> None:
    tracemalloc.start()
    try:
        with contextlib.suppress(ua.GrammarError):  # of empty lines alone
            assert ua.Grammar(abnf).rules == ("a",)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 * len(abnf)


def test_deep_but_finite_grammars_work() -> None:
    chain = "\n".join(f"a{i} = a{i + 1}" for i in range(50)) + '\na50 = "x"'
    assert ua.Grammar(chain).matches("a0", "x")
    assert ua.Grammar("a = " + "(" * 30 + '"x"' + ")" * 30).matches("a", "x")  # the most
    assert ua.Grammar("a = " + "[" * 25 + '"x"' + "]" * 25).matches("a", "")


# ---- 3. Grammar: rules, extend, compile, pattern ------------------------------------------------


def test_the_rules_are_the_names_as_written_in_order() -> None:
    g = ua.Grammar('b-C = "x"\nA_1 = b-c\nb-c =/ "y"')
    assert g.rules == ("b-C", "A_1")
    assert isinstance(g.rules, tuple)


@pytest.mark.parametrize(
    "rule", ["URI", "URI-reference", "absolute-URI", "hier-part", "authority", "host"]
)
def test_extend_changes_every_rule_that_refers_to_the_redefined_one(engine: str, rule: str) -> None:
    g = ua.RFC3986.extend("host = IPv4address")
    texts = {"URI": "a://b", "URI-reference": "//b", "absolute-URI": "a://b"}
    text = texts.get(rule, {"hier-part": "//b"}.get(rule, "b"))
    assert accepts(ua.RFC3986, rule, text, engine)  # the base is as it was
    assert not accepts(g, rule, text, engine)
    assert accepts(g, rule, text.replace("b", "1.2.3.4"), engine)
    assert g.rules == ua.RFC3986.rules


def test_extend_adds_rules_and_leaves_the_base_alone(engine: str) -> None:
    before = ua.RFC3986.rules
    g = ua.RFC3986.extend('http-URI = "http" "://" authority path-abempty [ "?" query ]')
    assert g.rules == (*before, "http-URI") and ua.RFC3986.rules == before
    assert accepts(g, "http-URI", "HTTP://a/b?c", engine)
    with pytest.raises(ua.GrammarError, match="http-URI"):
        ua.RFC3986.compile("http-URI", engine=engine)


def test_an_incremental_alternative_adds_to_the_rule_of_the_base(engine: str) -> None:
    base = ua.Grammar('a = b "."\nb = "x"')
    more = base.extend('b =/ "y"')
    assert accepts(more, "a", "x.", engine) and accepts(more, "a", "y.", engine)
    assert not accepts(base, "a", "y.", engine)


@pytest.mark.parametrize("extended", [
    lambda base, abnf: ua.Grammar(abnf, base=base), lambda base, abnf: base.extend(abnf),
], ids=["Grammar", "extend"])  # fmt: skip
def test_a_grammar_with_a_base_is_the_base_extended(
    engine: str, extended: Callable[[Any, str], Any]
) -> None:
    base = ua.Grammar('a = b b\nb = "x"')
    g = extended(base, 'c = a\nb = "y"')
    assert g.rules == ("a", "b", "c")
    assert accepts(g, "c", "yy", engine) and not accepts(g, "c", "xx", engine)
    assert accepts(base, "a", "xx", engine)


def test_extensions_of_extensions_stack(engine: str) -> None:
    g = ua.Grammar('a = "x"').extend('b = a "y"').extend('a = "z"').extend("c = b a")
    assert accepts(g, "c", "zyz", engine) and not accepts(g, "c", "xyx", engine)


@pytest.mark.parametrize("text, is_valid", [("1", True), ("2", True), ("80", False), ("", False)])
def test_extend_adds_alternatives_to_the_new_rule_and_not_to_the_base(
    text: str, is_valid: bool
) -> None:
    """RFC 5234 3.3: "=/" goes on with the rule of the same text."""
    own = ua.RFC3986.extend('port = "1"\nport =/ "2"')
    assert own.matches("port", text) == own.matches("URI", f"http://a:{text}/") == is_valid


def test_extend_can_make_a_core_rule_its_own(engine: str) -> None:
    g = ua.RFC3986.extend("DIGIT = %x30-31")
    assert accepts(g, "port", "01", engine) and not accepts(g, "port", "2", engine)
    assert accepts(ua.RFC3986, "port", "2", engine)


def test_a_redefinition_that_recurses_through_the_base_is_an_error() -> None:
    with pytest.raises(ua.GrammarError, match=r"(?i)segment|pchar|path"):
        ua.RFC3986.extend('pchar = "x" [ path ]')


CAPTURES: list[tuple[str, str, tuple[str, ...], str, dict[str, str | None]]] = [
    ("RFC3986", "URI", ("scheme", "host", "port"), "http://h:1/p", {"scheme": "http", "host": "h",
     "port": "1"}),
    ("RFC3986", "URI", ("userinfo", "query", "fragment"), "a://h?q", {"userinfo": None,
     "query": "q", "fragment": None}),
    ("RFC3986", "URI", ("scheme", "authority", "path-abempty", "path-absolute", "path-rootless",
     "path-empty"), "a://h/p", {"scheme": "a", "authority": "h", "path_abempty": "/p",
     "path_absolute": None, "path_rootless": None, "path_empty": None}),
    ("RFC3986", "URI", ("path-rootless",), "urn:a:b", {"path_rootless": "a:b"}),
    ("RFC3986", "host", ("IP-literal", "reg-name"), "1.2.3.4.5", {"IP_literal": None,
     "reg_name": "1.2.3.4.5"}),
    ("RFC3986", "host", ("IP-literal", "reg-name"), "[::1]", {"IP_literal": "[::1]",
     "reg_name": None}),
    ("RFC3986", "IPv4address", ("dec-octet",), "1.20.255.0", {"dec_octet": "1",
     "dec_octet_2": "20", "dec_octet_3": "255", "dec_octet_4": "0"}),
    ("RFC3986", "URI-reference", ("host",), "a://x", {"host": "x", "host_2": None}),
    ("RFC3986", "URI-reference", ("host",), "//x", {"host": None, "host_2": "x"}),
    ("RFC3986", "authority", ("host", "port"), ":", {"host": "", "port": ""}),
    ("RFC3986", "authority", ("authority",), "h", {"authority": "h"}),
    ("RFC3986", "path-abempty", ("segment",), "/a/b", {"segment": "b"}),  # the last, as in re
    ("RFC2396", "absoluteURI", ("hier_part", "opaque_part"), "mailto:a@b", {"hier_part": None,
     "opaque_part": "a@b"}),
]  # fmt: skip


@pytest.mark.parametrize("name, rule, capture, text, groups", CAPTURES)
def test_compile_captures_the_rules_it_is_asked_for(
    name: str, rule: str, capture: tuple[str, ...], text: str, groups: dict[str, Any], engine: str
) -> None:
    match = grammar(name).compile(rule, capture=capture, engine=engine).fullmatch(text)
    assert match is not None
    assert match.groupdict() == groups


@each_row
def test_captures_change_no_verdict(name: str, row: Rule) -> None:
    pattern = grammar(name).compile(row.name, capture=(row.name,))
    assert_row(pattern.fullmatch, row)
    group = re.sub("[^A-Za-z0-9]", "_", row.name)
    for text in row.valid:
        match = pattern.fullmatch(text)
        assert match and match[group] == text, text


def test_a_compiled_pattern_is_kept(engine: str) -> None:
    compiled = ua.RFC3986.compile("URI", engine=engine)
    assert ua.RFC3986.compile("URI", engine=engine) is compiled
    captured = ua.RFC3986.compile("URI", capture=("host",), engine=engine)
    assert ua.RFC3986.compile("URI", capture=("host",), engine=engine) is captured
    assert captured is not compiled


def test_compile_without_captures_has_no_groups(engine: str) -> None:
    for rule in ua.RFC3986.rules:
        assert ua.RFC3986.compile(rule, engine=engine).groups == 0


CHARACTER_CLASS = re.compile(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]")


@each_row
def test_a_portable_pattern_uses_only_what_every_engine_has(name: str, row: Rule) -> None:
    assert_portable(grammar(name).pattern(row.name))


def assert_portable(pattern: str) -> None:
    # JavaScript's u and v take an escape of these alone; no other engine minds
    assert re.findall(r"\\[^][\\^$.*+?(){}|/-]", pattern) == []
    for c in CHARACTER_CLASS.findall(pattern):
        bare = re.sub(r"\\.", "x", c)
        assert not bare.startswith("^")
        assert re.findall(r"[][(){}/|]", bare) == []  # v has each of them escaped in a class
        assert re.findall(r"^-|-$|--", bare) == []  # and "-" where it makes no range
        assert re.findall(r"([!#$%&*+,.:;<=>?@^`~])\1", bare) == []  # a doubled one is an operator
    rest = re.sub(r"\\[][\\^$.*+?(){}|/]", "x", CHARACTER_CLASS.sub("x", pattern))
    assert re.findall(r"[]\\$^.[]", rest) == []  # no anchor, no dot, no \d \w \b
    assert re.findall(r"\((?!\?:)", rest) == []  # no group that captures, looks or sets a flag
    assert re.findall(r"[*+?}][*+?]", rest.replace("(?:", "(:")) == []  # none lazy, none possessive


@each_row
def test_a_portable_pattern_gives_the_same_verdicts(name: str, row: Rule, engine: str) -> None:
    module = re if engine == "re" else pytest.importorskip("regex")
    assert_row(module.compile(rf"\A(?:{grammar(name).pattern(row.name)})\Z").match, row)


def test_classes_merge_and_are_written_in_code_point_order() -> None:
    assert "[!$&-.0-;=A-Z_a-z~]" in ua.RFC3986.pattern("userinfo")  # unreserved, sub-delims, ":"
    assert ua.RFC3986.pattern("sub-delims") == "[!$&-,;=]"
    assert ua.RFC3986.pattern("h16") == "[0-9A-Fa-f]{1,4}"
    assert ua.Grammar("a = HEXDIG").pattern("a") == "[0-9A-Fa-f]"


def test_pattern_is_a_str_without_anchors() -> None:
    pattern = ua.RFC3986.pattern("scheme")
    assert isinstance(pattern, str)
    found = re.search(pattern, "-- http --")
    assert found and found[0] == "http"


LOOPS: list[tuple[str, str, str]] = [
    # two loops that are one, as the portable pattern writes them; or not, where it could be noticed
    ('*"a" *( "b" *"a" )', "ab", "[ABab]*"),
    ('1*"a" *( "b" *"a" )', "ab", "[Aa][ABab]*"),
    ('*"a" [ "b" *( "a" / "b" ) ]', "ab", "[ABab]*"),
    ('*"a" *"a" *( "b" *"a" )', "aab", "[ABab]*"),
    ('p p *( "/" p )\np = *( ALPHA / DIGIT )', "a/", "[\\/0-9A-Za-z]*"),
    ('1*"a" 1*"a" [ "b" *( "a" / "b" ) ]', "aab", "[Aa]{2,}(?:[Bb][ABab]*)?"),
    ('*( "ab" / "a" ) *( "/" *( "ab" / "a" ) ) t\nt = *"b"', "ab",
     "(?:[Aa]|[Aa][Bb])*(?:/(?:[Aa]|[Aa][Bb])*)*[Bb]*"),
    ('*( "ab" / "a" ) [ "c" *( "a" / "c" / "ab" ) ] t\nt = *"b"', "ab",
     "(?:[Aa]|[Aa][Bb])*(?:[Cc](?:[ACac]|[Aa][Bb])*)?[Bb]*"),
    ('*( "a" *"ab" ) t\nt = *"b"', "aab", "(?:[Aa](?:[Aa][Bb])*)*[Bb]*"),
]  # fmt: skip


@pytest.mark.parametrize(("abnf", "text", "pattern"), LOOPS, ids=[row[0] for row in LOOPS])
def test_loops_are_one_where_no_capture_can_tell(
    abnf: str, text: str, pattern: str, engine: str
) -> None:
    grammar = ua.Grammar("r = " + abnf)
    assert grammar.pattern("r") == pattern
    assert grammar.proven("r") == ("t = " not in abnf)
    kept = [rule for rule in grammar.rules if rule != "r"]
    found = grammar.compile("r", capture=kept, engine=engine).fullmatch(text)
    assert found and {k: v for k, v in found.groupdict().items() if k in kept} == {
        rule: grammar.captures("r", text)[rule][0] for rule in kept
    }


@pytest.mark.parametrize("name", ["RFC3986", "RFC3987", "RFC6874"])
def test_every_rule_of_the_standards_is_proven(name: str) -> None:
    assert [rule for rule in grammar(name).rules if not grammar(name).proven(rule)] == []


def test_hostnames_are_not_proven() -> None:
    """RFC 2396 3.2.2: where a label is the last one, no next character tells."""
    assert [rule for rule in ua.RFC2396.rules if not ua.RFC2396.proven(rule)] == [
        "server", "hostport", "host", "hostname", "domainlabel", "toplabel",
    ]  # fmt: skip


def test_what_is_not_proven_is_read_in_linear_time_all_the_same(regex: Any) -> None:
    """These would take a backtracking match longer than anyone waits."""
    g = ua.Grammar('a = *( "a" / "aa" / *"%" ) "b"\nc = 12( *2"a" ) *"a" *"c"')
    assert not g.proven("a") and not g.proven("c")
    d = ua.Grammar('d = 9( 9( 9( 9( [ "a" ] "a" / "a" "a" ) ) ) )')
    assert not d.proven("d")  # more ways than a float can tell
    assert not g.matches("a", "a" * 5_000 + "%") and g.partial("a", "a" * 5_000) == "incomplete"
    assert g.captures("a", "a" * 50 + "b") == {"a": ["a" * 50 + "b"]}
    assert ua.RFC2396.partial("hostname", "a-" * 20_000 + "%") == "invalid"


def test_an_alternative_may_be_added_any_number_of_times() -> None:
    g = ua.Grammar('x = "a"\n' + "".join(f"x =/ %x{n:X}\n" for n in range(0x4E00, 0x5800)))
    assert g.matches("x", "A") and g.matches("x", "\u57ff") and not g.matches("x", "\u5800")
    assert ua.Grammar('a = "x"\nb = "y"\na =/ "z"').rules == ("a", "b")
    assert ua.Grammar('ALPHA =/ "_"\na = ALPHA').rules == ("ALPHA", "a")
    with pytest.raises(ua.GrammarError, match=r"^line 2, column 1: a is too large"):
        ua.Grammar('a = "x"').extend('b = "y"\na =/ 60000( "xy" )\nc = "z"')


def test_numbered_groups_keep_clear_of_rules_that_are_called_so(engine: str) -> None:
    g = ua.Grammar('x = a a a-2\na = "a"\na-2 = "b"')
    match = g.compile("x", ["a", "a-2"], engine=engine).fullmatch("aab")
    assert match is not None and match.groupdict() == {"a": "a", "a_2_": "a", "a_2": "b"}


# Loops whose body has a branch that can be empty, and another one behind it; and more ways on than are
# compared.
_WAYS = " / ".join(f'%x{0x1000 + 2 * i:X} [ {i + 1}"z" ]' for i in range(300))
EMPTY_EARLY: list[tuple[str, str, list[str], list[str]]] = [
    ('r = *( "," v )\nv = *"a" / "b"', "r", [",b", ",,b,aa", ",a,b", ""], ["b", ",ab", ",bb"]),
    ('r = *( "," ( *"a" / "b" ) )', "r", [",b", ",,b,aa"], [",ab", ",bb"]),
    ('r = *( "," ( "cd" / *"a" / "be" ) )', "r", [",be", ",,be,aa"], [",abe", ",b"]),
    ('r = 1*( "," v )\nv = [ "a" ] / "b"\n', "r", [",b,a,"], ["", ",ab"]),
    ('r = *( "," *( ";" ( *"a" / "b" / *"c" ) ) )', "r", [",;b;c", ",;;c,;b"], [",;bc"]),
    ('r = *( "<" ( "" / "a" ) ">" )', "r", ["<>", "<a><>"], ["<aa>"]),
    ("param = name *( \";\" value )\nname = 1*ALPHA\nvalue = *SAFE / DQUOTE *SAFE DQUOTE\n"
     "SAFE = ALPHA / DIGIT", "param", ['a;""', 'a;b;"c"', "a;"], ['a;"', 'a;b"c"']),  # RFC 5545
    (f'r = *( {_WAYS} ) %x1200 "q"', "r", ["\u1200q", "\u1000\u1200q"], ["\u1200", "\u1002q"]),
]  # fmt: skip


@pytest.mark.parametrize(("abnf", "rule", "valid", "invalid"), EMPTY_EARLY)
def test_a_loop_is_possessive_only_where_that_is_exact(
    abnf: str, rule: str, valid: list[str], invalid: list[str], engine: str, regex: Any
) -> None:
    g = ua.Grammar(abnf)
    java = g.pattern(rule, "java").replace(r"\z", r"\Z")
    texts = g.pattern(rule, "possessive"), g.pattern(rule, "regex"), java
    for pattern in (g.compile(rule, engine=engine), *map(regex.compile, texts)):
        assert [text for text in valid if not pattern.fullmatch(text)] == []
        assert [text for text in invalid if pattern.fullmatch(text)] == []
    assert [set(g.captures(rule, text)[rule]) for text in valid] == [{text} for text in valid]
    assert {g.partial(rule, text) for text in valid} == {"valid"}


# template, text, what its groups have (None: it does not match), why
COMPOSED: list[tuple[str, str, dict[str, str | None] | None, str]] = [
    (r"(?P<method>[A-Z]+) (?P<target>(?&URI-reference)) HTTP/[0-9.]+", "GET /a?b HTTP/1.1",
     {"method": "GET", "target": "/a?b"}, "a request line"),
    ("https?://(?P<host>(?&host))/", "http://example.com/", {"host": "example.com"}, "3.2.2"),
    ("https?://(?&host)/", "http://[::1]/", {}, "an alternation between two literals"),
    ("(?&host)|(?&port)x", "80x", {}, "in an alternation of the template"),
    ("(?&dec-octet){2}", "2525", {}, "a repeat of all of it, not of its end"),
    ("(?&dec-octet){2}", "25555", {}, "255 55"),
    ("(?&h16)?:", ":", {}, "an optional rule is optional as a whole"),
    ("(?:(?&h16))?:", "abcd:", {}, "in a group that stands there already"),
    ("(?&port)?x", "80x", {}, "a loop is not made lazy"),
    ("(?&DIGIT)+", "123", {}, "one class takes a quantifier as it is"),
    ("(?&path-empty)*x", "x", {}, "a repeat of what is empty"),
    ("(?P<a>x)(?&IPv4address)(?P=a)", "x1.2.3.4x", {"a": "x"}, "rules add no groups"),
    (r"\(?&port\)", "(&port)", {}, "what is escaped stays"),
    ("[(?&port)]+", "(?&port)", {}, "what is in a class stays"),
    ("[^]](?&port)", "x1", {}, "a class that begins with its bracket"),
    (r"[\]](?&port)", "]1", {}, "and with an escaped one"),
    ("(?#(?&port)x", "x", {}, "what is in a comment stays"),
    ("(?x) (?&SP) [#] (?&DIGIT)", " #1", {}, "white space of a rule is kept in (?x)"),
    ("(?x) x (?&dec-octet) {2}", "x2525", {}, "a quantifier behind white space"),
    ("(?x) (?&pct-encoded) # (?&port)\n + x", "%41%42x", {}, "and behind a comment"),
    ("(?&pct-encoded)(?#two){2}", "%41%42", {}, "of either kind"),
    ("(?x) x # [ \n (?&port)", "x80", {}, "a bracket in a comment opens no class"),
    ("x#(?&port)", "x#80", {}, "a comment is one with (?x) alone"),
    ("(?&HOST)", "a", {}, "names match in either case"),
    ("(?&host)", "a/b", None, "nothing is added"),
    ("", "", {}, "an empty template"),
]  # fmt: skip
APART: list[tuple[str, str, str, str]] = [   # a rule, a template, a text it matches, one it does not
    ('"12"', r"(x)\1(?&a)", "xx12", "x\n"),
    ('"1"', r"\0(?&a)", "\x001", "\x01"),
    ('"1"', r"\x41(?&a)", "A1", "\u0411"),
    ('"2"', "x{1(?&a)}", "x{12}", "x" * 12),
    ('","', "x{1(?&a)}", "x{1,}", "xx"),
    ('"}"', "x{2(?&a)", "x{2}", "xx"),
    ('""', "x{2(?&a)}", "x{2}", "xx"),
    ('""', r"(x)\1(?&a)0", "xx0", "x\x08"),
    ('"12"', "((?&a))", "12", "1"),
    ('"12"', "a|(?&a)", "12", "2"),
]  # fmt: skip


@pytest.mark.parametrize("name", ["portable", "possessive", "re"])
@pytest.mark.parametrize("abnf, template, text, other", APART)
def test_a_rule_is_read_as_itself_whatever_a_template_has_before_it(
    abnf: str, template: str, text: str, other: str, name: str
) -> None:
    pattern = re.compile(ua.Grammar("a = " + abnf).compose(template, name), re.DOTALL)
    assert pattern.fullmatch(text) and not pattern.fullmatch(other)


@pytest.mark.parametrize("template", [r"\x4(?&a)", r"\u00e(?&a)", "(?P=n(?&a)", "(?(?&a)x)"])
def test_what_a_template_leaves_open_a_rule_does_not_close(template: str) -> None:
    with pytest.raises(re.error):
        re.compile("(?P<n>x)" + ua.Grammar('a = "1)"').compose(template))


def test_compose_says_which_engines_have_possessive_loops() -> None:
    told = (ua.Grammar.compose.__doc__ or "").split("possessive loops: ")[1].split(" re.")[0]
    rows = ua.ENGINES.values()
    possessive = {x.name for x in rows if x.style.possessive and not x.style.rigid_alone}
    assert set(re.findall("[a-z]+", told)) - {"and", "partly"} == possessive


@pytest.mark.parametrize("name", ["portable", "possessive", "re", "regex"])
@pytest.mark.parametrize("template, text, groups, why", COMPOSED)
def test_compose_writes_rules_into_a_pattern(
    template: str, text: str, groups: dict[str, str | None] | None, why: str, name: str
) -> None:
    module = re if name == "portable" else pytest.importorskip("regex")
    match = module.compile(ua.RFC3986.compose(template, name)).fullmatch(text)
    assert (match and match.groupdict()) == groups


@pytest.mark.parametrize(
    ("template", "named"),
    [("x(?&no-such)", "offset 1.*no-such"), ("(?&)", "offset 0"), ("(?&a b)", "offset 0.*'a b'"),
     ("(?&port)(?&Port-)", "offset 8.*'Port-'")],
)  # fmt: skip
def test_an_unknown_rule_of_a_template_is_named_with_its_offset(template: str, named: str) -> None:
    with pytest.raises(ua.GrammarError, match=named):
        ua.RFC3986.compose(template)


TEMPLATES = [  # each reads the same but for its rule, and in linear time
    ("[" * 50_000 + "\\", "[" * 50_000 + "\\"),
    ("(?&port)" + "# " * 20_000, "(?:[0-9]*)" + "# " * 20_000),
    ("(?x)(?&port)" + "#*" * 20_000 + "\n{2}", "(?x)(?:[0-9]*)" + "#*" * 20_000 + "\n{2}"),
    ("(?&port)#" * 5_000 + "\n*", "(?:[0-9]*)#" * 5_000 + "\n*"),
    ("(?&port)(?#c) (?#c) *", "(?:[0-9]*)(?#c) (?#c) *"),
    ("(?x)(?&port) x # (?&no-rule)\n [#](?&port)", "(?x)[0-9]* x # (?&no-rule)\n [#][0-9]*"),
]  # fmt: skip


@pytest.mark.parametrize("template, composed", TEMPLATES, ids=range(len(TEMPLATES)))
def test_a_rule_that_a_comment_stands_behind_is_grouped(template: str, composed: str) -> None:
    assert ua.RFC3986.compose(template) == composed


def test_a_text_in_the_place_of_a_rule_is_not_kept() -> None:
    assert not [name for g in ua.GRAMMARS.values() for name in g.rules if len(name) >= 30]
    tracemalloc.start()
    try:
        for i in range(9):
            with pytest.raises(ua.GrammarError, match="swapped"):
                ua.RFC3986.matches(f"http://{i}/" + "a" * 1_000_000, "URI")
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_core_rules_are_not_listed_even_if_two_threads_have_read_them_at_once() -> None:
    own = ua.Grammar("a = DIGIT")
    grammars._core.cache_clear()  # as if another thread had won
    assert own.rules == ("a",)
    assert ua.Grammar('ALPHA = %x41-5A / %x61-7A\na = DIGIT\nBIT    = "0" / "1"').rules == (
        "ALPHA", "a", "BIT",
    )  # fmt: skip


def test_compose_refuses_what_pattern_refuses() -> None:
    with pytest.raises(ValueError, match="unknown engine 'pcre9'"):
        ua.RFC3986.compose("(?&port)", "pcre9")
    with pytest.raises(ValueError, match=r"nginx takes characters up to U\+007F, but the template"):
        ua.RFC3987.compose("x(?&IRI)", "nginx")
    with pytest.raises(ValueError, match="go allows at most 1,000 repetitions"):
        ua.Grammar('a = 1001"x"').compose("(?&a)", "go")
    with pytest.raises(TypeError, match="template must be str, not bytes"):
        ua.RFC3986.compose(b"(?&port)")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", [["re"], None, {"re"}])
@pytest.mark.parametrize("call", [ua.RFC3986.pattern, ua.RFC3986.compose])
def test_an_engine_of_a_wrong_type_is_a_type_error_that_names_it(engine: Any, call: Any) -> None:
    with pytest.raises(TypeError, match="engine must be str, not"):
        call("port", engine)
    with pytest.raises(TypeError, match="engine must be str, not"):
        ua.RFC3986.compile("port", engine=engine)


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("name", ["RFC2396", "RFC2732", "RFC3986", "RFC3987", "RFC6874"])
def test_a_copy_of_a_shipped_grammar_is_the_grammar_itself(
    name: str, copied: Callable[[Any], Any]
) -> None:
    assert copied(getattr(ua, name)) is getattr(ua, name)
    with pytest.raises(ur.URIError, match="a space is not allowed here; write %20"):
        copied(ua.RFC3987).validate("IRI", "http://a/b c")


@pytest.mark.parametrize("version, is_possessive", [((3, 11, 4), False), ((3, 11, 5), True)])
def test_loops_for_re_are_possessive_from_the_first_right_python_on(
    version: tuple[int, ...], is_possessive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    assert engines.style_for_re(has_captures=False).possessive is is_possessive


# Neither of the two brackets is in a rule of the standards, but for gen-delims and what has them.
@pytest.mark.parametrize(
    "name",
    ["portable", "re", "posix"],  # the others are like these, anchored
)
@pytest.mark.parametrize("before, behind", [("ab|<", ">|cd"), ("(", "){2}")])
def test_every_rule_is_safe_between_two_literals(before: str, behind: str, name: str) -> None:
    possessive = name == "possessive" or (name == "re" and sys.version_info < (3, 11))
    module = pytest.importorskip("regex") if possessive else re
    twice = behind == "){2}"
    wrong = []
    for g, row in CASES:
        if g == "RFC3987" and row.name != "IRI-reference":
            continue  # they differ in characters, and take long to compile
        if name == "posix" and not grammar(g).pattern(row.name).isascii():
            continue
        text = grammar(g).compose(f"(?&{row.name})", name)
        matches = module.compile(before + text + behind, module.DOTALL).fullmatch
        if twice and name == "portable":  # in others, nothing is given back to the second one
            wrong += [valid for valid in row.valid if not matches(valid * 2)]
        elif not twice:
            first = row.valid[0] or "?"
            there = [before[-1] + valid + behind[0] for valid in row.valid]
            wrong += [valid for valid in there if not matches(valid)]
            wrong += [half for half in (before[-1] + first, first + behind[0]) if matches(half)]
    assert wrong == []


# engine, rule, the text to paste, why
ENGINE_TEXTS: list[tuple[str, str, str, str]] = [
    ("python", "port", r"\A[0-9]*\Z", "$ lets a final newline in"),
    ("sqlite", "port", r"\A[0-9]*\Z", "Python's REGEXP function"),
    ("duckdb", "port", "^[0-9]*$", "RE2's $ is exact"),
    ("polars", "port", "^[0-9]*$", "so is Rust's"),
    ("postgresql", "port", "^[0-9]*$", "so is PostgreSQL's"),
    ("javascript", "port", "^[0-9]*$", "so is JavaScript's without m"),
    ("json-schema", "port", "^[0-9]*$", "not anchored by itself"),
    ("html", "port", "[0-9]*", "anchors itself"),
    ("xsd", "port", "[0-9]*", "anchors itself"),
    ("jq", "port", r"\A[0-9]*+\z", "$ lets a final newline in"),
    ("mariadb", "port", r"(?-i)\A[0-9]*+\z", "a collation may leave case out; k is KELVIN SIGN"),
    ("rust", "gen-delims", r"^[#/:?@\[\]]$", "before 1.8 it has no escape of /"),
    ("java", "port", r"\A[0-9]*+\z", "possessive, or its stack overflows"),
    ("spark", "port", r"\A[0-9]*+\z", "on Java"),
    ("perl", "port", r"\A[0-9]*+\z", "$ lets a final newline in"),
    ("ruby", "port", r"\A[0-9]*+\z", "^ and $ are those of lines"),
    ("dotnet", "port", r"\A[0-9]*\z", "$ lets a final newline in"),
    ("posix", "gen-delims", "^[]#/:?@[]$", 'POSIX: "]" first, and no backslash'),
    ("posix", "unreserved", "^[.0-9A-Z_a-z~-]$", 'POSIX: "-" last'),
    ("posix", "h16", "^[0-9A-Fa-f]{1,4}$", "POSIX ERE has no (?:"),
    ("xsd", "gen-delims", r"[#/:?@\[\]]", "XSD has no escape for /"),
    ("mysql", "sub-delims", r"(?-i)\A[!$\&'-,;=]\z", "ICU reads $&-, as $-,"),
    ("javascript", "gen-delims", r"^[#\/:?@\[\]]$", "the v flag reserves / in a class"),
]  # fmt: skip


@pytest.mark.parametrize("name, rule, text, why", ENGINE_TEXTS)
def test_an_engines_pattern_is_anchored_and_written_as_it_reads(
    name: str, rule: str, text: str, why: str
) -> None:
    assert ua.RFC3986.pattern(rule, name) == text


def posix_characters(bracket: str) -> set[str]:
    """What a POSIX bracket expression lists (XBD 9.3.5): a backslash is itself, "]" goes first."""
    inner, found = bracket[1:-1], set()
    assert inner[:1] != "^" and "]" not in inner[1:], bracket
    i = 0
    while i < len(inner):
        if inner[i + 1 : i + 2] == "-" and i + 2 < len(inner):
            assert inner[i] <= inner[i + 2], bracket
            found |= set(map(chr, range(ord(inner[i]), ord(inner[i + 2]) + 1)))
            i += 3
        else:
            found.add(inner[i])
            i += 1
    return found


@pytest.mark.parametrize(
    "chars",
    ["^-", "]^", "]-", "]^-", "a^", "a-", "a]", "a]^-", "]^_", "+,-", "-./", "\\x", "\\^", "\\]",
     "\\^-", "[\\]", "XYZ[\\", "\\]^_`a", "(){}|", "".join(map(chr, range(33, 127)))],
)  # fmt: skip
def test_posix_classes_hold_just_their_characters(chars: str) -> None:
    ranges = " / ".join(f"%x{ord(c):02X}" for c in chars)
    text = ua.Grammar(f"a = {ranges}").pattern("a", "posix")
    assert posix_characters(text[1:-1]) == set(chars), text


@pytest.mark.parametrize(
    ("abnf", "name", "text"),
    [  # .NET reads [+-\-] as [+\-], libxml2 [\[-\]] as [\[\-\]]
        ("%x2B-2D", "dotnet", r"\A[+,\-]\z"),
        ("%x29-2D", "dotnet", r"\A[\)*-,\-]\z"),
        ("%x5B-5D", "xsd", r"[\[\\\]]"),
        ("%x58-5E", "xsd", r"[X-Z\[\\\]\^]"),
        ("%x21-7E", "portable", "[!-~]"),
        ("%x5A-5C", "gawk", r"^[Z[\\]$"),
    ],
)
def test_a_range_neither_begins_nor_ends_with_an_escape(abnf: str, name: str, text: str) -> None:
    assert ua.Grammar(f"a = {abnf}").pattern("a", name) == text


# ABNF of a, an engine, the most repetitions that it takes
MOST_REPEATS: list[tuple[str, str, str]] = [
    *[('1001"x"', name, "1,000") for name in (
        "re2", "go", "duckdb", "bigquery", "clickhouse", "pyarrow")],
    ('256"x"', "postgresql", "255"),
    ('33000"x"', "posix", "32,767"),
    ('65535"x"', "perl", "65,534"),
    ('50( "x" 50( "y" ) )', "go", "1,000"),  # RE2 and Go multiply
]  # fmt: skip


@pytest.mark.parametrize("abnf, name, most", MOST_REPEATS)
def test_what_an_engine_cannot_repeat_is_refused(abnf: str, name: str, most: str) -> None:
    with pytest.raises(ValueError, match=f"{name} allows at most {most} rep"):
        ua.Grammar("a = " + abnf).pattern("a", name)
    assert ua.Grammar(f'a = {most.replace(",", "")}"x"').pattern("a", name)


@pytest.mark.parametrize("name, last", [("posix", "007F"), ("dotnet", "FFFF")])  # UTF-16 code units
def test_characters_that_an_engine_cannot_take_are_refused(name: str, last: str) -> None:
    with pytest.raises(ValueError, match=rf"{name} takes .* up to U\+{last}, but IRI has more"):
        ua.RFC3987.pattern("IRI", name)


def test_braces_and_alternatives_are_no_repeats() -> None:
    assert ua.Grammar('a = "{300}"').pattern("a", "postgresql")  # braces, and no repeat
    assert ua.Grammar('a = 50( "x" 50( "y" ) )').pattern("a", "postgresql")


def test_patterns_are_as_short_as_promised() -> None:
    assert len(ua.RFC3986.pattern("URI")) <= 1260
    assert len(ua.RFC3986.pattern("URI-reference")) <= 2400


RENDERED: list[tuple[str, str, str, str]] = [   # what makes patterns fast, as they are written
    ('*( "a" / "bc" )', "portable", "[Aa]*(?:[Bb][Cc][Aa]*)*", "a star is unrolled"),
    ('1*( "a" / "bc" )', "portable", "(?:[Aa]|[Bb][Cc])[Aa]*(?:[Bb][Cc][Aa]*)*", "a plus, too"),
    ('*( "a" / "bc" )', "re", "[Aa]*+(?:[Bb][Cc][Aa]*+)*+", "loops are possessive in re"),
    ('*( "a" / "bc" )', "java", r"\A[Aa]*+(?:[Bb][Cc][Aa]*+)*+\z", "and in other engines"),
    ('*"a" "a"', "re", "[Aa]*[Aa]", "but not where one has to be given back"),
    ('*( "ab" *"cd" )', "re", "(?:[Aa][Bb](?:[Cc][Dd])*+)*", "re gets no loop in a possessive loop"),
    ('*( "ab" *"cd" )', "java", r"\A(?:[Aa][Bb](?:[Cc][Dd])*+)*+\z", "other engines do"),
    ('"a" / "b" / "-"', "portable", "[\\-ABab]", "one class for all that is one character"),
    ('"ab" / *( "a" / "b" / "c" )', "portable", "[A-Ca-c]*", "what a loop covers is left out"),
    ('"xq-ab" / "yr-ab"', "portable", "(?:[Xx][Qq]|[Yy][Rr])-[Aa][Bb]", "a common tail stands once"),
    ('1*"1" "b" / 1*"3" "b"', "portable", "(?:1+[Bb]|3+[Bb])", "but not where it is no shorter"),
    ('ALPHA DIGIT ALPHA DIGIT', "portable", "(?:[A-Za-z][0-9]){2}", "repeats are folded"),
    ('2*3( 1*"a" )', "portable", "[Aa]{2,}", "a loop in a repeat is a loop"),
]  # fmt: skip


@pytest.mark.parametrize(("abnf", "name", "pattern", "why"), RENDERED)
def test_what_makes_patterns_fast_is_in_them(abnf: str, name: str, pattern: str, why: str) -> None:
    assert ua.Grammar("r = " + abnf).pattern("r", name) == pattern


FEW_THREADS: list[tuple[str, str, int]] = [   # a rule, a text, at most so many threads in each state
    ('*998( *"a" )', "a" * 60, 2),
    ('*30( *30( *"a" ) )', "a" * 60, 2),
    ('*2000( "a" / "aa" )', "a" * 60, 4),
    ('*63ALPHA *63ALPHA', "a" * 60, 6),
]  # fmt: skip


@pytest.mark.parametrize(("abnf", "text", "most"), FEW_THREADS)
def test_a_state_has_only_threads_that_another_does_not_cover(
    abnf: str, text: str, most: int
) -> None:
    automaton = ua.Grammar("r = " + abnf).automaton("r")
    automaton.read(text)
    assert max(len(state.threads) for state in automaton.states.values()) <= most


def _unquoted(name: str, text: str) -> str:
    if name in ("python", "re", "regex", "pyarrow", "polars"):
        return str(eval(text))
    if name in ("java", "json-schema", "nginx", "bigquery", "hyperscan", "jq", "gawk"):
        return str(json.loads(text))
    if name == "sed":
        return text[1:-1].replace("\\x2F", "/")
    if name in ("html", "xsd"):
        return html.unescape(text.partition("=")[2][1:-1])
    if name in ("duckdb", "postgresql", "sqlite"):
        return text[1:-1].replace("''", "'")
    if name in ("mysql", "mariadb", "clickhouse", "spark", "ruby"):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    if name in ("posix", "bash", "pcre", "portable", "possessive", "ripgrep", "haproxy"):
        return shlex.split(text)[0]
    if name == "dotnet":
        return text[2:-1].replace('""', '"')
    if name == "go":
        return text[1:-1]
    return text[len('R"re(') : -len(')re"')] if name == "re2" else text[len('r##"') : -len('"##')]


# Quotes of every kind, a backslash, what Perl and shells interpolate, delimiters.
HARD = 'a = "x\'" DQUOTE %x5C %x60 "$&@-#{};~/<>"'


@pytest.mark.parametrize("name", [n for n in ua.ENGINES if n not in ("javascript", "perl", "php")])
@pytest.mark.parametrize(("g", "rule"), [("RFC3986", "host"), ("RFC2396", "mark"), (HARD, "a")])
def test_a_quoted_pattern_says_what_the_pattern_is(g: str, rule: str, name: str) -> None:
    grammar_ = grammar(g) if g.startswith("RFC") else ua.Grammar(g)
    text = grammar_.pattern(rule, name)
    read_by = "python" if name == "go" and "`" in text else name
    assert _unquoted(read_by, ua.quote(text, name)) == text


@pytest.mark.parametrize(
    ("abnf", "name", "literal"),
    [  # what would end a literal, or be read as another character in it
        (r'"\/"', "javascript", r"/^\\\/$/u"),
        ("%x2F", "javascript", r"/^\/$/u"),
        ("CRLF %x2028", "javascript", r"/^[\r][\n][\u2028]$/u"),
        ("CRLF", "go", r"`^[\r][\n]$`"),
        ("CTL", "go", r"`^[\x00-\x1f\x7f]$`"),
        ('"`\\"', "go", r'"^`\\\\$"'),
        ("%x22 %x23 %x23", "rust", 'r##"^"[#][#]$"##'),
        ("CR", "rust", r'r##"^[\r]$"##'),
        ('%s")re" DQUOTE', "re2", r'"^\\)re\"$"'),
        ("HTAB LF CR", "xsd", 'value="[&#9;][&#10;][&#13;]"'),
    ],
)
def test_a_literal_says_its_pattern_whatever_is_in_it(abnf: str, name: str, literal: str) -> None:
    pattern = ua.Grammar(f"odd = {abnf}").pattern("odd", name)
    assert ua.quote(pattern, name) == literal


def test_javascript_perl_and_php_literals_end_where_they_should() -> None:
    """Their delimiters, and only those, have a backslash that is none of the pattern's own."""
    g = ua.Grammar(HARD)
    assert re.fullmatch(r"/(?:[^/\\]|\\.)*/u", ua.quote(g.pattern("a", "javascript"), "javascript"))
    assert re.fullmatch(r"qr'(?:[^'\\]|\\.)*'", ua.quote(g.pattern("a", "perl"), "perl"), re.DOTALL)
    assert re.fullmatch(r"'~(?:[^'\\]|\\.)*~u'", ua.quote(g.pattern("a", "php"), "php"), re.DOTALL)


# ---- 4. The users' own grammars -----------------------------------------------------------------
HTTP = """
http-URI  = "http" "://" authority path-abempty [ "?" query ]
https-URI = "https" "://" authority path-abempty [ "?" query ]
"""
WEBSOCKET = """
ws-URI  = "ws:" "//" host [ ":" port ] path [ "?" query ]
wss-URI = "wss:" "//" host [ ":" port ] path [ "?" query ]
path    = path-abempty   ; RFC 6455 3: "path = <path-abempty, defined in RFC 3986, Section 3.3>"
"""
MAILTO = """
mailtoURI     = "mailto:" [ to ] [ hfields ]
to            = addr-spec *( "," addr-spec )
hfields       = "?" hfield *( "&" hfield )
hfield        = hfname "=" hfvalue
hfname        = *qchar
hfvalue       = *qchar
addr-spec     = local-part "@" domain
local-part    = dot-atom-text / quoted-string
domain        = dot-atom-text / "[" *dtext-no-obs "]"
dtext-no-obs  = %d33-90 / %d94-126
qchar         = unreserved / pct-encoded / some-delims
some-delims   = "!" / "$" / "'" / "(" / ")" / "*" / "+" / "," / ";" / ":" / "@"
; RFC 5322 3.2.3 and 3.2.4; what RFC 6068 2 has percent-encoded (item 1) is left out of atext
dot-atom-text = 1*atext *( "." 1*atext )
atext         = ALPHA / DIGIT / "!" / "$" / "'" / "*" / "+" / "-" / "_" / "~" / pct-encoded
quoted-string = "%22" *( unreserved / pct-encoded / "!" / "$" / "'" / "*" / "+" ) "%22"
"""
URN = """
namestring    = assigned-name [ rq-components ] [ "#" f-component ]
assigned-name = "urn" ":" NID ":" NSS
NID           = (alphanum) 0*30(ldh) (alphanum)
ldh           = alphanum / "-"
NSS           = pchar *(pchar / "/")
rq-components = [ "?+" r-component ] [ "?=" q-component ]
r-component   = pchar *( pchar / "/" / "?" )
q-component   = pchar *( pchar / "/" / "?" )
f-component   = fragment
alphanum      = ALPHA / DIGIT
"""
FILE = """
file-URI       = file-scheme ":" file-hier-part
file-scheme    = "file"
file-hier-part = ( "//" auth-path ) / local-path
auth-path      = [ file-auth ] path-absolute
local-path     = path-absolute
file-auth      = "localhost" / host
"""
TEL = """
telephone-uri        = "tel:" telephone-subscriber
telephone-subscriber = global-number / local-number
global-number        = global-number-digits *par
local-number         = local-number-digits *par context *par
par                  = parameter / extension / isdn-subaddress
isdn-subaddress      = ";isub=" 1*uric
extension            = ";ext=" 1*phonedigit
context              = ";phone-context=" descriptor
descriptor           = domainname / global-number-digits
global-number-digits = "+" *phonedigit DIGIT *phonedigit
local-number-digits  = *phonedigit-hex (HEXDIG / "*" / "#") *phonedigit-hex
domainname           = *( domainlabel "." ) toplabel [ "." ]
domainlabel          = alphanum / alphanum *( alphanum / "-" ) alphanum
toplabel             = ALPHA / ALPHA *( alphanum / "-" ) alphanum
parameter            = ";" pname ["=" pvalue ]
pname                = 1*( alphanum / "-" )
pvalue               = 1*paramchar
paramchar            = param-unreserved / unreserved / pct-encoded
unreserved           = alphanum / mark
mark                 = "-" / "_" / "." / "!" / "~" / "*" / "'" / "(" / ")"
pct-encoded          = "%" HEXDIG HEXDIG
param-unreserved     = "[" / "]" / "/" / ":" / "&" / "+" / "$"
phonedigit           = DIGIT / [ visual-separator ]
phonedigit-hex       = HEXDIG / "*" / "#" / [ visual-separator ]
visual-separator     = "-" / "." / "(" / ")"
alphanum             = ALPHA / DIGIT
reserved             = ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","
uric                 = reserved / unreserved / pct-encoded
"""
LANGUAGE = """
 Language-Tag  = langtag             ; normal language tags
               / privateuse          ; private use tag
               / grandfathered       ; grandfathered tags
 langtag       = language
                 ["-" script]
                 ["-" region]
                 *("-" variant)
                 *("-" extension)
                 ["-" privateuse]
 language      = 2*3ALPHA            ; shortest ISO 639 code
                 ["-" extlang]       ; sometimes followed by extended language subtags
               / 4ALPHA              ; or reserved for future use
               / 5*8ALPHA            ; or registered language subtag
 extlang       = 3ALPHA              ; selected ISO 639 codes
                 *2("-" 3ALPHA)      ; permanently reserved
 script        = 4ALPHA              ; ISO 15924 code
 region        = 2ALPHA              ; ISO 3166-1 code
               / 3DIGIT              ; UN M.49 code
 variant       = 5*8alphanum         ; registered variants
               / (DIGIT 3alphanum)
 extension     = singleton 1*("-" (2*8alphanum))
 singleton     = DIGIT               ; 0 - 9
               / %x41-57             ; A - W
               / %x59-5A             ; Y - Z
               / %x61-77             ; a - w
               / %x79-7A             ; y - z
 privateuse    = "x" 1*("-" (1*8alphanum))
 grandfathered = irregular           ; non-redundant tags registered
               / regular             ; during the RFC 3066 era
 irregular     = "en-GB-oed" / "i-ami" / "i-bnn" / "i-default" / "i-enochian" / "i-hak"
               / "i-klingon" / "i-lux" / "i-mingo" / "i-navajo" / "i-pwn" / "i-tao" / "i-tay"
               / "i-tsu" / "sgn-BE-FR" / "sgn-BE-NL" / "sgn-CH-DE"
 regular       = "art-lojban" / "cel-gaulish" / "no-bok" / "no-nyn" / "zh-guoyu" / "zh-hakka"
               / "zh-min" / "zh-min-nan" / "zh-xiang"
 alphanum      = (ALPHA / DIGIT)     ; letters and numbers
"""
OWN: list[tuple[str, str, bool, list[str], list[str], str]] = [
    # ABNF, rule, on RFC3986?, valid, invalid, section
    (HTTP, "http-URI", True, ["http://www.example.com/", "HTTP://h", "http://u@h:80//a?b?c",
     "http:///", "http://"], ["http:", "http:/a", "https://a", "http://a#f", "ftp://a",
     "http://a b", "http://a/\n", "http//a"], "RFC 9110 4.2.1"),
    (HTTP, "https-URI", True, ["https://example.com/a?b", "hTTps://[::1]:443/"], ["http://a",
     "https:a", "https://a#", "httpss://a"], "RFC 9110 4.2.2"),
    (WEBSOCKET, "ws-URI", True, ["ws://a", "ws://a:80/b?c", "WS://[::1]/", "ws://"], ["wss://a",
     "ws:/a", "ws://u@a", "ws://a#f", "ws://a/b#", "ws://a:x"], "RFC 6455 3"),
    (WEBSOCKET, "wss-URI", True, ["wss://a:443/chat", "wss://a?"], ["ws://a", "wss:a",
     "wss://u:p@a/"], "RFC 6455 3"),
    (MAILTO, "mailtoURI", True, ["mailto:chris@example.com", "mailto:",
     "mailto:?to=joe@example.com&cc=bob@example.com&body=hello", "mailto:a@b,c@d",
     "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
     "mailto:%22not%40me%22@example.org", "mailto:a@[1.2.3.4]",
     "mailto:gorby%25kremvax@example.com", "mailto:unlikely%3Faddress@example.com?blat=foop",
     "MAILTO:a@b?="], ["mailto", "mailto:a", "mailto:a@", "mailto:@b", "mailto:a@b,",
     "mailto:a@b?c", "mailto:a@b?c=d&", "mailto:a@b?c=d#e", "mailto:a@b c@d", "mailto:a..b@c",
     "mailto:a@b?c=d=e", "mailto:a@b\n"], "RFC 6068 2"),
    (URN, "namestring", True, ["urn:example:a123,z456", "URN:example:a", "urn:isbn:0451450523",
     "urn:example:1/406/47452/2", "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
     "urn:example:weather?=op=map&lat=39.56", "urn:example:a?+b?=c#d", "urn:example:a#", "urn:aa:b",
     "urn:" + "a" * 32 + ":b", "urn:a-a:%2F"], ["urn:", "urn:a", "urn:a:b", "urn:example:",
     "urn:-a:b", "urn:a-:b", "urn:" + "a" * 33 + ":b", "urn:example:/a", "urn:example:a?b",
     "urn:example:a?+", "urn:example:a?=", "urn:ex_a:b", "urn:example:a##", "urn:example:a?+/",
     "urm:example:a"], "RFC 8141 2"),
    (FILE, "file-URI", True, ["file:///path/to/file", "file:/path/to/file", "file://localhost/p",
     "file://host.example.com/p", "FILE:/", "file:///c:/p"], ["file:", "file://", "file:a",
     "file:////", "file://h", "file:///p?q", "file:///p#f", "file://u@h/p", "file://h:80/p",
     "files:/a"], "RFC 8089 2"),
    (TEL, "telephone-uri", False, ["tel:+1-201-555-0123", "tel:7042;phone-context=example.com",
     "tel:863-1234;phone-context=+1-914-555", "tel:+1", "tel:+(1).-", "TEL:+358-555-1234567;EXT=1",
     "tel:+1;isub=a/b?c", "tel:*#a;phone-context=a.b.", "tel:1;a=b;phone-context=x;c",
     "tel:+1;x=[::]"], ["tel:", "tel:+", "tel:+-", "tel:7042", "tel:1;phone-context=",
     "tel:1;phone-context=1", "tel:+1a", "tel:+1;", "tel:+1;=", "tel:+1;a=", "tel: +1",
     "tel:+1;a=b c"], "RFC 3966 3"),
    (LANGUAGE, "Language-Tag", False, ["de", "zh-Hant", "zh-cmn-Hans-CN", "cmn-Hans-CN",
     "sr-Latn-RS", "sl-rozaj-biske", "sl-IT-nedis", "hy-Latn-IT-arevela", "es-419",
     "de-CH-x-phonebk", "x-whatever", "qaa-Qaaa-QM-x-southern", "en-US-u-islamcal",
     "zh-CN-a-myext-x-private", "de-CH-1901", "i-enochian", "EN-gb-OED", "sgn-be-fr", "art-lojban",
     "DE", "ar-a-aaa-b-bbb-a-ccc"], ["", "a", "a-DE", "de-", "-de", "de--CH", "de-419-DE", "x-",
     "x", "en-a", "en-x-", "i-klingo", "abcdefghi", "de-CH-190", "x-123456789", "d\u00e9",
     "\u212ao", "de_CH"], "RFC 5646 2.1"),
]  # fmt: skip


@pytest.mark.parametrize(
    "abnf, rule, extends, valid, invalid, section", OWN, ids=[f"{o[5]} {o[1]}" for o in OWN]
)
def test_the_abnf_of_a_user_works_as_it_stands_in_the_rfc(
    abnf: str, rule: str, extends: bool, valid: Any, invalid: Any, section: str, engine: str
) -> None:
    g = extended(abnf) if extends else ua.Grammar(abnf)
    assert [t for t in valid if not accepts(g, rule, t, engine)] == []
    assert [t for t in invalid if accepts(g, rule, t, engine)] == []
    for text in invalid:
        with pytest.raises(ur.URIError) as caught:
            g.validate(rule, text)
        assert caught.value.rule == rule
    assert [g.validate(rule, t) for t in valid] == valid


# ---- 6. Errors ----------------------------------------------------------------------------------
# What is in the library's table, but for the classes that it names in RFC 2396
OFFSETS: list[tuple[str, str, str, int, list[str], str]] = [
    *[row for row in OFFSETS_OF_THE_LIBRARY if not {"reserved", "alphanum", "digit"} & {*row[4]}],
    ("RFC2396", "URI-reference", "http:",       5, ['"/"'], "RFC 2396 3: hier_part or opaque_part"),
    ("RFC2396", "absoluteURI", "http://[::1]/", 7, [END, '"/"', '"?"'], "RFC 2396 3.2"),
    ("RFC6874", "URI", "http://[fe80::1%en0]", 16, [], 'RFC 6874 2: "%25"'),
    ("RFC6874", "URI", "http://[fe80::1%25]", 18, ['"%"'], "RFC 6874 2: ZoneID = 1*( … )")
]  # fmt: skip


@pytest.mark.parametrize("name, rule, text, offset, has, why", OFFSETS)
def test_an_error_is_exact(
    name: str, rule: str, text: str, offset: int, has: list[str], why: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        grammar(name).validate(rule, text)
    error = caught.value
    assert (error.text, error.rule, error.offset) == (text, rule, offset)
    assert isinstance(error.expected, str)
    alternatives = error.expected.split(" / ")
    assert [e for e in has if e not in alternatives] == []
    assert len(set(alternatives)) == len(alternatives)
    # the text could have ended there exactly when what is before the offset is valid by itself
    assert (END in alternatives) == grammar(name).matches(rule, text[:offset])
    message = str(error)
    assert re.search(rf"(?<!\d){offset}(?!\d)", message)
    assert error.reason and error.reason in message
    assert len(message.splitlines()) == 1


def test_offsets_of_a_finite_language_are_those_of_its_words() -> None:
    # a language of seven words: the longest viable prefix is that of some word
    g = ua.Grammar('w = a / b\na = "ab" ["c"] "d" / 2*3"xy"\nb = "a" ( "x" / "bb" ) / ""')
    words = ["abd", "abcd", "xyxy", "xyxyxy", "ax", "abb", ""]
    for n in range(6):
        for text in map("".join, itertools.product("abcdxy", repeat=n)):
            if text in words:
                assert g.validate("w", text) == text
                continue
            prefixes = (i for i in range(n + 1) if any(w.startswith(text[:i]) for w in words))
            with pytest.raises(ur.URIError) as caught:
                g.validate("w", text)
            assert caught.value.offset == max(prefixes), text


UNADVISED = [  # ABNF, its rule, a text
    ('URI = "x"', "URI", "y"), ('URI = "x"', "URI", ""), ('port = 1*DIGIT', "port", " 8"),
    ('host = "a" *( "%" HEXDIG )', "host", "a b"), ('URI = "%" HEXDIG HEXDIG', "URI", "%zz"),
]  # fmt: skip


@pytest.mark.parametrize("abnf, rule, text", UNADVISED)
def test_only_rules_of_this_file_have_advice(abnf: str, rule: str, text: str) -> None:
    with pytest.raises(ur.URIError) as caught:
        ua.Grammar(abnf).validate(rule, text)
    assert caught.value.reason.endswith((" is not allowed here", "it ends too early"))
    assert caught.value.hint == ""


@pytest.mark.parametrize("text", ["5 ", "5x", "5\u00e9"])
def test_only_a_pct_encoded_makes_a_triplet_the_advice(text: str) -> None:
    percent = ua.Grammar('percent = 1*DIGIT "%" / "[" 1*DIGIT "]"')
    with pytest.raises(ur.URIError) as caught:
        percent.validate("percent", text)
    assert caught.value.reason.endswith(" is not allowed here")


def test_a_character_that_cannot_be_seen_is_named() -> None:
    with pytest.raises(ur.URIError, match=r"an invisible character, U\+E000, is not allowed"):
        ua.RFC3987.validate("IRI", "a:\ue000")


def test_errors_are_value_errors() -> None:
    assert issubclass(ur.URIError, ValueError) and issubclass(ua.GrammarError, ValueError)
    assert not issubclass(ur.URIError, ua.GrammarError)
    assert not issubclass(ua.GrammarError, ur.URIError)


# ---- 7. Named sub-patterns: captures and partial ------------------------------------------------
TREE: list[tuple[str, str, str, dict[str, list[str]], list[str], str]] = [
    # grammar, rule, text, some of the captures, some rules that took no part, section
    ("RFC3986", "URI", "http://h/a/b/c", {"scheme": ["http"], "segment": ["a", "b", "c"],
     "host": ["h"], "reg-name": ["h"], "path-abempty": ["/a/b/c"], "hier-part": ["//h/a/b/c"],
     "authority": ["h"]}, ["userinfo", "port", "query", "fragment", "IPv4address", "path-rootless",
     "segment-nz"], "3"),
    ("RFC3986", "URI", "a://u:p@192.0.2.16:80?q#f", {"userinfo": ["u:p"],
     "IPv4address": ["192.0.2.16"], "dec-octet": ["192", "0", "2", "16"], "port": ["80"],
     "query": ["q"], "fragment": ["f"], "path-abempty": [""]}, ["reg-name", "segment",
     "IP-literal"], "3.2"),
    ("RFC3986", "URI", "a://1.2.3.4.5", {"host": ["1.2.3.4.5"], "reg-name": ["1.2.3.4.5"]},
     ["IPv4address", "dec-octet"], "3.2.2"),
    ("RFC3986", "URI", "a:/b//c", {"path-absolute": ["/b//c"], "segment-nz": ["b"], "segment": ["",
     "c"]}, ["authority", "path-rootless", "path-abempty"], "3.3"),
    ("RFC3986", "URI", "a:", {"path-empty": [""], "hier-part": [""]}, ["path-absolute",
     "authority"], "3.3"),
    ("RFC3986", "URI", "ldap://[2001:db8::7]/", {"IP-literal": ["[2001:db8::7]"],
     "IPv6address": ["2001:db8::7"], "h16": ["2001", "db8", "7"]}, ["ls32", "IPvFuture",
     "reg-name"], "3.2.2"),
    ("RFC3986", "IPv6address", "1:2:3:4:5:6:7:8", {"h16": ["1", "2", "3", "4", "5", "6", "7", "8"],
     "ls32": ["7:8"]}, ["IPv4address"], "3.2.2"),
    ("RFC3986", "IPv6address", "::1.2.3.4", {"ls32": ["1.2.3.4"], "dec-octet": ["1", "2", "3",
     "4"]}, ["h16"], "3.2.2"),
    ("RFC3986", "URI-reference", "b/c:d?e", {"path-noscheme": ["b/c:d"], "segment-nz-nc": ["b"],
     "segment": ["c:d"], "relative-ref": ["b/c:d?e"]}, ["URI", "scheme"], "4.2"),
    ("RFC3986", "reg-name", "%41b%42", {"pct-encoded": ["%41", "%42"], "unreserved": ["b"]},
     ["sub-delims"], "2.1"),
    ("RFC2396", "URI-reference", "http://a/b;c;d?e", {"hier_part": ["//a/b;c;d?e"],
     "net_path": ["//a/b;c;d"], "segment": ["b;c;d"], "param": ["c", "d"], "server": ["a"]},
     ["opaque_part", "relativeURI", "reg_name", "fragment"], "RFC 2396 3"),
    ("RFC3987", "IRI", "a://\u00e9/\u00e9", {"ihost": ["\u00e9"], "isegment": ["\u00e9"]}, ["host",
     "iquery"], "RFC 3987 2.2"),
    ("RFC6874", "URI", "a://[fe80::1%25en0]", {"ZoneID": ["en0"], "IPv6address": ["fe80::1"],
     "IPv6addrz": ["fe80::1%25en0"]}, ["IPvFuture"], "RFC 6874 2"),
]  # fmt: skip


@pytest.mark.parametrize("name, rule, text, some, absent, section", TREE)
def test_captures_hold_every_rule_that_took_part(
    name: str, rule: str, text: str, some: Any, absent: list[str], section: str
) -> None:
    found = grammar(name).captures(rule, text)
    assert {k: found.get(k) for k in some} == some
    assert [k for k in absent if found.get(k)] == []
    assert [k for k in found if not found[k]] == []


def test_captures_of_an_invalid_text_are_its_error() -> None:
    with pytest.raises(ur.URIError) as caught:
        ua.RFC3986.captures("URI", "http://example.com/%zz")
    assert caught.value.offset == 20


def test_all_but_the_engine_regex_works_without_the_package_regex(monkeypatch: Patch) -> None:
    monkeypatch.setitem(sys.modules, "regex", None)  # so that importing it fails
    g = ua.RFC3986.extend('fresh = 1*"x"')  # nothing of it is compiled yet
    assert g.captures("fresh", "x") == {"fresh": ["x"]} and g.partial("fresh", "") == "incomplete"
    with pytest.raises(ImportError, match="pip install regex") as caught:
        g.compile("fresh", engine="regex")
    assert len(str(caught.value).splitlines()) == 1


@each_row
def test_every_valid_text_is_a_capture_of_its_own_rule(name: str, row: Rule) -> None:
    for text in row.valid:
        root, *_ = grammar(name).spans(row.name, text)
        assert root == (row.name, 0, len(text), 0), text


# abnf, text, the captures of each rule but r: what takes no character counts where it is needed
NULLABLE: list[tuple[str, str, dict[str, list[str]]]] = [
    ('r = *v\nv = *"a"', "", {}),
    ('r = 1*v\nv = *"a"', "", {"v": [""]}),
    ('r = 3v\nv = *"a"', "a", {"v": ["a", "", ""]}),
    ('r = *3v\nv = *"a"', "a", {"v": ["a"]}),
    ('r = 2*3v\nv = *"a"', "", {"v": ["", ""]}),
    ('r = [ v ] w\nv = *"a"\nw = *"b"', "b", {"v": [""], "w": ["b"]}),
    ('r = *( "," v )\nv = *"a" / "b"', ",b,,aa", {"v": ["b", "", "aa"]}),
    ('r = 1*3v 1*3w\nv = "a" / "b"\nw = "b"', "abbb", {"v": ["a", "b", "b"], "w": ["b"]}),
    ('r = *v\nv = *"b" [ *"," / "a" "," ]', "ba,", {"v": ["b", "a,"]}),  # the first way
    ('r = 1*( v / "a" )\nv = *"b"', "a", {"v": [""]}),
    ('r = 1*2( 2( v / "a" ) )\nv = *"b"', "a", {"v": ["", "", ""]}),
]  # fmt: skip


@pytest.mark.parametrize("times", [1, 40])
@pytest.mark.parametrize("abnf, text, captures", NULLABLE)
def test_captures_are_the_same_in_a_short_text_and_a_long_one(
    abnf: str, text: str, captures: dict[str, list[str]], times: int
) -> None:
    g = ua.Grammar(f'{abnf}\nlong = {times}( r ";;;" )')
    long = (text + ";;;") * times
    found = {"r": [text] * times, **{name: some * times for name, some in captures.items()}}
    assert g.captures("long", long) == {"long": [long], **found}


@pytest.mark.parametrize(
    ("abnf", "text", "b", "why"),
    [
        ('r = ( "" / "x" ) b\nb = *"x"', "xx", "xx", "the first alternative is empty"),
        ('r = ( "x" / *( "x" / "y" ) ) b\nb = *( "y" / "z" )', "xyz", "yz", "and here shorter"),
        ('r = ( "xy" / "x" / "" ) b\nb = *( "x" / "y" )', "xyx", "x", "the longest first"),
        ('r = b ( "" / "x" )\nb = *"x"', "xx", "xx", "a loop takes what it can"),
    ],
)
def test_the_first_alternative_that_leads_to_the_end_wins(
    abnf: str, text: str, b: str, why: str, engine: str
) -> None:
    g = ua.Grammar(abnf)  # RFC 3986 3.2.2
    match = g.compile("r", capture=["b"], engine=engine).fullmatch(text)
    assert match is not None and match["b"] == b
    assert g.captures("r", text)["b"] == [b]


def test_rules_that_have_one_group_name_are_told_apart() -> None:
    g = ua.Grammar('a-b = "x"\na_b = "y"\nr = a-b a_b a-b')
    assert g.captures("r", "xyx") == {"r": ["xyx"], "a-b": ["x", "x"], "a_b": ["y"]}
    with pytest.raises(ua.GrammarError, match="share a group name"):
        g.compile("r", capture=["a-b", "a_b"])


# ---- 16. Every function: types, and text made to hurt -------------------------------------------


@pytest.mark.parametrize("bad", [None, b"URI", 1, ["URI"]])
@pytest.mark.parametrize("name", "matches validate captures partial pattern compile proven".split())
def test_a_rule_and_a_text_are_str(name: str, bad: Any) -> None:
    call = getattr(ua.RFC3986, name)
    text = [] if name in ("pattern", "compile", "proven") else ["a"]
    with pytest.raises(TypeError, match=f"rule must be str, not {type(bad).__name__}"):
        call(bad, *text)
    if text:
        with pytest.raises(TypeError, match=f"text must be str, not {type(bad).__name__}"):
            call("URI", bad)


# ---- Reading: what people write who are used to something else -----------------------------------

HABITS: list[tuple[str, int, int, str]] = [   # text, line and column of the first problem, what it says
    ("a = [0-9]{10}", 1, 5, "write 10%x30-39"),
    ("a = [0-9A-F]{2,4}", 1, 5, "write 2*4( %x30-39 / %x41-46 )"),
    ("a = [a-z]+", 1, 5, "write 1*%x61-7A"),
    ("a = [+-]?DIGIT", 1, 5, "write *1( %x2B / %x2D )"),
    ("a = [a-z]", 1, 6, "one of these characters is %x61-7A"),
    ("a = [^a-z]", 1, 5, "ABNF has no class of all but these"),
    ("a = \\d", 1, 5, "write DIGIT"),
    ("a = \\w", 1, 5, 'write ( ALPHA / DIGIT / "_" )'),
    ("a = \\s", 1, 5, "write WSP"),
    ("a = 'x'", 1, 5, 'strings are in double quotes: "x"'),
    ("a = 'x'+", 1, 5, 'strings are in double quotes: "x"'),
    ('a = "x"+', 1, 8, 'a repeat stands before its element: 1*"x"'),
    ('a = b+\nb = "x"', 1, 6, "a repeat stands before its element: 1*b"),
    ('a = b*\nb = "x"', 1, 6, "a repeat stands before its element: *b"),
    ('a = b{2,3}\nb = "x"', 1, 6, "a repeat stands before its element: 2*3b"),
    ('a = ("x" / "y")?', 1, 16, "a repeat stands before its element: *1( … )"),
    ("a = .", 1, 5, "VCHAR"),
    ('a = ^"x"', 1, 5, "it needs no anchor"),
    ('a = "x", "y"', 1, 8, "without a comma"),
    ('a = 1#b\nb = "x"', 1, 6, "RFC 9110 5.6.1"),
    ('a ::= "x"', 1, 1, 'ABNF has "=" for "::="'),
    ('a := "x"', 1, 1, 'ABNF has "=" for ":="'),
    ("token = <any CHAR except separators>", 1, 9, "define token in ABNF, or pass the grammar"),
    ('a = ( "x" /\n    "y"\n\nb = "z"', 2, 8, 'the "(" of line 1, column 5 is not closed'),
    ('a = "x"\nb = [ ( "y" ]', 2, 13, 'the "(" of line 2, column 7 is not closed'),
]  # fmt: skip


@pytest.mark.parametrize(("abnf", "line", "column", "message"), HABITS, ids=[x[0] for x in HABITS])
def test_what_was_meant_is_told_with_its_place(
    abnf: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        ua.Grammar(abnf)
    problem = caught.value.problems[0]
    place = problem.line, problem.column
    assert place == (line, column) == (caught.value.line, caught.value.column)
    assert message in problem.message
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_a_bar_is_an_alternative_and_a_bracket_an_option_all_the_same() -> None:
    g = ua.Grammar('a = "x"|"y"\nb = [abc]\nabc = "z"')
    assert g.matches("a", "y") and g.matches("b", "") and g.matches("b", "z")


# ---- Compiling: no shape of ABNF takes long ------------------------------------------------------

_random = random.Random(34)


def words(count: int, size: int, letters: str = "abcdefgh") -> str:
    made = ("".join(_random.choices(letters, k=size)) for _ in range(count))
    return " / ".join(f'"{word}"' for word in made)


SHAPES = {   # each took long, or is near what did: 2 s for a rule of 2,000 words, 5 s for 40 KB
    "words in a loop, and words": f"*( {words(2000, 3)} ) / {words(2000, 4)}",
    "characters": " / ".join(f"%x{i * 3 + 0x100:X}" for i in range(4_500)),
    "branches of a loop": "*( " + " / ".join(f'%x{i * 3 + 256:X} "y"' for i in range(3_000)) + " )",
    "one tail": " / ".join(f'"{i}" "xyzzyfoobar"' for i in range(1_500)),
    "loops in both": " / ".join(f"1*( {words(1, 3)} / *( {words(2, 2)} ) )" for _ in range(500)),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_no_rule_takes_long_to_compile(shape: str) -> None:
    g = ua.Grammar("r = " + SHAPES[shape])
    g.compile("r")
    assert g.matches("r", "!") is False


# ---- Copies --------------------------------------------------------------------------------------


class Own(ua.Grammar):
    """A grammar of somebody else's, with an attribute."""

    note = ""

    def shout(self, text: str) -> bool:
        return self.matches("a", text.upper())


@pytest.mark.parametrize("copied", COPIES)
def test_a_copied_subclass_is_one(copied: Callable[[Any], Any]) -> None:
    own = Own('a = %s"X"', strict=False)
    own.note = "mine"
    again = copied(own)
    assert type(again) is Own and again.note == "mine" and again.shout("x")


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_shipped_one_survives_a_reload(copied: Callable[[Any], Any]) -> None:
    own = {**vars(grammars)}
    try:
        importlib.reload(grammars)
        assert copied(own["RFC3986"]) is grammars.RFC3986
    finally:
        vars(grammars).update(own)


def test_a_grammar_is_a_mapping_of_its_rules() -> None:
    g = ua.Grammar('a = "x" B\nB = 1*DIGIT')
    assert list(g) == ["a", "B"] and len(g) == 2 and g["b"] == "[0-9]+" and "A" in g
    assert isinstance(g, ur.Rules) and g != ua.Grammar('a = "x" B\nB = 1*DIGIT')
    assert len({g, g}) == 1
    with pytest.raises(KeyError, match="there is no rule 'c'"):
        g["c"]


# ---- Source --------------------------------------------------------------------------------------


def run_source(g: ua.Grammar, rule: str, engine: str = "re") -> tuple[str, Any]:
    """The source of a rule, and the pattern of it."""
    text = g.source(rule, engine)
    names: dict[str, Any] = {}
    exec(text, names)
    pattern = names[list(names)[-1]]
    if engine == "re" and sys.version_info < (3, 11, 5):
        pytest.importorskip("regex")
        import regex

        return text, regex.compile(pattern, regex.DOTALL)
    return text, re.compile(pattern, re.DOTALL)


@pytest.mark.parametrize(
    "name, row, engine", [*[(*case, "re") for case in CASES],
                          *[("RFC3986", row, "portable") for row in RULES_3986]],
    ids=[*ROWS, *[f"portable-{row.name}" for row in RULES_3986]],
)  # fmt: skip
def test_source_is_the_rule(name: str, row: Rule, engine: str) -> None:
    text, pattern = run_source(grammar(name), row.name, engine)
    assert_row(pattern.fullmatch, row)
    assert max(map(len, text.split("\n"))) <= 100 and text.isascii()
    assert not grammar(name).proven(row.name) or "Not proven" not in text


@pytest.mark.parametrize("abnf, line", [
    ('# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"',
     'PCHAR = rf"{UNRESERVED}{SUB_DELIMS}:@"'),
    ('# pct-encoded   = "%" HEXDIG HEXDIG', 'PCT_ENCODED = rf"%[{HEXDIG}]{{2}}"'),
    ("# segment       = *pchar", 'SEGMENT = rf"[{PCHAR}]*+(?:{PCT_ENCODED}[{PCHAR}]*+)*+"'),
    ('# path-abempty  = *( "/" segment )', 'PATH_ABEMPTY = rf"(?:/{SEGMENT})*+"'),
])  # fmt: skip
def test_source_names_each_rule_below_its_abnf(abnf: str, line: str) -> None:
    source = ua.RFC3986.source("path-abempty")
    assert f"\n{abnf}\n{line}\n" in f"{source}\n"
    assert source.split("\n")[-1].startswith("PATH_ABEMPTY = ")


SOURCES: list[tuple[str, list[str], list[str], str]] = [   # ABNF of r, valid, invalid, why
    ("r = DIGIT", ["1"], ["", "12", "a"], "a rule of one character is a pattern, if it is asked for"),
    ('r = a a\na = "x" / "yz"', ["xx", "yzx"], ["x", "yz"], "an alternation is grouped"),
    ('r = *a\na = "x" "y"', ["", "xyxy"], ["x", "xyx"], "what is repeated is grouped"),
    ('r = *a\na = 1*b\nb = "x" / "yz"', ["", "xyzx"], ["y"], "loops of loops"),
    ('r = re / None\nre = "x"\nNone = "y"', ["x", "y"], ["", "xy"], "names that Python has"),
    ('r = a-b a_b\na-b = 2"x"\na_b = 2"y"', ["xxyy"], ["xxxx", "yyxx"], "names that would be one"),
    ("r = *( CR / LF / HTAB / DQUOTE / %x5C )", ["\r\n\t\"\\"], ["x"], "what no literal holds raw"),
    ("r = 2( %x7B / %x7D ) 2DIGIT", ["{}12"], ["{12"], "braces, which f-strings read"),
    ('r = "(?&a)" a\na = 2"x"', ["(?&a)xx"], ["(?&A)x", "xx"], "what looks like a call"),
    ("r = *( a / b )\na = %xE9-FF\nb = %x10000-10FFFF", ["é\U0001f600"], ["e"], "beyond ASCII"),
    ('r = *( "," v )\nv = *"a" / "b"', [",b", ",,b,aa", ""], ["b", ",ab"], "an empty branch is early"),
    ("r = *CTL", ["\0\x1f\x7f"], ["\x80"], "controls"),
    ('r = a *"x"\na = *"x" / "y"', ["", "xxx", "yx"], ["xy"], "what follows takes the same"),
]  # fmt: skip


@pytest.mark.parametrize(("abnf", "valid", "invalid", "why"), SOURCES, ids=[x[0] for x in SOURCES])
@pytest.mark.parametrize("engine", ["re", "portable"])
def test_source_of_ones_own_abnf(
    abnf: str, valid: list[str], invalid: list[str], why: str, engine: str
) -> None:
    text, pattern = run_source(ua.Grammar(abnf), "r", engine)
    assert not re.search("[^\n -~]", text)
    assert [t for t in valid if not pattern.fullmatch(t)] == []
    assert [t for t in invalid if pattern.fullmatch(t)] == []
    assert engine == "re" or not re.search(r"(?<!\\)[*+?}]\+", text.replace(r"\+", ""))


@pytest.mark.parametrize("name", ["RFC3986", "RFC2396"])
def test_source_takes_linear_time_where_the_rule_is_proven(name: str) -> None:
    _, pattern = run_source(grammar(name), "URI-reference")
    units = ("a", "%41", "/", "/a", ";a", "a.", ":", "@", "1.", "?", "é")
    assert [unit for unit in units if pattern.fullmatch(f"http://h/{unit * 20_000}\n")] == []


def test_source_warns_of_a_rule_that_is_not_proven_alone() -> None:
    text = ua.RFC2396.source("hostname")
    assert text.count("Not proven") == 3  # domainlabel, toplabel and hostname
    assert "Not proven" not in ua.RFC3986.source("URI-reference") + ua.RFC2396.source("authority")
    with pytest.raises(ValueError, match="unknown engine 'java': re, portable"):
        ua.RFC3986.source("port", "java")


@pytest.mark.parametrize("rule", ["CTL", "HTAB", "CRLF", "OCTET", "C1"])
@pytest.mark.parametrize("name", ["portable", "python", "java", "go", "rust", "javascript", "jq"])
def test_no_raw_control_character_is_in_a_pattern(rule: str, name: str) -> None:
    g = ua.Grammar("a = CTL HTAB CRLF OCTET\nC1 = %x80-9F / %x09 %x41")
    text = g.compose(f"(?&{rule})", name)
    assert not re.search("[\0-\x1f\x7f]", text)
    assert name == "jq" or not re.search("[\x80-\x9f]", text)


def test_what_takes_all_hex_digits_is_followed_by_none() -> None:
    text = ua.Grammar("a = %x01 / %x41-46").pattern("a", "postgresql")
    assert text == r"^[A-F\x01]$"


# ---- Questions -----------------------------------------------------------------------------------

COMPARED: list[tuple[str, str, str | None, str | None, str]] = [   # rules, what only one matches, why
    ('"x"', '%x78 / %x58', None, None, "RFC 5234 2.3"),
    ('*"a" *"a"', '*"a"', None, None, "the same texts"),
    ('1*"a"', '*"a"', None, "", "the empty text is the shortest"),
    ('*3"ab"', '*5"ab"', None, "abababab", "the shortest of the others"),
    ('"a" / "b"', '"b" / "c"', "a", "c", "neither has all of the other"),
    ('%x0-10FFFF', '%x0-D7FF / %xE000-10FFFF', "\ud800", None, "surrogates"),
    ('*( "a" / "b" )', '*( *"a" "b" ) *"a"', None, None, "two ways to say one thing"),
    ('2*4DIGIT', '2*3DIGIT [ DIGIT ]', None, None, "repeats"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "only_first", "only_second", "why"), COMPARED)
def test_compare_gives_the_shortest_text_that_tells_rules_apart(
    first: str, second: str, only_first: str | None, only_second: str | None, why: str
) -> None:
    g, other = ua.Grammar(f"a = {first}\nb = {second}"), ua.Grammar(f"b = {second}")
    assert g.compare("a", "b") == (only_first, only_second)
    assert g.compare("b", "a") == (only_second, only_first)
    assert g.compare("a", "b").is_same == (only_first is only_second is None)
    assert ua.Grammar(f"a = {first}").compare("a", "b", other) == g.compare("a", "b")


def test_compare_of_the_rfcs() -> None:
    assert ua.RFC3986.compare("query", "fragment").is_same
    assert ua.RFC3986.compare("host", "reg-name") == ("[::]", None)  # 3.2.2
    assert ua.RFC3986.compare("pct-encoded", "ZoneID", ua.RFC6874) == (None, "a")
    assert ua.RFC2396.compare("relativeURI", "relative-ref", ua.RFC3986) == ("//:a", "")  # 4.2


def test_rules_that_are_too_large_to_compare_are_an_error(monkeypatch: Patch) -> None:
    monkeypatch.setattr(compare, "_MOST_PAIRS", 300)  # of 2^15, which take a while
    g = ua.Grammar('a = *( "a" / "b" ) "a" 14( "a" / "b" )\nb = *( "a" / "b" ) "b" 14( "a" / "b" )')
    with pytest.raises(ua.GrammarError, match="too large to compare: over 300 states"):
        g.compare("a", "b")


@pytest.mark.parametrize("name", TABLES)
def test_examples_match_and_invalid_ones_do_not(name: str) -> None:
    g = grammar(name)
    for rule in g.rules:
        assert all(g.matches(rule, text) for text in g.examples(rule, 5, seed=5)), rule
        assert not any(g.matches(rule, text) for text in g.examples(rule, 5, invalid=True)), rule


def test_examples_are_what_people_write() -> None:
    hosts = ua.RFC3986.examples("host", 8)
    assert "example.com" in hosts and len(set(hosts)) == 8
    assert ua.RFC3986.examples("URI", 5, seed=3) == ua.RFC3986.examples("URI", 5, seed=3)
    assert ua.RFC3986.examples("URI", 5, seed=3) != ua.RFC3986.examples("URI", 5, seed=4)
    own = ua.Grammar('date = 4DIGIT "-" 2DIGIT\nverb = "GET" / %s"Put"\nport = 3ALPHA')
    assert all(re.fullmatch("[0-9]{4}-[0-9]{2}", text) for text in own.examples("date"))
    assert sorted(own.examples("verb")) == ["GET", "Put"]  # all that there are, as they are written
    assert all(re.fullmatch("[A-Za-z]{3}", text) for text in own.examples("port"))  # of one's own
    assert any(not text.isalnum() for text in ua.RFC3986.examples("pchar", 40))
    assert ua.Grammar("all = *%x0-10FFFF").examples("all", invalid=True) == []


def test_an_invalid_example_is_one_character_from_a_valid_one() -> None:
    g = ua.Grammar('a = "abc"')
    for text in g.examples("a", 20, invalid=True):
        around = [text[:i] + text[i + 1 :] for i in range(len(text))]
        around += [text[:i] + c + text[i + d :] for i in range(4) for c in "ABCabc" for d in (0, 1)]
        assert any(g.matches("a", other) for other in around), text


# ---- What callers get wrong ----------------------------------------------------------------------

# what was written, the message in short
NAMES_IN_ABNF: list[tuple[str, str]] = [
    ("urn:isbn = DIGIT", 'a name has no ":"'),
    ("urn:isbn=DIGIT", 'a name has no ":"'),
    ("  urn:isbn =/ DIGIT", 'a name has no ":"'),
    ("urn:isbn:x = DIGIT", 'a name has no ":"'),
    ("a = DIGIT\nurn:isbn = DIGIT", 'a name has no ":"'),
    ("a = urn:isbn", 'a name has no ":"'),
    ("my.rule = DIGIT", 'a name has no "."'),
    ("a/b = DIGIT", 'a name has no "/"'),
    ("a: = DIGIT", 'in a definition, ABNF has "=" for ":"'),
    ("a := DIGIT", 'in a definition, ABNF has "=" for ":="'),
    ("a-b ::= DIGIT", 'in a definition, ABNF has "=" for "::="'),
]


@pytest.mark.parametrize("abnf, message", NAMES_IN_ABNF, ids=[row[0] for row in NAMES_IN_ABNF])
def test_a_name_with_other_characters_is_explained(abnf: str, message: str) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        ua.Grammar(abnf)
    assert caught.value.message.endswith(message)


# an unknown engine, what was perhaps meant
ENGINES_MEANT: list[tuple[str, str]] = [
    ("postgres", "did you mean postgresql?"),
    ("Postgres", "did you mean postgresql?"),
    ("javscript", "did you mean javascript?"),
    ("pcre2", "did you mean pcre or re2?"),
    ("JAVA", "did you mean java"),
    ("oracle", ": portable, possessive"),
    ("oracle", ", duckdb, "),
    ("oracle", ", xsd"),
]


@pytest.mark.parametrize(("name", "words"), ENGINES_MEANT, ids=[name for name, _ in ENGINES_MEANT])
@pytest.mark.parametrize(
    "call", [ua.find_engine, partial(ua.quote, "x"), partial(ua.RFC3986.pattern, "port")]
)
def test_an_unknown_engine_says_what_was_perhaps_meant(
    call: Callable[[str], object], name: str, words: str
) -> None:
    with pytest.raises(ValueError, match=f"unknown engine '{name}'") as caught:
        call(name)
    assert words in str(caught.value)


def test_an_unknown_engine_of_compile_says_what_was_perhaps_meant() -> None:
    with pytest.raises(ValueError, match=r"unknown engine 'regx'; did you mean regex\?"):
        ua.RFC3986.compile("port", engine="regx")


ANY: Any = ua.RFC3986  # for which mypy takes any argument
ANY_2396: Any = ua.RFC2396
ANY_ROOM: Any = ua
KINDS = "str or an iterable of str"
# a call, the message of its TypeError
WRONG_KINDS: list[tuple[str, Callable[[], object], str]] = [
    ("abnf", lambda: ANY_ROOM.Grammar(1), "abnf must be str, not int"),
    ("base", lambda: ANY_ROOM.Grammar("", "x"), "base must be Grammar or None, not str"),
    ("extend", lambda: ANY.extend(b""), "abnf must be str, not bytes"),
    ("rule", lambda: ANY.matches(1, "x"), "rule must be str, not int"),
    ("list", lambda: ANY.matches([], "x"), "rule must be str, not list"),
    ("text", lambda: ANY.matches("URI", b"x"), "text must be str, not bytes"),
    ("slow", lambda: ANY_2396.matches("host", b"x"), "text must be str, not bytes"),
    ("captures", lambda: ANY.captures("URI", None), "text must be str, not NoneType"),
    ("engine", lambda: ANY.pattern("URI", 1), "engine must be str, not int"),
    ("source", lambda: ANY.source("URI", None), "engine must be str, not NoneType"),
    ("template", lambda: ANY.compose(1), "template must be str, not int"),
    ("capture", lambda: ANY.compile("URI", 1), f"capture must be {KINDS}, not int"),
    ("captured", lambda: ANY.compile("URI", [1]), "capture must be str, not int"),
    ("other", lambda: ANY.compare("URI", 1), "other must be str, not int"),
    ("grammar", lambda: ANY.compare("URI", "URI", "x"), "grammar must be Grammar or None, not str"),
    ("count", lambda: ANY.examples("URI", "2"), "count must be int, not str"),
    ("seed", lambda: ANY.examples("URI", seed="2"), "seed must be int, not str"),
    ("pattern", lambda: ANY_ROOM.quote(1, "java"), "pattern must be str, not int"),
]


@pytest.mark.parametrize(
    "call, message", [x[1:] for x in WRONG_KINDS], ids=[x[0] for x in WRONG_KINDS]
)
def test_a_wrong_argument_names_the_parameter_and_the_kinds(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(TypeError, match=f"^{message}$"):
        call()


# ---- Size, and the engine regex ------------------------------------------------------------------

LONG_LITERALS: list[tuple[str, str]] = [
    ("one value again and again", "%x41" + ".41" * 1_999),
    ("values of their own", "%x" + ".".join([f"{0x4E00 + i:X}" for i in range(2_000)])),
    ("a string", '"' + "x" * 2_000 + '"'),
    ("a repeat", "2000%x41"),
    ("before a choice", "%x41" + ".41" * 1_999 + ' ( "a" / "b" )'),
]


@pytest.mark.parametrize("abnf", [x for _, x in LONG_LITERALS], ids=[x for x, _ in LONG_LITERALS])
@pytest.mark.parametrize("invalid", [False, True], ids=["valid", "invalid"])
def test_examples_of_a_long_literal_end(abnf: str, invalid: bool) -> None:
    g = ua.Grammar("a = " + abnf)
    texts = g.examples("a", invalid=invalid)
    assert texts and all(g.matches("a", text) is not invalid for text in texts)


TOO_LONG_ABNF: list[tuple[str, str]] = [
    ("one string", '"' + "x" * 200_000 + '"'),
    ("a string with case", '%s"' + "x" * 200_000 + '"'),
    ("many strings", " ".join(['"' + "x" * 50_000 + '"'] * 4)),
    ("a number", "%x41" + ".41" * 133_000),
    ("short strings", '"x" ' * 133_000),
]


@pytest.mark.parametrize("abnf", [x for _, x in TOO_LONG_ABNF], ids=[x for x, _ in TOO_LONG_ABNF])
def test_abnf_that_is_too_large_is_rejected(abnf: str) -> None:
    with pytest.raises(ua.GrammarError, match="a is too large for a pattern"):
        ua.Grammar("a = " + abnf)


def test_a_rule_of_the_greatest_size_is_no_error() -> None:
    assert ua.Grammar('a = "' + "x" * 100_000 + '"').rules == ("a",)


@pytest.mark.parametrize("rule", ["URI", "URI-reference", "path", "reg-name", "query", "fragment"])
@pytest.mark.parametrize("before", ["", "http://", "?"], ids=["bare", "host", "query"])
def test_patterns_for_regex_are_linear(rule: str, before: str, regex: Any) -> None:
    pattern = regex.compile(ua.RFC3986.pattern(rule, "regex"))
    assert pattern.fullmatch(before + "%41" * 80_000 + "|") is None


@pytest.mark.parametrize("name", [name.upper() for name in ua.GRAMMARS])
def test_loops_for_regex_are_possessive_but_for_what_is_not_proven(name: str) -> None:
    g = grammar(name)
    loop = re.compile(r"(?<!\\)[\])][*+](?!\+)")
    plain = [rule for rule in g.rules if loop.search(g.pattern(rule, "regex"))]
    assert plain == [rule for rule in g.rules if not g.proven(rule)]


def test_compile_and_source_have_the_same_loops() -> None:
    g = ua.Grammar('a = *( "," ( 1*"a" "b" / "c" ) )')
    pattern = g.compile("a").pattern
    is_possessive = sys.version_info >= (3, 11, 5)
    assert (pattern[-3:] == ")*+") is is_possessive
    assert g.source("a").endswith(')*+"\n') or g.source("a").endswith(')*+"')


# ---- What programs ask ---------------------------------------------------------------------------


def test_grammars_are_found_by_name() -> None:
    assert list(ua.GRAMMARS) == ["rfc3986", "rfc3987", "rfc6874", "rfc2396", "rfc2732"]
    assert ua.GRAMMARS["rfc3986"] is ua.RFC3986


def test_a_rule_is_described_by_its_own_spelling() -> None:
    found = ua.RFC3986.describe("dec-OCTET")
    assert found.name == "dec-octet" and found.abnf.startswith("dec-octet     = DIGIT")
    assert found.refers_to == ["DIGIT"] and found.used_by == ["IPv4address"]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("DIGIT", True), ("unreserved", True), ("pchar", False), ("port", False), ("CRLF", False)],
)
def test_a_rule_of_single_characters_is_told(rule: str, expected: bool) -> None:
    assert ua.RFC3986.is_character(rule) is expected


def test_spans_are_a_tree() -> None:
    assert ua.RFC3986.spans("port", "80") == [
        ("port", 0, 2, 0), ("DIGIT", 0, 1, 1), ("DIGIT", 1, 2, 1),
    ]  # fmt: skip


PUBLIC = [
    value
    for each in (ua.Grammar, ua.engines)
    for name, value in vars(each).items()
    if not name.startswith("_") and isinstance(value, types.FunctionType)
]


@pytest.mark.parametrize("function", PUBLIC, ids=[each.__qualname__ for each in PUBLIC])
def test_the_first_line_of_a_docstring_has_at_most_100_characters(function: Any) -> None:
    first, _, _ = function.__doc__.partition("\n")
    assert 20 < len(first) <= 100


# ---- The package as a whole ----------------------------------------------------------------------


# The rooms, each after those that it needs.
ROOMS = """errors rfcs charset hints engines nodes backtracking simplify parser ruleset automaton
    compare examples regex_writer python_writer grammar program""".split()


@pytest.mark.parametrize("room", ["engines", "errors", "grammar", "simplify"])
def test_the_examples_of_docstrings_are_true(room: str) -> None:
    module = importlib.import_module(f"uri_abnf.{room}")
    names = {**vars(ua), "re": re}
    result = doctest.testmod(module, extraglobs=names, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_those_below_it(room: str) -> None:
    text = (Path(ua.__file__).parent / f"{room}.py").read_text(encoding="utf-8")
    used = re.findall(r"(?m)^from \.(\w+) import", text)
    used += re.findall(r"(?m)^from \. import (\w+)$", text)
    assert set(used) <= set(ROOMS[: ROOMS.index(room)])


def test_every_room_is_in_the_list_of_rooms() -> None:
    files = {file.stem for file in Path(ua.__file__).parent.glob("*.py")}
    assert files == {"__init__", "__main__", *ROOMS}


@pytest.mark.parametrize("file", [Path(ur.__file__), *Path(ua.__file__).parent.glob("*.py")])
def test_no_private_name_crosses_a_wall(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"uri_regex\._|^from uri_regex import .*\b_[a-z]", text, re.MULTILINE)


def test_the_library_imports_nothing_of_the_workshop() -> None:
    library = Path(ur.__file__).read_text(encoding="utf-8")
    assert not re.search(r"(?m)^\s*(from|import) uri_abnf", library)


# ---- Cutting: modules of the library's functions, and of a grammar's rules ----

HERE = Path(__file__).resolve().parent
STANDALONE = HERE / "standalone"


@functools.cache
def source_of(*names: str, rules: tuple[str, ...] = (), grammar: str = "", **options: bool) -> str:
    found = uri_abnf.GRAMMARS[grammar] if grammar else None
    return cutting.cut(cutting.Request(names, rules, found, **options), DOCSTRING)


DOCSTRING = '"""A module."""\n'


def cut(arguments: Sequence[str]) -> int:
    """The status of `uri-regex cut`."""
    return program.main(["cut", *arguments])


def cut_own(
    abnf: str, *rules: str, names: tuple[str, ...] = ("matches", "validate")
) -> dict[str, Any]:
    """A module for rules of ABNF of one's own."""
    request = cutting.Request(names, rules, uri_abnf.Grammar(abnf))
    return load(cutting.cut(request, DOCSTRING))


# ---- Statements: what is cut and what stays is held to the products, octet by octet ----

LIBRARY = Path(ur.__file__).read_text(encoding="utf-8")
OF_LIBRARY = statements(LIBRARY)
TEMPLATES = {
    path.name: statements(path.read_text(encoding="utf-8"))
    for path in (Path(cutting.__file__).parent / "templates").glob("*.py")
}


def test_every_statement_of_the_library_defines_a_name() -> None:
    """A cut module has only those that do, and registrations of rules."""
    nameless = [each.text for each in statements(LIBRARY) if not each.names]
    others = re.compile(r"[a-z]+_rules\[|add_class\(|if __name__ ==")
    assert [text for text in nameless if not others.match(text)] == []


def names_of(module: Iterable[Any]) -> set[str]:
    return {name for each in module for name in each.names}


IMPORTED = [
    (template, name)
    for template, module in TEMPLATES.items()
    for each in module
    if isinstance(each.node, ast.ImportFrom) and each.node.module == "uri_regex"
    for name in sorted(each.names)
]


@pytest.mark.parametrize("template, name", IMPORTED)
def test_a_template_names_only_what_the_library_has(template: str, name: str) -> None:
    assert name in names_of(OF_LIBRARY), f"{template} needs {name} of the library"


REPLACED = [
    ("no_policies.py", {"validate", "parse", "is_valid"}),
    ("no_iris.py", {"_GRAMMAR", "_TYPED_HOST", "_DOMAINS", "_HOST_TYPES", "_to_ascii"}),
    ("grammar_rules.py", {"validate"}),
]


@pytest.mark.parametrize("template, names", REPLACED, ids=[name for name, _ in REPLACED])
def test_a_template_replaces_only_what_is_meant_of_the_library(
    template: str, names: set[str]
) -> None:
    own = names_of([each for each in TEMPLATES[template] if not each.is_import])
    replaced = own & names_of(OF_LIBRARY)
    assert replaced and replaced <= names


# ---- Modules of the library's functions ----

# What a module is cut out for, and the most bytes and lines that it may have.
CUTS = [
    ("is_uri", 6_600, 200),
    ("is_uri split resolve normalize", 27_000, 700),
    ("resolve split URI", 29_000, 700),
    ("parse validate", 64_000, 1_600),
    ("parse validate --short-docs", 55_000, 1_500),
    ("parse validate --no-iris", 54_000, 1_400),
    ("is_valid --no-policies", 21_000, 520),
    ("find redact", 29_000, 700),
]


@pytest.mark.parametrize("line, octets, lines", CUTS, ids=[row[0] for row in CUTS])
def test_a_module_that_is_cut_out_is_small(
    capsys: Capture, line: str, octets: int, lines: int
) -> None:
    assert cut(line.split()) == 0
    source = capsys.readouterr().out
    assert len(source.encode()) <= octets and len(source.splitlines()) <= lines


def test_a_verdict_without_policies_has_no_error() -> None:
    module = load(source_of("is_valid", policies=False))
    assert "URIError" not in module and module["is_valid"]("//a", rule="uri-REFERENCE")
    with pytest.raises(ValueError, match=r"there is no such rule; there are .*iri-reference"):
        module["is_valid"]("a:b", rule="http://u:s3cr3t@h/")
    with pytest.raises(TypeError, match="text must be str, not bytes"):
        module["is_valid"](b"a:b")


@pytest.mark.parametrize("name", ur.__all__)
def test_each_public_name_is_cut_alone_and_needs_nothing(name: str) -> None:
    source = source_of(name)
    module = load(source)
    assert {name} <= {*module["__all__"]} <= {name, "URIError"}
    assert module["__version__"] == ur.__version__
    assert source.startswith(LIBRARY[:70])  # its license lines
    assert "_collections_abc" not in source
    found = statements(source)
    defined = {*dir(builtins), "__name__", "__file__"} | names_of(found)
    needed = {name for each in found for name in each.needs if not name.startswith(".")}
    assert needed - defined == set()


def test_statements_are_copied_with_their_comments() -> None:
    # Rules has no comments there.
    library = f"{LIBRARY}\n{without_docs(LIBRARY)}"
    lines = [line.replace('"""', "") for line in library.splitlines()]
    source = source_of("parse", "resolve", "normalize", "find", "redact")
    head = source.index("# ----")
    cut_lines = [line.replace('"""', "") for line in source[head:].splitlines()]
    assert set(cut_lines) - {*lines} - {"        "} == {"class Rules:"}  # which is no mapping here
    assert "URI_RULE = uri_rules[" in source
    assert re.search(r'(?m)^SCHEME = rf"\[', source_of("is_uri"))
    assert re.search("(?m)^# URI +=", source)  # ABNF


DOCUMENTED = '''
def public():
    """Return it.

    More of it.

    >>> public()
    1
    """
    return 1


class _Private:
    """A class.

    More of it.
    """

    def example(self):
        """Return it.

        >>> 1
        """


def _one():
    """Return one."""
'''


@pytest.mark.parametrize(
    "end, docstring",
    [(">>> ", '"""Return it.\n\n    More of it.\n    """'), ("\n\n", '"""Return it."""')],
    ids=["without examples", "a paragraph"],
)
def test_docstrings_of_public_names_get_shorter(end: str, docstring: str) -> None:
    short = shorten_docstrings(DOCUMENTED, {"public"}, end)
    assert short.startswith(f"\ndef public():\n    {docstring}\n    return 1\n")


def test_docstrings_of_other_names_are_left_out_but_where_they_are_the_body() -> None:
    short = shorten_docstrings(DOCUMENTED, {"public"}, ">>> ")
    _, _, others = short.partition("return 1\n")
    _, _, before = DOCUMENTED.partition("return 1\n")
    assert others == before.replace('    """A class.\n\n    More of it.\n    """\n\n', "")


def test_short_docs_are_a_paragraph_of_each_public_name() -> None:
    source = source_of("split", "URI.replace", short_docs=True)
    docs = {node.name for node in documented(source)}
    assert {"split", "URI", "replace", "host"} <= docs
    assert [name for name in docs if name.startswith("_")] == []


def documented(source: str) -> list[ast.FunctionDef | ast.ClassDef]:
    nodes = ast.walk(ast.parse(source))
    found = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return [node for node in found if ast.get_docstring(node)]


# What is left out, the rules that are known then, and policies.
FEWER: list[tuple[dict[str, bool], tuple[str, ...], dict[str, list[str]]]] = [
    ({"policies": False}, ("URI", "URI-reference", "IRI", "host"), {}),
    ({"iris": False}, ("URI", "URI-reference", "host"), {}),
    ({"iris": False}, ("URI", "URI-reference"), {"hosts": ["a", ".example.com", "[::1]"]}),
    ({"policies": False, "iris": False}, ("URI", "URI-reference", "host"), {}),
]


@pytest.mark.parametrize("options, rules, given", FEWER, ids=["policies", "iris", "hosts", "both"])
def test_with_less_parse_and_validate_answer_the_same(
    options: dict[str, bool], rules: tuple[str, ...], given: dict[str, list[str]]
) -> None:
    module = load(source_of("parse", "validate", "is_valid", "split", **options))
    assert ("_make_checks" in module) is options.get("policies", True)
    assert ("IRI_RULE" in module) is options.get("iris", True)
    for text in TEXTS:
        for rule in rules:
            for name in ("parse", "validate", "is_valid"):
                there = outcome(getattr(ur, name), text, rule=rule, **given)
                assert outcome(module[name], text, rule=rule, **given) == there, (name, rule, text)


TEXTS = [
    "", "a:b", "http://a/b?c#d", "http://u:p@EXAMPLE.com:80/%7e/./a/../b", "//h:8x", "a:b:[", "1:2",
    "http://[::1]:80/", "http://[::1", "http://[v1.a]", "h%41:", "/.//a", "../../g;x=1/./y", "?", "#",
    "mailto:a@b", "see http://a.example/x. And <a:b>", "http://a/\u00fc", "a b", "%C3%BC%zz", "\ud800",
    "http://1.2.3.256/", "urn:isbn:0-395-36341-1", "a?b?c", "//a@b@c", "http://a:b@c@d/", "x" * 300,
]  # fmt: skip
ALONE = [
    "is_uri", "is_uri_reference", "is_absolute_uri", "is_relative_ref", "split", "parse", "validate",
    "remove_dot_segments", "normalize", "percent_encode", "percent_decode", "requote", "iri_to_uri",
    "uri_to_iri", "find", "redact",
]  # fmt: skip
PAIRS = ["resolve", "relativize", "equivalent", "resolve_rfc2396"]


@pytest.mark.parametrize("version", [(3, 11, 5), (99,)])
def test_a_module_answers_as_the_library_does(version: tuple[int, ...]) -> None:
    """Also where patterns have no possessive loops."""
    source = source_of(*OPERATIONS)
    assert source.count("(3, 11, 5)") == 1
    module = load(source.replace("(3, 11, 5)", str(version)))
    for text in TEXTS:
        for name in ALONE:
            assert outcome(module[name], text) == outcome(getattr(ur, name), text), (name, text)
        for name in PAIRS:
            for base in ("http://a/b/c/d;p?q", "urn:x", "//h"):
                there = outcome(getattr(ur, name), base, text)
                assert outcome(module[name], base, text) == there, (name, base, text)
        for options in ({"rule": "IRI"}, {"schemes": ["http"], "forbid": ["userinfo"]}):
            there = outcome(ur.validate, text, **options)
            assert outcome(module["validate"], text, **options) == there, (text, options)


def test_replace_comes_with_its_name_alone() -> None:
    module = load(source_of("split", "URI.replace"))
    assert str(module["split"]("a:b").replace(scheme="c")) == "c:b"
    assert {*module["__all__"]} == {"URI", "URIError", "split"}
    assert not hasattr(load(source_of("split", "URI"))["URI"], "replace")


@pytest.mark.parametrize("name", ["Rules", "RFC2396", "RFC3986", "RFC3987"])
def test_rules_that_are_asked_for_have_all_methods(name: str) -> None:
    public = {method for method in vars(ur.Rules) if not method.startswith("_")}
    assert public <= vars(load(source_of(name))["Rules"]).keys()
    assert not hasattr(load(source_of("parse"))["Rules"], "partial")


@pytest.mark.parametrize("name", ["validate", "parse", "percent_decode"])
def test_one_error_serves_all_functions_of_a_module(name: str) -> None:
    module = load(source_of("parse", "validate", "percent_decode"))
    with pytest.raises(module["URIError"]):
        module[name]("%")
    error = module["URIError"]("a", "b", 0, "c")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize("names", ["parse validate", "find redact"])
def test_without_docs_a_module_is_the_same_code(names: str) -> None:
    bare = source_of(*names.split(), docs=False)
    full = source_of(*names.split())
    body = [ast.dump(node) for node in ast.parse(bare).body[1:]]
    for node in ast.walk(tree := ast.parse(full)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            node.body = node.body[1:] or node.body
    assert body == [ast.dump(node) for node in tree.body[1:]]
    tokens = tokenize.generate_tokens(io.StringIO(bare).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    kept = ("# SPDX", "# type:", "# noqa", "# fmt:")
    assert [comment for comment in comments if not comment.startswith(kept)] == []
    assert len(bare) < len(full)


def test_a_module_runs_with_nothing_around_it(tmp_path: Path) -> None:
    (tmp_path / "_uri.py").write_text(source_of("is_uri", "resolve", "parse"), encoding="utf-8")
    code = "import _uri; print(_uri.is_uri('a:b'), _uri.resolve('a:/b', 'c'), _uri.parse('a://h:1').port)"
    ran = subprocess.run(
        [sys.executable, "-S", "-s", "-W", "error", "-c", code],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.stdout, ran.stderr) == ("True a:/c 1\n", "")


# ---- Modules that are ready-made, and --check ----

MANIFEST = json.loads((STANDALONE / "manifest.json").read_text("utf-8"))
PRODUCTS = [product["name"] for product in MANIFEST]


def test_the_folder_has_products_only() -> None:
    files = {str(path.relative_to(STANDALONE)) for path in STANDALONE.rglob("*") if path.is_file()}
    files = {name for name in files if "__pycache__" not in name}
    assert files == {*PRODUCTS, "README.md", "manifest.json", "micropython/package.json"}
    package = json.loads((STANDALONE / "micropython/package.json").read_text("utf-8"))
    assert package["version"] == ur.__version__


@pytest.mark.parametrize("product", MANIFEST, ids=PRODUCTS)
def test_a_product_is_small_and_names_its_command(product: dict[str, Any], capsys: Capture) -> None:
    path = STANDALONE / product["name"]
    assert path.stat().st_size <= product["most_bytes"]
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    start = f"Cut out of uri_regex {ur.__version__} by: uri-regex cut "
    assert " ".join(said.split()).startswith(start)
    words = shlex.split(" ".join(said.split())[len(start) :])
    assert words == [*product["names"], *product["options"]]
    assert cut(["--check", str(path)]) == 0, capsys.readouterr()


def test_a_manifest_is_written_and_checked_next_to_it(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "my.abnf").write_text('version = "v" 1*DIGIT\n')
    options = ["--rule", "version", "--abnf", "my.abnf"]
    products = [
        {"name": "a.py", "names": ["is_uri"], "options": []},
        {"name": "b.py", "names": ["matches"], "options": options},
    ]
    (tmp_path / "in" / "manifest.json").write_text(json.dumps(products))
    monkeypatch.chdir(tmp_path)
    assert cut(["--manifest", "in/manifest.json"]) == 0
    assert load((tmp_path / "in" / "b.py").read_text("utf-8"))["matches"]("v1")
    assert cut(["--manifest", "in/manifest.json", "--check"]) == 0
    products[0]["names"] = ["is_uri", "split"]
    (tmp_path / "in" / "manifest.json").write_text(json.dumps(products))
    capsys.readouterr()
    assert cut(["--manifest", "in/manifest.json", "--check"]) == 1
    now = f"as uri_regex {ur.__version__} writes it"
    assert capsys.readouterr().out.splitlines() == [f"in/a.py: not {now}", f"in/b.py: {now}"]
    monkeypatch.chdir("in")
    assert cut(["--check", "b.py"]) == 0


WRONG_MANIFESTS = [
    ("[", "no manifest of modules"),
    ("[1]", "no manifest of modules"),
    ('[{"name": "a.py", "names": ["is_uri"]}]', "'options'"),
    ('[{"name": "a.py", "names": ["is_url"], "options": []}]', "did you mean is_uri?"),
    ('[{"name": "a.py", "names": ["is_uri"], "options": ["--none"]}]', "--none"),
]


@pytest.mark.parametrize("text, told", WRONG_MANIFESTS)
def test_a_wrong_manifest_is_one_line(
    capsys: Capture, tmp_path: Path, text: str, told: str
) -> None:
    (tmp_path / "m.json").write_text(text)
    assert cut(["--manifest", str(tmp_path / "m.json")]) == 2
    err = capsys.readouterr().err
    assert told in err and len(err.splitlines()) == 1


def test_check_tells_which_modules_are_not_current(tmp_path: Path, capsys: Capture) -> None:
    good, edited, old, other = (tmp_path / name for name in ("a.py", "b.py", "c.py", "d.py"))
    assert cut(["is_uri", "-o", str(good)]) == 0
    source = good.read_text("utf-8")
    edited.write_text(source.replace("re.DOTALL", "0") + "\n", encoding="utf-8")
    old.write_text(source.replace(f"uri_regex {ur.__version__}", "uri_regex 0.9"), encoding="utf-8")
    other.write_text('"""Mine."""\n')
    assert cut(["--check", str(good), str(edited), str(old)]) == 1
    out, err = capsys.readouterr()
    now = f"as uri_regex {ur.__version__} writes it"
    assert err == "" and out.splitlines() == [
        f"{good}: {now}",
        f"{edited}: not {now}",
        f"{old}: not {now}; it was cut out of 0.9",
    ]
    assert cut(["--check", str(other), str(good), str(tmp_path / "none.py")]) == 2
    out, err = capsys.readouterr()
    assert out == f"{good}: {now}\n"
    assert err.splitlines() == [
        f"uri-regex: {other}: no module that uri-regex cut has written",
        f"uri-regex: {tmp_path / 'none.py'}: No such file or directory",
    ]


READ_BACK = [
    ("own.abnf", ["--no-docs", "--no-iris"]), ("own.abnf", ["--micropython"]),
    ("my  \"own\" \\ 'rules'.abnf", []), ("ü \n {}.abnf", []),
]  # fmt: skip


@pytest.mark.parametrize("name, options", READ_BACK)
def test_check_reads_back_any_command(
    name: str, options: list[str], tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text('version = "v" 1*DIGIT\n')
    line = ["matches", "--abnf", name, "--rule", "version", "-o", "_version.py", *options]
    assert cut(line) == cut(["--check", "_version.py"]) == 0
    assert load(Path("_version.py").read_text("utf-8"))["matches"]("v1")
    Path(name).write_text('version = "w" 1*DIGIT\n')
    assert cut(["--check", "_version.py"]) == 1
    capsys.readouterr()


# ---- Rules of a grammar ----

OF_GRAMMARS: list[tuple[str, int]] = [
    ("matches --rule host", 5_000),
    ("matches --grammar rfc3987 --rule IRI-reference --no-docs", 8_000),
    ("matches --grammar rfc2396 --rule hostname", 3_500),
]  # fmt: skip


@pytest.mark.parametrize("line, most", OF_GRAMMARS)
def test_a_verdict_of_a_grammar_is_small(capsys: Capture, line: str, most: int) -> None:
    assert cut(line.split()) == 0
    source = capsys.readouterr().out
    assert len(source.encode()) <= most and "URIError" not in source


# grammar, rules: those that are proven, and one that is not and is read by its states alone
CHECKED = [
    ("rfc3986", ("URI", "dec-octet", "path-empty")),
    ("rfc3987", ("iuserinfo", "ipath")),
    ("rfc2396", ("hostname", "absoluteURI")),
    ("rfc6874", ("IP-literal", "host")),
]
ZONES = ["[fe80::1%", "[fe80::1%zz]", "[fe80::1%2", "[fe80::1%25]", "[fe80::1%25a]", "[fe80::1%25a"]


@pytest.mark.parametrize("name, rules", CHECKED)
def test_a_checker_gives_the_verdicts_and_errors_of_its_grammar(
    name: str, rules: tuple[str, ...]
) -> None:
    g = uri_abnf.GRAMMARS[name]
    checker = load(source_of("matches", "validate", rules=rules, grammar=name))
    verdict = load(source_of("matches", rules=rules, grammar=name))
    assert checker["matches"]("") is g.matches(rules[0], "")  # the first rule is the default
    for rule in rules:
        for text in [*TEXTS, "::1", "::1.2.3.4", "25", "256", "a.b-c.d.", "a.b-.d", *ZONES]:
            assert checker["matches"](text, rule=rule) is g.matches(rule, text), (rule, text)
            assert verdict["matches"](text, rule=rule) is g.matches(rule, text), (rule, text)
            there = outcome(checker["validate"], text, rule=rule)
            assert there == outcome(g.validate, rule, text)


def test_a_checker_of_ones_own_abnf_needs_nothing() -> None:
    checker = cut_own('date = 4DIGIT "-" 2DIGIT "-" 2DIGIT', "date")
    assert checker["matches"]("2026-11-21") and checker["matches"]("2026-11-21", rule="DATE")
    with pytest.raises(checker["URIError"]) as caught:
        checker["validate"]("2026-1-21")
    assert (caught.value.rule, caught.value.offset, caught.value.expected) == ("date", 6, "DIGIT")
    with pytest.raises(ValueError, match=r"there is no rule 'time' among date"):
        checker["matches"]("12:00", rule="time")
    with pytest.raises(TypeError, match="text must be str, not bytes"):
        checker["matches"](b"2026-11-21")
    with pytest.raises(TypeError, match="rule must be str, not NoneType"):
        checker["validate"]("", rule=None)


def test_rules_and_functions_of_the_library_go_together() -> None:
    abnf = 'URI = "own:" host\nhost = "re" / "URI_RULE" / "_RULES"\nmatches = URI'
    module = cut_own(abnf, "matches", "URI", names=("is_uri", "matches", "validate"))
    for text in ("own:re", "own:_rules", "http://a/", "own:", ""):
        assert module["is_uri"](text) is ur.is_uri(text)
        assert module["matches"](text) is module["matches"](text, rule="uri")
        assert module["matches"](text) is (text in ("own:re", "own:_rules"))


@pytest.mark.parametrize("names", [("matches",), ("matches", "validate")])
def test_a_rule_that_is_not_proven_is_read_in_linear_time(names: Any) -> None:
    abnf = 'slow = *( *"a" "b" / *"a" ) "c"\nfast = *( "a" / "b" ) "c"'
    grammar = uri_abnf.Grammar(abnf)
    assert not grammar.proven("slow") and grammar.proven("fast")
    module = cut_own(abnf, "slow", "fast", names=names)
    for text in ("c", "abac", "", "ab", "ac.", "a" * 5_000, "a" * 5_000 + "c"):
        verdict = module["matches"](text, rule="slow")
        assert verdict is module["matches"](text, rule="fast") is grammar.matches("slow", text)


# Of rules whose labels read like the file's own lines, and rules with more ways on than a line has.
_MANY = " / ".join(f"%x{0x4100 + i:X} {i + 1}%x{0x4200 + i:X}" for i in range(30))
ODD_RULES = [  # ABNF of a rule a, and texts
    ('a = "a  # b"', ["", "a", "a  # b", "A  #"]),
    ('a = ""', ["", "a"]),
    ('a = "%" HEXDIG', ["%", "%z", "%a"]),
    ('a = "(?&URI)"', ["", "(?&", "(?&uri)"]),
    ('a = "{" b "}" b "{b}"\nb = 1*( "{" / "}" )', ["{}}{{b}", "{{}}}}{b}", "{b}", "{"]),
    ('a = %x22 b "\\" %x22\nb = %x0A / "\'" / %x5C.7D', ['"\n\\"', '"\'\\"', '"\\}\\"', '"n\\"']),
    ('a = "(?&no-rule)" / "\\" / "\\n"', ["", "\\", "\\n", "\n"]),
    ('a = "x" ( from / import / as )\nfrom = %x61\nimport = %x62\nas = %x63', ["x", "xa", "xd"]),
    ('a = str / re / sys / partial\nstr = "1"\nre = "2"\nsys = "3"\npartial = "4"', ["1", "4", "5"]),
    ("a = *( %xA0-D7FF / %xD800 / %xE000-FFFD / %x10000-1FFFD )", ["\u00e9\ud800\U00010000", "a"]),
    (f"a = {_MANY}", ["", "\u4100\u4200", "\u4103", "\u4105", "\u411d", "\u411d" + 30 * "\u421d"]),
    (f"a = *( *(%x30-39) / *%x61 ) 2( {_MANY} )", ["", "0\u4105", "\u4100\u4200" * 2, "\u4100\u4200"]),
]  # fmt: skip


@pytest.mark.parametrize("abnf, texts", ODD_RULES)
def test_a_checker_reads_odd_rules_as_the_grammar_does(abnf: str, texts: list[str]) -> None:
    g = uri_abnf.Grammar(abnf)
    checker = cut_own(abnf, "a")
    for text in texts:
        assert checker["matches"](text) is g.matches("a", text), text
        assert outcome(checker["validate"], text) == outcome(g.validate, "a", text)


def test_the_example_of_rules_is_a_module_that_works() -> None:
    assert grammar_rules.matches("80") and not grammar_rules.matches("123456")
    assert grammar_rules.matches("ab", rule="Name") and not grammar_rules.matches("a1", rule="name")
    with pytest.raises(ur.URIError) as caught:
        grammar_rules.validate("8o")
    assert (caught.value.offset, caught.value.expected) == (1, "DIGIT / <end of text>")


# ---- The smallest automaton ----

# Rules, and how many states tell their texts apart, the one of no text among them.
STATES = [
    ('a = 300"x"', 302),  # each of them is found equal to no other only at the end of a chain
    ('a = "" ', 2),
    ('a = "ab" / "cb"', 4),
    ('a = *( "a" / "b" ) / *"a"', 2),
]


@pytest.mark.parametrize("abnf, count", STATES)
def test_an_automaton_is_the_smallest(abnf: str, count: int) -> None:
    automata = {"a": uri_abnf.Grammar(abnf).automaton("a")}
    assert len(dfa.freeze(automata, words=False).states) == count


def test_the_states_of_each_rule_are_bounded_not_those_of_all(monkeypatch: Patch) -> None:
    monkeypatch.setattr(dfa, "MAX_STATES", 10)
    abnf = 'a = 8"x"\nb = 9"x"\nc = 10"x"'
    assert cut_own(abnf, "a", "b")["validate"]("x" * 9, rule="b")
    with pytest.raises(ValueError, match="a rule has more than 10 states"):
        cut_own(abnf, "a", "c")


# ---- What cannot be cut out, and files ----

NOT_CUT: list[tuple[str, str]] = [
    ("Grammar", "no public name 'Grammar'"),
    ("is_url", "no public name 'is_url'; did you mean is_uri?"),
    ("URI.replce", "did you mean URI.replace"),
    ("_compiled", "no public name '_compiled'"),
    ("", "NAME"),
    ("matches", "want a --rule"),
    ("matches --rule no-such", "no-such"),
    ("matches --grammar rfc3986 --rule IRI", "IRI"),
    ("split --rule host", "--rule is for matches"),
    ("split --grammar rfc2396", "a grammar is for matches and validate"),
    ("matches --grammar rfc1 --rule URI", "invalid choice: 'rfc1'"),
    ("matches --abnf no/such --rule URI", "no/such: No such file"),
    ("is_uri --no-such", "unrecognized arguments: --no-such"),
    ("is_uri -o no/such/folder.py", "no/such/folder.py: No such file"),
    ("find --micropython", "find cannot be cut out for MicroPython"),
    ("is_uri parse --micropython", "parse cannot be cut out for MicroPython"),
    ("URI --micropython", "URI cannot be cut out for MicroPython"),
    ("is_uri --rule IRI --micropython", "rules are for matches and validate"),
    ("matches --micropython", "want a --rule"),
    ("validate --rule unknown --micropython", "unknown"),
]  # fmt: skip


@pytest.mark.parametrize("line, told", NOT_CUT)
def test_what_cannot_be_cut_out_is_one_line_and_leaves_the_old_file(
    capsys: Capture, tmp_path: Path, line: str, told: str
) -> None:
    path = tmp_path / "_uri.py"
    path.write_text("old")
    argv = line.split() if "-o" in line else [*line.split(), "-o", str(path)]
    status = cut(argv)
    out, err = capsys.readouterr()
    assert (status, out) == (2, "") and told in err and len(err.splitlines()) == 1
    assert path.read_text() == "old" and [*tmp_path.iterdir()] == [path]


def test_a_rule_with_too_many_states_is_refused() -> None:
    with pytest.raises(ValueError, match="5,000 states"):
        cut_own('a = *9000( "a" "b" )', "a")


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX")
def test_a_file_is_written_through_its_link_and_with_its_mode(tmp_path: Path) -> None:
    target, link = tmp_path / "a.py", tmp_path / "b.py"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    assert cut(["is_uri", "-o", str(link)]) == 0
    assert link.is_symlink() and load(target.read_text("utf-8"))["is_uri"]("a:b")
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is of Linux")
@pytest.mark.parametrize("redirected", [">&-", "> /dev/full"])
def test_an_output_that_takes_nothing_is_one_line(redirected: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m uri_abnf cut split {redirected}"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("uri-regex: ") and ran.stderr.count("\n") == 1


# ---- Without re: MicroPython ----


def micropython(capsys: Capture, *arguments: str) -> str:
    """The module without `re` that the cutter prints."""
    assert cut([*arguments, "--micropython"]) == 0
    return capsys.readouterr().out


# What a module is cut out for, and the most bytes that it may have.
WITHOUT_RE: list[tuple[str, int]] = [
    ("is_uri", 6_200),
    ("is_uri split resolve normalize", 13_200),
    ("is_uri split resolve normalize is_uri_reference validate recompose remove_dot_segments merge",
     16_000),
    ("matches validate --grammar rfc3987 --rule iuserinfo --rule ipath", 3_500),
    ("is_absolute_uri is_relative_ref", 6_500),
    ("percent_encode percent_decode", 4_500),
]  # fmt: skip


@pytest.mark.parametrize("line, most", WITHOUT_RE, ids=[line[:30] for line, _ in WITHOUT_RE])
def test_a_module_without_re_is_small_and_imports_collections_alone(
    capsys: Capture, line: str, most: int
) -> None:
    source = micropython(capsys, *line.split())
    assert len(source.encode()) <= most
    module = load(source)
    assert {*module["__all__"]} - {"URIError"} == set(line.split(" --")[0].split())
    assert module["__version__"] == ur.__version__
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, (ast.Import, ast.AnnAssign))
        assert not isinstance(node, ast.ImportFrom) or node.module == "collections"
        assert not isinstance(node, ast.FunctionDef) or ast.get_docstring(node) is None


def test_a_module_without_re_answers_as_the_library_does(capsys: Capture) -> None:
    names = for_micropython.list_public(TEMPLATES["micropython.py"])
    names.remove("matches")
    module = types.SimpleNamespace(**load(micropython(capsys, *names)))
    library = types.SimpleNamespace(**{name: getattr(ur, name) for name in names}, __all__=names)
    module.__all__ = names
    rules = ("URI", "URI-reference")
    other = ""
    for text in TEXTS:
        calls = zip(*[micropython_answers.calls(x, rules, text, other) for x in (module, library)])
        for here, there in calls:
            assert micropython_answers.answer(*here) == micropython_answers.answer(*there), text
        other = text


OWN_WITHOUT_RE: list[tuple[str, str, str]] = [  # ABNF, its first rule, why
    ('a = 140( "x" / "yz" )\n', "a", "more states than a byte tells apart"),
    ('a = *%x61-62 "." 1*DIGIT\n', "a", "ASCII"),
    ("a = *( %x100-17F / %x2000 / %x1F600-1F64F / %xD800-D8FF )\n", "a", "beyond ASCII"),
    ('a = ""\n', "a", "the empty text alone"),
    ("a = *%x0-10FFFF\n", "a", "every text"),
    ('URI = "own:" *DIGIT\n', "URI", "a rule of the same name as one of RFC 3986"),
]  # fmt: skip
CHARACTERS = [
    "a", ".", "1", "own:", "OWN:12", "\u0100", "\u2000", "\ud800", "\U0001f600", "\x7f\x80",
]  # fmt: skip


@pytest.mark.parametrize("abnf, rule, why", OWN_WITHOUT_RE)
def test_a_module_without_re_knows_rules_of_ones_own(
    capsys: Capture, tmp_path: Path, abnf: str, rule: str, why: str
) -> None:
    path = tmp_path / "own.abnf"
    path.write_text(abnf)
    line = ["is_uri", "matches", "validate", "--abnf", str(path), "--rule", rule]
    module = load(micropython(capsys, *line))
    grammar = uri_abnf.Grammar(abnf)
    long = ["x" * 140, "yz" * 140, "x" * 141, "x" * 139, "y" * 140, "Xx" * 70 + "\xe9"]
    for text in ["", *long, *CHARACTERS, *map("".join, itertools.product(CHARACTERS, repeat=2))]:
        assert module["matches"](text) == grammar.matches(rule, text), text
        assert module["is_uri"](text) == ur.is_uri(text), text
        try:
            expected = grammar.validate(rule, text), -1
        except ur.URIError as error:
            expected = error.rule, error.offset
        try:
            found = module["validate"](text, rule=rule.lower()), -1
        except ValueError as error:
            found = getattr(error, "rule", ""), getattr(error, "offset", None)
        assert found == expected, text
    with pytest.raises(ValueError, match="there is no rule 'b' among"):
        module["matches"]("", rule="b")


WRONG_TYPES_WITHOUT_RE: list[tuple[str, tuple[Any, ...], str]] = [
    ("split", (b"a",), "text must be str, not bytes"),
    ("resolve", ("a", None), "ref must be str, not NoneType"),
    ("resolve", (1, "a"), "base must be str, not int"),
    ("normalize", (1,), "text must be str, not int"),
    ("merge", (("", "", "", "", ""), "a"), "base must be a URI, as split gives it, not tuple"),
    ("recompose", (("a", "b"),), "uri must be a URI, not tuple"),
    ("recompose", ((None, None, None, None, None),), "path must be str, not NoneType"),
    ("remove_dot_segments", (None,), "path must be str, not NoneType"),
    ("percent_encode", (1,), "text must be str, not int"),
    ("percent_decode", (b"",), "text must be str, not bytes"),
    ("matches", (b"",), "text must be str, not bytes"),
    ("validate", (1,), "text must be str, not int"),
]  # fmt: skip


@pytest.mark.parametrize("name, arguments, message", WRONG_TYPES_WITHOUT_RE)
def test_functions_without_re_name_a_wrong_type(
    name: str, arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        getattr(template, name)(*arguments)


# Triplets: ASCII, and octets that cannot begin, follow, or end a character (RFC 3629 4).
OCTETS = (
    "00 7F 80 BF C0.80 C1.BF C2.80 C3 C3.28 DF.BF E0.80.80 E0.9F.BF E0.A0.80 E2.82 E2.82.41 ED.9F.BF "
    "ED.A0.80 EE.80.80 EF.BF.BF F0.80.80.80 F0.8F.BF.BF F0.90.80.80 F0.9F.98 F4.8F.BF.BF F4.90.80.80 "
    "F5.80.80.80 FE FF FF.41 41.FF.C3.BC"
).split()


@pytest.mark.parametrize("octets", OCTETS)
@pytest.mark.parametrize("errors", ["strict", "replace", "ignore"])
def test_triplets_are_decoded_without_re_as_python_decodes_bytes(octets: str, errors: str) -> None:
    text = "a" + "".join([f"%{octet}" for octet in octets.split(".")])
    data = bytes.fromhex(octets.replace(".", ""))
    try:
        expected = "a" + data.decode("utf-8", errors)
    except UnicodeDecodeError as wrong:
        with pytest.raises(template.URIError) as raised:
            template.percent_decode(text)
        assert raised.value.offset == 1 + 3 * wrong.start
    else:
        assert template.percent_decode(text, errors) == expected


def test_an_error_without_re_has_its_offset_and_does_not_show_the_text() -> None:
    with pytest.raises(ValueError) as raised:
        template.validate("s3cr^t")
    error: Any = raised.value
    assert (error.text, error.rule, error.offset) == ("s3cr^t", "scheme", 4)
    assert str(error) == "not a valid scheme: it is wrong at offset 4"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    with pytest.raises(ValueError, match="it ends too early at offset 0"):
        template.validate("")


def test_the_example_of_a_table_is_what_is_written_for_a_scheme() -> None:
    states = dfa.freeze({"scheme": uri_abnf.RFC3986.automaton("scheme")}, words=False)
    source, starts = tables.write_table(states)
    written: dict[str, Any] = {}
    exec(source, written)
    assert written["_TABLE"] == template._TABLE
    assert starts == template._RULES


def test_ipv6_addresses_are_written_without_re_as_by_the_library() -> None:
    rng = random.Random(22)
    groups = "0 0 0 1 ffff 00 0001 abcd 00000 g  1.2.3.4 1.2.3".split(" ")
    for _ in range(2_000):
        names = rng.choices(groups[: rng.choice([5, 8, 13])], k=rng.choice([6, 7, 8, 8, 8, 9]))
        place = rng.randint(0, 8)
        both = ":".join(names), ":".join(names[:place]) + "::" + ":".join(names[place + 2 :])
        for text in both:
            uri = f"http://[{text}]"
            there = ur.normalize(uri, scheme_based=True)
            assert template.normalize(uri, scheme_based=True) == there, text


# ---- The distribution ----


def test_the_distribution_has_the_version_of_the_library() -> None:
    page = (HERE / "pyproject.toml").read_text("utf-8")
    assert re.findall('(?m)^version = "(.+?)"', page) == [ur.__version__]
    assert re.findall('"uri-regex==(.+?)"', page) == [ur.__version__]


# ---- The page of standalone/ ----


def test_the_page_lists_each_product() -> None:
    page = (STANDALONE / "README.md").read_text("utf-8")
    assert re.findall(r"(?m)^\| \[`.+?`\]\((.+?)\) \|", page) == PRODUCTS


def test_the_commands_on_the_page_work(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    page = (STANDALONE / "README.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    Path("my.abnf").write_text('my-rule = 1*DIGIT "." 1*DIGIT\n')
    lines = re.findall("(?m)^uri-regex cut (.+)$", page)
    lines = [line for line in lines if "--rule IRI" not in line and "--manifest" not in line]
    assert len(lines) > 4
    for line in sorted(lines, key=lambda line: line.startswith("--check")):
        assert cut(shlex.split(line)) == 0, line
    assert json.loads(re.findall("(?s)```json\n(.*?)```", page)[0])["version"] == ur.__version__
    capsys.readouterr()
