"""`kibitz games` and `kibitz rules`: what can be played, and how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli import completion
from kibitz.cli.common import GameName, Json, load, print_json, prose, stdout
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from rich.text import Text

    from kibitz.engine.parameters import Parameter
    from kibitz.engine.shelf import Listed

__all__ = ["games", "rules"]

HEAD = ("game", "title", "players", "takes", "cards")


def games(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORD]...",
            help="What it is called, or about: only games that answer to this are listed.",
            show_default=False,
        ),
    ] = None,
    family: Annotated[
        str | None,
        typer.Option(
            help="What one does in them: tricks, shedding, fishing, collecting, counting, betting "
            "or cooperative.",
            autocompletion=completion.families,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="So many can play.")
    ] = None,
    length: Annotated[
        str | None,
        typer.Option(
            metavar="quick|while|long",
            help="How long a game takes.",
            autocompletion=completion.paces,
        ),
    ] = None,
    deck: Annotated[
        str | None,
        typer.Option(
            help="Whose cards: french, spanish, italian, german, tarot, or own.",
            autocompletion=completion.packs,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the games that come with Kibitz or with an installed package.

    For example: kibitz games --players 3 --length quick; kibitz games oh hell.
    """
    from kibitz.engine.entries import FAMILIES
    from kibitz.engine.packs import PACKS
    from kibitz.engine.shelf import PACES, found, near, shelf

    _known("family", family, FAMILIES)
    _known("length", length, PACES)
    _known("deck", deck, PACKS)
    every = shelf()
    listed = [
        each
        for each in every
        if family in (None, each.family)
        and (players is None or players in each.players)
        and length in (None, each.pace)
        and deck in (None, each.pack)
    ]
    said = " ".join(words or ())
    if said:
        listed = found(listed, said)
    if json:
        print_json({"games": [each.as_json() for each in listed]})
        return
    if not listed:
        if said and not found(every, said):
            raise KibitzError(
                f"no game answers to `{said:.80}`{near(every, said)}",
                "kibitz games lists them all",
            )
        if deck == "german" and not any(each.pack == deck for each in every):
            raise KibitzError(
                "no house game has German cards",
                "kibitz new my-skat --like skat --cards german begins one",
            )
        raise KibitzError(
            "no game is like that", "leave out a word or an option; kibitz games lists them all"
        )
    _print(listed, ordered=bool(said))


def _known(what: str, value: str | None, known: Iterable[str]) -> None:
    if value is not None and value not in known:
        raise KibitzError(
            f"there is no {what} `{value:.80}`{did_you_mean(value, known)}",
            f"one of: {', '.join(known)}",
        )


def _print(listed: Sequence[Listed], *, ordered: bool) -> None:
    """The games on their shelves; those that were looked for in the order they were found in."""
    from rich.text import Text

    from kibitz.engine.shelf import SHELVES, by_family

    out = stdout()
    rows = {each.name: _row(each) for each in listed}
    columns = zip(HEAD, *rows.values(), strict=True)
    widths = [max(map(len, column)) for column in columns]
    out.print(_line(HEAD, widths, "dim"), soft_wrap=True)
    shelves = {"": list(listed)} if ordered else by_family(listed)
    for family, those in shelves.items():
        if not ordered:
            title, about = SHELVES[family]
            heading = Text.assemble((title, "bold"), (f"  {about}", "dim"))
            out.print(Text("\n") + heading)
        for each in those:
            line = _line(rows[each.name], widths)
            line.stylize("bold", 2, 2 + len(each.name))
            out.print(line, soft_wrap=True)
            said = each.summary if not each.error else f"cannot be read: {each.error}"
            for part in wrap(said, min(out.width, 100) - 6):
                out.print(Text(f"      {part}"), soft_wrap=True)
    out.print()
    out.print(
        "kibitz rules GAME tells you how to play one; kibitz play GAME plays it.", style="dim"
    )


def _row(game: Listed) -> tuple[str, ...]:
    from kibitz.engine.shelf import PACES

    if game.error:
        return game.name, "", "", "", ""
    players = game.seated + (" in teams" if game.teams else "")
    return game.name, game.title, players, PACES.get(game.pace, ""), _deck(game)


def _deck(game: Listed) -> str:
    """The deck: `32 German`."""
    pack = "" if game.pack == "own" else game.pack.capitalize()
    return f"{game.cards} {pack}".strip()


def _line(cells: Sequence[str], widths: Sequence[int], style: str = "") -> Text:
    from rich.text import Text

    padded = (cell.ljust(wide) for cell, wide in zip(cells, widths, strict=True))
    return Text(f"  {'   '.join(padded).rstrip()}", style)


def rules(game: GameName, json: Json = False) -> None:
    """Explain how to play a game, and what can be set."""
    found = load(game)
    sheet = found.sheet
    parameters = [
        {"name": name, "default": value, **_said(sheet.parameters.get(name))}
        for name, value in found.parameters.items()
    ]
    if json:
        print_json(
            {
                "game": found.name,
                "title": found.title,
                "summary": sheet.summary,
                "players": found.players,
                "seats": list(found.seats),
                "teams": [list(team) for team in found.program.teams if len(team) > 1],
                "cards": len(found.cards),
                "rules": sheet.rules,
                "parameters": parameters,
                "relations": {relation.text: relation.why for relation in sheet.relations},
            }
        )
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out = stdout()
    out.print(Text(found.title, style="bold"))
    if sheet.summary:
        out.print(Text(sheet.summary, style="italic"))
    out.print()
    out.print(
        Text(prose(sheet.rules, out.width))
        if sheet.rules
        else Text(f"Nobody has written down how to play it; `kibitz show {game}` prints the rules.")
    )
    out.print()
    out.print(Text(f"Seats: {', '.join(found.seats)}."))
    if not parameters:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("set", style="bold", no_wrap=True)
    table.add_column("default", no_wrap=True)
    table.add_column("values")
    table.add_column("")
    for parameter in parameters:
        table.add_row(
            str(parameter["name"]), str(parameter["default"]), _values(parameter), parameter["help"]
        )
    out.print(table)
    for relation in sheet.relations:
        why = f": {relation.why}" if relation.why else ""
        out.print(Text(f"{relation.text}{why}"), soft_wrap=True)
    out.print(Text(f"For example: kibitz play {game} --set {_example(parameters)}", style="dim"))


def _said(parameter: Parameter | None) -> dict[str, Any]:
    """What a sheet says about a parameter, in data for JSON."""
    said = {} if parameter is None else asdict(parameter)
    return {"help": ""} | {key: value for key, value in said.items() if value not in ("", (), None)}


def _values(parameter: dict[str, Any]) -> str:
    if "values" in parameter:
        return ", ".join(map(str, parameter["values"]))
    if "min" in parameter or "max" in parameter:
        return f"{parameter.get('min', '')} to {parameter.get('max', '')}".strip()
    return "a number" if isinstance(parameter["default"], int) else "a name"


def _example(parameters: list[dict[str, Any]]) -> str:
    first = parameters[0]
    others = [v for v in first.get("values", ()) if v != first["default"]]
    if others:
        return f"{first['name']}={others[0]}"
    low = first.get("min", first["default"])
    return f"{first['name']}={low if low != first['default'] else first.get('max', low)}"
