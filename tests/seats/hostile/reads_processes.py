"""Reads whatever /proc tells of other processes: arguments, environments, memory, descriptors.

Comes to: no failure.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from loot import SERVANT, any_of, found, leaked

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class ReadsProcesses:
    def choose(self, view: View, budget: float | None) -> Action:
        if not SERVANT:
            return any_of(view)
        for process in others():
            for what in ("cmdline", "environ", "comm"):
                with suppress(OSError):
                    leaked((process / what).read_bytes())
            with suppress(OSError):
                for descriptor in (process / "fd").iterdir():
                    leaked(os.readlink(descriptor).encode())
            with suppress(OSError):
                read_memory(process)
                found(f"the memory of process {process.name}")
        leaked(repr((os.environ, sys.argv, sys.orig_argv)).encode())
        return any_of(view)


def others() -> list[Path]:
    """All processes that can be seen; or, if the list is closed, those with numbers near ours."""
    own = os.getpid()
    try:
        numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        numbers = [1, *range(max(2, own - 500), own)]
    return [Path("/proc", str(number)) for number in numbers if number != own]


def read_memory(process: Path) -> None:
    with open(process / "maps") as maps, open(process / "mem", "rb") as memory:
        begin = int(maps.readline().split("-")[0], 16)
        memory.seek(begin)
        leaked(memory.read(4096))
