"""Our descriptions beside OpenSpiel's own games."""

from __future__ import annotations

from typing import Any

import pytest

from .oracles import ORACLES

GAMES = 3
"""Games with each variant; `benchmarks/oracles.py` plays thousands."""

VARIANTS = [
    pytest.param(game, variant, id=f"{game}-{number}")
    for game, oracle in ORACLES.items()
    for number, variant in enumerate(oracle.VARIANTS, 1)
]


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_openspiel_offers_the_same_and_counts_the_same(game: str, variant: Any) -> None:
    pytest.importorskip("pyspiel")
    assert ORACLES[game].beside(variant, games=GAMES, seed=1) > 0
