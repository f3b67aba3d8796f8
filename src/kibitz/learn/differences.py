"""Where two networks decide differently: what knowledge changes in the way a game is played.

What influence do the Kripke models have on the tactics? Games are played by the network that
*knows* more; at every decision the one without is asked too, about the same position, encoded as it
is used to. Where they do not choose the same, that is a *difference*. Its *loss* is how much less
the knowing network gives for the other's choice, in points: what it believes; `judged` asks
somebody else, a search with the exact knowledge of the seat.

    found = compared(game, knowing, plain, games=2_000, seed=1)
    found.kinds["play"].share          how many cards would be others, with an interval
    state_of(game, found.largest[0])   the position of the largest difference, to be drawn
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.actions import Action
from kibitz.engine.encoding import Floats
from kibitz.engine.game import Game
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view
from kibitz.nets import Network, fits, preferences
from kibitz.search.thoughts import Thinking
from kibitz.search.trees import think

__all__ = ["Compared", "Difference", "Kind", "compared", "judged", "state_of"]

Z = 1.96
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision that would be another one without the knowledge."""

    seed: int
    number: int
    """Of the game in the series with this seed."""
    options: tuple[int, ...]
    """Which option was taken at each decision before, to get there again."""
    seat: int
    knowing: Action
    without: Action
    """What each of the two would do."""
    loss: float
    """In points, as the knowing network sees it."""
    values: Mapping[str, tuple[float, float]]
    """By the text of each option: what the knowing and the other network give for it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """All decisions of one kind: guesses, or cards to be played."""

    decisions: int
    different: int
    share: tuple[float, float]
    """Of them are different, and half the width of its interval, clustered by game."""
    loss: float
    """The mean over all decisions of the kind, also over those that are the same."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of asking two networks."""

    games: int
    kinds: Mapping[str, Kind]
    """By the first word of what is done: `guess`, `play`."""
    largest: tuple[Difference, ...]
    """The differences with the largest losses, at most one of each game."""


def compared(
    game: Game, knowing: Network, without: Network, *, games: int, seed: int, most: int = 20
) -> Compared:
    """Have games played by the knowing network at all seats, and both asked at each decision."""
    for network in (knowing, without):
        if not fits(network, game):
            raise KibitzError(f"this network was made for {network.purpose}, not for {game.title}")
    table = _Table(game, knowing, without, games, seed)
    while table.step():
        pass
    kinds = {word: table.kind(word) for word in sorted(set(table.words))}
    return Compared(games, kinds, table.largest(most))


def state_of(game: Game, difference: Difference) -> State:
    """The position of a difference."""
    return _reached(game, difference.seed, difference.number, difference.options)


def _reached(game: Game, seed: int, number: int, options: Sequence[int]) -> State:
    """A position by the options that lead there."""
    state = begin(game, game_key(seed, number))
    for option in options:
        state = state.after(state.actions[option])
    return state


def judged(game: Game, difference: Difference, iterations: int = 20_000) -> Thinking:
    """What a search with the seat's exact knowledge thinks of the decision."""
    return think(view(state_of(game, difference), difference.seat), iterations=iterations, seed=1)


class _Table:
    """Games under way, and what was noted so far."""

    def __init__(self, game: Game, knowing: Network, without: Network, n: int, seed: int) -> None:
        self.game, self.knowing, self.without, self.seed = game, knowing, without, seed
        self.batch = game.batch(n, seed=seed, mode="native", knowledge=True)
        self.taken: list[NDArray[np.int64]] = []
        """The options taken, decision by decision: a number for each game, -1 once it is over."""
        self.words = [_word(game, number) for number in range(game.action_count)]
        shape = n, len(self.words)
        self.asked = np.zeros(shape, np.int64)
        """How often each game had a decision taken by each action."""
        self.other = np.zeros(shape, np.int64)
        self.lost = np.zeros(shape)
        self.best = np.zeros(n)
        """The largest loss of each game, and where it was."""
        self.at = np.full(n, -1)

    def step(self) -> bool:
        """One decision in each game; whether there was one."""
        offer = self.batch.offer()
        live = offer.counts > 0
        if not live.any():
            return False
        chosen, own, without = self._asked(offer.actions)
        rows = np.flatnonzero(offer.counts > 1)
        actions = offer.actions[rows, chosen[rows]]
        different = without[rows] != chosen[rows]
        losses = own[rows, chosen[rows]] - own[rows, without[rows]]
        self.asked[rows, actions] += 1
        self.other[rows, actions] += different
        self.lost[rows, actions] += losses
        larger = different & (losses > self.best[rows])
        self.best[rows[larger]] = losses[larger]
        self.at[rows[larger]] = len(self.taken)
        self.taken.append(np.where(live, chosen, -1))
        codes = offer.codes[np.arange(len(chosen)), chosen]
        self.batch.apply(np.where(live, codes, -1))
        return True

    def _asked(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
        """Which option each of the two takes, and what the knowing one gives for each option."""
        masks = self.batch.mask()
        found = []
        for network in (self.knowing, self.without):
            rows = self.batch.encode(knowledge=network.purpose.knowledge)
            liked = preferences(network, rows, masks)
            listed = np.take_along_axis(liked, np.maximum(actions, 0), axis=1)
            found.append(np.where(actions >= 0, listed, -np.inf))
        own, without = found
        return own.argmax(axis=1), own, without.argmax(axis=1)

    def kind(self, word: str) -> Kind:
        """What was noted of one kind of decision."""
        columns = [k for k, each in enumerate(self.words) if each == word]
        asked, other = self.asked[:, columns].sum(axis=1), self.other[:, columns].sum(axis=1)
        decisions, different = int(asked.sum()), int(other.sum())
        share = different / max(1, decisions)
        spread = float(np.sum((other - share * asked) ** 2))
        width = Z * sqrt(spread) / max(1, decisions)
        loss = float(self.lost[:, columns].sum()) / max(1, decisions)
        return Kind(decisions, different, (share, width), loss)

    def largest(self, most: int) -> tuple[Difference, ...]:
        """The games with the largest losses, from the largest down."""
        order = np.argsort(-self.best, kind="stable")[:most]
        return tuple(self._difference(int(row)) for row in order if self.at[row] >= 0)

    def _difference(self, row: int) -> Difference:
        """Go to the largest difference of a game once more, and say what was on offer there."""
        options = tuple(int(taken[row]) for taken in self.taken[: self.at[row]])
        state = _reached(self.game, self.seed, row, options)
        seat = state.to_move
        assert seat is not None
        seen = view(state, seat)
        mask = np.zeros((1, self.game.action_count), bool)
        mask[0, [action.id for action in state.actions]] = True
        liked = [
            preferences(network, seen.encode(network.purpose.knowledge)[None], mask)[0]
            for network in (self.knowing, self.without)
        ]
        best = [max(state.actions, key=lambda action: float(each[action.id])) for each in liked]
        values = {
            action.text: (float(liked[0][action.id]), float(liked[1][action.id]))
            for action in state.actions
        }
        loss = float(liked[0][best[0].id] - liked[0][best[1].id])
        return Difference(self.seed, row, options, seat, best[0], best[1], loss, values)


def _word(game: Game, number: int) -> str:
    """The first word of an action: what kind of thing is done."""
    action = game.namer.by_number(number)
    return action.text.split()[0] if action is not None else "other"
