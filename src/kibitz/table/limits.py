"""What a table may ask of the server: how long its bots think, and how many tables there are.

A page can choose any bot with any parameters, and all tables share the same processors. So whoever
starts the server says how long a bot may think about one decision (`kibitz table --seconds`), and
everything else follows from that.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from kibitz.bots.house import HOUSE
from kibitz.errors import KibitzError

__all__ = ["Limits"]

GAMES_A_SECOND = 100_000
"""More iterations than this nobody makes in a second, whatever the game."""

MORE = "whoever starts the server can allow more: kibitz table --seconds 60"


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed to bots of the house that a page chooses; a bot in a file of the user's may
    do as it likes."""

    seconds: float = 10.0
    """How long a bot may think about one decision."""
    threads: int = max(1, (os.cpu_count() or 1) // 2)
    going: int = 400
    """Tables of one visitor at which bots play at once."""
    analyses: int = 12
    """Games that may wait to be analysed or are being analysed, half of them for one visitor."""

    @property
    def most(self) -> dict[str, float]:
        """The most that each parameter of a bot can be."""
        return {
            "seconds": self.seconds,
            "iterations": self.seconds * GAMES_A_SECOND,
            "threads": self.threads,
            "deals": 1000,
            "group": 10_000,
            "endings": 24,
        }

    def check(self, bot: str) -> None:
        """Complain about a bot that asks for too much."""
        name, _, settings = bot.partition(":")
        if name.strip() not in HOUSE:
            return
        for part in settings.split(","):
            key, _, value = (piece.strip() for piece in part.partition("="))
            most = self.most.get(key)
            if most is not None and not _number(value) <= most:  # nan too
                raise KibitzError(
                    f"{key}={value[:20]} is more than `{name.strip()}` may have here: "
                    f"at most {most:,.12g}",
                    MORE if key in ("seconds", "iterations") else "leave it out, or give less",
                )

    def check_going(self, tables: int) -> None:
        """Complain if somebody has made so many tables that are not over."""
        if tables >= self.going:
            raise KibitzError(
                f"bots play at {tables} tables of yours already", "wait until some are over"
            )

    def check_analyses(self, all_: int, own: int) -> None:
        """Complain if so many analyses are wanted already, so many of them by one visitor."""
        if all_ >= self.analyses or own >= max(1, self.analyses // 2):
            whose = "" if all_ >= self.analyses else "of yours "
            number = all_ if all_ >= self.analyses else own
            raise KibitzError(
                f"{number} games {whose}wait to be analysed already", "wait until one is done"
            )


def _number(text: str) -> float:
    """A number as it was typed; what is none is somebody else's to complain about."""
    try:
        return float(text)
    except ValueError:
        return 0.0
