"""Grids: all ways to fill a table, summed for all its states at once in one array.

A row of a table is a group of like cards, a column a pile or place. What matters after some rows is
how full the columns are, and how far the laws have got: each of these is an axis of the array.
The largest column needs none, since it takes what the others leave. A card that goes to a column is
then a shift along an axis, and all the cards of a row a few dozen additions of arrays. How many
that will be is known beforehand (`work`), so nobody need wait for an answer that does not come.

Whole numbers of any size are kept as *limbs* of 40 bits, an array each, which have room to grow
before they must be carried. Chances are sums of floating-point numbers; as nothing is ever
subtracted, they are right to a dozen digits, and 0 only if they are 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from math import comb, log2, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.counters import Tally
from kibitz.knowledge.deals.laws import bits

__all__ = ["Grid", "Line"]

Array = NDArray[Any]
"""Whole or floating-point numbers: [limb, axis, axis...]."""

LIMB = 40
ROOM = 1 << 22
"""How often a limb can be added to itself before it must be carried."""

CALL = 2500
"""What an operation on an array costs, however small that is, in additions."""


class Line(NamedTuple):
    """A row of a table: so many cards that may go to some columns."""

    cards: int
    columns: int
    alike: bool = False
    """Whether its cards look the same, so that only how many go where counts."""
    fillings: tuple[tuple[int, ...], ...] = ()
    """All that they can have in the columns, if they are alike but not free to go anywhere."""


class _Shift(NamedTuple):
    """What a card does that goes to a column: the axis of the column, if it has one; and the
    axes of the tallies that it counts for, which stop at their ends."""

    axis: int | None
    counted: tuple[int, ...]

    def cuts(self, axes: int) -> Iterator[tuple[tuple[slice, ...], tuple[slice, ...]]]:
        """From where to where the numbers move."""
        on, off, last = slice(1, None), slice(None, -1), slice(-1, None)
        source, target = [slice(None)] * (axes + 1), [slice(None)] * (axes + 1)
        if self.axis is not None:
            source[self.axis + 1], target[self.axis + 1] = off, on
        for ends in product((False, True), repeat=len(self.counted)):
            for axis, end in zip(self.counted, ends, strict=True):
                source[axis + 1], target[axis + 1] = (last, last) if end else (off, on)
            yield tuple(source), tuple(target)


class Grid:
    """The tables with these rows, filled in this order, and these sums of the columns.

    >>> Grid([Line(2, 0b11), Line(1, 0b11)], [2, 1]).count
    3
    >>> Grid([Line(2, 0b11, alike=True), Line(1, 0b11)], [2, 1]).count
    2
    """

    def __init__(
        self,
        rows: Sequence[Line],
        columns: Sequence[int],
        laws: Sequence[Sequence[Tally]] = (),
    ) -> None:
        self.rows, self.columns, self.laws = rows, columns, laws
        width = range(len(columns))
        self._free = max(width, key=lambda j: columns[j])
        axes = [j for j in width if j != self._free]
        self._axis = {j: i for i, j in enumerate(axes)}
        self._tallies = [tally for law in laws for tally in law]
        self._chains: dict[int, list[Array]] = {}
        self._boxes = self._windows(axes)
        self._ends = self._progress()
        """For each row how far the tallies can get: one number, if their law is kept for certain or
        not yet begun."""

    def _windows(self, axes: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
        """For each row how full the columns can be, before it and after it: from and up to."""
        placed = [0] * len(self.columns)
        coming = [sum([n for n, own, *_ in self.rows if own >> j & 1]) for j in axes]
        found = []
        for n, own, *_ in self.rows:
            box = []
            for i, j in enumerate(axes):
                low = max(0, self.columns[j] - coming[i])
                if own >> j & 1:
                    placed[j] += n
                    coming[i] -= n
                box.append((low, min(self.columns[j], placed[j]) + 1))
            found.append(tuple(box))
        return found

    def _progress(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.rows]
        for law in self.laws:
            last = max([tally.rows.bit_length() for tally in law])
            for tally in law:
                cap = tally.cap(sum([self.rows[i].cards for i in bits(tally.rows)]))
                so_far = 0
                for i, row in enumerate(self.rows):
                    so_far += row.cards if tally.rows >> i & 1 else 0
                    found[i].append(min(cap, so_far) + 1 if i < last else 1)
        return found

    # --- how much work it is ----------------------------------------------------------------------

    @cached_property
    def possible(self) -> bool:
        """Whether no column is too large or too small at first sight."""
        return all(low < high for box in self._boxes for low, high in box)

    @cached_property
    def additions(self) -> int:
        """How many numbers are added up, and calls, for floating-point numbers."""
        return self._additions(1)

    @cached_property
    def work(self) -> int:
        """The same for whole numbers."""
        return self._additions(self._limbs)

    def _additions(self, limbs: int) -> int:
        found = 0
        for i, (n, own, *_) in enumerate(self.rows):
            volume = prod([max(0, high - low) for low, high in self._boxes[i]]) * prod(
                self._ends[i]
            )
            steps = sum([2 ** len(self._shift(i, j).counted) for j in bits(own)])
            found += n * (len(self.rows[i].fillings) or steps) * (volume * limbs + CALL)
        return found

    @cached_property
    def _limbs(self) -> int:
        """How many limbs hold any number that can come up."""
        by_rows = by_columns = 0.0
        for n, own, alike, fillings in self.rows:
            k = own.bit_count()
            by_rows += log2(max(1, len(fillings) or (comb(n + k - 1, n) if alike else k**n)))
        for j in self._axis:
            kinds = sum(
                [1 if row.alike else row.cards for row in self.rows if row.columns >> j & 1]
            )
            by_columns += log2(max(1, comb(self.columns[j] + kinds - 1, self.columns[j])))
        return int(min(by_rows, by_columns)) // LIMB + 1

    # --- filling ----------------------------------------------------------------------------------

    def _shift(self, row: int, column: int) -> _Shift:
        counted = [
            len(self._axis) + k
            for k, tally in enumerate(self._tallies)
            if tally.rows >> row & 1 and tally.columns >> column & 1
        ]
        return _Shift(self._axis.get(column), tuple(counted))

    def _cuts(self, row: int, columns: int) -> list[list[tuple[Any, Any]]]:
        """For each of some columns from where to where a card of the row moves the numbers."""
        axes = len(self._axis) + len(self._tallies)
        return [list(self._shift(row, j).cuts(axes)) for j in bits(columns)]

    def _shape(self, row: int) -> tuple[int, ...]:
        return (*[high - low for low, high in self._boxes[row]], *self._ends[row])

    def _start(self, limbs: int, kind: type) -> Array:
        """Nothing is filled yet."""
        found: Array = np.zeros((limbs, *self._shape(0)), kind)
        found[(0,) * found.ndim] = 1
        return found

    def _onward(self, numbers: Array, row: int) -> Array:
        """Numbers after a row in the box of the next one."""
        numbers = self._judged(numbers, row)
        found: Array = np.zeros((len(numbers), *self._shape(row + 1)), numbers.dtype)
        here, there = self._overlap(row, found.ndim)
        found[there] = numbers[here]
        return found

    def _back(self, numbers: Array, row: int) -> Array:
        """Numbers before the next row in the box of a row."""
        found: Array = np.zeros((len(numbers), *self._shape(row)), numbers.dtype)
        here, there = self._overlap(row, found.ndim)
        found[here] = numbers[there]  # the same for all that closed laws may have got to
        for _, kept in self._closing(row):
            found *= kept
        return found

    def _overlap(self, row: int, axes: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
        """What is in the boxes of a row and of the next one, in the one and in the other."""
        here, there = [slice(None)] * axes, [slice(None)] * axes
        boxes = zip(self._boxes[row], self._boxes[row + 1], strict=True)
        for i, ((low, high), (low2, high2)) in enumerate(boxes):
            first = max(low, low2)
            last = max(first, min(high, high2))
            here[i + 1], there[i + 1] = (
                slice(first - low, last - low),
                slice(first - low2, last - low2),
            )
        for k, end in enumerate(self._ends[row]):
            if self._ends[row + 1][k] >= end:
                there[len(self._axis) + k + 1] = slice(end)
        return tuple(here), tuple(there)

    def _closing(self, row: int) -> Iterator[tuple[tuple[int, ...], NDArray[np.bool_]]]:
        """The laws that end with a row: the axes of their tallies, and where they are kept."""
        at = len(self._axis) + 1
        for law in self.laws:
            axes = tuple(range(at, at + len(law)))
            at += len(law)
            if max([tally.rows.bit_length() for tally in law]) == row + 1:
                kept = np.zeros((1,) * (len(self._axis) + len(self._tallies) + 1), np.bool_)
                for axis, tally in zip(axes, law, strict=True):
                    got = np.arange(self._ends[row][axis - len(self._axis) - 1])
                    fine = (tally.least <= got) & (got <= tally.most)
                    kept = kept | fine.reshape([-1 if k == axis else 1 for k in range(kept.ndim)])
                yield axes, kept

    def _judged(self, numbers: Array, row: int) -> Array:
        """Numbers after a row without those where a law that ends with it is broken."""
        for axes, kept in self._closing(row):
            numbers = (numbers * kept).sum(axis=axes, keepdims=True)
        return numbers

    def _after(self, row: int, numbers: Array) -> Array:
        """The numbers after a row, from those before it."""
        n, own, alike, fillings = self.rows[row]
        if fillings:
            found: Array = np.zeros_like(numbers)
            self._fill(row, numbers, fillings, 0, found)
            return _carry(found)
        cuts = self._cuts(row, own)
        whole = len(numbers) > 1
        grown = 1
        if not alike:
            for _ in range(n):
                if whole and grown * len(cuts) > ROOM:
                    _carry(numbers)
                    grown = 1
                numbers = _pushed(numbers, cuts)
                grown *= len(cuts)
            return _carry(numbers) if whole else numbers
        given = np.zeros((n + 1, *numbers.shape), numbers.dtype)  # by how many cards are given
        given[0] = numbers
        for cut in cuts:
            if whole and grown * (n + 1) > ROOM:
                for each in given:
                    _carry(each)
                grown = 1
            for t in range(n):
                for source, target in cut:
                    given[t + 1][target] += given[t][source]
            grown *= n + 1
        last: Array = given[n]
        return _carry(last) if whole else last

    def _fill(
        self,
        row: int,
        numbers: Array,
        fillings: Sequence[tuple[int, ...]],
        column: int,
        onto: Array,
    ) -> None:
        """Add up what comes of all fillings, from a column on."""
        if column == len(self.columns):
            onto += numbers
            return
        (cut,) = self._cuts(row, 1 << column)
        for given in range(max([each[column] for each in fillings]) + 1):
            if given:
                numbers = _pushed(numbers, [cut])
            same = [each for each in fillings if each[column] == given]
            if same:
                self._fill(row, numbers, same, column + 1, onto)

    # --- counting ---------------------------------------------------------------------------------

    @cached_property
    def count(self) -> int:
        """The number of ways."""
        if not self.possible:
            return 0
        numbers = self._start(self._limbs, np.int64)
        for i in range(len(self.rows)):
            numbers = self._after(i, numbers if i == 0 else self._onward(numbers, i - 1))
        kept = self._judged(numbers, len(self.rows) - 1)
        limbs = kept[self._full].reshape(len(numbers), -1)
        return sum(int(limb) << LIMB * i for i, limb in enumerate(limbs.sum(axis=1).tolist()))

    @property
    def _full(self) -> tuple[Any, ...]:
        """Where in the box of the last row all columns are full."""
        full = [self.columns[j] - self._boxes[-1][i][0] for j, i in self._axis.items()]
        return (slice(None), *full)

    # --- chances ----------------------------------------------------------------------------------
    # For rows whose cards are told apart.

    @cached_property
    def _before(self) -> list[Array]:
        """For each row the chances of all states before it, up to a common factor."""
        found = [self._start(1, np.float64)]
        for i in range(len(self.rows) - 1):
            numbers = self._onward(self._after(i, found[-1]), i)
            found.append(numbers / max(numbers.max(), 1e-300))
        return found

    @cached_property
    def _behind(self) -> list[Array]:
        """For each row in how many ways it goes on after it from each state, up to a factor."""
        last = len(self.rows) - 1
        wanted = np.zeros((1, *self._shape(last)))
        wanted[self._full] = 1.0
        for _, kept in self._closing(last):
            wanted *= kept
        found = [wanted]
        for i in reversed(range(1, len(self.rows))):
            n, own, *_ = self.rows[i]
            numbers, cuts = found[-1], [[(b, a) for a, b in cut] for cut in self._cuts(i, own)]
            for _ in range(n):
                numbers = _pushed(numbers, cuts)
            numbers = self._back(numbers, i - 1)
            found.append(numbers / max(numbers.max(), 1e-300))
        return found[::-1]

    @cached_property
    def shares(self) -> list[list[float]]:
        """For each row the chance that a card of it lies in every column; all 0 if there is no way
        to fill the table."""
        found = []
        for i, (n, own, *_) in enumerate(self.rows):
            line = [0.0] * len(self.columns)
            if self.possible:
                numbers = self._chain(i)[n - 1]
                for j, cut in zip(bits(own), self._cuts(i, own), strict=True):
                    line[j] = _met(numbers, self._behind[i], cut)
            whole = sum(line)
            found.append([n / whole for n in line] if whole else line)
        return found

    def together(self, row: int, cards: int, column: int) -> list[float]:
        """How likely it is that none, the first, the first two... of some cards of a row all lie in
        a column."""
        own = self.rows[row].columns
        if not own >> column & 1:
            return [1.0] + [0.0] * cards
        (here,) = self._cuts(row, 1 << column)
        back = [[(b, a) for a, b in here]]
        behind, dealt, found = self._behind[row], self._chain(row), []
        for k in range(cards + 1):
            found.append(float((dealt[-1 - k] * behind).sum()))
            behind = _pushed(behind, back)
        return [n / found[0] for n in found]

    def _chain(self, row: int) -> list[Array]:
        """The chances of all states before a row, when one card of it is dealt, two..."""
        if row not in self._chains:
            found, cuts = [self._before[row]], self._cuts(row, self.rows[row].columns)
            for _ in range(self.rows[row].cards):
                found.append(_pushed(found[-1], cuts))
            self._chains[row] = found
        return self._chains[row]

    def deals(self, n: int, draw: np.random.Generator) -> list[NDArray[np.int64]]:
        """For each row [deal, card]: the columns of its cards in n deals at random, of which each
        has the same chance."""
        found = []
        at = np.zeros((n, len(self._axis) + len(self._tallies)), np.int64)
        for i, (cards, own, *_) in enumerate(self.rows):
            if i:
                for k, ((low, _), (low2, _)) in enumerate(
                    zip(*self._boxes[i - 1 : i + 1], strict=True)
                ):
                    at[:, k] += low - low2
                for axes, _ in self._closing(i - 1):
                    at[:, [axis - 1 for axis in axes]] = 0
            columns, cuts = list(bits(own)), self._cuts(i, own)
            behind, back = [self._behind[i][0]], [[(b, a) for a, b in cut] for cut in cuts]
            for _ in range(cards - 1):
                behind.append(_pushed(behind[-1][None], back)[0])
            ends = np.array(behind[0].shape) - 1
            dealt = np.zeros((n, cards), np.int64)
            moves = np.zeros((len(columns), at.shape[1]), np.int64)
            for m, j in enumerate(columns):
                axis, counted = self._shift(i, j)
                moves[m, [*counted, *([] if axis is None else [axis])]] = 1
            rigid = np.arange(at.shape[1]) < len(self._axis)
            for card in range(cards):
                there = at[:, None] + moves
                fits = (there[..., rigid] <= ends[rigid]).all(axis=2)
                there = np.minimum(there, ends)
                ways = behind[cards - 1 - card][tuple(np.moveaxis(there, 2, 0))] * fits
                sums = np.cumsum(ways, axis=1)
                mark = draw.random(n) * sums[:, -1]
                chosen = (sums <= mark[:, None]).sum(axis=1)
                dealt[:, card] = np.array(columns)[chosen]
                at = there[np.arange(n), chosen]
            found.append(dealt)
        return found


def _pushed(numbers: Array, cuts: Sequence[Sequence[tuple[Any, Any]]]) -> Array:
    """The sum of numbers moved in several ways."""
    found = np.zeros_like(numbers)
    for cut in cuts:
        for source, target in cut:
            found[target] += numbers[source]
    return found


def _met(numbers: Array, behind: Array, cut: Sequence[tuple[Any, Any]]) -> float:
    """What comes through, if the numbers are moved once more."""
    return sum(float((numbers[source] * behind[target]).sum()) for source, target in cut)


def _carry(numbers: Array) -> Array:
    """Let no limb be larger than it should; in place."""
    for low, high in pairwise(numbers):
        high += low >> LIMB
        low &= (1 << LIMB) - 1
    return numbers
