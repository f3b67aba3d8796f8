"""A dialogue with a bot: hello, questions and answers, farewell, on a line nobody need trust.

Whatever goes wrong is a `Failed`, with its cause. After some of them, `Failed.over`, nothing on the
line can be believed any more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, cast

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View
from kibitz.search.thoughts import Thinking
from kibitz.seats import messages
from kibitz.seats.failures import Cause
from kibitz.seats.line import Gone, Late, TooLong, how, visible
from kibitz.seats.terms import Terms

__all__ = ["Answer", "Dialogue", "Failed", "Wire", "answer_of"]

SAID, TRACED = 500, 2000
"""Characters that are kept of what a bot says went wrong, and of its traceback."""

FAREWELL = 1.0
"""Seconds for a bot to hear how a game ended."""


ADMITTED: tuple[Cause, ...] = ("start", "raised", "illegal", "nothing", "garbage")
"""What a bot can say of itself."""


class Wire(Protocol):
    """A line to a bot, as `kibitz.seats.line.Line` is one."""

    def send(self, text: str) -> None: ...
    def receive(self, seconds: float | None) -> str: ...
    def drop(self) -> None: ...


class Failed(Exception):
    """What a bot did wrong."""

    def __init__(
        self,
        cause: Cause,
        said: str,
        hint: str | None = None,
        trace: str = "",
        *,
        over: bool = False,
        code: int | None = None,
    ) -> None:
        super().__init__(said)
        self.cause, self.said, self.hint, self.trace = cause, said, hint, trace
        self.over = over
        """Whether nothing more can come of this line."""
        self.code = code
        """How its process ended, if it did."""


class Answer(NamedTuple):
    """What a bot has decided."""

    action: Action
    thinking: Thinking | None
    """What it thought, if it was asked to explain."""


class Dialogue:
    """What was said on a line, and what is to be said next."""

    def __init__(
        self,
        line: Wire,
        game: Game,
        seat: int,
        terms: Terms,
        outside: Callable[[str], str] = str,
    ) -> None:
        self.line, self.game, self.seat, self.terms = line, game, seat, terms
        self._outside = outside
        """Gives files that a bot speaks of the names they have here."""
        self.lacking: list[str] = []
        """What has to be compiled for the bot, as far as it says."""
        self.seconds = 0.0
        """How long the last question took."""
        self._views = False
        self._told = 0
        """How many events the bot knows."""

    def begin(self, seed: int) -> None:
        """Begin a game: the bot is made and ready."""
        self._told = 0
        self._send(messages.hello(self.game, self.seat, seed, self.terms))
        reply = self._reply(self.terms.start, "ready")
        self._views = messages.VIEW in _texts(reply.get("wants"))
        self.lacking = _texts(reply.get("lacking"))

    def ask(
        self,
        seen: View,
        decision: int,
        seconds: float | None,
        left: float = 0.0,
        *,
        explain: bool = False,
    ) -> Answer:
        """What the bot decides within so many seconds; it is told the time for a move, and what is
        `left` in its bank."""
        told = {"move": self.terms.move, "bank": left}
        since, self._told = self._told, len(seen.tale)
        if self._views:
            text = messages.act(seen, decision, told, since=since, explain=explain)
        else:
            happened = messages.observe(seen, since)
            text = messages.act(seen, decision, told, explain=explain)
            if happened is not None:
                text = f"{happened}\n{text}"
        try:
            self.line.drop()  # what it has said before it was asked is no answer
        except TooLong:
            raise self._too_long() from None
        begun = time.perf_counter()
        try:
            self._send(text)
            reply = self._reply(seconds, "choice")
        finally:
            self.seconds = time.perf_counter() - begun
        action = answer_of(reply, seen)
        thought = reply.get("thinking") if explain else None
        thinking = messages.thinking_read(thought, self.seat, seen.actions)
        return Answer(action, thinking)

    def end(self, scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
        """Tell the bot how the game ended. It says bye, or is gone: both are well."""
        try:
            self._send(messages.end(scores, ranks))
            self._reply(FAREWELL, "bye")
        except Failed as failed:
            if failed.cause != "died" or failed.code:
                raise

    def _send(self, text: str) -> None:
        try:
            self.line.send(text)
        except Gone as gone:
            raise _died(gone) from None

    def _reply(self, seconds: float | None, wanted: str) -> dict[str, Any]:
        """The next message, which has to be of this type; if it tells of a failure, that."""
        try:
            text = self.line.receive(seconds)
        except Late:
            may = "it may" if wanted == "choice" and self.terms.bank else f"{seconds:g} s"
            said = f"that took longer than {may}"  # what is left of a bank depends on the clock
            raise Failed("late", said, over=True) from None
        except Gone as gone:
            raise _died(gone) from None
        except TooLong:
            raise self._too_long() from None
        try:
            reply = messages.read(text)
        except messages.Garbled as error:
            said = f"what it wrote is no message: {error}: {_clipped(text, 60)}"
            raise Failed("garbage", said, over=True) from None
        if reply["type"] == "failed":
            raise _told(reply, self._outside)
        if reply["type"] != wanted:
            said = f"it wrote `{_clipped(reply['type'], 40)}` where `{wanted}` was due"
            raise Failed("garbage", said, over=True)
        return reply

    def _too_long(self) -> Failed:
        return Failed("large", f"its answer is longer than {self.terms.message:,} bytes", over=True)


def answer_of(reply: dict[str, Any], seen: View) -> Action:
    """The action of a choice, which has to be on offer."""
    named = reply.get("action")
    if named is None:
        raise Failed("nothing", "its answer names no action")
    if not isinstance(named, str):
        raise Failed("garbage", "the action it names is not a text")
    for action in seen.actions:
        if action.text == named:
            return action
    raise Failed("illegal", f"`{_clipped(named, 60)}` is not on offer")


def _died(gone: Gone) -> Failed:
    hint = "it may also have had too little memory"
    return Failed("died", f"({how(gone.code)})", hint, over=True, code=gone.code)


def _told(reply: dict[str, Any], outside: Callable[[str], str]) -> Failed:
    """A failure that the bot's side has told of itself."""
    cause = reply.get("cause")
    said, hint, trace = (
        outside(_clipped(text, most)) if isinstance(text, str) else None
        for text, most in (
            (reply.get(name), most)
            for name, most in (("said", SAID), ("hint", SAID), ("trace", TRACED))
        )
    )  # clipped as the bot tells it: where it is cut off does not depend on where its files are
    return Failed(
        cast(Cause, cause) if cause in ADMITTED else "garbage",
        "it does not say why" if said is None else said,
        hint,
        trace or "",
    )


def _texts(told: object) -> list[str]:
    """The texts in a list that somebody else has written."""
    return [text for text in told if isinstance(text, str)] if isinstance(told, list) else []


def _clipped(text: str, most: int) -> str:
    """What somebody else has written, made fit to be shown."""
    shown = visible(text[: most + 1])
    return shown if len(text) <= most else f"{shown[:most]}..."
