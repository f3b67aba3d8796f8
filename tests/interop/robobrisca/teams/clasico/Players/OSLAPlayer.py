# Mira un paso por delante
from Players.Player import Player
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic


class OSLAPlayer(Player):
    def __init__(self):
        self.fm = ForwardModel()
        self.heuristic = Heuristic()

    def think(self, observation, budget):
        mejor, mejor_valor = None, -1000
        for action in observation.get_list_actions():
            obs = observation.clone()
            valor = self.fm.play(obs, action, self.heuristic)
            if valor > mejor_valor:
                mejor, mejor_valor = action, valor
        return mejor

    def __str__(self):
        return "OSLAPlayer"
