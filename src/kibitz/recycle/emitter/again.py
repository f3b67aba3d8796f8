"""What can be looked at again, on other deals and for another time: nothing that is drawn when it
is looked at, and nothing that depends on the order of cards that lie hidden.
"""

from __future__ import annotations

from functools import cache

from kibitz.recycle.choices import shape
from kibitz.recycle.layout import OWNERS, Family, Layout
from kibitz.recycle.operations import Op
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Again", "open_family", "scored"]

TIED = "which of equal cards is the best is drawn"
ROLLED = "a number is drawn"
SHUFFLED = "it looks at a card that is only drawn then"
ORDERED = "it depends on the order of hidden cards"

UNORDERED = ("size", "any", "all", "filter")
"""Of a list of groups these do not ask for the order."""

SCORES: dict[Op, Op] = {
    "max": "scoremax",
    "first_max": "scoremax",
    "last_max": "scoremax",
    "min": "scoremin",
    "first_min": "scoremin",
    "last_min": "scoremin",
}
"""The score of the best card, for which it does not matter which of equal cards it is."""


def scored(node: Node) -> Node:
    """The same with the best score instead of the score of the best card."""
    args = tuple(map(scored, node.args))
    if node.op == "score" and args[0].traits.best and shape(args[0].args[1]) == shape(args[1]):
        return Node(SCORES[args[0].op], node.kind, args[0].args, node.at)
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    return Node(node.op, node.kind, args, node.at, node.value, node.var)


class Again:
    """Answers whether something may be looked at again, and if not, why."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._distinct = cache(self._all_differ)

    def draws(self, node: Node) -> bool:
        """Whether looking may decide something: it must not be looked at twice."""
        return self._drawn(node) is not None

    def why_not(self, node: Node) -> str | None:
        """Why something cannot be tested on other deals; nothing if it can."""
        return self._drawn(node) or (ORDERED if self._asks_order(node) else None)

    def only_turns_up(self, node: Node) -> bool:
        """Whether nothing is drawn but cards at the ends of places: these lie there from then on,
        and may be looked at twice."""
        return self._drawn(node, ends=False) is None

    def asked_at_ends(self, node: Node) -> list[Node] | None:
        """The places whose top or bottom card is all that is asked of an order: if each has one
        card only, there is none. Nothing if more is asked, or if names say which places."""
        ends = [n.args[-1] for n in walk(node) if n.traits.end and n.args[-1].is_spot]
        own = {n.var for n in walk(node) if n.op != "var"}
        if self._drawn(node) or self._asks_order(node, ends=False):
            return None
        if any(n.op == "var" and n.bound in own for place in ends for n in walk(place)):
            return None
        return ends

    def _drawn(self, node: Node, ends: bool = True) -> str | None:
        for n in walk(node):
            if n.traits.end and not ends:
                continue
            if n.traits.rolls:
                return ROLLED
            if n.traits.ties and not self._distinct_points(n.args[1]):
                return TIED
            if n.traits.may_draw and any(
                f.pooled for arg in n.args for f in self.layout.families_of(arg)
            ):
                return SHUFFLED
        return None

    def _asks_order(self, node: Node, ends: bool = True) -> bool:
        """Whether something depends on the order in which hidden cards lie."""
        if node.op in UNORDERED and node.args[0].kind is Kind.GROUPS:
            groups = node.args[0]
            while groups.op == "filter":
                groups = groups.args[0]
            parts = [*groups.args, *node.args[1:]] if groups.traits.in_order else node.args
            return any(self._asks_order(part, ends) for part in parts)
        if not ends and node.traits.end and node.args[-1].is_spot:
            return any(self._asks_order(arg, ends) for arg in node.args)
        looks = (node.traits.by_position or node.traits.in_order) and node.op != "sort"
        if node.op == "each" and node.args[0].kind is Kind.CARDS:
            looks = not self.layout.orders.free(node)
        if looks and any(
            family.ordered and not open_family(family)
            for arg in node.args
            if arg.kind in (Kind.CARDS, Kind.GROUPS)
            for family in self.layout.families_of(arg)
        ):
            return True
        return any(self._asks_order(arg, ends) for arg in node.args)

    def _distinct_points(self, points: Node) -> bool:
        """Whether no two cards ever have the same score."""
        owner, name = points.args
        if name.op != "name":
            return False
        return self._distinct(OWNERS[owner.kind], name.text)

    def _all_differ(self, owner: str, name: str) -> bool:
        """Whether a map is only ever set to points that say of every card something else."""
        maps = [
            node
            for node in self.layout.program.nodes()
            if node.op == "set_points"
            and OWNERS[node.args[0].args[0].kind] == owner
            and node.args[0].args[1].op in ("name", "var", "store")
            and (node.args[0].args[1].op != "name" or node.args[0].args[1].text == name)
        ]
        return bool(maps) and all(map(self._differ, maps))

    def _differ(self, node: Node) -> bool:
        """Whether the points of a map, which must be plain numbers for plain names, all differ."""
        totals = set()
        for card in self.layout.cards:
            total = 0
            for award in node.args[1:]:
                if award.op != "award" or award.args[-1].op != "num":
                    return False
                pairs = award.args[:-1]
                if not all(part.op == "name" for pair in pairs for part in pair.args):
                    return False
                if all(card.attributes.get(p.args[0].text, "") == p.args[1].text for p in pairs):
                    total += award.args[-1].number
            totals.add(total)
        return len(totals) == len(self.layout.cards)


def open_family(family: Family) -> bool:
    """Whether everybody sees the cards of some places."""
    return (
        family.memory
        or family.sight == "vloc"
        or (family.sight == "oloc" and family.owner == "game")
    )
