"""A patch of feedparser/urls.py: references are resolved as RFC 3986 5.2 says."""

from . import _uri

REMOVED = ()


def _urljoin(base, uri):
    uri = _urifixer.sub(r"\1\3", uri)  # noqa: F821
    try:
        return _uri.resolve(base, uri)
    except ValueError:
        return ""
