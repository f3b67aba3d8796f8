"""Asks the person at the keyboard what to play; nobody is there.

Comes to: raised.
"""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class ReadsTheKeyboard:
    def choose(self, view: View, budget: float | None) -> Action:
        return view.actions[int(input("which? "))]
