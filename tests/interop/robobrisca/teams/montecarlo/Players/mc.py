import random
import time
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Players.Player import Player


class MonteCarlo2022(Player):
    def __init__(self):
        self.fm = ForwardModel()
        self.h = Heuristic()
        self.n = 0

    def think(self, observation, budget):
        t0 = time.time()
        actions = observation.get_list_actions()
        total = [0] * len(actions)
        veces = [0.0001] * len(actions)
        yo = observation.turn
        while time.time() - t0 < budget * 0.8:
            i = random.randrange(len(actions))
            obs = observation.get_randomized_clone()
            self.fm.play(obs, actions[i], self.h)
            while not obs.is_terminal():
                self.fm.play(obs, random.choice(obs.get_list_actions()), self.h)
            nuestros = self.fm.get_points_player(yo, obs) + self.fm.get_points_player((yo + 2) % 4, obs)
            total[i] += nuestros
            veces[i] += 1
            self.n += 1
        medias = [t / v for t, v in zip(total, veces)]
        return actions[medias.index(max(medias))]

    def __str__(self):
        return "MC " + str(self.n)
