"""What a table shows of a game: the `[table]` section of its sheet.

Rules keep numbers for themselves, and lay cards where nobody looks. The section says which places
are the trick and which stay unseen, which numbers and names are shown at a seat, for a team and on
the table, and how the rules' own doings are told. Without it a table shows what it can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["AGAIN", "FORMS", "OWNERS", "ROLES", "Item", "Shown"]

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
    anew: bool = False
    """It is counted anew in every deal: what it was before means nothing."""
    unless: str = ""
    """Another store, with which it means nothing any more."""
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    """How some numbers and names are written; it is not shown where that is nothing."""


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
    columns: str = ""
    """The parameter that says how many numbered places of a hand lie in a row."""
    cover: tuple[str, ...] = ()
    """Cards that stand for the game, in a fan."""
    roles: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, Mapping[str, Item]] = field(default_factory=dict)
    """By owner (player, team, game) and name of the store."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """How ranks are called that are printed as numbers: SOTA = "sota"."""
    says: Mapping[str, str] = field(default_factory=dict)
    """Sentences for stores the rules set: TRUMP = "{} are trumps"."""
