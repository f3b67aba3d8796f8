"""Points: what a game is worth to those who played it, and the order that comes of it.

This is the one place where points are counted and equals are parted: phases go by it, and so do
tables, figures and the report. Sums are exact, so that it does not matter in which order games
came in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.compete.charter import Phase
from kibitz.compete.lots import Lots
from kibitz.compete.model import PlayedGame

__all__ = ["Row", "Tally", "ranked", "score", "tallies", "wins"]


@dataclass(frozen=True, slots=True)
class Row:
    """Where somebody stands."""

    rank: int
    """From 1; everybody has another one."""
    name: str
    points: Fraction
    games: int
    wins: Fraction
    """A shared victory counts in parts."""
    score: Fraction
    """The sum of the scores in all games; of several seats in a game, their mean."""
    margin: Fraction
    """The same less the mean score of the others in each game."""
    lot: bool = False
    """Whether a lot has parted this one from somebody else."""
    note: str = ""
    """What they won, or where they went out: `winner`, `semi-final`, `bye in round 2`."""


@dataclass(slots=True)
class Tally:
    """What somebody has come to so far."""

    games: int = 0
    points: Fraction = Fraction()
    wins: Fraction = Fraction()
    score: Fraction = Fraction()
    margin: Fraction = Fraction()

    def row(self, rank: int, name: str, lot: bool, note: str) -> Row:
        """The same as a row of a table."""
        return Row(
            *(rank, name, self.points, self.games, self.wins, self.score, self.margin, lot, note)
        )


def wins(game: PlayedGame) -> dict[str, Fraction]:
    """What part of the victory each name at the table has. All parts of a game are one.

    A victory shared by several teams counts in equal parts, and so does that of a team in which
    several entrants sit, by their seats.
    """
    found = dict.fromkeys(game.names, Fraction())
    for team in game.result.winners:
        part = Fraction(1, len(game.result.winners) * len(team))
        for seat in team:
            found[game.names[seat]] += part
    return found


def score(game: PlayedGame) -> dict[str, Fraction]:
    """The score of each name at the table: the mean of its seats."""
    seats: dict[str, list[int]] = {}
    for name, points in zip(game.names, game.result.scores, strict=True):
        seats.setdefault(name, []).append(points)
    return {name: Fraction(sum(scores), len(scores)) for name, scores in seats.items()}


def tallies(phase: Phase, games: Iterable[PlayedGame]) -> dict[str, Tally]:
    """What everybody who played has come to."""
    found: dict[str, Tally] = {}
    for game in games:
        won, scored = wins(game), score(game)
        points = won if phase.points == "wins" else scored
        whole = sum(scored.values())
        for name, own in scored.items():
            tally = found.setdefault(name, Tally())
            tally.games += 1
            tally.points += points[name]
            tally.wins += won[name]
            tally.score += own
            if len(scored) > 1:
                tally.margin += own - (whole - own) / (len(scored) - 1)
    return found


def ranked(
    phase: Phase,
    number: int,
    field: Sequence[str],
    found: Mapping[str, Tally],
    lots: Lots,
    *,
    highest: bool,
    notes: Mapping[str, str] | None = None,
) -> tuple[Row, ...]:
    """The table of a phase: by points; equals by the margin of their scores, if the charter wants
    that; those who are still equal by lot. `highest`: whether more is better in the game."""
    better = 1 if highest else -1
    by_points = 1 if phase.points == "wins" else better
    lot = {name: place for place, name in enumerate(lots.drawn(field, "equal", number))}

    def merit(name: str) -> tuple[Fraction, Fraction]:
        tally = found.get(name, Tally())
        margin = better * tally.margin if phase.ties == "score" else Fraction()
        return by_points * tally.points, margin

    def key(name: str) -> tuple[Fraction, Fraction, int]:
        points, margin = merit(name)
        return -points, -margin, lot[name]

    order = sorted(field, key=key)
    merits = [merit(name) for name in order]
    rows = []
    for place, name in enumerate(order):
        tally = found.get(name, Tally())
        rows.append(
            tally.row(place + 1, name, merits.count(merits[place]) > 1, (notes or {}).get(name, ""))
        )
    return tuple(rows)
