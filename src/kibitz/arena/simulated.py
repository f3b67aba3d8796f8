"""Simulations by bots that can be compiled: what a game is like if it is not played at random.

The same is measured as in `kibitz.engine.simulation`, which has the plain bots; games are dealt as
there, and counted in whole numbers, so that it does not matter who plays which. Who is not compiled
plays a match. Where nothing is compiled, or a game is given back (see
`kibitz.arena.native`), the Python versions of the same bots play it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from kibitz.arena.native import GIVEN_BACK, UNFINISHED, Lots, Played, Table
from kibitz.arena.plan import bot_seed
from kibitz.bots.luggage import Luggage, packed
from kibitz.bots.names import Candidate, find, is_foreign
from kibitz.bots.player import Seated
from kibitz.bots.roster import Roster, roster
from kibitz.engine.away import PATIENCE, in_lots
from kibitz.engine.game import Game
from kibitz.engine.native import Functions, is_compiled
from kibitz.engine.reference import GameRef
from kibitz.engine.simulation import (
    MOST_DECISIONS,
    PLAIN_BOTS,
    WORTH_IT,
    Simulation,
    check,
    cores,
    game_key,
)
from kibitz.engine.state import begin
from kibitz.errors import KibitzError
from kibitz.work import Job, Thing
from kibitz.work import open as open_place
from kibitz.work.places import check as check_place

__all__ = ["simulate"]


def simulate(
    game: Game,
    n: int,
    seed: int = 1,
    *,
    bots: Sequence[str] = ("random",),
    workers: int | None = None,
    mode: str = "auto",
    limit: int = MOST_DECISIONS,
    progress: Callable[[int], None] | None = None,
    compiling: Callable[[str], None] | None = None,
    on: str | None = None,
) -> Simulation:
    """Play n games with bots that can be compiled, and measure them; `random` and `first` among
    themselves play as in `game.simulate`. `on`: see `kibitz.work.places`."""
    if all(bot in PLAIN_BOTS for bot in bots):
        told = None if compiling is None else (lambda: compiling("playouts"))
        return game.simulate(
            n,
            seed,
            bots=bots,
            workers=workers,
            mode=mode,
            limit=limit,
            progress=progress,
            compiling=told,
            on=on,
        )
    check(n, limit, mode, workers)
    check_place(on)
    job = _Job(game, n, seed, _seated(game, bots), limit, progress or (lambda done: None))
    if on is not None:
        return job.played_away(mode, on, workers)
    return job.played(mode, workers or cores(), compiling)


def _seated(game: Game, bots: Sequence[str]) -> list[Candidate]:
    """The bot of each seat."""
    for bot in bots:
        if is_foreign(bot):
            raise KibitzError(
                f"a simulation is played by bots that can be compiled, and `{bot}` is none",
                "all others play in a match: kibitz match",
            )
    found = [find(bot, game) for bot in bots]
    if len(found) not in (1, game.players):
        raise KibitzError(
            f"{len(found)} bots for {game.players} seats",
            "give one for all seats, or one for each",
        )
    return found * (game.players if len(found) == 1 else 1)


class _Tally:
    """What games were like, in whole numbers: they can be added up in any order."""

    def __init__(self, players: int, limit: int) -> None:
        self.done = self.unfinished = self.forced = 0
        self.scores = np.zeros(players, np.int64)
        self.wins = np.zeros((players, players), np.int64)
        """How often each seat won: alone, with one other, with two..."""
        self.options = np.zeros((limit, 2), np.int64)
        """For each decision the sum of options, and how often it came."""

    def add(self, other: Sequence[Any]) -> None:
        """What others have noted."""
        done, unfinished, forced, scores, wins, options = other
        self.done, self.unfinished = self.done + done, self.unfinished + unfinished
        self.forced += forced
        self.scores += np.array(scores, np.int64)
        self.wins += np.array(wins, np.int64)
        self.options[: len(options)] += np.array(options, np.int64).reshape(-1, 2)

    def to_json(self) -> list[Any]:
        """The same for another process."""
        used = int((self.options[:, 1] > 0).sum())  # no decision comes without those before it
        return [
            *(self.done, self.unfinished, self.forced),
            *(self.scores.tolist(), self.wins.tolist(), self.options[:used].tolist()),
        ]


class _Job:
    """Games to be played, and the tally of those that were."""

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int,
        bots: list[Candidate],
        limit: int,
        progress: Callable[[int], None],
        luggage: Luggage | None = None,
    ) -> None:
        found = roster(game, bots)
        if isinstance(found, str):
            raise KibitzError(
                f"a simulation is played by bots that can be compiled: {found}",
                "all others play in a match: kibitz match",
            )
        self.game, self.n, self.seed, self.bots, self.limit = game, n, seed, bots, limit
        self.roster: Roster = found
        self.luggage = luggage
        """What the bots came with."""
        self.progress = progress
        self.next = 0
        """The next game to be played."""
        self.tally = _Tally(game.players, limit)

    def played(
        self, mode: str, workers: int, compiling: Callable[[str], None] | None
    ) -> Simulation:
        """Play the games, and say what they were like."""
        wall, cpu = time.perf_counter(), time.process_time()
        modes: list[str] = []
        try:
            if mode == "python" or (mode == "auto" and not self._is_ready()):
                modes.append("python")
                self._in_python(None if mode == "python" else PATIENCE)
            if self.next < self.n:
                before = time.perf_counter(), time.process_time()
                functions = self._compiled(mode, compiling)
                wall += time.perf_counter() - before[0]
                cpu += time.process_time() - before[1]
                if functions is None:
                    self._in_python(None)
                else:
                    modes.append("native")
                    self._natively(functions, workers)
        except KeyboardInterrupt:  # report what was played
            if self.tally.done == 0:
                raise
        spent = time.perf_counter() - wall, time.process_time() - cpu
        return self._result("+".join(modes), workers if "native" in modes else 1, *spent)

    def played_away(self, mode: str, on: str, workers: int | None) -> Simulation:
        """Have the games played by others, and say what they were like."""
        modes: list[str] = []
        wall, cpu, size = time.perf_counter(), 0.0, 1
        try:
            with open_place(on, workers) as place:
                size, wall = place.size, time.perf_counter()
                told, ready = self._thing(place.near), self._is_ready()

                def job(lot: range, how: str) -> Job:
                    span = {"first": lot.start, "last": lot.stop, "mode": how}
                    return Job(f"{__name__}:played", span, {"share": told})

                answers = in_lots(place, range(self.n), job, mode, ready=ready, worth=WORTH_IT)
                for _, answer in answers:
                    self.tally.add(answer["tally"])
                    cpu += answer["cpu"]
                    if answer["mode"] not in modes:
                        modes.append(answer["mode"])
                    self.progress(self.tally.done)
        except KeyboardInterrupt:  # report what was played
            if self.tally.done == 0:
                raise
        spent = time.perf_counter() - wall
        return self._result("+".join(modes), min(size, self.n), spent, cpu)

    def _thing(self, near: bool) -> Thing:
        """The same games for another process."""
        of = {
            "game": GameRef.of(self.game).thing.of,
            "seed": self.seed,
            "luggage": packed([bot.name for bot in self.bots], near, self.game),
            "limit": self.limit,
        }
        return Thing.once(f"{__name__}:shared", of)

    def some(self, first: int, last: int, mode: str) -> dict[str, Any]:
        """What some games were like, from a first one to before a last one."""
        functions = None if mode == "python" else self._compiled(mode, None)
        self.next, self.n, self.tally = first, last, _Tally(self.game.players, self.limit)
        wall, cpu = time.perf_counter(), time.process_time()
        if functions is None:
            self._in_python(None)
        else:
            self._natively(functions, 1)
        return {
            "tally": self.tally.to_json(),
            "mode": "python" if functions is None else "native",
            "seconds": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
        }

    def _is_ready(self) -> bool:
        try:
            return is_compiled(self.game, self.roster.kernel)
        except KibitzError:
            return False

    def _compiled(self, mode: str, compiling: Callable[[str], None] | None) -> Functions | None:
        """The compiled kernel; None if there cannot be one and Python will do."""
        told = None if compiling is None else (lambda: compiling(self.roster.kernel))
        try:
            return self.game.kernel(self.roster.kernel, "native", told)
        except KibitzError:
            if mode == "native":
                raise
            return None

    # --- playing --------------------------------------------------------------------------------

    def _in_python(self, patience: float | None) -> None:
        """Play all games; or, with some patience, so many that the rest is not worth compiling."""
        begun, first = time.perf_counter(), self.next
        while self.next < self.n:
            self._one(self.next)
            self.next += 1
            self.progress(self.tally.done)
            spent = time.perf_counter() - begun
            rest = spent / (self.next - first) * (self.n - self.next)
            if patience is not None and spent > patience and rest > WORTH_IT:
                return

    def _one(self, number: int) -> None:
        """Play a game in Python."""
        game = self.game
        players = [
            Seated(bot.name, bot.make(), bot_seed(self.seed, number, 0, seat)).sit(
                game, seat, budget=None, cheats=False
            )
            for seat, bot in enumerate(self.bots)
        ]
        state, made = begin(game, game_key(self.seed, number)), 0
        while (seat := state.to_move) is not None and made < self.limit:
            offered = len(state.actions)
            self.tally.forced += offered == 1
            self.tally.options[made] += (offered, 1)
            state = players[seat].after(state, made)
            made += 1
        self._note(np.array([state.scores], np.int64), int(not state.over))

    def _natively(self, functions: Functions, workers: int) -> None:
        """Play the rest, shared by some threads."""
        lots = Lots(range(self.next, self.n))
        workers = min(workers, self.n - self.next)
        tables = [Table(self.game, self.roster, functions, self.limit) for _ in range(workers)]
        with ThreadPoolExecutor(workers) as pool:
            waiting = {pool.submit(self._lot, lots, table) for table in tables}
            try:
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for each in done:
                        table, lot, played = each.result()
                        if lots.rest:
                            waiting.add(pool.submit(self._lot, lots, table))
                        self._add(lot, played)
                        self.progress(self.tally.done)
            finally:
                lots.stop()
                wait(waiting)
                for table in tables:
                    self.tally.forced += int(table.decisions[0])
                    self.tally.options += table.decisions[1:].reshape(-1, 2)
                    table.close()

    def _lot(self, lots: Lots, table: Table) -> tuple[Table, range, Played]:
        """Take some games and play them."""
        lot, players = lots.take(), self.game.players
        seeds = np.zeros((len(lot), players), np.int64)
        for seat in range(players):
            if self.roster.chancy[seat]:
                seeds[:, seat] = [bot_seed(self.seed, number, 0, seat) for number in lot]
        begun = time.perf_counter()
        seats = np.tile(np.array(self.roster.numbers, np.int64), (len(lot), 1))
        played = table.play(self.seed, lot, seats, seeds, tallied=True)
        lots.pace(len(lot), time.perf_counter() - begun)
        return table, lot, played

    def _add(self, lot: range, played: Played) -> None:
        """Note what came of some games; those that were given back are played."""
        kept = played.ends != GIVEN_BACK
        self._note(played.scores[kept], int((played.ends == UNFINISHED).sum()))
        for number, whole in zip(lot, kept.tolist(), strict=True):
            if not whole:
                self._one(number)

    def _note(self, scores: np.ndarray[tuple[int, int], np.dtype[np.int64]], left: int) -> None:
        """Note the scores of games, and how many were left unfinished."""
        tally = self.tally
        if len(scores):
            tally.scores += scores.sum(axis=0)
            highest = self.game.program.highest_wins
            best = scores.max(axis=1) if highest else scores.min(axis=1)
            won = scores == best[:, None]
            np.add.at(tally.wins, won.sum(axis=1) - 1, won)
        tally.done += len(scores)
        tally.unfinished += left

    def _result(self, mode: str, workers: int, wall: float, cpu: float) -> Simulation:
        tally, times = self.tally, self.tally.options[:, 1]
        games, decisions = tally.done, int(times.sum())
        came = tally.options[times > 0]
        shared = np.arange(1, self.game.players + 1)[:, None]
        return Simulation(
            game=self.game.name,
            players=self.game.players,
            games=games,
            decisions=decisions,
            decisions_mean=decisions / games,
            options_mean=int(tally.options[:, 0].sum()) / max(1, decisions),
            forced_share=tally.forced / max(1, decisions),
            win_share=((tally.wins / shared).sum(axis=0) / games).tolist(),
            score_mean=(tally.scores / games).tolist(),
            options_by_decision=(came[:, 0] / came[:, 1]).tolist(),
            unfinished=tally.unfinished,
            seconds=wall,
            cpu_seconds=cpu,
            decisions_per_second=decisions / max(cpu, 1e-9),
            mode=mode,
            workers=workers,
            seed=self.seed,
            bots=[bot.name for bot in self.bots],
            parameters=self.game.parameters,
        )


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


def shared(game: dict[str, Any], seed: int, luggage: dict[str, Any], limit: int) -> _Job:
    """A simulation that was sent, of which some games are to be played here."""
    found, carried = GameRef.told(game).game(), Luggage(**luggage)
    bots = [find(bot, found) for bot in carried.bots]
    return _Job(found, 0, seed, bots, limit, lambda done: None, carried)


def played(share: _Job, first: int, last: int, mode: str) -> dict[str, Any]:
    """What some of its games were like."""
    return share.some(first, last, mode)
