"""The store of a competition, for those who read it while it grows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.compete.live import Scribe
from kibitz.compete.model import GameId
from kibitz.compete.run import run
from kibitz.compete.store import Store
from kibitz.engine.descriptions import load
from kibitz.engine.record import Record
from kibitz.errors import KibitzError

from .examples import charter, played


def test_readers_get_what_is_new_since_they_looked(tmp_path: Path) -> None:
    with played(tmp_path / "cup", until=3) as store, Store.open(tmp_path / "cup") as reader:
        first = list(reader.games())
        assert len(first) == 3
        run(store, Path(), workers=1)
        rest = list(reader.games(since=first[-1][0]))
        assert len(first) + len(rest) == reader.status().games
        assert {game.id for _, game in first}.isdisjoint(game.id for _, game in rest)
        assert [game for _, game in reader.games(phase=1)] == [
            game for _, game in reader.games() if game.id.phase == 1
        ]


def test_standings_move_while_a_phase_is_played_and_are_kept_then(tmp_path: Path) -> None:
    with played(tmp_path / "cup", until=5) as store:
        (rows,) = store.tables()
        assert sum(row.games for row in rows) == 5
        assert store.standings(0) == ()
        run(store, Path(), workers=1)
        assert [len(rows) for rows in store.tables()] == [4, 4, 4]
        assert store.tables()[1] == store.standings(1)
        assert store.stage(2) is not None


def test_the_secret_is_told_only_at_the_end(tmp_path: Path) -> None:
    with played(tmp_path / "cup", replace(charter(), seed=None), until=1) as store:
        assert store.status().secret is None
        run(store, Path(), workers=1)
        assert store.status().secret == store.lots.secret


def test_a_game_that_is_over_is_not_live_any_more(tmp_path: Path) -> None:
    with played(tmp_path / "cup", until=1) as store:
        ((_, over),) = store.games()
        scribe, state = Scribe(store.folder), load("brisca").new(seed=1)
        for game in (over.id, replace(over.id, deal=77)):
            scribe.begin(game, over.names)
            scribe.see(state)
        assert [game.id.deal for game in store.live()] == [77]
        scribe.close()


def test_every_game_has_its_record_in_the_store_and_in_a_file(tmp_path: Path) -> None:
    with played(tmp_path / "cup", until=2) as store:
        for _, game in store.games():
            text = store.record(game.id)
            assert text == (store.folder / "records" / f"{game.id}.json").read_text()
            assert Record.from_json(text or "").players == game.names
        assert store.record(GameId(9, 9, 9, 9, 9)) is None


def test_a_game_is_called_by_its_numbers() -> None:
    game = GameId(0, 1, 2, 11, 1)
    assert GameId.parse(str(game)) == game
    for text in ("1-2-3-4", "1-2-03-0012-x", "0-1-01-0001-1", "1-2-3-12-2"):
        with pytest.raises(KibitzError, match="is no game"):
            GameId.parse(text)


def test_where_there_is_no_competition_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="there is no competition in"):
        Store.open(tmp_path)
    (tmp_path / "competition.sqlite").write_text("no store")
    with pytest.raises(KibitzError, match="cannot be read"):
        Store.open(tmp_path)
