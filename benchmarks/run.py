# SPDX-License-Identifier: MIT
"""uri_regex beside the libraries that people use today: time, memory, wrong verdicts.

    python benchmarks/run.py                 # all: Markdown on stdout, the chart beside this file
    python benchmarks/run.py --quick         # small inputs, few rounds: where are we, roughly
    python benchmarks/run.py --task resolve  # one task (may be repeated); a chart only with --svg

How it measures, so that a figure can be believed:

- One process, and in each round every peer takes its turn, so drift of the machine hits all
  alike. The order rotates. A ratio is the median of the rounds' ratios, not a ratio of medians.
- Every input differs from every other, and they outnumber what any peer's cache holds:
  `urllib.parse` and yarl answer a repeated string from a dictionary, without parsing it.
- The inputs come from seeds, so each run, here or elsewhere, times the same texts.
- A peer that is not installed is named, with the command that installs it.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.metadata
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import product
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # the module of this checkout, not an installed one

Call = Callable[..., Any]
Times = dict[str, list[float]]  # peer -> one figure a round

# ---------------------------------------------------------------------------------------------
# Inputs
# ---------------------------------------------------------------------------------------------

WORDS = (
    "about api v1 v2 docs en users items search index.html assets img logo.png 2024 blog report "
    "news archive caf%C3%A9 a%20b tag report.pdf a b c cart ~ann feed.xml wiki Main_Page x,y (1)"
).split()
HOSTS = "example shop data-host uni mail archive cdn-eu museum".split()
TLDS = ".com .com .org .net .de .co.uk .io .gov.au".split()
LABELS = ("www.", "www.", "", "", "api.", "cdn.", "a.b.")


def uris(count: int, seed: int) -> Iterator[str]:
    """`count` valid URIs, no two alike: the number of each is part of its host or its path."""
    rng = random.Random(seed)
    choice, chance, number = rng.choice, rng.random, rng.randrange
    for i in range(count):
        kind = chance()
        if kind < 0.04:
            yield f"mailto:{choice(HOSTS)}{i}@example.org"
            continue
        if kind < 0.07:
            yield choice((f"urn:isbn:{i:013}", f"tag:example.org,2024:{i}", f"tel:+1-555-{i:07}"))
            continue
        if kind < 0.08:
            yield f"file:///srv/{choice(WORDS)}/{i}"
            continue
        parts = [choice(("https", "https", "https", "https", "http", "ftp")), "://"]
        if chance() < 0.03:
            parts.append(f"user{number(999)}@")
        kind, own = chance(), f"/{i}"
        if kind < 0.05:
            parts.append(f"{number(1, 256)}.{number(256)}.{number(256)}.{number(256)}")
        elif kind < 0.08:
            parts.append(f"[2001:db8::{number(1, 65536):x}:{number(1, 65536):x}]")
        else:
            parts.append(f"{choice(LABELS)}{choice(HOSTS)}{i}{choice(TLDS)}")
            own = ""
        if chance() < 0.08:
            parts.append(f":{number(1024, 65536)}")
        parts.append(own)
        # A path for every web URI: the WHATWG parsers add the "/" of an empty one, which would
        # make them normalize where we do not have to.
        parts += ["/" + choice(WORDS) for _ in range(number(1, 6))]
        if chance() < 0.35:
            parts.append("?" + "&".join(f"{choice('abcq')}={number(9999)}" for _ in "ab"))
        if chance() < 0.15:
            parts.append("#" + choice(("top", "sec-2", "fig:1", "L10")))
        yield "".join(parts)


def web_uris(count: int, seed: int) -> list[str]:
    """`count` of them with an authority: what every resolver can take as its base."""
    several = uris(2 * count, seed)
    return [text for text in several if text.startswith(("http", "ftp"))][:count]


def not_normal(texts: Sequence[str], seed: int) -> list[str]:
    """Each with one to three things to normalize: case, triplets, dot-segments."""
    rng = random.Random(seed)

    def dots(text: str) -> str:
        at = text.index("/", 8)
        return text[:at] + rng.choice(("/x/..", "/.", "/a/./..", "/%2e")) + text[at:]

    def host(text: str) -> str:
        at = text.index("//") + 2
        return text[:at] + text[at : at + 5].upper() + text[at + 5 :]

    def triplet(text: str) -> str:
        at = text.index("/", 8) + 1
        return text[:at] + rng.choice(("%7e", "%c3%a9", "%41", "%2f")) + text[at:]

    def scheme(text: str) -> str:
        return text[:4].upper() + text[4:]

    result = []
    for text in texts:
        for change in rng.sample((dots, host, triplet, scheme), rng.choice((1, 1, 2, 3))):
            text = change(text)
        result.append(text)
    return result


def pairs(count: int, seed: int) -> list[tuple[str, str]]:
    """(base, reference): no base comes twice, references as one finds them in pages."""
    rng = random.Random(seed)

    def reference(i: int) -> str:
        word = rng.choice(WORDS)
        return rng.choice(
            (
                f"../{word}/{i}.html",
                f"../../{word}{i}",
                f"./{word}/./{i}",
                f"{word}{i}.png",
                f"{word}/../{i}/",
                f"/{word}/{i}",
                f"//cdn{i}.example.com/{word}.js",
                f"?page={i}",
                f"#sec-{i}",
                f"https://www.example{i}.net/{word}/../{word}",
            )
        )

    return [(base, reference(i)) for i, base in enumerate(web_uris(count, seed))]


PROSE = (
    "the of and a to in he was that it his her with as had for she not at but be on they have him "
    "which said from all this one would so there were or when by them who will been what no their "
    "out up into time more could has some then two about great after little made before very old "
    "house people never water under morning another letter thought because through between nothing"
).split()


def prose(size: int, seed: int) -> str:
    """Plain English as to its punctuation; no URI in it, a colon in every fiftieth word or so."""
    rng = random.Random(seed)
    lines: list[str] = []
    line: list[str] = []
    length = total = 0
    upper = True
    while total < size:
        word = rng.choice(PROSE)
        if upper:
            word, upper = word.capitalize(), False
        kind = rng.random()
        if kind < 0.08:
            word, upper = word + rng.choice("...?!"), True
        elif kind < 0.16:
            word += ","
        elif kind < 0.18:
            word += rng.choice(":;")
        elif kind < 0.20:
            word = rng.choice(('"{}"', "({})", "'{}'", "{}-like", "e.g. {}")).format(word)
        elif kind < 0.21:
            word = str(rng.randrange(2000))
        line.append(word)
        length += len(word) + 1
        if length > 76:
            lines.append(" ".join(line))
            total += length
            line, length = [], 0
    return "\n".join(lines)[:size]


def technical(size: int, seed: int) -> str:
    """The worst of plain text for a finder: full of colons, and still no URI."""
    rng = random.Random(seed)
    bits = ("Note: this", "std::vector", "12:30", "e.g.:x", "key: value", "a ratio of 3:4", "re:")
    words = prose(size, seed).split(" ")
    return " ".join(rng.choice(bits) if rng.random() < 0.1 else word for word in words)[:size]


def dense(count: int, seed: int) -> tuple[str, list[str]]:
    """A text of which most is URIs, and the URIs. All with schemes that any linkifier knows."""
    rng = random.Random(seed)
    planted = [text for text in web_uris(count, seed) if text.rstrip(")") == text]
    shapes = ("{} and", "see {}, or", "<{}>\n", "({})", '"{}"', "at {}.\n")
    return " ".join(rng.choice(shapes).format(text) for text in planted), planted


def mixed(size: int, seed: int) -> tuple[str, list[str]]:
    """Prose with a URI in every third line or so, as in a mail or a README; and the URIs."""
    rng = random.Random(seed)
    lines = prose(size, seed).split("\n")
    _, planted = dense(len(lines) // 3, seed)
    for text in planted:
        at = rng.randrange(len(lines))
        lines[at] += rng.choice((" {}", " <{}>", " ({}),")).format(text)
    return "\n".join(lines), planted


# ---------------------------------------------------------------------------------------------
# Verdicts: what RFC 3986 says, part by part
# ---------------------------------------------------------------------------------------------
# A text is one frame with one part put in. The good parts match the part's rule and the bad ones
# do not. No part holds a delimiter that moves the borders of its frame: the verdict on the part
# is the verdict on the whole.

# What no part may hold as it is: controls, space, RFC 2396's excluded delimiters, non-ASCII.
NOWHERE = tuple(' \t\n\r\0\x7f"<>\\^`{|}') + ("é", "\xa0", "\u212a", "\u0661", "\uff0f", "\ud800")
TRIPLETS_BAD = ("%", "%4", "%zz", "%4g", "%g4", "%%20", "%u0041", "%\uff14\uff11", "% 1")
SUB_DELIMS = "!$&'()*+,;="

SCHEMES = (
    "a http HTTP h2 coap+tcp z39.50r x-y a. a+ a-".split(),
    # 3.1: ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ). They begin no relative-ref either:
    # 4.2 bars ":" from its first segment.
    ["", "a b", "a\n", "\na", *"1a +a -a .a a_b a%41 a~ a! é aé \u212a".split()],
)
IPV6 = (
    ":: ::1 1:: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 1:2:3::7:8 0000::0 "
    "1:2:3:4:5:6:1.2.3.4 ::1.2.3.4 ::ffff:1.2.3.4 1::1.2.3.4 1:2:3:4:5::1.2.3.4 ABCD:ef01:: "
    "::255.255.255.255".split(),
    # Too few groups, too many, "::" twice or for no group, five digits, an IPv4address that is
    # none or not at the end, a zone (RFC 6874's, not RFC 3986's).
    ": ::: 1 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::2::3 12345:: g:: :1::2 1:::2 1:2:3:4::5:6:7:8 "
    "1::2:3:4:5:6:7:8 ::1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8:: ::1.2.3 ::1.2.3.4.5 ::256.1.1.1 "
    "::01.2.3.4 ::1.2.3.04 1.2.3.4:: 1.2.3.4 1:2:3:4:5:6:7:1.2.3.4 1:2:3:4:5:6::1.2.3.4 ::1%eth0 "
    "::1%25eth0 ::\u0661".split(),
)
FUTURE = ("v1.a V1.a vF.: v7f.a:b! v1.~".split(), "v.a v1. vg.a v1a 1.a v1.%41 v1.@".split())
# 3.2.2: what is no IPv4address can still be a reg-name, so 256.1.1.1 and 0x7f.1 are valid hosts.
HOST = (
    [f"[{text}]" for text in (*IPV6[0], *FUTURE[0])]
    + ["", "a" * 300, SUB_DELIMS]
    + "a A.b-c example.com a_b a..b a. - ~ %41 %c3%A9 %00 %5B 127.0.0.1 255.255.255.255 256.1.1.1 "
    "999.1.1.1 1.2.3 01.2.3.4 1.2.3.4.5 0x7f.1 xn--bcher-kva.example".split(),
    [f"[{text}]" for text in (*IPV6[1], *FUTURE[1], "", "::1\n", " ::1")]
    + "[ ] [::1 ::1] [::1]x x[::1] [[::1]] ::1 a:b a[b]".split()
    + ["a" + text for text in NOWHERE + TRIPLETS_BAD],
)
USERINFO = (
    ("", "u", "u:p", "u:p:q", ":", "%40", SUB_DELIMS, "u%2Fv", "-._~", "1.2.3.4"),
    ("u@v", "[", "u]", "[::1]") + tuple("u" + text for text in NOWHERE + TRIPLETS_BAD),
)
PORT = (
    ("", "0", "80", "65535", "65536", "99999999999", "000"),
    ("a", "-1", "+1", "8a", " 80", "8 0", "1.2", "%30", "0x50", "1e3", "1_0", "80:", ":80")
    + ("80\n", "\u0668\u0660", "\uff18\uff10", "\xb2"),
)
PATH = (
    ("", "/", "//", "/a", "/a//b", "/.", "/..", "/a/../..", "/a;b=c,d", "/:@-._~" + SUB_DELIMS)
    + ("/%20", "/%C3%A9", "/%ff", "/%00", "/a:b@c", "/a/b/c/", "/" + "a" * 300),
    ("/[", "/]", "/a[0]", "/a\r\n", "/a\nb")
    + tuple("/a" + text for text in NOWHERE + TRIPLETS_BAD),
)
QUERY = (
    ("", "a=b&c=d", "?", "/", "a/b?c", ":@", "%20", SUB_DELIMS, "a%5B%5D=1", "-._~", "??"),
    ("[", "]", "a[]=1", "a\r\n") + tuple("a" + text for text in NOWHERE + TRIPLETS_BAD),
)
WHOLE_URIS = (
    "ftp://ftp.is.co.za/rfc/rfc1808.txt|ldap://[2001:db8::7]/c=GB?objectClass?one|http:|x:|x:?|x:#"
    "|mailto:John.Doe@example.com|news:comp.infosystems.www.servers.unix|tel:+1-816-555-1212|http:a"
    "|telnet://192.0.2.16:80/|urn:oasis:names:specification:docbook:dtd:xml:4.1.2|http:/a|http:///a"
    "|http:////a|a:b:c|a:1|http://u/v@h/|http://h?q@h|http://h#f|x://|x://?|x://#|x:///|x:a//b|x:%41"
    "|foo://example.com:8042/over/there?name=ferret#nose|c:/windows|javascript:alert(1)|a:?b#c/?"
).split("|")
WHOLE_REFERENCES = "|a|./a:b|a/b:c|../..|.|..|?|#|?a#b|//|//h|//h:1|/|/a:b|;a|%41|a?b:c|a#b:c|@|&|-"
WHOLE_NEITHER = (
    "://|:|:a|1:2|@:a|%41:b|a@b:c| |\n| http://a/|http://a/ |\thttp://a/|http://a/\n|http://a\n"
    "|http:\n|http:\\\\a|http:\\a|ht\ttp://a/|http://a/%|http://a/#b#c|##|#a#|http://[::1]a/|[a]"
    "|http://a[::1]/|http://user@evil@h/|http://h:80:80/|http://[::1/|http://::1/|//h:a|//[|//a b"
    "|<http://a/>|\ufeffx:|http://127.0.0.1\\@1.1.1.1|http://foo@evil.com:80@google.com/"
).split("|")


def verdicts() -> list[tuple[str, bool, bool]]:
    """(text, is it a URI, is it a URI-reference)"""
    table: dict[str, tuple[bool, bool]] = {}

    def add(parts: Sequence[Sequence[str]], *frames: str) -> None:
        for good, texts in ((True, parts[0]), (False, parts[1])):
            for part in texts:
                for frame in frames:
                    is_uri = good and frame.partition("{}")[0] not in ("", "//", "?", "#")
                    table[frame.replace("{}", part)] = (is_uri, good)

    # The scheme frame begins with its part, but is a URI all the same.
    for good, texts in ((True, SCHEMES[0]), (False, SCHEMES[1])):
        table.update({f"{part}://h/p": (good, good) for part in texts})
    add(HOST, "http://{}/", "x://u@{}:1/p?q#f", "//{}/")
    add(USERINFO, "http://{}@h/", "x://{}@[::1]")
    add(PORT, "http://h:{}/", "x://[::1]:{}")
    add(PATH, "http://h{}", "x:{}", "{}")
    add(QUERY, "http://h/?{}", "x:?{}#f", "?{}")
    add((QUERY[0], (*QUERY[1], "#", "a#b")), "http://h/#{}", "#{}")
    table.update(dict.fromkeys(WHOLE_URIS, (True, True)))
    table.update(dict.fromkeys(WHOLE_REFERENCES.split("|"), (False, True)))
    table.update(dict.fromkeys(WHOLE_NEITHER, (False, False)))
    return [(text, *verdict) for text, verdict in table.items()]


# RFC 3986 5.4, on this base; without the last, "http:g", for which 5.4.2 gives two answers
BASE = "http://a/b/c/d;p?q"
RESOLUTIONS = dict(
    item.split(" ")
    for item in (
        "g:h g:h|g http://a/b/c/g|./g http://a/b/c/g|g/ http://a/b/c/g/|/g http://a/g|//g http://g"
        "|?y http://a/b/c/d;p?y|g?y http://a/b/c/g?y|#s http://a/b/c/d;p?q#s|g#s http://a/b/c/g#s"
        "|g?y#s http://a/b/c/g?y#s|;x http://a/b/c/;x|g;x http://a/b/c/g;x|. http://a/b/c/"
        "|g;x?y#s http://a/b/c/g;x?y#s| http://a/b/c/d;p?q|./ http://a/b/c/|.. http://a/b/"
        "|../ http://a/b/|../g http://a/b/g|../.. http://a/|../../ http://a/|../../g http://a/g"
        "|../../../g http://a/g|../../../../g http://a/g|/./g http://a/g|/../g http://a/g"
        "|g. http://a/b/c/g.|.g http://a/b/c/.g|g.. http://a/b/c/g..|..g http://a/b/c/..g"
        "|./../g http://a/b/g|./g/. http://a/b/c/g/|g/./h http://a/b/c/g/h|g/../h http://a/b/c/h"
        "|g;x=1/./y http://a/b/c/g;x=1/y|g;x=1/../y http://a/b/c/y|g?y/./x http://a/b/c/g?y/./x"
        "|g?y/../x http://a/b/c/g?y/../x|g#s/./x http://a/b/c/g#s/./x|g#s/../x http://a/b/c/g#s/../x"
    ).split("|")
)

# RFC 3986 6.2.2: case, triplets, dot-segments; a text with itself is normal already.
NORMAL = dict(
    item.split(" ")
    for item in (
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d example://a/b/c/%7Bfoo%7D|HTTP://a/ http://a/"
        "|http://www.EXAMPLE.com/ http://www.example.com/|http://a/%7e http://a/~"
        "|http://a/%c3%a9 http://a/%C3%A9|http://a/%2f http://a/%2F|http://a/b/%2E%2e/c http://a/c"
        "|http://a/b%2Fc http://a/b%2Fc|http://a/?%41%2b http://a/?A%2B|http://a/#%7E http://a/#~"
        "|http://U@A/ http://U@a/|http://a%2fB/ http://a%2Fb/|http://a/b/. http://a/b/"
        "|http://a/b/.. http://a/|http://a/../b http://a/b|URN:Foo:A urn:Foo:A"
        "|http://a//b/./c http://a//b/c|http://[2001:DB8::A]/ http://[2001:db8::a]/"
        "|mailto:A@B.C mailto:A@B.C|http://a/%ff http://a/%FF|http://a/b?c/../d http://a/b?c/../d"
        "|http://a/A?B#C http://a/A?B#C|http://%41b/ http://ab/|http://a/%3a http://a/%3A"
    ).split("|")
)

# ---------------------------------------------------------------------------------------------
# Peers
# ---------------------------------------------------------------------------------------------

OURS = "uri_regex"
RFC, WHATWG, PARTLY, NO = "RFC 3986", "WHATWG †", "partly ‡", "no"


class Peer(NamedTuple):
    name: str
    package: str  # what pip installs; "" for what comes with Python or is ours
    load: Callable[[], Call]  # imports it; ImportError where it is not installed
    validates: str = NO  # by which standard
    rule: str = "URI"  # what it can be asked for


def mod(name: str) -> Any:
    return importlib.import_module(name)


def rfc3986_validator(scheme: bool) -> Call:
    from_string = mod("rfc3986").uri_reference
    check = mod("rfc3986.validators").Validator()
    parts = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    check = check.check_validity_of(*parts)
    if scheme:
        check = check.require_presence_of("scheme")

    def call(text: str) -> Any:
        reference = from_string(text)
        check.validate(reference)
        return reference

    return call


def rfc3987_with(function: str, rule: str) -> Call:
    call = getattr(mod("rfc3987"), function)
    return lambda text: call(text, rule)


def validator_with(rule: str) -> Call:
    call = mod("rfc3986_validator").validate_rfc3986
    return lambda text: call(text, rule=rule)


def stringed(module: str, name: str) -> Call:
    call = getattr(mod(module), name)
    return lambda text: str(call(text))


def rfc3986_join() -> Call:
    from_string = mod("rfc3986").uri_reference
    return lambda base, ref: from_string(ref).resolve_with(base).unsplit()


def rfc3987_join() -> Call:
    call = mod("rfc3987").resolve
    return lambda base, ref: call(base, ref)


def hyperlink_join() -> Call:
    read = mod("hyperlink").URL.from_text
    return lambda base, ref: read(base).click(ref).to_text()


def yarl_join() -> Call:
    url = mod("yarl").URL
    return lambda base, ref: str(url(base).join(url(ref)))


def furl_join() -> Call:
    read = mod("furl").furl
    return lambda base, ref: read(base).join(ref).url


def hyperlink_normal() -> Call:
    read = mod("hyperlink").URL.from_text
    return lambda text: read(text).normalize().to_text()


def furl_normal() -> Call:
    read = mod("furl").furl

    def call(text: str) -> Any:
        url = read(text)
        url.path.normalize()
        return url.url

    return call


def ours_find() -> Call:
    call = mod(OURS).find
    return lambda text: [found.uri for found in call(text)]


def linkify_find() -> Call:
    matcher = mod("linkify_it").LinkifyIt()
    return lambda text: [found.text for found in matcher.match(text) or ()]


def naive_find() -> Call:
    return re.compile(r"(?:https?|ftp)://\S+").findall


VALIDATE = (
    Peer("uri_regex.is_uri", "", lambda: mod(OURS).is_uri, RFC),
    Peer("bare fullmatch", "", lambda: mod(OURS).RFC3986.compile("URI").fullmatch, RFC),
    Peer("rfc3986-validator", "rfc3986-validator", lambda: validator_with("URI"), RFC),
    Peer("rfc3987.match", "rfc3987", lambda: rfc3987_with("match", "URI"), RFC),
    Peer("rfc3986 Validator", "rfc3986", lambda: rfc3986_validator(True), RFC),
    Peer("pydantic_core.Url", "pydantic_core", lambda: mod("pydantic_core").Url, WHATWG),
    Peer("ada_url.check_url", "ada-url", lambda: mod("ada_url").check_url, WHATWG),
    Peer("can_ada.can_parse", "can_ada", lambda: mod("can_ada").can_parse, WHATWG),
)
REFERENCE = "URI-reference"
PARSE = (
    Peer("uri_regex.parse", "", lambda: mod(OURS).parse, RFC, REFERENCE),
    Peer("uritools.urisplit", "uritools", lambda: mod("uritools").urisplit, PARTLY, REFERENCE),
    Peer("urllib urlsplit", "", lambda: mod("urllib.parse").urlsplit, PARTLY, REFERENCE),
    Peer("rfc3986 Validator", "rfc3986", lambda: rfc3986_validator(False), RFC, REFERENCE),
    Peer(
        "rfc3987.parse", "rfc3987", lambda: rfc3987_with("parse", "URI_reference"), RFC, REFERENCE
    ),
    Peer("hyperlink.URL", "hyperlink", lambda: mod("hyperlink").URL.from_text, PARTLY, REFERENCE),
    Peer("yarl.URL", "yarl", lambda: mod("yarl").URL, PARTLY, REFERENCE),
    Peer("furl", "furl", lambda: mod("furl").furl, PARTLY, REFERENCE),
    Peer("pydantic_core.Url", "pydantic_core", lambda: mod("pydantic_core").Url, WHATWG),
    Peer("ada_url.URL", "ada-url", lambda: mod("ada_url").URL, WHATWG),
    Peer("ada_url.parse_url", "ada-url", lambda: mod("ada_url").parse_url, WHATWG),
    Peer("can_ada.parse", "can_ada", lambda: mod("can_ada").parse, WHATWG),
)
APPENDIX_B = r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
SPLIT = (
    Peer("uri_regex.split", "", lambda: mod(OURS).split),
    Peer("bare Appendix B", "", lambda: re.compile(APPENDIX_B, re.DOTALL).match),
    Peer("uritools.urisplit", "uritools", lambda: mod("uritools").urisplit),
    Peer("urllib urlsplit", "", lambda: mod("urllib.parse").urlsplit),
    Peer("rfc3986", "rfc3986", lambda: mod("rfc3986").uri_reference),
    Peer("hyperlink.URL", "hyperlink", lambda: mod("hyperlink").URL.from_text),
)
RESOLVE = (
    Peer("uri_regex.resolve", "", lambda: mod(OURS).resolve),
    Peer("uritools.urijoin", "uritools", lambda: mod("uritools").urijoin),
    Peer("urllib urljoin", "", lambda: mod("urllib.parse").urljoin),
    Peer("rfc3986", "rfc3986", rfc3986_join),
    Peer("rfc3987.resolve", "rfc3987", rfc3987_join),
    Peer("hyperlink.URL.click", "hyperlink", hyperlink_join),
    Peer("yarl.URL.join", "yarl", yarl_join),
    Peer("furl.join", "furl", furl_join),
    Peer("ada_url.join_url", "ada-url", lambda: mod("ada_url").join_url, WHATWG),
)
NORMALIZE = (
    Peer("uri_regex.normalize", "", lambda: mod(OURS).normalize),
    Peer("rfc3986.normalize_uri", "rfc3986", lambda: mod("rfc3986").normalize_uri),
    Peer("hyperlink", "hyperlink", hyperlink_normal),
    Peer("yarl.URL", "yarl", lambda: stringed("yarl", "URL")),
    Peer("furl", "furl", furl_normal),
    Peer("ada_url.normalize_url", "ada-url", lambda: mod("ada_url").normalize_url, WHATWG),
    Peer("can_ada.parse", "can_ada", lambda: stringed("can_ada", "parse"), WHATWG),
    Peer("pydantic_core.Url", "pydantic_core", lambda: stringed("pydantic_core", "Url"), WHATWG),
)
FIND = (
    Peer("uri_regex.find", "", ours_find),
    Peer("linkify-it-py", "linkify-it-py", linkify_find),
    Peer(r"re (?:https?|ftp)://\S+", "", naive_find),
)
# (module, what pip installs, a first call)
IMPORTS = (
    ("uri_regex", "", "m.is_uri(t)"),
    ("urllib.parse", "", "m.urlsplit(t)"),
    ("rfc3986", "rfc3986", "m.uri_reference(t)"),
    ("rfc3987", "rfc3987", "m.match(t, 'URI')"),
    ("rfc3986_validator", "rfc3986-validator", "m.validate_rfc3986(t, rule='URI')"),
    ("uritools", "uritools", "m.urisplit(t)"),
    ("hyperlink", "hyperlink", "m.URL.from_text(t)"),
    ("yarl", "yarl", "m.URL(t)"),
    ("furl", "furl", "m.furl(t)"),
    ("ada_url", "ada-url", "m.URL(t)"),
    ("can_ada", "can_ada", "m.parse(t)"),
    ("pydantic_core", "pydantic_core", "m.Url(t)"),
    ("linkify_it", "linkify-it-py", "m.LinkifyIt().match(t)"),
)

# ---------------------------------------------------------------------------------------------
# Measuring
# ---------------------------------------------------------------------------------------------


class Loaded(NamedTuple):
    peer: Peer
    call: Call


def load(peers: Sequence[Peer]) -> list[Loaded]:
    """Those that can be had; the others are said to be skipped."""
    result = []
    for peer in peers:
        try:
            result.append(Loaded(peer, peer.load()))
        except ImportError as error:
            how = f"`pip install {peer.package}`" if peer.package else f"its import says: {error}"
            print(f"- skipped: {peer.name} is not installed ({how})")
        except AttributeError as error:
            print(f"- skipped: {peer.name} ({error})")
    if len(result) < len(peers):
        print()
    return result


def over(call: Call, data: Sequence[Any]) -> int:
    """How many it refused: that must not end the race. `try` is free from Python 3.11 on."""
    refused = 0
    for text in data:
        try:
            call(text)
        except Exception:
            refused += 1
    return refused


def over_pairs(call: Call, data: Sequence[tuple[str, str]]) -> int:
    refused = 0
    for base, ref in data:
        try:
            call(base, ref)
        except Exception:
            refused += 1
    return refused


def race(
    runs: Mapping[str, Callable[[], Any]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> Times:
    """Seconds of each, round by round; the caller has warmed them up.

    By the processor's time, not the wall's: what another process takes meanwhile is not counted.
    """
    times: Times = {name: [] for name in runs}
    names = list(runs)
    for turn in range(rounds):
        start = turn % len(names)
        for name in names[start:] + names[:start]:
            run = runs[name]
            gc.collect()
            gc.disable()  # as timeit does: a collection would hit whoever has the turn
            begin = clock()
            run()
            end = clock()
            gc.enable()
            times[name].append(end - begin)
    return times


def timed(loaded: Sequence[Loaded], data: Sequence[Any], rounds: int, loop: Call) -> Times:
    """Nanoseconds a call."""
    runs: dict[str, Callable[[], Any]] = {}
    sizes: dict[str, int] = {}
    for peer, call in loaded:
        begin = time.perf_counter()
        loop(call, data[:200])
        each = (time.perf_counter() - begin) / 200
        # Who needs more than 15 us gets every tenth text: still more of them than a cache holds.
        share = data[:: 10 if each > 15e-6 and len(data) >= 10_000 else 1]
        refused = loop(call, share)
        if refused:
            print(f"- {peer.name} refuses {refused:,} of {len(share):,}; its time is with that\n")
        sizes[peer.name] = len(share)
        runs[peer.name] = partial(loop, call, share)
    times = race(runs, rounds)
    return {name: [1e9 * one / sizes[name] for one in times[name]] for name in times}


def ratio(times: Times, over_: str, under: str) -> tuple[float, float, float]:
    """The median of the rounds' ratios, and their quartiles."""
    ratios = [a / b for a, b in zip(times[over_], times[under])]
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    return middle, low, high


def answer(call: Call, *arguments: str) -> Any:
    """What it says; None, which every table below counts as wrong, where it raises."""
    try:
        return call(*arguments)
    except Exception:
        return None


def wrong_verdicts(peer: Peer, call: Call) -> tuple[int, int]:
    """(invalid texts let in, valid texts kept out). Who returns a parse tells by an exception."""
    let_in = kept_out = 0
    said: Any
    for text, is_uri, is_reference in verdicts():
        said = answer(call, text)
        said = said is not None and said is not False  # `==` of some peers' classes raises
        right = is_uri if peer.rule == "URI" else is_reference
        let_in += said and not right
        kept_out += right and not said
    return let_in, kept_out


# ---------------------------------------------------------------------------------------------
# Tables
# ---------------------------------------------------------------------------------------------


class Row(NamedTuple):
    name: str
    value: float
    text: str  # what stands at the end of its bar
    ours: bool


class Panel(NamedTuple):
    title: str
    unit: str
    rows: list[Row]


class Results:
    """What the tasks found, for the table of promises and the chart."""

    def __init__(self, quick: bool) -> None:
        self.quick = quick
        self.count = 1_000 if quick else 10_000
        self.lines = 50_000 if quick else 1_000_000
        self.chars = 50_000 if quick else 300_000
        self.rounds = 5 if quick else 25
        self.starts = 5 if quick else 25
        self.times: dict[str, Times] = {}
        self.figures: dict[str, float] = {}
        self.panels: list[Panel] = []


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Markdown; figures to the right."""
    print("| " + " | ".join(head) + " |")
    print("|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
    print(flush=True)


def spell(nanoseconds: float) -> str:
    if nanoseconds < 1000:
        return f"{nanoseconds:.0f} ns"
    if nanoseconds < 999_500:
        return f"{nanoseconds / 1000:.{1 if nanoseconds < 99_950 else 0}f} µs"
    return f"{nanoseconds / 1e6:.1f} ms"


def report(
    results: Results,
    task: str,
    times: Times,
    more: dict[str, list[str]] | None = None,
    head: Sequence[str] = (),
    chart: str = "",
    tail: dict[str, str] | None = None,
) -> None:
    """One task's table, sorted by time, and its panel of the chart."""
    results.times[task] = times
    ours = next(iter(times)) if next(iter(times)).startswith(OURS) else ""
    rows, bars = [], []
    for name in sorted(times, key=lambda name: statistics.median(times[name])):
        middle = statistics.median(times[name])
        factor = f"{ratio(times, name, ours)[0]:.2f}" if ours else "–"
        bold = f"**{name}**" if name == ours else name
        rows.append([bold, spell(middle), factor, *(more or {}).get(name, [])])
        text = spell(middle) + (tail or {}).get(name, "")
        bars.append(Row(name, middle, text, name == ours))
    table(["", "a call", "× ours", *head], rows)
    if chart:
        results.panels.append(Panel(chart, "ns", bars))


# ---------------------------------------------------------------------------------------------
# Tasks
# ---------------------------------------------------------------------------------------------


def judged(results: Results, task: str, peers: Sequence[Peer], title: str) -> None:
    loaded = load(peers)
    data = list(uris(results.count, 3986))
    print(f"{len(data):,} distinct valid URIs; verdicts on {len(verdicts())} texts.\n")
    more, tail = {}, {}
    for peer, call in loaded:
        let_in, kept_out = wrong_verdicts(peer, call)
        more[peer.name] = [peer.validates, str(let_in), str(kept_out)]
        mark = {WHATWG: "†", PARTLY: "‡"}.get(peer.validates, "")
        tail[peer.name] = f", {let_in + kept_out} wrong{mark}"
    times = timed(loaded, data, results.rounds, over)
    report(results, task, times, more, ("validates", "let in", "kept out"), title, tail)


def task_validate(results: Results) -> None:
    """Is it a URI?"""
    judged(results, "validate", VALIDATE, "validate a URI")


def task_parse(results: Results) -> None:
    """Parse a URI reference, and refuse what is none"""
    judged(results, "parse", PARSE, "validate and take apart")


def task_split(results: Results) -> None:
    """Take apart without validating"""
    loaded = load(SPLIT)
    data = list(uris(results.count, 3987))
    print(f"{len(data):,} distinct URIs.\n")
    times = timed(loaded, data, results.rounds, over)
    report(results, "split", times, chart="take apart, no validation")


def task_resolve(results: Results) -> None:
    """Resolve a reference"""
    loaded = load(RESOLVE)
    data = pairs(results.count, 3988)
    print(f"{len(data):,} pairs, no base twice; the {len(RESOLUTIONS)} examples of 5.4.\n")
    more, tail = {}, {}
    for peer, call in loaded:
        wrong = sum(answer(call, BASE, ref) != right for ref, right in RESOLUTIONS.items())
        more[peer.name] = [str(wrong)]
        tail[peer.name] = f", {wrong} wrong" + ("†" if peer.validates == WHATWG else "")
    times = timed(loaded, data, results.rounds, over_pairs)
    report(results, "resolve", times, more, ("wrong",), "resolve a reference", tail)
    print(f"The same references, all on one base (a page's links): `{BASE}`.\n")
    one = [(BASE, ref) for _, ref in data]
    report(results, "resolve-one-base", timed(loaded, one, results.rounds, over_pairs))


def task_normalize(results: Results) -> None:
    """Normalize"""
    loaded = load(NORMALIZE)
    normal = web_uris(results.count, 3989)
    print(f"{len(normal):,} distinct URIs; {len(NORMAL)} cases of 6.2.2.\n\nNormal already:\n")
    more, tail = {}, {}
    for peer, call in loaded:
        wrong = sum(answer(call, text) != right for text, right in NORMAL.items())
        more[peer.name] = [str(wrong)]
        tail[peer.name] = f", {wrong} wrong" + ("†" if peer.validates == WHATWG else "")
    times = timed(loaded, normal, results.rounds, over)
    title = "normalize what is normal"
    report(results, "normalize-normal", times, more, ("wrong",), title, tail)
    print("One to three things to do in each:\n")
    times = timed(loaded, not_normal(normal, 3990), results.rounds, over)
    title = "normalize what is not normal"
    report(results, "normalize-not-normal", times, more, ("wrong",), title, tail)


def task_find(results: Results) -> None:
    """Find URIs in text"""
    loaded = load(FIND)
    none: list[str] = []
    texts = {
        "prose": (prose(results.chars, 3991), none),
        "technical": (technical(results.chars, 3993), none),
        "mixed": mixed(results.chars, 3995),
        "dense": dense(results.chars // 150, 3992),
    }
    for kind, (text, planted) in texts.items():
        for _, call in loaded:
            call(text)
        runs = {peer.name: partial(call, text) for peer, call in loaded}
        times = race(runs, min(results.rounds, 9))
        results.times["find-" + kind] = times
        ours = FIND[0].name
        rows: list[list[str]] = []
        bars: list[Row] = []
        for peer, call in loaded:
            speed = len(text) / statistics.median(times[peer.name]) / 1e6
            results.figures[f"find-{kind}-{peer.name}"] = speed
            factor = f"{ratio(times, peer.name, ours)[0]:.2f}" if ours in times else "–"
            found = call(text)
            good = len(set(found) & set(planted))
            count = f"{good} of {len(planted)}" if planted else str(len(found))
            rows.append([peer.name, f"{speed:.2f}", factor, count])
            if not peer.name.startswith("re "):  # it is there for scale; the table has it
                bars.append(
                    Row(
                        peer.name,
                        speed,
                        f"{speed:.{1 if speed < 99 else 0}f}",
                        peer.name.startswith(OURS),
                    )
                )
        words = {
            "prose": "plain prose, no URI in it",
            "mixed": "prose with a URI in every third line",
            "technical": "prose full of colons (`Note: this`, `std::vector`), no URI in it",
            "dense": "one URI after the other",
        }[kind]
        print(f"{len(text):,} characters: {words}.\n")
        head = ("", "million characters/s", "time × ours", "found")
        table(head, rows)
        if planted:
            title = {"mixed": "find in prose", "dense": "find in text dense with URIs"}[kind]
            results.panels.append(Panel(title, "million characters/s, more is better", bars))


CHILD = """import re, sys, time
sys.path.insert(0, {here!r})
t = "http://user@example.com:8042/over/there?name=ferret#nose"
"""
CHILD_TIME = (
    CHILD
    + """a = time.process_time()
import {module} as m
b = time.process_time()
{call}
print(b - a, time.process_time() - a)
"""
)
# tracemalloc sees Python's own objects; the resident size also what C++ and Rust bring along.
CHILD_TRACE = (
    CHILD
    + """import tracemalloc
tracemalloc.start()
import {module} as m
a = tracemalloc.get_traced_memory()[0]
{call}
print(a / 1024, tracemalloc.get_traced_memory()[0] / 1024)
"""
)
CHILD_SIZE = (
    CHILD
    + """def size():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
size()
a = size()
import {module} as m
b = size()
{call}
print(b - a, size() - a)
"""
)


def child(program: str, module: str, call: str) -> tuple[float, float]:
    code = program.format(here=str(HERE.parent), module=module, call=call)
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    if done.returncode:
        raise ImportError(done.stderr.strip().rpartition("\n")[2])
    first, second = done.stdout.split()
    return float(first), float(second)


def task_import(results: Results) -> None:
    """Import, first call, memory: over `import re`, each in processes of its own"""
    here = []
    for entry in IMPORTS:
        try:
            child(CHILD_TIME, entry[0], entry[2])  # also writes the byte code
            here.append(entry)
        except ImportError as error:
            how = f"`pip install {entry[1]}`" if entry[1] else str(error)
            print(f"- skipped: {entry[0]} ({how})")
    if len(here) < len(IMPORTS):
        print()
    samples: dict[str, list[tuple[float, float]]] = {entry[0]: [] for entry in here}
    for _ in range(results.starts):
        for module, _, call in here:
            samples[module].append(child(CHILD_TIME, module, call))
    sizes = Path("/proc/self/status").exists()
    rows, bars = [], []
    for module, _, call in here:
        first = 1000 * statistics.median(one[0] for one in samples[module])
        both = 1000 * statistics.median(one[1] for one in samples[module])
        results.figures[f"import-{module}"], results.figures[f"first-{module}"] = first, both
        cells = [f"{first:.1f} ms", f"{both:.1f} ms"]
        cells += [f"{kib:,.0f} KiB" for kib in child(CHILD_TRACE, module, call)]
        cells += (
            [f"{kib:,.0f} KiB" for kib in child(CHILD_SIZE, module, call)] if sizes else ["–", "–"]
        )
        rows.append([f"`{call.replace('m.', module + '.', 1)}`", *cells])
        bars.append(Row(module, both, f"{both:.1f} ms", module == OURS))
    rows.sort(key=lambda row: float(row[2].split()[0]))
    bars.sort(key=lambda bar: bar.value)
    head = ("first call", "import", "and first call", "Python memory", "and first call")
    table((*head, "resident", "and first call"), rows)
    results.panels.append(Panel("import and first call", "ms", bars))


BARE_LOOP = """import sys
sys.path.insert(0, {here!r})
import uri_regex
fullmatch = uri_regex.RFC3986.compile("URI").fullmatch
bad = 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        if not fullmatch(line[:-1]):
            bad += 1
print(bad)
"""


def run_on(command: Sequence[str], file: Path, out: int) -> str:
    done = subprocess.run(
        [sys.executable, *command, str(file)], stdout=out, stderr=subprocess.PIPE, encoding="utf-8"
    )
    if done.returncode not in (0, 1):  # 1 is its answer where a line is invalid
        raise SystemExit(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout or ""


def task_check(results: Results) -> None:
    """`check` on a file, beside a bare loop of `fullmatch` over the same file"""
    if not (HERE.parent / f"{OURS}.py").exists():
        print(f"- skipped: no {OURS}.py beside this folder")
        return
    both = {
        "uri_regex check": [str(HERE.parent / f"{OURS}.py"), "check"],
        "bare loop": ["-c", BARE_LOOP.format(here=str(HERE.parent))],
    }
    with tempfile.TemporaryDirectory() as folder:
        for kind, every in (("one invalid", results.lines), ("1 in 100 invalid", 100)):
            file = Path(folder, "lines.txt")
            with file.open("w", encoding="utf-8", newline="\n") as out:
                for i, text in enumerate(uris(results.lines, 3994)):
                    out.write(text + ("\n" if i % every else "%zz\n"))

            # The warm-up shows that both did the work: one line out for each invalid one, and
            # their number from the bare loop.
            said = {name: run_on(command, file, subprocess.PIPE) for name, command in both.items()}
            invalid = results.lines // every
            if said["uri_regex check"].count("\n") != invalid or int(said["bare loop"]) != invalid:
                print(f"- skipped: they do not agree on {invalid} invalid lines ({kind})\n")
                continue
            runs = {
                name: partial(run_on, command, file, subprocess.DEVNULL)
                for name, command in both.items()
            }
            times = race(runs, min(results.rounds, 7), time.perf_counter)
            results.times["check" if invalid == 1 else "check-invalid"] = times
            rows = [
                [
                    name,
                    f"{statistics.median(one):.2f} s",
                    f"{ratio(times, name, 'bare loop')[0]:.2f}",
                ]
                for name, one in times.items()
            ]
            print(f"{results.lines:,} lines, {kind}; each a process of its own, start included.\n")
            table(("", "time", "× bare loop"), rows)


TASKS: dict[str, Callable[[Results], None]] = {
    "validate": task_validate,
    "parse": task_parse,
    "split": task_split,
    "resolve": task_resolve,
    "normalize": task_normalize,
    "find": task_find,
    "import": task_import,
    "check": task_check,
}

# ---------------------------------------------------------------------------------------------
# Promises
# ---------------------------------------------------------------------------------------------

# (task, ours, theirs, the most that ours may take of theirs)
PROMISES = (
    ("validate", "uri_regex.is_uri", "bare fullmatch", 1.35),
    ("validate", "uri_regex.is_uri", "rfc3986-validator", 0.35),
    ("validate", "uri_regex.is_uri", "pydantic_core.Url", 1.0),
    ("parse", "uri_regex.parse", "uritools.urisplit", 1.0),
    ("split", "uri_regex.split", "uritools.urisplit", 0.8),
    ("resolve", "uri_regex.resolve", "ada_url.join_url", 1.0),
    ("resolve", "uri_regex.resolve", "uritools.urijoin", 0.6),
    ("normalize-normal", "uri_regex.normalize", "ada_url.normalize_url", 1.0),
    ("normalize-not-normal", "uri_regex.normalize", "ada_url.normalize_url", 2.5),
    ("check", "uri_regex check", "bare loop", 1.3),
    ("find-prose", "uri_regex.find", "linkify-it-py", 1 / 20),
)
# (what, figure, limit, is less better, unit)
LIMITS = (
    ("`find` in plain prose", "find-prose-uri_regex.find", 30.0, False, "million characters/s"),
    ("import, over `import re`", "import-uri_regex", 3.0, True, "ms"),
    ("import and first `is_uri`, over `import re`", "first-uri_regex", 15.0, True, "ms"),
)


def promises(results: Results, whole: bool) -> None:
    """The table of them; after a run of some tasks only what these measured."""
    rows: list[list[str]] = []
    missing = ["–", "–", "not measured"]
    for task, ours, theirs, most in PROMISES:
        start = [f"{task}: `{ours}` / `{theirs}`", f"≤ {most:.2f}"]
        times = results.times.get(task, {})
        if ours in times and theirs in times:
            middle, low, high = ratio(times, ours, theirs)
            kept = "yes" if middle <= most else "**no**"
            rows.append([*start, f"{middle:.3f}", f"{low:.3f} … {high:.3f}", kept])
        elif whole:
            rows.append(start + missing)
    for claim, figure, limit, less, unit in LIMITS:
        start = [claim, f"{'≤' if less else '≥'} {limit:g} {unit}"]
        if figure in results.figures:
            value = results.figures[figure]
            kept = "yes" if (value <= limit if less else value >= limit) else "**no**"
            rows.append([*start, f"{value:.1f}", "", kept])
        elif whole:
            rows.append(start + missing)
    if rows:
        print("## Promised and measured\n")
        if results.quick:
            print("Too small and too few rounds to judge by: a run without `--quick` does.\n")
        table(("", "promised", "median", "quartiles", "kept"), rows)


# ---------------------------------------------------------------------------------------------
# The chart
# ---------------------------------------------------------------------------------------------

WIDTH, GAP, LINE, BAR = 940, 24, 19, 11
NAME, TEXT = 148, 138  # room for a bar's name before it, and for its figure after it
STYLE = """
text { font: 12px system-ui, -apple-system, 'Segoe UI', Helvetica, sans-serif; fill: #1f2328 }
.title { font-weight: 600; font-size: 13px }
.small { font-size: 11px; fill: #59636e }
.ours { font-weight: 600 }
.bar { fill: #8c959f } .own { fill: #0969da } .tick { stroke: #8c959f }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .small { fill: #9198a1 }
  .bar { fill: #656c76 } .own { fill: #4493f8 } .tick { stroke: #656c76 }
}
"""


def tick(value: float, unit: str) -> str:
    return spell(value).replace(".0", "") if unit == "ns" else f"{value:g}"


def draw(panel: Panel, left: float, top: float, width: float) -> tuple[list[str], float]:
    """The panel's elements and the y below it. Logarithmic: times span three decades."""
    values = [row.value for row in panel.rows]
    low, high = floor(log10(min(values) * 0.8)), ceil(log10(max(values)))
    start, room = left + NAME, width - NAME - TEXT

    def at(value: float) -> float:
        return start + room * (log10(value) - low) / (high - low)

    note = "" if panel.unit == "ns" else f'<tspan class="small" dx="8">{escape(panel.unit)}</tspan>'
    out = [
        f'<text class="title" x="{left:.0f}" y="{top + 13:.0f}">{escape(panel.title)}{note}</text>'
    ]
    first, last = top + 24, top + 24 + LINE * len(panel.rows)
    for power in range(low, high + 1):
        x = at(10.0**power)
        out.append(f'<path class="tick" d="M{x:.1f} {last:.0f}v4"/>')
        # Five decades leave no room to name each.
        label = "" if high - low > 3 and (power - low) % 2 else tick(10.0**power, panel.unit)
        out.append(
            f'<text class="small" text-anchor="middle" x="{x:.1f}" y="{last + 15:.0f}">'
            f"{label}</text>"
        )
    for number, row in enumerate(panel.rows):
        middle = first + LINE * number + LINE / 2
        own, bold = (" own", ' class="ours"') if row.ours else ("", "")
        out.append(
            f'<text{bold} text-anchor="end" x="{start - 6:.0f}" y="{middle + 4:.1f}">'
            f"{escape(row.name)}</text>"
            f'<rect class="bar{own}" x="{start:.0f}" y="{middle - BAR / 2:.1f}" '
            f'width="{max(at(row.value) - start, 1):.1f}" height="{BAR}"/>'
            f'<text{bold} x="{at(row.value) + 5:.1f}" y="{middle + 4:.1f}">'
            f"{escape(row.text)}</text>"
        )
    return out, last + 15 + GAP


def chart(panels: Sequence[Panel], note: str) -> str:
    """Two columns, as even as can be; the first panel stands first."""
    half = (WIDTH - GAP) / 2

    def columns(sides: Sequence[int]) -> tuple[list[str], list[float]]:
        body, floors = [], [8.0, 8.0]
        for panel, side in zip(panels, sides):
            elements, floors[side] = draw(panel, side * (half + GAP), floors[side], half)
            body += elements
        return body, floors

    ways = ((0, *rest) for rest in product((0, 1), repeat=len(panels) - 1))
    body, floors = min(map(columns, ways), key=lambda way: max(way[1]))
    height = max(floors)
    for line in note.split("\n"):
        body.append(f'<text class="small" x="0" y="{height:.0f}">{escape(line)}</text>')
        height += 15
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'width="{WIDTH}" height="{height:.0f}" role="img" '
        f'aria-label="Time of uri_regex and of other libraries">\n<style>{STYLE}</style>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


# ---------------------------------------------------------------------------------------------


def machine() -> str:
    system = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    packages = sorted(
        {peer.package for peers in (VALIDATE, PARSE, RESOLVE, FIND) for peer in peers}
    )
    versions = []
    for package in filter(None, packages):
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            versions.append(f"{package} –")
    return f"{system}; {', '.join(versions)}"


LEGEND = """\
**†** speaks another language, the WHATWG URL Standard's: it takes and repairs much that RFC 3986
refuses, and refuses some that it takes. The wrong answers tell how far the two are apart.
**‡** does not claim to validate. What it does not refuse counts as let in: that is what its callers
rely on.
"""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="uri_regex beside other libraries.")
    parser.add_argument("--quick", action="store_true", help="small inputs, few rounds")
    parser.add_argument(
        "--task", action="append", choices=tuple(TASKS), help="only this one (may be repeated)"
    )
    parser.add_argument(
        "--svg",
        metavar="FILE",
        help="where the chart goes (default: benchmarks.svg beside this script; quick.svg, if quick)",
    )
    options = parser.parse_args(argv)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # the tables have × and µ, whatever the locale
    results = Results(options.quick)
    print(f"# Benchmarks\n\n{machine()}\n")
    for name in options.task or TASKS:
        task = TASKS[name]
        print(f"## {task.__doc__}\n")
        task(results)
    print(LEGEND)
    promises(results, whole=not options.task)
    if results.panels and (options.svg or not options.task):
        name = "quick.svg" if options.quick else "benchmarks.svg"  # which the README shows
        file = Path(options.svg) if options.svg else HERE / name
        python = f"{platform.python_implementation()} {platform.python_version()}"
        note = (
            f"{python}. Median time of a call, less is better; logarithmic scales. "
            "“wrong”: answers that are not RFC 3986's.\n"
            "† speaks another language (WHATWG): the number tells how far the two are apart.   "
            "‡ does not claim to validate."
        )
        file.write_text(chart(results.panels, note), encoding="utf-8")
        print(f"Chart: {file.name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
