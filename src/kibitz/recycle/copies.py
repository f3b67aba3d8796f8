"""Expressions written again: as nodes of their own, with variables of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kibitz.recycle.tree import Binding, Node

__all__ = ["copied", "replaced"]


def copied(node: Node, another: Callable[[], int]) -> Node:
    """The same expression again; what it binds is bound anew, with other numbers."""
    return _renamed(node, {}, another)


def replaced(node: Node, binding: Binding, value: Node) -> Node:
    """An expression with something else in place of a variable."""
    return _renamed(node, {binding: value}, None)


def _renamed(
    node: Node, names: Mapping[Binding, Node | Binding], another: Callable[[], int] | None
) -> Node:
    if node.op == "var":
        other = names.get(node.bound, node.bound)
        if isinstance(other, Node):
            return other
        return Node("var", node.kind, (), node.at, node.value, other)
    if node.var is None or another is None:
        args = tuple(_renamed(arg, names, another) for arg in node.args)
        return Node(node.op, node.kind, args, node.at, node.value, node.var)
    first, *rest = node.args  # of a form that binds, the first operand is outside
    first, old = _renamed(first, names, another), node.var
    new = Binding(old.name, old.kind, old.how, another(), first, old.spot, old.at)
    inner = {**names, old: new}
    args = (first, *(_renamed(arg, inner, another) for arg in rest))
    return Node(node.op, node.kind, args, node.at, node.value, new)
