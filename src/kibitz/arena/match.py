"""Matches: bots against each other on duplicate deals.

Every deal is played once in each seating, so that luck with the cards and with the seat is the same
for everybody. What comes out depends on the seed and the bots only, not on how many processes play,
nor on whether they are compiled; only the clock may differ. Where they play, and when it is worth
compiling them, `kibitz.arena.players` says.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from kibitz.arena.arbiter import Arbiter
from kibitz.arena.book import Book
from kibitz.arena.plan import Plan
from kibitz.arena.players import Players
from kibitz.arena.seatings import Seating, checked
from kibitz.arena.seatings import seatings as all_seatings
from kibitz.arena.statistics import (
    Estimate,
    Share,
    Standing,
    difference,
    standing,
)
from kibitz.bots.names import find, is_foreign
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.engine.simulation import MOST_GAMES, MOST_WORKERS, check_mode, game_key, within
from kibitz.errors import KibitzError
from kibitz.seats.embassy import Embassy
from kibitz.seats.terms import Sandbox, Terms
from kibitz.work.places import check as check_place

__all__ = ["Match", "match", "match_terms"]

PATIENCE, TIMES = 5.0, 10
"""A bot that has a budget is given up after so many times that, and these seconds."""

BEGINNING = 600.0
"""Seconds a bot may take to be made: it may have something compiled."""


@dataclass(frozen=True)
class Match:
    """What came out of a match.

    >>> result = kibitz.match(kibitz.load("brisca"), ["rule", "random"], deals=5, seed=1)
    >>> result.games, [standing.name for standing in result.bots]
    (10, ['rule', 'random'])
    """

    game: str
    parameters: dict[str, int | str]
    deals: int
    """How many deals were played in all seatings."""
    wanted: int
    """How many deals were asked for: more, if somebody stopped it."""
    games: int
    unfinished: int
    """Games that did not end and were scored as they stood."""
    highest_wins: bool
    """Whether more points are better; else fewer are."""
    bots: tuple[Standing, ...]
    difference: Estimate | None
    """Of two bots: how many points more the first made for each seat."""
    seconds: float
    seed: int
    budget: float | None
    workers: int
    mode: str
    """python, native, or python+native: begun in Python, gone on compiled."""
    because: str
    """Why the bots were not compiled, if they were not."""
    seatings: tuple[Seating, ...] = field(repr=False)
    numbers: tuple[int, ...] = field(repr=False)
    """Which deals were played."""
    shares: tuple[tuple[Share, ...], ...] = field(repr=False)
    """How each bot did in each deal, for comparing matches on the same deals."""

    def as_json(self) -> dict[str, Any]:
        """All but the single deals."""
        found = asdict(self)
        del found["numbers"], found["shares"]
        if self.difference is None:
            del found["difference"]
        return found


def match(
    game: Game,
    bots: Sequence[str],
    deals: int | None = None,
    seed: int = 1,
    *,
    numbers: Sequence[int] | None = None,
    seatings: Sequence[Sequence[int]] | None = None,
    workers: int | None = None,
    budget: float | None = None,
    record: Path | None = None,
    progress: Callable[[int], None] | None = None,
    compiling: Callable[[str], None] | None = None,
    mode: str = "auto",
    cheats: bool = False,
    sandbox: Sandbox = "off",
    on: str | None = None,
) -> Match:
    """Let bots, given by name, play so many deals; or the deals with these numbers.

    Deal i is that of game i of a simulation with the same seed. The seatings follow from the
    number of bots (see `kibitz.arena.seatings`) or are given, a number of a bot for each seat.
    `workers` processes share the work; by default, as many as there are cores, if it takes long
    enough. `on` says where, if not in processes of this machine: see `kibitz.work.places`. With
    `record`, each game is written to a file in that folder. `progress` is told how many deals have
    been played. Ctrl-C ends the match early: whole deals that were played count.

    Where all bots can be compiled, `mode` auto plays natively if they are compiled already, or if
    that is worth it; `compiling` is told the kernel then. The games are the same in all modes.

    A bot that fails in a game, dies, or takes many times its budget, is out of that game: `random`
    takes its place, the others win, and the fault is counted and told (`Standing.faults`). Bots
    that are not of the house play in processes of their own, held in a `sandbox` if that is asked
    for.

    >>> result = kibitz.match(kibitz.load("agram"), ["first", "random"], deals=3, seed=2)
    >>> result.deals, len(result.seatings), result.games
    (3, 14, 42)
    """
    if not isinstance(game, Game):
        raise KibitzError(f"a match is of a game, not of {game!r:.40}", "give kibitz.load(...)")
    wanted = _numbers(deals, numbers)
    plan = _plan(game, bots, wanted, seed, seatings, match_terms(budget, sandbox), cheats, record)
    if workers is not None:
        within(workers, MOST_WORKERS, "workers cannot play")
    check_mode(mode)
    check_place(on)
    with closing(Embassy(plan.game, plan.terms)) as embassy:
        _check(plan, game, embassy)
        book = Book(plan, record)
        players = Players(Arbiter(plan, game, embassy), workers, mode, compiling, on)
        begun = time.perf_counter()
        try:
            with closing(players.play()) as outcomes:
                for number, outcome in outcomes:
                    book.enter(number, outcome)
                    if progress is not None:
                        progress(len(book.whole))
        except KeyboardInterrupt:  # report what was played
            if not book.whole:
                raise
        return _result(book, game, time.perf_counter() - begun, players)


def _check(plan: Plan, game: Game, embassy: Embassy) -> None:
    """Complain about bots that cannot be made: that is better known before anything is played."""
    for name in plan.bots:
        if is_foreign(name) and not plan.cheats:
            embassy.check(name, game)
            continue
        entry = find(name, game)
        if entry.person:
            raise KibitzError(
                f"`{name}` is a person, and a match is for bots", "kibitz play is for people"
            )
        entry.make()


def _result(book: Book, game: Game, seconds: float, players: Players) -> Match:
    plan, played = book.plan, sorted(book.whole)
    by_bot = [[book.whole[deal][bot] for deal in played] for bot in range(len(plan.bots))]
    return Match(
        game=plan.game.description.name,
        parameters=dict(plan.game.parameters),
        deals=len(played),
        wanted=len(plan.numbers),
        games=len(played) * len(plan.seatings),
        unfinished=book.unfinished,
        highest_wins=game.program.highest_wins,
        bots=tuple(map(standing, plan.titles, by_bot)),
        difference=difference(*by_bot) if len(by_bot) == 2 else None,
        seconds=seconds,
        seed=plan.seed,
        budget=plan.budget,
        workers=players.used,
        mode="+".join(players.modes),
        because=players.because,
        seatings=plan.seatings,
        numbers=tuple(plan.numbers[deal] for deal in played),
        shares=tuple(book.whole[deal] for deal in played),
    )


def _numbers(deals: int | None, numbers: Sequence[int] | None) -> Sequence[int]:
    """Which deals are to be played."""
    if (deals is None) == (numbers is None):
        raise KibitzError("a match needs to know its deals", "say how many, or give their numbers")
    if deals is not None:
        within(deals, MOST_GAMES, "deals cannot be played")
    if numbers is None:
        return range(deals or 0)
    if not numbers or min(numbers) < 0 or len(set(numbers)) < len(numbers):
        raise KibitzError("these are not numbers of deals", "different ones, from 0 on")
    return tuple(numbers)


def _plan(
    game: Game,
    bots: Sequence[str],
    numbers: Sequence[int],
    seed: int,
    seatings: Sequence[Sequence[int]] | None,
    terms: Terms,
    cheats: bool,
    record: Path | None,
) -> Plan:
    if seatings is None:
        teams = game.new(key=game_key(seed, numbers[0])).teams
        found = all_seatings(len(bots), teams, game.title)
    else:
        found = checked(seatings, len(bots), game.players)
    return Plan(
        game=GameRef.of(game),
        bots=tuple(bots),
        titles=_titles(bots),
        seed=seed,
        numbers=numbers,
        seatings=tuple(found),
        terms=terms,
        cheats=cheats,
        recorded=record is not None,
    )


def match_terms(budget: float | None, sandbox: Sandbox = "off") -> Terms:
    """The terms of a match: a late answer counts, unless it comes much too late; who fails once is
    out of the game."""
    if budget is None:
        return Terms(start=BEGINNING, sandbox=sandbox)
    if not 0 < budget < inf:
        raise KibitzError(f"a budget cannot be {budget:g} seconds", "more than 0, and finite")
    grace = (TIMES - 1) * budget + PATIENCE
    return Terms(move=budget, grace=grace, start=BEGINNING, sandbox=sandbox)


def _titles(bots: Sequence[str]) -> tuple[str, ...]:
    """Names made different: `random`, `random#2`."""
    seen: Counter[str] = Counter()
    titles = []
    for name in bots:
        seen[name] += 1
        titles.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(titles)
