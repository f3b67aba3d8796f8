from Players.Player import Player

class Bot(Player):
    def think(self, observation, budget)
        return observation.get_list_actions()[0]
