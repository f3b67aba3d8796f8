"""A table in memory: its states, and what people do there.

Nothing is sent that is not made from the view of whoever gets it, unless all may see everything.
A decision is written to the archive before anybody hears of it. Views are made only for those who
listen: a table nobody looks at costs a step and a write for each move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from kibitz.engine.actions import Action
from kibitz.engine.copies import played
from kibitz.engine.observer import Observer, kibitzer, observer
from kibitz.engine.picking import picked, pickings
from kibitz.engine.replay import Move, move_of
from kibitz.engine.simulation import MOST_DECISIONS
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.table import messages
from kibitz.table.archive import Archive
from kibitz.table.chronicle import Chronicle
from kibitz.table.clockwork import Clockwork
from kibitz.table.games import Made
from kibitz.table.kept import Kept, Sitter, Turn
from kibitz.table.listeners import Audience, Listener, Ticket
from kibitz.table.messages import Status, encoded

__all__ = ["Table", "leading", "own", "seated"]

READING = 4
"""How many times as long as between two moves the bots wait after a round."""

SOONEST = 0.03
"""Seconds between moves somebody looks at, however fast the bots are."""


class Deciders(Protocol):
    """Who decides for the bots: see `kibitz.table.thinkers`."""

    async def ready(self, table: Table, bot: str) -> None:
        """See to it that a bot can decide."""

    async def rehearsed(self, table: Table, bot: str) -> float:
        """How long a bot is expected to think about a decision."""

    async def decide(self, table: Table, bot: str) -> str:
        """What a bot does."""


class Table:
    """One table. All its methods are called in the event loop."""

    def __init__(
        self,
        kept: Kept,
        made: Made,
        states: list[State],
        moves: list[Move],
        archive: Archive,
        thinkers: Deciders,
        rested: Callable[[Table], None] = lambda _: None,
        visitor: str = "",
    ) -> None:
        self.kept, self.game, self.ref = kept, made.game, made.ref
        self.states, self.moves = states, moves
        self.chronicle = Chronicle(states)
        self.archive = archive
        self.listeners = Audience(self.tell_status)
        self.next: Kept | None = None
        """The table of the rematch."""
        self.declined: int | None = None
        """The seat that would not have all hands shown when it was last asked."""
        self.fed = False
        """Whether this is a game that is being played elsewhere, and goes on here as it does there:
        see `kibitz.table.mirrors`."""
        self.visitor = visitor
        """Where whoever made it came from, if that was since the server was started."""
        self.clockwork = Clockwork(self)
        self._thinkers = thinkers
        self._rested = rested
        if len(moves) >= MOST_DECISIONS and not self.state.over:
            self.clockwork.trouble = _endless()

    # --- what is so -------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def last(self) -> int:
        """How many decisions were made."""
        return len(self.moves)

    @property
    def open(self) -> bool:
        """Whether everybody here may see everything."""
        return self.kept.open

    @property
    def running(self) -> bool:
        """Whether the bots move without being asked to."""
        return self.kept.running

    @property
    def bot(self) -> str | None:
        """The bot whose turn it is, if it is one's."""
        bots = self.turn(self.state) == "bot"
        return self.kept.seats[self.state.to_move or 0].bot if bots else None

    @property
    def seconds(self) -> float:
        """The least time between two moves of bots: more, where those who look have a round's
        result to read."""
        if not self.listeners:
            return self.kept.pace
        return max(self.kept.pace * (READING if _dealt_anew(self.states) else 1), SOONEST)

    @property
    def resting(self) -> bool:
        """Whether nobody listens and nothing goes on."""
        return not self.listeners and self.clockwork.task is None and not self.fed

    @property
    def whose(self) -> str:
        """The seat that is to decide."""
        return self.game.seats[self.state.to_move or 0]

    def turn(self, state: State) -> Turn:
        """Who decides in a state of this table."""
        if state.over:
            return "over"
        if self.kept.turn == "nobody" or self.last >= MOST_DECISIONS:
            return "nobody"
        return "person" if self.kept.seats[state.to_move or 0].bot is None else "bot"

    def observer(self, ticket: Ticket) -> Observer:
        """Through whose eyes somebody here may see the table."""
        return kibitzer(self.game) if self.open else observer(self.game, ticket.seat)

    async def rehearsed(self, bot: str) -> float:
        """How long a bot is expected to think about a decision."""
        await self._thinkers.ready(self, bot)
        return await self._thinkers.rehearsed(self, bot)

    async def thought(self, bot: str) -> str:
        """What a bot decides, as its action is written."""
        await self._thinkers.ready(self, bot)
        return await self._thinkers.decide(self, bot)

    # --- what is told -----------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Somebody has come: they are told everything, the others that they are here."""
        new = self.listeners.join(listener)
        self._welcome(listener)
        if new:
            self.listeners.stir()

    def leave(self, listener: Listener) -> None:
        self.listeners.leave(listener)
        self.rested()

    def rested(self) -> None:
        """See whether anything goes on here."""
        if self.resting:
            self._rested(self)

    def tell_status(self) -> None:
        """Tell everybody what has changed for them, if anything."""
        now = self.status()
        texts: dict[Ticket, str] = {}
        for listener in self.listeners:
            ticket = listener.ticket
            if ticket not in texts:
                texts[ticket] = encoded(messages.status(now, ticket))
            listener.tell_status(texts[ticket])

    def status(self) -> Status:
        """How this table stands."""
        clockwork = self.clockwork
        return Status(
            self.game,
            self.kept,
            self.state.to_move,
            self.listeners.here,
            clockwork.trouble,
            clockwork.note,
            self.next,
            self.declined,
            self.fed,
        )

    def welcome(self, ticket: Ticket) -> str:
        """All that somebody is told who comes."""
        return messages.welcome(self.status(), ticket, self.chronicle.log(self.observer(ticket)))

    def _welcome(self, *listeners: Listener) -> None:
        """Tell some everything; it is put together once for all who are told the same."""
        texts: dict[Ticket, tuple[str, str, str]] = {}
        for listener in listeners:
            ticket = listener.ticket
            if ticket not in texts:
                now = encoded(messages.status(self.status(), ticket))
                moment = encoded(self.chronicle.moment(self.last, self.observer(ticket)))
                texts[ticket] = now, self.welcome(ticket), moment
            listener.status, *told = texts[ticket]
            for text in told:
                listener.send(text)

    def _tell(self, opened: bool) -> None:
        """Tell everybody of the last decision; if all may be seen now, everything anew."""
        if opened:
            self._welcome(*self.listeners)
            return
        texts: dict[Observer, str] = {}
        for listener in self.listeners:
            who = self.observer(listener.ticket)
            if who not in texts:
                texts[who] = self.chronicle.newest(who)
            listener.send(texts[who])
        self.tell_status()

    # --- what people do ---------------------------------------------------------------------------

    def act(self, ticket: Ticket, at: int, text: str) -> None:
        """A person decides."""
        state = self._deciding(ticket, at)
        action = next((action for action in state.actions if action.text == text), None)
        if action is None:
            raise KibitzError(f"`{text[:60]}` is not on offer")
        self.decided(action)
        self.clockwork.wake()

    def pick(self, ticket: Ticket, at: int, number: int, cards: Sequence[int]) -> None:
        """A person decides on several cards at once, one of the sets that the rules ask for card
        by card: all of them are picked, or none."""
        state = self._deciding(ticket, at)
        asked = pickings(state)
        if number >= len(asked):
            raise KibitzError("no such cards are to be picked now")
        self._followed_by(picked(state, asked[number], cards))
        self.clockwork.wake()

    def _deciding(self, ticket: Ticket, at: int) -> State:
        """The state in which a person decides, if it is for them to."""
        seat = own(ticket)
        if self.kept.turn in ("over", "nobody"):
            raise KibitzError("the game is over")
        if at != self.last:
            raise KibitzError("the game has moved on", "look at the table and try again")
        if self.state.to_move != seat:
            raise KibitzError(f"it is {self.whose}'s turn, not yours")
        return self.state

    def agree(self, ticket: Ticket, yes: bool = True) -> None:
        """A person agrees that all cards are shown, or does not. A no settles the question until
        somebody asks anew; of somebody who had agreed it takes only that back."""
        seat, seats = own(ticket), self.kept.seats
        asked = any(sitter.agreed for sitter in seats)
        if self.open or not (yes or asked):
            return
        self.declined = None if yes or seats[seat].agreed else seat
        if self.declined is None:
            seats = seated(self.kept, seat, replace(seats[seat], agreed=yes))
        else:
            seats = tuple(replace(sitter, agreed=False) for sitter in seats)
        self.keep(seats=seats)
        if self.open:
            self._tell(opened=True)

    def followed_by(self, kept: Kept) -> None:
        """There is a rematch."""
        self.next = kept
        self.kept = replace(self.kept, rematch=kept.id)
        self.tell_status()

    # --- what is kept -----------------------------------------------------------------------------

    def keep(
        self,
        *,
        seats: tuple[Sitter, ...] | None = None,
        pace: float | None = None,
        running: bool | None = None,
        tokens: Mapping[str, tuple[str, int]] | None = None,
    ) -> None:
        """Write what has changed, then tell it; `tokens` with what each stands for now."""
        self.archive.change(self.kept.id, seats=seats, pace=pace, running=running, tokens=tokens)
        given = {"seats": seats, "pace": pace, "running": running}
        self.kept = replace(self.kept, **{k: v for k, v in given.items() if v is not None})  # type: ignore[arg-type]
        self.listeners.stir()

    def decided(self, action: Action) -> None:
        """Make a decision: write it, then tell it."""
        self._followed_by([played(self.state, action)])

    def follow(self, states: list[State]) -> None:
        """Go on as a game did that is played elsewhere: by these states, one after the other."""
        for state in states:
            self._followed_by([state])

    def _followed_by(self, states: list[State]) -> None:
        """Go on by decisions that belong together: write them all, then tell one by one."""
        before, last = self.open, states[-1]
        moves = [move_of(state) for state in states]
        endless = self.last + len(moves) >= MOST_DECISIONS and not last.over
        turn: Turn = "nobody" if endless else self.turn(last)
        other = None if turn == self.kept.turn else turn
        self.archive.move(self.kept.id, self.last, moves, other)
        self.clockwork.moved = asyncio.get_running_loop().time()
        if endless:
            self.clockwork.trouble = _endless()
        for state, move in zip(states, moves, strict=True):
            self.moves.append(move)
            self.states.append(state)
            self.kept = replace(self.kept, last=self.last)
            if state is last:
                self.kept = replace(self.kept, turn=turn)
            if self.listeners:
                self._tell(opened=self.open and not before)


def seated(kept: Kept, number: int, sitter: Sitter) -> tuple[Sitter, ...]:
    """Those who sit at a table, with somebody at a seat instead of who was there."""
    return (*kept.seats[:number], sitter, *kept.seats[number + 1 :])


def _dealt_anew(states: list[State]) -> bool:
    """Whether the last decision has ended a round."""
    at = states[-1].game.layout.ROUND
    return len(states) > 1 and states[-1].array[at] != states[-2].array[at]


def _endless() -> str:
    return f"this game does not end: it was stopped after {MOST_DECISIONS:,} decisions"


# --- who may do what ------------------------------------------------------------------------------


def leading(ticket: Ticket) -> None:
    """Complain if somebody else has made the table."""
    if not ticket.leads:
        raise KibitzError("only the person who made the table can do that")


def own(ticket: Ticket) -> int:
    """Their seat."""
    if ticket.seat is None:
        raise KibitzError("you only watch at this table", "your seat has a link of its own")
    return ticket.seat
