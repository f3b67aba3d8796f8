"""Has the method by which measuring tools see all hands; nobody else may.

Comes to: start.
"""

from __future__ import annotations

from typing import Any

from loot import any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class WantsAllHands:
    def choose_seeing_all(self, state: Any, budget: float | None) -> Action:
        found("the state")
        action: Action = state.actions[0]
        return action

    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)
