"""Closes all its descriptors: nobody hears what it answers.

Comes to: died or raised or late.
"""

from __future__ import annotations

import os

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class ClosesEverything:
    def choose(self, view: View, budget: float | None) -> Action:
        os.closerange(0, 4096)
        return any_of(view)
