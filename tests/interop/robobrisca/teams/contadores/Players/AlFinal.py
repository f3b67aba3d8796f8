from Players.Player import Player


class AlFinal(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[-1]

    def __str__(self):
        return "al final"
