"""The clockwork: bots move when it is their turn, and their pace tells nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibitz.table.clockwork import Clockwork
from kibitz.table.listeners import Place
from kibitz.table.live import Live
from kibitz.table.tables import Tables
from kibitz.table.thinkers import Thinkers

from .test_tables import BOTS, HOST, create, rests, run


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many decisions a bot was asked; it takes the first option."""
    found: list[int] = []

    async def decide(thinkers: Thinkers, table: Live, bot: str) -> str:
        found.append(table.last)
        return table.state.actions[0].text

    monkeypatch.setattr(Thinkers, "decide", decide)
    return found


async def waits(all_: Tables) -> Live:
    """A table whose first bot waits for its time."""
    table = await create(all_, *BOTS, mode="kibitz", pace=60, running=True)
    table.clockwork.moved = asyncio.get_running_loop().time()
    for _ in range(5):
        await asyncio.sleep(0)
    return table


def test_a_bot_thinks_while_it_waits(tmp_path: Path, asked: list[int]) -> None:
    """Else whoever has no choice would move sooner than who has, and everybody could tell."""

    async def work(all_: Tables) -> None:
        table = await waits(all_)
        assert (asked, table.last) == ([0], 0)

    run(tmp_path, work)


def test_nothing_is_thought_about_twice(tmp_path: Path, asked: list[int]) -> None:
    async def work(all_: Tables) -> None:
        table = await waits(all_)
        for pace in (50.0, 40.0, 0.0):
            table.pace(HOST, pace)
            await asyncio.sleep(0)
        await rests(table)
        assert table.state.over
        assert len(asked) == len(set(asked))

    run(tmp_path, work)


def test_a_step_is_made_at_once(tmp_path: Path, asked: list[int]) -> None:
    async def work(all_: Tables) -> None:
        table = await waits(all_)
        table.step(HOST)
        for _ in range(5):
            await asyncio.sleep(0)
        assert table.last == 1
        table.pause(HOST)
        await rests(table)
        assert table.last == 1

    run(tmp_path, work)


def test_a_pause_counts_also_in_the_last_moment(
    tmp_path: Path, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def rest(clockwork: Clockwork) -> bool:
        clockwork.table.pause(HOST)
        return True

    monkeypatch.setattr(Clockwork, "_rest", rest)

    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert (table.last, table.kept.running) == (0, False)

    run(tmp_path, work)


def test_a_pause_counts_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def decide(thinkers: Thinkers, table: Live, bot: str) -> str:
        table.pause(HOST)
        return table.state.actions[0].text

    monkeypatch.setattr(Thinkers, "decide", decide)

    async def work(all_: Tables) -> None:
        table = await create(all_, *BOTS, mode="kibitz", running=True)
        await rests(table)
        assert table.last == 0

    run(tmp_path, work)


def test_where_a_users_bot_lies_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def choose(self, view, budget):\n        return None\n")

    async def decide(thinkers: Thinkers, table: Live, bot: str) -> str:
        return "fly"

    monkeypatch.setattr(Thinkers, "decide", decide)

    async def work(all_: Tables) -> None:
        seats = [{"who": "bot", "bot": f"{path}:Mine"}] * 4
        table = await create(all_, seats=seats, mode="kibitz", running=True)
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

    async def begin(all_: Tables) -> str:
        seats = [{"who": "invite"}, *[{"who": "bot", "bot": name}] * 3]
        table = await create(all_, seats=seats)
        assert note.exists()
        table.act(Place("seat", 0), 0, table.state.actions[0].text)
        return table.kept.id

    id_ = run(tmp_path, begin, bots=(name,))
    note.unlink()

    async def go_on(all_: Tables) -> None:
        table = await all_.table(id_)
        await rests(table)
        assert table.clockwork.trouble == "the bot `Mine` was not given to this server"

    run(tmp_path, go_on)
    assert not note.exists()
