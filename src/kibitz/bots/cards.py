"""Cards as card players think of them: suits, high and low, and who may still have them.

Bots count cards by their numbers (`game.cards[number]` is the card) and keep sets of them as bit
sets, since that is what `view.knowledge` is asked with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.errors import KibitzError, did_you_mean
from kibitz.knowledge.views import View

__all__ = ["Cards", "cards_of", "held", "must_have", "set_of"]


class Cards:
    """The cards of a game with suits and ranks; of each suit, the ranks are given lowest first."""

    def __init__(self, game: Game, ranks: Sequence[str]) -> None:
        self.suit = tuple(face.attributes.get("SUIT", "") for face in game.cards)
        """The suit of each card."""
        heights = {rank: height for height, rank in enumerate(ranks)}
        self.height = tuple(heights.get(f.attributes.get("RANK", ""), -1) for f in game.cards)
        """How high each card is in its suit, from 0; -1 for cards of no rank."""
        self.number = {face.text: face.number for face in game.cards}
        """The number of the card that is written so."""
        self.suits: dict[str, int] = {}
        """The cards of each suit, as a bit set."""
        self.above = [0] * len(game.cards)
        """For each card the higher ones of its suit, as a bit set."""
        for card, suit in enumerate(self.suit):
            if self.height[card] >= 0:
                self.suits[suit] = self.suits.get(suit, 0) | 1 << card
                for other, height in enumerate(self.height):
                    if self.suit[other] == suit and height > self.height[card]:
                        self.above[card] |= 1 << other
        self.hands = [1 << game.place(f"HAND {seat}") for seat in range(game.players)]
        """The hand of each seat, as a set of one place."""
        self.others = [sum(self.hands) - own for own in self.hands]
        """The hands of all others."""
        self.tricks = [f"TRICK {seat}" for seat in range(game.players)]

    def played(self, actions: Iterable[Action]) -> dict[int, Action]:
        """The actions that play a card, by its number."""
        return {self.number[action.cards[0]]: action for action in actions if action.cards}

    def table(self, view: View) -> list[int]:
        """The cards of the trick, the one led first."""
        laid = [(seat, view.numbers(trick)) for seat, trick in enumerate(self.tricks)]
        here = view.to_move or 0
        order = sorted(laid, key=lambda each: (each[0] - here) % len(laid) or len(laid))
        return [card for _, cards in order for card in cards]

    def beats(self, card: int, best: int, trump: str) -> bool:
        """Whether a card takes the trick from the best so far."""
        if self.suit[card] == self.suit[best]:
            return self.height[card] > self.height[best]
        return self.suit[card] == trump

    def of_suit(self, cards: Iterable[int], suit: str) -> list[int]:
        """Those of a suit, lowest first."""
        found = [card for card in cards if self.suit[card] == suit]
        return sorted(found, key=self.height.__getitem__)


def cards_of(game: Game, ranks: Sequence[str]) -> Cards:
    """The cards of a game, worked out once."""
    return derived(game, Cards, tuple(ranks))


def set_of(cards: Iterable[int]) -> int:
    """Cards as a bit set."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def held(view: View, seat: int) -> int:
    """How many cards a seat has, as everybody sees."""
    cards = view.places[f"HAND {seat}"]
    return cards if isinstance(cards, int) else len(cards)


def must_have(
    bot: str, game: Game, places: Iterable[str], stores: Iterable[str], players: int
) -> None:
    """Refuse a game that a bot was not made for."""
    missing = [place for place in places if place not in game.place_names]
    missing += [store for store in stores if store not in game.store_slots]
    if game.players != players:
        missing.insert(0, f"{players} players")
    if missing:
        near = did_you_mean(missing[0], [*game.place_names, *game.store_slots])
        raise KibitzError(
            f"the bot {bot} cannot play {game.title}, which has no {missing[0]}{near}",
            "give a bot for any game: random, first, osla",
        )
