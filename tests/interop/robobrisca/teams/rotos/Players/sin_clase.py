def think(observation, budget):
    return observation.get_list_actions()[0]
