"""A view as a row of numbers for learning, by the kernel that encodes batches."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from kibitz.engine.encoding import Floats, Positions, encode, encoding_of
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled
from kibitz.errors import KibitzError
from kibitz.knowledge.rows import row_of
from kibitz.knowledge.told import Told

if TYPE_CHECKING:
    from kibitz.knowledge.views import View

__all__ = ["encoded"]


def encoded(seen: View, knowledge: str = "none", out: Floats | None = None) -> Floats:
    """What the seat sees, as a row of numbers for learning; `game.encoding` says what they are.

    It is the row that `Batch.encode` makes of the position. `knowledge` is "none", "possible" or
    "probability"; `out` is written to, if it is given.
    """
    game, seat, told = seen.game, seen.seat, seen._told
    if seat is None:
        raise KibitzError("what a spectator sees has no encoding", "look as a seat")
    encoding = encoding_of(game, knowledge)
    mover = -1 if told.to_move is None else told.to_move
    actions = [each.id if each.id < game.action_count else -1 for each in told.actions]
    given = Positions(
        told.numbers,
        np.array([seat]),
        np.array([mover]),
        np.array([len(actions)]),
        np.array([actions or [-1]]),
        _sizes(game, told),
        row_of(told.ledger) if knowledge != "none" else None,
    )
    mode = "native" if is_compiled(game, encoding.kernel) else "python"
    row = None if out is None else out.reshape(1, -1)
    found: Floats = encode(encoding, mode, given, row)[0]
    return found


def _sizes(game: Game, told: Told) -> array[int]:
    """How many cards lie in each place."""
    count = game.functions["count"]
    sizes = array("q", [count(told.numbers, place) for place in range(game.layout.places)])
    for place, size in told.hidden.items():
        sizes[place] = size
    return sizes
