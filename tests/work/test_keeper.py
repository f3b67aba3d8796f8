"""Workers end with whoever started them, however that ends, and so does all that they started.

In these tests a process holds one end of a named pipe; the other end can be read to its end when
that process, and everyone to whom it gave the pipe, is gone.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kibitz.work import Job, Pool

HERE = f"{__package__}.working"
PATIENCE = 60.0
"""Seconds after which a test gives up waiting; nothing here takes nearly as long."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be split here")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@pytest.fixture
def held(pipe: Path) -> Iterator[int]:
    """The end of the pipe that is read."""
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    yield reading
    os.close(reading)


def told(held: int) -> bytes:
    """What comes through the pipe next: nothing, if nobody holds the other end any more."""
    ready, _, _ = select.select([held], [], [], PATIENCE)
    assert ready, "somebody still holds the other end"
    return os.read(held, 1)


@contextmanager
def owner(pipe: Path, first: str, then: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process with a worker that has a hold on the pipe and is now busy with something else."""
    code = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "from kibitz.work import Job, Pool\n"
        "pool = Pool(1)\n"
        f"pool.ask(Job('{HERE}:{first}', {{'pipe': {str(pipe)!r}}}))\n"
        f"pool.ask(Job('{HERE}:{then}', {{'pipe': {str(pipe)!r}}}))\n"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as server:
        try:
            yield server
        finally:
            server.kill()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("first", ["hold", "have_help"])
@pytest.mark.parametrize("then", ["think", "hold_the_lock", "deaf"])
def test_workers_end_with_their_owner(
    pipe: Path, held: int, end: signal.Signals, first: str, then: str
) -> None:
    with owner(pipe, first, then) as server:
        assert told(held) == b"!"  # it is busy
        server.send_signal(end)
        assert told(held) == b""


@pytest.mark.parametrize("first", ["hold", "have_help"])
def test_workers_end_with_their_pool(pipe: Path, held: int, first: str) -> None:
    with Pool(1) as pool:
        pool.ask(Job(f"{HERE}:{first}", {"pipe": str(pipe)}))
        with pytest.raises(BlockingIOError):  # somebody could still write
            os.read(held, 1)
    assert told(held) == b""


def test_what_a_dead_worker_has_started_ends_as_well(pipe: Path, held: int) -> None:
    with Pool(1) as pool:
        assert pool.ask(Job(f"{HERE}:have_help", {"pipe": str(pipe)})) == "here"
        worker = pool.ask(Job(f"{HERE}:process"))
        os.kill(worker, signal.SIGKILL)
        assert told(held) == b""
        assert pool.ask(Job(f"{HERE}:echo", {"value": 1})) == 1  # another has taken its place
