"""Counting: how many deals are possible, where deals that look the same are one.

A frame tells cards of a place apart that came to it at different times, its *lots*; who looks at
the table does not. So what is counted are the ways the cards can lie now, as far as they can be.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.knowledge.deals import Deals, Estimate
from kibitz.knowledge.deals.faces import looks_listed
from kibitz.knowledge.frames import Frame, by_place

__all__ = ["counted", "faces_of"]

FEW = 20_000
"""So many worlds are listed to count the deals among them."""


def counted(deals: Deals, frame: Frame, game: Game) -> tuple[int, Estimate | None]:
    """How many deals there are, and within which bounds if that is an estimate.

    Where laws tell cards of a place apart by when they came there, and the deals are too many to be
    listed, each is counted as often as it can have come about.
    """
    if len(set(frame.places)) == len(frame.places):
        return deals.count_faces, deals.estimate
    worlds, faces = by_place(frame), faces_of(game, frame)
    if worlds is not None:
        joined = Deals(worlds, faces)
        return joined.count_faces, joined.estimate
    if deals.estimate is not None or deals.count > FEW:
        return deals.count, deals.estimate
    at = np.array([frame.places.index(place) for place in frame.places], np.int8)
    return looks_listed(at[deals.table(FEW)], faces), None


def faces_of(game: Game, frame: Frame) -> Sequence[int]:
    """For each card of a frame a number, the same for cards that look the same."""
    printed = derived(game, _printed)
    if printed is None and not frame.ghosts:
        return range(len(frame.cards))
    faces: dict[object, int] = {}
    looks = (
        card if printed is None or card in frame.ghosts else printed[card] for card in frame.cards
    )
    return [faces.setdefault(look, len(faces)) for look in looks]


def _printed(game: Game) -> list[frozenset[tuple[str, str]]] | None:
    """What is printed on each card of a game; None if no two look the same."""
    found = [frozenset(card.attributes.items()) for card in game.cards]
    return None if len(set(found)) == len(found) else found
