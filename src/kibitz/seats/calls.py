"""System calls that a process of a bot may not make, enforced by the kernel (seccomp).

They are those by which it could talk to others (sockets, shared memory, message queues, locks and
watches on files that partners share, what of them is in memory, keys), look into others, get rights
back, hide from limits in new namespaces, or run while it is stopped (a timer that sends SIGCONT). A
thread, a child, a pipe, a file it may read: all that stays. Where the kernel or the processor is
another, nothing is enforced.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from collections.abc import Iterator

from kibitz.seats import kernel

__all__ = ["forbid", "is_known"]

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""Load a word; jump if it is equal, at least, or has any of these bits; return."""

NUMBER, ARCHITECTURE, FIRST, SECOND = 0, 4, 16, 24
"""Where the number of the call, the architecture and (the low half of) arguments lie."""

ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

X32 = 0x40000000
"""Numbers from here on are those of another kind of program, on x86_64."""

NAMESPACES = 0x7E020080
"""Bits of clone and unshare that ask for new namespaces; CLONE_NEWNS to CLONE_NEWNET."""

LOCKS = (5, 6, 7, 10, 36, 37, 38, 1024, 1026)
"""What fcntl may not do: locks, leases and watches on files, and choosing the signal of news."""

CALLS: dict[str, tuple[int, int]] = {
    # x86_64, aarch64; -1: there is none
    "socket": (41, 198),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "flock": (73, 32),
    "inotify_init": (253, -1),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "timer_create": (222, 107),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setreuid": (113, 145),
    "setregid": (114, 143),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "setfsuid": (122, 151),
    "setfsgid": (123, 152),
    "setgroups": (116, 159),
    "setns": (308, 268),
    "chroot": (161, 51),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "personality": (135, 92),
    "mincore": (27, 232),  # what is in memory of a file tells what others have read
    "preadv2": (327, 286),
    "cachestat": (451, 451),
}
"""Calls that are refused whatever they are asked."""

CLONE, CLONE3, UNSHARE, FCNTL = (56, 220), (435, 435), (272, 97), (72, 25)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def is_known() -> bool:
    """Whether calls can be forbidden on this machine, as far as that can be told."""
    return sys.platform == "linux" and platform.machine() in ARCHITECTURES and sys.maxsize > 1 << 32


def forbid() -> None:
    """Forbid them from here on, for this process and all that it starts; an OSError if that cannot
    be done."""
    lines = list(_lines(platform.machine()))
    program = _Program(len(lines), b"".join(lines))
    kernel.prctl(PR_SET_NO_NEW_PRIVS, 1)
    kernel.prctl(PR_SET_SECCOMP, FILTER, ctypes.byref(program))


def _lines(machine: str) -> Iterator[bytes]:
    """The filter: each call is compared with one number after the other."""
    column = list(ARCHITECTURES).index(machine)
    no, missing = REFUSE | errno.EPERM, REFUSE | errno.ENOSYS
    yield _line(LOAD, ARCHITECTURE)
    yield _line(EQUAL, ARCHITECTURES[machine], 1, 0)
    yield _line(RETURN, KILL)
    yield _line(LOAD, NUMBER)
    if machine == "x86_64":
        yield from (_line(AT_LEAST, X32, 0, 1), _line(RETURN, KILL))
    for numbers in CALLS.values():
        if numbers[column] >= 0:
            yield from (_line(EQUAL, numbers[column], 0, 1), _line(RETURN, no))
    # What clone3 is asked cannot be seen from here; without it, the C library uses clone.
    yield from (_line(EQUAL, CLONE3[column], 0, 1), _line(RETURN, missing))
    for number in (CLONE[column], UNSHARE[column]):
        yield _line(EQUAL, number, 0, 4)
        yield _line(LOAD, FIRST)
        yield _line(ANY_BIT, NAMESPACES, 0, 1)
        yield _line(RETURN, no)
        yield _line(RETURN, ALLOW)
    yield _line(EQUAL, FCNTL[column], 0, 1 + 2 * len(LOCKS))
    yield _line(LOAD, SECOND)
    for command in LOCKS:
        yield from (_line(EQUAL, command, 0, 1), _line(RETURN, no))
    yield _line(RETURN, ALLOW)


def _line(code: int, value: int, yes: int = 0, otherwise: int = 0) -> bytes:
    """One line: what to do, with what, and how many lines to leave out then or otherwise."""
    return struct.pack("=HBBI", code, yes, otherwise, value)
