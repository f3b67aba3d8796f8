"""Bots by name, also those that were written for another system: RoboBrisca's."""

from __future__ import annotations

from pathlib import Path

from kibitz.bots import names
from kibitz.bots.names import Candidate, parts, program
from kibitz.bots.parameters import read_settings
from kibitz.engine.game import Game
from kibitz.interop.robobrisca import folders

__all__ = ["find", "folder_of", "is_robobrisca"]


def find(text: str, game: Game) -> Candidate:
    """The bot of a name, as `kibitz.bots.names.find` finds it; and if it is a file in a folder
    `Players`, a bot of RoboBrisca's. Its code is run: that is for the process in which it plays."""
    typed = text.strip()
    if not is_robobrisca(typed):
        return names.find(typed, game)
    from kibitz.interop.robobrisca.bots import bot_class

    path, name, rest = parts(typed)
    assert path is not None
    kind = bot_class(path, name)
    return Candidate(typed, kind, read_settings(kind, rest, str(path)))


def is_robobrisca(text: str) -> bool:
    """Whether a name is that of a bot of RoboBrisca's. Nothing is run to know it.

    >>> is_robobrisca("team/Players/Bot.py"), is_robobrisca("team/Bot.py")
    (True, False)
    """
    path = parts(text.strip())[0]
    return path is not None and folders.is_robobrisca(path)


def folder_of(text: str) -> Path | None:
    """The folder a bot may see: that of its file, and of RoboBrisca's maybe the one above."""
    path = parts(text.strip())[0]
    if path is None or program(text) is not None or not is_robobrisca(text):
        return None if path is None else path.absolute().parent
    return folders.folder_of(path)
