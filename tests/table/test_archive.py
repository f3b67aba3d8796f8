"""The archive: what was written is there, whatever happens; what is not ours is left alone."""

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
from kibitz.table import archive as archive_module
from kibitz.table.archive import VERSION, Archive
from kibitz.table.kept import Kept, Sitter, Turn

SEATS = (Sitter("Ann", token="ann", made=True), *[Sitter("first", "first")] * 3)


def kept(game: str = "boerenbridge", seed: int = 1) -> Kept:
    deal = deal_of(load(game).new(seed))
    digest = describe(game).digest
    return Kept("t1", digest, {}, deal, "play", "host", "watch", SEATS, 1.0, True, 12.5)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with closing(Archive(tmp_path / "folder" / "tables.sqlite")) as found:
        yield found


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_a_table_comes_back_state_by_state(archive: Archive, name: str) -> None:
    game, rng = load(name), random.Random(name)
    table = kept(name)
    archive.add(table, describe(name))
    states = [game.new(1)]
    while not states[-1].over:
        action = rng.choice(states[-1].actions)
        states.append(states[-1].after(action))
        turn: Turn = "over" if states[-1].over else "bot"
        archive.move("t1", len(states) - 2, [move_of(states[-1])], turn)
    archive.close()
    other = Archive(archive.path)
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


def test_a_deal_with_a_given_stock_comes_back(archive: Archive) -> None:
    game = load("brisca")
    state = game.new(deal={"STOCK": [game.cards[3].text, game.cards[9].text]}, key=(1, 2))
    deal = deal_of(state)
    assert deal.piles
    assert bytes(deal_again(game, deal)) == bytes(state)


def test_tokens_lead_to_their_table_and_seat(archive: Archive) -> None:
    archive.add(kept(), describe("boerenbridge"))
    assert archive.find("ann") == ("t1", "seat", 0)
    assert archive.find("host") == ("t1", "host", None)
    assert archive.find("watch") == ("t1", "watch", None)
    assert archive.find("An") is None
    assert archive.find("' OR 1=1 --") is None


def test_what_changes_is_kept(archive: Archive) -> None:
    archive.add(kept(), describe("boerenbridge"))
    seats = (Sitter("Bea", token="ann", agreed=True), *SEATS[1:])
    archive.change("t1", seats=seats, pace=0.0, running=False)
    found = archive.table("t1")
    assert (found.seats, found.pace, found.running, found.rematch) == (seats, 0.0, False, None)
    following = replace(kept(), id="t2", host="h2", watch="w2", seats=SEATS[1:])
    archive.add(following, describe("boerenbridge"), after="t1")
    assert archive.table("t1").rematch == "t2"


def test_tables_go_on_where_it_is_a_bots_turn(archive: Archive) -> None:
    archive.add(kept(), describe("boerenbridge"))
    assert archive.going() == ["t1"]
    archive.move("t1", 0, [("guess 1", [])], "person")
    assert archive.going() == []


def test_half_a_move_is_never_written(archive: Archive) -> None:
    archive.add(kept(), describe("boerenbridge"))
    archive.move("t1", 0, [("guess 1", [])], "bot")
    with pytest.raises(KibitzError, match="cannot be used"):
        archive.move("t1", 0, [("guess 2", [])], "bot")
    assert archive.moves("t1") == [("guess 1", [])]
    assert archive.table("t1").last == 1
    archive.move("t1", 1, [("guess 0", [3])], "bot")
    assert archive.moves("t1")[1] == ("guess 0", [3])


def test_moves_that_belong_together_are_all_written_or_none(archive: Archive) -> None:
    archive.add(kept(), describe("boerenbridge"))
    archive.move("t1", 0, [("guess 1", []), ("guess 2", [])], None)
    with pytest.raises(KibitzError, match="cannot be used"):  # the second is there already
        archive.move("t1", 0, [("guess 0", [])], None)
    archive.move("t1", 3, [("guess 3", [])], None)
    with pytest.raises(KibitzError, match="cannot be used"):
        archive.move("t1", 2, [("guess 0", []), ("guess 0", [])], None)
    assert [text for text, _ in archive.moves("t1")] == ["guess 1", "guess 2", "guess 3"]


class Unwilling:
    """A connection whose disk is full when all is to be written."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def execute(self, text: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        if text == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return self.db.execute(text, values)


def test_what_could_not_be_written_leaves_nothing_half_done(archive: Archive) -> None:
    archive.add(kept(), describe("boerenbridge"))
    db, archive._db = archive._db, Unwilling(archive._db)  # type: ignore[assignment]
    with pytest.raises(KibitzError, match="disk is full") as caught:
        archive.move("t1", 0, [("guess 1", [])], "person")
    assert str(archive.path.parent) not in str(caught.value)  # people at a table read this
    archive._db = db
    assert not db.in_transaction  # what comes later would never be written
    archive.move("t1", 0, [("guess 2", [])], None)
    with closing(sqlite3.connect(archive.path)) as other:
        assert other.execute("SELECT action FROM moves").fetchall() == [("guess 2",)]


def test_a_description_is_kept_once_and_outlives_its_file(tmp_path: Path, archive: Archive) -> None:
    path = tmp_path / "mine.rcy"
    path.write_text(describe("agram").text)
    archive.add(kept("agram"), describe(path))
    description = describe(path)
    path.unlink()
    assert archive.description(description.digest).game(NUMP=3).players == 3
    assert archive.description(description.digest) == description


def test_nobody_else_may_read_keys_and_tokens(archive: Archive) -> None:
    assert os.stat(archive.path).st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text", [b"not a database at all, but long enough", b"SQLite format 3\0" * 99]
)
def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(text)
    with pytest.raises(KibitzError, match="cannot be used") as caught:
        Archive(path)
    assert "--data" in (caught.value.hint or "")
    assert path.read_bytes() == text


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name)")
    db.close()
    with pytest.raises(KibitzError, match="something else"):
        Archive(path)


def test_a_file_of_a_newer_kibitz_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    Archive(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    with pytest.raises(KibitzError, match="newer Kibitz"):
        Archive(path)


def test_two_servers_do_not_share_a_folder(archive: Archive) -> None:
    with pytest.raises(KibitzError, match="another Kibitz"):
        Archive(archive.path)
    archive.close()
    Archive(archive.path).close()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KibitzError, match="cannot be kept"):
        Archive(tmp_path / "file" / "tables.sqlite")


def test_the_log_does_not_grow_for_ever(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_module, "LONG_LOG", 20_000)
    archive.add(kept(), describe("boerenbridge"))
    log = archive.path.with_name("tables.sqlite-wal")
    for number in range(300):
        archive.move("t1", number, [("guess 1", [])], None)
        if number % 50 == 0:
            archive.checkpoint()
            archive.shorten()
            assert log.stat().st_size <= 20_000
    assert archive.table("t1").last == 300


def test_a_checkpoint_holds_up_nobody(archive: Archive) -> None:
    archive.add(kept(), describe("boerenbridge"))
    archive.checkpoint()
    archive.move("t1", 0, [("guess 1", [])], "bot")
    archive.checkpoint()
    assert archive.table("t1").last == 1
