"""Worlds as the rows of an array: what the explicit engine and the quotient share.

For every set of places somebody observes, each row gets a *label*: two rows look the same to the
observer if and only if their labels are equal. Then knowing is marking the labels of rows where
something is false, and looking up the mark of every row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.evaluation import no_propositions, of_cards
from kibitz.knowledge.worlds import Worlds

__all__ = ["MOST_ROWS", "Flags", "Rows", "World"]

MOST_ROWS = 2_000_000
"""The most worlds that are listed, and the most tables."""

Flags = NDArray[np.bool_]
"""A set of rows."""

World = tuple[int, ...]
"""The place of every card."""


class Rows:
    """A set of worlds is an array of flags, one for each row."""

    name: str

    def __init__(self, worlds: Worlds, observed: tuple[int, ...], rows: int) -> None:
        self.worlds = worlds
        self.observed = observed
        self.everything: Flags = np.ones(rows, dtype=np.bool_)
        self.alive = self.everything
        self._labels: dict[int, tuple[NDArray[np.int64], int]] = {}

    # --- what the two engines differ in -----------------------------------------------------------

    def columns(self, places: int) -> Iterator[tuple[NDArray[Any], int]]:
        """What an observer of the places sees: columns, each with a number above its entries."""
        raise NotImplementedError

    def found(self, places: int, cards: int) -> NDArray[Any]:
        """How many of the cards lie in the places, for each row."""
        raise NotImplementedError

    def row(self, world: Sequence[int]) -> int:
        """The row of a world."""
        raise NotImplementedError

    def world(self, row: int, places: int, like: World | None) -> World:
        """A world of a row; on the places it agrees with another world, if one is given."""
        raise NotImplementedError

    # --- what they share --------------------------------------------------------------------------

    def complement(self, found: Flags) -> Flags:
        return ~found

    def atom(self, atom: f.Formula) -> Flags:
        holds = of_cards(atom)
        flags: Flags = self.found(holds.places, holds.cards) >= holds.least
        return flags

    def places(self, group: tuple[int, ...]) -> int:
        """All places that somebody of the group observes."""
        seen = 0
        for agent in group:
            seen |= self.observed[agent]
        return seen

    def knows(self, group: tuple[int, ...], alive: Flags, known: Flags) -> Flags:
        labels, count = self.labels(self.places(group))
        doubtful = np.zeros(count, dtype=np.bool_)
        doubtful[labels[alive & ~known]] = True
        flags: Flags = ~doubtful[labels]
        return flags

    def labels(self, places: int) -> tuple[NDArray[np.int64], int]:
        """For each row what is seen on the places, as one number, and a number above them all."""
        if places not in self._labels:
            labels, above = np.zeros(len(self.everything), dtype=np.int64), 1
            for column, radix in self.columns(places):
                if above * radix >= 1 << 62:
                    labels, above = _dense(labels)
                labels = labels * radix + column
                above *= radix
            if above > 4 * len(labels) + 64:
                labels, above = _dense(labels)
            self._labels[places] = labels, above
        return self._labels[places]

    def quantify(self, numbers: tuple[int, ...], known: Flags, every: bool) -> Flags:
        no_propositions()

    def same(self, one: Flags, other: Flags) -> bool:
        return bool(np.array_equal(one, other))

    def contains(self, found: Flags, world: Sequence[int]) -> bool:
        return bool(found[self.row(world)])

    def pick(
        self, found: Flags, group: tuple[int, ...] = (), like: World | None = None
    ) -> World | None:
        """A world of the set that looks the same to the group as another, if there is one."""
        places = self.places(group)
        if like is not None:
            labels, _ = self.labels(places)
            found = found & (labels == labels[self.row(like)])
        return self.world(int(found.argmax()), places, like) if found.any() else None


def _dense(labels: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """The same partition with the smallest labels."""
    different, dense = np.unique(labels, return_inverse=True)
    return dense.reshape(-1).astype(np.int64), len(different)
