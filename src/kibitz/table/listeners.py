"""Who is connected to a table, as what, and what waits to be sent to them."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Listener", "Role", "Ticket"]

MOST_WAITING = 400
"""Messages that may wait for a listener who is slow; then they have to come again."""

Role = Literal["seat", "host", "watch"]


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a token stands for at its table."""

    role: Role
    seat: int | None = None
    leads: bool = False
    """Whether they may step and stop the bots, and invite: the host, and who made the table."""


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who is connected."""

    ticket: Ticket
    waiting: deque[str] = field(default_factory=deque)
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: bool = False
    status: str = ""
    """As they know it."""

    def send(self, text: str) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.dropped = True
        else:
            self.waiting.append(text)
        self.woken.set()
