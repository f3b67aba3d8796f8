"""What a competition is made of, once it is played: phases, meetings, games.

A *meeting* is what two entrants (or as many as there are seats) play against each other in one go:
some deals, each in one or several seatings. A *game* is one deal in one seating. All of them have
numbers that depend on the charter and the results so far, never on who played when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.seatings import Seating
from kibitz.arena.statistics import GameResult

__all__ = ["GameId", "Meeting", "PlayedGame"]


@dataclass(frozen=True, slots=True, order=True)
class GameId:
    """Which game of a competition: all numbers from 0."""

    phase: int
    round: int
    """Of a swiss phase or a cup; 0 in others."""
    meeting: int
    """In its round."""
    deal: int
    """Of the phase: the same number is the same deal in all meetings of a phase."""
    turn: int
    """Which of the seatings of its meeting."""

    def __str__(self) -> str:
        """As it is called in file names and addresses, counted from 1: `1-1-03-0012-2`."""
        return (
            f"{self.phase + 1}-{self.round + 1}-{self.meeting + 1:02}"
            f"-{self.deal + 1:04}-{self.turn + 1}"
        )


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who plays whom in one go."""

    phase: int
    round: int
    number: int
    entrants: tuple[str, ...]
    """Names, in the order in which seatings number them; the organiser's bots as `bot:rule`."""
    deals: Sequence[int]
    seatings: tuple[Seating, ...]
    title: str = ""
    """What people call it: `quarter-final 1`, `final`."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played; its record is in the store."""

    id: GameId
    names: tuple[str, ...]
    """Who sat at each seat."""
    seating: Seating
    result: GameResult
