"""The table under load: how soon a click is answered, and whether memory stays flat.

    python benchmarks/table.py [--quick]

First: a real server, 200 tables of four plain bots each making a move a second, and a person at one
more table, who clicks as soon as it is their turn. Measured is the time from the click to the
message that shows the card on the table, and from the click to the next bot's; then, in a real
browser, from a click to the next picture on the screen that shows its result. The target is 200 ms.

Then: games without any pause, and what memory the server and its workers have after each lot. 200
tables that make a move a second play 7,500 games of Boeren Bridge in an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import sync_playwright
from websockets.asyncio.client import connect

TABLES = 200
GAME = "boerenbridge"
BOT = {"who": "bot", "bot": "random"}
LONG = {"FIRST": 1, "PEAK": 8}
"""Fifteen rounds: nobody is through before the measuring is."""
BROWSER = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
READY = """() => document.body.dataset.turn === "over"
  || document.body.dataset.turn === "yours" && document.querySelector("button[data-action]")"""
CLICK = """() => new Promise((resolve) => {
  const before = document.body.dataset.last;
  const clicked = performance.now();
  new MutationObserver((_, observer) => {
    if (document.body.dataset.last === before) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve((performance.now() - clicked) / 1000));
  }).observe(document.body, { attributes: true });
  document.querySelector("button[data-action]").click();
})"""
"""Clicks on the first thing that can be done; the seconds until the page shows what came of it."""
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def server(data: str) -> Iterator[tuple[int, str]]:
    """`kibitz table` at a free port: its process and address."""
    command = [sys.executable, "-m", "kibitz", "table", "--data", data]
    command += ["--no-browser", "--no-warm-up"]
    process = subprocess.Popen(
        [*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    try:
        yield process.pid, process.stdout.readline().split()[-1].rstrip("/")
    finally:
        process.terminate()
        process.wait(20)


def post(address: str, path: str, value: object) -> Any:
    request = Request(f"{address}{path}", json.dumps(value).encode())
    request.add_header("Content-Type", "application/json")
    with urlopen(request, timeout=120) as answer:
        return json.load(answer)


def family(pid: int) -> dict[str, list[int]]:
    """The process of the server, and those of its workers with their keepers."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        children.setdefault(parent, []).append(int(folder.name))
    workers = list(children.get(pid, ()))
    for keeper in workers:
        workers += children.get(keeper, ())
    return {"server": [pid], "workers": workers}


def seconds(pids: list[int]) -> float:
    """The processor time they have taken."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def megabytes(pids: list[int]) -> float:
    """The memory that is theirs."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


# --- clicks ---------------------------------------------------------------------------------------


async def clicks(address: str, wanted: int) -> tuple[list[float], list[float]]:
    """Play, and measure: from a click to its answer, and to what the next bot does."""
    answers: list[float] = []
    replies: list[float] = []
    while len(answers) < wanted:
        order = {"game": GAME, "mode": "play", "pace": 0, "seats": [{"who": "me"}, BOT, BOT, BOT]}
        token = post(address, "/api/tables", order)["go"]
        url = f"{address.replace('http', 'ws')}/api/at/{token}/live"
        async with connect(url, proxy=None) as connection:
            clicked, at = 0.0, -1
            async for text in connection:
                message = json.loads(text)
                if message["is"] != "moment":
                    continue
                now = time.perf_counter()
                if clicked and message["at"] == at + 1:
                    answers.append(now - clicked)
                elif clicked and message["at"] == at + 2:
                    replies.append(now - clicked)
                if message["result"] or len(answers) >= wanted:
                    break
                if message["actions"]:
                    await asyncio.sleep(0.1)  # nobody clicks at once
                    clicked, at = time.perf_counter(), message["at"]
                    action = message["actions"][0]["text"]
                    await connection.send(json.dumps({"do": "act", "at": at, "action": action}))
    return answers, replies


def page_clicks(address: str, wanted: int) -> list[float]:
    """The same in a real browser: from a click to what is seen on the screen."""
    seen: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        page = browser.new_page()
        order = {"game": GAME, "mode": "play", "pace": 0, "seats": [{"who": "me"}, BOT, BOT, BOT]}
        while len(seen) < wanted:
            page.goto(f"{address}/at/{post(address, '/api/tables', order)['go']}")
            while len(seen) < wanted:
                page.wait_for_function(READY)
                if not page.query_selector("button[data-action]"):
                    break
                seen.append(page.evaluate(CLICK))
        browser.close()
    return seen


def latency(tables: int, wanted: int) -> None:
    """Measure a person among many tables."""
    with tempfile.TemporaryDirectory() as data, server(data) as (pid, address):
        order = {"game": GAME, "parameters": LONG, "mode": "kibitz", "pace": 1, "running": True}
        order["seats"] = [BOT] * 4
        for _ in range(tables):
            post(address, "/api/tables", order)
        asyncio.run(clicks(address, 5))  # all have begun
        before = _moves(address)
        members = family(pid)
        spent = {who: seconds(pids) for who, pids in members.items()}
        begun = time.perf_counter()
        answers, replies = asyncio.run(clicks(address, wanted))
        pictures = page_clicks(address, wanted // 3)
        took = time.perf_counter() - begun
        moves = _moves(address) - before
        print(f"{tables} tables of four random bots, a move a second; a person at one more table")
        print(f"  {'':28}{'median':>9}{'95 %':>9}{'longest':>9}")
        for what, times in (
            ("click to answer", answers),
            ("click to the next bot", replies),
            ("click to picture, browser", pictures),
        ):
            ordered = sorted(times)
            shown = (
                statistics.median(ordered),
                ordered[int(0.95 * (len(ordered) - 1))],
                ordered[-1],
            )
            print(f"  {what:28}" + "".join(f"{1000 * t:6.1f} ms" for t in shown))
        for who, pids in members.items():
            share = (seconds(pids) - spent[who]) / took
            print(f"  {who:10}{share:7.0%} of a core, {megabytes(pids):5.0f} MB")
        clicked = len(answers) + len(pictures)
        print(f"  {clicked} clicks in {took:.0f} s; {moves} moves at the 50 newest tables")


def _moves(address: str) -> int:
    with urlopen(f"{address}/api/lobby", timeout=120) as answer:
        return sum(table["at"] for table in json.load(answer)["tables"] if not table["over"])


# --- memory ---------------------------------------------------------------------------------------


def memory(games: int, lots: int) -> None:
    """Play many games without a pause; the memory after each lot."""
    with tempfile.TemporaryDirectory() as data, server(data) as (pid, address):
        order = {"game": GAME, "mode": "kibitz", "pace": 0, "running": True, "seats": [BOT] * 4}
        print(f"\n{games * lots:,} games of {GAME} without a pause")
        print(f"  {'games':>8}{'server':>12}{'workers':>12}{'seconds':>10}")
        begun = time.perf_counter()
        for lot in range(1, lots + 1):
            for left in range(games, 0, -25):
                tokens = [post(address, "/api/tables", order) for _ in range(min(25, left))]
                asyncio.run(_finished(address, [token["watch"] for token in tokens]))
            shown = {who: megabytes(pids) for who, pids in family(pid).items()}
            took = time.perf_counter() - begun
            print(
                f"  {lot * games:>8,}{shown['server']:>9.0f} MB{shown['workers']:>9.0f} MB"
                f"{took:>10.0f}",
                flush=True,
            )


async def _finished(address: str, tokens: list[str]) -> None:
    """Wait until these tables are over; they are asked, not watched, so as not to slow them."""
    waiting = set(tokens)
    while waiting:
        with urlopen(f"{address}/api/lobby", timeout=120) as answer:
            over = {table["watch"] for table in json.load(answer)["tables"] if table["over"]}
        waiting -= over
        await asyncio.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a minute instead of several")
    parser.add_argument("--tables", type=int, default=TABLES)
    given = parser.parse_args()
    latency(given.tables, 60 if given.quick else 300)
    memory(100 if given.quick else 750, 4 if given.quick else 10)


if __name__ == "__main__":
    main()
