# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Memory: the most that each function holds at once, in bytes a character of its text.

    python3 evidence/memory.py                 a minute; exit status 1 if one holds more than 40
    python3 evidence/memory.py --only redact   functions with this in their name
    python3 evidence/memory.py --most 200      another bound: on Python 3.9 and 3.10, `re` takes more

The calls are those of linear.py, with texts of many shapes. Counted by tracemalloc: what Python's own
allocators hand out, without the text itself, with the result, and with the message of an error. For
`requote` of an IRI, which writes nine characters for one, 60 are allowed.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "evidence")]  # the modules of this checkout

from linear import cases_of_functions, cases_of_rule  # noqa: E402

import uri_abnf  # noqa: E402

SIZE = 100_000  # characters
MOST = 40  # bytes a character

# What a text is made of: how it begins, and what is repeated.
SHAPES = {
    "letters": ("x:", "a"),
    "triplets": ("x:", "%41"),
    "triplets of é": ("x:", "%C3%A9"),
    "é": ("x:", "é"),
    "€": ("x:", "€"),
    "emoji": ("x:", "\U0001f600"),
    "spaces": ("x:", " "),
    "letters and spaces": ("x:", "a "),
    "segments": ("http://a", "/b"),
    "empty segments": ("http://a", "/"),
    "dot-segments": ("http://a", "/b/.."),
    "leading dots": ("", "./"),
    "dots alone": ("http://a", "/."),
    "emoji in segments": ("http://a", "/\U0001f600"),
    "emoji and dot-segments": ("http://a", "/\U0001f600/.."),
    "triplets in lower case": ("http://a/", "%e9"),
    "stray %": ("x:", "%"),
    "colons without an @": ("http://", "u:"),
    "brackets": ("http://", "["),
    "colons in a bracket": ("http://[", "::"),
    "a host in capitals": ("http://", "A."),
    "a host of triplets": ("http://", "%41"),
    "a host of é": ("http://", "é."),
    "a port": ("http://a:", "1"),
    "a scheme": ("", "a+"),
    "a first segment": ("", "a%41"),
    "private characters": ("http://a?", "\ue000"),
    "passwords": ("", "x://u:p@h/ "),
    "encoded passwords": ("", "x%3A%2F%2Fu%3Ap%40h "),
    "www": ("", "www.a.b "),
    "a userinfo": ("http://", "a:"),
    "a host": ("http://", "a."),
    "a query": ("http://a?", "b=c&"),
    "URIs": ("", "http://a/b "),
}


# How a grammar begins, what is repeated, how it ends
ABNF_SHAPES = {
    "empty lines": ("a = %x61\n", "\n", ""),
    "trailing spaces": ("a = %x61", " ", "\n"),
    "a comment": ("a = %x61 ;", "c", "\n"),
    "a literal": ('a = "', "c", '"\n'),
    "alternatives": ("a = %x61", " / %x61", "\n"),
}
MOST_OF_ABNF = 150  # of reading it: a token for each character
MORE_ALLOWED = {"requote, IRI": 60}


def texts(shapes: dict[str, tuple[str, ...]]) -> dict[str, str]:
    made = {}
    for shape, (start, piece, *end) in shapes.items():
        made[shape] = start + piece * ((SIZE - len(start)) // len(piece)) + "".join(end)
    return made


def message_of(function: Callable[[str], Any], text: str) -> str | None:
    """Call it; the message of an error is made, too, as a program would print it."""
    try:
        function(text)
    except ValueError as error:
        return str(error)
    return None


def peak(function: Callable[[str], Any], text: str) -> float:
    """The bytes a character that the call held at once; patterns are compiled before."""
    message_of(function, text[:200])
    tracemalloc.start()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    message_of(function, text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (most - held) / len(text)


def is_right(name: str, function: Callable[[str], Any], made: dict[str, str], most: float) -> bool:
    """Measure a function with all shapes, and print the worst three."""
    peaks = sorted(((peak(function, text), shape) for shape, text in made.items()), reverse=True)
    worst = " | ".join(f"{size:.1f} ({shape})" for size, shape in peaks[:3])
    is_over = peaks[0][0] > most
    print(f"| {name} | {worst} |{' **TOO MUCH**' if is_over else ''}", flush=True)
    return not is_over


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Bytes a character that each function holds.")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="functions with it in their name"
    )
    parser.add_argument("--most", type=float, default=MOST, help=f"bytes a character ({MOST})")
    options = parser.parse_args(argv)
    print("| function | most | second | third |\n|---|---|---|---|")
    cases = [*cases_of_functions(), *cases_of_rule("RFC2396", "URI-reference")]
    failed = []
    for case in cases:
        most = max(options.most, MORE_ALLOWED.get(case.name, 0))
        if options.only in case.name and not is_right(case.name, case.call, texts(SHAPES), most):
            failed.append(case.name)
    grammar = uri_abnf.Grammar
    if options.only in "Grammar" and not is_right(
        "Grammar", grammar, texts(ABNF_SHAPES), MOST_OF_ABNF
    ):
        failed.append("Grammar")
    print(f"More than allowed: {', '.join(failed)}." if failed else "All is right.")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
