from Game.BriscaGame import BriscaGame
from Game.ForwardModel import ForwardModel
from Game.GameState import GameState
from Game.Heuristic import Heuristic
from Players.AlFinal import AlFinal
from Players.Player import Player


class EnMiCabeza(Player):
    def __init__(self):
        # antes de empezar juego una partida de prueba
        gs, bg = GameState(), BriscaGame()
        bg.reset(gs, 1)
        bg.run(gs, ForwardModel(), Heuristic(), [AlFinal(), AlFinal()], 1, False, False)
        self.gano = gs.winner
        str(gs)

    def think(self, observation, budget):
        return observation.get_list_actions()[0 if self.gano == 0 else -1]

    def __str__(self):
        return "En mi cabeza"
