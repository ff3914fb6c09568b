# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Modules that are cut out of uri_regex.py, as the tests and the scripts beside this one use them:
what can be cut out, how a module is loaded from its source, and what a call of it gives."""

from __future__ import annotations

import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uri_regex

ROOT = Path(__file__).resolve().parent.parent
GRAMMARS = {"RFC2396", "RFC2732", "RFC3986", "RFC3987", "RFC6874"}
# The public names that need no grammar, and so can be cut out.
OPERATIONS = sorted(
    set(uri_regex.__all__) - GRAMMARS - {"Grammar", "GrammarError", "Problem", "main"}
)


def load(source: str) -> dict[str, Any]:
    """The names of a module with this source; loaded under a name, so that its classes pickle."""
    module = types.ModuleType("cut")
    sys.modules["cut"] = module
    exec(compile(source, "cut.py", "exec"), module.__dict__)
    return module.__dict__


def outcome(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What a call gives: a result in plain types, or an error with all that it tells."""
    try:
        result = function(*args, **options)
    except ValueError as error:
        offset = getattr(error, "offset", None)
        expected = getattr(error, "expected", None)
        return type(error).__name__, str(error), offset, expected
    if isinstance(result, Iterator):
        return [tuple(found) for found in result]
    if type(result).__name__ == "URI":
        authority = result.userinfo, result.host, result.port, result.host_type
        return (*result, *authority, str(result))
    return result


def cut(*arguments: str) -> str:
    """What `python3 standalone/cut.py ARGUMENTS` prints."""
    command = [sys.executable, str(ROOT / "standalone" / "cut.py"), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return done.stdout
