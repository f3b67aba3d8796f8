import pickle
from Players.Player import Player


class Bot4(Player):
    def __init__(self, fichero="NN/bot4.nn"):
        self.fichero = fichero
        with open(fichero) as f:
            self.pesos = [float(x) for x in f.read().split()]
        with open("Players/sesgo.txt") as f:
            self.sesgo = float(f.readline())

    def valor(self, carta):
        return self.sesgo + self.pesos["OECB".index(carta.card_type)] * carta.card_number

    def think(self, observation, budget):
        observation = pickle.loads(pickle.dumps(observation))
        return max(observation.get_list_actions(), key=lambda a: self.valor(a.card))

    def __str__(self):
        return "Bot4 [" + self.fichero + "]"
