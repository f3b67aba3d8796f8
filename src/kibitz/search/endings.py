"""Endings: when few cards are left, deals are not tried but solved.

Some deals the seat cannot exclude are solved exactly, all cards open, and an action is worth the
mean of what it leads to. With one deal left that is best play; with more it takes for granted that
everybody knows them, as every search does that looks at one deal at a time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View
from kibitz.search.solver import Unsolvable, cards_in_hands, solve_all
from kibitz.search.thoughts import Thinking, thought
from kibitz.search.trees import Numbers

__all__ = ["solve_deals", "solve_ending"]

PATIENCE = 10_000
"""Positions looked at for each deal before the ending is given up."""


def solve_ending(
    view: View, deals: int, cards: int, seed: int = 1, mode: str = "auto"
) -> Thinking | None:
    """Think about a decision by solving so many deals; None if the players together hold more than
    so many cards, or chance still has a say."""
    rng = Random(seed)
    if view.seat is None or cards_in_hands(view.game, view.sample(rng).array) > cards:
        return None
    rows = view.samples(min(deals, view.knowledge.count), rng, "python")
    return solve_deals(view.game, view.seat, view.actions, rows, mode)


def solve_deals(
    game: Game, seat: int, actions: Sequence[Action], rows: Numbers, mode: str = "auto"
) -> Thinking | None:
    """What the seat to move should think of its actions if the deal is one of these, each as
    likely."""
    begun = time.perf_counter()
    try:
        values = solve_all(game, rows, seat, PATIENCE * len(rows), mode)
    except Unsolvable:
        return None
    sign = 1 if game.program.highest_wins else -1
    thoughts = [
        thought(action, len(rows), int(column.sum()), int((column * column).sum()))
        for action, column in zip(actions, values.T, strict=True)
    ]
    thoughts.sort(key=lambda each: sign * each.value, reverse=True)
    return Thinking(seat, tuple(thoughts), "solved", len(rows), time.perf_counter() - begun)
