"""Kills whoever it can: its parent, the first process, its group, everybody.

Comes to: died or no failure.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from loot import CAGED, SERVANT, any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Kills:
    def choose(self, view: View, budget: float | None) -> Action:
        if CAGED:
            for victim in (os.getppid(), 1, 0, -1):
                for number in (signal.SIGTERM, signal.SIGINT, signal.SIGSTOP, signal.SIGKILL):
                    with suppress(OSError):
                        os.kill(victim, number)
        elif SERVANT:  # it only asks whether it could
            with suppress(OSError):
                os.kill(1, 0)
                found("that it could kill the first process")
        return any_of(view)
