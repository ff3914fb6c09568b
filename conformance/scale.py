# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The broken rows of a column of URIs, found by DuckDB, Polars, Spark, and `uri_regex check`.

    python3 conformance/scale.py                     10 million rows, in a temporary folder
    python3 conformance/scale.py --rows 100000       fewer
    python3 conformance/scale.py --spark             Spark in local mode, too
    python3 conformance/scale.py --keep FOLDER       the Parquet file and the text stay there

The rows are made, not found: all URIs are distinct, and row i is broken if i % 100 == 37, in one of
the ways of BROKEN, so which rows an engine must report is known beforehand. It must report just
those. Each runs in a process of its own; the time is the query's, without imports and the start of
a JVM, and the memory is the most that the process (for Spark: the JVM) held at once.

The functions below with "find_" before them are what a user would write.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import json
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]  # the module of this checkout, not an installed one

from engines import local_spark, machine  # noqa: E402

from uri_regex import RFC3986  # noqa: E402

STEP = 37  # rows 37, 137, 237 … are broken
BLOCK = 1 << 17

# ---- The rows --------------------------------------------------------------------------------

SOUND = (
    "https://example.com/items/{0}?page=2&sort=asc#top",
    "https://www.example.org/docs/en/{0}/index.html",
    "http://user{0}@192.0.2.7:8080/a;b=c/d,e",
    "https://[2001:db8::7]:443/v1/{0}",
    "https://cdn.example.net/img/caf%C3%A9/{0}.png?w=640",
    "mailto:user{0}@example.org",
    "urn:example:item:{0}",
    "ftp://files.example.com/pub/a%20b/{0}.tar.gz",
    "http://xn--bcher-kva.example/{0}/~ann/(1)",
    "tag:example.org,2026:{0}",
)

# Twenty ways to be no URI; no line ends, since `check` reads lines.
BROKEN = (
    "https://example.com/a b/{0}",
    "https://example.com/%zz/{0}",
    "https://example.com/{0}%",
    "https://example.com/{0}%4",
    "https://example.com/{0}^",
    "https://example.com/<{0}>",
    'https://example.com/"{0}"',
    "https://example.com/{{{0}}}",
    "https://example.com/a|{0}",
    "https://example.com\\{0}",
    "https://example.com/caf\xe9/{0}",
    "https://example.com/\uff11/{0}",
    "https://example.com:80a/{0}",
    "https://a@b@example.com/{0}",
    "https://[2001:db8::7::1]/{0}",
    "https://[fe80::1%25eth0]/{0}",
    "https://[::ffff:192.0.2.256]/{0}",
    "\u212aey:{0}",
    "1http://example.com/{0}",
    "example.com/{0}#a#b",
)


def rows(start: int, stop: int) -> Iterator[str]:
    for i in range(start, stop):
        if i % 100 == STEP:
            yield BROKEN[i // 100 % len(BROKEN)].format(i)
        else:
            yield SOUND[i % len(SOUND)].format(i)


def make(parquet: Path, text: Path, count: int) -> None:
    """The same rows as a Parquet file (row, uri) and as lines."""
    import pyarrow
    import pyarrow.parquet

    schema = pyarrow.schema([("row", pyarrow.int64()), ("uri", pyarrow.string())])
    with pyarrow.parquet.ParquetWriter(parquet, schema) as writer, text.open("wb") as lines:
        for start in range(0, count, BLOCK):
            stop = min(start + BLOCK, count)
            uris = list(rows(start, stop))
            writer.write_table(pyarrow.table([range(start, stop), uris], schema=schema))
            lines.write(("\n".join(uris) + "\n").encode())


# ---- Finding the broken ones -----------------------------------------------------------------


def find_duckdb(file: str) -> list[int]:
    import duckdb

    pattern = RFC3986.pattern("URI", "duckdb")
    query = f"SELECT row FROM '{file}' WHERE NOT regexp_matches(uri, '{pattern}')"
    return [row for (row,) in duckdb.sql(query).fetchall()]


def find_polars(file: str) -> list[int]:
    import polars

    sound = polars.col("uri").str.contains(RFC3986.pattern("URI", "polars"))
    found = polars.scan_parquet(file).filter(~sound).select("row").collect()
    rows: list[int] = found["row"].to_list()
    return rows


def find_spark(file: str) -> list[int]:
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import col

    spark = SparkSession.builder.getOrCreate()  # here local, set up below; elsewhere a cluster
    sound = col("uri").rlike(RFC3986.pattern("URI", "spark"))
    found = spark.read.parquet(file).filter(~sound).select("row").collect()
    return [row.row for row in found]


def find_check(file: str) -> list[int]:
    command = [sys.executable, str(ROOT / "uri_regex.py"), "check", "--json", file]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line)["line"] - 1 for line in done.stdout.splitlines()]


FINDERS = {
    "duckdb": ("DuckDB", find_duckdb),
    "polars": ("Polars", find_polars),
    "spark": ("Spark, local mode", find_spark),
    "check": ("`uri_regex check`", find_check),
}


def run(engine: str, file: str, found: str) -> None:
    """In a process of its own: the rows into a file, the figures to standard output."""
    import resource

    version, java = platform.python_version(), 0
    if engine == "check":
        who = resource.RUSAGE_CHILDREN
    else:
        who = resource.RUSAGE_SELF
        version = importlib.import_module("pyspark" if engine == "spark" else engine).__version__
    if engine == "spark":
        java = start_spark(Path(found).parent)
    start = time.perf_counter()
    rows = FINDERS[engine][1](file)
    seconds = time.perf_counter() - start
    memory = resource.getrusage(who).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    if java:  # the JVM is a child that has not ended, so getrusage has nothing on it
        with contextlib.suppress(OSError, TypeError):
            status = Path(f"/proc/{java}/status").read_text()
            memory = int(re.search(r"VmHWM:\s*(\d+)", status)[1]) * 1024  # type: ignore[index]
    with open(found, "wb") as stream:
        array("q", rows).tofile(stream)
    print(json.dumps({"version": version, "seconds": seconds, "memory": memory}))


def start_spark(folder: Path) -> int:
    """A local session, so that `find_spark` need not know; the process id of its JVM."""
    spark = local_spark(folder)
    spark.range(1).count()  # its own start is not the query's
    process: int = spark.sparkContext._gateway.proc.pid
    return process


# ---- The command line ------------------------------------------------------------------------

NEEDS = {
    "duckdb": ("duckdb", "pip install duckdb"),
    "polars": ("polars", "pip install polars"),
    "spark": ("pyspark", "pip install pyspark; apt-get install default-jre-headless"),
    "check": ("json", ""),
}


def is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:
        return False


def compare(folder: Path, count: int, engines: Sequence[str]) -> int:
    parquet, text = folder / "uris.parquet", folder / "uris.txt"
    # In a process of its own: what this one holds at a fork counts as the child's memory, too
    command = [sys.executable, __file__, "--make", str(parquet), str(text), str(count)]
    subprocess.run(command, check=True)
    expected = array("q", range(STEP, count, 100))
    size = text.stat().st_size - count
    print(f"{count:,} distinct URIs ({size / 1e6:,.0f} MB, the Parquet file ", end="")
    print(f"{parquet.stat().st_size / 1e6:,.0f} MB), {len(expected):,} broken. {machine()}.\n")
    print("| engine | version | broken rows found | seconds | million rows/s | MB/s | memory |")
    print("|---|---|---|--:|--:|--:|--:|", flush=True)
    failed = False
    for engine in engines:
        name, _ = FINDERS[engine]
        file, found = text if engine == "check" else parquet, folder / f"{engine}.rows"
        done = subprocess.run(
            [sys.executable, __file__, "--run", engine, str(file), str(found)],
            capture_output=True,
            encoding="utf-8",
        )
        if done.returncode:
            failed = True
            print(
                f"| {name} | | FAILED: {done.stderr.splitlines()[-1][:200]} | | | | |", flush=True
            )
            continue
        figures = json.loads(done.stdout.splitlines()[-1])
        rows = array("q", found.read_bytes())
        same = array("q", sorted(rows)) == expected
        failed = failed or not same
        verdict = f"{len(rows):,}, " + ("just those" if same else "WRONG")
        seconds, memory = figures["seconds"], figures["memory"] / 1e6
        print(
            f"| {name} | {figures['version']} | {verdict} | {seconds:.1f} |"
            f" {count / seconds / 1e6:.1f} | {size / seconds / 1e6:,.0f} | {memory:,.0f} MB |",
            flush=True,
        )
    return int(failed)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Broken rows of millions, by several engines.")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--spark", action="store_true", help="Spark in local mode, too")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the files there")
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--make", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.run:
        run(*options.run)
        return 0
    if options.make:
        make(Path(options.make[0]), Path(options.make[1]), int(options.make[2]))
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the files go, too
    if not is_there("pyarrow"):
        print("SKIPPED all: it takes pyarrow to make the Parquet file: pip install pyarrow")
        return 2
    engines, skipped = [], []
    for engine, (module, install) in NEEDS.items():
        if engine == "spark" and not options.spark:
            skipped.append(f"{FINDERS[engine][0]}: {install}; then --spark")
        elif is_there(module):
            engines.append(engine)
        else:
            skipped.append(f"{FINDERS[engine][0]}: {install}")
    folder = options.keep or Path(tempfile.mkdtemp(prefix="uri_regex-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        status = compare(folder, options.rows, engines)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for line in skipped:
        print(f"SKIPPED {line}")
    print("\nNOT right." if status else "\nAll found the same rows.")
    return status


if __name__ == "__main__":
    sys.exit(main())
