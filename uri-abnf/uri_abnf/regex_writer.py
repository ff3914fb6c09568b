# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
r"""How a tree is written as a regular expression, in the style of an engine.

A loop over an alternation with one-character branches is unrolled, *( s / x ) = *s *( x *s ): runs of
characters are taken at once, which takes a quarter of the time. Where the next character decides, loops
may be possessive: another half of it. So the segment of RFC 3986, *( [!$&-…] / "%" 2HEXDIG ), becomes

    [!$&-.0-;=@-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-.0-;=@-Z_a-z~]*+)*+
"""

from __future__ import annotations

from itertools import starmap

from .backtracking import are_decided, gives_nothing_back
from .charset import AT_END, Ranges, are_disjoint, count
from .engines import Engine, Style
from .nodes import Alt, Block, Cat, Node, Rep, Set, bare, followed, is_loop, join
from .simplify import concatenate, repeat

_QUANTIFIERS = {(0, 1): "?", (0, None): "*", (1, None): "+"}
_CONTROLS = {"\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r"}  # in every engine with escapes
_HEX_DIGITS = "0123456789ABCDEFabcdef"


# ---- Classes ----


def write_members(ranges: Ranges, style: Style) -> str:
    """Return what stands in a class, between "[" and "]"."""
    parts = [part for low, high in ranges for part in _spell(low, high, style.escaped)]
    if style.brackets:
        return _in_brackets(parts)
    written = ["\\" + part if part in style.escaped else _shown(part, style) for part in parts]
    # In PostgreSQL \x takes all digits that follow; what has it goes last where one would.
    for part, following in zip(written, written[1:]):
        if part[-4:-2] == "\\x" and following[0] in _HEX_DIGITS:
            written.sort(key=lambda x: "\\x" in x)
            break
    return "".join(written)


def _shown(part: str, style: Style) -> str:
    """Return a part of a class with escapes for its control characters, where the engine has some."""
    for char in part:
        if not char.isprintable() and char <= style.hexadecimal:
            part = part.replace(char, _CONTROLS.get(char) or f"\\x{ord(char):02x}")
    return part


def _spell(low: int, high: int, escaped: str) -> list[str]:
    """Return a range of a class as its parts: characters, and a range whose ends need no escape."""
    if high - low < 2:
        return list(map(chr, range(low, high + 1)))
    if chr(low) in escaped:
        return [chr(low), *_spell(low + 1, high, escaped)]
    if chr(high) in escaped:
        return [*_spell(low, high - 1, escaped), chr(high)]
    return [f"{chr(low)}-{chr(high)}"]


def _in_brackets(parts: list[str]) -> str:
    """Return parts of a POSIX bracket: "]" goes first, "^" not first, "-" last.

    A backslash is doubled, as awk reads one as elsewhere, and twice the same says the same.
    """
    parts.sort(key=lambda part: (part != "]", "^-".find(part)))
    if parts == ["^", "-"]:
        parts.reverse()
    return "".join(parts).replace("\\", "\\\\")


# ---- Patterns ----


def group(text: str, style: Style) -> str:
    return f"{style.opening}{text})"


class RegexWriter:
    """Writes trees in a style; `after` is what can follow a tree."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.in_block = False  # where all loops may be possessive

    def write(self, node: Node, after: Ranges = AT_END) -> str:
        if isinstance(node, Set):
            return self.write_set(node)
        if isinstance(node, Block):
            return self.write_block(node, after)
        if isinstance(node, Rep):
            return self.write_repeat(node, after)
        texts = starmap(self.write_apart, followed(node, after))
        return ("|" if isinstance(node, Alt) else "").join(texts)

    def write_apart(self, node: Node, after: Ranges = AT_END) -> str:
        """Return a tree as it can stand beside others: an alternation is grouped."""
        text = self.write(node, after)
        return group(text, self.style) if isinstance(node, Alt) else text

    def write_set(self, node: Set) -> str:
        r"""Return a character or a class, spelled so that every engine reads it alike.

        Ranges stand in code-point order. What JavaScript's v flag reserves in a class has a backslash:
        "-" above all, which RFC 3986's own classes need (`[+\-.0-9A-Za-z]`). White space and "#" stand
        in a class, where (?x) does not skip them; Perl and PCRE2 skip U+200E and U+200F, too.
        """
        if count(node.ranges) == 1:
            char = chr(node.ranges[0][0])
            if char in "()[\\]^{|}":
                return "\\" + char
            if char.isprintable() and char not in "$*+.?# ":
                return char
        return f"[{write_members(node.ranges, self.style)}]"

    def write_block(self, node: Block, after: Ranges) -> str:
        outside, self.in_block = self.in_block, are_disjoint(node.goes_on, after)
        text = self.write_apart(node.parts[0], after)
        self.in_block = outside
        return text

    def write_repeat(self, node: Rep, after: Ranges) -> str:
        if unrolled := unroll(node):
            return self.write(unrolled, after)
        ((body, follow),) = followed(node, after)
        text = self.write(body, follow)
        # An alternation that is called by its name is grouped there.
        if isinstance(body, Alt) or isinstance(bare(body), (Cat, Rep)):
            text = group(text, self.style)
        text += self.write_quantifier(node)
        may_hold = self.style.possessive and (not self.style.rigid_alone or is_rigid(body))
        is_sure = self.in_block and node.high is None
        if may_hold and (is_sure or gives_nothing_back(node, after)):
            text += "+"
        return text

    def write_quantifier(self, node: Rep) -> str:
        if node.low == node.high:
            return f"{{{node.low}}}"
        most = node.high or ""
        return _QUANTIFIERS.get((node.low, node.high)) or f"{{{node.low},{most}}}"


def unroll(node: Rep) -> Node | None:
    """*( s / x ) = *s *( x *s ), for a class s: runs of characters are taken at once."""
    body = node.body
    if not is_loop(node) or not isinstance(body, Alt):
        return None
    sets = [branch for branch in body.parts if isinstance(branch, Set)]
    if not sets or not are_decided(body.parts):
        return None
    # 1*( s / x ) has its body twice: with loops in it, it would double at each.
    if node.low == 1 and not all(map(is_rigid, body.parts)):
        return None
    run = repeat(sets[0], 0, None)
    others = join(Alt, [branch for branch in body.parts if branch is not sets[0]])
    loop = Rep((concatenate([others, run]),), 0, None)
    if node.low == 1:
        return Cat((body, run, loop))
    return Cat((run, loop))


def is_rigid(node: Node) -> bool:
    """Return whether a tree is characters and runs of one class of them, in one order."""
    node = bare(node)
    if isinstance(node, Rep):
        return isinstance(bare(node.body), Set)
    return isinstance(node, (Set, Cat)) and all(map(is_rigid, node.parts))


# ---- Whole patterns ----


def _highest_repeat(node: Node, multiplies: bool) -> int:
    """Return the highest repeat in the tree, where nested repeats may multiply."""
    inside = max([_highest_repeat(part, multiplies) for part in node.parts], default=1)
    if not isinstance(node, Rep):
        return inside
    own = max(node.low, node.high or 1)
    return own * inside if multiplies else max(own, inside)


def write_unanchored(tree: Node, engine: Engine) -> str:
    """Return a tree's pattern for an engine, without anchors; an alternation is grouped."""
    limits = engine.limits
    if _highest_repeat(tree, limits.multiplies) > limits.repeats:
        raise ValueError(f"{engine.name} allows at most {limits.repeats:,} repetitions")
    return RegexWriter(engine.style).write_apart(tree)
