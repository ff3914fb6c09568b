"""At the end of rfc3986/misc.py: what stands there for a compiled pattern, and is asked for groups."""

from . import _parts, _rules


class _Match(dict):
    def groupdict(self):
        return dict(self)

    def groups(self):
        return tuple(self.values())

    def __bool__(self):
        return True


class _Rule:
    def __init__(self, rule):
        self.rule = rule

    def match(self, text):
        if not _rules.matches(text, rule=self.rule):
            return None
        uri = _parts.split("//" + text)
        return _Match(userinfo=uri.userinfo, host=uri.host, port=uri.port)


class _Reference:
    def match(self, text):
        return _Match(_parts.split(text)._asdict())


URI_MATCHER = IRI_MATCHER = _Reference()
SUBAUTHORITY_MATCHER = _Rule("authority")
ABSOLUTE_URI_MATCHER = _Rule("absolute-URI")
SCHEME_MATCHER = _Rule("scheme")
PATH_MATCHER = _Rule("path")
QUERY_MATCHER = _Rule("query")
FRAGMENT_MATCHER = _Rule("fragment")
HOST_MATCHER = _Rule("host")
