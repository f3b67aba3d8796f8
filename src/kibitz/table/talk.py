"""A live connection: messages of a person at a table in, what he may know out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.errors import KibitzError
from kibitz.table.faults import fault
from kibitz.table.listeners import Listener, Place
from kibitz.table.live import Live
from kibitz.table.messages import error as complaint
from kibitz.table.orders import LONGEST_MESSAGE, Message, read_message
from kibitz.table.tables import Tables

__all__ = ["hang_up", "talk"]

FLOOD, WINDOW = 200, 10.0
"""So many messages in so many seconds are too many."""


async def talk(socket: WebSocket, tables: Tables, table: Live, place: Place) -> None:
    """Serve somebody at a table until he goes."""
    listener = Listener(place)
    sender = asyncio.create_task(_send(socket, listener))
    try:
        table.join(listener)
        await _receive(socket, tables, table, listener)
    except WebSocketDisconnect:
        pass
    except Exception as error:  # a fault of ours: he comes again, and the table is as it was
        await hang_up(socket, 1011, fault(error))
    finally:
        table.leave(listener)
        sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender


async def _receive(socket: WebSocket, tables: Tables, table: Live, listener: Listener) -> None:
    loop = asyncio.get_running_loop()
    begun, count = loop.time(), 0
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        if text is None:
            data = event.get("bytes") or b""
            text = "" if len(data) <= LONGEST_MESSAGE else "x" * len(data)
        if loop.time() - begun > WINDOW:
            begun, count = loop.time(), 0
        count += 1
        if len(text) > LONGEST_MESSAGE:
            reason = f"a message has at most {LONGEST_MESSAGE} characters"
            await hang_up(socket, 1009, KibitzError(reason))
            return
        if count > FLOOD:
            await hang_up(socket, 1008, KibitzError("too many messages"))
            return
        try:
            _do(tables, table, listener.place, read_message(text))
        except KibitzError as error:
            listener.send(complaint(error))


def _do(tables: Tables, table: Live, place: Place, message: Message) -> None:
    match message.do:
        case "act":
            table.act(place, message.at, message.text)
        case "name":
            table.name(place, message.text)
        case "pace":
            table.pace(place, message.seconds)
        case "agree":
            table.agree(place)
        case "step":
            table.step(place)
        case "run":
            table.run(place)
        case "pause":
            table.pause(place)
        case "rematch":
            tables.rematch(table, place)


async def _send(socket: WebSocket, listener: Listener) -> None:
    """Send what waits; whoever is too slow has to come again."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while not listener.dropped:
            while listener.waiting:
                await socket.send_text(listener.waiting.popleft())
            listener.woken.clear()
            if not listener.waiting:
                await listener.woken.wait()
        await socket.close(1013, "the connection was too slow; connect again")


async def hang_up(socket: WebSocket, code: int, error: KibitzError) -> None:
    """Say why, and end the connection."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(complaint(error))
        await socket.close(code)
