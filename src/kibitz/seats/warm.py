"""The warm process of a booth: it has loaded what a bot needs, and forks a process for each game.

Nothing of the bot's own runs in it, not even its imports: what a game leaves in memory is gone with
its process, and no later one finds it. It hears from the judge on a control line, and ends, with
all that it has forked, when nobody is at the other end of that any more.
"""

from __future__ import annotations

import gc
import importlib
import os
import select
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from kibitz.seats import control, crowd
from kibitz.seats.keeper import be_kept
from kibitz.seats.limits import Limits, become, hide
from kibitz.seats.line import STATUS

__all__ = ["main"]

LOOK_MS = 100
"""Milliseconds between two looks at how much memory is taken."""

Guest = Callable[[socket.socket, dict[str, Any]], None]


def main(descriptor: int) -> NoReturn:
    """Serve the judge at the other end of a descriptor, as long as there is one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not crowd.is_first():
        be_kept(descriptor)
    line = socket.socket(fileno=descriptor)
    try:
        told, _ = control.receive(line)
        limits = None if told["limits"] is None else Limits.told(told["limits"])
        if limits is not None and limits.kind == "bwrap" and limits.user and not limits.in_name:
            become(limits.user)
        hide()
        guest = _loaded(line, told)
        control.send(line, {"ready": True})
        Warm(line, told, guest, limits).serve()
    except OSError:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        crowd.end_all()
        os._exit(0)


def _loaded(line: socket.socket, told: dict[str, Any]) -> Guest | None:
    """Load all that every game needs; give up if the judge does meanwhile."""
    if told["program"] is not None:
        return None
    done, say_done = os.pipe()
    watch = threading.Thread(target=_end_when_hung, args=(line.fileno(), done))
    watch.start()
    from kibitz.engine.reference import GameRef

    module, _, function = told["target"].partition(":")
    guest: Guest = getattr(importlib.import_module(module), function)
    if told["game"] is not None:
        from kibitz.seats.guest import warm_up

        told["game"] = GameRef.told(told["game"]).game()
        warm_up(told["game"], told["seat"])
    if told["file"] is not None and not told["bare"]:
        _load_imported(Path(told["folder"]), Path(told["file"]), told)
    os.close(say_done)
    watch.join()  # who forks must be alone
    os.close(done)
    gc.collect()
    gc.freeze()  # so that a game does not copy what it only reads
    return guest


def _load_imported(folder: Path, file: Path, told: dict[str, Any]) -> None:
    """Load what the bot's files import, and what is compiled of the game if they may use it."""
    from kibitz.seats.imports import imported, load_beforehand

    names = imported(folder, file)
    load_beforehand(names)
    if told["game"] is not None and any(name.partition(".")[0] == "kibitz" for name in names):
        from kibitz.engine.native import is_at_hand

        for kernel in told["kernels"]:
            with suppress(LookupError):  # it is one of a match, which no bot needs
                is_at_hand(told["game"], kernel)


def _end_when_hung(line: int, done: int) -> None:
    """End this process if the judge hangs up before it is done."""
    hung = select.poll()
    hung.register(line, 0)
    hung.register(done, 0)
    if any(descriptor == line for descriptor, _ in hung.poll()):
        os._exit(0)


class Warm:
    """What a warm process knows: what it was told, and who plays."""

    def __init__(
        self,
        line: socket.socket,
        told: dict[str, Any],
        guest: Guest | None,
        limits: Limits | None,
    ) -> None:
        self.line, self.told, self.guest, self.limits = line, told, guest, limits
        self.playing: dict[int, int] = {}
        """Where to say how a process ended, by its number."""
        self.ended, self._ends = os.pipe()
        os.set_blocking(self._ends, False)
        os.set_blocking(self.ended, False)
        signal.set_wakeup_fd(self._ends, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self.awake = False
        self.usual = crowd.memory(os.getpid())
        """Bytes that this process has, and so each that it forks."""

    def serve(self) -> None:
        """Do what the judge says until there is no judge."""
        poll = select.poll()
        poll.register(self.line, select.POLLIN)
        poll.register(self.ended, select.POLLIN)
        while True:
            watched = self.limits is not None and self.awake and bool(self.playing)
            for descriptor, _ in poll.poll(LOOK_MS if watched else None):
                if descriptor == self.ended:
                    with suppress(BlockingIOError):
                        os.read(self.ended, 4096)
                    self.reap()
                else:
                    self.obey()
            if watched:
                self.weigh()

    def obey(self) -> None:
        """Do the next thing the judge says."""
        message, descriptors = control.receive(self.line)
        match message["do"]:
            case "open":
                crowd.end_all(self.bury)
                self.begin(*descriptors)
                self.awake = True
            case "rest":
                crowd.signal_all(signal.SIGSTOP)
                self.awake = False
            case "wake":
                crowd.signal_all(signal.SIGCONT)
                self.awake = True
            case "clear":
                crowd.end_all(self.bury)
        control.send(self.line, {"done": message["do"]})

    def weigh(self) -> None:
        """End all if together they take more memory than one may: the limit of the kernel is for
        each of them, and does not count all there is."""
        assert self.limits is not None
        if crowd.memory_of_all(self.usual) > self.limits.memory:
            crowd.end_all(self.bury)

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

    def begin(self, channel: int, status: int, output: int) -> None:
        """Begin a game, in a process of its own."""
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            self.line.detach()
            play(channel, output, self.told, self.guest, self.limits)
        os.close(channel)
        os.close(output)
        self.playing[pid] = status


# --- in the process of a game ---------------------------------------------------------------------


def play(
    channel: int, output: int, told: dict[str, Any], guest: Guest | None, limits: Limits | None
) -> NoReturn:
    """Forget all that is the warm process's, be held, and play."""
    code = 1
    try:
        os.setsid()
        channel = _only(channel, output, program=guest is None)
        if told["folder"] is not None:
            os.chdir(told["folder"])
        if limits is not None:
            limits.hold()
        if guest is None:
            os.execv(told["program"], [told["program"]])
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        guest(socket.socket(fileno=channel), told)
        code = 0
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


def _only(channel: int, output: int, *, program: bool) -> int:
    """Keep these descriptors alone: standard output and error lead to the one, and the other is the
    channel: 3, or standard input and output for a program."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    above = max(channel, output, nothing, 3) + 1
    channel, output, nothing = (
        os.dup2(one, above + n) for n, one in enumerate((channel, output, nothing))
    )
    os.dup2(channel if program else nothing, 0)
    os.dup2(channel if program else output, 1)
    os.dup2(output, 2)
    if not program:
        os.dup2(channel, 3, inheritable=False)
    os.closerange(3 if program else 4, 1 << 20)
    return 3
