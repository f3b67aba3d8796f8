from Game.Common import calculate_points


class MyHeuristic:
    def get_score(self, observation, player_id):
        return -calculate_points(observation.playing_cards.get_cards())


class PropiaHeuristica(MyHeuristic):
    pass
