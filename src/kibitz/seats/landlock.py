"""What a process of a bot sees of the files where there are no namespaces: Landlock, of the kernel.

It also keeps signals, other processes' memory and abstract sockets out of reach, where the kernel
is new enough (6.12). Where there is no Landlock, all files are seen that its user can see.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress

from kibitz.seats import kernel

__all__ = ["enclose", "version"]

CREATE, ADD, RESTRICT = 444, 445, 446
"""Numbers of the system calls, the same on all processors."""

EXECUTE, WRITE, READ_FILE, READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
FILES = (13, 14, 15, 15, 16, 16, 16)
"""How many rights concerning files each version knows, from the first on."""

CONNECTIONS = 0b11
"""To wait for connections, and to make them (TCP): from version 4 on."""

SIGNALS_AND_SOCKETS = 0b11
"""Signals and abstract sockets of others: from version 6 on."""

PR_SET_NO_NEW_PRIVS = 38


def version() -> int:
    """The version of Landlock here; 0 if there is none."""
    if sys.platform == "linux":
        with suppress(OSError):
            return kernel.call("syscall", CREATE, None, 0, 1)
    return 0


def enclose(readable: Iterable[str], usable: Iterable[str] = ()) -> None:
    """From here on, this process and all that it starts read and run what is in these folders and
    files, write the usable ones (devices), and nothing else; an OSError if that cannot be done."""
    known = version()
    if not known:
        raise OSError("there is no Landlock here")
    rights = (1 << FILES[min(known, len(FILES)) - 1]) - 1
    told = [rights]
    if known >= 4:
        told.append(CONNECTIONS)
    if known >= 6:
        told.append(SIGNALS_AND_SOCKETS)
    packed = struct.pack(f"={len(told)}Q", *told)
    rules = kernel.call("syscall", CREATE, packed, len(packed), 0)
    try:
        for path in readable:
            _allow(rules, path, EXECUTE | READ_FILE | READ_FOLDER)
        for path in usable:
            _allow(rules, path, READ_FILE | WRITE)
        kernel.prctl(PR_SET_NO_NEW_PRIVS, 1)
        kernel.call("syscall", RESTRICT, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow something beneath a path, if there is such a thing."""
    with suppress(FileNotFoundError, NotADirectoryError):
        at = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not os.path.isdir(path):
                rights &= ~READ_FOLDER
            kernel.call("syscall", ADD, rules, 1, struct.pack("=Qi", rights, at), 0)
        finally:
            os.close(at)
