"""How much can be done at once on this machine."""

from __future__ import annotations

import os

__all__ = ["cores"]


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
