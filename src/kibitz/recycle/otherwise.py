"""`else`: what is done, or offered, when nothing before it is.

In a `do` it belongs to the conditions directly before it and is done if none of them held. In a
choice it is offered if no other clause offers anything; that is put into a condition like any
other, so that all that is found out about conditions holds for it: who sees it, what it shows, how
it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.recycle.copies import copied, replaced
from kibitz.recycle.elaboration import Elaboration
from kibitz.recycle.reader import Form, Item
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["at_last", "branched", "is_else"]

Offered = Node | bool
"""A condition, or that something is always or never so."""


def is_else(item: Item) -> bool:
    return isinstance(item, Form) and item.head == "else"


# --- in a do --------------------------------------------------------------------------------------


def branched(here: Elaboration, item: Item, guarded: Sequence[Node], body: Node) -> Node:
    """Some conditions with what they guard, and what is done if none of them holds.

    As long as none has held nothing was done: so they all fail as things stand at the start.
    """
    if len(guarded) == 1:
        test, then = guarded[0].args
        return Node("when", Kind.NOTHING, (test, then, body), guarded[0].at)
    if any(n.traits.rolls or n.traits.ties for node in guarded for n in walk(node.args[0])):
        raise here.wrong(
            item,
            "this `else` follows several conditions, and one of them is left to chance",
            "name what is drawn before them with let",
        )
    at = (guarded[0].at[0], item.end)
    tests = tuple(copied(node.args[0], here.another) for node in guarded)
    some = Node("or", Kind.BOOL, tests, at)
    return Node("when", Kind.NOTHING, (some, Node("do", Kind.NOTHING, (*guarded,), at), body), at)


# --- in a choice ----------------------------------------------------------------------------------


def at_last(here: Elaboration, item: Item, clauses: Iterable[Node], body: Node) -> Node:
    """What is offered if none of some clauses offers anything."""
    found: list[Node] = []
    for clause in clauses:
        offered = _offered(clause)
        if offered is True:
            line = here.found.source.place(clause.at[0])[0]
            here.found.warning(
                item.start,
                item.start + 5,
                f"this `else` is never offered: the clause in line {line} always offers something",
            )
        if isinstance(offered, Node):
            found.append(copied(offered, here.another))
        elif offered:
            found.append(Node("==", Kind.BOOL, (_number(0, item), _number(0, item)), clause.at))
    if any(n.traits.rolls for node in found for n in walk(node)):
        raise here.wrong(
            item, "whether this `else` is offered would be left to chance, before anything is drawn"
        )
    at = (item.start, item.end)
    some = found[0] if len(found) == 1 else Node("or", Kind.BOOL, tuple(found), at)
    none = Node("not", Kind.BOOL, (some,), at) if found else None
    return body if none is None else Node("when", Kind.NOTHING, (none, body), at)


def _offered(node: Node) -> Offered:
    """Whether some way through a statement does something. As long as nothing is done all stays as
    it is, so every part of it can be asked at once."""
    if node.traits.acts:
        return True
    if node.op == "when":
        test, body, *rest = node.args
        found = _both(test, _offered(body))
        if rest:
            opposite = Node("not", Kind.BOOL, (test,), test.at)
            return _either(found, _both(opposite, _offered(rest[0])))
        return found
    if node.op == "let":
        inner = _offered(node.args[1])
        return inner if isinstance(inner, bool) else replaced(inner, node.bound, node.args[0])
    if node.op == "each":
        return _some(node, _offered(node.args[1]))
    if node.op == "repeat":
        return _both(_more(node.args[0], 0), _offered(node.args[1]))
    if node.op == "repeat_all":
        places = [place for arg in node.args[0].args for place in arg.collections]
        return _more(Node("size", Kind.INT, (places[0],), node.at), 0) if places else True
    found = False
    for statement in node.statements:
        found = _either(found, _offered(statement))
    return found


def _some(loop: Node, inner: Offered) -> Offered:
    """Whether something is done for a member of a collection."""
    members = loop.args[0]
    if inner is False:
        return False
    if inner is True:
        return _more(Node("size", Kind.INT, (members,), loop.at), 0)
    cards = inner.args[0].args[0] if inner.op == ">" and inner.args[0].op == "size" else None
    if members.op == "subsets" and cards is not None and cards.means(loop.var):
        *sizes, place = members.args  # is there a subset that is not empty? there is no need to try
        held = Node("size", Kind.INT, (place,), members.at)
        if not sizes:
            return _more(held, 0)
        return _both(_more(sizes[0], 0), Node(">=", Kind.BOOL, (held, sizes[0]), members.at))
    return Node("any", Kind.BOOL, (members, inner), loop.at, var=loop.var)


def _more(number: Node, than: int) -> Node:
    return Node(">", Kind.BOOL, (number, _number(than, number)), number.at)


def _number(value: int, like: Node | Item) -> Node:
    at = like.at if isinstance(like, Node) else (like.start, like.end)
    return Node("num", Kind.INT, (), at, value)


def _both(one: Node, two: Offered) -> Offered:
    if isinstance(two, bool):
        return one if two else False
    return Node("and", Kind.BOOL, (one, two), one.at)


def _either(one: Offered, two: Offered) -> Offered:
    if True in (one, two):
        return True
    if isinstance(one, bool) or isinstance(two, bool):
        return two if one is False else one
    return Node("or", Kind.BOOL, (one, two), one.at)
