"""A worker process as its owner sees it: started, asked, ended; all of that in an event loop."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from itertools import count

from kibitz.work.wire import HEAD, Garbled, length_of, packed
from kibitz.work.worker import READY

__all__ = ["Process"]

START = (
    "import json, sys; path, *rest = json.loads(sys.argv[1]); sys.path[:] = path; "
    "from kibitz.work.worker import main; main(*rest)"
)


class Process:
    """One worker. What happens to it is told by an `OSError` or an `EOFError`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self._jobs, self._answers = process, process.stdin, process.stdout
        self._numbers = count(READY + 1)

    @classmethod
    async def start(cls, nice: int = 0, memory: int = 0, heard: bool = False) -> Process:
        """A process that is ready for jobs. It is the first of a session of its own, so that no
        signal from a terminal reaches it."""
        started = cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", START, json.dumps([sys.path, nice, memory])),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=None if heard else asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        try:
            await started._receive(READY)
        except BaseException:
            await started.end()
            raise
        return started

    async def ask(self, job: bytes) -> bytes:
        """The answer to a job."""
        number = next(self._numbers)
        self._jobs.write(packed(number, job))
        await self._jobs.drain()
        return await self._receive(number)

    async def _receive(self, number: int) -> bytes:
        length = length_of(await self._answers.readexactly(HEAD.size), number)
        answer = await self._answers.readexactly(length)
        if not answer:
            raise Garbled("that is no answer")
        return answer

    async def end(self) -> int:
        """End it and all it has started; its exit code."""
        transport: asyncio.SubprocessTransport = self.process._transport  # type: ignore[attr-defined]
        if not self._jobs.is_closing():
            self._jobs.transport.abort()  # its keeper hears that, unless others hold the pipe too
        if self.process.returncode is None:
            with suppress(ProcessLookupError):  # not `terminate`, which may take away the exit code
                os.kill(self.process.pid, signal.SIGTERM)
        answers = transport.get_pipe_transport(1)
        if (
            answers is not None
        ):  # else asyncio waits until it has read it to the end: maybe for ever
            answers.close()
        code = await self.process.wait()
        transport.close()
        return code
