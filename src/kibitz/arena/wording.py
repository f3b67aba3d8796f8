"""Means of a match in words, with how sure they are."""

from __future__ import annotations

from math import floor, log10

from kibitz.arena.statistics import Interval

__all__ = ["places", "score_text", "share_text"]


def score_text(mean: float, interval: Interval | None, places: int = 2, *, sign: str = "-") -> str:
    """A mean score; with `sign="+"`, a difference of two.

    >>> score_text(12.345, (12.0, 12.69)), score_text(3.0, None, 1, sign="+")
    ('12.35 ± 0.34', '+3.0')
    """
    half = "" if interval is None else f" ± {(interval[1] - interval[0]) / 2:.{places}f}"
    return f"{mean:{sign}.{places}f}{half}"


def places(interval: Interval | None) -> int:
    """Decimals of a mean that say something: as many as its interval does not blur, and one more.

    >>> places((1.0, 9.0)), places((1.0, 1.2)), places((0.501, 0.509))
    (1, 2, 4)
    """
    if interval is None or interval[0] == interval[1]:
        return 2
    half = (interval[1] - interval[0]) / 2
    return min(4, max(1, 1 - floor(log10(half) + 1e-9)))


def share_text(mean: float, interval: Interval | None) -> str:
    """A share in per cent.

    >>> share_text(0.5, (0.413, 0.587))
    '50.0% (41 to 59)'
    """
    if interval is None:
        return f"{mean:.1%}"
    return f"{mean:.1%} ({100 * interval[0]:.0f} to {100 * interval[1]:.0f})"
