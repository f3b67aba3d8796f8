"""Hangs wherever Python tidies up: in __del__, in atexit, in a thread that is waited for.

Comes to: no failure.
"""

from __future__ import annotations

import atexit
import threading
import time

from loot import any_of, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


def hang(*_: object) -> None:
    mark()
    while True:
        time.sleep(60)


class LivesOnAfterDeath:
    def __init__(self) -> None:
        atexit.register(hang)
        threading.Thread(target=hang).start()
        self.me = self  # only the collector can end it

    __del__ = hang

    def choose(self, view: View, budget: float | None) -> Action:
        return any_of(view)
