"""Notes of what a line of a description shows about hidden cards, made where that is written.

`kibitz.recycle.learnt` makes of them what the author of a game is told.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["HOW", "NOT", "SELDOM", "How", "Note"]

How = Literal["nothing", "sets", "tests", "not always", "not followed"]

HOW: tuple[How, ...] = ("nothing", "sets", "tests", "not always", "not followed")
"""How something is followed, from the best that can be said to the worst."""

NOT = HOW[3:]
"""Ways in which something is not followed."""

SELDOM = ("something it asks for is not there", "several cards are the best")
"""Reasons that a game hardly ever gives: whoever asks for a card sees to it that there is one."""


class Note(NamedTuple):
    """What a line shows."""

    line: int
    how: How
    why: str = ""
