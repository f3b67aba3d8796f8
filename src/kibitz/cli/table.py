"""`kibitz table`: play and watch in the browser."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.errors import KibitzError

if TYPE_CHECKING:
    import socket

__all__ = ["table"]

PORT = 8017
OTHERS = 20
"""How many ports after the usual one are tried."""


def table(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Your own games: .rcy files.", show_default=False),
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
    """
    try:
        import uvicorn
        import websockets  # noqa: F401  uvicorn asks for it too late to say so

        from kibitz.table.addresses import addresses, is_local, page_at
        from kibitz.table.app import make_app
        from kibitz.table.door import BACKLOG, Door, places
        from kibitz.table.faults import Faults
        from kibitz.table.guard import names
        from kibitz.table.limits import Limits
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("kibitz"):
            raise
        missing = (error.name or "").partition(".")[0]
        raise KibitzError(
            f"the table needs {missing}, which is not installed",
            'pip install "kibitz[table]"',
        ) from None
    for path in files or ():
        if not path.is_file():
            raise KibitzError(f"there is no file `{path}`", "FILE is the path of a .rcy file")
    for given in bot or ():
        _check_bot(given)
    if data is None:
        from platformdirs import user_data_path

        data = user_data_path("kibitz", appauthor=False) / "table"
    listener = _listener(host, port)
    number = listener.getsockname()[1]
    address, others = page_at(host, number), addresses(host, number)
    app = make_app(
        data,
        [path.resolve() for path in files or ()],
        bot or (),
        hosts=names(host, name or ()),
        invite=lambda: addresses(host, number),
        limits=Limits(seconds),
        warm_up=_say if warm_up else None,
    )
    Door.places = places()
    config = uvicorn.Config(
        app,
        http=Door,
        backlog=BACKLOG,
        log_config=None,  # tokens and cards are nobody's business
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=64_000,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,  # else a visitor could say to be another each time
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
    server = uvicorn.Server(config)
    if browser and _has_display():
        _open_soon(address)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


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
            "--bot is the path of a file, and a class if it has several: my.py:MyBot",
        )


def _listener(host: str, port: int | None) -> socket.socket:
    """A socket to listen at; if no port was asked for, the usual one or one of the next."""
    import socket

    wanted = [port] if port is not None else [*range(PORT, PORT + OTHERS), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            listener.listen(256)
            return listener
        except (OSError, UnicodeError) as error:
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
            if isinstance(error, socket.gaierror | UnicodeError):
                raise KibitzError(f"there is no address `{host}` on this machine") from None
    where = f"port {port} of {host}" if port is not None else host
    raise KibitzError(f"cannot listen at {where}: {reason}", "give another --port, or leave it out")


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
