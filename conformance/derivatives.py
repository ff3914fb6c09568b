# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""What a rule says after a letter is again a rule (Brzozowski 1964): the reference of fuzz.py and
grammars.py, on the trees that standards.py reads. It knows neither patterns nor automata.

A letter is a character, or a sign of more than one: where a rule stands, begins or ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

from standards import Rules, Tree, inside


class Node:
    """An expression, of which there is only one: equal ones are the same object.

    kind, parts: "empty"; "nothing"; "set" (ranges,); "sign" (letter,); "cat" (a, b); "alt" nodes;
    "rep" (node, least, most or None, whether an optional round takes a character); "taking" (a,):
    what a says with at least one character.
    """

    __slots__ = ("after", "kind", "nullable", "parts")
    made: dict[tuple[Any, ...], Node] = {}

    def __init__(self, kind: str, parts: tuple[Any, ...]) -> None:
        self.kind, self.parts = kind, parts
        self.after: dict[str, Node] = {}
        self.nullable = (
            kind == "empty"
            or (kind == "cat" and parts[0].nullable and parts[1].nullable)
            or (kind == "alt" and any(part.nullable for part in parts))
            or (kind == "rep" and (parts[1] == 0 or parts[0].nullable))
        )


def make(kind: str, *parts: Any) -> Node:
    key = kind, *parts
    if key not in Node.made:
        Node.made[key] = Node(kind, parts)
    return Node.made[key]


EMPTY, NOTHING = Node("empty", ()), Node("nothing", ())


def cat(a: Node, b: Node) -> Node:
    if NOTHING in (a, b):
        return NOTHING
    if a is EMPTY or b is EMPTY:
        return b if a is EMPTY else a
    return make("cat", a.parts[0], cat(a.parts[1], b)) if a.kind == "cat" else make("cat", a, b)


def alt(nodes: Iterable[Node]) -> Node:
    several: dict[Node, None] = {}
    for node in nodes:
        several.update(dict.fromkeys(node.parts if node.kind == "alt" else (node,)))
    several.pop(NOTHING, None)
    if len(several) < 2:
        return next(iter(several), NOTHING)
    return make("alt", *sorted(several, key=id))


def rep(node: Node, least: int, most: int | None, takes: bool = False) -> Node:
    if most == 0 or node is EMPTY:
        return EMPTY
    if (least, most) == (1, 1):
        return node
    return make("rep", node, least, most, takes)


def taking(node: Node) -> Node:
    return NOTHING if node in (EMPTY, NOTHING) else make("taking", node)


def expression(tree: Tree, rules: Rules, refs: str = "written", done: Any = None) -> Node:
    """The expression of a tree, with the rules that it refers to

    "written" out;
    "letters": each a letter, "<rule>";
    "marked": written out, between "<rule" and ">rule". Then a round that a repeat does not need
    takes a character, for `captures` tells of no other.
    """
    kind, content = tree[:2]
    done = {} if done is None else done  # by rule
    if kind == "set":
        return make("set", content) if content else NOTHING
    if kind == "ref":
        if refs == "letters":
            return make("sign", f"<{content}>")
        if content not in done:
            inner = expression(rules[content], rules, refs, done)
            if refs == "marked":
                inner = cat(make("sign", f"<{content}"), cat(inner, make("sign", f">{content}")))
            done[content] = inner
        return done[content]
    if kind == "rep":
        least, most = tree[2:4]
        if most == 0:
            return EMPTY
        takes = refs == "marked" and (least, most) != (0, 1)
        return rep(expression(content, rules, refs, done), least, most, takes)
    parts = [expression(part, rules, refs, done) for part in content]
    return alt(parts) if kind == "alt" else reduce(lambda b, a: cat(a, b), reversed(parts), EMPTY)


def derivative(node: Node, letter: str) -> Node:
    """What is left of an expression after a letter."""
    after = node.after.get(letter)
    if after is None:
        after = node.after[letter] = derive(node, letter)
    return after


def derive(node: Node, letter: str) -> Node:
    if node.kind == "set":
        return EMPTY if len(letter) == 1 and inside(ord(letter), node.parts[0]) else NOTHING
    if node.kind == "sign":
        return EMPTY if letter == node.parts[0] else NOTHING
    if node.kind == "cat":
        a, b = node.parts
        after = cat(derivative(a, letter), b)
        return alt([after, derivative(b, letter)]) if a.nullable else after
    if node.kind == "alt":
        return alt([derivative(part, letter) for part in node.parts])
    if node.kind == "taking":
        after = derivative(node.parts[0], letter)
        return after if len(letter) == 1 else taking(after)
    if node.kind == "rep":  # a round that is empty can as well come later
        body, least, most, takes = node.parts
        rest = rep(body, max(least - 1, 0), most and most - 1, takes)
        return cat(derivative(taking(body) if takes and not least else body, letter), rest)
    return NOTHING


def says(node: Node, letters: Iterable[str]) -> bool:
    """Whether these letters are one of its words."""
    return reduce(derivative, letters, node).nullable
