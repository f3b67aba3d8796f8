"""Ends its process with os._exit, and says that all went well.

Comes to: died.
"""

from __future__ import annotations

import os

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class ExitsHard:
    def choose(self, view: View, budget: float | None) -> Action:
        os._exit(0)
