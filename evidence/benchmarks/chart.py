# SPDX-License-Identifier: MIT
"""A module: the chart of run.py, with the time and the wrong answers of each library."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

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


def color(bar: Bar) -> str:
    return BLUE if bar.ours else GRAY


def draw_panel(title: str, count: int, bars: Sequence[Bar], left: Any, right: Any) -> None:
    """Times to the left, wrong answers to the right; the fastest at the top."""
    slowest_first = sorted(bars, key=lambda bar: -bar.nanoseconds)
    names = [bar.name for bar in slowest_first]
    times = left.barh(
        names,
        [bar.nanoseconds for bar in slowest_first],
        0.72,
        color=[color(bar) for bar in slowest_first],
    )
    spelled = left.bar_label(times, [bar.time for bar in slowest_first], padding=4)
    wrong = right.barh(names, [bar.wrong / count for bar in slowest_first], 0.72, color=RED)
    counts = right.bar_label(wrong, [bar.wrong for bar in slowest_first], padding=4)
    for bar, *words in zip(slowest_first, left.get_yticklabels(), spelled, counts):
        if bar.ours:
            for word in words:
                word.set(color=BLUE, weight="bold")
    left.set_title(title, loc="left", x=-0.76, size=14, weight="bold")
    left.set(xscale="log", xlim=(100, 1e9))
    left.xaxis.set_visible(False)
    right.set_title(f"wrong, of {count:,}", loc="left")
    right.set(xlim=(0, 1))
    right.set_axis_off()


def draw(panels: Sequence[tuple[str, int, Sequence[Bar]]], file: Path) -> None:
    """A panel is a title, how many answers were judged, and the bars. Reads at 360 pixels."""
    heights = [len(bars) + 2 for _, _, bars in panels]
    with rc_context(STYLE):
        figure = Figure(figsize=(5, 0.3 * sum(heights) + 0.7), layout="constrained")
        rows = figure.subplots(
            len(panels), 2, sharex="col", width_ratios=(3, 2), height_ratios=heights, squeeze=False
        )
        for (title, count, bars), (left, right) in zip(panels, rows):
            draw_panel(title, count, bars, left, right)
        figure.supxlabel(NOTE, size=11, color=TEXT, x=0, ha="left")
        figure.get_layout_engine().set(h_pad=0.07)
        svg = io.StringIO()
        figure.savefig(svg, format="svg", transparent=True, metadata={"Date": None, "Title": TITLE})
    file.write_text(svg.getvalue().replace("</style>", f"\n{SHADES}</style>", 1), encoding="utf-8")
