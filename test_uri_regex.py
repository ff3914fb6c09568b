"""What uri_regex promises, section by section: the headings are those of uri_regex.py.

Each row of a table is a test. Its last column says why, except in MESSAGES: a number is a section of
RFC 3986, and other RFCs are named. A function's rows are in a table with its name, as in test_find. A
new rule needs a row in a table of rules_of_characters or rules_of_texts; a new message, one in
MESSAGES; a policy, one in test_policies. A law holds for all texts, and is tried on random ones.

Run it with `python3 -m pytest test_uri_regex.py`. It needs pytest, and uri_regex.py beside it, alone or
in a package; patterns are tried with `regex`, too, if that is installed.
"""
# ruff: noqa: F403, F405 - the public names of the library, wherever it is

from __future__ import annotations

import copy
import doctest
import hashlib
import inspect
import ipaddress
import itertools
import os
import pickle
import random
import re
import string
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    import uri_regex
    from uri_regex import *
else:
    try:  # beside this file, in a package of any name
        from . import uri_regex
        from .uri_regex import *
    except ImportError:
        import uri_regex
        from uri_regex import *

Call = Callable[..., Any]
Options = dict[str, Any]


def rows(names: str, *table: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Make each row of a table a test, which gets all columns but the last, the reason."""
    params = []
    for *values, why in table:
        label = next(value for value in values if not callable(value))
        if isinstance(label, (dict, tuple)):
            label = ", ".join(map(str, label))
        params.append(pytest.param(*values, id=f"{why}: {label}"[:80]))
    return pytest.mark.parametrize(names, params)


def examples(function: Call, *table: tuple[Any, ...]) -> Any:
    """Make each row of a table a test: arguments, what the function returns for them, the reason."""

    @rows("arguments, expected", *[(row[:-2], row[-2], row[-1]) for row in table])
    def test(arguments: tuple[Any, ...], expected: object) -> None:
        assert function(*arguments) == expected

    return test


def refusals(call: Call, *table: tuple[Any, ...]) -> Any:
    """Make each row of a table a test: arguments, the offset of the URIError for them, the reason."""
    return examples(lambda *arguments: refused(call, *arguments).offset, *table)


@pytest.fixture(params=["re", "regex"])
def engine(request: pytest.FixtureRequest) -> Any:
    """The modules that compile patterns."""
    return pytest.importorskip(request.param)


def refused(call: Call, *args: Any, **options: Any) -> URIError:
    """Return the URIError that a call raises."""
    with pytest.raises(URIError) as caught:
        call(*args, **options)
    return caught.value


PIECES = (
    "http: HTTPS: urn: a: // / /// ? # @ : [ ] [::1] [v1.a] 127.0.0.1 a X ab www. h.example 1 80 - . "
    ".. /. /.. ../ ./ ; = & % %4 %41 %2f %2E %c3%a9 %FF %25 ~ ! ' ( ) * + , :80 u:pw@ u@ < > \" { } | "
    "\\ ^ ` é 例 \u200e \xa0 \ue000 \ud800 \U0001f600 \u0661"
).split(" ") + [" ", "\n", "\t", "\0"]


def random_texts(seed: int, count: int = 2_000, pieces: Iterable[str] = PIECES) -> Iterator[str]:
    """Yield texts of up to eight pieces, always the same for a seed."""
    choose = random.Random(seed)
    for _ in range(count):
        yield "".join(choose.choices([*pieces], k=choose.randrange(9)))


# The file as a whole

SOURCE = Path(str(uri_regex.__file__))
HAS_SOURCE = SOURCE.suffix == ".py" and SOURCE.is_file()
needs_source = pytest.mark.skipif(
    not HAS_SOURCE,
    reason="the library is no file of Python here: it is compiled, or in a zip file",
)
needs_processes = pytest.mark.skipif(
    sys.platform in ("emscripten", "wasi"), reason="WebAssembly has no processes"
)


def read_headings(path: str) -> list[str]:
    return re.findall(r"^# ---- (.+) ----$", Path(path).read_text(encoding="utf-8"), re.MULTILINE)


@needs_source
def test_the_sections_are_those_of_the_library_in_their_order() -> None:
    assert read_headings(__file__) == read_headings(str(SOURCE))


@pytest.mark.skipif(uri_regex.__doc__ is None, reason="python -OO drops docstrings")
def test_the_examples_of_the_docstrings_run() -> None:
    failed, tried = doctest.testmod(uri_regex)
    assert failed == 0
    assert tried > 50
    names = {*uri_regex.__all__} - {"REASONS"}
    assert all(inspect.getdoc(getattr(uri_regex, name)) for name in names)


@needs_source
@needs_processes
@pytest.mark.skipif(
    sys.implementation.name != "cpython", reason="other Pythons load what they need"
)
def test_importing_it_is_quick(tmp_path: Path) -> None:
    # It compiles no pattern, and imports nothing that takes long.
    code = f"""if True:
        import re, sys
        real, compiled = re._compile, []
        re._compile = lambda *args: compiled.append(args[0]) or real(*args)
        source = open({str(SOURCE)!r}, encoding="utf-8").read()
        exec(source, {{"__name__": "uri_regex"}})
        slow = "argparse inspect ipaddress typing unicodedata urllib regex".split()
        print([name for name in slow if name in sys.modules], compiled)
    """
    command = [sys.executable, "-I", "-S", "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "[] []\n"


# ---- Helper for rules of single characters ----

LETTERS = string.ascii_letters
HEX = string.digits + "ABCDEFabcdef"
UNRESERVED = LETTERS + string.digits + "-._~"
SUB_DELIMS = "!$&'()*+,;="
PCHAR = UNRESERVED + SUB_DELIMS + ":@"
TESTED = {(RFC3986, "dec-octet")}  # and the rules in the tables below


def rules_of_characters(grammar: Rules, *table: tuple[str, str, str, bool, str]) -> Any:
    """Make tests of rules: how many characters as in ABNF, which of ASCII, and whether pct-encoded."""
    TESTED.update((grammar, row[0]) for row in table)

    @rows("rule, count, chars, triplets", *table)
    def test(engine: Any, rule: str, count: str, chars: str, triplets: bool) -> None:
        texts = {char: char in chars for char in map(chr, range(0x80))}
        # Unicode has digits and letters that \\d, \\w, and IGNORECASE match.
        texts.update(dict.fromkeys("٨Ａ１\u017f\u212a", False))
        texts.update({"": count == "*", chars[:1] * 2: count != "1", "%4a": triplets, "%Fg": False})
        texts.update({f"{chars[-1]}%4A{chars[0]}": triplets and count != "1", "%4": False})
        pattern = engine.compile(grammar.pattern(rule))
        for text, expected in texts.items():
            assert bool(pattern.fullmatch(text)) is grammar.matches(rule, text) is expected, text

    return test


ASCII_TEXTS: dict[str, list[str]] = {}  # those of the tables, by their rules


def rules_of_texts(grammar: Rules, *table: tuple[str, list[str], list[str], str]) -> Any:
    """Make tests of rules: valid texts, and others that look like them."""
    TESTED.update((grammar, row[0]) for row in table)
    each = []
    for rule, valid, invalid, why in table:
        ASCII_TEXTS.setdefault(rule, []).extend(valid + invalid)
        each += [(text, rule, True, f"{why}, {rule}") for text in valid]
        each += [(text, rule, False, f"{why}, no {rule}") for text in invalid]

    @rows("text, rule, expected", *each)
    def test(engine: Any, text: str, rule: str, expected: bool) -> None:
        for variant in (text, f"{text}\n", f" {text}"):
            valid = expected and variant == text
            assert bool(engine.compile(grammar.pattern(rule)).fullmatch(variant)) is valid
            assert bool(grammar.compile(rule).fullmatch(variant)) is valid
            assert grammar.matches(rule, variant) is valid

    return test


def test_each_rule_has_a_row() -> None:
    rules = {(grammar, rule) for grammar in (RFC3986, RFC2396) for rule in grammar}
    assert rules - TESTED == set(), "add a row to a table of rules_of_characters or rules_of_texts"


# ---- Characters and rules: RFC 3986 Appendix A ----

test_characters = rules_of_characters(
    RFC3986,
    ("ALPHA", "1", LETTERS, False, "RFC 5234 B.1"),
    ("DIGIT", "1", string.digits, False, "RFC 5234 B.1"),
    ("HEXDIG", "1", HEX, False, "RFC 5234 B.1"),
    ("unreserved", "1", UNRESERVED, False, "2.3"),
    ("reserved", "1", ":/?#[]@" + SUB_DELIMS, False, "2.2"),
    ("gen-delims", "1", ":/?#[]@", False, "2.2"),
    ("sub-delims", "1", SUB_DELIMS, False, "2.2"),
    ("pchar", "1", PCHAR, True, "3.3"),
    ("segment", "*", PCHAR, True, "3.3"),
    ("segment-nz", "1*", PCHAR, True, "3.3"),
    ("segment-nz-nc", "1*", PCHAR.replace(":", ""), True, "3.3"),
    ("userinfo", "*", UNRESERVED + SUB_DELIMS + ":", True, "3.2.1"),
    ("reg-name", "*", UNRESERVED + SUB_DELIMS, True, "3.2.2"),
    ("port", "*", string.digits, False, "3.2.3"),
    ("query", "*", PCHAR + "/?", True, "3.4"),
    ("fragment", "*", PCHAR + "/?", True, "3.5"),
)

test_rules = rules_of_texts(
    RFC3986,
    ("pct-encoded", ["%00", "%fF", "%9a"], ["", "%", "%0", "%0g", "0A", "%000"], "2.1"),
    ("scheme", ["a", "Z", "h2", "a+b-c.d"], ["", "1a", "+a", ".a", "a_b", "a:", "é"], "3.1"),
    ("authority", ["", "h", "u@h", "@", ":", "u:p@h:80", "[::1]:", "u:80", "::@h"],
     ["a@b@c", "h:a", "h/", "[h]", "[::1]a", "a[::1]", "[::1]@h", "::1", "h?", "#"], "3.2"),
    ("host", ["", "h", "1.2.3.4", "256.1.1.1", "[::1]", "[v1.a]", "%41", "a,b"],
     ["h:", "::1", "[]", "[h]", "[::1", "::1]", "[1.2.3.4]", "u@h", "a b"], "3.2.2"),
    ("IP-literal", ["[::]", "[v7.a:b]"], ["", "::", "[]", "[::", "[::]]", "[::1%25e]"], "3.2.2"),
    ("IPvFuture", ["v1.a", "VF.~:", "v1F.!", "v0.::"],
     ["", "v1", "v.a", "v1.", "1.a", "vg.a", "v1.a@", "v1.%41", "v1a"], "3.2.2"),
    ("h16", ["0", "f", "F0a9", "0000"], ["", "00000", "g", "-1", "0x1"], "3.2.2"),
    ("ls32", ["0:f", "1234:ABCD", "1.2.3.4"], ["1", "1:", ":1", "1:2:3", "1.2.3", "1:12345"], "3.2.2"),
    ("IPv6address", ["::", "1::2:1.2.3.4"], ["1::2::3", "1:::2", "::12345", "::g", "1.2.3.4::", "::1.2",
     "::1.2.3.04", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "::1%e", "::1/64"], "3.2.2"),
    ("IPv4address", ["0.0.0.0", "255.255.255.255", "1.20.200.249"],
     ["1.2.3", "1.2.3.", "1.2.3.4.", "1.2.3.4.5", "01.2.3.4", "1..2.3", "a.2.3.4"], "3.2.2"),
    ("path", ["", "/", "//", "a", "a:b", "/a:b//", ":", "//a"], ["?", "/#", "a b", "[", "/%4"], "3.3"),
    ("path-abempty", ["", "/", "//", "/a/b:c", "/a/"], ["a", "a/", "?", "/?"], "3.3"),
    ("path-absolute", ["/", "/a", "/a//", "/a:b/"], ["", "//", "//a", "a", "/a?"], "3.3"),
    ("path-noscheme", ["a", "a/b:c", "a//", "@"], ["", "a:b", ":", "/", "/a", "a?"], "3.3"),
    ("path-rootless", ["a", "a:b", ":", "a//", "@/"], ["", "/", "/a", "a#"], "3.3"),
    ("path-empty", [""], ["a", "/", "%41"], "3.3"),
    ("hier-part", ["", "//", "//h", "//h/a", "/a", "a", "a:b", "//u@h:1//"],
     ["//h:a", "?", "//a@b@c", "//[", "/[", "a b"], "3"),
    ("relative-part", ["", "//h", "//h/a", "/a", "a/b:c", "./a:b"], ["a:b", ":", "//h:a", "?"], "4.2"),
    ("URI", ["a:", "a://", "a:b", "a:/b", "a:?b#c", "a:#", "a:?#", "urn:a:b", "a://h:1/?/#?"],
     ["", "a", "//h", ":a", "a:#b#c", "a:[", "1:a", "a:b c", "a:%", "é:a"], "3"),
    ("URI-reference", ["", "a", "a:", "#", "?", "//h", "./a:b", "a/b:c", "?a:b", "#a:b"],
     ["1:a", ":a", "a#b#c", "//h:a", "a b", "a_b:c", "%41:b"], "4.1"),
    ("absolute-URI", ["a:", "a://h?b", "a:b?"], ["a:#", "a:b#c", "//h", "", "a"], "4.3"),
    ("relative-ref", ["", "a", "#a", "?a#b", "//h", "/a:b"], ["a:", "a:b", "1:", "#a#"], "4.2"),
)  # fmt: skip


def test_an_octet_of_an_address_is_0_to_255_without_leading_zeros() -> None:  # 3.2.2
    octets = {str(number) for number in range(256)}
    for length in range(5):
        for digits in map("".join, itertools.product(string.digits, repeat=length)):
            assert RFC3986.matches("dec-octet", digits) is (digits in octets), digits


def test_an_ipv6_address_has_eight_groups_or_fewer_and_one_gap() -> None:  # 3.2.2
    counts = range(10)
    for before, after, gap, has_ipv4 in itertools.product(counts, counts, (":", "::"), (0, 1)):
        left = [["1", "ab", "Fed", "2000"][n % 4] for n in range(before)]
        right = ["0"] * after + ["1.2.3.4"] * has_ipv4
        groups = before + after + 2 * has_ipv4
        expected = groups <= 7 if gap == "::" else groups == 8 and bool(left and right)
        text = ":".join(left) + gap + ":".join(right)
        assert RFC3986.matches("IPv6address", text) is expected, text
        assert is_uri(f"http://[{text}]:1/") is expected


# ---- Characters and rules of IRIs: RFC 3987 section 2.2 ----

UCSCHAR = [(0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF), (0xE1000, 0xEFFFD)]
UCSCHAR += [(plane << 16, (plane << 16) + 0xFFFD) for plane in range(1, 0xE)]
IPRIVATE = [(0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)]
EDGES = {code + step for ends in UCSCHAR + IPRIVATE for code in ends for step in (-1, 0, 1)}
IRI_RULES = "ucschar iprivate iunreserved ipchar isegment isegment-nz isegment-nz-nc iuserinfo"
IRI_RULES += " ireg-name iquery ifragment"


@pytest.mark.parametrize("rule", IRI_RULES.split())
def test_characters_of_iris(engine: Any, rule: str) -> None:  # RFC 3987 2.2
    ranges = {"iprivate": IPRIVATE, "iquery": UCSCHAR + IPRIVATE}.get(rule, UCSCHAR)
    pattern = engine.compile(RFC3987.pattern(rule))
    for code in {*EDGES, *range(0x80 if rule in ("ucschar", "iprivate") else 0)}:
        expected = any(first <= code <= last for first, last in ranges)
        assert bool(pattern.fullmatch(chr(code))) is expected, hex(code)


@pytest.mark.parametrize("rule", [rule for rule in RFC3987 if rule not in RFC3986][2:])
def test_in_ascii_the_rules_of_iris_are_those_of_uris(rule: str) -> None:  # RFC 3987 2.2
    same = rule.replace("IRI", "URI") if "IRI" in rule else rule[1:]
    for text in filter(str.isascii, {*random_texts(1, 500), *ASCII_TEXTS.get(same, ())}):
        is_same = RFC3986.matches(same, text)
        assert RFC3987.matches(rule, text) is is_same, text
        # Letters of all scripts are unreserved, and no scheme has them.
        assert ":" in text or RFC3987.matches(rule, text.replace("b", "é")) is is_same, text


# ---- Helpers: arguments, messages, compiled patterns ----

# What each parameter that is a text may be.
RIGHT = dict.fromkeys(["text", "path", "base", "ref", "target", "a", "b", "iri", "uri"], "a:")
RIGHT.update(rule="URI", component="path", safe="")
PUBLIC: list[Any] = [*filter(inspect.isroutine, map(vars(uri_regex).get, uri_regex.__all__))]
METHODS = [RFC3986.matches, RFC3986.validate, RFC3986.partial, RFC3986.pattern, RFC3986.compile]
METHODS += [RFC3986.canonical_name, RFC3986.describe_unknown]


def list_texts(call: Call) -> list[str]:
    """Return the parameters of a function that are texts."""
    parameters = inspect.signature(call).parameters.values()
    texts = [each.name for each in parameters if "str" in str(each.annotation)]
    return [name for name in texts if name in RIGHT]


CALLS = [(call, name, call.__name__) for call in PUBLIC + METHODS for name in list_texts(call)]


@pytest.mark.parametrize("wrong", [5, b"a"])
@rows("name, call", *[(name, call, why) for call, name, why in CALLS])
def test_what_is_no_text_is_a_type_error(call: Call, name: str, wrong: object) -> None:
    arguments: Options = {key: RIGHT[key] for key in list_texts(call)}
    if call is merge:
        arguments["base"] = URI()
    with pytest.raises(TypeError, match=f"^{name} must be str, not {type(wrong).__name__}$"):
        call(**{**arguments, name: wrong})


NO: Any = None
WRONG: Any = 5


@rows(
    "call, message",
    (lambda: URI().replace(path=NO), "path must be str, not NoneType", "a path is never undefined"),
    (lambda: URI().replace(query=5), "query must be str, not int", "5.3"),  # type: ignore[arg-type]
    (lambda: URI().replace(port=8.0), "port must be int or str, not float", "an int works"),  # type: ignore[arg-type]
    (lambda: URI(None, 5).host, "authority must be str, not int", "3.2"),
    (lambda: recompose(URI(path=NO, query="")), "path must be str, not NoneType", "5.3"),
    (lambda: recompose(NO), "uri must be a URI or a tuple of five parts, not NoneType", "5.3"),
    (lambda: merge(NO, "a"), "base must be a URI, as split gives it, not NoneType", "5.2.3"),
    (lambda: is_valid("a:", ports=b"P"), "each item of ports must be int or str, not bytes", "no list"),
    (lambda: is_valid("a:", hosts=[NO]), "each item of hosts must be str, not NoneType", "no host"),
    (lambda: find("x", schemes=[NO]), "each item of schemes must be str, not NoneType", "no scheme"),
    (lambda: redact("x", queries=NO), "queries must be an iterable of str, not NoneType", "no list"),
    (lambda: URI().replace(port=True), "port must be int or str, not bool", "True is no number"),
    (lambda: RFC3986.find_error("URI", NO), "text must be str, not NoneType", "an error's text"),
    (lambda: URIError(NO, "URI", 0), "text must be str, not NoneType", "an error by hand"),
    (lambda: URIError("", "URI", NO), "offset must be int, not NoneType", "an error by hand"),
    (lambda: URIError("", "URI", 0, "a", NO, NO), "hint must be str, not NoneType", "an error by hand"),
    (lambda: URIError("", "URI", 0, "a", WRONG), "details must be a mapping, not int", "by hand"),
    (lambda: URIError("", NO, 0), "rule must be str, not NoneType", "an error by hand"),
    (lambda: URIError("", "URI", 0, "a", NO, "", "", NO), "policy must be str, not NoneType", ""),
)  # fmt: skip
def test_a_type_error_says_what_is_wanted(call: Call, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{message}$"):
        call()


class Member(str, Enum):
    """Texts that str and format write otherwise."""

    URL = "http://me:p%41@h/a/../bé"
    GUARDED = "./:x"
    SCHEME = "a"


@pytest.mark.parametrize("call", [
    split, remove_dot_segments, partial(resolve, "a:"), partial(relativize, "a"), normalize, redact,
    percent_encode, percent_decode, requote, iri_to_uri, uri_to_iri, partial(resolve_rfc2396, "a"),
    lambda text: [*find(text)], lambda text: str(refused(validate, text)),
    lambda text: URI("a").replace(query=text, iri=True),
])  # fmt: skip
def test_a_subclass_of_str_is_its_text(call: Call) -> None:
    assert str(call(Member.URL)) == str(call(Member.URL.value))
    assert recompose(URI(path=Member.GUARDED, query=Member.SCHEME)) == "./:x?a"
    assert is_valid("a:", schemes=[Member.SCHEME])


# ---- Is it valid? RFC 3986 sections 3 and 4 ----

test_verdicts = examples(
    lambda text: (is_uri(text), is_uri_reference(text), is_absolute_uri(text), is_relative_ref(text)),
    ("urn:oasis:names:specification:docbook:dtd:xml:4.1.2", (True, True, True, False), "1.1.2"),
    ("foo://example.com:8042/over/there?name=ferret#nose", (True, True, False, False), "3"),
    ("./this:that", (False, True, False, True), "4.2"),
    ("", (False, True, False, True), "4.4: the same document"),
    ("a:", (True, True, True, False), "3: an empty path"),
    ("http://h:99999/", (True, True, True, False), "3.2.3: a port has any digits"),
    ("http://127.0.0.1\\@h/", (False, False, False, False), "2: a backslash"),
)  # fmt: skip


# ---- Errors ----


def test_an_error_tells_what_is_wrong_and_where() -> None:
    error = refused(validate, "http://me:secret@a.example/a b")
    assert isinstance(error, ValueError)
    assert error.text == "http://me:secret@a.example/a b"
    assert error.redacted == "http://me:******@a.example/a b"
    assert (error.rule, error.part, error.offset) == ("URI", "", 28)
    assert (error.code, error.details["char"]) == ("encode", "a space")
    assert (error.reason, error.hint) == ("a space is not allowed here; write %20", "")
    words = f"invalid URI at offset 28: {error.reason}: 'http://me:******@a.example/a b'"
    assert (str(error), repr(error)) == (words, f"<URIError: {words}>")
    assert not hasattr(error, "expected")
    assert "secret" not in str(vars(error))


def test_all_messages_have_one_frame() -> None:
    error = refused(RFC3986.validate, "USERINFO", "me:p@")
    assert str(error) == f"invalid userinfo at offset 4: {error.reason}: 'me:**'"
    error = refused(percent_encode, "\ud800")  # RFC 3986 has no name for it that people know
    assert str(error) == f"cannot be encoded at offset 0: {error.reason}: '*'"
    error = refused(percent_decode, "%zz")
    assert str(error) == f"cannot be decoded at offset 1: {error.reason}: '***'"
    error = refused(validate, "http://a/é")
    assert str(error) == f"invalid URI at offset 9: {error.reason}: 'http://a/é' ({error.hint})"


test_a_message_shows_80_characters_around_the_offset = examples(
    lambda text: str(refused(validate, text)).rpartition(": ")[2],
    ("a:" + "b" * 99 + " " * 99, f"'…{'b' * 40}{' ' * 40}…'", "40 characters before the offset"),
    ("a:" + "b" * 38 + " c", f"'a:{'b' * 38} c'", "all of it"),
    ("a:b " + "b" * 99, f"'a:b {'b' * 39}…'", "and 40 from there"),
)


def test_an_error_survives_pickle_and_copy() -> None:
    for error in (
        refused(validate, "http://me:secret@h/é"),
        refused(validate, "http://me:secret@h/", forbid=["password"]),
        refused(split("http://h").replace, port="x"),
    ):
        copies = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(6)]
        for copied in (*copies, copy.copy(error), copy.deepcopy(error)):
            assert (type(copied), str(copied)) == (URIError, str(error))
            assert (copied.args, vars(copied)) == (error.args, vars(error))


def test_an_error_can_be_made_by_hand() -> None:
    assert URIError("a b", "path", 1).reason == "a space is not allowed here"
    assert URIError("a", "path", 1).code == "ends-early"
    assert URIError("a", "path", 0, "char").reason == "char", "its sentence needs a detail"
    error = URIError("t", "date", 0, "no-date", {"reason": "it is no date"}, "a hint", "day")
    assert (error.code, error.part) == ("no-date", "day")
    assert str(error) == "invalid date at offset 0: it is no date: 't' (a hint)"


test_the_first_policy_that_refuses_is_named = examples(
    lambda text, policies: refused(validate, text, rule="URI-reference", **policies).policy,
    ("a b", {"hosts": "a"}, "", "the rule refuses it"),
    ("a:", {"schemes": "b", "hosts": "c"}, "schemes", "the first in the table"),
    ("http://a/", {"hosts": "b", "ports": 81}, "hosts", "another host"),
    ("http://a..b/", {"ports": 80, "require": "domain"}, "require", "not plain: ports allows it"),
    ("http://a..b/", {"forbid": ["port", "IPv4address"]}, "forbid", "not plain"),
    ("http://a:70000/", {"forbid": "userinfo"}, "forbid", "about the authority"),
    ("http://a:70000/", {"ports": 70, "forbid": "userinfo"}, "ports", "about the authority"),
    ("file://a/", {"require": "fqdn", "forbid": "fqdn"}, "require", "only a required domain"),
    ("http://a/", {"require": "fqdn"}, "require", "no dot"),
    ("http://u:p@q/r@a/", {"hosts": "b"}, "hosts", "the host is in a password"),
)  # fmt: skip


def test_the_sentences_can_be_read_but_not_changed() -> None:
    assert uri_regex.REASONS["encode"] == "{char} is not allowed here; write {encoded}"
    with pytest.raises(TypeError):
        uri_regex.REASONS["encode"] = ""  # type: ignore[index]


class Marked(str):
    """Texts whose slices keep their class, as those of markupsafe.Markup do."""

    def __getitem__(self, index: Any) -> Marked:
        return Marked(str(self)[index])

    def __repr__(self) -> str:
        return f"Marked({str(self)!r})"


def test_a_character_of_a_kind_of_str_is_quoted_as_any() -> None:
    assert refused(validate, Marked("http://a/é")).reason == "'é' is not allowed here; write %C3%A9"


@pytest.mark.parametrize("char", ' \n\0é\u2028\ud800{%\\["')
def test_a_message_is_short_and_one_line(char: str) -> None:
    texts = (char * 10**5, f"http://{char * 10**5}/", f"http://a/{char}{'a' * 10**5}}}")
    for text, rule in itertools.product(texts, ("URI", "URI-reference", "host", "IPv6address")):
        message = str(refused(validate, text, rule=rule))
        assert len(message) < 500
        assert len(message.splitlines()) == 1


test_a_message_shows_no_password = examples(
    lambda rule, text: refused(validate, text, rule=rule).redacted,
    ("URI", 'http://me:sec"r et@h/', "http://me:********@h/", "a message is about one URI"),
    ("URI", "http://y/ sip:me:secret@h", "http://y/ sip:me:******@h", "behind white space"),
    ("URI", "db://me:se/cr@et@h/ ", "db://me:********@h/ ", "the last @"),
    ("authority", "me:se//et@h^", "me:******@h^", "3.2"),
    ("userinfo", "me:a:b@", "me:****", "3.2.1: the first colon"),
    ("URI-reference", "me:Zq7//Kx9@h b", "me:********@h b", "no scheme: slashes in a password"),
    ("URI", "xmpp:this%that@d.example", "xmpp:this%that@d.example", "no password is there"),
    ("URI", "sip:88@s.example;user=phone x", "sip:88@s.example;user=phone x", "RFC 3261 19.1.1"),
    ("pct-encoded", "secret", "******", "data"),
)  # fmt: skip


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

APPENDIX_B = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"


def split_by_appendix_b(text: str) -> tuple[Any, ...]:
    match: Any = re.match(APPENDIX_B, text, re.DOTALL)
    return match.group(2, 4, 5, 7, 9)  # type: ignore[no-any-return]


def recompose_by_5_3(scheme: Any, authority: Any, path: str, query: Any, fragment: Any) -> str:
    result = ""
    if scheme is not None:
        result += scheme + ":"
    if authority is not None:
        result += "//" + authority
    result += path
    if query is not None:
        result += "?" + query
    if fragment is not None:
        result += "#" + fragment
    return result


def guard(scheme: Any, authority: Any, path: str) -> str:
    """Put before a path what 3.3 and 4.2 say that it needs."""
    if authority is None and path.startswith("//"):
        return "/." + path
    if authority is None and scheme is None and ":" in path.split("/")[0]:
        return "./" + path
    return path


def test_split_is_appendix_b_and_recompose_is_5_3() -> None:
    for text in random_texts(3, 3_000):
        uri = split(text)
        assert uri == split_by_appendix_b(text)
        assert recompose(uri) == str(uri) == recompose_by_5_3(*uri) == text


test_split = examples(
    split,
    ("http://www.ics.uci.edu/pub/ietf/uri/#Related",
     ("http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related"), "B"),
)  # fmt: skip


def list_parts(text: str) -> tuple[Any, ...]:
    uri = split(text)
    assert uri.split_authority() == (uri.userinfo, uri.host, uri.port)
    return uri.userinfo, uri.user, uri.password, uri.host, uri.port, uri.host_type


test_the_parts_of_an_authority = examples(
    list_parts,
    ("///x", (None, None, None, "", None, "reg-name"), "3.2.2: an empty host is a reg-name"),
    ("//u:p:q@h/x", ("u:p:q", "u", "p:q", "h", None, "reg-name"), "3.2.1: the first colon"),
    ("//u%3Ap@h/x", ("u%3Ap", "u%3Ap", None, "h", None, "reg-name"), "2.2: not decoded"),
    ("//[::1]:8080/x", (None, None, None, "[::1]", "8080", "IPv6address"), "3.2.2"),
    ("//u@[v1.a:b]/x", ("u", "u", None, "[v1.a:b]", None, "IPvFuture"), "3.2.2"),
    ("//bücher.example/x", (None, None, None, "bücher.example", None, "ireg-name"), "RFC 3987 2.2"),
    ("//h:abc/x", (None, None, None, "h:abc", None, None), "not valid: no port"),
    ("//2001:db8::7:42/x", (None, None, None, "2001:db8::7", "42", None), "not valid: no brackets"),
)

test_address = examples(
    lambda text: split(text).address,
    *[(f"{scheme}://X/", ("X", port), "6.2.3: the default port") for scheme, port in (
        ("http", 80), ("https", 443), ("ws", 80), ("wss", 443), ("ftp", 21),
    )],
    ("http://h:/", ("h", 80), "6.2.3: an empty port"),
    ("http://h:0065535/", ("h", 65535), "3.2.3"),
    ("foo://[v1.X]", ("v1.X", None), "3.2.3: no default"),
    ("mailto:a@h", None, "3.2: no authority"),
)  # fmt: skip

test_replace = examples(
    lambda text, parts: str(split(text).replace(**parts)),
    ("", {"scheme": "https", "host": "h", "port": 8443, "path": "/x"}, "https://h:8443/x", "3"),
    ("http://u@h:1/p?q#f", {"authority": "v@i"}, "http://v@i/p?q#f", "3.2"),
    ("http://u@h:1/p?q#f", {"host": "i", "query": None, "fragment": None}, "http://u@i:1/p", "3.4"),
    ("http://h/", {"host": ipaddress.ip_address("2001:db8::7")}, "http://[2001:db8::7]/", "3.2.2"),
    ("http://h//p", {"authority": None}, "http:/.//p", "3.3: // is no authority"),
    ("a:b:c", {"scheme": None}, "./b:c", "4.2: b is no scheme"),
    ("", {"path": ":x"}, "./:x", "4.2"),
    ("http://é/ b", {"port": 0}, "http://é:0/ b", "what is not given stays"),
    ("http://h/p", {"host": "例え.jp", "path": "/é", "iri": True}, "http://例え.jp/é", "RFC 3987 2.2"),
)  # fmt: skip


@rows(
    "parts, part, offset",
    ({"scheme": "http:"}, "scheme", 4, "3.1"),
    ({"scheme": "é", "iri": True}, "scheme", 0, "RFC 3987 2.2"),
    ({"host": "fe80::1%eth0"}, "host", 4, "3.2.2: a zone"),
    ({"port": "8x"}, "port", 1, "3.2.3"),
    ({"port": 65536}, "port", 0, "RFC 9293 3.1: 16 bits"),
    ({"path": "x"}, "path", 0, "3.3: behind an authority"),
    ({"fragment": "\ue000", "iri": True}, "fragment", 0, "RFC 3987 2.2: private use"),
    ({"authority": None, "port": 1}, "host", 0, "3.2: a port has a host"),
    ({"host": None, "userinfo": "u"}, "host", 2, "3.2: a userinfo has a host"),
)
def test_replace_refuses_what_no_uri_has_there(parts: Options, part: str, offset: int) -> None:
    error = refused(split("http://h").replace, **parts)
    assert (error.part, error.offset) == (part, offset)
    assert error.code in uri_regex.REASONS
    assert error.rule in RFC3987
    assert error.text == str(parts.get(part) or error.text)  # 65536, not 0x10000


@rows(
    "text, parts, result",
    ("http://2001:db8::1/", {"host": "2001:db8::1"}, None, "not port 1"),
    ("http://2001:db8::1/", {"host": "a.example"}, None, "not port 1"),
    ("http://2001:db8::1/", {"port": 443}, None, "not another address"),
    ("http://me@::1/", {"port": None}, None, "3.2.2"),
    ("http://1::a/", {"host": "b"}, None, "3.2.2"),
    ("http://2001:db8::1/", {"host": "::1", "port": 2}, "http://[::1]:2/", "both"),
    ("http://2001:db8::1/", {"path": "/p"}, "http://2001:db8::1/p", "another part"),
    ("http://2001:db8::1/", {"userinfo": "me"}, "http://me@2001:db8::1/", "another part"),
    ("http://1:2:3:4:5:6:7:8:80/", {"host": "h"}, "http://h:80/", "nine groups are no address"),
)  # fmt: skip
def test_half_of_an_address_is_not_replaced(text: str, parts: Options, result: str | None) -> None:
    if result is None:
        assert refused(split(text).replace, **parts).code == "ambiguous-ipv6"
    else:
        assert str(split(text).replace(**parts)) == result


def test_an_address_that_begins_a_password_is_not_shown() -> None:
    error = refused(lambda text: split(text).address, "db://me:Zq7/Kx9@h.example/")
    assert (error.redacted, "Zq7" in str(error)) == ("me:***", False)


def test_replacing_a_part_with_itself_changes_nothing_or_is_refused() -> None:
    # http://2001:db8::ff00:42:8329/ has a host that only looks like an address.
    for text in ("http://2001:db8::ff00:42:8329/", "//::1:2", *random_texts(5, 1_000)):
        uri = split(text)
        for part in (*URI._fields, "userinfo", "host", "port"):
            try:
                replaced = uri.replace(**{part: getattr(uri, part)}, iri=True)
            except URIError as error:
                assert error.part
            else:
                assert str(replaced) == text, part


test_recompose = examples(
    recompose,  # of a URI, or any tuple of its five parts
    ((None, None, "//b", None, None), "/.//b", "3.3"),
    (("a", None, "//b", None, None), "a:/.//b", "3.3"),
    ((None, None, "a:b", None, None), "./a:b", "4.2"),
    ((None, None, ":a", "b", None), ":a?b", "what split gives for a text that is no reference"),
    ((None, None, "./:a", "b", None), "./:a?b", "4.2: a guard that was there stays"),
)  # fmt: skip


test_what_cannot_be_recomposed = refusals(
    lambda *parts: recompose(parts),  # type: ignore[arg-type]
    ("a:", None, "", None, None, 1, "3.1: a colon ends a scheme"),
    (None, "h/", "", None, None, 1, "3.2: a slash ends an authority"),
    (None, None, "a?b", None, None, 1, "3.3: a question mark ends a path"),
    (None, None, "", "a#b", None, 1, "3.4: a number sign ends a query"),
)


def test_a_uri_is_a_named_tuple() -> None:
    uri = URI("a", path="b")
    assert uri == (*uri,) == ("a", None, "b", None, None)
    assert not hasattr(uri, "__dict__")
    for copied in (copy.copy(uri), copy.deepcopy(uri), pickle.loads(pickle.dumps(uri))):
        assert (copied, type(copied)) == (uri, URI)


# ---- Resolution: RFC 3986 section 5.2 ----

BASE = "http://a/b/c/d;p?q"
NORMAL_EXAMPLES = """
      "g:h"           =  "g:h"
      "g"             =  "http://a/b/c/g"
      "./g"           =  "http://a/b/c/g"
      "g/"            =  "http://a/b/c/g/"
      "/g"            =  "http://a/g"
      "//g"           =  "http://g"
      "?y"            =  "http://a/b/c/d;p?y"
      "g?y"           =  "http://a/b/c/g?y"
      "#s"            =  "http://a/b/c/d;p?q#s"
      "g#s"           =  "http://a/b/c/g#s"
      "g?y#s"         =  "http://a/b/c/g?y#s"
      ";x"            =  "http://a/b/c/;x"
      "g;x"           =  "http://a/b/c/g;x"
      "g;x?y#s"       =  "http://a/b/c/g;x?y#s"
      ""              =  "http://a/b/c/d;p?q"
      "."             =  "http://a/b/c/"
      "./"            =  "http://a/b/c/"
      ".."            =  "http://a/b/"
      "../"           =  "http://a/b/"
      "../g"          =  "http://a/b/g"
      "../.."         =  "http://a/"
      "../../"        =  "http://a/"
      "../../g"       =  "http://a/g"
"""
ABNORMAL_EXAMPLES = """
      "../../../g"    =  "http://a/g"
      "../../../../g" =  "http://a/g"
      "/./g"          =  "http://a/g"
      "/../g"         =  "http://a/g"
      "g."            =  "http://a/b/c/g."
      ".g"            =  "http://a/b/c/.g"
      "g.."           =  "http://a/b/c/g.."
      "..g"           =  "http://a/b/c/..g"
      "./../g"        =  "http://a/b/g"
      "./g/."         =  "http://a/b/c/g/"
      "g/./h"         =  "http://a/b/c/g/h"
      "g/../h"        =  "http://a/b/c/h"
      "g;x=1/./y"     =  "http://a/b/c/g;x=1/y"
      "g;x=1/../y"    =  "http://a/b/c/y"
      "g?y/./x"       =  "http://a/b/c/g?y/./x"
      "g?y/../x"      =  "http://a/b/c/g?y/../x"
      "g#s/./x"       =  "http://a/b/c/g#s/./x"
      "g#s/../x"      =  "http://a/b/c/g#s/../x"
      "http:g"        =  "http:g"         ; for strict parsers
"""


def read_examples(text: str, section: str) -> list[tuple[Any, ...]]:
    return [(*pair, section) for pair in re.findall(r'^ +"(.*?)" += +"(.*?)"', text, re.MULTILINE)]


EXAMPLES = read_examples(NORMAL_EXAMPLES, "5.4.1") + read_examples(ABNORMAL_EXAMPLES, "5.4.2")

test_the_42_examples_of_the_rfc = examples(partial(resolve, BASE), *EXAMPLES)


def remove_dots_by_5_2_4(path: str) -> str:
    output = ""
    while path:
        if path.startswith(("../", "./")):  # A
            path = path[path.index("/") + 1 :]
        elif path.startswith("/./") or path == "/.":  # B
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":  # C
            path = "/" + path[4:]
            output = output[: max(output.rfind("/"), 0)]
        elif path in (".", ".."):  # D
            path = ""
        else:  # E
            end = (path + "/").index("/", 1)
            output, path = output + path[:end], path[end:]
    return output


def merge_by_5_2_3(authority: str | None, base_path: str, path: str) -> str:
    if authority is not None and base_path == "":
        return "/" + path
    return base_path[: base_path.rfind("/") + 1] + path


def transform_by_5_2_2(base: str, ref: str, strict: bool) -> tuple[Any, ...]:
    base_scheme, base_authority, base_path, base_query, _ = split_by_appendix_b(base)
    scheme, authority, path, query, fragment = split_by_appendix_b(ref)
    if not strict and (scheme or "").lower() == (base_scheme or "").lower():
        scheme = None
    if scheme is not None:
        return scheme, authority, remove_dots_by_5_2_4(path), query, fragment
    if authority is not None:
        return base_scheme, authority, remove_dots_by_5_2_4(path), query, fragment
    if path == "":
        query = base_query if query is None else query
        return base_scheme, base_authority, base_path, query, fragment
    if not path.startswith("/"):
        path = merge_by_5_2_3(base_authority, base_path, path)
    return base_scheme, base_authority, remove_dots_by_5_2_4(path), query, fragment


def test_resolve_is_5_2_2() -> None:
    for seed, strict in ((8, True), (9, False)):
        for base, ref in zip(random_texts(seed), random_texts(seed + 100)):
            scheme, authority, path, query, fragment = transform_by_5_2_2(base, ref, strict)
            path = guard(scheme, authority, path)
            target = recompose_by_5_3(scheme, authority, path, query, fragment)
            assert resolve(base, ref, strict=strict) == target
            uri = split(base)
            assert merge(uri, ref) == merge_by_5_2_3(uri.authority, uri.path, ref)


def test_remove_dot_segments_is_5_2_4() -> None:
    for length in range(9):
        for path in map("".join, itertools.product("a./", repeat=length)):
            assert remove_dot_segments(path) == remove_dots_by_5_2_4(path), path
    for path in random_texts(12, pieces=["a", "/", "..", ".", "/../", "/./", "/..", "//", "é"]):
        assert remove_dot_segments(path) == remove_dots_by_5_2_4(path), path


# ---- Normalization and relative references: RFC 3986 section 6 ----

test_normalize = examples(
    normalize,
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", "6.2.2"),
    ("HTTP://Me:Pw@HOST:80/Path?Query#F", "http://Me:Pw@host:80/Path?Query#F", "6.2.2.1: the host"),
    ("http://a%c3%9cB/", "http://a%C3%9Cb/", "6.2.2.1: a triplet in a host"),
    ("http://a/%2f%3F%23%5b%40%21%25", "http://a/%2F%3F%23%5B%40%21%25", "2.2: reserved characters"),
    ("http://a/%4%41", "http://a/%4%41", "2.1: no triplet is made of a stray %"),
    ("http://a/public/%2E%2e/admin", "http://a/admin", "6.2.2.2 before 6.2.2.3"),
    ("/a/../b", "/b", "6.2.2.3: a path with a slash"),
    ("./%61:b", "./a:b", "4.2"),
    ("%4a:b", "%4A:b", "6.2.2.1: %4A is no scheme"),
)  # fmt: skip

test_a_path_is_kept_by_scheme = examples(
    lambda text: normalize(text, scheme_based=True),
    ("http://h/p", "http://h/p", "6.2.3: only an empty path becomes /"),
    ("http://h:80/p?q", "http://h/p?q", "6.2.3"),
    ("http://h?q", "http://h/?q", "6.2.3"),
    ("urn:p", "urn:p", "6.2.3: no default"),
)

test_normalize_by_scheme = examples(
    partial(normalize, scheme_based=True),
    ("http://example.com:/", "http://example.com/", "6.2.3"),
    ("http://u:80@h:80/", "http://u:80@h/", "6.2.3: a userinfo stays"),
    ("http://h:80:80/", "http://h:80:80/", "not valid: nothing is mended"),
    ("foo://a:", "foo://a", "6.2.3: an empty port"),
    ("http://[2001:DB8:0:1:1:1:1:1]/", "http://[2001:db8:0:1:1:1:1:1]/", "RFC 5952 4.2.2"),
    ("http://[2001:db8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]/", "RFC 5952 4.2.3"),
    ("foo://[::FFFF:7f00:1]:1/", "foo://[::ffff:127.0.0.1]:1/", "RFC 5952 5"),
    ("http://[V1.A:B]/", "http://[v1.a:b]/", "6.2.2.1: no IPv6 address"),
    ("http://[1:2]/?[::0]", "http://[1:2]/?[::0]", "not valid: nothing is mended"),
)


def test_normalizing_twice_is_normalizing_once() -> None:
    for text in random_texts(13):
        for scheme_based in (False, True):
            normal = normalize(text, scheme_based=scheme_based)
            assert normalize(normal, scheme_based=scheme_based) is normal
            assert is_uri_reference(normal) or not is_uri_reference(text)


test_equivalent = examples(
    lambda a, b: (equivalent(a, b), equivalent(b, a, scheme_based=True)),
    ("http://example.com", "http://example.com:80/", (False, True), "6.2.3"),
    ("http://example.com/?", "http://example.com/", (False, False), "6.2.3"),
)

test_relativize = examples(
    relativize,
    (BASE, "http://a/b/c/d;p?q#s", "#s", "4.4"),
    (BASE, "http://a/b/c/d;p", "d;p", "5.2.2: without the query"),
    (BASE, "http://a/b/c/d;p?y", "?y", "5.2.2: another query"),
    (BASE, "http://a/g", "/g", "5.4.1: shorter than ../../g"),
    ("a:b", "a:/.//c", ".///c", "3.3: // is no authority"),
    ("a/b", ":c", "./:c", "4.2: a path that begins with a colon"),
    ("a:/b/c", "a:/b/d", "d", "4.2: without an authority"),
    ("f://h/ab/c/d", "f://h/ab/", "..", "5.2.4: without a slash at the end"),
    ("http://a/b", "http://a//c", ".//c", "5.2.4: // is no authority"),
    ("http://a/b", "http://a/c:d", "/c:d", "4.2: c is no scheme"),
)


def test_a_relative_reference_leads_back() -> None:
    for base, target in zip(random_texts(15), random_texts(16)):
        ref = relativize(base, target)
        if ":" not in (base[:1], target[:1]):
            assert resolve(base, ref) == resolve(base, target)
        if is_uri_reference(base) and is_uri_reference(target):
            assert is_uri_reference(ref)


def test_no_shorter_reference_leads_there() -> None:
    refs = ["".join(ref) for length in range(4) for ref in itertools.product("a./", repeat=length)]
    goals = {ref: resolve("f://h/a/a", ref) for ref in refs}
    for path in map("".join, itertools.product("a./", repeat=4)):
        ref, goal = relativize("f://h/a/a", f"f://h/{path}"), resolve("f://h/a/a", f"f://h/{path}")
        assert not [other for other in refs if len(other) < len(ref) and goals[other] == goal]


# ---- Percent-encoding and IRIs: RFC 3986 section 2.1, RFC 3987 section 3 ----

COMPONENTS = {  # and the characters of each: 2.3, and 3.2 to 3.5
    "unreserved": UNRESERVED, "userinfo": PCHAR.replace("@", ""), "reg-name": UNRESERVED + SUB_DELIMS,
    "segment": PCHAR, "path": PCHAR + "/", "query": PCHAR + "/?", "fragment": PCHAR + "/?",
}  # fmt: skip


@pytest.mark.parametrize("component", COMPONENTS)
def test_a_component_keeps_its_characters(component: str) -> None:
    text = "".join(map(chr, [*range(0x180), *range(0x3000, 0xD800, 7), *range(0x10000, 0x10400)]))
    for part in (*text[:0x180], text):
        encoded = percent_encode(part, component)
        assert encoded == quote(part, safe=COMPONENTS[component])
        assert percent_decode(encoded) == part
        assert requote(part, component) == encoded


test_percent_encode = examples(
    lambda text, safe: percent_encode(text, safe=safe),
    ("100% a+b", "", "100%25%20a%2Bb", "2.4"),
    ("a/b?c ]", " ", "a%2Fb%3Fc %5D", "any of ASCII"),
    ("a/b?c ]", "^-]", "a%2Fb%3Fc%20]", "no class of a pattern"),
    ("a/b?c ]", "!-?", "a%2Fb?c%20%5D", "no range of a pattern"),
)

test_percent_decode = examples(
    percent_decode,
    ("%41%62%c3%A9é", "Abéé", "2.5"),
    ("%2541", "%41", "2.4: once"),
)


@pytest.mark.parametrize("errors", ["replace", "ignore", "surrogateescape"])
def test_percent_decode_takes_errors_as_bytes_do(errors: str) -> None:
    assert percent_decode("%FFé%C3%28%25", errors) == b"\xff\xc3\xa9\xc3(%".decode("utf-8", errors)
    with pytest.raises(LookupError):
        percent_decode("%FF", "no-such")


test_what_cannot_be_decoded = refusals(
    percent_decode,
    ("%\uff14\uff11", 1, "2.1"),
    ("%C3%A9%C3", 6, "2.5"),
    ("%C0%AF", 0, "2.5: too long"),
)


COMPONENT = "unknown component 'host'; there are "
SAFE = 'safe must be ASCII characters other than "%", not'


@rows(
    "call, message",
    (lambda: percent_encode("a", "host"), COMPONENT + ", ".join(COMPONENTS), "no class of characters"),
    (lambda: requote("a", "quary"), "unknown component 'quary'; did you mean 'query'?", "a typo"),
    (lambda: percent_encode("", safe="%"), f"{SAFE} '%'", "2.4"),
    (lambda: percent_encode("", safe="é"), f"{SAFE} 'é'", "2.1"),
    (lambda: percent_encode("", safe="db://me:se%@h"), f"{SAFE} 'db://me:***@h'", "a password"),
)  # fmt: skip
def test_what_cannot_be_encoded(call: Call, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
    assert refused(requote, "a \ud800").offset == 2


test_requote = examples(
    requote,
    ("http://a/b c", None, "http://a/b%20c", "2"),
    ("http://a/%7E%41%c3/50%", None, "http://a/%7E%41%c3/50%25", "2.4: triplets stay"),
    ("/[a]?[b]#[c]", None, "/%5Ba%5D?%5Bb%5D#%5Bc%5D", "3.2.2: brackets are for hosts"),
    ("http://u ser@é/", None, "http://u%20ser@%C3%A9/", "3.2.1: a space in a user name"),
    ('a\t\n{|}^`"<>', None, "a%09%0A%7B%7C%7D%5E%60%22%3C%3E", "2"),
    (":b", None, "./:b", "4.2: no scheme"),
    (Member.GUARDED, None, "./:x", "a member of a str Enum"),
    ("my file: notes.html", None, "./my%20file:%20notes.html", "4.2: no scheme"),
    ("http://a@b@c/", None, "http://a%40b@c/", "3.2.1: an @ in a user name"),
    ("@http://h\\x", None, "./@http://h%5Cx", "3.1: no scheme, so no host"),
    ("http://a/b\\c?\\#\\", None, "http://a/b%5Cc?%5C#%5C", "a backslash behind the host"),
)

test_requote_for_iris = examples(
    partial(requote, iri=True),
    ("http://å.example/å b", None, "http://å.example/å%20b", "RFC 3987 2.2"),
    ("å \ue000", "segment", "å%20%EE%80%80", "RFC 3987 2.2"),
    ("å \ue000", "query", "å%20\ue000", "RFC 3987 2.2: private use"),
)


@pytest.mark.parametrize("iri", [False, True])
@rows(
    "text, offset",
    ("https://evil.example\\@ok.example/", 20, "browsers read \\ as /"),
    ("http:\\\\evil\\@ok/", 5, "browsers read \\ as /"),
    ("\\\\evil/", 0, "browsers read \\ as /"),
    ("https://example.com:80 /", 22, "3.2.3: a space in a port"),
    ("http://me@a b/", 11, "3.2.2: a space in a host"),
    ("http://a\u3000b/", 8, "3.2.2: a wide space in a host"),
    ("http://a:8x/ ", 11, "3.2.3: a:8x may begin a userinfo"),
)
def test_requote_mends_no_host(text: str, offset: int, iri: bool) -> None:
    error = refused(requote, text, iri=iri)
    assert error.offset == offset
    assert error.rule == ("IRI-reference" if iri else "URI-reference")
    assert "%" not in error.reason


def test_requote_gives_a_reference_or_an_error() -> None:
    for text, iri in itertools.product(random_texts(17), (False, True)):
        try:
            quoted = requote(text, iri=iri)
        except URIError:
            continue
        assert RFC3987.matches("IRI-reference" if iri else "URI-reference", quoted)
        assert requote(quoted, iri=iri) == quoted


test_iri_to_uri = examples(
    iri_to_uri,
    ("http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org", "RFC 3987 3.1"),
    ("http://example.com/\U00010300\U00010301\U00010302",
     "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", "RFC 3987 3.1"),
    ("Vi\u00ea\u0323t", "Vi%C3%AA%CC%A3t", "RFC 3987 3.1: no normalization"),
)  # fmt: skip


@pytest.mark.parametrize("char", '<>" {}|\\^`\n\ufdd0\x80')
def test_iri_to_uri_refuses_what_no_iri_has(char: str) -> None:  # RFC 3987 3.1
    error = refused(iri_to_uri, f"http://a/é{char}")
    assert (error.rule, error.offset) == ("IRI-reference", 10)


test_uri_to_iri = examples(
    uri_to_iri,
    ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst", "RFC 3987 3.2.1"),
    ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst", "RFC 3987 3.2.1"),
    ("http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9",
     "http://www.example.org/r%E9sum%E9.xml#résumé", "RFC 3987 7.5"),
    ("http://a/%C3%A9%FF%C3%C0%AF", "http://a/é%FF%C3%C0%AF", "RFC 3987 3.2: not UTF-8"),
    (percent_encode("éßאبک例あ한👍’"), "éßאبک例あ한👍’", "RFC 3987 3.2: letters of all scripts"),
    ("http://a/%%34%31", "http://a/%%341", "2.1: no triplet is made of a stray %"),
)  # fmt: skip

# Formatting, and what is invisible (RFC 3987 4.1), white space, delimiters, quotation marks (6.1).
MISLEADING = (
    "200e 200f 202a 202e 2066 2069 061c 00ad 034f 115f 1160 17b4 180b 180e 200b 200d 2060 206f 3164 "
    "fe00 fe0f feff ffa0 00a0 1680 2000 200a 2028 2029 202f 205f 3000 ff0f ff1f ff03 ff1a ff20 ff05 "
    "ff0e 2044 2215 2236 29f8 3002 ff61 00ab 00bb 2018 201c 201d 3008 300c 3001 037e"
)


@pytest.mark.parametrize("code", MISLEADING.split())
def test_uri_to_iri_keeps_what_would_mislead(code: str) -> None:
    triplets = percent_encode(chr(int(code, 16)))
    assert uri_to_iri(f"/%C3%A9{triplets}") == f"/é{triplets}"


def test_an_iri_leads_back_to_an_equivalent_uri() -> None:  # RFC 3987 3.2
    for text in random_texts(18):
        iri = uri_to_iri(text)
        assert RFC3987.matches("IRI-reference", iri) is RFC3987.matches("IRI-reference", text)
        assert not is_uri_reference(text) or normalize(iri_to_uri(iri)) == normalize(text)


# ---- RFC 2396: rules (Appendix A) and resolution (section 5.2) ----

OLD_UNRESERVED = LETTERS + string.digits + "-_.!~*'()"
OLD_URIC = OLD_UNRESERVED + ";/?:@&=+$,"

test_characters_of_rfc_2396 = rules_of_characters(
    RFC2396,
    ("lowalpha", "1", string.ascii_lowercase, False, "RFC 2396 1.6"),
    ("upalpha", "1", string.ascii_uppercase, False, "RFC 2396 1.6"),
    ("alpha", "1", LETTERS, False, "RFC 2396 1.6"),
    ("digit", "1", string.digits, False, "RFC 2396 1.6"),
    ("alphanum", "1", LETTERS + string.digits, False, "RFC 2396 1.6"),
    ("hex", "1", HEX, False, "RFC 2396 2.4.1"),
    ("mark", "1", "-_.!~*'()", False, "RFC 2396 2.3"),
    ("unreserved", "1", OLD_UNRESERVED, False, "RFC 2396 2.3"),
    ("reserved", "1", ";/?:@&=+$,", False, "RFC 2396 2.2"),
    ("uric", "1", OLD_URIC, True, "RFC 2396 2"),
    ("uric_no_slash", "1", OLD_URIC.replace("/", ""), True, "RFC 2396 3"),
    ("pchar", "1", OLD_UNRESERVED + ":@&=+$,", True, "RFC 2396 3.3"),
    ("param", "*", OLD_UNRESERVED + ":@&=+$,", True, "RFC 2396 3.3"),
    ("segment", "*", OLD_UNRESERVED + ":@&=+$,;", True, "RFC 2396 3.3"),
    ("path_segments", "*", OLD_UNRESERVED + ":@&=+$,;/", True, "RFC 2396 3.3"),
    ("rel_segment", "1*", OLD_UNRESERVED + ";@&=+$,", True, "RFC 2396 5"),
    ("userinfo", "*", OLD_UNRESERVED + ";:&=+$,", True, "RFC 2396 3.2.2"),
    ("reg_name", "1*", OLD_UNRESERVED + "$,;:@&=+", True, "RFC 2396 3.2.1"),
    ("authority", "*", OLD_UNRESERVED + "$,;:@&=+", True, "RFC 2396 3.2"),
    ("port", "*", string.digits, False, "RFC 2396 3.2.2"),
    ("query", "*", OLD_URIC, True, "RFC 2396 3.4"),
    ("fragment", "*", OLD_URIC, True, "RFC 2396 4.1"),
)

test_rules_of_rfc_2396 = rules_of_texts(
    RFC2396,
    ("escaped", ["%00", "%fF"], ["%", "%0", "%0g"], "RFC 2396 2.4.1"),
    ("scheme", ["a", "h2", "a+b-c.d"], ["", "1a", "a_b"], "RFC 2396 3.1"),
    ("IPv4address", ["1.2.3.4", "999.0.01.0"], ["1.2.3", "1.2.3.", "1.2.3.a"], "RFC 2396 3.2.2"),
    ("toplabel", ["a", "a1", "a-b", "a--b"], ["", "1", "1a", "-a", "a-", "a.b"], "RFC 2396 3.2.2"),
    ("domainlabel", ["a", "1", "1-a", "0--1"], ["", "-", "-a", "a-", "a.b"], "RFC 2396 3.2.2"),
    ("hostname", ["a", "a.", "1.a", "a-b.c.", "1-2.a1"],
     ["", "1", "a.1", ".", "a..b", "-a.b", "a-.b", "a.b-", "a..", "a:"], "RFC 2396 3.2.2"),
    ("host", ["a.b", "1.2.3.4", "1.2.3.a"], ["", "1.2.3", "[::1]", "a_b", "a.1"], "RFC 2396 3.2.2"),
    ("hostport", ["a", "a:", "a:80", "1.2.3.4:1"], ["", ":80", "a:b", "a:80:"], "RFC 2396 3.2.2"),
    ("server", ["", "a", "u@a:80", "@a", "u:p@1.2.3.4"], ["u@", "a:b", "@", "u@v@a"], "RFC 2396 3.2.2"),
    ("abs_path", ["/", "//", "/a;b/c"], ["", "a", "/?"], "RFC 2396 3"),
    ("rel_path", ["a", "a/b:c", ";"], ["", "a:b", "/a", "/"], "RFC 2396 5"),
    ("net_path", ["//", "//a", "//a/b", "//a:b"], ["/", "", "a", "//[::1]"], "RFC 2396 3"),
    ("opaque_part", ["a", "a/b", "?", ":"], ["", "/", "/a", "a#"], "RFC 2396 3"),
    ("path", ["", "/", "a", "a:b/"], ["#", "a b", "[", "%"], "RFC 2396 3.3"),
    ("hier_part", ["/", "//a", "//", "/a?b"], ["", "a", "?"], "RFC 2396 3"),
    ("relativeURI", ["/a", "a", "//a?b", "a?"], ["", "?", "a:b", "#"], "RFC 2396 5"),
    ("absoluteURI", ["a:b", "a:/", "a://b?c"], ["a:", "a", "a:b#", "//a"], "RFC 2396 3"),
    ("URI-reference", ["", "#", "a:b#c", "a", "//a", "#a"],
     ["a:", "?", "?a", "a:#", "http://[::1]/", "a#b#"], "RFC 2396 4"),
)  # fmt: skip

# Appendix C has the examples of RFC 3986 5.4, but for these.
OLD_TARGETS = {
    "?y": "http://a/b/c/?y", "../../../g": "http://a/../g", "../../../../g": "http://a/../../g",
    "/./g": "http://a/./g", "/../g": "http://a/../g",
}  # fmt: skip


test_the_examples_of_rfc_2396 = examples(
    partial(resolve_rfc2396, BASE),
    *[(ref, OLD_TARGETS.get(ref, target), "RFC 2396 C") for ref, target, _ in EXAMPLES],
)

test_resolve_rfc2396 = examples(
    lambda base, ref, options: resolve_rfc2396(base, ref, **options),
    (BASE, "http:g", {"strict": False}, "http://a/b/c/g", "RFC 2396 C: for backward compatibility"),
    (BASE, "../../..", {"above_root": "keep"}, "http://a/..", "RFC 2396 5.2 step 6 g"),
    (BASE, "g/../../../../h", {"above_root": "remove"}, "http://a/h", "RFC 2396 5.2 step 6 g"),
    (BASE, "../../g", {"above_root": "error"}, "http://a/g", "RFC 2396 5.2 step 6 g: not above"),
    (BASE + "#f", "", {}, BASE, "RFC 2396 5.2 step 2"),
    ("a:b", "a:c", {"strict": False}, "a:c", "RFC 2396 5.2 step 3: an opaque base"),
    ("a:/b/c", "a:d", {"strict": False}, "a:/b/d", "RFC 2396 5.2 step 3: a hierarchical base"),
    ("", "./a:b", {}, "./a:b", "4.2: the guard stays"),
)  # fmt: skip

test_the_error_above_the_root = refusals(  # RFC 2396 5.2 step 6 g
    partial(resolve_rfc2396, strict=False, above_root="error"),
    (BASE, "../../../g", 6, "the third"),
    ("http://a/", "../g", 0, "the first"),
    (BASE, "./x/../../../../g", 13, "the fourth"),
    ("http://a/", "http:x/../../g", 10, "a scheme that is ignored"),
)


def remove_dots_by_rfc_2396(buffer: str) -> str:
    """Do steps 6 c to f. A segment is between slashes."""
    segment = r"(^|/)(?!\.\./)[^/]*/\.\."
    for removed in (r"(^|/)\./", r"(^|/)\.\Z", rf"{segment}/", rf"{segment}\Z"):
        before = None
        while before != buffer:
            before, buffer = buffer, re.sub(removed, r"\1", buffer, count=1)
    return buffer


def test_a_relative_path_is_merged_as_in_step_6() -> None:  # RFC 2396 5.2
    for length in range(7):
        for ref in map("".join, itertools.product("a./", repeat=length)):
            if ref[:1] not in ("", "/"):
                path = remove_dots_by_rfc_2396(f"b/c/{ref}")
                assert resolve_rfc2396("f://h/b/c/d", ref) == f"f://h/{path}", ref


def test_above_root_has_three_values() -> None:
    for wrong in ("", "KEEP", "x" * 10**6, None):
        with pytest.raises(ValueError, match=r"^above_root must be keep, remove or") as caught:
            resolve_rfc2396(BASE, "g", above_root=wrong)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 200


# ---- Errors in plain words ----


def by_rule(rule: str, grammar: Rules = RFC3987) -> Call:
    return partial(grammar.validate, rule)


def by_part(part: str, text: str = "http://h") -> Call:
    return lambda value: split(text).replace(**{part: value})


A_URI = by_rule("URI")
A_HOST = by_rule("host")
OURS = partial(validate, hosts=["a.example"])
DOMAIN = partial(validate, rule="IRI", require=["domain"])
IFQDN = partial(validate, rule="IRI", require=["ifqdn"])
NO_SCHEME = 'it must begin with a scheme, such as "https://" or "mailto:"'
IN_PASSWORD = 'a character of the password must be percent-encoded, as %2F for a "/"'
PASSWORD = "the port is not a number; if this is a password, "
PASSWORD += 'write %2F for "/", %3F for "?", and %23 for "#"'
TRIPLET = '"%" must be followed by two hex digits; write %25 for a "%" itself'
SECOND_AT = 'a second "@" is not allowed; write %40 for each "@" but the last one'
IPV6 = 'an IPv6 address has eight groups of up to four hex digits, or fewer and one "::"'
IPV4 = "an IPv4 address has four numbers from 0 to 255, without leading zeros"
WINDOWS = 'this is a Windows path; its URI begins with "file:///C:/" or "file://server/"'
SSH = 'this is an SSH address; its URI begins with "ssh://" and has "/" for ":"'
STAR = '"*" is only allowed in "*." at the beginning; to allow every host, leave out hosts'
BELOW = '"." and "*." are for names, not addresses'
NUMBER = "programs may read this host as an IPv4 address; write that as in 192.0.2.1"

# One row a kind of message. Columns: the code; what refuses a text, or a value; the text; the offset;
# the reason; and what obeying the reason gives, which is accepted, or None if it gives no advice.
MESSAGES: list[tuple[str, Call, Any, int, str, Any]] = [
    # The whole text
    ("empty", A_URI, "", 0, "it is empty", None),
    ("leave-out-space", A_URI, "http:/ /a/", 6, "leave out the space", "http://a/"),
    ("space-around", A_URI, "a:\n", 2, "a line break at the beginning or end is not allowed", "a:"),
    ("quoted", A_URI, "“a:”", 0, "leave out the quotation marks or brackets around it", "a:"),
    ("leave-out", A_URI, "http://a/”", 9, "leave out the '”'", "http://a/"),
    ("windows-path", A_URI, "C:\\Users\\me", 2, WINDOWS, "file:///C:/Users/me"),
    ("ssh-address", A_URI, "git@github.com:a/b.git", 3, SSH, "ssh://git@github.com/a/b.git"),
    ("ssh-port", A_URI, "git@h:22/a", 3, 'this is an SSH address; its URI begins with "ssh://"', "ssh://git@h:22/a"),
    ("label", A_URI, "URL: http://a/", 4, 'leave out the text before "http:"', "http://a/"),
    ("several-uris", A_URI, "http://a/ http://b/", 9, "give only one URI", "http://b/"),
    ("markup", A_URI, "[a](http://b/)", 0, "this is Markdown or HTML; give only the URI in it", "http://b/"),
    ("email", A_URI, "me@h", 2, 'for an email address, write "mailto:" before it', "mailto:me@h"),
    ("template", A_URI, "http://a/${id}/b", 10, 'replace "${id}" with a value', "http://a/1/b"),
    ("placeholder", A_URI, "a://b:{pw}@c", 6, "replace the placeholder with a value", "a://b:c@c"),
    # A character
    ("char-in-part", A_URI, "http://a b/", 8, "a space is not allowed in a host", None),
    ("char", A_URI, "http://a/b\u200bc", 10,
     "the invisible character U+200B is not allowed here", None),
    ("encode", by_rule("path-noscheme"), "a b", 1, "a space is not allowed here; write %20", "a%20b"),
    ("encode-non-ascii", A_URI, "a:é", 2, "'é' is not allowed here; write %C3%A9", "a:%C3%A9"),
    ("triplet", percent_decode, "%4", 2, TRIPLET, "%25"),
    ("backslash", A_URI, "a://b\\c", 5, 'a backslash is not allowed here; did you mean "/"?', "a://b/c"),
    ("ends-early", by_rule("IPvFuture"), "v", 1, "it ends too early", None),
    # Scheme, path and fragment
    ("no-scheme", A_URI, "example.com", 11, NO_SCHEME, "https://example.com"),
    ("no-scheme-before", A_URI, "//a/", 0,
     'write "https://", or another scheme and "//", for the "//"', "https://a/"),
    ("relative", A_URI, "../a", 0,
     'this is a relative reference; write a scheme and a host before it, with one "/" between', "http://h/../a"),
    ("no-slashes", by_rule("URI-reference"), "127.0.0.1:80/", 9,
     'before a host, write "//", or a scheme, such as "https://"', "//127.0.0.1:80/"),
    ("scheme-only", by_part("scheme"), "https://", 5,
     'leave out the "://" and what follows it', "https"),
    ("no-colon", A_URI, "http//example.com", 4, 'a ":" is missing before "//"', "http://example.com"),
    ("scheme-start", A_URI, "1a:b", 0, "a scheme must begin with a letter, not '1'", None),
    ("scheme-alone", by_rule("absoluteURI", RFC2396), "a:", 2, 'something must follow the ":"', "a:b"),
    ("scheme", by_rule("relative-ref"), "a:b", 1,
     'a scheme is not allowed here; for a path, begin with "./"', "./a:b"),
    ("colon", by_rule("URI-reference"), "12:30", 2,
     'the text before the ":" is not a scheme; for a path, begin with "./"', "./12:30"),
    ("no-slash", by_rule("path-absolute"), "a", 0, 'it must begin with "/"', "/a"),
    ("fragment", by_rule("absolute-URI"), "a:?#", 3,
     'a fragment, which begins with "#", is not allowed here', "a:?"),
    # User name and password
    ("password", A_URI, "http://me:pa ss@h/", 12, IN_PASSWORD, "http://me:pa%20ss@h/"),
    ("password-delimiter", A_URI, "db://me:word#x@h/db", 12, PASSWORD, "db://me:word%23x@h/db"),
    ("encode-backslash", A_URI, "a://b:c\\d@e", 7, "a backslash is not allowed here; write %5C", "a://b:c%5Cd@e"),
    ("second-at", A_URI, "db://me@srv:pw@srv.example/", 12, SECOND_AT, "db://me%40srv:pw@srv.example/"),
    # Host and port
    ("leave-out-scheme", A_HOST, "http://a", 4, 'leave out the scheme and the "//"', "a"),
    ("leave-out-port", A_HOST, "a:80", 1, "leave out the port", "a"),
    ("idn", A_URI, "a://ü", 4, "'ü' is not allowed in a host; write the host in its xn-- form", "a://xn--tda"),
    ("port-digits", A_URI, "http://h:8o/", 11, "'8o' is not a port, which has only digits", "http://h:80/"),
    ("several-hosts", A_URI, "db://u:p@a:1,b:2/c", 12, "a URI has one host, not a list of hosts", "db://u:p@a:1/c"),
    ("two-colons", A_URI, "http://h::80/", 12, 'leave out one ":"', "http://h:80/"),
    ("ssh-path", A_URI, "git+ssh://git@h:path/x", 16,
     'a port has only digits; before a path, write "/" instead of ":"', "git+ssh://git@h/path/x"),
    ("no-brackets", A_URI, "a://2001:db8::1", 15,
     "put the IPv6 address in brackets, but not its port", "a://[2001:db8::1]"),
    ("no-opening", A_URI, "a://::1]/", 7, 'a "[" is missing before the IPv6 address', "a://[::1]/"),
    ("no-closing", A_URI, "http://[::1/", 11, 'the "[" is not closed', "http://[::1]/"),
    ("no-ip-literal", by_rule("IP-literal"), "127.0.0.1", 0,
     "it must be an IPv6 address in brackets", "[::1]"),
    ("empty-brackets", A_URI, "http://[]/", 8, "the brackets are empty", None),
    ("name-in-brackets", A_URI, "a://[h]", 5, "leave out the brackets, which are for IPv6 addresses", "a://h"),
    ("after-brackets", A_URI, "http://[::1]80/", 12,
     "'8' is not allowed after the \"]\"; a port begins with \":\"", "http://[::1]:80/"),
    ("prefix-length", A_URI, "http://[::1/64]/", 11, "leave out the prefix length", "http://[::1]/"),
    ("zone", A_HOST, "[::1%e]", 4, 'leave out the zone identifier, which begins with "%"', "[::1]"),
    ("ipv6", by_rule("IP-literal"), "[1:2]", 4, IPV6, "[1::2]"),
    ("ipv4", by_rule("IPv4address"), "1.2.3.256", 8, IPV4, None),
    ("ip-future", A_URI, "a://[v1]", 7, 'an address that begins with "v" has the form v1.name', "a://[v1.x]"),
    # Parts that are put together, encoded, and decoded
    ("empty-scheme", lambda scheme: recompose(URI(scheme)), "", 0,
     "the scheme is empty; use None to leave it out", "a"),
    ("path-after-authority", by_part("path"), "a", 0,
     'after a host, the path must begin with "/"', "/a"),
    ("splits-otherwise", by_part("port", "http://h::"), None, 0,
     "with this host, the text would split into other parts", None),
    ("ambiguous-ipv6", lambda text: split(text).replace(port=80), "http://1::2:3/", 0,
     "without brackets, nobody can tell where the IPv6 address ends", "http://[1::2:3]/"),
    ("port-range", lambda text: split(text).address, "http://h:65536/", 0,
     "a port is a number from 0 to 65535", "http://h:65535/"),
    ("unknown-host", lambda text: split(text).address, "http://h:abc/", 0,
     "the host is neither a name nor an IP address", "http://h/"),
    ("above-root", partial(resolve_rfc2396, "http://a/", above_root="error"), "x/../../g", 5,
     'a ".." leads above the root', "x/../g"),
    ("surrogate", percent_encode, "a\ud800", 1, "a lone surrogate has no UTF-8 form", "a"),
    ("backslash-in-authority", requote, "http:\\\\a", 5,
     'a backslash is not allowed before the path: browsers read it as "/"', "http://a"),
    ("encoded-not-utf-8", percent_decode, "%FF", 0, "the percent-encoded bytes are not UTF-8", "%41"),
    ("space-in-host", requote, "//a b/", 3, "a space is not allowed in a host or a port", "//ab/"),
    # Policies
    ("none-allowed", partial(validate, schemes=[]), "ftp://a/", 0, "no scheme is allowed", None),
    ("not-in-list", partial(validate, schemes=["https", "urn"]), "ftp://a/", 0,
     "the scheme 'ftp' is not allowed; use https:// or urn:", "https://a/"),
    ("not-there", partial(validate, ports=[1, 2]), "a://b", 5, "a port is missing; use 1 or 2", "a://b:2"),
    ("not-there", partial(validate, schemes=["https"]), "localhost:80/", 0,
     "a scheme is missing; use https://", "https://localhost:80/"),
    ("default-port", partial(validate, ports=[443]), "http://a/", 8,
     "http's default port, 80, is not allowed", None),
    ("not-in-list", partial(validate, ports=range(1, 9)), "a://b:9", 6,
     "the port '9' is not allowed; use 1 to 8", "a://b:8"),
    ("port-range", by_part("port"), 70_000, 0, "a port is a number from 0 to 65535", 65_535),
    ("part-missing", partial(validate, require=["query / userinfo"]), "http://a/", 9,
     "a query or a user name is missing", "http://me@a/"),
    ("forbidden", partial(validate, forbid=["userinfo"]), "a://b@c", 4, "a user name is not allowed", "a://c"),
    ("no-host", OURS, "db:///a", 5, "the host is missing", "db://a.example/a"),
    ("no-web-host", OURS, "http:", 5, '"http:" must be followed by "//" and a host', "http://a.example"),
    ("host-not-allowed", OURS, "http://b/", 7, "the host 'b' is not allowed", "http://a.example/"),
    ("host-type", partial(validate, require=["IPv4address / IPv6address"]), "http://a/", 7,
     "the host must be an IPv4 address or an IPv6 address", "http://[::1]/"),
    ("scheme-with-host", OURS, "file://a.example/", 0,
     'a "file:" URI is not allowed here: programs disagree on its host', None),
    # Hosts that are not plain, or not domains
    ("host-idn", IFQDN, "http://faß.example/", 7,
     "programs convert this host in different ways; write its xn-- form", "http://xn--fa-hia.example/"),
    ("host-encoded", OURS, "a://%61", 4, "a host with percent-encoded bytes is not allowed", "a://a.example"),
    ("host-char", OURS, "a://b,a.example", 4, "a host with ',' is not allowed", "a://a.example"),
    ("host-dots", DOMAIN, "a://.b", 4, "a dot in the host has nothing before it or after it", "a://b"),
    ("host-number", DOMAIN, "http://127.1./", 7, NUMBER, None),
    ("host-long", partial(validate, rule="IRI", require=["idomain"]), f"a://ü{'.a' * 126}", 4,
     "the host has more than 253 characters", None),
    ("char-in-part", DOMAIN, "a://a_b", 4, "'_' is not allowed in a domain name", "a://ab"),
    ("host-part-long", DOMAIN, "a://" + "a" * 64, 4,
     "a part of the host has more than 63 characters", None),
    ("host-hyphen", DOMAIN, "a://a-.a", 4, 'a part of the host begins or ends with "-"', "a://a.a"),
    ("host-no-dot", IFQDN, "a://é", 4, "the host needs a dot, as in example.com", "a://é.b"),
    ("host-in-ascii", DOMAIN, "a://bücher", 4, "write the host as xn--bcher-kva", "a://xn--bcher-kva"),
]  # fmt: skip
# These are said about values of `hosts`, and by the check of lines.
ELSEWHERE = {
    *"host-is-url host-user host-range host-with-port host-below host-star not-utf-8".split()
}

test_characters_have_names = examples(
    lambda char: URIError(char, "path", 0).details["char"],
    (" ", "a space", "ASCII"),
    ("\t", "a tab", "ASCII"),
    ("\r", "a line break", "ASCII"),
    ("\\", "a backslash", "ASCII"),
    ("\0", "the control character U+0000", "ASCII"),
    ("\u00a0", "a no-break space", "white space"),
    ("\u3000", "an ideographic space", "white space"),
    ("\u2028", "the character U+2028", "white space"),
    ("\u200b", "the invisible character U+200B", "RFC 3987 4.1"),
    ("\ud800", "the lone surrogate U+D800", "no character"),
    ("\udfff", "the lone surrogate U+DFFF", "no character"),
)

CALLED = {  # parts, and types of hosts
    "scheme": "a scheme", "authority": "a host", "userinfo": "a user name", "password": "a password",
    "host": "a host", "port": "a port", "path": "a path", "query": "a query", "fragment": "a fragment",
    "IPv4address": "an IPv4 address", "IPv6address": "an IPv6 address", "reg-name": "a host name",
    "IPvFuture": "an address of a future IP version", "ireg-name": "an internationalized name",
    "domain": "a domain name", "idomain": "a domain name",
    "fqdn": "a domain name with a dot", "ifqdn": "a domain name with a dot",
}  # fmt: skip


@pytest.mark.parametrize("name", uri_regex._PART_OF)
def test_a_policy_calls_each_part_by_name(name: str) -> None:
    error = refused(validate, "", rule="URI-reference", require=[name])
    assert error.reason == f"{CALLED[name]} is missing"


def test_each_code_has_a_row() -> None:
    codes = {row[0] for row in MESSAGES} | ELSEWHERE
    assert codes == set(uri_regex.REASONS), "_WORDS, MESSAGES, and docs/errors.md have each code"


@pytest.mark.parametrize("sign", uri_regex._SIGNS, ids=str)
def test_a_text_with_a_sign_has_its_code(sign: tuple[str, ...]) -> None:
    code, *_, example = sign
    assert code in uri_regex.REASONS, f"write the sentence of {code} in _WORDS"
    rule, _, text = example.partition(" ")
    if rule not in {*RFC3987, *RFC2396}:
        rule, text = "URI", example
    found = refused(by_rule(rule, RFC3987 if rule in RFC3987 else RFC2396), text).code
    assert found == code, "an earlier row of _SIGNS fits, or this one does not"


@rows("code, check, text, offset, reason, obeyed", *[(*row, repr(row[2])) for row in MESSAGES])
def test_messages(code: str, check: Call, text: Any, offset: int, reason: str, obeyed: Any) -> None:
    error = refused(check, text)
    assert (error.code, error.offset, error.reason) == (code, offset, reason)
    assert error.part in ("", *AUTHORITY, "scheme", "path", "query")
    assert error.rule in {*RFC3987, *RFC2396}
    sentence = uri_regex.REASONS[code]
    assert reason == sentence.format(**error.details)
    assert set(error.details) == set(re.findall(r"\{(\w+)\}", sentence)), "nothing else is there"
    assert all(isinstance(detail, (str, int)) for detail in error.details.values())
    if obeyed is not None:
        check(obeyed)
    # A reason is for everybody, and a code is for programs.
    terms = "userinfo authority label segment triplet ipvfuture non-ascii octet masked reg-name \\"
    assert not [term for term in terms.split() if term in reason.lower()]
    assert len(reason) <= 100
    assert re.fullmatch("[a-z0-9-]{1,31}", code)


HOST_OF_TYPE = {
    "IPv4address": "127.0.0.1", "IPv6address": "[::1]", "IPvFuture": "[v1.a]", "reg-name": "a",
    "ireg-name": "é", "domain": "a", "fqdn": "a.b", "idomain": "é", "ifqdn": "é.b",
}  # fmt: skip


@pytest.mark.parametrize("name", HOST_OF_TYPE)
def test_a_host_of_a_wrong_type_is_told_which_is_wanted(name: str) -> None:
    for host in HOST_OF_TYPE.values():
        policies: Options = {"rule": "IRI", "require": [name]}
        if is_valid(f"x://{host}/", **policies):
            continue
        reason = refused(validate, f"x://{host}/", **policies).reason
        words = [f"the host must be {CALLED[name]}"]
        if "domain" in name or "fqdn" in name:  # what is wrong with a name is told
            words += ["the host needs a dot, as in example.com", "write the host as xn--9ca"]
            words += ["write the host as xn--9ca.b"]
        assert reason in words


# A text, and what it becomes when its writer does what each reason says, step by step.
@rows(
    "rule, steps",
    ("URI", ['https://e.example/?a="b"', '?a=%22b"', "?a=%22b%22"], "both marks"),
    ("URI", ["https://e.example/?a=<b>", "?a=%3Cb>", "?a=%3Cb%3E"], "both marks"),
    ("IPv6address", ["[::1]", "::1]", "::1"], "3.2.2"),
    ("IP-literal", ["[127.0.0.1]", "[::7f00:1]"], "3.2.2"),
    ("URI", ["http://fe80::1%eth0/", "http://[fe80::1%eth0]/", "http://[fe80::1]/"], "a zone"),
    ("URI", ["url=https://a.example", "https://a.example"], "a label"),
    ("URI", ["file://C:\\a", "file:///C:/a"], "a Windows path"),
    ("URI-reference", ["[::1]:80/", "//[::1]:80/"], "4.2"),
    ("URI", ["http://a/%s/b", "http://a/1/b"], "a placeholder"),
    ("URI", ["https://<Your_Host>:443", "https://a:443"], "a placeholder"),
    ("URI", ["http://[YOUR_HOST]/", "http://a/"], "a placeholder"),
    ("URI", ["db://me:[YOUR-PASSWORD]@h/", "db://me:pw@h/"], "a placeholder"),
    ("URI", ["git+ssh://me:se/cret@h", "git+ssh://me:se%2Fcret@h"], "a password"),
    ("URI", ["PLAINTEXT://h:1,P_H://h:2", "PLAINTEXT://h:1"], "a list of hosts"),
    ("URI", ["\ufeffhttp://a/", "http://a/"], "a byte order mark"),
)  # fmt: skip
def test_what_obeys_gets_further(rule: str, steps: list[str]) -> None:
    *wrong, right = [f"https://e.example/{text}" if text[0] == "?" else text for text in steps]
    for text in wrong:
        assert RFC3987.partial(rule, text) != "valid"
        assert refused(by_rule(rule), text).code not in ("char", "char-in-part", "ends-early")
    assert RFC3987.matches(rule, right)


REFERENCES = "URI absolute-URI IRI absolute-IRI absoluteURI URI-reference IRI-reference relativeURI"


@pytest.mark.parametrize("rule", [*REFERENCES.split(), "relative-ref", "irelative-ref"])
def test_all_rules_of_references_have_these_words(rule: str) -> None:
    text = "//h/b c" if "relative" in rule else "a://h/b c"
    assert refused(by_rule(rule, RFC3987 if rule in RFC3987 else RFC2396), text).code == "encode"
    assert rule not in RFC3987 or is_valid(text[:-2], rule=rule, forbid=["port"])


RELATIVE_IS_ALLOWED = 'rule="URI-reference" or rule="IRI-reference" allows a text without a scheme'
IRI_ALLOWS = 'rule="IRI-reference" allows it'


@rows(
    "check, text, hint",
    (validate, "a/b", RELATIVE_IS_ALLOWED, "4"),
    (validate, "http://a/é", f"iri_to_uri encodes it, and {IRI_ALLOWS}", "RFC 3987 2.2"),
    (validate, "http://é", IRI_ALLOWS, "RFC 3987 2.2"),
    (A_URI, "a://[::1%25e]", "RFC 6874 allowed %25 and a zone, but RFC 9844 made it obsolete", "zones"),
    (partial(validate, schemes=["c"]), "b:", "schemes=('c',)", "what a developer allows"),
    (partial(validate, forbid=["port"]), "a://b:1", "forbid=('port',)", "what a developer forbids"),
    (partial(validate, ports=[1]), "a://b:2", "ports=(1,)", "what a developer allows"),
    (OURS, "http://b/", "hosts=('a.example',)", "what a developer allows is in no reason"),
    (OURS, "a:b", "hosts=('a.example',)", "no host"),
    (by_part("query"), "é", "iri_to_uri encodes it", "true of any call"),
    (by_rule("query"), "é", "iri_to_uri encodes it", "no other rule is asked for"),
    (partial(validate, rule="query"), "é", "iri_to_uri encodes it", "no rule of references"),
    (partial(validate, rule="URI-reference"), "[::1]:80", "", "its own rule is no help"),
    (validate, "a b", "", "no reference has a space"),
    (A_URI, "a/b", "", "no call of validate"),
)  # fmt: skip
def test_a_hint_is_for_developers(check: Call, text: str, hint: str) -> None:
    error = refused(check, text)
    assert error.hint == hint
    assert not hint or hint not in error.reason


def test_a_rule_that_a_hint_names_gets_further() -> None:
    hints = 0
    for text, rule in zip(
        random_texts(23, 6_000), itertools.cycle(["URI", "URI-reference", "absolute-URI"])
    ):
        if is_valid(text, rule=rule):
            continue
        error = refused(validate, text, rule=rule)
        for other in re.findall('rule="(.*?)"', error.hint):
            hints += 1
            assert RFC3987.matches(other, text) or RFC3987.find_error(other, text) > error.offset
    assert hints > 100


# ---- The first wrong character ----


def check_rule(rule: str, text: str) -> object:
    """Check a text, and that `partial` and `find_error` say the same."""
    grammar = RFC3987 if rule in RFC3987 else RFC2396
    offset = grammar.find_error(rule, text)
    assert grammar.partial(rule, text) == ("incomplete" if offset == len(text) else "invalid")
    return grammar.validate(rule, text)


test_offsets = refusals(
    check_rule,
    ("URI", "http://h:8o/", 11, "3.2.1: h:8o may begin a userinfo"),
    ("server", "a:b", 3, "RFC 2396 3.2.2: it may begin a userinfo"),
)


@rows(
    "rule, text",
    ("URI", "a+b://u%41:%41@[1:2:3:4:5:6:1.2.3.255]:80/%41?%41#%41", "3"),
    ("IPv4address", "1.255.255.249", "3.2.2"),
    ("IP-literal", "[v1.:]", "3.2.2"),
    ("pct-encoded", "%41", "2.1"),
    ("hostname", "0-a.1.a-b", "RFC 2396 3.2.2"),
    ("net_path", "//a", "RFC 2396 3"),
)
def test_the_beginning_of_a_match_is_incomplete(rule: str, text: str) -> None:
    grammar = RFC3987 if rule in RFC3987 else RFC2396
    assert "invalid" not in [grammar.partial(rule, text[:end]) for end in range(len(text))]


# Each beginning of a reference becomes one with one of these.
ENDS = ["", *"a: : a aa a@h aa@h ] 1] :1] ::] .a] 1.1.1] :1:1:1] /".split()]


def test_what_is_before_an_offset_begins_a_match_and_what_follows_changes_nothing() -> None:
    rules = itertools.cycle(["URI", "URI-reference", "IRI"])
    for text, rest, rule in zip(random_texts(19), random_texts(20), rules):
        if RFC3987.matches(rule, text):
            continue
        offset = RFC3987.find_error(rule, text)
        wrong = text[: offset + 1]
        assert any(RFC3987.matches(rule, text[:offset] + end) for end in ENDS)
        if offset < len(text):
            assert not any(RFC3987.matches(rule, wrong + end) for end in ENDS)
            assert RFC3987.find_error(rule, wrong + rest) == offset
        told, error = RFC3987.explain(rule, text, offset), refused(validate, text, rule=rule)
        assert (*told.args[:5], told.reason) == (*error.args[:5], error.reason)


# ---- Rules by their names ----


def test_rules_are_a_mapping_from_names_to_patterns() -> None:
    for grammar, count in ((RFC3986, 36), (RFC3987, 61), (RFC2396, 40)):
        assert len(grammar) == len(grammar.rules)
        assert len(grammar) == count, f"write the new count of {grammar} in the first line"
        assert tuple(grammar) == grammar.rules
        assert all(grammar[rule] == grammar.pattern(rule) for rule in grammar)
        assert copy.copy(grammar) is copy.deepcopy(grammar) is grammar
        assert pickle.loads(pickle.dumps(grammar)) is grammar
        assert ("+" in grammar.compile("port").pattern) is (sys.version_info >= (3, 11, 5))
    assert len({RFC3986, RFC3987, RFC2396, RFC3986}) == 3
    assert {rule: RFC3987[rule] for rule in RFC3986} == dict(RFC3986) != RFC3986  # RFC 3987 2.2
    assert "ALPHA" in RFC3986  # RFC 5234 B.1
    assert "IRI" not in RFC3986
    assert 5 not in RFC3986  # type: ignore[comparison-overlap]
    assert RFC3986.get("IRI") is None
    assert repr(RFC3986) == "<Rules of RFC3986>"


def test_the_case_of_a_name_does_not_count() -> None:  # RFC 5234 2.1
    for rule, name, text in (("uri", "URI", "a:"), ("alpha", "ALPHA", "a"), ("H16", "h16", "1")):
        assert RFC3986.canonical_name(rule) == name
        assert rule in RFC3986
        assert RFC3986[rule] == RFC3986[name]
        assert RFC3986.compile(rule) is RFC3986.compile(name)
        assert RFC3986.validate(rule, text) is text
        assert RFC3986.partial(rule, text) == "valid"
        assert refused(RFC3986.validate, rule, f"{text} ").rule == name


@rows(
    "rule, words",
    ("url", "unknown rule 'url'; did you mean 'URI'?", "a typo"),
    ("zz", "unknown rule 'zz'; RFC3986.rules lists all", "nothing is similar"),
    ("z" * 61, f"unknown rule '{'z' * 60}…'; RFC3986.rules lists all", "60 characters are shown"),
    ("a:b@h", "unknown rule 'a:*@h'; are the rule and the text swapped?", "swapped"),
    ("", "rule is empty", "no name"),
)
def test_an_unknown_rule_is_a_value_error(rule: str, words: str) -> None:
    assert RFC3986.describe_unknown(rule) == words
    for call in (RFC3986.pattern, RFC3986.compile, RFC3986.canonical_name):
        with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
            call(rule)
    with pytest.raises(KeyError, match=re.escape(words)):
        RFC3986[rule]


def test_a_pattern_is_for_patterns_of_ones_own(engine: Any) -> None:
    line = engine.compile(f"GET ({RFC3986.pattern('URI-reference')}) HTTP/1[.]1")
    assert line.fullmatch("GET /a?b HTTP/1.1").group(1) == "/a?b"
    for grammar in (RFC3987, RFC2396):  # RFC3987 has the rules of RFC3986, too
        for rule in grammar:
            pattern = grammar.pattern(rule)
            between = engine.compile(f"-{pattern}-", engine.VERBOSE)
            assert bool(between.fullmatch("--")) is grammar.matches(rule, "")
            assert between.groups == grammar.compile(rule).groups == 0
            # Anchors, classes of Unicode, and possessive quantifiers differ between engines.
            rest = re.sub(r"\[(?:\\.|[^]\\])*\]", "x", pattern)
            assert not re.search(r"\\[dwsbAZ]|[$^]|[*+?}]\+", rest)


# ---- Validation with policies: RFC 3986 sections 3 and 7 ----

# A model of the policies: the gate, and the five questions. It gets the parts of a text.
WEB_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
IDNS = {"bücher.example": "xn--bcher-kva.example", "例え.jp": "xn--r8jz45g.jp"}
OCTETS = {str(number) for number in range(256)}
DOMAINS = {"domain", "fqdn", "idomain", "ifqdn"}
TYPES = DOMAINS | {"IPv4address", "IPv6address", "IPvFuture", "reg-name", "ireg-name"}
AUTHORITY = {"authority", "userinfo", "password", "host", "port"}


def read_host(host: str) -> Any:
    """Return what all spellings of a plain host have in common, or None for another host."""
    if host.startswith("["):
        literal = host[1:-1].lower()
        return host.lower() if literal.startswith("v") else ipaddress.IPv6Address(literal)
    name = host.lower()[: -1 if host.endswith(".") else None]
    labels = IDNS.get(name, name).split(".")
    is_number = labels[-1].isdigit() or (labels[-1][:2] == "0x" and set(labels[-1][2:]) <= set(HEX))
    if "" in labels or not set("".join(labels)) <= {*string.ascii_lowercase, *string.digits, *"-_"}:
        return None
    if is_number:
        return host if len(labels) == 4 and set(host.split(".")) <= OCTETS else None
    return ".".join(labels)


def list_types(host: str, form: Any) -> set[str]:
    if isinstance(form, ipaddress.IPv6Address):
        return {"IPv6address"}
    if form[:1] == "[" or set(form.split(".")) <= OCTETS:
        return {"IPvFuture" if form[0] == "[" else "IPv4address"}
    labels = form.split(".")
    is_short = len(form) < 254 and max(map(len, labels)) < 64 and "_" not in form
    is_domain = is_short and all(label.strip("-") == label for label in labels)
    kinds = ["domain", "fqdn"][: len(labels) if is_domain else 0]
    types = {"reg-name", *kinds} if host.isascii() else {"ireg-name"}
    return types.union("i" + kind for kind in kinds)


def list_forbidden_types(host: str, form: Any) -> set[str]:
    if not isinstance(form, ipaddress.IPv6Address):
        return list_types(host, form) | list_types(form, form)
    holds_ipv4 = int(form) > 1 and int(form) >> 32 in (0, 0xFFFF, 0x64FF9B << 64)
    return {"IPv6address", "IPv4address"} if holds_ipv4 else {"IPv6address"}


def is_meant(form: Any, value: str) -> bool:
    name = value.lstrip("*.").lower()
    if value[:1] in (".", "*"):
        return str(form).endswith("." + name) or (value[0] == "." and form == name)
    return bool(form == (read_host(value) if value else ""))


def model_allows(
    parts: Options, schemes: Any, hosts: Any, ports: Any, require: Any, forbid: Any
) -> bool:
    scheme, host, port = (parts["scheme"] or "").lower(), parts["host"], parts["port"] or ""
    choices = [set(item.split(" / ")) for item in require]
    required = set().union(*choices)
    form = read_host(host) if host else ""
    about_host = hosts is not None or required.union(forbid) & TYPES
    about_authority = about_host or ports is not None or required.union(forbid) & AUTHORITY
    about_scheme = hosts is not None or required & DOMAINS
    number = int(port or WEB_PORTS.get(scheme, -1))
    types = list_types(host, form) if form else set()
    has = {part for part, value in parts.items() if value}
    has |= {part for part in set(parts) - {"host", "port", "path"} if parts[part] == ""}
    refusals = [
        about_authority and not host and (scheme in WEB_PORTS or (not scheme and host == "")),
        about_authority and int(port or 0) > 65_535,
        about_scheme and host is not None and (scheme == "file" or "." in scheme),
        about_host and form is None,
        schemes is not None and scheme not in schemes,
        hosts is not None and (host is None or not any(is_meant(form, value) for value in hosts)),
        ports is not None and number not in ports and (port or "" not in [*ports]),
        any(choice.isdisjoint(has | types) for choice in choices),
        has.union(list_forbidden_types(parts["host"], form) if form else ()).intersection(forbid),
    ]
    return not any(refusals)


def make_parts(scheme: Any, userinfo: Any, host: Any, port: Any, path: str, query: Any) -> Options:
    if host is None:
        userinfo = port = None
    before = "" if userinfo is None else f"{userinfo}@"
    after = "" if port is None else f":{port}"
    return {
        "scheme": scheme, "authority": None if host is None else before + host + after,
        "userinfo": userinfo, "password": (userinfo or "").partition(":")[2] if ":" in before else None,
        "host": host, "port": port, "path": path, "query": query, "fragment": None,
    }  # fmt: skip


HOSTS: list[Any] = [None, "", "a." * 126 + "b", "a." * 126 + "bc"]
HOSTS += (
    f"{'a' * 63}.b {'a' * 64}.b a.example A.Example. b.a.example xa.example a a_b.example -a.example "
    "a-.b a.b- bücher.example a,b BÜCHER.example. xn--bcher-kva.example 例え.jp faß.example a%2Db "
    "a..example .a.example a!b a~b a.example.. 127.0.0.1 127.0.0.1. 127.1 256.0.0.1 0x7f.1 a.0x "
    "a.0x1g a.1 1.a [::1] [0:0::1] [::] [::2] [::FFFF:127.0.0.1] [::ffff:7f00:1] "
    "[64:ff9b::7f00:1] [64:ff9b:1::1] [::127.0.0.1] [v1.A]"
).split()
NAMES = sorted(TYPES | AUTHORITY | {"path", "query", "scheme"})
POLICIES: list[Options] = [
    {"schemes": ["http", "x"]}, {"schemes": []}, {"hosts": ["a.example"]}, {"hosts": [".a.example"]},
    {"hosts": ["*.a.example"]}, {"hosts": ["A.EXAMPLE.", "b"]}, {"hosts": [""]}, {"hosts": []},
    {"hosts": ["xn--bcher-kva.example", "例え.jp"]}, {"hosts": ["[0::1]", "127.0.0.1"]},
    {"hosts": ["[V1.a]", ""]}, {"hosts": ["[::ffff:127.0.0.1]"]}, {"ports": range(79, 444)},
    {"ports": [""]}, {"ports": [443, "", 0]}, {"ports": []}, {"ports": range(1, 100, 2)},
    *[{"require": [name]} for name in NAMES], *[{"forbid": [name]} for name in NAMES],
    {"require": ["domain / IPv4address", "path"]}, {"require": ["query / port"], "forbid": ["path"]},
    {"schemes": ["http"], "hosts": ["a.example"], "ports": [80], "require": ["path"]},
]  # fmt: skip


def make_texts() -> Iterator[tuple[Options, str]]:
    schemes = ["http", "HTTPS", "ftp", "file", "x", "x.y", None]
    userinfos = itertools.cycle([None, "u", None, "", "u:p", None, "u:", "u", None])
    ports = itertools.cycle([None, "80", None, "", "08080", None, "65536", "443"])
    tails = itertools.cycle([("", None), ("/", None), ("/a", ""), ("/a", "q"), ("", "q")])
    for scheme, host in itertools.product(schemes, HOSTS):
        parts = make_parts(scheme, next(userinfos), host, next(ports), *next(tails))
        text = recompose_by_5_3(scheme, parts["authority"], parts["path"], parts["query"], None)
        yield parts, text


TEXTS = [*make_texts()]


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_policies_are_those_of_the_model(policy: Options) -> None:
    given = {"schemes": None, "hosts": None, "ports": None, "require": (), "forbid": (), **policy}
    for parts, text in TEXTS:
        assert is_valid(text, rule="IRI-reference", **policy) is model_allows(parts, **given), text


@pytest.mark.parametrize("policy", [{}, *POLICIES[::3]], ids=str)
def test_three_functions_agree(policy: Options) -> None:
    rules = itertools.cycle(["URI", "iri-reference", "IRI", "uri-REFERENCE", "absolute-URI"])
    for rule, text in zip(rules, [text for _, text in TEXTS[::3]] + [*random_texts(23, 150)]):
        if is_valid(text, rule=rule, **policy):
            assert validate(text, rule=rule, **policy) is text
            assert parse(text, rule=rule, **policy) == split(text)
        else:
            error = refused(validate, text, rule=rule, **policy)
            assert error.args == refused(parse, text, rule=rule, **policy).args
            assert (error.text, error.rule.lower()) == (text, rule.lower())
            assert error.code in uri_regex.REASONS
            assert 0 <= error.offset <= len(text)
            assert error.part in ("", *AUTHORITY, "scheme", "path", "query")


@rows(
    "text, policies, offset",
    ("http://h:70000/", {"forbid": ["query"]}, None, "a policy of queries looks at them alone"),
    ("http://a.example@evil/", {"hosts": ["a.example"]}, 17, "7.6: a user name"),
    ("mongodb://evil,x.a.example/", {"hosts": [".a.example"]}, 10, "7.6: drivers read two hosts"),
    ("file:///etc/passwd", {"hosts": "a.example,".split(",")}, 0, "an empty item allows no file"),
    ("http://h/", {"ports": [443]}, 8, "6.2.3: where it would begin"),
    ("http:/a@evil/", {"forbid": ["userinfo"]}, 5, "browsers read http://a@evil/"),
    ("///evil", {"forbid": ["port"], "rule": "URI-reference"}, 2, "browsers read //evil"),
    ("http://h/?a", {"require": ["fragment"]}, 11, "3.5: where it would begin"),
    ("//h/", {"require": ["scheme"], "rule": "URI-reference"}, 0, "3.1: where it would begin"),
    *[(f"x://{host}.a.example", {"hosts": [".a.example"], "rule": "IRI"}, *rest) for host, *rest in (
        ("h\u3002x", 4, "IDNA 2003 reads a dot"), ("evil\uff0f", 4, "IDNA 2003 reads a slash"),
        ("Ⅷ", 4, "IDNA 2003 reads viii"), ("a\u200db", 4, "IDNA 2003 drops a joiner"),
        ("ΑΣ", 4, "a sigma has two small letters"), ("😀", 4, "no letter"), ("ü-", 4, "a hyphen"),
        ("\u0301ü", 4, "a mark at the beginning"), ("दे\u0947", None, "marks"), ("ü٣", None, "a digit"),
        ("ÀB-ü", None, "capital letters"), ("ü\u034f", 4, "IDNA 2003 drops a mark"),
        ("ü" + ".a" * 200, 4, "longer than a name"),
    )],
    ("http://ü" + "b" * 253 + "/", {"require": ["idomain"], "rule": "IRI"}, 7, "too long for IDNA"),
    ("x://ü" + ".a" * 126, {"require": ["ireg-name"], "rule": "IRI"}, None, "253 characters"),
)  # fmt: skip
def test_policies(text: str, policies: Options, offset: int | None) -> None:
    assert is_valid(text, **policies) is (offset is None)
    if offset is None:
        assert validate(text, **policies) is text
    else:
        assert refused(validate, text, **policies).offset == offset


@rows(
    "policies, words",
    ({"schemes": ["https:"]}, "schemes: 'https:' is not a scheme, such as 'https'", "3.1"),
    ({"hosts": ["http://a.example/"]}, "hosts: give a host, not a URL: 'http:…'", "a URL"),
    ({"hosts": ["é:443"]}, "hosts: leave out the port, and use ports: 'é:…'", "a port"),
    ({"hosts": ["10.0.0.0/8"]}, "hosts: address ranges are not supported: '10.0.0.0/8'", "RFC 4632"),
    ({"hosts": ["[fe80::1"]}, "hosts: the \"[\" is not closed: '[fe80::1'", "it must not allow fe80::"),
    ({"hosts": ["127.1"]}, f"hosts: {NUMBER}: '127.1'", "7.4"),
    ({"hosts": ["*"]}, f"hosts: {STAR}: '*'", "all hosts"),
    ({"hosts": ["192.168.*"]}, f"hosts: {STAR}: '192.168.*'", "a range"),
    ({"hosts": ["*.1.2.3.4"]}, f"hosts: {BELOW}: '*.1.2.3.4'", "7.4"),
    ({"hosts": ["*.[::1]"]}, f"hosts: {BELOW}: '*.[::1]'", "7.4"),
    ({"hosts": ["fe80::1%e"]},
     "hosts: leave out the zone identifier, which begins with \"%\": 'fe80:…'", "RFC 9844"),
    ({"hosts": ["me:pw@a"]}, "hosts: leave out the user name and the password: '…a'", "7.5"),
    ({"ports": "80,443"}, "ports: '80,443' is not a port; give each port by itself", "a list as text"),
    ({"ports": ["http"]}, "ports: 'http' is not a port; give each port by itself", "a name"),
    ({"forbid": ["username"]}, "forbid: unknown part 'username'; did you mean 'userinfo'?", ""),
    ({"require": ["Domain name"]},
     "require: unknown part 'Domain name'; did you mean 'domain'?", "as elsewhere"),
    ({"require": ["ip"]},
     "require: unknown part 'ip'; did you mean 'IPv4address' or 'IPv6address'?", "as elsewhere"),
    ({"ports": ["65536"]}, "ports: a port is a number from 0 to 65535", "RFC 9293 3.1"),
    ({"ports": ["1-9"]}, "ports: '1-9' is not a port; give each port by itself", "a range"),
    ({"ports": [10**5000]}, "ports: a port is a number from 0 to 65535", "a huge number"),
    ({"ports": range(-5, 10)}, "ports: a port is a number from 0 to 65535", "below 0"),
    ({"require": ["user"]}, "require: unknown part 'user'; did you mean 'userinfo'?", "a typo"),
    ({"require": ["host or port"]}, "require: unknown part 'host or port'; an item is one name; "
     "require also takes 'domain / IPv4address'", "alternatives"),
    ({"forbid": ["localhost"]}, "forbid: unknown part 'localhost'; "
     "forbid takes names of parts; what is allowed goes in schemes, hosts, and ports", "a host"),
    ({"rule": "port", "schemes": ["a"]}, "the rule 'port' has no parts, so policies can't apply", ""),
    ({"rule": "urii"}, "unknown rule 'urii'; did you mean 'URI'?", "a typo"),
)  # fmt: skip
def test_a_wrong_policy_is_a_value_error(policies: Options, words: str) -> None:
    for call, text in itertools.product((validate, is_valid, parse), ("http://a/", "not a URI")):
        with pytest.raises(ValueError, match=f"^{re.escape(words)}$") as caught:
            call(text, **policies)
        assert not isinstance(caught.value, URIError)


NO_HOSTS = "%61.b a,b a..b * *.*.a a.* *a . *. *.127.0.0.1 .[::1] ::1] a/b"


@pytest.mark.parametrize("host", NO_HOSTS.split())
def test_what_is_no_host_is_a_value_error(host: str) -> None:
    with pytest.raises(ValueError, match=r"^hosts: "):
        is_valid("http://a/", hosts=[host])


@rows(
    "text, policies, secret",
    ("db://me:p@secret/w@h/", {"hosts": ["good.example"]}, "'secret'", "a piece as a host"),
    ("db://me:p@sec_ret/w@h/", {"require": ["domain"]}, "'_'", "and as a name"),
    ("a:", {"hosts": ["hunter2@a.example"]}, "hunter2", "a password is cut at its comma"),
    ("a:", {"forbid": ["hunter2@a.example"]}, "hunter2", "swapped"),
)  # fmt: skip
def test_an_error_shows_no_piece_of_a_password(text: str, policies: Options, secret: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        validate(text, **policies)
    assert secret not in str(caught.value) + str(vars(caught.value))


def test_a_policy_is_any_iterable_and_read_each_time() -> None:
    for values in ("https", ("https",), {"https"}, {"https": 1}, iter(["https"])):
        assert is_valid("https://a/", schemes=values)
    for number in range(5):
        many = [f"h{number}-{other}.example" for other in range(1_500)]
        assert is_valid(f"http://h{number}-7.example/", hosts=many)
        assert not is_valid(f"http://h{number + 1}-7.example/", hosts=many)


# ---- Finding: RFC 3986 Appendix C and 4.5, RFC 2396 Appendices E and F ----


def find_all(text: str, **options: Any) -> list[str]:
    """Return the URIs that are found, after a look at where."""
    found = list(find(text, **options))
    last = 0
    for uri, start, end in found:
        assert last <= start < end <= len(text)
        assert "".join(text[start:end].split()) == uri
        last = end
    return [item.uri for item in found]


APPENDIX_C = """
      Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.
"""
A = "http://a.example/"

test_find = examples(
    find_all,
    (APPENDIX_C, ["http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/",
     "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"], "C"),
    (f'"{A}" <{A}> ({A}) [{A}]', [A] * 4, "C: quotation marks and brackets"),
    (f"< {A}a\r\n\tb\n c >", [A + "abc"], "C: white space is removed"),
    (f"<{A}x\n\nb> <{A}x\n \nb>", [A + "x", A + "x"], "a blank line"),
    (f"<{A}x y> <{A}x y\nz> [a](<{A}x y>)", [A + "x"] * 3, "E: white space without a line break"),
    (f"<{' ' * 39}{A}x\nb> <{' ' * 40}{A}x\nb>", [A + "xb", A + "x"], "39 characters before it"),
    (f"<{A}b)c>", [A + "b)c"], "the brackets end it"),
    (f'<a href="{A}x">text</a> <b>{A}</b>', [A + "x", A], "HTML"),
    (f"&lt;{A}x&gt; {A}?a&quot; {A}&#39; {A}&nbsp;&nbsp;", [A + "x", A + "?a", A, A], "HTML"),
    (f"{A}?x&y {A}b; {A}&{'a' * 32};", [A + "?x&y", A + "b", f"{A}&{'a' * 32}"], "no entity of HTML"),
    (f"12:30 {A}. {A}, ({A})?! **{A}** _{A}_ ~~{A}~~ '{A}'", [A] * 7, "punctuation"),
    (f"{A}a_ {A}a~. *{A}a_* (see _{A}a_.)", [A + "a_", A + "a~", A + "a_", A + "a"], "a final _ or ~"),
    (f"\\n{A}a_ \x1b[m{A}a_", [A + "a_"] * 2, "a final _ after an escape"),
    (f"[text]({A}x) {A}x_(y) (see {A}x_(y))", [A + "x", A + "x_(y)", A + "x_(y)"], "a ) with its ("),
    (f"[issues]({A}issues)/ [x]({A}URI_x)-y", [A + "issues", A + "URI_x"], "a ) without its ("),
    ("http://user:pa)ss@a.example/ http://user:(p)a)ss@a.example/(b))",
     ["http://user:pa)ss@a.example/", "http://user:(p)a)ss@a.example/(b)"], "a ) in a userinfo"),
    (f"'{A}it's' {A}it's", [A + "it", A + "it's"], "code ends at an apostrophe"),
    ("[x](http://a.example)b [y](http://h:80)", ["http://a.example", "http://h:80"], "a ) in a host"),
    (f"{A}%41%zz {A}100% {A}x|y {A}{{id}}", [A + "%41", A + "100", A + "x", A], "2.1, 2"),
    *[(f"{uri}, ({uri})", [uri, uri], "a usual scheme") for uri in (
        "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
        "urn:isbn:0451450523", "data:,x%20y", "doi:10.1000/182", "geo:-1,2", "sip:a@b.example", "fax:1",
        "xmpp:a@b.example", "magnet:?xt=a", "sms:+15551234", "acct:a@b", "cid:a@b", "sips:a@b",
        "mid:a@b", "data:image/svg+xml;charset=utf-8;base64,PA==", "data:;charset=utf-8,a",
    )],
    (f"({A}{'b' * 5_000})", [A + "b" * 5_000], "a long one"),
    (f"12{A} +{A} é{A} {A}\u200b {A}“ {A}é", [A] * 6, "3.1, 2: schemes, and URIs, are ASCII"),
)  # fmt: skip

PROSE = [
    "Note: this", "note:this", "std::vector", "12:30:45", "a: b", "C:\\dir\\file.txt", "C:/x", "e.g.:x",
    '{"a": 1, "b":2}', "::1", "http:", "http://", "http:// x", "://", ":", "me@h.example", "www.h.a",
    "(see: below)", "<a:", "//comment", "\ufeff:", "<soap:Envelope>", "mailto:", "mailto:x", "tel:x",
    "data:a,b", "data:a/b", "data:a/b,.", "data:a;b,c", "{data:r,success:i}", "data:text/plain,<b>",
    "urn:x", "urn:x:", "foo:bar", "doi:9", "é:x", "magnet:?", "geo:x", "news:x", "sip:x",
]  # fmt: skip


@pytest.mark.parametrize("text", PROSE)
def test_nothing_is_found_in_prose(text: str) -> None:
    assert find_all(text) == find_all(f"so {text}, or {text}") == []


# What a terminal, or JSON, puts before a URI, also as programs spell it.
ESCAPES = ["\x1b[36m", "\x1b[1;32m", "\x1b[m", r"\x1b[36m", r"\u001b[4;94m", r"\033[36m", r"\e[36m"]
ESCAPES += [r"\u003c", r"\u0022", r"\x22", r"\n", r"\t", r"first\n", "(\\u003c", "\\", "\x1b\\"]


@pytest.mark.parametrize("escape", ESCAPES)
def test_the_letters_of_an_escape_are_no_part_of_a_scheme(escape: str) -> None:
    text = f"{escape}https://e.example/a\x1b[0m mailto:a@b"
    assert find_all(text) == ["https://e.example/a", "mailto:a@b"]
    assert find_all(text, schemes=["https"]) == ["https://e.example/a"]
    assert find_all("nhttps://e.example [36mhttps://e") == ["nhttps://e.example", "mhttps://e"]


test_find_some_schemes = examples(
    lambda text, schemes: find_all(text, schemes=schemes),
    ("mailto:x {http:8080} http: y", ["http", "mailto"], [], "what the scheme needs is missing"),
    ("git+http://a.example/", ["http"], [], "3.1: another scheme"),
    ("(bitcoin:1A), bitcoin: x", ["bitcoin"], ["bitcoin:1A"], "3: an unusual scheme"),
    ("x.git+ssh://a/ x.ssh://b/", ["ssh", "git+ssh"], ["git+ssh://a/", "ssh://b/"], "the longest"),
)  # fmt: skip

test_find_what_begins_with_www = examples(
    partial(find_all, www=True),
    ("visit www.w3.org/Addressing/ now", ["www.w3.org/Addressing/"], "4.5"),
    ("(WWW.a.example). Www.a.example:80/x?y#z!", ["WWW.a.example", "Www.a.example:80/x?y#z"], "4.5"),
    ("<www.example.com/\na> www.a.example/b)c", ["www.example.com/a", "www.a.example/b"], "C"),
    ("xwww.a.example @www.a.example /www.a www. www x.www.a -www.a", [], "4.5: inside a word"),
)  # fmt: skip

test_find_iris = examples(
    partial(find_all, iri=True, www=True),
    ("見る：http://例え.jp/引き割り。次", ["http://例え.jp/引き割り"], "an ideographic full stop"),
    (f"見「http://例え.jp/」、{A}é）。", ["http://例え.jp/", A + "é"], "quotation marks"),
    (f"“{A}é” «{A}é» {A}é– {A}é… {A}éX\u200bb", [A + "é"] * 4 + [A + "éX"], "punctuation"),
    (f"[文档]({A}docs)了解 **{A}pull/1**。做", [A + "docs", A + "pull/1"], "Markdown"),
    ("見るwww.例え.jp/é。", ["www.例え.jp/é"], "4.5"),
    (f"{A}👩\u200d❤\ufe0f\u200d👨/é x", [A + "👩\u200d❤\ufe0f\u200d👨/é"], "joiners in a picture"),
    (f"{A}http://می\u200cشود.example/x", [A + "http://می\u200cشود.example/x"], "a joiner in a path"),
)  # fmt: skip


@pytest.mark.parametrize("iri", [False, True])
@rows(
    "text, uris",
    ("http://good.example\u200b.evil.example/", [], "an invisible space in a host"),
    ("http://good.example\u200d\u200d.evil.example/", [], "two joiners in a host"),
    ("http://user\u200e@evil.example/ http://a\xad:b@evil.example/", [], "in a user name"),
    ("<http://a\u200eb.example/>", [], "in brackets"),
    ("http://good.example\u200b!evil/ http://good.example\u200b%2eevil", [], "before more of a host"),
    ("mailto:me@good.example\u200b.evil.example", [], "in the host of an email address"),
    (f"{A}awww.b\u200bc {A}?u=http://b\u200bc", [A + "awww.b", A + "?u=http://b"], "not in a host"),
    ("http://a.example\u200b http://a.example\u200f, b", ["http://a.example"] * 2, "at its end"),
)  # fmt: skip
def test_a_host_ends_at_no_invisible_character(text: str, uris: list[str], iri: bool) -> None:
    assert find_all(text, iri=iri) == uris


@rows(
    "text, uris",
    ("http://bücher.example/ http://user:pw@bü/", [], "a letter"),
    ("https://paypaℓ.example/ http://аα.example/ http://aṡ http://aα", [], "a letter"),
    ("http://a:80é http://a:80and http://a:PORT/ http://user:p w@h/", [], "a letter after a port"),
    ("mailto:a@bücher.example www.bücher.example", [], "a letter in other hosts"),
    ("http://a%mple/ http://a.%s/ http://a:%d/ http://a:80%", [], "%"),
    ("http://a.{b}/ http://{b}/ http://a:{b}/ http://${b}/", [], "{"),
    ("http://a:${b}/", [], "$ after a port's colon"),
    ("http://a:80$ http://[::1]$", ["http://a:80", "http://[::1]"], "$ after a host or a port"),
    ("看http://a谢谢 http://a를 http://aก «http://a»", ["http://a"] * 4, "other scripts"),
    ("http://a\u0301 http://a😀 http://a²", ["http://a"] * 3, "marks, symbols, and digits"),
    ("http://a,été http://a.Été http://a;{b}", ["http://a"] * 3, "after punctuation"),
    ("[a](http://a){:b} (http://a)é 'http://a'é", ["http://a"] * 3, "after what ends a URI"),
    (f"{A}é {A}?a{{b}} {A}#%", [A, A + "?a", A + "#"], "not in a host"),
    (f"http://b{'ü' * 9}{A}", [A], "the next one"),
)  # fmt: skip
def test_no_host_is_cut(text: str, uris: list[str]) -> None:
    assert find_all(text, www=True) == uris


def test_the_host_of_an_iri_has_letters() -> None:
    assert find_all("http://bücher.example/ü", iri=True) == ["http://bücher.example/ü"]
    assert find_all("http://bü:80é http://bü.{b}/ http://bü:${b}/", iri=True) == []


def test_the_iri_of_a_uri_is_found_whole() -> None:
    for char in map(chr, [*range(0xA0, 0x3100, 5), *range(0xF900, 0x10000, 13), 0x1F600]):
        iri = uri_to_iri(f"http://a.example/x{percent_encode(char)}x")
        assert find_all(f"({iri})", iri=True) == [iri], ascii(char)


def test_a_found_uri_has_its_place() -> None:
    text = 'x "http://a.example/" <URL: http://b.example/c\n  d>'
    found = find(text)
    assert iter(found) is found
    first, second = found
    assert first == (first.uri, first.start, first.end) == ("http://a.example/", 3, 20)
    assert isinstance(first, Found)
    assert second == ("http://b.example/cd", 28, 50)
    with pytest.raises(ValueError, match=r"^schemes: .*'http:'"):
        find("a", schemes=["http:"])


def test_what_is_found_is_a_uri_without_unbalanced_parentheses() -> None:
    pieces = [*PIECES, A, " see ", "www.a.example/", "(", ")", "http://", "mailto:a@b.c"]
    for text, iri in itertools.product(random_texts(24, 2_000, pieces), (False, True)):
        for uri in find_all(text.replace("<", ""), iri=iri, www=True):
            whole = f"http://{uri}" if uri[:4].lower() == "www." else uri
            assert RFC3987.matches("IRI" if iri else "URI", whole)
            assert uri[-1] not in ".,:;!?'\"*"
            path = whole.partition("@")[2] or whole
            assert all(path[:end].count(")") <= path[:end].count("(") for end in range(len(path)))


# ---- Passwords in any text: RFC 3986 3.2.1 and 7.5 ----

# URIs that hide a known secret: what is before it, the secret, and what is after it.
PLAIN = "secret s:e:c pa%40ss p@ss 12x 123456 é a&b;c [a] a'b *X a,b".split()
RAW = [*PLAIN, *"a/b /a a?b#c p@s/w@d # a/b:c@d".split()]
HIDDEN = [
    *[(f"{scheme}:{slashes}mX:", secret, "@hX.example/a@b")
      for scheme in ("http", "HTTPS", "ws", "wss", "ftp", "git+https")
      for slashes in ("//", "", "/", "///") for secret in PLAIN],
    *[("http://:", secret, "@hX.example/") for secret in ("a/b", "a?b", "a#b/c")],
    *[("//mX:", secret, "@hX.example:80/a@b?c@d") for secret in PLAIN],
    *[(f"{scheme}://mX:", secret, "@hX.example:80/a")
      for scheme in ("db", "redis+tls", "ssh", "sftp", "x-http", "x.ws", "gopher") for secret in RAW],
    *[(f"{scheme}:mX:", secret, "@hX.example;x=y") for scheme in ("sip", "SIPS") for secret in RAW],
]  # fmt: skip


def encode(times: int, text: str) -> str:
    for _ in range(times):
        text = quote(text, safe="")
    return text


SPELLINGS: dict[str, Call] = {
    "plain": str,
    "JSON": lambda text: text.replace("/", "\\/"),
    "JSON in JSON": lambda text: text.replace("/", "\\\\\\/"),
    **{f"percent-encoded {times} times": partial(encode, times) for times in range(1, 6)},
    "percent-encoded in lowercase": lambda text: re.sub("%..", lambda m: m[0].lower(), encode(1, text)),
    "percent-encoded but for slashes": quote,
}  # fmt: skip
CONTEXTS = ["{}", "_{}", "see {} now", 'u="{}" m=a@b', "<{}>", "访问{}"]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_password_is_hidden_in_each_spelling(spelling: str) -> None:
    spell = SPELLINGS[spelling]
    for (before, secret, after), context in zip(HIDDEN, itertools.cycle(CONTEXTS)):
        if before[0] == "/" and spell is quote:
            continue  # this is not encoded: its slashes are plain
        text = context.format(spell(before) + spell(secret) + spell(after))
        left = context.format(f"{spell(before)}***{spell(after)}")
        assert redact(text) == redact(left) == left
        stars = spell(before) + "*" * len(spell(secret)) + spell(after)
        assert redact(text, keep_length=True) == context.format(stars)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_users_and_queries_hide_more_in_each_spelling(spelling: str) -> None:
    spell = SPELLINGS[spelling]
    for before, secret, after in HIDDEN:
        if before[0] != "/" or spell is not quote:
            opening = before[: before.rindex(":") - 2 * before.endswith("mX:")]
            left = f"{spell(opening)}***{spell(after)}"
            assert redact(spell(before) + spell(secret) + spell(after), users=True) == left
    for scheme, user in itertools.product(("http", "db"), ("token", "a%40b", "é", "me.X")):
        text = spell(f"{scheme}://{user}@h.example/a")
        left = f"{spell(f'{scheme}://')}***{spell('@h.example/a')}"
        assert redact(text, users=True) == redact(left, users=True) == left
        assert redact(text) == text
    for start, value in itertools.product("?&;#", "aXc a/b a:b a%2Bb é a=b a@b a;b".split()):
        before, after = f"http://h.example/a{start}sig=", "&x=y" if start != "#" else ""
        text = spell(before) + spell(value) + spell(after)
        left = f"{spell(before)}***{spell(after)}"
        assert redact(text, queries=["sig", "token"]) == redact(left, queries="sig") == left
        assert redact(text) == redact(text, queries=["si", "Sig"]) == text


def test_no_part_of_a_secret_is_in_a_message() -> None:
    for before, secret, after in HIDDEN:
        if len(secret) > 5 and secret.isalnum():
            for rule in ("URI", "IPv6address", "authority"):
                error = refused(validate, f"{before}{secret}{after} ^", rule=rule)
                assert secret not in f"{error} {error!r} {error.details} {error.redacted}"


test_redact = examples(
    redact,
    # Where an authority begins
    ("file:///a:b@c ////a:b@c", "file:///a:b@c ////a:b@c", "not after three slashes"),
    ("sip:/me:x@h gossip:u:p@h mailto:u:p@h", "sip:/me:x@h gossip:u:p@h mailto:u:p@h", "other schemes"),
    ("tftp://me:p@se/cret@h aws:me:secret@h", "tftp://me:***@h aws:me:secret@h", "other schemes"),
    ("tftp%3A12%3A30x%40h", "tftp%3A12%3A30x%40h", "tftp is no scheme of the web"),
    ("\x1b[32msip:a:secret@h \x1b\\ws:u:p@h", "\x1b[32msip:a:***@h \x1b\\ws:u:***@h", "an escape"),
    # Where a password ends
    ('db://me:a"b@h', "db://me:***@h", "at the last @ before white space"),
    ('{"u":"db://me:p@h","m":"a@b"}', '{"u":"db://me:***@h","m":"a@b"}', "before a quotation mark"),
    # Ports and hosts
    ("http://u@h/a:b@c git@h.example:a/b.git", "http://u@h/a:b@c git@h.example:a/b.git", "a user name"),
    ("db://[::1]:80/a@b //[v1.X:a]/c:d@e", "db://[::1]:80/a@b //[v1.X:a]/c:d@e", "brackets"),
    ("http://me:@h", "http://me:@h", "an empty password"),
    # Percent-encoded
    ("db%3A%2F%2Fh%3A80%2FX%40b db%3A%2F%2F%5B%3A%3A1%5D%2FX%40b",
     "db%3A%2F%2Fh%3A80%2FX%40b db%3A%2F%2F%5B%3A%3A1%5D%2FX%40b", "a port, and brackets"),
    ("db%3A%2F%2Fme%3A80%58y%40h%58", "db%3A%2F%2Fme%3A***%40h%58", "%58 is no delimiter"),
    ("?u=db%3A//me%3Asecret%40h&m=a@b", "?u=db%3A//me%3A***%40h&m=a@b", "& ends it"),
    ("http://u%3Apw%40h/", "http://u%3Apw%40h/", "a host, because its slashes are plain"),
)  # fmt: skip

test_redact_more = examples(
    lambda text, options: redact(text, **options),
    ("http://u:pw@h http://t@h", {"users": True}, "http://***@h http://***@h", "one *** for both"),
    ("http://h:80/a@b mailto:me@h", {"users": True}, "http://h:80/a@b mailto:me@h", "no user name"),
    ("http://me:pw@host:PORT/a@b", {"users": True}, "http://***@host:PORT/a@b", "and redacted again"),
    ("/?a=1;sig=c;b=2&d", {"queries": ["sig"]}, "/?a=1;sig=***&d", "a ; ends no value"),
    ('"?sig=a" ?sigX=a <?sig=a>', {"queries": ["sig"]}, '"?sig=***" ?sigX=a <?sig=***>', "its end"),
    ("?u=%3Fsig%3Dabc%26x%3Dy", {"queries": ["sig"]}, "?u=%3Fsig%3D***%26x%3Dy", "%26 ends it"),
    ("%3Fsig%3Da:b", {"queries": ["sig"]}, "%3Fsig%3D***", "a colon ends no value"),
    ("?u=%3Fsig%3Dabc//me:secret@h/", {"queries": ["sig"]}, "?u=%3Fsig%3D***", "a password in a value"),
    (r"?a=1\u0026sig=b\u0026c=d", {"queries": "sig"}, r"?a=1\u0026sig=***\u0026c=d", "JSON's &"),
    (r"?sig\u003db&sig\u003D\u003D", {"queries": "sig"}, r"?sig\u003d***&sig\u003D***", "JSON's ="),
    (r"\u0026api.key=b", {"queries": "api.key"}, r"\u0026api.key=***", "no escape before a scheme"),
    (r"?u=%3Fsig%3Db\u0026c", {"queries": "sig"}, r"?u=%3Fsig%3D***\u0026c", "JSON's & ends it"),
    (r"?a\\u0026sig=b", {"queries": "sig"}, r"?a\\u0026sig=b", "JSON in JSON"),
    ("//k&sig=ab@cd", {"users": True, "queries": ["sig"]}, "//k&sig=***", "hides no less than queries"),
)  # fmt: skip


test_mask = examples(
    lambda text: refused(validate, f"{text} ^", rule="URI-reference").redacted.removesuffix(" ^"),
    ("me:Zq7//Kx9@h", "me:********@h", "slashes in a password"),
    ("a/b//me:secret@h", "a/b//me:******@h", "slashes in a path"),
    ("jdbc:db://me:secret@h", "jdbc:db://me:******@h", "after two schemes"),
    (r"db:\/\/me:secret@h", r"db:\/\/me:******@h", "JSON"),
    *[(text, text, "no password") for text in (
        "sip:+15551212@h", "geo:1,2;u=a@b", "XMPP:a%b@h", "acct:a@b", "urn:a:b@c", "tel:1@b",
        "tag:a@b.example,2026:c", "pkg:npm/a@1", "mailto:a@b",
    )],
    ("sip:me:secret@h", "sip:me:******@h", "a password of sip"),
)  # fmt: skip


def test_redacting_twice_changes_nothing_and_more_options_hide_no_less() -> None:
    pieces = "me: pw @h/ http:// db:// sip: ?sig= & %3A %2F%2F %40 %253A %2540 %26 %3Fsig%3D \\/"
    for text in random_texts(26, 1_000, [*PIECES, *pieces.split() * 4]):
        least = redact(text, keep_length=True)
        for users, queries in itertools.product((False, True), ((), ("sig",))):
            left = redact(text, users=users, queries=queries)
            assert redact(left, users=users, queries=queries) == left
            more = redact(text, users=users, queries=queries, keep_length=True)
            assert len(more) == len(text)
            assert all(new in (old, "*") for old, new in zip(least, more))


# ---- A check of lines: python3 uri_regex.py ----


@rows(
    "line, status, out, err",
    ("-t a:%zz x:", 1, f"<argument>:1:4: 'a:%zz': {TRIPLET}\n", "2 texts, 1 invalid\n", "one is not"),
    ("-t a b c:", 1, None, "3 texts, 2 invalid\n", "two are not"),
    ("--schemes http,https -t http://a/ ftp://b/", 1, None, "2 texts, 1 invalid\n", "a policy"),
    ("--hosts a.example, -t file:///etc/passwd", 1, None, "1 text, 1 invalid\n", "no file is allowed"),
    ("--ports 80, --require host --forbid port -t http://a/", 0, "", "1 text, 0 invalid\n", "policies"),
    ("-t http://me:secret@h/^", 1, None, "1 text, 1 invalid\n", "a password is hidden"),
    ("http://me:secret@h/", 2, "", "uri_regex.py: http://me:***@h/: No such file or directory "
     "(to check a text, use -t)\n", "a text as a file"),
    ("--ports 80-90 -t a:", 2, "",
     "uri_regex.py: ports: '80-90' is not a port; give each port by itself\n", "no range in a shell"),
    ("--bogus=http://me:secret@h", 2, "", "uri_regex.py: unrecognized arguments: "
     "--bogus=http://me:***@h (see --help)\n", "an unknown option with a password"),
)  # fmt: skip
def test_a_check_of_texts(
    line: str, status: int, out: str | None, err: str | None, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.setenv("LANGUAGE", "C")  # or argparse looks for translations
    assert uri_regex.main(line.split()) == status
    printed, told = capsys.readouterr()
    assert printed == out or (out is None and printed.startswith("<argument>:"))
    assert told == err or (err is None and re.fullmatch("uri_regex.py: .*\n", told))
    assert "secret" not in printed + told


@rows(
    "octets, out",
    (b"a:\n\nb:", "FILE:2:1: '': it is empty\n", "an empty line"),
    (b"\xef\xbb\xbfhttp://a/\n", "", "a byte order mark"),
    (b"a:b\rc\n", "FILE:1:4: 'a:b\\rc': a line break is not allowed in a path\n", "\\r alone"),
    (b"http://a/\xff\n", "FILE:1:10: 'http://a/\\udcff': this is not UTF-8\n", "not UTF-8"),
)
def test_a_check_of_a_file(octets: bytes, out: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "lines.txt"
    file.write_bytes(octets)
    assert uri_regex.main([str(file)]) == bool(out)
    assert capsys.readouterr().out == out.replace("FILE", str(file))


def test_files_after_a_missing_one_are_checked(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("x y\n")
    assert uri_regex.main(["no-such-file", str(file)]) == 2
    out, told = capsys.readouterr()
    assert out.startswith(f"{file}:1:2: 'x y': ")
    assert told.startswith("uri_regex.py: no-such-file: ")


def test_the_version_has_the_sum_of_the_file(capsys: Any) -> None:
    told = "which cannot see its file: it is compiled or in a zip file"
    if HAS_SOURCE:
        told = f"SHA-256 {hashlib.sha256(SOURCE.read_bytes()).hexdigest()}"
    assert uri_regex.main(["--version"]) == 0
    assert capsys.readouterr().out == f"uri_regex {uri_regex.__version__}, {told}\n"


@pytest.mark.parametrize("path", ["program.zip/uri_regex.py", "uri_regex.so"])
def test_the_version_without_a_file(
    path: str, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    (tmp_path / path.partition("/")[0]).touch()
    monkeypatch.setattr(uri_regex, "__file__", str(tmp_path / path))
    assert uri_regex.main(["--version"]) == 0
    assert "which cannot see its file" in capsys.readouterr().out


@needs_source
@needs_processes
@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@rows(
    "shell, status, shown",
    ("printf 'a:\nx y' | URI", 1, "<stdin>:2:2: 'x y': ", "standard input"),
    ("yes 'x y' | URI | head -n 1", 141, "<stdin>:1:2: 'x y': ", "a closed pipe"),
    ("URI -t x >/dev/full", 2, "uri_regex.py: a standard stream: ", "a full disk"),
    ("URI -t x >&-", 2, "uri_regex.py: standard output is closed", "a closed stream"),
    ("URI --help", 0, "usage: uri_regex.py ", "help"),
    ("URI <&-", 2, "uri_regex.py: ", "a closed stream"),
)
def test_the_status_says_what_happened(shell: str, status: int, shown: str, tmp_path: Path) -> None:
    program = f"'{sys.executable}' -I -S '{SOURCE}'"
    command = re.sub("URI[^|]*", r"{ \g<0>; echo $? >status; }", shell).replace("URI", program)
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True)
    assert int((tmp_path / "status").read_text()) == status
    assert (done.stdout or done.stderr).startswith(shown)
    assert "Traceback" not in done.stderr
