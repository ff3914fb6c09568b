# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The library, its own test, and the small modules, copied into an empty folder, on each Python that
is there.

    python3 evidence/platforms.py                       all, some minutes
    python3 evidence/platforms.py --only pypy,pyodide   these
    python3 evidence/platforms.py --python PATH         this CPython, too
    python3 evidence/platforms.py --npm FOLDER          where `npm install pyodide` was run

It prints a line for each: its name, its version, and how many tests passed, were skipped, and failed.
With each run goes a test that has to fail, so that it is seen if assertions count for nothing. What is
not there is named with the command that installs it. The exit status is 0 only if nothing failed.

    cpython    each CPython from 3.9 to 3.14: in PATH, in ~/.pyenv, or named by --python
    optimized  this Python with -OO
    zip        this Python, with the library in a zip file
    packages   this Python, with both files in a package, of each kind and by each way of importing
    pypy       pypy3
    pyodide    CPython in WebAssembly, by node
    cython     this Python, with the library compiled by Cython

A Python without pytest gets it in an environment of its own, which takes pip and a registry.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
STANDALONE = ROOT / "uri-abnf" / "standalone"
LIBRARY, TEST, PLANTED, SMALL = (
    "uri_regex.py",
    "test_uri_regex.py",
    "test_planted.py",
    "test_small.py",
)
MODULES = (LIBRARY, "uri.py", "is_uri.py")
# The small modules answer as the library does.
TEST_OF_SMALL = """\
import pytest
import is_uri, uri, uri_regex
from test_uri_regex import random_texts

def answer(call, *arguments):
    try:
        return call(*arguments)
    except ValueError as error:
        return error.offset, error.code, str(error)

@pytest.mark.parametrize("name", [
    "is_uri", "is_uri_reference", "is_absolute_uri", "is_relative_ref", "split", "normalize",
    "remove_dot_segments", "resolve",
])
def test_answers(name):
    small, large = getattr(uri, name), getattr(uri_regex, name)
    base = ["http://h/b/c"] * (name == "resolve")
    for text in random_texts(66):
        assert answer(small, *base, text) == answer(large, *base, text), text

def test_verdicts_of_is_uri():
    for text in random_texts(66):
        assert is_uri.is_uri(text) is uri_regex.is_uri(text), text

def test_rules():
    assert dict(uri.RFC3986) == dict(uri_regex.RFC3986)
"""
SOURCES = {
    LIBRARY: (ROOT / LIBRARY).read_text(encoding="utf-8"),
    TEST: (ROOT / TEST).read_text(encoding="utf-8"),
    PLANTED: "def test_that_has_to_fail():\n    assert 1 == 2\n",
    SMALL: TEST_OF_SMALL,
    "uri.py": (STANDALONE / "uri.py").read_text(encoding="utf-8"),
    "is_uri.py": (STANDALONE / "is_uri.py").read_text(encoding="utf-8"),
}
# It runs pytest in the current folder, and names the Python before, and the library's file after it.
RUNNER = """\
import platform, sys
import pytest
print(platform.python_implementation(), platform.python_version(), sys.platform, flush=True)
pytest.main(["-q", "-rfE", "-p", "no:cacheprovider", *sys.argv[1:]])
for name, module in [*sys.modules.items()]:
    if name.rpartition(".")[2] == "uri_regex":
        print("tested:", module.__file__)
"""
# The arguments are the folder of pyodide, a folder of wheels, and the folder with the files.
RUNNER_OF_NODE = """\
import { readdirSync, readFileSync } from "node:fs";
const [pyodide, wheels, files] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide();
for (const name of readdirSync(wheels))
  python.unpackArchive(new Uint8Array(readFileSync(`${wheels}/${name}`)), "wheel");
for (const name of readdirSync(files))
  python.FS.writeFile(name, readFileSync(`${files}/${name}`));
python.runPython(python.FS.readFile("run.py", { encoding: "utf8" }));
"""
VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13", "3.14")
PACKAGES = {
    # where the two files are, and which folders of it have an __init__.py
    "a package": ("myapp/_vendor", ["myapp", "myapp/_vendor"]),
    "a folder of a package": ("myapp/_vendor", ["myapp"]),
    "a namespace package": ("myapp/_vendor", []),
    "a package in src": ("src/myapp/_vendor", ["src/myapp", "src/myapp/_vendor"]),
    "a package of a namespace": ("space/myapp/_vendor", ["space/myapp", "space/myapp/_vendor"]),
}


class Missing(Exception):
    """What is not there; the text is the command that installs it."""


class Run(NamedTuple):
    name: str
    command: list[str]
    folder: Path
    tested: str = LIBRARY  # how the path of the library's file ends


class Options(NamedTuple):
    scratch: Path
    pythons: list[str]
    npm: Path


# ---- Helpers ----


def write_files(folder: Path, *names: str) -> Path:
    """Write all files, or those that are named."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or SOURCES:
        (folder / name).write_text(SOURCES[name], encoding="utf-8")
    return folder


def write_runner(folder: Path) -> str:
    """Write the runner where pytest collects nothing, and return its path."""
    path = folder / "run.py"
    path.write_text(RUNNER, encoding="utf-8")
    return str(path)


def answer(*command: str) -> str:
    """Return what a command prints, or "" if it fails."""
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    return done.stdout.strip() if done.returncode == 0 else ""


def with_pytest(python: str, venv: Path, *more: str) -> str:
    """Return a Python that has pytest: this one, or that of a new environment, with more packages."""
    if answer(python, "-c", "import pytest; print(1)"):
        return python
    subprocess.run([python, "-m", "venv", str(venv)], check=True, stdout=subprocess.DEVNULL)
    own = str(venv / "bin" / "python")
    command = [own, "-m", "pip", "install", "-q", "pytest", *more]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return own


def find_pythons(named: Sequence[str]) -> dict[str, str]:
    """Return a CPython for each version that is there; those that are named come first."""
    places = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    places += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    found = [str(path) for place in places for path in sorted(place.glob("python3.*"))]
    found = [path for path in found if re.search(r"3\.\d+\Z", path)]
    ask = "import sys; print(sys.implementation.name, '%d.%d' % sys.version_info[:2])"
    pythons: dict[str, str] = {}
    for path in [*named, sys.executable, *found]:
        implementation, _, version = answer(path, "-c", ask).partition(" ")
        if implementation == "cpython":
            pythons.setdefault(version, path)
    return {version: pythons[version] for version in VERSIONS if version in pythons}


# ---- Platforms ----


def run_cpython(options: Options) -> Iterator[Run]:
    pythons = find_pythons(options.pythons)
    for version, python in pythons.items():
        home = options.scratch / version
        folder = write_files(home / "files")
        command = [with_pytest(python, home / "venv", "regex"), write_runner(home)]
        yield Run("cpython", command, folder)
    if absent := [version for version in VERSIONS if version not in pythons]:
        raise Missing(f"pyenv install {' '.join(absent)}")


def run_optimized(options: Options) -> Iterator[Run]:
    folder = write_files(options.scratch / "files")
    yield Run("-OO", [sys.executable, "-OO", write_runner(options.scratch)], folder)


def run_zip(options: Options) -> Iterator[Run]:
    folder = write_files(options.scratch / "files", TEST, PLANTED, SMALL)
    program = options.scratch / "program.zip"
    with zipfile.ZipFile(program, "w") as file:
        for module in MODULES:
            file.writestr(module, SOURCES[module])
        file.writestr("__main__.py", RUNNER)
    tested = os.path.join(program.name, LIBRARY)
    yield Run("zip file", [sys.executable, str(program)], folder, tested)


def run_packages(options: Options) -> Iterator[Run]:
    runner = write_runner(options.scratch)
    for kind, (place, packages) in PACKAGES.items():
        for mode in ("prepend", "importlib"):
            top = options.scratch / f"{kind} {mode}"
            write_files(top / place, LIBRARY, TEST, PLANTED)
            for package in packages:
                (top / package / "__init__.py").touch()
            command = [sys.executable, runner, f"--import-mode={mode}", place.partition("/")[0]]
            tested = os.path.join(*place.split("/"), LIBRARY)
            yield Run(f"{kind}, {mode}", command, top, tested)


def run_pypy(options: Options) -> Iterator[Run]:
    try:
        python = with_pytest("pypy3", options.scratch / "venv")
    except (OSError, subprocess.CalledProcessError):
        raise Missing("apt-get install pypy3 pypy3-venv") from None
    folder = write_files(options.scratch / "files")
    yield Run("pypy", [python, write_runner(options.scratch)], folder)


def run_pyodide(options: Options) -> Iterator[Run]:
    package = options.npm.resolve() / "node_modules" / "pyodide"
    if not shutil.which("node"):
        raise Missing("apt-get install nodejs npm")
    if not package.exists():
        raise Missing(f"npm install --prefix {options.npm} pyodide")
    lock = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))
    wheels = options.scratch / "wheels"
    command = [sys.executable, "-m", "pip", "download", "-q", "-d", str(wheels), "pytest"]
    command += ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none"]
    command += [f"--python-version={lock['info']['python']}"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    folder = write_files(options.scratch / "files")
    write_runner(folder)
    program = options.scratch / "run.mjs"
    program.write_text(RUNNER_OF_NODE, encoding="utf-8")
    arguments = [str(program), str(package), str(wheels), str(folder)]
    yield Run("pyodide", ["node", *arguments], folder)


def run_cython(options: Options) -> Iterator[Run]:
    version = answer(sys.executable, "-c", "import Cython; print(Cython.__version__)")
    if not version or not answer(sys.executable, "-c", "import setuptools; print(1)"):
        raise Missing(f"{sys.executable} -m pip install cython setuptools")
    folder = write_files(options.scratch / "files")
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-q", "-i", "-3", *MODULES]
    environment = {**os.environ, "CFLAGS": "-O0"}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    for module in MODULES:
        (folder / module).unlink()
    compiled = next(folder.glob("uri_regex.*.*")).name
    command = [sys.executable, write_runner(options.scratch)]
    yield Run(f"cython {version}", command, folder, compiled)


PLATFORMS: dict[str, Callable[[Options], Iterator[Run]]] = {
    "cpython": run_cpython,
    "optimized": run_optimized,
    "zip": run_zip,
    "packages": run_packages,
    "pypy": run_pypy,
    "pyodide": run_pyodide,
    "cython": run_cython,
}


# ---- The run ----


def read_result(run: Run, printed: str) -> tuple[str, list[str]]:
    """Return a line about a run of the tests, and what failed in it."""
    version, _, rest = printed.partition("\n")
    counts = re.search(r"(?m)^\d+ (?:failed|passed|error).* in [\d.]+s.*$", rest)
    if not counts:
        return f"{run.name}: no result", printed.splitlines()[-10:]
    failed = re.findall(r"(?m)^(?:FAILED|ERROR) .*$", rest)
    planted = [line for line in failed if PLANTED in line]
    failed = [line for line in failed if PLANTED not in line]
    if len(planted) != 1:
        failed.append("the test that has to fail passed")
    tested = re.findall(r"(?m)^tested: (.*)$", rest)
    if len(tested) != 1 or not tested[0].endswith(run.tested):
        failed.append(f"it tested {tested}")
    number = {word: count for count, word in re.findall(r"(\d+) (passed|skipped)", counts[0])}
    passed, skipped = number.get("passed", 0), number.get("skipped", 0)
    told = f"{run.name}: {version}: {passed} passed, {skipped} skipped, {len(failed)} failed"
    return told, failed


def run_tests(run: Run) -> list[str]:
    """Run the tests, print a line about it, and return what failed."""
    done = subprocess.run(
        run.command,
        cwd=run.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    told, failed = read_result(run, done.stdout)
    print(told, flush=True)
    for line in failed[:10]:
        print(f"    {line}")
    return failed


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The library and its test on each Python.")
    parser.add_argument("--only", default=",".join(PLATFORMS), help="a list: %(default)s")
    parser.add_argument("--python", action="append", default=[], help="a CPython")
    parser.add_argument("--npm", type=Path, default=Path("."), help="where pyodide is installed")
    args = parser.parse_args(argv)
    names = args.only.split(",")
    if unknown := set(names) - set(PLATFORMS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            folder = Path(scratch, name)
            folder.mkdir()
            try:
                for run in PLATFORMS[name](Options(folder, args.python, args.npm)):
                    failed += run_tests(run)
            except Missing as missing:
                print(f"{name}: missing: {missing}", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
