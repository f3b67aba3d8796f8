"""Plays well, and never comes back from hearing how the game ended;
nobody waits for it.

Comes to: late.
"""

from __future__ import annotations

from loot import any_of

from kibitz.bots.bot import Result
from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class NeverFinishes:
    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)

    def finish(self, result: Result) -> None:
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass
