# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The tests of the program uri-regex: tables, one case a row, with the RFC's section beside it.

The order: check, wrong use, streams and encodings, explain, the other commands for texts, find and
redact, the commands for grammars, and the program as a whole. A section number without an RFC is one
of RFC 3986.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import random
import re
import select
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import uri_abnf as ua
import uri_regex as ur
from uri_abnf import program as cli

MODULE = Path(cli.__file__).resolve()
PROGRAM = [sys.executable, "-m", "uri_abnf"]
# It is started often, so Python may keep what it compiles. Buffers and colors are as users have them.
UNWANTED = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "NO_COLOR", "FORCE_COLOR")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in UNWANTED}
BASE = "http://a/b/c/d;p?q"  # 5.4
INVALID = "http://example.com/%zz"
APPENDIX_C = """\
      Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.
"""

posix = pytest.mark.skipif(os.name != "posix", reason="needs a shell and signals of POSIX")


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Ran]
Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def rows(names: str, *table: Any) -> pytest.MarkDecorator:
    """Make each row of a table a test, which is called as the row begins."""
    ids = [ascii(row[0] if isinstance(row, tuple) else row)[:60] for row in table]
    return pytest.mark.parametrize(names, table, ids=ids)


@pytest.fixture
def run(capsys: Capture, monkeypatch: Patch) -> Run:
    """main(argv) with `stdin` as the bytes of standard input: its status, its two outputs."""

    def run_main(*argv: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        status = cli.main(list(argv))
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ran(status, out, err)

    return run_main


def octets(*argv: str, stdin: bytes = b"", encoding: str = "utf-8") -> tuple[int, bytes]:
    """main(argv) where standard output is of this encoding, and would replace other characters."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace", newline="\n")
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with contextlib.redirect_stdout(out), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", given)
        status = cli.main(list(argv))
        out.flush()
        return status, out.buffer.getvalue()


def shell(line: str) -> subprocess.CompletedProcess[str]:
    command = line.replace("URI", shlex.join(PROGRAM), 1)
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=ENVIRONMENT)


# ---- What check reads and prints -----------------------------------------------------------------


def test_check_prints_each_invalid_line_as_compilers_do(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("+uris.txt")  # which sorts before "-"
    path.write_bytes(b"http://a/\nhttp://example.com/%zz\nmailto:a@b\n//x\n")
    ran = run("check", str(path))
    assert ran.status == 1
    assert len(ran.lines) == 2
    assert ran.lines[0].startswith(f"{path}:2:21: ") and "two hex digits" in ran.lines[0]
    assert ran.lines[1].startswith(f"{path}:4:1: ") and 'write "https://"' in ran.lines[1]
    assert re.search(r"\b2\b", ran.err) and len(ran.err.splitlines()) == 1


@rows("stdin, status, places, why",
    # standard input, status, LINE:COLUMN of each error, why
    (b"", 0, [], "no line at all"),
    (b"http://a/", 0, [], "the last line needs no end"),
    (b"http://a/\r\nmailto:b\r\n", 0, [], "\\r\\n ends a line"),
    (b"http://a/\r\r\n", 1, ["1:10"], "one \\r is of the end, the other of the line"),
    (b"http://a/\rx", 1, ["1:10"], "\\r alone ends no line"),
    (b"http://a/\xe2\x80\xa8b\nx\n", 1, ["1:10", "2:2"], "nor does U+2028"),
    (b"\n", 1, ["1:1"], "an empty line is an empty text"),
    (b"http://a/\xff\nhttp://b/\n", 1, ["1:10"], "a byte that is no UTF-8 makes its line invalid"),
    (b"http://a/\x00\n", 1, ["1:10"], "NUL"),
    (b"\xef\xbb\xbfhttp://a/\n", 0, [], "a byte order mark is read over"),
    (b"\xef\xbb\xbf\xef\xbb\xbfa:\na:\n", 1, ["1:1"], "but one only"),
    (b"http://\xc3\xa9/%zz\n", 1, ["1:8"], "a column counts characters"),
)  # fmt: skip
def test_what_a_line_is(run: Run, stdin: bytes, status: int, places: list[str], why: str) -> None:
    ran = run("check", stdin=stdin)
    assert ran.status == status
    assert [re.sub(r"^[^:]+:(\d+:\d+): .*", r"\1", line) for line in ran.lines] == places


def test_check_takes_a_rule_several_files_json_and_quiet(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a\n:\n")
    two.write_text("http://a/\n//x\n1:b\n")
    ran = run("check", "--rule", "URI-reference", str(one), str(two))
    assert ran.status == 1
    assert [line.split(": ")[0] for line in ran.lines] == [f"{one}:2:1", f"{two}:3:2"]
    ran = run("check", "--rule", "URI-reference", "--json", str(one), str(two))
    objects = [json.loads(line) for line in ran.lines]
    bad = [o for o in objects if "offset" in o and o["offset"] is not None]
    assert ran.status == 1
    assert [(o["file"], o["line"], o["column"], o["offset"], o["text"]) for o in bad] == [
        (str(one), 2, 1, 0, ":"),
        (str(two), 3, 2, 1, "1:b"),
    ]
    ran = run("check", "-q", str(one))
    assert (ran.status, ran.out) == (1, "")


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.abnf"
    path.write_text(
        'word = 1*( 1*ALPHA *( "-" / ALPHA ) )\nhttp-URI = "http://" host path-abempty\n'
    )
    return str(path)


@rows("options, text, status, why",  # options, a text, its status, why
    ("--grammar rfc3987 --rule IRI", "http://\u00e9/", 0, "RFC 3987 2.2"),
    ("--grammar rfc2396 --rule URI-reference", "http://a/~(x)", 0, "RFC 2396 2.3"),
    ("--grammar rfc2396 --rule URI-reference", "http://[::1]/", 1, "RFC 2396 3.2.2"),
    ("--grammar rfc6874", "http://[fe80::1%25en0]/", 0, "RFC 6874 2"),
    ("--abnf OWN --rule http-URI", "http://a/", 0, "a rule of one's own"),
    ("--abnf OWN --rule HTTP-uri --lenient", "http://a/", 0, "RFC 5234 2.1"),
)  # fmt: skip
def test_check_of_a_rule_of_another_grammar(
    run: Run, own: str, options: str, text: str, status: int, why: str
) -> None:
    argv = options.replace("OWN", own).split()
    assert run("check", *argv, stdin=f"{text}\n".encode()).status == status


@rows("argv, stdin, status, told",  # arguments, standard input, status, on stderr
    ([], b"", 0, "0 texts, 0 invalid"),
    ([], b"a:\n", 0, "1 text, 0 invalid"),
    (["-", "no-such-file"], b"a:\nb\n", 2, "2 texts, 1 invalid"),
    (["no-such-file"], b"", 2, ""),
    (["--rule", "URI-reference", "--skip-blank"], b"a\n\nb\n", 0, "2 texts, 0 invalid"),
)  # fmt: skip
def test_check_counts_what_it_has_read(
    run: Run, argv: list[str], stdin: bytes, status: int, told: str
) -> None:
    ran = run("check", *argv, stdin=stdin)
    assert ran.status == status
    assert [row for row in ran.err.splitlines() if "invalid" in row] == [told] * bool(told)


@rows("argv, stdin, status, out",  # arguments, stdin, status, output without reasons
    (["-t", "http://a/"], b"x", 0, ""),
    ([], b"http://a/\na b\n", 1, "<stdin>:2:2: 'a b'\n"),
    ([], b"http://a/\n", 0, ""), (["-"], b"http://a/\n", 0, ""),
    (["-t", "a:", "//b"], b"", 1, "<argument>:2:1: '//b'\n"),
    (["-t", "a:", "-t", "1:"], b"", 1, "<argument>:2:1: '1:'\n"),
    (["--text", "a:", "1:", "--quiet"], b"", 1, ""),
    (["-t", "a:\nb:", "--print", "valid"], b"", 1, ""),
    (["--print", "valid"], b"a:\n%\nb:", 1, "a:\nb:\n"),
    (["--print", "invalid"], b"a:\n%\n\nb:\n", 1, "%\n\n"),
    (["--print", "invalid", "--skip-blank"], b"a:\n%\n\n \t\nb:\n", 1, "%\n"),
    (["--print", "valid", "--skip-blank", "--rule", "URI-reference"], b"a\n\nb\n", 0, "a\nb\n"),
    (["--print", "valid", "--grammar", "rfc3987"], "http://\u00e9/\n%\n".encode(), 1, "http://\u00e9/\n"),
    (["--skip-blank"], b"\na:\n  \n\t\n", 0, ""),
    (["-q"], b"a:\n%\n", 1, ""),
    (["-q", "-t", "%", "a:"], b"", 1, ""),
    (["--schemes", "https, urn"], b"urn:a:b\nHTTPS://a/\n", 0, ""),
    (["--schemes", "https"], b"http://a/\n", 1,
        "<stdin>:1:1: 'http://a/'\n"),
    (["--forbid", "userinfo", "--print", "invalid"], b"a://b\na://u@b\n%\n", 1, "a://u@b\n%\n"),
    (["--require", "host", "--grammar", "rfc3987", "--print", "valid"],
        "a:b\na://\u00e9\n".encode(), 1, "a://\u00e9\n"),
)  # fmt: skip
def test_what_check_prints(run: Run, argv: list[str], stdin: bytes, status: int, out: str) -> None:
    ran = run("check", *argv, stdin=stdin)
    without_reasons = re.sub("(?m)^(<.*?>:[0-9]+:[0-9]+: '.*'): .+$", r"\1", ran.out)
    assert (ran.status, without_reasons) == (status, out)


def test_check_quiet_reads_no_file_after_an_invalid_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "invalid"
    path.write_text("%\n")
    assert run("check", "-q", str(path), str(tmp_path / "none")) == (1, "", "")


OWN_RULES = """
login = [ "http://" ] [ userinfo "@" ] host [ "/" ]
spaced = "http://" host " " path-abempty
URI = [ scheme ":" ] [ "//" ] [ userinfo "@" ] host
"""


@rows("options, text, status, why",  # options, a text, its status, why
    ("--grammar rfc2396 --rule relativeURI --forbid authority", "//a/b", 1, "RFC 2396 5: a net_path"),
    ("--grammar rfc3987 --require host", "http://\u00e9/", 0, "RFC 3987 2.2"),
    ("--grammar rfc3987 --rule irelative-ref --forbid query", "\u00e9?", 1, "RFC 3987 2.2"),
    ("--rule relative-ref --forbid authority", "//a", 1, "4.2"),
    ("--forbid userinfo --forbid port", "http://a@b/", 1, "an option that is repeated adds to itself"),
    ("--schemes ftp --schemes http", "http://b/", 0, "an option that is repeated adds to itself"),
    ("--rule authority --forbid userinfo", "u:p@h", 2, "only references have these parts"),
    ("--forbid hots", "%", 2, "a part that no text has, whatever the texts"),
    ("--grammar rfc6874 --schemes http", "http://[fe80::1%25en0]/", 1, "not a reference of RFC 3986"),
    ("--abnf OWN --rule login --forbid userinfo", "http://h/", 0, "a reference with an authority"),
    ("--abnf OWN --rule login --forbid userinfo", "http://u@h/", 1, "which has a userinfo"),
    ("--abnf OWN --rule login --forbid userinfo", "u:p@h", 1, "no authority: it reads as a scheme"),
    ("--abnf OWN --rule login --schemes http", "http:80", 1, "not of the rule"),
    ("--abnf OWN --rule spaced --schemes http", "http://a /b", 1, "not a reference of RFC 3986"),
    ("--abnf OWN --rule URI --forbid userinfo", "u:p@h", 1, "a rule of one's own may be called URI"),
)  # fmt: skip
def test_no_policy_is_left_out(
    run: Run, options: str, text: str, status: int, why: str, tmp_path: Path
) -> None:
    abnf = tmp_path / "own.abnf"
    abnf.write_text(OWN_RULES)
    argv = [str(abnf) if word == "OWN" else word for word in options.split()]
    ran = run("check", *argv, "-t", text)
    assert ran.status == status
    assert bool(ran.out) == (status == 1)
    assert len(ran.err.splitlines()) == 1
    if status == 2:  # also where no text is read
        assert run("check", *argv).status == 2


OTHER_VALUES = {"schemes": "b", "hosts": "b", "ports": "2", "require": "query", "forbid": "scheme"}


@pytest.mark.parametrize("name, value", OTHER_VALUES.items())
def test_check_has_an_option_for_each_policy(run: Run, name: str, value: str) -> None:
    """Each with a value that the text does not have."""
    ran = run("check", f"--{name}", value, "-t", "a://c:1/")
    assert ran.status == 1 and "1 invalid" in ran.err
    with pytest.raises(ur.URIError) as raised:
        ur.validate("a://c:1/", **{name: [value]})  # type: ignore[arg-type]
    assert raised.value.reason in ran.out


DEFAULTS: list[tuple[str, str, int, str]] = [  # options, a text, its status, a hint of explain
    ("", "http://a/", 0, ""), ("", "a/b", 1, "--rule URI-reference"),
    ("", "", 1, ""),
    ("", "bad url", 1, ""), ("--rule URI-reference", "a/b", 0, ""),
    ("--grammar rfc3987", "http://\u00e9/", 0, ""),
    ("--grammar rfc3987", "\u00e9", 1, "--rule IRI-reference"),
    ("--grammar rfc6874", "http://[fe80::1%25en0]/", 0, ""),
    ("--grammar rfc6874", "//[fe80::1%25en0]/", 1, "--rule URI-reference"),
    ("--grammar rfc2396", "a:b", 0, ""), ("--grammar rfc2396", "x?", 1, "--rule URI-reference"),
    ("--grammar rfc2396", "a:b#c", 1, "--rule URI-reference"),
    ("--grammar rfc2396", "?y", 1, ""), ("--grammar rfc2396", "a/b c", 1, ""),
    ("--grammar rfc3987 --rule absolute-IRI", "a:b#c", 1, "--rule IRI-reference"),
    ("--rule relative-ref", "a:b", 1, "--rule URI-reference"), ("--rule host", "/", 1, ""),
    ("--rule URI-reference", "1:", 1, ""),
]  # fmt: skip


@pytest.mark.parametrize("command", ["check -t", "explain"])
@pytest.mark.parametrize("options, text, status, hint", DEFAULTS)
def test_check_and_explain_take_a_uri_by_default(
    run: Run, command: str, options: str, text: str, status: int, hint: str
) -> None:
    ran = run(*command.split(), text, *options.split())
    assert ran.status == status
    assert hint in ran.out and ran.out.count("rule") == bool(hint)


def test_the_text_in_json_and_in_print_is_the_text(run: Run) -> None:
    given = b"http://u:s3cr3t@a/%zz\n"
    told = json.loads(run("check", "--json", stdin=given).out)
    assert told["text"] == given.decode().rstrip() and told["offset"] == 19
    assert "s3cr3t" not in told["message"] and "http://u:******@a/%zz" in told["message"]
    assert "s3cr3t" not in told["reason"]
    assert run("check", "--print", "invalid", stdin=given).out == given.decode()


def test_an_abnf_rule_of_all_characters_makes_no_utf_8(run: Run, tmp_path: Path) -> None:
    abnf = tmp_path / "all.abnf"
    abnf.write_text("all = *%x0-10FFFF\n")
    ran = run("check", "--abnf", str(abnf), "--rule", "all", stdin="\u00e9\n".encode() + b"a\xff\n")
    assert ran.status == 1 and [row.split(": ")[0] for row in ran.lines] == ["<stdin>:2:2"]
    assert run("examples", "all", "--invalid", "--abnf", str(abnf)).status == 1  # there are none


# ---- Wrong use -----------------------------------------------------------------------------------


@rows("argv, named",  # arguments, what the one line on stderr names
    (["check", "no-such-file"], "no-such-file"),
    (["check", "--rule", "no-such-rule"], "no-such-rule"),
    (["check", "--rule", "uri-refrence"], "URI-reference"),
    (["no-such-command"], "no-such-command"), (["chek"], "did you mean 'check'?"),
    (["normalise"], "did you mean 'normalize'?"), (["patern", "URI"], "did you mean 'pattern'?"),
    (["percent_encode", "a"], "did you mean 'percent-encode'"),
    (["validat"], "did you mean 'validate'?"),
    (["check", "--no-such-option"], "no-such-option"),
    (["check", "--shemes", "a"], "--shemes; did you mean '--schemes'?"),
    (["find", "--reduct"], "did you mean '--redact'?"),
    (["check", "--skip_blank"], "mean '--skip-blank'?"),
    (["check", "--rool=URI"], "did you mean '--rule'?"),
    (["cut", "is_uri", "--nodocs"], "did you mean '--no-docs'"),
    (["resolve"], "BASE"), (["pattern"], "pattern needs a RULE, or policies"),
    (["compare", "host"], "compare needs two rules"),
    (["check", "--grammar", "rfc1"], "rfc1"), (["find", "no-such-file"], "no-such-file"),
    (["check", "."], "."), (["check", "-t"], "-t"), (["check", "--json", "-q"], "--json"),
    (["check", "--print", "valid", "--json"], "--print"), (["check", "--print", "no"], "--print"),
    (["check", "--require", "hots"], "hots"),
    (["explain", "--rule", "no-such-rule"], "no-such-rule"),
    (["find", "--schemes", "a:"], "schemes: 'a:' is not a scheme"),
    (["encode", "--component", "no", "x"], "no"),
    (["pattern", "no-such-rule"], "no-such-rule"),
    (["pattern", "ipv6adress"], "did you mean 'IPv6address' or"),
    (["check", "--abnf", "no-such-file", "--rule", "a"], "no-such-file"),
    (["check", "--abnf", "OWN"], "--abnf needs --rule; the file has word"),
    (["explain", "--abnf", "OWN", "x"], "--abnf needs --rule; the file has word"),
    (["pattern", "URI", "--engine", "java9"], "java9"),
    (["pattern", "URI", "--engine", "postgres"], "did you mean 'postgresql'?"),
    (["source", "URI", "--engine", "java"], "--engine"),
    (["compose", "(?&prt)"], "unknown rule 'prt'; did you mean 'port'?"),
    (["compose", "x(?&URI"], 'the "(?&" at offset 1 is not closed'),
    (["pattern", "IRI"], "unknown rule 'IRI'; --grammar rfc3987 has IRI"),
    (["check", "--rule", "nosuch", "-t", "a"], "to list all, use: uri-regex rules --grammar rfc3986"),
    (["compare", "host", "nosuch"], "to list all, use: uri-regex rules --grammar rfc3986"),
    (["examples", "nosuch", "--grammar", "rfc2396"], "use: uri-regex rules --grammar rfc2396"),
    (["captures", "nosuch"], "unknown rule 'nosuch'"), (["rules", "nosuch"], "unknown rule 'nosuch'"),
    (["source", "nosuch"], "unknown rule 'nosuch'"), (["pattern", ""], "rule is empty"),
    (["pattern", "http://a/"], "are the rule and the text swapped?"),
    (["pattern", "URI", "--engine", "node"], "engine 'node'; to list all, use: uri-regex engines"),
    (["compose", "a", "--engine", "postgres"], "did you mean 'postgresql'?"),
    (["parse", "x"], "did you mean 'split'?"),
    (["compare", "host", "no-such-file:host"], "no-such-file"),
    (["examples", "port", "-n", "x"], "x"), (["examples", "port", "--seed", "x"], "x"),
    ([], "COMMAND"), (["-"], "COMMAND"), (["--no"], "COMMAND"),
    (["http://a.example/"], "; to check a text, use: uri-regex check -t TEXT"),
    (["compose", "(?P<host>(?&host)"], "the template is not a valid pattern: missing )"),
    (["examples", "port", "-n", "-3"], "--count must be at least 1"),
    (["check", "--rule", "port", "--ports", "1"], "the rule 'port' has no parts"),
    (["pattern", "host", "--schemes", "a"], "leave out the rule"),
    (["pattern", "--schemes", "a", "--grammar", "rfc3987"], "of the rule URI of RFC 3986"),
    (["pattern", "--require", "host"], "a pattern can't express --require"),
    (["pattern", "--forbid", "IPv4address"], "can't look at types of hosts: 'IPv4address'"),
    (["pattern", "--hosts", "::1"], "can't have all spellings of '::1'"),
    (["pattern", "--hosts", "\u00e9.example"], "a pattern needs the xn-- form of"),
    (["pattern", "--forbid", "scheme"], "these policies allow no URI"),
)  # fmt: skip
def test_wrong_use_is_status_2_and_one_line_on_stderr(
    run: Run, own: str, argv: list[str], named: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*[own if word == "OWN" else word for word in argv], stdin=b"http://a/\n")
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1 and named in ran.err


@rows("argv, error",  # arguments, what the one line on stderr has
    (["check", "http://a/"], "http://a/: No such file or directory (to check a text, use -t)"),
    (["find", "see http://a/"], "see http://a/: No such file or directory ("),
    (["redact", "http://u:p@a/"], "http://u:***@a/: No such file or directory"),
)  # fmt: skip
def test_a_text_in_the_place_of_a_file_is_named_in_the_error(
    run: Run, argv: list[str], error: str
) -> None:
    ran = run(*argv)
    assert (ran.status, ran.out) == (2, "") and len(ran.err.splitlines()) == 1
    assert ran.err.startswith(f"uri-regex: {error}")


@rows("argv, stdin",  # a command, standard input
    *[(line.split(), stdin) for line, stdin in (
        ("check", b"http://u:s3cr3t@a/%zz\n"), ("check", b"//u:s3cr3t@a/\n"),
        ("check", b"http://u:s3cr3t@a/\xff\n"), ("check", b"http://u:s3cr3t@a:x/\n"),
        ("check", b"http://[u:s3cr3t@a/\n"),
        ("check --rule authority", b"u:s3cr3t@a/\n"), ("check --rule userinfo", b"u:s3cr3t%\n"),
        ("check --schemes https", b"http://u:s3cr3t@a/\n"),
        ("check --forbid password", b"a://u:s3cr3t@a/\n"),
        ("check --ports 80", b"http://u:s3cr3t@a:81/\n"), ("check --hosts b", b"http://u:s3cr3t@a/\n"),
        ("check http://u:s3cr3t@a/", b""), ("find http://u:s3cr3t@a/", b""),
        ("redact http://u:s3cr3t@a/", b""), ("http://u:s3cr3t@a/", b""),
        ("check --hosts http://u:s3cr3t@a/", b"a:\n"), ("engines http://u:s3cr3t@a/", b""),
        ("check --no-such http://u:s3cr3t@a/", b""), ("decode", b"http://u:s3cr3t@a/%zz\n"),
        ("check --rule http://u:s3cr3t@a/", b"a:\n"), ("check --print http://u:s3cr3t@a/", b""),
        ("encode --component http://u:s3cr3t@a/ x", b""), ("captures URI http://u:s3cr3t@a/%zz", b""),
        ("iri --to-uri", b"http://u:s3cr3t@a/<\n"), ("normalize", b"http://u:s3cr3t@a/\xff\n"))],
    # argparse's own messages
    (["check", "--grammar", 'http://u:s3"cr3t@h/', "f"], b""),
    (["check", "--grammar", "http://u:s3cr3t@h/", "f"], b""),
    (["split", "x", "-z", "http://u:s3 cr3t@h"], b""),
    (["split", "x", "--no=http://u:s3'cr3t@h"], b""),
    (["check", "--json=http://u:s3cr3t@h"], b""),
    (["http://u:s3'cr3t@h"], b""), (["http://u:s3 cr3t@h", "x"], b""),
    (["encode", "--component", "http://u:s3'cr\"3t@h", "x"], b""),
    (["check", "--print", "db://u:s3/cr3t@h"], b""),
    *[(line.split(), b"") for line in (
        "pattern http://u:s3cr3t@a/", "pattern URI --engine http://u:s3cr3t@a/",
        "check --grammar http://u:s3cr3t@a/", "rules --abnf http://u:s3cr3t@a/",
        "compare host http://u:s3cr3t@a/", "examples http://u:s3cr3t@a/",
        "examples host -n http://u:s3cr3t@a/", "compose (?&http://u:s3cr3t@a/)",
        "cut http://u:s3cr3t@a/", "cut is_uri --http://u:s3cr3t@a/", "check -qdb://u:s3cr3t@a/",
        # a comma of a list in the password (7.5)
        "check --hosts http://u:s3,cr3t@a/", "check --hosts u:s3,cr3t@a", "check --schemes http://u:s3,cr3t@a/",
        "check --hosts a.example,http://u:s3,cr3t@a/", "find --schemes http://u:s3,cr3t@a/",
        "check --ports u:s3,cr3t@a", "check --require http://u:s3,cr3t@a/",
        "check --forbid=u:s3,cr3t@a",
        # explain masks an invalid text as check does
        "explain http://u:s3cr3t@a/%zz", "explain //u:s3cr3t@a/", "explain --rule userinfo u:s3cr3t%",
        "explain --rule authority u:s3cr3t@a/", "explain --abnf OWN --rule word http://u:s3cr3t@a/")],
    # next to an octet that is not UTF-8
    (["encode", "--component", "userinfo", "me:s3cr3t\udcff"], b""),
    (["encode", "me:s3cr3t\udcff"], b""),
    (["decode", "me:s3cr3t\udcff"], b""),
    (["decode"], b"s3cr3t%zz\n"),
    (["decode"], b"me:s3cr3t\xff\n"),
    (["check", "--rule", "userinfo", "-t", "me:s3cr3t\udcff"], b""),
    (["explain", "--rule", "userinfo", "me:s3cr3t\udcff"], b""),
    (["resolve", "http://me:s3cr3t\udcff@h/", "x"], b""), (["split", "me:s3cr3t\udcff@h"], b""),
    (["check", "http://me:s3cr3t\udcff@h/"], b""), (["check", "--hosts", "me:s3cr3t\udcff@h"], b""),
)  # fmt: skip
def test_no_message_of_a_command_shows_a_password(
    run: Run, own: str, argv: list[str], stdin: bytes
) -> None:
    ran = run(*[own if word == "OWN" else word for word in argv], stdin=stdin)
    assert ran.status in (1, 2)
    for said in (ran.out, ran.err):
        assert not re.search("s3|r3t|3cr", said)


# ---- Streams and encodings -----------------------------------------------------------------------


@posix
def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    path = tmp_path / "many"
    path.write_text("a b\n" * 20_000)
    argv = [*PROGRAM, "check", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(argv, stdout=pipe, stderr=pipe, env=ENVIRONMENT) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith(f"{path}:1:2: ".encode())
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize(
    "error, status", [(BrokenPipeError(32, "Broken pipe"), 141), (KeyboardInterrupt(), 130)]
)
def test_a_signal_has_the_status_that_the_shell_gives_it(
    monkeypatch: Patch, error: BaseException, status: int
) -> None:
    class Stopped(io.StringIO):
        def write(self, text: str) -> int:
            raise error

    monkeypatch.setattr(sys, "stdout", Stopped())
    assert cli.main(["resolve", "http://a/", "b"]) == status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("printf '//\\n' | URI check >/dev/full", 2, "standard output: No space left on device"),
        ("URI split http://a/ >/dev/full", 2, "standard output: No space left on device"),
        ("URI --help >/dev/full", 2, "standard output: No space left on device"),
        ("printf 'a://u:p@h\\n' | URI redact >/dev/full", 2, "No space left on device"),
        ("printf 'a:\\n' | URI check 2>/dev/full", (0, 2), ""),
        ("printf '//\\n' | URI check 2>/dev/full", (1, 2), ""),
        ("URI check no-such-file 2>/dev/full", 2, ""),
    ],
)  # fmt: skip
def test_streams_that_fail_change_no_status(command: str, status: Any, message: str) -> None:
    done = shell(command)
    assert done.returncode in (status if isinstance(status, tuple) else (status,)), done.stderr
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    assert message in done.stderr


@posix
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("printf 'http://a/\\n' | URI check -q >&-", 0),
        ("printf 'http://a/\\n' | URI check 2>&-", 0),
        ("printf 'x y\\n' | URI check 2>&-", 1),
        ("URI check no-such-file 2>&-", 2),
        ("printf 'x\\n' | URI redact >&-", 2),
        ("URI split x >&-", 2),
        ("URI cut is_uri >&-", 2),
        ("printf '%%zz\\n' | URI decode 2>&-", 1),
        ("URI decode <&-", 2),
        ("URI --help >&- 2>&-", 2),
    ],
)
def test_closed_streams_change_no_status_and_give_no_traceback(command: str, status: int) -> None:
    done = shell(command)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 1
    assert "%zz" not in done.stdout  # no message among the data


@rows("argv, given, out",  # a command, what is read and what is written
    (["normalize"], "HTTP://A/\nB:\u00e9\n", "http://a/\nb:\u00e9\n"),
    (["find", "-o"], "at http://a/.\n", "http://a/\n"),
    (["redact"], "a://u:p@h \u00e9\n", "a://u:***@h \u00e9\n"),
    (["check", "--print", "invalid"], "a:\n%\n", "%\n"),
)  # fmt: skip
def test_main_reads_a_standard_input_of_text(
    monkeypatch: Patch, capsys: Capture, argv: list[str], given: str, out: str
) -> None:
    """Called from Python, sys.stdin may be a StringIO, which has no buffer."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(given))
    assert cli.main(argv) in (0, 1)
    assert capsys.readouterr().out == out


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-5"])
@rows("line, stdin",  # a command and its standard input
    ("resolve http://a/ \u00e9", ""),
    ("resolve http://\u00e9/ b", ""),
    ("relativize a: \u00e9", ""),
    ("normalize \u00e9", ""), ("normalize", "\u00e9\n"), ("decode %C3%A9", ""), ("iri %C3%A9", ""),
    ("iri", "%C3%A9\n"), ("split \u00e9", ""),
)  # fmt: skip
def test_a_character_that_the_encoding_lacks_is_an_error(
    line: str, stdin: str, encoding: str, capsys: Capture
) -> None:
    assert octets(*line.split(), stdin=stdin.encode(), encoding=encoding) == (2, b"")
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1 and encoding in error and "'\\" in error
    assert octets(*line.split(), stdin=stdin.encode(), encoding="utf-8")[0] == 0


@rows("line, stdin, status, out",  # a command in ASCII, standard input, status, output
    ("check", "\u00e9\n".encode(), 1, b"<stdin>:1:1: '\\xe9': "),
    ("explain --grammar rfc3987 --rule irelative-ref", "\u00e9\n".encode(), 0,
        b"\\xe9\n\\__/ path\n"),
    ("check --print invalid", "\u00e9\n".encode(), 1, "\u00e9\n".encode()),
    ("check --print invalid", b"a:\n%\xff\n", 1, b"%\xff\n"),
    ("redact", "\u00e9 a://u:p@h".encode(), 0, "\u00e9 a://u:***@h".encode()),
    ("explain \u00e9:%", b"", 1, b"\\xe9:%\n^\ninvalid URI at offset 0: "),
    ("explain --grammar rfc3987 a:\u65e5%", b"", 1, b"a:\\u65e5%\n         ^\n"),
    ("split --json \u00e9", b"", 0, b'"path": "\\u00e9"'),
    ("explain a:\x07%", b"", 1, b"a:\\x07%\n  ^"),
)  # fmt: skip
def test_reports_escape_what_a_terminal_cannot_show(
    line: str, stdin: bytes, status: int, out: bytes
) -> None:
    ran = octets(*line.split(), stdin=stdin, encoding="ascii")
    assert ran[0] == status and out in ran[1]


@rows("argv, stdin, status, out, error",
    # arguments, standard input, status, output, what stderr has
    (["resolve", "http://a/", "\udcff"], b"", 1, b"", "offset 0"),
    (["relativize", "a:", "a:\udcff"], b"", 1, b"", "offset 2"),
    (["split"], b"x\n\xff\n", 1, b"scheme", "<stdin>:2: "),
    (["explain", "\udcff"], b"", 1, b"", "offset 0"),
    (["check", "-t", "a:\udcff"], b"", 1, b"<argument>:1:3: ", ""),
    (["check"], b"a:\n\xff\n", 1, b"<stdin>:2:1: ", ""),
    (["find", "-o"], b"a://b/ \xff\n c://d/", 2, b"a://b/\nc://d/\n", "<stdin>:1: not UTF-8"),
    (["find", "-o"], b"\n\xffa://b/\n", 2, b"a://b/\n", "<stdin>:2: not UTF-8"),
    (["redact"], b"\xff a://u:p@b/\n", 0, b"\xff a://u:***@b/\n", ""),
)  # fmt: skip
def test_octets_that_are_not_utf_8_are_an_error(
    argv: list[str], stdin: bytes, status: int, out: bytes, error: str,
    capsys: Capture,
) -> None:  # fmt: skip
    ran = octets(*argv, stdin=stdin)
    err = capsys.readouterr().err
    assert ran[0] == status and (ran[1] == out or (out and ran[1].startswith(out)))
    assert error in err and len(err.splitlines()) <= 1


@rows("line, stdin, out",  # a command, standard input behind the mark, output
    ("check", b"a:\n", b""),
    ("normalize", b"A:\nB:\n", b"a:\nb:\n"),
    ("find", b"a://b/\n", b"<stdin>:1:1: a://b/\n"),
    ("find --json", b"a://b/\n",
        b'{"file": "<stdin>", "line": 1, "column": 1, "uri": "a://b/", "start": 0, "end": 6}\n'),
    ("redact", b"a://u:pw@h/\n", b"\xef\xbb\xbfa://u:***@h/\n"),
)  # fmt: skip
def test_a_byte_order_mark_is_read_over(line: str, stdin: bytes, out: bytes) -> None:
    ran = octets(*line.split(), stdin=b"\xef\xbb\xbf" + stdin)
    assert ran[0] == 0 and ran[1].startswith(out)


@posix
@rows("line, steps",  # what comes in, and what comes out at once
    ("redact", [(b"a://u:p@h x\n", b"a://u:***@h x\n"), (b"b\nc\n", b"b\nc\n")]),
    ("find -o", [(b"a://b/c d\n", b"a://b/c\n"), (b"<a://b/\n", b""), (b"c> d://e\n", b"a://b/c\nd://e\n")]),
    ("find -o", [(b"d://e < f\n", b"d://e\n"), (b"<\n", b""), (b"a://b/.>\n", b"a://b/.\n")]),
    ("normalize", [(b"A:\n", b"a:\n"), (b"B:\n", b"b:\n")]),
    ("check --print invalid", [(b"%\n", b"%\n"), (b"a:\n", b""), (b"#\n", b"#\n")]),
)  # fmt: skip
def test_a_stream_is_answered_line_by_line(line: str, steps: list[tuple[bytes, bytes]]) -> None:
    argv = [*PROGRAM, *line.split()]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=null, env=ENVIRONMENT) as process:
        assert process.stdin and process.stdout
        for given, expected in steps:
            process.stdin.write(given)
            process.stdin.flush()
            got = b""
            while len(got) < len(expected) and select.select([process.stdout], [], [], 20)[0]:
                got += os.read(process.stdout.fileno(), 1000)
            assert got == expected
        process.stdin.close()
        assert process.stdout.read() == b""


@pytest.mark.parametrize(
    ("command", "out"), [("find", "a://b:c@d"), ("redact", "a://b:***@d"), ("check", "")]
)
def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    run: Run, tmp_path: Path, command: str, out: str
) -> None:
    path = tmp_path / "one"
    path.write_text("a://b:c@d\n")
    missing = str(tmp_path / "none")
    ran = run(command, missing, str(path))
    assert ran.status == 2 and out in ran.out and missing in ran.err


# ---- explain -------------------------------------------------------------------------------------


def test_explain_draws_a_line_for_each_part(run: Run) -> None:
    assert run("explain", "a://me:pw@[::1]:80?#x").lines == [
        "a://me:pw@[::1]:80?#x",
        "| scheme",
        "    \\____________/ authority",
        "    \\___/ userinfo",
        "       \\/ password",
        "          \\___/ host (IPv6address)",
        "                \\/ port",
        "                    | fragment",
        "empty: path, query",
    ]


@rows("host, width",  # UAX 11: W and F
    ("\u4e2d", 2), ("\u0e01\u0e34", 1), ("\u2764\ufe0f", 1), ("\uff42\u4e2d", 4), ("e\u0301", 1),
    ("\uff42", 2),
)  # fmt: skip
def test_explain_draws_under_wide_characters(run: Run, host: str, width: int) -> None:
    """A combining character takes no column."""
    lines = run("explain", "--grammar", "rfc3987", "--rule", "IRI", f"a://{host}:80").lines
    assert lines[-2:] == [" " * (5 + width) + "\\/ port", "empty: path"]


@rows("text, parts",  # a reference, and each part as it stands at its place
    ("http://me:pw@h:80/p?q#f",
        "scheme=http authority=me:pw@h:80 userinfo=me:pw password=pw host=h port=80 path=/p query=q "
        "fragment=f"),
    ("a:b:c@d", "scheme=a path=b:c@d"), ("//@", "authority=@ userinfo= host= path="),
    ("//a:@b@c:", "authority=a:@b@c: userinfo=a:@b password=@b host=c port= path="),
    ("//[::1]:8", "authority=[::1]:8 host=[::1] port=8 path="),
    ("?a?b#c?d#e", "path= query=a?b fragment=c?d#e"),
    ("http://a:b:c/", "scheme=http authority=a:b:c host=a:b:c path=/"),
)  # fmt: skip
def test_a_part_stands_at_its_place(text: str, parts: str) -> None:
    """By Appendix B and section 3.2."""
    found = cli.find_parts(text).items()
    there = [(name, part, start) for name, (part, start) in found if part is not None]
    assert [f"{name.partition(' ')[0]}={part}" for name, part, _ in there] == parts.split()
    assert [text[start : start + len(part)] for _, part, start in there] == [x[1] for x in there]


@pytest.mark.parametrize("text, offset", [(INVALID, 20), ("http://[::1", 11), ("1:b", 0), (":", 0)])
def test_explain_puts_a_caret_under_the_offset(run: Run, text: str, offset: int) -> None:
    ran = run("explain", text)
    assert ran.status == 1 and ran.lines[0] == text
    assert ran.lines[1].rstrip().find("^") == offset
    assert ran.lines[2].startswith(f"invalid URI at offset {offset}: ")
    assert ("two hex digits" in ran.out) == (text == INVALID)


MARKS = [("http://a:b/", " " * 9 + "^"), ("http://a:8xy", " " * 9 + "^^^")]
MARKS += [("http://a b:8x/", " " * 8 + "^")]


@pytest.mark.parametrize("text, mark", MARKS)
def test_explain_marks_a_port_that_is_no_number(run: Run, text: str, mark: str) -> None:
    assert run("explain", text).lines[1] == mark


def test_explain_of_an_empty_text_draws_nothing(run: Run) -> None:
    assert run("explain", "").lines == ["invalid URI at offset 0: it is empty"]


def test_a_caret_is_where_the_terminal_shows_the_character(run: Run) -> None:
    assert run("explain", "http://a/\u4e2d\u6587").lines[1] == " " * 9 + "^"
    assert (
        run("explain", "--grammar", "rfc3987", "http://\u4e2de\u0301/ ").lines[1] == " " * 11 + "^"
    )


def test_explain_masks_an_invalid_text_only(run: Run) -> None:
    assert run("explain", "http://u:s3cr3t@h/%zz").lines[0] == "http://u:******@h/%zz"
    assert run("explain", "http://u:s3cr3t@h/").lines[0] == "http://u:s3cr3t@h/"


@posix
def test_explain_has_color_on_a_terminal_alone(run: Run) -> None:
    import pty

    def on_terminal(**environment: str) -> bytes:
        primary, secondary = pty.openpty()
        argv = [*PROGRAM, "explain", "http://me@a/b", "http://a b/"]
        env = {**ENVIRONMENT, "TERM": "xterm", **environment}
        with subprocess.Popen(argv, stdout=secondary, env=env) as process:
            os.close(secondary)
            out = b""
            with contextlib.suppress(OSError):
                while block := os.read(primary, 1000):
                    out += block
            process.wait()
        os.close(primary)
        return out.replace(b"\r\n", b"\n")

    plain = run("explain", "http://me@a/b", "http://a b/").out.encode()
    assert b"\x1b" not in plain
    colored = on_terminal()
    for color in (b"\x1b[31m", b"\x1b[32m", b"\x1b[0m"):  # red and green: ECMA-48 8.3.117
        assert color in colored
    assert re.sub(rb"\x1b\[[0-9;]*m", b"", colored) == plain
    assert on_terminal(NO_COLOR="1") == plain


# ---- Other commands for texts --------------------------------------------------------------------


def test_split_prints_the_components(run: Run) -> None:
    ran = run("split", "http://a/b?")
    assert ran.status == 0 and "http" in ran.out and "/b" in ran.out
    ran = run("split", "--json", "http://u@a:1/b?", "")
    first, second = (json.loads(line) for line in ran.lines)
    parts = {"scheme": "http", "authority": "u@a:1", "path": "/b", "query": "", "fragment": None}
    assert {k: first[k] for k in parts} == parts
    assert second["path"] == "" and second["scheme"] is None and second["query"] is None


def test_resolve_prints_a_line_for_each_reference(run: Run) -> None:
    ran = run("resolve", BASE, "../g", "?y", "http:g", "")
    assert ran.status == 0
    assert ran.lines == ["http://a/b/g", "http://a/b/c/d;p?y", "http:g", BASE]
    assert run("resolve", "--non-strict", BASE, "http:g").lines == ["http://a/b/c/g"]


@rows("line, out",  # a command, lines of output
    ("normalize HTTP://A/%7e /a/../b", ["http://a/~", "/b"]),
    ("normalize --scheme-based http://a:80", ["http://a/"]),
    (f"relativize {BASE} http://a/b/c/g http://g", ["g", "//g"]),
    ("encode b/\u00e9", ["b%2F%C3%A9"]), ("percent-encode b/", ["b%2F"]),
    ("decode a%20b%2F%C3%A9", ["a b/\u00e9"]), ("percent-decode %2F", ["/"]),
    ("iri http://r%C3%A9sum%C3%A9.example/", ["http://r\u00e9sum\u00e9.example/"]),
    ("iri-to-uri http://\u00e9/", ["http://%C3%A9/"]),
    ("iri --to-uri http://\u00e9/", ["http://%C3%A9/"]),
    ("check -t a: ", []), ("validate -t a:", []),
)  # fmt: skip
def test_a_command_makes_a_line_of_each_text(run: Run, line: str, out: list[str]) -> None:
    ran = run(*line.split())
    assert (ran.status, ran.lines) == (0, out)


def test_a_text_that_makes_nothing_is_told(run: Run) -> None:
    ran = run("decode", "100%")
    assert ran.status == 1 and ran.out == "" and len(ran.err.splitlines()) == 1
    ran = run("decode", stdin=b"a\n100%\nb\n")
    assert ran.lines == ["a", "b"] and ran.err.startswith("uri-regex: <stdin>:2: ")


@rows("line, stdin, out",  # a command, standard input, lines of output
    ("explain", b"a:b\nc:?x\n", ["a:b", "", "c:?x", "empty: path"]),
    ("split", b"a:b\n?x\n", ['scheme    "a"', "", 'query     "x"']),
    ("split --json", b"", []),
    ("resolve http://a/b", b"c\n../d\n", ["http://a/c", "http://a/d"]),
    ("relativize http://a/b", b"http://a/c\n", ["c"]),
)  # fmt: skip
def test_a_command_without_texts_reads_lines(
    run: Run, line: str, stdin: bytes, out: list[str]
) -> None:
    ran = run(*line.split(), stdin=stdin)
    assert ran.status == 0 and [x for x in ran.lines if x in out] == out


# ---- find and redact -----------------------------------------------------------------------------


def test_find_prints_where_each_uri_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("x\n see <http://a.example/> and www.b.example,\nor ftp://c.example/.\n")
    ran = run("find", str(path))
    assert ran.status == 0
    assert ran.lines == [f"{path}:2:7: http://a.example/", f"{path}:3:4: ftp://c.example/"]
    assert run("find", "-o", str(path)).lines == ["http://a.example/", "ftp://c.example/"]
    assert run("find", "-o", "--schemes", "ftp", str(path)).lines == ["ftp://c.example/"]
    assert run("find", "-o", "--schemes", "http, ftp", str(path)).lines[1] == "ftp://c.example/"
    assert run("find", stdin=b"nothing\n") == (1, "", "")
    objects = [json.loads(line) for line in run("find", "--json", str(path)).lines]
    text = path.read_text()
    assert [text[o["start"] : o["end"]] for o in objects] == [o["uri"] for o in objects]
    assert [o["uri"] for o in objects] == ["http://a.example/", "ftp://c.example/"]
    assert run("find", "-o", stdin=b"at http://d.example/.\n").lines == ["http://d.example/"]
    assert "www.b.example" in run("find", "-o", "--www", str(path)).lines


def test_find_joins_a_uri_broken_over_lines(run: Run) -> None:
    """Appendix C."""
    assert run("find", "-o", stdin=APPENDIX_C.encode()).lines == [
        "http://www.w3.org/Addressing/",
        "ftp://foo.example.com/rfc/",
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
    ]


OVER_LINES = (
    "<http://a/\nb>\n<\nhttp://c>\nx <\u00e4 <url:http://d/\n e> f\nhttp://g/\n<http://h\ni"
)


@pytest.mark.parametrize("size", [1 << 18, *range(1, 40)])
def test_find_finds_the_same_however_little_is_read_at_once(
    run: Run, monkeypatch: Patch, size: int
) -> None:
    monkeypatch.setattr(cli, "BLOCK", size)
    found = run("find", stdin=OVER_LINES.encode())
    assert [line.partition(" ")[2] for line in found.lines] == [
        "http://a/b", "http://c", "http://d/e", "http://g/", "http://h",
    ]  # fmt: skip
    assert [line.split(":")[1] for line in found.lines] == ["1", "4", "5", "7", "8"]


class InPieces(io.RawIOBase):
    """A stream that gives a few of its octets at a time."""

    def __init__(self, octets: bytes, rng: random.Random) -> None:
        self.rest, self.rng = octets, rng

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), self.rng.choice((1, 2, 7, 40)))
        piece, self.rest = self.rest[:size], self.rest[size:]
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.mark.parametrize("seed", range(50))
def test_find_on_a_stream_finds_what_it_finds_in_the_whole(
    monkeypatch: Patch, capsys: Capture, seed: int
) -> None:
    rng = random.Random(seed)
    bits = ["http://a.ex/x", "<http://b.ex/", "<", ">", " ", "\n", "\r\n", "URL:", "\u00e9", '"', "'",
            "mailto:a@b", "\t", "//", "(", ")", ".", "a"]  # fmt: skip
    text = "".join(rng.choices(bits, k=rng.randint(0, 40)))
    given = io.BufferedReader(InPieces(text.encode(), rng))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given, encoding="utf-8"))
    cli.main(["find", "--json"])
    objects = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert [(o["uri"], o["start"], o["end"]) for o in objects] == list(ur.find(text))
    for place in objects:
        before = text[: place["start"]].split("\n")
        assert (place["line"], place["column"]) == (len(before), len(before[-1]) + 1)


@rows("what, repeated",  # what is long, and what repeats in it
    ("lines", b"some words and more\n"), ("a < that nothing closes", b"a < b\n"),
    ("<...> over lines", b"<a\nb>\n"), ("tags", b"<a><b></b></a>\n"), ("blank lines", b"<\n\n"),
    ("<...> over lines, each from the end of one to the next", b"a><a:\n"),
)  # fmt: skip
def test_find_holds_little_of_what_is_long(
    run: Run, what: str, repeated: bytes, monkeypatch: Patch
) -> None:
    lengths = []

    def find(text: str, **options: Any) -> Iterator[ur.Found]:
        lengths.append(len(text))
        return iter(())

    monkeypatch.setattr(ur, "find", find)
    octets = b"<" + repeated * (1_000_000 // len(repeated))
    assert run("find", stdin=octets).status == 1
    assert sum(lengths) == len(octets) and max(lengths) < 500_000


@pytest.mark.parametrize("seed", range(25))
def test_find_redact_prints_the_same_wherever_reads_end(
    monkeypatch: Patch, capsys: Capture, seed: int
) -> None:
    rng = random.Random(seed)
    bits = ["http://me:", "db://", "u:", "12345678", "s3cr3t", "@", "h/", "/", '"', '\\"', "{", " ",
            "<", ">", "<a://u:", "\n", "\r\n", "%3A", "%40", ":", "\u00e9", ","]  # fmt: skip
    text = '{"u":"db://me:1234\\"5678@h/"}\n'
    if seed:
        text = "".join(rng.choices(bits, k=rng.randint(0, 30)))
    outputs = set()
    whole: Any = io.BytesIO(text.encode())
    for stream in (whole, InPieces(text.encode(), rng)):
        given = io.BufferedReader(stream)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given, encoding="utf-8"))
        cli.main(["find", "--redact", "--json"])
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 1


def test_find_redact_hides_the_passwords(run: Run) -> None:
    text = b"see a://u:p@h/ and <b://u:p\n@h/>, c://u:p@ss@h/\n"
    uris = ["a://u:***@h/", "b://u:***@h/", "c://u:***@h/"]
    assert run("find", "-o", "--redact", stdin=text).lines == uris
    plain = [json.loads(x)["start"] for x in run("find", "--json", stdin=text).lines]
    ran = run("find", "--json", "--redact", stdin=text)
    assert [json.loads(x)["start"] for x in ran.lines] == plain and "p@" not in ran.out


def test_redact_as_a_filter_leaves_each_other_octet_as_it_was() -> None:
    given = b"a\r\nGET http://u:p@h \xff\n\nnothing here: a@b\n no end of line"
    argv = [*PROGRAM, "redact"]
    ran = subprocess.run(argv, input=given, stdout=subprocess.PIPE, check=True, env=ENVIRONMENT)
    assert ran.stdout == given.replace(b":p@", b":***@")


@rows("options, out",  # options, and what becomes of a text
    ("", "http://token@h/?sig=1&a=2"), ("--users", "http://***@h/?sig=1&a=2"),
    ("--queries sig,token", "http://token@h/?sig=***&a=2"),
    ("--queries sig --queries a --users", "http://***@h/?sig=***&a=***"),
)  # fmt: skip
def test_redact_hides_users_and_queries_if_asked(run: Run, options: str, out: str) -> None:
    assert run("redact", *options.split(), stdin=b"http://token@h/?sig=1&a=2").out == out


# ---- Commands of uri-abnf ------------------------------------------------------------------------


def test_rules_with_a_name_shows_the_rule(run: Run, tmp_path: Path) -> None:
    size = len(ua.RFC3986.pattern("dec-octet"))
    assert run("rules", "DEC-octet") == (
        0,
        f"{ua.RFC3986.describe('dec-octet').abnf}\n\n"
        "refers to    DIGIT\n"
        "used by      IPv4address\n"
        "proven       yes\n"
        f"pattern      {size:,} characters\n",
        "",
    )
    own = tmp_path / "own.abnf"
    own.write_text('   a = *( "x" / b ) "x"\n     [ C ]\n   b = "xx"\n   c = B\n   b =/ "y"\n')
    lines = run("rules", "a", "--abnf", str(own)).lines
    assert lines[:4] == ['a = *( "x" / b ) "x"', "  [ C ]", "", "refers to    b, c"]
    assert lines[4:6] == ["used by      nothing", "proven       yes"]
    assert run("rules", "b", "--abnf", str(own)).lines[:2] == ['b = "xx"', 'b =/ "y"']
    assert "refers to    nothing" in run("rules", "gen-delims").lines
    assert run("rules", "segment-nz-nc").lines[1].strip().startswith("; non-zero-length segment")
    assert run("rules", "no-such-rule").status == 2


def test_examples_in_json_can_be_told_apart(run: Run, tmp_path: Path) -> None:
    abnf = tmp_path / "tab.abnf"
    abnf.write_text('a = "\\t" / HTAB\n')  # in print, both are a backslash and a letter
    assert set(run("examples", "a", "--abnf", str(abnf)).lines) == {r"\t"}
    told = [json.loads(line) for line in run("examples", "a", "--json", "--abnf", str(abnf)).lines]
    assert {frozenset(each) for each in told} == {frozenset(["text"])}
    assert {each["text"].lower() for each in told} == {r"\t", "\t"}


def test_a_byte_order_mark_is_read_over_in_abnf(run: Run, tmp_path: Path) -> None:
    abnf = tmp_path / "own.abnf"
    abnf.write_bytes(b'\xef\xbb\xbfown = "x"\n')
    assert run("check", "--abnf", str(abnf), "--rule", "own", "-t", "x").status == 0


WITH_ABNF = ["check --rule a", "pattern a", "rules", "explain --rule a x", "captures a x", "source a",
    "compose (?&a)", "compare a b", "examples a"]  # fmt: skip


@pytest.mark.parametrize("line", WITH_ABNF)
def test_bad_abnf_is_reported_with_its_place_and_a_caret(
    run: Run, tmp_path: Path, line: str
) -> None:
    path = tmp_path / "bad.abnf"
    path.write_text('\ufeffa = BWS\n\nA sentence.\n\nb = ( "\u00e9"\n  "y"\nd =\td\n', "utf-8")
    ran = run(*line.split(), "--abnf", str(path), stdin=b"x\n")
    assert ran.status == 2 and ran.out == ""
    assert ran.err.splitlines() == [
        f"{path}:1:5: a refers to BWS, which is not defined", "    a = BWS", "        ^",
        f"{path}:3:1: this is neither a rule nor an indented line of one: 'A sentence.'",
        "    A sentence.", "    ^",
        f"{path}:5:7: the string is not closed, or contains more than printable ASCII",
        '    b = ( "\u00e9"', "          ^",
        f"{path}:7:1: rule 'd' refers to itself: d > d; recursion is not supported; "
        'write its levels out, as in "d-1 = …"', "    d = d", "    ^",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "\n\n", "  \n"])
def test_no_caret_stands_under_an_empty_line(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.abnf"
    path.write_text(text)
    ran = run("rules", "--abnf", str(path))
    assert ran.status == 2 and ran.err == f"{path}:1:1: the grammar has no rules\n"


def test_a_line_with_a_password_is_not_shown(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.abnf"
    path.write_text('a = "http://me:s3cr3t@h/" b\n\nhttp://me:s3cr3t@h/ is no rule\n')
    ran = run("rules", "--abnf", str(path))
    assert ran.status == 2 and ":1:27: " in ran.err and ":3:1: " in ran.err
    assert "s3cr3t" not in ran.err


def test_captures_leaves_out_rules_of_one_character(run: Run) -> None:
    ran = run("captures", "URI", "http://a/b/c")
    assert ran.status == 0 and not {"ALPHA", "unreserved"} & {x.split()[0] for x in ran.lines}
    depth = {line.split()[0]: len(line) - len(line.lstrip()) for line in ran.lines}
    assert depth["URI"] < depth["scheme"] == depth["hier-part"] < depth["authority"] < depth["host"]
    whole = run("captures", "URI", "http://a/b/c", "--all")
    assert len(whole.lines) > len(ran.lines) and "ALPHA" in whole.out
    captures = ua.RFC3986.captures("URI", "http://a/b/c")
    assert json.loads(run("captures", "URI", "http://a/b/c", "--all", "--json").out) == captures
    shown = json.loads(run("captures", "URI", "http://a/b/c", "--json").out)
    assert shown == {rule: captures[rule] for rule in shown} and "scheme" in shown
    assert run("captures", "DIGIT", "1").lines == ['DIGIT "1"']  # it was asked for
    assert run("captures", "URI", INVALID).status == 1


@rows("line, status, lines",  # a command, its status, lines of its output
    ("pattern port --engine java --quoted", 0, [r'"\\A[0-9]*+\\z"']),
    ("source port", 0, ['DIGIT = r"0-9"', 'PORT = rf"[{DIGIT}]*+"']),
    ("compose x(?&port)", 0, ["x[0-9]*"]),
    ("compose x(?&port) --engine java --quoted", 0, [r'"\\Ax[0-9]*+\\z"', r'"x[0-9]*+"']),
    ("compare query fragment", 0, ["query and fragment match the same texts"]),
    ("compare OWN:word rfc2396:alpha", 1, ['only OWN:word matches "aa"']),
    ("compare URI absoluteURI --grammar rfc3986 --abnf OWN", 2, []),
    ("explain --rule host [::1]", 0, ["[::1]", 'host "[::1]"', '  IP-literal "[::1]"']),
    ("explain --rule word --abnf OWN a!", 1, ["a!", " ^"]),
)  # fmt: skip
def test_a_command_prints(run: Run, own: str, line: str, status: int, lines: list[str]) -> None:
    ran = run(*line.replace("OWN", own).split())
    assert ran.status == status, ran.err
    wanted = [line.replace("OWN", own) for line in lines]
    assert set(wanted) & set(ran.lines) or not wanted
    if "compose" not in line:
        assert [x for x in wanted if x not in ran.lines] == []


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with a rule whose automaton has 2 ** 13 states, for which less work is done than usual."""
    monkeypatch.setattr("uri_abnf.linear._MOST_STEPS", 100_000)
    path = tmp_path / "slow.abnf"
    path.write_text('slow = *( "a" / "b" ) "a" 12( "a" / "b" ) *( "aa" / "a" )\nfast = *"x" "x"\n')
    return str(path)


@pytest.mark.parametrize(
    "line",
    ["pattern slow", "pattern slow --engine pcre", "source slow", "compose x(?&slow)(?&fast)"],
)
def test_a_pattern_that_is_not_proven_has_a_warning(run: Run, slow: str, line: str) -> None:
    ran = run(*line.split(), "--abnf", slow)
    assert ran.status == 0 and len(ran.err.splitlines()) == 1
    assert "the pattern of slow for" in ran.err and "may take very long" in ran.err
    assert "these engines are linear: re2, go," in ran.err


@pytest.mark.parametrize(
    "line",
    ["pattern slow --engine re2", "compose (?&slow) --engine go", "pattern fast", "source fast"],
)
def test_a_pattern_that_is_linear_has_no_warning(run: Run, slow: str, line: str) -> None:
    ran = run(*line.split(), "--abnf", slow)
    assert ran.status == 0 and ran.err == ""


def test_cut_writes_a_module(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "_uri.py"
    assert run("cut", "is_uri", "-o", str(path)) == (0, "", "")
    assert octets("cut", "is_uri", encoding="utf-16") == (0, path.read_bytes())  # it is UTF-8
    first = path.read_text().partition('"""')[2].partition('"""')[0]
    assert first == f"Cut out of uri_regex {ur.__version__} by: uri-regex cut is_uri"


# ---- The program as a whole ----------------------------------------------------------------------

ARGUMENTS: list[tuple[str, str]] = [  # a command, and what it takes besides --help
    ("check", "FILE -t --text --rule --print -q --quiet --skip-blank --hosts --ports --require --forbid"
        " --schemes --json --grammar --abnf --lenient"),
    ("explain", "TEXT --rule --grammar --abnf --lenient"),
    ("split", "TEXT --json"),
    ("resolve", "BASE TEXT --non-strict"),
    ("relativize", "BASE TEXT"),
    ("normalize", "TEXT --scheme-based"),
    ("encode", "TEXT --component"),
    ("decode", "TEXT"),
    ("iri", "TEXT --to-uri"),
    ("find", "FILE --schemes --www --iri -o --only --redact --json"),
    ("redact", "FILE --users --queries"),
    ("pattern", "RULE --engine --quoted --grammar --abnf --lenient --schemes --hosts --ports --forbid"),
    ("source", "RULE --portable --grammar --abnf --lenient"),
    ("compose", "TEMPLATE --engine --quoted --grammar --abnf --lenient"),
    ("engines", ""),
    ("rules", "NAME --grammar --abnf --lenient"),
    ("captures", "RULE TEXT --all --json --grammar --abnf --lenient"),
    ("compare", "RULE --grammar --abnf --lenient"),
    ("examples", "RULE -n --count --seed --invalid --json --grammar --abnf --lenient"),
    ("cut", "NAME --rule --grammar --abnf --without --no-docs -o --output"),
]  # fmt: skip


@pytest.mark.parametrize("command, taken", ARGUMENTS, ids=[row[0] for row in ARGUMENTS])
def test_help_names_what_a_command_takes(run: Run, command: str, taken: str) -> None:
    ran = run(command, "--help")
    assert ran.status == 0 and command in ran.out
    flags = set(re.findall("(?<![a-z-])--?[a-z][a-z-]*", ran.out)) - {"-h", "--help"}
    assert flags >= {word for word in taken.split() if word.startswith("-")}
    assert all(re.search(f"(?m)^  {word}  ", ran.out) for word in taken.split() if word.isupper())
    assert re.search(f"uri-regex .*{command}", ran.out.partition("\n\n")[2])  # an example


@pytest.mark.parametrize("command", ["", *[row[0] for row in ARGUMENTS]])
def test_help_is_for_every_terminal(command: str, run: Run, capsys: Capture) -> None:
    assert run(*command.split(), "--help").out.isascii()
    status, out = octets(*command.split(), "--help", encoding="ascii")
    assert status == 0 and out.startswith(b"usage: ") and b"\\u" not in out


def test_help_lists_every_command(run: Run) -> None:
    listed = re.findall("(?m)^  ([a-z]+) +[A-Z]", run("--help").out)
    assert listed == [command for command, _ in ARGUMENTS]
    assert run("--version").out == f"uri-regex {ur.__version__}\n"


@pytest.mark.parametrize("command", [row[0] for row in ARGUMENTS])
def test_the_example_of_a_command_works(
    run: Run, tmp_path: Path, monkeypatch: Patch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "urls.txt").write_text("https://a.example/\n")
    (tmp_path / "notes.txt").write_text("see http://a.example/\n")
    (tmp_path / "server.log").write_text("http://me:secret@a.example/\n")
    text = " ".join(run(command, "--help").out.split())
    examples = text.partition("example")[2].split(" uri-regex ")[1:]
    assert examples
    for example in examples:
        ran = run(*shlex.split(example))
        assert ran.status == (command == "compare" or "-t 'http" in example), ran.err
        assert (ran.out == "") == (command == "cut" or example.startswith("check --schemes"))


@pytest.mark.parametrize("command", [row[0] for row in ARGUMENTS])
def test_help_says_what_each_exit_status_means(run: Run, command: str) -> None:
    assert re.search("(?m)^exit status: 0.* 2", run(command, "--help").out.replace("\n    ", " "))


def test_no_private_name_of_another_room_is_used() -> None:
    source = MODULE.read_text(encoding="utf-8")
    private = r"(uri_regex|engines|cutting|grammar|rules|error)\._[a-z]|import _"
    assert not re.search(private, source)
    used = set(re.findall(r"uri_regex\.([a-z_]\w*)", source.split("from __future__")[1]))
    assert used - {"__version__", "py"} <= {*ur.__all__}


def test_the_examples_of_docstrings_are_true() -> None:
    result = doctest.testmod(cli)
    assert result.failed == 0 and result.attempted > 3
