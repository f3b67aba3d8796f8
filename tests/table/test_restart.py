"""A real server process: it is killed in the middle of fifty games, and loses none of them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

TABLES = 50
PATIENCE = 120.0
"""Seconds after which a test gives up waiting; nothing here takes nearly as long."""


@contextmanager
def server(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`kibitz table` at a free port, and its address."""
    command = [
        sys.executable,
        "-m",
        "kibitz",
        "table",
        "--no-browser",
        "--no-warm-up",
        "--data",
        str(data),
    ]
    process = subprocess.Popen(
        [*command, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    with process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("Kibitz is at http://127.0.0.1:"), line
            yield process, line.split()[-1].rstrip("/")
        finally:
            process.kill()


def post(address: str, path: str, value: object) -> Any:
    request = Request(f"{address}{path}", json.dumps(value).encode())
    request.add_header("Content-Type", "application/json")
    with urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def get(address: str, path: str) -> Any:
    with urlopen(f"{address}{path}", timeout=PATIENCE) as answer:
        return json.load(answer)


Heard = dict[int, dict[str, Any]]
"""Moments of a table, by how many decisions came before."""


async def listen(
    connection: ClientConnection,
    heard: Heard,
    wanted: int,
    enough: asyncio.Event,
) -> None:
    """Note every moment that was told, until the line is cut."""
    try:
        async for text in connection:
            message = json.loads(text)
            if message["is"] == "moment":
                heard[message["at"]] = message
                if message["at"] >= wanted or message["result"]:
                    enough.set()
    except ConnectionClosed:
        pass


async def watch(address: str, tokens: list[str], wanted: list[int], then: Any) -> list[Heard]:
    """Watch tables until each has gone far enough; what was heard of each up to the very end."""
    heard: list[Heard] = [{} for _ in tokens]
    enough = [asyncio.Event() for _ in tokens]
    url = address.replace("http", "ws")
    connections = [
        await connect(f"{url}/api/at/{token}/live", proxy=None, max_queue=None) for token in tokens
    ]
    ears = [
        asyncio.create_task(listen(*parts))
        for parts in zip(connections, heard, wanted, enough, strict=True)
    ]
    await asyncio.wait_for(asyncio.gather(*(event.wait() for event in enough)), PATIENCE)
    then()
    for connection in connections:
        await connection.close()
    await asyncio.wait_for(asyncio.gather(*ears), PATIENCE)
    return heard


def told(message: dict[str, Any]) -> dict[str, Any]:
    """A moment without how far the game has gone since."""
    return {key: value for key, value in message.items() if key != "last"}


def test_fifty_games_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    order = {"game": "boerenbridge", "mode": "kibitz", "pace": 0.1, "running": True}
    order["seats"] = [{"who": "bot", "bot": "random"}] * 4
    with server(tmp_path) as (process, address):
        tokens = [post(address, "/api/tables", order)["watch"] for _ in range(TABLES)]
        # each is somewhere else when it happens
        wanted = [2 + number % 7 for number in range(TABLES)]
        before = asyncio.run(watch(address, tokens, wanted, process.kill))
    acknowledged = [max(heard) for heard in before]
    assert all(at >= least for at, least in zip(acknowledged, wanted, strict=True))

    with server(tmp_path) as (process, address):
        for token, heard in zip(tokens, before, strict=True):
            for at in {min(heard), max(heard)}:
                again = get(address, f"/api/at/{token}/moment?at={at}")
                assert told(again) == told(heard[at])
        onwards = [at + 2 for at in acknowledged]
        after = asyncio.run(watch(address, tokens, onwards, lambda: None))
    for heard, at in zip(after, acknowledged, strict=True):
        assert min(heard) >= at
        assert max(heard) >= at + 2


def test_a_server_that_is_told_to_stop_ends_in_good_order(tmp_path: Path) -> None:
    for sign in (signal.SIGINT, signal.SIGTERM):
        with server(tmp_path) as (process, address):
            seats = [{"who": "bot", "bot": "random"}] * 4
            order = {
                "game": "agram",
                "mode": "kibitz",
                "pace": 0.2,
                "running": True,
                "seats": seats,
            }
            token = post(address, "/api/tables", order)["watch"]
            stop = lambda: process.send_signal(sign)  # noqa: B023, E731
            asyncio.run(watch(address, [token], [2], stop))
            assert process.stderr is not None
            said = process.stderr.read()
            assert process.wait(PATIENCE) in (0, -sign)
        assert said == (
            "Only this computer can open it; --host 0.0.0.0 lets others in.\n"
            "Ctrl-C stops it; the tables are kept.\n"
        )
        assert token not in said
        assert not (tmp_path / "tables.sqlite-wal").exists()


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "kibitz", "table", "--port", port, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: cannot listen at port {port} of 127.0.0.1")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("nowhere.rcy",), "there is no file `nowhere.rcy`"),
        (("--host", "203.0.113.7"), "cannot listen at 203.0.113.7: "),
        (("--host", "a..b"), "there is no address `a..b`"),
        (("--bot", "nowhere.py:Mine"), "there is no bot `nowhere.py:Mine`"),
        (("--bot", "random"), "there is no bot `random`"),
    ],
)
def test_wrong_options_are_one_sentence(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "table", "--data", str(tmp_path), *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("library", ["uvicorn", "starlette", "websockets"])
def test_without_its_libraries_the_table_says_how_to_get_them(library: str) -> None:
    code = (
        f"import sys\nsys.modules[{library!r}] = None\nsys.argv = ['kibitz', 'table']\n"
        "from kibitz.cli.main import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 2
    assert f"needs {library}, " in done.stderr
    assert 'pip install "kibitz[table]"' in done.stderr
