"""The small games whose answers are known: each file says what is true of it."""

from __future__ import annotations

from pathlib import Path

import kibitz
from kibitz.engine.game import Game

__all__ = ["FOLDER", "NAMES", "known"]

FOLDER = Path(__file__).parent / "games"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.rcy")))


def known(name: str, **parameters: int | str) -> Game:
    """One of them: `known("skill", HEAP=12)`."""
    return kibitz.load(FOLDER / f"{name}.rcy", **parameters)
