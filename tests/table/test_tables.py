"""Tables in memory: whose turn, who may what, what is put away and comes back."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import weakref
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.table import frames, live, tables
from kibitz.table.games import Catalogue
from kibitz.table.listeners import MOST_WAITING, Listener, Place
from kibitz.table.live import Live
from kibitz.table.lobby import newest_tables
from kibitz.table.messages import status, welcome
from kibitz.table.orders import read_order
from kibitz.table.store import Kept, Store
from kibitz.table.tables import Tables
from kibitz.table.thinkers import Thinkers
from kibitz.table.workers import GameRef, Pool

from .conftest import order

BOTS = ("", "", "", "")
HOST = Place("host", None, leads=True)
ENDLESS = """(game (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (A, B)))))
  (stage player (end (== 1 2))
    (choice ((turn pass) (move (top (game vloc STOCK)) (bottom (game vloc STOCK))))))
  (scoring max 0))"""


def run(
    folder: Path,
    work: Callable[[Tables], Awaitable[Any]],
    files: tuple[Path, ...] = (),
    bots: tuple[str, ...] = (),
) -> Any:
    async def main() -> Any:
        store = Store(folder / "tables.sqlite")
        found = Tables(store, Catalogue(files), Thinkers(bots, 1))
        found.start()
        try:
            return await work(found)
        finally:
            await found.close()

    return asyncio.run(main())


async def create(all_: Tables, *names: str, **more: Any) -> Live:
    kept = await all_.create(read_order(order(*names, **more)))
    return await all_.table(kept.id)


async def rests(table: Live) -> None:
    """Wait until the bots have nothing to do."""
    while (task := table.clockwork.task) is not None:
        await asyncio.wait({task})


def heard(listener: Listener) -> list[dict[str, Any]]:
    found = [json.loads(text) for text in listener.waiting]
    listener.waiting.clear()
    return found


# --- bots -----------------------------------------------------------------------------------------


def test_bots_play_a_whole_game_in_their_processes(tmp_path: Path) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert table.state.over
        assert table.open
        assert all_.store.table(table.kept.id).turn == "over"

    run(tmp_path, work)


def test_bots_play_the_same_game_again_from_the_same_seed(tmp_path: Path) -> None:
    seats = [{"who": "bot", "bot": "random"}] * 4

    async def work(all_: Tables) -> list[list[str]]:
        found = []
        for _ in range(2):
            table = await create(all_, mode="kibitz", running=True, seed=7, seats=seats)
            await rests(table)
            found.append([text for text, _ in table.moves])
        return found

    first, second = run(tmp_path, work)
    assert first == second


def test_bots_wait_for_a_person_and_go_on_after_him(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, "Ann", "", "", "")
        ann = Place("seat", 0, leads=True)
        while not table.state.over:
            await rests(table)
            if not table.state.over:
                assert table.state.to_move == 0
                table.act(ann, table.last, table.state.actions[-1].text)

    run(tmp_path, work)


def test_in_kibitz_mode_bots_wait_for_a_step(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz")
        assert (table.last, table.clockwork.task) == (0, None)
        table.step(HOST)
        await rests(table)
        assert table.last == 1
        table.step(HOST)
        table.step(HOST)
        await rests(table)
        assert table.last == 3
        table.run(HOST)
        await rests(table)
        assert table.state.over
        with pytest.raises(KibitzError, match="the game is over"):
            table.step(HOST)

    run(tmp_path, work)


def test_a_pause_stops_a_bot_that_waits(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz", pace=60, running=True)
        table.clockwork.moved = asyncio.get_running_loop().time()
        await asyncio.sleep(0)
        table.pause(HOST)
        await rests(table)
        assert table.last <= 1
        assert not all_.store.table(table.kept.id).running
        table.pace(HOST, 0.0)
        table.run(HOST)
        await rests(table)
        assert table.state.over

    run(tmp_path, work)


def test_a_faster_pace_counts_at_once(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz", pace=60, running=True)
        table.clockwork.moved = asyncio.get_running_loop().time()
        await asyncio.sleep(0)
        table.pace(HOST, 0.0)
        await rests(table)
        assert table.state.over

    run(tmp_path, work)


def test_a_bot_that_fails_stops_the_table_and_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [True]

    async def decide(thinkers: Thinkers, table: Live, bot: str) -> str:
        if wrong:
            raise KibitzError("the bot `first` took longer than 60 s")
        return table.state.actions[0].text

    monkeypatch.setattr(Thinkers, "decide", decide)

    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz", running=True)
        listener = Listener(HOST)
        table.join(listener)
        await rests(table)
        status = heard(listener)[-1]
        assert status["trouble"] == "the bot `first` took longer than 60 s"
        assert not status["running"]
        assert table.last == 0
        with pytest.raises(KibitzError, match="only who made"):
            table.run(Place("watch"))
        wrong.clear()
        table.run(Place("seat", 1))  # whoever sits here
        table.leave(listener)
        await rests(table)
        assert table.clockwork.trouble is None
        assert table.state.over

    run(tmp_path, work)


BAD = """
class Loud:
    def choose(self, view, budget):
        cards = view.cards(f"HAND {view.seat}")
        raise ValueError("I hold " + " ".join(card.text for card in cards))
"""


def test_why_a_bot_failed_is_not_told_to_those_it_plays_against(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    name = f"{tmp_path}/bad.py:Loud"

    async def work(all_: Tables) -> None:
        for who, told in (("invite", False), ("bot", True)):
            person = {"who": who} | ({"bot": "first"} if who == "bot" else {})
            seats = [{"who": "bot", "bot": name}] * 3
            mode = "kibitz" if told else "play"
            table = await create(all_, seats=[*seats, person], running=True, mode=mode)
            await rests(table)
            assert table.clockwork.trouble is not None
            assert ("I hold" in table.clockwork.trouble) == told
            assert "Loud" in table.clockwork.trouble

    run(tmp_path, work, bots=(name,))


def test_a_file_that_was_not_given_is_never_run(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("raise SystemExit")

    async def work(all_: Tables) -> None:
        for bot in (
            f"{tmp_path}/bad.py:Loud",
            "human",
            "nobody",
            "ismcts:iterations=-3",
            "random:x=1",
        ):
            with pytest.raises(KibitzError):
                await create(all_, seats=[{"who": "bot", "bot": bot}] * 4, mode="kibitz")
        assert newest_tables(all_.store, all_.catalogue) == []

    run(tmp_path, work)


def test_a_game_that_does_not_end_is_stopped(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_DECISIONS", 50)
    path = tmp_path / "endless.rcy"
    path.write_text(ENDLESS)

    async def work(all_: Tables) -> None:
        seats = [{"who": "bot", "bot": "first"}] * 2
        table = await create(all_, game="endless", mode="kibitz", running=True, seats=seats)
        await rests(table)
        assert table.last == 50
        assert "does not end" in (table.clockwork.trouble or "")
        assert all_.store.going() == []

    run(tmp_path, work, (path,))


# --- what is kept, and what is in memory ----------------------------------------------------------


def test_a_decision_that_cannot_be_written_is_not_made(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, "Ann", "", "", "")
        listener = Listener(Place("seat", 0))
        table.join(listener)
        heard(listener)

        def full(*_: object) -> None:
            raise KibitzError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(all_.store, "move", full)
            with pytest.raises(KibitzError, match="disk is full"):
                table.act(listener.place, 0, table.state.actions[0].text)
        assert (table.last, len(table.states), heard(listener)) == (0, 1, [])

    run(tmp_path, work)


def test_memory_stays_flat_over_many_games(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        refs = []
        for _ in range(3 * tables.RESTING):
            table = await create(all_, *BOTS, mode="kibitz", running=True)
            await rests(table)
            refs.append(weakref.ref(table))
            del table
        gc.collect()
        assert sum(ref() is not None for ref in refs) <= tables.RESTING + 1
        assert len(all_.live) <= tables.RESTING
        assert not all_._opening

    run(tmp_path, work)


def test_a_table_that_was_put_away_comes_back_when_its_link_is_opened(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "RESTING", 1)

    async def work(all_: Tables) -> None:
        table = await create(all_, "Ann", "", "", "")
        table.act(Place("seat", 0), 0, table.state.actions[0].text)
        await rests(table)
        token = table.kept.seats[0].token
        assert token is not None
        for _ in range(3):
            await rests(await create(all_, *BOTS, mode="kibitz", running=True))
        assert table.kept.id not in all_.live
        again, place = await all_.at(token)
        assert again is not table
        assert [bytes(state) for state in again.states] == [bytes(state) for state in table.states]
        assert place == Place("seat", 0, leads=True)
        assert welcome(again, place) == welcome(table, place)

    run(tmp_path, work)


def test_a_table_somebody_listens_to_is_not_put_away(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "RESTING", 1)

    async def work(all_: Tables) -> None:
        table = await create(all_, "Ann", "Bea", "Cas", "Dov")
        again, _ = await all_.at(table.kept.watch)
        listener = Listener(Place("watch"))
        again.join(listener)
        for _ in range(3):
            other = await create(all_, *BOTS, mode="kibitz")
        assert set(all_.live) == {again.kept.id, other.kept.id}
        again.leave(listener)
        assert set(all_.live) == {again.kept.id}

    run(tmp_path, work)


def test_after_a_restart_the_bots_go_on(tmp_path: Path, quick: None) -> None:
    async def begin(all_: Tables) -> tuple[str, list[bytes]]:
        table = await create(all_, *BOTS, mode="kibitz", pace=0)
        for _ in range(5):
            table.step(HOST)
        await rests(table)
        table._keep(running=True)
        return table.kept.id, [bytes(state) for state in table.states]

    id_, states = run(tmp_path, begin)

    async def go_on(all_: Tables) -> None:
        table = await all_.table(id_)
        assert [bytes(state) for state in table.states[:6]] == states
        await rests(table)
        assert table.state.over

    run(tmp_path, go_on)


def test_a_users_file_may_change_or_vanish(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "mine.rcy"
    path.write_text(load("agram").source.text)

    async def begin(all_: Tables) -> str:
        return (await create(all_, *BOTS, game="mine", mode="kibitz")).kept.id

    id_ = run(tmp_path, begin, (path,))
    path.write_text("(game nonsense")

    async def go_on(all_: Tables) -> None:
        (entry,) = [one for one in await all_.catalogue.listed() if one["own"]]
        assert "mine.rcy" in entry["error"]
        table = await all_.table(id_)
        table.run(HOST)
        await rests(table)
        assert table.state.over
        assert [line["title"] for line in newest_tables(all_.store, all_.catalogue)] == ["Mine"]

    run(tmp_path, go_on, (path,))


GAMES = ("agram", "brisca")


@pytest.mark.parametrize("broken", ["text = '(game'", "sheet = '[', text = '(game'"])
def test_a_table_that_cannot_be_opened_any_more_holds_up_no_other(
    tmp_path: Path, quick: None, broken: str
) -> None:
    async def begin(all_: Tables) -> list[Kept]:
        found = [await create(all_, *BOTS, game=game, mode="kibitz") for game in GAMES]
        for table in found:
            all_.store.change(table.kept.id, running=True)
        return [table.kept for table in found]

    bad, good = run(tmp_path, begin)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db:
        db.execute(f"UPDATE games SET {broken} WHERE digest = ?", (bad.game,))
        db.commit()

    async def go_on(all_: Tables) -> None:
        await asyncio.wait(all_._tasks, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(KibitzError):
            await all_.at(bad.watch)
        table = await all_.table(good.id)
        await rests(table)
        assert table.state.over
        titles = [line["title"] for line in newest_tables(all_.store, all_.catalogue)]
        assert titles[0] == "Brisca"
        assert titles[1].lower() == "agram"

    run(tmp_path, go_on)


def test_a_fault_of_ours_at_one_table_holds_up_no_other(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin(all_: Tables) -> list[str]:
        found = [await create(all_, *BOTS, mode="kibitz") for _ in range(2)]
        for table in found:
            all_.store.change(table.kept.id, running=True)
        return [table.kept.id for table in found]

    bad, good = run(tmp_path, begin)
    opened = Tables._open

    async def open_(all_: Tables, id_: str) -> Live:
        if id_ == bad:
            raise ZeroDivisionError
        return await opened(all_, id_)

    monkeypatch.setattr(Tables, "_open", open_)

    async def go_on(all_: Tables) -> None:
        await asyncio.wait(all_._tasks, return_when=asyncio.FIRST_COMPLETED)
        assert list(all_.live) == [good]

    run(tmp_path, go_on)


def test_bots_are_listed_for_each_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def ask(pool: Pool, call: str, game: GameRef, **_: object) -> bytes:
        asked.append(game.name)
        return b"[]"

    monkeypatch.setattr(Pool, "ask", ask)

    async def work(all_: Tables) -> None:
        for players in (3, 4, 3):
            await all_.thinkers.listed(await all_.catalogue.find("agram", {"NUMP": players}))
        assert len(asked) == 2

    run(tmp_path, work)


def test_keys_are_secret_and_fresh(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        keys = [(await create(all_, *BOTS, mode="kibitz")).kept.deal.key for _ in range(5)]
        assert len(set(keys)) == 5

    run(tmp_path, work)


# --- listeners ------------------------------------------------------------------------------------


def test_who_is_too_slow_is_dropped_and_holds_up_nobody(tmp_path: Path, quick: None) -> None:
    listener = Listener(Place("watch"))
    for number in range(MOST_WAITING + 3):
        listener.send(str(number))
    assert listener.dropped
    assert len(listener.waiting) == MOST_WAITING


def test_nobody_is_told_anything_where_nobody_listens(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a view was made")

    monkeypatch.setattr(Live, "sight", never)

    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert table.state.over

    run(tmp_path, work)


def test_the_log_is_put_into_words_once(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    worded, log = [], frames.log

    def counted(sight: frames.Sight, since: int = 0) -> Iterator[dict[str, Any]]:
        for step in log(sight, since):
            worded.append(step["at"])
            yield step

    monkeypatch.setattr(frames, "log", counted)

    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz")
        watchers = [Listener(Place("watch")) for _ in range(4)]
        table.join(watchers[0])
        for number in range(1, 9):
            table.step(HOST)
            await rests(table)
            if number == 6:
                await table.read(watchers[1].place)
                table.join(watchers[1])
        assert worded == [0]
        for watcher in watchers[2:]:
            table.join(watcher)
        told = [json.loads(watcher.waiting[0])["log"] for watcher in watchers]
        assert [len(one) for one in told] == [1, 7, 9, 9]
        assert told[3] == list(log(table.sight(8, "open")))
        assert worded == [0]

    run(tmp_path, work)


def test_a_long_log_is_read_a_bit_at_a_time(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, game="boerenbridge", mode="kibitz", running=True)
        await rests(table)
        readers = [asyncio.create_task(table.read(Place("watch"))) for _ in range(2)]
        turns = 0
        while not all(reader.done() for reader in readers):
            await asyncio.sleep(0)
            turns += 1
        assert turns > table.last // live.AT_ONCE
        told = json.loads(welcome(table, Place("watch")))["log"]
        assert told == list(frames.log(table.sight(table.last, "open")))

    run(tmp_path, work)


def test_a_seat_counts_as_here_as_long_as_somebody_is_connected(tmp_path: Path) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, "Ann", "Bea", "Cas", "Dov")
        watcher, ann, twice = (Listener(Place(*p)) for p in (("watch",), ("seat", 0), ("seat", 0)))
        seen = []
        for listener, come in ((watcher, 1), (ann, 1), (twice, 1), (ann, 0), (twice, 0)):
            (table.join if come else table.leave)(listener)
            seen.append([seat["here"] for seat in status(table, watcher.place)["seats"]])
        assert [row[0] for row in seen] == [False, True, True, True, False]
        assert not any(any(row[1:]) for row in seen)

    run(tmp_path, work)


def test_cards_are_open_when_all_people_have_agreed(tmp_path: Path) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, "Ann", "Bea", "", "")
        watcher = Listener(Place("watch"))
        table.join(watcher)
        heard(watcher)
        table.agree(Place("seat", 0))
        table.agree(Place("seat", 0))
        assert not table.open
        assert [one["is"] for one in heard(watcher)] == ["status"]
        table.agree(Place("seat", 1))
        assert table.open
        told = heard(watcher)
        assert [one["is"] for one in told if one["is"] != "status"] == ["table", "moment"]
        assert all(isinstance(cards, list) for cards in told[-1]["places"].values())
        assert all_.store.table(table.kept.id).seats[1].agreed

    run(tmp_path, work)


def test_a_rematch_has_the_same_people_with_new_links(tmp_path: Path, quick: None) -> None:
    async def work(all_: Tables) -> None:
        table = await create(all_, "Ann", "", "", "")
        ann, watcher, host = Place("seat", 0, leads=True), Place("watch"), HOST
        with pytest.raises(KibitzError, match="not over yet"):
            all_.rematch(table, ann)
        while not table.state.over:
            await rests(table)
            if not table.state.over:
                table.act(ann, table.last, table.state.actions[0].text)
        with pytest.raises(KibitzError, match="only who sits"):
            all_.rematch(table, watcher)
        all_.rematch(table, ann)
        all_.rematch(table, host)  # the same one
        following = table.next
        assert following is not None
        assert len(newest_tables(all_.store, all_.catalogue)) == 2
        assert following.deal.key != table.kept.deal.key
        assert [seat.name for seat in following.seats] == ["Ann", "first", "first", "first"]
        old = {table.kept.host, table.kept.watch, table.kept.seats[0].token}
        new = [status(table, place)["rematch"] for place in (ann, watcher, host)]
        assert new == [following.seats[0].token, following.watch, following.host]
        assert not old & set(new)
        assert following.seats[0].made

    run(tmp_path, work)
