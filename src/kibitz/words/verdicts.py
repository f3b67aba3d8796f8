"""Who has won: in a sentence, and as a table; and whether more points are better, or fewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.engine.game import Game
from kibitz.words.chips import Chip
from kibitz.words.position import Side
from kibitz.words.words import Words, listed

__all__ = ["Standing", "over_scores", "standings", "verdict"]

WON_OR_LOST = {-1, 0, 1}
"""Scores that say no more than who has won."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat came out, or a team."""

    rank: int
    seats: tuple[int, ...]
    chips: tuple[Chip, ...]
    """What they have: a score or, where that only tells who has won, what the team counts."""


def standings(
    game: Game, sides: Sequence[Side], scores: Sequence[int], ranks: Sequence[int]
) -> list[Standing]:
    """The end of a game, the best first; `sides` are the teams of its last position."""
    total = [Chip(over_scores(game), str(score).replace("-", "−")) for score in scores]
    if sides and all(side.chips for side in sides) and set(scores) <= WON_OR_LOST:
        found = _of_teams(sides, ranks, [side.chips for side in sides])
    elif _stays(game, sides) and all(len({scores[s] for s in side.seats}) == 1 for side in sides):
        found = _of_teams(sides, ranks, _counted(sides, [total[side.seats[0]] for side in sides]))
    elif _together(game, scores):
        found = [Standing(1, tuple(range(len(scores))), (total[0],))]
    else:
        found = [Standing(rank, (seat,), (total[seat],)) for seat, rank in enumerate(ranks)]
    return sorted(found, key=lambda one: one.rank)


def _of_teams(
    sides: Sequence[Side], ranks: Sequence[int], chips: Sequence[tuple[Chip, ...]]
) -> list[Standing]:
    best = [ranks[side.seats[0]] for side in sides]
    return [
        Standing(1 + sum(other < rank for other in best), side.seats, has)
        for side, rank, has in zip(sides, best, chips, strict=True)
    ]


def _counted(sides: Sequence[Side], scores: Sequence[Chip]) -> list[tuple[Chip, ...]]:
    """What each team counts, and its score if that is nothing of it."""
    names = [tuple(chip.name for chip in side.chips) for side in sides]
    if len(set(names)) > 1:
        return [(score,) for score in scores]
    values = [[chip.value for chip in side.chips] for side in sides]
    if [score.value for score in scores] in [list(one) for one in zip(*values, strict=True)]:
        return [side.chips for side in sides]
    return [(*side.chips, score) for side, score in zip(sides, scores, strict=True)]


def _stays(game: Game, sides: Sequence[Side]) -> bool:
    """Whether these teams are those of the whole game, not only of its last deal."""
    return bool(sides) and [side.seats for side in sides] == list(game.program.teams)


def _together(game: Game, scores: Sequence[int]) -> bool:
    """Whether everybody has played for the same points."""
    return game.sheet.family == "cooperative" and len(scores) > 1 and len(set(scores)) == 1


def over_scores(game: Game, what: str = "score") -> str:
    """What stands above scores: nobody expects that the fewest points win, so it says so."""
    return what if game.program.highest_wins else f"{what}, fewer is better"


def verdict(words: Words, ranks: Sequence[int]) -> str:
    """How the game ended, for a seat or for everybody."""
    if words.game.sheet.family == "cooperative" and len(set(ranks)) == 1:
        return "Everybody scores the same."
    if words.seat is None:
        best = [words.who(seat) for seat, rank in enumerate(ranks) if rank == 1]
        if len(best) == len(ranks):
            return "A draw."
        return f"{listed(best)} {'win' if len(best) > 1 else 'wins'}{_with(words)}."
    mine = ranks[words.seat]
    same = [seat for seat, rank in enumerate(ranks) if rank == mine and seat != words.seat]
    if mine > 1:
        if 1 < len(words.teams) < words.game.players:  # sides, not seats
            if len(words.teams) == 2:
                return "You lose."
            mine = 1 + sum(ranks[team[0]] < mine for team in words.teams)
        ends = {1: "st", 2: "nd", 3: "rd"}
        nth = f"{mine}{'th' if 10 < mine % 100 < 14 else ends.get(mine % 10, 'th')}"
        return f"You come {nth}."
    if len(same) == len(ranks) - 1:
        return "A draw." if same else "You have reached the end."
    others = f", together with {listed([words.who(seat) for seat in same])}" if same else ""
    return f"You win{others}{_with(words)}!"


def _with(words: Words) -> str:
    """What they won with, if it is not what one expects."""
    return "" if words.game.program.highest_wins else ", with the fewest points"
