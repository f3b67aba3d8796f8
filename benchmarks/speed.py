"""How fast native mode is: against OpenSpiel, and against games written by hand.

    python benchmarks/speed.py               the table, as text
    python benchmarks/speed.py --markdown    as it stands in the README
    python benchmarks/speed.py --json        everything measured
    python benchmarks/speed.py --quick       shorter laps, fewer of them

Needs the extra `bench`. Everything is measured per CPU-second, on one core, and what is compared
takes turns in one run (`kibitz.engine.race`): a busy machine slows both sides. The peers:

- OpenSpiel's C++ and its Python interface: `kibitz.interop.peers` says which of its games stands
  against which of ours. `kibitz bench` shows the same without the bars.
- `bitboards`: Agram and Oh Hell by hand under Numba. Agram with as many random words as ours needs
  is the limit that counts; the versions that save most of them show what is given away for deals
  that are the same whatever is played.

What a start costs is measured with processes of their own, over `python -c "import numba"`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import bitboards
from bars import Bar, Row, as_markdown, as_text
from bitboards import agram, oh_hell

import kibitz
from kibitz.engine import runners as ours
from kibitz.engine.race import Result, Runner, machine, race
from kibitz.interop import openspiel_peers
from kibitz.interop.peers import MATCHES, PYTHON, ROLLOUTS, WITH_DEAL, enter, runners


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    seconds: float
    """CPU-seconds of a lap."""
    rounds: int
    starts: int
    """How often a process is started."""
    compilations: int
    work: float
    """CPU-seconds of the work that two workers share."""


FULL = Effort(seconds=0.5, rounds=7, starts=5, compilations=3, work=4.0)
QUICK = Effort(seconds=0.1, rounds=3, starts=3, compilations=1, work=1.0)


# Playing.

BY_HAND = {
    "Agram by hand, same draws": agram.same_draws,
    "Agram by hand, few draws": agram.fast,
    "Oh Hell by hand, few draws": oh_hell.with_deal,
    "Oh Hell by hand, few draws, rollouts": oh_hell.rollouts,
}
WHOLE = "Boeren Bridge, all rounds, with the deal"
"""The house game as it is: not one round of five cards, but up and down again."""


def measure_speed(effort: Effort) -> tuple[list[Row], list[Result]]:
    """Everything that is a matter of decisions per CPU-second, in one race."""
    bitboards.warm_up()
    found: dict[str, Runner] = {}
    pairs: dict[tuple[str, str], tuple[str, str]] = {}
    for name in MATCHES:
        for way, (we, they) in runners(enter(name)).items():
            found[we.name] = we
            found.setdefault(they.name, they)  # two of our games have the same peer
            pairs[name, way] = we.name, they.name
    found[WHOLE] = Runner(WHOLE, ours.with_deal(kibitz.load("boerenbridge")))
    found |= {name: Runner(name, play) for name, play in BY_HAND.items()}
    results = race(list(found.values()), seconds=effort.seconds, rounds=effort.rounds)
    by_name = {result.name: result for result in results}

    def over(what: str, one: str, other: str, bar: Bar | None = None, unit: str = "x") -> Row:
        return Row(what, unit, by_name[one].over(by_name[other]), bar)

    def peers(what: str, name: str, way: str, bar: Bar | None = None) -> Row:
        return over(what, *pairs[name, way], bar)

    deal = Bar(30, 40)
    our_agram, oh_hell_deal = pairs["agram", WITH_DEAL]
    our_tarot, tarok_rollouts = pairs["tarot", WITH_DEAL][0], pairs["tarot", ROLLOUTS][1]
    our_bridge, our_rollouts = (pairs["boerenbridge", way][0] for way in (WITH_DEAL, ROLLOUTS))
    same, few, few_bridge, few_rollouts = BY_HAND
    return [
        peers("Agram over Oh Hell, with the deal", "agram", WITH_DEAL, deal),
        over("Boeren Bridge over Oh Hell, with the deal", WHOLE, oh_hell_deal, deal),
        peers("... one round of five cards", "boerenbridge", WITH_DEAL, deal),
        peers("Brisca over spades, with the deal", "brisca", WITH_DEAL, deal),
        peers("Tarot over tarok, both with the deal", "tarot", WITH_DEAL, Bar(20, 25)),
        over("Tarot with the deal over tarok's rollouts", our_tarot, tarok_rollouts, Bar(4, 8)),
        peers("rollouts, Boeren Bridge over Oh Hell", "boerenbridge", ROLLOUTS, Bar(4, 15)),
        peers("rollouts, Tarot over tarok", "tarot", ROLLOUTS),
        over("Agram, share of hand-written, same draws", our_agram, same, Bar(0.25, 0.6), "%"),
        over("... of hand-written, few draws", our_agram, few, unit="%"),
        over("Boeren Bridge, of hand-written, few draws", our_bridge, few_bridge, unit="%"),
        over("rollouts, of hand-written, few draws", our_rollouts, few_rollouts, unit="%"),
        peers("python mode over OpenSpiel's Python", "boerenbridge", PYTHON, Bar(0.67, 1)),
    ], results


# Starting.


@dataclass(frozen=True)
class Spent:
    """What a process took."""

    cpu: float
    wall: float


def run(arguments: Sequence[str], cache: Path) -> Spent:
    """Run Python with these arguments, and wait for it."""
    environment = os.environ | {"KIBITZ_CACHE": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # our modules are not compiled at each start
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


def simulate_arguments(game: str, games: int) -> list[str]:
    return ["-m", "kibitz", "simulate", game, "-n", str(games), "--mode", "native"]


NOTHING = ["-c", "import numba"]


def measure_starts(effort: Effort) -> list[Row]:
    """First compilations in an empty cache, and a start with a full one."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        warm = Path(folder, "warm")
        run(NOTHING, warm)
        for name in MATCHES:
            costs = []
            for i in range(effort.compilations):
                cache = Path(folder, f"{name}-{i}")
                idle = run(NOTHING, cache)
                costs.append(run(simulate_arguments(name, 1), cache).cpu - idle.cpu)
            title = kibitz.load(name).title
            rows.append(
                Row(f"first compilation, {title}", "CPU-s", tuple(costs), Bar(20, 5, more=False))
            )
        run(simulate_arguments("agram", 1000), warm)
        cpu, wall = [], []
        for _ in range(effort.starts):
            idle, start = run(NOTHING, warm), run(simulate_arguments("agram", 1000), warm)
            cpu.append(start.cpu - idle.cpu)
            wall.append(start.wall - idle.wall)
    bar = Bar(2, 0.5, more=False)
    rows.append(Row("warm start, CPU", "s", tuple(cpu), bar))
    rows.append(Row("warm start, wall", "s", tuple(wall), bar))
    return rows


# Sharing the work.


def spend(play: Callable[[], float]) -> Spent:
    """What playing takes: our own CPU time and that of processes started meanwhile.

    Workers that live on have not been counted by then; so if the simulation itself says that it
    took more, that is believed.
    """
    before, start = os.times(), time.perf_counter()
    said = play()
    after, wall = os.times(), time.perf_counter() - start
    return Spent(max(sum(after[:4]) - sum(before[:4]), said), wall)


def measure_workers(effort: Effort) -> list[Row]:
    """The same games by one worker and by two, in turn."""
    game = kibitz.load("agram")

    def play(games: int, workers: int) -> Spent:
        return spend(
            lambda: game.simulate(games, seed=1, workers=workers, mode="native").cpu_seconds
        )

    games = 100_000
    play(games, 1)
    play(games, 2)
    games = round(games * effort.work / play(games, 1).cpu)
    cpu, wall = [], []
    for _ in range(effort.rounds):
        one, two = play(games, 1), play(games, 2)
        cpu.append(two.cpu / one.cpu)
        wall.append(two.wall / one.wall)
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    return [
        Row("two workers over one, CPU", "x", tuple(cpu), Bar(1.1, 1.02, more=False)),
        Row("two workers over one, wall", "x", tuple(wall), note=load),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter laps, fewer of them")
    parser.add_argument("--json", action="store_true", help="print everything measured as JSON")
    parser.add_argument("--markdown", action="store_true", help="print the table of the README")
    options = parser.parse_args()
    effort = QUICK if options.quick else FULL
    about = machine() | {"openspiel": openspiel_peers.version()}
    say("speed ...")
    rows, results = measure_speed(effort)
    say("workers ...")
    workers = measure_workers(effort)
    say("starts ...")
    rows += measure_starts(effort) + workers
    if options.json:
        print(
            json.dumps(
                {
                    "machine": about,
                    "rows": [row.as_json() for row in rows],
                    "speeds": [asdict(result) | {"median": result.median} for result in results],
                },
                indent=2,
            )
        )
    else:
        print((as_markdown if options.markdown else as_text)(rows, results, about))


def say(what: str) -> None:
    """Progress, for a person who waits."""
    if sys.stderr.isatty():
        print(what, file=sys.stderr)


if __name__ == "__main__":
    main()
