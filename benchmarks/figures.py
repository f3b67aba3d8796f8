"""Figures with intervals, and what they should be: the rows of `strength.py`."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from kibitz.arena.statistics import Estimate

__all__ = ["HEADS", "Row", "cells", "row"]


@dataclass(frozen=True)
class Row:
    """One figure: what it is, how large, and what it should be."""

    what: str
    mean: float
    low: float
    high: float
    least: float | None = None
    """What must be reached."""
    published: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.least is None:
            return ""
        if self.low >= self.least:
            return "reached"
        return "reached, within the interval" if self.mean >= self.least else "missed"


def row(
    what: str,
    found: Estimate,
    *,
    least: float | None = None,
    published: float | None = None,
    note: str = "",
) -> Row:
    low, high = found.ci95 or (-inf, inf)
    return Row(what, found.mean, low, high, least, published, note)


def cells(found: Row) -> list[str]:
    def number(value: float | None) -> str:
        return "" if value is None else f"{value:.3f}" if abs(value) < 2 else f"{value:.2f}"

    interval = f"{number(found.low)} to {number(found.high)}" if found.low < found.high else ""
    return [
        found.what,
        number(found.mean),
        interval,
        number(found.least),
        number(found.published),
        found.verdict or found.note,
    ]


HEADS = ["", "mean", "95 %", "at least", "published", ""]
