# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Programs of others, with a cut module in the place of their own URI check: for clients.py.

pip downloads the source distribution of each. It is unpacked twice: one copy stays as it is; the
other gets the modules that `uri-abnf cut` writes, and a file of adapters/ at the end of one of its own,
or as a patch of it (patching.py).
Both run the program's tests, and tell what its check says of the texts of benchmarks/texts.py. Which
answers are right is decided by the automata of automata.py, which share no code with uri_regex.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]  # the module of this checkout, not an installed one

import automata  # noqa: E402
import patching  # noqa: E402
import standards  # noqa: E402
from modules import cut  # noqa: E402

from benchmarks import texts  # noqa: E402

IRI_RULES = ("URI", "URI-reference", "IRI", "IRI-reference")


def patterns() -> str:
    """A module with what `uri_abnf pattern RULE --engine python --quoted` prints for each rule."""
    lines = []
    for rule in IRI_RULES:
        command = [sys.executable, "-m", "uri_abnf", "pattern", rule, "--engine", "python"]
        command += ["--quoted", "--grammar", "rfc3987"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
        lines.append(f"    {rule.lower()!r}: {done.stdout.strip()},\n")
    return "PATTERNS = {\n" + "".join(lines) + "}\n"


def cut_rules(grammar: str, *rules: str) -> Callable[[], str]:
    options = ["--grammar", grammar]
    for rule in rules:
        options += ["--rule", rule]
    return partial(cut, "matches", *options)


class Program(NamedTuple):
    """A program, what its check is replaced by, and its tests."""

    name: str  # of its source distribution, and of the adapter
    adapted: str  # the module at whose end the adapter goes, or that it is
    generated: dict[str, Callable[[], str]]  # the modules that are added
    tests: tuple[str, ...]  # pytest's arguments
    what: str  # which tests these are
    shown: tuple[str, ...] = ()  # texts that the report shows, besides those that are counted


PROGRAMS = (
    Program(
        "jsonschema",
        "rfc3987.py",
        {"cut_rules.py": cut_rules("rfc3987", *IRI_RULES)},
        ("jsonschema/tests/test_jsonschema_test_suite.py", "-k", "format and (uri or iri)"),
        "its format tests for uri, uri-reference, iri, iri-reference, of every draft",
    ),
    Program(
        "rfc3986",
        "src/rfc3986/misc.py",
        {
            "src/rfc3986/_rules.py": cut_rules(
                *("rfc6874", "absolute-URI", "scheme", "authority"),
                *("path", "query", "fragment", "host"),
            ),
            "src/rfc3986/_parts.py": partial(cut, "split"),
        },
        ("tests",),
        "all its tests; splitting, and the rules of each component",
    ),
    Program(
        "uritools",
        "src/uritools/__init__.py",
        {"src/uritools/_uri.py": partial(cut, "split", "resolve")},
        ("tests",),
        "all its tests; splitting and joining of str",
    ),
    Program(
        "oauthlib",
        "oauthlib/uri_validate.py",
        {"oauthlib/_uri.py": partial(cut, "is_uri", "is_uri_reference", "is_absolute_uri")},
        ("tests",),
        "all its tests; the check of redirect_uri",
        (
            "https://user:pw@h/cb",
            "https://[2001:db8::]/cb",
            "https://h/cb\n",
            "https://[:::::1]/cb",
        ),
    ),
    Program(
        "fastjsonschema",
        "fastjsonschema/draft07.py",
        {"fastjsonschema/_patterns.py": patterns},
        ("tests", "--ignore=tests/benchmarks"),
        "all its tests but its benchmarks; the patterns of four formats",
        ("a:b c", "http://h/%zz", "http://[::1", "x+y:z"),
    ),
    Program(
        "rdflib",
        "rdflib/term.py",
        {"rdflib/_iri.py": partial(cut, "matches", "--grammar", "rfc3987", "--rule", "IRI-reference")},
        (
            *("test/test_misc", "test/test_namespace", "test/test_parsers", "test/test_serializers"),
            *("test/test_n3.py", "test/test_nt_misc.py", "test/test_roundtrip.py"),
            *("test/test_util.py", "-o", "addopts=", "-m", "not webtest"),
        ),
        "its tests of parsers, serializers, namespaces and round trips",
        ("http://h/\n", "http://h/\0", "http://h/%zz", "http://[::1"),
    ),
    Program(
        "pyld",
        "lib/pyld/iri_resolver.py",
        {"lib/pyld/_uri.py": partial(cut, "resolve", "split")},
        ("tests/test_iri_resolver.py", "tests/test_jsonld.py", "-m", "not network"),
        "its tests of resolution and of JSON-LD",
    ),
    Program(
        "marshmallow",
        "src/marshmallow/validate.py",
        {"src/marshmallow/_uri.py": partial(cut, "parse")},
        ("tests",),
        "all its tests; the validator of URLs",
        ("http://example.com/%zz", "http://[::1::2]/", "http://999.1.1.1/", "http://a.example/a|b"),
    ),
    Program(
        "httplib2",
        "httplib2/iri2uri.py",
        {"httplib2/_uri.py": partial(cut, "requote", "split")},
        ("tests", "-o", "addopts=", "--ignore=tests/_TODO_legacy"),
        "all its tests; what it makes of IRIs",
    ),
    Program(
        "feedparser",
        "feedparser/urls.py",
        {"feedparser/_uri.py": partial(cut, "resolve")},
        ("tests/runtests.py",),
        "all its tests; the resolution of references",
    ),
    Program(
        "schema_salad",
        "src/schema_salad/fetcher.py",
        {"src/schema_salad/_uri.py": partial(cut, "resolve")},
        ("src/schema_salad/tests", "-o", "addopts="),
        "all its tests; the resolution of references",
    ),
)  # fmt: skip
# Those whose own answers are counted, beside their tests
ASKED = (
    *("oauthlib", "fastjsonschema", "rdflib", "pyld", "marshmallow", "httplib2", "feedparser"),
    "schema_salad",
)

# How the tests that fail afterwards begin, and what the RFC says.
DIFFERENCES = {
    "rfc3986 test_authority_normalization": "RFC 6874 2: the % before a zone is %25",
    "rfc3986 test_validating_rfc_4007_ipv6_zone_ids": "RFC 6874 2: the % before a zone is %25",
    "rfc3986 test_parses_ipv6_to_path": "Appendix B: all before the first : is the scheme",
    "rfc3986 test_wide_domain_bypass_check": "3.2: an authority has no backslash, so there is no host",
    "uritools test_relative_base": "5.1: a base has a scheme; 5.2.4 leaves no .. in its path",
    "uritools test_abnormal": "Appendix B: all before the first : is the scheme",
    "uritools test_getscheme": "Appendix B: all before the first : is the scheme",
    "rdflib test_extra[roundtrip_iri_with_escaped_percent": "2.1: a % begins a triplet",
    "pyld test_base_only_scheme_slash_slash": "5.3: an empty authority is defined, and written",
}

# Beside those of RFC 3986 5.4, what a web page, a repository or a workflow may refer to: 5.2
TARGETS = {
    "http://a/b/c .gitignore": "http://a/b/.gitignore",
    "http://a/b/c .a/b": "http://a/b/.a/b",
    "http://a/b/c ...": "http://a/b/...",
    "http://a/b/c?x/y g": "http://a/b/g",
    "http://a/b/c#x/y g": "http://a/b/g",
    "http://a?x/y g": "http://a/g",
    "http://a?x #f": "http://a?x#f",
    "http://a/b a/b:c": "http://a/a/b:c",
    "http://a/b ?x:y": "http://a/b?x:y",
    "http://a/b/ ..#f": "http://a/#f",
    "http://a/b #": "http://a/b#",
    "http://a/b ?": "http://a/b?",
    "arcp://uuid,1/a/b c": "arcp://uuid,1/a/c",
    "git+ssh://a/b/c ../d": "git+ssh://a/d",
    "urn:a:b #f": "urn:a:b#f",
    "urn:a:b ?x": "urn:a:b?x",
}


NO_BREAK_SPACE = "\xa0"


def download(name: str, folder: Path) -> Path | None:
    """The source distribution, from the folder or by pip."""
    if not list(folder.glob(f"{name}-*.tar.gz")):
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder)]
        subprocess.run([*pip, "--no-binary", name, name], capture_output=True)
    return next(iter(folder.glob(f"{name}-*.tar.gz")), None)


def unpack(archive: Path, folder: Path) -> Path:
    """The program's source, below the folder; its metadata is found without an installation."""
    with tarfile.open(archive) as opened:
        opened.extractall(folder)
    (source,) = folder.iterdir()
    metadata = source / (source.name.partition("-")[0] + ".egg-info")
    metadata.mkdir(exist_ok=True)
    (metadata / "PKG-INFO").write_bytes((source / "PKG-INFO").read_bytes())
    return source


def adapt(program: Program, source: Path) -> str:
    """Put the generated modules and the adapter into the source; what was added, in words."""
    size = 0
    for path, generate in program.generated.items():
        generated = generate()
        (source / path).write_text(generated, encoding="utf-8")
        size += len(generated.encode())
    adapter = (HERE / "adapters" / f"{program.name}.py").read_text(encoding="utf-8")
    path = source / program.adapted
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    told = f"{size / 1000:.1f} KB generated"
    if "\nREMOVED = " not in adapter:
        path.write_text(text + "\n\n" + adapter, encoding="utf-8")
        return told
    patched = patching.patch(text, adapter)
    path.write_text(patched.text, encoding="utf-8")
    return f"{told}, {patched.removed} lines less, {patched.added} more"


def environment(source: Path) -> dict[str, str]:
    places = [source / "src", source / "lib", source]
    found = dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, places)))
    return dict(found, PYTHONDONTWRITEBYTECODE="1", JSON_SCHEMA_TEST_SUITE="json")


def run_tests(program: Program, source: Path) -> dict[str, str]:
    """Each test, and how it went: "passed", "skipped", or the failure."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-W", "ignore", "-p", "no:cacheprovider"]
    command = [*pytest, "--junitxml=ran.xml", *program.tests]
    subprocess.run(command, cwd=source, env=environment(source), capture_output=True)
    if not (source / "ran.xml").exists():
        return {}
    results = {}
    for case in ElementTree.parse(source / "ran.xml").iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        results[name] = "passed"
        for part in case:
            if part.tag == "skipped":
                results[name] = "skipped"
            if part.tag in ("failure", "error"):
                results[name] = " ".join((part.get("message") or part.tag).split())[:200]
    return results


def ask(program: Program, source: Path, questions: list[str]) -> dict[str, Any]:
    command = [sys.executable, str(HERE / "asked.py"), program.name]
    done = subprocess.run(
        command,
        input=json.dumps(questions),
        env=environment(source),
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-300:])
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def right_answers(check: str, questions: list[str]) -> list[Any]:
    """What the RFC says of each text; None where nothing is asked.

    N-Triples has no relative references; and rdflib's reader takes U+00A0 for a space.
    """
    if check == "resolve":
        return [TARGETS[question] for question in questions]
    rules = standards.RULES["RFC3987"]
    if check == "a URI as it is":  # RFC 3987 3.1: a URI is its own URI
        automaton = automata.automaton(rules["uri"], rules)
        return [text if automaton.matches(text) else None for text in questions]
    if check == "no URL that is no IRI":  # it refuses more, which is no fault
        automaton = automata.automaton(rules["iri"], rules)
        return [None if automaton.matches(text) else False for text in questions]
    if check == "N-Triples":
        relative = automata.automaton(rules["irelative-ref"], rules)
        return [
            None if relative.matches(text) or NO_BREAK_SPACE in text else True for text in questions
        ]
    automaton = automata.automaton(rules[check.lower()], rules)
    return [automaton.matches(question) for question in questions]


def questions_for(program: Program) -> list[str]:
    """What is counted: bases and references where they are resolved, else the benchmarks' texts."""
    if program.name in ("pyld", "feedparser", "schema_salad"):
        for reference, target in texts.RESOLUTIONS.items():
            TARGETS[f"{texts.BASE} {reference}"] = target
        return list(TARGETS)
    return [text for text, *_ in texts.verdicts()]


def wrong(asked: list[str], given: list[Any], right: list[Any]) -> list[str]:
    """The texts whose answer is not the right one."""
    found = []
    for text, answer, right_answer in zip(asked, given, right):
        if right_answer is not None and answer != right_answer:
            found.append(text)
    return found


def tell_times(was: dict[str, Any], is_now: dict[str, Any]) -> str:
    """How much longer the texts take that both accept, and those that both refuse."""
    told = []
    for what, refused in (("accepted", False), ("refused", True)):
        before = after = 0.0
        answers = zip(was["answers"], is_now["answers"], was["seconds"], is_now["seconds"])
        for old, new, old_seconds, new_seconds in answers:
            if refused == is_refusal(old) == is_refusal(new):
                before += old_seconds
                after += new_seconds
        if before:
            told.append(f"{after / before:.2f} of what is {what}")
    return ", ".join(told)


def is_refusal(answer: Any) -> bool:
    return answer is False or (isinstance(answer, str) and answer.startswith("<"))


def check_answers(program: Program, before: Path, after: Path) -> Iterator[tuple[str, str]]:
    """How often each check of the program was wrong, and is."""
    counted = questions_for(program)
    asked = counted + [text for text in program.shown if text not in counted]
    was, is_now = ask(program, before, asked), ask(program, after, asked)
    for name in was:
        right = right_answers(name, asked)
        wrong_before = wrong(asked, was[name]["answers"], right)
        wrong_after = wrong(asked, is_now[name]["answers"], right)
        before_count = len([text for text in wrong_before if text in counted])
        after_count = len([text for text in wrong_after if text in counted])
        line = f"{program.name}, {name}: {before_count} of {len(counted):,} answers were wrong, "
        line += f"{after_count} are; time: {tell_times(was[name], is_now[name])}"
        yield "FAILED" if wrong_after else "right", line
        mended = sorted(set(wrong_before) - set(wrong_after), key=len)
        examples = [text for text in program.shown if text in mended] or mended[:6]
        yield "", "    wrong before: " + ", ".join(map(ascii, examples))


def explanation(program: str, test: str) -> str | None:
    _, _, name = test.partition("::")
    for begin, why in DIFFERENCES.items():
        if f"{program} {name}".startswith(begin):
            return why
    return None


def check_tests(program: Program, before: Path, after: Path) -> Iterator[tuple[str, str]]:
    """Its own tests: which ones fail only now, and why."""
    was, is_now = run_tests(program, before), run_tests(program, after)
    unexplained = 0
    differ = 0
    for name, result in is_now.items():
        if result in ("passed", "skipped") or was.get(name) not in ("passed", "skipped"):
            continue
        differ += 1
        why = explanation(program.name, name)
        if why is None:
            unexplained += 1
        yield "differs" if why else "FAILED", f"{program.name} {name}: {why or result}"
    passed_before = list(was.values()).count("passed")
    passed = list(is_now.values()).count("passed")
    line = f"{program.name}, {program.what}: {passed_before:,} passed before, {passed:,} after"
    if differ:
        line += f", {differ} differ"
    yield "FAILED" if unexplained or not passed else "right", line


def check_program(program: Program, archive: Path) -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as temporary:
        before = unpack(archive, Path(temporary, "before"))
        after = unpack(archive, Path(temporary, "after"))
        yield "", f"{before.name}, {adapt(program, after)}"
        yield from check_tests(program, before, after)
        if program.name in ASKED:
            yield from check_answers(program, before, after)


def check(sdists: Path | None, names: list[str]) -> Iterator[tuple[str, str]]:
    """A line for each thing that was looked at: how it went, and what it is."""
    if not importlib.util.find_spec("pytest"):
        yield "SKIPPED", "others' programs: pip install pytest"
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = (sdists or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for program in PROGRAMS:
            if program.name not in names:
                continue
            archive = download(program.name, folder)
            if archive is None:
                yield "SKIPPED", f"{program.name}: pip cannot download its source"
                continue
            try:
                yield from check_program(program, archive)
            except Exception as error:
                yield "FAILED", f"{program.name}: {type(error).__name__}: {error}"
