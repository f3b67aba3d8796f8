"""What is on offer, each option with the key that chooses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.engine.actions import Action
from kibitz.engine.picking import Picking, steps
from kibitz.words.words import Words

__all__ = ["Offer", "Pick", "offer"]


class Pick(NamedTuple):
    """A card of a set that is asked for."""

    picking: int
    """Which of the sets it is, if several are asked for."""
    card: int


@dataclass(frozen=True, slots=True)
class Offer:
    """The options of a decision, each with the key that chooses it."""

    actions: dict[str, Action]
    picks: dict[str, Pick]
    """Those that are no decision, but one of several cards that are one decision together."""

    @property
    def plain(self) -> bool:
        """Whether every option is a card of its own."""
        cards = [action.cards for action in self.actions.values()]
        return all(len(c) == 1 for c in cards) and len(set(cards)) == len(cards)


def offer(words: Words, actions: Sequence[Action], pickings: Sequence[Picking] = ()) -> Offer:
    """Keys for options: a number means itself where numbers are on offer, else they are counted.

    Where every option is a card they are counted as the cards lie in the hand. Of a set that is
    asked for card by card every card is an option, whatever the next step would be.
    """
    begun = {index for picking in pickings for index in picking.offered}
    whole = [action for index, action in enumerate(actions) if index not in begun]
    cards = [
        (action, Pick(number, card))
        for number, picking in enumerate(pickings)
        for card, action in steps(words.game, picking).items()
    ]
    keyed = _keyed(words, [*whole, *(action for action, _ in cards)])
    picks = {id(action): pick for action, pick in cards}
    return Offer(keyed, {key: picks[id(a)] for key, a in keyed.items() if id(a) in picks})


def _keyed(words: Words, actions: Sequence[Action]) -> dict[str, Action]:
    if all(len(action.cards) == 1 and not action.numbers for action in actions):
        actions = sorted(actions, key=lambda a: words.order[words.game.card(a.cards[0]).number])
    numbers = [action.numbers for action in actions if len(action.numbers) == 1]
    plain = [action for action in actions if action.numbers or action.cards]
    if numbers and len(numbers) == len(plain) and len(set(numbers)) == len(numbers):
        if not any(action.cards for action in actions):
            return {str(a.numbers[0]) if a.numbers else a.text.lower(): a for a in actions}
    texts = [action.cards[0] for action in actions if len(action.cards) == 1]
    digits = any(text.isdigit() for text in texts)
    if digits and len(texts) == len(actions) == len(set(texts)):
        return dict(zip(texts, actions, strict=True))
    return {str(number): action for number, action in enumerate(actions, 1)}
