"""Counters: how far every law has got while the rows of a table are filled.

A row is a group of like cards, a column a pile of like places. A *tally* is a count of a law in
these words: how many cards of some rows lie in some columns. While some of its rows are filled and
others are not, the number so far belongs to what the rows to come must know. As soon as a law is
sure to be kept, its numbers are forgotten, so that states that differ in nothing else are one.

What all laws have got to is a tuple, numbered in the order in which such tuples were met.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.laws import bits
from kibitz.knowledge.worlds import Count, Sum

__all__ = ["Counters", "Tally", "chosen"]

Progress = tuple[int, ...]
"""The numbers of a law so far, one for each of its tallies; no number if the law is kept."""

NO_LIMIT = 1 << 60
"""As many cards as you like."""

FAILED = -1
"""The number of a tally that cannot come right any more."""


class Tally(NamedTuple):
    """At least `least` and at most `most` of the cards of these rows lie in these columns."""

    rows: int
    columns: int
    least: int
    most: int
    points: tuple[int, ...] = ()
    """For how much a card of each row counts; nothing: for one."""

    @classmethod
    def of(cls, count: Count | Sum, cards: Sequence[int], places: Sequence[int]) -> Tally:
        """A count where every row is told by one of its cards, and every column by a place."""
        points = tuple([count.points[card] for card in cards]) if isinstance(count, Sum) else ()
        rows, columns = chosen(count.cards, cards), chosen(count.places, places)
        return cls(rows, columns, count.least, count.most, points)

    def each(self, row: int) -> int:
        """For how much a card of a row counts."""
        return self.points[row] if self.points else 1

    def heft(self, rows: int, sizes: Sequence[int]) -> int:
        """For how much some rows count, if so many cards are in each."""
        return sum([sizes[r] * self.each(r) for r in bits(self.rows & rows)])

    def cap(self, cards: int) -> int:
        """So much is as good as more, if it is about so much."""
        return self.least if self.most >= cards else max(self.least, self.most + 1)


class _Move(NamedTuple):
    """What a row does to a law."""

    law: int
    tallies: list[tuple[int, int, int, int]]
    """For each tally: where the row's share is in its shares, -1 if it has none; least, most, and
    how many cards are still to come."""


def chosen(members: int, numbers: Sequence[int]) -> int:
    """Which of some numbers are in a set, as a set of their indices."""
    return sum([1 << i for i, number in enumerate(numbers) if members >> number & 1])


class Counters:
    """The laws of a table whose rows are filled in a given order."""

    def __init__(
        self, laws: Sequence[Sequence[Tally]], order: Sequence[int], rows: Sequence[int]
    ) -> None:
        """`rows` says how many cards there are in each row, in the order of the tallies."""
        start: tuple[Progress, ...] = tuple([(0,) * len(law) for law in laws])
        self.met = [start]
        self._numbers = {start: 0}
        self.counted: list[list[tuple[list[int], int, int]]] = []
        """For each step the tallies that the row counts for: which columns, the cap, and for how
        much each card counts."""
        self._moves: list[list[_Move]] = []
        self._seen: list[dict[tuple[int, Sequence[int]], int]] = [{} for _ in order]
        numbers = [[tally.heft(-1, rows) for tally in law] for law in laws]
        to_come = [list(law) for law in numbers]
        for row in order:
            counted: list[tuple[list[int], int, int]] = []
            moves = []
            for i, law in enumerate(laws):
                tallies = []
                before = len(counted)
                for k, tally in enumerate(law):
                    cards, at = numbers[i][k], -1
                    if tally.rows >> row & 1:
                        at = len(counted)
                        each = tally.each(row)
                        counted.append((list(bits(tally.columns)), tally.cap(cards), each))
                        to_come[i][k] -= rows[row] * each
                    most = NO_LIMIT if tally.most >= cards else tally.most
                    tallies.append((at, tally.least, most, to_come[i][k]))
                if len(counted) > before:
                    moves.append(_Move(i, tallies))
            self.counted.append(counted)
            self._moves.append(moves)

    def shares(
        self, step: int, lines: NDArray[np.int64]
    ) -> tuple[list[tuple[int, ...]], NDArray[np.int64]]:
        """What filled rows add to the tallies: all that is different, and which each line adds."""
        added = [
            np.minimum(lines[:, columns].sum(axis=1) * each, cap)
            for columns, cap, each in self.counted[step]
        ]
        different, which = np.unique(np.array(added), axis=1, return_inverse=True)
        return list(map(tuple, different.T.tolist())), which.reshape(-1)

    def awaits(self, step: int, number: int) -> bool:
        """Whether a law that the step moves is not yet sure to be kept."""
        got = self.met[number]
        return any(got[move.law] for move in self._moves[step])

    def after(self, step: int, number: int, shares: Sequence[int]) -> int:
        """What the laws have got to after a step that adds these shares; -1 if one is broken."""
        seen = self._seen[step]
        found = seen.get((number, shares))
        if found is None:
            found = seen[number, shares] = self._after(step, number, shares)
        return found

    def _after(self, step: int, number: int, shares: Sequence[int]) -> int:
        got = list(self.met[number])
        for law, tallies in self._moves[step]:
            if got[law]:
                numbers: list[int] = []
                for n, (at, least, most, rest) in zip(got[law], tallies, strict=True):
                    if n != FAILED:
                        if at >= 0:
                            n += shares[at]
                        if least <= n and n + rest <= most:
                            numbers = []
                            break
                        n = FAILED if n > most or n + rest < least else n
                    numbers.append(n)
                else:
                    if max(numbers) == FAILED:
                        return -1
                got[law] = tuple(numbers)
        key = tuple(got)
        if key not in self._numbers:
            self._numbers[key] = len(self.met)
            self.met.append(key)
        return self._numbers[key]
