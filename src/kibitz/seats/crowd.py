"""All processes of a booth at once: stopped, woken, ended; however they hide from their parents.

The first process of a pid namespace reaches all others by one call. Elsewhere a *reaper* (a process
to which orphans fall, where there are such) finds its descendants, again and again until there are
none that it has not reached.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from kibitz.seats import kernel

__all__ = [
    "become_reaper",
    "descendants",
    "end_all",
    "is_first",
    "memory",
    "memory_of_all",
    "signal_all",
]

PR_SET_CHILD_SUBREAPER = 36

ROUNDS = 100
"""Times that processes are looked for which were made meanwhile."""


def become_reaper() -> None:
    """Have orphans among the descendants fall to this process, where there is such a thing."""
    if sys.platform == "linux":
        with suppress(OSError):
            kernel.prctl(PR_SET_CHILD_SUBREAPER, 1)


def is_first() -> bool:
    """Whether this is the first process of a namespace: all others in it are ours."""
    return os.getpid() == 1


def signal_all(number: int) -> None:
    """Send a signal to all but this process."""
    if is_first():
        with suppress(ProcessLookupError):
            os.kill(-1, number)
        return
    reached: set[int] = set()
    for _ in range(ROUNDS):
        found = set(descendants(os.getpid())) - reached
        if not found:
            return
        for pid in found:
            with suppress(OSError):
                os.kill(pid, number)
        reached |= found


def end_all(told: Callable[[int, int], None] = lambda pid, status: None) -> None:
    """End all but this process; `told` gets the number of each child and how it ended."""
    for _ in range(ROUNDS):
        if not is_first():
            signal_all(signal.SIGSTOP)  # what stands still makes no others
        signal_all(signal.SIGKILL)
        while True:
            try:
                pid, status = os.waitpid(-1, 0)  # all that are left are dying
            except ChildProcessError:
                break
            except InterruptedError:
                continue
            told(pid, status)
        if is_first() or not any(descendants(os.getpid())):
            return


def descendants(pid: int) -> Iterator[int]:
    """The children of a process, their children, and so on."""
    waiting = _children(pid)
    while waiting:
        one = waiting.pop()
        yield one
        waiting += _children(one)


def _children(pid: int) -> list[int]:
    """The children of a process: it may have ended, and so may any of its threads and them."""
    found: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def memory_of_all(usual: int) -> int:
    """Bytes that all but this process have, above what is usual for each."""
    if is_first():
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1"]
    else:
        pids = list(descendants(os.getpid()))
    return sum(max(0, memory(pid) - usual) for pid in pids)


def memory(pid: int) -> int:
    """Bytes of memory that a process has; none if there is no such process."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0
