"""What a competition is made of, once it is played: phases, meetings, games.

A *meeting* is what two entrants (or as many as there are seats) play against each other in one go:
some deals, each in one or several seatings. A *game* is one deal in one seating. All of them have
numbers that depend on the charter and the results so far, never on who played when.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.arena.seatings import Seating
from kibitz.arena.statistics import GameResult
from kibitz.errors import KibitzError

__all__ = ["HOUSE", "GameId", "LiveGame", "Meeting", "PlayedGame", "Version"]

HOUSE = "bot:"
"""What the names of the organiser's bots begin with: `bot:rule`. No entrant's does."""


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

    @classmethod
    def parse(cls, text: str) -> GameId:
        """The game that is called so.

        >>> GameId.parse("1-1-03-0012-2")
        GameId(phase=0, round=0, meeting=2, deal=11, turn=1)
        """
        parts = text.split("-")
        if len(parts) != 5 or not all(part.isascii() and part.isdigit() for part in parts):
            raise KibitzError(f"`{text:.40}` is no game of a competition", "like 1-1-03-0012-2")
        found = cls(*(int(part) - 1 for part in parts))
        if str(found) != text or min(map(int, parts)) < 1:
            raise KibitzError(f"`{text:.40}` is no game of a competition", f"like {found}")
        return found


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
    alternating: bool = False
    """Whether each deal is played in one seating only, in turn; else in all of them."""

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.deals) * (1 if self.alternating else len(self.seatings))

    def ids(self) -> Iterator[GameId]:
        """All its games, seating by seating."""
        for turn in range(len(self.seatings)):
            for deal in self.dealt(turn):
                yield GameId(self.phase, self.round, self.number, deal, turn)

    def dealt(self, turn: int) -> Sequence[int]:
        """The deals that are played in one of the seatings."""
        return self.deals[turn :: len(self.seatings)] if self.alternating else self.deals

    def names(self, turn: int) -> tuple[str, ...]:
        """Who sits at each seat in one of the seatings."""
        return tuple(self.entrants[number] for number in self.seatings[turn])


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played; its record is in the store."""

    id: GameId
    names: tuple[str, ...]
    """Who sat at each seat."""
    seating: Seating
    result: GameResult


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being played, as far as it was decided."""

    id: GameId
    names: tuple[str, ...]
    """Who sits at each seat."""
    record: str
    """What was decided so far, as the text of a record (see `kibitz.engine.record`)."""
    begun: float
    """When it began, in seconds since 1970."""
    changed: float
    """When this was written."""


@dataclass(frozen=True, slots=True)
class Version:
    """What an entrant, or a bot of the organiser's, played a phase with."""

    phase: int
    name: str
    bot: str
    """As it is typed, in the folder of the competition: `versions/3f.../my/my.py:MyBot`."""
    hash: str
    """Of the contents of its files; of a house bot, of its name and the version of Kibitz."""
