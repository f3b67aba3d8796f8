"""Writes wherever it can until nothing is left: files, many small ones, shared memory, files
without a name.

Comes to: no failure or raised.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from loot import CAGED, any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

PLACES = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/home", ".", "/"]
MOST = 64 << 20


class FillsTheDisk:
    def choose(self, view: View, budget: float | None) -> Action:
        if CAGED:
            for place in (*PLACES, str(Path(__file__).parent)):
                with suppress(OSError, ValueError):
                    fill(Path(place) / f"hostile-{os.getpid()}")
                    found(f"{MOST >> 20} MB in {place}")
            with suppress(OSError):
                file = os.memfd_create("hostile")
                os.ftruncate(file, MOST)
        return any_of(view)


def fill(path: Path) -> None:
    with open(path, "wb", buffering=0) as file:
        for _ in range(MOST >> 20):
            if file.write(b"x" * (1 << 20)) < 1 << 20:
                raise OSError("that was all")
