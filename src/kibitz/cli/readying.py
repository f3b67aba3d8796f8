"""Getting bots ready at a terminal: what they need is compiled behind the scenes, and it is said.

Who plays does not wait for a compiler. The bots answer in python mode meanwhile, with fewer tries;
or, where the same seed has to give the same game, with as many, which takes them longer.
"""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.bots.bot import Bot
from kibitz.bots.searchers import HASTE, Searching, at_once
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled, seconds_to_compile
from kibitz.engine.workshop import Workshop

__all__ = ["Readying"]

BEGUN, READY, FAILED = "begun", "ready", "failed"


class Readying:
    """Has compiled what the bots of a game need, and knows how far that is."""

    def __init__(self, game: Game, workshop: Workshop, *, same: bool = False) -> None:
        self.game, self.workshop = game, workshop
        self.haste = None if same else HASTE
        """Seconds for a choice meanwhile; None: the bots must play the same as ever."""
        self._awaited: set[str] = set()
        """What was not compiled when it was ordered."""
        self._stage = ""
        """What was said last."""

    def take(self, bot: Bot) -> None:
        """Let a bot answer at once, and have compiled what it needs."""
        if isinstance(bot, Searching):
            at_once(bot, self.haste)
            self._order(bot.kernels(self.game))

    def heard(self, bot: Bot) -> None:
        """A bot has chosen: have compiled what it lacked for that, if anything."""
        lacking = bot.lacking if isinstance(bot, Searching) else ()
        if lacking and self.workshop.trouble is None:
            self._order(lacking)

    def _order(self, kernels: Iterable[str]) -> None:
        self._awaited |= set(self.workshop.order(self.game, kernels))

    def news(self, *, terminal: bool) -> str | None:
        """What is to be said about it that was not said yet; where nobody looks on, only what went
        wrong."""
        stage = self._now()
        if stage == self._stage or (stage == READY and not self._stage):
            return None
        if stage != FAILED and not terminal:
            return None
        self._stage = stage
        title, less = self.game.title, "try fewer games for"
        if self.haste is None:
            less = "take longer over"
        if stage == READY:
            return f"{title} is compiled: the bots think at full speed now."
        if stage == BEGUN:
            about = sum(seconds_to_compile(self.game, kernel) for kernel in self._awaited)
            return (
                f"{title} is being compiled for this machine, once: about {about} s. Until then "
                f"the bots {less} each decision."
            )
        assert self.workshop.trouble is not None
        return f"The bots {less} each decision: {self.workshop.trouble.message}."

    def _now(self) -> str:
        if self.workshop.trouble is not None:
            return FAILED
        ready = all(is_compiled(self.game, kernel) for kernel in self._awaited)
        return READY if ready else BEGUN
