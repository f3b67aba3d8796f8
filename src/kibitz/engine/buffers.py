"""Work space for the emitted functions, one for each thread."""

from __future__ import annotations

import threading
from array import array

from kibitz.recycle.prelude import LIMITS, work_size

__all__ = ["BUFFERS"]


class Buffers(threading.local):
    """Arrays that are written anew by every call: codes of options, picks, events."""

    def __init__(self) -> None:
        self.codes = array("q", bytes(8 * (LIMITS["options"] + 1024)))
        self.work = array("q", bytes(8 * work_size()))
        self.events = array("q", bytes(8 * (1 << 17)))


BUFFERS = Buffers()
