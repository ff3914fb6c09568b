# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
# mypy: allow-untyped-defs, allow-untyped-calls
"""The operations without `re`: what `cut --micropython` cuts from.

The same answers as those of `uri_regex`, by means that MicroPython has: no import but `collections`,
no regular expression. A verdict reads a table of bytes that is made from the rule's automaton.

What is written for it has to do without f-strings with "=", `str.isascii`, `removeprefix`,
`translate`, positional-only parameters, stepped slices and the defaults of a namedtuple. A cut module
is this file without its docstrings and comments. There are no annotations: on a small device, what
counts is the memory for compiling.
"""

from collections import namedtuple

# ---- Errors ----


class URIError(ValueError):
    """A text that does not match a rule: `offset` is the first wrong character, or the text's length.

    The message does not show the text, which may have a password.
    """

    def __init__(self, text, rule, offset):
        super().__init__(text, rule, offset)
        self.text = text
        self.rule = rule
        self.offset = offset

    def __str__(self):
        why = "it ends too early" if self.offset == len(self.text) else "a character is wrong"
        return f"invalid {self.rule} at offset {self.offset}: {why}"


def _str(value, name="text"):
    if not isinstance(value, str):
        raise TypeError(f"{name} must be str, not {type(value).__name__}")
    return value


# ---- Reading the table ----
# An automaton is in one of its states before each character. Characters that no state tells apart are
# of one kind. States and kinds are numbered, kinds from 35 on, because these are printable. `cut`
# writes the table of a module's rules:
#   - how many kinds there are,
#   - the state from which no text can match any more,
#   - the states in which a text may end,
#   - the kind of each ASCII character,
#   - the next state, at the index state * kinds + kind; below 35 there is nothing;
#   - the first character of each range of other characters but the first range, and
#   - the kind of each range.
# A rule is the state in which a text of it begins. Here, as an example, the table of a scheme.
_TABLE = (
    3,
    0,
    b"\x01",
    b"###########################################$#$$#$$$$$$$$$$#######%%%%%%%%%%%%%%%%%%%%%%%%%%######%%%%%%%%%%%%%%%%%%%%%%%%%%#####",
    b"                                   \x00\x00\x00\x00\x01\x01\x00\x00\x01",
    (),
    b"#",
)
_URI = _URI_REFERENCE = 2
_RULES = {"scheme": 2}
_DEFAULT = "scheme"


def _octets(text):
    # MicroPython takes "surrogatepass" and needs none. There the octets are not copied, and reading
    # them, unlike reading characters, keeps nothing in memory.
    return text.encode("utf-8", "surrogatepass")


def _wrong(text, state):
    """Return the offset of the first wrong character, or the length of a text that ends too early.

    A text that matches gives -1.
    """
    width, dead, final, kinds, after, cuts, beyond = _TABLE
    offset = code = more = 0
    for octet in _octets(_str(text)):
        if octet < 128:
            kind = kinds[octet]
        elif octet < 192:
            # One of the octets that follow the first one of a character, six bits each (RFC 3629).
            code = code << 6 | octet & 63
            more -= 1
            if more:
                continue
            place = 0
            while place < len(cuts) and cuts[place] <= code:
                place += 1
            kind = beyond[place]
        else:
            more = 1 + (octet > 223) + (octet > 239)
            code = octet & (63 >> more)
            continue
        state = after[state * width + kind]
        if state == dead:
            return offset
        offset += 1
    return -1 if state in final else offset


# ---- Verdicts: RFC 3986 sections 3 and 4 ----


def is_uri(text):
    """Return whether the text is a URI, with a scheme (RFC 3986 section 3)."""
    return _wrong(text, _URI) < 0


def is_uri_reference(text):
    """Return whether the text is a URI or a relative reference (RFC 3986 4.1)."""
    return _wrong(text, _URI_REFERENCE) < 0


def is_absolute_uri(text):
    """Return whether the text is a URI without a fragment (RFC 3986 4.3)."""
    return is_uri(text) and "#" not in text


def is_relative_ref(text):
    """Return whether the text is a reference without a scheme (RFC 3986 4.2)."""
    return is_uri_reference(text) and not is_uri(text)


def _rule_of(name):
    """Return the name of a rule as the grammar writes it. RFC 5234 2.1: names have no case."""
    for rule in _RULES:
        if rule.lower() == _str(name, "rule").lower():
            return rule
    raise ValueError(f"there is no rule {name!r} among {', '.join(_RULES)}")


def matches(text, *, rule=_DEFAULT):
    """Return whether the whole text matches the rule. Raises ValueError for an unknown rule."""
    return _wrong(text, _RULES[_rule_of(rule)]) < 0


def validate(text, *, rule=_DEFAULT):
    """Return the text itself, or raise a URIError with the offset of the first wrong character.

    Raises ValueError for an unknown rule.
    """
    name = _rule_of(rule)
    offset = _wrong(text, _RULES[name])
    if offset >= 0:
        raise URIError(text, name, offset)
    return text


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

_PARTS = ("scheme", "authority", "path", "query", "fragment")
URI = namedtuple("URI", ("scheme", "authority", "path", "query", "fragment"))


def split(text):
    """Return the parts of any text, as the regular expression of RFC 3986 Appendix B does.

    >>> split("//example.com?#")
    URI(scheme=None, authority='example.com', path='', query='', fragment='')
    """
    scheme = authority = query = fragment = None
    # The first "#" ends all else, then the first "?" ends the path.
    path, mark, rest = _str(text).partition("#")
    if mark:
        fragment = rest
    path, mark, rest = path.partition("?")
    if mark:
        query = rest
    first, mark, rest = path.partition(":")
    if first and mark and "/" not in first:
        scheme = first
        path = rest
    if path.startswith("//"):
        end = (path + "/").find("/", 2)
        authority = path[2:end]
        path = path[end:]
    return URI(scheme, authority, path, query, fragment)


def _guarded(scheme, authority, path):
    """Return the path so that it reads neither as an authority nor as a scheme (3.3, 4.2)."""
    if authority is None:
        if path.startswith("//"):
            return "/." + path
        if scheme is None and ":" in path.split("/", 1)[0]:
            return "./" + path
    return path


def _recomposed(scheme, authority, path, query, fragment):
    """RFC 3986 5.3, guarded."""
    text = _guarded(scheme, authority, path)
    if authority is not None:
        text = "//" + authority + text
    if scheme is not None:
        text = scheme + ":" + text
    if query is not None:
        text += "?" + query
    if fragment is not None:
        text += "#" + fragment
    return text


def _check_ends(parts):
    """Raise a URIError for a part that has one of the characters that end it."""
    for name, part, ends in zip(_PARTS, parts, (":/?#", "/?#", "?#", "#")):
        for offset, char in enumerate(part or ""):
            if char in ends:
                raise URIError(part, name, offset)


def recompose(uri):
    """Return the text of the parts (RFC 3986 5.3), from which split gets the same parts.

    A path that would read as an authority or a scheme gets "/." or "./" before it (3.3, 4.2).
    Raises URIError for parts that no text can have, such as a path with a "?".

    >>> recompose(URI("http", "a", "/b", None, "")), recompose(URI(None, None, "//b", None, None))
    ('http://a/b#', '/.//b')
    """
    if not isinstance(uri, tuple) or len(uri) != 5:
        raise TypeError(f"uri must be a URI, not {type(uri).__name__}")
    for name, part in zip(_PARTS, uri):
        if part is not None or name == "path":
            _str(part, name)
    scheme, authority, path, query, fragment = uri
    _check_ends(uri)
    if scheme == "":
        raise URIError(scheme, "scheme", 0)
    if authority is not None and path[:1] not in ("", "/"):  # a "/" begins the path (3.3)
        raise URIError(path, "path", 0)
    text = _recomposed(scheme, authority, path, query, fragment)
    if path.startswith(":") and text.startswith("./"):
        return text[2:]  # no reference begins with a ":" (4.2), but split takes any text
    return text


# ---- Resolution: RFC 3986 section 5.2 ----


def remove_dot_segments(path):
    """Return the path without its "." and ".." segments (RFC 3986 5.2.4), in one pass.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    if "/." not in _str(path, "path") and not path.startswith("."):
        return path
    # The text before the first "/", then one item for each "/" (step E).
    out = []
    segments = path.split("/")
    for segment in segments:
        if segment not in (".", ".."):
            out.append(segment)
        elif segment == ".." and out:  # step C; else step A, B or D
            out.pop()
            if not out:
                out.append("")
    if out and segments[-1] in (".", ".."):  # "/." and "/.." at the end leave their "/"
        out.append("")
    return "/".join(out)


def merge(base, path):
    """Return a relative path put in place of the last segment of the base's path (RFC 3986 5.2.3).

    The base is a URI, as split returns it, and neither is validated.

    >>> merge(split("http://a/b/c"), "g"), merge(split("http://a"), "g")
    ('/b/g', '/g')
    """
    if not isinstance(base, URI):
        raise TypeError(f"base must be a URI, as split gives it, not {type(base).__name__}")
    _str(path, "path")
    if base.authority is not None and not base.path:
        return "/" + path
    end = base.path.rfind("/") + 1
    return f"{base.path[:end]}{path}"


def resolve(base, ref, *, strict=True):
    """Return the target of a reference, relative to a base URI (RFC 3986 5.2.2).

    Neither is validated. With strict=False a reference that has the base's scheme is read as if it
    had none. "/." or "./" is put before a path where recompose puts it.

    >>> resolve("http://a/b/c/d;p?q", "../../g?y"), resolve("f:/a", ".//g")
    ('http://a/g?y', 'f:/.//g')
    """
    start = split(_str(base, "base"))
    scheme, authority, path, query, fragment = split(_str(ref, "ref"))
    if not strict and scheme and _lower(scheme) == _lower(start.scheme or ""):
        scheme = None
    if scheme is not None or authority is not None or path.startswith("/"):
        path = remove_dot_segments(path)
    elif path:
        path = remove_dot_segments(merge(start, path))
    else:
        path = start.path
        if query is None:
            query = start.query
    if scheme is None:
        scheme = start.scheme
        if authority is None:
            authority = start.authority
    return _recomposed(scheme, authority, path, query, fragment)


# ---- Normalization: RFC 3986 section 6 ----


def _lower(text):
    # Only A to Z: str.lower() makes a "k" of U+212A KELVIN SIGN, where it knows it.
    return _octets(text).lower().decode("utf-8", "surrogatepass")


_HEX = "0123456789ABCDEFabcdef"
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"


def _is_triplet(piece):
    """Return whether what follows a "%" makes a triplet of it."""
    return len(piece) > 1 and piece[0] in _HEX and piece[1] in _HEX


def _normal_triplets(part):
    """Return the part with each triplet in its normal form (6.2.2.1, 6.2.2.2).

    A triplet after a stray "%" stays as it is: decoded, "%4%41" would be the triplet "%4A".
    """
    pieces = part.split("%")
    out = [pieces.pop(0)]
    stray = False
    for piece in pieces:
        if _is_triplet(piece) and not stray:
            char = chr(int(piece[:2], 16))
            if char not in _UNRESERVED:
                char = "%" + piece[:2].upper()
            out.append(char + piece[2:])
        else:
            out.append("%" + piece)
        stray = len(piece) < 2 and piece in _HEX
    return "".join(out)


def _lower_but_triplets(text):
    """Return the text in lower case, but the digits of its triplets in upper case."""
    pieces = _lower(text).split("%")
    for i, piece in enumerate(pieces[1:], 1):
        if _is_triplet(piece):
            pieces[i] = piece[:2].upper() + piece[2:]
    return "%".join(pieces)


def _dotted(number):
    return f"{number >> 24}.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def _ipv6_groups(text):
    """Return the eight groups of an IPv6address (RFC 3986 3.2.2); of another text, [""].

    An IPv4 address at its end counts for two. The digits of the groups are not checked.
    """
    start = text.rfind(":") + 1
    ipv4 = text[start:]
    if "." in ipv4:
        number = 0
        for octet in ipv4.split("."):
            if octet.strip("0123456789"):
                return [""]
            number = number << 8 | int("0" + octet)
        if ipv4 != _dotted(number):  # as of 1.2.3, 1..3.4, 01.2.3.4 and 256.2.3.4
            return [""]
        text = text[:start] + hex(number >> 16)[2:] + ":" + hex(number & 0xFFFF)[2:]
    before, double, after = text.partition("::")
    groups = before.split(":") if before else []
    if double:
        rest = after.split(":") if after else []
        for _ in range(max(8 - len(groups) - len(rest), 1)):
            groups.append("0")
        groups += rest
    return groups if len(groups) == 8 else [""]


_LONGEST_IPV6 = 47  # [0000:0000:0000:0000:0000:ffff:255.255.255.255]


def _ipv6_text(host):
    """Return an IPv6 literal as RFC 5952 writes it, and another host as it is.

    >>> _ipv6_text("[0:0:0:0:0:ffff:102:304]"), _ipv6_text("[1:0:0:2:0:0:0:3]")
    ('[::ffff:1.2.3.4]', '[1:0:0:2::3]')
    """
    if len(host) > _LONGEST_IPV6:
        return host
    numbers = []
    text = ":"
    for digits in _ipv6_groups(host[1:-1]):
        if not digits or len(digits) > 4 or digits.strip(_HEX):
            return host
        numbers.append(int(digits, 16))
        text += hex(numbers[-1])[2:] + ":"
    if text.startswith(":0:0:0:0:0:ffff:"):  # section 5
        return "[::ffff:" + _dotted(numbers[6] << 16 | numbers[7]) + "]"
    # Section 4.2: "::" stands for the longest run of zeros, the first of equal ones, not for a single.
    for count in range(8, 1, -1):
        before, zeros, after = text.partition(":0:0:0:0:0:0:0:0:"[-2 * count - 1 :])
        if zeros:
            return "[" + before[1:] + "::" + after[:-1] + "]"
    return "[" + text[1:-1] + "]"


# 6.2.3: schemes whose default port is known, and whose empty path is "/".
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}


def _scheme_based(scheme, host):
    """Return a host and port without an empty or default port, an IPv6 address as RFC 5952 has it."""
    if host.startswith("["):
        end = host.find("]") + 1
    elif "[" in host or "]" in host:
        return host
    else:
        end = (host + ":").find(":")
    port = host[end:]
    digits = port[1:]
    if port[:1] not in ("", ":") or digits.strip("0123456789"):
        return host
    if not digits or digits.lstrip("0") == _DEFAULT_PORTS.get(scheme):
        port = ""
    return _ipv6_text(host[:end]) + port


def normalize(text, *, scheme_based=False):
    """Return the text in the normal form of RFC 3986 6.2.2: the same object, if it is normal already.

    Triplets of unreserved characters are decoded, and others put in upper case; scheme and host are
    put in lower case. Dot-segments are removed, but not from a relative path. `scheme_based` (6.2.3)
    also removes an empty port, and the default port of http, https, ws, wss and ftp, writes the empty
    path of these as "/", and IPv6 addresses as RFC 5952 does. The text is not validated.

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), normalize("%7Efoo/../a")
    ('example://a/b/c/%7Bfoo%7D', '~foo/../a')
    >>> normalize("http://[0:0:0:0:0:0:0:1]:80", scheme_based=True)
    'http://[::1]/'
    """
    scheme = split(text).scheme
    # No triplet that is decoded gives a delimiter, so the other parts stay where they are.
    _, authority, path, query, fragment = split(_normal_triplets(text))
    if scheme is not None:
        scheme = _lower_but_triplets(scheme)
    if authority is not None:
        start = authority.rfind("@") + 1
        host = _lower_but_triplets(authority[start:])
        if scheme_based:
            host = _scheme_based(scheme, host)
            if not path and scheme in _DEFAULT_PORTS:
                path = "/"
        authority = authority[:start] + host
    if scheme is not None or authority is not None or path.startswith("/"):
        path = remove_dot_segments(path)
    normal = _recomposed(scheme, authority, path, query, fragment)
    return text if normal == text else normal


# ---- Percent-encoding: RFC 3986 section 2.1 ----

_PCHAR = _UNRESERVED + "!$&'()*+,;=:@"
_COMPONENTS = {
    "unreserved": _UNRESERVED,
    "userinfo": _UNRESERVED + "!$&'()*+,;=:",
    "reg-name": _UNRESERVED + "!$&'()*+,;=",
    "segment": _PCHAR,
    "path": _PCHAR + "/",
    "query": _PCHAR + "/?",
    "fragment": _PCHAR + "/?",
}


def percent_encode(text, component="unreserved"):
    """Return the text as data of a component: what it cannot have as it is becomes triplets, of UTF-8.

    `component` is unreserved, userinfo, reg-name, segment, path, query or fragment (RFC 3986 2.1); a
    "%" is always encoded. Raises URIError for a lone surrogate, ValueError for another component.

    >>> percent_encode("a/b c%"), percent_encode("a/b c%", "path")
    ('a%2Fb%20c%25', 'a/b%20c%25')
    """
    if _str(component, "component") not in _COMPONENTS:
        raise ValueError(f"unknown component {component!r}")
    allowed = _COMPONENTS[component].encode()
    octets = _octets(_str(text))
    out = bytearray()
    for place, octet in enumerate(octets):
        if octet == 0xED and octets[place + 1] > 0x9F:  # a lone surrogate
            raise URIError(text, "pct-encoded", len(octets[:place].decode()))
        if octet in allowed:
            out.append(octet)
        else:
            out.extend(b"%%%02X" % octet)
    return out.decode()


def _utf8_length(octets, start):
    """Return how many octets make the character at an index (RFC 3629).

    Of ill-formed UTF-8 it is the number, negative, of the octets that could begin a character, or 1.
    """
    lead = octets[start]
    if 0x7F < lead < 0xC2 or lead > 0xF4:
        return -1
    length = 1 + (lead > 0x7F) + (lead > 0xDF) + (lead > 0xEF)
    # What may come second, so that no character is too long, a surrogate, or above U+10FFFF.
    low = {0xE0: 0xA0, 0xF0: 0x90}.get(lead, 0x80)
    high = {0xED: 0x9F, 0xF4: 0x8F}.get(lead, 0xBF)
    for i in range(1, length):
        if start + i == len(octets) or not low <= octets[start + i] <= high:
            return -i
        low = 0x80
        high = 0xBF
    return length


def _decoded(text, start, octets, errors):
    """Return the triplets that begin at an index of the text, whose octets are given, as characters."""
    out = bytearray()
    place = 0
    while place < len(octets):
        length = _utf8_length(octets, place)
        if length > 0:
            out.extend(octets[place : place + length])
        elif errors == "strict":
            raise URIError(text, "pct-encoded", start + 3 * place)
        elif errors == "replace":
            out.extend(b"\xef\xbf\xbd")  # U+FFFD
        place += abs(length)
    return out.decode()


def percent_decode(text, errors="strict"):
    """Return the text with its triplets decoded, as UTF-8 (RFC 3986 2.1, 2.5).

    `errors` is strict, replace or ignore, as of bytes.decode. Raises URIError where a "%" does not
    begin a triplet, and, when strict, where triplets are not UTF-8. Raises LookupError for another
    `errors`.

    >>> percent_decode("a%2Fb%20%C3%BC")
    'a/b ü'
    """
    pieces = _str(text).split("%")
    if _str(errors, "errors") not in ("strict", "replace", "ignore"):
        raise LookupError(f"errors must be strict, replace or ignore, not {errors!r}")
    out = [pieces.pop(0)]
    offset = len(out[0])
    for piece in pieces:
        if not _is_triplet(piece):
            offset += 1 if piece[:1].strip(_HEX) or not piece else 2
            raise URIError(text, "pct-encoded", offset)
        offset += 1 + len(piece)
    start = len(out[0])
    octets = bytearray()  # of triplets that follow one another
    for count, piece in enumerate(pieces, 1):
        octets.append(int(piece[:2], 16))
        if len(piece) > 2 or count == len(pieces):
            out.append(_decoded(text, start, octets, errors))
            out.append(piece[2:])
            start += 3 * len(octets) + len(piece) - 2
            octets = bytearray()
    return "".join(out)
