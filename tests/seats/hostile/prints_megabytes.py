"""Prints ten megabytes at every decision, on both streams, with and without line ends.

Comes to: no failure.
"""

from __future__ import annotations

import os

from loot import any_of

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class PrintsMegabytes:
    def choose(self, view: View, budget: float | None) -> Action:
        print("x" * 5_000_000)
        os.write(2, b"line\n" * 1_000_000)
        print('{"type": "choice", "action": "play AS"}', flush=True)
        return any_of(view)
