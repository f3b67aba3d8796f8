"""Wants more of the machine than others: a high priority, a real-time schedule, all processors.

Comes to: no failure.
"""

from __future__ import annotations

import os
from contextlib import suppress

from loot import SERVANT, any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class TakesTheProcessor:
    def choose(self, view: View, budget: float | None) -> Action:
        if not SERVANT:
            return any_of(view)
        before = os.getpriority(os.PRIO_PROCESS, 0)
        for policy in (os.SCHED_FIFO, os.SCHED_RR):
            with suppress(OSError):
                os.sched_setscheduler(0, policy, os.sched_param(1))
                found("a real-time schedule")
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, before - 1)
            found("a higher priority")
        return any_of(view)
