"""Raises when it hears how the game ended: the game counts as it was played.

Comes to: no failure or raised.
"""

from __future__ import annotations

from loot import any_of

from kibitz.bots.bot import Result
from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class RaisesAtTheEnd:
    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)

    def finish(self, result: Result) -> None:
        raise RuntimeError(f"unfair: {result}")
