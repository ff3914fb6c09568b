# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Checks of arguments, and words for messages, that several rooms need."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from uri_regex import redact


def clip(text: str, most: int = 60) -> str:
    """Return the beginning of a text for a message."""
    return text if len(text) <= most else text[:most] + "…"


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
    return str.__str__(value)  # a str Enum's member would be formatted differently


def check_int(value: object, name: str) -> int:
    """Return an int. Raises TypeError for anything else."""
    if not isinstance(value, int):
        raise type_error(name, "int", value)
    return value


def describe_unknown_engine(name: str, known: Collection[str]) -> str:
    """Return the message for an engine that is not known, with the names that are like it.

    >>> describe_unknown_engine("postgres", ["re", "postgresql"])
    "unknown engine 'postgres'; did you mean postgresql?"
    """
    message = f"unknown engine {clip(redact(name))!r}"
    close = get_close_matches(clip(name.lower()), known, cutoff=0.75)
    if close:
        return f"{message}; did you mean {' or '.join(close)}?"
    return f"{message}: {', '.join(known)}"
