"""`Game.Common`: which card is better, and what cards are worth."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.interop.robobrisca.api.card import Card

__all__ = ["calculate_points", "is_better_card"]


def is_better_card(actual: Card, prev: Card, trump_card: Card, round_card: Card) -> bool:
    """Whether a card beats one that was played before it, in a trick that began with `round_card`.

    Two cards that are neither trumps nor of the suit led are compared as if they were of one suit:
    no trick is decided by that, but heuristics are.
    """
    for suit in (trump_card.card_type, round_card.card_type):
        if (actual.card_type == suit) != (prev.card_type == suit):
            return actual.card_type == suit
        if actual.card_type == suit:
            break
    worth, before = actual.get_value(), prev.get_value()
    return worth > before or (worth == before and actual.card_number > prev.card_number)


def calculate_points(cards: Iterable[Card]) -> int:
    """What cards are worth together."""
    return sum(card.get_value() for card in cards)


is_better_card.__module__ = calculate_points.__module__ = "Game.Common"
