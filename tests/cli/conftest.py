"""A command line to talk to: in this process, with no terminal and a data folder of its own; or in
a process of its own, where games are compiled that no other test has compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from typer.testing import CliRunner, Result

from kibitz.cli.main import app

Kibitz = Callable[..., Result]
Process = subprocess.Popen[str]

BROKEN = """(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (do (
    (mvoe (top (game iloc STOCK)) (top ((0 player) iloc HAND)))
    (inc (game sto COUNT) 'MANY)))
  (scoring max ((current player) sto SCORE)))
"""

FEWEST = """(game (setup (create players 3))
  (stage player (end (all player 'P (> ('P sto POINTS) 0)))
    (choice ((inc ((current player) sto POINTS) 1) (inc ((current player) sto POINTS) 2))))
  (scoring min ((current player) sto POINTS)))
"""
"""Everybody takes one point or two, and the fewest win."""

FAILING = """(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)) (SUIT (CLUBS, HEARTS)))))
  (do ((shuffle (game iloc STOCK))
       (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do (((== (size (game vloc PILE)) 4) (move (top (game vloc EMPTY)) (top (game vloc PILE)))))))
  (scoring max (size ((current player) iloc HAND))))
"""
"""The fourth decision cannot be played: a card is moved that is not there."""

STUCK = """(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((shuffle (game iloc STOCK))
       (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice ((any (filter ((current player) iloc HAND) 'C (== (size (game vloc PILE)) 0)) 'C
      (move 'C (top (game vloc PILE)))))))
  (scoring max (size ((current player) iloc HAND))))
"""
"""Whoever comes second has no option."""

SUSPICIOUS = """(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (do ((shuffle (game iloc STOCK))))
  (stage player
    (end (== (size (game iloc STOCK)) 0))
    (choice (
      (move (top (game iloc STOCK)) (top ((current player) vloc PILE))))))
  (scoring max (sum ((current player) vloc PILE) using (game points WORTH))))
"""


TINY = """(game
  (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (ONE, TWO)))))
  (choice ((any (range 1..3) 'K (set ((0 player) sto GAIN) 'K))))
  (scoring max ((current player) sto GAIN)))
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A game that is compiled in no time, nearly."""
    path = tmp_path / "tiny.rcy"
    path.write_text(TINY)
    return path


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for compiled games, not there yet."""
    path = tmp_path / "compiled"
    monkeypatch.setenv("KIBITZ_CACHE", str(path))
    return path


def start(*words: str, stderr: int | IO[str] = subprocess.PIPE, **env: str) -> Process:
    """Start a command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", *words],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **env},
    )


def finish(process: Process) -> tuple[str, str]:
    """What a process that went well said, on standard output and error."""
    out, error = process.communicate(timeout=120)
    assert process.returncode == 0, error
    return out, error


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
def play(kibitz: Kibitz) -> Kibitz:
    """Play a game; against random bots if no others are named, so that nothing is compiled."""

    def run(*words: str, typed: str = "") -> Result:
        named = "--bots" in words or "--resume" in words
        return kibitz("play", *words, *(() if named else ("--bots", "random")), typed=typed)

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
