"""Simulations: many games by plain bots, and what they are like in numbers.

The plain bots need no view: `random` picks any option with equal chance (a subset of cards too is
picked so that all are equally likely), `first` always takes the first one listed.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from kibitz.engine.buffers import BUFFERS
from kibitz.engine.game import Game, derive_key
from kibitz.engine.primitives import below
from kibitz.errors import KibitzError

__all__ = ["PLAIN_BOTS", "Simulation", "simulate"]

PLAIN_BOTS = ("random", "first")
LIMIT = 10_000
"""Decisions after which a game counts as unfinished."""

CHOOSING = -3
"""The random stream of players' decisions."""


@dataclass(frozen=True)
class Simulation:
    """What a number of games were like."""

    game: str
    players: int
    games: int
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
    mode: str
    seed: int
    bots: list[str] = field(default_factory=list)
    parameters: dict[str, int | str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def simulate(
    game: Game,
    n: int,
    seed: int = 1,
    *,
    bots: Sequence[str] = ("random",),
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play n games and measure them. Game i is the same whatever n is."""
    if n < 1:
        raise KibitzError(f"{n} games cannot be played", "at least one")
    seats = _seat(bots, game.players)
    tally = _Tally(game.players)
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        for i in range(n):
            _play(game, derive_key(seed, i), seats, limit, tally)
            if progress is not None and i % 64 == 63:
                progress(i + 1)
    except KeyboardInterrupt:  # report what was played
        if tally.games == 0:
            raise
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return tally.result(game, list(seats), seed, wall, cpu)


def _seat(bots: Sequence[str], players: int) -> list[str]:
    for bot in bots:
        if bot not in PLAIN_BOTS:
            raise KibitzError(f"there is no plain bot `{bot}`", f"one of: {', '.join(PLAIN_BOTS)}")
    if len(bots) not in (1, players):
        raise KibitzError(
            f"{len(bots)} bots for {players} seats", "give one for all seats, or one for each"
        )
    return list(bots) * (players if len(bots) == 1 else 1)


class _Tally:
    """Adds up games; its memory does not grow with them."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.unfinished = 0
        self.decisions = 0
        self.options = 0
        self.forced = 0
        self.wins = [0.0] * players
        self.scores = [0] * players
        self.by_decision: list[list[int]] = []

    def finish(self, offered: list[int], scores: array[int], highest_wins: bool) -> None:
        """Add a game: how many options each decision had, and the scores."""
        self.games += 1
        self.decisions += len(offered)
        self.options += sum(offered)
        self.forced += offered.count(1)
        while len(self.by_decision) < len(offered):
            self.by_decision.append([0, 0])
        for entry, count in zip(self.by_decision, offered, strict=False):
            entry[0] += count
            entry[1] += 1
        best = max(scores) if highest_wins else min(scores)
        winners = [seat for seat, score in enumerate(scores) if score == best]
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
        for seat, score in enumerate(scores):
            self.scores[seat] += score

    def result(self, game: Game, bots: list[str], seed: int, wall: float, cpu: float) -> Simulation:
        games = max(1, self.games)
        decisions = max(1, self.decisions)
        return Simulation(
            game=game.name,
            players=self.players,
            games=self.games,
            decisions_mean=self.decisions / games,
            options_mean=self.options / decisions,
            forced_share=self.forced / decisions,
            win_share=[wins / games for wins in self.wins],
            score_mean=[score / games for score in self.scores],
            options_by_decision=[total / times for total, times in self.by_decision],
            unfinished=self.unfinished,
            seconds=wall,
            cpu_seconds=cpu,
            decisions_per_second=self.decisions / max(cpu, 1e-9),
            mode="python",
            seed=seed,
            bots=bots,
            parameters=game.parameters,
        )


def _play(game: Game, key: tuple[int, int], seats: list[str], limit: int, tally: _Tally) -> None:
    functions, layout, emitted = game.functions, game.layout, game.emitted
    options, apply = functions["options"], functions["apply"]
    codes, work = BUFFERS.codes, BUFFERS.work
    numbers = array("q", game.blank)
    scratch = array("q", game.blank)
    key0, key1 = numbers[layout.KEY], numbers[layout.KEY + 1] = key
    functions["run"](numbers, 1)
    weighted = _weighted(game)
    all_random = "first" not in seats
    made = 0
    offered: list[int] = []
    while numbers[0] and made < limit and not numbers[1]:
        count = options(numbers, codes, scratch, work)
        if count < 2:
            if numbers[1]:
                break
            if count == 0:
                raise game.no_option(numbers[0])
            index = 0
        else:
            seat = numbers[layout.cycles + 2 * emitted.choices[numbers[0]].depth]
            if not all_random and seats[seat] == "first":
                index = 0
            elif numbers[0] in weighted:
                index = _weighed(functions, numbers, codes, count, key, made)
            else:
                index = below(key0, key1, CHOOSING, made, count)
        offered.append(count)
        made += 1
        apply(numbers, codes[index], work)
    if numbers[1]:
        raise game.fault(numbers[1])
    if numbers[0]:
        tally.unfinished += 1
    out = array("q", bytes(8 * game.players))
    functions["scores"](numbers, out)
    if numbers[1]:
        raise game.fault(numbers[1])
    tally.finish(offered, out, game.program.highest_wins)


def _weighted(game: Game) -> set[int]:
    """Positions at which a card of a subset may be picked."""
    found = set(game.emitted.subsets)
    for position, choice in game.emitted.choices.items():
        if any(clause.subset for clause in choice.clauses):
            found.add(position)
    return found


def _weighed(
    functions: Any,
    numbers: array[int],
    codes: array[int],
    count: int,
    key: tuple[int, int],
    made: int,
) -> int:
    """An index drawn so that all complete options are equally likely."""
    ways = [functions["ways"](numbers, codes[i]) for i in range(count)]
    mark = below(key[0], key[1], CHOOSING, made, 1 << 30) / (1 << 30) * sum(ways)
    for index, weight in enumerate(ways):
        mark -= weight
        if mark < 0:
            return index
    return count - 1
