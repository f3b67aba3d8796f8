"""`Game.Action`: a card that is played."""

from __future__ import annotations

from kibitz.interop.robobrisca.api.card import Card

__all__ = ["Action"]


class Action:
    """To play a card; bots may make their own."""

    __module__ = "Game.Action"

    def __init__(self, card: Card) -> None:
        self.card = card

    def get_card(self) -> Card:
        return self.card

    def __str__(self) -> str:
        return str(self.card)
