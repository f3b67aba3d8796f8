"""The bot's side of the protocol, for bots in Python: it makes the bot, asks it, and answers.

It runs in a process of the bot's own (see `kibitz.seats.booth`), or wherever somebody joins a table
from. Whatever the bot does is caught here as far as it can be, and told in its own words; what is
not caught ends the process, and whoever asks learns of that. Nothing here need be trusted: an
answer is checked where the game is.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from kibitz.bots.bot import Bot, Result, finish, start, thinking
from kibitz.bots.names import parts
from kibitz.bots.player import BotFault, refuse_cheater
from kibitz.bots.searchers import Searching, at_once
from kibitz.bots.sources import failure, packaged, told, traced
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled, must_be_compilable
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.seats.finding import find
from kibitz.seats.messages import PROTOCOL, VIEW, dumped, game_of, read, thinking_written

__all__ = ["Channel", "Guest", "Stream", "main", "warm_up"]

RIGHT = "choose must return one of view.actions"

WARM = 40
"""Decisions of a game that are made to warm up, at most."""


MOST = 5000
"""Characters that are told of what went wrong: whoever asks keeps fewer."""


class Channel(Protocol):
    """Where messages come and go, a line each."""

    def receive(self) -> str | None:
        """The next line; None if there are no more."""
        ...

    def send(self, line: str) -> None: ...


class Stream:
    """A channel that is a socket between two processes."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._lines = channel.makefile("r", encoding="utf-8", newline="\n")

    def receive(self) -> str | None:
        return self._lines.readline() or None

    def send(self, line: str) -> None:
        self._channel.sendall(f"{line}\n".encode())

    def close(self) -> None:
        self._lines.close()


def main(channel: socket.socket, told: dict[str, Any]) -> None:
    """Be the guest of a booth: see `kibitz.seats.booth.GUEST`."""
    with suppress(ValueError):  # in a thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard is not for bots
    Guest(told["bot"], Stream(channel), told.get("game")).serve()


def warm_up(game: Game, seat: int) -> None:
    """Have worked out about a game what every guest of a seat would have to: a game is played that
    nobody plays, and a question asked."""
    _ = game.hash, find("random", game).make(), packaged()
    _seed_all(0)
    state, asked = game.new(0), 0
    for _ in range(WARM):
        if state.over or asked > 1:
            break
        if state.to_move == seat:
            seen = View.from_json(game, view(state, seat).to_json())
            asked += 1
            with suppress(KibitzError):  # some games are known only in part
                _ = seen.actions, seen.places, seen.stores, seen.events, seen.knowledge
        state = state.after(state.actions[0])


class Guest:
    """A bot, given by name, at the end of a channel."""

    def __init__(self, bot: str, channel: Channel, game: Game | None = None) -> None:
        self.name, self.channel, self.game = bot, channel, game
        self.bot: Bot | None = None
        """Made at the first hello, and started at each."""
        self.seat = 0
        self._seen: View | None = None

    def serve(self) -> None:
        """Answer messages until there are no more."""
        replies: dict[str, Callable[[dict[str, Any]], dict[str, Any]]]
        replies = {"hello": self._hello, "act": self._act, "end": self._end}
        own = os.getpid()
        while (line := self.channel.receive()) is not None:
            message = read(line)
            reply = replies.get(message["type"])
            if reply is not None:  # what is new to us is no business of ours
                said = _said(reply(message))
                if os.getpid() != own:  # the bot has forked, and both have come back
                    os._exit(0)
                self.channel.send(said)

    def _hello(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            if message["protocol"] != PROTOCOL:
                raise KibitzError(f"protocol {message['protocol']} is not spoken here")
            if self.game is None or self.game.hash != message["game"]["hash"]:
                self.game, self.bot = game_of(message["game"]), None
            self._seen, self.seat = None, message["seat"]
            seed = message["seed"]
            _seed_all(seed)
            lacking: list[str] = []
            if self.bot is None:
                entry = find(self.name, self.game)
                bot = entry.make()
                refuse_cheater(self.name, bot)
                self.bot, lacking = bot, _lacking(self.game, bot)
            start(self.bot, self.game, self.seat, seed)
        except KibitzError as error:
            return self._failed("start", error, error.message, error.hint)
        except BaseException as error:
            return self._failed("start", error)
        ready: dict[str, Any] = {"type": "ready", "wants": [VIEW]}
        return ready | {"lacking": lacking} if lacking else ready

    def _act(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            assert self.game is not None
            assert self.bot is not None
            seen = self._seen = View.from_json(self.game, message["view"], self._seen)
        except BaseException as error:  # ours, as far as one can tell
            return self._failed("garbage", error)
        try:
            chosen = self.bot.choose(seen, message["time"]["move"])
            if chosen is None:
                return _wrong("nothing", "its answer is None")
            if not isinstance(chosen, Action):
                kind = type(chosen).__name__  # no more: it may name a card nobody sees
                return _wrong("garbage", f"its answer is not an action (it is of type {kind})")
            if chosen not in seen.actions:
                return _wrong("illegal", f"`{chosen.label}` is not on offer")
            choice: dict[str, Any] = {"type": "choice", "action": chosen.text}
            if message.get("explain"):
                thought = thinking(self.bot)
                if thought is not None:
                    choice["thinking"] = thinking_written(thought)
            return choice
        except BotFault as fault:  # who asks a bot for another system has found something
            return _wrong(fault.cause, fault.message, fault.hint)
        except BaseException as error:
            return self._failed("raised", error)

    def _end(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            if self.bot is not None and message["scores"] is not None:
                result = Result(self.seat, tuple(message["scores"]), tuple(message["ranks"]))
                finish(self.bot, result)
        except BaseException as error:
            return self._failed("raised", error)
        return {"type": "bye"}

    def _failed(
        self, cause: str, error: BaseException, said: str | None = None, hint: str | None = None
    ) -> dict[str, Any]:
        """What went wrong in the bot's code, and where in its file."""
        path = parts(self.name)[0]
        own = None if path is None else path.resolve()
        trace = traced(error, None if own is None else own.parent)
        if said is None:
            blamed = failure("", error, own or type(self.bot))
            said, hint = told(error), blamed.hint
        said, hint, trace = said[:MOST], (hint or "")[:MOST] or None, trace[:MOST]
        return {"type": "failed", "cause": cause, "said": said, "hint": hint, "trace": trace}


def _wrong(cause: str, said: str, hint: str | None = RIGHT) -> dict[str, Any]:
    return {"type": "failed", "cause": cause, "said": said, "hint": hint, "trace": ""}


def _said(reply: dict[str, Any]) -> str:
    """A reply as it is sent; if a bot's own objects are in it which cannot be, that is said."""
    try:
        return dumped(reply)
    except BaseException as error:
        said = f"its answer cannot be sent ({type(error).__name__})"
        return dumped(_wrong("garbage", said))


def _lacking(game: Game, bot: Bot) -> list[str]:
    """Which kernels a bot that searches would have to wait for, each time anew where nothing can be
    kept. There it does not wait: it chooses the same, only more slowly."""
    if not isinstance(bot, Searching):
        return []
    with suppress(KibitzError):
        lacking = [kernel for kernel in bot.kernels(game) if not is_compiled(game, kernel)]
        try:
            for kernel in lacking:
                must_be_compilable(game, kernel)
        except KibitzError:
            at_once(bot, haste=None)
        return lacking
    return []


def _seed_all(seed: int) -> None:
    """What a bot takes from global generators depends on its seed alone."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % (1 << 32))
