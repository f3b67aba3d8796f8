"""Training at a terminal: the curve as it grows, how long it takes, and how it is stopped.

The first Ctrl-C ends it with what there is: the round that is being learnt is given up, and all is
written down. The second does not wait.
"""

from __future__ import annotations

import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from kibitz.arena.wording import places, share_text
from kibitz.cli.common import print_json, stderr, stdout
from kibitz.cli.patience import LAP, being_compiled, heard
from kibitz.cli.plotted import Line, plotted, sparks
from kibitz.learn.curve import FILE, Point, opponents, read
from kibitz.learn.folder import NETWORK
from kibitz.learn.page import METHODS, PAGE, go_on, named, publish, spent
from kibitz.learn.plots import points_text

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.learn.settings import Settings
    from kibitz.learn.training import Progress

__all__ = ["Watch", "plot", "trained"]

WIDTH, HEIGHT = 96, 12
"""Letters of the plot, at most."""

SELDOM = 30.0
"""Seconds between two pages, at least; the last one is always made."""

STYLES = ("bright_blue", "orange3", "green3", "magenta", "medium_purple", "grey62", "tan", "cyan")
"""Of the opponents, in the order of the colours of the page."""


def trained(
    game: Game,
    settings: Settings,
    folder: Path,
    *,
    resume: bool,
    on: str | None,
    workers: int | None,
    json: bool,
) -> None:
    """Train, show it, and say what was reached."""
    from kibitz.learn.training import train
    from kibitz.work import open as open_place

    watch = Watch(game, settings, folder)
    with heard(watch.enough):
        try:
            with _shown(watch) if sys.stderr.isatty() and not json else nullcontext():
                with open_place(on, workers) as place:
                    train(
                        settings,
                        folder,
                        place=place,
                        resume=resume,
                        progress=watch,
                        enough=watch.enough,
                    )
        except KeyboardInterrupt:
            watch.enough.set()
    if not (folder / NETWORK).exists():
        stderr().print(f"stopped before anything was learnt. {_go_on(watch)}", soft_wrap=True)
        raise typer.Exit(130)
    publish(folder)
    watch.points = read(folder / FILE)
    if json:
        print_json(_data(watch))
    else:
        _tell(watch)


# --- as it goes on --------------------------------------------------------------------------------


class Watch:
    """How far a training is, for whoever looks on; and whether they have had enough."""

    def __init__(self, game: Game, settings: Settings, folder: Path) -> None:
        self.game, self.settings, self.folder = game, settings, folder
        self.enough = threading.Event()
        self.progress: Progress | None = None
        self.points = read(folder / FILE)
        self._compiled, self._looked = "", 0.0
        self._published, self._heard = -SELDOM, 0.0

    def __call__(self, progress: Progress) -> None:
        self.progress, self._heard = progress, time.monotonic()
        if progress.point is None:
            return
        self.points = read(self.folder / FILE)
        if time.monotonic() > self._published + SELDOM:  # drawing takes the learner's time
            publish(self.folder)
            self._published = time.monotonic()

    @property
    def step(self) -> int:
        """How many steps there were."""
        reached = self.points[-1].step if self.points else 0
        return reached if self.progress is None else max(reached, self.progress.step)

    @property
    def seconds(self) -> float:
        """How long it took."""
        reached = self.points[-1].seconds if self.points else 0.0
        return reached if self.progress is None else max(reached, self.progress.seconds)

    @property
    def stopped(self) -> bool:
        """Whether there is something left to do."""
        return self.progress is None or self.progress.done < 1

    @property
    def doing(self) -> str:
        """What is being done, in words."""
        if self.enough.is_set():
            return "ending; Ctrl-C again: at once"
        if time.monotonic() > self._looked + LAP:
            self._compiled, self._looked = being_compiled(self.game), time.monotonic()
        if self._compiled:
            return f"compiling ({self._compiled})"
        return "beginning" if self.progress is None else self.progress.doing

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Group(*self._parts(options))

    def _parts(self, options: ConsoleOptions) -> Iterator[RenderableType]:
        about = f"  {METHODS[self.settings.method]}", "dim"
        doing = f"{self.game.title}: {self.doing}", "bold"
        yield Text.assemble(doing, about, no_wrap=True, overflow="ellipsis")
        yield from plot(self.points, self.settings.steps, options)
        yield self._figures()
        yield self._bar()

    def _figures(self) -> Text:
        """Loss and speed."""
        text = Text(no_wrap=True, overflow="ellipsis")
        losses = [point.loss for point in self.points if point.loss is not None]
        now = self.progress
        if now is not None and now.loss is not None:
            text.append("loss ", style="dim")
            text.append(f"{now.loss:.3g} ")
            text.append(sparks([*losses, now.loss], 20), style="dim")
            text.append("  ")
        if now is not None and now.rate is not None:
            text.append(f"{now.rate:,.0f}")
            text.append(" decisions/s  ", style="dim")
        if now is not None:
            text.append(f"{now.decisions:,}")
            text.append(" in all", style="dim")
        return text

    def _bar(self) -> Table:
        """How much is done, and how long the rest takes."""
        now = self.progress
        done = 0.0 if now is None else now.done
        row = Table.grid(padding=(0, 2, 0, 0))
        cells: list[RenderableType] = [ProgressBar(1.0, done, 24), f"{done:>4.0%}"]
        if now is not None:
            of = "" if now.steps is None else f" of {now.steps:,}"
            seconds = now.seconds + time.monotonic() - self._heard
            cells += [f"{now.step:,}{of} steps", _clock(seconds)]
            if done > 0:
                left = now.seconds / done - seconds
                cells.append(f"{_clock(left)} left")
        for _ in cells:
            row.add_column(no_wrap=True)
        row.add_row(*cells)
        return row


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=round(max(0.0, seconds))))


@contextmanager
def _shown(watch: Watch) -> Iterator[None]:
    from rich.live import Live

    with Live(watch, console=stderr(), refresh_per_second=4, transient=True):
        yield


def plot(points: list[Point], steps: int | None, options: ConsoleOptions) -> list[RenderableType]:
    """By how much the network is better than each opponent, as it learnt."""
    lines = []
    for number, name in enumerate(opponents(points)):
        own = [
            (point.step, met) for point in points for met in point.against if met.opponent == name
        ]
        last = own[-1][1]
        label = f"{_short(name)} {last.over:+.{places(last.over_interval)}f}"
        line = [(float(step), met.over) for step, met in own]
        lines.append(Line(label, STYLES[number % len(STYLES)], line))
    if not lines:
        return []
    width = min(WIDTH, options.max_width)
    height = max(4, min(HEIGHT, options.size.height - 8))
    end = float(steps) if steps is not None else None
    drawn = plotted(lines, width, height, last=end, x="steps", plain=options.ascii_only)
    return [Text("points more than the opponent, at each seat", style="dim"), *drawn]


def _short(name: str, longest: int = 20) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


# --- the end --------------------------------------------------------------------------------------


def _go_on(watch: Watch) -> str:
    return f"To go on: {go_on(watch.settings, str(watch.folder))}"


def _tell(watch: Watch) -> None:
    """What was reached, and what to do with it."""
    out = stdout()
    steps, points = f"{watch.step:,} steps", watch.points
    decisions = f"{watch.progress.decisions:,} decisions, " if watch.progress is not None else ""
    heading = f"{watch.game.title}: {steps}, {decisions}{spent(watch.seconds)}"
    out.print(Text(heading, style="bold"), soft_wrap=True)
    for row in plot(points, None, out.options):
        out.print(row)
    last = next((point for point in reversed(points) if point.against), None)
    if last is not None:
        out.print(_reached(last))
    net = f"net:{watch.folder / NETWORK}"
    if watch.stopped:
        out.print(Text(f"It ended early: you stopped it. {_go_on(watch)}"), soft_wrap=True)
    out.print(Text(f"network: {watch.folder / NETWORK}"), soft_wrap=True)
    out.print(Text(f"page: {watch.folder / PAGE}"), soft_wrap=True)
    game = shlex.join(named(watch.settings))
    best = watch.settings.opponents[-1:] or ("random",)
    match = f"kibitz match {game} {shlex.quote(net)} {shlex.quote(best[0])}"
    out.print(Text(f"next: {match}"), soft_wrap=True)
    out.print(Text(f"      kibitz play {game} --bots {shlex.quote(net)}"), soft_wrap=True)


def _reached(point: Point) -> Table:
    from rich import box

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("opponent", style="bold", overflow="fold")
    for title in ("better by", "mean score", "wins", "games"):
        table.add_column(title, justify="right", no_wrap=True)
    for met in point.against:
        table.add_row(
            Text(met.opponent),
            points_text(met.over, met.over_interval, sign="+"),
            points_text(met.score, met.score_interval),
            share_text(met.wins, met.wins_interval),
            f"{met.games:,}",
        )
    return table


def _data(watch: Watch) -> dict[str, Any]:
    """All of it for another program."""
    return {
        "game": watch.game.name,
        "folder": str(watch.folder),
        "network": str(watch.folder / NETWORK),
        "page": str(watch.folder / PAGE),
        "step": watch.step,
        "seconds": watch.seconds,
        "stopped": watch.stopped,
        "settings": watch.settings.to_json(),
        "points": [point.to_json() for point in watch.points],
    }
