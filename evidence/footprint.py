# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What a copy costs: lines, kilobytes, and the memory and time of its import.

    python3 evidence/footprint.py               a table of the modules that can be copied
    python3 evidence/footprint.py --rounds 51

Each import is the only one of a fresh process, without site-packages. All is compiled before, as in any
second run of a program. Memory is what is there after the import, as tracemalloc counts it. Time is the
median of rounds, also beside that of `import json`, which is taken right after it in each round.
MicroPython's module is not imported: it is made for another interpreter.

test_pages.py compares what pages say of sizes with this.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    "uri_regex.py",
    "uri-abnf/standalone/uri.py",
    "uri-abnf/standalone/is_uri.py",
    "uri-abnf/standalone/micropython/uri.py",
)
MEMORY = """
import tracemalloc
tracemalloc.start()
import MODULE
print(tracemalloc.get_traced_memory()[0] / 1000)
"""
TIME = """
import time
start = time.perf_counter()
import MODULE
print((time.perf_counter() - start) * 1000)
"""


class Footprint(NamedTuple):
    """The size of a module: kilobytes are of 1,000 bytes."""

    module: str
    lines: int
    kilobytes: float

    @property
    def is_imported(self) -> bool:
        return "micropython" not in self.module


def footprints() -> Iterator[Footprint]:
    """Those of the modules that are there."""
    for module in MODULES:
        path = ROOT / module
        if path.exists():
            source = path.read_bytes()
            yield Footprint(module, source.count(b"\n"), len(source) / 1000)


def printed(program: str, path: Path) -> float:
    """The number that a program prints, which imports a module, when it runs for the second time."""
    with tempfile.TemporaryDirectory() as compiled:
        options = ["-E", "-S", "-X", f"pycache_prefix={compiled}"]
        command = [sys.executable, *options, "-c", program.replace("MODULE", path.stem)]
        subprocess.check_output(command, cwd=path.parent)
        return float(subprocess.check_output(command, cwd=path.parent))


def import_kilobytes(path: Path) -> float:
    """The memory that an import adds."""
    return printed(MEMORY, path)


def import_time(path: Path, rounds: int) -> tuple[float, float]:
    """The milliseconds of an import, and how many times that of json it takes."""
    json = path.with_name("json.py")  # not there, so it is the standard library's
    pairs = [(printed(TIME, path), printed(TIME, json)) for _ in range(rounds)]
    return (
        statistics.median(own for own, _ in pairs),
        statistics.median(own / other for own, other in pairs),
    )


def print_table(rounds: int) -> None:
    print(f"Python {sys.version.split()[0]}\n")
    print("| copy | lines | KB | memory, KB | import, ms | json's import is 1 |")
    print("|---|---:|---:|---:|---:|---:|")
    for footprint in footprints():
        told = "| |"
        if footprint.is_imported:
            path = ROOT / footprint.module
            spent, ratio = import_time(path, rounds)
            told = f"{import_kilobytes(path):,.0f} | {spent:.1f} | {ratio:.2f}"
        sizes = f"{footprint.lines:,} | {footprint.kilobytes:.1f}"
        print(f"| `{footprint.module}` | {sizes} | {told} |", flush=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Size, and memory and time of an import.")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="of each import")
    options = parser.parse_args(argv)
    print_table(options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
