"""Actions: what is done with cards, numbers and names, checked and typed."""

from __future__ import annotations

from kibitz.recycle.decks import AWARDS, awards, create_deck, real, team_lists, whole
from kibitz.recycle.elaboration import SEATS, Elaboration
from kibitz.recycle.operations import NAMED, Op
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import Wrong, called
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.vocabulary import form

NOTHING = Kind.NOTHING


@form(
    "set",
    "action",
    "(set (OWNER sto|str NAME) VALUE)",
    "sets a number or a name. `(set "
    "(OWNER points NAME) ({({(NAME : NAME)} INT)}))` sets a point map: a card scores the "
    "sum of the awards all of whose pairs match it",
)
def _set(here: Elaboration, item: Form) -> Node:
    if len(item.items) < 3:
        here.parts(item, 2)
    store, value, *more = item.items[1:]
    at = (item.start, item.end)
    target = here.want(store, Kind.INT, Kind.STR, Kind.POINTS, role="a store")
    if target.kind is Kind.WRONG:
        raise Wrong
    if target.op == "points":
        if more:
            raise here.wrong(item, "the awards of a point map stand in brackets", AWARDS)
        return awards(here, target, value, at)
    if target.op != "store":
        raise here.wrong(
            store,
            f"`{here.show(store)}` cannot be set: a store was expected",
            "a store is written ((current player) sto SCORE)",
        )
    here.parts(item, 2)
    if target.kind is Kind.INT:
        return Node("set_int", NOTHING, (target, here.integer(value)), at)
    return Node("set_str", NOTHING, (target, here.string(value)), at)


@form(
    "put",
    "action",
    "(put points 'NAME (AWARDS))",
    "sets a point map of the game (older files; now `set`)",
)
def _put(here: Elaboration, item: Form) -> Node:
    word, name, body = here.parts(item, 3)
    if str(word) != "points":
        raise here.wrong(word, "`put` is followed by `points`", here.syntax("put"))
    return awards(here, here.points(name), body, (item.start, item.end))


@form(
    "inc",
    "action",
    "(inc|dec (OWNER sto NAME) [INT])",
    "adds to (takes from) a number; 1 if left out",
)
@form("dec", "action", "(dec (OWNER sto NAME) [INT])", "takes from a number")
def _inc(here: Elaboration, item: Form) -> Node:
    rest = here.parts(item, 1, 2)
    at = (item.start, item.end)
    store = here.integer(rest[0])
    if store.op not in ("store", "wrong"):
        raise here.wrong(
            rest[0],
            f"`{here.show(rest[0])}` cannot be changed: a store was expected",
            "a store is written ((current player) sto SCORE)",
        )
    amount = here.integer(rest[1]) if len(rest) == 2 else Node("num", Kind.INT, (), at, 1)
    return Node(NAMED[item.head], NOTHING, (store, amount), at)


def destination(here: Elaboration, item: Item, memory: bool) -> Node:
    if not isinstance(item, Form) or len(item.items) != 2 or _is_seat(here, item):
        node = here.expression(item)
        if node.kind is not Kind.WRONG:
            hint = f"write (top {here.show(item)})" if node.op == "place" else None
            here.wrong(
                item,
                f"`{here.show(item)}` is {called(node.kind)} here, where the top or "
                "bottom of a place was expected",
                hint,
            )
        raise Wrong
    which, where = item.items
    at = (item.start, item.end)
    if isinstance(which, Atom) and which.kind == "word" and which.text not in ("top", "bottom"):
        raise here.wrong(
            which,
            f"`{which}` is not an end of a place: `top` or `bottom` was "
            f"expected{here.near(which.text, ('top', 'bottom'))}",
        )
    place = here.cards(where)
    real(here, where, place, memory)
    if isinstance(which, Atom) and which.kind == "word":
        return Node("dest", Kind.DEST, (place,), at, which.text)
    return Node("dest", Kind.DEST, (place, here.integer(which)), at, "nth")


def _is_seat(here: Elaboration, item: Form) -> bool:
    return str(item.items[1]) in ("player", "team")


@form(
    "move",
    "action",
    "(move CARD (top|bottom|INT PLACE))",
    "moves a card to an end of a real place, or so that INT cards lie below it",
)
def _move(here: Elaboration, item: Form) -> Node:
    card, dest = here.parts(item, 2)
    source = here.card(card)
    return Node(
        "move", NOTHING, (source, destination(here, dest, memory=False)), (item.start, item.end)
    )


@form(
    "remember",
    "action",
    "(remember CARD (top|bottom PLACE))",
    "notes a card in a `mem` place; it stays where it is",
)
def _remember(here: Elaboration, item: Form) -> Node:
    card, dest = here.parts(item, 2)
    source = here.card(card)
    return Node(
        "remember",
        NOTHING,
        (source, destination(here, dest, memory=True)),
        (item.start, item.end),
    )


@form("forget", "action", "(forget (top|bottom PLACE))", "drops a note from a `mem` place")
def _forget(here: Elaboration, item: Form) -> Node:
    (dest,) = here.parts(item, 1)
    return Node("forget", NOTHING, (destination(here, dest, memory=True),), (item.start, item.end))


@form(
    "swap",
    "action",
    "(swap CARD CARD)",
    "exchanges two cards, or `(swap PLACE PLACE)` the contents of two places",
)
def _swap(here: Elaboration, item: Form) -> Node:
    one, two = here.parts(item, 2)
    a = here.want(one, Kind.CARD, Kind.CARDS)
    b = here.want(two, Kind.CARD, Kind.CARDS)
    if Kind.WRONG in (a.kind, b.kind):
        raise Wrong
    if a.kind is not b.kind:
        raise here.wrong(
            item,
            f"`{here.show(one)}` is {called(a.kind)} and "
            f"`{here.show(two)}` is {called(b.kind)}: they cannot be "
            "swapped",
        )
    if a.kind is Kind.CARDS:
        real(here, one, a, memory=False)
        real(here, two, b, memory=False)
    op: Op = "swap_cards" if a.kind is Kind.CARD else "swap_places"
    return Node(op, NOTHING, (a, b), (item.start, item.end))


@form("shuffle", "action", "(shuffle PLACE)", "puts the cards into random order")
def _shuffle(here: Elaboration, item: Form) -> Node:
    (where,) = here.parts(item, 1)
    place = here.cards(where)
    real(here, where, place, memory=False)
    return Node("shuffle", NOTHING, (place,), (item.start, item.end))


@form(
    "cycle",
    "action",
    "(cycle next|current PLAYER)",
    "says who is next, or whose turn it "
    "is now; `current`, `next`, `previous` may stand for the player or team",
)
def _cycle(here: Elaboration, item: Form) -> Node:
    which, target = here.parts(item, 2)
    if str(which) not in ("next", "current"):
        near = here.near(str(which), ("next", "current"))
        raise here.wrong(which, f"`cycle` sets `next` or `current`{near}", here.syntax("cycle"))
    if isinstance(target, Atom) and target.text in SEATS:
        team = here.stage_kinds[-1:] == ["team"]
        who = Node(
            NAMED[target.text + "_team" * team],
            Kind.TEAM if team else Kind.PLAYER,
            (),
            (target.start, target.end),
        )
    else:
        who = here.want(target, Kind.PLAYER, Kind.TEAM)
    return Node("cycle", NOTHING, (who,), (item.start, item.end), str(which))


@form("turn", "action", "(turn pass)", "does nothing; it is there to be an option")
def _turn(here: Elaboration, item: Form) -> Node:
    (what,) = here.parts(item, 1)
    if str(what) != "pass":
        raise here.wrong(what, "a turn can only `pass`", here.syntax("turn"))
    return Node("pass", NOTHING, (), (item.start, item.end))


@form(
    "create",
    "action",
    "(create deck [NAME] PLACE (deck {ATTRIBUTES}))",
    "makes cards: one "
    "for every combination of the attributes. `(create teams {(INT {, INT})})` makes teams; "
    "`(create players INT)` stands in the setup",
)
def _create(here: Elaboration, item: Form) -> Node:
    what = str(item.items[1]) if len(item.items) > 1 else ""
    if what == "deck":
        return create_deck(here, item)
    if what == "teams":
        teams = whole(here, team_lists(here, item), item, in_play=True)
        return Node("create_teams", NOTHING, (), (item.start, item.end), teams)
    near = here.near(what, ("deck", "teams"))
    raise here.wrong(
        item,
        f"only a deck or teams can be created here{near}",
        "players are created in the setup" if what.startswith("player") else here.syntax("create"),
    )
