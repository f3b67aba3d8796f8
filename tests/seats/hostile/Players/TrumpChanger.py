"""Changes the trump card, which all players shared in RoboBrisca, to the suit of its best card.

Comes to: no failure.
"""

from Players.Player import Player


class TrumpChanger(Player):
    def think(self, observation, budget):
        best = max(observation.get_list_actions(), key=lambda action: action.get_card().get_value())
        observation.trump_card.card_type = best.get_card().get_type()
        observation.trump_card.card_number = 2
        for cards in observation.won_cards:
            cards.add_cards(observation.hands[observation.turn].get_cards())
        return best

    def __str__(self):
        return "TrumpChanger"
