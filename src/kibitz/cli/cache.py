"""`kibitz cache`: the games compiled on this machine, to see and to clear."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli import completion
from kibitz.cli.common import Json, counted, print_json, stdout
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from kibitz.engine.cache import Compiled

__all__ = ["cache"]


def cache(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="Only this one: its name, or the path of its .rcy.",
            autocompletion=completion.games,
        ),
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Delete what is listed.")] = False,
    json: Json = False,
) -> None:
    """List the games compiled on this machine, or delete them.

    Whatever is deleted is compiled anew when it is needed.
    """
    from kibitz.engine import cache as store

    found = store.compiled_games()
    if game is not None:
        name = _name(game, [entry.game for entry in found])
        found = [entry for entry in found if entry.game == name]
    if clear:
        store.clear(found)
    if json:
        print_json(
            {
                "folder": str(store.folder()),
                "size": sum(entry.size for entry in found),
                "cleared": clear,
                "compiled": [_as_json(entry) for entry in found],
            }
        )
        return
    _report(found, str(store.folder()), game, cleared=clear)


def _name(game: str, compiled: list[str]) -> str:
    """The name a game has here: as typed, or that of its description."""
    from kibitz.engine.cache import plain
    from kibitz.engine.descriptions import find_description, house_games

    if plain(game) in compiled:
        return plain(game)
    try:
        return plain(find_description(game).stem)
    except KibitzError:
        near = did_you_mean(game, [*compiled, *house_games()])
        raise KibitzError(f"there is no game `{game}`, nor is one compiled{near}") from None


def _as_json(entry: Compiled) -> dict[str, Any]:
    return {
        "game": entry.game,
        "kernel": entry.kernel,
        "size": entry.size,
        "made": datetime.fromtimestamp(entry.made).astimezone().isoformat(timespec="seconds"),
        "whole": entry.whole,
        "files": [str(path) for path in entry.files],
    }


def _report(found: list[Compiled], folder: str, game: str | None, *, cleared: bool) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out = stdout()
    of = f" of {game}" if game else ""
    where = Text(f"in {folder}", style="dim")
    if not found:
        out.print(Text(f"Nothing{of} is compiled{', so nothing is deleted' if cleared else ''}."))
        out.print(where, soft_wrap=True)
        return
    total = f"{counted(len(found), 'kernel')}, {_size(sum(entry.size for entry in found))}"
    if cleared:
        out.print(Text(f"Deleted{' all' if game is None else ''}{of}: {total}."))
        out.print(where, soft_wrap=True)
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", style="bold")
    table.add_column("kernel", no_wrap=True)
    table.add_column("size", justify="right", no_wrap=True)
    table.add_column("compiled", no_wrap=True)
    for entry in found:
        when = f"{datetime.fromtimestamp(entry.made):%Y-%m-%d %H:%M}" if entry.whole else "not yet"
        table.add_row(entry.game, entry.kernel, _size(entry.size), when)
    out.print(table)
    out.print(Text(f"{total},"), where, soft_wrap=True)


def _size(size: int) -> str:
    """A number of bytes as people read it.

    >>> _size(104_343), _size(2_500_000)
    ('104 kB', '2.5 MB')
    """
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
