"""Faces: how many deals look different, where copies of a card look the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.counters import Counters, Tally
from kibitz.knowledge.deals.laws import bits
from kibitz.knowledge.deals.plans import plan
from kibitz.knowledge.deals.tables import ManyTables, Numbers, exact_weights, fillings
from kibitz.knowledge.worlds import Worlds

__all__ = ["alike", "looks", "looks_listed"]


def alike(faces: Sequence[int]) -> list[tuple[int, ...]]:
    """The cards by their faces."""
    found: dict[int, list[int]] = {}
    for card, face in enumerate(faces):
        found.setdefault(face, []).append(card)
    return [tuple(cards) for cards in found.values()]


def looks(worlds: Worlds, faces: Sequence[tuple[int, ...]]) -> int | None:
    """How many deals look different; `faces` are the cards that look the same. None if a law tells
    these apart: then how many of them lie where does not say whether it is kept.

    Cards that look like no other, have the same places and are in the same laws are one row, whose
    fillings count as often as its cards can be told off; of cards that look the same only how many
    lie where counts.
    """
    counts = [count for law in worlds.laws for count in law]
    told = [[count.cards >> card & 1 for count in counts] for card in range(len(worlds.masks))]
    if any(told[card] != told[cards[0]] for cards in faces for card in cards):
        return None
    rows: list[Numbers] = []
    ways: list[list[int]] = []
    firsts: list[int] = []
    singles: dict[tuple[int, ...], list[int]] = {}
    for cards in faces:
        if len(cards) == 1:
            singles.setdefault((worlds.masks[cards[0]], *told[cards[0]]), []).append(cards[0])
        else:
            row = _face_fillings([worlds.masks[card] for card in cards], len(worlds.sizes))
            rows.append(row)
            ways.append([1] * len(row))
            firsts.append(cards[0])
    for (mask, *_), single in singles.items():
        limits = [size if mask >> p & 1 else 0 for p, size in enumerate(worlds.sizes)]
        rows.append(fillings(len(single), limits))
        ways.append(exact_weights(rows[-1]))
        firsts.append(single[0])
    sizes = [int(row[0].sum()) if len(row) else 0 for row in rows]
    places = range(len(worlds.sizes))
    laws = [[Tally.of(count, firsts, places) for count in law] for law in worlds.laws]
    masks = [sum(1 << int(p) for p in np.flatnonzero(row.any(axis=0))) for row in rows]
    _, order = plan(sizes, masks, worlds.sizes, laws)
    counters = Counters(laws, order, sizes) if laws else None
    tables = ManyTables([rows[i] for i in order], worlds.sizes, None, counters)
    return tables.weighed([ways[i] for i in order])[0] if tables.feasible else 0


def looks_listed(table: NDArray[np.int8], faces: Sequence[tuple[int, ...]]) -> int:
    """How many of these worlds look different."""
    seen = table[:, [card for cards in faces for card in cards]]
    at = 0
    for cards in faces:
        seen[:, at : at + len(cards)].sort(axis=1)
        at += len(cards)
    return len(np.unique(seen, axis=0))


def _face_fillings(masks: list[int], places: int) -> Numbers:
    """In which ways cards that look the same can lie in places."""
    found = {(0,) * places}
    for mask in masks:
        found = {(*line[:p], line[p] + 1, *line[p + 1 :]) for line in found for p in bits(mask)}
    return np.array(sorted(found), np.int64)
