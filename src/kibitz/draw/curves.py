"""Curves as SVG: lines over numbers, with their intervals, in the colours of the page.

matplotlib draws, and is needed for nothing else (extra `report`). Without it there are no plots:
`curves` gives None, and `MISSING` says how to get them. Each plot has a `key` that tells it apart
from all others of its page, a title, and a sentence that says what it shows, for those who do not
see it. What other plots need as well is here too: axes, marks, labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.draw.canvas import COLOURS, canvas, ready
from kibitz.draw.markup import Markup
from kibitz.draw.svg import FORBIDDEN

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MISSING", "Curve", "Figure", "beside", "curves", "scaled", "short", "united", "whole"]

MISSING = 'There are no plots: for them, install matplotlib (pip install "kibitz[report]").'

MOST_BESIDE, LETTERS, MARK = 4, 46, 5
"""Labels of a legend in a row; letters that a row has room for, and those a label's mark takes."""

FREE, ROW = 2, 16
"""Rows of a legend that a plot has room for, and what each further one takes."""

MANY = 10_000
"""From here on numbers at an axis are thousands: 20k."""

DASHES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


class Figure(Protocol):
    """A number, and where it lies with 95 % confidence, if that is known."""

    @property
    def value(self) -> float: ...

    @property
    def ci95(self) -> tuple[float, float] | None: ...


@dataclass(frozen=True, slots=True)
class Curve:
    """A line: a place on the x axis and a figure for each of its points."""

    label: str
    points: Sequence[tuple[float, Figure]]
    colour: str = "seat-0"
    """One of `COLOURS`."""
    heavy: bool = False


def curves(
    key: str,
    title: str,
    told: str,
    found: Sequence[Curve],
    *,
    x: str = "",
    y: str = "",
    unit: str = "",
    line: tuple[float, str] | None = None,
    ticks: Mapping[float, str] | None = None,
    low: float | None = 0.0,
    high: float | None = None,
    steps: bool = False,
    bands: bool = False,
) -> Markup | None:
    """Lines, their intervals as bands, or as whiskers where there are few points and not always
    `bands`. `line` is a value that is marked, with its name; `ticks` are names of places on the x
    axis; `steps` joins points by stairs."""
    if not ready() or not any(curve.points for curve in found):
        return None
    rows = -(-len(found) // beside([curve.label for curve in found]))
    tall = (250 if len(found) < 5 else 270) + ROW * max(0, rows - FREE)
    with canvas(tall) as (axes, made):
        for number, curve in enumerate(found):
            _curve(axes, curve, number, steps, bands)
        if line is not None:
            axes.axhline(line[0], color=COLOURS["gold"], linewidth=1.6, zorder=1)
            axes.annotate(
                line[1], (1, line[0]), xycoords=("axes fraction", "data"), ha="right", va="bottom",
                fontsize=10.5, color=COLOURS["quiet"], xytext=(0, 1), textcoords="offset points",
            )  # fmt: skip
        scaled(axes, x, y, unit, low, high)
        if ticks is not None:
            axes.set_xticks(list(ticks), list(ticks.values()))
        else:
            whole(axes, [at for curve in found for at, _ in curve.points])
        if len(found) > 1:
            axes.legend(
                loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=-(-len(found) // rows),
                handlelength=1.8, columnspacing=1.1, borderaxespad=0.2,
            )  # fmt: skip
    return made(key, title, told)


# --- parts ---------------------------------------------------------------------------------------


def beside(labels: Sequence[str]) -> int:
    """How many labels of a legend have room beside each other: as wide as the longest, each."""
    widest = max(map(len, labels)) + MARK
    return max(1, min(MOST_BESIDE, len(labels), LETTERS // widest))


def _curve(axes: Axes, curve: Curve, number: int, steps: bool, bands: bool) -> None:
    at = [place for place, _ in curve.points]
    values = [figure.value for _, figure in curve.points]
    colour, few = COLOURS[curve.colour], len(at) <= 15
    axes.plot(
        at, values, "-" if curve.heavy else DASHES[number % len(DASHES)], color=colour,
        linewidth=3.4 if curve.heavy else 1.8, label=short(curve.label, 24),
        marker=MARKERS[number % len(MARKERS)] if few and not steps else None,
        markersize=5, zorder=4 if curve.heavy else 3,
        drawstyle="steps-post" if steps else "default",
    )  # fmt: skip
    sure = [(place, *figure.ci95) for place, figure in curve.points if figure.ci95 is not None]
    if not sure:
        return
    places, lows, highs = zip(*sure, strict=True)
    if len(sure) == 1 or (few and not bands):
        axes.vlines(places, lows, highs, color=colour, linewidth=1.4, zorder=2)
    else:
        axes.fill_between(places, lows, highs, color=colour, alpha=0.22, linewidth=0)


def scaled(axes: Axes, x: str, y: str, unit: str, low: float | None, high: float | None) -> None:
    axes.grid(axis="y")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    bottom, top = axes.get_ylim()
    least, most = axes.dataLim.intervaly
    if low is not None and least >= low:
        bottom = low
    if high is not None and most <= high:
        top = high
    axes.set_ylim(bottom, top if top > bottom else bottom + 1)
    united(axes.yaxis, unit)


def whole(axes: Axes, places: Sequence[float], wide: float = 0.0) -> None:
    """Marks at whole numbers only, from the first point to the last."""
    from matplotlib.ticker import MaxNLocator

    if wide or all(float(place).is_integer() for place in places):
        axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, min_n_ticks=1))
    axes.xaxis.set_major_formatter(_counted(max(map(abs, places))))
    first, last = min(places), max(places)
    room = (last - first or 1.0) * 0.03 + wide / 2
    axes.set_xlim(first - room, last + room)


def united(axis: Any, unit: str) -> None:
    """Marks as the unit is written."""
    from matplotlib.ticker import FuncFormatter

    if unit == "share":
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.3g} %"))
    elif (most := max(map(abs, axis.get_view_interval()))) >= MANY:
        axis.set_major_formatter(_counted(most))


def _counted(most: float) -> Any:
    """Large numbers in thousands or millions, others as they are."""
    from matplotlib.ticker import FuncFormatter, ScalarFormatter

    if most < MANY:
        return ScalarFormatter(useOffset=False)
    size, name = (1e6, "M") if most >= 100 * MANY else (1e3, "k")
    return FuncFormatter(lambda value, _: f"{value / size:.6g}{name if value else ''}")


def short(text: str, longest: int) -> str:
    line = FORBIDDEN.sub("\ufffd", " ".join(text.split()))  # XML has no letters for these
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
