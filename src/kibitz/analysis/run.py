"""An analysis from beginning to end: all studies, one after the other, on one bench."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kibitz.analysis.bench import Bench, Progress
from kibitz.analysis.effort import effort as effort_called
from kibitz.analysis.journal import Journal
from kibitz.analysis.measured import Measured
from kibitz.analysis.report import About, Report
from kibitz.analysis.studies import STUDIES
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.engine.game import Game
from kibitz.engine.simulation import Simulation
from kibitz.errors import KibitzError, did_you_mean
from kibitz.work import open as open_place
from kibitz.work.places import check as check_place

__all__ = ["analyse", "check_studies", "pilot", "report"]

PILOT, FEW = 200, 8
"""Games at random that tell what a game costs; and those that are played first."""


def report(
    game: Game,
    *,
    seed: int = 1,
    effort: str = "usual",
    bots: tuple[str, ...] = (),
    games: int | None = None,
    random: int | None = None,
    limit: int = 10_000,
    studies: tuple[str, ...] | None = None,
    pairing: bool = False,
    workers: int | None = None,
    on: str | None = None,
    journal: Path | None = None,
    resume: bool = False,
    enough: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """What a game is like: play it, measure it. The same seed gives the same report, whatever the
    workers and wherever they are (`on`: see `kibitz.work.places`). Once `enough` is set, nothing is
    begun any more, and the report is about what was played.

    >>> found = kibitz.analysis.report(kibitz.load("agram", NUMP=2), effort="quick", random=500,
    ...     studies=("random",))
    >>> found.figure("decisions").value
    12.0
    """
    asked = Asked(effort_called(effort), bots, games, random, limit, pairing)
    check_place(on)
    with open_place(on, workers) as place:
        bench = Bench(
            game,
            seed,
            place,
            journal=Journal(journal, resume=resume),
            until=time.monotonic() + asked.effort.most if games is None else None,
            enough=enough,
            progress=progress,
        )
        return analyse(bench, asked, studies)


def check_studies(studies: Sequence[str] | None) -> None:
    """Complain about a study that is none."""
    known = [each.key for each in STUDIES]
    for name in studies or ():
        if name not in known:
            near = did_you_mean(name, known)
            raise KibitzError(f"there is no study `{name}`{near}", f"one of: {', '.join(known)}")


def analyse(bench: Bench, asked: Asked, studies: tuple[str, ...] | None = None) -> Report:
    """Make all studies, or those that are named."""
    samples: dict[str, Sample] = {}
    measured: dict[str, Measured] = {}
    skipped: dict[str, str] = {}
    wanted = _wanted(studies)
    cost = pilot(bench.game, bench.seed, asked.limit)
    total, before = sum(each.share for each in wanted), 0.0
    for study in wanted:
        if bench.is_over():  # before anything is compiled for nothing
            break
        bench.begin(study.title, before / total, study.share / total)
        before += study.share
        try:
            evidence = study.gather(bench, asked, cost)
            found = [] if evidence is None else [one(evidence) for one in study.measures]
        except KibitzError as error:  # of this study; the others may have no such trouble
            skipped[study.key] = error.message
            continue
        except KeyboardInterrupt:  # not within a lot: what this study has is lost
            bench.stopped = "interrupted"
            continue
        if evidence is not None:
            samples.update((sample.key, sample) for sample in evidence.samples)
            measured.update((one.key, one) for one in found if one is not None)
    return Report(
        about=About.of(bench.game),
        seed=bench.seed,
        effort=asked.effort.name,
        samples=samples,
        measured=measured,
        skipped=skipped,
        stopped=bench.stopped,
    )


def _wanted(studies: tuple[str, ...] | None) -> list[Study]:
    """The studies to be made, in their order."""
    check_studies(studies)
    return [study for study in STUDIES if studies is None or study.key in studies]


def pilot(game: Game, seed: int, limit: int) -> Pilot:
    """A few games at random, in Python if the game is not compiled: what it costs. Of a game that
    does not end, and of one whose rules fail now and then, a few must do."""
    found = _simulated(game, FEW, seed, limit)
    if found.unfinished < found.games == FEW:
        found = _simulated(game, PILOT, seed, limit)
    return Pilot(
        decisions=found.decisions_mean,
        options=found.options_mean,
        choices=found.decisions_mean * (1 - found.forced_share),
        unfinished=found.unfinished / found.games,
        limit=limit,
    )


def _simulated(game: Game, games: int, seed: int, limit: int) -> Simulation:
    """So many games; or fewer, if one of them fails."""
    while True:
        try:
            return game.simulate(games, seed, mode="auto", limit=limit, workers=1)
        except KibitzError:
            if games == 1:
                raise
            games //= 2
