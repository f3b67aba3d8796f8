"""A pool of worker processes for a program with an event loop.

Processes start when they are needed, on this machine (`kibitz.work.process`) or wherever somebody
can start them (`kibitz.work.ray`). A job goes to an idle one, best to one that knows what it is
about; if all are busy it waits, and those who ask are served in turn. One worker is always kept for
jobs that are quick. A job that takes too long ends its process; so does one whose process died, and
then it is tried once more.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from kibitz.errors import KibitzError, fault
from kibitz.work.job import Died, Job, Late, Refused, message
from kibitz.work.lanes import Lanes
from kibitz.work.process import Process

__all__ = ["AsyncPool", "Hand"]

SECONDS_TO_START = 60.0
KNOWN = 512
"""Things of which a pool remembers whether a worker was told them."""


class Hand(Protocol):
    """A process that does jobs, wherever it is. That it is lost is told by an `OSError` or an
    `EOFError`."""

    async def ask(self, job: bytes) -> bytes: ...

    async def end(self) -> int | None: ...


@dataclass(slots=True, eq=False)
class _Asked:
    """A job and whoever waits for its answer."""

    job: Job
    answer: asyncio.Future[bytes]
    long: bool
    begun: float = 0.0
    """When a worker began with it."""

    def settle(self, answer: bytes | KibitzError) -> None:
        if self.answer.done():
            return
        if isinstance(answer, bytes):
            self.answer.set_result(answer)
        else:
            self.answer.set_exception(answer)


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, whichever it is now, and what it was told."""

    process: Hand | None = None
    told: OrderedDict[str, int] = field(default_factory=OrderedDict)
    """How many parts of each thing; it may have forgotten."""
    forget: list[str] = field(default_factory=list)
    """What it need not remember any more, to be said with the next job."""
    doing: _Asked | None = None
    runner: asyncio.Task[None] | None = None
    """Does what is to be done, as long as there is something."""

    def knows(self, job: Job) -> int:
        """How much of what a job needs it was told; and to have a process at all is something."""
        return (self.process is not None) + sum(t.key in self.told for t in job.things.values())


class AsyncPool:
    """Some workers, of which `each` who asks may have so many for what takes long. `close` ends
    them."""

    def __init__(
        self,
        size: int,
        *,
        most: int = 10_000,
        nice: int = 0,
        memory: int = 0,
        heard: bool = False,
        each: int | None = None,
        tries: int = 2,
        start: Callable[[], Awaitable[Hand]] | None = None,
    ) -> None:
        self.workers = [_Worker() for _ in range(size)]
        self.most = most
        """Jobs that may wait, half of them for one who asks; more are refused."""
        self.nice, self.memory = nice, memory
        """How far they stand back behind others; the bytes each may take (0: any number)."""
        self.heard = heard
        """Whether what a job prints is to be seen, on standard error."""
        self.tries = tries
        """How often a job is begun whose process dies."""
        self._begin = start or self._here
        self.closed = False
        self._lanes: Lanes[_Asked] = Lanes(size, each)

    async def ask(self, job: Job) -> bytes:
        """The JSON text of what a job's function returns. What went wrong is raised as a
        `KibitzError`: `Refused` if the function itself complained."""
        if self.closed:
            raise _stopped()
        lanes = self._lanes
        asked = _Asked(job, asyncio.get_running_loop().create_future(), lanes.is_long(job))
        idle = [worker for worker in self.workers if worker.doing is None]
        if idle and lanes.begin(asked):
            worker = max(idle, key=lambda worker: worker.knows(job))
            worker.doing = asked
            worker.runner = asyncio.create_task(self._run(worker))
        elif len(lanes) >= self.most or lanes.waiting(job.askers) >= max(1, self.most // 2):
            raise KibitzError("too much is being thought about at once", "try again in a moment")
        else:
            lanes.add(asked)
        try:
            return await asked.answer
        except asyncio.CancelledError:
            lanes.remove(asked)
            raise

    def forget(self, key: str) -> None:
        """A told thing is not needed for a while."""
        for worker in self.workers:
            if worker.told.pop(key, None) is not None:
                worker.forget.append(key)

    async def close(self) -> None:
        """End all workers; who still waits is told so."""
        self.closed = True
        for asked in self._lanes.clear():
            asked.settle(_stopped())
        for worker in self.workers:
            if worker.runner is not None:
                worker.runner.cancel()
                with suppress(asyncio.CancelledError):
                    await worker.runner
            if worker.doing is not None:
                worker.doing.settle(_stopped())
            await self._end(worker)

    async def _run(self, worker: _Worker) -> None:
        """Let a worker do its job, and then what waits."""
        clock = asyncio.get_running_loop().time
        while worker.doing is not None:
            worker.doing.begun = clock()
            if not worker.doing.answer.done():  # else nobody waits for it any more
                await self._settle(worker, worker.doing)
            worker.doing = self._lanes.end(worker.doing, clock() - worker.doing.begun)

    async def _settle(self, worker: _Worker, asked: _Asked) -> None:
        try:
            asked.settle(await self._tried(worker, asked))
        except KibitzError as error:
            asked.settle(error)
        except Exception as error:
            await self._end(worker)
            asked.settle(fault(error))

    async def _tried(self, worker: _Worker, asked: _Asked) -> bytes:
        """Do a job; if its process dies, once more, or however often it may be tried."""
        job, code = asked.job, None
        for _ in range(self.tries):
            process = worker.process or await self._start(worker)
            asked.begun = asyncio.get_running_loop().time()
            try:
                return await asyncio.wait_for(_talk(worker, process, job), job.seconds)
            except TimeoutError:
                await self._end(worker)
                raise Late(job.seconds or 0.0) from None
            except (OSError, EOFError):
                code = await self._end(worker)
        raise Died(code, self.tries)

    async def _here(self) -> Hand:
        return await Process.start(self.nice, self.memory, self.heard)

    async def _start(self, worker: _Worker) -> Hand:
        worker.told.clear()
        worker.forget.clear()
        try:
            worker.process = await asyncio.wait_for(self._begin(), SECONDS_TO_START)
        except (OSError, EOFError) as error:
            why = getattr(error, "strerror", None)
            raise KibitzError(
                "no process could be started to think about this" + (f": {why}" if why else ""),
                "there may be too many of them",
            ) from None
        return worker.process

    async def _end(self, worker: _Worker) -> int | None:
        """End a worker's process; its exit code."""
        if worker.process is None:
            return None
        code = await worker.process.end()
        worker.process = None  # only now: whoever is cancelled before leaves it to `close`
        return code


async def _talk(worker: _Worker, process: Hand, job: Job) -> bytes:
    """Hand over a job, in full if it is asked for, and wait for the answer."""
    answer = b"?"
    known: Mapping[str, int]
    for known in (worker.told, {}):
        text = json.dumps(
            message(job, known, worker.forget), ensure_ascii=False, separators=(",", ":")
        )
        worker.forget = []
        for thing in job.things.values():
            _remember(worker.told, thing.key, len(thing.parts))
        answer = await process.ask(text.encode())
        if answer[:1] != b"?":
            break
    if answer[:1] == b"+":
        return answer[1:]
    if answer[:1] != b"-":
        raise OSError("that is no answer")
    said, hint = json.loads(answer[1:])
    raise Refused(said, hint)


def _remember(told: OrderedDict[str, int], key: str, parts: int) -> None:
    told[key] = parts
    told.move_to_end(key)
    while len(told) > KNOWN:
        told.popitem(last=False)


def _stopped() -> KibitzError:
    return KibitzError("the server is being stopped")
