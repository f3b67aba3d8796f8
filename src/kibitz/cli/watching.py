"""`--watch`: the page of a competition, served from a process beside whoever plays it.

That process is nice to all others and takes nothing from the competition but what is written in its
folder anyway. It ends with whoever started it, however that ends, and if it ends by itself the
competition goes on.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import typer

from kibitz.errors import KibitzError

__all__ = ["Watch", "needing_the_table", "watching"]

PATIENCE = 10.0
"""Seconds for the server to end by itself."""


@contextmanager
def needing_the_table() -> Iterator[None]:
    """What is imported within is there only if it was asked for when Kibitz was installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("kibitz"):
            raise
        missing = (error.name or "").partition(".")[0]
        raise KibitzError(
            f"the table needs {missing}, which is not installed",
            'pip install "kibitz[table]"',
        ) from None


@dataclass(frozen=True, slots=True)
class Watch:
    """A page that is being served."""

    address: str
    """Of the page of the competition."""
    process: subprocess.Popen[str]

    def stay(self) -> None:
        """Wait until somebody presses Ctrl-C, or the server has ended."""
        with suppress(KeyboardInterrupt):
            self.process.wait()

    def close(self) -> None:
        """End it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(OSError):
            self.process.stdin.close()  # which it takes for a sign
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


@contextmanager
def watching(folder: Path, host: str = "127.0.0.1", port: int | None = None) -> Iterator[Watch]:
    """Serve the page of a competition, whose folder is there already, until one leaves; say where
    it is. Complains if it cannot be served; the competition is none of its business."""
    with needing_the_table():
        import kibitz.table.server  # noqa: F401  to complain here and not there
    told = json.dumps({"folder": str(folder.resolve()), "host": host, "port": port})
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz.table.watch", told],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,  # Ctrl-C is meant for the competition
    )
    watch = Watch(_address(process), process)
    try:
        typer.echo(f"Watch it at {watch.address}", err=True)
        yield watch
    finally:
        watch.close()


def _address(process: subprocess.Popen[str]) -> str:
    """What the server says first: where it is, or why it is nowhere."""
    assert process.stdin is not None
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        said = json.loads(line)
    except ValueError:
        said = {"error": "the page of the competition could not be served", "hint": None}
    if "address" in said:
        return str(said["address"])
    process.stdin.close()
    process.stdout.close()
    process.wait()
    raise KibitzError(said["error"], said["hint"])
