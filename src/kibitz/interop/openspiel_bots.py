"""Bots of OpenSpiel at our tables: `openspiel:search=ismcts,simulations=200`.

A bot of OpenSpiel is asked with a state, and a state has all hands open. So it never gets the one
that is played: it gets states drawn from the view of its seat, one of those that the seat cannot
tell apart, each with the same chance; a bot that imagines others draws them from the same view.

OpenSpiel is imported when somebody sits down: to list the bots of the house nobody has to wait for
it.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Literal

from kibitz.bots.parameters import at_least
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.interop.openspiel_peers import pyspiel
from kibitz.knowledge.hidden import must_be_imaginable
from kibitz.knowledge.views import View

if TYPE_CHECKING:
    from kibitz.interop.openspiel import SpielState

__all__ = ["OpenSpielBot", "SpielBot"]


class SpielBot:
    """A bot of OpenSpiel at a seat. Subclasses say which, by `made`; as it stands it is the one
    that plays at random."""

    def made(self, game: Any, seat: int, seed: int) -> Any:
        """A bot of OpenSpiel, for its game, at a seat."""
        return pyspiel().make_uniform_random_bot(seat, seed % (1 << 31))

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at any table where what is hidden can be imagined."""
        from kibitz.interop.openspiel import spiel_game

        must_be_imaginable(game)
        self.game, self.rng = spiel_game(game), Random(seed)
        self.bot = self.made(self.game, seat, seed)

    def choose(self, view: View, budget: float | None) -> Action:
        """What the bot does in a state that may be the one that is played."""
        return self.answer(self.asked(view), view)

    def asked(self, view: View) -> SpielState:
        """A state the bot may be shown."""
        from kibitz.interop.openspiel import imagined

        return imagined(self.game, view.sample(self.rng))

    def answer(self, shown: SpielState, view: View) -> Action:
        """What the bot does in a state, as an action of the view's."""
        wanted = shown.action(int(self.bot.step(shown)))
        return next(offered for offered in view.actions if offered.id == wanted.id)


class OpenSpielBot(SpielBot):
    """OpenSpiel's information set search, its tree search in some deals, or random play."""

    def __init__(
        self,
        search: Annotated[
            Literal["ismcts", "mcts", "random"], "which of OpenSpiel's bots it is"
        ] = "ismcts",
        simulations: Annotated[int, "games it tries at each decision, or in each deal"] = 100,
        deals: Annotated[int, "deals that mcts imagines, each with a vote"] = 5,
        exploration: Annotated[float, "how much it tries what looks bad, in points"] = 1.4,
    ) -> None:
        at_least(1, simulations=simulations, deals=deals)
        self.search, self.simulations, self.deals = search, simulations, deals
        self.exploration = exploration

    def made(self, game: Any, seat: int, seed: int) -> Any:
        if self.search == "random":
            return super().made(game, seat, seed)
        random = import_module("numpy").random.RandomState(seed % (1 << 32))
        mcts = import_module("open_spiel.python.algorithms.mcts")
        rollouts = mcts.RandomRolloutEvaluator(1, random)
        if self.search == "mcts":
            return mcts.MCTSBot(
                game, self.exploration, self.simulations, rollouts, random_state=random
            )
        ismcts = import_module("open_spiel.python.algorithms.ismcts")
        return ismcts.ISMCTSBot(
            game, rollouts, self.exploration, self.simulations, random_state=random
        )

    def choose(self, view: View, budget: float | None) -> Action:
        """The searched action; of mcts the one with most votes, of equal ones the first."""
        if self.search == "ismcts":
            self.bot.set_resampler(lambda state, seat: self.asked(view))
        if self.search != "mcts":
            return super().choose(view, budget)
        votes = [super(OpenSpielBot, self).choose(view, budget) for _ in range(self.deals)]
        return max(view.actions, key=votes.count)
