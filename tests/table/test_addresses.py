"""Where others find a server: nowhere if it listens to its own computer only."""

from __future__ import annotations

import socket

import pytest

from kibitz.table import addresses as module
from kibitz.table.addresses import addresses
from table.conftest import Serve


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.53", "localhost", "::1"])
def test_a_server_for_this_computer_has_no_address_for_others(host: str) -> None:
    assert addresses(host, 8017) == []


def test_a_server_at_one_address_is_found_there() -> None:
    assert addresses("2001:db8::5", 80) == ["http://[2001:db8::5]:80/"]
    assert addresses("den.example", 80) == ["http://den.example:80/"]


def test_a_server_at_all_addresses_is_found_where_others_can_reach_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = {
        socket.AF_INET: ["127.0.1.1", "169.254.7.7", "192.168.1.5", "192.168.1.5"],
        socket.AF_INET6: ["::1", "fe80::1%eth0", "fd00::5"],
    }
    monkeypatch.setattr(module, "_own", lambda family: own[family])
    assert addresses("0.0.0.0", 8017) == ["http://192.168.1.5:8017/"]
    assert addresses("::", 8017) == ["http://192.168.1.5:8017/", "http://[fd00::5]:8017/"]


def test_without_a_network_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket, "socket", unreachable)
    monkeypatch.setattr(socket, "getaddrinfo", unreachable)
    assert addresses("0.0.0.0", 8017) == []


def test_the_page_can_ask_for_them(serve: Serve) -> None:
    found = ["http://192.168.1.5:8017/"]
    client = serve(invite=lambda: found)
    assert client.get("/api/addresses").json() == {"addresses": found}
