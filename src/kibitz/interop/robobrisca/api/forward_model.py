"""`Game.ForwardModel`: the rules, as bots try them out."""

from __future__ import annotations

from typing import Any, Protocol

from kibitz.interop.robobrisca.api.action import Action
from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection
from kibitz.interop.robobrisca.api.common import calculate_points, is_better_card
from kibitz.interop.robobrisca.api.game_state import GameState
from kibitz.interop.robobrisca.api.observation import Observation

__all__ = ["ForwardModel"]

PLAYERS = 4


class Scoring(Protocol):
    """Anything that can be passed as a heuristic."""

    def get_score(self, observation: Any, player_id: int) -> Any: ...


class ForwardModel:
    """Plays a card in a state, or in an observation as if that were one."""

    __module__ = "Game.ForwardModel"

    def play(self, gs: GameState | Observation, action: Action, heuristic: Scoring) -> Any:
        """Play a card for who is to move, and say what the heuristic thinks of it before anybody
        takes the trick."""
        seat = gs.turn
        card = action.get_card()
        gs.hands[seat].remove(card)
        gs.playing_cards.add_card(card)
        reward = heuristic.get_score(gs, seat)
        if gs.playing_cards.len() < PLAYERS:
            gs.turn = self.next_turn(seat)
            return reward
        assert gs.trump_card is not None
        gs.turn = winner = self.get_round_winner(gs.playing_cards, gs.trump_card, seat)
        gs.won_cards[winner].add_cards(gs.playing_cards.get_cards())
        gs.playing_cards.clear()
        if not gs.main_deck.empty():
            for drawing in range(winner, winner + PLAYERS):
                gs.hands[drawing % PLAYERS].add_card(gs.main_deck.draw())
        return reward

    def next_turn(self, turn: int) -> int:
        return (turn + 1) % PLAYERS

    def get_round_winner(self, playing_cards: CardCollection, trump_card: Card, turn: int) -> int:
        """Who takes a trick whose last card was played by `turn`."""
        cards = playing_cards.get_cards()
        best = 0
        for at, card in enumerate(cards):
            if is_better_card(card, cards[best], trump_card, cards[0]):
                best = at
        return (turn + 1 + best - len(cards)) % PLAYERS

    def check_winner(self, gs: GameState | Observation) -> int | None:
        """Write down which team has won, if the game is over: by points, then by cards; if these
        are equal too, it is the second."""
        if not gs.is_terminal():
            return -1
        points = [0, 0]
        taken = [0, 0]
        for seat, won in enumerate(gs.won_cards):
            points[seat % 2] += calculate_points(won.get_cards())
            taken[seat % 2] += won.len()
        gs.winner = 0 if (points[0], taken[0]) > (points[1], taken[1]) else 1
        return None

    def get_points_player(self, seat: int, gs: GameState | Observation) -> int:
        """What a player has won so far."""
        return calculate_points(gs.won_cards[seat].get_cards())
