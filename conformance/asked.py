# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Ask a program's own check about texts. replaced.py runs this on the program as it is, and on the
program with a cut module in that check's place.

    echo '["http://a/"]' | PYTHONPATH=SOURCE python3 conformance/asked.py oauthlib

It prints JSON: for each check its answers, and the seconds of the fastest round. It imports nothing of
uri_regex, and nothing of the programs but the one that is asked for.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable, Iterable
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


def pyld() -> dict[str, Check]:
    from pyld.iri_resolver import resolve

    def target(pair: str) -> str:
        base, _, reference = pair.partition(" ")
        return str(resolve(reference, base))

    return {"resolve": target}


PROGRAMS = {"oauthlib": oauthlib, "fastjsonschema": fastjsonschema, "rdflib": rdflib, "pyld": pyld}


def answers(check: Check, texts: Iterable[str]) -> list[Any]:
    """What a check says of each text: a target as it is, anything else as true or false."""
    found: list[Any] = []
    for text in texts:
        try:
            answer = check(text)
        except Exception as error:
            found.append(f"<{type(error).__name__}>")
        else:
            found.append(answer if isinstance(answer, str) else bool(answer))
    return found


def main() -> int:
    texts = json.load(sys.stdin)
    report = {}
    for name, check in PROGRAMS[sys.argv[1]]().items():
        seconds = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            found = answers(check, texts)
            seconds.append(time.perf_counter() - start)
        report[name] = {"answers": found, "seconds": min(seconds)}
    json.dump(report, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
