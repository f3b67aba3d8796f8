"""What can be said of an expression before anything is written."""

from __future__ import annotations

from kibitz.recycle.choices import Clause
from kibitz.recycle.layout import Layout
from kibitz.recycle.operations import Op
from kibitz.recycle.tree import Kind, Node, walk

__all__ = [
    "TURNED",
    "conjuncts",
    "harmless",
    "has_memory",
    "only_listed",
    "picks_from_set",
]

TURNED: dict[Op, Op] = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""Comparisons seen from the other side."""


def conjuncts(node: Node) -> list[Node]:
    """The conditions that must all hold."""
    if node.op == "and":
        return [part for arg in node.args for part in conjuncts(arg)]
    return [node]


def harmless(layout: Layout, node: Node) -> bool:
    """Whether a condition can be tested once, beforehand: it cannot fail, nor draw."""
    for n in walk(node):
        if n.traits.risky:
            return False
        if n.op == "place" and (n.args[1].op != "name" or n.args[2].op != "num"):
            return False
        if n.op == "store" and n.said is None:
            return False
        if n.op in ("top", "bottom", "nth", "first", "run") and any(
            family.pooled for arg in n.args for family in layout.families_of(arg)
        ):
            return False
    return True


def has_memory(layout: Layout, node: Node) -> bool:
    """Whether a collection is, or may be, a memory place: a card can be there twice."""
    return any(family.memory for family in layout.families_of(node))


def only_listed(node: Node) -> bool:
    """Whether a collection is only known as a list."""
    if node.op in ("place", "filter", "union", "intersect", "disjunction", "sort"):
        return False
    return not (node.op == "var" and node.bound.spot)


def picks_from_set(layout: Layout, clause: Clause) -> bool:
    """Whether a clause picks from a set of cards."""
    if clause.pick is None or clause.subset:
        return False
    where = clause.pick.args[0]
    return where.kind is Kind.CARDS and not (has_memory(layout, where) or only_listed(where))
