"""What a hostile bot tries, from within its process: see `kibitz.seats.trials`, which judges.

Each is a function that gets facts a real bot would have to guess, and says what it has got by it:
nothing, if it was kept from it; an exception is nothing, too. None of them does any harm if it
succeeds: it takes back what it did, or it is small.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import re
import resource
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["ATTACKS", "main"]

Facts = dict[str, Any]
Attack = Callable[[Facts], str]

ATTACKS: dict[str, Attack] = {}
"""All of them, by name."""

MANY = 100
"""Processes at which a bomb that nobody stops stops by itself."""

SAID = "said"
"""It has answered itself."""

PIECE = 16 << 20
KEPT: list[Any] = []
"""What is to stay as long as the process."""

NEW_USER, ATTACH, DETACH, USER_KEYRING, INVALIDATE = 0x10000000, 16, 17, -4, 21
ADD_KEY = {"x86_64": 248, "aarch64": 217}
LIBRARY = ctypes.CDLL(None, use_errno=True)


def main(channel: socket.socket, told: Facts) -> None:
    """Try what is asked for, line by line; answer what was got."""
    came = channel.makefile("r", encoding="utf-8")
    for line in came:
        asked = json.loads(line)
        facts = {**asked["facts"], "channel": channel}
        try:
            got = ATTACKS[asked["attack"]](facts)
        except Exception as error:
            got, why = "", f"{type(error).__name__}: {error}"
        else:
            why = ""
        if got == SAID:
            continue
        channel.sendall(json.dumps({"got": got, "why": why}).encode() + b"\n")


def attack(function: Attack) -> Attack:
    ATTACKS[function.__name__] = function
    return function


# --- looking around -------------------------------------------------------------------------------


@attack
def read_system_files(facts: Facts) -> str:
    return Path("/etc/passwd").read_text()[:20]


@attack
def read_home(facts: Facts) -> str:
    """What is in the home folder that does not lead to the interpreter."""
    home = facts["home"]
    return " ".join(
        name
        for name in os.listdir(home)
        if not any(path.startswith(os.path.join(home, name)) for path in sys.path)
    )


@attack
def read_judges_file(facts: Facts) -> str:
    return Path(facts["file"]).read_text()


@attack
def read_judges_memory(facts: Facts) -> str:
    for name in ("environ", "mem", "maps"):
        with suppress(OSError), open(f"/proc/{facts['judge']}/{name}", "rb") as file:
            if name == "mem" or file.read(1):
                return name
    return ""


@attack
def read_warm_memory(facts: Facts) -> str:
    with open(f"/proc/{os.getppid()}/mem", "rb"):
        return "mem"


@attack
def list_processes(facts: Facts) -> str:
    """Processes that are neither this one, nor the one that forked it."""
    own = {str(os.getpid()), str(os.getppid())}
    return " ".join(name for name in os.listdir("/proc") if name.isdigit() and name not in own)


@attack
def read_argv_and_environment(facts: Facts) -> str:
    found = repr(sys.argv) + repr(dict(os.environ))
    for name in ("cmdline", "environ"):
        for pid in ("self", os.getppid()):
            with suppress(OSError):
                found += Path(f"/proc/{pid}/{name}").read_bytes().decode(errors="replace")
    return " ".join(word for word in facts["words"] if word in found)


@attack
def find_descriptors(facts: Facts) -> str:
    """Descriptors that are open beside the standard ones and the channel."""
    found = []
    for number in range(4, 256):
        with suppress(OSError):
            os.fstat(number)
            found.append(str(number))
    return " ".join(found)


# --- touching others ------------------------------------------------------------------------------


@attack
def kill_warm(facts: Facts) -> str:
    os.kill(os.getppid(), signal.SIGKILL)
    return "" if os.getppid() == 1 and os.path.exists("/proc/1") else "killed"


@attack
def kill_judge(facts: Facts) -> str:
    os.kill(facts["judge"], 0)  # who may do this may do the rest
    return "could"


@attack
def trace_others(facts: Facts) -> str:
    for pid in (os.getppid(), facts["judge"]):
        if LIBRARY.ptrace(ATTACH, pid, 0, 0) == 0:
            os.waitpid(pid, 0x40000000)
            LIBRARY.ptrace(DETACH, pid, 0, 0)
            return "attached"
    return ""


@attack
def become_root(facts: Facts) -> str:
    if os.getuid() == 0:
        return "is root"
    os.setresuid(0, 0, 0)
    return "became root"


@attack
def mount(facts: Facts) -> str:
    folder = facts["folder"] if os.path.isdir(facts["folder"]) else "/proc"
    if LIBRARY.mount(b"none", folder.encode(), b"tmpfs", 0, b""):
        return ""
    LIBRARY.umount(folder.encode())
    return "mounted"


@attack
def make_namespace(facts: Facts) -> str:
    pid = os.fork()
    if pid == 0:
        os._exit(0 if LIBRARY.unshare(NEW_USER) == 0 else 1)
    return "" if os.waitpid(pid, 0)[1] else "made"


@attack
def connect_tcp(facts: Facts) -> str:
    with socket.create_connection(("127.0.0.1", facts["port"]), timeout=1):
        return "connected"


@attack
def send_udp(facts: Facts) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        return str(line.sendto(b"hand", ("127.0.0.1", facts["port"])))


@attack
def connect_abstract(facts: Facts) -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\0" + facts["abstract"])
        return "connected"


@attack
def connect_named(facts: Facts) -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(facts["named"])
        return "connected"


# --- taking too much ------------------------------------------------------------------------------


@attack
def fork_bomb(facts: Facts) -> str:
    """As many processes as there can be."""
    made = 0
    while made < MANY:
        try:
            pid = os.fork()
        except OSError:
            break
        if pid == 0:
            signal.pause()
            os._exit(0)
        made += 1
    return f"{made} processes" if made > facts["processes"] else ""


@attack
def thread_bomb(facts: Facts) -> str:
    made = 0
    with suppress(RuntimeError):
        while made < MANY:
            threading.Thread(target=signal.pause, daemon=True).start()
            made += 1
    return f"{made} threads" if made > facts["processes"] else ""


@attack
def memory_bomb(facts: Facts) -> str:
    return _taken(facts["memory"] + facts["memory"] // 2)


@attack
def memory_bomb_of_many(facts: Facts) -> str:
    """Processes of which none has too much, all together."""
    most = facts["memory"] * 3 // 4
    for _ in range(2):
        if os.fork() == 0:
            _taken(most)
            signal.pause()
            os._exit(0)
    _taken(most)
    time.sleep(1.0)
    return "three had three quarters each"


def _taken(most: int) -> str:
    """Take so much memory, and use it."""
    taken = 0
    while taken < most:
        piece = mmap.mmap(-1, PIECE)
        piece.write(b"x" * PIECE)
        KEPT.append(piece)
        taken += PIECE
    return f"{taken >> 20} MB"


@attack
def fill_disk(facts: Facts) -> str:
    """A file wherever one can be, which goes at once."""
    for folder in (".", "/tmp", "/var/tmp", "/dev/shm", "/", "/run", facts["home"]):
        with suppress(OSError), tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x" * 4096)
            file.flush()
            return folder
    return ""


@attack
def fill_memory_file(facts: Facts) -> str:
    """Files in memory, which no limit on memory counts."""
    made = os.memfd_create("x")
    return str(os.write(made, b"x" * PIECE))


@attack
def raise_limits(facts: Facts) -> str:
    for which in (resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
        soft, _ = resource.getrlimit(which)
        if soft == resource.RLIM_INFINITY:
            return "unlimited"
        with suppress(OSError, ValueError):
            resource.setrlimit(which, (soft + 1, soft + 1))
            return "raised"
    return ""


# --- not answering --------------------------------------------------------------------------------


@attack
def run_for_ever_in_c(facts: Facts) -> str:
    re.match(r"(a+)+$", "a" * 64 + "b")
    return "done"


@attack
def ignore_signals(facts: Facts) -> str:
    for number in range(1, signal.NSIG):
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    while True:
        signal.pause()


@attack
def stop_itself(facts: Facts) -> str:
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(60)
    return ""


@attack
def close_everything(facts: Facts) -> str:
    os.closerange(0, 256)
    time.sleep(60)
    return ""


@attack
def say_too_much(facts: Facts) -> str:
    while True:
        facts["channel"].sendall(b"x" * 65536)


@attack
def say_half(facts: Facts) -> str:
    facts["channel"].sendall(b'{"got": ')
    time.sleep(60)
    return ""


@attack
def print_a_lot(facts: Facts) -> str:
    for _ in range(64):
        os.write(1, b"x" * 65536)
    return "printed"


@attack
def leave_channel_to_child(facts: Facts) -> str:
    """End, while a child holds the channel and says nothing."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(60)
    os._exit(7)


@attack
def answer_beforehand(facts: Facts) -> str:
    """An answer to this question, and one to a question that is yet to come."""
    facts["channel"].sendall(b'{"got": "", "why": ""}\n' + b'{"got": "early", "why": ""}\n')
    return SAID


# --- going on when it is another's turn -----------------------------------------------------------


@attack
def think_on(facts: Facts) -> str:
    """A thread that works on; and a timer that would wake it."""
    threading.Thread(target=_work, daemon=True).start()
    with suppress(OSError, AttributeError):
        _wake_by_timer()
    return ""


@attack
def worked(facts: Facts) -> str:
    """Seconds on the processor so far."""
    return str(time.process_time())


def _work() -> None:
    while True:
        pass


def _wake_by_timer() -> None:
    """Have the kernel send SIGCONT every few milliseconds."""
    signal.signal(signal.SIGCONT, lambda *_: None)  # one that is ignored is sent only once

    class Event(ctypes.Structure):
        _fields_ = (
            ("value", ctypes.c_void_p),
            ("number", ctypes.c_int),
            ("notify", ctypes.c_int),
            ("rest", ctypes.c_char * 48),
        )

    library = LIBRARY if hasattr(LIBRARY, "timer_create") else ctypes.CDLL("librt.so.1")
    event = Event(number=signal.SIGCONT, notify=0)
    for milliseconds in (3, 5, 7, 11, 13):  # one that is due when it is stopped is lost
        timer = ctypes.c_void_p()
        if library.timer_create(1, ctypes.byref(event), ctypes.byref(timer)) == 0:
            every = (ctypes.c_long * 4)(*(0, milliseconds * 1_000_000) * 2)
            library.timer_settime(timer, 0, ctypes.byref(every), None)


# --- remembering, and telling the partner ---------------------------------------------------------

SHARED_KEY = 0x4B494249


@attack
def leave_something(facts: Facts) -> str:
    """Whatever might be found by the next game."""
    left = []
    for way, (leave, _) in WAYS.items():
        with suppress(Exception):
            leave(facts["token"])
            left.append(way)
    return " ".join(left)


@attack
def find_something(facts: Facts) -> str:
    found = []
    for way, (_, find) in WAYS.items():
        with suppress(Exception):
            if find(facts["token"]):
                found.append(way)
    return " ".join(found)


def _leave_file(token: str) -> None:
    for folder in ("/tmp", "/dev/shm", "."):
        with suppress(OSError):
            Path(folder, token).touch()


def _find_file(token: str) -> bool:
    paths = [Path(folder, token) for folder in ("/tmp", "/dev/shm", ".")]
    there = [path for path in paths if path.exists()]
    for path in there:
        path.unlink()
    return bool(there)


def _leave_memory(token: str) -> None:
    sys.modules["kibitz"].left = token  # type: ignore[attr-defined]


def _find_memory(token: str) -> bool:
    return getattr(sys.modules["kibitz"], "left", None) == token


def _leave_shared(token: str) -> None:
    LIBRARY.shmget(SHARED_KEY, 4096, 0o1666)


def _find_shared(token: str) -> bool:
    found = LIBRARY.shmget(SHARED_KEY, 4096, 0)
    if found >= 0:
        LIBRARY.shmctl(found, 0, None)
    return bool(found >= 0)


def _leave_queue(token: str) -> None:
    LIBRARY.msgget(SHARED_KEY, 0o1666)


def _find_queue(token: str) -> bool:
    found = LIBRARY.msgget(SHARED_KEY, 0)
    if found >= 0:
        LIBRARY.msgctl(found, 0, None)
    return bool(found >= 0)


def _leave_key(token: str) -> None:
    LIBRARY.syscall(ADD_KEY[os.uname().machine], b"user", token.encode(), b"x", 1, USER_KEYRING)


def _find_key(token: str) -> bool:
    number = ADD_KEY[os.uname().machine]  # request_key and keyctl follow
    found = LIBRARY.syscall(number + 1, b"user", token.encode(), None, 0)
    if found >= 0:
        LIBRARY.syscall(number + 2, INVALIDATE, found)
    return bool(found >= 0)


def _leave_process(token: str) -> None:
    """A process that is nobody's child, in a session of its own, which ends after a while."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            LIBRARY.prctl(15, token[:15].encode(), 0, 0, 0)
            time.sleep(20)
        os._exit(0)
    os.waitpid(pid, 0)


def _find_process(token: str) -> bool:
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if Path("/proc", name, "comm").read_text().strip() == token[:15]:
                return True
    return False


WAYS: dict[str, tuple[Callable[[str], None], Callable[[str], bool]]] = {
    "file": (_leave_file, _find_file),
    "memory": (_leave_memory, _find_memory),
    "shared memory": (_leave_shared, _find_shared),
    "message queue": (_leave_queue, _find_queue),
    "keyring": (_leave_key, _find_key),
    "process": (_leave_process, _find_process),
}
"""Ways to leave something, and to find it."""


@attack
def tell_partner(facts: Facts) -> str:
    """Lock a file that the partner sees, too."""
    import fcntl

    file = open(__file__)  # noqa: SIM115
    KEPT.append(file)
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return "locked"


@attack
def hear_partner(facts: Facts) -> str:
    """Whether the partner has locked it."""
    import fcntl

    with open(__file__) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "locked"
        return ""
