"""Replaces what is around it in its own process: the clock stands still, JSON says that all is
well, its answer is always on offer, whoever checks it is a friend.

Comes to: illegal or late or garbage or died or raised.
"""

from __future__ import annotations

import json
import sys
import time

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class PatchesTheHouse:
    def choose(self, view: View, budget: float | None) -> Action:
        for clock in ("time", "monotonic", "perf_counter", "process_time"):
            setattr(time, clock, lambda: 0.0)
        Action.__eq__ = lambda self, other: True  # type: ignore[method-assign]
        json.dumps = lambda *_, **__: '{"type": "choice", "action": "play O1", "id": 9}'
        for name, module in list(sys.modules.items()):
            if name.startswith("kibitz.seats"):
                for what, value in list(vars(module).items()):
                    if callable(value) and not isinstance(value, type):
                        setattr(module, what, lambda *_, **__: True)
        return Action(1 << 40, "win", "win")
