"""Makes an ace of the card it has played, and a two of the others, once they are on the table.

Comes to: no failure.
"""

from Players.Player import Player


class CardChanger(Player):
    def __init__(self):
        self.played = None

    def think(self, observation, budget):
        if self.played is not None:
            self.played.card_number = 1
        for card in observation.playing_cards.get_cards():
            card.card_number = 2
        action = observation.get_list_actions()[0]
        self.played = action.get_card()
        return action

    def __str__(self):
        return "CardChanger"
