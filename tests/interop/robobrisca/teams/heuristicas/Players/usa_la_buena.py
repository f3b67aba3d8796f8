from Players.Player import Player
from Players.MyHeuristic import MyHeuristic
from Game.Heuristic import Heuristic
from Game.ForwardModel import ForwardModel
from Game.Observation import Observation


class OslaConPareja(Player):
    def think(self, obs: Observation, budget: float):
        fm, h, h2 = ForwardModel(), MyHeuristic(), Heuristic()
        valores = []
        for a in obs.get_list_actions():
            o = obs.clone()
            r = fm.play(o, a, h)
            valores.append(r + 0.01 * h2.get_score(obs_de(obs, a), obs.turn))
        return obs.get_list_actions()[valores.index(max(valores))]

    def __str__(self):
        return "Osla con pareja"


def obs_de(obs, a):
    o = obs.clone()
    o.playing_cards.add_card(a.get_card())
    return o
