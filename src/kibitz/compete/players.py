"""Who plays the sittings of a phase: this process to begin with, several if there is much to do.

What comes out depends on the sittings alone. Each sitting stays with the worker who has begun it,
as long as there is one, for that one has its bots warm.
"""

from __future__ import annotations

import json
import queue
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from kibitz.compete.model import PlayedGame
from kibitz.compete.sittings import Sitting, job
from kibitz.engine.game import Game
from kibitz.engine.simulation import cores
from kibitz.engine.singles import KERNEL
from kibitz.engine.workshop import Workshop
from kibitz.errors import KibitzError
from kibitz.work import Died, Here, Job, Pool, Thing
from kibitz.work import open as open_place

__all__ = ["Played", "Players"]

PATIENCE, WORTH_IT = 1.0, 3.0
"""Seconds after which it is asked whether others should help; and which must still come then."""

QUICK = 0.02
"""Seconds a game takes at most if the rules count for much of it."""

Played = Sequence[tuple[PlayedGame, str | None]]
Told = Callable[[Sitting, bool], Mapping[str, Thing]]
"""What is told of a sitting to those who see our files, or do not."""


@dataclass(slots=True)
class _Going:
    """A sitting that is being played."""

    sitting: Sitting
    things: Mapping[str, Thing]
    first: int = 0
    """How many of its games were played."""

    @property
    def left(self) -> int:
        return len(self.sitting.deals) - self.first

    @property
    def job(self) -> Job:
        return job(self.things, self.first)

    def came(self, outcomes: Sequence[Sequence[Any]]) -> Played:
        """Some more games were played."""
        found = self.sitting.came(self.first, outcomes)
        self.first += len(outcomes)
        return found


class Players:
    """Those who play. Use it in a `with` statement, which ends them."""

    def __init__(self, game: Game, workers: int | None = None, on: str | None = None) -> None:
        self.game, self.workers, self.on = game, workers, on
        self._here = Here()
        self._pool: Pool | None = None
        self._workshop = Workshop()
        self._ordered = False
        self._spent, self._done = 0.0, 0
        """Seconds and games that were played here, but for the first of each sitting..."""
        self._loaded, self._begun = 0.0, 0
        """...whose seconds are rather for loading the bots; how many that were."""

    def __enter__(self) -> Players:
        self._workshop.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._here = Here()  # what it has remembered is closed
        if self._pool is not None:
            self._pool.close()
        self._workshop.__exit__(kind, error, trace)

    @property
    def size(self) -> int:
        """How many may play at a time."""
        return self._opened().size if self.on is not None else self.workers or cores()

    def play(self, sittings: Iterable[Sitting], told: Told) -> Generator[Played]:
        """What was played of these sittings, bit by bit, until all of it was."""
        near = self.on is None or self._opened().near
        waiting = deque(_Going(sitting, told(sitting, near)) for sitting in sittings)
        while waiting and not self._is_shared(waiting):
            going = waiting[0]
            begun = time.perf_counter()
            outcomes = self._here.ask(going.job)
            self._took(time.perf_counter() - begun, len(outcomes), first=not going.first)
            yield going.came(outcomes)
            if not going.left:
                waiting.popleft()
        if waiting:
            self._here = Here()
            yield from self._shared(waiting)

    def _is_shared(self, waiting: Sequence[_Going]) -> bool:
        """Whether others play: as was asked for, or since there is much left to play. A sitting
        that was begun here is finished here, unless that takes long, too."""
        if self._pool is not None or self.on is not None:
            return True
        pace = self._spent / self._done if self._done else self._loaded / max(1, self._begun)
        left = pace * sum(going.left for going in waiting)
        loading = self._loaded / max(1, self._begun)
        left += loading * sum(not going.first for going in waiting)
        much = self._spent + self._loaded > PATIENCE and left > WORTH_IT + 2 * loading
        if much and not self._ordered and pace < QUICK:
            self._ordered = True
            self._workshop.order(self.game, [KERNEL])
        if self.workers is not None:
            return self.workers > 1
        begun = waiting[0].first and pace * waiting[0].left < WORTH_IT
        return cores() > 1 and much and not begun

    def _took(self, seconds: float, games: int, *, first: bool) -> None:
        """So many games were played here in so many seconds; the first ones of a sitting?"""
        if first and games == 1:
            self._loaded, self._begun = self._loaded + seconds, self._begun + 1
        else:
            self._spent, self._done = self._spent + seconds, self._done + games

    def _shared(self, waiting: deque[_Going]) -> Generator[Played]:
        pool = self._opened()
        done: queue.SimpleQueue[tuple[_Going, Future[bytes]]] = queue.SimpleQueue()

        def hand_out(going: _Going) -> None:
            asked = pool.hand_out(going.job)
            asked.add_done_callback(lambda found: done.put((going, found)))

        busy = 0
        while busy or waiting:
            while waiting and busy < pool.size:
                hand_out(waiting.popleft())
                busy += 1
            going, found = done.get()
            played = going.came(json.loads(_answer(found)))
            if going.left:
                hand_out(going)
            else:
                busy -= 1
            yield played

    def _opened(self) -> Pool:
        if self._pool is None:
            found = (
                Pool(self.workers or cores())
                if self.on is None
                else open_place(self.on, self.workers)
            )
            assert isinstance(found, Pool)
            self._pool = found
        return self._pool


def _answer(found: Future[bytes]) -> bytes:
    try:
        return found.result()
    except Died as error:
        code = "" if error.code is None else f" (exit code {error.code})"
        raise KibitzError(
            f"a worker has ended in the middle of a game, twice{code}",
            "it may have had too little memory; what was played is kept: --resume",
        ) from None
