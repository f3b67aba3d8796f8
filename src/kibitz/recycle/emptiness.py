"""What becomes of a group without cards: among groups on offer, in conditions, in statements."""

from __future__ import annotations

from functools import reduce

from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["EmptyGroup", "holds_empty"]

GUARDED = object()
"""It is not known what an expression yields, but it looks at the group."""


def holds_empty(groups: Node) -> bool:
    """Whether the empty group may be among some groups."""
    if groups.stands_for is not None:
        return holds_empty(groups.stands_for)
    if groups.op == "filter":
        return holds_empty(groups.args[0]) and EmptyGroup(groups.bound).may_hold(groups.args[1])
    return groups.op == "subsets" and len(groups.args) == 1


class EmptyGroup:
    """A variable that stands for no cards at all, and what follows from that."""

    def __init__(self, binding: Binding) -> None:
        self._known = {binding: True}

    def empties(self, node: Node) -> bool:
        """Whether a collection has no members because the group has none."""
        if node.op == "var":
            if node.bound not in self._known:
                value = node.stands_for if node.bound.how == "let" else None
                self._known[node.bound] = value is not None and self.empties(value)
            return self._known[node.bound]
        if node.op == "eachloc":
            return self.empties(node.args[0])
        if node.kind not in (Kind.CARDS, Kind.GROUPS) or node.op == "subsets":
            return False  # of no cards there is one subset
        enough = any if node.op == "intersect" else all
        return bool(node.collections) and enough(map(self.empties, node.collections))

    def allows(self, node: Node) -> bool:
        """Whether a statement may do anything although the group is empty."""
        if node.op == "when":
            test, body, *rest = node.args
            return (self.may_hold(test) and self.allows(body)) or any(map(self.allows, rest))
        if node.op == "each":
            return not self.empties(node.args[0]) and self.allows(node.args[1])
        if node.op == "repeat":
            return self.value(node.args[0]) != 0 and self.allows(node.args[1])
        if node.op == "repeat_all":
            return not any(map(self.empties, node.args[0].args[0].args))
        if node.traits.sure:
            return any(map(self.allows, node.statements))
        return node.traits.acts

    def may_hold(self, condition: Node) -> bool:
        """Whether a condition may be true although the group is empty."""
        return self.value(condition) in (True, None)

    def value(self, node: Node) -> object:  # the docstring lists them
        """A number or condition, given the empty group: its value, GUARDED, or None: unknown."""
        if node.op == "num":
            return node.value
        if node.op == "var" and node.kind is Kind.INT and node.bound.how in ("let", "declare"):
            return self.value(node.stands_for) if node.stands_for is not None else None
        if node.op in ("size", "sum", "any", "all") and self.empties(node.args[0]):
            return node.op == "all" if node.kind is Kind.BOOL else 0
        if node.op == "not":
            inner = self.value(node.args[0])
            return not inner if isinstance(inner, bool) else inner
        if node.op in ("and", "or"):
            decisive = node.op == "or"
            values = list(map(self.value, node.args))
            for value in (decisive, *((None, GUARDED) if decisive else (GUARDED, None))):
                if any(v is value for v in values):
                    return value
            return not decisive
        if node.traits.fold is not None:
            values = list(map(self.value, node.args))
            numbers = [value for value in values if isinstance(value, int)]
            if len(numbers) == len(values):
                return reduce(node.traits.fold, numbers)
        looks = any(n.op == "var" and self.empties(n) for n in walk(node))
        return GUARDED if looks else None
