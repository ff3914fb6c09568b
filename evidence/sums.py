# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The SHA-256 of each file that people copy, in docs/CHANGELOG.md below the version of the library.

python3 evidence/sums.py           compare; exit status 1 if one is another, or missing
python3 evidence/sums.py --write   write them, as the last step of a release
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import uri_regex

ROOT = Path(__file__).resolve().parent.parent
CHANGELOG = ROOT / "docs" / "CHANGELOG.md"
STANDALONE = "uri-abnf/standalone"
FILES = (
    "uri_regex.py",
    f"{STANDALONE}/uri.py",
    f"{STANDALONE}/is_uri.py",
    f"{STANDALONE}/micropython/uri.py",
)
TABLE = re.compile(r"(?m)^### SHA-256\n\n(?:\|.*\n)*\n")


def compute_sums() -> dict[str, str]:
    """Return the sum of each file."""
    return {file: hashlib.sha256((ROOT / file).read_bytes()).hexdigest() for file in FILES}


def split_at_version(changelog: str) -> tuple[str, str, str]:
    """Return the section of the library's version, and what is before and behind it."""
    heading = re.escape(f"## [{uri_regex.__version__}]")
    section = re.search(rf"(?ms)^{heading}.*?(?=^## |\Z)", changelog)
    if not section:
        raise ValueError(f"the changelog has no version {uri_regex.__version__}")
    return changelog[: section.start()], section[0], changelog[section.end() :]


def read_sums(changelog: str) -> dict[str, str]:
    """Return the sums that the section of the library's version has."""
    _, section, _ = split_at_version(changelog)
    return dict(re.findall(r"(?m)^\| `(.*)` \| ([0-9a-f]{64}) \|$", section))


def with_sums(changelog: str, sums: dict[str, str]) -> str:
    """Return a changelog with these sums at the end of the section of the library's version."""
    before, section, after = split_at_version(changelog)
    rows = "".join([f"| `{file}` | {value} |\n" for file, value in sums.items()])
    table = f"### SHA-256\n\n| file | SHA-256 |\n|---|---|\n{rows}\n"
    return before + TABLE.sub("", section) + table + after


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The sums of the files that people copy.")
    parser.add_argument("--write", action="store_true", help="write them into docs/CHANGELOG.md")
    options = parser.parse_args(argv)
    changelog, sums = CHANGELOG.read_text(encoding="utf-8"), compute_sums()
    if options.write:
        CHANGELOG.write_bytes(with_sums(changelog, sums).encode())
        return 0
    wrong = [file for file in FILES if read_sums(changelog).get(file) != sums[file]]
    for file in FILES:
        print(f"{sums[file]}  {file}{', not as in the changelog' if file in wrong else ''}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
