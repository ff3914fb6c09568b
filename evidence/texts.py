# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module of texts, for the scripts of evidence/: realistic ones, which are timed; ones made by hand;
URLs that programs read differently; hostile ones; and mutators.

All are made from seeds, so that each run has the same. No two of the texts that are timed are alike,
so that a cache of recent strings, as urllib.parse and yarl have, answers none.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Sequence

from standards import Rules, Tree

# ---- Realistic texts -----------------------------------------------------------------------------

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


PROSE = (
    "the of and a to in he was that; it his her with as had for she, not at but be on they have "
    "him which (said) from all this one would. So there were or when by 'them' who will been what "
    "no? Their out up into time: more could has some then two, about great after little made. "
    "Before very old house people never water 1984 under morning another letter thought, because "
    "e.g. through well-kept between nothing! " * 2 + "the of and in it is"
).split()


def plain(size: int, seed: int) -> str:
    """Plain English as to its punctuation, without a URI."""
    words = random.Random(seed).choices(PROSE, k=size // 4)
    lines = (" ".join(words[at : at + 13]) for at in range(0, len(words), 13))
    return "\n".join(lines)[:size]


def prose(size: int, seed: int) -> tuple[str, list[str]]:
    return plain(size, seed), []


def dense(size: int, seed: int) -> tuple[str, list[str]]:
    """A text of which most is URIs, and the URIs. All with schemes that any linkifier knows."""
    rng = random.Random(seed)
    planted = [text for text in web_uris(size // 150, seed) if not text.endswith(")")]
    shapes = ("{} and", "see {}, or", "<{}>\n", "({})", '"{}"', "at {}.\n")
    return " ".join(rng.choice(shapes).format(text) for text in planted), planted


# ---- Texts made by hand --------------------------------------------------------------------------

BY_HAND = (
    "ftp://ftp.is.co.za/rfc/rfc1808.txt|ldap://[2001:db8::7]/c=GB?objectClass?one|http:|x:|x:?|x:#"
    "|mailto:John.Doe@example.com|news:comp.infosystems.www.servers.unix|tel:+1-816-555-1212|http:a"
    "|telnet://192.0.2.16:80/|urn:oasis:names:specification:docbook:dtd:xml:4.1.2|http:/a|http:///a"
    "|http:////a|a:b:c|a:1|http://u/v@h/|http://h?q@h|http://h#f|x://|x://?|x://#|x:///|x:a//b|x:%41"
    "|foo://example.com:8042/over/there?name=ferret#nose|c:/windows|javascript:alert(1)|a:?b#c/?"
    "||a|./a:b|a/b:c|../..|.|..|?|#|?a#b|//|//h|//h:1|/|/a:b|;a|%41|a?b:c|a#b:c|@|&|-"
    "|://|:|:a|1:2|@:a|%41:b|a@b:c| |\n| http://a/|http://a/ |\thttp://a/|http://a/\n|http://a\n"
    "|http:\n|http:\\\\a|http:\\a|ht\ttp://a/|http://a/%|http://a/#b#c|##|#a#|http://[::1]a/|[a]"
    "|http://a[::1]/|http://user@evil@h/|http://h:80:80/|http://[::1/|http://::1/|//h:a|//[|//a b"
    "|<http://a/>|\ufeffx:|http://127.0.0.1\\@1.1.1.1|http://foo@evil.com:80@google.com/"
).split("|")
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


# ---- URLs that programs read differently ----------------------------------------------------------

ODD_SCHEMES = (
    *("http",) * 6,
    *"https HTTP ws wss ftp file x a.b git+https mailto javascript blob data urn about http-a".split(),
    *"postgres example.com localhost ldap s3".split(),
)
ODD_SLASHES = (*("//",) * 12, *"/ /// //// /.// .// //@ //:@ /%2F //%2F".split(), *("",))
ODD_USERINFOS = (
    *("",) * 12,
    *"u@ u:p@ @ :@ :p@ example.com@ example.com:80@ u%40evil@ a:b:c@ %5B::1%5D@ evil%2F@ u;x@".split(),
    *"1.2.3.4@ %00@ %C3%A9@ u:%3A@".split(),
)
ODD_PORTS = (
    *("",) * 10,
    *": :80 :443 :22 :0 :00080 :65535 :65536 :99999 :000000000000080 :4294967376".split(),
    *":18446744073709551696 :1".split(),
)
ODD_TAILS = (
    *"/ /p?q#f ?q #f /@evil ?@evil/ #@evil/ //evil/ /..//evil/ /%2F ?http://evil/ /:80 /. /..".split(),
    *"// /a:b@c ;p /%5Cevil ? # /* /a/b/c".split(),
    *("",),
)
ODD_NUMBERS = (
    *"0x7f.1 0x7f000001 2130706433 017700000001 127.1 1.2.3 1.2.3.4. 01.2.3.4 1.2.3.256".split(),
    *"256.1.1.1 1.2.3.4.5 0x 0x.1 1.2.3.0x4 1.2.3.4.. 00 0x1.example.com example.1 example.0x1".split(),
    *"example.com.1 1.2.3.04 1.2.3.4%2E 09 1.2.3.08 4294967296".split(),
)
ODD_LITERALS = (
    *"[::1] [0:0:0:0:0:0:0:1] [::0.0.0.1] [0000::0001] [::ffff:1.2.3.4] [2001:DB8::FF]".split(),
    *"[2001:db8:0:0::ff] [v1.a] [vF.::1] [::1%25eth0] [::] [::1.2.3.4] [64:ff9b::1.2.3.4]".split(),
    *"[1::] [::FFFF:0102:0304] [v1.example.com] [2001:db8::0:ff]".split(),
)
ODD_LABELS = (
    *("", "a" * 63, "a" * 64),
    *"evil www - a- -a _ a_b 0x7f 1 a,b a'b a*b a;b a=b a!b a$b a&b (a) a+b ~ xn--a xn--ls8h".split(),
    *"xn-- xn--bcher-kva xn--zn7c xn--1-fga %65vil %2e %2F %40 %00 %EF%BC%8F %E3%80%82 %C2%AD".split(),
    *"%25 %3A %23 %3F %5C %5B evil% WWW ab--c xn--99zt52a".split(),
)
DOMAINS = ("example.com", "example.com", "example", "localhost", "base.example", "evil.test", "c")
NON_ASCII_LABELS = (
    *"b\xfccher evil\uff0f \uff11 \u3002 \uff0e \u2488 \xdf \u03c2 \u200d".split(),
    *"\xad \u115f \u212a \uff05\uff12\uff26 \u2100 \u4f8b\u3048 I\u0307 \u0663 \u0627".split(),
    *"\U0001f600 \u2024 \uff41 \u1e9e \u2044 \uff20 \uff1a \u0130".split(),
)
# What is put into a text at random: delimiters, percent-encoded delimiters, and ordinary characters.
ODD_CHARACTERS = (
    *":/?#[]@!$&'()*+,;=-._~%/:@.aex019AEX",
    *"%2F %40 %3A %2e %61 %25 %00 %5C %5B %5D //".split(),
)


def change_case(host: str, chance: random.Random) -> str:
    return "".join([char.upper() if chance.random() < 0.3 else char for char in host])


def encode_one(host: str, chance: random.Random) -> str:
    at = chance.randrange(len(host)) if host else 0
    char = host[at : at + 1]
    return f"{host[:at]}%{ord(char):02x}{host[at + 1 :]}" if char.isascii() and char else host


def make_host(chance: random.Random, labels: Sequence[str]) -> str:
    kind = chance.random()
    if kind < 0.08:
        host = chance.choice(ODD_NUMBERS)
    elif kind < 0.16:
        host = chance.choice(ODD_LITERALS)
    elif kind < 0.19:
        host = ".".join([str(chance.choice((0, 1, 7, 8, 99, 255, 256))) for _ in range(4)])
    elif kind < 0.24:
        letters = string.ascii_lowercase + "0123456789-."
        host = "".join(chance.choices(letters, k=chance.randint(0, 9)))
    else:
        host = chance.choice(DOMAINS)
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            host = f"{chance.choice(labels)}.{host}"
        if chance.random() < 0.06:
            host = f"{host}.{chance.choice(labels)}"
        if chance.random() < 0.1:
            host += "."
    if chance.random() < 0.15:
        host = change_case(host, chance)
    if chance.random() < 0.04:
        host = encode_one(host, chance)
    return host


def make_text(chance: random.Random, labels: Sequence[str] = ODD_LABELS) -> str:
    scheme = chance.choice(ODD_SCHEMES) + ":" if chance.random() < 0.93 else ""
    text = scheme + chance.choice(ODD_SLASHES) + chance.choice(ODD_USERINFOS)
    text += make_host(chance, labels) + chance.choice(ODD_PORTS) + chance.choice(ODD_TAILS)
    if chance.random() < 0.3:
        for _ in range(chance.choice((1, 1, 2, 3))):
            start = chance.randrange(len(text) + 1)
            end = start + chance.choice((0, 0, 1))
            text = text[:start] + chance.choice(ODD_CHARACTERS) + text[end:]
    return text


def make_texts(count: int, seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    for number in range(count):
        yield assembled(chance) if number % 10 == 9 else make_text(chance)


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


def judged(count: int, seed: int) -> list[str]:
    """The texts made by hand, and some that are put together."""
    rng = random.Random(seed)
    return list(dict.fromkeys([*BY_HAND, *[assembled(rng) for _ in range(count)]]))


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
