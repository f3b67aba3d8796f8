"""The program of a worker process: it is handed jobs, one at a time, and answers each.

It ends when nobody can hand it jobs any more, also in the middle of one (see `kibitz.work.keeper`).
It does not hear Ctrl-C: whoever started it does, and ends it. What a job prints goes nowhere: it
may be about cards that are nobody else's business; it is heard on standard error if that is asked
for.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from typing import IO

from kibitz.work.keeper import become_worker
from kibitz.work.memory import Memory
from kibitz.work.wire import packed, read

__all__ = ["READY", "main"]

READY = 0
"""The number of the first message, which says that jobs can come."""


def main(nice: int, memory: int) -> None:
    """Answer jobs from standard input on standard output until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    came, goes = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # standard error leads nowhere, if nobody wants to hear
    become_worker(came, goes)
    _limit(nice, memory)
    _serve(os.fdopen(came, "rb"), os.fdopen(goes, "wb"))


def _limit(nice: int, memory: int) -> None:
    with suppress(OSError, AttributeError):  # people's clicks come first
        os.nice(nice)
    if memory:
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _serve(came: IO[bytes], goes: IO[bytes]) -> None:
    jobs: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(came, jobs), daemon=True).start()
    memory, own = Memory(), os.getpid()
    _send(goes, READY, b"+")
    while True:
        number, job = jobs.get()
        answer = memory.answered(job)
        if os.getpid() != own:  # the job has forked, and both have come back: one may answer
            os._exit(0)
        _send(goes, number, answer)


def _listen(came: IO[bytes], jobs: queue.SimpleQueue[tuple[int, bytes]]) -> None:
    """Take in jobs. When there can be no more, so does this process end, where nobody keeps it."""
    while (job := read(came)) is not None:
        jobs.put(job)
    os._exit(0)


def _send(goes: IO[bytes], number: int, text: bytes) -> None:
    try:
        goes.write(packed(number, text))
        goes.flush()
    except OSError:
        sys.exit()
