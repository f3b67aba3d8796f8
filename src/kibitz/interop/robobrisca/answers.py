"""What a bot of RoboBrisca's has answered: the card that is in it, by its value.

An answer may be anything, and what it says of itself when it is compared or printed may be wrong.
So it is not asked: its suit and number are read, and made plain, once.
"""

from __future__ import annotations

from typing import Any

from kibitz.bots.player import BotFault, Wrong
from kibitz.interop.robobrisca.api.card import Card

__all__ = ["WrongAnswer", "card_in"]

MISSING = object()


class WrongAnswer(BotFault):
    """An answer that cannot be played, and what is the matter: it is illegal, or garbage."""

    def __init__(self, said: str, cause: Wrong) -> None:
        super().__init__(said, "think must return one of observation.get_list_actions()", cause)


def card_in(answer: object) -> str:
    """The card of an action, `O12`; whatever is no action is refused."""
    kind = type(answer).__name__
    if Card in type(answer).__mro__:
        raise WrongAnswer("its answer is a Card, not an Action", "garbage")
    try:
        card: Any = getattr(answer, "card", MISSING)
        if card is MISSING:
            card = answer.get_card()  # type: ignore[attr-defined]
    except Exception:
        raise WrongAnswer(
            f"its answer is not an Action (it is of type {kind})", "garbage"
        ) from None
    try:
        suit, number = card.card_type, card.card_number
        found = f"{_text(suit)}{_number(number)}"
    except Exception:
        kind = type(card).__name__
        raise WrongAnswer(f"its Action has no card (but a {kind})", "garbage") from None
    return found


def _text(value: object) -> str:
    """The letters of a text, whatever it says of them."""
    if not isinstance(value, str):
        raise TypeError
    return str.__str__(value)


def _number(value: object) -> int:
    """The number in a whole number of any kind."""
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, float) and float.is_integer(value):
        return float.__int__(value)
    return int.__int__(value.__index__())  # type: ignore[attr-defined]
