from Players.Player import Player
from Game.Action import Action


class Conjunto(Player):
    def think(self, observation, budget):
        vistas = set(observation.playing_cards.get_cards() + observation.hands[observation.turn].get_cards())
        return Action(vistas.pop())

    def __str__(self):
        return "conjunto"
