"""The ledger: where every card may be, for every observer at once, kept up to date by the events.

The cards of a place that not everybody sees are divided into *lots*: cards that came together, as
far as others can tell. As a rule a place is one lot; a hand that had no hearts and has drawn a card
since is two. For each lot there is its size and the set of cards that may be in it: one set for
every seat, one for the spectators, and one for what is common knowledge among the seats. They stand
side by side in one long integer, a *block* of bits each, so that an event takes a few operations
whoever saw it. What everybody learns beyond that (`kibitz.engine.disclosures`) becomes part of the
sets or, where sets cannot say it, a *law*: how many of some cards are in some lots. How all this
changes with what happens is written in `kibitz.knowledge.updates`.

A card that everybody has seen leave a place of several lots was in one of them: until it is clear
in which, it stays there as a *ghost*, and the size of its lot counts it.

The true place of a card is never written here, only what somebody saw.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.engine.disclosures import Condition
from kibitz.knowledge.observers import Observers
from kibitz.knowledge.predicates import Predicate
from kibitz.knowledge.worlds import Law

__all__ = ["Doubt", "Entry", "Ghost", "Ledger", "Spot"]


class Entry(NamedTuple):
    """Something everybody learnt: after which decision, from whose move, and what."""

    decision: int
    seat: int
    condition: Condition
    """What was so, of the cards as they lay then."""


class Doubt(NamedTuple):
    """Something that can be known and is not in the ledger, and why."""

    decision: int
    observers: int
    """Those who know more than the ledger says: a bit each. None: everybody's own deals are right,
    but not all that they know of each other is told."""
    line: int
    """Where the description says it, or lets somebody decide what it came from; 0 at the deal, if
    it is no matter of one line."""
    why: str


class Spot(NamedTuple):
    """Where a lot lies."""

    place: int
    height: int
    """In a pile: above those with smaller numbers; the first lot of a place is at 0."""


class Ghost(NamedTuple):
    """A card that everybody saw leave a place of several lots, in one of which it was."""

    card: int
    left: int
    """The place it has left."""
    lies: int
    """The hidden place everybody knows it to lie in now; -1 if it is in sight."""


class Ledger(NamedTuple):
    """What every observer may think of every lot, at one moment."""

    observers: Observers
    decision: int
    may_hold: tuple[int, ...]
    """For each lot the cards that may be in it: a block for each observer. Every hidden place has a
    lot, in the order of `observers.hidden`; those of `more` follow."""
    sizes: tuple[int, ...]
    """How many cards each lot has, ghosts included."""
    knowers: tuple[int, ...]
    """For each lot the seats that know its cards because they saw all of them come; those who see
    the place are not named."""
    laws: tuple[Law, ...] = ()
    """In laws the first lot of a place has the number of the place."""
    predicates: tuple[Predicate, ...] = ()
    """What laws cannot say."""
    doubts: tuple[Doubt, ...] = ()
    more: tuple[Spot, ...] = ()
    """The lots beyond the first of each place."""
    ghosts: tuple[Ghost, ...] = ()
    arranged: int = 0
    """The lots, a bit each, whose cards may have been laid in an order that tells something."""
    private: int = 0
    """The seats that know more than what everybody knows, what they see now, and the lots they
    know: say, which card they passed to somebody who has passed on another since."""
    entries: tuple[Entry, ...] = ()
    """What was announced, in order."""

    @property
    def spots(self) -> tuple[int, ...]:
        """The place of each lot."""
        hidden = self.observers.hidden
        return (*hidden, *(spot.place for spot in self.more)) if self.more else hidden

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each lot in laws."""
        hidden = self.observers.hidden
        first = self.observers.first_more
        return (*hidden, *range(first, first + len(self.more))) if self.more else hidden

    def height(self, lot: int) -> int:
        """How high a lot lies in its pile."""
        first = len(self.observers.hidden)
        return self.more[lot - first].height if lot >= first else 0

    def counts(self) -> dict[int, int]:
        """How many cards lie in each hidden place."""
        found = dict(zip(self.observers.hidden, self.sizes, strict=False))
        if self.more or self.ghosts:
            for spot, size in zip(self.more, self.sizes[len(found) :], strict=True):
                if size:
                    found[spot.place] += size
            for ghost in self.ghosts:
                found[ghost.left] -= 1
                if ghost.lies >= 0:
                    found[ghost.lies] += 1
        return found

    def block(self, observer: int) -> list[int]:
        """The cards each lot may have in the eyes of one observer."""
        shift, full = self.observers.cards * observer, self.observers.full
        return [held >> shift & full for held in self.may_hold]

    def sets_of(self, observer: int) -> dict[int, int]:
        """The cards each hidden place may hold in the eyes of one observer."""
        block = self.block(observer)
        found = dict(zip(self.observers.hidden, block, strict=False))
        for spot, cards in zip(self.more, block[len(found) :], strict=True):
            if cards:
                found[spot.place] |= cards
        for ghost in self.ghosts:
            found[ghost.left] &= ~(1 << ghost.card)
        for ghost in self.ghosts:
            if ghost.lies >= 0:
                found[ghost.lies] |= 1 << ghost.card
        return found

    def lot_of(self, observer: int, card: int, place: int) -> int:
        """In which lot of a place a card is, as an observer who sees the place knows."""
        bit = 1 << (self.observers.cards * observer + card)
        for lot, spot in enumerate(self.spots):
            if spot == place and self.may_hold[lot] & bit:
                return lot
        return self.observers.slots[place]

    def as_seen_by(self, observer: int) -> Ledger:
        """What one observer may be given: its own sets, and for all others what everybody knows."""
        observers = self.observers
        own, shared, full = observers.cards * observer, observers.shared, observers.full
        rest = observers.all ^ (1 << own)
        held = tuple(
            [(each >> shared & full) * rest | (each >> own & full) << own for each in self.may_hold]
        )
        return Ledger(observers, self.decision, held, *self[3:])
