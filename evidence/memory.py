# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Memory: the most that each function holds at once, in bytes a character of its text; and what is
kept after the calls.

    python3 evidence/memory.py                 two minutes; exit status 1 if one holds more than 40
    python3 evidence/memory.py --only redact   functions with this in their name
    python3 evidence/memory.py --most 200      another bound: on Python 3.9 and 3.10, `re` takes more

The calls are those of linear.py, with texts of many shapes. Counted by tracemalloc: what Python's own
allocators hand out, without the text itself, with the result, and with the message of an error. Where
more is allowed, MORE_ALLOWED says so. Kept: what is there after policies with 26 different lists of
40,000 hosts, which must be at most 30 MB.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tracemalloc

from linear import Call, Shape, cases_of_functions, cases_of_verdicts

import uri_abnf
import uri_regex

SIZE = 100_000  # characters
MOST = 40  # bytes a character

# How a text begins, and what is repeated behind it
PIECES = {
    "x:": ["a", "%41", "%C3%A9", "é", "€", "\U0001f600", " ", "a ", "%"],
    "http://a": ["/b", "/", "/b/..", "/.", "/\U0001f600", "/\U0001f600/.."],
    "http://": ["u:", "[", "A.", "%41", "é.", "a:", "a.", "中\u200d"],
    "http://[": ["::"],
    "http://a:": ["1"],
    "http://a/": ["%e9", "中\u200d", "中\u200d\u200d"],
    "http://a?": ["\ue000", "b=c&"],
    "": ["./", "a+", "a%41", "x://u:p@h/ ", "x%3A%2F%2Fu%3Ap%40h ", "www.a.b ", "http://a/b "],
}
SHAPES = [Shape(prefix, piece, "") for prefix in PIECES for piece in PIECES[prefix]]
ABNF_SHAPES = [
    Shape("a = %x61\n", "\n", ""),
    Shape("a = %x61", " ", "\n"),
    Shape("a = %x61 ;", "c", "\n"),
    Shape('a = "', "c", '"\n'),
    Shape("a = %x61", " / %x61", "\n"),
]
MOST_OF_ABNF = 500  # of reading it: a set for each character of a literal
# Dot-segments are removed with a list of segments. Of segments of one character that is not Latin, such
# as an emoji, each takes an object of 60 bytes or more, with the "/" and the ".." between them.
MORE_ALLOWED = {"normalize": 42, "resolve": 46, "equivalent": 46, "relativize": 54}
LISTS, HOSTS, MOST_KEPT = 26, 40_000, 30_000_000


def message_of(function: Call, text: str) -> str | None:
    """Call it; the message of an error is made, too, as a program would print it."""
    try:
        function(text)
    except ValueError as error:
        return str(error)
    return None


def peak(function: Call, text: str) -> float:
    """The bytes a character that the call held at once; patterns are compiled before."""
    message_of(function, text[:200])
    tracemalloc.start()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    message_of(function, text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (most - held) / len(text)


def is_right(name: str, function: Call, shapes: list[Shape], most: float) -> bool:
    """Measure a function with all shapes, and print the worst three."""
    peaks = sorted(((peak(function, shape.text(SIZE)), shape) for shape in shapes), reverse=True)
    worst = " | ".join(f"{size:.1f}, `{shape}`" for size, shape in peaks[:3])
    is_over = peaks[0][0] > most
    print(f"| {name} | {worst} |{' **TOO MUCH**' if is_over else ''}", flush=True)
    return not is_over


def kept() -> int:
    """The bytes that policies with long lists of hosts leave behind."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(LISTS):
        hosts = [f"host{i}.list{number}.example" for i in range(HOSTS)]
        uri_regex.is_valid("http://a.example/", hosts=hosts)
    del hosts
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return after - before


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Bytes a character that each function holds.")
    parser.add_argument("--only", default="", metavar="TEXT", help="in the function's name")
    parser.add_argument("--most", type=float, default=MOST, help=f"bytes a character ({MOST})")
    options = parser.parse_args(argv)
    print("| function | most | second | third |\n|---|---|---|---|")
    cases = [
        *cases_of_functions(),
        *cases_of_verdicts("RFC2396", uri_regex.RFC2396, "URI-reference"),
    ]
    failed = []
    for case in cases:
        most = max(options.most, MORE_ALLOWED.get(case.name.partition(",")[0], 0))
        if options.only in case.name and not is_right(case.name, case.call, SHAPES, most):
            failed.append(case.name)
    grammar = uri_abnf.Grammar
    if options.only in "Grammar" and not is_right("Grammar", grammar, ABNF_SHAPES, MOST_OF_ABNF):
        failed.append("Grammar")
    if options.only in "lists of hosts":
        size = kept()
        print(f"\nKept after {LISTS} lists of {HOSTS:,} hosts: {size / 1e6:.1f} MB.")
        if size > MOST_KEPT:
            failed.append("lists of hosts")
    print(f"More than allowed: {', '.join(failed)}." if failed else "All is right.")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
