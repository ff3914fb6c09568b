# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The command `uri-regex cut`: its arguments, and the file that it writes.

The docstring of a module names the command that writes it.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import shlex
import sys
from pathlib import Path

from uri_regex import __version__

from .. import GRAMMARS, RFC3986, Grammar, GrammarError
from ..python_writer import WIDTH
from .cutter import WITHOUT, Request, cut


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to a parser."""
    add = parser.add_argument
    about = "a public name of uri_regex, URI.replace or matches"
    add("name", metavar="NAME", nargs="+", help=about)
    about = "a rule that matches and validate know; can be given again"
    add("--rule", dest="rules", metavar="RULE", action="append", default=[], help=about)
    add("--grammar", choices=GRAMMARS, help="the grammar of matches and validate")
    add("--abnf", metavar="FILE", help="ABNF rules that extend the grammar")
    about = "leave out URI.address, or Rules: then RFC3986 is a plain dict; can be given again"
    add("--without", choices=WITHOUT, action="append", default=[], help=about)
    add("--no-docs", action="store_true", help="leave out docstrings and comments")
    add("-o", "--output", metavar="FILE", help="the file (default: standard output)")


def run(args: argparse.Namespace) -> None:
    """Write the module that is asked for.

    Raises OSError and ValueError for what cannot be read, written or cut out.
    """
    request = Request(args.name, args.rules, read_grammar(args), args.without, not args.no_docs)
    write(args.output, cut(request, write_docstring(write_command(args))))


# ---- What is asked for, and the docstring that says so ----


def read_grammar(args: argparse.Namespace) -> Grammar | None:
    """Return the grammar that is asked for. Raises ValueError if its ABNF cannot be read."""
    grammar = GRAMMARS.get(args.grammar)
    if not args.abnf:
        return grammar
    try:
        abnf = Path(args.abnf).read_text(encoding="utf-8-sig")
        return (grammar or RFC3986).extend(abnf)
    except UnicodeDecodeError:
        raise ValueError(f"{args.abnf}: ABNF is ASCII text") from None
    except GrammarError as error:
        raise ValueError(f"{args.abnf}: {error}") from None


def write_command(args: argparse.Namespace) -> list[str]:
    """Return the words of the command that makes a module, without -o."""
    words = ["uri-regex", "cut", *args.name]
    for rule in args.rules:
        words += ["--rule", rule]
    for option, value in ("--grammar", args.grammar), ("--abnf", args.abnf):
        if value:
            words += [option, value]
    for name in args.without:
        words += ["--without", name]
    if args.no_docs:
        words.append("--no-docs")
    return words


def write_docstring(command: list[str]) -> str:
    """Return the docstring of a module, with the command that makes it."""
    lines = [f"Cut out of uri_regex {__version__} by:"]
    for word in map(shlex.quote, command):
        if len(lines[-1]) + len(word) >= WIDTH - 2:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    text = "\n".join(lines).replace("\\", r"\\").replace('"', r"\"")
    return f'"""{text}"""\n'


# ---- Writing ----


def write(path: str | None, source: str) -> None:
    """Write to a file, or to standard output. Raises OSError with the name that was given."""
    if path is not None:
        try:
            with open(path, "w", encoding="utf-8", newline="\n") as file:
                file.write(source)
        except OSError as error:  # of a full disk it has no name
            raise OSError(error.errno, error.strerror, path) from None
        return
    if sys.stdout is None:  # it was closed before Python began
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    print(source, end="", flush=True)
