"""A real server in a process of its own, for tests that need one: browsers, restarts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["COMMAND", "Server", "serving"]

COMMAND = "from kibitz.cli.main import main; main()"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is running: its address and its process."""

    address: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """End it as a failure of the machine would: at once, nothing tidied up."""
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(
    data: Path, *more: Path | str, port: int = 0, command: str = COMMAND
) -> Iterator[Server]:
    """A server with this data folder, and more arguments of `kibitz table`; ended afterwards. It
    listens at this port, or at any that is free."""
    options = ["--port", str(port), "--no-browser", "--no-warm-up", "--data", str(data)]
    process = subprocess.Popen(
        [sys.executable, "-c", command, "table", *map(str, more), *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            found = re.search(r"http://\S+?:\d+", line)
            if found:
                yield Server(found[0], process)
                break
        else:
            raise AssertionError("the server ended before it said where it is")
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            process.stdout.close()
