# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module: other people's programs, as the scripts beside it find, start and ask them."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any


class Missing(Exception):
    """The program is not there; the text says how to install it."""


def needed(module: str, package: str = "") -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise Missing(f"pip install {package or module}") from None


def tool(*names: str, install: str) -> str:
    places = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
    for name in names:
        path = shutil.which(name, path=places)
        if path:
            return path
    raise Missing(install)


def output(command: Sequence[str], **options: Any) -> str:
    """What the command prints; its last words, if it fails."""
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", **options
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]}: status {done.returncode}: {done.stderr[-600:].strip()}")
    return done.stdout


def in_postgresql(*command: str) -> list[str]:
    """A command with a server of its own, an empty one, to which `psql` connects in it."""
    server = tool("pg_virtualenv", install="apt-get install postgresql")
    settings = ["-t", "-c", "--locale=C --encoding=UTF8", "-o", "fsync=off"]
    # The first line that it prints and the last one are of the server.
    shell = ["bash", "-o", "pipefail", "-c", "\"$@\" | sed '1d;$d'", "bash"]
    return [*shell, server, *settings, *command]
