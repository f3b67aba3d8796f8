"""The warm process of a booth: it has loaded what a bot needs, and forks a process for each game.

Nothing of the bot's own runs in it, not even its imports: what a game leaves in memory is gone with
its process, and no later one finds it. It hears from the judge on a control line, and ends, with
all that it has forked, when nobody is at the other end of that any more.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from kibitz.seats import control, crowd
from kibitz.seats.keeper import be_kept
from kibitz.seats.line import STATUS

__all__ = ["main"]


def main(descriptor: int) -> NoReturn:
    """Serve the judge at the other end of a descriptor, as long as there is one."""
    if not crowd.is_first():
        be_kept(descriptor)
    line = socket.socket(fileno=descriptor)
    try:
        told, _ = control.receive(line)
        warm = Warm(line, told)
        warm.load()
        control.send(line, {"ready": True})
        warm.serve()
    except OSError:
        pass
    finally:
        crowd.end_all()
        os._exit(0)


class Warm:
    """What a warm process knows: what it was told, and who plays."""

    def __init__(self, line: socket.socket, told: dict[str, Any]) -> None:
        self.line, self.told = line, told
        self.playing: dict[int, int] = {}
        """Where to say how a process ended, by its number."""
        self.ended, self._ends = os.pipe()
        os.set_blocking(self._ends, False)
        os.set_blocking(self.ended, False)
        signal.set_wakeup_fd(self._ends, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.main: Callable[[socket.socket, dict[str, Any]], None] | None = None

    def load(self) -> None:
        """Load all that every game needs."""
        if self.told["program"] is None:
            from kibitz.engine.reference import GameRef

            module, _, function = self.told["target"].partition(":")
            self.main = getattr(importlib.import_module(module), function)
            if self.told["game"] is not None:
                self.told["game"] = GameRef.told(self.told["game"]).game()
        gc.collect()
        gc.freeze()  # so that a game does not copy what it only reads

    def serve(self) -> None:
        """Do what the judge says until there is no judge."""
        import select

        poll = select.poll()
        poll.register(self.line, select.POLLIN)
        poll.register(self.ended, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor == self.ended:
                    with suppress(BlockingIOError):
                        os.read(self.ended, 4096)
                    self.reap()
                else:
                    self.obey()

    def obey(self) -> None:
        """Do the next thing the judge says."""
        message, descriptors = control.receive(self.line)
        match message["do"]:
            case "open":
                crowd.end_all(self.bury)
                channel, status, output = descriptors
                pid = os.fork()
                if pid == 0:
                    self.play(channel, output)
                os.close(channel)
                os.close(output)
                self.playing[pid] = status
            case "rest":
                crowd.signal_all(signal.SIGSTOP)
            case "wake":
                crowd.signal_all(signal.SIGCONT)
            case "clear":
                crowd.end_all(self.bury)
        control.send(self.line, {"done": message["do"]})

    def reap(self) -> None:
        """Take note of all that have ended."""
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return
                self.bury(pid, status)

    def bury(self, pid: int, status: int) -> None:
        """Tell the judge how a process ended that it knows of."""
        told = self.playing.pop(pid, None)
        if told is not None:
            with suppress(OSError):
                os.write(told, STATUS.pack(os.waitstatus_to_exitcode(status)))
            os.close(told)

    def play(self, channel: int, output: int) -> NoReturn:
        """In the process of a game: forget all that is the warm process's, and play."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            os.setsid()
            self.line.detach()
            channel = _only(channel, output, program=self.main is None)
            code = self.begin(channel)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:
            with suppress(BaseException):
                traceback.print_exc()
        finally:
            for stream in (sys.stdout, sys.stderr):
                with suppress(BaseException):
                    stream.flush()
            os._exit(code & 0xFF)

    def begin(self, channel: int) -> int:
        """Have the bot's side of the protocol begin."""
        if self.main is None:
            program: str = self.told["program"]
            os.chdir(os.path.dirname(program))
            os.execv(program, [program])
        told = dict(self.told)
        self.told.clear()
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        self.main(socket.socket(fileno=channel), told)
        return 0


def _only(channel: int, output: int, *, program: bool) -> int:
    """Keep these descriptors alone: standard output and error lead to the one, and the other is the
    channel: 3, or standard input and output for a program."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    held = [os.dup(one) for one in (channel, output, nothing)]
    base = max(*held, 16)
    kept = [os.dup2(one, base + 1 + n) for n, one in enumerate(held)]
    channel, output, nothing = kept
    inherits = True
    os.dup2(channel if program else nothing, 0, inherits)
    os.dup2(channel if program else output, 1, inherits)
    os.dup2(output, 2, inherits)
    if program:
        os.closerange(3, 1 << 20)
        return 0
    os.dup2(channel, 3, inheritable=False)
    os.closerange(4, 1 << 20)
    return 3
