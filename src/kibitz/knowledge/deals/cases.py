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

import numpy as np

from kibitz.knowledge.deals.laws import Term, bits
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

SMALL = 200
"""Graphs with so many edges are summed up in whole numbers as quickly as otherwise."""

Pile = tuple[tuple[int, int], ...]
"""Some places, and how many cards each holds; the largest comes last."""


class Part:
    """Groups of cards that go to the same piles, and the tables of how many go where."""

    def __init__(
        self, groups: tuple[tuple[int, ...], ...], masks: tuple[int, ...], piles: tuple[Pile, ...]
    ) -> None:
        self.groups, self.piles = groups, piles
        self.heights = [sum(size for _, size in pile) for pile in piles]
        sizes = [len(group) for group in groups]
        across = [
            sum(1 << g for g, mask in enumerate(masks) if mask >> x & 1) for x in range(len(piles))
        ]
        by_group = plan(sizes, masks, self.heights)
        by_pile = plan(self.heights, across, sizes)
        self.by_pile = by_pile[0] < by_group[0]
        """Whether the rows of the tables are the piles."""
        rows, allowed, columns = (
            (self.heights, across, sizes) if self.by_pile else (sizes, masks, self.heights)
        )
        self.order = by_pile[1] if self.by_pile else by_group[1]
        limits = [
            [n if allowed[i] >> j & 1 else 0 for j, n in enumerate(columns)] for i in self.order
        ]
        choices = [
            fillings(rows[i], limit) for i, limit in zip(self.order[:-1], limits[:-1], strict=True)
        ]
        self.tables = Tables(choices, columns, limits[-1])

    @cached_property
    def weights(self) -> list[Floats]:
        return [weights(step.choices) for step in self.tables.steps]

    @cached_property
    def _exact(self) -> tuple[int, list[list[int]]]:
        return self.tables.exact([exact_weights(step.choices) for step in self.tables.steps])

    @cached_property
    def count(self) -> int:
        """The number of ways to deal these cards."""
        whole = self._exact[0]
        if self.by_pile:
            whole *= prod(factorial(len(group)) for group in self.groups)
            whole //= prod(map(factorial, self.heights))
        for pile, height in zip(self.piles, self.heights, strict=True):
            whole *= factorial(height) // prod(factorial(size) for _, size in pile)
        return whole

    @cached_property
    def shares(self) -> Floats:
        """[group, pile]: the chance that a card of the group lies in the pile."""
        if self.tables.edges <= SMALL:
            whole, sums = self._exact
            means = np.array([[n / whole for n in line] for line in sums])
        else:
            means = np.array(self.tables.means(self.weights))
        found: Floats = self._oriented(means) / np.array([[len(group)] for group in self.groups])
        return found

    @cached_property
    def used(self) -> Floats:
        """[group, pile]: whether any card of the group can lie in the pile."""
        return self._oriented(np.array(self.tables.used()))

    def _oriented(self, lines: Floats) -> Floats:
        """What was found for the steps, by groups and piles."""
        found = np.empty_like(lines)
        found[self.order] = lines
        return found.T if self.by_pile else found

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
        for card, place in self.fixed.items():
            total[card, place] += weight
        for part in self.parts:
            for group, line in zip(part.groups, part.shares.tolist(), strict=True):
                chances = np.zeros(total.shape[1])
                for pile, height, share in zip(part.piles, part.heights, line, strict=True):
                    for place, size in pile:
                        chances[place] += share * size / height
                total[list(group)] += weight * chances

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
    if parts is None or not all(part.tables.feasible for part in parts):
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
