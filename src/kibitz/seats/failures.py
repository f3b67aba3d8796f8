"""What a bot did wrong: when, what kind of thing, and what it said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

__all__ = ["CAUSES", "Cause", "Failure"]

Cause = Literal[
    "start",  # it could not be loaded or made, or took too long for that
    "late",  # it took longer than it may
    "died",  # its process ended
    "raised",  # an exception of its own
    "illegal",  # an action that is not on offer
    "nothing",  # None
    "garbage",  # an answer that cannot be understood
    "large",  # an answer that is too long
]

CAUSES: tuple[Cause, ...] = get_args(Cause)


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing a bot did wrong in a game."""

    decision: int
    """How many decisions of the game came before; -1: before the game began."""
    cause: Cause
    said: str
    """One sentence for people."""
    trace: str = ""
    """The first lines of its traceback, if there was one."""
    hint: str = ""
    """Where in its file that was, or what may be the reason."""

    def __str__(self) -> str:
        """As a complaint to whoever gave the bot."""
        return f"{self.said}\n  hint: {self.hint}" if self.hint else self.said

    def to_json(self) -> list[Any]:
        """The same as data."""
        return [self.decision, self.cause, self.said, self.trace, self.hint]

    @classmethod
    def from_json(cls, data: list[Any]) -> Failure:
        return cls(*data)
