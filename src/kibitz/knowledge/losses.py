"""Losses: who knew the cards of a lot out of which cards have gone that they did not see."""

from __future__ import annotations

from kibitz.knowledge.drafts import Draft, Loss

LOST_SIGHT = "a seat saw cards come to a place out of which others have been taken since"


def lose_sight(draft: Draft, lot: int, seen: int) -> None:
    """A card leaves a lot, and not all who knew its cards see which."""
    lost = draft.knowers[lot] & ~seen
    for loss in draft.losses:
        if loss.lot == lot:
            loss.knowers |= lost
            break
    else:
        draft.losses = (*draft.losses, Loss(lot, lost, {}))
    draft.knowers[lot] &= seen


def note_gone(draft: Draft, lot: int, new: int) -> None:
    """A card has gone from one lot to another."""
    for loss in draft.losses:
        if loss.lot == lot:
            loss.gone[new] = loss.gone.get(new, 0) + 1


def count_losses(draft: Draft) -> None:
    """Who knew a lot out of which cards went unseen knows more than can be told, unless all of
    them have gone to one lot, which is theirs to know now."""
    for loss in draft.losses:
        new, number = next(iter(loss.gone.items()), (-1, 0))
        alone = len(loss.gone) == 1 and loss.lot < 0 <= new
        if alone and draft.sizes[new] == number:
            draft.knowers[new] |= loss.knowers & ~draft.observers.sight[draft.spots[new]]
        else:
            draft.private |= loss.knowers


def recheck_private(draft: Draft) -> None:
    """Who of those that have lost sight of cards still knows more for it?"""
    observers = draft.observers
    common = [draft.common(lot) for lot in range(len(draft.held))]
    left = 0
    for seat in range(observers.spectator):
        if draft.private >> seat & 1:
            shift = observers.cards * seat
            own = [held >> shift & observers.full for held in draft.held]
            known = [
                bool((observers.sight[place] | knowers) >> seat & 1) if place >= 0 else True
                for place, knowers in zip(draft.spots, draft.knowers, strict=True)
            ]
            seen = 0
            for cards, plain in zip(own, known, strict=True):
                if plain:
                    seen |= cards
            for cards, all_know, plain in zip(own, common, known, strict=True):
                if not plain and cards != all_know & ~seen:
                    left |= 1 << seat
                    break
    draft.private = left
    if not left:
        draft.doubts = tuple(each for each in draft.doubts if each.observers)
    elif all(each.observers for each in draft.doubts):
        draft.doubt(0, 0, LOST_SIGHT)
