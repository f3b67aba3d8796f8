"""Its constructor raises.

Comes to: start.
"""

from __future__ import annotations

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class CannotBeMade:
    def __init__(self) -> None:
        with open("/no/such/weights.npz"):
            pass

    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)
