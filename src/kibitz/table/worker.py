"""A worker process: it is handed jobs, one at a time, and answers each.

A job is a JSON text behind its length in four bytes: which function to call (`module:function`),
the game, the table with its record so far, arguments. The answer has one character before its own
JSON text: `+` done, `-` a sentence about what went wrong, `?` this table or game is not known here
any more and has to be told in full. Games and tables are remembered, so that as a rule only the
last moves need to be told; the caches are bounded.

A worker ends when nobody can hand it jobs any more, also in the middle of one. What a bot prints
goes nowhere: it may be about cards that are nobody else's business.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import queue
import signal
import struct
import sys
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any

from kibitz.engine.descriptions import Description
from kibitz.engine.game import Game
from kibitz.engine.replay import Deal, again, deal_again
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.table.faults import fault

__all__ = ["HEAD", "MOST_ANSWERED", "Desk", "Forgotten", "main"]

HEAD = struct.Struct(">I")
MOST_ANSWERED = 16_000_000
"""Bytes of an answer."""

GAMES, WHOLE, LAST = 32, 12, 256
"""How many games are remembered, tables with all their states, and with the last one only."""


class Forgotten(Exception):
    """A game or table is not known here."""


@dataclass(slots=True)
class Case:
    """A table as far as a worker knows it: all states, or the last one only."""

    made: int
    states: list[State]


@dataclass(slots=True)
class Desk:
    """What a worker remembers."""

    games: OrderedDict[str, Game] = field(default_factory=OrderedDict)
    whole: OrderedDict[str, Case] = field(default_factory=OrderedDict)
    last: OrderedDict[str, Case] = field(default_factory=OrderedDict)

    def answer(self, job: dict[str, Any]) -> object:
        """What a job asks for."""
        for table in job.get("forget", ()):
            self.whole.pop(table, None)
            self.last.pop(table, None)
        module, _, name = job["call"].partition(":")
        function = getattr(importlib.import_module(module), name)
        game = self.game(job)
        if job.get("table") is None:
            return function(game, **job["arguments"])
        return function(self.states(job, game), **job["arguments"])

    def game(self, job: dict[str, Any]) -> Game:
        """The game of a job."""
        found = self.games.get(job["game"])
        if found is None:
            if "description" not in job:
                raise Forgotten
            found = Description(**job["description"]).game(**job["parameters"])
            _remember(self.games, job["game"], found, GAMES)
        self.games.move_to_end(job["game"])
        return found

    def states(self, job: dict[str, Any], game: Game) -> list[State]:
        """The states of a job's table: all of them, or the last one."""
        cases, room = (self.whole, WHOLE) if job["whole"] else (self.last, LAST)
        case = cases.pop(job["table"], None)
        if "deal" in job:
            case = Case(0, [deal_again(game, Deal(**job["deal"]))])
        elif case is None or case.made < job["since"]:
            raise Forgotten
        for move in job["moves"][case.made - job["since"] :]:
            following = again(case.states[-1], move)
            if job["whole"]:
                case.states.append(following)
            else:
                case.states[0] = following
            case.made += 1
        _remember(cases, job["table"], case, room)
        wanted = job["since"] + len(job["moves"])
        if case.made > wanted:  # another question was about a later moment
            if not job["whole"]:
                raise Forgotten
            return case.states[: wanted + 1]
        return case.states


def _remember(known: OrderedDict[str, Any], name: str, what: object, room: int) -> None:
    known[name] = what
    while len(known) > room:
        known.popitem(last=False)


def answered(desk: Desk, job: dict[str, Any]) -> bytes:
    """The answer to a job as it is sent; whatever goes wrong, it is one sentence."""
    try:
        text = b"+" + written(desk.answer(job))
    except Forgotten:
        return b"?"
    except KibitzError as error:
        return _complaint(error)
    except MemoryError:
        return _complaint(KibitzError("that needs more memory than it may have"))
    except (Exception, SystemExit) as error:
        return _complaint(fault(error))
    if len(text) > MOST_ANSWERED:
        return _complaint(KibitzError("the answer is too long to be shown"))
    return text


def _complaint(error: KibitzError) -> bytes:
    return b"-" + json.dumps([error.message, error.hint]).encode()


def written(value: object) -> bytes:
    """An answer as JSON; numbers that are none there, like infinity, become null."""
    try:
        return json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False).encode()


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value


def main(nice: int = 0, memory: int = 0) -> None:
    """Answer jobs from standard input on standard output until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):  # people's clicks come first
        os.nice(nice)
    if memory:
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    came, goes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(came, jobs), daemon=True).start()
    desk = Desk()
    _send(goes, b"+")  # ready
    while True:
        _send(goes, answered(desk, json.loads(jobs.get())))


def _listen(came: IO[bytes], jobs: queue.SimpleQueue[bytes]) -> None:
    """Take in jobs; when the server has ended, however it did, so does this process."""
    while True:
        head = came.read(HEAD.size)
        body = came.read(HEAD.unpack(head)[0]) if len(head) == HEAD.size else b""
        if not body:
            os._exit(0)
        jobs.put(body)


def _send(goes: IO[bytes], text: bytes) -> None:
    try:
        goes.write(HEAD.pack(len(text)) + text)
        goes.flush()
    except OSError:
        sys.exit()
