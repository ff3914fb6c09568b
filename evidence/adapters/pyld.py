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
