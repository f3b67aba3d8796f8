"""Has the kernel wake it whenever it is stopped, by a timer that sends SIGCONT a thousand times a
second, and goes on thinking while others are to move.

Comes to: no failure.
"""

from __future__ import annotations

import ctypes
import signal
import struct
import threading

from loot import any_of, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

C = ctypes.CDLL(None)
THINKING = threading.Event()


class WakesItself:
    def __init__(self) -> None:
        self.begun = False

    def choose(self, view: View, budget: float | None) -> Action:
        if not self.begun:
            self.begun = True
            signal.signal(signal.SIGCONT, lambda *_: None)
            event = struct.pack("Pii48x", 0, signal.SIGCONT, 0)  # struct sigevent, SIGEV_SIGNAL
            timer, often = ctypes.c_void_p(), struct.pack("qqqq", 0, 1_000_000, 0, 1_000_000)
            if C.timer_create(0, event, ctypes.byref(timer)) == 0:
                C.timer_settime(timer, 0, often, None)
            threading.Thread(target=think, daemon=True).start()
            THINKING.wait()
        return any_of(view)


def think() -> None:
    mark()
    THINKING.set()
    while True:
        pass
