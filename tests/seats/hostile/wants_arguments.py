"""Its constructor wants something that nobody gives.

Comes to: start.
"""

from __future__ import annotations

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class WantsArguments:
    def __init__(self, network: object) -> None:
        self.network = network

    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)
