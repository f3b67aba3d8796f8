"""A table in memory: its states, who listens, and the bots' moves.

Nothing is sent that is not made from the view of whoever gets it, unless all may see everything.
A decision is written to the store before anybody hears of it. Views are made only for those who
listen: a table nobody looks at costs a step and a write for each move.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from kibitz.engine.actions import Action
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view
from kibitz.table import frames
from kibitz.table.games import Made
from kibitz.table.replay import Move, chance_of
from kibitz.table.store import Kept, Seat, Store, Turn
from kibitz.table.workers import About

__all__ = ["Eyes", "Listener", "Live", "Place", "Thinkers", "called", "encoded"]

MOST_DECISIONS = 10_000
"""A game that goes on longer is stopped."""
MOST_WAITING = 400
"""Messages that may wait for a listener who is slow; then he has to come again."""
SOONEST = 0.03
"""Seconds between moves somebody looks at, however fast the bots are."""
MOST_STEPS = 8
"""Steps that are remembered while a bot thinks."""

Eyes = int | None | Literal["open"]
"""Who looks: a seat, a spectator, or somebody who may see everything."""


class Thinkers(Protocol):
    """Who decides for the bots: see `kibitz.table.tables`."""

    async def ready(self, table: Live, bot: str) -> None:
        """Have compiled what a bot needs."""

    async def decide(self, table: Live, bot: str) -> str:
        """What a bot does."""

    def rested(self, table: Live) -> None:
        """Nothing goes on at a table any more."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a token stands for at its table."""

    role: Literal["seat", "host", "watch"]
    seat: int | None = None
    leads: bool = False
    """Whether he may step and stop the bots, and invite: the host, and who made the table."""


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who is connected, and what waits to be sent to him."""

    place: Place
    waiting: deque[str] = field(default_factory=deque)
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: bool = False
    status: str = ""
    """As he knows it."""

    def send(self, text: str) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.dropped = True
        else:
            self.waiting.append(text)
        self.woken.set()


def called(bot: str) -> str:
    """What a bot is called at its seat: its name without parameters and folders."""
    before, dot, after = bot.partition(".py:")
    return after.partition(":")[0] if dot else before.partition(":")[0]


def encoded(message: object) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Live:
    """One table. All its methods are called in the event loop."""

    def __init__(
        self,
        kept: Kept,
        made: Made,
        states: list[State],
        moves: list[Move],
        store: Store,
        thinkers: Thinkers,
    ) -> None:
        self.kept, self.game, self.ref = kept, made.game, made.ref
        self.states, self.moves = states, moves
        self.store, self.thinkers = store, thinkers
        self.listeners: set[Listener] = set()
        self.next: Kept | None = None
        """The table of the rematch."""
        self.trouble: str | None = None
        """Why the bots have stopped."""
        self.note: str | None = None
        """Why they take so long."""
        self._steps = 0
        self._moved = 0.0
        self._task: asyncio.Task[None] | None = None
        self._nudge = asyncio.Event()
        if len(moves) >= MOST_DECISIONS and not self.state.over:
            self.trouble = _endless()

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
        return not self.listeners and self._task is None

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

    def sight(self, at: int, eyes: Eyes) -> frames.Sight:
        """A moment of the game as somebody sees it."""
        state = self.states[at]
        if eyes == "open":
            return frames.open_sight(state)
        return frames.sight(view(state, eyes))

    def moment(self, at: int, place: Place) -> dict[str, Any]:
        """The message about a moment."""
        return self._moment(at, self.eyes(place))

    def _moment(self, at: int, eyes: Eyes) -> dict[str, Any]:
        return {"is": "moment", **frames.moment(self.sight(at, eyes)), "last": self.last}

    def status(self, place: Place) -> dict[str, Any]:
        """The message about everything but the cards."""
        kept, state = self.kept, self.state
        here = {listener.place.seat for listener in self.listeners}
        own = kept.seats[place.seat] if place.seat is not None else None
        mine = own is not None and self.turn(state) == "person" and state.to_move == place.seat
        goes = kept.turn in ("bot", "person")
        seats = [
            {
                "seat": self.game.seats[number],
                "name": seat.name,
                "kind": "person" if seat.bot is None else "bot",
                "bot": None if seat.bot is None else called(seat.bot),
                "here": seat.bot is not None or number in here,
                "agreed": seat.agreed,
                "link": seat.token if place.leads else None,
            }
            for number, seat in enumerate(kept.seats)
        ]
        return {
            "is": "status",
            "open": self.open,
            "running": kept.running and goes and self.trouble is None,
            "pace": kept.pace,
            "last": self.last,
            "over": state.over,
            "trouble": self.trouble or self.note,
            "seats": seats,
            "watch": kept.watch,
            "rematch": self._rematch(place),
            "may": {
                "act": mine,
                "step": place.leads and goes and kept.mode == "kibitz",
                "agree": own is not None and not self.open and not own.agreed,
                "rematch": kept.turn == "over" and self._may_lead(place) and self._was_played(),
                "hint": mine or (self.open and goes),
            },
        }

    def table(self, place: Place) -> dict[str, Any]:
        """The message about the whole table."""
        shelf = self.game.shelf
        if "table.card" not in shelf:
            shelf["table.card"] = frames.game_card(self.game)
        return {
            **self.status(place),
            "is": "table",
            "game": shelf["table.card"],
            "you": place.seat,
            "role": place.role,
            "mode": self.kept.mode,
            "log": frames.log(self.sight(self.last, self.eyes(place))),
        }

    def join(self, listener: Listener) -> None:
        """Somebody has come: he is told everything, the others that he is here."""
        self.listeners.add(listener)
        self._welcome(listener)
        self.tell_status()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.tell_status()
        self._rested()

    def tell_status(self) -> None:
        """Tell everybody what has changed for him, if anything."""
        for listener in self.listeners:
            text = encoded(self.status(listener.place))
            if text != listener.status:
                listener.status = text
                listener.send(text)

    def _welcome(self, listener: Listener) -> None:
        listener.status = encoded(self.status(listener.place))
        listener.send(encoded(self.table(listener.place)))
        listener.send(encoded(self.moment(self.last, listener.place)))

    def _tell(self, opened: bool) -> None:
        """Tell everybody of the last decision; if all may be seen now, everything anew."""
        texts: dict[Eyes, str] = {}
        for listener in self.listeners:
            if opened:
                self._welcome(listener)
                continue
            eyes = self.eyes(listener.place)
            if eyes not in texts:
                texts[eyes] = encoded(self._moment(self.last, eyes))
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
            raise KibitzError("the game has gone on meanwhile", "look at the table and try again")
        if state.to_move != seat:
            raise KibitzError(f"it is {self.game.seats[state.to_move or 0]}'s turn, not yours")
        action = next((action for action in state.actions if action.text == text), None)
        if action is None:
            raise KibitzError(f"`{text[:60]}` is not on offer")
        self._decided(action)
        self.wake()

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
            raise KibitzError(f"it is {self.game.seats[self.state.to_move or 0]}'s turn")
        if turn != "bot":
            raise KibitzError("the game is over")
        self.trouble = None
        self._steps = min(MOST_STEPS, self._steps + 1)
        self.wake()

    def run(self, place: Place) -> None:
        """Let the bots play, or try again after trouble."""
        if self.trouble is None or not self._may_lead(place):
            self._leading(place)
        if self.kept.turn not in ("bot", "person"):
            raise KibitzError("the game is over")
        self.trouble = None
        self._keep(running=True)
        self.wake()

    def pause(self, place: Place) -> None:
        self._leading(place)
        self._steps = 0
        self._keep(running=False)
        self.wake()

    def pace(self, place: Place, seconds: float) -> None:
        if not place.leads:
            raise KibitzError("only who made the table can do that")
        self._keep(pace=seconds)
        self.wake()

    def followed_by(self, kept: Kept) -> None:
        """There is a rematch."""
        self.next = kept
        self.kept = replace(self.kept, rematch=kept.id)
        self.tell_status()

    def may_rematch(self, place: Place) -> None:
        if not self._may_lead(place):
            raise KibitzError("only who sits at the table can ask for another game")
        if self.kept.turn != "over":
            raise KibitzError("the game is not over yet")
        if not self._was_played():
            raise KibitzError("this is a record of a game", "make a new table in the lobby")

    def _was_played(self) -> bool:
        """Whether anybody sat here; a record is only looked at."""
        return any(seat.bot is not None or seat.token is not None for seat in self.kept.seats)

    def _may_lead(self, place: Place) -> bool:
        return place.role != "watch"

    def _leading(self, place: Place) -> None:
        if not place.leads:
            raise KibitzError("only who made the table can do that")
        if self.kept.mode != "kibitz":
            raise KibitzError("the bots are stopped and stepped in kibitz mode only")

    def _own(self, place: Place) -> int:
        if place.seat is None:
            raise KibitzError("you only watch at this table", "your seat has a link of its own")
        return place.seat

    def _rematch(self, place: Place) -> str | None:
        if self.next is None:
            return None
        if place.seat is not None:
            return self.next.seats[place.seat].token
        return self.next.host if place.role == "host" else self.next.watch

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

    def _decided(self, action: Action) -> None:
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
        self._moved = asyncio.get_running_loop().time()
        if endless:
            self.trouble = _endless()
        if self.listeners:
            self._tell(opened=self.open and not before)

    # --- what bots do -----------------------------------------------------------------------------

    def wake(self) -> None:
        """See whether a bot is to move; if one was waiting, whether it still is."""
        self._nudge.set()
        if self._task is None and self._bot() is not None:
            self._task = asyncio.create_task(self._life())

    async def stop(self) -> None:
        """End the bots' moves."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _bot(self) -> str | None:
        """The bot that is to move now, if any."""
        if self.trouble is not None or not (self.kept.running or self._steps):
            return None
        if self.turn(self.state) != "bot":
            return None
        return self.kept.seats[self.state.to_move or 0].bot

    async def _life(self) -> None:
        """Move the bots as long as it is their turn."""
        try:
            while (bot := self._bot()) is not None:
                if self._steps or await self._rest():
                    await self._move(bot)
        except KibitzError as error:
            self.trouble = error.message
        except Exception as error:
            self.trouble = f"something went wrong inside Kibitz ({type(error).__name__})"
        finally:
            if self.trouble is not None:
                self._steps = 0
                self.tell_status()
            self._task = None
            self._rested()

    async def _rest(self) -> bool:
        """Wait until it is time for the next move; False if something else came up."""
        pace = max(self.kept.pace, SOONEST) if self.listeners else self.kept.pace
        loop = asyncio.get_running_loop()
        left = self._moved + pace - loop.time()
        if left <= 0:
            await asyncio.sleep(0)
            return True
        self._nudge.clear()
        ended: list[bool] = []
        timer = loop.call_later(left, _both, ended, self._nudge)
        try:
            await self._nudge.wait()
        finally:
            timer.cancel()
        return bool(ended)

    async def _move(self, bot: str) -> None:
        state = self.state
        if len(state.actions) == 1:
            action: Action | None = state.actions[0]
        else:
            await self.thinkers.ready(self, bot)
            text = await self.thinkers.decide(self, bot)
            action = next((action for action in state.actions if action.text == text), None)
        if self._bot() != bot or self.state is not state:  # stopped while it thought
            return
        if action is None:
            raise KibitzError(f"the bot `{bot}` chose something that is not on offer")
        self._steps = max(0, self._steps - 1)
        self._decided(action)

    def _rested(self) -> None:
        if self.resting:
            self.thinkers.rested(self)


def _both(ended: list[bool], nudge: asyncio.Event) -> None:
    ended.append(True)
    nudge.set()


def _endless() -> str:
    return f"this game does not end: it was stopped after {MOST_DECISIONS:,} decisions"
