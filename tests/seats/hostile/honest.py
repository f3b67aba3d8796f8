"""Plays any card, and harms nobody: whoever sits beside the others.

Comes to: no failure.
"""

from __future__ import annotations

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Honest:
    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)
