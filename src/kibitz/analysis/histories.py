"""Lead histories: how everybody stood at each decision of a game, and what that was like.

A lead history has a row for each decision that was surveyed, and in it for every seat the estimated
normalised rank after the best option. What is asked about it is one function each.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.analysis.surveys import BEST, WHOLE, WORST, Played

__all__ = ["TENTHS", "History", "lead_changes", "tenths", "threshold", "winners"]

Floats = NDArray[np.float64]

TENTHS = 10

NEAR = 1e-9
"""Estimates are fractions: closer ones are equal."""

SURE = 0.8
"""Above this a lead counts as decisive."""


@dataclass(frozen=True, slots=True)
class History:
    """What one game by searchers was like."""

    number: int
    """Of the deal."""
    decisions: int
    entries: int
    """Of the lead history: surveyed decisions."""
    spread: float
    """Best minus worst estimate, added up."""
    drama: float
    security: float
    decisiveness: float
    drops: int
    """How often the lead of a seat was less than before..."""
    steps: int
    """...of so many times."""
    changes: int
    """How often somebody else came to lead."""
    sides: int
    finished: bool

    @classmethod
    def of(cls, number: int, played: Played, playouts: int, won: Floats) -> History:
        """What a game was like, given who won it."""
        leads = played.leads / playouts
        rows = played.rows
        best = won > 0
        level = threshold(played.sides)
        own = [leads[:, seat] for seat in np.flatnonzero(best)]
        falls = np.diff(leads, axis=0) < -NEAR
        return cls(
            number,
            len(played.choices),
            len(rows),
            float((rows[:, BEST] - rows[:, WORST]).sum()) / WHOLE / playouts,
            _mean([drama(lead, level) for lead in own]),
            _mean([security(lead, level) for lead in own]),
            _mean([decisiveness(lead) for lead in own]),
            int(falls.sum()),
            falls.size,
            lead_changes(leads, played.team_of),
            played.sides,
            played.end == 0,
        )

    def told(self) -> list[float]:
        """The numbers, for another process."""
        return list(astuple(self))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def winners(played: Played, highest_wins: bool) -> Floats:
    """How much of the victory every seat has: 1/k if k teams share it. Seats of one team win
    together, those of them that have the best score."""
    scores = played.scores if highest_wins else -played.scores
    top = scores == scores.max()
    teams = len(set(played.team_of[top].tolist()))
    found: Floats = top / teams
    return found


def threshold(sides: int) -> float:
    """Halfway between the first rank and the second: who is above will more likely than not win."""
    return (1 + (sides - 2) / (sides - 1)) / 2 if sides > 1 else 1.0


def drama(lead: Floats, level: float) -> float:
    """The mean of sqrt(t - x) over the entries x of a winner's lead that are not above t."""
    behind = lead[lead <= level + NEAR]
    return float(np.sqrt(np.maximum(0, level - behind)).mean()) if len(behind) else 0.0


def security(lead: Floats, level: float) -> float:
    """The share of the entries of a winner's lead that are above t."""
    return float((lead > level + NEAR).mean()) if len(lead) else 0.0


def decisiveness(lead: Floats) -> float:
    """The share of a winner's lead, from its end back, that is above 0.8 throughout."""
    low = np.flatnonzero(lead <= SURE + NEAR)
    if not len(lead):
        return 0.0
    return 1 - (int(low[-1]) + 1) / len(lead) if len(low) else 1.0


def lead_changes(leads: Floats, team_of: NDArray[np.int64]) -> int:
    """How often another side came to lead: one that is level with it has not passed it."""
    changes, ahead = 0, -1
    top = leads >= leads.max(axis=1, keepdims=True, initial=0.0) - NEAR
    sides = [top[:, team_of == team].any(axis=1) for team in np.unique(team_of)]
    for first in sum(side.astype(np.int64) << bit for bit, side in enumerate(sides)).tolist():
        if ahead < 0 or not first & ahead:
            changes += ahead >= 0
            ahead = first & -first
    return changes


def tenths(leads: Floats, won: Floats) -> Floats:
    """[winner or others, tenth]: mean leads in each tenth of a game; not a number where it has no
    entry."""
    found = np.full((2, TENTHS), np.nan)
    which = np.arange(len(leads)) * TENTHS // max(1, len(leads))
    for group, seats in enumerate((won > 0, won == 0)):
        if seats.any():
            means = leads[:, seats].mean(axis=1)
            sums = np.bincount(which, means, TENTHS)
            often = np.bincount(which, minlength=TENTHS)
            found[group] = np.divide(sums, often, out=found[group], where=often > 0)
    return found
