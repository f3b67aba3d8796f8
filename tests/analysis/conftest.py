"""Analyses that take no time: of coins."""

from __future__ import annotations

import coins
import pytest

from kibitz.analysis import run
from kibitz.analysis.measured import MEASURES


@pytest.fixture
def tossing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every analysis tosses coins, and does nothing else."""
    for key, measure in coins.BENT.items():
        monkeypatch.setitem(MEASURES, key, measure)
    monkeypatch.setattr(run, "STUDIES", (coins.COINS,))
    monkeypatch.setattr(run, "PILOT", 5)
