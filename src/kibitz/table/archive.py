"""The archive: tables in a SQLite file, so that a restart loses nothing.

The record is the truth: how a table was dealt, its decisions, the outcomes of chance. The texts of
its description are kept with it, for a user's file may change or vanish. A decision is written
before anybody is told of it. Nothing is ever deleted.

A write goes to the log of the file and does not wait for the disk, so it takes some microseconds
and may be called from the event loop; `checkpoint`, which does wait, is for a thread of its own.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from kibitz.engine.descriptions import Description
from kibitz.engine.replay import Move
from kibitz.errors import KibitzError
from kibitz.table.kept import (
    Kept,
    Sitter,
    Turn,
    read_description,
    read_kept,
    read_move,
    read_token,
    readable,
    seats_text,
)

__all__ = ["Archive"]

APPLICATION = 0x4B42545A
"""What SQLite writes into the head of our files: KBTZ."""
VERSION = 2
"""2: people are invited, and sit in chairs of their own."""
LONG_LOG = 4_000_000
"""Bytes after which the log is begun anew."""

SCHEMA = """
CREATE TABLE games (digest TEXT PRIMARY KEY, name TEXT, file TEXT, text TEXT, sheet TEXT,
    weights TEXT) WITHOUT ROWID;
CREATE TABLE tables (number INTEGER PRIMARY KEY, id TEXT UNIQUE, game TEXT, parameters TEXT,
    deal TEXT, mode TEXT, host TEXT, watch TEXT, seats TEXT, pace REAL, running INTEGER,
    created REAL, turn TEXT, rematch TEXT);
CREATE TABLE moves (id TEXT, number INTEGER, action TEXT, chance TEXT,
    PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE tokens (token TEXT PRIMARY KEY, id TEXT, role TEXT, seat INTEGER) WITHOUT ROWID;
CREATE INDEX turns ON tables (turn, running);
"""


class Archive:
    """The tables in a file. Raises `KibitzError` if the file is not ours or cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():  # it holds keys and tokens: nobody else may read it
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._alone = _alone(path.with_suffix(".lock"))
        except OSError as error:
            raise KibitzError(
                f"the tables cannot be kept in {path}: {error.strerror}",
                "give another folder with --data",
            ) from None
        self._other: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        try:
            self._db = self._connect()
            self._check()
        except sqlite3.Error as error:
            raise self._unusable(str(error)) from None

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self.path,
            isolation_level=None,
            check_same_thread=False,
            timeout=2,
            cached_statements=64,
        )
        db.execute("PRAGMA busy_timeout = 2000")
        return db

    def _check(self) -> None:
        """Refuse a file that is damaged, not ours, newer than we are, or in use."""
        db = self._db
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION and (tables or application):
            raise self._unusable("it is a database of something else")
        if version > VERSION:
            raise self._unusable("it was written by a newer Kibitz")
        (sound,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise self._unusable("it is damaged")
        if not tables:  # a move is some thirty bytes: the less has to be written with it the better
            db.execute("PRAGMA page_size = 1024")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        if not tables:
            db.executescript(
                f"BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION}; "
                f"PRAGMA user_version = {VERSION}; COMMIT;"
            )
        elif version < VERSION:  # what is new in it may be missing
            db.execute(f"PRAGMA user_version = {VERSION}")

    def _unusable(self, why: str) -> KibitzError:
        with suppress(sqlite3.Error, AttributeError):
            self._db.close()
        self._alone.close()
        return KibitzError(
            f"{self.path} cannot be used: {why}",
            "it was left as it is; move it away, or give another folder with --data",
        )

    # --- writing ------------------------------------------------------------------------------

    def add(
        self,
        table: Kept,
        description: Description,
        moves: Iterable[Move] = (),
        after: str | None = None,
    ) -> None:
        """Keep a new table; `after` is the one whose rematch it is."""
        columns = [
            table.id, table.game, json.dumps(table.parameters), json.dumps(asdict(table.deal)),
            table.mode, table.host, table.watch, seats_text(table.seats), table.pace,
            int(table.running), table.created, table.turn, table.rematch,
        ]  # fmt: skip
        tokens: list[tuple[str, str, str, int | None]] = [
            (table.host, table.id, "host", None),
            (table.watch, table.id, "watch", None),
        ]
        for number, seat in enumerate(table.seats):
            if seat.token is not None:
                tokens.append((seat.token, table.id, "seat", number))
            if seat.invitation is not None:
                tokens.append((seat.invitation, table.id, "invitation", number))
        texts = description.name, description.file, description.text
        kept = (description.digest, *texts, description.sheet, description.weights)
        with self._all_or_nothing() as db:
            db.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?)", kept)
            marks = ", ".join("?" * len(columns))
            db.execute(f"INSERT INTO tables VALUES (NULL, {marks})", columns)
            db.executemany("INSERT INTO tokens VALUES (?, ?, ?, ?)", tokens)
            db.executemany(
                "INSERT INTO moves VALUES (?, ?, ?, ?)",
                ((table.id, n, text, json.dumps(chance)) for n, (text, chance) in enumerate(moves)),
            )
            if after is not None:
                db.execute("UPDATE tables SET rematch = ? WHERE id = ?", (table.id, after))

    def move(self, table: str, number: int, moves: Sequence[Move], turn: Turn | None) -> None:
        """Keep a decision, or several that belong together, the first being number 0, and whose
        turn it is now if that is another kind of player's. When this returns, all is written; if it
        cannot be, nothing is."""
        rows = [
            (table, n, text, json.dumps(chance) if chance else "[]")
            for n, (text, chance) in enumerate(moves, number)
        ]
        if turn is None and len(rows) == 1:
            self._run("INSERT INTO moves VALUES (?, ?, ?, ?)", rows[0])
            return
        with self._all_or_nothing() as db:
            for row in rows:
                db.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", row)
            if turn is not None:
                db.execute("UPDATE tables SET turn = ? WHERE id = ?", (turn, table))

    def change(
        self,
        table: str,
        *,
        seats: tuple[Sitter, ...] | None = None,
        pace: float | None = None,
        running: bool | None = None,
        tokens: Mapping[str, tuple[str, int]] | None = None,
    ) -> None:
        """Keep what changed at a table but is no decision; `tokens` with the role and the seat each
        now stands for."""
        given = {
            "seats": None if seats is None else seats_text(seats),
            "pace": pace,
            "running": None if running is None else int(running),
        }
        with self._all_or_nothing() as db:
            for column, value in given.items():
                if value is not None:
                    db.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", (value, table))
            for token, (role, seat) in (tokens or {}).items():
                db.execute(
                    "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?)", (token, table, role, seat)
                )

    def checkpoint(self) -> None:
        """Move what was written from the log to its place, and wait for the disk. Does not hold up
        writers; to be called from one other thread."""
        with self._lock, suppress(sqlite3.Error):  # the next time will do
            if self._other is None:
                self._other = self._connect()
            self._other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def shorten(self) -> None:
        """Begin the log anew if it has grown long. Quick after a checkpoint: what that has not
        moved, this does, and nobody writes meanwhile."""
        with suppress(OSError, sqlite3.Error):  # the next time will do
            if self.path.with_name(f"{self.path.name}-wal").stat().st_size > LONG_LOG:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def close(self) -> None:
        """Leave the file in good order."""
        with self._lock, suppress(sqlite3.Error):
            if self._other is not None:
                self._other.close()
            self._db.close()
            self._alone.close()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[sqlite3.Connection]:
        """All that is written within is kept, or nothing of it."""
        self._run("BEGIN IMMEDIATE", ())
        try:
            yield self._db
            self._db.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # else what comes later would be part of it, for ever
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise _not_kept(error) from None
            raise

    def _run(
        self, text: str, values: tuple[str | float | None, ...]
    ) -> list[tuple[Any, ...]]:  # rows as SQLite gives them
        try:
            return self._db.execute(text, values).fetchall()
        except sqlite3.Error as error:
            raise _not_kept(error) from None

    # --- reading ------------------------------------------------------------------------------

    def find(self, token: str) -> tuple[str, str, int | None] | None:
        """The table of a token, its role there, and its seat."""
        for found in self._run("SELECT id, role, seat FROM tokens WHERE token = ?", (token,)):
            with readable():
                return read_token(*found)
        return None

    def table(self, id_: str) -> Kept:
        """A table, all but its moves."""
        with readable():
            (row,) = self._run(f"SELECT {COLUMNS} FROM tables WHERE id = ?", (id_,))
            return read_kept(row)

    def moves(self, id_: str) -> list[Move]:
        """The decisions at a table."""
        rows = self._run("SELECT action, chance FROM moves WHERE id = ? ORDER BY number", (id_,))
        with readable():
            return [read_move(*row) for row in rows]

    def description(self, digest: str) -> Description:
        """The texts a table's game is made of."""
        with readable():
            (row,) = self._run(
                "SELECT name, file, text, sheet, weights FROM games WHERE digest = ?", (digest,)
            )
            return read_description(row)

    def newest(self, most: int) -> list[Kept]:
        """The last tables that were made, the newest first; but those that are damaged."""
        rows = self._run(f"SELECT {COLUMNS} FROM tables ORDER BY number DESC LIMIT ?", (most,))
        found = []
        for row in rows:
            with suppress(KibitzError), readable():
                found.append(read_kept(row))
        return found

    def going(self) -> list[str]:
        """The tables where it is a bot's turn, and nobody stopped it."""
        rows = self._run(
            "SELECT id FROM tables WHERE turn = 'bot' AND running = 1 ORDER BY number", ()
        )
        return [id_ for (id_,) in rows if isinstance(id_, str)]


LAST = "(SELECT count(*) FROM moves WHERE moves.id = tables.id)"
COLUMNS = (
    "id, game, parameters, deal, mode, host, watch, seats, pace, running, created, "
    f"{LAST}, turn, rematch"
)


def _not_kept(error: sqlite3.Error) -> KibitzError:
    """What people at a table are told; where the file is does not concern them."""
    return KibitzError(f"the tables of this server cannot be used: {error}")


def _alone(path: Path) -> IO[bytes]:
    """A file that is locked as long as it is open: two servers would both move the same bots."""
    file = path.open("ab")
    with suppress(ImportError):  # there is no such lock on Windows
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise KibitzError(
                f"another Kibitz keeps its tables in {path.parent}",
                "use that one, or give another folder with --data",
            ) from None
    return file
