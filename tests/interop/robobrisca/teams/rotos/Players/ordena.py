from Players.Player import Player
from Game.Action import Action


class Ordena(Player):
    def think(self, observation, budget):
        return Action(sorted(observation.hands[observation.turn].get_cards())[0])

    def __str__(self):
        return "ordena"
