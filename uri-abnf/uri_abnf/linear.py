# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""A tree in which each text has one way, for a rule whose own tree has several.

A tree is settled if it is unambiguous, and all its loops may be possessive. What is settled stays. Of
what is not, the smallest parts become Blocks: trees that are made of the states of a part's smallest
automaton. Of several trees that are settled then, the shortest is taken.

States are eliminated one by one (Brzozowski and McCluskey, 1963): where q goes, each way over it, from
a to q, round at q, and from q to b, becomes an alternative of the edge from a to b. The last edge, from
before the start to behind the end, is the tree. No text leads from a state to two others, so it is
unambiguous. And what an edge takes is no beginning of what it, or another edge of that state, can take:
the text would have passed a state that is still there. So a loop takes another round if, and only if,
it has to, and may be possessive, where nothing that follows could go on in the block. Of what leads to
the end, what is longer goes first.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import compress, count

from .ambiguity import Places, TooLarge, Work, is_unambiguous
from .backtracking import Plan, gives_nothing_back, is_proven
from .charset import AT_END, Ranges, are_disjoint, edges, is_within, union
from .dfa import DEAD, END, Frozen, smallest
from .engines import PORTABLE, POSSESSIVE
from .nodes import EMPTY, Alt, Block, Cat, Node, Rep, Set, followed, items_of
from .regex_writer import RegexWriter
from .simplify import choose, concatenate, factor_heads, repeat

# Steps of all the work for one rule: a place, a pair of them, a state, a character of an edge.
_MOST_STEPS = 4_000_000
# Characters of a block's edges together, while states go: more come to no pattern that is short enough.
_LONGEST = 80_000
MAX_LENGTH = 10_000  # characters of a pattern
_DEEPEST = 100  # parts in parts, of a block: far from what Python, `re` and PCRE can take
_START, _END = -1, -2  # the states before the first one, and behind the last ones

Edges = dict[int, dict[int, Node]]  # what leads from one state to another


def make_plan(own: Node) -> Plan:
    """Return a tree as it is, if it is linear, and else one in its place, if there is one."""
    if is_proven(own):
        return Plan(own, True)
    rewriter = _Rewriter()
    tree = rewriter.rewrite(own, AT_END)
    if tree is None or _measure(tree) > MAX_LENGTH:
        return Plan(own, rewriter.is_unambiguous(own))
    return Plan(tree, True)


def _measure(tree: Node) -> int:
    """Return how many characters a tree's pattern has, at most."""
    return max([len(RegexWriter(style).write_apart(tree)) for style in (PORTABLE, POSSESSIVE)])


# ---- Parts ----


class _Rewriter:
    """Rewrites the parts of one tree. Once its work is done, it finds nothing more."""

    def __init__(self) -> None:
        self.work = Work(_MOST_STEPS)
        self.blocks: dict[Node, Block | None] = {}

    def rewrite(self, node: Node, after: Ranges) -> Node | None:
        """Return a settled tree for what a tree matches, with as little of it rewritten as can be."""
        for trees in self.candidates(node, after):
            settled = [tree for tree in trees if tree and self.is_settled(tree, after)]
            if settled:
                return min(settled, key=lambda tree: tree.length)
        return None

    def is_settled(self, node: Node, after: Ranges) -> bool:
        """Return whether a tree is unambiguous, and its loops may be possessive."""
        return _are_loops_settled(node, after) and self.is_unambiguous(node)

    def is_unambiguous(self, node: Node) -> bool:
        try:
            return isinstance(node, Block) or is_unambiguous(node, self.work)
        except TooLarge:
            return False

    def candidates(self, node: Node, after: Ranges) -> Iterator[list[Node | None]]:
        """Yield trees for what a tree matches, each time some in which more of it is rewritten."""
        yield [node]
        parts = [self.rewrite(part, follow) or part for part, follow in followed(node, after)]
        if isinstance(node, Rep):
            bodies = [parts[0], self.block(node.body)]
            repeats = [repeat(body, node.low, node.high) for body in bodies if body]
            yield [*repeats, self.block(node)]
        elif isinstance(node, Alt):
            yield [choose(parts), self.alternation(node, parts)]
        elif isinstance(node, Cat):
            yield [concatenate(parts)]
            for width in range(2, len(parts)):
                yield [
                    self.sequence(node, parts, start, width)
                    for start in range(len(parts) + 1 - width)
                ]
        yield [self.block(node)]

    def sequence(self, node: Cat, parts: list[Node], start: int, width: int) -> Node | None:
        """Return a sequence in which some neighbors are one block."""
        end = start + width
        block = self.block(Cat(node.parts[start:end]))
        return block and concatenate([*parts[:start], block, *parts[end:]])

    def alternation(self, node: Alt, parts: list[Node]) -> Node:
        """Return the alternatives, of which those that have a text in common are one block."""
        groups: list[list[int]] = []
        for number, part in enumerate(parts):
            same = [row for row in groups if any(not self.are_apart(part, parts[x]) for x in row)]
            groups = [row for row in groups if row not in same]
            groups.append(sorted([number, *[x for row in same for x in row]]))
        branches: list[Node] = []
        for row in groups:
            block = self.block(Alt(tuple([node.parts[x] for x in row]))) if row[1:] else None
            branches += [block] if block else [parts[x] for x in row]
        return choose(branches)

    def are_apart(self, one: Node, other: Node) -> bool:
        return self.is_unambiguous(Alt((one, other)))

    def block(self, node: Node) -> Block | None:
        if node not in self.blocks:
            try:
                self.blocks[node] = _make_block(node, self.work)
            except TooLarge:
                self.blocks[node] = None
        return self.blocks[node]


def _are_loops_settled(node: Node, after: Ranges) -> bool:
    if isinstance(node, Set):
        return True
    if isinstance(node, Block):
        return are_disjoint(node.goes_on, after)
    if isinstance(node, Rep) and node.high is None:
        return gives_nothing_back(node, after)
    return all(_are_loops_settled(part, follow) for part, follow in followed(node, after))


# ---- Blocks ----


def _make_block(node: Node, work: Work) -> Block:
    """Return a tree of the states of a tree's automaton. Raises TooLarge."""
    states = smallest(_states(Places(node, work), work))
    left = _edges(states)
    goes_on = union(*map(_goes_on, left.values()))
    for _ in states.states[1:]:
        befores = _befores(left)
        state = min(befores, key=partial(_cost, left, befores))
        _eliminate(left, state, befores[state])
        trees = [tree for row in left.values() for tree in row.values()]
        length = sum([tree.length for tree in trees])
        work.spend(length)
        if length > _LONGEST or max([tree.depth for tree in trees]) > _DEEPEST:
            raise TooLarge
    return Block((left[_START][_END],), goes_on)


def _goes_on(row: dict[int, Node]) -> Ranges:
    """Return what can follow where a text may end."""
    return union(*[tree.begins for tree in row.values()]) if _END in row else ()


def _states(places: Places, work: Work) -> Frozen:
    """Return the automaton of places. A state is what can follow, and whether a text may end there."""
    cuts = sorted({0}.union(*map(edges, places.sets)) - {sys.maxunicode + 1})
    kinds: dict[frozenset[int], int] = {}  # the places that take characters of each kind
    kind_of = [kinds.setdefault(_takers(places, cut), len(kinds)) for cut in cuts]
    last = frozenset(places.last)
    start = (frozenset(places.first), places.can_be_empty)
    numbers = {(frozenset[int](), False): DEAD, start: DEAD + 1}
    rows = [tuple([DEAD for _ in kinds])]
    waiting = deque([start])
    while waiting:
        onward, _ = waiting.popleft()
        row = []
        for takers in kinds:
            reached = onward & takers
            after = frozenset[int]().union(*[places.follow[place] for place in reached])
            work.spend(1 + len(reached) + len(after))
            state = (after, not last.isdisjoint(reached))
            if state not in numbers:
                numbers[state] = len(numbers)
                waiting.append(state)
            row.append(numbers[state])
        rows.append(tuple(row))
    expected = [END if may_end else "" for _, may_end in numbers]
    return Frozen({"": DEAD + 1}, cuts, kind_of, rows, expected)


def _takers(places: Places, code: int) -> frozenset[int]:
    """Return the places that take a character."""
    taken = [is_within(((code, code),), ranges) for ranges in places.sets]
    return frozenset(compress(count(), taken))


def _edges(states: Frozen) -> Edges:
    ranges: dict[int, list[tuple[int, int]]] = {}  # of each kind
    for low, after, kind in zip(states.cuts, [*states.cuts[1:], sys.maxunicode + 1], states.kinds):
        ranges.setdefault(kind, []).append((low, after - 1))
    edges_of: Edges = {_START: {states.starts[""]: EMPTY}}
    for state, row in enumerate(states.states[1:], 1):
        taken: dict[int, list[tuple[int, int]]] = {}
        for kind, target in enumerate(row):
            if target != DEAD:
                taken.setdefault(target, []).extend(ranges[kind])
        edges_of[state] = {target: Set(union(tuple(found))) for target, found in taken.items()}
        if states.expected[state]:
            edges_of[state][_END] = EMPTY
    return edges_of


def _befores(left: Edges) -> dict[int, list[int]]:
    """Return the other states that lead to each state."""
    befores: dict[int, list[int]] = {state: [] for state in left if state != _START}
    for state, row in left.items():
        for target in row:
            if target not in (state, _END):
                befores[target].append(state)
    return befores


def _cost(left: Edges, befores: dict[int, list[int]], state: int) -> int:
    """Return about how much longer all edges are without a state."""
    into = [left[before][state].length for before in befores[state]]
    out = [tree.length for target, tree in left[state].items() if target != state]
    loop = left[state][state].length if state in left[state] else 0
    added = sum(into) * (len(out) - 1) + sum(out) * (len(into) - 1)
    return added + loop * (len(into) * len(out) - 1)


def _eliminate(left: Edges, state: int, befores: Iterable[int]) -> None:
    row = left.pop(state)
    round_ = row.pop(state, EMPTY)
    for before in befores:
        into = _go_round(left[before].pop(state), round_)
        for target, out in row.items():
            way = concatenate([into, out])
            if target in left[before]:
                # To the end, no way is a beginning of one before it.
                is_last = target == _END
                way = choose(factor_heads([way, left[before][target]], is_last), is_last)
            left[before][target] = way


def _go_round(into: Node, round_: Node) -> Node:
    """Return a way to a state, and rounds there: x *x = 1*x."""
    items, last = items_of(into), items_of(round_)
    if last and items[-len(last) :] == last:
        return concatenate([*items[: -len(last)], repeat(round_, 1, None)])
    return concatenate([into, repeat(round_, 0, None)])
