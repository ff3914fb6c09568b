# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A column of URIs in DuckDB, Polars, Spark and PostgreSQL: verdicts, parts, normal forms, targets.

    python3 benchmarks/scale.py                     10 million rows, in a temporary folder
    python3 benchmarks/scale.py --rows 100000       fewer
    python3 benchmarks/scale.py --spark             Spark in local mode, too, with 1 and 2 cores
    python3 benchmarks/scale.py --only duckdb,polars --keep FOLDER

The tasks, for a file of the columns row, uri, ref:

    verdict     the rows whose uri is not a URI, by the pattern
    parts       scheme, authority, path, query, fragment of every row, by the regular expression of
                RFC 3986 Appendix B; host and port of the valid ones, by a template of compose
    normal      normalize(uri) of the valid rows, in Python
    resolved    resolve(BASE, ref) of every row, in Python
    distinct    the number of different normal forms of the valid rows, in Python

The results must be those of is_uri, split, normalize and resolve, row for row, None and "" included.
Each run is in a process of its own, for a quarter of the rows, half of them and all. The time is the
query's, from reading the Parquet file to writing the result's, without imports and the start of a JVM
or a server; the memory is the most that the process (of Spark: the JVM and its Python workers, of
PostgreSQL: the backend) held at once. The functions named after a system and a task, as duckdb_parts,
are what a user would write.
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
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# The module of this checkout, not an installed one; conformance/ has programs.py.
sys.path.insert(0, str(ROOT / "conformance"))
sys.path.insert(0, str(ROOT))

from programs import Missing, local_spark, machine, output, postgresql, tool  # noqa: E402

import uri_regex  # noqa: E402
from uri_abnf import RFC3986  # noqa: E402
from uri_regex import is_uri, normalize, resolve, split  # noqa: E402

BLOCK = 1 << 17
STEP = 37  # rows 37, 137, 237 … are not URIs
BASE = "https://example.com/a/b/c?d"

# ---- The rows --------------------------------------------------------------------------------

# All are distinct. The last two have the same normal form: {1} is the number of the row before.
SOUND = (
    "https://example.com/items/{0}?page=2&sort=asc#top",
    "https://www.example.org/docs/en/{0}/index.html",
    "http://user{0}@192.0.2.7:8080/a;b=c/d,e?",
    "https://[2001:db8::7]:443/v1/{0}",
    "https://cdn.example.net:/img/caf%C3%A9/{0}.png?w=640#",
    "mailto:user{0}@example.org",
    "urn:example:item:{0}",
    "file:///pub/a%20b/{0}.tar.gz",
    "http://xn--bcher-kva.example/~ann/(1)/{0}",
    "HTTP://XN--bcher-kva.example/x/../%7Eann/./(1)/{1}",
)

# Twenty ways not to be a URI; no line ends, since `check` reads lines.
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

REFS = ("../x/{0}?y", "//h/{0}", "#f{0}", "?{0}", "{0}/./z", "/./{0}", "urn:x:{0}", "")

SCHEMA = (
    *("uri", "ref", "scheme", "authority", "path", "query", "fragment"),
    *("host", "port", "normal", "resolved"),
)


def rows(start: int, stop: int) -> Iterator[tuple[Any, ...]]:
    """Row by row: what is asked, then what must come out."""
    for i in range(start, stop):
        broken = i % 100 == STEP
        if broken:
            shape = BROKEN[i // 100 % len(BROKEN)]
        else:
            shape = SOUND[i % 10]
        uri = shape.format(i, i - 1)
        ref = REFS[i % len(REFS)].format(i)
        if is_uri(uri) is broken:
            raise AssertionError(uri)
        parts = split(uri)
        sure = (None, None, None) if broken else (parts.host, parts.port, normalize(uri))
        yield (i, uri, ref, *parts, *sure, resolve(BASE, ref))


def make(folder: Path, count: int) -> None:
    """The rows as lines, and for each size as a Parquet file; what must come out of all of them."""
    import pyarrow
    import pyarrow.parquet

    schema = pyarrow.schema(
        [("row", pyarrow.int64()), *((name, pyarrow.string()) for name in SCHEMA)]
    )
    asked = pyarrow.schema([schema.field(name) for name in ("row", "uri", "ref")])
    with contextlib.ExitStack() as stack:
        lines = stack.enter_context((folder / "uris.txt").open("wb"))
        expected = pyarrow.parquet.ParquetWriter(folder / "expected.parquet", schema)
        stack.enter_context(expected)
        files = {size: folder / f"{size}.parquet" for size in sizes(count)}
        writers = {
            size: stack.enter_context(pyarrow.parquet.ParquetWriter(file, asked))
            for size, file in files.items()
        }
        for start in range(0, count, BLOCK):
            made = list(zip(*rows(start, min(start + BLOCK, count))))
            table = pyarrow.table([*map(pyarrow.array, made)], schema=schema)
            expected.write_table(table)
            for size, writer in writers.items():
                if start < size:
                    writer.write_table(table.select(["row", "uri", "ref"]).slice(0, size - start))
            lines.write(("\n".join(made[1]) + "\n").encode())


def sizes(count: int) -> list[int]:
    return [count // 4, count // 2, count]


# ---- What a user would write -----------------------------------------------------------------

# RFC 3986 Appendix B. DuckDB and Spark give "" for a group that took no part, so that only the groups
# with a delimiter tell "undefined" (the delimiter is missing) from "empty".
APPENDIX_B = r"(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$"
AUTHORITY = r"^((?&userinfo)@)?((?&host))(:((?&port)))?$"
PARTS = ("scheme", "authority", "path", "query", "fragment")


def duckdb_verdict(base: Any, uris: str) -> str:
    pattern = RFC3986.pattern("URI", "duckdb")
    return f"SELECT row FROM {uris} WHERE NOT regexp_matches(uri, '{pattern}')"


def duckdb_parts(base: Any, uris: str) -> str:
    # b1, b3, b6 and b8 have the delimiters: "" if they are missing
    groups = [f"b{n}" for n in range(1, 10)]
    authority = RFC3986.compose(AUTHORITY, "duckdb")
    valid = f"regexp_matches(uri, '{RFC3986.pattern('URI', 'duckdb')}') AND b.b3 <> ''"
    return f"""
        SELECT row,
            CASE WHEN b.b1 <> '' THEN b.b2 END AS scheme,
            CASE WHEN b.b3 <> '' THEN b.b4 END AS authority,
            b.b5 AS path,
            CASE WHEN b.b6 <> '' THEN b.b7 END AS query,
            CASE WHEN b.b8 <> '' THEN b.b9 END AS fragment,
            CASE WHEN {valid} THEN h.h2 END AS host,
            CASE WHEN {valid} AND h.h3 <> '' THEN h.h4 END AS port
        FROM (SELECT row, uri, b, regexp_extract(b.b4, '{authority}', ['h1', 'h2', 'h3', 'h4']) AS h
            FROM (SELECT row, uri, regexp_extract(uri, '{APPENDIX_B}', {groups}) AS b FROM {uris}))
    """


def duckdb_function(base: Any, name: str, function: Callable[[str], str]) -> None:
    import pyarrow

    def column(texts: Any) -> Any:
        return pyarrow.array([function(text) for text in texts.to_pylist()], pyarrow.string())

    base.create_function(name, column, ["VARCHAR"], "VARCHAR", type="arrow")


def duckdb_normal(base: Any, uris: str) -> str:
    duckdb_function(base, "normalize", normalize)
    pattern = RFC3986.pattern("URI", "duckdb")
    return f"""
        SELECT row, normalize(uri) AS normal FROM {uris} WHERE regexp_matches(uri, '{pattern}')
    """


def duckdb_resolved(base: Any, uris: str) -> str:
    duckdb_function(base, "resolved", lambda ref: resolve(BASE, ref))
    return f"SELECT row, resolved(ref) AS resolved FROM {uris}"


def duckdb_distinct(base: Any, uris: str) -> str:
    return f"SELECT count(DISTINCT normal) AS number FROM ({duckdb_normal(base, uris)})"


def polars_verdict(frame: Any) -> Any:
    import polars as pl

    valid = pl.col("uri").str.contains(RFC3986.pattern("URI", "polars"))
    return frame.filter(~valid).select("row")


def polars_parts(frame: Any) -> Any:
    import polars as pl

    # A group that took no part is null here
    valid = pl.col("uri").str.contains(RFC3986.pattern("URI", "polars"))
    found, names = pl.col("uri").str.extract_groups(APPENDIX_B), dict(zip("24579", PARTS))
    host = pl.col("authority").str.extract_groups(RFC3986.compose(AUTHORITY, "polars"))
    return (
        frame.with_columns(*(found.struct.field(n).alias(name) for n, name in names.items()))
        .with_columns(
            *(host.struct.field(n).alias(name) for n, name in (("2", "host"), ("4", "port")))
        )
        .with_columns(pl.when(valid).then(pl.col("host", "port")))
        .select("row", *PARTS, "host", "port")
    )


def polars_normal(frame: Any) -> Any:
    import polars as pl

    def column(texts: Any) -> Any:
        return pl.Series([normalize(text) for text in texts])

    valid = pl.col("uri").str.contains(RFC3986.pattern("URI", "polars"))
    normal = pl.col("uri").map_batches(column, return_dtype=pl.String, is_elementwise=True)
    return frame.filter(valid).select("row", normal.alias("normal"))


def polars_resolved(frame: Any) -> Any:
    import polars as pl

    def column(refs: Any) -> Any:
        return pl.Series([resolve(BASE, ref) for ref in refs])

    resolved = pl.col("ref").map_batches(column, return_dtype=pl.String, is_elementwise=True)
    return frame.select("row", resolved.alias("resolved"))


def polars_distinct(frame: Any) -> Any:
    import polars as pl

    return polars_normal(frame).select(pl.col("normal").n_unique().cast(pl.Int64).alias("number"))


def spark_verdict(frame: Any) -> Any:
    return frame.filter(~frame.uri.rlike(RFC3986.pattern("URI", "spark"))).select("row")


def spark_parts(frame: Any) -> Any:
    from pyspark.sql.functions import col, regexp_extract, when

    def group(number: int) -> Any:
        return regexp_extract("uri", APPENDIX_B, number)

    def inside(number: int) -> Any:
        return regexp_extract("authority", RFC3986.compose(AUTHORITY, "spark"), number)

    valid = col("uri").rlike(RFC3986.pattern("URI", "spark")) & col("authority").isNotNull()
    return frame.select(
        *("row", "uri", when(group(1) != "", group(2)).alias("scheme")),
        *(when(group(3) != "", group(4)).alias("authority"), group(5).alias("path")),
        *(
            when(group(6) != "", group(7)).alias("query"),
            when(group(8) != "", group(9)).alias("fragment"),
        ),
    ).select(
        *("row", *PARTS, when(valid, inside(2)).alias("host")),
        when(valid & (inside(3) != ""), inside(4)).alias("port"),
    )


def spark_column(frame: Any, of: str, name: str, function: Callable[[str], str]) -> Any:
    """A function of Python over a column; the one file goes to the workers."""
    frame.sparkSession.sparkContext.addPyFile(uri_regex.__file__)

    def batches(found: Any) -> Any:
        import pyarrow

        for batch in found:
            texts = [function(text) for text in batch.column(of).to_pylist()]
            yield pyarrow.RecordBatch.from_arrays(
                [batch.column("row"), pyarrow.array(texts, pyarrow.string())], ["row", name]
            )

    return frame.mapInArrow(batches, f"row long, {name} string")


def spark_normal(frame: Any) -> Any:
    def function(text: str) -> str:
        import uri_regex

        return str(uri_regex.normalize(text))

    valid = frame.filter(frame.uri.rlike(RFC3986.pattern("URI", "spark")))
    return spark_column(valid, "uri", "normal", function)


def spark_resolved(frame: Any) -> Any:
    base = BASE

    def function(ref: str) -> str:
        import uri_regex

        return str(uri_regex.resolve(base, ref))

    return spark_column(frame, "ref", "resolved", function)


def spark_distinct(frame: Any) -> Any:
    from pyspark.sql.functions import count_distinct

    return spark_normal(frame).select(count_distinct("normal").alias("number"))


def postgresql_verdict() -> str:
    return f"SELECT row FROM uris WHERE uri !~ '{RFC3986.pattern('URI', 'postgresql')}'"


def postgresql_parts() -> str:
    # A group that took no part is NULL here
    authority = RFC3986.compose(AUTHORITY, "postgresql")
    valid = f"uri ~ '{RFC3986.pattern('URI', 'postgresql')}'"
    return f"""
        SELECT row, b[2] AS scheme, b[4] AS authority, b[5] AS path, b[7] AS query, b[9] AS fragment,
            h[2] AS host, h[4] AS port
        FROM uris, regexp_match(uri, '{APPENDIX_B}') AS b,
            LATERAL (SELECT CASE WHEN {valid} THEN regexp_match(b[4], '{authority}') END AS h) AS inside
    """


TASKS = ("verdict", "parts", "normal", "resolved", "distinct")
DUCKDB = {
    "verdict": duckdb_verdict,
    "parts": duckdb_parts,
    "normal": duckdb_normal,
    "resolved": duckdb_resolved,
    "distinct": duckdb_distinct,
}
POLARS = {
    "verdict": polars_verdict,
    "parts": polars_parts,
    "normal": polars_normal,
    "resolved": polars_resolved,
    "distinct": polars_distinct,
}
SPARK = {
    "verdict": spark_verdict,
    "parts": spark_parts,
    "normal": spark_normal,
    "resolved": spark_resolved,
    "distinct": spark_distinct,
}
POSTGRESQL = {"verdict": postgresql_verdict, "parts": postgresql_parts}

# ---- How each is asked -----------------------------------------------------------------------


class Asked(NamedTuple):
    """A run of one task; the result goes to `out`, a Parquet file or a folder of them."""

    task: str
    parquet: Path
    lines: Path
    rows: int
    out: Path


class Figures(NamedTuple):
    version: str
    seconds: float
    memory: int  # bytes


def peak(*processes: int) -> int:
    """The most that these processes have held at once; 0 where /proc does not tell."""
    total = 0
    for process in processes:
        with contextlib.suppress(OSError, TypeError):
            status = Path(f"/proc/{process}/status").read_text()
            total += int(re.search(r"VmHWM:\s*(\d+)", status)[1]) * 1024  # type: ignore[index]
    return total


def own_peak(children: bool = False) -> int:
    import resource

    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    most = resource.getrusage(who).ru_maxrss
    if sys.platform == "darwin":
        return most
    return 1024 * most


def on_duckdb(asked: Asked) -> Figures:
    import duckdb
    import pyarrow  # noqa: F401  (so that its import is not timed)

    with duckdb.connect() as base:
        start = time.perf_counter()
        query = DUCKDB[asked.task](base, f"'{asked.parquet}'")
        base.execute(f"COPY ({query}) TO '{asked.out}' (FORMAT parquet)")
        return Figures(duckdb.__version__, time.perf_counter() - start, own_peak())


def on_polars(asked: Asked) -> Figures:
    import polars

    start = time.perf_counter()
    frame = POLARS[asked.task](polars.scan_parquet(asked.parquet))
    frame.sink_parquet(asked.out)
    return Figures(polars.__version__, time.perf_counter() - start, own_peak())


def on_spark(cores: str) -> Callable[[Asked], Figures]:
    def run(asked: Asked) -> Figures:
        spark = local_spark(asked.out.parent, cores)
        spark.range(1).count()  # its own start is not the query's
        java = spark.sparkContext._gateway.proc.pid
        held = Watch(java)
        start = time.perf_counter()
        frame = SPARK[asked.task](spark.read.parquet(str(asked.parquet)))
        frame.write.parquet(str(asked.out))
        return Figures(spark.version, time.perf_counter() - start, held.most())

    return run


class Watch:
    """The most that a process and its descendants hold at once, looked up ten times a second."""

    def __init__(self, process: int) -> None:
        self.process, self.highest, self.ended = process, 0, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self) -> None:
        while not self.ended.wait(0.1):
            children: dict[int, list[int]] = {}
            held: dict[int, int] = {}
            for file in Path("/proc").glob("[0-9]*/stat"):
                with contextlib.suppress(OSError):
                    fields = file.read_text().rpartition(")")[2].split()
                    children.setdefault(int(fields[1]), []).append(int(file.parent.name))
                    held[int(file.parent.name)] = int(fields[21]) * 4096
            total, waiting = 0, [self.process]
            while waiting:
                process = waiting.pop()
                total += held.get(process, 0)
                waiting += children.get(process, ())
            self.highest = max(self.highest, total)

    def most(self) -> int:
        self.ended.set()
        self.thread.join()
        return self.highest


def on_postgresql(asked: Asked) -> Figures:
    import pyarrow.csv
    import pyarrow.parquet

    folder = Path(tempfile.mkdtemp(prefix="uri_regex-"))
    query = POSTGRESQL[asked.task]()
    # Its own COPY: the numbers of the rows come from their order, \1 and \2 stand in no row
    script = f"""
        CREATE UNLOGGED TABLE uris (row bigserial, uri text);
        ALTER SEQUENCE uris_row_seq MINVALUE 0 RESTART 0;
        COPY uris (uri) FROM PROGRAM 'head -n {asked.rows} {asked.lines}'
            (FORMAT csv, DELIMITER E'\\001', QUOTE E'\\002');
        SELECT pg_backend_pid();
        \\timing on
        CREATE UNLOGGED TABLE found AS {" ".join(query.split())};
        \\timing off
        SELECT pg_read_file('/proc/' || pg_backend_pid() || '/status');
        COPY found TO '{folder}/found.csv' (FORMAT csv, HEADER, NULL '\\N');
    """
    try:
        with postgresql(folder) as ask:
            version = output([*ask, "-c", "SHOW server_version"]).split()[0]
            told = output(ask, input=script)
        options = pyarrow.csv.ConvertOptions(
            null_values=["\\N"],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
            column_types={name: pyarrow.string() for name in SCHEMA},
        )
        parsing = pyarrow.csv.ParseOptions(newlines_in_values=True)
        found = pyarrow.csv.read_csv(
            folder / "found.csv", convert_options=options, parse_options=parsing
        )
        pyarrow.parquet.write_table(found, asked.out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds = float(re.findall(r"Time: ([\d.]+) ms", told)[-1]) / 1000
    return Figures(version, seconds, int(re.findall(r"VmHWM:\s*(\d+)", told)[-1]) * 1024)


def on_check(asked: Asked) -> Figures:
    import pyarrow
    import pyarrow.parquet

    check = f"{sys.executable} {ROOT / 'uri_regex.py'} check --json"
    command = f"head -n {asked.rows} {asked.lines} | {check}"
    start = time.perf_counter()
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    seconds, memory = time.perf_counter() - start, own_peak(children=True)
    found = [json.loads(line)["line"] - 1 for line in done.stdout.splitlines()]
    pyarrow.parquet.write_table(pyarrow.table({"row": pyarrow.array(found, "int64")}), asked.out)
    return Figures(platform.python_version(), seconds, memory)


class System(NamedTuple):
    """What a column of URIs is given to."""

    name: str
    run: Callable[[Asked], Figures]
    tasks: Sequence[str]
    module: str
    install: str
    most: int = sys.maxsize  # rows, where all would take an hour


JAVA = "pip install pyspark; apt-get install default-jre-headless; then --spark"
SYSTEMS = {
    "duckdb": System("DuckDB", on_duckdb, TASKS, "duckdb", "pip install duckdb"),
    "polars": System("Polars", on_polars, TASKS, "polars", "pip install polars"),
    "spark1": System("Spark, 1 core", on_spark("1"), TASKS, "pyspark", JAVA),
    "spark2": System("Spark, 2 cores", on_spark("2"), TASKS, "pyspark", JAVA),
    "postgresql": System(
        "PostgreSQL",
        on_postgresql,
        [*POSTGRESQL],
        "pyarrow",
        "apt-get install postgresql",
        most=200_000,
    ),
    "check": System("`uri_regex check`", on_check, ["verdict"], "json", ""),
}

# ---- Whether it is right ---------------------------------------------------------------------

# Of the results: the rows that are missing, too many, or not as they must be.
WRONG = """
    SELECT count(*) FROM (SELECT * FROM read_parquet('{out}')) AS found
    FULL JOIN (SELECT * FROM '{expected}' WHERE row < {count} AND {which}) AS expected USING (row)
    WHERE found.row IS NULL OR expected.row IS NULL {differ}
"""
COLUMNS = {
    "verdict": (),
    "parts": (*PARTS, "host", "port"),
    "normal": ("normal",),
    "resolved": ("resolved",),
}
WHICH = {"verdict": "normal IS NULL", "normal": "normal IS NOT NULL"}


def wrong(asked: Asked, expected: Path) -> int:
    """The number of rows that are not what is_uri, split, normalize and resolve say."""
    import duckdb

    out = f"{asked.out}/*.parquet" if asked.out.is_dir() else str(asked.out)
    with duckdb.connect() as base:
        if asked.task == "distinct":
            ((found,),) = base.execute(f"SELECT number FROM read_parquet('{out}')").fetchall()
            query = f"SELECT count(DISTINCT normal) FROM '{expected}' WHERE row < {asked.rows}"
            ((number,),) = base.execute(query).fetchall()
            return abs(int(found) - int(number))
        names = COLUMNS[asked.task]
        differ = "".join(f" OR found.{x} IS DISTINCT FROM expected.{x}" for x in names)
        values = {"which": WHICH.get(asked.task, "true"), "differ": differ, "count": asked.rows}
        ((number,),) = base.execute(WRONG.format(out=out, expected=expected, **values)).fetchall()
        return int(number)


# ---- The command line ------------------------------------------------------------------------


def missing(key: str, spark: bool) -> str:
    """How to install the system; "" if it is there and wanted."""
    system = SYSTEMS[key]
    if importlib.util.find_spec(system.module) is None:
        return system.install
    if key.startswith("spark") and not spark:
        return system.install
    if key == "postgresql":
        try:
            tool("psql", install=system.install)
        except Missing as error:
            return str(error)
    return ""


def in_a_process(*arguments: object) -> Any:
    """What this script prints last, with these arguments: what one process holds at a fork counts as
    its child's memory, too."""
    command = [sys.executable, __file__, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        told = done.stderr.strip().splitlines() or ["?"]
        raise RuntimeError(told[-1][:200])
    return json.loads(done.stdout.splitlines()[-1])


def row(folder: Path, count: int, key: str, task: str) -> tuple[str, bool]:
    """A row of the table, for the runs of one task; whether they were right."""
    system = SYSTEMS[key]
    seconds, mistakes = [], 0
    for size in sizes(min(count, system.most)):
        figures = Figures(*in_a_process("--run", key, task, folder, size))
        mistakes += in_a_process("--wrong", key, task, folder, size)
        seconds.append(figures.seconds)
    shown = " / ".join(f"{second:.1f}" for second in seconds)
    rate = f"{size / seconds[-1] / 1e6:.2f}"
    memory = f"{figures.memory / 1e6:,.0f} MB"
    cells = [system.name, figures.version, task, f"{size:,}", str(mistakes), shown, rate, memory]
    return "| " + " | ".join(cells) + " |", mistakes == 0


def compare(folder: Path, count: int, keys: Sequence[str]) -> bool:
    """Print the table; whether everything ran and was right."""
    in_a_process("--make", folder, count)
    size = (folder / "uris.txt").stat().st_size - count
    print(f"{count:,} distinct URIs ({size / 1e6:,.0f} MB), one of 100 broken. {machine()}.")
    print(
        "Seconds for a quarter of the rows, half of them, and all; the rate and memory for all.\n"
    )
    print("| engine | version | task | rows | wrong | seconds | million rows/s | memory |")
    print("|---|---|---|--:|--:|--:|--:|--:|", flush=True)
    fine = True
    for key in keys:
        for task in SYSTEMS[key].tasks:
            try:
                line, right = row(folder, count, key, task)
            except RuntimeError as error:
                line, right = f"| {SYSTEMS[key].name} | | {task} | FAILED: {error} | | | | |", False
            print(line, flush=True)
            fine = fine and right
    return fine


def asked_for(key: str, task: str, folder: str, rows: str) -> Asked:
    place = Path(folder)
    out = place / f"{key}-{task}-{rows}.parquet"
    return Asked(task, place / f"{rows}.parquet", place / "uris.txt", int(rows), out)


def judge(asked: Asked) -> int:
    """How many rows of the result are wrong; the result goes."""
    found = wrong(asked, asked.out.parent / "expected.parquet")
    shutil.rmtree(asked.out, ignore_errors=True)
    asked.out.unlink(missing_ok=True)
    return found


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Columns of URIs, in several engines.")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--only", metavar="NAME,…", help=", ".join(SYSTEMS))
    parser.add_argument("--spark", action="store_true", help="Spark in local mode, too")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the files there")
    for internal, values in ("--make", 2), ("--run", 4), ("--wrong", 4):
        parser.add_argument(internal, nargs=values, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    options.chosen = options.only.split(",") if options.only else [*SYSTEMS]
    unknown = [key for key in options.chosen if key not in SYSTEMS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(SYSTEMS)}")
    return options


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    if options.make:
        make(Path(options.make[0]), int(options.make[1]))
        print("true")
        return 0
    if options.run:
        key = options.run[0]
        print(json.dumps(SYSTEMS[key].run(asked_for(*options.run))))
        return 0
    if options.wrong:
        print(judge(asked_for(*options.wrong)))
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the files go, too
    for module in ("pyarrow", "duckdb"):
        if importlib.util.find_spec(module) is None:
            print(
                f"SKIPPED all: the rows take pyarrow, the comparison duckdb: pip install {module}"
            )
            return 2
    skipped = {}
    for key in options.chosen:
        install = missing(key, options.spark or bool(options.only))
        if install:
            skipped[key] = install
    there = [key for key in options.chosen if key not in skipped]
    folder = options.keep or Path(tempfile.mkdtemp(prefix="uri_regex-"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # PostgreSQL reads it as another user
    try:
        fine = compare(folder.resolve(), options.rows, there)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for key, install in skipped.items():
        print(f"SKIPPED {SYSTEMS[key].name}: {install}")
    print("\nAll is right." if fine else "\nNOT right.")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
