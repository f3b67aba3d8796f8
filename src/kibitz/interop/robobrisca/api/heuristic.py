"""`Game.Heuristic`: what a player has just gained, as the organisers reckon it in records."""

from __future__ import annotations

from typing import Protocol

from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection
from kibitz.interop.robobrisca.api.common import calculate_points, is_better_card

__all__ = ["Heuristic", "OnTable"]


class OnTable(Protocol):
    """What a heuristic looks at."""

    @property
    def playing_cards(self) -> CardCollection: ...
    @property
    def trump_card(self) -> Card | None: ...


class Heuristic:
    """The points on the table: gained if the last card beats all others, else lost, even if it is
    the partner's that is better."""

    __module__ = "Game.Heuristic"

    def get_score(self, observation: OnTable, player_id: int) -> int:
        mine = observation.playing_cards.get_last_card()
        cards, trump = observation.playing_cards.get_cards(), observation.trump_card
        points = calculate_points(cards)
        for other in cards[:-1]:
            assert trump is not None
            if not is_better_card(mine, other, trump, cards[0]):
                return -points
        return points
