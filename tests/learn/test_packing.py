"""Packed rows: what comes out is what went in, in float16 where it is no bit."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.engine.compiled import acting_kernel
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.learn.packing import Packing, packing_of


@pytest.mark.parametrize("seed", range(30))
def test_bits_come_back_and_fractions_as_float16(seed: int) -> None:
    rng = np.random.default_rng(seed)
    columns, n = int(rng.integers(1, 80)), int(rng.integers(0, 5))
    apart = np.flatnonzero(rng.random(columns) < rng.random())
    packing = Packing(columns, tuple(apart.tolist()))
    rows = (rng.random((n, columns)) < 0.5).astype(np.float32)
    rows[:, apart] = rng.standard_normal((n, len(apart))) * 10.0 ** rng.integers(-9, 4, len(apart))
    packed = packing.pack(rows)
    assert packed.shape == (n, packing.width)
    assert packed.dtype == np.uint8
    assert np.array_equal(packing.unpack(packed), rows.astype(np.float16).astype(np.float32))


def test_the_kernel_rounds_to_float16_as_numpy_does() -> None:
    rng = np.random.default_rng(1)
    every = np.arange(0x7C00, dtype=np.uint16).view(np.float16).astype(np.float64)
    between = (every[1:] + every[:-1]) / 2
    some = rng.standard_normal(2000) * 10.0 ** rng.integers(-9, 4, 2000)
    game = kibitz.load("agram", NUMP=2)
    half = game.kernel(acting_kernel(game, (), knowing=False))["half"]
    for numbers in (every[::50], between[::50], -between[::50], some, np.array([65519.0, 65520.0])):
        with np.errstate(over="ignore"):
            wanted = numbers.astype(np.float16).view(np.uint16)
        assert [half(number) for number in numbers.tolist()] == wanted.tolist()


def test_the_plan_says_where_each_column_is() -> None:
    packing = Packing(40, (3, 38, 39))
    rows = np.eye(40, dtype=np.float32)
    words = packing.pack(rows).view("<u4")
    for column, at in enumerate(packing.plan.tolist()):
        if at >= 0:
            assert words[column].tolist() == [(at // 32 == w) << at % 32 for w in range(4)]
        else:
            halves = words[column : column + 1].view("<u2")[0]
            assert halves.tolist() == [0x3C00 * (k == -1 - at) for k in range(8)]


@pytest.mark.parametrize("game", ["agram", "boerenbridge", "tarot", "brisca"])
def test_only_columns_that_are_called_fractions_are_ever_broken(game: str) -> None:
    loaded, knowledge = kibitz.load(game), "probability"  # the columns of all others come first
    batch = loaded.batch(3, seed=3, mode="python", knowledge=True)
    rng = np.random.default_rng(1)
    broken = np.zeros(loaded.encoding.knowing(knowledge).length, bool)
    for _ in range(8):
        rows = batch.encode(knowledge=knowledge)
        broken |= ((rows != 0) & (rows != 1)).any(axis=0)
        offer = batch.offer()
        batch.apply(offer.codes[np.arange(3), rng.integers(0, offer.counts)])
    fractions = packing_of(loaded, knowledge).fractions
    assert set(np.flatnonzero(broken)) <= set(fractions)
    assert broken.any()
    for less in KNOWLEDGE[:2]:
        length = loaded.encoding.knowing(less).length
        assert packing_of(loaded, less).fractions == tuple(c for c in fractions if c < length)
