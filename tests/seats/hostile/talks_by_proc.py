"""Tells its partner its hand by what /proc shows of a process: its name, its arguments, how many
threads it has.

Comes to: no failure.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path

from loot import any_of, hand, mark, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class TalksByProc:
    def choose(self, view: View, budget: float | None) -> Action:
        digits = "".join(f"{number:02}" for number in sorted(hand(view)))
        for at in range(0, len(digits), 6):
            threading.Thread(
                target=wait, args=[f"kz{view.seat}{at:02}{digits[at : at + 6]}"], daemon=True
            ).start()
        heard = {}
        for name in Path("/proc").glob("[0-9]*/task/*/comm"):
            with suppress(OSError):
                said = name.read_text().strip()
                if said.startswith(f"kz{partner(view)}"):
                    heard[said[3:5]] = said[5:]
        if heard:
            digits = "".join(heard[at] for at in sorted(heard))
            tell(view, [int(digits[at : at + 2]) for at in range(0, len(digits), 2)])
        return any_of(view)


def wait(name: str) -> None:
    mark(name)
    while True:
        time.sleep(60)
