"""Ghosts: cards that everybody has seen leave a place of several lots, in one of which they were.

As long as it is not clear in which, a ghost stays in the lots it may have been in. When lots become
one, or a card can have been in one of them only, it is laid: the lot has a card less.
"""

from __future__ import annotations

from kibitz.knowledge.drafts import Draft
from kibitz.knowledge.ledger import Ghost
from kibitz.knowledge.merging import CHOSEN, merge, merge_all, settled_for

MOST_LOTS = 64
"""So many lots beyond the first of each place are kept apart."""

RETURNED = "a card that was played came back, and where it had come from still said something"


def haunt(draft: Draft, card: int, place: int, target: int) -> None:
    """Everybody sees a card leave a place of several lots: it was in one of them."""
    others = ~(draft.observers.all << card)
    for lot, at in enumerate(draft.spots):
        if at != place:
            draft.held[lot] &= others
    lies = target if draft.observers.slots[target] >= 0 else -1
    draft.ghosts = (*draft.ghosts, Ghost(card, place, lies))
    draft.filled = []


def ghosts_of(draft: Draft, place: int) -> int:
    """The ghosts of a place, as a set of cards."""
    return sum(1 << ghost.card for ghost in draft.ghosts if ghost.left == place)


def lay_ghosts(draft: Draft) -> None:
    """Take those ghosts away of which everybody knows in which lot they were, or of which
    nothing depends on it any more."""
    for ghost in draft.ghosts:
        if ghost not in draft.ghosts:
            continue
        lots = draft.lots_at(ghost.left)
        possible = [lot for lot in lots if draft.common(lot) >> ghost.card & 1]
        if len(possible) == 1:
            _lay(draft, ghost, possible[0])
        elif _empty(draft, ghost.left) and not any(
            draft.told_apart(lots[0], lot) for lot in lots[1:]
        ):
            gone = [each for each in draft.ghosts if each.left == ghost.left]
            draft.ghosts = tuple(each for each in draft.ghosts if each.left != ghost.left)
            for each in gone:
                draft.publish(each.card, lots[0])
            for lot in sorted(lots, reverse=True):
                draft.clear(lot)
            for each in gone:
                if each.lies >= 0:
                    receive(draft, each.card, each.lies)


def _empty(draft: Draft, place: int) -> bool:
    """Whether only ghosts are left in the lots of a place."""
    return sum(ghost.left == place for ghost in draft.ghosts) == sum(
        draft.sizes[lot] for lot in draft.lots_at(place)
    )


def _lay(draft: Draft, ghost: Ghost, lot: int) -> None:
    """A ghost was in this lot."""
    draft.publish(ghost.card, lot)
    draft.held[lot] &= ~(draft.observers.all << ghost.card)
    draft.sizes[lot] -= 1
    draft.ghosts = tuple(each for each in draft.ghosts if each != ghost)
    draft.filled = []
    if not draft.sizes[lot]:
        draft.clear(lot)
    if ghost.lies >= 0:
        receive(draft, ghost.card, ghost.lies)


def receive(draft: Draft, card: int, place: int, end: int = 1) -> None:
    """A card comes to a hidden place, and everybody knows which."""
    bits = draft.observers.all << card
    lots = draft.lots_at(place)
    if not lots or place in draft.observers.piles:
        draft.add(place, end, 1, bits, 0)
    else:
        draft.held[lots[0]] |= bits
        draft.sizes[lots[0]] += 1
    draft.filled = []


def wake(draft: Draft, place: int) -> None:
    """Somebody takes a card unseen from a place: those that are known to lie there, and are
    ghosts elsewhere, must be in its lots."""
    for ghost in draft.ghosts:
        if ghost.lies == place and ghost in draft.ghosts:
            lot = merge_all(draft, ghost.left, RETURNED)
            lay_ghosts(draft)
            if ghost in draft.ghosts:
                _lay(draft, ghost, lot)


# --- joining what need not be kept apart ------------------------------------------------------


def tidy(draft: Draft) -> None:
    """Join what need not be kept apart any more."""
    places = {spot.place for spot in draft.more if spot.place >= 0}
    for place in places:
        _tidy_place(draft, place)
    lay_ghosts(draft)
    observers = draft.observers
    first = len(observers.hidden)
    for place in {spot.place for spot in draft.more if spot.place >= 0}:
        lots = draft.lots_at(place)
        if len(lots) == 1 and lots[0] >= first:  # it is the only one: it becomes the first
            _move_alone(draft, lots[0], observers.slots[place])
    if len(draft.more) > MOST_LOTS:
        merge_all(draft, draft.more[-1].place, CHOSEN)


def _move_alone(draft: Draft, one: int, two: int) -> None:
    draft.divide(one, two)
    draft.follow_losses(one, two)
    draft.held[two], draft.sizes[two] = draft.held[one], draft.sizes[one]
    draft.knowers[two] = draft.knowers[one]
    draft.arranged |= (draft.arranged >> one & 1) << two
    draft.clear(one)


def _tidy_place(draft: Draft, place: int) -> None:
    pile = place in draft.observers.piles
    again = True
    while again:
        again = False
        lots = draft.lots_at(place)
        for i, one in enumerate(lots):
            for two in lots[i + 1 : i + 2] if pile else lots[i + 1 :]:
                common = draft.observers.common
                known = not pile and (
                    settled_for(draft, common, one) or settled_for(draft, common, two)
                )
                if known or draft.alike(one, two):
                    merge(draft, one, two, "")
                    again = True
                    break
            if again:
                break
