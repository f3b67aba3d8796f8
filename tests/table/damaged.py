"""Stores with damage in one place, and visits to all their pages."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kibitz.table.app import make_app

__all__ = ["Sound", "damage", "visits"]

STORE = "tables.sqlite"
PLACES = {
    "tables": (
        "id", "game", "parameters", "deal", "mode", "host", "watch", "seats", "pace", "running",
        "created", "turn", "rematch",
    ),
    "games": ("digest", "name", "file", "text", "sheet", "weights"),
    "moves": ("number", "action", "chance"),
    "tokens": ("id", "role", "seat"),
}  # fmt: skip
ODD: tuple[Any, ...] = (
    None, "", "null", "{", "[]", "{}", "[[]]", '{"a": 1}', "x", "\ud7ff", "[" * 5000, b"\xff\x00",
    -1, 0, 7, 1.5, 1 << 62, float("inf"),
)  # fmt: skip
"""What a place of a row may hold instead, whatever belongs there."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A store in order: a table that is played at, one that is over, a rematch, a record."""

    folder: Path
    tokens: tuple[str, ...]
    invitation: str

    @classmethod
    def made(cls, folder: Path) -> Sound:
        def order(*seats: dict[str, str], mode: str = "play") -> dict[str, Any]:
            return {"game": "agram", "mode": mode, "pace": 0, "seats": seats, "running": True}

        me, guest, bot = {"who": "me"}, {"who": "invite"}, {"who": "bot", "bot": "first"}
        with TestClient(make_app(folder, workers=1)) as client:
            played = client.post("/api/tables", json=order(me, guest, bot, bot)).json()
            over = client.post("/api/tables", json=order(*[bot] * 4, mode="kibitz")).json()
            with client.websocket_connect(f"/api/at/{over['go']}/live") as socket:
                while not (said := socket.receive_json()).get("result"):
                    pass
                socket.send_json({"do": "rematch"})
                while not (said := socket.receive_json()).get("rematch"):
                    pass
            again = said["rematch"]
            text = client.get(f"/api/at/{over['go']}/record").text
            record = client.post("/api/records", content=text).json()
        tokens = played["go"], over["go"], over["watch"], again, record["go"]
        return cls(folder, tokens, played["invitations"][1])

    def copied(self, folder: Path) -> Path:
        folder.mkdir(parents=True)
        shutil.copy(self.folder / STORE, folder / STORE)
        return folder


def damage(folder: Path, random: Random) -> str:
    """Damage one place of a store; which, and what is there now."""
    with closing(sqlite3.connect(folder / STORE)) as db:
        table = random.choice(list(PLACES))
        column = random.choice(PLACES[table])
        key = "rowid" if table == "tables" else {"games": "digest", "tokens": "token"}.get(table)
        rows = db.execute(f"SELECT {key or 'id, number'}, {column} FROM {table}").fetchall()
        *found, value = random.choice(rows)
        value = _worse(value, random)
        where = f"{key} = ?" if key else "id = ? AND number = ?"
        try:
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value, *found))
            db.commit()
        except sqlite3.IntegrityError:
            return "nothing"
    return f"{table}.{column} = {value!r:.60}"


def _worse(value: Any, random: Random) -> Any:
    """What was there cut, changed or noise; or something else altogether."""
    if not isinstance(value, str) or not value or random.random() < 0.3:
        return random.choice(ODD)
    try:
        data = json.loads(value)
    except ValueError:
        data = None
    if isinstance(data, dict | list) and data and random.random() < 0.6:
        return json.dumps(_other(data, random))
    at, end = sorted(random.choices(range(len(value) + 1), k=2))
    noise = random.choice('\0"[]{}0é,:')
    return random.choice((value[:at], value[at:], value[:at] + noise + value[end:], value + value))


def _other(data: Any, random: Random) -> Any:
    """JSON of which something within is something else, or gone."""
    if not isinstance(data, dict | list) or not data or random.random() < 0.3:
        return random.choice((None, True, -1, 1 << 70, 1.5, "x", [], {}, [None], {"x": 1}))
    key = random.choice(list(data) if isinstance(data, dict) else range(len(data)))
    if random.random() < 0.2:
        data.pop(key)
    else:
        data[key] = _other(data[key], random)
    return data


def visits(folder: Path, sound: Sound) -> Iterator[tuple[str, int, str]]:
    """All pages of a store: what was asked for, the status and what was answered."""
    client = TestClient(make_app(folder, workers=1), raise_server_exceptions=False)
    with client:
        asked = ["/", "/api/lobby"]
        for token in sound.tokens:
            parts = ("table", "moment", "moment?at=0", "position", "record", "cards.svg")
            asked += [f"/at/{token}", *(f"/api/at/{token}/{part}" for part in parts)]
        for path in asked:
            answer = client.get(path)
            yield path, answer.status_code, answer.text
        answer = client.post(f"/api/sit/{sound.invitation}", json={})
        yield "sit", answer.status_code, answer.text
        for token in sound.tokens:
            yield f"live {token}", *_live(client, token)


def _live(client: TestClient, token: str) -> tuple[int, str]:
    """What a live connection says first; 500 for a fault."""
    try:
        with client.websocket_connect(f"/api/at/{token}/live") as socket:
            said = socket.receive_text()
    except WebSocketDisconnect as error:
        return (500 if error.code == 1011 else 400), str(error.code)
    return (500 if "inside Kibitz" in said else 200), said
