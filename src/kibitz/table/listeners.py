"""Who is connected to a table, as what, and what waits to be sent to them."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from kibitz.errors import KibitzError

__all__ = ["FREED", "TOO_SLOW", "Audience", "Full", "Listener", "Role", "Ticket"]

MOST_WAITING = 400
"""Messages that may wait for a listener who is slow; then they have to come again."""
MOST_WATCHERS, MOST_TABS = 200, 16
"""Connections of all who only watch a table, and of each who sits at it or has made it."""
GATHERED = 0.25
"""Seconds in which what has changed is gathered into one message."""

TOO_SLOW, FREED = 1013, 4403
"""Codes with which connections end."""

Role = Literal["seat", "host", "watch"]


class Full(KibitzError):
    """No more can listen."""


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
    ended: tuple[int, KibitzError] | None = None
    """Why the connection is to end: a code for browsers, and a sentence."""
    status: str = ""
    """As they know it."""

    def send(self, text: str) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.end(TOO_SLOW, KibitzError("the connection was too slow", "connect again"))
        elif self.ended is None:
            self.waiting.append(text)
            self.woken.set()

    def end(self, code: int, why: KibitzError) -> None:
        """Tell them why, and nothing else that waits; nothing they say counts any more."""
        self.ended = code, why
        self.waiting.clear()
        self.woken.set()

    def tell_status(self, text: str) -> None:
        """Send how the table stands, if they do not know it."""
        if text != self.status:
            self.status = text
            self.send(text)


class Audience:
    """All who are connected to one table; `tell` tells them how it stands."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._listeners: set[Listener] = set()
        self._tickets: Counter[Ticket] = Counter()
        self._gathering: asyncio.TimerHandle | None = None
        self._stirred = False

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._listeners)

    def __len__(self) -> int:
        return len(self._listeners)

    @property
    def here(self) -> frozenset[int]:
        """The seats whose people are connected."""
        return frozenset(ticket.seat for ticket in self._tickets if ticket.seat is not None)

    def join(self, listener: Listener) -> bool:
        """Somebody has come; whether their seat was empty before. `Full` if there is no room."""
        count = self._tickets[listener.ticket]
        if listener.ticket.role == "watch" and count >= MOST_WATCHERS:
            raise Full(f"{MOST_WATCHERS} watch this table already", "come again later")
        if listener.ticket.role != "watch" and count >= MOST_TABS:
            raise Full(f"this link is open {MOST_TABS} times already", "close some of its pages")
        self._listeners.add(listener)
        self._tickets[listener.ticket] += 1
        return count == 0 and listener.ticket.seat is not None

    def leave(self, listener: Listener) -> None:
        """Somebody has gone, if they were here."""
        if listener not in self._listeners:
            return
        self._listeners.remove(listener)
        self._tickets[listener.ticket] -= 1
        if self._tickets[listener.ticket] == 0:
            del self._tickets[listener.ticket]
            if listener.ticket.seat is not None:
                self.stir()

    def stir(self) -> None:
        """Something people do has changed how the table stands: tell it now, but what changes soon
        after only once, however often people come, go, and call themselves something else."""
        if self._gathering is not None:
            self._stirred = True
            return
        self._tell()
        self._stirred = False
        self._gathering = asyncio.get_running_loop().call_later(GATHERED, self._gathered)

    def _gathered(self) -> None:
        self._gathering = None
        if self._stirred:
            self.stir()
