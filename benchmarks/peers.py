# SPDX-License-Identifier: MIT
"""Who is timed by run.py, and by which call."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

Call = Callable[..., Any]

# What `standalone` cuts out of uri_regex.py, into a folder of the run's own
GENERATED = {
    "_is_uri": ("is_uri",),
    "_everyday": ("is_uri", "split", "resolve", "normalize"),
    "_parse": ("parse", "validate"),
}
OURS = ("uri_regex", *GENERATED)
OTHERS = """
    abnf ada_url can_ada furl hyperlink linkify_it pydantic_core rfc3986 rfc3986_validator rfc3987
    rfc3987_syntax uritools yarl
""".split()
PACKAGES = {name: name.replace("_", "-") for name in OTHERS} | {"linkify_it": "linkify-it-py"}
SUBMODULES = {"urllib": "urllib.parse", "abnf": "abnf.grammars.rfc3986"}


class Peer(NamedTuple):
    """Who is timed; made from a line of a table below: *name †, two spaces or more, call."""

    name: str
    call: str  # the function to time, as an expression
    mark: str  # "†" speaks WHATWG's language, "‡" does not claim to validate
    shown: bool  # "*" in the chart

    @property
    def top(self) -> str:
        """The module that the call names."""
        nodes = ast.walk(ast.parse(self.call, mode="eval"))
        words = {node.id for node in nodes if isinstance(node, ast.Name)}
        return next(word for word in (*OURS, "re", "urllib", *OTHERS) if word in words)

    @property
    def label(self) -> str:
        return PACKAGES.get(self.top, self.top)

    @property
    def module(self) -> str:
        return SUBMODULES.get(self.top, self.top)

    def missing(self, error: Exception) -> str:
        package = PACKAGES.get(self.top)
        return f"- skipped: {self.name} (" + (
            f"`pip install {package}`)" if package else f"{error})"
        )


def read(table: str) -> list[Peer]:
    found = []
    for line in table.strip().splitlines():
        name, call = re.split(r" {2,}", line.strip(), maxsplit=1)
        mark = name[-1] if name[-1] in "†‡" else ""
        found.append(Peer(name.strip("*†‡ "), call, mark, name.startswith("*")))
    return found


def load(table: str, say: Callable[[str], None]) -> dict[Peer, Call]:
    """Those that can be had; the others are named, with the command that installs them."""
    names = {"partial": partial, **globals()}
    found, missing = {}, []
    for peer in read(table):
        try:
            importlib.import_module(peer.module)
            found[peer] = eval(peer.call, {**names, peer.top: sys.modules[peer.top]})
        except (ImportError, AttributeError) as error:
            missing.append(peer.missing(error))
    if missing:
        say("\n".join(missing))
    return found


def generate(folder: str) -> None:
    sys.path.insert(1, folder)
    standalone = getattr(importlib.import_module("uri_regex"), "standalone", None)
    for name, functions in GENERATED.items() if standalone else ():
        Path(folder, f"{name}.py").write_text(standalone(*functions), encoding="utf-8")


# Where a call takes more than an expression


def abnf_iri(abnf: Any) -> Call:
    return importlib.import_module("abnf.grammars.rfc3987").Rule("IRI").parse_all


def furl_normalizer(furl: Any) -> Call:
    def call(text: str) -> str:
        url = furl.furl(text)
        url.path.normalize()
        return str(url.url)

    return call


def linkifier(linkify_it: Any) -> Call:
    match = linkify_it.LinkifyIt().match
    return lambda text: [found.text for found in match(text) or ()]


def rfc3986_checker(rfc3986: Any, *required: str) -> Call:
    parts = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    check = importlib.import_module("rfc3986.validators").Validator().check_validity_of(*parts)
    check = check.require_presence_of(*required)

    def call(text: str) -> Any:
        reference = rfc3986.uri_reference(text)
        check.validate(reference)
        return reference

    return call


APPENDIX_B = r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
# Ours come first: the others are measured by them.
PEERS = {
    "validate": """
    * uri_regex.is_uri     uri_regex.is_uri
      bare fullmatch       uri_regex.RFC3986.compile('URI').fullmatch
      generated is_uri     _is_uri.is_uri
    * rfc3986-validator    partial(rfc3986_validator.validate_rfc3986, rule='URI')
    * rfc3987.match        partial(rfc3987.match, rule='URI')
    * rfc3986 Validator    rfc3986_checker(rfc3986, 'scheme')
    * abnf                 abnf.grammars.rfc3986.Rule('URI').parse_all
    * pydantic_core.Url †  pydantic_core.Url
      ada_url.check_url †  ada_url.check_url
      can_ada.can_parse †  can_ada.can_parse
    """,
    "iri": """
      uri_regex RFC3987.matches  partial(uri_regex.RFC3987.matches, 'IRI')
      rfc3987.match              partial(rfc3987.match, rule='IRI')
      rfc3987-syntax             rfc3987_syntax.is_valid_syntax_iri
      abnf                       abnf_iri(abnf)
    """,
    "parse": """
    * uri_regex.parse      partial(uri_regex.parse, rule='URI-reference')
      generated parse      partial(_parse.parse, rule='URI-reference')
    * uritools.urisplit ‡  uritools.urisplit
    * urllib urlsplit ‡    urllib.parse.urlsplit
      rfc3986 Validator    rfc3986_checker(rfc3986)
    * rfc3987.parse        partial(rfc3987.parse, rule='URI_reference')
      hyperlink.URL ‡      hyperlink.URL.from_text
    * yarl.URL ‡           yarl.URL
    * furl ‡               furl.furl
      pydantic_core.Url †  pydantic_core.Url
      ada_url.URL †        ada_url.URL
      ada_url.parse_url †  ada_url.parse_url
      can_ada.parse †      can_ada.parse
    """,
    "split": """
      uri_regex.split    uri_regex.split
      bare Appendix B    re.compile(APPENDIX_B, re.DOTALL).match
      generated split    _everyday.split
      uritools.urisplit  uritools.urisplit
      urllib urlsplit    urllib.parse.urlsplit
      rfc3986            rfc3986.uri_reference
      hyperlink.URL      hyperlink.URL.from_text
    """,
    "resolve": """
      uri_regex.resolve    uri_regex.resolve
      generated resolve    _everyday.resolve
      uritools.urijoin     uritools.urijoin
      urllib urljoin       urllib.parse.urljoin
      rfc3986              lambda b, r: rfc3986.uri_reference(r).resolve_with(b).unsplit()
      rfc3987.resolve      rfc3987.resolve
      hyperlink.URL.click  lambda b, r: hyperlink.URL.from_text(b).click(r).to_text()
      yarl.URL.join        lambda b, r: str(yarl.URL(b).join(yarl.URL(r)))
      furl.join            lambda b, r: furl.furl(b).join(r).url
      ada_url.join_url †   ada_url.join_url
    """,
    "normalize": """
    * uri_regex.normalize      uri_regex.normalize
      generated normalize      _everyday.normalize
    * rfc3986.normalize_uri    rfc3986.normalize_uri
    * hyperlink                lambda text: hyperlink.URL.from_text(text).normalize().to_text()
    * yarl.URL                 lambda text: str(yarl.URL(text))
      furl                     furl_normalizer(furl)
    * ada_url.normalize_url †  ada_url.normalize_url
      can_ada.parse †          lambda text: str(can_ada.parse(text))
      pydantic_core.Url †      lambda text: str(pydantic_core.Url(text))
    """,
    "find": r"""
      uri_regex.find           lambda text: [one.uri for one in uri_regex.find(text)]
      linkify-it-py            linkifier(linkify_it)
      re (?:https?|ftp)://\S+  re.compile(r'(?:https?|ftp)://\S+').findall
    """,
    # The first call of a new process; t is a URI.
    "start": """
      uri_regex                                  uri_regex.is_uri(t)
      generated: is_uri                          _is_uri.is_uri(t)
      generated: is_uri split resolve normalize  _everyday.is_uri(t)
      generated: parse validate                  _parse.parse(t)
      urllib.parse                               urllib.parse.urlsplit(t)
      rfc3986                                    rfc3986.uri_reference(t)
      rfc3987                                    rfc3987.match(t, 'URI')
      rfc3986-validator                          rfc3986_validator.validate_rfc3986(t, rule='URI')
      rfc3987-syntax                             rfc3987_syntax.is_valid_syntax_iri(t)
      abnf                                       abnf.grammars.rfc3986.Rule('URI').parse_all(t)
      uritools                                   uritools.urisplit(t)
      hyperlink                                  hyperlink.URL.from_text(t)
      yarl                                       yarl.URL(t)
      furl                                       furl.furl(t)
      ada_url                                    ada_url.URL(t)
      can_ada                                    can_ada.parse(t)
      pydantic_core                              pydantic_core.Url(t)
      linkify-it-py                              linkify_it.LinkifyIt().match(t)
    """,
}
