"""How long one waits for the first card of a search bot on a machine where nothing is compiled.

    python benchmarks/first_card.py [--wait] [GAME ...]

Each game is measured with an empty `KIBITZ_CACHE`, in two ways.

*process*: a new Python process loads the game and asks `ismcts` for its first choice, as `kibitz
play` does. It counts from the start of the process, imports included. With `--wait` also as it was
before: the process compiles first.

*table*: a server runs, somebody has seen its lobby, and orders a table of bots. It counts from the
order to the first card, over the server and the processes of its bots; the compiler, which nobody
waits for, is left out of the CPU time.

CPU-seconds are what the machine had to do; wall seconds are longer where others use it, too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from kibitz.engine import house_games

LEAST, AIM = 2.0, 1.0
"""Seconds."""
TICKS = os.sysconf("SC_CLK_TCK")
COMPILERS = 10
"""How far those stand back who compile, at least."""
PARENT, TIME, NICE = 1, slice(11, 13), 16
"""What the system tells of a process behind its name (`/proc/PID/stat`)."""

FIRST = """
import json, sys, time
import kibitz
from kibitz.bots.searchers import Ismcts, at_ease, at_once
game, waits = sys.argv[1], sys.argv[2] == "wait"
state = kibitz.load(game).new(seed=1)
while len(state.actions) == 1:
    state = state.after(state.actions[0])
bot = at_ease(Ismcts())
bot = bot if waits else at_once(bot)
bot.start(state.game, state.to_move, 1)
bot.choose(kibitz.view(state, state.to_move), None)
print(json.dumps([time.process_time(), bot.thinking().iterations]))
"""


def in_a_process(game: str, how: str) -> tuple[float, float, int]:
    """CPU-seconds, wall seconds and iterations of a first choice."""
    with empty() as environment:
        begun = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", FIRST, game, how],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        wall = time.perf_counter() - begun
    cpu, iterations = json.loads(done.stdout)
    return cpu, wall, iterations


def at_a_table(game: str) -> tuple[float, float]:
    """CPU-seconds and wall seconds from the order of a table to its first card."""
    with empty() as environment, serving(environment) as (pid, address):
        for each in house_games():  # as the page of the lobby does
            asked(address, f"/api/games/{each}")
        players = len(asked(address, f"/api/games/{game}")["seats"])
        seats = [{"who": "bot", "bot": "ismcts"}] * players
        order = {"game": game, "mode": "kibitz", "pace": 0, "seats": seats, "running": True}
        before, begun = spent(pid), time.perf_counter()
        host = asked(address, "/api/tables", order)["host"]
        while asked(address, f"/api/at/{host}/table")["last"] == 0:
            time.sleep(0.02)
        return spent(pid) - before, time.perf_counter() - begun


@contextmanager
def empty() -> Iterator[dict[str, str]]:
    """An environment in which nothing is compiled."""
    with tempfile.TemporaryDirectory() as folder:
        yield {**os.environ, "KIBITZ_CACHE": f"{folder}/cache", "DATA": f"{folder}/data"}


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[tuple[int, str]]:
    """A server, its process and its address."""
    command = [sys.executable, "-m", "kibitz", "table", "--port", "0", "--no-browser"]
    with subprocess.Popen(
        [*command, "--no-warm-up", "--data", environment["DATA"]],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.pid, process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()


def asked(address: str, path: str, value: object = None) -> Any:
    """What a server answers."""
    request = Request(address + path, None if value is None else json.dumps(value).encode())
    request.add_header("Content-Type", "application/json")
    with urlopen(request, timeout=120) as answer:
        return json.load(answer)


def spent(pid: int) -> float:
    """The CPU-seconds of a process and all it has started, but for compilers."""
    stats, children = dict[int, list[str]](), dict[int, list[int]]()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:  # it has just ended
            continue
        found = text.rpartition(")")[2].split()
        stats[int(path.parent.name)] = found
        children.setdefault(int(found[PARENT]), []).append(int(path.parent.name))
    total, rest = 0, [pid]
    while rest:
        each = rest.pop()
        rest += children.get(each, [])
        own = stats.get(each)
        if own is not None and int(own[NICE]) < COMPILERS:
            total += sum(map(int, own[TIME]))
    return total / TICKS


def verdict(cpu: float) -> str:
    return "aim reached" if cpu <= AIM else "reached" if cpu <= LEAST else "missed"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(house_games()))
    parser.add_argument("--wait", action="store_true", help="how it was: compile first")
    options = parser.parse_args()
    print(f"{'first card of ismcts, nothing compiled':42} {'CPU-s':>7} {'wall s':>7} {'tries':>6}")
    for game in options.games:
        for how in ("once", "wait") if options.wait else ("once",):
            cpu, wall, tries = in_a_process(game, how)
            said = verdict(cpu) if how == "once" else "compiled first, as before"
            print(f"{game + ', process':42} {cpu:7.2f} {wall:7.2f} {tries:6}  {said}", flush=True)
        cpu, wall = at_a_table(game)
        print(f"{game + ', table':42} {cpu:7.2f} {wall:7.2f} {'':6}  {verdict(cpu)}", flush=True)


if __name__ == "__main__":
    main()
