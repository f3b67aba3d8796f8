"""The chronicle of a table: all that has happened there, as anybody may be told it.

What was put into words once is kept as long as the table is in memory: it is little beside the
states, and whoever comes again, or at the same time, need not cost it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from kibitz.engine.observer import Observer
from kibitz.engine.state import State
from kibitz.table import frames, messages
from kibitz.table.messages import encoded
from kibitz.table.patience import Patience
from kibitz.words.sights import MILESTONE, Sight, look

__all__ = ["Chronicle"]


class Chronicle:
    """The states of a table, and the log for each who sees something else."""

    def __init__(self, states: list[State]) -> None:
        self.states = states
        """It grows with the game; the table adds to it."""
        self._logs: dict[Observer, list[str]] = {}
        self._reading = asyncio.Lock()

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

    async def read(self, who: Observer, patience: Patience) -> None:
        """Put into words what has happened, a bit at a time: it may be a lot. Whoever comes
        meanwhile waits, and finds it done."""
        async with self._reading:
            if len(self._logs.setdefault(who, [])) <= self.last:
                await patience.through(self._read(who))

    def _read(self, who: Observer) -> Iterator[None]:
        texts = self._logs[who]
        for at in range(0, self.last, MILESTONE):
            self.sight(at, who)
            yield
        for step in frames.log(self.sight(self.last, who), len(texts)):
            if step["at"] == len(texts):  # nobody else was quicker
                texts.append(encoded(step))
            yield
