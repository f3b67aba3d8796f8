"""The games of a simulation one by one, as states: to be recorded, or looked into.

A simulation only counts. Here game number i of it is played once more, decision by decision, with
the same key and the same draws, so that it is the very game that was counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from kibitz.engine.buffers import BUFFERS
from kibitz.engine.game import Game
from kibitz.engine.simulation import MOST_DECISIONS, game_key, seat_bots
from kibitz.engine.state import State, begin

__all__ = ["play_of_series", "states_of_series"]


def play_of_series(
    game: Game,
    seed: int,
    number: int,
    *,
    bots: Sequence[str] = ("random",),
    limit: int = MOST_DECISIONS,
) -> list[State]:
    """All states of game `number` (from 0) of the simulation with this seed, from the deal on.

    >>> from kibitz.engine.descriptions import load
    >>> len(play_of_series(load("agram"), 1, 0))
    25
    """
    return list(states_of_series(game, seed, number, bots=bots, limit=limit))


def states_of_series(
    game: Game,
    seed: int,
    number: int,
    *,
    bots: Sequence[str] = ("random",),
    limit: int = MOST_DECISIONS,
) -> Iterator[State]:
    """The same one by one: where the rules fail, those before have been there."""
    seats = seat_bots(bots, game.players)
    state = begin(game, game_key(seed, number))
    yield state
    made = 0
    while not state.over and made < limit:
        seat = state.to_move
        assert seat is not None
        k = _lot(state, made) if seats[seat] == "random" else 0
        state = state.after(state.actions[k])
        yield state
        made += 1


def _lot(state: State, made: int) -> int:
    """Which of its options a random player takes as decision `made` of the game."""
    actions, codes = state.actions, BUFFERS.codes
    kernel = state.game.kernel("playouts")
    BUFFERS.work[cast(int, kernel["LOT"])] = 0  # another game may have left something there
    general = state.game.emitted.choices[state.array[0]].general
    scratch = state.array[:] if general else state.array
    offered = kernel["offer"](state.array, codes, scratch, BUFFERS.work)
    assert offered == len(actions), "the same options, in the same order"
    at = state.game.layout.KEY
    key = state.array[at : at + 2]
    luck = kernel["luck"](*key, kernel["CHOOSING"], made)
    k = kernel["lot"](state.array, codes, BUFFERS.work, offered, luck)
    assert isinstance(k, int)
    return k
