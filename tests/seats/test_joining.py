"""Joining a table elsewhere: by an invitation or a seat's own link; mistakes get a sentence."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from kibitz.errors import KibitzError
from kibitz.seats.joining import Chair, taken


class Answers(BaseHTTPRequestHandler):
    """A server that has one invitation, and one that is used up."""

    def do_POST(self) -> None:
        found = {
            "/api/sit/good": (200, {"go": "mine", "title": "Brisca", "seat": "East"}),
            "/api/sit/used": (200, {"go": None}),
            "/api/sit/closed": (410, {"error": "that table is closed", "hint": "make another"}),
            "/api/sit/odd": (200, []),
        }
        status, said = found.get(self.path, (404, "<html>"))
        body = json.dumps(said).encode() if not isinstance(said, str) else said.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Answers) as found:
        thread = threading.Thread(target=found.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{found.server_address[1]}"
        found.shutdown()
        thread.join()


def test_an_invitation_is_taken_and_becomes_a_seat(server: str) -> None:
    chair = taken(f" {server}/sit/good\n")
    assert chair == Chair(server, "mine", "Brisca", "East")
    assert chair.link == f"{server}/at/mine"
    assert chair.socket == f"{server.replace('http', 'ws')}/api/at/mine/seat"
    assert taken(chair.link).token == "mine"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("used", "somebody has taken this invitation already"),
        ("closed", "that table is closed"),
        ("odd", "what answers there is no Kibitz table"),
        ("nothing", "what answers there is no Kibitz table (HTTP 404)"),
    ],
)
def test_what_a_server_refuses_is_told(server: str, path: str, said: str) -> None:
    with pytest.raises(KibitzError) as error:
        taken(f"{server}/sit/{path}")
    assert error.value.message == said


@pytest.mark.parametrize(
    "link", ["", "table", "ftp://host/sit/x", "http://host/", "http://host/sit/", "http://h:x/at/a",
             "http://host/watch/x", "http://host/sit/a/b", "http://[/at/a"],
)  # fmt: skip
def test_what_is_no_link_of_a_seat_is_told_before_anything_is_asked(link: str) -> None:
    with pytest.raises(KibitzError, match="is not the link of a seat"):
        taken(link)


def test_a_server_that_is_not_there_is_told() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(KibitzError, match=f"no table answers at 127.0.0.1:{port}: Connection refu"):
        taken(f"http://127.0.0.1:{port}/sit/x")
