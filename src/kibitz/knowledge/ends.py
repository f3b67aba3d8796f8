"""Ends: what everybody learns of the card at an end of a hidden place, before it moves.

The suit of the dealer's last card is trumps; nobody else sees the card. It becomes a lot of its
own, on the others or beneath them, of which sets and laws can speak.
"""

from __future__ import annotations

from kibitz.engine.disclosures import Condition, Count, Lying, Untold
from kibitz.knowledge.departures import by_position
from kibitz.knowledge.drafts import Draft
from kibitz.knowledge.ghosts import lay_ghosts
from kibitz.knowledge.merging import CHOSEN, merge_all

__all__ = ["at_end", "take_off"]

NO_ORDER = "the rules look at a card by its position in a place whose order is not followed"


def take_off(draft: Draft, lying: Lying) -> Condition:
    """Make a lot of the card at an end of a place, and say what a condition on it says; nothing if
    there is no such card."""
    observers, place = draft.observers, lying.place
    seers = observers.sight[place] & (observers.everybody >> 1)
    if lying.card == -1:
        return True
    if place not in observers.piles or place in observers.vague or (seers and lying.card < 0):
        return Untold(0, NO_ORDER)
    if any(ghost.left == place for ghost in draft.ghosts):
        merge_all(draft, place, CHOSEN)
        lay_ghosts(draft)
    lots = draft.lots_at(place)
    if not lots:
        return True
    lot = lots[-1] if lying.end > 0 else lots[0]
    if draft.sizes[lot] > 1:
        lot = _split(draft, lot, lying)
    if lying.card >= 0:  # who sees the place sees which card it is
        own = observers.units(seers)
        for each in lots:
            draft.held[each] &= ~(own << lying.card)
        draft.held[lot] = draft.held[lot] & ~(own * observers.full) | own << lying.card
    return at_end(draft, lying)


def _split(draft: Draft, lot: int, lying: Lying) -> int:
    """The lot of the card at an end of another lot."""
    if draft.arranged >> lot & 1:
        by_position(draft, lot, lying.place)
    # Who knows all cards may know which of them it is, or not.
    draft.private |= draft.knowers[lot]
    draft.knowers[lot] = 0
    new = draft.add(lying.place, lying.end, 1, draft.held[lot], 0)
    draft.divide(lot, new)
    draft.sizes[lot] -= 1
    return new


def at_end(draft: Draft, lying: Lying) -> Count:
    """A condition on the lot of a single card at an end of a place."""
    lots = draft.lots_at(lying.place)
    lot = lots[-1] if lying.end > 0 else lots[0]
    return Count(1 << draft.numbers[lot], lying.others, 0, 0)
