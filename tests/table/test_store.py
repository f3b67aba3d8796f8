"""The store: what was written is there, whatever happens; what is not ours is left alone."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.engine import Record, load
from kibitz.engine.descriptions import describe
from kibitz.engine.replay import again, deal_again, deal_of, move_of
from kibitz.errors import KibitzError
from kibitz.table import store as store_module
from kibitz.table.store import VERSION, Kept, Seat, Store

SEATS = (Seat("Ann", token="ann", made=True), *[Seat("first", "first")] * 3)


def kept(game: str = "boerenbridge", seed: int = 1) -> Kept:
    deal = deal_of(load(game).new(seed))
    digest = describe(game).digest
    return Kept("t1", digest, {}, deal, "play", "host", "watch", SEATS, 1.0, True, 12.5)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "folder" / "tables.sqlite")) as found:
        yield found


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_a_table_comes_back_state_by_state(store: Store, name: str) -> None:
    game, rng = load(name), random.Random(name)
    table = kept(name)
    store.add(table, describe(name))
    states = [game.new(1)]
    while not states[-1].over:
        action = rng.choice(states[-1].actions)
        states.append(states[-1].after(action))
        store.move("t1", len(states) - 2, move_of(states[-1]), "over" if states[-1].over else "bot")
    store.close()
    other = Store(store.path)
    found = other.table("t1")
    assert found.deal == table.deal
    assert found.seats == table.seats
    assert (found.last, found.turn) == (len(states) - 1, "over")
    again_game = other.description(found.game).game(**found.parameters)
    state = deal_again(again_game, found.deal)
    moves = other.moves("t1")
    for number, one in enumerate(moves):
        assert bytes(state) == bytes(states[number])
        state = again(state, one)
    assert bytes(state) == bytes(states[-1])
    assert Record.made_of(game, found.deal, moves) == Record.of(states[-1])
    other.close()


def test_a_deal_with_a_given_stock_comes_back(store: Store) -> None:
    game = load("brisca")
    state = game.new(deal={"STOCK": [game.cards[3].text, game.cards[9].text]}, key=(1, 2))
    deal = deal_of(state)
    assert deal.piles
    assert bytes(deal_again(game, deal)) == bytes(state)


def test_tokens_lead_to_their_table_and_seat(store: Store) -> None:
    store.add(kept(), describe("boerenbridge"))
    assert store.find("ann") == ("t1", "seat", 0)
    assert store.find("host") == ("t1", "host", None)
    assert store.find("watch") == ("t1", "watch", None)
    assert store.find("An") is None
    assert store.find("' OR 1=1 --") is None


def test_what_changes_is_kept(store: Store) -> None:
    store.add(kept(), describe("boerenbridge"))
    seats = (Seat("Bea", token="ann", agreed=True), *SEATS[1:])
    store.change("t1", seats=seats, pace=0.0, running=False)
    found = store.table("t1")
    assert (found.seats, found.pace, found.running, found.rematch) == (seats, 0.0, False, None)
    following = replace(kept(), id="t2", host="h2", watch="w2", seats=SEATS[1:])
    store.add(following, describe("boerenbridge"), after="t1")
    assert store.table("t1").rematch == "t2"


def test_tables_go_on_where_it_is_a_bots_turn(store: Store) -> None:
    store.add(kept(), describe("boerenbridge"))
    assert store.going() == ["t1"]
    store.move("t1", 0, ("guess 1", []), "person")
    assert store.going() == []


def test_half_a_move_is_never_written(store: Store) -> None:
    store.add(kept(), describe("boerenbridge"))
    store.move("t1", 0, ("guess 1", []), "bot")
    with pytest.raises(KibitzError, match="cannot be used"):
        store.move("t1", 0, ("guess 2", []), "bot")
    assert store.moves("t1") == [("guess 1", [])]
    assert store.table("t1").last == 1
    store.move("t1", 1, ("guess 0", [3]), "bot")
    assert store.moves("t1")[1] == ("guess 0", [3])


class Unwilling:
    """A connection whose disk is full when all is to be written."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def execute(self, text: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        if text == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return self.db.execute(text, values)


def test_what_could_not_be_written_leaves_nothing_half_done(store: Store) -> None:
    store.add(kept(), describe("boerenbridge"))
    db, store._db = store._db, Unwilling(store._db)  # type: ignore[assignment]
    with pytest.raises(KibitzError, match="disk is full") as caught:
        store.move("t1", 0, ("guess 1", []), "person")
    assert str(store.path.parent) not in str(caught.value)  # people at a table read this
    store._db = db
    assert not db.in_transaction  # what comes later would never be written
    store.move("t1", 0, ("guess 2", []), None)
    with closing(sqlite3.connect(store.path)) as other:
        assert other.execute("SELECT action FROM moves").fetchall() == [("guess 2",)]


def test_a_description_is_kept_once_and_outlives_its_file(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "mine.rcy"
    path.write_text(describe("agram").text)
    store.add(kept("agram"), describe(path))
    description = describe(path)
    path.unlink()
    assert store.description(description.digest).game(NUMP=3).players == 3
    assert store.description(description.digest) == description


def test_nobody_else_may_read_keys_and_tokens(store: Store) -> None:
    assert os.stat(store.path).st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text", [b"not a database at all, but long enough", b"SQLite format 3\0" * 99]
)
def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(text)
    with pytest.raises(KibitzError, match="cannot be used") as caught:
        Store(path)
    assert "--data" in (caught.value.hint or "")
    assert path.read_bytes() == text


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name)")
    db.close()
    with pytest.raises(KibitzError, match="something else"):
        Store(path)


def test_a_file_of_a_newer_kibitz_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    Store(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    with pytest.raises(KibitzError, match="newer Kibitz"):
        Store(path)


def test_two_servers_do_not_share_a_folder(store: Store) -> None:
    with pytest.raises(KibitzError, match="another Kibitz"):
        Store(store.path)
    store.close()
    Store(store.path).close()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KibitzError, match="cannot be kept"):
        Store(tmp_path / "file" / "tables.sqlite")


def test_the_log_does_not_grow_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "LONG_LOG", 20_000)
    store.add(kept(), describe("boerenbridge"))
    log = store.path.with_name("tables.sqlite-wal")
    for number in range(300):
        store.move("t1", number, ("guess 1", []), None)
        if number % 50 == 0:
            store.checkpoint()
            store.shorten()
            assert log.stat().st_size <= 20_000
    assert store.table("t1").last == 300


def test_a_checkpoint_holds_up_nobody(store: Store) -> None:
    store.add(kept(), describe("boerenbridge"))
    store.checkpoint()
    store.move("t1", 0, ("guess 1", []), "bot")
    store.checkpoint()
    assert store.table("t1").last == 1
