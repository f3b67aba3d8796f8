"""Who has won, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.words.words import Words, listed

__all__ = ["verdict"]


def verdict(words: Words, ranks: Sequence[int]) -> str:
    """How the game ended, for a seat or for everybody."""
    if words.seat is None:
        best = [words.who(seat) for seat, rank in enumerate(ranks) if rank == 1]
        if len(best) == len(ranks):
            return "A draw."
        return f"{listed(best)} win." if len(best) > 1 else f"{best[0]} wins."
    mine = ranks[words.seat]
    same = [seat for seat, rank in enumerate(ranks) if rank == mine and seat != words.seat]
    if mine > 1:
        ends = {1: "st", 2: "nd", 3: "rd"}
        nth = f"{mine}{'th' if 10 < mine % 100 < 14 else ends.get(mine % 10, 'th')}"
        return f"You come {nth}."
    if len(same) == len(ranks) - 1:
        return "A draw." if same else "You have reached the end."
    return (
        "You win!"
        if not same
        else f"You win, together with {listed([words.who(seat) for seat in same])}!"
    )
