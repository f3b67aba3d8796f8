"""The terms on which a bot that is not of the house has a seat: time, room, and patience."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Sandbox", "Terms"]

Sandbox = Literal["auto", "bwrap", "limits", "off"]
"""How a bot's processes are held: auto is bwrap where it works, limits elsewhere."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a bot may take, and what happens if it takes more."""

    move: float | None = None
    """Seconds for each decision; None: as many as it likes."""
    bank: float = 0.0
    """Seconds more that it may take for its decisions, over a whole game, as on a chess clock."""
    start: float = 60.0
    """Seconds to be loaded and made, before each game."""
    strikes: int = 1
    """Failures in a game after which it is forfeited; until then, each is one random move."""
    memory: int = 2 << 30
    """Bytes of address space for each of its processes."""
    processes: int = 32
    """Processes and threads at a time."""
    message: int = 1 << 20
    """Bytes of an answer."""
    sandbox: Sandbox = "off"
