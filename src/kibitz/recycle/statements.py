"""Statements: stages, choices and actions, checked and typed."""

from __future__ import annotations

from functools import partial

from kibitz.recycle.decks import AWARDS, awards, create_deck, real, team_lists, whole
from kibitz.recycle.elaboration import EXPRESSION_TOPICS, SEATS, Elaboration
from kibitz.recycle.operations import NAMED, Op
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import Wrong, called
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.vocabulary import FORMS, form, words

__all__ = ["block", "held", "value_first"]

NOTHING = Kind.NOTHING

HABITS = {
    "if": "a condition stands before its statement, without a word: ((== 1 1) (turn pass))",
    "when": "a condition stands before its statement, without a word: ((== 1 1) (turn pass))",
    "while": "what is repeated until a condition holds is a stage",
    "for": "write (all COLLECTION 'V STATEMENT)",
    "foreach": "write (all COLLECTION 'V STATEMENT)",
    "pass": "write (turn pass)",
    "add": "write (inc STORE INT)",
    "deal": "write (move (top PLACE) (top PLACE))",
    "draw": "write (move (top PLACE) (top PLACE))",
    "play": "write (move CARD (top PLACE))",
}
"""Words of other languages and of the card table, and how they are said here."""


def block(here: Elaboration, item: Item) -> Node:
    """What may stand in a game, in a stage or in a `let` that stands there."""
    try:
        if isinstance(item, Form) and item.head in ("stage", "choice"):
            return _stage(here, item) if item.head == "stage" else _choice(here, item)
        if isinstance(item, Form) and item.head == "let":
            return _let(here, item, outside=True)
        return statement(here, item)
    except Wrong:
        return nothing(here, item)


def nothing(here: Elaboration, item: Item) -> Node:
    return Node("do", NOTHING, (), (item.start, item.end))


def statement(here: Elaboration, item: Item) -> Node:
    """A statement, with or without a condition before it."""
    try:
        return _statement(here, item)
    except Wrong:
        return nothing(here, item)


def _statement(here: Elaboration, item: Item) -> Node:
    if isinstance(item, Atom):
        raise here.wrong(item, f"`{item}` stands where an action is expected")
    if not item.items:
        raise here.wrong(
            item,
            "there is nothing between these brackets",
            "an action is expected, such as (turn pass)",
        )
    first = item.items[0]
    if isinstance(first, Form):
        return _when(here, item, first)
    for topic in ("action", "flow"):
        if (topic, first.text) in FORMS:
            if first.text in ("stage", "choice"):
                raise here.wrong(
                    item,
                    f"a {first} cannot stand here",
                    "it stands directly in the game or in another stage"
                    if first.text == "stage"
                    else "it stands directly in the game, in a stage, or in a let there",
                )
            return here.understood(topic, first.text, item)
    raise _unknown(here, item, first)


def _when(here: Elaboration, item: Form, first: Form) -> Node:
    """A condition and what it guards."""
    if first.head in words("action"):
        raise here.wrong(
            item,
            "statements in a row need a `do`",
            here.syntax("do")
            if len(item.items) > 1
            else "or there is one pair of brackets too many",
        )
    if len(item.items) != 2:
        here.softly(here.condition, first)
        raise here.wrong(
            item,
            "a condition is followed by exactly one statement",
            "put several into one with (do (...))",
        )
    test = here.softly(here.condition, first)
    return Node("when", NOTHING, (test, statement(here, item.items[1])), (item.start, item.end))


def _unknown(here: Elaboration, item: Form, first: Atom) -> Wrong:
    """A form that is no statement."""
    word = first.text.lower()
    if first.kind == "name" and word in words("action", "flow"):
        return here.wrong(first, f"`{first}` is a name; did you mean the word `{word}`?")
    if (
        first.kind != "word"
        or str(item.items[-1]) in ("player", "team")
        or (first.text == "game" and len(item.items) > 2)
    ):
        return here.wrong(item, f"`{here.show(item)}` stands where an action is expected")
    if word in words("bool"):
        return here.wrong(
            item,
            f"`{first}` is a condition; an action was expected here",
            "a condition and what it guards stand in brackets: ((== 1 1) (turn pass))",
        )
    if word in words(*EXPRESSION_TOPICS):
        return here.wrong(item, f"`{first}` yields a value; an action was expected here")
    near = here.near(first.text, words("action", "flow"))
    return here.wrong(first, f"unknown action `{first}`{near}", HABITS.get(word))


# --- flow -----------------------------------------------------------------------------------------


@form(
    "stage",
    "flow",
    "(stage player|team (end CONDITION) {STATEMENT})",
    "turns: players (teams) in order run the body until the condition holds; it is tested "
    "on arrival and after every turn",
)
def _stage(here: Elaboration, item: Form) -> Node:
    if len(item.items) < 3:
        raise here.wrong(
            item, "a stage needs who takes turns and when it ends", here.syntax("stage")
        )
    who, end, *body = item.items[1:]
    if isinstance(who, Form) and who.head == "end":
        here.wrong(
            item,
            "who takes turns in this stage? `player` or `team` was expected",
            here.syntax("stage"),
        )
        who, end, *body = item.items[0], *item.items[1:]
    elif str(who) not in ("player", "team"):
        near = here.near(str(who), ("player", "team"))
        here.wrong(
            who,
            f"`{here.show(who)}` cannot take turns: `player` or `team` was expected{near}",
            here.syntax("stage"),
        )
    here.stage_kinds.append(str(who))
    if isinstance(end, Form) and end.head == "end":
        test = here.softly(partial(_end_of_stage, here), end)
    else:
        here.wrong(
            end,
            "a stage says when it is over: `(end CONDITION)` was expected",
            here.syntax("stage"),
        )
        test, body = nothing(here, end), [end, *body]
    if not body:
        here.wrong(item, "this stage has no body", here.syntax("stage"))
    blocks = tuple(block(here, part) for part in body)
    here.stage_kinds.pop()
    return Node("stage", NOTHING, (test, *blocks), (item.start, item.end), str(who))


def _end_of_stage(here: Elaboration, item: Item) -> Node:
    assert isinstance(item, Form)
    (test,) = here.parts(item, 1)
    return here.condition(test)


@form(
    "choice",
    "flow",
    "(choice ({[CONDITION] STATEMENT}))",
    "the current player decides: every way through a clause is an option",
)
def _choice(here: Elaboration, item: Form) -> Node:
    return Node("choice", NOTHING, _body(here, item), (item.start, item.end))


@form(
    "do",
    "flow",
    "(do ({[CONDITION] STATEMENT}))",
    "one after another; a statement whose condition is false is skipped",
)
def _do(here: Elaboration, item: Form) -> Node:
    return Node("do", NOTHING, _body(here, item), (item.start, item.end))


def _body(here: Elaboration, item: Form) -> tuple[Node, ...]:
    body = item.items[1] if len(item.items) > 1 else item
    if body is item or not isinstance(body, Form):
        raise here.wrong(
            body, f"`{item.head}` needs a bracketed list of statements", here.syntax(item.head)
        )
    first = body.items[0] if body.items else None
    if first is None:
        raise here.wrong(item, f"there is nothing in this `{item.head}`", here.syntax(item.head))
    bare = isinstance(first, Atom) and first.text in words("action", "flow")
    if len(item.items) > 2 and bare:
        here.found.error(
            item.start,
            item.start + 1,
            f"`{item.head}` needs one more pair of brackets around all its statements",
            here.syntax(item.head),
        )
        return tuple(statement(here, part) for part in item.items[1:])
    if len(item.items) > 2:
        here.wrong(
            item.items[2],
            f"this stands outside the list of statements of its `{item.head}`",
            here.syntax(item.head),
        )
        return tuple(statement(here, part) for part in (*body.items, *item.items[2:]))
    if bare:
        here.found.warning(
            body.start,
            body.start + 1,
            f"`{item.head}` needs one more pair of "
            "brackets around its statements; read as if they were there",
        )
        return (statement(here, body),)
    return tuple(statement(here, part) for part in body.items)


@form(
    "any",
    "flow",
    "(any COLLECTION 'V STATEMENT)",
    "in a choice: one option for every "
    "member, and of nothing it is skipped; elsewhere the same as `all`",
)
@form("all", "flow", "(all COLLECTION 'V STATEMENT)", "for every member, in order")
def _each(here: Elaboration, item: Form) -> Node:
    collection, binding, body = here.member(item, "flow")
    with here.bound(binding), here.looping(item):
        inner = statement(here, body)
    return Node("each", NOTHING, (collection, inner), (item.start, item.end), item.head, binding)


@form(
    "let",
    "flow",
    "(let X 'V STATEMENT)",
    "names a value; of a place: the place itself; of a filter or group: the cards at that moment",
)
def _let(here: Elaboration, item: Form, outside: bool = False) -> Node:
    value_first(here, item)
    if len(item.items) != 4:
        here.lose(item.items)
    what, name, body = here.parts(item, 3)
    value = here.softly(partial(held, here), what)
    binding = here.binding(name, value.kind, "let", value)
    with here.bound(binding):
        stage = isinstance(body, Form) and body.head == "stage"
        inner = block(here, body) if outside and not stage else statement(here, body)
    return Node("let", NOTHING, (value, inner), (item.start, item.end), var=binding)


def held(here: Elaboration, item: Item) -> Node:
    """What a variable can be bound to."""
    value = here.expression(item)
    if value.kind in (Kind.BOOL, Kind.GAME, Kind.POINTS):
        raise here.wrong(item, f"a variable cannot hold {called(value.kind)}")
    return value


def value_first(here: Elaboration, item: Form) -> None:
    """Say so if a variable stands before its value."""
    if len(item.items) > 2:
        name, value = item.items[1:3]
        swapped = (
            isinstance(name, Atom)
            and name.kind == "variable"
            and not (isinstance(value, Atom) and value.kind == "variable")
        )
        if swapped and str(name)[1:] not in here.scope:
            here.lose((name,))
            raise here.wrong(
                item,
                f"the value comes first: ({item.head} {here.show(value)} {name} ...)"
                if item.head == "let"
                else f"the value comes first: ({item.head} {here.show(value)} {name})",
            )


# --- actions --------------------------------------------------------------------------------------


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
    "repeat",
    "action",
    "(repeat INT STATEMENT)",
    "so many times; `(repeat all (move ...))`: "
    "as often as the place it moves from has cards at the start",
)
def _repeat(here: Elaboration, item: Form) -> Node:
    times, body = here.parts(item, 2)
    with here.looping(item):
        inner = statement(here, body)
    at = (item.start, item.end)
    if isinstance(times, Atom) and times.text == "all":
        if inner.op in ("move", "forget"):
            return Node("repeat_all", NOTHING, (inner,), at)
        if inner.op == "do" and not inner.args:
            raise Wrong
        raise here.wrong(
            body,
            "`repeat all` needs a `move` from a place, or a `forget`",
            "it is written (repeat all (move (top PLACE) DEST))",
        )
    return Node("repeat", NOTHING, (here.integer(times), inner), at)


# --- making things --------------------------------------------------------------------------------


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
        teams = whole(here, team_lists(here, item), item)
        return Node("create_teams", NOTHING, (), (item.start, item.end), teams)
    near = here.near(what, ("deck", "teams"))
    raise here.wrong(
        item,
        f"only a deck or teams can be created here{near}",
        "players are created in the setup" if what.startswith("player") else here.syntax("create"),
    )
