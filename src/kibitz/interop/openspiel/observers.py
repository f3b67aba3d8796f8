"""What a seat observes, for OpenSpiel: strings and tensors, made from its view and nothing else.

Two kinds are asked for. With perfect recall, an *information state*: all that the seat has seen
happen, what it has done itself among it, and what it sees now. Without, an *observation*: what it
sees now; the tensor is `view.encode()`.

While chance deals or draws, nothing new is seen: a seat sees what it saw at the last decision, and
knows what it has decided itself.
"""

from __future__ import annotations

from array import array
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.events import walk
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.interop.openspiel.moments import Moment
from kibitz.knowledge.views import View, view

__all__ = ["EVENT", "SeatObserver"]

Floats: TypeAlias = NDArray[np.float32]

EVENT = 6
"""Numbers of an event: its kind, and what the seat was told of it (see `kibitz.engine.events`). The
second of these may be a key of 62 bits, and is written as three."""

PART = 1 << 21


class SeatObserver:
    """What any seat observes, as OpenSpiel asks for it: `tensor`, `dict`, `set_from` and
    `string_from`. With perfect recall the tensor has room for so many `events`. In a small game,
    whose moments come again and again, texts are kept (`keep`)."""

    def __init__(self, game: Game, recall: bool, events: int, keep: bool) -> None:
        self.game, self.recall = game, recall
        self.kept: dict[tuple[Moment, int], str] | None = {} if keep else None
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if recall and not events:
            return
        columns = game.encoding.length
        size = columns + events * EVENT + game.players + 1 if recall else columns
        self.tensor = np.zeros(size, np.float32)
        self.dict["seen"] = self.tensor[:columns]
        if recall:
            self.dict["seat"] = self.tensor[columns : columns + game.players]
            self.dict["pending"] = self.tensor[columns + game.players :][:1]
            self.dict["told"] = self.tensor[columns + game.players + 1 :].reshape(events, EVENT)

    def set_from(self, state: Any, player: int) -> None:
        """Write what a seat observes into the tensor."""
        if self.tensor is None:
            raise KibitzError(
                f"nobody knows how much can happen in {self.game.title}, so what a seat has seen "
                "has no tensor of fixed length",
                "say how many events there is room for: recall=2000; or use the observation",
            )
        self.tensor.fill(0)
        seen = self._view(state.moment, player)
        if self.recall:
            self.dict["seat"][player] = 1
            self.dict["pending"][0] = self._pending(state.moment, player) + 1
        if seen is not None:
            seen.encode(out=self.dict["seen"])
            if self.recall:
                self._tell(seen)

    def _tell(self, seen: View) -> None:
        told, rows = self.dict["told"], len(seen.tale)
        if rows > len(told):
            raise KibitzError(
                f"{rows} events do not fit an information state tensor that has room for "
                f"{len(told)}",
                f"give it more: recall={2 * rows}",
            )
        for row, (kind, a, b, c, _, _) in enumerate(walk(array("q", bytes(seen.tale)))):
            parts = (b, 0, 0) if b < PART else (b % PART, b // PART % PART, b // PART // PART)
            told[row] = kind, a, *parts, c

    def string_from(self, state: Any, player: int) -> str:
        """What a seat observes, as a text."""
        if self.kept is None:
            return self._text(state.moment, player)
        asked = state.moment, player
        if asked not in self.kept:
            self.kept[asked] = self._text(*asked)
        return self.kept[asked]

    def _text(self, moment: Moment, player: int) -> str:
        seen, pending = self._view(moment, player), self._pending(moment, player)
        if seen is None:
            return f"seat {player} before the deal"
        now = seen.observation
        parts: list[object] = [now.to_move, sorted(now.places.items()), sorted(now.stores.items())]
        parts.append(now.options)
        if self.recall:
            parts += [pending, [event.key() for event in now.events]]
        return f"seat {player} {parts}"

    def _view(self, moment: Moment, player: int) -> View | None:
        return None if moment.state is None else view(moment.state, player)

    def _pending(self, moment: Moment, player: int) -> int:
        """What the seat has decided while chance is not done with it; -1: nothing."""
        if moment.action is None or moment.state is None or moment.state.to_move != player:
            return -1
        return list(moment.state.actions).index(moment.action)
