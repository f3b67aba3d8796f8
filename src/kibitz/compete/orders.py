"""In which order the players of a game ended: what ratings and pair tables go by.

A team is one player, if one entrant has all its seats; who plays for themselves is a player at each
of their seats. First come those who won; last those who forfeited; the others by their scores.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from kibitz.arena.statistics import Teams
from kibitz.compete.model import PlayedGame
from kibitz.compete.ratings import Order

__all__ = ["ahead", "order"]

WON, LOST, FORFEITED = 0, 1, 2


def order(game: PlayedGame, teams: Teams, *, highest: bool = True) -> Order:
    """How a game ended, given the teams it is played in and whether more points are better.

    >>> from kibitz.arena.statistics import GameResult
    >>> from kibitz.compete.model import GameId
    >>> result = GameResult((70, 50, 70, 50), ((0, 2),), (), (), ())
    >>> names = ("Ann", "Bob", "Ann", "Bob")
    >>> order(PlayedGame(GameId(0, 0, 0, 0, 0), names, (0, 1, 0, 1), result), ((0, 2), (1, 3)))
    (('Ann',), ('Bob',))
    """
    result = game.result
    winners = {seat for team in result.winners for seat in team}
    forfeits = set(result.forfeits)
    places: dict[tuple[int, Fraction], list[str]] = defaultdict(list)
    for team in teams:
        for name in sorted({game.names[seat] for seat in team}):
            seats = [seat for seat in team if game.names[seat] == name]
            if not winners.isdisjoint(seats):
                place = (WON, Fraction())
            elif not forfeits.isdisjoint(seats):
                place = (FORFEITED, Fraction())
            else:
                mean = Fraction(sum(result.scores[seat] for seat in seats), len(seats))
                place = (LOST, -mean if highest else mean)
            places[place].append(name)
    return tuple(tuple(sorted(places[place])) for place in sorted(places))


def ahead(order: Order, one: str, other: str) -> Fraction:
    """How often one ended before another, over all their seats: equal counts half.

    >>> ahead((("Ann",), ("Bob", "Cleo")), "Bob", "Cleo")
    Fraction(1, 2)
    """
    mine = [place for place, equal in enumerate(order) for name in equal if name == one]
    theirs = [place for place, equal in enumerate(order) for name in equal if name == other]
    halves = sum((a < b) + (a <= b) for a in mine for b in theirs)
    return Fraction(halves, 2 * len(mine) * len(theirs))
