"""Looks for the true state with the collector, and for the hands in the frames above: what
it finds are random hands.

Comes to: no failure.
"""

import gc
import sys

from Game.GameState import GameState
from Players.Player import Player


class StateFinder(Player):
    def think(self, observation, budget):
        states = [thing for thing in gc.get_objects() if isinstance(thing, GameState)]
        frame = sys._getframe()
        while frame is not None:
            states += [value for value in frame.f_locals.values() if isinstance(value, GameState)]
            frame = frame.f_back
        for state in states:
            if state.hands:
                print("FOUND a state with hands")
        return observation.get_list_actions()[0]

    def __str__(self):
        return "StateFinder"
