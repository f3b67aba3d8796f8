"""A pool of worker processes for a program without an event loop.

    with Pool(2) as pool:
        for answer in pool.map(jobs):
            ...

It has a loop of its own in a thread; so it can be used anywhere, also in a notebook, which has one
already. What comes out does not depend on the number of workers.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import islice, starmap
from typing import Any

from kibitz.work.answers import read
from kibitz.work.async_pool import AsyncPool
from kibitz.work.closing import Closing
from kibitz.work.job import Job

__all__ = ["Pool"]


class Pool(Closing):
    """Some workers. Use it in a `with` statement, which ends them."""

    near = True

    def __init__(self, size: int, **options: Any) -> None:
        """So many workers; the options are those of an `AsyncPool`."""
        self.size = size
        self._pool = AsyncPool(size, **options)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End all workers, also in the middle of a job."""
        asyncio.run_coroutine_threadsafe(self._pool.close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def ask(self, job: Job) -> Any:
        """The answer to a job."""
        return read(self.hand_out(job).result())

    def as_they_come(self, jobs: Iterable[Job]) -> Iterator[tuple[int, Any]]:
        """The answers as they come in, each with the number of its job. The next job is looked for
        only when somebody is there to do it."""
        done: queue.SimpleQueue[tuple[int, Future[bytes]]] = queue.SimpleQueue()
        rest = enumerate(jobs)

        def begin(number: int, job: Job) -> int:
            self.hand_out(job).add_done_callback(lambda found: done.put((number, found)))
            return 1

        busy = sum(starmap(begin, islice(rest, self.size)))
        while busy:
            number, found = done.get()
            busy += sum(starmap(begin, islice(rest, 1))) - 1
            yield number, read(found.result())

    def map(self, jobs: Iterable[Job]) -> Iterator[Any]:
        """The answers in the order of the jobs."""
        early: dict[int, Any] = {}
        wanted = 0
        for number, answer in self.as_they_come(jobs):
            early[number] = answer
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1

    def hand_out(self, job: Job) -> Future[bytes]:
        """Have a job done without waiting for it: the JSON text of its answer, once it is there."""
        return asyncio.run_coroutine_threadsafe(self._pool.ask(job), self._loop)
