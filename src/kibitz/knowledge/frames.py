"""Frames: the worlds of one observer, and how their numbers are those of a game.

A `Worlds` numbers its cards and places from 0; a frame knows which cards and places of the game
they are. Cards the observer sees are not in it: they are located.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kibitz.engine.disclosures import MANY, Count
from kibitz.knowledge.predicates import Predicate
from kibitz.knowledge.worlds import Law, Worlds, members

__all__ = ["Frame", "framed"]


@dataclass(frozen=True, slots=True)
class Frame:
    """Worlds, and the game's numbers of their cards and places."""

    worlds: Worlds
    cards: tuple[int, ...]
    places: tuple[int, ...]
    located: Mapping[int, int]
    """Where the cards are that are not in the worlds."""

    def counted(self, count: Count) -> Count | bool:
        """A condition in the numbers of the worlds; what the located cards say is settled."""
        known = sum(1 for card in members(count.cards) if self._is_at(card, count.places))
        own = sum(1 << i for i, card in enumerate(self.cards) if count.cards >> card & 1)
        places = sum(1 << i for i, place in enumerate(self.places) if count.places >> place & 1)
        least, most = max(0, count.least - known), min(MANY, count.most - known)
        if most < 0 or least > own.bit_count():
            return False
        if not places or not own:
            return least == 0
        if not least and most >= own.bit_count():
            return True
        return Count(places, own, least, most)

    def _is_at(self, card: int, places: int) -> bool:
        place = self.located.get(card, -1)
        return place >= 0 and bool(places >> place & 1)

    def world(self, where: Mapping[int, int]) -> tuple[int, ...]:
        """The places of all cards, in the numbers of the worlds."""
        return tuple(self.places.index(where[card]) for card in self.cards)


def framed(
    sets: Mapping[int, int],
    sizes: Mapping[int, int],
    laws: Iterable[Law],
    predicates: Iterable[Predicate],
    located: dict[int, int],
) -> Frame:
    """The worlds of an observer: what each unseen place may hold, how many cards it holds."""
    places = tuple(place for place in sets if sizes[place])
    unseen = 0
    for place in places:
        unseen |= sets[place]
    cards = tuple(card for card in members(unseen) if card not in located)
    masks = tuple(
        sum(1 << i for i, place in enumerate(places) if sets[place] >> card & 1) for card in cards
    )
    frame = Frame(Worlds(tuple(sizes[p] for p in places), masks), cards, places, located)
    kept = []
    for law in laws:
        own = [frame.counted(count) for count in law]
        if True not in own:
            kept.append(tuple(count for count in own if isinstance(count, Count)))
    tests = tuple(_tested(each, cards, places, located) for each in predicates)
    if not kept and not tests:
        return frame
    worlds = Worlds(frame.worlds.sizes, masks, tuple(kept), tests)
    return Frame(worlds, cards, places, located)


def _tested(
    predicate: Predicate, cards: tuple[int, ...], places: tuple[int, ...], located: dict[int, int]
) -> Callable[[Sequence[int]], bool]:
    """A predicate as a test of worlds."""

    def test(world: Sequence[int]) -> bool:
        lying = {card: places[index] for card, index in zip(cards, world, strict=True)}
        return predicate.holds({**located, **lying})

    return test
