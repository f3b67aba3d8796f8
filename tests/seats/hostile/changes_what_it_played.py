"""Keeps the action it played, and makes another card of it once it has answered.

Comes to: no failure or illegal.
"""

from __future__ import annotations

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class ChangesWhatItPlayed:
    def __init__(self) -> None:
        self.played: Action | None = None

    def choose(self, view: View, budget: float | None) -> Action:
        if self.played is not None:
            object.__setattr__(self.played, "id", view.actions[-1].id)
            object.__setattr__(self.played, "text", "play AS")
            object.__setattr__(self.played, "cards", ("AS",))
        self.played = any_of(view)
        return self.played
