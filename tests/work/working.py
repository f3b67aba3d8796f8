"""Jobs for tests of the workers, good and bad."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from kibitz.errors import KibitzError
from kibitz.work.folders import Folder

KEPT: list[object] = []
"""What a worker holds on to as long as it lives."""


class Pile:
    """Something that is told once and grows."""

    def __init__(self, name: str) -> None:
        self.name, self.cards = name, list[str]()

    def add(self, card: str) -> None:
        if card == "joker":
            raise KibitzError("there are no jokers in this deck")
        self.cards.append(card)


def echo(value: Any) -> Any:
    return value


def top(pile: Pile) -> list[Any]:
    return [pile.name, len(pile.cards), *pile.cards[-1:]]


def process() -> int:
    return os.getpid()


def process_of(pile: Pile) -> int:
    return os.getpid()


def forever() -> None:
    threading.Event().wait()


def think(pipe: str) -> None:
    _say(pipe)
    forever()


def think_once(pipe: str, note: str) -> str:
    """Say who one is and think for ever; but the second time be quick."""
    if Path(note).exists():
        return "done"
    Path(note).touch()
    Path(pipe).write_text(str(os.getpid()), encoding="utf-8")
    threading.Event().wait()
    return "never"


def hold_the_lock(pipe: str) -> None:
    """Be busy where no other thread of Python gets its turn, for longer than anybody waits."""
    _say(pipe)
    re.match(r"(a+)+$", "a" * 200 + "b")


def deaf(pipe: str) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    think(pipe)


def _say(pipe: str) -> None:
    """Say that one is busy now."""
    with open(pipe, "wb", buffering=0) as end:
        end.write(b"!")


def die_once(note: str) -> str:
    path = Path(note)
    if path.exists():
        return "alive"
    path.touch()
    os._exit(3)


def die() -> NoReturn:
    os._exit(3)


def complain() -> None:
    raise KibitzError("the cards are wet", "dry them")


def crash() -> None:
    raise ValueError("the queen of hearts")


def long() -> str:
    return "x" * 20_000_000


def shout() -> str:
    print("my cards are", flush=True)
    print("mine too", file=sys.stderr, flush=True)
    os.write(1, b"all aces")
    os.write(2, b"all kings")
    return "quiet"


def infinity() -> list[float]:
    return [float("inf"), float("nan"), 1.5]


def hold(pipe: str) -> int:
    """Keep the end of a pipe open as long as this process lives."""
    KEPT.append(os.open(pipe, os.O_WRONLY))
    return os.getpid()


def have_help(pipe: str) -> str:
    """Start another process that keeps the end of a pipe open, and does not hear when asked to
    go."""
    code = (
        "import os, signal, sys, threading\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"os.open({pipe!r}, os.O_WRONLY)\n"
        "print('here', flush=True)\nthreading.Event().wait()"
    )
    helper = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    KEPT.append(helper)
    assert helper.stdout is not None
    return helper.stdout.readline().strip()


def babble() -> None:
    """Write nonsense wherever one can."""
    for number in range(3, 32):
        with suppress(OSError):
            os.write(number, b"\0\0\0\3xyz" * 3)


def babble_on() -> None:
    """Write nonsense without end where answers are waited for."""
    for number in range(3, 32):
        with suppress(OSError):
            while stat.S_ISFIFO(os.fstat(number).st_mode):
                os.write(number, bytes(1 << 16))


def answer_too_early(text: str) -> str:
    """Write the answers to jobs that were not asked yet wherever one can."""
    from kibitz.work.wire import packed

    for number in range(3, 32):
        with suppress(OSError):
            os.write(number, b"".join(packed(job, text.encode()) for job in (5, 6, 7)))
    return "late"


def fork() -> int:
    """Come back twice, in two processes: each says which one it is."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
    return child


def greed() -> int:
    return len(bytearray(8 << 30))


def deafness() -> bool:
    """Whether Ctrl-C is heard."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def names_in(folder: Folder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())
