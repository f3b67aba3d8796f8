"""Takes memory until there is none, first within Python, then behind its back.

Comes to: raised or died.
"""

from __future__ import annotations

from loot import any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class EatsMemory:
    def choose(self, view: View, budget: float | None) -> Action:
        kept = []
        for _ in range(64):
            kept.append(bytearray(256 << 20))
        if kept:
            found("16 GB of memory")
        return any_of(view)
