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
    held, block, words = shape.held_at, shape.block, shape.words
    for observer in range(shape.observers):
        at = held + observer * words
        for cards in ledger.sets_of(observer).values():
            for word in range(words):
                row[at + word] = cards >> BITS * word & WORD
            at += block
    return row
