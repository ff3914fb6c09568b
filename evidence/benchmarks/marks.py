# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module: the library beside older copies of its file."""

from __future__ import annotations

import importlib.util
import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import texts

import uri_regex

from .racing import Call, print_table, race, ratio, spell

HERE = Path(uri_regex.__file__)

# ---- The first calls, each in a process of its own -----------------------------------------------

FIRST = """
import sys, time
sys.dont_write_bytecode = False
start = time.process_time()
import importlib.util
spec = importlib.util.spec_from_file_location("uri_regex", sys.argv[1])
library = sys.modules["uri_regex"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(library)
{call}
print(time.process_time() - start)
"""
FIRST_CALLS = {
    "import": "",
    "first verdict": 'library.is_uri("http://a.example/b?c")',
    "first error": """
try:
    library.validate("http://a.example/b c")
except library.URIError as error:
    str(error)
""",
    "first policies": 'library.validate("http://a.example/", schemes=["http"], hosts=["a.example"])',
}


def first_time(call: str, file: Path) -> float:
    done = subprocess.run(
        [sys.executable, "-c", FIRST.format(call=call), str(file)],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return 1e9 * float(done.stdout)


def first_rows(files: list[Path], rounds: int) -> Iterator[list[str]]:
    for name, call in FIRST_CALLS.items():
        times: dict[str, list[float]] = {str(file): [] for file in files}
        for turn in range(rounds + 1):
            for file in files:
                spent = first_time(call, file)
                if turn:  # the first compiles the file
                    times[str(file)].append(spent)
        yield compared(name, times)


def compared(name: str, times: dict[str, list[float]]) -> list[str]:
    """A row: the time of the library, and how it is to that of each other file."""
    ours, *others = times
    shown = spell(statistics.median(times[ours]))
    return [name, shown, *[f"{ratio(times, ours, other):.2f}" for other in others]]


# ---- Everyday calls ------------------------------------------------------------------------------


class Everyday(NamedTuple):
    """A function, called with each of some texts or with pairs of them."""

    name: str
    call: Callable[[Any], Call]  # of a module
    data: list[Any]


ALLOWED = [f".{name}" for name in ("com", "org", "net", "de", "uk", "io", "au")]
THREE: dict[str, Any] = {"schemes": ["http", "https"], "ports": ["", 443], "forbid": ["userinfo"]}


MISTAKES = [
    *("http://www.example.com/a b", "http://example.com:8o/", "http://[2001:db8::g]/a/b?c=d"),
    *("www.example.com/path", "http://user:pa#ss@example.com/", "http://example.com/a/%zz/b"),
    *("https://bücher.example/", "http://example.com/\\a", "", "1http://example.com/a"),
]
USERINFO = re.compile(r"(?<=://)[^/?#@\s]*@")


def message_of(module: Any, text: str) -> str:
    try:
        module.validate(text)
    except module.URIError as error:
        return str(error)
    raise ValueError(f"valid: {text}")


def log(size: int) -> str:
    """A log: a URI a line, of which some have a password."""
    lines = [f"{i:08} GET {text} 200 {i}\n" for i, text in enumerate(texts.web_uris(size // 70, 5))]
    for i in range(0, len(lines), 20):
        lines[i] = lines[i].replace("://", "://me:secret@", 1)
    return "".join(lines)[:size]


def megabytes() -> dict[str, str]:
    lines = log(1_000_000)
    return {
        "a log": lines,
        "a log with a password in each line": re.sub("://(?!me)", "://me:secret@", lines),
        "a log of encoded URIs": re.sub(r"\S+://\S+", lambda match: quote(match[0], ""), lines),
        "a log in color": lines.replace("GET ", "\x1b[36m"),
        "prose": texts.plain(1_000_000, 6),
    }


def everyday(count: int) -> Iterator[Everyday]:
    uris, web, pairs = texts.uris(count, 1), texts.web_uris(count, 2), texts.pairs(count, 3)
    segments = [text.rpartition("/")[2] or "a b" for text in uris]
    safe = [uri for uri in web if uri_regex.is_valid(uri, **THREE)]
    yield Everyday("is_uri", lambda m: m.is_uri, uris)
    yield Everyday("parse", lambda m: m.parse, uris)
    yield Everyday("split", lambda m: m.split, uris)
    yield Everyday("resolve", lambda m: m.resolve, pairs)
    yield Everyday("normalize, of normal text", lambda m: m.normalize, web)
    yield Everyday("normalize, of other text", lambda m: m.normalize, texts.not_normal(count, 4))
    yield Everyday("percent_encode, of plain text", lambda m: m.percent_encode, segments)
    encoded = [uri_regex.percent_encode(f"ü {text}") for text in segments]
    yield Everyday("percent_decode", lambda m: m.percent_decode, encoded)
    yield Everyday("relativize", lambda m: m.relativize, list(zip(web, web[1:])))
    yield Everyday("validate, three policies", lambda m: partial(m.validate, **THREE), safe)
    plain = [uri for uri in web if uri_regex.is_valid(uri, hosts=ALLOWED)]
    yield Everyday("validate, hosts", lambda m: partial(m.validate, hosts=ALLOWED), plain)
    yield Everyday("requote", lambda m: m.requote, uris)
    yield Everyday("iri_to_uri", lambda m: m.iri_to_uri, uris)
    yield Everyday("uri_to_iri", lambda m: m.uri_to_iri, uris)
    lines = [f"see {text}, or not" for text in uris]
    yield Everyday("find, in a line", lambda m: lambda text: list(m.find(text)), lines)
    yield Everyday("redact, of a line", lambda m: m.redact, lines)
    for name, text in megabytes().items():
        yield Everyday(f"redact, 1 MB, {name}", lambda m: m.redact, [text])
        yield Everyday("a plain `re.sub` of it", lambda m: partial(USERINFO.sub, "***@"), [text])
    yield Everyday("an error with its words", lambda m: partial(message_of, m), MISTAKES)


def load(file: Path) -> Any:
    """A module of a file, beside the one that is installed."""
    spec = importlib.util.spec_from_file_location(f"mark_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ValueError(f"no Python: {file}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def everyday_rows(files: list[Path], count: int, rounds: int) -> Iterator[list[str]]:
    modules = {str(file): load(file) for file in files}
    for name, call, data in everyday(count):
        calls = {file: call(module) for file, module in modules.items()}
        yield compared(name, race(calls, dict.fromkeys(calls, data), rounds))


def compare(marks: list[Path], count: int, rounds: int) -> None:
    """Print the times, and the ratios to each older file."""
    files = [HERE, *marks]
    names = [f"÷ {file.name}" for file in marks]
    rows = [*first_rows(files, rounds), *everyday_rows(files, count, rounds)]
    print_table(["call", "time", *names], rows)
