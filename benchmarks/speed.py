"""How fast native mode is: against OpenSpiel, and against games written by hand.

    python benchmarks/speed.py               the table, as text
    python benchmarks/speed.py --markdown    as it stands in the README
    python benchmarks/speed.py --json        everything measured
    python benchmarks/speed.py --quick       shorter laps, fewer of them

Needs the extra `bench`. Everything is measured per CPU-second, on one core, and what is compared
takes turns in one run (`kibitz.engine.race`): a busy machine slows both sides. The peers:

- OpenSpiel's C++ and its Python interface (`kibitz.interop.openspiel`). Oh Hell with four players
  and five cards stands against Boeren Bridge and Agram, tarok against Tarot, spades against Brisca.
  Where there was a choice, the faster one was taken.
- `bitboards.py`: Agram and Oh Hell by hand under Numba, the practical limit.

What a start costs is measured with processes of their own, over `python -c "import numba"`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from importlib import metadata
from pathlib import Path
from random import Random
from typing import Any

import bitboards

import kibitz
from kibitz.engine.race import Result, Runner, race
from kibitz.interop import openspiel

HOUSE_GAMES = ("agram", "boerenbridge", "brisca", "tarot")
POSITIONS = 16
"""How many dealt positions rollouts start from."""


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


@dataclass(frozen=True)
class Bar:
    """What is to be reached, at least and as an aim; `more` says whether more is better."""

    least: float
    aim: float
    more: bool = True

    def verdict(self, value: float) -> str:
        sign = 1 if self.more else -1
        if sign * value >= sign * self.aim:
            return "aim reached"
        return "reached" if sign * value >= sign * self.least else "missed"


@dataclass(frozen=True)
class Row:
    """One line of the table. Without a bar it is there for information."""

    what: str
    unit: str
    values: tuple[float, ...]
    """As measured, one for each round; what counts is the median."""
    bar: Bar | None = None
    note: str = ""

    @property
    def value(self) -> float:
        return statistics.median(self.values)

    @property
    def verdict(self) -> str:
        return self.bar.verdict(self.value) if self.bar else ""

    def amount(self, value: float) -> str:
        """A value of this row with its unit."""
        if self.unit == "%":
            return f"{value:.0%}"
        if self.unit == "x":
            return f"{value:.3g} x" if value < 100 else f"{value:.0f} x"
        return f"{value:.3g} {self.unit}"

    def cells(self) -> list[str]:
        """What it is, at least, aim, measured, from - to, verdict."""
        least, aim = (self.amount(self.bar.least), self.amount(self.bar.aim)) if self.bar else "  "
        spread = f"{self.amount(min(self.values))} - {self.amount(max(self.values))}"
        if len(self.values) == 1:
            spread = ""
        return [self.what, least.strip(), aim.strip(), self.amount(self.value), spread]

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"value": self.value, "verdict": self.verdict}


# Playing.


def playouts(game: kibitz.Game, mode: str = "native") -> Callable[[int], int]:
    """Whole games with random players, dealt and scored."""
    seeds = iter(range(1, 1 << 30))

    def play(games: int) -> int:
        return int(game.simulate(games, seed=next(seeds), workers=1, mode=mode).decisions)

    return play


def rollouts(game: kibitz.Game) -> Callable[[int], int]:
    """Boeren Bridge from positions already dealt, from the first card on."""
    seeds = iter(range(1, 1 << 30))
    positions = [first_card(game, seed) for seed in range(POSITIONS)]

    def play(games: int) -> int:
        decisions = 0
        for i, position in enumerate(positions):
            share = games * (i + 1) // POSITIONS - games * i // POSITIONS
            if share:
                played = game.simulate(
                    share, seed=next(seeds), workers=1, mode="native", start=position
                )
                decisions += played.decisions
        return decisions

    return play


def first_card(game: kibitz.Game, seed: int) -> kibitz.State:
    """A position in which all have guessed and nobody has played."""
    rng = Random(seed)
    state = game.new(seed=seed)
    while str(state.actions[0]).startswith("guess"):
        state = state.after(rng.choice(state.actions))
    return state


def measure_speed(effort: Effort) -> tuple[list[Row], list[Result]]:
    """Everything that is a matter of decisions per CPU-second, in one race."""
    agram, brisca, tarot = (kibitz.load(name) for name in ("agram", "brisca", "tarot"))
    bridge, round_of_five = (
        kibitz.load("boerenbridge"),
        kibitz.load("boerenbridge", FIRST=5, PEAK=5),
    )
    bitboards.warm_up()
    runners = [
        Runner("Agram", playouts(agram)),
        Runner("Agram by hand", bitboards.agram),
        Runner("Agram by hand, plain", bitboards.agram_plain),
        Runner("Boeren Bridge", playouts(bridge)),
        Runner("Oh Hell, OpenSpiel", openspiel.with_deal(openspiel.OH_HELL)),
        Runner("Boeren Bridge, one round of five", playouts(round_of_five)),
        Runner("Oh Hell by hand", bitboards.oh_hell),
        Runner("Boeren Bridge, rollouts", rollouts(round_of_five)),
        Runner("Oh Hell, OpenSpiel, rollouts", openspiel.rollouts(openspiel.OH_HELL)),
        Runner("Oh Hell by hand, rollouts", bitboards.oh_hell_rollouts),
        Runner("Brisca", playouts(brisca)),
        Runner("spades, OpenSpiel", openspiel.with_deal(openspiel.SPADES)),
        Runner("Tarot", playouts(tarot)),
        Runner("tarok, OpenSpiel", openspiel.with_deal(openspiel.TAROK)),
        Runner("tarok, OpenSpiel, rollouts", openspiel.rollouts(openspiel.TAROK)),
        Runner("Boeren Bridge, python mode", playouts(round_of_five, "python")),
        Runner("Oh Hell, OpenSpiel in Python", openspiel.in_python(openspiel.OH_HELL)),
    ]
    results = race(runners, seconds=effort.seconds, rounds=effort.rounds)
    by_name = {result.name: result for result in results}

    def ratio(what: str, ours: str, theirs: str, bar: Bar | None = None, unit: str = "x") -> Row:
        return Row(what, unit, by_name[ours].over(by_name[theirs]), bar)

    deal = Bar(15, 40)
    share = "%"
    five = "Boeren Bridge, one round of five"
    return [
        ratio("Agram over Oh Hell, with the deal", "Agram", "Oh Hell, OpenSpiel", deal),
        ratio(
            "Boeren Bridge over Oh Hell, with the deal",
            "Boeren Bridge",
            "Oh Hell, OpenSpiel",
            deal,
        ),
        ratio("... one round of five cards", five, "Oh Hell, OpenSpiel", deal),
        ratio("Brisca over spades, with the deal", "Brisca", "spades, OpenSpiel", deal),
        ratio("Tarot over tarok, both with the deal", "Tarot", "tarok, OpenSpiel", Bar(8, 20)),
        ratio(
            "Tarot with the deal over tarok's rollouts",
            "Tarot",
            "tarok, OpenSpiel, rollouts",
            Bar(4, 8),
        ),
        ratio(
            "rollouts, Boeren Bridge over Oh Hell",
            "Boeren Bridge, rollouts",
            "Oh Hell, OpenSpiel, rollouts",
            Bar(4, 15),
        ),
        ratio("Agram, share of the limit", "Agram", "Agram by hand", Bar(0.25, 0.6), share),
        ratio("... of a plain hand-written one", "Agram", "Agram by hand, plain", None, share),
        ratio("Boeren Bridge, share of the limit", five, "Oh Hell by hand", None, share),
        ratio(
            "rollouts, share of the limit",
            "Boeren Bridge, rollouts",
            "Oh Hell by hand, rollouts",
            None,
            share,
        ),
        ratio(
            "python mode over OpenSpiel's Python",
            "Boeren Bridge, python mode",
            "Oh Hell, OpenSpiel in Python",
        ),
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
        for name in HOUSE_GAMES:
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


# Telling.


def machine() -> dict[str, str | int]:
    """What it was measured on, and with what."""
    return {
        "date": date.today().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "numba": metadata.version("numba"),
        "openspiel": openspiel.version(),
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def processor() -> str:
    """The processor's name, on Linux as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


HEADS = ["", "at least", "aim", "measured", "from - to", ""]


def as_text(rows: list[Row], results: list[Result], about: dict[str, Any]) -> str:
    lines = [HEADS, *([*row.cells(), row.verdict or row.note] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADS))]
    table = [
        "  ".join(
            cell.ljust(width) if i in (0, 5) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    speeds = [f"{result.name:34}{millions(result.median):>8} M" for result in results]
    heading = "million decisions per CPU-second"
    return "\n".join([describe(about), "", *table, "", heading, *speeds])


def as_markdown(rows: list[Row], results: list[Result], about: dict[str, Any]) -> str:
    lines = ["| " + " | ".join(HEADS) + " |", "|---|--:|--:|--:|--:|---|"]
    for row in rows:
        what, least, aim, measured, spread = row.cells()
        cells = [what, least, aim, f"**{measured}**", spread, row.verdict or row.note]
        lines.append("| " + " | ".join(cells) + " |")
    speeds = ["| | million decisions per CPU-second |", "|---|--:|"]
    speeds += [f"| {result.name} | {millions(result.median)} |" for result in results]
    return "\n".join([describe(about), "", *lines, "", *speeds]).replace(" - ", " – ")


def millions(speed: float) -> str:
    return f"{speed / 1e6:.1f}" if speed >= 1e6 else f"{speed / 1e6:.3f}"


def describe(about: dict[str, Any]) -> str:
    return (
        f"Measured on {about['date']} on one of {about['cores']} cores of an {about['processor']} "
        f"(load {about['load']}), Python {about['python']}, Numba {about['numba']}, "
        f"OpenSpiel {about['openspiel']}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter laps, fewer of them")
    parser.add_argument("--json", action="store_true", help="print everything measured as JSON")
    parser.add_argument("--markdown", action="store_true", help="print the table of the README")
    options = parser.parse_args()
    effort = QUICK if options.quick else FULL
    about = machine()
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
