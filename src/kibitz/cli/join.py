"""`kibitz join`: a bot takes a seat at a table elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli import completion
from kibitz.cli.common import Held, held, stderr
from kibitz.errors import KibitzError

__all__ = ["join"]


def join(
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL", help="An invitation, as Share at a table gives it; or a seat's own link."
        ),
    ],
    bot: Annotated[
        str,
        typer.Argument(metavar="BOT", autocompletion=completion.bots, help="Who is to play there."),
    ],
    name: Annotated[
        str | None,
        typer.Option(help="What it is called there.", show_default="as the bot is"),
    ] = None,
    stay: Annotated[
        bool, typer.Option("--stay", help="Wait for another game when one is over.")
    ] = False,
    sandbox: Held = "off",
) -> None:
    """Have a bot play at a table on another machine, or in another window.

    Whoever made the table gives you an invitation, a link like http://192.168.1.7:8765/sit/...
    The bot plays here, in a process of its own; the table is told its decisions and nothing else,
    and tells what its seat sees. If it fails at a decision, an option is drawn, and you are told.
    """
    try:
        import websockets  # noqa: F401
    except ModuleNotFoundError:
        raise KibitzError(
            "joining a table needs websockets, which is not installed",
            'pip install "kibitz[table]"',
        ) from None
    from kibitz.bots.names import called, file_of, is_foreign
    from kibitz.seats.joining import join, taken
    from kibitz.seats.terms import Terms

    path = file_of(bot)
    if path is not None and not path.is_file():  # before the invitation is used up
        raise KibitzError(f"there is no file `{path}`", "a bot in a file: path/my.py:MyBot")
    if path is None and not is_foreign(bot):
        _known(bot)
    terms = Terms(start=600.0, sandbox=held(sandbox))
    chair = taken(url)
    console = stderr()

    def say(line: str) -> None:
        console.print(line, highlight=False, markup=False, soft_wrap=True)

    if chair.link != url.strip():
        say(f"The seat is yours: {chair.link}")
    try:
        games = join(chair, bot, terms, name=name or called(bot), say=say, stay=stay)
    except KeyboardInterrupt:
        say(f"The seat stays yours: kibitz join {chair.link} {bot}")
        raise typer.Exit(130) from None
    if games > 1:
        say(f"{games} games were played.")


def _known(bot: str) -> None:
    """Complain about a name of nobody, before an invitation is used up for it."""
    from kibitz.bots.house import HOUSE
    from kibitz.bots.names import names
    from kibitz.errors import did_you_mean

    name = bot.partition(":")[0].strip()
    if name not in names():
        near = did_you_mean(name, names())
        raise KibitzError(f"there is no bot `{bot}`{near}", f"one of: {', '.join(names())}")
    if HOUSE[name].person:
        raise KibitzError(f"`{bot}` is a person", "open the link in a browser")
