#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Cut a module out of uri_regex: the functions that a program calls, and nothing else.

    python3 standalone/cut.py is_uri split resolve -o _uri.py
    python3 standalone/cut.py matches validate --abnf date.abnf --rule date -o _date.py

A NAME is a public function of uri_regex, `URI` (its class, with `replace`), or `matches`. With
`matches`, --grammar or --abnf, `matches` and `validate` are those of the grammar, and the default of
their keyword `rule` is the first --rule. Otherwise `validate` is the module's, which has policies, and
--rule adds rules of RFC 3986 or 3987 to those that it and `parse` know.

How it works. A module is a list of statements, as Python's own parser finds them, each with the names
that it defines and those that it needs.

1. Read the statements of uri_regex.py.
2. Replace: the operations reach the grammar through two doors, `_pattern[template]` and `_validated`.
   Definitions of the stand-in modules beside this file (patterns.py, rules.py, states.py, …)
   take the place of those of the same names; and then `tables` takes the place of their examples.
3. Write out the templates: "(?&host)" becomes the pattern of the rule `host`. A rule whose pattern
   occurs more than once goes by a name, as `_RE_AUTHORITY` does.
4. Keep the statements that define what is asked for, and, over and over, what these need.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import re
import shlex
import shutil
import sys
import textwrap
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if not __package__:  # run as a file: the uri_regex.py beside this folder comes first (PEP 366)
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    __package__ = "standalone"

import uri_regex
from uri_regex import _AT_END, RFC3986, RFC3987, Grammar, GrammarError, _escaped, _render

from .frozen import DEAD, Frozen, freeze, rule_name
from .statements import Statement, exports, joined, reached, replaced, statements, written

if TYPE_CHECKING:
    from typing import Any, TypeGuard

HERE = Path(__file__).resolve().parent
WIDTH = 98
# What stays together in a pattern: a quantifier, the beginning of a group, an escape.
TOKEN = r"\{[0-9,]+\}|\(\?:|\\.|."
SOURCE = Path(uri_regex.__file__)
OF_A_GRAMMAR = ("matches", "validate")  # what a grammar has itself
# The rules that `validate` and `parse` of uri_regex always know, and its templates for them.
ALWAYS_KNOWN = {"URI": "_URI", "URI-reference": "_REFERENCE"}
GRAMMARS = {
    name.lower(): grammar
    for name in uri_regex.__all__
    if isinstance(grammar := getattr(uri_regex, name), Grammar)
}
LICENSE = """\
# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""


# ---- Statements ----


def stand_in(name: str) -> list[Statement]:
    """Return the definitions of a stand-in module, without its imports.

    What it imports is in uri_regex, or is imported there, too.
    """
    definitions = []
    for each in statements((HERE / f"{name}.py").read_text(encoding="utf-8")):
        is_import = isinstance(each.node, (ast.Import, ast.ImportFrom, ast.If))
        if not is_import and "TYPE_CHECKING" not in each.names:
            definitions.append(each)
    return definitions


def without_method(each: Statement, method: str) -> Statement:
    """Return a class without one of its methods."""
    assert isinstance(each.node, ast.ClassDef)
    lines = each.text.splitlines(keepends=True)
    for node in each.node.body:
        if isinstance(node, ast.FunctionDef) and node.name == method:
            first = node.lineno - each.node.lineno
            end = (node.end_lineno or 0) - each.node.lineno + 1
            lines = lines[:first] + lines[end + 1 :]  # without the blank line below it
    (rest,) = written("".join(lines))
    return rest._replace(section=each.section, comment=each.comment)


def imports_of(node: ast.stmt, names: set[str]) -> ast.stmt | None:
    """Return an import without the names that are not needed; also of a block of imports."""
    if isinstance(node, ast.ImportFrom):
        aliases = [alias for alias in node.names if (alias.asname or alias.name) in names]
        return ast.ImportFrom(node.module, aliases, node.level) if aliases else None
    if isinstance(node, ast.If) and isinstance(node.body[0], ast.ImportFrom):
        imports = filter(None, [imports_of(each, names) for each in node.body])
        return ast.If(node.test, list(imports), node.orelse)
    return node


def with_docstrings(source: str) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Yield the functions and classes that have a docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            yield node


def with_short_docs(source: str) -> str:
    """Return source in which docstrings have no examples, and those of private functions one line.

    Who wants to change a function, or to see it run, finds all of it where it was cut from.
    """
    lines = source.splitlines()
    removed: set[int] = set()
    for node in with_docstrings(source):
        docstring = node.body[0]
        first, last = docstring.lineno - 1, (docstring.end_lineno or 0) - 1
        end = first + 1
        if not node.name.startswith("_"):
            while end < last and not lines[end].lstrip().startswith(">>> "):
                end += 1
            while not lines[end - 1]:
                end -= 1
        if end < last:
            quotes = '"""'
            if end > first + 1:
                quotes = "\n" + lines[last]
            lines[end - 1] += quotes
            removed |= set(range(end, last + 1))
    return "\n".join([line for row, line in enumerate(lines) if row not in removed]) + "\n"


def without_docs(source: str) -> str:
    """Return source without docstrings, and without comments but the license and type comments."""
    lines = source.splitlines()
    removed = set()
    for node in with_docstrings(source):
        docstring, *rest = node.body
        if rest:
            end = docstring.end_lineno or 0
            removed |= set(range(docstring.lineno - 1, end))
            if not lines[end]:
                removed.add(end)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(("# SPDX", "# type:")):
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
            if not lines[row - 1]:
                removed.add(row - 1)
    kept = [line for row, line in enumerate(lines) if row not in removed]
    return re.sub("\n{4,}", "\n\n\n", "\n".join(kept) + "\n")


# ---- Patterns as source ----


class PatternWriter:
    """Writes patterns as source. What occurs more than once in them goes by a name.

    It is the pattern of a rule, such as _RE_AUTHORITY, or what classes of characters beyond ASCII have
    in common, such as ucschar of RFC 3987.
    """

    def __init__(self, patterns: list[str], grammars: list[Grammar]) -> None:
        candidates: dict[str, str] = {}
        for grammar in grammars:
            for rule in grammar.rules:
                name = "_RE_" + re.sub("[^A-Z0-9]", "_", rule.upper())
                if name not in candidates.values():
                    pattern = _render(grammar._tree(rule), _AT_END, "re")
                    candidates.setdefault(pattern, name)
        wide = re.findall("[^\0-\x7f](?:-?[^\0-\x7f]){9,}", "\n".join(patterns))
        for number, part in enumerate(dict.fromkeys(wide), 1):
            candidates.setdefault(part, f"_WIDE_{number}")
        texts = patterns
        self.names: dict[str, str] = {}  # of each part, the longest first: it may have others in it
        for part in sorted(candidates, key=len, reverse=True):
            count = "\n".join(texts).count(part)
            name = candidates[part]
            cost = (len(name) + 3) * (count + 1) + 8  # of each use, and of the line that defines it
            if (count - 1) * len(part) > cost:
                self.names[part] = name
                texts = [part, *"\n".join(texts).split(part)]

    def named_parts(self) -> str:
        """Return the source that gives each part its name."""
        source = ""
        shorter: dict[str, str] = {}
        for part, name in reversed(self.names.items()):
            source += assigned(f"{name} = ", literals(part, shorter))
            shorter = {part: name, **shorter}
        return source

    def write(self, target: str, pattern: str, end: str = "") -> str:
        """Return source that gives a pattern to a name or a key."""
        return assigned(target, literals(pattern, self.names), end)


def literals(pattern: str, names: dict[str, str]) -> list[str]:
    """Return string literals that make a pattern, with these names for parts of it."""
    if pattern in names:
        return [names[pattern]]
    pieces = [pattern]
    if names:
        pieces = re.split(f"({'|'.join(map(re.escape, names))})", pattern)
    tokens: list[str] = []
    for piece in pieces:
        if piece in names:
            tokens.append(piece)
        else:
            tokens += re.findall(TOKEN, in_ascii(piece))
    lines: list[list[str]] = [[]]
    width = 0
    for token in tokens:
        width += len(formatted(token, names))
        if width > WIDTH - 12:
            lines.append([])
            width = len(formatted(token, names))
        lines[-1].append(token)
    return [literal(line, names) for line in lines]


def literal(tokens: list[str], names: dict[str, str]) -> str:
    """Return a string literal; an f-string if there is a name in it."""
    if any(token in names for token in tokens):
        text = "".join([formatted(token, names) for token in tokens])
        return f'rf"{text}"'
    text = "".join(tokens)
    return f'r"{text}"' if "\\" in text else f'"{text}"'


def formatted(token: str, names: dict[str, str]) -> str:
    """Return a token as an f-string has it."""
    if token in names:
        return f"{{{names[token]}}}"
    return token.replace("{", "{{").replace("}", "}}")


def assigned(target: str, lines: list[str], end: str = "") -> str:
    """Return source that gives an expression to a name or a key: on one line, if it fits."""
    one = f"{target}{' '.join(lines)}{end}\n"
    if len(one) <= 101:  # with its line end
        return one
    indent = " " * (len(target) - len(target.lstrip()) + 4)
    one = f"{indent}{' '.join(lines)}\n"
    if len(one) <= 101:
        lines = [one.strip()]
    below = "".join([f"{indent}{line}\n" for line in lines])
    return f"{target}(\n{below}{indent[4:]}){end}\n"


def in_ascii(pattern: str) -> str:
    """Return a pattern all in ASCII, without quotes: `re` reads escapes."""
    return _escaped(pattern).replace("\n", r"\n").replace('"', r"\x22")


# ---- Tables ----

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def rules_source(grammar: Grammar, rules: Sequence[str], constants: dict[str, str]) -> str:
    """Return the source of _RULES: each rule's template, or its constant, or None if not proven."""
    items = []
    for rule in rules:
        value = f'"(?&{rule})"' if grammar.proven(rule) else "None"
        items.append(f'"{rule}": {constants.get(rule, value)}')
    return f'_DEFAULT = "{rules[0]}"\n_RULES = {{{", ".join(items)}}}\n'


def numbered_by_use(uses: Iterable[Any]) -> dict[Any, int]:
    """Return a number for each thing, the shortest for what is used most."""
    return {thing: number for number, (thing, _) in enumerate(Counter(uses).most_common())}


def states_source(frozen: Frozen) -> str:
    """Return the source of the tables that states.py reads, and explains."""
    uses = [*frozen.starts.values()]
    for row in frozen.states:
        uses += {*row} - {DEAD}
    numbers = numbered_by_use(uses)
    lines = numbered_by_use([frozen.expected[state] for state in numbers])
    classes: dict[frozenset[int], str] = {}  # the kinds of characters that lead on together
    states = []
    for state in numbers:
        row = frozen.states[state]
        written = str(lines[frozen.expected[state]])
        for after in sorted({*row} - {DEAD}):
            kinds = frozenset([kind for kind, target in enumerate(row) if target == after])
            letter = LETTERS[len(classes) : len(classes) + 1] or chr(0x4E00 + len(classes))
            written += f"{classes.setdefault(kinds, letter)}{numbers[after]}"
        states.append(written)
    of_kind = {}
    for kind in frozen.kinds:
        letters = [letter for kinds, letter in classes.items() if kind in kinds]
        of_kind[kind] = "".join(letters) or "-"

    starts = ", ".join([f'"{rule}": {numbers[start]}' for rule, start in frozen.starts.items()])
    expected = "\n".join([text or "-" for text in lines])
    expected = expected.replace("\\", r"\\").replace('"""', r"\"\"\"")
    return "".join(
        [
            f"_STARTS = {{{starts}}}\n",
            f'_EXPECTED = """\n{expected}\n"""\n',
            table("_CUTS", map(str, frozen.cuts)),
            table("_CLASSES", [of_kind[kind] for kind in frozen.kinds]),
            table("_STATES", states),
        ]
    )


def table(name: str, words: Iterable[str]) -> str:
    return f'{name} = """\n{textwrap.fill(" ".join(words), WIDTH, break_long_words=False)}\n"""\n'


# ---- Templates ----


def templates_of(each: Statement) -> list[str]:
    """Return the templates that a statement assigns to a name: a text, or the values of a dict."""
    value = getattr(each.node, "value", None)
    values = value.values if isinstance(value, ast.Dict) else [value]
    found = []
    for constant in values:
        if is_template(constant) and "_EXPECTED" not in each.names:  # whose labels are data
            found.append(str(constant.value))
    return found


def is_template(node: ast.AST | None) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "(?&" in node.value


def written_out(each: Statement, patterns: dict[str, str], writer: PatternWriter) -> Statement:
    """Return an assignment with patterns in place of its templates."""
    (name,) = each.names
    value = each.node.value if isinstance(each.node, (ast.Assign, ast.AnnAssign)) else None
    if isinstance(value, ast.Dict):
        items = ""
        for key, item in zip(value.keys, value.values):
            assert key
            target = f'    "{ast.literal_eval(key)}": '
            if is_template(item):
                items += writer.write(target, patterns[str(item.value)], ",")
            else:
                items += f"{target}{ast.unparse(item)},\n"
        text = f"{name} = {{\n{items}}}\n"
    else:
        (template,) = templates_of(each)
        text = writer.write(f"{name} = ", patterns[template])
    return each._replace(text=text)


def with_patterns(module: list[Statement], grammar: Grammar) -> list[Statement]:
    """Return a module with its templates written out, and the long parts that they share above them.

    Templates of _RULES are of the grammar, the others of RFC 3986 and RFC 3987.
    """
    of_grammar: dict[str, str] = {}
    of_library: dict[str, str] = {}
    for each in module:
        for template in templates_of(each):
            if "_RULES" in each.names:
                of_grammar[template] = grammar.compose(template, "re")
            else:
                of_library[template] = RFC3987.compose(template, "re")
    writer = PatternWriter([*of_grammar.values(), *of_library.values()], [RFC3987, grammar])
    shared = written(writer.named_parts())
    result = []
    for each in module:
        if not templates_of(each):
            result.append(each)
            continue
        result += [part._replace(section=each.section) for part in shared]
        shared = []
        patterns = of_grammar if "_RULES" in each.names else of_library
        result.append(written_out(each, patterns, writer))
    return result


# ---- A module ----


def module(
    names: Sequence[str],
    *,
    rules: Sequence[str] = (),
    grammar: Grammar | None = None,
    docs: bool = True,
    command: str | None = None,
) -> str:
    """Return the source of a module that has these names, and what they need.

    `command` is the one that makes it. Raises ValueError for what cannot be cut out, and GrammarError
    for an unknown rule.
    """
    check_names(names)
    library = replaced(statements(SOURCE.read_text(encoding="utf-8")), stand_in("patterns"))
    of_a_grammar = grammar is not None or "matches" in names
    operations = names
    if of_a_grammar:
        operations = [name for name in names if name not in OF_A_GRAMMAR]
    by_rule = "_validated" in reached(operations, library)  # `parse`, and `validate` with policies
    known = grammar or (RFC3987 if by_rule else RFC3986)
    rules = [rule_name(known, rule) for rule in rules]
    if of_a_grammar:
        check_rules_of_grammar(known, rules, by_rule, len(operations) < len(names))
    elif rules and not by_rule:
        raise ValueError("a --rule is for matches, validate and parse")

    constants = {}
    if by_rule:
        known = RFC3987
        constants = ALWAYS_KNOWN
        # The first rule is the default of `matches`.
        rules = [*rules, *ALWAYS_KNOWN] if of_a_grammar else [*ALWAYS_KNOWN, *rules]
    if rules:
        with_words = by_rule or "validate" in names
        door = rules_door(known, list(dict.fromkeys(rules)), constants, with_words)
        if of_a_grammar:
            door += stand_in("checker")
        library = replaced(library, door)

    text = docstring(command or " ".join(names)) + "\n" + joined(kept(library, names, known))
    return LICENSE + (with_short_docs(text) if docs else without_docs(text))


def check_rules_of_grammar(
    grammar: Grammar, rules: list[str], by_rule: bool, is_asked_for: bool
) -> None:
    if not is_asked_for:
        raise ValueError("a grammar is for matches and validate")
    if not rules:
        raise ValueError("matches and validate of a grammar want a --rule")
    if by_rule and grammar not in (RFC3986, RFC3987):
        raise ValueError("parse knows the rules of RFC 3986 and RFC 3987 only")


def check_names(names: Sequence[str]) -> None:
    public = [*uri_regex.__all__, "matches"]
    for name in names:
        if name not in public:
            raise ValueError(f"there is no public name {name!r} among {', '.join(public)}")
        if name in ("GrammarError", "Problem"):
            raise ValueError(f"{name} cannot be cut out, because only grammars raise it")


def rules_door(
    grammar: Grammar, rules: list[str], constants: dict[str, str], with_words: bool
) -> list[Statement]:
    """Return what takes the place of `_validated`: the rules, and their states where they are needed.

    They are needed for errors, which tell an offset, and for rules whose pattern could backtrack.
    """
    unproven = [rule for rule in rules if not grammar.proven(rule)]
    tables = rules_source(grammar, rules, constants)
    door = stand_in("rules")
    if with_words or unproven:
        tables += states_source(
            freeze(grammar, rules if with_words else unproven, words=with_words)
        )
        door += stand_in("states")
    if unproven:
        door = replaced(door, stand_in("unproven"))
    if not grammar._ships:
        door = replaced(door, stand_in("own"))
    return replaced(door, written(tables))


def kept(library: list[Statement], names: Sequence[str], grammar: Grammar) -> list[Statement]:
    """Return the statements that define the names and what they need, with templates written out."""
    for name in names:
        if "Grammar" in reached([name], library):
            raise ValueError(f"{name} cannot be cut out, because it needs the grammars")
    if "URI" not in names:  # its longest method, with all that it needs
        (uri,) = [each for each in library if each.names == {"URI"}]
        library = replaced(library, [without_method(uri, "replace")])
    wanted = reached([*names, "annotations"], library)
    return with_patterns(needed(library, wanted, exports(names, wanted)), grammar)


def needed(module: list[Statement], wanted: set[str], public: str) -> list[Statement]:
    """Return the statements that define what is wanted, with no more imports than that."""
    found = []
    blank = False  # above what is left out
    for each in module:
        blank = blank or each.blank
        if not each.names & {*wanted, "__all__"}:
            continue
        node = imports_of(each.node, wanted)
        text = each.text
        if "__all__" in each.names:
            text = public
        elif node and node is not each.node:
            text = ast.unparse(node) + "\n"
        found.append(each._replace(text=text, blank=blank))
        blank = False
    return found


def docstring(command: str) -> str:
    """Return the docstring of a module, with the command that makes it."""
    text = f"Cut out of uri_regex {uri_regex.__version__} by: python3 standalone/cut.py {command}"
    text = text.replace("\\", r"\\").replace('"', r"\"")
    return (
        textwrap.fill(f'"""{text}"""', WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"
    )


# ---- The command ----


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"cut.py: {message}\n")


def parser() -> Parser:
    result = Parser(prog="cut.py", description="Cut a module out of uri_regex.")
    result.add_argument(
        "names", nargs="+", metavar="NAME", help="a public function, URI or matches"
    )
    result.add_argument(
        "--rule", action="append", default=[], help="a rule that matches, validate or parse knows"
    )
    result.add_argument("--grammar", choices=GRAMMARS, help="the grammar of matches and validate")
    result.add_argument("--abnf", metavar="FILE", help="ABNF rules that extend the grammar")
    result.add_argument("--no-docs", action="store_true", help="leave out docstrings and comments")
    result.add_argument("--micropython", action="store_true", help="write a module without re")
    result.add_argument(
        "-o", "--output", metavar="FILE", help="the file (default: standard output)"
    )
    return result


def command_of(args: argparse.Namespace) -> str:
    """Return the arguments that make a module, without -o."""
    words = [*args.names]
    for rule in args.rule:
        words += ["--rule", rule]
    if args.grammar:
        words += ["--grammar", args.grammar]
    if args.abnf:
        words += ["--abnf", args.abnf]
    if args.no_docs:
        words.append("--no-docs")
    if args.micropython:
        words.append("--micropython")
    return shlex.join(words)


def grammar_of(args: argparse.Namespace) -> Grammar | None:
    """Return the grammar that is asked for. Raises ValueError if its ABNF cannot be read."""
    grammar = GRAMMARS[args.grammar] if args.grammar else None
    if not args.abnf:
        return grammar
    try:
        abnf = Path(args.abnf).read_text(encoding="utf-8-sig")
        return (grammar or RFC3986).extend(abnf)
    except UnicodeDecodeError:
        raise ValueError(f"{args.abnf}: ABNF is ASCII text") from None
    except GrammarError as error:
        raise ValueError(f"{args.abnf}: {error}") from None


def save(path: str, source: str) -> None:
    """Write a file as a whole or not at all; through a link, with the mode that it had."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):  # a device, or a folder
        Path(target).write_text(source, encoding="utf-8")
        return
    new = f"{target}.{os.getpid()}.new"
    with open(new, "x", encoding="utf-8", newline="\n") as file:  # never an existing file
        try:
            if os.path.exists(target):
                shutil.copymode(target, new)
            file.write(source)
            file.close()
            os.replace(new, target)
        except BaseException:
            os.unlink(new)
            raise


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    command = command_of(args)
    try:
        grammar = grammar_of(args)
        if args.micropython:
            from .cut_without_re import cut_without_re

            if grammar is None and "matches" in args.names:
                grammar = RFC3986
            source = cut_without_re(args.names, args.rule, grammar)
            source = LICENSE + docstring(command) + "\n" + source
        else:
            source = module(
                args.names, rules=args.rule, grammar=grammar, docs=not args.no_docs, command=command
            )
        if args.output is None:
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
            print(source, end="", flush=True)
        else:
            save(args.output, source)
    except OSError as error:
        print(f"cut.py: {error.filename or args.output}: {error.strerror}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"cut.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
