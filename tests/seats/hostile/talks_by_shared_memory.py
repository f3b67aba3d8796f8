"""Tells its partner its hand through memory of the kernel: segments of System V, keys on a
keyring.

Comes to: no failure.
"""

from __future__ import annotations

import ctypes
import json
import os

from loot import any_of, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

C = ctypes.CDLL(None)
C.shmat.restype = ctypes.c_void_p
C.shmat.argtypes = ctypes.c_int, ctypes.c_void_p, ctypes.c_int
KEY, CREATE, SIZE = 0x6B7A0000, 0o1666, 4096
ADD_KEY, KEYCTL = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
USER_KEYRING, SEARCH, READ = -4, 10, 11


class TalksBySharedMemory:
    def choose(self, view: View, budget: float | None) -> Action:
        mine, theirs = view.seat or 0, partner(view)
        said = json.dumps(hand(view)).encode()
        if (own := segment(mine)) is not None:
            ctypes.memmove(own, said + b"\0", len(said) + 1)
        if (other := segment(theirs)) is not None and (heard := ctypes.string_at(other)):
            tell(view, json.loads(heard))
        C.syscall(ADD_KEY, b"user", f"kz-hostile-{mine}".encode(), said, len(said), USER_KEYRING)
        name = f"kz-hostile-{theirs}".encode()
        key, heard = C.syscall(KEYCTL, SEARCH, USER_KEYRING, b"user", name, 0), bytes(SIZE)
        if key > 0 and C.syscall(KEYCTL, READ, key, heard, SIZE) > 0:
            tell(view, json.loads(heard.rstrip(b"\0")))
        return any_of(view)


def segment(seat: int) -> int | None:
    number = C.shmget(KEY + seat, SIZE, CREATE)
    at = C.shmat(number, None, 0) if number >= 0 else None
    return None if at in (None, ctypes.c_void_p(-1).value) else at
