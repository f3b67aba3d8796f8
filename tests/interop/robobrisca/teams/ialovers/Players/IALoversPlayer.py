from Players.Player import Player
from Players.Helper import mejor_carta
import copy

class BotDeAna(Player):
	"""Nuestro bot, version definitiva (4)"""
	jugadas = 0

	def think(self, observation, budget):
		print("------- pensando", observation.turn, "-------")
		print("mano:", observation.hands[observation.turn], "triunfo:", observation.trump_card)
		obs = copy.deepcopy(observation)
		self.jugadas += 1
		carta = mejor_carta(obs)
		for accion in observation.get_list_actions():
			if accion.get_card() == carta:
				print("juego", accion)
				return accion

	def __str__(self):
		return "IA Lovers"
