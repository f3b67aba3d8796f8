"""Follows a null pointer: the interpreter is gone in the middle of a sentence.

Comes to: died.
"""

from __future__ import annotations

import ctypes

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class Crashes:
    def choose(self, view: View, budget: float | None) -> Action:
        ctypes.string_at(0)
        return any_of(view)
