from Game.BriscaGame import BriscaGame
from Game.CardCollection import CardCollection
from Game.Action import Action
from Game.Card import Card
from Players.Player import Player


class CuentaCartas(Player):
    """Cuenta lo que falta por salir."""

    def think(self, observation, budget):
        mazo = CardCollection()
        BriscaGame().create_main_deck(mazo)
        for monton in observation.won_cards + [observation.playing_cards, observation.hands[observation.turn]]:
            for c in monton.get_cards():
                mazo.remove(c)
        triunfos = [c for c in mazo.get_cards() if c.get_type() is observation.trump_card.get_type()]
        mano = observation.hands[observation.turn]
        faltan = observation.main_deck.len() + sum(observation.hands[i].len() for i in range(4) if i != observation.turn)
        assert mazo.len() == faltan, (mazo.len(), faltan)
        if len(triunfos) < 3 and mano.len() > 1:
            c = mano.get_card(-1)
        else:
            c = mano.get_card(0)
        return Action(Card(c.get_type(), c.get_number()))

    def __str__(self):
        return "Contador"
