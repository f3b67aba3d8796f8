"""Options that do the same up to something that everybody can tell beforehand.

"Play a card" and "play a card, and if it is a heart, hearts are broken" look the same unless it is
a heart. So they match under a condition: what one of them does and the other does not is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.recycle.choices import shape
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["Match", "matching"]

PLAIN = ("and", "or", "not", "cardatt", "var", "name", "num", "store", "current", "game", "score",
         "points")  # fmt: skip
"""What may be asked before anything is done as well as after."""


class Match(NamedTuple):
    """Two options look the same if these conditions come out alike: one of each."""

    own: Node | None
    """None: it is surely done."""
    other: Node | None


class _Done(NamedTuple):
    test: Node | None
    """The condition under which it is done."""
    action: Node
    shape: str


NEVER = Node("!=", Kind.BOOL, (Node("num", Kind.INT, value=0), Node("num", Kind.INT, value=0)))


def matching(
    own: Node, other: Node, names: dict[Binding, str], others: dict[Binding, str]
) -> list[Match] | None:
    """Under which conditions two statements do the same; nothing if that is not so simple. Picks
    that have the same name are the same."""
    one, two = list(_done(own, None, names)), list(_done(other, None, others))
    if any(done.test is not None and not _steady(done.test, [own, other]) for done in one + two):
        return None
    found: list[Match] = []
    while one or two:
        if one and two and one[0].shape == two[0].shape:
            if one[0].test is not None or two[0].test is not None:
                found.append(Match(one[0].test, two[0].test))
            one, two = one[1:], two[1:]
        elif one and one[0].test is not None and _missing(one[0], two):
            found.append(Match(one[0].test, NEVER))
            one = one[1:]
        elif two and two[0].test is not None and _missing(two[0], one):
            found.append(Match(NEVER, two[0].test))
            two = two[1:]
        else:
            return None
    return found


def _missing(done: _Done, others: list[_Done]) -> bool:
    return all(done.shape != other.shape for other in others)


def _done(node: Node, test: Node | None, names: dict[Binding, str]) -> Iterator[_Done]:
    """What a statement does, each with the condition under which it does it."""
    if node.op == "do":
        for statement in node.args:
            yield from _done(statement, test, names)
    elif node.op == "when":
        asked, *branches = node.args
        opposite = Node("not", Kind.BOOL, (asked,), asked.at)
        for branch, condition in zip(branches, (asked, opposite), strict=False):
            both = condition
            if test is not None:
                both = Node("and", Kind.BOOL, (test, condition), asked.at)
            yield from _done(branch, both, names)
    else:
        yield _Done(test, node, shape(node, names))


def _steady(test: Node, statements: list[Node]) -> bool:
    """Whether it makes no difference that a condition is tested before anything is done."""
    if not all(n.op in PLAIN or n.traits.compares for n in walk(test)):
        return False
    acts = [n for statement in statements for n in walk(statement) if n.traits.acts]
    if any(n.op in ("set_points", "cycle") for n in acts):
        return not any(n.op in ("points", "current") for n in walk(test))
    changed = {n.args[0].said for n in acts if n.traits.sets}
    read = {n.said for n in walk(test) if n.op == "store"}
    return None not in read and None not in changed and not read & changed
