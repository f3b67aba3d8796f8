"""What tests of learning share."""

from __future__ import annotations

import pytest


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib: pages are made in no time."""
    monkeypatch.setattr("kibitz.draw.canvas.find_spec", lambda name: None)
