"""Losses: who knew the cards of a lot out of which cards have gone that they did not see."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kibitz.knowledge.lessons import Lessons

__all__ = ["Losses"]

LOST_SIGHT = "a seat saw cards come to a place out of which others have been taken since"


class Losses(Lessons):
    """A ledger being changed, and who has lost sight of cards in the step."""

    bereft: Mapping[int, tuple[int, dict[int, int]]] = MappingProxyType({})
    """Lots out of which cards have gone that not all their knowers saw: these knowers, and how many
    cards have gone to which lots."""

    def lose_sight(self, lot: int, seen: int) -> None:
        """A card leaves a lot, and not all who knew its cards see which."""
        lost, gone = self.bereft.get(lot, (0, {}))
        self.bereft = {**self.bereft, lot: (lost | self.knowers[lot] & ~seen, gone)}
        self.knowers[lot] &= seen

    def count_losses(self) -> None:
        """Who knew a lot out of which cards went unseen knows more than can be told, unless all of
        them have gone to one lot, which is theirs to know now."""
        for lot, (lost, gone) in self.bereft.items():
            (new, number), *others = gone.items()
            if not others and self.sizes[lot] == 0 and self.sizes[new] == number:
                self.knowers[new] |= lost & ~self.observers.sight[self.spots[new]]
            else:
                self.private |= lost

    def recheck_private(self) -> None:
        """Who of those that have lost sight of cards still knows more for it?"""
        observers = self.observers
        common = [self.common(lot) for lot in range(len(self.held))]
        left = 0
        for seat in range(observers.spectator):
            if self.private >> seat & 1:
                shift = observers.cards * seat
                own = [held >> shift & observers.full for held in self.held]
                known = [
                    bool((observers.sight[place] | knowers) >> seat & 1) if place >= 0 else True
                    for place, knowers in zip(self.spots, self.knowers, strict=True)
                ]
                seen = 0
                for cards, plain in zip(own, known, strict=True):
                    if plain:
                        seen |= cards
                for cards, all_know, plain in zip(own, common, known, strict=True):
                    if not plain and cards != all_know & ~seen:
                        left |= 1 << seat
                        break
        self.private = left
        if left:
            self.doubt(0, 0, LOST_SIGHT)
        else:
            self.doubts = tuple(each for each in self.doubts if each.observers)
