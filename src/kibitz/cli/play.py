"""`kibitz play`: a game against bots in the terminal."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli import completion
from kibitz.cli.common import GameName, Held, Settings, held, load, settings, stdout
from kibitz.errors import KibitzError

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
        str | None,
        typer.Option(
            metavar="BOT,...",
            autocompletion=completion.bots,
            help="One bot for all other seats or one for each: `kibitz bots` lists them. "
            "`human` is another person at this terminal.",
            show_default="ismcts",
        ),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="How long a bot may think about a decision."),
    ] = None,
    hint: Annotated[
        bool, typer.Option("--hint", help="Show a hint whenever it is your turn.")
    ] = False,
    hinter: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="The bot that gives hints.",
            show_default="ismcts",
            autocompletion=completion.bots,
        ),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Show at the end what the bots thought at each decision. Not before: it would "
            "give their cards away.",
        ),
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same deal and the same bots.")
    ] = None,
    sandbox: Held = "off",
    set_: Settings = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the game you last left.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where the record of a finished game goes.",
            show_default="your data folder",
        ),
    ] = None,
) -> None:
    """Play a game against bots. You can leave at any time and resume later.

    Bots see what their seat sees, never your cards. Type `hint` to ask one what
    it would do in your place, and `explain` at the end to see what they thought.

    A finished game is recorded: `kibitz know` tells who knew what, and when.
    """
    from kibitz.arena.match import match_terms
    from kibitz.bots.guests import USUAL
    from kibitz.cli import saved
    from kibitz.cli.hints import Hinter
    from kibitz.cli.opponents import Opponents, seat_names, usual
    from kibitz.cli.readying import Readying
    from kibitz.cli.session import Session, Wishes
    from kibitz.engine.observer import seat_named
    from kibitz.engine.reference import GameRef
    from kibitz.engine.workshop import Workshop
    from kibitz.seats.embassy import Embassy

    if resume and any(given is not None for given in (seat, seed, bots)):
        raise KibitzError(
            "the saved game has its own seat, deal and bots",
            "leave out --seat, --seed and --bots, or --resume",
        )
    if record is not None and record.is_dir():
        raise KibitzError(f"{record} is a folder", "--record wants the name of a file")
    terms = match_terms(budget, held(sandbox))
    notice = path = None
    if resume:
        left = saved.resume(game, settings(set_))
        path, found, states, names = left.path, left.game, left.states, left.seats
    else:
        found = load(game, set_)
        number = seat_named(found, seat or "0")
        if bots is None:
            bots, notice = usual(found)
        names = seat_names(bots, found.players, number)
        states = [found.new(seed)]
    with Workshop() as workshop, closing(Embassy(GameRef.of(found), terms)) as embassy:
        readying = Readying(found, workshop, same=seed is not None)
        try:
            opponents = Opponents(found, names, embassy, readying, budget)
        except KibitzError as error:
            if path is None:
                raise
            gone = f"the saved game cannot be resumed: {error.message}"
            raise KibitzError(gone, f"{error.hint or 'put that right'}; or delete {path}") from None
        adviser = Hinter(hinter or USUAL, found, embassy, readying, budget)
        wishes = Wishes(adviser, hint, explain, record)
        session = Session(stdout(), game, states, opponents, wishes, path=path, notice=notice)
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history at the prompt)
        while session.play():
            seed = None if seed is None else seed + 1
            session = Session(stdout(), game, [found.new(seed)], opponents, wishes)
