"""Takes memory in many processes, each of them within its limit.

Comes to: no failure or raised or died or late.
"""

from __future__ import annotations

import os
import signal

from loot import CAGED, any_of, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

EACH, MOST = 64 << 20, 40
"""Bytes and processes: more would be a danger to whoever tries this; the limit is another's."""


class EatsMemoryTogether:
    def choose(self, view: View, budget: float | None) -> Action:
        if CAGED:
            for _ in range(MOST):
                if os.fork() == 0:
                    mark()
                    kept = bytearray(EACH)
                    while kept:
                        signal.pause()
        return any_of(view)
