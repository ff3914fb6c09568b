"""Makes modules with standalone/cut.py, checks them with ruff and mypy, gives them the texts of the
benchmarks, and prints what each weighs.

    python3 conformance/standalone.py [--quick]
    python3 conformance/standalone.py --recut    # runs the command of each ready-made module again

It needs ruff and mypy: what is not there is named and skipped.
"""

from __future__ import annotations

import argparse
import ast
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "conformance")]

from modules import OPERATIONS, load, outcome  # noqa: E402
from weight import code_lines  # noqa: E402

import uri_regex  # noqa: E402
from benchmarks import texts  # noqa: E402
from standalone import cut  # noqa: E402

MODULES = {
    "is_uri": ["is_uri"],
    "uri.py": "is_uri is_uri_reference split recompose resolve normalize URI".split(),
    "split resolve merge remove_dot_segments recompose": [
        "split", "resolve", "merge", "remove_dot_segments", "recompose",
    ],
    "is_uri split resolve normalize": ["is_uri", "split", "resolve", "normalize"],
    "parse validate": ["parse", "validate"],
    "find redact": ["find", "redact"],
    "all operations": OPERATIONS,
}  # fmt: skip
# Valid and invalid, alone and in a line.
TEXTS = [text for text, *_ in texts.verdicts()] + [*texts.NORMAL, *texts.RESOLUTIONS]
TEXTS += [f'log: "{text}", <{text}>.' for text in TEXTS]
DATE = 'date = 4DIGIT "-" 2DIGIT "-" 2DIGIT'
# What each function is called with, first in a fresh process and then with the texts.
CALLS = {
    "is_uri": "is_uri('http://a/b')",
    "split": "split('http://a/b')",
    "parse": "parse('http://a/b')",
    "find": "list(find('see http://a/b.'))",
    "matches": "matches('2026-11-21')",
}
TIMED = """if True:
    import re, sys, time
    sys.dont_write_bytecode = {fresh}
    start = time.perf_counter()
    import cut
    there = time.perf_counter()
    eval({call!r}, vars(cut))
    called = time.perf_counter()
    with open("/proc/self/status") as status:
        memory = int(re.search("VmHWM:[^0-9]*([0-9]+)", status.read())[1])
    print((there - start) * 1e3, (called - start) * 1e3, memory)
"""
BARE = """if True:
    import re, sys
    with open("/proc/self/status") as status:
        print(re.search("VmHWM:[^0-9]*([0-9]+)", status.read())[1])
"""


def run(folder: Path, code: str) -> list[float]:
    command = [sys.executable, "-S", "-s", "-W", "error", "-c", code]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return [float(word) for word in ran.stdout.split()]


def timed(folder: Path, call: str, fresh: bool, times: int) -> tuple[float, float, float]:
    """The least milliseconds of the import, and of it and a first call; and kilobytes."""
    rows = []
    for _ in range(times):
        if fresh:
            shutil.rmtree(folder / "__pycache__", ignore_errors=True)
        rows.append(run(folder, TIMED.format(fresh=fresh, call=call)))
    imported, called, memory = (min(column) for column in zip(*rows))
    return imported, called, memory


def answers(source: str, names: list[str]) -> tuple[int, int]:
    """How many calls with the texts were answered as the file answers them, or not."""
    module = load(source)
    right = wrong = 0
    for name in names:
        if name in ("URI", "URIError", "Found", "matches", "merge", "recompose"):
            continue
        pairs = name in ("resolve", "relativize", "equivalent", "resolve_rfc2396")
        for text in TEXTS:
            args = ("http://a/b/c/d;p?q", text) if pairs else (text,)
            here = outcome(getattr(uri_regex, name), *args)
            same = outcome(module[name], *args) == here
            right, wrong = right + same, wrong + (not same)
    return right, wrong


def linted(folder: Path) -> list[str]:
    """What ruff and mypy say against the module, and those of the two that are not there."""
    said = []
    shutil.copy(ROOT / "pyproject.toml", folder)
    for tool, *options in (["ruff", "format", "--check"], ["ruff", "check"], ["mypy", "--strict"]):
        command = [sys.executable, "-m", tool, *options, "cut.py"]
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if "No module named" in ran.stderr:
            said.append(f"{tool} is not installed: skipped")
        elif ran.returncode:
            said.append(f"{tool}: {ran.stdout.strip()}")
    return said


def recut() -> None:
    """Run the command that each ready-made module names in its docstring."""
    for path in sorted((ROOT / "standalone").rglob("*.py")):
        said = " ".join(
            (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split()
        )
        _, cut_by, command = said.partition(" by: python3 standalone/cut.py ")
        if cut_by and said.startswith("Cut out of uri_regex "):
            cut.main([*shlex.split(command), "-o", str(path)])
            print(f"{path.stat().st_size:6,}  {path.relative_to(ROOT)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="time each module three times")
    parser.add_argument("--recut", action="store_true", help="write the ready-made modules again")
    args = parser.parse_args()
    if args.recut:
        recut()
        return 0
    times = 3 if args.quick else 15
    failed = 0
    notes: set[str] = set()
    print(
        "bytes, code lines, calls, wrong; ms of import, and with the first call; the same without"
    )
    print("bytecode; MB over those of `import re` (Linux); the module")
    own = uri_regex.Grammar(DATE)
    for what, names in [*MODULES.items(), ("a rule of one's own ABNF", ["matches"])]:
        if names == ["matches"]:
            source = cut.module(names, rules=["date"], grammar=own)
        else:
            source = cut.module(names)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "cut.py").write_text(source, encoding="utf-8")
            bare = min(run(path, BARE)[0] for _ in range(times))
            call = next(CALLS[name] for name in names if name in CALLS)
            timed(path, call, False, 1)  # which writes the bytecode
            imported, called, memory = timed(path, call, False, times)
            shutil.rmtree(path / "__pycache__")
            fresh_import, fresh_call, _ = timed(path, call, True, times)
            said = linted(path)
        notes |= {line for line in said if line.endswith("skipped")}
        failures = [line for line in said if not line.endswith("skipped")]
        right, wrong = answers(source, names)
        failed += wrong + len(failures)
        weight = len(code_lines(source))
        print(f"{len(source.encode()):6,} {weight:5} {right:6,} {wrong:3}  ", end="")
        print(f"{imported:6.2f} {called:6.2f}  {fresh_import:6.2f} {fresh_call:6.2f}  ", end="")
        print(f"{(memory - bare) / 1024:5.1f}  {what}")
        for line in failures:
            print(f"    {line}")
    for note in sorted(notes):
        print(note)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
