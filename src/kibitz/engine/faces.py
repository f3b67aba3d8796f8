"""How cards, places and seats of a game are written.

A sheet, the `.toml` beside a description, says it (`kibitz.engine.sheets` reads them); every other
game gets sensible defaults: `QH` and `Q♥` for a French deck, the printed words for any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.engine.parameters import Parameter, Relation
from kibitz.engine.shown import Shown
from kibitz.recycle.layout import Card, Layout

__all__ = ["Complaint", "Face", "Named", "Sheet", "place_names"]

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
    pack: str = ""
    """Which pack it is of, as `kibitz.engine.packs` calls it; nothing if it is of none."""

    def __repr__(self) -> str:
        return self.text + self.mark


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with a sheet: where, what, and how to put it right."""

    where: str
    message: str
    hint: str | None = None

    def told(self, severity: str = "error") -> str:
        """All of it, in one line or two."""
        hint = "" if self.hint is None else f"\n  hint: {self.hint}"
        return f"{self.where}: {severity}: {self.message}{hint}"


@dataclass(frozen=True, slots=True)
class Named:
    """A name that a sheet uses: of what, by which entry, and on which line."""

    kind: str
    name: str
    entry: str
    where: str


@dataclass(frozen=True)
class Sheet:
    """What the `.toml` of a game says: its title, rules, words and faces."""

    title: str
    summary: str = ""
    family: str = ""
    """On which shelf it stands in lists of games."""
    also: tuple[str, ...] = ()
    """Other names under which people look for it."""
    length: int = 0
    """About how many decisions a game takes; 0: nobody has said."""
    opponent: str = ""
    """The bot that sits down where nobody is named."""
    rules: str = ""
    seats: tuple[str, ...] = ()
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    """What must hold between parameters."""
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
    wrong: tuple[Complaint, ...] = field(default=(), repr=False)
    """What could not be read, and is left out."""
    named: tuple[Named, ...] = field(default=(), repr=False)
    """The names it uses, to be looked for in the description."""

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
