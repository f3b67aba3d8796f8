"""The chronicle of a table: all that has happened there, as anybody may be told it.

What was put into words once is kept, as long as somebody listens.
"""

from __future__ import annotations

import asyncio
from typing import Any

from kibitz.engine.observer import Observer
from kibitz.engine.state import State
from kibitz.table import frames, messages
from kibitz.table.messages import encoded
from kibitz.words.sights import Sight, look

__all__ = ["Chronicle"]

AT_ONCE = 25
"""Decisions that are put into words before others get their turn."""


class Chronicle:
    """The states of a table, and the log for each who sees something else."""

    def __init__(self, states: list[State]) -> None:
        self.states = states
        """It grows with the game; the table adds to it."""
        self._logs: dict[Observer, list[str]] = {}

    @property
    def last(self) -> int:
        """How many decisions were made."""
        return len(self.states) - 1

    def sight(self, at: int, who: Observer) -> Sight:
        """A moment of the game as somebody sees it."""
        return look(self.states, at, who)

    def moment(self, at: int, who: Observer) -> dict[str, Any]:
        """A moment of the game as somebody is told it."""
        return messages.moment(self.sight(at, who), self.last)

    def newest(self, who: Observer) -> str:
        """The last moment as it is sent; its step goes to the log."""
        told = self.moment(self.last, who)
        log = self._logs.get(who, [])
        if len(log) == self.last:
            log.append(encoded(told["step"]))
        return encoded(told)

    def log(self, who: Observer) -> list[str]:
        """What has happened as somebody is told it, one decision at a time, each as it is sent.
        They are put into words once, for all who see the same."""
        texts = self._logs.setdefault(who, [])
        if len(texts) <= self.last:
            texts.extend(map(encoded, frames.log(self.sight(self.last, who), len(texts))))
        return texts

    async def read(self, who: Observer) -> None:
        """Put into words what has happened, a bit at a time: it may be a lot."""
        texts = self._logs.setdefault(who, [])
        if len(texts) > self.last:
            return
        for at in range(0, self.last, AT_ONCE):
            self.sight(at, who)
            await asyncio.sleep(0)
        for step in frames.log(self.sight(self.last, who), len(texts)):
            if step["at"] == len(texts):  # nobody else was quicker
                texts.append(encoded(step))
            if step["at"] % AT_ONCE == 0:
                await asyncio.sleep(0)

    def forget(self) -> None:
        """Nobody listens any more: what was put into words can be done again."""
        self._logs.clear()
