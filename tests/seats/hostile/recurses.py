"""Calls itself without end, with the limit of Python lifted: the stack of C overflows.

Comes to: died or raised.
"""

from __future__ import annotations

import sys

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Recurses:
    def choose(self, view: View, budget: float | None) -> Action:
        sys.setrecursionlimit(10**9)
        return self.choose(view, repr([budget]))  # type: ignore[arg-type]
