"""Lots: what comes of some games that were played to learn from.

A lot has a row for each decision that is recorded: one with two options or more, made by somebody
who is learnt from. Its rewards are changes of the score of the seat that decided, in points; more
is better, also where the lowest score wins. Decisions of one game follow each other, and their
`following` and `later` lead from each to the next of the same seat.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.packing import Bytes

__all__ = ["Lot", "joined"]

Numbers = NDArray[np.int32]
Points = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Lot:
    """Decisions, and the games they were made in."""

    rows: Bytes
    """The position as the seat saw it, packed: see `kibitz.learn.packing`."""
    actions: Numbers
    """The number of the action taken."""
    seats: Numbers
    games: Numbers
    """In which game of this lot, counted from 0."""
    hand: Points
    """What the seat scored more until the end of the hand: until everybody's cards were dealt
    anew."""
    rest: Points
    """What it scored more until the end of the game."""
    later: Numbers
    """Its first decision of a later hand, as a row of this lot; -1: there is none."""
    following: Numbers
    """Its next decision; -1: there is none."""
    steps: Points
    """What it scored more until then, or until the end."""
    scores: Points
    """Of each game that ended, the scores of all seats; more is better."""
    places: NDArray[np.int8]
    """Who sat there, as a number of `names`."""
    names: tuple[str, ...]
    unfinished: int = 0
    """Games that did not end; nothing is learnt from them."""
    speechless: int = 0
    """Decisions of bots that had nothing to say, and took any option."""

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<{len(self):,} decisions of {len(self.scores):,} games>"

    def answer(self) -> dict[str, Any]:
        """The same as the answer of a job: see `kibitz.work.answers`."""
        told = {name: getattr(self, name).astype(kind).tobytes() for name, kind in KINDS.items()}
        shape = [*self.rows.shape, *self.scores.shape]
        counts = {"unfinished": self.unfinished, "speechless": self.speechless}
        return {**told, **counts, "names": list(self.names), "shape": shape}

    def to_json(self) -> dict[str, Any]:
        """The same as JSON: bytes in base64."""
        told = self.answer()
        return {**told, **{name: b64encode(told[name]).decode() for name in KINDS}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Lot:
        """A lot that was sent or kept: the answer of a job, or JSON."""
        made: dict[str, Any] = {}
        for name, kind in KINDS.items():
            given = data[name]
            made[name] = np.frombuffer(b64decode(given) if isinstance(given, str) else given, kind)
        decisions, width, games, players = data["shape"]
        made["rows"] = made["rows"].reshape(decisions, width)
        made["scores"] = made["scores"].reshape(games, players)
        made["places"] = made["places"].reshape(games, players)
        counts = {name: data[name] for name in ("unfinished", "speechless")}
        return cls(**made, **counts, names=tuple(data["names"]))


KINDS = {
    "rows": "u1",
    **dict.fromkeys(("actions", "seats", "games", "later", "following"), "<i4"),
    **dict.fromkeys(("hand", "rest", "steps", "scores"), "<f4"),
    "places": "i1",
}
"""Of what type each array is, on every machine."""


def joined(lots: Sequence[Lot]) -> Lot:
    """Several lots of one company as one, in order."""
    made: dict[str, Any] = {
        name: np.concatenate([getattr(lot, name) for lot in lots]) for name in KINDS
    }
    decisions = np.array([len(lot) for lot in lots])
    games = np.array([len(lot.scores) for lot in lots])
    before = np.repeat(np.cumsum(decisions) - decisions, decisions).astype(np.int32)
    made["games"] += np.repeat(np.cumsum(games) - games, decisions).astype(np.int32)
    for name in ("later", "following"):
        made[name] = np.where(made[name] < 0, made[name], made[name] + before)
    return Lot(
        **made,
        names=lots[0].names,
        unfinished=sum(lot.unfinished for lot in lots),
        speechless=sum(lot.speechless for lot in lots),
    )
