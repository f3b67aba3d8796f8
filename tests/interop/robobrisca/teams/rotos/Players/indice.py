from Players.Player import Player


class SiempreLaTercera(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[2]

    def __str__(self):
        return "tercera"
