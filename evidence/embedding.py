# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Embedding: uri_regex.py, and modules cut out of it, where people put them; a row for each place.

    python3 conformance/embedding.py                      every python3.x on PATH, and this one
    python3 conformance/embedding.py --python python3.9 --python python3.13
    python3 conformance/embedding.py --only threads --repeat 200
    python3 conformance/embedding.py --module operations

Three modules: the whole file; what `uri-abnf cut` writes for every operation that can be cut out; and
what it writes for rules alone. In each CPython: the file alone in a folder, from a zip, in a zipapp,
vendored under another name, frozen, with -OO, -S -s -W error, -bb -X dev, and -I, without bytecode in a
folder that cannot be written, in a sub-interpreter, and from eight threads at once that all begin with
a cold module. Then PyPy (apt-get install pypy3) and
Pyodide under Node.js (npm's package, which this installs into a temporary folder).

In each place the same exercise runs: every public function once, most against a known result.
Exit status 1 if a row has failed; what is not there is skipped, and the row says how to get it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipapp
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "conformance")]  # the modules of this checkout

from modules import OPERATIONS, cut  # noqa: E402


def modules() -> dict[str, str]:
    """The sources of the three, each of which is imported as uri_regex."""
    return {
        "the file": (ROOT / "uri_regex.py").read_text(encoding="utf-8"),
        f"{len(OPERATIONS)} operations": cut(*OPERATIONS),
        "rules": cut("matches", "validate", "--rule", "URI", "--rule", "URI-reference"),
    }


# Runs in every place, with `u` bound to the module, on 3.9 and later; "ok" is its last line.
EXERCISE = r"""
def exercise(u):
    def is_(found, expected):
        if found != expected:  # no assert: -OO takes those away
            raise SystemExit("found %a, not %a" % (found, expected))

    def fails(kind, call, *args):
        try:
            call(*args)
        except kind as error:
            return str(error)
        raise SystemExit("%r does not fail" % (args,))

    if not hasattr(u, "is_uri"):  # rules alone
        is_(u.matches("http://a/%41"), True)
        is_(u.matches("a\n", rule="uri-reference"), False)
        is_(u.validate("http://[::1]/"), "http://[::1]/")
        is_("HEXDIG at offset 11" in fails(u.URIError, u.validate, "http://a/%4z"), True)
        fails(ValueError, lambda: u.matches("/", rule="path"))
        is_("int" in fails(TypeError, u.matches, 1), True)
        return "rules"
    is_(u.is_uri("http://a/%41"), True)
    is_(u.is_uri("http://a/\n"), False)
    is_(u.is_uri_reference("//[::1]:80?"), True)
    is_(u.is_absolute_uri("a:#"), False)
    is_(u.is_relative_ref("a:b"), False)
    is_(u.validate("http://a/", schemes=["http"], ports=[80], require=["host"]), "http://a/")
    is_("offset 11" in fails(u.URIError, u.validate, "http://a/%4z"), True)
    is_("int" in fails(TypeError, u.is_uri, 1), True)
    is_(tuple(u.split("a://b?#")), ("a", "b", "", "", ""))
    uri = u.parse("http://me:pw@[::1]:80/")
    is_((uri.userinfo, uri.host, uri.port, uri.host_type), ("me:pw", "[::1]", "80", "IPv6address"))
    is_(u.recompose(u.URI(None, None, "//b", None, None)), "/.//b")
    is_(u.remove_dot_segments("/a/b/c/./../../g"), "/a/g")
    is_(u.merge(u.split("http://a"), "g"), "/g")
    is_(u.resolve("http://a/b/c/d;p?q", "../g;x?y#s"), "http://a/b/g;x?y#s")
    is_(u.resolve_rfc2396("http://a/b/c/d;p?q", "?y"), "http://a/b/c/?y")
    is_(u.relativize("http://a/b/c/d", "http://a/b/e"), "../e")
    is_(u.normalize("HTTP://A:80/%7e/../b", scheme_based=True), "http://a/b")
    is_(u.equivalent("HTTP://a/%7E", "http://A/~"), True)
    is_(u.percent_encode("a b\u00fc"), "a%20b%C3%BC")
    is_(u.percent_decode("a%20b%C3%BC"), "a b\u00fc")
    is_(u.iri_to_uri("http://a/\u00fc"), "http://a/%C3%BC")
    is_(u.uri_to_iri("http://a/%C3%BC"), "http://a/\u00fc")
    is_([f.uri for f in u.find("(http://a/b), www.c.d.", www=True)], ["http://a/b", "www.c.d"])
    is_(u.redact("x http://a:b@c/"), "x http://a:***@c/")
    is_(uri.address, ("::1", 80))
    is_(u.requote("a b%20c", component="path"), "a%20b%20c")
    if not hasattr(u, "RFC2396"):
        return "operations"
    for rules, rule in ((u.RFC3986, "URI"), (u.RFC3987, "IRI")):
        is_(rules.matches(rule, "http://[::1]/"), True)
    is_(u.RFC2396.matches("hostname", "a-.b"), False)
    is_(u.RFC3986.pattern("port"), "[0-9]*")
    is_(u.RFC3986.compile("port").fullmatch("80")[0], "80")
    is_("segment" in u.RFC3986, True)
    is_(u.main(["resolve", "http://a/b", "c"]), 0)
    is_(u.RFC3986.partial("URI", "http://[::"), "incomplete")
    return "the file"
"""
RUN = "print(exercise(u), '- Python', __import__('sys').version.split()[0])\nprint('ok')\n"

THREADS = r"""
import sys, threading
import uri_regex as u
sys.setswitchinterval(1e-6)  # so that they meet in the middle of things
barrier, failed = threading.Barrier(8), []
def work():
    barrier.wait()
    try:
        exercise(u)
    except BaseException as error:
        failed.append(repr(error))
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if failed:
    raise SystemExit(failed[0])
print("eight threads")
print("ok")
"""

SUBINTERPRETER = r"""
import sys
code = %r
try:
    from concurrent import interpreters  # 3.14
    interpreters.create().exec(code)
except ImportError:
    import _interpreters as old
    found = old.run_string(old.create(), code)
    if found is not None:
        raise SystemExit(str(found))
"""
SUBINTERPRETER_OLD = SUBINTERPRETER.replace("_interpreters", "_xxsubinterpreters")

FROZEN = r"""
import sys, importlib.util
code = compile(open(sys.argv[1], encoding="utf-8").read(), "<frozen _uri>", "exec")
import marshal, types
code = marshal.loads(marshal.dumps(code))  # as freeze keeps it: bytecode, and no file
class Frozen:
    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name == "_uri" else None
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        exec(code, module.__dict__)
sys.meta_path.insert(0, Frozen())
import _uri as u
if hasattr(u, "__file__"):
    raise SystemExit("it has a file")
"""

PYODIDE = r"""
const { loadPyodide } = require("pyodide");
const fs = require("fs");
loadPyodide({ fullStdLib: false }).then((p) => {
  p.FS.writeFile("uri_regex.py", fs.readFileSync(process.argv[2], "utf8"));
  const code = fs.readFileSync(process.argv[3], "utf8");
  p.runPython("import sys; sys.path.insert(0, '.')\n" + code);
}).catch((error) => { console.error(String(error)); process.exit(1); });
"""


class Row(NamedTuple):
    where: str
    module: str
    what: str
    result: str  # ok, failed, skipped
    detail: str


def execute(command: list[str], folder: Path, seconds: float = 300) -> tuple[bool, str]:
    """Whether it has printed "ok" last, and what else it says: its result, or its error."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, str(error)
    lines = done.stdout.split("\n")
    if done.returncode == 0 and lines[-2:] == ["ok", ""] and not done.stderr:
        return True, lines[-3] if len(lines) > 2 else ""
    told = (done.stderr or done.stdout).strip().split("\n")
    return False, f"status {done.returncode}: {told[-1]}"


def places(
    python: str, folder: Path, source: str, repeat: int
) -> Iterator[tuple[str, list[list[str]]]]:
    """What to run in one interpreter: a title, and its commands, which must all succeed."""
    alone = folder / "alone"
    alone.mkdir()
    file = alone / "uri_regex.py"
    file.write_text(source, encoding="utf-8")
    program = EXERCISE + RUN
    main = alone / "main.py"
    main.write_text("import uri_regex as u\n" + program, encoding="utf-8")
    yield "alone in a folder", [[python, "main.py"]]
    yield "without site-packages: -S -s -W error", [[python, "-S", "-s", "-W", "error", "main.py"]]
    yield "-OO", [[python, "-OO", "main.py"]]
    yield "-W error, -bb, -X dev", [[python, "-W", "error", "-bb", "-X", "dev", "main.py"]]
    # -I leaves the script's folder out of the path.
    inner = f"import sys; sys.path.insert(0, {str(alone)!r})\nimport uri_regex as u\n{program}"
    yield "isolated: -I", [[python, "-I", "-c", inner]]
    alone.chmod(0o555)
    shutil.rmtree(alone / "__pycache__", ignore_errors=True)
    bare = ["env", "LC_ALL=C", python, "-B", "-X", f"pycache_prefix={os.devnull}", "main.py"]
    yield "read-only, no bytecode, in ASCII: -B, LC_ALL=C", [bare]
    alone.chmod(0o755)
    if "def main(" in source:
        yield "-m uri_regex", [[python, "-c", MODULE]]

    with zipfile.ZipFile(folder / "lib.zip", "w") as archive:
        archive.write(file, "uri_regex.py")
    script = f"import sys; sys.path.insert(0, {str(folder / 'lib.zip')!r})\n"
    script += "import uri_regex as u\nassert '.zip' in u.__file__\n" + program
    yield "imported from a zip", [[python, "-I", "-c", script]]
    app = folder / "app"
    app.mkdir()
    shutil.copy(file, app)
    shutil.copy(main, app / "__main__.py")
    zipapp.create_archive(app, folder / "app.pyz")
    yield "in a zipapp", [[python, str(folder / "app.pyz")]]

    vendor = folder / "vendored" / "vendor"
    vendor.mkdir(parents=True)
    (vendor / "__init__.py").write_text("")
    shutil.copy(file, vendor / "_uri.py")
    vendored = folder / "vendored" / "main.py"
    name = "from vendor import _uri as u\nimport sys\nassert 'uri_regex' not in sys.modules\n"
    vendored.write_text(name + EXERCISE + PICKLED + RUN, encoding="utf-8")
    yield "vendored: from vendor import _uri as u", [[python, str(vendored)]]
    yield "frozen, as _uri", [[python, "-c", FROZEN + program, str(file)]]

    which = "import sys; print(sys.version_info[:2] < (3, 13))\nprint('ok')"
    _, is_old = execute([python, "-c", which], folder)
    outer = SUBINTERPRETER_OLD if is_old == "True" else SUBINTERPRETER
    yield "in a sub-interpreter", [[python, "-c", outer % (inner,)]]
    (alone / "threads.py").write_text(EXERCISE + THREADS, encoding="utf-8")
    yield (
        f"8 threads, a cold start, {repeat} times",
        [[python, "threads.py"] for _ in range(repeat)],
    )


PICKLED = """
import pickle
values = [u.URIError("a", "b", 0, "c")]
if hasattr(u, "split"):
    values.append(u.split("a:b"))
if hasattr(u, "RFC3986"):
    values.append(u.RFC3986)
for value in values:
    pickle.loads(pickle.dumps(value))
"""
MODULE = """
import subprocess, sys
command = [sys.executable, "-m", "uri_regex", "resolve", "http://a/b", "../c"]
print("the command line:", subprocess.check_output(command, text=True).strip())
print("ok")
"""


def in_python(python: str, module: str, source: str, only: str, repeat: int) -> Iterator[Row]:
    ok, where = execute([python, "-c", VERSION], Path(tempfile.gettempdir()))
    if not ok:
        yield Row(python, module, "", "skipped", f"it does not run: {where}")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, commands in places(python, folder, source, repeat):
            if only in what:
                result, detail = outcome(commands, folder / "alone")
                yield Row(where, module, what, result, detail)


def outcome(commands: list[list[str]], folder: Path) -> tuple[str, str]:
    """The result and the detail of a row: of many runs, those of the first that has failed."""
    said = []
    errors = []
    for command in commands:
        ok, detail = execute(command, folder)
        if ok:
            said.append(detail)
        else:
            errors.append(detail)
    if not errors:
        return "ok", said[0]
    error = errors[0]
    if "No module named" in error and "interpreters" in error:
        return "skipped", "it has none"
    if len(errors) > 1:
        error = f"{len(errors)} of {len(commands)}: {error}"
    return "failed", error


VERSION = """
import sys
print(sys.implementation.name, ".".join(map(str, sys.version_info[:3])))
print("ok")
"""


def in_pyodide(sources: dict[str, str]) -> Iterator[Row]:
    where, what = "Pyodide", "under Node.js"
    if not shutil.which("node") or not shutil.which("npm"):
        yield Row(where, "all", what, "skipped", "apt-get install nodejs npm")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install = ["npm", "install", "--silent", "--no-fund", "--no-audit", "pyodide"]
        (folder / "package.json").write_text("{}")
        done = subprocess.run(install, cwd=folder, capture_output=True, text=True)
        if not (folder / "node_modules" / "pyodide").is_dir():
            told = (done.stderr or done.stdout).strip().split("\n")[-1]
            yield Row(where, "all", what, "skipped", f"npm install pyodide: {told}")
            return
        version = json.loads((folder / "node_modules/pyodide/package.json").read_text())["version"]
        (folder / "run.js").write_text(PYODIDE)
        (folder / "main.py").write_text("import uri_regex as u\n" + EXERCISE + RUN, "utf-8")
        for module, source in sources.items():
            (folder / "uri_regex.py").write_text(source, "utf-8")
            ok, detail = execute(["node", "run.js", "uri_regex.py", "main.py"], folder)
            yield Row(f"Pyodide {version}", module, what, "ok" if ok else "failed", detail)


def on_path() -> list[str]:
    """This interpreter, and each python3.x on PATH that is another one."""
    found = {os.path.realpath(sys.executable): sys.executable}
    for minor in range(9, 30):
        python = shutil.which(f"python3.{minor}")
        if python and execute([python, "-c", VERSION], Path(tempfile.gettempdir()))[0]:
            found.setdefault(os.path.realpath(python), python)
    return list(found.values())


def rows(sources: dict[str, str], args: argparse.Namespace) -> Iterator[Row]:
    """The rows of all interpreters that there are."""
    # Each runs in its own folder, so by its whole path
    pythons = [os.path.abspath(shutil.which(name) or name) for name in args.python or on_path()]
    pypy = shutil.which("pypy3")
    if pypy and not args.no_others:
        pythons.append(pypy)
    for python in pythons:
        repeat = args.repeat
        if python == pypy:
            repeat = min(repeat, 3)
        for module, source in sources.items():
            yield from in_python(python, module, source, args.only, repeat)
    if args.no_others:
        return
    if not pypy:
        yield Row("PyPy", "all", "", "skipped", "apt-get install pypy3")
    if args.only in "Pyodide":
        yield from in_pyodide(sources)


def print_row(row: Row) -> None:
    result = f"**{row.result}**" if row.result == "failed" else row.result
    detail = row.detail.replace("|", "\\|")[:300]
    print(f"| {row.where} | {row.module} | {row.what} | {result} | {detail} |", flush=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="uri_regex where people put it.")
    parser.add_argument("--python", action="append", metavar="PYTHON", help="repeatable")
    parser.add_argument("--only", default="", metavar="TEXT", help="places with it in their name")
    parser.add_argument(
        "--module", default="", metavar="TEXT", help="modules with it in their name"
    )
    parser.add_argument("--repeat", type=int, default=25, help="cold starts; default: 25")
    parser.add_argument("--no-others", action="store_true", help="neither PyPy nor Pyodide")
    args = parser.parse_args(argv)
    print("| where | module | place | result | |\n|---|---|---|---|---|")
    sources = {title: source for title, source in modules().items() if args.module in title}
    counts = {"ok": 0, "failed": 0, "skipped": 0}
    for row in rows(sources, args):
        counts[row.result] += 1
        print_row(row)
    summary = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"\n{summary}")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
