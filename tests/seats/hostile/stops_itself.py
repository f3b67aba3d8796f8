"""Stops its own process: nobody is there to answer, and nobody has died.

Comes to: late.
"""

from __future__ import annotations

import os
import signal

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class StopsItself:
    def choose(self, view: View, budget: float | None) -> Action:
        os.kill(os.getpid(), signal.SIGSTOP)
        return any_of(view)
