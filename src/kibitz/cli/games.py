"""`kibitz games` and `kibitz rules`: what can be played, and how."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kibitz.cli.common import GameName, Json, load, print_json, prose, stdout
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.engine.parameters import Parameter

__all__ = ["games", "rules"]


def games(json: Json = False) -> None:
    """List the games that come with Kibitz or with an installed package."""
    from kibitz.engine.descriptions import house_games

    listed = [_entry(name) for name in house_games()]
    if json:
        print_json({"games": listed})
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", style="bold", no_wrap=True)
    table.add_column("title", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("")
    for entry in listed:
        said = entry["summary"] if "error" not in entry else f"cannot be read: {entry['error']}"
        table.add_row(entry["name"], entry["title"], entry["players"], said)
    out = stdout()
    out.print(table)
    out.print(
        "kibitz rules GAME tells you how to play one; kibitz play GAME plays it.", style="dim"
    )


def _entry(name: str) -> dict[str, Any]:
    try:
        game = load(name)
    except KibitzError as error:
        return {"name": name, "title": name, "players": "", "summary": "", "error": error.message}
    return {
        "name": name,
        "title": game.title,
        "players": _players(game),
        "summary": game.sheet.summary,
    }


def _players(game: Game) -> str:
    """How many can play: a number, or from and to if a parameter says."""
    for name in sorted(game.program.fixed):
        said = game.sheet.parameters.get(name)
        if said and game.parameters[name] == game.players and None not in (said.min, said.max):
            return f"{said.min}-{said.max}"
    return str(game.players)


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
