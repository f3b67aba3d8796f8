"""Calls itself without end, with the limit of Python lifted: the stack of C overflows.

Comes to: died or raised.
"""

from __future__ import annotations

import sys

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Deep:
    def __getattribute__(self, name: str) -> object:
        return getattr(self, name)


class Recurses:
    def choose(self, view: View, budget: float | None) -> Action:
        sys.setrecursionlimit(10**9)
        action: Action = getattr(Deep(), "action")  # noqa: B009
        return action
