from __future__ import annotations
from typing import Any, NamedTuple
class Comparison(NamedTuple):
    only_first: str | None
    only_second: str | None
def compare_automata(a: Any, b: Any) -> Comparison: ...
def make_examples(g: Any, rule: str, count: int, seed: int, invalid: bool) -> list[str]: ...
