from Game.Common import calculate_points


def suma_puntos(cartas):
    return calculate_points(cartas)
