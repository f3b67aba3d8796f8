"""Reads the files of the competition and of other entrants, of the people on this machine, and
whatever lies around; also through the descriptors it has.

Comes to: no failure.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from loot import SERVANT, any_of, leaked

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

SKIPPED = ["/proc", "/sys", "/usr", "/lib", "/lib64", "/bin", "/dev"]
CLUES = ".sqlite", "secret.txt", "secret.py", ".toml", "id_rsa", "shadow"


class ReadsFiles:
    def __init__(self) -> None:
        self.looked = not SERVANT

    def choose(self, view: View, budget: float | None) -> Action:
        if self.looked:
            return any_of(view)
        self.looked = True
        here = Path(__file__).parent
        roots = [Path("/"), Path.home(), here.parent, here.parent.parent, Path.cwd()]
        roots += [Path(f"/proc/self/fd/{number}") for number in range(64)]
        for root in roots:
            read_below(root, here)
        return any_of(view)


def read_below(root: Path, own: Path) -> None:
    seen = 0
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if f"{folder}/{name}" not in SKIPPED]
        folders[:] = [
            name for name in folders if Path(folder, name) != own and name != "site-packages"
        ]
        for name in files:
            seen += 1
            if name.endswith(CLUES):
                with suppress(OSError):
                    leaked(Path(folder, name).read_bytes())
        if seen > 5_000:
            break
