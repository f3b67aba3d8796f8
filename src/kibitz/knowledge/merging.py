"""Merging: lots that cannot be kept apart any more become one.

Somebody may have taken a card from any of them, or they were shuffled. A merger never excludes the
truth, and a doubt says what is lost.
"""

from __future__ import annotations

from itertools import combinations

from kibitz.engine.disclosures import MANY, Count
from kibitz.knowledge.drafts import Draft, counts_in
from kibitz.knowledge.predicates import Predicate
from kibitz.knowledge.worlds import members

CHOSEN = "somebody took a card unseen out of cards of which different things were known"
SHUFFLED = "cards of which different things were known were shuffled together"


def settled_for(draft: Draft, observer: int, lot: int) -> bool:
    """Whether an observer knows the cards of a lot, and that they are nowhere else."""
    shift, full = draft.observers.cards * observer, draft.observers.full
    own = draft.held[lot] >> shift & full
    if own.bit_count() != draft.sizes[lot]:
        return False
    return not any(each >> shift & own for other, each in enumerate(draft.held) if other != lot)


def merge(draft: Draft, one: int, two: int, why: str) -> None:
    """Make one lot of two of the same place, and say what is lost by it."""
    observers = draft.observers
    if settled_for(draft, observers.common, two):
        one, two = two, one
    if settled_for(draft, observers.common, one):  # everybody knows its cards
        for card in members(draft.common(one)):
            draft.publish(card, one)
        draft._forget(one)
        draft.knowers[one] = draft.knowers[two]
    else:
        lost = _lost(draft, one, two)
        if draft.told_apart(one, two):
            _blur(draft, one, two)
            lost = observers.everybody
        if lost:
            draft.doubt(lost, 0, why)
            _bound(draft, one, two)
        # Who knew one of them only knows more than can be told now.
        draft.private |= draft.knowers[one] ^ draft.knowers[two]
    if one < two:  # the first lot of a place stays, if it is one of them
        _move_lot(draft, two, one)
    else:
        _move_lot(draft, one, two)
    draft.filled = []


def _move_lot(draft: Draft, one: int, two: int) -> None:
    """All cards of a lot are in another from now on; nothing tells them apart."""
    draft.divide(one, two)
    for loss in draft.losses:
        if loss.lot in (one, two):
            loss.gone[-1] = 1
    draft.follow_losses(one, two)
    draft.held[two] |= draft.held[one]
    draft.sizes[two] += draft.sizes[one]
    draft.knowers[two] &= draft.knowers[one]
    if draft.spots[two] in draft.observers.piles and draft.arranged >> one & 1:
        draft.arranged |= 1 << two
    draft.clear(one)


def _lost(draft: Draft, one: int, two: int) -> int:
    """Those who know other things of one lot than of the other, and not the whole of one."""
    observers, lost = draft.observers, 0
    for observer in range(observers.common + 1):
        shift = observers.cards * observer
        if (draft.held[one] ^ draft.held[two]) >> shift & observers.full and not (
            _differ_in_known(draft, observer, one, two)
        ):
            lost |= 1 << observer
    return lost


def _differ_in_known(draft: Draft, observer: int, one: int, two: int) -> bool:
    """Whether two lots differ, in the eyes of an observer, only by cards that are surely in one of
    them, or one has no others. Cards that cannot be in a full lot are taken out of it."""
    shift, full = draft.observers.cards * observer, draft.observers.full
    block = [held >> shift & full for held in draft.held]
    left = []
    for lot in (one, two):
        others = 0
        for each, cards in enumerate(block):
            if each != lot:
                others |= cards
        sure = block[lot] & ~others
        if sure.bit_count() == draft.sizes[lot]:
            draft.held[lot] &= ~((block[lot] & others) << shift)
            return True
        left.append(block[lot] & others)
    return left[0] == left[1]


def _blur(draft: Draft, one: int, two: int) -> None:
    """Say of two lots together what was said of one of them, as far as that is so."""
    a, b = draft.numbers[one], draft.numbers[two]

    def both(count: Count) -> Count:
        if not (count.places >> a ^ count.places >> b) & 1:
            return count
        return Count(count.places | 1 << a | 1 << b, count.cards, count.least, MANY)

    draft._recount(both)
    draft.laws = [law for law in draft.laws if all(c.least > 0 or c.most < MANY for c in law)]

    def apart(each: Predicate) -> bool:
        return each.place(a) != each.place(b) or any(
            (count.places >> a ^ count.places >> b) & 1 for count in counts_in(each.condition)
        )

    draft.predicates = [each for each in draft.predicates if not apart(each)]
    draft.pending = [each for each in draft.pending if not apart(each)]


def _bound(draft: Draft, one: int, two: int) -> None:
    """Of what can be in one of two lots only, there are no more cards than that has."""
    a, b = draft.numbers[one], draft.numbers[two]
    for lot, other in ((one, two), (two, one)):
        own = draft.common(lot) & ~draft.common(other)
        if own.bit_count() > draft.sizes[lot]:
            draft.laws.append((Count(1 << a | 1 << b, own, 0, draft.sizes[lot]),))


def merge_all(draft: Draft, place: int, why: str, lots: list[int] | None = None) -> int:
    """Make one lot of all lots of a place, or of some of them."""
    found = lots or draft.lots_at(place)
    if len(found) > 1 and _known_together(draft, found):
        _forget_within(draft, found)
        if not any(draft.told_apart(found[0], lot) for lot in found[1:]):
            for lot in sorted(found, reverse=True)[:-1]:
                draft.knowers[min(found)] = draft.knowers[lot] = 0
                _move_lot(draft, lot, min(found))
            return min(found)
    while len(found) > 1:
        one, two = _next_pair(draft, found)
        merge(draft, one, two, why)
        found = [lot for lot in found if lot != max(one, two)]
    return found[0]


def _next_pair(draft: Draft, lots: list[int]) -> tuple[int, int]:
    """Which lots to join next: those of which the same is known, if there are any; of whose cards
    everybody knows, last."""
    for one, two in combinations(lots, 2):
        if draft.alike(one, two):
            return one, two
    lots = sorted(lots, key=lambda lot: settled_for(draft, draft.observers.common, lot))
    return lots[0], lots[1]


def _known_together(draft: Draft, lots: list[int]) -> bool:
    """Whether everybody knows which cards some lots have together."""
    inside = outside = 0
    for lot in range(len(draft.held)):
        if lot in lots:
            inside |= draft.common(lot)
        else:
            outside |= draft.common(lot)
    size = sum(draft.sizes[lot] for lot in lots)
    return inside.bit_count() == size and not inside & outside


def _forget_within(draft: Draft, lots: list[int]) -> None:
    """Forget what is said of these lots only: how their cards were divided is past."""
    own = sum(1 << draft.numbers[lot] for lot in lots)

    def within(looked: int) -> bool:
        return not any(
            looked >> number & 1 and not own >> number & 1 and draft.sizes[lot]
            for lot, number in enumerate(draft.numbers)
        )

    draft.laws = [law for law in draft.laws if not all(within(c.places) for c in law)]
    draft.predicates = [each for each in draft.predicates if not within(each.lots())]
