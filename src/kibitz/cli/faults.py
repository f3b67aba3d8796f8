"""What is said when something goes wrong that no command has foreseen: one sentence.

An error of the system (no such folder, no space left) is the user's to mend. Whatever else comes up
is a mistake of ours: what Python says about it goes to a file, to be sent to us. With
KIBITZ_TRACEBACK in the environment it is shown instead.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kibitz.errors import KibitzError, fault

__all__ = ["foreseen", "internal"]

SHOWN = "KIBITZ_TRACEBACK"


def foreseen(error: OSError | MemoryError) -> KibitzError:
    """What the system refuses, as a complaint."""
    if isinstance(error, MemoryError):
        return KibitzError("there is not enough memory for that")
    why = error.strerror or str(error) or type(error).__name__
    where = "" if error.filename is None else f"{os.fsdecode(error.filename)!s:.200}: "
    return KibitzError(f"{where}{why}")


def internal(error: Exception) -> KibitzError:
    """A mistake of ours, as a complaint that says how to report it."""
    if os.environ.get(SHOWN):
        raise error
    said = fault(error)
    kept = _keep(error)
    if kept is None:
        return KibitzError(said.message, f"please report it; {SHOWN}=1 shows where it was")
    return KibitzError(said.message, f"please report it, with the file {kept}, which says where")


def _keep(error: Exception) -> Path | None:
    """Write what Python says about an error to a file of its own."""
    import tempfile
    import traceback

    from kibitz import __version__

    lines = [f"kibitz {__version__}, Python {sys.version}", f"{sys.argv}", ""]
    text = "\n".join(lines) + "\n" + "".join(traceback.format_exception(error))
    try:
        handle, name = tempfile.mkstemp(prefix="kibitz-fault-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError:
        return None
    return Path(name)
