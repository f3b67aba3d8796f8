"""Reports of analyses that are kept: a file each, as `kibitz analyse --json` writes it.

A report is called after its game and all it was made of, `agram-3f2a91c0d4e5f607`: the texts of the
game, and which Kibitz it was. So a game that was changed has a report of its own, and those from
before are there still. What is asked for is looked up among the files that are in the folder: no
name leads out of it.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kibitz import __version__
from kibitz.analysis.report import VERSION
from kibitz.engine.descriptions import Description
from kibitz.errors import KibitzError
from kibitz.table.hall import Unknown

__all__ = ["EFFORT", "Kept", "Reports"]

EFFORT = "quick"
"""How much is played for a report of the lobby."""

NAME = re.compile(r"(.+)-[0-9a-f]{16}")
LONGEST = 40
"""Characters of a game's name in the name of a report."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A report that is kept."""

    id: str
    when: float
    """When it was made, in seconds since 1970."""
    current: bool
    """Whether it is about the game as it is now."""


class Reports:
    """A folder of reports; there need not be one as long as there are none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._all: dict[str, float] = {}
        """When each was made."""
        for path in folder.glob("*.part"):  # what is left of one that was being written
            with suppress(OSError):
                path.unlink()
        for path in folder.glob("*.json"):
            with suppress(OSError):
                if NAME.fullmatch(path.stem) and path.is_file():
                    self._all[path.stem] = path.stat().st_mtime

    def __contains__(self, id_: str) -> bool:
        return id_ in self._all

    @staticmethod
    def name(game: str, of: Description) -> str:
        """What the report of a game is called, as the game is now."""
        parts = of.name, of.text, of.sheet, of.weights, __version__, VERSION, EFFORT
        return f"{_plain(game)}-{_digest(repr(parts))[:16]}"

    def newest(self, game: str, current: str) -> Kept | None:
        """The report of a game: of the game as it is now, or else the last one from before."""
        if current in self._all:
            return Kept(current, self._all[current], True)
        former = [(when, id_) for id_, when in self._all.items() if _game(id_) == _plain(game)]
        if not former:
            return None
        when, id_ = max(former)
        return Kept(id_, when, False)

    def path(self, id_: str) -> Path:
        """The file of a report."""
        if id_ not in self._all:
            raise Unknown("there is no such report here")
        return self.folder / f"{id_}.json"

    def text(self, id_: str) -> bytes:
        """A report, as it lies there."""
        try:
            return self.path(id_).read_bytes()
        except OSError:
            self.forget(id_)
            raise Unknown("this report is not there any more") from None

    def forget(self, id_: str) -> None:
        """A report that cannot be read is none: the next one may take its place."""
        self._all.pop(id_, None)

    def make_folder(self) -> None:
        """A folder to write into."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KibitzError(f"no report can be kept here: {error.strerror}") from None

    def keep(self, id_: str, text: bytes) -> None:
        """Write a report; its file is never left half written."""
        self.make_folder()
        path = self.folder / f"{id_}.json"
        part = path.with_suffix(".part")
        try:
            part.write_bytes(text)
            part.replace(path)
            self._all[id_] = path.stat().st_mtime
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise KibitzError(f"the report cannot be kept: {error.strerror}") from None


def _plain(game: str) -> str:
    """The name of a game in the name of a file, whatever letters it has.

    >>> _plain("agram"), _plain("mój")
    ('agram', 'm_j-beabe9e6')
    """
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", game)[:LONGEST]
    return plain if plain == game else f"{plain}-{_digest(game)[:8]}"


def _game(id_: str) -> str:
    """Whose report it is, in plain letters."""
    found = NAME.fullmatch(id_)
    return found[1] if found else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
