"""What others learn from a choice, or do not, as the author of a game may want to know it.

nothing   what is offered depends on nothing that somebody cannot see
sets      which cards somebody has, or has not, is followed as sets of cards and numbers of them
tests     what cannot be said so is tested again on every deal that somebody thinks possible
untold    it is not followed, so that knowledge is no longer exact
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Shows"]


class Shows(NamedTuple):
    """What something in a description shows."""

    line: int
    how: str
    """nothing, sets, tests, untold"""
    text: str
    """The line of the description."""
    why: str = ""

    def __str__(self) -> str:
        reason = f" ({self.why})" if self.why else ""
        return {
            "nothing": "shows nothing about hidden cards",
            "sets": "followed as sets of cards",
            "tests": f"followed by testing deals again: `{self.text}`{reason}",
            "untold": f"not followed: `{self.text}`{reason}",
        }[self.how]
