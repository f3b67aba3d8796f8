"""Leaves daemons: grandchildren in sessions of their own, which hold nothing open and wait for the
next game.

Comes to: no failure.
"""

from __future__ import annotations

import os
import signal

from loot import any_of, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class LeavesDaemons:
    def choose(self, view: View, budget: float | None) -> Action:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                mark()
                os.closerange(0, 4096)
                for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
                    signal.signal(number, signal.SIG_IGN)
                while True:
                    signal.pause()
            os._exit(0)
        return any_of(view)
