"""Games in progress, for those who watch: in a file of their own, which nothing depends on.

Whoever has a game played writes down what was decided so far, a few times a second at most, and
never waits for the disk. What is not written any more vanishes after a while.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from kibitz.compete.model import GameId, LiveGame
from kibitz.engine.record import Record
from kibitz.engine.state import State

__all__ = ["FILE", "Scribe", "clear", "read_live"]

FILE = "live.sqlite"
PACE = 0.3
"""Seconds between two notes of a game, at least."""
STALE = 900.0
"""Seconds after which a game that nobody writes about is not being played any more."""

TABLE = (
    "create table if not exists live (id text primary key, names text not null, "
    "record text not null, begun real not null, changed real not null)"
)


class Scribe:
    """Writes down how games stand while they are played. Where it cannot, nothing is lost."""

    def __init__(
        self, folder: Path, clock: Callable[[], float] = time.time, patience: float = 0.0
    ) -> None:
        self.clock, self.patience = clock, patience
        """A game that is over after so many seconds is never written about."""
        self._base: sqlite3.Connection | None = None
        with suppress(sqlite3.Error, OSError):
            self._base = _opened(folder)
        self._game: tuple[GameId, tuple[str, ...]] | None = None
        self._begun = self._last = self._next = 0.0

    def begin(self, game: GameId, names: tuple[str, ...]) -> None:
        """A game begins."""
        self._game, self._begun, self._last = (game, names), self.clock(), 0.0
        self._next = self._begun + self.patience

    def see(self, state: State) -> None:
        """A game stands so."""
        now = self.clock()
        if self._base is None or self._game is None or now < self._next:
            return
        self._last, self._next = now, now + PACE
        game, names = self._game
        record = Record.of(state, names).to_json()
        with suppress(sqlite3.Error), self._base:
            self._base.execute(
                "insert or replace into live values (?, ?, ?, ?, ?)",
                (str(game), json.dumps(names, ensure_ascii=False), record, self._begun, now),
            )

    def end(self) -> None:
        """The game is over."""
        if self._base is not None and self._game is not None and self._last:
            with suppress(sqlite3.Error), self._base:
                self._base.execute("delete from live where id = ?", (str(self._game[0]),))
        self._game = None

    def close(self) -> None:
        if self._base is not None:
            self._base.close()
            self._base = None


def read_live(folder: Path, clock: Callable[[], float] = time.time) -> Iterator[LiveGame]:
    """The games that are being played."""
    path = folder / FILE
    if not path.is_file():
        return
    rows = []
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=1)) as base:
        rows = base.execute(
            "select id, names, record, begun, changed from live where changed > ? order by id",
            (clock() - STALE,),
        ).fetchall()
    for game, names, record, begun, changed in rows:
        yield LiveGame(GameId.parse(game), tuple(json.loads(names)), record, begun, changed)


def clear(folder: Path) -> None:
    """Nothing is being played."""
    for name in (FILE, FILE + "-wal", FILE + "-shm"):
        (folder / name).unlink(missing_ok=True)


def _opened(folder: Path) -> sqlite3.Connection:
    path = folder / FILE
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    base = sqlite3.connect(path, timeout=1, check_same_thread=False)
    base.execute("pragma journal_mode = wal")
    base.execute("pragma synchronous = off")
    base.execute(TABLE)
    base.commit()
    return base
