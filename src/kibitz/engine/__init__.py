"""Runs compiled games: `Game`, `State`, `Action`, `Event`, `Observation`, `Record`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.engine.actions import Action as Action
    from kibitz.engine.descriptions import load as load
    from kibitz.engine.events import Event as Event
    from kibitz.engine.finding import house_games as house_games
    from kibitz.engine.game import Game as Game
    from kibitz.engine.observation import Observation as Observation
    from kibitz.engine.record import Record as Record
    from kibitz.engine.simulation import Simulation as Simulation
    from kibitz.engine.state import State as State

HOMES = {
    "Action": "actions",
    "Event": "events",
    "Game": "game",
    "Observation": "observation",
    "Record": "record",
    "Simulation": "simulation",
    "State": "state",
    "house_games": "finding",
    "load": "descriptions",
}
"""The module each name lives in: a list of games needs no engine."""

__all__ = list(HOMES)

if not TYPE_CHECKING:  # a type checker has read the names above, and knows there are no others

    def __getattr__(name):
        if name not in HOMES:
            raise AttributeError(f"module 'kibitz.engine' has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
        return found
