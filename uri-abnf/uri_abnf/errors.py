# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What is wrong with ABNF: Problem, and GrammarError. Checks of arguments, and words for messages."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import NamedTuple

# Characters: names and quotations in it may be as long as the ABNF.
_LONGEST_MESSAGE = 300


class Place(NamedTuple):
    """Where something begins in ABNF, from 1."""

    line: int
    column: int


class Problem(NamedTuple):
    """What is wrong with ABNF: the `line`, the name of the `rule`, a `message`, and the `column`.

    Line and column count from 1. They are None if no place is to blame, and the rule is None if the
    place belongs to no rule.

    >>> Grammar('a = b "x"', strict=False).problems
    (Problem(line=1, rule='a', message='a refers to b, which is not defined', column=5),)
    """

    line: int | None
    rule: str | None
    message: str
    column: int | None = None


class GrammarError(ValueError):
    """ABNF that cannot be read or compiled, or a rule that a grammar does not have.

    `problems` lists everything wrong with the text, in line order: each is a Problem. The error's own
    `message`, `line` and `column` are those of the first one.

    >>> try:
    ...     Grammar('a = "x"\\nb = c\\nd = "y')
    ... except GrammarError as error:
    ...     print(error)
    ...     for problem in error.problems:
    ...         print(problem.line, problem.column, problem.message)
    line 2, column 5: b refers to c, which is not defined (and 1 more)
    2 5 b refers to c, which is not defined
    3 5 the string is not closed, or contains more than printable ASCII
    """

    def __init__(self, message: str, line: int | None = None, *problems: Problem) -> None:
        self.message = clip(message, _LONGEST_MESSAGE)
        self.line = line
        self.problems = problems or (Problem(line, None, self.message),)
        self.column = self.problems[0].column
        super().__init__(self.message, line, *problems)  # as args, so that pickle and copy work

    def __str__(self) -> str:
        words = self.message
        if len(self.problems) > 1:
            words += f" (and {len(self.problems) - 1} more)"
        if self.column:
            return f"line {self.line}, column {self.column}: {words}"
        if self.line:
            return f"line {self.line}: {words}"
        return words


# ---- Arguments and messages ----


def clip(text: str, most: int = 60) -> str:
    """Return the beginning of a text for a message."""
    return text if len(text) <= most else text[:most] + "…"


def suggest(wrong: str, known: Collection[str], otherwise: str = "", cutoff: float = 0.6) -> str:
    """Return the end of a message: known names that are like a wrong one, in any case, or `otherwise`.

    >>> suggest("prt", ["host", "port"])
    "; did you mean 'port'?"
    """
    names = dict(zip(map(str.lower, known), known))
    if close := get_close_matches(clip(wrong).lower(), names, cutoff=cutoff):
        return f"; did you mean {' or '.join(map(repr, map(names.get, close)))}?"
    return otherwise


def type_error(name: str, kinds: str, value: object) -> TypeError:
    """Return the error for an argument of a wrong kind.

    >>> type_error("count", "int", "7")
    TypeError('count must be int, not str')
    """
    return TypeError(f"{name} must be {kinds}, not {type(value).__name__}")


def check_str(value: object, name: str) -> str:
    """Return a str. Raises TypeError for anything else."""
    if not isinstance(value, str):
        raise type_error(name, "str", value)
    # A str Enum's member would be formatted differently.
    return str.__str__(value)
