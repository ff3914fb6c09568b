# SPDX-License-Identifier: MIT
"""The tests of uri_regex: tables, one case a line, each with the section it comes from.

The order is the module's: grammars, reading ABNF, patterns, verdicts and errors, parts, resolution,
normalization, percent-encoding and IRIs, finding, the command line, and the file as a whole.
A section with no RFC before it is one of RFC 3986. Expectations are worked out from the RFCs' text.
"""

from __future__ import annotations

import ast
import bisect
import contextlib
import copy
import doctest
import enum
import functools
import gc
import html
import inspect
import io
import ipaddress
import itertools
import json
import os
import pickle
import random
import re
import select
import shlex
import shutil
import subprocess
import sys
import tokenize
import tracemalloc
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable, NamedTuple
from urllib.parse import quote

import pytest

import uri_regex as ur
from conformance import micropython_answers, proof
from conformance.modules import OPERATIONS, load, outcome
from standalone import byte_table, cut, cut_without_re, frozen, without_re

HERE = Path(__file__).resolve().parent
MODULE = Path(ur.__file__)
STANDALONE = HERE / "standalone"


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


def grammar(name: str) -> ur.Grammar:
    """The grammar of that name. By name, so that collecting the tests reads no grammar."""
    found: ur.Grammar = getattr(ur, name)
    return found


def accepts(g: ur.Grammar, rule: str, text: str, engine: str) -> bool:
    return g.compile(rule, engine=engine).fullmatch(text) is not None


# ---- 1. The grammars: valid and invalid texts for every rule ------------------------------------


class Rule(NamedTuple):
    name: str
    section: str
    valid: list[str]
    invalid: list[str]


# In no rule at all; and what else no URI holds (2), with Kelvin, long s, two other scripts' 1, ...
ODD = ["\n", "\r", "\0", "\t", " ", "\x7f", "\x80", "\udc80", "\ud83d"]
CHAR = [*ODD, *"\u212a\u017f\uff11\u0661\u00e9\ufeff\U0001f600", *'"<>\\^`{|}']

# fmt: off
RULES_3986: list[Rule] = [
    Rule("URI", "3",
         ["foo://example.com:8042/over/there?name=ferret#nose", "urn:example:animal:ferret:nose",
          "a:", "a:b", "a:/", "a:/b", "a://", "a:///", "a:////", "a:?", "a:#", "a:?#", "a:?/?#/?",
          "A1+-.:", "a:b:c", "a::", "a:@", "http://u:p@h:80/p?q#f", "http://@:/", "http://[::1]:/",
          "http://1.2.3.4.5", "http://256.1.1.1/", "http://001.1.1.1/", "http://%41", "a:%41",
          "a://%41@%41:0/%41?%41#%41"],
         ["", ":", ":a", "1:", "a", "//a", "a b:", "a_:", "%41:", "a:%", "a:%4", "a:%zz", "a:%4g",
          "a:b#c#d", "a:#[", "a:[", "a:?[", "a:]", "http://[::1", "http://::1/", "http://[::1]x",
          "http://[]/", "http://a:b/", "http://a@b@c", "http://a:1x", "http://[1.2.3.4]",
          "http://[::256.0.0.1]", "http://[::1%25en0]", "http://a\\b", "\u212a:x"]),
    Rule("hier-part", "3",
         ["", "/", "//", "///", "/a", "a", "a/b", ":", "//a", "//a/", "//a//", "//u@h:1/b", "a:b",
          "/a//b"],
         ["?", "#", "a?", "a#", "//[", "/[", "//a:x", "//h]", "%", "\\\\a"]),
    Rule("URI-reference", "4.1",
         ["", "a", "/", "//", "?", "#", "a:b", "./a:b", "a/b:c", "?a:b", "#a:b", "//a", "..",
          "../a?b#c", "@", ";x", "1", "a:"],
         [":", ":a", "1:a", "a_b:c", "%41:b", "%", "[", "##", "a#b#c", "//[", "//a:b", "/a b", "@:",
          "a?[", "*:"]),
    Rule("absolute-URI", "4.3",
         ["a:", "a:b", "a:?", "a:/b?c", "a://b", "http://a/?q/?", "a:b:c?d:e"],
         ["", "a", "a:#", "a:b#", "a:b?c#d", "/a", "//a", ":b", "1:b"]),
    Rule("relative-ref", "4.2",
         ["", "a", "/a", "//a", "./a:b", "?", "#", "?#", "a/b:c", "//a?b#c", "/:", "@/:", "/a:b"],
         ["a:b", ":", ":/", "1:", "%41:", "a:", "#a#", "//[::1", "//a:b", "a b"]),
    Rule("relative-part", "4.2",
         ["", "/", "//", "///", "a", "a/b:c", "//a:1/b", "/a:b", "@"],
         ["a:b", ":", "?", "#", "a?", "//a:b", "//["]),
    Rule("scheme", "3.1",
         ["a", "Z", "a1", "a+-.", "http", "z39.50r", "coap+tcp"],
         ["", "1", "1a", "+a", "-a", ".a", "a_b", "a:", "a/", "a%41", "\u212a", "a\u212a",
          "\u017f"]),
    Rule("authority", "3.2",
         ["", "@", ":", "@:", "h", "h:", "h:80", "u@h", "u:p@h:80", ":@", "::@", "[::1]",
          "u@[::1]:8", "[v1.a]:", "1.2.3.4:0", "!$&'()*+,;=", "%41@%42:1"],
         ["/", "h/", "?", "#", "u@u@h", "h:8x", "[::1", "::1]", "[::1]8", "[::1]:x", "::1", "h:8:8",
          "%", "u@%4", "\\"]),
    Rule("userinfo", "3.2.1",
         ["", "u", "u:p", ":", "::", "%40", "!$&'()*+,;=", "-._~"],
         ["@", "u@", "/", "?", "#", "[", "]", "%", "%4", "%zz"]),
    Rule("host", "3.2.2",
         ["", "h", "[::1]", "[v1.a]", "1.2.3.4", "1.2.3.4.5", "001.2.3.4", "256.1.1.1", "1.2.3",
          "1.", "0x7f.1", "%41", "a%2e", "!$&'()*+,;="],
         [":", "a:", "::1", "[", "]", "[]", "[::1]1", "1[::1]", "/", "@", "%", "1.2.3.4:", "%4"]),
    Rule("port", "3.2.3",
         ["", "0", "80", "00080", "99999999999999999999"],
         [":", "-1", "+1", "8a", " 8", "8 ", "0x50", "8_0", "\u0661", "\uff11", "\u00b2"]),
    Rule("IP-literal", "3.2.2",
         ["[::]", "[::1]", "[1:2:3:4:5:6:7:8]", "[::1.2.3.4]", "[v1.a]", "[VFF.a:b]"],
         ["", "[]", "::", "[::", "::]", "[[::]]", "[1.2.3.4]", "[v1]", "[::1]]", "[::1%25a]",
          "[ ::1]", "[a]"]),
    Rule("IPvFuture", "3.2.2",
         ["v1.a", "V1.a", "vAf09.:", "v1.!$&'()*+,;=", "v1..", "v1.-._~:"],
         ["", "v", "v.", "v1", "v1.", "v.a", "1.a", "vg.a", "v1:a", "v1.%41", "v1.@", "v1.[",
          "w1.a", "vv1.a"]),
    Rule("IPv6address", "3.2.2",  # the nine alternatives in their order
         ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4",
          "::2:3:4:5:6:7:8", "::2:3:4:5:6:1.2.3.4",
          "::3:4:5:6:7:8", "1::3:4:5:6:7:8", "1::3:4:5:6:1.2.3.4",
          "::4:5:6:7:8", "1::4:5:6:7:8", "1:2::4:5:6:7:8", "1:2::4:5:6:1.2.3.4",
          "::5:6:7:8", "1::5:6:7:8", "1:2:3::5:6:7:8", "1:2:3::5:6:1.2.3.4",
          "::6:7:8", "1:2:3:4::6:7:8", "1:2:3:4::6:1.2.3.4",
          "::7:8", "1:2:3:4:5::7:8", "1:2:3:4:5::1.2.3.4", "::1.2.3.4",
          "::8", "1:2:3:4:5:6::8", "1::8",
          "::", "1::", "1:2:3:4:5:6:7::",
          "abcd:EF01::", "0000:0:00:000:0:0:0:0", "::255.255.255.255"],
         ["", ":", ":::", "1", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "1:2:3:4:5:6:7:8:",
          "1:2:3:4:5:6:7:8:9",
          ":1:2:3:4:5:6:7:8", "::1:2:3:4:5:6:7:8", "1::2:3:4:5:6:7:8", "1:2:3:4:5:6:7::8",
          "1:2:3:4:5:6:7:8::",
          "1:2:3:4:5:6::7:8", "1:2:3:4:5:6::1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:1.2.3.4",
          "::1:2:3:4:5:6:1.2.3.4",
          "1::2::3", "1:::2", "::1:", ":1::", "12345::", "::12345", "::g", "1.2.3.4", "1.2.3.4::",
          "::1.2.3.4:5", "::1.2.3",
          "::1.2.3.4.5", "::256.1.1.1", "::01.1.1.1", "::1.1.1.00", "::1%25en0", "fe80::1%en0",
          "::1/64", "[::1]", " ::1",
          "::\uff11", "::\u0661", "::1.2.3.\u0664"]),
    Rule("h16", "3.2.2",
         ["0", "f", "F", "00", "abc", "ABCD", "0000", "9a"],
         ["", "g", "00000", "0x", ":", "-1", "\uff21", "\u0661"]),
    Rule("ls32", "3.2.2",
         ["0:0", "ffff:FFFF", "1.2.3.4", "255.255.255.255"],
         ["", "0", "0:", ":0", "0:0:0", "00000:0", "0:00000", "1.2.3", "1.2.3.256", "1:1.2.3.4"]),
    Rule("IPv4address", "3.2.2",
         ["0.0.0.0", "1.2.3.4", "9.10.99.100", "199.200.249.250", "255.255.255.255"],
         ["", "1", "1.2.3", "1.2.3.", "1.2.3.4.", "1.2.3.4.5", ".1.2.3", "1..2.3", "256.1.1.1",
          "1.256.1.1", "1.1.1.256", "001.1.1.1", "01.1.1.1", "1.1.1.01", "00.0.0.0", "999.1.1.1",
          "0x7f.0.0.1", "-1.0.0.0", "1.2.3.4:", "1,2,3,4", "\u0661.2.3.4", "1.2.3.\uff14",
          "1.2.3.\u00b2"]),
    Rule("dec-octet", "3.2.2",
         ["0", "9", "10", "19", "20", "99", "100", "199", "200", "249", "250", "255"],
         ["", "00", "01", "001", "09", "010", "256", "259", "260", "300", "999", "1000", "2500",
          "-1", "a", "1a", "1 ", "\u0661", "1\uff11"]),
    Rule("reg-name", "3.2.2",
         ["", "a", "example.com", "1.2.3.4", "1.2.3.4.5", "256.256.256.256", "a_b~", "-", ".", "..",
          "%41", "%c3%a9", "!$&'()*+,;="],
         [":", "/", "@", "?", "#", "[", "]", "%", "%4", "%zz", "a:1", "\u212a"]),
    Rule("path", "3.3",
         ["", "/", "//", "/a", "//a", "a", "a:b", ":", ":/", "a/b", "a//b", "/a/", "@", "a;b=c,d"],
         ["?", "#", "a?", "a#", "[", "a]", "%", "%g1", "a/%"]),
    Rule("path-abempty", "3.3",
         ["", "/", "//", "/a", "/a/", "/a//b", "/:", "/@;=", "/..", "/%2F"],
         ["a", "a/", ":", "?", "/?", "/#", "/[", "/%", "/%2"]),
    Rule("path-absolute", "3.3",
         ["/", "/a", "/a/", "/a//", "/a/b", "/:", "/:/:"],
         ["", "//", "//a", "a", "///", "/?", "/a#", "/["]),
    Rule("path-noscheme", "3.3",
         ["a", "a/", "a//", "a/b:c", ".", "..", "@", "%3A", "%3A/:"],
         ["", "/", "/a", "a:b", ":", ":/", "a:/", "?", "%", "[a"]),
    Rule("path-rootless", "3.3",
         ["a", "a:b", ":", "a/", "a//b", ":/:", "::", "@"],
         ["", "/", "/a", "//", "?", "a?", "#", "["]),
    Rule("path-empty", "3.3", [""], ["a", "/", ":", "%", "0"]),
    Rule("segment", "3.3",
         ["", "a", ":", "@", "a:b", ".", "..", "name;v=1.1", "name,1.1", "%2f"],
         ["/", "a/b", "?", "#", "[", "]", "%", "%2"]),
    Rule("segment-nz", "3.3", ["a", ":", "aa", "%2F", "@", ".."], ["", "/", "a/", "?", "%2", "["]),
    Rule("segment-nz-nc", "3.3",
         ["a", "@", "aa", "%3A", "..", "!$&'()*+,;="],
         ["", ":", "a:", ":a", "/", "?", "%3", "%"]),
    Rule("pchar", "3.3",
         ["a", "Z", "0", "-", "~", "%41", "!", "=", ":", "@"],
         ["", "aa", "/", "?", "#", "[", "%", "%4", "%411"]),
    Rule("query", "3.4",
         ["", "a", "/", "?", "a=b&c", "??", ":@", "%3F", "a/../b"],
         ["#", "a#", "[", "]", "%", "%3", "a[0]=1"]),
    Rule("fragment", "3.5",
         ["", "a", "/", "?", "nose", ":@", "%23", "a=b"],
         ["#", "##", "a#", "[", "]", "%", "%2"]),
    Rule("pct-encoded", "2.1",
         ["%00", "%41", "%ff", "%FF", "%aF", "%Fa"],
         ["", "%", "%4", "41", "%zz", "%4g", "%g4", "%411", "%%41", "%-1", "% 1", "%\uff11\uff11",
          "%u0041"]),
    Rule("unreserved", "2.3",
         ["a", "z", "A", "Z", "0", "9", "-", ".", "_", "~"],
         ["", "aa", "!", "+", "%41", "/", "@", "\u00aa", "\u212a", "\u0661"]),
    Rule("reserved", "2.2",
         list(":/?#[]@!$&'()*+,;="),
         ["", "a", "0", "-", ".", "_", "~", "%", "::", '"', "\\", "^", "|"]),
    Rule("gen-delims", "2.2",
         list(":/?#[]@"),
         ["", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", "a", "%", "//", "\\", "^"]),
    Rule("sub-delims", "2.2",
         list("!$&'()*+,;="),
         ["", ":", "/", "?", "#", "[", "]", "@", "-", ".", "a", "%", '"', "!!", "<", "\x1f"]),
]

# RFC 2396 is another language: "http:" is none of its URIs, "1.2.3" no host but a reg_name, "?y"
# no relativeURI; and it lists "a" beside "A", for a literal is the character it represents (1.6).
RULES_2396: list[Rule] = [
    Rule("URI-reference", "4",
         ["", "#", "#a?/", "a", "/", "//", "///", "//a", "a:b", "a:?b", "a:/b", "a;b",
          "http://u@h.x:80/p;q?r#f", "a?b#c", "./a:b"],
         ["?y", "?", "a:", "http:", "http:#", ":a", "1:a", "a:b#c#d", "http://[::1]/", "%", "a|b",
          "[", "a:[", "##"]),
    Rule("absoluteURI", "3",
         ["a:b", "a:/", "a://", "a:///", "a:?", "a::", "a:b/c?d", "mailto:a@b", "a://h?q"],
         ["", "a", "a:", ":b", "a:b#", "a:[", "//a", "/a", "1:b", "a:%4"]),
    Rule("relativeURI", "5",
         ["a", "/", "//", "//a?b", "/a", "a?", "a/b:c", ";", "a?b/c?d"],
         ["", "?", "?y", "a:b", ":", "#", "a#", "a["]),
    Rule("hier_part", "3",
         ["/", "//", "//a", "//a/b?c", "/a?", "/?/?", "///"],
         ["", "a", "?", "a/b", "/#", "/["]),
    Rule("opaque_part", "3",
         ["a", "?", "a/b?c", ":", "@/", ";", "%41/"],
         ["", "/", "/a", "#", "a#", "[", "%"]),
    Rule("uric_no_slash", "3",
         ["a", "?", ";", ":", "@", "&", "=", "+", "$", ",", "!", "%2f"],
         ["", "/", "aa", "#", "[", "%", "%2"]),
    Rule("net_path", "3",
         ["//", "//a", "//a/", "///", "////", "//a:1/b;c", "//$"],
         ["", "/", "/a", "a", "//a?", "//[::1]"]),
    Rule("abs_path", "3",
         ["/", "//", "/a", "/a/b", "/;/;", "/:"],
         ["", "a", "?", "/?", "/#", "/["]),
    Rule("rel_path", "5",
         ["a", "a/", "a/b:c", ";", "@/", "a//", "%3a"],
         ["", "/", ":", "a:b", "?", "a?", "#"]),
    Rule("rel_segment", "5",
         ["a", ";@&=+$,", "aa", "-_.!~*'()", "%41"],
         ["", ":", "a:", "/", "?", "%", "[", "#"]),
    Rule("scheme", "3.1", ["a", "Z", "a0+-."], ["", "0", "+", "a_", "a:", "a%41", "\u212a"]),
    Rule("authority", "3.2",
         ["", "a", "u@h.x:1", "a_b", "1.2.3", "$,;:@&=+", "a@b@c", "-", "%41", "h:x"],
         ["/", "a/", "?", "[::1]", "#", "%", "]"]),
    Rule("reg_name", "3.2.1",
         ["1.2.3", "a:b@c", "$", "%41", "-_.!~*'()", "256.256.256.256."],
         ["", "/", "?", "#", "[", "%4"]),
    Rule("server", "3.2.2",
         ["", "a", "u@a", "@a", "u:p@a.b.:80", "1.2.3.4:", "%40@a"],
         ["@", "u@", "1.2.3", "a_b", "-a", ":80", "u@u@a", "a:b"]),
    Rule("userinfo", "3.2.2",
         ["", "u:p", ";:&=+$,", "%40", "-_.!~*'()"],
         ["@", "u@", "/", "?", "#", "[", "%"]),
    Rule("hostport", "3.2.2",
         ["a", "a:", "a:80", "1.2.3.4:0", "a.:1"],
         ["", ":", ":80", "a:x", "1.2.3:80", "a:1:", "u@a"]),
    Rule("host", "3.2.2",
         ["a", "a.b.", "1.2.3.4", "999.0.00.1", "1.b", "a-b"],
         ["", "1", "1.2.3", "1.2.3.4.", "1.2.3.4.5", "-a", "a-", "a_b", "a..b", "[::1]", "%41"]),
    Rule("hostname", "3.2.2",
         ["a", "a.", "a.b", "1.a", "a-b.c-d", "a--b", "a1"],
         ["", ".", "1", "a.1", ".a", "a..", "a-", "-a", "a.-b", "a-.b", "1.2.3.4", "a_"]),
    Rule("domainlabel", "3.2.2",
         ["a", "1", "a-b", "1--2", "ab"],
         ["", "-", "a-", "-a", "a.b", "_", "\u0661"]),
    Rule("toplabel", "3.2.2", ["a", "a1", "a-1", "Z"], ["", "1", "1a", "a-", "-", "a."]),
    Rule("IPv4address", "3.2.2",
         ["1.2.3.4", "0.0.0.0", "999.0000.1.12345"],
         ["", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "a.b.c.d", "1.2.3.4.", "\u0661.2.3.4"]),
    Rule("port", "3.2.2", ["", "0", "080", "123456"], [":", "a", "-1", "\uff11"]),
    Rule("path", "3.3", ["", "/", "/a;b", "a", "?", ":", "a/b?c", "//"], ["#", "/?", "[", "%"]),
    Rule("path_segments", "3.3", ["", "a", "/", "a/b", ";/;", "//"], ["?", "a?", "#", "["]),
    Rule("segment", "3.3", ["", "a", ";", ";;", "a;b;c", ":@&=+$,"], ["/", "?", "#", "%", "["]),
    Rule("param", "3.3", ["", "a", ":@&=+$,", "%3b"], [";", "a;", "/", "?", "#"]),
    Rule("pchar", "3.3",
         ["a", "0", "!", ")", ":", "@", "&", "=", "+", "$", ",", "%41"],
         ["", "aa", ";", "/", "?", "#", "[", "%4"]),
    Rule("query", "3.4", ["", "a", "/?", ";:@&=+$,", "%41", "~"], ["#", "[", "]", "%", "^"]),
    Rule("fragment", "4.1", ["", "a", "/?", ";:@&=+$,", "%41", "~"], ["#", "[", "]", "%", "^"]),
    Rule("uric", "2",
         ["a", "/", "?", ";", "%41", "~", "'"],
         ["", "aa", "#", "[", "]", "%", "%4", '"']),
    Rule("reserved", "2.2", list(";/?:@&=+$,"), ["", "#", "[", "]", "!", "a", "%", "(", "*", ";;"]),
    Rule("unreserved", "2.3", [*"aZ09-_.!~*'()"], ["", "aa", "+", "%", "/", "\u00e9", "\u212a"]),
    Rule("mark", "2.3", [*"-_.!~*'()"], ["", "a", "0", "+", ",", "/", "--"]),
    Rule("escaped", "2.4.1", ["%00", "%fF", "%Ab"], ["", "%", "%4", "%zz", "41", "%411"]),
    Rule("hex", "2.4.1", [*"09afAF"], ["", "g", "G", "00", "\u0661"]),
    Rule("alphanum", "1.6", [*"azAZ09"], ["", "-", "_", "aa", "\u00e9", "\u0661"]),
    Rule("alpha", "1.6", [*"azAZ"], ["", "0", "aa", "\u212a", "\u017f", "@", "[", "`", "{"]),
    Rule("lowalpha", "1.6", [*"azkms"], ["", "A", "Z", "0", "aa", "\u017f", "`", "{"]),
    Rule("upalpha", "1.6", [*"AZKMS"], ["", "a", "z", "0", "AA", "\u212a", "@", "["]),
    Rule("digit", "1.6", [*"0459"], ["", "a", "00", "\u0661", "\uff11", "\u00b2"]),
]

UCSCHAR = [(0xA0, 0xD7FF),
    (0xF900, 0xFDCF),
    (0xFDF0, 0xFFEF),
    (0x10000, 0x1FFFD),
    (0x20000, 0x2FFFD),
           (0x30000, 0x3FFFD),
    (0x40000, 0x4FFFD),
    (0x50000, 0x5FFFD),
    (0x60000, 0x6FFFD),
    (0x70000, 0x7FFFD),
           (0x80000, 0x8FFFD),
    (0x90000, 0x9FFFD),
    (0xA0000, 0xAFFFD),
    (0xB0000, 0xBFFFD),
    (0xC0000, 0xCFFFD),
           (0xD0000, 0xDFFFD),
    (0xE1000, 0xEFFFD)]
IPRIVATE = [(0xE000, 0xF8FF),
    (0xF0000, 0xFFFFD),
    (0x100000, 0x10FFFD)]


def edges(ranges: list[tuple[int, int]]) -> list[str]:
    return [chr(c) for low, high in ranges for c in (low, (low + high) // 2, high)]


def beyond(ranges: list[tuple[int, int]]) -> list[str]:
    return [chr(c) for low, high in ranges for c in (low - 1, high + 1) if c <= sys.maxunicode]


# Rules that are new; all others of RFC3987 are held to the table of RFC 3986.
RULES_3987: list[Rule] = [
    Rule("IRI", "RFC 3987 2.2",
         ["http://\u00e9", "a:", "http://r\u00e9sum\u00e9.example.org/\u00e9?\u00e9#\u00e9",
          "a:?\ue000", "a:?\U0010fffd", "a://\u212a/", "http://\u7d0d\u8c46.example.org/%E2%80%AE",
          "a:\U0001f600", "http://u\u00e9@h", "a:%41", "http://[::1]/\u00e9"],
         ["", "\u00e9:a", "\u212a:a", "a", "a:\ue000", "a:#\ue000", "a://\ue000/", "a:?#\uf8ff",
          "a:\ufdd0", "a:\uffff", "a:\x80", "a:\x9f", "a:\ud800", "a:\udc80", "http://h:\u0661/",
          "http://[::\uff11]/", "a:%\uff14\uff11", "a: ", "a:<"]),
    Rule("ihier-part", "RFC 3987 2.2",
         ["", "\u00e9", "/\u00e9", "//\u00e9/\u00e9", "//", ":", "\u00e9:"],
         ["?", "\ue000", "//\ue000", "//\u00e9:x"]),
    Rule("IRI-reference", "RFC 3987 2.2",
         ["", "\u00e9", "\u00e9/:", "a:\u00e9", "?\ue000", "#\u00e9", "//\u00e9"],
         [":", "\u00e9:", "#\ue000", "\ue000", "##"]),
    Rule("absolute-IRI", "RFC 3987 2.2",
         ["a:", "a:\u00e9", "a:?\ue000"],
         ["", "a:#", "a:\u00e9#", "\u00e9", "\u00e9:a", "a:\ue000"]),
    Rule("irelative-ref", "RFC 3987 2.2",
         ["", "\u00e9", "//\u00e9?\ue000#\u00e9", "/\u00e9:", "./\u00e9:"],
         ["a:", "\u00e9:", "#\ue000", ":"]),
    Rule("irelative-part", "RFC 3987 2.2",
         ["", "\u00e9", "/\u00e9", "//\u00e9", "\u00e9/:"],
         ["\u00e9:", "?", "\ue000", "a:b"]),
    Rule("iauthority", "RFC 3987 2.2",
         ["", "\u00e9", "\u00e9@\u00e9:1", "[::1]:", "\u00e9:"],
         ["\ue000", "\u00e9:\u0661", "@@", "\u00e9:x"]),
    Rule("iuserinfo", "RFC 3987 2.2",
         ["", "\u00e9:\u00e9", "%C3%A9"],
         ["@", "\ue000", "\u00e9@", "/"]),
    Rule("ihost", "RFC 3987 2.2",
         ["", "\u00e9", "\u212a", "1.2.3.4", "[::1]", "\u0661.2.3.4"],
         [":", "\ue000", "[\u00e9]", "\u00e9:"]),
    Rule("ireg-name", "RFC 3987 2.2",
         ["", "\u00e9", "\u3002", "%e9", "\uff0e"],
         [":", "@", "\ue000", "%", "/"]),
    Rule("ipath", "RFC 3987 2.2",
         ["", "\u00e9", "/\u00e9", "//\u00e9", "\u00e9:"],
         ["?", "\ue000", "#", "\u00e9?"]),
    Rule("ipath-abempty", "RFC 3987 2.2",
         ["", "/", "//\u00e9", "/\u00e9/"],
         ["\u00e9", "/\ue000", "/?"]),
    Rule("ipath-absolute", "RFC 3987 2.2",
         ["/", "/\u00e9", "/\u00e9//"],
         ["", "//\u00e9", "\u00e9", "/\ue000"]),
    Rule("ipath-noscheme", "RFC 3987 2.2",
         ["\u00e9", "\u00e9/:", "\u00e9//"],
         ["", "\u00e9:", "/\u00e9", "\ue000"]),
    Rule("ipath-rootless", "RFC 3987 2.2",
         ["\u00e9", "\u00e9:", ":\u00e9/"],
         ["", "/\u00e9", "\ue000", "?"]),
    Rule("ipath-empty", "RFC 3987 2.2", [""], ["\u00e9", "a", "/"]),
    Rule("isegment", "RFC 3987 2.2", ["", "\u00e9", "\u00e9:@"], ["/", "\u00e9/", "\ue000", "?"]),
    Rule("isegment-nz", "RFC 3987 2.2", ["\u00e9", ":", "\u00e9\u00e9"], ["", "/", "\ue000"]),
    Rule("isegment-nz-nc", "RFC 3987 2.2",
         ["\u00e9", "@\u00e9", "%41"],
         ["", ":", "\u00e9:", "\ue000"]),
    Rule("ipchar", "RFC 3987 2.2",
         ["\u00e9", "a", ":", "@", "%41", "="],
         ["", "\u00e9\u00e9", "/", "?", "\ue000", "%4"]),
    Rule("iquery", "RFC 3987 2.2",
         ["", "\u00e9", "\ue000", "/?\U000f0000", * edges(IPRIVATE)],
         ["#", "\ufdd0", "\ufff0", "\U000ffffe", "\x9f", "["]),
    Rule("ifragment", "RFC 3987 2.2",
         ["", "\u00e9", "/?", "\ufdf0"],
         ["#", "\ue000", "\U000f0000", "\U0010fffd", "["]),
    Rule("iunreserved", "RFC 3987 2.2",
         ["\u00e9", "a", "~", "\u212a", * edges(UCSCHAR)],
         ["", "%", "!", "\ue000", "\u00e9\u00e9", * beyond(UCSCHAR)]),
    Rule("ucschar", "RFC 3987 2.2",
         [* edges(UCSCHAR), "\u212a"],
         ["", "a", "~", "\x7f", "\u00e9\u00e9", "\ud800", "\udfff", * edges(IPRIVATE),
          * beyond(UCSCHAR)]),
    Rule("iprivate", "RFC 3987 2.2",
         edges(IPRIVATE),
         ["", "a", "\u00e9", "\ue000\ue000", * edges(UCSCHAR), * beyond(IPRIVATE)]),
]

RULES_6874: list[Rule] = [
    Rule("IP-literal", "RFC 6874 2",
         ["[fe80::a%25en1]", "[::1]", "[v1.a]", "[::1%25%41]", "[::%25~]"],
         ["[::1%en0]", "[::1%25]", "[%25en0]", "[::1%25a%]", "[::1%25a:b]", "[::1%25a!]",
          "[v1.a%25b]", "[1.2.3.4%25a]", "[::1%25a", "[]"]),
    Rule("ZoneID", "RFC 6874 2",
         ["en0", "1", "%41", "a-._~", "%25"],
         ["", "%", "%4", "!", ":", "/", "]", "a b", "\u00e9"]),
    Rule("IPv6addrz", "RFC 6874 2",
         ["::1%25a", "fe80::a%25en1", "::%25%25"],
         ["", "::1", "::1%a", "::1%25", "::1%25a:", "%25a", "1.2.3.4%25a"]),
    Rule("URI", "RFC 6874 2",
         ["http://[fe80::a%25en1]", "http://u@[fe80::%251]:80/"],
         ["http://[fe80::a%en1]", "http://[fe80::a%25]/", "http://fe80::a%25en1/"]),
]

# RFC 2732 on RFC 2396: its own rules, and those that have the brackets from them.
RULES_2732: list[Rule] = [
    Rule("host", "RFC 2732 3",
         ["a", "a.b.", "1.2.3.4", "999.0.00.1", "[::1]", "[1:2:3:4:5:6:7:8]", "[::192.9.5.5]"],
         ["", "1.2.3", "1234.1.1.1", "::1", "[]", "[::1", "::1]", "[1.2.3.4]", "[a]", "[v1.a]",
          "[::1]a", "[::1%25en0]"]),
    Rule("IPv6reference", "RFC 2732 3",
         ["[::]", "[::1]", "[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]",
          "[1080:0:0:0:8:800:200C:417A]", "[3ffe:2a00:100:7031::1]", "[1080::8:800:200C:417A]",
          "[::192.9.5.5]", "[::FFFF:129.144.52.38]", "[2010:836B:4179::836B:4179]",
          "[::999.1.1.1]"],
         ["", "[]", "::", "[:]", "[:::]", "[1:2:3:4:5:6:7:8:9]", "[::1234.1.1.1]", "[1.2.3.4]",
          "[::g]", "[::12345]", "[::1]:80", "[v1.a]"]),
    Rule("reserved", "RFC 2732 3",
         list(";/?:@&=+$,[]"),
         ["", "#", "!", "a", "%", "(", "*", "[]", "{", "|", "\\", "^", "`"]),
    Rule("IPv6address", "RFC 2732 2; 3.2.2",
         ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:999.1.1.1", "::ffff:1.2.3.4"],
         ["", ":", "1", "1::2::3", "1:2:3:4:5:6:7", "1.2.3.4", "::1.2.3", "::1.2.3.4:5", "[::]"]),
    Rule("h16", "3.2.2", ["0", "ffff", "00aF"], ["", "g", "00000", ":", "\uff11"]),
    Rule("ls32", "3.2.2",
         ["a:b", "0:ffff", "999.1.01.001"],
         ["", "a", "a:", "a:b:c", "1.2.3", "1000.1.1.1"]),
    Rule("IPv4address", "RFC 2732 3",
         ["1.2.3.4", "999.000.00.0", "256.1.1.1"],
         ["", "1.2.3", "1.2.3.4.5", "1234.1.1.1", "1.1.1.0001", "a.b.c.d", "1.2.3.4.", "\u0661.2.3.4"]),
    Rule("uric", "RFC 2732 3", ["a", "[", "]", "/", "%41"], ["", "#", "[]", "%", "^", "{", "|"]),
    Rule("query", "RFC 2732 3", ["", "[]", "a[0]=1", "?"], ["#", "%", "^", "{}", "|"]),
    Rule("authority", "RFC 2732 3",
         ["", "[::1]", "u@[::1]:80", "[::1]:", "a_b"],
         ["[", "]", "[::1", "[a]", "[::1]x", "[::1]:x", "u@u@[::1]", "[::1]@a"]),
    Rule("absoluteURI", "RFC 2732 3",
         ["http://[::1]/", "http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html",
          "http://[::FFFF:129.144.52.38]:80/i?a[]=b", "a:b[]", "a:b/["],
         ["", "http:", "a:[b", "http://[::1", "http://[::1%25a]/", "http://a/[", "[a]:b", "a:b]#"]),
    Rule("URI-reference", "RFC 2732 3",
         ["//[::1]/a?b[#c]", "http://[1080::8:800:200C:417A]/foo", "#[", ""],
         ["[", "a[", "/[::1]/", "//[:]/", "a:b#c#[", "?a"]),
]
# fmt: on

TABLES = {
    "RFC3986": RULES_3986,
    "RFC3987": RULES_3987,
    "RFC2396": RULES_2396,
    "RFC6874": RULES_6874,
    "RFC2732": RULES_2732,
}
CASES = [(name, r.name, r) for name, table in TABLES.items() for r in table]
each_rule = pytest.mark.parametrize(
    "name, rule, row", CASES, ids=[f"{name}-{rule}" for name, rule, _ in CASES]
)


@each_rule
def test_every_rule_accepts_its_valid_texts(name: str, rule: str, row: Rule, engine: str) -> None:
    g = grammar(name)
    assert [t for t in row.valid if not accepts(g, rule, t, engine)] == []
    assert [t for t in row.valid if not g.matches(rule, t)] == []


@each_rule
def test_every_rule_refuses_its_invalid_texts(name: str, rule: str, row: Rule, engine: str) -> None:
    g = grammar(name)
    assert [t for t in row.invalid if accepts(g, rule, t, engine)] == []
    assert [t for t in row.invalid if g.matches(rule, t)] == []


@each_rule
def test_a_final_newline_is_never_accepted(name: str, rule: str, row: Rule, engine: str) -> None:
    g = grammar(name)
    texts = [t + end for t in [*row.valid, *row.invalid] for end in ("\n", "\r\n", "\r", "\0")]
    assert [t for t in texts if accepts(g, rule, t, engine)] == []


@each_rule
def test_no_odd_character_is_accepted_anywhere(
    name: str, rule: str, row: Rule, engine: str
) -> None:
    g = grammar(name)
    odd = (
        ODD if name == "RFC3987" else CHAR
    )  # there Kelvin and the like are letters, in their place
    texts = [t[:i] + c + t[i:] for t in row.valid for i in (0, len(t) // 2, len(t)) for c in odd]
    assert [t for t in texts if accepts(g, rule, t, engine)] == []


LOOKALIKES = [  # what \d, \w and IGNORECASE let in: other scripts' digits, Kelvin, long s
    str.maketrans({str(i): chr(0xFF10 + i) for i in range(10)}),
    str.maketrans({str(i): chr(0x0660 + i) for i in range(10)}),
    str.maketrans({"k": "\u212a", "K": "\u212a", "s": "\u017f", "S": "\u017f"}),
]


ASCII_CASES = [c for c in CASES if c[0] != "RFC3987"]  # in IRIs they are letters, and may stand


@pytest.mark.parametrize(
    "name, rule, row", ASCII_CASES, ids=[f"{name}-{rule}" for name, rule, _ in ASCII_CASES]
)
def test_no_lookalike_stands_for_an_ascii_character(
    name: str, rule: str, row: Rule, engine: str
) -> None:
    texts = [t.translate(table) for t in row.valid for table in LOOKALIKES]
    assert [t for t in texts if not t.isascii() and accepts(grammar(name), rule, t, engine)] == []


ASCII_RULES = ["scheme", "port", "IP-literal", "IPvFuture", "IPv6address", "h16", "ls32"]
ASCII_RULES += ["IPv4address", "dec-octet", "pct-encoded", "unreserved", "URI", "host"]


@pytest.mark.parametrize(
    "row", [r for r in RULES_3986 if r.name in ASCII_RULES], ids=lambda r: r.name
)
def test_the_ascii_rules_of_rfc_3987_stay_ascii(row: Rule, engine: str) -> None:
    texts = [t.translate(table) for t in row.valid for table in LOOKALIKES]
    assert any(not t.isascii() for t in texts)
    assert [t for t in texts if not t.isascii() and accepts(ur.RFC3987, row.name, t, engine)] == []


@pytest.mark.parametrize("name", ["RFC3987", "RFC6874"])
@pytest.mark.parametrize("row", RULES_3986, ids=lambda r: r.name)
def test_an_extended_grammar_keeps_every_rule_of_rfc_3986(
    name: str, row: Rule, engine: str
) -> None:
    g = grammar(name)
    now_valid = {"[::1%25a]", "http://[::1%25en0]"} if name == "RFC6874" else set()
    assert [t for t in row.valid if not accepts(g, row.name, t, engine)] == []
    assert [t for t in row.invalid if t not in now_valid and accepts(g, row.name, t, engine)] == []


@pytest.mark.parametrize("row", RULES_2396, ids=lambda r: r.name)
def test_rfc_2732_keeps_every_rule_of_rfc_2396_but_for_brackets(row: Rule, engine: str) -> None:
    now_invalid = {"999.0000.1.12345"}  # an IPv4address has up to three digits a part
    wrong = [t for t in row.valid if not accepts(ur.RFC2732, row.name, t, engine)]
    assert set(wrong) <= now_invalid
    refused = [t for t in row.invalid if not set(t) & set("[]")]
    assert [t for t in refused if accepts(ur.RFC2732, row.name, t, engine)] == []


def test_no_rule_lacks_a_row_and_the_rules_are_in_the_rfcs_order() -> None:
    names = {name: tuple(r.name for r in table) for name, table in TABLES.items()}
    assert ur.RFC3986.rules == names["RFC3986"]
    assert ur.RFC2396.rules == names["RFC2396"]
    assert set(ur.RFC3987.rules) == {*names["RFC3986"], *names["RFC3987"]}
    assert set(ur.RFC6874.rules) == {*names["RFC3986"], "ZoneID", "IPv6addrz"}
    assert set(ur.RFC2732.rules) == {*names["RFC2396"], *names["RFC2732"]}
    for g in (ur.RFC3986, ur.RFC2396, ur.RFC3987, ur.RFC6874, ur.RFC2732):
        assert len(set(g.rules)) == len(g.rules)


@pytest.mark.parametrize("name", ur._GRAMMARS)
def test_a_rule_of_this_file_that_is_read_alone_is_as_if_read_with_all(name: str) -> None:
    grammar = ur._GRAMMARS[name]
    reading = grammar._read()
    assert not reading.problems and not reading.faulty
    for key, rule in reading.works.items():
        alone = grammar._rule(key.upper())
        assert alone._replace(line=rule.line, refs={*alone.refs}) == rule._replace(
            refs={*rule.refs}
        )
    for wrong in ("", " ", ";", "a\nb", "URI ", "uri           = scheme", "scheme ="):
        with pytest.raises(ur.GrammarError):
            grammar._rule(wrong)


@pytest.mark.parametrize("row", [r for t in TABLES.values() for r in t], ids=lambda r: r.name)
def test_every_row_has_valid_and_invalid_texts_and_a_section(row: Rule) -> None:
    assert row.valid and row.invalid and row.section
    assert not set(row.valid) & set(row.invalid)


@pytest.mark.parametrize("name", ["RFC3986", "RFC2396"])
def test_the_patterns_agree_with_an_automaton_of_the_rfcs_text(name: str) -> None:
    """A sample of conformance/proof.py, which has a reader of its own; it proves the whole."""
    wrong = {rule: proof.check(name, rule, 30) for rule in grammar(name).rules}
    assert {rule: texts for rule, texts in wrong.items() if texts} == {}


def test_ipv6_is_eight_groups_or_fewer_with_one_gap(engine: str) -> None:
    # RFC 3513 2.2, which the nine alternatives spell out: l groups, "::", r groups with l + r <= 7;
    # or 8 groups. A dotted quad counts as two groups, and stands only at the end.
    for left, right in itertools.product(range(10), repeat=2):
        for gap, quad in itertools.product((False, True), repeat=2):
            if not gap and left:
                continue  # without a gap all groups are on the right
            tail = ["a"] * right + ["1.2.3.4"] * quad
            text = ":".join(["a"] * left) + ("::" if gap else "") + ":".join(tail)
            count = left + right + 2 * quad
            valid = count <= 7 if gap else count == 8
            assert accepts(ur.RFC3986, "IPv6address", text, engine) == valid, text


def test_dec_octet_is_0_to_255_in_its_shortest_form(engine: str) -> None:
    wanted = {str(i) for i in range(256)}
    texts = {"".join(d) for n in range(5) for d in itertools.product("0123456789", repeat=n)}
    assert {t for t in texts if accepts(ur.RFC3986, "dec-octet", t, engine)} == wanted


def test_private_use_is_for_the_query_alone(engine: str) -> None:
    for c in edges(
        IPRIVATE
    ):  # RFC 3987 2.2: "private UCS characters can occur only in query parts"
        assert accepts(ur.RFC3987, "IRI", f"a://h/p?{c}#f", engine)
        for text in (f"a{c}://h", f"a://u{c}@h", f"a://{c}", f"a://h:{c}", f"a:{c}", f"a:?#{c}"):
            assert not accepts(ur.RFC3987, "IRI", text, engine)


# ---- 2. Reading ABNF ----------------------------------------------------------------------------

# fmt: off
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
]

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
]
# fmt: on


@pytest.mark.parametrize("abnf, rule, valid, invalid, section", ABNF)
def test_abnf_means_what_the_rfc_says(
    abnf: str, rule: str, valid: list[str], invalid: list[str], section: str, engine: str
) -> None:
    g = ur.Grammar(abnf)
    assert [t for t in valid if not accepts(g, rule, t, engine)] == []
    assert [t for t in invalid if accepts(g, rule, t, engine)] == []
    assert [t for t in valid + invalid if g.matches(rule, t) != (t in valid)] == []
    assert [
        t for t in valid + invalid if bool(re.fullmatch(g.pattern(rule), t)) != (t in valid)
    ] == []


@pytest.mark.parametrize("abnf, named, section", NOT_ABNF)
def test_abnf_that_cannot_be_read_is_a_grammar_error(abnf: str, named: str, section: str) -> None:
    with pytest.raises(ur.GrammarError) as caught:
        ur.Grammar(abnf)
    message = str(caught.value)
    assert re.search(rf"(?i)(?<![\w-]){re.escape(named)}", message)
    assert len(message.splitlines()) == 1
    message.encode()  # printable anywhere
    assert len(message) < 1000


# fmt: off
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
]
# fmt: on


@pytest.mark.parametrize("abnf, problems, section", PROBLEMS)
def test_all_that_is_wrong_is_told_at_once(
    abnf: str, problems: list[tuple[int, str | None, str]], section: str
) -> None:
    with pytest.raises(ur.GrammarError) as caught:
        ur.Grammar(abnf)
    told = caught.value.problems
    assert [(problem.line, problem.rule) for problem in told] == [row[:2] for row in problems]
    assert [p.message for p, row in zip(told, problems) if row[2] not in p.message] == []
    assert (caught.value.line, caught.value.message) == (told[0].line, told[0].message)
    assert str(caught.value).startswith(f"line {told[0].line}: {told[0].message}")
    assert set(told) <= set(ur.Grammar(abnf, strict=False).problems)


# fmt: off
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
]
# fmt: on


@pytest.mark.parametrize("abnf, rules, left, why", LENIENT)
def test_with_strict_false_the_rest_works(abnf: str, rules: str, left: str, why: str) -> None:
    g = ur.Grammar(abnf, strict=False)
    assert sorted(g.rules) == sorted(rules.split())
    for rule in g.rules:
        assert isinstance(g.matches(rule, "x"), bool) and g.pattern(rule)
    told = {problem.rule: problem.message for problem in g.problems}
    assert set(told) >= set(left.split())
    for rule in left.split():
        for ask in (g.pattern, g.compile, g.proven):
            with pytest.raises(ur.GrammarError) as caught:
                ask(rule)
            assert told[rule] in str(caught.value)  # it says why
    with pytest.raises(ur.GrammarError, match="there is no rule"):
        g.pattern("no-such-rule")


def test_a_grammar_may_have_no_rule_that_works() -> None:
    names = "ALPHA BIT CHAR CR CRLF CTL DIGIT DQUOTE HEXDIG HTAB LF LWSP OCTET SP VCHAR WSP".split()
    none = ur.Grammar("\n".join(f"{name} = <x y>" for name in names), strict=False)
    assert none.rules == () and len(none.problems) == len(names)
    assert none.extend('LF = "x"').rules == ("LF",)


def test_a_grammar_that_leaves_nothing_out_has_no_problems() -> None:
    assert ur.RFC3986.problems == ur.Grammar('a = "x"', strict=False).problems == ()


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
    mail = ur.Grammar(MAIL, strict=False)
    assert mail.rules == ("ctext", "FWS", "atext")
    assert mail.problems[0][:2] == (4, "comment") or mail.problems[0][:2] == (5, "ccontent")
    flat = mail.extend('comment = "(" *([FWS] ctext) [FWS] ")"')
    assert flat.problems == () and "atom" in flat.rules and mail.rules == ("ctext", "FWS", "atext")
    assert flat.matches("atom", " (a b)a1 ") and not flat.matches("atom", "((a))a")


def test_what_is_missing_may_come_over_several_extensions() -> None:
    g = ur.Grammar('a = b c d\ne = a\nf = <prose of f>\nh = f "x"', strict=False)
    for abnf, rules in (('b = "1"', "b"), ('c = "2"', "b c"), ('d = "3"', "a e b c d")):
        g = g.extend(abnf)  # strict about its own text alone
        assert sorted(g.rules) == sorted(rules.split())
    assert g.matches("e", "123")
    assert {problem.rule: problem.line for problem in g.problems} == {"f": None, "h": None}
    done = g.extend("f = DIGIT")
    assert done.problems == () and done.matches("h", "1X") and done.rules[-1] == "f"


# fmt: off
OVER_LENIENT: list[tuple[str, list[tuple[int | None, str]], str]] = [   # text, its own problems, why
    ("c = a", [(1, "c")], "a is still left out"),
    ("c = d", [(1, "c")], "d cannot be read"),
    ("c = e\nb = [a]", [(2, "b")], "b, which a lacked, makes it recursive"),
    ("e = c\nc = e", [(2, "c")], "a rule of the base that worked is recursive now"),
    ('d =/ "x"', [(1, "d")], "there is nothing to add to"),
    ("e = <whatever>", [(1, "e")], "the text says what cannot be read, whatever the base said"),
]
# fmt: on


@pytest.mark.parametrize("abnf, problems, why", OVER_LENIENT)
def test_an_extension_is_strict_about_its_own_text(
    abnf: str, problems: list[tuple[int | None, str]], why: str
) -> None:
    base = ur.Grammar('a = b\nd = (\ne = "x"', strict=False)
    with pytest.raises(ur.GrammarError) as caught:
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

# fmt: off
AS_IN_BASE: list[tuple[str, list[str], list[str]]] = [   # rule, valid, invalid
    ("uri-host", ["", "a", "[::1]", "1.2.3.4"], ["a:80", "a:1:2", "a@b"]),
    ("Host", ["", "a", "a:80", "a:", "[::1]:80"], ["a:1:2", "u@a"]),
    ("authority", ["a:80", "u@a:80", "u:p@[::1]:"], ["a:1:2", "u@a:1:2"]),
    ("at", ["@u@a:80"], ["u@a", "@a:1:2"]),
    ("port", ["", "80"], ["x", ":80"]),
    ("http-URI", ["http://a:80/b?c", "HTTP://u@a"], ["http://a:1:2/", "http://a/b#c"]),
    ("URI-reference", ["", "//a:80", "x://u@a:1/b?c#d", "a/b"], ["//a:1:2", "x://a:1:2/"]),
]
# fmt: on


@pytest.mark.parametrize("rule, valid, invalid", AS_IN_BASE)
def test_prose_that_names_a_rule_of_the_base_is_that_rule_as_the_base_has_it(
    rule: str, valid: list[str], invalid: list[str], engine: str
) -> None:
    g = ur.RFC3986.extend(HTTP_9110)  # strict
    for text in (*valid, *invalid):
        assert g.matches(rule, text) == accepts(g, rule, text, engine) == (text in valid), text
    # In what the text does not take from the base, the base's rules see the new Host, as ever.
    assert not g.matches("URI", "x://a:1:2/")
    assert ur.RFC3986.extend('Host = uri-host [ ":" port ]\nuri-host = <host>').matches(
        "URI", "x://a:1:2/"
    )


def test_the_captures_of_prose_have_the_names_that_mean_the_same() -> None:
    g = ur.RFC3986.extend(HTTP_9110)
    captures = g.captures("http-URI", "http://u@a:80/b?c")
    assert captures["port"] == ["80"] and captures["userinfo"] == ["u"]
    assert captures["authority"] == ["u@a:80"] and captures["path-abempty"] == ["/b"]
    assert "Host" not in captures and "host" not in captures  # here host is another rule


@pytest.mark.parametrize(
    "prose", ["path of the file", "no-such-rule, see [URI]", "host see", "host,x"]
)
def test_other_prose_is_prose(prose: str) -> None:
    if prose == "host,x":  # before a comma: a rule
        assert ur.RFC3986.extend(f"a = <{prose}>").matches("a", "[::1]")
        return
    with pytest.raises(ur.GrammarError, match="not prose"):
        ur.RFC3986.extend(f"a = <{prose}>")
    with pytest.raises(ur.GrammarError, match="not prose"):
        ur.Grammar("a = <host, see [URI]>")  # of no base


def paged(abnf: str) -> str:
    """A text as an RFC prints it: indented, and with a new page every ten lines."""
    lines = ["   " + line if line else "" for line in abnf.split("\n")]
    foot = "\n\nBerners-Lee, et al.         Standards Track                    [Page 49]\n\f\n"
    head = "RFC 3986                   URI Generic Syntax               January 2005\n\n\n"
    pages = ["\n".join(lines[i : i + 10]) for i in range(0, len(lines), 10)]
    return (foot + head).join(pages)


@pytest.mark.parametrize("name", ["_ABNF_3986", "_ABNF_3987", "_ABNF_2396", "_ABNF_2732"])
@pytest.mark.parametrize(("end", "bom"), [("\n", "\ufeff"), ("\r\n", "")])
def test_a_text_is_read_as_an_rfc_prints_it(name: str, end: str, bom: str) -> None:
    abnf = getattr(ur, name)
    base = {"_ABNF_3987": ur.RFC3986, "_ABNF_2732": ur.RFC2396}.get(name)
    plain, printed = (
        ur.Grammar(text, base) for text in (abnf, bom + paged(abnf).replace("\n", end))
    )
    assert printed.rules == plain.rules
    assert [r for r in plain.rules if plain.pattern(r) != printed.pattern(r)] == []


# fmt: off
NO_PAGES: list[tuple[str, int, str]] = [                 # text, line of the problem, why
    ('a = "x\fy"', 1, "a form feed within a line"),
    ('a = "x"\nRFC 3986 says so.\n', 2, "a sentence"),
    ('a = "x"\nSee [Page 3] below.\n', 2, "a sentence"),
    ('a = "x" ; [Page 3]\n  (\n', 2, "a comment that ends as a page does"),
    ('a = "x"\n\ufeffb = "y"\n', 2, "a byte order mark that is not the first character"),
    ('a = "x"\n\x0b\n', 2, "a vertical tab"),
]
# fmt: on


@pytest.mark.parametrize("abnf, line, why", NO_PAGES)
def test_nothing_else_is_read_over(abnf: str, line: int, why: str) -> None:
    with pytest.raises(ur.GrammarError) as caught:
        ur.Grammar(abnf)
    assert [problem.line for problem in caught.value.problems] == [line]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_is_lenient_and_what_is_wrong_can_be_pickled(protocol: int) -> None:
    lenient = ur.Grammar(MAIL, strict=False)
    flat = lenient.extend("ccontent = ctext\nx = <y z>", strict=False)
    with pytest.raises(ur.GrammarError) as caught:
        ur.Grammar(MAIL + "x = y")
    with pytest.raises(ur.GrammarError) as asked:
        lenient.pattern("atom")
    for g in (lenient, flat, ur.RFC2732):
        again = pickle.loads(pickle.dumps(g, protocol))
        assert (again.rules, again.problems) == (g.rules, g.problems)
    for error in (caught.value, asked.value):
        for again in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error)):
            assert (again.message, again.line) == (error.message, error.line)
            assert again.problems == error.problems and str(again) == str(error)


def test_the_error_of_an_extension_counts_the_extensions_lines() -> None:
    with pytest.raises(ur.GrammarError, match=r"line 2\b"):
        ur.RFC3986.extend('x = "x"\ny = (')


# fmt: off
TREES: list[tuple[str, str]] = [                                      # what it is, the text
    ("groups in groups", 'a = ' + "(" * 30_000 + '"x"' + ")" * 30_000),
    ("options in options", 'a = ' + "[" * 30_000 + '"x"' + "]" * 30_000),
    ("stars in stars", 'a = ' + "*(" * 30_000 + '"x"' + ")" * 30_000),
    ("groups left open", 'a = ' + "(" * 30_000),
    ("options left open", 'a = "x" ' + "[" * 30_000),
    ("groups never opened", 'a = "x"' + ")" * 30_000),
    ("branches in branches", 'a = ' + '( "x" / ' * 6_000 + '"x"' + ")" * 6_000),
    ("a long alternation", 'a = "x"' + ' / "xy"' * 6_000),
    ("a row of options", "a = " + " ".join(f"[ %x{n:X} ]" for n in range(0x100, 0x2100, 2))),
    ("a long concatenation", 'a = "x"' + ' ["y"]' * 6_000),
    ("a chain of rules",
     "\n".join(f"a{i} = a{i + 1}" for i in range(10_000)) + '\na10000 = "x"\na = a0'),
    ("a chain upwards", 'a0 = "x"\n' + "\n".join(f"a{i} = a{i - 1}" for i in range(1,
     10_000)) + "\na = a9999"),
    ("a ring of rules", "\n".join(f"a{i} = [a{(i + 1) % 10_000}]" for i in range(10_000))),
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
    ("one line of bars", "a = " + "/" * 30_000),
    ("one line of equals", "a " + "=" * 30_000),
    ("one line of quotes", "a = " + '"' * 29_999),
    ("one line of percents", "a = " + "%" * 30_000),
    ("one line of stars", "a = " + "*" * 30_000 + '"x"'),
    ("a long name", "a = " + "b" * 30_000),
    ("many lines", "a = \n" * 6_000),
    ("many comments", 'a = "x"' + ";\n" * 30_000),
    ("many problems", "\n".join(f"a{i} = b{i}" for i in range(6_000))),
    ("many problems of a rule", "a = " + " ".join(f"b{i}" for i in range(6_000))),
    ("many unreadable", "\n".join(f"a{i} = (" for i in range(6_000))),
    ("many sentences", "A sentence.\n\n" * 6_000),
    ("many in reach of a problem", "\n".join(f"a{i} = a{i + 1}" for i in range(6_000))),
    ("many circles", "\n".join(f"a{i} = [a{i + 1}] [a0]" for i in range(10_000)) + "\na10000 = a0"),
    ("many circles in a rule", "\n".join(f"a{i} = a{i + 1}" for i in range(10_000)) + "\na10000 = "
     + " ".join(f"[a{i}]" for i in range(10_000))),
    ("a long name in many problems", "b" * 30_000 + " = " + " ".join(f"c{i}" for i in range(10_000))),
    ("much prose", "a = " + "<as it is> " * 6_000),
    ("many definitions of a rule", 'a = "x"\n' + "\n".join(f'a = "{i}"' for i in range(6_000))),
    ("many pages", 'a = "x"\n' + "A.   [Page 1]\n\f\nRFC 1   A   May 1999\n" * 10_000),
    ("almost a page", "RFC 1  " + " 1999" * 6_000 + "="),
    ("a long string", 'a = "' + "x" * 20_000 + '"'),
]
# fmt: on


@pytest.mark.parametrize("abnf", [t for _, t in TREES], ids=[n for n, _ in TREES])
def test_no_grammar_hangs_the_reader_or_exhausts_the_stack(abnf: str) -> None:
    try:  # both answers are good: it works, or a GrammarError says why not
        g = ur.Grammar(abnf)
        g.compile("a")
        verdict = g.matches("a", "x")
    except ur.GrammarError as error:
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
    g = ur.Grammar(f"a = {text}")
    assert len(g.pattern("a")) < 1_000 and not g.matches("a", "zzz") and g.matches("a", "7")
    with pytest.raises(ur.URIError):
        g.validate("a", "kz")


def test_large_grammars_do_not_take_long() -> None:
    """Each took 10 s or 2 GB, pairs of alternatives being compared. (No clock: it would just hang.)"""
    every = [f"%x{n:X}" for n in range(0x100, 0x3000, 2)]
    assert len(ur.Grammar(f"a = {' / '.join(every)}").pattern("a")) > 6_000
    row = ur.Grammar("a = " + "b " * 10_000 + '\nb = "x"')  # with names nothing is folded
    assert row.pattern("a", "regex").count("(?&b)") == 10_000
    loops = " / ".join(f'*"x{i}"' for i in range(2_000))
    assert ur.Grammar(f"a = {loops}").pattern("a")
    tail = '"' + "y" * 40_000 + '"'
    assert ur.Grammar(f'a = "p" {tail} / "qq" {tail}').pattern("a")
    two = ur.Grammar("a = " + " / ".join(f'{c} "z"' for c in every[:4_000]))
    with pytest.raises(ur.URIError):
        two.validate("a", "!")


# fmt: off
LONG_ABNF: list[tuple[str, str]] = [   # text of 400,000 characters or so, most of it nothing
    ("\n" * 400_000, "empty lines alone"),
    ('a = "x"\n' + "\n" * 400_000, "empty lines behind a rule"),
    ('a = "x"' + " " * 400_000, "trailing spaces"),
    ("a" + " " * 400_000 + '= "x"', "spaces before the ="),
    ("a" + " \n" * 200_000 + ' = "x"', "lines before the ="),
    ("a =" + " ;\n" * 130_000 + ' "x"', "comments in a rule"),
    ('a = "x"\n' + ";\n" * 200_000, "comments behind a rule"),
]
# fmt: on


@pytest.mark.parametrize(("abnf", "why"), LONG_ABNF, ids=[row[1] for row in LONG_ABNF])
def test_reading_takes_at_most_100_bytes_a_character(abnf: str, why: str) -> None:
    tracemalloc.start()
    try:
        with contextlib.suppress(ur.GrammarError):  # of empty lines alone
            assert ur.Grammar(abnf).rules == ("a",)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 * len(abnf)


def test_deep_but_finite_grammars_work() -> None:
    chain = "\n".join(f"a{i} = a{i + 1}" for i in range(50)) + '\na50 = "x"'
    assert ur.Grammar(chain).matches("a0", "x")
    assert ur.Grammar("a = " + "(" * 25 + '"x"' + ")" * 25).matches("a", "x")
    assert ur.Grammar("a = " + "[" * 25 + '"x"' + "]" * 25).matches("a", "")


# ---- 3. Grammar: rules, extend, compile, pattern ------------------------------------------------


def test_the_rules_are_the_names_as_written_in_order() -> None:
    g = ur.Grammar('b-C = "x"\nA_1 = b-c\nb-c =/ "y"')
    assert g.rules == ("b-C", "A_1")
    assert isinstance(g.rules, tuple)


def test_extend_changes_every_rule_that_refers_to_the_redefined_one(engine: str) -> None:
    g = ur.RFC3986.extend("host = IPv4address")
    for rule in ("URI", "URI-reference", "absolute-URI", "hier-part", "authority", "host"):
        texts = {"URI": "a://b", "URI-reference": "//b", "absolute-URI": "a://b"}
        text = texts.get(rule, {"hier-part": "//b"}.get(rule, "b"))
        assert accepts(ur.RFC3986, rule, text, engine)  # the base is as it was
        assert not accepts(g, rule, text, engine)
        assert accepts(g, rule, text.replace("b", "1.2.3.4"), engine)
    assert g.rules == ur.RFC3986.rules


def test_extend_adds_rules_and_leaves_the_base_alone(engine: str) -> None:
    before = ur.RFC3986.rules
    g = ur.RFC3986.extend('http-URI = "http" "://" authority path-abempty [ "?" query ]')
    assert g.rules == (*before, "http-URI") and ur.RFC3986.rules == before
    assert accepts(g, "http-URI", "HTTP://a/b?c", engine)
    with pytest.raises(ur.GrammarError, match="http-URI"):
        ur.RFC3986.compile("http-URI", engine=engine)


def test_an_incremental_alternative_adds_to_the_rule_of_the_base(engine: str) -> None:
    base = ur.Grammar('a = b "."\nb = "x"')
    more = base.extend('b =/ "y"')
    assert accepts(more, "a", "x.", engine) and accepts(more, "a", "y.", engine)
    assert not accepts(base, "a", "y.", engine)


def test_a_grammar_with_a_base_is_the_base_extended(engine: str) -> None:
    base = ur.Grammar('a = b b\nb = "x"')
    for g in (ur.Grammar('c = a\nb = "y"', base=base), base.extend('c = a\nb = "y"')):
        assert g.rules == ("a", "b", "c")
        assert accepts(g, "c", "yy", engine) and not accepts(g, "c", "xx", engine)
    assert accepts(base, "a", "xx", engine)


def test_extensions_of_extensions_stack(engine: str) -> None:
    g = ur.Grammar('a = "x"').extend('b = a "y"').extend('a = "z"').extend("c = b a")
    assert accepts(g, "c", "zyz", engine) and not accepts(g, "c", "xyx", engine)


def test_extend_can_make_a_core_rule_its_own(engine: str) -> None:
    g = ur.RFC3986.extend("DIGIT = %x30-31")
    assert accepts(g, "port", "01", engine) and not accepts(g, "port", "2", engine)
    assert accepts(ur.RFC3986, "port", "2", engine)


def test_a_redefinition_that_recurses_through_the_base_is_an_error() -> None:
    with pytest.raises(ur.GrammarError, match=r"(?i)segment|pchar|path"):
        ur.RFC3986.extend('pchar = "x" [ path ]')


# fmt: off
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
]
# fmt: on


@pytest.mark.parametrize("name, rule, capture, text, groups", CAPTURES)
def test_compile_captures_the_rules_it_is_asked_for(
    name: str,
    rule: str,
    capture: tuple[str, ...],
    text: str,
    groups: dict[str, str | None],
    engine: str,
) -> None:
    match = grammar(name).compile(rule, capture=capture, engine=engine).fullmatch(text)
    assert match is not None
    assert match.groupdict() == groups


@pytest.mark.parametrize("name, rule, row", CASES, ids=[f"{n}-{r}" for n, r, _ in CASES])
def test_captures_change_no_verdict(name: str, rule: str, row: Rule, engine: str) -> None:
    g = grammar(name)
    pattern = g.compile(rule, capture=(rule,), engine=engine)
    for text in row.valid:
        match = pattern.fullmatch(text)
        assert match is not None
        assert match[re.sub("[^A-Za-z0-9]", "_", rule)] == text
    assert [t for t in row.invalid if pattern.fullmatch(t)] == []


def test_a_compiled_pattern_is_kept(engine: str) -> None:
    compiled = ur.RFC3986.compile("URI", engine=engine)
    assert ur.RFC3986.compile("URI", engine=engine) is compiled
    captured = ur.RFC3986.compile("URI", capture=("host",), engine=engine)
    assert ur.RFC3986.compile("URI", capture=("host",), engine=engine) is captured
    assert captured is not compiled


def test_compile_without_captures_has_no_groups(engine: str) -> None:
    for rule in ur.RFC3986.rules:
        assert ur.RFC3986.compile(rule, engine=engine).groups == 0


def test_an_unknown_rule_is_a_grammar_error_that_names_it() -> None:
    g = ur.RFC3986
    calls: list[Callable[[], object]] = [
        lambda: g.compile("no-such"),
        lambda: g.compile("URI", capture=("no-such",)),
        lambda: g.pattern("no-such"),
        lambda: g.matches("no-such", "x"),
        lambda: g.validate("no-such", "x"),
        lambda: ur.validate("x", rule="no-such"),
        lambda: ur.parse("x", rule="no-such"),
    ]
    for call in calls:
        with pytest.raises(ur.GrammarError, match="no-such"):
            call()


def test_an_unknown_engine_is_a_value_error_that_names_it() -> None:
    with pytest.raises(ValueError, match="pcre9"):
        ur.RFC3986.compile("URI", engine="pcre9")
    with pytest.raises(ValueError, match="pcre9"):
        ur.RFC3986.pattern("URI", "pcre9")


CLASS = re.compile(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]")
ALL_RULES = [(name, r.name) for name, table in TABLES.items() for r in table]


@pytest.mark.parametrize("name, rule", ALL_RULES)
def test_a_portable_pattern_uses_only_what_every_engine_has(name: str, rule: str) -> None:
    pattern = grammar(name).pattern(rule)
    # JavaScript's u and v take an escape of these alone; no other engine minds
    assert re.findall(r"\\[^][\\^$.*+?(){}|/-]", pattern) == []
    for c in CLASS.findall(pattern):
        bare = re.sub(r"\\.", "x", c)
        assert not bare.startswith("^")
        assert re.findall(r"[][(){}/|]", bare) == []  # v has each of them escaped in a class
        assert re.findall(r"^-|-$|--", bare) == []  # and "-" where it makes no range
        assert re.findall(r"([!#$%&*+,.:;<=>?@^`~])\1", bare) == []  # a doubled one is an operator
    rest = re.sub(r"\\[][\\^$.*+?(){}|/]", "x", CLASS.sub("x", pattern))
    assert re.findall(r"[]\\$^.[]", rest) == []  # no anchor, no dot, no \d \w \b
    assert re.findall(r"\((?!\?:)", rest) == []  # no group that captures, looks or sets a flag
    assert re.findall(r"[*+?}][*+?]", rest.replace("(?:", "(:")) == []  # none lazy, none possessive
    re.compile(pattern)


@pytest.mark.parametrize("name, rule, row", CASES, ids=[f"{n}-{r}" for n, r, _ in CASES])
def test_a_portable_pattern_gives_the_same_verdicts(
    name: str, rule: str, row: Rule, engine: str
) -> None:
    module = re if engine == "re" else pytest.importorskip("regex")
    pattern = module.compile(rf"\A(?:{grammar(name).pattern(rule)})\Z")
    assert [t for t in row.valid if not pattern.match(t)] == []
    assert [t for t in row.invalid if pattern.match(t)] == []


def test_classes_merge_and_are_written_in_code_point_order() -> None:
    assert "[!$&-.0-;=A-Z_a-z~]" in ur.RFC3986.pattern("userinfo")  # unreserved, sub-delims, ":"
    assert ur.RFC3986.pattern("sub-delims") == "[!$&-,;=]"
    assert ur.RFC3986.pattern("h16") == "[0-9A-Fa-f]{1,4}"
    assert ur.Grammar("a = HEXDIG").pattern("a") == "[0-9A-Fa-f]"


def test_pattern_is_a_str_without_anchors() -> None:
    pattern = ur.RFC3986.pattern("scheme")
    assert isinstance(pattern, str)
    found = re.search(pattern, "-- http --")
    assert found and found[0] == "http"


# fmt: off
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
]
# fmt: on


@pytest.mark.parametrize(("abnf", "text", "pattern"), LOOPS, ids=[row[0] for row in LOOPS])
def test_loops_are_one_where_no_capture_can_tell(
    abnf: str, text: str, pattern: str, engine: str
) -> None:
    grammar = ur.Grammar("r = " + abnf)
    assert grammar.pattern("r") == pattern
    assert grammar.proven("r") == ("t = " not in abnf)
    kept = [rule for rule in grammar.rules if rule != "r"]
    found = grammar.compile("r", capture=kept, engine=engine).fullmatch(text)
    assert found and {k: v for k, v in found.groupdict().items() if k in kept} == {
        rule: grammar.captures("r", text)[rule][0] for rule in kept
    }


def test_every_rule_of_the_standards_is_proven_but_hostnames() -> None:
    """RFC 2396 3.2.2: where a label is the last one, no next character tells."""
    for name in ("RFC3986", "RFC3987", "RFC6874"):
        assert all(map(grammar(name).proven, grammar(name).rules)), name
    assert [rule for rule in ur.RFC2396.rules if not ur.RFC2396.proven(rule)] == [
        "server", "hostport", "host", "hostname", "domainlabel", "toplabel",
    ]  # fmt: skip


def test_what_is_not_proven_is_read_in_linear_time_all_the_same(regex: Any) -> None:
    """These would take a backtracking match longer than anyone waits."""
    g = ur.Grammar('a = *( "a" / "aa" / *"%" ) "b"\nc = 12( *2"a" ) *"a" *"c"')
    assert not g.proven("a") and not g.proven("c")
    d = ur.Grammar('d = 9( 9( 9( 9( [ "a" ] "a" / "a" "a" ) ) ) )')
    assert not d.proven("d")  # more ways than a float can tell
    assert not g.matches("a", "a" * 5_000 + "%") and g.partial("a", "a" * 5_000) == "incomplete"
    assert g.captures("a", "a" * 50 + "b") == {"a": ["a" * 50 + "b"]}
    assert ur.RFC2396.partial("hostname", "a-" * 20_000 + "%") == "invalid"


@pytest.mark.parametrize("unit", ["@[", "[@", "[", "@", ":", "[:@"])
def test_an_authority_of_nothing_but_delimiters_is_read_in_linear_time(unit: str) -> None:
    text = "x://" + unit * 50_000
    with pytest.raises(ur.URIError):
        ur.validate(text + "]x")
    assert ur.normalize(text, scheme_based=True) == text


def test_an_alternative_may_be_added_any_number_of_times() -> None:
    g = ur.Grammar('x = "a"\n' + "".join(f"x =/ %x{n:X}\n" for n in range(0x4E00, 0x5800)))
    assert g.matches("x", "A") and g.matches("x", "\u57ff") and not g.matches("x", "\u5800")
    assert ur.Grammar('a = "x"\nb = "y"\na =/ "z"').rules == ("a", "b")
    assert ur.Grammar('ALPHA =/ "_"\na = ALPHA').rules == ("ALPHA", "a")
    with pytest.raises(ur.GrammarError, match=r"^line 2: a is too large"):
        ur.Grammar('a = "x"').extend('b = "y"\na =/ 60000( "xy" )\nc = "z"')


def test_numbered_groups_keep_clear_of_rules_that_are_called_so(engine: str) -> None:
    g = ur.Grammar('x = a a a-2\na = "a"\na-2 = "b"')
    match = g.compile("x", ["a", "a-2"], engine=engine).fullmatch("aab")
    assert match is not None and match.groupdict() == {"a": "a", "a_2_": "a", "a_2": "b"}


# Loops whose body has a branch that can be empty, and another one behind it.
# fmt: off
EMPTY_EARLY: list[tuple[str, str, list[str], list[str]]] = [
    ('r = *( "," v )\nv = *"a" / "b"', "r", [",b", ",,b,aa", ",a,b", ""], ["b", ",ab", ",bb"]),
    ('r = *( "," ( *"a" / "b" ) )', "r", [",b", ",,b,aa"], [",ab", ",bb"]),
    ('r = 1*( "," v )\nv = [ "a" ] / "b"\n', "r", [",b,a,"], ["", ",ab"]),
    ('r = *( "," *( ";" ( *"a" / "b" / *"c" ) ) )', "r", [",;b;c", ",;;c,;b"], [",;bc"]),
    ('r = *( "<" ( "" / "a" ) ">" )', "r", ["<>", "<a><>"], ["<aa>"]),
    ("param = name *( \";\" value )\nname = 1*ALPHA\nvalue = *SAFE / DQUOTE *SAFE DQUOTE\n"
     "SAFE = ALPHA / DIGIT", "param", ['a;""', 'a;b;"c"', "a;"], ['a;"', 'a;b"c"']),  # RFC 5545
]
# fmt: on


@pytest.mark.parametrize(("abnf", "rule", "valid", "invalid"), EMPTY_EARLY)
def test_a_loop_is_possessive_only_where_that_is_exact(
    abnf: str, rule: str, valid: list[str], invalid: list[str], engine: str, regex: Any
) -> None:
    g = ur.Grammar(abnf)
    patterns = [
        g.compile(rule, engine=engine),
        regex.compile(g.pattern(rule, "possessive")),
        regex.compile(g.pattern(rule, "regex")),
        regex.compile(g.pattern(rule, "java").replace(r"\z", r"\Z")),
    ]
    for pattern in patterns:
        assert [text for text in valid if not pattern.fullmatch(text)] == []
        assert [text for text in invalid if pattern.fullmatch(text)] == []
    assert [set(g.captures(rule, text)[rule]) for text in valid] == [{text} for text in valid]
    assert {g.partial(rule, text) for text in valid} == {"valid"}


# ---- 3 b. Patterns in patterns of one's own: compose ---------------------------------------------

# template, text, what its groups have (None: it does not match), why
# fmt: off
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
]
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
]
# fmt: on


@pytest.mark.parametrize("name", ["portable", "possessive", "re"])
@pytest.mark.parametrize(("abnf", "template", "text", "other"), APART)
def test_a_rule_is_read_as_itself_whatever_a_template_has_before_it(
    abnf: str, template: str, text: str, other: str, name: str
) -> None:
    pattern = re.compile(ur.Grammar("a = " + abnf).compose(template, name), re.DOTALL)
    assert pattern.fullmatch(text) and not pattern.fullmatch(other)


@pytest.mark.parametrize("template", [r"\x4(?&a)", r"\u00e(?&a)", "(?P=n(?&a)", "(?(?&a)x)"])
def test_what_a_template_leaves_open_a_rule_does_not_close(template: str) -> None:
    with pytest.raises(re.error):
        re.compile("(?P<n>x)" + ur.Grammar('a = "1)"').compose(template))


def test_compose_says_which_engines_have_possessive_loops() -> None:
    told = (ur.Grammar.compose.__doc__ or "").split("possessive loops: ")[1].split(" re.")[0]
    rows = {name: ur._engine(name).style for name in ur._engines()}
    possessive = {name for name in rows if rows[name] in ("possessive", "named", "icu")}
    assert set(re.findall("[a-z]+", told)) - {"and", "partly"} == possessive


@pytest.mark.parametrize("name", ["portable", "possessive", "re", "regex"])
@pytest.mark.parametrize(("template", "text", "groups", "why"), COMPOSED)
def test_compose_writes_rules_into_a_pattern(
    template: str, text: str, groups: dict[str, str | None] | None, why: str, name: str
) -> None:
    module = re if name == "portable" else pytest.importorskip("regex")
    match = module.compile(ur.RFC3986.compose(template, name)).fullmatch(text)
    assert (match and match.groupdict()) == groups


@pytest.mark.parametrize(
    ("template", "named"),
    [("x(?&no-such)", "offset 1.*no-such"), ("(?&)", "offset 0"), ("(?&a b)", "offset 0.*'a b'"),
     ("(?&port)(?&Port-)", "offset 8.*'Port-'")],
)  # fmt: skip
def test_an_unknown_rule_of_a_template_is_named_with_its_offset(template: str, named: str) -> None:
    with pytest.raises(ur.GrammarError, match=named):
        ur.RFC3986.compose(template)


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
    assert ur.RFC3986.compose(template) == composed


def test_a_text_in_the_place_of_a_rule_is_not_kept() -> None:
    assert not [name for g in ur._GRAMMARS.values() for name in g.rules if len(name) >= 30]
    tracemalloc.start()
    try:
        for i in range(9):
            with pytest.raises(ur.GrammarError, match="swapped"):
                ur.RFC3986.matches(f"http://{i}/" + "a" * 1_000_000, "URI")
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_core_rules_are_not_listed_even_if_two_threads_have_read_them_at_once() -> None:
    grammar = ur.Grammar("a = DIGIT")
    ur._core.cache_clear()  # as if another thread had won
    assert grammar.rules == ("a",)
    assert ur.Grammar('ALPHA = %x41-5A / %x61-7A\na = DIGIT\nBIT    = "0" / "1"').rules == (
        "ALPHA", "a", "BIT",
    )  # fmt: skip


@pytest.mark.parametrize("rule", ["URI", "URI-reference", "absolute-URI", "relative-ref"])
def test_a_verdict_is_that_of_the_rule(rule: str) -> None:
    """3, 4.1 to 4.3."""
    template = f"(?&{rule})"
    fits = getattr(ur, "is_" + rule.lower().replace("-", "_"))
    texts = [text for table in TABLES.values() for row in table for text in row.valid + row.invalid]
    texts += [
        f"{a}//{b}/" for a in ("", "s:") for b in ("1.2.3.4", "256.1.1.1", "[::1]", "::1", "v1.a")
    ]
    assert sum("[" in text for text in texts) > 20
    for text in texts:
        whole = ur._pattern[template].fullmatch(text) is not None
        assert fits(text) == ur.RFC3986.matches(rule, text) == whole
    used = iter("[")
    for wrong in (None, 5, b"[", ["["], used, itertools.count(), memoryview(b"[")):
        with pytest.raises(TypeError, match=f"text must be str, not {type(wrong).__name__}"):
            fits(wrong)
    assert list(used) == ["["]  # nothing has looked into it


def test_compose_refuses_what_pattern_refuses() -> None:
    with pytest.raises(ValueError, match="unknown engine 'pcre9'"):
        ur.RFC3986.compose("(?&port)", "pcre9")
    with pytest.raises(ValueError, match=r"nginx takes characters up to U\+007F, but the template"):
        ur.RFC3987.compose("x(?&IRI)", "nginx")
    with pytest.raises(ValueError, match="go allows at most 1,000 repetitions"):
        ur.Grammar('a = 1001"x"').compose("(?&a)", "go")
    with pytest.raises(TypeError, match="template must be str, not bytes"):
        ur.RFC3986.compose(b"(?&port)")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", [["re"], None, {"re"}])
def test_an_engine_of_a_wrong_type_is_a_type_error_that_names_it(engine: Any) -> None:
    for call in (ur.RFC3986.pattern, ur.RFC3986.compose):
        with pytest.raises(TypeError, match="engine must be str, not"):
            call("port", engine)
    with pytest.raises(TypeError, match="engine must be str, not"):
        ur.RFC3986.compile("port", engine=engine)


@pytest.mark.parametrize("name", ["RFC2396", "RFC2732", "RFC3986", "RFC3987", "RFC6874"])
def test_a_copy_of_a_shipped_grammar_is_the_grammar_itself(name: str) -> None:
    grammar = getattr(ur, name)
    assert copy.copy(grammar) is copy.deepcopy(grammar) is grammar
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(grammar, protocol)) is grammar


def test_a_copy_of_a_shipped_grammar_gives_the_same_advice() -> None:
    for again in (copy.deepcopy(ur.RFC3987), pickle.loads(pickle.dumps(ur.RFC3987))):
        with pytest.raises(ur.URIError) as info:
            again.validate("IRI", "http://a/b c")
        assert info.value.reason == "a space is not allowed here; write %20"


# Neither of the two brackets is in a rule of the standards, but for gen-delims and what has them.
@pytest.mark.parametrize(
    "name",
    ["portable", "possessive", "re", "posix"],  # the others are one of these, anchored
)
@pytest.mark.parametrize("before, behind", [("ab|<", ">|cd"), ("(", "){2}")])
def test_every_rule_is_safe_between_two_literals(before: str, behind: str, name: str) -> None:
    possessive = name == "possessive" or (name == "re" and sys.version_info < (3, 11))
    module = pytest.importorskip("regex") if possessive else re
    twice = behind == "){2}"
    for g, rule, row in CASES:
        if name == "posix" and not grammar(g).pattern(rule).isascii():
            continue
        text = grammar(g).compose(f"(?&{rule})", name)
        pattern = module.compile(before + text + behind, module.DOTALL)
        for valid in row.valid:
            there = valid * 2 if twice else before[-1] + valid + behind[0]
            if not (twice and name != "portable"):  # nothing is given back to the second one
                assert pattern.fullmatch(there), (rule, there)
        if not twice:
            assert not pattern.fullmatch(before[-1] + (row.valid[0] or "?")), rule
            assert not pattern.fullmatch((row.valid[0] or "?") + behind[0]), rule


# ---- 3 c. Patterns for other engines -------------------------------------------------------------

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
    (
        "mariadb",
        "port",
        r"(?-i)\A[0-9]*+\z",
        "a collation may leave case out, and k is KELVIN SIGN",
    ),
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
]


@pytest.mark.parametrize(("name", "rule", "text", "why"), ENGINE_TEXTS)
def test_an_engines_pattern_is_anchored_and_written_as_it_reads(
    name: str, rule: str, text: str, why: str
) -> None:
    assert ur.RFC3986.pattern(rule, name) == text


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
    text = ur.Grammar(f"a = {ranges}").pattern("a", "posix")
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
    assert ur.Grammar(f"a = {abnf}").pattern("a", name) == text


def test_an_unknown_engine_is_told_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown engine 'oracle'.*duckdb.*xsd"):
        ur.RFC3986.pattern("URI", "oracle")


def test_what_an_engine_cannot_take_is_refused_with_the_reason() -> None:
    long = ur.Grammar('a = 1001"x"\nb = 256"x"')
    for name in ("re2", "go", "duckdb", "bigquery", "clickhouse", "pyarrow"):
        assert long.pattern("b", name)
        with pytest.raises(ValueError, match=f"{name} allows at most 1,000 rep"):
            long.pattern("a", name)
    with pytest.raises(ValueError, match=r"posix takes characters up to U\+007F, but IRI has more"):
        ur.RFC3987.pattern("IRI", "posix")
    with pytest.raises(
        ValueError, match=r"dotnet takes characters up to U\+FFFF, but IRI has more"
    ):
        ur.RFC3987.pattern("IRI", "dotnet")  # which reads UTF-16 code units
    with pytest.raises(ValueError, match="postgresql allows at most 255 rep"):
        long.pattern("b", "postgresql")
    assert ur.Grammar('a = "{300}"').pattern("a", "postgresql")  # braces, and no repeat
    inside = ur.Grammar('a = 50( "x" 50( "y" ) )\nb = 33000"x"\nc = 65535"x"')
    assert inside.pattern("a", "postgresql")  # which RE2 and Go multiply
    for rule, name, most in (
        ("a", "go", "1,000"),
        ("b", "posix", "32,767"),
        ("c", "perl", "65,534"),
        ("c", "regex", "65,534"),
    ):
        with pytest.raises(ValueError, match=f"{name} allows at most {most} rep"):
            inside.pattern(rule, name)


def test_patterns_are_as_short_as_promised() -> None:
    assert len(ur.RFC3986.pattern("URI")) <= 1260
    assert len(ur.RFC3986.pattern("URI-reference")) <= 2400


# fmt: off
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
    ('ALPHA DIGIT ALPHA DIGIT', "portable", "(?:[A-Za-z][0-9]){2}", "repeats are folded"),
    ('2*3( 1*"a" )', "portable", "[Aa]{2,}", "a loop in a repeat is a loop"),
]
# fmt: on


@pytest.mark.parametrize(("abnf", "name", "pattern", "why"), RENDERED)
def test_what_makes_patterns_fast_is_in_them(abnf: str, name: str, pattern: str, why: str) -> None:
    assert ur.Grammar("r = " + abnf).pattern("r", name) == pattern


@pytest.mark.parametrize("template", [ur._URI, ur._URI_REFERENCE, "(?&segment)", "(?&query)"])
def test_the_loops_of_uris_are_unrolled_and_possessive(template: str) -> None:
    pattern = ur.RFC3986.compose(template, "re")
    loops = re.findall(r"(?:\]|\))[*]([+]?)", pattern)
    assert len(loops) > 1 and set(loops) == {"+"}
    assert "]*+(?:%[0-9A-Fa-f]{2}[" in pattern  # *pchar: a run of its class, then triplets and runs


# fmt: off
FEW_THREADS: list[tuple[str, str, int]] = [   # a rule, a text, at most so many threads in each state
    ('*998( *"a" )', "a" * 60, 2),
    ('*30( *30( *"a" ) )', "a" * 60, 2),
    ('*2000( "a" / "aa" )', "a" * 60, 4),
    ('*63ALPHA *63ALPHA', "a" * 60, 6),
]
# fmt: on


@pytest.mark.parametrize(("abnf", "text", "most"), FEW_THREADS)
def test_a_state_has_only_threads_that_another_does_not_cover(
    abnf: str, text: str, most: int
) -> None:
    automaton = ur.Grammar("r = " + abnf)._automaton("r")
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


@pytest.mark.parametrize(
    "name", [n for n in ur._engines() if n not in ("javascript", "perl", "php")]
)
@pytest.mark.parametrize(("g", "rule"), [("RFC3986", "host"), ("RFC2396", "mark"), (HARD, "a")])
def test_a_quoted_pattern_says_what_the_pattern_is(g: str, rule: str, name: str) -> None:
    grammar_ = grammar(g) if g.startswith("RFC") else ur.Grammar(g)
    text = grammar_.pattern(rule, name)
    if name == "go" and "`" in text:
        assert _unquoted("python", ur._quoted(text, name)) == text
    else:
        assert _unquoted(name, ur._quoted(text, name)) == text


@pytest.mark.parametrize(
    ("abnf", "name", "literal"),
    [  # what would end a literal, or be read as another character in it
        (r'"\/"', "javascript", r"/^\\\/$/u"),
        ("%x2F", "javascript", r"/^\/$/u"),
        ("CRLF %x2028", "javascript", r"/^[\r][\n][\u2028]$/u"),
        ("CRLF", "go", r'"^[\r][\n]$"'),
        ("LF", "go", "`^[\n]$`"),
        ('"`\\"', "go", r'"^`\\\\$"'),
        ("%x22 %x23 %x23", "rust", 'r##"^"[#][#]$"##'),
        ("CR", "rust", r'"^[\r]$"'),
        ('%s")re" DQUOTE', "re2", r'"^\\)re\"$"'),
        ("HTAB LF CR", "xsd", 'value="[&#9;][&#10;][&#13;]"'),
    ],
)
def test_a_literal_says_its_pattern_whatever_is_in_it(
    run: Run, tmp_path: Path, abnf: str, name: str, literal: str
) -> None:
    path = tmp_path / "abnf"
    path.write_bytes(f"odd = {abnf}\n".encode())
    ran = run("pattern", "odd", "--abnf", str(path), "--engine", name, "--quoted")
    assert (ran.status, ran.out) == (0, literal + "\n")


def test_javascript_perl_and_php_literals_end_where_they_should() -> None:
    """Their delimiters, and only those, have a backslash that is none of the pattern's own."""
    g = ur.Grammar(HARD)
    assert re.fullmatch(
        r"/(?:[^/\\]|\\.)*/u", ur._quoted(g.pattern("a", "javascript"), "javascript")
    )
    assert re.fullmatch(
        r"qr'(?:[^'\\]|\\.)*'", ur._quoted(g.pattern("a", "perl"), "perl"), re.DOTALL
    )
    assert re.fullmatch(
        r"'~(?:[^'\\]|\\.)*~u'", ur._quoted(g.pattern("a", "php"), "php"), re.DOTALL
    )


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

# fmt: off
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
]
# fmt: on


@pytest.mark.parametrize(
    "abnf, rule, extends, valid, invalid, section", OWN, ids=[f"{o[5]} {o[1]}" for o in OWN]
)
def test_the_abnf_of_a_user_works_as_it_stands_in_the_rfc(
    abnf: str,
    rule: str,
    extends: bool,
    valid: list[str],
    invalid: list[str],
    section: str,
    engine: str,
) -> None:
    g = ur.RFC3986.extend(abnf) if extends else ur.Grammar(abnf)
    assert [t for t in valid if not accepts(g, rule, t, engine)] == []
    assert [t for t in invalid if accepts(g, rule, t, engine)] == []
    for text in invalid:
        with pytest.raises(ur.URIError) as caught:
            g.validate(rule, text)
        assert caught.value.rule == rule
    assert [g.validate(rule, t) for t in valid] == valid


# ---- 5. Verdicts --------------------------------------------------------------------------------

# fmt: off
VERDICTS: list[tuple[str, bool, bool, bool, bool, str]] = [
    # text, URI, URI-reference, absolute-URI, relative-ref, section
    ("ftp://ftp.is.co.za/rfc/rfc1808.txt",                   True, True, True, False, "1.1.2"),
    ("http://www.ietf.org/rfc/rfc2396.txt",                  True, True, True, False, "1.1.2"),
    ("ldap://[2001:db8::7]/c=GB?objectClass?one",            True, True, True, False, "1.1.2"),
    ("mailto:John.Doe@example.com",                          True, True, True, False, "1.1.2"),
    ("news:comp.infosystems.www.servers.unix",               True, True, True, False, "1.1.2"),
    ("tel:+1-816-555-1212",                                  True, True, True, False, "1.1.2"),
    ("telnet://192.0.2.16:80/",                              True, True, True, False, "1.1.2"),
    ("urn:oasis:names:specification:docbook:dtd:xml:4.1.2",  True, True, True, False, "1.1.2"),
    ("foo://example.com:8042/over/there?name=ferret#nose",   True, True, False, False, "3"),
    ("urn:example:animal:ferret:nose",                       True, True, True, False, "3"),
    ("http://a/b#c",                                         True, True, False, False, "4.3"),
    ("about:",                                               True, True, True, False, "D.2"),
    ("",                                                     False, True, False, True, "4.4"),
    ("#s",                                                   False, True, False, True, "4.4"),
    ("?y",                                                   False, True, False, True, "4.2"),
    ("//g",                                                  False, True, False, True, "4.2"),
    ("/g",                                                   False, True, False, True, "4.2"),
    ("./this:that",                                          False, True, False, True, "4.2"),
    ("this:that",                                            True, True, True, False, "4.2"),
    ("1this:that",                                           False, False, False, False, "4.2"),
    ("www.w3.org/Addressing/",                               False, True, False, True, "4.5"),
    ("http://a/\n",                                          False, False, False, False, "A"),
    ("\nhttp://a/",                                          False, False, False, False, "A"),
    ("http://a/\0",                                          False, False, False, False, "A"),
    ("http://a/%zz",                                         False, False, False, False, "2.1"),
    ("http://a/%4",                                          False, False, False, False, "2.1"),
    ("http://a/%",                                           False, False, False, False, "2.1"),
    ("http://a/b c",                                         False, False, False, False, "2"),
    ("http://a/\u212a",                                      False, False, False, False, "2"),
    ("\u212a://a/",                                          False, False, False, False, "3.1"),
    ("http://a:\u0661/",                                     False, False, False, False, "3.2.3"),
    ("http://a/\udc80",                                      False, False, False, False, "2"),
    (" ",                                                    False, False, False, False, "2"),
]
# fmt: on


@pytest.mark.parametrize("text, uri, reference, absolute, relative, section", VERDICTS)
def test_verdicts(
    text: str, uri: bool, reference: bool, absolute: bool, relative: bool, section: str
) -> None:
    assert ur.is_uri(text) is uri
    assert ur.is_uri_reference(text) is reference
    assert ur.is_absolute_uri(text) is absolute
    assert ur.is_relative_ref(text) is relative
    assert reference == (uri or relative)  # 4.1: URI-reference = URI / relative-ref


@pytest.mark.parametrize("text, uri, reference, absolute, relative, section", VERDICTS)
def test_validate_returns_the_text_itself_or_raises(
    text: str, uri: bool, reference: bool, absolute: bool, relative: bool, section: str
) -> None:
    rules = {
        "URI": uri,
        "URI-reference": reference,
        "absolute-URI": absolute,
        "relative-ref": relative,
    }
    for rule, valid in rules.items():
        if valid:
            assert ur.validate(text, rule=rule) is text
            assert ur.RFC3986.validate(rule, text) is text
        else:
            with pytest.raises(ur.URIError):
                ur.validate(text, rule=rule)
    if not uri:  # the default is "URI"
        with pytest.raises(ur.URIError):
            ur.validate(text)


# ---- 6. Errors ----------------------------------------------------------------------------------

# The offset is the length of the longest prefix that some continuation makes valid; it is
# worked out by hand from the ABNF, and `has` are some of the alternatives that could stand there.
END = "<end of text>"
# fmt: off
OFFSETS: list[tuple[str, str, int, list[str], str]] = [
    # rule, text, offset, some of what was expected, why
    ("URI", "",                                0, ["ALPHA"], "3.1"),
    ("URI", "1http:",                          0, ["ALPHA"], "3.1"),
    ("URI", ":",                               0, ["ALPHA"], "3.1"),
    ("URI", "//a",                             0, ["ALPHA"], "a URI has a scheme"),
    ("URI", "\nhttp://a/",                     0, ["ALPHA"], "3.1"),
    ("URI", "h",                               1, ['":"', "ALPHA"], "it ends too early"),
    ("URI", "http",                            4, ['":"', "DIGIT"], "it ends too early"),
    ("URI", "ht_tp:x",                         2, ['":"', '"+"'], "3.1"),
    ("URI", "http//a",                         4, ['":"'], "3.1"),
    ("URI", "\u212a:x",                        0, ["ALPHA"], "3.1"),
    ("URI", "http://example.com/%zz",         20, ["HEXDIG"], "2.1, issue 2"),
    ("URI", "http://example.com/%4",          21, ["HEXDIG"], "it ends too early"),
    ("URI", "http://example.com/%",           20, ["HEXDIG"], "it ends too early"),
    ("URI", "http://example.com/%4z",         21, ["HEXDIG"], "2.1"),
    ("URI", "http://example.com/%\uff14\uff11", 20, ["HEXDIG"], "2.1"),
    ("URI", "a:b c",                           3, [END], "2"),
    ("URI", "a:b\n",                           3, [END, '"#"', '"?"'], "A"),
    ("URI", "a:\udc80",                        2, [END], "2"),
    ("URI", "a:\u00e9",                        2, [END], "2"),
    ("URI", "a:b\\c",                          3, [END], "2"),
    ("URI", "a:b#c#d",                         5, [END], "3.5"),
    ("URI", "a:b?c[d",                         5, [END, '"#"'], "3.4"),
    ("URI", "a:/b]",                           4, [END, '"/"'], "3.3"),
    ("URI", "http://[::1",                    11, ['"]"', '":"', "HEXDIG"], "it ends too early"),
    ("URI", "http://[::1]x",                  12, [END, '":"', '"/"'], "3.2.2"),
    ("URI", "http://[::1]@x",                 12, [END, '":"'], "3.2.2: brackets are no userinfo"),
    ("URI", "http://[::1]:8a",                14, [END, "DIGIT"], "3.2.3"),
    ("URI", "http://[:::",                    10, ['"]"', "HEXDIG"], "3.2.2"),
    ("URI", "http://[::",                     10, ['"]"', "HEXDIG"], "it ends too early"),
    ("URI", "http://[",                        8, ["HEXDIG", '"v"'], "it ends too early"),
    ("URI", "http://[]",                       8, ["HEXDIG", '"v"'], "3.2.2"),
    ("URI", "http://[g::]",                    8, ["HEXDIG", '"v"'], "3.2.2"),
    ("URI", "http://[1]",                      9, ['":"', "HEXDIG"], "3.2.2"),
    ("URI", "http://[1:2:3:4:5:6:7:8:9]",     23, ['"]"', "HEXDIG"], "eight groups, no more"),
    ("URI", "http://[1:2:3:4:5:6:7]",         21, ['":"', "HEXDIG"], "an eighth group, or a gap"),
    ("URI", "http://[12345::]",               12, ['":"'], "h16 = 1*4HEXDIG"),
    ("URI", "http://[1::2::3]",               13, ["HEXDIG"], "one gap, no more"),
    ("URI", "http://[::256.1.1.1]", 13, ['"]"', '":"', "HEXDIG"], "256 is an h16, no dec-octet"),
    ("URI", "http://[::1.2.3]",               15, ['"."', "DIGIT"], "four dec-octets"),
    ("URI", "http://[::1.2.3.4.5]",           17, ['"]"', "DIGIT"], "four dec-octets, no more"),
    ("URI", "http://[::1.2.3.04]",            17, ['"]"'], "dec-octet has no leading zero"),
    ("URI", "http://[v1]",                    10, ['"."', "HEXDIG"], "IPvFuture"),
    ("URI", "http://[v1.]",                   11, ['":"'], "IPvFuture"),
    ("URI", "http://[v.x]",                    9, ["HEXDIG"], "IPvFuture"),
    ("URI", "http://a:80x/",                  12, ['"@"'], '"a:80x" could be a userinfo yet'),
    ("URI", "http://a:80x",                   12, ['"@"'], "it ends too early: a userinfo"),
    ("URI", "a://b:c:d/",                      9, ['"@"'], "a userinfo"),
    ("URI", "a://b:1:/",                       8, ['"@"'], "a userinfo"),
    ("URI", "http://a@b@c",                   10, [END, '":"', '"/"'], 'no host holds "@"'),
    ("URI", "http://a@b:c",                   11, [END, "DIGIT", '"/"'], "port = *DIGIT"),
    ("URI", "http://a[b",                      8, [END, '"@"'], "2.2"),
    ("URI", "http:///%zz",                     9, ["HEXDIG"], "2.1"),
    ("URI", "http://a:80\n",                  11, [END, '"@"', '"/"'], "A"),
    ("URI", "http://a.example/b\r\n",         18, [END, '"/"'], "A"),
    ("absolute-URI", "a:b#c",                  3, [END, '"?"'], "4.3"),
    ("absolute-URI", "a",                      1, ['":"'], "it ends too early"),
    ("URI-reference", ":",                     0, [END, '"/"', '"?"', '"#"'], "4.2"),
    ("URI-reference", "1:a",                   1, [END, '"/"', '"?"'], "4.2"),
    ("URI-reference", "a b",                   1, [END, '":"'], "2"),
    ("URI-reference", "%41:b",                 3, [END, '"/"'], "segment-nz-nc"),
    ("URI-reference", "a_b:c",                 3, [END, '"/"'], '"_" is in no scheme'),
    ("URI-reference", "a%",                    2, ["HEXDIG"], "it ends too early"),
    ("URI-reference", "//[",                   3, ["HEXDIG", '"v"'], "it ends too early"),
    ("relative-ref", "a:b",                    1, [END, '"/"'], "4.2"),
    ("relative-ref", "//a:b",                  5, ['"@"'], "it ends too early: a userinfo"),
    ("relative-ref", "//a:b/",                 5, ['"@"'], "a userinfo"),
    ("scheme", "",                             0, ["ALPHA"], "3.1"),
    ("scheme", "a_",                           1, [END, "ALPHA", '"."'], "3.1"),
    ("IPv4address", "1.2.3",                   5, ['"."', "DIGIT"], "it ends too early"),
    ("IPv4address", "256.1.1.1",               2, ['"."'], "250 to 255"),
    ("IPv4address", "300.1.1.1",               2, ['"."'], "%x31-39 DIGIT"),
    ("IPv4address", "01.1.1.1",                1, ['"."'], "dec-octet has no leading zero"),
    ("IPv4address", "1.2.3.4.5",               7, [END, "DIGIT"], "four dec-octets, no more"),
    ("IPv4address", "1..2.3",                  2, ["DIGIT"], "no octet is empty"),
    ("IPv4address", "1.2.3.4\n",               7, [END, "DIGIT"], "A"),
    ("dec-octet", "",                          0, ["DIGIT"], "3.2.2"),
    ("dec-octet", "00",                        1, [END], "3.2.2"),
    ("dec-octet", "256",                       2, [END], "3.2.2"),
    ("dec-octet", "1000",                      3, [END], "3.2.2"),
    ("h16", "12345",                           4, [END], "1*4HEXDIG"),
    ("h16", "g",                               0, ["HEXDIG"], "1*4HEXDIG"),
    ("port", "8a",                             1, [END, "DIGIT"], "3.2.3"),
    ("port", "-1",                             0, [END, "DIGIT"], "3.2.3"),
    ("path-empty", "a",                        0, [END], "3.3"),
    ("path-absolute", "//",                    1, [END], "3.3"),
    ("path-absolute", "",                      0, ['"/"'], "3.3"),
    ("path-noscheme", "a:b",                   1, [END, '"/"'], "3.3"),
    ("pct-encoded", "%",                       1, ["HEXDIG"], "2.1"),
    ("pct-encoded", "%%",                      1, ["HEXDIG"], "2.1"),
    ("pct-encoded", "41",                      0, ['"%"'], "2.1"),
    ("pct-encoded", "%411",                    3, [END], "2.1"),
    ("unreserved", "ab",                       1, [END], "2.3"),
    ("unreserved", "",                         0, [], "2.3"),
    ("IP-literal", "[::1",                     4, ['"]"'], "it ends too early"),
    ("IP-literal", "::1",                      0, ['"["'], "3.2.2"),
    ("IPvFuture", "1",                         0, ['"v"'], "3.2.2"),
    ("userinfo", "a@",                         1, [END, '":"'], "3.2.1"),
]
OFFSETS_ELSEWHERE: list[tuple[str, str, str, int, list[str], str]] = [
    # the same with the grammar first
    ("RFC3987", "IRI", "http://\u00e9\ue000/", 8, [END],
     "RFC 3987 2.2: private use only in the query"),
    ("RFC3987", "IRI", "http://\u00e9#\ue000",  9, [END], "RFC 3987 2.2"),
    ("RFC3987", "IRI", "a:\ufdd0",              2, [END], "RFC 3987 2.2: a noncharacter"),
    ("RFC3987", "IRI", "a:\ud800",              2, [END], "RFC 3987 2.2: a surrogate"),
    ("RFC3987", "IRI", "\u00e9:a",              0, ["ALPHA"], "RFC 3987 2.2"),
    ("RFC2396", "URI-reference", "http:",       5, ['"/"'], "RFC 2396 3: hier_part or opaque_part"),
    ("RFC2396", "URI-reference", "?y",          0, [END, '"#"', '"/"'], "RFC 2396 5"),
    ("RFC2396", "absoluteURI", "http://[::1]/", 7, [END, '"/"', '"?"'], "RFC 2396 3.2"),
    ("RFC2396", "host", "1.2.3", 5, ['"."'], "RFC 2396 3.2.2: toplabel starts with alpha"),
    ("RFC2396", "host", "a-",                   2, ['"-"'], "RFC 2396 3.2.2: it ends too early"),
    ("RFC6874", "URI", "http://[fe80::1%en0]", 16, [], 'RFC 6874 2: "%25"'),
    ("RFC6874", "URI", "http://[fe80::1%25]", 18, ['"%"'], "RFC 6874 2: ZoneID = 1*( … )")
]
# fmt: on
ALL_OFFSETS = [("RFC3986", *row) for row in OFFSETS] + OFFSETS_ELSEWHERE


@pytest.mark.parametrize("name, rule, text, offset, has, why", ALL_OFFSETS)
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
    assert error.expected in message
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("text", ["http://example.com/%zz", "a:%g0", "a:/%4"])
def test_where_one_thing_could_stand_expected_is_its_name(text: str) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate(text)
    assert caught.value.expected == "HEXDIG"


def test_offsets_of_a_finite_language_are_those_of_its_words() -> None:
    # a language of seven words: the longest viable prefix is that of some word
    g = ur.Grammar('w = a / b\na = "ab" ["c"] "d" / 2*3"xy"\nb = "a" ( "x" / "bb" ) / ""')
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


# fmt: off
ONE_LINE = ["\n", "\r\n", "a\nb", "a:b\u2028c", "a:\x85", "a:\x0b\x0c\x1c\x1d\x1e", "a:\udc80",
    "\0", "a:\u202e", "%\n" * 50, "a:b " * 50_000]
# fmt: on


@pytest.mark.parametrize("text", ONE_LINE, ids=lambda t: ascii(t[:8]))
def test_an_error_message_is_one_line_whatever_the_text(text: str) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate(text)
    message = str(caught.value)
    assert message == "".join(message.splitlines())
    assert message.isprintable()  # no control or bidi character gets to a terminal
    message.encode()  # nor a lone surrogate to a file
    assert len(message) < 1000
    assert caught.value.text == text


# fmt: off
NO_SCHEME = 'it has to begin with a scheme, such as "https:"'
CAUSES: list[tuple[str, str, int, str]] = [
    # rule, text, offset, the reason, in plain words where the text shows it
    ("URI", "http://a/b c", 10, "a space is not allowed here; write %20"),
    ("URI", "http://u:8 0@h/", 10, "a space is not allowed here; write %20"),
    ("URI", "http://a/\u00e9", 9,
     "'\u00e9' is not ASCII; an IRI may contain it: see iri_to_uri, or IDNA for a host"),
    ("URI", "http://[fe80::1%25eth0]/", 15,
     "a zone identifier is not allowed here; the grammar RFC6874 has them"),
    ("URI", "a:b#c#d", 5, 'a second "#" is not allowed here; write %23'),
    ("absolute-URI", "a:b#c", 3, "'#' is not allowed here; write %23"),
    ("URI", "http://a\\b", 8, 'a backslash is not allowed here; did you mean "/"?'),
    ("URI", "a:b\n", 3, "'\\n' is not allowed here"),
    ("URI", "http://a/[", 9, "'[' is not allowed here; write %5B"),
    ("absolute-URI", "", 0, "it is empty"),
    # no scheme, and what to do if a relative reference is meant (4.2), but only where it is one
    *[("URI", text, offset, f'{NO_SCHEME}; for a relative reference, use rule="URI-reference"')
      for text, offset in (
        ("//a", 0), ("//a/b:c?d#e", 0), ("www.a.example/b:c", 13), ("/", 0), ("?q", 0), ("#f", 0),
        ("a%20b", 1), ("www.example.com", 15))],
    ("IRI", "www.a.example", 13,
     f'{NO_SCHEME}; for a relative reference, use rule="IRI-reference"'),
    *[(rule, text, offset, NO_SCHEME) for rule, text, offset in (
        ("URI", "bad url", 3), ("URI", "a b/c:d", 1), ("URI", "/%zz", 0), ("URI", "a#b#c", 1),
        ("URI", "//a^/", 0), ("absolute-URI", "\u00e9", 0), ("URI", "a ", 1), ("IRI", "a/[", 1),
        ("absolute-IRI", "\u00e9 x", 0))],
    # a space around the text is named as that, and a host has no spaces
    *[(rule, " " + text, 0, "a space at the beginning of the text is not allowed") for rule, text in (
        ("URI", "https://a/"), ("URI", ""), ("URI-reference", "a"), ("host", "a"), ("port", " 8 "))],
    *[(rule, text + " ", len(text), "a space at the end of the text is not allowed") for rule, text in (
        ("URI", "https://a/"), ("URI", "https://a"), ("URI-reference", "a/b"), ("host", "a"),
        ("port", "8"), ("IPv4address", "1.2.3.4"), ("userinfo", "a"))],
    ("URI", "https://a/   ", 10, "a space at the end of the text is not allowed"),
    *[(rule, text, offset, "a space is not allowed in a host") for rule, text, offset in (
        ("URI", "http://a b/", 8), ("URI", "http://u@a b/@", 10), ("URI", "http://a b", 8),
        ("host", "a b", 1), ("authority", "a b:80", 1), ("relative-ref", "//a b?@", 3),
        ("reg-name", "a b", 1))],
    ("URI", "http://a<b/", 8, "'<' is not allowed in a host"),
    ("URI", "http://a b@c/", 8, "a space is not allowed here; write %20"),
    ("path-abempty", "//a b", 3, "a space is not allowed here; write %20"),
    ("query", "//a b", 3, "a space is not allowed here; write %20"),
    # 7.5: what is hidden in the message is not told here
    ("URI", "http://u:p^w@h/", 10, "a masked character is not allowed here; percent-encode it"),
    ("URI", "http://a/%zz", 10,
     '"%" has to be followed by two hex digits; write %25 for a "%" itself'),
    ("URI", "http://a/%4", 11,
     '"%" has to be followed by two hex digits; write %25 for a "%" itself'),
    ("URI", "http://[::1/", 11, 'the "[" is not closed'),
    ("host", "[", 1, 'the "[" is not closed'),
    ("URI", "http://a:80x/", 12, "the port is not a number"),
    ("URI", "http://u@[::1]:8a?x", 16, "the port is not a number"),
    ("relative-ref", "//a:8 0/x@y", 5, "the port is not a number"),
    # and where a triplet would not help, or nothing is known, in ABNF
    ("URI", "ht tp:x", 2, "expected …, found ' '"),
    ("URI", "1a:b", 0, "expected …, found '1'"),
    ("URI", "http://[g]/", 8, "expected …, found 'g'"),
    ("port", "8 0", 1, "expected …, found ' '"),
    ("IPv4address", "1.2.3", 5, "expected …, found the end"),
    ("URI", "http://[::1]%zz", 12, "expected …, found '%'"),
    ("URI", "http://[::1]\u202e", 12, "expected …, found '\\u202e'"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "text", "offset", "reason"), CAUSES)
def test_an_error_says_the_cause_in_plain_words(
    rule: str, text: str, offset: int, reason: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate(text, rule=rule)
    error = caught.value
    assert error.offset == offset
    assert error.reason == reason.replace("…", error.expected)
    what = f"expected {error.expected} at offset {offset}, found "
    cause = "" if "…" in reason else f"{reason} ("
    assert str(error).startswith(f"not a valid {rule}: {cause}{what}")


# rule, a text with the password s3cr3t that does not match it, and what is left of it in the message
SECRETS: list[tuple[str, str, str]] = [
    ("URI", "http://u:s3cr3t@h/ x", "http://u:******@h/ x"),
    ("URI", "http://u:s3cr3t^@h:80/?m=x", "http://u:*******@h:80/?m=x"),
    ("URI-reference", "//u:s3cr3t@h/^", "//u:******@h/^"),
    ("IRI", "http://u:s3cr3t@h/ ", "http://u:******@h/ "),
    ("absolute-URI", "http://u:s3cr3t@h/#", "http://u:******@h/#"),
    ("authority", "u:s3cr3t@h^", "u:******@h^"),
    ("iauthority", "u:s3cr3t@h^", "u:******@h^"),
    ("userinfo", "u:s3cr3t^", "u:*******"),
    ("iuserinfo", "u:s3cr3t^", "u:*******"),
    ("userinfo", "u:s3@cr3t^", "u:********"),
    ("userinfo", "u:1/s3cr3t^", "u:*********"),
    ("userinfo", "mailto:s3cr3t ^", "mailto:********"),
    ("URI", "http://u:s3cr3t\\@h/", "http://u:*******@h/"),
    ("host", "u:s3cr3t@h", "u:******@h"),
    ("port", "http://u:s3cr3t@h/", "http://u:******@h/"),
    ("URI", "u:s3cr3t@h x", "u:******@h x"),
    ("URI", "http://u:/s3cr3t@h/^", "http://u:*******@h/^"),
    ("URI", "http://u:p//s3cr3t@h/^", "http://u:*********@h/^"),
    ("URI", "http://u:#s3cr3t@h/ ", "http://u:*******@h/ "),
    ("URI", "http://u:?s3cr3t#@h/#", "http://u:********@h/#"),
    ("URI", "http://u:s3cr3t s3cr3t@h/", "http://u:*************@h/"),
    ("URI", "http://u:s3cr3t\n@h/", "http://u:*******@h/"),
    ("URI", "http://u:1s3cr3t@h/ ", "http://u:*******@h/ "),
    ("URI", "http://u:a@s3cr3t@h/", "http://u:********@h/"),
    ("URI", "http:\\/\\/u:s3cr3t@h\\/", "http:\\\\/\\\\/u:******@h\\\\/"),
    ("URI", "http://u\\u003as3cr3t\\u0040h ", "http://u\\\\u003a******\\\\u0040h "),
    ("URI", "http://a/?u=http%3A%2F%2Fu%3As3cr3t%40h ", None),
    ("URI", "http://a/?u=http%253A%252F%252Fu%253As3cr3t%2540h ", None),
    ("URI", "a http://u:s3cr3t@h/", None),
    ("URI", '{"u":"http://u:s3cr3t@h/"}', None),
    ("URI", "http://a:b@c/?u=http://u:s3cr3t@h/ ", None),
    ("URI", "HTTP://U:s3cr3t@h/" + "x" * 30 + " ", None),
    ("URI", "http://u:" + "s3cr3t" * 100 + "@h/ ", None),
    ("URI", "http://u:" + "s3cr3t" * 100 + "^@h/", None),
]
# and ordinary texts, which stay
NO_SECRETS = ["http://u@h/ ", "http://localhost:8080/?q=bob@a.example ", "mailto:bob smith@a.example",
    "http://h:80/@ ", "git@a.example:b/c ", "http://h/a:b ", "http://h:80", "http://[::1]:80/a@b ",
    "a b", "http://h/ ?u=40"]  # fmt: skip


@pytest.mark.parametrize(("rule", "text", "shown"), SECRETS)
def test_no_message_shows_a_password(rule: str, text: str, shown: str | None) -> None:
    """7.5, and offsets stay."""
    with pytest.raises(ur.URIError) as caught:
        ur.validate(text, rule=rule)
    raised = [caught.value]
    calls: list[Callable[[], object]] = [
        lambda: ur.percent_decode(text.replace("%", "%25") + "%zz"),
        lambda: ur.percent_decode(text.replace("%", "%25") + "%FF"),
        lambda: ur.percent_encode(text + "\ud800"),
        lambda: ur.iri_to_uri(text + "\ud800"),
        lambda: ur.URI().replace(path=text + " ^"),
        lambda: ur.recompose(ur.URI(path="?" + text)),
        lambda: ur.URI("http").replace(authority=text.partition("//")[2] + "^"),
        lambda: ur.URI("http", "h").replace(userinfo="u:" + text + "^"),
        lambda: ur.recompose(ur.URI("a", "/", text)),
    ]
    for call in calls if "@" in text or "40" in text else []:
        with pytest.raises(ur.URIError) as caught:
            call()
        raised.append(caught.value)
    for error in raised:
        for said in (str(error), error.reason, repr(error), str(copy.copy(error))):
            assert "s3cr3t" not in said and "s3@" not in said
    if shown is not None:
        assert str(raised[0]).endswith(f"{shown}'".replace("\n", "\\n"))
    assert raised[0].text == text


@pytest.mark.parametrize("text", ["http://u%3As3cr3t%40h/", "http://h:1/?q=u:s3cr3t@h"])
def test_the_reason_of_a_policy_shows_no_password(text: str) -> None:
    for policy in ({"hosts": ["a"]}, {"ports": [2]}, {"schemes": ["ftp"]}, {"forbid": ["host"]}):
        with pytest.raises(ur.URIError) as caught:
            ur.validate(text, **policy)  # type: ignore[arg-type]
        for said in (str(caught.value), caught.value.reason, repr(caught.value)):
            assert "s3cr3t" not in said


@pytest.mark.parametrize("host", ["127.0.0.01", "0177.0.0.1", "999.1.1.1", "%31.2.3.04"])
def test_what_an_older_grammar_reads_as_an_ipv4address_is_forbidden_as_one(host: str) -> None:
    """RFC 2396 3.2.2: IPv4address = 1*digit "." 1*digit "." 1*digit "." 1*digit"""
    with pytest.raises(ur.URIError, match="IPv4address is not allowed"):
        ur.validate(f"http://{host}/", forbid=["IPv4address"])


SWAPPED: list[tuple[Callable[[str], object], str]] = [   # a text in the place of another argument
    (lambda text: ur.percent_encode("a", text), "component"),
    (lambda text: ur.RFC3986.pattern("port", text), "engine"),
    (lambda text: ur.RFC3986.compile("port", engine=text), "engine"),
    (lambda text: ur.RFC3986.matches(text, "80"), "rule"),
    (lambda text: ur.resolve_rfc2396("http://a/", "b", above_root=text), "above_root"),
    (lambda text: ur.Grammar(text), "neither a rule"),
    (lambda text: ur.Grammar(f"a = <{text}>"), "prose"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "named"), SWAPPED, ids=[named for _, named in SWAPPED])
def test_a_text_in_a_wrong_place_is_shown_without_its_password(
    call: Callable[[str], object], named: str
) -> None:
    with pytest.raises(ValueError, match=named) as caught:
        call("http://me:s3cr3t@h/")
    assert "s3cr3t" not in str(caught.value)


@pytest.mark.parametrize("text", NO_SECRETS)
def test_a_message_shows_what_is_not_a_password(text: str) -> None:
    assert ur._masked(text) == text


def test_the_names_that_are_refused_show_no_password_either() -> None:
    secret: Any = "http://u:s3cr3t@h/ "
    for call in (
        lambda: ur.RFC3986.validate(secret, "URI"),
        lambda: ur.validate("a:b", rule=secret),
        lambda: ur.validate("a:b", rule=secret, schemes=[]),
        lambda: ur.validate("a:b", schemes=secret),
        lambda: ur.validate("a:b", hosts=secret),
        lambda: ur.validate("a:b", ports=secret),
        lambda: ur.validate("a:b", require=secret),
        lambda: ur.validate("a:b", forbid=secret),
        lambda: ur.find("", schemes=secret),
    ):
        with pytest.raises(ValueError, match=r"\*{6}@h") as caught:
            call()
        assert "s3cr3t" not in str(caught.value)


def test_random_passwords_are_not_in_messages() -> None:
    """But what reads as a port and a path: "80/x" (3.2)."""
    choose = random.Random(7)
    chars = [chr(i) for i in range(32, 127)] + ["\u00e9", "\t", "\u4f8b", "\\/", "%2F", '\\"']
    for _ in range(2000):
        secret = "".join(choose.choices(chars, k=choose.randrange(6, 15)))
        if re.match("[0-9]+[/?#]", secret):
            continue
        texts = [f"http://u:{secret}@h/ x", f"x y //u:{secret}@h"]
        if not re.match(r"//|\\+/\\+/", secret):  # "u://" is a scheme
            texts.append(f"u:{secret}@h^")
        for text in texts:
            for rule in ("URI", "URI-reference", "IRI", "authority", "host"):
                with pytest.raises(ur.URIError) as caught:
                    ur.validate(text, rule=rule)
                for i in range(len(secret) - 5):
                    assert secret[i : i + 6] not in str(caught.value)
                    assert secret[i : i + 6] not in caught.value.reason


def test_an_error_has_nothing_private_and_survives_pickle_and_copy() -> None:
    def raised(call: Callable[[], object]) -> ur.URIError:
        with pytest.raises(ur.URIError) as caught:
            call()
        return caught.value

    for error in (
        raised(lambda: ur.validate("http://a b/")),
        raised(lambda: ur.validate("http://a/", forbid="host")),
        raised(lambda: ur.percent_decode("%")),
        raised(lambda: ur.Grammar('a = "x"').validate("a", "y")),
        ur.URIError("8o", "port", 1, "DIGIT"),
    ):
        assert sorted(vars(error)) == ["expected", "offset", "reason", "rule", "text"]
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert type(again) is ur.URIError and vars(again) == vars(error)
            assert (str(again), repr(again), again.args) == (str(error), repr(error), error.args)


def test_only_rules_of_this_file_have_advice() -> None:
    for abnf, rule, text in (
        ('URI = "x"', "URI", "y"), ('URI = "x"', "URI", ""),
        ('host = "a" *( "%" HEXDIG )', "host", "a b"),
        ('port = 1*DIGIT', "port", " 8"), ('URI = "%" HEXDIG HEXDIG', "URI", "%zz"),
    ):  # fmt: skip
        with pytest.raises(ur.URIError) as caught:
            ur.Grammar(abnf).validate(rule, text)
        assert caught.value.reason.startswith("expected ")


def test_only_a_pct_encoded_makes_a_triplet_the_advice() -> None:
    percent = ur.Grammar('percent = 1*DIGIT "%" / "[" 1*DIGIT "]"')
    for text in ("5 ", "5x", "5\u00e9"):
        with pytest.raises(ur.URIError) as caught:
            percent.validate("percent", text)
        assert caught.value.reason.startswith("expected DIGIT")
    with pytest.raises(ur.URIError, match="not a valid IRI: expected"):
        ur.RFC3987.validate("IRI", "a:\ue000")


def test_what_was_expected_is_cut_where_it_is_long() -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate("http://a/", ports=range(100, 65536))
    error = caught.value
    assert len(error.expected) < 400 and len(str(error)) < 400
    assert error.reason == (
        """the port is '80'; allowed: "100" / "101" / "102" / "103" / "104" / "105" / "106" / "107…"""
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ur.validate("a:", rule="uri-refrence"), "did you mean URI-reference"),
        (lambda: ur.RFC3986.pattern("ipv6adress"), "did you mean IPv6address"),
        (lambda: ur.RFC3986.validate("http://a", "URI"), "are the rule and the text swapped"),
        (lambda: ur.validate("URI", rule="http://a"), "are the rule and the text swapped"),
        (lambda: ur.RFC3986.captures("a" * 400_000, "URI"), "there are URI, hier-part"),
    ],
)
def test_an_unknown_rule_gets_the_names_that_are_like_it(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(ur.GrammarError, match=message):
        call()


def test_errors_are_value_errors() -> None:
    assert issubclass(ur.URIError, ValueError) and issubclass(ur.GrammarError, ValueError)
    assert not issubclass(ur.URIError, ur.GrammarError)
    assert not issubclass(ur.GrammarError, ur.URIError)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
def test_errors_pickle_and_copy(again: Callable[[Any], Any]) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate("http://example.com/%zz")
    error, other = caught.value, again(caught.value)
    assert type(other) is ur.URIError and str(other) == str(error)
    for attribute in ("text", "rule", "offset", "expected"):
        assert getattr(other, attribute) == getattr(error, attribute)
    with pytest.raises(ur.GrammarError) as no_grammar:
        ur.Grammar("a = b")
    assert str(again(no_grammar.value)) == str(no_grammar.value)


# ---- 7. Named sub-patterns: captures and partial ------------------------------------------------

# fmt: off
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
]
# fmt: on


@pytest.mark.parametrize("name, rule, text, some, absent, section", TREE)
def test_captures_hold_every_rule_that_took_part(
    name: str,
    rule: str,
    text: str,
    some: dict[str, list[str]],
    absent: list[str],
    section: str,
) -> None:
    found = grammar(name).captures(rule, text)
    assert {k: found.get(k) for k in some} == some
    assert [k for k in absent if found.get(k)] == []
    assert [k for k in found if not found[k]] == []


@pytest.mark.parametrize("text", [v[0] for v in VERDICTS if v[1]])
def test_captures_agree_with_parse(text: str) -> None:
    found, uri = ur.RFC3986.captures("URI", text), ur.parse(text)
    for name in ("scheme", "authority", "query", "fragment", "userinfo", "host", "port"):
        value = getattr(uri, name)
        assert found.get(name, []) == ([] if value is None else [value])
    paths = [v for k, values in found.items() if k.startswith("path-") for v in values]
    assert paths == [uri.path]


def test_captures_of_an_invalid_text_are_its_error() -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.RFC3986.captures("URI", "http://example.com/%zz")
    assert caught.value.offset == 20


@pytest.mark.parametrize("name, rule, text, offset, has, why", ALL_OFFSETS)
def test_partial_tells_incomplete_from_invalid(
    name: str, rule: str, text: str, offset: int, has: list[str], why: str
) -> None:
    g = grammar(name)
    assert g.partial(rule, text) == ("incomplete" if offset == len(text) else "invalid")
    for i in range(len(text)):
        wanted = "invalid" if i > offset else "valid" if g.matches(rule, text[:i]) else "incomplete"
        assert g.partial(rule, text[:i]) == wanted, text[:i]


# fmt: off
PARTIAL: list[tuple[str, str, str]] = [
    ("http://[::", "incomplete", "issue 3"),
    ("http://[:::", "invalid", "issue 3"),
    ("http://[::]", "valid", "3.2.2"),
    ("", "incomplete", "3"),
    ("h", "incomplete", "3.1"),
    ("h:", "valid", "3"),
    ("h:%", "incomplete", "2.1"),
    ("h:%4", "incomplete", "2.1"),
    ("h:%41", "valid", "2.1"),
    ("h:%g", "invalid", "2.1"),
    ("1", "invalid", "3.1"),
    ("h:\n", "invalid", "A"),
    ("h\n", "invalid", "A"),
]
# fmt: on


@pytest.mark.parametrize("text, verdict, section", PARTIAL)
def test_partial(text: str, verdict: str, section: str) -> None:
    assert ur.RFC3986.partial("URI", text) == verdict


def test_all_but_the_engine_regex_works_without_the_package_regex(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "regex", None)  # so that importing it fails
    g = ur.RFC3986.extend('fresh = 1*"x"')  # nothing of it is compiled yet
    assert g.captures("fresh", "x") == {"fresh": ["x"]} and g.partial("fresh", "") == "incomplete"
    with pytest.raises(ImportError, match="pip install regex") as caught:
        g.compile("fresh", engine="regex")
    assert len(str(caught.value).splitlines()) == 1


def test_every_valid_text_is_a_capture_of_its_own_rule() -> None:
    for name, rule, row in CASES:
        for text in row.valid:
            root, *_ = grammar(name)._spans(rule, text)
            assert root == (rule, 0, len(text), 0), (rule, text)


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
    (
        'r = *v\nv = *"b" [ *"," / "a" "," ]',
        "ba,",
        {"v": ["b", "a,"]},
    ),  # the first way, not the longest
    ('r = 1*( v / "a" )\nv = *"b"', "a", {"v": [""]}),
    ('r = 1*2( 2( v / "a" ) )\nv = *"b"', "a", {"v": ["", "", ""]}),
]


@pytest.mark.parametrize("times", [1, 40])
@pytest.mark.parametrize(("abnf", "text", "captures"), NULLABLE)
def test_captures_are_the_same_in_a_short_text_and_a_long_one(
    abnf: str, text: str, captures: dict[str, list[str]], times: int
) -> None:
    g = ur.Grammar(f'{abnf}\nlong = {times}( r ";;;" )')
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
    g = ur.Grammar(abnf)  # RFC 3986 3.2.2
    match = g.compile("r", capture=["b"], engine=engine).fullmatch(text)
    assert match is not None and match["b"] == b
    assert g.captures("r", text)["b"] == [b]


def test_rules_that_have_one_group_name_are_told_apart() -> None:
    g = ur.Grammar('a-b = "x"\na_b = "y"\nr = a-b a_b a-b')
    assert g.captures("r", "xyx") == {"r": ["xyx"], "a-b": ["x", "x"], "a_b": ["y"]}
    for ask in (lambda: g.compile("r", capture=["a-b", "a_b"]), lambda: g.pattern("r", "regex")):
        with pytest.raises(ur.GrammarError, match="share a group name"):
            ask()


def test_white_space_of_perl_is_in_a_class_of_a_named_pattern() -> None:
    pattern = ur.Grammar('a = %x200E / 1*%x200F %x20 "#"').pattern("a", "regex")
    assert "[\u200e]|[\u200f]+" in pattern.replace("++", "+") and "[ ][#]" in pattern


def test_a_named_pattern_is_a_grammar_that_regex_reads(regex: Any) -> None:
    for name, rule, row in CASES:
        pattern = grammar(name).pattern(rule, "regex")
        compiled = regex.compile(pattern)
        assert "(?(DEFINE)" in pattern
        assert f"(?<{re.sub('[^A-Za-z0-9]', '_', rule)}>" in pattern.replace("(?P<", "(?<")
        assert [t for t in row.valid if not compiled.fullmatch(t)] == [], (name, rule)
        assert [t for t in row.invalid if compiled.fullmatch(t)] == [], (name, rule)


# ---- 8. Parts: split, recompose, parse, URI -----------------------------------------------------

N = None
# fmt: off
SPLITS: list[tuple[str, tuple[str | None, ...], str]] = [
    ("http://www.ics.uci.edu/pub/ietf/uri/#Related", ("http", "www.ics.uci.edu", "/pub/ietf/uri/",
     N, "Related"), "B"),
    ("ftp://ftp.is.co.za/rfc/rfc1808.txt", ("ftp", "ftp.is.co.za", "/rfc/rfc1808.txt", N, N),
     "1.1.2"),
    ("http://www.ietf.org/rfc/rfc2396.txt", ("http", "www.ietf.org", "/rfc/rfc2396.txt", N, N),
     "1.1.2"),
    ("ldap://[2001:db8::7]/c=GB?objectClass?one", ("ldap", "[2001:db8::7]", "/c=GB",
     "objectClass?one", N), "1.1.2"),
    ("mailto:John.Doe@example.com", ("mailto", N, "John.Doe@example.com", N, N), "1.1.2"),
    ("news:comp.infosystems.www.servers.unix", ("news", N, "comp.infosystems.www.servers.unix", N,
     N), "1.1.2"),
    ("tel:+1-816-555-1212", ("tel", N, "+1-816-555-1212", N, N), "1.1.2"),
    ("telnet://192.0.2.16:80/", ("telnet", "192.0.2.16:80", "/", N, N), "1.1.2"),
    ("urn:oasis:names:specification:docbook:dtd:xml:4.1.2", ("urn", N,
     "oasis:names:specification:docbook:dtd:xml:4.1.2", N, N), "1.1.2"),
    ("foo://example.com:8042/over/there?name=ferret#nose", ("foo", "example.com:8042",
     "/over/there", "name=ferret", "nose"), "3"),
    ("urn:example:animal:ferret:nose", ("urn", N, "example:animal:ferret:nose", N, N), "3"),
    ("", (N, N, "", N, N), "B"),
    ("?", (N, N, "", "", N), "5.3: undefined is not empty"),
    ("#", (N, N, "", N, ""), "5.3"),
    ("?#", (N, N, "", "", ""), "5.3"),
    ("//", (N, "", "", N, N), "5.3"),
    ("///", (N, "", "/", N, N), "B"),
    ("////", (N, "", "//", N, N), "B"),
    ("/", (N, N, "/", N, N), "B"),
    ("a:", ("a", N, "", N, N), "B"),
    ("a://", ("a", "", "", N, N), "B"),
    ("a://?#", ("a", "", "", "", ""), "B"),
    ("a:?", ("a", N, "", "", N), "B"),
    (":", (N, N, ":", N, N), "B: [^:/?#]+ takes one character at least"),
    ("::", (N, N, "::", N, N), "B"),
    (":b", (N, N, ":b", N, N), "B"),
    ("://b", (N, N, "://b", N, N), "B"),
    ("a::", ("a", N, ":", N, N), "B"),
    ("a:b:c", ("a", N, "b:c", N, N), "B"),
    ("1a:b", ("1a", N, "b", N, N), "B splits and does not validate"),
    ("/a:b", (N, N, "/a:b", N, N), "B"),
    ("a/b:c", (N, N, "a/b:c", N, N), "B"),
    ("?a:b", (N, N, "", "a:b", N), "B"),
    ("#a?b#c", (N, N, "", N, "a?b#c"), "B"),
    ("?a?b", (N, N, "", "a?b", N), "B"),
    ("?a#b?c", (N, N, "", "a", "b?c"), "B"),
    ("//a:b@c:d@e/f", (N, "a:b@c:d@e", "/f", N, N), "B"),
    ("//a?b", (N, "a", "", "b", N), "B"),
    ("//a#b", (N, "a", "", N, "b"), "B"),
    ("\n", (N, N, "\n", N, N), "B, with no exception for line ends"),
    ("#\n", (N, N, "", N, "\n"), "B"),
    ("#a\nb\r", (N, N, "", N, "a\nb\r"), "B"),
    ("\n:\n", ("\n", N, "\n", N, N), "B"),
    ("a\n://\n/\n?\n#\n", ("a\n", "\n", "/\n", "\n", "\n"), "B"),
    ("\udc80:\ud800", ("\udc80", N, "\ud800", N, N), "B"),
    ("\0", (N, N, "\0", N, N), "B"),
    ("a b", (N, N, "a b", N, N), "B"),
    ("a\\b:c", ("a\\b", N, "c", N, N), "B"),
    ("%:%", ("%", N, "%", N, N), "B"),
]
# fmt: on


@pytest.mark.parametrize("text, parts, section", SPLITS)
def test_split_is_appendix_b(text: str, parts: tuple[str | None, ...], section: str) -> None:
    uri = ur.split(text)
    assert tuple(uri) == parts
    assert isinstance(uri, ur.URI)
    assert ur.recompose(uri) == text
    assert str(uri) == text


def test_split_agrees_with_the_regular_expression_of_appendix_b() -> None:
    appendix_b = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)
    for n in range(6):
        for text in map("".join, itertools.product(":/?#a\n", repeat=n)):
            m = appendix_b.match(text)
            assert m and ur.split(text) == (m[2], m[4], m[5], m[7], m[9]), text


def test_recompose_undoes_split_for_every_short_text() -> None:
    for n in range(6):
        for text in map("".join, itertools.product("a:/?#@.%\n", repeat=n)):
            assert ur.recompose(ur.split(text)) == text


def test_uri_is_a_named_tuple_of_the_five_components() -> None:
    uri = ur.URI("http", "h", "/", None, "f")
    assert uri._fields == ("scheme", "authority", "path", "query", "fragment")
    assert uri._replace(fragment=None) == ur.split("http://h/")
    assert str(uri) == "http://h/#f"
    assert uri == ("http", "h", "/", None, "f")
    assert pickle.loads(pickle.dumps(uri)) == uri


# fmt: off
AUTHORITIES: list[tuple[str, str | None, str | None, str | None, str | None, str]] = [
    # text, userinfo, host, port, host_type, section
    ("http://a",                    N, "a", N, "reg-name", "3.2"),
    ("http://@a",                   "", "a", N, "reg-name", "3.2.1"),
    ("http://a:",                   N, "a", "", "reg-name", "3.2.3"),
    ("http://a:80",                 N, "a", "80", "reg-name", "3.2.3"),
    ("http://a:0080",               N, "a", "0080", "reg-name", "3.2.3"),
    ("http://u:p@h:1/",             "u:p", "h", "1", "reg-name", "3.2"),
    ("http://u::p@h",               "u::p", "h", N, "reg-name", "3.2.1"),
    ("http://:@h",                  ":", "h", N, "reg-name", "3.2.1"),
    ("http://",                     N, "", N, "reg-name", "3.2.2"),
    ("http://:80",                  N, "", "80", "reg-name", "3.2.2"),
    ("http://@:",                   "", "", "", "reg-name", "3.2"),
    ("http://%41@%42:0",            "%41", "%42", "0", "reg-name", "2.1"),
    ("http://[::1]",                N, "[::1]", N, "IPv6address", "3.2.2"),
    ("http://u@[::1]:80",           "u", "[::1]", "80", "IPv6address", "3.2.2"),
    ("http://[::1]:",               N, "[::1]", "", "IPv6address", "3.2.2"),
    ("http://[::FFFF:1.2.3.4]",     N, "[::FFFF:1.2.3.4]", N, "IPv6address", "3.2.2"),
    ("http://[v1.a:b]:1",           N, "[v1.a:b]", "1", "IPvFuture", "3.2.2"),
    ("http://[VF.-]",               N, "[VF.-]", N, "IPvFuture", "3.2.2"),
    ("http://1.2.3.4",              N, "1.2.3.4", N, "IPv4address", "3.2.2"),
    ("http://u@1.2.3.4:5/6",        "u", "1.2.3.4", "5", "IPv4address", "3.2.2"),
    ("http://1.2.3.4.5", N, "1.2.3.4.5", N, "reg-name",
     "3.2.2: the first match wins, of the whole"),
    ("http://256.1.1.1",            N, "256.1.1.1", N, "reg-name", "3.2.2"),
    ("http://01.2.3.4",             N, "01.2.3.4", N, "reg-name", "3.2.2"),
    ("http://1.2.3",                N, "1.2.3", N, "reg-name", "7.4"),
    ("http://1.2.3.4.",             N, "1.2.3.4.", N, "reg-name", "3.2.2"),
    ("http://0x7f.1",               N, "0x7f.1", N, "reg-name", "7.4"),
    ("http://%31.2.3.4",            N, "%31.2.3.4", N, "reg-name", "3.2.2"),
    ("http://\u00e9.example:1",     N, "\u00e9.example", "1", "ireg-name", "RFC 3987 2.2"),
    ("http://\u0661.2.3.4",         N, "\u0661.2.3.4", N, "ireg-name", "RFC 3987 2.2: no digit"),
    ("//h",                         N, "h", N, "reg-name", "4.2"),
    ("mailto:a@b:1",                N, N, N, N, "3.2"),
    ("/a@b:1",                      N, N, N, N, "3.2"),
    ("a:/b",                        N, N, N, N, "3.2"),
    ("",                            N, N, N, N, "3.2"),
]
NO_HOST_TYPE = ["http://a b", "http://\u00e9 ", "http://[::1", "http://[::1]x", "http://[]",
    "http://[1.2.3.4]", "http://a%4", "http://a\n",
                "http://1.2.3.4\n", "http://[::1]\n", "http://[::\u0661]", "http://\ue000",
                "http://\\", "http://[v1.]", "http://]"]
# fmt: on


@pytest.mark.parametrize("text, userinfo, host, port, host_type, section", AUTHORITIES)
def test_the_parts_of_an_authority(
    text: str,
    userinfo: str | None,
    host: str | None,
    port: str | None,
    host_type: str | None,
    section: str,
) -> None:
    for uri in (ur.split(text), ur.parse(text, rule="IRI-reference")):
        assert uri.userinfo == userinfo
        assert uri.host == host
        assert uri.port == port
        assert uri.host_type == host_type


@pytest.mark.parametrize("text", NO_HOST_TYPE)
def test_what_is_no_host_has_no_host_type(text: str) -> None:
    uri = ur.split(text)
    assert uri.host_type is None
    assert isinstance(
        uri.host, str
    )  # the parts of an invalid authority are there, and lose nothing


@pytest.mark.parametrize("text, uri, reference, absolute, relative, section", VERDICTS)
def test_parse_validates_then_splits(
    text: str, uri: bool, reference: bool, absolute: bool, relative: bool, section: str
) -> None:
    for rule, valid in {"URI-reference": reference, "URI": uri, "absolute-URI": absolute}.items():
        if valid:
            parsed = ur.parse(text, rule=rule)
            assert parsed == ur.split(text) and isinstance(parsed, ur.URI)
        else:
            with pytest.raises(ur.URIError) as caught:
                ur.parse(text, rule=rule)
            assert caught.value.rule == rule
    if uri:  # the default is "URI"
        assert ur.parse(text) == ur.split(text)
    else:
        with pytest.raises(ur.URIError):
            ur.parse(text)


# fmt: off
GUARDED: list[tuple[tuple[str | None, ...], str, str]] = [
    ((N, N, "//x", N, N), "/.//x", '3.3: no authority, so no "//" at the start'),
    ((N, N, "///", N, N), "/.///", "3.3"),
    ((N, N, "//", "q", N), "/.//?q", "3.3"),
    (("f", N, "//g", N, N), "f:/.//g", "3.3"),
    ((N, N, "a:b", N, N), "./a:b", "4.2: no scheme, so no colon in the first segment"),
    ((N, N, "a:", N, N), "./a:", "4.2"),
    ((N, N, "1:b/c", N, N), "./1:b/c", "Appendix B would take it for a scheme"),
    ((N, N, "a/b:c", N, N), "a/b:c", "4.2"),
    ((N, N, "/a:b", N, N), "/a:b", "4.2"),
    ((N, N, ":b", N, N), ":b", "Appendix B takes no empty scheme"),
    (("s", N, "a:b", N, N), "s:a:b", "3.3"),
    ((N, "h", "//x", N, N), "//h//x", "3.3"),
    ((N, "", "//x", N, N), "////x", "3.3"),
    (("s", "", "", "", ""), "s://?#", "5.3"),
    (("s", "a@b:c", "/p", "q?/", "f?/#"), "s://a@b:c/p?q?/#f?/#", "5.3"),
]
NO_TEXT: list[tuple[tuple[str | None, ...], str]] = [
    ((N, "h", "x", N, N), "3.3: after an authority a path is empty or begins with /"),
    (("s", "", "x", N, N), "3.3"),
    (("", N, "x", N, N), "3.1"),
    (("a/b", N, "x", N, N), "3.1"),
    (("a:b", N, "x", N, N), "3.1"),
    (("a?", N, "x", N, N), "3.1"),
    (("a#", N, "x", N, N), "3.1"),
    ((N, "a/b", "", N, N), "3.2"),
    ((N, "a?b", "", N, N), "3.2"),
    ((N, "a#b", "", N, N), "3.2"),
    ((N, N, "a?b", N, N), "3.3"),
    ((N, N, "a#b", N, N), "3.3"),
    (("s", N, "a?b", N, N), "3.3"),
    ((N, N, "", "a#b", N), "3.4"),
]
# fmt: on


@pytest.mark.parametrize("parts, text, why", GUARDED)
def test_recomposition_never_changes_the_parse(parts: Any, text: str, why: str) -> None:
    assert ur.recompose(ur.URI(*parts)) == text
    assert str(ur.URI(*parts)) == text
    again = ur.split(text)
    assert (again.scheme, again.authority, again.query, again.fragment) == (
        parts[0],
        parts[1],
        parts[3],
        parts[4],
    )
    assert ur.remove_dot_segments(again.path) == ur.remove_dot_segments(parts[2])
    assert ur.recompose(again) == text


@pytest.mark.parametrize("parts, why", NO_TEXT)
def test_what_no_text_can_stand_for_is_an_error(parts: Any, why: str) -> None:
    with pytest.raises(ur.URIError):
        ur.recompose(ur.URI(*parts))


@pytest.mark.parametrize("bad", [b"x", 1])
@pytest.mark.parametrize("position", range(5))
def test_a_component_that_is_no_str_is_a_type_error(position: int, bad: Any) -> None:
    parts: list[Any] = ["s", "h", "/p", "q", "f"]
    parts[position] = bad
    with pytest.raises(TypeError, match=type(bad).__name__):
        ur.recompose(ur.URI(*parts))


def test_parts_that_are_of_a_subclass_of_str_are_their_text() -> None:
    class Scheme(str, enum.Enum):
        HTTP = "http"

    assert ur.recompose(ur.URI(Scheme.HTTP, "a", "/b", None, None)) == "http://a/b"


@pytest.mark.parametrize(
    "parts, rule, offset",
    [
        (("http", "a", "/b c", "q#f", N), "query", 14),
        ((N, N, "a?b", N, N), "path", 1),
        ((N, N, "a:b?", N, N), "path", 5),  # "./a:b?", for "a" is no scheme here
        (("s", N, "a?b", "q", N), "path", 3),
    ],
)
def test_the_part_that_is_wrong_is_blamed_and_no_other(parts: Any, rule: str, offset: int) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.recompose(ur.URI(*parts))
    assert (caught.value.rule, caught.value.offset) == (rule, offset)


def test_a_path_is_never_undefined() -> None:
    path: Any = None
    with pytest.raises(TypeError, match="NoneType"):
        ur.recompose(ur.URI("s", None, path, None, None))


# fmt: off
REPLACED: list[tuple[str, dict[str, Any], str, str]] = [
    ("", {"scheme": "https", "host": "a.example", "port": 8443, "path": "/x"},
     "https://a.example:8443/x", "3"),
    ("http://u@h:1/p?q#f", {"userinfo": None, "port": None, "query": None, "fragment": None},
     "http://h/p", "3: None is undefined"),
    ("http://u@h:1/p", {"userinfo": "", "port": "", "query": "", "fragment": ""},
     "http://@h:/p?#", "3: and empty is empty"),
    ("http://u@h:1/p", {"host": "::1"}, "http://u@[::1]:1/p", "3.2.2"),
    ("http://h/", {"host": "[v1.x]"}, "http://[v1.x]/", "3.2.2"),
    ("http://h/", {"host": ipaddress.ip_address("2001:db8::7")}, "http://[2001:db8::7]/", "3.2.2"),
    ("http://h/", {"host": ipaddress.ip_address("1.2.3.4")}, "http://1.2.3.4/", "3.2.2"),
    ("http://u@h:1/p", {"authority": "v@i", "port": 2}, "http://v@i:2/p", "3.2"),
    ("http://u@h:1/p", {"authority": None}, "http:/p", "3.2"),
    ("http://h//p", {"authority": None}, "http:/.//p", "3.3"),
    ("a:b:c", {"scheme": None}, "./b:c", "4.2"),
    ("http://h", {"port": "080"}, "http://h:080", "3.2.3"),
    ("http://\u00e9/ b", {"port": 80}, "http://\u00e9:80/ b", "what is not given stays"),
    ("http://a::", {"port": 80}, "http://a::80", "what is not given stays"),
    ("mailto::x", {"scheme": None}, "./:x", "4.2: a path that begins with a colon"),
    ("", {"path": ":x"}, "./:x", "4.2"),
    ("//h/x", {"authority": None, "path": ":"}, "./:", "4.2"),
    ("a:b", {"path": ":x"}, "a::x", "3.3: no guard behind a scheme"),
    ("http://h/p?q#f", {"host": "\u4f8b\u3048.jp", "iri": True}, "http://\u4f8b\u3048.jp/p?q#f",
     "RFC 3987 2.2"),
    ("http://h", {"userinfo": "\u00e9", "path": "/\u00e9", "query": "\ue000", "fragment": "\u00e9",
     "iri": True}, "http://\u00e9@h/\u00e9?\ue000#\u00e9", "RFC 3987 2.2"),
    ("http://h", {"authority": "\u00e9@\u00e9:1", "iri": True}, "http://\u00e9@\u00e9:1",
     "RFC 3987 2.2"),
    ("http://h", {"host": "::1", "iri": True}, "http://[::1]", "RFC 3987 2.2"),
]
NO_PART: list[tuple[dict[str, Any], str, int, str]] = [
    # what no URI has, the part, the offset where its longest valid beginning ends, section
    ({"scheme": "1a"}, "scheme", 0, "3.1"),
    ({"scheme": ""}, "scheme", 0, "3.1"),
    ({"scheme": "http:"}, "scheme", 4, "3.1"),
    ({"authority": "a/b"}, "authority", 1, "3.2"),
    ({"authority": "a:8x"}, "authority", 3, "3.2.3"),
    ({"userinfo": "a@b"}, "userinfo", 1, "3.2.1"),
    ({"host": "a:80"}, "host", 1, "3.2.2"),
    ({"host": "[::1"}, "host", 0, "3.2.2"),
    ({"host": "[::1]x"}, "host", 5, "3.2.2"),
    ({"host": "[1.2.3.4]"}, "host", 0, "3.2.2"),
    ({"authority": "u@[::g]:80"}, "authority", 2, "3.2.2"),
    ({"host": ipaddress.ip_address("fe80::1%eth0") if sys.version_info > (3, 9) else "a:"},
     "host", 4 if sys.version_info > (3, 9) else 1, "3.2.2: no zone"),
    ({"port": "8x"}, "port", 1, "3.2.3"),
    ({"port": -1}, "port", 0, "3.2.3"),
    ({"path": "/a?b"}, "path", 2, "3.3"),
    ({"path": "/a%4"}, "path", 2, "2.1"),
    ({"path": "x"}, "path", 0, "3.3: behind an authority"),
    ({"path": "x/y"}, "path", 0, "3.3: behind an authority"),
    ({"path": ":x"}, "path", 0, "3.3: behind an authority"),
    ({"host": "\u4f8b"}, "host", 0, "2: not without iri=True"),
    ({"host": "a b", "iri": True}, "host", 1, "RFC 3987 2.2"),
    ({"query": "\ufff0", "iri": True}, "query", 0, "RFC 3987 2.2: no ucschar"),
    ({"fragment": "\ue000", "iri": True}, "fragment", 0, "RFC 3987 2.2: no iprivate there"),
    ({"scheme": "\u00e9", "iri": True}, "scheme", 0, "RFC 3987 2.2"),
    ({"port": "\u0661", "iri": True}, "port", 0, "RFC 3987 2.2"),
    ({"host": "[\u00e9]", "iri": True}, "host", 0, "RFC 3987 2.2: a literal is ASCII"),
    ({"host": "[fe80::1%25en0]"}, "host", 0, "3.2.2: no zone"),
    ({"query": "a#"}, "query", 1, "3.4"),
    ({"query": "\u00e9"}, "query", 0, "2"),
    ({"fragment": "a b"}, "fragment", 1, "3.5"),
    ({"authority": None, "port": 1}, "host", 0, "3.2: a port without a host"),
    ({"host": None, "userinfo": "u"}, "host", 2, "3.2"),
]
# fmt: on


@pytest.mark.parametrize(("text", "parts", "result", "section"), REPLACED)
def test_replace(text: str, parts: dict[str, Any], result: str, section: str) -> None:
    uri = ur.split(text).replace(**parts)
    assert isinstance(uri, ur.URI) and str(uri) == result
    assert ur.split(text).replace() == ur.split(text)


@pytest.mark.parametrize(("parts", "name", "offset", "section"), NO_PART)
def test_replace_names_the_part_that_no_uri_has(
    parts: dict[str, Any], name: str, offset: int, section: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.split("http://h").replace(**parts)
    assert (caught.value.rule, caught.value.offset) == (name, offset)
    assert name in caught.value.reason and str(caught.value).startswith(caught.value.reason)


@pytest.mark.parametrize(
    "parts",
    [{"paht": "/"}, {"password": "x"}, {"port": True}, {"port": 8.0}, {"host": b"a"}, {"path": None},
     {"query": 1}, {"host": 1}],
)  # fmt: skip
def test_replace_refuses_other_names_and_types(parts: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(parts))):
        ur.split("http://h").replace(**parts)


def test_replace_spells_out_its_parameters() -> None:
    parameters = list(inspect.signature(ur.URI.replace).parameters.values())[1:]
    assert [x.name for x in parameters] == [
        "scheme", "authority", "path", "query", "fragment", "userinfo", "host", "port", "iri",
    ]  # fmt: skip
    assert {x.kind for x in parameters} == {inspect.Parameter.KEYWORD_ONLY}
    for name in ("qery", "password", "rule"):
        with pytest.raises(TypeError, match=name):
            ur.URI().replace(**{name: "x"})  # type: ignore[arg-type]


# parts, the text of the error, its reason
REPLACE_WORDS: list[tuple[dict[str, Any], str, str]] = [
    ({"path": "x/y"}, "x/y", 'after an authority, the path has to begin with "/"'),
    ({"query": "a b"}, "a b", "' ' is not allowed here in the query"),
    ({"scheme": ""}, "", "the scheme is empty"),
    ({"path": "/%4"}, "/%4", "'%' is not allowed here in the path"),
    (
        {"userinfo": "u:s3cr3t^"},
        "u:s3cr3t^",
        "a masked character is not allowed here in the userinfo",
    ),
    ({"host": None, "port": 8}, ":8", "the host is missing"),
]


@pytest.mark.parametrize("parts, text, reason", REPLACE_WORDS)
def test_replace_says_what_is_wrong_with_the_part(
    parts: dict[str, Any], text: str, reason: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.split("http://h/p").replace(**parts)
    assert (caught.value.text, caught.value.reason) == (text, reason)
    assert "s3cr3t" not in str(caught.value)


def test_recompose_stays_lossless_for_a_path_that_begins_with_a_colon() -> None:
    for text in (":/a", ":x", ":", "::", ":a:b/c?d#e", ":%"):
        assert ur.recompose(ur.split(text)) == str(ur.split(text)) == text
    for path in (":x", ":", "::x"):
        uri = ur.split("a:" + path).replace(scheme=None)
        assert (uri.path, str(uri)) == ("./" + path, "./" + path)
        assert ur.is_relative_ref(str(uri)) and ur.split(str(uri)) == uri


def test_a_port_needs_a_host_that_reads_as_one() -> None:
    with pytest.raises(ur.URIError, match="host"):
        ur.split("http://a::").replace(port=None)  # "a:" would have an empty port again


def test_what_is_put_into_a_uri_comes_out_of_its_text() -> None:
    """But for brackets, ints, and the guards of 3.3 and 4.2."""
    choose = random.Random(33).choice
    some: dict[str, list[Any]] = {
        "scheme": [None, "a", "h+t.p-"], "userinfo": [None, "", "u:p", "%41!"],
        "port": [None, "", "80"],
        "host": ["", "h", "[::1]", "1.2.3.4", "a%2F", "[v1.:]"], "query": [None, "", "a?/:@"],
        "path": ["", "/", "//", "/a:b", "a:b", "a", "a//b", ":"], "fragment": [None, "", "?"],
    }  # fmt: skip
    texts = ["", "http://h/p?q#f", "//u@h:1", "a:b", "/x", "x:y", "?", "//[::1]:"]
    raised = 0
    for _ in range(3000):
        uri = ur.split(choose(texts))
        names = [name for name in some if choose([True, False])]
        parts = {name: choose(some[name]) for name in names}
        try:
            after = ur.split(str(uri.replace(**parts)))
        except ur.URIError as error:
            assert error.rule in ("host", "path"), (uri, parts)
            raised += 1
            continue
        for name, part in parts.items():
            got = getattr(after, name)
            if name == "path" and after.authority is None:
                got = got.replace("/.//", "//", 1) if got[:4] == "/.//" else got
                got = got.replace("./", "", 1) if got[:2] == "./" else got
            assert got == part, (uri, parts, after)
    assert 100 < raised < 1500


def test_a_uri_has_defaults() -> None:
    assert ur.URI() == (None, None, "", None, None) and str(ur.URI()) == ""
    assert str(ur.URI("http", "a", "/b")) == "http://a/b"


# ---- 9. Resolution ------------------------------------------------------------------------------

# fmt: off
DOTS: list[tuple[str, str, str]] = [
    # path, without dot-segments, the step of 5.2.4 that it is about
    ("/a/b/c/./../../g", "/a/g", "5.2.4's first example"),
    ("mid/content=5/../6", "mid/6", "5.2.4's second example"),
    ("", "", "2"),
    ("a", "a", "2E"),
    ("/", "/", "2E"),
    ("//", "//", "2E"),
    ("/a", "/a", "2E"),
    ("a/", "a/", "2E"),
    ("/a/b//", "/a/b//", "2E"),
    ("../a", "a", "2A"),
    ("./a", "a", "2A"),
    ("../../a", "a", "2A"),
    ("./../a", "a", "2A"),
    ("..//a", "/a", "2A"),
    (".//a", "/a", "2A"),
    ("../", "", "2A"),
    ("./", "", "2A"),
    ("/./a", "/a", "2B"),
    ("/.", "/", "2B"),
    ("/./", "/", "2B"),
    ("/a/.", "/a/", "2B"),
    ("a/.", "a/", "2B"),
    ("/a/./b/", "/a/b/", "2B"),
    ("a/./b", "a/b", "2B"),
    ("/a/b/.", "/a/b/", "2B"),
    ("/.//a", "//a", "2B"),
    ("//.", "//", "2B"),
    ("/././.", "/", "2B"),
    ("/..", "/", "2C"),
    ("/../", "/", "2C"),
    ("/../a", "/a", "2C"),
    ("/../../a", "/a", "2C"),
    ("/a/..", "/", "2C"),
    ("/a/../", "/", "2C"),
    ("/a/b/..", "/a/", "2C"),
    ("/a/b/../c", "/a/c", "2C"),
    ("/a/b/../../../c", "/c", "2C"),
    ("//..", "/", "2C"),
    ("//../", "/", "2C"),
    ("/a//../b", "/a/b", "2C"),
    ("/a//..", "/a/", "2C"),
    ("/..//", "//", "2C"),
    ("/a/..//b", "//b", "2C"),
    ("a/..", "/", "2C: the slash stays, as in the RFC's text"),
    ("a/../b", "/b", "2C"),
    ("a/b/..", "a/", "2C"),
    ("a/b/../../c", "/c", "2C"),
    ("a/../..", "/", "2C"),
    (".", "", "2D"),
    ("..", "", "2D"),
    ("../..", "", "2D"),
    ("./.", "", "2D"),
    ("../.", "", "2D"),
    ("...", "...", "2E"),
    ("/...", "/...", "2E"),
    ("/.a", "/.a", "2E"),
    ("/a.", "/a.", "2E"),
    ("/..a", "/..a", "2E"),
    ("/a..", "/a..", "2E"),
    ("..a/b", "..a/b", "2E"),
    ("/.../b", "/.../b", "2E"),
    ("/%2e%2e/a", "/%2e%2e/a", "2E: no decoding here"),
    ("/a/%2E", "/a/%2E", "2E"),
    ("/a\n/../b", "/b", "2C"),
    ("/\n/./b", "/\n/b", "2B"),
    ("/..\n", "/..\n", "2E"),
    ("/a:b/..", "/", "2C"),
]
MERGE: list[tuple[str, str, str, str]] = [
    ("http://a", "g", "/g", "5.2.3, first"),
    ("http://a?q", "g", "/g", "5.2.3, first"),
    ("//a", "", "/", "5.2.3, first"),
    ("http://", "g", "/g", "5.2.3, first: an empty authority is a defined one"),
    ("http://a/b/c/d;p?q", "g", "/b/c/g", "5.2.3, second"),
    ("http://a/b/c/", "g", "/b/c/g", "5.2.3, second"),
    ("http://a/", "g", "/g", "5.2.3, second"),
    ("http://a/b/c", "../g", "/b/../g", "5.2.3 leaves dots to 5.2.4"),
    ("http://a//b", "g", "//g", "5.2.3, second"),
    ("mailto:x@y", "g", "g", "5.2.3, second: no slash"),
    ("urn:a/b", "g", "a/g", "5.2.3, second"),
    ("f:", "g", "g", "5.2.3, second: no authority"),
    ("", "g", "g", "5.2.3, second"),
    ("f:a/b?c/d#e/f", "g", "a/g", "5.2.3, second"),
]
BASE = "http://a/b/c/d;p?q"
RESOLVED: list[tuple[str, str, str]] = [
    # 5.4.1.  Normal Examples
    ("g:h", "g:h", "5.4.1"),
    ("g", "http://a/b/c/g", "5.4.1"),
    ("./g", "http://a/b/c/g", "5.4.1"),
    ("g/", "http://a/b/c/g/", "5.4.1"),
    ("/g", "http://a/g", "5.4.1"),
    ("//g", "http://g", "5.4.1"),
    ("?y", "http://a/b/c/d;p?y", "5.4.1"),
    ("g?y", "http://a/b/c/g?y", "5.4.1"),
    ("#s", "http://a/b/c/d;p?q#s", "5.4.1"),
    ("g#s", "http://a/b/c/g#s", "5.4.1"),
    ("g?y#s", "http://a/b/c/g?y#s", "5.4.1"),
    (";x", "http://a/b/c/;x", "5.4.1"),
    ("g;x", "http://a/b/c/g;x", "5.4.1"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s", "5.4.1"),
    ("", "http://a/b/c/d;p?q", "5.4.1"),
    (".", "http://a/b/c/", "5.4.1"),
    ("./", "http://a/b/c/", "5.4.1"),
    ("..", "http://a/b/", "5.4.1"),
    ("../", "http://a/b/", "5.4.1"),
    ("../g", "http://a/b/g", "5.4.1"),
    ("../..", "http://a/", "5.4.1"),
    ("../../", "http://a/", "5.4.1"),
    ("../../g", "http://a/g", "5.4.1"),
    # 5.4.2.  Abnormal Examples
    ("../../../g", "http://a/g", "5.4.2"),
    ("../../../../g", "http://a/g", "5.4.2"),
    ("/./g", "http://a/g", "5.4.2"),
    ("/../g", "http://a/g", "5.4.2"),
    ("g.", "http://a/b/c/g.", "5.4.2"),
    (".g", "http://a/b/c/.g", "5.4.2"),
    ("g..", "http://a/b/c/g..", "5.4.2"),
    ("..g", "http://a/b/c/..g", "5.4.2"),
    ("./../g", "http://a/b/g", "5.4.2"),
    ("./g/.", "http://a/b/c/g/", "5.4.2"),
    ("g/./h", "http://a/b/c/g/h", "5.4.2"),
    ("g/../h", "http://a/b/c/h", "5.4.2"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y", "5.4.2"),
    ("g;x=1/../y", "http://a/b/c/y", "5.4.2"),
    ("g?y/./x", "http://a/b/c/g?y/./x", "5.4.2"),
    ("g?y/../x", "http://a/b/c/g?y/../x", "5.4.2"),
    ("g#s/./x", "http://a/b/c/g#s/./x", "5.4.2"),
    ("g#s/../x", "http://a/b/c/g#s/../x", "5.4.2"),
    ("http:g", "http:g", "5.4.2, for strict parsers"),
]
NON_STRICT: list[tuple[str, str, str]] = [
    ("http:g", "http://a/b/c/g", "5.4.2, for backward compatibility"),
    ("http:", "http://a/b/c/d;p?q", "5.2.2"),
    ("http:?y", "http://a/b/c/d;p?y", "5.2.2"),
    ("http:/g", "http://a/g", "5.2.2"),
    ("http://g", "http://g", "5.2.2"),
    ("https:g", "https:g", "5.2.2: another scheme"),
    ("g:h", "g:h", "5.2.2"),
    ("g", "http://a/b/c/g", "5.2.2"),
]
OTHER_BASES: list[tuple[str, str, str, str]] = [
    ("f:/a", ".//g", "f:/.//g", "3.3: the bare algorithm gives f://g, which has another authority"),
    ("f:/a", "/.//g", "f:/.//g", "3.3"),
    ("f:/a", "..//g", "f:/.//g", "3.3"),
    ("f:/a", "/x/..//g", "f:/.//g", "3.3"),
    ("f:a", "/.//g", "f:/.//g", "3.3"),
    ("f:/.//a/b", "c", "f:/.//a/c", "3.3"),
    ("f:/.//a", "", "f:/.//a", "5.2.2: the base's path as it is"),
    ("f:/.//a", "?q", "f:/.//a?q", "5.2.2"),
    ("h://a/b", ".//g", "h://a//g", "an authority makes it safe"),
    ("h://a", ".//g", "h://a//g", "an authority makes it safe"),
    ("f:a", "g", "f:g", "5.2.3"),
    ("f:a", "./b:c", "f:b:c", "5.2.3"),
    ("f:a", ".", "f:", "5.2.4 2D"),
    ("f:a", "..", "f:", "5.2.4 2D"),
    ("f:a/b", "..", "f:/", "5.2.4 2C"),
    ("f:a/b", "../g", "f:/g", "5.2.4 2C"),
    ("f:a", "#s", "f:a#s", "5.2.2"),
    ("f:", "", "f:", "5.2.2"),
    ("f:", "g", "f:g", "5.2.3"),
    ("f:", "/g", "f:/g", "5.2.2"),
    ("f:", "//g", "f://g", "5.2.2"),
    ("f:", "?q", "f:?q", "5.2.2"),
    ("f:", ".", "f:", "5.2.4"),
    ("http://a", "g", "http://a/g", "5.2.3"),
    ("http://a?q", "g", "http://a/g", "5.2.3"),
    ("http://a", ".", "http://a/", "5.2.3"),
    ("http://a", "..", "http://a/", "5.2.3"),
    ("http://a", "../g", "http://a/g", "5.2.3"),
    ("http://a", "", "http://a", "5.2.2"),
    ("http://a", "?y", "http://a?y", "5.2.2"),
    ("http://a?q", "", "http://a?q", "5.2.2"),
    ("http://a?q", "?", "http://a?", "5.2.2: an empty query is a defined one"),
    ("http://a#f", "#", "http://a#", "5.2.2: an empty fragment is a defined one"),
    ("http://a/b#f", "", "http://a/b", "5.2.2: T.fragment = R.fragment"),
    ("http://a/b#f", "g", "http://a/g", "5.2.2"),
    ("http://", "g", "http:///g", "5.2.3: an empty authority is a defined one"),
    ("http://a/b/../c", "", "http://a/b/../c", "5.2.2: the base's path as it is"),
    ("http://a/b/../c", "g", "http://a/g", "5.2.2"),
    ("http://a/b//c", "..", "http://a/b/", "5.2.4: an empty segment is a segment"),
    ("http://a/b//c", "../..", "http://a/", "5.2.4"),
    ("http://a/b", "//g/../h", "http://g/h", "5.2.2"),
    ("http://a/b", "//", "http://", "5.2.2"),
    ("http://a/b", "///", "http:///", "5.2.2"),
    ("http://a/b", "http://", "http://", "5.2.2"),
    ("http://a/b", "g:/x/../y", "g:/y", "5.2.2"),
    ("http://a/b", "g:x/../y", "g:/y", "5.2.2 and 5.2.4 2C"),
    ("http://a/b", "g:../y", "g:y", "5.2.4 2A"),
    ("http://a/b", "g:/.//y", "g:/.//y", "3.3"),
    ("http://a/b?x/y", "g", "http://a/g", "5.2.3"),
    ("http://a/b/c", "g:h?i#j", "g:h?i#j", "5.2.2"),
    ("http://u:p@a:1/b", "c", "http://u:p@a:1/c", "5.2.2"),
    ("http://a/b/c", "%2e%2e/d", "http://a/b/%2e%2e/d", "5.2.4 decodes nothing"),
    ("HTTP://A/b", "c", "HTTP://A/c", "5.2.1: normalizing is optional, and not done here"),
    ("file:///a/b", "c", "file:///a/c", "5.2.2"),
    ("urn:a:b", "#f", "urn:a:b#f", "5.2.2"),
]
RESOLVED_2396: list[tuple[str, str, str]] = [
    # C.1.  Normal Examples
    ("g:h", "g:h", "C.1"),
    ("g", "http://a/b/c/g", "C.1"),
    ("./g", "http://a/b/c/g", "C.1"),
    ("g/", "http://a/b/c/g/", "C.1"),
    ("/g", "http://a/g", "C.1"),
    ("//g", "http://g", "C.1"),
    ("?y", "http://a/b/c/?y", "C.1"),
    ("g?y", "http://a/b/c/g?y", "C.1"),
    ("#s", "http://a/b/c/d;p?q#s", "C.1: (current document)#s"),
    ("g#s", "http://a/b/c/g#s", "C.1"),
    ("g?y#s", "http://a/b/c/g?y#s", "C.1"),
    (";x", "http://a/b/c/;x", "C.1"),
    ("g;x", "http://a/b/c/g;x", "C.1"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s", "C.1"),
    (".", "http://a/b/c/", "C.1"),
    ("./", "http://a/b/c/", "C.1"),
    ("..", "http://a/b/", "C.1"),
    ("../", "http://a/b/", "C.1"),
    ("../g", "http://a/b/g", "C.1"),
    ("../..", "http://a/", "C.1"),
    ("../../", "http://a/", "C.1"),
    ("../../g", "http://a/g", "C.1"),
    # C.2.  Abnormal Examples
    ("", "http://a/b/c/d;p?q", "C.2: (current document)"),
    ("../../../g", "http://a/../g", "C.2"),
    ("../../../../g", "http://a/../../g", "C.2"),
    ("/./g", "http://a/./g", "C.2"),
    ("/../g", "http://a/../g", "C.2"),
    ("g.", "http://a/b/c/g.", "C.2"),
    (".g", "http://a/b/c/.g", "C.2"),
    ("g..", "http://a/b/c/g..", "C.2"),
    ("..g", "http://a/b/c/..g", "C.2"),
    ("./../g", "http://a/b/g", "C.2"),
    ("./g/.", "http://a/b/c/g/", "C.2"),
    ("g/./h", "http://a/b/c/g/h", "C.2"),
    ("g/../h", "http://a/b/c/h", "C.2"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y", "C.2"),
    ("g;x=1/../y", "http://a/b/c/y", "C.2"),
    ("g?y/./x", "http://a/b/c/g?y/./x", "C.2"),
    ("g?y/../x", "http://a/b/c/g?y/../x", "C.2"),
    ("g#s/./x", "http://a/b/c/g#s/./x", "C.2"),
    ("g#s/../x", "http://a/b/c/g#s/../x", "C.2"),
    ("http:g", "http:g", "C.2, for validating parsers"),
]
ABOVE_ROOT: list[tuple[str, str, str | None, str]] = [
    # reference, remove, error, why; None is URIError
    ("../../../g", "http://a/g", N, "RFC 2396 5.2 6 g"),
    ("../../../../g", "http://a/g", N, "RFC 2396 5.2 6 g"),
    ("../../g", "http://a/g", "http://a/g", "not above the root"),
    ("g/../../../../h", "http://a/h", N, "RFC 2396 5.2 6 g"),
    ("/../g", "http://a/../g", "http://a/../g", "step 5 skips step 6"),
    ("/./g", "http://a/./g", "http://a/./g", "step 5 skips step 6"),
    ("//x/../g", "http://x/../g", "http://x/../g", "step 4 skips step 6"),
    ("x:/../g", "x:/../g", "x:/../g", "step 3 is done before step 6"),
    ("#../../../g", "http://a/b/c/d;p?q#../../../g", "http://a/b/c/d;p?q#../../../g", "step 2"),
]
# fmt: on


@pytest.mark.parametrize("path, result, step", DOTS)
def test_remove_dot_segments(path: str, result: str, step: str) -> None:
    assert ur.remove_dot_segments(path) == result


def test_remove_dot_segments_is_the_two_buffers_of_the_rfc() -> None:
    def two_buffers(path: str) -> str:  # 5.2.4, word for word
        output = ""
        while path:
            if path.startswith("../"):
                path = path[3:]
            elif path.startswith("./"):
                path = path[2:]
            elif path.startswith("/./") or path == "/.":
                path = "/" + path[3:]
            elif path.startswith("/../") or path == "/..":
                path = "/" + path[4:]
                output = output[: max(output.rfind("/"), 0)]
            elif path in (".", ".."):
                path = ""
            else:
                end = path.find("/", 1)
                end = len(path) if end < 0 else end
                output, path = output + path[:end], path[end:]
        return output

    for n in range(9):
        for path in map("".join, itertools.product("a./", repeat=n)):
            assert ur.remove_dot_segments(path) == two_buffers(path), path


@pytest.mark.parametrize("base, path, result, section", MERGE)
def test_merge(base: str, path: str, result: str, section: str) -> None:
    assert ur.merge(ur.split(base), path) == result


@pytest.mark.parametrize("reference, result, section", RESOLVED)
def test_resolve(reference: str, result: str, section: str) -> None:
    assert ur.resolve(BASE, reference) == result
    assert ur.resolve(BASE, reference, strict=True) == result
    if reference != "http:g":
        assert ur.resolve(BASE, reference, strict=False) == result


@pytest.mark.parametrize("reference, result, section", NON_STRICT)
def test_resolve_when_not_strict_ignores_the_scheme_of_the_base(
    reference: str, result: str, section: str
) -> None:
    assert ur.resolve(BASE, reference, strict=False) == result


@pytest.mark.parametrize("base, reference, result, why", OTHER_BASES)
def test_resolve_against_other_bases(base: str, reference: str, result: str, why: str) -> None:
    assert ur.resolve(base, reference) == result


@pytest.mark.parametrize("reference, result, section", RESOLVED_2396)
def test_resolve_as_rfc_2396_did(reference: str, result: str, section: str) -> None:
    assert ur.resolve_rfc2396(BASE, reference) == result
    assert ur.resolve_rfc2396(BASE, reference, strict=True, above_root="keep") == result


@pytest.mark.parametrize("reference, removed, error, why", ABOVE_ROOT)
def test_rfc_2396_allows_three_answers_above_the_root(
    reference: str, removed: str, error: str | None, why: str
) -> None:
    assert ur.resolve_rfc2396(BASE, reference, above_root="remove") == removed
    if error is None:
        with pytest.raises(ur.URIError):
            ur.resolve_rfc2396(BASE, reference, above_root="error")
    else:
        assert ur.resolve_rfc2396(BASE, reference, above_root="error") == error


# fmt: off
LOOPHOLE: list[tuple[str, str, str]] = [
    ("http:g", "http://a/b/c/g", "RFC 2396 C.2, for backwards compatibility"),
    ("http:?y", "http://a/b/c/?y", "RFC 2396 5.2 step 3"),
    ("http:/g", "http://a/g", "RFC 2396 5.2 step 3"),
    ("http://g", "http://g", "RFC 2396 5.2 step 3"),
    ("g:h", "g:h", "another scheme"),
    ("../g", "http://a/b/g", "no scheme"),
]
# fmt: on


@pytest.mark.parametrize("reference, result, why", LOOPHOLE)
def test_resolve_rfc2396_not_strict(reference: str, result: str, why: str) -> None:
    assert ur.resolve_rfc2396(BASE, reference, strict=False) == result


def test_resolve_rfc2396_refuses_an_unknown_answer() -> None:
    answer: Any = "explode"
    with pytest.raises(ValueError, match="explode"):
        ur.resolve_rfc2396(BASE, "g", above_root=answer)


def test_a_reference_to_the_current_document_keeps_it() -> None:
    assert ur.resolve_rfc2396("http://a/b?q#f", "#s") == "http://a/b?q#s"  # RFC 2396 4.2
    assert ur.resolve_rfc2396("http://a/b?q", "") == "http://a/b?q"


# ---- 10. Normalization and comparison -----------------------------------------------------------

# fmt: off
NORMAL: list[tuple[str, str, str]] = [
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", "6.2.2.1"),
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", "6.2.2"),
    ("http://a/%3a%3A", "http://a/%3A%3A", "6.2.2.1"),
    ("http://User:Pass@HOST/", "http://User:Pass@host/", "6.2.2.1: scheme and host alone"),
    ("HTTP://H/Path?Query#Fragment", "http://h/Path?Query#Fragment", "6.2.2.1"),
    ("http://[2001:DB8::7]/", "http://[2001:db8::7]/", "6.2.2.1"),
    ("http://A%%4a%C3%bC/", "http://a%%4A%C3%BC/", "6.2.2.1, after a stray % too"),
    ("//[FE80::1%25e%%e0]", "//[fe80::1%25e%%E0]", "6.2.2.1, after a stray % too"),
    ("http://[V1.A]/", "http://[v1.a]/", "6.2.2.1"),
    ("//HOST/x", "//host/x", "6.2.2.1"),
    ("http://a%c3%9cB/", "http://a%C3%9Cb/", "6.2.2.1: not inside a triplet"),
    ("http://%5B/", "http://%5B/", "6.2.2.1: not inside a triplet"),
    ("http://%41%2D/", "http://a-/", "6.2.2.2 before 6.2.2.1"),
    ("URN:Example:A", "urn:Example:A", "6.2.2.1"),
    ("http://a/%7euser", "http://a/~user", "6.2.2.2"),
    ("http://a/%41%5a%61%7A%30%39%2d%2e%5F%7e", "http://a/AZaz09-._~", "6.2.2.2"),
    ("http://%75@a/?%61#%62", "http://u@a/?a#b", "6.2.2.2"),
    ("http://a/%2f%3F%23%5b%5D%40%21%24%26%27%28%29%2a%2B%2c%3b%3D%3a",
     "http://a/%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A",
     "2.2: never a reserved one"),
    ("http://a/%25%20%22%3c%7C%00%0a%7f", "http://a/%25%20%22%3C%7C%00%0A%7F", "2.4"),
    ("http://a/%2541", "http://a/%2541", "2.4: once, and no more"),
    ("http://a/%c3%a9%ff%c3%28", "http://a/%C3%A9%FF%C3%28",
     "6.2.2.1; octets above 7F are left encoded"),
    ("http://a/b/../c", "http://a/c", "6.2.2.3"),
    ("http://a/b/%2E%2e/c", "http://a/c", "6.2.2.2 before 6.2.2.3"),
    ("http://a/%2e/b", "http://a/b", "6.2.2.2 before 6.2.2.3"),
    ("http://a/b/.%2E", "http://a/", "6.2.2.2 before 6.2.2.3"),
    ("http://a/../..", "http://a/", "5.2.4"),
    ("http://a/b//../c", "http://a/b/c", "5.2.4"),
    ("/a/../b", "/b", "6.2.2.3: a path with a leading slash"),
    ("/../a", "/a", "5.2.4"),
    ("//a/./b", "//a/b", "6.2.2.3"),
    ("a:b/./c", "a:b/c", "6.2.2.3"),
    ("a:b/../c", "a:/c", "5.2.4: as resolving it does"),
    ("a:./b", "a:b", "5.2.4"),
    ("f:/a/..//b", "f:/.//b", "3.3: the dots that keep // from being an authority stay"),
    ("/a/..//b", "/.//b", "3.3"),
    ("f:/./a", "f:/a", "6.2.2.3"),
    ("./%61:b", "./a:b", "4.2: the dot that guards a colon stays"),
    ("%2E%2E/x", "../x", "6.2.2.2; a relative path keeps its dot-segments"),
    ("x/%2e", "x/.", "6.2.2.2; a relative path keeps its dot-segments"),
    ("?%41", "?A", "6.2.2.2"),
    ("#%41", "#A", "6.2.2.2"),
    ("http://a?b/../c", "http://a?b/../c", "5.2.4: the query has no dot-segments"),
]
ALREADY_NORMAL: list[tuple[str, str]] = [
    ("", "4.4"),
    ("http://a/", "6.2.2"),
    ("http://www.example.com/", "6.2.2.1"),
    ("example://a/b/c/%7Bfoo%7D", "6.2.2"),
    ("http://example.com", "6.2.3: when asked"),
    ("http://example.com:/", "6.2.3: when asked"),
    ("http://example.com:80/", "6.2.3: when asked"),
    ("http://a/?", "6.2.3"),
    ("http://a/#", "6.2.3"),
    ("http://a/?#", "6.2.3"),
    ("../a", "6.2.2.3"),
    ("./a", "6.2.2.3"),
    ("a/../b", "6.2.2.3"),
    ("a/.", "6.2.2.3"),
    (".", "6.2.2.3"),
    ("..", "6.2.2.3"),
    ("./a:b", "4.2"),
    ("?x", "4.2"),
    ("#x", "4.2"),
    ("/.//a", "3.3"),
    ("f:/.//a", "3.3"),
    ("http://a//", "5.2.4"),
    ("http://a/%2F", "2.2"),
    ("http://a/%C3%A9", "2.5"),
    ("http://User@a/", "6.2.2.1"),
    ("http://@a:/", "6.2.3"),
    ("urn:example:animal:ferret:nose", "3"),
    ("mailto:Joe@Example.COM", "6.2.3: needs the scheme's own rule"),
    ("http://[::1]/", "6.2.2"),
    ("/...", "5.2.4"),
    ("a:", "3"),
]
BY_SCHEME: list[tuple[str, str, str]] = [
    ("http://example.com", "http://example.com/", "6.2.3"),
    ("http://example.com/", "http://example.com/", "6.2.3"),
    ("http://example.com:/", "http://example.com/", "6.2.3"),
    ("http://example.com:80/", "http://example.com/", "6.2.3"),
    ("HTTP://EXAMPLE.com:80", "http://example.com/", "6.2.3"),
    ("https://a:443/", "https://a/", "RFC 9110 4.2.2"),
    ("https://a:80/", "https://a:80/", "RFC 9110 4.2.2"),
    ("http://a:443/", "http://a:443/", "6.2.3"),
    ("ws://a:80", "ws://a/", "RFC 6455 3"),
    ("wss://a:443/x", "wss://a/x", "RFC 6455 3"),
    ("ftp://a:21/x", "ftp://a/x", "RFC 1738 3.2.1"),
    ("https://a?q", "https://a/?q", "6.2.3"),
    ("http://a#f", "http://a/#f", "6.2.3"),
    ("http://example.com/?", "http://example.com/?", "6.2.3"),
    ("http://a/#", "http://a/#", "6.2.3"),
    ("http://u:p@a:80", "http://u:p@a/", "6.2.3"),
    ("http://@a:80/", "http://@a/", "6.2.3: delimiters within userinfo are significant"),
    ("http://[::1]:80", "http://[::1]/", "6.2.3"),
    ("http://a:8080/", "http://a:8080/", "6.2.3"),
    ("http://a:0/", "http://a:0/", "3.2.3: 0 is a port, and not an empty one"),
    ("foo://a:80/", "foo://a:80/", "6.2.3: no license"),
    ("foo://a", "foo://a", "6.2.3: no license"),
    ("//a:80", "//a:80", "6.2.3: no scheme, no license"),
    ("http:", "http:", "no authority"),
    ("http:?q", "http:?q", "no authority"),
    ("mailto:a@b", "mailto:a@b", "no authority"),
    ("http://a/%7e/../b", "http://a/b", "6.2.2 too"),
]
EQUIVALENT: list[tuple[str, str, bool, bool, str]] = [  # a, b, by syntax, by scheme, section
    ("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", True, True, "6.2.2"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", True, True, "6.2.2.1"),
    ("http://example.com", "http://example.com/", False, True, "6.2.3"),
    ("http://example.com:/", "http://example.com/", False, True, "6.2.3"),
    ("http://example.com:80/", "http://example.com", False, True, "6.2.3"),
    ("http://example.com/?", "http://example.com/", False, False, "6.2.3"),
    ("http://example.com/#", "http://example.com/", False, False, "6.2.3"),
    ("http://a/b", "http://a/B", False, False, "6.2.2.1"),
    ("http://a/%2F", "http://a//", False, False, "2.2"),
    ("http://a/%41", "http://a/A", True, True, "6.2.2.2"),
    ("http://a/%2541", "http://a/%41", False, False, "2.4"),
    ("http://a/b/../c", "http://a/c", True, True, "6.2.2.3"),
    ("http://U@a/", "http://u@a/", False, False, "6.2.2.1"),
    ("http://@a/", "http://a/", False, False, "6.2.3"),
    ("https://a:443/", "https://a/", False, True, "RFC 9110 4.2.2"),
    ("http://a/", "https://a/", False, False, "3.1"),
    ("", "", True, True, "6.2.1"),
    ("a/../b", "b", False, False, "6.2.2.3"),
]
# fmt: on


@pytest.mark.parametrize("text, result, section", NORMAL)
def test_normalize(text: str, result: str, section: str) -> None:
    assert ur.normalize(text) == result
    assert ur.normalize(result) is result


@pytest.mark.parametrize("text, section", ALREADY_NORMAL)
def test_what_is_normal_comes_back_as_the_same_object(text: str, section: str) -> None:
    assert ur.normalize(text) is text


# fmt: off
IPV6: list[tuple[str, str, str]] = [  # an IP-literal, as scheme-based normalization writes it, why
    ("[0:0:0:0:0:0:0:1]", "[::1]", "RFC 5952 4.2"),
    ("[2001:db8:0:0:0:0:2:1]", "[2001:db8::2:1]", "RFC 5952 4.2.1: as short as can be"),
    ("[2001:db8:0:1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]", "RFC 5952 4.2.2: not a single field"),
    ("[2001:db8::1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]", "RFC 5952 4.2.2: not a single field"),
    ("[2001:0:0:1:0:0:0:1]", "[2001:0:0:1::1]", "RFC 5952 4.2.3: the longest"),
    ("[2001:db8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]", "RFC 5952 4.2.3: the first of two"),
    ("[2001:0DB8::000A]", "[2001:db8::a]", "RFC 5952 4.1, 4.3"),
    ("[::ffff:7f00:1]", "[::ffff:127.0.0.1]", "RFC 5952 5"),
    ("[::FFFF:127.0.0.1]", "[::ffff:127.0.0.1]", "RFC 5952 5"),
    ("[V1.A:B]", "[v1.a:b]", "6.2.2.1: not an IPv6address"),
    ("[1:2]", "[1:2]", "not an IPv6address"),
    ("[::1%25EN%aB]", "[::1%25en%AB]", "RFC 6874: a zone identifier"),
]
# fmt: on


@pytest.mark.parametrize("literal, normal, section", IPV6)
def test_only_scheme_based_normalization_writes_ipv6_addresses_anew(
    literal: str, normal: str, section: str
) -> None:
    for before, behind in (("foo://", ""), ("//u:[::0]@", ":8080/[::0]"), ("http://", "/?[::0]")):
        result = before + normal + behind
        assert ur.normalize(before + literal + behind, scheme_based=True) == result
        assert ur.normalize(result, scheme_based=True) == result
        assert ur.equivalent(before + literal + behind, result, scheme_based=True)
    assert ur.normalize("//" + literal).lower() == "//" + literal.lower()  # 6.2.2 alone does not


@pytest.mark.parametrize("text, result, section", BY_SCHEME)
def test_normalize_by_scheme(text: str, result: str, section: str) -> None:
    assert ur.normalize(text, scheme_based=True) == result
    assert ur.normalize(result, scheme_based=True) is result


@pytest.mark.parametrize("a, b, by_syntax, by_scheme, section", EQUIVALENT)
def test_equivalent(a: str, b: str, by_syntax: bool, by_scheme: bool, section: str) -> None:
    assert ur.equivalent(a, b) is ur.equivalent(b, a) is by_syntax
    assert ur.equivalent(a, b, scheme_based=True) is by_scheme
    assert ur.equivalent(b, a, scheme_based=True) is by_scheme
    assert ur.equivalent(a, a) and ur.equivalent(b, b)


# fmt: off
SCHEMES = ["", "", "http:", "HTTP:", "f:", "mailto:", "urn:"]
HOSTS = ["", "", "", "//", "//H", "//u:P@h:80", "//h:", "//[::A]:443", "//1.2.3.4", "//%41%c3%a9"]
SEGMENTS = ["", "a", "B", "%41", "%2f", "%c3%a9", "a:b", ":", "~", "%7E", "@", ";x=1"]
DOT_SEGMENTS = ["." , "..", "...", ".a"]
ENCODED_DOTS = ["%2e", "%2E%2e", ".%2e"]
TAILS = ["", "", "?", "?q/../r", "?%61%2F", "#", "#f%7e", "?q#f", "?#"]
# fmt: on


def references(count: int, seed: int) -> Iterator[str]:
    """Valid references, many of them odd. One holds "." and "..", or "%2e", not both: there
    5.2.4, which decodes nothing, and 6.2.2.2, by which "%2e" is ".", do not commute."""
    choose = random.Random(seed).choice
    while count:
        segments = SEGMENTS + choose([DOT_SEGMENTS, DOT_SEGMENTS, ENCODED_DOTS])
        path = "/".join(choose(segments) for _ in range(choose(range(1, 6))))
        text = choose(SCHEMES) + choose(HOSTS) + choose(["/", "/", ""]) + path + choose(TAILS)
        if ur.is_uri_reference(text):
            count -= 1
            yield text


BASES = [
    "http://a/b/c/d;p?q",
    "http://a",
    "http://a?q",
    "f:",
    "f:a",
    "f:a/b",
    "f:/a/b/",
    "f:/.//a/b",
]
BASES += ["urn:a:b", "http://u@h:80/a//b/../c#f", "f:///", "http://h/a/b/?q"]


@pytest.mark.parametrize("scheme_based", [False, True])
def test_normalize_is_idempotent_and_keeps_validity(scheme_based: bool) -> None:
    for text in references(500, seed=6221):
        result = ur.normalize(text, scheme_based=scheme_based)
        assert ur.normalize(result, scheme_based=scheme_based) is result, text
        assert ur.is_uri_reference(result) and ur.is_uri(result) == ur.is_uri(text), text


def test_normalize_never_changes_what_a_reference_resolves_to() -> None:
    for text in references(300, seed=6222):
        for base in BASES:
            target, by_normal = ur.resolve(base, text), ur.resolve(base, ur.normalize(text))
            assert ur.normalize(target) == ur.normalize(by_normal), (base, text)


def test_resolving_gives_a_valid_uri_with_the_references_own_parts() -> None:
    for text in references(300, seed=522):
        for base in BASES:
            target = ur.resolve(base, text)
            assert ur.is_uri(target), (base, text)
            t, r, b = ur.split(target), ur.split(text), ur.split(base)
            assert t.fragment == r.fragment
            if r.scheme is None:
                assert t.scheme == b.scheme
                assert t.authority == (b.authority if r.authority is None else r.authority)


def test_relativize_undoes_resolve() -> None:
    for text in references(300, seed=53):
        for base in BASES:
            reference = ur.relativize(base, text)
            assert ur.is_uri_reference(reference), (base, text)
            assert ur.resolve(base, reference) == ur.resolve(base, text), (base, text)
            assert len(reference) <= len(ur.resolve(base, text)), (base, text)


def test_an_iri_and_back_is_the_same_uri() -> None:
    for text in references(500, seed=3987):
        iri = ur.uri_to_iri(text)
        assert ur.RFC3987.matches("IRI-reference", iri), text
        assert ur.normalize(ur.iri_to_uri(iri)) == ur.normalize(text), text


# ---- 11. Percent-encoding -----------------------------------------------------------------------

UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
SUB_DELIMS = "!$&'()*+,;="
# fmt: off
COMPONENTS: list[tuple[str, str, str]] = [  # component, what stays besides unreserved, section
    ("unreserved", "", "2.3"),
    ("userinfo", SUB_DELIMS + ":", "3.2.1"),
    ("reg-name", SUB_DELIMS, "3.2.2"),
    ("segment", SUB_DELIMS + ":@", "3.3"),
    ("path", SUB_DELIMS + ":@/", "3.3"),
    ("query", SUB_DELIMS + ":@/?", "3.4"),
    ("fragment", SUB_DELIMS + ":@/?", "3.5"),
]
ENCODED: list[tuple[str, str, str, str]] = [
    ("", "unreserved", "", "2.1"),
    ("a b", "unreserved", "a%20b", "2.1"),
    ("a b", "query", "a%20b", '2.1: "+" is for forms'),
    ("100%", "path", "100%25", "2.4"),
    ("%41", "segment", "%2541", "2.4: what is encoded is encoded again"),
    ("\u00e9", "unreserved", "%C3%A9", "2.5"),
    ("\u30a2", "reg-name", "%E3%82%A2", "2.5: KATAKANA LETTER A"),
    ("\u00c0", "segment", "%C3%80", "2.5: LATIN CAPITAL LETTER A WITH GRAVE"),
    ("\U00010300", "path", "%F0%90%8C%80", "RFC 3987 3.1"),
    ("a/b?c#d", "segment", "a%2Fb%3Fc%23d", "3.3"),
    ("a/b?c#d", "path", "a/b%3Fc%23d", "3.3"),
    ("a/b?c#d", "query", "a/b?c%23d", "3.4"),
    ("u:p@h", "userinfo", "u:p%40h", "3.2.1"),
    ("a:b", "reg-name", "a%3Ab", "3.2.2"),
    ("[]", "fragment", "%5B%5D", "2.2"),
    ("\n\0", "unreserved", "%0A%00", "2.1"),
    ("\u212a", "unreserved", "%E2%84%AA", "2.3"),
]
DECODED: list[tuple[str, str, str]] = [
    ("", "", "2.1"),
    ("a", "a", "2.1"),
    ("%41%62", "Ab", "2.1"),
    ("%c3%A9", "\u00e9", "2.5"),
    ("%E3%82%A2", "\u30a2", "2.5"),
    ("%2541", "%41", "2.4: never twice"),
    ("a+b", "a+b", "2.2"),
    ("%00%0A", "\0\n", "2.1"),
    ("\u00e9%41", "\u00e9A", "RFC 3987"),
    ("%F0%90%8C%80", "\U00010300", "RFC 3987 3.1"),
    ("%2F/%3f?", "//??", "2.2"),
]
NOT_ENCODED: list[tuple[str, int, str]] = [  # text, offset: where a HEXDIG was expected
    ("%", 1, "2.1"),
    ("%4", 2, "2.1"),
    ("%zz", 1, "2.1"),
    ("%4z", 2, "2.1"),
    ("a%41%", 5, "2.1"),
    ("100% sure", 4, "2.1"),
    ("%%41", 1, "2.1"),
    ("%\uff14\uff11", 1, "2.1"),
    ("%4\n", 2, "2.1"),
    ("%+1", 1, "2.1"),
    ("% 1", 1, "2.1"),
]
# fmt: on


@pytest.mark.parametrize("component, also, section", COMPONENTS)
def test_percent_encode_leaves_what_the_component_allows(
    component: str, also: str, section: str
) -> None:
    for c in map(chr, range(0x100)):
        encoded = ur.percent_encode(c, component)
        stays = c in UNRESERVED or c in also
        assert encoded == (c if stays else "".join(f"%{octet:02X}" for octet in c.encode())), c
        rule = "reg-name" if component == "unreserved" else component
        assert ur.RFC3986.matches(rule, encoded)
        assert ur.percent_decode(encoded) == c


@pytest.mark.parametrize("text, component, result, section", ENCODED)
def test_percent_encode(text: str, component: str, result: str, section: str) -> None:
    assert ur.percent_encode(text, component) == result
    assert ur.percent_decode(result) == text


def test_percent_encode_keeps_only_the_unreserved_by_default() -> None:
    assert ur.percent_encode("a/b c~") == "a%2Fb%20c~"


def test_percent_encode_refuses_what_is_no_component_or_no_character() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        ur.percent_encode("a", "nonsense")
    with pytest.raises(ValueError):  # a lone surrogate has no UTF-8
        ur.percent_encode("\udc80")


@pytest.mark.parametrize("text, result, section", DECODED)
def test_percent_decode(text: str, result: str, section: str) -> None:
    assert ur.percent_decode(text) == result


@pytest.mark.parametrize("text, offset, section", NOT_ENCODED)
def test_a_percent_sign_that_starts_no_triplet_is_an_error(
    text: str, offset: int, section: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.percent_decode(text)
    assert caught.value.offset == offset
    assert caught.value.expected == "HEXDIG"


def test_percent_decode_treats_what_is_no_utf_8_as_bytes_decode_does() -> None:
    for octets in ("%FF", "%C3", "%C3%28", "%ED%A0%80", "%C0%AF", "%F4%90%80%80", "%A9"):
        raw = bytes.fromhex(octets.replace("%", ""))
        with pytest.raises(ValueError):
            ur.percent_decode(octets)
        for errors in ("replace", "ignore", "surrogateescape", "backslashreplace"):
            assert ur.percent_decode(octets, errors=errors) == raw.decode("utf-8", errors)


# fmt: off
REQUOTED: list[tuple[str, str, str]] = [
    ("http://a/b c", "http://a/b%20c", "2"),
    ("http://a/%7E%41%c3", "http://a/%7E%41%c3", "2.4: what is encoded stays"),
    ("http://a/50%", "http://a/50%25", "2.1"),
    ("http://a/%4%41%zz", "http://a/%254%41%25zz", "2.1"),
    ("/\u00e5?\u00e5#\u00e5", "/%C3%A5?%C3%A5#%C3%A5", "RFC 3987 3.1"),
    ("/[a]?[b]#[c]", "/%5Ba%5D?%5Bb%5D#%5Bc%5D", "3.2.2: brackets are in a host alone"),
    ("http://[::1]/[", "http://[::1]/%5B", "3.2.2"),
    ("//u[x@[::1]:80", "//u%5Bx@[::1]:80", "3.2.1"),
    ("//a@b@c", "//a%40b@c", '3.2: the last "@" counts'),
    ("http://\u00e9 b/", "http://%C3%A9%20b/", "3.2.2"),
    ("#a#b", "#a%23b", "3.5"),
    ("?a?b#?", "?a?b#?", "3.4"),
    ("a\\b\t\n{|}^`\"<>", "a%5Cb%09%0A%7B%7C%7D%5E%60%22%3C%3E", "2"),
    (":b", "./:b", "4.2"),
    ("%:b ", "%:b%20", "3.1: no scheme has a triplet"),
    ("http://a:8x/ ", "http://a:8x/%20", "3.2.3: a port is not mended"),
    ("//[zz]/ ", "//[zz]/%20", "3.2.2: nor an IP-literal"),
    ("\U0001f600", "%F0%9F%98%80", "2.5"),
    ("", "", "4.1"),
]
# fmt: on


@pytest.mark.parametrize(("text", "result", "section"), REQUOTED)
def test_requote(text: str, result: str, section: str) -> None:
    assert ur.requote(text) == result
    assert ur.requote(result) == result


def test_requote_gives_a_valid_reference_wherever_scheme_and_authority_are() -> None:
    choose = random.Random(24).choice
    pieces = [
        "",
        "a",
        ":",
        "/",
        "?",
        "#",
        "[",
        "]",
        "@",
        "%",
        "%41",
        "%4",
        "é",
        " ",
        "//",
        "..",
        "\0",
    ]
    checked = 0
    for _ in range(20_000):
        text = "".join(choose(pieces) for _ in range(choose(range(1, 8))))
        result, uri = ur.requote(text), ur.split(text)
        assert ur.requote(result) == result, text
        if ur.is_uri_reference(text):
            assert result == text
        scheme = uri.scheme is None or ur.RFC3986.matches("scheme", uri.scheme)
        if scheme and (uri.authority is None or ur.RFC3986.matches("authority", uri.authority)):
            checked += 1
            assert ur.is_uri_reference(result), text
        if ":" not in text[:1]:  # what is data is the same data
            for old, new in zip(uri, ur.split(result)):
                assert (old is None) == (new is None), text
    assert checked > 5000


@pytest.mark.parametrize("call", [ur.requote, ur.percent_encode, ur.iri_to_uri])
def test_a_lone_surrogate_cannot_be_encoded(call: Callable[[str], str]) -> None:
    with pytest.raises(ur.URIError) as caught:
        call("a/\ud800")
    assert caught.value.offset == 2 and caught.value.text == "a/\ud800"


# ---- 12. Relative references --------------------------------------------------------------------

# Where several references are as short, any will do: held to the length and to where it leads.
# fmt: off
RELATIVE: list[tuple[str, str, str, str]] = [  # base, target, a shortest reference, section
    (BASE, "http://a/b/c/d;p?q", "", "5.4.1"),
    (BASE, "http://a/b/c/d;p?q#s", "#s", "5.4.1"),
    (BASE, "http://a/b/c/d;p?y", "?y", "5.4.1"),
    (BASE, "http://a/b/c/d;p?", "?", "5.2.2"),
    (BASE, "http://a/b/c/d;p", "d;p", '5.2.2: "" would keep the query'),
    (BASE, "http://a/b/c/g", "g", "5.4.1"),
    (BASE, "http://a/b/c/g?y#s", "g?y#s", "5.4.1"),
    (BASE, "http://a/b/c/", ".", "5.4.1"),
    (BASE, "http://a/b/c/?q", ".?q", "5.2.2"),
    (BASE, "http://a/b/", "..", "5.4.1"),
    (BASE, "http://a/b/g", "../g", "5.4.1"),
    (BASE, "http://a/", "/", "5.4.1"),
    (BASE, "http://a/g", "/g", "5.4.1"),
    (BASE, "http://a", "//a", "5.2.2: an empty path"),
    (BASE, "http://a?q", "//a?q", "5.2.2"),
    (BASE, "http://g", "//g", "5.4.1"),
    (BASE, "http://g/h", "//g/h", "5.2.2"),
    (BASE, "http://", "//", "5.2.2"),
    (BASE, "https://a/b/c/d;p?q", "https://a/b/c/d;p?q", "5.2.2"),
    (BASE, "mailto:x@y", "mailto:x@y", "5.2.2"),
    (BASE, "g:h", "g:h", "5.4.1"),
    (BASE, "http://a/b/c/g:h", "./g:h", "4.2: a colon in the first segment"),
    (BASE, "http://a/b/c/g/h:i", "g/h:i", "4.2"),
    (BASE, "http://a/g:h", "/g:h", "4.2"),
    (BASE, "http://a/b/c//g", ".//g", "3.3: an empty first segment"),
    (BASE, "http://a//g", "/.//g", "3.3: not an authority"),
    ("f:/.//a", "f:/.//a#s", "#s", "4.4: the same document, whatever its path"),
    (BASE, "http://a/b/c/g//h", "g//h", "3.3"),
    (BASE, "http://a/b/c/d;p/e", "d;p/e", "5.2.3"),
    (BASE, "http://a/b/c", "../c", "5.2.4"),
    (BASE, "http://a/b", "/b", "5.2.4"),
    (BASE, "http://a/x/../y", "/y", "5.2.4: as it resolves"),
    (BASE, "g", "g", "5.2.2"),
    (BASE, "", "", "5.2.2"),
    ("http://a", "http://a/g", "g", "5.2.3"),
    ("http://a", "http://a", "", "5.2.2"),
    ("http://a", "http://a/", "/", "5.2.3"),
    ("http://a?q", "http://a", "//a", '5.2.2: "" would keep the query'),
    ("http://a/b#f", "http://a/b", "", "5.2.2: a fragment is not inherited"),
    ("http://a/b", "http://a/b?q", "?q", "5.2.2"),
    ("http://a/b/", "http://a/b/", "", "5.2.2"),
    ("http://a/b/", "http://a/b", "/b", "5.2.4"),
    ("http://a/b//c", "http://a/b/", "..", "5.2.4: an empty segment is a segment"),
    ("http://a/b//c", "http://a/b//d", "d", "5.2.3"),
    ("http://a//b", "http://a//", ".", "5.2.4"),
    ("http://u@a/b", "http://a/b", "//a/b", "3.2"),
    ("http://a:80/b", "http://a/b", "//a/b", "5.2.2: no normalizing"),
    ("http://A/b", "http://a/b", "//a/b", "5.2.2: no normalizing"),
    ("f:a", "f:b", "b", "5.2.3"),
    ("f:a", "f:", ".", "5.2.4 2D"),
    ("f:", "f:a", "a", "5.2.3"),
    ("f:a", "f:/b", "/b", "5.2.2"),
    ("f:/a", "f:b", "f:b", "5.2.3: no way to a rootless path"),
    ("f:a", "f:?q", ".?q", "5.2.4 2D"),
    ("f:/a", "f://h", "//h", "5.2.2"),
    ("f://h/a", "f:/a", "f:/a", "5.2.2: no way to be rid of an authority"),
    ("urn:a:b", "urn:a:c", "./a:c", "4.2"),
    ("f:/a/b", "f:/.//c", "/.//c", "3.3"),
    ("mailto:a@b", "mailto:c@d", "c@d", "5.2.3"),
    ("http://a/%2e%2e/b", "http://a/%2e%2e/c", "c", "5.2.4 decodes nothing"),
    ("http://a/1/2/3/4", "http://a/1/x", "/1/x", "5.2.4"),
    ("http://a/long/2/3", "http://a/long/x", "../x", "5.2.4"),
    ("http://a/b?q/r", "http://a/c", "c", "5.2.3"),
]
# fmt: on


@pytest.mark.parametrize("base, target, shortest, section", RELATIVE)
def test_relativize(base: str, target: str, shortest: str, section: str) -> None:
    assert ur.resolve(base, shortest) == ur.resolve(base, target)  # the table itself is right
    reference = ur.relativize(base, target)
    assert ur.resolve(base, reference) == ur.resolve(base, target)
    assert len(reference) == len(shortest), reference


# ---- 13. IRIs -----------------------------------------------------------------------------------

# fmt: off
TO_URI: list[tuple[str, str, str]] = [
    ("http://r\u00e9sum\u00e9.example.org", "http://r%C3%A9sum%C3%A9.example.org", "RFC 3987 3.1"),
    ("http://validator.w3.org/check?uri=http%3A%2F%2Fr\u00e9sum\u00e9.example.org",
     "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org", "RFC 3987 3.1"),
    ("http://www.example.org/red%09ros\u00e9#red", "http://www.example.org/red%09ros%C3%A9#red",
     "RFC 3987 3.1"),
    ("http://example.com/\U00010300\U00010301\U00010302",
     "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", "RFC 3987 3.1"),
    ("http://\u7d0d\u8c46.example.org/%E2%80%AE", "http://%E7%B4%8D%E8%B1%86.example.org/%E2%80%AE",
     "RFC 3987 3.2.1"),
    ("a:?\ue000", "a:?%EE%80%80", "RFC 3987 3.1 step 2: ucschar or iprivate"),
    ("Vi\u1ec7t", "Vi%E1%BB%87t", "RFC 3987 3.1: no normalization"),
    ("Vi\u00ea\u0323t", "Vi%C3%AA%CC%A3t", "RFC 3987 3.1: no normalization"),
    ("#\u00e9", "#%C3%A9", "RFC 3987 3.1: references too"),
    ("http://a/\u212a", "http://a/%E2%84%AA", "RFC 3987 3.1"),
    ("", "", "RFC 3987 3.1"),
]
NO_IRI = [*(f"http://a/{c}" for c in '<>" {}|\\^`'), "http://a/\udc80"]
TO_IRI: list[tuple[str, str, str]] = [
    ("http://www.example.org/D%C3%BCrst", "http://www.example.org/D\u00fcrst", "RFC 3987 3.2.1"),
    ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst", "RFC 3987 3.2.1"),
    ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE",
     "RFC 3987 3.2.1"),
    ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html",
     "RFC 3987 3.2"),
    ("http://r%C3%A9sum%C3%A9.example.org/", "http://r\u00e9sum\u00e9.example.org/",
     "RFC 3987 3.2"),
    ("http://a/%F0%90%8C%80", "http://a/\U00010300", "RFC 3987 3.2"),
    ("http://a/%41%7E", "http://a/A~", "RFC 3987 3.2 step 2"),
    ("http://a/%2F%3F%23%5B%40%21", "http://a/%2F%3F%23%5B%40%21", "RFC 3987 3.2 step 2: reserved"),
    ("http://a/%25%20%22%3C%00%0A%7F", "http://a/%25%20%22%3C%00%0A%7F",
     "RFC 3987 3.2 step 2: % and what no URI holds"),
    ("http://a/%2541", "http://a/%2541", "RFC 3987 3.2 step 2"),
    ("http://a/%C3%A9%FF%C3", "http://a/\u00e9%FF%C3", "RFC 3987 3.2 step 3"),
    ("http://a/%C3%28", "http://a/%C3%28", "RFC 3987 3.2 step 3"),
    ("http://a/%C0%AF", "http://a/%C0%AF", "RFC 3987 3.2 step 3: overlong"),
    ("http://a/%ED%A0%80", "http://a/%ED%A0%80", "RFC 3987 3.2 step 3: a surrogate"),
    ("http://a/%F4%90%80%80", "http://a/%F4%90%80%80", "RFC 3987 3.2 step 3: past U+10FFFF"),
    ("http://a/%EE%80%80", "http://a/%EE%80%80", "RFC 3987 3.2 step 4: private use"),
    ("http://a/%EF%BF%BE%EF%B7%90%EF%BF%BD", "http://a/%EF%BF%BE%EF%B7%90%EF%BF%BD",
     "RFC 3987 3.2 step 4: U+FFFE, U+FDD0, U+FFFD are no ucschar"),
    ("http://a/%C2%80%C2%9F", "http://a/%C2%80%C2%9F", "RFC 3987 3.2 step 4: controls"),
    ("http://a/%E2%80%8E%E2%80%8F", "http://a/%E2%80%8E%E2%80%8F", "RFC 3987 4.1: LRM, RLM"),
    ("http://a/%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE",
     "http://a/%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE",
     "RFC 3987 4.1: LRE, RLE, PDF, LRO, RLO"),
    ("http://a/%D7%90", "http://a/\u05d0", "RFC 3987 4: HEBREW LETTER ALEF"),
    ("%C3%A9?%C3%A9#%C3%A9", "\u00e9?\u00e9#\u00e9", "RFC 3987 3.2"),
    ("", "", "RFC 3987 3.2"),
]
# fmt: on


# What looks like white space or a delimiter, or cannot be seen (RFC 3987 3.2, 4.1, 6.1), as characters.
KEPT_ENCODED = [
    *"\u00a0\u1680\u2003\u2028\u202f\u205f\u3000",  # white space
    *"\u00ad\u200b\u200d\u2060\ufeff\u202e\u2066\u061c\u180e\u3164\ufe0f",  # invisible
    *"\uff0f\uff1f\uff03\uff1a\uff20\uff05\uff0e\u2044\u2215\u2236\u29f8\u3002\uff61",  # delimiters
    *"\u201c\u201d\u00ab\u300c\u3001\u037e\u0589",  # quotation marks, ends of sentences
]


@pytest.mark.parametrize("char", KEPT_ENCODED, ids=ascii)
def test_uri_to_iri_keeps_the_triplets_of_what_looks_otherwise(char: str) -> None:
    uri = "http://a.example/" + ur.percent_encode(f"\u00e9{char}\u00e9")
    assert ur.uri_to_iri(uri) == f"http://a.example/\u00e9{ur.percent_encode(char)}\u00e9"
    assert uris(f"http://a.example/\u00e9{char}\u00e9", iri=True) == ["http://a.example/\u00e9"]


@pytest.mark.parametrize("iri, uri, section", TO_URI)
def test_iri_to_uri(iri: str, uri: str, section: str) -> None:
    assert ur.iri_to_uri(iri) == uri
    assert ur.iri_to_uri(uri) == uri  # 3.1: idempotent, and the identity for URIs
    assert ur.is_uri_reference(uri)


@pytest.mark.parametrize("text", NO_IRI)
def test_what_is_no_iri_has_no_uri(text: str) -> None:  # RFC 3987 3.1: "SHOULD fail"
    with pytest.raises(ur.URIError):
        ur.iri_to_uri(text)


@pytest.mark.parametrize("uri, iri, section", TO_IRI)
def test_uri_to_iri(uri: str, iri: str, section: str) -> None:
    assert ur.uri_to_iri(uri) == iri
    assert ur.uri_to_iri(iri) == iri
    assert ur.equivalent(ur.iri_to_uri(iri), uri)


# ---- 14. Finding URIs in text -------------------------------------------------------------------

APPENDIX_C = """\
      Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.
"""
APPENDIX_E = APPENDIX_C.replace("foo.example.", "ds.internic.").replace("com/rfc", "net/rfc")
# fmt: off
FOUND: list[tuple[str, list[str], str]] = [
    (APPENDIX_C, ["http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/",
     "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"], "C"),
    (APPENDIX_E, ["http://www.w3.org/Addressing/", "ftp://ds.internic.net/rfc/",
     "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"], "RFC 2396 E"),
    ("", [], "C"),
    ("no URI here", [], "C"),
    ("http://example.com/", ["http://example.com/"], "C"),
    ("see http://example.com/ and\nhttps://example.org/x\tnow", ["http://example.com/",
     "https://example.org/x"], "C"),
    ('"http://example.com/"', ["http://example.com/"], "C"),
    ("<http://example.com/>", ["http://example.com/"], "C"),
    ("<URL:http://example.com/>", ["http://example.com/"], "C"),
    ("<URL: http://example.com/>", ["http://example.com/"], "C"),
    ("<url:http://example.com/>", ["http://example.com/"], "C"),
    ("<http://example.com/a\n   b>", ["http://example.com/ab"], "C"),
    ("<http://example.com/a\r\n\tb\r\n c>", ["http://example.com/abc"], "C"),
    ("< http://example.com/ >", ["http://example.com/"], "C"),
    ("<http://example.com/a-\n  b>", ["http://example.com/a-b"],
     "C: the white space goes, the hyphen stays"),
    ("<http://example.com/>, <http://example.org/>", ["http://example.com/", "http://example.org/"],
     "C"),
    ("<b>http://example.com/</b>", ["http://example.com/"], "C"),
    ('<a href="http://example.com/x">text</a>', ["http://example.com/x"], "C"),
    ("<http://example.com/ and no end", ["http://example.com/"], "C"),
    ("ftp://ftp.is.co.za/rfc/rfc1808.txt, ldap://[2001:db8::7]/c=GB?objectClass?one.",
     ["ftp://ftp.is.co.za/rfc/rfc1808.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one"], "1.1.2"),
    ("write to mailto:John.Doe@example.com.", ["mailto:John.Doe@example.com"], "1.1.2"),
    ("telnet://192.0.2.16:80/;", ["telnet://192.0.2.16:80/"], "1.1.2"),
    ("HTTP://EXAMPLE.COM/", ["HTTP://EXAMPLE.COM/"], "3.1: schemes are case-insensitive"),
    ("at http://u:p@h.example:8080/p?q=1&r=2#f!", ["http://u:p@h.example:8080/p?q=1&r=2#f"], "3"),
    ("(http://example.com/)", ["http://example.com/"], "C"),
    ("(see http://example.com/x_(y))", ["http://example.com/x_(y)"], "issue 4"),
    ("http://example.com/x_(y)", ["http://example.com/x_(y)"], "issue 4"),
    ("[http://example.com/]", ["http://example.com/"], "C"),
    ("{http://example.com/}", ["http://example.com/"], "C"),
    ("[text](http://example.com/x)", ["http://example.com/x"], "issue 4"),
    ("((http://example.com/a(b(c)d)e)).", ["http://example.com/a(b(c)d)e"], "issue 4"),
    ("http://[2001:db8::7]/", ["http://[2001:db8::7]/"], "3.2.2"),
    ("[http://[2001:db8::7]]", ["http://[2001:db8::7]"], "3.2.2"),
    ("http://[2001:db8::7].", ["http://[2001:db8::7]"], "3.2.2"),
    ("http://example.com/x...", ["http://example.com/x"], "issue 4"),
    ("'http://example.com/x'?!", ["http://example.com/x"], "issue 4"),
    ("**http://example.com/x**", ["http://example.com/x"], "issue 4"),
    ("_http://example.com/x_", ["http://example.com/x"], "issue 4"),
    ("~~http://example.com/x~~", ["http://example.com/x"], "issue 4"),
    ("http://example.com/a%20b%zz", ["http://example.com/a%20b"], "2.1: the longest valid match"),
    ("http://example.com/100%", ["http://example.com/100"], "2.1"),
    ("http://example.com/a|b", ["http://example.com/a"], "2"),
    ("\uff08http://example.com/x\uff09\u3002", ["http://example.com/x"], "2"),
    ("\u201chttp://example.com/x\u201d", ["http://example.com/x"], "2"),
    ("http://example.com/\u2014or not", ["http://example.com/"], "2"),
    ("a,b;c:d http://example.com/a,b;c:d", ["http://example.com/a,b;c:d"],
     "3.3: inside, they stay"),
    ("http://example.com/?a=http://example.org/", ["http://example.com/?a=http://example.org/"],
     "3.4"),
    ("text < http://a.example/x and then http://b.example/y > foo", ["http://a.example/x",
     "http://b.example/y"], "C: a second URI is not the rest of the first"),
    ("<http://a.example/x\n\nb> <http://a.example/x\nb>", ["http://a.example/x",
     "http://a.example/xb"], "C: a blank line ends it"),
    ("<http://a.example/x\n http://b.example/y>", ["http://a.example/x", "http://b.example/y"], "C"),
    ("<soap:Envelope> <svg:rect/> Map<String:int> <a:b>", [], "markup and code"),
    ("<urn:isbn:1> <URL:foo:bar> <mailto:a@b>", ["urn:isbn:1", "foo:bar", "mailto:a@b"], "C"),
    ("&lt;http://a.example/x&gt; http://a.example/?a&quot; b", ["http://a.example/x",
     "http://a.example/?a"], "HTML 13.5"),
    ("http://a.example/&nbsp;&nbsp; (http://a.example/?a=1&b=2&gt;).", ["http://a.example/",
     "http://a.example/?a=1&b=2"], "HTML 13.5"),
    ("http://a.example/&#39; http://a.example/&#x27;.", ["http://a.example/", "http://a.example/"],
     "HTML 13.1.4"),
    ("http://a.example/?x&y http://a.example/a;", ["http://a.example/?x&y", "http://a.example/a"],
     "HTML 13.5: no entity"),
]
PROSE = ["Note: this", "note:this is it", "std::vector", "std::vector<int> v;", "12:30",
    "at 12:30:45", "C:\\dir", "C:\\dir\\file.txt", "e.g.:x", "i.e.: y", "a: b", '{"a": 1, "b":2}',
    "x ? y : z", "::1", "http:", "http is a scheme",
         "://", ":", "joe@example.com", "www.example.com", "RFC 3986: generic syntax", "and so on:",
         "(see: below)", "a:", "<a:", '"a:b', "#!/bin/sh", "//comment", "1:1", "key:  value",
         "\ufeff:"]
SUFFIXES: list[tuple[str, list[str], str]] = [
    ("visit www.example.com/x now", ["www.example.com/x"], "4.5"),
    ("www.w3.org/Addressing/", ["www.w3.org/Addressing/"], "4.5; RFC 2396 F"),
    ("(www.example.com).", ["www.example.com"], "4.5"),
    ("WWW.EXAMPLE.COM", ["WWW.EXAMPLE.COM"], "3.2.2"),
    ("www.example.com:80/x?y#z, and http://example.org/", ["www.example.com:80/x?y#z",
     "http://example.org/"], "4.5"),
    ("http://www.example.com/", ["http://www.example.com/"], "once, and as a URI"),
    ("<www.example.com/>", ["www.example.com/"], "C"),
    ("xwww.example.com", [], "4.5"),
    ("www.", [], "4.5"),
    ("www. x", [], "4.5"),
    ("www", [], "4.5"),
    ("ww.example.com", [], "4.5"),
]
ONLY: list[tuple[str, tuple[str, ...], list[str], str]] = [
    ("http://a.example/ https://b.example/ ftp://c.example/", ("https",), ["https://b.example/"],
     "issue 4"),
    ("http://a.example/ https://b.example/ ftp://c.example/", ("ftp", "http"), ["http://a.example/",
     "ftp://c.example/"], "issue 4"),
    ("HTTP://a.example/", ("http",), ["HTTP://a.example/"], "3.1"),
    ("http://a.example/", ("HTTP",), ["http://a.example/"], "3.1"),
    ("call tel:+1-816-555-1212.", ("tel",), ["tel:+1-816-555-1212"], "1.1.2"),
    ("read urn:isbn:0451450523, it is good", ("urn",), ["urn:isbn:0451450523"], "1.1.3"),
    ("<ftp://a.example/> <http://b.example/>", ("http",), ["http://b.example/"], "C"),
    ("http://a.example/", (), [], "none of none"),
    ("{http:8080} http: mailto:x", ("http", "mailto"), [], "2: no URI of that scheme"),
    ("text-http://a.example/x This.http://b.example/", ("http",), ["http://a.example/x",
     "http://b.example/"], "what ends with a scheme"),
    ("git+http://a.example/", ("http",), [], "3.1: another scheme"),
    ("x.git+ssh://a/ x.ssh://a/", ("ssh", "git+ssh"), ["git+ssh://a/", "ssh://a/"], "the longest"),
    ("see foo:bar and <foo:b\n ar>", ("foo",), ["foo:bar", "foo:bar"], "3: one that has no //"),
]
IRIS: list[tuple[str, list[str], str]] = [
    ("http://例え.jp/引き割り。次", ["http://例え.jp/引き割り"], "an ideographic full stop"),
    ("見「http://例え.jp/」、http://a.example/é）。", ["http://例え.jp/", "http://a.example/é"], "CJK"),
    ("“http://a.example/é” «http://a.example/é» „http://a.example/“", ["http://a.example/é",
     "http://a.example/é", "http://a.example/"], "quotation marks"),
    ("http://a.example/é. http://a.example/é– http://a.example/é…", ["http://a.example/é"] * 3, "ends"),
    ("http://a.example/Mexican–American", ["http://a.example/Mexican–American"], "inside"),
    ("http://a.example/é\u3000http://b.example/é", ["http://a.example/é", "http://b.example/é"], "Zs"),
    ("<http://a.example/\n é> <http://a.example/\u3002x>", ["http://a.example/é",
     "http://a.example/"], "C"),
    ("http://a.example/\ue000?\ue000", ["http://a.example/"], "2.2: private use"),
    ("'http://a.example/é' http://a.example/x", ["http://a.example/é", "http://a.example/x"], "code"),
]
# fmt: on


def uris(text: str, **options: Any) -> list[str]:
    """What `find` finds, after a look at the offsets: they index the text, and it holds the URI."""
    found = list(ur.find(text, **options))
    last = 0
    for uri, start, end in found:
        assert last <= start < end <= len(text)
        assert "".join(text[start:end].split()) == uri
        assert not text[start].isspace() and not text[end - 1].isspace()
        last = end
    return [f.uri for f in found]


@pytest.mark.parametrize("text, expected, section", FOUND)
def test_find(text: str, expected: list[str], section: str) -> None:
    assert uris(text) == expected
    assert all(ur.is_uri(u) for u in expected)


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_not_drowned_in_matches(text: str) -> None:
    assert uris(text) == []
    assert uris(f"so {text}, or {text}") == []


@pytest.mark.parametrize("c", [*".,:;!?'\"*_~", ")", "]", "}", ">", ".)", "),", "!?", "'.", ")))"])
def test_trailing_punctuation_is_given_back(c: str) -> None:
    for text in (
        f"http://example.com/x{c}",
        f"http://example.com/x{c} y",
        f"(http://example.com/x{c}\n",
    ):
        assert uris(text) == ["http://example.com/x"]


@pytest.mark.parametrize("text, expected, section", SUFFIXES)
def test_find_with_suffixes(text: str, expected: list[str], section: str) -> None:
    assert uris(text, suffix=True) == expected
    assert uris(text) == [u for u in expected if u.startswith("http:")]


@pytest.mark.parametrize("text, schemes, expected, section", ONLY)
def test_find_only_some_schemes(
    text: str, schemes: tuple[str, ...], expected: list[str], section: str
) -> None:
    assert uris(text, schemes=schemes) == expected


@pytest.mark.parametrize(("text", "expected", "why"), IRIS)
def test_find_iris(text: str, expected: list[str], why: str) -> None:
    assert uris(text, iri=True) == expected
    assert all(ur.RFC3987.matches("IRI", iri) for iri in expected)


def test_find_iris_with_suffixes() -> None:
    assert uris("見るwww.例え.jp/é。", iri=True, suffix=True) == ["www.例え.jp/é"]
    assert uris("www.a.example/é", suffix=True) == ["www.a.example/"]


def test_a_uri_as_an_iri_is_found_whole() -> None:
    for char in map(chr, [*range(0xA0, 0x3200), *range(0xF900, 0x10000, 7), 0x1F600]):
        if not 0xD800 <= ord(char) < 0xE000:
            iri = ur.uri_to_iri(f"http://a.example/{ur.percent_encode(char)}x")
            assert uris(iri, iri=True) == [iri], ascii(char)


def test_find_takes_a_piece_of_a_text() -> None:
    text = "see http://a.example/x, <http://b.example/y\n z>. " * 3
    whole = [(found.uri, found.start, found.end) for found in ur.find(text)]
    for place in range(len(text)):
        if not any(start <= place <= end + 1 for _, start, end in whole):
            pieces = [*ur.find(text[:place]), *ur.find(text[place:])]
            assert [found.uri for found in pieces] == [uri for uri, _, _ in whole], place


def test_offsets_index_the_text_and_leave_the_wrappers_out() -> None:
    text = 'x "http://a.example/" <URL: http://b.example/c\n  d>'
    first, second = ur.find(text)
    assert first == ("http://a.example/", 3, 20)
    assert (second.uri, second.start, second.end) == ("http://b.example/cd", 28, 50)
    assert text[second.start : second.end] == "http://b.example/c\n  d"
    assert isinstance(first, ur.Found) and first._fields == ("uri", "start", "end")


def test_find_is_an_iterator() -> None:
    found = ur.find("http://a.example/ http://b.example/")
    assert iter(found) is found
    assert next(found).uri == "http://a.example/"


# ---- 15. Policies, redaction, and what parsers disagree on --------------------------------------

WEB: dict[str, Any] = {"schemes": ("http", "https")}
OURS: dict[str, Any] = {"hosts": ("example.com", "[::1]")}
# fmt: off
POLICIES: list[tuple[str, dict[str, Any], int | None, str]] = [
    # text, policy, offset (None: it is kept), section
    ("http://h/", WEB, N, "3.1"),
    ("HTTPS://h/", WEB, N, "3.1: case-insensitive"),
    ("ftp://h/", WEB, 0, "3.1"),
    ("javascript:alert(1)", WEB, 0, "7.6"),
    ("httpx://h/", WEB, 0, "3.1"),
    ("http://example.com/", OURS, N, "3.2.2"),
    ("http://EXAMPLE.com/", OURS, N, "3.2.2: case-insensitive"),
    ("http://u@example.com:1/", OURS, N, "3.2.2"),
    ("http://[::1]/", OURS, N, "3.2.2"),
    ("http://example.com.evil.com/", OURS, 7, "7.6"),
    ("http://example.com@evil.com/", OURS, 19, "7.6"),
    ("http://evilexample.com/", OURS, 7, "7.6"),
    ("http:///example.com", OURS, 7, "7.6"),
    ("http://evil.com/?example.com", OURS, 7, "7.6"),
    ("http://h:80/", {"ports": (80, 443)}, N, "3.2.3"),
    ("http://h:8080/", {"ports": (80, 443)}, 9, "3.2.3"),
    ("http://u@h:22/", {"ports": (80,)}, 11, "3.2.3"),
    ("http://[::1]:22/", {"ports": (80,)}, 13, "3.2.3"),
    ("http://h/", {"require": ("host",)}, N, "3.2.2"),
    ("http:///x", {"require": ("host",)}, 7, "3.2.2: an empty host is none"),
    ("http://:80/", {"require": ("host",)}, 7, "3.2.2"),
    ("http://u@/", {"require": ("host",)}, 9, "3.2.2"),
    ("http://h/?q", {"require": ("query", "scheme", "authority", "path")}, N, "3"),
    ("http://u@h:1/#f", {"require": ("userinfo", "port", "fragment")}, N, "3"),
    ("http://h/", {"forbid": ("userinfo", "fragment", "query", "port")}, N, "3"),
    ("http://u:p@h/", {"forbid": ("userinfo",)}, 7, "3.2.1, 7.5"),
    ("http://@h/", {"forbid": ("userinfo",)}, 7, "3.2.1: empty is not undefined"),
    ("http://h/#f", {"forbid": ("fragment",)}, 10, "3.5"),
    ("http://h/?q#f", {"forbid": ("query",)}, 10, "3.4"),
    ("http://h/?q#f", {"forbid": ("fragment",)}, 12, "3.5"),
    ("http://h:80/", {"forbid": ("port",)}, 9, "3.2.3"),
    ("http://h/?", {"forbid": ("query",)}, 10, "3.4"),
    ("http://u@h/", {**WEB, "forbid": ("userinfo",), "require": ("host",)}, 7, "3"),
    ("http://example.com:80/", {**WEB, **OURS, "ports": (80,), "require": ("host",),
     "forbid": ("userinfo",)}, N, "3"),
    # hosts in their normal form
    ("http://ex%61mple.com/", OURS, N, "6.2.2.2"),
    ("http://EXAMPLE.com./", OURS, N, "3.2.2: a final dot"),
    ("http://example.com../", OURS, 7, "3.2.2"),
    ("http://example.com%2E/", OURS, N, "6.2.2.2"),
    ("http://example.com/", {"hosts": "EX%61MPLE.com."}, N, "6.2.2"),
    ("http://[::1]/", {"hosts": "::1"}, N, "3.2.2"),
    # IPv6 addresses as addresses (RFC 5952)
    *[(f"http://[{host}]/", {"hosts": "::1"}, N, "RFC 5952") for host in (
        "::1", "0::1", "0:0:0:0:0:0:0:1", "::0001", "0000::0.0.0.1")],
    ("http://[::1]/", {"hosts": "0:0:0:0:0:0:0:1"}, N, "RFC 5952"),
    ("http://[::1]/", {"hosts": "[0::1]"}, N, "RFC 5952"),
    ("http://[2001:DB8:0:0:1::1]/", {"hosts": "2001:db8::1:0:0:1"}, N, "RFC 5952"),
    ("http://[::2]/", {"hosts": "::1"}, 7, "RFC 5952"),
    ("http://[::ffff:7f00:1]/", {"hosts": "::ffff:127.0.0.1"}, N, "RFC 5952 5"),
    ("http://[::ffff:127.0.0.1]/", {"hosts": "127.0.0.1"}, 7, "an IPv4-mapped address is another host"),
    ("http://127.0.0.1/", {"hosts": "::ffff:127.0.0.1"}, 7, "and the other way around"),
    ("http://[::127.0.0.1]/", {"hosts": "127.0.0.1"}, 7, "nor is an IPv4-compatible one"),
    ("http://[v1.A]/", {"hosts": "[V1.a]"}, N, "3.2.2: case-insensitive"),
    ("http://%C3%A9.example/", {"hosts": "%c3%a9.example"}, N, "6.2.2.1"),
    ("http://\u00e9.example/", {"rule": "IRI", "hosts": "\u00e9.example"}, N, "RFC 3987 5.3.2"),
    ("http://\u00e9.example/", {"rule": "IRI", "hosts": ".example"}, N, "RFC 3987 3.1"),
    # a host and what is below it
    ("http://example.com/", {"hosts": ".example.com"}, N, "itself"),
    ("http://a.b.EX%61mple.com./", {"hosts": ".example.com"}, N, "below"),
    ("http://evilexample.com/", {"hosts": ".example.com"}, 7, "7.6"),
    ("http://example.com.evil.com/", {"hosts": ".example.com"}, 7, "7.6"),
    ("http://evil.com%2F.example.com/", {"hosts": ".example.com"}, 7, "7.6: %2F is not read"),
    ("http://evil.com%00.example.com/", {"hosts": ".example.com"}, 7, "7.6: nor %00"),
    *[(f"http://{host}.a.example/", {"rule": "IRI", "hosts": ".a.example"}, 7, "3.2.2: in IDNA")
      for host in ("evil.com\uff0f", "evil.com%EF%BC%8F", "evil.com\uff1a80", "evil\u2100",
                   "evil%EF%BC%BC", "evil%252F", "evil%3E%CC%B8", "%2541", "evil%2C",
                   "evil%EF%BC%852F", "evil%FF", "evil%20")],
    *[(f"http://{host}.a.example/", {"rule": "IRI", "hosts": ".a.example"}, N, "RFC 3987 3.1")
      for host in ("\u4f8b\u3048", "%E4%BE%8B", "a\u200db", "xn--r8jz45g")],
    ("http://evil.com\u3002a.example/", {"rule": "IRI", "hosts": ".a.example"}, 7, "not as it is"),
    ("http:///", {"hosts": ".example.com"}, 7, "an empty host"),
    ("file:///x", {"hosts": ""}, N, "an empty host"),
    # types of hosts
    ("http://1.2.3.4/", {"forbid": "IPv4address"}, 7, "3.2.2"),
    ("http://%31.2.3.4/", {"forbid": "IPv4address"}, 7, "6.2.2.2: its normal form is one"),
    ("http://1.2.3.4./", {"forbid": "IPv4address"}, 7, "a resolver takes it for one"),
    *[(f"http://{host}/", {"rule": "IRI", "forbid": "IPv4address"}, 7, "3.2.2, 7.4: a resolver may")
      for host in ("127.1", "0x7f.1", "0X7F000001", "2130706433", "0177.0.0.1", "a.0x", "127.0.0.1%20x",
                   "\uff11.2.3.4", "%EF%BC%91.2.3.4", "\u2460.2.3.4", "1\u30022\u30023\u30024",
                   "1\u00ad.2.3.4", "\u00ad" * 2_277 + "1.2.3.4", "1.2.3.\ufe004", "1.2.3.4\u3002",
                   "1.2.3.4%2F")],
    *[(f"http://{host}/", {"rule": "IRI", "forbid": "IPv4address"}, N, "3.2.2, 7.4")
      for host in ("1.2.3.4a", "0x7g", "a_b", "\u4f8b.jp", "%C3%A9", "1e1", "x.0xy",
                   "b\u00fccher.de", "\u0926.\u092d\u093e\u0930\u0924", "%C3%A9.ee", "0x.example")],
    *[(f"http://1.2.3.{char}4/", {"rule": "IRI", "forbid": "IPv4address"}, 7, "3.2.2: left out")
      for char in "\u034f\u115f\u1160\u17b4\u180e\u2064\u206a\u3164\uffa0\U0001bca0\U0001d173\ufe0f"],
    ("http://1.2.3.%E2%81%A44/", {"forbid": "IPv4address"}, 7, "3.2.2: left out"),
    ("http://1.2.3.%F0%9C%B3%B1/", {"forbid": "IPv4address"}, 7, "a digit of a newer Unicode"),
    ("http://b%C3%BCcher.example/", {"require": "reg-name"}, N, "3.2.2"),
    ("http://b%C3%BCcher.example/", {"forbid": "ireg-name"}, N, "3.2.2"),
    # RFC 9110 4.2.1: without a host it is not valid; browsers read http:/a as http://a
    *[(f"http:{rest}", {"forbid": name}, offset, "RFC 9110 4.2.1") for rest, offset in (
        ("/u:p@a:8/", 5), ("u:p@a", 5), ("///127.0.0.1/", 7)) for name in (
        "IPv4address", "userinfo", "password", "host", "port", "domain", "authority")],
    ("http:/a?b#c", {"forbid": ["scheme"]}, 0, "3.1"),
    ("http:a", {"forbid": ["query", "fragment"]}, N, "3.4, 3.5"),
    ("file:///127.0.0.1", {"forbid": "IPv4address"}, N, "RFC 8089 2: its host may be empty"),
    ("http://127.1/", {"require": "reg-name"}, 7, "7.4: a resolver may read it as an IPv4address"),
    ("http://127.1/", {"require": "IPv4address"}, 7, "3.2.2: not by the grammar"),
    ("http://\uff41.example/", {"rule": "IRI", "require": "domain"}, 7, "3.2.2: not as it stands"),
    ("http://[::1]/", {"forbid": ["IPv4address", "IPv6address", "IPvFuture"]}, 7, "3.2.2"),
    ("http://[v1.a]/", {"forbid": ["IPv4address", "IPv6address", "IPvFuture"]}, 7, "3.2.2"),
    ("http://a/", {"forbid": ["IPv4address", "IPv6address", "IPvFuture"]}, N, "3.2.2"),
    ("mailto:a", {"forbid": ["reg-name"]}, N, "no host has no type"),
    ("http://[::1]/", {"require": "IPv6address"}, N, "3.2.2"),
    ("http://1.2.3.4/", {"require": "IPv6address"}, 7, "3.2.2"),
    ("http://%31.2.3.4/", {"require": "IPv4address"}, 7, "3.2.2: not as it stands"),
    ("http://%31.2.3.4/", {"require": "reg-name"}, 7, "6.2.2.2: nor in its normal form"),
    ("http://\u00e9/", {"rule": "IRI", "require": "ireg-name"}, N, "RFC 3987 2.2"),
    ("http://\u00e9/", {"rule": "IRI", "forbid": "ireg-name"}, 7, "RFC 3987 2.2"),
    ("http://a.example/", {"require": "domain"}, N, "RFC 1123 2.1"),
    ("http://A-1.3com.x%61-y./", {"require": "domain"}, N, "RFC 1123 2.1"),
    ("http://localhost/", {"require": "domain"}, N, "RFC 1123 2.1"),
    (f"http://{'a' * 63}.b/", {"require": "domain"}, N, "RFC 1123 2.1"),
    (f"http://{'a' * 64}.b/", {"require": "domain"}, 7, "RFC 1123 2.1"),
    (f"http://{'a.' * 126}b/", {"require": "domain"}, N, "RFC 1123 2.1: 253 characters"),
    (f"http://{'a.' * 126}bc/", {"require": "domain"}, 7, "RFC 1123 2.1"),
    *[(f"http://{host}/", {"rule": "IRI", "require": "domain"}, 7, "RFC 1123 2.1, 7.4") for host in (
        "0x7f.1", "127.1", "2130706433", "0x7f000001", "1.2.3.4", "a.0x", "a.0xF", "a.1", "a_b", "-a",
        "a-", "a..b", ".a", "[::1]", "\u00e9.example", "%C3%A9.example", "a%2Fb", "", "127.0.0.1.")],
]
LACKING: list[tuple[str, dict[str, Any], str]] = [
    # what is not there has no place: any offset in the text
    ("mailto:a@b", {"require": ("host",)}, "3.2"),
    ("http://h/", {"require": ("query",)}, "3.4"),
    ("http://h/", {"require": ("userinfo",)}, "3.2.1"),
    ("http://h/", {"require": ("host", "port")}, "3.2.3"),
    ("http://h", {"require": ("fragment",)}, "3.5"),
    ("urn:a:b", {"require": ("authority",)}, "3.2"),
]
REDACTED: list[tuple[str, bool, str]] = [  # text, whether "s3cr3t" is a password in it, section
    ("http://u:s3cr3t@h/", True, "7.5"),
    ("http://u:s3cr3t@h:80/p?q#f", True, "7.5"),
    ("http://:s3cr3t@h/", True, "7.5"),
    ("http://u:a:s3cr3t@h/", True, "7.5: all after the first colon"),
    ("//u:s3cr3t@h", True, "4.2"),
    ("ftp://u:%41s3cr3t@[::1]/", True, "7.5"),
    ("http://u:s3cr3t@h/a b|c", True, "not valid"),
    ("http://u:s3cr3t@h/%zz\n", True, "not valid"),
    ("http://u:s3cr3t@h:x\\", True, "not valid"),
    ("ht_tp://u:s3cr3t@h/", True, "not valid"),
    ("http://u:s3cr3t@\u00e9/\u00e9", True, "an IRI"),
    ("http://s3cr3t@h/", False, "a user, not a password"),
    ("http://u@h/s3cr3t", False, "7.5"),
    ("http://h/u:s3cr3t@h", False, "a path"),
    ("http://h?u:s3cr3t@h", False, "a query"),
    ("http://h#u:s3cr3t@h", False, "a fragment"),
    ("mailto:u:s3cr3t@h", False, "no authority"),
    ("sip:u:s3cr3t@h", True, "RFC 3261 19.1.1"),
    ("SIPS:u:s3cr3t@h;transport=tcp", True, "RFC 3261 19.1.1"),
    ("gossip:u:s3cr3t@h", False, "another scheme"),
    ("mysql://root:s3cr3t#b@h/db", True, "not valid: a fragment and no port"),
    ("mongodb+srv://u:s3cr3t?1@h/", True, "not valid"),
    ("http://u:12%2Fs3cr3t@h/", True, "7.5: %2F is data"),
    ("http://s3cr3t:80/", False, "a host"),
    ("http://u:@s3cr3t/", False, "7.5: unless the data is the empty string"),
    ("s3cr3t", False, "a path"),
    ("", False, "nothing"),
]
CONFUSION: list[tuple[str, int | None, str | None, str | None, str]] = [
    # text, offset of the error in "URI" or None, host and host_type where it is valid, why
    ("http://127.0.0.1\\@1.1.1.1",            16, N, N, "a backslash is in no URI"),
    ("http://foo@evil.com:80@google.com/",    22, N, N, "a second @ is in no authority"),
    ("http://foo@evil.com@google.com/",       19, N, N, "a second @ is in no authority"),
    ("http://[::1]evil.com",                  12, N, N, "nothing follows an IP literal but a port"),
    ("http://[::1]@evil.com",                 12, N, N, "brackets are no userinfo"),
    ("http://evil.com[::1]/",                 15, N, N, "brackets are in no reg-name"),
    ("http://[evil.com]/",                     9, N, N, "no IPv6address, no IPvFuture"),
    ("\thttp://evil.com/",                     0, N, N, "white space is not stripped"),
    (" http://evil.com/",                      0, N, N, "white space is not stripped"),
    ("http://evil.com/ ",                     16, N, N, "white space is not stripped"),
    ("ht\ttp://evil.com/",                     2, N, N, "a tab is not taken out"),
    ("java\nscript:alert(1)",                  4, N, N, "a newline is not taken out"),
    ("http://ev\til.com/",                     9, N, N, "a tab is not taken out"),
    ("http://ev\nil.com/",                     9, N, N, "a newline is not taken out"),
    ("http://good.com\n.evil.com/",           15, N, N, "a newline ends nothing"),
    ("http://good.com\r\nHost: evil.com",     15, N, N, "a header is no part of a URI"),
    ("http://good.com\0.evil.com/",           15, N, N, "a NUL ends nothing"),
    ("http://good.com\\.evil.com/",           15, N, N, "a backslash is no slash"),
    ("http:\\\\evil.com/",                     5, N, N, "a backslash is no slash"),
    ("http://1.1.1.1 &@2.2.2.2# @3.3.3.3/",   14, N, N, "three hosts for three parsers"),
    ("http://evil\u3002com/",                 11, N, N, "an ideographic full stop is no dot"),
    ("http://\u24d4vil.com/",                  7, N, N, "a circled letter is no letter"),
    ("http://good.com\uff0f.evil.com/",       15, N, N, "a full-width slash is no slash"),
    ("////evil.com",                           0, N, N, "no scheme"),
    ("//evil.com",                             0, N, N, "no scheme"),
    ("http://good.com%2F@evil.com", N, "evil.com", "reg-name",
     "%2F is data, not a slash: the userinfo is good.com%2F"),
    ("http://good.com@evil.com/",              N, "evil.com", "reg-name", "7.6"),
    ("http://good.com:80@evil.com/",           N, "evil.com", "reg-name", "7.6"),
    ("http://evil.com#@good.com/",             N, "evil.com", "reg-name", "# ends the authority"),
    ("http://evil.com?@good.com/",             N, "evil.com", "reg-name", "? ends the authority"),
    ("http://good.com%00.evil.com/", N, "good.com%00.evil.com", "reg-name", "%00 is data"),
    ("http://0x7f.1/", N, "0x7f.1", "reg-name",
     "7.4: an address for inet_aton, a name by the grammar"),
    ("http://0177.0.0.1/",                     N, "0177.0.0.1", "reg-name", "7.4"),
    ("http://2130706433/",                     N, "2130706433", "reg-name", "7.4"),
    ("http://127.1/",                          N, "127.1", "reg-name", "7.4"),
    ("http://127.0.0.1/",                      N, "127.0.0.1", "IPv4address", "3.2.2"),
    ("http://[::ffff:127.0.0.1]/",             N, "[::ffff:127.0.0.1]", "IPv6address", "3.2.2"),
    ("http:///evil.com", N, "", "reg-name", "the host is empty; evil.com is the path"),
    ("http:/evil.com",                         N, N, N, "no authority; evil.com is in the path"),
    ("http:evil.com",                          N, N, N, "no authority; evil.com is the path"),
]
# fmt: on


@pytest.mark.parametrize("text, policy, offset, section", POLICIES)
def test_policies(text: str, policy: dict[str, Any], offset: int | None, section: str) -> None:
    if offset is None:
        assert ur.validate(text, **policy) is text
        return
    assert ur.validate(text, rule=policy.get("rule", "URI")) is text
    with pytest.raises(ur.URIError) as caught:
        ur.validate(text, **policy)
    assert (caught.value.text, caught.value.offset) == (text, offset)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text, policy, section", LACKING)
def test_a_part_that_is_required_must_be_there(
    text: str, policy: dict[str, Any], section: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate(text, **policy)
    assert 0 <= caught.value.offset <= len(text)


def test_a_policy_holds_for_valid_texts_only() -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate("http://h/%zz", schemes=("http",), require=("host",))
    assert caught.value.offset == 10
    assert (
        ur.validate("//h/x", rule="URI-reference", require=("host",), forbid=("scheme",)) == "//h/x"
    )


# rule, a text that matches it, policies: those that passed in 1.0.0, though they do not hold
LEFT_OUT: list[tuple[str, str, dict[str, Any]]] = [
    ("authority", "u:p@h", {"forbid": ["userinfo"]}),
    ("host", "127.0.0.1", {"forbid": ["IPv4address"]}),
    ("authority", "http:80", {"schemes": ["http"]}),
    ("iauthority", "u:p@h", {"forbid": "password"}),
    ("path-abempty", "//evil", {"forbid": ["authority"]}),
    ("hier-part", "//h/", {"hosts": ["h"]}),
    ("query", "a", {"require": ["path"]}),
]


@pytest.mark.parametrize("rule, text, policy", LEFT_OUT)
def test_policies_for_a_rule_without_these_parts_are_a_value_error(
    rule: str, text: str, policy: dict[str, Any]
) -> None:
    assert ur.validate(text, rule=rule) is text
    with pytest.raises(ValueError, match=f"policies are for URI, .*, not for {rule!r}") as caught:
        ur.validate(text, rule=rule, **policy)
    assert not isinstance(caught.value, ur.URIError)


def test_policies_are_for_the_rules_of_references_alone() -> None:
    policies: list[dict[str, Any]] = [
        {"schemes": "http"}, {"hosts": "a"}, {"ports": 80}, {"require": "path"}, {"forbid": "host"},
        {"schemes": []}, {"hosts": []}, {"ports": []}, {"require": []}, {"forbid": []},
    ]  # fmt: skip
    texts = {"relative-ref": "//a:80/b", "irelative-ref": "//a:80/b"}
    for rule in ur.RFC3987.rules:
        for policy in policies:
            text = texts.get(rule, "http://a:80/b")
            outcomes: Any = (str, ur.URIError)
            if rule not in ur._REFERENCE_RULES:
                outcomes = ValueError
            try:
                got: object = ur.validate(text, rule=rule, **policy)
            except (ValueError, ur.URIError) as error:
                got = error
            assert isinstance(got, outcomes)
            assert rule in ur._REFERENCE_RULES or not isinstance(got, (str, ur.URIError))
            assert ur.validate(text, rule=rule.upper()) if rule in texts else True
    assert ur.validate("http://a/", rule="uri", schemes=["http"]) == "http://a/"  # RFC 5234 2.1


# text of another grammar, policies, offset of the error (None: it is kept), why
OF_OTHER_GRAMMARS: list[tuple[str, dict[str, Any], int | None, str]] = [
    ("http://[fe80::1%25en0]/", {"schemes": "http"}, N, "RFC 6874"),
    ("http://[fe80::1%25en0]/", {"forbid": "userinfo", "require": "host", "ports": 80}, N, "RFC 6874"),
    ("http://[fe80::1%25en0]/", {"hosts": "fe80::1"}, 7, "RFC 6874: another host"),
    ("http://[fe80::1%25en0]/", {"forbid": "IPv6address"}, 7, "RFC 6874: it may be one"),
    ("http://[fe80::1%25en0]/", {"forbid": "IPv4address"}, 7, "what cannot be read is refused"),
    ("http://[fe80::1%25en0]/", {"require": "IPv6address"}, 7, "what cannot be read is refused"),
    ("http://a:b:c/", {"schemes": "http"}, N, "RFC 2396 3.2.1"),
    ("http://a:b:c/", {"hosts": "a"}, 7, "RFC 2396 3.2.1"),
    ("http://a:b:c/", {"forbid": "domain"}, 7, "what cannot be read is refused"),
    ("http://[::999.1.1.1]/", {"schemes": "http"}, N, "RFC 2732 3"),
    ("http://[::999.1.1.1]/", {"hosts": "::1"}, 7, "RFC 2732 3"),
    ("http://[::999.1.1.1]/", {"forbid": "IPv6address"}, 7, "RFC 2732 3"),
]  # fmt: skip


@pytest.mark.parametrize("text, policy, offset, why", OF_OTHER_GRAMMARS)
def test_policies_hold_for_the_texts_of_every_grammar(
    text: str, policy: dict[str, Any], offset: int | None, why: str
) -> None:
    assert any(ur.__dict__[name].matches("URI" if name == "RFC6874" else "absoluteURI", text)
               for name in ("RFC6874", "RFC2396", "RFC2732"))  # fmt: skip
    if offset is None:
        ur._apply_policies(text, **policy)
        return
    with pytest.raises(ur.URIError) as caught:
        ur._apply_policies(text, **policy)
    assert caught.value.offset == offset


@pytest.mark.parametrize("policy", ["require", "forbid"])
def test_a_policy_of_no_component_is_a_value_error(policy: str) -> None:
    options: dict[str, Any] = {policy: ("hsot",)}
    with pytest.raises(ValueError, match="hsot") as caught:
        ur.validate("http://h/", **options)
    assert not isinstance(caught.value, ur.URIError)  # the call is wrong, not the text


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"hosts": ["*.example.com"]}, "all below it"), ({"hosts": "."}, "'.'"),
        ({"hosts": "a:80"}, "a:80"), ({"hosts": "http://a"}, "http://a"), ({"hosts": ["a b"]}, "a b"),
        ({"schemes": ["http:"]}, "http:"), ({"schemes": ""}, "''"), ({"ports": "http"}, "http"),
        ({"ports": [-1]}, "-1"), ({"require": "hsot"}, "hsot"), ({"forbid": "hostname"}, "IPv4address"),
    ],
)  # fmt: skip
def test_a_policy_that_nothing_can_meet_is_a_value_error(
    options: dict[str, Any], named: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(named)) as caught:
        ur.validate("http://a/", **options)
    assert not isinstance(caught.value, ur.URIError)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("ftp://a/", {"schemes": ["http", "https"]},
         """the scheme is 'ftp'; allowed: "http" / "https" (at offset 0): 'ftp://a/'"""),
        ("ftp://a/", {"schemes": "http"}, """the scheme is 'ftp'; allowed: "http" (at offset 0)"""),
        ("ftp://a/", {"schemes": []}, "the scheme is 'ftp'; allowed: none (at offset 0)"),
        ("mailto:a", {"hosts": ["a.example", ".b.example"]},
         'the host is missing; allowed: "a.example" / ".b.example" (at offset 7)'),
        ("http://a/", {"ports": 443}, """the port is '80'; allowed: "443" (at offset 8)"""),
        ("http://a:1/", {"ports": ["", 443]}, """the port is '1'; allowed: "" / "443" (at"""),
        ("http://a:9/", {"ports": ["", *range(1, 9)]},
         """the port is '9'; allowed: "" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" (at"""),
        ("mailto:a", {"require": "host"}, "the host is missing (at offset 7)"),
        ("mailto:a", {"require": "domain"}, "the host is missing (at offset 7)"),
        ("http://0x7f.1/", {"require": "domain"}, "the host is not of type domain (at offset 7)"),
        ("http://u@a/", {"forbid": "userinfo"}, "userinfo is not allowed (at offset 7)"),
        ("http://[::1]/", {"forbid": "IPv6address"}, "IPv6address is not allowed (at offset 7)"),
        (f"http://{'a' * 99_999}/", {"hosts": "b"}, f"""the host is '{'a' * 60}…'; allowed: "b" (at"""),
    ],
)  # fmt: skip
def test_a_policy_says_what_is_wrong_in_plain_words(
    text: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        ur.validate(text, **options)
    assert str(caught.value).startswith(message)
    assert message.startswith(caught.value.reason) or "…" in message


@pytest.mark.parametrize("text, secret, section", REDACTED)
def test_redact_hides_the_password_and_nothing_else(text: str, secret: bool, section: str) -> None:
    redacted = ur.redact(text)
    if not secret:
        assert redacted == text
        return
    assert "s3cr3t" not in redacted
    start = text.index(":", text.index("//" if "//" in text else ":") + 1) + 1
    assert redacted.startswith(text[:start])
    assert redacted.endswith(text[text.index("@") :])
    assert ur.redact(redacted) == redacted
    if ur.is_uri_reference(text):
        assert ur.is_uri_reference(redacted)


@pytest.mark.parametrize("text, offset, host, host_type, why", CONFUSION)
def test_what_parsers_disagree_on(
    text: str, offset: int | None, host: str | None, host_type: str | None, why: str
) -> None:
    if offset is None:
        uri = ur.parse(text)
        assert (uri.host, uri.host_type) == (host, host_type)
    else:
        with pytest.raises(ur.URIError) as caught:
            ur.parse(text)
        assert caught.value.offset == offset


def test_four_slashes_are_an_empty_authority_and_a_path() -> None:
    assert ur.parse("////evil.com", rule="URI-reference") == (None, "", "//evil.com", None, None)
    assert ur.resolve("http://good.com/", "////evil.com") == "http:////evil.com"
    assert ur.split("http:////evil.com").host == ""


def quote_all(text: str) -> str:
    return quote(text, safe="")


# fmt: off
# text, what is left, why (7.5: all after the first ":" of a userinfo)
REDACTED_TEXTS: list[tuple[str, str, str]] = [
    ("/?u=sip%3A%3Apw%40h", "/?u=sip%3A%3A***%40h", "an encoded sip: without a user"),
    (r"sip:\u003apw\u0040h", r"sip:\u003a***\u0040h", "and in JSON"),
    ("sip:[::1]:5060 bob@h", "sip:[::1]:5060 bob@h", "an IP-literal is no user"),
    ("smtp://me@a.example:pw@b.example/", "smtp://me@a.example:***@b.example/", "the last @ ends it"),
    ("http://foo@evil.com:80@google.com/", "http://foo@evil.com:***@google.com/", "so split reads it"),
    ("http://u:p w@h/", "http://u:***@h/", "not valid, but a password"),
    (' http://u:p"w@h/', " http://u:***@h/", "white space before it"),
    ("x http://u:p@h y //v:q@i", "x http://u:***@h y //v:***@i", "several, with and without a scheme"),
    ("http:\\/\\/u:p@h", "http:\\/\\/u:***@h", "as JSON may write it"),
    ("http://u:@h/", "http://u:@h/", "no password: an empty one"),
    ("http://h:8080 is up; mail a@b", "http://h:8080 is up; mail a@b", "a port"),
    ("http://h:8080\nmail a@b", "http://h:8080\nmail a@b", "a port"),
    ("http://u:p\nmail a@b", "http://u:p\nmail a@b", "no line break in it"),
    ("http://[::1]:80 up, a@b", "http://[::1]:80 up, a@b", "an IP-literal"),
    ("http://[::1]:80,a@b", "http://[::1]:80,a@b", "an IP-literal"),
    ("http://h: see a@b", "http://h: see a@b", "an empty port"),
    ('{"u": "http://h:80", "m": "a@b"}', '{"u": "http://h:80", "m": "a@b"}', "a quote ends it"),
    ("http://h/a:b@c", "http://h/a:b@c", "in the path"),
    ("file:///a:b@c", "file:///a:b@c", "in the path, behind an empty authority"),
    ("////a:b@c /////a:b@c", "////a:b@c /////a:b@c", "in the path, behind an empty authority"),
    ("http://localhost:8080: connection refused for user bob@example.com",
     "http://localhost:8080: connection refused for user bob@example.com", "a port"),
    ("http://localhost:8080, contact bob@x.org", "http://localhost:8080, contact bob@x.org", "a port"),
    ("http://u:p@h and mail bob@x.org", "http://u:***@h and mail bob@x.org", "the authority has an @"),
    ("http://h:80,a@b", "http://h:***@b", "it has one here, too: RFC 3986 says a userinfo"),
    ("http://u@h:8x/p@q", "http://u@h:8x/p@q", "and here, one that has no password"),
    *[(text, text, "a port") for c in "/?#,;:.)]'\"><\n"
      for text in (f"at http://h:80{c} a@b/c@d", f"http://h:80{c} a@b/c@d")],
    # An empty port (3.2.3) is none where an "@" follows before white space.
    ("http://h:/a@b http://h:?a@b", "http://h:***@b http://h:***@b", "no empty port"),
    ("postgres://user:/abc+def@host/db", "postgres://user:***@host/db", "it begins with a slash"),
    ("x redis://:#secret@cache", "x redis://:***@cache", "it begins with a number sign"),
    ("x redis://:?secret@cache", "x redis://:***@cache", "it begins with a question mark"),
    ("x db://u:'a/bc@h", "x db://u:***@h", "it begins with an apostrophe"),
    ('db://u:"a/b<c@h', "db://u:***@h", "a quotation mark, where no text is around it"),
    ('db://u:a@"b@h x@y', "db://u:***@h x@y", "the same, after an @"),
    ("?u=http%3A%2F%2Fu%3A%2Fsecret%40h", "?u=http%3A%2F%2Fu%3A***%40h", "encoded"),
    ("db://u://v:w/x@h", "db://u:***@h", "it looks like another authority"),
    ("db://u:123456/x@h", "db://u:***@h", "no port has six digits"),
    ("http://h:/ see a@b", "http://h:/ see a@b", "an empty port, and white space"),
    ("http://h:/a?b#c see a@b", "http://h:/a?b#c see a@b", "an empty port, and white space"),
    ("http://h:\tsee a@b", "http://h:\tsee a@b", "an empty port, and white space"),
    ("at http://h:", "at http://h:", "an empty port at the end"),
    ('{"u":"http://h:/","m":"a@b"}', '{"u":"http://h:/","m":"a@b"}', "a quote ends it"),
    ('log: http://u:p"w@h/', 'log: http://u:p"w@h/', "a quote ends it"),
    ("log: http://u:p<w@h/ http://u:p>w@h/", "log: http://u:p<w@h/ http://u:p>w@h/", "so does < or >"),
    # What ordinary lines have.
    *[(text, text, "no password") for text in (
        "https://mastodon.example/@user", "docker.io/a/b@sha256:abc", "http://h:80?x=a@b",
        "git@github.com:a/b.git", "ssh://git@github.com:a/b.git", "listen on h:80, mail a@b",
        "see https://mastodon.example:443/@user", "From: a@b (http://h:80)", "//a/b:c@d",
        "12:30 http://h:80 -> a@b", "Cc: <a@b>, <http://h:80>", "npm i @a/b@1.2 http://h:80/@a/b",
    )],
    # Line by line
    ("http://u:p w@h\nhttp://u:p w@h", "http://u:***@h\nhttp://u:***@h", "each begins its line"),
    ("a\n  http://u:p w@h\nx http://u:p w@h", "a\n  http://u:***@h\nx http://u:p w@h", "not the last"),
    ("x http://h:80x/ a@b", "x http://h:80x/ a@b", "white space ends what may be a password"),
    ("http://h:80x/ a@b", "http://h:***@b", "but where the text begins with it"),
    ("x db://u:a#b/c?d@h/e@f g@h", "x db://u:***@f g@h", "the last @ of the run"),
    ("redis://:p@ss/w0rd@cache", "redis://:***@ss/w0rd@cache", "3.2: as the RFC reads it"),
    ("http://u:p@h,http://v:q@i", "http://u:***@h,http://v:***@i", "each"),
    ("sip:h:5060;x=y, a@b", "sip:h:5060;x=y, a@b", "a port"),
    # JSON's spellings (RFC 8259 7), and JSON in strings of JSON
    (r'{"u":"http:\/\/u:p@h\/","m":"a@b"}', r'{"u":"http:\/\/u:***@h\/","m":"a@b"}', "\\/"),
    (r'{"u":"http:\u002f\u002Fu:p\u0040h"}', r'{"u":"http:\u002f\u002Fu:***\u0040h"}', "\\u"),
    (r'{"u":"http://u:p\"q@h/","m":"a@b"}', r'{"u":"http://u:***@h/","m":"a@b"}', "a quote in it"),
    (r'{"u":"http:\/\/h:80\/a@b","m":"a@b"}', r'{"u":"http:\/\/h:80\/a@b","m":"a@b"}', "a port"),
    ('{"u":"http://h","m":"a:b@c","n":"http://h:80","o":"a@b"}',
     '{"u":"http://h","m":"a:b@c","n":"http://h:80","o":"a@b"}', "a quote ends it"),
    (r'"{\"u\":\"http://u:p\\\"q@h/\",\"m\":\"a@b\"}"',
     r'"{\"u\":\"http://u:***@h/\",\"m\":\"a@b\"}"', "nested"),
    (r'"{\"u\":\"http:\\/\\/u:p@h\",\"n\":\"http://h\",\"m\":\"a:b@c\"}"',
     r'"{\"u\":\"http:\\/\\/u:***@h\",\"n\":\"http://h\",\"m\":\"a:b@c\"}"', "nested"),
    (r'{\"u\":\"//u:p@h\"}', r'{\"u\":\"//u:***@h\"}', "nested, and no scheme"),
    (r'{"u":"db://u:1234\u00225678@h"}', r'{"u":"db://u:***@h"}', "a quote in it, as .NET writes it"),
    (r'{"b":"{\u0022u\u0022:\u0022db://u:p@h\u0022,\u0022m\u0022:\u0022a@b\u0022}"}',
     r'{"b":"{\u0022u\u0022:\u0022db://u:***@h\u0022,\u0022m\u0022:\u0022a@b\u0022}"}', ".NET"),
    ("%7B%22u%22%3A%22db%3A%2F%2Fu%3Ap%5C%22w%40h%22%2C%22m%22%3A%22a%40b%22%7D",
     "%7B%22u%22%3A%22db%3A%2F%2Fu%3A***%40h%22%2C%22m%22%3A%22a%40b%22%7D", "JSON in a query"),
    # UTF-16, read as octets: what follows keeps its place
    ("d\0b\0:\0/\0/\0u\0:\0p\0w\0@\0h\0", "d\0b\0:\0/\0/\0u\0:\0*\0*\0@\0h\0", "little-endian"),
    ("\0d\0b\0:\0/\0/\0u\0:\0p\0w\0@\0h", "\0d\0b\0:\0/\0/\0u\0:\0*\0*\0@\0h", "big-endian"),
    ("\0/\0/\0h\0:\0008\0000\0/\0a\0@\0b", "\0/\0/\0h\0:\0008\0000\0/\0a\0@\0b", "a port"),
    # in the query of another URI
    ("u=http%3A%2F%2Fu%3Apw%40h", "u=http%3A%2F%2Fu%3A***%40h", "2.1"),
    ("http://x/?u=http%3a%2f%2fu%3apw%40h&m=a@b", "http://x/?u=http%3a%2f%2fu%3a***%40h&m=a@b", "&"),
    ("http://x/?u=http%3A//u%3Apw%40h#a@b", "http://x/?u=http%3A//u%3A***%40h#a@b", '"/" left'),
    ("u=http%253A%252F%252Fu%253Apw%2540h", "u=http%253A%252F%252Fu%253A***%2540h", "twice"),
    ("u=http%3A%2F%2Fu%3A12%252F34%40h", "u=http%3A%2F%2Fu%3A***%40h", "%252F is data in it"),
    ("u=http%3A%2F%2Fu%3Aa%23b%40h%2F", "u=http%3A%2F%2Fu%3A***%40h%2F", "no port"),
    ("u=http%3A%2F%2Fh%3A80%2Fx%40y", "u=http%3A%2F%2Fh%3A80%2Fx%40y", "a port"),
    ("u=http%3A%2F%2Fu%3Ap%20w%40h", "u=http%3A%2F%2Fu%3A***%40h", "a space that is encoded"),
    ("%7B%22u%22%3A%22http%3A%2F%2Fh%22%2C%22m%22%3A%22a%3Ab%40c%22%7D",
     "%7B%22u%22%3A%22http%3A%2F%2Fh%22%2C%22m%22%3A%22a%3Ab%40c%22%7D", "a quote ends it"),
    ("u=http%3A%2F%2Fu%3Ap%22w%40h", "u=http%3A%2F%2Fu%3A***%40h", "a quote in it"),
    ("u=file%3A%2F%2F%2Fa%3Ab%40c", "u=file%3A%2F%2F%2Fa%3Ab%40c", "an empty authority"),
    ("%2F%2F%5B%3A%3A1%5D%3A80%2Ca%40b", "%2F%2F%5B%3A%3A1%5D%3A80%2Ca%40b", "an IP-literal"),
]
# fmt: on


@pytest.mark.parametrize(("text", "left", "why"), REDACTED_TEXTS)
def test_redact_hides_passwords_and_nothing_else(text: str, left: str, why: str) -> None:
    assert ur.redact(text) == left and ur.redact(left) == left


def test_redact_hides_the_password_of_each_valid_uri_and_nothing_else() -> None:
    """As parse has it, in each spelling."""
    choose = random.Random(75).choice
    users = [
        None,
        "",
        "u",
        "u:",
        "u:s3cr3t",
        ":s3cr3t",
        "u:12%2Fs3cr3t",
        "u:'(s3cr3t)",
        "%40:s3cr3t&;",
    ]
    for _ in range(3000):
        uri = ur.URI(choose(["http", "a+b.c-d", None]), "", choose(["", "/", "/a:b@c", "/d@e:f"]))
        uri = uri.replace(host=choose(["h", "[::1]", "", "1.2.3.4"]), port=choose([None, "", "80"]))
        uri = uri.replace(userinfo=choose(users), query=choose([None, "a:b@c", "//"]))
        text = str(uri.replace(fragment=choose([None, "", "@"])))
        if uri.port == "" and uri.userinfo is None and "@" in text:
            continue  # an empty port, or a password that begins with "/"? It is hidden
        user, _, password = (uri.userinfo or "").partition(":")
        hidden = str(uri.replace(userinfo=f"{user}:***")) if password else str(uri)
        hidden += text[len(str(uri)) :]
        for spell in (
            str, json.dumps, lambda x: json.dumps({"a": x}).replace("/", "\\/"), quote_all,
            lambda x: json.dumps(json.dumps([x])), lambda x: f"http://x/?u={quote_all(x)}&v={quote_all(x)}",
            lambda x: f"see <{x}>, or ({x}) for a@b", quote,
        ):  # fmt: skip
            assert ur.redact(spell(text)) == spell(hidden).replace("%2A%2A%2A", "***"), spell(text)


def test_redact_leaks_no_password_however_it_is_spelled() -> None:
    """Not valid, with all that a password may have; quotes, brackets and spaces need quoting."""
    choose = random.Random(76).choice
    for _ in range(3000):
        password = "".join(
            choose("#?/:@!$&'()*+,;=[]{}|^`\\%~é\"x") for _ in range(choose(range(6)))
        )
        password = f"s3{password}cr3t"
        text = f"db://u:{password}@h/p"
        for spelled in (
            json.dumps({"a": text}), json.dumps(json.dumps({"a": text})), quote_all(text),
            json.dumps({"a": text}).replace("/", "\\/"), "x " + text.replace('"', ""),
        ):  # fmt: skip
            if not re.match("s3[^/?#]*@", password):  # else RFC 3986 says where the userinfo ends
                assert "cr3t" not in ur.redact(spelled), spelled
            assert "s3" not in ur.redact(spelled), spelled


def twice(text: str) -> str:
    return json.dumps(json.dumps({"u": text, "m": "a@b"}))


def escaped_slashes(text: str) -> str:
    return json.dumps({"u": text, "m": "a@b"}).replace("/", "\\/")


def queried(text: str) -> str:
    return f"http://x/?u={quote_all(text)}&m=a@b"


# fmt: off
# What is around a URI, and which characters of a password may end it there.
LOGGED: list[tuple[Callable[[str], str], str]] = [
    ("{}".format, ""), ("first\n  {}\nmail a@b".format, ""),
    ("12:30 INFO connecting to {}: refused, mail a@b".format, "\"<>"), ("URL='{}' b@c".format, "\"<>"),
    ("export DB={}".format, "\"<>"),
    ("see <{0}>, ({0}) a@b".format, "\"<>"), ('u="{}" m="a@b"'.format, "\"<>"),
    ("h,{},http://v:w@i/".format, "\"<>"), ("error:{}; b@c".format, "\"<>"),
    (lambda x: json.dumps({"u": x, "m": "a@b"}), "<>"), (lambda x: json.dumps([f"at {x}, b@c"]), "<>"),
    (escaped_slashes, "<>"), (twice, "<>"), (lambda x: json.dumps(twice(x)), "<>"),
    (queried, ""), (lambda x: queried(queried(x)), ""), (lambda x: queried(queried(queried(x))), ""),
    (lambda x: queried(json.dumps({"u": x, "m": "a@b"})), ""),
    (lambda x: json.dumps({"u": queried(x)}), ""),
]
# fmt: on


def test_no_six_characters_of_a_password_survive() -> None:
    """But for what an "@" before a "/" ends (3.2), digits that look like a port, and what ends text."""
    rng = random.Random(77)
    printable = "".join(map(chr, range(0x21, 0x7F)))
    for _ in range(400):
        alphabet = rng.choice([printable, "/?#:@\"'<>&%\\,;.[]=1234567890abc"])
        password = "".join(rng.choices(alphabet, k=rng.choice((6, 9, 20))))
        has_other_end = re.search(r"\A[^/?#]*@.*[/?#]", password)
        is_like_a_port = re.match(r"[0-9]{1,5}(?:\\*[]/?#'\"<>,;:.)]|\Z)", password)
        if has_other_end or is_like_a_port:
            continue
        uri = (
            f"{rng.choice(['db', 'http', 'a+b'])}://{rng.choice(['', 'u', 'a%40b'])}:{password}@h/d"
        )
        for around, ends in LOGGED:
            if set(ends) & set(password):
                continue
            text = around(uri)
            redacted = ur.redact(text)
            bare = around(uri.replace(password, ""))
            spelled = around(password).removeprefix(around("")[:1])
            for i in range(len(spelled) - 5):
                six = spelled[i : i + 6]
                assert six in bare or six in around("") or six not in redacted, (text, redacted)
            assert ur.redact(redacted) == redacted


def test_redact_reads_line_by_line() -> None:
    """So that it does not matter where a stream is cut."""
    rng = random.Random(78)
    bits = [
        "http://u:",
        "x ",
        "p",
        "@",
        "/",
        "h",
        "\n",
        "\r",
        " ",
        '"',
        '\\"',
        "<",
        "%3A%2F%2F",
        "%40",
    ]
    bits += ["80", "\\/\\/", "\0", "&", "\ufeff", "\u2028", ":"]
    for _ in range(3000):
        text = "".join(rng.choices(bits, k=rng.randint(1, 30)))
        assert ur.redact(text) == "\n".join(map(ur.redact, text.split("\n"))), text


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_redact_of_octets_of_utf_16_leaves_what_follows_in_its_place(name: str) -> None:
    text = "a\nhttp://me:s3cr3t\u00e9@h:80/\u65e5 \ud83d\ude00 ".encode(
        "utf-16-le", "surrogatepass"
    )
    text = text.decode("utf-16-le").encode(name)
    read = text.decode("utf-8", "surrogateescape")
    written = ur.redact(read).encode("utf-8", "surrogateescape")
    assert len(written) == len(text)
    before, secret, after = written.decode(name).partition("me:")
    assert before + secret == "a\nhttp://me:" and after.endswith("@h:80/\u65e5 \U0001f600 ")
    assert "s3cr3t" not in after


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"schemes": 5}, "int"), ({"schemes": b"http"}, "bytes"), ({"schemes": [None]}, "NoneType"),
        ({"hosts": [None]}, "NoneType"), ({"ports": [True]}, "bool"), ({"ports": 8.0}, "float"),
        ({"ports": b"80"}, "bytes"), ({"require": None}, "NoneType"), ({"forbid": [1]}, "int"),
        ({"rule": None}, "NoneType"), ({"rule": []}, "list"),
    ],
)  # fmt: skip
def test_policies_of_a_wrong_type_are_refused_by_name(options: dict[str, Any], named: str) -> None:
    with pytest.raises(TypeError, match=rf"\b{named}\b"):
        ur.validate("http://none/", **options)


def test_ports_are_numbers_and_their_absence_the_default() -> None:
    for text, ports in (
        ("http://a:080/", [80]), ("http://a:80/", ["080"]), ("http://a/", 80), ("http://a:/", [80]),
        ("https://a/", [443]), ("foo://a:0/", [0]), ("foo://a/", [""]), ("http://a:/", ["", 1]),
    ):  # fmt: skip
        assert ur.validate(text, ports=ports) == text
    for text, offset in (("http://a:22/", 9), ("http://a/", 8), ("foo://a/", 7), ("mailto:a", 7)):
        with pytest.raises(ur.URIError) as caught:
            ur.validate(text, ports=[443])
        assert caught.value.offset == offset, text
    with pytest.raises(ur.URIError):
        ur.validate("http://a:0/", ports=[""])  # no port, or an empty one
    number = enum.IntEnum("number", {"WEB": 8080}).WEB  # type: ignore[attr-defined]
    assert ur.validate("http://a:8080/", ports=number) == "http://a:8080/"


@pytest.mark.parametrize(
    ("text", "normal"),
    [  # 6.2.3 takes a port away where there is one, and mends nothing
        ("http://h::/", "http://h::/"), ("http://[::/", "http://[::/"), ("//::", "//::"),
        ("http://h:80:80/", "http://h:80:80/"), ("http://h:0/", "http://h:0/"),
        ("http://h:080/", "http://h/"), ("foo://h:80", "foo://h:80"), ("foo://h:", "foo://h"),
        ("http://u:80@h:80/", "http://u:80@h/"), ("http://[::80]:80/", "http://[::80]/"),
    ],
)  # fmt: skip
def test_only_a_port_is_taken_for_a_port(text: str, normal: str) -> None:
    assert ur.normalize(text, scheme_based=True) == normal


def test_the_guard_of_a_path_is_no_segment_to_relativize() -> None:
    """5.2.4 leaves "//a:b", which recompose writes "/.//a:b"; from "//" it is "./a:b" (4.2)."""
    assert ur.resolve("http:/..//./", "..//a:b") == "http:/.//a:b"
    assert ur.relativize("http:/..//./", "http:/.//a:b") == "./a:b"


def test_no_triplet_is_made_of_what_is_none() -> None:
    """Decoded, "%4%41" would be "%4A", and valid."""
    for text in ("%4%41", "%%34%31", "%%41", "a%4%41%42/"):
        normal = ur.normalize(text)
        assert ur.normalize(normal) == normal and not ur.is_uri_reference(normal)
        assert not ur.RFC3987.matches("IRI-reference", ur.uri_to_iri(text))


def test_an_apostrophe_before_a_uri_ends_it_where_it_stands_again() -> None:
    text = "{'u': 'http://a/b', 'v': ['http://c/','http://d/']} I'm at http://e/f'g"
    assert [found.uri for found in ur.find(text)] == [
        "http://a/b", "http://c/", "http://d/", "http://e/f'g",
    ]  # fmt: skip


# ---- 16. Every function: types, and text made to hurt -------------------------------------------

ONE: dict[str, Callable[[Any], object]] = {
    "Grammar": lambda x: ur.Grammar(x),
    "Grammar.extend": lambda x: ur.RFC3986.extend(x),
    "Grammar.matches": lambda x: ur.RFC3986.matches("URI", x),
    "Grammar.validate": lambda x: ur.RFC3986.validate("URI", x),
    "is_uri": lambda x: ur.is_uri(x),
    "is_uri_reference": lambda x: ur.is_uri_reference(x),
    "is_absolute_uri": lambda x: ur.is_absolute_uri(x),
    "is_relative_ref": lambda x: ur.is_relative_ref(x),
    "validate": lambda x: ur.validate(x),
    "validate, policies": lambda x: ur.validate(
        x, rule="URI-reference", schemes=("a",), hosts=("a",), ports=(1,), require=("host",)
    ),
    "split": lambda x: ur.split(x),
    "parse": lambda x: ur.parse(x),
    "remove_dot_segments": lambda x: ur.remove_dot_segments(x),
    "merge": lambda x: ur.merge(ur.URI("http", "a", "/b", None, None), x),
    "resolve, base": lambda x: ur.resolve(x, "g"),
    "resolve, reference": lambda x: ur.resolve(BASE, x),
    "resolve_rfc2396, base": lambda x: ur.resolve_rfc2396(x, "g"),
    "resolve_rfc2396, reference": lambda x: ur.resolve_rfc2396(BASE, x),
    "relativize, base": lambda x: ur.relativize(x, BASE),
    "relativize, target": lambda x: ur.relativize(BASE, x),
    "normalize": lambda x: ur.normalize(x),
    "normalize, by scheme": lambda x: ur.normalize(x, scheme_based=True),
    "equivalent, first": lambda x: ur.equivalent(x, BASE),
    "equivalent, second": lambda x: ur.equivalent(BASE, x),
    "replace, authority": lambda x: ur.split(x).replace(authority=x),
    "replace, host": lambda x: ur.split(x).replace(host=x),
    "replace, path": lambda x: ur.URI().replace(path=x),
    "replace, query": lambda x: ur.split(x).replace(query=x),
    "validate, require": lambda x: ur.validate(
        x, rule="URI-reference", hosts=(".a",), require=("domain",), forbid=("IPv4address",)
    ),
    "validate, hosts": lambda x: ur.validate("http://a/", hosts=[x]),
    "requote": lambda x: ur.requote(x),
    "percent_encode": lambda x: ur.percent_encode(x),
    "percent_decode": lambda x: ur.percent_decode(x),
    "iri_to_uri": lambda x: ur.iri_to_uri(x),
    "uri_to_iri": lambda x: ur.uri_to_iri(x),
    "find": lambda x: list(ur.find(x)),
    "find, suffixes": lambda x: list(ur.find(x, suffix=True)),
    "find, IRIs": lambda x: list(ur.find(x, iri=True)),
    "find, schemes": lambda x: list(ur.find(x, schemes=["http", "a", "b"])),
    "redact": lambda x: ur.redact(x),
}


@pytest.mark.parametrize(
    "bad", [None, b"http://a/", 1, ["a"]], ids=["None", "bytes", "int", "list"]
)
@pytest.mark.parametrize("name", ONE)
def test_what_is_no_str_is_a_type_error_that_names_the_type(name: str, bad: Any) -> None:
    with pytest.raises(TypeError, match=type(bad).__name__):
        ONE[name](bad)


@pytest.mark.parametrize("bad", [None, b"a", 1])
def test_recompose_takes_a_uri(bad: Any) -> None:
    with pytest.raises(TypeError, match=type(bad).__name__):
        ur.recompose(bad)


@pytest.mark.parametrize("bad", [None, b"a", 1])
def test_captures_and_partial_take_a_str(bad: Any) -> None:
    with pytest.raises(TypeError, match=type(bad).__name__):
        ur.RFC3986.captures("URI", bad)
    with pytest.raises(TypeError, match=type(bad).__name__):
        ur.RFC3986.partial("URI", bad)


@pytest.mark.parametrize("bad", [None, b"URI", 1, ["URI"]])
@pytest.mark.parametrize("name", ["matches", "validate", "captures", "partial"])
def test_a_rule_is_a_str(name: str, bad: Any) -> None:
    with pytest.raises(TypeError, match=type(bad).__name__):
        getattr(ur.RFC3986, name)(bad, "a")


@pytest.mark.parametrize("bad", [None, b"URI", 1, ["URI"]])
@pytest.mark.parametrize("name", ["pattern", "compile", "proven"])
def test_the_rule_of_a_pattern_is_a_str(name: str, bad: Any) -> None:
    with pytest.raises(TypeError, match=type(bad).__name__):
        getattr(ur.RFC3986, name)(bad)


def test_a_subclass_of_str_is_a_str() -> None:
    class Text(str):
        pass

    assert ur.is_uri(Text("http://a/")) and ur.normalize(Text("HTTP://A/")) == "http://a/"
    assert ur.resolve(Text(BASE), Text("g")) == "http://a/b/c/g"
    assert ur.split(Text("a:b")).scheme == "a"


HURT = [
    "%41",
    "%",
    "@",
    ":",
    "a:",
    "/",
    "/..",
    "/.",
    "../",
    "./",
    "1.",
    "1:",
    "[",
    "]",
    "[::",
    "a",
    ".",
    "?",
]
HURT += [
    "#",
    "&",
    "www.",
    "<",
    "<a:",
    '"',
    '"a:b',
    "(",
    ")",
    "http://",
    "http://a ",
    "//",
    "\n",
    " ",
    "-\n",
]
HURT += [
    "%c3%a9",
    "%C3",
    "%2e",
    "\u00e9",
    "\udc80",
    "u:p@",
    "a.",
    "a-",
    "+",
    "\\",
    "URL:",
    "<http://a\n",
    "://",
    "\\/",
    '\\"',
    "%3A",
    "%2F%2F",
    "&a;",
    ";",
    "//a:b",
    "//a:1/",
    "sip:a:",
    "\0",
    "'http://a",
    "-http://",
    "http://a\u3002",
    "mailto:a@",
]
ENDS = ["", "\n", "\0", "%", "[", "|", "\u212a"]
STARTS = ["", "a:", "http://", "http://[", "//", "<", "http://a:"]


@pytest.mark.parametrize("name", [n for n in ONE if not n.startswith("Grammar") or "v" in n])
def test_no_text_exhausts_anything(name: str) -> None:
    for unit in HURT:
        body = unit * (5_000 // len(unit))
        for start, end in [
            ("", "\n"),
            ("a:", "%"),
            ("http://", "|"),
            ("http://[", "\0"),
            ("<", ""),
        ]:
            with contextlib.suppress(ValueError):  # a URIError, or what is not UTF-8
                ONE[name](start + body + end)


@pytest.mark.parametrize(
    "unit", ["a", "\u00e9", "\U0001f600", "%41", "%FF", "%2F", " ", "%", "a b\u00e9%41"]
)
@pytest.mark.parametrize(
    "name", ["percent_encode", "percent_decode", "requote", "iri_to_uri", "uri_to_iri", "normalize"]
)
def test_no_text_takes_more_than_40_bytes_a_character(name: str, unit: str) -> None:
    text = unit * (100_000 // len(unit))
    with contextlib.suppress(ur.URIError):
        ONE[name](unit)  # so that what is compiled once does not count
    tracemalloc.start()
    with contextlib.suppress(ur.URIError):
        ONE[name](text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 40 * len(text)


@pytest.mark.parametrize(
    ("name", "start", "unit"),
    [
        ("validate", "", "www."),
        ("validate", "//a/", "%41b"),
        ("redact", '"http://a:', '\\"'),
        ("redact", '"http://a:', '\\\\"'),
        ("redact", "http://a:", "//"),
        ("redact", "/?u=http%3A%2F%2Fa%3A", "%5C%22"),
    ],
)
def test_no_run_in_a_text_takes_more_than_40_bytes_a_character(
    name: str, start: str, unit: str
) -> None:
    for count in (50, 100_000):  # the first compiles what is compiled once
        text = start + unit * (count // len(unit)) + "@b"
        tracemalloc.start()
        with contextlib.suppress(ur.URIError):
            ONE[name](text)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak <= 40 * count


@pytest.mark.parametrize("unit", ["a", "%41", "é", "é%41"])
def test_no_host_type_takes_more_than_40_bytes_a_character(unit: str) -> None:
    for count in (50, 100_000):  # the first compiles what is compiled once
        uri = ur.URI(None, unit * (count // len(unit)))
        tracemalloc.start()
        assert uri.host_type in ("reg-name", "ireg-name")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak <= 40 * count


@pytest.mark.parametrize("unit", ["a", "%41", "//a:b@", "/a", "é"])
@pytest.mark.parametrize("part", ["userinfo", "host", "path", "query", "fragment", "authority"])
def test_no_part_takes_more_than_40_bytes_a_character(part: str, unit: str) -> None:
    uri = ur.split("http://a.example/")
    values = ["/" + unit * (count // len(unit)) for count in (50, 100_000)]
    for value in values:  # the first compiles what is compiled once
        tracemalloc.start()
        with contextlib.suppress(ur.URIError):
            uri.replace(**{part: value if part == "path" else value[1:], "iri": True})
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak <= 40 * len(values[1])


@pytest.mark.parametrize(
    "rule", ["URI", "URI-reference", "host", "IPv6address", "path", "userinfo"]
)
def test_no_text_exhausts_an_engine(rule: str, engine: str) -> None:
    pattern = ur.RFC3986.compile(rule, engine=engine)
    for unit, start, end in itertools.product(HURT, STARTS, ENDS):
        text = start + unit * 1_000 + end
        assert (pattern.fullmatch(text) is not None) == ur.RFC3986.matches(rule, text)


# ---- 17. The command line -----------------------------------------------------------------------


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """main(argv) with `stdin` as the bytes of standard input: its status, its two outputs."""

    def run_main(*argv: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        try:
            status: Any = ur.main(list(argv))
        except SystemExit as leaving:
            status = leaving.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ran(status, out, err)

    return run_main


INVALID = "http://example.com/%zz"


def test_check_prints_each_invalid_line_as_compilers_do(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "uris.txt"
    path.write_bytes(b"http://a/\nhttp://example.com/%zz\nmailto:a@b\n//x\n")
    ran = run("check", str(path))
    assert ran.status == 1
    assert len(ran.lines) == 2
    assert ran.lines[0].startswith(f"{path}:2:21: ") and "two hex digits" in ran.lines[0]
    assert ran.lines[1].startswith(f"{path}:4:1: ") and "begin with a scheme" in ran.lines[1]
    assert re.search(r"\b2\b", ran.err) and len(ran.err.splitlines()) == 1


def test_check_reads_standard_input(run: Run) -> None:
    ran = run("check", stdin=b"http://a/\na b\n")
    assert ran.status == 1 and re.match(r"[^:]+:2:2: ", ran.out)
    assert run("check", stdin=b"http://a/\n")[:2] == (0, "")
    assert run("check", "-", stdin=b"http://a/\n")[:2] == (0, "")


# fmt: off
LINES: list[tuple[bytes, int, list[str], str]] = [
    # standard input, status, LINE:COLUMN of each error, why
    (b"", 0, [], "no line at all"),
    (b"http://a/", 0, [], "the last line needs no end"),
    (b"http://a/\r\nmailto:b\r\n", 0, [], "\\r\\n ends a line"),
    (b"http://a/\r\r\n", 1, ["1:10"], "one \\r is of the end, the other of the line"),
    (b"http://a/\rx", 1, ["1:10"], "\\r alone ends no line"),
    (b"http://a/\x0cb\n", 1, ["1:10"], "nor does \\f"),
    (b"http://a/\xc2\x85b\n", 1, ["1:10"], "nor does U+0085"),
    (b"http://a/\xe2\x80\xa8b\nx\n", 1, ["1:10", "2:2"], "nor does U+2028"),
    (b"\n", 1, ["1:1"], "an empty line is an empty text"),
    (b"a:\n\na:\n", 1, ["2:1"], "an empty line is an empty text"),
    (b"http://a/\xff\nhttp://b/\n", 1, ["1:10"], "a byte that is no UTF-8 makes its line invalid"),
    (b"\xff\xfe\n\x80\n", 1, ["1:1", "2:1"], "a byte that is no UTF-8 makes its line invalid"),
    (b"http://a/\x00\n", 1, ["1:10"], "NUL"),
    (b"\xef\xbb\xbfhttp://a/\n", 0, [], "a byte order mark is read over"),
    (b"\xef\xbb\xbf", 0, [], "also where it is all"),
    (b"\xef\xbb\xbf\xef\xbb\xbfa:\na:\n", 1, ["1:1"], "but one only"),
    (b"a:\n\xef\xbb\xbfa:\n", 1, ["2:1"], "and at the beginning only"),
    (b"http://\xc3\xa9/%zz\n", 1, ["1:8"], "a column counts characters"),
]
# fmt: on


@pytest.mark.parametrize("stdin, status, places, why", LINES)
def test_what_a_line_is(run: Run, stdin: bytes, status: int, places: list[str], why: str) -> None:
    ran = run("check", stdin=stdin)
    assert ran.status == status
    assert [re.sub(r"^[^:]+:(\d+:\d+): .*", r"\1", line) for line in ran.lines] == places


def test_check_takes_a_rule_several_files_json_and_quiet(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a\n:\n")
    two.write_text("http://a/\n//x\n1:b\n")
    ran = run("check", "--rule", "URI-reference", str(one), str(two))
    assert ran.status == 1
    assert [line.split(": ")[0] for line in ran.lines] == [f"{one}:2:1", f"{two}:3:2"]
    ran = run("check", "--rule", "URI-reference", "--json", str(one), str(two))
    objects = [json.loads(line) for line in ran.lines]
    bad = [o for o in objects if "offset" in o and o["offset"] is not None]
    assert ran.status == 1
    assert [(o["file"], o["line"], o["offset"], o["text"]) for o in bad] == [
        (str(one), 2, 0, ":"),
        (str(two), 3, 1, "1:b"),
    ]
    ran = run("check", "-q", str(one))
    assert (ran.status, ran.out) == (1, "")


def test_check_of_a_rule_of_another_grammar(run: Run, tmp_path: Path) -> None:
    iri = "http://\u00e9/\n".encode()
    assert run("check", "--grammar", "rfc3987", "--rule", "IRI", stdin=iri).status == 0
    assert run("check", stdin=iri).status == 1
    old = ["check", "--grammar", "rfc2396", "--rule", "URI-reference"]
    assert run(*old, stdin=b"http://a/~(x)\n").status == 0
    assert run(*old, stdin=b"http://[::1]/\n").status == 1
    assert run("check", "--grammar", "rfc2732", stdin=b"http://[::1]/\n").status == 0
    assert run("check", "--grammar", "rfc2732", stdin=b"http://[::1%25en0]/\n").status == 1
    assert run("check", "--grammar", "rfc6874", stdin=b"http://[fe80::1%25en0]/\n").status == 0
    assert run("check", "--grammar", "rfc3986", stdin=b"http://[fe80::1%25en0]/\n").status == 1
    abnf = tmp_path / "http.abnf"
    abnf.write_text(HTTP)
    own = ["check", "--abnf", str(abnf), "--rule", "http-URI"]
    assert run(*own, stdin=b"http://a/\n").status == 0
    assert run(*own, stdin=b"https://a/\n").status == 1


# fmt: off
WRONG_USE: list[tuple[list[str], str]] = [  # arguments, what the one line on stderr names
    (["check", "no-such-file"], "no-such-file"),
    (["check", "--rule", "no-such-rule"], "no-such-rule"),
    (["pattern", "no-such-rule"], "no-such-rule"),
    (["no-such-command"], "no-such-command"),
    (["check", "--no-such-option"], "no-such-option"),
    (["resolve"], ""),
    (["check", "--grammar", "rfc1"], "rfc1"),
    (["check", "--abnf", "no-such-file"], "no-such-file"),
    (["find", "no-such-file"], "no-such-file"),
    (["check", "."], "."),
    (["check", "-t"], "-t"),
    (["check", "--json", "-q"], "--json"),
    (["check", "--print", "valid", "--json"], "--print"),
    (["check", "--print", "no"], "--print"),
    (["check", "--require", "hots"], "hots"),
    (["explain", "--rule", "no-such-rule"], "no-such-rule"),
    (["find", "--schemes", "a:"], "schemes: not a scheme: 'a:'"),
]
# fmt: on


@pytest.mark.parametrize("argv, named", WRONG_USE, ids=[" ".join(a) for a, _ in WRONG_USE])
def test_wrong_use_is_status_2_and_one_line_on_stderr(
    run: Run, argv: list[str], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*argv, stdin=b"http://a/\n")
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1 and named in ran.err


def test_bad_abnf_is_reported_with_its_file_and_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.abnf"
    path.write_text('a = "x"\nb = ( "y"\n  ; not closed\n\nc = "z"\n')
    for command in (["check"], ["pattern", "a"], ["rules"], ["explain", "x"]):
        ran = run(*command, "--abnf", str(path), stdin=b"x\n")
        assert ran.status == 2 and ran.out == ""
        assert re.match(rf"{re.escape(str(path))}:\d+: ", ran.err), ran.err
        assert len(ran.err.splitlines()) == 1
    path.write_text('a = "x"\nb = 3*2"y"\n')
    assert run("rules", "--abnf", str(path)).err.startswith(f"{path}:2: ")
    path.write_text('a = "x"\n\nb = a nowhere\n')
    ran = run("rules", "--abnf", str(path))
    assert ran.status == 2 and ran.err.startswith(f"{path}:") and "nowhere" in ran.err


def test_each_problem_of_an_abnf_file_is_a_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.abnf"
    path.write_text("\ufeffa = OWS\n\nA sentence.\n\nb = c (\nd = d\n")
    for command in (["check"], ["pattern", "a"], ["rules"], ["rules", "a"], ["captures", "a", "x"]):
        ran = run(*command, "--abnf", str(path), stdin=b"x\n")
        assert ran.status == 2 and ran.out == ""
        named = ((1, "OWS"), (3, "A sentence."), (5, "early"), (6, "d > d"))
        for line, (number, what) in zip(ran.err.splitlines(), named):
            assert line.startswith(f"{path}:{number}: ") and what in line, line
        assert len(ran.err.splitlines()) == len(named)


def test_lenient_uses_what_works_of_an_abnf_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rfc.txt"
    path.write_text(paged('At = "@" host\nSome prose.\na = b\nb = <two words>'))
    abnf = ["--abnf", str(path), "--lenient"]
    assert run("rules", *abnf).lines == [*ur.RFC3986.rules, "At"]
    assert run("check", "--rule", "At", *abnf, stdin=b"@h\n").status == 0
    assert run("check", "--rule", "At", *abnf, stdin=b"@[\n").status == 1
    ran = run("pattern", "a", *abnf)
    assert ran.status == 2 and "a is left out" in ran.err and "two words" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_rules_with_a_name_shows_the_rule(run: Run, tmp_path: Path) -> None:
    ran = run("rules", "DEC-octet")
    abnf = ur._ABNF_3986[ur._ABNF_3986.index("dec-octet     =") :].split("\n\n")[0]
    size = len(ur.RFC3986.pattern("dec-octet"))
    assert ran.status == 0 and ran.out == (
        f"{abnf}\n\n"
        "refers to    DIGIT\n"
        "used by      IPv4address\n"
        "proven       yes\n"
        f"pattern      {size:,} characters\n"
    )
    own = tmp_path / "own.abnf"
    own.write_text('   a = *( "x" / b ) "x"\n     [ C ]\n   b = "xx"\n   c = B\n   b =/ "y"\n')
    lines = run("rules", "a", "--abnf", str(own)).lines
    assert lines[:4] == ['a = *( "x" / b ) "x"', "  [ C ]", "", "refers to    b, c"]
    assert lines[4:6] == ["used by      nothing", "proven       no"]
    assert run("rules", "b", "--abnf", str(own)).lines[:2] == ['b = "xx"', 'b =/ "y"']
    assert "refers to    nothing" in run("rules", "gen-delims").lines
    assert run("rules", "segment-nz-nc").lines[1].strip().startswith("; non-zero-length segment")
    assert run("rules", "no-such-rule").status == 2


def test_explain_draws_the_parts_under_the_text_as_section_3_does(run: Run) -> None:
    text = "https://user@example.com:8042/over/there?name=ferret#nose"
    ran = run("explain", text)
    assert ran.status == 0
    (place,) = [i for i, line in enumerate(ran.lines) if text in line]
    column = ran.lines[place].index(text)
    for part in ("https", "user@example.com:8042", "/over/there", "name=ferret", "nose"):
        start = column + text.index(part)
        mark = "\\" + "_" * (len(part) - 2) + "/"
        assert any(line[start:].startswith(mark) for line in ran.lines[place + 1 :]), part
    for word in ("scheme", "authority", "path", "query", "fragment", "userinfo", "host", "port"):
        assert word in ran.out
    assert "reg-name" in ran.out and "example.com" in ran.out


def test_explain_draws_a_line_for_each_part(run: Run) -> None:
    assert run("explain", "a://me:pw@[::1]:80?#x").lines == [
        "a://me:pw@[::1]:80?#x",
        "| scheme",
        "    \\____________/ authority",
        "    \\___/ userinfo",
        "       \\/ password",
        "          \\___/ host (IPv6address)",
        "                \\/ port",
        "                    | fragment",
        "empty: path, query",
    ]


# fmt: off
HOST_TYPES: list[tuple[str, str]] = [("http://1.2.3.4/", "IPv4address"),
    ("http://[::1]/", "IPv6address"),
    ("http://[v1.a]/", "IPvFuture"),
    ("http://a/", "reg-name")]
EXPLAINED = ["a:", "a:b", "urn:example:animal:ferret:nose", "mailto:a@b", "http://@:/?#", "//", "",
    "?", "#", "/", "http://[::1]:80/x?y#z", "a://b", "1/2?3"]
# fmt: on


@pytest.mark.parametrize("text, host_type", HOST_TYPES)
def test_explain_names_the_type_of_the_host(run: Run, text: str, host_type: str) -> None:
    assert host_type in run("explain", text).out


@pytest.mark.parametrize("text", EXPLAINED)
def test_explain_explains_every_reference(run: Run, text: str) -> None:
    ran = run("explain", "--rule", "URI-reference", text)
    assert ran.status == 0 and ran.err == ""
    assert any(text in line for line in ran.lines)


def test_explain_puts_a_caret_under_the_offset(run: Run) -> None:
    for text, offset in ((INVALID, 20), ("http://[::1", 11), ("1:b", 0), (":", 0)):
        ran = run("explain", text)
        assert ran.status == 1
        place = next(i for i, line in enumerate(ran.lines) if text in line)
        column = ran.lines[place].index(text)
        assert ran.lines[place + 1].rstrip().find("^") == column + offset
    assert "two hex digits" in run("explain", INVALID).out


def test_explain_takes_several_texts(run: Run) -> None:
    ran = run("explain", "http://a/", INVALID)
    assert ran.status == 1 and "http://a/" in ran.out and INVALID in ran.out


def test_split_prints_the_components(run: Run) -> None:
    ran = run("split", "http://a/b?")
    assert ran.status == 0 and "http" in ran.out and "/b" in ran.out
    ran = run("split", "--json", "http://u@a:1/b?", "")
    first, second = (json.loads(line) for line in ran.lines)
    parts = {"scheme": "http", "authority": "u@a:1", "path": "/b", "query": "", "fragment": None}
    assert {k: first[k] for k in parts} == parts
    assert second["path"] == "" and second["scheme"] is None and second["query"] is None


def test_resolve_prints_a_line_for_each_reference(run: Run) -> None:
    ran = run("resolve", BASE, "../g", "?y", "http:g", "")
    assert ran.status == 0
    assert ran.lines == ["http://a/b/g", "http://a/b/c/d;p?y", "http:g", BASE]
    assert run("resolve", "--non-strict", BASE, "http:g").lines == ["http://a/b/c/g"]


def test_pattern_and_rules_print_what_the_grammar_has(run: Run, tmp_path: Path) -> None:
    assert run("pattern", "URI")[:2] == (0, ur.RFC3986.pattern("URI") + "\n")
    assert run("pattern", "IRI", "--grammar", "rfc3987").out == ur.RFC3987.pattern("IRI") + "\n"
    abnf = tmp_path / "own.abnf"
    abnf.write_text('own = scheme "!"\n')
    own = ur.RFC3986.extend('own = scheme "!"').pattern("own")
    assert run("pattern", "own", "--abnf", str(abnf)).lines == [own]
    for name in ("RFC3986", "RFC3987", "RFC2396", "RFC6874", "RFC2732"):
        ran = run("rules", "--grammar", name.lower())
        firsts = {line.split()[0] for line in ran.lines if line.strip()}
        assert ran.status == 0 and set(grammar(name).rules) <= firsts
    assert "own" in {line.split()[0] for line in run("rules", "--abnf", str(abnf)).lines}


def test_captures_prints_a_tree_or_json(run: Run) -> None:
    ran = run("captures", "URI", "http://a/b/c", "--json")
    assert ran.status == 0
    assert json.loads(ran.out) == ur.RFC3986.captures("URI", "http://a/b/c")
    ran = run("captures", "URI", "http://a/b/c")
    assert ran.status == 0
    assert re.search(r"(?m)^\s*scheme\b.*http", ran.out)
    depth = {line.split()[0]: len(line) - len(line.lstrip()) for line in ran.lines}
    assert depth["URI"] < depth["scheme"] == depth["hier-part"] < depth["authority"] < depth["host"]
    ran = run("captures", "URI", INVALID)
    assert ran.status == 1
    ran = run("captures", "--grammar", "rfc2396", "--json", "URI-reference", "a;b")
    assert json.loads(ran.out)["rel_segment"] == ["a;b"]


def test_normalize_relativize_encode_decode_and_iri(run: Run) -> None:
    assert run("normalize", "HTTP://A/%7e", "/a/../b").lines == ["http://a/~", "/b"]
    assert run("relativize", BASE, "http://a/b/c/g", "http://g").lines == ["g", "//g"]
    assert run("encode", "a b/\u00e9").lines == ["a%20b%2F%C3%A9"]
    assert run("decode", "a%20b%2F%C3%A9").lines == ["a b/\u00e9"]
    uri, iri = "http://r%C3%A9sum%C3%A9.example.org/", "http://r\u00e9sum\u00e9.example.org/"
    assert run("iri", uri).lines == [iri]
    assert run("iri", "--to-uri", iri).lines == [uri]
    ran = run("decode", "100%")
    assert ran.status in (1, 2) and ran.out == "" and len(ran.err.splitlines()) == 1
    ran = run("decode", stdin=b"a\n100%\nb\n")
    assert ran.lines == ["a", "b"] and ran.err.startswith("uri-regex: <stdin>:2: ")


def test_redact_is_a_filter(run: Run) -> None:
    log = b"GET http://u:s3cr3t@h/x ok\nnothing here: a@b\n"
    ran = run("redact", stdin=log)
    assert ran.status == 0 and "s3cr3t" not in ran.out
    assert re.fullmatch(r"GET http://u:\S*@h/x ok\nnothing here: a@b\n", ran.out)


def test_find_prints_where_each_uri_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("x\n see <http://a.example/> and www.b.example,\nor ftp://c.example/.\n")
    ran = run("find", str(path))
    assert ran.status == 0
    assert ran.lines == [f"{path}:2:7: http://a.example/", f"{path}:3:4: ftp://c.example/"]
    assert run("find", "-o", str(path)).lines == ["http://a.example/", "ftp://c.example/"]
    assert run("find", "-o", "--schemes", "ftp", str(path)).lines == ["ftp://c.example/"]
    assert run("find", "-o", "--schemes", "http, ftp", str(path)).lines[1] == "ftp://c.example/"
    ran = run("find", "--schemes", "ftp:", str(path))
    assert ran.status == 2 and "schemes: not a scheme" in ran.err and ran.err.count("\n") == 1
    assert "www.b.example" in run("find", "-o", "--suffix", str(path)).lines
    objects = [json.loads(line) for line in run("find", "--json", str(path)).lines]
    text = path.read_text()
    assert [text[o["start"] : o["end"]] for o in objects] == [o["uri"] for o in objects]
    assert [o["uri"] for o in objects] == ["http://a.example/", "ftp://c.example/"]
    assert run("find", "-o", stdin=b"at http://d.example/.\n").lines == ["http://d.example/"]


def test_find_joins_a_uri_broken_over_lines(run: Run) -> None:
    ran = run("find", "-o", stdin=APPENDIX_C.encode())
    assert ran.lines == FOUND[0][1]


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    path = tmp_path / "many"
    path.write_text("a b\n" * 20_000)
    argv = [sys.executable, str(MODULE), "check", str(path)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith(f"{path}:1:2: ".encode())
        process.stdout.close()
        assert process.stderr.read().count(b"\n") <= 1  # the count, at most
        process.wait()


# fmt: off
ARGUMENTS: list[tuple[str, str]] = [  # a command, and what it takes besides --help
    ("check", "FILE -t --text --rule --print -q --quiet --skip-blank --hosts --ports --require --forbid"
        " --schemes --json --grammar --abnf --lenient"),
    ("explain", "TEXT --rule --grammar --abnf --lenient"),
    ("split", "TEXT --json"),
    ("resolve", "BASE TEXT --non-strict"),
    ("relativize", "BASE TEXT"),
    ("pattern", "RULE --engine --quoted --source --grammar --abnf --lenient"),
    ("engines", ""),
    ("rules", "NAME --grammar --abnf --lenient"),
    ("captures", "RULE TEXT --json --grammar --abnf --lenient"),
    ("normalize", "TEXT --scheme-based"),
    ("find", "FILE --schemes --suffix --iri -o --only --redact --json"),
    ("encode", "TEXT --component"),
    ("decode", "TEXT"),
    ("redact", "FILE"),
    ("iri", "TEXT --to-uri"),
]
# fmt: on


@pytest.mark.parametrize("command, taken", ARGUMENTS, ids=[row[0] for row in ARGUMENTS])
def test_help_names_what_a_command_takes(run: Run, command: str, taken: str) -> None:
    ran = run(command, "--help")
    assert ran.status == 0 and command in ran.out
    flags = set(re.findall("(?<![a-z-])--?[a-z][a-z-]*", ran.out)) - {"-h", "--help"}
    assert flags == {word for word in taken.split() if word.startswith("-")}
    assert all(re.search(f"(?m)^  {word}  ", ran.out) for word in taken.split() if word.isupper())


@pytest.mark.parametrize("command", ["", *[row[0] for row in ARGUMENTS]])
def test_help_is_for_every_terminal(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = octets(*command.split(), "--help", encoding="ascii")
    assert status == 0 and out.startswith(b"usage: ") and b"?" not in out.replace(b"[NAME]", b"")


def test_help_lists_every_command(run: Run) -> None:
    listed = re.findall("(?m)^    ([a-z]+)(?: |$)", run("--help").out)
    assert listed == [command for command, _ in ARGUMENTS]
    assert sorted(listed) == sorted([*ur._COMMANDS, *ur._MAKERS])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("line", ["engines", "check README.md", "rules", "split http://a/"])
def test_output_that_cannot_be_written_is_one_line_and_status_2(line: str) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, str(MODULE), *line.split()],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=HERE, check=False,
        )  # fmt: skip
    assert ran.returncode == 2
    assert [x for x in ran.stderr.splitlines() if "invalid" not in x] == [
        "uri-regex: standard output: No space left on device"
    ]


@pytest.mark.skipif(os.name != "posix", reason="a shell closes them")
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("printf 'http://a/\\n' | URI check -q >&-", 0),
        ("printf 'http://a/\\n' | URI check -q 2>&-", 0),
        ("printf 'http://a/\\n' | URI check 2>&-", 0),
        ("printf 'x y\\n' | URI check 2>&-", 1),
        ("URI check no-such-file 2>&-", 2),
        ("printf 'x\\n' | URI redact >&-", 2),
        ("URI split x >&-", 2),
        ("URI nope 2>&-", 2),
        ("printf '%%zz\\n' | URI decode 2>&-", 1),
        ("URI decode <&-", 2),
    ],
)
def test_closed_streams_change_no_status_and_give_no_traceback(command: str, status: int) -> None:
    call = command.replace("URI", f"{shlex.quote(sys.executable)} {shlex.quote(ur.__file__)}")
    done = subprocess.run(["sh", "-c", call], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 1
    assert "%zz" not in done.stdout  # no message among the data


def test_a_filter_tells_of_what_is_no_utf_8(run: Run) -> None:
    for command in ("normalize", "iri", "decode", "encode"):
        ran = run(command, stdin=b"http://a/\nx\xff\n")
        assert ran.status == 1 and "<stdin>:2: " in ran.err and "offset 1" in ran.err
        assert len(ran.lines) == 1


def test_messages_are_one_line_whatever_they_name(run: Run) -> None:
    for argv in (["split", "x", "-a\nb"], ["check", "no\nfile"], ["find", "--schemes", "a\nb"]):
        ran = run(*argv)
        assert ran.status == 2 and len(ran.err.splitlines()) == 1


def test_find_looks_once_at_a_long_line(run: Run) -> None:
    ran = run("find", stdin=b"a\n" + b"x http://a/b " * 20_000 + b"\n\n http://c/\n")
    assert ran.lines[0] == "<stdin>:2:3: http://a/b"
    assert ran.lines[19_999] == f"<stdin>:2:{3 + 13 * 19_999}: http://a/b"
    assert ran.lines[20_000:] == ["<stdin>:4:2: http://c/"]


def test_redact_as_a_filter_leaves_each_other_byte_as_it_was() -> None:
    given = b"a\r\nhttp://u:p@h \xff\n\n no end of line"
    ran = subprocess.run(
        [sys.executable, str(MODULE), "redact"], input=given, stdout=subprocess.PIPE, check=True
    )
    assert ran.stdout == given.replace(b":p@", b":***@")


# fmt: off
CHECKS: list[tuple[list[str], bytes, int, str]] = [  # arguments, stdin, status, output without reasons
    (["-t", "http://a/"], b"x", 0, ""),
    (["-t", "a:", "//b"], b"", 1, "<argument>:2:1: '//b'\n"),
    (["-t", "a:", "-t", "1:"], b"", 1, "<argument>:2:1: '1:'\n"),
    (["--text", "a:", "1:", "--quiet"], b"", 1, ""),
    (["-t", "a:\nb:", "--print", "valid"], b"", 1, ""),
    (["-t", "a:\n", "--print", "valid"], b"", 1, ""),
    (["--print", "valid"], b"a:\n%\nb:", 1, "a:\nb:\n"),
    (["--print", "valid"], b"a:\r\nb:\r\n", 0, "a:\nb:\n"),
    (["--print", "invalid"], b"a:\n%\n\nb:\n", 1, "%\n\n"),
    (["--print", "invalid"], b"a:\nb:\n", 0, ""),
    (["--print", "invalid", "--skip-blank"], b"a:\n%\n\n \t\nb:\n", 1, "%\n"),
    (["--print", "valid", "--skip-blank", "--rule", "URI-reference"], b"a\n\nb\n", 0, "a\nb\n"),
    (["--print", "valid", "--rule", "URI-reference"], b"a\n\nb\n", 0, "a\n\nb\n"),
    (["--print", "valid", "--grammar", "rfc3987"], "http://\u00e9/\n%\n".encode(), 1, "http://\u00e9/\n"),
    (["--skip-blank"], b"\na:\n  \n\t\n", 0, ""),
    (["--skip-blank"], b"\n\x0b\n", 1, "<stdin>:2:1: '\\x0b'\n"),
    (["--rule", "LF"], b"\n\n", 1, "<stdin>:1:1: ''\n<stdin>:2:1: ''\n"),
    (["-q"], b"a:\n%\n", 1, ""),
    (["--schemes", "https, urn"], b"urn:a:b\nHTTPS://a/\n", 0, ""),
    (["--schemes", "https"], b"http://a/\n", 1,
        "<stdin>:1:1: 'http://a/'\n"),
    (["--forbid", "userinfo", "--print", "invalid"], b"a://b\na://u@b\n%\n", 1, "a://u@b\n%\n"),
    (["--ports", "80,", "--print", "valid"], b"a://b:80\na://b\na://b:81\n", 1, "a://b:80\na://b\n"),
    (["--require", "host", "--grammar", "rfc3987", "--print", "valid"],
        "a:b\na://\u00e9\n".encode(), 1, "a://\u00e9\n"),
    (["--require", "query", "--grammar", "rfc2396", "--print", "valid"], b"a:b?\na:b\n", 1, "a:b?\n"),
]
# fmt: on


@pytest.mark.parametrize("argv, stdin, status, out", CHECKS, ids=[" ".join(c[0]) for c in CHECKS])
def test_what_check_prints(run: Run, argv: list[str], stdin: bytes, status: int, out: str) -> None:
    ran = run("check", *argv, stdin=stdin)
    without_reasons = re.sub("(?m)^(<.*?>:[0-9]+:[0-9]+: '.*'): .+$", r"\1", ran.out)
    assert (ran.status, without_reasons) == (status, out)


def test_blank_lines_that_are_passed_over_are_not_counted(run: Run) -> None:
    argv = ["check", "--rule", "URI-reference"]
    assert run(*argv, stdin=b"a\n\nb\n").err == "3 texts, 0 invalid\n"
    assert run(*argv, "--skip-blank", stdin=b"a\n\nb\n").err == "2 texts, 0 invalid\n"


def test_check_prints_the_whole_text(run: Run) -> None:
    text = "http://a/" + "b" * 300 + "%" + "z" * 300
    assert text in run("check", stdin=text.encode()).out


# fmt: off
OWN_RULES = """
login = [ "http://" ] [ userinfo "@" ] host [ "/" ]
spaced = "http://" host " " path-abempty
URI = [ scheme ":" ] [ "//" ] [ userinfo "@" ] host
"""
POLICED: list[tuple[str, str, int, str]] = [  # options, a text, its status, why
    ("--grammar rfc6874 --schemes http", "http://[fe80::1%25en0]/", 0, "RFC 6874 2"),
    ("--grammar rfc6874 --schemes https", "http://[fe80::1%25en0]/", 1, "RFC 6874 2"),
    ("--grammar rfc2396 --schemes http", "http://a:b:c/", 0, "RFC 2396 3.2.1: a registry's name"),
    ("--grammar rfc2732 --schemes http", "http://[::999.1.1.1]/", 0, "RFC 2732 3"),
    ("--grammar rfc2732 --hosts [::1]", "http://[::999.1.1.1]/", 1, "another host"),
    ("--grammar rfc2396 --rule relativeURI --forbid authority", "//a/b", 1, "RFC 2396 5: a net_path"),
    ("--grammar rfc2396 --rule URI-reference --forbid userinfo", "http://a@b/", 1, "RFC 2396 4"),
    ("--grammar rfc3987 --require host", "http://\u00e9/", 0, "RFC 3987 2.2"),
    ("--grammar rfc3987 --rule irelative-ref --forbid query", "\u00e9?", 1, "RFC 3987 2.2"),
    ("--rule relative-ref --forbid authority", "//a", 1, "4.2"),
    ("--rule uri --forbid userinfo", "http://a@b/", 1, "a rule's name matches in either case"),
    ("--forbid userinfo --forbid port", "http://a@b/", 1, "an option that is repeated adds to itself"),
    ("--schemes ftp --schemes http", "http://b/", 0, "an option that is repeated adds to itself"),
    ("--rule absolute-URI --schemes https", "https://a/", 0, "4.3"),
    ("--rule authority --forbid userinfo", "u:p@h", 2, "only references have these parts"),
    ("--rule host --forbid IPv4address", "127.0.0.1", 2, "only references have these parts"),
    ("--rule authority --schemes http", "http:80", 2, "only references have these parts"),
    ("--rule path --require path", "/", 2, "only references have these parts"),
    ("--grammar rfc2396 --rule server --ports 80", "a:80", 2, "only references have these parts"),
    ("--grammar rfc3987 --rule iauthority --hosts a", "a", 2, "only references have these parts"),
    ("--forbid hots", "%", 2, "a part that no text has, whatever the texts"),
    ("--require host,hots", "a:", 2, "whatever is missing before it"),
    ("--schemes http:", "%", 2, "a scheme that no text has"),
    ("--abnf OWN --rule login --forbid userinfo", "http://h/", 0, "a reference with an authority"),
    ("--abnf OWN --rule login --forbid userinfo", "http://u@h/", 1, "which has a userinfo"),
    ("--abnf OWN --rule login --forbid userinfo", "u:p@h", 1, "no authority: it reads as a scheme"),
    ("--abnf OWN --rule login --forbid IPv4address", "127.0.0.1", 1, "it reads as a path"),
    ("--abnf OWN --rule login --schemes http", "http:80", 1, "not of the rule"),
    ("--abnf OWN --rule spaced --schemes http", "http://a /b", 1, "not a reference of RFC 3986"),
    ("--abnf OWN --rule URI --forbid userinfo", "u:p@h", 1, "a rule of one's own may be called URI"),
    ("--abnf OWN --rule host --forbid reg-name", "a", 1, "with --abnf, for any rule"),
]
# fmt: on


@pytest.mark.parametrize(
    "options, text, status, why", POLICED, ids=[" ".join(r[:2]) for r in POLICED]
)
def test_no_policy_is_left_out(
    run: Run, options: str, text: str, status: int, why: str, tmp_path: Path
) -> None:
    abnf = tmp_path / "own.abnf"
    abnf.write_text(OWN_RULES)
    argv = [str(abnf) if word == "OWN" else word for word in options.split()]
    ran = run("check", *argv, "-t", text)
    assert ran.status == status
    assert bool(ran.out) == (status == 1)
    assert len(ran.err.splitlines()) == 1
    if status == 2:  # also where no text is read
        assert run("check", *argv).status == 2


def test_check_passes_each_policy_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def apply(text: str, **policies: Any) -> None:
        calls.append((text, policies))

    monkeypatch.setattr(ur, "_apply_policies", apply)
    argv = "--schemes https --hosts .a.example,b --ports 80, --require host --forbid userinfo,query"
    assert run("check", *argv.split(), stdin=b"a:b\n\n").status == 1
    policies: dict[str, Any] = {"schemes": ["https"], "hosts": [".a.example", "b"]}
    policies.update(ports=["80", ""], require=["host"], forbid=["userinfo", "query"])
    assert [call for call in calls if call[0] != "//"] == [("a:b", policies)]


# fmt: off
SECRET: list[tuple[str, bytes]] = [  # a command, standard input
    ("check", b"http://u:s3cr3t@a/%zz\n"), ("check", b"//u:s3cr3t@a/\n"),
    ("check", b"http://u:s3cr3t@a/\xff\n"), ("check", b"http://u:s3cr3t@a:x/\n"),
    ("check --rule authority", b"u:s3cr3t@a/\n"), ("check --rule userinfo", b"u:s3cr3t%\n"),
    ("check --schemes https", b"http://u:s3cr3t@a/\n"), ("check --forbid password", b"a://u:s3cr3t@a/\n"),
    ("check --ports 80", b"http://u:s3cr3t@a:81/\n"), ("check --hosts b", b"http://u:s3cr3t@a/\n"),
    ("check http://u:s3cr3t@a/", b""), ("find http://u:s3cr3t@a/", b""),
    ("redact http://u:s3cr3t@a/", b""),
    ("check --hosts http://u:s3cr3t@a/", b"a:\n"), ("engines http://u:s3cr3t@a/", b""),
    ("check --no-such http://u:s3cr3t@a/", b""), ("decode", b"http://u:s3cr3t@a/%zz\n"),
    ("iri --to-uri", b"http://u:s3cr3t@a/<\n"),
    ("captures URI", b"http://u:s3cr3t@a/%zz\n"), ("normalize", b"http://u:s3cr3t@a/\xff\n"),
]
# fmt: on


@pytest.mark.parametrize("line, stdin", SECRET, ids=[f"{row[0]} {row[1]!r}" for row in SECRET])
def test_no_message_of_a_command_shows_a_password(run: Run, line: str, stdin: bytes) -> None:
    ran = run(*line.split(), stdin=stdin)
    assert "s3c" not in ran.out and "r3t" not in ran.out
    assert "s3c" not in ran.err and "r3t" not in ran.err


def test_the_text_in_json_and_in_print_is_the_text(run: Run) -> None:
    given = b"http://u:s3cr3t@a/%zz\n"
    told = json.loads(run("check", "--json", stdin=given).out)
    assert told["text"] == given.decode().rstrip() and told["offset"] == 19
    assert "s3cr3t" not in told["message"] and "http://u:******@a/%zz" in told["message"]
    assert "s3cr3t" not in told["reason"]
    assert run("check", "--print", "invalid", stdin=given).out == given.decode()


# fmt: off
UNPROVEN: list[tuple[str, bool]] = [  # arguments of pattern, whether it warns
    ("word --abnf OWN", True), ("word --abnf OWN --engine python", True),
    ("word --abnf OWN --engine pcre --quoted", True), ("word --abnf OWN --source", True),
    ("word --abnf OWN --engine re2", False), ("word --abnf OWN --engine go", False),
    ("word --abnf OWN --engine rust", False), ("word --abnf OWN --engine duckdb", False),
    ("word --abnf OWN --engine postgresql", False), ("word --abnf OWN --engine posix", False),
    ("word --abnf OWN --engine xsd", True), ("hostname --grammar rfc2396", True),
    ("URI", False), ("URI --source", False), ("URI --engine java", False),
]
# fmt: on


@pytest.mark.parametrize("line, warns", UNPROVEN, ids=[row[0] for row in UNPROVEN])
def test_pattern_warns_where_it_could_take_exponential_time(
    run: Run, line: str, warns: bool, tmp_path: Path
) -> None:
    abnf = tmp_path / "own.abnf"
    abnf.write_text('word = 1*( 1*ALPHA *( "-" / ALPHA ) )\n')
    ran = run("pattern", *[str(abnf) if word == "OWN" else word for word in line.split()])
    assert ran.status == 0 and ran.out
    assert ("exponential" in ran.err and "matches" in ran.err) == warns
    assert len(ran.err.splitlines()) == warns


def test_pattern_prints_source_that_runs(run: Run) -> None:
    ran = run("pattern", "URI", "--source")
    assert (ran.status, ran.out) == (0, ur.RFC3986.source("URI") + "\n")
    names: dict[str, str] = {}
    exec(ran.out, names)
    assert re.fullmatch(names["URI"], "http://a/") and not re.fullmatch(names["URI"], "//a/")
    for wrong in ("--quoted", "--engine=re"):
        ran = run("pattern", "URI", "--source", wrong)
        assert ran.status == 2 and len(ran.err.splitlines()) == 1


# fmt: off
DEFAULTS: list[tuple[str, str, int, str]] = [  # options, a text, its status, a hint of explain
    ("", "http://a/", 0, ""), ("", "a/b", 1, "--rule URI-reference"),
    ("", "", 1, "--rule URI-reference"),
    ("", "bad url", 1, ""), ("--rule URI-reference", "a/b", 0, ""),
    ("--grammar rfc3987", "http://\u00e9/", 0, ""),
    ("--grammar rfc3987", "\u00e9", 1, "--rule IRI-reference"),
    ("--grammar rfc6874", "http://[fe80::1%25en0]/", 0, ""),
    ("--grammar rfc6874", "//[fe80::1%25en0]/", 1, "--rule URI-reference"),
    ("--grammar rfc2396", "a:b", 0, ""), ("--grammar rfc2396", "x?", 1, "--rule URI-reference"),
    ("--grammar rfc2396", "a:b#c", 1, "--rule URI-reference"),
    ("--grammar rfc2396", "?y", 1, ""), ("--grammar rfc2396", "a/b c", 1, ""),
    ("--grammar rfc3987 --rule absolute-IRI", "a:b#c", 1, "--rule IRI-reference"),
    ("--rule relative-ref", "a:b", 1, "--rule URI-reference"), ("--rule host", "/", 1, ""),
    ("--rule URI-reference", "1:", 1, ""),
    ("--grammar rfc2732", "http://[::1]/", 0, ""),
    ("--grammar rfc2732", "a", 1, "--rule URI-reference"),
]
# fmt: on


@pytest.mark.parametrize("options, text, status, hint", DEFAULTS)
def test_check_and_explain_take_a_uri_by_default(
    run: Run, options: str, text: str, status: int, hint: str
) -> None:
    for command in (["check", "-t"], ["explain"]):
        ran = run(*command, text, *options.split())
        assert ran.status == status
        assert hint in ran.out and ran.out.count("rule") == bool(hint)
    if hint:
        assert run("explain", *options.split(), *hint.split(), text).status == 0


def test_check_gives_each_line_its_own_verdict(run: Run) -> None:
    rng = random.Random(13)
    alphabet = ["a:", "a:b", "a", "", "%", "//", "http://a/b?c#d", "http://a/%zz", "1:", "a:\r"]
    for rule in ("URI", "URI-reference", "relative-ref"):
        for _ in range(50):
            lines = rng.choices(alphabet, k=rng.randint(1, 9))
            wrong = [i for i, x in enumerate(lines, 1) if not ur.RFC3986.matches(rule, x)]
            ran = run(
                "check",
                "--rule",
                rule,
                stdin="".join(f"{x}\n" for x in lines).replace("\r\n", "\r\r\n").encode(),
            )
            assert [int(row.split(":")[1]) for row in ran.lines] == wrong, lines


def octets(*argv: str, stdin: bytes = b"", encoding: str = "utf-8") -> tuple[int, bytes]:
    """main(argv) where standard output is of this encoding, and would write "?" for what it has not."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace", newline="\n")
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with contextlib.redirect_stdout(out), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", given)
        status = ur.main(list(argv))
        out.flush()
        return status, out.buffer.getvalue()  # type: ignore[attr-defined]


# fmt: off
UNWRITTEN: list[tuple[str, str]] = [  # a command and its standard input
    ("resolve http://a/ \u00e9", ""), ("resolve http://\u00e9/ b", ""), ("relativize a: \u00e9", ""),
    ("normalize \u00e9", ""), ("normalize", "\u00e9\n"), ("decode %C3%A9", ""), ("iri %C3%A9", ""),
    ("iri", "%C3%A9\n"), ("split \u00e9", ""),
    ("captures --grammar rfc3987 iunreserved \u00e9", ""),
    ("pattern --grammar rfc3987 ucschar", ""),
]
# fmt: on


@pytest.mark.parametrize("line, stdin", UNWRITTEN, ids=[row[0] for row in UNWRITTEN])
def test_what_the_terminals_encoding_has_not_is_an_error(
    line: str, stdin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for encoding in ("ascii", "iso8859-5"):
        assert octets(*line.split(), stdin=stdin.encode(), encoding=encoding) == (2, b"")
        error = capsys.readouterr().err
        assert len(error.splitlines()) == 1 and encoding in error and "'\\" in error
    assert octets(*line.split(), stdin=stdin.encode(), encoding="utf-8")[0] == 0


# fmt: off
WRITTEN: list[tuple[str, bytes, int, bytes]] = [  # a command in ASCII, standard input, status, output
    ("check", "\u00e9\n".encode(), 1, b"<stdin>:1:1: '\\xe9': "),
    ("explain --grammar rfc3987 --rule irelative-ref", "\u00e9\n".encode(), 0,
        b"\\xe9\n\\__/ path\n"),
    ("check --print invalid", "\u00e9\n".encode(), 1, "\u00e9\n".encode()),
    ("check --print invalid", b"a:\n%\xff\n", 1, b"%\xff\n"),
    ("check --json --rule port", b"\xff", 1, b'"text": "\\udcff"'),
    ("check", b"a:\xff", 1, b"'a:\\udcff': this is not UTF-8\n"),
    ("redact", "\u00e9 a://u:p@h".encode(), 0, "\u00e9 a://u:***@h".encode()),
    ("explain \u00e9:%", b"", 1, b"\\xe9:%\n^\nnot a valid URI: at offset 0: "),
    ("explain a:\u00e9b%", b"", 1, b"a:\\xe9b%\n  ^\n"),
    ("explain --grammar rfc3987 a:\u65e5%", b"", 1, b"a:\\u65e5%\n         ^\n"),
    ("split --json \u00e9", b"", 0, b'"path": "\\u00e9"'),
    ("engines", b"", 0, b"^\\u2026$"),
]
# fmt: on


@pytest.mark.parametrize("line, stdin, status, out", WRITTEN, ids=[row[0] for row in WRITTEN])
def test_reports_escape_what_a_terminal_cannot_show(
    line: str, stdin: bytes, status: int, out: bytes
) -> None:
    ran = octets(*line.split(), stdin=stdin, encoding="ascii")
    assert ran[0] == status and out in ran[1]


# fmt: off
NOT_UTF_8: list[tuple[list[str], bytes, int, bytes, str]] = [
    # arguments, standard input, status, output, what stderr has
    (["resolve", "http://a/", "\udcff"], b"", 1, b"", "offset 0"),
    (["resolve", "\udcff", "a"], b"", 1, b"", "offset 0"),
    (["relativize", "a:", "a:\udcff"], b"", 1, b"", "offset 2"),
    (["split", "x\udcff"], b"", 1, b"", "offset 1"),
    (["split"], b"x\n\xff\n", 1, b"scheme", "<stdin>:2: "),
    (["explain", "\udcff"], b"", 1, b"", "offset 0"),
    (["captures", "URI", "a:\udcff"], b"", 1, b"", "offset 2"),
    (["normalize"], b"a\n\xff\nb\n", 1, b"a\nb\n", "<stdin>:2: "),
    (["check", "-t", "a:\udcff"], b"", 1, b"<argument>:1:3: ", ""),
    (["check"], b"a:\n\xff\n", 1, b"<stdin>:2:1: ", ""),
    (["find", "-o"], b"a://b/ \xff\n c://d/", 2, b"a://b/\nc://d/\n", "<stdin>:1: not UTF-8"),
    (["find", "-o"], b"\n\xffa://b/", 2, b"a://b/\n", "<stdin>:2: not UTF-8"),
    (["find"], b"\xff", 2, b"", "not UTF-8"),
    (["redact"], b"\xff a://u:p@b/\n", 0, b"\xff a://u:***@b/\n", ""),
]
# fmt: on


@pytest.mark.parametrize("argv, stdin, status, out, error", NOT_UTF_8)
def test_what_is_not_utf_8_is_an_error(
    argv: list[str], stdin: bytes, status: int, out: bytes, error: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    ran = octets(*argv, stdin=stdin)
    err = capsys.readouterr().err
    assert ran[0] == status and (ran[1] == out or (out and ran[1].startswith(out)))
    assert error in err and len(err.splitlines()) <= 1


def test_an_abnf_rule_of_all_characters_makes_no_utf_8(run: Run, tmp_path: Path) -> None:
    abnf = tmp_path / "all.abnf"
    abnf.write_text("all = *%x0-10FFFF\n")
    ran = run("check", "--abnf", str(abnf), "--rule", "all", stdin="\u00e9\n".encode() + b"a\xff\n")
    assert ran.status == 1 and [row.split(": ")[0] for row in ran.lines] == ["<stdin>:2:2"]


# fmt: off
MARKED: list[tuple[str, bytes, bytes]] = [  # a command, standard input behind the mark, output
    ("check", b"a:\n", b""),
    ("normalize", b"A:\nB:\n", b"a:\nb:\n"),
    ("split", b"a:\n", b'scheme    "a"\n'),
    ("explain", b"a:\n", b"a:\n"),
    ("find", b"a://b/\n", b"<stdin>:1:1: a://b/\n"),
    ("find --json", b"a://b/\n",
        b'{"file": "<stdin>", "line": 1, "column": 1, "uri": "a://b/", "start": 0, "end": 6}\n'),
    ("redact", b"a://u:p w@h/\n", b"\xef\xbb\xbfa://u:***@h/\n"),
]
# fmt: on


@pytest.mark.parametrize("line, stdin, out", MARKED, ids=[row[0] for row in MARKED])
def test_a_byte_order_mark_is_read_over(line: str, stdin: bytes, out: bytes) -> None:
    ran = octets(*line.split(), stdin=b"\xef\xbb\xbf" + stdin)
    assert ran[0] == 0 and ran[1].startswith(out)


def test_a_byte_order_mark_is_read_over_in_abnf(run: Run, tmp_path: Path) -> None:
    abnf = tmp_path / "own.abnf"
    abnf.write_bytes(b'\xef\xbb\xbfown = "x"\n')
    assert run("check", "--abnf", str(abnf), "--rule", "own", "-t", "x").status == 0


# fmt: off
NO_FILES: list[tuple[list[str], str]] = [  # arguments, what the one line on stderr has
    (["check", "http://a/"], "http://a/: No such file or directory (to check a text, use -t)"),
    (["find", "see http://a/"], "see http://a/: No such file or directory"),
    (["redact", "http://u:p@a/"], "http://u:***@a/: No such file or directory"),
]
# fmt: on


@pytest.mark.parametrize("argv, error", NO_FILES, ids=[row[0][0] for row in NO_FILES])
def test_a_text_in_the_place_of_a_file_is_named_in_the_error(
    run: Run, argv: list[str], error: str
) -> None:
    assert run(*argv) == (2, "", f"uri-regex: {error}\n")


# fmt: off
LINES_OF_TEXTS: list[tuple[str, bytes, list[str]]] = [  # a command, standard input, lines of output
    ("explain", b"a:b\nc:?x\n", ["a:b", "", "c:?x", "empty: path"]),
    ("split", b"a:b\n?x\n", ['scheme    "a"', "", 'query     "x"']),
    ("split --json", b"", []),
    ("captures port", b"80\n81\n", ['port "80"', 'port "81"']),
    ("resolve http://a/b", b"c\n../d\n", ["http://a/c", "http://a/d"]),
    ("relativize http://a/b", b"http://a/c\n", ["c"]),
]
# fmt: on


@pytest.mark.parametrize("line, stdin, out", LINES_OF_TEXTS, ids=[row[0] for row in LINES_OF_TEXTS])
def test_a_command_without_texts_reads_lines(
    run: Run, line: str, stdin: bytes, out: list[str]
) -> None:
    ran = run(*line.split(), stdin=stdin)
    assert ran.status == 0 and [x for x in ran.lines if x in out] == out


def test_explain_reads_iris(run: Run) -> None:
    ran = run(
        "explain", "--grammar", "rfc3987", "http://r\u00e9sum\u00e9.example/\u65e5\u672c?\u00fc"
    )
    assert ran.status == 0 and ran.lines[1:] == [
        "\\__/ scheme",
        "       \\____________/ authority",
        "       \\____________/ host (ireg-name)",
        "                     \\___/ path",
        "                           | query",
    ]


# fmt: off
STREAMED: list[tuple[str, list[tuple[bytes, bytes]]]] = [  # what comes in, and what comes out at once
    ("redact", [(b"a://u:p@h x\n", b"a://u:***@h x\n"), (b"b\nc\n", b"b\nc\n")]),
    ("find -o", [(b"a://b/c d\n", b"a://b/c\n"), (b"<a://b/\n", b""), (b"c> d://e\n", b"a://b/c\nd://e\n")]),
    ("find -o", [(b"d://e < f\n", b"d://e\n"), (b"<\n", b""), (b"a://b/.>\n", b"a://b/.\n")]),
    ("normalize", [(b"A:\n", b"a:\n"), (b"B:\n", b"b:\n")]),
    ("check --print invalid", [(b"%\n", b"%\n"), (b"a:\n", b""), (b"#\n", b"#\n")]),
]
# fmt: on


@pytest.mark.skipif(os.name != "posix", reason="select reads pipes there")
@pytest.mark.parametrize("line, steps", STREAMED)
def test_a_stream_is_answered_line_by_line(line: str, steps: list[tuple[bytes, bytes]]) -> None:
    argv = [sys.executable, str(MODULE), *line.split()]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=null, env=env) as process:
        assert process.stdin and process.stdout
        for given, expected in steps:
            process.stdin.write(given)
            process.stdin.flush()
            got = b""
            while len(got) < len(expected) and select.select([process.stdout], [], [], 20)[0]:
                got += os.read(process.stdout.fileno(), 1000)
            assert got == expected
        process.stdin.close()
        assert process.stdout.read() == b""


class InPieces(io.RawIOBase):
    """A stream that gives a few of its octets at a time."""

    def __init__(self, octets: bytes, rng: random.Random) -> None:
        self.rest, self.rng = octets, rng

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), self.rng.choice((1, 2, 7, 40)))
        piece, self.rest = self.rest[:size], self.rest[size:]
        buffer[: len(piece)] = piece
        return len(piece)


def test_find_on_a_stream_finds_what_it_finds_in_the_whole(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(5)
    bits = ["http://a.ex/x", "<http://b.ex/", "<", ">", " ", "\n", "\r\n", "URL:", "\u00e9", '"', "'",
            "mailto:a@b", "\t", "//", "(", ")", ".", "a"]  # fmt: skip
    for _ in range(300):
        text = "".join(rng.choices(bits, k=rng.randint(0, 40)))
        given = io.BufferedReader(InPieces(text.encode(), rng))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given, encoding="utf-8"))
        ur.main(["find", "--json"])
        objects = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
        found = list(ur.find(text))
        assert [(o["uri"], o["start"], o["end"]) for o in objects] == found, text
        for place in objects:
            before = text[: place["start"]].split("\n")
            assert (place["line"], place["column"]) == (len(before), len(before[-1]) + 1), text


# fmt: off
LONG: list[tuple[str, bytes]] = [  # what is long, and what repeats in it
    ("lines", b"some words and more\n"), ("a < that nothing closes", b"a < b\n"),
    ("<...> over lines", b"<a\nb>\n"), ("tags", b"<a><b></b></a>\n"), ("blank lines", b"<\n\n"),
    ("<...> over lines, each from the end of one to the next", b"a><a:\n"),
]
# fmt: on


@pytest.mark.parametrize("what, repeated", LONG, ids=[row[0] for row in LONG])
def test_find_holds_little_of_what_is_long(
    run: Run, what: str, repeated: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = []

    def find(text: str, **options: Any) -> Iterator[ur.Found]:
        lengths.append(len(text))
        return iter(())

    monkeypatch.setattr(ur, "find", find)
    octets = b"<" + repeated * (8_000_000 // len(repeated))
    assert run("find", stdin=octets).status == 1
    assert sum(lengths) == len(octets) and max(lengths) < 500_000


def test_find_redact_prints_the_same_wherever_reads_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(23)
    bits = ["http://me:", "db://", "u:", "12345678", "s3cr3t", "@", "h/", "/", '"', '\\"', "{", " ",
            "<", ">", "<a://u:", "\n", "\r\n", "%3A", "%40", ":", "\u00e9", ","]  # fmt: skip
    texts = ['{"u":"db://me:1234\\"5678@h/"}\n']
    for _ in range(200):
        texts.append("".join(rng.choices(bits, k=rng.randint(0, 30))))
    for text in texts:
        outputs = set()
        whole: Any = io.BytesIO(text.encode())
        for stream in (whole, InPieces(text.encode(), rng)):
            given = io.BufferedReader(stream)
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given, encoding="utf-8"))
            ur.main(["find", "--redact", "--json"])
            outputs.add(capsys.readouterr().out)
        assert len(outputs) == 1, text


def test_find_redact_hides_the_passwords(run: Run) -> None:
    text = b"see a://u:p@h/ and <b://u:p\n@h/>, c://u:p@ss@h/\n"
    uris = ["a://u:***@h/", "b://u:***@h/", "c://u:***@h/"]
    assert run("find", "-o", "--redact", stdin=text).lines == uris
    assert [
        json.loads(x)["start"] for x in run("find", "--json", "--redact", stdin=text).lines
    ] == [json.loads(x)["start"] for x in run("find", "--json", stdin=text).lines]
    assert "p@" not in run("find", "--json", "--redact", stdin=text).out


def test_find_iri_finds_iris(run: Run) -> None:
    text = "http://r\u00e9sum\u00e9.example/\u00fc a\n".encode()
    assert run("find", "-o", "--iri", stdin=text).lines == [
        "http://r\u00e9sum\u00e9.example/\u00fc"
    ]
    assert run("find", "-o", stdin=text).lines == ["http://r"]


def test_out_of_memory_is_status_2(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def normalize(text: str, scheme_based: bool) -> str:
        raise MemoryError

    monkeypatch.setattr(ur, "normalize", normalize)
    assert run("normalize", "a") == (2, "", "uri-regex: out of memory\n")


@pytest.mark.skipif(os.name != "posix", reason="such names are POSIX")
def test_names_of_files_are_shown_on_one_line(run: Run, tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/a\nb\xff")
    Path(name).write_bytes(b"a://b/\xff\n%\n")
    shown = name.replace("\n", r"\n").replace("\udcff", r"\udcff")
    ran = run("check", name)
    assert [row.split(": ")[0] for row in ran.lines] == [f"{shown}:1:7", f"{shown}:2:1"]
    ran = run("find", name)
    assert ran == (2, f"{shown}:1:1: a://b/\n", f"uri-regex: {shown}:1: not UTF-8\n")
    assert run("check", name + "x").err.startswith(f"uri-regex: {shown}x: ")
    assert json.loads(run("find", "--json", name).lines[0])["file"] == name


def test_a_file_that_cannot_be_read_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_text("a://b:c@d\n")
    missing = str(tmp_path / "none")
    for command, out in (("find", "a://b:c@d"), ("redact", "a://b:***@d"), ("check", "")):
        ran = run(command, missing, str(path))
        assert ran.status == 2 and out in ran.out and missing in ran.err


# ---- 18. Standalone: modules that are cut out of the file ----------------------------------------


@functools.cache
def source_of(*names: str, rules: tuple[str, ...] = (), grammar: str = "") -> str:
    return cut.module(names, rules=rules, grammar=getattr(ur, grammar) if grammar else None)


# What a module is cut out for, and the most bytes that it may have.
# fmt: off
CUTS: list[tuple[str, int]] = [
    ("is_uri", 3_300),
    ("is_uri is_uri_reference split recompose resolve normalize URI", 25_500),
    ("split resolve merge remove_dot_segments recompose", 15_500),
    ("is_uri split resolve normalize", 19_500),
    ("parse validate", 36_000),
    ("find redact", 21_000),
    (" ".join(OPERATIONS), 76_000),
]
# fmt: on


@pytest.mark.parametrize("names, most", CUTS, ids=[names[:30] for names, _ in CUTS])
def test_a_module_that_is_cut_out_is_small_and_has_no_compiler(names: str, most: int) -> None:
    source = source_of(*names.split())
    assert len(source.encode()) <= most
    module = load(source)
    raises = {"URIError"} if "URIError" in module else set()
    assert {*module["__all__"]} == {*names.split()} | raises
    assert all(name in module for name in names.split())
    for absent in ("Grammar", "compose", "RFC3986", "_ABNF", "import uri_regex", "(?&"):
        assert absent not in re.sub(r'""".*?"""|#.*', "", source, flags=re.DOTALL), absent
    assert source.startswith(MODULE.read_text(encoding="utf-8")[:70])  # its license lines


HARD_TO_WRITE = {  # patterns that are, as f-strings
    "braces": r"""
        a = "{" word "}"
        b = word "{" word "}" word
        c = word 3( %x7B-7D / "a" / "0" ) word 2*3"{}" "\" "{" word
        d = "{" "{" word "}" "}" word
    """,
    "quotes": r"""
        a = %x22 word "'" word "\" word %x22
        b = 2*4word %x0A word %x5C.7B.5C.7D word
    """,
    "beyond ASCII": r"""
        a = 1*( wide / "{" ) word 1*( wide / "}" ) word
        b = 1*( wide / %xE000-F8FF ) word
        wide = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
        wide =/ %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD / %x70000-7FFFD / %x80000-8FFFD
    """,
}
WORD = """
        word = "x" *( ALPHA / DIGIT / "-" / "." / "_" / "~" / "!" / "$" / "*" ) "," 2*4DIGIT ";" 3HEXDIG
"""


@pytest.mark.parametrize("abnf", HARD_TO_WRITE.values(), ids=HARD_TO_WRITE)
def test_a_cut_module_has_the_patterns_of_its_rules(abnf: str) -> None:
    grammar = ur.RFC3986.extend(abnf + WORD)
    rules = [rule for rule in grammar.rules if rule not in ur.RFC3986.rules]
    module = load(cut.module(["matches"], rules=rules, grammar=grammar))
    for rule in rules:
        assert module["_RULES"][rule] == cut.in_ascii(grammar.compose(f"(?&{rule})", "re"))
    assert any(name.startswith("_RE_") for name in module)


@pytest.mark.parametrize("name", ["RFC2396", "RFC2732", "RFC3986", "RFC3987", "RFC6874"])
def test_patterns_that_are_written_out_are_those_of_the_rules(name: str) -> None:
    grammar = getattr(ur, name)
    patterns = {rule: grammar.compile(rule).pattern for rule in grammar.rules}
    writer = cut.PatternWriter(list(patterns.values()), [grammar])
    assert len(writer.names) > 5
    source = writer.named_parts()
    for number, pattern in enumerate(patterns.values()):
        source += writer.write(f"_{number} = ", pattern)
    written: dict[str, Any] = {}
    exec(source, written)
    assert [written[f"_{i}"] for i in range(len(patterns))] == [
        *map(cut.in_ascii, patterns.values())
    ]


# fmt: off
OF_GRAMMARS: list[tuple[str, int]] = [
    ("matches --rule host", 3_600),
    ("matches --grammar rfc3987 --rule IRI-reference --no-docs", 7_000),
    ("matches --grammar rfc2396 --rule hostname", 7_500),
]
# fmt: on


@pytest.mark.parametrize("line, most", OF_GRAMMARS)
def test_a_verdict_of_a_grammar_is_small(
    capsys: pytest.CaptureFixture[str], line: str, most: int
) -> None:
    assert cut.main(line.split()) == 0
    source = capsys.readouterr().out
    assert len(source.encode()) <= most and "URIError" not in source


READY_MADE = ["is_uri.py", "uri.py", "uri_validate.py", "micropython/uri.py"]


@pytest.mark.parametrize("name", READY_MADE)
def test_a_ready_made_module_is_what_its_command_prints(name: str) -> None:
    path = STANDALONE / name
    source = path.read_text(encoding="utf-8")
    said = (ast.get_docstring(ast.parse(source)) or "").replace("\n", " ")
    start = f"Cut out of uri_regex {ur.__version__} by: python3 standalone/cut.py "
    assert said.startswith(start)
    command = [sys.executable, str(STANDALONE / "cut.py"), *shlex.split(said[len(start) :])]
    assert subprocess.run(command, capture_output=True, check=True).stdout == path.read_bytes()


TEXTS = sorted(
    {row[0] for row in VERDICTS} | {row[0] for row in SPLITS} | {row[0] for row in NORMAL}
    | {row[2] for row in ALL_OFFSETS} | {row[0] for row in FOUND} | {row[0] for row in REDACTED}
    | {row[0] for row in CONFUSION} | {row[0] for row in TO_URI} | {row[0] for row in TO_IRI}
)  # fmt: skip


@pytest.mark.parametrize("possessive", [True, False])
def test_a_module_answers_as_the_file_does(possessive: bool) -> None:
    source = source_of(*OPERATIONS)
    if not possessive:
        source = source.replace("sys.version_info < (3, 11)", "sys.version_info < (99,)")
        assert "(99,)" in source
    module = load(source)
    of_one_text = (
        "is_uri is_uri_reference is_absolute_uri is_relative_ref split remove_dot_segments normalize "
        "percent_encode percent_decode iri_to_uri uri_to_iri find redact"
    )
    for text in TEXTS:
        for name in of_one_text.split():
            assert outcome(module[name], text) == outcome(getattr(ur, name), text), (name, text)
        for rule in ("URI", "URI-reference", "uri"):
            for name in ("validate", "parse"):
                there, here = (
                    outcome(module[name], text, rule=rule),
                    outcome(getattr(ur, name), text, rule=rule),
                )
                assert there == here, (name, text, rule)
        for base in ("http://a/b/c/d;p?q", "urn:x", "//h"):
            for name in ("resolve", "relativize", "equivalent", "resolve_rfc2396"):
                there, here = (
                    outcome(module[name], base, text),
                    outcome(getattr(ur, name), base, text),
                )
                assert there == here, (name, text)
    policy = {"schemes": ["https"], "require": ["host"], "forbid": ["userinfo"]}
    for text, *_ in POLICIES:
        there, here = (
            outcome(module["validate"], text, **policy),
            outcome(ur.validate, text, **policy),
        )
        assert there == here


# grammar, rules: those that are proven, and one that is not and is read by the automaton alone
CHECKED = [
    ("RFC3986", ("URI", "IPv6address", "dec-octet", "path-empty")),
    ("RFC3987", ("IRI", "irelative-ref")),
    ("RFC2396", ("hostname", "absoluteURI")),
]


@pytest.mark.parametrize("name, rules", CHECKED)
def test_a_checker_gives_the_verdicts_and_offsets_of_its_rules(
    name: str, rules: tuple[str, ...]
) -> None:
    g, checker = grammar(name), load(source_of("matches", "validate", rules=rules, grammar=name))
    verdict = load(source_of("matches", rules=rules, grammar=name))
    assert checker["matches"]("") is g.matches(rules[0], "")  # the first rule is the default
    for rule in rules:
        (row,) = [row for row in TABLES[name] if row.name == rule] or [Rule(rule, [], [], "")]
        for text in {*row.valid, *row.invalid, *TEXTS}:
            assert checker["matches"](text, rule=rule) is g.matches(rule, text), (rule, text)
            assert verdict["matches"](text, rule=rule) is g.matches(rule, text), (rule, text)
            there = outcome(checker["validate"], text, rule=rule)
            assert there == outcome(g.validate, rule, text)


def test_a_checker_of_ones_own_abnf_needs_nothing() -> None:
    date = ur.Grammar('date = 4DIGIT "-" 2DIGIT "-" 2DIGIT')
    checker = load(cut.module(["matches", "validate"], rules=["date"], grammar=date))
    assert checker["matches"]("2026-11-21") and checker["matches"]("2026-11-21", rule="DATE")
    with pytest.raises(checker["URIError"]) as caught:
        checker["validate"]("2026-1-21")
    assert (caught.value.rule, caught.value.offset, caught.value.expected) == ("date", 6, "DIGIT")
    with pytest.raises(ValueError, match=r"there is no rule 'time' among date"):
        checker["matches"]("12:00", rule="time")
    with pytest.raises(TypeError, match="text must be str, not bytes"):
        checker["matches"](b"2026-11-21")


# Of rules whose labels read like the file's own lines, and rules with more ways on than a line has.
_MANY = " / ".join(f"%x{0x4100 + i:X} {i + 1}%x{0x4200 + i:X}" for i in range(40))
ODD_RULES = [  # ABNF of a rule a, and texts
    ('a = "a  # b"', ["", "a", "a  # b", "A  #"]),
    ('a = ""', ["", "a"]),
    ('a = "%" HEXDIG', ["%", "%z", "%a"]),
    ('a = "(?&URI)"', ["", "(?&", "(?&uri)"]),
    ('a = "(?&no-rule)" / "\\" / "\\n"', ["", "\\", "\\n", "\n"]),
    ('a = "x" ( from / import / as )\nfrom = %x61\nimport = %x62\nas = %x63', ["x", "xa", "xd"]),
    (f"a = {_MANY}", ["", "\u4100\u4200", "\u4103", "\u4105", "\u4127", "\u4127" + 40 * "\u4227"]),
    (f"a = *( *(%x30-39) / *%x61 ) 2( {_MANY} )", ["", "0\u4105", "\u4100\u4200" * 2, "\u4100\u4200"]),
]  # fmt: skip


@pytest.mark.parametrize("abnf, texts", ODD_RULES)
def test_a_checker_reads_odd_rules_as_the_grammar_does(abnf: str, texts: list[str]) -> None:
    g = ur.Grammar(abnf)
    checker = load(cut.module(["matches", "validate"], rules=["a"], grammar=g, docs=False))
    for text in texts:
        assert checker["matches"](text) is g.matches("a", text), text
        assert outcome(checker["validate"], text) == outcome(g.validate, "a", text)


def test_the_states_of_each_rule_are_bounded_not_those_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(frozen, "MAX_STATES", 10)
    g = ur.Grammar('a = 8"x"\nb = 9"x"\nc = 10"x"')
    module = load(cut.module(["validate"], rules=["a", "b"], grammar=g))
    assert module["validate"]("x" * 9, rule="b")
    with pytest.raises(ValueError, match="a rule has more than 10 states"):
        cut.module(["validate"], rules=["a", "c"], grammar=g)


# Rules, and how many states tell their texts apart, the one of no text among them.
STATES = [
    ('a = 4900"x"', 4_902),  # each of them is found equal to no other only at the end of a chain
    ('a = "" ', 2),
    ('a = "ab" / "cb"', 4),
    ('a = *( "a" / "b" ) / *"a"', 2),
]


@pytest.mark.parametrize("abnf, count", STATES)
def test_an_automaton_is_the_smallest(abnf: str, count: int) -> None:
    assert len(frozen.freeze(ur.Grammar(abnf), ["a"], words=False).states) == count


def test_rules_that_are_added_are_known_to_validate_and_parse() -> None:
    module = load(cut.module(["validate", "parse"], rules=["IPv6address", "ipath"]))
    assert module["validate"]("::1", rule="IPv6address") == "::1"
    assert module["parse"]("/\u00e9", rule="ipath").path == "/\u00e9"
    with pytest.raises(ValueError, match="'host' among URI, URI-reference, IPv6address, ipath"):
        module["validate"]("a", rule="host")


@pytest.mark.parametrize("names", ["is_uri split", "parse validate", "find redact"])
def test_without_docs_a_module_is_the_same_code(names: str) -> None:
    bare = cut.module(names.split(), docs=False)
    full = source_of(*names.split())
    body = [ast.dump(node) for node in ast.parse(bare).body[1:]]
    for node in ast.walk(tree := ast.parse(full)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            del node.body[0]
    assert body == [ast.dump(node) for node in tree.body[1:]]
    tokens = tokenize.generate_tokens(io.StringIO(bare).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    assert [c for c in comments if not c.startswith(("# SPDX", "# type: ignore"))] == []
    assert len(bare) < len(full)


# fmt: off
NOT_CUT: list[tuple[str, str]] = [
    ("Grammar", "Grammar cannot be cut out"),
    ("is_uri main", "main cannot be cut out"),
    ("RFC3986", "RFC3986 cannot be cut out"),
    ("Problem", "Problem cannot be cut out"),
    ("is_url", "no public name 'is_url'"),
    ("_pattern", "no public name '_pattern'"),
    ("", "NAME"),
    ("matches", "want a --rule"),
    ("matches --rule no-such", "no rule 'no-such'"),
    ("matches --grammar rfc3986 --rule IRI", "no rule 'IRI'"),
    ("split --rule host", "--rule is for matches, validate and parse"),
    ("split --grammar rfc2396", "a grammar is for matches and validate"),
    ("parse matches --grammar rfc2396 --rule host", "parse knows the rules of RFC 3986 and"),
    ("matches --grammar rfc1 --rule URI", "invalid choice: 'rfc1'"),
    ("matches --abnf no/such --rule URI", "no/such: No such file"),
    ("is_uri --no-such", "unrecognized arguments: --no-such"),
    ("is_uri -o no/such/folder.py", "no/such/folder.py"),
]
# fmt: on


@pytest.mark.parametrize("line, told", NOT_CUT)
def test_what_cannot_be_cut_out_is_one_line_and_leaves_the_old_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, told: str
) -> None:
    path = tmp_path / "_uri.py"
    path.write_text("old")
    argv = line.split() if "-o" in line else [*line.split(), "-o", str(path)]
    try:
        status: Any = cut.main(argv)
    except SystemExit as leaving:
        status = leaving.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "") and told in err and len(err.splitlines()) == 1
    assert path.read_text() == "old" and [*tmp_path.iterdir()] == [path]


def test_a_rule_with_too_many_states_is_refused() -> None:
    g = ur.Grammar('a = *9000( "a" "b" )')
    with pytest.raises(ValueError, match="5,000 states"):
        cut.module(["validate"], rules=["a"], grammar=g)


def test_rules_of_ones_own_abnf_are_cut_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    abnf = tmp_path / "own.abnf"
    abnf.write_text('version = "v" 1*DIGIT\n')
    assert cut.main(["matches", "--abnf", str(abnf), "--rule", "version", "--no-docs"]) == 0
    assert load(capsys.readouterr().out)["matches"]("v1")


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX")
def test_a_file_is_written_whole_through_its_link_and_with_its_mode(tmp_path: Path) -> None:
    target, link, neighbor = (tmp_path / name for name in ("a.py", "b.py", "b.py.new"))
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    neighbor.write_text("mine")
    assert cut.main(["is_uri", "-o", str(link)]) == 0
    assert link.is_symlink() and target.read_text(encoding="utf-8") == source_of("is_uri")
    assert target.stat().st_mode & 0o777 == 0o600
    assert neighbor.read_text() == "mine" and len([*tmp_path.iterdir()]) == 3


def test_a_module_runs_with_nothing_around_it(tmp_path: Path) -> None:
    (tmp_path / "_uri.py").write_text(source_of("is_uri", "resolve", "parse"), encoding="utf-8")
    code = "import _uri; print(_uri.is_uri('a:b'), _uri.resolve('a:/b', 'c'), _uri.parse('a://h:1').port)"
    ran = subprocess.run(
        [sys.executable, "-S", "-s", "-W", "error", "-c", code],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.stdout, ran.stderr) == ("True a:/c 1\n", "")


def micropython(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The module without `re` that the cutter prints."""
    assert cut.main([*arguments, "--micropython"]) == 0
    return capsys.readouterr().out


# What a module is cut out for, and the most bytes that it may have.
# fmt: off
WITHOUT_RE: list[tuple[str, int]] = [
    ("is_uri", 6_200),
    ("is_uri split resolve normalize", 13_000),
    ("is_uri split resolve normalize is_uri_reference validate recompose remove_dot_segments merge",
     16_000),
    ("matches validate --grammar rfc3987 --rule IRI --rule IRI-reference", 9_000),
    ("is_absolute_uri is_relative_ref", 6_500),
    ("percent_encode percent_decode", 4_500),
]
# fmt: on


@pytest.mark.parametrize("line, most", WITHOUT_RE, ids=[line[:30] for line, _ in WITHOUT_RE])
def test_a_module_without_re_is_small_and_imports_collections_alone(
    capsys: pytest.CaptureFixture[str], line: str, most: int
) -> None:
    source = micropython(capsys, *line.split())
    assert len(source.encode()) <= most
    names = set(line.split(" --")[0].split())
    assert {*load(source)["__all__"]} - {"URIError"} == names
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, (ast.Import, ast.AnnAssign))
        assert not isinstance(node, ast.ImportFrom) or node.module == "collections"
        assert not isinstance(node, ast.FunctionDef) or ast.get_docstring(node) is None


# fmt: off
NOT_WITHOUT_RE: list[tuple[str, str]] = [  # what is asked for, and what the one line of the error says
    ("find", "find cannot be cut out for MicroPython"),
    ("is_uri parse", "parse cannot be cut out for MicroPython"),
    ("URI", "URI cannot be cut out for MicroPython"),
    ("Grammar", "Grammar cannot be cut out for MicroPython"),
    ("nothing", "nothing cannot be cut out for MicroPython"),
    ("is_uri --rule IRI", "rules are for matches and validate"),
    ("matches", "no rule is given"),
    ("validate --rule unknown", "unknown"),
]
# fmt: on


@pytest.mark.parametrize("line, told", NOT_WITHOUT_RE)
def test_what_a_module_without_re_cannot_have_is_named(
    capsys: pytest.CaptureFixture[str], line: str, told: str
) -> None:
    assert cut.main([*line.split(), "--micropython"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and told in printed.err and printed.err.count("\n") == 1


def test_a_module_without_re_answers_as_the_file_does(capsys: pytest.CaptureFixture[str]) -> None:
    names = [name for name in cut_without_re.NAMES if name != "matches"]
    module = types.SimpleNamespace(**load(micropython(capsys, *names)))
    file = types.SimpleNamespace(**{name: getattr(ur, name) for name in names}, __all__=names)
    module.__all__ = names
    rules = ("URI", "URI-reference")
    other = ""
    for text in TEXTS:
        calls = zip(*[micropython_answers.calls(x, rules, text, other) for x in (module, file)])
        for here, there in calls:
            assert micropython_answers.answer(*here) == micropython_answers.answer(*there), text
        other = text


# fmt: off
OWN_WITHOUT_RE: list[tuple[str, str, str]] = [  # ABNF, its first rule, why
    ('a = 300( "x" / "yz" )\n', "a", "more states than a byte tells apart"),
    ('a = *%x61-62 "." 1*DIGIT\n', "a", "ASCII"),
    ("a = *( %x100-17F / %x2000 / %x1F600-1F64F / %xD800-D8FF )\n", "a", "beyond ASCII"),
    ('a = ""\n', "a", "the empty text alone"),
    ("a = *%x0-10FFFF\n", "a", "every text"),
    ('URI = "own:" *DIGIT\n', "URI", "a rule of the same name as one of RFC 3986"),
]
# fmt: on


@pytest.mark.parametrize("abnf, rule, why", OWN_WITHOUT_RE)
def test_a_module_without_re_knows_rules_of_ones_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, abnf: str, rule: str, why: str
) -> None:
    path = tmp_path / "own.abnf"
    path.write_text(abnf)
    line = ["is_uri", "matches", "validate", "--abnf", str(path), "--rule", rule]
    module = load(micropython(capsys, *line))
    grammar = ur.Grammar(abnf)
    long = ["x" * 300, "yz" * 300, "x" * 301, "x" * 299, "y" * 300, "Xx" * 150 + "\xe9"]
    characters = [
        "a",
        ".",
        "1",
        "own:",
        "OWN:12",
        "\u0100",
        "\u2000",
        "\ud800",
        "\U0001f600",
        "\x7f",
        "\x80",
    ]
    for text in ["", *long, *characters, *map("".join, itertools.product(characters, repeat=2))]:
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


# fmt: off
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
]
# fmt: on


@pytest.mark.parametrize("name, arguments, message", WRONG_TYPES_WITHOUT_RE)
def test_functions_without_re_name_a_wrong_type(
    name: str, arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        getattr(without_re, name)(*arguments)


def test_an_error_without_re_has_its_offset_and_does_not_show_the_text() -> None:
    with pytest.raises(ValueError) as raised:
        without_re.validate("s3cr^t")
    error: Any = raised.value
    assert (error.text, error.rule, error.offset) == ("s3cr^t", "scheme", 4)
    assert str(error) == "not a valid scheme: it is wrong at offset 4"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    with pytest.raises(ValueError, match="it ends too early at offset 0"):
        without_re.validate("")


def test_the_example_of_a_table_is_what_is_written_for_a_scheme() -> None:
    states = frozen.freeze(ur.RFC3986, ["scheme"], words=False)
    source = byte_table.table_source(states, "_TABLE")
    written: dict[str, Any] = {}
    exec(source.statements, written)
    assert written["_TABLE_1"] == without_re._TABLE
    assert source.rules == {"scheme": "(_stop_in_ascii, 2, _TABLE_1)"}


def test_ipv6_addresses_are_written_without_re_as_with_ipaddress() -> None:
    rng = random.Random(22)
    groups = [
        "0",
        "0",
        "0",
        "1",
        "ffff",
        "00",
        "0001",
        "abcd",
        "00000",
        "g",
        "",
        "1.2.3.4",
        "1.2.3",
    ]
    for _ in range(5_000):
        names = rng.choices(groups[: rng.choice([5, 8, 13])], k=rng.choice([6, 7, 8, 8, 8, 9]))
        place = rng.randint(0, 8)
        both = ":".join(names), ":".join(names[:place]) + "::" + ":".join(names[place + 2 :])
        for text in both:
            assert without_re._ipv6_text(f"[{text}]") == ur._ipv6_text(f"[{text}]"), text


# ---- 19. The file as a whole --------------------------------------------------------------------

# fmt: off
NAMES = ["URIError", "GrammarError", "Problem", "Grammar", "RFC3986", "RFC3987", "RFC2396", "RFC6874",
    "RFC2732", "is_uri", "is_uri_reference", "is_absolute_uri", "is_relative_ref",
         "validate", "URI", "split", "parse", "recompose", "remove_dot_segments", "merge",
         "resolve", "resolve_rfc2396", "relativize", "normalize", "equivalent",
         "percent_encode", "percent_decode", "requote", "iri_to_uri", "uri_to_iri", "find", "Found",
         "redact", "main"]
# fmt: on


def test_the_public_names_are_these_and_no_others() -> None:
    assert sorted(ur.__all__) == sorted(NAMES)
    assert all(hasattr(ur, name) for name in NAMES)
    assert isinstance(ur.__version__, str)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_says_what_it_is(name: str) -> None:
    public = getattr(ur, name)
    assert (public.__doc__ or "").strip()


def alone(tmp_path: Path, code: str, *argv: str) -> subprocess.CompletedProcess[str]:
    """`code` run by a Python with no site-packages, in a folder that holds the module alone."""
    shutil.copy(MODULE, tmp_path / "uri_regex.py")
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    command = [sys.executable, "-S", "-s", *(["-c", code] if code else []), *argv]
    return subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )


def test_each_section_needs_only_those_above_it() -> None:
    """Read top to bottom, no section uses a name that a later one defines."""
    source = Path(ur.__file__).read_text(encoding="utf-8")
    starts = [i for i, line in enumerate(source.split("\n"), 1) if line.startswith("# ---- ")]
    module = ast.parse(source)
    section_of: dict[str, int] = {}
    uses: list[tuple[int, str]] = []
    for node in module.body:
        section = bisect.bisect(starts, node.lineno)
        inside = list(ast.walk(node))
        names = [n for n in inside if isinstance(n, ast.Name)]
        own = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            section_of[node.name] = section
            own |= {n.arg for n in inside if isinstance(n, ast.arg)}
        else:
            section_of.update(dict.fromkeys(own, section))
        uses += [(section, n.id) for n in names if n.id not in own]
    assert len(starts) > 10 and len(uses) > 1000
    assert [(s, name) for s, name in uses if section_of.get(name, 0) > s] == []


def test_the_lone_file_works_with_nothing_installed(tmp_path: Path) -> None:
    code = """if True:
        import uri_regex as u
        try:
            import regex
        except ImportError:
            print(u.is_uri("http://a/"), u.resolve("http://a/b", "c"), *u.find("<http://a/>"))
    """
    ran = alone(tmp_path, code)
    assert ran.stderr == ""
    assert ran.stdout == "True http://a/c Found(uri='http://a/', start=1, end=10)\n"


def test_the_lone_file_runs_as_a_program(tmp_path: Path) -> None:
    ran = alone(tmp_path, "", "uri_regex.py", "resolve", BASE, "../g")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "http://a/b/g\n", "")
    ran = alone(tmp_path, "", "uri_regex.py", "check", "no-such-file")
    assert ran.returncode == 2 and ran.stdout == "" and len(ran.stderr.splitlines()) == 1


def test_import_brings_in_no_more_than_it_needs(tmp_path: Path) -> None:
    ran = alone(tmp_path, "import sys, uri_regex; print(*sys.modules)")
    assert ran.stderr == ""
    assert not {"regex", "argparse", "json", "urllib"} & set(ran.stdout.split())


def test_import_compiles_no_regular_expression_and_reads_no_grammar(tmp_path: Path) -> None:
    code = """if True:
        import re, sys
        def count(function):
            def counted(*args, **options):
                frame = sys._getframe(1)
                while frame.f_globals["__name__"].split(".")[0] == "re":
                    frame = frame.f_back
                if frame.f_globals["__name__"] == "uri_regex":
                    print("compiled", args[0])
                return function(*args, **options)
            return counted
        re._compile = count(re._compile)
        re.compile = count(re.compile)
        import uri_regex
        print("imported")
        uri_regex.is_uri("http://a/")
    """
    ran = alone(tmp_path, code)
    assert ran.stderr == ""
    assert ran.stdout.startswith("imported\ncompiled")  # and the count does count


def test_the_readmes_session_is_real() -> None:
    readme = str(HERE / "README.md")
    failed, attempted = doctest.testfile(readme, module_relative=False, encoding="utf-8")
    assert attempted > 0 and failed == 0


@pytest.fixture
def documents() -> Any:
    return pytest.importorskip("conformance.documents", reason="conformance/ is not there")


def test_each_recipe_that_needs_nothing_else_prints_what_it_says(
    documents: Any, tmp_path: Path
) -> None:
    """conformance/clients.py runs all, with what they need."""
    recipes = [*documents.recipes((HERE / "RECIPES.md").read_text(encoding="utf-8"))]
    lone = [recipe for recipe in recipes if not recipe.needs]
    if sys.platform == "win32":
        lone = [recipe for recipe in lone if recipe.language == "python"]
    assert len(recipes) > 40 and len(lone) > 15
    for number, recipe in enumerate(lone):
        folder = tmp_path / str(number)
        folder.mkdir()
        shutil.copy(MODULE, folder / "uri_regex.py")
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1"}
        ran = documents.run(recipe, folder, environment)
        assert (ran.stdout, ran.returncode) == (recipe.printed or "", 0), (recipe.title, ran.stderr)


def test_each_line_for_who_moves_from_urllib_is_true(documents: Any) -> None:
    """conformance/clients.py runs the tables of the other libraries."""
    recipes = (HERE / "RECIPES.md").read_text(encoding="utf-8")
    _, _, moving = recipes.partition(documents.MOVING)
    shared, urllib_parse, *_ = documents.recipes(documents.MOVING + moving)
    names = documents.names(shared, urllib_parse)
    table = documents.comparisons(documents.section(moving, "urllib.parse"))
    assert len(table) > 20
    assert [wrong for each in table for wrong in documents.wrong(each, names)] == []

    readme = (HERE / "README.md").read_text(encoding="utf-8")
    text = documents.section(readme, "Moving from urllib.parse")
    names["x"] = re.findall("`x` is `(.*?)`", text)[0]
    table = documents.comparisons(text)
    assert len(table) > 3
    assert [wrong for each in table for wrong in documents.wrong(each, names)] == []


def test_each_call_and_command_of_the_readmes_table_works(
    documents: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    file = tmp_path / "lines"
    file.write_text("https://www.a.example/b\n", encoding="utf-8")
    words = {"FILE": str(file), "TEXT": "http://a", "BASE": "http://a", "TARGET": "http://a/c"}
    names = {**vars(ur), "x": "https://www.a.example/b", "text": "http://a/b", "href": " c d"}
    names.update(base="http://a/b", ref="c", target="http://a/c", a="http://a", b="http://b")
    names["uri"] = ur.split("http://a")
    calls = commands = 0
    lines = documents.section(readme, "What to call").split("\n")
    _heading, *rows = [line for line in lines if line.startswith("| ")]
    for row in rows:
        _, _, called, commanded, _ = row.split("|")
        for call in re.findall(r"`([^`]*\([^`]*)`", called):
            calls += 1
            with contextlib.suppress(ur.URIError):
                eval(call, dict(names))
        for command in re.findall("`([^`]*)`", commanded):
            commands += 1
            status = ur.main([words.get(word, word) for word in shlex.split(command)])
            assert status in (0, 1), command
    assert calls > 20 and commands > 12
    capsys.readouterr()


def test_the_readme_says_how_large_the_modules_are() -> None:
    """To a kilobyte."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    sizes = re.findall(r"(?m)^- `([a-z_/]+\.py)`, ([0-9]+) KB", readme)
    assert len(sizes) == 4
    for name, size in sizes:
        assert f"{size} KB" in readme.partition("```")[0], name
        file = HERE / "standalone" / name
        if file.exists():
            assert abs(file.stat().st_size / 1000 - int(size)) <= 1, name


def test_the_readme_is_short() -> None:
    assert len((HERE / "README.md").read_bytes()) <= 10_000


def test_the_docstrings_examples_are_real(regex: Any) -> None:
    failed, attempted = doctest.testmod(ur)
    assert attempted > 0 and failed == 0
