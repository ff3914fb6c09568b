# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What the evidence rests on, tested on published examples: the reader of ABNF, and the automata."""

from __future__ import annotations

import re
import sys
from itertools import product

import pytest
import standards
from automata import Pattern, automaton, difference, oracle
from standards import Rules

# ABNF of RFC 5234 and RFC 7405, with texts that it matches and texts that it does not
ABNF = [
    ("5234 2.3", 'r = "abc"', "abc ABC aBc", "ab abcd"),
    ("5234 2.3", "r = %d97 %d98 %d99", "abc", "ABC"),
    ("5234 2.3", "r = %d97.98.99", "abc", "ABC"),
    ("5234 3.1", "r = a b a\na = %x61\nb = %x62", "aba", "ab bab"),
    ("5234 3.2", 'r = "foo" / "bar"', "foo bar", "foobar"),
    ("5234 3.3", 'r = "1" / "2"\nr =/ "3"\nr =/ "4" / "5"', "1 2 3 4 5", "6 12"),
    ("5234 3.4", "r = %x30-37", "0 7", "8"),
    ("5234 3.5", 'r = "e" ( "f" / "b" ) "g"', "efg ebg", "efb eg"),
    ("5234 3.6", 'r = 1*2"a"', "a aa", "aaa"),
    ("5234 3.6", 'r = 3*3"a"', "aaa", "aa aaaa"),
    ("5234 3.7", 'r = 2"a"', "aa", "a aaa"),
    ("5234 3.8", 'r = "x" [ "a" "b" ]', "x xab", "xa"),
    ("5234 3.9", 'r = "x" ; "y"', "x", "y"),
    ("7405 2.1", 'r = %s"aBc"', "aBc", "abc ABC"),
    ("7405 2.1", 'r = %i"aBc"', "aBc abc ABC", "ab"),
    ("2396 1.6", "r = %x61 | %x62", "a b", "c"),
    ("9110 5.6.1", 'r = 1#"a"', "a a,a a,a,a", "aa ,a a, a,,a"),
    ("9110 5.6.1", 'r = "(" #"a" ")"', "() (a) (a,a)", "(,) (a,)"),
    ("9110 5.6.1", 'r = 2#3"a"', "a,a a,a,a", "a a,a,a,a"),
]


@pytest.mark.parametrize("section, abnf, valid, invalid", ABNF)
def test_abnf_is_read_as_its_rfc_says(section: str, abnf: str, valid: str, invalid: str) -> None:
    rules = Rules(abnf, standards.CORE)
    dfa = automaton(rules["r"], rules)
    for words, is_valid in ((valid, True), (invalid, False)):
        for text in words.split():
            assert dfa.matches(text) is is_valid


# RFC 3986 1.1.2, 3.2.2, 5.4
PUBLISHED = [
    *"ftp://ftp.is.co.za/rfc/rfc1808.txt http://www.ietf.org/rfc/rfc2396.txt".split(),
    *"ldap://[2001:db8::7]/c=GB?objectClass?one mailto:John.Doe@example.com".split(),
    *"news:comp.infosystems.www.servers.unix tel:+1-816-555-1212 telnet://192.0.2.16:80/".split(),
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
]


@pytest.mark.parametrize("text", PUBLISHED)
def test_the_rfcs_examples_are_uris(text: str) -> None:
    assert oracle("RFC3986", "URI").matches(text)
    assert not oracle("RFC3986", "relative-ref").matches(text)
    assert oracle("RFC3986", "URI").offset(text + " ") == len(text)


# Patterns, and a shortest text that only one of the two matches; None where they are equal
PATTERNS = [
    ("(?:a|b)*", "[ab]*", None),
    ("a{2,3}", "aaa?", None),
    ("a*", "a+", ""),
    ("[^a]", "[^ab]", "b"),
    ("(?:a|ab)?+b", "a?b|abb", "abb"),  # "a" is kept, so that "ab" is never tried
    ("(?:ab|a)?+b", "abb|b", None),
    ("(?:a|ab)*+", "a*", None),
    ("(?:a?b)*+a?", "(?:ab|b)*a?", None),
    ("(?:a{0,2}){2}+c?", "a{0,4}c?", None),
    ("(?:[ab]?c?)*+b?", "(?:a|b|c)*", None),
    ("(?:b|a(?:b|))++c", "(?:ab?|b)+c", None),
    ("(?:a(?:b|bc)?+)*+c?", "(?:ab?)*c?", None),
    (r"[\t\n][\r]\x7f", "[\t\n]\r\x7f", None),
    (r"[\x00-\x1F]", "[\0-\x1e]", "\x1f"),
]


@pytest.mark.parametrize("one, other, shortest", PATTERNS)
def test_patterns_are_compared_as_their_search_goes(one: str, other: str, shortest: str) -> None:
    first, second = (automaton(Pattern(text, possessive=True).tree) for text in (one, other))
    assert difference(first, second) == shortest


@pytest.mark.skipif(
    sys.version_info < (3, 11, 5), reason="re has no possessive repeats, or wrong ones"
)
@pytest.mark.parametrize("pattern", [text for one, other, _ in PATTERNS for text in (one, other)])
def test_the_automaton_of_a_search_has_the_verdicts_of_re(pattern: str) -> None:
    search, verdict = automaton(Pattern(pattern, possessive=True).tree), re.compile(pattern)
    for text in ("".join(chars) for size in range(6) for chars in product("abc", repeat=size)):
        assert search.matches(text) is (verdict.fullmatch(text) is not None)


@pytest.mark.parametrize("text", [r"\d", "a.b", "(a)", "^a", "[[]", r"\x1", r"\u0041"])
def test_a_pattern_that_not_all_engines_read_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape("pattern:")):
        Pattern(text)
