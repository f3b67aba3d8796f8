"""What the lobby shows: games and their parameters, and the newest tables."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Any

from kibitz.bots.guests import opponent
from kibitz.engine.faces import Face, Sheet
from kibitz.engine.game import Game
from kibitz.engine.parameters import Parameter
from kibitz.engine.shelf import SHELVES
from kibitz.errors import KibitzError
from kibitz.table.archive import Archive
from kibitz.table.games import Catalogue
from kibitz.table.kept import Kept, readable

__all__ = ["cover_svg", "game_sheet", "newest_tables", "played_before", "shelves"]

NEWEST = 50
FAN = 4
"""Cards on the cover of a game whose sheet names none."""


def game_sheet(game: Game) -> dict[str, Any]:
    """A game, for whoever may want a table of it."""
    sheet = game.sheet
    parameters = [
        {"name": name, "value": value, **asdict(sheet.parameters.get(name, Parameter()))}
        for name, value in game.parameters.items()
    ]
    return {
        "title": game.title,
        "summary": sheet.summary,
        "rules": sheet.rules,
        "seats": list(game.seats),
        "parameters": parameters,
        "usual": opponent(game),
    }


def shelves() -> list[dict[str, str]]:
    """The headings in the list of games, in their order."""
    return [
        {"family": family, "title": title, "about": about}
        for family, (title, about) in SHELVES.items()
    ]


def played_before(archive: Archive) -> list[str]:
    """The names of the games of the newest tables, the newest first, each once."""
    names = []
    for kept in archive.newest(NEWEST):
        with suppress(KibitzError), readable():
            names.append(archive.description(kept.game).name)
    return list(dict.fromkeys(names))


def newest_tables(archive: Archive, catalogue: Catalogue) -> list[dict[str, Any]]:
    """The newest tables."""
    lines = []
    for kept in archive.newest(NEWEST):
        with suppress(KibitzError), readable():  # else one that is damaged would hide all others
            lines.append(_line(kept, _sheet(kept, archive, catalogue)))
    return lines


def _sheet(kept: Kept, archive: Archive, catalogue: Catalogue) -> Sheet:
    description = archive.description(kept.game)
    try:
        return catalogue.sheet(description)
    except KibitzError:  # an older Kibitz could read it
        return Sheet(description.name)


def _line(kept: Kept, sheet: Sheet) -> dict[str, Any]:
    return {
        "watch": kept.watch,
        "title": sheet.title,
        "mode": kept.mode,
        "at": kept.last,
        "over": kept.turn in ("over", "nobody"),
        "seats": [
            {"seat": name, "name": seat.name, "kind": "person" if seat.bot is None else "bot"}
            for name, seat in zip(sheet.seat_names(len(kept.seats)), kept.seats, strict=True)
        ],
    }


def cover_svg(game: Game) -> str:
    """A fan of cards that stand for a game: those its sheet names, or some from the whole deck."""
    from kibitz.draw.cards import hand_svg

    return hand_svg(_cover(game))


def _cover(game: Game) -> list[Face]:
    most = max(len(face.attributes) for face in game.cards)
    whole = [face for face in game.cards if len(face.attributes) == most and not face.mark]
    wanted = set(game.sheet.table.cover)
    by_name = {face.text: face for face in whole if face.text in wanted}
    named = [by_name[text] for text in game.sheet.table.cover if text in by_name]
    return named or [whole[(k + 1) * len(whole) // FAN - 1] for k in range(min(FAN, len(whole)))]
