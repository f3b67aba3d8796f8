"""Takes memory that counts for no process: files in memory, as many as it can open.

Comes to: no failure or raised.
"""

from __future__ import annotations

import os

from loot import CAGED, any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

EACH, MOST = 16 << 20, 64


class EatsMemoryInFiles:
    def choose(self, view: View, budget: float | None) -> Action:
        taken = 0
        for number in range(MOST if CAGED else 0):
            try:
                file = os.memfd_create(f"hostile-{number}")
                taken += os.write(file, bytes(EACH))
            except OSError:
                break
        if taken >= EACH * MOST:
            found("a gigabyte in files without a name")
        return any_of(view)
