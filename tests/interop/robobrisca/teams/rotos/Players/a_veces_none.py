from Players.Player import Player


class AVecesNone(Player):
    def think(self, observation, budget):
        for a in observation.get_list_actions():
            if a.get_card().get_value() > 0:
                return a

    def __str__(self):
        return "a veces"
