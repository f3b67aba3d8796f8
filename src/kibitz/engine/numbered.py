"""Whether all options of a game have numbers of their own.

An action has a dense number where all that is picked are single cards that are seen, small numbers,
names or seats. Groups of cards, cards picked unseen and numbers beyond 63 have none: whoever learns
numbers, or answers with them, cannot tell such options apart.
"""

from __future__ import annotations

from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.recycle.choices import NUMBERS, Clause
from kibitz.recycle.layout import bounds
from kibitz.recycle.tree import Node, walk

__all__ = ["all_numbered", "has_groups", "has_large_numbers"]


def all_numbered(game: Game) -> bool:
    """Whether every option there can be has a dense number, as far as the text tells.

    >>> from kibitz.engine.descriptions import load
    >>> all_numbered(load("agram"))
    True
    """
    return derived(game, _all_numbered)


def has_groups(game: Game) -> bool:
    """Whether groups of cards are picked, or several things at once of which there are too many for
    numbers."""
    return any(
        verb.size == 0 or "group" in [pick.kind for pick in verb.picks]
        for verb in game.emitted.verbs
    )


def has_large_numbers(game: Game) -> bool:
    """Whether so many numbers can be picked as somebody has chips, or the like: what is won by the
    amount of another store may become too large for numbers of actions."""
    won = {
        str(node.args[0].args[1])
        for node in game.program.nodes()
        if node.op == "inc" and any(map(_is_store, walk(node.args[1])))
    }
    most = [picked.args[1] for picked in _picked(game) if picked.op == "range"]
    return any(_is_store(end) and str(end.args[1]) in won for end in most)


def _is_store(node: Node) -> bool:
    return node.op == "store"


def _all_numbered(game: Game) -> bool:
    if has_groups(game):
        return False
    clauses = [clause for choice in game.emitted.choices.values() for clause in choice.kinds]
    return all(map(_told_apart, clauses)) and all(_numbered(game, each) for each in _picked(game))


def _picked(game: Game) -> list[Node]:
    """What members are picked from."""
    found = [node.args[0] for node in game.program.nodes() if node.picks]
    return [*map(_unfiltered, found)]


def _unfiltered(picked: Node) -> Node:
    while picked.op == "filter":
        picked = picked.args[0]
    return picked


def _told_apart(clause: Clause) -> bool:
    """Whether the actions of a clause say all that is picked, so that each has its number."""
    said = {pick.binding for pick in clause.picks}
    return clause.plain or all(node.bound in said for node in walk(clause.node) if node.picks)


def _numbered(game: Game, picked: Node) -> bool:
    """Whether all that can be picked from a collection has a number: cards that are seen, numbers
    that are small, or of which the text does not tell how large they are."""
    if picked.op == "range":
        ends = [bounds(end, game.layout) for end in picked.args]
        return all(end is None or 0 <= end[0] <= end[1] < NUMBERS for end in ends)
    return all(_seen(node) for node in walk(picked) if node.op in ("place", "var"))


def _seen(node: Node) -> bool:
    """Whether whoever picks from a place sees its cards."""
    if node.op == "place":
        return node.text in ("vloc", "mem") or (node.text, node.args[0].op) == ("iloc", "current")
    inside = node.stands_for
    return inside is None or all(_seen(n) for n in walk(inside) if n.op in ("place", "var"))
