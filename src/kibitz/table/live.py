"""A table in memory: its states, and what people do there.

Nothing is sent that is not made from the view of whoever gets it, unless all may see everything.
A decision is written to the store before anybody hears of it. Views are made only for those who
listen: a table nobody looks at costs a step and a write for each move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.table import frames, messages
from kibitz.table.clockwork import Clockwork, Thinking
from kibitz.table.games import Made
from kibitz.table.listeners import Listener, Place
from kibitz.table.messages import encoded
from kibitz.table.replay import Move, chance_of
from kibitz.table.store import Kept, Seat, Store, Turn
from kibitz.table.workers import About
from kibitz.words.sights import Eyes, Sight, look

__all__ = ["Live"]

MOST_DECISIONS = 10_000
"""A game that goes on longer is stopped."""
AT_ONCE = 25
"""Decisions that are put into words before others get their turn."""


class Live:
    """One table. All its methods are called in the event loop."""

    def __init__(
        self,
        kept: Kept,
        made: Made,
        states: list[State],
        moves: list[Move],
        store: Store,
        thinkers: Thinking,
        rested: Callable[[Live], None] = lambda _: None,
    ) -> None:
        self.kept, self.game, self.ref = kept, made.game, made.ref
        self.states, self.moves = states, moves
        self.store = store
        self.listeners: set[Listener] = set()
        self.next: Kept | None = None
        """The table of the rematch."""
        self.clockwork = Clockwork(self, thinkers)
        self._rested = rested
        self._logs: dict[Eyes, list[str]] = {}
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
        if self.kept.turn in ("over", "nobody"):
            return True
        return all(seat.agreed for seat in self.kept.seats if seat.bot is None)

    @property
    def resting(self) -> bool:
        """Whether nobody listens and nothing goes on."""
        return not self.listeners and self.clockwork.task is None

    @property
    def was_played(self) -> bool:
        """Whether anybody sat here; a record is only looked at."""
        return any(seat.bot is not None or seat.token is not None for seat in self.kept.seats)

    @property
    def whose(self) -> str:
        """The seat that is to decide."""
        return self.game.seats[self.state.to_move or 0]

    def about(self) -> About:
        """This table, for another process."""
        return About(self.kept.id, self.kept.deal, self.moves, len(self.moves))

    def turn(self, state: State) -> Turn:
        """Who decides in a state of this table."""
        if state.over:
            return "over"
        if self.kept.turn == "nobody" or self.last >= MOST_DECISIONS:
            return "nobody"
        return "person" if self.kept.seats[state.to_move or 0].bot is None else "bot"

    def eyes(self, place: Place) -> Eyes:
        return "open" if self.open else place.seat

    # --- what is told -----------------------------------------------------------------------------

    def sight(self, at: int, eyes: Eyes) -> Sight:
        """A moment of the game as somebody sees it."""
        return look(self.states, at, eyes)

    def log(self, eyes: Eyes) -> list[str]:
        """What has happened as somebody is told it, one decision at a time, each as it is sent.
        They are put into words once, for all who see the same."""
        texts = self._logs.setdefault(eyes, [])
        if len(texts) <= self.last:
            texts.extend(map(encoded, frames.log(self.sight(self.last, eyes), len(texts))))
        return texts

    async def read(self, place: Place) -> None:
        """Put into words what has happened, a bit at a time: it may be a lot."""
        eyes = self.eyes(place)
        texts = self._logs.setdefault(eyes, [])
        if len(texts) > self.last:
            return
        for at in range(0, self.last, AT_ONCE):
            self.sight(at, eyes)
            await asyncio.sleep(0)
        for step in frames.log(self.sight(self.last, eyes), len(texts)):
            if step["at"] == len(texts):  # nobody else was quicker
                texts.append(encoded(step))
            if step["at"] % AT_ONCE == 0:
                await asyncio.sleep(0)

    def join(self, listener: Listener) -> None:
        """Somebody has come: he is told everything, the others that he is here."""
        self.listeners.add(listener)
        self._welcome(listener)
        self.tell_status()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.tell_status()
        self.rested()

    def rested(self) -> None:
        """See whether anything goes on here."""
        if self.resting:
            self._logs.clear()
            self._rested(self)

    def tell_status(self) -> None:
        """Tell everybody what has changed for him, if anything."""
        for listener in self.listeners:
            text = encoded(messages.status(self, listener.place))
            if text != listener.status:
                listener.status = text
                listener.send(text)

    def _welcome(self, listener: Listener) -> None:
        place = listener.place
        listener.status = encoded(messages.status(self, place))
        listener.send(messages.welcome(self, place))
        listener.send(encoded(messages.moment(self, self.last, self.eyes(place))))

    def _tell(self, opened: bool) -> None:
        """Tell everybody of the last decision; if all may be seen now, everything anew."""
        texts: dict[Eyes, str] = {}
        for listener in self.listeners:
            if opened:
                self._welcome(listener)
                continue
            eyes = self.eyes(listener.place)
            if eyes not in texts:
                told = messages.moment(self, self.last, eyes)
                texts[eyes] = encoded(told)
                log = self._logs.get(eyes, [])
                if len(log) == self.last:
                    log.append(encoded(told["step"]))
            listener.send(texts[eyes])
        self.tell_status()

    # --- what people do ---------------------------------------------------------------------------

    def act(self, place: Place, at: int, text: str) -> None:
        """A person decides."""
        seat = self._own(place)
        state = self.state
        if self.kept.turn in ("over", "nobody"):
            raise KibitzError("the game is over")
        if at != self.last:
            raise KibitzError("the game has moved on", "look at the table and try again")
        if state.to_move != seat:
            raise KibitzError(f"it is {self.whose}'s turn, not yours")
        action = next((action for action in state.actions if action.text == text), None)
        if action is None:
            raise KibitzError(f"`{text[:60]}` is not on offer")
        self.decided(action)
        self.clockwork.wake()

    def name(self, place: Place, name: str) -> None:
        """A person says what he is called."""
        self._change(self._own(place), name=name)

    def agree(self, place: Place) -> None:
        """A person agrees that all cards are shown."""
        seat, before = self._own(place), self.open
        if not before:
            self._change(seat, agreed=True)
        if self.open and not before:
            self._tell(opened=True)

    def step(self, place: Place) -> None:
        """One more decision of a bot."""
        self._leading(place)
        turn = self.turn(self.state)
        if turn == "person":
            raise KibitzError(f"it is {self.whose}'s turn")
        if turn != "bot":
            raise KibitzError("the game is over")
        self.clockwork.step()

    def run(self, place: Place) -> None:
        """Let the bots play; after trouble anybody who sits here may try again."""
        if self.clockwork.trouble is None or place.role == "watch":
            self._leading(place)
        if self.kept.turn not in ("bot", "person"):
            raise KibitzError("the game is over")
        self.clockwork.trouble = None
        self._keep(running=True)
        self.clockwork.wake()

    def pause(self, place: Place) -> None:
        self._leading(place)
        self._keep(running=False)
        self.clockwork.hold()

    def pace(self, place: Place, seconds: float) -> None:
        self._made(place)
        self._keep(pace=seconds)
        self.clockwork.wake()

    def may_rematch(self, place: Place) -> None:
        """Complain if there can be no other game."""
        if place.role == "watch":
            raise KibitzError("only those who sit at the table can ask for another game")
        if self.kept.turn != "over":
            raise KibitzError("the game is not over yet")
        if not self.was_played:
            raise KibitzError("this is a record of a game", "make a new table in the lobby")

    def followed_by(self, kept: Kept) -> None:
        """There is a rematch."""
        self.next = kept
        self.kept = replace(self.kept, rematch=kept.id)
        self.tell_status()

    def _made(self, place: Place) -> None:
        if not place.leads:
            raise KibitzError("only the person who made the table can do that")

    def _leading(self, place: Place) -> None:
        self._made(place)
        if self.kept.mode != "kibitz":
            raise KibitzError("the bots are stopped and stepped in kibitz mode only")

    def _own(self, place: Place) -> int:
        if place.seat is None:
            raise KibitzError("you only watch at this table", "your seat has a link of its own")
        return place.seat

    # --- what is kept -----------------------------------------------------------------------------

    def _change(self, number: int, **changes: Any) -> None:
        seats = list(self.kept.seats)
        seats[number] = replace(seats[number], **changes)
        self._keep(seats=tuple(seats))

    def _keep(
        self,
        *,
        seats: tuple[Seat, ...] | None = None,
        pace: float | None = None,
        running: bool | None = None,
    ) -> None:
        """Write what has changed, then tell it."""
        self.store.change(self.kept.id, seats=seats, pace=pace, running=running)
        given = {"seats": seats, "pace": pace, "running": running}
        self.kept = replace(self.kept, **{k: v for k, v in given.items() if v is not None})  # type: ignore[arg-type]
        self.tell_status()

    def decided(self, action: Action) -> None:
        """Make a decision: write it, then tell it."""
        before = self.open
        following = self.state.after(action)
        move = action.text, chance_of(following)
        endless = self.last + 1 >= MOST_DECISIONS and not following.over
        turn: Turn = "nobody" if endless else self.turn(following)
        other = None if turn == self.kept.turn else turn
        self.store.move(self.kept.id, self.last, move, other)
        self.moves.append(move)
        self.states.append(following)
        self.kept = replace(self.kept, last=self.last, turn=turn)
        self.clockwork.moved = asyncio.get_running_loop().time()
        if endless:
            self.clockwork.trouble = _endless()
        if self.listeners:
            self._tell(opened=self.open and not before)


def _endless() -> str:
    return f"this game does not end: it was stopped after {MOST_DECISIONS:,} decisions"
