"""`kibitz table`: play and watch in the browser."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.watching import needing_the_table
from kibitz.errors import KibitzError

__all__ = ["table"]

PORT = 8017
"""The port that is tried first: see `kibitz.table.server`."""


def table(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE|DIR]...",
            help="Your own games: .rcy files; and folders of competitions.",
            show_default=False,
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(help="Where to listen: 0.0.0.0 lets others on your network in."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; 0 is any free one.", show_default=str(PORT)),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Where the tables are kept.", show_default="your data folder"
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE[:CLASS]", help="A bot of your own that may sit at a table."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name others know this server by, if a proxy stands before it."),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(min=0.1, max=600, help="How long a bot may think about one decision."),
    ] = 10.0,
    warm_up: Annotated[
        bool,
        typer.Option(
            "--warm-up/--no-warm-up",
            help="Compile the house games for search bots meanwhile, one after the other.",
        ),
    ] = True,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")
    ] = True,
) -> None:
    """Play and watch in the browser: against bots, with other people, or behind all players.

    Tables are kept in the data folder, and carry on where they were when the server is started
    again. Whoever is to sit at a seat gets an invitation: a link for the first who opens it.
    Competitions are followed while they are played, all hands shown: see `kibitz compete`.
    """
    with needing_the_table():
        from kibitz.table.addresses import addresses, is_local, page_at
        from kibitz.table.app import make_app
        from kibitz.table.competitions import is_competition
        from kibitz.table.faults import Faults
        from kibitz.table.guard import names
        from kibitz.table.limits import Limits
        from kibitz.table.server import listener_at, serve
    for path in files or ():
        if not path.is_file() and not is_competition(path):
            raise KibitzError(
                f"there is no competition in `{path}`"
                if path.is_dir()
                else f"there is no file `{path}`",
                "give .rcy files, and folders that `kibitz compete` has made",
            )
    for given in bot or ():
        _check_bot(given)
    if data is None:
        from platformdirs import user_data_path

        data = user_data_path("kibitz", appauthor=False) / "table"
    listener = listener_at(host, port)
    number = listener.getsockname()[1]
    address, others = page_at(host, number), addresses(host, number)
    app = make_app(
        data,
        [path.resolve() for path in files or () if path.is_file()],
        bot or (),
        competitions=[path.resolve() for path in files or () if path.is_dir()],
        hosts=names(host, name or ()),
        invite=lambda: addresses(host, number),
        limits=Limits(seconds),
        warm_up=_say if warm_up else None,
    )
    Faults(_say).listen()
    typer.echo(f"Kibitz is at {address}")
    if is_local(host):
        typer.echo("Only this computer can open it; --host 0.0.0.0 lets others in.", err=True)
    for other in others:
        if other != address:
            typer.echo(f"Others on your network find it at {other}")
    typer.echo("Ctrl-C stops it; the tables are kept.", err=True)
    sys.stdout.flush()
    if browser and _has_display():
        _open_soon(address)
    serve(app, listener)


def _say(line: str) -> None:
    """Something for whoever runs the server."""
    typer.echo(line, err=True)


def _check_bot(name: str) -> None:
    """Complain about a bot that is in no file; what is in the file is seen later."""
    from kibitz.bots.names import file_of

    path = file_of(name)
    if path is None or not path.is_file():
        raise KibitzError(
            f"there is no bot `{name}`",
            "--bot is the path of a file, and a class if it has several: my.py:MyBot; "
            "or net:FILE, with a network",
        )


def _has_display() -> bool:
    """Whether a browser could be shown."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_soon(address: str) -> None:
    """Open the page, a moment later and in a thread: some browsers keep their caller waiting. The
    socket listens already, so the page waits for us if it is early."""
    import threading
    import webbrowser

    def show() -> None:
        with suppress(Exception):  # without a browser one can still type the address
            webbrowser.open(address)

    threading.Thread(target=show, daemon=True).start()
