"""Departures: out of which lot a card comes that leaves a hidden place."""

from __future__ import annotations

from kibitz.engine.events import end_of
from kibitz.knowledge.drafts import Draft
from kibitz.knowledge.ghosts import ghosts_of, haunt, lay_ghosts, wake
from kibitz.knowledge.merging import CHOSEN, merge_all
from kibitz.recycle.prelude import EVENTS

__all__ = ["by_position", "ghost_moves", "kinds_wanted", "leaving"]

MOVE = EVENTS["move"]

BLINDLY = "somebody picked a card that they could not see by its place among others"
ORDER = "a card was taken by its position from cards that were laid in an order"


def _chosen_from(draft: Draft, place: int) -> bool:
    """Whether who decided sees the cards of a place, and may have chosen one of them. At the
    deal nobody has."""
    seat = draft.step.seat
    return seat >= 0 and bool(draft.observers.sight[place] >> seat & 1)


def kinds_wanted(draft: Draft, card: int, number: int) -> int:
    """What a card that is picked unseen may be; -1 if it is not."""
    for pick in draft.open_picks:
        if pick.at <= number < pick.until and pick.picked >> card & 1:
            return pick.allowed & draft.observers.full
    return -1


def by_position(draft: Draft, lot: int, place: int) -> None:
    """A card is taken from a lot whose cards may have been laid in an order."""
    alone = draft.sizes[lot] == 1 and not any(
        draft.arranged >> other & 1 for other in draft.lots_at(place) if other != lot
    )
    if not alone and not _chosen_from(draft, place):
        unsure = 0
        for observer in range(draft.observers.common + 1):
            block = draft.held[lot] >> (draft.observers.cards * observer) & draft.observers.full
            if block.bit_count() > 1:
                unsure |= 1 << observer
        if unsure:
            draft.doubt(unsure, 0, ORDER)


def _picked_blindly(draft: Draft, place: int) -> bool:
    """Whether who decided may have picked a card of a place that they do not see: the first, the
    second... Others do not see which."""
    seat = draft.step.seat
    return seat >= 0 and place in draft.observers.groped and not _chosen_from(draft, place)


def _note_position(draft: Draft, lots: list[int], card: int, seen: int) -> None:
    """Who picked a card by its position knows in which lot it was; if they do not know it from the
    card as well, and it matters, that is not followed."""
    seat = draft.step.seat
    if seen >> seat & 1:
        at = draft.observers.cards * seat + card
        lots = [lot for lot in lots if draft.held[lot] >> at & 1]
    if not all(draft.alike(lots[0], lot) for lot in lots[1:]):
        draft.doubt(1 << seat, 0, BLINDLY)


def leaving(
    draft: Draft,
    card: int,
    source: int,
    target: int,
    seen: int,
    blind: int,
    wanted: int,
    number: int,
    last: int,
) -> int:
    """The lot a card comes from; -1 if the card has been accounted for."""
    left, there, to_come = draft.whole
    if to_come and (left, there) == (source, target):
        draft.whole = left, there, to_come - 1
        return -1
    lots = [lot for lot in draft.lots_at(source) if lot not in draft.asides]
    if len(lots) == 1:
        return lots[0]
    chosen = _chosen_from(draft, source)
    if not chosen and _picked_blindly(draft, source):
        chosen = True
        _note_position(draft, lots, card, seen)
    if source in draft.observers.piles and wanted < 0 and not chosen:
        end = (last - end_of(last)) // 4
        if end and not any(ghost.left == source for ghost in draft.ghosts):
            return lots[-1] if end > 0 else lots[0]
        if not end and _go_whole(draft, lots, source, target, seen, number):
            return -1
        lot = merge_all(draft, source, CHOSEN, lots)
        lay_ghosts(draft)
        return lot
    if draft.exchanging:  # all go: which of them this is nobody has chosen
        draft.doubt(draft.observers.everybody, 0, CHOSEN)
    possible = [lot for lot in lots if draft.common(lot) & wanted & ~ghosts_of(draft, source)]
    if not blind:
        possible = [lot for lot in lots if draft.common(lot) >> card & 1]
    if len(possible) == 1:
        return possible[0]
    if not blind:
        haunt(draft, card, source, target)
        return -1
    if _go_whole(draft, lots, source, target, seen, number):
        return -1
    lot = merge_all(draft, source, CHOSEN, possible)
    lay_ghosts(draft)
    return lot


def _go_whole(
    draft: Draft, lots: list[int], source: int, target: int, seen: int, number: int
) -> bool:
    """Have all cards of a place go to another, if they do and nobody sees which they are who did
    not know."""
    observers = draft.observers
    seers = seen & observers.seats & ~observers.sight[source]
    if ghosts_of(draft, source) or any(seers & ~draft.knowers[lot] for lot in lots):
        return False
    cards = sum(draft.sizes[lot] for lot in lots)
    coming = [event[2:4] for event in draft.events[number:] if event[0] == MOVE][:cards]
    if coming != [(source, target)] * cards:
        return False
    _move_whole(draft, lots, source, target)
    draft.whole = source, target, cards - 1
    return True


def _move_whole(draft: Draft, lots: list[int], source: int, target: int) -> None:
    """All cards of a place go to another: the lots stay as they are."""
    observers = draft.observers
    know = observers.sight[source] & ~observers.sight[target] & observers.seats
    for lot in lots:
        held, size, knowers = draft.held[lot], draft.sizes[lot], draft.knowers[lot]
        new = draft.add(target, 1, size, held, (knowers | know) & ~observers.sight[target])
        draft.divide(lot, new)
    for lot in sorted(lots, reverse=True):
        draft.clear(lot)


def ghost_moves(draft: Draft, card: int, source: int, target: int, blind: int) -> bool:
    """See to the ghosts when a card moves; whether it was one of them, and all is done."""
    for i, ghost in enumerate(draft.ghosts):
        if ghost.card == card:
            if blind:
                wake(draft, ghost.lies)
                return False
            if target == ghost.left:  # it is back where it was
                draft.ghosts = (*draft.ghosts[:i], *draft.ghosts[i + 1 :])
            else:
                lies = target if draft.observers.slots[target] >= 0 else -1
                now = ghost._replace(lies=lies)
                draft.ghosts = (*draft.ghosts[:i], now, *draft.ghosts[i + 1 :])
            return True
    if blind and any(ghost.lies == source for ghost in draft.ghosts):
        wake(draft, source)
    return False
