"""Who may ask, how much, and what browsers are told."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.websockets import WebSocketDisconnect

from kibitz.engine.descriptions import describe
from kibitz.table.guard import names

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


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.7:8017", 200), ("[fe80::1]", 200), ("localhost", 200), ("cards.example", 200),
        ("evil.example", 403), ("127.0.0.1.evil.example", 403), ("", 403),
    ],
)  # fmt: skip
def test_on_a_network_too_a_name_that_is_not_ours_is_refused(
    serve: Serve, host: str, status: int
) -> None:
    """Else a page could have its own name lead to us, and pass for ours."""
    client = serve(hosts=names("0.0.0.0", ["Cards.example"]))
    assert client.get("/api/lobby", headers={"Host": host}).status_code == status


def test_the_machine_is_known_by_its_own_name_on_a_network_only() -> None:
    machine = socket.gethostname().lower()
    assert machine in names("0.0.0.0")
    assert names("127.0.0.1") == {"localhost"}


def test_a_record_can_be_downloaded_whatever_its_game_is_called(
    serve: Serve, quick: None, tmp_path: Path
) -> None:
    agram = describe("agram").text
    odd = ("été ☃ 牌", 'a "quoted"; name', "two\r\nX-Lines: 1", "\udcff no letter", "x" * 251)
    for stem in odd:
        path = tmp_path / f"{stem}.rcy"
        path.write_text(agram, encoding="utf-8")
        stem = stem.replace("\udcff", "?")
        client = serve(f"data {stem[:3].strip()}", files=[path])
        assert client.get("/api/lobby").json()["games"][-1]["id"] == stem
        tokens = client.post("/api/tables", json=order("", "", "", "", game=stem, mode="kibitz"))
        answer = client.get(f"/api/at/{tokens.json()['watch']}/record")
        assert answer.status_code == 200, answer.text
        said = answer.headers["content-disposition"]
        assert "x-lines" not in answer.headers
        assert unquote(said.partition("UTF-8''")[2]).startswith(stem)


def test_the_lobby_does_not_tell_in_which_folder_a_broken_file_lies(
    serve: Serve, tmp_path: Path
) -> None:
    path = tmp_path / "broken.rcy"
    path.write_text("(game (setup")
    client = serve(files=[path])
    told = client.get("/api/lobby").json()["games"][-1]["error"]
    assert told
    seats = order("A", "", game="broken")
    for text in (told, client.post("/api/tables", json=seats).text):
        assert str(tmp_path) not in text
