"""Thinks forever, and catches whatever may be thrown at it to stop it.

Comes to: late.
"""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class LoopsWithABareExcept:
    def choose(self, view: View, budget: float | None) -> Action:
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass
