# SPDX-License-Identifier: MIT
"""The chart of run.py: for each task, how long the libraries take and how often they are wrong."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib import rc_context
from matplotlib.figure import Figure

# Mid-tones on no background read on a white page and on a black one. So do the shades of TEXT
# that a browser takes where it knows which of the two it is.
TEXT, BLUE, GRAY, RED = "#757c86", "#2f81f7", "#9098a1", "#e5534b"
SHADES = "".join(
    f"@media (prefers-color-scheme: {scheme}) "
    f'{{ text[style*="{TEXT}"] {{ fill: {color} !important }} }}\n'
    for scheme, color in (("light", "#59636e"), ("dark", "#9aa3ad"))
)
STYLE = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "",  # the same figures give the same file
    "font.sans-serif": ["DejaVu Sans", "Segoe UI", "Helvetica", "Arial"],
    "font.size": 12,
    "axes.titlesize": 12,
    "text.color": TEXT,
    "ytick.color": TEXT,
    "ytick.major.size": 0,
    **{f"axes.spines.{side}": False for side in ("left", "right", "top", "bottom")},
}
TITLE = "Time and wrong answers of uri_regex and of other libraries"
NOTE = """Median time per call (log scale), and wrong answers.
† follows WHATWG instead. ‡ does not claim to validate."""


class Bar(NamedTuple):
    name: str
    ours: bool
    nanoseconds: float
    time: str  # as it is written
    wrong: int


def draw(panels: Sequence[tuple[str, int, Sequence[Bar]]], file: Path) -> None:
    """A panel is a title, how many answers were judged, and the bars. Reads at 360 pixels."""
    heights = [len(bars) + 2 for *_, bars in panels]
    shape = {"sharex": "col", "width_ratios": (3, 2), "height_ratios": heights, "squeeze": False}
    with rc_context(STYLE):
        figure = Figure(figsize=(5, 0.3 * sum(heights) + 0.7), layout="constrained")
        for (title, count, bars), (left, right) in zip(
            panels, figure.subplots(len(panels), 2, **shape)
        ):
            slowest_first = sorted(bars, key=lambda bar: -bar.nanoseconds)
            names, ours, times, said, wrong = zip(*slowest_first)
            colors = [BLUE if mine else GRAY for mine in ours]
            drawn = left.barh(names, times, 0.72, color=colors)
            words = left.bar_label(drawn, said, padding=4)
            drawn = right.barh(names, [one / count for one in wrong], 0.72, color=RED)
            words += right.bar_label(drawn, [str(one) for one in wrong], padding=4)
            for text, mine in zip([*left.get_yticklabels(), *words], ours * 3):
                if mine:
                    text.set(color=BLUE, weight="bold")
            left.set_title(title, loc="left", x=-0.76, size=14, weight="bold")
            left.set(xscale="log", xlim=(100, 1e9))
            left.xaxis.set_visible(False)
            right.set_title(f"wrong, of {count:,}", loc="left")
            right.set(xlim=(0, 1))
            right.set_axis_off()
        figure.supxlabel(NOTE, size=11, color=TEXT, x=0, ha="left")
        figure.get_layout_engine().set(h_pad=0.07)
        svg = io.StringIO()
        figure.savefig(svg, format="svg", transparent=True, metadata={"Date": None, "Title": TITLE})
    file.write_text(svg.getvalue().replace("</style>", f"\n{SHADES}</style>", 1), encoding="utf-8")
