"""Whether a league of house bots takes longer than `kibitz match --record` on as many games.

    python benchmarks/leagues.py
    python benchmarks/leagues.py --games 2000 --bots random,first,rule --rounds 3

Both are run as commands, turn and turn about, with the same workers: the matches of all pairs, one
after the other, and a competition whose one phase is the league of the same bots. Processor time is
that of all their processes. Ratios are of neighbours, and the median counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path
from statistics import median

CHARTER = """\
title = "League"
game = "{game}"
seed = "{seed}"

{entrants}
[[phases]]
kind = "league"
games = {games}
"""

Spent = tuple[float, float]
"""Seconds by the clock, and on processors."""


def timed(commands: list[list[str]]) -> Spent:
    """What some commands take, one after the other."""
    begun, before = time.monotonic(), os.times()
    for command in commands:
        subprocess.run([sys.executable, "-m", "kibitz", *command], check=True, capture_output=True)
    after = os.times()
    used = after.children_user + after.children_system
    return time.monotonic() - begun, used - before.children_user - before.children_system


def matches(folder: Path, args: argparse.Namespace, bots: list[str]) -> Spent:
    """The matches of all pairs."""
    commands = [
        [
            *("match", args.game, one, other, "-n", str(args.games // 2)),
            *("--workers", str(args.workers), "--record", str(folder / f"{one}-{other}")),
        ]
        for one, other in combinations(bots, 2)
    ]
    return timed(commands)


def league(folder: Path, args: argparse.Namespace, bots: list[str]) -> Spent:
    """The league of all."""
    entrants = "\n".join(f'[[entrants]]\nname = "{bot}"\nbot = "{bot}"\n' for bot in bots)
    charter = folder / "league.toml"
    told = {"game": args.game, "games": args.games, "seed": folder.name, "entrants": entrants}
    charter.write_text(CHARTER.format(**told))
    out = str(folder / "out")
    return timed([["compete", str(charter), "--out", out, "--workers", str(args.workers)]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="brisca")
    parser.add_argument("--bots", default="random,rule")
    parser.add_argument("--games", type=int, default=2000, help="of each meeting")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    bots = args.bots.split(",")
    walls, works = [], []
    print(f"{args.game}: {', '.join(bots)}, {args.games:,} games a pair, {args.workers} workers")
    print("            match --record        compete           ratio (compete / match)")
    with tempfile.TemporaryDirectory() as name:
        for turn in range(args.rounds):
            folder = Path(name) / str(turn)
            folder.mkdir()
            one, other = matches(folder, args, bots), league(folder, args, bots)
            walls.append(other[0] / one[0])
            works.append(other[1] / one[1])
            print(
                f"round {turn + 1}   {one[0]:6.1f} s {one[1]:6.1f} CPU s "
                f"{other[0]:7.1f} s {other[1]:6.1f} CPU s   {walls[-1]:.2f} {works[-1]:.2f}"
            )
    print(f"median ratio: {median(walls):.2f} by the clock, {median(works):.2f} on processors")


if __name__ == "__main__":
    main()
