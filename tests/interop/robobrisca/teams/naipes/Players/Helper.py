EQUIPO = "naipes"


class Calculadora:
    def elige(self, observation, total):
        acciones = observation.get_list_actions()
        if total > 9:
            return max(acciones, key=lambda a: a.get_card().get_value())
        return min(acciones, key=lambda a: a.card.get_value())
