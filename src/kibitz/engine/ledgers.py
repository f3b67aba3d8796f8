"""What the rows of ledgers say, for a whole batch at once: see `kibitz.engine.knowing`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.knowing import shape_of
from kibitz.recycle.layout import BITS

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["possible", "sizes"]

Integers: TypeAlias = NDArray[np.int64]


def possible(game: Game, states: Integers, rows: Integers) -> NDArray[np.bool_]:
    """Whether a card may lie in a place in the eyes of a seat: games x seats x cards x places. Of a
    place that all see, or that the seat sees, this is where the cards lie."""
    shape, layout, n = shape_of(game), game.layout, len(states)
    found = np.zeros((n, shape.players, shape.cards, layout.places), bool)
    cards = np.arange(shape.cards)
    where = states[:, layout.where : layout.where + shape.cards]
    for place, slot in enumerate(shape.slot):
        if slot < 0:
            found[:, :, :, place] = (where == place)[:, None, :]
    held = rows[:, shape.held_at : shape.tail_at]
    held = held.reshape(n, shape.slots, shape.observers, shape.words)[:, :, : shape.players]
    bits = held[:, :, :, cards // BITS] >> (cards % BITS) & 1
    found[:, :, :, list(shape.hidden)] = bits.transpose(0, 2, 3, 1)
    return found


def sizes(game: Game, states: Integers) -> Integers:
    """How many cards lie in each place: games x places."""
    layout = game.layout
    where = states[:, layout.where : layout.where + len(game.cards)]
    found = np.zeros((len(states), layout.places), np.int64)
    for place in range(layout.places):
        found[:, place] = (where == place).sum(axis=1)
    return found
