"""At the end of oauthlib/uri_validate.py, whose callers expect None of what is not valid."""

from . import _uri


def is_uri(uri):
    return _uri.is_uri(uri) or None


def is_uri_reference(uri):
    return _uri.is_uri_reference(uri) or None


def is_absolute_uri(uri):
    return _uri.is_absolute_uri(uri) or None
