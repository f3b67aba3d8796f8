"""Who may ask, how much, and what browsers are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from .conftest import Serve, TestClient, order


def test_a_page_from_elsewhere_can_do_nothing(client: TestClient, tokens: dict[str, Any]) -> None:
    evil = {"Origin": "http://evil.example"}
    assert client.post("/api/tables", json=order("A", "", "", ""), headers=evil).status_code == 403
    own = {"Origin": "http://testserver"}
    assert client.post("/api/tables", json=order("A", "", "", ""), headers=own).status_code == 200
    with pytest.raises(WebSocketDisconnect) as closed:
        with client.websocket_connect(f"/api/at/{tokens['go']}/live", headers=evil) as socket:
            socket.receive_text()
    assert closed.value.code == 1008
    with client.websocket_connect(f"/api/at/{tokens['go']}/live", headers=own) as socket:
        assert socket.receive_json()["is"] == "table"


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost:8017", "http://localhost:8017", 200),
        ("LOCALHOST:8017", "http://localhost:8017", 200),
        ("[::1]:8017", "http://[::1]:8017", 200),
        ("localhost:8017", "http://localhost:8018", 403),
        ("localhost:8017", "http://localhost", 403),
        ("[::1]:8017", "http://[::1]", 403),
        ("localhost", "null", 403),
        ("", "null", 403),
        ("localhost", "http://[::1", 403),
        ("localhost", "", 403),
        ("localhost", "http://localhost@evil.example", 403),
        ("localhost", "http://localhost.evil.example", 403),
    ],
)
def test_a_page_acts_only_where_it_came_from(
    client: TestClient, host: str, origin: str, status: int
) -> None:
    headers = {"Host": host, "Origin": origin}
    answer = client.post("/api/tables", json=order("A", "", "", ""), headers=headers)
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8017", 200), ("LocalHost", 200), ("[::1]:8017", 200), ("evil.example", 403),
        ("localhost.evil.example", 403), ("[::1", 403), ("", 403), ("localhost@evil", 403),
    ],
)  # fmt: skip
def test_a_name_that_is_not_ours_is_refused(serve: Serve, host: str, status: int) -> None:
    client = serve(hosts={"localhost", "::1"})
    assert client.get("/api/lobby", headers={"Host": host}).status_code == status


def test_more_than_is_taken_is_refused_whatever_is_said_of_its_length(client: TestClient) -> None:
    kind = {"Content-Type": "application/json"}
    for length in ("9" * 5000, "70000", "-1", "x"):
        headers = {**kind, "Content-Length": length}
        answer = client.post("/api/tables", content=b"{}", headers=headers)
        assert answer.status_code == 413

    def parts() -> Iterator[bytes]:
        yield from [b"x" * 10_000] * 8

    assert client.post("/api/tables", content=parts(), headers=kind).status_code == 413
