"""Forks, and goes on as two players: both answer, at every decision.

Comes to: no failure or illegal or garbage or died.
"""

from __future__ import annotations

import os

from loot import any_of, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class GoesOnAsTwo:
    def choose(self, view: View, budget: float | None) -> Action:
        if os.fork() == 0:
            mark()
        return any_of(view)
