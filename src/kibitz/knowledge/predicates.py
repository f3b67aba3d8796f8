"""Predicates: what is known of hidden cards and has no simpler form.

Somebody knocked, so their cards counted less than ten: neither sets nor laws say that. A predicate
keeps the moment it speaks of, without the hidden cards, and what has been seen to move since; asked
about a world, it lays the cards as they must have lain then and tests them again. A card that moves
unseen through the places it looks into makes that impossible: the predicate is lost.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from kibitz.engine.disclosures import (
    All,
    Clause,
    Condition,
    Count,
    Log,
    One,
    Picked,
    Secret,
    Untold,
    may_ask_order,
)
from kibitz.engine.game import Game
from kibitz.engine.state import NO_CHANCE
from kibitz.knowledge.hidden import kept_cards, put_in, take_out

__all__ = ["Predicate", "predicate"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """At least one of some conditions held at some moment."""

    game: Game
    alternatives: Clause
    places: int
    """The places they look into."""
    hidden: int
    """The cards that not everybody saw then."""
    moved: tuple[tuple[int, int], ...] = ()
    """Cards that have been seen to leave since, and from where."""

    def after(self, card: int, source: int, target: int, *, seen: bool) -> Predicate | None:
        """The same after a card has moved; nothing if that is no longer possible."""
        if not self.places >> source & 1 and not self.places >> target & 1:
            return self
        if not seen:
            return None
        if not self.hidden >> card & 1 or any(card == gone for gone, _ in self.moved):
            return self
        return replace(self, moved=(*self.moved, (card, source)))

    def holds(self, where: Mapping[int, int]) -> bool:
        """Whether it holds if the hidden cards lie so now."""
        then = {card: place for card, place in where.items() if self.hidden >> card & 1}
        then.update(self.moved)
        return any(self._holds(alternative, then) for alternative in self.alternatives)

    def _holds(self, alternative: Condition, then: Mapping[int, int]) -> bool:
        if isinstance(alternative, All):
            return all(self._holds(part, then) for part in alternative.parts)
        if isinstance(alternative, One):
            return any(self._holds(part, then) for part in alternative.parts)
        if isinstance(alternative, Count):
            found = sum(
                alternative.places >> place & 1
                for card, place in then.items()
                if alternative.cards >> card & 1
            )
            return alternative.least <= found <= alternative.most
        assert isinstance(alternative, Secret)
        numbers = array("q", alternative.numbers)
        for card, place in then.items():
            put_in(self.game, numbers, card, place)
        found = alternative.test(numbers, Log(), NO_CHANCE, *alternative.given)
        return bool(found == alternative.outcome)


def predicate(game: Game, law: Clause, hidden: tuple[int, ...], cards: int) -> Predicate | None:
    """Conditions on cards in the hidden places, without telling where these lie; None if they may
    depend on the order of the cards in such a place, which a world does not say, or if the moment
    they speak of names such a card. The cards are those that may lie there."""
    looked: list[int] = []
    removed: set[int] = {card for card in range(len(game.cards)) if cards >> card & 1}

    def bare(condition: Condition) -> Condition | None:
        if isinstance(condition, All | One):
            parts = [bare(part) for part in condition.parts]
            found = tuple(part for part in parts if part is not None)
            return type(condition)(found) if len(found) == len(parts) else None
        if not isinstance(condition, Count | Secret):
            return None
        looked.append(condition.places)
        if isinstance(condition, Count):
            return condition
        numbers = array("q", condition.numbers)
        ordered, lay = take_out(game, numbers, hidden)
        if may_ask_order(condition) and any(condition.places >> place & 1 for place in ordered):
            return None
        if any(numbers[at] in lay for at in kept_cards(game, numbers)):
            return None
        removed.update(lay)
        return condition._replace(numbers=numbers)

    alternatives: list[Count | Secret | Picked | Untold | All | One] = []
    for alternative in law:
        bared = bare(alternative)
        if bared is None or isinstance(bared, bool):
            return None
        alternatives.append(bared)
    places = reduce(or_, looked, 0)
    return Predicate(game, tuple(alternatives), places, sum(1 << card for card in removed))
