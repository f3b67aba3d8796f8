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

from kibitz.analysis.damage import must_be
from kibitz.arena.statistics import t_quantile

__all__ = [
    "Figure",
    "Interval",
    "Residuals",
    "difference",
    "mean",
    "mean_share",
    "of_moments",
    "paired",
    "ratio",
    "ratio_share",
    "residuals",
    "share",
]

Residuals = NDArray[np.float64]
"""For each cluster, by its number, how much it pulls a figure away from its value: their mean is 0,
and their variance over their number that of the figure."""

Interval = tuple[float, float]

ROUNDING = 1e-6
"""What sums of rounded numbers may be off, as a part of them."""


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

    @property
    def is_point(self) -> bool:
        """Whether its interval has no width but what rounding has given it: it was always the
        same."""
        if self.ci95 is None:
            return False
        return self.ci95[1] - self.ci95[0] <= ROUNDING * abs(self.value)

    @property
    def negated(self) -> Figure:
        """What is lost, of what is gained."""
        if self.ci95 is None:
            return Figure(-self.value, None, self.n, self.exact)
        low, high = self.ci95
        return Figure(-self.value, (-high, -low), self.n, self.exact)

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
        must_be(float, data["value"], *(ci95 or ()))
        must_be(int, data["n"])
        must_be(bool, data["exact"])
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


def mean_share(values: Sequence[float]) -> Figure | None:
    """The mean of independent values from 0 to 1, such as the wins of a deal that is played several
    times. What was the same in all n of them may have had luck: others may have a chance p under
    which that happens once in forty times, (1 - p)^n = 1/40 (Clopper and Pearson), and the interval
    has what they can bring.

    >>> print(mean_share([1, 1, 1, 1]))
    1 (0.4 to 1)
    """
    return _lucky(mean(values))


def ratio_share(above: Sequence[float], below: Sequence[float]) -> Figure | None:
    """A `ratio` that lies between 0 and 1: what was the same in all clusters may have had luck, as
    with `mean_share`.

    >>> print(ratio_share([2, 1, 3, 1], [2, 1, 3, 1]))
    1 (0.4 to 1)
    """
    return _lucky(ratio(above, below))


def _lucky(found: Figure | None) -> Figure | None:
    if found is None or found.ci95 is None:
        return found
    low, high = found.ci95
    if high - low <= ROUNDING:
        luck = 1 - 0.025 ** (1 / found.n)
        low = found.value * (1 - luck)
        high = low + luck
    return Figure(found.value, (low, high), found.n).within(0.0, 1.0)


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
    value, drawn = one.value - other.value, [each for each in (one, other) if not each.exact]
    n = min((each.n for each in drawn), default=0)
    intervals = [each.ci95 for each in drawn if each.ci95 is not None]
    if not drawn or len(intervals) < len(drawn):
        return Figure(value, None, n, exact=not drawn)
    half = sqrt(sum(((high - low) / 2) ** 2 for low, high in intervals))
    return Figure(value, (value - half, value + half), n)


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
    have in common does not blur it. If one has more clusters, the others have nothing in common.

    >>> a, b = [1.0, 2.0, 3.0], [1.5, 2.5, 3.5]
    >>> print(paired(mean(b), residuals(b), mean(a), residuals(a)))
    0.5 (0.5 to 0.5)
    """
    fewer, more = sorted((of_one, of_other), key=len)
    n, most = len(fewer), len(more)
    value = one.value - other.value
    if n < 2:
        return Figure(value, None, n)
    apart = float(np.var(of_one[:n] - of_other[:n], ddof=1))
    variance = apart / most + float(np.var(fewer, ddof=1)) * (1 / n - 1 / most)
    half = t_quantile(n - 1) * sqrt(variance)
    return Figure(value, (value - half, value + half), n)
