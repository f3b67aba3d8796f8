"""A storm of alarms, a thousand a second, also while it is not being asked; the handler raises now
and then.

Comes to: raised or died or garbage or late or no failure.
"""

from __future__ import annotations

import random
import signal

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Alarms:
    def choose(self, view: View, budget: float | None) -> Action:
        signal.signal(signal.SIGALRM, storm)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        return any_of(view)


def storm(*_: object) -> None:
    if random.random() < 0.05:
        raise TimeoutError("in the middle of something else")
