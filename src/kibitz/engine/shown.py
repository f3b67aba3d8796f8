"""What a table shows of a game: the `[table]` section of its sheet.

Rules keep numbers for themselves, and lay cards where nobody looks. The section says which places
are the trick and which stay unseen, which numbers and names are shown at a seat, for a team and on
the table, and how the rules' own doings are told. Without it a table shows what it can.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle.layout import Layout

__all__ = ["FORMS", "OWNERS", "ROLES", "Item", "Shown", "check_names", "read_shown"]

ROLES = ("hand", "trick", "pile", "stock", "centre", "beside", "unshown")
"""What a place can be at a table."""

FORMS = ("number", "seat")
"""How a number can be written: as it is, or as the seat it means."""

OWNERS = {"seats": "player", "teams": "team", "game": "game"}
"""The lists of what is shown, and to whom the stores in them belong."""

AGAIN = " again"
"""What is said when somebody must decide about a store once more: "GUESS again"."""


@dataclass(frozen=True, slots=True)
class Item:
    """A number or name of the rules that is shown, and how."""

    name: str
    form: str = "number"
    plus: int = 0
    """Added while the game goes on: rounds may be counted from 0."""
    only_if: str = ""
    """Another store, without which it means nothing."""
    playing: bool = False
    """It is shown until the game is over."""
    told: bool = True
    """Its changes are told."""
    made: str = ""
    """Another store of the same seat: what was said is made if that is as much in the end."""


@dataclass(frozen=True)
class Shown:
    """The `[table]` section of a sheet."""

    given: bool = False
    trick: str = ""
    led: str = ""
    trump: str = ""
    """A store, or a suit that is always trump."""
    ranks: tuple[str, ...] = ()
    """From low to high; the deck's own order if there are none."""
    unshown: tuple[str, ...] = ()
    cover: tuple[str, ...] = ()
    """Cards that stand for the game, in a fan."""
    roles: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, Mapping[str, Item]] = field(default_factory=dict)
    """By owner (player, team, game) and name of the store."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """How ranks are called that are printed as numbers: SOTA = "sota"."""
    says: Mapping[str, str] = field(default_factory=dict)
    """Sentences for stores the rules set: TRUMP = "{} are trumps"."""


TEXTS, LISTS = ("trick", "led", "trump"), ("ranks", "unshown", "cover")
KEYS = (*TEXTS, *LISTS, "roles", *OWNERS, "cards", "says")
ITEM = {"name": str, "as": str, "plus": int, "if": str, "playing": bool, "told": bool, "made": str}


def read_shown(data: Mapping[str, Any], where: str) -> Shown:
    """The section as it was written; `where` is the file, for sentences about what is wrong."""
    for key, value in data.items():
        if key not in KEYS:
            raise KibitzError(
                f"{where}: `table` has no `{key}`{did_you_mean(key, KEYS)}",
                f"it can have: {', '.join(KEYS)}",
            )
        if key in TEXTS and not isinstance(value, str):
            raise KibitzError(f"{where}: `{key}` of `table` must be a text")
        if key in LISTS and not _texts(value):
            raise KibitzError(f"{where}: `{key}` of `table` must be a list of texts")
        if key not in TEXTS and key not in LISTS and not isinstance(value, dict):
            raise KibitzError(f"{where}: `{key}` of `table` must be a table")
    for place, role in data.get("roles", {}).items():
        if role not in ROLES:
            raise KibitzError(
                f"{where}: a place like {place} cannot be `{role}`{did_you_mean(str(role), ROLES)}",
                f"it can be: {', '.join(ROLES)}",
            )
    for rank, name in data.get("cards", {}).items():
        if not isinstance(name, str):
            raise KibitzError(f"{where}: the name of {rank} in `table` must be a text")
    for store, phrase in data.get("says", {}).items():
        rest = re.sub(r"\{(who|whose|their)?\}", "", phrase) if isinstance(phrase, str) else "{"
        if set(rest) & set("{}"):
            raise KibitzError(
                f"{where}: what `table` says about {store} cannot be filled in",
                "write {} where the value goes, {who}, {whose} or {their} for the seat",
            )
    return Shown(
        True,
        data.get("trick", ""),
        data.get("led", ""),
        data.get("trump", ""),
        tuple(data.get("ranks", ())),
        tuple(data.get("unshown", ())),
        tuple(data.get("cover", ())),
        roles=data.get("roles", {}),
        items={
            owner: {store: _item(where, store, said) for store, said in data.get(key, {}).items()}
            for key, owner in OWNERS.items()
        },
        cards=data.get("cards", {}),
        says=data.get("says", {}),
    )


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _item(where: str, store: str, said: object) -> Item:
    """How a store is shown: its name, or a table with more about it."""
    if isinstance(said, str):
        return Item(said)
    if not isinstance(said, dict):
        raise KibitzError(f"{where}: {store} of `table` must be a name, or a table with a `name`")
    for key, value in said.items():
        if key not in ITEM:
            raise KibitzError(
                f"{where}: {store} of `table` has no `{key}`{did_you_mean(key, ITEM)}",
                f"it can have: {', '.join(ITEM)}",
            )
        if not isinstance(value, ITEM[key]) or (ITEM[key] is int and isinstance(value, bool)):
            kind = {str: "a text", int: "a number", bool: "true or false"}[ITEM[key]]
            raise KibitzError(f"{where}: `{key}` of {store} must be {kind}")
    form = said.get("as", "number")
    if form not in FORMS:
        raise KibitzError(
            f"{where}: {store} cannot be shown as `{form}`{did_you_mean(form, FORMS)}",
            f"it can be: {', '.join(FORMS)}",
        )
    return Item(
        said.get("name", store.lower()),
        form,
        said.get("plus", 0),
        said.get("if", ""),
        said.get("playing", False),
        said.get("told", True),
        said.get("made", ""),
    )


def check_names(shown: Shown, layout: Layout, title: str) -> None:
    """Refuse a section that names what the description does not have. Ranks are not checked: a
    variant may be played with fewer."""
    places = [family.name for family in layout.families.values()]
    stores = [name for _, _, name in layout.stores]
    suits = [value for card in layout.cards for value in card.attributes.values()]

    def check(names: Iterable[str], known: Iterable[str], what: str) -> None:
        known = list(dict.fromkeys(known))
        for name in names:
            if name not in known:
                near = did_you_mean(name, known)
                raise KibitzError(f"the sheet of {title} names {what} `{name}`{near}")

    check(filter(None, (shown.trick, *shown.unshown, *shown.roles)), places, "a place")
    check(filter(None, (shown.led,)), stores, "a store")
    check(filter(None, (shown.trump,)), [*stores, *suits], "a store or suit")
    check((store.removesuffix(AGAIN) for store in shown.says), stores, "a store")
    for owner, items in shown.items.items():
        own = [name for whose, _, name in layout.stores if whose == owner]
        check(items, own, f"a store of the {owner}")
        check((item.only_if for item in items.values() if item.only_if), stores, "a store")
        check((item.made for item in items.values() if item.made), own, f"a store of the {owner}")
