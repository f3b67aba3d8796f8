"""Predicates: what is known of hidden cards and has no simpler form.

Somebody knocked, so their cards counted less than ten: neither sets nor laws say that. A predicate
keeps the moment it speaks of, without the hidden cards, and what has been seen to move since; asked
about a world, it lays the cards as they must have lain then and tests them again. A card that moves
unseen through the places it looks into makes that impossible: the predicate is lost.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz.engine.disclosures import Condition, Count, Log, One, Secret
from kibitz.engine.game import Game
from kibitz.engine.state import NO_CHANCE
from kibitz.knowledge.hidden import kept_cards, put_in, take_out

__all__ = ["Predicate", "Tested", "predicate"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """At least one of some conditions held at some moment."""

    game: Game
    alternatives: tuple[Count | Secret, ...]
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

    def _holds(self, alternative: Count | Secret, then: Mapping[int, int]) -> bool:
        if isinstance(alternative, Count):
            found = sum(
                alternative.places >> place & 1
                for card, place in then.items()
                if alternative.cards >> card & 1
            )
            return alternative.least <= found <= alternative.most
        numbers = array("q", alternative.numbers)
        for card, place in then.items():
            put_in(self.game, numbers, card, place)
        found = alternative.test(numbers, Log(), NO_CHANCE, *alternative.given)
        return bool(found == alternative.outcome)


@dataclass(frozen=True, slots=True)
class Tested:
    """A predicate as a test of worlds whose cards and places are called so by the game."""

    predicate: Predicate
    frame: tuple[int, ...]
    """The cards of the worlds."""
    then: tuple[int, ...]
    """For each place of the worlds where its cards lay then: nothing that is looked at has moved
    unseen."""
    located: Mapping[int, int]
    """Where the other cards are."""

    def __call__(self, world: Sequence[int]) -> bool:
        lying = zip(self.frame, [self.then[index] for index in world], strict=True)
        return self.predicate.holds({**self.located, **dict(lying)})

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the worlds; -1: it was seen then where it lay."""
        hidden, known = self.predicate.hidden, self._known()
        return tuple(c if hidden >> c & 1 and c not in known else -1 for c in self.frame)

    @property
    def condition(self) -> Condition:
        """What must have been so then; counts speak of the cards and places of the worlds."""
        return One(tuple(map(self._counted, self.predicate.alternatives)))

    def _counted(self, part: Count | Secret) -> Count | Secret:
        if isinstance(part, Secret):
            return part
        lay = self._known().items()
        known = sum(part.cards >> c & 1 and part.places >> place & 1 for c, place in lay)
        cards = sum(1 << k for k, c in enumerate(self.cards) if c >= 0 and part.cards >> c & 1)
        places = sum(1 << i for i, place in enumerate(self.then) if part.places >> place & 1)
        return Count(places, cards, part.least - known, part.most - known)

    def _known(self) -> dict[int, int]:
        """Where other cards lay that not everybody saw then."""
        hidden = self.predicate.hidden
        lay = {card: place for card, place in self.located.items() if hidden >> card & 1}
        return {**lay, **dict(self.predicate.moved)}

    def base_of(self, secret: Secret) -> array[int]:
        """The numbers of the moment of a secret, with all cards but those of the worlds put in."""
        numbers = array("q", secret.numbers)
        for card, place in self._known().items():
            put_in(self.predicate.game, numbers, card, place)
        return numbers


def predicate(
    game: Game, law: tuple[Count | Secret, ...], hidden: tuple[int, ...]
) -> Predicate | None:
    """Conditions on cards in the hidden places, without telling where these lie; None if they may
    depend on the order of the cards in such a place, which a world does not say, or if the moment
    they speak of names such a card."""
    places = removed = 0
    alternatives: list[Count | Secret] = []
    for alternative in law:
        places |= alternative.places
        if isinstance(alternative, Secret):
            numbers = array("q", alternative.numbers)
            ordered, lay = take_out(game, numbers, hidden)
            if any(alternative.places >> place & 1 for place in ordered):
                return None
            if any(numbers[at] in lay for at in kept_cards(game, numbers)):
                return None
            removed |= sum(1 << card for card in lay)
            alternative = alternative._replace(numbers=numbers)
        alternatives.append(alternative)
    return Predicate(game, tuple(alternatives), places, removed)
