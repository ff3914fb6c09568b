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

A quoted string, or a URI in < >, has many states, which are no business of the other parts. So what is
settled, and ends where nothing can go on, is an atom: one character while states go, if the first
character tells it from all others that a state waits for.
"""

from __future__ import annotations

import sys
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import chain, compress, count, starmap
from operator import attrgetter

from .ambiguity import Places, TooLarge, Work, is_unambiguous
from .backtracking import Plan, gives_nothing_back, is_proven
from .charset import AT_END, Ranges, are_disjoint, edges, is_within, union
from .dfa import DEAD, END, Frozen, smallest
from .engines import PORTABLE, POSSESSIVE
from .nodes import EMPTY, Alt, Block, Cat, Node, Rep, Set, branches_of, followed, items_of, join
from .regex_writer import RegexWriter
from .simplify import choose, concatenate, factor_heads, merge_classes, repeat

MAX_LENGTH = 10_000  # characters of a pattern
# Steps of all the work for one rule: a place, a pair of them, a state, a character of an edge.
_MOST_STEPS = 4_000_000
# Of a block while states go: characters of all edges together, as more come to no pattern that is short
# enough; and parts in parts, which Python, `re` and PCRE can take.
_LONGEST = 80_000
_DEEPEST = 100
_SHORTEST_ATOM = 40
_FIRST_ATOM = sys.maxunicode + 1  # the character that stands for the first atom
_START, _END = -1, -2  # the states before the first one, and behind the last ones

Edges = dict[int, dict[int, Node]]  # what leads from one state to another


def make_plan(own: Node) -> Plan:
    """Return a tree as it is, if it is linear, and else one in its place, if there is one."""
    if is_proven(own):
        return Plan(own, True)
    tree = _Rewriter().rewrite(own, AT_END)
    if tree is not own and _measure(tree) <= MAX_LENGTH:
        return Plan(tree, True)
    return Plan(own, _Rewriter().is_unambiguous(own))


def _measure(tree: Node) -> int:
    """Return how many characters a tree's pattern has, at most."""
    portable, possessive = RegexWriter(PORTABLE), RegexWriter(POSSESSIVE)
    return max(len(portable.write_apart(tree)), len(possessive.write_apart(tree)))


# ---- Parts ----


class _Rewriter:
    """Rewrites the parts of one tree. Once its work is done, it finds nothing more."""

    def __init__(self) -> None:
        self.work = Work(_MOST_STEPS)
        self.atoms = _Atoms(self.work)
        self.known: dict[Node, Block | None] = {}

    def rewrite(self, node: Node, after: Ranges) -> Node:
        """Return a settled tree for what a tree matches, with as little of it rewritten as can be.

        If none is found, it stays as it is.
        """
        for trees in self.candidates(node, after):
            settled = [tree for tree in trees if self.is_settled(tree, after)]
            if settled:
                return min(settled, key=attrgetter("length"))
        return node

    def is_settled(self, node: Node, after: Ranges) -> bool:
        """Return whether a tree is unambiguous, and its loops may be possessive."""
        return _are_loops_settled(node, after) and self.is_unambiguous(node)

    def is_unambiguous(self, node: Node) -> bool:
        try:
            return isinstance(node, Block) or is_unambiguous(node, self.work)
        except TooLarge:
            return False

    def candidates(self, node: Node, after: Ranges) -> Iterator[Iterable[Node]]:
        """Yield trees for what a tree matches, each time some in which more of it is rewritten."""
        yield [node]
        parts = list(starmap(self.rewrite, followed(node, after)))
        if isinstance(node, Rep):
            yield self.repeats(node, parts[0])
        elif isinstance(node, Alt):
            yield [choose(parts), self.alternation(node, parts)]
        elif isinstance(node, Cat):
            yield [concatenate(parts)]
            for width in range(2, len(parts)):
                yield self.sequences(node, parts, width)
        yield self.blocks(node)

    def repeats(self, node: Rep, body: Node) -> Iterator[Node]:
        """Yield repeats of a body that is rewritten, or one block, or that are one block themselves."""
        for round_ in (body, *self.blocks(node.body)):
            yield repeat(round_, node.low, node.high)
        yield from self.blocks(node)

    def sequences(self, node: Cat, parts: list[Node], width: int) -> Iterator[Node]:
        """Yield sequences in which so many neighbors are one block."""
        for start in range(len(parts) + 1 - width):
            end = start + width
            for block in self.blocks(Cat(node.parts[start:end])):
                yield concatenate([*parts[:start], block, *parts[end:]])

    def alternation(self, node: Alt, parts: list[Node]) -> Node:
        """Return the alternatives, of which those that have a text in common are one block."""
        groups: list[list[tuple[Node, Node]]] = []  # of alternatives, as they are and rewritten
        for pair in zip(node.parts, parts):
            apart, together = [], [pair]
            for group in groups:
                if all(self.are_apart(pair[1], other) for _, other in group):
                    apart.append(group)
                else:
                    together = group + together
            groups = [*apart, together]
        branches: list[Node] = []
        for group in groups:
            own, rewritten = zip(*group)
            is_alone = len(group) == 1
            branches += rewritten if is_alone else self.blocks(Alt(own)) or rewritten
        return choose(branches)

    def are_apart(self, one: Node, other: Node) -> bool:
        return self.is_unambiguous(Alt((one, other)))

    def blocks(self, node: Node) -> list[Block]:
        """Return the block of a tree, or nothing if it is too large."""
        if node not in self.known:
            try:
                self.known[node] = _make_block(node, self.atoms)
            except TooLarge:
                self.known[node] = None
        return list(filter(None, [self.known[node]]))


def _are_loops_settled(node: Node, after: Ranges) -> bool:
    if isinstance(node, Set):
        return True
    if isinstance(node, Block):
        return are_disjoint(node.goes_on, after)
    if isinstance(node, Rep) and node.high is None:
        return gives_nothing_back(node, after)
    return all(_are_loops_settled(part, follow) for part, follow in followed(node, after))


# ---- Atoms ----


class _Atoms:
    """Atoms, and the characters that stand for them."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.codes: dict[Node, int] = {}
        self.is_atom = cache(self.look_at)

    def put_in(self, node: Node) -> Node:
        """Return a tree in which characters stand for atoms."""
        if not isinstance(node, Cat):
            return node.with_parts(map(self.put_in, node.parts))
        items: list[Node] = []
        start = 0
        while start < len(node.parts):
            end = self.find_end(node.parts, start)
            if end:
                atom = Cat(node.parts[start:end])
                code = self.codes.setdefault(atom, _FIRST_ATOM + len(self.codes))
                items.append(Set(((code, code),)))
                start = end
            else:
                items.append(self.put_in(node.parts[start]))
                start += 1
        return join(Cat, items)

    def find_end(self, parts: tuple[Node, ...], start: int) -> int:
        """Return where the longest atom ends that begins with a part, or 0 if there is none."""
        for end in range(len(parts), start + 1, -1):
            row = parts[start:end]
            if isinstance(row[0], Set) and isinstance(row[-1], Set) and self.is_atom(Cat(row)):
                return end
        return 0

    def look_at(self, node: Cat) -> bool:
        """Return whether a tree is long, settled, and ends where nothing can go on."""
        if node.length < _SHORTEST_ATOM or not _are_loops_settled(node, ()):
            return False
        places = Places(node, self.work)
        is_closed = not any(places.follow[place] for place in places.last)
        return is_closed and is_unambiguous(node, self.work)

    def take_out(self, ranges: Ranges) -> Node:
        """Return the characters in ranges, and the atoms that some of them stand for."""
        nodes: list[Node] = []
        for low, high in ranges:
            if low < _FIRST_ATOM:
                nodes.append(Set(((low, high),)))
        for atom, code in self.codes.items():
            if is_within(((code, code),), ranges):
                nodes.append(atom)
        return join(Alt, merge_classes(nodes))


# ---- States ----


def _states(places: Places, work: Work) -> Frozen:
    """Return the automaton of places. A state is what can follow, and whether a text may end there."""
    cuts = sorted({0}.union(*map(edges, places.sets)))
    takers = list(map(partial(_takers, places), cuts))
    kinds = list(dict.fromkeys(takers))
    last = frozenset(places.last)
    start = (frozenset(places.first), places.can_be_empty)
    numbers = {(frozenset[int](), False): DEAD, start: DEAD + 1}
    rows = []
    waiting = deque(numbers)
    while waiting:
        onward, _ = waiting.popleft()
        row = []
        for takers_of_kind in kinds:
            reached = onward & takers_of_kind
            after = frozenset[int]().union(*[places.follow[place] for place in reached])
            work.spend(1 + len(reached) + len(after))
            state = (after, not last.isdisjoint(reached))
            if state not in numbers:
                numbers[state] = len(numbers)
                waiting.append(state)
            row.append(numbers[state])
        rows.append(tuple(row))
    expected = [END if may_end else "" for _, may_end in numbers]
    return Frozen({"": DEAD + 1}, cuts, list(map(kinds.index, takers)), rows, expected)


def _takers(places: Places, code: int) -> frozenset[int]:
    """Return the places that take a character."""
    taken = map(partial(is_within, ((code, code),)), places.sets)
    return frozenset(compress(count(), taken))


# ---- Blocks ----


def _make_block(node: Node, atoms: _Atoms) -> Block:
    """Return a tree of the states of a tree's automaton. Raises TooLarge."""
    work = atoms.work
    left = _edges(atoms.put_in(node), atoms)
    if not all(map(_is_decided, left.values())):
        left = _edges(node, atoms)
    goes_on = union(*map(_goes_on, left.values()))
    while len(left) > 1:
        befores = _befores(left)
        state = min(befores, key=partial(_cost, left, befores))
        _eliminate(left, state, befores[state])
        trees = Alt(tuple(chain.from_iterable(map(dict.values, left.values()))))
        work.spend(trees.length)
        if trees.length > _LONGEST or trees.depth > _DEEPEST:
            raise TooLarge
    return Block((left[_START][_END],), goes_on)


def _edges(node: Node, atoms: _Atoms) -> Edges:
    """Return what leads from state to state of a tree's automaton."""
    states = smallest(_states(Places(node, atoms.work), atoms.work))
    taken: dict[int, Ranges] = defaultdict(tuple)  # by characters of each kind
    for low, after, kind in zip(states.cuts, states.cuts[1:], states.kinds):
        taken[kind] += ((low, after - 1),)
    found: Edges = {_START: {states.starts[""]: EMPTY}}
    for state, row in enumerate(states.states[1:], 1):
        leading: dict[int, Ranges] = {}
        for kind, target in enumerate(row):
            if target != DEAD:
                leading[target] = union(leading.get(target, ()), taken[kind])
        found[state] = dict(zip(leading, map(atoms.take_out, leading.values())))
        if states.expected[state]:
            found[state][_END] = EMPTY
    return found


def _is_decided(row: dict[int, Node]) -> bool:
    """Return whether the next character tells what leads from a state."""
    ways = chain.from_iterable(map(branches_of, row.values()))
    return are_disjoint(*map(attrgetter("begins"), ways))


def _goes_on(row: dict[int, Node]) -> Ranges:
    """Return what can follow where a text may end."""
    if _END not in row:
        return ()
    return union(*map(attrgetter("begins"), row.values()))


def _befores(left: Edges) -> dict[int, list[int]]:
    """Return the other states that lead to each state."""
    befores = defaultdict(list)
    for state, row in left.items():
        for target in row:
            if target not in (state, _END):
                befores[target].append(state)
    return befores


def _cost(left: Edges, befores: dict[int, list[int]], state: int) -> int:
    """Return about how much longer all edges are without a state."""
    row = dict(left[state])
    loop = row.pop(state, EMPTY).length
    into = [left[before][state] for before in befores[state]]
    length_into, length_out = Cat(tuple(into)).length, Cat(tuple(row.values())).length
    added = length_into * (len(row) - 1) + length_out * (len(into) - 1)
    return added + loop * (len(into) * len(row) - 1)


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
