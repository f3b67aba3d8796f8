"""Luggage: what bots need that play on another machine, where our files are not to be seen.

    Luggage(**packed(["rule", "bots/my.py:MyBot"], near=False)).bots     # in another process

The folder of each bot that is in a file goes along, once for all bots in it; the bot gets another
name there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.bots.names import file_of, moved
from kibitz.work import folders as work

__all__ = ["Luggage", "packed"]


def packed(bots: Sequence[str], near: bool) -> dict[str, Any]:
    """Bots as they are told to workers that see our files, or do not: JSON."""
    folders: dict[str, Mapping[str, Any]] = {}
    lies: dict[str, str] = {}
    for bot in bots:
        file = file_of(bot)
        if file is not None and not near:
            folder = str(file.absolute().parent)
            lies[bot] = folder
            if folder not in folders:
                folders[folder] = work.packed(file.absolute().parent).of
    return {"bots": list(bots), "folders": folders, "lies": lies}


class Luggage:
    """Bots that came with their folders; as long as somebody holds on to this, they are there."""

    def __init__(
        self, bots: Sequence[str], folders: Mapping[str, Mapping[str, Any]], lies: Mapping[str, str]
    ) -> None:
        self._folders = {name: work.unpacked(**of) for name, of in folders.items()}
        self.bots = tuple(
            moved(bot, self._folders[lies[bot]].path) if bot in lies else bot for bot in bots
        )
        """What they are called here."""
