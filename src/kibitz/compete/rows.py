"""How a competition is written down: the tables of its store, and games as rows of them."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.arena.statistics import GameResult
from kibitz.compete.model import GameId, PlayedGame
from kibitz.seats.failures import Failure

__all__ = ["TABLES", "called", "game_of", "insert", "make_tables", "numbers_of", "row_of", "seal"]

TABLES = {
    "facts": "name text primary key, value text not null",
    "versions": "phase integer, name text, bot text not null, hash text not null",
    "fields": "phase integer primary key, names text not null",
    "meetings": (
        "phase integer, round integer, number integer, entrants text not null, "
        "first integer not null, deals integer not null, seatings text not null, "
        "title text not null, alternating integer not null"
    ),
    "games": (
        "number integer primary key, phase integer not null, round integer not null, "
        "meeting integer not null, deal integer not null, turn integer not null, "
        "names text not null, seating text not null, scores text not null, winners text not null, "
        "asked text not null, finished integer not null, failures text not null, "
        "forfeits text not null, record text"
    ),
    "times": "game integer primary key, seconds text not null, overruns text not null",
    "standings": (
        "phase integer, rank integer, name text not null, points text not null, "
        "games integer not null, wins text not null, score text not null, margin text not null, "
        "lot integer not null, note text not null"
    ),
}
"""The columns of all tables; each row has its seal in one more, so that one can see whether anybody
has changed a number in it."""

UNIQUE = {
    "versions": "phase, name",
    "meetings": "phase, round, number",
    "games": "phase, round, meeting, deal, turn",
    "standings": "phase, rank",
}


def make_tables(base: sqlite3.Connection) -> None:
    """All tables, empty."""
    for name, columns in TABLES.items():
        unique = f", unique ({UNIQUE[name]})" if name in UNIQUE else ""
        base.execute(f"create table {name} ({columns}, seal text not null{unique})")


def insert(
    base: sqlite3.Connection,
    name: str,
    rows: Iterable[tuple[Any, ...]],
    how: str = "insert or replace",
) -> None:
    """Write rows into a table, each with its seal."""
    sealed = [(*row, seal(name, row)) for row in rows]
    if sealed:
        marks = ", ".join("?" * len(sealed[0]))
        base.executemany(f"{how} into {name} values ({marks})", sealed)


def seal(name: str, row: Sequence[Any]) -> str:
    """What tells whether a row of a table is as it was written."""
    text = json.dumps([name, *row], ensure_ascii=False)
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def called(name: str, row: Sequence[Any]) -> str:
    """A row of a table, as people would call it."""
    if name == "games":
        return (
            f"game {GameId(*row[1:6])}" if all(isinstance(x, int) for x in row[1:6]) else "a game"
        )
    if name == "times":
        return f"how long game number {row[0]} took"
    kinds = {"facts": "the fact", "versions": "a version of phase", "fields": "the field of phase"}
    kinds |= {"meetings": "a meeting of phase", "standings": "the table of phase"}
    at = row[0] + 1 if isinstance(row[0], int) else f"`{row[0]}`"
    return f"{kinds[name]} {at}"


def numbers_of(game: GameId) -> tuple[int, ...]:
    return game.phase, game.round, game.meeting, game.deal, game.turn


def row_of(game: PlayedGame) -> tuple[Any, ...]:
    """What is kept of a game, but for the clock."""
    result = game.result
    return (
        json.dumps(game.names, ensure_ascii=False),
        json.dumps(game.seating),
        json.dumps(list(result.scores)),
        json.dumps(result.winners),
        json.dumps(list(result.asked)),
        int(result.finished),
        json.dumps([[one.to_json() for one in seat] for seat in result.failures]),
        json.dumps(result.forfeits),
    )


def game_of(row: Sequence[Any]) -> PlayedGame:
    *at, names, seating, scores, winners, asked, finished, failures, forfeits = row[:-2]
    nothing = json.dumps([0] * len(json.loads(names)))
    seconds, overruns = (json.loads(one or nothing) for one in row[-2:])
    return PlayedGame(
        GameId(*at),
        tuple(json.loads(names)),
        tuple(json.loads(seating)),
        GameResult(
            json.loads(scores),
            tuple(map(tuple, json.loads(winners))),
            json.loads(asked),
            seconds,
            overruns,
            bool(finished),
            tuple(tuple(map(Failure.from_json, seat)) for seat in json.loads(failures)),
            tuple(json.loads(forfeits)),
        ),
    )
