"""`Players.Player`: what every bot inherits."""

from __future__ import annotations

from typing import Any

__all__ = ["Player"]


class Player:
    """A player; a bot says what it thinks, and what it is called."""

    __module__ = "Players.Player"

    def think(self, observation: Any, budget: float) -> Any:  # whatever a bot makes of it
        """The action it chooses, within so many seconds."""

    def __str__(self) -> str:  # so that who is not called anything cannot be printed
        return None  # type: ignore[return-value]
