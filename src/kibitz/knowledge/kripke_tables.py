"""Deals that differ only by exchanging like cards, counted as one.

Cards that may be in the same places and that no law names apart are interchangeable. A *table*
says how many cards of each such group lie in each place; it stands for all deals of that shape. To
a seat two tables are the same if their columns on the places it observes are, and then for every
deal of the one there is a deal of the other that looks the same to it. So what can be asked about
deals up to exchange can be answered on tables, exactly, and there are few of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import KibitzError
from kibitz.knowledge.worlds import Law, Worlds

__all__ = ["CELLS", "Tables", "deal_count", "deals", "labels", "tables"]

CELLS = 1 << 26
"""Numbers we are willing to keep: 128 MB of them."""
STEP = 1 << 20
"""Rows made at once before the impossible ones are thrown away."""


@dataclass(frozen=True, slots=True)
class Tables:
    """All possible tables, and the groups that are their rows."""

    groups: tuple[tuple[int, ...], ...]
    """The cards of each group."""
    counts: NDArray[np.int16]
    """How many: [table, group, place]."""

    def index(self, world: Sequence[int]) -> int:
        """The number of the table that a deal belongs to; -1 if none."""
        own = np.zeros(self.counts.shape[1:], dtype=np.int16)
        for group, cards in enumerate(self.groups):
            for card in cards:
                own[group, world[card]] += 1
        found = np.flatnonzero((self.counts == own).all(axis=(1, 2)))
        return int(found[0]) if len(found) else -1


def way_count(count: int, mask: int, sizes: tuple[int, ...]) -> int:
    """How many ways there are to spread like cards over the places of a mask."""
    ways = [1] + [0] * count
    for place, size in enumerate(sizes):
        if mask >> place & 1:
            ways = [sum(ways[max(0, n - size) : n + 1]) for n in range(count + 1)]
    return ways[count]


@lru_cache(maxsize=64)
def shares(count: int, mask: int, sizes: tuple[int, ...]) -> NDArray[np.int16]:
    """All ways to spread like cards over the places of a mask, none beyond its size."""
    most = [size if mask >> place & 1 else 0 for place, size in enumerate(sizes)]
    ways: list[tuple[int, ...]] = [()]
    for place in range(len(sizes)):
        later = sum(most[place + 1 :])
        ways = [
            (*way, n)
            for way in ways
            for n in range(max(0, count - sum(way) - later), min(most[place], count - sum(way)) + 1)
        ]
    return np.array(ways, dtype=np.int16).reshape(len(ways), len(sizes))


def grouped(worlds: Worlds, alone: Sequence[int], apart: bool) -> list[tuple[int, ...]]:
    """Interchangeable cards together; those to be told apart alone. The largest group is last."""
    named = [count.cards for law in worlds.laws for count in law]
    groups: dict[object, list[int]] = {}
    for card, mask in enumerate(worlds.masks):
        single = card if apart or card in alone else None
        key = (single, mask, tuple(cards >> card & 1 for cards in named))
        groups.setdefault(key, []).append(card)

    def freedom(cards: list[int]) -> tuple[int, list[int]]:
        places = worlds.masks[cards[0]].bit_count()
        return comb(len(cards) + places - 1, places - 1), cards

    return [tuple(cards) for cards in sorted(groups.values(), key=freedom)]


def demands(groups: Sequence[tuple[int, ...]], masks: Sequence[int]) -> list[tuple[int, int]]:
    """Hall's condition: sets of places, and how many cards must go into each.

    The sets that matter are unions of masks; if there are too many, the masks alone.
    """
    own = [(masks[cards[0]], len(cards)) for cards in groups]
    unions = {mask for mask, _ in own}
    for mask, _ in own:
        unions |= {mask | other for other in unions}
        if len(unions) > 1024:
            unions = {mask for mask, _ in own}
            break
    return [(s, sum(count for mask, count in own if mask & ~s == 0)) for s in sorted(unions)]


@dataclass(frozen=True, slots=True)
class Layer:
    """One group's turn: the ways to spread it, and what must be left for the groups after it."""

    ways: NDArray[np.int16]
    need: tuple[tuple[tuple[int, ...], int], ...]

    def extend(
        self, rest: NDArray[np.int16]
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Which way can follow which row of places left: pieces of two parallel lists."""
        step = max(1, STEP // max(1, len(self.ways)))
        for start in range(0, len(rest), step):
            after = rest[start : start + step, None, :] - self.ways
            fits = (after >= 0).all(axis=2)
            for inside, least in self.need:
                fits &= after[:, :, inside].sum(axis=2) >= least
            rows, chosen = np.nonzero(fits)
            yield rows + start, chosen


def layers(worlds: Worlds, groups: Sequence[tuple[int, ...]]) -> Iterator[Layer]:
    """The layers of all groups but the last, which takes what is left."""
    for at, cards in enumerate(groups[:-1]):
        need = tuple(
            (tuple(place for place in range(len(worlds.sizes)) if places >> place & 1), least)
            for places, least in demands(groups[at + 1 :], worlds.masks)
        )
        yield Layer(shares(len(cards), worlds.masks[cards[0]], worlds.sizes), need)


def estimate(worlds: Worlds, groups: Sequence[tuple[int, ...]]) -> float:
    """How many tables there are before the laws, without making them.

    What is left in the places is all that later groups depend on: count by that.
    """
    rest = np.array([worlds.sizes], dtype=np.int16)
    weight: NDArray[np.float64] = np.ones(1)
    for layer in layers(worlds, groups):
        if len(rest) * len(layer.ways) > 16 * STEP:  # Counting would take too long itself.
            return float(weight.sum()) * len(layer.ways)
        pieces = [
            (rest[rows] - layer.ways[chosen], weight[rows]) for rows, chosen in layer.extend(rest)
        ]
        if not pieces:
            return 0.0
        rest, where = np.unique(
            np.concatenate([left for left, _ in pieces]), axis=0, return_inverse=True
        )
        heavy = np.bincount(where.ravel(), np.concatenate([own for _, own in pieces]), len(rest))
        weight = heavy.astype(np.float64)
    return float(weight.sum())


def tables(
    worlds: Worlds, alone: Sequence[int] = (), *, apart: bool = False, limit: int = 2_000_000
) -> Tables:
    """All tables; the cards of `alone`, or all if `apart`, are groups of their own.

    Refuses, with an estimate, if there are more than `limit`. No partial table is kept that cannot
    be completed, so there are never more of those than of tables before the laws.
    """
    groups = grouped(worlds, alone, apart)
    limit = min(limit, CELLS // max(1, len(groups) * len(worlds.sizes)))
    ways = [way_count(len(own), worlds.masks[own[0]], worlds.sizes) for own in groups[:-1]]
    if prod(ways) > limit:
        most = max(ways)  # Too many for one group alone are not even listed.
        guess = float(most) if most > limit else estimate(worlds, groups)
        if guess > limit:
            raise KibitzError(
                f"about {guess:.2g} kinds of deals are too many to tell who knows what; "
                f"the limit is {limit:,}"
            )
    counts = np.zeros((1, len(groups), len(worlds.sizes)), dtype=np.int16)
    rest = np.array([worlds.sizes], dtype=np.int16)
    for group, layer in enumerate(layers(worlds, groups)):
        pieces = list(layer.extend(rest))
        if not pieces:
            break
        rows = np.concatenate([rows for rows, _ in pieces])
        given = layer.ways[np.concatenate([chosen for _, chosen in pieces])]
        counts, rest = counts[rows], rest[rows] - given
        counts[:, group] = given
    if groups:  # The last group takes what is left, if it may be there.
        mask = worlds.masks[groups[-1][0]]
        closed = [place for place in range(len(worlds.sizes)) if not mask >> place & 1]
        fits = (rest[:, closed] == 0).all(axis=1) & (rest.sum(axis=1) == len(groups[-1]))
        counts, rest = counts[fits], rest[fits]
        counts[:, -1] = rest
    for law in worlds.laws:
        counts = counts[lawful(law, groups, counts)]
    return Tables(tuple(groups), counts)


def lawful(
    law: Law, groups: Sequence[tuple[int, ...]], counts: NDArray[np.int16]
) -> NDArray[np.bool_]:
    """Which tables a law holds in. A law takes a group whole or not at all."""
    holds = np.zeros(len(counts), dtype=np.bool_)
    for count in law:
        rows = [k for k, cards in enumerate(groups) if count.cards >> cards[0] & 1]
        columns = [place for place in range(counts.shape[2]) if count.places >> place & 1]
        found = counts[:, rows][:, :, columns].sum(axis=(1, 2))
        holds |= (found >= count.least) & (found <= count.most)
    return holds


def labels(counts: NDArray[np.int16], observed: int) -> NDArray[np.intp]:
    """A number for every table, equal where a seat that observes these places sees the same."""
    code = np.zeros(len(counts), dtype=np.int64)
    span = 1
    for place in range(counts.shape[2]):
        if not observed >> place & 1:
            continue
        for group in range(counts.shape[1]):
            column = counts[:, group, place].astype(np.int64)
            base = int(column.max(initial=0)) + 1
            if span * base >= 1 << 62:
                code = np.unique(code, return_inverse=True)[1].ravel().astype(np.int64)
                span = int(code.max(initial=0)) + 1
            code, span = code * base + column, span * base
    return np.unique(code, return_inverse=True)[1].ravel()


def deal_count(found: Tables) -> int:
    """How many deals the tables stand for."""
    total = 0
    for table in found.counts.tolist():
        ways = 1
        for cards, row in zip(found.groups, table, strict=True):
            ways *= factorial(len(cards)) // prod(map(factorial, row))
        total += ways
    return total


def deals(found: Tables) -> Iterator[tuple[int, ...]]:
    """All deals the tables stand for: the place of every card."""
    for table in found.counts.tolist():
        rows = zip(found.groups, table, strict=True)
        for parts in product(*(list(spread(cards, row)) for cards, row in rows)):
            world = dict(pair for part in parts for pair in part)
            yield tuple(world[card] for card in range(len(world)))


def spread(cards: tuple[int, ...], row: Sequence[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to give each place its number of these cards: (card, place) for each card."""
    if not cards:
        yield ()
        return
    for place, left in enumerate(row):
        if left:
            fewer = [*row[:place], left - 1, *row[place + 1 :]]
            for others in spread(cards[1:], fewer):
                yield ((cards[0], place), *others)
