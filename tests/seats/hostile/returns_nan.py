"""Answers with actions whose fields are no text and no number: NaN, infinity, an integer of a
million digits.

Comes to: illegal or garbage or raised.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class ReturnsNan:
    def choose(self, view: View, budget: float | None) -> Action:
        action = view.actions[0]
        odd = [float("nan"), float("inf"), 10**1_000_000, 1e400, True]
        for field in ("id", "text", "label"):
            action = replace(action, **{field: odd[len(view.events) % len(odd)]})  # type: ignore[arg-type]
        return action
