# SPDX-License-Identifier: MIT
"""A module of texts, for the scripts of evidence/: what is timed, what is judged by,
what is hostile; and mutators.

All are made from seeds, so that each run has the same. No two of the texts that are timed are alike,
so that a cache of recent strings, as urllib.parse and yarl have, answers none.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from standards import Rules, Tree

Call = Callable[..., Any]

WORDS = (
    "about api v1 v2 docs en users items search index.html assets img logo.png 2024 blog report "
    "news archive caf%C3%A9 a%20b tag report.pdf a b c cart ~ann feed.xml wiki Main_Page x,y (1)"
).split()
HOSTS = "example shop data-host uni mail archive cdn-eu museum".split()
TLDS = ".com .com .org .net .de .co.uk .io .gov.au".split()
LABELS = ("www.", "www.", "", "", "api.", "cdn.", "a.b.")
SCHEME = ("https", "https", "https", "https", "http", "ftp")


def uri(rng: random.Random, i: int) -> str:
    choice, chance, number = rng.choice, rng.random, rng.randrange
    if chance() < 0.08:
        few = f"urn:isbn:{i:013}", f"tag:example.org,2024:{i}", f"tel:+1-555-{i:07}"
        return choice((f"mailto:{choice(HOSTS)}{i}@example.org", f"file:///srv/{i}", *few))
    kind, path = chance(), f"/{i}"
    if kind < 0.05:
        host = ".".join(str(number(1, 256)) for _ in range(4))
    elif kind < 0.08:
        host = f"[2001:db8::{number(1, 65536):x}:{number(1, 65536):x}]"
    else:
        host, path = f"{choice(LABELS)}{choice(HOSTS)}{i}{choice(TLDS)}", ""
    user = f"user{number(999)}@" if chance() < 0.03 else ""
    port = f":{number(1024, 65536)}" if chance() < 0.08 else ""
    # A path for every web URI: the WHATWG parsers add the "/" of an empty one, which would make
    # them normalize where we do not have to.
    path += "".join("/" + choice(WORDS) for _ in range(number(1, 6)))
    query = f"?a={number(9999)}&{choice('bcq')}={number(9999)}" if chance() < 0.35 else ""
    fragment = "#" + choice(("top", "sec-2", "fig:1", "L10")) if chance() < 0.15 else ""
    return f"{choice(SCHEME)}://{user}{host}{port}{path}{query}{fragment}"


def uris(count: int, seed: int) -> list[str]:
    """`count` valid URIs, no two alike: the number of each is part of its host or its path."""
    rng = random.Random(seed)
    return [uri(rng, i) for i in range(count)]


def iris(count: int, seed: int) -> list[str]:
    """The same in the letters of RFC 3987, where a word has such."""
    texts = uris(count, seed)
    return [text.replace("caf%C3%A9", "café").replace("shop", "größe") for text in texts]


def web_uris(count: int, seed: int) -> list[str]:
    """`count` of them with an authority: what every resolver can take as its base."""
    several = uris(2 * count, seed)
    return [text for text in several if text.startswith(("http", "ftp"))][:count]


def not_normal(count: int, seed: int) -> list[str]:
    """Web URIs, each with one to three things to normalize: case, triplets, dot-segments."""
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
    for text in web_uris(count, seed):
        for change in rng.sample((dots, host, triplet, scheme), rng.choice((1, 1, 2, 3))):
            text = change(text)
        result.append(text)
    return result


def pairs(count: int, seed: int) -> list[tuple[str, str]]:
    """(base, reference): no base comes twice, references as one finds them in pages."""
    rng = random.Random(seed)

    forms = (
        "../{0}/{1}.html ../../{0}{1} ./{0}/./{1} {0}{1}.png {0}/../{1}/ /{0}/{1} "
        "//cdn{1}.example.com/{0}.js ?page={1} #sec-{1} https://www.example{1}.net/{0}/../{0}"
    ).split()

    def reference(i: int) -> str:
        word = rng.choice(WORDS)
        return rng.choice(forms).format(word, i)

    return [(base, reference(i)) for i, base in enumerate(web_uris(count, seed))]


def changed(count: int, seed: int, change: Callable[[random.Random, str], str]) -> list[str]:
    """Web URIs with something done to each; still no two alike."""
    rng = random.Random(seed)
    return [change(rng, text) for text in web_uris(count, seed)]


def invalid_uris(count: int, seed: int) -> list[str]:
    """Web URIs with one character too many: of half of them somewhere behind the host, of half at the
    end."""

    def broken(rng: random.Random, text: str) -> str:
        if rng.random() < 0.5:
            return text + rng.choice(("%zz", " ", "%", "\n", '"', ">", "é"))
        at = rng.randrange(text.index("/", 8), len(text))
        return text[:at] + rng.choice(' <>"{}|\\^`%[]\xe9') + text[at:]

    return changed(count, seed, broken)


def ipv6_uris(count: int, seed: int) -> list[str]:
    """URIs whose hosts are IPv6 addresses of all lengths."""
    rng = random.Random(seed)
    found = []
    for i in range(count):
        groups = [f"{rng.randrange(65536):x}" for _ in range(7)]
        whole, v4 = ":".join([*groups, f"{i:x}"]), f"::ffff:192.0.2.{i % 256}"
        address = rng.choice((whole, f"2001:db8::{groups[0]}:{i:x}", f"fe80::{i:x}", v4))
        port = rng.choice(("", ":8080"))
        found.append(f"https://[{address}]{port}/{rng.choice(WORDS)}/{i}?a={i}")
    return found


PROSE = (
    "the of and a to in he was that; it his her with as had for she, not at but be on they have "
    "him which (said) from all this one would. So there were or when by 'them' who will been what "
    "no? Their out up into time: more could has some then two, about great after little made. "
    "Before very old house people never water 1984 under morning another letter thought, because "
    "e.g. through well-kept between nothing! " * 2 + "the of and in it is"
).split()
COLONS = "Note: this|std::vector|12:30|e.g.:x|key: value|a ratio of 3:4|re:".split("|")


def plain(size: int, seed: int, more: Sequence[str] = ()) -> str:
    """Plain English as to its punctuation: no URI, a colon in every seventieth word or so."""
    words = random.Random(seed).choices([*PROSE, *more], k=size // 4)
    lines = (" ".join(words[at : at + 13]) for at in range(0, len(words), 13))
    return "\n".join(lines)[:size]


def prose(size: int, seed: int) -> tuple[str, list[str]]:
    return plain(size, seed), []


def technical(size: int, seed: int) -> tuple[str, list[str]]:
    """The worst of plain text for a finder: every twelfth word has a colon; still no URI."""
    return plain(size, seed, COLONS * (len(PROSE) // 60)), []


def dense(size: int, seed: int) -> tuple[str, list[str]]:
    """A text of which most is URIs, and the URIs. All with schemes that any linkifier knows."""
    rng = random.Random(seed)
    planted = [text for text in web_uris(size // 150, seed) if not text.endswith(")")]
    shapes = ("{} and", "see {}, or", "<{}>\n", "({})", '"{}"', "at {}.\n")
    return " ".join(rng.choice(shapes).format(text) for text in planted), planted


# Verdicts: what RFC 3986 says, part by part

# A text is one frame with one part put in. The good parts match the part's rule and the bad ones
# do not. No part holds a delimiter that moves the borders of its frame: the verdict on the part
# is the verdict on the whole.

# What no part may hold as it is: controls, space, RFC 2396's excluded delimiters, surrogates,
# noncharacters.
NOWHERE = tuple(' \t\n\r\0\x7f"<>\\^`{|}\x80\ud800\ufdd0\ufff0\U0001fffe')
# RFC 3987 2.2: ucschar stands wherever a letter does but in a scheme, iprivate in a query alone.
UCSCHAR, IPRIVATE = "é\xa0\u212a\u0661\uff0f\U0001f600", "\ue000"
IRI_FRAMES = (
    "http://a{}/|x://u@a{}:1/p?q#f|//a{}/|http://u{}@h/|x://u{}@[::1]|http://h/a{}|x:/a{}|/a{}"
    "|http://h/?a{}|x:?a{}#f|?a{}|http://h/#a{}|#a{}"
).split("|")
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


def verdicts() -> list[tuple[str, bool, bool, bool]]:
    """(text, is it a URI, is it a URI-reference, is it an IRI)"""
    table: dict[str, tuple[bool, bool, bool]] = {}

    def add(parts: Sequence[Sequence[str]], *frames: str) -> None:
        for good, texts in ((True, parts[0]), (False, parts[1])):
            for part in texts:
                for frame in frames:
                    is_uri = good and frame.partition("{}")[0] not in ("", "//", "?", "#")
                    table[frame.replace("{}", part)] = (is_uri, good, is_uri)

    # The scheme frame begins with its part, but is a URI all the same.
    for good, texts in ((True, SCHEMES[0]), (False, SCHEMES[1])):
        table.update({f"{part}://h/p": (good, good, good) for part in texts})
    add(HOST, "http://{}/", "x://u@{}:1/p?q#f", "//{}/")
    add(USERINFO, "http://{}@h/", "x://{}@[::1]")
    add(PORT, "http://h:{}/", "x://[::1]:{}")
    add(PATH, "http://h{}", "x:{}", "{}")
    add(QUERY, "http://h/?{}", "x:?{}#f", "?{}")
    add((QUERY[0], (*QUERY[1], "#", "a#b")), "http://h/#{}", "#{}")
    for frame in IRI_FRAMES:
        for character in UCSCHAR + IPRIVATE:
            is_iri = ":" in frame and (character != IPRIVATE or "?a" in frame)
            table[frame.replace("{}", character)] = (False, False, is_iri)
    table.update(dict.fromkeys(WHOLE_URIS, (True, True, True)))
    table.update(dict.fromkeys(WHOLE_REFERENCES.split("|"), (False, True, False)))
    table.update(dict.fromkeys(WHOLE_NEITHER, (False, False, False)))
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


# Judges: each takes a peer's call and counts its wrong answers


def answer(call: Call, *arguments: str) -> Any:
    """What it says; None, which counts as wrong or as "not valid", where it raises."""
    try:
        return call(*arguments)
    except Exception:
        return None


def verdict(column: int, call: Call) -> list[int]:
    """Invalid texts accepted, valid ones refused. A parse that is returned is a yes."""
    accepted = refused = 0
    for text, *right in verdicts():
        said = answer(call, text)
        said = said is not None and said is not False  # `==` of some peers' classes raises
        accepted += said and not right[column]
        refused += right[column] and not said
    return [accepted, refused]


def resolved(call: Call) -> list[int]:
    return [sum(answer(call, BASE, ref) != out for ref, out in RESOLUTIONS.items())]


def normalized(call: Call) -> list[int]:
    return [sum(answer(call, text) != right for text, right in NORMAL.items())]


def found(text: str, planted: Sequence[str], call: Call) -> list[int]:
    got, wanted = set(call(text)), set(planted)
    return [len(wanted - got), len(got - wanted)]


# ---- Hostile texts, and mutators -------------------------------------------------------------------

# Characters known to slip through: line ends, NUL, what \d, \w, \s, IGNORECASE and str.isdigit
# take for ASCII, the edges of the planes, noncharacters, surrogates (a str may hold lone ones).
SUSPICIOUS = (
    "\n\r\0\t\x0b\x0c\x1c\x1f \x7f\x80\x85\x9f\xa0\xb2\xb5\xdf\u0130\u0131\u017f\u2028\u2029\u212a"
    "\u0660\u0669\u06f1\u0967\uff10\uff11\uff19\uff21\uff26\uff41\uff3f\u200d\u202e\ud7ff\ud800\udbff"
    "\udc00\udfff\ue000\uf8ff\uf900\ufdcf\ufdd0\ufdef\ufdf0\uffef\ufff0\ufeff\ufffd\ufffe\uffff"
    "\U00010000\U0001d7d8\U0001fffd\U0001fffe\U0001ffff\U000e0000\U000e0fff\U000e1000\U000efffd"
    "\U000f0000\U000ffffd\U00100000\U0010fffd\U0010fffe\U0010ffff"
)
PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
ALPHABET = PRINTABLE + "".join(char for char in SUSPICIOUS if not "\ud800" <= char <= "\udfff")

# A URI reference is one of each: scheme, "//" and userinfo, host, port, path, query, fragment.
PARTS = (
    ("", "http:", "HTTPS:", "a+b-c.1:", "ws:", "ftp:", "1:", ":", "h%41:", "\u212a:"),
    ("", "", "//", "//", "//u:p@", "//@", "//%41%7e%c3%BC@", "//a@b@", "///"),
    (
        "",
        *"a EXAMPLE.com %41%4a%c3%9F 1.2.3.4 256.1.1.1 é.example % %4%41 a_b [ ] [::1 [::1]x".split(),
        *"a[::1] [::1] [1:0:0:0:0:0:0:1] [::FFFF:1.2.3.4] [0:0:0:0:0:ffff:102:304]".split(),
        *"[2001:DB8::0:1] [1:2:3:4:5:6:7::] [1::2::3] [::1.2.3.04] [0:0:1:0:0:0:0:0]".split(),
        *"[fe80::1%25eN0] [fE80:0::1%25e%4e0] [v1.X:y] [00001::]".split(),
    ),
    ("", "", ":", ":80", ":443", ":0080", ":0", ":8x", "::80"),
    (
        *("", "/", "/a/./b/../c", "/..", "/.", "/../..//x", "/.//a", "a/b:c", "a:b", "../g", "./"),
        *(".", "..", "/%2e/%7E/%2f", "/%c3%bc/%C3%28/%ED%A0%80/%F4%90%80%80/%e0%80%80", "/%%41"),
        *("/%4", "/é/\U0001f600/\ud800", "/a b", "/" + "../" * 40, "/" + "a" * 300, "//x/.."),
        "/a/b/.../..;x",
    ),
    ("", "", "?", "?a=b&c=%41", "?/?:@", "??", "?[x]", "?\ue000é"),
    ("", "", "#", "#f", "#/?", "##", "#%e2%82%ac", "#\n"),
)
FRAMES = ("{}", "http://a{}b/", "http://[{}::1]:80/", "/a{}", "?{}", "a{}:b", "%{}1", "%4{}")
EDGES = (*range(256), 0x212A, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)
PIECES = "/.. /. ../ % %4 %41 %C3 [ 1: : 0: @ é \ud800".split()


def assembled(rng: random.Random) -> str:
    return "".join([rng.choice(choices) for choices in PARTS])


def hostile() -> list[str]:
    """Every octet in every place, and long texts that are hard for something."""
    texts = [frame.replace("{}", chr(point)) for point in EDGES for frame in FRAMES]
    for piece in PIECES:
        long = piece * 500
        texts += [long, f"http://{long}", f"http://[{long}]"]
    return texts


def long_texts(length: int) -> Iterator[str]:
    """Texts as long as that, valid and not: an engine may overflow, give up, or take forever."""
    heads = "x:a x:%41 x:a%41 x:/a x://a x://%41 x://u: x://h:1 x://1.2.3.4.5 x://[v1.a x:?? x:#%41"
    units = "a %41 a%41 /a a %41 : 1 .5 a ? %41"
    others = ("a+", "+"), ("a", "a"), ("[v1.a", "a")
    for whole, unit in (*zip(heads.split(), units.split()), *others):
        text = whole + unit * ((length - len(whole)) // len(unit))
        yield text
        for end in ("\n", "^", "%4", "\xe9", "]", "]\n"):
            yield text + end


def derive(tree: Tree, rules: Rules, rng: random.Random, depth: int = 0) -> str:
    """A random text of a rule; the deeper, the shorter. Both ends of a range are likely."""
    kind, content = tree[:2]
    if kind == "set":
        low, high = rng.choice(content)
        inside, near = rng.randint(low, high), rng.randint(low, min(high, low + 3))
        point = rng.choice((low, high, inside, near))
        return chr(low if 0xD800 <= point <= 0xDFFF else point)
    if kind == "ref":
        return derive(rules[content], rules, rng, depth + 1)
    if kind == "cat":
        return "".join([derive(part, rules, rng, depth) for part in content])
    if kind == "alt":
        return derive(rng.choice(content), rules, rng, depth)
    _, _, least, most, _ = tree
    more = (0, 0, 1) if depth >= 8 else (0, 0, 1, 1, 2, 3)
    count = least + rng.choice(more)
    if most is not None:
        count = min(count, most)
        if most < 20 and rng.random() < 0.2:
            count = most
    return "".join([derive(content, rules, rng, depth) for _ in range(count)])


def mutate(text: str, rng: random.Random, alphabet: str = ALPHABET, other: str = "") -> str:
    """The text with one to three characters put in, taken out or exchanged, or another's end on it."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at, char = rng.randint(0, len(text)), rng.choice(alphabet)
        before, behind = text[:at], text[at:]
        changes = (
            before + char + behind,
            before + behind[1:],
            before + char + behind[1:],
            before + rng.choice(":/?#[]@%.") + behind,
            before + behind[:4] + behind,
            before + other[rng.randint(0, len(other)) :],
            before,
            behind,
            text.swapcase(),
            text + rng.choice(("\n", "\r\n", " ", "\0", "\u212a")),
        )
        text = rng.choice(changes)
    return text
