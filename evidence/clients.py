# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""uri_regex in programs that exist: client libraries, RECIPES.md, and others' own tests.

    python3 conformance/clients.py
    python3 conformance/clients.py --only recipes,tests --sdists FOLDER
    python3 conformance/clients.py --only tests --program oauthlib

clients: each function sets one client up as the README shows it, then gives it valid and invalid
input: the valid must pass unchanged, the invalid be refused, where there is a message with ours.

recipes: each code block of RECIPES.md runs as it stands; its assertions must hold, and what it prints
must be what the next block shows. Those with types must pass `mypy --strict`, if it is installed.

moves: the tables at the end of RECIPES.md, for who comes from another library; each line is run on both
sides.

tests: a module that `uri-abnf cut` writes takes the place of the URI code in eleven programs, and their
own tests run before and after (replaced.py; --sdists keeps the sources that pip downloads). A test that
fails only then must have the RFC's word on it. Of eight of them, the texts on which their own code is
wrong are counted, and the time is compared.

What is not installed is named with the way to install it. The exit status is 1 if one does not hold.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]  # the module of this checkout, not an installed one

import documents  # noqa: E402
import replaced  # noqa: E402
from programs import postgresql  # noqa: E402

VALID = ("http://example.com/", "urn:isbn:0451450523", "x://[::1]:80/?q#f", "mailto:a@b")
REFERENCES = ("../a", "//h/p", "?q", "")
INVALID = {  # and what the message says of it
    "http://example.com/%zz": "expected HEXDIG at offset 20, found 'z'",
    "http://a b/": "at offset 8, found ' '",
    "http://a/\n": "at offset 9, found '\\n'",
    "http://[::1": "at offset 11, found the end",
    "example.com": "at offset 11, found the end",
}
IRIS = ("http://例え.テスト/", "http://a/caf\xe9?q=ü")


def expect(holds: object, what: object) -> None:
    """assert, also under python -O."""
    if not holds:
        raise AssertionError(what)


def use_jsonschema() -> None:
    import jsonschema

    from uri_regex import RFC3987, is_uri, is_uri_reference

    checker = jsonschema.FormatChecker(formats=())
    checker.checks("uri")(lambda x: not isinstance(x, str) or is_uri(x))
    checker.checks("uri-reference")(lambda x: not isinstance(x, str) or is_uri_reference(x))
    checker.checks("iri")(lambda x: not isinstance(x, str) or RFC3987.matches("IRI", x))
    checker.checks("iri-reference")(
        lambda x: not isinstance(x, str) or RFC3987.matches("IRI-reference", x)
    )

    def valid(text: object, form: str) -> bool:
        schema = {"type": "string", "format": form}
        validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
        found: bool = validator.is_valid(text)
        return found

    for text in VALID:
        for form in ("uri", "uri-reference", "iri", "iri-reference"):
            expect(valid(text, form), (text, form))
    for text in REFERENCES:
        expect(valid(text, "uri-reference") and valid(text, "iri-reference"), text)
        expect(not valid(text, "uri") and not valid(text, "iri"), text)
    for text in IRIS:
        expect(valid(text, "iri") and valid(text, "iri-reference"), text)
        expect(not valid(text, "uri") and not valid(text, "uri-reference"), text)
    for text in INVALID:
        expect(not valid(text, "uri") and not valid(text, "iri"), text)
    # Formats are about strings only: any other value is for "type" to refuse
    validator = jsonschema.Draft202012Validator({"format": "uri"}, format_checker=checker)
    expect(validator.is_valid(7) and validator.is_valid(None), "a number has no format")


def use_jsonschema_message() -> None:
    import jsonschema

    from uri_regex import URIError, validate

    checker = jsonschema.FormatChecker()
    checker.checks("uri", raises=URIError)(lambda x: not isinstance(x, str) or validate(x) == x)

    schema = {"properties": {"home": {"type": "string", "format": "uri"}}}
    validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
    for text in VALID:
        expect(validator.is_valid({"home": text}), text)
    for text, message in INVALID.items():
        (error,) = validator.iter_errors({"home": text})
        expect(isinstance(error.cause, URIError) and message in str(error.cause), error)
    (error,) = validator.iter_errors({"home": 7})
    expect(error.validator == "type", error)


def use_pydantic() -> None:
    from typing import Annotated

    import pydantic

    from uri_regex import validate

    Uri = Annotated[str, pydantic.AfterValidator(validate)]

    adapter = pydantic.TypeAdapter(Uri)
    for text in VALID:
        expect(adapter.validate_python(text) == text, text)
    for text, message in INVALID.items():
        try:
            adapter.validate_python(text)
        except pydantic.ValidationError as error:
            expect(message in error.errors()[0]["msg"], error)
        else:
            raise AssertionError(text)


def use_argparse() -> None:
    import argparse

    from uri_regex import validate

    parser = argparse.ArgumentParser()
    parser.add_argument("base", type=validate)

    for text in VALID:
        expect(parser.parse_args([text]).base == text, text)
    for text in INVALID:
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            try:
                parser.parse_args([text])
            except SystemExit as stop:
                expect(stop.code == 2 and "invalid validate value" in told.getvalue(), told)
            else:
                raise AssertionError(text)


def use_argparse_message() -> None:
    import argparse

    from uri_regex import URIError, validate

    def uri(text: str) -> str:
        try:
            return validate(text)
        except URIError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    parser = argparse.ArgumentParser()
    parser.add_argument("base", type=uri)

    for text in VALID:
        expect(parser.parse_args([text]).base == text, text)
    for text, message in INVALID.items():
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            try:
                parser.parse_args([text])
            except SystemExit as stop:
                expect(stop.code == 2 and message in told.getvalue(), told.getvalue())
            else:
                raise AssertionError(text)


def use_django() -> None:
    try:
        from django.core.exceptions import ValidationError
    except ImportError:  # the same call: a message, a code, what the message is about

        class ValidationError(Exception):  # type: ignore[no-redef]
            def __init__(self, message: str, code: str = "", params: object = None) -> None:
                super().__init__(message)
                self.message, self.code, self.params = message, code, params

    from uri_regex import URIError, validate

    def validate_uri(value: str) -> None:
        try:
            validate(value, schemes=["http", "https"], require=["host"])
        except URIError as error:
            raise ValidationError(str(error), code="invalid") from error

    validate_uri("http://example.com/")
    for text, message in {**INVALID, "ftp://a/": ""}.items():
        try:
            validate_uri(text)
        except ValidationError as error:
            expect(message in error.message and error.code == "invalid", error)
        else:
            raise AssertionError(text)


def use_pandas() -> None:
    import pandas

    from uri_regex import is_uri

    frame = pandas.DataFrame({"uri": [*VALID, *INVALID]})
    broken = frame[~frame["uri"].map(is_uri)]

    expect(list(broken["uri"]) == list(INVALID), broken)


def use_pandas_pattern() -> None:
    import pandas

    from uri_regex import RFC3986

    frame = pandas.DataFrame({"uri": [*VALID, *INVALID]})
    broken = frame[~frame["uri"].str.fullmatch(RFC3986.pattern("URI"))]

    expect(list(broken["uri"]) == list(INVALID), broken)


def use_polars() -> None:
    import polars

    from uri_abnf import RFC3986

    frame = polars.DataFrame({"uri": [*VALID, *INVALID]})
    broken = frame.filter(~polars.col("uri").str.contains(RFC3986.pattern("URI", "polars")))

    expect(broken["uri"].to_list() == list(INVALID), broken)


CLIENTS: tuple[tuple[str, str, Callable[[], None]], ...] = (
    ("jsonschema, FormatChecker", "jsonschema", use_jsonschema),
    ("jsonschema, with our message", "jsonschema", use_jsonschema_message),
    ("pydantic, AfterValidator", "pydantic", use_pydantic),
    ("argparse, type=validate", "", use_argparse),
    ("argparse, with our message", "", use_argparse_message),
    ("Django, a validator", "", use_django),
    ("pandas, map(is_uri)", "pandas", use_pandas),
    ("pandas, str.fullmatch", "pandas", use_pandas_pattern),
    ("Polars, str.contains", "polars", use_polars),
)


def clients() -> Iterator[tuple[str, str]]:
    """A line for each client: how it went, and its name."""
    for name, package, use in CLIENTS:
        try:
            version = importlib.metadata.version(package) if package else "-"
        except importlib.metadata.PackageNotFoundError:
            yield "SKIPPED", f"{name}: pip install {package}"
            continue
        if use is use_django:
            try:
                version = importlib.metadata.version("django")
            except importlib.metadata.PackageNotFoundError:
                version = "not installed: a stand-in for its ValidationError; pip install django"
        try:
            use()
        except Exception as error:
            yield "FAILED", f"{name} ({version}): {type(error).__name__}: {error}"
        else:
            yield "right", f"{name} ({version})"


# ---- Recipes ---------------------------------------------------------------------------------

# What a block's first line can ask for, as a comment: "needs duckdb, jq".
PROGRAMS = {
    "nginx": "apt-get install nginx-light",
    "postgres": "apt-get install postgresql",
    "java": "apt-get install default-jre-headless",
    "jq": "apt-get install jq",
    "rg": "apt-get install ripgrep",
    "gawk": "apt-get install gawk",
    "curl": "apt-get install curl",
}


def _missing(needs: Sequence[str], path: str) -> list[str]:
    """Return how to install what a recipe needs and is not there."""
    missing = []
    for need in needs:
        is_there = shutil.which(need, path=path) is not None
        if need not in PROGRAMS and not is_there:
            is_there = importlib.util.find_spec(need) is not None
        if not is_there:
            missing.append(PROGRAMS.get(need, f"pip install {need}"))
    return missing


def _type_errors(recipe: documents.Recipe, folder: Path) -> str:
    """Return what mypy has against a recipe with types, or "" if mypy is not there."""
    if not importlib.util.find_spec("mypy"):
        return ""
    (folder / "recipe.py").write_text(recipe.code, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "recipe.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    return done.stdout if done.returncode else ""


def recipes() -> Iterator[tuple[str, str]]:
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    scripts = str(Path(sys.executable).parent)
    path = os.pathsep.join([scripts, os.environ["PATH"], "/usr/sbin", *map(str, servers)])
    settings = {
        **os.environ,
        "PATH": path,
        "PYTHONPATH": str(ROOT),
        "PYSPARK_PYTHON": sys.executable,
    }
    settings.update(SPARK_LOCAL_IP="127.0.0.1", PYTHONWARNINGS="ignore")
    for recipe in documents.recipes((ROOT / "RECIPES.md").read_text(encoding="utf-8")):
        name = f"{recipe.title}, line {recipe.line}"
        if missing := _missing(recipe.needs, path):
            yield "SKIPPED", f"{name}: {'; '.join(missing)}"
            continue
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            shutil.copy(ROOT / "uri_regex.py", folder)
            if "postgres" in recipe.needs:
                cluster = folder / "cluster"
                cluster.mkdir()
                folder.chmod(0o755)  # the server is another user's
                stack.enter_context(postgresql(cluster))
                settings.update(PGHOST=str(cluster), PGUSER="postgres", PGDATABASE="postgres")
            done = documents.run(recipe, folder, settings)
            typed = _type_errors(recipe, folder) if " -> " in recipe.code else ""
        if done.returncode:
            yield "FAILED", f"{name}: {done.stderr.strip()[-300:]}"
        elif recipe.printed is not None and done.stdout != recipe.printed:
            yield "FAILED", f"{name}: printed {done.stdout!r}"
        elif typed:
            yield "FAILED", f"{name}: {typed}"
        else:
            yield "right", name


def moves() -> Iterator[tuple[str, str]]:
    """Run each line of the tables for who moves from another library."""
    _, _, text = (ROOT / "RECIPES.md").read_text(encoding="utf-8").partition(documents.MOVING)
    shared, *libraries = documents.recipes(documents.MOVING + text)
    for library in libraries:
        if missing := _missing(library.needs, ""):
            yield "SKIPPED", f"{library.title}: {'; '.join(missing)}"
            continue
        comparisons = documents.comparisons(documents.section(text, library.title))
        names = documents.names(shared, library)
        found = []
        for comparison in comparisons:
            found += documents.wrong(comparison, names)
        if found:
            yield "FAILED", f"moving from {library.title}: {'; '.join(found)}"
        else:
            yield "right", f"moving from {library.title}, {len(comparisons)} lines"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="uri_regex in programs that exist.")
    parser.add_argument("--only", metavar="NAME,…", default="clients,recipes,moves,tests")
    parser.add_argument("--sdists", type=Path, metavar="FOLDER", help="where the sources stay")
    names = [program.name for program in replaced.PROGRAMS]
    parser.add_argument("--program", choices=names, action="append", help="of tests; repeatable")
    options = parser.parse_args(argv)
    parts = {
        "clients": clients,
        "recipes": recipes,
        "moves": moves,
        "tests": lambda: replaced.check(options.sdists, options.program or names),
    }
    chosen = options.only.split(",")
    if unknown := [name for name in chosen if name not in parts]:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(parts)}")
    failed = False
    for name in chosen:
        for state, line in parts[name]():
            failed = failed or state == "FAILED"
            print(f"{state:8}{line}", flush=True)
    print("\nNOT right." if failed else "\nAll is right.")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
