"""Time used: the one thing about a competition that is otherwise each time it is played.

So it is kept apart: `times.svg` is drawn from it, and nothing of it is in the report or its data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from kibitz.compete.drawings import picture
from kibitz.compete.model import PlayedGame
from kibitz.compete.naming import fitted, shown
from kibitz.draw.svg import Element, element, number

__all__ = ["Pace", "draw_times", "paces"]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long somebody's bot thought: seconds a decision, the mean of each game at each seat."""

    name: str
    decisions: int
    seconds: float
    """All together."""
    quick: float
    """In one game of twenty it was quicker."""
    median: float
    slow: float
    """In one game of twenty it was slower."""
    slowest: float


def paces(games: Iterable[PlayedGame]) -> tuple[Pace, ...]:
    """The paces of all who had something to decide, the slowest first."""
    each: dict[str, list[float]] = defaultdict(list)
    decisions: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for game in games:
        for name, asked, took in zip(
            game.names, game.result.asked, game.result.seconds, strict=False
        ):
            if asked:
                each[name].append(took / asked)
                decisions[name] += asked
                seconds[name] += took
    found = []
    for name, means in each.items():
        means.sort()
        quick, median, slow = (_quantile(means, part) for part in (0.05, 0.5, 0.95))
        found.append(Pace(name, decisions[name], seconds[name], quick, median, slow, means[-1]))
    return tuple(sorted(found, key=lambda pace: (-pace.median, pace.name)))


def _quantile(values: Sequence[float], part: float) -> float:
    """Of sorted values."""
    return values[round(part * (len(values) - 1))]


# --- the drawing ----------------------------------------------------------------------------------

ROOM, WIDE, ROW, TOP, LEFT = 200.0, 420.0, 26.0, 52.0, 130.0
"""For names, for the scale, for a row, above the rows, and for what is said at the right."""
LEAST = 1e-5
"""Seconds: what is quicker is drawn there."""


def draw_times(found: Sequence[Pace], limit: float | None = None) -> Element:
    """How long everybody thought about a decision; `limit` is how long they might."""
    ends = [max(LEAST, value) for pace in found for value in (pace.quick, pace.slowest)]
    ends += [limit] if limit else []
    low = floor(log10(min(ends))) if ends else -3
    high = max(low + 1, ceil(log10(max(ends)))) if ends else 0

    def at(seconds: float) -> float:
        return ROOM + WIDE * (log10(max(LEAST, seconds)) - low) / (high - low)

    bottom = TOP + ROW * len(found)
    drawn: list[Element] = [_text("seconds a decision", ROOM, 16, look="quiet")]
    for power in range(low, high + 1):
        x = at(10.0**power)
        path = f"M{number(x)} {number(TOP - 8)} V{number(bottom)}"
        drawn.append(element("path", d=path, class_="grid"))
        drawn.append(_text(_seconds(10.0**power), x, TOP - 14, anchor="middle", look="quiet"))
    if limit:
        path = f"M{number(at(limit))} {number(TOP - 8)} V{number(bottom)}"
        drawn.append(
            element("path", element("title", f"the limit: {limit:g} s"), d=path, class_="limit")
        )
    for row, pace in enumerate(found):
        drawn.append(_row(pace, TOP + ROW * (row + 0.5), at))
    told = (
        "The dot is the median over games, the line goes from the quickest to the slowest game but "
        "for one in twenty at each end, the ring is the slowest game. "
    ) + "; ".join(f"{shown(pace.name)}: {_seconds(pace.median)}" for pace in found)
    title = "Time used: seconds a decision"
    return picture(ROOM + WIDE + LEFT, bottom + 8, title, told, drawn)


def _row(pace: Pace, y: float, at: Callable[[float], float]) -> Element:
    whole = f"{_seconds(pace.seconds)} in all"
    return element(
        "g",
        element(
            "title",
            f"{shown(pace.name)}: median {_seconds(pace.median)}, slowest "
            f"{_seconds(pace.slowest)}, {pace.decisions:,} decisions, {whole}",
        ),
        _text(fitted(pace.name, ROOM - 24, 13), 8, y + 4.5),
        element(
            "path", d=f"M{number(at(pace.quick))} {number(y)} H{number(at(pace.slow))}",
            class_="range",
        ),
        element("circle", cx=at(pace.slowest), cy=y, r=3.5, class_="ring"),
        element("circle", cx=at(pace.median), cy=y, r=4.5, class_="win"),
        _text(whole, ROOM + WIDE + 16, y + 4.5, look="quiet"),
    )  # fmt: skip


def _text(
    text: str, x: float, y: float, *, anchor: str | None = None, look: str | None = None
) -> Element:
    return element("text", text, x=x, y=y, font_size=13, text_anchor=anchor, class_=look)


def _seconds(value: float) -> str:
    """A length of time.

    >>> _seconds(0.0123), _seconds(2), _seconds(600), _seconds(7e-5)
    ('12 ms', '2 s', '10 min', '70 µs')
    """
    for most, unit, size in ((9.995e-4, "µs", 1e-6), (0.9995, "ms", 1e-3), (119.5, "s", 1.0)):
        if value < most:
            many = value / size
            return f"{many:.2g} {unit}" if many < 9.95 else f"{many:.0f} {unit}"
    return f"{value / 60:,.0f} min" if value < 7170 else f"{value / 3600:,.1f} h"
