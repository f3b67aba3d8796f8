"""Who thinks for a server: what the processes of bots are told, and that they end with it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from seats import spying

from kibitz.table.hall import Hall
from kibitz.work import AsyncPool, Job

from .conftest import order
from .running import create, rests, run
from .test_restart import post, server

HOLDING = """
import os
from kibitz.bots.plain import First

class Holding(First):
    def choose(self, view, budget):
        os.open(os.environ["HELD"], os.O_WRONLY)
        if os.fork() == 0:  # a helper that holds it as well, and is deaf
            import signal, threading
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            threading.Event().wait()
        import threading
        threading.Event().wait()
"""


def test_a_spy_at_a_table_finds_neither_the_key_nor_the_hands_of_others(tmp_path: Path) -> None:
    note = tmp_path / "note"
    spy = f"{spying.__file__}:Spy"

    async def work(hall: Hall) -> None:
        seats = [{"who": "bot", "bot": f"{spy}:note={note}"}, *order("", "", "")["seats"]]
        table = await create(hall, mode="kibitz", seats=seats, running=True)
        await rests(table)
        assert table.clockwork.trouble is None
        assert spying.betrayed(note, table.states[0]) == set()

    run(tmp_path, work, bots=(spy,))


def test_what_a_bot_is_told_has_no_key_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    async def ask(pool: AsyncPool, job: Job) -> bytes:
        told.append(job)
        action = json.loads(job.arguments["view"])["told"]["actions"][0][2]
        return json.dumps({"action": action, "lacking": []}).encode()

    monkeypatch.setattr(AsyncPool, "ask", ask)

    async def work(hall: Hall) -> None:
        table = await create(hall, "", "", "", "", mode="kibitz", running=True)
        await rests(table)
        assert table.state.over
        texts = [json.dumps([job.arguments, job.things["game"].of]) for job in told]
        assert len(texts) > 4
        assert not any(str(word) in text for word in table.kept.deal.key for text in texts)

    run(tmp_path, work)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_bots_and_their_helpers_end_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: signal.Signals
) -> None:
    pipe, file = tmp_path / "pipe", tmp_path / "my.py"
    os.mkfifo(pipe)
    file.write_text(HOLDING)
    monkeypatch.setenv("HELD", str(pipe))
    bot = f"{file}:Holding"
    with server(tmp_path / "data", "--bot", bot) as (process, address):
        seats = [{"who": "bot", "bot": bot}] * 4
        post(address, "/api/tables", order(mode="kibitz", seats=seats, running=True))
        with pipe.open("rb") as held:  # somebody has opened the other end
            process.send_signal(end)
            assert held.read() == b""
