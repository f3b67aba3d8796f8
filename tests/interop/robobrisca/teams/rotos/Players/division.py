from Players.Player import Player


class Media(Player):
    def think(self, observation, budget):
        puntos = [c.get_value() for c in observation.playing_cards.get_cards()]
        media = sum(puntos) / len(puntos)
        return observation.get_list_actions()[0 if media > 1 else -1]

    def __str__(self):
        return "media"
