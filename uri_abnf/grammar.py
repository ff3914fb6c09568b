# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Grammar: ABNF, and the regular expressions that it stands for. The RFCs' grammars."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property, partial
from typing import Any

from uri_regex import Rules, _check_str, _no_such_rule, _Patterns, redact
from uri_regex import _clip as clip

from . import rfcs
from .automaton import Automaton
from .backtracking import MAX_TRIES, tries
from .compare import Comparison, compare_automata
from .engines import check_characters, engine_called, write_unanchored
from .errors import GrammarError, Problem
from .examples import make_examples
from .nodes import Alt, Named, Node, Set
from .parser import Reading, Rule
from .python_writer import write_source
from .regex_writer import STYLES, Renderer, group, group_names, write_named_pattern
from .simplify import pattern_tree

# What compose looks at in a template. What is escaped, a class (perhaps with [:alpha:] in it) and a
# comment stay as they are. Unlike after \1 or x{2, a rule that is "apart" is not read as one with what
# is before it. A quantifier may follow a comment.
_TEMPLATE = r"""(?x)
  \\[\s\S]
| \[ \^? \]? (?: \\[\s\S] | \[:[a-z]+:\] | [^]\\] )* (?: \] | \\?\Z )
| \(\?\# [^)]*
| (?P<apart> \A | (?<=[|)\]>/:]) | (?<=(?<!\?)\() )?
  \(\?& (?P<rule> [^)]* ) \)
  (?P<repeat> (?= \s* (?: [*+?{\#] | \(\?\# ) ) )?
"""
_BEFORE_ZONE = r"\[[0-9A-Fa-f:.]+%2?5?\Z"  # and after it, "%25" and its characters (RFC 6874 2)
_ALL_RULES = "*"  # in the place of the names that are kept
# What is worked out when it is needed, and is not copied.
_WORKED_OUT = ("_reading", "_tree", "_automaton", "_compiled_for", "_verdicts")


def _names(values: object) -> tuple[str, ...]:
    """Return the names of rules to capture as a tuple; a lone one is one item."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        values = (values,)
    return tuple(map(partial(_check_str, what="capture"), values))


@cache
def _core() -> Reading:
    reading = Reading(rfcs.ABNF_CORE, None)
    reading.listed.clear()
    return reading


def _compile_re(pattern: str) -> re.Pattern[str]:
    return _Patterns()[pattern]  # as the library compiles its own


def _compile_regex(pattern: str) -> re.Pattern[str]:
    try:
        import regex  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise ImportError('engine="regex" needs a package: pip install regex') from None
    return regex.compile(pattern)  # type: ignore[no-any-return,return-value,unused-ignore]


# What `compile` and `source` are for: the style of each, and what compiles its patterns.
_ENGINES = {"re": ("re", _compile_re), "regex": ("possessive", _compile_regex)}
_SOURCES = {"re": "possessive", "portable": "portable"}


class Grammar(Rules):
    r"""ABNF (RFC 5234, RFC 7405), and the regular expressions that it stands for.

    `abnf` is the text: "|" may stand for "/" and "_" in names, as in RFC 2396; names match in either
    case. `base` is a grammar whose rules are known too, and may be redefined; prose that names one of
    them, `<host, see [URI], Section 3.2.2>`, stands for that rule as the base has it. The core rules of
    RFC 5234 Appendix B.1 are known everywhere. The text may be a part of an RFC, with its page breaks
    and its indentation.

    Raises GrammarError, which lists every problem, if the text cannot be read or a rule is undefined,
    recursive or too large for a pattern. With `strict=False`, such rules and all that refer to them
    are left out instead and listed in `problems`; the others work.

    >>> Grammar('version = "v" 1*DIGIT *( "." 1*DIGIT )').pattern("version")
    '[Vv][0-9]+(?:[.][0-9]+)*'
    """

    _abnf: str
    _base: Grammar | None
    _strict: bool
    _shipped_as = ""  # the name of a grammar of this module

    def __init__(self, abnf: str, base: Grammar | None = None, *, strict: bool = True) -> None:
        if base is not None and not isinstance(base, Grammar):
            raise TypeError(f"base must be a Grammar, not {type(base).__name__}")
        self.__setstate__({"_abnf": _check_str(abnf, "abnf"), "_base": base, "_strict": strict})
        self._reading.works  # noqa: B018 - read, so that what is wrong is told now

    # Copies. Compiled patterns stay behind, and a grammar of this module is that grammar again.

    def __reduce__(self) -> tuple[Any, ...]:  # type: ignore[override]
        if self._shipped_as:
            return shipped, (self._shipped_as,)
        state = {name: value for name, value in vars(self).items() if name not in _WORKED_OUT}
        return object.__new__, (type(self),), state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        # Each is worked out once.
        self._tree = cache(self._build_tree)
        self._automaton = cache(partial(Automaton, self))
        self._compiled_for = cache(self._compile)
        self._verdicts = cache(self._verdict)

    def __repr__(self) -> str:
        return f"<Grammar of {len(self.rules)} rules>"

    # The rules

    @cached_property
    def _reading(self) -> Reading:
        base = _core() if self._base is None else self._base._reading
        reading = Reading(self._abnf, base)
        if not self._strict:
            return reading
        # Without a line it is inherited, and the base has reported it.
        wrong = [x for x in reading.problems if x.line or str(x.rule).lower() not in base.faulty]
        wrong = wrong or [why for why in reading.faulty.values() if why.line]
        if wrong:
            raise GrammarError(wrong[0].message, wrong[0].line, *wrong)
        return reading

    def __contains__(self, rule: object) -> bool:
        return isinstance(rule, str) and rule.lower() in self._reading.works

    @property
    def rules(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names of the rules as written, in order, the base's first; core rules are not listed.

        >>> Grammar('a = "x" b\\nb = 1*DIGIT').rules
        ('a', 'b')
        """
        reading = self._reading
        return tuple([reading.works[key].name for key in reading.listed if key in reading.works])

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why rules are left out: what is wrong, then which rules only refer to that.

        Each problem has a `line` (None in the base), a `rule`, a `message` and a `column`.

        >>> lenient = Grammar('a = b "x"\\nb = <as they say>\\nc = "y"', strict=False)
        >>> lenient.rules, [(problem.line, problem.rule) for problem in lenient.problems]
        (('c',), [(2, 'b'), (1, 'a')])
        """
        reading = self._reading
        return tuple(dict.fromkeys([*reading.problems, *reading.faulty.values()]))

    def extend(self, abnf: str, *, strict: bool = True) -> Grammar:
        """Return a grammar with these rules too. What refers to a redefined rule sees the new one.

        A rule that the grammar leaves out works again if these rules give what it lacks. Raises
        GrammarError, as Grammar does, for this text; with `strict=False` rules are left out instead.

        >>> web = RFC3986.extend('http-URI = "http" "://" authority path-abempty [ "?" query ]')
        >>> web.matches("http-URI", "http://example.com/"), web.matches("http-URI", "ftp://a/")
        (True, False)
        """
        return Grammar(abnf, self, strict=strict)

    def _rule(self, name: str) -> Rule:
        key = _check_str(name, "rule").lower()
        reading = self._reading
        if key in reading.works:
            return reading.works[key]
        if key in reading.faulty:
            why = reading.faulty[key]
            raise GrammarError(f"{clip(name)} is left out: {why.message}", why.line, why)
        raise GrammarError(_no_such_rule(name, self.rules))

    def _name(self, rule: str) -> str:
        return self._rule(rule).name

    # Verdicts, offsets and captures

    def _verdict(self, rule: str) -> Callable[[str], object]:
        """Return what is truthy or None for a text."""
        if self.proven(rule):
            return self.compile(rule).fullmatch
        return self._automaton(rule).matches

    def _stop(self, rule: str, text: str) -> tuple[int, str]:
        automaton = self._automaton(rule)
        offset, state = automaton.read(text)
        return offset, automaton.expected(state)

    def _explain(self, rule: str, text: str, offset: int, expected: str) -> tuple[str, str]:
        """Return in plain words why a text does not match a rule of an RFC; else the ABNF says it."""
        if not self._shipped_as:
            return "", ""
        if self is RFC6874 and re.search(_BEFORE_ZONE, text[:offset]):
            return 'a zone identifier is "%25" and at least one character', ""
        return super()._explain(rule, text, offset, expected)

    def captures(self, rule: str, text: str) -> dict[str, list[str]]:
        """Return what each rule matched: a list for each that took part, in the order of the text.

        A round of a repeat that takes no character is listed only if the repeat needs it: in 2( *"a" ),
        but not in *( *"a" ). Raises URIError for a text that does not match, GrammarError for an
        unknown rule.

        >>> RFC3986.captures("IPv4address", "127.0.0.1")["dec-octet"]
        ['127', '0', '0', '1']
        """
        captures: dict[str, list[str]] = {}
        for name, start, end, _ in self._spans(rule, text):
            captures.setdefault(name, []).append(text[start:end])
        return captures

    def _spans(self, rule: str, text: str) -> list[tuple[str, int, int, int]]:
        """Return each rule that takes part, with its span and its depth, in the order of a tree."""
        return self._automaton(self._name(rule)).spans(self.validate(rule, text))

    # Patterns

    def _build_tree(self, name: str, *keep: str) -> Node:
        """Return the rule's tree for a pattern; the rules in `keep` ("*": all) keep their names."""
        rule = self._rule(name)
        # A name anywhere in the rule can tell which alternative went before it, so with names all
        # keep their order (RFC 3986 3.2.2: the first match wins).
        tree = pattern_tree(rule.node, lambda ref: self._tree(ref, *keep), ordered=bool(keep))
        if _ALL_RULES in keep or rule.name in keep:
            return Named((tree,), rule.name, keeps_name=True)
        return tree

    def pattern(self, rule: str, engine: str = "portable") -> str:
        """Return the rule as a regular expression.

        "portable" is unanchored text that Python, RE2, Rust, JavaScript, Java, .NET, PCRE2, Perl, Ruby
        and PostgreSQL read alike. An alternation is grouped, so the text can be part of a pattern of
        your own. "possessive" has possessive quantifiers where they change no match: for Java, PyPI
        `regex`, and Python's `re` from 3.11 on. "regex" has a named sub-pattern for each rule. People
        can read it, and so can `regex`, PCRE2 and Perl. The name of an engine (python, duckdb, java, …)
        gives anchored text, ready to paste. Raises GrammarError for an unknown rule, and ValueError for
        an unknown engine or a pattern that the engine cannot take.

        >>> RFC3986.pattern("port"), RFC3986.pattern("port", "possessive")
        ('[0-9]*', '[0-9]*+')
        """
        row = engine_called(engine)
        text = write_unanchored(self._tree(rule), row)
        if row.style.calls:
            text = write_named_pattern(self._tree(rule, _ALL_RULES))
        return check_characters(row, rule, row.anchored.replace("…", text))

    def compose(self, template: str, engine: str = "portable") -> str:
        r"""Return a regular expression of your own, in which (?&rule) stands for a rule of the grammar.

        Each (?&rule) becomes the rule's pattern, in a group where it needs one to be read as itself, as
        in (?&port)* and in \1(?&dec-octet). Escapes, classes and comments stay as they are; they are
        read as Python reads them. Nothing is anchored. Do not use flags that change what a pattern
        means, such as (?i).

        `engine` is any name that `pattern` takes. "portable" is exact anywhere. Some engines have
        possessive loops: possessive, regex, java, spark, pcre, php, nginx, haproxy, perl, jq, ruby,
        mysql, mariadb, and partly re. There a rule never gives a character back, so the pattern is
        exact only if what follows (?&rule) cannot begin with a character that the rule could also have
        taken. For posix, bash, gawk, sed and xsd all groups capture, so those of the rules count, too,
        in \1 and BASH_REMATCH.

        Raises GrammarError for an unknown rule, with its offset in the template, and ValueError as
        `pattern` does.

        >>> RFC3986.compose(r"(?P<host>(?&IPv4address)|localhost)(?::(?P<port>(?&port)))?")[-33:]
        '|localhost)(?::(?P<port>[0-9]*))?'
        >>> line = RFC3986.compose(r"(?P<method>[A-Z]+) (?P<target>(?&URI-reference)) HTTP/[0-9.]+")
        >>> re.fullmatch(line, "GET /a?b HTTP/1.1")["target"]
        '/a?b'
        """
        row = engine_called(engine)

        def written(match: re.Match[str]) -> str:
            rule = match["rule"]
            if rule is None:
                return match[0]
            try:
                tree = self._tree(rule)
            except GrammarError as e:
                raise GrammarError(f"at offset {match.start()} of the template: {e}") from None
            text = write_unanchored(tree, row)
            is_repeated = match["repeat"] is not None and not isinstance(tree, (Set, Alt))
            is_read_on = match["apart"] is None and text[:1] not in ("[", "(", "\\")
            return group(text, row.style) if is_repeated or is_read_on else text

        pattern = _TEMPLATE
        if re.match(r"\(\?[A-Za-z]*x", _check_str(template, "template")):
            pattern += r"| \#.*"
        return check_characters(row, "the template", re.sub(pattern, written, template))

    def source(self, rule: str, engine: str = "re") -> str:
        """Return the rule as Python source: named sub-patterns, composed of one another.

        Each rule that takes part has its ABNF as a comment, and below it an assignment. A rule is a
        pattern. A rule of single characters, which others have in their classes, is what stands between
        "[" and "]"; of a rule that loops write out, such as pchar, it is that of its single characters.
        The last one is the rule that was asked for. Its expression is for `re.fullmatch`, as fast as
        that of `compile`, and takes linear time if the rule is proven; else a comment says so. A "-" in
        a name becomes "_", and letters are capitals.

        The text is for Python 3.11.5 or later, where loops can be possessive; with engine="portable",
        it is for any Python, and other engines. Raises GrammarError for an unknown rule.

        >>> print(RFC3986.source("port"))
        # DIGIT  = %x30-39             ; 0-9
        DIGIT = r"0-9"
        # port          = *DIGIT
        PORT = rf"[{DIGIT}]*+"
        """
        if engine not in _SOURCES:
            raise ValueError(f"unknown engine {redact(str(engine))!r} of source: re, portable")
        text, _ = write_source(self, [rule], style=STYLES[_SOURCES[engine]])
        return text

    def proven(self, rule: str) -> bool:
        """Return whether the rule's pattern backtracks a bounded number of times, whatever the text.

        If not, the pattern is still exact, but slow on some texts. `matches` and `validate` then read
        the text with an automaton, once, from left to right. Raises GrammarError for an unknown rule.

        >>> RFC3986.proven("URI"), RFC2396.proven("hostname")
        (True, False)
        """
        return tries(self._tree(rule)) <= MAX_TRIES

    def compile(
        self, rule: str, capture: Iterable[str] = (), engine: str = "re"
    ) -> re.Pattern[str]:
        """Compile the rule for `fullmatch`, and cache it. Loops may be possessive where that is exact.

        The rules in `capture` become named groups ("path-abempty": path_abempty). A rule that occurs in
        several places has a group for each, path_abempty_2 and so on; those without a match are None.
        With groups, alternatives keep their order (RFC 3986 3.2.2: the first match wins), so a grammar
        of your own may backtrack for long, even if the rule is proven. `engine` is "re" or "regex".
        Raises GrammarError (unknown rule), ValueError (unknown engine), ImportError (no `regex`).

        >>> RFC3986.compile("URI", capture=["scheme", "host"]).fullmatch("http://a:80/b")["host"]
        'a'
        """
        return self._compiled_for(self._name(rule), _names(capture), _check_str(engine, "engine"))

    def _compile(self, rule: str, capture: tuple[str, ...], engine: str) -> re.Pattern[str]:
        if engine not in _ENGINES:
            raise ValueError(f"unknown engine {redact(engine)!r}: {', '.join(_ENGINES)}")
        style, make = _ENGINES[engine]
        keep = set(map(self._name, capture))
        renderer = Renderer(STYLES[style], taken=group_names(keep))
        return make(renderer.write(self._tree(rule, *sorted(keep))))

    # Questions

    def compare(self, rule: str, other: str, grammar: Grammar | None = None) -> Comparison:
        """Return whether two rules match the same texts, and else the shortest that tell them apart.

        The other rule is of this grammar, or of the one given. `only_first` is a text that the first
        rule alone matches, `only_second` one that the other alone matches; None is that there is none.
        Raises GrammarError for an unknown rule, and where the rules are too large to compare.

        >>> RFC3986.compare("host", "reg-name")
        Comparison(only_first='[::]', only_second=None)
        >>> RFC3986.compare("query", "fragment").is_same
        True
        """
        if grammar is None:
            grammar = self
        first = self._automaton(self._name(rule))
        return compare_automata(first, grammar._automaton(grammar._name(other)))

    def examples(
        self, rule: str, count: int = 10, *, seed: int = 1, invalid: bool = False
    ) -> list[str]:
        """Return texts that match a rule, such as people write them, or, if `invalid`, that do not.

        An invalid one is wrong by one character. The same seed gives the same texts; there may be fewer
        than `count`, where the rule has no more. Raises GrammarError for an unknown rule.

        >>> RFC3986.examples("IPv4address", 2)
        ['192.0.2.1', '127.0.0.1']
        """
        return make_examples(self, self._name(rule), count, seed, invalid)


# ---- The grammars of the RFCs ----

SHIPPED: dict[str, Grammar] = {}


def shipped(name: str) -> Grammar:
    """Return the grammar of an RFC."""
    return SHIPPED[name]


def _ship(name: str, abnf: str, base: Grammar | None = None) -> Grammar:
    """Return a grammar of this module. Its text has no errors, so it is read when it is needed."""
    grammar = Grammar.__new__(Grammar)
    grammar.__setstate__({"_abnf": abnf, "_base": base, "_strict": True, "_shipped_as": name})
    SHIPPED[name] = grammar
    return grammar


RFC3986 = _ship("RFC3986", rfcs.ABNF_3986)
RFC3987 = _ship("RFC3987", rfcs.ABNF_3987, RFC3986)
RFC6874 = _ship("RFC6874", rfcs.ABNF_6874, RFC3986)
RFC2396 = _ship("RFC2396", rfcs.ABNF_2396)
RFC2732 = _ship("RFC2732", rfcs.ABNF_2732, RFC2396)
