# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The texts of the evidence as JSON, in the form of JSON-Schema-Test-Suite, for other validators.

    python3 conformance/json_suite.py FOLDER           # uri.json, uri-reference.json, iri.json, …
    python3 conformance/json_suite.py FOLDER --check   # ask the library, too

The formats uri, uri-reference, iri and iri-reference get two groups of texts. Those of
benchmarks/texts.py are put together from good and bad parts, and so have their verdicts from no
program. The examples of RFC 3986 1.1.2 and 5.4 are all valid. An IRI-reference of ASCII is a
URI-reference; of the other texts, iri-reference has those that are IRIs. resolve.json has the
examples of 5.4 as base, reference and target; no keyword of JSON Schema is about that. No such file
is committed, because this makes them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]  # the module of this checkout

import texts  # noqa: E402

import uri_regex  # noqa: E402

SCHEMA = "https://json-schema.org/draft/2020-12/schema"
# RFC 3986 1.1.2
EXAMPLES = (
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "http://www.ietf.org/rfc/rfc2396.txt",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "mailto:John.Doe@example.com",
    "news:comp.infosystems.www.servers.unix",
    "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
)
FORMATS = {
    "uri": "URI",
    "uri-reference": "URI-reference",
    "iri": "IRI",
    "iri-reference": "IRI-reference",
}


def test(text: str, valid: bool) -> dict[str, Any]:
    shown = json.dumps(text)
    return {"description": f"{shown[:80]}", "data": text, "valid": valid}


def group(description: str, form: str, tests: Sequence[dict[str, Any]]) -> dict[str, Any]:
    schema = {"$schema": SCHEMA, "format": form}
    return {"description": description, "schema": schema, "tests": list(tests)}


def made_tests(form: str) -> Iterator[dict[str, Any]]:
    """Yield the texts that are put together from parts, with the verdict of a format."""
    for text, is_uri, is_reference, is_iri in texts.verdicts():
        if form == "uri":
            yield test(text, is_uri)
        elif form == "uri-reference":
            yield test(text, is_reference)
        elif form == "iri":
            yield test(text, is_iri)
        elif is_iri or is_reference or text.isascii():
            yield test(text, is_iri or is_reference)


def rfc_tests(form: str) -> Iterator[dict[str, Any]]:
    """Yield the examples of RFC 3986, all of which are valid, for a format."""
    for text in EXAMPLES:
        yield test(text, True)
    for reference, target in texts.RESOLUTIONS.items():
        yield test(target, True)
        if form.endswith("reference"):
            yield test(reference, True)


def once(tests: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tests without a text that has been there."""
    return list({one["data"]: one for one in tests}.values())


def make_suite(form: str) -> list[dict[str, Any]]:
    return [
        group("examples of RFC 3986", form, once(rfc_tests(form))),
        group("put together from good and bad parts", form, once(made_tests(form))),
    ]


def make_resolutions() -> list[dict[str, str]]:
    found = []
    for reference, target in texts.RESOLUTIONS.items():
        found.append({"base": texts.BASE, "reference": reference, "target": target})
    return found


def write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=4, ensure_ascii=True) + "\n", encoding="utf-8")


def count_wrong(form: str, suite: Sequence[dict[str, Any]]) -> int:
    """Return how many answers of the library are not those of the suite."""
    wrong = 0
    for one in suite:
        for case in one["tests"]:
            answer = uri_regex.RFC3987.matches(FORMATS[form], case["data"])
            wrong += answer is not case["valid"]
    return wrong


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The evidence's texts as JSON.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="ask the library, too")
    options = parser.parse_args(argv)
    options.folder.mkdir(parents=True, exist_ok=True)
    all_wrong = 0
    for form in FORMATS:
        suite = make_suite(form)
        write(options.folder / f"{form}.json", suite)
        told = f"{sum(len(one['tests']) for one in suite):,} tests"
        if options.check:
            wrong = count_wrong(form, suite)
            told += f", {wrong} answers of uri_regex are wrong"
            all_wrong += wrong
        print(f"{form}.json: {told}")
    resolutions = make_resolutions()
    write(options.folder / "resolve.json", resolutions)
    print(f"resolve.json: {len(resolutions)} references")
    return int(all_wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
