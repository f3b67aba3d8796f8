"""What a table may ask for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibitz.errors import KibitzError
from kibitz.table.hall import Hall
from kibitz.table.kept import Kept
from kibitz.table.limits import Limits
from kibitz.table.orders import read_order

from .conftest import Serve, TestClient, order, until
from .running import run


@pytest.mark.parametrize(
    ("bot", "key"),
    [
        ("ismcts:iterations=1000000000", "iterations"),
        ("ismcts:iterations=500, seconds = 3600", "seconds"),
        ("pimc:threads=999", "threads"),
        ("pimc:endings=100", "endings"),
        ("osla:deals=100000", "deals"),
        ("ismcts:seconds=nan", "seconds"),
        ("ismcts:seconds=1e400", "seconds"),
    ],
)
def test_a_bot_that_asks_for_too_much_is_refused(bot: str, key: str) -> None:
    with pytest.raises(KibitzError, match=f"{key}=.* at most") as refused:
        Limits(threads=2).check(bot)
    assert ("--seconds" in str(refused.value.hint)) == (key in ("seconds", "iterations"))


def test_the_most_is_a_number_people_read() -> None:
    with pytest.raises(KibitzError, match=r"at most 1,000,000\n"):
        Limits().check("ismcts:iterations=2000000")
    with pytest.raises(KibitzError, match=r"at most 2\.5\n"):
        Limits(2.5).check("ismcts:seconds=3")


@pytest.mark.parametrize(
    "bot",
    ["random", "ismcts", "ismcts:iterations=50000,seconds=5,threads=1", "ismcts:iterations=many",
     "/my/own.py:Bot:seconds=3600"],
)  # fmt: skip
def test_what_is_usual_is_not(bot: str) -> None:
    Limits(threads=2).check(bot)


def test_whoever_starts_the_server_can_allow_more() -> None:
    Limits(60).check("ismcts:seconds=45,iterations=5000000")


def test_a_table_of_greedy_bots_is_not_made(client: TestClient) -> None:
    greedy = {"who": "bot", "bot": "ismcts:iterations=1000000000"}
    answer = client.post("/api/tables", json=order(seats=[greedy] * 4, mode="kibitz"))
    assert answer.status_code == 400
    assert "iterations=1000000000 is more than `ismcts` may have here" in answer.json()["error"]
    assert client.get("/api/lobby").json()["tables"] == []


def test_only_so_many_tables_of_one_visitor_go_on_at_once(serve: Serve, quick: None) -> None:
    client = serve(limits=Limits(going=2))
    wanted = order("", "", "", "", mode="kibitz", running=True, pace=60)
    for _ in range(2):
        assert client.post("/api/tables", json=wanted).status_code == 200
    answer = client.post("/api/tables", json=wanted)
    assert (answer.status_code, "2 tables of yours" in answer.json()["error"]) == (400, True)


def test_nor_do_more_go_on_that_were_stopped_at_first(serve: Serve, quick: None) -> None:
    client = serve(limits=Limits(going=2))
    wanted = order("", "", "", "", mode="kibitz", running=False, pace=60)
    hosts = [client.post("/api/tables", json=wanted).json()["host"] for _ in range(3)]
    said = []
    for host in hosts:
        with client.websocket_connect(f"/api/at/{host}/live") as socket:
            until(socket, "moment")
            socket.send_json({"do": "run"})
            while (message := socket.receive_json())["is"] not in ("status", "error"):
                pass
            said.append(message.get("text"))
    assert said == [None, None, "bots play at 2 tables of yours already"]


def test_nor_if_many_are_asked_for_at_once(tmp_path: Path, quick: None) -> None:
    async def work(hall: Hall) -> None:
        hall.thinkers.limits = Limits(going=2)
        wanted = read_order(order("", "", "", "", mode="kibitz", running=True, pace=60))
        asked = [hall.create(wanted, "Ann") for _ in range(5)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, Kept) for one in found) == 2  # whoever comes first

    run(tmp_path, work)
