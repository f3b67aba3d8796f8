"""Curves as a training might write them."""

from __future__ import annotations

from math import exp

from kibitz.learn.curve import Measured, Point

__all__ = ["NASTY", "curve", "met", "point"]

NASTY = 'x"<script>alert(1)</script>&'
"""A name that must stay text."""


def met(opponent: str = "random", over: float = 3.0, half: float = 0.5) -> Measured:
    """How a network did against somebody."""
    return Measured(
        opponent,
        score=10 + over / 2,
        score_interval=(10 + over / 2 - half, 10 + over / 2 + half),
        over=over,
        over_interval=(over - half, over + half),
        wins=0.25 + over / 100,
        wins_interval=(0.2 + over / 100, 0.3 + over / 100),
        games=2002,
    )


def point(step: int, *against: Measured) -> Point:
    """What there was after so many steps."""
    learnt = step > 0
    return Point(
        step,
        decisions=512 * step,
        seconds=step / 100,
        loss=0.1 + exp(-step / 500) if learnt else None,
        rate=100_000.0 + step if learnt else None,
        against=against,
    )


def curve(
    top: float = 10.0, points: int = 21, names: tuple[str, ...] = ("random", "rule")
) -> list[Point]:
    """A network that comes up to so many points against the first, less against the others."""
    return [
        point(
            100 * k,
            *(met(name, top * (1 - exp(-k / 5)) - 6 * n) for n, name in enumerate(names)),
        )
        for k in range(points)
    ]
