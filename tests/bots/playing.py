"""Playing games with bots, for the tests of bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kibitz import view
from kibitz.bots.bot import Bot, start
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.knowledge.views import View

__all__ = ["Anything", "played", "swapped"]


class Anything:
    """Plays at random."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, budget: float | None) -> Action:
        return self.rng.choice(view.actions)


def played(game: Game, bots: Sequence[Bot], seed: int) -> State:
    """The end of a game; every answer of a bot must be legal."""
    state = game.new(seed=seed)
    for seat, bot in enumerate(bots):
        start(bot, game, seat, seed + seat)
    while not state.over:
        seat = state.to_move
        assert seat is not None
        (action, *more) = state.actions
        if more:
            seen = view(state, seat)
            action = bots[seat].choose(seen, None)
            assert action in seen.actions
        state = state.after(action)
    return state


def swapped(game: Game, bots: Sequence[Bot], seed: int) -> int:
    """Play a game and ask again in another deal the bot cannot tell from the true one: the same
    answer each time. How often it was asked."""
    rng = Random(seed)
    state = game.new(seed=seed)
    for seat, bot in enumerate(bots):
        start(bot, game, seat, seed + seat)
    asked = 0
    while not state.over:
        seat = state.to_move
        assert seat is not None
        (action, *more) = state.actions
        if more:
            seen = view(state, seat)
            action = bots[seat].choose(seen, None)
            assert bots[seat].choose(view(seen.sample(rng), seat), None) == action
            asked += 1
        state = state.after(action)
    return asked
