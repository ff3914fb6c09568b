"""A patch of marshmallow/validate.py: URL asks `parse`, with policies."""

from . import _uri

REMOVED = ("URL.RegexMemoizer", "URL._regex")


class URL:
    def __call__(self, value: str) -> str:
        message = self._format_error(value)
        required = ["domain / ireg-name / IPv4address / IPv6address"]
        if value and value.lower().startswith("file://"):
            required = ["path"]
        try:
            if value and value[0] in "/?#" and self.relative:
                _uri.parse(value, rule="irelative-ref")
                return value
            if not value or not self.absolute:
                raise ValueError(message)
            uri = _uri.parse(value, rule="IRI", schemes=self.schemes, require=required)
        except ValueError as error:
            raise ValidationError(message) from error  # noqa: F821
        name = (uri.host or "localhost").lower().removesuffix(".")
        if self.require_tld and name != "localhost" and not set(".:") & set(name):
            raise ValidationError(message)  # noqa: F821
        return value
