"""`Game.CardCollection`: a pile of cards in their order; the first is the top."""

from __future__ import annotations

import random

from kibitz.interop.robobrisca.api.card import Card

__all__ = ["CardCollection"]


class CardCollection:
    """A stock, a hand, a trick, or what somebody has won."""

    __module__ = "Game.CardCollection"

    def __init__(self) -> None:
        self.l_cards: list[Card] = []

    def clear(self) -> None:
        self.l_cards = []

    def add_card(self, card: Card) -> None:
        self.l_cards.append(card)

    def add_cards(self, cards: list[Card]) -> None:
        self.l_cards.extend(cards)

    def shuffle(self) -> None:
        random.shuffle(self.l_cards)

    def get_last_card(self) -> Card:
        return self.l_cards[-1]

    def len(self) -> int:
        return len(self.l_cards)

    def draw(self) -> Card:
        """Take the top card."""
        return self.l_cards.pop(0)

    def get_cards(self) -> list[Card]:
        """The cards themselves: who changes this list changes the pile."""
        return self.l_cards

    def get_cards_less_last(self) -> list[Card]:
        return self.l_cards[:-1]

    def get_card(self, index: int) -> Card:
        return self.l_cards[index]

    def clone(self) -> CardCollection:
        """The same with other cards, equal ones."""
        made = CardCollection()
        made.l_cards = [card.clone() for card in self.l_cards]
        return made

    def empty(self) -> bool:
        return not self.l_cards

    def remove(self, card: Card) -> None:
        """Take out the first equal card."""
        self.l_cards.remove(card)

    def __str__(self) -> str:
        return "".join(f"{card!s} " for card in self.l_cards)
