"""`kibitz simulate`: many games by bots, and what they are like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import (
    GameName,
    Json,
    On,
    Settings,
    compiling,
    counted,
    load,
    print_json,
    progress_bar,
    stdout,
)
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.engine.simulation import Simulation

__all__ = ["simulate"]

BARS = "▁▂▃▄▅▆▇█"


def simulate(
    game: GameName,
    n: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str,
        typer.Option(
            help="One bot for all seats or one for each: random, first, or others that can be "
            "compiled.",
            metavar="BOT,...",
        ),
    ] = "random",
    limit: Annotated[
        int, typer.Option(min=1, help="Decisions after which a game is left unfinished.")
    ] = 10_000,
    mode: Annotated[
        str,
        typer.Option(
            help="Play in Python straight away, compiled, or whichever suits the number of games.",
            metavar="auto|python|native",
        ),
    ] = "auto",
    workers: Annotated[
        int | None,
        typer.Option(
            help="How many workers share the work in native mode; by default one for each core."
        ),
    ] = None,
    on: On = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    record: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write every game to a file of its own in this folder."),
    ] = None,
    tell: Annotated[
        bool, typer.Option("--tell", help="Tell the first of these games in words instead.")
    ] = False,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Play many games with bots and measure them.

    The games are the same in both modes, wherever the workers are and however many. Ctrl-C ends it
    early and reports what was played.

    With --record, each game is written to a file: `kibitz know` looks into it. --tell tells the
    first game decision by decision, all cards open, up to where its rules fail if they do.
    """
    found = load(game, set_)
    from kibitz.arena.simulated import simulate
    from kibitz.bots.names import split

    names = split(bots)
    if tell:
        _tell(found, seed, names, limit, json)
        return
    if record is not None:
        from kibitz.cli import records
        from kibitz.engine.simulation import PLAIN_BOTS

        others = [name for name in names if name not in PLAIN_BOTS]
        if others:
            raise KibitzError(
                f"what `{others[0]}` plays is recorded by kibitz match",
                "kibitz match GAME BOT... --record DIR",
            )
        records.refuse(record, found, n)
    with progress_bar(f"playing {found.title}", n, wanted=not json) as bar:
        result = simulate(
            found,
            n,
            seed,
            bots=names,
            workers=workers,
            mode=mode,
            limit=limit,
            progress=bar,
            compiling=lambda kernel: bar.meanwhile(compiling(found, kernel)),
            on=on,
        )
    written = None
    if record is not None:
        with progress_bar("writing records", result.games, wanted=not json) as bar:
            written = records.write(record, found, result, limit, bar)
    if json:
        print_json(result.as_json() | ({} if written is None else {"records": written}))
    else:
        _report(found, result, n)
        if written is not None:
            _say_where(found, result, written, record)


def _tell(game: Game, seed: int, bots: list[str], limit: int, json: bool) -> None:
    """Tell one game, and how it ended."""
    from kibitz.cli.failed import story
    from kibitz.cli.moments import failing, played
    from kibitz.words import Words, plain
    from kibitz.words.telling import tell_all
    from kibitz.words.verdicts import verdict

    states, failure = played(game, seed, bots, limit)
    last = states[-1]
    scores = dict(zip(game.seats, last.scores, strict=True)) if last.over else {}
    end = verdict(Words(game, None), last.ranks) if last.over else "The game was left unfinished."
    if json:
        told = [" ".join(plain(s.pieces) for s in part) for part in tell_all(last)]
        print_json({"game": game.name, "seed": seed, "told": told, "scores": scores or None})
    else:
        from rich.text import Text

        out = stdout()
        out.print(Text(f"{game.title}, a game of {', '.join(bots)}, seed {seed}", style="bold"))
        for line in story(last):
            out.print(line, soft_wrap=True)
        if failure is None:
            out.print(Text(end, style="bold"))
        if last.over:
            out.print(Text(", ".join(f"{seat} {score}" for seat, score in scores.items())))
    if failure is not None:
        raise failing(failure, states, failure.hint or "kibitz know --at looks at any of them")


def _report(game: Game, result: Simulation, wanted: int) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from kibitz.words.verdicts import over_scores

    out = stdout()
    stopped = f", stopped before {wanted:,}" if result.games < wanted else ""
    out.print(Text(f"{game.title}: {counted(result.games, 'game')}{stopped}", style="bold"))
    facts = Table(box=None, show_header=False, pad_edge=False)
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row("decisions in a game", f"{result.decisions_mean:.2f}")
    facts.add_row("options at a decision", f"{result.options_mean:.2f}")
    facts.add_row("", Text(_curve(result.options_by_decision), style="cyan"))
    facts.add_row("nothing to decide", f"{result.forced_share:.1%} of them")
    if result.unfinished:
        stood = "as it stood" if result.unfinished == 1 else "as they stood"
        facts.add_row("unfinished", f"{counted(result.unfinished, 'game')}, scored {stood}")
    workers = counted(result.workers, "worker")
    facts.add_row("time", f"{result.seconds:.2f} s ({result.mode}, {workers})")
    speed = float(f"{result.decisions_per_second:.3g}")
    facts.add_row("speed", f"{speed:,.0f} decisions a CPU-second")
    facts.add_row("seed", str(result.seed))
    out.print(facts)
    seats = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    seats.add_column("seat")
    seats.add_column("bot")
    seats.add_column("wins", justify="right")
    seats.add_column(over_scores(game, "mean score"), justify="right")
    for name, bot, wins, score in zip(
        game.seats, result.bots, result.win_share, result.score_mean, strict=True
    ):
        seats.add_row(name, bot, f"{wins:.1%}", f"{score:.2f}")
    out.print(seats)


def _say_where(game: Game, result: Simulation, written: int, folder: Path | None) -> None:
    from rich.text import Text

    records = counted(written, "record")
    rest = f", stopped before {result.games:,}" if written < result.games else ""
    looked = f"kibitz know {game.name} --record {folder}/{game.name}-000001.json"
    stdout().print(Text(f"{records} in {folder}{rest}; look into the first with"), soft_wrap=True)
    stdout().print(Text(f"  {looked}"), soft_wrap=True)


def _curve(values: list[float], width: int = 60) -> str:
    """Options by decision as a row of bars, the first decision to the left."""
    if not values:
        return ""
    size = -(-len(values) // width)
    means = [sum(part) / len(part) for part in _parts(values, size)]
    high = max(means)
    return "".join(BARS[min(7, int(8 * mean / high))] for mean in means)


def _parts(values: list[float], size: int) -> list[list[float]]:
    return [values[i : i + size] for i in range(0, len(values), size)]
