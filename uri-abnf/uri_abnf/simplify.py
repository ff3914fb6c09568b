# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The identities of regular expressions that keep trees, and so patterns, small.

`pattern_tree` copies a tree as read, with the trees of other rules in the place of references, through
`concatenate`, `choose` and `repeat`, from the leaves up. These three apply identities:

    in           identity                                                 without it
    choose       a / b = [ab]                      (merge_classes)  twice the length, six times the time
    choose       x / *( s / y ) = *( s / y )       (drop_covered)  hosts of RFC 2396: 27 times the time
    choose       x t / y t = ( x / y ) t           (factor_tails)  URI-reference has 4,279 characters
    concatenate  x y x y = ( x y ){2}              (fold)  URI has 1,382 characters
    concatenate  *x [ y *( x / y ) ] = *( x / y )  (absorb)  the path is two loops, not one
    repeat       *( y *x ) = [ y *( x / y ) ]  the option that `absorb` needs
    repeat       ( 1*x ){m,n} = x{m,}  RFC 2396 has loops in loops

x is covered if it is made of what the loop takes: every IPv4address is a reg-name, too. In each of the
three, the identities are applied in the order of these rows. They keep the texts, not which alternative
matches: captures are an automaton's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, groupby, takewhile
from operator import itemgetter

from .backtracking import are_decided
from .charset import is_within, union
from .nodes import EMPTY, Alt, Cat, Node, Ref, Rep, Set, bare, branches_of, is_loop, items_of, join

# Nodes that are compared with loops in one alternation, about a second.
_MAX_COVERING = 1_000_000
# Items that are looked for in a row: "dec-octet" "." are two.
_LONGEST_UNIT = 8
_HEAD = itemgetter(slice(1))  # the first item of a row, if it has one


# ---- Sequences ----


def concatenate(nodes: Iterable[Node]) -> Node:
    return join(Cat, absorb(fold(list(chain.from_iterable(map(items_of, nodes))))))


def _weigh(node: Node) -> int:
    """Return about how long a tree is once it is written."""
    if isinstance(node, Set):
        return node.length
    return 2 + 4 * len(node.parts)  # what has parts is long


def fold(items: list[Node]) -> list[Node]:
    """x y x y = ( x y ){2}, for units of up to _LONGEST_UNIT items."""
    if len(set(items)) == len(items):
        return items
    for size in range(1, min(len(items) // 2, _LONGEST_UNIT) + 1):
        items = _fold_units(items, size)
    return items


def _fold_units(items: list[Node], size: int) -> list[Node]:
    folded = []
    start = 0
    while start < len(items):
        unit = items[start : start + size]
        end = start + size
        while items[end : end + size] == unit:
            end += size
        times = (end - start) // size
        if times > 1 and (times - 1) * sum(map(_weigh, unit)) > 3:  # else "{2}" is no shorter
            folded.append(repeat(concatenate(unit), times, times))
            start = end
        else:
            folded.append(items[start])
            start += 1
    return folded


def absorb(items: list[Node]) -> list[Node]:
    """*x [ y *( x / y ) ] = *( x / y ), and 1*x [ y *( x / y ) ] = x *( x / y ).

    So a path has one loop: *pchar *( "/" *pchar ) = *( pchar / "/" ).
    """
    absorbed = items[:1]
    for item in items[1:]:
        absorbed += _absorb_option(absorbed.pop(), item)
    return absorbed


def _absorb_option(loop: Node, option: Node) -> list[Node]:
    """Return *( x / y ) for the two, if they are *x and [ y *( x / y ) ], and else the two."""
    apart = [loop, option]
    *_, last = branches_of(option)  # "" of an option
    if not is_loop(loop) or last != EMPTY:
        return apart
    y, *rest = items_of(option.parts[0])
    both = [*branches_of(loop.parts[0]), *branches_of(y)]
    if not are_decided(both):
        return apart
    loop_of_both = repeat(choose(both), 0, None)
    if rest != [loop_of_both]:
        return apart
    return [loop_of_both] if loop.can_be_empty else [loop.parts[0], loop_of_both]


# ---- Repeats ----


def repeat(node: Node, low: int, high: int | None) -> Node:
    if high == 0 or node == EMPTY:
        return EMPTY
    if (low, high) == (1, 1):
        return node
    if isinstance(node, Rep) and is_loop(node):  # ( 1*x ){m,n} = x{m,}
        return replace(node, low=node.low * low)
    if (low, high) == (0, None) and isinstance(node, Cat) and len(node.parts) == 2:
        # *( y *x ) = [ y *( x / y ) ], where y is one character.
        y, loop = node.parts
        if isinstance(y, Set) and is_loop(loop) and loop.can_be_empty:
            both = [*branches_of(loop.parts[0]), y]
            if are_decided(both):
                return repeat(concatenate([y, repeat(choose(both), 0, None)]), 0, 1)
    return Rep((node,), low, high)


# ---- Alternatives ----


def choose(nodes: Iterable[Node], ordered: bool = False) -> Node:
    """Return one of the alternatives, sets first and "" last, unless they are `ordered`."""
    branches = list(dict.fromkeys(chain.from_iterable(map(branches_of, nodes))))
    if not ordered:
        branches.sort(key=lambda branch: (not isinstance(branch, Set), branch == EMPTY))
    branches = merge_classes(branches)
    if not ordered:
        branches = drop_covered(branches)
    low = 1
    if len(branches) > 1 and branches[-1] == EMPTY:  # x / "" = [ x ]
        branches.pop()
        low = 0
    return repeat(join(Alt, factor_tails(branches, ordered)), low, 1)


def merge_classes(branches: Iterable[Node]) -> list[Node]:
    """s / t of one character each = one class, for neighbors."""
    merged: list[Node] = []
    for are_sets, neighbors in groupby(branches, lambda branch: isinstance(branch, Set)):
        run = list(neighbors)
        if are_sets:
            run = [Set(union(*[branch.begins for branch in run]))]
        merged += run
    return merged


def drop_covered(branches: list[Node]) -> list[Node]:
    """x / *( s / y ) = *( s / y ), where x is made of s and y: every IPv4address is a reg-name too.

    Only a capture has to tell them apart (3.2.2). A verdict is the same, faster, and proven.
    """
    loops = [_Loop(branch) for branch in branches if is_loop(bare(branch))]
    if len(loops) * Alt(tuple(branches)).size > _MAX_COVERING:
        return branches
    left = []
    for branch in branches:
        others = [loop for loop in loops if loop.node is not branch]
        if any(loop.covers(branch) for loop in others):
            loops = others  # of two that cover each other, one stays
        else:
            left.append(branch)
    return left


class _Loop:
    """A loop, and what it takes in each round: these characters, and these trees."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.choices = frozenset(branches_of(bare(node).parts[0]))
        self.characters = union(*[x.ranges for x in self.choices if isinstance(x, Set)])

    def covers(self, node: Node) -> bool:
        if node.can_be_empty and not self.node.can_be_empty:
            return False
        return self.is_made_of(node)

    def is_made_of(self, node: Node) -> bool:
        """Return whether all that a tree matches is a row of what the loop takes."""
        if node in self.choices:
            return True
        if isinstance(node, Set):
            return is_within(node.ranges, self.characters)
        return all(map(self.is_made_of, node.parts))


def factor_tails(branches: list[Node], ordered: bool = False) -> list[Node]:
    """x t / y t = ( x / y ) t, for neighbors, so that no order changes."""
    factored: list[Node] = []
    for _, neighbors in groupby(branches, lambda branch: items_of(branch)[-1:]):
        run = list(neighbors)
        rows = list(map(items_of, run))
        size = _count_alike(zip(*map(reversed, rows)))
        tail = rows[0][len(rows[0]) - size :]
        if len(run) > 1 and (len(run) - 1) * sum(map(_weigh, tail)) > 4:  # else it is no shorter
            heads = [concatenate(row[: len(row) - size]) for row in rows]
            factored.append(concatenate([choose(heads, ordered), *tail]))
        else:
            factored += run
    return factored


def factor_heads(branches: Sequence[Node], ordered: bool) -> list[Node]:
    """x t / x u = x ( t / u ), for neighbors if they are ordered."""
    rows = list(map(items_of, chain.from_iterable(map(branches_of, branches))))
    if not ordered:
        heads = list(dict.fromkeys(map(_HEAD, rows)))
        rows.sort(key=lambda row: heads.index(_HEAD(row)))
    factored: list[Node] = []
    for _, neighbors in groupby(rows, _HEAD):
        run = list(neighbors)
        if len(run) > 1:
            size = _count_alike(zip(*run))
            rests = factor_heads([join(Cat, row[size:]) for row in run], ordered)
            factored.append(concatenate([*run[0][:size], choose(rests, ordered)]))
        else:
            factored.append(join(Cat, run[0]))
    return factored


def _count_alike(columns: Iterable[Sequence[Node]]) -> int:
    """Return how many columns, from the first one on, have one item over and over."""
    return len(list(takewhile(lambda items: len(set(items)) == 1, columns)))


# ---- From reading to patterns ----


def pattern_tree(node: Node, of_rule: Callable[[str], Node]) -> Node:
    """Return a tree as read as one for a pattern; `of_rule` has the trees of other rules.

    segment = *pchar, of RFC 3986: pchar is written out, and `choose` makes one class of all that is one
    character: *( [!$&-…] / "%" HEXDIG HEXDIG ). `concatenate` folds the two digits.
    """
    if isinstance(node, Set):
        return Set(node.ranges)
    if isinstance(node, Ref):
        return of_rule(node.name)
    parts = [pattern_tree(part, of_rule) for part in node.parts]
    if isinstance(node, Rep):
        return repeat(parts[0], node.low, node.high)
    if isinstance(node, Cat):
        return concatenate(parts)
    return choose(parts)
