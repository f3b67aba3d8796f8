"""Has no __str__, so that nobody could print its name: it plays all the same.

Comes to: no failure.
"""

import random

from Players.Player import Player


class Nameless(Player):
    def think(self, observation, budget):
        return random.choice(observation.get_list_actions())
