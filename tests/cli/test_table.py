"""`kibitz table`: the server as the command starts it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
import uvicorn
from starlette.testclient import TestClient

from kibitz.cli.table import table


def test_a_visitor_is_known_by_the_address_and_not_by_what_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else anybody could come as somebody else with each request, and no limit would hold."""
    configs: list[uvicorn.Config] = []

    def serve(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        configs.append(server.config)
        for listener in sockets:
            listener.close()

    monkeypatch.setattr(uvicorn.Server, "run", serve)
    table(port=0, data=tmp_path, browser=False)
    (config,) = configs
    config.load()
    home, where = "http://localhost", ("127.0.0.1", 50_000)
    with TestClient(config.loaded_app, home, client=where) as client:
        seats = [{"who": "invite"}] * 4
        wanted = {"game": "agram", "seats": seats}
        client.post("/api/tables", json=wanted, headers={"X-Forwarded-For": "192.0.2.9"})
        (made,) = config.app.state.hall.live.values()  # type: ignore[union-attr]
        assert made.visitor == "127.0.0.1"
