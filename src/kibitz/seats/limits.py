"""What holds a process of a game: its own user, limits of the kernel, files and calls out of reach.

In a namespace of bwrap's the files and the network are closed already; elsewhere the kernel is
asked to close them, where it can (Landlock, seccomp). What cannot be done here is left out: `kibitz
sandbox` says what holds.
"""

from __future__ import annotations

import ctypes
import math
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from kibitz.seats import calls, kernel, landlock

__all__ = [
    "Limits",
    "become",
    "hide",
    "is_reachable",
    "is_readable",
    "own_user",
    "seconds_for",
]

PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_SECUREBITS = 4, 24, 28
NO_ROOT = 0b1111
"""Who is root has no rights by that alone, and cannot change it."""

FILES = 256
"""Open files of a process."""

FIRST_USER = 1 << 30
"""The numbers of users from here on are nobody's: a booth takes one for itself."""

PUBLIC = stat.S_IROTH | stat.S_IXOTH

MOST_SEEN = 5000
"""Files that are looked at; if so many can be read, so can the rest."""

DECISIONS = 1000
"""More than any bot has in a game: its time on the processor ends after so many."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Where programs and libraries of the system are."""

CONFIGURED = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/openssl.cnf")
"""And what of its configuration is needed to find them."""

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

PROCESS = ("/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/version")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process of a game is held by."""

    kind: str
    memory: int
    """Bytes on top of what the warm process has."""
    processes: int
    seconds: int | None
    """On the processor."""
    user: int | None = None
    """The number of its user; None: it stays who it is."""
    in_name: bool = False
    """It is that user in name only: the files it needs are not for everybody to read."""
    readable: tuple[str, ...] = ()
    """Files and folders, where no namespace hides the others."""
    program: bool = False

    @classmethod
    def told(cls, data: Mapping[str, Any]) -> Limits:
        return cls(**{**data, "readable": tuple(data["readable"])})

    def hold(self) -> None:
        """Hold this process, and all that it will start, from here on."""
        hide(False)
        with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # if memory is short on this machine, it goes first
        self._ration()
        if self.kind == "limits":
            with suppress(OSError):
                landlock.enclose((*self.readable, *SYSTEM, *CONFIGURED, *PROCESS), DEVICES)
        elif self.in_name:
            landlock.enclose(["/"], DEVICES)
        if self.user is not None and self.in_name:
            _become_in_name(self.user)
        elif self.user is not None and os.getuid() == 0:
            become(self.user)
        if calls.is_known():
            with suppress(OSError):
                calls.forbid()

    def _ration(self) -> None:
        """Set what it may take."""
        import resource  # not there on every system that only plays house bots

        has, most_tasks = _size(), self.processes
        if self.kind == "bwrap":
            most_tasks += 1  # the warm process is of the same user
        elif self.user is None:
            most_tasks += _tasks_of(os.getuid())
        rations = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_FSIZE: 0,
            resource.RLIMIT_NOFILE: FILES,
            resource.RLIMIT_NPROC: most_tasks,
            resource.RLIMIT_DATA if self.program else resource.RLIMIT_AS: has + self.memory,
        }
        if self.seconds is not None:
            rations[resource.RLIMIT_CPU] = self.seconds
        if sys.platform == "linux":
            rations[resource.RLIMIT_MSGQUEUE] = 0
            rations[resource.RLIMIT_MEMLOCK] = 0
        for which, most in rations.items():
            _, hard = resource.getrlimit(which)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with suppress(OSError, ValueError):
                resource.setrlimit(which, (most, most))


def seconds_for(start: float, move: float | None, bank: float) -> int | None:
    """Seconds on the processor, which a bot that keeps to its time cannot use up."""
    return None if move is None else math.ceil(start + bank + DECISIONS * move) + 60


def become(user: int) -> None:
    """Become this user, for good: who was root loses all rights by that."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _become_in_name(user: int) -> None:
    """Be counted as this user, and keep nothing of being root but the files: no rights, now or by
    any program. That it cannot become root again is left to `calls`."""
    kernel.prctl(PR_SET_SECUREBITS, NO_ROOT)
    with suppress(OSError):
        for right in count():
            kernel.prctl(PR_CAPBSET_DROP, right)
    os.setgroups([])
    os.setresuid(user, -1, -1)
    head, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    kernel.call("capset", ctypes.byref(head), ctypes.byref(none))


def own_user(number: int) -> int | None:
    """A user for a booth, told apart from those of other booths by a number; None if we may not
    choose one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    wanted = FIRST_USER + (os.getpid() << 8 | number & 0xFF)
    for first, length in _users():
        if first <= wanted < first + length:
            return wanted
    first, length = max(_users(), key=lambda users: users[1], default=(0, 0))
    most = min(length // 2, 1 << 14)
    return first + length - 1 - (wanted & 0xFFFFFF) % most if most else None


def _users() -> list[tuple[int, int]]:
    """The users there are here: the first of a row, and how many."""
    try:
        with open("/proc/self/uid_map") as file:
            rows = [line.split() for line in file]
    except OSError:
        return [(0, 1 << 31)]
    return [(int(first), int(length)) for first, _, length in rows]


def is_reachable(path: str) -> bool:
    """Whether anybody can come to a file or folder, from the top."""
    path = os.path.realpath(path)
    try:
        while (above := os.path.dirname(path)) != path:
            path = above
            if not os.stat(path).st_mode & stat.S_IXOTH:
                return False
    except OSError:
        return False
    return True


def is_readable(path: str) -> bool:
    """Whether anybody can read a file, or a folder and what is in it, once there."""
    if not os.path.isdir(path):
        return bool(os.stat(path).st_mode & stat.S_IROTH)
    seen = 0
    for base, _, names in os.walk(path):
        if os.stat(base).st_mode & PUBLIC != PUBLIC:
            return False
        for name in names:
            with suppress(FileNotFoundError):  # a link that leads nowhere
                if not os.stat(os.path.join(base, name)).st_mode & stat.S_IROTH:
                    return False
        seen += 1 + len(names)
        if seen > MOST_SEEN:
            break
    return True


def hide(hidden: bool = True) -> None:
    """Keep others of the same user from looking into this process, or let them."""
    if sys.platform == "linux":
        kernel.prctl(PR_SET_DUMPABLE, int(not hidden))


def _size() -> int:
    """Bytes of address space that this process has."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def _tasks_of(user: int) -> int:
    """Threads of a user, all over the machine: the limit counts them all."""
    count = 0
    for name in _listed("/proc"):
        if name.isdigit():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == user:
                    count += len(os.listdir(f"/proc/{name}/task"))
    return count


def _listed(folder: str) -> Iterable[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return ()
