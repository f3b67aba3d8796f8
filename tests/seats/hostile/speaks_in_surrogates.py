"""Half characters that cannot be written in UTF-8, in its answers, its name and what it prints.

Comes to: illegal or garbage or raised.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class SpeaksInSurrogates:
    def choose(self, view: View, budget: float | None) -> Action:
        action = replace(view.actions[0], text="\udce9\ud83d", label="\ud800\x00\r\n")
        if len(view.events) % 2:
            raise ValueError("\udfff\ud83d \x1b[2J \x00 \r\n")
        return action


SpeaksInSurrogates.__name__ = SpeaksInSurrogates.__qualname__ = "Spe\u0430ks\u202e\u2028"
