"""`Game.Observation`: what a player sees, with cards drawn at random where they see none."""

from __future__ import annotations

import random
from typing import Protocol, TypeVar

from kibitz.interop.robobrisca.api.action import Action
from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection

__all__ = ["Observation", "randomized"]

_T = TypeVar("_T", Card, CardCollection)


class Situation(Protocol):
    """What an observation and a true state of the game have in common."""

    n_players: int
    turn: int
    main_deck: CardCollection
    hands: list[CardCollection]
    won_cards: list[CardCollection]
    playing_cards: CardCollection
    winner: int

    @property
    def trump_card(self) -> Card | None: ...


class Observation:
    """One player's sight of the game: their hand is true, so are all cards that lie open, and how
    many there are of the others. Everything is a copy but the trump card."""

    __module__ = "Game.Observation"

    def __init__(
        self,
        main_deck: CardCollection,
        hands: list[CardCollection],
        trump_card: Card,
        won_cards: list[CardCollection],
        turn: int,
        n_players: int,
        playing_cards: CardCollection,
        winner: int,
    ) -> None:
        self.main_deck = main_deck.clone()
        self.hands = self.clone_list(hands)
        self.trump_card = trump_card
        self.won_cards = self.clone_list(won_cards)
        self.turn = turn
        self.n_players = n_players
        self.playing_cards = playing_cards.clone()
        self.winner = winner

    def clone_list(self, things: list[_T]) -> list[_T]:
        return [thing.clone() for thing in things]

    def clone(self) -> Observation:
        return Observation(
            self.main_deck,
            self.hands,
            self.trump_card,
            self.won_cards,
            self.turn,
            self.n_players,
            self.playing_cards,
            self.winner,
        )

    def get_list_actions(self) -> list[Action]:
        """One for each card of who is to move, in the order of the hand."""
        return [Action(card) for card in self.hands[self.turn].get_cards()]

    def get_randomized_clone(self) -> Observation:
        """The same with other cards where the player to move sees none."""
        return randomized(self)

    def is_terminal(self) -> bool:
        return self.main_deck.empty() and all(hand.empty() for hand in self.hands)


def randomized(of: Situation) -> Observation:
    """What the player to move sees. The stock without its last card and the hands of the others are
    shuffled together and dealt again, as many to each; the last of the stock is the trump card."""
    assert of.trump_card is not None
    others = [seat for seat in range(of.n_players) if seat != of.turn]
    pool = of.main_deck.get_cards_less_last()
    for seat in others:
        pool.extend(of.hands[seat].get_cards())
    random.shuffle(pool)
    hands = list(of.hands)
    for seat in others:
        count = of.hands[seat].len()
        hands[seat] = CardCollection()
        hands[seat].add_cards(pool[:count])
        del pool[:count]
    stock = CardCollection()
    stock.add_cards(pool)
    if not of.main_deck.empty():
        stock.add_card(of.trump_card)
    return Observation(
        stock,
        hands,
        of.trump_card,
        of.won_cards,
        of.turn,
        of.n_players,
        of.playing_cards,
        of.winner,
    )
