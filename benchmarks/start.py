# SPDX-License-Identifier: MIT
"""A module: the first verdict of a new process, its import, its memory, the files that it loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from peers import Starter

# ms of the import and of the first call, KiB that it grew at its peak, its files. "Cold" is
# without bytecode but for the standard library's, as a fresh container has it.
CHILD = """
import os, re, sys, time
sys.path[:0] = {path!r}
t = "http://user@example.com:8042/over/there?name=ferret#nose"
stdlib = os.path.dirname(os.__file__)
def own(path):
    return not path.startswith(stdlib) or "-packages" in path
if {cold}:
    loader = type(re.__spec__.loader)
    stats = loader.path_stats
    def path_stats(self, path):
        if own(path):
            raise OSError
        return stats(self, path)
    loader.path_stats = path_stats
def peak():
    if not os.path.exists("/proc/self/status"):
        return 0
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
peak()
size = peak()
before = set(sys.modules)
a = time.process_time()
import {module}
b = time.process_time()
{call}
c = time.process_time()
size = peak() - size
new = [sys.modules[name] for name in set(sys.modules) - before]
files = {{getattr(module, "__file__", None) or stdlib for module in new}}
print([1000 * (b - a), 1000 * (c - b), size, sorted(filter(own, files))])
"""
SLOW = 300  # ms; who takes longer for the import has fewer turns
FEW = 5


class Start(NamedTuple):
    import_ms: float
    call_ms: float
    kib: float
    files: Sequence[str]

    @property
    def both_ms(self) -> float:
        return self.import_ms + self.call_ms


class Starts(NamedTuple):
    warm: list[Start]
    cold: list[Start]


def start(peer: Starter, cold: bool) -> Start:
    """One new process. ImportError where the library is not there."""
    code = CHILD.format(path=sys.path[:2], module=peer.module, call=peer.call, cold=cold)
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    if done.returncode:
        raise ImportError(done.stderr.strip().rpartition("\n")[2])
    return Start(*ast.literal_eval(done.stdout))


def starts_of(peers: Sequence[Starter], rounds: int) -> dict[str, Starts]:
    """Those of all, in turns; the bytecode is there, but for the cold ones."""
    found = {peer.name: Starts([], []) for peer in peers}
    for turn in range(rounds):
        for peer in peers:
            warm, cold = found[peer.name]
            if turn < FEW or warm[0].import_ms < SLOW:
                warm.append(start(peer, False))
                cold.append(start(peer, True))
    return found


def weight(files: Sequence[str]) -> tuple[float, int]:
    """kB of all files, code lines of those in Python."""
    from sizes import code_lines  # of evidence/

    size, lines = 0, 0
    for file in map(Path, files):
        size += file.stat().st_size
        if file.suffix == ".py":
            lines += len(code_lines(file.read_text(encoding="utf-8")))
    return size / 1000, lines
