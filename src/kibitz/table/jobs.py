"""Jobs: what is computed in worker processes, never in the event loop.

Each is a function of a game, or of the states of a table, the last one last. What it returns can be
written as JSON.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from kibitz.bots.asking import Player, Seated
from kibitz.bots.guests import Guest, prepare
from kibitz.bots.names import Candidate, find, listed
from kibitz.bots.parameters import Parameter, parameters_of, written
from kibitz.engine import replay
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.table.orders import UNSEATED

__all__ = [
    "ask",
    "bots",
    "check_bots",
    "counts",
    "decide",
    "hint",
    "knowledge",
    "kripke",
    "prepare_bots",
    "taken_apart",
]


def decide(states: list[State], bot: str) -> str:
    """What a bot does, as its action is written."""
    state = states[-1]
    following, _ = Guest(_entry(bot, state.game), None, "play").after(state)
    action = following.last.action
    assert action is not None
    return action.text


@lru_cache(maxsize=256)
def _entry(bot: str, game: Game) -> Candidate:
    return find(bot, game)


def bots(game: Game, files: list[str]) -> list[dict[str, Any]]:
    """The bots that can sit at a game, with what can be set; `files` are those of the user."""
    found = [
        _listed(entry.name, entry.about, list(entry.parameters))
        for entry in listed(game)
        if entry.error is None and entry.name not in UNSEATED
    ]
    return found + [_own(name, game) for name in files]


def _own(name: str, game: Game) -> dict[str, Any]:
    """A bot in a user's file; if it cannot be used, why."""
    try:
        kind = find(name, game).kind
        parameters = parameters_of(kind, name).values()
    except KibitzError as error:
        return _listed(name, f"cannot be used: {error.message}", [])
    about = (kind.__doc__ or "").strip().partition("\n")[0]
    return _listed(name, about or "your own", list(parameters))


def _listed(name: str, about: str, parameters: list[Parameter]) -> dict[str, Any]:
    told = [
        {
            "name": parameter.name,
            "default": None if parameter.required else written(parameter.default),
            "about": parameter.values,
        }
        for parameter in parameters
    ]
    return {"name": name, "about": about, "parameters": told}


def check_bots(game: Game, names: list[str]) -> None:
    """Complain about bots that cannot sit at a game."""
    for name in names:
        entry = find(name, game)
        if entry.person:
            raise KibitzError(f"`{name}` is a person at a terminal", "invite a person instead")
        entry.make()


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


# --- what is known: see `kibitz.table.knowing` ----------------------------------------------------


def knowledge(states: list[State], at: int, eyes: int | None) -> Any:
    from kibitz.table import knowing

    return knowing.knowledge(states[at], eyes)


def counts(states: list[State], since: int, seats: list[int]) -> Any:
    from kibitz.table import knowing

    return knowing.counts(states, since, seats)


def kripke(states: list[State], at: int, card: str, seat: int | None) -> Any:
    from kibitz.table import knowing

    return knowing.kripke(states[at], card, seat)


def ask(states: list[State], formula: str, seat: int | None, since: int, until: int) -> Any:
    from kibitz.table import knowing

    return knowing.ask(states, formula, seat, since, until)


def hint(states: list[State], at: int, seat: int) -> Any:
    from kibitz.table import knowing

    return knowing.hint(states[at], seat)
