"""What becomes of a group without cards: among the groups on offer, in conditions, in statements."""

from __future__ import annotations

from kibitz.recycle.tree import ACTIONS, Binding, Kind, Node, walk

__all__ = ["acts", "holds_empty"]

Empty = frozenset[Binding]
"""Variables that stand for no cards at all."""

GUARDED = object()
"""It is not known what an expression yields, but it looks at the group."""


def holds_empty(groups: Node) -> bool:
    """Whether the empty group may be among some groups."""
    if groups.op == "var" and groups.bound.value is not None:
        return holds_empty(groups.bound.value)
    if groups.op == "filter":
        return holds_empty(groups.args[0]) and _value(
            groups.args[1], frozenset((groups.bound,))
        ) in (True, None)
    return groups.op == "subsets" and len(groups.args) == 1


def _is_empty(node: Node, empty: Empty) -> bool:
    """Whether a collection has no members because a group has none."""
    if node.op == "var":
        return node.bound in empty or (
            node.bound.how == "let"
            and node.bound.value is not None
            and _is_empty(node.bound.value, empty)
        )
    if node.op in ("filter", "sort", "eachloc", "partition", "intersect", "union"):
        parts = [a for a in node.args if a.kind in (Kind.CARDS, Kind.GROUPS, Kind.INTS)]
        some = any if node.op == "intersect" else all
        return bool(parts) and some(_is_empty(part, empty) for part in parts)
    return False


def acts(node: Node, empty: Empty) -> bool:
    """Whether anything may be done although a group is empty."""
    if node.op == "when":
        return _value(node.args[0], empty) in (True, None) and acts(node.args[1], empty)
    if node.op == "each":
        return not _is_empty(node.args[0], empty) and acts(node.args[1], empty)
    if node.op == "repeat":
        return _value(node.args[0], empty) != 0 and acts(node.args[1], empty)
    if node.op == "repeat_all":
        moved = node.args[0].args[0]
        return not any(_is_empty(arg, empty) for arg in moved.args)
    if node.op in ("do", "let"):
        return any(acts(arg, empty) for arg in node.args)
    return node.op in ACTIONS


def _value(node: Node, empty: Empty) -> object:
    """What a number or condition is if a group is empty: its value, GUARDED, or None if unknown."""
    if node.op == "num":
        return node.value
    if node.op == "var" and node.kind is Kind.INT and node.bound.how in ("let", "declare"):
        return _value(node.bound.value, empty) if node.bound.value is not None else None
    if node.op in ("size", "sum", "any", "all") and _is_empty(node.args[0], empty):
        return node.op == "all" if node.kind is Kind.BOOL else 0
    if node.op == "not":
        inner = _value(node.args[0], empty)
        return not inner if isinstance(inner, bool) else inner
    if node.op in ("and", "or"):
        values = [_value(arg, empty) for arg in node.args]
        decisive = node.op == "or"
        for value in (decisive, *((None, GUARDED) if decisive else (GUARDED, None))):
            if any(v is value for v in values):
                return value
        return not decisive
    if node.op in _COMPARE:
        one, two = (_value(arg, empty) for arg in node.args)
        if isinstance(one, int) and isinstance(two, int):
            return _COMPARE[node.op](one, two)
    looks = any(n.op == "var" and (n.bound in empty or _is_empty(n, empty)) for n in walk(node))
    return GUARDED if looks else None


_COMPARE = {
    "<": int.__lt__,
    ">": int.__gt__,
    "<=": int.__le__,
    ">=": int.__ge__,
    "==": int.__eq__,
    "!=": int.__ne__,
}
