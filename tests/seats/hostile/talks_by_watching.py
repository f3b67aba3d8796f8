"""Tells its partner its hand by opening files that both can only read: the partner watches them,
and the kernel remembers what it saw while it was frozen.

Comes to: no failure.
"""

from __future__ import annotations

import ctypes
import os
import struct
from contextlib import suppress
from pathlib import Path

from loot import any_of, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

C = ctypes.CDLL(None)
OPENED, NONBLOCKING = 0x20, 0x800


class TalksByWatching:
    def __init__(self) -> None:
        self.boards = sorted(Path(os.__file__).parent.glob("*.py"))
        self.ear, self.meant = -1, dict[int, int]()

    def choose(self, view: View, budget: float | None) -> Action:
        count, mine, theirs = len(view.game.cards), view.seat or 0, partner(view)
        if self.ear < 0:
            self.ear = C.inotify_init1(NONBLOCKING)
            for card in range(count):
                path = os.fsencode(self.boards[theirs * count + card])
                self.meant[C.inotify_add_watch(self.ear, path, OPENED)] = card
        heard = b""
        with suppress(OSError):
            heard = os.read(self.ear, 1 << 16)
        cards = {
            self.meant.get(struct.unpack_from("i", heard, at)[0], -1)
            for at in range(0, len(heard), 16)
        }
        if cards:
            tell(view, cards)
        for card in hand(view):
            self.boards[mine * count + card].read_bytes()
        return any_of(view)
