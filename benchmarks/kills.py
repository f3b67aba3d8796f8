"""Kill a competition at random moments, go on each time, and see that nothing is lost or repeated.

    python benchmarks/kills.py [--kills 50] [--seed 1] [--workers 2] [--house]

A competition of house bots and two bots in files is played once undisturbed. Then the same is
played while it is killed (`kill -9`) again and again, and resumed; whenever it comes to its end,
its report, results and records have to be the same bytes. In the end no process may be left.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import kibitz

CHARTER = """title = "Kills"
game = "brisca"
seed = "kills"
[limits]
move = 10
start = 120
{entrants}
[[phases]]
kind = "gauntlet"
opponents = ["rule"]
games = 20
best = 3
[[phases]]
kind = "league"
games = 20
[[phases]]
kind = "cup"
games = 20
"""
ENTRANT = '[[entrants]]\nname = "{}"\nbot = "{}"\n'
FIRST = "class First:\n    def choose(self, view, budget):\n        return view.actions[0]\n"
FAILS = "class Fails:\n    def choose(self, view, budget):\n        return view.actions[99]\n"
SAME = ("results.json", "report.html", "commitment.txt", "secret.txt")
SHORTEST, LONGEST = 0.2, 4.0
"""Seconds before a run is killed: while it starts, plays, or writes its report."""


def start(folder: Path, out: str, workers: int) -> subprocess.Popen[bytes]:
    """Begin the competition, or go on with it."""
    there = (folder / out / "competition.sqlite").exists()
    words = ["compete", "cup.toml", "--out", out, "--workers", str(workers)]
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", *words, *(["--resume"] if there else [])],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(kibitz.__file__).parent.parent)},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def published(folder: Path) -> dict[str, bytes]:
    """All that may not depend on how it was played."""
    found = {name: (folder / name).read_bytes() for name in SAME}
    return found | {path.name: path.read_bytes() for path in (folder / "records").iterdir()}


def left_behind(folder: Path) -> list[str]:
    """Processes that still have something to do with a folder."""
    found = []
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or int(process.name) == os.getpid():
            continue
        with suppress(OSError):
            told = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            if str(folder).encode() in told:
                found.append(process.name)
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=50)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--house", action="store_true", help="bots of the house only")
    given = asked.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="kibitz-kills-") as name:
        folder = Path(name)
        bots = {"Ana": "rule", "Bea": "random"}
        if not given.house:
            bots |= {"Cleo": "cleo/first.py", "Dora": "dora/fails.py"}
            for path, text in (("cleo/first.py", FIRST), ("dora/fails.py", FAILS)):
                (folder / path).parent.mkdir()
                (folder / path).write_text(text)
        else:
            bots |= {"Cleo": "first", "Dora": "random"}
        entrants = "".join(ENTRANT.format(*pair) for pair in bots.items())
        (folder / "cup.toml").write_text(CHARTER.format(entrants=entrants))
        begun = time.perf_counter()
        assert start(folder, "whole", given.workers).wait() == 0
        spent = time.perf_counter() - begun
        whole = published(folder / "whole")
        print(f"undisturbed: {len(whole) - len(SAME)} games in {spent:.1f} s", flush=True)
        kills = finished = 0
        while kills < given.kills:
            out = f"killed{finished}"
            running = start(folder, out, given.workers)
            try:
                code = running.wait(chance.uniform(SHORTEST, LONGEST))
                assert code == 0, code
            except subprocess.TimeoutExpired:
                os.kill(running.pid, signal.SIGKILL)
                running.wait()
                kills += 1
                if kills < given.kills:
                    continue
                assert start(folder, out, given.workers).wait() == 0
            assert published(folder / out) == whole, f"{out} is not the same"
            finished += 1
            print(f"{kills} kills, {finished} competitions the same", flush=True)
        patience = time.monotonic() + 5
        while (left := left_behind(folder)) and time.monotonic() < patience:
            time.sleep(0.1)
        print(f"processes left behind: {', '.join(left) or 'none'}")
        assert not left


if __name__ == "__main__":
    main()
