from Players.Player import Player


class DevuelveCarta(Player):
    def think(self, observation, budget):
        return observation.hands[observation.turn].get_card(0)

    def __str__(self):
        return "carta"
