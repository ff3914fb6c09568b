"""A patch of schema_salad/fetcher.py: references are resolved as RFC 3986 5.2 says.

Which schemes are refused is still read by urllib.parse, which reads them where files are opened.
"""

from . import _uri  # noqa: F401, what REPLACED calls

REMOVED = ()
REPLACED = {"urllib.parse.urljoin(base_url, url)": "_uri.resolve(base_url, url)"}
