"""Forgets to return what it has chosen.

Comes to: nothing.
"""

from __future__ import annotations

from kibitz.knowledge.views import View


class ReturnsNone:
    def choose(self, view: View, budget: float | None) -> None:
        max(view.actions, key=lambda action: action.id)
