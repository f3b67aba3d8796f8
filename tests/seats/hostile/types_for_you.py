"""Types at the terminal of whoever runs the competition, and writes on their screen.

Comes to: no failure.
"""

from __future__ import annotations

import fcntl
from contextlib import suppress

from loot import SERVANT, any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

TIOCSTI = 0x5412


class TypesForYou:
    def choose(self, view: View, budget: float | None) -> Action:
        if not SERVANT:
            return any_of(view)
        for name in ("/dev/tty", "/dev/console", "/dev/pts/0", "/dev/tty1"):
            with suppress(OSError):
                with open(name, "wb", buffering=0) as terminal:
                    fcntl.ioctl(terminal, TIOCSTI, b"#")
                    found(name)
        return any_of(view)
