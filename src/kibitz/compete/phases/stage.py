"""A phase about to be played: who is in it, at which seats, and by which lots; and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as entry

from kibitz.arena.seatings import Seating, seatings
from kibitz.compete.charter import Phase
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.compete.points import Row, Tally, ranked, tallies
from kibitz.compete.sequential import meeting_decided

__all__ = ["Results", "Stage"]

Teams = tuple[tuple[int, ...], ...]


class Results:
    """What was played of a phase so far."""

    def __init__(self, games: Iterable[PlayedGame] = ()) -> None:
        self.games: dict[GameId, PlayedGame] = {game.id: game for game in games}
        self._of: dict[tuple[int, int], int] = {}
        for game in self.games:
            at = game.round, game.meeting
            self._of[at] = self._of.get(at, 0) + 1

    def add(self, game: PlayedGame) -> None:
        """Another game came in."""
        if game.id not in self.games:
            at = game.id.round, game.id.meeting
            self._of[at] = self._of.get(at, 0) + 1
        self.games[game.id] = game

    def are_in(self, meeting: Meeting) -> bool:
        """Whether all games of a meeting were played."""
        if self._of.get((meeting.round, meeting.number), 0) < meeting.games:
            return False
        return all(game in self.games for game in meeting.ids())

    def of(self, meeting: Meeting) -> list[PlayedGame]:
        """The games of a meeting that were played."""
        return [self.games[game] for game in meeting.ids() if game in self.games]

    def among(self, meetings: Iterable[Meeting]) -> Iterator[PlayedGame]:
        """The games of some meetings that were played."""
        for meeting in meetings:
            yield from self.of(meeting)


@dataclass(frozen=True)
class Stage:
    """A phase with all that decides who meets whom in it, but for the results."""

    number: int
    phase: Phase
    field: tuple[str, ...]
    """Who is in it, the best first; in the first phase, as lots have it."""
    teams: Teams
    """The seats that play together when a game begins."""
    highest: bool
    """Whether more points are better in the game."""
    lots: Lots = entry(repr=False)

    @property
    def group(self) -> int:
        """How many entrants sit at a table of their own: one for each seat or each team."""
        return len(self.teams)

    def deals_of(self, entrants: int) -> int:
        """How many deals a meeting of so many has."""
        if self.phase.scheme == "robobrisca":
            return self.phase.games
        return self.phase.games // len(self.seated(entrants))

    def seated(self, entrants: int) -> tuple[Seating, ...]:
        """All seatings of a meeting."""
        return tuple(seatings(entrants, self.teams))

    @property
    def pair(self) -> int:
        """How many deals make as many games in each seating: one, if each is played in all."""
        return len(self.seated(2)) if self.phase.scheme == "robobrisca" else 1

    def meeting(
        self,
        entrants: Iterable[str],
        number: int,
        *,
        round: int = 0,
        title: str = "",
        results: Results | None = None,
        extra: int = 0,
    ) -> Meeting:
        """A meeting of the phase, with so many deals more than usual. Every round has deals of its
        own; a meeting under a sequential test has as many as that wants, given the results."""
        names = tuple(entrants)
        usual = self.deals_of(len(names))
        first = round * (usual + self.phase.extra * self.pair)

        def made(deals: int) -> Meeting:
            return Meeting(
                self.number,
                round,
                number,
                names,
                range(first, first + deals),
                self.seated(len(names)),
                title,
                self.phase.scheme == "robobrisca",
            )

        if self.phase.stop is not None and len(names) == 2:
            usual = self._tested(made, usual, results or Results())
        return made(usual + extra)

    def _tested(self, made: Callable[[int], Meeting], usual: int, results: Results) -> int:
        """How many deals a meeting has under a sequential test, as far as is known: more by and by,
        until it is clear who is better."""
        stop = self.phase.stop
        assert stop is not None
        step = max(1, stop.every // self.pair) * self.pair
        for deals in range(step, usual, step):
            sofar = made(deals)
            if not results.are_in(sofar):
                return deals
            if meeting_decided(sofar, results.of(sofar), stop)[0] != "go on":
                return deals
        return usual

    def ranked(
        self, found: Mapping[str, Tally], notes: Mapping[str, str] | None = None
    ) -> tuple[Row, ...]:
        """The table of these sums."""
        return ranked(
            self.phase,
            self.number,
            self.field,
            found,
            self.lots,
            highest=self.highest,
            notes=notes,
        )

    def plainly(self, meetings: Iterable[Meeting], results: Results) -> tuple[Row, ...]:
        """The table of a phase in which every game counts for those who played it."""
        return self.ranked(tallies(self.phase, results.among(meetings)))
