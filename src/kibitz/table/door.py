"""The door: how many connections there may be, and how long one may say nothing.

Each connection takes one of the descriptors of the process, of which the archive and the workers
need some too: were there none left, nobody could come in and no bot could think. So there is a
place for only so many connections, and for half of them from one address. Whoever comes when all
places are taken gets that of whoever has been silent for longest; if nobody is, a sentence.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["BACKLOG", "Door", "places"]

MOST_DESCRIPTORS = 4096
"""As many are asked of the system."""
RESERVED = 128
"""Descriptors for everything that is no connection, and for those about to be turned away."""
BACKLOG = 32
"""Connections the system takes in before we look at them."""
FEWEST, MOST = 16, 1024
"""Places there are, however few descriptors, and however many."""

Stage = Literal["asking", "sending", "answered"]
"""What a connection is doing: it has not yet asked for anything (else), it sends what belongs to
what it asked for, or it waits for the answer."""

SECONDS: dict[Stage, float | None] = {"asking": 10.0, "sending": 30.0, "answered": None}
"""How long each may take. An answer takes as long as it takes, unless nobody takes it in:"""
SECONDS_TO_HEAR = 60.0

FULL = json.dumps(
    {"error": "too many are connected to this server", "hint": "try again in a moment"}
).encode()
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(FULL), FULL)
)


class Door(H11Protocol):
    """One connection, as uvicorn serves it, until it becomes a live one."""

    places = MOST
    """How many connections there may be; whoever starts a server sets it, see `places`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.heard = self.loop.time()
        """When something was heard of it last."""
        self._deadline: asyncio.TimerHandle | None = None
        if self._may_come():
            self._expect(SECONDS[self.stage])
        else:
            transport.write(REFUSAL)
            transport.close()
            self._expect(1.0)  # if nobody takes that in

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.heard = self.loop.time()
        before = self.stage
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._expect(None)  # a live connection has a clock of its own
        elif self.stage != before:
            self._expect(SECONDS[self.stage])

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.heard = self.loop.time()
        self._expect(SECONDS[self.stage])

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect(SECONDS_TO_HEAR)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._expect(SECONDS[self.stage])

    @property
    def stage(self) -> Stage:
        if self.cycle is None or self.cycle.response_complete:
            return "asking"
        return "sending" if self.cycle.more_body else "answered"

    def _expect(self, seconds: float | None) -> None:
        """End the connection in so many seconds, unless something happens before."""
        if self._deadline is not None:
            self._deadline.cancel()
        later = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)
        self._deadline = later

    def _may_come(self) -> bool:
        """Whether there is a place; one may be made by ending a silent connection."""
        others = [
            other
            for other in self.connections
            if other is not self and not other.transport.is_closing()
        ]
        own = [other for other in others if _address(other) == _address(self)]
        if len(own) >= self.places // 2:
            return _end_silent(own)
        return len(others) < self.places or _end_silent(others)


def _address(connection: object) -> str | None:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else None


def _end_silent(connections: Sequence[object]) -> bool:
    """End the connection that has been silent for longest, if one is."""
    doors = (one for one in connections if isinstance(one, Door) and one.stage != "answered")
    silent = min(doors, key=lambda door: door.heard, default=None)
    if silent is None:
        return False
    silent.transport.abort()
    return True


def places() -> int:
    """How many connections this process has descriptors for; it asks for more if it may."""
    return max(FEWEST, min(MOST, _descriptors() - RESERVED))


def _descriptors() -> int:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_DESCRIPTORS
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return soft
