"""Ignores every signal that can be ignored, and thinks forever.

Comes to: late.
"""

from __future__ import annotations

import signal

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class IgnoresSignals:
    def choose(self, view: View, budget: float | None) -> Action:
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            signal.pause()
