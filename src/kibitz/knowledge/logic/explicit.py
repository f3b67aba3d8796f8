"""The explicit engine: every world is a row, [world, card] -> place. Up to about 2 million worlds.

It takes the definitions literally, so the other engines are tested against it; and it is the only
one that can ask the tests of `Worlds`, which may look at a whole deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.logic.rows import Flags, Rows, World, cannot_finish
from kibitz.knowledge.logic.spelling import members
from kibitz.knowledge.worlds import Worlds

__all__ = ["Explicit", "all_worlds"]


def all_worlds(worlds: Worlds) -> NDArray[Any]:
    """Every way to put the cards into their places, laws and tests aside; one row each.

    Cards are placed one after the other, those with the fewest places first. Rows that cannot be
    completed are dropped at once, so that there are never more rows than in the end.
    """
    order = sorted(range(len(worlds.masks)), key=lambda card: worlds.masks[card].bit_count())
    rows = np.zeros((1, len(order)), dtype=np.min_scalar_type(len(worlds.sizes)))
    free = np.array([worlds.sizes], dtype=np.int16)
    for at, card in enumerate(order):
        later = [worlds.masks[other] for other in order[at + 1 :]]
        wanted = [(mask, later.count(mask)) for mask in set(later)]
        grown = []
        for place in members(worlds.masks[card]):
            fits = np.flatnonzero(free[:, place] > 0)
            left = free[fits]
            left[:, place] -= 1
            possible = ~cannot_finish(left, wanted)
            chosen = rows[fits[possible]]
            chosen[:, card] = place
            grown.append((chosen, left[possible]))
        rows = np.concatenate([chosen for chosen, _ in grown])
        free = np.concatenate([left for _, left in grown])
    return rows


class Explicit(Rows):
    """All worlds, one by one."""

    name = "explicit"

    def __init__(self, worlds: Worlds, observed: tuple[int, ...]) -> None:
        self.table = all_worlds(worlds)
        super().__init__(worlds, observed, len(self.table))
        possible = self.lawful(worlds.laws)
        if worlds.tests:
            for row in np.flatnonzero(possible):
                world = self.world(int(row), 0, None)
                possible[row] = all(test(world) for test in worlds.tests)
        self.table = self.table[possible]
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
