"""TEMPORARY stand-in until w-actors' module is merged."""
from __future__ import annotations
from dataclasses import dataclass
from typing import Any
import numpy as np
from numpy.typing import NDArray
from kibitz.engine.encoding import encoding_of
from kibitz.engine.game import Game


@dataclass(frozen=True)
class Packing:
    knowledge: str
    bits: Any
    reals: Any
    columns: int

    @classmethod
    def of(cls, game: Game, knowledge: str) -> Packing:
        e = encoding_of(game, knowledge)
        bit = np.zeros(e.length, bool)
        for n in ("seen", "tops", "turn", "picked", "mask", "possible"):
            if n in e.parts:
                bit[e.parts[n]] = True
        return cls(knowledge, np.flatnonzero(bit), np.flatnonzero(~bit), e.length)

    @property
    def width(self) -> int:
        return (len(self.bits) + 7) // 8 + 2 * len(self.reals)

    def pack(self, rows: NDArray[np.float32]) -> NDArray[np.uint8]:
        a = np.packbits(rows[:, self.bits] > 0.5, axis=1)
        b = np.ascontiguousarray(rows[:, self.reals].astype(np.float16)).view(np.uint8)
        return np.concatenate([a, b], axis=1)

    def unpack(self, packed: NDArray[np.uint8]) -> NDArray[np.float32]:
        out = np.empty((len(packed), self.columns), np.float32)
        n = (len(self.bits) + 7) // 8
        out[:, self.bits] = np.unpackbits(packed[:, :n], axis=1)[:, : len(self.bits)]
        out[:, self.reals] = np.ascontiguousarray(packed[:, n:]).view(np.float16)
        return out
