import os
import sys
sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import Utilidades
from func_timeout import func_timeout, FunctionTimedOut
from Players.Player import Player


class JugadorConMain(Player):
    def think(self, observation, budget):
        try:
            return func_timeout(5, Utilidades.elegir, args=(observation,))
        except FunctionTimedOut:
            return observation.get_list_actions()[0]

    def __str__(self):
        return f"{self.__class__.__name__}"


if __name__ == "__main__":
    from play_match import main
    main()
