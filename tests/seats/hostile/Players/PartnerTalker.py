"""Tells its partner its hand through a class attribute: in RoboBrisca the partner was a copy of
it in the same process.

Comes to: no failure.
"""

from Players.Player import Player


class PartnerTalker(Player):
    HANDS = {}

    def think(self, observation, budget):
        self.HANDS[observation.turn] = str(observation.hands[observation.turn])
        if (observation.turn + 2) % 4 in self.HANDS:
            print("FOUND the hand of the partner")
        return observation.get_list_actions()[0]

    def __str__(self):
        return "PartnerTalker"
