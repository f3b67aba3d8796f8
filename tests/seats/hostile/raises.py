"""Raises an exception whenever it is asked.

Comes to: raised.
"""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Raises:
    def choose(self, view: View, budget: float | None) -> Action:
        raise ValueError("no idea what to play")
