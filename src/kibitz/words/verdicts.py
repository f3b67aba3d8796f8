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
    if sides and all(side.chips for side in sides) and set(scores) <= WON_OR_LOST:
        best = [ranks[side.seats[0]] for side in sides]
        found = [
            Standing(1 + sum(other < rank for other in best), side.seats, side.chips)
            for side, rank in zip(sides, best, strict=True)
        ]
    else:
        name = over_scores(game)
        found = [
            Standing(rank, (seat,), (Chip(name, str(score).replace("-", "−")),))
            for seat, (rank, score) in enumerate(zip(ranks, scores, strict=True))
        ]
    return sorted(found, key=lambda one: one.rank)


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
