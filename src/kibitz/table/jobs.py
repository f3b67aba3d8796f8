"""Jobs: what is computed in worker processes, never in the event loop; see `kibitz.work`.

Each is a function of a game, and returns what can be written as JSON. Where a bot decides, a
process has the view of the bot's seat and nothing else of the table. Whoever answers questions,
which is our code alone, has the course of the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from kibitz.bots.guests import prepare
from kibitz.bots.house import HOUSE
from kibitz.bots.names import Candidate, Listed, called, listed, network_of, program
from kibitz.bots.parameters import Parameter, parameters_of, written
from kibitz.bots.player import Player, Seated
from kibitz.bots.searchers import Searching, at_ease, at_once
from kibitz.engine import replay
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.interop.robobrisca.course import must_be_brisca
from kibitz.knowledge.views import View
from kibitz.knowledge.views import view as view_of
from kibitz.seats.finding import find, is_robobrisca
from kibitz.table.orders import UNSEATED

__all__ = [
    "Course",
    "ask",
    "bots",
    "check_bots",
    "counts",
    "decide",
    "hint",
    "knowledge",
    "kripke",
    "prepare_bots",
    "rehearse",
    "taken_apart",
]

SOON = 1.0
"""Seconds after which nothing is rehearsed again."""
BEGINNING = 12
"""Decisions at the beginning of a game among which one is chosen to be rehearsed."""


def decide(
    game: Game, bot: str, view: str, seed: int, made: int, budget: float | None = None
) -> dict[str, Any]:
    """What a bot does that sees no more than its view, as its `action` is written; `made` decisions
    came before, and it may take `budget` seconds. `lacking` is what should be compiled for it."""
    entry, seen = _entry(bot, game), View.from_json(game, view)
    assert seen.seat is not None
    player = _player(entry, game, seen.seat, seed, budget)
    action = player.choice(seen, made).text
    lacking = player.bot.lacking if isinstance(player.bot, Searching) else ()
    return {"action": action, "lacking": lacking}


def _player(entry: Candidate, game: Game, seat: int, seed: int, budget: float | None) -> Player:
    """A bot at a seat. People wait for it: it does neither take all the time there is, nor wait for
    a compiler."""
    bot = at_once(at_ease(entry.make()))
    return Player(Seated(entry.name, bot, seed), game, seat, budget=budget)


def _entry(bot: str, game: Game) -> Candidate:
    """A bot by its name; that it was found is kept with the game."""
    return derived(game, _finder)(bot)


def _finder(game: Game) -> Callable[[str], Candidate]:
    return lru_cache(maxsize=64)(lambda bot: find(bot, game))


def bots(game: Game, files: list[str]) -> list[dict[str, Any]]:
    """The bots that can sit at a game, with what can be set; `files` are those of the user."""
    found = [
        _listed(entry.name, entry.about, _settable(entry))
        for entry in listed(game)
        if entry.error is None and entry.name not in UNSEATED
    ]
    return found + [_own(name, game) for name in files]


def _settable(entry: Listed) -> list[Parameter]:
    """What a page may set: all but which file of ours is a network."""
    if entry.name not in HOUSE:
        return list(entry.parameters)
    house = HOUSE[entry.name]
    apart = {house.file, *house.beside_file}
    return [parameter for parameter in entry.parameters if parameter.name not in apart]


def _own(name: str, game: Game) -> dict[str, Any]:
    """A bot in a user's file; if it cannot be used, why."""
    if program(name) is not None:
        return _listed(name, "a program of your own", [])
    try:
        kind = find(name, game).kind
        if is_robobrisca(name):
            must_be_brisca(game)
        parameters = parameters_of(kind, name).values()
    except KibitzError as error:
        return _listed(name, f"cannot be used: {error.message}", [])
    about = (kind.__doc__ or "").strip().partition("\n")[0]
    if network_of(name) is not None:  # nor which other file
        return _listed(name, "with a network of your own", [])
    return _listed(name, about or "your own", list(parameters))


def _listed(name: str, about: str, parameters: list[Parameter]) -> dict[str, Any]:
    told = [
        {
            "name": parameter.name,
            "default": None if parameter.required else written(parameter.default),
            "about": parameter.about,
            "values": parameter.values,
        }
        for parameter in parameters
    ]
    return {"name": name, "title": called(name), "about": about, "parameters": told}


def check_bots(game: Game, names: list[str]) -> None:
    """Complain about bots that cannot sit at a game."""
    for name in names:
        entry = find(name, game)
        if entry.person:
            raise KibitzError(f"`{name}` is a person at a terminal", "invite a person instead")
        entry.make()


def rehearse(game: Game, bot: str, budget: float) -> float:
    """How many seconds a bot takes to decide something in a game nobody plays: what it was told
    first it has to load, so it is asked twice if that is soon done."""
    entry, clock = _entry(bot, game), time.perf_counter
    state = _busiest(game)
    if state is None or state.to_move is None:
        return 0.0
    took = 0.0
    for seed in (1, 2):
        player = _player(entry, game, state.to_move, seed, budget)
        begun = clock()
        player.choice(view_of(state, state.to_move), len(state.history))
        took = clock() - begun
        if took > SOON:
            break
    return took


def _busiest(game: Game) -> State | None:
    """Where there are most options, at the beginning of some game."""
    state, found = game.new(1), None
    for _ in range(BEGINNING):
        if state.over:
            break
        if len(state.actions) > max(1, len(found.actions) if found else 1):
            found = state
        state = state.after(state.actions[0])
    return found


def prepare_bots(game: Game, names: list[str]) -> None:
    """Have compiled what bots need."""
    entries = [_entry(name, game) for name in names]
    prepare(game, entries)
    for entry in entries:
        Player(Seated(entry.name, entry.make(), 1), game, 0)  # begins a game


def taken_apart(game: Game, record: str) -> dict[str, Any]:
    """A record step by step: how it was dealt, and each decision with what followed by chance."""
    last = Record.from_json(record).replay(game)[-1]
    deal, moves = replay.taken_apart(last)
    return {"deal": asdict(deal), "moves": moves, "over": last.over}


# --- what is known: see `kibitz.table.known` ----------------------------------------------------


class Course:
    """How a table went: its deal and its moves, of which more come; made into states when somebody
    asks."""

    def __init__(self, key: list[int], chance: list[int], piles: dict[str, list[int]]) -> None:
        self._deal = replay.Deal((key[0], key[1]), chance, piles)
        self._moves: list[replay.Move] = []
        self._states: list[State] = []

    def add(self, move: replay.Move) -> None:
        self._moves.append(move)

    def states(self, game: Game, made: int) -> list[State]:
        """All states up to the one after so many moves."""
        states = self._states
        if not states:
            states.append(replay.deal_again(game, self._deal))
        for move in self._moves[len(states) - 1 : made]:
            states.append(replay.again(states[-1], move))
        return states[: made + 1]


def knowledge(
    game: Game, course: Course, made: int, at: int, eyes: int | None, truth: bool
) -> dict[str, Any]:
    from kibitz.table import known

    return known.knowledge(course.states(game, made)[at], eyes, truth)


def counts(game: Game, course: Course, made: int, since: int, seats: list[int]) -> dict[str, Any]:
    from kibitz.table import known

    return known.counts(course.states(game, made), since, seats)


def kripke(
    game: Game, course: Course, made: int, at: int, card: str, seat: int | None
) -> dict[str, Any]:
    from kibitz.table import known

    return known.kripke(course.states(game, made)[at], card, seat)


def ask(
    game: Game,
    course: Course,
    made: int,
    formula: str,
    seat: int | None,
    since: int,
    until: int,
    at: int,
) -> dict[str, Any]:
    from kibitz.table import known

    return known.ask(course.states(game, made), formula, seat, since, until, at)


def hint(game: Game, course: Course, made: int, at: int, seat: int) -> dict[str, Any]:
    from kibitz.table import known

    return known.advice(course.states(game, made)[at], seat)
