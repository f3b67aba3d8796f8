"""Workers: processes that think, so that the event loop does not.

A pool has some of them. A table is as a rule served by the same one, which remembers it, so that a
decision costs one step and no replay; a busy one is relieved by an idle one. A job that takes too
long ends its process, and another takes its place; so does one whose process died, and then the job
is tried once more. See `kibitz.table.worker` for what is said between them.
"""

from __future__ import annotations

import asyncio
import json
import sys
import zlib
from collections import OrderedDict, deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from kibitz.engine.descriptions import Description
from kibitz.engine.replay import Deal, Move
from kibitz.errors import KibitzError
from kibitz.table.faults import fault
from kibitz.table.worker import GAMES, HEAD, MOST_ANSWERED

__all__ = ["About", "GameRef", "Pool", "Refused"]

START = (
    "import json, sys; path, nice, memory = json.loads(sys.argv[1]); sys.path[:] = path; "
    "from kibitz.table.worker import main; main(nice, memory)"
)
SECONDS_TO_START = 60.0
KNOWN = 512
"""Tables of which a pool remembers what each worker knows."""


class Refused(KibitzError):
    """What a job itself complained about; it may be about cards its seat sees."""


@dataclass(frozen=True, slots=True)
class GameRef:
    """A game as it is told to another process."""

    description: Description
    parameters: Mapping[str, int | str]
    name: str
    """Tells games apart: the same texts and parameters, the same name."""

    @classmethod
    def of(cls, description: Description, parameters: Mapping[str, int | str]) -> GameRef:
        given = json.dumps(dict(sorted(parameters.items())))
        return cls(description, parameters, f"{description.digest} {given}")


@dataclass(frozen=True, slots=True)
class About:
    """The table a job is about, up to a moment."""

    id: str
    deal: Deal
    moves: list[Move]
    """All moves so far; only ever appended to."""
    made: int


@dataclass(slots=True)
class Job:
    call: str
    game: GameRef
    about: About | None
    whole: bool
    arguments: Mapping[str, Any]
    seconds: float
    answer: asyncio.Future[bytes]


@dataclass(slots=True, eq=False)
class Worker:
    """One process, and the jobs that wait for it."""

    waiting: deque[Job] = field(default_factory=deque)
    busy: bool = False
    process: asyncio.subprocess.Process | None = None
    tables: OrderedDict[tuple[str, bool], int] = field(default_factory=OrderedDict)
    """How many moves of each table it was told; it may have forgotten."""
    games: OrderedDict[str, None] = field(default_factory=OrderedDict)
    forgotten: list[str] = field(default_factory=list)
    """Tables it need not remember any more, to be told with the next job."""
    runner: asyncio.Task[None] | None = None


class Pool:
    """Some workers. They start when they are needed; `close` ends them."""

    def __init__(self, size: int, *, most: int = 10_000, nice: int = 5, memory: int = 0) -> None:
        self.workers = [Worker() for _ in range(size)]
        self.most = most
        """Jobs that may wait; more are refused."""
        self.argument = json.dumps([sys.path, nice, memory])
        self.closed = False

    async def ask(
        self,
        call: str,
        game: GameRef,
        about: About | None = None,
        *,
        seconds: float,
        whole: bool = False,
        **arguments: Any,
    ) -> bytes:
        """The JSON text of what a function returns; see `kibitz.table.jobs`. Raises what went wrong
        as a `KibitzError`."""
        if self.closed:
            raise KibitzError("the server is being stopped")
        if sum(len(worker.waiting) for worker in self.workers) >= self.most:
            raise KibitzError("too much is being thought about at once", "try again in a moment")
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        worker = self._worker(about.id if about else "")
        worker.waiting.append(Job(call, game, about, whole, arguments, seconds, answer))
        if not worker.busy:
            worker.busy = True
            worker.runner = asyncio.create_task(self._run(worker))
        return await answer

    def forget(self, table: str) -> None:
        """Nothing will be asked about a table for a while."""
        for worker in self.workers:
            known = [worker.tables.pop((table, whole), None) for whole in (False, True)]
            if any(made is not None for made in known):
                worker.forgotten.append(table)

    async def close(self) -> None:
        """End all workers; who still waits is told so."""
        self.closed = True
        for worker in self.workers:
            if worker.runner is not None:
                worker.runner.cancel()
                with suppress(asyncio.CancelledError):
                    await worker.runner
            for job in worker.waiting:
                _settle(job, KibitzError("the server is being stopped"))
            worker.waiting.clear()
            await self._end(worker)

    def _worker(self, table: str) -> Worker:
        """Who gets a job: the one that knows the table, or an idle one."""
        preferred = self.workers[zlib.crc32(table.encode()) % len(self.workers)]
        if preferred.busy:
            return next((worker for worker in self.workers if not worker.busy), preferred)
        return preferred

    async def _run(self, worker: Worker) -> None:
        """Let a worker do what waits for it."""
        try:
            while (job := self._next(worker)) is not None:
                try:
                    _settle(job, await self._twice(worker, job))
                except KibitzError as error:
                    _settle(job, error)
                except Exception as error:
                    await self._end(worker)
                    _settle(job, fault(error))
                except BaseException:
                    _settle(job, KibitzError("the server is being stopped"))
                    raise
        finally:
            worker.busy = False

    def _next(self, worker: Worker) -> Job | None:
        """The next job for a worker: its own, or one that waits for another who is still busy."""
        others = sorted(self.workers, key=lambda other: -len(other.waiting))
        for other in (worker, *others):
            while other.waiting:
                job = other.waiting.popleft()
                if not job.answer.done():  # else nobody waits for it any more
                    return job
        return None

    async def _twice(self, worker: Worker, job: Job) -> bytes:
        """Do a job; if its process dies, once more."""
        for _ in range(2):
            try:
                return await self._do(worker, job)
            except (OSError, asyncio.IncompleteReadError):
                await self._end(worker)
        raise KibitzError("the process that thought about this has died, twice")

    async def _do(self, worker: Worker, job: Job) -> bytes:
        if worker.process is None:
            try:
                await asyncio.wait_for(self._start(worker), SECONDS_TO_START)
            except TimeoutError:
                await self._end(worker)
                raise KibitzError("no process could be started to think about this") from None
        try:
            return await asyncio.wait_for(self._talk(worker, job), job.seconds)
        except TimeoutError:
            await self._end(worker)
            raise KibitzError(f"that took longer than {job.seconds:g} s") from None
        except asyncio.CancelledError:
            await self._end(worker)
            raise

    async def _talk(self, worker: Worker, job: Job) -> bytes:
        """Hand over a job, in full if it is asked for, and wait for the answer."""
        for full in (False, True):
            await self._send(worker, _text(worker, job, full))
            answer = await self._receive(worker)
            if answer[:1] != b"?":
                break
        if answer[:1] == b"+":
            return answer[1:]
        if answer[:1] != b"-":
            raise OSError("that is no answer")
        message, hint = json.loads(answer[1:])
        raise Refused(message, hint)

    async def _start(self, worker: Worker) -> None:
        worker.tables.clear()
        worker.games.clear()
        worker.forgotten.clear()
        worker.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", START, self.argument),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which ends it in good order
        )
        await self._receive(worker)

    async def _end(self, worker: Worker) -> None:
        process, worker.process = worker.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
        # asyncio closes the pipes only when it has read their ends
        process._transport.close()  # type: ignore[attr-defined]

    async def _send(self, worker: Worker, text: bytes) -> None:
        assert worker.process is not None
        assert worker.process.stdin is not None
        worker.process.stdin.write(HEAD.pack(len(text)) + text)
        await worker.process.stdin.drain()

    async def _receive(self, worker: Worker) -> bytes:
        assert worker.process is not None
        assert worker.process.stdout is not None
        head = await worker.process.stdout.readexactly(HEAD.size)
        (size,) = HEAD.unpack(head)
        if size > MOST_ANSWERED:
            raise OSError("that is no answer")
        return await worker.process.stdout.readexactly(size)


def _text(worker: Worker, job: Job, full: bool) -> bytes:
    """A job as it is sent: only what the worker was not told before."""
    told: dict[str, Any] = {
        "call": job.call,
        "game": job.game.name,
        "arguments": job.arguments,
        "whole": job.whole,
    }
    if worker.forgotten:
        told["forget"] = worker.forgotten
        worker.forgotten = []
    if full or job.game.name not in worker.games:
        told["description"] = asdict(job.game.description)
        told["parameters"] = dict(job.game.parameters)
        _remember(worker.games, job.game.name, None, GAMES)
    if job.about is not None:
        about, key = job.about, (job.about.id, job.whole)
        since = None if full else worker.tables.pop(key, None)
        told["table"] = about.id
        if since is None or since > about.made:
            since = 0
            told["deal"] = asdict(about.deal)
        told["since"] = since
        told["moves"] = about.moves[since : about.made]
        _remember(worker.tables, key, about.made, KNOWN)
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _remember(known: OrderedDict[Any, Any], name: object, what: object, room: int) -> None:
    known[name] = what
    while len(known) > room:
        known.popitem(last=False)


def _settle(job: Job, answer: bytes | KibitzError) -> None:
    if job.answer.done():
        return
    if isinstance(answer, bytes):
        job.answer.set_result(answer)
    else:
        job.answer.set_exception(answer)
