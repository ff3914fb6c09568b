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
