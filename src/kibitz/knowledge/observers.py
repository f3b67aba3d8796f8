"""Observers: who looks at a game, and what each of them surely sees.

They are the seats, the spectators, and all seats together: what is common knowledge among them. In
a ledger each has a *block* of bits in a long integer, a bit for every card.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.knowing import shape_of

__all__ = ["Observers", "Road", "observers_of"]


Road = tuple[int, int, int, int, int]


class Observers:
    """The observers of a game, their blocks, and the places that not all of them see."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cards = len(game.cards)
        self.spectator = game.players
        self.common = game.players + 1
        self.shared = self.cards * self.common
        """Where the block of what everybody knows begins."""
        self.seats = (1 << game.players) - 1
        self.everybody = (1 << (game.players + 2)) - 1
        self.full = (1 << self.cards) - 1
        self.all = self.units(self.everybody)
        self._known: dict[int, tuple[int, int]] = {}
        self._roads: dict[tuple[int, int, int], Road] = {}
        self._sights: dict[int, int] | None = None
        shape = shape_of(game)
        layout = game.layout
        self.vague = shape.vague
        """Places that are seen by other people when the teams change."""
        self.settled = not shape.vague
        """Whether who sees a place never depends on the teams."""
        self.sight = dict(enumerate(shape.sight))
        """Who surely sees a place, whatever the teams are."""
        self.first_more = layout.places
        """The number of the first lot that is not the only one of its place."""
        self.hidden = shape.hidden
        """The places that not everybody sees. A ledger has a *slot* for each, in this order."""
        self.slots = [*shape.slot, -1]
        """The slot of each place, -1 if it has none; the last is for -1, nowhere."""
        self.piles = shape.piles
        """The hidden places in which it counts where a card lies."""
        self.groped = {
            place
            for family in layout.families.values()
            if family.groped
            for place in range(family.base, family.base + family.size)
        }
        """Places out of which somebody may pick a card that they do not see."""
        self.open = sum(1 << place for place, slot in enumerate(shape.slot) if slot < 0)
        sighted = [self.sight[place] & self.everybody for place in self.hidden]
        self.blinded = [
            (self.everybody & ~seen, self.units(self.everybody & ~seen) * self.full)
            for seen in sighted
        ]
        """For each slot those who may not see the place, and all bits of their blocks."""

        self.plain = ((0,) * len(self.hidden), (), (), (), (), (), 0, 0)
        """What a ledger that has only a set for every place says from `knowers` to `private`."""

    def sights(self, numbers: array[int]) -> dict[int, int]:
        """Who sees each hidden place in a state: a bit for each seat and one for spectators."""
        if self._sights is None or not self.settled:
            sees = self.game.functions["sees"]
            self._sights = {place: sees(numbers, place) for place in self.hidden}
        return self._sights

    def units(self, observers: int) -> int:
        """A bit at the start of the block of each of some observers."""
        return sum(1 << (self.cards * o) for o in range(self.common + 1) if observers >> o & 1)

    def blocks(self, seen: int) -> tuple[int, int]:
        """Of those who see something, by the mask of an event: a bit at the start of each block;
        and all bits of the blocks of the others."""
        found = self._known.get(seen)
        if found is None:
            sees = seen & (self.everybody >> 1)
            if sees & self.seats == self.seats:
                sees |= 1 << self.common
            blind = self.everybody & ~sees
            found = self._known[seen] = self.units(sees), self.units(blind) * self.full
        return found

    def road(self, source: int, target: int, seen: int) -> Road:
        """What there is to know of a move from a place to another before the eyes of some: the bits
        of `blocks`, the slots of the places, and all bits of those who must know the same of the
        card as of those it comes to, if a set is to say it all (-1: there is more to it)."""
        found = self._roads.get((source, target, seen))
        if found is None:
            units, blind = self.blocks(seen)
            lot, comes = self.slots[source], self.slots[target]
            strangers = -1
            if comes < 0:
                strangers = 0 if lot >= 0 else -1
            elif target in self.piles | self.vague:
                pass  # the order may tell something, or others see the place later
            elif not blind:
                strangers = 0
            elif lot >= 0:
                unsighted, bits = self.blinded[comes]
                if not unsighted & seen & (self.everybody >> 1) and not units >> self.shared & 1:
                    strangers = bits
            found = units, blind, lot, comes, strangers
            self._roads[source, target, seen] = found
        return found

    def held(self, own: int, sets: Sequence[int], shared: Sequence[int]) -> tuple[int, ...]:
        """What each hidden place may hold in the eyes of one observer, who has sets of its own, and
        for all others what everybody knows: in blocks, for the ledger."""
        at = self.cards * own
        others = self.all ^ (1 << at)
        return tuple(
            [common * others | mine << at for mine, common in zip(sets, shared, strict=True)]
        )


def observers_of(game: Game) -> Observers:
    """The observers of a game."""
    return derived(game, Observers)
