"""A live connection: messages of a person at a table in, what they may know out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.errors import KibitzError
from kibitz.table import lead
from kibitz.table.chairs import free, rename
from kibitz.table.faults import noted
from kibitz.table.hall import Hall
from kibitz.table.listeners import TOO_SLOW, Full, Listener, Ticket
from kibitz.table.messages import error as complaint
from kibitz.table.orders import LONGEST_MESSAGE, Message, read_message
from kibitz.table.table import Table

__all__ = ["hang_up", "send_waiting", "talk"]

FLOOD, WINDOW = 200, 10.0
"""So many messages in so many seconds are too many."""


async def talk(socket: WebSocket, hall: Hall, table: Table, ticket: Ticket) -> None:
    """Serve somebody at a table until they go."""
    listener = Listener(ticket)
    sender = asyncio.create_task(send_waiting(socket, listener))
    try:
        table.join(listener)
        await _receive(socket, hall, table, listener)
    except WebSocketDisconnect:
        pass
    except Full as error:
        await hang_up(socket, TOO_SLOW, error)
    except Exception as error:  # a fault of ours: they come again, and the table is as it was
        await hang_up(socket, 1011, noted(error))
    finally:
        table.leave(listener)
        sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender


async def _receive(socket: WebSocket, hall: Hall, table: Table, listener: Listener) -> None:
    loop = asyncio.get_running_loop()
    begun, count = loop.time(), 0
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect" or listener.ended is not None:
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
            _do(hall, table, listener.ticket, read_message(text))
        except KibitzError as error:
            listener.send(complaint(error))


def _do(hall: Hall, table: Table, ticket: Ticket, message: Message) -> None:
    match message.do:
        case "act":
            table.act(ticket, message.at, message.text)
        case "pick":
            table.pick(ticket, message.at, message.picks, message.cards)
        case "name":
            rename(table, ticket, message.text)
        case "pace":
            lead.pace(table, ticket, message.seconds)
        case "agree":
            table.agree(ticket)
        case "free":
            free(table, ticket, message.at)
        case "decline":
            table.agree(ticket, yes=False)
        case "step":
            lead.step(table, ticket)
        case "run":
            hall.check_going(table.visitor)
            lead.run(table, ticket)
        case "pause":
            lead.pause(table, ticket)
        case "rematch":
            hall.rematch(table, ticket)


async def send_waiting(socket: WebSocket, listener: Listener) -> None:
    """Send what waits; whoever is too slow has to come again."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while listener.ended is None:
            while listener.waiting:
                await socket.send_text(listener.waiting.popleft())
            listener.woken.clear()
            if not listener.waiting and listener.ended is None:
                await listener.woken.wait()
        await hang_up(socket, *listener.ended)


async def hang_up(socket: WebSocket, code: int, error: KibitzError) -> None:
    """Say why, and end the connection."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(complaint(error))
        await socket.close(code)
