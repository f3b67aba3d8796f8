"""Which names an expression can yield, as far as the text tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.recycle.tree import Node

__all__ = ["possible_names"]


def possible_names(node: Node, cards: Sequence[Mapping[str, str]]) -> list[str] | None:
    """The names an expression can yield, given what is printed on the cards; None: any."""
    if node.op == "name":
        return [node.text]
    if node.op == "names":
        return list(node.names)
    if node.op == "filter":
        return possible_names(node.args[0], cards)
    if node.stands_for is not None and node.bound.how != "declare":
        return possible_names(node.stands_for, cards)
    if node.op == "cardatt":
        attributes = possible_names(node.args[0], cards)
        if attributes is not None:
            values = (card.get(a, "") for a in attributes for card in cards)
            return list(dict.fromkeys((*values, "")))
    return None
