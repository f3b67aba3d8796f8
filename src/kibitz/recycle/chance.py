"""Options that must wait for chance.

Chance inside an option is drawn when the option is played, not when options are listed: listing
must not reveal it. So if a pick depends on something drawn, or not seen, earlier in the same
option, the option ends before it, and the rest is a further decision. Here is what depends on what:
the places, stores and maps an unseen card or a random number has gone into are *tainted*.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.layout import Layout
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["Wait", "chancy", "taint", "unrolled", "waits"]

MOST_UNROLLED = 16
ANY_NAME = "*"
CYCLED = "cycle current"
"""Another player is current: what is picked from now on is their decision."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A pick that depends on chance drawn earlier in the same option, and what follows it.

    The option ends before the pick; the rest is a further decision of the same player.
    """

    pick: Node
    rest: Node
    captured: tuple[Binding, ...]


def marks(node: Node) -> set[str]:
    """The places, stores and maps an expression reads or changes, by kind and name; variables are
    followed to what they stand for, and a name that is not known yet stands for all."""
    found: set[str] = set()
    followed: set[Binding] = set()
    stack = [node]
    while stack:
        for n in walk(stack.pop()):
            if n.traits.keeps:
                name = n.args[1]
                found.add(f"{n.value} {name.text if name.op == 'name' else ANY_NAME}")
            elif n.stands_for is not None and n.bound not in followed:
                followed.add(n.bound)
                stack.append(n.stands_for)
    return found


def chancy(node: Node, tainted: set[str]) -> bool:
    """Whether a value depends on chance that is only drawn when the option is played."""
    if any(n.traits.rolls for n in walk(node)):
        return True
    read = marks(node)
    if read & tainted:
        return True
    wild = {mark.split()[0] for mark in read | tainted if mark.endswith(ANY_NAME)}
    return any(a.split()[0] in wild and a.split()[0] == b.split()[0] for a in read for b in tainted)


def _unseen(card: Node, layout: Layout) -> bool:
    """Whether the chooser may not see a card."""
    if card.op == "var":
        value = card.bound.value
        if value is None:
            return True
        return _unseen(value, layout) if card.bound.how == "let" else not layout.seen(value)
    return not all(map(layout.seen, card.collections))


def taint(node: Node, layout: Layout, tainted: set[str]) -> None:
    """Add to the marks what an action makes depend on chance."""
    if node.traits.puts:
        source, dest = node.args
        if _unseen(source, layout) or chancy(source, tainted):
            tainted |= marks(dest)
    elif node.op == "swap_cards":
        if any(_unseen(card, layout) for card in node.args):
            tainted |= marks(node)
    elif node.op == "swap_places":
        if not all(map(layout.seen, node.args)):
            tainted |= marks(node)
    elif node.traits.sets or node.op == "set_points":
        if any(chancy(arg, tainted) for arg in node.args[1:]):
            tainted |= marks(node.args[0])
    elif node.op == "shuffle":
        tainted |= marks(node)
    elif node.op == "cycle" and node.value == "current":
        tainted.add(CYCLED)


def waits(clause: Node, layout: Layout) -> list[Wait]:
    """The picks of a clause that must wait. Picks inside loops are listed as things stand."""
    found: list[Wait] = []
    tainted: set[str] = set()

    def follow(
        node: Node, rest: tuple[Node, ...], scope: tuple[Binding, ...], hidden: bool
    ) -> None:
        if node.op == "do":
            for i, arg in enumerate(node.args):
                follow(arg, (*node.args[i + 1 :], *rest), scope, hidden)
        elif node.op == "when":
            unseen = hidden or chancy(node.args[0], tainted)
            for branch in node.statements:
                follow(branch, rest, scope, unseen)
        elif node.op == "let":
            follow(node.args[1], rest, (*scope, node.bound), hidden)
        elif node.picks:
            if hidden or CYCLED in tainted or chancy(node.args[0], tainted):
                later = Node("do", Kind.NOTHING, (node, *rest), node.at)
                used = {n.var for n in walk(later) if n.op == "var"}
                captured = tuple(b for b in scope if b in used)
                if all(b.kind is not Kind.GROUPS for b in captured):
                    found.append(Wait(node, later, captured))
            else:
                follow(node.args[1], rest, (*scope, node.bound), hidden)
        else:
            for n in walk(node):
                if n.traits.acts:
                    taint(n, layout, tainted)

    follow(clause, (), (), False)
    return found


def unrolled(node: Node) -> Node:
    """A clause in which picks that are repeated a known number of times are written out, so that
    each can wait for what is drawn before it."""
    args = tuple(map(unrolled, node.args))
    if node.op == "repeat" and args[0].op == "num" and args[0].number <= MOST_UNROLLED:
        if any(n.picks for n in walk(args[1])):
            copies = tuple(_copy(args[1]) for _ in range(args[0].number))
            return Node("do", node.kind, copies, node.at)
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    return Node(node.op, node.kind, args, node.at, node.value, node.var)


def _copy(node: Node) -> Node:
    """The same again, as nodes of its own."""
    return Node(node.op, node.kind, tuple(map(_copy, node.args)), node.at, node.value, node.var)
