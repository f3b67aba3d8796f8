from Players.Player import Player


class CambiaTodo(Player):
    """Toca la observacion por todas partes; no debe servir de nada."""

    def think(self, observation, budget):
        accion = observation.get_list_actions()[0]
        elegida = accion.get_card().clone()
        observation.trump_card.card_type = "O"
        observation.hands[observation.turn].clear()
        observation.won_cards[observation.turn].add_cards(observation.main_deck.get_cards())
        observation.turn = 3
        accion.card = elegida
        return accion

    def __str__(self):
        return "CambiaTodo"
