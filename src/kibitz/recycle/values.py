"""Conditions and numbers."""

from __future__ import annotations

from kibitz.recycle.elaboration import Elaboration
from kibitz.recycle.operations import NAMED
from kibitz.recycle.places import best
from kibitz.recycle.reader import Atom, Form
from kibitz.recycle.scope import Wrong, called
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.vocabulary import form

# --- conditions -----------------------------------------------------------------------------------


@form("and", "bool", "(and CONDITION {CONDITION})", "all hold; tested in order")
@form("or", "bool", "(or CONDITION {CONDITION})", "one holds; tested in order")
def _junction(here: Elaboration, item: Form) -> Node:
    parts = tuple(here.condition(part) for part in here.parts(item, 1, 999))
    return Node(NAMED[item.head], Kind.BOOL, parts, (item.start, item.end))


@form("not", "bool", "(not CONDITION)", "it does not hold")
def _not(here: Elaboration, item: Form) -> Node:
    (test,) = here.parts(item, 1)
    return Node("not", Kind.BOOL, (here.condition(test),), (item.start, item.end))


@form(
    "any",
    "bool",
    "(any|all COLLECTION 'V CONDITION)",
    "it holds for a (every) member; of "
    "nothing, `any` is false and `all` true. `(all COLLECTION 'V PLACE)`: the list of those "
    "places",
)
@form("all", "bool", "(all COLLECTION 'V CONDITION)", "it holds for every member")
def _quantifier(here: Elaboration, item: Form) -> Node:
    collection, binding, body = here.member(item, "bool")
    with here.bound(binding), here.looping(item):
        inner = here.expression(body)
    at = (item.start, item.end)
    if Kind.WRONG in (inner.kind, collection.kind):
        raise Wrong
    if inner.kind is Kind.BOOL:
        return Node(NAMED[item.head], Kind.BOOL, (collection, inner), at, var=binding)
    if inner.kind is Kind.CARDS and item.head == "all":
        return Node("eachloc", Kind.GROUPS, (collection, inner), at, var=binding)
    raise here.wrong(
        body, f"`{here.show(body)}` is {called(inner.kind)} here, where a condition was expected"
    )


@form("<", "bool", "(<|>|<=|>= INT INT)", "compares numbers")
@form(">", "bool", "(> INT INT)", "more than")
@form("<=", "bool", "(<= INT INT)", "at most")
@form(">=", "bool", "(>= INT INT)", "at least")
def _comparison(here: Elaboration, item: Form) -> Node:
    parts = here.parts(item, 2)
    return Node(
        NAMED[item.head], Kind.BOOL, tuple(map(here.integer, parts)), (item.start, item.end)
    )


@form("==", "bool", "(==|!= X X)", "compares two numbers, names, cards, players or teams")
@form("!=", "bool", "(!= X X)", "they differ")
def _equality(here: Elaboration, item: Form) -> Node:
    one, two = here.parts(item, 2)
    kinds = (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM)
    role = "a number, name, card, player or team"
    a, b = here.want(one, *kinds, role=role), here.want(two, *kinds, role=role)
    if Kind.WRONG in (a.kind, b.kind):
        raise Wrong
    if a.kind is not b.kind:
        hint = None
        if {a.kind, b.kind} == {Kind.PLAYER, Kind.INT}:
            hint = "the seat number of a player is (pid PLAYER)"
        elif {a.kind, b.kind} == {Kind.CARD, Kind.STR}:
            hint = "what is printed on a card is (cardatt NAME CARD)"
        raise here.wrong(
            item,
            f"`{here.show(one)}` is {called(a.kind)} and "
            f"`{here.show(two)}` is {called(b.kind)}: they cannot be "
            "compared",
            hint,
        )
    return Node(NAMED[item.head], Kind.BOOL, (a, b), (item.start, item.end))


# --- numbers --------------------------------------------------------------------------------------


@form("+", "int", "(+|* INT INT {INT})", "sum, product")
@form("*", "int", "(* INT INT {INT})", "product")
def _many(here: Elaboration, item: Form) -> Node:
    parts = here.parts(item, 2, 99)
    return Node(NAMED[item.head], Kind.INT, tuple(map(here.integer, parts)), (item.start, item.end))


@form(
    "-",
    "int",
    "(-|//|%|^ INT INT)",
    "difference, quotient (truncated), remainder (with the sign of the first), power",
)
@form("//", "int", "(// INT INT)", "quotient, truncated towards zero")
@form("%", "int", "(% INT INT)", "remainder")
@form("^", "int", "(^ INT INT)", "power")
@form("mod", "int", "(mod INT INT)", "remainder (older files; now `%`)")
def _two(here: Elaboration, item: Form) -> Node:
    parts = here.parts(item, 2)
    op = NAMED["%" if item.head == "mod" else item.head]
    return Node(op, Kind.INT, tuple(map(here.integer, parts)), (item.start, item.end))


@form("tri", "int", "(tri INT)", "triangular number, n(n+1)/2")
@form("fib", "int", "(fib INT)", "Fibonacci number; fib 1 = fib 2 = 1")
def _one(here: Elaboration, item: Form) -> Node:
    (part,) = here.parts(item, 1)
    return Node(NAMED[item.head], Kind.INT, (here.integer(part),), (item.start, item.end))


@form("max", "int", "(max|min INT INT {INT})", "the largest (smallest) of some numbers")
@form("min", "int", "(min INT INT {INT})", "the smallest of some numbers")
def _extreme(here: Elaboration, item: Form) -> Node:
    """Of numbers; but `(max PLACE using POINTS)` is a card, and so is what looks like it."""
    if any(isinstance(part, Atom) and part.kind == "word" for part in item.items[1:]):
        return best(here, item)
    parts = [(part, here.expression(part)) for part in item.items[1:]]
    kinds = {node.kind for _, node in parts}
    if kinds & {Kind.CARDS, Kind.GROUPS} and Kind.INT not in kinds:
        return best(here, item)
    here.parts(item, 2, 99, topic="int")
    numbers = tuple(here.fitting(part, node, Kind.INT) for part, node in parts)
    return Node(NAMED[item.head + "_int"], Kind.INT, numbers, (item.start, item.end))


@form(
    "random",
    "int",
    "(random INT [.. INT])",
    "a random number from 0, or from the first, to the last, both included",
)
def _random(here: Elaboration, item: Form) -> Node:
    at = (item.start, item.end)
    if len(item.items) == 2:
        low = Node("num", Kind.INT, (), at, 0)
        return Node("random", Kind.INT, (low, here.integer(item.items[1])), at)
    if len(item.items) == 4 and str(item.items[2]) == "..":
        ends = (here.integer(item.items[1]), here.integer(item.items[3]))
        return Node("random", Kind.INT, ends, at)
    raise here.wrong(
        item, "`random` takes a number or two with `..` between", here.syntax("random")
    )


@form("size", "int", "(size COLLECTION)", "how many members it has")
def _size(here: Elaboration, item: Form) -> Node:
    (what,) = here.parts(item, 1)
    return Node("size", Kind.INT, (here.collection(what),), (item.start, item.end))


@form("sum", "int", "(sum PLACE using POINTS)", "the scores of all cards added up")
@form(
    "scoremax",
    "int",
    "(scoremax|scoremin PLACE using POINTS)",
    "the highest (lowest) score; an error if there is no card",
)
@form("scoremin", "int", "(scoremin PLACE using POINTS)", "the lowest score")
def _total(here: Elaboration, item: Form) -> Node:
    (where,), points = here.using(item, 1)
    return Node(NAMED[item.head], Kind.INT, (here.cards(where), points), (item.start, item.end))


@form("score", "int", "(score CARD using POINTS)", "a card's score")
def _score(here: Elaboration, item: Form) -> Node:
    (card,), points = here.using(item, 1)
    return Node("score", Kind.INT, (here.card(card), points), (item.start, item.end))


@form("pid", "int", "(pid PLAYER)", "the seat number of a player, from 0")
def _pid(here: Elaboration, item: Form) -> Node:
    (who,) = here.parts(item, 1)
    return Node("pid", Kind.INT, (here.want(who, Kind.PLAYER),), (item.start, item.end))
