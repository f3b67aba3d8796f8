"""Thinks forever.

Comes to: late.
"""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Loops:
    def choose(self, view: View, budget: float | None) -> Action:
        while True:
            pass
