"""A program at a chair, over the wire: it plays like a person, and is told what its seat sees."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from kibitz.engine import Record, load
from kibitz.knowledge.views import View
from kibitz.table.hall import Hall

from .conftest import TestClient, made, order

AGRAM = load("agram")


def said(socket: Any, *types: str) -> dict[str, Any]:
    """The next message of these types, or of any."""
    while True:
        message: dict[str, Any] = json.loads(socket.receive_text())
        if not types or message["type"] in types:
            return message


def says(socket: Any, **message: Any) -> None:
    socket.send_text(json.dumps(message))


def ready(socket: Any, **more: Any) -> dict[str, Any]:
    hello = said(socket, "hello")
    says(socket, type="ready", **more)
    return hello


def first(message: dict[str, Any]) -> str:
    return str(message["actions"][0]["action"])


def played(socket: Any, choose: Callable[[dict[str, Any]], str] = first) -> dict[str, Any]:
    """Play to the end; the last message."""
    while (message := said(socket, "act", "end"))["type"] == "act":
        says(socket, type="choice", action=choose(message))
    says(socket, type="bye")
    return message


def test_a_program_plays_a_whole_game_by_words_alone(client: TestClient) -> None:
    tokens = made(client, "Ann", "", "", "")
    with client.websocket_connect(f"/api/at/{tokens['go']}/seat") as socket:
        hello = ready(socket, name="Robot")
        assert (hello["game"]["name"], hello["seat"]) == ("agram", 0)
        end = played(socket)
    assert len(end["scores"]) == len(end["ranks"]) == 4
    record = Record.from_json(client.get(f"/api/at/{tokens['go']}/record").text)
    assert record.replay(AGRAM)[-1].over
    assert record.players[0] == "Robot"


def test_a_program_that_knows_views_gets_them(client: TestClient) -> None:
    tokens = made(client, "Ann", "", "", "")
    seen: View | None = None

    def choose(message: dict[str, Any]) -> str:
        nonlocal seen
        seen = View.from_json(AGRAM, message["view"], seen)
        assert seen.seat == 0
        assert seen.places["HAND 1"] in range(1, 7), "how many, not which"
        return seen.actions[-1].text

    with client.websocket_connect(f"/api/at/{tokens['go']}/seat") as socket:
        ready(socket, wants=["view"])
        played(socket, choose)
    assert seen is not None


def test_it_is_told_no_card_that_its_seat_does_not_see(client: TestClient) -> None:
    tokens = made(client, "Ann", "", "", "")
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    (table,) = hall.live.values()
    hidden = {
        repr(AGRAM.cards[card])
        for seat in (1, 2, 3)
        for card in table.states[0].cards_at(AGRAM.place(f"HAND {seat}"))
    }
    with client.websocket_connect(f"/api/at/{tokens['go']}/seat") as socket:
        ready(socket)
        told = [json.loads(socket.receive_text()) for _ in range(2)]
    shown = {
        text
        for message in told
        for event in message.get("events", ())
        if (text := event.get("card")) is not None
    }
    assert shown
    assert not shown & hidden
    assert told[1]["places"]["HAND 1"] == 6


def test_a_wrong_answer_is_told_and_asked_about_again(client: TestClient) -> None:
    tokens = made(client, "Ann", "", "", "")
    with client.websocket_connect(f"/api/at/{tokens['go']}/seat") as socket:
        ready(socket)
        for _ in range(2):
            asked = said(socket, "act")
            says(socket, type="choice", action="play everything")
            assert said(socket)["error"] == "`play everything` is not on offer"
        says(socket, type="choice", action=first(said(socket, "act")))
        assert said(socket, "act")["decision"] > asked["decision"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nonsense", "what the bot wrote is no message: it is not JSON"),
        ('{"type": "what"}', "the bot wrote `what` where `choice` was due"),
        ('{"type": "failed"}', "the bot wrote `failed` where `choice` was due"),
        ("x" * 20_000, "a message has at most 16,000 characters"),
    ],
)
def test_whoever_cannot_be_understood_is_told_why_and_has_to_come_again(
    client: TestClient, text: str, error: str
) -> None:
    tokens = made(client, "Ann", "", "", "")
    with client.websocket_connect(f"/api/at/{tokens['go']}/seat") as socket:
        ready(socket)
        said(socket, "act")
        socket.send_text(text)
        assert said(socket)["error"] == error
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()
    with client.websocket_connect(f"/api/at/{tokens['go']}/seat") as socket:
        ready(socket)
        played(socket)


def test_only_the_link_of_a_seat_will_do(client: TestClient) -> None:
    tokens = client.post("/api/tables", json=order("Ann", "Bea", "", "")).json()
    links = {
        tokens["watch"]: "this link is not that of a seat",
        tokens["invitations"][1]: "this is an invitation",
        "nothing": "there is no table behind this link",
    }
    for token, error in links.items():
        with client.websocket_connect(f"/api/at/{token}/seat") as socket:
            assert said(socket)["error"] == error
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()


def test_it_goes_on_with_a_rematch(client: TestClient) -> None:
    token = made(client, "Ann", "", "", "")["go"]
    with client.websocket_connect(f"/api/at/{token}/seat") as socket:
        seeds = [ready(socket)["seed"]]
        played(socket)
        with client.websocket_connect(f"/api/at/{token}/live") as page:
            page.send_text('{"do": "rematch"}')
            seeds.append(ready(socket)["seed"])
        played(socket)
    assert len(set(seeds)) == 2
