"""Taking cards out of a state, so that it no longer tells where they are, and putting others in."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from kibitz.engine.game import Game
from kibitz.recycle.layout import BITS

__all__ = ["put_in", "take_out"]


def take_out(
    game: Game, numbers: array[int], places: Iterable[int]
) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
    """Take all cards out of some places and wipe the key: the heights the cards lay at where the
    order counts, and where each lay."""
    layout = game.layout
    words, where, rank = layout.words, layout.where, layout.rank
    ordered: Any = game.functions["ORDERED"]
    ranks: dict[int, tuple[int, ...]] = {}
    removed: dict[int, int] = {}
    for place in places:
        heights = []
        pool = layout.pools.get(place, -1)
        keeps_order = ordered[place]
        at = layout.sets + place * words
        for word, left in enumerate(numbers[at : at + words]):
            if not left:
                continue
            loose = numbers[pool + word] if pool >= 0 else 0
            numbers[at + word] = 0
            first = word * BITS - 1
            while left:
                low = left & -left
                left ^= low
                card = low.bit_length() + first
                removed[card] = place
                if keeps_order and not loose & low:
                    heights.append(numbers[rank + card])
                numbers[where + card] = -1
                numbers[rank + card] = 0
            if pool >= 0:
                numbers[pool + word] = 0
        if heights:
            ranks[place] = tuple(sorted(heights))
    numbers[layout.KEY] = numbers[layout.KEY + 1] = 0
    return ranks, removed


def put_in(game: Game, numbers: array[int], card: int, place: int) -> None:
    """Put a card into a place; in a shuffled place nothing of its order is decided."""
    layout = game.layout
    word, bit = divmod(card, BITS)
    numbers[layout.sets + place * layout.words + word] |= 1 << bit
    numbers[layout.where + card] = place
