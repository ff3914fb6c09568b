# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The tests of cutting: modules of the library's functions, and of a grammar's rules."""

from __future__ import annotations

import ast
import builtins
import functools
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
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import uri_abnf
import uri_regex as ur
from conformance import micropython_answers
from conformance.modules import OPERATIONS, load, outcome
from uri_abnf import (
    byte_table,
    command_line,
    cut_without_re,
    cutting,
    own_rules,
    smallest,
    without_re,
)
from uri_abnf.cutting import LIBRARY, Request
from uri_abnf.notes import with_first_paragraphs, with_short_docs, without_notes
from uri_abnf.statements import joined, picked, reached, statements

HERE = Path(__file__).resolve().parent
STANDALONE = HERE / "standalone"
Capture = pytest.CaptureFixture[str]


@functools.cache
def source_of(*names: str, rules: tuple[str, ...] = (), grammar: str = "", **options: bool) -> str:
    found = cutting.GRAMMARS[grammar] if grammar else None
    return cutting.cut(Request(names, rules, found, **options), " ".join(names))


def cut(arguments: Sequence[str]) -> int:
    """The status of `uri-abnf cut`."""
    return command_line.main(["cut", *arguments])


def own(abnf: str, *rules: str, names: tuple[str, ...] = ("matches", "validate")) -> dict[str, Any]:
    """A module for rules of ABNF of one's own."""
    request = Request(names, rules, uri_abnf.Grammar(abnf))
    return load(cutting.cut(request, "matches"))


@pytest.fixture(autouse=True)
def _frozen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Automata of rules are made once for all tests."""
    for room in (cutting, cut_without_re):
        monkeypatch.setattr(room, "freeze", freeze_once)


@functools.cache
def _freeze_once(grammar: uri_abnf.Grammar, rules: tuple[str, ...], words: bool) -> smallest.Frozen:
    return smallest.freeze(grammar, rules, words=words)


def freeze_once(
    grammar: uri_abnf.Grammar, rules: list[str], *, words: bool = True
) -> smallest.Frozen:
    return _freeze_once(grammar, tuple(rules), words)


# ---- Statements ----

SAMPLE = '''"""A module."""

from __future__ import annotations

import re
from functools import cache, partial

# Only type checkers read it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    Pair = tuple[Any, Any]

__version__ = "1"
__all__ = ["matches"]


# ---- Characters ----
# A class is what stands in brackets.

# ALPHA = %x41-5A / %x61-7A
ALPHA = "A-Za-z"
# DIGIT = %x30-39
DIGIT = "0-9"  # not more of them
# The two, in one.

# word = 1*( ALPHA / DIGIT )
WORD = rf"[{ALPHA}{DIGIT}]+"

ODD = "A {DIGIT}"


# ---- Verdicts ----


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile."""
    return re.compile(pattern)


def is_word(text: str) -> bool:
    """Return whether it is one.

    >>> is_word("a")
    """
    ODD = compiled(WORD)  # its own
    return ODD.fullmatch(text) is not None


class Word:
    """A word."""

    def check(self) -> Pair:
        # Why.
        return partial(is_word)(""), ALPHA


def number(text: str, *, least: int = 0) -> int:
    split = 1
    return split
'''
# What is asked for, and what is in the module then.
PICKED = [
    ("DIGIT", """
        # ---- Characters ----

        # DIGIT = %x30-39
        DIGIT = "0-9"  # not more of them
     """),
    ("ODD", """
        # ---- Characters ----

        ODD = "A {DIGIT}"
     """),
    ("is_word", """
        import re
        from functools import cache


        # ---- Characters ----

        # ALPHA = %x41-5A / %x61-7A
        ALPHA = "A-Za-z"
        # DIGIT = %x30-39
        DIGIT = "0-9"  # not more of them

        # word = 1*( ALPHA / DIGIT )
        WORD = rf"[{ALPHA}{DIGIT}]+"


        # ---- Verdicts ----


        @cache
        def compiled(pattern: str) -> re.Pattern[str]:
            \"\"\"Compile.\"\"\"
            return re.compile(pattern)


        def is_word(text: str) -> bool:
            \"\"\"Return whether it is one.

            >>> is_word("a")
            \"\"\"
            ODD = compiled(WORD)  # its own
            return ODD.fullmatch(text) is not None
     """),
    ("Pair", """
        # Only type checkers read it.
        TYPE_CHECKING = False
        if TYPE_CHECKING:
            from typing import Any

            Pair = tuple[Any, Any]
     """),
    ("number", """
        # ---- Verdicts ----


        def number(text: str, *, least: int = 0) -> int:
            split = 1
            return split
     """),
]  # fmt: skip


def pick(source: str, *names: str) -> str:
    module = statements(source)
    return joined(picked(module, reached(names, module)))


@pytest.mark.parametrize("name, expected", PICKED, ids=[name for name, _ in PICKED])
def test_a_statement_takes_along_what_it_needs_and_what_belongs_to_it(
    name: str, expected: str
) -> None:
    indent = re.compile("^ {8}", re.MULTILINE)
    assert pick(SAMPLE, name) == indent.sub("", expected.strip(" ")).lstrip("\n")


def test_a_class_loses_a_method_with_its_blank_line() -> None:
    (kept,) = statements("class A:\n    x = 1\n\n    def f(self):\n        pass\n\n    y = 2\n")
    assert cutting.without_method(kept, "f").text == "class A:\n    x = 1\n\n    y = 2\n"
    assert cutting.without_method(kept, "g").text == kept.text


def test_without_notes_and_annotations_the_code_is_the_same() -> None:
    bare = without_notes(SAMPLE)
    assert '"""' not in bare and "#" not in bare and "least: int = 0" in bare
    barer = without_notes(SAMPLE, annotations=False)
    assert "def number(text, *, least=0):" in barer and "->" not in barer
    one, other = (load(each.replace("NamedTuple", "Any")) for each in (SAMPLE, barer))
    assert one["is_word"]("a1") is other["is_word"]("a1") is True


def test_every_statement_of_the_library_defines_a_name() -> None:
    """A cut module has only those that do."""
    nameless = [each.text for each in statements(LIBRARY.read_text("utf-8")) if not each.names]
    assert [text for text in nameless if not text.startswith('if __name__ == "__main__":')] == []


def test_rules_of_ones_own_take_only_what_is_meant_of_the_library() -> None:
    library = statements(LIBRARY.read_text("utf-8"))
    rules = statements(cutting.OWN_RULES.read_text("utf-8"))
    names = {name for each in library for name in each.names}
    imported = {name for each in rules if each.is_import for name in each.names}
    defined = {name for each in rules if not each.is_import for name in each.names}
    assert imported <= names  # so that its imports can be left out
    assert defined & names == {"validate"}  # in place of the library's


# ---- Modules of the library's functions ----

# What a module is cut out for, and the most bytes that it may have.
CUTS = [
    ("is_uri", 6_600),
    ("is_uri split resolve normalize", 27_000),
    ("parse validate", 63_000),
    ("find redact", 24_000),
]


@pytest.mark.parametrize("names, most", CUTS, ids=[names for names, _ in CUTS])
def test_a_module_that_is_cut_out_is_small(names: str, most: int) -> None:
    assert len(source_of(*names.split()).encode()) <= most


@pytest.mark.parametrize("name", ur.__all__)
def test_each_public_name_is_cut_alone_and_needs_nothing(name: str) -> None:
    source = source_of(name)
    module = load(source)
    assert {name} <= {*module["__all__"]} <= {name, "URIError"}
    assert module["__version__"] == ur.__version__
    assert source.startswith(LIBRARY.read_text("utf-8")[:70])  # its license lines
    found = statements(source)
    defined = {*dir(builtins), "__name__", "__file__"}.union(*[each.names for each in found])
    assert [(each.text, each.needs - defined) for each in found if each.needs - defined] == []


def test_statements_are_copied_with_their_comments() -> None:
    lines = with_short_docs(LIBRARY.read_text("utf-8")).splitlines()
    source = source_of("parse", "resolve", "normalize", "find")
    head = source.index("# ----")
    assert [line for line in source[head:].splitlines() if line not in lines] == []
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


def test_docstrings_lose_examples_and_those_of_private_names_all_but_a_line() -> None:
    assert (
        with_short_docs(DOCUMENTED)
        == '''
def public():
    """Return it.

    More of it.
    """
    return 1


class _Private:
    """A class."""

    def example(self):
        """Return it."""


def _one():
    """Return one."""
'''
    )


def test_short_docs_are_a_paragraph_of_each_public_name() -> None:
    assert (
        with_first_paragraphs(DOCUMENTED.replace("def _one", "def one"), {"public"})
        == '''
def public():
    """Return it."""
    return 1


class _Private:
    def example(self):
        """Return it.

        >>> 1
        """


def one():
    """Return one."""
'''
    )
    source = source_of("split", "URI", short_docs=True)
    docs = {node.name for node in notes_of(source)}
    assert {"split", "URI", "replace", "host"} <= docs
    assert [name for name in docs if name.startswith("_")] == []


def notes_of(source: str) -> list[ast.FunctionDef | ast.ClassDef]:
    nodes = ast.walk(ast.parse(source))
    found = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return [node for node in found if ast.get_docstring(node)]


# What is left out, and the rules that are known then.
FEWER = [
    ({"policies": False}, ("URI", "URI-reference", "IRI", "host")),
    ({"iris": False}, ("URI", "URI-reference", "host")),
    ({"policies": False, "iris": False}, ("URI", "URI-reference", "host")),
]


@pytest.mark.parametrize("options, rules", FEWER, ids=["policies", "iris", "both"])
def test_with_less_parse_and_validate_answer_the_same(
    options: dict[str, bool], rules: tuple[str, ...]
) -> None:
    module = load(source_of("parse", "validate", "split", **options))
    assert ("_POLICIES" in module) is options.get("policies", True)
    assert ("IRI_RULE" in module) is options.get("iris", True)
    for text in TEXTS:
        for rule in rules:
            for name in ("parse", "validate"):
                there = outcome(getattr(ur, name), text, rule=rule)
                assert outcome(module[name], text, rule=rule) == there, (name, rule, text)


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


def test_long_methods_come_with_the_names_that_have_them() -> None:
    for name, method, asked in cutting.METHODS_ALONE:
        for each in asked:
            assert hasattr(load(source_of(each))[name], method)
        assert not hasattr(load(source_of("parse"))[name], method)


def test_one_error_serves_all_functions_of_a_module() -> None:
    module = load((STANDALONE / "uri.py").read_text("utf-8"))
    for name in ("validate", "parse", "percent_decode"):
        with pytest.raises(module["URIError"]):
            module[name]("%")
    error = module["URIError"]("a", "b", 0, "c")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize("names", ["is_uri split", "parse validate", "find redact"])
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

# The most bytes that each may have.
READY_MADE = {"is_uri.py": 6_200, "uri.py": 50_000, "micropython/uri.py": 16_000}


def test_the_folder_has_products_only() -> None:
    files = {str(path.relative_to(STANDALONE)) for path in STANDALONE.rglob("*") if path.is_file()}
    files = {name for name in files if "__pycache__" not in name}
    assert files == {*READY_MADE, "README.md", "micropython/package.json"}
    package = json.loads((STANDALONE / "micropython/package.json").read_text("utf-8"))
    assert package["version"] == ur.__version__


@pytest.mark.parametrize("name", READY_MADE)
def test_a_ready_made_module_is_what_its_command_prints(name: str, capsys: Capture) -> None:
    path = STANDALONE / name
    assert path.stat().st_size <= READY_MADE[name]
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    start = f"Cut out of uri_regex {ur.__version__} by: python3 -m uri_abnf cut "
    assert " ".join(said.split()).startswith(start)
    assert cut(["--check", str(path)]) == 0
    assert cut(shlex.split(" ".join(said.split())[len(start) :])) == 0
    assert capsys.readouterr().out.endswith(path.read_text("utf-8"))


def test_check_tells_which_modules_are_not_current(tmp_path: Path, capsys: Capture) -> None:
    good, edited, old, other = (tmp_path / name for name in ("a.py", "b.py", "c.py", "d.py"))
    source = source_of("is_uri")
    good.write_text(source, encoding="utf-8")
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
        f"uri-abnf: {other}: no module that python3 -m uri_abnf cut has written",
        f"uri-abnf: {tmp_path / 'none.py'}: No such file or directory",
    ]


@pytest.mark.parametrize("name", ["own.abnf", "my  \"own\" \\ 'rules'.abnf", "ü \n {}.abnf"])
def test_check_reads_back_any_command(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text('version = "v" 1*DIGIT\n')
    line = ["matches", "--abnf", name, "--rule", "version", "-o", "_version.py"]
    for more in ([], ["--no-docs", "--no-iris"], ["--micropython"]):
        assert cut([*line, *more]) == 0
        assert cut(["--check", "_version.py"]) == 0
        assert load(Path("_version.py").read_text("utf-8"))["matches"]("v1")
    Path(name).write_text('version = "w" 1*DIGIT\n')
    assert cut(["--check", "_version.py"]) == 1
    capsys.readouterr()


# ---- Rules of a grammar ----

# fmt: off
OF_GRAMMARS: list[tuple[str, int]] = [
    ("matches --rule host", 5_000),
    ("matches --grammar rfc3987 --rule IRI-reference --no-docs", 8_000),
    ("matches --grammar rfc2396 --rule hostname", 3_500),
]
# fmt: on


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
]


@pytest.mark.parametrize("name, rules", CHECKED)
def test_a_checker_gives_the_verdicts_and_errors_of_its_grammar(
    name: str, rules: tuple[str, ...]
) -> None:
    g = cutting.GRAMMARS[name]
    checker = load(source_of("matches", "validate", rules=rules, grammar=name))
    verdict = load(source_of("matches", rules=rules, grammar=name))
    assert checker["matches"]("") is g.matches(rules[0], "")  # the first rule is the default
    for rule in rules:
        for text in [*TEXTS, "::1", "::1.2.3.4", "25", "256", "a.b-c.d.", "a.b-.d"]:
            assert checker["matches"](text, rule=rule) is g.matches(rule, text), (rule, text)
            assert verdict["matches"](text, rule=rule) is g.matches(rule, text), (rule, text)
            there = outcome(checker["validate"], text, rule=rule)
            assert there == outcome(g.validate, rule, text)


def test_a_checker_of_ones_own_abnf_needs_nothing() -> None:
    checker = own('date = 4DIGIT "-" 2DIGIT "-" 2DIGIT', "date")
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
    module = own(abnf, "matches", "URI", names=("is_uri", "matches", "validate"))
    for text in ("own:re", "own:_rules", "http://a/", "own:", ""):
        assert module["is_uri"](text) is ur.is_uri(text)
        assert module["matches"](text) is module["matches"](text, rule="uri")
        assert module["matches"](text) is (text in ("own:re", "own:_rules"))


def test_a_rule_that_is_not_proven_is_read_in_linear_time() -> None:
    abnf = 'slow = *( *"a" "b" / *"a" ) "c"\nfast = *( "a" / "b" ) "c"'
    grammar = uri_abnf.Grammar(abnf)
    assert not grammar.proven("slow") and grammar.proven("fast")
    for names in (("matches",), ("matches", "validate")):
        module = own(abnf, "slow", "fast", names=names)
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
    checker = own(abnf, "a")
    for text in texts:
        assert checker["matches"](text) is g.matches("a", text), text
        assert outcome(checker["validate"], text) == outcome(g.validate, "a", text)


def test_the_example_of_rules_is_a_module_that_works() -> None:
    assert own_rules.matches("80") and not own_rules.matches("123456")
    assert own_rules.matches("ab", rule="Name") and not own_rules.matches("a1", rule="name")
    with pytest.raises(ur.URIError) as caught:
        own_rules.validate("8o")
    assert (caught.value.offset, caught.value.expected) == (1, "DIGIT / <end of text>")


# ---- The smallest automaton ----

# Rules, and how many states tell their texts apart, the one of no text among them.
STATES = [
    ('a = 900"x"', 902),  # each of them is found equal to no other only at the end of a chain
    ('a = "" ', 2),
    ('a = "ab" / "cb"', 4),
    ('a = *( "a" / "b" ) / *"a"', 2),
]


@pytest.mark.parametrize("abnf, count", STATES)
def test_an_automaton_is_the_smallest(abnf: str, count: int) -> None:
    assert len(smallest.freeze(uri_abnf.Grammar(abnf), ["a"], words=False).states) == count


def test_the_states_of_each_rule_are_bounded_not_those_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(smallest, "MAX_STATES", 10)
    abnf = 'a = 8"x"\nb = 9"x"\nc = 10"x"'
    assert own(abnf, "a", "b")["validate"]("x" * 9, rule="b")
    with pytest.raises(ValueError, match="a rule has more than 10 states"):
        own(abnf, "a", "c")


# ---- What cannot be cut out, and files ----

# fmt: off
NOT_CUT: list[tuple[str, str]] = [
    ("Grammar", "no public name 'Grammar'"),
    ("is_url", "no public name 'is_url'"),
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
]
# fmt: on


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
        own('a = *9000( "a" "b" )', "a")


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX")
def test_a_file_is_written_whole_through_its_link_and_with_its_mode(tmp_path: Path) -> None:
    target, link, neighbor = (tmp_path / name for name in ("a.py", "b.py", "b.py.new"))
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    neighbor.write_text("mine")
    assert cut(["is_uri", "-o", str(link)]) == 0
    assert link.is_symlink() and target.read_text("utf-8") == source_of("is_uri")
    assert target.stat().st_mode & 0o777 == 0o600
    assert neighbor.read_text() == "mine" and len([*tmp_path.iterdir()]) == 3


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is of Linux")
@pytest.mark.parametrize("redirected", [">&-", "> /dev/full"])
def test_an_output_that_takes_nothing_is_one_line(redirected: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m uri_abnf cut split {redirected}"
    ran = subprocess.run(command, shell=True, cwd=HERE, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("uri-abnf: ") and ran.stderr.count("\n") == 1


# ---- Without re: MicroPython ----


def micropython(capsys: Capture, *arguments: str) -> str:
    """The module without `re` that the cutter prints."""
    assert cut([*arguments, "--micropython"]) == 0
    return capsys.readouterr().out


# What a module is cut out for, and the most bytes that it may have.
# fmt: off
WITHOUT_RE: list[tuple[str, int]] = [
    ("is_uri", 6_200),
    ("is_uri split resolve normalize", 13_000),
    ("is_uri split resolve normalize is_uri_reference validate recompose remove_dot_segments merge",
     16_000),
    ("matches validate --grammar rfc3987 --rule iuserinfo --rule ipath", 3_500),
    ("is_absolute_uri is_relative_ref", 6_500),
    ("percent_encode percent_decode", 4_500),
]
# fmt: on


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
    names = [name for name in cut_without_re.NAMES if name != "matches"]
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


# fmt: off
OWN_WITHOUT_RE: list[tuple[str, str, str]] = [  # ABNF, its first rule, why
    ('a = 300( "x" / "yz" )\n', "a", "more states than a byte tells apart"),
    ('a = *%x61-62 "." 1*DIGIT\n', "a", "ASCII"),
    ("a = *( %x100-17F / %x2000 / %x1F600-1F64F / %xD800-D8FF )\n", "a", "beyond ASCII"),
    ('a = ""\n', "a", "the empty text alone"),
    ("a = *%x0-10FFFF\n", "a", "every text"),
    ('URI = "own:" *DIGIT\n', "URI", "a rule of the same name as one of RFC 3986"),
]
CHARACTERS = ["a", ".", "1", "own:", "OWN:12", "\u0100", "\u2000", "\ud800", "\U0001f600", "\x7f\x80"]
# fmt: on


@pytest.mark.parametrize("abnf, rule, why", OWN_WITHOUT_RE)
def test_a_module_without_re_knows_rules_of_ones_own(
    capsys: Capture, tmp_path: Path, abnf: str, rule: str, why: str
) -> None:
    path = tmp_path / "own.abnf"
    path.write_text(abnf)
    line = ["is_uri", "matches", "validate", "--abnf", str(path), "--rule", rule]
    module = load(micropython(capsys, *line))
    grammar = uri_abnf.Grammar(abnf)
    long = ["x" * 300, "yz" * 300, "x" * 301, "x" * 299, "y" * 300, "Xx" * 150 + "\xe9"]
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
    states = smallest.freeze(uri_abnf.RFC3986, ["scheme"], words=False)
    tables = byte_table.write_tables(states, "_TABLE")
    written: dict[str, Any] = {}
    exec(tables.source, written)
    assert written["_TABLE_1"] == without_re._TABLE
    assert tables.rules == {"scheme": "(_stop_in_ascii, 2, _TABLE_1)"}


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
            assert without_re.normalize(uri, scheme_based=True) == there, text


# ---- The page of standalone/ ----


def test_the_page_says_how_large_the_modules_are() -> None:
    """To a kilobyte."""
    page = (STANDALONE / "README.md").read_text("utf-8")
    sizes = re.findall(r"\| \[`[a-z_/.]+`\]\(([a-z_/.]+)\) \| ([0-9]+) KB \|", page)
    assert {name for name, _ in sizes} == {*READY_MADE}
    for name, size in sizes:
        assert abs((STANDALONE / name).stat().st_size / 1000 - int(size)) <= 1, name


def test_the_commands_on_the_page_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    page = (STANDALONE / "README.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    Path("my.abnf").write_text('my-rule = 1*DIGIT "." 1*DIGIT\n')
    lines = re.findall("(?m)^python3 -m uri_abnf cut (.+)$", page)
    lines = [line for line in lines if "--rule IRI" not in line]  # it takes long
    assert len(lines) > 4
    for line in sorted(lines, key=lambda line: line.startswith("--check")):
        assert cut(shlex.split(line)) == 0, line
    assert json.loads(re.findall("(?s)```json\n(.*?)```", page)[0])["version"] == ur.__version__
    capsys.readouterr()
