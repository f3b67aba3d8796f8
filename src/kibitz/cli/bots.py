"""`kibitz bots`: who can sit at a table, and what can be set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli import completion
from kibitz.cli.common import Json, load, print_json, stdout

if TYPE_CHECKING:
    from kibitz.bots.names import Listed

__all__ = ["bots"]


def bots(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Only those that can play this game.",
            autocompletion=completion.games,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the bots that come with Kibitz or with an installed package, and their parameters."""
    from kibitz.bots.names import listed

    found = listed(None if game is None else load(game))
    if json:
        print_json({"bots": [_entry(bot) for bot in found]})
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("bot", style="bold", no_wrap=True)
    table.add_column("game", no_wrap=True)
    table.add_column("")
    table.add_column("parameters")
    for bot in found:
        about = bot.about if bot.error is None else f"cannot be used: {bot.error}"
        parameters = "\n".join(map(str, bot.parameters))
        table.add_row(bot.name, bot.game or "", about, Text(parameters))
    out = stdout()
    out.print(table)
    meanings = {one.name: one.about for bot in found for one in bot.parameters if one.about}
    if meanings:
        grid = Table.grid(padding=(0, 2))
        for name, about in meanings.items():
            grid.add_row(Text(f" {name}", style="bold"), about)
        out.print(grid)
        out.print()
    out.print(
        Text("A bot of your own is given as path/my.py:MyBot; parameters as in slow:seconds=0.5."),
        style="dim",
    )


def _entry(bot: Listed) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": bot.name,
        "title": bot.title,
        "game": bot.game,
        "about": bot.about,
        "parameters": [
            {"name": one.name, "values": one.values, "about": one.about}
            | ({} if one.required else {"default": one.default})
            for one in bot.parameters
        ],
    }
    return entry if bot.error is None else entry | {"error": bot.error}
