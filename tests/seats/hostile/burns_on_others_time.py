"""Answers at once, and leaves threads and a process that go on thinking while others are to move.

Comes to: no failure or late.
"""

from __future__ import annotations

import os
import threading

from loot import any_of, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

BURNING = threading.Event()


class BurnsOnOthersTime:
    def choose(self, view: View, budget: float | None) -> Action:
        for _ in range(0 if BURNING.is_set() else 4):
            threading.Thread(target=burn, daemon=True).start()
        BURNING.wait()
        if os.fork() == 0:
            burn()
        return any_of(view)


def burn() -> None:
    mark()
    BURNING.set()
    while True:
        pass
