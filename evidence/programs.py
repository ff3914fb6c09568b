# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Programs of others run their own tests with a module of ours in the place of their URI code.

    python3 evidence/programs.py                        eleven programs, a quarter of an hour
    python3 evidence/programs.py --program oauthlib     one; may be repeated
    python3 evidence/programs.py --sdists FOLDER        keep the sources that pip downloads

pip downloads the source distribution of each. It is unpacked twice: one copy stays as it is; the other
gets the modules that `uri-regex cut` writes, and a patch. Both run the program's own tests. A test
that fails only with our module must have the RFC's word on it, in DIFFERENCES. The programs' own
requirements have to be installed: evidence/requirements.txt.

A patch that defines REMOVED puts each of its functions, and each method of a class of it, in the place
of the one of that name; what REMOVED names goes; and its imports are added. REPLACED maps an expression
of the program to ours. Any other patch stands at the end of the program's module.
"""

from __future__ import annotations

import argparse
import ast
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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]  # the modules of this checkout, not an installed one

from modules import cut  # noqa: E402

IRI_RULES = ("URI", "URI-reference", "IRI", "IRI-reference")


def patterns() -> str:
    """A module with uri_abnf's pattern for Python of each rule."""
    from uri_abnf import RFC3987

    lines = [f"    {rule.lower()!r}: {RFC3987.pattern(rule, 'python')!r},\n" for rule in IRI_RULES]
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
    ),
    Program(
        "fastjsonschema",
        "fastjsonschema/draft07.py",
        {"fastjsonschema/_patterns.py": patterns},
        ("tests", "--ignore=tests/benchmarks"),
        "all its tests but its benchmarks; the patterns of four formats",
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

# ---- The patches ---------------------------------------------------------------------------------

PATCHES = {
    "fastjsonschema": r'''
"""At the end of fastjsonschema/draft07.py: each draft's formats get our patterns."""

from ._patterns import PATTERNS
from .draft04 import CodeGeneratorDraft04

for _draft in (CodeGeneratorDraft04, CodeGeneratorDraft06, CodeGeneratorDraft07):  # noqa: F821
    _formats = _draft.FORMAT_REGEXS
    for _name in PATTERNS.keys() & _formats.keys():
        _formats[_name] = PATTERNS[_name]
''',
    "feedparser": r'''
"""A patch of feedparser/urls.py: references are resolved as RFC 3986 5.2 says."""

from . import _uri

REMOVED = ()


def _urljoin(base, uri):
    uri = _urifixer.sub(r"\1\3", uri)  # noqa: F821
    try:
        return _uri.resolve(base, uri)
    except ValueError:
        return ""
''',
    "httplib2": r'''
"""A patch of httplib2/iri2uri.py: an IRI keeps its parts, empty ones included."""

from ._uri import requote, split

REMOVED = ("escape_range", "encode")


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
"""A patch of marshmallow/validate.py: URL asks `parse`, with policies."""

from . import _uri

REMOVED = ("URL.RegexMemoizer", "URL._regex")


class URL:
    def __call__(self, value: str) -> str:
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
    "rfc3986": r'''
"""At the end of rfc3986/misc.py: what stands there for a compiled pattern, and is asked for groups."""

from . import _parts, _rules


class _Match(dict):
    def groupdict(self):
        return dict(self)

    def groups(self):
        return tuple(self.values())

    def __bool__(self):
        return True


class _Rule:
    def __init__(self, rule):
        self.rule = rule

    def match(self, text):
        if not _rules.matches(text, rule=self.rule):
            return None
        uri = _parts.split("//" + text)
        return _Match(userinfo=uri.userinfo, host=uri.host, port=uri.port)


class _Reference:
    def match(self, text):
        return _Match(_parts.split(text)._asdict())


URI_MATCHER = IRI_MATCHER = _Reference()
SUBAUTHORITY_MATCHER = _Rule("authority")
ABSOLUTE_URI_MATCHER = _Rule("absolute-URI")
SCHEME_MATCHER = _Rule("scheme")
PATH_MATCHER = _Rule("path")
QUERY_MATCHER = _Rule("query")
FRAGMENT_MATCHER = _Rule("fragment")
HOST_MATCHER = _Rule("host")
''',
    "schema_salad": r'''
"""A patch of schema_salad/fetcher.py: references are resolved as RFC 3986 5.2 says.

Which schemes are refused is still read by urllib.parse, which reads them where files are opened.
"""

from . import _uri  # noqa: F401, what REPLACED calls

REMOVED = ()
REPLACED = {"urllib.parse.urljoin(base_url, url)": "_uri.resolve(base_url, url)"}
''',
    "uritools": r'''
"""At the end of uritools/__init__.py: str is split and joined by us, bytes as before."""

from . import _uri


class _Match(tuple):
    def groups(self):
        return tuple(self)


_their_urijoin = urijoin  # noqa: F821


def urijoin(base, ref, strict=False):
    if isinstance(base, str) and isinstance(ref, str):
        return _uri.resolve(base, ref, strict=strict)
    return _their_urijoin(base, ref, strict)


SplitResultString._match = staticmethod(lambda text: _Match(_uri.split(text)))  # noqa: F821
''',
}


# ---- Patching ------------------------------------------------------------------------------------


def name_of(node: ast.stmt) -> str:
    """Return what a statement defines, or ""."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""


def definitions(text: str) -> Iterator[tuple[str, ast.stmt]]:
    """Yield what a module defines, and what its classes do: "split", "URL", "URL.__call__"."""
    for node in ast.parse(text).body:
        yield name_of(node), node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if name_of(inner):
                    yield f"{node.name}.{name_of(inner)}", inner


def lines_of(node: ast.stmt) -> tuple[int, int]:
    """Return the first line, decorators included, and the one behind the last, from 0."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *[one.lineno for one in decorators]])
    return first - 1, node.end_lineno or node.lineno


def is_import(node: ast.stmt) -> bool:
    is_future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
    return isinstance(node, (ast.Import, ast.ImportFrom)) and not is_future


def replacements(adapter: str) -> dict[str, list[str]]:
    """Return the lines that take the place of each name; "" are the imports."""
    lines = adapter.splitlines()
    found: dict[str, list[str]] = {"": []}
    for name, node in definitions(adapter):
        start, end = lines_of(node)
        if is_import(node):
            found[""] += lines[start:end]
        elif name == "REMOVED" and isinstance(node, ast.Assign):
            found.update({removed: [] for removed in ast.literal_eval(node.value)})
        elif name and name != "REPLACED" and not isinstance(node, ast.ClassDef):
            found[name] = lines[start:end]
    return found


def replaced_expressions(text: str, patch: str) -> str:
    """Return the module with what REPLACED names replaced."""
    for name, node in definitions(patch):
        if name == "REPLACED" and isinstance(node, ast.Assign):
            for old, new in ast.literal_eval(node.value).items():
                if text.count(old) != 1:
                    raise ValueError(f"not there once: {old}")
                text = text.replace(old, new)
    return text


def patched(text: str, patch: str) -> str:
    """Return the module with the patch in it. Raises ValueError for a name that it does not define."""
    if "\nREMOVED = " not in patch:
        return f"{text}\n\n{patch}"
    text = replaced_expressions(text, patch)
    lines = text.splitlines()
    places = {name: lines_of(node) for name, node in definitions(text) if name}
    imports = [node for node in ast.parse(text).body if is_import(node)]
    after = lines_of(imports[-1])[1] if imports else len(lines)
    places[""] = (after, after)
    found = replacements(patch)
    missing = found.keys() - places.keys()
    if missing:
        raise ValueError(f"not defined there: {', '.join(sorted(missing))}")
    for name in sorted(found, key=lambda name: places[name], reverse=True):
        start, end = places[name]
        lines[start:end] = found[name]
    return "\n".join(lines) + "\n"


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
    path.write_text(patched(text, PATCHES[program.name]), encoding="utf-8")


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
