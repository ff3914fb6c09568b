"""At the end of rdflib/term.py, where a URIRef may be any IRI reference."""

from ._iri import matches


def _is_valid_uri(uri):
    return matches(str(uri))  # or a namespace
