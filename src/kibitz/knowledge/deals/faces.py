"""Faces: how many deals look different, where copies of a card look the same.

A *kind* is what cards share that look the same and of which the same is known: the places they may
be in, the laws they are in. Of a kind only how many lie where counts. Copies of which different
things are known (one of them was passed on in sight of the observer) are of several kinds and still
look the same: then it is listed what they can look like together, or, if that is too much, the
number lies between certain bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, isqrt, prod

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.counters import Tally, chosen
from kibitz.knowledge.deals.estimates import Estimate, guessed, whole
from kibitz.knowledge.deals.grids import Grid, Line
from kibitz.knowledge.deals.laws import bits
from kibitz.knowledge.deals.parts import QUICK, Division, Part
from kibitz.knowledge.deals.plans import plan

__all__ = ["looks", "looks_listed"]

FEW_KINDS = 8
"""With so many kinds it may be less work to fill the places one by one."""

MOST_FILLINGS = 3000
"""So many ways that copies of several kinds can lie together are listed."""

Looks = tuple[int, Estimate | None]
"""A number of deals that look different, and its bounds if it could not be counted."""


def looks(division: Division, faces: Sequence[int]) -> Looks:
    """How many deals look different; cards that look the same have the same number in `faces`."""
    found = [_looks(part, faces) for part in division.parts]
    guesses = [guess for _, guess in found if guess is not None]
    count = prod(number for number, _ in found)
    if not guesses:
        return count, None
    bounds = [(n, n) if guess is None else guess[:2] for n, guess in found]
    low, high = (prod(side) for side in zip(*bounds, strict=True))
    return count, Estimate(low, high, min(guess.samples for guess in guesses))


def looks_listed(table: NDArray[np.int8], faces: Sequence[int]) -> int:
    """How many of these worlds look different."""
    order = sorted(range(len(faces)), key=lambda card: faces[card])
    seen = table[:, order]
    at = 0
    for face in sorted(set(faces)):
        copies = list(faces).count(face)
        seen[:, at : at + copies].sort(axis=1)
        at += copies
    return len(np.unique(seen, axis=0))


def _looks(part: Part, faces: Sequence[int]) -> Looks:
    """The same for a part, whose places hold no cards of other parts."""
    kinds: dict[int, dict[int, int]] = {}
    for g, group in enumerate(part.groups):
        for card in group:
            own = kinds.setdefault(faces[card], {})
            own[g] = own.get(g, 0) + 1
    if all(sum(own.values()) == 1 for own in kinds.values()):
        return part.count, part.estimate
    table = _Table(part)
    mixed = [own for own in kinds.values() if len(own) > 1]
    for own in kinds.values():
        if len(own) == 1:
            ((g, copies),) = own.items()
            table.add(g, copies)
    if not mixed:
        return table.count()
    whole_table = table.copy()
    if all(whole_table.add_mixed(own) for own in mixed):
        found, guess = whole_table.count(guessing=False)
        if guess is None:
            return found, None
    # As if they could be told apart there are more; each look is counted at most so often.
    often = 1
    for own in mixed:
        left = sum(own.values())
        for g, copies in own.items():
            table.add(g, copies)
            often *= comb(left, copies)
            left -= copies
    count, guess = table.count()
    low, high, samples = (count, count, 0) if guess is None else guess
    low = max(1, low // often) if count else 0
    return isqrt(low * high), Estimate(low, high, samples)


class _Table:
    """Kinds by places: the rows of a table in the order of the groups that they are of."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.places = [place for pile in part.piles for place in pile]
        self.columns = [size for _, size in self.places]
        at = 0
        self._of_pile: list[int] = []  # the columns of each pile
        for pile in part.piles:
            self._of_pile.append(((1 << len(pile)) - 1) << at)
            at += len(pile)
        _, self._order = plan(part.sizes, part.masks, part.heights, part.laws)
        self._rows: list[tuple[int, Line]] = []
        self._singles: dict[int, int] = {}

    def copy(self) -> _Table:
        found = _Table.__new__(_Table)
        found.__dict__.update(self.__dict__)
        found._rows, found._singles = list(self._rows), dict(self._singles)
        return found

    def _columns(self, piles: int) -> int:
        return sum([self._of_pile[x] for x in bits(piles)])

    def add(self, group: int, copies: int) -> None:
        """A kind: so many cards of a group that look the same."""
        if copies == 1:
            self._singles[group] = self._singles.get(group, 0) + 1
        else:
            mask = self._columns(self.part.masks[group])
            self._rows.append((group, Line(copies, mask, alike=True)))

    def add_mixed(self, own: dict[int, int]) -> bool:
        """Cards that look the same, so many of each of some groups, as one row; False if that
        cannot be done, as a law tells them apart or they can lie in too many ways."""
        counts = [tally for law in self.part.laws for tally in law]
        if len({tuple([tally.rows >> g & 1 for tally in counts]) for g in own}) > 1:
            return False
        found = {(0,) * len(self.columns)}
        every = 0
        for g, copies in own.items():
            mask = self._columns(self.part.masks[g])
            every |= mask
            for _ in range(copies):
                found = {(*x[:p], x[p] + 1, *x[p + 1 :]) for x in found for p in bits(mask)}
                if len(found) > MOST_FILLINGS:
                    return False
        fits = [x for x in found if all(a <= b for a, b in zip(x, self.columns, strict=True))]
        line = Line(sum(own.values()), every, alike=True, fillings=tuple(sorted(fits)))
        self._rows.append((next(iter(own)), line))
        return bool(fits)

    def count(self, *, guessing: bool = True) -> Looks:
        """How many tables there are."""
        rows = [*self._rows]
        for g, cards in self._singles.items():
            rows.append((g, Line(cards, self._columns(self.part.masks[g]))))
        rows.sort(key=lambda row: (self._order.index(row[0]), row[1].cards))
        lines, groups = [line for _, line in rows], [g for g, _ in rows]
        laws = [
            [Tally(chosen(t.rows, groups), self._columns(t.columns), t.least, t.most) for t in law]
            for law in self.part.laws
        ]
        best = Grid(lines, self.columns, laws)
        across = self._across(lines)
        if across is not None and across.work < best.work:
            best = across
        if best.work <= QUICK:
            return best.count, None
        if not guessing:
            return 0, Estimate(0, 0, 0)
        guess = guessed(lines, self.columns, laws)
        low, high = whole(guess.low), whole(guess.high)
        return whole(guess.count), Estimate(low, high, guess.samples)

    def _across(self, lines: list[Line]) -> Grid | None:
        """The same table with the places as rows, if its kinds are few."""
        kinds = [(line.columns, line.cards if line.alike else 1)
                 for line in lines for _ in range(1 if line.alike else line.cards)]  # fmt: skip
        if self.part.laws or len(kinds) > FEW_KINDS or any(line.fillings for line in lines):
            return None
        rows = [
            Line(
                size, sum([1 << k for k, (own, _) in enumerate(kinds) if own >> j & 1]), alike=True
            )
            for j, size in enumerate(self.columns)
        ]
        return Grid(sorted(rows), [n for _, n in kinds])
