"""A fork bomb, with threads too; it takes what it gets and stays.

Comes to: no failure or raised or died or late.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress

from loot import CAGED, any_of, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Bombs:
    def choose(self, view: View, budget: float | None) -> Action:
        if CAGED:
            for _ in range(500):
                with suppress(OSError):
                    if os.fork() == 0:
                        mark()
                        while True:
                            with suppress(OSError, RuntimeError):
                                threading.Thread(target=signal.pause).start()
                            signal.sigtimedwait([], 1)
        return any_of(view)
