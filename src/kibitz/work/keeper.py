"""A worker's keeper: the process between it and whoever hands it jobs.

It runs nobody's code but this, so it can always do what it is there for: end the worker, and all
that the worker has started, as soon as nobody holds the other end of the pipe any more, however
that came about, or it is asked to (SIGTERM); and, if the worker ends by itself, end what that has
left behind. A worker could not do this: it may be busy where no signal and no thread of its own
gets through.
"""

from __future__ import annotations

import os
import select
import signal
import threading
from contextlib import suppress
from typing import NoReturn

from kibitz.work.folders import sweep

__all__ = ["become_worker"]


def become_worker(came: int, goes: int) -> None:
    """Go on as a worker in a process group of its own; the process that was here so far keeps it.

    Jobs come from `came`, answers go to `goes`. Where processes cannot be split, nobody keeps it.
    """
    if not hasattr(os, "fork"):
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # until somebody can act on it
    worker = os.fork()
    if worker == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        os.setpgid(0, 0)
        return
    with suppress(OSError):  # whoever is first; else it might be ended before it has a group
        os.setpgid(worker, worker)
    os.close(goes)
    _keep(worker, came)


def _keep(worker: int, came: int) -> NoReturn:
    """Wait until the worker ends or is ended; leave as it did."""
    signal.signal(signal.SIGTERM, lambda *_: _end(worker))
    threading.Thread(target=_end_when_closed, args=(worker, came), daemon=True).start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})  # here alone: it ends the waiting
    os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)  # its number stays its own until below
    _end(worker)
    _, status = os.waitpid(worker, 0)
    with suppress(OSError):
        sweep()  # what it was told in files goes with it
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _end_when_closed(worker: int, came: int) -> None:
    """End the worker when nobody can hand it jobs any more. Nothing is read here."""
    closed = select.poll()
    closed.register(came, 0)  # that it was closed is always told
    closed.poll()
    _end(worker)


def _end(worker: int) -> None:
    with suppress(OSError):
        os.killpg(worker, signal.SIGKILL)
