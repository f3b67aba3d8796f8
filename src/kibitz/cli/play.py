"""`kibitz play`: a game against bots in the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import GameName, Settings, load, settings, stdout
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["play"]


def play(
    game: GameName,
    seat: Annotated[
        str | None,
        typer.Option(
            help="Where you sit: a seat's name, its initial, or its number from 0.",
            show_default="0",
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOT,...", help="One bot for all other seats or one for each: random, first."
        ),
    ] = "random",
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same deal and the same bots.")
    ] = None,
    set_: Settings = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game you left.")] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where the record of a finished game goes.",
            show_default="your data folder",
        ),
    ] = None,
) -> None:
    """Play a game against bots. You can leave at any time and go on later.

    A finished game is recorded: `kibitz know` tells who knew what, at any moment of it.
    """
    from kibitz.cli import saved
    from kibitz.cli.bots import seat_bots
    from kibitz.cli.session import Session

    if resume and (seat is not None or seed is not None):
        raise KibitzError(
            "the game that was left has its own seat and deal",
            "leave out --seat and --seed, or --resume",
        )
    if record is not None and record.is_dir():
        raise KibitzError(f"{record} is a folder", "--record wants the name of a file")
    if resume:
        found, states, seats = saved.resume(game, settings(set_))
        session = Session(stdout(), game, states, seats, resumed=True, record=record)
    else:
        found = load(game, set_)
        seats = seat_bots(bots, found.players, _seat(found, seat or "0"))
        session = Session(stdout(), game, [found.new(seed)], seats, record=record)
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (arrow keys and history at the prompt)
    while session.play():
        seed = None if seed is None else seed + 1
        session = Session(stdout(), game, [found.new(seed)], seats, record=record)


def _seat(game: Game, text: str) -> int:
    """A seat by its name, the beginning of its name, or its number."""
    wanted = text.strip().lower()
    names = [name.lower() for name in game.seats]
    if wanted in names:
        return names.index(wanted)
    if wanted.isdigit() and int(wanted) < game.players:
        return int(wanted)
    begun = [number for number, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        several = " or ".join(game.seats[number] for number in begun)
        raise KibitzError(f"the seat `{text}` may be {several}")
    numbered = ", ".join(f"{name} ({number})" for number, name in enumerate(game.seats))
    raise KibitzError(f"{game.title} has no seat `{text}`", f"its seats: {numbered}")
