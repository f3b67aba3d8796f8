"""A guest in a thread, at the end of a line: the protocol without a process."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kibitz.engine.game import Game
from kibitz.seats.guest import Guest, Stream
from kibitz.seats.line import Line

__all__ = ["guest", "peer"]


@contextmanager
def peer(answers: Callable[[Stream], None], most: int = 1 << 20) -> Iterator[Line]:
    """A line to somebody who does what a function does with the other end."""
    ours, theirs = socket.socketpair()
    pipes = os.pipe(), os.pipe()

    def run() -> None:
        with theirs:
            stream = Stream(theirs)
            try:
                answers(stream)
            except OSError:  # the line was closed: that is the end of it
                pass
            finally:
                stream.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    line = Line(ours, pipes[0][0], pipes[1][0], most)
    try:
        yield line
    finally:
        line.close()
        for _, end in pipes:
            os.close(end)
        thread.join(10)


@contextmanager
def guest(bot: str, game: Game) -> Iterator[Line]:
    """A line to a bot in Python."""
    with peer(lambda stream: Guest(bot, stream, game).serve()) as line:
        yield line
