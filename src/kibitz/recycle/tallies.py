"""Numbers that count only for the score of the player who owns them.

Whoever asks for the score of one player need not look at such numbers of the others: tricks won in
a game of all for themselves, where they are only counted and turned into points at the end.
"""

from __future__ import annotations

from kibitz.recycle.readings import Readings
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["own_numbers"]


def own_numbers(readings: Readings) -> frozenset[str]:
    """The names of players' numbers that nothing but their owner's score depends on."""
    stores = [n for n in readings.nodes if n.op == "store" and n.args[0].kind is Kind.PLAYER]
    if any(store.said is None for store in stores):
        return frozenset()
    own = {store.args[1].text for store in stores if store.value == "sto"}
    while True:
        shared = {
            store.args[1].text
            for store in stores
            if store.said in own and not _stays(store, own, readings)
        }
        if not shared:
            return frozenset(own)
        own -= shared


def _stays(store: Node, own: set[str], readings: Readings) -> bool:
    """Whether a use of a number keeps it with its owner: it is written, or goes into another number
    of the same player, or into their score."""
    inner, here = store, readings.above(store)
    while here is not None and here.kind in (Kind.INT, Kind.BOOL):
        if not here.traits.reckons:
            return False
        inner, here = here, readings.above(here)
    if here is None:
        return inner is readings.layout.program.score and store.args[0].op == "current"
    if here.traits.sets:
        return here.args[0] is store or _belongs(here, store, own)
    if here.op == "when" and here.args[0] is inner:
        inside = [node for each in here.statements for node in walk(each)]
        actions = [node for node in inside if node.traits.acts]
        return all(node.op not in ("choice", "stage") for node in inside) and all(
            action.traits.sets and _belongs(action, store, own) for action in actions
        )
    return False


def _belongs(action: Node, store: Node, own: set[str]) -> bool:
    """Whether an action writes a number of the same player that stays with them too."""
    target = action.args[0]
    return (
        target.args[0].kind is Kind.PLAYER
        and target.kind is Kind.INT
        and target.said in own
        and store.args[0].op == "var"
        and target.args[0].means(store.args[0].var)
    )
