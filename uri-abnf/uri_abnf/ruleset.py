# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""The rules of a text and of its base, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from operator import attrgetter
from typing import NamedTuple, Protocol

from .backtracking import Plan
from .errors import Place, Problem, clip, suggest
from .hints import explain_name
from .nodes import Alt, Node, Ref, Rep, join
from .parser import MAX_SIZE, Definition, Fault, Prose, read_definition, read_definitions

# Of a tree with rules written out: far from what Python and `re` can recurse.
_MAX_DEPTH = 100
_MOST_SUGGESTIONS = 10


class Rule(NamedTuple):
    """A rule as read. The place is None where it is inherited."""

    name: str
    node: Node
    refs: dict[str, Place]  # the names in it, each where it stands first
    place: Place | None
    text: str


class HasRules(Protocol):
    """What other rooms ask of a grammar."""

    def rule(self, rule: str) -> Rule: ...
    def tree(self, rule: str) -> Node: ...
    def plan(self, rule: str) -> Plan: ...
    def matches(self, rule: str, text: str) -> bool: ...


class RuleSet:
    """The rules of a text and of its base, by lower-case name (RFC 5234 2.1), and all that is wrong.

    `rules` can be read, and those in `works` do work: each comes after those that it refers to.
    `faulty` says why another does not. `listed` has the keys of all but the core rules, as defined.
    """

    def __init__(self, abnf: str, base: RuleSet | None) -> None:
        self.rules: dict[str, Rule] = {}
        self.works: dict[str, Rule] = {}
        self.faulty: dict[str, Problem] = {}
        self.listed: dict[str, None] = {}
        self.problems: list[Problem] = []
        of_base: dict[str, Node] = {}
        if base:
            self.inherit(base)
            of_base = {key: rule.node for key, rule in base.works.items()}
        definitions = list(read_definitions(abnf, self.problems))
        if not definitions and not self.problems:
            self.problems.append(Problem(1, None, "the grammar has no rules", 1))
        self.read(definitions, Prose(definitions, of_base))
        self.check()
        self.problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))

    def inherit(self, base: RuleSet) -> None:
        """Take a base's rules, which are checked again, because the text may define what they lack.

        None as the place marks what is inherited.
        """
        self.listed.update(base.listed)
        for key, rule in base.rules.items():
            self.rules[key] = rule._replace(place=None)
        for key, why in base.faulty.items():
            if key not in self.rules:
                self.faulty[key] = why._replace(line=None, column=None)

    def report(self, name: str, message: str, place: Place | None) -> None:
        """Note what is wrong with a rule, so that it does not work."""
        line, column = place or (None, None)
        problem = Problem(line, name, clip(message, 300), column)
        self.problems.append(problem)
        self.faulty.setdefault(name.lower(), problem)

    def read(self, definitions: Iterable[Definition], prose: Prose) -> None:
        """Read the definitions, those of one rule together."""
        of_rules: dict[str, list[Definition]] = {}
        for definition in definitions:
            of_rules.setdefault(definition.name.lower(), []).append(definition)
        for key, own in of_rules.items():
            if rule := self.read_rule(key, own, prose):
                self.rules[key] = rule
                self.listed[key] = None
                self.faulty.pop(key, None)
            else:
                self.rules.pop(key, None)
                self.listed.pop(key, None)
                self.faulty[key] = self.problems[-1]

    def read_rule(self, key: str, definitions: list[Definition], prose: Prose) -> Rule | None:
        """Return the rule of these definitions, "=" and then "=/", or None if it cannot be read.

        Of several with "=", the first that can be read counts: RFCs repeat definitions in their prose.
        """
        parts: list[Rule] = []
        if definitions[0].is_more and key in self.rules:
            parts.append(self.rules[key]._replace(place=definitions[0].place))
        lacks_some = False
        for definition in definitions:
            try:
                _add_part(parts, definition, prose)
            except Fault as fault:
                self.report(definition.name, *fault.args)
                lacks_some = lacks_some or definition.is_more
        return _join(parts) if parts and not lacks_some else None

    def check(self) -> None:
        """Find rules that are undefined, recursive or too large, and those that refer to a faulty one.

        A recursive rule is not regular.
        """
        measures: dict[str, tuple[int, int]] = {}
        for key in self.in_order():
            rule = self.rules[key]
            for ref, place in rule.refs.items():
                if ref.lower() not in self.rules and ref.lower() not in self.faulty:
                    message = f"{clip(rule.name)} refers to {clip(ref)}, which is not defined"
                    self.report(rule.name, message + self.explain(ref), rule.place and place)
            causes = [self.faulty[ref.lower()] for ref in rule.refs if ref.lower() in self.faulty]
            if causes:
                line, column = rule.place or (None, None)
                why = causes[0]._replace(line=line, column=column, rule=rule.name)
                self.faulty.setdefault(key, why)
            elif key not in self.faulty:
                self.check_size(key, rule, measures)

    def explain(self, ref: str) -> str:
        """Return what was meant by the name of a rule that is not defined, or ""."""
        if hint := explain_name(ref):
            return hint
        # For each, all names are looked at.
        if len(self.problems) > _MOST_SUGGESTIONS:
            return ""
        names = list(map(attrgetter("name"), self.rules.values()))
        return suggest(ref, names, cutoff=0.75)

    def check_size(self, key: str, rule: Rule, measures: dict[str, tuple[int, int]]) -> None:
        measures[key] = size, depth = _measure(rule.node, measures)
        if size > MAX_SIZE:
            self.report(rule.name, f"{clip(rule.name)} is too large for a pattern", rule.place)
        elif depth > _MAX_DEPTH:
            self.report(rule.name, f"{clip(rule.name)} nests too deeply for a pattern", rule.place)
        else:
            self.works[key] = rule

    def in_order(self) -> Iterator[str]:
        """Yield each rule after those that it refers to, and report those that lead to themselves.

        By hand, because a chain of rules may be longer than Python recurses.
        """
        done: set[str] = set()
        own_first = sorted(self.rules, key=lambda key: not self.rules[key].place)
        # The rules that lead to the one in hand, each with its references that are left. "" is the
        # root, whose references are all rules.
        path: dict[str, Iterator[str]] = {"": iter(own_first)}
        while path:
            key = next(reversed(path))
            ref = next(path[key], None)
            if ref is None:
                del path[key]
                done.add(key)
                if key:
                    yield key
            elif ref.lower() in path:
                self.report_cycle(path, ref)
            elif ref.lower() in self.rules and ref.lower() not in done:
                path[ref.lower()] = iter(self.rules[ref.lower()].refs)

    def report_cycle(self, path: dict[str, Iterator[str]], ref: str) -> None:
        """Report that the last rule on a path refers to one that is on it."""
        key = ref.lower()
        # Of a long cycle, the last ones are shown.
        keys = list(takewhile(lambda other: other != key, islice(reversed(path), 9)))
        names = [clip(self.rules[other].name) for other in keys[:8]]
        if len(keys) == 9:
            names.append("…")
        name = clip(self.rules[key].name)
        cycle = " > ".join([name, *reversed(names), name])
        last = self.rules[next(reversed(path))]
        place = self.rules[key].place or (last.place and last.refs[ref])
        message = f"rule {name!r} refers to itself: {cycle}; recursion is not supported"
        message += f'; write its levels out, as in "{name}-1 = …"'
        self.report(self.rules[key].name, message, place)


def _add_part(parts: list[Rule], definition: Definition, prose: Prose) -> None:
    """Read a definition of a rule. Raises Fault where it cannot be read, or differs from the first."""
    name, place, is_more = clip(definition.name), definition.place, definition.is_more
    if is_more and not parts:
        raise Fault(f"=/ adds to {name}, which is not defined", place)
    node, refs = read_definition(definition, prose)
    if is_more or not parts:
        parts.append(Rule(definition.name, node, refs, place, definition.text))
    elif node != parts[0].node:
        raise Fault(f"rule {name!r} is defined twice", place)


def _join(rules: list[Rule]) -> Rule:
    """Return the rule whose alternatives these are."""
    refs: dict[str, Place] = {}
    for rule in rules:
        refs.update(rule.refs)
    node = join(Alt, [rule.node for rule in rules])
    return rules[0]._replace(node=node, refs=refs, text="\n".join([rule.text for rule in rules]))


def _measure(node: Node, measures: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Return a tree's size with every rule and repeat written out, and its depth."""
    if isinstance(node, Ref):
        size, depth = measures[node.name.lower()]
        return size, depth + 1
    size = depth = 0
    for part in node.parts:
        of_part, inner = _measure(part, measures)
        size += of_part
        depth = max(depth, inner + 1)
    if isinstance(node, Rep):
        return (size or 1) * max(node.high or node.low, 1), depth
    return size or 1, depth
