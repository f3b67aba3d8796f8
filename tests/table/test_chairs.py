"""Chairs: an invitation is for the first who takes it; whoever made the table can only free it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from kibitz.engine.observer import Observer
from kibitz.errors import KibitzError
from kibitz.table.app import make_app
from kibitz.table.chairs import free, sit
from kibitz.table.chronicle import Chronicle
from kibitz.table.hall import Hall
from kibitz.table.listeners import Ticket
from kibitz.table.messages import status
from kibitz.table.table import Table

from .conftest import TestClient, made, order, sat, until
from .running import HOST, create, rests, run

FREED = "whoever made this table has freed your chair"


@pytest.fixture
def invited(client: TestClient) -> dict[str, Any]:
    """A table Ann has made, to which Bea is invited and has not come."""
    found: dict[str, Any] = client.post("/api/tables", json=order("Ann", "Bea", "", "")).json()
    return found


def told(client: TestClient, token: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/at/{token}/table").json()
    return found


def test_an_invitation_is_for_the_first_who_takes_it(
    client: TestClient, invited: dict[str, Any]
) -> None:
    invitation = invited["invitations"][1]
    chair = sat(client, invitation)
    assert chair is not None
    assert chair != invitation
    assert told(client, chair)["you"] == 1
    late = client.post(f"/api/sit/{invitation}", json={}).json()
    assert (late["go"], late["watch"]) == (None, invited["watch"])
    assert told(client, chair)["you"] == 1


def test_an_invitation_shows_nothing_and_a_look_at_its_page_takes_nothing(
    client: TestClient, invited: dict[str, Any]
) -> None:
    invitation = invited["invitations"][1]
    answer = client.get(f"/api/at/{invitation}/moment")
    assert (answer.status_code, "invitation" in answer.text) == (404, True)
    assert client.get(f"/at/{invitation}").url.path == f"/sit/{invitation}"
    assert not told(client, invited["go"])["seats"][1]["taken"]
    assert sat(client, invitation) is not None


def test_whoever_made_the_table_does_not_get_the_chair_of_others(
    client: TestClient, invited: dict[str, Any]
) -> None:
    chair = sat(client, invited["invitations"][1])
    for mine in (invited["go"], invited["host"]):
        answer = client.get(f"/api/at/{mine}/table")
        assert str(chair) not in answer.text
        assert (
            answer.json()["seats"][1] | {"taken": True, "invitation": None}
            == (answer.json()["seats"][1])
        )


def test_a_freed_chair_is_lost_to_who_sat_there_and_he_is_told(
    client: TestClient, invited: dict[str, Any]
) -> None:
    chair = sat(client, invited["invitations"][1])
    with (
        client.websocket_connect(f"/api/at/{chair}/live") as bea,
        client.websocket_connect(f"/api/at/{invited['go']}/live") as ann,
    ):
        until(bea, "moment")
        ann.send_json({"do": "free", "seat": 1})
        assert until(bea, "error")["text"] == FREED
        with pytest.raises(WebSocketDisconnect) as closed:
            bea.receive_text()
        assert closed.value.code == 4403
        while (seats := until(ann, "status")["seats"])[1]["taken"]:
            pass
        assert not seats[1]["name"]
    answer = client.get(f"/api/at/{chair}/moment")
    assert (answer.status_code, answer.json()["error"]) == (410, FREED)
    assert sat(client, invited["invitations"][1]) is None  # the old one stays used up
    again = client.post(f"/api/sit/{seats[1]['invitation']}", json={}).json()
    assert again["freed"]  # somebody has seen these cards
    now = told(client, again["go"])
    assert now["you"] == 1
    assert [seat["freed"] for seat in now["seats"]] == [False, True, False, False]


def test_who_must_go_can_do_nothing_any_more(client: TestClient) -> None:
    """Not even in the moment before the connection has ended."""
    tokens = client.post("/api/tables", json=order("", "", "", "", seats=[{"who": "invite"}] * 4))
    invitations = tokens.json()["invitations"]
    chair = sat(client, invitations[0])
    with (
        client.websocket_connect(f"/api/at/{chair}/live") as first,
        client.websocket_connect(f"/api/at/{tokens.json()['host']}/live") as host,
    ):
        moment = until(first, "moment")
        host.send_json({"do": "free", "seat": 0})
        assert until(first, "error")["text"] == FREED
        act = {"do": "act", "at": 0, "action": moment["actions"][0]["text"]}
        first.send_json(act)
    assert told(client, tokens.json()["watch"])["last"] == 0


def test_who_loses_the_chair_while_the_log_is_written_is_not_let_in(
    client: TestClient, invited: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    chair = sat(client, invited["invitations"][1])
    (table,) = client.app.state.hall.live.values()  # type: ignore[attr-defined]

    async def read(chronicle: Chronicle, who: Observer, patience: object) -> None:
        free(table, HOST, 1)

    monkeypatch.setattr(Chronicle, "read", read)
    with client.websocket_connect(f"/api/at/{chair}/live") as bea:
        assert bea.receive_json()["text"] == FREED


@pytest.mark.parametrize(
    ("role", "seat", "why"),
    [
        ("go", 0, "of whoever made the table"),
        ("go", 1, "this chair is free"),
        ("go", 2, "no person"),
        ("go", 99, "no person"),
        ("watch", 1, "only the person who made"),
    ],
)
def test_a_chair_that_cannot_be_freed(
    client: TestClient, invited: dict[str, Any], role: str, seat: int, why: str
) -> None:
    with client.websocket_connect(f"/api/at/{invited[role]}/live") as socket:
        socket.send_json({"do": "free", "seat": seat})
        assert why in until(socket, "error")["text"]


def test_after_a_restart_everybody_has_the_same_chair(tmp_path: Path, quick: None) -> None:
    with TestClient(make_app(tmp_path)) as before:
        tokens = made(before, "Ann", "Bea", "", "")
        waiting = before.post("/api/tables", json=order("Ann", "Bea", "", "")).json()
    with TestClient(make_app(tmp_path)) as after:
        assert told(after, tokens["seats"][1])["you"] == 1
        assert sat(after, tokens["invitations"][1]) is None
        assert sat(after, waiting["invitations"][1]) is not None


def test_there_is_no_chair_behind_any_other_token(
    client: TestClient, invited: dict[str, Any]
) -> None:
    for token in ("nothing", "x" * 200, invited["watch"], invited["go"], invited["host"]):
        answer = client.post(f"/api/sit/{token}", json={})
        assert (answer.status_code, "no invitation" in answer.text) == (404, True)


async def ended(hall: Hall, *names: str) -> Table:
    """A table at which a game is over, played by people who have all sat down."""
    table = await create(hall, *names)
    for number, sitter in enumerate(table.kept.seats):
        if sitter.invitation is not None:
            sit(table, number, sitter.invitation)
    while not table.state.over:
        await rests(table)
        if not table.state.over:
            chair = Ticket("seat", table.state.to_move)
            table.act(chair, table.last, table.state.actions[0].text)
    return table


def test_the_page_of_an_old_game_does_not_give_away_a_chair_that_was_freed_in_the_rematch(
    tmp_path: Path, quick: None
) -> None:
    """Bea, who sat there before, or whoever made the table in a second window, could else see what
    Cas has and act as Cas."""
    bea = Ticket("seat", 1)

    async def work(hall: Hall) -> None:
        old = await ended(hall, "Ann", "Bea", "", "")
        assert not status(old.status(), HOST)["may"]["free"]
        with pytest.raises(KibitzError, match="the game is over"):
            free(old, HOST, 1)
        hall.rematch(old, HOST)
        assert old.next is not None
        new = await hall.table(old.next.id)
        assert status(old.status(), bea)["rematch"] == new.kept.seats[1].token
        free(new, HOST, 1)
        cas = sit(new, 1, str(new.kept.seats[1].invitation))
        hall.live.clear()  # as after a restart
        old = await hall.table(old.kept.id)
        told = status(old.status(), bea)
        assert str(cas) not in str(told)
        assert told["rematch"] == new.kept.watch

    run(tmp_path, work)


def test_hands_that_were_shown_stay_shown_when_a_chair_is_freed(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "", "")
        sit(table, 1, str(table.kept.seats[1].invitation))
        for seat in (0, 1):
            table.agree(Ticket("seat", seat))
        free(table, HOST, 1)
        assert table.open

    run(tmp_path, work)


def test_who_comes_is_not_said_to_have_declined_what_the_one_before_declined(
    tmp_path: Path,
) -> None:
    async def work(hall: Hall) -> None:
        table = await create(hall, "Ann", "Bea", "", "")
        sit(table, 1, str(table.kept.seats[1].invitation))
        table.agree(Ticket("seat", 0))
        table.agree(Ticket("seat", 1), yes=False)
        assert table.status().declined == 1
        free(table, HOST, 1)
        assert table.status().declined is None

    run(tmp_path, work)
