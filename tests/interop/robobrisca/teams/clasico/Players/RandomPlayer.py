import random
from Players.Player import Player


class RandomPlayer(Player):
    def think(self, observation, budget):
        return random.choice(observation.get_list_actions())

    def __str__(self):
        return "RandomPlayer"
