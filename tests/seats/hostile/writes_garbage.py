"""Writes bytes that are no text, and half a message, wherever it can write.

Comes to: garbage or illegal or died.
"""

from __future__ import annotations

import os
from contextlib import suppress

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class WritesGarbage:
    def choose(self, view: View, budget: float | None) -> Action:
        for number in range(3, 256):
            with suppress(OSError):
                os.set_blocking(number, False)
                os.write(number, b'\xff\xfe\x00 {"type": "cho\n')
        return any_of(view)
