# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The tests of `uri-regex cut`, and of the modules in standalone/ that it writes.

Each row of a table is a test. A cut module has to answer as the library does: results, and errors with
all that they tell.
"""

from __future__ import annotations

import ast
import builtins
import functools
import io
import pickle
import random
import re
import shlex
import subprocess
import sys
import tokenize
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import texts

import uri_abnf
import uri_regex as ur
from uri_abnf import cutting, dfa, program
from uri_abnf.cutting.strip import shorten_docstrings
from uri_abnf.cutting.templates import grammar_rules
from uri_abnf.cutting.tree_shaker import statements

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

HERE = Path(__file__).resolve().parent
STANDALONE = HERE / "standalone"
LIBRARY = Path(ur.__file__).read_text(encoding="utf-8")
DOCSTRING = '"""A module."""\n'
# The public names that are functions, or what functions give and raise.
OPERATIONS = sorted(
    {*ur.__all__}.difference(["REASONS", "RFC2396", "RFC3986", "RFC3987", "Rules", "main"])
)


def rows(names: str, *table: Any) -> pytest.MarkDecorator:
    """Make each row of a table a test, which is called as the row begins."""
    ids = [ascii(row[0] if isinstance(row, tuple) else row)[:60] for row in table]
    return pytest.mark.parametrize(names, table, ids=ids)


# ---- Cutting and calling ----


def cut(arguments: Sequence[str]) -> int:
    """The status of `uri-regex cut`."""
    return program.main(["cut", *arguments])


@functools.cache
def source_of(*names: str, rules: tuple[str, ...] = (), grammar: str = "", **options: Any) -> str:
    found = uri_abnf.GRAMMARS[grammar] if grammar else None
    return cutting.cut(cutting.Request(names, rules, found, **options), DOCSTRING)


def cut_own(
    abnf: str, *rules: str, names: tuple[str, ...] = ("matches", "validate")
) -> dict[str, Any]:
    """A module for rules of ABNF of one's own."""
    request = cutting.Request(names, rules, uri_abnf.Grammar(abnf))
    return load(cutting.cut(request, DOCSTRING))


def load(source: str) -> dict[str, Any]:
    """The names of a module with this source; loaded under a name, so that its classes pickle."""
    module = types.ModuleType("cut")
    sys.modules["cut"] = module
    exec(compile(source, "cut.py", "exec"), module.__dict__)
    return module.__dict__


# What an error tells, and what a URI tells beside its parts.
TOLD = ("text", "rule", "part", "offset", "code", "details", "reason", "hint")
PROPERTIES = ("userinfo", "user", "password", "host", "port", "host_type", "address")


def outcome(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What a call gives: a result in plain types, or an error with all that it tells."""
    try:
        result = function(*args, **options)
        if isinstance(result, Iterator):
            return [tuple(found) for found in result]
    except Exception as error:  # of a URIError without the message: its text may be masked more
        told = [getattr(error, name, None) for name in TOLD]
        return type(error).__name__, told if hasattr(error, "offset") else str(error)
    if type(result).__name__ == "URI":
        known = [name for name in PROPERTIES if hasattr(type(result), name)]
        return [*result], str(result), {name: outcome(getattr, result, name) for name in known}
    return result


def is_same(here: Any, there: Any) -> bool:
    """Whether two outcomes are equal, but for what a module is cut without.

    Without URI.address, it does not have that. Without redact, it takes more for a password.
    """
    if here == there or type(here) is not tuple or type(there) is not tuple:
        return bool(here == there)
    if len(here) == 3:
        known = {name: there[2][name] for name in here[2]}
        return bool(here == (*there[:2], known))
    (_, one), (_, other) = here, there
    return one[:4] == other[:4] and str(one[4]).startswith("password")  # as in TOLD


# ---- Statements: what is cut and what stays is held to the products, octet by octet ----

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


@rows("template, names",
    ("no_redact.py", {"_mask"}),
    ("no_rules.py", {"RFC2396", "RFC3986", "RFC3987"}),
    ("grammar_rules.py", {"validate"}),
)  # fmt: skip
def test_a_template_replaces_only_what_is_meant_of_the_library(
    template: str, names: set[str]
) -> None:
    own = names_of([each for each in TEMPLATES[template] if not each.is_import])
    assert own & names_of(OF_LIBRARY) == names


# ---- Modules of the library's functions ----


@rows("line, most",
    # What a module is cut out for, and the most bytes that it may have.
    ("is_uri", 6_600), ("is_uri split resolve normalize", 27_000), ("parse validate", 70_000),
    ("split", 19_000), ("is_valid", 42_000), ("find redact", 32_000), ("redact --no-docs", 9_000),
)  # fmt: skip
def test_a_module_that_is_cut_out_is_small(capsys: Capture, line: str, most: int) -> None:
    assert cut(line.split()) == 0
    out = capsys.readouterr().out
    assert len(out.encode()) <= most
    made = source_of(*line.partition(" --")[0].split(), docs="--no-docs" not in line)
    assert out.partition('"""\n')[2] == made.partition('"""\n')[2]


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


BODY = '    """Return it.\n\n    More of it.\n\n    >>> public()\n    1\n    """\n    return 1\n'
PRIVATE = (
    '\n\nclass _One:\n    """A class.\n    """\n\n    def one(self):\n        """Return one."""\n'
)


def test_docstrings_get_shorter_and_those_of_other_names_go() -> None:
    short = shorten_docstrings(f"def public():\n{BODY}{PRIVATE}", {"public"})
    kept = PRIVATE.replace('    """A class.\n    """\n\n', "")
    docstring = '    """Return it.\n\n    More of it.\n    """\n'
    assert short == f"def public():\n{docstring}    return 1\n{kept}"


TEXTS = [
    "", "a:b", "http://a/b?c#d", "http://u:p@EXAMPLE.com:80/%7e/./a/../b", "//h:8x", "a:b:[", "1:2",
    "http://[::1]:81/", "http://[::1", "http://[v1.a]", "h%41:", "/.//a", "../../g;x=1/./y", "?", "#",
    "mailto:a@b", "see http://a.example/x. And <a:b>", "http://a/\u00fc", "a b", "%C3%BC%zz", "\ud800",
    "//1.2.3.256/", "urn:isbn:0", "//[0:0::1.2.3.4]", "a?b?c", "//a@b@c", "http://a:b@c@d/", "x" * 300,
]  # fmt: skip


@functools.cache
def many_texts() -> list[str]:
    """Texts that are judged, alone and in a line, and odd ones."""
    rng = random.Random(7)
    known = [*TEXTS, *texts.judged(100, 7), *texts.NORMAL, *texts.RESOLUTIONS]
    odd = [texts.assembled(rng) for _ in range(100)]
    lines = [f'log: "{text}", <{text}>.' for text in known]
    return known + lines + odd + [texts.mutate(text, rng) for text in odd]


ALONE: dict[str, list[dict[str, Any]]] = {  # functions of one text, with their other options
    "is_uri": [], "is_uri_reference": [], "is_absolute_uri": [], "is_relative_ref": [], "split": [],
    "remove_dot_segments": [], "iri_to_uri": [], "uri_to_iri": [], "redact": [],
    "normalize": [{"scheme_based": True}],
    "percent_encode": [{"component": "path"}, {"component": "query"}],
    "percent_decode": [{"errors": "replace"}],
    "requote": [{"component": "fragment"}, {"iri": True}],
    "is_valid": [{"rule": "host"}, {"hosts": [".example"]}, {"require": ["host"], "ports": [80]}],
    "find": [{"www": True}, {"iri": True}],
    "parse": [{"rule": "IRI-reference"}, {"schemes": ["https"], "forbid": ["userinfo"]}],
    "validate": [{"rule": "IRI-reference"}, {"rule": "host"}, {"require": ["host"], "ports": [80]}],
}  # fmt: skip
PAIRS: dict[str, list[dict[str, Any]]] = {  # functions of a base and a text
    "resolve": [{"strict": False}], "relativize": [], "equivalent": [], "resolve_rfc2396": [],
}  # fmt: skip


def answers(module: dict[str, Any], names: Iterable[str], text: str, other: str) -> Iterator[Any]:
    """Yield what these functions of a module answer to a text, and to the one before it."""
    for name in names:
        for options in [{}, *ALONE[name]] if name in ALONE else []:
            yield outcome(module[name], text, **options)
        for options in [{}, *PAIRS[name]] if name in PAIRS else []:
            yield outcome(module[name], "http://a/b/c/d;p?q", text, **options)
            yield outcome(module[name], other, text, **options)
    if "recompose" in names and "split" in names:
        yield outcome(module["recompose"], module["split"](text))
        middle = len(text) // 2
        parts = None, text[:middle] or None, text[middle:], None, None
        yield outcome(module["recompose"], parts)
        yield outcome(module["recompose"], parts[::-1])
    if "merge" in names and "split" in names:
        yield outcome(module["merge"], module["split"](other), text)
    if "URI" in names and hasattr(module["URI"], "replace"):
        yield outcome(module["split"](text).replace, scheme="x", fragment=other)


def assert_answers_as_the_library_does(module: dict[str, Any], asked: Iterable[str]) -> None:
    names = [name for name in module["__all__"] if name in OPERATIONS]
    other = ""
    for text in asked:
        here = list(answers(module, names, text, other))
        there = list(answers(vars(ur), names, text, other))
        assert here and all(map(is_same, here, there)), (text, other)
        other = text


@pytest.mark.parametrize("names", [
    "is_uri", "is_valid", "is_uri split resolve normalize",
    "split resolve merge remove_dot_segments recompose", "parse validate", "find redact",
])  # fmt: skip
def test_a_module_answers_as_the_library_does(names: str) -> None:
    assert_answers_as_the_library_does(load(source_of(*names.split())), many_texts())


@pytest.mark.parametrize("host", [
    "http://a", "u@a", "[::1", "10.0.0.0/8", "*.1.2.3.4", "*", "a:80", "a\u200b", "fa\xdf.example",
    "%61", "a,b", "a..b", "127.1",
])  # fmt: skip
def test_a_module_tells_what_is_wrong_with_a_host_that_is_given(host: str) -> None:
    there = outcome(ur.is_valid, "a:", hosts=[host])
    assert there[0] == "ValueError"
    assert outcome(load(source_of("is_valid"))["is_valid"], "a:", hosts=[host]) == there


@pytest.mark.parametrize("version", [(3, 11, 5), (99,)])
def test_a_module_of_all_functions_answers_as_the_library_does(version: tuple[int, ...]) -> None:
    """Also where patterns have no possessive loops."""
    source = source_of(*OPERATIONS, "URI.replace")
    assert source.count("(3, 11, 5)") == 1
    module = load(source.replace("(3, 11, 5)", str(version)))
    assert_answers_as_the_library_does(module, TEXTS)


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


@pytest.mark.parametrize("name", ["RFC2396", "RFC3986", "RFC3987"])
def test_without_rules_a_grammar_is_a_plain_dict(name: str) -> None:
    module = load(source_of(name, "is_uri", without=("Rules",)))
    assert type(module[name]) is dict and module[name] == dict(getattr(ur, name))
    assert "Rules" not in module


def test_without_the_address_a_uri_has_all_else() -> None:
    here = vars(load(source_of("split", "URI", without=("URI.address",)))["URI"])
    there = vars(load(source_of("split", "URI"))["URI"])
    assert there.keys() - here.keys() == {"address"}


@pytest.mark.parametrize("name", ["validate", "parse", "percent_decode"])
def test_one_error_serves_all_functions_of_a_module(name: str) -> None:
    module = load(source_of("parse", "validate", "percent_decode"))
    with pytest.raises(module["URIError"]):
        module[name]("%")
    error = module["URIError"]("a", "b", 0)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@rows("names, codes",
    # What a module is cut out for, and the codes of the errors that it can raise.
    ("URIError", "char ends-early password"),  # of those that a user makes
    ("split", "empty-scheme path-after-authority unknown-host port-range"),
    ("split merge resolve", "empty-scheme path-after-authority unknown-host port-range"),
    ("percent_encode", "surrogate"),
    ("percent_decode", "triplet encoded-not-utf-8"),
    ("resolve_rfc2396", "empty-scheme path-after-authority unknown-host port-range above-root"),
)  # fmt: skip
def test_a_module_has_the_sentences_that_it_can_say(names: str, codes: str) -> None:
    module = load(source_of(*names.split()))
    assert {*module["REASONS"]} == {*codes.split(), "char", "ends-early", "password"}
    assert module["REASONS"].items() <= ur.REASONS.items()


def test_a_module_that_has_the_sentences_alone_has_all() -> None:
    assert load(source_of("REASONS"))["REASONS"] == ur.REASONS


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


# ---- Modules that are ready-made ----

PRODUCTS = {  # each file, and what cuts it
    "is_uri.py": "is_uri",
    "uri.py": "is_uri is_uri_reference is_absolute_uri is_relative_ref split URI recompose resolve"
        " merge remove_dot_segments normalize RFC3986 --without URI.address --without Rules",
}  # fmt: skip
PAGE = (STANDALONE / "README.md").read_text("utf-8")


@rows("name, most", ("is_uri.py", 6_600), ("uri.py", 32_000))
def test_a_ready_made_module_is_what_its_command_writes(
    capsys: Capture, name: str, most: int
) -> None:
    assert cut(PRODUCTS[name].split()) == 0
    source = (STANDALONE / name).read_text("utf-8")
    assert source == capsys.readouterr().out
    assert len(source.encode()) <= most


@pytest.mark.parametrize("name", PRODUCTS)
def test_a_ready_made_module_answers_as_the_library_does(name: str) -> None:
    module = load((STANDALONE / name).read_text("utf-8"))
    assert_answers_as_the_library_does(module, many_texts())


def test_the_page_lists_each_module_and_its_command() -> None:
    files = [str(path.relative_to(STANDALONE)) for path in STANDALONE.rglob("*.py")]
    assert sorted(re.findall(r"(?m)^\| \[`.+?`\]\((.+?)\) \|", PAGE)) == sorted(files)
    page = " ".join(PAGE.replace("\\\n", " ").split())
    for name, line in PRODUCTS.items():
        assert f"uri-regex cut {line} -o uri-abnf/standalone/{name} " in page


def test_the_commands_on_the_page_work(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.abnf").write_text('my-rule = 1*DIGIT "." 1*DIGIT\n')
    lines = re.findall("(?m)^uri-regex cut (.+)$", PAGE.replace("\\\n", " "))
    lines = [line for line in lines if "--rule IRI" not in line and "standalone" not in line]
    assert len(lines) > 2
    for line in lines:
        assert cut(shlex.split(line)) == 0, line
    capsys.readouterr()


# ---- Rules of a grammar ----


@rows("name, rules",
    # grammar, rules: those that are proven, and one that is not and is read by its states alone
    ("rfc3986", ("URI", "dec-octet", "path-empty")),
    ("rfc3987", ("iuserinfo", "ipath")),
    ("rfc2396", ("hostname", "absoluteURI")),
)  # fmt: skip
def test_a_checker_gives_the_verdicts_and_errors_of_its_grammar(
    name: str, rules: tuple[str, ...]
) -> None:
    g = uri_abnf.GRAMMARS[name]
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
    checker = cut_own('date = 4DIGIT "-" 2DIGIT "-" 2DIGIT', "date")
    assert checker["matches"]("2026-11-21") and checker["matches"]("2026-11-21", rule="DATE")
    with pytest.raises(checker["URIError"]) as caught:
        checker["validate"]("2026-1-21")
    error = caught.value
    assert (error.rule, error.offset, error.hint) == ("date", 6, "expected: DIGIT")
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
    abnf = 'slow = *( "a" / "b" / "ab" ) "a" 8( "a" / "b" )\nfast = "c"'  # 512 states
    grammar = uri_abnf.Grammar(abnf)
    assert not grammar.proven("slow") and grammar.proven("fast")
    module = cut_own(abnf, "slow", "fast", names=names)
    for text in ("c", "abababaaa", "", "babababab", "a" * 9 + ".", "a" * 5_000, "a" * 5_000 + "c"):
        assert module["matches"](text, rule="slow") is grammar.matches("slow", text)
        assert module["matches"](text, rule="fast") is (text == "c")


# Of rules whose labels read like the file's own lines, and rules with more ways on than a line has.
_MANY = " / ".join(f"%x{0x4100 + i:X} {i + 1}%x{0x4200 + i:X}" for i in range(30))


@rows("abnf, texts",  # ABNF of a rule a, and texts
    ('a = "a  # b"', ["", "a", "a  # b", "A  #"]),
    ('a = "{" b "}" b "{b}"\nb = 1*( "{" / "}" )', ["{}}{{b}", "{{}}}}{b}", "{b}", "{"]),
    ('a = %x22 b "\\" %x22\nb = %x0A / "\'" / %x5C.7D', ['"\n\\"', '"\'\\"', '"\\}\\"', '"n\\"']),
    ('a = str / re / sys / partial\nstr = "1"\nre = "2"\nsys = "3"\npartial = "4"', ["1", "4", "5"]),
    ("a = *( %xA0-D7FF / %xD800 / %xE000-FFFD / %x10000-1FFFD )", ["\u00e9\ud800\U00010000", "a"]),
    (f"a = {_MANY}", ["", "\u4100\u4200", "\u4103", "\u4105", "\u411d", "\u411d" + 30 * "\u421d"]),
    (f"a = *( *(%x30-39) / *%x61 ) 2( {_MANY} )", ["", "0\u4105", "\u4100\u4200" * 2, "\u4100\u4200"]),
)  # fmt: skip
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
    assert (caught.value.offset, caught.value.hint) == (1, "expected: DIGIT / <end of text>")


# ---- The smallest automaton ----


@rows("abnf, count",
    # Rules, and how many states tell their texts apart, the one of no text among them.
    ('a = 1900"x"', 1902),  # each of them is found equal to no other only at the end of a chain
    ('a = "" ', 2),
    ('a = "ab" / "cb"', 4),
    ('a = *( "a" / "b" ) / *"a"', 2),
)  # fmt: skip
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


@rows("line, told",
    ("Grammar", "no public name 'Grammar'"),
    ("is_url", "no public name 'is_url'; did you mean 'is_uri'?"),
    ("", "NAME"),
    ("matches", "need a --rule"),
    ("matches --grammar rfc3986 --rule IRI", "IRI"),
    ("split --rule host", "--rule is for matches"),
    ("split --grammar rfc2396", "a grammar is for matches and validate"),
    ("matches --abnf no/such --rule URI", "no/such: No such file"),
    ("is_uri --no-such", "unrecognized arguments: --no-such"),
    ("is_uri -o no/such/folder.py", "no/such/folder.py: No such file"),
    ("is_uri --without split", "invalid choice: 'split'"),
    ("parse RFC3986 --without Rules", "parse: this needs Rules"),
    ("Rules --without Rules", "Rules: this needs Rules"),
)  # fmt: skip
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
