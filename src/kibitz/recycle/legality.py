"""Which conditions and collections decide what may be chosen, and which only what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.recycle.sight import Sight
from kibitz.recycle.tree import Node, surely_done, walk

__all__ = ["deciding"]

_OUTCOMES = {"less": (0, 1), "same": (0, 0), "more": (1, 0)}
"""How two things can compare, with two numbers that do so."""


def deciding(choice: Node, sight: Sight) -> Iterator[Node]:
    """Conditions and collections on which it depends which options a choice has."""
    return _deciding(choice, sight, True)


def _deciding(node: Node, sight: Sight, must: bool) -> Iterator[Node]:
    """Conditions and collections on which it depends which options there are.

    `must`: there is no option unless this part of it acts.
    """
    if node.op == "choice":
        for arg in node.args:
            yield from _deciding(arg, sight, True)
    elif node.op == "do":
        sure = [_surely_acts(arg) for arg in node.args]
        must = must and not _exhaustive(node.args, sight)
        for i, arg in enumerate(node.args):
            yield from _deciding(arg, sight, must and not any(sure[:i] + sure[i + 1 :]))
    elif node.op == "when" and not node.guards:
        branches = node.statements
        sure = [*map(_surely_acts, branches)]
        if (must and not all(sure)) or any(map(_branches, branches)):
            yield node.args[0]
        for branch in branches:
            yield from _deciding(branch, sight, must)
    elif node.op in ("when", "each", "repeat"):
        if must or node.value == "any" or _branches(node.args[1]):
            yield node.args[0]
        yield from _deciding(node.args[1], sight, must)
    elif node.op == "let":
        yield from _deciding(node.args[1], sight, must)


def _exhaustive(statements: Iterable[Node], sight: Sight) -> bool:
    """Whether one of some conditions always holds: less, equal or more, say."""
    outcomes: dict[tuple[str, str], set[str]] = {}
    for node in statements:
        if node.op != "when" or not _surely_acts(node.args[1]):
            continue
        test = node.args[0]
        parts = test.args if test.op == "and" else (test,)
        hidden = [part for part in parts if sight.reads_hidden(part) is not None]
        compare = hidden[0].traits.fold if len(hidden) == 1 else None
        if compare is not None:
            one, two = hidden[0].args
            seen = outcomes.setdefault((str(one), str(two)), set())
            seen.update(word for word, two_ in _OUTCOMES.items() if compare(*two_))
            if one.op == "size" and two.op == "num" and two.number == 0:
                seen.add("less")
    return any(len(seen) == 3 for seen in outcomes.values())


def _branches(node: Node) -> bool:
    return any(n.picks for n in walk(node))


def _surely_acts(node: Node) -> bool:
    return any(True for _ in surely_done(node))
