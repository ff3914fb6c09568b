# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The tests of standalone/micropython/uri.py on this Python. evidence/micropython.py has MicroPython.

The file is kept by hand. Its table of states is compared with the automaton that the ABNF makes.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import random
from bisect import bisect_right
from pathlib import Path
from typing import Any

import micropython_answers
import pytest
import texts

import uri_abnf
import uri_regex as ur
from uri_abnf import dfa

FOLDER = Path(__file__).resolve().parent / "standalone" / "micropython"
SOURCE = (FOLDER / "uri.py").read_text("utf-8")
RULES = ("URI", "URI-reference")


def load() -> Any:
    spec = importlib.util.spec_from_file_location("uri", FOLDER / "uri.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


uri = load()


def test_it_has_the_version_of_the_library() -> None:
    package = json.loads((FOLDER / "package.json").read_text("utf-8"))
    assert package["version"] == uri.__version__ == ur.__version__
    assert f"uri_regex {ur.__version__}" in uri.__doc__


def test_it_imports_collections_alone_and_takes_no_memory_for_what_nobody_runs() -> None:
    for node in ast.walk(ast.parse(SOURCE)):
        assert not isinstance(node, (ast.Import, ast.AnnAssign))
        assert not isinstance(node, ast.ImportFrom) or node.module == "collections"
        if isinstance(node, ast.FunctionDef):
            assert ast.get_docstring(node) is node.returns is None
            assert {each.annotation for each in node.args.args} <= {None}


def test_the_table_is_the_automaton_of_the_abnf() -> None:
    """From the rules on, each character leads to the same states, and so does each text."""
    width, dead, final, kinds, after, cuts, beyond = uri._TABLE
    kind_of = dict(zip((*range(128), 128, *cuts), (*kinds, *beyond)))  # by the first of a range
    made = dfa.freeze({rule: uri_abnf.RFC3986.automaton(rule) for rule in RULES}, words=False)
    assert {*made.cuts} <= kind_of.keys()
    same = {uri._RULES[rule]: made.starts[rule] for rule in RULES}
    waiting = [*same]
    while waiting:
        state = waiting.pop()
        assert (state in final) is made.expected[same[state]].endswith(dfa.END)
        for code, kind in kind_of.items():
            here = after[state * width + kind]
            there = made.states[same[state]][made.kinds[bisect_right(made.cuts, code) - 1]]
            if here not in same:
                same[here] = there
                waiting.append(here)
            assert same[here] == there, (state, chr(code))
    assert same[dead] == dfa.DEAD
    assert len(same) == len({*same.values()}) == len(made.states)  # each once, and no other
    assert len(after) == min(kinds) + width * len(same)


def test_the_names_of_rules_are_where_the_verdicts_begin() -> None:
    assert uri._RULES == {"URI": uri._URI, "URI-reference": uri._URI_REFERENCE}


def test_it_answers_as_the_library_does() -> None:
    rng = random.Random(22)
    asked = [*texts.judged(200, 7), *texts.RESOLUTIONS, *[texts.assembled(rng) for _ in range(200)]]
    other = ""
    for text in ["", *asked, *[texts.mutate(text, rng) for text in asked]]:
        calls = zip(*[micropython_answers.calls(x, RULES, text, other) for x in (uri, ur)])
        for here, there in calls:
            assert micropython_answers.answer(*here) == micropython_answers.answer(*there), text
        other = text


@pytest.mark.parametrize("name", sorted({*uri.__all__} - {"URIError"}))
def test_a_function_is_called_as_the_one_of_the_library(name: str) -> None:
    def parameters(module: Any) -> list[tuple[str, Any, Any]]:
        given = inspect.signature(getattr(module, name)).parameters.values()
        return [(each.name, each.kind, each.default) for each in given]

    assert parameters(ur)[: len(parameters(uri))] == parameters(uri)  # it has no policies


def test_an_error_has_its_offset_and_does_not_show_the_text() -> None:
    with pytest.raises(ValueError) as raised:
        uri.validate("s3cr^t:")
    error: Any = raised.value
    assert (error.text, error.rule, error.offset) == ("s3cr^t:", "URI", 4)
    assert str(error) == "invalid URI at offset 4: a character is wrong"
    with pytest.raises(ValueError, match="invalid URI at offset 0: it ends too early"):
        uri.validate("")
    with pytest.raises(ValueError, match="there is no rule 'b' among URI, URI-reference"):
        uri.validate("", rule="b")
