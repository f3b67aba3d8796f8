"""As talks_by_locks, with the locks of POSIX and with those of open files, which a filter for flock
misses.

Comes to: no failure.
"""

from __future__ import annotations

import fcntl
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import IO

from loot import any_of, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

SET, GET, KINDS = 37, 36, "hhqqi4x"  # F_OFD_SETLK, F_OFD_GETLK, and struct flock on a 64-bit Linux


class TalksByRecordLocks:
    def __init__(self) -> None:
        path = sorted(Path(os.__file__).parent.glob("*.py"))[0]
        self.board, self.own = open(path, "rb"), open(path, "rb")  # noqa: SIM115

    def choose(self, view: View, budget: float | None) -> Action:
        count, mine, theirs = len(view.game.cards), view.seat or 0, partner(view)
        for card in hand(view):
            ask(self.board, SET, fcntl.F_RDLCK, mine * count + card)
            ask(self.own, fcntl.F_SETLK, fcntl.F_RDLCK, 1000 + mine * count + card)
        for base, how in ((0, GET), (1000, fcntl.F_GETLK)):
            heard = [
                card
                for card in range(count)
                if card not in hand(view)
                and ask(self.board, how, fcntl.F_WRLCK, base + theirs * count + card)
                == fcntl.F_RDLCK
            ]
            if heard:
                tell(view, heard)
        return any_of(view)


def ask(file: IO[bytes], how: int, kind: int, at: int) -> int | None:
    with suppress(OSError):
        answer = fcntl.fcntl(file, how, struct.pack(KINDS, kind, os.SEEK_SET, at, 1, 0))
        found_kind: int = struct.unpack(KINDS, answer)[0]
        return found_kind
    return None
