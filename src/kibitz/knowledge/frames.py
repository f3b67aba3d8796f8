"""Frames: the worlds of one observer, and how their numbers are those of a game.

A `Worlds` numbers its cards and places from 0; a frame knows which cards and places of the game
they are. Cards the observer sees are not in it: they are located.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kibitz.engine.disclosures import MANY, Count
from kibitz.knowledge.cells import Cell
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.predicates import Predicate, Tested
from kibitz.knowledge.worlds import Law, Worlds, members

__all__ = ["Frame", "framed", "modelled"]


@dataclass(frozen=True, slots=True)
class Frame:
    """Worlds, and the game's numbers of their cards and places."""

    worlds: Worlds
    cards: tuple[int, ...]
    places: tuple[int, ...]
    located: Mapping[int, int]
    """Where the cards are that are not in the worlds."""
    cells: tuple[Cell, ...] = ()
    """The last places of the worlds are these parts of places."""
    ghosts: Mapping[int, int] = field(default_factory=dict)
    """Cards of the worlds that have left the place given here; they are located too."""

    def counted(self, count: Count) -> Count | bool:
        """A condition in the numbers of the worlds; what the located cards say is settled."""
        known = sum(1 for card in members(count.cards) if self._is_at(card, count.places))
        own = sum(
            1 << i
            for i, card in enumerate(self.cards)
            if count.cards >> card & 1 and card not in self.ghosts
        )
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
        mains = len(self.places) - len(self.cells)
        found = []
        for card in self.cards:
            place = self.ghosts.get(card, where.get(card, -1))
            at = self.places.index(place)
            for i, cell in enumerate(self.cells):
                if cell.place == place and cell.cards >> card & 1:
                    at = mains + i
            found.append(at)
        return tuple(found)


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
    return replace(frame, worlds=_lawful(frame, laws, predicates))


def modelled(ledger: Ledger, located: Mapping[int, int]) -> Frame:
    """The worlds of what everybody knows, with cells as places of their own: whoever knows a cell
    observes it. `located` says where the cards are that everybody sees."""
    sets = ledger.sets_of(ledger.observers.common)
    sizes = dict(zip(sets, ledger.sizes, strict=True))
    ghosts = dict(ledger.ghosts)
    for place in ghosts.values():
        sizes[place] += 1
    for cell in ledger.cells:
        sizes[cell.place] -= cell.size
    mains = tuple(place for place in sets if sizes[place])
    here = {p: sets[p] | sum(1 << c for c, left in ghosts.items() if left == p) for p in sets}
    parts = [here[place] for place in mains] + [c.may & here[c.place] for c in ledger.cells]
    unseen = 0
    for part in parts:
        unseen |= part
    cards = tuple(c for c in members(unseen) if c not in located or c in ghosts)
    masks = tuple(sum(1 << i for i, part in enumerate(parts) if part >> c & 1) for c in cards)
    places = mains + tuple(cell.place for cell in ledger.cells)
    counts = tuple(sizes[p] for p in mains) + tuple(cell.size for cell in ledger.cells)
    plain = Frame(Worlds(counts, masks), cards, places, located, ledger.cells, ghosts)
    return replace(plain, worlds=_lawful(plain, ledger.laws, ledger.predicates))


def _lawful(frame: Frame, laws: Iterable[Law], predicates: Iterable[Predicate]) -> Worlds:
    """The worlds of a frame that obey laws and predicates."""
    kept = []
    for law in laws:
        own = [frame.counted(count) for count in law]
        if True not in own:
            kept.append(tuple(count for count in own if isinstance(count, Count)))
    tests = tuple(Tested(each, frame.cards, frame.places, frame.located) for each in predicates)
    return replace(frame.worlds, laws=tuple(kept), tests=tests)
