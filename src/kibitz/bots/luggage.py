"""Luggage: what bots need that play on another machine, where our files are not to be seen.

    Luggage(**packed(["rule", "bots/my.py:MyBot"], near=False)).bots     # in another process

The folder of each bot that is in a file goes along, once for all bots in it; of a network, only its
file. The bot gets another name there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.bots.names import file_of, moved, network_of, with_network
from kibitz.engine.game import Game
from kibitz.work import folders as work

__all__ = ["Luggage", "packed"]


def packed(bots: Sequence[str], near: bool, game: Game) -> dict[str, Any]:
    """Bots for a game as they are told to workers that see our files, or do not: JSON."""
    folders: dict[str, Mapping[str, Any]] = {}
    lies: dict[str, str] = {}
    names = [bot if near else with_network(bot, game) for bot in bots]
    for bot in names:
        file = file_of(bot)
        if file is not None and not near:
            alone = network_of(bot) is not None
            taken = file.absolute() if alone else file.absolute().parent
            lies[bot] = str(taken)
            if str(taken) not in folders:
                folders[str(taken)] = work.packed(taken).of
    return {"bots": names, "folders": folders, "lies": lies}


class Luggage:
    """Bots that came with their folders; as long as somebody holds on to this, they are there."""

    def __init__(
        self, bots: Sequence[str], folders: Mapping[str, Mapping[str, Any]], lies: Mapping[str, str]
    ) -> None:
        self._folders = {name: work.unpacked(**of) for name, of in folders.items()}
        self.bots = tuple(moved(bot, self._at(lies[bot])) if bot in lies else bot for bot in bots)
        """What they are called here."""

    def _at(self, name: str) -> Path:
        """The folder that has come along, or the one in which a file lies that came alone."""
        path = self._folders[name].path
        return path.parent if path.is_file() else path
