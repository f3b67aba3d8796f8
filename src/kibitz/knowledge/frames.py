"""Frames: the worlds of one observer, and how their numbers are those of a game.

A `Worlds` numbers its cards and places from 0; a frame knows which cards and places of the game
they are. A place of several lots stands in it several times, once for each lot: a world says in
which lot every card is, so it is a history rather than a deal. Cards the observer sees are not in
it: they are located. Ghosts are in it, and located as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_

from kibitz.engine.disclosures import MANY, Count
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.predicates import tested
from kibitz.knowledge.worlds import Law, Worlds, members

__all__ = ["Frame", "by_place", "framed", "unlearnt"]

MOST_BOUNDS = 64
"""So many bounds are put in the place of lots where deals are counted."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Worlds, and the game's numbers of their cards and places."""

    worlds: Worlds
    cards: tuple[int, ...]
    places: tuple[int, ...]
    """A place of several lots is named several times."""
    located: Mapping[int, int]
    """Where the cards are that are not in the worlds, and the ghosts."""
    lots: tuple[int, ...] = ()
    """For each place of the worlds which lot of the ledger it is."""
    ghosts: Mapping[int, int] = field(default_factory=dict)
    """Cards of the worlds that everybody has seen leave the place given here since."""
    heights: tuple[int, ...] = ()
    """How high each lot lies in its pile."""

    def counted(self, count: Count) -> Count | bool:
        """A condition on the cards as they lie now, in the numbers of the worlds; what the located
        cards say is settled."""
        known = sum(1 for card in members(count.cards) if self._is_at(card, count.places))
        own = sum(
            1 << i
            for i, card in enumerate(self.cards)
            if count.cards >> card & 1 and card not in self.ghosts
        )
        places = sum(1 << i for i, place in enumerate(self.places) if count.places >> place & 1)
        return _count(places, own, count.least - known, count.most - known)

    def _is_at(self, card: int, places: int) -> bool:
        place = self.located.get(card, -1)
        return place >= 0 and bool(places >> place & 1)

    def world(self, ledger: Ledger, where: Mapping[int, int]) -> tuple[int, ...]:
        """A world in which the cards lie so now, and in which nobody would know other things than
        this ledger says of all of them."""
        seats = range(ledger.observers.spectator)
        blocks = [ledger.block(seat) for seat in seats]
        masks = []
        for card, mask in zip(self.cards, self.worlds.masks, strict=True):
            at = self.ghosts.get(card, where.get(card, -1))
            for i, (place, lot) in enumerate(zip(self.places, self.lots, strict=True)):
                if place != at or not all(block[lot] >> card & 1 for block in blocks):
                    mask &= ~(1 << i)
            masks.append(mask)
        if all(mask and not mask & (mask - 1) for mask in masks):
            return tuple(mask.bit_length() - 1 for mask in masks)
        return Deals(replace(self.worlds, masks=tuple(masks))).sample((0, 0), 0)


def framed(
    ledger: Ledger,
    observer: int,
    unseen: Iterable[int],
    located: Mapping[int, int],
    settled: Mapping[int, int] | None = None,
) -> Frame:
    """The worlds of an observer, who does not see some places and sees cards elsewhere. Cards that
    are settled are left out: it is known in which lots they are."""
    hidden = set(unseen)
    block, spots, sizes = ledger.block(observer), ledger.spots, list(ledger.sizes)
    for lot in (settled or {}).values():
        sizes[lot] -= 1
    lots = tuple([i for i, place in enumerate(spots) if sizes[i] and place in hidden])
    ghosts = {ghost.card: ghost.left for ghost in ledger.ghosts if ghost.left in hidden}
    within = _by_lots([block[lot] for lot in lots])
    cards = tuple(
        [
            card
            for card in sorted(within)
            if (card not in located or card in ghosts) and not (settled and card in settled)
        ]
    )
    masks = tuple([within[card] for card in cards])
    known = dict(located)
    for card, lot in (settled or {}).items():
        known[card] = spots[lot]
    worlds = Worlds(tuple([sizes[lot] for lot in lots]), masks)
    places, heights = [spots[lot] for lot in lots], [ledger.height(lot) for lot in lots]
    frame = Frame(worlds, cards, tuple(places), known, lots, ghosts, tuple(heights))
    if not ledger.laws and not ledger.predicates:
        return frame
    seen = {
        card: ledger.lot_of(observer, card, place)
        for card, place in located.items()
        if ledger.observers.slots[place] >= 0 and place not in hidden
    }
    for ghost in ledger.ghosts:  # the ghosts of places one sees have been in lots one knows
        seen.pop(ghost.card, None)
        if ghost.left not in hidden:
            seen[ghost.card] = ledger.lot_of(observer, ghost.card, ghost.left)
    return replace(frame, worlds=_lawful(frame, ledger, {**seen, **(settled or {})}))


def unlearnt(
    frame: Frame, residents: Mapping[int, int], sizes: Mapping[int, int], kinds: Sequence[object]
) -> Frame:
    """The worlds of somebody who looks at the same table, and has paid no attention to how it came
    to be so: any card that is not in sight may lie in any place that is not, and of these no more
    is known than how many cards they have. Where a card went that was in sight once, is forgotten.

    Only packs that never lie together are told apart, as by their backs: markers beside a pile are
    not dealt to hands. `kinds` has something for each card of the game that is the same for those
    of a pack; kinds of which cards may lie in the same place are of one.
    """
    where = {card: 1 << place for card, place in residents.items()}
    for card, mask in zip(frame.cards, frame.worlds.masks, strict=True):
        if card not in frame.ghosts:
            where[card] = _united(1 << p for i, p in enumerate(frame.places) if mask >> i & 1)
    holding: dict[object, int] = {}
    for card, places in where.items():
        holding[kinds[card]] = holding.get(kinds[card], 0) | places
    packs: list[int] = []
    for places in holding.values():
        joined = _united([places, *(pack for pack in packs if pack & places)])
        packs = [joined, *(pack for pack in packs if not pack & places)]
    order = tuple([place for place, size in sizes.items() if size])
    anywhere = {
        kind: sum(1 << i for i, p in enumerate(order) if pack >> p & 1)
        for kind, places in holding.items()
        for pack in packs
        if pack & places
    }
    cards = tuple(sorted(where))
    masks = tuple([anywhere[kinds[card]] for card in cards])
    worlds = Worlds(tuple([sizes[place] for place in order]), masks)
    seen = {card: place for card, place in frame.located.items() if place not in sizes}
    numbers = tuple(range(len(order)))
    return Frame(worlds, cards, order, seen, numbers, heights=(0,) * len(order))


def _united(sets: Iterable[int]) -> int:
    return reduce(or_, sets)


def _by_lots(held: Sequence[int]) -> dict[int, int]:
    """For each card that some lots may hold, which of them: by sets of cards, since most cards may
    be in the same lots.

    >>> _by_lots([0b011, 0b110])
    {1: 3, 0: 1, 2: 2}
    """
    inside = 0
    for cards in held:
        inside |= cards
    groups = [(inside, 0)]
    for i, cards in enumerate(held):
        cut = [
            part
            for own, mask in groups
            for part in ((own & cards, mask | 1 << i), (own & ~cards, mask))
        ]
        groups = [part for part in cut if part[0]]
    return {card: mask for own, mask in groups for card in members(own)}


def _lawful(frame: Frame, ledger: Ledger, seen: Mapping[int, int]) -> Worlds:
    """The worlds of a frame that obey laws and predicates; `seen` says in which lots other cards
    are."""
    numbers = ledger.numbers
    own = [numbers[lot] for lot in frame.lots]
    known = {card: numbers[lot] for card, lot in seen.items()}

    def judge(count: Count) -> Count | bool:
        there = sum(
            1 for c, lot in known.items() if count.cards >> c & 1 and count.places >> lot & 1
        )
        cards = sum([1 << i for i, card in enumerate(frame.cards) if count.cards >> card & 1])
        places = sum([1 << i for i, lot in enumerate(own) if count.places >> lot & 1])
        return _count(places, cards, count.least - there, count.most - there)

    kept: list[Law] = []
    for law in ledger.laws:
        judged = [judge(count) for count in law]
        if True not in judged:
            kept.append(tuple(count for count in judged if isinstance(count, Count)))
    game = ledger.observers.game
    tests = tuple(tested(game, each, frame.cards, own, known, judge) for each in ledger.predicates)
    return replace(frame.worlds, laws=tuple(kept), tests=tests)


def _count(places: int, cards: int, least: int, most: int) -> Count | bool:
    """A count in the numbers of worlds, or whether it is so whatever happens."""
    least, most = max(0, least), min(MANY, most)
    if most < 0 or least > cards.bit_count():
        return False
    if not places or not cards:
        return least == 0
    if not least and most >= cards.bit_count():
        return True
    return Count(places, cards, least, most)


def by_place(frame: Frame) -> Worlds | None:
    """The ways the cards can lie now, without the lots: a world for each. None if they cannot be
    said so, because laws or tests tell the lots of a place apart.

    Cards fit into the lots of a place if of those that can be in some of these lots only there are
    no more than these have room for (Hall's theorem): each such bound is a law.
    """
    worlds, order = frame.worlds, list(dict.fromkeys(frame.places))
    own = [[i for i, place in enumerate(frame.places) if place == at] for at in order]
    sets = [sum(1 << i for i in lots) for lots in own]
    if worlds.tests or any(
        count.places & lots not in (0, lots)
        for law in worlds.laws
        for count in law
        for lots in sets
    ):
        return None

    def merged(mask: int) -> int:
        return sum(1 << p for p, lots in enumerate(sets) if mask & lots)

    laws: list[Law] = [
        tuple(count._replace(places=merged(count.places)) for count in law) for law in worlds.laws
    ]
    for p, lots in enumerate(sets):
        if lots & (lots - 1):
            kinds: dict[int, int] = {}
            for i, mask in enumerate(worlds.masks):
                if mask & lots:
                    kinds[mask & lots] = kinds.get(mask & lots, 0) | 1 << i
            unions = {0}
            for kind in kinds:
                unions |= {union | kind for union in unions}
                if len(unions) > MOST_BOUNDS:
                    return None
            for union in unions - {0, lots}:
                cards = sum(own for kind, own in kinds.items() if not kind & ~union)
                room = sum(size for i, size in enumerate(worlds.sizes) if union >> i & 1)
                if cards.bit_count() > room:
                    laws.append((Count(1 << p, cards, 0, room),))
    sizes = tuple(sum(worlds.sizes[i] for i in lots) for lots in own)
    return Worlds(sizes, tuple(merged(mask) for mask in worlds.masks), tuple(laws))
