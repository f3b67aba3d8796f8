"""A crowd at the table: what one visitor can do to the others.

    python benchmarks/crowd.py [watchers] [silent] [greedy] [tells]

- watchers: many sockets on one link to watch; how long they take to come and to go, and how long
  the lobby takes to answer meanwhile.
- silent: 300 connections that say nothing, or half a request, at a server with 256 descriptors;
  does somebody else still get in, and what does the server write to its terminal?
- greedy: four tables of bots that ask for all the time there is; how long a table of random bots
  takes among them, and how long without them.
- tells: a person plays against bots that search, without any pause; how long the bots take when
  they have a choice and when they have none.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import kibitz
from kibitz import Record

WATCHERS, SILENT, DESCRIPTORS = 1296, 300, 256
RANDOM = {"who": "bot", "bot": "random"}


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is running."""

    address: str
    errors: Path

    def get(self, path: str, timeout: float = 120) -> Any:
        with urlopen(f"{self.address}{path}", timeout=timeout) as answer:
            return json.load(answer)

    def post(self, path: str, value: object) -> Any:
        request = Request(f"{self.address}{path}", json.dumps(value).encode())
        request.add_header("Content-Type", "application/json")
        with urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def live(self, token: str) -> connect:
        url = f"{self.address.replace('http', 'ws')}/api/at/{token}/live"
        return connect(url, proxy=None, open_timeout=300, max_queue=None)


@contextmanager
def serving(descriptors: int | None = None) -> Iterator[Server]:
    """`kibitz table` at a free port, with so many descriptors."""

    def limited() -> None:
        if descriptors is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        command = [sys.executable, "-m", "kibitz", "table", "--port", "0"]
        command += ["--no-browser", "--no-warm-up"]
        with errors.open("wb") as file:
            process = subprocess.Popen(
                [*command, "--data", f"{folder}/data"],
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
                preexec_fn=limited,
            )
        assert process.stdout is not None
        try:
            yield Server(process.stdout.readline().split()[-1].rstrip("/"), errors)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


# --- watchers -------------------------------------------------------------------------------------


async def _answers(server: Server, taken: list[float], stop: asyncio.Event) -> None:
    """Ask for the lobby again and again."""
    while not stop.is_set():
        begun = time.perf_counter()
        try:
            await asyncio.to_thread(server.get, "/api/lobby", 300)
        except OSError:
            pass
        taken.append(time.perf_counter() - begun)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 0.2)


async def _watch(server: Server, token: str, sockets: list[ClientConnection]) -> str:
    """Open one more connection; what was said first."""
    try:
        connection = await server.live(token)
        sockets.append(connection)
        said = json.loads(await asyncio.wait_for(connection.recv(), 300))
    except (OSError, WebSocketException, TimeoutError) as error:
        return type(error).__name__
    return str(said.get("text") or said["is"])


async def _watchers(server: Server, token: str) -> None:
    sockets: list[ClientConnection] = []
    said: dict[str, int] = {}
    for what in ("come", "go"):
        taken: list[float] = []
        stop = asyncio.Event()
        asking = asyncio.create_task(_answers(server, taken, stop))
        begun = time.perf_counter()
        if what == "come":
            for first in range(0, WATCHERS, 48):
                lot = range(first, min(WATCHERS, first + 48))
                for one in await asyncio.gather(*(_watch(server, token, sockets) for _ in lot)):
                    said[one] = said.get(one, 0) + 1
        else:
            for one in sockets:
                one.transport.abort()
            await asyncio.to_thread(server.get, "/api/lobby", 300)
        took = time.perf_counter() - begun
        stop.set()
        await asking
        print(f"  they {what}: {took:6.1f} s; the lobby answers within {max(taken):.2f} s")
    for text, count in said.items():
        print(f"  {count:5} were told: {text}")


def watchers() -> None:
    print(f"{WATCHERS} watchers at one table")
    with serving() as server:
        seats = [{"who": "me", "name": "Ann"}, RANDOM, RANDOM, RANDOM]
        made = server.post("/api/tables", {"game": "boerenbridge", "mode": "play", "seats": seats})
        asyncio.run(_watchers(server, made["watch"]))


# --- silence --------------------------------------------------------------------------------------


def silent() -> None:
    for what, said in (
        ("that say nothing", b""),
        ("with half a request", b"GET /api/lobby HTTP/1.1\r\nHost: loc"),
        ("with half a body", b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
         b"Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"),
    ):  # fmt: skip
        with serving(DESCRIPTORS) as server:
            place = urlsplit(server.address)
            server.get("/api/lobby")
            held = []
            for _ in range(SILENT):
                one = socket.create_connection((place.hostname, place.port or 80), timeout=5)
                with suppress(OSError):
                    one.sendall(said)
                held.append(one)
            begun = time.perf_counter()
            try:
                server.get("/api/lobby", 30)
                got = f"others are answered after {time.perf_counter() - begun:.2f} s"
            except OSError as error:
                got = f"others are shut out ({error})"
            time.sleep(12)
            ended = sum(_ended(one) for one in held)
            written = server.errors.stat().st_size
            print(f"{SILENT} connections {what}, {DESCRIPTORS} descriptors: {got}")
            print(f"  after 12 s {ended} of them have ended; {written:,} bytes of errors")
            for one in held:
                one.close()


def _ended(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        while one.recv(4096):
            pass
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


# --- greed ----------------------------------------------------------------------------------------


def _seconds_of_a_game(server: Server) -> float:
    """How long a table of random bots takes, without a pause."""
    order = {"game": "agram", "mode": "kibitz", "pace": 0, "running": True, "seats": [RANDOM] * 4}
    begun = time.perf_counter()
    token = server.post("/api/tables", order)["watch"]
    while not server.get(f"/api/at/{token}/table")["over"]:
        time.sleep(0.02)
    return time.perf_counter() - begun


def greedy() -> None:
    with serving() as server:
        print("A table of random bots")
        _seconds_of_a_game(server)
        print(f"  alone: {_seconds_of_a_game(server):.2f} s")
        for bot in ("ismcts:iterations=1000000000", "ismcts:seconds=10", "ismcts:iterations=50000"):
            order = {"game": "boerenbridge", "mode": "kibitz", "pace": 0, "running": True}
            order["seats"] = [{"who": "bot", "bot": bot}] * 4
            try:
                for _ in range(4):
                    server.post("/api/tables", order)
            except HTTPError as error:
                print(f"  {bot}: refused: {json.load(error)['error']}")
                continue
            time.sleep(8)  # all of them have begun to think
            for _ in range(3):
                print(f"  among four tables of {bot}: {_seconds_of_a_game(server):.2f} s")


# --- tells ----------------------------------------------------------------------------------------


async def _play(server: Server, token: str, tell: Callable[[int, float], None]) -> None:
    """Play a game, taking the first option; tell how long each move took."""
    async with server.live(token) as connection:
        before = time.perf_counter()
        async for text in connection:
            message = json.loads(text)
            if message["is"] != "moment":
                continue
            now = time.perf_counter()
            tell(message["at"], now - before)
            before = now
            if message["result"]:
                return
            if message["actions"]:
                action = message["actions"][0]["text"]
                act = {"do": "act", "at": message["at"], "action": action}
                await connection.send(json.dumps(act))


def tells() -> None:
    game, bot = kibitz.load("agram"), "ismcts:iterations=50000"
    with serving() as server:
        print(f"{game.title} against `{bot}`, pace 0: how long its moves take")
        chosen: list[float] = []
        forced: list[float] = []
        for _ in range(4):
            seats = [{"who": "me", "name": "Ann"}, *[{"who": "bot", "bot": bot}] * 3]
            order = {"game": "agram", "mode": "play", "pace": 0, "seats": seats}
            token = server.post("/api/tables", order)["go"]
            took: dict[int, float] = {}
            asyncio.run(_play(server, token, took.__setitem__))
            with urlopen(f"{server.address}/api/at/{token}/record", timeout=60) as answer:
                states = Record.from_json(answer.read().decode()).replay(game)
            for at, state in enumerate(states[:-1]):
                if state.to_move and at + 1 in took:
                    (chosen if len(state.actions) > 1 else forced).append(took[at + 1])
        for what, times in (("a choice", chosen), ("no choice", forced)):
            ordered = sorted(times)
            print(
                f"  {what:10}{len(ordered):4} moves: median {statistics.median(ordered):6.3f} s, "
                f"from {ordered[0]:.3f} to {ordered[-1]:.3f} s"
            )
        cut, right = _best_guess(chosen, forced)
        print(f"  whoever guesses `no choice` below {cut:.3f} s is right in {right:.0%} of moves")


def _best_guess(chosen: list[float], forced: list[float]) -> tuple[float, float]:
    """The best place to cut between the two, and how often a guess by it is right when both are
    as frequent: a half is no better than tossing a coin."""
    found = (0.0, 0.5)
    for cut in sorted(chosen + forced):
        right = sum(t < cut for t in forced) / len(forced) + sum(t >= cut for t in chosen) / len(
            chosen
        )
        found = max(found, (cut, right / 2), key=lambda pair: pair[1])
    return found


PARTS = {"watchers": watchers, "silent": silent, "greedy": greedy, "tells": tells}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    for name in parser.parse_args().parts or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main()
