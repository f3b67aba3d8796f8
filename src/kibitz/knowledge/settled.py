"""Settling: what laws say, in view of what everybody knows already.

A law that says of cards that they are in some lots, or not, becomes part of the sets of the ledger;
one that holds anyhow is dropped; the others are kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine.disclosures import MANY, Condition, Count, Untold
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.worlds import Law

__all__ = ["Settling"]


class Settling:
    """A ledger's sets and laws while they are being changed."""

    def __init__(self, ledger: Ledger) -> None:
        self.observers = ledger.observers
        self.held = list(ledger.may_hold)
        """By lot, like the sizes."""
        self.sizes = list(ledger.sizes)
        self.numbers: Sequence[int] = ledger.observers.hidden
        """What laws call the lots."""
        self.laws = list(ledger.laws)
        self.filled: list[tuple[int, int, int]] = []
        """The lots with cards in them, what everybody knows of each, and how many it has; to be
        made anew when it is empty."""
        self._shares: dict[int, tuple[int, int, int, int]] = {}
        """Of lots that laws speak of: the cards that may be in them, and those that must be; how
        many others there are; and the cards that may be elsewhere. Made anew with `filled`: most
        laws speak of the same few lots."""

    def revise(self, count: Count) -> Condition:
        """A condition in view of what everybody knows."""
        places, cards, least, most = count
        if places & self.observers.open:
            return Untold(0, "cards in sight and hidden ones are counted together")
        share = self._shares.get(places) if self.filled else None  # mostly there: no call
        inside, fixed, others, _ = share or self._share(places)
        surely, at_most = (fixed & cards).bit_count(), (inside & cards).bit_count()
        if at_most > others + surely:
            at_most = others + surely
        if least <= surely and most >= at_most:
            return True
        return count if least <= at_most and most >= surely else False

    def settle(self) -> None:
        """Turn laws into sets where they can be, until nothing changes any more."""
        changed = True
        while changed:
            kept: list[Law] = []
            changed = False
            for law in self.laws:
                left = self.judged(law)
                if not left:
                    continue
                if len(left) == 1 and self._enact(left[0]):
                    changed = True
                else:
                    kept.append(left)
            self.laws = kept
        if len(self.laws) > 1:
            self._join_laws()

    def _join_laws(self) -> None:
        """Say what several laws say of the same cards in the same lots only once."""
        bounds: dict[tuple[int, int], tuple[int, int]] = {}
        others: dict[Law, None] = {}
        for law in self.laws:
            if len(law) > 1:
                others[law] = None
                continue
            places, cards, least, most = law[0]
            low, high = bounds.get((places, cards), (0, MANY))
            bounds[places, cards] = max(low, least), min(high, most)
        self.laws = [(Count(*where, *limits),) for where, limits in bounds.items()] + list(others)

    def judged(self, law: Law) -> Law:
        """What is left of a law in view of what everybody knows: nothing if it holds anyhow."""
        left = []
        for count in law:
            judged = self.revise(count)
            if judged is True:
                return ()
            if isinstance(judged, Count):
                left.append(judged)
        return law if len(left) == len(law) else tuple(left)

    def _share(self, places: int) -> tuple[int, int, int, int]:
        """What everybody knows of some lots together: see `_shares`."""
        if not self.filled:
            self._fill()
        share = self._shares.get(places)
        if share is None:
            inside = outside = room = 0
            for lot, held, size in self.filled:
                if places & lot:
                    inside |= held
                    room += size
                else:
                    outside |= held
            fixed = inside & ~outside
            share = self._shares[places] = inside, fixed, room - fixed.bit_count(), outside
        return share

    def _enact(self, count: Count) -> bool:
        """Use a law that says where cards are, or are not; whether it was one."""
        inside, fixed, _, outside = self._share(count.places)
        may = inside & count.cards
        if count.most <= (fixed & count.cards).bit_count():
            self.confine(may & outside, ~count.places)
            return True
        if count.least >= may.bit_count():
            self.confine(may, count.places)
            return True
        return False

    def exclude(self, count: Count) -> None:
        """None of some cards are in some lots, as everybody learns."""
        inside, _, _, outside = self._share(count.places)
        self.confine(inside & count.cards & outside, ~count.places)

    def confine(self, cards: int, places: int) -> None:
        """Some cards are in these lots and nowhere else, as everybody learns."""
        others = ~(cards * self.observers.all)
        for lot, number in enumerate(self.numbers):
            if not places >> number & 1:
                self.held[lot] &= others
        self.filled = []

    def _fill(self) -> None:
        shared = self.observers.shared
        self.filled = [
            (1 << number, held >> shared, size)
            for number, held, size in zip(self.numbers, self.held, self.sizes, strict=True)
            if size
        ]
        self._shares = {}
