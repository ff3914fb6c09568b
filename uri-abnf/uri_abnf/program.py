# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The program uri-regex: check, split, resolve and find URIs, and write patterns of ABNF.

    uri-regex check urls.txt
    uri-regex resolve http://a.example/b/c ../d
    uri-regex pattern --engine java URI

The function that runs a command has the command's help as its docstring. Its arguments are above it.
`args.report` keeps the exit status, and writes on stderr.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import re
import sys
from argparse import SUPPRESS
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from io import BytesIO
from itertools import chain
from operator import methodcaller
from textwrap import fill
from typing import Any, NoReturn
from unicodedata import category, east_asian_width

import uri_regex
from uri_regex import RFC2396, RFC3986, RFC3987, Rules, URIError, __version__, redact

from . import cutting, engines
from .errors import GrammarError, Problem, suggest
from .grammar import GRAMMARS, Grammar
from .policies import policy_pattern

PROGRAM = "uri-regex"
# What people call a command.
SYNONYMS = {"parse": "split", "extract": "find", "mask": "redact", "match": "check"}
ARGUMENT = "<argument>"  # stands for a file's name
# An octet that is not UTF-8 is read as this surrogate (PEP 383).
NOT_UTF_8 = re.compile("[\udc80-\udcff]")
# The grammars whose rules are in the library.
LIBRARY: dict[str, Rules] = {"rfc3986": RFC3986, "rfc3987": RFC3987, "rfc2396": RFC2396}
# The rule for a URI, where it is not called URI.
URI_RULES = {"rfc3987": "IRI", "rfc2396": "absoluteURI"}
# The rules whose texts have the parts of a reference.
REFERENCE_RULES = (
    "URI absolute-URI IRI absolute-IRI absoluteURI URI-reference relative-ref IRI-reference"
    " irelative-ref relativeURI"
).split()
POLICIES = {
    "schemes": "allow only these schemes: https",
    "hosts": "allow only these hosts: example.com; with all hosts below it: .example.com; "
    "only those below it: *.example.com",
    "ports": "allow only these ports; without one, http means 80, https 443, ...; "
    "an empty item (443,) allows a missing port",
    "require": "require these parts or host types: host, path, fqdn, 'domain / IPv4address', ...",
    "forbid": "forbid these parts or host types: userinfo, port, IPv4address, ...",
}
NO_AUTHORITY = {"reason": 'with --abnf, policies apply only to texts with "//"'}
RED, GREEN = 31, 32  # ECMA-48 8.3.117


# ---- Texts as they are shown ----


def mask(text: str) -> str:
    """Return a text of the command line with a "*" for each character of a password."""
    return URIError(text, "text", 0).redacted


def encoding() -> str:
    """Return the encoding of standard output."""
    return getattr(sys.stdout, "encoding", None) or "utf-8"


def show(text: str) -> str:
    """Return a text on one line, with escapes for characters that the terminal cannot show."""
    text = text.encode(encoding(), "backslashreplace").decode(encoding())
    if text.isprintable():
        return text
    return text.translate({ord(c): ascii(c)[1:-1] for c in set(text) if not c.isprintable()})


def measure_width(text: str) -> int:
    """Return how many columns a terminal takes for a text, as it is shown there (UAX 11).

    >>> measure_width("abc"), measure_width("a中"), measure_width("e\u0301")
    (3, 3, 1)
    """
    shown = show(text)
    if shown.isascii():
        return len(shown)
    # Each different character is measured once: a list of all would take much memory.
    counts = Counter(shown)
    wide = sum(counts[char] for char in counts if east_asian_width(char) in "WF")
    marks = sum(counts[char] for char in counts if category(char) in ("Mn", "Me"))
    return len(shown) + wide - marks


def paint(line: str, color: int) -> str:
    """Return a line in a color, if standard output is a terminal."""
    if "NO_COLOR" in os.environ or not getattr(sys.stdout, "isatty", bool)():
        return line
    return f"\033[{color}m{line}\033[0m"


def quote(value: object) -> str:
    """Return a value as JSON that people can read."""
    return json.dumps(value, ensure_ascii=False)


# ---- Streams ----


def write(text: str, end: str = "\n", as_read: bool = False) -> None:
    """Write a text in the terminal's encoding, or as the octets that it was read from.

    Raises UnicodeEncodeError for a character that the encoding lacks.
    """
    if sys.stdout is None:
        raise ValueError("standard output is closed")
    text += end
    if as_read and hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    else:
        text.encode(encoding())  # the stream may write "?" instead
        sys.stdout.write(text)


def silence(stream: Any) -> None:
    """Let a stream lead nowhere, because what it still holds would fail again at exit."""
    with suppress(OSError, ValueError):  # which it raises if it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Report:
    """What a run says on stderr, and its exit status: the highest that was told."""

    status = 0

    def tell(self, status: int, message: str = "") -> None:
        """Raise the exit status to this one, and write a message, if there is one."""
        self.status = max(self.status, status)
        if not message or sys.stderr is None:
            return
        try:
            print(show(message), file=sys.stderr, flush=True)
        except (OSError, ValueError):  # stderr is full, closed, or cannot encode the message
            self.status = 2
            silence(sys.stderr)

    def fail(self, status: int, message: str) -> None:
        """Raise the exit status, and write an error of this program."""
        self.tell(status, f"{PROGRAM}: {message}")


# Reading: files in pieces of whole lines. What is printed of a piece is out before the next is read.

BLOCK = 1 << 18  # octets read at once: enough for speed, and little memory


def open_octets(path: str) -> Any:
    """Return a context in which the octets of a file, or of standard input, can be read."""
    if path != "-":
        return open(path, "rb")
    if sys.stdin is None:
        raise ValueError("standard input is closed")
    if hasattr(sys.stdin, "buffer"):
        return nullcontext(sys.stdin.buffer)
    # Python programs put text there.
    return BytesIO(sys.stdin.read().encode("utf-8", "surrogatepass"))


def read_blocks(args: Any, path: str) -> Iterator[bytes]:
    """Yield the octets of a file as they come, or tell why it cannot be read."""
    try:
        with open_octets(path) as stream:
            yield from iter(partial(stream.read1, BLOCK), b"")
    except OSError as error:
        args.report.fail(2, f"{mask(redact(path))}: {error.strerror}{args.hint}")


# A "<" after which `find` may have to read on, and how far from it a ">" may be.
UNCLOSED_ANGLE = rb"(?i)<\s*(?:url:\s*)?(?:[a-z][a-z0-9+.-]*:|www[.]|\Z)"
MAX_OPEN = 1 << 16  # more than any URI has in practice


def find_end_of_lines(held: bytearray, new: int, is_find: bool) -> int:
    """Return where whole lines end, or 0. For `find`, none of them leaves a "<" open.

    A URI in <...> may be broken over lines (RFC 3986 Appendix C). But a "<" whose ">" is more than
    MAX_OPEN octets away is no delimiter, unless both are read at once: what is held stays bounded.
    """
    end = held.rfind(b"\n", new) + 1
    first = max(end - MAX_OPEN, 0)
    while is_find and (opened := held.rfind(b"<", first, end)) >= 0:
        if held.find(b">", opened, end) >= 0 or not re.match(UNCLOSED_ANGLE, held[opened:end]):
            break
        end = held.rfind(b"\n", 0, opened) + 1
    return end


def read_pieces(args: Any) -> Iterator[tuple[str, int, int, str]]:
    """Yield pieces of args.file: the name, the number and offset of the first line, and the piece.

    Each ends after a whole line, but perhaps a file's last. Octets that are not UTF-8 are surrogates.
    """
    for path in args.file or ["-"]:
        name = "<stdin>" if path == "-" else path
        held, line, offset = bytearray(), 1, 0
        for block in chain(read_blocks(args, path), [b""]):
            held += block
            end = len(held)
            if block:
                end = find_end_of_lines(held, end - len(block), args.run is run_find)
            text = held[:end].decode("utf-8", "surrogateescape")
            del held[:end]
            if line == 1 and args.run is not run_redact:
                text = text.removeprefix("\ufeff")  # a byte order mark
            yield name, line, offset, text
            line += text.count("\n")
            offset += len(text)
            print(end="", flush=True)  # which does nothing where standard output is closed


def read_texts(args: Any) -> Iterator[tuple[str, int, str]]:
    """Yield each text of args.text, and each line of args.file: the file's name, a number, the text."""
    for number, text in enumerate(args.text, 1):
        yield ARGUMENT, number, text
    if args.text and not args.file:
        return
    for name, line, _, piece in read_pieces(args):
        for number, text in enumerate(re.findall("(.+)\n?|\n", piece.replace("\r\n", "\n")), line):
            yield name, number, text


def check_utf8(text: str) -> str:
    """Return the text. Raises a UnicodeError that does not show it: it may be a password."""
    if octet := NOT_UTF_8.search(text):
        raise UnicodeError(f"this is not UTF-8 (at offset {octet.start()})")
    return text


# ---- Arguments that several commands take ----

# Each is a function that adds the argument to a parser, or to a group of its arguments.
argument = partial(methodcaller, "add_argument")
flag = partial(argument, action="store_true")


def split_list(text: str) -> list[str]:
    """Return the items of a list with commas. One with a password stays whole, to be hidden whole.

    >>> split_list("a.example, b.example"), split_list("http://me:se,cret@a.example/")
    (['a.example', 'b.example'], ['http://me:se,cret@a.example/'])
    """
    if mask(text) != text:
        return [text]
    return [item.strip() for item in text.split(",")]


items = partial(argument, metavar="A,B", type=split_list, action="extend")

JSON = flag("--json", help="print one JSON object per line; passwords are not masked")
FILES = argument("file", metavar="FILE", nargs="*", help="a file (default, or -: standard input)")
TEXTS = argument("text", metavar="TEXT", nargs="*", help="default: lines of standard input")
BASE = argument("base", metavar="BASE", help="the base URI")
RULE = argument("rule", metavar="RULE", help="the name of a rule")
about_rule = "the rule to check (default: the one for a URI; required with --abnf)"
RULE_OPTION = argument("--rule", help=about_rule)
GRAMMAR = (
    argument("--grammar", choices=sorted(GRAMMARS), default="rfc3986", help="default: rfc3986"),
    argument("--abnf", metavar="FILE", help="a file of ABNF rules that extend the grammar"),
    flag("--lenient", help="ignore rules of --abnf that have errors"),
)
about_engine = "java, javascript, postgresql, ... (default: portable; see: uri-regex engines)"
ENGINE = (
    argument("--engine", default="portable", help=about_engine),
    flag("--quoted", help="print a string literal of the engine's language"),
)


# ---- Grammars ----


def read_grammar(args: Any) -> Grammar:
    """Return the grammar of the arguments, with the rules of --abnf."""
    grammar = GRAMMARS[args.grammar]
    if args.abnf:
        return extend(args, grammar, args.abnf)
    return grammar


def extend(args: Any, base: Grammar, path: str) -> Grammar:
    """Return a grammar with the rules of a file, too. Problems are told, and end the run."""
    with open(path, encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        abnf = file.read()
    try:
        return base.extend(abnf, strict=not args.lenient)
    except GrammarError as error:
        lines = abnf.replace("\r\n", "\n").split("\n")
        for problem in error.problems:
            tell_problem(args, path, problem, lines)
        raise SystemExit from None


def tell_problem(args: Any, path: str, problem: Problem, lines: Sequence[str]) -> None:
    """Write a problem of an ABNF file on stderr, and the line with a caret below it."""
    line, column = problem.line or 1, problem.column or 1
    args.report.tell(2, f"{redact(path)}:{line}:{column}: {problem.message}")
    text = lines[line - 1].replace("\t", " ")
    if problem.column and text.strip() and len(text) <= 200 and redact(text) == text:
        args.report.tell(2, f"    {text}")
        args.report.tell(2, "^".rjust(measure_width(text[: column - 1]) + 5))


def find_rule(args: Any, rules: Rules, rule: str) -> str:
    """Return a rule's name as its grammar writes it. Raises ValueError, with what a shell can type."""
    try:
        return rules.canonical_name(rule)
    except ValueError as error:
        if str(error) != rules.describe_unknown(rule):  # it is left out
            raise
    if not rule or re.search("[:/?#]", rule):
        raise ValueError(rules.describe_unknown(rule))
    message = f"unknown rule {mask(rule)[:60]!r}"
    listing = f"{PROGRAM} rules --grammar {args.grammar}"
    for name, grammar in GRAMMARS.items():
        if rule in grammar:
            raise ValueError(f"{message}; --grammar {name} has {grammar.canonical_name(rule)}")
    raise ValueError(message + suggest(rule, rules.rules, f"; to list all, use: {listing}"))


def read_rules(args: Any) -> Rules:
    """Return the rules of --grammar and --abnf, and spell args.rule as they do."""
    rules = LIBRARY.get(args.grammar)
    if args.abnf or rules is None:
        rules = read_grammar(args)
    if args.rule is None and args.abnf:
        known = GRAMMARS[args.grammar]
        own = [rule for rule in rules.rules if rule not in known.rules]
        raise ValueError(f"--abnf needs --rule; the file has {', '.join(own or rules.rules)}")
    args.rule = find_rule(args, rules, args.rule or URI_RULES.get(args.grammar, "URI"))
    args.reference = "IRI-reference" if args.grammar == "rfc3987" else "URI-reference"
    return rules


def say_reason(args: Any, rules: Rules, error: URIError) -> str:
    """Return what is wrong, and the rule that any reference matches, if this text is one."""
    is_about_syntax = error.rule in REFERENCE_RULES and not error.part
    if is_about_syntax and error.text and rules.matches(args.reference, error.text):
        return f"{error.reason}; for any reference, use --rule {args.reference}"
    return error.reason


# ---- check ----


def add_policies(parser: Any) -> None:
    group = parser.add_argument_group("policies, which restrict what is valid")
    for name, about in POLICIES.items():
        items(f"--{name}", help=about)(group)


def add_check(parser: Any) -> None:
    about = "check these texts, too"
    argument("-t", "--text", nargs="+", action="extend", default=[], help=about)(parser)
    output = parser.add_mutually_exclusive_group()
    about = "print only the valid, or only the invalid, lines; passwords are not masked"
    argument("--print", choices=("valid", "invalid"), help=about)(output)
    JSON(output)
    flag("-q", "--quiet", help="print nothing; only set the exit status")(output)
    flag("--skip-blank", help="skip blank lines")(parser)


def run_check(args: Any) -> None:
    """Check that each line is a valid URI, and print what is wrong with each line that is not.

    exit status: 0 if all are valid, 1 if any is not, 2 if the check could not run
    examples: uri-regex check --schemes https --forbid userinfo urls.txt
              uri-regex check -t 'http://example.com/a b'
    """
    args.hint = " (to check a text, use -t)"
    rules = read_rules(args)
    args.policies = read_policies(args)
    total = invalid = 0
    for name, number, text in read_texts(args):
        if not args.skip_blank or text.strip(" \t"):
            total += 1
            invalid += not is_valid(args, rules, name, number, text)
        if invalid and args.quiet and name != ARGUMENT:
            break
    args.report.tell(min(invalid, 1))
    if not args.quiet and (total or args.report.status < 2):
        noun = "text" if total == 1 else "texts"
        args.report.tell(0, f"{total} {noun}, {invalid} invalid")


def read_policies(args: Any) -> dict[str, list[str]]:
    """Return the policies among the arguments. Raises ValueError for a wrong one."""
    given = {name: vars(args)[name] for name in POLICIES if vars(args)[name]}
    with suppress(URIError):
        uri_regex.validate("a:", rule="URI-reference", **given)
    if given and not args.abnf and args.rule not in REFERENCE_RULES:
        raise ValueError(f"the rule {args.rule!r} has no parts, so policies can't apply")
    return given


def is_valid(args: Any, rules: Rules, name: str, number: int, text: str) -> bool:
    """Return whether a line is valid, and print what is asked for."""
    verdict = "valid"
    try:
        check_text(args, rules, text)
    except URIError as error:
        verdict = "invalid"
        column = error.offset + 1
        if args.json:
            place = {"file": name, "line": number, "column": column, "text": text}
            told = {name: value for name, value in vars(error).items() if name[0] != "_"}
            write(json.dumps({**place, **told, "message": str(error)}))
        elif not args.print and not args.quiet:
            reason = say_reason(args, rules, error)
            write(show(f"{name}:{number}:{column}: '{error.redacted}': {reason}"))
    if args.print == verdict:
        write(text, as_read=True)
    return verdict == "valid"


def check_text(args: Any, rules: Rules, text: str) -> None:
    """Raise a URIError unless a text matches the rule, and the policies allow it.

    With policies, a text has to be a reference of RFC 3986 or 3987, too, whose parts they see. A rule
    of --abnf may match "me:secret@a.example", so its text has to have an authority.
    """
    # A rule of --abnf may match surrogates, too.
    if octet := NOT_UTF_8.search(text):
        raise URIError(text, args.rule, octet.start(), "not-utf-8")
    if args.policies and not args.abnf and args.grammar in ("rfc3986", "rfc3987"):
        uri_regex.validate(text, rule=args.rule, **args.policies)
        return
    rules.validate(args.rule, text)
    if args.policies:
        uri_regex.validate(text, rule=args.reference, **args.policies)
        if args.abnf and uri_regex.split(text).authority is None:
            raise URIError(text, args.rule, 0, "no-authority", NO_AUTHORITY, part="authority")


# ---- Commands that make something of each text ----


def print_each(args: Any, make: Callable[[str], str]) -> None:
    """Print what a command makes of each text, or why it makes nothing."""
    for name, number, text in read_texts(args):
        try:
            made = make(check_utf8(text))
        except (URIError, UnicodeError) as error:
            args.report.fail(1, f"{name}:{number}: {error}")
            continue
        if number > 1 and args.is_apart:
            write("")
        write(made)


def run_explain(args: Any) -> None:
    """Draw the parts of each URI, or mark what is wrong with it.

    With a rule whose texts have no such parts, draw what each rule in it matched.

    exit status: 0 if all are valid, 1 if any is not, 2 if the program could not do its work
    example: uri-regex explain 'http://me@a.example:80/b?c#d'
    """
    args.is_apart = True
    rules = read_rules(args)

    def explain(text: str) -> str:
        try:
            rules.validate(args.rule, text)
        except URIError as error:
            args.report.tell(1)
            return draw_error(error, say_reason(args, rules, error))
        drawn = draw_parts(text) if args.rule in REFERENCE_RULES else draw_rules(args, text)
        return f"{show(text)}\n{drawn}"

    print_each(args, explain)


def draw_error(error: URIError, reason: str) -> str:
    """Return a text above carets below its first wrong character, or below a part that is wrong.

    A port that is not a number can be a password, up to the offset: http://a:b@c/ is valid.
    """
    text = error.redacted
    about = show(f"invalid {error.rule} at offset {error.offset}: {reason}")
    if not text:
        return about
    start, end = error.offset, error.offset + 1
    colon = text.rfind(":", 0, start) + 1
    if error.code == "port-digits" and colon < start:
        start, end = colon, start
    carets = "^" * (end - start)
    drawn = carets.rjust(measure_width(text[:start]) + len(carets))
    return f"{show(text)}\n{paint(drawn, RED)}\n{about}"


def find_parts(text: str) -> dict[str, tuple[str | None, int]]:
    """Return each part of a reference, and where it begins (RFC 3986 section 3).

    >>> find_parts("a://me@h?")["host (reg-name)"], find_parts("a://me@h?")["query"]
    (('h', 7), ('', 9))
    """
    uri = uri_regex.split(text)
    userinfo, host, port = uri.split_authority()
    authority = uri.authority or ""
    after_path = str(uri_regex.URI(query=uri.query, fragment=uri.fragment))
    path = len(text) - len(after_path) - len(uri.path)
    start = path - len(authority)
    host_type = f" ({uri.host_type})" if host and uri.host_type else ""
    return {
        "scheme": (uri.scheme, 0),
        "authority": (uri.authority, start),
        "userinfo": (userinfo, start),
        "password": (uri.password, start + authority.find(":") + 1),
        f"host{host_type}": (host, start + authority.rfind("@") + 1),
        "port": (port, path - len(port or "")),
        "path": (uri.path, path),
        "query": (uri.query, text.find("?") + 1),
        "fragment": (uri.fragment, text.find("#") + 1),
    }


def draw_parts(text: str) -> str:
    r"""Return a line for each part of a reference: a brace below the part, and its name.

    The host and the port of //a.example:80 are drawn as

          \_______/ host (reg-name)
                    \/ port
    """
    lines = []
    parts = find_parts(text)
    for name, (part, start) in parts.items():
        if part:
            width = measure_width(part)
            brace = "\\" + "/".rjust(width - 1, "_") if width > 1 else "|"
            end = measure_width(text[: start + len(part)])
            lines.append(paint(f"{brace.rjust(end)} {name}", GREEN))
    empty = [name for name, (part, _) in parts.items() if part == ""]
    if empty:
        lines.append(paint(f"empty: {', '.join(empty)}", GREEN))
    return "\n".join(lines)


def draw_rules(args: Any, text: str) -> str:
    """Return what each rule matched, or only that the text is valid, if it is long."""
    if len(text) > 10_000:
        return f"a valid {args.rule}"
    return draw_captures(read_grammar(args), args.rule, text)


def run_split(args: Any) -> None:
    """Print the parts of each text, valid or not.

    example: uri-regex split --json 'http://a.example/b?c'
    """
    args.is_apart = not args.json

    def draw(text: str) -> str:
        uri = uri_regex.split(text)
        inside = dict(zip(("userinfo", "host", "port"), uri.split_authority()))
        parts = {**uri._asdict(), **inside, "host_type": uri.host_type}
        if args.json:
            return json.dumps({"text": text, **parts})
        return "\n".join([f"{name:9} {quote(part)}" for name, part in parts.items()])

    print_each(args, draw)


NON_STRICT = flag("--non-strict", help="treat http:g as relative to an http base")


def run_resolve(args: Any) -> None:
    """Print the target of each reference, relative to a base URI.

    example: uri-regex resolve http://a.example/b/c ../d '?e'
    """
    strict = not args.non_strict
    print_each(args, lambda ref: uri_regex.resolve(check_utf8(args.base), ref, strict=strict))


def run_relativize(args: Any) -> None:
    """Print the shortest reference from a base URI to each URI.

    example: uri-regex relativize http://a.example/b/c http://a.example/d
    """
    print_each(args, lambda uri: uri_regex.relativize(check_utf8(args.base), uri))


about_form = "also remove default ports, and write IPv6 addresses and empty paths in one way"
SCHEME_BASED = flag("--scheme-based", help=about_form)


def run_normalize(args: Any) -> None:
    """Print each URI in normal form. Nothing is checked.

    example: uri-regex normalize 'HTTP://A.example/%7eb/../c'
    """
    print_each(args, partial(uri_regex.normalize, scheme_based=args.scheme_based))


COMPONENTS = "unreserved userinfo reg-name segment path query fragment".split()
about_data = "encode what this component can't contain (default: all but letters, digits, - . _ ~)"
COMPONENT = argument("--component", choices=COMPONENTS, default="unreserved", help=about_data)


def run_encode(args: Any) -> None:
    """Percent-encode data.

    example: uri-regex encode --component path 'a b/c'
    """
    print_each(args, partial(uri_regex.percent_encode, component=args.component))


def run_decode(args: Any) -> None:
    """Percent-decode data, as UTF-8.

    exit status: 0 for success, 1 if any text cannot be decoded, 2 for any other failure
    example: uri-regex decode 'a%20b'
    """
    print_each(args, uri_regex.percent_decode)


TO_URI = flag("--to-uri", help="turn each IRI into a URI")


def run_iri(args: Any) -> None:
    """Turn each URI into an IRI, or each IRI into a URI (--to-uri).

    example: uri-regex iri http://a.example/%C3%A4
    """
    if args.to_uri or args.COMMAND == "iri-to-uri":
        print_each(args, uri_regex.iri_to_uri)
    else:
        print_each(args, uri_regex.uri_to_iri)


# ---- find and redact ----


FIND = (
    items("--schemes", help="find only these schemes"),
    flag("--www", help="also find www.example.com"),
    flag("--iri", help="find IRIs, not only URIs"),
    flag("-o", "--only", help="print only the URIs"),
    flag("--redact", help="hide the passwords in them"),
)


def run_find(args: Any) -> None:
    """Print the URIs in a text, with file, line, and column.

    exit status: 0 if there are any, 1 if there are none, 2 if the program could not do its work
    example: uri-regex find -o --schemes http,https notes.txt
    """
    args.hint = " (to search a text, pipe it in)"
    status = 1
    options = {"schemes": args.schemes, "www": args.www, "iri": args.iri}
    for name, line, offset, text in read_pieces(args):
        if octet := NOT_UTF_8.search(text):
            number = line + text.count("\n", 0, octet.start())
            args.report.fail(2, f"{name}:{number}: not UTF-8")
        if args.redact:
            # First, because a password may have an "@", where a URI would end.
            text = redact(text, keep_length=True)
        # Where the last URI begins, and the line break before it: each character is passed once.
        seen, before = 0, -1
        for uri, start, end in uri_regex.find(text, **options):
            status = 0
            line += text.count("\n", seen, start)
            before = max(before, text.rfind("\n", seen, start))
            seen = start
            if args.redact:
                uri = redact(uri)  # of several lines
            if args.json:
                place = {"file": name, "line": line, "column": start - before, "uri": uri}
                write(json.dumps({**place, "start": offset + start, "end": offset + end}))
            elif args.only:
                write(uri)
            else:
                write(f"{show(name)}:{line}:{start - before}: {uri}")
    args.report.tell(status)


REDACT = (
    flag("--users", help="hide user names, too"),
    items("--queries", default=[], help="hide the values of these query parameters: sig,token"),
)


def run_redact(args: Any) -> None:
    """Copy a text, with *** for each password in a URI.

    example: uri-regex redact --users --queries sig,token server.log
    """
    for _, _, _, text in read_pieces(args):
        write(redact(text, users=args.users, queries=args.queries), end="", as_read=True)


# ---- Commands for grammars ----


def read_engine(args: Any) -> engines.Engine:
    """Return the engine of the arguments. Raises ValueError, with what a shell can type."""
    if args.engine not in engines.ENGINES:
        hint = suggest(args.engine, engines.ENGINES, f"; to list all, use: {PROGRAM} engines", 0.75)
        raise ValueError(f"unknown engine {mask(args.engine)[:60]!r}{hint}")
    return engines.find_engine(args.engine)


def write_pattern(args: Any, pattern: str) -> None:
    """Write a pattern as it is, or as a literal of the engine's language."""
    write(engines.quote(pattern, args.engine) if args.quoted else pattern)


def warn_if_slow(args: Any, grammar: Grammar, rules: Sequence[str], engine: engines.Engine) -> None:
    """Tell of each rule whose pattern is not linear, where the engine goes back in a text."""
    if not engine.limits.backtracks:
        return
    linear = [name for name, other in engines.ENGINES.items() if not other.limits.backtracks]
    for rule in rules:
        if not grammar.proven(rule):
            cost = f"the pattern of {rule} for {engine.name} may take very long on some texts"
            others = f"these engines are linear: {', '.join(linear)}; so is `{PROGRAM} check`"
            args.report.fail(0, f"warning: {cost}; {others}")


RULE_OF_PATTERN = argument("rule", metavar="RULE", nargs="?", help="the name of a rule")


def run_pattern(args: Any) -> None:
    """Print a rule as a regular expression for an engine.

    With policies, and without a rule, print a pattern of the URIs that they allow. It can't
    express --require, types of hosts, IPv6 addresses, or hosts that are not in ASCII.

    examples: uri-regex pattern --engine java --quoted URI
              uri-regex pattern --schemes https --hosts .example.com --ports 443 --engine nginx
    """
    engine = read_engine(args)
    policies = {name: vars(args)[name] for name in POLICIES if vars(args)[name]}
    if policies:
        write_pattern(args, make_policy_pattern(args, policies))
        return
    if args.rule is None:
        raise ValueError("pattern needs a RULE, or policies (see --help)")
    grammar = read_grammar(args)
    rule = find_rule(args, grammar, args.rule)
    write_pattern(args, grammar.pattern(rule, engine.name))
    warn_if_slow(args, grammar, [rule], engine)


def make_policy_pattern(args: Any, policies: dict[str, list[str]]) -> str:
    """Return the pattern of policies. Raises ValueError for what no pattern can have."""
    if args.rule not in (None, "URI") or args.abnf or args.grammar != "rfc3986":
        raise ValueError("policies make a pattern of the rule URI of RFC 3986; leave out the rule")
    if policies.pop("require", None):
        raise ValueError("a pattern can't express --require")
    return policy_pattern(args.engine, **policies)


about_portable = "without possessive quantifiers, for Python before 3.11.5 and other engines"
PORTABLE = flag("--portable", help=about_portable)


def run_source(args: Any) -> None:
    """Print a rule as Python source, with its ABNF.

    example: uri-regex source IPv6address
    """
    grammar = read_grammar(args)
    rule = find_rule(args, grammar, args.rule)
    engine = engines.find_engine("portable" if args.portable else "re")
    write(grammar.source(rule, engine.name))
    warn_if_slow(args, grammar, [rule], engine)


TEMPLATE = argument("template", metavar="TEMPLATE", help="a pattern with (?&RULE) in it")


def run_compose(args: Any) -> None:
    """Replace each (?&RULE) in a pattern by that rule.

    exit status: 0 for success, 2 if the result is not a valid pattern, or for another failure
    example: uri-regex compose '(?P<host>(?&host)):(?P<port>(?&port))'
    """
    engine = read_engine(args)
    grammar = read_grammar(args)
    rules = list(map(partial(find_rule, args, grammar), grammar.called(args.template)))
    write_pattern(args, grammar.compose(args.template, engine.name))
    warn_if_slow(args, grammar, rules, engine)


def run_engines(args: Any) -> None:
    """List the engines: name, anchors, most repeats, and what to mind.

    example: uri-regex engines
    """
    write(f"{'ENGINE':12} {'ANCHORS':11} MAX REPEATS  NOTE")
    for name, engine in engines.ENGINES.items():
        write(show(f"{name:12} {engine.anchored:11} {engine.limits.repeats:11,}  {engine.trap}"))


NAME = argument("name", metavar="NAME", nargs="?", help="the rule to describe")


def run_rules(args: Any) -> None:
    """List the rules of a grammar, or describe one.

    example: uri-regex rules --grammar rfc2396 hostname
    """
    grammar = read_grammar(args)
    if args.name is None:
        write("\n".join(grammar.rules))
        return
    rule = grammar.describe(find_rule(args, grammar, args.name))
    write(f"{rule.abnf}\n")
    write(f"refers to    {', '.join(rule.refers_to) or 'nothing'}")
    write(f"used by      {', '.join(rule.used_by) or 'nothing'}")
    write(f"proven       {'yes' if grammar.proven(rule.name) else 'no'}")
    write(f"pattern      {len(grammar.pattern(rule.name)):,} characters")


ALL = flag("--all", help="also rules of single characters, such as DIGIT")


def run_captures(args: Any) -> None:
    """Print what each rule matched, as a tree.

    exit status: 0 if all texts match, 1 if any does not, 2 if the program could not do its work
    example: uri-regex captures URI http://a.example/b
    """
    grammar = read_grammar(args)
    asked = find_rule(args, grammar, args.rule)

    def capture(text: str) -> str:
        if not args.json:
            return draw_captures(grammar, asked, text, args.all)
        captures = grammar.captures(asked, text)
        shown = [rule for rule in captures if args.all or is_shown(grammar, rule, asked)]
        return json.dumps({rule: captures[rule] for rule in shown})

    print_each(args, capture)


def is_shown(grammar: Grammar, rule: str, asked: str) -> bool:
    """Return whether captures show a rule: one of single characters only if it was asked for."""
    return rule == asked or not grammar.is_character(rule)


def draw_captures(grammar: Grammar, asked: str, text: str, shows_all: bool = False) -> str:
    """Return a line for each rule that took part, as a tree."""
    lines = []
    for rule, start, end, depth in grammar.spans(asked, text):
        if shows_all or is_shown(grammar, rule, asked):
            indent = " " * (2 * depth)
            lines.append(show(f"{indent}{rule} {quote(text[start:end])}"))
    return "\n".join(lines)


OPERANDS = argument("operands", metavar="RULE", nargs="*", help="or GRAMMAR:RULE, or FILE:RULE")


def run_compare(args: Any) -> None:
    """Find a text that only one of two rules matches.

    exit status: 0 if there is none, 1 if there is one, 2 if the program could not do its work
    example: uri-regex compare host rfc2396:host
    """
    if len(args.operands) != 2:
        raise ValueError("compare needs two rules")
    first, second = args.operands
    (grammar, rule), (other, other_rule) = read_operand(args, first), read_operand(args, second)
    comparison = grammar.compare(rule, other_rule, other)
    if comparison.is_same:
        write(f"{redact(first)} and {redact(second)} match the same texts")
        return
    for operand, text in zip(args.operands, comparison):
        if text is not None:
            write(show(f"only {redact(operand)} matches {quote(text)}"))
    args.report.tell(1)


def read_operand(args: Any, operand: str) -> tuple[Grammar, str]:
    """Return the grammar and the rule of RULE, GRAMMAR:RULE or FILE:RULE."""
    name, colon, rule = operand.rpartition(":")
    if not colon:
        grammar = read_grammar(args)
    elif name in GRAMMARS:
        grammar = GRAMMARS[name]
    else:
        grammar = extend(args, GRAMMARS[args.grammar], name)
    return grammar, find_rule(args, grammar, rule)


EXAMPLES = (
    argument("-n", "--count", type=int, default=10, help="how many (default: 10)"),
    argument("--seed", type=int, default=1, help="another seed, other texts (default: 1)"),
    flag("--invalid", help="print texts with one wrong character"),
)


def run_examples(args: Any) -> None:
    """Print texts that match a rule.

    exit status: 0 for success, 1 if none was found, 2 if the program could not do its work
    example: uri-regex examples -n 20 --invalid IPv4address
    """
    if args.count < 1:
        raise ValueError("--count must be at least 1")
    grammar = read_grammar(args)
    rule = find_rule(args, grammar, args.rule)
    found = grammar.examples(rule, args.count, seed=args.seed, invalid=args.invalid)
    for text in found:
        if args.json:
            write(json.dumps({"text": text}))
        else:
            write(show(text))
    if not found:
        args.report.fail(1, f"no example of {rule} was found")


def run_cut(args: Any) -> None:
    """Write a Python module with only the functions or rules that you name.

    exit status: 0 for success, 2 if the program could not do its work
    example: uri-regex cut is_uri split resolve -o _uri.py
    """
    cutting.run(args)


# ---- The program ----


class Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message} (see --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        write(message, end="")  # argparse hides an error of the stream (3.15)


def make_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of command lines, and the parsers of the commands by their names."""
    about = "Check, split, resolve and find URIs (RFC 3986); write patterns of ABNF (RFC 5234)."
    parser = Parser(
        prog=PROGRAM, usage=f"{PROGRAM} [-h] [--version] COMMAND ...", description=about
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(prog=PROGRAM, dest="COMMAND", required=True, help=SUPPRESS)
    add = partial(add_command, commands)
    add(run_check, FILES, add_check, RULE_OPTION, *GRAMMAR, add_policies, aliases=["validate"])
    add(run_explain, TEXTS, RULE_OPTION, *GRAMMAR)
    add(run_split, TEXTS, JSON)
    add(run_resolve, BASE, TEXTS, NON_STRICT)
    add(run_relativize, BASE, TEXTS)
    add(run_normalize, TEXTS, SCHEME_BASED)
    add(run_encode, TEXTS, COMPONENT, aliases=["percent-encode"])
    add(run_decode, TEXTS, aliases=["percent-decode"])
    add(run_iri, TEXTS, TO_URI, aliases=["uri-to-iri", "iri-to-uri"])
    add(run_find, FILES, *FIND, JSON)
    add(run_redact, FILES, *REDACT)
    add(run_pattern, RULE_OF_PATTERN, *ENGINE, *GRAMMAR, add_policies)
    add(run_source, RULE, PORTABLE, *GRAMMAR)
    add(run_compose, TEMPLATE, *ENGINE, *GRAMMAR)
    add(run_engines)
    add(run_rules, NAME, *GRAMMAR)
    add(run_captures, RULE, TEXTS, ALL, JSON, *GRAMMAR)
    add(run_compare, OPERANDS, *GRAMMAR)
    add(run_examples, RULE, *EXAMPLES, JSON, *GRAMMAR)
    add(run_cut, cutting.add_arguments)
    parser.epilog = list_commands(commands.choices)
    return parser, commands.choices


def add_command(commands: Any, run: Any, *arguments: Any, aliases: Sequence[str] = ()) -> None:
    """Add a command with its arguments. Its help is the docstring of the function that runs it."""
    name = run.__name__.removeprefix("run_")
    about, _, rest = str(inspect.getdoc(run)).partition("\n\n")
    if "exit status:" not in rest:
        rest = f"{STATUS}\n{rest}"
    texts = {"description": fill(about, 79), "epilog": rest}
    parser = commands.add_parser(name, aliases=aliases, **texts)
    parser.set_defaults(run=run, file=[], hint="", is_apart=False)
    for add_to in arguments:
        add_to(parser)


STATUS = """exit status: 0: success. 1: something is invalid, different, or not found.
             2: the program could not do its work."""
COMMANDS = {
    "check and take apart": "check explain split",
    "change": "resolve relativize normalize encode decode iri",
    "search": "find redact",
    "grammars": "pattern source compose engines rules captures compare examples cut",
}


def list_commands(commands: dict[str, Parser]) -> str:
    """Return the commands, in groups, for the help of the program."""
    lines = []
    for group, names in COMMANDS.items():
        lines.append(f"\n{group}:")
        for name in names.split():
            line = f"  {name:12}{commands[name].description}"
            lines.append(fill(line, 79, subsequent_indent="".ljust(14)))
    return "\n".join([*lines, f"\n{STATUS}", f"help of a command: {PROGRAM} COMMAND --help"])


def parse(words: Sequence[str], report: Report) -> argparse.Namespace:
    """Return the arguments of a command line. Raises ValueError for a wrong one."""
    parser, commands = make_parser()
    command = "".join(words[:1])
    if command and not command.startswith("-") and command not in commands:
        hint = suggest(SYNONYMS.get(command, command), commands, "; see --help", 0.7)
        if re.search("[:/.@]", command):
            hint = f"; to check a text, use: {PROGRAM} check -t TEXT"
        raise ValueError(f"there is no command {mask(command)[:60]!r}{hint}")
    args, unknown = parser.parse_known_args(words, argparse.Namespace(report=report))
    if unknown:
        options = re.findall("--[a-z-]+", commands[args.COMMAND].format_help())
        hints = [suggest(word.partition("=")[0], options) for word in unknown]
        parser.error(f"unrecognized arguments: {' '.join(unknown)}{''.join(hints)}")
    return args


def hide_passwords(message: str, words: Sequence[str]) -> str:
    """Return a message without passwords. It may have any part of the command line in it."""
    for word in words:
        for value in (word, word[2:], word.partition("=")[2]):
            hidden = mask(value)
            message = message.replace(repr(value), repr(hidden)).replace(value, hidden)
    return redact(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line: `argv` without the program's name (default: that of the process).

    Return the exit status: 0 for success, 1 for "no" (invalid, not found, or not the same), 2 for a
    failure.

    >>> main(["resolve", "http://a/b/c", "../d"])
    http://a/d
    0
    """
    words = sys.argv[1:] if argv is None else argv
    report = Report()
    try:
        with suppress(SystemExit):  # after --help, and where all is told
            args = parse(words, report)
            args.run(args)
        print(end="", flush=True)
    except UnicodeEncodeError as error:
        report.fail(2, f"cannot print {error.object[error.start]!a} in {encoding()}")
    except (ValueError, MemoryError) as error:
        report.fail(2, hide_passwords(str(error), words) or "out of memory")
    except OSError as error:
        if error.filename is None:
            silence(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return 141  # as the shell reports SIGPIPE
        name = mask(redact(str(error.filename or "standard output")))
        report.fail(2, f"{name}: {error.strerror}")
    except KeyboardInterrupt:
        return 130  # as the shell reports SIGINT
    return report.status
