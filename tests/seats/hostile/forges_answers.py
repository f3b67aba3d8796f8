"""Writes answers for itself and for others on every descriptor: that it is ready, that it chose,
that another failed, how the game ended.

Comes to: illegal or garbage or raised or no failure or died.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

FORGED = [
    {"type": "failed", "cause": "late", "said": "it was North", "seat": 0},
    {"type": "choice", "action": "play AS", "seat": 0},
    {"type": "end", "scores": [9, 9, 9, 9], "ranks": [1, 1, 1, 1]},
    {"type": "ready", "wants": ["state"]},
]


class ForgesAnswers:
    def choose(self, view: View, budget: float | None) -> Action:
        line = json.dumps(FORGED[len(view.events) % len(FORGED)]).encode() + b"\n"
        for number in range(3, 256):
            with suppress(OSError):
                os.set_blocking(number, False)
                os.write(number, line)
        return any_of(view)
