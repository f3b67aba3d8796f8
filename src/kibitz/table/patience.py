"""Patience: long work in the event loop, done a little at a time.

A record of ten thousand decisions takes seconds to be played again and put into words. Whoever does
such work stops after some milliseconds. However many do, one of them goes on each time, and all
else that there is to do comes between.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

__all__ = ["Patience"]

SLICE = 0.004
"""Seconds after which everybody else gets a turn."""


class Patience:
    """Those who have long work in one event loop. They take turns, in the order they came."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()

    async def through(self, work: Iterator[None]) -> None:
        """Do all of it; it yields wherever it can be left for a while."""
        clock, left = self._clock, True
        while left:
            async with self._turn:
                until = clock() + SLICE
                left = any(clock() >= until for _ in work)
                await asyncio.sleep(0)  # within: the next of us waits for the others, too
