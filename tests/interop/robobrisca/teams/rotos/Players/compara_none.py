from Players.Player import Player


class ComparaNone(Player):
    def think(self, observation, budget):
        mejor = None
        for a in observation.get_list_actions():
            if a.card == None or mejor == None or a.card.get_value() > mejor.card.get_value():
                mejor = a
        return mejor

    def __str__(self):
        return "compara"
