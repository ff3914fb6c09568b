# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Automata of rules and of patterns, exact over all 1,114,112 code points.

A possessive quantifier makes a pattern more than a set of texts: what it matches depends on the
order in which a search tries its ways. So the search itself is made an automaton here: its states
are the ways that are still open, in order, with what a possessive repeat has given up. For a pattern
without such a repeat, and for ABNF, the order does not count, and this is the usual construction of
subsets.

It shares no code with uri_regex, nor with uri_abnf.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, Optional

from standards import CORE, RULES, TOP, Ranges, Rules, Tree, complement, inside, singleton, union

# ---- Reading patterns --------------------------------------------------------------------------

# What may stand behind a backslash. In a class, JavaScript's `v` flag wants all of these escaped.
IN_CLASS = "\\[]^-/(){}|"
OUTSIDE_CLASS = "\\.^$*+?{}()[]|/-"
# Control characters, which every engine with escapes reads in the same way
CONTROL = re.compile(r"\\(?:([tnfr])|x([0-9A-Fa-f]{2}))")
CONTROLS = {"t": "\t", "n": "\n", "f": "\f", "r": "\r"}
QUANTIFIER = re.compile(r"(?:([*+?])|\{([0-9]+)(?:(,)([0-9]*))?\})(\+?)")
SIGNS = {"*": (0, None), "+": (1, None), "?": (0, 1)}


class Pattern:
    """The tree of a pattern's text.

    It may hold characters, classes, groups, "|" and repeats. Anything else is an error: not all
    engines read it, or not all in one way.
    """

    def __init__(self, text: str, possessive: bool = False) -> None:
        """`possessive`: such quantifiers are allowed, and what only JavaScript wants escaped is not
        looked at: it has no such quantifiers."""
        self.text = text
        self.at = 0
        self.possessive = possessive
        self.tree = self.alternation()
        if self.at < len(text):
            raise self.error("unmatched ')'")

    def error(self, problem: str) -> ValueError:
        return ValueError(f"pattern: {problem} at {self.at}: {self.peek(20)!r}")

    def peek(self, size: int = 1) -> str:
        return self.text[self.at : self.at + size]

    def skip(self, piece: str) -> bool:
        """Whether the text goes on with a piece, which is then skipped."""
        found = self.text.startswith(piece, self.at)
        if found:
            self.at += len(piece)
        return found

    def alternation(self) -> Tree:
        branches = [self.concatenation()]
        while self.skip("|"):
            branches.append(self.concatenation())
        return ("alt", branches)

    def concatenation(self) -> Tree:
        parts = []
        while self.peek() and self.peek() not in "|)":
            atom = self.atom()
            parts.append(self.repeated(atom))
        return ("cat", parts)

    def repeated(self, atom: Tree) -> Tree:
        """What an atom is with the quantifier behind it, if there is one."""
        quantifier = QUANTIFIER.match(self.text, self.at)
        if quantifier is None:
            return atom
        sign, least, comma, most, plus = quantifier.groups()
        if plus and not self.possessive:
            raise self.error("a possessive quantifier")
        if plus and not sign:
            atom = ("rep", atom, 1, 1, True)  # CPython keeps each round of x{2,}+, too
        self.at = quantifier.end()
        possessive = plus == "+"
        if sign:
            return ("rep", atom, *SIGNS[sign], possessive)
        if not comma:
            return ("rep", atom, int(least), int(least), possessive)
        return ("rep", atom, int(least), int(most) if most else None, possessive)

    def atom(self) -> Tree:
        if self.skip("(?:"):
            tree = self.alternation()
            if not self.skip(")"):
                raise self.error("')' is missing")
            return tree
        if self.skip("["):
            return ("set", self.character_class())
        char = self.peek()
        if char in "(.^$*+?{}":
            raise self.error(f"{char!r}, which is not portable here,")
        return ("set", singleton(self.literal(OUTSIDE_CLASS)))

    def literal(self, escapable: str) -> str:
        """One character; a backslash and one of `escapable`, never \\d, \\w, \\b; or a control."""
        control = CONTROL.match(self.text, self.at)
        if control:
            self.at = control.end()
            letter, digits = control.groups()
            return CONTROLS[letter] if letter else chr(int(digits, 16))
        char = self.peek()
        if self.skip("\\"):
            char = self.peek()
            if not char or char not in escapable:
                raise self.error("an escape that is not portable")
        self.at += 1
        return char

    def member(self) -> str:
        """A character of a class."""
        char = self.peek()
        if char in ("", "["):
            raise self.error("a class that is not closed, or a bare '['")
        if char in IN_CLASS and char not in "\\^" and not self.possessive:
            raise self.error(f"a bare {char!r} in a class")
        return self.literal(IN_CLASS)

    def character_class(self) -> Ranges:
        """The set of a class, from behind its "[" to behind its "]"."""
        ranges = []
        negated = self.skip("^")
        while not self.skip("]"):
            low = high = self.member()
            if self.peek() == "-" and self.peek(2) != "-]":
                self.at += 1
                high = self.member()
            if low > high:
                raise self.error("a range that runs backwards")
            ranges.append((ord(low), ord(high)))
        members = union(tuple(ranges))
        return complement(members) if negated else members


def as_set(tree: Tree, rules: Rules) -> Ranges | None:
    """The set of a tree that matches single characters only, else None."""
    kind, content = tree[:2]
    if kind == "set":
        ranges: Ranges = content
        return ranges
    if kind == "ref":
        return as_set(rules[content], rules)
    if kind == "cat" and len(content) == 1:
        return as_set(content[0], rules)
    if kind == "alt":
        sets = []
        for branch in content:
            found = as_set(branch, rules)
            if found is None:
                return None
            sets.append(found)
        return union(*sets)
    return None


# ---- The search ----------------------------------------------------------------------------------
#
# A search is a tuple of ways, the first one first. A way is
#   the number of a step that waits for a character (0: for the end of the text)
#   ("kept", depth, search)      as the search says; but if that is given up at this depth, no way
#   ("final", depth, search)     as the search says; but if that fails, all is given up at this depth
# What stands in a possessive repeat at depth 1 (2 for one inside of it, and so on) is "kept", and
# what comes behind the repeat is "final" there: no way of the repeat is tried after it.

Search = tuple[Any, ...]
END = 0


def first_of(searches: Iterable[Search]) -> Search:
    """The ways of several searches, those of the first first."""
    ways: dict[Any, None] = {}
    for way in chain.from_iterable(searches):
        ways[way] = None
        if isinstance(way, tuple) and way[0] == "final":
            break  # what comes behind is never tried
    return tuple(ways)


class Steps:
    """The steps of a tree: what waits for characters, and where it goes on."""

    def __init__(self, tree: Tree, rules: Rules) -> None:
        self.rules = rules
        self.steps: list[Tree] = [("end",)]
        self.depths = [0]  # of each step: how many possessive repeats it stands in
        self.depth = 0  # of what is built
        self.open: set[int] = set()  # loops that have been entered since the last character
        self.start = self.build(tree, END)

    def add(self, *step: Any) -> int:
        self.steps.append(step)
        self.depths.append(self.depth)
        return len(self.steps) - 1

    def build(self, tree: Tree, then: int) -> int:
        """The step that a tree begins with; behind the tree, the step `then` follows."""
        ranges = as_set(tree, self.rules)
        if ranges is not None:
            return self.add("set", ranges, then)
        kind, content = tree[:2]
        if kind == "ref":
            return self.build(self.rules[content], then)
        if kind == "alt":
            return self.add("choice", [self.build(branch, then) for branch in content])
        if kind == "cat":
            for part in reversed(content):
                then = self.build(part, then)
            return then
        _, _, least, most, possessive = tree
        if not possessive:
            return self.repetition(content, least, most, then)
        self.depth += 1
        inner = self.repetition(content, least, most, self.add("final", self.depth, then))
        begin = self.add("kept", self.depth, inner)
        self.depth -= 1
        return begin

    def repetition(self, body: Tree, least: int, most: int | None, then: int) -> int:
        if most is None:
            loop = self.add("loop", then)
            self.steps[loop] += (self.build(body, loop),)
            then = loop
        else:  # x{0,3} is (?:x(?:x(?:x)?)?)?
            end = then
            for _ in range(most - least):
                then = self.add("choice", [self.build(body, then), end])
        for _ in range(least):
            then = self.build(body, then)
        return then

    def kept(self, depth: int, search: Search) -> Search:
        """A search that may be given up at a depth, in its shortest form."""
        if search and search[-1] == ("final", depth, ()):
            search = search[:-1]  # it fails in either case
        if search and isinstance(search[0], tuple) and search[0][:2] == ("final", depth):
            inner: Search = search[0][2]
            return inner
        if not self.may_give_up(depth, search):
            return search
        return (("kept", depth, search),)

    def may_give_up(self, depth: int, search: Search) -> bool:
        """Whether a search is final at this depth, or can become so."""
        for way in search:
            if isinstance(way, int):
                if self.depths[way] >= depth:
                    return True
                continue
            kind, own_depth, inner = way
            if own_depth == depth:
                if kind == "final":
                    return True
            elif self.may_give_up(depth, inner):
                return True
        return False

    def search(self, step: int) -> Search:
        """What is to be tried from a step on, up to the next characters."""
        ways: list[Any] = []
        self.collect(step, ways, set())
        return first_of([tuple(ways)])

    def collect(self, step: int, ways: list[Any], seen: set[Hashable]) -> None:
        """Add the ways from a step on, but what is `seen`: it has been tried before."""
        while step in self.open:  # a round that was empty ends the loop
            step = self.steps[step][1]
        tried = step, frozenset(self.open)
        if tried in seen:
            return
        seen.add(tried)
        kind, *content = self.steps[step]
        if kind == "loop":
            then, body = content
            self.open.add(step)
            self.collect(body, ways, seen)
            self.open.remove(step)
            self.collect(then, ways, seen)
        elif kind == "choice":
            for option in content[0]:
                self.collect(option, ways, seen)
        elif kind == "kept":
            depth, then = content
            ways += self.kept(depth, self.search(then))
        elif kind == "final":
            depth, then = content
            ways.append(("final", depth, self.search(then)))
        else:
            ways.append(step)


Verdict = Optional[int]  # END: accepted; None: failed; a depth: given up there


def at_the_end(search: Search) -> Verdict:
    """What a search comes to where the text ends."""
    for way in search:
        if way == END:
            return END
        if isinstance(way, int):
            continue
        kind, depth, inner = way
        verdict = at_the_end(inner)
        if kind == "final":
            return depth if verdict is None else verdict
        if verdict is not None and verdict != depth:
            return verdict
    return None


# ---- Automata ------------------------------------------------------------------------------------


class Kinds(dict[str, int]):
    """The kind of each character: a set of code points that no step of a tree tells apart.

    `edges` cut the code points into ranges: two of them are of one kind if the same sets hold them.
    """

    def __init__(self, sets: Iterable[Ranges]) -> None:
        super().__init__()
        self.within: dict[Ranges, set[int]] = {ranges: set() for ranges in sorted(set(sets))}
        # Surrogates get edges of their own, so that tests reach them.
        edges = {0, 0x80, 0x100, 0xD800, 0xDC00, 0xE000, 0x10000}
        for low, high in chain(*self.within):
            edges |= {low, high + 1}
        self.edges = sorted(edges - {TOP + 1})
        self.of_range: list[int] = []  # the kind from each edge to the next
        number: dict[tuple[Ranges, ...], int] = {}
        for edge in self.edges:
            holders = tuple(ranges for ranges in self.within if inside(edge, ranges))
            kind = number.setdefault(holders, len(number))
            self.of_range.append(kind)
            for ranges in holders:
                self.within[ranges].add(kind)
        self.size = len(number)

    def __missing__(self, char: str) -> int:
        kind = self.of_range[bisect_right(self.edges, ord(char)) - 1]
        self[char] = kind
        return kind

    def ranges(self) -> list[tuple[int, int, int]]:
        """The first and the last code point of each range, and its kind."""
        lasts = [edge - 1 for edge in self.edges[1:]]
        return list(zip(self.edges, [*lasts, TOP], self.of_range))

    def characters(self) -> list[str]:
        """One character of each kind, printable and ASCII where there is one."""
        found: dict[int, str] = {}
        printable = range(0x21, 0x7F)
        for char in chain("azAZ019", map(chr, printable), map(chr, self.edges)):
            found.setdefault(self[char], char)
        return [found[kind] for kind in range(self.size)]


class Automaton:
    """A deterministic automaton, complete over 0..0x10FFFF.

    `rows[state][kind]` is the next state, `kinds[char]` the kind of a character. State 0 is the
    start. `words` has a shortest text to each state.
    """

    def __init__(self, kinds: Kinds, rows: list[list[int]], accept: list[bool]) -> None:
        self.kinds = kinds
        self.chars = kinds.characters()
        self.rows = rows
        self.accept = accept
        self.words = self.shortest_ways()
        self.completions = self.shortest_completions()
        self.live = [completion is not None for completion in self.completions]

    def shortest_ways(self) -> list[str]:
        words = {0: ""}
        queue = deque([0])
        while queue:
            state = queue.popleft()
            for char, target in zip(self.chars, self.rows[state]):
                if target not in words:
                    words[target] = words[state] + char
                    queue.append(target)
        return [words[state] for state in range(len(self.rows))]

    def shortest_completions(self) -> list[str | None]:
        """A shortest text from each state to an accepting one; None from a dead state."""
        before: list[list[tuple[str, int]]] = [[] for _ in self.rows]
        for state, row in enumerate(self.rows):
            for char, target in zip(self.chars, row):
                before[target].append((char, state))
        found: list[str | None] = [None for _ in self.rows]
        queue = deque((state, "") for state, accepts in enumerate(self.accept) if accepts)
        while queue:
            state, text = queue.popleft()
            if found[state] is None:
                found[state] = text
                queue.extend((source, char + text) for char, source in before[state])
        return found

    def run(self, text: str, state: int = 0) -> int:
        rows, kinds = self.rows, self.kinds
        for char in text:
            state = rows[state][kinds[char]]
        return state

    def matches(self, text: str) -> bool:
        return self.accept[self.run(text)]

    def offset(self, text: str) -> int:
        """The length of the longest prefix that some text continues to a valid one."""
        state = 0
        for at, char in enumerate(text):
            state = self.rows[state][self.kinds[char]]
            if not self.live[state]:
                return at
        return len(text)

    def viable(self, text: str) -> str:
        """ "valid", "incomplete" (some continuation is valid) or "invalid"."""
        state = self.run(text)
        if self.accept[state]:
            return "valid"
        return "incomplete" if self.live[state] else "invalid"

    def following(self, state: int) -> Ranges:
        """The characters that can stand next in a text that some continuation makes valid."""
        ranges = []
        for low, high, kind in self.kinds.ranges():
            if self.live[self.rows[state][kind]]:
                ranges.append((low, high))
        return union(tuple(ranges))

    def shape(self) -> Hashable:
        """Equal for automata that are equal in all."""
        rows = tuple(map(tuple, self.rows))
        return rows, tuple(self.accept), tuple(self.kinds.edges), tuple(self.kinds.of_range)

    def minimal(self) -> Automaton:
        """The smallest one of the same language: equal states are one (Moore)."""
        block = numbered(self.accept)
        while True:
            keys = []
            for own, row in zip(block, self.rows):
                keys.append((own, *[block[target] for target in row]))
            finer = numbered(keys)
            if finer == block:
                break
            block = finer
        rows: list[list[int]] = []
        accept: list[bool] = []
        for own, row, accepts in zip(block, self.rows, self.accept):
            if own == len(rows):  # the first of its block
                rows.append([block[target] for target in row])
                accept.append(accepts)
        return Automaton(self.kinds, rows, accept)


def numbered(keys: Iterable[Hashable]) -> list[int]:
    """Equal numbers for equal keys: 0 for the first, 1 for the first that differs, and so on."""
    number: dict[Hashable, int] = {}
    return [number.setdefault(key, len(number)) for key in keys]


class TooLarge(ValueError):
    """An automaton of more states than were asked for."""


def automaton(tree: Tree, rules: Rules = CORE, most: int | None = None) -> Automaton:
    """The automaton of a tree, not minimal: a state for each search that some text leads to.

    `most`: a TooLarge for more states than that.
    """
    steps = Steps(tree, rules)
    kinds = Kinds([step[1] for step in steps.steps if step[0] == "set"])
    # What each step comes to with a character of each kind that it takes
    after: list[dict[int, Search]] = [{} for _ in steps.steps]
    for step, (what, *content) in enumerate(steps.steps):
        if what == "set":
            ranges, then = content
            after[step] = dict.fromkeys(kinds.within[ranges], steps.search(then))

    def advanced(search: Search, kind: int) -> Search:
        searches = []
        for way in search:
            if isinstance(way, int):
                searches.append(after[way].get(kind, ()))
                continue
            what, depth, inner = way
            inner = advanced(inner, kind)
            kept = steps.kept(depth, inner) if what == "kept" else (("final", depth, inner),)
            searches.append(kept)
        return first_of(searches)

    is_plain = not any(steps.depths)  # nothing is kept anywhere

    def targets(search: Search) -> list[Search]:
        """What a search comes to with a character of each kind."""
        if not is_plain:
            return [unordered(advanced(search, kind)) for kind in range(kinds.size)]
        found: list[set[int]] = [set() for _ in range(kinds.size)]
        for way in search:
            for kind, ways in after[way].items():
                found[kind].update(ways)
        return [tuple(sorted(ways)) for ways in found]

    start = unordered(steps.search(steps.start))
    number = {start: 0}
    rows: list[list[int]] = []
    queue = deque([start])
    while queue:
        search = queue.popleft()
        row = []
        for target in targets(search):
            if target not in number:
                number[target] = len(number)
                queue.append(target)
            row.append(number[target])
        rows.append(row)
        if most is not None and len(number) > most:
            raise TooLarge(f"more than {most} states")
    return Automaton(kinds, rows, [at_the_end(search) == END for search in number])


def unordered(search: Search) -> Search:
    """A search in which nothing is kept, in one order: there it does not count."""
    if all(isinstance(way, int) for way in search):
        return tuple(sorted(search))
    return search


def walk(*machines: Automaton, start: tuple[int, ...] = ()) -> Iterator[tuple[Any, str]]:
    """Each combination of states that one text can lead some automata to; with a shortest such text."""
    edges = {edge for machine in machines for edge in machine.kinds.edges}
    characters: dict[tuple[int, ...], str] = {}  # one for each combination of kinds
    for point in sorted(edges, key=lambda point: (not 0x21 <= point <= 0x7E, point)):
        kinds = tuple([machine.kinds[chr(point)] for machine in machines])
        characters.setdefault(kinds, chr(point))
    begin = start or tuple([0 for _ in machines])
    seen = {begin}
    queue = deque([(begin, "")])
    while queue:
        states, text = queue.popleft()
        yield states, text
        rows = [machine.rows[state] for machine, state in zip(machines, states)]
        for kinds, char in characters.items():
            after = tuple([row[kind] for row, kind in zip(rows, kinds)])
            if after not in seen:
                seen.add(after)
                queue.append((after, text + char))


def difference(left: Automaton, right: Automaton, start: tuple[int, ...] = ()) -> str | None:
    """A shortest text only one of the two accepts; None if their languages are equal."""
    for (state, other), text in walk(left, right, start=start):
        if left.accept[state] != right.accept[other]:
            return text
    return None


def telling_words(dfa: Automaton) -> list[str]:
    """Texts of which every two states of a minimal automaton accept another selection."""
    words = [""]
    blocks = parted(dfa, range(len(dfa.rows)), "")
    while blocks:  # of states that no word tells apart yet
        word = difference(dfa, dfa, (blocks[0][0], blocks[0][1])) or ""
        words.append(word)
        blocks = [part for block in blocks for part in parted(dfa, block, word)]
    return words


def parted(dfa: Automaton, states: Iterable[int], word: str) -> list[list[int]]:
    """The states that accept a text and those that do not, where they are more than one."""
    parts: tuple[list[int], list[int]] = ([], [])
    for state in states:
        parts[dfa.accept[dfa.run(word, state)]].append(state)
    return [part for part in parts if len(part) > 1]


@cache
def as_written(grammar: str, rule: str) -> Automaton:
    """The automaton of a rule of one of the grammars, with a state for each way through its ABNF."""
    rules = RULES[grammar]
    return automaton(rules[rule.lower()], rules)


@cache
def oracle(grammar: str, rule: str) -> Automaton:
    """The minimal automaton of a rule of one of the grammars."""
    return as_written(grammar, rule).minimal()
