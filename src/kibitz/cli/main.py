"""`kibitz`: the commands and how they end.

Exit code 0: done; 1: the answer is no; 2: the input was wrong; 3: a mistake of ours. Nothing heavy
is imported before a command runs.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kibitz import __version__
from kibitz.cli import (
    analyse,
    bench,
    bots,
    cache,
    check,
    compete,
    games,
    join,
    know,
    logic,
    match,
    new,
    play,
    record,
    sandbox,
    show,
    simulate,
    solve,
    table,
    train,
)
from kibitz.cli.common import complain
from kibitz.cli.faults import foreseen, internal
from kibitz.errors import KibitzError

__all__ = ["app", "main"]


class Commands(TyperGroup):
    """Says what a user can mend in one sentence, without a traceback."""

    def invoke(self, ctx: Any) -> Any:  # whatever typer's own has, and a command returns
        try:
            return super().invoke(ctx)
        except KibitzError as error:
            complain(error)
            raise typer.Exit(2) from None


app = typer.Typer(
    name="kibitz",
    cls=Commands,
    help="Card games with hidden hands: described once, in RECYCLE; played, simulated, checked.",
    epilog="GAME is the name of a house game or the path of a .rcy file.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kibitz {__version__}")
        raise typer.Exit


@app.callback()
def kibitz(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Say which version this is."
        ),
    ] = False,
) -> None:
    """Card games with hidden hands: described once, in RECYCLE; played, simulated, checked."""


GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "Play": (
        games.games,
        games.rules,
        play.play,
        table.table,
        join.join,
    ),
    "Bots": (
        bots.bots,
        simulate.simulate,
        match.match,
        compete.compete,
        train.train,
    ),
    "Understand a game": (
        analyse.analyse,
        know.know,
        solve.solve,
        record.record,
    ),
    "Describe a game": (
        new.new,
        check.check,
        show.show,
        logic.logic,
    ),
    "This machine": (
        bench.bench,
        sandbox.sandbox,
        cache.cache,
    ),
}
"""The commands, as `kibitz --help` lists them."""


def _told(command: Callable[..., None]) -> str:
    """The help of a command: its paragraphs, which are as wide as the terminal, not as our lines
    of code."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(paragraph.replace("\n", " ") for paragraph in paragraphs)


for group, commands in GROUPS.items():
    for command in commands:
        app.command(command.__name__, rich_help_panel=group, help=_told(command))(command)


def main() -> None:
    """Run the command line."""
    _have_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a card that cannot be written must not end the game
            stream.reconfigure(errors="replace")
    code: str | int | None = 0
    try:
        app(prog_name="kibitz")
    except BrokenPipeError:
        _hush()
    except SystemExit as end:
        code = end.code
    except (OSError, MemoryError) as error:
        complain(foreseen(error))
        code = 2
    except Exception as error:
        complain(internal(error))
        code = 3
    try:
        sys.stdout.flush()
    except OSError as error:
        _hush()
        if not code and not isinstance(error, BrokenPipeError):
            complain(foreseen(error))
            code = 2
    sys.exit(code)


def _have_streams() -> None:
    """Standard input, output and error are always there: one that was closed leads nowhere. Else
    the next file that is opened would take its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = "r" if number == 0 else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _hush() -> None:
    """Nobody reads on: keep Python from complaining about it at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
