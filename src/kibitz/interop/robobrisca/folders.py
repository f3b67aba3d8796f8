"""Which folder belongs to a bot of RoboBrisca's: what it may see of the disk.

That is the folder `Players`. Some bots also read what lies beside it, `NN/weights.nn` say: then it
is the folder above, unless that is somebody else's too, an organiser's or another team's. Whoever
wants to be sure gives each team a folder of its own, `team/Players/bot.py`, and nothing else in it.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["PLAYERS", "folder_of", "is_robobrisca"]

PLAYERS = "Players"

ORGANISERS = (".toml", ".sqlite", ".db", ".rcy", ".ssh")
"""How names end that no team's folder has: a charter, a store, a description."""

THEIRS = ("Game", "Out", PLAYERS)
"""What lay there in RoboBrisca, and is not needed here."""

MOST, LONGEST = 200, 1_000_000
"""Entries of a folder that is a team's, and files of theirs that are looked into; bytes of such a
file that are."""


def is_robobrisca(path: Path | str) -> bool:
    """Whether a file is a bot of RoboBrisca's. Nothing is run, or read, to know it.

    >>> is_robobrisca("team/Players/Bot.py"), is_robobrisca("team/Bot.py")
    (True, False)
    """
    file = Path(path).absolute()
    return file.suffix == ".py" and file.parent.name == PLAYERS


def folder_of(path: Path | str) -> Path:
    """The folder of a bot, with all that it needs and nothing of others."""
    players = Path(path).absolute().parent
    try:
        beside = [entry for entry in players.parent.iterdir() if entry.name not in THEIRS]
        if len(beside) < MOST and not any(map(_is_others, beside)) and _mentions(players, beside):
            return players.parent
    except OSError:
        pass
    return players


def _is_others(entry: Path) -> bool:
    """Whether something beside `Players` belongs to an organiser or another team."""
    if entry.name.endswith(ORGANISERS) or entry.is_symlink():
        return True
    if not entry.is_dir():
        return False
    inside = [below.name for below in entry.iterdir()]
    return any(name == PLAYERS or name.endswith(ORGANISERS) for name in inside)


def _mentions(players: Path, beside: list[Path]) -> bool:
    """Whether a bot says the name of something that lies beside `Players`."""
    stems = {name for entry in beside for name in (entry.name, entry.stem) if len(name) > 1}
    if not stems:
        return False
    named = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(stems)))})(?!\w)")
    files = [file for file in sorted(players.glob("*.py"))[:MOST] if file.is_file()]
    return any(named.search(_beginning(file)) for file in files)


def _beginning(file: Path) -> str:
    with file.open("rb") as opened:
        return opened.read(LONGEST).decode("utf-8", "replace")
