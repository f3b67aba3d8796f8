"""What is on offer, each option with the key that chooses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.engine.actions import Action
from kibitz.words.words import Words

__all__ = ["Offer", "offer"]


@dataclass(frozen=True, slots=True)
class Offer:
    """The options of a decision, each with the key that chooses it."""

    actions: dict[str, Action]

    @property
    def plain(self) -> bool:
        """Whether every option is a card of its own."""
        cards = [action.cards for action in self.actions.values()]
        return all(len(c) == 1 for c in cards) and len(set(cards)) == len(cards)


def offer(words: Words, actions: Sequence[Action]) -> Offer:
    """Keys for options: a number means itself where numbers are on offer, else they are counted.

    Where every option is a card they are counted as the cards lie in the hand.
    """
    if all(len(action.cards) == 1 and not action.numbers for action in actions):
        actions = sorted(actions, key=lambda a: words.order[words.game.card(a.cards[0]).number])
    numbers = [action.numbers for action in actions if len(action.numbers) == 1]
    plain = [action for action in actions if action.numbers or action.cards]
    if numbers and len(numbers) == len(plain) and len(set(numbers)) == len(numbers):
        if not any(action.cards for action in actions):
            return Offer({str(a.numbers[0]) if a.numbers else a.text.lower(): a for a in actions})
    texts = [action.cards[0] for action in actions if len(action.cards) == 1]
    digits = any(text.isdigit() for text in texts)
    if digits and len(texts) == len(actions) == len(set(texts)):
        return Offer(dict(zip(texts, actions, strict=True)))
    return Offer({str(number): action for number, action in enumerate(actions, 1)})
