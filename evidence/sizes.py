# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What is carried: a table of sizes, each with its bound.

    python3 evidence/sizes.py             exit status 1 if a bound is passed by 10 %

Only what is 10 % above its bound fails.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
STANDALONE = ROOT / "uri-abnf" / "standalone"
NO_RECIPES = ("api.md", "errors.md", "SECURITY.md", "CHANGELOG.md")


class Size(NamedTuple):
    what: str
    found: int
    bound: int | None = None


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def lines(paths: Iterable[Path]) -> int:
    return sum(read(path).count("\n") for path in paths)


def octets(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths)


def sizes() -> Iterator[Size]:
    library = files("uri_regex.py")
    uri_abnf = files("uri-abnf/uri_abnf/**/*.py")
    largest = max(uri_abnf, key=lambda path: lines([path]))
    recipes = [path for path in files("docs/*.md") if path.name not in NO_RECIPES]
    yield Size("library: bytes", octets(library), 135_000)
    yield Size("test_uri_regex.py: lines", lines(files("test_uri_regex.py")), 2000)
    yield Size("uri_abnf: lines", lines(uri_abnf), 6900)
    yield Size(f"uri_abnf, {largest.name}: lines", lines([largest]), 1100)
    yield Size("uri_abnf, tests: lines", lines(files("uri-abnf/test_*.py")), 3200)
    yield Size("evidence: lines", lines(files("evidence/**/*.py", "evidence/**/*.md")), 7000)
    yield Size("README.md: bytes", octets(files("README.md")), 5700)
    yield Size("recipes of docs/: bytes", octets(recipes), 80_000)
    yield from products()


def products() -> Iterator[Size]:
    """The bytes of each module of standalone/, by its manifest."""
    manifest = STANDALONE / "manifest.json"
    rows = json.loads(read(manifest)) if manifest.exists() else []
    for row in rows:
        name = row.get("name", "")
        path = STANDALONE / name
        if path.is_file():
            yield Size(f"standalone/{name}: bytes", octets([path]), row.get("most_bytes"))


def print_table() -> int:
    failed = 0
    print("| what | size | bound |\n|---|--:|--:|")
    for what, found, bound in sizes():
        told = "" if bound is None else f"{bound:,}"
        if bound is not None and found > bound:
            told += ", more than that"
            if found > 1.1 * bound:
                told += " by 10 %: FAILED"
                failed += 1
        print(f"| {what} | {found:,} | {told} |")
    return int(failed > 0)


def main(argv: list[str] | None = None) -> int:
    argparse.ArgumentParser(description="Lines and bytes.").parse_args(argv)
    return print_table()


if __name__ == "__main__":
    sys.exit(main())
