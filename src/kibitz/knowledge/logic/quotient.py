"""The symmetry quotient: worlds that differ only by cards nobody tells apart are one.

Cards that may be in the same places, and that no formula or law speaks of separately, form a group.
All that matters of a world is how many cards of each group lie in each place: its *contingency
table*. Two tables look the same to an agent if they agree on the places it observes; knowledge,
common knowledge and announcements have the same truth value on tables as on worlds. Tarot's full
deal has 6.6e40 worlds, and 5,240 tables for a formula about one card and the trumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import comb, factorial, inf, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.rows import Flags, Rows, World
from kibitz.knowledge.worlds import Worlds, members

__all__ = ["Group", "Quotient", "groups_of", "number_of_tables", "number_of_worlds", "sets_named"]

Group = tuple[int, tuple[int, ...]]
"""The places and the cards of a group."""

MOST_CELLS = 2_000_000
"""What is used of each place is counted exactly while there are no more combinations than this."""

MOST_UNIONS = 256

MOST_WEIGHED = 150
"""The factorials of more cards than this are no floats."""


def groups_of(worlds: Worlds, sets: Iterable[int]) -> tuple[Group, ...]:
    """The cards by the places they may be in and the sets of cards they belong to."""
    told = sorted(set(sets))
    groups: dict[tuple[int, ...], list[int]] = {}
    for card, mask in enumerate(worlds.masks):
        groups.setdefault((mask, *(cards >> card & 1 for cards in told)), []).append(card)
    return tuple((key[0], tuple(cards)) for key, cards in groups.items())


def sets_named(worlds: Worlds, formula: f.Formula) -> set[int]:
    """The sets of cards that a formula or a law speaks of."""
    named = {part.cards for part in f.walk(formula) if isinstance(part, f.Holds)}
    return named | {count.cards for law in worlds.laws for count in law}


# --- how many -------------------------------------------------------------------------------------


def number_of_tables(sizes: Sequence[int], groups: Sequence[Group], enough: float) -> float:
    """How many contingency tables there are, laws aside; at most so many if they are `enough`."""
    ways = [comb(len(cards) + mask.bit_count() - 1, len(cards)) for mask, cards in groups]
    # The group that can lie in most ways has no choice once the others lie: places are full.
    bound = prod(map(float, sorted(ways)[:-1]))
    if bound <= enough or _too_many_cells(sizes):
        return bound
    return _number(sizes, groups, weighted=False)


def number_of_worlds(worlds: Worlds) -> float:
    """How many worlds there are, laws aside, to the precision of a float; a bound if too many."""
    try:
        anywhere = float(factorial(sum(worlds.sizes)) // prod(map(factorial, worlds.sizes)))
    except OverflowError:
        anywhere = inf
    if len({*worlds.masks, (1 << len(worlds.sizes)) - 1}) == 1:
        return anywhere
    if _too_many_cells(worlds.sizes) or len(worlds.masks) > MOST_WEIGHED:
        return min(anywhere, prod(float(mask.bit_count()) for mask in worlds.masks))
    return _number(worlds.sizes, groups_of(worlds, ()), weighted=True)


def _too_many_cells(sizes: Sequence[int]) -> bool:
    return len(sizes) > 32 or prod(size + 1 for size in sizes) > MOST_CELLS


def _number(sizes: Sequence[int], groups: Sequence[Group], *, weighted: bool) -> float:
    """The sum over all tables of 1, or of the worlds of each.

    The state is the space used in each place: an array with an axis for every place. A group adds
    its cards place by place, in all numbers; then the cells in which all its cards lie are kept.
    """
    shape = tuple(size + 1 for size in sizes)
    used = np.indices(shape, sparse=True)
    laid = sum(used[1:], used[0])
    state = np.zeros(shape)
    state[(0,) * len(shape)] = 1.0
    cards_so_far = 0
    for mask, cards in groups:
        cards_so_far += len(cards)
        for place in members(mask):
            before = np.moveaxis(state.copy(), place, 0)
            after = np.moveaxis(state, place, 0)
            for number in range(1, min(len(cards), sizes[place]) + 1):
                part = before[: shape[place] - number]
                after[number:] += part / factorial(number) if weighted else part
        state *= (laid == cards_so_far) * (float(factorial(len(cards))) if weighted else 1.0)
    return float(state[tuple(sizes)])


# --- the tables -----------------------------------------------------------------------------------


def all_tables(sizes: Sequence[int], groups: Sequence[Group]) -> NDArray[Any]:
    """Every contingency table [group, place, table], laws aside.

    Places get their cards of a group one after the other, never so few that the rest of the group
    would not fit into the places after them: so to the last place goes what is left of the group,
    and to the last group what is left of the places. There are millions of tables, in which each
    column is looked at as a whole; hence the order of the axes, and the small numbers.
    """
    small = np.int8 if max(sizes, default=0) < 1 << 7 else np.int16
    free: NDArray[Any] = np.array(sizes, dtype=small)[:, None]
    tables = np.zeros((0, len(sizes), 1), dtype=small)
    for at, (mask, cards) in enumerate(groups[:-1]):
        before, origin = free, np.arange(len(free[0]), dtype=np.int32)
        places = members(mask)
        in_hand = np.full(len(free[0]), len(cards), dtype=small)
        for index, place in enumerate(places[:-1]):
            room_after = free[places[index + 1 :]].sum(axis=0, dtype=np.int16)
            least = np.maximum(0, in_hand - room_after).astype(small)
            choices = np.maximum(0, np.minimum(in_hand, free[place]) - least + 1)
            parent = np.repeat(np.arange(len(choices), dtype=np.int32), choices)
            first = (np.cumsum(choices, dtype=np.int32) - choices).astype(np.int32)
            number = (np.arange(len(parent), dtype=np.int32) - first.take(parent)).astype(small)
            number += least.take(parent)
            origin, in_hand = origin.take(parent), in_hand.take(parent) - number
            free = free.take(parent, axis=1)
            free[place] -= number
        free = free.copy() if free is before else free
        free[places[-1]] -= in_hand
        later = [(other, len(rest)) for other, rest in groups[at + 1 :]]
        possible = np.flatnonzero((free[places[-1]] >= 0) & ~_cannot_finish(free, later))
        if len(possible) < len(origin):
            origin, free = origin.take(possible), free.take(possible, axis=1)
        laid: NDArray[Any] = np.subtract(before.take(origin, axis=1), free)
        tables = np.concatenate([tables.take(origin, axis=2), laid[None]])
    if groups:
        elsewhere = [place for place in range(len(sizes)) if not groups[-1][0] >> place & 1]
        possible = np.flatnonzero(~free[elsewhere].any(axis=0))
        tables = np.concatenate([tables, free[None]]).take(possible, axis=2)
    return tables


def _cannot_finish(free: NDArray[Any], masks: Sequence[tuple[int, int]]) -> Flags:
    """The rows whose free space [place, row] does not suffice for the cards still to be placed.

    `masks` gives the sets of places they may be in and how many cards have each. By Hall's theorem
    they all fit if, for every union of those sets, it has room for the cards that must go there.
    With very many different sets not all unions are tried, and some hopeless rows remain a while.
    """
    unions = {0}
    for mask, _ in masks:
        unions |= {union | mask for union in unions}
        if len(unions) > MOST_UNIONS:
            break
    stuck = np.zeros(free.shape[1], dtype=np.bool_)
    for union in unions - {0, (1 << len(free)) - 1}:
        inside = [place for place in range(len(free)) if union >> place & 1]
        wanted = sum(count for mask, count in masks if mask & ~union == 0)
        stuck |= free[inside].sum(axis=0, dtype=np.int16) < wanted
    return stuck


class Quotient(Rows):
    """Worlds up to symmetry, each with its exact weight."""

    name = "quotient"

    def __init__(
        self, worlds: Worlds, observed: tuple[int, ...], groups: tuple[Group, ...]
    ) -> None:
        # Small groups with few places first: they leave the fewest tables to be continued.
        self.groups = tuple(sorted(groups, key=lambda g: (g[0].bit_count(), len(g[1]))))
        self.worlds = worlds
        self.tables = all_tables(worlds.sizes, self.groups)
        """[group, place, table]"""
        if worlds.laws:
            self.tables = self.tables.take(np.flatnonzero(self._lawful()), axis=2)
        super().__init__(worlds, observed, self.tables.shape[2])
        self._weights: NDArray[np.object_] | None = None

    def _lawful(self) -> Flags:
        """The tables that obey the laws."""
        obeying = np.ones(self.tables.shape[2], dtype=np.bool_)
        for law in self.worlds.laws:
            one = np.zeros(len(obeying), dtype=np.bool_)
            for count in law:
                found = self.found(count.places, count.cards)
                one |= (found >= count.least) & (found <= count.most)
            obeying &= one
        return obeying

    def columns(self, places: int) -> Iterator[tuple[NDArray[Any], int]]:
        for at, place in product(range(len(self.groups)), members(places)):
            mask, cards = self.groups[at]
            if mask >> place & 1 and mask & (mask - 1):
                yield self.tables[at, place], min(len(cards), self.worlds.sizes[place]) + 1

    def found(self, places: int, cards: int) -> NDArray[Any]:
        total = np.zeros(self.tables.shape[2], dtype=np.int16)
        for at, (mask, group) in enumerate(self.groups):
            if cards >> group[0] & 1:
                for place in members(mask & places):
                    total += self.tables[at, place]
        return total

    def row(self, world: Sequence[int]) -> int:
        table = np.zeros(self.tables.shape[:2], dtype=np.int16)
        for at, (_, cards) in enumerate(self.groups):
            for card in cards:
                table[at, world[card]] += 1
        same = np.ones(self.tables.shape[2], dtype=np.bool_)
        for column, wanted in zip(self.tables, table, strict=True):
            for place, number in zip(column, wanted, strict=True):
                same &= place == number
        return int(same.argmax())

    def world(self, row: int, places: int, like: World | None) -> World:
        world = [0] * len(self.worlds.masks)
        for (_, cards), line in zip(self.groups, self.tables[:, :, row].tolist(), strict=True):
            where = [place for place, number in enumerate(line) for _ in range(number)]
            moving = list(cards)
            if like is not None:  # what is seen stays where it is, the rest fills the other places
                moving = [card for card in cards if not places >> like[card] & 1]
                where = [place for place in where if not places >> place & 1]
                for card in set(cards) - set(moving):
                    world[card] = like[card]
            for card, place in zip(moving, where, strict=True):
                world[card] = place
        return tuple(world)

    @property
    def weights(self) -> NDArray[np.object_]:
        """How many worlds each table stands for, exactly."""
        if self._weights is None:
            most = max((len(cards) for _, cards in self.groups), default=0)
            factorials = np.array([factorial(n) for n in range(most + 1)], dtype=object)
            ways = np.ones(self.tables.shape[2], dtype=object)
            for at, (mask, cards) in enumerate(self.groups):
                shared = np.ones(self.tables.shape[2], dtype=object)
                for place in members(mask):
                    shared *= factorials[self.tables[at, place]]
                ways *= factorial(len(cards)) // shared
            self._weights = ways
        return self._weights

    def count(self, found: Flags) -> int:
        return sum(self.weights[found].tolist())
