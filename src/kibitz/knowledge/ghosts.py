"""Ghosts: cards that everybody has seen leave a place of several lots, in one of which they were.

As long as it is not clear in which, a ghost stays in the lots it may have been in. When lots become
one, or a card can have been in one of them only, it is laid: the lot has a card less.
"""

from __future__ import annotations

from kibitz.knowledge.ledger import Ghost
from kibitz.knowledge.lots import CHOSEN, Lots

__all__ = ["Ghosts"]

MOST_LOTS = 64
"""So many lots beyond the first of each place are kept apart."""

RETURNED = "a card that was played came back, and where it had come from still said something"


class Ghosts(Lots):
    """The lots of a ledger and the cards that have been seen to leave them."""

    def haunt(self, card: int, place: int, target: int) -> None:
        """Everybody sees a card leave a place of several lots: it was in one of them."""
        others = ~(self.observers.all << card)
        for lot, at in enumerate(self.spots):
            if at != place:
                self.held[lot] &= others
        lies = target if self.observers.slots[target] >= 0 else -1
        self.ghosts = (*self.ghosts, Ghost(card, place, lies))
        self.filled = []

    def ghosts_of(self, place: int) -> int:
        """The ghosts of a place, as a set of cards."""
        return sum(1 << ghost.card for ghost in self.ghosts if ghost.left == place)

    def lay_ghosts(self) -> None:
        """Take those ghosts away of which everybody knows in which lot they were, or of which
        nothing depends on it any more."""
        for ghost in self.ghosts:
            if ghost not in self.ghosts:
                continue
            lots = self.lots_at(ghost.left)
            possible = [lot for lot in lots if self.common(lot) >> ghost.card & 1]
            if len(possible) == 1:
                self._lay(ghost, possible[0])
            elif self._empty(ghost.left) and not any(
                self.told_apart(lots[0], lot) for lot in lots[1:]
            ):
                gone = [each for each in self.ghosts if each.left == ghost.left]
                self.ghosts = tuple(each for each in self.ghosts if each.left != ghost.left)
                for each in gone:
                    self.publish(each.card, lots[0])
                for lot in sorted(lots, reverse=True):
                    self.clear(lot)
                for each in gone:
                    if each.lies >= 0:
                        self.receive(each.card, each.lies)

    def _empty(self, place: int) -> bool:
        """Whether only ghosts are left in the lots of a place."""
        return sum(ghost.left == place for ghost in self.ghosts) == sum(
            self.sizes[lot] for lot in self.lots_at(place)
        )

    def _lay(self, ghost: Ghost, lot: int) -> None:
        """A ghost was in this lot."""
        self.publish(ghost.card, lot)
        self.held[lot] &= ~(self.observers.all << ghost.card)
        self.sizes[lot] -= 1
        self.ghosts = tuple(each for each in self.ghosts if each != ghost)
        self.filled = []
        if not self.sizes[lot]:
            self.clear(lot)
        if ghost.lies >= 0:
            self.receive(ghost.card, ghost.lies)

    def receive(self, card: int, place: int, end: int = 1) -> None:
        """A card comes to a hidden place, and everybody knows which."""
        bits = self.observers.all << card
        lots = self.lots_at(place)
        if not lots or place in self.observers.piles:
            self.add(place, end, 1, bits, 0)
        else:
            self.held[lots[0]] |= bits
            self.sizes[lots[0]] += 1
        self.filled = []

    def wake(self, place: int) -> None:
        """Somebody takes a card unseen from a place: those that are known to lie there, and are
        ghosts elsewhere, must be in its lots."""
        for ghost in self.ghosts:
            if ghost.lies == place and ghost in self.ghosts:
                lot = self.merge_all(ghost.left, RETURNED)
                self.lay_ghosts()
                if ghost in self.ghosts:
                    self._lay(ghost, lot)

    # --- joining what need not be kept apart ------------------------------------------------------

    def tidy(self) -> None:
        """Join what need not be kept apart any more."""
        places = {spot.place for spot in self.more if spot.place >= 0}
        for place in places:
            self._tidy_place(place)
        self.lay_ghosts()
        observers = self.observers
        first = len(observers.hidden)
        for place in {spot.place for spot in self.more if spot.place >= 0}:
            lots = self.lots_at(place)
            if len(lots) == 1 and lots[0] >= first:  # it is the only one: it becomes the first
                self._move_alone(lots[0], observers.slots[place])
        if len(self.more) > MOST_LOTS:
            self.merge_all(self.more[-1].place, CHOSEN)

    def _move_alone(self, one: int, two: int) -> None:
        self.divide(one, two)
        self.held[two], self.sizes[two] = self.held[one], self.sizes[one]
        self.knowers[two] = self.knowers[one]
        self.arranged |= (self.arranged >> one & 1) << two
        self.clear(one)

    def _tidy_place(self, place: int) -> None:
        pile = place in self.observers.piles
        again = True
        while again:
            again = False
            lots = self.lots_at(place)
            for i, one in enumerate(lots):
                for two in lots[i + 1 : i + 2] if pile else lots[i + 1 :]:
                    common = self.observers.common
                    known = not pile and (
                        self.settled_for(common, one) or self.settled_for(common, two)
                    )
                    if known or self.alike(one, two):
                        self.merge(one, two, "")
                        again = True
                        break
                if again:
                    break
