"""Prospects: where every hidden card may be and how likely, as plain data to be drawn.

>>> import kibitz
>>> hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
>>> state = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
>>> found = prospects(kibitz.view(state, 0).knowledge)
>>> [spot.name for spot in found.spots]
['North', 'East', 'South', 'stock']
>>> print(found)
245,520 deals
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.knowledge.announcements import Announcement
from kibitz.knowledge.deals import Estimate
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.unfollowed import Unfollowed, of_its_own
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.knowledge.worlds import members

__all__ = ["SURE", "Prospects", "Spot", "between", "prospects"]

SURE = 1 - 1e-9
"""Chances from here on are certainties."""

BARELY = 1e-6
"""The chance of what no sample has shown, but nothing has excluded."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a card may be."""

    place: int
    key: str
    """Its name in an observation."""
    name: str
    """What it is called, a hand by its player."""
    seat: int | None
    """Whose hand it is."""


@dataclass(frozen=True)
class Prospects:
    """Where the cards may be that not everybody sees, given what somebody knows."""

    game: Game
    seat: int | None
    """Who knows it; None: everybody, it is common knowledge."""
    chances: Mapping[int, Mapping[int, float]]
    """By the number of the card, then of the place; what cannot be is left out. Of cards that look
    the same only the first is here: how likely at least one of them is there."""
    settled: Mapping[int, int]
    """The cards of which everybody knows that they are put aside, and where."""
    count: int
    """How many deals are possible; about so many, if there is an estimate."""
    exact: bool
    """Whether all that can be known is in this; else the deals are a bound."""
    announcements: tuple[Announcement, ...] = field(repr=False)
    """What everybody has learnt from the play."""
    beyond: str | None = None
    """Why the deals cannot be counted, if they cannot: then there are no chances either."""
    estimate: Estimate | None = None
    """Where the count lies, if it was estimated by samples; the chances were, too."""
    unfollowed: tuple[Unfollowed, ...] = ()
    """What is not in this, and why, if it is not exact."""

    @cached_property
    def open(self) -> dict[int, tuple[float, ...]]:
        """The cards that somebody may wonder about, with their chances, one for every spot."""
        return {
            card: tuple(likely.get(spot.place, 0.0) for spot in self.spots)
            for card, likely in self.chances.items()
            if card not in self.settled
        }

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """All hands, in the order of the seats, and where else such a card may be."""
        words = vocabulary_of(self.game)
        hands = {place: seat for seat, hand in enumerate(words.hands) for place in members(hand)}
        others = {
            place
            for card, likely in self.chances.items()
            if card not in self.settled
            for place in likely
            if place not in hands
        }
        return tuple(
            Spot(
                place,
                self.game.place_names[place],
                words.holder(1 << place).removeprefix("the "),
                hands.get(place),
            )
            for place in (*hands, *sorted(others))
        )

    def __str__(self) -> str:
        if self.beyond is not None:
            return f"the deals cannot be counted: {self.beyond}"
        deals = "one deal" if self.count == 1 else f"{self.count:,} deals"
        if self.estimate is not None:
            deals = f"about {deals} ({between(self.estimate)})"
        return deals if self.exact else f"at most {deals}"


def between(estimate: Estimate, number: Callable[[int], str] = "{:,}".format) -> str:
    """Where an estimated number lies, in words.

    >>> between(Estimate(900, 1100, 400))
    'with a confidence of 95 %, from 900 to 1,100'
    """
    sure = "with a confidence of 95 %" if estimate.samples else "for certain"
    return f"{sure}, from {number(estimate.low)} to {number(estimate.high)}"


def prospects(knowledge: Knowledge) -> Prospects:
    """What somebody's knowledge says about every card."""
    game, said = knowledge.game, knowledge.announcements
    try:
        chances = _numbered(game, knowledge.probabilities)
        estimate = knowledge.estimate
        if estimate is not None:
            chances = {card: _unsure(knowledge, card, row) for card, row in chances.items()}
        shared = _numbered(game, knowledge.common.probabilities)
        count, exact = knowledge.count, knowledge.exact
    except KibitzError as error:
        return Prospects(game, knowledge.seat, {}, {}, 0, False, said, error.message)
    hands = {place for hand in knowledge.words.hands for place in members(hand)}
    settled = {
        card: place
        for card, likely in shared.items()
        for place in likely
        if len(likely) == 1 and place not in hands
    }
    missing = () if exact else of_its_own(knowledge)
    return Prospects(
        game, knowledge.seat, chances, settled, count, exact, said, None, estimate, missing
    )


def _unsure(knowledge: Knowledge, card: int, row: Mapping[int, float]) -> dict[int, float]:
    """Chances that were estimated: that no sample has a card in a place does not make it known that
    it is not there, nor that it is elsewhere. Only what the sets say is known."""
    frame = knowledge.frame
    if card not in frame.cards:
        return dict(row)
    mask = frame.worlds.masks[frame.cards.index(card)]
    if not mask & (mask - 1):
        return dict(row)
    places = {frame.places[i] for i in members(mask)}
    return {place: min(max(row.get(place, 0.0), BARELY), 1 - BARELY) for place in places}


def _numbered(game: Game, likely: Mapping[str, Mapping[str, float]]) -> dict[int, dict[int, float]]:
    """Chances by numbers instead of names."""
    cards = {face.text + face.mark: face.number for face in game.cards}
    places = {name: number for number, name in enumerate(game.place_names)}
    return {
        cards[card]: {places[place]: chance for place, chance in row.items()}
        for card, row in likely.items()
    }
