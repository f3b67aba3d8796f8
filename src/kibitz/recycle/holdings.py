"""What the stores of a game can hold, as far as the text tells.

A number that is only ever set, to what lies between known limits, lies between them too. One that
is counted up or down has no limits here. A number is that of a seat if it is set to nothing else,
or if a player is called by it. A name is one of those it is set to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce

from kibitz.recycle.layout import OWNERS, SPARE, Layout, Limits, bounds
from kibitz.recycle.names import possible_names
from kibitz.recycle.tree import Node

__all__ = ["Holding", "Key", "holdings"]

Key = tuple[str, str, str]
"""A store as the layout calls it: owner, kind, name."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a store can hold."""

    seat: bool = False
    """It is the number of a seat."""
    limits: Limits | None = None
    """The lowest and the highest number, if they are known; nothing is ever stored: (0, 0)."""
    names: tuple[str, ...] = ()
    """The names, of a store of names; beside none."""


def holdings(layout: Layout) -> dict[Key, Holding]:
    """What each store of a game can hold."""
    settings: dict[Key, list[Node]] = {key: [] for key in layout.stores}
    called: set[Key] = set()
    for node in layout.program.nodes():
        if node.traits.sets:
            for key in _keys(layout, node.args[0]):
                settings[key].append(node)
        elif node.op == "player_number" and node.args[0].op == "store":
            called.update(_keys(layout, node.args[0]))
    return {key: _Reading(layout, settings).holding(key, key in called) for key in layout.stores}


def _keys(layout: Layout, store: Node) -> Iterator[Key]:
    """The stores that a node can mean."""
    owner = OWNERS[store.args[0].kind]
    for text in layout.texts(store.args[1]):
        shelf = layout.shelves.get((owner, store.text, text)) if len(store.args) > 2 else None
        names = [text] if shelf is None else [f"{text} {each}" for each in shelf]
        for name in names:
            if (owner, store.text, name) in layout.stores:
                yield owner, store.text, name


class _Reading:
    """What one store holds, followed through the others that it is set from."""

    def __init__(self, layout: Layout, settings: Mapping[Key, list[Node]]) -> None:
        self.layout, self.settings = layout, settings
        self.asked: set[Key] = set()
        """Stores being followed: one that is set from itself has no limits."""

    def holding(self, key: Key, called: bool) -> Holding:
        """`called`: somewhere a player is called by this number."""
        found, players = self.settings[key], self.layout.program.players
        if key[1] in ("str", "istr"):
            return Holding(names=tuple(dict.fromkeys(n for n in self.names(key) if n)))
        values = [node.args[1] for node in found if node.op == "set_int"]
        limits = self.limits(key)
        seats = len(values) == len(found) > 0 and all(value.op == "pid" for value in values)
        seats = seats or (called and limits is not None and 0 <= limits[0] <= limits[1] < players)
        return Holding(seats, limits)

    def names(self, key: Key) -> list[str]:
        """The names a store can hold."""
        if key in self.asked:
            return []
        self.asked.add(key)
        return [name for node in self.settings[key] for name in self._named(node.args[1])]

    def _named(self, value: Node) -> list[str]:
        layout, program = self.layout, self.layout.program
        if value.op == "store":
            return [name for key in _keys(layout, value) for name in self.names(key)]
        if value.op == "var" and value.bound.how == "declare":
            return [str(program.parameters.get(value.bound.name, ""))]
        found = possible_names(value, [card.attributes for card in layout.cards])
        return [n for n in layout.names if not n.startswith(SPARE)] if found is None else found

    def limits(self, key: Key) -> Limits | None:
        """The numbers a store stays between; 0 is among them, as all begin with it."""
        if key in self.asked:
            return None
        self.asked.add(key)
        low = high = 0
        for node in self.settings[key]:
            between = self._between(node.args[1]) if node.op == "set_int" else None
            if between is None:
                return None
            low, high = min(low, between[0]), max(high, between[1])
        self.asked.discard(key)
        return low, high

    def _between(self, value: Node) -> Limits | None:
        """The numbers an expression stays between: as `bounds`, but the parameters of this game and
        its stores are looked up."""
        if value.op == "store":
            found = [self.limits(key) for key in _keys(self.layout, value)]
            return _around(found) if found else None
        if value.op == "var" and value.bound.how == "declare":
            given = self.layout.program.parameters.get(value.bound.name)
            return (given, given) if isinstance(given, int) else None
        if value.stands_for is not None:
            inside = value.stands_for
            while inside.op == "filter":
                inside = inside.args[0]
            if inside.op == "range":
                return _around([self._between(end) for end in inside.args])
            return self._between(inside) if value.bound.how == "let" else None
        fold = value.traits.fold
        if fold is not None and value.args:
            parts = [self._between(arg) for arg in value.args]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None

            def both(one: Limits, two: Limits) -> Limits:
                ends = [fold(a, b) for a in one for b in two]
                return min(ends), max(ends)

            return reduce(both, known)
        return bounds(value, self.layout)


def _around(parts: list[Limits | None]) -> Limits | None:
    """The limits of several together, if all have some."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return min(low for low, _ in known), max(high for _, high in known)
