"""`Game.BriscaGame`: the deck, the deal and a whole game, for bots that play in their heads.

No game of ours is played by it: bots import it for the deck, or to try themselves.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from kibitz.interop.robobrisca.api.action import Action
from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection
from kibitz.interop.robobrisca.api.forward_model import ForwardModel, Scoring
from kibitz.interop.robobrisca.api.func_timeout import FunctionTimedOut, func_timeout
from kibitz.interop.robobrisca.api.game_state import GameState
from kibitz.interop.robobrisca.api.observation import Observation

__all__ = ["BriscaGame"]

SUITS, NUMBERS, HELD = "OECB", (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), 3


class BriscaGame:
    """Deals, and plays a game of two bots, each with a copy of itself as its partner."""

    __module__ = "Game.BriscaGame"

    def __init__(self) -> None:
        self.save_game = False
        self.save_file = ""
        self._text = ""

    def create_main_deck(self, main_deck: CardCollection) -> None:
        """Put the whole deck into a pile, shuffled."""
        main_deck.clear()
        for suit in SUITS:
            for number in NUMBERS:
                main_deck.add_card(Card(suit, number))
        main_deck.shuffle()

    def reset(self, game_state: GameState, first_seat: int) -> None:
        """Deal, a card at a time from seat 0 on; the last card of the stock is trump."""
        self.create_main_deck(game_state.main_deck)
        seats = range(game_state.n_players)
        game_state.turn = first_seat
        game_state.playing_cards = CardCollection()
        game_state.hands = [CardCollection() for _ in seats]
        game_state.won_cards = [CardCollection() for _ in seats]
        for _ in range(HELD):
            for hand in game_state.hands:
                hand.add_card(game_state.main_deck.draw())
        game_state.trump_card = game_state.main_deck.get_last_card()

    def save_game_on(self, filename: str) -> None:
        """Have the record of the next game written to a file."""
        self.save_game, self.save_file = True, filename

    def run(
        self,
        game_state: GameState,
        forward_model: ForwardModel,
        heuristic: Scoring,
        l_players: Sequence[Any],
        budget: float,
        verbose: bool = False,
        controlling_time: bool = False,
    ) -> None:
        """Play a game that was dealt; who has won is then in its state."""
        players = [*l_players, *map(copy.deepcopy, l_players)]
        self._text = "".join(f"{player!s} " for player in players) if self.save_game else ""
        for what in (game_state.turn, game_state.main_deck, *game_state.hands):
            self._text += f"\n{what!s}"
        while not game_state.is_terminal():
            player = players[game_state.turn]
            self.player_turn(
                *(game_state, forward_model, heuristic, player),
                *(budget, verbose, controlling_time),
            )
        seats = range(game_state.n_players)
        totals = [forward_model.get_points_player(seat, game_state) for seat in seats]
        self._text += "\n" + "".join(f"{points} " for points in totals)
        forward_model.check_winner(game_state)
        if self.save_game:
            with open(self.save_file, "w", encoding="utf-8") as file:
                file.write(self._text)

    def player_turn(
        self,
        game_state: GameState,
        forward_model: ForwardModel,
        heuristic: Scoring,
        player: Any,
        budget: float,
        verbose: bool = False,
        controlling_time: bool = False,
    ) -> None:
        """One card of a game."""
        seat, observation = game_state.turn, game_state.get_observation()
        action = self.player_thinking(player, observation, budget, controlling_time)
        reward = forward_model.play(game_state, action, heuristic)
        self._text += f"\n{seat} {action!s} {reward}"
        if verbose:
            print(f"{seat} {player!s}: {action!s} ({reward})")

    def player_thinking(
        self, player: Any, observation: Observation, budget: float, controlling_time: bool = False
    ) -> Action:
        """What a bot answers; if it is late, a card at random."""
        if not controlling_time:
            answer: Action = player.think(observation, budget)
            return answer
        try:
            found: Action = func_timeout(budget, player.think, args=(observation, budget))
        except FunctionTimedOut:
            return self.get_random_action(observation)
        return found

    def get_random_action(self, observation: Observation) -> Action:
        return random.choice(observation.get_list_actions())
