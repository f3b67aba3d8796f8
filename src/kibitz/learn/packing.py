"""Packing: encoded positions in few bytes, for pipes and the replay.

Most columns of an encoding are only ever 0 or 1: each is a bit, in the order of the columns, the
first one the lowest of its byte. The others (`Encoding.fractions`) follow as float16. Both parts
fill whole words of 32 bits, which is how the kernel `acting` writes them.

>>> import kibitz
>>> packing = packing_of(kibitz.load("agram", NUMP=2))
>>> packing
<223 columns in 48 bytes>
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.derived import derived
from kibitz.engine.encoding import Encoding, Floats, encoding_of
from kibitz.engine.game import Game

__all__ = ["Bytes", "Packing", "packing_of"]

Bytes = NDArray[np.uint8]

WORD = 32
"""Bits of a word."""

HALVES: Floats = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32)
"""What every float16 is as a float32: to look it up is quicker than to work it out."""


@dataclass(frozen=True, eq=False)
class Packing:
    """How the rows of an encoding are packed."""

    columns: int
    fractions: tuple[int, ...] = field(repr=False)
    """The columns that are not only 0 or 1."""

    def __repr__(self) -> str:
        return f"<{self.columns} columns in {self.width} bytes>"

    @property
    def bits(self) -> int:
        """How many columns are bits."""
        return self.columns - len(self.fractions)

    @property
    def words(self) -> int:
        """How many words of 32 bits a row takes."""
        return -(-self.bits // WORD) + -(-len(self.fractions) // 2)

    @property
    def width(self) -> int:
        """How many bytes a row takes."""
        return 4 * self.words

    @cached_property
    def plan(self) -> NDArray[np.int64]:
        """For each column which bit it is; or -1 - k, where k counts half words."""
        plan = np.zeros(self.columns, np.int64)
        fractions = np.array(self.fractions, np.int64)
        plain = np.ones(self.columns, bool)
        plain[fractions] = False
        plan[plain] = np.arange(self.bits)
        plan[fractions] = -1 - 2 * -(-self.bits // WORD) - np.arange(len(fractions))
        return plan

    @cached_property
    def runs(self) -> tuple[tuple[tuple[slice, slice], ...], tuple[tuple[slice, slice], ...]]:
        """Columns that are bits, as far as they lie side by side, and which bits these are; then
        the same for fractions."""
        kinds: tuple[list[tuple[slice, slice]], list[tuple[slice, slice]]] = [], []
        counts = [0, 0]
        apart = frozenset(self.fractions)
        for kind, group in groupby(range(self.columns), lambda column: column in apart):
            columns = list(group)
            which = slice(counts[kind], counts[kind] + len(columns))
            kinds[kind].append((slice(columns[0], columns[-1] + 1), which))
            counts[kind] += len(columns)
        return tuple(kinds[0]), tuple(kinds[1])

    def pack(self, rows: Floats) -> Bytes:
        """Encoded positions as bytes, a row each."""
        packed = np.zeros((len(rows), self.width), np.uint8)
        bits = np.delete(rows != 0, self.fractions, axis=1)
        packed[:, : -(-self.bits // 8)] = np.packbits(bits, axis=1, bitorder="little")
        halves = np.ascontiguousarray(rows[:, list(self.fractions)], "<f2").view(np.uint8)
        at = WORD // 8 * -(-self.bits // WORD)
        packed[:, at : at + halves.shape[1]] = halves
        return packed

    def unpack(self, packed: Bytes, out: Floats | None = None) -> Floats:
        """Encoded positions from their bytes, as float32; to `out`, if it is given."""
        rows = np.empty((len(packed), self.columns), np.float32) if out is None else out
        at = WORD // 8 * -(-self.bits // WORD)
        bits = np.unpackbits(packed[:, :at], axis=1, bitorder="little")
        halves = np.ascontiguousarray(packed[:, at:]).view("<u2")
        of_bits, of_halves = self.runs
        for columns, which in of_bits:
            rows[:, columns] = bits[:, which]
        for columns, which in of_halves:
            rows[:, columns] = HALVES[halves[:, which]]
        return rows


def packing_of(game: Game, knowledge: str = "none") -> Packing:
    """How encoded positions of a game are packed."""
    return derived(game, _made, knowledge)


def _made(game: Game, knowledge: str) -> Packing:
    encoding: Encoding = encoding_of(game, knowledge)
    return Packing(encoding.length, encoding.fractions)
