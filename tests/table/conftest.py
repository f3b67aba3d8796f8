"""Tables in a folder of their own, with a client for the application and bots that take no time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kibitz.table.app import make_app
from kibitz.table.table import Table
from kibitz.table.thinkers import Thinkers

__all__ = ["Serve", "TestClient", "made", "order", "people", "play_to_the_end", "sat", "until"]

Serve = Callable[..., TestClient]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that take the first option, and need no process to think of it."""

    async def decide(thinkers: Thinkers, table: Table, bot: str) -> str:
        return table.state.actions[0].text

    monkeypatch.setattr(Thinkers, "decide", decide)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """An application with its tables in a folder, running; a second one sees what the first left,
    if that was closed."""
    with ExitStack() as stack:

        def start(data: str = "data", **options: Any) -> TestClient:
            app = make_app(tmp_path / data, workers=1, **options)
            return stack.enter_context(TestClient(app))

        yield start


@pytest.fixture
def client(serve: Serve, quick: None) -> TestClient:
    return serve()


@pytest.fixture
def tokens(client: TestClient) -> dict[str, Any]:
    """A table at which it is the turn of Ann, at the first seat."""
    return made(client, "Ann", "Bea", "", "")


def people(*names: str) -> list[dict[str, str]]:
    """Seats: a bot for an empty name, you first, then people who are invited."""
    who = iter(["me"])
    return [
        {"who": next(who, "invite"), "name": name} if name else {"who": "bot", "bot": "first"}
        for name in names
    ]


def order(*names: str, **more: Any) -> dict[str, Any]:
    """An order for a table of Agram, bots without a pause."""
    return {"game": "agram", "mode": "play", "pace": 0, "seats": people(*names), **more}


def made(client: TestClient, *names: str, **more: Any) -> dict[str, Any]:
    """A new table's tokens; all who are invited have sat down."""
    wanted = order(*names, **more)
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    chairs = [
        found["go"] if seat["who"] == "me" else invitation and sat(client, invitation)
        for seat, invitation in zip(wanted["seats"], found["invitations"], strict=True)
    ]
    return {**found, "seats": chairs}


def sat(client: TestClient, invitation: str) -> str | None:
    """Take an invitation: the token of the chair."""
    token: str | None = client.post(f"/api/sit/{invitation}", json={}).json()["go"]
    return token


def until(socket: Any, kind: str, **wanted: Any) -> dict[str, Any]:
    """The next message of a kind that says something."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["is"] == kind and all(message[key] == value for key, value in wanted.items()):
            return message


def play_to_the_end(socket: Any) -> list[dict[str, Any]]:
    """Take the first option whenever there is one; all messages up to the end."""
    messages = []
    while True:
        messages.append(socket.receive_json())
        last = messages[-1]
        if last["is"] == "moment":
            if last["result"]:
                return messages
            if last["actions"]:
                act = {"do": "act", "at": last["at"], "action": last["actions"][0]["text"]}
                socket.send_json(act)
