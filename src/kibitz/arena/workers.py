"""Workers: processes that play the games of a plan, a few at a time.

They are started anew (not forked), find the bots again by their names, and do not hear Ctrl-C: who
started them does, and ends them.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import cast

from kibitz.arena.plan import Outcome, Plan, Table
from kibitz.errors import KibitzError

__all__ = ["Workers"]

LAP = 0.1
"""Seconds of play after which a worker reports and gets the next games."""


class Workers:
    """Some processes, each with a table of its own. Use it in a `with` statement."""

    def __init__(self, plan: Plan, number: int) -> None:
        context = get_context("spawn")
        self.pipes: list[Connection] = []
        self.processes = []
        try:
            with _deaf():  # what is started now is deaf from its first moment on
                for _ in range(number):
                    ours, theirs = context.Pipe()
                    self.pipes.append(ours)
                    with theirs:
                        process = context.Process(target=_work, args=(theirs, plan), daemon=True)
                        process.start()
                    self.processes.append(process)
        except OSError as error:
            begun = len(self.processes)
            self._end()
            raise KibitzError(
                f"only {begun:,} of {number:,} workers could be started: {error.strerror or error}",
                "use fewer --workers",
            ) from None

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def _end(self) -> None:
        """End all that were started."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()
            process.close()
        for pipe in self.pipes:
            pipe.close()

    def play(self, games: range) -> Iterator[tuple[int, Outcome]]:
        """Play these games: their numbers and outcomes, as they come in."""
        busy: dict[Connection, range] = {}
        pace = LAP  # seconds a game lasts, as far as is known
        for pipe in self.pipes:
            games = self._hand_out(pipe, games, pace, busy)
        while busy:
            for ready in wait(list(busy)):
                pipe = cast(Connection, ready)
                lot = busy.pop(pipe)
                outcomes, seconds = self._answer(pipe)
                pace = seconds / len(lot)
                games = self._hand_out(pipe, games, pace, busy)
                yield from zip(lot, outcomes, strict=True)

    def _hand_out(
        self, pipe: Connection, games: range, pace: float, busy: dict[Connection, range]
    ) -> range:
        """Give a worker some games, so few that nobody waits for him in the end; the rest."""
        size = min(int(LAP / max(pace, 1e-6)), len(games) // (2 * len(self.pipes)))
        lot, rest = games[: max(1, size)], games[max(1, size) :]
        if lot:
            busy[pipe] = lot
            with suppress(BrokenPipeError):  # whoever asks for the answer will see why
                pipe.send(lot)
        return rest

    def _answer(self, pipe: Connection) -> tuple[list[Outcome], float]:
        """What a worker sent; if he could not play his games, the reason is raised here."""
        try:
            outcomes, seconds, complaint = pipe.recv()
        except (EOFError, ConnectionError):
            process = self.processes[self.pipes.index(pipe)]
            process.join()
            raise KibitzError(
                f"a worker has ended in the middle of a game (exit code {process.exitcode})",
                "with --workers 1 you may see why; it may also have had too little memory",
            ) from None
        if complaint is not None:
            raise KibitzError(*complaint)
        return outcomes, seconds


def _work(pipe: Connection, plan: Plan) -> None:
    """Play what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what a bot prints is no part of a report
    table = None
    while True:
        try:
            games = pipe.recv()
        except EOFError:
            return
        begun = time.perf_counter()
        outcomes: list[Outcome] = []
        complaint = None
        try:
            table = table or Table(plan)
            outcomes = [table.play(number) for number in games]
        except KibitzError as error:
            complaint = error.message, error.hint
        pipe.send((outcomes, time.perf_counter() - begun, complaint))


@contextmanager
def _deaf() -> Iterator[None]:
    """Do not hear Ctrl-C for a moment; only the main thread ever does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
