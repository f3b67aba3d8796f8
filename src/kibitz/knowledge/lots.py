"""Lots: how the cards of hidden places are divided and joined again, in a ledger being changed.

A card that goes unseen is split off its lot, and whatever was said of the lot is now said of both.
It joins another lot if nothing tells the two apart; otherwise it is a lot of its own. Lots that
cannot be kept apart any more, because somebody may have taken a card from any of them, are merged:
that never excludes the truth, and a doubt says what is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.engine.disclosures import MANY, Condition, Count
from kibitz.knowledge.ledger import Doubt, Ledger, Spot
from kibitz.knowledge.predicates import Predicate, mapped, with_lot
from kibitz.knowledge.settled import Settling
from kibitz.knowledge.worlds import members

__all__ = ["Lots"]

CHOSEN = "somebody took a card unseen out of cards of which different things were known"
SHUFFLED = "cards of which different things were known were shuffled together"


class Lots(Settling):
    """The lots of a ledger while they are being changed."""

    pending: Sequence[Predicate] = ()
    """What is to be learnt of cards that are being picked."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
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
        """Some know more from now on than the ledger says."""
        for each in self.doubts:
            if each[1:] == (observers, line, why):
                return
        self.doubts = (*self.doubts, Doubt(self.decision, observers, line, why))

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
        self.laws = [
            tuple([_without_card(count, card, number) for count in law]) for law in self.laws
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
            if any(differs(count) for count in _counts(each.condition)):
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

    def settled_for(self, observer: int, lot: int) -> bool:
        """Whether an observer knows the cards of a lot, and that they are nowhere else."""
        shift, full = self.observers.cards * observer, self.observers.full
        own = self.held[lot] >> shift & full
        if own.bit_count() != self.sizes[lot]:
            return False
        return not any(each >> shift & own for other, each in enumerate(self.held) if other != lot)

    def merge(self, one: int, two: int, why: str) -> None:
        """Make one lot of two of the same place, and say what is lost by it."""
        observers = self.observers
        if self.settled_for(observers.common, two):
            one, two = two, one
        if self.settled_for(observers.common, one):  # everybody knows its cards
            for card in members(self.common(one)):
                self.publish(card, one)
            self._forget(one)
            self.knowers[one] = self.knowers[two]
        else:
            lost = self._lost(one, two)
            if self.told_apart(one, two):
                self._blur(one, two)
                lost = observers.everybody
            if lost:
                self.doubt(lost, 0, why)
                self._bound(one, two)
            # Who knew one of them only knows more than can be told now.
            self.private |= self.knowers[one] ^ self.knowers[two]
        if one < two:  # the first lot of a place stays, if it is one of them
            self._move_lot(two, one)
        else:
            self._move_lot(one, two)
        self.filled = []

    def _move_lot(self, one: int, two: int) -> None:
        """All cards of a lot are in another from now on; nothing tells them apart."""
        self.divide(one, two)
        self.held[two] |= self.held[one]
        self.sizes[two] += self.sizes[one]
        self.knowers[two] &= self.knowers[one]
        if self.spots[two] in self.observers.piles and self.arranged >> one & 1:
            self.arranged |= 1 << two
        self.clear(one)

    def _lost(self, one: int, two: int) -> int:
        """Those who know other things of one lot than of the other, and not the whole of one."""
        observers, lost = self.observers, 0
        for observer in range(observers.common + 1):
            shift = observers.cards * observer
            if (self.held[one] ^ self.held[two]) >> shift & observers.full and not (
                self.settled_for(observer, one) or self.settled_for(observer, two)
            ):
                lost |= 1 << observer
        return lost

    def _blur(self, one: int, two: int) -> None:
        """Say of two lots together what was said of one of them, as far as that is so."""
        a, b = self.numbers[one], self.numbers[two]

        def both(count: Count) -> Count:
            if not (count.places >> a ^ count.places >> b) & 1:
                return count
            return Count(count.places | 1 << a | 1 << b, count.cards, count.least, MANY)

        self._recount(both)
        self.laws = [law for law in self.laws if all(c.least > 0 or c.most < MANY for c in law)]

        def apart(each: Predicate) -> bool:
            return each.place(a) != each.place(b) or any(
                (count.places >> a ^ count.places >> b) & 1 for count in _counts(each.condition)
            )

        self.predicates = [each for each in self.predicates if not apart(each)]
        self.pending = [each for each in self.pending if not apart(each)]

    def _bound(self, one: int, two: int) -> None:
        """Of what can be in one of two lots only, there are no more cards than that has."""
        a, b = self.numbers[one], self.numbers[two]
        for lot, other in ((one, two), (two, one)):
            own = self.common(lot) & ~self.common(other)
            if own.bit_count() > self.sizes[lot]:
                self.laws.append((Count(1 << a | 1 << b, own, 0, self.sizes[lot]),))

    def merge_all(self, place: int, why: str, lots: list[int] | None = None) -> int:
        """Make one lot of all lots of a place, or of some of them."""
        found = lots or self.lots_at(place)
        if len(found) > 1 and self._known_together(found):
            self._forget_within(found)
            if not any(self.told_apart(found[0], lot) for lot in found[1:]):
                for lot in sorted(found, reverse=True)[:-1]:
                    self.knowers[min(found)] = self.knowers[lot] = 0
                    self._move_lot(lot, min(found))
                return min(found)
        while len(found) > 1:
            self.merge(found[0], found[1], why)
            found = [min(found[:2]), *found[2:]]
        return found[0]

    def _known_together(self, lots: list[int]) -> bool:
        """Whether everybody knows which cards some lots have together."""
        inside = outside = 0
        for lot in range(len(self.held)):
            if lot in lots:
                inside |= self.common(lot)
            else:
                outside |= self.common(lot)
        size = sum(self.sizes[lot] for lot in lots)
        return inside.bit_count() == size and not inside & outside

    def _forget_within(self, lots: list[int]) -> None:
        """Forget what is said of these lots only: how their cards were divided is past."""
        own = sum(1 << self.numbers[lot] for lot in lots)

        def within(looked: int) -> bool:
            return not any(
                looked >> number & 1 and not own >> number & 1 and self.sizes[lot]
                for lot, number in enumerate(self.numbers)
            )

        self.laws = [law for law in self.laws if not all(within(c.places) for c in law)]
        self.predicates = [each for each in self.predicates if not within(each.lots())]


def _counts(condition: Condition) -> list[Count]:
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
