"""Always takes a little longer than it may, without using the processor.

Comes to: late.
"""

from __future__ import annotations

import time

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Sleeps:
    def choose(self, view: View, budget: float | None) -> Action:
        time.sleep((budget or 0.2) + 0.5)
        return any_of(view)
