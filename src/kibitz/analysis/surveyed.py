"""What games by searchers leave behind: as much as measures need, and no more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.analysis.histories import Floats, History
from kibitz.analysis.study import Sample
from kibitz.analysis.surveys import Manner
from kibitz.engine.game import Game

__all__ = ["LONGEST", "SEARCHER", "Resurveyed", "Searched"]

SEARCHER = "10 playouts an option"
"""What the searcher is called where bots are named."""

LONGEST = 5_000
"""Decisions after which a playout is taken as it stands, as a rule."""


@dataclass(frozen=True, slots=True)
class Resurveyed:
    """A decision that was surveyed again, with many playouts."""

    number: int
    """Of the deal."""
    position: int
    """The program position: what kind of decision it is."""
    tenth: int
    """Of the game, from 0."""
    gap: float
    """What lies between the best option and the worst, in normalised rank..."""
    error: float
    """...and its standard error."""
    regret: float
    """What lies between the best option and a random one."""


@dataclass(frozen=True)
class Searched:
    """What games by searchers were like."""

    game: Game
    seed: int
    bots: tuple[str, ...]
    how: Manner
    pairing: bool
    one: Floats
    """[deal, seat]: what the searcher at that seat won, 1/k of a victory that k share."""
    even: Floats
    """[deal]: what a seat wins if all decide at random, the mean over seats: 1 over the number of
    sides, where sides do not change."""
    wins: Floats
    """[deal, seat]: what every seat won if all search."""
    histories: tuple[History, ...]
    moments: Floats
    """[number, sum, sum of squares; winner or others; tenth] of the mean leads of games."""
    again: tuple[Resurveyed, ...]
    samples: tuple[Sample, ...]

    def column(self, name: str) -> Floats:
        """One number of each history."""
        return np.array([getattr(each, name) for each in self.histories], np.float64)

    @property
    def note(self) -> str | None:
        """What must be said of estimates."""
        if self.how.longest >= LONGEST:
            return None
        return f"playouts were taken as they stood after {self.how.longest} decisions"
