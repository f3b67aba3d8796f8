"""Learning curves as SVG: of one training, or of several whose seeds differ.

    plots(points)                        all there is to see of one training
    curves(runs, "full-kripke")          one line for each setting, with its band over the seeds

A band is an interval of 95 % confidence: of one training, how sure each of its evaluations is; of
several, how far trainings with other seeds would lie apart (Student's t over the seeds), at each
step that all of them were evaluated at. Without matplotlib there are no plots (see
`kibitz.draw.curves`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kibitz.arena.statistics import Interval, estimate
from kibitz.arena.wording import places, score_text, share_text
from kibitz.draw import curves as drawn
from kibitz.draw.curves import Curve
from kibitz.draw.markup import Markup
from kibitz.draw.palette import SEATS
from kibitz.learn.curve import Measured, Point, opponents

__all__ = [
    "QUANTITIES",
    "Mark",
    "Plot",
    "Quantity",
    "curves",
    "over_seeds",
    "picture",
    "plots",
    "points_text",
]

MOST = 200
"""Points of a line: more cannot be told apart."""

Runs = Mapping[str, Sequence[Sequence[Point]]]
"""The points of some trainings, one for each seed, by what is to stand beside their line."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure on a line."""

    value: float
    ci95: Interval | None


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something a curve may show."""

    title: str
    about: str
    """What it is, in a sentence."""
    y: str
    of: Callable[[Point, str], Mark | None]
    """Its value at a point, against an opponent if it is about one."""
    opposed: bool = True
    """Whether it is about an opponent."""
    unit: str = ""
    low: float | None = 0.0
    line: tuple[float, str] | None = None


def _met(point: Point, opponent: str) -> Measured | None:
    return next((met for met in point.against if met.opponent == opponent), None)


def _over(point: Point, opponent: str) -> Mark | None:
    met = _met(point, opponent)
    return None if met is None else Mark(met.over, met.over_interval)


def _score(point: Point, opponent: str) -> Mark | None:
    met = _met(point, opponent)
    return None if met is None else Mark(met.score, met.score_interval)


def _wins(point: Point, opponent: str) -> Mark | None:
    met = _met(point, opponent)
    return None if met is None else Mark(met.wins, met.wins_interval)


def _loss(point: Point, opponent: str) -> Mark | None:
    return None if point.loss is None else Mark(point.loss, None)


def _rate(point: Point, opponent: str) -> Mark | None:
    return None if point.rate is None else Mark(point.rate, None)


# fmt: off
QUANTITIES = {
    "over": Quantity(
        "Better than the opponent",
        "Points that the network makes more at a seat than the opponent, in the same deals.",
        "points", _over, low=None, line=(0.0, "equal"),
    ),
    "wins": Quantity(
        "Games won", "How often a seat of the network wins.", "wins", _wins, unit="share"
    ),
    "score": Quantity(
        "Mean score", "What a seat of the network scores.", "points", _score, low=None
    ),
    "loss": Quantity(
        "Loss", "What learning makes smaller, a mean since the point before.", "loss", _loss,
        opposed=False,
    ),
    "rate": Quantity(
        "Decisions a second", "Those of the actors, from the games to the learner.", "decisions",
        _rate, opposed=False,
    ),
}
# fmt: on


# --- one training ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot, what it is about, and what it says at last."""

    key: str
    title: str
    about: str
    last: str
    svg: Markup | None
    """None without matplotlib."""


def plots(points: Sequence[Point]) -> list[Plot]:
    """Everything there is to see of a training; nothing of what nobody has measured."""
    found = []
    for key, quantity in QUANTITIES.items():
        names = opponents(points) if quantity.opposed else [""]
        lines = {name: _line(points, quantity, name) for name in names}
        lines = {name: line for name, line in lines.items() if line}
        if not lines:
            continue
        last = _last(key, {name: line[-1][1] for name, line in lines.items()})
        told = f"{quantity.about} {last}"
        svg = _draw(f"curve-{key}", quantity, lines, told, quantity.title)
        found.append(Plot(key, quantity.title, quantity.about, last, svg))
    return found


def _line(points: Sequence[Point], quantity: Quantity, opponent: str) -> list[tuple[float, Mark]]:
    found = [
        (float(point.step), mark)
        for point in points
        if (mark := quantity.of(point, opponent)) is not None
    ]
    return _thinned(found)


def _thinned(line: list[tuple[float, Mark]]) -> list[tuple[float, Mark]]:
    """As many points as can be told apart, the last among them."""
    every = -(-len(line) // MOST)
    return line[::-1][::every][::-1] if every > 1 else line


def _last(key: str, last: Mapping[str, Mark]) -> str:
    """What a plot shows at last, in words."""
    texts = [
        f"{name}: {_text(key, mark)}" if name else _text(key, mark) for name, mark in last.items()
    ]
    return f"At last {'; '.join(texts)}."


def _text(key: str, mark: Mark) -> str:
    if key == "over":
        return f"{points_text(mark.value, mark.ci95, sign='+')} points"
    if key == "wins":
        return share_text(mark.value, mark.ci95)
    if key == "rate":
        return f"{mark.value:,.0f}"
    return points_text(mark.value, mark.ci95) if key == "score" else f"{mark.value:.3g}"


def points_text(value: float, interval: Interval | None, *, sign: str = "-") -> str:
    """A number of points, to as many digits as are sure."""
    return score_text(value, interval, places(interval), sign=sign).replace("-", "−")


# --- several --------------------------------------------------------------------------------------


def curves(
    runs: Runs, opponent: str, what: str = "over", *, key: str = "", title: str = ""
) -> Markup | None:
    """How trainings by some settings did against an opponent: a line for each setting, the mean of
    its seeds. `what` is one of QUANTITIES."""
    quantity = QUANTITIES[what]
    lines = {name: over_seeds(seeds, what, opponent) for name, seeds in runs.items()}
    lines = {name: line for name, line in lines.items() if line}
    last = _last(what, {name: line[-1][1] for name, line in lines.items()}) if lines else ""
    against = f"{quantity.title}, against {opponent}" if quantity.opposed else quantity.title
    called = key or f"curves-{what}-{opponent}".replace(":", "-").replace("=", "-")
    return _draw(called, quantity, lines, f"{quantity.about} {last}", title or against)


def over_seeds(
    seeds: Sequence[Sequence[Point]], what: str = "over", opponent: str = ""
) -> list[tuple[float, Mark]]:
    """The mean of trainings that differ in their seed only, with its interval over the seeds, at
    the steps that all of them have; of one training, its own line."""
    quantity = QUANTITIES[what]
    if len(seeds) == 1:
        return _line(seeds[0], quantity, opponent)
    values = [
        {point.step: mark.value for point in points if (mark := quantity.of(point, opponent))}
        for points in seeds
    ]
    common = sorted(set.intersection(*map(set, values))) if values else []
    found = []
    for step in common:
        mean = estimate([of[step] for of in values])
        found.append((float(step), Mark(mean.mean, mean.ci95)))
    return _thinned(found)


# --- drawing --------------------------------------------------------------------------------------


def _draw(
    key: str,
    quantity: Quantity,
    lines: Mapping[str, list[tuple[float, Mark]]],
    told: str,
    title: str,
) -> Markup | None:
    found = [
        Curve(name or quantity.title, line, f"seat-{number % len(SEATS)}")
        for number, (name, line) in enumerate(lines.items())
    ]
    return drawn.curves(
        key, title, told, found, x="steps", y=quantity.y, unit=quantity.unit, low=quantity.low,
        line=quantity.line, bands=True,
    )  # fmt: skip


GAP, PAPER = 12, "#fffdf8"


def picture(found: Iterable[Plot]) -> str | None:
    """Plots as one picture that is a file of its own, below each other, by day."""
    parts, top, wide = [], 0.0, 0.0
    for plot in found:
        if plot.svg is None:
            continue
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', str(plot.svg))
        assert size is not None
        width, height = map(float, size.groups())
        at = f'<svg x="0" y="{top:g}" width="{width:g}" height="{height:g}"'
        parts.append(str(plot.svg).replace("<svg", at, 1))
        top, wide = top + height + GAP, max(wide, width)
    if not parts:
        return None
    space = f'viewBox="0 0 {wide:g} {top:g}" width="{wide:g}" height="{top:g}"'
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {names} {space}>{paper}{''.join(parts)}</svg>\n"
