# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Ask a program's own check about texts. replaced.py runs this on the program as it is, and on the
program with a cut module in that check's place.

    echo '["http://a/"]' | PYTHONPATH=SOURCE python3 conformance/asked.py oauthlib

It prints JSON: for each check its answers, and for each text the seconds of the fastest call. It
imports nothing of uri_regex, and nothing of the programs but the one that is asked for.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

Check = Callable[[str], object]
ROUNDS = 5


def oauthlib() -> dict[str, Check]:
    from oauthlib import uri_validate

    return {
        "URI": uri_validate.is_uri,
        "URI-reference": uri_validate.is_uri_reference,
        "absolute-URI": uri_validate.is_absolute_uri,
    }


def fastjsonschema() -> dict[str, Check]:
    import fastjsonschema

    def check_of(form: str) -> Check:
        validate = fastjsonschema.compile({"format": form})

        def check(text: str) -> bool:
            try:
                validate(text)
            except fastjsonschema.JsonSchemaValueException:
                return False
            return True

        return check

    rules = {"URI": "uri", "URI-reference": "uri-reference", "IRI": "iri"}
    rules["IRI-reference"] = "iri-reference"
    return {rule: check_of(form) for rule, form in rules.items()}


def rdflib() -> dict[str, Check]:
    from rdflib import RDF, Graph, URIRef
    from rdflib.term import _is_valid_uri

    logging.disable()  # a warning for each invalid text

    def can_be_read_again(text: str) -> bool:
        """Whether the N-Triples that it writes are read as what they were. To refuse is right, too."""
        graph = Graph()
        graph.add((URIRef(text), RDF.type, RDF.Bag))
        try:
            written = graph.serialize(format="nt")
        except Exception:
            return True
        try:
            return set(Graph().parse(data=written, format="nt")) == set(graph)
        except Exception:
            return False

    return {"IRI-reference": _is_valid_uri, "N-Triples": can_be_read_again}


def resolution(join: Callable[[str, str], Any]) -> dict[str, Check]:
    """A check of what joins a base and a reference. A text is both, with a space between."""

    def target(pair: str) -> str:
        base, _, reference = pair.partition(" ")
        return str(join(base, reference))

    return {"resolve": target}


def pyld() -> dict[str, Check]:
    from pyld.iri_resolver import resolve

    return resolution(lambda base, reference: resolve(reference, base))


def marshmallow() -> dict[str, Check]:
    from marshmallow import ValidationError, validate

    url = validate.URL(require_tld=False, schemes=("http", "https", "ftp", "a", "x"))

    def check(text: str) -> bool:
        try:
            url(text)
        except ValidationError:
            return False
        return True

    return {"no URL that is no IRI": check}


def httplib2() -> dict[str, Check]:
    from httplib2.iri2uri import iri2uri

    def converted(text: str) -> str:
        return str(iri2uri(text))

    return {"a URI as it is": converted}


def feedparser() -> dict[str, Check]:
    from feedparser.urls import _urljoin

    return resolution(_urljoin)


def schema_salad() -> dict[str, Check]:
    from schema_salad.fetcher import DefaultFetcher

    return resolution(DefaultFetcher({}, None).urljoin)


PROGRAMS = {
    "oauthlib": oauthlib,
    "fastjsonschema": fastjsonschema,
    "rdflib": rdflib,
    "pyld": pyld,
    "marshmallow": marshmallow,
    "httplib2": httplib2,
    "feedparser": feedparser,
    "schema_salad": schema_salad,
}


def answer(check: Check, text: str) -> Any:
    """What a check says of a text: a target as it is, anything else as true or false."""
    try:
        found = check(text)
    except Exception as error:
        return f"<{type(error).__name__}>"
    return found if isinstance(found, str) else bool(found)


def timed(check: Check, text: str) -> float:
    """The seconds of the fastest of some calls."""
    found = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        answer(check, text)
        found.append(time.perf_counter() - start)
    return min(found)


def main() -> int:
    texts = json.load(sys.stdin)
    report = {}
    for name, check in PROGRAMS[sys.argv[1]]().items():
        given = [answer(check, text) for text in texts]
        report[name] = {"answers": given, "seconds": [timed(check, text) for text in texts]}
    json.dump(report, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
