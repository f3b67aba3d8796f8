"""Options that do the same if something is so that everybody can tell beforehand.

"Play a card" and "play a card, and if it is a heart, hearts are broken" look the same unless it is
a heart; "give somebody a card" and "give your neighbour a card", if it is the neighbour. So two
options match under conditions, and what was picked in one says what must have been picked in the
other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.recycle.choices import shape
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["Match", "matching"]

PLAIN = ("and", "or", "not", "cardatt", "var", "name", "num", "store", "current", "next",
         "previous", "player_number", "team_of", "team_number", "pid", "game", "score", "points",
         "+", "-", "*")  # fmt: skip
"""What may be asked before anything is done as well as after."""

SCALARS = (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM)


@dataclass(frozen=True, slots=True)
class Match:
    """Two options look the same if some conditions come out alike, and some values are the same."""

    tests: list[tuple[Node | None, Node | None]] = field(default_factory=list)
    """One of each; None: it is surely done."""
    values: list[tuple[Node, Node]] = field(default_factory=list)
    picks: dict[Binding, Node] = field(default_factory=dict)
    """What must have been picked in the other, in terms of the one."""

    def asked(self) -> Iterator[Node]:
        """All that must be known for it, but picks."""
        for one, two in self.tests:
            yield from (test for test in (one, two) if test is not None)
        for pair in self.values:
            yield from pair


class _Done(NamedTuple):
    test: Node | None
    """The condition under which it is done."""
    action: Node


NEVER = Node("!=", Kind.BOOL, (Node("num", Kind.INT, value=0), Node("num", Kind.INT, value=0)))


def matching(own: Node, other: Node, picks: set[Binding], theirs: set[Binding]) -> Match | None:
    """What must be so for two statements to do the same, with the picks of each; nothing if that
    is not so simple."""
    one, two = list(_done(own, None)), list(_done(other, None))
    found = Match()
    while one or two:
        if one and two and _unified(one[0].action, two[0].action, picks, theirs, found):
            if one[0].test is not None or two[0].test is not None:
                found.tests.append((one[0].test, two[0].test))
            one, two = one[1:], two[1:]
        elif one and one[0].test is not None:
            found.tests.append((one[0].test, NEVER))
            one = one[1:]
        elif two and two[0].test is not None:
            found.tests.append((NEVER, two[0].test))
            two = two[1:]
        else:
            return None
    if not all(_steady(node, [own, other]) for node in found.asked()):
        return None
    return found


def _unified(one: Node, two: Node, picks: set[Binding], theirs: set[Binding], found: Match) -> bool:
    """Whether two actions can be the same, and what must be so."""
    tried = Match(values=[], picks=dict(found.picks))
    if not _unify(one, two, picks, theirs, tried):
        return False
    found.values.extend(tried.values)
    found.picks.update(tried.picks)
    return True


def _unify(one: Node, two: Node, picks: set[Binding], theirs: set[Binding], found: Match) -> bool:
    if two.op == "var" and two.bound in theirs:
        if two.bound not in found.picks:
            found.picks[two.bound] = one
            return one.kind is two.kind
        if found.picks[two.bound] is one or shape(found.picks[two.bound]) == shape(one):
            return True
        if one.kind in SCALARS:
            found.values.append((one, two))
        return one.kind in SCALARS
    free = {n.bound for n in walk(one) if n.op == "var" and n.bound in picks}
    if not free and not any(n.op == "var" and n.bound in theirs for n in walk(two)):
        if shape(one) == shape(two):
            return True
    if one.op == two.op and one.value == two.value and len(one.args) == len(two.args):
        if one.var is None and two.var is None and one.args:
            before = len(found.values), dict(found.picks)
            if all(_unify(a, b, picks, theirs, found) for a, b in zip(one.args, two.args)):  # noqa: B905
                return True
            del found.values[before[0] :]
            for binding in set(found.picks) - set(before[1]):
                del found.picks[binding]
    if one.kind not in SCALARS or one.kind is not two.kind:
        return False
    if one.traits.literal and two.traits.literal:
        return False
    found.values.append((one, two))
    return True


def _done(node: Node, test: Node | None) -> Iterator[_Done]:
    """What a statement does, each with the condition under which it does it."""
    if node.op == "do":
        for statement in node.args:
            yield from _done(statement, test)
    elif node.op == "when":
        asked, *branches = node.args
        opposite = Node("not", Kind.BOOL, (asked,), asked.at)
        for branch, condition in zip(branches, (asked, opposite), strict=False):
            both = condition
            if test is not None:
                both = Node("and", Kind.BOOL, (test, condition), asked.at)
            yield from _done(branch, both)
    else:
        yield _Done(test, node)


def _steady(node: Node, statements: list[Node]) -> bool:
    """Whether it makes no difference that something is asked before anything is done."""
    if not all(n.op in PLAIN or n.traits.compares for n in walk(node)):
        return False
    acts = [n for statement in statements for n in walk(statement) if n.traits.acts]
    if any(n.op in ("set_points", "cycle", "create_teams") for n in acts):
        asked = ("points", "current", "next", "previous", "team_of")
        if any(n.op in asked for n in walk(node)):
            return False
    changed = {n.args[0].said for n in acts if n.traits.sets}
    read = {n.said for n in walk(node) if n.op == "store"}
    return not read or (None not in read and None not in changed and not read & changed)
