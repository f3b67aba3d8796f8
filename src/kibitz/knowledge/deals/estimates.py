"""Estimates: the number of deals where it was not counted but estimated by samples."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Estimate"]


class Estimate(NamedTuple):
    """Where the number of deals lies: with a chance of 95 %; for certain, if there are no samples.

    >>> Estimate(900, 1100, 400)
    Estimate(low=900, high=1100, samples=400)
    """

    low: int
    high: int
    samples: int
