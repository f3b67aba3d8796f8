"""`kibitz match`: bots against each other on duplicate deals."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli import completion
from kibitz.cli.common import (
    GameName,
    Held,
    Json,
    On,
    Settings,
    compiling,
    counted,
    duration,
    held,
    load,
    print_json,
    progress_bar,
    stderr,
    stdout,
)

if TYPE_CHECKING:
    from kibitz.arena.match import Match
    from kibitz.arena.statistics import Standing
    from kibitz.engine.game import Game

__all__ = ["match"]


def match(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...",
            autocompletion=completion.bots,
            help="One for each seat, one for each team, or two where all play for themselves.",
        ),
    ],
    n: Annotated[int, typer.Option("-n", "--deals", min=1, help="How many deals.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals and games.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(help="How many processes share the work; one a core, if there is much to do."),
    ] = None,
    on: On = None,
    budget: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="How long a bot may think about a decision."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write every game to a file of its own in this folder."),
    ] = None,
    mode: Annotated[
        str,
        typer.Option(
            help="Play bots that can be compiled in Python, compiled, or whichever suits.",
            metavar="auto|python|native",
        ),
    ] = "auto",
    sandbox: Held = "off",
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Let bots play against each other and say who is better, and how sure that is.

    Every deal is played in several seatings, so that cards and seats favour nobody: the bots are
    rotated through the seats or teams; two bots in a game where all play for themselves are seated
    in every way. Means are for each seat; intervals hold with 95 % confidence. Ctrl-C ends it early
    and reports the deals that were played.

    Bots that can be compiled are, if that is worth it: random, first, and those of the house made
    for a game. They play the same games as in Python.

    `kibitz bots` lists the bots. A bot of your own is given by its file, path/my.py:MyBot;
    parameters follow a colon, ismcts:iterations=1000,policy=paranoid.
    """
    found = load(game, set_)
    from kibitz.arena.match import match
    from kibitz.bots.names import find, is_foreign
    from kibitz.cli.opponents import prepare

    with redirect_stdout(sys.stderr):  # what a bot prints is no part of the report
        prepare(found, [find(name, found) for name in bots if not is_foreign(name)])
    try:
        with (
            progress_bar(f"playing {found.title}", n, wanted=not json) as bar,
            redirect_stdout(sys.stderr),
        ):
            result = match(
                found,
                bots,
                n,
                seed,
                workers=workers,
                budget=budget,
                record=record,
                progress=bar,
                compiling=lambda kernel: bar.meanwhile(compiling(found, kernel)),
                mode=mode,
                sandbox=held(sandbox),
                on=on,
            )
    except KeyboardInterrupt:
        stderr().print("stopped before the first deal was played in all seatings")
        raise typer.Exit(130) from None
    if json:
        print_json(result.as_json())
    else:
        _report(found, result, record)
    if any(bot.faults for bot in result.bots):
        raise typer.Exit(1)


def _report(game: Game, result: Match, folder: Path | None) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from kibitz.arena.wording import score_text

    out = stdout()
    stopped = f", stopped before {result.wanted:,}" if result.deals < result.wanted else ""
    deals, games = counted(result.deals, "deal"), counted(result.games, "game")
    out.print(Text(f"{game.title}: {deals}{stopped}, {games}", style="bold"))
    out.print(Text(_played_how(result), style="dim"), soft_wrap=True)
    if result.unfinished:
        were = "was scored as it" if result.unfinished == 1 else "were scored as they"
        out.print(f"{counted(result.unfinished, 'game')} did not end and {were} stood")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("bot", style="bold", overflow="fold", min_width=10)
    late = [] if result.budget is None else ["late"]
    for title in ("mean score", "wins", "won", "drawn", "lost", "decision", *late):
        table.add_column(title, justify="right", no_wrap=True)
    for bot in result.bots:
        table.add_row(*_row(bot, result.budget is not None))
    out.print(table)
    if not result.highest_wins:
        out.print("Fewer points are better.")
    if result.difference is not None:
        mean, interval = result.difference.mean, result.difference.ci95
        better, other = sorted(
            result.bots, key=lambda bot: bot.mean_score, reverse=result.highest_wins
        )
        more = "more" if result.highest_wins else "fewer"
        said = (
            f"{better.name} makes {score_text(abs(mean), interval)} points {more} than {other.name}"
        )
        chance = interval is not None and interval[0] <= 0 <= interval[1]
        doubt = "; that may be chance" if chance else ""
        out.print(Text(f"{said}, at each seat{doubt}."), soft_wrap=True)
    for bot in result.bots:
        if bot.faults:
            games = f"{bot.faults:,} of {counted(result.games, 'game')}"
            told = f"{bot.name} failed in {games}, where random took its place. The first time:"
            out.print(Text(told, style="bold red"), soft_wrap=True)
            out.print(Text(f"  {bot.fault}"), soft_wrap=True)
    workers = counted(result.workers, "worker")
    out.print(Text(f"{result.seconds:.2f} s, {workers}, seed {result.seed}", style="dim"))
    if folder is not None:
        out.print(Text(f"{counted(result.games, 'record')} in {folder}"), soft_wrap=True)


def _played_how(result: Match) -> str:
    """Whether the bots were compiled, and why not."""
    if result.mode == "native":
        return "compiled bots"
    if "native" in result.mode:
        return "compiled bots; some games in Python"
    return f"bots not compiled: {result.because}"


def _row(bot: Standing, timed: bool) -> list[str]:
    """What the table says of a bot."""
    from kibitz.arena.wording import score_text, share_text

    cells = [
        bot.name,
        score_text(bot.mean_score, bot.ci95),
        share_text(bot.win_share, bot.win_ci95),
    ]
    cells += [f"{count:,}" for count in (bot.won, bot.drawn, bot.lost)]
    cells.append(duration(bot.seconds_per_decision))
    return cells + ([f"{bot.overruns:,}"] if timed else [])
