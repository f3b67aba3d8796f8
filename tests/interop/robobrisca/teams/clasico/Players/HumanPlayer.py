from Players.Player import Player


class HumanPlayer(Player):
    def think(self, observation, budget):
        l_actions = observation.get_list_actions()
        for i, a in enumerate(l_actions):
            print(i, a)
        return l_actions[int(input("Carta: "))]

    def __str__(self):
        return "HumanPlayer"
