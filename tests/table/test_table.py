"""A table: who listens, who is here, agreement and rematch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.engine.observer import kibitzer
from kibitz.engine.picking import pickings
from kibitz.errors import KibitzError
from kibitz.table import frames, lead, listeners, patience
from kibitz.table import table as tables
from kibitz.table.chronicle import Chronicle
from kibitz.table.hall import Hall
from kibitz.table.listeners import MOST_WAITING, Listener, Ticket
from kibitz.table.lobby import newest_tables
from kibitz.table.messages import status
from kibitz.words.sights import Sight

from .running import BOTS, HOST, create, heard, rests, run


def test_who_is_too_slow_is_dropped_and_holds_up_nobody(tmp_path: Path, quick: None) -> None:
    listener = Listener(Ticket("watch"))
    for number in range(MOST_WAITING + 3):
        listener.send(str(number))
    assert listener.ended is not None
    assert not listener.waiting


def test_nobody_is_told_anything_where_nobody_listens(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a view was made")

    monkeypatch.setattr(Chronicle, "sight", never)

    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert table.state.over

    run(tmp_path, work)


def test_the_log_is_put_into_words_once(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    worded, log = [], frames.log

    def counted(sight: Sight, since: int = 0) -> Iterator[dict[str, Any]]:
        for step in log(sight, since):
            worded.append(step["at"])
            yield step

    monkeypatch.setattr(frames, "log", counted)

    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz")
        watchers = [Listener(Ticket("watch")) for _ in range(4)]
        table.join(watchers[0])
        for number in range(1, 9):
            lead.step(table, HOST)
            await rests(table)
            if number == 6:
                await table.chronicle.read(kibitzer(table.game), patience.Patience())
                table.join(watchers[1])
        assert worded == [0]
        for watcher in watchers[2:]:
            table.join(watcher)
        told = [json.loads(watcher.waiting[0])["log"] for watcher in watchers]
        assert [len(one) for one in told] == [1, 7, 9, 9]
        assert told[3] == list(log(table.chronicle.sight(8, kibitzer(table.game))))
        assert worded == [0]

    run(tmp_path, work)


def test_a_long_log_is_read_a_bit_at_a_time_and_once_for_all_who_come(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    worded, log = [], frames.log

    def counted(sight: Sight, since: int = 0) -> Iterator[dict[str, Any]]:
        for step in log(sight, since):
            worded.append(step["at"])
            yield step

    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, game="boerenbridge", mode="kibitz", running=True)
        await rests(table)
        monkeypatch.setattr(frames, "log", counted)
        monkeypatch.setattr(patience, "SLICE", 0.0)
        readers = [asyncio.create_task(hall.read(table, HOST)) for _ in range(5)]
        turns = 0
        while not all(reader.done() for reader in readers):
            await asyncio.sleep(0)
            turns += 1
        assert turns > table.last
        told = json.loads(table.welcome(Ticket("watch")))["log"]
        assert told == list(log(table.chronicle.sight(table.last, kibitzer(table.game))))
        await hall.read(table, Ticket("watch"))
        assert worded == list(range(table.last + 1))

    run(tmp_path, work)


def test_a_seat_counts_as_here_as_long_as_somebody_is_connected(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "Cas", "Dov")
        watcher, ann, twice = (Listener(Ticket(*p)) for p in (("watch",), ("seat", 0), ("seat", 0)))
        seen = []
        for listener, come in ((watcher, 1), (ann, 1), (twice, 1), (ann, 0), (twice, 0)):
            (table.join if come else table.leave)(listener)
            seen.append([seat["here"] for seat in status(table.status(), watcher.ticket)["seats"]])
        assert [row[0] for row in seen] == [False, True, True, True, False]
        assert not any(any(row[1:]) for row in seen)

    run(tmp_path, work)


def test_cards_are_open_when_all_people_have_agreed(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "", "")
        watcher = Listener(Ticket("watch"))
        table.join(watcher)
        heard(watcher)
        table.agree(Ticket("seat", 0))
        table.agree(Ticket("seat", 0))
        assert not table.open
        assert [one["is"] for one in heard(watcher)] == ["status"]
        table.agree(Ticket("seat", 1))
        assert table.open
        told = heard(watcher)
        assert [one["is"] for one in told if one["is"] != "status"] == ["table", "moment"]
        assert all(isinstance(cards, list) for cards in told[-1]["places"].values())
        assert hall.archive.table(table.kept.id).seats[1].agreed

    run(tmp_path, work)


def test_a_game_that_does_not_end_is_stopped_where_several_cards_are_picked_too(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", game="tarot", parameters={"AUCTION": "NO"})
        monkeypatch.setattr(tables, "MOST_DECISIONS", 5)
        (picking,) = pickings(table.state)
        table.pick(Ticket("seat", 0), 0, 0, picking.cards[:6])
        assert (table.last, table.kept.turn) == (6, "nobody")
        assert "does not end" in str(table.clockwork.trouble)

    run(tmp_path, work)


def test_several_cards_are_picked_at_once_or_not_at_all(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The six cards that the taker of a game of Tarot lays aside."""

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", game="tarot", parameters={"AUCTION": "NO"})
        ann, watching, id_ = Ticket("seat", 0), Listener(Ticket("watch")), table.kept.id
        listener = Listener(ann)
        for one in (listener, watching):
            table.join(one)
        (shown,) = (one for one in heard(listener) if one["is"] == "moment")
        (asked,) = shown["picks"]
        cards = [int(card) for card in asked["cards"]][::-3][:6]
        assert (asked["size"], len(cards), asked["before"]) == (6, 6, ["discard "])
        heard(watching)
        for wrong in (cards[:5], [*cards[:5], cards[0]], [*cards[:5], 60], [*cards, 999]):
            with pytest.raises(KibitzError, match="pick"):
                table.pick(ann, 0, 0, wrong)
        with pytest.raises(KibitzError, match="no such cards"):
            table.pick(ann, 0, 1, cards)
        with pytest.raises(KibitzError, match="moved on"):
            table.pick(ann, 1, 0, cards)
        with pytest.raises(KibitzError, match="only watch"):
            table.pick(Ticket("watch"), 0, 0, cards)
        with monkeypatch.context() as broken:
            broken.setattr(table.archive, "move", fail)
            with pytest.raises(KibitzError, match="full"):
                table.pick(ann, 0, 0, cards)
        assert table.last == len(hall.archive.moves(id_)) == 0
        assert heard(listener) == heard(watching) == []
        table.pick(ann, 0, 0, cards)
        assert sorted(table.state.cards_at(table.game.place("DISCARD 0"))) == sorted(cards)
        assert table.last == len(hall.archive.moves(id_)) == 6
        mine = [one["step"] for one in heard(listener) if one["is"] == "moment"]
        assert [step["at"] for step in mine] == [1, 2, 3, 4, 5, 6]
        assert [bool(step["told"]) for step in mine[:5]] == [True, *[False] * 4]
        others = [one["step"] for one in heard(watching) if one["is"] == "moment"]
        assert others[-1]["told"][0]["pieces"][1] == " discards 6 cards."

    def fail(*_: object) -> None:
        raise KibitzError("the disk is full")

    run(tmp_path, work)


def test_whoever_is_asked_to_show_all_cards_can_say_no(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "Cid", "")
        ann, bea, cid = (Ticket("seat", seat) for seat in range(3))

        def told() -> tuple[list[bool], int | None]:
            now = status(table.status(), Ticket("watch"))  # also to who comes later
            return [seat["agreed"] for seat in now["seats"]], now["declined"]

        table.agree(bea, yes=False)  # nobody has asked
        assert told() == ([False] * 4, None)
        table.agree(ann)
        table.agree(cid)
        table.agree(cid, yes=False)  # who agreed takes it back, and the question stays
        assert told() == ([True, False, False, False], None)
        table.agree(bea, yes=False)
        assert told() == ([False] * 4, 1)
        assert not hall.archive.table(table.kept.id).seats[0].agreed
        for ticket in (ann, bea, cid):
            table.agree(ticket)
        assert table.open
        assert told() == ([True, True, True, False], None)
        table.agree(bea, yes=False)  # what was shown was seen
        assert table.open
        with pytest.raises(KibitzError, match="only watch"):
            table.agree(Ticket("watch"), yes=False)

    run(tmp_path, work)


def test_bots_wait_longer_where_the_result_of_a_round_is_to_be_read(
    tmp_path: Path, quick: None
) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, game="boerenbridge", mode="kibitz", pace=0.5)
        table.join(Listener(HOST))
        longer = []
        while table.last < 40:
            table.decided(table.state.actions[0])
            longer += [table.last] if table.seconds > 0.5 else []
        assert longer == [16, 36]  # the guesses and the cards of a round of three, and of four

    run(tmp_path, work)


def test_a_rematch_has_the_same_people_with_new_links(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "")
        ann, watcher, host = Ticket("seat", 0, leads=True), Ticket("watch"), HOST
        with pytest.raises(KibitzError, match="not over yet"):
            hall.rematch(table, ann)
        while not table.state.over:
            await rests(table)
            if not table.state.over:
                table.act(ann, table.last, table.state.actions[0].text)
        with pytest.raises(KibitzError, match="only those who sit"):
            hall.rematch(table, watcher)
        hall.rematch(table, ann)
        hall.rematch(table, host)  # the same one
        following = table.next
        assert following is not None
        assert len(newest_tables(hall.archive, hall.catalogue)) == 2
        assert following.deal.key != table.kept.deal.key
        assert [seat.name for seat in following.seats] == ["Ann", *["First option"] * 3]
        old = {table.kept.host, table.kept.watch, table.kept.seats[0].token}
        new = [status(table.status(), place)["rematch"] for place in (ann, watcher, host)]
        assert new == [following.seats[0].token, following.watch, following.host]
        assert not old & set(new)
        assert following.seats[0].made

    run(tmp_path, work)


def test_who_only_watches_is_not_told_about_to_anybody(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "Cas", "Dov")
        ann = Listener(Ticket("seat", 0))
        table.join(ann)
        heard(ann)
        for _ in range(50):
            watcher = Listener(Ticket("watch"))
            table.join(watcher)
            table.leave(watcher)
        assert heard(ann) == []

    run(tmp_path, work)


def test_when_all_hands_are_shown_everything_is_put_together_once_for_all_who_watch(
    tmp_path: Path,
) -> None:
    """It may be a megabyte, and there may be two hundred of them."""

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "")
        watchers = [Listener(Ticket("watch")) for _ in range(5)]
        for watcher in watchers:
            table.join(watcher)
            heard(watcher)
        table.agree(Ticket("seat", 0))
        told = [[text for text in one.waiting if '"is":"table"' in text] for one in watchers]
        assert all(len(texts) == 1 for texts in told)
        assert len({id(texts[0]) for texts in told}) == 1

    run(tmp_path, work)


def test_coming_and_going_is_told_once_in_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "GATHERED", 0.0)

    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "Cas", "Dov")
        ann = Listener(Ticket("seat", 0))
        table.join(ann)
        heard(ann)
        for number in range(40):
            bea = Listener(Ticket("seat", 1))
            table.join(bea)
            if number < 39:
                table.leave(bea)
        told = heard(ann)
        await asyncio.sleep(0.001)
        told += heard(ann)
        assert len(told) <= 2
        assert told[-1]["seats"][1]["here"]

    run(tmp_path, work)


def test_only_so_many_can_watch_or_open_one_link(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "Cas", "Dov")
        for ticket, most in (
            (Ticket("watch"), listeners.MOST_WATCHERS),
            (Ticket("seat", 1), listeners.MOST_TABS),
        ):
            come = [Listener(ticket) for _ in range(most + 1)]
            for listener in come[:-1]:
                table.join(listener)
            with pytest.raises(KibitzError, match=rf"{most} .*already"):
                table.join(come[-1])
            table.leave(come[-1])  # as whoever was refused does
            table.leave(come[0])
            table.join(come[-1])

    run(tmp_path, work)
