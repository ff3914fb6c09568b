# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The command `uri-regex cut`: its arguments, files, and the manifest of several modules.

The docstring of a module names the command that writes it, so that `--check` can run that again.
"""

from __future__ import annotations

import argparse
import ast
import errno
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, NoReturn

from uri_regex import __version__

from .. import GRAMMARS, RFC3986, Grammar, GrammarError
from ..python_writer import WIDTH
from .cutter import Request, cut

COMMAND = ["uri-regex", "cut"]
# The docstring of a module, with a version and the arguments of its command.
DOCSTRING = r"Cut out of uri_regex (\S+) by:\suri-regex\scut\s(.*)"
# What changes a module, and so stands in its command.
FLAGS = {
    "--no-docs": "leave out docstrings and comments",
    "--short-docs": "keep one paragraph of each public docstring, and no comments",
    "--no-policies": "write is_valid, validate and parse without policies",
    "--no-iris": "write functions for URIs alone, without the rules of IRIs",
    "--micropython": "write a module without re",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to a parser."""
    add = parser.add_argument
    about = "a public name of uri_regex, URI.replace or matches; with --check, a module"
    add("name", metavar="NAME", nargs="*", help=about)
    about = "a rule that matches and validate know; can be given again"
    add("--rule", dest="rules", metavar="RULE", action="append", default=[], help=about)
    add("--grammar", choices=GRAMMARS, help="the grammar of matches and validate")
    add("--abnf", metavar="FILE", help="ABNF rules that extend the grammar")
    for flag, about in FLAGS.items():
        add(flag, action="store_true", help=about)
    add("-o", "--output", metavar="FILE", help="the file (default: standard output)")
    add("--check", action="store_true", help="say which modules are what their commands write now")
    about = "write, or with --check compare, each module that the file lists, next to it"
    add("--manifest", metavar="FILE", help=about)


def run(args: argparse.Namespace) -> int:
    """Do what the arguments ask for, and return the exit status.

    Raises OSError and ValueError for what cannot be read, written or cut out.
    """
    if args.manifest:
        return run_manifest(args)
    if not args.name:
        raise ValueError("cut needs a NAME, or a --manifest")
    if args.check:
        return check(map(Product, args.name))
    write(args.output, module(args))
    return 0


class Parser(argparse.ArgumentParser):
    """Reads a command that stands in a file."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def parse_command(words: list[str]) -> argparse.Namespace:
    parser = Parser(add_help=False)
    add_arguments(parser)
    return parser.parse_args(words)


# ---- A module, and its docstring ----


def module(args: argparse.Namespace, folder: str = "") -> str:
    """Return the module that is asked for. The names of ABNF files are relative to the folder."""
    request = Request(
        args.name,
        args.rules,
        read_grammar(args, folder),
        docs=not args.no_docs,
        short_docs=args.short_docs,
        policies=not args.no_policies,
        iris=not args.no_iris,
        micropython=args.micropython,
    )
    return cut(request, write_docstring(write_command(args)))


def read_grammar(args: argparse.Namespace, folder: str) -> Grammar | None:
    """Return the grammar that is asked for. Raises ValueError if its ABNF cannot be read."""
    grammar = GRAMMARS.get(args.grammar)
    if not args.abnf:
        return grammar
    try:
        abnf = Path(folder, args.abnf).read_text(encoding="utf-8-sig")
        return (grammar or RFC3986).extend(abnf)
    except UnicodeDecodeError:
        raise ValueError(f"{args.abnf}: ABNF is ASCII text") from None
    except GrammarError as error:
        raise ValueError(f"{args.abnf}: {error}") from None


def write_command(args: argparse.Namespace) -> list[str]:
    """Return the words of the command that makes a module, without -o."""
    words = [*COMMAND, *args.name]
    for rule in args.rules:
        words += ["--rule", rule]
    for option, value in ("--grammar", args.grammar), ("--abnf", args.abnf):
        if value:
            words += [option, value]
    return words + [flag for flag in FLAGS if getattr(args, flag[2:].replace("-", "_"))]


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


def read_docstring(path: str) -> tuple[str, list[str]]:
    """Return the version in a module's docstring, and the arguments of its command."""
    try:
        text = ast.get_docstring(ast.parse(Path(path).read_text(encoding="utf-8")), clean=False)
    except (SyntaxError, ValueError):
        text = None
    match = re.fullmatch(DOCSTRING, text or "", re.DOTALL)
    if match is None:
        raise ValueError("no module that uri-regex cut has written")
    return match[1], shlex.split(match[2])


# ---- Checking ----


class Product(NamedTuple):
    """A module in a file, and the words of its command, or none if its docstring has them."""

    path: str
    words: list[str] | None = None
    folder: str = ""  # of the ABNF files that the command names


def check(products: Iterable[Product]) -> int:
    """Say which modules are current. Return 0 if all are, 1 if one is not, 2 if one is no module."""
    status = 0
    for product in products:
        try:
            status = max(status, 0 if is_current(product) else 1)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", error)
            print(f"uri-regex: {product.path}: {why}", file=sys.stderr)
            status = 2
    return status


def is_current(product: Product) -> bool:
    """Print whether a module is what its command writes now, and return it."""
    version, words = read_docstring(product.path)
    try:
        source = module(parse_command(product.words or words), product.folder)
    except (OSError, ValueError) as error:
        raise ValueError(f"its command fails: {error}") from None
    now = f"as uri_regex {__version__} writes it"
    if Path(product.path).read_text(encoding="utf-8") == source:
        print(f"{product.path}: {now}")
        return True
    before = "" if version == __version__ else f"; it was cut out of {version}"
    print(f"{product.path}: not {now}{before}")
    return False


# ---- A manifest ----


def run_manifest(args: argparse.Namespace) -> int:
    """Write, or check, each module that a manifest lists."""
    if args.output or write_command(args) != COMMAND:
        raise ValueError("--manifest goes with --check alone: the file has names and options")
    products = read_manifest(args.manifest)
    if args.check:
        return check(products)
    for product in products:
        write(product.path, module(parse_command(product.words or []), product.folder))
    return 0


def read_manifest(path: str) -> list[Product]:
    """Return the modules that a manifest lists; their files stand next to it."""
    folder = os.path.dirname(path)
    try:
        rows = json.loads(Path(path).read_text(encoding="utf-8"))
        return [
            Product(os.path.join(folder, row["name"]), [*row["names"], *row["options"]], folder)
            for row in rows
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: no manifest of modules: {error}") from None


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
