"""Weighing: tests of hidden cards that are sums of points, so that deals can be weighed by them.

Whether a hand has twelve points can be tested again on any deal; but most deals fail such a test.
Said as "the points of these cards in those places, added up, are at least twelve", it can be
counted while the cards are dealt. So beside the test stands a function that tells of the same
moment which cards count where, for how much, and what their sum is compared with.
"""

from __future__ import annotations

from typing import Protocol

from kibitz.recycle.emitter.beforehand import TURNED
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.writers import PlaceWriter, ScalarWriter
from kibitz.recycle.printer import Function
from kibitz.recycle.tree import Kind, Node

__all__ = ["weighed"]


class Lifting(Protocol):
    """What is needed of whoever writes conditions that can be told."""

    desk: Desk
    scalars: ScalarWriter
    places: PlaceWriter

    def hidden(self, node: Node) -> bool:
        """Whether not everybody sees it."""

    def hidden_set(self, node: Node) -> tuple[str, str] | None:
        """A collection of hidden cards as two sets: the places, the cards it wants from there."""


def weighed(lifting: Lifting, node: Node, test: Function) -> list[Function]:
    """What belongs to a test if it compares a sum of points with what everybody sees: a function
    that gives the terms of the sum (places, cards, and a list of points with an offset; no list:
    each card counts one), how they are compared and with what (None: with the outcome)."""
    asked: list[tuple[Node, Node | None, str]] = []
    if node.op in TURNED:
        left, right = node.args
        asked = [(left, right, node.op), (right, left, TURNED[node.op])]
    elif node.kind is Kind.INT:
        asked = [(node, None, "==")]
    for one, two, sign in asked:
        if two is None or (two.kind is Kind.INT and not lifting.hidden(two)):
            found = _written(lifting, one, two, sign)
            if found is not None:
                head = test.head.replace("secret_", "weighed_", 1)
                return [Function(head, test.doc.replace("tested again", "as a sum"), found)]
    return []


def _written(lifting: Lifting, one: Node, two: Node | None, sign: str) -> str | None:
    page, desk = lifting.desk.page, lifting.desk
    kept = desk.failure, page.depth
    desk.failure, page.depth = "return None", 1
    try:
        with page.aside() as lines:
            terms = _terms(lifting, one)
            if terms is not None:
                limit = "None" if two is None else lifting.scalars.integer(two)
                page.line(f'return [{", ".join(terms)}], "{sign}", {limit}')
    finally:
        desk.failure, page.depth = kept
    return None if terms is None else "\n".join(lines)


def _terms(lifting: Lifting, node: Node) -> list[str] | None:
    """The terms of a sum; None if it is none, or if it counts what is no set of cards."""
    if node.op == "+":
        parts = [_terms(lifting, arg) for arg in node.args]
        if any(part is None for part in parts):
            return None
        return [term for part in parts for term in part or ()]
    if node.op not in ("sum", "size") or node.args[0].kind is not Kind.CARDS:
        return None
    found = lifting.hidden_set(node.args[0])
    if found is None or any(lifting.hidden(arg) for arg in node.args[1:]):
        return None
    points = "None, 0" if node.op == "size" else lifting.places.points(node.args[1])
    return [f"({found[0]}, {found[1]}, {points})"]
