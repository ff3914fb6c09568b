# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""URIs (RFC 3986) for MicroPython: the answers of uri_regex 2.0.0, without `re`."""

# Kept by hand. uri_regex.py has the docstrings of these functions. On a small device, what counts is
# the memory for compiling this file, which comments do not take, but docstrings and annotations do.
# MicroPython lacks f-strings with "=", str.isascii, removeprefix, translate, positional-only
# parameters, stepped slices, and defaults of a namedtuple.

from collections import namedtuple

__version__ = "2.0.0"
__all__ = [
    "URIError",
    "is_absolute_uri",
    "is_relative_ref",
    "is_uri",
    "is_uri_reference",
    "merge",
    "normalize",
    "recompose",
    "remove_dot_segments",
    "resolve",
    "split",
    "validate",
]

# ---- Errors ----


class URIError(ValueError):
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
# of one kind. States and kinds are numbered, kinds from 35 on, because these are printable:
#   - how many kinds there are,
#   - the state from which no text can match any more,
#   - the states in which a text may end,
#   - the kind of each ASCII character,
#   - the next state, at the index state * kinds + kind; below 35 there is nothing;
#   - the first character of each range of other characters but the first range, and
#   - the kind of each range.
# A rule is the state in which a text of it begins. A test makes the automaton again.
_TABLE = (
    21,
    32,
    b'\x0f\x1a\x1b!"$%&\'C_`\x94\xb8',
    b"#################################$#%$&$$$$$'$'()*+,--.////0$#$#12333333444444444444444544446#7#$#33333344444444444444454444###$#",
    b'                                                \x15            # 999999O  9           \x03\x03\x03\x03\x03\x03   \x03   !       ******   *   !       %%%%%%   %         # ooooooJ  -   !     # ttttttK  0   !     # yyyyyyL  2   !     # ~~~~~~M  4   !             \x14              \r\r\r\r\r\r\x15  \r         # \\\\\\\\\\\\N  6   !       F\xa6\xa7GGG               \x00\x00\x00\x00\x00\x00\x15  \x00           *\xab\xacHHH         \'$\x1f\'\'"\'\'\'\'\'\'_" \'\'\'\x1d        iiiiii\x98  i           nnnnnn\x9f  n           ssssss\xa4  s           xxxxxx\xa9  x           }}}}}}\xae  }           \xb0\xb1\xb2\x18\x18\x18\xb3  \xb4           aaaaaa   a         # llllllI  ,   !     # \x01\x01\x01\x01\x01\x01O  7           \x04\x04\x04\x04\x04\x04   \x04     "$\x16""\x1b""""""""""""   "$\x16""\x94""""""""""""         cccccc   c           dddddd\x95  d \x96         eeeeee   e           ffffff   f                           $   "      _"       "$\x16"""""""""""""""         D\xa1\xa2EEE         $ \x93$$$$$$$$$$$$$$$   %$\x19%%"%%%%%% "%%%%   &$\x1c&&"&&&&&&`"\x0f&&&   \'$\x1f\'\'"\'\'\'\'\'\'_" \'\'\'   ( \x1e(( ((((((( \x0f(((   )  )) )))))))  ))) !                    !       \x02\x02\x02\x02\x02\x02   \x02   !       ......I  .   !       //////J  /   !       <<<<<<I  <   !       ======J  =   !       111111K  1   !       >>>>>>K  >   !       333333L  3   !       ??????L  ?   !       555555M  5   !       @@@@@@M  @   !       888888N  8   !       999999O  9           AAAAAAN  A   !       BBBBBBO  B        :: ::::::\x1a  :::       \x9d ;;;;;;   ;                 I      !             J      !             K      !             L      !             M      !             N      !             O        %$\x19CC"CCCCCC\x1a"%CCC       \x0c                    \x0c DDDDDD             \x0e                    \x0e FFFFFF               ******       !       \x7f\x80\x81\x05\x05\x05   \x82           \x83\x84\x85\x06\x06\x06   \x86           \x87\x88\x89\x07\x07\x07   \x8a           \x8b\x8c\x8d\x08\x08\x08   \x8e           \x8f\x90\x91\x0b\x0b\x0b   \x92           ++++++   +           ++++++*  +         # <<<<<<I  <   !     # ======J  =   !     # >>>>>>K  >   !     # ??????L  ?   !     # @@@@@@M  @   !     # AAAAAAN  A   !     # BBBBBBO  B         # PPPPPPI  .   !     # QQQQQQJ  /   !     # RRRRRRK  1   !     # SSSSSSL  3   !     # TTTTTTM  5   !     # 888888N  8   !     # UUUUUUN  8   !     # VVVVVVO  9      $   "______ "       ($\x1e(("``````("\x0f(((         """"""   "           $$$$$$   $           &&&&&&   &           gggggg\x10  g           ((((((   (           \'\'\'\'\'\'   \'           hhhhhh\x10  h           jjjjjj\x10  j           kkkkkk\x11  k                 \x10              mmmmmm\x11  m         # ......I  .   !       pppppp\x11  p           qqqqqq\x12  q         # //////J  /   !             \x11              rrrrrr\x12  r           uuuuuu\x12  u           vvvvvv\x13  v         # 111111K  1   !             \x12              wwwwww\x13  w           zzzzzz\x13  z           {{{{{{\x14  {         # 333333L  3   !             \x13              ||||||\x14  |           \t\t\t\t\t\t\x14  \t           \n\n\n\n\n\n\x15  \n         # 555555M  5   !     # ------J  -   !     # XXXXXXJ  -   !     # XXXX\xa0oJ  -   !       ------J  -   !     # 000000K  0   !     # YYYYYYK  0   !     # YYYY\xa5tK  0   !       000000K  0   !     # 222222L  2   !     # ZZZZZZL  2   !     # ZZZZ\xaayL  2   !       222222L  2   !     # 444444M  4   !     # [[[[[[M  4   !     # [[[[\xaf~M  4   !       444444M  4   !     # 666666N  6   !     # ]]]]]]N  6   !     # ]]]]\xb5\\N  6   !       666666N  6   !       bbbbbb   b     &$\x1c&&"&&&&&&`"\x0f&&&\x1d              \x97              ;;;;;;   ;           \x99\x9a\x9b\x17\x17\x17   \x9c   !       \x7f\x80\x81\x05\x05\x05   \x82   !     # ,,,,,,I  ,   !     # WWWWWWI  ,   !     # WWWW\x9elI  ,   !       ,,,,,,I  ,   ! )  )) )))))))  )))       # PPPPP.I  .   !       \x83\x84\x85\x06\x06\x06   \x86   !     # QQQQQ/J  /   !     \x0c EEEEEE             \x0c EEEE\xa3D             \x0c DDDDD                \x87\x88\x89\x07\x07\x07   \x8a   !     # RRRRR1K  1   !     \x0e GGGGGG             \x0e GGGG\xa8F             \x0e FFFFF                \x8b\x8c\x8d\x08\x08\x08   \x8e   !     # SSSSS3L  3   !       HHHHHH       !       HHHH\xad*       !       *****        !       \x8f\x90\x91\x0b\x0b\x0b   \x92   !     # TTTTT5M  5   !     # 777777O  7         # ^^^^^^O  7         # ^^^^\xb6\x01O  7           ++++++   +   !       777777O  7         # UUUUU8N  8   !     # VVVVV9O  9                    :::   %$\x19%%\x1b%%%%%% "%CCC  ',
    (),
    b'#',
)
_URI = 183
_URI_REFERENCE = 184
_RULES = {
    "URI": 183,
    "URI-reference": 184,
}
_DEFAULT = "URI"


def _octets(text):
    # MicroPython takes "surrogatepass" and needs none. There the octets are not copied, and reading
    # them, unlike reading characters, keeps nothing in memory.
    return text.encode("utf-8", "surrogatepass")


# Return the offset of the first wrong character, the length of a text that ends too early, or -1.
def _wrong(text, state):
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
    return _wrong(text, _URI) < 0


def is_uri_reference(text):
    return _wrong(text, _URI_REFERENCE) < 0


def is_absolute_uri(text):
    return is_uri(text) and "#" not in text


def is_relative_ref(text):
    return is_uri_reference(text) and not is_uri(text)


# RFC 5234 2.1: names of rules have no case.
def _rule_of(name):
    for rule in _RULES:
        if rule.lower() == _str(name, "rule").lower():
            return rule
    raise ValueError(f"there is no rule {name!r} among {', '.join(_RULES)}")


def validate(text, *, rule=_DEFAULT):
    name = _rule_of(rule)
    offset = _wrong(text, _RULES[name])
    if offset >= 0:
        raise URIError(text, name, offset)
    return text


# ---- Parts: RFC 3986 Appendix B and section 5.3 ----

_PARTS = ("scheme", "authority", "path", "query", "fragment")
URI = namedtuple("URI", ("scheme", "authority", "path", "query", "fragment"))


def split(text):
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


# A path that reads neither as an authority nor as a scheme (3.3, 4.2).
def _guarded(scheme, authority, path):
    if authority is None:
        if path.startswith("//"):
            return "/." + path
        if scheme is None and ":" in path.split("/", 1)[0]:
            return "./" + path
    return path


def _recomposed(scheme, authority, path, query, fragment):
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
    for name, part, ends in zip(_PARTS, parts, (":/?#", "/?#", "?#", "#")):
        for offset, char in enumerate(part or ""):
            if char in ends:
                raise URIError(part, name, offset)


def recompose(uri):
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
    if not isinstance(base, URI):
        raise TypeError(f"base must be a URI, as split gives it, not {type(base).__name__}")
    _str(path, "path")
    if base.authority is not None and not base.path:
        return "/" + path
    end = base.path.rfind("/") + 1
    return f"{base.path[:end]}{path}"


def resolve(base, ref, *, strict=True):
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


# Whether what follows a "%" makes a triplet of it.
def _is_triplet(piece):
    return len(piece) > 1 and piece[0] in _HEX and piece[1] in _HEX


# 6.2.2.1, 6.2.2.2. A triplet after a stray "%" stays: decoded, "%4%41" would be the triplet "%4A".
def _normal_triplets(part):
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
    pieces = _lower(text).split("%")
    for i, piece in enumerate(pieces[1:], 1):
        if _is_triplet(piece):
            pieces[i] = piece[:2].upper() + piece[2:]
    return "%".join(pieces)


def _dotted(number):
    return f"{number >> 24}.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


# The eight groups of an IPv6address, whose digits are not checked; of another text, [""].
def _ipv6_groups(text):
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


# An IPv6 literal as RFC 5952 writes it; another host as it is.
def _ipv6_text(host):
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


# A host without an empty or default port, an IPv6 address as RFC 5952 has it.
def _scheme_based(scheme, host):
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
