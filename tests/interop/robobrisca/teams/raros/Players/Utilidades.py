def elegir(observation):
    observation.hands[observation.turn].get_cards().sort(key=lambda c: (c.get_value(), c.get_number()))
    return observation.get_list_actions()[0]
