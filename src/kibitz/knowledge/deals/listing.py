"""Lists of all worlds, for those that are few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.knowledge.deals.laws import Term, bits

__all__ = ["listed"]


def listed(term: Term) -> NDArray[np.int8]:
    """[world, card]: all worlds of a term, each as the places of the cards.

    All lists are made longer by one card at a time, the least free cards first; those that leave a
    place more room than the cards to come can fill are dropped.
    """
    order = sorted(range(len(term.masks)), key=lambda card: term.masks[card].bit_count())
    later = [sum(mask >> p & 1 for mask in term.masks) for p in range(len(term.sizes))]
    found = np.full((1, len(order)), -1, np.int8)
    left = np.array([term.sizes], np.int16)
    for card in order:
        places = list(bits(term.masks[card]))
        for p in places:
            later[p] -= 1
        lists, rooms = [], []
        for p in places:
            line = np.flatnonzero(left[:, p])
            room = left[line]
            room[:, p] -= 1
            kept = (room <= later).all(axis=1)
            longer = found[line[kept]]
            longer[:, card] = term.home[p]
            lists.append(longer)
            rooms.append(room[kept])
        found, left = np.concatenate(lists), np.concatenate(rooms)
    return found
