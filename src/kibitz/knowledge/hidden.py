"""Taking cards out of a state, so that it no longer tells where they are, and putting others in."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator
from typing import Any

from kibitz.engine.game import Game
from kibitz.engine.observer import Observer
from kibitz.errors import KibitzError
from kibitz.recycle.layout import BITS
from kibitz.recycle.tree import Kind

__all__ = ["kept_cards", "must_be_imaginable", "put_in", "take_out", "wipe_private"]


def must_be_imaginable(game: Game) -> None:
    """Refuse a game with private numbers: what they are cannot be drawn as hidden cards can."""
    if game.layout.private:
        slot = min(game.layout.private)
        name = next(name for name, (at, _) in game.store_slots.items() if at == slot)
        raise KibitzError(
            f"in {game.title} there is what only one player sees ({name.rpartition(' ')[0]}): "
            "bots that search cannot imagine it, as they do hidden cards",
            "give a bot that does not search: random, first",
        )


def wipe_private(game: Game, numbers: array[int], who: Observer) -> None:
    """Wipe what is private to others. What is kept for later by a name may be, too."""
    if game.layout.private:
        for at, owner in game.layout.private.items():
            if owner != who.number:
                numbers[at] = 0
        for binding, at in game.layout.slots.items():
            if binding.kind in (Kind.INT, Kind.STR):
                numbers[at] = 0


def take_out(
    game: Game, numbers: array[int], places: Collection[int]
) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
    """Take all cards out of some places and wipe the key: the heights the cards lay at where the
    order counts, and where each lay."""
    layout = game.layout
    words, where, rank, pools = layout.words, layout.where, layout.rank, layout.pools
    ordered: Any = game.functions["ORDERED"]
    lying = enumerate(numbers[where : where + len(game.cards)])
    wanted = frozenset(places)
    removed = {card: place for card, place in lying if place in wanted}
    heights: dict[int, list[int]] = {place: [] for place in places if ordered[place]}
    for card, place in removed.items():
        if place in heights:
            loose = place in pools and numbers[pools[place] + card // BITS] >> card % BITS & 1
            if not loose:
                heights[place].append(numbers[rank + card])
        numbers[where + card] = -1
        numbers[rank + card] = 0
    for place in places:
        for word in range(words):
            numbers[layout.sets + place * words + word] = 0
            if place in pools:
                numbers[pools[place] + word] = 0
    numbers[layout.KEY] = numbers[layout.KEY + 1] = 0
    return {place: tuple(sorted(found)) for place, found in heights.items() if found}, removed


def kept_cards(game: Game, numbers: array[int]) -> Iterator[int]:
    """Where in a row of numbers there are cards that are kept for later by a name."""
    for binding, slot in game.layout.slots.items():
        if binding.kind is Kind.CARD:
            yield slot
        elif binding.kind is Kind.CARDS and not binding.spot:
            yield from range(slot + 1, slot + 1 + numbers[slot])


def put_in(game: Game, numbers: array[int], card: int, place: int) -> None:
    """Put a card into a place; in a shuffled place nothing of its order is decided."""
    layout = game.layout
    word, bit = divmod(card, BITS)
    numbers[layout.sets + place * layout.words + word] |= 1 << bit
    numbers[layout.where + card] = place
