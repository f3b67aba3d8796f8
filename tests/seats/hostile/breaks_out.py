"""Makes namespaces and mounts, traces its parent, loads another root, asks for the rights of root.

Comes to: no failure.
"""

from __future__ import annotations

import ctypes
import os

from loot import CAGED, any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

NEWUSER, NEWNS, NEWNET = 0x10000000, 0x20000, 0x40000000
ATTACH = 16


class BreaksOut:
    def choose(self, view: View, budget: float | None) -> Action:
        if CAGED:
            c = ctypes.CDLL(None)
            tries = {
                "a user namespace": lambda: c.unshare(NEWUSER),
                "a mount namespace": lambda: c.unshare(NEWNS),
                "a network namespace": lambda: c.unshare(NEWNET),
                "a mount": lambda: c.mount(b"none", b"/tmp", b"tmpfs", 0, None),
                "another root": lambda: c.chroot(b"/usr"),
                "its parent": lambda: c.ptrace(ATTACH, os.getppid(), 0, 0),
                "root": lambda: c.setuid(0),
                "a mount that can be written": lambda: c.mount(b"/", b"/", None, 32 | 4096, None),
            }
            for what, attempt in tries.items():
                if attempt() == 0:  # type: ignore[no-untyped-call]
                    found(what)
        return any_of(view)
