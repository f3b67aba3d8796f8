"""Runs compiled games: `Game`, `State`, `Action`, `Event`, `Observation`, `Record`."""

from kibitz.engine.actions import Action
from kibitz.engine.descriptions import house_games, load
from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.engine.observation import Observation
from kibitz.engine.record import Record
from kibitz.engine.simulation import Simulation
from kibitz.engine.state import State

__all__ = [
    "Action",
    "Event",
    "Game",
    "Observation",
    "Record",
    "Simulation",
    "State",
    "house_games",
    "load",
]
