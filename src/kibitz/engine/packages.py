"""What installed packages bring along for Kibitz: games, bots."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

__all__ = ["brought"]


@cache
def brought(group: str) -> tuple[EntryPoint, ...]:
    """What packages offer under the name of a group. All that is installed is looked through for
    it, once in a process: that takes as long as dealing a hundred times."""
    return tuple(entry_points(group=group))
