# SPDX-License-Identifier: MIT
"""The compilers of ABNF: what they read, what they make of `URI`, and grammars made to be slow.

run.py asks for one question at a time, each in a process of its own that it can end:

    python benchmarks/compilers.py COMPILER read FILE          true, if it reads the grammar whole
    python benchmarks/compilers.py COMPILER verdict FILE TEXT  two times in seconds, the verdict

The times are those of compiling the grammar, and of asking whether its first rule matches the text.
COMPILER is a key of COMPILERS.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

Matcher = Callable[[str], object]  # true, or no error, for a text that the first rule matches


def first_rule(abnf: str) -> str:
    return abnf.partition("=")[0].strip()


# ---- The compilers: each takes ABNF, and gives what matches its first rule ------------------------


def uri_abnf_matcher(abnf: str) -> Matcher:
    import uri_abnf

    grammar = uri_abnf.Grammar(abnf)
    rule = first_rule(abnf)
    return lambda text: grammar.matches(rule, text)


def abnf_matcher(abnf: str) -> Matcher:
    from abnf.parser import Rule

    class Own(Rule):
        pass

    Own.load_grammar(with_crlf(abnf))
    parse_all = Own(first_rule(abnf)).parse_all

    def matches(text: str) -> bool:
        from abnf.parser import ParseError

        try:
            parse_all(text)
        except ParseError:
            return False
        return True

    return matches


def abnf_to_regexp_pattern(abnf: str, form: str = "single-regexp") -> str:
    """What the command prints. Its own requirement is an abnf older than 2.3; a newer one does, too,
    but for the engine in Rust."""
    command = [sys.executable, "-m", "abnf_to_regexp", "-i", "/dev/stdin", "--format", form]
    environment = {**os.environ, "ABNF_NO_RUST": "1"}
    done = subprocess.run(
        command, input=abnf, capture_output=True, encoding="utf-8", env=environment
    )
    if not done.stdout:  # its status is 0 even then
        raise ValueError(done.stderr[-200:] or "it printed nothing")
    return done.stdout.rstrip("\n")


def abnf_to_regexp_matcher(abnf: str) -> Matcher:
    importlib.import_module("abnf_to_regexp")
    return re.compile(abnf_to_regexp_pattern(abnf)).fullmatch


# Its syntax wants the core rules written out, and "" for a repeat of none.
CORE = """
ALPHA = %x41-5A / %x61-7A
BIT = "0" / "1"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB = %x09
LF = %x0A
LWSP = *(WSP / CRLF WSP)
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
"""


def with_crlf(abnf: str) -> str:
    return "\r\n".join(abnf.strip().splitlines()) + "\r\n"


def apg_grammar(abnf: str) -> Any:
    from apg_py.api.api import Api

    own = {line.partition("=")[0].strip().lower() for line in abnf.splitlines()}
    core = [line for line in CORE.strip().splitlines() if line.split()[0].lower() not in own]
    text = re.sub(r"\b0<?pchar>?", '""', abnf)
    api = Api()
    grammar = api.generate(with_crlf(text + "\n" + "\n".join(core)))
    if not grammar:
        raise ValueError(api.display_errors())
    return grammar


def apg_matcher(abnf: str) -> Matcher:
    from apg_py.lib.parser import Parser

    parser = Parser(apg_grammar(abnf))

    def matches(text: str) -> bool:
        return bool(parser.parse(tuple(map(ord, text))).success)

    return matches


class Compiler(NamedTuple):
    matcher: Callable[[str], Matcher]
    reader: Callable[[str], object]  # raises for what it does not read
    install: str
    no_rust: bool = False


def abnf_to_regexp_reader(abnf: str) -> str:
    importlib.import_module("abnf_to_regexp")
    return abnf_to_regexp_pattern(abnf, "python-nested")


def uri_abnf_reader(abnf: str) -> object:
    import uri_abnf

    return uri_abnf.Grammar(abnf)


def uri_abnf_lenient_reader(abnf: str) -> object:
    import uri_abnf

    grammar = uri_abnf.Grammar(abnf, strict=False)
    if not grammar.rules:
        raise ValueError("no rule is left")
    return grammar


COMPILERS = {
    "uri_abnf": Compiler(uri_abnf_matcher, uri_abnf_reader, ""),
    "uri_abnf, strict=False": Compiler(uri_abnf_matcher, uri_abnf_lenient_reader, ""),
    "abnf-to-regexp": Compiler(
        abnf_to_regexp_matcher, abnf_to_regexp_reader, "pip install --no-deps abnf-to-regexp"
    ),
    "abnf": Compiler(abnf_matcher, abnf_matcher, "pip install abnf", no_rust=True),
    "abnf, Rust": Compiler(abnf_matcher, abnf_matcher, "pip install 'abnf[rust]'"),
    "apg-py": Compiler(apg_matcher, apg_grammar, "pip install apg-py"),
}

# ---- Grammars that are simple to write, and slow to match by trying one way after the other ------


class Hostile(NamedTuple):
    title: str
    abnf: str
    text: str
    valid: bool


HOSTILE = (
    Hostile("a loop in a loop", 'lines = *( *"a" )', "a" * 5_000 + "!", False),
    Hostile("alternatives that overlap", 'runs = *( "a" / "aa" ) "."', "a" * 5_000, False),
    Hostile(
        "blanks before and behind",
        'list = *( *SP "a" *SP ) "."',
        "a  " * 2_000,
        False,
    ),
    Hostile(
        "text in quotation marks",
        "quoted = DQUOTE *( *qdtext / quoted-pair ) DQUOTE\n"
        "qdtext = %x20-21 / %x23-5B\n"
        'quoted-pair = "\\" VCHAR',
        '"' + "text " * 1_000,
        False,
    ),
    Hostile("options, then the same", 'half = *30( "a" / "aa" ) 30"a"', "a" * 89, True),
)


def there(compiler: str) -> str:
    """ "", or how to install it."""
    modules = {
        "abnf-to-regexp": "abnf_to_regexp",
        "abnf": "abnf",
        "abnf, Rust": "abnf_rust",
        "apg-py": "apg_py",
    }
    module = modules.get(compiler)
    if module and importlib.util.find_spec(module) is None:
        return COMPILERS[compiler].install
    return ""


def ask(compiler: str, question: str, file: Path, text: str, seconds: float) -> Any:
    """The answer; None where it takes longer than that, a str where it fails."""
    environment = dict(os.environ)
    if COMPILERS[compiler].no_rust:
        environment["ABNF_NO_RUST"] = "1"
    command = [sys.executable, __file__, compiler, question, str(file), text]
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", env=environment, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return (done.stderr.strip() or "?").splitlines()[-1][:80]
    return json.loads(done.stdout.splitlines()[-1])


def main(compiler: str, question: str, file: str, text: str = "") -> int:
    abnf = Path(file).read_text(encoding="utf-8")
    chosen = COMPILERS[compiler]
    with contextlib.redirect_stdout(io.StringIO()):
        begin = time.perf_counter()
        if question == "read":
            chosen.reader(abnf)
            answer: object = True
        else:
            matches = chosen.matcher(abnf)
            compiled = time.perf_counter()
            verdict = bool(matches(text))
            answer = [compiled - begin, time.perf_counter() - compiled, verdict]
    print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
