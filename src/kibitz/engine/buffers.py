"""Work space for the emitted functions, one for each thread."""

from __future__ import annotations

import threading
from array import array
from typing import Any

from kibitz.recycle.prelude import LIMITS, work_size

__all__ = ["BUFFERS", "Buffers", "borrow", "give_back", "shared"]

Space = tuple["array[int]", "array[int]"]
"""For codes of options, and to work on."""


class Buffers(threading.local):
    """Arrays that are written anew by every call: codes of options, picks."""

    def __init__(self) -> None:
        self.codes = array("q", bytes(8 * (LIMITS["options"] + 1024)))
        self.work = array("q", bytes(8 * work_size()))


BUFFERS = Buffers()

_SPARE: list[Space] = []


def borrow() -> Space:
    """Work space for a worker that is no thread's own: to make some megabytes takes longer than a
    short game lasts, so they are kept."""
    try:
        return _SPARE.pop()
    except IndexError:
        fresh = Buffers()
        return fresh.codes, fresh.work


def give_back(space: Space) -> None:
    """Let the next worker have it."""
    _SPARE.append(space)


def shared(numbers: Any, mode: str) -> Any:  # an array of Python or of NumPy, by mode
    """An array as the emitted functions of a mode take it: in one row, sharing memory. Native code
    takes an array of NumPy, Python is quicker with plain integers. A number stays what it is."""
    if isinstance(numbers, int):
        return numbers
    if mode == "native":
        import numpy

        return numpy.frombuffer(numbers, numpy.int64)
    return memoryview(numbers).cast("B").cast("q")
