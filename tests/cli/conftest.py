"""A command line to talk to: in this process, with no terminal and a data folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kibitz.cli.main import app

Kibitz = Callable[..., Result]

BROKEN = """(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (do (
    (mvoe (top (game iloc STOCK)) (top ((0 player) iloc HAND)))
    (inc (game sto COUNT) 'MANY)))
  (scoring max ((current player) sto SCORE)))
"""

SUSPICIOUS = """(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (stage player
    (end (== (size (game iloc STOCK)) 0))
    (choice (
      (move (top (game iloc STOCK)) (top ((current player) vloc PILE))))))
  (scoring max (sum ((current player) vloc PILE) using (game points WORTH))))
"""


@pytest.fixture
def kibitz(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kibitz:
    """Run a command; lines typed go to its standard input."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(app, list(words), input=typed)

    return run


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.rcy"
    path.write_text(BROKEN)
    return path


@pytest.fixture
def suspicious(tmp_path: Path) -> Path:
    path = tmp_path / "suspicious.rcy"
    path.write_text(SUSPICIOUS)
    return path
