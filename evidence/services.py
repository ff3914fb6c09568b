# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A module: other people's programs, as the scripts beside it find, start and ask them."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
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


def unprivileged(folder: Path, *names: str) -> dict[str, Any]:
    """The options of a process that may not be root's; the folder becomes its user's."""
    options: dict[str, Any] = {"cwd": folder}
    if os.geteuid() == 0:
        import pwd

        users = {entry.pw_name: entry for entry in pwd.getpwall()}
        user = next(users[name] for name in (*names, "nobody") if name in users)
        options.update(user=user.pw_uid, group=user.pw_gid, extra_groups=[])
        os.chown(folder, user.pw_uid, user.pw_gid)
    return options


@contextlib.contextmanager
def serving(command: Sequence[str], ready: Callable[[], object], **options: Any) -> Iterator[None]:
    """A server as a child of ours, from when it is ready until it is no longer needed."""
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, **options)
        try:
            for _ in range(600):
                if server.poll() is not None or ready():
                    break
                time.sleep(0.1)
            if server.poll() is not None or not ready():
                log.seek(0)
                told = log.read().decode(errors="replace")[-600:]
                raise RuntimeError(f"{command[0]} does not start: {told}")
            yield
        finally:
            server.terminate()
            server.wait()


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[list[str]]:
    """A server with an empty base, and the psql that asks it."""
    install = "apt-get install postgresql"
    psql = tool("psql", install=install)
    # Debian keeps the server's programs out of PATH
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    path = os.pathsep.join([os.environ["PATH"], *map(str, reversed(places))])
    initdb, server = (shutil.which(name, path=path) or "" for name in ("initdb", "postgres"))
    if not initdb or not server:
        raise Missing(install)
    options = unprivileged(folder, "postgres")
    data = str(folder / "cluster")
    output([initdb, "-D", data, *"-U postgres -A trust -E UTF8 --locale=C -N".split()], **options)
    ask = [psql, "-h", str(folder), *"-U postgres -d postgres -qAtX -v ON_ERROR_STOP=1".split()]
    command = [server, "-D", data, "-k", str(folder), "-c", "listen_addresses=", "-c", "fsync=off"]
    command += ["-c", "log_min_messages=panic"]

    def ready() -> bool:
        return subprocess.run([*ask, "-c", "SELECT"], capture_output=True).returncode == 0

    with serving(command, ready, **options):
        yield ask
