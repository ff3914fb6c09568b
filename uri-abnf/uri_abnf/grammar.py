# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Grammar: ABNF, and the regular expressions that it stands for. The RFCs' grammars."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property, partial
from textwrap import dedent
from typing import Any, NamedTuple

from uri_regex import Rules, URIError

from . import rfcs
from .automaton import Automaton, Span
from .backtracking import Plan, is_proven
from .compare import Comparison, compare_automata
from .engines import PORTABLE, POSSESSIVE, Engine, describe_unknown, find_engine, style_for_re
from .errors import GrammarError, Problem, check_str, clip, type_error
from .examples import make_examples
from .linear import make_plan
from .nodes import Alt, Node, Set, bare
from .python_writer import write_source
from .regex_writer import RegexWriter, group, write_unanchored
from .ruleset import Rule, RuleSet
from .simplify import pattern_tree

# What compose looks at in a template. What is escaped, a class (perhaps with [:alpha:] in it) and a
# comment stay as they are. Unlike after \1 or x{2, a rule that is "apart" is not read as one with what
# is before it. A quantifier may follow a comment.
_TEMPLATE = r"""(?x)
  \\[\s\S]
| \[ \^? \]? (?: \\[\s\S] | \[:[a-z]+:\] | [^]\\] )* (?: \] | \\?\Z )
| \(\?\# [^)]*
| (?P<apart> \A | (?<=[|)\]>/:]) | (?<=(?<!\?)\() )?
  \(\?& (?: (?P<rule> [^)]* ) \) | (?P<open> ) )
  (?P<repeat> (?= \s* (?: [*+?{\#] | \(\?\# ) ) )?
"""


# What is worked out when it is needed, and is not copied.
_WORKED_OUT = ("_ruleset", "_trees", "_plans", "_automata", "_compiled", "_verdicts")


def _calls(template: str) -> re.Pattern[str]:
    """Return what finds the rules in a template, in which (?x) may have comments up to a line's end."""
    if re.match(r"\(\?[A-Za-z]*x", check_str(template, "template")):
        return re.compile(_TEMPLATE + r"| \#.*")
    return re.compile(_TEMPLATE)


@cache
def _core() -> RuleSet:
    core = RuleSet(rfcs.ABNF_CORE + rfcs.ABNF_OWS, None)
    core.listed.clear()
    return core


class Description(NamedTuple):
    """A rule as its grammar has it."""

    name: str
    abnf: str
    refers_to: list[str]
    used_by: list[str]


class Grammar(Rules):
    r"""ABNF (RFC 5234, RFC 7405), and the regular expressions that it stands for.

    In the text, "|" may stand for "/" and "_" in names, as in RFC 2396; names match in either case.
    The core rules of RFC 5234 Appendix B.1 are known everywhere, and so is OWS, which the lists of RFC
    9110, 1#element, need. The text may be a part of an RFC, with its page breaks and its indentation.

    Args:
        abnf: the text.
        base: a grammar whose rules are known too, and may be redefined. Prose that names one of them,
            `<host, see [URI], Section 3.2.2>`, stands for that rule as the base has it.
        strict: if False, rules that do not work, and all that refer to them, are left out and listed
            in `problems`; the others work.

    Raises:
        GrammarError: with every problem, if the text can't be read or a rule is undefined, recursive
            or too large for a pattern.

    >>> Grammar('version = "v" 1*DIGIT *( "." 1*DIGIT )').pattern("version")
    '[Vv][0-9]+(?:[.][0-9]+)*'
    """

    _abnf: str
    _base: Grammar | None
    _strict: bool
    _shipped_as = ""  # the name of a grammar of this module

    def __init__(self, abnf: str, base: Grammar | None = None, *, strict: bool = True) -> None:
        if base is not None and not isinstance(base, Grammar):
            raise type_error("base", "Grammar or None", base)
        self.__setstate__({"_abnf": check_str(abnf, "abnf"), "_base": base, "_strict": strict})
        self._ruleset.works  # noqa: B018 - read, so that what is wrong is told now

    # Copies. Compiled patterns stay behind, and a grammar of this module is that grammar again.

    def __reduce__(self) -> tuple[Any, ...]:  # type: ignore[override]
        if self._shipped_as:
            return shipped, (self._shipped_as,)
        state = {name: value for name, value in vars(self).items() if name not in _WORKED_OUT}
        return object.__new__, (type(self),), state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        # Each is worked out once.
        self._trees = cache(self._build_tree)
        self._plans = cache(self._plan)
        self._automata = cache(partial(Automaton, self))
        self._compiled = cache(self._compile)
        self._verdicts = cache(self._verdict)

    def __repr__(self) -> str:
        return f"<Grammar of {len(self.rules)} rules>"

    # The rules

    @cached_property
    def _ruleset(self) -> RuleSet:
        base = _core() if self._base is None else self._base._ruleset
        ruleset = RuleSet(self._abnf, base)
        if not self._strict:
            return ruleset
        # Without a line it is inherited, and the base has reported it.
        wrong = [x for x in ruleset.problems if x.line or str(x.rule).lower() not in base.faulty]
        wrong = wrong or [why for why in ruleset.faulty.values() if why.line]
        if wrong:
            raise GrammarError(wrong[0].message, wrong[0].line, *wrong)
        return ruleset

    def __contains__(self, rule: object) -> bool:
        return isinstance(rule, str) and rule.lower() in self._ruleset.works

    @property
    def rules(self) -> tuple[str, ...]:  # type: ignore[override]
        r"""The names of the rules as written, in order, the base's first; core rules are not listed.

        >>> Grammar('a = "x" b\nb = 1*DIGIT').rules
        ('a', 'b')
        """
        ruleset = self._ruleset
        return tuple([ruleset.works[key].name for key in ruleset.listed if key in ruleset.works])

    @property
    def problems(self) -> tuple[Problem, ...]:
        r"""Why rules are left out: what is wrong, then which rules only refer to that.

        Each problem has a `line` (None in the base), a `rule`, a `message` and a `column`.

        >>> lenient = Grammar('a = b "x"\nb = <as they say>\nc = "y"', strict=False)
        >>> lenient.rules, [(problem.line, problem.rule) for problem in lenient.problems]
        (('c',), [(2, 'b'), (1, 'a')])
        """
        ruleset = self._ruleset
        return tuple(dict.fromkeys([*ruleset.problems, *ruleset.faulty.values()]))

    def extend(self, abnf: str, *, strict: bool = True) -> Grammar:
        """Return a grammar with these rules, too. What refers to a redefined rule sees the new one.

        A rule that the grammar leaves out works again if these rules give what it lacks.

        Args:
            abnf: the text of the rules.
            strict: as for Grammar.

        Raises:
            GrammarError: as Grammar does, for this text.

        >>> web = RFC3986.extend('http-URI = "http" "://" authority path-abempty [ "?" query ]')
        >>> web.matches("http-URI", "http://example.com/"), web.matches("http-URI", "ftp://a/")
        (True, False)
        """
        return Grammar(abnf, self, strict=strict)

    def with_tree(self, name: str, tree: Node) -> Grammar:
        """Return a grammar with one rule more, which is a tree as read. Copies do not have it."""
        grammar = Grammar(self._abnf, self._base, strict=self._strict)
        grammar._ruleset.works[name.lower()] = Rule(name, tree, {}, None, "")
        return grammar

    def canonical_name(self, rule: str) -> str:
        """Return a rule's name as the grammar writes it. Raises GrammarError for an unknown rule.

        >>> RFC3986.canonical_name("uri-REFERENCE")
        'URI-reference'
        """
        return self.rule(rule).name

    def describe(self, rule: str) -> Description:
        """Return a rule's name, its ABNF, the rules that it refers to, and those that refer to it.

        >>> RFC3986.describe("PORT")
        Description(name='port', abnf='port          = *DIGIT', refers_to=['DIGIT'], \
used_by=['authority'])
        """
        found = self.rule(rule)
        works = self._ruleset.works
        refers_to = [works[ref.lower()].name for ref in found.refs]
        key = found.name.lower()
        used_by = [other.name for other in works.values() if key in map(str.lower, other.refs)]
        return Description(found.name, dedent(found.text), refers_to, used_by)

    def is_character(self, rule: str) -> bool:
        """Return whether all texts of a rule are single characters, as those of DIGIT.

        >>> RFC3986.is_character("sub-delims"), RFC3986.is_character("pchar")
        (True, False)
        """
        return isinstance(self.tree(rule), Set)

    # What other rooms ask

    def rule(self, rule: str) -> Rule:
        """Return a rule as read. Raises GrammarError for an unknown rule, or one that is left out."""
        key = check_str(rule, "rule").lower()
        ruleset = self._ruleset
        if key in ruleset.works:
            return ruleset.works[key]
        if why := ruleset.faulty.get(key):
            raise GrammarError(f"{clip(rule)} is left out: {why.message}", why.line, why)
        raise GrammarError(self.describe_unknown(rule))

    def tree(self, rule: str) -> Node:
        """Return a rule's tree for a pattern, with those of other rules in the place of their names."""
        return self._trees(check_str(rule, "rule"))

    def plan(self, rule: str) -> Plan:
        """Return what a rule's pattern is written from: its tree, or one that is linear."""
        return self._plans(self.canonical_name(rule))

    def automaton(self, rule: str) -> Automaton:
        """Return the automaton that reads a rule's texts."""
        return self._automata(self.canonical_name(rule))

    def _build_tree(self, name: str) -> Node:
        return pattern_tree(self.rule(name).node, self._trees)

    def _plan(self, rule: str) -> Plan:
        return make_plan(self.tree(rule))

    def _tree_for(self, rule: str, engine: Engine) -> Node:
        """Return the tree that a pattern is written from: its own, where an engine never goes back."""
        if engine.limits.backtracks:
            return self.plan(rule).tree
        return self.tree(rule)

    # Verdicts, offsets and captures

    def matches(self, rule: str, text: str) -> bool:
        """Return whether the whole text matches the rule.

        Args:
            rule: its name.
            text: the text.

        Raises:
            GrammarError: for an unknown rule.

        >>> RFC3986.matches("port", "80"), RFC3986.matches("port", "٨")
        (True, False)
        """
        try:
            return bool(self._verdicts(rule)(text))
        except (TypeError, AttributeError):
            check_str(rule, "rule")
            check_str(text, "text")
            raise

    def _verdict(self, rule: str) -> Callable[[str], object]:
        """Return what is true for a text that matches."""
        if is_proven(self.tree(rule)):
            return self.compile(rule).fullmatch
        return self.automaton(rule).matches  # which is there at once, unlike a plan

    def find_error(self, rule: str, text: str) -> int:
        """Return the offset of the first wrong character, after which nothing makes the text valid.

        Args:
            rule: its name.
            text: a text that does not match the rule.

        Raises:
            GrammarError: for an unknown rule.

        >>> RFC3986.find_error("dec-octet", "26a")
        2
        """
        return self.automaton(rule).read(check_str(text, "text"))[0]

    def expected(self, rule: str, text: str) -> str:
        """Return what a text could go on with where it stops matching the rule, as ABNF.

        Args:
            rule: its name.
            text: any text.

        Raises:
            GrammarError: for an unknown rule.

        >>> RFC3986.expected("dec-octet", "26a"), RFC3986.expected("port", "8o")
        ('<end of text>', 'DIGIT / <end of text>')
        """
        automaton = self.automaton(rule)
        _, state = automaton.read(check_str(text, "text"))
        return automaton.expected(state)

    def explain(self, rule: str, text: str, offset: int) -> URIError:
        """Return the error of a text that does not match the rule.

        For RFC 3986, 3987 and 2396 it is in plain words. For another grammar its hint has the ABNF of
        what was expected at the offset.

        Args:
            rule: its name.
            text: a text that does not match the rule.
            offset: what `find_error` returns.

        Raises:
            GrammarError: for an unknown rule.

        >>> Grammar('ip = %s"v" 1*DIGIT').explain("ip", "v", 1).hint
        'expected: DIGIT'
        """
        if self in _IN_THE_LIBRARY:
            return super().explain(rule, text, offset)
        hint = f"expected: {clip(self.expected(rule, text), 300)}"
        return URIError(text, rule, offset, hint=hint)

    def captures(self, rule: str, text: str) -> dict[str, list[str]]:
        """Return what each rule matched: a list for each that took part, in the order of the text.

        A round of a repeat that takes no character is listed only if the repeat needs it: in 2( *"a" ),
        but not in *( *"a" ).

        Args:
            rule: the rule that the whole text matches.
            text: the text.

        Raises:
            GrammarError: for an unknown rule.
            URIError: for a text that does not match.

        >>> RFC3986.captures("IPv4address", "127.0.0.1")["dec-octet"]
        ['127', '0', '0', '1']
        """
        captures: dict[str, list[str]] = {}
        for span in self.spans(rule, text):
            captures.setdefault(span.rule, []).append(text[span.start : span.end])
        return captures

    def spans(self, rule: str, text: str) -> list[Span]:
        """Return each rule that took part, with its span and its depth, in the order of a tree.

        Args and Raises are those of `captures`.

        >>> RFC3986.spans("port", "8")
        [Span(rule='port', start=0, end=1, depth=0), Span(rule='DIGIT', start=0, end=1, depth=1)]
        """
        return self.automaton(rule).spans(self.validate(rule, text))

    # Patterns

    def pattern(self, rule: str, engine: str = "portable") -> str:
        r"""Return the rule as a regular expression.

        Args:
            rule: its name.
            engine: one of these.
                "portable": unanchored text that Python, RE2, Rust, JavaScript, Java, .NET, PCRE2, Perl,
                Ruby and PostgreSQL read alike. An alternation is grouped, so the text can be part of a
                pattern of your own.
                "possessive": the same with possessive quantifiers where they change no match: for Java,
                PyPI `regex`, and Python's `re` from 3.11.5 on.
                The name of an engine (python, duckdb, java, …): anchored text, ready to paste.

        Raises:
            GrammarError: for an unknown rule.
            ValueError: for an unknown engine, or a pattern that the engine can't take.

        A rule in which a text has several ways is rewritten for engines that backtrack, so that each
        has one, as far as it takes at most 10,000 characters; else `proven` is false. In `regex`, a
        portable pattern can take quadratic time: 6 s for "%41" * 80000 + "|" as a URI-reference. So
        its own patterns are possessive.

        >>> RFC3986.pattern("port"), RFC3986.pattern("port", "regex")
        ('[0-9]*', '\\A[0-9]*+\\Z')
        """
        row = find_engine(engine)
        text = write_unanchored(self._tree_for(rule, row), row)
        return row.check_characters(rule, row.anchored.replace("…", text))

    def called(self, template: str) -> list[str]:
        """Return the rules that a template for `compose` has, as it writes them.

        >>> RFC3986.called("(?&host):(?&port)")
        ['host', 'port']
        """
        rules: dict[str, None] = {}
        for match in _calls(template).finditer(template):
            if match["rule"] is not None:
                rules[match["rule"]] = None
        return list(rules)

    def compose(self, template: str, engine: str = "portable") -> str:
        r"""Return a regular expression of your own, in which (?&rule) stands for a rule of the grammar.

        Each (?&rule) becomes the rule's pattern, in a group where it needs one to be read as itself, as
        in (?&port)* and in \1(?&dec-octet). Escapes, classes and comments stay as they are; they are
        read as Python reads them. Nothing is anchored. Do not use flags that change what a pattern
        means, such as (?i).

        "portable" is exact anywhere. Some engines have possessive loops: possessive, regex,
        java, spark, pcre, php, nginx, haproxy, perl, jq, ruby, mysql, mariadb, and partly re. There a
        rule never gives a character back, so the pattern is exact only if what follows (?&rule) can't
        begin with a character that the rule could also have taken. For posix, bash, gawk, sed and xsd
        all groups capture, so those of the rules count, too, in \1 and BASH_REMATCH.

        Alternatives may stand in another order than in the ABNF. So a search that is not anchored may
        end a match elsewhere than the first alternative that matches would.

        Args:
            template: the regular expression.
            engine: any name that `pattern` takes.

        Raises:
            GrammarError: for an unknown rule, with its offset in the template.
            ValueError: as `pattern` does, and, for portable, python and sqlite, which Python's `re`
                reads, for what is not a valid pattern.

        >>> RFC3986.compose(r"(?P<host>(?&IPv4address)|localhost)(?::(?P<port>(?&port)))?")[-33:]
        '|localhost)(?::(?P<port>[0-9]*))?'
        >>> line = RFC3986.compose(r"(?P<method>[A-Z]+) (?P<target>(?&URI-reference)) HTTP/[0-9.]+")
        >>> re.fullmatch(line, "GET /a?b HTTP/1.1")["target"]
        '/a?b'
        """
        row = find_engine(engine)

        def written(match: re.Match[str]) -> str:
            rule = match["rule"]
            if match["open"] is not None:
                raise ValueError(f'the "(?&" at offset {match.start()} is not closed')
            if rule is None:
                return match[0]
            try:
                tree = self._tree_for(rule, row)
            except GrammarError as e:
                raise GrammarError(f"at offset {match.start()} of the template: {e}") from None
            text = write_unanchored(tree, row)
            is_repeated = match["repeat"] is not None and not isinstance(bare(tree), (Set, Alt))
            is_read_on = match["apart"] is None and text[:1] not in ("[", "(", "\\")
            return group(text, row.style) if is_repeated or is_read_on else text

        composed = _calls(template).sub(written, template)
        row.check_characters("the template", composed)
        if row.name in ("portable", "python", "sqlite"):  # which Python's `re` reads
            try:
                re.compile(composed)
            except re.error as e:
                raise ValueError(f"the template is not a valid pattern: {e}") from None
        return composed

    def source(self, rule: str, engine: str = "re") -> str:
        """Return the rule as Python source: named sub-patterns, composed of one another.

        Each rule that takes part has its ABNF as a comment, and below it an assignment. A rule is a
        pattern. A rule of single characters, which others have in their classes, is what stands between
        "[" and "]"; of a rule that loops write out, such as pchar, it is that of its single characters.
        The last one is the rule that was asked for. Its expression is for `re.fullmatch`, as fast as
        that of `compile`, and takes linear time if the rule is proven; else a comment says so. A rule
        that had to be rewritten for that has no other rules in it. A "-" in a name becomes "_", and
        letters are capitals.

        Args:
            rule: its name.
            engine: "re", for Python 3.11.5 or later, where loops can be possessive, or "portable", for
                any Python, and for other engines.

        Raises:
            GrammarError: for an unknown rule.
            ValueError: for an unknown engine.

        >>> print(RFC3986.source("port"))
        # DIGIT  = %x30-39             ; 0-9
        DIGIT = r"0-9"
        # port          = *DIGIT
        PORT = rf"[{DIGIT}]*+"
        """
        styles = {"re": POSSESSIVE, "portable": PORTABLE}
        if check_str(engine, "engine") not in styles:
            raise ValueError(describe_unknown(engine, styles))
        text, _ = write_source(self, [rule], style=styles[engine])
        return text

    def proven(self, rule: str) -> bool:
        """Return whether the rule's pattern is linear, in engines that backtrack, too.

        If not, the pattern is still exact, but may take very long on some texts: a linear one would be
        too long. `matches` and `validate` then read the text with an automaton, once, from left to
        right. To find this out can take some seconds. Raises GrammarError for an unknown rule.

        >>> RFC3986.proven("URI"), RFC2396.proven("hostname")
        (True, True)
        """
        return self.plan(rule).is_linear

    def compile(self, rule: str) -> re.Pattern[str]:
        """Compile the rule for `fullmatch`, once. Loops are possessive where this Python has that.

        It has no groups: for what a rule in it matched, there is `captures`. Raises GrammarError for an
        unknown rule.

        >>> RFC3986.compile("port").fullmatch("80a") is None
        True
        """
        return self._compiled(self.canonical_name(rule))

    def _compile(self, rule: str) -> re.Pattern[str]:
        return re.compile(RegexWriter(style_for_re()).write(self.plan(rule).tree))

    # Questions

    def compare(self, rule: str, other: str, grammar: Grammar | None = None) -> Comparison:
        """Return whether two rules match the same texts, and else the shortest that tell them apart.

        Args:
            rule: the first rule.
            other: the second rule.
            grammar: the grammar of the second rule (default: this one).

        Returns:
            A Comparison: `only_first` is a text that the first rule alone matches, `only_second` one
            that the second alone matches; None is that there is none. `is_same` says that both are.

        Raises:
            GrammarError: for an unknown rule, and where the rules are too large to compare.

        >>> RFC3986.compare("host", "reg-name")
        Comparison(only_first='[::]', only_second=None)
        >>> RFC3986.compare("query", "fragment").is_same
        True
        """
        if grammar is None:
            grammar = self
        if not isinstance(grammar, Grammar):
            raise type_error("grammar", "Grammar or None", grammar)
        first = self.automaton(rule)
        return compare_automata(first, grammar.automaton(check_str(other, "other")))

    def examples(
        self, rule: str, count: int = 10, *, seed: int = 1, invalid: bool = False
    ) -> list[str]:
        """Return texts that match a rule, such as people write them, or that do not.

        Args:
            rule: its name.
            count: how many; there may be fewer, where the rule has no more.
            seed: the same seed gives the same texts.
            invalid: whether the texts are wrong, by one character.

        Raises:
            GrammarError: for an unknown rule.

        >>> RFC3986.examples("IPv4address", 2)
        ['192.0.2.1', '127.0.0.1']
        """
        name = self.canonical_name(rule)
        for parameter, value in (("count", count), ("seed", seed)):
            if not isinstance(value, int):
                raise type_error(parameter, "int", value)
        return make_examples(self, name, count, seed, invalid)


# ---- The grammars of the RFCs ----

# By their names, as in `--grammar rfc3986`.
GRAMMARS: dict[str, Grammar] = {}


def shipped(name: str) -> Grammar:
    """Return the grammar of an RFC, for a copy of it."""
    return GRAMMARS[name]


def _ship(name: str, abnf: str, base: Grammar | None = None) -> Grammar:
    """Return a grammar of this module. Its text has no errors, so it is read when it is needed."""
    grammar = Grammar.__new__(Grammar)
    grammar.__setstate__({"_abnf": abnf, "_base": base, "_strict": True, "_shipped_as": name})
    GRAMMARS[name] = grammar
    return grammar


RFC3986 = _ship("rfc3986", rfcs.ABNF_3986)
RFC3987 = _ship("rfc3987", rfcs.ABNF_3987, RFC3986)
RFC6874 = _ship("rfc6874", rfcs.ABNF_6874, RFC3986)
RFC2396 = _ship("rfc2396", rfcs.ABNF_2396)
_IN_THE_LIBRARY = (RFC3986, RFC3987, RFC2396)  # which has words for what is wrong
