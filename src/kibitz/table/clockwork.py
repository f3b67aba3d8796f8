"""The clockwork of a table: it moves the bots when it is their turn, at the pace asked for.

A bot thinks while the pace is waited out. Where cards are hidden, each bot has a beat besides, and
moves on it whether it had a choice or not (`kibitz.table.beat`): so nobody can tell from how long
a move took whether there was anything to think about.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from kibitz.bots.names import called
from kibitz.engine.actions import Action
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.table.beat import Beat
from kibitz.table.faults import noted

__all__ = ["Clockwork", "Moved"]

MOST_STEPS = 8
"""Steps that are remembered while a bot thinks."""


class Moved(Protocol):
    """A table as far as its clockwork knows it."""

    @property
    def state(self) -> State: ...

    @property
    def running(self) -> bool:
        """Whether the bots move without being asked to."""

    @property
    def bot(self) -> str | None:
        """The bot whose turn it is, if it is one's."""

    @property
    def seconds(self) -> float:
        """The least time between two moves."""

    @property
    def open(self) -> bool:
        """Whether everybody sees everything."""

    async def rehearsed(self, bot: str) -> float:
        """How long a bot is expected to think about a decision."""

    async def thought(self, bot: str) -> str:
        """What a bot decides, as its action is written."""

    def decided(self, action: Action) -> None:
        """Make a decision: write it, then tell it."""

    def tell_status(self) -> None:
        """Tell everybody what has changed."""

    def rested(self) -> None:
        """The bots have nothing to do for now."""


class Clockwork:
    """What moves the bots of one table. All its methods are called in the event loop."""

    def __init__(self, table: Moved) -> None:
        self.table = table
        self.trouble: str | None = None
        """Why the bots have stopped."""
        self.note: str | None = None
        """Why they take so long, or play less well than they could."""
        self.moved = 0.0
        """When the last decision was made."""
        self.task: asyncio.Task[None] | None = None
        self._steps = 0
        self._nudge = asyncio.Event()
        self._beats: dict[int, Beat] = {}
        """Of the bots at their seats."""
        self._due = 0.0
        """When the beat is that what was decided waits for."""

    def wake(self) -> None:
        """See whether a bot is to move; if one was waiting, whether it still is."""
        self._nudge.set()
        if self.task is None and self._bot() is not None:
            self.task = asyncio.create_task(self._go())

    def step(self) -> None:
        """One more move, at once."""
        self.trouble = None
        self._steps = min(MOST_STEPS, self._steps + 1)
        self.wake()

    def hold(self) -> None:
        """Forget the steps that were asked for."""
        self._steps = 0
        self.wake()

    def remark(self, note: str | None) -> None:
        """Tell those at the table something about the bots; None: it is so no more."""
        if note != self.note:
            self.note = note
            self.table.tell_status()

    async def stop(self) -> None:
        """End the bots' moves."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task

    def _bot(self) -> str | None:
        """The bot that is to move now, if any."""
        if self.trouble is not None or not (self.table.running or self._steps):
            return None
        return self.table.bot

    async def _go(self) -> None:
        """Move the bots as long as it is their turn. What one decided stays good while the table
        does not change, whether it may do it now or not."""
        about, action = None, None
        try:
            while (bot := self._bot()) is not None:
                if action is None or about is not self.table.state:
                    about = self.table.state
                    action = await self._decision(bot)
                elif await self._rest() and self._bot() is not None:
                    self._steps = max(0, self._steps - 1)
                    self.table.decided(action)
        except KibitzError as error:
            self.trouble = error.message
        except Exception as error:
            self.trouble = noted(error).message
        finally:
            self.task = None
            if self.trouble is not None:
                self._steps = 0
                self.table.tell_status()
            self.table.rested()

    async def _decision(self, bot: str) -> Action:
        """What a bot decides; where cards are hidden, it is then due on its beat."""
        self._due = 0.0
        if self.table.open:
            return await self._choice(bot)
        state, clock = self.table.state, asyncio.get_running_loop().time
        seat = state.to_move or 0
        beat = self._beats.get(seat)
        if beat is None:
            beat = self._beats[seat] = Beat(await self.table.rehearsed(bot))
        begun = clock()
        action = await self._choice(bot)
        if len(state.actions) > 1:
            beat.thought(clock() - begun)
        else:
            beat.had_no_choice()
        self._due = begun + beat.seconds
        return action

    async def _choice(self, bot: str) -> Action:
        actions = self.table.state.actions
        if len(actions) == 1:
            return actions[0]
        text = await self.table.thought(bot)
        for action in actions:
            if action.text == text:
                return action
        raise KibitzError(f"the bot `{called(bot)}` chose something that is not on offer")

    async def _rest(self) -> bool:
        """Wait until it is time for the next move; False if something else came up. A step that was
        asked for waits for the beat only."""
        due = self._due if self._steps else max(self._due, self.moved + self.table.seconds)
        if asyncio.get_running_loop().time() >= due:
            return True
        self._nudge.clear()
        try:
            async with asyncio.timeout_at(due):
                await self._nudge.wait()
        except TimeoutError:
            return True
        return asyncio.get_running_loop().time() >= due
