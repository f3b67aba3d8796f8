"""What takes long: how it is ended by Ctrl-C, and what is being compiled meanwhile."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["LAP", "being_compiled", "heard"]

LAP = 0.5
"""Seconds after which it is looked again whether something is being compiled."""


def being_compiled(game: Game) -> str:
    """The kernels of a game that are being compiled just now, in whatever process."""
    from kibitz.engine import cache

    name = cache.plain(game.name)
    found = [
        each.kernel
        for each in cache.compiled_games()
        if each.game == name
        and not each.whole
        and cache.is_locked(cache.folder() / f"{each.stem}.py")
    ]
    return ", ".join(dict.fromkeys(found))


@contextmanager
def heard(enough: threading.Event) -> Iterator[None]:
    """Let the first Ctrl-C say that it is enough; the second is one as ever."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def hear(*_: object) -> None:
        if enough.is_set():
            raise KeyboardInterrupt
        enough.set()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
