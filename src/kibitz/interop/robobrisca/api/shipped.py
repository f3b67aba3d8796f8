"""`Players.RandomPlayer` and others that came with RoboBrisca: bots may import them, to try
themselves against, or to play on with."""

from __future__ import annotations

import random
import time
from typing import Any

from kibitz.interop.robobrisca.api.forward_model import ForwardModel
from kibitz.interop.robobrisca.api.heuristic import Heuristic
from kibitz.interop.robobrisca.api.player import Player

__all__ = ["AlwaysFirstPlayer", "HumanPlayer", "OSLAPlayer", "RandomPlayer", "SlowPlayer"]


class RandomPlayer(Player):
    """Plays any card."""

    __module__ = "Players.RandomPlayer"

    def think(self, observation: Any, budget: float) -> Any:
        return random.choice(observation.get_list_actions())

    def __str__(self) -> str:
        return "RandomPlayer"


class AlwaysFirstPlayer(Player):
    """Plays the first card."""

    __module__ = "Players.AlwaysFirstPlayer"

    def think(self, observation: Any, budget: float) -> Any:
        return observation.get_list_actions()[0]

    def __str__(self) -> str:
        return "AlwaysFirstPlayer"


class SlowPlayer(Player):
    """Is always late."""

    __module__ = "Players.SlowPlayer"

    def think(self, observation: Any, budget: float) -> Any:
        time.sleep(budget + 1)
        return observation.get_list_actions()[0]

    def __str__(self) -> str:
        return "SlowPlayer"


class HumanPlayer(Player):
    """Asks whoever is at the keyboard."""

    __module__ = "Players.HumanPlayer"

    def think(self, observation: Any, budget: float) -> Any:
        actions = observation.get_list_actions()
        for number, action in enumerate(actions):
            print(number, action)
        return actions[int(input())]

    def __str__(self) -> str:
        return "HumanPlayer"


class OSLAPlayer(Player):
    """Plays the card after which the heuristic says most."""

    __module__ = "Players.OSLAPlayer"

    def think(self, observation: Any, budget: float) -> Any:
        def gain(action: Any) -> Any:
            return ForwardModel().play(observation.clone(), action, Heuristic())

        return max(observation.get_list_actions(), key=gain)

    def __str__(self) -> str:
        return "OSLAPlayer"
