"""The explicit engine: every world is a row, [world, card] -> place. Up to about 2 million worlds.

It takes the definitions literally, so the other engines are tested against it; and it is the only
one that can ask the tests of `Worlds`, which may look at a whole deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals import Deals
from kibitz.knowledge.logic.rows import MOST_ROWS, Flags, Rows, World
from kibitz.knowledge.worlds import Worlds, members

__all__ = ["MOST_PLACES", "Explicit"]

MOST_PLACES = 127
"""The places of a world are numbered by bytes."""


class Explicit(Rows):
    """All worlds, one by one."""

    name = "explicit"

    def __init__(self, worlds: Worlds, observed: tuple[int, ...]) -> None:
        self.table = Deals(worlds).table(MOST_ROWS)
        super().__init__(worlds, observed, len(self.table))

    def columns(self, places: int) -> Iterator[tuple[NDArray[Any], int]]:
        seen = members(places)
        number = np.zeros(len(self.worlds.sizes), dtype=np.int64)  # 0: nowhere the observer looks
        number[seen] = range(1, len(seen) + 1)
        for card, mask in enumerate(self.worlds.masks):
            if mask & places and mask & (mask - 1):
                yield number[self.table[:, card]], len(seen) + 1

    def found(self, places: int, cards: int) -> NDArray[Any]:
        inside = np.zeros(len(self.worlds.sizes), dtype=np.int16)
        inside[members(places)] = 1
        total = np.zeros(len(self.table), dtype=np.int16)
        for card in members(cards):
            total += inside[self.table[:, card]]
        return total

    def row(self, world: Sequence[int]) -> int:
        return int((self.table == np.array(world, dtype=self.table.dtype)).all(axis=1).argmax())

    def world(self, row: int, places: int, like: World | None) -> World:
        return tuple(self.table[row].tolist())

    def count(self, found: Flags) -> int:
        return int(found.sum())
