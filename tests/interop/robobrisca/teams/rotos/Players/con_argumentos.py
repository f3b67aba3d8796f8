from Players.Player import Player


class ConArgumentos(Player):
    def __init__(self, profundidad, nombre="argumentos"):
        self.profundidad, self.nombre = profundidad, nombre

    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        return self.nombre
