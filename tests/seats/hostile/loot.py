"""What hostile bots share: they tell what they found, mark what they leave, and harm nobody
outside.

A line that begins with FOUND is what a test looks for. A bot that could do harm to the machine of
whoever runs it without a sandbox looks first whether it is in one.
"""

from __future__ import annotations

import ctypes
import os
import random
import re
from collections.abc import Iterable

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

__all__ = [
    "CAGED",
    "MARK",
    "SERVANT",
    "any_of",
    "found",
    "hand",
    "leaked",
    "mark",
    "partner",
    "tell",
]

MARK = "kz-hostile"
"""What processes that mean to stay are called."""

CAGED = os.getuid() != 0 and os.getppid() == 1
"""Whether nobody else's processes and files can be reached: we are not root, and our parent is the
first process of a world of its own."""

SERVANT = os.getuid() != 0
"""Whether we are not root, who can read everything anyway, also what is none of our business."""

SECRET = re.compile(rb"CANARY-[0-9a-f]{16}")
SET_NAME = 15


def found(what: object) -> None:
    """Tell that a cheat worked."""
    print("FOUND", what, flush=True)


def leaked(data: bytes) -> None:
    """Tell of the secrets in something that was read."""
    for secret in sorted(set(SECRET.findall(data))):
        found(secret.decode())


def any_of(view: View) -> Action:
    """What a bot plays that has found nothing."""
    return random.choice(view.actions)


def hand(view: View) -> list[int]:
    """The cards one has, by number."""
    return list(view.numbers(f"HAND {view.seat}"))


def partner(view: View) -> int:
    """Who sits opposite."""
    return ((view.seat or 0) + view.game.players // 2) % view.game.players


def mark(what: str = MARK) -> None:
    """Give this process, or thread, a name that can be found from outside."""
    ctypes.CDLL(None).prctl(SET_NAME, what.encode(), 0, 0, 0)


def tell(view: View, cards: Iterable[int]) -> None:
    """Tell that one knows the hand of one's partner."""
    found(f"hand {partner(view)} {sorted(cards)}")
