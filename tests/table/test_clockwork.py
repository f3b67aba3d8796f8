"""The clockwork: bots move when it is their turn, and their pace tells nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibitz.errors import KibitzError
from kibitz.table import lead
from kibitz.table import table as table_module
from kibitz.table.clockwork import Clockwork
from kibitz.table.hall import Hall
from kibitz.table.listeners import Listener, Ticket
from kibitz.table.lobby import newest_tables
from kibitz.table.table import Table
from kibitz.table.thinkers import Thinkers

from .running import BOTS, ENDLESS, HOST, create, heard, rests, run


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many decisions a bot was asked; it takes the first option."""
    found: list[int] = []

    async def decide(thinkers: Thinkers, table: Table, bot: str) -> str:
        found.append(table.last)
        return table.state.actions[0].text

    monkeypatch.setattr(Thinkers, "decide", decide)
    return found


async def waits(hall: Hall) -> Table:
    """A table whose first bot waits for its time."""
    table = await create(hall, *BOTS, mode="kibitz", pace=60, running=True)
    table.clockwork.moved = asyncio.get_running_loop().time()
    for _ in range(5):
        await asyncio.sleep(0)
    return table


def test_a_bot_thinks_while_it_waits(tmp_path: Path, asked: list[int]) -> None:
    """Else whoever has no choice would move sooner than who has, and everybody could tell."""

    async def work(hall: Hall) -> None:
        table = await waits(hall)
        assert (asked, table.last) == ([0], 0)

    run(tmp_path, work)


def test_nothing_is_thought_about_twice(tmp_path: Path, asked: list[int]) -> None:
    async def work(hall: Hall) -> None:
        table = await waits(hall)
        for pace in (50.0, 40.0, 0.0):
            lead.pace(table, HOST, pace)
            await asyncio.sleep(0)
        await rests(table)
        assert table.state.over
        assert len(asked) == len(set(asked))

    run(tmp_path, work)


def test_a_step_is_made_at_once(tmp_path: Path, asked: list[int]) -> None:
    async def work(hall: Hall) -> None:
        table = await waits(hall)
        lead.step(table, HOST)
        for _ in range(5):
            await asyncio.sleep(0)
        assert table.last == 1
        lead.pause(table, HOST)
        await rests(table)
        assert table.last == 1

    run(tmp_path, work)


def test_a_pause_counts_also_in_the_last_moment(
    tmp_path: Path, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def rest(clockwork: Clockwork) -> bool:
        assert isinstance(clockwork.table, Table)
        lead.pause(clockwork.table, HOST)
        return True

    monkeypatch.setattr(Clockwork, "_rest", rest)

    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert (table.last, table.kept.running) == (0, False)

    run(tmp_path, work)


def test_a_pause_counts_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def decide(thinkers: Thinkers, table: Table, bot: str) -> str:
        lead.pause(table, HOST)
        return table.state.actions[0].text

    monkeypatch.setattr(Thinkers, "decide", decide)

    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert table.last == 0

    run(tmp_path, work)


def test_where_a_users_bot_lies_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def choose(self, view, budget):\n        return None\n")

    async def decide(thinkers: Thinkers, table: Table, bot: str) -> str:
        return "fly"

    monkeypatch.setattr(Thinkers, "decide", decide)

    async def work(hall: Hall) -> None:
        seats = [{"who": "bot", "bot": f"{path}:Mine"}] * 4
        table = await create(hall, seats=seats, mode="kibitz", running=True)
        await rests(table)
        assert table.clockwork.trouble == "the bot `Mine` chose something that is not on offer"

    run(tmp_path, work, bots=(f"{path}:Mine",))


def test_a_file_that_is_not_given_any_more_is_not_run(tmp_path: Path) -> None:
    path, note = tmp_path / "mine.py", tmp_path / "note"
    path.write_text(
        f"open({str(note)!r}, 'a').write('x')\n"
        "class Mine:\n    def choose(self, view, budget):\n        return view.actions[0]\n"
    )
    name = f"{path}:Mine"

    async def begin(hall: Hall) -> str:
        seats = [{"who": "invite"}, *[{"who": "bot", "bot": name}] * 3]
        table = await create(hall, seats=seats)
        assert note.exists()
        table.act(Ticket("seat", 0), 0, table.state.actions[0].text)
        return table.kept.id

    id_ = run(tmp_path, begin, bots=(name,))
    note.unlink()

    async def go_on(hall: Hall) -> None:
        table = await hall.table(id_)
        await rests(table)
        assert table.clockwork.trouble == "the bot `Mine` was not given to this server"

    run(tmp_path, go_on)
    assert not note.exists()


def test_bots_play_a_whole_game_in_their_processes(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert table.state.over
        assert table.open
        assert hall.archive.table(table.kept.id).turn == "over"

    run(tmp_path, work)


def test_bots_play_the_same_game_again_from_the_same_seed(tmp_path: Path) -> None:
    seats = [{"who": "bot", "bot": "random"}] * 4

    async def work(hall: Hall) -> list[list[str]]:
        found = []
        for _ in range(2):
            table = await create(hall, mode="kibitz", running=True, seed=7, seats=seats)
            await rests(table)
            found.append([text for text, _ in table.moves])
        return found

    first, second = run(tmp_path, work)
    assert first == second


def test_bots_wait_for_a_person_and_go_on_after_him(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "", "", "")
        ann = Ticket("seat", 0, leads=True)
        while not table.state.over:
            await rests(table)
            if not table.state.over:
                assert table.state.to_move == 0
                table.act(ann, table.last, table.state.actions[-1].text)

    run(tmp_path, work)


def test_in_kibitz_mode_bots_wait_for_a_step(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz")
        assert (table.last, table.clockwork.task) == (0, None)
        lead.step(table, HOST)
        await rests(table)
        assert table.last == 1
        lead.step(table, HOST)
        lead.step(table, HOST)
        await rests(table)
        assert table.last == 3
        lead.run(table, HOST)
        await rests(table)
        assert table.state.over
        with pytest.raises(KibitzError, match="the game is over"):
            lead.step(table, HOST)

    run(tmp_path, work)


def test_a_pause_stops_a_bot_that_waits(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz", pace=60, running=True)
        table.clockwork.moved = asyncio.get_running_loop().time()
        await asyncio.sleep(0)
        lead.pause(table, HOST)
        await rests(table)
        assert table.last <= 1
        assert not hall.archive.table(table.kept.id).running
        lead.pace(table, HOST, 0.0)
        lead.run(table, HOST)
        await rests(table)
        assert table.state.over

    run(tmp_path, work)


def test_a_faster_pace_counts_at_once(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz", pace=60, running=True)
        table.clockwork.moved = asyncio.get_running_loop().time()
        await asyncio.sleep(0)
        lead.pace(table, HOST, 0.0)
        await rests(table)
        assert table.state.over

    run(tmp_path, work)


def test_a_bot_that_fails_stops_the_table_and_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [True]

    async def decide(thinkers: Thinkers, table: Table, bot: str) -> str:
        if wrong:
            raise KibitzError("the bot `first` took longer than 60 s")
        return table.state.actions[0].text

    monkeypatch.setattr(Thinkers, "decide", decide)

    async def work(hall: Hall) -> None:
        table = await create(hall, *BOTS, mode="kibitz", running=True)
        listener = Listener(HOST)
        table.join(listener)
        await rests(table)
        status = heard(listener)[-1]
        assert status["trouble"] == "the bot `first` took longer than 60 s"
        assert not status["running"]
        assert table.last == 0
        with pytest.raises(KibitzError, match="only the person who made"):
            lead.run(table, Ticket("watch"))
        wrong.clear()
        lead.run(table, Ticket("seat", 1))  # whoever sits here
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

    async def work(hall: Hall) -> None:
        for who, told in (("invite", False), ("bot", True)):
            person = {"who": who} | ({"bot": "first"} if who == "bot" else {})
            seats = [{"who": "bot", "bot": name}] * 3
            mode = "kibitz" if told else "play"
            table = await create(hall, seats=[*seats, person], running=True, mode=mode)
            await rests(table)
            assert table.clockwork.trouble is not None
            assert ("I hold" in table.clockwork.trouble) == told
            assert "Loud" in table.clockwork.trouble

    run(tmp_path, work, bots=(name,))


def test_a_file_that_was_not_given_is_never_run(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("raise SystemExit")

    async def work(hall: Hall) -> None:
        for bot in (
            f"{tmp_path}/bad.py:Loud",
            "human",
            "nobody",
            "ismcts:iterations=-3",
            "random:x=1",
        ):
            with pytest.raises(KibitzError):
                await create(hall, seats=[{"who": "bot", "bot": bot}] * 4, mode="kibitz")
        assert newest_tables(hall.archive, hall.catalogue) == []

    run(tmp_path, work)


def test_a_game_that_does_not_end_is_stopped(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "MOST_DECISIONS", 50)
    path = tmp_path / "endless.rcy"
    path.write_text(ENDLESS)

    async def work(hall: Hall) -> None:
        seats = [{"who": "bot", "bot": "first"}] * 2
        table = await create(hall, game="endless", mode="kibitz", running=True, seats=seats)
        await rests(table)
        assert table.last == 50
        assert "does not end" in (table.clockwork.trouble or "")
        assert hall.archive.going() == []

    run(tmp_path, work, (path,))
