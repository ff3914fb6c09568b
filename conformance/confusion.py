# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Inputs that parsers disagree on: who takes them, and which host they see.

    python3 conformance/confusion.py

Prints a table, of which the README shows some rows: `is_uri` and `split` of uri_regex, `urllib.parse`
of the Python that runs this, and ada (`pip install ada-url`), which reads URLs as browsers do (WHATWG).
Each cell is what the library answers. Exit status 1 if `is_uri` answers otherwise than EXPECTED says.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import uri_regex

try:
    import ada_url
except ImportError:
    ada_url = None

# Whether the text is a URI to RFC 3986, and what decides it.
EXPECTED = {
    r"http://127.0.0.1\@1.1.1.1": False,  # no rule has a backslash
    "http://foo@evil.com:80@google.com/": False,  # 3.2.1: userinfo has no "@"
    "http://[::1]evil.com": False,  # 3.2: after "]" a port, or the end of the authority
    "http://a:b/": False,  # 3.2.3: a port is digits
    "ht\ttp://a/": False,  # 3.1: a scheme has no tab
    "http://a\nb/": False,  # 3.2.2: a host has no line feed
    "http://good.com%2F@evil.com": True,  # 3.2.1: userinfo may hold triplets
    "http://0x7f.1/": True,  # 3.2.2: a reg-name
    "http://exa%6dple.com/": True,  # 3.2.2: a reg-name may hold triplets
    "http:evil.com": True,  # 3: path-rootless
    "http:///evil.com": True,  # 3.2.2: a reg-name may be empty
    "////evil.com": False,  # 3: a URI has a scheme; as a reference, its authority is empty
}  # fmt: skip


def shown(text: str) -> str:
    """As Markdown code, with the characters that nobody sees by their names."""
    return "`" + text.replace("\t", "<TAB>").replace("\n", "<LF>") + "`"


def host(found: str | None) -> str:
    return "none" if found is None else shown(found) if found else "empty"


def verdict(text: str) -> str:
    try:
        uri_regex.validate(text)
    except uri_regex.URIError as error:
        if error.offset == len(text):
            return f"no: offset {error.offset}, the end"
        return f"no: offset {error.offset}, {shown(text[error.offset])}"
    return "yes"


def by_urllib(text: str) -> str:
    try:
        return host(urlsplit(text).hostname)
    except ValueError:
        return "refused"


def by_ada(text: str) -> str:
    if ada_url is None:
        return "not installed"
    try:
        return host(ada_url.URL(text).hostname)
    except ValueError:
        return "refused"


def main() -> int:
    wrong = 0
    python = ".".join(map(str, sys.version_info[:3]))
    print(f"urllib.parse of Python {python}; ada: ", end="")
    print("not installed (`pip install ada-url`)" if ada_url is None else "installed", end="\n\n")
    print("| input | `is_uri` | host: `split` | `urllib.parse` | ada (WHATWG) |")
    print("|---|---|---|---|---|")
    for text, expected in EXPECTED.items():
        cells = [shown(text), verdict(text), host(uri_regex.split(text).host)]
        print("|", " | ".join([*cells, by_urllib(text), by_ada(text)]), "|")
        if uri_regex.is_uri(text) is not expected:
            wrong += 1
            print(f"wrong: is_uri({text!r}) should be {expected}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
