from Players.Player import Player
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic


class Minimax(Player):
    def think(self, observation, budget):
        return self.minimax(observation.clone(), 3)

    def minimax(self, obs, profundidad):
        if profundidad == 0 and obs.is_terminal():
            return obs.get_list_actions()[0]
        return self.minimax(obs, profundidad - 1)

    def __str__(self):
        return "minimax"
