"""`kibitz bench`: how fast games are played here, and how fast OpenSpiel plays similar ones."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli import completion
from kibitz.cli.common import Json, compiling, print_json, progress_bar, stderr, stdout
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.interop.peers import Heat, Racer

__all__ = ["bench"]


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME...]",
            help="House games or .rcy files; by default, all house games.",
            autocompletion=completion.games,
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(min=0.01, max=60, help="CPU-seconds each game plays when its turn comes."),
    ] = 0.3,
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="How many turns each gets.")] = 5,
    json: Json = False,
) -> None:
    """Measure how fast games are played, and how fast OpenSpiel plays similar ones.

    Whole games with the deal, rollouts from dealt positions, and python mode; all on one core, in
    turn, in decisions a CPU-second. Ctrl-C ends it early and reports what was measured.
    """
    from kibitz.engine.race import machine
    from kibitz.interop import openspiel_peers, peers

    try:
        version, missing = openspiel_peers.version(), None
    except KibitzError as error:
        version, missing = None, error
    racers = [peers.enter(name, alone=not version) for name in games or list(peers.MATCHES)]
    heats: list[Heat] = []
    try:
        for racer in racers:
            heats += _measure(racer, seconds, rounds, bar=not json)
    except KeyboardInterrupt:  # report what was measured
        if not heats:
            raise
        stderr().print("stopped early", style="dim")
    about: dict[str, Any] = {**machine(), "openspiel": version}
    if json:
        found = [heat.as_json() for heat in heats]
        print_json({"machine": about, "seconds": seconds, "rounds": rounds, "heats": found})
        return
    _report(heats, about, rounds, missing)


def _measure(racer: Racer, seconds: float, rounds: int, *, bar: bool) -> list[Heat]:
    from kibitz.interop import peers

    laps = len(peers.WAYS) * (2 if racer.peer else 1) * (rounds + 1)
    with progress_bar(f"measuring {racer.title}", laps, wanted=bar) as progress:
        racer.game.kernel(
            "playouts", "native", lambda: progress.meanwhile(compiling(racer.game, "playouts"))
        )
        progress(0)
        return peers.compare(racer, seconds=seconds, rounds=rounds, progress=progress)


# --- words ----------------------------------------------------------------------------------------


def _report(
    heats: list[Heat], about: dict[str, Any], rounds: int, missing: KibitzError | None
) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    compared = any(heat.theirs for heat in heats)
    out = stdout()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", style="bold", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("Kibitz", justify="right", no_wrap=True)
    if compared:
        table.add_column("OpenSpiel", justify="right", no_wrap=True)
        table.add_column("ratio", justify="right", no_wrap=True)
    table.add_column("from - to", justify="right", no_wrap=True)
    told = None
    for heat in heats:
        title = heat.racer.title if heat.racer is not told else ""
        told = heat.racer
        cells = [title, heat.way, _speed(heat.ours.median)]
        if heat.theirs and heat.racer.peer:
            cells.append(f"{heat.racer.peer.name} {_speed(heat.theirs.median)}")
            cells.append(f"{_figure(median(heat.ratios))} x")
        elif compared:
            cells += ["", ""]
        table.add_row(*cells, _spread(heat))
    out.print(table)
    note = (
        f"Decisions a CPU-second on one core, the median of {rounds}; {about['processor']}, "
        f"load {about['load']} on {about['cores']} cores, llvmlite {about['llvmlite']}"
    )
    note += f", OpenSpiel {about['openspiel']}." if about["openspiel"] else "."
    out.print(Text(note, style="dim"))
    if missing is not None:
        out.print(Text(f"{missing.message}, so there is nothing to compare with: {missing.hint}"))


def _spread(heat: Heat) -> str:
    """From the worst round to the best: of the ratio, or of our speed where there is none."""
    if heat.theirs:
        return f"{_figure(min(heat.ratios))} - {_figure(max(heat.ratios))} x"
    return f"{_speed(heat.ours.least)} - {_speed(heat.ours.most)}"


def _speed(speed: float) -> str:
    """Decisions a second as people read them.

    >>> _speed(33_140_000), _speed(98_760)
    ('33.1 M', '98.8 k')
    """
    return f"{_figure(speed / 1e6)} M" if speed >= 1e6 else f"{_figure(speed / 1e3)} k"


def _figure(value: float) -> str:
    """Three digits, without an exponent.

    >>> _figure(19.46), _figure(1234.5)
    ('19.5', '1234')
    """
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
