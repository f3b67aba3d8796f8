"""Analysing at a terminal: what is being done now, how long it takes, and how it can be stopped.

The first Ctrl-C lets the games that are being played come to their end, and what there is is
reported; the second does not wait for them. What was played is kept in a journal in the user's
data folder, one for each game, seed and settings, until the analysis is complete.
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kibitz.cli.common import stderr
from kibitz.cli.patience import LAP, being_compiled, heard
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from rich.progress import Task
    from rich.text import Text

    from kibitz.analysis.bench import Progress as Step
    from kibitz.analysis.report import Report
    from kibitz.engine.game import Game

__all__ = [
    "GO_ON",
    "Wanted",
    "Watch",
    "analysed",
    "forget",
    "journal_of",
    "must_be_resumable",
    "stopped",
    "watched",
]

GO_ON = "What was played is kept: the same command with --resume goes on."

KEPT = 30 * 24 * 3600
"""Seconds after which nobody comes back to an analysis that was stopped."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asked for, besides the game."""

    seed: int
    effort: str
    bots: tuple[str, ...]
    games: int | None
    random: int | None
    limit: int
    studies: tuple[str, ...] | None
    workers: int | None
    on: str | None
    resume: bool
    pairing: bool = False

    def check(self, game: Game | None) -> None:
        """Complain about what cannot be, in a game or in any, before anything is begun."""
        from kibitz.analysis.effort import effort
        from kibitz.analysis.run import check_studies
        from kibitz.bots.names import find
        from kibitz.work.places import check

        effort(self.effort)
        check_studies(self.studies)
        check(self.on)
        if game is not None:
            for bot in self.bots:
                if bot == "human":
                    raise KibitzError("`human` is a person, and an analysis is for bots")
                find(bot, game)


# --- what is being done now -----------------------------------------------------------------------


class Watch:
    """How far it is, for whoever looks on; and whether they have had enough."""

    def __init__(self) -> None:
        self.enough = threading.Event()
        self.title, self.doing = "", ""
        self.game: Game | None = None
        self.part = (0.0, 1.0)
        """Where what is being done now begins and ends, in the whole."""
        self.moved: Callable[[float], None] = lambda done: None
        self._compiled, self._looked = "", 0.0

    def begin(self, title: str, game: Game, number: int = 0, of: int = 1) -> None:
        """One of several analyses begins."""
        self.title, self.game = title, game
        self.part = number / of, (number + 1) / of

    def __call__(self, step: Step) -> None:
        self.doing = step.study
        self.moved(self.part[0] + step.done * (self.part[1] - self.part[0]))

    @property
    def now(self) -> str:
        """What is being done, in words."""
        if self.enough.is_set():
            return "ending with the games being played; Ctrl-C again: without them"
        if self.game is not None and time.monotonic() > self._looked + LAP:
            self._compiled, self._looked = being_compiled(self.game), time.monotonic()
        doing = f"compiling ({self._compiled})" if self._compiled else self.doing
        return f"{self.title}: {doing}" if doing else self.title


@contextmanager
def watched(*, wanted: bool = True) -> Iterator[Watch]:
    """A bar on standard error, if that is a terminal, that says what is being done and how long it
    will take. Within, Ctrl-C is heard once before it ends anything."""
    watch = Watch()
    with heard(watch.enough):
        try:
            with _shown(watch) if wanted and sys.stderr.isatty() else nullcontext():
                yield watch
        except KeyboardInterrupt:
            raise stopped() from None


def stopped(when: str = "") -> typer.Exit:
    """The end, if there is nothing to report; and how to go on."""
    stderr().print(" ".join(["stopped", when]).strip() + f". {GO_ON}", soft_wrap=True)
    return typer.Exit(130)


@contextmanager
def _shown(watch: Watch) -> Iterator[None]:
    from rich.progress import BarColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = (_now_column(watch), BarColumn(24), "{task.percentage:>3.0f} %")
    times = (TimeElapsedColumn(), TimeRemainingColumn(), "left")
    with Progress(*columns, *times, console=stderr(), transient=True) as progress:
        task = progress.add_task("", total=1.0)
        watch.moved = lambda done: progress.update(task, completed=done)
        yield


def _now_column(watch: Watch) -> Any:
    from rich.progress import ProgressColumn
    from rich.text import Text as Line

    class Now(ProgressColumn):
        """What is being done."""

        def render(self, task: Task) -> Text:
            return Line(watch.now, no_wrap=True, overflow="ellipsis")

    return Now()


# --- journals -------------------------------------------------------------------------------------


def journal_of(game: Game, wanted: Wanted) -> Path:
    """Where the lots of an analysis are kept: the same game, seed and settings, the same file. How
    many share the work, and where, makes no difference; another Kibitz does."""
    from platformdirs import user_data_path

    from kibitz.engine.cache import plain
    from kibitz.engine.reference import GameRef
    from kibitz.work.edition import edition

    asked = (
        *(wanted.seed, wanted.effort, wanted.bots, wanted.games, wanted.random),
        *(wanted.limit, wanted.studies, wanted.pairing),
    )
    told = json.dumps([GameRef.of(game).digest, edition().digest, asked])
    digest = hashlib.sha256(told.encode()).hexdigest()[:16]
    folder = user_data_path("kibitz", appauthor=False) / "analyses"
    return folder / f"{plain(game.name)}-{digest}.jsonl"


def must_be_resumable(games: list[Game], wanted: Wanted) -> None:
    """Complain if there is nothing to go on with."""
    if wanted.resume and not any(journal_of(game, wanted).exists() for game in games):
        title = games[0].title if len(games) == 1 else "these games"
        raise KibitzError(
            f"no analysis of {title} with these settings was stopped before its end",
            "leave out --resume",
        )


def analysed(game: Game, wanted: Wanted, watch: Watch) -> Report:
    """The report of a game, with a journal."""
    from kibitz.analysis.run import report

    path = journal_of(game, wanted)
    _clear_out(path.parent)
    return report(
        game,
        seed=wanted.seed,
        effort=wanted.effort,
        bots=wanted.bots,
        games=wanted.games,
        random=wanted.random,
        limit=wanted.limit,
        studies=wanted.studies,
        pairing=wanted.pairing,
        workers=wanted.workers,
        on=wanted.on,
        journal=path,
        resume=wanted.resume,
        enough=watch.enough,
        progress=watch,
    )


def forget(games: list[Game], wanted: Wanted) -> None:
    """Nothing is left to go on with: the journals are no longer needed."""
    for game in games:
        journal_of(game, wanted).unlink(missing_ok=True)


def _clear_out(folder: Path) -> None:
    """Delete the journals nobody came back to."""
    for path in folder.glob("*.jsonl"):
        try:
            if path.stat().st_mtime < time.time() - KEPT:
                path.unlink()
        except OSError:  # somebody else was faster, or it is not ours
            continue
