"""Cases: the deals that masks allow, taken apart as far as that goes.

Cards with one place are fixed. Places that may hold the same cards are one *pile* until a last
shuffle tells them apart. Cards with the same places are one *group*. Groups and piles that have
nothing to do with each other are separate *parts*: how many cards of each group lie in each pile is
a table, and the tables of one part are independent of those of the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial, prod
from typing import TypeVar

import numpy as np

from kibitz.knowledge.deals.laws import Term, bits
from kibitz.knowledge.deals.sums import summed
from kibitz.knowledge.deals.tables import (
    Floats,
    Numbers,
    Tables,
    exact_weights,
    fillings,
    plan,
    weights,
)

__all__ = ["Case", "Part", "case_of", "looks"]

T = TypeVar("T")

SMALL = 300
"""Tables that are so little work, as `plan` reckons, are summed up in plain Python."""

Pile = tuple[tuple[int, int], ...]
"""Some places, and how many cards each holds; the largest comes last."""


class Part:
    """Groups of cards that go to the same piles, and the tables of how many go where."""

    def __init__(
        self, groups: tuple[tuple[int, ...], ...], masks: tuple[int, ...], piles: tuple[Pile, ...]
    ) -> None:
        self.groups, self.piles, self.masks = groups, piles, masks
        self.heights = [sum([size for _, size in pile]) for pile in piles]
        self.sizes = [len(group) for group in groups]

    @cached_property
    def _plan(self) -> tuple[float, bool, list[int], list[int], list[list[int]], list[int]]:
        """How the tables are filled: how much work it is, whether their rows are the piles; the
        order of the rows, the cards of each, what it can have in every column; the columns."""
        masks, sizes, heights = self.masks, self.sizes, self.heights
        if len(sizes) == 1:
            return 1, False, [0], sizes, [heights], heights
        across = [
            sum([1 << g for g, mask in enumerate(masks) if mask >> x & 1])
            for x in range(len(heights))
        ]
        work, order = plan(sizes, masks, heights)
        work_across, order_across = plan(heights, across, sizes)
        by_pile = work_across < work
        rows, allowed, columns = sizes, list(masks), heights
        if by_pile:
            work, order = work_across, order_across
            rows, allowed, columns = heights, across, sizes
        limits = [[n if allowed[i] >> j & 1 else 0 for j, n in enumerate(columns)] for i in order]
        return work, by_pile, order, [rows[i] for i in order], limits, columns

    @property
    def by_pile(self) -> bool:
        """Whether the rows of the tables are the piles."""
        return self._plan[1]

    @property
    def order(self) -> list[int]:
        """In which order the rows are filled."""
        return self._plan[2]

    @property
    def small(self) -> bool:
        """Whether there are so few tables that Python is quicker than numpy."""
        return self._plan[0] <= SMALL

    @cached_property
    def tables(self) -> Tables:
        """The graph of the tables."""
        _, _, _, rows, limits, columns = self._plan
        choices = [fillings(n, limit) for n, limit in zip(rows[:-1], limits[:-1], strict=True)]
        return Tables(choices, columns, limits[-1])

    @property
    def feasible(self) -> bool:
        """Whether there is any table."""
        return bool(self._exact[0]) if self.small else self.tables.feasible

    @cached_property
    def weights(self) -> list[Floats]:
        return [weights(step.choices) for step in self.tables.steps]

    @cached_property
    def _exact(self) -> tuple[int, list[list[int]]]:
        if self.small:
            return summed(*self._plan[3:])
        return self.tables.exact([exact_weights(step.choices) for step in self.tables.steps])

    @cached_property
    def count(self) -> int:
        """The number of ways to deal these cards."""
        whole = self._exact[0]
        if self.by_pile:
            whole *= prod(map(factorial, self.sizes))
            whole //= prod(map(factorial, self.heights))
        for pile, height in zip(self.piles, self.heights, strict=True):
            whole *= factorial(height) // prod(factorial(size) for _, size in pile)
        return whole

    @cached_property
    def shares(self) -> list[list[float]]:
        """[group, pile]: the chance that a card of the group lies in the pile."""
        if self.small:
            whole, sums = self._exact
            means = [[n / whole for n in line] for line in sums]
        else:
            means = [line.tolist() for line in self.tables.means(self.weights)]
        return [
            [n / size for n in line]
            for size, line in zip(self.sizes, self._oriented(means), strict=True)
        ]

    @cached_property
    def used(self) -> list[list[bool]]:
        """[group, pile]: whether any card of the group can lie in the pile."""
        if self.small:
            return self._oriented([[n > 0 for n in line] for line in self._exact[1]])
        return self._oriented([line.tolist() for line in self.tables.used()])

    def _oriented(self, lines: list[list[T]]) -> list[list[T]]:
        """What was found for the steps, by groups and piles."""
        found = [line for _, line in sorted(zip(self.order, lines, strict=True))]
        return [list(line) for line in zip(*found, strict=True)] if self.by_pile else found

    def exact_share(self, group: int, pile: int) -> Fraction:
        """The chance that a card of the group lies in the pile."""
        whole, sums = self._exact
        row, column = (pile, group) if self.by_pile else (group, pile)
        return Fraction(sums[self.order.index(row)][column], whole * len(self.groups[group]))


@dataclass(frozen=True)
class Case:
    """Deals that differ from part to part independently."""

    sign: int
    fixed: dict[int, int]
    """The place of every card that can only be there."""
    parts: tuple[Part, ...]

    @cached_property
    def count(self) -> int:
        return prod(part.count for part in self.parts)

    def add_probabilities(self, total: Floats, weight: float) -> None:
        """Add to [card, place] how likely each is, times a weight."""
        places = total.shape[1]
        rows: list[list[float]] = [[]] * len(total)
        for card, home in self.fixed.items():
            rows[card] = [float(place == home) for place in range(places)]
        for part in self.parts:
            for group, line in zip(part.groups, part.shares, strict=True):
                chances = [0.0] * places
                for pile, height, share in zip(part.piles, part.heights, line, strict=True):
                    for place, size in pile:
                        chances[place] += share * size / height
                for card in group:
                    rows[card] = chances
        total += weight * np.array(rows)

    def fraction(self, card: int, place: int) -> Fraction:
        """How likely a card lies in a place, exactly."""
        if card in self.fixed:
            return Fraction(self.fixed[card] == place)
        part, g = self._find(card)
        found = Fraction(0)
        for x, (pile, height) in enumerate(zip(part.piles, part.heights, strict=True)):
            held = sum(size for p, size in pile if p == place)
            if held:
                found += part.exact_share(g, x) * Fraction(held, height)
        return found

    def possible(self, card: int) -> int:
        """The places a card can be in."""
        if card in self.fixed:
            return 1 << self.fixed[card]
        part, g = self._find(card)
        found = 0
        for pile, used in zip(part.piles, part.used[g], strict=True):
            if used:
                for place, _ in pile:
                    found |= 1 << place
        return found

    def _find(self, card: int) -> tuple[Part, int]:
        return next(
            (part, g) for part in self.parts for g, group in enumerate(part.groups) if card in group
        )


def case_of(term: Term) -> Case | None:
    """A term, taken apart; None if it has no deal."""
    sizes = list(term.sizes)
    groups: dict[int, list[int]] = {}
    for card, mask in enumerate(term.masks):
        groups.setdefault(mask, []).append(card)
    fixed: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        room = sum(1 << p for p, size in enumerate(sizes) if size)
        closer: dict[int, list[int]] = {}
        for mask, cards in groups.items():
            places = mask & room
            if not places:
                return None
            if places & (places - 1):
                closer.setdefault(places, []).extend(cards)
                continue
            place = places.bit_length() - 1
            if sizes[place] < len(cards):
                return None
            sizes[place] -= len(cards)
            fixed.update(dict.fromkeys(cards, term.home[place]))
            changed = True
        groups = closer
    parts = _parts(sizes, groups, term.home)
    if parts is None or not all(part.feasible for part in parts):
        return None
    return Case(term.sign, fixed, parts)


def _parts(
    sizes: list[int], groups: dict[int, list[int]], home: tuple[int, ...]
) -> tuple[Part, ...] | None:
    """Join like places into piles, and separate what is independent."""
    lists = list(groups.values())
    piles: dict[int, list[int]] = {}
    for place, size in enumerate(sizes):
        if size:
            column = sum(1 << g for g, mask in enumerate(groups) if mask >> place & 1)
            piles.setdefault(column, []).append(place)
    if 0 in piles:
        return None
    parts = []
    columns = set(piles)
    while columns:
        own = {columns.pop()}
        joined = next(iter(own))
        while more := {column for column in columns if column & joined}:
            own |= more
            columns -= more
            for column in more:
                joined |= column
        members = list(bits(joined))
        ordered = sorted(own, key=lambda column: piles[column])
        if sum(len(lists[g]) for g in members) != sum(sizes[p] for c in own for p in piles[c]):
            return None
        parts.append(
            Part(
                tuple(tuple(sorted(lists[g])) for g in members),
                tuple(
                    sum(1 << x for x, column in enumerate(ordered) if column >> g & 1)
                    for g in members
                ),
                tuple(
                    tuple(sorted(((home[p], sizes[p]) for p in piles[c]), key=lambda each: each[1]))
                    for c in ordered
                ),
            )
        )
    return tuple(sorted(parts, key=lambda part: part.groups))


def looks(term: Term, faces: Iterable[tuple[int, ...]]) -> int:
    """How many deals of a term look different; `faces` are the cards that look the same.

    Cards that look like no other and have the same places are one row, whose fillings count as
    often as its cards can be told off; of cards that look the same only how many lie where counts.
    """
    singles: dict[int, int] = {}
    rows: list[Numbers] = []
    for cards in faces:
        if len(cards) == 1:
            mask = term.masks[cards[0]]
            singles[mask] = singles.get(mask, 0) + 1
            continue
        rows.append(_face_fillings([term.masks[c] for c in cards], len(term.sizes)))
    counts = [[1] * len(row) for row in rows]
    for mask, n in singles.items():
        row = fillings(n, [size if mask >> p & 1 else 0 for p, size in enumerate(term.sizes)])
        rows.append(row)
        counts.append(exact_weights(row))
    if not rows:
        return 1
    _, order = plan(
        [int(row[0].sum()) if len(row) else 0 for row in rows],
        [sum(1 << int(p) for p in np.flatnonzero(row.any(axis=0))) for row in rows],
        term.sizes,
    )
    tables = Tables([rows[i] for i in order], term.sizes)
    return tables.exact([counts[i] for i in order])[0] if tables.feasible else 0


def _face_fillings(masks: list[int], places: int) -> Numbers:
    """In which ways cards that look the same can lie in places."""
    found = {(0,) * places}
    for mask in masks:
        found = {(*line[:p], line[p] + 1, *line[p + 1 :]) for line in found for p in bits(mask)}
    return np.array(sorted(found), np.int64)
