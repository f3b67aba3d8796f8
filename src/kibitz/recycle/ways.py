"""The ways through a clause that does something after a pick, each as a clause of its own.

`(do ((any HAND 'C (move 'C ...)) (inc ...)))` picks a card, moves it and counts; if there is none
to pick, it counts all the same. So it is `(any HAND 'C (do ((move 'C ...) (inc ...))))` or, if the
hand is empty, `(inc ...)`: with the picks first, options need not be played to be found.
"""

from __future__ import annotations

from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["apart"]


def apart(node: Node) -> list[Node]:
    """Clauses that together offer what a clause does, with its picks before its effects; itself, if
    there is something to be picked after an effect."""
    if node.op in ("when", "let") or node.picks:
        return [_around(node, part) for part in apart(node.args[1])]
    if node.op != "do" or not _decides(node):
        return [node]
    first, *rest = node.args
    if not rest:
        return apart(first)
    if not _decides(first) or any(map(_decides, rest)):
        return [node]
    if first.op == "do":
        return apart(_do(node, [*first.args, *rest]))
    if not (first.op in ("when", "let") or first.picks):
        return [node]
    taken = [_around(first, part) for part in apart(_do(node, [first.args[1], *rest]))]
    if first.op == "let":
        return taken
    return [*taken, Node("when", Kind.NOTHING, (_not_taken(first), _do(node, rest)), first.at)]


def _decides(node: Node) -> bool:
    return any(n.picks for n in walk(node))


def _do(node: Node, statements: list[Node]) -> Node:
    return Node("do", Kind.NOTHING, tuple(statements), node.at)


def _around(node: Node, body: Node) -> Node:
    """A condition, name or pick with another body."""
    return Node(node.op, node.kind, (node.args[0], body), node.at, node.value, node.var)


def _not_taken(node: Node) -> Node:
    """The condition under which what stands in a condition or pick is skipped."""
    if node.op == "when":
        return Node("not", Kind.BOOL, (node.args[0],), node.at)
    size = Node("size", Kind.INT, (node.args[0],), node.at)
    return Node("==", Kind.BOOL, (size, Node("num", Kind.INT, (), node.at, 0)), node.at)
