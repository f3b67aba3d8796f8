from Players.Player import Player
from Game.Action import Action
from Game.Card import Card


class SiempreElAs(Player):
    def think(self, observation, budget):
        return Action(observation.trump_card)

    def __str__(self):
        return "as"
