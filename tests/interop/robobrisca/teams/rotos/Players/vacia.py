from Players.Player import Player
from Game.Action import Action


class AccionVacia(Player):
    def think(self, observation, budget):
        return Action(None)

    def __str__(self):
        return "vacia"
