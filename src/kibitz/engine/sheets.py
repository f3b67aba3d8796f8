"""Sheets: the `.toml` beside a description, read by the table of `kibitz.engine.entries`.

All that is wrong with a sheet is found in one go, each with its line. What a sheet says about names
that the description does not have is found when the game is made: a place, store or parameter that
is not there is an error; other names are doubtful, since a sheet may speak of cards that a variant
leaves out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from kibitz.engine.entries import PHRASE, SAYING, Node, fits, tree
from kibitz.engine.faces import Complaint, Face, Named, Sheet
from kibitz.engine.files import is_there, read_text
from kibitz.engine.parameters import Parameter, Relation, Unreadable, read_relation
from kibitz.engine.shown import AGAIN, OWNERS, Item, Shown
from kibitz.engine.spots import At, Spot, nearest, spots
from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle.layout import Layout
from kibitz.recycle.tree import Program

__all__ = [
    "SheetError",
    "check_sheet",
    "doubtful_length",
    "doubts",
    "read_sheet",
    "sheet_of",
    "sheet_text",
]

Path_ = tuple[str, ...]


class SheetError(KibitzError):
    """A sheet with mistakes; shows them all."""

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        self.complaints = tuple(complaints)
        if len(self.complaints) == 1:
            (one,) = self.complaints
            super().__init__(f"{one.where}: {one.message}", one.hint)
        else:
            super().__init__("\n".join(one.told() for one in self.complaints))


# --- texts ----------------------------------------------------------------------------------------


def read_sheet(path: Path, name: str) -> Sheet:
    """The sheet beside a description, or one of defaults."""
    return sheet_of(sheet_text(path), path, name)


def sheet_text(path: Path) -> str | None:
    """What is written on the sheet beside a description, if there is one."""
    return read_text(path, "a sheet") if is_there(path) else None


def sheet_of(text: str | None, path: Path, name: str) -> Sheet:
    """The sheet of a text that was at a path, or one of defaults. What is wrong with it is kept in
    it, for whoever makes the game; only what is no TOML at all is refused at once."""
    if text is None:
        return Sheet(name.replace("_", " ").capitalize())
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KibitzError(f"{path}: {error}") from None
    except RecursionError:
        raise KibitzError(f"{path}: it is nested too deeply") from None
    reading = _Reading(text, path)
    return reading.sheet(reading.sound(tree(), data, ()) or {}, name)


# --- reading --------------------------------------------------------------------------------------

NUMBERS = re.compile(r"\{\}")
TOLD = re.compile(r"\{(who|whose|their)?\}")


@dataclass
class _Reading:
    """One sheet being read: what was wrong, and which names it has used."""

    text: str
    path: Path
    wrong: list[Complaint] = field(default_factory=list)
    named: list[Named] = field(default_factory=list)

    def complain(self, at: Path_, message: str, hint: str | None = None) -> None:
        self.wrong.append(Complaint(self.where(at), message, hint))

    def where(self, at: Path_) -> str:
        found = nearest(self.spots, at)
        if found is None:
            return str(self.path)
        return f"{self.path}:{self.text.count(chr(10), 0, found[1].name[0]) + 1}"

    @cached_property
    def spots(self) -> dict[At, Spot]:
        """Where its entries stand."""
        return spots(self.text)

    def name(self, kind: str, name: str, at: Path_) -> None:
        self.named.append(Named(kind, name, _written(at), self.where(at)))

    def sound(self, node: Node, value: Any, at: Path_) -> Any:  # what TOML gives
        """What stands at a place, without what is wrong there; None if nothing is left."""
        if isinstance(value, dict) and node.below:
            inner = ((key, self._below(node, key, below, at)) for key, below in value.items())
            return {key: found for key, found in inner if found is not None}
        if node.entry is None or not fits(value, node.entry.form):
            forms = [node.entry.form] if node.entry is not None else []
            forms += ["a table"] if node.below else []
            self.complain(at, f"{_written(at)} must be {' or '.join(forms)}")
            return None
        entry = node.entry
        if entry.one_of and value not in entry.one_of:
            near = did_you_mean(str(value), entry.one_of)
            hint = f"it can be: {', '.join(entry.one_of)}"
            self.complain(at, f"{_written(at)} cannot be `{value}`{near}", hint)
            return None
        if entry.form in (PHRASE, SAYING) and not self._phrase(entry.form, value, at):
            return None
        if entry.names:
            for name in [value] if isinstance(value, str) else value:
                self.name(entry.names, name, at)
        return value

    def _below(self, node: Node, key: str, value: Any, at: Path_) -> Any:
        wild, here = node.wild, (*at, key)
        if key in node.keys:
            return self.sound(node.below[key], value, here)
        if wild == "RELATION" or (wild and key.removesuffix(AGAIN).isupper()):
            kind = f"{wild} of {at[-1]}" if wild == "STORE" and at[-1] in OWNERS else wild
            if wild != "RELATION":
                self.name(kind, key.removesuffix(AGAIN), here)
            return self.sound(node.below[wild], value, here)
        near = did_you_mean(key, node.keys)
        if wild and not near:
            hint = "names of the description are in capital letters"
        else:
            hint = f"it can have: {', '.join(node.keys)}"
        self.complain(here, f"{_written(at) if at else 'a sheet'} has no `{key}`{near}", hint)
        return None

    def _phrase(self, form: str, phrase: str, at: Path_) -> bool:
        """Whether a phrase can be filled in."""
        rest = (NUMBERS if form == PHRASE else TOLD).sub("", phrase)
        if not set(rest) & set("{}"):
            return True
        others = ", {who}, {whose} or {their} for the seat" if form == SAYING else ""
        hint = f"write {{}} where the card, number or name goes{others}, and no other braces"
        self.complain(at, f"{_written(at)} cannot be filled in: `{phrase}`", hint)
        return False

    # --- the sheet itself ---------------------------------------------------------------------

    def sheet(self, data: Mapping[str, Any], name: str) -> Sheet:
        """The sheet of data that was found sound."""
        faces = dict(data.get("faces", {}))
        order = tuple(faces.pop("order", ()))
        table = data.get("table")
        relations = tuple(self._relations(data.get("relations", {})))
        return Sheet(
            title=data.get("title", name),
            summary=data.get("summary", ""),
            family=data.get("family", ""),
            also=tuple(data.get("also", ())),
            length=data.get("length", 0),
            opponent=data.get("opponent", ""),
            rules=data.get("rules", "").strip(),
            seats=tuple(data.get("seats", ())),
            parameters={
                parameter: Parameter(**{**said, "values": tuple(said.get("values", ()))})
                for parameter, said in data.get("parameters", {}).items()
            },
            relations=relations,
            order=order,
            faces=faces,
            letters=data.get("letters", {}),
            words=data.get("words", {}),
            names=data.get("names", {}),
            sort=tuple(data.get("sort", {}).get("by", ())),
            colours=data.get("colours", {}),
            table=Shown() if table is None else _shown(table),
            text=self.text,
            wrong=tuple(self.wrong),
            named=tuple(self.named),
        )

    def _relations(self, data: Mapping[str, str]) -> Iterator[Relation]:
        for text, why in data.items():
            at = "relations", text
            try:
                relation = read_relation(text, why)
            except Unreadable as error:
                hint = 'write it like "FIRST <= PEAK", with the reason as its text'
                self.complain(at, f"`{text}` is no relation: {error}", hint)
                continue
            for name in relation.names:
                self.name("PARAMETER|NAME", name, at)
            yield relation


def _shown(data: Mapping[str, Any]) -> Shown:
    """The section `[table]`."""
    return Shown(
        given=True,
        trick=data.get("trick", ""),
        led=data.get("led", ""),
        trump=data.get("trump", ""),
        ranks=tuple(data.get("ranks", ())),
        unshown=tuple(data.get("unshown", ())),
        columns=data.get("columns", ""),
        cover=tuple(data.get("cover", ())),
        roles=data.get("roles", {}),
        items={
            owner: {store: _item(store, said) for store, said in data.get(key, {}).items()}
            for key, owner in OWNERS.items()
        },
        cards=data.get("cards", {}),
        says=data.get("says", {}),
    )


def _item(store: str, said: str | Mapping[str, Any]) -> Item:
    """How a store is shown: its name, or a table with more about it."""
    if isinstance(said, str):
        return Item(said)
    return Item(
        said.get("name", store.lower()),
        said.get("as", "number"),
        said.get("plus", 0),
        said.get("if", ""),
        said.get("playing", False),
        said.get("told", True),
        said.get("made", ""),
        said.get("anew", False),
        said.get("unless", ""),
        said.get("values", {}),
    )


def _written(at: Path_) -> str:
    return f"`{'.'.join(at)}`"


# --- names of the description ---------------------------------------------------------------------

KINDS = {
    "PARAMETER": "a parameter",
    "PARAMETER|NAME": "a parameter",
    "DECISION": "a place or store",
    "PLACE": "a place",
    "STORE": "a store",
    "STORE of seats": "a store of the players",
    "STORE of teams": "a store of the teams",
    "STORE of game": "a store of the game",
    "STORE|VALUE": "a store or suit",
    "ATTRIBUTE": "an attribute",
    "VALUE": "a value",
    "NAME": "a name",
    "CARD": "a card",
}
"""What is said of a name that is not there."""

DOUBTFUL = ("ATTRIBUTE", "VALUE", "NAME", "CARD")


def check_sheet(sheet: Sheet, program: Program, layout: Layout) -> None:
    """Refuse a sheet with mistakes, or one that names what the description does not have."""
    wrong = [*sheet.wrong, *_unknown(sheet, program, layout, doubtful=False)]
    if not wrong:
        wrong = list(_meaningless(sheet, program))
    if wrong:
        raise SheetError(wrong)


def _meaningless(sheet: Sheet, program: Program) -> Iterator[Complaint]:
    """Relations that compare what cannot be compared."""
    for relation in sheet.relations:
        try:
            relation.holds(program.parameters)
        except Unreadable as error:
            entry = _written(("relations", relation.text))
            where = next(
                (named.where for named in sheet.named if named.entry == entry), sheet.title
            )
            yield Complaint(where, f"{entry} says nothing: {error}")


OFF = 4
"""A length is doubtful that is off by more than this part of what games took: a quarter."""


def doubtful_length(sheet: Sheet, path: Path, decisions: int, games: int) -> list[Complaint]:
    """What a sheet says about the length of a game, if games that were played took another."""
    took = decisions / games
    if not sheet.length or OFF * abs(sheet.length - took) <= took:
        return []
    reading = _Reading(sheet.text or "", path)
    message = f"`length` says {sheet.length} decisions; {games} games took {took:.0f} on average"
    return [Complaint(reading.where(("length",)), message, f"write length = {round(took)}")]


def doubts(
    sheet: Sheet, program: Program, layout: Layout, faces: Iterable[Face]
) -> list[Complaint]:
    """What a sheet says that may not be meant: names that neither this game nor its text has."""
    cards = [face.text + face.mark for face in faces]
    return _unknown(sheet, program, layout, doubtful=True, cards=cards)


def _unknown(
    sheet: Sheet,
    program: Program,
    layout: Layout,
    *,
    doubtful: bool,
    cards: Iterable[str] = (),
) -> list[Complaint]:
    if not any((named.kind in DOUBTFUL) == doubtful for named in sheet.named):
        return []
    places = [family.name for family in layout.families.values()]
    stores = [name for _, _, name in layout.stores]
    values = [value for card in layout.cards for value in card.attributes.values()]
    names = re.findall(r"(?<!')\b[A-Z]+\b", re.sub(";.*", "", program.source.text))
    owned = {
        f"STORE of {key}": [name for whose, _, name in layout.stores if whose == owner]
        for key, owner in OWNERS.items()
    }
    known: dict[str, Iterable[str]] = {
        "PARAMETER": program.parameters,
        "PARAMETER|NAME": [*program.parameters, *_values(sheet), *names],
        "DECISION": [*places, *stores, *names, "PASS"],
        "PLACE": places,
        "STORE": stores,
        **owned,
        "STORE|VALUE": [*stores, *values],
        "ATTRIBUTE": [attribute for card in layout.cards for attribute in card.attributes],
        "VALUE": [*values, *names],
        "NAME": [*names, *_values(sheet)],
        "CARD": cards,
    }
    found = {kind: set(of) for kind, of in known.items()}
    return [
        Complaint(
            named.where,
            f"{named.entry} names {KINDS[named.kind]} `{named.name}`, which the description does "
            f"not have{did_you_mean(named.name, found[named.kind])}",
        )
        for named in sheet.named
        if (named.kind in DOUBTFUL) == doubtful and named.name not in found[named.kind]
    ]


def _values(sheet: Sheet) -> list[str]:
    """Names that parameters can have."""
    return [str(value) for said in sheet.parameters.values() for value in said.values]
