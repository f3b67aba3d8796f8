"""How cards, places and seats of a game are written.

A house game says it in the `.toml` beside its description; every other game gets sensible
defaults: `QH` and `Q♥` for a French deck, the printed words for any other.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.engine.files import read_text
from kibitz.engine.shown import Shown, read_shown
from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle.layout import Card, Layout

__all__ = ["Face", "Sheet", "place_names", "read_sheet", "sheet_of", "sheet_text"]

RANKS = {
    "ACE": "A",
    "KING": "K",
    "QUEEN": "Q",
    "JACK": "J",
    "ONE": "1",
    "TWO": "2",
    "THREE": "3",
    "FOUR": "4",
    "FIVE": "5",
    "SIX": "6",
    "SEVEN": "7",
    "EIGHT": "8",
    "NINE": "9",
    "TEN": "10",
    "ELEVEN": "11",
    "TWELVE": "12",
    "THIRTEEN": "13",
    "FOURTEEN": "14",
    "FIFTEEN": "15",
    "SIXTEEN": "16",
    "SEVENTEEN": "17",
    "EIGHTEEN": "18",
    "NINETEEN": "19",
    "TWENTY": "20",
    "ZERO": "0",
}
SUITS = {"HEARTS": ("H", "♥"), "DIAMONDS": ("D", "♦"), "CLUBS": ("C", "♣"), "SPADES": ("S", "♠")}
RED = ("HEARTS", "DIAMONDS")
SEATS = {
    2: ("North", "South"),
    3: ("North", "East", "West"),
    4: ("North", "East", "South", "West"),
}


@dataclass(frozen=True, slots=True, repr=False)
class Face:
    """A card as people see it: its number, what is printed on it, how it is written.

    Of cards that look the same, all but the first have a `mark`, which tells them apart.

    >>> card = kibitz.load("agram").card("AH")
    >>> card.symbol, card.attributes["SUIT"], card.colour
    ('A♥', 'HEARTS', 'red')
    """

    number: int
    attributes: Mapping[str, str] = field(hash=False)
    text: str
    symbol: str
    colour: str
    mark: str = ""

    def __repr__(self) -> str:
        return self.text + self.mark


@dataclass(frozen=True)
class Sheet:
    """What the `.toml` of a game says: its title, rules, words and faces."""

    title: str
    summary: str = ""
    rules: str = ""
    seats: tuple[str, ...] = ()
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    faces: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    letters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """How decisions are called, by the place or store they are about: TRICK = "play {}"."""
    names: Mapping[str, str] = field(default_factory=dict)
    """How names of the rules are written for people: GARDESANS = "garde sans"."""
    sort: tuple[str, ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    table: Shown = field(default_factory=Shown)
    """What a table shows of the game."""
    text: str | None = field(default=None, repr=False)
    """What is written on it; None: there is none, and these are defaults."""

    def seat_names(self, players: int) -> tuple[str, ...]:
        named = self.seats[:players] if self.seats else SEATS.get(players, ())
        return (*named, *(f"Seat {i + 1}" for i in range(len(named), players)))

    def written(self, card: Card, symbols: bool) -> str:
        """A card as it is written: `QH`, or with symbols `Q♥`."""
        attributes = card.attributes
        order = [a for a in self.order if a in attributes]
        if not order:
            order = [a for a in attributes if not (a == "COLOR" and "SUIT" in attributes)]
            if "RANK" in order and "SUIT" in order:
                order = ["RANK", "SUIT", *(a for a in order if a not in ("RANK", "SUIT"))]
        parts = [self._part(attribute, attributes[attribute], symbols) for attribute in order]
        parts = [part for part in parts if part]
        short = len(parts) < 2 or any(len(part) == 1 for part in parts[-1:]) or self.order
        return ("" if short else "-").join(parts) or "card"

    def printed(self, attribute: str, value: str) -> str:
        """What stands on a card for one of its attributes: `Q`, `♥`."""
        return self._part(attribute, value, True) if value else ""

    def _part(self, attribute: str, value: str, symbols: bool) -> str:
        if not symbols and value in self.letters.get(attribute, {}):
            return self.letters[attribute][value]
        if value in self.faces.get(attribute, {}):
            return self.faces[attribute][value]
        if value in SUITS:
            return SUITS[value][symbols]
        if value in RANKS:
            return RANKS[value]
        return value if len(value) <= 2 else value.capitalize()

    def colour(self, card: Card) -> str:
        """A colour for the terminal: that of its suit, or none."""
        for attribute, value in card.attributes.items():
            if value in self.colours:
                return str(self.colours[value])
            if attribute == "SUIT" and value in SUITS:
                return "red" if value in RED else ""
        return ""


def read_sheet(path: Path, name: str) -> Sheet:
    """The sheet beside a description, or one of defaults."""
    return sheet_of(sheet_text(path), path, name)


def sheet_text(path: Path) -> str | None:
    """What is written on the sheet beside a description, if there is one."""
    return read_text(path, "a sheet") if path.exists() else None


def sheet_of(text: str | None, path: Path, name: str) -> Sheet:
    """The sheet of a text that was at a path, or one of defaults."""
    if text is None:
        return Sheet(name.replace("_", " ").capitalize())
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KibitzError(f"{path}: {error}") from None
    _check_sheet(path, data)
    faces = dict(data.get("faces", {}))
    order = tuple(faces.pop("order", ()))
    return Sheet(
        title=str(data.get("title", name)),
        summary=str(data.get("summary", "")),
        rules=str(data.get("rules", "")).strip(),
        seats=tuple(data.get("seats", ())),
        parameters=data.get("parameters", {}),
        order=order,
        faces=faces,
        letters=data.get("letters", {}),
        words=data.get("words", {}),
        names=data.get("names", {}),
        sort=tuple(data.get("sort", {}).get("by", ())),
        colours=data.get("colours", {}),
        table=read_shown(data["table"], str(path)) if "table" in data else Shown(),
        text=text,
    )


TEXT, NAMES, TABLE, TABLES = "a text", "a list of texts", "a table of texts", "a table of tables"
SHAPES = {
    "title": TEXT, "summary": TEXT, "rules": TEXT, "seats": NAMES, "words": TABLE, "names": TABLE,
    "colours": TABLE, "letters": TABLES, "parameters": TABLES, "faces": "", "sort": "",
    "table": "",
}  # fmt: skip
"""What a sheet can say, and in which form."""


def _check_sheet(path: Path, data: dict[str, Any]) -> None:
    """Refuse a sheet that is not what it should be, with one sentence."""

    def fits(value: object, shape: str) -> bool:
        if shape == NAMES:
            return isinstance(value, list) and all(isinstance(v, str) for v in value)
        if shape in (TABLE, TABLES):
            inner = str if shape == TABLE else dict
            return isinstance(value, dict) and all(isinstance(v, inner) for v in value.values())
        return isinstance(value, str if shape == TEXT else dict)

    for key, value in data.items():
        if key not in SHAPES:
            raise KibitzError(
                f"{path}: a sheet has no `{key}`{did_you_mean(key, SHAPES)}",
                f"it can have: {', '.join(SHAPES)}",
            )
        if not fits(value, SHAPES[key]):
            raise KibitzError(f"{path}: `{key}` must be {SHAPES[key] or 'a table'}")
    for key, table in data.get("faces", {}).items():
        if not fits(table, NAMES if key == "order" else TABLE):
            raise KibitzError(
                f"{path}: `{key}` of the faces is not what it should be",
                'order = ["RANK", "SUIT"], and a table of texts for each attribute',
            )
    if not fits(data.get("sort", {}).get("by", []), NAMES):
        raise KibitzError(f"{path}: `by` of `sort` must be {NAMES}")
    for key, phrase in data.get("words", {}).items():
        try:
            phrase.format("")
        except (LookupError, ValueError):
            raise KibitzError(
                f"{path}: the phrase `{phrase}` for {key} cannot be filled in",
                "write {} where the card or number goes, and nothing else in braces",
            ) from None


def place_names(layout: Layout) -> tuple[str, ...]:
    """A name for every place: `STOCK`, `HAND 0`, `PILE team 1`, `ROW#3`."""
    names = [""] * layout.places
    taken: dict[tuple[str, str], int] = {}
    for family in sorted(layout.families.values(), key=lambda f: (f.memory, f.base)):
        clash = taken.setdefault((family.owner, family.name), family.base) != family.base
        stem = f"{family.sight} {family.name}" if clash else family.name
        for owner in range(family.owners):
            who = {"game": "", "player": f" {owner}", "team": f" team {owner}"}[family.owner]
            for index in range(family.room):
                suffix = f"#{index}" if family.room > 1 else ""
                names[family.base + owner * family.room + index] = stem + who + suffix
    return tuple(names)
