# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module about cut modules, for the tests and the scripts here.

What can be cut out, how a module is loaded from its source, and what a call of it gives.
"""

from __future__ import annotations

import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import uri_regex

RULES = ("RFC2396", "RFC3986", "RFC3987", "Rules")
# The public names that are functions, or what functions give and raise.
OPERATIONS = sorted({*uri_regex.__all__}.difference(RULES, ["main"]))
# What an error tells.
TOLD = ("text", "rule", "offset", "expected", "reason", "hint")
# What a URI tells, beside its parts.
PROPERTIES = ("userinfo", "user", "password", "host", "port", "host_type", "address")


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
        if isinstance(result, Iterator):
            return [tuple(found) for found in result]
    except Exception as error:  # all that is raised is compared
        told = [getattr(error, name, None) for name in TOLD]
        # Without the text, of which a module without redact masks more.
        return type(error).__name__, str(error).partition(" (at offset")[0], told
    if type(result).__name__ == "URI":
        told = [outcome(getattr, result, name) for name in PROPERTIES]
        return tuple(result), str(result), told
    return result


def cut(*arguments: str) -> str:
    """What `uri-regex cut ARGUMENTS` prints. Raises ValueError with what it says instead."""
    command = [sys.executable, "-m", "uri_abnf", "cut", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return done.stdout
