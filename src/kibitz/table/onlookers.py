"""Those who follow a competition: each is told every part of it once, and again when it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.errors import KibitzError
from kibitz.table.listeners import TOO_SLOW, Full, Listener, Ticket
from kibitz.table.messages import encoded
from kibitz.table.talk import hang_up, send_waiting

__all__ = ["Onlookers", "follow"]

MOST = 500
"""Connections of all who follow a competition."""
MOST_SAID = 50
"""Messages of somebody who has nothing to say here."""


class Onlookers:
    """All who are connected to a competition, and what they have been told."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._parts: dict[str, str] = {}
        self.came = asyncio.Event()
        """Set when somebody comes."""

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, listener: Listener) -> None:
        """Somebody has come: they are told all that is known. `Full` if there is no room."""
        if len(self._listeners) >= MOST:
            raise Full(f"{MOST} follow this competition already", "come again later")
        self._listeners.add(listener)
        for text in self._parts.values():
            listener.send(text)
        self.came.set()

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def tell(self, parts: Mapping[str, Any]) -> None:
        """Tell everybody those parts that are not as they were: put into words once for all."""
        for name, data in parts.items():
            text = encoded({"is": "part", "part": name, "data": data})
            if self._parts.get(name) != text:
                self._parts[name] = text
                for listener in self._listeners:
                    listener.send(text)


async def follow(socket: WebSocket, onlookers: Onlookers) -> None:
    """Serve somebody who follows a competition, until they go."""
    listener = Listener(Ticket("watch"))
    sender = asyncio.create_task(send_waiting(socket, listener))
    try:
        onlookers.join(listener)
        for _ in range(MOST_SAID):
            event = await socket.receive()
            if event["type"] == "websocket.disconnect" or listener.ended is not None:
                return
        await hang_up(socket, 1008, KibitzError("too many messages"))
    except WebSocketDisconnect:
        pass
    except Full as error:
        await hang_up(socket, TOO_SLOW, error)
    finally:
        onlookers.leave(listener)
        sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender
