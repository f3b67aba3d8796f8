"""`Game.Card`: a card with a suit, O, E, C or B, and a number."""

from __future__ import annotations

from typing import Any

__all__ = ["Card"]

POINTS = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2}


class Card:
    """A card. It can be changed, cannot be hashed, and equals whatever has its suit and number."""

    __module__ = "Game.Card"

    def __init__(self, card_type: str, card_number: int) -> None:
        self.card_type = card_type
        self.card_number = card_number

    def get_type(self) -> str:
        return self.card_type

    def get_number(self) -> int:
        return self.card_number

    def get_value(self) -> int:
        """Its points."""
        return POINTS.get(self.card_number, 0)

    def clone(self) -> Card:
        return Card(self.card_type, self.card_number)

    def __eq__(self, other: Any) -> bool:  # of None, say, it complains: bots have lived with that
        return bool(self.card_type == other.card_type and self.card_number == other.card_number)

    def __str__(self) -> str:
        return str(self.card_type) + str(self.card_number)
