"""A remote bot at a chair: the protocol of `kibitz.seats` over a live connection.

Whoever has the token of a chair may have a program play there in place of a page. It is told what
its seat sees and nothing else, and asked when there is something to decide; a wrong answer is told,
and asked about again. When the game is over there may be another one, on the same connection.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.seats import messages
from kibitz.seats.dialogue import Failed, answer_of
from kibitz.seats.terms import Terms
from kibitz.table.chairs import rename
from kibitz.table.faults import noted
from kibitz.table.hall import Hall
from kibitz.table.listeners import TOO_SLOW, Full, Listener, Ticket
from kibitz.table.orders import shown_name
from kibitz.table.table import Table, own
from kibitz.table.talk import FLOOD, WINDOW

__all__ = ["TERMS", "refuse", "serve"]

TERMS = Terms(start=600.0, message=16_000)
"""What a remote bot is told of its limits: it may think as long as a person may."""

WRONG = 10
"""Wrong answers to one question after which nobody asks again."""

BAD, ASLEEP = 4400, 4408
"""Codes with which connections end: what was said cannot be followed; nothing was said."""


async def serve(socket: WebSocket, hall: Hall, table: Table, ticket: Ticket) -> None:
    """Let a remote bot play at a chair until it goes, or there is nothing more to play."""
    ear = _Ear(ticket)
    seat = _Seat(socket, hall, ear)
    pump = asyncio.create_task(seat.listen())
    try:
        await seat.play(table)
    except _Over as over:
        await refuse(socket, over.code, over.why)
    except Full as error:
        await refuse(socket, TOO_SLOW, error)
    except KibitzError as error:
        await refuse(socket, BAD, error)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    except Exception as error:  # a fault of ours
        await refuse(socket, 1011, noted(error))
    finally:
        seat.leave()
        pump.cancel()
        with suppress(asyncio.CancelledError):
            await pump


async def refuse(socket: WebSocket, code: int, error: KibitzError) -> None:
    """Say why, and end the connection."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(_complaint(error))
        await socket.close(code)


def _complaint(error: KibitzError) -> str:
    return messages.dumped({"type": "error", "error": error.message, "hint": error.hint})


class _Ear(Listener):
    """Hears that something has happened at a table, and not what: that is seen in the view."""

    __slots__ = ()

    def send(self, text: str) -> None:
        self.woken.set()


class _Over(Exception):
    """The connection is to end."""

    def __init__(self, code: int, why: KibitzError) -> None:
        super().__init__(why.message)
        self.code, self.why = code, why


class _Seat:
    """A chair with a remote bot on it."""

    def __init__(self, socket: WebSocket, hall: Hall, ear: _Ear) -> None:
        self.socket, self.hall, self.ear = socket, hall, ear
        self.number = own(ear.ticket)
        self.table: Table | None = None
        self._said: asyncio.Queue[str] = asyncio.Queue(FLOOD)
        self._views = False
        self._told = 0
        """How many events the bot knows."""

    # --- the connection ---------------------------------------------------------------------------

    async def listen(self) -> None:
        """Take in what the bot says."""
        loop = asyncio.get_running_loop()
        begun, count = loop.time(), 0
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                self.ear.end(1000, KibitzError("it has hung up"))
                return
            text = event.get("text") or ""
            if loop.time() - begun > WINDOW:
                begun, count = loop.time(), 0
            count += 1
            if len(text) > TERMS.message:
                most = f"a message has at most {TERMS.message:,} characters"
                self.ear.end(1009, KibitzError(most))
                return
            if count > FLOOD or self._said.full():
                self.ear.end(1008, KibitzError("too many messages"))
                return
            self._said.put_nowait(text)
            self.ear.woken.set()

    def leave(self) -> None:
        """Stand up from the table."""
        if self.table is not None:
            self.table.leave(self.ear)

    async def _woken(self, seconds: float | None = None) -> None:
        """Wait until something happens: at the table, or something is said."""
        self._go_on()
        try:
            async with asyncio.timeout(seconds):
                await self.ear.woken.wait()
        except TimeoutError:
            raise _Over(ASLEEP, KibitzError("the bot has not said that it is ready")) from None
        self.ear.woken.clear()
        self._go_on()

    def _go_on(self) -> None:
        """Stop if the connection is to end."""
        if self.ear.ended is not None:
            raise _Over(*self.ear.ended)

    async def _reply(self, wanted: str, seconds: float | None = None) -> dict[str, Any]:
        """The next message, which has to be of this type."""
        while self._said.empty():
            await self._woken(seconds)
        return self._understood(wanted)

    def _understood(self, wanted: str) -> dict[str, Any]:
        """What was said first of all that waits."""
        try:
            reply = messages.read(self._said.get_nowait())
        except messages.Garbled as error:
            raise KibitzError(f"what the bot wrote is no message: {error}") from None
        if reply["type"] != wanted:
            raise KibitzError(f"the bot wrote `{reply['type'][:40]}` where `{wanted}` was due")
        return reply

    # --- games ------------------------------------------------------------------------------------

    async def play(self, table: Table) -> None:
        """Play a game, and others that follow it."""
        while True:
            self._sit(table)
            await self._begin(table)
            while table.turn(table.state) not in ("over", "nobody"):
                await self._move(table)
            await self._end(table)
            while table.next is None:
                await self._woken()
            token = table.next.seats[self.number].token
            if token is None:
                return
            table, _ = await self.hall.at(token)

    def _sit(self, table: Table) -> None:
        self.leave()
        self.table = table
        if table.kept.seats[self.number].bot is not None:
            raise KibitzError("a bot of this server has that seat")
        table.join(self.ear)

    async def _begin(self, table: Table) -> None:
        self._told = 0
        seed = secrets.randbits(53)  # its own: nothing of the deal is in it
        await self.socket.send_text(messages.hello(table.game, self.number, seed, TERMS))
        ready = await self._reply("ready", TERMS.start)
        wants, name = ready.get("wants"), ready.get("name")
        self._views = isinstance(wants, list) and messages.VIEW in wants
        if isinstance(name, str) and shown_name(name):
            rename(table, self.ear.ticket, shown_name(name))

    async def _move(self, table: Table) -> None:
        """Wait until it is the bot's turn; then have it decide, unless there is nothing to."""
        state = table.state
        if state.to_move != self.number:
            await self._woken()
            return
        if len(state.actions) == 1:
            table.act(self.ear.ticket, table.last, state.actions[0].text)
            return
        seen, at = view(state, self.number), table.last
        self._drop()
        await self._ask(seen, at)
        for wrong in range(1, WRONG + 1):
            while self._said.empty():
                await self._woken()
                if table.state is not state:  # somebody else has decided, in a page say
                    return
            try:
                action = answer_of(self._understood("choice"), seen)
                table.act(self.ear.ticket, at, action.text)
                return
            except Failed as failed:
                if wrong == WRONG:
                    raise KibitzError(f"{failed.said}, for the {WRONG}th time") from None
                await self._complain(KibitzError(failed.said, failed.hint))
                await self._ask(seen, at, again=True)

    async def _ask(self, seen: View, at: int, *, again: bool = False) -> None:
        time = {"move": TERMS.move, "bank": TERMS.bank}
        since = self._told if not again else len(seen.tale)
        self._told = len(seen.tale)
        if self._views:
            await self.socket.send_text(messages.act(seen, at, time, since=since))
            return
        happened = messages.observe(seen, since)
        if happened is not None:
            await self.socket.send_text(happened)
        await self.socket.send_text(messages.act(seen, at, time))

    async def _end(self, table: Table) -> None:
        state = table.state
        scores, ranks = (state.scores, state.ranks) if state.over else (None, None)
        self._drop()
        await self.socket.send_text(messages.end(scores, ranks))
        await self._reply("bye")

    async def _complain(self, error: KibitzError) -> None:
        await self.socket.send_text(_complaint(error))

    def _drop(self) -> None:
        """What was said before it was asked for is no answer."""
        while not self._said.empty():
            self._said.get_nowait()
