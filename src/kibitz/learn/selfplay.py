"""Experience from self-play: actors play, the replay remembers.

Whole games are played in other processes, with the network as it was when the round began, with
earlier selves of it and with bots (`kibitz.learn.seating`). How many a round has follows from how
often a decision is to be learnt from, and from how many of them the first games had.

Of the columns of a row many are 0 in every position there ever is: cards that are not dealt, what
cannot be on offer. Which these are is seen from what was played; the learner can leave them out.
"""

from __future__ import annotations

import threading
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.learn.actors import acting, told
from kibitz.learn.lots import Lot
from kibitz.learn.packing import packing_of
from kibitz.learn.pool import Pool
from kibitz.learn.replay import Replay
from kibitz.learn.seating import Company
from kibitz.learn.settings import Settings
from kibitz.learn.sources import Arrays
from kibitz.nets import Network, network_of
from kibitz.work import Job, Place, Thing

__all__ = ["SelfPlay"]

FIRST = 64
"""Games that tell how many decisions a game has."""

PARTS = 4
"""Jobs of a round: more of them would make each less efficient, with fewer some would wait."""

MOST, MANY = 8_000_000, 1000
"""Bytes of rows that a job may bring home, and decisions a game may have as far as is known."""

FILL = 0.1
"""How full the replay is before the first step."""

STEP = 32
"""Columns that the learner heeds are a multiple of this: it is compiled anew for each number."""


class SelfPlay:
    """The source of the methods that learn from their own games."""

    def __init__(
        self,
        settings: Settings,
        game: Game,
        network: Network,
        place: Place,
        folder: Path,
        *,
        horizon: str | int,
    ) -> None:
        """The horizon is one of `kibitz.learn.replay`."""
        self.settings, self.game, self.place = settings, game, place
        self.horizon, self.scale = horizon, network.scale
        self.company = Company(settings.company)
        self.company.check(game)
        self.packing = packing_of(game, settings.knowledge)
        self.replay = Replay(game, settings.replay, settings.knowledge)
        self.pool = Pool(settings.pool)
        self.decisions = 0
        self.columns: NDArray[np.int64] = np.zeros(0, np.int64)
        self.games = 0
        """How many have been played."""
        self.size = 0
        """How many a round has."""
        self._came: list[Lot] = []
        self._acting: threading.Thread | None = None
        self._error: BaseException | None = None
        self._over = threading.Event()

    # --- rounds ---

    def prepare(
        self, network: Network, tell: Callable[[str], None], enough: threading.Event
    ) -> None:
        """Play until the replay has something in it. The first games tell how long a game is."""
        tell("playing the first games")
        settings = self.settings
        thing = told(network)
        self._play(thing, FIRST)
        if self.decisions == 0:
            raise KibitzError(
                f"nobody ever had anything to decide in {FIRST} games of {self.game.title}",
                "there is nothing to learn in it",
            )
        each = self.decisions / FIRST
        self.size = max(1, round(settings.stride * settings.batch / settings.reuse / each))
        wanted = max(settings.batch, settings.replay * FILL)
        while self.decisions < wanted and not enough.is_set():
            self._play(thing, min(self.size, ceil((wanted - self.decisions) / each)))

    def begin(self, network: Network, number: int, done: float) -> None:
        spans = self._spans(self.size)
        self._over.clear()
        self._error = None

        def act() -> None:
            try:
                thing = told(network)
                self.pool.see(thing, number)
                for lot in self._lots([thing, *self.pool.things], spans, done):
                    self._came.append(lot)
            except BaseException as error:
                self._error = error

        self._acting = threading.Thread(target=act, name="kibitz-acting", daemon=True)
        self._acting.start()

    def batches(self, rng: np.random.Generator, count: int) -> Arrays:
        size = self.settings.batch
        drawn = self.replay.draw(rng, count * size, self.horizon)
        found: Arrays = {
            "rows": drawn.rows.view("<u4"),
            "actions": drawn.actions,
            "rewards": drawn.reward / np.float32(self.scale),
        }
        if drawn.more.any():
            found |= {"next_rows": drawn.next_rows.view("<u4"), "more": drawn.more}
        return {name: each.reshape(count, size, *each.shape[1:]) for name, each in found.items()}

    def end(self) -> None:
        self._wait()
        came, self._came = self._came, []
        if self._error is not None:
            raise self._error
        self._take(came, self.size)

    def leave(self) -> None:
        self._over.set()
        self._wait()
        self._came = []

    def _wait(self) -> None:
        if self._acting is not None:
            self._acting.join()
            self._acting = None

    # --- games ---

    def _play(self, thing: Thing, games: int) -> None:
        """Have some games played, before the first round."""
        self._take(list(self._lots([thing], self._spans(games), 0.0)), games)

    def _spans(self, games: int) -> list[range]:
        """The next games, in parts that are the same whoever plays them."""
        each = ceil(self.decisions / self.games) if self.games else MANY
        most = max(1, MOST // (self.packing.width * each))
        size = min(most, ceil(games / PARTS))
        last = self.games + games
        return [range(at, min(at + size, last)) for at in range(self.games, last, size)]

    def _lots(self, things: Sequence[Thing], spans: Sequence[range], done: float) -> Iterator[Lot]:
        settings = self.settings

        def jobs() -> Iterator[Job]:
            for span in spans:
                if self._over.is_set():
                    return
                job = acting(
                    self.game,
                    things,
                    first=span.start,
                    last=span.stop,
                    seed=settings.seed,
                    company=self.company,
                    epsilon=settings.epsilon_at(done),
                    knowledge=settings.knowledge,
                    mode=settings.mode,
                )
                yield replace(job, kind="")  # everybody in the place may act

        yield from map(Lot.from_json, self.place.map(jobs()))

    def _take(self, lots: Sequence[Lot], games: int) -> None:
        """Remember what came of so many games."""
        self.games += games
        for lot in lots:
            self.replay.add(lot)
            self.decisions += len(lot)
            self._look(lot)

    def _look(self, lot: Lot) -> None:
        """Which columns were not 0 there? If there are new ones, the learner will heed them, and a
        few more, so that they do not come one by one."""
        words = np.bitwise_or.reduce(lot.rows.view("<u4"), axis=0, initial=0)
        plan = self.packing.plan
        bits = words[np.maximum(plan, 0) // 32] >> (np.maximum(plan, 0) % 32).astype(np.uint32) & 1
        halves = np.maximum(-1 - plan, 0)
        parts = words[halves // 2] >> (16 * (halves % 2)).astype(np.uint32) & 0xFFFF
        used = np.where(plan >= 0, bits, parts) > 0
        used[self.columns] = True
        count = int(used.sum())
        if count > len(self.columns):
            more = -(-count // STEP) * STEP - count
            used[np.flatnonzero(~used)[:more]] = True
            self.columns = np.flatnonzero(used)

    # --- kept ---

    def kept(self) -> tuple[dict[str, Any], Arrays]:
        about = {
            "games": self.games,
            "size": self.size,
            "decisions": self.decisions,
            "every": self.pool.every,
            "numbers": self.pool.numbers,
        }
        arrays: Arrays = {"columns": self.columns}
        for number, thing in zip(self.pool.numbers, self.pool.things, strict=True):
            arrays[f"past.{number}"] = np.frombuffer(b64decode(thing.of["data"]), np.uint8)
        for name, each in self.replay.kept().items():
            arrays[f"replay.{name}"] = each
        return about, arrays

    def restore(self, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        self.games, self.size = int(about["games"]), int(about["size"])
        self.decisions, self.pool.every = int(about["decisions"]), int(about["every"])
        self.pool.numbers = [int(number) for number in about["numbers"]]
        networks = (network_of(arrays[f"past.{n}"].tobytes()) for n in self.pool.numbers)
        self.pool.things = [told(network) for network in networks]
        self.columns = arrays["columns"]
        mine = {name: each for name, each in arrays.items() if name.startswith("replay.")}
        self.replay.restore({name.removeprefix("replay."): each for name, each in mine.items()})
