"""What the rules keep and a table shows: at a seat, for a team, on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from kibitz.engine.shown import Item
from kibitz.words.words import Store, Words

__all__ = ["QUIET", "Chip", "chip_of", "chips", "seat_chips", "shown", "team_alone", "worded"]

QUIET = ("", "NONE", 0)
"""What need not be shown or told."""

UNDECIDED = "–"


@dataclass(frozen=True, slots=True)
class Chip:
    """A number or name with what it is called; `suit` if it is one of the deck, `seat` if it is
    one."""

    name: str
    value: str
    suit: str = ""
    seat: int | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.value}".strip()


def chips(
    words: Words,
    values: Mapping[str, int | str],
    decided: Set[int],
    owner: str,
    who: int = 0,
    over: bool = False,
) -> list[Chip]:
    """What is shown of a seat (player), a team or the game; `values` are the stores by key."""
    found = [
        chip_of(words, store, item, values[store.key], decided, over)
        for store, item in shown(words, values, owner, who, over)
    ]
    return [chip for chip in found if chip is not None]


def seat_chips(
    words: Words,
    values: Mapping[str, int | str],
    decided: Set[int],
    seat: int,
    teams: Sequence[tuple[int, ...]],
    over: bool = False,
) -> list[Chip]:
    """What is shown of a seat; where nobody has a partner, what is kept for its team, too."""
    own = chips(words, values, decided, "player", seat, over)
    team = team_alone(teams, seat)
    return own if team is None else own + chips(words, values, decided, "team", team, over)


def team_alone(teams: Sequence[tuple[int, ...]], seat: int) -> int | None:
    """The team that is this seat alone, if nobody has a partner."""
    alone = all(len(team) == 1 for team in teams)
    return teams.index((seat,)) if alone and (seat,) in teams else None


def shown(
    words: Words, values: Mapping[str, int | str], owner: str, who: int = 0, over: bool = False
) -> list[tuple[Store, Item]]:
    """The stores that are shown, and how; in the order of the sheet, if there is one."""
    sheet = words.game.sheet.table
    if not sheet.given:
        return [
            (store, Item(store.name))
            for store in words.of(owner, who)
            if store.key in values and not _idle(words, values, store)
        ]
    items = sheet.items[owner]
    order = list(items)
    found = [
        (store, items[store.family])
        for store in words.of(owner, who)
        if store.key in values
        and store.family in items
        and _fits(words, values, store, items[store.family], over)
    ]
    return sorted(found, key=lambda pair: order.index(pair[0].family))


def chip_of(
    words: Words,
    store: Store,
    item: Item,
    value: int | str,
    decided: Set[int],
    over: bool = False,
) -> Chip | None:
    """A store as it is shown; None: there is nothing to show yet."""
    if value in QUIET and store.slot in words.setting.decided and store.slot not in decided:
        return Chip(item.name, UNDECIDED)
    if store.text and value in QUIET:
        return None
    if item.values.get(str(value)) == "":
        return None
    suit = str(value) if value in words.setting.suits else ""
    return Chip(item.name, worded(words, value, item, over), suit, _seat(words, value, item))


def _seat(words: Words, value: int | str, item: Item) -> int | None:
    """The seat that a number stands for."""
    seats = range(words.game.players) if item.form == "seat" else ()
    return value if isinstance(value, int) and value in seats else None


def worded(words: Words, value: int | str, item: Item, over: bool = False) -> str:
    """A number or name as it is shown."""
    if (said := item.values.get(str(value))) is not None:
        return said
    if isinstance(value, int):
        if (seat := _seat(words, value, item)) is not None:
            return words.game.seats[seat]
        return str(value if over else value + item.plus).replace("-", "−")
    return words.value(value)


def _fits(
    words: Words, values: Mapping[str, int | str], store: Store, item: Item, over: bool
) -> bool:
    """Whether it means something now."""
    if item.playing and over:
        return False
    return (not item.only_if or _means(words, values, store, item.only_if)) and not (
        item.unless and _means(words, values, store, item.unless)
    )


def _means(words: Words, values: Mapping[str, int | str], store: Store, other: str) -> bool:
    """Whether another store, of the same owner or the game, has something to say."""
    own = [s for s in words.of(store.owner, store.who) if s.family == other]
    others = [s for s in words.of("game", 0) if s.family == other]
    return any(values.get(s.key, 0) not in QUIET for s in (own or others)[:1])


def _idle(words: Words, values: Mapping[str, int | str], store: Store) -> bool:
    """Whether a game without a sheet does not use it yet: nobody has anything there."""
    if store.name == "score":
        return False
    family = [
        s for s in words.stores.values() if (s.owner, s.family) == (store.owner, store.family)
    ]
    return all(values.get(s.key, 0) in QUIET for s in family)
