"""The course of a game as onlookers see it: what may be seen next, and what may be taken for what.

Everything that is done between two decisions is seen as one row of events. If it depends on hidden
cards whether something is done, onlookers learn it only if what they see then cannot have been done
by what comes afterwards: of two conditions, each of which raises the same number by one, one does
not see which has held. So for every statement it is asked here what may be the first thing seen
after it, up to the next decision or the end of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from kibitz.recycle.common import open_to_all_of
from kibitz.recycle.operations import Op
from kibitz.recycle.tree import Binding, Kind, Node, Program, walk

__all__ = [
    "Ahead",
    "Aheads",
    "actions",
    "aheads",
    "alike",
    "first",
    "opening",
    "stays",
    "told_apart",
]


class Ahead(NamedTuple):
    """An action, or a choice, that may be the next thing seen."""

    node: Node
    advanced: frozenset[Binding] = frozenset()
    """Loops that have gone on to another member until then."""
    turned: bool = False
    """It is the next turn of the stage: another player's, unless the same has been queued."""


Aheads = tuple[Ahead, ...]
"""All that may be seen next; nothing at the end of the game."""


class Gone(NamedTuple):
    """What is no longer the same."""

    on: frozenset[Binding]
    turned: bool


EVENT: dict[Op, str] = {
    "set_int": "number",
    "inc": "number",
    "dec": "number",
    "swap_cards": "move",
    "swap_places": "move",
}
"""What is seen of actions that are not called like it."""


def first(node: Node) -> tuple[list[Node], bool]:
    """The actions and choices of a statement that may be seen first, and whether it may do
    nothing at all."""
    if node.traits.acts:
        return [node], node.traits.sets and node.args[0].private
    if node.op == "choice":
        return [node], False
    found, idle = _first_of(node.statements if node.op != "when" else [])
    if node.op == "when":
        branches = [first(branch) for branch in node.statements]
        found = [each for branch, _ in branches for each in branch]
        idle = node.guards or any(nothing for _, nothing in branches)
    elif node.op == "each":
        idle = idle or node.args[0].op != "players" or node.picks
    elif node.op == "repeat":
        idle = idle or node.args[0].op != "num" or node.args[0].number <= 0
    elif node.traits.repeats:
        idle = True
    return found, idle


def _first_of(statements: Iterable[Node]) -> tuple[list[Node], bool]:
    """The same of several statements, one after the other."""
    found: list[Node] = []
    for statement in statements:
        more, idle = first(statement)
        found += more
        if not idle:
            return found, False
    return found, True


def opening(statements: Sequence[Node], then: Aheads, advanced: Binding | None = None) -> Aheads:
    """What may be seen first of some statements and what comes then; a loop may have gone on to
    its next member."""
    found, idle = _first_of(statements)
    gone = frozenset[Binding]() if advanced is None else frozenset((advanced,))
    here = tuple(Ahead(node, gone) for node in found)
    return here + then if idle else here


def aheads(program: Program) -> dict[Node, Aheads]:
    """For every statement and choice that is not part of another statement: what may be seen next
    after it."""
    found: dict[Node, Aheads] = {}

    def follow(nodes: Sequence[Node], then: Aheads) -> None:
        for i, node in enumerate(nodes):
            after = opening(nodes[i + 1 :], then)
            found[node] = after
            if node.op == "stage":
                body = node.statements
                inner = {n for each in body for s in walk(each) if s.op == "stage" for n in walk(s)}
                again = (each._replace(turned=each.node not in inner) for each in opening(body, ()))
                follow(body, (*again, *(each._replace(turned=False) for each in after)))
            elif node.op in ("let", "do"):
                follow(node.statements, after)

    follow(program.body, ())
    return found


def actions(node: Node) -> Iterator[Node]:
    """All actions of a statement."""
    return (n for n in walk(node) if n.traits.acts)


def told_apart(
    node: Node, then: Aheads, turning: bool = False, staying: Collection[Binding] = ()
) -> bool:
    """Whether nothing that a statement does can be taken for what comes next; perhaps taking it for
    granted that the next turn is another player's. Cards of some names are where they were."""
    kept = then if turning else tuple(each._replace(turned=False) for each in then)
    return not any(alike(action, ahead, staying) for action in actions(node) for ahead in kept)


def alike(one: Node, ahead: Ahead, staying: Collection[Binding] = ()) -> bool:
    """Whether an action may look the same as one that comes later."""
    two, gone = ahead.node, Gone(ahead.advanced, ahead.turned)
    if not two.traits.acts or EVENT.get(one.op, one.op) != EVENT.get(two.op, two.op):
        return False
    if one.traits.sets:
        if _elsewhere(one.args[0], two.args[0], gone):
            return False
        fixed = one.op == two.op and one.op not in ("inc", "dec")
        return not (fixed and _differ(one.args[1], two.args[1], gone))
    if one.op == two.op and one.traits.puts:
        if _elsewhere(one.args[1], two.args[1], gone):
            return False
        if open_to_all_of(one.args[1].args[0]) and _of_other_kinds(one.args[0], two.args[0], gone):
            return False
        source, other = _source(one.args[0], staying), _source(two.args[0], staying)
        return not _elsewhere(source, other, gone)
    if one.op == "cycle" and one.value != two.value:
        return False
    if one.op in ("swap_cards", "swap_places", "pass"):
        return True
    if one.op == "cycle":
        return not _differ(one.args[0], two.args[0], gone)
    return one.op != two.op or not any(
        _elsewhere(a, b, gone) for a, b in zip(one.args, two.args, strict=False)
    )


def _source(card: Node, staying: Collection[Binding] = ()) -> Node:
    """Where a card comes from, as far as the text says it."""
    while card.op == "var" and card.bound.value is not None and card.kind is Kind.CARD:
        card = card.bound.value
    while card.kind is Kind.CARD and card.args:
        card = card.args[0] if card.traits.best else card.args[-1]
    while card.op in ("filter", "sort") or (card.op == "var" and card.bound in staying):
        value = card.bound.value if card.op == "var" else card.args[0]
        assert value is not None
        card = value
    return card


def stays(let: Node) -> bool:
    """Whether cards of one place that get a name are only moved by that name: then all that can
    still be moved so are where they were."""
    value, body = let.args
    place = _source(value)
    if value.kind is not Kind.CARDS or place.op != "place":
        return False
    same = Gone(frozenset(), False)
    for action in actions(body):
        if action.op in ("swap_cards", "swap_places"):
            return False
        if action.op == "move":
            source = _source(action.args[0])
            if not source.means(let.var) and not _elsewhere(source, place, same):
                return False
    return True


def _of_other_kinds(one: Node, two: Node, gone: Gone) -> bool:
    """Whether two cards surely are not the same, by what is asked of what is printed on them."""
    return any(a == b and _differ(x, y, gone) for a, x in _printed(one) for b, y in _printed(two))


def _conjuncts(test: Node) -> list[Node]:
    return [p for arg in test.args for p in _conjuncts(arg)] if test.op == "and" else [test]


def _printed(card: Node) -> Iterator[tuple[str, Node]]:
    """What must be printed on a card: attributes, and what they are."""
    if card.op != "var" or card.bound.value is None:
        return
    cards = card.bound.value
    while cards.op in ("filter", "sort"):
        if cards.op == "filter":
            for test in _conjuncts(cards.args[1]):
                one, *others = test.args
                if test.op == "==" and one.op == "cardatt" and one.args[0].op == "name":
                    if one.args[1].means(cards.var):
                        yield one.args[0].text, others[0]
        cards = cards.args[0]


def _elsewhere(one: Node, two: Node, gone: Gone) -> bool:
    """Whether two stores or places surely are not the same."""
    if one.op == "dest" and two.op == "dest":
        return _elsewhere(one.args[0], two.args[0], gone)
    if one.op == two.op and one.traits.keeps:
        if one.value != two.value:
            return True
        return any(_differ(a, b, gone) for a, b in zip(one.args, two.args, strict=False))
    return one.op == two.op == "var" and _differ(one, two, gone)


def _differ(one: Node, two: Node, gone: Gone) -> bool:
    """Whether two values surely are not the same. Two stores may hold the same."""
    if one.kind is not two.kind:
        return True
    if one.traits.literal and two.traits.literal:
        return one.value != two.value
    if one.op != two.op:
        return False
    if one.op == "current":
        return gone.turned
    if one.op == "var":
        return one.bound is two.bound and one.bound in gone.on and _each_once(one.bound.value)
    if one.op in ("player_number", "team_number", "pid"):
        return _differ(one.args[0], two.args[0], gone)
    return False


def _each_once(collection: Node | None) -> bool:
    """Whether no member of a collection comes twice."""
    while collection is not None and collection.op == "filter":
        collection = collection.args[0]
    if collection is None:
        return False
    if collection.op == "names":
        return len(set(collection.names)) == len(collection.names)
    return collection.op in ("players", "others", "members", "teams", "other_teams", "range")
