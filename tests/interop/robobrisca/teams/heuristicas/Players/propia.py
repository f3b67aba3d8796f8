from Players.MyHeuristic import PropiaHeuristica
from Players.Player import Player
from Game.ForwardModel import ForwardModel


class Propia(Player):
    def think(self, observation, budget):
        fm = ForwardModel()
        return max(observation.get_list_actions(), key=lambda a: fm.play(observation.get_randomized_clone(), a, PropiaHeuristica()))

    def __str__(self):
        return "propia"
