"""The ledger as a row of numbers, as native code keeps it: see `kibitz.engine.knowing`.

A row says what sets can say. Where more is known than that, its first number is 0: lots, laws,
tests and doubts are only in the ledger.
"""

from __future__ import annotations

from array import array

from kibitz.engine.knowing import SURE, Shape, shape_of
from kibitz.knowledge.ledger import Ledger
from kibitz.recycle.layout import BITS

__all__ = ["Shape", "row_of", "shape_of"]

WORD = (1 << BITS) - 1


def row_of(ledger: Ledger) -> array[int]:
    """What a ledger says, as a row."""
    observers = ledger.observers
    shape = shape_of(observers.game)
    row = array("q", bytes(8 * shape.length))
    row[SURE] = ledger[4:12] == observers.plain
    counts = ledger.counts()
    for slot, place in enumerate(shape.hidden):
        row[shape.size_at + slot] = counts[place]
    for observer in range(shape.observers):
        for slot, cards in enumerate(ledger.sets_of(observer).values()):
            at = shape.held_at + slot * shape.block + observer * shape.words
            for word in range(shape.words):
                row[at + word] = cards >> BITS * word & WORD
    return row
