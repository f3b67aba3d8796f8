"""Writes its next answers before it is asked, and nothing afterwards: it wants to have taken no
time.

Comes to: no failure or illegal or garbage or late or died.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class AnswersEarly:
    def choose(self, view: View, budget: float | None) -> Action:
        lines = b"".join(
            json.dumps({"type": "choice", "action": action.text}).encode() + b"\n"
            for action in view.actions
        )
        for number in range(3, 256):
            with suppress(OSError):
                os.set_blocking(number, False)
                os.write(number, lines)
        return any_of(view)
