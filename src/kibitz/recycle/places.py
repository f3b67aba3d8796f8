"""Places and stores, players and teams, single cards."""

from __future__ import annotations

from kibitz.recycle.elaboration import SEATS, Elaboration
from kibitz.recycle.operations import NAMED
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.tree import PRIVATE, Kind, Node
from kibitz.recycle.vocabulary import form

__all__ = ["best", "who"]

# --- places, stores, seats ------------------------------------------------------------------------


def who(here: Elaboration, item: Item) -> Node:
    return here.want(item, Kind.GAME, Kind.PLAYER, Kind.TEAM, role="`game`, a player or a team")


@form(
    "vloc",
    "cards",
    "(OWNER vloc|iloc|hloc|oloc|mem NAME [INT])",
    "a place of the game, a player or a team: seen by everybody (vloc), by its owner (iloc), "
    "by nobody (hloc), by all but its owner (oloc); `mem` holds references to cards that "
    "stay where they are. The number is an index, 0 if left out",
)
def _place(here: Elaboration, item: Item) -> Node:
    assert isinstance(item, Form)
    if len(item.items) not in (3, 4):
        raise here.wrong(
            item,
            "a place is an owner, a kind, a name and perhaps an index",
            here.syntax("vloc"),
        )
    owner = who(here, item.items[0])
    name = here.string(item.items[2])
    index = (
        here.integer(item.items[3])
        if len(item.items) == 4
        else Node("num", Kind.INT, (), (item.start, item.end), 0)
    )
    return Node(
        "place", Kind.CARDS, (owner, name, index), (item.start, item.end), str(item.items[1])
    )


@form(
    "sto",
    "int",
    "(OWNER sto NAME [INDEX])",
    "a number kept by the game, a player or a team; 0 until it is set. With an index, which is a "
    "number or a name, there is one for every index",
)
@form(
    "str",
    "str",
    "(OWNER str NAME [INDEX])",
    "a name kept by the game, a player or a team; empty until it is set",
)
@form(
    "isto",
    "int",
    "(PLAYER isto NAME [INDEX])",
    "a number of a player that nobody else sees; shown by setting a `sto` to it",
)
@form(
    "istr",
    "str",
    "(PLAYER istr NAME [INDEX])",
    "a name of a player that nobody else sees",
)
@form(
    "points",
    "points",
    "(OWNER points NAME)",
    "the score of every card, as `set` has frozen it; all 0 until it is set",
)
def _store(here: Elaboration, item: Item) -> Node:
    assert isinstance(item, Form)
    what = str(item.items[1])
    if len(item.items) != 3 and (len(item.items) != 4 or what == "points"):
        raise here.wrong(
            item, f"`{what}` needs an owner before it and one name after it", here.syntax(what)
        )
    owner = who(here, item.items[0])
    if what in PRIVATE and owner.kind not in (Kind.PLAYER, Kind.WRONG):
        raise here.wrong(
            item.items[0],
            f"what `{what}` keeps is seen by a player only: it has no other owner",
            here.syntax(what),
        )
    name = here.string(item.items[2])
    index: tuple[Node, ...] = ()
    if len(item.items) == 4:
        index = (here.want(item.items[3], Kind.INT, Kind.STR, role="a number or a name"),)
        if name.op not in ("name", "wrong"):
            raise here.wrong(
                item.items[2], "the name of a store with an index is written, not worked out"
            )
        if index[0].op == "num" and index[0].number < 0:
            raise here.wrong(item.items[3], "an index is 0 or more")
    kinds = {"sto": Kind.INT, "isto": Kind.INT, "points": Kind.POINTS}
    kind = kinds.get(what, Kind.STR)
    return Node(
        "points" if what == "points" else "store",
        kind,
        (owner, name, *index),
        (item.start, item.end),
        what,
    )


@form(
    "player",
    "player",
    "(current|next|previous|INT player)",
    "a player, by turn or by seat number from 0; `next` is the one queued by `cycle next`, if any",
)
@form("current", "player", "(current|next|previous|INT team)", "a team, likewise")
def _seat(here: Elaboration, item: Item) -> Node:
    assert isinstance(item, Form)
    at = (item.start, item.end)
    first = item.items[0]
    second = item.items[1] if len(item.items) > 1 else first
    if isinstance(first, Atom) and first.text == "player":
        raise here.wrong(item, "who comes first, `player` after it", here.syntax("player"))
    if str(second) not in ("player", "team"):
        near = here.near(str(second), ("player", "team"))
        raise here.wrong(
            item, f"`{first}` is followed by `player` or `team`{near}", here.syntax("player")
        )
    if len(item.items) > 2:
        raise here.wrong(
            item,
            f"there is too much in `{here.show(item)}`",
            f"({first} {second}) has brackets of its own",
        )
    what = str(second)
    kind = Kind.PLAYER if what == "player" else Kind.TEAM
    if isinstance(first, Atom) and first.text in SEATS:
        return Node(NAMED[first.text + "_team" * (what == "team")], kind, (), at)
    if isinstance(first, Atom) and first.kind == "word":
        near = here.near(first.text, (*SEATS, "other"))
        raise here.wrong(first, f"unknown {what} `{first}`{near}", here.syntax("player"))
    return Node(NAMED[what + "_number"], kind, (here.integer(first),), at)


@form("team", "player", "(team PLAYER)", "the team of a player")
def _team(here: Elaboration, item: Form) -> Node:
    (who,) = here.parts(item, 1)
    return Node("team_of", Kind.TEAM, (here.want(who, Kind.PLAYER),), (item.start, item.end))


@form("owner", "player", "(owner CARD)", "the player who owns the place a card lies in")
def _owner(here: Elaboration, item: Form) -> Node:
    (card,) = here.parts(item, 1)
    return Node("owner", Kind.PLAYER, (here.card(card),), (item.start, item.end))


# --- cards ----------------------------------------------------------------------------------------


@form(
    "top",
    "card",
    "(top|bottom|INT PLACE)",
    "a card by its position; numbers count from "
    "the bottom, 0 first. Of a list of groups: one group. `(top|bottom INT PLACE)`: the "
    "first cards from that end, as a place",
)
@form("bottom", "card", "(bottom PLACE)", "the lowest card")
def _end(here: Elaboration, item: Form) -> Node:
    first = item.items[0]
    if not isinstance(first, Atom) or first.kind != "word":
        return _nth(here, item)
    rest = here.parts(item, 1, 2)
    at = (item.start, item.end)
    if len(rest) == 2:
        return Node(
            "first", Kind.CARDS, (here.integer(rest[0]), here.cards(rest[1])), at, item.head
        )
    where = here.want(rest[0], Kind.CARDS, Kind.GROUPS, role="a place")
    if where.kind is Kind.GROUPS:
        return Node(NAMED["group_" + item.head], Kind.CARDS, (where,), at)
    return Node(NAMED[item.head], Kind.CARD, (where,), at)


def _nth(here: Elaboration, item: Form) -> Node:
    number = here.integer(item.items[0])
    where = here.want(item.items[1], Kind.CARDS, Kind.GROUPS, role="a place")
    at = (item.start, item.end)
    if where.kind is Kind.GROUPS:
        return Node("group_nth", Kind.CARDS, (number, where), at)
    return Node("nth", Kind.CARD, (number, where), at)


@form(
    "max",
    "card",
    "(max|min PLACE using POINTS)",
    "the card of the highest (lowest) score; "
    "ties are broken at random; an error if there is no card",
)
@form("min", "card", "(min PLACE using POINTS)", "the card of the lowest score")
def best(here: Elaboration, item: Form) -> Node:
    (where,), points = here.using(item, 1)
    return Node(NAMED[item.head], Kind.CARD, (here.cards(where), points), (item.start, item.end))


@form(
    "first",
    "card",
    "(first|last max|min PLACE using POINTS)",
    "the same; of several such cards that which came first (last) to where it lies",
)
@form("last", "card", "(last max|min PLACE using POINTS)", "the last of them")
def _by_order(here: Elaboration, item: Form) -> Node:
    way = str(item.items[1]) if len(item.items) > 1 else ""
    if way not in ("max", "min"):
        raise here.wrong(
            item,
            f"`{item.head}` is followed by `max` or `min`{here.near(way, ('max', 'min'))}",
            here.syntax("first"),
        )
    node = best(here, Form(item.items[1:], item.start, item.end))
    return Node(NAMED[f"{item.head}_{way}"], Kind.CARD, node.args, node.at)


@form("actual", "card", "(actual CARD)", "the card itself (accepted from older files)")
def _actual(here: Elaboration, item: Form) -> Node:
    (card,) = here.parts(item, 1)
    return here.card(card)


@form(
    "cardatt",
    "str",
    "(cardatt NAME CARD)",
    "the value of a card's attribute; empty if it has none, or if there is no card",
)
def _cardatt(here: Elaboration, item: Form) -> Node:
    attribute, card = here.parts(item, 2)
    return Node(
        "cardatt", Kind.STR, (here.string(attribute), here.card(card)), (item.start, item.end)
    )
