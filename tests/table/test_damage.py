"""A store that is damaged in one place: a sentence there, and everything else as before."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest

from kibitz.table.app import make_app

from .conftest import TestClient, made
from .damaged import Sound, damage, visits

SEEDS = (3, 8, 9, 27)
"""Of some that were faults; `benchmarks/damaged_stores.py` goes through many."""
DAMAGED = "what was kept of this table is damaged"


@pytest.mark.parametrize("column", ["seats", "deal", "parameters"])
@pytest.mark.parametrize("text", ["{", "null", "[1, 2]", '{"x": 1}', "[]", ""])
def test_a_damaged_table_is_a_sentence_and_hides_no_other(
    tmp_path: Path, quick: None, column: str, text: str
) -> None:
    with TestClient(make_app(tmp_path)) as client:
        good = made(client, "Ann", "Bea", "", "")
        bad = made(client, "Ann", "Bea", "", "")
    db = sqlite3.connect(tmp_path / "tables.sqlite")
    db.execute(f"UPDATE tables SET {column} = ? WHERE number = 2", (text,))
    db.commit()
    db.close()
    with TestClient(make_app(tmp_path)) as client:
        lobby = client.get("/api/lobby")
        assert lobby.status_code == 200
        assert good["watch"] in lobby.text
        assert client.get(f"/api/at/{good['go']}/table").status_code == 200
        answer = client.get(f"/api/at/{bad['go']}/table")
        if (column, text) != ("parameters", '{"x": 1}'):
            assert (answer.status_code, DAMAGED in answer.text) == (400, True)
        assert answer.status_code == 400


def test_damaged_moves_are_a_sentence(tmp_path: Path, quick: None) -> None:
    with TestClient(make_app(tmp_path)) as client:
        tokens = made(client, "Ann", "Bea", "", "")
        with client.websocket_connect(f"/api/at/{tokens['go']}/live") as socket:
            while "actions" not in (moment := socket.receive_json()):
                pass
            act = {"do": "act", "at": 0, "action": moment["actions"][0]["text"]}
            socket.send_json(act)
            while socket.receive_json().get("at") != 1:
                pass
    for change in ("chance = '{'", "action = 'fly'"):
        db = sqlite3.connect(tmp_path / "tables.sqlite")
        db.execute(f"UPDATE moves SET {change}")
        db.commit()
        db.close()
        with TestClient(make_app(tmp_path)) as client:
            assert client.get("/api/lobby").status_code == 200
            assert client.get(f"/api/at/{tokens['go']}/table").status_code == 400


def test_whatever_is_damaged_no_page_is_a_fault(tmp_path: Path, quick: None) -> None:
    sound = Sound.made(tmp_path / "sound")
    said = [status for _, status, _ in visits(sound.copied(tmp_path / "copy"), sound)]
    assert set(said) == {200, 403}  # the record of a game that goes on is not given away
    spoilt = 0
    for seed in SEEDS:
        folder = sound.copied(tmp_path / str(seed))
        done = damage(folder, Random(seed))
        for path, status, text in visits(folder, sound):
            assert status < 500, (seed, done, path, text)
            spoilt += status == 400
    assert spoilt
