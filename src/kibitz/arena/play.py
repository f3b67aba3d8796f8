"""One game by bots, from the deal to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.bots.abroad import Abroad
from kibitz.bots.player import Seated
from kibitz.engine.game import Game
from kibitz.engine.keys import Key
from kibitz.engine.simulation import MOST_DECISIONS
from kibitz.engine.state import State, begin

__all__ = ["Played", "play"]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. The lists have a number for each seat."""

    state: State
    """How it ended; how it stood, if it was left unfinished."""
    asked: list[int]
    """At how many decisions there was something to decide."""
    seconds: list[float]
    """How long all of them took."""
    overruns: list[int]
    """How many of them took longer than the budget."""


def play(
    game: Game,
    key: Key,
    seats: Sequence[Seated | Abroad],
    *,
    budget: float | None = None,
    cheats: bool = False,
) -> Played:
    """Deal a game and let the bots play it; what `budget` and `cheats` mean, `Player` says."""
    players = [
        seated.sit(game, seat, budget=budget, cheats=cheats) for seat, seated in enumerate(seats)
    ]
    state = begin(game, key)
    for made in range(MOST_DECISIONS):
        seat = state.to_move
        if seat is None:
            break
        state = players[seat].after(state, made)
    scores, ranks = state.scores, state.ranks
    for player in players:
        player.finish(scores, ranks)
    return Played(
        state,
        [player.asked for player in players],
        [player.seconds for player in players],
        [player.overruns for player in players],
    )
