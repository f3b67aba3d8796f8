"""Writes a line of fifty megabytes wherever it can write.

Comes to: large or late or died.
"""

from __future__ import annotations

import os
from contextlib import suppress

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class WritesAFlood:
    def choose(self, view: View, budget: float | None) -> Action:
        for number in range(3, 256):
            with suppress(OSError):
                for _ in range(50):
                    os.write(number, b"x" * 1_000_000)
        return any_of(view)
