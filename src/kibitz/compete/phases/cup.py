"""A cup: who loses is out. The best meet the last, so that the best two can only meet in the final.

In a field of eight: 1-8, 4-5, 2-7, 3-6; the winners of the first two meet, and those of the others.
Where the field is no power of two, the best have a bye in the first round. Where two are equal
after all games of a meeting, they play on in pairs of games until one is ahead; if none is after
the most that the charter allows, a lot decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from kibitz.compete.model import Meeting
from kibitz.compete.phases.stage import Results, Stage
from kibitz.compete.points import Row, Tally, tallies

__all__ = ["MOST", "bracket", "called", "meetings", "table"]

MOST = 64
"""Entrants of a cup."""

THIRD, FOURTH = 4, 5
"""How far from the end those two are out; who loses the final is at 3, a semi-final at 6."""

CALLED = {1: "final", 2: "semi-final", 4: "quarter-final"}


def meetings(stage: Stage, results: Results) -> list[Meeting]:
    """All rounds of which both who meet are known; with more deals where two are equal. A meeting
    has the number of its place in the bracket: whoever wins number 5 goes on to number 2. Number 1
    of the last round is that for the third place."""
    return [match.meeting for match in _Cup(stage, results).matches]


def table(stage: Stage, results: Results) -> tuple[Row, ...]:
    """By how far everybody came; who went out in the same round, by their points there, then by
    their places in the field. While it is played, those who are still in come first."""
    return _Cup(stage, results).table()


def bracket(field: int) -> list[int]:
    """The places of the field in the order of the first round, two by two; those beyond the field
    are byes.

    >>> bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    >>> bracket(3)
    [1, 4, 2, 3]
    """
    order = [1]
    while len(order) < field:
        order = [one for place in order for one in (place, 2 * len(order) + 1 - place)]
    return order


def called(matches: int, number: int) -> str:
    """What people call a match of a round of so many."""
    if matches == 1:
        return CALLED[1]
    name = CALLED.get(matches, f"round of {2 * matches}, match")
    return f"{name} {number + 1}"


@dataclass(frozen=True, slots=True)
class _Match:
    """Two who met, or have to; and what came of it."""

    meeting: Meeting
    winner: str | None
    loser: str | None
    lost_by: Fraction
    """How many points the loser made less."""
    lot: bool = False


class _Cup:
    """A cup as far as it is known."""

    def __init__(self, stage: Stage, results: Results) -> None:
        self.stage, self.results = stage, results
        self.matches: list[_Match] = []
        self.rank = {name: place for place, name in enumerate(stage.field)}
        self.out: dict[str, tuple[int, Fraction, str]] = {}
        """Who is out: after which match, counted from the end; by how much; what it was called."""
        self.lots: set[str] = set()
        order = bracket(len(stage.field))
        slots: list[str | None] = [
            stage.field[place - 1] if place <= len(stage.field) else None for place in order
        ]
        self.known = True
        rounds = len(order).bit_length() - 1
        losers: list[str | None] = []
        for round in range(rounds):
            slots, losers = self._round(round, slots, losers, last=round == rounds - 1)
            if not self.known:
                break
        self.champion = slots[0] if self.known and len(slots) == 1 else None

    def _round(
        self, round: int, slots: list[str | None], before: list[str | None], *, last: bool
    ) -> tuple[list[str | None], list[str | None]]:
        """Play a round: who goes on, and who has lost."""
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        winners: list[str | None] = []
        losers: list[str | None] = []
        for place, (one, other) in enumerate(pairs):
            if one is None or other is None:
                winners.append(one or other)  # a bye
                continue
            title = called(len(pairs), place)
            found = self._match(round, place, (one, other), title, 3 * len(pairs))
            winners.append(found.winner)
            losers.append(found.loser)
            self.known &= found.winner is not None
        if last and self.stage.phase.third and len(before) == 2 and None not in before:
            one, other = sorted((name for name in before if name), key=self.rank.__getitem__)
            found = self._match(round, 1, (one, other), "third place", FOURTH)
            if found.winner is not None:
                self.out[found.winner] = (THIRD, Fraction(), "third place")
        return winners, losers

    def _match(
        self, round: int, number: int, pair: tuple[str, str], title: str, depth: int
    ) -> _Match:
        extra = 0
        while True:
            meeting = self.stage.meeting(
                pair,
                number,
                round=round,
                title=title,
                results=self.results,
                extra=extra * self.stage.pair,
            )
            found = self._decided(meeting, last=extra >= self.stage.phase.extra)
            if found.winner is not None or not self.results.are_in(meeting):
                break
            extra += 1
        self.matches.append(found)
        if found.loser is not None:
            note = "fourth place" if depth == FOURTH else title
            self.out[found.loser] = (depth, found.lost_by, note)
        if found.lot:
            self.lots |= set(pair)
        return found

    def _decided(self, meeting: Meeting, *, last: bool) -> _Match:
        """Who has won a match, if all its games are in and the two are not equal."""
        if not self.results.are_in(meeting):
            return _Match(meeting, None, None, Fraction())
        stage = self.stage
        found = tallies(stage.phase, self.results.of(meeting))
        one, other = meeting.entrants
        ahead = found.get(one, Tally()).points - found.get(other, Tally()).points
        if stage.phase.points == "score" and not stage.highest:
            ahead = -ahead
        if ahead == 0 and last:
            drawn = stage.lots.drawn(
                (one, other), "cup", stage.number, meeting.round, meeting.number
            )
            return _Match(meeting, drawn[0], drawn[1], Fraction(), lot=True)
        if ahead == 0:
            return _Match(meeting, None, None, Fraction())
        winner, loser = (one, other) if ahead > 0 else (other, one)
        return _Match(meeting, winner, loser, abs(ahead))

    # --- the table ----------------------------------------------------------------------------

    def table(self) -> tuple[Row, ...]:
        sums = tallies(
            self.stage.phase, self.results.among(match.meeting for match in self.matches)
        )
        rows = []
        for place, (name, note) in enumerate(self._order()):
            tally = sums.get(name, Tally())
            rows.append(tally.row(place + 1, name, name in self.lots, note))
        return tuple(rows)

    def _order(self) -> Iterator[tuple[str, str]]:
        """Everybody, the best first, and what they won or where they went out."""

        def key(name: str) -> tuple[int, Fraction, int]:
            depth, lost_by, _ = self.out.get(name, (0, Fraction(), ""))
            return depth, lost_by, self.rank[name]

        for name in sorted(self.stage.field, key=key):
            note = "winner" if name == self.champion else self.out.get(name, (0, 0, ""))[2]
            yield name, note
