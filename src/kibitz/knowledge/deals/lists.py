"""Lists of all worlds, for those that are few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.laws import bits
from kibitz.knowledge.deals.tables import refuse
from kibitz.knowledge.worlds import Worlds

__all__ = ["listed"]


def listed(worlds: Worlds) -> NDArray[np.int8]:
    """[world, card]: all worlds, each as the places of the cards; tests are not applied.

    All lists are made longer by one card at a time, the least free cards first, and those in the
    same laws together. Lists that leave a place more room than the cards to come can fill are
    dropped, and so are those that break a law whatever comes.
    """
    masks, sizes = worlds.masks, worlds.sizes
    counts = [count for law in worlds.laws for count in law]
    told = [[count.cards >> card & 1 for count in counts] for card in range(len(masks))]
    order = sorted(range(len(masks)), key=lambda card: (masks[card].bit_count(), told[card]))
    later = [sum(mask >> p & 1 for mask in masks) for p in range(len(sizes))]
    to_come = [count.cards.bit_count() for count in counts]
    found = np.full((1, len(order)), -1, np.int8)
    left = np.array([[*sizes, *[0] * len(counts)]], np.int16)  # and how many each count has so far
    for card in order:
        places = list(bits(masks[card]))
        for p in places:
            later[p] -= 1
        mine = [i for i, in_count in enumerate(told[card]) if in_count]
        for i in mine:
            to_come[i] -= 1
        lists, rooms = [], []
        for p in places:
            line = np.flatnonzero(left[:, p])
            room = left[line]
            room[:, p] -= 1
            for i in mine:
                room[:, len(sizes) + i] += counts[i].places >> p & 1
            kept = (room[:, : len(sizes)] <= later).all(axis=1)
            longer = found[line[kept]]
            longer[:, card] = p
            lists.append(longer)
            rooms.append(room[kept])
        found, left = np.concatenate(lists), np.concatenate(rooms)
        if mine:
            kept = _keeping(worlds, left[:, len(sizes) :], to_come)
            found, left = found[kept], left[kept]
        refuse(found.size)
    return found


def _keeping(worlds: Worlds, counted: NDArray[np.int16], to_come: list[int]) -> NDArray[np.bool_]:
    """Which lists can still keep all laws, if so many cards are counted and so many to come."""
    found = np.ones(len(counted), np.bool_)
    at = 0
    for law in worlds.laws:
        kept = np.zeros(len(counted), np.bool_)
        for count in law:
            kept |= (counted[:, at] <= count.most) & (counted[:, at] + to_come[at] >= count.least)
            at += 1
        found &= kept
    return found
