"""Simulations: many games by plain bots, and what they are like in numbers.

The plain bots need no view: `random` picks any option with equal chance (a subset of cards too is
picked so that all are equally likely), `first` always takes the first one listed.

The loop over games is the kernel `playouts`, the same text in both modes. Game number i depends on
the seed and i only, and tallies are integers that are added up: how many workers there are, where,
and in which mode they play, changes nothing in the result.
"""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from typing import Any

from kibitz.engine.away import PATIENCE, in_lots
from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.game import Game
from kibitz.engine.keys import Key, derive_key
from kibitz.engine.native import Functions, is_being_compiled, is_compiled
from kibitz.engine.primitives import noise
from kibitz.engine.reference import GameRef
from kibitz.engine.state import State
from kibitz.errors import GameError, KibitzError, did_you_mean
from kibitz.work import Job as Work
from kibitz.work import Place, Thing
from kibitz.work import open as open_place
from kibitz.work.cores import cores
from kibitz.work.places import check as check_place

__all__ = [
    "MODES",
    "PLAIN_BOTS",
    "Simulation",
    "check",
    "check_mode",
    "cores",
    "game_key",
    "seat_bots",
    "series_key",
    "simulate",
]

PLAIN_BOTS = ("random", "first")
MODES = ("auto", "python", "native")

MOST_GAMES, MOST_LIMIT = 10**12, 10**6
"""The most games anybody plays, and the most decisions after which one may be left."""

MOST_DECISIONS = 10_000
"""Decisions after which a game counts as unfinished."""

WORTH_IT = 10.0
"""Seconds of Python still to come that make it worth it."""

MOST_WORKERS = 1024

LAP = 0.1
"""Seconds after which a worker reports and takes the next games."""


@dataclass(frozen=True)
class Simulation:
    """What a number of games were like."""

    game: str
    players: int
    games: int
    decisions: int
    decisions_mean: float
    options_mean: float
    forced_share: float
    win_share: list[float]
    score_mean: list[float]
    options_by_decision: list[float]
    unfinished: int
    seconds: float
    cpu_seconds: float
    decisions_per_second: float
    """Per CPU-second: of all workers together, what one core does."""
    mode: str
    """python, native, or python+native: begun in Python, gone on compiled."""
    workers: int
    seed: int
    bots: list[str] = field(default_factory=list)
    parameters: dict[str, int | str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def check(n: int, limit: int, mode: str, workers: int | None) -> None:
    """Complain about what no simulation can be asked for."""
    within(n, MOST_GAMES, "games cannot be played")
    within(limit, MOST_LIMIT, "decisions are no limit of a game")
    check_mode(mode)
    if workers is not None:
        within(workers, MOST_WORKERS, "workers cannot play")


def simulate(
    game: Game,
    n: int,
    seed: int = 1,
    *,
    bots: Sequence[str] = ("random",),
    workers: int | None = None,
    mode: str = "auto",
    start: State | None = None,
    limit: int = MOST_DECISIONS,
    progress: Callable[[int], None] | None = None,
    compiling: Callable[[], None] | None = None,
    on: str | None = None,
) -> Simulation:
    """Play n games and measure them. Game i is the same whatever n, `workers` and `mode` are.

    They are dealt anew, or all go on from the position `start`. `workers` (as many as there are
    cores) share the work in native mode; with `on`, in any mode, and they are where that says (see
    `kibitz.work.places`). `progress` is told how many games have been played, `compiling` that the
    game is about to be compiled, which takes some seconds and does not count as time spent. Where
    nothing can be compiled, mode `auto` plays on in Python.
    """
    check(n, limit, mode, workers)
    check_place(on)
    job = _Job(game, n, seed, seat_bots(bots, game.players), limit, start, progress)
    clock = _Clock()
    used = 1
    modes: list[str] = []
    try:
        if on is not None:
            with clock.stopped():
                opened = open_place(on, workers)
            with opened as place:
                used = min(place.size, n)
                job.play_away(place, mode, modes)
        elif mode == "python" or (mode == "auto" and not _is_ready(game)):
            modes.append("python")
            job.play_in_python(patience=None if mode == "python" else PATIENCE)
            while mode == "auto" and job.next < n and _is_under_way(game):
                job.play_in_python(patience=PATIENCE)
        functions = None
        if job.next < n:
            with clock.stopped():
                functions = _compiled(game, mode, compiling)
        if functions is not None:
            modes.append("native")
            used = workers or cores()
            job.play_natively(functions, used)
        elif job.next < n:
            modes = ["python"]
            job.play_in_python(patience=None)
    except KeyboardInterrupt:  # report what was played
        if job.tally[GAMES] == 0:
            raise
    wall, cpu = clock.spent()
    return job.result("+".join(modes), used, wall, cpu if on is None else job.cpu)


def check_mode(mode: str) -> None:
    """Complain about a mode that is none."""
    if mode not in MODES:
        near = did_you_mean(mode, MODES)
        raise KibitzError(f"there is no mode `{mode}`{near}", f"one of: {', '.join(MODES)}")


def within(number: int, most: int, refused: str) -> None:
    """Complain about a number that is not from 1 to the most there may be.

    >>> within(0, 10, "games cannot be played")
    Traceback (most recent call last):
    kibitz.errors.KibitzError: 0 games cannot be played
      hint: from 1 to 10
    """
    if not 1 <= number <= most:
        raise KibitzError(f"{number:,} {refused}", f"from 1 to {most:,}")


def _is_ready(game: Game) -> bool:
    """Whether native mode is there and needs no compiling."""
    try:
        return is_compiled(game, "playouts")
    except KibitzError:
        return False


def _is_under_way(game: Game) -> bool:
    """Whether another process compiles the game: it is not waited for."""
    try:
        return is_being_compiled(game, "playouts")
    except KibitzError:
        return False


def _compiled(game: Game, mode: str, compiling: Callable[[], None] | None) -> Functions | None:
    """The compiled kernel; None if there cannot be one and Python will do."""
    try:
        return game.kernel("playouts", "native", compiling)
    except KibitzError:
        if mode == "native":
            raise
        return None


class _Clock:
    """Seconds of wall and CPU time since it was made, but for those when it was stopped."""

    def __init__(self) -> None:
        self.wall, self.cpu = time.perf_counter(), time.process_time()

    def spent(self) -> tuple[float, float]:
        return time.perf_counter() - self.wall, time.process_time() - self.cpu

    @contextmanager
    def stopped(self) -> Iterator[None]:
        before = self.spent()
        try:
            yield
        finally:
            after = self.spent()
            self.wall += after[0] - before[0]
            self.cpu += after[1] - before[1]


def game_key(seed: int, i: int) -> Key:
    """The key of game i of a simulation: `game.new(key=game_key(seed, i))` deals the same."""
    key = series_key(seed)
    return noise(*key, DEALING, 2 * i), noise(*key, DEALING, 2 * i + 1)


def series_key(seed: int) -> Key:
    """What the keys of all games of a simulation come from."""
    return derive_key("simulation", seed)


def seat_bots(bots: Sequence[str], players: int) -> list[str]:
    """The plain bot of every seat: one for all of them, or one for each."""
    for bot in bots:
        if bot not in PLAIN_BOTS:
            raise KibitzError(
                f"a simulation is played by plain bots, and `{bot}` is none",
                f"one of: {', '.join(PLAIN_BOTS)}; all others play in a match: kibitz match",
            )
    if len(bots) not in (1, players):
        raise KibitzError(
            f"{len(bots)} bots for {players} seats", "give one for all seats, or one for each"
        )
    return list(bots) * (players if len(bots) == 1 else 1)


CHOOSING, DEALING = -3, -4
"""The random streams of the kernel: players' decisions, the keys of games."""

GAMES, UNFINISHED, FORCED, SCORES_AT = 0, 1, 2, 8
"""Where the tally of the kernel keeps what. After the scores come the wins (alone, with one other,
...; a number for each seat), then for each decision the sum of options and how often it was the
last of a game."""


class _Worker:
    """What one worker writes on: a state, work space, a tally. Python is quicker with lists than
    with arrays, which make a number of what they hold whenever they are asked."""

    def __init__(self, job: _Job, kind: Callable[[array[int]], Any]) -> None:
        blank = array("q", bytes(8 * job.game.layout.size))
        self.space = codes, work = borrow()
        self.state, self.tally = kind(blank), kind(job.blank_tally())
        scores = kind(array("q", bytes(8 * job.game.players)))
        self.arrays = (self.state, codes, kind(blank[:]), work, self.tally, scores)


class _Job:
    """Games to be played, and the tally of those that were."""

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int,
        seats: list[str],
        limit: int,
        start: State | None,
        progress: Callable[[int], None] | None,
    ) -> None:
        if start is not None and (start.game.hash != game.hash or start.over):
            wrong = "is over" if start.over else "belongs to another game"
            raise KibitzError(f"the position to start from {wrong}")
        self.game, self.n, self.seed, self.seats, self.limit = game, n, seed, seats, limit
        self.begin = array("q", game.blank if start is None else start.array)
        self.dealt = int(start is not None)
        self.key = series_key(seed)
        self.random = sum(1 << seat for seat, bot in enumerate(seats) if bot == "random")
        self.progress = progress or (lambda done: None)
        self.next = 0
        self.tally = self.blank_tally()
        self.fault: tuple[int, KibitzError] | None = None
        """The first game that could not be played to its end, and why."""
        self.lock = threading.Lock()
        self.cpu = 0.0
        """Seconds that others have thought."""

    def blank_tally(self) -> array[int]:
        return array("q", bytes(8 * (self._decisions_at() + 2 * self.limit)))

    def _decisions_at(self) -> int:
        return SCORES_AT + self.game.players * (self.game.players + 1)

    # --- playing --------------------------------------------------------------------------------

    def play_in_python(self, patience: float | None) -> None:
        """Play all games; or, with some patience, so many that the rest is not worth compiling."""
        worker = _Worker(self, list)
        begin = list(self.begin)
        playouts = self.game.kernel("playouts")["playouts"]
        begun, first = time.perf_counter(), self.next
        while self.next < self.n:
            self._play(playouts, worker, worker.arrays, begin, self._take(8))
            self._complain()
            self.progress(self.next)
            spent = time.perf_counter() - begun
            rest = spent / (self.next - first) * (self.n - self.next)
            if patience is not None and spent > patience and rest > WORTH_IT:
                break
        give_back(worker.space)

    def play_natively(self, functions: Functions, workers: int) -> None:
        """Play the rest, shared by some threads; native code does not hold the interpreter."""
        workers = min(workers, self.n - self.next)
        with ThreadPoolExecutor(workers) as pool:
            shares = [pool.submit(self._share, functions["playouts"]) for _ in range(workers)]
            try:
                while wait(shares, LAP).not_done:
                    self.progress(self.next)
            except KeyboardInterrupt:
                with self.lock:
                    self.n = self.next
                raise
        for share in shares:
            share.result()
        self._complain()
        self.progress(self.next)

    def _share(self, playouts: Callable[..., int]) -> None:
        """Take games and play them until there are no more."""
        import numpy

        worker = _Worker(self, lambda numbers: numbers)
        arrays = tuple(numpy.frombuffer(each, numpy.int64) for each in worker.arrays)
        begin = numpy.frombuffer(self.begin, numpy.int64)
        games = 16
        while (span := self._take(games))[0] < span[1]:
            begun = time.perf_counter()
            self._play(playouts, worker, arrays, begin, span)
            if time.perf_counter() - begun < LAP:
                games *= 2
        give_back(worker.space)

    def play_away(self, place: Place, mode: str, modes: list[str]) -> None:
        """Have all games played by others; which modes they played in is noted."""
        told, ready = self._thing(), _is_ready(self.game)

        def job(lot: range, how: str) -> Work:
            span = {"first": lot.start, "last": lot.stop, "mode": how}
            return Work(f"{__name__}:played", span, {"share": told})

        for _, answer in in_lots(place, range(self.n), job, mode, ready=ready, worth=WORTH_IT):
            self.cpu += answer["cpu"]
            if answer["mode"] not in modes:
                modes.append(answer["mode"])
            for i, count in enumerate(answer["tally"]):
                self.tally[i] += count
            if answer["fault"] is not None:
                game, said, hint = answer["fault"]
                if self.fault is None or game < self.fault[0]:
                    self.fault = game, GameError(said, hint)
            self.progress(self.tally[GAMES])
        self.next = self.n
        self._complain()

    def _thing(self) -> Thing:
        """The same games for another process, which gets a job without any games."""
        of = {
            "game": GameRef.of(self.game).thing.of,
            "seed": self.seed,
            "seats": self.seats,
            "limit": self.limit,
            "begin": list(self.begin) if self.dealt else None,
        }
        return Thing.once(f"{__name__}:shared", of)

    def _take(self, games: int) -> tuple[int, int]:
        """The numbers of the next games to be played: first, and one past the last."""
        with self.lock:
            first = self.next
            if self.fault is None:
                self.next = min(self.n, first + games)
            return first, self.next

    def _play(
        self,
        playouts: Callable[..., int],
        worker: _Worker,
        arrays: tuple[Any, ...],
        begin: Any,  # an emitted function, of Python or compiled
        span: tuple[int, int],
    ) -> None:
        stuck = playouts(begin, self.dealt, *span, *self.key, self.random, self.limit, *arrays)
        if stuck >= 0:
            position, code = worker.state[0], worker.state[1]
            error = self.game.fault(code) if code else self.game.no_option(position)
            with self.lock:
                if self.fault is None or stuck < self.fault[0]:
                    self.fault = stuck, error
        self._add(worker.tally)

    def _add(self, tally: MutableSequence[int]) -> None:
        """Move what a worker has noted to the tally of the job."""
        with self.lock:
            for i in range(self._used(tally)):
                self.tally[i] += tally[i]
                tally[i] = 0

    def _used(self, tally: Sequence[int]) -> int:
        """Where a tally ends: no game had more decisions."""
        used = self._decisions_at()
        while used < len(tally) and tally[used]:
            used += 2
        return used

    def noted(self) -> list[int]:
        """The tally, as far as there is anything in it."""
        return list(self.tally[: self._used(self.tally)])

    def _complain(self) -> None:
        if self.fault is not None:
            raise self.fault[1]

    # --- the result -----------------------------------------------------------------------------

    def result(self, mode: str, workers: int, wall: float, cpu: float) -> Simulation:
        game, players = self.game, self.game.players
        tally = self.tally[: self._used(self.tally)]
        games = tally[GAMES]
        offered = tally[self._decisions_at() :: 2]
        ended = tally[self._decisions_at() + 1 :: 2]
        times = list(accumulate(reversed(ended)))[::-1]
        decisions = sum(times)
        wins = tally[SCORES_AT + players : self._decisions_at()]
        won = [
            sum(wins[others * players + seat] / (others + 1) for others in range(players))
            for seat in range(players)
        ]
        return Simulation(
            game=game.name,
            players=players,
            games=games,
            decisions=decisions,
            decisions_mean=decisions / games,
            options_mean=sum(offered) / max(1, decisions),
            forced_share=tally[FORCED] / max(1, decisions),
            win_share=[share / games for share in won],
            score_mean=[total / games for total in tally[SCORES_AT : SCORES_AT + players]],
            options_by_decision=[
                total / made for total, made in zip(offered, times, strict=True) if made
            ],
            unfinished=tally[UNFINISHED],
            seconds=wall,
            cpu_seconds=cpu,
            decisions_per_second=decisions / max(cpu, 1e-9),
            mode=mode,
            workers=workers,
            seed=self.seed,
            bots=self.seats,
            parameters=game.parameters,
        )


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


def shared(
    game: dict[str, Any], seed: int, seats: list[str], limit: int, begin: list[int] | None
) -> _Job:
    """A simulation that was sent, of which some games are to be played here."""
    job = _Job(GameRef.told(game).game(), 0, seed, seats, limit, None, None)
    if begin is not None:
        job.begin, job.dealt = array("q", begin), 1
    return job


def played(share: _Job, first: int, last: int, mode: str) -> dict[str, Any]:
    """The tally of some games, from a first one to before a last one; and the first of them that
    could not be played to its end, with why."""
    functions = None if mode == "python" else _compiled(share.game, mode, None)
    share.next, share.n = first, last
    share.tally, share.fault = share.blank_tally(), None
    clock = _Clock()
    try:
        if functions is None:
            share.play_in_python(patience=None)
        else:
            share.play_natively(functions, 1)
    except KibitzError:
        if share.fault is None:
            raise
    wall, cpu = clock.spent()
    fault = None
    if share.fault is not None:
        fault = share.fault[0], share.fault[1].message, share.fault[1].hint
    return {
        "tally": share.noted(),
        "fault": fault,
        "mode": "python" if functions is None else "native",
        "seconds": wall,
        "cpu": cpu,
    }
