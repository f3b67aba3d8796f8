from Players.Player import Player


class RedNeuronal(Player):
    def __init__(self):
        self.red = open("modelo_entrenado.h5", "rb").read()

    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        return "red"
