import Players.Helper
from Players.Helper import Calculadora
from Players.herramientas.cuentas import suma_puntos
from Players.Player import Player
from .herramientas import cuentas


class ElMejorBotDelMundo(Player):
    def __init__(self):
        self.calculadora = Calculadora()
        assert Players.Helper.EQUIPO == "naipes"

    def think(self, observation, budget):
        total = suma_puntos(observation.playing_cards.get_cards())
        assert total == cuentas.suma_puntos(observation.playing_cards.l_cards)
        return self.calculadora.elige(observation, total)

    def __str__(self):
        return "Naipes"
