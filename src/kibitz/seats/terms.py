"""The terms on which a bot that is not of the house has a seat: time, room, and patience."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

__all__ = ["USUAL", "Sandbox", "Terms"]

Sandbox = Literal["auto", "bwrap", "limits", "off"]
"""How a bot's processes are held: auto is bwrap where it works, limits elsewhere."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a bot may take, and what happens if it takes more."""

    move: float | None = None
    """Seconds for each decision; None: as many as it likes."""
    bank: float = 0.0
    """Seconds more that it may take for its decisions, over a whole game, as on a chess clock."""
    grace: float = 0.0
    """Seconds after that in which an answer still counts, though as a late one; 0 where time is
    strict: who is late then has failed."""
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

    def to_json(self) -> dict[str, Any]:
        """The same as data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Terms:
        return cls(**data)


USUAL = Terms()
"""What holds if nobody says otherwise."""
