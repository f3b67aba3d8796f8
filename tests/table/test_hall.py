"""All tables of a server: what is kept, what is in memory, what is put away and comes back."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import weakref
from contextlib import closing
from pathlib import Path

import pytest

from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.table import lead
from kibitz.table.hall import RESTING, Hall
from kibitz.table.kept import Kept
from kibitz.table.listeners import Listener, Ticket
from kibitz.table.lobby import newest_tables
from kibitz.table.table import Table
from kibitz.work import AsyncPool, Job

from .running import BOTS, HOST, create, heard, rests, run


def test_a_decision_that_cannot_be_written_is_not_made(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "")
        listener = Listener(Ticket("seat", 0))
        table.join(listener)
        heard(listener)

        def full(*_: object) -> None:
            raise KibitzError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(hall.archive, "move", full)
            with pytest.raises(KibitzError, match="disk is full"):
                table.act(listener.ticket, 0, table.state.actions[0].text)
        assert (table.last, len(table.states), heard(listener)) == (0, 1, [])

    run(tmp_path, work)


def test_memory_stays_flat_over_many_games(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        refs = []
        for _ in range(3 * RESTING):
            table = await create(hall, *BOTS, mode="kibitz", running=True)
            await rests(table)
            refs.append(weakref.ref(table))
            del table
        gc.collect()
        assert sum(ref() is not None for ref in refs) <= RESTING + 1
        assert len(hall.live) <= RESTING
        assert not hall._opening

    run(tmp_path, work)


def test_a_table_that_was_put_away_comes_back_when_its_link_is_opened(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.table.hall.RESTING", 1)

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "")
        table.act(Ticket("seat", 0), 0, table.state.actions[0].text)
        await rests(table)
        token = table.kept.seats[0].token
        assert token is not None
        for _ in range(3):
            await rests(await create(hall, *BOTS, mode="kibitz", running=True))
        assert table.kept.id not in hall.live
        again, ticket = await hall.at(token)
        assert again is not table
        assert [bytes(state) for state in again.states] == [bytes(state) for state in table.states]
        assert ticket == Ticket("seat", 0, leads=True)
        assert again.welcome(ticket) == table.welcome(ticket)

    run(tmp_path, work)


def test_a_table_somebody_listens_to_is_not_put_away(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.table.hall.RESTING", 1)

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "Cas", "Dov")
        again, _ = await hall.at(table.kept.watch)
        listener = Listener(Ticket("watch"))
        again.join(listener)
        for _ in range(3):
            other = await create(hall, *BOTS, mode="kibitz")
        assert set(hall.live) == {again.kept.id, other.kept.id}
        again.leave(listener)
        assert set(hall.live) == {again.kept.id}

    run(tmp_path, work)


def test_after_a_restart_the_bots_go_on(tmp_path: Path, quick: None) -> None:
    async def begin(hall: Hall) -> tuple[str, list[bytes]]:
        table = await create(hall, *BOTS, mode="kibitz", pace=0)
        for _ in range(5):
            lead.step(table, HOST)
        await rests(table)
        table.keep(running=True)
        return table.kept.id, [bytes(state) for state in table.states]

    id_, states = run(tmp_path, begin)

    async def go_on(hall: Hall) -> None:
        table = await hall.table(id_)
        assert [bytes(state) for state in table.states[:6]] == states
        await rests(table)
        assert table.state.over

    run(tmp_path, go_on)


def test_a_users_file_may_change_or_vanish(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "mine.rcy"
    path.write_text(load("agram").source.text)

    async def begin(hall: Hall) -> str:
        return (await create(hall, *BOTS, game="mine", mode="kibitz")).kept.id

    id_ = run(tmp_path, begin, (path,))
    path.write_text("(game nonsense")

    async def go_on(hall: Hall) -> None:
        (entry,) = [one for one in await hall.catalogue.listed() if one["own"]]
        assert "mine.rcy" in entry["error"]
        table = await hall.table(id_)
        lead.run(table, HOST)
        await rests(table)
        assert table.state.over
        assert [line["title"] for line in newest_tables(hall.archive, hall.catalogue)] == ["Mine"]

    run(tmp_path, go_on, (path,))


GAMES = ("agram", "brisca")


@pytest.mark.parametrize("broken", ["text = '(game'", "sheet = '[', text = '(game'"])
def test_a_table_that_cannot_be_opened_any_more_holds_up_no_other(
    tmp_path: Path, quick: None, broken: str
) -> None:
    async def begin(hall: Hall) -> list[Kept]:
        found = [await create(hall, *BOTS, game=game, mode="kibitz") for game in GAMES]
        for table in found:
            hall.archive.change(table.kept.id, running=True)
        return [table.kept for table in found]

    bad, good = run(tmp_path, begin)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db:
        db.execute(f"UPDATE games SET {broken} WHERE digest = ?", (bad.game,))
        db.commit()

    async def go_on(hall: Hall) -> None:
        await asyncio.wait(hall._tasks, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(KibitzError):
            await hall.at(bad.watch)
        table = await hall.table(good.id)
        await rests(table)
        assert table.state.over
        titles = [line["title"] for line in newest_tables(hall.archive, hall.catalogue)]
        assert titles[0] == "Brisca"
        assert titles[1].lower() == "agram"

    run(tmp_path, go_on)


def test_a_fault_of_ours_at_one_table_holds_up_no_other(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin(hall: Hall) -> list[str]:
        found = [await create(hall, *BOTS, mode="kibitz") for _ in range(2)]
        for table in found:
            hall.archive.change(table.kept.id, running=True)
        return [table.kept.id for table in found]

    bad, good = run(tmp_path, begin)
    opened = Hall._open

    async def open_(hall: Hall, id_: str) -> Table:
        if id_ == bad:
            raise ZeroDivisionError
        return await opened(hall, id_)

    monkeypatch.setattr(Hall, "_open", open_)

    async def go_on(hall: Hall) -> None:
        await asyncio.wait(hall._tasks, return_when=asyncio.FIRST_COMPLETED)
        assert list(hall.live) == [good]

    run(tmp_path, go_on)


def test_bots_are_listed_for_each_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def ask(pool: AsyncPool, job: Job) -> bytes:
        asked.append(job.things["game"].key)
        return b"[]"

    monkeypatch.setattr(AsyncPool, "ask", ask)

    async def work(hall: Hall) -> None:
        for players in (3, 4, 3):
            await hall.thinkers.listed(await hall.catalogue.find("agram", {"NUMP": players}))
        assert len(asked) == 2

    run(tmp_path, work)


def test_keys_are_secret_and_fresh(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        keys = [(await create(hall, *BOTS, mode="kibitz")).kept.deal.key for _ in range(5)]
        assert len(set(keys)) == 5

    run(tmp_path, work)
