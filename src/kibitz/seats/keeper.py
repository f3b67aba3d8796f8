"""The keeper of a booth without namespaces: it ends all processes of it, however the judge ends.

It runs nobody's code but this, so it is never too busy. In a namespace nobody keeps: what is in it
ends with its first process, which is the warm one.
"""

from __future__ import annotations

import os
import select
import signal
import threading
from contextlib import suppress

from kibitz.seats import crowd

__all__ = ["be_kept"]


def be_kept(control: int) -> None:
    """Go on in a process that is kept; the one that was here so far keeps it until nobody holds the
    other end of the control line any more."""
    crowd.become_reaper()
    kept = os.fork()
    if kept == 0:
        crowd.become_reaper()
        return
    threading.Thread(target=_end_when_hung, args=(kept, control), daemon=True).start()
    with suppress(ChildProcessError):
        os.waitid(os.P_PID, kept, os.WEXITED | os.WNOWAIT)
    crowd.end_all()
    os._exit(0)


def _end_when_hung(kept: int, control: int) -> None:
    """End the kept process when the judge has hung up. Nothing is read here."""
    hung = select.poll()
    hung.register(control, 0)  # that it was closed is always told
    hung.poll()
    with suppress(OSError):
        os.kill(kept, signal.SIGKILL)
