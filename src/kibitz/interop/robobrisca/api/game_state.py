"""`Game.GameState`: the true state of a game, for bots that play games in their heads."""

from __future__ import annotations

from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection
from kibitz.interop.robobrisca.api.observation import Observation, randomized

__all__ = ["GameState"]


class GameState:
    """All cards; empty until `BriscaGame.reset` deals."""

    __module__ = "Game.GameState"

    def __init__(self) -> None:
        self.n_players = 4
        self.turn = 0
        self.trump_card: Card | None = None
        self.playing_cards = CardCollection()
        self.main_deck = CardCollection()
        self.hands: list[CardCollection] = []
        self.won_cards: list[CardCollection] = []
        self.winner = -1

    def get_observation(self) -> Observation:
        """What the player to move sees."""
        return randomized(self)

    def is_terminal(self) -> bool:
        return self.main_deck.empty() and all(hand.empty() for hand in self.hands)

    def __str__(self) -> str:
        hands, won = (
            "".join(f"{seat}: {pile}\n" for seat, pile in enumerate(piles))
            for piles in (self.hands, self.won_cards)
        )
        return (
            f"DECK\n{self.main_deck}\nTURN\n{self.turn}\nTRUMP\n{self.trump_card}\n"
            f"HANDS\n{hands}PLAYED CARDS\n{self.playing_cards}\nWON CARDS\n{won}"
        )
