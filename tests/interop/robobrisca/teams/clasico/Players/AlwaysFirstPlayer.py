from Players.Player import Player


class AlwaysFirstPlayer(Player):

    def think(self, observation, budget):
        return observation.get_list_actions()[0]

    def __str__(self):
        return "AlwaysFirstPlayer"
