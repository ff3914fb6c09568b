# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Programs of others run their own tests with a module of ours in the place of their URI code.

    python3 evidence/programs.py                        eight programs, ten minutes
    python3 evidence/programs.py --program oauthlib     one; may be repeated
    python3 evidence/programs.py --sdists FOLDER        keep the sources that pip downloads

pip downloads the source distribution of each. It is unpacked twice: one copy stays as it is; the other
gets the modules that `uri-regex cut` writes, and a patch. Both run the program's own tests. A test
that fails only with our module must have the RFC's word on it, in DIFFERENCES. The programs' own
requirements have to be installed: evidence/requirements.txt.

A patch stands at the end of the program's module, where it redefines what callers ask. REPLACED is an
expression inside of a method, and ours.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from modules import cut

IRI_RULES = ("URI", "URI-reference", "IRI", "IRI-reference")


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


PROGRAMS = (
    Program("jsonschema", "rfc3987.py",
            {"cut_rules.py": cut_rules("rfc3987", *IRI_RULES)},
            ("jsonschema/tests/test_jsonschema_test_suite.py", "-k", "format and (uri or iri)"),
            "its format tests for uri, uri-reference, iri, iri-reference, of every draft"),
    Program("oauthlib", "oauthlib/uri_validate.py",
            {"oauthlib/_uri.py": partial(cut, "is_uri", "is_uri_reference", "is_absolute_uri")},
            ("tests",), "all its tests; the check of redirect_uri"),
    Program("rdflib", "rdflib/term.py",
            {"rdflib/_iri.py": cut_rules("rfc3987", "IRI-reference")},
            (*("test/test_misc", "test/test_namespace", "test/test_parsers", "test/test_serializers"),
             *("test/test_n3.py", "test/test_nt_misc.py", "test/test_roundtrip.py"),
             *("test/test_util.py", "-o", "addopts=", "-m", "not webtest"),),
            "its tests of parsers, serializers, namespaces and round trips"),
    Program("pyld", "lib/pyld/iri_resolver.py",
            {"lib/pyld/_uri.py": partial(cut, "resolve", "split")},
            ("tests/test_iri_resolver.py", "tests/test_jsonld.py", "-m", "not network"),
            "its tests of resolution and of JSON-LD"),
    Program("marshmallow", "src/marshmallow/validate.py",
            {"src/marshmallow/_uri.py": partial(cut, "parse")},
            ("tests",), "all its tests; the validator of URLs"),
    Program("httplib2", "httplib2/iri2uri.py",
            {"httplib2/_uri.py": partial(cut, "requote", "split")},
            ("tests", "-o", "addopts=", "--ignore=tests/_TODO_legacy"),
            "all its tests; what it makes of IRIs"),
    Program("feedparser", "feedparser/urls.py",
            {"feedparser/_uri.py": partial(cut, "resolve")},
            ("tests/runtests.py",), "all its tests; the resolution of references"),
    Program("schema_salad", "src/schema_salad/fetcher.py",
            {"src/schema_salad/_uri.py": partial(cut, "resolve")},
            ("src/schema_salad/tests", "-o", "addopts="),
            "all its tests; the resolution of references"),
)  # fmt: skip
# How the tests that fail afterwards begin, and what the RFC says.
DIFFERENCES = {
    "rdflib test_extra[roundtrip_iri_with_escaped_percent": "2.1: a % begins a triplet",
    "pyld test_base_only_scheme_slash_slash": "5.3: an empty authority is defined, and written",
}

# ---- The patches ---------------------------------------------------------------------------------

PATCHES = {
    "feedparser": r'''
"""At the end of feedparser/urls.py: references are resolved as RFC 3986 5.2 says."""

from . import _uri


def _urljoin(base, uri):
    uri = _urifixer.sub(r"\1\3", uri)  # noqa: F821
    try:
        return _uri.resolve(base, uri)
    except ValueError:
        return ""
''',
    "httplib2": r'''
"""At the end of httplib2/iri2uri.py: an IRI keeps its parts, empty ones included."""

from ._uri import requote, split


def iri2uri(uri):
    """Convert an IRI to a URI."""
    if not isinstance(uri, str):
        return uri
    parts = split(uri)
    if not (parts.authority or "").isascii():
        parts = parts._replace(authority=parts.authority.encode("idna").decode("ascii"))
    return requote(str(parts))
''',
    "jsonschema": r'''
"""As rfc3987.py, which jsonschema's formats ask if there is one. A rule is named with underscores."""

from cut_rules import matches


def parse(text, rule):
    if not matches(text, rule=rule.replace("_", "-")):
        raise ValueError(f"not a valid {rule}: {text!r}")
    return True
''',
    "marshmallow": r'''
"""At the end of marshmallow/validate.py: URL asks `parse`, with policies."""

from . import _uri


def _validate(self, value: str) -> str:
    message = self._format_error(value)
    required = ["domain / ireg-name / IPv4address / IPv6address"]
    if value and value.lower().startswith("file://"):
        required = ["path"]
    try:
        if value and value[0] in "/?#" and self.relative:
            _uri.parse(value, rule="irelative-ref")
            return value
        if not value or not self.absolute:
            raise ValueError(message)
        uri = _uri.parse(value, rule="IRI", schemes=self.schemes, require=required)
    except ValueError as error:
        raise ValidationError(message) from error  # noqa: F821
    name = (uri.host or "localhost").lower().removesuffix(".")
    if self.require_tld and name != "localhost" and not set(".:") & set(name):
        raise ValidationError(message)  # noqa: F821
    return value


URL.__call__ = _validate  # noqa: F821
''',
    "oauthlib": r'''
"""At the end of oauthlib/uri_validate.py, whose callers expect None of what is not valid."""

from . import _uri


def is_uri(uri):
    return _uri.is_uri(uri) or None


def is_uri_reference(uri):
    return _uri.is_uri_reference(uri) or None


def is_absolute_uri(uri):
    return _uri.is_absolute_uri(uri) or None
''',
    "pyld": r'''
"""At the end of pyld/iri_resolver.py. As there, the base may be missing where it is not needed, and
otherwise has to have a scheme."""

from . import _uri


def resolve(relative_iri, base_iri=None):
    base_iri = base_iri or ""
    if _uri.split(relative_iri).scheme is None and _uri.split(base_iri).scheme is None:
        if base_iri:
            raise ValueError(f"Found invalid baseIRI '{base_iri}' for value '{relative_iri}'")
        raise ValueError(f"Found invalid relative IRI '{relative_iri}' for a missing baseIRI")
    return _uri.resolve(base_iri, relative_iri)
''',
    "rdflib": r'''
"""At the end of rdflib/term.py, where a URIRef may be any IRI reference."""

from ._iri import matches


def _is_valid_uri(uri):
    return matches(str(uri))  # or a namespace
''',
    "schema_salad": r'''
"""At the end of schema_salad/fetcher.py. Which schemes are refused is still read by urllib.parse."""

from . import _uri
''',
}


REPLACED = {"schema_salad": ("urllib.parse.urljoin(base_url, url)", "_uri.resolve(base_url, url)")}

# ---- Running their tests -------------------------------------------------------------------------


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


def adapt(program: Program, source: Path) -> None:
    """Put the generated modules and the patch into the source."""
    for path, generate in program.generated.items():
        (source / path).write_text(generate(), encoding="utf-8")
    path = source / program.adapted
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    old, new = REPLACED.get(program.name, ("", ""))
    if old not in text:
        raise ValueError(f"not there: {old}")
    if old:
        text = text.replace(old, new)
    path.write_text(f"{text}\n\n{PATCHES[program.name]}", encoding="utf-8")


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


def check_program(program: Program, folder: Path) -> Iterator[tuple[str, str]]:
    archive = download(program.name, folder)
    if archive is None:
        yield "SKIPPED", f"{program.name}: pip cannot download its source"
        return
    with tempfile.TemporaryDirectory() as temporary:
        before = unpack(archive, Path(temporary, "before"))
        after = unpack(archive, Path(temporary, "after"))
        adapt(program, after)
        yield from check_tests(program, before, after)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Other programs' tests with modules of ours.")
    names = [program.name for program in PROGRAMS]
    parser.add_argument("--sdists", type=Path, metavar="FOLDER", help="where the sources stay")
    parser.add_argument("--program", choices=names, action="append", help="may be repeated")
    options = parser.parse_args(argv)
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.sdists or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for program in PROGRAMS:
            if program.name not in (options.program or names):
                continue
            try:
                rows = list(check_program(program, folder))
            except Exception as error:
                rows = [("FAILED", f"{program.name}: {type(error).__name__}: {error}")]
            for state, line in rows:
                failed = failed or state == "FAILED"
                print(f"{state:8}{line}", flush=True)
    print("\nNOT right." if failed else "\nAll is right.")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
