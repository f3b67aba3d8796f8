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

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.knowledge.announcements import Announcement
from kibitz.knowledge.deals import Estimate
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.knowledge.worlds import members

__all__ = ["SURE", "Prospects", "Spot", "prospects"]

SURE = 1 - 1e-9
"""Chances from here on are certainties."""


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
    """Whether the counts and chances are; else somebody may know more, and they are bounds."""
    announcements: tuple[Announcement, ...] = field(repr=False)
    """What everybody has learnt from the play."""
    beyond: str | None = None
    """Why the deals cannot be counted, if they cannot: then there are no chances either."""
    estimate: Estimate | None = None
    """Within which bounds the count lies, if it and the chances are estimates."""

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
            deals = f"about {deals}"
        return deals if self.exact else f"at most {deals}"


def prospects(knowledge: Knowledge) -> Prospects:
    """What somebody's knowledge says about every card."""
    game, said = knowledge.game, knowledge.announcements
    try:
        chances = _numbered(game, knowledge.probabilities)
        shared = _numbered(game, knowledge.common.probabilities)
        count, exact = knowledge.count, knowledge.exact and knowledge.deals.exact
    except KibitzError as error:
        return Prospects(game, knowledge.seat, {}, {}, 0, False, said, error.message)
    hands = {place for hand in knowledge.words.hands for place in members(hand)}
    settled = {
        card: place
        for card, likely in shared.items()
        for place in likely
        if len(likely) == 1 and place not in hands
    }
    estimate = knowledge.estimate
    return Prospects(game, knowledge.seat, chances, settled, count, exact, said, estimate=estimate)


def _numbered(game: Game, likely: Mapping[str, Mapping[str, float]]) -> dict[int, dict[int, float]]:
    """Chances by numbers instead of names."""
    cards = {face.text + face.mark: face.number for face in game.cards}
    places = {name: number for number, name in enumerate(game.place_names)}
    return {
        cards[card]: {places[place]: chance for place, chance in row.items()}
        for card, row in likely.items()
    }
