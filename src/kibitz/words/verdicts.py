"""Who has won, in a sentence; and whether more points are better, or fewer."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine.game import Game
from kibitz.words.words import Words, listed

__all__ = ["over_scores", "verdict"]


def over_scores(game: Game, what: str = "score") -> str:
    """What stands above scores: nobody expects that the fewest points win, so it says so."""
    return what if game.program.highest_wins else f"{what}, fewer is better"


def verdict(words: Words, ranks: Sequence[int]) -> str:
    """How the game ended, for a seat or for everybody."""
    if words.seat is None:
        best = [words.who(seat) for seat, rank in enumerate(ranks) if rank == 1]
        if len(best) == len(ranks):
            return "A draw."
        return f"{listed(best)} {'win' if len(best) > 1 else 'wins'}{_with(words)}."
    mine = ranks[words.seat]
    same = [seat for seat, rank in enumerate(ranks) if rank == mine and seat != words.seat]
    if mine > 1:
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
