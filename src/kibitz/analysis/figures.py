"""Figures: a number about a game, where it lies with 95 % confidence, and what it rests on.

What is drawn together is not independent: games of one deal, decisions of one game. So means are
taken over *clusters*, each of which counts as one observation; where clusters have different sizes
the mean is a ratio, with the interval of a ratio.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.arena.statistics import t_quantile

__all__ = [
    "Figure",
    "Interval",
    "Residuals",
    "difference",
    "mean",
    "of_moments",
    "paired",
    "ratio",
    "residuals",
    "share",
]

Residuals = NDArray[np.float64]
"""For each cluster, by its number, how much it pulls a figure away from its value: their mean is 0,
and their variance over their number that of the figure."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, and how sure it is.

    >>> print(Figure(0.3123, (0.29, 0.33), 1000))
    0.312 (0.29 to 0.33)
    >>> print(Figure(2.25, None, 0, exact=True))
    2.25
    """

    value: float
    ci95: Interval | None
    """Where it lies with 95 % confidence; None: it is exact, or there was too little to tell."""
    n: int
    """Independent observations it rests on: games, or deals where deals repeat."""
    exact: bool = False
    """Whether it was counted or calculated, not drawn."""

    def __str__(self) -> str:
        if self.ci95 is None:
            return f"{self.value:.3g}"
        low, high = self.ci95
        return f"{self.value:.3g} ({low:.2g} to {high:.2g})"

    def within(self, low: float, high: float) -> Figure:
        """The same, its interval cut to where such a number can lie."""
        if self.ci95 is None:
            return self
        return Figure(self.value, (max(low, self.ci95[0]), min(high, self.ci95[1])), self.n)

    def to_json(self) -> dict[str, Any]:
        low, high = self.ci95 or (None, None)
        return {"value": self.value, "low": low, "high": high, "n": self.n, "exact": self.exact}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Figure:
        ci95 = None if data["low"] is None else (data["low"], data["high"])
        return cls(data["value"], ci95, data["n"], data["exact"])


def mean(values: Sequence[float]) -> Figure | None:
    """The mean of independent values; None of none."""
    total = fsum(values)
    return of_moments(len(values), total, fsum(value * value for value in values))


def of_moments(n: int, total: float, squares: float) -> Figure | None:
    """The mean of n independent values, given their sum and that of their squares: Student's t.

    >>> of_moments(4, 4, 4)
    Figure(value=1.0, ci95=(1.0, 1.0), n=4, exact=False)
    """
    if n == 0:
        return None
    value = total / n
    if n == 1:
        return Figure(value, None, 1)
    variance = max(0.0, squares - n * value * value) / (n - 1)
    half = t_quantile(n - 1) * sqrt(variance / n)
    return Figure(value, (value - half, value + half), n)


def share(hits: float, n: int) -> Figure | None:
    """A share of n independent games that were won or lost, half won if shared: Wilson's interval,
    which holds for rare things too.

    >>> print(share(0, 100))
    0 (0 to 0.037)
    """
    if n == 0:
        return None
    p, z = hits / n, 1.959964
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Figure(p, (low if p > 0 else 0.0, high if p < 1 else 1.0), n)


def ratio(above: Sequence[float], below: Sequence[float]) -> Figure | None:
    """The sum of some numbers over that of others, a pair for each cluster: a mean over all that is
    in the clusters, however many that are in each (Cochran, *Sampling Techniques*, 6.3).

    >>> print(ratio([1, 2, 3], [2, 4, 6]))
    0.5 (0.5 to 0.5)
    """
    n, total = len(above), fsum(below)
    if n == 0 or total == 0:
        return None
    value = fsum(above) / total
    if n == 1:
        return Figure(value, None, 1)
    squares = fsum((a - value * b) ** 2 for a, b in zip(above, below, strict=True))
    half = t_quantile(n - 1) * sqrt(squares / (n - 1) / n) / (total / n)
    return Figure(value, (value - half, value + half), n)


def difference(one: Figure, other: Figure) -> Figure:
    """How much more one figure is than another that was drawn independently of it."""
    value = one.value - other.value
    if one.ci95 is None or other.ci95 is None:
        return Figure(value, None, min(one.n, other.n), one.exact and other.exact)
    half = sqrt(sum(((each[1] - each[0]) / 2) ** 2 for each in (one.ci95, other.ci95)))
    return Figure(value, (value - half, value + half), min(one.n, other.n))


def residuals(above: ArrayLike, below: ArrayLike | None = None) -> Residuals:
    """The residuals of a mean; with `below`, of a ratio.

    >>> residuals([1, 2, 3]).tolist()
    [-1.0, 0.0, 1.0]
    """
    a = np.asarray(above, np.float64)
    b = np.ones_like(a) if below is None else np.asarray(below, np.float64)
    found: Residuals = (a - a.sum() / b.sum() * b) / b.mean()
    return found


def paired(one: Figure, of_one: Residuals, other: Figure, of_other: Residuals) -> Figure:
    """How much more one figure is than another whose clusters were dealt the same: what the deals
    have in common does not blur it. Clusters that only one of them has are left out.

    >>> a, b = [1.0, 2.0, 3.0], [1.5, 2.5, 3.5]
    >>> print(paired(mean(b), residuals(b), mean(a), residuals(a)))
    0.5 (0.5 to 0.5)
    """
    n = min(len(of_one), len(of_other))
    value = one.value - other.value
    if n < 2:
        return Figure(value, None, n)
    apart = of_one[:n] - of_other[:n]
    half = t_quantile(n - 1) * float(np.std(apart, ddof=1)) / sqrt(n)
    return Figure(value, (value - half, value + half), n)
