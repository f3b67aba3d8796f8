from Game.Common import is_better_card


def mejor_carta(obs):
	mano = obs.hands[obs.turn].get_cards()
	if obs.playing_cards.empty():
		return min(mano, key=lambda c: (c.get_type() == obs.trump_card.get_type(), c.get_value()))
	primera = obs.playing_cards.get_card(0)
	ganan = [c for c in mano if all(is_better_card(c, x, obs.trump_card, primera) for x in obs.playing_cards.get_cards())]
	return max(ganan or mano, key=lambda c: c.get_value()) if ganan else min(mano, key=lambda c: c.get_value())
