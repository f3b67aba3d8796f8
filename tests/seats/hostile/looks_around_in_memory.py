"""Looks through all objects and frames of its process for a state of the game, and tells whose
cards it sees there.

Comes to: no failure.
"""

from __future__ import annotations

import gc
import sys
from array import array
from collections.abc import Iterator
from types import FrameType

from loot import any_of, found

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class LooksAroundInMemory:
    def __init__(self) -> None:
        self.looked = False

    def choose(self, view: View, budget: float | None) -> Action:
        if self.looked:
            return any_of(view)
        self.looked = True
        game, layout = view.game, view.game.layout
        places = {game.place(f"HAND {seat}"): seat for seat in range(game.players)}
        told = set[tuple[int, ...]]()
        for thing in everything():
            if isinstance(thing, array) and thing.typecode == "q" and len(thing) == layout.size:
                where = thing[layout.where : layout.where + len(game.cards)]
                told.add(tuple(places.get(place, -1) for place in where))
        for frame in frames():
            for name, value in frame.f_locals.items():
                if type(value).__name__ == "State":
                    found(f"a state in {name}")
        for seats in sorted(told)[:20]:
            print("CLAIM", *seats)
        return any_of(view)


def frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        yield frame
        frame = frame.f_back


def everything() -> list[object]:
    known: dict[int, object] = {}
    todo: list[object] = [*gc.get_objects(), *(frame.f_locals for frame in frames())]
    while todo:
        thing = todo.pop()
        if id(thing) not in known:
            known[id(thing)] = thing
            todo.extend(gc.get_referents(thing))
    return list(known.values())
