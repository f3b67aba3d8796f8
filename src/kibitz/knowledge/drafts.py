"""Drafts: a ledger while it is being changed, and how its lots are divided.

A card that goes unseen is split off its lot, and whatever was said of the lot is now said of both.
It joins another lot if nothing tells the two apart; otherwise it is a lot of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.engine.disclosures import MANY, Condition, Count, Disclosure
from kibitz.engine.events import Raw
from kibitz.engine.step import Step
from kibitz.knowledge.ledger import Doubt, Entry, Ledger, Spot
from kibitz.knowledge.predicates import Predicate, mapped, with_lot
from kibitz.knowledge.settled import Settling

__all__ = ["Draft", "Loss", "counts_in"]


@dataclass(slots=True)
class Loss:
    """Cards have gone out of a lot that not all its knowers saw."""

    lot: int
    """-1 when it has no cards any more."""
    knowers: int
    gone: dict[int, int]
    """To which lots, and how many cards; -1: to where they cannot be told from others."""


class Draft(Settling):
    """A ledger while it is being changed by one step."""

    pending: Sequence[Predicate] = ()
    """What is to be learnt of cards that are being picked."""
    learnt: tuple[Entry, ...] = ()
    open_picks: Sequence[Disclosure] = ()
    """Cards that are picked, and that not everybody sees."""
    picking: tuple[Disclosure, ...] = ()
    """The picks that `pending` speaks of, in its order."""
    plain = False
    """Whether there are only sets of cards to be kept, one for every place."""
    events: Sequence[Raw] = ()
    came: frozenset[int] = frozenset()
    """Piles to which somebody has laid a card in this step."""
    whole: tuple[int, int, int] = (-1, -1, 0)
    """Of a place that is moved as a whole: from where, to where, how many cards to come."""
    losses: Sequence[Loss] = ()
    swapping = False
    """Whether a card moves that changes places with the next one."""
    asides: frozenset[int] = frozenset()
    """The lots of such cards: the others do not come out of them."""
    exchanging = 0
    """How many cards are still to move of two places that change their cards."""
    apart = -1
    """That of the two places where those that come first lie apart."""
    unordered = False
    """Whether it is not known between which cards of a pile it lies."""

    def __init__(self, ledger: Ledger, step: Step) -> None:
        super().__init__(ledger)
        self.step = step
        self.decision = ledger.decision + 1
        self.knowers = list(ledger.knowers)
        self.more = ledger.more
        self.spots: Sequence[int] = ledger.observers.hidden
        if self.more:
            self.spots, self.numbers = ledger.spots, ledger.numbers
        self.ghosts = ledger.ghosts
        self.arranged = ledger.arranged
        self.private = ledger.private
        self.doubts = ledger.doubts
        self.entries = ledger.entries
        self.predicates: Sequence[Predicate] = ledger.predicates

    def doubt(self, observers: int, line: int, why: str) -> None:
        """Some know more from now on than the ledger says. If that is no matter of one line (0),
        it is one of the choice by which it came about."""
        line = line or self._line
        for each in self.doubts:
            if each[1:] == (observers, line, why):
                return
        self.doubts = (*self.doubts, Doubt(self.decision, observers, line, why))

    @property
    def _line(self) -> int:
        """Where the description lets a player decide what was decided; 0 at the deal. Of several
        clauses it is not told which: that may be a secret."""
        choice = self.observers.game.emitted.choices.get(self.step.position)
        if choice is None:
            return 0
        said = choice.clauses[0].node if len(choice.clauses) == 1 else choice.node
        return self.observers.game.source.place(said.at[0])[0]

    def lots_at(self, place: int) -> list[int]:
        """The lots of a place that have cards, in a pile from the bottom to the top."""
        if not self.more:
            slot = self.observers.slots[place]
            return [slot] if self.sizes[slot] else []
        found = [lot for lot, at in enumerate(self.spots) if at == place and self.sizes[lot]]
        return sorted(found, key=self._height) if len(found) > 1 else found

    def _height(self, lot: int) -> int:
        first = len(self.observers.hidden)
        return self.more[lot - first].height if lot >= first else 0

    def common(self, lot: int) -> int:
        """What everybody knows of a lot."""
        return self.held[lot] >> self.observers.shared

    # --- what is said of lots -----------------------------------------------------------------

    def _recount(self, change: Callable[[Count], Count]) -> None:
        """Change all counts of laws."""
        self.laws = [tuple([change(count) for count in law]) for law in self.laws]
        self.filled = []

    def divide(self, lot: int, new: int) -> None:
        """Whatever is said of a lot is said of another as well."""
        one, two = self.numbers[lot], self.numbers[new]
        if self.laws:
            self._recount(lambda count: with_lot(count, one, two))
        if self.predicates or self.pending:
            self.predicates = [each.divided(one, two) for each in self.predicates]
            self.pending = [each.divided(one, two) for each in self.pending]

    def clear(self, lot: int) -> None:
        """A lot has no cards any more: nothing is said of it."""
        if self.losses:
            self.follow_losses(lot, -1)
        self.held[lot] = self.sizes[lot] = self.knowers[lot] = 0
        self.arranged &= ~(1 << lot)
        self._forget(lot)
        first = len(self.observers.hidden)
        if lot >= first:
            more = [*self.more[: lot - first], Spot(-1, 0), *self.more[lot - first + 1 :]]
            while more and more[-1].place < 0:
                more.pop()
            self._respot(tuple(more))
        self.filled = []

    def follow_losses(self, lot: int, new: int) -> None:
        """The cards of a lot are another from now on; -1: it has none."""
        for loss in self.losses:
            if loss.lot == lot:
                loss.lot = new
            if lot in loss.gone:
                loss.gone[new] = loss.gone.get(new, 0) + loss.gone.pop(lot)

    def _forget(self, lot: int) -> None:
        """Nothing is said of a lot any more."""
        number = self.numbers[lot]
        if self.laws:
            self._recount(lambda count: count._replace(places=count.places & ~(1 << number)))
        if self.predicates or self.pending:
            self.predicates = [each.without(number) for each in self.predicates]
            self.pending = [each.without(number) for each in self.pending]

    def _respot(self, more: tuple[Spot, ...]) -> None:
        """There are other lots beyond the first of each place now."""
        self.more = more
        hidden, first = self.observers.hidden, self.observers.first_more
        lots = len(hidden) + len(self.more)
        self.spots = [*hidden, *[spot.place for spot in self.more]]
        self.numbers = [*hidden, *range(first, first + len(self.more))]
        for each in (self.held, self.sizes, self.knowers):
            each.extend([0] * (lots - len(each)))
            del each[lots:]

    def publish(self, card: int, lot: int) -> None:
        """Everybody learns that a card was in a lot, or in none (-1): laws need not count it."""
        number = self.numbers[lot] if lot >= 0 else -1
        bit = 1 << card
        self.laws = [
            tuple([_without_card(c, card, number) if c.cards & bit else c for c in law])
            for law in self.laws
        ]
        self.filled = []
        if self.predicates or self.pending:

            def change(count: Count) -> Count:
                return _without_card(count, card, number)

            self.predicates = [each.pinned(card, number, change) for each in self.predicates]
            self.pending = [each.pinned(card, number, change) for each in self.pending]

    def told_apart(self, one: int, two: int) -> bool:
        """Whether a law or a predicate says other things of one lot than of the other."""
        if not (self.laws or self.predicates or self.pending):
            return False
        a, b = self.numbers[one], self.numbers[two]
        cards = self.common(one) | self.common(two)

        def differs(count: Count) -> bool:
            return bool((count.places >> a ^ count.places >> b) & 1 and count.cards & cards)

        if any(differs(count) for law in self.laws for count in law):
            return True
        for each in (*self.predicates, *self.pending):
            if each.place(a) != each.place(b) and each.hidden & cards:
                return True
            if any(differs(count) for count in counts_in(each.condition)):
                return True
        return False

    # --- dividing and joining -----------------------------------------------------------------

    def add(self, place: int, end: int, size: int, held: int, knowers: int) -> int:
        """A new lot at an end of a place."""
        first = len(self.observers.hidden)
        slot = self.observers.slots[place]
        lots = self.lots_at(place)
        if not lots:
            new = slot
        else:
            heights = [self._height(lot) for lot in lots] + [0]
            height = max(heights) + 1 if end > 0 else min(heights) - 1
            spot = Spot(place, height)
            free = [i for i, each in enumerate(self.more) if each.place < 0]
            at = free[0] if free else len(self.more)
            self._respot((*self.more[:at], spot, *self.more[at + 1 :]))
            new = first + at
        self.held[new], self.sizes[new], self.knowers[new] = held, size, knowers
        self.filled = []
        return new

    def alike(self, one: int, two: int) -> bool:
        """Whether two lots of a place can be one without a loss."""
        place = self.spots[one]
        if self.knowers[one] != self.knowers[two]:
            return False
        if (self.held[one] ^ self.held[two]) & self.strangers(place, self.knowers[one]):
            return False
        return not self.told_apart(one, two)

    def strangers(self, place: int, knowers: int) -> int:
        """All bits of those to whom two lots of a place are the same if their bits are: those who
        do not see it and do not know the lots; in a pile their order counts for these as well."""
        observers = self.observers
        blocks = observers.blinded[observers.slots[place]][1]
        if knowers and place not in observers.piles:
            blocks &= ~(observers.units(knowers) * observers.full)
        return blocks


def counts_in(condition: Condition) -> list[Count]:
    found: list[Count] = []

    def note(count: Count) -> Count:
        found.append(count)
        return count

    mapped(condition, note)
    return found


def _without_card(count: Count, card: int, lot: int) -> Count:
    """A count without a card that everybody knows to have been in a lot; -1: in none."""
    places, cards, least, most = count
    if not cards >> card & 1:
        return count
    cards &= ~(1 << card)
    if lot < 0 or not places >> lot & 1:
        return Count(places, cards, least, most)
    return Count(places, cards, least - 1, most if most >= MANY else most - 1)
