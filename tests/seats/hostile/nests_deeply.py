"""Answers with JSON that is nested a hundred thousand times, and with objects of a million keys.

Comes to: garbage or large.
"""

from __future__ import annotations

import os
from contextlib import suppress

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class NestsDeeply:
    def choose(self, view: View, budget: float | None) -> Action:
        line = [b"[" * 100_000, b'{"a":' * 100_000][len(view.events) % 2] + b"\n"
        for number in range(3, 256):
            with suppress(OSError):
                os.write(number, line)
        return any_of(view)
