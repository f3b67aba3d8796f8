"""The replay: decisions to learn from, as many as there is room for, the newest.

Rows stay packed; only what is drawn is unpacked. A sample says for each decision what its seat
scored more until something, and the position it was in then:

    horizon "hand"    until its first decision of a later hand
    horizon "game"    until the end of the game: there is no next position
    horizon "alone"   until the end of the hand, as if there were nothing after it
    horizon 1, 2...   until its next decision, or the one after that...

Where no such decision came, it is until the end of the game. With horizon "hand", or a number, the
reward and what the next position is worth add up to what the rest of the game is worth: nothing is
lost between them, also if a seat had nothing to decide in a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.encoding import Floats, encoding_of
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.learn.lots import Lot
from kibitz.learn.packing import Bytes, packing_of

__all__ = ["HORIZONS", "Drawn", "Replay", "Sample"]

HORIZONS = ("hand", "game", "alone")

Places = NDArray[np.int64]

NONE = -1

PARTS = ("rows", "actions", "hand", "rest", "later", "following")
"""What is remembered of each decision."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Some decisions, packed."""

    rows: Bytes
    actions: NDArray[np.int32]
    reward: NDArray[np.float32]
    next_rows: Bytes
    """Of decisions without a next one, anything."""
    more: NDArray[np.bool_]
    """Whether there is a next one."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Some decisions."""

    x: Floats
    """The positions, encoded."""
    mask: NDArray[np.bool_]
    """Which actions there were."""
    action: NDArray[np.int32]
    """The one that was taken."""
    reward: NDArray[np.float32]
    next_x: Floats
    next_mask: NDArray[np.bool_]
    more: NDArray[np.bool_]
    """Whether there is a next position; where there is none, its row and mask are all 0."""


class Replay:
    """Room for so many decisions of a game; the newest push out the oldest."""

    def __init__(self, game: Game, room: int, knowledge: str = "none") -> None:
        if room < 1:
            raise KibitzError(f"a replay with room for {room} decisions", "at least one")
        self.packing = packing_of(game, knowledge)
        self._mask = encoding_of(game, knowledge).parts["mask"]
        self.room = room
        self.added = 0
        """Decisions that have come so far, also those that are gone."""
        self._rows = np.zeros((room, self.packing.width), np.uint8)
        self._actions = np.zeros(room, np.int32)
        self._hand, self._rest = np.zeros(room, np.float32), np.zeros(room, np.float32)
        self._later, self._following = np.zeros(room, np.int64), np.zeros(room, np.int64)
        """Which decisions come then, counted from the first that ever came."""

    def __len__(self) -> int:
        return min(self.added, self.room)

    def __repr__(self) -> str:
        return f"<{len(self):,} of {self.added:,} decisions>"

    def add(self, lot: Lot) -> None:
        """Take in decisions; of more than there is room for, the last."""
        if lot.rows.shape[1] != self.packing.width and len(lot):
            raise KibitzError(
                f"decisions of {lot.rows.shape[1]} bytes for a replay of {self.packing.width}",
                "they are of another game, or encoded with another knowledge",
            )
        first = max(0, len(lot) - self.room)
        count = len(lot) - first
        begin = (self.added + first) % self.room
        fits = min(count, self.room - begin)
        for at, since, size in ((begin, first, fits), (0, first + fits, count - fits)):
            here, there = slice(at, at + size), slice(since, since + size)
            self._rows[here] = lot.rows[there]
            self._actions[here] = lot.actions[there]
            self._hand[here] = lot.hand[there]
            self._rest[here] = lot.rest[there]
            for own, given in ((self._later, lot.later), (self._following, lot.following)):
                moved = given[there].astype(np.int64)
                own[here] = np.where(moved < 0, NONE, moved + self.added)
        self.added += len(lot)

    def draw(self, rng: np.random.Generator, n: int, horizon: str | int = "hand") -> Drawn:
        """Draw n decisions, with replacement, and leave them packed."""
        if not self.added:
            raise KibitzError("there is nothing to learn from yet", "add a lot first")
        at = rng.integers(0, len(self), n)
        after = self._after(at, horizon)
        more = after != NONE
        then = np.where(more, after % self.room, 0)
        reward = self._hand[at] if horizon == "alone" else self._rest[at]
        reward = reward - np.where(more, self._rest[then], np.float32(0))
        return Drawn(self._rows[at], self._actions[at], reward, self._rows[then], more)

    def _after(self, at: Places, horizon: str | int) -> Places:
        """Which decisions come after those that lie there; none, where they are not looked at."""
        if horizon in ("game", "alone"):
            return np.full(len(at), NONE)
        if horizon == "hand":
            return self._later[at]
        if not isinstance(horizon, int) or horizon < 1:
            known = ", ".join(HORIZONS)
            raise KibitzError(f"there is no horizon `{horizon}`", f"{known}, or 1, 2...")
        after = self._following[at]
        for _ in range(horizon - 1):
            after = np.where(after == NONE, NONE, self._following[after % self.room])
        return after

    def sample(self, rng: np.random.Generator, n: int, horizon: str | int = "hand") -> Sample:
        """Draw n decisions, with replacement."""
        drawn = self.draw(rng, n, horizon)
        x, next_x = self.packing.unpack(drawn.rows), self.packing.unpack(drawn.next_rows)
        next_x[~drawn.more] = 0
        mask, next_mask = x[:, self._mask] != 0, next_x[:, self._mask] != 0
        return Sample(x, mask, drawn.actions, drawn.reward, next_x, next_mask, drawn.more)

    def kept(self) -> dict[str, NDArray[Any]]:
        """All that is in it, for a file."""
        parts = {name: getattr(self, f"_{name}")[: len(self)] for name in PARTS}
        return {"added": np.array(self.added), **parts}

    def restore(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Have in it what was in another one with the same room."""
        self.added = int(kept["added"])
        for name in PARTS:
            getattr(self, f"_{name}")[: len(self)] = kept[name]
