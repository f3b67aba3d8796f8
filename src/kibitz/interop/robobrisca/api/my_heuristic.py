"""`Players.MyHeuristic`: the same as `Game.Heuristic`, but it knows who the partner is."""

from __future__ import annotations

from kibitz.interop.robobrisca.api.common import calculate_points, is_better_card
from kibitz.interop.robobrisca.api.heuristic import OnTable

__all__ = ["MyHeuristic"]


class MyHeuristic:
    """The points on the table: lost if an opponent's card beats mine, and my partner's if they have
    played."""

    __module__ = "Players.MyHeuristic"

    def get_score(self, observation: OnTable, player_id: int) -> int:
        cards, trump = observation.playing_cards.get_cards(), observation.trump_card
        points = calculate_points(cards)
        ours, theirs = cards[-1::-2], cards[-2::-2]
        for enemy in theirs:
            assert trump is not None
            if all(is_better_card(enemy, card, trump, cards[0]) for card in ours):
                return -points
        return points
