"""Which cards can come to which places, as far as the text tells.

A card comes to a place because its deck was created there, or by being moved from a place it could
come to: filters and conditions are left out of account. So a set of cards may be too large, never
too small.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.layout import Family, Layout
from kibitz.recycle.tree import Node, walk

__all__ = ["reach"]

EXCHANGES = ("swap_cards", "swap_places")


def reach(layout: Layout) -> dict[Family, frozenset[int]]:
    """The numbers of the cards that can come to the places of each family, or be noted there."""
    found: dict[Family, set[int]] = {family: set() for family in layout.families.values()}
    for deck, copies in layout.copies.items():
        for family in _families(layout, deck.args[0]):
            found[family].update(card for copy in copies for card in copy)
    ways = [(set(_families(layout, source)), set(_families(layout, target)))
            for source, target in _moves(layout)]  # fmt: skip
    grown = True
    while grown:
        grown = False
        for sources, targets in ways:
            cards = set().union(*(found[family] for family in sources))
            for family in targets:
                grown |= not cards <= found[family]
                found[family] |= cards
    return {family: frozenset(cards) for family, cards in found.items()}


def _moves(layout: Layout) -> Iterator[tuple[Node, Node]]:
    """What is put where: from somewhere in a node to a place in another."""
    for node in layout.program.nodes():
        if node.traits.puts:
            yield node.args[0], node.args[1]
        elif node.op in EXCHANGES:
            yield node, node


def _families(layout: Layout, node: Node) -> Iterator[Family]:
    """The families of all places that something mentions, by variables too; all there are, if that
    cannot be told."""
    for each in walk(node):
        if each.traits.keeps == "cards":
            yield from layout.families_named(each)
        elif each.op == "everything":
            yield from layout.families.values()
        elif each.op == "var" and each.bound.how != "declare":
            if each.stands_for is None:
                yield from layout.families.values()
            else:
                yield from _families(layout, each.stands_for)
        elif each.op == "var" and each.stands_for is not None:
            yield from _families(layout, each.stands_for)
