# -*- coding: latin-1 -*-
from Players.Player import Player


class España(Player):
    # el mejor bot de la añoranza
    def think(self, observación, presupuesto):
        return observación.get_list_actions()[0]

    def __str__(self):
        return "España"
