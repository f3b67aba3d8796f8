"""A bot that asks a network: it tries nothing and decides at once.

`net` has the network its game brings along, `net:FILE` one from a file. What its seat sees goes in
as a row of numbers, a number for every action comes out, and of those on offer it takes the
highest.
"""

from __future__ import annotations

import time
from math import exp, inf
from typing import Annotated

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.numbered import all_numbered
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View
from kibitz.nets import Network, found
from kibitz.search.thoughts import Measure, Thinking, Thought

__all__ = ["Net", "network_for"]


class Net:
    """Plays what its network likes best."""

    def __init__(
        self,
        file: Annotated[
            str | None, "a network in a file, as `kibitz train` makes it; none: the game's own"
        ] = None,
    ) -> None:
        self.file = file
        self._game: Game | None = None
        self._network: Network | None = None
        self._said: tuple[View, dict[int, float], float] | None = None

    @classmethod
    def must_fit(cls, game: Game, file: str | None = None) -> None:
        """Complain if there is no network, or none that can play this game."""
        network_for(game, file)

    def start(self, game: Game, seat: int, seed: int) -> None:
        """A new game: the network is read. It needs no seed, for it does nothing at random."""
        self._game, self._network, self._said = game, network_for(game, self.file), None

    def choose(self, view: View, budget: float | None) -> Action:
        """What the network likes best; of several, the one with the lowest number."""
        begun = time.perf_counter()
        if self._network is None or self._game is not view.game:
            self.start(view.game, 0, 0)
        assert self._network is not None
        said = self._network.answers(view.encode(self._network.purpose.knowledge))
        liked = said.policy if said.q is None else said.q
        assert liked is not None  # or it would have been refused
        row = liked[0].tolist()
        options = {action.id: row[action.id] for action in view.actions}
        self._said = view, options, time.perf_counter() - begun
        return max(view.actions, key=lambda action: (options[action.id], -action.id))

    def thinking(self) -> Thinking | None:
        """What the network said of each option: points to come, or how much it is preferred."""
        if self._said is None or self._network is None:
            return None
        view, options, seconds = self._said
        assert view.seat is not None
        ranked = sorted(view.actions, key=lambda action: (-options[action.id], action.id))
        if "q" in self._network.heads:
            measure: Measure = "points"
            sign = 1 if view.game.program.highest_wins else -1
            values = [sign * options[action.id] for action in ranked]
        else:
            measure = "share"
            highest = max(options.values())
            parts = [exp(options[action.id] - highest) for action in ranked]
            values = [part / sum(parts) for part in parts]
        thoughts = (Thought(a, 0, v, -inf, inf) for a, v in zip(ranked, values, strict=True))
        return Thinking(view.seat, tuple(thoughts), "network", 0, seconds, measure)


def network_for(game: Game, file: str | None = None) -> Network:
    """A network that can play a game: that of a file, or the game's own."""
    if not all_numbered(game):
        raise KibitzError(
            f"no network plays {game.title}: some of its options have no numbers",
            "networks answer with a number for each option; groups of cards and cards picked "
            "unseen have none",
        )
    network = found(game, file)
    if not network.plays:
        raise KibitzError(
            f"the network {file or 'of ' + game.title} says what positions are worth, but not what "
            "to do there",
            "take one with a head `q` or `policy`",
        )
    return network
