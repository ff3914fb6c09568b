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
