"""Plots as SVG: curves (of `kibitz.draw`), bars, columns, parts of a whole, maps; in the colours of
the page.

matplotlib draws, and is needed for nothing else (extra `report`). Without it there are no plots:
every function gives None, and `MISSING` says how to get them; tables say the same. Each plot has a
`key` that tells it apart from all others of its page, a title, and a sentence that says what it
shows, for those who do not see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.analysis.figures import Figure
from kibitz.analysis.wording import value_text
from kibitz.draw.canvas import COLOURS, WIDTH, canvas, ready
from kibitz.draw.curves import MISSING, Curve, curves, scaled, short, united, whole
from kibitz.draw.markup import Markup

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MISSING", "Bar", "Curve", "Dot", "bars", "columns", "curves", "dots", "ready", "stack"]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its interval."""

    label: str
    figure: Figure
    colour: str = "seat-0"


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot with its name, somewhere between two axes."""

    label: str
    x: Figure
    y: Figure
    colour: str = "seat-0"


def bars(
    key: str,
    title: str,
    told: str,
    found: Sequence[Bar],
    *,
    x: str = "",
    unit: str = "",
    line: tuple[float, str] | None = None,
    high: float | None = None,
) -> Markup | None:
    """Bars beside each other from top to bottom, with whiskers, and what they say at the right."""
    if not ready() or not found:
        return None
    with canvas(max(96, 26 * len(found) + 62)) as (axes, made):
        places = range(len(found))
        values = [bar.figure.value for bar in found]
        colours = [COLOURS[bar.colour] for bar in found]
        axes.barh(places, values, height=0.62, color=colours, alpha=0.85)
        ends = [*values, 0.0]
        for place, bar in zip(places, found, strict=True):
            if bar.figure.ci95 is not None:
                ends += bar.figure.ci95
                axes.hlines(place, *bar.figure.ci95, color=COLOURS["ink"], linewidth=1.6)
            axes.annotate(
                value_text(bar.figure, unit), (1, place), xycoords=("axes fraction", "data"),
                xytext=(6, 0), textcoords="offset points", va="center", fontsize=10.5,
            )  # fmt: skip
        if line is not None:
            ends.append(line[0])
            axes.axvline(line[0], color=COLOURS["gold"], linewidth=1.6, zorder=3)
            axes.annotate(
                line[1], (line[0], 1), xycoords=("data", "axes fraction"), ha="center",
                va="bottom", fontsize=10.5, color=COLOURS["quiet"],
            )  # fmt: skip
        axes.set_yticks(list(places), [short(bar.label, 30) for bar in found])
        axes.tick_params(axis="y", length=0, labelcolor=COLOURS["ink"])
        axes.invert_yaxis()
        top = max(ends) if high is None else max(high, max(ends))
        bottom = min(ends)
        room = (top - bottom or 1.0) * 0.03
        axes.set_xlim(bottom - (room if bottom < 0 else 0.0), top + room)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x")
        axes.set_xlabel(x)
        united(axes.xaxis, unit)
    return made(key, title, told)


def columns(
    key: str,
    title: str,
    told: str,
    found: Sequence[tuple[float, float]],
    *,
    x: str = "",
    y: str = "",
    wide: float = 1.0,
) -> Markup | None:
    """How often each number came: columns from left to right. Wider ones than 1 stand for all
    numbers from theirs on."""
    if not ready() or not found:
        return None
    with canvas(200) as (axes, made):
        places = [place + (wide - 1) / 2 for place, _ in found]
        counts = [count for _, count in found]
        axes.bar(places, counts, width=0.85 * wide, color=COLOURS["seat-0"])
        scaled(axes, x, y, "", 0.0, None)
        whole(axes, places, wide)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    return made(key, title, told)


def stack(key: str, title: str, told: str, found: Sequence[Bar], *, x: str = "") -> Markup | None:
    """One bar made of shares, with what each is."""
    if not ready() or not found:
        return None
    with canvas(108 + 17 * max(0, len(found) - 3)) as (axes, made):
        at = 0.0
        for bar in found:
            value = max(0.0, bar.figure.value)
            label = f"{short(bar.label, 34)}: {value_text(bar.figure, 'share')}"
            axes.barh(
                0, value, left=at, height=0.8, color=COLOURS[bar.colour], label=label,
                edgecolor=COLOURS["sheet"], linewidth=1.5,
            )  # fmt: skip
            at += value
        axes.set_xlim(0, max(1.0, at))
        axes.set_ylim(-0.5, 0.5)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(x)
        united(axes.xaxis, "share")
        axes.legend(
            loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=3 if len(found) < 4 else 2,
            handlelength=1.0, handleheight=1.0, columnspacing=1.0, borderaxespad=0.2,
            fontsize=10.5,
        )  # fmt: skip
    return made(key, title, told)


def dots(
    key: str,
    title: str,
    told: str,
    found: Sequence[Dot],
    *,
    x: str = "",
    y: str = "",
    units: tuple[str, str] = ("", ""),
) -> Markup | None:
    """A map: dots with their names, and their intervals as crosses."""
    if not ready() or not found:
        return None
    with canvas(330) as (axes, made):
        for dot in found:
            colour = COLOURS[dot.colour]
            if dot.x.ci95 is not None:
                axes.hlines(dot.y.value, *dot.x.ci95, color=colour, linewidth=1.2, alpha=0.5)
            if dot.y.ci95 is not None:
                axes.vlines(dot.x.value, *dot.y.ci95, color=colour, linewidth=1.2, alpha=0.5)
            axes.plot(dot.x.value, dot.y.value, "o", color=colour, markersize=6)
        axes.margins(0.14, 0.1)
        axes.grid()
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        united(axes.xaxis, units[0])
        united(axes.yaxis, units[1])
        _names(axes, found)
    return made(key, title, told)


# --- parts ----------------------------------------------------------------------------------------


def _names(axes: Axes, found: Sequence[Dot]) -> None:
    """The names of dots, each beside its own, where it covers the fewest others."""
    axes.figure.draw_without_rendering()  # type: ignore[union-attr]
    taken: list[Any] = []
    places = [tuple(axes.transData.transform((dot.x.value, dot.y.value))) for dot in found]
    ways = [(7, 0, "left"), (-7, 0, "right"), (0, 9, "center"), (0, -9, "center")]
    ways += [(7, 9, "left"), (-7, 9, "right"), (7, -9, "left"), (-7, -9, "right")]
    frame = axes.get_window_extent()
    for dot in found:
        best: tuple[float, Any, Any] | None = None
        for right, up, side in ways:
            label = axes.annotate(
                short(dot.label, 22), (dot.x.value, dot.y.value), xytext=(right, up),
                textcoords="offset points", ha=side, va="center", fontsize=10.5,
            )  # fmt: skip
            box = label.get_window_extent()
            covered = sum(box.overlaps(other) for other in taken)
            covered += sum(box.contains(*place) for place in places)
            covered += 10 * (box.x0 < frame.x0 or box.x1 > WIDTH or box.y1 > frame.y1 + 12)
            if best is None or covered < best[0]:
                if best is not None:
                    best[1].remove()
                best = (covered, label, box)
            else:
                label.remove()
            if covered == 0:
                break
        assert best is not None
        taken.append(best[2])
