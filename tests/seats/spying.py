"""A bot that searches its own process for what it may not know, and writes down what it finds."""

from __future__ import annotations

import gc
import json
import re
from array import array
from pathlib import Path
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.state import State
from kibitz.knowledge.views import View

__all__ = ["Spy", "betrayed"]

LARGE = 1 << 40
"""Numbers below are everywhere and tell nothing."""


class Spy:
    """Plays the first option. The first time it is asked, it notes all large numbers it can reach,
    and where all cards lie in whatever may be a state."""

    def __init__(self, note: str) -> None:
        self.note = Path(note)

    def choose(self, view: View, budget: float | None) -> Action:
        if not self.note.exists():
            self.note.write_text(json.dumps(_loot(view)))
        return view.actions[0]


def _loot(view: View) -> dict[str, Any]:
    layout, cards = view.game.layout, len(view.game.cards)
    numbers, places = set[int](), set[tuple[int, ...]]()
    for thing in _everything():
        if isinstance(thing, int) and thing > LARGE:
            numbers.add(thing)
        elif isinstance(thing, str | bytes):
            text = thing if isinstance(thing, str) else thing.decode("latin-1")
            numbers.update(map(int, re.findall(r"\b\d{13,20}\b", text)))
        elif isinstance(thing, array) and thing.typecode == "q":
            numbers.update(number for number in thing if number > LARGE)
            if len(thing) == layout.size:
                places.add(tuple(thing[layout.where : layout.where + cards]))
    return {"seat": view.seat, "numbers": sorted(numbers), "places": sorted(places)}


def _everything() -> list[object]:
    """Whatever can be reached in this process."""
    gc.collect()
    found: dict[int, object] = {}
    todo: list[object] = gc.get_objects()
    while todo:
        thing = todo.pop()
        if id(thing) not in found:
            found[id(thing)] = thing
            todo.extend(gc.get_referents(thing))
    return list(found.values())


def betrayed(note: Path, state: State) -> set[str]:
    """What a spy has found out about a state: the key of the game, hands of others."""
    loot = json.loads(note.read_text())
    game, found = state.game, set[str]()
    layout = game.layout
    if set(loot["numbers"]) & set(state.array[layout.KEY : layout.KEY + 2]):
        found.add("key")
    truth = state.array[layout.where : layout.where + len(game.cards)]
    others = [game.place(f"HAND {s}") for s in range(game.players) if s != loot["seat"]]
    hidden = [card for card, place in enumerate(truth) if place in others]
    assert hidden
    if any(where[card] == truth[card] for where in loot["places"] for card in hidden):
        found.add("hands")
    return found
