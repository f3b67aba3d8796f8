"""Playing games with bots, for the tests of bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kibitz.bots.bot import Bot, start
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.knowledge.views import View, view

__all__ = ["Anything", "played", "swapped"]


class Anything:
    """Plays at random."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, budget: float | None) -> Action:
        return self.rng.choice(view.actions)


def played(game: Game, bots: Sequence[Bot], seed: int, again: Random | None = None) -> State:
    """The end of a game. Every answer of a bot must be legal and, if it is asked again in another
    deal that it cannot tell from the true one, the same."""
    state = game.new(seed=seed)
    for seat, bot in enumerate(bots):
        start(bot, game, seat, seed + seat)
    while not state.over:
        action = state.actions[0]
        if len(state.actions) > 1:
            mover = state.to_move
            assert mover is not None
            seen = view(state, mover)
            action = bots[mover].choose(seen, None)
            assert action in seen.actions
            if again is not None:
                assert bots[mover].choose(view(seen.sample(again), mover), None) == action
        state = state.after(action)
    return state


def swapped(game: Game, bots: Sequence[Bot], seed: int) -> int:
    """Play a game and swap hidden cards at every decision; how many decisions there were."""
    return len(played(game, bots, seed, Random(seed)).history)
