"""Its method start never comes back.

Comes to: start.
"""

from __future__ import annotations

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View


class TakesForeverToStart:
    def start(self, game: Game, seat: int, seed: int) -> None:
        while True:
            pass

    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)
