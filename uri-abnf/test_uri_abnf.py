# SPDX-License-Identifier: MIT
"""The tests of uri_abnf: reading ABNF, patterns, errors, captures, source, policies.

Each row of a table is a test. A section with no RFC before it is one of RFC 3986. The rules of the RFCs
are held to their ABNF by evidence/proof.py.
"""

from __future__ import annotations

import copy
import doctest
import functools
import html
import importlib
import json
import pickle
import random
import re
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import uri_abnf as ua
import uri_regex as ur
from uri_abnf import compare, engines, rfcs
from uri_abnf.policies import make_policy_grammar

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def rows(names: str, *table: Any) -> pytest.MarkDecorator:
    """Make each row of a table a test, which is called as the row begins."""
    ids = [ascii(row[0] if isinstance(row, tuple) else row)[:60] for row in table]
    return pytest.mark.parametrize(names, table, ids=ids)


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


def compiled(g: ua.Grammar, rule: str, engine: str) -> Any:
    """A rule as `re` and the package `regex` read it."""
    if engine == "re":
        return g.compile(rule)
    return importlib.import_module(engine).compile(g.pattern(rule, "possessive"))


def accepts(g: ua.Grammar, rule: str, text: str, engine: str) -> bool:
    return compiled(g, rule, engine).fullmatch(text) is not None


COPIES = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


# ---- The grammars of the RFCs: evidence/proof.py holds each rule to the RFC's own ABNF ------------

NAMES = ["RFC3986", "RFC3987", "RFC6874", "RFC2396"]


@functools.cache
def all_abnf(name: str, rule: str) -> frozenset[str]:
    """The ABNF of a rule, and of all rules in it."""
    found = grammar(name).describe(rule)
    return frozenset([found.abnf]).union(*[all_abnf(name, part) for part in found.refers_to])


def rules_of(*names: str) -> pytest.MarkDecorator:
    """Make each rule of grammars a test; one that two of them have, with all rules in it, is one."""
    rules = [(name, rule) for name in names for rule in grammar(name).rules]
    once = list({all_abnf(*row): row for row in rules}.values())
    return pytest.mark.parametrize("name, rule", once, ids=["-".join(row) for row in once])


each_rule = rules_of(*NAMES)


@functools.cache
def texts_of(name: str, rule: str) -> tuple[list[str], list[str]]:
    """Texts that match a rule, and texts that do not."""
    g = grammar(name)
    return g.examples(rule, 4), g.examples(rule, 4, invalid=True)


def assert_verdicts(matches: Callable[[str], object], name: str, rule: str) -> None:
    valid, invalid = texts_of(name, rule)
    assert [text for text in valid if not matches(text)] == []
    assert [text for text in (*invalid, *[f"{x}\n" for x in valid]) if matches(text)] == []


@each_rule
def test_a_compiled_rule_has_the_verdicts_of_its_automaton(
    name: str, rule: str, engine: str
) -> None:
    matches = compiled(grammar(name), rule, engine).fullmatch
    assert_verdicts(matches, name, rule)
    assert_verdicts(grammar(name).automaton(rule).matches, name, rule)


@pytest.mark.parametrize("name", ["RFC3986", "RFC3987", "RFC2396"])
def test_the_librarys_rules_are_those_of_the_abnf(name: str) -> None:
    """The hand and the compiler share no code."""
    by_hand, compiled = getattr(ur, name), grammar(name)
    assert by_hand is not compiled and set(by_hand.rules) == set(compiled.rules)
    for rule in compiled.rules:
        valid, invalid = texts_of(name, rule)
        for text in (*valid, *invalid):
            assert by_hand.matches(rule, text) == compiled.matches(rule, text), (rule, text)
            assert by_hand.partial(rule, text) == compiled.partial(rule, text), (rule, text)


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_grammar_has_no_problem(name: str) -> None:
    assert grammar(name).problems == ()


# ---- 2. Reading ABNF ----------------------------------------------------------------------------


@rows("abnf, rule, valid, invalid, section",  # text, rule, valid, invalid, section
    ('a = "x" / "y"', "a", ["x", "y"], ["", "xy", "z"], "RFC 5234 3.2"),
    ('a = "x" | "y"', "a", ["x", "y"], ["", "xy", "|"], "RFC 2396 1.6"),
    ('a = "x" ("y" / "z") "w"', "a", ["xyw", "xzw"], ["xy", "zw", "xw", "xyzw"], "RFC 5234 3.5"),
    ('a = ("x" / "xy") "z"', "a", ["xz", "xyz"], ["x", "xyyz", "yz"], "RFC 5234 3.5"),
    ('a = *"x"', "a", ["", "x", "xxxx", "xX"], ["y", "xy"], "RFC 5234 3.6"),
    ('a = 2"x"', "a", ["xx"], ["", "x", "xxx"], "RFC 5234 3.7"),
    ('a = 2("x" / "yz")', "a", ["xx", "xyz", "yzx", "yzyz"], ["x", "yz", "xxx"], "RFC 5234 3.6"),
    ('a = *( *"x" )', "a", ["", "x", "xxx"], ["y", "xy"], "RFC 5234 3.6"),
    ('a = *"x" "x"', "a", ["x", "xxx"], ["", "y"], "RFC 5234 3.6"),  # a loop that gives back
    ('a = *("x" / "y") "x" "y"', "a", ["xy", "xxy", "xyxy"], ["x", "xyx"], "RFC 5234 3.6"),
    ('a = b ["x"]\nb = *"x"', "a", ["", "xx"], ["y"], "RFC 5234 3.6"),  # the follow of b is in a
    ('a = b "x"\nb = *"x"', "a", ["x", "xx"], ["", "y"], "RFC 5234 3.6"),
    ('a = *1("x" / "xy") "y"', "a", ["y", "xy", "xyy"], ["x", "xyyy"], "RFC 5234 3.6"),
    ('a = "aBc"', "a", ["abc", "ABC", "aBc", "AbC"], ["ab", "abcd"], "RFC 5234 2.3"),
    ('a = "k"', "a", ["k", "K"], ["\u212a"], "RFC 5234 2.3"),  # "US-ASCII"
    ('a = ""', "a", [""], ["a", '"'], "RFC 5234 4"),
    ('a = "[.*+?^$|(){}#-]"', "a", ["[.*+?^$|(){}#-]"], ["[", "x", ""], "RFC 5234 4"),
    ("a = \"'\" / \"`\" / \" \"", "a", ["'", "`", " "], ["", '"'], "RFC 5234 4"),
    ('a = %s"aBc"', "a", ["aBc"], ["abc", "ABC", "Abc"], "RFC 7405 2.1"),
    ("a = %x41.42.43", "a", ["ABC"], ["abc", "A", "AB", "A.B.C"], "RFC 5234 2.3"),
    ("a = %x61", "a", ["a"], ["A", "", "%x61"], "RFC 5234 2.3"),
    ("a = %x41-5A", "a", ["A", "M", "Z"], ["@", "[", "a", "", "AA", "-"], "RFC 5234 3.4"),
    ("a = %x0-10FFFF", "a", ["\0", "\n", "a", "\u212a", "\U0010ffff"], ["", "aa"], "RFC 5234 2.4"),
    ("a = %x2D / %x5B-5E", "a", ["-", "[", "\\", "]", "^"], ["_", "Z", ",", "."], "RFC 5234 3.4"),
    ('a = "x"\na =/ "y"\na =/ "z"', "a", ["x", "y", "z"], ["", "xy"], "RFC 5234 3.3"),
    ('; first\na = "x" ; "z"\n   ; between\n / "y" ; last', "a", ["x", "y"], ["z"], "RFC 5234 3.9"),
    ('a = "x"\n    "y"\n\t"z"', "a", ["xyz"], ["x"], "RFC 5234 2.2"),
    ('a = "x"\r\n  "y"\r\nb = a', "b", ["xy"], ["x"], "RFC 5234 2.2"),
    ('   a = b\n   b = "x"\n     "y"\n', "a", ["xy"], ["x"], "RFC 5234 2.2"),  # a margin
    ('a = B\nb = "x"', "A", ["x"], ["b"], "RFC 5234 2.1"),  # names are case-insensitive
    ('a = 0<pchar>', "a", [""], ["a", "p", "<pchar>"], "3.3"),
    ("a = DIGIT", "a", [*"09"], ["a", "", "\u0661", "\uff11", "\u00b2", "/", ":"], "RFC 5234 B.1"),
    ("a = HEXDIG", "a", [*"09afAF"], ["g", "G", "", "\uff21", "\u0661", "@", "`"], "RFC 5234 B.1"),
    ("a = LWSP", "a", ["", " ", "\t", "\r\n ", " \r\n\t "], ["\r\n", "\n ", " \r\n"],
     "RFC 5234 B.1"),
    ('alpha = "x"\na = alpha', "a", ["x"], ["y"], "RFC 2396 1.6"),  # a core rule, redefined
)  # fmt: skip
def test_abnf_means_what_the_rfc_says(
    abnf: str, rule: str, valid: list[str], invalid: list[str], section: str, engine: str
) -> None:
    g = ua.Grammar(abnf)
    portable = re.compile(g.pattern(rule))
    for text in (*valid, *invalid):
        is_valid = text in valid
        assert accepts(g, rule, text, engine) == g.matches(rule, text) == is_valid, text
        assert (portable.fullmatch(text) is not None) == is_valid, text


@rows("abnf, named, section",  # text, what the message names, section
    ("", "", "RFC 5234 4"),                              # a rulelist is 1*rule
    ("\n\n ; nothing\n", "", "RFC 5234 4"),
    ('a = "x\ny"', "line 1", "RFC 5234 4"),              # char-val holds no line end
    ('b = "y"\n\n; c\na = ("x"\n', "line", "RFC 5234 3.5"),
    ('a = "x")', "line 1", "RFC 5234 3.5"),
    ('a = ()', "line 1", "RFC 5234 4"),
    ("a =", "line 1", "RFC 5234 4"),
    ('= "x"', "line 1", "RFC 5234 4"),
    ('1a = "x"', "line 1", "RFC 5234 2.1"),              # a rulename starts with ALPHA
    ('b = "y"\na = 3*2"x"', "line 2", "RFC 5234 3.6"),
    ("a = %x110000", "line 1", "RFC 5234 2.4"),
    ("a = %xG", "line 1", "RFC 5234 2.3"),
    ("a = %", "line 1", "RFC 5234 2.3"),
    ('a = "\u00e9"', "line 1", "RFC 5234 4"),            # char-val is %x20-7E; %xE9 says it
    ("a = <any character but this>", "line 1", "RFC 5234 4"),
    ("a = nowhere", "nowhere", "RFC 5234 4"),
    ('loop = *( "(" loop ")" )', "loop", "recursion"),
    ('twice = "x"\nb = "y"\ntwice = "z"', "twice", "RFC 5234 3.3"),  # "=/" was meant
)  # fmt: skip
def test_abnf_that_cannot_be_read_is_a_grammar_error(abnf: str, named: str, section: str) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        ua.Grammar(abnf)
    message = str(caught.value)
    assert re.search(rf"(?i)(?<![\w-]){re.escape(named)}", message)
    assert len(message.splitlines()) == 1
    message.encode()  # printable anywhere
    assert len(message) < 1000


@rows("abnf, problems, section",
    # text, all that is wrong with it: line, rule and what its message names; section
    ('a = b\nc = d\n"e"', [(1, "a", "b"), (2, "c", "d"), (3, None, '"e"')], "RFC 5234 4"),
    ('a = "x\nb = (\nc = ]', [(1, "a", "string"), (2, "b", "early"), (3, "c", "]")], "RFC 5234 4"),
    ('a = "x"\na = "y"\na = "x"', [(2, "a", "twice")], "RFC 5234 3.3"),
    ('a = "x"\nA =/ "y"\nb =/ "z"', [(3, "b", "defined")], "RFC 5234 3.3"),
    ("a = <two words>\nb = 1*<c>", [(1, "a", "two words"), (2, "b", "refers to c")], "RFC 5234 4"),
    ('a = 9999("x" 9999"y")\nb = "x"\nc = a', [(1, "a", "too large")], "size"),
    ('a = "x"\n\nTwo lines\nof prose.\n\nMore of it.\n\nb = "y"',
     [(3, None, "Two lines"), (6, None, "More of it.")], "RFC 5234 4"),
    ("   a = b\n      c\n   d\n     e = f", [(1, "a", "b"), (2, "a", "c"), (3, None, "d"),
     (4, "e", "f")], "RFC 5234 2.2"),
    ("", [(1, None, "no rules")], "RFC 5234 4"),
)  # fmt: skip
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


@rows("abnf, rules, left, why",  # text, the rules that work, that do not; why
    ('a = "(" *a ")"\nb = a\nc = "x"', "c", "a b", "recursive"),
    ('a = <as you like it>\nb = "x" / a\nc = "x"', "c", "a b", "prose"),
    ('a = "x\nb = a\nc = "x"', "c", "a b", "unreadable"),
    ('a = "x"\nb = "y"\na =/ (\nc = a', "b", "a c", "unreadable: a lacks an alternative"),
    ('ALPHA = <any letter>\na = ALPHA\nb = DIGIT', "b", "ALPHA a", "a core rule, redefined"),
    ('a = #b\nb = "x"\na = b *( "," b )', "b a", "", "RFC 9110 has the like: lists, spelled out later"),
    ('a = "x"\nb = a\na = "y"', "a b", "", "twice: the first stands"),
)  # fmt: skip
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
    with pytest.raises(ua.GrammarError, match="unknown rule"):
        g.pattern("no-such-rule")


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


@rows("abnf, problems, why",  # text, its own problems, why
    ("c = a", [(1, "c")], "a is still left out"),
    ("c = e\nb = [a]", [(2, "b")], "b, which a lacked, makes it recursive"),
    ('d =/ "x"', [(1, "d")], "there is nothing to add to"),
)  # fmt: skip
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


@rows("rule, valid, invalid",  # rule, valid, invalid
    ("uri-host", ["", "a", "[::1]", "1.2.3.4"], ["a:80", "a:1:2", "a@b"]),
    ("Host", ["", "a", "a:80", "a:", "[::1]:80"], ["a:1:2", "u@a"]),
    ("authority", ["a:80", "u@a:80", "u:p@[::1]:"], ["a:1:2", "u@a:1:2"]),
    ("at", ["@u@a:80"], ["u@a", "@a:1:2"]),
    ("port", ["", "80"], ["x", ":80"]),
    ("http-URI", ["http://a:80/b?c", "HTTP://u@a"], ["http://a:1:2/", "http://a/b#c"]),
    ("URI-reference", ["", "//a:80", "x://u@a:1/b?c#d", "a/b"], ["//a:1:2", "x://a:1:2/"]),
)  # fmt: skip
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


def paged(abnf: str) -> str:
    """A text as an RFC prints it: indented, and with a new page every ten lines."""
    lines = ["   " + line if line else "" for line in abnf.split("\n")]
    foot = "\n\nBerners-Lee, et al.         Standards Track                    [Page 49]\n\f\n"
    head = "RFC 3986                   URI Generic Syntax               January 2005\n\n\n"
    pages = ["\n".join(lines[i : i + 10]) for i in range(0, len(lines), 10)]
    return (foot + head).join(pages)


@pytest.mark.parametrize("name", ["ABNF_3986", "ABNF_3987", "ABNF_2396"])
@pytest.mark.parametrize(("end", "bom"), [("\n", "\ufeff"), ("\r\n", "")])
def test_a_text_is_read_as_an_rfc_prints_it(name: str, end: str, bom: str) -> None:
    abnf = getattr(rfcs, name)
    base = {"ABNF_3987": ua.RFC3986}.get(name)
    plain = grammar(name.replace("ABNF_", "RFC"))
    printed = ua.Grammar(bom + paged(abnf).replace("\n", end), base)
    assert printed.rules == plain.rules
    assert [r for r in plain.rules if plain.pattern(r) != printed.pattern(r)] == []


LEFT_OUT = ua.Grammar(MAIL, strict=False)


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


TREES: list[tuple[str, str]] = [                                      # what it is, the text
    ("groups in groups", 'a = ' + "(" * 15_000 + '"x"' + ")" * 15_000),
    ("groups left open", 'a = ' + "(" * 15_000),
    ("a long alternation", 'a = "x"' + ' / "xy"' * 1_500),
    ("groups in a chain", "a = a0\n" + "\n".join(
        f"a{i} = " + '*( "x" ' * 9 + f"a{i + 1}" + " )" * 9 for i in range(95)) + '\na95 = "y"'),
    ("a ring of rules", "\n".join(f"a{i} = [a{(i + 1) % 2_000}]" for i in range(2_000))),
    ("doubling", 'a0 = "x"\n' + "\n".join(f"a{i} = a{i - 1} a{i - 1}" for i in range(1,
     61)) + "\na = a60"),
    ("a repeat of repeats", "a = " + "9(" * 60 + '"x"' + ")" * 60),
    ("one line of bars", "a = " + "/" * 15_000),
    ("one line of percents", "a = " + "%" * 15_000),
    ("many problems", "\n".join(f"a{i} = b{i}" for i in range(1_500))),
    ("many circles in a rule", "\n".join(f"a{i} = a{i + 1}" for i in range(2_000)) + "\na2000 = "
     + " ".join(f"[a{i}]" for i in range(2_000))),
    ("a long name in many problems", "b" * 15_000 + " = " + " ".join(f"c{i}" for i in range(2_000))),
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


# ---- 3. Grammar: rules, extend, compile, pattern ------------------------------------------------


def test_the_rules_are_the_names_as_written_in_order() -> None:
    g = ua.Grammar('b-C = "x"\nA_1 = b-c\nb-c =/ "y"')
    assert g.rules == ("b-C", "A_1")


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


@pytest.mark.parametrize("text, is_valid", [("1", True), ("2", True), ("80", False), ("", False)])
def test_extend_adds_alternatives_to_the_new_rule_and_not_to_the_base(
    text: str, is_valid: bool
) -> None:
    """RFC 5234 3.3: "=/" goes on with the rule of the same text."""
    own = ua.RFC3986.extend('port = "1"\nport =/ "2"')
    assert own.matches("port", text) == own.matches("URI", f"http://a:{text}/") == is_valid


CHARACTER_CLASS = re.compile(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]")


@each_rule
def test_a_portable_pattern_uses_only_what_every_engine_has(name: str, rule: str) -> None:
    pattern = grammar(name).pattern(rule)
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


@each_rule
def test_a_portable_pattern_gives_the_same_verdicts(name: str, rule: str) -> None:
    assert_verdicts(re.compile(rf"\A(?:{grammar(name).pattern(rule)})\Z").match, name, rule)


@rules_of("RFC3987")
def test_a_rule_stands_between_two_literals_of_a_template(name: str, rule: str) -> None:
    between = re.compile(grammar(name).compose(f"ab|<(?&{rule})>|cd"))
    for text in texts_of(name, rule)[0]:
        assert between.fullmatch(f"<{text}>") and not between.fullmatch(f"<{text}")
        assert grammar(name).spans(rule, text)[0] == (rule, 0, len(text), 0)


def test_classes_merge_and_are_written_in_code_point_order() -> None:
    assert "[!$&-.0-;=A-Z_a-z~]" in ua.RFC3986.pattern("userinfo")  # unreserved, sub-delims, ":"
    assert ua.RFC3986.pattern("sub-delims") == "[!$&-,;=]"
    assert ua.RFC3986.pattern("h16") == "[0-9A-Fa-f]{1,4}"
    assert ua.Grammar("a = HEXDIG").pattern("a") == "[0-9A-Fa-f]"


@rows("abnf, pattern",  # two loops that are one
    ('*"a" *( "b" *"a" )', "[ABab]*"),
    ('1*"a" *( "b" *"a" )', "[Aa][ABab]*"),
    ('*"a" [ "b" *( "a" / "b" ) ]', "[ABab]*"),
    ('*"a" *"a" *( "b" *"a" )', "[ABab]*"),
    ('p p *( "/" p )\np = *( ALPHA / DIGIT )', "[\\/0-9A-Za-z]*"),
    ('1*"a" 1*"a" [ "b" *( "a" / "b" ) ]', "[Aa]{2,}(?:[Bb][ABab]*)?"),
)  # fmt: skip
def test_loops_are_one_where_the_next_character_decides(abnf: str, pattern: str) -> None:
    grammar = ua.Grammar("r = " + abnf)
    assert grammar.pattern("r") == pattern
    assert grammar.proven("r")


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_the_standards_is_proven(name: str) -> None:
    assert [rule for rule in grammar(name).rules if not grammar(name).proven(rule)] == []


# Loops whose body has a branch that can be empty, and another one behind it; and more ways on than are
# compared.
_WAYS = " / ".join(f'%x{0x1000 + 2 * i:X} [ {i + 1}"z" ]' for i in range(220))


@rows("abnf, rule, valid, invalid",
    ('r = *( "," v )\nv = *"a" / "b"', "r", [",b", ",,b,aa", ",a,b", ""], ["b", ",ab", ",bb"]),
    ('r = *( "," ( *"a" / "b" ) )', "r", [",b", ",,b,aa"], [",ab", ",bb"]),
    ('r = *( "," ( "cd" / *"a" / "be" ) )', "r", [",be", ",,be,aa"], [",abe", ",b"]),
    ('r = 1*( "," v )\nv = [ "a" ] / "b"\n', "r", [",b,a,"], ["", ",ab"]),
    ('r = *( "," *( ";" ( *"a" / "b" / *"c" ) ) )', "r", [",;b;c", ",;;c,;b"], [",;bc"]),
    ('r = *( "<" ( "" / "a" ) ">" )', "r", ["<>", "<a><>"], ["<aa>"]),
    ("param = name *( \";\" value )\nname = 1*ALPHA\nvalue = *SAFE / DQUOTE *SAFE DQUOTE\n"
     "SAFE = ALPHA / DIGIT", "param", ['a;""', 'a;b;"c"', "a;"], ['a;"', 'a;b"c"']),  # RFC 5545
    (f'r = *( {_WAYS} ) %x1200 "q"', "r", ["\u1200q", "\u1000\u1200q"], ["\u1200", "\u1002q"]),
)  # fmt: skip
def test_a_loop_is_possessive_only_where_that_is_exact(
    abnf: str, rule: str, valid: list[str], invalid: list[str], engine: str, regex: Any
) -> None:
    g = ua.Grammar(abnf)
    java = g.pattern(rule, "java").replace(r"\z", r"\Z")
    texts = g.pattern(rule, "possessive"), g.pattern(rule, "regex"), java
    for pattern in (compiled(g, rule, engine), *map(regex.compile, texts)):
        assert [text for text in valid if not pattern.fullmatch(text)] == []
        assert [text for text in invalid if pattern.fullmatch(text)] == []
    assert [set(g.captures(rule, text)[rule]) for text in valid] == [{text} for text in valid]
    assert {g.partial(rule, text) for text in valid} == {"valid"}


@pytest.mark.parametrize("name", ["portable", "possessive", "re"])
@rows("abnf, template, text, other",  # a rule, a template, a text it matches, one it does not
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
)  # fmt: skip
def test_a_rule_is_read_as_itself_whatever_a_template_has_before_it(
    abnf: str, template: str, text: str, other: str, name: str
) -> None:
    pattern = re.compile(ua.Grammar("a = " + abnf).compose(template, name), re.DOTALL)
    assert pattern.fullmatch(text) and not pattern.fullmatch(other)


def test_compose_says_which_engines_have_possessive_loops() -> None:
    told = (ua.Grammar.compose.__doc__ or "").split("possessive loops: ")[1].split(" re.")[0]
    rows = ua.ENGINES.values()
    possessive = {x.name for x in rows if x.style.possessive and not x.style.rigid_alone}
    assert set(re.findall("[a-z]+", told)) - {"and", "partly"} == possessive


@pytest.mark.parametrize("name", ["portable", "possessive", "re", "regex"])
@rows("template, text, groups, why",
    # template, text, what its groups have (None: it does not match), why
    (r"(?P<method>[A-Z]+) (?P<target>(?&URI-reference)) HTTP/[0-9.]+", "GET /a?b HTTP/1.1",
     {"method": "GET", "target": "/a?b"}, "a request line"),
    ("https?://(?P<host>(?&host))/", "http://example.com/", {"host": "example.com"}, "3.2.2"),
    ("(?&host)|(?&port)x", "80x", {}, "in an alternation of the template"),
    ("(?&dec-octet){2}", "2525", {}, "a repeat of all of it, not of its end"),
    ("(?&h16)?:", ":", {}, "an optional rule is optional as a whole"),
    ("(?&DIGIT)+", "123", {}, "one class takes a quantifier as it is"),
    ("[(?&port)]+", "(?&port)", {}, "what is in a class stays"),
    (r"[\]](?&port)", "]1", {}, "and with an escaped one"),
    ("(?#(?&port)x", "x", {}, "what is in a comment stays"),
    ("(?x) (?&SP) [#] (?&DIGIT)", " #1", {}, "white space of a rule is kept in (?x)"),
    ("(?x) x (?&dec-octet) {2}", "x2525", {}, "a quantifier behind white space"),
    ("(?x) (?&pct-encoded) # (?&port)\n + x", "%41%42x", {}, "and behind a comment"),
    ("(?x) x # [ \n (?&port)", "x80", {}, "a bracket in a comment opens no class"),
    ("(?&host)", "a/b", None, "nothing is added"),
)  # fmt: skip
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


COMMENTED = [  # each reads the same but for its rule, and in linear time
    ("(?&port)" + "# " * 20_000, "(?:[0-9]*)" + "# " * 20_000),
    ("(?x)(?&port)" + "#*" * 20_000 + "\n{2}", "(?x)(?:[0-9]*)" + "#*" * 20_000 + "\n{2}"),
    ("(?&port)#" * 5_000 + "\n*", "(?:[0-9]*)#" * 5_000 + "\n*"),
    ("(?&port)(?#c) (?#c) *", "(?:[0-9]*)(?#c) (?#c) *"),
    ("(?x)(?&port) x # (?&no-rule)\n [#](?&port)", "(?x)[0-9]* x # (?&no-rule)\n [#][0-9]*"),
]  # fmt: skip


@pytest.mark.parametrize("template, composed", COMMENTED, ids=range(len(COMMENTED)))
def test_a_rule_that_a_comment_stands_behind_is_grouped(template: str, composed: str) -> None:
    assert ua.RFC3986.compose(template) == composed


def test_compose_refuses_what_pattern_refuses() -> None:
    with pytest.raises(ValueError, match="unknown engine 'pcre9'"):
        ua.RFC3986.compose("(?&port)", "pcre9")
    with pytest.raises(ValueError, match=r"nginx takes characters up to U\+007F, but the template"):
        ua.RFC3987.compose("x(?&IRI)", "nginx")
    with pytest.raises(ValueError, match="go allows at most 1,000 repetitions"):
        ua.Grammar('a = 1001"x"').compose("(?&a)", "go")
    with pytest.raises(TypeError, match="template must be str, not bytes"):
        ua.RFC3986.compose(b"(?&port)")  # type: ignore[arg-type]


@rows("abnf, engine, character",
    ('%x00 / "b"', "posix", "U+0000"), ('%x00 / "b"', "bash", "U+0000"), ("%x00-7F", "gawk", "U+0000"),
    ("%x00", "sed", "U+0000"), ("%x01", "xsd", "U+0001"), ("%x41-FFFF", "xsd", "U+FFFF"),
)  # fmt: skip
def test_what_no_literal_of_an_engine_can_hold_is_refused(
    abnf: str, engine: str, character: str
) -> None:
    """A NUL ends a word of a shell, and XML 1.0 2.2 has few control characters."""
    g = ua.Grammar(f"a = {abnf}")
    match = re.escape(f"{engine} can't hold the character {character}, which a has")
    with pytest.raises(ValueError, match=match):
        g.pattern("a", engine)
    with pytest.raises(ValueError, match="which the template has"):
        g.compose("x(?&a)", engine)
    assert g.pattern("a")


@rows("template, rules",
    ("(?&host):(?&port)|(?&host)", ["host", "port"]), ("[(?&host)]", []), ("(?x)a # (?&host)", []),
)  # fmt: skip
def test_the_rules_of_a_template(template: str, rules: list[str]) -> None:
    assert ua.RFC3986.called(template) == rules


@pytest.mark.parametrize("template, offset", [("(?&URI", 0), ("a(?&port)(?&x", 9)])
def test_a_rule_of_a_template_has_to_be_closed(template: str, offset: int) -> None:
    with pytest.raises(ValueError, match=re.escape(f'the "(?&" at offset {offset} is not closed')):
        ua.RFC3986.compose(template, "java")


@pytest.mark.parametrize("version, is_possessive", [((3, 11, 4), False), ((3, 11, 5), True)])
def test_loops_for_re_are_possessive_from_the_first_right_python_on(
    version: tuple[int, ...], is_possessive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    assert engines.style_for_re().possessive is is_possessive


@rows("name, rule, text, why",
    # engine, rule, the text to paste, why
    ("python", "port", r"\A[0-9]*\Z", "$ lets a final newline in"),
    ("duckdb", "port", "^[0-9]*$", "RE2's $ is exact"),
    ("postgresql", "port", "^[0-9]*$", "so is PostgreSQL's"),
    ("html", "port", "[0-9]*", "anchors itself"),
    ("jq", "port", r"\A[0-9]*+\z", "$ lets a final newline in"),
    ("mariadb", "port", r"(?-i)\A[0-9]*+\z", "a collation may leave case out; k is KELVIN SIGN"),
    ("rust", "gen-delims", r"^[#/:?@\[\]]$", "before 1.8 it has no escape of /"),
    ("java", "port", r"\A[0-9]*+\z", "possessive, or its stack overflows"),
    ("dotnet", "port", r"\A[0-9]*\z", "$ lets a final newline in"),
    ("posix", "gen-delims", "^[]#/:?@[]$", 'POSIX: "]" first, and no backslash'),
    ("posix", "unreserved", "^[.0-9A-Z_a-z~-]$", 'POSIX: "-" last'),
    ("xsd", "gen-delims", r"[#/:?@\[\]]", "XSD has no escape for /"),
    ("mysql", "sub-delims", r"(?-i)\A[!$\&'-,;=]\z", "ICU reads $&-, as $-,"),
    ("javascript", "gen-delims", r"^[#\/:?@\[\]]$", "the v flag reserves / in a class"),
)  # fmt: skip
def test_an_engines_pattern_is_anchored_and_written_as_it_reads(
    name: str, rule: str, text: str, why: str
) -> None:
    assert ua.RFC3986.pattern(rule, name) == text


@rows("abnf, name, text",  # .NET reads [+-\-] as [+\-], libxml2 [\[-\]] as [\[\-\]]
    ("%x2B-2D", "dotnet", r"\A[+,\-]\z"), ("%x29-2D", "dotnet", r"\A[\)*-,\-]\z"),
    ("%x5B-5D", "xsd", r"[\[\\\]]"), ("%x58-5E", "xsd", r"[X-Z\[\\\]\^]"),
    ("%x21-7E", "portable", "[!-~]"), ("%x5A-5C", "gawk", r"^[Z[\\]$"),
)  # fmt: skip
def test_a_range_neither_begins_nor_ends_with_an_escape(abnf: str, name: str, text: str) -> None:
    assert ua.Grammar(f"a = {abnf}").pattern("a", name) == text


@rows("abnf, name, most",
    # ABNF of a, an engine, the most repetitions that it takes
    *[('1001"x"', name, "1,000") for name in (
        "re2", "go", "duckdb", "bigquery", "clickhouse", "pyarrow")],
    ('256"x"', "postgresql", "255"),
    ('33000"x"', "posix", "32,767"),
    ('65535"x"', "perl", "65,534"),
    ('50( "x" 50( "y" ) )', "go", "1,000"),  # RE2 and Go multiply
)  # fmt: skip
def test_what_an_engine_cannot_repeat_is_refused(abnf: str, name: str, most: str) -> None:
    with pytest.raises(ValueError, match=f"{name} allows at most {most} rep"):
        ua.Grammar("a = " + abnf).pattern("a", name)
    assert ua.Grammar(f'a = {most.replace(",", "")}"x"').pattern("a", name)


@pytest.mark.parametrize("name, last", [("posix", "007F"), ("dotnet", "FFFF")])  # UTF-16 code units
def test_characters_that_an_engine_cannot_take_are_refused(name: str, last: str) -> None:
    with pytest.raises(ValueError, match=rf"{name} takes .* up to U\+{last}, but IRI has more"):
        ua.RFC3987.pattern("IRI", name)


@rows("abnf, name, pattern, why",  # what makes patterns fast, as they are written
    ('*( "a" / "bc" )', "portable", "[Aa]*(?:[Bb][Cc][Aa]*)*", "a star is unrolled"),
    ('1*( "a" / "bc" )', "portable", "(?:[Aa]|[Bb][Cc])[Aa]*(?:[Bb][Cc][Aa]*)*", "a plus, too"),
    ('*( "a" / "bc" )', "re", "[Aa]*+(?:[Bb][Cc][Aa]*+)*+", "loops are possessive in re"),
    ('*( "a" / "bc" )', "java", r"\A[Aa]*+(?:[Bb][Cc][Aa]*+)*+\z", "and in other engines"),
    ('*"a" "a"', "re", "[Aa]++", "where one would have to be given back, it is not taken"),
    ('*( "ab" *"cd" )', "re", "(?:[Aa][Bb](?:[Cc][Dd])*+)*", "re gets no loop in a possessive loop"),
    ('*( "ab" *"cd" )', "java", r"\A(?:[Aa][Bb](?:[Cc][Dd])*+)*+\z", "other engines do"),
    ('"a" / "b" / "-"', "portable", "[\\-ABab]", "one class for all that is one character"),
    ('"ab" / *( "a" / "b" / "c" )', "portable", "[A-Ca-c]*", "what a loop covers is left out"),
    ('"xq-ab" / "yr-ab"', "portable", "(?:[Xx][Qq]|[Yy][Rr])-[Aa][Bb]", "a common tail stands once"),
    ('1*"1" "b" / 1*"3" "b"', "portable", "(?:1+[Bb]|3+[Bb])", "but not where it is no shorter"),
    ('ALPHA DIGIT ALPHA DIGIT', "portable", "(?:[A-Za-z][0-9]){2}", "repeats are folded"),
    ('2*3( 1*"a" )', "portable", "[Aa]{2,}", "a loop in a repeat is a loop"),
)  # fmt: skip
def test_what_makes_patterns_fast_is_in_them(abnf: str, name: str, pattern: str, why: str) -> None:
    assert ua.Grammar("r = " + abnf).pattern("r", name) == pattern


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
        ("CTL", "go", r"`^[\x00-\x1f\x7f]$`"),
        ('"`\\"', "go", r'"^`\\\\$"'),
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


# ---- Errors -------------------------------------------------------------------------------------


@rows("rule, text, offset, expected",  # a rule of RFC 3986, a text, its offset, what was expected
    ("dec-octet", "26a", 2, "<end of text>"),
    ("port", "8o", 1, "DIGIT / <end of text>"),
    ("scheme", "", 0, "ALPHA"),
    ("h16", "12345", 4, "<end of text>"),
    ("pct-encoded", "%", 1, "HEXDIG"),
    ("IPvFuture", "v1.", 3, 'unreserved / sub-delims / ":"'),
    ("IP-literal", "[::1", 4, 'HEXDIG / ":" / "." / "]"'),
    ("authority", "a:b@c:x", 6, "DIGIT / <end of text>"),
)  # fmt: skip
def test_where_a_text_stops_and_what_it_could_go_on_with(
    rule: str, text: str, offset: int, expected: str
) -> None:
    assert ua.RFC3986.find_error(rule, text) == offset
    assert ua.RFC3986.expected(rule, text) == expected


def error_of(rules: ur.Rules, rule: str, text: str) -> tuple[Any, ...]:
    """All that an error tells, or nothing for a text that is valid."""
    try:
        rules.validate(rule, text)
    except ur.URIError as error:
        return error.args
    return ()


@pytest.mark.parametrize("name", ["RFC3986", "RFC3987", "RFC2396"])
def test_a_rule_of_an_rfc_has_the_error_of_the_library(name: str) -> None:
    for rule in grammar(name).rules:
        for text in texts_of(name, rule)[1]:
            there = error_of(getattr(ur, name), rule, text)
            assert error_of(grammar(name), rule, text) == there


@rows("text, offset, hint",  # a text, its offset, and what was expected
    ("http://[fe80::1%25]/", 18, 'unreserved / "%"'), ("http://[fe80::1%en0]/", 16, '"25"'),
    ("http://[fe80::1%25a", 19, 'unreserved / "%" / "]"'),
)  # fmt: skip
def test_an_error_of_a_zone_has_what_was_expected_as_its_hint(
    text: str, offset: int, hint: str
) -> None:
    """RFC 6874 2. The library's words are about URIs without zones."""
    with pytest.raises(ur.URIError) as caught:
        ua.RFC6874.validate("URI", text)
    error = caught.value
    assert (error.offset, error.rule, error.hint) == (offset, "URI", f"expected: {hint}")


@rows("abnf, rule, text, reason, hint",  # a rule called as one of an RFC, and the error of a text
    ('URI = "xy"', "URI", "y", "'y' is not allowed here", 'expected: "xy"'),
    ('URI = "xy"', "URI", "x", "it ends too early", 'expected: "y"'),
    ("port = 1*DIGIT", "port", " 8", "a space is not allowed here", "expected: DIGIT"),
    ('URI = "%" 2HEXDIG', "URI", "%zz", "'z' is not allowed here", "expected: HEXDIG"),
)  # fmt: skip
def test_an_error_of_ones_own_rule_has_what_was_expected_as_its_hint(
    abnf: str, rule: str, text: str, reason: str, hint: str
) -> None:
    with pytest.raises(ur.URIError) as caught:
        ua.Grammar(abnf).validate(rule, text)
    assert (caught.value.reason, caught.value.hint) == (reason, hint)


# ---- 7. Named sub-patterns: captures and partial ------------------------------------------------


@rows("name, rule, text, some, absent, section",
    # grammar, rule, text, some of the captures, some rules that took no part, section
    ("RFC3986", "URI", "http://h/a/b/c", {"scheme": ["http"], "segment": ["a", "b", "c"],
     "host": ["h"], "reg-name": ["h"], "path-abempty": ["/a/b/c"], "hier-part": ["//h/a/b/c"],
     "authority": ["h"]}, ["userinfo", "port", "query", "fragment", "IPv4address", "path-rootless",
     "segment-nz"], "3"),
    ("RFC3986", "URI", "a://u:p@192.0.2.16:80?q#f", {"userinfo": ["u:p"],
     "IPv4address": ["192.0.2.16"], "dec-octet": ["192", "0", "2", "16"], "port": ["80"],
     "query": ["q"], "fragment": ["f"], "path-abempty": [""]}, ["reg-name", "segment",
     "IP-literal"], "3.2"),
    ("RFC3986", "URI", "ldap://[2001:db8::7]/", {"IP-literal": ["[2001:db8::7]"],
     "IPv6address": ["2001:db8::7"], "h16": ["2001", "db8", "7"]}, ["ls32", "IPvFuture",
     "reg-name"], "3.2.2"),
    ("RFC2396", "URI-reference", "http://a/b;c;d?e", {"hier_part": ["//a/b;c;d?e"],
     "net_path": ["//a/b;c;d"], "segment": ["b;c;d"], "param": ["c", "d"], "server": ["a"]},
     ["opaque_part", "relativeURI", "reg_name", "fragment"], "RFC 2396 3"),
)  # fmt: skip
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


@pytest.mark.parametrize("times", [1, 40])
@rows("abnf, text, captures",
    # abnf, text, the captures of each rule but r: what takes no character counts where it is needed
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
    ('r = *( v / w ) "c" / u\nv = "a"\nw = "a"\nu = *"a" "b"', "a" * 30 + "b", {"u": ["a" * 30 + "b"]}),
)  # fmt: skip
def test_captures_are_the_same_in_a_short_text_and_a_long_one(
    abnf: str, text: str, captures: dict[str, list[str]], times: int
) -> None:
    g = ua.Grammar(f'{abnf}\nlong = {times}( r ";;;" )')
    long = (text + ";;;") * times
    found = {"r": [text] * times, **{name: some * times for name, some in captures.items()}}
    assert g.captures("long", long) == {"long": [long], **found}


def test_rules_that_differ_only_in_a_dash_are_told_apart() -> None:
    g = ua.Grammar('a-b = "x"\na_b = "y"\nr = a-b a_b a-b')
    assert g.captures("r", "xyx") == {"r": ["xyx"], "a-b": ["x", "x"], "a_b": ["y"]}


# ---- Reading: what people write who are used to something else -----------------------------------


@rows("abnf, line, column, message",  # text, line and column of the first problem, what it says
    ("a = [0-9]{10}", 1, 5, "write 10%x30-39"),
    ("a = [+-]?DIGIT", 1, 5, "write *1( %x2B / %x2D )"),
    ("a = \\d", 1, 5, "write DIGIT"),
    ("a = 'x'", 1, 5, 'strings are in double quotes: "x"'),
    ('a = "x"+', 1, 8, 'in ABNF, a repeat comes first: 1*"x"'),
    ('a = ("x" / "y")?', 1, 16, "in ABNF, a repeat comes first: *1( … )"),
    ('a = ^"x"', 1, 5, "it needs no anchor"),
    ('a = "x", "y"', 1, 8, "without a comma"),
    ("a = U+0041", 1, 5, "the character is %x0041"), ("a = 0x41-5A", 1, 6, "the character is %x41-5A"),
    ("a = ‘x’", 1, 5, 'strings are in double quotes: "x"'),
    ('a = VCHAR - "x"', 1, 11, 'ABNF has no "-" for "all but"'),
    ('<a> = "x"', 1, 1, 'the name has no "<" and ">"'),
    ('a <- "x"', 1, 1, 'in a definition, ABNF has "=" for "<-"'),
    ("a = Digitt", 1, 5, "did you mean 'DIGIT'?"), ("a = DIGITS", 1, 5, "did you mean 'DIGIT'?"),
    ("a = 1*", 1, 6, "an element must follow the repeat"),
    ("a = 1 * DIGIT", 1, 7, "an element must follow the repeat, without a space"),
    ("a = 1**DIGIT", 1, 6, "an element must follow the repeat"),
    ('a = 1 #"x"', 1, 7, "an element must follow the repeat, without a space"),
    ("a = DIGIT*", 1, 10, "in ABNF, a repeat comes first: *DIGIT"),
    ('a = "x" + "y"', 1, 9, 'a repeat comes first: 1*"x"; if this joins them, leave out the "+"'),
    ('c = "(" *( "x" / c ) ")"', 1, 1, 'c > c; recursion is not supported; write its levels out'),
    ('a = 3#2"x"', 1, 5, "a repeat whose maximum is below its minimum: 3#2"),
    ("token = <any CHAR except separators>", 1, 9, "define token in ABNF, or pass the grammar"),
    ('a = ( "x" /\n    "y"\n\nb = "z"', 2, 8, 'the "(" of line 1, column 5 is not closed'),
)  # fmt: skip
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
def test_no_rule_takes_long_to_compile(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uri_abnf.linear._MOST_STEPS", 100_000)  # of rewriting, which is bounded
    g = ua.Grammar("r = " + SHAPES[shape])
    g.compile("r")
    assert g.matches("r", "!") is False


# ---- Copies --------------------------------------------------------------------------------------


def test_a_grammar_is_a_mapping_of_its_rules() -> None:
    g = ua.Grammar('a = "x" B\nB = 1*DIGIT')
    assert list(g) == ["a", "B"] and len(g) == 2 and g["b"] == "[0-9]+"
    assert "A" in g and "c" not in g and 1 not in g
    assert isinstance(g, ur.Rules) and g != ua.Grammar('a = "x" B\nB = 1*DIGIT')
    assert len({g, g}) == 1
    with pytest.raises(KeyError, match="unknown rule 'c'"):
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


@each_rule
def test_source_is_the_rule(name: str, rule: str) -> None:
    text, pattern = run_source(grammar(name), rule)
    assert_verdicts(pattern.fullmatch, name, rule)
    assert max(map(len, text.split("\n"))) <= 100 and text.isascii()
    assert not grammar(name).proven(rule) or "Not proven" not in text


@rules_of("RFC3987")
def test_source_for_other_engines_is_the_rule(name: str, rule: str) -> None:
    text, pattern = run_source(grammar(name), rule, "portable")
    assert_verdicts(pattern.fullmatch, name, rule)
    assert text.isascii()


@rows("abnf, valid, invalid, why",  # ABNF of r, valid, invalid, why
    ("r = DIGIT", ["1"], ["", "12", "a"], "a rule of one character is a pattern, if it is asked for"),
    ('r = *a\na = "x" "y"', ["", "xyxy"], ["x", "xyx"], "what is repeated is grouped"),
    ('r = a-b a_b\na-b = 2"x"\na_b = 2"y"', ["xxyy"], ["xxxx", "yyxx"], "names that would be one"),
    ("r = *( CR / LF / HTAB / DQUOTE / %x5C )", ["\r\n\t\"\\"], ["x"], "what no literal holds raw"),
    ("r = 2( %x7B / %x7D ) 2DIGIT", ["{}12"], ["{12"], "braces, which f-strings read"),
    ('r = "(?&a)" a\na = 2"x"', ["(?&a)xx"], ["(?&A)x", "xx"], "what looks like a call"),
    ('r = *( "," v )\nv = *"a" / "b"', [",b", ",,b,aa", ""], ["b", ",ab"], "an empty branch is early"),
)  # fmt: skip
@pytest.mark.parametrize("engine", ["re", "portable"])
def test_source_of_ones_own_abnf(
    abnf: str, valid: list[str], invalid: list[str], why: str, engine: str
) -> None:
    text, pattern = run_source(ua.Grammar(abnf), "r", engine)
    assert not re.search("[^\n -~]", text)
    assert [t for t in valid if not pattern.fullmatch(t)] == []
    assert [t for t in invalid if pattern.fullmatch(t)] == []
    assert engine == "re" or not re.search(r"(?<!\\)[*+?}]\+", text.replace(r"\+", ""))


def test_source_warns_of_a_rule_that_is_not_proven_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uri_abnf.linear._MOST_STEPS", 100_000)
    slow = ua.Grammar(
        'slow = *( "a" / "b" ) "a" 12( "a" / "b" ) *( "aa" / "a" )\nr = "r" [ slow ] "r"'
    )
    assert slow.source("r").count("Not proven") == 2  # slow and r
    assert "Not proven" not in ua.RFC3986.source("URI-reference") + ua.RFC2396.source("hostname")
    with pytest.raises(ValueError, match="unknown engine 'java'; there are re and portable"):
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


@rows("first, second, only_first, only_second, why",  # rules, what only one matches, why
    ('"x"', '%x78 / %x58', None, None, "RFC 5234 2.3"),
    ('*"a" *"a"', '*"a"', None, None, "the same texts"),
    ('1*"a"', '*"a"', None, "", "the empty text is the shortest"),
    ('*3"ab"', '*5"ab"', None, "abababab", "the shortest of the others"),
    ('"aaa" / "b"', '"b" / "c"', "aaa", "c", "neither has all of the other"),
    ('%x0-10FFFF', '%x0-D7FF / %xE000-10FFFF', "\ud800", None, "surrogates"),
    ('*( "a" / "b" )', '*( *"a" "b" ) *"a"', None, None, "two ways to say one thing"),
    ('2*4DIGIT', '2*3DIGIT [ DIGIT ]', None, None, "repeats"),
)  # fmt: skip
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


@pytest.mark.parametrize("name", NAMES)
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
    two = ua.Grammar("bit = %x30-31\nsign = %x2B / %x2D\nmark = %x2E-2F")  # each of a class appears
    assert ["".join(sorted(two.examples(x))) for x in two.rules] == ["01", "+-", "./"]
    assert ua.Grammar("all = *%x0-10FFFF").examples("all", invalid=True) == []


def test_an_invalid_example_is_one_character_from_a_valid_one() -> None:
    g = ua.Grammar('a = "abc"')
    for text in g.examples("a", 20, invalid=True):
        around = [text[:i] + text[i + 1 :] for i in range(len(text))]
        around += [text[:i] + c + text[i + d :] for i in range(4) for c in "ABCabc" for d in (0, 1)]
        assert any(g.matches("a", other) for other in around), text


# ---- What callers get wrong ----------------------------------------------------------------------


@rows("abnf, message",
    # what was written, the message in short
    ("urn:isbn = DIGIT", 'a name has no ":"'),
    ("a = urn:isbn", 'a name has no ":"'),
    ("my.rule = DIGIT", 'a name has no "."'),
    ("a: = DIGIT", 'in a definition, ABNF has "=" for ":"'),
    ("a-b ::= DIGIT", 'in a definition, ABNF has "=" for "::="'),
)  # fmt: skip
def test_a_name_with_other_characters_is_explained(abnf: str, message: str) -> None:
    with pytest.raises(ua.GrammarError) as caught:
        ua.Grammar(abnf)
    assert caught.value.message.endswith(message)


@rows("name, words",
    # an unknown engine, what was perhaps meant
    ("postgres", "; did you mean 'postgresql'?"),
    ("Postgres", "; did you mean 'postgresql'?"),
    ("javscript", "; did you mean 'javascript'?"),
    ("pcre2", "; did you mean 'pcre' or 're2'?"),
    ("oracle", "; ENGINES lists all"),
)  # fmt: skip
def test_an_unknown_engine_says_what_was_perhaps_meant(name: str, words: str) -> None:
    for call in (ua.find_engine, partial(ua.quote, "x"), partial(ua.RFC3986.pattern, "port")):
        with pytest.raises(ValueError, match=re.escape(f"unknown engine '{name}'{words}")):
            call(name)


ANY: Any = ua.RFC3986  # for which mypy takes any argument
ANY_2396: Any = ua.RFC2396
ANY_ROOM: Any = ua
KINDS = "str or an iterable of str"
# a call, the message of its TypeError
WRONG_KINDS: list[tuple[str, Callable[[], object], str]] = [
    ("abnf", lambda: ANY_ROOM.Grammar(1), "abnf must be str, not int"),
    ("base", lambda: ANY_ROOM.Grammar("", "x"), "base must be Grammar or None, not str"),
    ("rule", lambda: ANY.matches(1, "x"), "rule must be str, not int"),
    ("text", lambda: ANY.matches("URI", b"x"), "text must be str, not bytes"),
    ("engine", lambda: ANY.pattern("URI", 1), "engine must be str, not int"),
    ("template", lambda: ANY.compose(1), "template must be str, not int"),
    ("other", lambda: ANY.compare("URI", 1), "other must be str, not int"),
    ("grammar", lambda: ANY.compare("URI", "URI", "x"), "grammar must be Grammar or None, not str"),
    ("count", lambda: ANY.examples("URI", "2"), "count must be int, not str"),
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


# ---- What programs ask ---------------------------------------------------------------------------


def test_a_rule_is_described_by_its_own_spelling() -> None:
    found = ua.RFC3986.describe("dec-OCTET")
    assert found.name == "dec-octet" and found.abnf.startswith("dec-octet     = DIGIT")
    assert found.refers_to == ["DIGIT"] and found.used_by == ["IPv4address"]


def test_spans_are_a_tree() -> None:
    assert ua.RFC3986.spans("port", "80") == [
        ("port", 0, 2, 0), ("DIGIT", 0, 1, 1), ("DIGIT", 1, 2, 1),
    ]  # fmt: skip


# ---- Policies as patterns ------------------------------------------------------------------------

# A pattern has to accept exactly what is_valid accepts: of texts, which are put together of these.
PARTS_OF_URIS = [row.split("|") for row in (
    "https|HTTP|ws|ftp|file|a.b|urn|x+y-z|fil|files|htt|httpsx", "|me@|me:pw@|:@|a%40@",
    "a.example|b.A.Example.|a..example|ba.example|192.0.2.1|192.0.2.1.|0x7f.1||[::1]|[V1.A]|c|d.c"
    "|0.c|a,b|xn--bcher-kva.example|a_b.example|a%2eexample",
    "|:|:443|:0443|:00|:80|:8080|:65535|:65536|:000065536|:1023",
    "|/|/a/%41|//x|/ ", "|?|?q|#|?a#b|?[|#a#b",
)]  # fmt: skip
POLICIES: dict[str, list[Any]] = {
    "schemes": ["https", "http", "WS", "ftp", "file", "a.b", "urn", "x+y-z"],
    "hosts": ["a.example", ".a.example", "*.a.example", "192.0.2.1", "", "[v1.a]", "A_b.Example.", ".c",
              "xn--bcher-kva.example"],
    "ports": [443, 80, "8080", "", 0, 65535, "0443"],
    "forbid": ["authority", "userinfo", "password", "host", "port", "path", "query", "fragment"],
}  # fmt: skip


def random_policies(rng: random.Random) -> dict[str, Any]:
    policies: dict[str, Any] = {}
    for name, values in POLICIES.items():
        if rng.random() < 0.6:
            policies[name] = rng.sample(values, rng.randint(0, 3))
    if rng.random() < 0.2:
        policies["ports"] = rng.choice([range(1024, 65536), range(0, 3), 443])
    return policies


def random_uri(rng: random.Random) -> str:
    scheme, *parts = map(rng.choice, PARTS_OF_URIS)
    if rng.random() < 0.15:
        return f"{scheme}:{rng.choice(['', 'a', '/a', '/', 'a@b', '///a'])}{parts[-1]}"
    return f"{scheme}://{''.join(parts)}"


@pytest.mark.parametrize("seed", range(25))
def test_a_policy_pattern_accepts_what_is_valid_accepts(seed: int, engine: str) -> None:
    rng = random.Random(seed)
    policies = random_policies(rng)
    uris = [random_uri(rng) for _ in range(200)]
    valid = [uri for uri in uris if ur.is_valid(uri, **policies)]
    try:
        name = "python" if engine == "re" else "regex"
        pattern = importlib.import_module(engine).compile(ua.policy_pattern(name, **policies))
    except ValueError as error:
        assert str(error) == "these policies allow no URI" and not valid
    else:
        assert [uri for uri in uris if pattern.search(uri)] == valid


PORTS_TO_65535 = """*"0" ( *4DIGIT / %x31-35 4DIGIT / "6" %x30-34 3DIGIT / "65" %x30-34 2DIGIT
    / "655" %x30-32 DIGIT / "6553" %x30-35 )"""


@rows("policies, abnf",  # the URIs that they allow, said once more
    ({"schemes": ["https"], "hosts": [".a.example"], "ports": [443]},
     """ok = "https://" [ userinfo "@" ] *( 1*( ALPHA / DIGIT / "-" / "_" ) "." ) "a.example" [ "." ]
         [ ":" [ *"0" "443" ] ] path-abempty [ "?" query ] [ "#" fragment ]"""),
    ({"forbid": ["query"]}, 'ok = scheme ":" hier-part [ "#" fragment ]'),
    ({"schemes": ["urn", "http"], "forbid": ["userinfo"]},
     f"""ok = ( "urn:" ( "//" host [ ":" p ] path-abempty / path-absolute / path-rootless / "" )
             / "http://" ( IP-literal / 1*( unreserved / pct-encoded / sub-delims ) ) [ ":" p ]
               path-abempty ) [ "?" query ] [ "#" fragment ]\np = {PORTS_TO_65535}"""),
    ({"schemes": ["db"], "ports": [0, 81, 82], "forbid": ["path", "password"]},
     """ok = "db://" [ *( unreserved / pct-encoded / sub-delims ) "@" ] host ":" ( 1*"0" / *"0" "8"
         ( "1" / "2" ) ) [ "?" query ] [ "#" fragment ]"""),
)  # fmt: skip
def test_a_policy_is_a_regular_language(policies: dict[str, Any], abnf: str) -> None:
    given = [policies.get(name) for name in POLICIES]
    grammar = make_policy_grammar(*given)
    assert grammar.compare("policy-URI", "ok", ua.RFC3986.extend(abnf)) == (None, None)


def test_the_default_ports_are_those_of_the_library() -> None:
    schemes = ["http", "https", "ws", "wss", "ftp", "gopher", "file", "urn"]
    for scheme in schemes:
        default = ur.split(f"{scheme}://a/").address
        pattern = re.compile(ua.policy_pattern("python", schemes=[scheme], ports=[80, 443, 21]))
        assert default and bool(pattern.match(f"{scheme}://a/")) == (default[1] is not None)


def test_a_policy_pattern_takes_linear_time() -> None:
    pattern = re.compile(ua.policy_pattern("python", hosts=[".a.example", "*.b.c"], ports=[443]))
    hosts = ("a.", "a.example.", "b.c.", "a@", "%41", "a:", "0")
    assert [host for host in hosts if pattern.match(f"https://{host * 20_000}|")] == []


@rows("policies, message",
    ({"hosts": ["::1"]}, "hosts: a pattern can't have all spellings of '::1'"),
    ({"hosts": ["\u00fc.example"]}, "hosts: a pattern needs the xn-- form of '\u00fc.example'"),
    ({"forbid": ["fqdn"]}, "forbid: a pattern can't look at types of hosts: 'fqdn'"),
    ({"schemes": []}, "these policies allow no URI"),
    ({"forbid": "scheme"}, "these policies allow no URI"),
    ({"hosts": "a", "forbid": "host"}, "these policies allow no URI"),
    ({"ports": [70000]}, "from 0 to 65535"), ({"schemes": ["https:"]}, "'https:'"),
)  # fmt: skip
def test_what_a_policy_pattern_cannot_say_is_an_error(
    policies: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        ua.policy_pattern(**policies)


# ---- The package as a whole ----------------------------------------------------------------------


# The rooms, each after those that it needs.
ROOMS = """errors rfcs charset hints engines nodes backtracking simplify parser ruleset automaton dfa
    compare examples regex_writer ambiguity linear python_writer grammar policies program""".split()


@pytest.mark.parametrize("room", ["engines", "errors", "grammar", "policies", "simplify"])
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


def test_the_library_imports_nothing_of_uri_abnf() -> None:
    library = Path(ur.__file__).read_text(encoding="utf-8")
    assert not re.search(r"(?m)^\s*(from|import) uri_abnf", library)


# ---- The distribution ----


def test_the_distribution_has_the_version_of_the_library() -> None:
    page = Path(__file__).resolve().with_name("pyproject.toml").read_text("utf-8")
    assert re.findall('(?m)^version = "(.+?)"', page) == [ur.__version__]
    assert re.findall('"uri-regex==(.+?)"', page) == [ur.__version__]
